"""Names of code that a person uses: files, symbols, options, quoted messages; as typed, and where they lead."""

import builtins
import keyword
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np

from roundtable.analysis.scanning import Occurrence, Resolved
from roundtable.interview.code_sight import Sight
from roundtable.interview.wording import content_words
from roundtable.language.linear import feature_keys, model
from roundtable.language.phrases import any_form, rows
from roundtable.language.places import FILE

_CLASS: Final = re.compile(r"[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+")
_FOLDER: Final = re.compile(r"(?<![\w/.:-])[\w@.-]+(?:(?:/[\w@-]+)+/?|/)(?![\w/]|\.\w)")
_PATH: Final = re.compile(
    r"(?<![\w/.:-])[\w@.-]+(?:/[\w@.-]*[\w@])+(?![\w/])|(?<![\w/.:-])[A-Za-z][\w-]*\.\w+(?![\w/])"
)
"""`doc/app.1`, `app.1` and `completion/_app` are files, too, where the code has them."""
_NAMES: Final = (
    r"`[^`\n]{1,80}`",
    r"(?<![\w./])[A-Za-z_]\w*(?:\.\w+)*(?:\(\)|(?=\((?!e?s\))[^()\s]))",
    r"(?<![\w./])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?!\w)",
    r"(?<![\w./])(?!_[^\W_]+_(?!\w))_+[A-Za-z]\w*",
    r"(?<![\w./])[a-z]+(?:_[a-z0-9]+)+(?!\w)",
    r"(?<![\w./])[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+(?!\w)",
    r"(?<![\w./])[a-z]+(?:[A-Z][a-z0-9]+)+(?!\w)",
)
"""In code marks, a call ("file(s)" is none), with dots, what begins with a line but is not set off by lines, snake_case, CamelCase."""
_BARE: Final = rows("CHANGELOG | CHANGES | README | NEWS | HISTORY")
"""Files that everybody has and calls by their names without an ending."""
_WORD: Final = re.compile(r"(?<![\w./-])[A-Za-z]\w{2,}(?:-\w+)*(?![\w/-]|\.\w)")
_TICKED: Final = re.compile(r"`([^`\n]+)`")
_LONGEST_PIECE: Final = 80
_CALL: Final = re.compile(r"(?<![\w./])[A-Za-z_][\w.]*\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))+\)(?!\w)")
IS_TEST: Final = re.compile(
    r"(?:^|/)(?:tests?|specs?|__tests__|testing)/|(?:^|/)(?:test_|conftest)|[._](?:test|spec)\."
)
RAISED: Final = ("Error", "Exception", "Warning")
"""How the name of something ends that is raised."""
_OPTION: Final = re.compile(r"(?<![\w-])--[a-z][\w-]*(?:\.[\w-]+)*")
_MESSAGE: Final = re.compile(r"[\"“]([^\"“”\n]{4,120})[\"”]")
_MOST: Final = 12


@dataclass(frozen=True, slots=True)
class Named:
    """A name and where it stands in the text; `found` is where it leads in the code."""

    text: str
    start: int
    end: int
    found: Resolved | None = None
    options: tuple[str, ...] | None = None
    """The files it may mean, where nobody can tell which, or none where nobody can tell where it will be."""

    @property
    def path(self) -> str:
        """The file; one that the code does not have yet is meant as typed."""
        return self.found.path if self.found is not None else self.text


def files_named(text: str, sight: Sight) -> list[Named]:
    """The files a text names and the code has, each once."""
    named = all_named(text, sight)
    found = [name for name in named if name.found is not None and name.found.kind != "folder"]
    return list({name.path: name for name in reversed(found)}.values())[::-1]


