"""The lead: talks with the person as one mind does, and weaves in what the teammates find at natural breaks.

- The person never waits for a teammate. The talk itself is the analyst's mind, which knows all three voices; a teammate that
  has nothing yet, or is gone, is missed by nobody, because that mind speaks for it. So both modes look the same.
- Everybody works in rounds (`rounds`), each done once. What a round brings is taken in together, with its number.
- What arrives is read (`messages`), let through the same guards as any thought, and kept until a break or the review, where
  everything left is taken in. What was not woven when the session ends waits in the inbox for the next one.
- Only facts come back from teammates. Documents and meta.json are written by the lead's own session.
"""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol

from roundtable.engine.briefing import Briefing, Contribution, TaskKind, Thought
from roundtable.engine.spending import account, not_on_account
from roundtable.facts import AnyFact, Decision, Module, Option, Technology
from roundtable.minds.guarded import BY_RULE
from roundtable.minds.guards import judge
from roundtable.minds.joining import unlike, with_more
from roundtable.minds.team.briefs import ANALYST, ARCHITECT, DESIGNER, SPAWN_ORDER, TeammateBrief, brief_for
from roundtable.minds.team.messages import (
    Complete,
    CrossCheck,
    Failure,
    Finding,
    Message,
    Progress,
    read_message,
)
from roundtable.minds.team.rounds import Rounds, Unkept, Waiting, turn_key
from roundtable.minds.team.teammate import Teammate
from roundtable.ports import Closing, CodeView, Mind, Proofreading

SPAWN_FAILED: Final = "RT-401"
CRASHED: Final = "RT-402"
ALL_FAILED: Final = "RT-405"
_BREAKS: Final[frozenset[TaskKind]] = frozenset({"converse", "review"})
_WORDS_AT_A_BREAK: Final = 2
"""Findings of one teammate that are said at a break; the facts of all are taken in."""
_FIELDS: Final = re.compile(r"\*\*(Status|Coverage)\*\*: ([^·\n]+)")  # as a document says them of itself
_FAREWELL: Final = 2.0  # seconds that the end waits for a database to forget what is done
_ARCHITECTURE: Final = (Decision, Option, Technology, Module)

Spawn = Callable[[str], Teammate]


class Inbox(Protocol):
    """Keeps what the table has for the next session, whole."""

    def load(self) -> Mapping[str, Any]: ...

    def save(self, waiting: Mapping[str, Any]) -> None: ...


@dataclass(slots=True)
class _Seat:
    persona: str
    teammate: Teammate
    working: "asyncio.Task[None] | None" = None
    is_done: bool = False
    relayed: list[str] = field(default_factory=list[str])


class _Passed(NamedTuple):
    """A finding, and what of it may be said and taken in."""

    finding: Finding
    words: str
    facts: tuple[AnyFact, ...]
    refused: tuple[str, ...]


