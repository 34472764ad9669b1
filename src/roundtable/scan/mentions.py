"""Where that stands which a person named: every line with the name or the message, and what the line does with it.

Literal search, then the lines of code are told from those that only speak of it. What cannot be told exactly is left out:

- a plain word ("rule", "open") is everywhere, so it counts only as the member of a class that was named with it;
- what stands in very many lines is a word of this project and says nothing about one change;
- of a message the code has only the fixed part: "No such command 'psuh'." is found by "No such command".

Files are searched and read through the functions it is given. Elsewhere: who uses a whole file (`uses`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from roundtable.analysis.scanning import FileKind, Focus, Mention, Occurrence, Role
from roundtable.scan.definitions import CALLABLE, HEADING, TYPES
from roundtable.scan.kinds import is_secret_file
from roundtable.scan.languages import language_of
from roundtable.scan.lexing import code_only
from roundtable.scan.notebooks import readable
from roundtable.scan.uses import is_compound

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from roundtable.scan.corpus import Corpus

    Read = Callable[[str], bytes | None]
    Grep = Callable[..., list[tuple[str, int, str]]]

_MOST_TEXTS: Final = 40
_MOST_LINES: Final = 80
"""What stands in more lines than that is a word of the project."""
_SHOWN_KINDS: Final = frozenset({"source", "test", "docs", "config"})
_LEAST_LETTERS: Final = 3
_LEAST_FIXED: Final = 8
_VARIES: Final = re.compile(
    r"(?<!\w)['‘`][^'’`]*['’`](?!\w)|\{[^}]*\}|<[^>]*>|%\w|(?<!\w)--?[\w-]+|\b\w*\d\w*\b|…|\.\.\."
)
"""The parts of a message that are filled in."""
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_NEWS: Final = re.compile(
    r"(?:^|/)(?:change(?:s|log)?|history|news|releases?(?:[-_]notes)?)(?:\.(?:md|rst|txt|adoc)|/.*)?$",
    re.IGNORECASE,
)
"""What tells of the past is not touched by a change."""
_MADE: Final = frozenset({"dist", "build", "out", "target"})
"""Folders of what is made from the code."""


@dataclass(frozen=True)
class _Wanted:
    """One thing to look for: what was said, and under which texts it may stand."""

    texts: tuple[str, ...]
    is_message: bool = False
    owner: str = ""

    def is_on(self, text: str, line: str) -> bool:
        if self.is_message:
            return text in line
        return re.search(rf"(?<![\w-]){re.escape(text)}(?![\w-])", line) is not None


def find_mentions(corpus: Corpus, focus: Focus, grep: Grep, read: Read) -> tuple[Mention, ...]:
    """Everything that the person named and the code has, in the order in which it was named."""
    wanted = [
        *(one for name in focus.names if (one := _name(corpus, name)) is not None),
        *(one for message in focus.messages if (one := _message(message)) is not None),
    ][:_MOST_TEXTS]
    if not wanted:
        return ()
    hits = [
        (path, line, words)
        for path, line, words in grep(*dict.fromkeys(text for one in wanted for text in one.texts))
        if _is_searched(corpus, path)
    ]
    look = _Look(corpus, read)
    found: dict[str, Mention] = {}
    for one in wanted:
        for text in one.texts:
            lines = [(path, line) for path, line, words in hits if one.is_on(text, words)]
            mention = look.at(one, text, lines)
            if mention is not None:
                found.setdefault(mention.text, mention)
                break
    return tuple(found.values())


def find_uses(corpus: Corpus, name: str, grep: Grep, read: Read) -> tuple[Occurrence, ...]:
    """Every line of source and tests with an option, or with a name that the code defines, and what it does with it.

    A member behind its class is defined only there; who calls it is told by its own name, which another may have, too.
    """
    *heads, last = (
        [name] if name.startswith("--") else re.split(r"\.|::|->|#", name.partition("(")[0].strip())
    )
    index, look, wanted = corpus.index, _Look(corpus, read), _Wanted((last,))
    defined = look.definitions(last)
    if not defined and not last.startswith("--"):
        return ()
    owner = heads[-1] if heads and heads[-1] in defined.values() else ""
    others = {place for place, other in defined.items() if owner and other != owner}
    places: list[tuple[FileKind, str, int]] = [
        (index.kind(index.number_of[path]), path, line)
        for path, line, words in grep(last)
        if (file := index.number_of.get(path)) is not None
        and not index.vendored[file]
        and not is_secret_file(path)
        and wanted.is_on(last, words)
    ]
    return tuple(
        Occurrence(
            path=path,
            line=line,
            role="names" if (path, line) in others else look.role(path, line, last, defined, set()),
            kind=kind,
        )
        for kind, path, line in sorted(places)
        if kind in {"source", "test"}
    )


def _is_searched(corpus: Corpus, path: str) -> bool:
    """Whether somebody writes this file by hand, and about today."""
    file = corpus.index.number_of.get(path)
    if file is None or is_secret_file(path) or _NEWS.search(path):
        return False
    return not corpus.index.vendored[file] and _MADE.isdisjoint(path.split("/")[:-1])


def definers(mentions: Sequence[Mention], focus: Focus) -> dict[str, str]:
    """The sources that define a name of the person's or hold a message of theirs, where only one does, and why."""
    found: dict[str, list[str]] = {}
    for one in mentions:
        roles = {"names"} if one.is_message else {"defines"}
        files = {at.path for at in one.occurrences if at.kind == "source" and at.role in roles}
        if len(files) == 1:
            found.setdefault(files.pop(), []).append(
                f'has "{one.text}"' if one.is_message else f"defines `{one.text}`"
            )
    return {path: ", ".join(why[:2]) for path, why in found.items() if not focus.rules_out(path)}


