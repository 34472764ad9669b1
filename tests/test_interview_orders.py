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
    NoChange,
    Note,
    OpenQuestion,
    OutOfScope,
    Priority,
    Problem,
    Requirement,
    UserType,
)
from roundtable.facts.evidence import CodeAnchor, Quote
from roundtable.interview import (
    lead_ins,
    moving,
    orders,
    ranking,
    situation,
    told_parts,
    which_fact,
)
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


def test_a_line_may_be_named_by_where_it_stands_among_its_like() -> None:
    facts = (
        rule("Rows are sorted by date."),
        rule("Unknown keys raise a TypeError.", 2),
        rule("The rest of the line is kept.", 3),
        note("Retries are logged."),
    )
    _, now = reviewed("the first rule is the reason for all this, not a rule. Drop the last note.", *facts)
    assert [fact.text for fact in now.of(Problem)] == ["Rows are sorted by date."]
    assert not now.of(Note)
    _, now = reviewed("rule 2 is a must", *facts)
    assert [(fact.target, fact.level) for fact in now.of(Priority)] == [("BR-002", "Must")]
    _, now = reviewed("the fifth rule can go", *facts)
    assert len(now.of(BusinessRule)) == 3, "there is no such line"
    _, now = reviewed("And the TypeError should be a ValueError.", *facts)
    assert now.of(BusinessRule)[1].text == "Unknown keys raise a ValueError."


def test_what_is_plainly_said_of_an_id_is_done_in_the_talk_too_and_nothing_else_is() -> None:
    asked = Ask(text="What has to keep working?", kinds=("constraint",))
    wish = Problem(id="PB-001", text="add --least so nothing is listed")
    _, now = hear("PB-001 is what I want, not the problem", known(wish), asked=asked)
    assert [(fact.kind, fact.headline) for fact in now.facts] == [("requirement", wish.text)]
    _, now = hear("the old callers of PB-001 keep working", known(wish), asked=asked)
    assert [fact.headline for fact in now.facts] == [wish.text, "the old callers of PB-001 keep working"]


def test_what_is_named_as_the_reason_stays_and_what_follows_is_done_too() -> None:
    facts = (rule("Rows are sorted."), rule("Rows come sorted.", 2), note("The bad clocks matter."))
    said = "BR-002 says the same as BR-001, throw it out, and the thing about the bad clocks is a rule"
    _, now = reviewed(said, *facts)
    assert [fact.text for fact in now.of(BusinessRule)] == ["Rows are sorted.", "The bad clocks matter."]
    _, now = reviewed("BR-001 repeats BR-002, remove it", *facts)
    assert [fact.id for fact in now.of(BusinessRule)] == ["BR-002"]


def test_many_words_behind_an_id_are_its_new_words_whatever_stands_in_them() -> None:
    said = "BR-001: colour the grid instead of the ticks, and leave the labels to the theme as they are now"
    _, now = reviewed(said, rule("colouring the grid instead of the ticks"))
    assert [fact.text for fact in now.of(BusinessRule)] == [said.removeprefix("BR-001: ")]


def test_what_is_called_a_requirement_is_added_as_one() -> None:
    for said in ("please add as a requirement that", "Add a requirement that", "add another requirement:"):
        _, now = reviewed(f"{said} the grid stays.", rule("Rows are sorted."))
        assert [fact.text.casefold() for fact in now.of(Requirement)][1:] == ["the grid stays."]


def test_a_rule_that_is_added_agrees_to_no_files() -> None:
    offered = DirectChange(path="src/a.py", evidence=(CodeAnchor(path="src/a.py"),))
    asked = Ask(
        text="I would plan with `src/a.py`. Does that fit?", kinds=("direct_change",), offers=(offered,)
    )
    _, now = hear("add a rule: a colour of null hides the tick", known(EXPORT), asked=asked, place="choice")
    assert not now.of(DirectChange)
    assert now.of(BusinessRule)


@pytest.mark.parametrize(
    "said",
    [
        "No, it is one more, both hold.",
        "no, that is another one",
        "No, it's a new one.",
        "no, in addition",
        "nope, they say different things, keep the two of them",
        "nein, das ist eine neue Regel, beide gelten",
    ],
)
def test_whoever_lets_both_lines_stand_has_said_nothing_new(said: str) -> None:
    first, new = rule("Ten rows at most."), note("Print an error when both are given.")
    asked = Ask(
        text="Does that replace BR-001?",
        kinds=("business_rule",),
        about=f"{situation.REPLACES}BR-001|{new.text}",
    )
    _, now = hear(said, known(EXPORT, first, new), asked=asked, place="choice")
    assert [fact.headline for fact in now.facts] == [EXPORT.title, first.text, new.text]


