"""Tables of phrases and forms, looked for in what a person typed.

A table is a tuple with one phrase or form in each row. It is made into a pattern where it is used and not before, so that
a test can take each row away in turn and see a sentence misread (`tests/test_tables_*.py`).
"""

import re
from functools import lru_cache
from typing import Final

Table = tuple[str, ...]


def rows(table: str) -> Table:
    """A table written on one line, its rows apart by bars."""
    return tuple(row.strip() for row in table.split("|"))


@lru_cache(maxsize=256)
def any_form(table: Table) -> re.Pattern[str]:
    """Any of these patterns, as they stand."""
    return re.compile("|".join(f"(?:{row})" for row in table) or r"(?!)")


@lru_cache(maxsize=256)
def any_phrase(table: Table) -> re.Pattern[str]:
    """Any of these phrases as whole words, in capitals or not."""
    return re.compile(rf"(?<!\w)(?:{any_form(table).pattern})(?!['’]?\w)", re.IGNORECASE)


def any_of(table: str) -> re.Pattern[str]:
    """Any phrase of a table that is written on one line."""
    return any_phrase(rows(table))


def any_word(forms: str) -> re.Pattern[str]:
    """Any of these forms as whole words, in capitals or not; unlike a phrase also before an apostrophe ("that's")."""
    return re.compile(rf"\b(?:{forms})\b", re.IGNORECASE)


def spelled(name: str) -> re.Pattern[str]:
    """A name as it is spelled, and not as a part of a longer one."""
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")


def negation() -> re.Pattern[str]:
    """A word that turns an English sentence into its opposite."""
    return any_phrase(_NEGATIONS)


def leading_phrase(table: Table, text: str) -> re.Match[str] | None:
    """One of these phrases at the very beginning, with the marks and spaces around it."""
    return _leading(table).match(text)


def behind_leading(table: Table, text: str) -> str:
    """A text without one of these phrases at its beginning, as it is where there is none."""
    lead = leading_phrase(table, text)
    return text[lead.end() :] if lead else text


@lru_cache(maxsize=256)
def _leading(table: Table) -> re.Pattern[str]:
    return re.compile(rf"\W*(?:{any_form(table).pattern})(?!['’]?\w)[\s:,.-]*", re.IGNORECASE)


_NEGATIONS: Final = rows(r"not | no | never | none | nobody | nothing | without | cannot | \w+n['’]t")
