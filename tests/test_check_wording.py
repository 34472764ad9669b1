"""Which words in a requirement leave it open, and which only look like it."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from check_samples import check, clean_files, rules_of
from roundtable.documents.checks import CheckConfig, smells
from roundtable.documents.checks.smells import PHRASES, UNLESS, WORDS, Group, masked, smells_in
from roundtable.documents.reading.entries import StatementKind as Kind


def rules(sentence: str, kind: Kind = "requirement") -> set[str]:
    return {smell.rule for smell in smells_in(sentence, kind)}


OPEN = [
    ("The page shall load fast.", "RT401"),
    ("The system shall be easy to learn.", "RT401"),
    ("The layout shall have good readability.", "RT401"),
    ("The shop shall show important messages first.", "RT401"),
    ("The report shall be mobile-friendly.", "RT401"),
    ("The page shall load quickly.", "RT401"),
    ("The page shall be easily found.", "RT401"),
    ("The page shall be comfortably wide.", "RT401"),
    ("The page shall be aesthetically balanced.", "RT401"),
    ("The system shall be secure and robust.", "RT401"),
    ("The shop shall use a cutting-edge printer.", "RT401"),
    ("The receipt shall not be insufficiently printed.", "RT401"),
    ("The import shall accept large files.", "RT401"),
    ("The service shall minimise traffic.", "RT402"),
    ("The service shall answer as fast as possible.", "RT402"),
    ("The tool shall cover all possible errors.", "RT402"),
    ("The log shall keep sufficient detail.", "RT402"),
    ("The shop shall compress images that are too large.", "RT402"),
    ("The shop shall send relevant data.", "RT403"),
    ("The shop shall show several offers.", "RT402"),
    ("The shop shall retry where necessary.", "RT404"),
    ("To the extent practicable, the shop shall retry.", "RT404"),
    ("The shop shall use its best efforts.", "RT404"),
    ("The shop shall export PDF, CSV and so on.", "RT405"),
    ("The shop shall export formats including but not limited to PDF.", "RT405"),
    ("The shop shall deal with refunds.", "RT406"),
    ("The shop shall support refunds.", "RT406"),
    ("The shop could keep the receipt.", "RT407"),
    ("The receipt shall be stored.", "RT408"),
    ("The shop shall answer in less than 200.", "RT409"),
    ("The shop shall create a receipt and send the report.", "RT410"),
    ("The shop shall offer a drop-down.", "RT411"),
    ("The shop must never keep a card number.", "RT412"),
    ("The shop shall answer at all times.", "RT413"),
    ("This shall print a receipt.", "RT414"),
    ("This includes the receipt.", "RT414"),
    ("The shop shall print the latter.", "RT414"),
    ("The shop shall print the best offer.", "RT415"),
    ("The shop shall give more accurate totals.", "RT415"),
    ("The shop shall typically print a receipt.", "RT421"),
    ("The shop shall print and/or mail a receipt.", "RT422"),
    ("The shop shall keep a receipt for <xx> days.", "RT424"),
]


@pytest.mark.parametrize(("sentence", "rule"), OPEN)
def test_a_sentence_that_leaves_something_open_is_found(sentence: str, rule: str) -> None:
    assert rule in rules(sentence)


@pytest.mark.parametrize("why", sorted({group.why for group in WORDS.values()}))
def test_each_group_of_words_finds_what_no_other_row_does(why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    others = {word: group for word, group in WORDS.items() if group.why != why or word == "user-friendly"}
    mine = {group.rule for group in WORDS.values() if group.why == why}
    monkeypatch.setattr(smells, "WORDS", others)
    assert any(rule not in rules(sentence) for sentence, rule in OPEN if rule in mine)


@pytest.mark.parametrize("row", [row for row in PHRASES if row.rule != "RT426"], ids=lambda row: row.rule)
def test_each_phrase_finds_what_no_other_row_does(row: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smells, "PHRASES", [other for other in PHRASES if other is not row])
    assert any(rule not in rules(sentence) for sentence, rule in OPEN if rule == row.rule)


@pytest.mark.parametrize(
    "sentence",
    [
        "The page shall load fast (< 200 ms).",
        "A member shall find it easy to sign in within 3 clicks.",
        "The export shall finish quickly, in at most 5 seconds.",
        "The shop shall clear the cart.",
        "The shop shall show high priority orders first.",
        "The session lasts as long as the member is signed in.",
        "It shall be possible to sign out.",
        "The shop shall print a label that says “easy and fast”.",
        "The shop shall call `fast_and_easy()`.",
        "The team shall install Easy Install.",
        "The shop shall show a specifically named offer.",
        "The shop shall support SAML 2.0.",
        "The shop shall keep data as required by the tax law.",
        "The shop shall show a receipt rather than a bill.",
        "The upload must not exceed 5 MB.",
        "The shop shall print receipts dated May 2026 or later.",
        "The receipt shall be signed by the cashier.",
        "The shop shall accept at least 3 codes.",
        "The shop shall run Python of at least version 3.11.",
        "The shop shall answer faster than the old shop.",
        "The list shall be sorted.",
        "The shop shall prompt the member for a password.",
        "The shop shall show prices and totals.",
        "The page shall be usable with a screen reader (WCAG 2.1 AA).",
        "The shop shall handle 500 requests per second.",
        "This process shall print a receipt.",
        "It shall also be possible to print a receipt.",
        "The shop shall print a line along each edge of the receipt.",
        "The shop shall print the descriptive text of the offer.",
    ],
)
def test_a_sentence_that_says_something_exact_is_left_alone(sentence: str) -> None:
    assert rules(sentence) == set()


@pytest.mark.parametrize(
    "sentence",
    [
        "Given a member, When the code is entered, Then the total should be shown and the receipt is printed",
        "Given an order, When it is cancelled, Then it is not shipped",
    ],
)
def test_criteria_may_use_the_passive_should_and_not(sentence: str) -> None:
    assert rules(sentence, "criterion") == set()


def test_a_story_may_say_can_but_not_ask_for_two_actions() -> None:
    assert (
        rules("As a clerk, I want to see the queue, so that I can plan and staff the day.", "story") == set()
    )
    assert rules(
        "As a clerk, I want to see the queue and to assign each ticket, so that I am done.", "story"
    ) == {"RT410"}


def test_rules_that_show_too_much_speak_only_when_they_are_asked_for() -> None:
    files = clean_files()
    spec = str(files["requirements-spec.md"]).replace("shall accept each code", "shall accept the latter")
    assert check(files | {"requirements-spec.md": spec}) == ()
    asked = CheckConfig(enable=frozenset({"RT414"}))
    assert rules_of(check(files | {"requirements-spec.md": spec}, config=asked)) == {"RT414"}


def test_prose_code_and_quotations_of_a_specification_are_left_alone() -> None:
    files = clean_files()
    spec = str(files["requirements-spec.md"])
    prose = "Everything should be fast, easy and robust, etc.\n\n> **Assumption**: It may be slow. Flagged for validation.\n\n```\nfast, easy\n```\n"
    files["requirements-spec.md"] = spec.replace(
        "## Functional Requirements\n", f"{prose}\n## Functional Requirements\n"
    ).replace("*Confirmed in turn 2*", '*Said in turn 2: "make it fast and easy"*')
    assert check(files) == ()


@given(st.text(max_size=200))
def test_masking_keeps_every_character_in_its_place(text: str) -> None:
    assert len(masked(text)) == len(text)


@given(
    st.lists(
        st.sampled_from(
            [*sorted(WORDS), "shall", "the", "3 s", ".", ",", "`x`", "Total", "be", "and", "as", "possible"]
        ),
        max_size=25,
    )
)
def test_every_word_that_is_shown_stands_in_the_sentence(words: list[str]) -> None:
    sentence = " ".join(words)
    for smell in smells_in(sentence):
        if smell.rule != "RT410":  # shows the two verbs with what lies between left out
            assert sentence[smell.start : smell.start + len(smell.word)] == smell.word


def test_the_word_lists_do_not_contradict_each_other() -> None:
    assert UNLESS.keys() <= WORDS.keys()
    assert all(word == word.lower() for word in WORDS)
    assert {phrase.rule for phrase in PHRASES}.isdisjoint({"RT401", "RT403", "RT421"})


EXACT = {
    "clear": "The clerk shall clear the cart.",
    "clean": "The job shall clean up old carts.",
    "long": "The cart lasts as long as the session.",
    "short": "The shop shall print a short code.",
    "high": "The shop shall show high priority orders.",
    "large": "The shop shall show the label at large.",
    "simple": "The shop shall use simple mail.",
    "natural": "The shop shall keep the natural key.",
    "logical": "The query may hold a logical operator.",
    "stable": "The shop shall run a stable release.",
    "good": "The voucher lasts for good.",
    "fast": "The cart shall fast forward.",
    "quick": "The clerk shall use a quick reply.",
    "prompt": "The shop shall prompt the clerk.",
    "slow": "The shop shall keep the slow query log.",
    "quality": "The quality assurance signs the order.",
    "critical": "The shop shall mail each critical alert.",
    "major": "The shop shall show the major version.",
    "minor": "The shop shall show the minor version.",
    "strong": "The shop shall ask for strong customer authentication.",
    "safe": "The till shall start in safe mode.",
    "smart": "The till shall read a smart card.",
    "intelligent": "The till shall join the intelligent network.",
    "professional": "The shop shall mail each professional.",
    "desired": "The clerk enters his desired date.",
    "sensitive": "The search is case sensitive.",
    "essential": "The till is an essential service.",
    "accessible": "The report is accessible to clerks.",
    "portable": "The shop shall print a portable document.",
    "configurable": "The period is configurable by the clerk.",
    "customizable": "The label is customizable by the clerk.",
    "often": "The shop shall count how often a code is used.",
    "frequent": "The shop shall read the frequent flyer card.",
    "enough": "The shop shall say when the balance is not enough.",
    "specific": "The label is specific to the store.",
    "similar": "The code is similar to the last code.",
    "special": "The code holds special characters.",
    "particular": "The shop shall keep cards, in particular debit cards.",
    "intended": "The receipt is intended for the clerk.",
    "applicable": "The shop shall print the applicable law.",
    "necessary": "It is necessary that the clerk signs.",
    "appropriate": "The shop shall retry as appropriate to the code.",
    "suitable": "The shop shall retry as suitable for the code.",
    "certain": "The clerk shall make certain that the till is shut.",
    "potential": "The shop shall mail each potential customer.",
    "alternative": "The shop shall show the alternative text.",
    "many": "The shop shall show how many codes are left.",
    "few": "The till shall start within a few seconds.",
    "multiple": "The price is a multiple of the fee.",
    "very": "The shop shall print the very first code.",
    "rather": "The shop shall show a receipt rather than a bill.",
    "later": "The clerk signs on Monday or later.",
    "recent": "The shop shall list recent files.",
    "likely": "A refund is as likely as a sale.",
    "currently": "The shop shall keep the currently selected code.",
    "ease": "The clerk is at ease.",
    "comprehensive": "The shop shall sell comprehensive insurance.",
}


@pytest.mark.parametrize("word", sorted(UNLESS))
def test_surroundings_in_which_a_word_says_something_exact(
    word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_found() -> bool:
        listed = (smell for smell in smells_in(EXACT[word]) if smell.rule == WORDS[word].rule)
        return any(smell.word.lower() == word for smell in listed)

    assert not is_found()
    monkeypatch.delitem(UNLESS, word)
    assert is_found()


SUBJECTS = ("The shop", "The cart", "A member")
ENDINGS = (
    "shows the total in EUR.",
    "shall store the order within 2 seconds.",
    "shall reject a code of 13 letters.",
)


@pytest.mark.parametrize(("subject", "ending"), list(product(SUBJECTS, ENDINGS)))
def test_plain_requirements_have_no_findings(subject: str, ending: str) -> None:
    assert rules(f"{subject} {ending}") == set()
