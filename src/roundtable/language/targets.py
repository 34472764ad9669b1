"""Whom or what an act is about: who is asked, what is changed or taken back.

- A question goes to whoever is named, to the whole table where several are addressed, else to whoever asked last.
- A correction or retraction is about the id it names, else about the entry on record that shares most words and figures with it,
  else about the words it has in common with what was said before.

Elsewhere: which act it is (`acts`).
"""

import re
from typing import Final

from roundtable.language.phrases import any_phrase, rows
from roundtable.language.tokens import NAMES, content_stems, tokens

_SPEAKER: Final = re.compile(rf"(?:^|[.!?]\s+)({'|'.join(NAMES)})\s*:", re.IGNORECASE)
_ENTRY: Final = re.compile(r"\b([A-Z]{1,4}-\d+(?:-\d+)?)\b:?\s*([^;\n]*)")
_FIGURE: Final = re.compile(r"(?<![\w.])\d+(?!\w|\.\d)")
_SEVERAL: Final = rows(
    "you three | you all | you two | you people | you lot | any of you | all of you | who of you | which of you "
    "| the three of you | guys | folks | everybody | everyone | anyone | anybody | ihr | euch | vosotros | ustedes | vous trois"
)


def asked_persona(text: str, place: str, question: str) -> str:
    """maya, alex, jordan, or table."""
    said = " ".join(tokens(text))
    if any_phrase(_SEVERAL).search(said):
        return "table"
    named = [word for word in said.split() if word in NAMES]
    if named:
        return named[0]
    speakers = [name.lower() for name in _SPEAKER.findall(question)]
    if place == "discussion" and len(set(speakers)) > 1:
        return "table"
    return speakers[-1] if speakers else "maya"


def target_of(text: str, question: str, earlier: str) -> str:
    """An id, else words that name what is changed or taken back; empty where nothing can be told."""
    own = _ENTRY.findall(text.upper())
    if own:
        return own[0][0]
    entries = _ENTRY.findall(earlier) or _ENTRY.findall(question)
    named = content_stems(tokens(text))
    if entries:
        numbered = {identifier.split("-")[-1].lstrip("0"): identifier for identifier, _ in entries}
        figures = [word for word in _FIGURE.findall(text) if word in numbered]
        values = set(_FIGURE.findall(text))
        shared = [
            len(named & content_stems(tokens(words))) + len(values & set(_FIGURE.findall(words)))
            for _, words in entries
        ]
        if max(shared) == 0 and figures:
            return numbered[figures[0]]
        return entries[shared.index(max(shared))][0]
    before = earlier.strip() or question
    return before.rstrip(".") if earlier.strip() else _common_words(text, before)


def _common_words(text: str, before: str) -> str:
    """The longest run of words that an input shares with what it answers."""
    said = f" {' '.join(tokens(text))} "
    words = before.split()
    runs = (
        " ".join(words[start:end]).strip(".,:;?!\"'“”")
        for start in range(len(words))
        for end in range(start + 1, min(len(words), start + 6) + 1)
    )
    shared = [run for run in runs if run and f" {run.lower()} " in said and content_stems(tokens(run))]
    return max(shared, key=len, default="")
