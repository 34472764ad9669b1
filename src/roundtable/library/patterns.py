"""Regular expressions that content brings: whether any text could keep one busy for long.

A repository's own persona may forbid words by a pattern, and `(a|aa)+$` takes longer than anybody lives. A pattern is used when
nothing in it repeats what repeats or branches, it looks back at nothing, and the ways to match it from one place are few.
"""

from collections.abc import Iterator, Sequence
from re import _constants as kinds  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType] - no public way to its parts
from re import _parser as parser  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType]
from typing import Any, Final

_REPEATS: Final = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
_OPEN: Final = 200
"""What `*` and `+` count for; two of them are fine, three are not."""
_MOST_WAYS: Final = 50_000


def endless(pattern: str) -> str:
    """Why a pattern could take too long, in a few words; empty when it cannot. Raises `re.error` for what is none."""
    ways = 1
    for kind, value, around in _parts(parser.parse(pattern)):  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
        if kind.startswith("GROUPREF"):
            return "it refers back to a group"
        if around and (kind in _REPEATS or kind == "BRANCH"):
            return "it repeats what itself repeats or branches"
        if kind in _REPEATS and value[0] != value[1]:
            ways *= _OPEN if value[1] is kinds.MAXREPEAT else value[1] - value[0]  # pyright: ignore[reportUnknownMemberType]
    return "it can match one text in too many ways" if ways > _MOST_WAYS else ""


def _parts(parsed: Sequence[Any], *, repeated: bool = False) -> Iterator[tuple[str, Any, bool]]:
    """Every part of a pattern: its kind, its values, and whether it may come more than once."""
    for kind, value in parsed:
        name = str(kind)
        yield name, value, repeated
        again = name in _REPEATS and value[1] > 1
        for inner in _inside(value):
            yield from _parts(inner, repeated=repeated or again)


def _inside(value: Any) -> Iterator[Sequence[Any]]:
    if isinstance(value, parser.SubPattern):  # pyright: ignore[reportUnknownMemberType]
        yield value  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(value, tuple | list):
        for each in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _inside(each)
