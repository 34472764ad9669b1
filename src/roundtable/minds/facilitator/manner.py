"""How each persona sounds when it is not quoting its own voice file: the small phrases of the offline mind.

The three shipped personas have a manner of their own; a persona that was added by somebody else speaks neutrally. What a
persona must never say is checked against its voice file before anything leaves (`speakable`).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from roundtable.analysis.content import Persona

__all__ = ["ALEX", "JORDAN", "MAYA", "Manner", "first_speakable", "manner_of", "speakable"]

MAYA: Final = "business-analyst"
ALEX: Final = "solutions-architect"
JORDAN: Final = "system-designer"


@dataclass(frozen=True, slots=True)
class Manner:
    """Phrases with `{}` for a clause or a topic, as the name says."""

    clause_reflections: tuple[str, ...]
    topic_reflections: tuple[str, ...]
    unknown: tuple[str, ...]
    delegated: tuple[str, ...]
    passed: tuple[str, ...]
    nothing: tuple[str, ...]
    unchanged: tuple[str, ...]
    """When it stays as it is today."""
    confirmed: tuple[str, ...]
    corrected: tuple[str, ...]
    asked_back: tuple[str, ...]
    """When the answer was a question."""
    plain: tuple[str, ...]
    """Say nothing about the content; the last resort."""
    effect: str
    """Completes "That affects the blast radius because"."""


_MAYA: Final = Manner(
    clause_reflections=("I see: {}.", "Understood, {}.", "Okay, {}.", "Right, {}.", "Got it: {}."),
    topic_reflections=(
        "Okay, {}.",
        "I have {} on my list now.",
        "Good, {}: I'll keep that in mind for everyone involved.",
        "Right, {}, in your words.",
        "Thank you, I've written down {}.",
    ),
    unknown=(
        "That is fine; I'll keep it as an open question and we move on.",
        "Honest answers help. I'll write it down as open.",
        "No problem, it goes on the list of things to find out.",
    ),
    delegated=(
        "Then I'll note that as an assumption, so that anyone can question it later.",
        "Fine, I'll write it down as our assumption.",
    ),
    passed=("We leave that one open then.", "No problem, it stays open."),
    nothing=("Nothing there, then.", "Good to know that there is nothing."),
    unchanged=("Then it stays the way people know it.", "Nothing changes there, and I'll say so."),
    confirmed=(
        "Good, then that stands as you see it.",
        "Thank you, I'll take that as confirmed.",
        "Good, we agree on that part.",
    ),
    corrected=("Thank you, I've put that right: {}.", "Corrected: {}.", "I've changed it: {}."),
    asked_back=(
        "That is a fair question back. I have put it among the open ones.",
        "Good question; it stays on the list until somebody answers it.",
    ),
    plain=(
        "Thank you, I have that down in your words.",
        "I've kept that exactly as you said it.",
        "That is down, word for word.",
    ),
    effect="it changes who would notice",
)
_ALEX: Final = Manner(
    clause_reflections=(
        "Noted for the plan: {}.",
        "That narrows it: {}.",
        "Then the plan has to assume that {}.",
    ),
    topic_reflections=(
        "I've put {} into the plan.",
        "I'll treat {} as a given.",
        "I have {} on the map now.",
        "I'll plan around {}.",
    ),
    unknown=(
        "Then it stays an open question, and I'll treat it as a risk until someone settles it.",
        "Fair enough. Open question, no guess from me.",
        "Logged as open. I won't build anything on a guess there.",
    ),
    delegated=(
        "Then I'll take the cheaper choice and record it as an assumption.",
        "I'll decide on the reversible side and mark it as an assumption.",
    ),
    passed=("Parked as open.", "Left open; the plan will say so."),
    nothing=("Nothing there; that keeps the reach small.", "None, then. One thing fewer to carry."),
    unchanged=("No change there; that keeps the reach small.", "Then today's behaviour is the baseline."),
    confirmed=("Good, I'll build on that.", "Then I treat it as settled.", "Settled."),
    corrected=("Corrected in the plan: {}.", "Changed: {}.", "I've adjusted that: {}."),
    asked_back=(
        "That question is open, then, and the plan will carry it as such.",
        "Noted as an open question, not as an answer.",
    ),
    plain=("Recorded as you put it.", "That is in the plan in your words.", "Recorded."),
    effect="whatever relies on it has to follow",
)
_JORDAN: Final = Manner(
    clause_reflections=("Specified: {}.", "Written down as a rule: {}.", "For the record: {}."),
    topic_reflections=(
        "I've put {} into the specification.",
        "Precise enough: {}.",
        "I have {} in the exact wording.",
        "I'll give {} a line in the contract.",
    ),
    unknown=(
        "Undefined for now; I'll list it as an open question instead of guessing a value.",
        "Marked as undefined and open.",
        "Open, then. The specification will say so in that place.",
    ),
    delegated=(
        "I'll take the simplest value and mark it as an assumption.",
        "The simplest shape it is, recorded as an assumption.",
    ),
    passed=("Left undefined and listed as open.", "Skipped; the gap is marked."),
    nothing=("Empty set, then. That is a value too.", "None, then."),
    unchanged=("Unchanged, and specified as such.", "Same as today; I'll state that explicitly."),
    confirmed=("Confirmed; I'll keep that shape.", "Then the shape stands.", "Confirmed."),
    corrected=("Revised: {}.", "Corrected in the specification: {}.", "Changed to your value: {}."),
    asked_back=(
        "Listed as an open question, word for word.",
        "Undefined until that is answered; it is on the list.",
    ),
    plain=(
        "Recorded verbatim.",
        "Recorded, exactly as given.",
        "It is in the specification as you wrote it.",
    ),
    effect="the contract depends on it",
)
_NEUTRAL: Final = Manner(
    clause_reflections=("Understood: {}.", "Noted: {}.", "I have that: {}."),
    topic_reflections=("I've noted {}.", "Understood about {}.", "I have {} on record."),
    unknown=("That stays an open question, and we move on.", "Recorded as an open question."),
    delegated=("I'll record that as an assumption.", "Then it is an assumption for now."),
    passed=("We leave that open.", "It stays open."),
    nothing=("Nothing there, noted.", "None, noted."),
    unchanged=("Unchanged, noted.",),
    confirmed=("Good, that is confirmed.", "Confirmed."),
    corrected=("Corrected: {}.", "Changed: {}."),
    asked_back=("I have recorded that as an open question.",),
    plain=("I have that down in your words.", "Recorded as you said it."),
    effect="other parts depend on it",
)
_MANNERS: Final = {MAYA: _MAYA, ALEX: _ALEX, JORDAN: _JORDAN}


def manner_of(persona: Persona) -> Manner:
    """The manner of a persona; neutral for one we have never met."""
    return _MANNERS.get(persona.key, _NEUTRAL)


def speakable(persona: Persona, text: str) -> bool:
    """Whether a persona may say this, by the patterns of its own voice file."""
    return bool(text.strip()) and not any(_matches(pattern, text) for pattern in persona.voice.forbidden)


def _matches(pattern: str, text: str) -> bool:
    try:
        return re.search(pattern, text, re.IGNORECASE) is not None
    except re.error:
        # A broken pattern in somebody's own persona file is the library check's to report; it silences nobody.
        return False


def first_speakable(persona: Persona, candidates: Iterable[str], otherwise: Sequence[str] = ()) -> str:
    """The first of several wordings that the persona may say."""
    for text in (*candidates, *otherwise, *manner_of(persona).plain, "Recorded."):
        if speakable(persona, text):
            return text
    return ""
