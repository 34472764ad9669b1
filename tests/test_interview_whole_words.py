"""Nothing that is told is lost behind a yes, a command or a number, and nothing that is only said to the table is told."""

import pytest

from interview_table import Code, hear, known, think, words
from roundtable.analysis.analysis import Turn
from roundtable.analysis.scanning import Hit
from roundtable.engine.briefing import Ask, Spoken
from roundtable.engine.hearing import REVIEW
from roundtable.facts import (
    BusinessRule,
    Constraint,
    Criterion,
    Decision,
    DirectChange,
    Keyword,
    NoChange,
    Note,
    OpenQuestion,
    OutOfScope,
    Priority,
    Problem,
    Requirement,
)
from roundtable.facts.evidence import CodeAnchor, Quote
from roundtable.interview.contradictions import CONFLICT
from roundtable.language.acts import Act, read_acts
from roundtable.language.sentences import sentences
from roundtable.language.tongue import opened

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


def test_a_short_sentence_in_front_of_a_longer_answer_is_kept() -> None:
    asked = Ask(text="Which rules hold, and what do people see when it fails?", kinds=("business_rule",))
    said = "Off by default. A file without a header is read as it is today, line by line and with the same names."
    acts = (Act(kind="answer", end=len(said), content=((16, len(said)),)),)
    thought = think("converse", known(EXPORT), asked=asked, heard=Turn(number=1, text=said), acts=acts)
    assert any("Off by default" in fact.headline for fact in thought.facts)


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
    means = "Do you mean when the flag is left out altogether, or when somebody gives it without a value?"
    for text, is_about_it in (("what do you mean by that?", True), (means, True), (said, False)):
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
        "make binary_units keyword-only and leave table_column where it is."
    ]
    assert words(thought).startswith("BR-001 before: ")
    assert sum("keyword-only" in fact.headline for fact in now.facts) == 1


@pytest.mark.parametrize("reply", ["replace BR-001", "yes", "yes please"])
def test_at_the_review_such_a_correction_is_kept_beside_and_may_be_put_in_its_place(reply: str) -> None:
    said = "The rule that binary_units comes after table_column is wrong, it is keyword-only."
    thought, now = hear(said, known(EXPORT, ORDER), asked=REVIEWING, place="review")
    assert thought.question is not None
    assert thought.question.text == f'Does that replace BR-001, "{ORDER.text}"?'
    assert [rule.text for rule in now.of(BusinessRule)] == [ORDER.text]
    assert [note.text for note in now.of(Note)] == [said]
    _, now = hear(reply, now, asked=thought.question, place="review")
    assert [fact.headline for fact in now.facts if "binary_units" in fact.headline] == [said]
    assert [rule.id for rule in now.of(BusinessRule)] == ["BR-001"]


def test_a_correction_takes_the_place_of_the_one_sentence_it_is_like() -> None:
    both = told(
        "Three missing files give three warnings. The check finds a file without its ending.", id="BR-001"
    )
    new = told("the check only finds a file with its ending", turn=2, id="BR-002")
    asked = Ask(
        text="Does that replace BR-001?", kinds=("business_rule",), about=f"replaces:BR-001|{new.text}"
    )
    _, now = hear("yes", known(EXPORT, both, new), asked=asked)
    changed = "Three missing files give three warnings. The check only finds a file with its ending"
    assert [rule.text for rule in now.of(BusinessRule)] == [changed]


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
        label="Default",
    )
    _, now = hear("False, decimal units like now.", known(EXPORT), asked=asked)
    (note,) = now.of(Note)
    assert (note.text, note.question) == ("False, decimal units like now.", "Default")
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


# -- what a correction is about ------------------------------------------------------------------------------------------


def told(text: str, turn: int = 1, **fields: str) -> BusinessRule:
    return BusinessRule(text=text, evidence=(Quote(turn=turn, start=0, end=4, text=text[:4]),), **fields)


LIMIT = told("If more than 1000 rows are rejected the command gives up.", id="BR-001")
COLUMNS = told("With the option, a rejected row goes into another file.", id="BR-002")
SKIPS = "And a correction: the limit should not be 1000, make it an option with a default of 500."


def test_a_figure_that_two_sentences_share_tells_which_of_them_is_corrected() -> None:
    said = f"Without the option nothing may change for any row in the file. {SKIPS}"
    thought, _ = hear(said, known(EXPORT, LIMIT, COLUMNS))
    assert thought.question is not None
    assert thought.question.text.startswith('Does "The limit should not be 1000, ')
    assert "replace BR-001, " in thought.question.text


def test_a_no_that_names_another_sentence_puts_the_correction_there() -> None:
    before = known(EXPORT, LIMIT, COLUMNS, told("The default is 500 rows.", turn=2, id="BR-003"))
    asked = Ask(
        text="Does that replace BR-002?",
        kinds=("business_rule",),
        about="replaces:BR-002|The default is 500 rows.",
    )
    _, now = hear(
        "No, it replaces the sentence about giving up after 1000 rejected rows.", before, asked=asked
    )
    assert [rule.text for rule in now.of(BusinessRule)] == ["The default is 500 rows.", COLUMNS.text]
    assert now.of(BusinessRule)[0].id == "BR-001"


