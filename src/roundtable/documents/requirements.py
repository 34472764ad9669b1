"""requirements-spec.md: why, for whom, what it must do and how one would see it; and what is open, for README.md.

Rules, errors and checks stand under their requirement, in their own words: those that name none, or one that is gone, under the
first. An open point is a question that somebody can answer, with what is known about it and who can settle it:
the questions somebody recorded, and what the requirements plainly lack, which has no id.

Elsewhere: stories and the traceability matrix (`stories`), the shared matrix of quality requirements (`nfr_matrix`).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from roundtable import facts
from roundtable.analysis.analysis import Analysis
from roundtable.documents import typography
from roundtable.documents.catalog import SPEC
from roundtable.documents.escaping import inline
from roundtable.documents.old_forms import told
from roundtable.documents.page import Page, RenderContext
from roundtable.documents.typography import ended, joined, listed, normal, paragraphs, set_heading
from roundtable.facts.evidence import DRAFT_TURN, Assumed, Confirmed, Evidence, HandEdit, Quote
from roundtable.language.phrases import any_of


def requirements_in_order(analysis: Analysis) -> list[facts.Requirement]:
    return sorted(analysis.of(facts.Requirement), key=lambda fact: fact.id)


def errors_told(analysis: Analysis) -> list[facts.ErrorCase]:
    """Errors told in a sentence; those with a code, a message or a form of their own are in the taxonomy."""
    return [
        error for error in analysis.of(facts.ErrorCase) if error.text and not (error.code or error.message)
    ]


def rules_of(fact: facts.Requirement, analysis: Analysis) -> list[facts.BusinessRule]:
    return [rule for rule in analysis.of(facts.BusinessRule) if _owner(rule, analysis) == fact.id]


def checks_of(fact: facts.Requirement, analysis: Analysis) -> list[facts.Fact]:
    """How one sees that a requirement holds: its checks, then what happens when something fails."""
    checks = [one for one in analysis.of(facts.Criterion) if _owner(one, analysis) == fact.id]
    errors = [error for error in errors_told(analysis) if _owner(error, analysis) == fact.id]
    return [*sorted(checks, key=lambda one: one.id), *errors]


def said_at(fact: facts.Fact) -> tuple[bool, int, int]:
    """Where a sentence was said: what belongs together stands in this order, behind what was read in a document.

    What nobody said or agreed to comes last.
    """
    quoted = [(one.turn, one.start) for one in fact.evidence if isinstance(one, Quote)]
    agreed = [(one.turn, 0) for one in fact.evidence if isinstance(one, Confirmed)]
    turn, start = min((*quoted, *agreed), default=(0, 0))
    return not fact.is_stated, turn, start


def says_more(fact: facts.Requirement, analysis: Analysis) -> bool:
    """Whether the sentence says more than the title, and no check below says it again."""
    words = normal(fact.text)
    others = {normal(told(check)) for check in checks_of(fact, analysis)}
    return bool(words) and words != normal(fact.title) and words not in others


def _owner(fact: facts.BusinessRule | facts.ErrorCase | facts.Criterion, analysis: Analysis) -> str:
    named = analysis.get(fact.requirement or "")
    known = [named] if isinstance(named, facts.Requirement) else analysis.of(facts.Requirement)
    return min((one.id for one in known), default="")


_RANKS: Final = any_of(r"must | should | could | priorit\w* | ship")
EXACT: Final = frozenset('"“`0123456789')
"""A sentence with exact words, code or a figure in it is its own check."""
_LONGEST_NAME: Final = 4
"""Of more words than these, who can settle it is a sentence of its own."""
_ASKER: Final = "*Whoever asked for this can say.*"
_BUILDERS: Final = ("02", "03", "04", "technical-analysis", "architecture", "specification")
"""The steps and topics whose questions the code answers."""


def open_points(page: Page) -> str:
    """The section's words: first what blocks, if anything does, then the points."""
    questions = page.analysis.of(facts.OpenQuestion)
    points = [_point(page, fact) for fact in questions]
    points += _lacking(page.analysis)
    if not points:
        return ""  # that nobody gave a priority stands with the requirement
    blocking = [fact.id for fact in questions if fact.blocks]
    what = "It" if len(points) == 1 else joined(blocking)
    verb = "blocks" if len(blocking) == 1 else "block"
    return paragraphs(f"{what} {verb} the build." if blocking else "", listed(points))


