"""Of what is being talked of now, the lines that matter: not where it begins, but where it does what was spoken of."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from roundtable.engine.briefing import Briefing, Shown
from roundtable.interview.named import ticked_in
from roundtable.minds.guards.text import words_in_code
from roundtable.ports import CodeView

_LONGEST: Final = 250
"""Lines of a body that are looked through."""
_WINDOW: Final = 24
_STEP: Final = 4
_LEAST: Final = 2
"""Words of the talk that lines have to repeat."""
_LATEST: Final = 3
_BODIES: Final = 4
_REMARK: Final = re.compile(r"\s*(?:#|//|/?\*|--)")
_DOCSTRING: Final = re.compile(r'"""|\'\'\'')


def bodies(briefing: Briefing, code: CodeView, known: Sequence[Shown]) -> Iterator[tuple[str, int, int]]:
    """Lines of the definitions that the latest words name, those that repeat most of these words, as far as none is known."""
    latest = "\n".join(line.text for line in briefing.said[-_LATEST:])
    latest = f"{latest}\n{briefing.heard.text}" if briefing.heard is not None else latest
    words = set(words_in_code(latest))
    for path, line in list(dict.fromkeys(_defined(briefing, code, latest)))[:_BODIES]:
        if best := _best(code, path, line, words, [one for one in known if one.path == path]):
            yield path, *best


def _defined(briefing: Briefing, code: CodeView, latest: str) -> Iterator[tuple[str, int]]:
    for mention in briefing.scan.mentions if briefing.scan is not None else ():
        if mention.text.rpartition(".")[2] in latest:
            yield from (
                (one.path, one.line)
                for one in mention.occurrences
                if one.role == "defines" and one.kind == "source"
            )
    for name in ticked_in(latest):
        if (found := code.resolve(name)) is not None and found.line and found.symbol:
            yield found.path, found.line


def _best(
    code: CodeView, path: str, line: int, words: set[str], known: Sequence[Shown]
) -> tuple[int, int] | None:
    body = _body(code, path, line)
    # Its name was said; what it does is wanted.
    told = [words.intersection(words_in_code(text)) for text in _without_remarks(body)]
    told[:1] = [set[str]()]
    found: list[tuple[int, int]] = []
    for at in range(0, len(body), _STEP):
        first, last = line + at, min(line + at + _WINDOW, line + len(body)) - 1
        if not any(one.first <= last and first <= one.last for one in known):
            found.append((len(set[str]().union(*told[at : at + _WINDOW])), -first))
    most, first = max(found, default=(0, 0))
    return (-first, min(-first + _WINDOW, line + len(body)) - 1) if most >= _LEAST else None


def _body(code: CodeView, path: str, line: int) -> list[str]:
    """The lines of a definition, up to the next one that is not inside it."""
    lines = list(code.lines(path, line, line + _LONGEST))
    begins = {one.line for one in code.signatures(path)}
    depth = _depth(lines[0]) if lines else 0
    ends = (at for at in range(1, len(lines)) if line + at in begins and _depth(lines[at]) <= depth)
    return lines[: next(ends, len(lines))]


def _depth(text: str) -> int:
    return len(text) - len(text.lstrip())


def _without_remarks(lines: Sequence[str]) -> Iterator[str]:
    """The lines, those of remarks empty: what is said of code is not what it does."""
    is_remark = False
    for text in lines:
        marks = len(_DOCSTRING.findall(text))
        yield "" if is_remark or marks or _REMARK.match(text) else text
        is_remark ^= marks % 2 == 1
