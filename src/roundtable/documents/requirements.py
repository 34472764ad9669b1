"""requirements-spec.md: why, for whom, what it must do and how one would see it.

The words of requirements, checks, rules and errors are never rewritten here. Rules, errors and checks stand under their
requirement, those without one under the first.

Elsewhere: stories and the traceability matrix (`stories`), the shared matrix of quality requirements (`nfr_matrix`), open
points (`readme`).
"""

from typing import Final

from roundtable import facts
from roundtable.analysis.analysis import Analysis
from roundtable.documents.belongings import checks_of, errors_told, requirements_in_order, rules_of, says_more
from roundtable.documents.catalog import SPEC
from roundtable.documents.escaping import inline
from roundtable.documents.open_points import point_about_priority
from roundtable.documents.page import Page, RenderContext
from roundtable.documents.typography import anchor_of, listed, paragraphs, set_heading
from roundtable.facts.evidence import Assumed, Confirmed, HandEdit

_SECTIONS: Final[tuple[tuple[str, tuple[type[facts.Fact], ...]], ...]] = (
    ("Business Context", (facts.Problem, facts.Need)),
    ("Stakeholders and Users", (facts.UserType, facts.Stakeholder)),
    ("Success", (facts.SuccessMetric,)),
    ("User Journeys", (facts.Journey,)),
    ("Technical Context", (facts.Constraint,)),
)


def requirements_page(analysis: Analysis, context: RenderContext) -> Page:
    weighed = (*analysis.of(facts.Problem), *analysis.of(facts.Requirement), *analysis.of(facts.Criterion))
    page = Page(SPEC, analysis, context, weighed)
    for title, kinds in _SECTIONS:
        page.section(title, page.paragraph(fact for kind in kinds for fact in analysis.of(kind)))
    page.section("Functional Requirements", *_requirements(page), notes_first=True)
    page.section("Quality Requirements", page.few(analysis.of(facts.Quality)))
    page.section("Out of Scope", page.paragraph(analysis.of(facts.OutOfScope)))
    page.section(
        "Assumptions", "\n\n".join(_assumption(page, fact) for fact in analysis.of(facts.Assumption))
    )
    if not page.sections:
        page.opening("Nothing is known about the requirements so far.")
    return page


def anchor_to(fact: facts.Requirement, page: Page) -> str:
    """The link target of a requirement's own heading."""
    return f"{SPEC}#{anchor_of(_heading(fact, page))}"


def _heading(fact: facts.Requirement, page: Page) -> str:
    return f"{fact.id}: {set_heading(fact.title or fact.text, page.known)}"


def _requirements(page: Page) -> list[str]:
    analysis = page.analysis
    requirements = requirements_in_order(analysis)
    if not requirements:
        loose: list[facts.Fact] = [
            *analysis.of(facts.Criterion),
            *errors_told(analysis),
            *analysis.of(facts.BusinessRule),
        ]
        return [page.bullets(loose, with_ids=True)]
    written = [_requirement(page, fact) for fact in requirements]
    for fact in (*analysis.of(facts.BusinessRule), *errors_told(analysis)):
        page.show(fact)  # one whose requirement was withdrawn is named for review
    return written


def _requirement(page: Page, fact: facts.Requirement) -> str:
    analysis = page.analysis
    more = f"{page.words(fact.text)}{page.mark(fact, fact.text)}" if says_more(fact, analysis) else ""
    page.show(fact)
    checks = [page.entry(f"**{check.id}**:", check) for check in checks_of(fact, analysis)]
    rules = [page.entry(f"**{rule.id}**:", rule) for rule in rules_of(fact, analysis)]
    return paragraphs(
        f"### {_heading(fact, page)}",
        f"**Priority**: {_priority(page, fact)} · **Confidence**: {analysis.confidence(fact).label}",
        more,
        _guessed(fact),
        listed([*checks, *rules]),
    )


def _priority(page: Page, fact: facts.Requirement) -> str:
    given = [one for one in page.analysis.of(facts.Priority) if one.target == fact.id]
    if given:
        return given[-1].level + page.mark(given[-1], given[-1].level)
    point = point_about_priority(fact, page.analysis)
    return f"open, see [{point}](README.md#open-points)" if point else "open"


def _guessed(fact: facts.Requirement) -> str:
    """The flag below a requirement that nobody said."""
    reasons = [item.because for item in fact.evidence if isinstance(item, Assumed)]
    if not reasons or any(isinstance(item, Confirmed | HandEdit) for item in fact.evidence):
        return ""
    return _flag(reasons[0] or "nobody said it")


def _assumption(page: Page, fact: facts.Assumption) -> str:
    settles = f" {page.words(fact.settles)} can settle it." if fact.settles else ""
    return f"{_flag(fact.text)}{settles}{page.mark(fact, fact.text)}"


def _flag(text: str) -> str:
    words = inline(text.strip().rstrip(" ."))
    return f"> **Assumption**: {words[:1].upper()}{words[1:]}. Flagged for validation."
