"""Saying that there is nothing to add, and saying something."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.analysis.no_more import says_no_more


@pytest.mark.parametrize(
    "reply",
    [
        "That's all I have",
        "that’s it.",
        "No, that is everything",
        "nope, that's all",
        "I think that covers it",
        "That should be all, thanks!",
        "that's about it for now",
        "I think that's all we need",
        "nothing more to add",
        "Nothing from my side",
        "I have nothing to add",
        "I don't have anything else",
        "no further changes",
        "we're done",
        "I'm happy with it",
        "no that's fine, please finalize",
        "all good, finalize it",
        "fine as it is",
        "good to go",
        "You can finalize it",
        "Let's wrap it up",
    ],
)
def test_whoever_has_nothing_to_add_may_say_so_in_many_ways(reply: str) -> None:
    assert says_no_more(reply)


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "that's all, except the export",
        "no changes to the database",
        "nothing may be lost",
        "finish the import before midnight",
        "we are done when the mail is out",
        "that is all the customer sees",
        "it is fine to retry twice",
        "we need everything in one file",
        "close the shop at night",
        "no more than three retries",
    ],
)
def test_whoever_says_something_is_heard(reply: str) -> None:
    assert not says_no_more(reply)


@given(st.lists(st.sampled_from(["no", "good", "fine", "that's all", "nothing", "really"]), max_size=40))
def test_one_word_about_the_matter_makes_it_an_answer(words: list[str]) -> None:
    assert not says_no_more(" ".join([*words, "invoices"]))
