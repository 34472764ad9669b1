"""What a thought gives as said, in other words than the person's: the rules read it, and where there is a model, so does that.

What only repeats their words, in their order, need not be read again, nor what the cited lines repeat.
`roundtable.minds.guarded` has the others read once more, all of a turn together, and leaves out what was not said.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from roundtable.engine.briefing import Briefing, Thought
from roundtable.facts import Criterion, Fact
from roundtable.facts.evidence import CodeAnchor, Evidence, Inferred, Quote
from roundtable.minds.guards.cited_code import cited, is_repeated, lines_around
from roundtable.minds.guards.support import sentence_around, statement_of
from roundtable.minds.guards.text import stems

_IN_DOUBT: Final = frozenset({"open_question", "note", "option", "priority"})
"""Kinds that claim nothing, or whose words are a rank that is read by rule."""
_SAID_AGAIN: Final = frozenset({"title", "given", "when", "then", "category", "status", "change", "level"})
"""Fields that say in short, or in parts, what the text says, or that no words are needed for."""
_LONGEST_ANSWER: Final = 1_500
"""Characters: of a longer answer only what is quoted is read again."""


class Rendering(NamedTuple):
    operation: str
    """The id of the new fact, or of the one that is changed."""
    statement: str
    words: str
    """What the person said, or lines of code."""
    question: str = ""
    is_code: bool = False


def renderings(thought: Thought, briefing: Briefing) -> tuple[Rendering, ...]:
    """The new facts and changes that say in other words what is quoted for them."""
    found: list[Rendering] = []
    for fact in thought.facts:
        if fact.kind not in _IN_DOUBT:
            examples = [one.headline for one in thought.facts if _is_example_of(one, fact)]
            stated = statement_of(fact, without=_SAID_AGAIN)
            found += _rendering(fact.id, stated, examples, fact.evidence, briefing)
    for change in thought.amended:
        stated = " ".join(text for text in change.updates.values() if isinstance(text, str))
        found += _rendering(change.fact_id, stated, (), change.evidence, briefing)
    return tuple(found)


def without(thought: Thought, operations: Collection[str]) -> Thought:
    return thought.changed(
        facts=tuple(fact for fact in thought.facts if fact.id not in operations),
        amended=tuple(one for one in thought.amended if one.fact_id not in operations),
    )


def _rendering(
    operation: str, statement: str, more: Sequence[str], evidence: Sequence[Evidence], briefing: Briefing
) -> Iterator[Rendering]:
    anchors = cited(evidence)
    if (
        anchors
        and not is_repeated(statement, anchors, briefing)
        and (shown := lines_around(anchors, briefing))
    ):
        yield Rendering(operation, statement, shown, is_code=True)
    quotes = [item for item in evidence if isinstance(item, Quote)]
    turns = [turn for quote in quotes if (turn := briefing.analysis.turn(quote.turn))]
    if not turns or any(isinstance(item, CodeAnchor) for item in evidence):
        return
    said = (sentence_around(turn.text, one.start, one.end) for turn, one in zip(turns, quotes, strict=False))
    words = " ".join(dict.fromkeys(said))
    if not all(_repeats(one, words) for one in (statement, *more)):
        whole = "\n".join(dict.fromkeys(turn.text for turn in turns))
        heard = whole if len(whole) <= _LONGEST_ANSWER else words
        yield Rendering(operation, " ".join((statement, *more)), heard, turns[0].question)


def _repeats(statement: str, words: str) -> bool:
    """Whether a statement stands among the words as it is, but for the forms of words."""
    return " ".join(stems(statement)) in " ".join(stems(words))


def _is_example_of(one: Fact, fact: Fact) -> bool:
    sources = (item.sources for item in one.evidence if isinstance(item, Inferred))
    return isinstance(one, Criterion) and any(fact.id in those for those in sources)
