"""A no, and what it is said to: a file that the table brought up, or the open question, which no cannot answer.

Elsewhere: what a no does to what is known (`listening`), files in and files out (`recording`).
"""

import re
from collections.abc import Sequence
from typing import Final

from roundtable.interview.named import Named, files_named
from roundtable.interview.situation import Situation
from roundtable.language.phrases import any_form, any_phrase, leading_phrase, negation, rows

OBJECTIONS: Final = ("direct_change", "no_change")
"""What a word about a file that the table brought up may be, whatever question is open."""


def objects(situation: Situation) -> bool:
    """Whether the person says no to what the table brought up, and not to the open question, which no cannot answer."""
    asked = situation.asked
    if asked.offers or asked.proposes or not asked.kinds or asked.kinds[0] in OBJECTIONS:
        return False
    denies = any(act.kind in {"denial", "denial_instead"} for act in situation.briefing.acts)
    return (denies or says_no(situation.heard.text)) and bool(brought_up(situation))


def says_no(text: str) -> bool:
    """Whether a text begins with a no."""
    return leading_phrase(_SAYS_NO, text) is not None


def brought_up(situation: Situation) -> set[str]:
    """The files that the table proposed or spoke of since the person last said something about the item."""
    found = {getattr(fact, "path", "") for fact in situation.asked.offers}
    lines = situation.briefing.said
    spoken = lines[:-1] if lines and lines[-1].persona is None else lines
    about_the_item = {turn.text for turn in situation.analysis.turns}
    for line in reversed(spoken):
        if line.persona is None:
            if line.text in about_the_item:
                break
            continue  # a question back or a command came between
        found |= {name.found.path for name in files_named(line.text, situation.sight) if name.found}
    return found - {""}


_SAYS_NO: Final = rows("no | nope")
_LEAVES: Final = rows("neither | nor | leave it | alone | untouched | unaffected | stays | stay")
"""What says no to a file, beside the words that say no to anything."""
_ANSWERS_NO: Final = re.compile(r"^\W*(?:no|nope|nah)\s*[,.!;:-]+\s*", re.IGNORECASE)
_PIECES: Final = (r"[,;:.](?=\s)", r"\bbut\b")


def is_denied(text: str, name: Named, named: Sequence[Named]) -> bool:
    """Whether a sentence says no to one of the files it names: by the piece around it, where there are several."""
    # A "no, …" in front is an answer to somebody; what is said of the file comes after it.
    piece = _ANSWERS_NO.sub("", text) if len(named) == 1 else _piece_around(text, name.start)
    return bool(negation().search(piece) or any_phrase(_LEAVES).search(piece))


def _piece_around(text: str, at: int) -> str:
    """The piece of a sentence, between commas and the like, in which a name stands."""
    cuts = [0, *(match.end() for match in any_form(_PIECES).finditer(text)), len(text)]
    start = max(cut for cut in cuts if cut <= at)
    end = min(cut for cut in cuts if cut > at)
    return text[start:end]