@pytest.mark.parametrize("name", ["FR-002", "fr-002"])
def test_an_id_is_one_in_small_letters_too(name: str) -> None:
    mail = Requirement(id="FR-002", title="Mail it", text="Mail it on Mondays")
    _, now = hear(f"drop {name}", known(EXPORT, mail), asked=REVIEWING, place="review")
    assert [fact.id for fact in now.of(Requirement)] == ["FR-001"]


def test_what_looks_like_an_id_and_is_none_of_ours_is_a_word() -> None:
    thought, now = hear("Also add that the file is in UTF-8.", known(EXPORT), asked=REVIEWING, place="review")
    assert "There is no UTF-8" not in words(thought)
    assert any("UTF-8" in fact.headline for fact in now.facts)


def test_an_open_point_is_answered_and_what_is_said_of_something_else_is_done() -> None:
    point = OpenQuestion(id="OQ-001", text="Who calls write_rows?")
    rule = told("The fields are oneRequired and requiredTogether.", id="BR-001")
    said = "OQ-001 is answered: only the menu calls it. And in BR-001 replace the field name requiredTogether by required."
    _, now = hear(said, known(EXPORT, point, rule), asked=REVIEWING, place="review")
    assert not now.of(OpenQuestion)
    assert now.of(BusinessRule)[0].text == "The fields are oneRequired and required."
    assert "only the menu calls it." in [fact.headline for fact in now.facts]


def test_the_words_that_give_others_are_no_part_of_them() -> None:
    said = "It should read: if more than 1000 rows are rejected the command stops."
    _, now = hear(f"Correction. {said}", known(EXPORT, LIMIT), asked=REVIEWING, place="review")
    assert now.of(BusinessRule)[0].text == "If more than 1000 rows are rejected the command stops."


def test_words_behind_a_comma_do_not_take_the_place_of_what_stands_behind_instead_of() -> None:
    columns = told("The row gets two extra columns in front.", id="BR-001")
    said = "One change: the row gets one column, with the number inside the reason, instead of two columns."
    _, now = hear(said, known(EXPORT, columns), asked=REVIEWING, place="review")
    assert "reason extra columns" not in now.of(BusinessRule)[0].text
    assert "with the number inside the reason" in now.of(Note)[0].text


def test_what_is_asked_behind_an_answer_is_answered_and_is_no_open_point() -> None:
    said = "writer.py and sink.py. menu.py only calls it and must not change. Who calls write_rows today?"
    acts = read_acts(said, place="choice", question=PLACES.text)
    assert acts[-1].kind == "question_back"
    _, now = hear(said, known(EXPORT), asked=PLACES, place="choice", code=CODE)
    assert {fact.path for fact in now.of(DirectChange)} == {"src/writer.py", "src/sink.py"}
    assert [fact.path for fact in now.of(NoChange)] == ["src/menu.py"]
    assert not now.of(OpenQuestion)


def test_a_yes_and_another_file_are_both_in() -> None:
    _, now = hear(
        "yep + the spec src/sink.py. not the report tho.",
        known(EXPORT),
        asked=PLACES,
        place="choice",
        code=CODE,
    )
    assert {"src/writer.py", "src/menu.py", "src/sink.py"} == {fact.path for fact in now.of(DirectChange)}


def test_a_value_and_its_rank_may_be_corrected_in_one_breath() -> None:
    size = told("The bundle must not grow by more than 50 bytes.", id="BR-001", requirement="FR-001")
    other = told("If a job throws, the mark stays.", turn=3, id="BR-002", requirement="FR-001")
    said = "The bundle limit is 100 bytes, not 50, and it is a should."
    _, now = hear(said, known(EXPORT, size, other), asked=REVIEWING, place="review")
    changed = "The bundle must not grow by more than 100 bytes."
    assert [fact.text for fact in now.of(BusinessRule)] == [changed, other.text]
    assert now.priorities == {"BR-001": "Should"}


def test_a_value_that_is_to_hold_only_in_some_cases_is_not_put_in_the_place_of_another() -> None:
    rule = told("The exit code is 1 if anything failed.", id="BR-001")
    said = "the exit code should be 2 not 1 if only some failed, 1 only if all failed"
    _, now = hear(said, known(EXPORT, rule), asked=REVIEWING, place="review")
    assert [fact.text for fact in now.of(BusinessRule)] == [said[:1].upper() + said[1:]]


CODES = told(
    "Nothing is written to disk; the exit code is always 1 when something would go, and the config key is ignored.",
    id="BR-001",
)


def test_a_correction_of_one_clause_asks_about_that_clause_and_leaves_the_others() -> None:
    said = "Sorry, the exit code shall always be 0, also when something would go."
    thought, now = hear(said, known(EXPORT, CODES))
    assert thought.question is not None
    assert 'the exit code is always 1 when something would go"?' in thought.question.text
    for reply in (
        "yes",
        "No, not the whole of it, replace only the part about the exit code, the rest stays.",
    ):
        _, after = hear(reply, now, asked=thought.question)
        rule = after.of(BusinessRule)[0].text
        assert rule.startswith("Nothing is written to disk; the exit code shall always be 0")
        assert rule.endswith("and the config key is ignored.")
        assert "always 1" not in rule


