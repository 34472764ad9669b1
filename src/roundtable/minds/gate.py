"""What may be shown while a model is still speaking: whole sentences that passed the guards, and never anything else.

As soon as all words and the question are there, they are judged and shown, while the facts still come.

What was shown is binding: a later attempt, or the offline mind, keeps it as the first words of the same speaker, so that
the pieces that were streamed are always the beginning of what is said in the end.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

from roundtable.engine.briefing import Briefing, Contribution, Shown, TaskKind, Thought
from roundtable.minds.guards import judge, may_be_shown
from roundtable.minds.guards.text import question_marks
from roundtable.ports import CodeView

_SPOKEN: Final[tuple[TaskKind, ...]] = (
    *("take_answer", "take_draft_reply", "take_feedback", "contribute"),
    *("converse", "open_conversation", "answer_back"),
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
        self._whole: Thought | None = None

    def hear(self, text: str, whole: Thought | None = None) -> None:
        """The first speaker's words have grown to this; `whole` are all words with the question, once they are there."""
        if self._whole is not None:
            return
        if whole is not None:
            self._take(whole)
        elif not self._is_open or not text.startswith(self._shown):
            self._is_open = self._is_open and text.startswith(self._shown)
        else:
            ends = [match.end() for match in _SENTENCE_END.finditer(text, len(self._shown))]
            self._is_open = all(self._pass(text[:end]) for end in ends)

    def _take(self, whole: Thought) -> None:
        """Show all words and the question, if they may be said."""
        if not self._is_open or not self._goes_on(whole):
            return
        verdict = judge(whole, self._seeing(), self._code)
        if not verdict.may_be_said or not self._goes_on(verdict.thought):
            return
        self._tell(verdict.thought)

    def _tell(self, thought: Thought) -> None:
        self._whole = thought
        first = self._first(thought)
        if first is not None:
            self._emit(first.text)
        for piece in thought.contributions[0 if first is None else 1 :]:
            self._show(f"\n{self._briefing.library.persona(piece.persona).first_name}: {piece.text}")
        if thought.question is not None:
            self._show(f"\n{thought.question.text}")

    def finish(self, thought: Thought) -> None:
        """The thought is accepted: let the rest of its words through, all of them where an earlier try was refused unheard."""
        is_spoken = self._briefing.task.kind in _SPOKEN
        if (
            is_spoken
            and self._whole is None
            and (self._is_open or not self._shown)
            and self._goes_on(thought)
        ):
            self._tell(thought)
        self._is_open = False

    def close(self) -> None:
        self._is_open = False

    def pinned(self, thought: Thought) -> Thought:
        """The thought, beginning with the words that were already shown."""
        if self._whole is not None:
            said = {name: getattr(self._whole, name) for name in ("contributions", "question")}
            return thought.changed(**said)
        if not self._shown or self._is_open:
            return thought
        speaker = self._briefing.task.persona
        rest = tuple(piece for piece in thought.contributions if piece.persona != speaker)
        words = Contribution(persona=speaker, text=self._shown.strip())
        return thought.changed(contributions=(words, *rest))

    def _first(self, thought: Thought) -> Contribution | None:
        speaker = self._briefing.task.persona
        first = thought.contributions[0] if thought.contributions else None
        return first if first is not None and first.persona == speaker else None

    def _goes_on(self, thought: Thought) -> bool:
        """Whether the words begin with what was already shown."""
        first = self._first(thought)
        return not self._shown or (first is not None and first.text.startswith(self._shown))

    def _pass(self, text: str) -> bool:
        """Whether the words up to here may be shown; if so, they are."""
        briefing = self._seeing()
        asks = question_marks(text) > 0 and briefing.task.kind != "contribute"
        if asks or not may_be_shown(text, briefing.persona, briefing, self._code):
            return False
        self._emit(text)
        return True

    def _seeing(self) -> Briefing:
        return self._briefing.changed(shown=tuple(self._seen()))

    def _emit(self, text: str) -> None:
        piece = text[len(self._shown) :]
        if not self._shown and piece and self._briefing.task.kind == "contribute":
            # In a discussion the engine puts the speaker's name in front; the pieces begin with it too.
            self._show(f"{self._briefing.persona.label}: ")
        if piece:
            self._show(piece)
            self._shown = text
