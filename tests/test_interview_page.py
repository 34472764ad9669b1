"""Edits of the page in plain words: another heading, another requirement, a rank for the rest, words that are quoted back."""

import pytest

from interview_table import Code, a_scan, hear, known, words
from roundtable.analysis.scanning import Occurrence
from roundtable.analysis.titles import title_of
from roundtable.engine.briefing import Ask
from roundtable.engine.hearing import REVIEW
from roundtable.facts import (
    BusinessRule,
    Criterion,
    DirectChange,
    ErrorCase,
    NoChange,
    Note,
    OpenQuestion,
    OutOfScope,
    Problem,
    Requirement,
    RiskZone,
)
from roundtable.facts.evidence import Confirmed, Quote
from roundtable.interview import lead_ins, moving, stating
from roundtable.interview.focus import focus_of
from tables import check_rows, each

REVIEWING = Ask(
    text="What would you like to change or explore further before I finalize this?",
    kinds=("requirement", "note"),
    about=REVIEW,
)
EXPORT = Requirement(title="Export the report as CSV", text="Export the report as CSV")
MAIL = Requirement(title="Mail it on Mondays", text="Mail it on Mondays")
FLOOD = BusinessRule(text="A flood of random names would fill the cache", requirement="FR-001")


def reviewed(said: str, *facts: Requirement | BusinessRule | Criterion | ErrorCase | Note) -> list[str]:
    _, now = hear(said, known(EXPORT, *facts), asked=REVIEWING, place="review")
    return [f"{fact.kind}: {fact.headline}" for fact in now.facts[1:]]


@pytest.mark.parametrize(
    "said",
    [
        "The flood of random names is a risk, not a check.",
        "BR-001 is a risk",
        "the flood of names should be under risks",
        "BR-001 belongs under 'risks'",
    ],
)
def test_what_stands_under_the_wrong_heading_moves_with_its_words(said: str) -> None:
    thought, now = hear(said, known(EXPORT, FLOOD), asked=REVIEWING, place="review")
    assert not now.of(BusinessRule)
    assert [risk.text for risk in now.of(RiskZone)] == [FLOOD.text]
    assert words(thought).startswith("BR-001 is now a risk: ")


def test_something_new_that_is_named_by_its_heading_stands_there_and_moves_nothing() -> None:
    _, now = hear("Refunds are out of scope", known(EXPORT, FLOOD), asked=REVIEWING, place="review")
    assert [fact.text for fact in now.of(OutOfScope)] == ["Refunds are out of scope"]
    assert [fact.text for fact in now.of(BusinessRule)] == [FLOOD.text]


def test_each_heading_is_known_by_its_names() -> None:
    heads = each(
        ["risk_zone: A flood of random names would fill the cache"],
        "BR-001 is a risk",
        "BR-001 and its words are risks",
        "list BR-001 as a risk",
        "move BR-001 under risks",
        "move BR-001 to the risks",
        "move BR-001 into risks",
        "put BR-001 in risks",
        "BR-001 should be a risk",
        "BR-001, it's a risk",
        "BR-001, call it a risk",
    )
    check_rows(moving, "_HEADS", lambda said: reviewed(said, FLOOD), heads)
    check_rows(
        moving,
        "_AGAINST",
        lambda said: moving.heading_named(said)[0],
        {
            "it is a rule not in scope": "business_rule",
            "it is a rule instead of a risk": "business_rule",
            "it is a rule rather than a risk": "business_rule",
            "it is a rule isn't a risk": "business_rule",
            "these are rules aren't risks": "business_rule",
        },
    )


def test_a_rule_or_a_check_goes_to_the_requirement_that_is_named() -> None:
    rule = BusinessRule(text="guests may not see the export", requirement="FR-001")
    for said in (
        "BR-001 goes with FR-002",
        "the sentence about guests and the export belongs to FR-002",
        "move BR-001 to FR-002",
    ):
        _, now = hear(said, known(EXPORT, MAIL, rule), asked=REVIEWING, place="review")
        assert [(one.text, one.requirement) for one in now.of(BusinessRule)] == [(rule.text, "FR-002")], said
    _, now = hear("FR-001 belongs to FR-002", known(EXPORT, MAIL), asked=REVIEWING, place="review")
    assert len(now.of(Requirement)) == 2


