"""Voice: no persona says what the persona file forbids it, unless it repeats words that others used first.

Anti-echo: a persona who only repeats another adds nothing, and stays silent instead.
"""

import re
from functools import cache
from itertools import islice
from typing import Final

from roundtable.analysis.content import Persona
from roundtable.engine.briefing import Briefing
from roundtable.minds.guards.text import content_words, plain, spoken_by_the_person
from roundtable.minds.guards.verdict import Findings

_Said = tuple[tuple[str, str], ...]
_READ: Final = 2_000
"""Letters of a contribution that are looked at; nobody says more at once."""

_LOOK_BACK: Final = 12
_FEWEST: Final = 4
_SHARED: Final = 0.75
_OWN_SHARED: Final = 0.9
_IN_DISCUSSION: Final = re.compile(r"^[\w .'-]{2,40}\([^)\n]{2,40}\):\s*")
"""Who speaks, as it stands before what is said in a discussion."""
_AGREEMENT: Final = re.compile(
    r"^\W*(?:yes[,.!]?\s+)?(?:i\s+(?:fully|completely|totally|strongly|also|would)?\s*(?:agree|concur|second (?:that|this))"
    r"|agreed|exactly|absolutely|same here|sounds good|makes sense|good point|great point|well said|nothing to add|"
    r"i have nothing to add|no objections?|what (?:maya|alex|jordan) said|(?:maya|alex|jordan) is (?:absolutely )?right|"
    r"plus one|\+1)"
    r"(?:\s+(?:with|from|to)\s+(?:that|this|you|them|both|everyone|all of (?:it|you|them)|my side|me|"
    r"(?:maya|alex|jordan)(?:\s+and\s+(?:maya|alex|jordan))?|what (?:was|has been) said))?(?:\s+(?:here|entirely|completely|too))?\W*$",
    re.IGNORECASE,
)


@cache
def _compiled(pattern: str) -> re.Pattern[str] | None:
    try:
        return re.compile(pattern, re.IGNORECASE)
    except re.error:
        return None  # `library check` tells the author; a broken pattern forbids nothing


def check_voice(
    speaker: Persona, text: str, briefing: Briefing, findings: Findings, alongside: tuple[str, ...] = ()
) -> None:
    """Refuse words that are not this persona's. `alongside` is what others say in the same breath, before it."""
    broken: dict[str, None] = {}
    for pattern in filter(None, map(_compiled, speaker.voice.forbidden)):
        said = (match[0].strip() for match in pattern.finditer(text[:_READ]))
        own = (words for words in said if words and not _is_repeated(words, briefing, speaker.key, alongside))
        broken |= dict.fromkeys(" ".join(words.split())[:80] for words in islice(own, 1))
    if broken:
        listed, name = ", ".join(f'"{words}"' for words in list(broken)[:3]), speaker.first_name
        angle = f"{name}'s own angle ({speaker.voice.lens or speaker.role.lower()})"
        wrong = f"{name} ({speaker.role}) does not speak like this: {listed}"
        findings.refuse("voice", f"{wrong}. Say it from {angle}, or leave it to whoever it belongs to.")


def _is_repeated(words: str, briefing: Briefing, persona: str, alongside: tuple[str, ...]) -> bool:
    """A word that somebody else brought in may be taken up; a whole sentence of agreement may not."""
    others = (line.text for line in briefing.said if line.persona not in (None, persona))
    heard = (*spoken_by_the_person(briefing), *others, *alongside)
    return len(words.split()) <= 6 and any(plain(words) in plain(text) for text in heard)


def is_echo(text: str, earlier: str, *, own: bool = False) -> bool:
    """Whether `text` mostly repeats `earlier`: few words of its own, most of them from there."""
    mine, theirs = content_words(text), set(content_words(earlier))
    if len(mine) < _FEWEST:
        return bool(mine) and (set(mine) == theirs or plain(text).strip(" .!") == plain(earlier).strip(" .!"))
    shared = len(theirs.intersection(mine))
    added = len(mine) - shared
    return shared / len(mine) >= (_OWN_SHARED if own else _SHARED) and added <= max(2, len(mine) // 5)


def check_echo(
    speaker: Persona, text: str, briefing: Briefing, findings: Findings, alongside: _Said = ()
) -> None:
    """Refuse a contribution that repeats another. `alongside`: (persona, text) of the same thought, before this one."""
    if _AGREEMENT.match(text):
        name = speaker.first_name
        findings.refuse("echo", f"{name} only agrees. Add something from {name}'s own angle, or stay silent.")
        return
    lines = [(line.persona, line.text) for line in briefing.said[-_LOOK_BACK:] if line.persona is not None]
    for persona, earlier in (*lines, *alongside):
        own = persona == speaker.key
        bare = _IN_DISCUSSION.sub("", earlier)
        if is_echo(text, bare, own=own):
            whose = "own earlier words"
            if not own:
                whose = f"what {briefing.library.persona(persona).first_name} said"
            again = f"{speaker.first_name} repeats {whose}"
            findings.refuse("echo", f"{again}. Add something new, or stay silent.")
            return