def test_who_cannot_say_what_a_correction_replaces_leaves_no_point_open() -> None:
    first, new = rule("Ten rows at most."), note("Print an error when both are given.")
    about = f"{situation.REPLACES}BR-001|{new.text}"
    asked = Ask(text="Does that replace BR-001?", kinds=("business_rule",), about=about)
    _, now = hear("I don't know", known(EXPORT, first, new), asked=asked, place="choice")
    assert not now.of(OpenQuestion)


def test_each_ordinal_means_its_line() -> None:
    rules = [rule(f"Row {name} is kept.", at) for at, name in enumerate(("a", "b", "c", "d", "e"), 1)]

    def left(said: str) -> str:
        return "".join(fact.text[4] for fact in reviewed(f"drop the {said} rule", *rules)[1].of(BusinessRule))

    said = {"first": "bcde", "second": "acde", "third": "abde", "fourth": "abce", "fifth": "abcd"}
    check_rows(moving, "_NTH", left, said)


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
    assert "NT-001 stays as it is." in words(thought)


@pytest.mark.parametrize(
    "said", ["drop NT-001, README.md is left alone", "NT-001 is wrong, drop it, and README.md stays as it is"]
)
def test_a_file_beside_what_goes_gets_what_is_said_of_it(said: str) -> None:
    _, now = reviewed(said, note("README.md gets a line."), code=Code(["README.md"]))
    assert not now.of(Note)
    assert [fact.path for fact in now.of(NoChange)] == ["README.md"]


def test_new_words_with_stays_in_them_leave_nothing_as_it_is() -> None:
    said = "NT-001 is wrong, I changed my mind: the error for `--debug=true` stays as it is, but with a hint behind it"
    thought, now = reviewed(said, note("The error for `--debug=true` becomes a warning."))
    assert thought.question is not None
    assert thought.question.text.startswith('Does "The error for `--debug=true` stays as it is, but ')
    assert "replace NT-001" in thought.question.text
    assert now.of(Note)[-1].text.startswith("The error for")


def test_every_id_of_which_nothing_can_be_told_is_named_unless_it_is_told_later() -> None:
    facts = (note("It is logged."), rule("It exits with 2."))
    thought, _ = reviewed("NT-001 is odd. BR-001 is odd.", *facts)
    assert "NT-001 is still" in words(thought)
    assert "BR-001 is still" in words(thought)
    thought, _ = reviewed("NT-001 is odd. NT-001: it is logged twice", *facts)
    assert "still" not in words(thought)


def test_all_sentences_behind_an_id_and_a_colon_are_its_new_words() -> None:
    _, now = reviewed("BR-001: One line each. No colour codes ever.", rule("Every request gives one line."))
    assert [fact.text for fact in now.of(BusinessRule)] == ["One line each. No colour codes ever."]
    assert not now.of(Note)


@pytest.mark.parametrize(
    "new",
    [
        "With the switch it must never delete or remove anything.",
        "Drop the row when it is empty, and log it.",
    ],
)
def test_new_words_behind_an_id_take_nothing_away_whatever_they_sound_like(new: str) -> None:
    _, now = reviewed(f"BR-001: {new}", rule("Without the switch it deletes the cache."))
    assert [fact.text for fact in now.of(BusinessRule)] == [new]
    thought, now = reviewed("BR-001: drop it", rule("Without the switch it deletes the cache."))
    assert not now.of(BusinessRule)
    assert words(thought).startswith("Removed, BR-001")


def test_a_range_for_quoted_words_changes_no_figure_elsewhere() -> None:
    check = rule("With `max: 1000` the retry comes after about 1000 ms.")
    _, now = reviewed('BR-001: make it 1000 to 1500 ms, not "about 1000 ms".', check)
    assert "`max: 1500`" not in " ".join(fact.headline for fact in now.facts)


def test_what_is_no_heading_of_its_own_may_be_a_note() -> None:
    _, now = reviewed(
        "OUT-001 is a note",
        OutOfScope(
            text="No unstable flag, it ships directly.", evidence=(Quote(turn=1, start=0, end=2, text="No"),)
        ),
    )
    assert [fact.text for fact in now.of(Note)] == ["No unstable flag, it ships directly."]
    assert not now.of(OutOfScope)


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