def all_named(text: str, sight: Sight, near: Collection[str] = (), *, by_class: bool = False) -> list[Named]:
    """Every name of a file or folder in a text: by path, by name, or by its stem where that means one file.

    Without a place (`found`) it is one that is not there yet, in a folder that is. A name that several files have means the
    one that is being talked of (`near`), else the one in a folder named with it, or beside the others.
    Where nobody can tell which of several is meant, all of them are its `options`.
    `by_class`: also by a class that the code defines, for whoever was asked for the place; then a name that leads nowhere is
    among them, too, where it ends like the others.
    """
    folders_named = [*_FOLDER.finditer(text[:4000])]
    written = [Named(match[0].rstrip("/"), *match.span()) for match in folders_named]
    places = [(name, sight.resolve(match[0])) for name, match in zip(written, folders_named, strict=True)]
    found = [replace(name, found=place) for name, place in places if place and place.kind == "folder"]
    named = [*FILE.finditer(text[:4000])]
    known = {match.start() for match in named}
    for match in _PATH.finditer(text[:4000]):
        place = sight.resolve(match[0]) if match.start() not in known else None
        if place is not None and place.kind == "file":
            found.append(Named(match[0], *match.span(), place))
    unknown: list[re.Match[str]] = []
    for match in named:
        meant = [path for path in near if path.rpartition("/")[2] == match[0]]
        place = sight.resolve(meant[0] if len(meant) == 1 else match[0])
        if place is not None and place.kind in {"file", "line", "module"}:
            found.append(Named(match[0], *match.span(), place))
        elif place is None and _is_new(match[0], sight):
            found.append(Named(match[0], *match.span()))
        elif place is None:
            unknown.append(match)
    paths = {name.found.path for name in found if name.found}
    folders = dict.fromkeys([*(name.text for name in written), *map(_folder_of, (*paths, *near))])
    for match in unknown:
        name = Named(match[0], *match.span())
        beside = (sight.resolve(f"{folder}/{name.text}") for folder in folders if folder)
        options = [path for path in sight.namesakes(name.text) if by_class or path.endswith(name.text)]
        if (place := next(filter(None, beside), None)) is not None or len(options) == 1:
            found.append(replace(name, found=place or sight.resolve(options[0])))
        elif options and not by_class:
            found.append(replace(name, options=tuple(options)))
        elif by_class and _ending(name.text) in {_ending(path) for path in (*paths, *near)}:
            typed = [_folder_of(one.text) for one in found if one.start < name.start and "/" in one.text]
            is_new = typed and not options and "/" not in name.text
            meant = {"text": f"{typed[-1]}/{name.text}"} if is_new else {"options": tuple(options)}
            found.append(replace(name, **meant))
    found += [name for name in _without_endings(text, sight) if name.start not in known]
    paths = {name.found.path for name in found if name.found}
    by_class = by_class and not paths  # beside a file, a class is what one uses there
    for name in code_names(text):
        place = sight.resolve(name.text)
        # "the recwarn plugin": a module by its bare name counts, a symbol leads only to a place, not to a file that changes.
        leads = place is not None and (
            place.kind == "module" or (by_class and place.kind == "symbol" and _CLASS.fullmatch(name.text))
        )
        if place is not None and leads and place.path not in paths:
            found.append(Named(name.text, name.start, name.end, place))
    return sorted(found, key=lambda one: one.start)[:_MOST]


def _without_endings(text: str, sight: Sight) -> Iterator[Named]:
    """CHANGELOG and the like, as the repository spells them."""
    for match in _WORD.finditer(text[:4000]):
        if match[0] not in _BARE:
            continue
        ways = (sight.resolve(f"{match[0]}{ending}") for ending in ("", ".md", ".rst"))
        place = next((one for one in ways if one is not None and one.kind == "file"), None)
        if place is not None:
            yield Named(match[0], *match.span(), place)


def files_in(text: str) -> list[Named]:
    """What looks like the name of a file, whether the code has it or not."""
    return [Named(match[0], *match.span()) for match in FILE.finditer(text[:4000])]


def _folder_of(path: str) -> str:
    return path.rpartition("/")[0]


def _ending(path: str) -> str:
    return path.rpartition(".")[2]


def _is_new(path: str, sight: Sight) -> bool:
    """Whether a file that is not there stands in a folder that is."""
    folder = sight.resolve(f"{path.rpartition('/')[0]}/") if "/" in path else None
    return folder is not None and folder.kind == "folder"


