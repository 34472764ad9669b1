"""Where that stands which a person named: every line with the name or the message, and what the line does with it.

Literal search, then the lines of code are told from those that only speak of it. What cannot be told exactly is left out:

- a plain word ("rule", "open") is everywhere, so it counts only as the member of a class that was named with it;
- what stands in very many lines is a word of this project and says nothing about one change;
- a comment only speaks of it;
- of a message the code has only the fixed part: "No such command 'psuh'." is found by "No such command".

Files are read through the function it is given. Elsewhere: finding the lines (`searching`), who uses a whole file (`uses`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from posixpath import dirname
from typing import Final

from roundtable.analysis.scanning import FileKind, Focus, Mention, Occurrence, Role
from roundtable.scan.corpus import Corpus, Read
from roundtable.scan.definitions import HEADING, TYPES
from roundtable.scan.excerpts import definition_around
from roundtable.scan.kinds import is_secret_file
from roundtable.scan.languages import language_of
from roundtable.scan.lexing import blanked, code_only, lex
from roundtable.scan.notebooks import readable
from roundtable.scan.searching import find_lines
from roundtable.scan.uses import FACES, is_compound

_MOST_TEXTS: Final = 40
_MOST_LINES: Final = 80  # what stands in more lines than that is a word of the project
_SHOWN_KINDS: Final = frozenset({"source", "test", "docs", "config"})
_LEAST_LETTERS: Final = 3
_LEAST_FIXED: Final = 8
_VARIES: Final = re.compile(
    r"(?<!\w)['‘`][^'’`]*['’`](?!\w)|\{[^}]*\}|<[^>]*>|%\w|(?<!\w)--?[\w-]+|\b\w*\d\w*\b|…|\.\.\."
)
"""The parts of a message that are filled in."""
_IDENTIFIER: Final = re.compile(r"\w+")
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_NEWS: Final = re.compile(
    r"(?:^|/)(?:[\d.]+[-_])?(?:change(?:s|log)?|history|news|releases?(?:[-_]notes)?)(?:\.(?:md|rst|txt|adoc)|/.*)?$",
    re.IGNORECASE,
)
"""What tells of the past is not touched by a change."""
_MADE: Final = frozenset({"dist", "build", "out", "target"})  # folders of what is made from the code


@dataclass(frozen=True)
class _Wanted:
    """One thing to look for: what was said, and under which texts it may stand."""

    texts: tuple[str, ...]
    is_message: bool = False
    owner: str = ""

    def is_on(self, text: str, line: str) -> bool:
        return self.is_message or _fits("NAME", text, line)


def _fits(form: str, name: str, line: str) -> bool:
    """Whether a line has a name in this form: whole, and no part of an option or a longer name."""
    return re.search(form.replace("NAME", rf"(?<![\w-]){re.escape(name)}(?![\w-])"), line) is not None


class Mentions:
    """What people named in one tree; what was looked for once is known."""

    def __init__(self, corpus: Corpus, read: Read) -> None:
        self.corpus = corpus
        self._read = read
        self._look = _Look(corpus, read)
        self._known: dict[_Wanted, Mention | None] = {}

    def of(self, focus: Focus) -> tuple[Mention, ...]:
        """Everything that the person named and the code has, in the order in which it was named."""
        wanted = [
            *(one for name in focus.names if (one := _name(self.corpus, name)) is not None),
            *(one for message in focus.messages if (one := _message(message)) is not None),
        ][:_MOST_TEXTS]
        new = [one for one in dict.fromkeys(wanted) if one not in self._known]
        lines = (
            find_lines(self.corpus, [text for one in new for text in one.texts], self._read) if new else {}
        )
        for one in new:
            self._known[one] = None
            for text in one.texts:
                hits = [hit for hit in lines[text] if _is_searched(self.corpus, hit.path)]
                places = [(hit.path, hit.number) for hit in hits if one.is_on(text, hit.text)]
                self._known[one] = self._known[one] or self._look.at(one, text, places)
        found: dict[str, Mention] = {}
        for one in wanted:
            if (mention := self._known[one]) is not None:
                found.setdefault(mention.text, mention)
        return tuple(found.values())


def find_uses(corpus: Corpus, name: str, read: Read) -> tuple[Occurrence, ...]:
    """Every line of source and tests with an option, or with a name that the code defines, and what it does with it.

    A name behind its class or module is defined only there; who calls it is told by its own name, which another may have, too.
    """
    *heads, last = _parts(name)
    index, look, wanted = corpus.index, _Look(corpus, read), _Wanted((last,))
    defined = look.definitions(last)
    if not defined and not last.startswith("--"):
        return ()
    own = look.owned(defined, heads[-1] if heads else "") or defined
    lines = find_lines(corpus, [last], read)[last]
    hits = [hit for hit in lines if _is_ours(corpus, hit.path) and wanted.is_on(last, hit.text)]
    owners = look.owners(own)
    spoken = {language_of(path).definitions for path, _ in own}
    found: list[Occurrence] = []
    for path, line, _ in sorted(hits):
        kind = index.kind(index.number_of[path])
        is_foreign = spoken and language_of(path).definitions not in {(), *spoken}  # JavaScript beside Python
        if kind in {"source", "test"} and not is_foreign:
            role = look.role(path, line, last, defined, own, owners)
            if role == "names" and (path, line) in defined:
                continue  # another's of the same name
            found.append(
                Occurrence(path=path, line=line, role=role, inside=look.around(path, line), kind=kind)
            )
    return tuple(sorted(found, key=lambda one: one.kind))


def _is_ours(corpus: Corpus, path: str) -> bool:
    file = corpus.index.number_of.get(path)
    return file is not None and not corpus.index.vendored[file] and not is_secret_file(path)


def _is_searched(corpus: Corpus, path: str) -> bool:
    """Whether somebody writes this file by hand, and about today."""
    is_made = not _MADE.isdisjoint(path.split("/")[:-1])
    return _is_ours(corpus, path) and not is_made and not _NEWS.search(path)


def definers(mentions: Sequence[Mention], focus: Focus) -> dict[str, str]:
    """The sources that define a name of the person's or hold a message of theirs, where only one does, and why."""
    found: dict[str, list[str]] = {}
    for one in mentions:
        role = "names" if one.is_message else "defines"
        files = {at.path for at in one.occurrences if at.kind == "source" and at.role == role}
        if len(files) == 1:
            why = f'has "{one.text}"' if one.is_message else f"defines `{one.text}`"
            found.setdefault(files.pop(), []).append(why)
    return {path: ", ".join(why[:2]) for path, why in found.items() if not focus.rules_out(path)}