def test_the_rest_gets_the_priority_that_is_given_to_the_rest() -> None:
    for said in (
        "FR-001 is a must, the rest is nice to have",
        "FR-001 is a must, everything else can wait",
        "FR-001 is a must and all else is nice to have",
        "FR-001 is a must, the others are nice to have",
    ):
        _, now = hear(said, known(EXPORT, MAIL), asked=REVIEWING, place="review")
        assert now.priorities == {"FR-001": "Must", "FR-002": "Could"}, said
        assert not now.of(Note)


def test_only_the_sentence_whose_priority_cannot_be_given_is_kept() -> None:
    said = "FR-001 is a must. The little green lamp is a could."
    _, now = hear(said, known(EXPORT), asked=REVIEWING, place="review")
    assert now.priorities == {"FR-001": "Must"}
    assert [note.text for note in now.of(Note)] == ["The little green lamp is a could."]


def test_what_is_quoted_word_for_word_is_what_goes_and_the_rest_of_the_sentence_stays() -> None:
    talk = Criterion(text="One more thing, I have to say: the limit is high", requirement="FR-001")
    said = 'drop "One more thing, I have to say"'
    assert reviewed(said, talk, FLOOD) == [f"business_rule: {FLOOD.text}", "criterion: the limit is high"]


def test_a_distinct_figure_is_corrected_wherever_the_sentence_has_it() -> None:
    error = ErrorCase(text='A number above 3650 gives "between 0 and 3650 days"', requirement="FR-001")
    said = "correction: the limit is 36500 days, not 3650"
    assert reviewed(said, error) == ['error_case: A number above 36500 gives "between 0 and 36500 days"']


PLACES = Ask(
    text="I would plan with `src/a.py` and `src/b.py`. Does that fit, or which file or module would you touch?",
    kinds=("direct_change",),
    offers=(DirectChange(path="src/a.py"), DirectChange(path="src/b.py")),
)
CODE = Code(["src/a.py", "src/b.py", "src/c.py"])


def placed(said: str) -> tuple[set[str], set[str]]:
    _, now = hear(said, known(EXPORT), asked=PLACES, place="choice", code=CODE)
    return {fact.path for fact in now.of(DirectChange)}, {fact.path for fact in now.of(NoChange)}


@pytest.mark.parametrize(
    "said",
    [
        "only src/a.py",
        "just src/a.py",
        "src/a.py, nothing else",
        "src/a.py alone",
    ],
)
def test_of_the_files_that_were_offered_the_others_are_out_where_somebody_wants_only_one(said: str) -> None:
    assert placed(said) == ({"src/a.py"}, {"src/b.py"})


def test_a_file_that_comes_beside_those_that_were_offered_agrees_to_them() -> None:
    said = "Both are right, but src/c.py is missing: it counts."
    _, now = hear(said, known(EXPORT), asked=PLACES, place="choice", code=CODE)
    agreed = {fact.path: fact for fact in now.of(DirectChange)}
    assert set(agreed) == {"src/a.py", "src/b.py", "src/c.py"}
    assert all(
        any(isinstance(at, Confirmed) for at in agreed[path].evidence) for path in ("src/a.py", "src/b.py")
    )


def test_a_last_word_to_the_table_is_not_kept_beside_what_was_told() -> None:
    asked = Ask(text="What else would a builder get wrong?", kinds=("note",))
    _, now = hear(
        "The client needs the field as well. Otherwise I think that is all.", known(EXPORT), asked=asked
    )
    assert [fact.headline for fact in now.facts[1:]] == ["The client needs the field as well."]


def test_a_question_beside_an_answer_is_never_met_with_silence() -> None:
    asked = Ask(text="Which limits hold?", simpler="What is not allowed?", kinds=("business_rule",))
    thought, _ = hear("Should it be capped too?", known(EXPORT), asked=asked, kind="answer_back")
    assert thought.question is not None
    thought, _ = hear(
        "At most ten lines. Should it be capped too?", known(EXPORT), asked=asked, kind="answer_back"
    )
    assert words(thought)


def test_a_long_request_is_called_by_what_stands_before_its_first_explanation() -> None:
    long = "does not cost a look at the disk for every root on every single request of a busy day"
    assert (
        title_of(f"Cache failed lookups in render() so that a missing view {long}")
        == "Cache failed lookups in render()"
    )
    assert (
        title_of(f"Bound the time it may take at shutdown: a flag that {long}")
        == "Bound the time it may take at shutdown"
    )
    assert title_of(f"Keep failed lookups (those of a view: any) because a missing one {long}") == (
        "Keep failed lookups (those of a view: any)"
    )
    short = "Cache failed lookups so that a missing view costs nothing"
    assert title_of(short) == short


