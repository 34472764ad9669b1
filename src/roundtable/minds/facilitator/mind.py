"""`Facilitator`: the mind that needs no model.

It answers every task by rule: the same briefing always gives the same thought, and nothing is said or recorded that was
neither said by the person nor found in the code.
"""

from collections.abc import Callable, Mapping
from typing import Final

from roundtable.engine.briefing import Briefing, TaskKind, Thought
from roundtable.minds.facilitator.again import ask_again
from roundtable.minds.facilitator.conversation import converse, open_conversation, recap, review
from roundtable.minds.facilitator.discussion.framing import frame
from roundtable.minds.facilitator.discussion.speaking import contribute
from roundtable.minds.facilitator.discussion.synthesis import synthesise
from roundtable.minds.facilitator.gaps import fill_gaps
from roundtable.minds.facilitator.opening import open_step
from roundtable.minds.facilitator.situation import Situation
from roundtable.minds.facilitator.summaries import summarise_phase
from roundtable.minds.facilitator.taking import take_answer, take_draft_reply, take_feedback
from roundtable.ports import CodeView

__all__ = ["Facilitator"]

_TASKS: Final[Mapping[TaskKind, Callable[[Situation], Thought]]] = {
    "open_step": open_step,
    "take_answer": take_answer,
    "take_draft_reply": take_draft_reply,
    "ask_again": ask_again,
    "take_feedback": take_feedback,
    "summarise_phase": summarise_phase,
    "fill_gaps": fill_gaps,
    "frame": frame,
    "contribute": contribute,
    "synthesise": synthesise,
    "open_conversation": open_conversation,
    "converse": converse,
    "review": review,
    "recap": recap,
}


class Facilitator:
    """The offline mind. `code` lets it look things up in the repository; without one it knows what the scan found."""

    name = "offline"

    def __init__(self, code: CodeView | None = None) -> None:
        self._code = code

    async def think(self, briefing: Briefing) -> Thought:
        """Words and proposed facts for one task."""
        task = _TASKS.get(briefing.task.kind)
        if task is None:
            return Thought(notes=(f"the offline mind has no answer to {briefing.task.kind}",))
        return task(Situation.of(briefing, self._code))
