"""What an editor's agent panel shows of one session: three voices as they speak, documents as edits with their differences."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from acp import helpers
from acp.schema import SessionInfoUpdate, ToolCallLocation

from roundtable.analysis.analysis import Analysis
from roundtable.driver.session import Session
from roundtable.engine import events
from roundtable.faces.terminal.output import clean
from roundtable.faces.terminal.own_lines import opening_line
from roundtable.stores.atomic import read_text

Update = helpers.SessionUpdate


class Panel:
    def __init__(self, root: Path, folder: Path) -> None:
        self._root = root
        self._texts = {path: read_text(path) for path in folder.glob("*") if path.is_file()}
        """The documents as they were, for the differences."""
        self._streamed = ""  # words that were shown as they came, and have not been said for good so far
        self._edits = 0
        self._in_conversation = False

    def piece(self, session: Session, piece: str) -> Iterator[Update]:
        """Words that a model is still finding: each has passed the guards, and is the beginning of what will be said."""
        wanted, is_talk = session.state.wanted, session.state.mode == "conversation"
        if is_talk and not self._streamed and isinstance(wanted, events.ThinkingWanted):
            yield _words(f"**{session.state.library.persona(wanted.task.persona).first_name}:** ")
        self._streamed += piece
        yield _words(piece.replace("\n", "\n\n"))

    def show(self, happened: Sequence[events.AnyEvent]) -> Iterator[Update]:
        for event in happened:
            match event:
                case events.SessionOpened():
                    self._in_conversation = event.mode == "conversation"
                    yield _words(f"*{opening_line(event)}*\n\n")
                    yield SessionInfoUpdate(session_update="session_info_update", title=event.slug)
                case events.Said():
                    yield from self._said(event)
                case events.MenuShown():
                    yield _words(clean(event.text).replace("\n", "  \n") + "\n\n")
                case events.DocumentsWritten():
                    for written in event.written:
                        yield self._edit(self._root / written.path, f"{written.action} {written.path}")
                case events.InputRefused():
                    yield _words(f"*({event.reason})*\n\n")
                case _:
                    pass

    def replayed(self, analysis: Analysis, history: Sequence[events.AnyEvent]) -> Iterator[Update]:
        """What was said before, for an editor that opens a session again; without a journal, what was asked and answered."""
        yield helpers.update_user_message_text(analysis.draft)
        if not history:
            for turn in analysis.turns[1:]:
                yield _words(f"{turn.question}\n\n")
                yield helpers.update_user_message_text(turn.text)
        for event in history:
            if isinstance(event, events.Heard):
                yield helpers.update_user_message_text(event.text)
            else:
                yield from self.show((event,))

    def _said(self, event: events.Said) -> Iterator[Update]:
        text = clean(event.text)
        name = event.name.split()[0] if event.name and self._in_conversation else ""
        waiting = self._streamed.lstrip("\n").removeprefix(f"{name}: ")
        if waiting.startswith(text):
            self._streamed = waiting[len(text) :]
            yield _words("\n\n")
        elif waiting and text.startswith(waiting):
            self._streamed = ""
            yield _words(f"{text[len(waiting) :]}\n\n")
        else:
            self._streamed = ""
            yield _words(f"**{name}:** {text}\n\n" if name else f"{text}\n\n")

    def _edit(self, path: Path, title: str) -> Update:
        self._edits += 1
        before, after = self._texts.get(path), read_text(path) or ""
        self._texts[path] = after
        return helpers.start_tool_call(
            f"edit-{self._edits}",
            title,
            kind="edit",
            status="completed",
            content=[helpers.tool_diff_content(str(path), after, before)] if after != before else [],
            locations=[ToolCallLocation(path=str(path))],
        )


def as_text(blocks: Iterable[object]) -> str:
    """What a person sent: their words, and the text of what they attached."""
    pieces: list[str] = []
    for block in blocks:
        resource = getattr(block, "resource", None)
        text = getattr(block, "text", None) or getattr(resource, "text", None) or getattr(block, "uri", None)
        pieces += [text] if isinstance(text, str) and text.strip() else []
    return "\n".join(pieces)


def _words(text: str) -> Update:
    return helpers.update_agent_message_text(text)
