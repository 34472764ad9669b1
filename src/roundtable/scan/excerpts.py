"""Small pieces of files for people: the lines that matter, what stands around a line, and signatures. Pure; secrets are masked here."""

import re
from collections.abc import Sequence, Set

from roundtable.analysis.scanning import Definition
from roundtable.analysis.secrets import mask
from roundtable.scan.corpus import Corpus
from roundtable.scan.definitions import CALLABLE, TYPES
from roundtable.scan.extract import definitions_in
from roundtable.scan.kinds import looks_binary
from roundtable.scan.languages import language_of
from roundtable.scan.lexicon import terms_of
from roundtable.scan.lexing import code_only
from roundtable.scan.notebooks import readable

_LINES = 6
_WINDOW = 90
_WIDTH = 160
_READ = 2_000
_SIGNATURE_LINES = 40
_SIGNATURE_WIDTH = 300
_MAX_BYTES = 2_000_000
_DEEPEST = 20
_CLOSES = (")", "]", "}", "#", "//", "*")
"""The end of parameters stands where the definition began, and ends nothing."""
_PADDING = re.compile(r"(?<=\() | (?=\))|, ?(?=\))")
"""What stands between brackets and parameters that were on lines of their own."""


def excerpt_of(data: bytes, first_line: int, words: list[str]) -> tuple[str, int | None, int]:
    """A few lines from `first_line` on, around the line that has most of the words; where they begin, and that line."""
    lines = data[:_MAX_BYTES].decode("utf-8", "replace").splitlines()
    if not lines:
        return "", None, 1
    start = min(max(first_line - 1, 0), len(lines) - 1)
    wanted = {term for word in words for term in terms_of(word)} or {""}
    shown = [line[:_WIDTH].lower() for line in lines[start : start + _WINDOW]]
    best = max(range(len(shown)), key=lambda at: (sum(term in shown[at] for term in wanted), -at))
    begin = start + max(0, best - 1)
    # Masked before it is cut: the first half of a key is one, too.
    masked = mask("\n".join(line.rstrip()[:_READ] for line in lines[begin : begin + _LINES]))
    shown = [line[:_WIDTH] for line in masked.split("\n")]
    while shown and not shown[-1].strip():
        shown.pop()
    return "\n".join(shown), begin + 1, start + best + 1


def _signature(lines: list[str], line: int) -> str:
    """The defining line, with the rest of its parameters when they are spread over several; what is long loses its middle."""
    text = lines[line - 1].strip() if line <= len(lines) else ""
    at = line
    while text.count("(") > text.count(")") and at < min(len(lines), line + _SIGNATURE_LINES):
        text += " " + lines[at].strip()
        at += 1
    joined = " ".join(text[:_READ].split()).rstrip("{").rstrip()
    whole = mask(_PADDING.sub("", joined))
    if len(whole) <= _SIGNATURE_WIDTH:
        return whole
    end = whole[whole.rfind(")") :] if whole.count("(") == whole.count(")") else ""
    return f"{whole[: max(_SIGNATURE_WIDTH - len(end) - 2, 0)].rstrip()} …{end[:_SIGNATURE_WIDTH]}"


def _qualified(found: Sequence[tuple[str, int, str, int]], place: int) -> str:
    """A definition's name behind those of its owners, which may stand further down in the file."""
    names: list[str] = []
    while place >= 0 and len(names) < _DEEPEST:
        name, _, _, place = found[place]
        names.insert(0, name)
    return ".".join(names)


def signatures_of(path: str, data: bytes) -> list[Definition]:
    if looks_binary(data):
        return []
    found = definitions_in(path, data)
    lines = readable(path, data[:_MAX_BYTES]).decode("utf-8", "replace").split("\n")
    made: list[Definition] = []
    for name, line, kind, parent in found:
        owner, signature = _qualified(found, parent) or None, _signature(lines, line)
        # A function inside a class is what people call a method, whatever the pattern was called.
        if kind == "function" and parent >= 0 and found[parent][2] in {"class", "type"}:
            kind = "method"
        made.append(Definition(name=name, kind=kind, path=path, line=line, signature=signature, parent=owner))  # fmt: skip
    return made


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
        between = (text for text in lines[at:seen] if text.strip() and not text.lstrip().startswith(_CLOSES))
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
    if (row := definition_around(corpus, file, lines, line, CALLABLE | TYPES)) is not None:
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