def _name(corpus: Corpus, name: str) -> _Wanted | None:
    """How to look for a name; a plain word counts only behind its class."""
    if name.startswith("--"):
        return _Wanted((name,))
    *heads, last = re.split(r"\.|::|->|#", name.partition("(")[0].strip())
    if len(last) < _LEAST_LETTERS or not last.isidentifier():
        return None
    owner = heads[-1] if heads and _is_type(corpus, heads[-1]) else ""
    if not heads and "_" not in last and not len(corpus.definitions_of(corpus.index.find_word(last))):
        return None  # JavaScript and FreeBSD are written like classes, too
    if heads and not owner and not len(corpus.definitions_of(corpus.index.find_word(last))):
        # `req.setTimeout`, of something that others define: only what stands there word for word
        return _Wanted((f"{heads[-1]}.{last}",)) if is_compound(last) else None
    return _Wanted((last,), owner=owner) if owner or is_compound(last) else None


def _is_type(corpus: Corpus, name: str) -> bool:
    index = corpus.index
    return any(
        int(index.def_kind[row]) in TYPES for row in corpus.definitions_of(index.find_word(name)).tolist()
    )


def _message(message: str) -> _Wanted | None:
    """A message whole, else the longest part of it that nothing is filled into."""
    whole = message.strip().rstrip(".")
    fixed = [part.strip(" .,:;!?()\"'") for part in _VARIES.split(message)]
    parts = [part for part in sorted(fixed, key=len, reverse=True) if _is_phrase(part)]
    texts = [whole] if _is_phrase(whole) else []
    texts += [part for part in parts[:1] if part != whole]
    return _Wanted(tuple(texts), is_message=True) if texts else None


def _is_phrase(text: str) -> bool:
    """Whether a text has words enough to stand in few places."""
    return len(text) >= _LEAST_FIXED and sum(_WORD.search(word) is not None for word in text.split()) > 1


