"""Where a file speaks and where it acts: comments, documentation and quotes on one side, code on the other. Pure.

A language's lexical pattern is run, nothing is parsed. Whoever needs to know whether a word is code asks here.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

from roundtable.scan.languages import Language
from roundtable.scan.patterns import LEX_PYTHON

_NOT_A_BREAK = re.compile(rb"[^\n]")
_HIDING = frozenset(b"#'\"")

Span = tuple[int, int]


@dataclass(slots=True)
class Lexed:
    """The parts of a file that are no code: where each begins and ends."""

    spoken: list[int] = field(default_factory=list[int])
    """All of them, in a language in which a name can be meant without an import: there only code may be looked at."""
    comments: list[Span] = field(default_factory=list[Span])
    """Where comments lie, in order; only those that surely are comments."""
    blocks: list[Span] = field(default_factory=list[Span])  # those of several lines

    def is_comment(self, offset: int) -> bool:
        place = bisect_right(self.comments, (offset, offset)) - 1
        return place >= 0 and self.comments[place][0] <= offset < self.comments[place][1]


def lex(language: Language, data: bytes) -> Lexed:
    found = Lexed()
    if language.lexical is None:
        return found
    says, is_shared = language.lexical.doc_groups, bool(language.family)
    for match in language.lexical.compiled.finditer(data):
        group = match.lastindex
        if group is None:
            continue
        if is_shared:
            found.spoken += match.span(group)
        if group not in says:
            continue
        if data.find(b"\n", *match.span(group)) < 0:
            found.comments.append(match.span())
        elif _begins_as_prose(language, data, match.start()):
            found.comments.append(match.span())
            found.blocks.append(match.span())
    return found


def lex_blocks(language: Language, data: bytes) -> Lexed:
    """As `lex`, but of Python only the blocks, as nothing else hides a definition or an import there.

    Where no quote or comment stands before a block on its line, none hides where it begins, and none needs to be looked at.
    """
    if language.lexical is not LEX_PYTHON or b"'''" in data:
        return lex(language, data)
    blocks: list[Span] = []
    at = data.find(b'"""')
    while at >= 0:
        end = data.find(b'"""', at + 3) + 3
        if end < 3 or not _HIDING.isdisjoint(data[data.rfind(b"\n", 0, at) + 1 : at]):
            return lex(language, data)
        if data.find(b"\n", at, end) >= 0:
            blocks.append((at, end))
        at = data.find(b'"""', end)
    return Lexed(comments=blocks, blocks=blocks)


def code_only(language: Language, data: bytes) -> bytes:
    """The same lines and columns, blank where a comment or a string was."""
    pieces = language.lexical.compiled.finditer(data) if language.lexical is not None else ()
    return blanked(data, (match.span() for match in pieces if match.lastindex is not None))


def blanked(data: bytes, spans: Iterable[Span]) -> bytes:
    """The same lines and columns, blank in these places."""
    cleared = bytearray(data)
    for begin, end in spans:
        cleared[begin:end] = _NOT_A_BREAK.sub(b" ", data[begin:end])
    return bytes(cleared)


def _begins_as_prose(language: Language, data: bytes, start: int) -> bool:
    """Whether a comment is surely one: in `/\\/*$/` of JavaScript the same signs are a pattern, so it must begin its line."""
    return language.lexical is LEX_PYTHON or not data[data.rfind(b"\n", 0, start) + 1 : start].strip()
