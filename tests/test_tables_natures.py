"""What a person calls the item is understood, and every row of the tables behind that is needed."""

import pytest

from roundtable.language import natures
from roundtable.language.natures import complains, names_of_natures, nature_of
from tables import check_rows, each

IS_A = {
    "defect": ("it is a bug", "it is a bugfix", "it is a defect", "it is a regression"),
    "refactoring": (
        *(
            "it is a refactoring",
            "it is a refactor",
            "it is a clean-up",
            "it is a cleanup",
            "it is a clean up",
        ),
        "it is a restructuring",
    ),
    "configuration": (
        *(
            "it is a setting",
            "it is just settings",
            "it is a config option",
            "it is configuration",
            "it is config",
        ),
        "it is a new default",
    ),
    "command": (
        *(
            "it is a cli option",
            "it is a cli flag",
            "it is a command line option",
            "it is a flag",
            "it is a command",
        ),
        "it is a subcommand",
    ),
    "option": ("it is an api option", "it is a parameter", "it is an argument", "it is a keyword argument"),
    "ui": ("it is a ui change", "it is a design change", "it is a layout change"),
    "service": ("it is an endpoint", "it is a webhook", "it is an api change"),
    "data": ("it is a data change", "it is a migration", "it is a data migration"),
    "upkeep": (
        *(
            "it is a docs change",
            "it is a documentation change",
            "it is a dependency upgrade",
            "it is an upgrade",
        ),
        "it is a performance fix",
    ),
    "feature": (
        "it is a feature",
        "it is a feature request",
        "it is a wish",
        "it is an enhancement",
        "it is an improvement",
    ),
}
REFACTORING = [(True, "refactoring")]
NO_BUG = [(False, "defect")]


def test_every_name_of_a_nature_is_needed() -> None:
    labelled = {said: [(True, nature)] for nature, all_said in IS_A.items() for said in all_said}
    check_rows(natures, "CALLED", names_of_natures, labelled)


@pytest.mark.parametrize(
    ("table", "labelled"),
    [
        (
            "SUBJECTS",
            each(
                REFACTORING,
                *("it is a refactoring", "This is a refactoring.", "this one is a refactoring"),
                *("the item is a refactoring", "the whole thing is a refactoring"),
            ),
        ),
        (
            "IS",
            each(REFACTORING, "it is a refactoring", "its a refactoring!!", "this should be a refactoring"),
        ),
        (
            "IS_NOT",
            each(
                NO_BUG, "it is not a bug", "it isn't a bug", "it's not a bug", "it is no bug", "It's no bug."
            ),
        ),
        (
            "DEGREES",
            each(
                REFACTORING,
                *("it is a refactoring", "it is an actually small refactoring", "it is really a refactoring"),
                *("it is just a refactoring", "it is only a refactoring", "it is more of a refactoring"),
                *("it is rather a refactoring", "it is actually a refactoring", "it is pure refactoring"),
                *("it is a new refactoring", "it is a small refactoring"),
            ),
        ),
        (
            "LAST_WORDS",
            each(
                NO_BUG,
                "not a bug really",
                "it is not a bug actually",
                "it's not a bug at all",
                "not a bug though",
            ),
        ),
    ],
)
def test_every_way_to_say_so_is_needed(table: str, labelled: dict[str, object]) -> None:
    check_rows(natures, table, names_of_natures, labelled)


@pytest.mark.parametrize(
    ("said", "nature"),
    [
        ("it is not a bug, it is a new setting", "configuration"),
        ("nothing is printed, its a refactoring!!", "refactoring"),
        ("no wait not settings, its a cli flag", "command"),
    ],
)
def test_what_the_person_calls_it_holds_from_then_on(said: str, nature: str) -> None:
    assert nature_of("The export crashes with an empty list", [said, "people who export"]) == nature


def test_what_it_is_not_leaves_the_others() -> None:
    request = "The export crashes with an empty list"
    assert nature_of(request) == "defect"
    assert nature_of(request, ["it is not a bug"]) != "defect"
    assert nature_of(request, ["it is a feature request"]) not in {"defect", "refactoring", "upkeep"}
    assert nature_of("Members can swap shifts", ["not really a feature"]) != "product"


@pytest.mark.parametrize(
    "said",
    [
        "the setting is a bug magnet",
        "it is a new setting that lists pages",
        "the default is 5, not a setting",
        "making it understand lists is a real bug but another ticket",
    ],
)
def test_a_sentence_that_tells_something_of_its_own_names_no_nature(said: str) -> None:
    assert names_of_natures(said) == []


def test_a_complaint_is_told_from_a_wish() -> None:
    assert complains("Total is wrong after a refund")
    assert not complains("Let people choose a theme")
