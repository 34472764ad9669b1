"""Which facts a phase may bring when nobody is asked: a model that fills gaps stays with the matter of its phase."""

from collections.abc import Mapping
from typing import Final

PHASE_FACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "00-quick-scan": ("scope", "out_of_scope"),
    "01-requirements": (
        *("problem", "user_type", "need", "requirement", "criterion", "quality", "constraint", "story"),
        *("priority", "business_rule", "success_metric", "stakeholder", "journey", "out_of_scope"),
    ),
    "02-impact-analysis": ("risk_zone", "direct_change", "entry_point"),
    "03-architecture": ("option", "decision", "integration", "technology"),
    "04-design": ("module", "interface", "data_flow", "state", "error_case"),
}
ANYWHERE: Final = frozenset({"open_question", "assumption", "note"})  # what may be in doubt in any phase
