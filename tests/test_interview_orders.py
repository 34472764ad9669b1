"""At the review: each id gets what is said of it, values change only where they are meant, and new files are in the plan."""

import pytest

from interview_table import Code, hear, known, words
from roundtable.analysis.analysis import Analysis
from roundtable.engine.briefing import Ask, Thought
from roundtable.engine.hearing import REVIEW
from roundtable.facts import (
    BusinessRule,
    Constraint,
    Criterion,
    DirectChange,
    Fact,
    Note,
    OutOfScope,
    Requirement,
    UserType,
)
from roundtable.facts.evidence import Quote
from roundtable.interview import told_parts
from tables import check_rows, each

REVIEWING = Ask(
    text="What would you like to change or explore further before I finalize this?",
    kinds=("requirement", "note"),
    about=REVIEW,
)
EXPORT = Requirement(title="Export the report as CSV", text="Export the report as CSV")


def rule(text: str, number: int = 1) -> BusinessRule:
    evidence = (Quote(turn=number, start=0, end=4, text=text[:4]),)
    return BusinessRule(id=f"BR-00{number}", text=text, requirement="FR-001", evidence=evidence)


def note(text: str, number: int = 1) -> Note:
    return Note(id=f"NT-00{number}", text=text, about="what")


def reviewed(said: str, *facts: Fact, code: Code | None = None) -> tuple[Thought, Analysis]:
    return hear(said, known(EXPORT, *facts), asked=REVIEWING, place="review", code=code or Code([]))


def test_each_id_of_a_message_gets_what_is_said_of_it() -> None:
    facts = (
        rule("Rows are sorted by date."),
        note("No jitter in the retries."),
        note("Retries are logged.", 2),
    )
    _, now = reviewed("BR-001 is a check, NT-001 is out of scope and NT-002 can go.", *facts)
    assert [fact.text for fact in now.of(Criterion)] == ["Rows are sorted by date."]
    assert [fact.text for fact in now.of(OutOfScope)] == ["No jitter in the retries."]
    assert not now.of(Note)
    assert not now.of(BusinessRule)


def test_what_is_left_as_it_was_stays_beside_what_goes() -> None:
    facts = (note("The parser stands alone."), note("It saves around 20 lines.", 2))
    said = "No, that is not what I meant, leave NT-001 as it was. Forget the 20 lines, nobody cares."
    thought, now = reviewed(said, *facts)
    assert [fact.text for fact in now.of(Note)] == ["The parser stands alone."]
    assert "What should become of NT-001?" in words(thought)


def test_all_sentences_behind_an_id_and_a_colon_are_its_new_words() -> None:
    _, now = reviewed("BR-001: One line each. No colour codes ever.", rule("Every request gives one line."))
    assert [fact.text for fact in now.of(BusinessRule)] == ["One line each. No colour codes ever."]
    assert not now.of(Note)


def test_a_kind_and_new_words_may_be_given_at_once() -> None:
    _, now = reviewed(
        "NT-001 is a rule: with --count the flag is ignored.", note("With --count it's ignored.")
    )
    assert [fact.text for fact in now.of(BusinessRule)] == ["With --count the flag is ignored."]
    assert not now.of(Note)


def test_an_id_that_is_gone_never_becomes_a_word_of_the_page() -> None:
    first = rule("Never put the small slice back into the pool.")
    thought, now = reviewed("ERR-001: never put the small slice back into the pool at all", first)
    assert [fact.text for fact in now.of(BusinessRule)] == [first.text]
    assert "There is no ERR-001" in words(thought)


def test_who_wants_something_gone_says_nothing_new() -> None:
    facts = (rule("The list must not show the temporary file."), rule("The date has the form YYYY-MM-DD.", 2))
    _, now = reviewed(
        "BR-002 is a must. And take back that the list must not show the temporary file.", *facts
    )
    assert [fact.id for fact in now.of(BusinessRule)] == ["BR-002"]
    thought, now = reviewed("The sum has two digits. And forget the colours of the header.", *facts)
    assert not any("colours" in fact.headline for fact in now.facts)
    assert "I cannot tell which" in words(thought)


def test_new_words_make_an_end_of_the_note_that_asked_for_them() -> None:
    _, beside = reviewed(
        "BR-001 still has the underscore, it should be row-2 and row-3.", rule("Ids are row_2, row_3.")
    )
    assert [fact.text for fact in beside.of(Note)] == ["It should be row-2 and row-3."]
    _, now = hear("BR-001: ids are row-2, row-3", beside, asked=REVIEWING, place="review")
    assert not now.of(Note)
    assert [fact.text for fact in now.of(BusinessRule)] == ["ids are row-2, row-3"]


def test_a_figure_with_a_unit_takes_no_place_of_one_without() -> None:
    sizes = Criterion(id="AC-001-01", requirement="FR-001", text="There are two files, 5 and 7 bytes.")
    slow = Constraint(id="CON-001", text="It gets slower by at most 5% per message.")
    _, now = reviewed("I told you 10%, not 5%.", sizes, slow)
    assert [fact.text for fact in now.of(Criterion)] == [sizes.text]
    assert [fact.text for fact in now.of(Constraint)] == ["It gets slower by at most 10% per message."]