@pytest.mark.parametrize(
    ("said", "rules", "notes"),
    [
        ("NT-001 is a rule, and NT-002 too", ["No jitter.", "Retries are logged."], []),
        ("drop NT-001 and NT-002 obviously", [], []),
        ("drop NT-001 & NT-002", [], []),
        ("NT-001 and NT-002 are rules, they are what matters", ["No jitter.", "Retries are logged."], []),
        ("drop NT-001, NT-002 says it already", [], ["Retries are logged."]),
        ("drop NT-001 and NT-002 is a rule", ["Retries are logged."], []),
        ("NT-001 isnt an error, its a check. no wait, call it a rule", ["No jitter."], ["Retries are logged."]),
        ("NT-001 is the actual rule as well", ["No jitter."], ["Retries are logged."]),
        ("drop NT-001, no, leave it", [], ["No jitter.", "Retries are logged."]),
        ("NT-001 is funny and NT-002 has a smell", [], ["No jitter.", "Retries are logged."]),
    ],
)  # fmt: skip
def test_ids_share_an_order_and_nothing_around_them_becomes_a_statement(
    said: str, rules: list[str], notes: list[str]
) -> None:
    _, now = reviewed(said, note("No jitter."), note("Retries are logged.", 2))
    assert [fact.text for fact in now.of(BusinessRule)] == rules
    assert [fact.text for fact in now.of(Note)] == notes
    assert len(now.facts) == 1 + len(rules) + len(notes)


@pytest.mark.parametrize(
    "said",
    [
        "the sentence about NO_COLOR and index.js belongs to what must not break",
        "the note about NO_COLOR is a constraint",
        "NT-001 goes to what must not break, its a must",
    ],
)
def test_a_sentence_goes_where_it_belongs_by_what_it_is_about(said: str) -> None:
    told = note("NO_COLOR beats the rest and index.js exports the same names.")
    _, now = reviewed(said, told, note("Colours are fine.", 2), code=Code(["index.js"]))
    assert [fact.text for fact in now.of(Constraint)] == [told.text]
    assert not now.of(NoChange)
    assert now.priorities == ({"CON-001": "Must"} if "must," not in said and "its a must" in said else {})


def test_a_word_behind_an_id_is_its_priority() -> None:
    mail = Requirement(id="FR-002", title="Mail it", text="Mail it")
    assert reviewed("FR-002 must, FR-001 could", mail)[1].priorities == {"FR-001": "Could", "FR-002": "Must"}


def test_open_points_that_do_not_apply_go_and_decide_nothing() -> None:
    points = [OpenQuestion(id=f"OQ-00{at}", text=f"What about {at}?") for at in (1, 2)]
    _, now = reviewed("OQ-001 does not apply", *points)
    assert [fact.id for fact in now.of(OpenQuestion)] == ["OQ-002"]
    assert len(now.facts) == 2


def test_what_was_said_of_the_only_requirement_stands_without_it() -> None:
    check = Criterion(id="AC-001-01", requirement="FR-001", text="one run gives a,1,,3")
    _, now = reviewed("drop FR-001, that is the complaint", check, rule("With two runs nothing changes."))
    assert [fact.text for fact in now.of(Requirement)] == [check.text]
    assert [fact.requirement for fact in now.of(BusinessRule)] == [now.of(Requirement)[0].id]


def test_who_takes_a_removal_back_in_the_same_breath_removes_nothing() -> None:
    thought, now = reviewed("remove the one about jitter, hmm, no, leave it", note("No jitter."))
    assert [fact.text for fact in now.of(Note)] == ["No jitter."]
    assert "nothing changes" in words(thought)


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


WINDOWS = "Not sure if 64k is any good on Windows."
SCOPE = OutOfScope(id="OUT-001", text=f"No autotuning of the size. {WINDOWS}")


def test_a_line_is_named_by_a_word_that_no_other_line_has() -> None:
    facts = (note("use ?? and not a typeof check"), note("docs/api/index.md says that 0 is allowed", 2))
    _, now = reviewed("the ?? thing is a constraint, and the docs line is a rule", *facts)
    assert [fact.text for fact in now.of(Constraint)] == ["use ?? and not a typeof check"]
    assert [fact.text for fact in now.of(BusinessRule)] == ["docs/api/index.md says that 0 is allowed"]


def test_one_sentence_of_several_is_moved_alone() -> None:
    thought, now = reviewed("the windows one is an open question, not out of scope", SCOPE)
    assert [fact.text for fact in now.of(OpenQuestion)] == [WINDOWS]
    assert [fact.text for fact in now.of(OutOfScope)] == ["No autotuning of the size."]
    assert words(thought).startswith(f'Out of OUT-001, now an open point: "{WINDOWS}"')


def test_a_line_that_is_named_by_its_words_gets_new_words() -> None:
    _, now = reviewed(
        "the delim line should just say: with a delim the default is 4096", rule("delim is 256")
    )
    assert [fact.text for fact in now.of(BusinessRule)] == ["With a delim the default is 4096"]


