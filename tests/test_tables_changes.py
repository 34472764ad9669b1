"""Every row of the tables that read changes and contradictions is needed: without it a labelled sentence is misread."""

import pytest

from interview_table import hear, known, words
from roundtable.engine.briefing import Ask
from roundtable.engine.hearing import REVIEW
from roundtable.facts import BusinessRule, Fact, Requirement
from roundtable.facts.evidence import Quote
from roundtable.interview import (
    contradictions,
    lead_ins,
    offers,
    operations,
    removing,
    swaps,
    told_parts,
    which_fact,
)
from roundtable.interview.contradictions import CONFLICT
from roundtable.language import phrases
from tables import check_rows, each

REVIEWING = Ask(
    text="What would you like to change or explore further before I finalize this?",
    kinds=("requirement", "note"),
    about=REVIEW,
)
EXPORT = Requirement(title="Export the report as CSV", text="Export the report as CSV")
RULE = BusinessRule(id="BR-001", text="the report is sent weekly")


def reviewed(said: str, *facts: Fact) -> list[str]:
    """What is on record after somebody said this at the review."""
    _, now = hear(said, known(*facts), asked=REVIEWING, place="review")
    return [fact.headline for fact in now.facts]


# -- changes -------------------------------------------------------------------------------------------------------------


def swapped(pair: str) -> str:
    """The rule before the bar, after somebody said what stands behind it."""
    before, said = pair.split(" | ")
    return reviewed(said, EXPORT, BusinessRule(text=before))[-1]


DAILY, WEEKLY = "a daily mail goes to every clerk", "a weekly mail goes to every clerk"


def test_each_way_to_swap_a_value_changes_it() -> None:
    said = (
        "it is weekly and not daily",
        "not daily, weekly",
        "weekly, not daily",
        "not daily but weekly",
        "not daily, it's weekly",
        "not daily, rather weekly",
        "weekly instead of daily",
        "weekly rather than daily",
        "I said daily but I meant weekly",
        "I said daily, I mean weekly",
        "I wrote daily but meant weekly",
        "and the daily should be weekly",
        "daily should be weekly",
        "daily must be weekly",
        "change daily to weekly",
        "replace daily with weekly",
        "replace daily by weekly",
        "nicht daily, sondern weekly",
        "no daily sino weekly",
        "pas daily mais weekly",
    )
    check_rows(swaps, "_FORMS", swapped, each(WEEKLY, *(f"{DAILY} | {one}" for one in said)))


@pytest.mark.parametrize("mark", ['"', "'", "`"])
def test_quoted_words_take_the_place_of_quoted_words(mark: str) -> None:
    said = f"the line says {mark}same hash{mark} not {mark}same contents{mark}"
    assert swapped(f"one line: skipped (same contents) | {said}") == "one line: skipped (same hash)"


def test_words_never_take_the_place_of_a_figure() -> None:
    before = "we have this in 23 commands"
    assert swapped(f"{before} | Sorry, I must correct: not 23 commands, 32.") == "we have this in 32 commands"
    assert swapped(f"{before} | wait a moment: not 23") != "we have this in wait a moment: commands"
    assert swapped("the queue is open | the queue is max 1000, not open") == "the queue is max 1000"


def test_a_value_of_two_figures_is_swapped_whole_and_a_list_swaps_nothing() -> None:
    days = "Snooze is 1 to 14 days."
    assert swapped(f"{days} | Snooze is 1 to 30 days, not 1 to 14.") == "Snooze is 1 to 30 days."
    error = 'An error says "Snooze must be between 1 and 30 days".'
    assert error in reviewed(
        "The buttons are 1, 3 and 7 days as before, not 30.", EXPORT, BusinessRule(text=error)
    )


def test_what_should_be_done_with_a_thing_is_no_other_word_for_it() -> None:
    before = "all missing paths go into one message, separated by commas"
    said = "The paths should be separated by semicolons rather than commas."
    assert swapped(f"{before} | {said}") == "all missing paths go into one message, separated by semicolons"


