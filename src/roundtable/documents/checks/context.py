"""What a check is told from outside: which item, what the project wants, and what the code says.

Everything is optional. Without a way to ask the code, the rules about code say nothing.

`parse_config` reads the `[check]` table of the project's configuration:

    [check]
    disable = ["RT412"]
    enable = ["RT425"]
    severity = { RT408 = "warning" }
    [[check.ignore]]
    rule = "RT401"
    path = "docs/requirements/legacy-*/*"
    reason = "taken over word for word from the contract"
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Final, cast

from roundtable.documents.checks.findings import SEVERITIES, Finding, Severity
from roundtable.documents.checks.rules import RULES
from roundtable.errors import WrongUse

_EVERYTHING: Final = "*"


@dataclass(frozen=True, slots=True)
class Ignore:
    """Findings that somebody decided to live with, and why."""

    reason: str
    rule: str = _EVERYTHING
    path: str = _EVERYTHING
    finding: str = ""
    """The id of one finding; then rule and path need not be given."""

    def covers(self, finding: Finding) -> bool:
        """Whether this finding is one of them."""
        if self.finding:
            return self.finding == finding.id
        return self.rule in (_EVERYTHING, finding.rule) and fnmatchcase(finding.path, self.path)


@dataclass(frozen=True, slots=True)
class CheckConfig:
    """What the project wants checked, and how seriously."""

    disable: frozenset[str] = frozenset()
    enable: frozenset[str] = frozenset()
    severities: Mapping[str, Severity] = field(default_factory=dict[str, Severity])
    ignores: tuple[Ignore, ...] = ()

    def wants(self, rule_id: str) -> bool:
        """Whether the rule is looked at."""
        rule = RULES[rule_id]
        return rule_id not in self.disable and (rule.is_on or rule_id in self.enable)

    def severity_of(self, rule_id: str, said: Severity | None) -> Severity:
        """The project's word first, then the check's, then the rule's."""
        return self.severities.get(rule_id) or said or RULES[rule_id].severity


@dataclass(frozen=True, slots=True)
class CheckContext:
    """Where the item is and what is known beyond its folder."""

    slug: str = ""
    folder: str = ""
    """The item's folder relative to the repository, `docs/requirements/{slug}`; it leads every path in the findings."""
    config: CheckConfig = CheckConfig()
    resolve_anchor: Callable[[str], bool] | None = None
    """Whether a place in the code exists: `src/tax.py`, `src/tax.py:12`, `src/tax.py::compute`."""
    read_file: Callable[[str], str | None] | None = None
    """The text of a file of the code; none when it cannot be read."""
    changed_symbols: frozenset[str] = frozenset()
    """Names that changed since the analysis looked at the code, as documents may cite them: `tax.compute`, `compute`."""
    changed_files: frozenset[str] = frozenset()
    """Files that changed since then, relative to the repository."""
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
    unknown = sorted(set(raw) - {"disable", "enable", "severity", "ignore"})
    if unknown:
        raise WrongUse(
            f"[check] knows disable, enable, severity and ignore, not {unknown[0]!r}. Remove or rename it."
        )
    return CheckConfig(
        disable=frozenset(_rules(raw.get("disable", ()), "disable")),
        enable=frozenset(_rules(raw.get("enable", ()), "enable")),
        severities=_severities(raw.get("severity", {})),
        ignores=tuple(_ignore(entry) for entry in _entries(raw.get("ignore", ()), "ignore")),
    )


def _entries(value: object, key: str) -> Sequence[object]:
    if not isinstance(value, (list, tuple)):
        raise WrongUse(f"[check] {key} has to be a list.")
    return cast("Sequence[object]", value)


def _rules(value: object, key: str) -> list[str]:
    return [_known(entry, key) for entry in _entries(value, key)]


def _known(value: object, key: str) -> str:
    if not isinstance(value, str) or value not in RULES:
        raise WrongUse(f"[check] {key} names {value!r}, which is no rule. `docs/check.md` lists the rules.")
    return value


def _severities(value: object) -> dict[str, Severity]:
    if not isinstance(value, Mapping):
        raise WrongUse('[check] severity has to be a table such as { RT408 = "warning" }.')
    chosen: dict[str, Severity] = {}
    for rule, said in cast("Mapping[object, object]", value).items():
        known: list[Severity] = [severity for severity in SEVERITIES if severity == said]
        if not known:
            raise WrongUse(f"[check] severity of {rule} is {said!r}; use error, warning or info.")
        chosen[_known(rule, "severity")] = known[0]
    return chosen


def _ignore(value: object) -> Ignore:
    if not isinstance(value, Mapping):
        raise WrongUse("[[check.ignore]] has to be a table with rule, path or finding, and a reason.")
    entry = {str(key): said for key, said in cast("Mapping[object, object]", value).items()}
    reason = entry.get("reason")
    if not isinstance(reason, str) or not reason.strip():
        raise WrongUse("[[check.ignore]] needs a reason: why may these findings stay?")
    if not entry.keys() & {"rule", "path", "finding"}:
        raise WrongUse(
            "[[check.ignore]] needs a rule, a path or a finding; otherwise it would hide everything."
        )
    rule = entry.get("rule", _EVERYTHING)
    return Ignore(
        reason=reason.strip(),
        rule=_EVERYTHING if rule == _EVERYTHING else _known(rule, "ignore"),
        path=str(entry.get("path", _EVERYTHING)),
        finding=str(entry.get("finding", "")),
    )
