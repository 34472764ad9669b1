"""Nobody can be asked: what the draft still says, and a first check for every requirement that has none.

Used when a phase is filled in without a conversation. A sentence of the draft that states how things should be becomes a
requirement in its own words; a requirement without a criterion gets one that follows from its text. Both count as inferred.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.evidence import DRAFT_TURN, Inferred, Quote
from roundtable.analysis.facts import Criterion, Fact, Requirement, UserType
from roundtable.minds.facilitator.answers.requirements import phrase_requirement
from roundtable.minds.facilitator.answers.sorting import form_of
from roundtable.minds.facilitator.observations import check_of, scenario_of
from roundtable.minds.facilitator.spans import Heard, Piece, read_pieces
from roundtable.minds.facilitator.words import is_english, word_set

__all__ = ["first_criteria", "stated_requirements"]

_MOST: Final = 12
_TROUBLE: Final = re.compile(
    r"\b(?:can(?:'|no)t|cannot|unable|fail\w*|broken|crash\w*|slow\w*|wrong|errors?|bugs?|lost|hard|difficult|confus\w*|today|currently|right now|at the moment|complain\w*|too (?:many|much|long|slow)|because)\b|\?",
    re.IGNORECASE,
)
_NO_DEMANDS: Final = word_set(
    "option decision out_of_scope open_question assumption risk success_metric problem"
)
"""Forms of a sentence that states something, but nothing that has to be built."""
_STATES: Final = re.compile(
    r"^(?:every |each |all |an? |the |only )?[\w'-]+(?: [\w'-]+){0,5} \w+", re.IGNORECASE
)


def stated_requirements(analysis: Analysis, found: Sequence[Fact], step_id: str | None) -> list[Fact]:
    """Sentences of the draft that nothing found so far rests on, and that say how it should be."""
    draft = analysis.draft
    taken = [
        item
        for fact in (*analysis.facts, *found)
        if fact.kind != "user_type"
        for item in fact.evidence
        if isinstance(item, Quote) and item.turn == DRAFT_TURN
    ]
    names = [fact.name for fact in (*analysis.of(UserType), *found) if isinstance(fact, UserType)]
    heard = Heard(DRAFT_TURN, draft)
    made: list[Fact] = []
    for piece in (part for whole in read_pieces(draft) for part in _clauses(whole)):
        if piece.code or _overlaps(piece, taken) or not _states_something(piece.text):
            continue
        if form_of(piece, ()) in _NO_DEMANDS:
            continue
        title, text = phrase_requirement(_as_wish(piece.flat, names))
        evidence = (heard.quote(piece.start, piece.end), Inferred(because="read from the draft"))
        made.append(
            Requirement(
                id=f"new:s{len(made) + 1}", step_id=step_id, title=title, text=text, evidence=evidence
            )
        )
    return made[:_MOST]


def _clauses(piece: Piece) -> list[Piece]:
    """A sentence cut at its semicolons: each part is a statement of its own."""
    parts = [match.span() for match in re.finditer(r"[^;]+", piece.text)]
    return [piece.part(start, end) for start, end in parts] if len(parts) > 1 else [piece]


def _overlaps(piece: Piece, quotes: Iterable[Quote]) -> bool:
    return any(quote.start < piece.end and piece.start < quote.end for quote in quotes)


def _states_something(text: str) -> bool:
    flat = " ".join(text.split())
    return (
        3 <= len(flat.split()) <= 40
        and is_english(flat)
        and not _TROUBLE.search(flat)
        and bool(_STATES.match(flat))
    )


def _as_wish(sentence: str, names: Iterable[str]) -> str:
    """ "Managers create codes" is a wish about managers: "Managers can create codes"."""
    for name in sorted(names, key=len, reverse=True):
        found = re.match(
            rf"^(?P<who>(?:(?:the|every|each|all|only) )?{re.escape(name)}) (?P<what>[a-z]+(?: .+)?)$",
            sentence,
            re.IGNORECASE,
        )
        if found and not re.match(r"(?:can|may|must|shall|should|will|are|is|have|has)\b", found["what"]):
            return f"{found['who']} can {found['what']}"
    return sentence


def first_criteria(analysis: Analysis, found: Sequence[Fact], step_id: str | None) -> list[Fact]:
    """One criterion for each requirement without any, from its own words."""
    requirements = [*analysis.of(Requirement), *(fact for fact in found if isinstance(fact, Requirement))]
    owned = {fact.requirement for fact in (*analysis.of(Criterion), *found) if isinstance(fact, Criterion)}
    made: list[Fact] = []
    for requirement in requirements:
        if requirement.id in owned:
            continue
        when, then = scenario_of(requirement.text)
        made.append(
            Criterion(
                id=f"new:first{len(made) + 1}",
                step_id=step_id,
                requirement=requirement.id,
                text=check_of(requirement.text),
                when=when,
                then=then,
                evidence=(Inferred(sources=(requirement.id,), because="follows from the requirement"),),
            )
        )
    return made
