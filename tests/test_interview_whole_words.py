"""Nothing that is told is lost behind a yes, a command or a number, and nothing that is only said to the table is told."""

import pytest

from interview_table import Code, hear, known, words
from roundtable.engine.briefing import Ask
from roundtable.engine.hearing import REVIEW
from roundtable.facts import (
    BusinessRule,
    Criterion,
    DirectChange,
    NoChange,
    Note,
    OpenQuestion,
    OutOfScope,
    Priority,
    Requirement,
)
from roundtable.facts.evidence import Quote
from roundtable.language.acts import read_acts
from roundtable.language.sentences import sentences

REVIEWING = Ask(
    text="What would you like to change or explore further before I finalize this?",
    kinds=("requirement", "note"),
    about=REVIEW,
)
EXPORT = Requirement(title="Export the report as CSV", text="Export the report as CSV")
CODE = Code(["src/writer.py", "src/menu.py", "src/sink.py"])
PLACES = Ask(
    text="I would plan with `src/writer.py` and `src/menu.py`. Does that fit, or which file would you touch?",
    kinds=("direct_change",),
    offers=(DirectChange(path="src/writer.py"), DirectChange(path="src/menu.py")),
)


def test_what_follows_a_yes_to_a_file_is_kept() -> None:
    said = (
        "writer.py yes. I would rather leave menu.py alone. "
        "I would add a small helper write_rows in writer.py that takes the rows one by one."
    )
    _, now = hear(said, known(EXPORT), asked=PLACES, place="choice", code=CODE)
    assert [fact.path for fact in now.of(DirectChange)] == ["src/writer.py"]
    assert any("write_rows" in getattr(fact, "text", "") for fact in now.facts)
    assert [fact.path for fact in now.of(NoChange)] == ["src/menu.py"]


def test_a_short_yes_to_a_file_puts_it_in() -> None:
    said = "writer.py yes: RowBuffer. The flag goes into src/sink.py"
    _, now = hear(said, known(EXPORT), asked=PLACES, place="choice", code=CODE)
    assert {fact.path for fact in now.of(DirectChange)} == {"src/writer.py", "src/sink.py"}


def test_no_end_is_heard_in_words_that_name_something() -> None:
    for said in (
        "I would change src/sink.py as well",
        "tests/test_sink.py should be there as well, I would say",
        "same goes for 404 I would say",
    ):
        (act, *_) = read_acts(said, place="review", question=REVIEWING.text)
        assert act.kind != "done", said


def test_what_is_only_said_to_the_table_stands_beside_no_answer() -> None:
    asked = Ask(text="Which rules or limits must hold?", kinds=("business_rule",), about="x: rules")
    _, now = hear("Wrong. I told you. Only managers may export.", known(EXPORT), asked=asked)
    assert [fact.headline for fact in now.facts[1:]] == ["Only managers may export."]


def test_steps_on_one_line_are_one_sentence() -> None:
    for told in (
        "1. open the list on a slow line 2. wait until it has two rows 3. press stop 4. a third row comes",
        "1) open it. 2) close it. Then it hangs.",
    ):
        assert sentences(told) == ((0, len(told)),)
        lead = f"It goes like this: {told}"
        assert [lead[a:b] for a, b in sentences(lead)][-1] == told
    for plain in (
        "We have 1. That is all.",
        "1. Only this. And 3 more.",
        "it exits with 1. then 2. is shown",
    ):
        assert len(sentences(plain)) > 1


def test_an_open_point_is_answered_by_its_id() -> None:
    question = OpenQuestion(
        id="OQ-001", text="What happens when the disk is full?", why="nobody at the table knew"
    )
    said = "OQ-001: the export stops and the half file is removed"
    _, now = hear(said, known(EXPORT, question), asked=REVIEWING, place="review")
    assert not now.of(OpenQuestion)
    assert any("the half file is removed" in fact.headline for fact in now.facts)
    assert not any("OQ-001" in fact.headline for fact in now.facts)


