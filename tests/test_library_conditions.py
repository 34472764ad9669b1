"""The `skip_if` language: what holds, what does not, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.analysis.conditions import Circumstances, InvalidCondition, condition_holds, parse_condition

SMALL = Circumstances(scope="small", complexity="low", file_count=2, depth="brief")
LARGE = Circumstances(scope="large", complexity="high", file_count=40, depth="deep")


@pytest.mark.rule("P-LOOP-04")
@pytest.mark.parametrize(
    ("text", "holds_for_small", "holds_for_large"),
    [
        ("scope === 'small'", True, False),
        ('scope == "small"', True, False),
        ("scope !== 'small'", False, True),
        ("scope != 'small'", False, True),
        ("file_count < 3", True, False),
        ("file_count <= 2", True, False),
        ("file_count > 2", False, True),
        ("file_count >= 40", False, True),
        ("3 > file_count", True, False),
        ("file_count > -1", True, True),
        ("scope === 'small' && file_count < 3", True, False),
        ("scope === 'large' || depth === 'brief'", True, True),
        ("scope === 'small' and not (complexity == 'high' or file_count > 3)", True, False),
        ("not scope == 'small'", False, True),
        ("!(scope === 'small')", False, True),
        ("!!(scope === 'small')", True, False),
        ("false || scope === 'large' && depth === 'deep'", False, True),
        ("(false || scope === 'small') && true", True, False),
        ("(scope) === 'small'", True, False),
        ("true", True, True),
        ("false", False, False),
        ("file_count", True, True),
        ("'' || scope == 'large'", False, True),
        ("file_count == '2'", False, False),
        ("file_count == true", False, False),
        ("file_count === 2.0", True, False),
        ("", False, False),
        ("   ", False, False),
    ],
)
def test_a_condition_holds_for_what_it_describes(
    text: str, holds_for_small: bool, holds_for_large: bool
) -> None:
    assert condition_holds(text, SMALL) is holds_for_small
    assert condition_holds(text, LARGE) is holds_for_large


@pytest.mark.rule("P-LOOP-04")
@pytest.mark.parametrize(
    "text",
    [
        "file_count < 3",
        "file_count >= 3",
        "!(file_count > 3)",
        "not file_count == 1",
        "scope !== 'large'",
        "!scope",
    ],
)
def test_what_is_not_known_never_skips_a_step(text: str) -> None:
    assert condition_holds(text, Circumstances()) is False


def test_the_known_half_of_a_condition_may_still_decide() -> None:
    known_depth = Circumstances(depth="brief")
    assert condition_holds("depth === 'brief' || file_count < 3", known_depth)
    assert not condition_holds("depth === 'deep' && file_count < 3", known_depth)


@pytest.mark.rule("P-LOOP-05")
@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("scope = 'small'", 7, "single ="),
        ("scope == 'small", 10, "does not end"),
        ("size == 'small'", 1, "'size' is not a variable"),
        ("scope == 'small' &&", 20, "found the end"),
        ("scope & depth", 7, "single &"),
        ("(scope == 'small'", 18, "closing parenthesis"),
        ("scope == 'small')", 17, "Did not expect ')'"),
        ("scope 'small'", 7, "Did not expect 'small'"),
        ("1 < file_count < 5", 16, "chained"),
        ("!scope === 'small'", 8, "parentheses"),
        ("__import__('os')", 1, "not a variable"),
        ("scope.length > 3", 6, "'.' is not part"),
        ("file_count == 1e5", 15, "'1' is not part"),
        ("scope == `x`", 10, "not part"),
        ("x" * 501, 501, "longer than 500"),
        ("(" * 30 + "true" + ")" * 30, 22, "nested deeper"),
        ("not " * 30 + "true", 85, "nested deeper"),
    ],
)
def test_a_condition_that_cannot_be_understood_says_where(text: str, column: int, reason: str) -> None:
    with pytest.raises(InvalidCondition) as caught:
        parse_condition(text)
    assert caught.value.column == column
    assert reason in caught.value.reason


@pytest.mark.rule("P-LOOP-05")
@pytest.mark.parametrize("text", ["scope < 3", "file_count > 'a'", "true >= 1"])
def test_ordering_what_has_no_order_is_invalid_only_when_asked(text: str) -> None:
    parse_condition(text)
    with pytest.raises(InvalidCondition, match="orders numbers only"):
        condition_holds(text, SMALL)


_PIECES = st.sampled_from(
    [
        "scope",
        "file_count",
        "depth",
        "'small'",
        '"a"',
        "3",
        "0.5",
        "true",
        "and",
        "or",
        "not",
        "===",
        "!=",
        "<",
        "&&",
        "||",
        "!",
        "(",
        ")",
        "-",
        "=",
        "&",
        " ",
        "size",
        "'",
    ]
)


@pytest.mark.rule("P-LOOP-05")
@given(st.one_of(st.text(max_size=600), st.lists(_PIECES, max_size=80).map(" ".join)))
def test_any_text_is_a_condition_or_an_invalid_one(text: str) -> None:
    for circumstances in (SMALL, LARGE, Circumstances()):
        try:
            condition_holds(text, circumstances)
        except InvalidCondition as error:
            column = error.column
        else:
            column = 1
        assert 1 <= column <= len(text) + 1