def _name(corpus: Corpus, name: str) -> _Wanted | None:
    """How to look for a name; a plain word counts only behind its class."""
    if name.startswith("--"):
        return _Wanted((name,))
    *heads, last = _parts(name)
    if len(last) < _LEAST_LETTERS or not last.isidentifier():
        return None
    owner = heads[-1] if heads and _is_type(corpus, heads[-1]) else ""
    is_defined = len(corpus.definitions_of(corpus.index.find_word(last))) > 0
    if not heads and "_" not in last and not is_defined:
        return None  # JavaScript and FreeBSD are written like classes, too
    if heads and not owner and not is_defined:
        # `req.setTimeout`, of something that others define: only what stands there word for word
        return _Wanted((f"{heads[-1]}.{last}",)) if is_compound(last) else None
    return _Wanted((last,), owner=owner) if owner or is_compound(last) else None


def _parts(name: str) -> list[str]:
    """A name behind those of its owners; an option is one word."""
    return [name] if name.startswith("--") else re.split(r"\.|::|->|#", name.partition("(")[0].strip())


def _is_type(corpus: Corpus, name: str) -> bool:
    kinds = corpus.index.def_kind[corpus.definitions_of(corpus.index.find_word(name))]
    return not TYPES.isdisjoint(kinds.tolist())


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


_Places = dict[tuple[str, int], str]
"""Where a name is defined, by path and line, with the class that owns it."""


