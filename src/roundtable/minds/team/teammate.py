"""One teammate: a model with a context of its own, which works beside the conversation and reports in messages."""

from collections.abc import AsyncIterator, Sequence
from typing import Any, Protocol

from roundtable.engine.briefing import Briefing, Spending
from roundtable.facts import Fact
from roundtable.facts.evidence import CodeAnchor, Quote
from roundtable.minds.guarded import Guardable
from roundtable.minds.team.briefs import TeammateBrief


class Teammate(Protocol):
    """Somebody who works on a part of the item. It is handed values, never a folder: it cannot write anything."""

    async def begin(self, brief: TeammateBrief) -> None:
        """Take a seat; whatever is raised means that it could not."""

    def work(self, briefing: Briefing, relayed: Sequence[str]) -> AsyncIterator[object]:
        """Messages, as they come. `relayed`: what others found for its documents."""
        ...

    def spent(self) -> Spending | None:
        """What it spent since this was last asked."""

    async def close(self) -> None:
        """Let go of connections."""


class Briefable(Guardable, Protocol):
    """A mind that can be told who it is."""

    preamble: str


class ModelTeammate:
    def __init__(self, persona: str, mind: Briefable, *, first_name: str) -> None:
        self._persona = persona
        self._mind = mind
        self._account = f"{mind.name} ({first_name})"

    async def begin(self, brief: TeammateBrief) -> None:
        self._mind.preamble = brief.text

    async def work(self, briefing: Briefing, relayed: Sequence[str]) -> AsyncIterator[object]:
        """One look at what is known now: what to add, and whether anything is left to do."""
        task = _own_task(briefing, self._persona, relayed)
        thought, _answer = await self._mind.attempt(task, (), lambda _text, _whole: None)
        said = " ".join(piece.text for piece in thought.contributions if piece.persona == self._persona)
        if said or thought.facts:
            # Everything in which a path may stand.
            named = " ".join((said, *(fact.model_dump_json() for fact in thought.facts)))
            yield self._message(
                "finding",
                topic=briefing.task.topic_id or "",
                content=said,
                confidence=_confidence(thought.facts),
                facts=[fact.model_dump(mode="json") for fact in thought.facts],
                shown=[one.model_dump() for one in self._mind.shown if one.path in named],
            )
        owned = briefing.library.persona(self._persona).owns
        for artifact in dict.fromkeys(fact.home[0] for fact in thought.facts if fact.home[0] in owned):
            yield self._message("progress", artifact=artifact, status="updated")
        if not (thought.facts or _has_gaps(briefing, self._persona)):
            yield self._message(
                "complete", artifacts_written=[name for name in owned if name in briefing.analysis.written]
            )

    def spent(self) -> Spending | None:
        spending = self._mind.report().spending
        return spending and spending.changed(model=self._account)

    async def close(self) -> None:
        await self._mind.close()

    def _message(self, kind: str, **fields: Any) -> dict[str, Any]:
        return {"type": kind, "persona": self._persona, **fields}


def _own_task(briefing: Briefing, persona: str, relayed: Sequence[str]) -> Briefing:
    """The same briefing for somebody who speaks for themselves, asks nothing and may have nothing to add."""
    quiet = {"persona": persona, "slots": (), "others": (), "may_ask": False, "may_stay_silent": True}
    task = briefing.task.changed(kind="converse", **quiet)
    told = {"from your teammates": "\n".join(relayed)} if relayed else {}
    return briefing.changed(
        task=task, persona=briefing.library.persona(persona), documents={**told, **briefing.documents}
    )


def _confidence(facts: Sequence[Fact]) -> str:
    """What the person said is certain, what the code shows likely, the rest a guess."""
    sources = [source for fact in facts for source in fact.evidence]
    if sources and all(isinstance(source, Quote) for source in sources):
        return "high"
    return "medium" if any(isinstance(source, Quote | CodeAnchor) for source in sources) else "low"


def _has_gaps(briefing: Briefing, persona: str) -> bool:
    own = {topic.topic_id for topic in briefing.topics if topic.primary_persona == persona}
    return any(unmet for topic, unmet in briefing.unmet_by_topic.items() if topic in own)
