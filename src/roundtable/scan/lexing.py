"""Where a file speaks and where it acts: comments, documentation and quotes on one side, code on the other. Pure.

A language's lexical pattern is run, nothing is parsed. Whoever needs to know whether a word is code asks here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roundtable.scan.patterns import LEX_PYTHON

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roundtable.scan.languages import Language

_MESSAGE_MIN_SPACES = 2
_NOT_A_BREAK = re.compile(rb"[^\n]")

Span = tuple[int, int]


@dataclass(slots=True)
class Lexed:
    """The parts of a file that are no code."""

    docs: bytes = b""
    messages: bytes = b""
    """String literals that read like sentences."""
    quoted: bytes = b""
    """The other string literals."""
    comments: list[Span] = field(default_factory=list[Span])
    """Where comments lie, in order; only those that surely are comments."""
    blocks: list[Span] = field(default_factory=list[Span])
    """Those of several lines."""

    def is_comment(self, offset: int) -> bool:
        place = bisect_right(self.comments, (offset, offset)) - 1
        return place >= 0 and self.comments[place][0] <= offset < self.comments[place][1]


def lex(language: Language, data: bytes) -> Lexed:
    """Comments and quotes of a file."""
    found = Lexed()
    docs: list[bytes] = []
    messages: list[bytes] = []
    quoted: list[bytes] = []
    for match, text, is_doc in _pieces(language, data):
        if not is_doc:
            (messages if text.count(b" ") >= _MESSAGE_MIN_SPACES else quoted).append(text)
            continue
        docs.append(text)
        if b"\n" not in text:
            found.comments.append(match.span())
        elif _begins_as_prose(language, data, match.start()):
            found.comments.append(match.span())
            found.blocks.append(match.span())
    found.docs, found.messages, found.quoted = b"\n".join(docs), b"\n".join(messages), b"\n".join(quoted)
    return found


def code_only(language: Language, data: bytes) -> bytes:
    """The same lines and columns, blank where a comment or a string was."""
    return blanked(data, (match.span() for match, _, _ in _pieces(language, data)))


def blanked(data: bytes, spans: Iterable[Span]) -> bytes:
    """The same lines and columns, blank in these places."""
    cleared = bytearray(data)
    for begin, end in spans:
        cleared[begin:end] = _NOT_A_BREAK.sub(b" ", data[begin:end])
    return bytes(cleared)


def _pieces(language: Language, data: bytes) -> Iterator[tuple[re.Match[bytes], bytes, bool]]:
    """Each comment or quote: where it lies, its text, whether it is documentation."""
    if language.lexical is None:
        return
    lexical = language.lexical.compiled
    is_doc = [False] * (lexical.groups + 1)
    for name, number in lexical.groupindex.items():
        is_doc[number] = name.startswith("d")
    for match in lexical.finditer(data):
        group = match.lastindex
        if group is not None:
            yield match, match[group], is_doc[group]


def _begins_as_prose(language: Language, data: bytes, start: int) -> bool:
    """Whether a comment is surely one: in `/\\/*$/` of JavaScript the same signs are a pattern, so it must begin its line."""
    return language.lexical is LEX_PYTHON or not data[data.rfind(b"\n", 0, start) + 1 : start].strip()
