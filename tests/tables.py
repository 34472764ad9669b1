"""Whether a table earns its rows: each of them is taken away, and a labelled sentence must then be misread."""

from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any, cast

import pytest


def check_rows(
    module: ModuleType, name: str, reads: Callable[[str], object], labelled: Mapping[str, object]
) -> None:
    """Every sentence is read as its label says, and without any one row of the table some sentence is not."""
    misread = {said: found for said, label in labelled.items() if (found := reads(said)) != label}
    assert not misread, f"{name}: {misread}"
    needless = [
        row
        for row, rest in without_each(getattr(module, name))
        if not _misreads(module, name, rest, reads, _nearest_first(row, labelled))
    ]
    assert not needless, f"{name}: no sentence needs {needless}"


def each(label: object, *said: str) -> dict[str, object]:
    """These sentences under one label."""
    return dict.fromkeys(said, label)


def without_each(table: Any) -> Iterator[tuple[str, Any]]:
    """Every row and the table without it; the rows of a table of tables are those of the inner ones."""
    match table:
        case dict():
            for key, inner in cast("dict[Any, Any]", table).items():
                if isinstance(inner, str):
                    yield (
                        str(key),
                        {one: row for one, row in cast("dict[Any, Any]", table).items() if one != key},
                    )
                else:
                    for row, rest in without_each(inner):
                        yield row, {**table, key: rest}
        case frozenset():
            for row in sorted(cast("frozenset[str]", table)):
                yield row, table - {row}
        case tuple():
            rows = cast("tuple[Any, ...]", table)
            for at, row in enumerate(rows):
                before, behind = rows[:at], rows[at + 1 :]
                if isinstance(row, str):
                    yield row, (*before, *behind)
                else:
                    for one, rest in without_each(row):
                        yield one, (*before, rest, *behind)
        case _:
            raise TypeError(f"{table!r} is no table")


def _misreads(
    module: ModuleType,
    name: str,
    table: object,
    reads: Callable[[str], object],
    labelled: Iterator[tuple[str, object]],
) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, name, table)
        return any(reads(said) != label for said, label in labelled)


def _nearest_first(row: str, labelled: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """The sentences that hold the row itself come first: one of them is nearly always the one that fails."""
    plain = row.replace("\\", "").replace("?", "").casefold()
    return iter(sorted(labelled.items(), key=lambda entry: plain not in entry[0].casefold()))
