"""A rule, a finding, and how a finding keeps its name.

A finding's id is made of its rule, its file and what it is about (an id, a word, a section), never of a line number, so that
text added above it does not make it a new one. Where the same thing occurs twice in one file, the later ones get `-2`, `-3`.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable
from importlib.resources import files
from typing import Any, Final, Literal, NamedTuple

from roundtable.analysis.titles import one_line
from roundtable.facts.record import Record

Severity = Literal["error", "warning", "info"]
SEVERITIES: Final[tuple[Severity, ...]] = ("error", "warning", "info")

_LONGEST: Final = 300
MOST_OF_ONE_KIND: Final = 50
"""Findings of one rule in one file; beyond that a list helps nobody, and the last one says how many more there are."""


class Rule(NamedTuple):
    id: str
    name: str
    severity: Severity
    catches: str
    misses: str
    fix: str
    is_on: bool = True


class Unreadable(NamedTuple):
    reason: str


class Report(NamedTuple):
    """What a check says, before severity, suppression and ids are settled."""

    rule: str
    name: str
    """The file, as it is named in the item's folder."""
    line: int
    about: str
    """What it is about; with rule and file it makes the id."""
    message: str
    fix: str = ""
    severity: Severity | None = None
    """Only where it differs from the rule's."""


class Finding(Record):
    """One thing that is wrong, or might be."""

    id: str
    rule: str
    severity: Severity
    path: str
    line: int
    message: str
    fix: str


def settle(reports: Iterable[tuple[Report, str, Severity]]) -> tuple[Finding, ...]:
    """Findings from reports with their path and severity: sorted, with ids, and never a flood of one kind."""
    ordered = sorted(reports, key=lambda entry: (entry[1], entry[0].line, entry[0].rule, entry[0].message))
    totals = Counter((path, report.rule) for report, path, _ in ordered)
    shown: Counter[tuple[str, str]] = Counter()
    seen: Counter[str] = Counter()
    findings: list[Finding] = []
    for report, path, severity in ordered:
        key = (path, report.rule)
        shown[key] += 1
        if shown[key] > MOST_OF_ONE_KIND:
            continue
        digest = hashlib.sha256(f"{path}\0{report.about}".encode("utf-8", "surrogatepass")).hexdigest()[:8]
        name = f"{report.rule}:{digest}"
        seen[name] += 1
        message = _shown(report.message)
        if shown[key] == MOST_OF_ONE_KIND and totals[key] > MOST_OF_ONE_KIND:
            message += f" (and {totals[key] - MOST_OF_ONE_KIND} more like it in this file)"
        own = name if seen[name] == 1 else f"{name}-{seen[name]}"
        fix = _shown(report.fix or RULES[report.rule].fix)
        place = {"path": path, "line": max(1, report.line)}
        told: dict[str, Any] = {"id": own, "rule": report.rule, "severity": severity, **place}
        findings.append(Finding.model_construct(**told, message=message, fix=fix))
    return tuple(findings)


def _shown(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 3]}…"


RULES_TEXT: Final = files("roundtable.documents.checks").joinpath("rules.md").read_text(encoding="utf-8")


def _rule(text: str) -> Rule:
    heading, _, rest = text.partition("\n")
    number, _, name = heading.partition(": ")
    fields = dict(line[4:].split("**: ", 1) for line in rest.splitlines() if line.startswith("- **"))
    said = fields["Severity"].replace("hint (`info`)", "info")
    severity: Severity = next(severity for severity in SEVERITIES if said.startswith(severity))
    catches, misses, fix = fields["Catches"], fields["Does not catch"], fields["How to fix it"]
    return Rule(number, name, severity, catches, misses, fix, is_on="off unless enabled" not in said)


RULES: Final[dict[str, Rule]] = {rule.id: rule for rule in map(_rule, RULES_TEXT.split("\n### ")[1:])}
