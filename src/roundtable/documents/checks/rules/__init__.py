"""Every rule by its id. `docs/check.md` is made from this table, so it cannot say anything else."""

from typing import Final

from roundtable.documents.checks.findings import Rule
from roundtable.documents.checks.rules.agreement import AGREEMENT
from roundtable.documents.checks.rules.code import CODE
from roundtable.documents.checks.rules.consistency import CONSISTENCY
from roundtable.documents.checks.rules.structure import STRUCTURE
from roundtable.documents.checks.rules.wording import WORDING

__all__ = ["GROUPS", "RULES"]

GROUPS: Final[tuple[tuple[str, tuple[Rule, ...]], ...]] = (
    ("Structure (RT1xx)", STRUCTURE),
    ("Consistency (RT2xx)", CONSISTENCY + AGREEMENT),
    ("Code (RT3xx)", CODE),
    ("Wording of requirements (RT4xx)", WORDING),
)

RULES: Final[dict[str, Rule]] = {rule.id: rule for _, rules in GROUPS for rule in rules}
