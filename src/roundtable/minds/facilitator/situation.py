"""What a briefing says, in the words of the facilitator: the question, the reply, the step, the code in sight."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast

from roundtable.analysis.analysis import Turn
from roundtable.analysis.facts import AnyFact, Fact
from roundtable.analysis.questions import plain_text
from roundtable.engine.briefing import Ask, Briefing, Contribution, Thought
from roundtable.minds.facilitator.answers.reading import Reading
from roundtable.minds.facilitator.code_sight import Sight
from roundtable.minds.facilitator.spans import Heard
from roundtable.minds.facilitator.words import likeness, words_in
from roundtable.ports import CodeView

__all__ = ["Situation", "proposals", "thought_of", "unconfirmed"]


@dataclass(frozen=True, slots=True)
class Situation:
    """A briefing with what belongs to it close at hand."""

    briefing: Briefing
    sight: Sight

    @classmethod
    def of(cls, briefing: Briefing, view: CodeView | None) -> "Situation":
        """The situation of a briefing."""
        return cls(briefing, Sight(view, briefing.scan))

    @property
    def heard(self) -> Turn:
        """What the person said; an empty turn when nothing was."""
        return self.briefing.heard or Turn(number=self.briefing.analysis.next_turn, text="")

    @property
    def item(self) -> str:
        """The item in the person's own words: its title and the draft."""
        analysis = self.briefing.analysis
        return f"{analysis.title} {analysis.draft}".strip()

    @property
    def step_kinds(self) -> tuple[str, ...]:
        """The kinds that this step's questions fill, most wanted first."""
        step = self.briefing.step
        if step is None:
            return ()
        kinds = [kind for question in step.questions(self.briefing.depth) for kind in question.kinds]
        return tuple(sorted(dict.fromkeys(kinds), key=lambda kind: (-kinds.count(kind), kinds.index(kind))))

    def reading(self, turn: Turn | None = None, *, asked: Ask | None = None, prefix: str = "") -> Reading:
        """A fresh reading of a turn."""
        turn = turn or self.heard
        return Reading(
            heard=Heard(turn.number, turn.text),
            analysis=self.briefing.analysis,
            asked=asked,
            step=self.briefing.step,
            sight=self.sight,
            prefix=prefix,
        )

    def says(self, text: str) -> tuple[Contribution, ...]:
        """One contribution of the persona who speaks; none when there is nothing to say."""
        return (Contribution(persona=self.briefing.persona.key, text=text),) if text.strip() else ()

    @property
    def asked_before(self) -> tuple[str, ...]:
        """Every question that was put, answered or is about to be put."""
        briefing = self.briefing
        texts = [*briefing.analysis.answered, *(ask.text for ask in briefing.pending)]
        texts += [turn.question for turn in briefing.analysis.turns if turn.question]
        if briefing.asked is not None:
            texts.append(briefing.asked.text)
        return tuple(dict.fromkeys(texts))

    def was_asked(self, question: str) -> bool:
        """Whether this question, or one that is nearly the same, was put before."""
        mine = plain_text(question).lower()
        return any(mine == plain_text(text).lower() or _nearly(mine, text) for text in self.asked_before)


def _nearly(mine: str, other: str) -> bool:
    short, long = sorted((len(words_in(mine)), len(words_in(other))))
    return short >= 5 and long <= 1.5 * short and likeness(mine, other) >= 0.85


def proposals(facts: Iterable[Fact]) -> tuple[AnyFact, ...]:
    """Facts as a thought carries them: every one of them is of a known kind."""
    return cast("tuple[AnyFact, ...]", tuple(facts))


def thought_of(reading: Reading, **more: Any) -> Thought:
    """A thought with what was read."""
    return Thought(
        facts=proposals(reading.facts),
        confirmed=tuple(dict.fromkeys((*reading.reused, *more.pop("confirmed", ())))),
        retracted=tuple(reading.retracted),
        amended=tuple(reading.amended),
        **more,
    )


def unconfirmed(facts: tuple[Fact, ...], step_id: str | None) -> tuple[str, ...]:
    """Ids of the facts of a step that nobody has said or confirmed yet."""
    return tuple(
        fact.id
        for fact in facts
        if fact.step_id == step_id
        and not {item.kind for item in fact.evidence} & {"confirmed", "hand-edit"}
        and any(item.kind in ("inferred", "assumed") for item in fact.evidence)
    )
