"""No line that somebody types or a document holds takes long: twice the length, at most three times the time."""

import os

import pytest

from long_lines import REPETITIONS, longest_reply, repeated, seconds

_LONGEST = 4.0
"""Seconds of this process for any part of the way; what backtracks takes minutes, what is fit for people half of this."""
_SOON = 1.0
"""Seconds for ten thousand letters: what grows with the square of the length took longer than that."""
_NOTHING = 0.4
"""What is over so soon is not worth comparing."""


def check_growth(piece: str, size: int) -> None:
    once, twice = seconds(repeated(piece, size)), seconds(repeated(piece, 2 * size))
    slow = {name: (once[name], spent) for name, spent in twice.items() if spent > _LONGEST}
    assert not slow
    if grown_in(once, twice):  # a busy machine is not busy in the same place twice
        again, more = seconds(repeated(piece, size)), seconds(repeated(piece, 2 * size))
        once = {name: max(spent, again[name]) for name, spent in once.items()}
        twice = {name: min(spent, more[name]) for name, spent in twice.items()}
    assert not grown_in(once, twice)


def grown_in(once: dict[str, float], twice: dict[str, float]) -> dict[str, tuple[float, float]]:
    return {
        name: (once[name], spent)
        for name, spent in twice.items()
        if spent > _NOTHING and spent > 3 * max(once[name], _NOTHING / 3)
    }


@pytest.mark.parametrize("piece", ["1,", "a.b.", "is ", "eyJ", "`"])
def test_what_once_took_minutes_takes_no_time(piece: str) -> None:
    check_growth(piece, 10_000)


@pytest.mark.slow
@pytest.mark.parametrize("piece", REPETITIONS[::2])
def test_ten_thousand_letters_of_anything_take_no_time(piece: str) -> None:
    slow = {name: spent for name, spent in seconds(repeated(piece, 10_000)).items() if spent > _SOON}
    assert not slow


@pytest.mark.slow
@pytest.mark.parametrize("piece", REPETITIONS if os.environ.get("EVERY_REPETITION") else REPETITIONS[::15])
def test_twice_the_length_takes_at_most_three_times_as_long(piece: str) -> None:
    """Fourteen of them take a minute of a processor; all two hundred (`EVERY_REPETITION=1`) take a quarter of an hour."""
    check_growth(piece, 50_000)


def test_two_hundred_repetitions_are_tried() -> None:
    assert len(REPETITIONS) == 200


@pytest.mark.parametrize("piece", ["a", "ab_", "x."])
def test_a_long_word_does_not_come_back(piece: str) -> None:
    word = repeated(piece, 50_000)
    assert longest_reply(f"The {word} must be exported", f"FR-001: {word}", word, f"drop the {word}") < 1_000