class _Look:
    """What lines do with a name; each file is read once."""

    def __init__(self, corpus: Corpus, read: Read) -> None:
        self._corpus = corpus
        self._read = read
        self._lines = cache(self._read_lines)

    def at(self, wanted: _Wanted, text: str, lines: Sequence[tuple[str, int]]) -> Mention | None:
        """The mention, when it can be told whole and says something."""
        if not lines or (wanted.is_message and len(lines) > _MOST_LINES):
            return None
        kinds: dict[str, FileKind] = {
            path: self._corpus.index.kind(self._corpus.index.number_of[path]) for path, _ in lines
        }
        shown = [(path, line) for path, line in lines if kinds[path] in _SHOWN_KINDS]
        defined = {} if wanted.is_message else self.definitions(text)
        is_whole = not wanted.owner and len(lines) <= _MOST_LINES
        if not is_whole:
            # `Text.truncate`: whose method a call elsewhere means, nobody can tell.
            own = {place for place, owner in defined.items() if wanted.owner in {"", owner}}
            shown = [place for place in shown if place in own]
        owners = {owner for place, owner in defined.items() if owner and kinds.get(place[0]) == "source"}
        found = [
            Occurrence(
                path=path,
                line=line,
                role="names"
                if wanted.is_message or kinds[path] == "docs"
                else self.role(path, line, text, defined, owners),
                inside=self._around(path, line),
                kind=kinds[path],
            )
            for path, line in sorted(shown)
        ]
        if not found:
            return None
        shown_as = f"{wanted.owner}.{text}" if wanted.owner else text
        return Mention(
            text=shown_as, is_message=wanted.is_message, is_whole=is_whole, occurrences=tuple(found)
        )

    def definitions(self, name: str) -> dict[tuple[str, int], str]:
        """Where the name is defined, with the class that owns it."""
        index = self._corpus.index
        found: dict[tuple[str, int], str] = {}
        for row in self._corpus.definitions_of(index.find_word(name)).tolist():
            if int(index.def_kind[row]) == HEADING:
                continue
            owner = self._corpus.qualified_name(row).rpartition(".")[0]
            found[index.paths[int(index.def_file[row])], int(index.def_line[row])] = owner
        return found

    def role(
        self, path: str, line: int, name: str, defined: dict[tuple[str, int], str], owners: set[str]
    ) -> Role:
        """What a line does with a name."""
        if (path, line) in defined:
            return "overrides" if self._is_override(path, line, defined[path, line], owners) else "defines"
        _, code = self._lines(path)
        text = code[line - 1] if line <= len(code) else ""
        spelled = rf"(?<![\w-]){re.escape(name)}(?![\w-])"
        if re.search(spelled, text) is None:
            return "names"
        for role, form in _FORMS:
            if re.search(form.replace("NAME", spelled), text):
                declares = role == "calls" and any(
                    re.search(one.replace("NAME", spelled), text) for one in DECLARATIONS
                )
                return "names" if declares else role
        return "imports" if self._is_import(code, line) else "names"

    def _is_override(self, path: str, line: int, owner: str, owners: Iterable[str]) -> bool:
        """Whether the class around a definition names one that defines the same."""
        index = self._corpus.index
        for row in self._corpus.definitions_of(index.find_word(owner)).tolist() if owner else ():
            if index.paths[int(index.def_file[row])] == path and int(index.def_line[row]) < line:
                lines, _ = self._lines(path)
                at = int(index.def_line[row]) - 1
                bases = lines[at].partition(owner)[2] if at < len(lines) else ""
                return any(re.search(rf"\b{re.escape(other)}\b", bases) for other in owners if other != owner)
        return False

    def _is_import(self, code: list[str], line: int) -> bool:
        """Whether a line lies in brackets that an import opened."""
        for text in reversed(code[max(0, line - 40) : line - 1]):
            if ")" in text or "}" in text:
                return False
            if "(" in text or "{" in text:
                return re.match(r"\s*(?:from\b.*\bimport\b|import\b|export\b|use\b)", text) is not None
        return False

    def _around(self, path: str, line: int) -> str:
        """The function or method in which a line stands, by its indentation."""
        index = self._corpus.index
        lines, _ = self._lines(path)
        file = index.number_of[path]
        low, high = index.defs.offsets[file : file + 2].tolist()
        indent = _indent(lines, line)
        for row in range(high - 1, low - 1, -1):
            at = int(index.def_line[row])
            if at >= line or int(index.def_kind[row]) not in CALLABLE or _indent(lines, at) >= indent:
                continue
            if any(
                text.strip() and _indent_of(text) <= _indent(lines, at)
                for text in lines[at : line - 1]
                if not _closes(text)
            ):
                continue  # it ended before
            return self._corpus.qualified_name(row)
        return ""

    def _read_lines(self, path: str) -> tuple[list[str], list[str]]:
        """The lines of a file as they are, and with comments and texts blank."""
        data, language = readable(path, self._read(path) or b""), language_of(path)
        code = code_only(language, data).decode("utf-8", "replace").split("\n") if language.name else []
        return data.decode("utf-8", "replace").split("\n"), code


_FORMS: Final[tuple[tuple[Role, str], ...]] = (
    ("imports", r"^\s*(?:from\b.*\bimport\b|import\b|export\b|use\b|#\s*include\b).*NAME"),
    ("raises", r"\b(?:raise|throw(?:\s+new)?|panic!?\()\s+(?:[\w.]+\.)?NAME"),
    ("catches", r"\b(?:except|catch|rescue)\b.*NAME"),
    ("calls", r"NAME\s*\("),
)
"""What a line of code does with a name, best first."""
DECLARATIONS: Final = (
    r"\b(?:function|def|func|fn|fun|sub|get|set)\b\s*\*?\s*NAME\s*\(",
    r"^\s*(?:public|private|protected|internal|abstract|virtual|override|static|extern)\b[^=(]*NAME\s*\(",
    r"^\s*(?!(?:return|throw|new|await|else|yield|case|delete|do|echo|print|assert|defer|go|not)\b)"
    r"(?:[\w:<>,\[\]?]+[\s*&]+)+NAME\s*\([^;]*\)\s*;\s*$",
    r"^\s*(?:async\s+)?NAME\s*(?:<[^>]*>)?\([^()]*\)\s*(?::[^=;]+;?|\{)\s*$",
)
"""What looks like a call and only says that there is such a name: behind a keyword, a modifier or a type, or as a method."""


def _indent(lines: list[str], line: int) -> int:
    return _indent_of(lines[line - 1]) if 0 < line <= len(lines) else 0


def _indent_of(text: str) -> int:
    return len(text.expandtabs(4)) - len(text.expandtabs(4).lstrip())


def _closes(text: str) -> bool:
    """The end of parameters stands where the definition began, and ends nothing."""
    return text.lstrip().startswith((")", "]", "}", "#", "//", "*"))
