"""What is open, for README.md: the questions somebody recorded, and what the requirements plainly lack.

A point is a question that somebody can answer, with what is known about it and who can settle it. Nothing here invents an
id: a point that was not recorded as a question has none.

Elsewhere: README.md as a whole (`readme`).
"""

from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.documents.belongings import checks_of, requirements_in_order, rules_of
from roundtable.documents.escaping import inline
from roundtable.documents.page import Page
from roundtable.documents.typography import contains, ended, joined, listed
from roundtable.facts import Decision, DirectChange, Fact, OpenQuestion, Priority, Requirement
from roundtable.facts.evidence import DRAFT_TURN, Quote
from roundtable.language.phrases import any_of

_RANKS: Final = any_of(r"must | should | could | priorit\w* | ship")
_EXACT: Final = frozenset('"“`0123456789')
"""A sentence with exact words, code or a figure in it is its own check."""
_LONGEST_NAME: Final = 4
"""Of more words than these, who can settle it is a sentence of its own."""
_ASKER: Final = "Whoever asked for this can say."
_BUILDER: Final = "Whoever builds it can say."
_BUILDERS: Final = ("02", "03", "04", "technical-analysis", "architecture", "specification")
"""The steps and topics whose questions the code answers."""


def point_about_priority(fact: Requirement, analysis: Analysis) -> str:
    """What the line of an open priority points to: the question's id, or the section where it is asked; else nothing."""
    asked = [one for one in analysis.of(OpenQuestion) if _asks_rank(one, fact)]
    if asked:
        return asked[0].id
    return "open points" if fact in _without_rank(analysis) else ""


def open_points(page: Page) -> str:
    """The section's words: first whether anything blocks, then the points."""
    questions = page.analysis.of(OpenQuestion)
    points = [_point(page, fact) for fact in questions]
    points += [_asked(line, _ASKER) for line in _lacking(page.analysis)]
    if not points:
        ranked = page.analysis.of(Priority) or not page.analysis.of(Requirement)
        nothing = "Nothing is open." if ranked else "Nothing is open but the priority, which nobody gave."
        return nothing if page.context.default_status == "Complete" else ""
    blocking = [fact.id for fact in questions if fact.blocks]
    if not blocking:
        first = "Nothing blocks the build."
    elif len(points) == 1:
        first = "It blocks the build."
    else:
        first = f"{joined(blocking)} {'blocks' if len(blocking) == 1 else 'block'} the build."
    return f"{first}\n\n{listed(points)}"


def _point(page: Page, fact: OpenQuestion) -> str:
    why = f" {ended(page.words(fact.why))}" if fact.why else ""
    settles = fact.settles.strip().rstrip(".")
    who = f"{settles} can say" if len(settles.split()) <= _LONGEST_NAME else settles
    default = _BUILDER if _is_for_builder(fact, page.analysis) else _ASKER
    words = ended(page.words(fact.text))
    page.show(fact)
    # Where nobody knew, the answer itself is no source worth a footnote.
    is_own = any(isinstance(item, Quote) and contains(fact.text, item.text) for item in fact.evidence)
    mark = page.mark(fact, fact.text) if is_own else ""
    return f"**{fact.id}**: {words}{mark}{why} *{f'{inline(who)}.' if settles else default}*"


def _asked(text: str, who: str) -> str:
    return f"{text} *{who}*"


def _is_for_builder(fact: OpenQuestion, analysis: Analysis) -> bool:
    about = analysis.get(fact.about)
    if about is not None:
        return isinstance(about, DirectChange | Decision)
    return (fact.step_id or "").startswith(_BUILDERS)


def _lacking(analysis: Analysis) -> list[str]:
    """Questions about requirements without a priority or a check, where nobody recorded them."""
    unranked = [fact.id for fact in _without_rank(analysis)]
    found: list[str] = []
    if unranked:
        verb = "Is" if len(unranked) == 1 else "Are"
        found.append(f"{verb} {joined(unranked)} a Must or a Should?")
    unseen = [
        fact.id
        for fact in requirements_in_order(analysis)
        if not (checks_of(fact, analysis) or rules_of(fact, analysis))
        and not _is_asked_about(fact, analysis)
        and not _EXACT & set(fact.text)
    ]
    if unseen:
        verb = "holds" if len(unseen) == 1 else "hold"
        found.append(f"How does one see that {joined(unseen)} {verb}?")
    return found


def _without_rank(analysis: Analysis) -> list[Requirement]:
    """Requirements without a priority, where somebody gave others one: without any, all of it is wanted, and the request is what it is all about."""
    known = requirements_in_order(analysis)
    if not any(analysis.priority_of(fact.id) for fact in known):
        return []
    asked = analysis.of(OpenQuestion)
    return [
        fact
        for fact in known
        if analysis.priority_of(fact.id) is None
        and not any(_asks_rank(one, fact) for one in asked)
        and not all(isinstance(item, Quote) and item.turn == DRAFT_TURN for item in fact.evidence)
    ]


def _is_asked_about(fact: Fact, analysis: Analysis) -> bool:
    return any(one.about == fact.id for one in analysis.of(OpenQuestion))


def _asks_rank(question: OpenQuestion, fact: Requirement) -> bool:
    return (question.about == fact.id or fact.id in question.text) and bool(_RANKS.search(question.text))