def test_whoever_gives_the_words_for_a_part_is_taken_at_them() -> None:
    tests = told(
        "Unit tests cover the largest value, and one integration test checks exit code 1 and an empty output.",
        id="BR-001",
    )
    new = told("it is exit code 2, because it is a usage error", turn=2, id="BR-002")
    asked = Ask(
        text="Does that replace BR-001?", kinds=("business_rule",), about=f"replaces:BR-001|{new.text}"
    )
    reply = "Only the number in it: one integration test checks exit code 2 and an empty output."
    _, now = hear(reply, known(EXPORT, tests, new), asked=asked)
    assert [rule.text for rule in now.of(BusinessRule)] == [
        "Unit tests cover the largest value, one integration test checks exit code 2 and an empty output."
    ]


def test_a_correction_beside_the_question_for_files_is_asked_about_first() -> None:
    rule = told("The given sequence is added to the default.", id="BR-001")
    offers = (DirectChange(path="src/gzip.py"),)
    asked = Ask(
        text="I would plan with `src/gzip.py`. Does that fit?", kinds=("direct_change",), offers=offers
    )
    said = "I am sorry, I have to correct myself: the given sequence is not added to the default, it replaces the default."
    thought, _ = hear(said, known(EXPORT, rule), asked=asked, code=Code(["src/gzip.py"]))
    assert thought.question is not None
    assert thought.question.text.startswith('Does "the given sequence is not added to the default, ')
    assert "replace BR-001" in thought.question.text


def test_what_should_happen_is_told_apart_from_the_complaint_before_it() -> None:
    asked = Ask(text="What goes wrong, and for whom?", kinds=("problem",))
    _, now = hear("The export crashes on an empty list. It should write an empty file.", known(), asked=asked)
    assert [(fact.kind, fact.headline) for fact in now.facts][-1][1] == "It should write an empty file."


def test_lines_of_a_log_are_no_requirement() -> None:
    asked = Ask(text="How will you know it is fixed?", kinds=("criterion", "requirement"))
    said = "2026/11/17 03:00:01 mail.go:143: scanning\n2026/11/17 03:00:02 mail.go:150: error: EOF"
    _, now = hear(said, known(Problem(text="Mails get lost.")), asked=asked)
    assert not now.of(Requirement)
    assert said in [note.text for note in now.of(Note)]


def test_a_sentence_about_what_was_said_before_it_is_no_requirement() -> None:
    asked = Ask(text="Take one real case: what happens afterwards?", kinds=("criterion", "requirement"))
    said = "It must refuse such a value before the search starts."
    _, now = hear(said, known(Problem(text="Large sizes wrap around.")), asked=asked)
    assert not now.of(Requirement)
    assert any(said in fact.headline for fact in now.facts)


@pytest.mark.parametrize("said", ["No, that is a rule.", "that is a rule, not an open point"])
def test_what_was_just_noted_may_be_called_something_else_at_once(said: str) -> None:
    point = OpenQuestion(
        id="OQ-001",
        text="Paths with a ? are encoded",
        evidence=(Quote(turn=1, start=0, end=5, text="Paths"),),
    )
    _, now = hear(said, known(EXPORT, point))
    assert [rule.text for rule in now.of(BusinessRule)] == [point.text]
    assert not now.of(OpenQuestion)
    assert not now.of(Note)


def test_a_clause_on_which_the_rest_hangs_is_not_replaced_alone() -> None:
    whole = told("Whoever asks for the count receives the flag along with it, without asking.", id="BR-001")
    thought, _ = hear("Correction: the count and the flag are asked for alone.", known(EXPORT, whole))
    assert thought.question is not None
    assert f'"{whole.text}"' in thought.question.text


@pytest.mark.parametrize(
    "lead", ["Oh, and I have to correct myself:", "Actually,", "Sorry, I have to correct one figure:"]
)
def test_words_that_announce_a_correction_are_no_part_of_what_is_kept(lead: str) -> None:
    said = f"{lead} the exit code is 0 for anybody who would lose something on disk."
    _, now = hear(said, known(EXPORT, CODES))
    assert any(fact.headline.lower().startswith("the exit code is 0") for fact in now.facts)


@pytest.mark.parametrize(
    "reply", ["Only the time zone part. The form stays.", "yes but only for the time zone"]
)
def test_a_reply_that_replaces_only_a_part_leaves_both_and_says_how_to_put_it_right(reply: str) -> None:
    date = told("The date has the form YYYY-MM-DD and the time zone of the server.", id="BR-001")
    new = told("please make that UTC instead", turn=2, id="BR-002")
    asked = Ask(
        text="Does that replace BR-001?", kinds=("business_rule",), about=f"replaces:BR-001|{new.text}"
    )
    thought, now = hear(reply, known(EXPORT, date, new), asked=asked)
    assert [rule.text for rule in now.of(BusinessRule)] == [date.text, new.text]
    assert words(thought) == 'Both stand. "BR-001: …" with the words that hold puts it right.'