# -- what cannot be worked in at the review ------------------------------------------------------------------------------


def test_a_correction_of_nothing_that_is_on_record_is_told_like_anything_else() -> None:
    said = "Correction on the log: with logging on, it is written at debug level."
    thought, now = hear(said, known(EXPORT, FLOOD), asked=REVIEWING, place="review")
    assert thought.question is None
    assert now.of(BusinessRule)[0].text == FLOOD.text
    assert sum("debug level" in fact.headline for fact in now.facts) == 1
    assert not now.of(OpenQuestion)


def test_whoever_is_asked_which_one_may_want_both() -> None:
    rules = (
        BusinessRule(text="a mail goes to clerks", requirement="FR-001"),
        BusinessRule(text="a mail goes to guests", requirement="FR-001"),
    )
    thought, now = hear("drop the mail", known(EXPORT, *rules), asked=REVIEWING, place="review")
    assert thought.question is not None
    assert len(now.of(BusinessRule)) == 2
    for reply, left in (
        ("both of them", []),
        ("all", []),
        ("BR-002", [rules[0].text]),
        ("the guests", [rules[0].text]),
    ):
        _, after = hear(reply, now, asked=thought.question, place="choice")
        assert [rule.text for rule in after.of(BusinessRule)] == left, reply
    thought, after = hear("the penguins", now, asked=thought.question, place="choice")
    assert len(after.of(BusinessRule)) == 2
    assert "cannot tell" in words(thought)


def test_a_removal_by_id_may_come_with_something_else() -> None:
    said = "Remove BR-001; it is only a remark of mine. Also add a test for the empty list."
    _, now = hear(said, known(EXPORT, FLOOD), asked=REVIEWING, place="review")
    assert FLOOD.text not in [rule.text for rule in now.of(BusinessRule)]
    assert any("empty list" in fact.headline for fact in now.facts)


def test_each_verb_removes_what_has_the_id_behind_it() -> None:
    verbs = (
        "drop",
        "remove",
        "delete",
        "strike",
        "take out",
        "take back",
        "scrap",
        "scratch",
        "forget",
        "throw out",
    )
    said = {f"{verb} BR-001": True for verb in verbs}
    check_rows(
        lead_ins,
        "_REMOVES",
        lambda words: lead_ins.removal_in(words) is not None,
        {**said, "dropped BR-001": False},
    )
    ways = ("is gone", "are gone", "can go", "has to go", "must go")
    said = {f"that check of yours {way} now": True for way in ways}
    said |= {
        f"I only answered you there, {way}": True
        for way in ("take it away", "take it out", "throw that line out", "get rid of it")
    }
    check_rows(
        lead_ins, "_GONE", lead_ins.wants_gone, {**said, "The old endpoint is gone since March": False}
    )
    said = {
        f"{joint}, it is 5": True for joint in ("And wait", "But sorry", "Also, sorry", "Oh wait", "Ah wait")
    }
    check_rows(lead_ins, "JOINERS", lead_ins.announces, {**said, "And it is 5": False})
    polite = ("Please", "You can", "Can you", "By the way,", "Btw")
    said = {f"{words} drop the list": True for words in polite}
    check_rows(lead_ins, "_COURTESY", lead_ins.takes_back, {**said, "The list drops": False})


# -- names of code, and what is pointed at ---------------------------------------------------------------------------------


def test_one_name_of_code_takes_the_place_of_another_wherever_it_is_demanded() -> None:
    rules = (
        BusinessRule(text="Raise a ValueError that names both.", requirement="FR-001"),
        Criterion(text="The test expects ValueError.", requirement="FR-001"),
        Problem(text="Today a ValueError is swallowed."),
    )
    _, now = hear("oh and use RuntimeError instead of ValueError", known(EXPORT, *rules))
    assert {fact.headline for fact in now.facts[1:]} == {
        "Raise a RuntimeError that names both.",
        "The test expects RuntimeError.",
        "Today a ValueError is swallowed.",
    }


