"""Citations of a model, read again: `path:line` with the exact text that stands there."""

import re
from typing import Final, NamedTuple

from roundtable.engine.briefing import Briefing
from roundtable.minds.llm.excerpts import CodeReader
from roundtable.ports import CodeView

_PLACE: Final = re.compile(r"^(?P<path>.+?):(?P<line>\d+)(?:\s*[-–]\s*\d+)?$")
_FEWEST: Final = 3


class Citation(NamedTuple):
    """A place in the code; `trouble` says what is wrong with it, for whoever cited it."""

    path: str
    line: int | None = None
    trouble: str = ""


def read_again(place: str, exact: str, briefing: Briefing, code: CodeView | None) -> Citation:
    """Where a citation leads. Text that stands on another line of the same file is found there."""
    cited = _PLACE.match(place.strip().strip("`"))
    if cited is None:
        return Citation(place.strip().strip("`"))
    path, line = cited["path"], int(cited["line"])
    wanted = [" ".join(one.split()) for one in exact.splitlines() if one.strip()]
    if not wanted or len(wanted[0]) < _FEWEST:
        return Citation(path, line)
    lines = _lines(path, briefing, code)
    if not lines:
        return Citation(path, line)
    if wanted[0] in lines.get(line, ""):
        return Citation(path, line)
    found = [number for number, text in lines.items() if wanted[0] in text]
    if found:
        return Citation(path, min(found, key=lambda number: (abs(number - line), number)))
    return Citation(path, line, f'`{place}` does not read "{wanted[0][:100]}"')


def _lines(path: str, briefing: Briefing, code: CodeView | None) -> dict[int, str]:
    found = code.resolve(path) if code is not None else None
    if isinstance(code, CodeReader) and found is not None:
        texts = dict(enumerate(code.lines(found.path, 1, 1_000_000), 1))
    else:
        texts = {
            number: text
            for shown in briefing.shown
            if shown.path == path
            for number, text in enumerate(shown.text.split("\n"), shown.first)
        }
    return {number: " ".join(text.split()) for number, text in texts.items()}