@pytest.mark.parametrize(
    ("reply", "left"),
    [
        ("Yes. It has the time zone of the user, in words.", ["It has the time zone of the user, in words."]),
        ("no, that has nothing to do with BR-001, I mean BR-003", ["BR-001", "make that UTC instead"]),
    ],
)
def test_a_yes_with_the_words_that_hold_and_a_no_with_another_line_are_done(
    reply: str, left: list[str]
) -> None:
    date = told("BR-001", id="BR-001")
    new = told("please make that UTC instead", turn=2, id="BR-002")
    other = told("Times are shown in the time zone of the server.", id="BR-003")
    lines = (date, new, *([other] if "BR-003" in reply else []))
    asked = Ask(
        text="Does that replace BR-001?", kinds=("business_rule",), about=f"replaces:BR-001|{new.text}"
    )
    _, now = hear(reply, known(EXPORT, *lines), asked=asked)
    assert [rule.text for rule in now.of(BusinessRule)] == left


def test_the_sentence_that_something_replaces_may_be_quoted_at_the_review() -> None:
    first = told("An empty string raises an error at the start.", id="BR-001")
    last = told("An empty string sends no header.", turn=2, id="BR-002")
    said = 'It replaces "An empty string raises an error at the start".'
    _, now = hear(said, known(EXPORT, first, last), asked=REVIEWING, place="review")
    assert [(rule.id, rule.text) for rule in now.of(BusinessRule)] == [("BR-001", last.text)]


def test_what_cannot_both_hold_is_named_before_the_end() -> None:
    said = 'A failed install prints "install failed with exit code 1".'
    new = 'A failed install prints "install failed (exit code 1)".'
    one, two = told(said, id="BR-001"), told(new, turn=2, id="BR-002")
    thought = think("review", known(EXPORT, one, two))
    assert "BR-001" in words(thought)
    assert '"drop BR-002" settles it' in words(thought)
    alone = known(EXPORT, one, told('It prints "done" at the end.', id="BR-003"))
    assert "settles it" not in words(think("review", alone))


def test_every_sentence_is_read_back_with_its_id_before_the_end() -> None:
    late = told("Old entries are kept for a year.", id="BR-001", requirement="FR-001")
    ranked = known(EXPORT, late, Priority(target="FR-001", level="Must"))
    assert words(think("review", ranked)).splitlines() == [
        'This is what I have. "drop BR-001", "BR-001: new words" or "BR-001 is a constraint" changes a line.',
        'FR-001 "Export the report as CSV" · a requirement · Must',
        'BR-001 "Old entries are kept for a year." · a rule',
    ]
    assert not words(think("review", known(title="")))


def test_a_rule_that_gets_a_priority_stays_a_rule_and_the_priority_is_kept_beside_it() -> None:
    rule = told("Old entries are kept for a year.", id="BR-001", requirement="FR-001")
    _, once = hear("BR-001 is a must.", known(EXPORT, rule), asked=REVIEWING, place="review")
    _, now = hear("BR-001 is only a could.", once, asked=REVIEWING, place="review")
    assert [fact.id for fact in now.of(Requirement)] == ["FR-001"]
    assert now.priorities == {"BR-001": "Could"}


@pytest.mark.parametrize(
    ("before", "said", "left"),
    [
        ("Admins who sit behind nginx, Caddy or Traefik.", "Drop Traefik, never tested it.", "Admins who sit behind nginx or Caddy."),
        ("It works in Chrome and Safari.", "drop Chrome", "It works in Safari."),
        ("Writes PDF, XML, and Excel files.", "remove XML", "Writes PDF and Excel files."),
        ("Nurses, auditors and the night shift use it.", "forget the auditors", "Nurses and the night shift use it."),
    ],
)  # fmt: skip
def test_one_thing_of_a_list_is_taken_out_and_the_others_stay(before: str, said: str, left: str) -> None:
    rule = told(before, id="BR-001", requirement="FR-001")
    _, now = hear(said, known(EXPORT, rule), asked=REVIEWING, place="review")
    assert [fact.text for fact in now.of(BusinessRule)] == [left]


def test_what_is_told_beside_something_else_is_no_requirement_and_no_decision_of_its_own() -> None:
    asked = Ask(text="What may not break?", kinds=("constraint",))
    for said in (
        "Add a column for the tax, too. The system should show the sum in bold.",
        "We chose to write a temporary file rather than lock it, because locks hang.",
    ):
        _, now = hear(said, known(EXPORT), asked=asked)
        assert len(now.of(Requirement)) == 1
        assert not now.of(Decision)
        assert said.split(".")[0] in " ".join(fact.headline for fact in now.facts)


# -- what the last readers met ---------------------------------------------------------------------------------------------


