"""What limits the person's words is kept, and nothing is made to hold for more than they said."""

import pytest

from roundtable.language.phrases import Table
from roundtable.minds.guards import limits
from tables import check_rows, each

LOST, KEPT = True, False


def is_lost(pair: str) -> bool:
    said, _, statement = pair.partition(" -> ")
    return bool(limits.lost_limit(statement, said))


def is_widened(pair: str) -> bool:
    said, _, statement = pair.partition(" -> ")
    return bool(limits.widened(statement, said))


@pytest.mark.parametrize(
    ("name", "said", "statement"),
    [
        ("_CONDITIONS", "The door opens {} Petra rings", "The door opens"),
        ("EXCEPTIONS", "The door opens {} Petra rings", "The door opens"),
        ("_ONLY", "Petra opens {} garden gates at noon", "Petra opens everything at noon"),
    ],
)
def test_a_condition_an_exception_and_an_only_are_kept(name: str, said: str, statement: str) -> None:
    table: Table = getattr(limits, name)
    cases = [f"{said.format(row)} -> {statement}" for row in table]
    check_rows(limits, name, is_lost, each(LOST, *cases))
    assert not any(map(is_lost, (f"{said.format(row)} -> {said.format(row)}" for row in table)))


def test_a_limit_of_another_clause_need_not_be_repeated() -> None:
    said = "The door opens at six, and when Petra rings, the bell is off."
    assert not limits.lost_limit("The door opens at six.", said)
    assert limits.lost_limit("The bell is off.", said)


def test_nothing_is_made_to_hold_for_all_that_was_said_of_some() -> None:
    check_rows(
        limits,
        "_ALL",
        is_widened,
        each(LOST, *(f"Red doors open at noon -> {word} doors open at noon" for word in _words(limits._ALL))),
    )
    for table, name in ((limits._REST, "_REST"), (limits._SOME, "_SOME")):
        said = (f"Of all doors {word} open at noon" for word in _words(table))
        check_rows(
            limits, name, is_widened, each(LOST, *(f"{one} -> All doors open at noon" for one in said))
        )
    assert not is_widened("Doors open at noon -> Every door opens at noon")
    assert not is_widened("Red doors open at noon -> All the red doors open at noon")


def test_both_is_not_either() -> None:
    assert is_widened("It opens at noon and Petra rings -> It opens at noon or Petra rings")
    assert not is_widened("It opens at noon and at six -> It opens at noon and at six")


def _words(table: Table) -> list[str]:
    return [
        word.replace("\\w*", "")
        .replace("?", "")
        .replace("[sn]", "")
        .replace("[rsnm]", "")
        .replace("[oa]", "o")
        for word in table
    ]
