"""Names of code that a person uses: files, symbols, options, quoted messages; as typed, and where they lead."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from roundtable.analysis.scanning import Resolved
from roundtable.interview.code_sight import Sight
from roundtable.language.phrases import any_form

_FILE: Final = re.compile(r"(?<![\w/.-])[\w@~.-]*(?:/[\w@.+-]+)*/?[\w@+-]+\.[A-Za-z]\w{0,5}(?![\w(/])")
_NAMES: Final = (
    r"`[^`\n]{1,80}`",
    r"(?<![\w./])[A-Za-z_]\w*(?:\.\w+)*\(\)",
    r"(?<![\w./])[a-z]+(?:_[a-z0-9]+)+(?!\w)",
    r"(?<![\w./])[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+(?!\w)",
    r"(?<![\w./])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?!\w)",
    r"(?<![\w./])[a-z]+(?:[A-Z][a-z0-9]+)+(?!\w)",
)
"""In code marks, a call, snake_case, CamelCase, with dots."""
_OPTION: Final = re.compile(r"(?<![\w-])--[a-z][\w-]+")
_MESSAGE: Final = re.compile(r"[\"“]([^\"“”\n]{4,120})[\"”]")
_MOST: Final = 12


@dataclass(frozen=True, slots=True)
class Named:
    """A name and where it stands in the text; `found` is where it leads in the code."""

    text: str
    start: int
    end: int
    found: Resolved | None = None


def files_named(text: str, sight: Sight, near: Collection[str] = ()) -> list[Named]:
    """The files a text names and the code has, each once: by path, by name, or by its stem where that means one file.

    A name that several files have means the one that is being talked of (`near`).
    """
    found: list[Named] = []
    for match in _FILE.finditer(text[:4000]):
        meant = [path for path in near if path.rpartition("/")[2] == match[0]]
        place = sight.resolve(meant[0] if len(meant) == 1 else match[0])
        if place is not None and place.kind in {"file", "line", "module"}:
            found.append(Named(match[0], *match.span(), place))
    paths = {name.found.path for name in found if name.found}
    for name in code_names(text):
        place = sight.resolve(name.text)
        # "the recwarn plugin": a module by its bare name counts, a symbol leads only to a place, not to a file that changes.
        if place is not None and place.kind == "module" and place.path not in paths:
            paths.add(place.path)
            found.append(Named(name.text, name.start, name.end, place))
    return _first_of_each(found)


def _first_of_each(names: list[Named]) -> list[Named]:
    seen: dict[str, Named] = {}
    for name in sorted(names, key=lambda one: one.start):
        assert name.found is not None
        seen.setdefault(name.found.path, name)
    return list(seen.values())[:_MOST]


def code_names(text: str) -> list[Named]:
    """Words that look like names in code, in the order in which they stand."""
    found = [
        Named(match[0].strip("`").removesuffix("()"), *match.span())
        for match in any_form(_NAMES).finditer(text[:4000])
    ]
    found += [Named(match[0], *match.span()) for match in _OPTION.finditer(text[:4000])]
    return sorted(found, key=lambda one: one.start)[:_MOST]


def names_in(text: str, sight: Sight) -> list[Named]:
    """The names of code in a text that the code knows."""
    known = [Named(n.text, n.start, n.end, sight.resolve(n.text)) for n in code_names(text)]
    return [name for name in known if name.found is not None]


def messages_in(text: str) -> tuple[str, ...]:
    """What stands in quotation marks: messages, labels, exact words."""
    return tuple(match[1] for match in _MESSAGE.finditer(text[:4000]))
