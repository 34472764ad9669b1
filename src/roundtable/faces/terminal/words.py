"""What `?` explains: the things one can type at each place."""

from typing import Final

__all__ = ["HELP_WORDS", "help_for"]

HELP_WORDS: Final = frozenset({"?", "/help", "help?"})

_COMMON: Final = (
    "Ctrl-C or Ctrl-D pauses: everything is saved, and the last line says how to go on.",
    "Alt-Enter starts a new line; Ctrl-X Ctrl-E opens your editor for a long answer (also: /edit).",
)
_BY_PLACE: Final = {
    "answer": (
        'Answer in your own words, short or long. "I don\'t know" is an answer: it becomes an open question.',
        'Say "deep" for more questions or "brief" for a draft to confirm; it holds for the rest of this phase.',
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
        "Say what you think; start with a name (Maya, Alex or Jordan and a comma) to ask one of them.",
        '"done" ends a discussion; in a conversation, "I\'m done" ends it and writes what is known.',
    ),
}


def help_for(awaiting: str | None) -> str:
    """The lines for one place."""
    return "\n".join((*_BY_PLACE.get(awaiting or "", ()), *_COMMON))
