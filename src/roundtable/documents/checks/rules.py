"""Every rule by its id, read from `rules.md` beside this module. `docs/check.md` is made of the same text."""

from importlib.resources import files
from typing import Final

from roundtable.documents.checks.findings import SEVERITIES, Rule, Severity

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
