"""`Interviewer`: the mind that needs no model.

The same briefing always gives the same thought, and nothing is said or recorded that was neither said by the person nor
found in the code.

Elsewhere: what the person did (`roundtable.language.acts`), what happens next (`roundtable.engine`).
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final, cast

from roundtable.engine.briefing import Briefing, TaskKind, Thought
from roundtable.interview.situation import Situation
from roundtable.ports import CodeView

_TASKS: Final[Mapping[TaskKind, str]] = {
    "open_step": "steps",
    "take_answer": "steps",
    "take_draft_reply": "steps",
    "take_feedback": "steps",
    "ask_again": "steps",
    "summarise_phase": "summaries",
    "fill_gaps": "gaps",
    "frame": "discussion",
    "contribute": "discussion",
    "synthesise": "synthesis",
    "open_conversation": "conversation",
    "converse": "conversation",
    "review": "recap",
    "recap": "recap",
    "answer_back": "answering",
}
"""The module with the function of the same name, loaded when it is asked for: the first question must not wait for all."""


class Interviewer:
    """The offline mind. `code` lets it look things up in the repository; without one it knows what the scan found."""

    name = "offline"

    def __init__(self, code: CodeView | None = None) -> None:
        self._code = code

    async def think(self, briefing: Briefing) -> Thought:
        """Words and proposed facts for one task."""
        task = _task(briefing.task.kind)
        return task(Situation.of(briefing, self._code))

    def prepare(self, kind: TaskKind | None = None) -> None:
        """Load what a task of this kind needs; without a kind, what any needs."""
        for task in _TASKS:
            if kind in {None, task}:
                _task(task)


def _task(kind: TaskKind) -> Callable[[Situation], Thought]:
    module = import_module(f"roundtable.interview.{_TASKS[kind]}")
    return cast("Callable[[Situation], Thought]", getattr(module, kind))
