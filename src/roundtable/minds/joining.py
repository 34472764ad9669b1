"""A model's accepted thought and the facilitator's, put together: the model's words, and no fact of the person's lost.

The model leads where it understood something: a fact of its own replaces the facilitator's of the same kind only where
both rest on the same words of the person. What it overlooked, and what it merely supposed, takes nothing away.
"""

from collections.abc import Iterable

from roundtable.analysis.evidence import Quote
from roundtable.analysis.facts import AnyFact, Fact
from roundtable.analysis.ids import is_temporary
from roundtable.engine.briefing import Ask, Briefing, Thought
from roundtable.minds.guards.echo import is_echo
from roundtable.minds.phase_facts import ANYWHERE, PHASE_FACTS

__all__ = ["joined"]


def joined(thought: Thought, own: Thought, briefing: Briefing) -> Thought:
    """One thought out of two."""
    match briefing.task.kind:
        case "take_answer" | "take_feedback" | "converse" | "open_conversation":
            return _listening(thought, own, briefing)
        case "fill_gaps":
            known = (*briefing.analysis.facts, *own.facts)
            more = _unlike((fact for fact in thought.facts if _belongs(fact, briefing)), known)
            return own.model_copy(update={"facts": _with_what_they_refer_to(own.facts, more, thought.facts)})
        case "ask_again":
            return own.model_copy(update={"question": _ask(thought.question, own.question)})
        case "synthesise":
            return thought.model_copy(update={"facts": thought.facts or own.facts})
        case _:
            return thought


def _listening(thought: Thought, own: Thought, briefing: Briefing) -> Thought:
    taken = thought
    if not thought.takes_in_anything:
        taken = thought.model_copy(
            update={
                name: getattr(own, name)
                for name in ("facts", "confirmed", "retracted", "amended", "none_of", "settled")
            }
        )
    else:
        extra = [fact for fact in own.facts if not _is_covered(fact, thought.facts)]
        facts = _with_what_they_refer_to(thought.facts, extra, own.facts)
        taken = thought.model_copy(
            update={
                "facts": facts,
                "confirmed": thought.confirmed or own.confirmed,
                "retracted": thought.retracted or own.retracted,
                "amended": thought.amended or own.amended,
                "none_of": thought.none_of or own.none_of,
                "settled": thought.settled or own.settled,
            }
        )
    question = thought.question
    if briefing.mode == "conversation":
        question = _ask(question, own.question)
    return taken.model_copy(
        update={
            "contributions": thought.contributions or own.contributions,
            "answered": tuple(dict.fromkeys((*thought.answered, *own.answered))),
            "question": question,
        }
    )


def _belongs(fact: Fact, briefing: Briefing) -> bool:
    """Whether a phase that nobody is asked about may bring this fact: each phase has its own, and any may be in doubt."""
    wanted = PHASE_FACTS.get(briefing.phase_key)
    return wanted is None or fact.kind in wanted or fact.kind in ANYWHERE


def _is_covered(fact: Fact, facts: tuple[AnyFact, ...]) -> bool:
    """Whether the model's facts already say it: the same kind from the same words; a note is what nobody understood."""
    spans = _spans(fact)
    if fact.kind == "note":
        return any(_overlap(spans, _spans(other)) for other in facts)
    return any(
        _overlap(spans, _spans(other)) or (_spans(other) and is_echo(fact.headline, other.headline))
        for other in facts
        if other.kind == fact.kind
    )


def _spans(fact: Fact) -> list[Quote]:
    return [item for item in fact.evidence if isinstance(item, Quote)]


def _overlap(some: list[Quote], others: list[Quote]) -> bool:
    return any(
        one.turn == other.turn and one.start < other.end and other.start < one.end
        for one in some
        for other in others
    )


def _ask(asked: Ask | None, own: Ask | None) -> Ask | None:
    """The model's question; the facilitator's when it has none."""
    return asked if asked is not None else own


def _unlike(facts: Iterable[AnyFact], known: Iterable[Fact]) -> list[AnyFact]:
    """The facts that say something the known ones of their kind do not."""
    kept: list[AnyFact] = []
    by_kind: dict[str, list[str]] = {}
    for fact in known:
        by_kind.setdefault(fact.kind, []).append(fact.headline)
    for fact in facts:
        said = by_kind.setdefault(fact.kind, [])
        if not any(is_echo(fact.headline, headline) for headline in said):
            said.append(fact.headline)
            kept.append(fact)
    return kept


def _with_what_they_refer_to(
    basis: tuple[AnyFact, ...], extra: Iterable[AnyFact], source: tuple[AnyFact, ...]
) -> tuple[AnyFact, ...]:
    """Basis and extra; an extra fact that points at something left out goes, too."""
    ids = {fact.id for fact in basis if fact.id}
    chosen = list(extra)
    ids |= {fact.id for fact in chosen if fact.id}
    left_out = {fact.id for fact in source if fact.id and is_temporary(fact.id)} - ids
    return (*basis, *(fact for fact in chosen if not _refers(fact) & left_out))


def _refers(fact: Fact) -> set[str]:
    found: set[str] = set()
    for field in fact.refers:
        value: str | tuple[str, ...] | None = getattr(fact, field)
        found |= {value} if isinstance(value, str) else set(value or ())
    return found