def code_names(text: str) -> list[Named]:
    """Words that look like names in code, in the order in which they stand."""
    return list(_code_names(text[:4000], _NAMES))


def own_names(text: str) -> list[Named]:
    """Those of them that are no word of a language, and are not reached through one."""
    return [name for name in code_names(text) if not is_of_language(name.text)]


_VALUES: Final = rows("null | nil | undefined | true | false | self | this")
_LANGUAGE: Final = frozenset((*dir(builtins), *keyword.kwlist))


def is_of_language(name: str) -> bool:
    head = name.partition(".")[0]
    return head in _LANGUAGE or head in _VALUES


@lru_cache(maxsize=512)
def _code_names(text: str, forms: tuple[str, ...]) -> tuple[Named, ...]:
    """Asked of every fact for every sentence."""
    options = [Named(match[0], *match.span()) for match in _OPTION.finditer(text)]
    inside = [range(one.start + 1, one.end) for one in options]
    inside += [
        range(one.start() + 1, one.end()) for one in FILE.finditer(text)
    ]  # "bindings.fish" of "key-bindings.fish"
    matches = [at for at in any_form(forms).finditer(text) if not any(at.start() in span for span in inside)]
    found = [Named(_spelled(match[0]), *match.span()) for match in matches] + options
    return tuple(sorted(found, key=lambda one: one.start)[:_MOST])


def _spelled(name: str) -> str:
    """A name without the marks around it, and without the object that the code around it is of."""
    return name.strip("`").removesuffix("()").removeprefix("self.").removeprefix("this.")


def names_asked(text: str, sight: Sight) -> list[tuple[str, Sequence[Occurrence]]]:
    """What a question names and the code defines, with where it stands; what a name is reached through is not guessed."""
    written = dict.fromkeys(
        name if name.startswith("-") else name.replace("-", "_") for name in likely_names(text)
    )
    known = [name for name in written if "." not in name or name[0].isupper() or sight.resolve(name)]
    return [(name, uses) for name in known if (uses := sight.uses(name))]


def likely_names(text: str) -> list[str]:
    """What is written as code, then the words that people do not use every day."""
    words = dict.fromkeys(match[0] for match in _WORD.finditer(text[:4000]) if content_words(match[0]))
    rare = [word for word in words if not _is_everyday(word) and not is_of_language(word)]
    return [name.text for name in own_names(text)] + rare


def _is_everyday(word: str) -> bool:
    """Whether the sentences from which the program learned to read have this word."""
    known = model("statements").keys  # sorted
    keys, _ = feature_keys({"words": (word,)}, {"words": 1.0})
    places = np.minimum(np.searchsorted(known, keys), len(known) - 1)
    return bool((known[places] == keys).any())


def pieces_in(text: str) -> list[str]:
    """Pieces of code that are more than a name: in code marks, or a call with what it is given."""
    ticked = [name.strip() for name in ticked_in(text[:4000]) if len(name) <= _LONGEST_PIECE]
    called = [match[0] for match in _CALL.finditer(_TICKED.sub(" ", text[:4000]))]
    return list(dict.fromkeys(piece for piece in (*ticked, *called) if not _is_name(piece)))


def _is_name(piece: str) -> bool:
    return all(sign.isalnum() or sign in "_.:-" for sign in piece.removesuffix("()"))


def ticked_in(text: str) -> list[str]:
    """What stands in code marks."""
    return _TICKED.findall(text)


_SINGLE: Final = re.compile(r"(?<!\w)'(\S[^'\n]*)'(?!\w)")


def messages_in(text: str) -> tuple[str, ...]:
    """What stands in quotation marks: messages, labels, exact words."""
    return tuple(match[1] for match in _MESSAGE.finditer(text[:4000]))


def words_quoted(text: str) -> tuple[str, ...]:
    """What somebody quotes in marks of any kind, single ones too."""
    return (*messages_in(text), *(match[1] for match in _SINGLE.finditer(text[:4000])))