class _Look:
    """What lines do with a name; each file is read once."""

    def __init__(self, corpus: Corpus, read: Read) -> None:
        self._corpus = corpus
        self._read = read
        self._lines = cache(self._read_lines)
        self._spoken: dict[str, list[str]] = {}  # the lines of files without their comments

    def at(self, wanted: _Wanted, text: str, lines: Sequence[tuple[str, int]]) -> Mention | None:
        """The mention, when it can be told whole and says something."""
        if not lines or (wanted.is_message and len(lines) > _MOST_LINES):
            return None
        index = self._corpus.index
        kinds: dict[str, FileKind] = {path: index.kind(index.number_of[path]) for path, _ in lines}
        shown = [(path, line) for path, line in lines if kinds[path] in _SHOWN_KINDS]
        defined = {} if wanted.is_message else self.definitions(text)
        own = self.owned(defined, wanted.owner)
        owners = self.owners(own)
        is_whole = not wanted.owner and len(lines) <= _MOST_LINES
        if not is_whole:
            # `Text.truncate`: whose method a call elsewhere means, nobody can tell.
            shown = [place for place in shown if place in defined]
        found: list[Occurrence] = []
        for path, line in sorted(shown):
            if kinds[path] != "docs" and self._is_remark(path, line, text):
                continue
            is_prose = wanted.is_message or kinds[path] == "docs"
            role = "names" if is_prose else self.role(path, line, text, defined, own, owners)
            if not is_whole and role == "names":
                continue  # another's of the same name
            meant = self._meant(path, {place[0] for place in defined}) if role in _USES else ()
            role = "names" if meant is None else role
            inside = self.around(path, line)
            found.append(
                Occurrence(
                    path=path, line=line, role=role, inside=inside, kind=kinds[path], meant=meant or ()
                )
            )
        if not found:
            return None
        called = f"{wanted.owner}.{text}" if wanted.owner else text
        return Mention(text=called, is_message=wanted.is_message, is_whole=is_whole, occurrences=tuple(found))

    def _is_remark(self, path: str, line: int, text: str) -> bool:
        """Whether a text stands on a line only in a comment: what is said about code is not there."""
        if path not in self._spoken:
            data, language = readable(path, self._read(path) or b""), language_of(path)
            self._spoken[path] = (
                blanked(data, lex(language, data).comments).decode("utf-8", "replace").split("\n")
            )
        lines = self._spoken[path]
        return line <= len(lines) and text not in lines[line - 1]

    def _meant(self, path: str, homes: set[str]) -> tuple[str, ...] | None:
        """Of several files that define a name those that a file can mean by it; nothing where it can mean none of them."""
        index, graph = self._corpus.index, self._corpus.graph
        if len(homes) < 2 or path in homes:
            return ()
        imported = graph.imported(index.number_of[path]).keys()
        handed = {
            one for face in imported if index.paths[face].endswith(FACES) for one in graph.imported(face)
        }
        seen = {index.paths[one] for one in (*imported, *handed)} & homes
        if language_of(path).family:
            seen |= {home for home in homes if dirname(home) == dirname(path)}
        return tuple(sorted(seen)) or None

    def definitions(self, name: str) -> _Places:
        """Where the name is defined, with the class that owns it."""
        index = self._corpus.index
        rows = self._corpus.definitions_of(index.find_word(name))
        found: _Places = {}
        for row in rows[index.def_kind[rows] != HEADING].tolist():
            owner = self._corpus.qualified_name(row).rpartition(".")[0]
            found[index.paths[int(index.def_file[row])], int(index.def_line[row])] = owner
        return found

    def owned(self, defined: _Places, owner: str) -> _Places:
        """Of some definitions those of a class or a module; all of them where none is given."""
        index, module = self._corpus.index, self._corpus.modules.get(owner, ())
        return {
            place: of
            for place, of in defined.items()
            if owner in {"", of} or (not of and index.number_of[place[0]] in module)
        }

    def owners(self, own: _Places) -> set[str]:
        """The classes of the source that own these definitions."""
        index = self._corpus.index
        return {of for (path, _), of in own.items() if of and index.kind(index.number_of[path]) == "source"}

    def role(self, path: str, line: int, name: str, defined: _Places, own: _Places, owners: set[str]) -> Role:
        """What a line does with a name of which some definitions (`own`) are meant, those of `owners`."""
        if (path, line) in defined:
            if self._is_override(path, line, defined[path, line], owners):
                return "overrides"
            return "defines" if (path, line) in own else "names"
        lines, code = self._lines(path)
        text = code[line - 1] if line <= len(code) else ""
        if not _fits("NAME", name, text):
            return "names"
        forms: list[tuple[Role, str, str]] = [(role, form, text) for role, form in _FORMS]
        if language_of(path).name == "Ruby":
            forms.append(("calls", _COMMAND, lines[line - 1]))
        for role, form, there in forms:
            if _fits(form, name, there):
                is_declared = role == "calls" and any(_fits(one, name, text) for one in DECLARATIONS)
                return "names" if is_declared else role
        return "imports" if self._is_import(code, line) else "names"

    def _is_override(self, path: str, line: int, owner: str, owners: set[str]) -> bool:
        """Whether the class around a definition names one that defines the same."""
        index = self._corpus.index
        for row in self._corpus.definitions_of(index.find_word(owner)).tolist() if owner else ():
            if index.paths[int(index.def_file[row])] == path and int(index.def_line[row]) < line:
                lines, _ = self._lines(path)
                at = int(index.def_line[row]) - 1
                bases = lines[at].partition(owner)[2] if at < len(lines) else ""
                return not owners.isdisjoint(set(_IDENTIFIER.findall(bases)) - {owner})
        return False

    def _is_import(self, code: list[str], line: int) -> bool:
        """Whether a line lies in brackets that an import opened."""
        for text in reversed(code[max(0, line - 40) : line - 1]):
            if ")" in text or "}" in text:
                return False
            if "(" in text or "{" in text:
                return _IMPORTS.match(text) is not None
        return False

    def around(self, path: str, line: int) -> str:
        corpus = self._corpus
        row = definition_around(corpus, corpus.index.number_of[path], self._lines(path)[0], line)
        return corpus.qualified_name(row) if row is not None else ""

    def _read_lines(self, path: str) -> tuple[list[str], list[str]]:
        """The lines of a file as they are, and with comments and texts blank."""
        data, language = readable(path, self._read(path) or b""), language_of(path)
        code = code_only(language, data).decode("utf-8", "replace").split("\n") if language.name else []
        return data.decode("utf-8", "replace").split("\n"), code