def test_a_figure_that_stands_once_is_meant_whatever_is_said_around_it() -> None:
    asked = Ask(text="What else would a builder get wrong?", kinds=("note",), about="x: else")
    limit = rule("A body of 860 bytes is sent as it is.")
    _, now = hear("oh and make that example 1024 instead of 860", known(EXPORT, limit), asked=asked)
    assert [fact.text for fact in now.of(BusinessRule)] == ["A body of 1024 bytes is sent as it is."]
    assert not now.of(Note)


def test_a_small_word_takes_the_place_of_nothing() -> None:
    goes = rule("The lines go straight into the log.")
    _, now = reviewed("The two new files belong to the files that change, not into a note.", goes)
    assert [fact.text for fact in now.of(BusinessRule)] == [goes.text]


def test_one_of_two_things_goes_with_its_article() -> None:
    _, now = reviewed("Drop the type test.", rule("The type test and the table of defaults need it."))
    assert [fact.text for fact in now.of(BusinessRule)] == ["The table of defaults need it."]


def test_a_note_about_a_file_becomes_a_file_that_changes() -> None:
    code = Code(["lib/app.rb"])
    _, now = reviewed("NT-001 is a file that changes", note("The parser lives in lib/parser.rb."), code=code)
    assert [(fact.path, fact.change) for fact in now.of(DirectChange)] == [("lib/parser.rb", "create")]
    thought, now = reviewed("NT-001 is a file that changes", note("The parser lives elsewhere."), code=code)
    assert "NT-001 names no file" in words(thought)
    assert now.of(Note)


def test_what_was_told_of_a_file_is_not_lost_behind_its_bare_name() -> None:
    asked = Ask(text="Which other file would you touch?", kinds=("direct_change",))
    first = "The parser lives in lib/parser.rb and throws the error."
    known_ = DirectChange(path="lib/parser.rb", text=first, change="create")
    code = Code(["lib/app.rb"])
    said = "Only the new lib/parser.rb that I mentioned."
    _, now = hear(said, known(EXPORT, known_), asked=asked, code=code)
    assert [fact.text for fact in now.of(DirectChange)] == [first]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "Hm, the two admins of a branch may see all rows of it.",
            "the two admins of a branch may see all rows of it.",
        ),
        (
            "I have to correct myself: nobody but admins may see all rows.",
            "nobody but admins may see all rows.",
        ),
        (
            "Hm, only the length counts, without one we compress as now.",
            "only the length counts, without one we compress as now.",
        ),
        ("Expected: exit code 0 and no output at all.", "Expected: exit code 0 and no output at all."),
        ("I put Status: skip at the top of the file.", "I put Status: skip at the top of the file."),
    ],
)
def test_talk_in_front_of_what_is_told_is_left_out_and_nothing_else(said: str, kept: str) -> None:
    asked = Ask(text="Which rules or limits must hold?", kinds=("business_rule",), about="x: rules")
    _, now = hear(said, known(EXPORT), asked=asked)
    assert [fact.headline for fact in now.facts[1:]] == [kept]


def test_each_word_is_one_that_is_said_of_an_id() -> None:
    def read(said: str) -> int:
        return len(list(told_parts._by_id(told_parts.Act(kind="correction", end=len(said)), said)))  # pyright: ignore[reportPrivateUsage]

    orders = (
        "is a check",
        "are checks",
        "can go",
        "should go",
        "must go",
        "goes with FR-001",
        "belongs there",
    )
    said = each(2, *(f"BR-001 is wrong, NT-001 {order}" for order in orders))
    check_rows(told_parts, "_ORDERS", read, said | each(1, "Remove BR-001, BR-002 says it already"))


def test_each_word_speaks_to_somebody() -> None:
    def read(lead: str) -> str:
        return "talk" if told_parts._is_talk(lead, is_spoken=False) else "told"  # pyright: ignore[reportPrivateUsage]

    leads = ("let me see:", "to correct myself:", "what you forgot:", "to your list:")
    check_rows(told_parts, "_TALKERS", read, each("talk", *leads) | each("told", "the exit code:"))


def test_a_priority_in_a_word_of_its_title_goes_to_the_one_requirement() -> None:
    date = rule("The date has the form YYYY-MM-DD.")
    assert reviewed("The new CSV is a must.", date)[1].priorities == {"FR-001": "Must"}
    assert "FR-001" not in reviewed("The date of the export is a must.", date)[1].priorities


def test_what_answers_the_question_stands_for_itself_whatever_it_leans_on() -> None:
    asked = Ask(text="Who will use this, which people and which programs?", kinds=("user_type",))
    said = "no, the scan has nothing to do with it. It's me and whoever plans the sprint."
    _, now = hear(said, known(EXPORT), asked=asked)
    assert [fact.headline for fact in now.of(UserType)] == ["It's me and whoever plans the sprint."]