def test_each_word_before_a_value_is_left_out_of_it() -> None:
    check_rows(
        swaps,
        "_BEFORE_VALUE",
        swapped,
        {
            "the default colour is blue | the default is dark red, not blue": "the default colour is dark red",
            "labels come in long form | the labels are very short, not long": "labels come in very short form",
            "Bernd signed the order | it was Anna Berg, not Bernd": "Anna Berg signed the order",
            f"{DAILY} | it must be two-weekly or weekly, not daily": DAILY.replace(
                "daily", "two-weekly or weekly"
            ),
            f"{DAILY} | it's nearly weekly, not daily": DAILY.replace("daily", "nearly weekly"),
            "a line Discount at the end | the line says Your Rebate, not Discount": "a line Your Rebate at the end",
            "files land in spool | the folder is called inbox, not spool": "files land in inbox",
            "files land in store | the folder is named inbox, not store": "files land in inbox",
            "sessions live in Postgres | it uses Redis, not Postgres": "sessions live in Redis",
        },
    )


SORTED = "the long lists are sorted, and mails go out"


def test_each_word_for_a_part_leaves_the_rest() -> None:
    said = (
        "drop the bit about the sorted list",
        "drop the part about the sorted list",
        "remove the piece about the sorted list",
        "drop the half about the sorted list",
        "remove the clause about the sorted list",
        "remove the mention of the sorted list",
        "drop the last thing, the sorted list",
        "delete the words about the sorted list",
        "drop the sorted list from that",
    )
    check_rows(
        removing,
        "_ONLY_A_PART",
        lambda text: reviewed(text, EXPORT, BusinessRule(text=SORTED)),
        each(["Export the report as CSV", "mails go out"], *said),
    )


@pytest.mark.parametrize(
    ("rule", "said", "left"),
    [
        ("Some servers answer with 400, and I lost two hours with that.", "You can remove the two hours that I lost, nobody cares.", "Some servers answer with 400."),
        ("People of two other tools, and anyone who unpacks a tarball!", "delete the tarball people, I made that up", "People of two other tools"),
        ("Images are kept, and shown in a grid.", "drop the images", None),
        ("It is fast. Images are kept.", "drop the images", "It is fast."),
    ],
)  # fmt: skip
def test_a_removal_takes_the_clause_that_it_names_and_all_where_that_is_the_first(
    rule: str, said: str, left: str | None
) -> None:
    assert reviewed(said, EXPORT, BusinessRule(text=rule))[1:] == ([left] if left else [])


def test_each_lead_in_is_left_out_of_what_is_corrected() -> None:
    told = "the night mail goes out to every clerk at ten"
    leads = (
        "Correction,",
        "A correction,",
        "One correction,",
        "Small correction,",
        "No wait,",
        "Wait,",
        "Sorry,",
        "On second thought,",
        "Scratch that,",
    )
    check_rows(
        lead_ins,
        "_LEADS_IN",
        lambda text: reviewed(text, EXPORT, BusinessRule(text="The night mail goes out to every clerk"))[-1],
        each(told[:1].upper() + told[1:], *(f"{lead} {told}" for lead in (*leads, "Actually,"))),
    )


def test_a_clause_that_says_nothing_without_the_one_before_it_is_not_replaced_alone() -> None:
    said = "the night mail is sent to the guests as well"
    tied = "The list is closed at ten, {} the night mail is sent to every guest."
    joints = ("so", "which means that", "but", "if it is open", "when it is full", "unless", "because")

    def whole(text: str) -> bool:
        return which_fact.clause_like(text, said) == (0, len(text))

    labelled = {**{tied.format(joint): True for joint in joints}, tied.format("also"): False}
    check_rows(which_fact, "_DEPENDS", whole, labelled)


def test_each_word_that_adds_leaves_the_rule_that_is_there() -> None:
    rule = "the mail goes to every clerk"
    said = (
        "correction: the mail also goes to every guest clerk",
        "correction: the mail goes to every guest clerk too",
        "correction: the mail goes to every guest clerk as well",
        "correction: the mail goes not only to every clerk",
    )
    check_rows(
        operations,
        "ADDS",
        lambda text: reviewed(text, EXPORT, BusinessRule(text=rule)).count(rule),
        each(1, *said),
    )


def test_only_the_named_sentence_goes_whatever_reason_follows() -> None:
    rule = "no date switches it on by itself. Pictures of a hidden order stay where they are"
    left = reviewed("drop the pictures, I am not sure about them at all", EXPORT, BusinessRule(text=rule))
    assert left[-1] == "no date switches it on by itself."