def test_that_one_is_what_was_told_right_before() -> None:
    for said in (
        "That one is a must.",
        "Thats a must.",
        "This one is a must",
        "it is a must",
        "that is a must",
        "this is a must",
    ):
        _, now = hear(said, known(EXPORT, evidenced(MAIL)), asked=REVIEWING, place="review")
        assert now.priorities == {"FR-002": "Must"}, said


def evidenced(fact: Requirement) -> Requirement:
    return fact.model_copy(update={"evidence": (Quote(turn=1, start=0, end=4, text=fact.text[:4]),)})


# -- files by other words than their names ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "planned", "out"),
    [
        ("the first one", {"src/a.py"}, set[str]()),
        ("the second one", {"src/b.py"}, set[str]()),
        ("the last one is wrong", {"src/a.py"}, {"src/b.py"}),
        ("src/a.py yes, the other one no", {"src/a.py"}, {"src/b.py"}),
        ("all but src/b.py", {"src/a.py"}, {"src/b.py"}),
        ("yep + src/c.py", {"src/a.py", "src/b.py", "src/c.py"}, set[str]()),
        ("src/a.py", {"src/a.py"}, set[str]()),
    ],
)
def test_the_files_of_an_offer_may_be_named_by_their_place_in_it(
    said: str, planned: set[str], out: set[str]
) -> None:
    assert placed(said) == (planned, out)


def test_a_folder_that_has_nothing_to_do_with_it_is_out_with_all_that_is_in_it() -> None:
    code = Code(["app/old/a.py", "app/b.py"])
    plan = (DirectChange(path="app/old/a.py"), DirectChange(path="app/b.py"))
    asked = Ask(text="Who runs into it?", kinds=("user_type",))
    _, now = hear("app/old has nothing to do with it", known(EXPORT, *plan), asked=asked, code=code)
    assert [fact.path for fact in now.of(NoChange)] == ["app/old/"]
    assert [fact.path for fact in now.of(DirectChange)] == ["app/b.py"]
    assert focus_of(now).rules_out("app/old/deep/c.py")
    assert not focus_of(now).rules_out("app/older.py")


def test_only_the_question_itself_is_looked_up() -> None:
    asked = Ask(text="What is the default?", simpler="What holds?", kinds=("business_rule",))
    uses = {"choose": [Occurrence(path="a.js", line=3, role="defines", kind="source")]}
    said = "There is nothing to choose. What kind of default do you have in mind?"
    thought, _ = hear(said, known(EXPORT), asked=asked, kind="answer_back", code=Code(["a.js"], uses=uses))
    assert "choose" not in words(thought)


@pytest.mark.parametrize(
    "said",
    [
        "Please change the title to: Export as CSV",
        'the title is too long, make it "Export as CSV"',
        'rename it to "Export as CSV"',
        'please call the item "Export as CSV"',
        "Title: Export as CSV",
    ],
)
def test_whoever_gives_the_item_another_title_is_told_how_and_nothing_is_recorded(said: str) -> None:
    thought, now = hear(said, known(EXPORT), asked=REVIEWING, place="review")
    assert "roundtable rename" in words(thought)
    assert '"Export as CSV"' in words(thought)
    assert len(now.facts) == 1


def test_an_item_about_titles_is_not_renamed_by_a_word_about_them() -> None:
    titles = Requirement(title="Pages have a title", text="Pages have a title")
    _, now = hear("And the title reads: Overview", known(titles), asked=REVIEWING, place="review")
    assert any("Overview" in fact.headline for fact in now.facts)


def test_a_figure_with_its_unit_right_behind_it_is_a_figure() -> None:
    rule = BusinessRule(text="it tries again every 10s at most", requirement="FR-001")
    assert reviewed("and its every 5s, not 10s", rule) == ["business_rule: it tries again every 5s at most"]


def test_what_is_wanted_is_not_filed_under_what_is_left_out() -> None:
    asked = Ask(text="What is deliberately out of scope, or left for later?", kinds=("out_of_scope",))
    said = "no buffering. also startup: if connect fails in __init__ that one should be fixed too, with the same retry"
    _, now = hear(said, known(EXPORT), asked=asked)
    left_out = [
        fact for fact in now.facts if fact.kind == "out_of_scope" or getattr(fact, "about", "") == "not"
    ]
    assert not any("startup" in fact.headline for fact in left_out)


