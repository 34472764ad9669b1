"""Who uses what a file defines: proven by an import or by the scope of the language, or else only mentioned.

- An import that names what it takes is a use; so is one from a package that hands the name on.
- Inside a package, a namespace or a program that is linked together no import is needed: a name that one file alone
  defines is meant there, once it is seen in the code, not in a comment, as a keyword or as somebody's method.
- Whoever spells such a name anywhere else mentions it. That is a hint for the ranking and no claim.
- What a file itself imports never counts as its user: a header does not use its implementation.

Files are read through the function the caller gives, and only to prove a use. Elsewhere: imports (`imports`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from posixpath import dirname

import numpy as np

from roundtable.scan.corpus import Corpus, Read
from roundtable.scan.definitions import KIND_CODE
from roundtable.scan.index import Ints
from roundtable.scan.languages import language_of
from roundtable.scan.lexing import code_only
from roundtable.scan.statements import DECLARES

UsersOf = dict[int, list[str]]  # files, and the names that each of them takes
_SHORT_NAME = 4
_EVERYDAY = 8
_MOST_READ = 200
FACES = ("/__init__.py", "/mod.rs", "/lib.rs")  # files that hand on the names of others


@dataclass
class Users:
    """For each file of interest: who uses its names, and who only mentions them."""

    uses: dict[int, UsersOf] = field(default_factory=dict[int, UsersOf])
    mentions: dict[int, UsersOf] = field(default_factory=dict[int, UsersOf])

    def reaching(self, file: int) -> set[int]:
        return {*self.uses.get(file, ()), *self.mentions.get(file, ())}


def find_users(corpus: Corpus, files: Sequence[int], read: Read) -> Users:
    found = Users({file: _by_import(corpus, file) for file in files}, {file: {} for file in files})
    scopes = _Scopes(corpus)
    codes: dict[int, bytes] = {}
    for file, user, names in _spelled(corpus, files):
        in_scope = [name for name in names if scopes.cover(file, user, name)]
        if in_scope and (user in codes or len(codes) < _MOST_READ):
            if user not in codes:
                path = corpus.index.paths[user]
                codes[user] = code_only(language_of(path), read(path) or b"")
            if proven := [name for name in in_scope if place_of_use(codes[user], name) is not None]:
                found.uses[file].setdefault(user, []).extend(proven)
                continue
        told = [name for name in names if is_compound(name)]
        if told and user not in found.uses[file]:
            found.mentions[file][user] = told
    return found


def _by_import(corpus: Corpus, file: int) -> UsersOf:
    """Importers that say what they take, and those who take it from a package that hands it on."""
    graph, paths = corpus.graph, corpus.index.paths
    found: UsersOf = {}
    for source, names in graph.importers(file).items():
        if names:
            found.setdefault(source, []).extend(names)
        if paths[source].endswith(FACES):
            handed = set(names) or {corpus.index.word(word) for word in corpus.index.offered(file)}
            for user, wanted in graph.importers(source).items():
                taken = [name for name in wanted if name in handed]
                if taken and user != file:
                    known = found.setdefault(user, [])
                    known += [name for name in taken if name not in known]
    return found


def _spelled(corpus: Corpus, files: Sequence[int]) -> list[tuple[int, int, list[str]]]:
    """(file, user, names): who spells names that only this file defines; the most telling names first."""
    index, graph = corpus.index, corpus.graph
    built_on = {file: graph.imported(file).keys() - graph.importers(file) for file in files}
    found: dict[tuple[int, int], list[str]] = {}
    sole: list[int] = np.flatnonzero(np.isin(corpus.sole_definer, list(files))).tolist()
    # Short words are names by chance; headings are no names.
    words = [word for word in sole if len(index.words[word]) > _SHORT_NAME and b" " not in index.words[word]]
    for word, having in index.files_with(words).items():
        # A word that a fifth of the tree uses is everyday language.
        if len(having) > max(_EVERYDAY, index.size // 5):
            continue
        file, name = int(corpus.sole_definer[word]), index.word(word)
        for user in having.tolist():
            if user != file and user not in built_on[file]:
                found.setdefault((file, user), []).append(name)
    for names in found.values():
        names.sort(key=lambda name: (not is_compound(name), -len(name), name))
    return [(file, user, names) for (file, user), names in sorted(found.items())]


class _Scopes:
    """Which names a file can mean without importing them."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._code = cache(corpus.index.code_words)
        self._offered = cache(corpus.index.offered)

    def cover(self, file: int, user: int, name: str) -> bool:
        """Whether the language lets `user` mean the name of `file`."""
        corpus, index = self._corpus, self._corpus.index
        family = language_of(index.paths[file]).family
        if not family or family != language_of(index.paths[user]).family:
            return False
        word = index.find_word(name)
        if word not in self._offered(file) or not self._code(user)[word]:
            return False
        match family:
            case "Go":
                same_folder = dirname(index.paths[file]) == dirname(index.paths[user])
                return same_folder and _package(corpus, file) == _package(corpus, user)
            case "C":
                return self._declared_for_both(file, user, word)
            case "Ruby":  # a constant of the program is found by its name
                rows = corpus.definitions_of(word)
                is_type = bool((index.def_kind[rows] == KIND_CODE["class"]).all())
                return is_compound(name) and is_type and not self._is_only_around(rows)
            case _:
                own, other = _package(corpus, file), _package(corpus, user)
                return bool(own) and own == other

    def _is_only_around(self, rows: Ints) -> bool:
        """Whether types hold nothing but other types: `module ActiveJob` around an adapter makes no ActiveJob."""
        index = self._corpus.index
        members = index.def_kind[np.isin(index.def_parent, rows)]
        return len(members) > 0 and bool((members == KIND_CODE["class"]).all())

    def _declared_for_both(self, file: int, user: int, word: int) -> bool:
        """C: both include a header that declares the name."""
        graph = self._corpus.graph
        shared = graph.imported(file).keys() & graph.imported(user)
        return any(self._code(header)[word] for header in shared)


def _package(corpus: Corpus, file: int) -> str:
    statements = corpus.index.imports[file]
    return statements[0][len(DECLARES) :] if statements and statements[0].startswith(DECLARES) else ""


_COMPOUND = re.compile(r"[a-z0-9][A-Z]|[A-Za-z0-9]_+[A-Za-z0-9]|[A-Z]{2}[a-z]")


def is_compound(name: str) -> bool:
    """Whether a name is made of several words, as only code writes them."""
    return _COMPOUND.search(name) is not None


_MEMBER = re.compile(rb"(?:(?<!\.)\.|->|\?\.)[ \t]*$")
_DEFINES = re.compile(
    rb"\b(?:def|class|func|function|fn|fun|let|const|var|val|struct|interface|enum|trait|module|package)[ \t]+$"
)
_SETS = re.compile(rb"[ \t]*(?:=(?![=>~])|:(?!:))")


def place_of_use(code: bytes, name: str) -> int | None:
    """The first line on which code uses a name by itself: not as a member, a keyword, a key or a definition.

    A plain word in small letters counts only where it is called: any variable may be named like it.
    """
    spelled = name.encode("utf-8", "replace")
    plain = not is_compound(name) and name[:1].islower()
    for match in re.finditer(rb"(?<![\w$])" + re.escape(spelled) + rb"(?![\w$])", code):
        begin = code.rfind(b"\n", 0, match.start()) + 1
        before = code[begin : match.start()]
        if _MEMBER.search(before) or _DEFINES.search(before) or _SETS.match(code, match.end()):
            continue
        if plain and not code.startswith(b"(", match.end()):
            continue
        return code.count(b"\n", 0, match.start()) + 1
    return None