class Team:
    def __init__(
        self,
        voice: Mind,
        spawn: Spawn,
        *,
        inbox: Inbox,
        documents: Callable[[], Mapping[str, str | None]],
        code: CodeView | None = None,
        rounds: Rounds | None = None,
    ) -> None:
        """`voice`: the analyst's mind, which speaks for all. `documents`: what is on disk, for whoever takes over."""
        self.name: Final = voice.name
        self._voice = voice
        self._spawn = spawn
        self._inbox = inbox
        self._documents = documents
        self._code = code
        self._rounds = rounds or Unkept()
        self._rounds.begin()
        self._forgetting: set[asyncio.Task[None]] = set()
        self._waiting = Waiting()
        self._turn = ""  # the analyst's last round
        self._trouble = ""
        self._seats: dict[str, _Seat] = {}
        self._briefing: Briefing | None = None
        self._findings: list[Finding] = []
        self._woven_last: tuple[Finding, ...] = ()
        self._notes: list[str] = []
        self.tracker: dict[str, Progress] = {}  # the latest word about each document
        self._recorded: dict[str, Progress] = {}
        self.done: dict[str, Complete] = {}
        self.failed: dict[str, str] = {}
        self.briefs: dict[str, TeammateBrief] = {}

    @property
    def wants_documents(self) -> bool:
        return isinstance(self._voice, Proofreading) and self._voice.wants_documents

    async def think(self, briefing: Briefing) -> Thought:
        if briefing.mode != "conversation":
            return await self._voice.think(briefing)
        if self._briefing is None:
            await self._seat_all(briefing)
        self._briefing = briefing
        self._woven_last = ()  # what was woven then is on disk by now
        self._hand_out(briefing)
        found = self._findings if briefing.task.kind in _BREAKS else ()
        passed = [self._judged(one, briefing) for one in found]
        ready = {one.finding.persona for one in passed if one.words}
        thought = await self._spoken(_relieved(briefing, ready))
        # Not while somebody is asked for more about what they just said.
        is_break = thought.question is None or thought.question.origin != "follow_up"
        if passed and (ready & set(briefing.task.slots) or is_break):
            thought = self._woven(thought, briefing, passed)
        notes, self._notes = tuple(self._notes), []
        return thought.changed(
            notes=(*thought.notes, *notes),
            also_spent=not_on_account(self._waiting.spent, briefing.analysis.extra),
            reported=self._has_progress(briefing),
        )

    async def _spoken(self, briefing: Briefing) -> Thought:
        """The voice's own thought. Where a model may be asked it is a round like any other."""
        if briefing.task.kind in BY_RULE and not briefing.documents:
            return await self._voice.think(briefing)
        last, self._turn = self._turn, f"{ANALYST}/{turn_key(briefing)}"

        async def work(_given: Any) -> Any:
            return (await self._voice.think(briefing)).model_dump(mode="json")

        try:
            thought = Thought.model_validate(await self._rounds.run(self._turn, {}, work))
        except Exception:
            self._forget(self._turn)  # or the next session would end with it, too
            raise
        if last and last != self._turn:  # its words were heard, so they are on disk
            self._forget(last)
        if self._rounds.trouble not in ("", self._trouble):
            self._trouble = self._rounds.trouble
            self._notes.append(f"team: answers are not kept: {self._trouble}")
        return thought

    def _forget(self, key: str) -> None:
        """Beside the talk: nobody waits for it."""
        task = asyncio.create_task(self._rounds.forget(key))
        self._forgetting.add(task)
        task.add_done_callback(self._forgetting.discard)

    def _has_progress(self, briefing: Briefing) -> bool:
        """Whether a document moved since the last break."""
        if briefing.task.kind not in _BREAKS or self.tracker == self._recorded:
            return False
        self._recorded = dict(self.tracker)
        return True

    async def close(self) -> None:
        if self._forgetting:
            await asyncio.wait(self._forgetting, timeout=_FAREWELL)
        await self._rounds.close()
        for seat in self._seats.values():
            if seat.working is not None:
                seat.working.cancel()
            await seat.teammate.close()
        self._woven_last = ()
        self._waiting = self._waiting.changed(complete=())
        self._keep()
        if isinstance(self._voice, Closing):
            await self._voice.close()

    async def settled(self) -> None:
        """Wait until every teammate has said what it has to say; for whoever is not in a hurry."""
        await asyncio.gather(*(seat.working for seat in self._seats.values() if seat.working is not None))

    async def _seat_all(self, briefing: Briefing) -> None:
        """Whoever reads the code first, whoever designs last. The analyst is the voice, and needs no second mind."""
        self._waiting = waiting = Waiting.read(self._inbox.load())
        if not waiting.spent:
            self._waiting = waiting.changed(spent=account(briefing.analysis.extra))
        self._findings += [
            message
            for raw in waiting.findings
            if isinstance(message := self._read(raw, str(raw.get("persona")), briefing), Finding)
        ]
        for key in SPAWN_ORDER:
            self.briefs[key] = brief_for(briefing.library.persona(key), briefing)
            if key == ANALYST:
                continue
            try:
                teammate = self._spawn(key)
                await teammate.begin(self.briefs[key])
            except Exception as error:  # whatever keeps it from coming, the table goes on
                self._gone(key, SPAWN_FAILED, f"{type(error).__name__}: {error}")
            else:
                self._seats[key] = _Seat(key, teammate, is_done=key in waiting.complete)

    def _hand_out(self, briefing: Briefing) -> None:
        """Give whoever is free the latest state. The designer begins when there is an architecture to design for."""
        for key, seat in self._seats.items():
            is_free = seat.working is None or seat.working.done()
            if key in self.failed or seat.is_done or not is_free:
                continue
            if key == DESIGNER and not any(briefing.analysis.of(kind) for kind in _ARCHITECTURE):
                continue
            if key == ARCHITECT and self._code is not None and briefing.scan is None:
                continue  # the scan is the architect's first task, and still runs
            relayed, seat.relayed = seat.relayed, []
            seat.working = asyncio.create_task(self._listen(seat, briefing, relayed))

    async def _listen(self, seat: _Seat, briefing: Briefing, relayed: Sequence[str]) -> None:
        """One round of a teammate, and what it brings: all of it is on disk together with its number."""
        number = self._waiting.taken.get(seat.persona, 0) + 1
        key = f"{seat.persona}/{number}"

        async def work(given: Any) -> Any:
            return await _round(seat.teammate, briefing, given["relayed"])

        try:
            made = await self._rounds.run(key, {"relayed": list(relayed)}, work)
        except Exception as error:
            self._gone(seat.persona, CRASHED, str(error) or type(error).__name__)
            return
        for raw in made["messages"]:
            self._take(raw, seat, briefing)
        if made["failure"]:
            self._gone(seat.persona, CRASHED, made["failure"])
        self._waiting = self._waiting.changed(
            taken={**self._waiting.taken, seat.persona: number},
            complete=tuple(key for key, other in self._seats.items() if other.is_done),
            spent=account({}, (*self._waiting.spent, made["spent"])),
        )
        self._keep()
        self._forget(key)

    def _take(self, raw: object, seat: _Seat, briefing: Briefing) -> None:
        match self._read(raw, seat.persona, briefing):
            case Progress() as progress:
                self.tracker[progress.artifact] = progress
            case Finding() as finding:
                self._findings.append(finding)
                self._relay(finding, briefing)
            case Complete() as complete:
                self.done[seat.persona] = complete
                seat.is_done = True
                self._notes += [
                    f"team: {seat.persona} leaves open: {text}" for text in complete.open_questions
                ]
            case CrossCheck() as check:
                self._notes += [f"team: {seat.persona} found: {text}" for text in check.inconsistencies]
            case Failure() as failure:
                self._gone(seat.persona, CRASHED, failure.reason or "it said so")
            case None:
                pass

    def _read(self, raw: object, sender: str, briefing: Briefing) -> Message | None:
        artifacts = {name for persona in briefing.library.personas for name in persona.owns}
        message, warnings = read_message(raw, sender, artifacts)
        self._notes += [f"team: {warning}" for warning in warnings]
        return message

    def _relay(self, finding: Finding, briefing: Briefing) -> None:
        """What belongs into another's document goes to its owner, who is the only one to write it."""
        for persona in briefing.library.personas:
            if persona.key == finding.persona or persona.key not in self._seats:
                continue
            for fact in finding.facts:
                if fact.home[0] in persona.owns:
                    self._seats[persona.key].relayed.append(f"{finding.persona}: {fact.headline}")
                    self._seats[persona.key].is_done = False

    def _gone(self, key: str, code: str, reason: str) -> None:
        """Its work is the voice's from here on, from what stands in its documents."""
        self.failed[key] = reason
        self._notes.append(f"team: {code}: {key} is gone ({reason[:200]}).")
        if self._briefing is not None:
            texts = self._documents()
            for name in self._briefing.library.persona(key).owns:
                if text := texts.get(name):
                    says = ", ".join(f"{what} {value.strip()}" for what, value in _FIELDS.findall(text))
                    stands = f"{name} of {key} stands at {says or 'an unknown state'}"
                    self._notes.append(f"team: {stands}; the lead goes on with it.")
        if set(self.failed) >= set(SPAWN_ORDER) - {ANALYST}:
            self._notes.append(f"team: {ALL_FAILED}: every teammate is gone; one mind goes on alone.")

    def _woven(self, thought: Thought, briefing: Briefing, passed: Sequence[_Passed]) -> Thought:
        """The thought with the facts of every finding, and the words of the first ones of each teammate."""
        said: dict[str, list[str]] = {}
        waiting = [one for one in self._findings if not any(one is other.finding for other in passed)]
        for one in passed:
            words = said.setdefault(one.finding.persona, [])
            if one.words and len(words) >= _WORDS_AT_A_BREAK and briefing.task.kind != "review":
                waiting.append(one.finding.changed(facts=()))
            elif one.words:
                words.append(one.words)
            fresh = unlike(one.facts, (*briefing.analysis.facts, *thought.facts))
            thought = with_more(thought, Thought(facts=tuple(fresh)))
            self._notes += one.refused
        self._findings = waiting
        self._woven_last = tuple(one.finding for one in passed)
        self._keep()
        pieces = (Contribution(persona=key, text=" ".join(words)) for key, words in said.items() if words)
        return thought.changed(contributions=(*thought.contributions, *pieces))

    def _judged(self, finding: Finding, briefing: Briefing) -> _Passed:
        """What the guards leave of a finding; the rules are those for any thought."""
        task = briefing.task.changed(slots=(), others=(), may_ask=False, may_stay_silent=True)
        seen = briefing.changed(task=task, shown=finding.shown)
        said = Contribution(persona=finding.persona, text=finding.content)
        pieces = (said,) if finding.content.strip() else ()
        verdict = judge(Thought(contributions=pieces, facts=finding.facts), seen, self._code)
        left = verdict.thought.contributions if verdict.may_be_said else ()
        return _Passed(
            finding,
            " ".join(piece.text for piece in left),
            verdict.thought.facts,
            tuple(f"guard: {finding.persona}: {refusal.reason}" for refusal in verdict.refusals),
        )

    def _keep(self) -> None:
        """On disk until what was made of it is. Somebody killed in between hears it again: guards leave out what was said."""
        kept = tuple(finding.model_dump(mode="json") for finding in (*self._woven_last, *self._findings))
        self._waiting = self._waiting.changed(findings=kept)
        self._inbox.save(self._waiting.model_dump(mode="json"))


async def _round(teammate: Teammate, briefing: Briefing, relayed: Sequence[str]) -> dict[str, Any]:
    """What a teammate says in one round, also when it breaks off in the middle."""
    messages: list[object] = []
    failure = ""
    try:
        async for raw in teammate.work(briefing, relayed):
            messages.append(raw)  # noqa: PERF401 - what came before a failure counts
    except Exception as error:
        failure = str(error) or type(error).__name__
    spent = teammate.spent()
    told = spent.model_dump(mode="json") if spent is not None else None
    return {"messages": messages, "failure": failure, "spent": told}


def _relieved(briefing: Briefing, ready: set[str]) -> Briefing:
    """Whoever has a finding to tell need not be spoken for."""
    if not ready or briefing.task.kind not in _BREAKS:
        return briefing
    task = briefing.task
    slots, others = (tuple(key for key in keys if key not in ready) for keys in (task.slots, task.others))
    return briefing.changed(task=task.changed(slots=slots, others=others))