def test_each_word_about_the_talk_names_nothing_on_record() -> None:
    listed = (
        "stop words: drop, remove, delete, take, back, forget, scrap, scratch, strike, cut, please, change, correction, wrong, "
        "said, wait, sorry, actually, leave, line, sentence, stuff, text"
    )
    said = (
        "drop the mail",
        "remove the mail",
        "delete the mail",
        "take back the mail",
        "forget the mail",
        "scrap the mail",
        "scratch the mail",
        "strike the mail",
        "cut the mail",
        "please drop the mail",
        "drop the mail change",
        "that was not correct, drop the mail",
        "drop the mail, a small correction",
        "that was wrong, drop the mail",
        "I said mail, drop it",
        "wait, drop the mail",
        "sorry, drop the mail",
        "actually drop the mail",
        "leave the mail out of it",
        "drop the mail line",
        "drop the mail sentence",
        "drop the mail stuff",
        "drop the mail text",
    )
    check_rows(
        which_fact,
        "_ABOUT_TALK",
        lambda text: reviewed(
            text, EXPORT, BusinessRule(text="the mail is sent at night"), BusinessRule(text=listed)
        ),
        each(["Export the report as CSV", listed], *said),
    )


def test_each_word_that_adds_makes_a_new_rule_at_the_review() -> None:
    said = (
        "And every payment must print a receipt.",
        "Oh and it has to print a receipt after each payment.",
        "Also print a receipt after each payment.",
        "Add a button that prints the receipt.",
        "Plus a button that prints the receipt.",
        "Another button must print the receipt.",
        "One more button must print the receipt.",
        "It must print a receipt after each payment.",
        "It should print a receipt after each payment.",
        "There must be a button that prints the receipt.",
        "There should be a button that prints the receipt.",
    )

    def reads(text: str) -> list[str]:
        _, now = hear(text, known(EXPORT), asked=REVIEWING, place="review")
        return [fact.kind for fact in now.facts[1:]]

    check_rows(offers, "_ADDS", reads, each(["business_rule"], *said))


# -- contradictions ------------------------------------------------------------------------------------------------------


def judged(pair: str) -> str:
    some, other = pair.split(" | ")
    return "conflict" if contradictions._disagree(some, other) else "both hold"


def test_each_word_for_no_contradicts_what_was_said_without_it() -> None:
    check_rows(
        phrases,
        "_NEGATIONS",
        judged,
        each(
            "conflict",
            "guest orders are deleted | guest orders are not deleted",
            "orders carry a date | orders carry no date",
            "guest orders are deleted | guest orders are never deleted",
            "orders of guests are kept | none of the guest orders is kept",
            "clerks delete old orders | nobody deletes old orders",
            "deleted orders leave a trace | deleted orders leave nothing",
            "orders ship with a receipt | orders ship without a receipt",
            "guests cancel orders | guests cannot cancel orders",
            "guests cancel orders | guests don't cancel orders",
        ),
    )


def test_each_pair_of_opposites_contradicts() -> None:
    check_rows(
        contradictions,
        "_OPPOSITES",
        judged,
        {
            **each(
                "conflict",
                "orders are stored in one table | orders are stored in several tables",
                "orders share a single table | orders share separate tables",
                "orders get one number | orders get a number each",
                "clerks share one drawer | clerks get their own drawer",
                "guest orders are allowed | guest orders are refused",
                "guests may cancel orders | guests are denied to cancel orders",
                "guests can cancel orders | it is forbidden that guests cancel orders",
                "tax is added before the discount | tax is added after the discount",
            ),
            "orders are stored in one table | orders are shown in one table": "both hold",
        },
    )


def test_each_word_for_one_of_two_statements_settles_which_holds() -> None:
    facts = (BusinessRule(text="refunds take 5 days"), BusinessRule(text="refunds take 9 days"))
    asked = Ask(
        text="Which of the two holds?",
        kinds=("business_rule",),
        about=f"{CONFLICT}BR-001|refunds take 9 days",
    )

    def reads(said: str) -> list[str]:
        _, now = hear(said, known(*facts), asked=asked, place="choice")
        return [fact.headline for fact in now.facts[:2]]

    check_rows(
        contradictions,
        "_WHICH",
        reads,
        {
            **each(
                ["refunds take 5 days"],
                *("the first one", "the former", "the earlier one", "the old one", "as I said before"),
            ),
            **each(
                ["refunds take 9 days"],
                *(
                    "the second one",
                    "the latter",
                    "the latest",
                    "what I say now",
                    "the new one",
                    "the last one",
                ),
            ),
        },
    )


