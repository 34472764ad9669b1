"""In which definition a line of code stands, and which line shows a passage best. Pure.

Used by `mentions` for the function around a call and by `answer` for the lines to look at.
"""

from collections.abc import Sequence, Set

from roundtable.scan.corpus import Corpus
from roundtable.scan.definitions import CALLABLE, TYPES
from roundtable.scan.languages import language_of
from roundtable.scan.lexing import code_only


def definition_around(
    corpus: Corpus, file: int, lines: Sequence[str], line: int, kinds: Set[int] = CALLABLE
) -> int | None:
    """The row of the function or method (or whatever `kinds` there are) in which a line stands, by its indentation."""
    index, rows = corpus.index, corpus.index.def_rows(file)
    least, seen = _indent(lines, line), line - 1
    for row in reversed(range(rows.start, rows.stop)):
        at = int(index.def_line[row])
        if at >= line:
            continue
        # Each line is looked at once, from below; behind one that is not indented, nothing further up can go on.
        between = (text for text in lines[at:seen] if text.strip() and not _closes(text))
        least, seen = min((least, *map(_indent_of, between))), at
        if not least:
            return None
        if int(index.def_kind[row]) in kinds and _indent(lines, at) < least:
            return row
    return None


def line_to_show(corpus: Corpus, file: int, data: bytes, line: int) -> int | None:
    """Where a reader of a passage should begin: the function or class it is in, or that a comment stands on; else the line itself."""
    index, language = corpus.index, language_of(corpus.index.paths[file])
    lines = data.decode("utf-8", "replace").split("\n")
    rows = index.def_rows(file)
    if line in index.def_line[rows]:
        return line
    row = definition_around(corpus, file, lines, line, CALLABLE | TYPES)
    if row is not None:
        return int(index.def_line[row])
    if language.lexical is None or index.kind(file) not in {"source", "test"}:
        return line
    code = code_only(language, data).split(b"\n")
    if code[line - 1].strip():
        return line
    below = line
    while below < len(code) and not code[below - 1].strip() and lines[below - 1].strip():
        below += 1  # a comment speaks of what stands right below it
    return below if below in index.def_line[rows] else None


def _indent(lines: Sequence[str], line: int) -> int:
    return _indent_of(lines[line - 1]) if 0 < line <= len(lines) else 0


def _indent_of(text: str) -> int:
    return len(text.expandtabs(4)) - len(text.expandtabs(4).lstrip())


def _closes(text: str) -> bool:
    """The end of parameters stands where the definition began, and ends nothing."""
    return text.lstrip().startswith((")", "]", "}", "#", "//", "*"))
