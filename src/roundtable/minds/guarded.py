"""A mind under guard: it thinks, the guards look, and when it cannot be used the offline mind speaks.

- Words that are refused go back with the reasons, at most twice; then the offline mind speaks for that turn and the journal
  says so. Nothing of refused words is shown.
- Facts and operations are judged one by one. What holds is kept, whatever becomes of the rest; what is refused goes back
  once, with the words at fault, and never costs the turn. To have nothing to say or to add is a fine answer.
- What says in other words what the person said is read once more by the mind itself, all of a turn in one short request:
  what their words do not say goes back like anything that is refused.
- A mind that does not answer costs nothing but a line: the offline mind carries on at once, and the next turn is the mind's
  again. While an outage lasts it is asked ever more rarely; when it is over, that is said. After a failure that no retry can
  mend (a wrong key, a spent budget) it is not asked again in this session.
- The offline mind reads every answer too, but only to point at sentences: those that no accepted quote covers go to the
  mind once more, and what is still left is kept as a note.
- Before the review the mind reads the documents once, as they were written, and repairs them with operations.

Elsewhere: the rules (`guards`), putting both thoughts together (`joining`), language models (`llm`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, Protocol

from roundtable.engine.briefing import Briefing, Shown, Spending, TaskKind, Thought
from roundtable.errors import MindUnavailable
from roundtable.interview.agenda import prepared
from roundtable.interview.steps import still_to_come
from roundtable.minds.gate import SentenceGate
from roundtable.minds.guards import Verdict, judge
from roundtable.minds.guards.renderings import Rendering, renderings, without
from roundtable.minds.guards.verdict import Refusal
from roundtable.minds.joining import (
    as_recorded,
    joined,
    on_unrecorded,
    telling_changes,
    uncovered,
    with_more,
)
from roundtable.ports import CodeView, Mind

BY_RULE: Final[frozenset[TaskKind]] = frozenset({"open_step", "take_draft_reply", "recap", "review"})
"""What the offline mind does better alone: these repeat facts word for word, or settle what the person confirmed."""
_MOST_REFUSALS: Final = 2
_MOST_LEFT_OUT: Final = 3  # the longest pause in an outage is two to this power, less one: seven tasks

Hear = Callable[[str, Thought | None], None]
"""Hears the growing words of the first speaker; with the second, all words and the question, which are there before the facts."""


class Refused(NamedTuple):
    answer: str
    reasons: str


class Unreadable(Exception):
    """An answer came, but not in the shape that was asked for: it goes back like a refused one."""

    def __init__(self, answer: str, reasons: str) -> None:
        super().__init__(reasons)
        self.refused = Refused(answer, reasons)


class Report(NamedTuple):
    notes: tuple[str, ...]  # lines for the journal
    looks: tuple[str, ...]  # the code it looked at, for the person
    spending: Spending | None
    lines: tuple[str, ...] = ()  # the lines among it


class Guardable(Protocol):
    """A mind that can be told why its last answer was refused, and asked what it has spent."""

    @property
    def name(self) -> str: ...

    async def attempt(
        self, briefing: Briefing, refused: Sequence[Refused], hear: Hear
    ) -> tuple[Thought, str]:
        """One try: the thought, and the answer it was read from. Raises `MindUnavailable` or `Unreadable`.

        `hear` may be called with what is said, as it arrives.
        """
        ...

    async def unsaid(self, told: Sequence[Rendering]) -> Mapping[int, str]:
        """Which of these say what the words beside them do not, counted from one, and why. Raises like `attempt`."""
        ...

    @property
    def reads_documents(self) -> bool:
        """Whether it can take whole documents."""
        ...

    @property
    def shown(self) -> Sequence[Shown]:
        """The code that it has seen: only this can be cited."""
        ...

    def report(self) -> Report:
        """What it did since this was last asked."""
        ...

    async def close(self) -> None:
        """Let go of connections."""


class Guarded:
    def __init__(self, mind: Guardable, fallback: Mind, code: CodeView | None = None) -> None:
        self.name: Final = mind.name
        self._mind = mind
        self._fallback = fallback
        self._code = code
        self._failures = 0
        self._left_out = 0  # tasks for which it is not asked, because it did not answer before
        self._resting = False
        self._has_read = False
        self._has_told_refusal = False
        self.stream: Callable[[str], None] = lambda _piece: None
        """Hears the words as they come, sentence by sentence, each one already past the guards."""

    @property
    def wants_documents(self) -> bool:
        """Whether the documents are to be read once more before the review; once in a session."""
        return not (self._resting or self._has_read) and self._mind.reads_documents

    async def think(self, briefing: Briefing) -> Thought:
        own = await self._fallback.think(briefing)
        if briefing.task.kind == "take_draft_reply" and own.facts:
            # To confirm a draft, or to correct it, goes by rule; what a reply adds to it is an answer like any other.
            briefing = briefing.changed(task=briefing.task.changed(kind="take_answer"))
        kind = briefing.task.kind
        is_last_reading = kind == "review" and bool(briefing.documents)
        # In the simpler words of the content.
        is_put_again = kind == "answer_back" and own.question is not None
        # Where no question is worth asking, it was said that there is none.
        has_no_question = kind == "ask_again" and own.question is None
        by_rule = own.draft or is_put_again or has_no_question or (kind in BY_RULE and not is_last_reading)
        if self._resting or by_rule:
            return own
        if self._left_out:
            self._left_out -= 1
            return own
        if kind == "converse":
            briefing = briefing.changed(pending=prepared(briefing, self._code))
        elif kind == "take_answer":
            later = still_to_come(briefing, self._code)
            briefing = briefing.changed(pending=tuple(dict.fromkeys((*briefing.pending, *later))))
        notes: list[str] = []
        gate = SentenceGate(briefing, self.stream, self._code, lambda: self._mind.shown)
        try:
            thought, notice = await self._guarded(briefing, own, gate, notes)
            if self._failures:
                notice = f"{self.name} answers again."
            self._failures = 0
        except MindUnavailable as failure:
            thought, notice = gate.pinned(own), self._after_failure(failure, notes)
        else:
            if is_last_reading:
                thought, notice = self._read_through(thought, own, briefing)
            thought = telling_changes(thought, briefing)
        report = self._mind.report()
        if report.looks:
            # In a conversation the architect reads code; in a step whoever speaks.
            architect = briefing.library.persona("solutions-architect")
            who = briefing.persona if briefing.mode == "steps" else architect
            line = f"{who.first_name} looked at {', '.join(report.looks)}."
            notes.append(f"model: {line}")
            notice = notice if self._failures else f"{notice} {line}".strip()
        return thought.changed(
            notes=(*report.notes, *thought.notes, *notes),
            notice=notice,
            spending=report.spending,
            looked=report.lines,
        )

    def _read_through(self, thought: Thought, own: Thought, briefing: Briefing) -> tuple[Thought, str]:
        """What the last reading repairs; where nothing had to be, the summing up that was due."""
        self._has_read = True
        changed = sum(bool(one.updates) for one in thought.amended)
        repairs = len(thought.facts) + changed + len(thought.retracted)
        count = f"{repairs} repair{'' if repairs == 1 else 's'}" if repairs else "nothing to repair"
        line = f"Last reading of {' and '.join(briefing.documents)}: {count}."
        if not thought.takes_in_anything:
            return own, line
        said = tuple(piece for piece in thought.contributions if piece not in own.contributions)
        return thought.changed(contributions=said), line

    async def close(self) -> None:
        await self._mind.close()

    async def _guarded(
        self, briefing: Briefing, own: Thought, gate: SentenceGate, notes: list[str]
    ) -> tuple[Thought, str]:
        """The thought, and a line for the person where its words could not be used."""
        refused: list[Refused] = []
        unreadable = 0
        kept = Thought()
        for _ in range(_MOST_REFUSALS + 1):
            try:
                proposed, answer = await self._mind.attempt(briefing, refused, gate.hear)
            except Unreadable as error:
                gate.close()
                unreadable += 1
                notes.append(f"guard: {self.name} was refused (form): {error}")
                refused.append(error.refused)
                continue
            verdict = self._judged(gate.pinned(proposed), briefing, notes)
            kept = with_more(kept, verdict.thought, notes)
            if verdict.may_be_said:
                gate.finish(verdict.thought)
                said = verdict.thought.changed(**_taken_in(kept))
                verdict = await self._read_again(replace(verdict, thought=said), briefing, notes)
                said = verdict.thought
                left = uncovered(said, own, briefing)
                if left or not verdict.is_fine:
                    again = Refused(answer, _reasons(verdict, left))
                    said = await self._repaired(said, briefing, again, notes)
                return joined(said, own, briefing), ""
            gate.close()
            refused.append(Refused(answer, _reasons(verdict)))
        if unreadable == len(refused):
            raise MindUnavailable("its answers could not be read")
        notes.append(f"guard: {self.name} was refused {len(refused)} times; the offline mind spoke instead")
        notice = "" if self._has_told_refusal else f"{self.name}: its words could not be used. {_THIS_TIME}"
        self._has_told_refusal = True
        if kept.takes_in_anything:
            # What it understood holds, although nobody may say it in its words.
            own = joined(own.changed(**_taken_in(kept)), own, briefing)
        return gate.pinned(own), notice

    async def _read_again(self, verdict: Verdict, briefing: Briefing, notes: list[str]) -> Verdict:
        """Whether the quoted words say what was made of them, asked once for all facts in other words than the person's.

        Nothing hangs on the answer: where none comes, what the rules let through stands.
        """
        told = renderings(verdict.thought, briefing.changed(shown=tuple(self._mind.shown)))
        if not told:
            return verdict
        try:
            unsaid = await self._mind.unsaid(told)
        except (Unreadable, MindUnavailable) as error:
            notes.append(f"guard: read by rule only: {error}")
            return verdict
        found = {told[at - 1]: why for at, why in unsaid.items() if 0 < at <= len(told)}
        if not found:
            return verdict
        refusals = [
            Refusal(
                "evidence",
                f'"{one.statement}" is not what {"the code says" if one.is_code else "they said"}: {why.rstrip(". ")}.',
                one.operation,
            )
            for one, why in found.items()
        ]
        notes += [f"guard: read again, and left out: {refusal.reason}" for refusal in refusals]
        left = without(verdict.thought, {one.operation for one in found})
        again = self._judged(left, briefing, notes)
        return replace(again, refusals=(*verdict.refusals, *again.refusals, *refusals))

    async def _repaired(
        self, thought: Thought, briefing: Briefing, refused: Refused, notes: list[str]
    ) -> Thought:
        """The thought, with what a second try brings for the operations that were refused; its words stay."""
        task = briefing.task.changed(slots=(), may_stay_silent=True, may_ask=False)
        told, names = as_recorded(briefing.changed(task=task), thought)
        try:
            proposed, _answer = await self._mind.attempt(told, (refused,), lambda _text, _whole: None)
        except (Unreadable, MindUnavailable) as error:
            notes.append(f"guard: {self.name} gave nothing better: {error}")
            return thought
        silent = proposed.changed(contributions=(), question=None, synthesis=thought.synthesis)
        verdict = self._judged(silent, told, notes)
        kept, more = on_unrecorded(thought, verdict.thought, told, names)
        return thought.changed(**_taken_in(with_more(kept, more, notes)))

    def _judged(self, proposed: Thought, briefing: Briefing, notes: list[str]) -> Verdict:
        verdict = judge(proposed, briefing.changed(shown=tuple(self._mind.shown)), self._code)
        notes += [f"guard: {line}" for line in (*verdict.dropped, *verdict.mended)]
        if not verdict.is_fine:
            families = ", ".join(dict.fromkeys(refusal.family for refusal in verdict.refusals))
            some = "one operation of " if len(verdict.refusals) == 1 else "some operations of "
            what = some if verdict.may_be_said else ""
            notes.append(f"guard: {what}{self.name} was refused ({families}): {verdict.reasons}")
        return verdict

    def _after_failure(self, failure: MindUnavailable, notes: list[str]) -> str:
        """The line for the person. One outage is one line."""
        self._failures += 1
        notes.append(f"mind: {failure.reason}; the offline mind spoke instead")
        if failure.is_final:
            self._resting = True
            return f"{self.name}: {failure.reason}. The offline mind takes over for the rest of this session."
        # Asked again at once, then after one task, three, seven: nobody waits for a time-out at every turn.
        self._left_out = 2 ** min(self._failures - 1, _MOST_LEFT_OUT) - 1
        return f"{self.name}: {failure.reason}. {_THIS_TIME}" if self._failures == 1 else ""


_THIS_TIME: Final = "The offline mind answers this time; nothing was lost."
_OPERATIONS: Final = ("facts", "confirmed", "retracted", "amended", "merged", "none_of", "settled")


def _taken_in(thought: Thought) -> dict[str, object]:
    """What a thought takes in, apart from its words."""
    return {name: getattr(thought, name) for name in _OPERATIONS}


def _reasons(verdict: Verdict, left: Sequence[str] = ()) -> str:
    """Why something goes back, and that the rest need not be sent again."""
    if not verdict.may_be_said:
        return f"{verdict.reasons} Send the words again, corrected, and what was refused; everything else is kept."
    pieces = [
        "Your words were delivered and all other facts are kept and stand among the known facts: do not repeat them."
    ]
    if verdict.dropped:
        pieces.append(f"Left out: {'; '.join(verdict.dropped)}.")
    if verdict.reasons:
        pieces.append(f"Only this was refused: {verdict.reasons} Send it again, corrected, or leave it out.")
    if left:
        listed = " ".join(f'"{words}"' for words in left)
        pieces.append(
            f"None of your quotes covers these words of the person: {listed} Give the facts in them, each with its quote; "
            "what tells nothing about the item is left out."
        )
    return " ".join(pieces)
