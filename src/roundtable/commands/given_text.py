"""What somebody means by WHAT: words, a file with a draft, or standard input.

Whatever arrives is text or one sentence: a binary file, an empty pipe or a misspelt file name never becomes an item.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from roundtable.errors import WrongUse
from roundtable.stores.atomic import reading

_LARGEST: Final = 1_000_000
_DRAFT_ENDINGS: Final = (".md", ".markdown", ".txt", ".rst")


class Words(NamedTuple):
    text: str
    is_draft: bool
    """Read from a file or from standard input: somebody's text, even when it is a single word, and never a name."""


def read_words(typed: Sequence[str]) -> Words:
    """The text behind WHAT. Several words without quotes are one text."""
    what = " ".join(typed).strip()
    if what == "-":
        return Words(_text(sys.stdin.buffer.read(_LARGEST + 1), "standard input"), is_draft=True)
    if not what:
        raise WrongUse('There are no words in WHAT; say in quotes what it is about, as in "Dark mode".')
    draft = _file_named(what)
    if draft is not None:
        with reading(what), draft.open("rb") as file:
            return Words(_text(file.read(_LARGEST + 1), what), is_draft=True)
    return Words(_text(what.encode("utf-8", "surrogateescape"), "what was typed"), is_draft=False)


def _file_named(what: str) -> Path | None:
    try:
        path = Path(what).expanduser()
    except RuntimeError:  # there is no home folder
        path = Path(what)
    try:
        if path.is_file():
            return path
    except (OSError, ValueError):  # too long for a file name: then it is an idea
        return None
    if not any(letter.isspace() for letter in what) and what.lower().endswith(_DRAFT_ENDINGS):
        raise WrongUse(f"There is no file {what}; check the name, or say the idea in a few words.")
    return None


def _text(data: bytes, where: str) -> str:
    if len(data) > _LARGEST:
        raise WrongUse(f"There is more than 1 MB in {where}; a draft is a few pages at most.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise WrongUse(
            f"There is something other than UTF-8 text in {where}; save it as UTF-8 text."
        ) from error
    if "\0" in text:
        raise WrongUse(f"There is binary data in {where}; give plain text.")
    if not text.strip():
        raise WrongUse(f"There is no text in {where}; say in a few words what you want.")
    return text
