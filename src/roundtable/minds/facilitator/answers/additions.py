"""Additions to a draft: "also include support agents", "don't forget the export", and whatever else is said about it.

What is added decides what it is: a role is a user, a technology a technology, a file a change, and a sentence is what its
form says (`sorting`); only the rest is taken for what the draft was mainly about.
"""

import re
from collections.abc import Sequence
from typing import Final

from roundtable.analysis.facts import Technology, UserType
from roundtable.minds.facilitator.answers.read import read_pieces_as
from roundtable.minds.facilitator.answers.reading import Reading, names_in
from roundtable.minds.facilitator.answers.roles import find_roles, same_role
from roundtable.minds.facilitator.answers.sorting import sorted_runs
from roundtable.minds.facilitator.answers.technologies import find_technologies
from roundtable.minds.facilitator.spans import Piece, split_names

__all__ = ["bare_addition", "read_additions"]

_ADDING: Final = re.compile(
    r"^(?:(?:and|but|please|also|you (?:forgot|missed)|i would|i['’]d|we need to|don['’]?t forget(?: about)?|do not forget|add|include|mention|consider|plus|missing(?: is| are)?|what about|außerdem|auch|还有)[,:]?\s+)+",
    re.IGNORECASE,
)


def bare_addition(text: str) -> str:
    """The words without "also include"; as they are when nothing else is left."""
    bare = _ADDING.sub("", text.strip())
    return bare or text


def read_additions(reading: Reading, pieces: Sequence[Piece], kinds: tuple[str, ...]) -> None:
    """Read what is left of a reply when its corrections are done; `kinds` are those of the draft, its main one first."""
    main = kinds[0]
    # Whoever approves, or remarks on something, may speak of anything.
    wanted = [] if main == "note" else list(kinds)
    for kind, run in sorted_runs(pieces, wanted, main):
        others = tuple(other for other in kinds if other not in (kind, "note"))
        plain = [piece for piece in run if kind != main or not _names_something(reading, piece, kinds)]
        if plain:
            read_pieces_as(reading, plain, (kind, *others))


def _names_something(reading: Reading, piece: Piece, kinds: tuple[str, ...]) -> bool:
    """ "Also support agents": whether the piece only adds roles, technologies or files, which are then read as such."""
    lead = _ADDING.match(piece.text)
    rest = piece.part(lead.end() if lead else 0, len(piece.text))
    if lead is None or not rest.text:
        return False
    parts = split_names(rest, longest=5)
    if all(_is_role(part) for part in parts):
        for part in parts:
            name = find_roles(part.text)[0][0]
            if not any(same_role(known.name) == same_role(name) for known in reading.all_of(UserType)):
                reading.fact(UserType, part, name=name, anchors=False)
        return True
    if all(_is_technology(part) for part in parts):
        for part in parts:
            tech = find_technologies(part.text)[0]
            reading.fact(Technology, part, name=tech.name, version=tech.version, anchors=False)
        return True
    if names_in(rest.text) and all(reading.sight.resolve(name) for name in names_in(rest.text)):
        read_pieces_as(
            reading,
            [rest],
            tuple(k for k in kinds if k in ("direct_change", "indirect_change", "risk_zone", "order"))
            or ("direct_change",),
        )
        return True
    read_pieces_as(reading, [rest], kinds)
    return True


def _is_role(part: Piece) -> bool:
    roles = find_roles(part.text)
    return bool(roles) and same_role(roles[0][0]) == same_role(part.flat.rstrip("."))


def _is_technology(part: Piece) -> bool:
    found = find_technologies(part.text)
    return bool(found) and len(part.text.split()) <= 2
