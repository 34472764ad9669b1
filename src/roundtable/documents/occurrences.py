"""What the code shows about what the person named: where it stands in the files that change, and who else has it.

Everything here is a line that was found by the scan (`ScanResult.mentions`), with a link to it. Nothing is counted that was not
counted whole, and what stands in many lines of a file is a word of that file and not told.

Elsewhere: looking it up (`roundtable.scan.mentions`), the pages that show it (`impact`, `readme`).
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from roundtable.analysis.scanning import Mention, Role, ScanResult
from roundtable.documents.escaping import code, inline
from roundtable.documents.typography import joined, line_link

_MOST_NAMES: Final = 3
"""Names that one row can tell of a file."""
_MOST_LINES: Final = 6
_MOST_FILES: Final = 8
"""What more files have is told as a number."""
_MOST_DOCUMENTS: Final = 3
"""A name that more documents have is explained everywhere."""
_STRENGTH: Final[tuple[Role, ...]] = (
    "defines",
    "overrides",
    "calls",
    "raises",
    "catches",
    "names",
    "imports",
)
_FACES: Final = ("/__init__.py", "/index.js", "/index.ts", "/mod.rs", "/lib.rs")
"""Files that hand on the names of others."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A file that has a name or a message which changes elsewhere: what it does with it, and on which lines."""

    path: str
    verb: str
    shown: str
    lines: tuple[int, ...]
    is_test: bool
    more: int = 0
    """Files that do the same and are too many to name; `path` is empty then."""

    @property
    def links(self) -> str:
        """The lines as links."""
        return _linked(self.path, self.lines)


def seen_in(path: str, scan: ScanResult | None) -> str:
    """The names and messages of the person's that stand in a file, what defines them first; empty when none does."""
    found: list[tuple[int, str]] = []
    for one in scan.mentions if scan is not None else ():
        role, lines = _strongest(path, one)
        is_told = role != "imports" or path.endswith(_FACES)
        if lines and is_told and (role in {"defines", "overrides"} or len(lines) <= _MOST_LINES):
            verb = "" if role in {"defines", "names"} else f"{_verb(role, one)} "
            rank = 0 if role == "defines" else 1 if one.is_message else 2
            found.append((rank, f"{verb}{_shown(one)} {_linked(path, lines)}"))
    return " · ".join(text for _, text in sorted(found, key=lambda entry: entry[0])[:_MOST_NAMES])


def first_line(path: str, scan: ScanResult | None) -> int | None:
    """The line of a file to look at first: what it defines of the names that were used, else what it has of them."""
    found = [_strongest(path, one) for one in (scan.mentions if scan is not None else ())]
    best = sorted((entry for entry in found if entry[1]), key=lambda entry: _STRENGTH.index(entry[0]))
    return best[0][1][0] if best else None


def holders(changed: Collection[str], scan: ScanResult | None) -> list[Holder]:
    """Who else calls, overrides, tests or spells what the changed files define or say, source before tests and documents."""
    found: list[Holder] = []
    for one in _owned(changed, scan):
        files = {at.path: at.kind for at in one.occurrences if at.path not in changed}
        if sum(kind == "docs" for kind in files.values()) > _MOST_DOCUMENTS:
            files = {path: kind for path, kind in files.items() if kind != "docs"}
        told: list[Holder] = []
        for path, kind in files.items():
            role, lines = _strongest(path, one)
            if role != "imports" or path.endswith(_FACES):
                told.append(Holder(path, _verb(role, one), _shown(one), lines, kind == "test"))
        if len(told) > _MOST_FILES:
            tests = sum(one.is_test for one in told)
            told = [Holder("", "", _shown(one), (), is_test=tests == len(told), more=len(told))]
        found += told
    return sorted(found, key=lambda one: (bool(one.more), one.is_test, one.path.endswith((".md", ".rst"))))


def callers_in(changed: Collection[str], scan: ScanResult | None) -> list[tuple[str, str, str]]:
    """(function, what it calls, links) for the functions of the changed files that call what was named there."""
    found: dict[tuple[str, str, str], list[int]] = {}
    for one in _owned(changed, scan):
        if one.is_message:
            continue
        for at in one.occurrences:
            is_own = at.inside.rpartition(".")[2] == one.text
            if at.role == "calls" and at.path in changed and at.kind == "source" and at.inside and not is_own:
                found.setdefault((at.inside, one.text, at.path), []).append(at.line)
    return [(who, what, _linked(path, lines)) for (who, what, path), lines in found.items()]


def untested_names(changed: Collection[str], scan: ScanResult | None) -> list[str]:
    """What was named, is defined or said in a changed file, and stands in no test, nor in the name of one."""
    tests = (
        [file.path.rpartition("/")[2].casefold() for file in scan.files if file.kind == "test"]
        if scan
        else []
    )
    return [
        _shown(one)
        for one in _owned(changed, scan)
        if one.is_whole
        and not any(at.kind == "test" for at in one.occurrences)
        and not any(one.text.casefold() in name for name in tests)
    ]


def _owned(changed: Collection[str], scan: ScanResult | None) -> Iterable[Mention]:
    """The mentions that a changed source defines, or says."""
    for one in scan.mentions if scan is not None else ():
        if any(
            at.path in changed and at.kind == "source" and (one.is_message or at.role == "defines")
            for at in one.occurrences
        ):
            yield one


def _strongest(path: str, one: Mention) -> tuple[Role, tuple[int, ...]]:
    """The most telling thing that a file does with a name, and the lines on which it does."""
    here = [at for at in one.occurrences if at.path == path]
    for role in _STRENGTH:
        lines = tuple(at.line for at in here if at.role == role)
        if lines:
            return role, lines
    return "names", ()


def _verb(role: Role, one: Mention) -> str:
    if one.is_message:
        return "has"
    if role == "imports":
        return "exports"
    return "defines its own" if role == "defines" else role


def _shown(one: Mention) -> str:
    return f'"{inline(one.text)}"' if one.is_message else code(one.text)


def _linked(path: str, lines: Sequence[int]) -> str:
    """Links to lines: those that follow each other as one, the first few of many."""
    runs: list[tuple[int, int]] = []
    for _, run in groupby(enumerate(sorted(set(lines))), key=lambda entry: entry[1] - entry[0]):
        rows = [line for _, line in run]
        runs.append((rows[0], rows[-1]))
    shown = [
        line_link(path, first, last, text=str(first) if first == last else f"{first}–{last}")
        for first, last in runs[:_MOST_LINES]
    ]
    rest = sum(last - first + 1 for first, last in runs[_MOST_LINES:])
    return ", ".join(shown) if not rest else joined([*shown, f"{rest} more line{'s' if rest > 1 else ''}"])