def _point(page: Page, fact: facts.OpenQuestion) -> str:
    why = f" {ended(page.words(fact.why[:1].upper() + fact.why[1:]))}" if fact.why else ""
    words = ended(page.words(fact.text))
    page.show(fact)
    # Where nobody knew, the answer itself is no source worth a footnote.
    quotes = [item.text for item in fact.evidence if isinstance(item, Quote)]
    is_own = any(typography.contains(fact.text, quote) for quote in quotes)
    mark = page.mark(fact, fact.text) if is_own else ""
    return f"**{fact.id}**: {words}{mark}{why}{_who_can_say(page.analysis, fact, is_own=is_own)}"


def _who_can_say(analysis: Analysis, fact: facts.OpenQuestion, *, is_own: bool) -> str:
    """Who settles it; whoever wonders in words of their own has said so, or does not know."""
    settles, about = fact.settles.strip().rstrip("."), analysis.get(fact.about)
    if settles:
        return f" *{inline(settles)}{' can say' if len(settles.split()) <= _LONGEST_NAME else ''}.*"
    for_builder = (fact.step_id or "").startswith(_BUILDERS)
    if isinstance(about, facts.DirectChange | facts.Decision) if about else for_builder:
        return "" if is_own else " *Whoever builds it can say.*"
    is_rank = any(_asks_rank(fact, one) for one in analysis.of(facts.Requirement))
    return f" {_ASKER}" if not is_own and (is_rank or isinstance(about, facts.OutOfScope)) else ""


def _lacking(analysis: Analysis) -> Iterator[str]:
    """Questions about requirements without a priority or a check, where nobody recorded them."""
    if unranked := [fact.id for fact in _without_rank(analysis)]:
        verb = "Is" if len(unranked) == 1 else "Are"
        yield f"{verb} {joined(unranked)} a Must or a Should? {_ASKER}"
    asked = {one.about for one in analysis.of(facts.OpenQuestion) if one.about in one.text}
    exact = {one.id for one in analysis.of(facts.Requirement) if EXACT & set(one.text)}
    known = [one for one in requirements_in_order(analysis) if one.id not in asked | exact]
    if unseen := [one.id for one in known if not _shows_itself(one, analysis)]:
        verb = "holds" if len(unseen) == 1 else "hold"
        yield f"How does one see that {joined(unseen)} {verb}?"


def _shows_itself(fact: facts.Requirement, analysis: Analysis) -> bool:
    """Whether a check, or a rule or an error that somebody stands behind and that says more than the requirement, tells how one sees it."""
    parts = [*checks_of(fact, analysis), *rules_of(fact, analysis)]
    said = [one for one in parts if one.is_stated and normal(told(one)) != normal(fact.text)]
    return bool(said) or any(isinstance(one, facts.Criterion) for one in parts)


def _without_rank(analysis: Analysis) -> list[facts.Requirement]:
    """Requirements without a priority, where somebody gave others one: without any, all of it is wanted, and the request is what it is all about."""
    known = requirements_in_order(analysis)
    # A priority in words may mean any of these.
    in_words = any(note.about == "rank" for note in analysis.of(facts.Note))
    if in_words or not any(analysis.priority_of(fact.id) for fact in known):
        return []
    asked = analysis.of(facts.OpenQuestion)
    unranked = [one for one in known if analysis.priority_of(one.id) is None]
    unasked = [fact for fact in unranked if not any(_asks_rank(one, fact) for one in asked)]
    return [fact for fact in unasked if not all(map(_is_request, fact.evidence))]


def _is_request(item: Evidence) -> bool:
    return isinstance(item, Quote) and item.turn == DRAFT_TURN


def _asks_rank(question: facts.OpenQuestion, fact: facts.Requirement) -> bool:
    return (question.about == fact.id or fact.id in question.text) and bool(_RANKS.search(question.text))


REQUIREMENTS: Final = "Functional Requirements"
_SECTIONS: Final[tuple[tuple[str, tuple[type[facts.Fact], ...]], ...]] = (
    ("Business Context", (facts.Problem, facts.Need)),
    ("Stakeholders and Users", (facts.UserType, facts.Stakeholder)),
    ("Success", (facts.SuccessMetric,)),
    ("User Journeys", (facts.Journey,)),
    ("Technical Context", (facts.Constraint,)),
)