def test_the_figure_that_stands_there_is_the_old_one() -> None:
    said = "Also a correction: it is 1432 bytes, not 512."
    rule = told("A datagram holds at most 512 bytes.", id="BR-001")
    before = told("The limit is 1432 bytes, not 512, for a reason.", turn=2, id="BR-002")
    _, now = hear(said, known(EXPORT, rule, before), asked=REVIEWING, place="review")
    assert [fact.text for fact in now.of(BusinessRule)] == [
        "A datagram holds at most 1432 bytes.",
        before.text,
    ]


def test_what_is_announced_as_a_correction_does_not_lean_on_the_sentence_before() -> None:
    said = "Tags are something for later. And one correction: compare the slug, not the name of the category."
    scope = Ask(text="What is deliberately out of scope?", kinds=("out_of_scope",))
    _, now = hear(said, known(EXPORT), asked=scope)
    assert any(fact.headline == "Tags are something for later." for fact in now.facts)


def test_a_label_at_the_review_is_no_correction() -> None:
    rule = told("Posts of a tag or an author are listed.", id="BR-001")
    _, now = hear(
        "Out of scope: excluding by tag or by author.", known(EXPORT, rule), asked=REVIEWING, place="review"
    )
    assert [fact.text for fact in now.of(OutOfScope)] == ["excluding by tag or by author."]
    assert now.of(BusinessRule)[0].text == rule.text


def test_other_words_for_the_sentence_before_take_its_place() -> None:
    rule = told("The slug of the category is compared with the names in the list.", id="BR-001")
    said = "The rule about the slug of the category is muddled now. It should say: a category is left out if its slug is listed."
    _, now = hear(said, known(EXPORT, rule), asked=REVIEWING, place="review")
    assert [fact.text for fact in now.of(BusinessRule)] == ["A category is left out if its slug is listed."]


def test_what_follows_a_priority_is_told_all_the_same() -> None:
    said = "fr-001 is a must. and the footer gets the same fix as the header"
    _, now = hear(said, known(EXPORT), asked=REVIEWING, place="review")
    assert [(one.target, one.level) for one in now.of(Priority)] == [("FR-001", "Must")]
    assert any("footer" in fact.headline for fact in now.facts)


def test_a_no_with_the_same_id_changes_nothing_and_ends_the_question() -> None:
    first, new = told("There are 4000 queries.", id="BR-001"), told("They are mixed.", turn=2, id="BR-002")
    asked = Ask(
        text="Does that replace BR-001?", kinds=("business_rule",), about=f"replaces:BR-001|{new.text}"
    )
    thought, now = hear("No, it does not; BR-001 is as I want it.", known(EXPORT, first, new), asked=asked)
    assert [rule.text for rule in now.of(BusinessRule)] == [first.text, new.text]
    assert thought.question != asked


def test_a_sentence_that_has_the_new_value_already_is_left_alone() -> None:
    rule, note = (
        told("A mute lasts 7 days at most.", id="BR-001"),
        told("At most 7 days was too much, make it 72 hours.", turn=2, id="BR-002"),
    )
    _, now = hear(
        "The longest mute is 72 hours, not 7 days.",
        known(EXPORT, rule, note),
        asked=REVIEWING,
        place="review",
    )
    assert [one.text for one in now.of(BusinessRule)] == ["A mute lasts 72 hours at most.", note.text]


def test_facts_without_words_of_their_own_are_in_nobodys_way() -> None:
    for said in ("replace it", "drop the export", "One correction: it's 460 rows."):
        before = known(EXPORT, LIMIT, Keyword(word="export"))
        _, now = hear(said, before, asked=REVIEWING, place="review")
        assert len(now.of(Keyword)) == 1


# -- the review, one instruction at a time ------------------------------------------------------------------------------------

YEAR = "Old entries are kept for a year. Nobody can restore them."


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("drop the sentence about restoring from BR-001", ["Old entries are kept for a year."]),
        ("drop BR-001", []),
        ("FR-001 is a must; and drop the bit about restoring, nobody asked", ["Old entries are kept for a year."]),
        ("FR-001 is a must, drop BR-001", []),
        ("BR-001: Old entries are kept for two years.", ["Old entries are kept for two years."]),
        ('remove "Nobody can restore them."', ["Old entries are kept for a year"]),
    ],
)  # fmt: skip
def test_an_instruction_takes_what_it_names_and_no_more(said: str, left: list[str]) -> None:
    rule = told(YEAR, id="BR-001", requirement="FR-001")
    _, now = hear(said, known(EXPORT, rule), asked=REVIEWING, place="review")
    assert [fact.text for fact in now.of(BusinessRule)] == left
    assert not now.of(Note)
    assert bool(now.of(Priority)) == ("must" in said)


def test_new_words_for_an_id_are_no_answer_to_which_one() -> None:
    one, two = (
        told(f"A log line for each {what}.", id=f"BR-00{at}") for at, what in enumerate(("mail", "letter"), 1)
    )
    thought, now = hear("drop the log line", known(EXPORT, one, two), asked=REVIEWING, place="review")
    assert thought.question is not None
    _, after = hear("BR-001: A log line for each parcel.", now, asked=thought.question, place="review")
    assert [fact.text for fact in after.of(BusinessRule)] == ["A log line for each parcel.", two.text]


