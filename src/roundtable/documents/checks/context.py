"""What a check is told from outside: which item, what the project wants, what the code says, and what somebody decided to live with.

Everything is optional. Without a way to ask the code, the rules about code say nothing. `docs/check.md` shows the `[check]` table
of the project's configuration. In a file itself stands:

    <!-- roundtable: ignore RT401 the contract uses this word -->     this line and the next one with text
    <!-- roundtable: ignore-file RT412, RT408 taken over from law -->   the whole file
    # roundtable: ignore RT225 it cannot fail                           the same in YAML

A reason is required. JSON and CSV have no comments: use the configuration for those.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, ValidationError, model_validator

from roundtable.analysis.titles import one_line
from roundtable.documents.checks.findings import RULES, Finding, Report, Severity
from roundtable.errors import WrongUse
from roundtable.facts.record import Record

_EVERYTHING: Final = "*"
_COMMENT: Final = re.compile(
    r"(?m)(?:<!--|#|//)\s*roundtable:\s*ignore(?P<file>-file)?\b(?P<rest>.*?)(?:-->|$)"
)
_RULES: Final = re.compile(r"^[\s,]*((?:\bRT\d+\b[\s,]*)+)")


_PROBLEMS: Final = {
    "extra_forbidden": "there is no such setting; [check] has disable, enable, severity and ignore",
    "missing": "it has to be there", "string_too_short": "it has to say something", "string_type": "it has to be a text",
    "frozen_set_type": "it has to be a list", "tuple_type": "it has to be a list", "dict_type": "it has to be a table",
    "model_type": "it has to be a table with a reason, and rule, path or finding",
}  # fmt: skip
"""In the words of settings what pydantic says in those of Python."""


def _known(rule: str) -> str:
    if rule not in RULES:
        raise ValueError(f"{rule} is no rule; docs/check.md lists the rules")
    return rule


_Rule = Annotated[str, AfterValidator(_known)]


class Ignore(Record):
    """Findings that somebody decided to live with, and why."""

    reason: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
    rule: Literal["*"] | _Rule = _EVERYTHING
    path: str = _EVERYTHING
    finding: str = ""
    """The id of one finding; then rule and path need not be given."""

    @model_validator(mode="after")
    def _hides_something(self) -> Self:
        if not self.model_fields_set & {"rule", "path", "finding"}:
            raise ValueError("it needs a rule, a path or a finding; otherwise it would hide everything")
        return self

    def covers(self, finding: Finding) -> bool:
        if self.finding:
            return self.finding == finding.id
        return self.rule in (_EVERYTHING, finding.rule) and fnmatchcase(finding.path, self.path)


class CheckConfig(Record):
    """What the project wants checked, and how seriously: the table `[check]`."""

    disable: frozenset[_Rule] = frozenset()
    enable: frozenset[_Rule] = frozenset()
    severity: dict[_Rule, Severity] = Field(default_factory=dict[str, Severity])
    ignore: tuple[Ignore, ...] = ()

    def wants(self, rule_id: str) -> bool:
        return rule_id not in self.disable and (RULES[rule_id].is_on or rule_id in self.enable)


@dataclass(frozen=True, slots=True)
class CheckContext:
    """Where the item is and what is known beyond its folder."""

    slug: str = ""
    folder: str = ""
    """The item's folder relative to the repository, `docs/requirements/{slug}`; it leads every path in the findings."""
    config: CheckConfig = field(default_factory=CheckConfig)
    resolve_anchor: Callable[[str], bool] | None = None
    """Whether a place in the code exists: `src/tax.py`, `src/tax.py:12`, `src/tax.py::compute`."""
    read_file: Callable[[str], str | None] | None = None
    """The text of a file of the code; none when it cannot be read."""
    changed_symbols: frozenset[str] = frozenset()
    """Names that changed since the analysis looked at the code, as documents may cite them: `tax.compute`, `compute`."""
    changed_files: frozenset[str] = frozenset()
    """Files that changed since then, relative to the repository."""
    today: str = ""
    """The day of the check (`2026-01-31`); empty when nobody says."""
    known_ids: frozenset[str] = frozenset()
    """Ids that other items or the project define: decisions in `docs/adr`, for instance."""
    real_names: Mapping[str, str] = field(default_factory=dict[str, str])
    """What documents are really called whose owners use other names: `requirements-spec.md` -> `spec.md`."""

    def path_of(self, name: str) -> str:
        """Where a file is, as findings show it."""
        name = self.real_names.get(name, name)
        return name if "/" in name or not self.folder else f"{self.folder.rstrip('/')}/{name}"


def parse_config(raw: Mapping[str, object]) -> CheckConfig:
    """The `[check]` table; raises `WrongUse` with one sentence when it cannot be understood."""
    try:
        return CheckConfig.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(("check", *map(str, first["loc"])))
        problem = _PROBLEMS.get(first["type"]) or one_line(first["msg"].removeprefix("Value error, "))
        raise WrongUse(f"[{place}] in the settings cannot be used: {problem}.") from None


@dataclass(slots=True)
class Suppressions:
    by_line: dict[int, set[str]] = field(default_factory=dict[int, set[str]])
    whole_file: set[str] = field(default_factory=set[str])
    reports: list[Report] = field(default_factory=list[Report])

    def covers(self, rule: str, line: int) -> bool:
        return rule in self.whole_file or rule in self.by_line.get(line, ())


def read_suppressions(name: str, text: str) -> Suppressions:
    """The comments of a file. One without reason, or with an unknown rule, hides nothing and is reported."""
    result = Suppressions()
    lines = text.splitlines()
    line, counted = 1, 0
    for found in _COMMENT.finditer(text) if "roundtable:" in text else ():
        line += text.count("\n", counted, found.start())
        counted = found.start()
        named = _RULES.match(found["rest"])
        rules = set(named[1].replace(",", " ").split()) if named else set[str]()
        reason = found["rest"][named.end() :].strip(" -:—–\t") if named else ""
        unknown = sorted(rules - RULES.keys())
        if not rules or not reason or unknown:
            said = "The comment gives no reason." if rules else "The comment names no rule."
            said = f"The comment names {unknown[0]}, which is no rule." if unknown else said
            result.reports.append(Report("RT127", name, line, found[0], said))
        elif found["file"]:
            result.whole_file |= rules
        else:
            below = (at for at in range(line + 1, len(lines) + 1) if lines[at - 1].strip())
            for at in (line, next(below, line + 1)):
                result.by_line.setdefault(at, set()).update(rules)
    return result