def test_each_way_to_give_new_words_to_a_fact_that_is_named_before_them() -> None:
    def after_review(said: str) -> list[str]:
        _, now = hear(said, known(EXPORT, RULE), asked=REVIEWING, place="review")
        return [fact.text for fact in now.of(BusinessRule)]

    verbs = (
        "should read",
        "reads",
        "should say",
        "says",
        "ought to be",
        "should become",
        "becomes",
        "is wrong and is now",
    )
    given = {f"BR-001, the one about the report, {verb}: sent daily": ["sent daily"] for verb in verbs}
    other = {"BR-001 is tested with a spy on the clock: sent daily": [RULE.text]}
    check_rows(lead_ins, "_GIVES_WORDS", after_review, {**given, **other})


@pytest.mark.parametrize(
    "said", ["split BR-001: the mail is its own rule", "BR-001 is tested with a spy on the clock: sent daily"]
)
def test_what_names_a_fact_and_wants_something_else_of_it_leaves_it_as_it_is(said: str) -> None:
    thought, now = hear(said, known(EXPORT, RULE), asked=REVIEWING, place="review")
    assert [fact.text for fact in now.of(BusinessRule)] == [RULE.text]
    assert "BR-001" in words(thought)


def test_each_word_before_a_fact_gives_it_new_words() -> None:
    def after_review(said: str) -> list[str]:
        _, now = hear(said, known(EXPORT, RULE), asked=REVIEWING, place="review")
        return [fact.text for fact in now.of(BusinessRule)]

    given = {
        f"{verb} BR-001 with: the mail goes daily": ["The mail goes daily"] for verb in ("replace", "rewrite")
    }
    check_rows(
        operations, "_REWRITES", after_review, {**given, "split BR-001: the mail goes daily": [RULE.text]}
    )


def test_each_verb_that_tells_what_is_wrong_gives_no_new_words() -> None:
    said = ("BR-001 is wrong: the clerks get it first", "BR-001 are two: the clerks get it first")
    check_rows(operations, "_EXPLAINS", lambda text: reviewed(text, EXPORT, RULE)[1], each(RULE.text, *said))


def test_each_article_may_stand_before_a_value_that_differs_in_its_first_word() -> None:
    def swapped_by(said: str) -> str | None:
        (first, *_) = swaps.swaps_in(said)
        return swaps.swapped("A blue button stands there.", first)

    said = (
        "it shows you a red button, not blue button",
        "it shows you the red button, not blue button",
        "it shows you an red button, not blue button",
    )
    check_rows(swaps, "_ARTICLES", swapped_by, each("A red button stands there.", *said))


def test_each_word_for_oneself_marks_what_is_said_about_the_talk() -> None:
    def kept(said: str) -> str:
        quote = Quote(turn=1, start=0, end=8, text="The mail")
        mail = BusinessRule(text="The mail is sent at once.", evidence=(quote,))
        _, now = hear(said, known(EXPORT, mail), asked=Ask(text="What else?", kinds=("note",), about="x: y"))
        return now.facts[-1].headline

    said = (
        "I changed my mind about the mail, it is sent with the nightly run, not at once.",
        "We changed our mind about the mail, it is sent with the nightly run, not at once.",
        "That was wrong about the mail: it is sent with the nightly run, not at once.",
    )
    check_rows(told_parts, "_SELF", kept, each("it is sent with the nightly run, not at once.", *said))


def test_each_way_to_say_that_something_is_added_is_left_out_of_it() -> None:
    check_rows(
        lead_ins,
        "_ADDING",
        lead_ins.without_adding,
        {
            "And please add that the limit is named": "the limit is named",
            "Add: --newline is in the help": "--newline is in the help",
            "One more: the comment names its source": "the comment names its source",
            "One more thing: focus looks like hover": "focus looks like hover",
            "Add a flag for it": "Add a flag for it",
            "And a flag for it": "And a flag for it",
        },
    )


def test_each_verb_before_a_not_denies_and_swaps_nothing() -> None:
    verbs = [
        "must",
        "may",
        "can",
        "could",
        "should",
        "shall",
        "will",
        "would",
        "do",
        "does",
        "did",
        "need",
        "needs",
        "is",
        "are",
        "was",
        "were",
        "has",
        "have",
    ]
    said = {f'Plain require "app" {verb} not load it': 0 for verb in verbs}
    check_rows(swaps, "_DENIES", lambda text: len([*swaps.swaps_in(text)]), {**said, "exit code 6 not 5": 1})
