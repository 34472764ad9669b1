"""`Facilitator`: the mind that needs no model.

It answers every task by rule: the same briefing always gives the same thought, and nothing is said or recorded that was
neither said by the person nor found in the code.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Final, cast

from roundtable.engine.briefing import Briefing, TaskKind, Thought
from roundtable.minds.facilitator.situation import Situation
from roundtable.ports import CodeView

__all__ = ["Facilitator"]

_TASKS: Final[Mapping[TaskKind, str]] = {
    "open_step": "opening",
    "take_answer": "taking",
    "take_draft_reply": "taking",
    "ask_again": "again",
    "take_feedback": "taking",
    "summarise_phase": "summaries",
    "fill_gaps": "gaps",
    "frame": "discussion.framing",
    "contribute": "discussion.speaking",
    "synthesise": "discussion.synthesis",
    "open_conversation": "conversation.opening",
    "converse": "conversation.talking",
    "review": "conversation.summing_up",
    "recap": "conversation.summing_up",
}
"""Where the function of the same name is. Loaded when it is asked for: all of it takes longer than a first question may."""


class Facilitator:
    """The offline mind. `code` lets it look things up in the repository; without one it knows what the scan found."""

    name = "offline"

    def __init__(self, code: CodeView | None = None) -> None:
        self._code = code

    async def think(self, briefing: Briefing) -> Thought:
        """Words and proposed facts for one task."""
        kind = briefing.task.kind
        if kind not in _TASKS:
            return Thought(notes=(f"the offline mind has no answer to {kind}",))
        task = cast("Callable[[Situation], Thought]", getattr(_module(_TASKS[kind]), kind))
        return task(Situation.of(briefing, self._code))

    def prepare(self, kind: TaskKind | None = None) -> None:
        """Load what a task of this kind needs; without a kind, what any needs."""
        for task, name in _TASKS.items():
            if kind in {None, task}:
                _module(name)


def _module(name: str) -> ModuleType:
    return import_module(f"roundtable.minds.facilitator.{name}")