def test_what_is_added_under_its_name_is_that_and_nothing_says_so_on_the_page() -> None:
    _, now = hear(
        "Add a constraint: no test file needs a change", known(EXPORT), asked=REVIEWING, place="review"
    )
    assert [fact.text for fact in now.of(Constraint)] == ["no test file needs a change"]


def test_a_correction_that_names_a_heading_stands_under_it_and_behind_no_other_sentence() -> None:
    rule = told("A header is masked as a whole line in the log.", id="BR-001", requirement="FR-001")
    said = "Correction: masking query strings in the log line is out of scope."
    _, now = hear(said, known(EXPORT, rule), asked=REVIEWING, place="review")
    assert [fact.text for fact in now.of(BusinessRule)] == [rule.text]
    assert "query strings" in now.of(OutOfScope)[0].text


def test_how_it_goes_today_corrects_nothing() -> None:
    asked = Ask(text="What do people do today without this, and what is missing?", kinds=("problem",))
    zero = Requirement(title="offset: 0 is ignored", text="offset: 0 is ignored")
    _, now = hear("new App({ offset: 0 }) gives 2 instead of 0.", known(zero), asked=asked)
    assert [fact.text for fact in now.of(Requirement)] == [zero.text]


def test_an_answer_with_a_question_behind_it_is_an_answer_and_a_question() -> None:
    said = "All of them stay, word for word. Why do you ask?"
    acts = read_acts(said, place="talk", question="Which messages have to stay the same?")
    assert [act.kind for act in acts] == ["answer", "question_back"]


def test_a_file_without_an_ending_of_code_counts_where_the_code_has_it() -> None:
    code = Code(["app/app.1", "app/cli.py"])
    _, now = hear("cli.py and the man page app.1 change.", known(EXPORT), asked=PLACES, code=code)
    assert {fact.path for fact in now.of(DirectChange)} >= {"app/app.1", "app/cli.py"}


def test_a_name_that_nothing_defines_is_looked_up_word_for_word() -> None:
    code = Code(
        ["lib/app.js"], hits={"maxOffset": [Hit(path="lib/app.js", line=64, text="this.maxOffset = 2")]}
    )
    acts = (Act(kind="question_back", start=0, end=26),)
    spoken = (Spoken(persona=None, text="Where is maxOffset read?"),)
    thought = think("answer_back", known(EXPORT), asked=PLACES, acts=acts, said=spoken, code=code)
    assert "`maxOffset` stands at `lib/app.js:64`" in words(thought)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("only managers may", "Only managers may"), ("exploded defaults to False", "exploded defaults to False"),
        ("from a.b import c keeps working", "from a.b import c keeps working"), ("seq 9 | app", "seq 9 | app"),
        ("with `x` it prints", "With `x` it prints"), ("maxRows stays", "maxRows stays"),
    ],
)  # fmt: skip
def test_a_sentence_begins_with_a_capital_only_where_no_code_can_be_called_so(typed: str, shown: str) -> None:
    assert opened(typed) == shown


@pytest.mark.parametrize(
    ("before", "said", "after"),
    [
        ("It runs as soon as you load it.", 'Plain require "app" must not load the command line.', "It runs as soon as you load it."),
        ('One call: "await loadApp(opts, stop)"', "BR-001 should say runApp(opts, stop) instead of loadApp(opts, stop)", 'One call: "await runApp(opts, stop)"'),
        ("It is called as App::CLI.run(ARGV).", "not CLI.run, call it CLI.start(ARGV).", "It is called as App::CLI.start(ARGV)."),
    ],
)  # fmt: skip
def test_a_call_is_swapped_whole_and_a_denial_swaps_nothing(before: str, said: str, after: str) -> None:
    rule = told(before, id="BR-001", requirement="FR-001")
    _, now = hear(said, known(EXPORT, rule), asked=REVIEWING, place="review")
    assert now.of(BusinessRule)[0].text == after


@pytest.mark.parametrize("asked", [PLACES, REVIEWING])
def test_a_file_that_is_not_there_yet_is_part_of_the_plan(asked: Ask) -> None:
    code = Code(["lib/app.rb", "test/app_test.rb"])
    for said in ("test/cli_test.rb, new.", "And a unit test in test/cli_test.rb."):
        _, now = hear(said, known(EXPORT), asked=asked, code=code)
        assert "test/cli_test.rb" in [fact.path for fact in now.of(DirectChange) if fact.change == "create"]


