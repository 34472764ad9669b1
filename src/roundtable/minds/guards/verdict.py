"""What a guard says about a thought: refused with reasons, mended quietly, or fine."""

from dataclasses import dataclass, field
from typing import Literal

from roundtable.engine.briefing import Thought

Family = Literal["voice", "echo", "conversation", "evidence", "protocol", "length"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """One broken rule, in words that whoever wrote the thought can act on."""

    family: Family
    reason: str
    operation: str = ""
    """The fact or change that is refused by itself; empty for the words and the thought as a whole."""


@dataclass(slots=True)
class Findings:
    """What the guards gather while they look. `dropped` and `mended` are lines for the journal."""

    refusals: list[Refusal] = field(default_factory=list[Refusal])
    dropped: list[str] = field(default_factory=list[str])
    mended: list[str] = field(default_factory=list[str])

    def refuse(self, family: Family, reason: str, operation: str = "") -> None:
        """The thought must not pass as it is; with an operation named, only that one must not."""
        refusal = Refusal(family, reason, operation)
        if refusal not in self.refusals:
            self.refusals.append(refusal)

    def take(self, others: "Findings", operation: str = "") -> None:
        """Gather what was found elsewhere, too; about one operation, if it is named."""
        for refusal in others.refusals:
            self.refuse(refusal.family, refusal.reason, refusal.operation or operation)
        self.dropped += others.dropped
        self.mended += others.mended


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome. `thought` is what may pass: mended, and without what was dropped or refused by itself.

    As long as its words are refused, nothing of them may be shown; its facts and operations stand on their own.
    """

    thought: Thought
    refusals: tuple[Refusal, ...] = ()
    dropped: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()

    @property
    def is_fine(self) -> bool:
        return not self.refusals

    @property
    def may_be_said(self) -> bool:
        """Whether its words may be shown, whatever became of single facts."""
        return all(refusal.operation for refusal in self.refusals)

    @property
    def reasons(self) -> str:
        return " ".join(refusal.reason for refusal in self.refusals)
