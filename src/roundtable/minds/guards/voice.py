"""Voice: no persona says what the persona file forbids it, unless it repeats words that others used first."""

import re
from functools import cache
from itertools import islice

from roundtable.analysis.content import Persona
from roundtable.engine.briefing import Briefing
from roundtable.minds.guards.text import heard_before, plain
from roundtable.minds.guards.verdict import Findings

_READ = 2_000
"""Letters of a contribution that are looked at; nobody says more at once."""


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
        said = (match.group().strip() for match in pattern.finditer(text[:_READ]))
        own = (words for words in said if words and not _is_repeated(words, briefing, speaker.key, alongside))
        broken |= dict.fromkeys(" ".join(words.split())[:80] for words in islice(own, 1))
    if broken:
        listed = ", ".join(f'"{words}"' for words in list(broken)[:3])
        findings.refuse(
            "voice",
            f"{speaker.first_name} ({speaker.role}) does not speak like this: {listed}. "
            f"Say it from {speaker.first_name}'s own angle ({speaker.voice.lens or speaker.role.lower()}), or leave it to "
            "whoever it belongs to.",
        )


def _is_repeated(words: str, briefing: Briefing, persona: str, alongside: tuple[str, ...]) -> bool:
    """A word that somebody else brought in may be taken up; a whole sentence of agreement may not."""
    if len(words.split()) > 6:
        return False
    return heard_before(words, briefing, persona) or any(plain(words) in plain(text) for text in alongside)