def test_several_orders_in_one_message_are_each_carried_out_or_answered() -> None:
    flags = Note(text="All flags keep working.", about="what", id="NT-001")
    rule = told("The default is none.", id="BR-001", requirement="FR-001")
    here = known(EXPORT, rule, flags)
    thought, now = hear(
        "NT-001 is a constraint, and it is a must. BR-001 is funny.", here, asked=REVIEWING, place="review"
    )
    assert [fact.text for fact in now.of(Constraint)] == [flags.text]
    assert now.priorities == {"CON-001": "Must"}
    assert "new:" not in words(thought)
    assert 'BR-001 is still "The default is none."' in words(thought)
    code = Code(["lib/app.rb", "test/app_test.rb"])
    said = "drop NT-001, and test/cli_test.rb is a new file"
    _, now = hear(said, here, asked=REVIEWING, place="review", code=code)
    assert not now.of(Note)
    assert [fact.path for fact in now.of(DirectChange)] == ["test/cli_test.rb"]
    thought, now = hear("In BR-001 it must be 0 and drop NT-001.", here, asked=REVIEWING, place="review")
    assert not now.of(Note)
    assert "BR-001 is still" in words(thought)


def test_what_is_said_to_be_out_of_scope_is_so_whatever_was_asked() -> None:
    asked = Ask(text="How will you know it is fixed?", kinds=("success_metric",))
    _, now = hear("the callback for trainers is out of scope", known(EXPORT), asked=asked)
    assert [fact.text for fact in now.of(OutOfScope)] == ["the callback for trainers is out of scope"]


def test_a_sentence_may_be_moved_as_well_and_a_file_that_goes_is_named() -> None:
    rule = told("The second loop shows 0/10 first.", id="BR-001", requirement="FR-001")
    _, now = hear("BR-001 is a check, not a rule", known(EXPORT, rule), asked=REVIEWING, place="review")
    assert [fact.text for fact in now.of(Criterion)] == [rule.text]
    file = DirectChange(path="src/menu.py", id="DC-001")
    thought, _ = hear("drop DC-001", known(EXPORT, file), asked=REVIEWING, place="review")
    assert 'Removed, DC-001: "src/menu.py"' in words(thought)


ELSE = Ask(text="What else would a builder get wrong?", kinds=("note",), about="requirements: else")
MAIL = BusinessRule(
    id="BR-001",
    text="The mail goes out at once, so that nobody waits for it.",
    evidence=(Quote(turn=1, start=0, end=8, text="The mail"),),
)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("I told you that the mail goes out at once, but that was wrong, it waits for the nightly run.", "It waits for the nightly run."),
        ("One thing I got wrong about the mail: it is sent with the nightly run, not at once.", "It is sent with the nightly run, not at once."),
    ],
)  # fmt: skip
def test_a_correction_behind_what_else_asks_what_it_replaces_and_keeps_the_clause_that_says_how_it_will_be(
    said: str, kept: str
) -> None:
    thought, now = hear(said, known(EXPORT, MAIL), asked=ELSE)
    assert thought.question is not None
    assert thought.question.text.endswith(f' replace BR-001, "{MAIL.text}"?')
    _, yes = hear("yes", now, asked=thought.question)
    assert [fact.headline for fact in yes.facts if "nightly" in fact.headline] == [kept]
    assert yes.by_id["BR-001"].headline == kept
    thought, no = hear("no", now, asked=thought.question)
    assert words(thought).startswith("Then both stand.")
    assert no.by_id["BR-001"].headline == MAIL.text


def test_a_change_of_mind_keeps_all_clauses_behind_the_one_that_says_so() -> None:
    _, now = hear(
        "I changed my mind, the mail goes out later, with the nightly run.", known(EXPORT, MAIL), asked=ELSE
    )
    assert now.facts[-1].headline.casefold() == "the mail goes out later, with the nightly run."


def test_a_value_that_may_begin_further_in_front_is_not_swapped() -> None:
    line = told("The reader sees below each photo one of two texts.", id="BR-001")
    said = "BR-001 is wrong: it is to the left of each photo, not below each photo."
    thought, now = hear(said, known(EXPORT, line), asked=REVIEWING, place="review")
    assert [rule.text for rule in now.of(BusinessRule)] == [line.text]
    assert thought.question is not None
    assert thought.question.text == f'Does that replace BR-001, "{line.text}"?'


def test_what_is_called_out_of_scope_in_front_is_left_out_and_a_label_that_says_something_stays() -> None:
    asked = Ask(text="What has to keep working?", kinds=("constraint",))
    _, now = hear("Out of scope is the old format.", known(EXPORT), asked=asked)
    assert [fact.text for fact in now.of(OutOfScope)] == ["Out of scope is the old format."]
    _, now = hear("Tests: one for each ending, one for none.", known(EXPORT), asked=asked)
    assert [fact.text for fact in now.of(Criterion)] == ["Tests: one for each ending, one for none."]


WHERE_TO = Ask(
    text="I would plan with `src/mail.py`. Does that fit, or which file or module would you touch?",
    kinds=("direct_change", "module"),
    about="x: place",
    offers=(DirectChange(path="src/mail.py", evidence=(CodeAnchor(path="src/mail.py"),)),),
)


