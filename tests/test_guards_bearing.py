"""What words bear out: what the learned reader of pairs sees in them, and how far it is believed."""

import pytest

from roundtable.analysis.analysis import Analysis, Turn
from roundtable.engine.briefing import Briefing
from roundtable.facts import parse_fact
from roundtable.facts.evidence import Quote
from roundtable.language.phrases import rows
from roundtable.minds.guards import reversal
from roundtable.minds.guards.bearing import DECIDING, Place, bearing_features, borne_out
from roundtable.minds.guards.figures import figures
from roundtable.minds.guards.limits import lost_limit
from roundtable.minds.guards.quoted_words import objections
from roundtable.minds.guards.support import LIKELY

WORDS = {name: rows(words) for name, words in DECIDING.items()}
SPELLED = {
    "\\w*": "",
    "\\w+": "er",
    "\\S+": "e",
    "[rsnm]?": "",
    "[sn]?": "",
    "[oa]s": "os",
    "[oa]": "o",
    "(?:ve|s)": "ve",
}


def spelled(form: str) -> str:
    for pattern, letters in SPELLED.items():
        form = form.replace(pattern, letters)
    return form.replace("needs?", "need")


def marks(statement: str, said: str, kind: str = "business_rule") -> list[str]:
    return list(bearing_features(kind, statement, Place(said, 0, len(said)))["Pair"])


def refused(kind: str, text: str, said: str, quoted: str = "") -> list[str]:
    turn, words = Turn(number=1, question="", text=said), quoted or said
    briefing = Briefing.model_construct(analysis=Analysis(slug="talk", title="x", turns=(turn,)))
    start = said.index(words)
    quote = Quote(turn=1, start=start, end=start + len(words), text=words)
    fact = parse_fact({"id": "", "kind": kind, "text": text, "evidence": ()})
    return list(objections(fact, quote, turn, briefing))


@pytest.mark.parametrize(("name", "form"), [(name, form) for name, forms in WORDS.items() for form in forms])
def test_a_word_that_decides_is_noticed_where_it_comes_stays_and_goes(name: str, form: str) -> None:
    plain, deciding = "Lamps glow", f"Lamps {spelled(form)} glow"
    assert f"came {name}" in marks(deciding, plain)
    assert f"gone {name}" in marks(plain, deciding)
    assert f"kept {name}" in marks(deciding, deciding)


def test_a_clause_is_held_against_the_one_that_it_repeats() -> None:
    said = "The buyer pays shipping, and the seller never pays the duty."
    assert "denied False True" in marks("The seller pays the duty.", said)
    assert not [one for one in marks("The buyer pays shipping.", said) if one.startswith("denied")]
    assert "from elsewhere 1 True True" in marks("The buyer pays the duty.", said)
    assert "one for another" in marks("The buyer pays insurance.", "The buyer pays shipping.")
    assert "other order 0" in marks("Shipping pays the buyer.", "The buyer pays shipping.")


def test_figures_bounds_and_opposites_are_noticed() -> None:
    assert "figures False True True" in marks("It takes 5 minutes.", "It takes 4 minutes.")
    assert "bounds False True True" in marks("It takes at least 4 minutes.", "It takes at most 4 minutes.")
    assert "opposite True" in marks("The oldest is shown.", "The newest is shown.")
    assert "removes False" in marks("The data is deleted.", "The data stays.")


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("Deleting a picture for good is reserved to editors.", "Authors can hide a picture but only editors can delete one for good."),
        ("Without a key nobody opens the shed.", "Anyone in the club can see the shed, but opening needs a key."),
    ],
)  # fmt: skip
def test_no_rule_about_meaning_refuses_what_is_likely_borne_out(statement: str, said: str) -> None:
    assert reversal.is_turned_round(statement, said, 0, len(said))
    assert borne_out("business_rule", statement, Place(said, 0, len(said))) > LIKELY
    assert not refused("business_rule", statement, said)


def test_what_is_hardly_borne_out_is_refused_without_a_rule() -> None:
    said, statement = (
        "Nothing changes for tenants who stay on the old list.",
        "Tenants on the old list are moved to the new one.",
    )
    assert not reversal.is_turned_round(statement, said, 0, len(said))
    assert refused("business_rule", statement, said)


def test_a_quoted_sentence_that_a_fact_does_not_speak_of_is_not_held_against_it() -> None:
    said = "Entries are listed by date. Ratings, perhaps some day, I'm not sure."
    assert not refused("business_rule", "Entries are listed by date.", said)
    assert refused("business_rule", "Entries have ratings.", said)


def test_a_condition_ends_with_what_stands_before_a_semicolon() -> None:
    said = "If nobody answers, close the ticket; reopening the ticket is possible for a month"
    assert not lost_limit("Reopening the ticket is possible for a month", said)
    assert lost_limit("The ticket is closed", "If nobody answers, the ticket is closed")


@pytest.mark.parametrize("words", ["cien", "cent"])
def test_a_hundred_is_a_number_in_four_languages(words: str) -> None:
    assert figures(words, spelled=True) == {"100"}


@pytest.mark.parametrize("words", ["mil", "mille"])
def test_a_thousand_is_a_number_in_four_languages(words: str) -> None:
    assert figures(words, spelled=True) == {"1000"}


def test_a_full_hour_is_the_number_of_the_hour() -> None:
    assert figures("by 6:00") == {"6"}
    assert figures("by 6:30") == {"6:30"}
