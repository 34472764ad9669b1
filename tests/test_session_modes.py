"""One item, two modes: what was said in one is known in the other, and what was only asked is asked again."""

from pathlib import Path

import pytest

from talking import Talk, a_shop

pytestmark = pytest.mark.slow

STEPS = ("--steps", "--depth", "standard")


def question_of(talk: Talk) -> str:
    """The open question."""
    return next(
        event["text"]
        for event in reversed(talk.events)
        if event["event"] == "say" and event["kind"] == "question"
    )


@pytest.mark.parametrize(
    ("mode", "between"),
    [(STEPS, ("--conversation",)), (STEPS, STEPS), (("--conversation",), ("--conversation",))],
)
def test_a_question_that_nobody_answered_is_put_again(
    tmp_path: Path, mode: tuple[str, ...], between: tuple[str, ...]
) -> None:
    shop = a_shop(tmp_path / "shop")
    with Talk(shop, flags=mode) as opened:
        pass
    with Talk(shop, flags=between):
        pass
    with Talk(shop, flags=mode) as again:
        pass
    assert question_of(again) == question_of(opened)


def test_a_question_that_was_answered_is_not_put_again(tmp_path: Path) -> None:
    shop = a_shop(tmp_path / "shop")
    with Talk(shop, flags=STEPS) as opened:
        answered = question_of(opened)
        opened.say("Gift cards are out of scope, they are left for a later release.")
    with Talk(shop, flags=("--conversation",)):
        pass
    with Talk(shop, flags=STEPS) as again:
        pass
    assert answered not in again.said("question")
