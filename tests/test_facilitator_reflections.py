"""Acknowledgements: one sentence that proves the answer was heard, in the persona's own manner, for any answer."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facilitator_table import ALEX, JORDAN, MAYA, answer, words_of
from play import shipped
from roundtable.analysis.content import Persona, Voice
from roundtable.minds.facilitator.manner import speakable
from roundtable.minds.facilitator.reflect import acknowledge, wants_clause

PERSONAS = tuple(shipped().persona(key) for key in (MAYA, ALEX, JORDAN))


@pytest.mark.rule("P-PERS-08")
def test_the_first_acknowledgement_is_the_exact_pattern_of_the_voice() -> None:
    said = "Support types discounts by hand, and customers leave the cart."
    maya, alex, jordan = (acknowledge(persona, said, 0) for persona in PERSONAS)
    assert maya == (
        "That's important -- so support types discounts by hand, and customers leave the cart. Let me capture that."
    )
    heard = '"Support types discounts by hand, and customers leave the cart"'
    assert alex.startswith(f"Good point about {heard}. That affects the blast radius because ")
    assert jordan == f"Noted. I'll revise the interface to account for {heard}."


@pytest.mark.rule("P-PERS-11")
@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("redis", "That's important -- so it comes down to redis. Let me capture that."),
        ("Customers, support agents and admins", "That's important -- so it comes down to customers, support agents and admins. Let me capture that."),
        ("We lose about 3% of orders because people can't find the field", "That's important -- so you lose about 3% of orders. Let me capture that."),
        ("Show an error when it's expired", "That's important -- so the point is to show an error when it's expired. Let me capture that."),
        ("- apply codes\n- list codes\n- admin page", 'That\'s important -- so there are three things here, starting with "apply codes" and "list codes". Let me capture that.'),
        ("Kunden brauchen das.", 'That\'s important -- so in your words it is "Kunden brauchen das". Let me capture that.'),
        ("用户可以输入折扣码。", 'That\'s important -- so in your words it is "用户可以输入折扣码". Let me capture that.'),
        ("```py\nx = 1\n```", "That's important -- so the code itself says it best. Let me capture that."),
        ("support agents", "That's important -- so it comes down to support agents. Let me capture that."),
        ("Interest that grows with time", "That's important -- so it comes down to interest that grows with time. Let me capture that."),
        ("Anna the bookkeeper uses the list.", "That's important -- so Anna the bookkeeper uses the list. Let me capture that."),
        ('"is overdue" in the subject line', 'That\'s important -- so it comes down to "is overdue" in the subject line. Let me capture that.'),
        ("That was a slip of the finger. Anna adds fees by hand.", "That's important -- so Anna adds fees by hand. Let me capture that."),
        ("Nothing to compare it with yet. It touches the invoice module and the store.", "That's important -- so it touches the invoice module and the store. Let me capture that."),
        ("A nightly job adds one fee line to every invoice that is more than 14 days overdue and unpaid", 'That\'s important -- so the heart of it is "A nightly job adds one fee line to every invoice…" Let me capture that.'),
    ],
)  # fmt: skip
def test_it_says_back_the_persons_own_words_whatever_their_shape(said: str, heard: str) -> None:
    assert acknowledge(PERSONAS[0], said, 0) == heard


def test_a_phrase_about_risks_or_tradeoffs_is_kept_for_answers_about_them() -> None:
    for persona in PERSONAS:
        spoken = [acknowledge(persona, f"Module {n} parses the file", n, "", ["module"]) for n in range(60)]
        assert not [text for text in spoken if re.search(r"\brisk|\btradeoff|\bfailure|\bstory", text)]
    alex = PERSONAS[1]
    spoken = [acknowledge(alex, f"Server {n} may lose data", n, "", ["risk"]) for n in range(60)]
    assert [text for text in spoken if "the risk sits with" in text]


def test_later_ones_vary_and_use_a_pattern_of_the_voice_at_most_every_third_time() -> None:
    for persona in PERSONAS:
        patterns = [persona.voice.acknowledgement, *persona.voice.acknowledgements]
        openings = [re.escape(pattern.split("{}")[0][:18]) for pattern in patterns]
        spoken = [acknowledge(persona, f"The order {n} has a wrong total", n) for n in range(1, 13)]
        patterned = [bool(re.match("|".join(openings), text)) for text in spoken]
        assert not any(
            a and (b or c) for a, b, c in zip(patterned, patterned[1:], patterned[2:], strict=False)
        )
        assert len({re.sub(r"\d+", "", text) for text in spoken}) >= 5


@pytest.mark.parametrize(
    ("said", "persona"),
    [("I don't know", MAYA), ("you choose", ALEX), ("none", JORDAN), ("skip", MAYA), ("yes", ALEX)],
)
def test_a_reply_that_is_no_answer_gets_a_graceful_line_and_no_echo(said: str, persona: str) -> None:
    words = words_of(answer("quality", said, persona=persona))
    assert words
    assert said not in words


def test_a_word_that_the_persona_may_not_say_is_not_said_back() -> None:
    said = "the schema of the orders table must not change"
    assert "schema" not in acknowledge(PERSONAS[0], said, 0)
    assert "orders table" in acknowledge(PERSONAS[0], said, 0)


@pytest.mark.rule("P-PERS-10")
def test_a_persona_nobody_has_met_speaks_neutrally_and_keeps_its_own_patterns() -> None:
    stranger = Persona(key="tester", name="Sam Ode", role="Tester", identity="I test.", style="dry")
    assert "the cart" in acknowledge(stranger, "The cart is empty", 0).lower()
    voiced = stranger.model_copy(update={"voice": Voice(acknowledgement="Test noted: {}.", forbidden=("[",))})
    assert acknowledge(voiced, "The cart is empty", 0) == "Test noted: the cart is empty."


def test_a_pattern_takes_a_clause_or_a_name_as_its_own_words_ask() -> None:
    assert wants_clause("So what I'm hearing is that {}.")
    assert not wants_clause("Good point about {}. That affects it.")


@given(text=st.text(max_size=400), count=st.integers(0, 9), persona=st.sampled_from(PERSONAS))
@settings(max_examples=300, deadline=None)
def test_any_answer_gets_one_short_line_that_its_speaker_may_say(
    text: str, count: int, persona: Persona
) -> None:
    words = acknowledge(persona, text, count)
    assert words.strip()
    assert "\n" not in words
    assert "?" not in words
    assert len(words) < 330
    assert speakable(persona, words)
