"""A briefing with what belongs to it close at hand: the code in sight, quotes of what was just said, words to give back."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast

from roundtable.analysis.analysis import Analysis, Turn
from roundtable.engine.briefing import Ask, Briefing, Contribution
from roundtable.engine.place import KEEPS, REPLACES, REVIEW, WHICH
from roundtable.facts import AnyFact, Fact
from roundtable.facts.evidence import Quote
from roundtable.interview.code_sight import Sight
from roundtable.ports import CodeView


@dataclass(frozen=True, slots=True)
class Situation:
    """What a task starts from."""

    briefing: Briefing
    sight: Sight

    @classmethod
    def of(cls, briefing: Briefing, view: CodeView | None) -> "Situation":
        """The situation of a briefing."""
        return cls(briefing, Sight(view, briefing.scan))

    def but(self, **changes: Any) -> "Situation":
        """The same situation with another question, or with other words heard."""
        return Situation(self.briefing.model_copy(update=changes), self.sight)

    @property
    def analysis(self) -> Analysis:
        """All that is known."""
        return self.briefing.analysis

    @property
    def heard(self) -> Turn:
        """What the person said; an empty turn when nothing was."""
        return self.briefing.heard or Turn(number=self.analysis.next_turn, text="")

    @property
    def asked(self) -> Ask:
        """The question it answers; where nothing was asked, what the step or the discussion is about."""
        step, depth = self.briefing.step, self.briefing.depth
        kinds = (kind for q in step.questions(depth) for kind in q.kinds[:1]) if step is not None else ()
        return self.briefing.asked or Ask(text=self.briefing.focus, kinds=tuple(dict.fromkeys(kinds)))

    @property
    def reviews(self) -> bool:
        """Whether lines of the record were shown: what is said then is about them, unless it plainly adds something."""
        return self.asked.about.startswith((REVIEW, WHICH, REPLACES, KEEPS))

    @property
    def attempts(self) -> int:
        """How often something was said to the open question, this time included; the record outlives the session."""
        return sum(turn.question == self.asked.text for turn in self.analysis.turns if turn.number)

    @property
    def place(self) -> str | None:
        """The step or topic that is open: where new facts are filed."""
        step = self.briefing.step
        return step.step_id if step is not None else self.asked.topic

    def quote(self, start: int, end: int, *, corrects: bool = False) -> Quote:
        """The person's words from `start` to `end`, without the white space around them."""
        piece = self.heard.text[start:end]
        start += len(piece) - len(piece.lstrip())
        words = piece.strip()
        role = "correction" if corrects else "said"
        return Quote(turn=self.heard.number, start=start, end=start + len(words), text=words, role=role)

    def says(self, text: str, persona: str | None = None) -> tuple[Contribution, ...]:
        """Words of one persona (whoever speaks now, unless named); nothing when there are none."""
        return (Contribution(persona=persona or self.briefing.persona.key, text=text),) if text else ()


def as_facts(facts: Iterable[Fact]) -> tuple[AnyFact, ...]:
    """Facts as a thought carries them."""
    return cast("tuple[AnyFact, ...]", tuple(facts))
