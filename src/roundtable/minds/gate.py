"""What may be shown while a model is still speaking: whole sentences that passed the guards, and never anything else.

What was shown is binding: a later attempt, or the offline mind, keeps it as the first words of the same speaker, so that
the pieces that were streamed are always the beginning of what is said in the end.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

from roundtable.engine.briefing import Briefing, Contribution, Shown, TaskKind, Thought
from roundtable.minds.guards.echo import check_echo
from roundtable.minds.guards.judging import judge_words
from roundtable.minds.guards.text import question_marks
from roundtable.minds.guards.verdict import Findings
from roundtable.minds.guards.voice import out_of_voice
from roundtable.ports import CodeView

_SPOKEN: Final[frozenset[TaskKind]] = frozenset(
    {"take_answer", "take_draft_reply", "take_feedback", "contribute", "converse", "open_conversation"}
)
_SENTENCE_END: Final = re.compile(r"[.!?…](?=\s)|[。！？]")


class SentenceGate:
    """Lets the first speaker's sentences through, one at a time."""

    def __init__(
        self,
        briefing: Briefing,
        show: Callable[[str], None],
        code: CodeView | None = None,
        seen: Callable[[], Sequence[Shown]] = tuple,
    ) -> None:
        self._briefing = briefing
        self._seen = seen
        self._show = show
        self._code = code
        self._is_open = briefing.task.kind in _SPOKEN
        self._shown = ""

    @property
    def shown(self) -> str:
        """What was let through so far."""
        return self._shown

    def hear(self, text: str) -> None:
        """The words so far have grown to this."""
        if not self._is_open or not text.startswith(self._shown):
            self._is_open = self._is_open and text.startswith(self._shown)
            return
        ends = [match.end() for match in _SENTENCE_END.finditer(text, len(self._shown))]
        for end in ends:
            if not self._pass(text[:end]):
                self._is_open = False
                return

    def finish(self, thought: Thought) -> None:
        """The thought is accepted: let the rest of the first words through."""
        first = self._first(thought)
        if first is not None and self._is_open and first.text.startswith(self._shown):
            self._emit(first.text)
        self._is_open = False

    def close(self) -> None:
        """Show nothing more of this turn."""
        self._is_open = False

    def pinned(self, thought: Thought) -> Thought:
        """The thought, beginning with the words that were already shown."""
        if not self._shown or self._is_open:
            return thought
        speaker = self._briefing.task.persona
        rest = tuple(piece for piece in thought.contributions if piece.persona != speaker)
        words = Contribution(persona=speaker, text=self._shown.strip())
        return thought.model_copy(update={"contributions": (words, *rest)})

    def _first(self, thought: Thought) -> Contribution | None:
        speaker = self._briefing.task.persona
        first = thought.contributions[0] if thought.contributions else None
        return first if first is not None and first.persona == speaker else None

    def _pass(self, text: str) -> bool:
        """Whether the words up to here may be shown; if so, they are."""
        speaker = self._briefing.persona
        briefing = self._briefing.model_copy(update={"shown": tuple(self._seen())})
        findings = Findings()
        check_echo(speaker, text, briefing, findings)
        asks = question_marks(text) > 0 and briefing.task.kind != "contribute"
        if findings.refusals or asks or out_of_voice(speaker, text, briefing):
            return False
        if not judge_words(text, speaker, briefing, self._code).is_fine:
            return False
        self._emit(text)
        return True

    def _emit(self, text: str) -> None:
        piece = text[len(self._shown) :]
        if not self._shown and piece and self._briefing.task.kind == "contribute":
            # In a discussion the engine puts the speaker's name in front; the pieces begin with it too.
            self._show(f"{self._briefing.persona.label}: ")
        if piece:
            self._show(piece)
            self._shown = text