_IMPORTS: Final = re.compile(r"^\s*(?:from\b.*\bimport\b|import\b|export\b|use\b|#\s*include\b)")
_FORMS: Final[tuple[tuple[Role, str], ...]] = (
    ("imports", rf"{_IMPORTS.pattern}.*NAME"),
    ("raises", r"\b(?:raise|throw(?:\s+new)?|panic!?\()\s+(?:[\w.]+\.)?NAME"),
    ("catches", r"\b(?:except|catch|rescue)\b.*NAME"),
    ("calls", r"NAME\s*\("),
)
"""What a line of code does with a name, best first."""
_USES: Final = frozenset({"calls", "raises", "catches"})
_COMMAND: Final = (
    r"\.NAME(?!\s*=(?!=))|(?:^|[=({|&!,]|\b(?:if|unless|return|and|or|not|do|then|else)\b)\s*"
    r"NAME\s+(?!(?:if|unless|and|or|do|while|until|then|rescue|in|end)\b)(?:[\w\"'@\[]|[:*&]\w)"
)
"""A call without brackets: behind its receiver, or with what it is given."""
DECLARATIONS: Final = (
    r"\b(?:function|def|func|fn|fun|sub|get|set)\b\s*\*?\s*NAME\s*\(",
    r"^\s*(?:public|private|protected|internal|abstract|virtual|override|static|extern)\b[^=(]*NAME\s*\(",
    r"^\s*(?!(?:return|throw|new|await|else|yield|case|delete|do|echo|print|assert|defer|go|not)\b)"
    r"(?:[\w:<>,\[\]?]+[\s*&]+)+NAME\s*\([^;]*\)\s*;\s*$",
    r"^\s*(?:async\s+)?NAME\s*(?:<[^>]*>)?\([^()]*\)\s*(?::[^=;]+;?|\{)\s*$",
)
"""What looks like a call and only says that there is such a name: behind a keyword, a modifier or a type, or as a method."""
