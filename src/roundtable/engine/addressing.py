"""Who is spoken to in a discussion, and whether somebody wants to leave it.

First names only, case-insensitive. A mere mention ("Jordan's point", "Jordan mentioned that …") addresses nobody.
"""

import re
from collections.abc import Sequence
from typing import Final, Literal

from roundtable.analysis.content import Persona
from roundtable.engine.hearing import Utterance, bare
from roundtable.language.phrases import any_phrase, rows
from roundtable.language.sentences import sentences

EVERYBODY: Final = "all"
EXIT_QUESTION: Final = "Did you want to end the discussion, or continue exploring this?"

_GROUP: Final = rows("you all | everyone | all of you | team | what do you think")
_EXITS: Final = rows("exit | back")
_WRAPS: Final = rows("wrap up | let's wrap up | lets wrap up | let us wrap up")
_KEYWORDS: Final = rows(r"done | exit | wrap up | back(?! to\b)")
_NEGATED: Final = rows(r"not | never | \w+n't")
_SHORT: Final = 8


def address_of(text: str, personas: Sequence[Persona]) -> str | None:
    """The key of the persona who is to answer, `EVERYBODY`, or nobody in particular; a name counts before the group."""
    hits: list[tuple[int, str]] = []
    for start, end in sentences(text):
        asks = text[start:end].endswith(("?", "？"))
        for persona in personas:
            name = re.escape(persona.first_name)
            pattern = rf"(?<![\w'’-]){name}\s*[,:?？]|,\s*{name}(?![\w'’-])"
            if found := re.search(pattern + rf"|^{name}(?=\s)" * asks, text[start:end], re.IGNORECASE):
                hits.append((start + found.start(), persona.key))
    if hits:
        return min(hits)[1]
    return EVERYBODY if any_phrase(_GROUP).search(text) else None


def exit_intent(said: Utterance) -> Literal["exit", "ask", "stay"]:
    plain = bare(said.text)
    if plain in _EXITS:
        return "exit"
    if any_phrase(_NEGATED).search(plain):
        return "stay"
    if plain.startswith(_WRAPS):
        return "exit"
    if not said.says_something and (said.act("done") or said.commands("stop_now")):
        return "exit"
    if said.commands("move_on") and not said.says_something:
        return "ask"
    return "ask" if any_phrase(_KEYWORDS).search(plain) and len(plain.split()) <= _SHORT else "stay"
