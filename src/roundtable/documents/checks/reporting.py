"""Findings as text for people, JSON for programs, and SARIF 2.1.0 for code hosts.

All three are deterministic: the same findings give the same bytes. Colour is the terminal's affair and added there.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import quote

from roundtable.analysis.json_text import json_text
from roundtable.documents.checks.findings import RULES, SEVERITIES, Finding, Severity

_LEVELS: Final[Mapping[Severity, str]] = {"error": "error", "warning": "warning", "info": "note"}
_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"


def exit_code(findings: Sequence[Finding], *, strict: bool = False) -> int:
    """1 when there is an error (or, strictly, a warning); otherwise 0."""
    bad = {"error", "warning"} if strict else {"error"}
    return 1 if any(finding.severity in bad for finding in findings) else 0


def summary_of(findings: Sequence[Finding], files: int | None = None) -> dict[str, int]:
    counts = Counter(finding.severity for finding in findings)
    summary = {"findings": len(findings), **{f"{severity}s": counts[severity] for severity in SEVERITIES}}
    summary["files_with_findings"] = len({finding.path for finding in findings})
    return summary if files is None else {**summary, "files": files}


def as_text(findings: Sequence[Finding], *, show_info: bool = True) -> str:
    """File by file, one line per finding with its fix below, and a last line that sums up."""
    shown = [finding for finding in findings if show_info or finding.severity != "info"]
    lines: list[str] = []
    path = ""
    for finding in shown:
        if finding.path != path:
            lines += ["", finding.path] if path else [finding.path]
            path = finding.path
        # The place in one piece, so that terminals and editors can follow it; the folder stands above.
        place = f"{path.rsplit('/', 1)[-1]}:{finding.line}"
        lines.append(f"  {place}  {finding.severity:<7}  {finding.rule}  {finding.message}")
        lines.append(f"      → {finding.fix}  [{finding.id}]")
    if lines:
        lines.append("")
    return "\n".join([*lines, _last_line(findings, len(findings) - len(shown))]) + "\n"


def _last_line(findings: Sequence[Finding], hidden: int) -> str:
    if not findings:
        return "All artifacts are consistent. Ready to finalize."
    counts = Counter(finding.severity for finding in findings)
    named = [(counts[one], "hint" if one == "info" else one) for one in SEVERITIES if counts[one]]
    parts = [f"{count} {name}{'s' * (count != 1)}" for count, name in named]
    files = len({finding.path for finding in findings})
    more = f" ({hidden} not shown)" if hidden else ""
    return f"{', '.join(parts)} in {files} file{'s' * (files != 1)}{more}."


def as_json(findings: Sequence[Finding], files: int | None = None) -> str:
    told = [finding.model_dump(mode="json") for finding in findings]
    return json_text({"findings": told, "summary": summary_of(findings, files)}, indent=2) + "\n"


def as_sarif(findings: Sequence[Finding], version: str = "") -> str:
    """A SARIF 2.1.0 log with one run; finding ids are its fingerprints, so a code host follows them over time."""
    used = sorted({finding.rule for finding in findings})
    places = {rule: at for at, rule in enumerate(used)}
    driver: dict[str, Any] = {"name": "roundtable check", "rules": [_rule(rule) for rule in used]}
    if version:
        driver["version"] = version
    results = [_result(finding, places[finding.rule]) for finding in findings]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json_text({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(rule_id: str) -> dict[str, Any]:
    rule = RULES[rule_id]
    return {
        "id": rule.id,
        "name": "".join(part.capitalize() for part in rule.name.split("-")),
        "shortDescription": {"text": rule.catches},
        "fullDescription": {"text": f"Catches: {rule.catches} Does not catch: {rule.misses}"},
        "help": {"text": rule.fix},
        "defaultConfiguration": {"level": _LEVELS[rule.severity], "enabled": rule.is_on},
    }


def _result(finding: Finding, place: int) -> dict[str, Any]:
    uri = quote(finding.path.replace("\\", "/"), safe="/", errors="replace")
    where = {"artifactLocation": {"uri": uri}, "region": {"startLine": finding.line}}
    return {
        "ruleId": finding.rule,
        "ruleIndex": place,
        "level": _LEVELS[finding.severity],
        "message": {"text": f"{finding.message} {finding.fix}"},
        "locations": [{"physicalLocation": where}],
        "partialFingerprints": {"roundtableFindingId/v1": finding.id},
    }