def requirements_page(analysis: Analysis, context: RenderContext) -> Page:
    page = Page(SPEC, analysis, context, analysis.of(facts.Problem, facts.Requirement, facts.Criterion))
    for title, kinds in _SECTIONS:
        for fact in (told_ := analysis.of(*kinds)):
            page.show(fact)
        more = [fact for fact in told_ if normal(fact.headline) != normal(page.subject)] or told_
        page.section(title, _in_order(page, title, more))  # the heading need not be said again
    page.section(REQUIREMENTS, *_requirements(page))
    page.section("Quality Requirements", page.few(analysis.of(facts.Quality)))
    page.section("Out of Scope", _in_order(page, "Out of Scope", analysis.of(facts.OutOfScope)))
    flags: list[str] = []
    for fact in analysis.of(facts.Assumption):
        settles = f" {page.words(fact.settles)} can settle it." if fact.settles else ""
        flags.append(f"{_flag(fact.text)}{settles}{page.mark(fact, fact.text)}")
    page.section("Assumptions", *flags)
    if not page.sections:
        page.opening("Nothing is known about the requirements so far.")
    return page


def _in_order(page: Page, title: str, told_: Sequence[facts.Fact]) -> str:
    """What was said of something, of a clear kind or not, as it was said."""
    notes = [note for note in page.notes_in(title) if not note.section]
    return page.paragraph(sorted((*told_, *notes), key=said_at))


def anchor_to(fact: facts.Requirement, page: Page) -> str:
    return f"{SPEC}#{typography.anchor_of(_heading(fact, page))}"


def _heading(fact: facts.Requirement, page: Page) -> str:
    return f"{fact.id}: {set_heading(fact.title or fact.text, page.known)}"


def _requirements(page: Page) -> list[str]:
    """What must hold, in the order in which it was said; a note belongs to the requirement where there is only one."""
    analysis = page.analysis
    required = requirements_in_order(analysis)
    notes = [note for note in page.notes_in(REQUIREMENTS) if not note.section]
    if len(required) == 1:
        return [_requirement(page, required[0], notes)]
    loose = [*analysis.of(facts.Criterion), *errors_told(analysis), *analysis.of(facts.BusinessRule)]
    first = listed(map(page.entry, sorted((*(() if required else loose), *notes), key=said_at)))
    return [first, *(_requirement(page, fact, ()) for fact in required)]


def _requirement(page: Page, fact: facts.Requirement, notes: Sequence[facts.Note]) -> str:
    analysis = page.analysis
    parts = sorted((*checks_of(fact, analysis), *rules_of(fact, analysis), *notes), key=said_at)
    more = f"{page.words(fact.text)}{page.mark(fact, fact.text)}" if says_more(fact, analysis) else ""
    page.show(fact)
    return paragraphs(
        f"### {_heading(fact, page)}",
        f"**Priority**: {_priority(page, fact)} · **Confidence**: {analysis.confidence(fact).label}",
        more,
        _guessed(fact),
        listed(map(page.entry, parts)),
    )


def _priority(page: Page, fact: facts.Requirement) -> str:
    if given := [one for one in page.analysis.of(facts.Priority) if one.target == fact.id]:
        return given[-1].level + page.mark(given[-1], given[-1].level)
    # The question's id, or the section where it is asked.
    asked = [one.id for one in page.analysis.of(facts.OpenQuestion) if _asks_rank(one, fact)]
    point = asked[0] if asked else "open points" if fact in _without_rank(page.analysis) else ""
    return f"open, see [{point}](README.md#open-points)" if point else "open"


def _guessed(fact: facts.Requirement) -> str:
    """The flag below a requirement that nobody said."""
    reasons = [item.because for item in fact.evidence if isinstance(item, Assumed)]
    if not reasons or any(isinstance(item, Confirmed | HandEdit) for item in fact.evidence):
        return ""
    return _flag(reasons[0] or "nobody said it")


def _flag(text: str) -> str:
    words = inline(text.strip().rstrip(" ."))
    return f"> **Assumption**: {words[:1].upper()}{words[1:]}. Flagged for validation."