def test_what_is_news_is_not_taken_for_the_name_of_a_line() -> None:
    _, now = reviewed("the importers are out of scope", note("both importers keep their names"))
    assert [fact.text for fact in now.of(OutOfScope)] == ["the importers are out of scope"]
    assert [fact.text for fact in now.of(Note)] == ["both importers keep their names"]


def levels(said: str) -> list[tuple[str, str]]:
    two = (note("Logs rotate."), Requirement(id="FR-002", title="Mail it", text="Mail it"))
    _, now = reviewed(said, *two)
    return [(fact.target, fact.level) for fact in now.of(Priority)]


def test_a_priority_for_no_line_is_that_of_all_that_have_none() -> None:
    both = [("FR-001", "Could"), ("FR-002", "Could")]
    for said in (
        "prio is low, its a small fix",
        "could have, not must.",
        "low priority, nobody waits for it",
    ):
        assert levels(said) == both
    check_rows(
        ranking,
        "_WHOLE",
        levels,
        each(
            both,
            "the whole thing is a could",
            "the whole item should be a could",
            "everything should be a could",
            "all of it should be a could",
        ),
    )


def test_each_way_to_make_a_line_something_else() -> None:
    def rules(said: str) -> int:
        return len(reviewed(said, note("Logs rotate daily."))[1].of(BusinessRule))

    check_rows(moving, "_MAKES", rules, each(1, "make the logs thing a rule"))


@pytest.mark.parametrize(
    "said",
    ["no, src/mail.py is in!", "no wait, src/mail.py IS the file to change, only src/plot.py is out"],
)
def test_what_only_says_which_files_change_is_nothing_else(said: str) -> None:
    asked = Ask(text="What has to keep working exactly as it does today?", kinds=("constraint",))
    _, now = hear(said, known(EXPORT), asked=asked, code=Code(["src/mail.py", "src/plot.py"]))
    assert {fact.kind for fact in now.facts} <= {"requirement", "direct_change", "no_change"}
    assert [fact.path for fact in now.of(DirectChange)] == ["src/mail.py"]


def test_whoever_thinks_aloud_loses_no_word() -> None:
    asked = Ask(text="What goes wrong today, and why change it?", kinds=("problem",))
    said = "It deletes the ones that were used least, no wait, we do not know that, so the oldest."
    _, now = hear(said, known(EXPORT), asked=asked)
    assert said in now.facts[-1].headline


def test_a_doubt_behind_a_rule_is_an_open_point_of_its_own() -> None:
    asked = Ask(text="Which rules and limits hold?", kinds=("business_rule", "error_case"))
    said = (
        "JSON is only loaded when it is asked for. Not sure if the time should be local, Ada has to decide."
    )
    _, now = hear(said, known(EXPORT), asked=asked)
    assert [fact.kind for fact in now.facts[1:]] == ["business_rule", "open_question"]


@pytest.mark.parametrize(
    "said",
    [
        "correction: the third line is not quite clear",
        "now you have written my instruction down instead of what I want",
        "The sentence about parking is also a rule, it has nothing to do with users.",
        "half of this says the same",
        "Die dritte Zeile gehört zu den Regeln und nicht zu den Notizen.",
    ],
)
def test_what_is_said_about_the_page_and_cannot_be_done_is_never_part_of_the_item(said: str) -> None:
    _, now = reviewed(said, note("Logs rotate daily."))
    assert [fact.headline for fact in now.facts] == [EXPORT.title, "Logs rotate daily."]


def test_what_may_be_about_the_page_is_asked_about_and_kept_only_after_a_yes() -> None:
    said = "the users and the rules belong together"
    thought, now = reviewed(said, note("Logs rotate daily."))
    assert thought.question is not None
    assert thought.question.text == f'Is "{said}" part of the item?'
    assert len(now.facts) == 2
    _, no = hear("no, that was about the list", now, asked=thought.question, place="choice")
    assert len(no.facts) == 2
    _, yes = hear("yes", now, asked=thought.question, place="choice")
    assert [fact.text for fact in yes.of(Note)] == ["Logs rotate daily.", said]


def test_each_noun_for_what_stands_on_a_page_means_all_of_it() -> None:
    def left(said: str) -> int:
        return len(reviewed(said, note("Logs rotate daily, at midnight."))[1].facts)

    nouns = ("line", "note", "text", "wording", "sentence", "bullet", "paragraph", "section", "thing")
    check_rows(
        which_fact, "_PAGE_NOUNS", left, each(1, *(f'drop the "rotate daily" {noun}' for noun in nouns))
    )