def test_new_words_for_an_id_may_stand_in_the_next_sentence() -> None:
    rule = BusinessRule(id="BR-001", text="block is missing or about the wrong word")
    said = "BR-001 is the symptom, not what we want. It should read: the block names the closest word"
    _, now = hear(said, known(EXPORT, rule), asked=REVIEWING, place="review")
    assert [fact.text for fact in now.of(BusinessRule)] == ["The block names the closest word"]
    assert len(now.facts) == 2


def test_a_priority_given_in_passing_goes_to_what_it_names_or_stays_in_words() -> None:
    asked = Ask(text="What else would a builder get wrong?", kinds=("note",), about="x: else")
    order = Requirement(
        id="FR-002",
        title="Several candidates are listed in order",
        text="Several candidates are listed in order",
    )
    _, now = hear("The order of the candidates is low priority.", known(EXPORT, order), asked=asked)
    assert [(one.target, one.level) for one in now.of(Priority)] == [("FR-002", "Could")]
    for said in ("The colour of the logo is a nice to have.", "The order of the candidates is optional."):
        _, now = hear(said, known(EXPORT, order), asked=asked)
        assert not now.of(Priority)
        assert any(fact.headline == said for fact in now.facts)


def test_what_is_not_clearly_something_else_is_left_out_where_that_was_asked() -> None:
    asked = Ask(
        text="What is deliberately out of scope, or left for later?",
        kinds=("out_of_scope",),
        about="x: scope",
        simpler="What does it not do?",
    )
    said = "for now only per shelf. also the print limits can stay like they are"
    _, now = hear(said, known(EXPORT), asked=asked)
    told = [fact for fact in now.facts if fact.headline != EXPORT.text]
    assert told
    assert all(
        isinstance(fact, OutOfScope) or fact.about == "not"
        for fact in told
        if isinstance(fact, Note | OutOfScope)
    )
    assert not any(isinstance(fact, Requirement) for fact in told)


def test_a_question_about_something_else_is_not_answered_by_asking_more_simply() -> None:
    asked = Ask(
        text="What is the default?",
        kinds=("business_rule",),
        simpler="What holds without it?",
        origin="topic",
    )
    said = "can you tell me first which tests exist for the progress bar?"
    for text, is_about_it in (("what do you mean by that?", True), (said, False)):
        thought, _ = hear(text, known(EXPORT), asked=asked, kind="answer_back")
        assert (thought.question is not None) is is_about_it


def test_a_clause_that_does_not_stand_alone_is_not_said_back() -> None:
    asked = Ask(text="What is missing today?", kinds=("problem",), about="x: problem", origin="topic")
    said = "people pipe it into another program today, which breaks for names with line ends"
    thought, _ = hear(said, known(EXPORT), asked=asked)
    assert "so which breaks" not in words(thought)


ORDER = BusinessRule(
    id="BR-001",
    text="Positional use must not break, so binary_units comes after table_column.",
    evidence=(Quote(turn=1, start=0, end=5, text="Posit"),),
)


def test_a_correction_whose_target_is_not_plain_asks_and_a_yes_puts_it_in_the_place_of_the_old_words() -> (
    None
):
    said = "Actually, make binary_units keyword-only and leave table_column where it is."
    thought, now = hear(said, known(EXPORT, ORDER))
    assert thought.question is not None
    assert thought.question.text.startswith("Does that replace BR-001, ")
    _, no = hear("no, both hold", now, asked=thought.question)
    assert ORDER.text in [fact.headline for fact in no.facts]
    assert any("keyword-only" in fact.headline for fact in no.facts)
    thought, now = hear("yes", now, asked=thought.question)
    assert [rule.text for rule in now.of(BusinessRule)] == [
        "Make binary_units keyword-only and leave table_column where it is."
    ]
    assert words(thought).startswith("BR-001 before: ")
    assert sum("keyword-only" in fact.headline for fact in now.facts) == 1


