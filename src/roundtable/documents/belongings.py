"""What belongs to a requirement: its checks, the errors told in a sentence, its rules.

Rules and errors that name no requirement belong to the first; those of a withdrawn one stand nowhere.

Elsewhere: how they are shown (`requirements`, `readme`), what a requirement lacks (`open_points`).
"""

from roundtable.analysis.analysis import Analysis
from roundtable.documents.old_forms import told
from roundtable.documents.typography import normal
from roundtable.facts import BusinessRule, ErrorCase, Fact, Requirement


def requirements_in_order(analysis: Analysis) -> list[Requirement]:
    return sorted(analysis.of(Requirement), key=lambda fact: fact.id)


def errors_told(analysis: Analysis) -> list[ErrorCase]:
    """Errors told in a sentence; those with a code or a form of their own are in the taxonomy."""
    return [error for error in analysis.of(ErrorCase) if error.text and not error.code]


def rules_of(fact: Requirement, analysis: Analysis) -> list[BusinessRule]:
    return [rule for rule in analysis.of(BusinessRule) if _owner(rule, analysis) == fact.id]


def checks_of(fact: Requirement, analysis: Analysis) -> list[Fact]:
    """How one sees that a requirement holds: its checks, then what happens when something fails."""
    errors = [error for error in errors_told(analysis) if _owner(error, analysis) == fact.id]
    return [*sorted(analysis.criteria_of(fact), key=lambda one: one.id), *errors]


def says_more(fact: Requirement, analysis: Analysis) -> bool:
    """Whether the sentence says more than the title, and no check below says it again."""
    words = normal(fact.text)
    others = {normal(told(check)) for check in checks_of(fact, analysis)}
    return bool(words) and words != normal(fact.title) and words not in others


def _owner(fact: BusinessRule | ErrorCase, analysis: Analysis) -> str:
    known = [other.id for other in requirements_in_order(analysis)]
    named = fact.requirement or ""
    return named if named in known or named in analysis.retracted or not known else known[0]