def test_whatever_is_plainly_added_at_the_review_is_a_rule() -> None:
    _, now = reviewed("add: the log must be rotated at midnight")
    assert [fact.text for fact in now.of(BusinessRule)] == ["the log must be rotated at midnight"]


def test_the_parts_of_a_requirement_that_goes_keep_their_ids() -> None:
    _, now = reviewed("drop FR-001", rule("Rows are sorted by date."))
    assert [(fact.id, fact.requirement) for fact in now.of(BusinessRule)] == [("BR-001", None)]


def test_what_was_said_of_a_requirement_that_is_none_is_said_of_the_first() -> None:
    second = Requirement(id="FR-002", title="Mail it", text="Mail it")
    check = Criterion(id="AC-002-01", requirement="FR-002", text="A mail is in the box.")
    _, now = reviewed("FR-002 is a rule", second, check)
    assert [(fact.text, fact.requirement) for fact in now.of(Criterion)] == [
        ("A mail is in the box.", "FR-001")
    ]
    assert [fact.text for fact in now.of(BusinessRule)] == ["Mail it"]


def test_an_id_with_a_reason_behind_it_shares_the_order_before_it() -> None:
    facts = (UserType(id="UT-001", text="Auditors."), note("It is refused."))
    _, now = reviewed("drop UT-001, and also NT-001 because the rule says it", *facts, rule("Refused."))
    assert not now.of(UserType)
    assert not now.of(Note)
    assert [fact.text for fact in now.of(BusinessRule)] == ["Refused."]


def test_a_kind_may_be_set_against_another_and_beside_a_priority() -> None:
    left = OutOfScope(id="OUT-001", text="Old exports stay as they are.")
    _, now = reviewed(
        "OUT-001 is a constraint and not left out, but NT-001 is out of scope.", left, note("Colours.")
    )
    assert [fact.text for fact in now.of(Constraint)] == ["Old exports stay as they are."]
    assert [fact.text for fact in now.of(OutOfScope)] == ["Colours."]
    _, now = reviewed("NT-001 is a rule and a must.", note("No wait before the first try."))
    (ruled,) = now.of(BusinessRule)
    assert (ruled.text, now.priority_of(ruled.id)) == ("No wait before the first try.", "Must")


def test_whoever_says_which_files_change_speaks_of_no_line() -> None:
    check = Criterion(id="AC-001-01", requirement="FR-001", text="A test in stack_test.go shows both lines.")
    code = Code(["stack.go", "stack_test.go"])
    _, now = reviewed("stack.go and stack_test.go are the files that change", check, code=code)
    assert [fact.path for fact in now.of(DirectChange)] == ["stack.go", "stack_test.go"]
    assert now.of(Criterion) == (check.model_copy(update={"evidence": now.of(Criterion)[0].evidence}),)


def test_all_that_was_named_goes_where_both_are_to_go_and_other_lines_than_those_asked_about_may_be_named() -> (
    None
):
    facts = (note("Logs rotate daily."), note("Nobody reads them.", 2), note("Keep ten.", 3))
    _, now = reviewed("NT-001 and NT-002 are nonsense, remove both.", *facts)
    assert [fact.text for fact in now.of(Note)] == ["Keep ten."]
    asked = Ask(
        text='Which one do you mean: NT-001 ("Logs"), or NT-002 ("Nobody")?', kinds=("note",), about="which"
    )
    _, now = hear("Neither. Drop NT-003.", known(EXPORT, *facts), asked=asked, place="review", code=Code([]))
    assert [fact.id for fact in now.of(Note)] == ["NT-001", "NT-002"]


def test_each_word_for_all_of_them_takes_them_away() -> None:
    check_rows(
        orders,
        "_ALL",
        lambda said: len(
            reviewed(said, note("Logs rotate daily."), note("Nobody reads them.", 2))[1].of(Note)
        ),
        each(
            0,
            *(f"NT-001 and NT-002 are nonsense, remove {one}." for one in ("both", "all", "these", "those")),
        ),
    )


LOGS, LINKS = "Logs rotate daily.", "Old links must keep working."


