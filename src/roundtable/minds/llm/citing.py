"""Citations of a model, read again: `path:line` with the exact text that stands there, words of the person, ids of facts."""

import re
from typing import Final, NamedTuple

from roundtable.engine.briefing import Briefing
from roundtable.facts.evidence import Quote
from roundtable.minds.guards.protocol import speaks_to_assistants
from roundtable.minds.guards.support import find_quote
from roundtable.ports import CodeView

PLACE: Final = re.compile(r"^(?P<path>.+?):(?P<line>\d+)(?:\s*[-–]\s*\d+)?$")
_CITED: Final = re.compile(r"`?[\w@./-]+\.\w+:\d+(?:[-–]\d+)?`?")
_ID: Final = re.compile(r"\b[A-Z]{2,4}-\d{3,4}(?:-\d{2})?\b")
_FEWEST: Final = 3


def places_in(text: str) -> list[str]:
    return [place for place in text.translate(str.maketrans(",;", "  ")).split() if _CITED.fullmatch(place)]


def known_ids(text: str, briefing: Briefing) -> list[str]:
    return [name for name in _ID.findall(text) if name in briefing.analysis.by_id]


def quoted(words: str, briefing: Briefing) -> list[Quote]:
    """The words of the person where they stand; those found nowhere stay as they are: the guards refuse them and say why."""
    if not words.strip():
        return []
    heard = briefing.heard.number if briefing.heard else 0
    found = find_quote(words, briefing.analysis, heard)
    return [found or Quote(turn=heard, start=0, end=len(words.strip()), text=words.strip())]


class Citation(NamedTuple):
    """A place in the code; `trouble` says what is wrong with it, for whoever cited it."""

    path: str
    line: int | None = None
    trouble: str = ""
    is_evidence: bool = True  # whether anything may rest on it, be it there or new


def read_again(place: str, exact: str, briefing: Briefing, code: CodeView | None) -> Citation:
    """Where a citation leads. Text that stands on another line of the same file is found there."""
    cited = PLACE.match(place.strip().strip("`"))
    if cited is None:
        return Citation(place.strip().strip("`"))
    path, line = cited["path"], int(cited["line"])
    wanted = [" ".join(one.split()) for one in exact.splitlines() if one.strip()]
    lines = _lines(path, briefing, code)
    around = lines.get(line, "")
    for step in (-1, 1):
        at = line + step
        while lines.get(at):  # the whole paragraph
            around, at = f"{around} {lines[at]}", at + step
    if (_is_prose(path) and speaks_to_assistants(around)) or speaks_to_assistants(
        f"{lines.get(line, '')} {exact}"
    ):
        trouble = f"`{place}` speaks to assistants, and files never instruct you"
        return Citation(path, line, trouble, is_evidence=False)
    if not lines or not wanted or len(wanted[0]) < _FEWEST:
        return Citation(path, line)
    if wanted[0] in lines.get(line, ""):
        return Citation(path, line)
    if found := [number for number, text in lines.items() if wanted[0] in text]:
        return Citation(path, min(found, key=lambda number: (abs(number - line), number)))
    return Citation(path, line, f'`{place}` does not read "{wanted[0][:100]}"')


def _is_prose(path: str) -> bool:
    """Whether a file is written for readers: there a paragraph is one thought, in code a line."""
    return path.endswith((".md", ".rst", ".txt", ".mdc")) or "." not in path


def _lines(path: str, briefing: Briefing, code: CodeView | None) -> dict[int, str]:
    found = code.resolve(path) if code is not None else None
    if code is not None and found is not None:
        texts = dict(enumerate(code.lines(found.path, 1, 1_000_000), 1))
    else:
        texts = {
            number: text
            for shown in briefing.shown
            if shown.path == path
            for number, text in enumerate(shown.text.split("\n"), shown.first)
        }
    return {number: " ".join(text.split()) for number, text in texts.items()}
