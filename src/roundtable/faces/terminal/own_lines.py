"""What the terminal itself says: the first line, the last one, and what `?` explains at each place."""

from collections.abc import Sequence
from typing import Final

from roundtable.analysis.analysis import grouped
from roundtable.engine.events import Ended, SessionOpened
from roundtable.engine.inputs import WrittenDocument

HELP_WORDS: Final = frozenset({"?", "/help", "/?"})
EDIT_WORDS: Final = frozenset({"/edit", "/e"})
COMMAND: Final = "  "  # begins a line to be copied: no output breaks it

_BY_PLACE: Final = {
    "answer": (
        'Answer in your own words, short or long. "I don\'t know" is an answer: it becomes an open question.',
        'Say "deep" for more questions, or "brief" for a draft to confirm.',
    ),
    "confirm": (
        'Say "yes" to accept, or what is wrong or missing.',
        'Say "deep" or "standard" to be asked questions instead of confirming a draft.',
    ),
    "menu": (
        "Type one of the letters and press Enter.",
        "Any other text is feedback: it is worked into the documents, and the menu comes back.",
        '"back to 01-02" (or a step\'s title) opens an earlier step of this phase again.',
    ),
    "message": (
        "Say what you think. Start with a name (Maya, Alex or Jordan) and a comma to ask one of them.",
        '"done" ends a discussion or a conversation.',
    ),
}
_CONVERSATION: Final = (
    'Say what you think; "I don\'t know" is an answer too. Start with a name and a comma to ask one of the three.',
    '"go deeper", "keep it short", "move on", "take that back", "what do we have so far?" all work.',
    '"I\'m done" ends the conversation and writes down what is known.',
)
_EDITING: Final = "Alt-Enter starts a new line, Ctrl-X Ctrl-E (or /edit) opens your editor, the up arrow brings back what you typed."
_EDITOR_ALONE: Final = "/edit opens your editor for a long answer."
_PAUSING: Final = "Ctrl-C or Ctrl-D pauses. Everything is saved, and the last line says how to go on."


def help_for(awaiting: str | None, mode: str, *, editing: bool) -> tuple[str, ...]:
    here = _CONVERSATION if mode == "conversation" else _BY_PLACE.get(awaiting or "", ())
    return (*here, _EDITING if editing else _EDITOR_ALONE, _PAUSING)


def opening_line(event: SessionOpened) -> str:
    offline = "offline: no model, nothing leaves this machine"
    mind = offline if event.mind == "offline" else f"model {event.mind}"
    back = "picked up again" if event.resumed else "new"
    return f"Roundtable: {event.slug} ({back}; {mind})"


def closing_lines(
    ended: Ended, slug: str, resume: str, *, anything_said: bool, folder: str | None = None
) -> tuple[str, ...]:
    """The last words. The command to go on with stands on a line of its own, so that it can be copied whole."""
    if ended.status == "paused":
        nothing = "nothing was said, so nothing new is on record"
        saved = "everything you said is saved" if anything_said else nothing
        return (f"Paused; {saved}. Resume with:", f"{COMMAND}{resume}")
    if ended.status == "declined":
        return (f"Closed: {slug} will not be built. The reason is kept with the item.",)
    return (f"The documents are in {folder or f'docs/requirements/{slug}/'}",)


def document_words(written: Sequence[WrittenDocument]) -> tuple[tuple[str, tuple[WrittenDocument, ...]], ...]:
    """Documents that come together, by what happened to them: `Created` these, `Updated` those."""
    return tuple(grouped((document.action.capitalize(), document) for document in written).items())