def test_how_it_is_today_is_no_part_of_what_it_will_do() -> None:
    asked = Ask(text="As an example, what do you type, and what comes out?", kinds=("criterion",))
    _, now = hear("Table(max_rows=3) shows three rows. Today all ten appear.", known(EXPORT), asked=asked)
    assert [note.about for note in now.of(Note) if note.text.startswith("Today")] == ["why"]


def test_whoever_named_no_test_is_asked_once_for_tests_and_docs() -> None:
    asked = Ask(text="What else would a builder get wrong?", kinds=("note",))
    said = "An empty row prints nothing at all."
    tests = DirectChange(path="tests/test_rows.py")
    for scan, facts, ends in (
        (a_scan(), (), "What else, tests or docs that come along?"),
        (a_scan(), (tests,), ". What else?"),
        (None, (), ". What else?"),
    ):
        thought, now = hear(said, known(EXPORT, *facts), asked=asked, scan=scan)
        assert words(thought).endswith(ends)
    thought, now = hear(said, known(EXPORT), asked=asked, scan=a_scan())
    thought, _ = hear("A row of one cell prints 1.", now, asked=asked, scan=a_scan())
    assert words(thought).endswith("What else?")


def test_before_and_after_of_one_case_are_one_check() -> None:
    asked = Ask(text="Take one real case: what happens today, and what afterwards?", kinds=("criterion",))
    case = "A row of 3 cells prints 2 today. {} 3 cells are printed. The total says 3."
    leads = ("Afterwards:", "Now", "After the change", "With `--keep`:", "Instead")

    def checks(said: str) -> bool:
        _, now = hear(said, known(EXPORT), asked=asked)
        return [check.text for check in now.of(Criterion)] == [said] and not now.of(Note, BusinessRule)

    check_rows(stating, "_STAGES", checks, {case.format(lead): True for lead in leads})
    leads = ("so say", "suppose", "imagine", "assume")
    case = "{0} the file has three lines, foo, bar and baz. The output then lists all of them once. Baz comes first."
    check_rows(stating, "_SETS_UP", checks, {case.format(lead): True for lead in leads})


@pytest.mark.parametrize(
    "said",
    [
        "If the header is longer than the limit, the call returns 0 and the promise rejects.",
        "The security audit flagged it last month.",
    ],
)
def test_whoever_is_asked_what_goes_wrong_tells_no_error_to_build_and_names_nobody(said: str) -> None:
    asked = Ask(text="What goes wrong today, and why change it?", kinds=("problem",))
    _, now = hear(f"The client waits for ever. {said}", known(EXPORT), asked=asked)
    assert said in [problem.text for problem in now.of(Problem)]


def test_words_that_are_quoted_as_a_contrast_leave_the_problem_as_it_is() -> None:
    problem = Problem(text='Today the page shows ">10,000 rows".')
    _, now = hear('It shows "42,000 rows" instead of ">10,000 rows".', known(EXPORT, problem))
    assert [fact.text for fact in now.of(Problem)] == [problem.text]


def test_a_priority_for_nothing_that_can_be_told_is_asked_about_and_not_kept() -> None:
    two = known(EXPORT, Requirement(title="Mail it", text="Mail it"))
    thought, now = hear("that one is a must", two, asked=REVIEWING, place="review")
    assert words(thought).startswith("Which one?")
    assert not now.of(Note)


def test_where_a_corrected_figure_stands_elsewhere_that_is_said() -> None:
    rules = (
        BusinessRule(text="A request is cut after 60 seconds", requirement="FR-001"),
        BusinessRule(text="The log is kept for 60 days", requirement="FR-001"),
    )
    said = "the request is cut after 30 seconds, not 60"
    thought, now = hear(said, known(EXPORT, *rules), asked=REVIEWING, place="review")
    assert {rule.text for rule in now.of(BusinessRule)} == {
        "A request is cut after 30 seconds",
        rules[1].text,
    }
    assert "60 also stands in BR-002" in words(thought)


def test_a_heading_for_something_that_is_not_on_record_is_no_new_statement() -> None:
    said = "and the lamp sentence is a rule, not a note"
    thought, now = hear(said, known(EXPORT, FLOOD), asked=REVIEWING, place="review")
    assert [(fact.kind, fact.headline) for fact in now.facts[1:]] == [("business_rule", FLOOD.text)]
    assert "cannot tell" in words(thought)