@pytest.mark.parametrize("reply", ["replace BR-001", "yes, replace it"])
def test_at_the_review_such_a_correction_is_kept_beside_and_may_be_put_in_its_place(reply: str) -> None:
    said = "The rule that binary_units comes after table_column is wrong, it is keyword-only."
    thought, now = hear(said, known(EXPORT, ORDER), asked=REVIEWING, place="review")
    assert thought.question is None
    assert '"replace BR-001"' in words(thought)
    assert {ORDER.text, said} <= {fact.headline for fact in now.facts}
    _, now = hear(reply, now, asked=REVIEWING, place="review")
    assert [fact.headline for fact in now.facts if "binary_units" in fact.headline] == [said]
    assert [rule.id for rule in now.of(BusinessRule)] == ["BR-001"]


def test_a_corrected_value_is_changed_where_it_stands_alone_whatever_that_is_about() -> None:
    rule = BusinessRule(
        id="BR-001", text="N is an integer from 0 to 10.", evidence=(Quote(turn=1, start=0, end=1, text="N"),)
    )
    _, now = hear("No wait, the maximum is 5, not 10.", known(EXPORT, rule))
    assert [fact.text for fact in now.of(BusinessRule)] == ["N is an integer from 0 to 5."]


def test_how_it_goes_today_is_no_check() -> None:
    asked = Ask(text="How does the code read today, and how should it read afterwards?", kinds=("criterion",))
    _, now = hear("Today it calls export(rows) in each branch.", known(EXPORT), asked=asked)
    assert not now.of(Criterion)
    assert any("in each branch" in fact.headline for fact in now.facts)


def test_what_comes_beside_and_what_is_about_nothing_on_record_asks_nothing() -> None:
    for said in (
        "Actually, binary_units also counts for table_column in the footer.",
        "Correction: the colour of the bar is green.",
    ):
        thought, _ = hear(said, known(EXPORT, ORDER), asked=REVIEWING, place="review")
        assert thought.question is None or "replace" not in thought.question.text


def test_a_value_stands_with_its_question_and_a_sentence_without() -> None:
    asked = Ask(
        text="What is the default?",
        kinds=("business_rule",),
        about="x: default",
        simpler="And when nobody sets it?",
    )
    _, now = hear("False, decimal units like now.", known(EXPORT), asked=asked)
    (note,) = now.of(Note)
    assert (note.text, note.question) == ("False, decimal units like now.", "And when nobody sets it?")
    said = "Without the flag the old units are used."
    _, now = hear(said, known(EXPORT), asked=asked)
    assert [rule.text for rule in now.of(BusinessRule)] == [said]


def test_what_follows_the_word_on_who_uses_it_is_not_filed_as_a_user() -> None:
    asked = Ask(text="Who will use it?", kinds=("user_type",), about="x: users")
    said = "Anybody with a shop. Memoize it on the class, drop the memo when a folder is set."
    _, now = hear(said, known(EXPORT), asked=asked)
    held = {fact.headline: getattr(fact, "about", "") or fact.area for fact in now.facts}
    assert held["Anybody with a shop."] == "who"
    assert held["Memoize it on the class, drop the memo when a folder is set."] != "who"


def test_code_keeps_its_letters_where_it_begins_a_sentence() -> None:
    rule = BusinessRule(id="BR-001", text="the report is sent weekly")
    _, now = hear("BR-001: pause() twice raises", known(EXPORT, rule), asked=REVIEWING, place="review")
    assert [fact.text for fact in now.of(BusinessRule)] == ["pause() twice raises"]


def test_a_sentence_that_corrects_a_value_itself_is_not_corrected_again() -> None:
    told = BusinessRule(id="BR-001", text="the sheet is copied weekly")
    again = BusinessRule(id="BR-002", text="the sheet is copied daily, not weekly")
    _, now = hear("daily, not weekly", known(EXPORT, told, again), asked=REVIEWING, place="review")
    assert [fact.text for fact in now.of(BusinessRule)] == ["the sheet is copied daily", again.text]