def test_what_must_stay_as_it_is_agrees_to_no_file_and_the_place_is_asked_again() -> None:
    said = "Old keys stay valid, and the limit of a week does not move."
    thought, now = hear(said, known(EXPORT), asked=WHERE_TO, place="choice", code=Code(["src/mail.py"]))
    assert not now.of(DirectChange)
    assert "Old keys stay valid" in now.facts[-1].headline
    assert thought.question is not None
    assert thought.question.text == WHERE_TO.text
    _, now = hear(
        "fits, but old keys stay valid",
        known(EXPORT),
        asked=WHERE_TO,
        place="choice",
        code=Code(["src/mail.py"]),
    )
    assert [fact.path for fact in now.of(DirectChange)] == ["src/mail.py"]


def test_a_sentence_that_picks_neither_of_two_is_told_and_removes_none() -> None:
    first, second = (
        told("A parcel gets 2 mails.", id="BR-001"),
        told("A parcel gets 3 mails.", turn=2, id="BR-002"),
    )
    asked = Ask(
        text="Which of the two holds?", kinds=("business_rule",), about=f"{CONFLICT}BR-001|{second.text}"
    )
    said = "Without any setting the first mail goes out after three days and not before."
    _, now = hear(said, known(EXPORT, first, second), asked=asked)
    assert {first.text, second.text} <= {rule.text for rule in now.of(BusinessRule)}
    assert any("Without any setting" in fact.headline for fact in now.facts)
    _, now = hear("the second one, the first was a guess", known(EXPORT, first, second), asked=asked)
    assert [rule.text for rule in now.of(BusinessRule)] == [second.text]


def test_sentences_with_a_form_of_their_own_are_what_they_say_whatever_was_asked() -> None:
    asked = Ask(text="Which rules hold?", kinds=("business_rule",))
    said = (
        "Given a parcel of three days, when the job runs, then one mail goes out.\n"
        "As a tenant, I want a mail before I have to pay.\n"
        "Must have: a mail after three days.\n"
        "Could have: a list for the porter.\n"
        "Whether weekends count is still open."
    )
    _, now = hear(said, known(EXPORT), asked=asked)
    assert [fact.when for fact in now.of(Criterion)] == ["the job runs"]
    wanted = {fact.text: now.priority_of(fact.id) for fact in now.of(Requirement)[1:]}
    assert wanted == {
        "As a tenant, I want a mail before I have to pay.": None,
        "A mail after three days.": "Must",
        "A list for the porter.": "Could",
    }
    assert [fact.text for fact in now.of(OpenQuestion)] == ["Whether weekends count is still open."]


def test_a_question_to_somebody_here_is_no_statement() -> None:
    said = "The help text has to warn about it. Did you keep that?"
    _, now = hear(said, known(EXPORT), asked=Ask(text="What else?", kinds=("note",)))
    assert [fact.headline for fact in now.facts[1:]] == ["The help text has to warn about it."]


@pytest.mark.parametrize(
    "aside",
    ["I hope that is what you wanted to hear.", "That is an interesting way to put it, I must say."],
)
def test_what_is_plainly_said_to_the_table_in_the_middle_of_an_answer_is_not_kept(aside: str) -> None:
    said = f"A row is never written twice. {aside} Only admins may export."
    _, now = hear(said, known(EXPORT), asked=Ask(text="Which rules hold?", kinds=("business_rule",)))
    kept = ["A row is never written twice.", "Only admins may export."]
    assert [fact.headline for fact in now.facts[1:]] == kept


def test_a_correction_of_nothing_on_record_keeps_what_it_corrects() -> None:
    said = "oh wait, I said 20, make that 30, same as elsewhere"
    _, now = hear(said, known(EXPORT), asked=ELSE)
    assert "20" in now.facts[-1].headline


@pytest.mark.parametrize(
    ("before", "said", "kept"),
    [
        (
            "monitors with the tag critical always ring.",
            "forget the tag critical - better is a checkbox on the monitor",
            "better is a checkbox on the monitor",
        ),
        (
            "the order has to be sorted alphabetically.",
            "Hmm, wait, actually scratch the sorting, no: keep the order of registration.",
            "keep the order of registration.",
        ),
        (
            "only True or False, anything else is a ValueError.",
            "and forget the ValueError, no type check at all",
            "No type check at all",
        ),
    ],
)
def test_whoever_takes_something_back_in_the_talk_is_asked_whether_the_rest_takes_its_place(
    before: str, said: str, kept: str
) -> None:
    known_rule = told(before, id="BR-001")
    thought, now = hear(said, known(EXPORT, known_rule), asked=ELSE)
    assert thought.question is not None
    assert f'"{kept}" replace BR-001' in thought.question.text
    _, now = hear("yes", now, asked=thought.question, place="choice")
    assert not any("forget" in fact.headline or "scratch" in fact.headline for fact in now.facts)
    assert [fact.headline.rstrip(".").casefold() for fact in now.of(BusinessRule)] == [
        kept.rstrip(".").casefold()
    ]


def test_what_is_dropped_in_the_software_takes_nothing_back() -> None:
    thought, now = hear("drop the column, if it is empty, and log it", known(EXPORT), asked=ELSE)
    assert thought.question == ELSE
    assert "drop the column, if it is empty, and log it" in [fact.headline for fact in now.facts]
