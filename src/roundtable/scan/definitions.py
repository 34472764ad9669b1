"""Which names a file defines, and whose members they are. Pure.

A language's patterns say what a definition looks like; here they are run, what lies in a comment is dropped, and
each definition gets its owner: the one the code names, else the one around it by indentation.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from roundtable.scan.languages import Language

DEFINITION_KINDS = ("class", "function", "method", "type", "constant", "property", "heading")
KIND_CODE = {kind: code for code, kind in enumerate((*DEFINITION_KINDS, "scope"))}
CALLABLE = frozenset((KIND_CODE["function"], KIND_CODE["method"]))
TYPES = frozenset((KIND_CODE["class"], KIND_CODE["type"]))
_HOLDERS = CALLABLE | TYPES
HEADING = KIND_CODE["heading"]
_CONSTANT, _SCOPE = KIND_CODE["constant"], KIND_CODE["scope"]


class Found(NamedTuple):
    """A definition; there are tens of thousands, and a tuple is made faster than any other object."""

    offset: int
    name: bytes
    kind: int
    lead: bytes  # the white space before it
    owner: bytes | None


def find_definitions(
    language: Language, data: bytes, prose: Sequence[tuple[int, int]]
) -> tuple[list[Found], list[int]]:
    """Definitions in the order of the file, and for each the place of its owner or -1."""
    found: dict[int, Found] = {}
    text = b"\n" + data
    for kind, one in language.definitions:
        code, name, lead, owner = KIND_CODE[kind], one.groups["n"], one.groups["i"], one.groups.get("o", 0)
        for match in one.compiled.finditer(text):
            start = match.start(name) - 1
            if start not in found:
                of = match[owner] if owner else None
                found[start] = Found(start, match[name].strip(), code, match[lead], of)
    return _with_owners([found[start] for start in _outside(sorted(found), prose)], data, language.closing)


def _outside(offsets: list[int], prose: Sequence[tuple[int, int]]) -> list[int]:
    """Those that lie in no comment: an example in the documentation defines nothing."""
    if not prose:
        return offsets
    kept: list[int] = []
    place = 0
    for offset in offsets:
        while place < len(prose) and prose[place][1] <= offset:
            place += 1
        if place == len(prose) or offset < prose[place][0]:
            kept.append(offset)
    return kept


@dataclass(slots=True)
class _Open:
    """A definition or scope that may still hold what follows."""

    indent: int
    begin: int
    lead: bytes
    place: int  # its place among the definitions, or that of what surrounds a nameless scope, or -1
    name: bytes | None = None  # whose members a scope holds
    end: int = -1


def _with_owners(found: list[Found], data: bytes, closing: bytes) -> tuple[list[Found], list[int]]:
    """Owners by name where the code says one, else by indentation: right for formatted code of every language we read.

    Scopes end up as the definition they speak of; values that live only inside a function are left out.
    """
    kept: list[Found] = []
    owners: list[int] = []
    homes: dict[bytes, int] = {}
    later: list[tuple[int, bytes]] = []
    around: list[_Open] = []
    for one in found:
        indent = len(one.lead.expandtabs(4))
        while around and (around[-1].indent >= indent or _is_over(around[-1], one.offset, data, closing)):
            around.pop()
        inside = around[-1].place if around else -1
        scope = around[-1].name if around else None
        if one.kind == _SCOPE:
            around.append(_Open(indent, one.offset, one.lead, -1 if one.name else inside, one.name or None))
            continue
        if one.kind == _CONSTANT and inside >= 0 and kept[inside].kind in CALLABLE:
            continue
        place = len(kept)
        kept.append(one)
        owners.append(inside if one.owner is None else -1)
        named = one.owner or scope
        if named is not None:
            later.append((place, named))
        if one.kind in _HOLDERS:
            around.append(_Open(indent, one.offset, one.lead, place))
            known = homes.setdefault(one.name, place)
            # JavaScript's functions own members, too
            if one.kind in TYPES and kept[known].kind not in TYPES:
                homes[one.name] = place
    for place, name in later:
        owners[place] = homes.get(name, -1)
    return kept, owners


def _is_over(one: _Open, offset: int, data: bytes, closing: bytes) -> bool:
    """Whether the block that began with `one` was closed before `offset`."""
    if not closing:
        return False
    if one.end < 0:
        mark = b"\n" + one.lead + closing
        at = data.find(mark, one.begin)
        while at >= 0 and data.startswith(b")", at + len(mark)):  # parameters in braces, not the body
            at = data.find(mark, at + 1)
        one.end = at if at >= 0 else len(data)
    return one.end < offset