def test_each_verb_that_edits_a_page_is_an_order_and_no_part_of_the_item() -> None:
    said = (
        "move it up",
        "put it on top",
        "merge them",
        "split it",
        "mark it in bold",
        "reword it",
        "shorten it",
    )
    every = (*said, "make it bigger", "make that shorter")
    told = [f"the footer is what matters, {one}" for one in every]
    check_rows(lead_ins, "_EDITS", lead_ins.edits_page, dict.fromkeys(told, True))
    for one in told:
        assert len(reviewed(one, rule(LOGS))[1].facts) == 2


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ('Throw out the "rotate" line. And the links thing.', []),
        ("The links thing belongs to out of scope.", [f"out_of_scope: {LINKS}", f"business_rule: {LOGS}"]),
        ("Drop the one with old links must keep working", [f"business_rule: {LOGS}"]),
        (
            "The links thing isn't a rule, it's a risk really.",
            [f"risk_zone: {LINKS}", f"business_rule: {LOGS}"],
        ),
    ],
)
def test_a_line_is_found_by_what_it_is_about(said: str, left: list[str]) -> None:
    _, now = reviewed(said, rule(LOGS), rule(LINKS, 2))
    assert sorted(f"{fact.kind}: {fact.headline}" for fact in now.facts[1:]) == sorted(left)


def test_of_several_orders_each_is_done_or_said_back() -> None:
    said = (
        "The footer question goes to open points. Move the footer up. Check: an empty footer is not printed."
    )
    thought, now = reviewed(said, rule(LOGS))
    assert [fact.headline for fact in now.of(Criterion)] == ["Check: an empty footer is not printed."]
    assert len(now.facts) == 3
    assert "I cannot tell which line is meant" in words(thought)


@pytest.mark.parametrize("joint", [";", "."])
def test_it_is_what_was_named_before_and_nothing_else(joint: str) -> None:
    said = f"The footer deserves to be seen{joint} it is the most important one of all."
    _, now = reviewed(said, rule(LOGS))
    assert not now.priorities
    assert "it is the most important one of all." not in [fact.headline.lower() for fact in now.facts]


def test_quoted_words_name_the_line_that_goes_elsewhere() -> None:
    said = 'The "rotate daily" trap should be a constraint'
    _, now = reviewed(said, rule(LOGS), rule("Logs rotate at midnight, daily reports do not.", 2))
    assert [fact.headline for fact in now.of(Constraint)] == [LOGS]


def test_quoted_words_behind_should_read_are_the_new_ones() -> None:
    said = 'the rule BR-001 is wrong, it should read "logs rotate every hour"'
    _, now = reviewed(said, rule(LOGS))
    assert [fact.text for fact in now.of(BusinessRule)] == ["logs rotate every hour"]


@pytest.mark.parametrize(
    "said",
    [
        "OQ-001 is nonsense, I told you: without a cap nothing changes.",
        "OQ-001 was answered already, without a cap nothing changes",
        "the open question is answered, without a cap nothing changes",
        "we can close the open point: without a cap nothing changes",
    ],
)
def test_an_open_point_ends_with_its_answer_which_is_kept_as_what_it_states(said: str) -> None:
    question = OpenQuestion(id="OQ-001", text="What holds by default, for everybody who chooses nothing?")
    _, now = reviewed(said, question)
    assert not now.of(OpenQuestion)
    assert [fact.text.rstrip(".").casefold() for fact in now.of(BusinessRule)] == [
        "without a cap nothing changes"
    ]


def test_an_open_point_that_is_worded_anew_stays_open() -> None:
    question = OpenQuestion(id="OQ-001", text="What holds by default?")
    _, now = reviewed("OQ-001: who decides about the default?", question)
    assert [fact.text for fact in now.of(OpenQuestion)] == ["Who decides about the default?"]


def test_what_stays_beside_a_removal_saves_nothing_of_it() -> None:
    known_rule = rule("Only true or false, anything else: ValueError. Strip runs before validators.")
    _, now = reviewed(
        "drop the part about ValueError from BR-001, the strip before validators stays", known_rule
    )
    assert [fact.text for fact in now.of(BusinessRule)] == [
        "Only true or false. Strip runs before validators."
    ]


def test_two_lines_that_are_quoted_go_together() -> None:
    some, other = note("Both are fine, they differ."), note("In front of way customer installs.", 2)
    thought, now = reviewed("drop 'Both are fine' and the one with 'way customer'", some, other)
    assert not now.of(Note), words(thought)


def test_a_number_in_words_takes_the_place_of_a_number_in_words() -> None:
    _, now = reviewed("it was four customers by the way, not three", rule("It hit three customers."))
    assert [fact.text for fact in now.of(BusinessRule)] == ["It hit four customers."]


@pytest.mark.parametrize(
    "said", ["both, they say different things", "both?? it's the same thing", "they don't contradict"]
)
def test_whoever_says_that_both_hold_has_settled_a_contradiction_and_told_nothing(said: str) -> None:
    first, second = rule("Each method once."), rule("Each method twice.", 2)
    asked = Ask(
        text="Which of the two holds?", kinds=("business_rule",), about=f"conflict:BR-001|{second.text}"
    )
    _, now = hear(said, known(EXPORT, first, second), asked=asked, place="choice")
    assert [fact.headline for fact in now.facts] == [EXPORT.title, first.text, second.text]


