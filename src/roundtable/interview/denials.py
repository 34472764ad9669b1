"""A no, and what it is said to: a file that the table brought up, or the open question, which no cannot answer.

Elsewhere: what a no does to what is known (`listening`), files in and files out (`recording`).
"""

from typing import Final

from roundtable.interview.named import files_named
from roundtable.interview.situation import Situation
from roundtable.language.closed_forms import first_word

OBJECTIONS: Final = ("direct_change", "no_change")
"""What a word about a file that the table brought up may be, whatever question is open."""


def objects(situation: Situation) -> bool:
    """Whether the person says no to what the table brought up, and not to the open question, which no cannot answer."""
    asked = situation.asked
    if asked.offers or asked.proposes or not asked.kinds or asked.kinds[0] in OBJECTIONS:
        return False
    first = first_word(situation.heard.text)
    denies = first is not None and first.kind == "denial"
    denies = denies or any(act.kind in {"denial", "denial_instead"} for act in situation.briefing.acts)
    return denies and bool(brought_up(situation))


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