def test_of_several_lines_that_may_be_meant_one_is_picked_by_its_place_or_its_id() -> None:
    some, other = rule("Tags are shown."), rule("Tags are sorted.", 2)
    asked = Ask(
        text='Which one do you mean: BR-001 ("Tags are shown."), or BR-002 ("Tags are sorted.")?',
        about=situation.WHICH,
    )
    for reply in ("BR-002", "the second one", "the last"):
        _, now = hear(reply, known(EXPORT, some, other), asked=asked, place="choice")
        assert [fact.id for fact in now.of(BusinessRule)] == ["BR-001"], reply


def test_an_id_alone_says_nothing_of_the_item() -> None:
    _, now = hear(
        "BR-001",
        known(EXPORT, rule("Tags are shown.")),
        asked=Ask(text="Which file?", kinds=("interface",)),
        place="choice",
    )
    assert len(now.facts) == 2


@pytest.mark.parametrize(
    "said",
    [
        'And "one pipeline per 500 queues" is not the problem, somebody wrote that in the wrong place.',
        "I said earlier that the helper sits in src/queue.py, and I do not see it in the list.",
        '"nope not nodemon.js" is no assumption, somebody misheard that line.',
    ],
)
def test_neither_an_and_nor_a_file_makes_a_remark_about_the_list_a_part_of_the_item(said: str) -> None:
    plan = DirectChange(id="DC-001", path="src/queue.py", text="The helper is a classmethod.")
    _, now = reviewed(
        said, plan, rule("One pipeline per 500 queues."), code=Code(["src/queue.py", "nodemon.js"])
    )
    assert not now.of(Note)
    assert [fact.text for fact in now.of(BusinessRule)] == ["One pipeline per 500 queues."]


def test_of_a_message_at_the_review_each_sentence_is_done() -> None:
    threshold, cut = note("The threshold is ignored there."), note("Long paths are cut.", 2)
    _, now = reviewed(
        "The threshold is a rule, not a note. The long paths are out of scope. Also: tags are kept.",
        threshold,
        cut,
    )
    assert [fact.text for fact in now.of(BusinessRule)][:1] == [threshold.text]
    assert [fact.text for fact in now.of(OutOfScope)] == [cut.text]
    assert any("tags are kept" in fact.headline for fact in now.facts)


def test_who_picks_a_line_may_say_something_beside_it() -> None:
    some, other = rule("Tags are shown."), rule("Tags are sorted.", 2)
    asked = Ask(
        text='Which one do you mean: BR-001 ("Tags are shown."), or BR-002 ("Tags are sorted.")?',
        about=situation.WHICH,
    )
    said = "The first one. And also add that tags are counted once a day."
    _, now = hear(said, known(EXPORT, some, other), asked=asked, place="choice")
    assert other.text in [fact.headline for fact in now.facts]
    assert some.text not in [fact.headline for fact in now.facts]
    assert any("counted once a day" in fact.headline for fact in now.facts)


def test_an_id_behind_the_order_is_what_it_means() -> None:
    _, now = reviewed(
        "Then please drop it. BR-001 I mean.", rule("Tags are shown."), rule("Tags are sorted.", 2)
    )
    assert [fact.text for fact in now.of(BusinessRule)] == ["Tags are sorted."]


def test_whoever_does_not_answer_whether_it_is_part_of_the_item_is_not_asked_again() -> None:
    offered = note("The users and the rules belong together.").model_copy(update={"id": ""})
    asked = Ask(text="Is it part of the item?", kinds=("note",), about=situation.KEEPS, offers=(offered,))
    thought, now = hear(
        "No. I mean the open point, it is there since 1.1.0.", known(EXPORT), asked=asked, place="choice"
    )
    assert offered.text not in [fact.headline for fact in now.facts]
    assert thought.question is None or thought.question.about != situation.KEEPS


def test_a_list_of_what_is_left_out_is_kept_whole_although_it_names_a_folder() -> None:
    asked = Ask(text="What is deliberately out of scope?", kinds=("out_of_scope",), label="Left out")
    said = "docs/v2, other algorithms, hidden commands: all out."
    _, now = hear(said, known(EXPORT), asked=asked, code=Code(["docs/v2/index.md"]))
    assert any("hidden commands" in fact.headline for fact in now.facts)


def test_what_somebody_forgets_goes_and_what_they_drop_in_the_software_stays() -> None:
    wish = rule("A float comes as 2 hours and 30 minutes.")
    asked = Ask(text="What else?", kinds=("note",), about="x: else")
    _, now = hear(
        "forget the 2 hours 30 minutes. An error is raised instead.", known(EXPORT, wish), asked=asked
    )
    assert wish.text not in [fact.headline for fact in now.facts]
    assert not any("forget" in fact.headline for fact in now.facts)
    _, now = hear("drop the 2 hours 30 minutes.", known(EXPORT, wish), asked=asked)
    assert wish.text in [fact.headline for fact in now.facts]


def test_new_words_for_it_are_those_of_the_line_that_was_told_last() -> None:
    first, last = rule("Ids are kept."), rule("All missing commas go into one message.", 2)
    said = "No, that's wrong. It should read: all missing paths go into one message."
    _, now = reviewed(said, first, last)
    assert [fact.text.casefold() for fact in now.of(BusinessRule)] == [
        "ids are kept.",
        "all missing paths go into one message.",
    ]


def test_quoted_new_words_end_with_the_quotation() -> None:
    left, old = OutOfScope(id="OUT-001", text="Shell history and errors."), note("The order is kept.")
    _, now = reviewed('OUT-001: "Shell history." the rest is a mistake. NT-001 is a rule', left, old)
    assert [fact.text for fact in now.of(OutOfScope)] == ["Shell history."]
    assert [fact.text for fact in now.of(BusinessRule)] == [old.text]


def test_whoever_forgets_something_and_wants_better_is_asked_about_what_they_told_last() -> None:
    port = rule('It gives ("203.0.113.7", 51234), so the port of the header is used.')
    said = 'No wait, forget the port. Better keep 0, so it gives ("203.0.113.7", 0).'
    asked = Ask(text="Which rules hold?", kinds=("business_rule",))
    thought, now = hear(said, known(EXPORT, port), asked=asked)
    assert thought.question is not None
    assert "replace BR-001" in thought.question.text
    assert not any("forget" in fact.headline for fact in now.facts)


def test_a_question_that_was_passed_over_is_asked_once_more() -> None:
    first, new = rule("Ten rows at most."), rule("Twenty rows at most.", 2)
    asked = Ask(
        text="Does that replace BR-001?",
        kinds=("business_rule",),
        about=f"{situation.REPLACES}BR-001|{new.text}",
    )
    thought, _ = hear(
        "And the log is rotated at midnight.", known(EXPORT, first, new), asked=asked, place="choice"
    )
    assert thought.question == asked


def test_a_file_of_an_offer_may_be_denied_behind_its_name() -> None:
    offers = (DirectChange(path="shell/keys.fish"), DirectChange(path="src/history.go"))
    asked = Ask(text="I would plan with these. Does that fit?", kinds=("direct_change",), offers=offers)
    code = Code(["shell/keys.fish", "src/history.go"])
    _, now = hear(
        "src/history.go, and keys no, that is the shell",
        known(EXPORT),
        asked=asked,
        place="choice",
        code=code,
    )
    assert [fact.path for fact in now.of(NoChange)] == ["shell/keys.fish"]


def test_what_takes_the_place_of_something_forgotten_is_not_lost() -> None:
    cap = rule("Any other unit is an error. It must work with gnu too, there the cap is M.")
    asked = Ask(text="What else would a builder get wrong?", kinds=("note",), about="x: else")
    thought, now = hear(
        "hmm forget the gnu thing, better leave gnu without a cap", known(EXPORT, cap), asked=asked
    )
    assert thought.question is not None
    assert "replace BR-001" in thought.question.text
    assert any("leave gnu without a cap" in fact.headline for fact in now.facts)


def test_a_wish_takes_the_place_of_no_trouble_of_today() -> None:
    trouble = Problem(id="PB-001", text="Support has to copy the numbers by hand every Monday.")
    asked = Ask(text="Which rules hold?", kinds=("business_rule",))
    thought, now = hear(
        "forget Monday, better every first day of the month", known(EXPORT, trouble), asked=asked
    )
    assert trouble.text in [fact.headline for fact in now.facts]
    assert thought.question is None or "replace PB-001" not in thought.question.text


def test_of_two_doubtful_sentences_at_the_review_one_is_asked_about_and_the_other_said_back() -> None:
    said = "the users and the rules belong together. the errors and the checks belong together"
    thought, now = reviewed(said, note("Logs rotate daily."))
    assert len(now.facts) == 2
    asked = thought.question.text if thought.question else ""
    assert "the errors and the checks" in f"{words(thought)} {asked}"
    assert "the users and the rules" in f"{words(thought)} {asked}"
