"""What the offline mind does with a person's words: whole sentences, one fact each, and exact changes."""

import pytest

from interview_table import Code, a_scan, hear, known, words
from roundtable.analysis.analysis import Analysis
from roundtable.engine.briefing import Ask
from roundtable.engine.hearing import REVIEW
from roundtable.facts import (
    BusinessRule,
    Criterion,
    Decision,
    DirectChange,
    Interface,
    NoChange,
    Note,
    OpenQuestion,
    OutOfScope,
    Priority,
    Problem,
    Quality,
    Requirement,
    SuccessMetric,
    UserType,
)

RULES = Ask(
    text="Which rules or limits must hold?", kinds=("business_rule",), about="requirements-definition: rules"
)
REVIEWING = Ask(
    text="What would you like to change or explore further before I finalize this?",
    kinds=("requirement", "note"),
    about=REVIEW,
)
EXPORT = Requirement(title="Export the report as CSV", text="Export the report as CSV")


def texts(analysis: Analysis) -> list[str]:
    return [fact.headline for fact in analysis.facts]


def test_each_sentence_becomes_one_fact_in_the_persons_own_words() -> None:
    said = "Only managers may export. More than 10,000 rows are refused."
    _, now = hear(said, known(EXPORT), asked=RULES)
    assert texts(now)[1:] == ["Only managers may export.", "More than 10,000 rows are refused."]
    assert all(fact.evidence[0].kind == "quote" for fact in now.facts)


def test_a_quote_is_exactly_what_was_said_where_it_was_said() -> None:
    said = "well yes. Only managers may export."
    _, now = hear(said, known(EXPORT), asked=RULES)
    for fact in now.facts[1:]:
        quote = fact.evidence[0]
        assert quote.kind == "quote"
        assert said[quote.start : quote.end] == quote.text


def test_a_denied_file_leaves_the_plan_and_takes_nothing_else_along() -> None:
    code = Code(["src/plot.py", "src/report.py"])
    plan = known(
        EXPORT, DirectChange(path="src/plot.py", why="scan"), DirectChange(path="src/report.py", why="scan")
    )
    asked = Ask(
        text="I would plan with `src/plot.py` and `src/report.py`. Does that fit?", kinds=("direct_change",)
    )
    _, now = hear("No. plot.py has nothing to do with it", plan, asked=asked, place="choice", code=code)
    assert [fact.path for fact in now.of(DirectChange)] == ["src/report.py"]
    assert [fact.path for fact in now.of(NoChange)] == ["src/plot.py"]
    assert not now.of(Decision)


def test_a_denial_brings_what_it_says_instead() -> None:
    code = Code(["src/plot.py", "src/report.py", "src/export.py"])
    offers = (DirectChange(path="src/plot.py"),)
    asked = Ask(
        text="I would plan with `src/plot.py`. Does that fit?", kinds=("direct_change",), offers=offers
    )
    said = "No, plot.py isn't touched. It belongs in src/export.py, next to the writer."
    _, now = hear(said, known(EXPORT), asked=asked, place="choice", code=code)
    assert [fact.path for fact in now.of(DirectChange)] == ["src/export.py"]
    assert [fact.path for fact in now.of(NoChange)] == ["src/plot.py"]


def test_yes_records_what_was_offered_and_only_then() -> None:
    asked = Ask(
        text="I would plan with `src/report.py`. Does that fit?",
        kinds=("direct_change",),
        offers=(DirectChange(path="src/report.py", why="defines the writer"),),
    )
    _, now = hear("yes", known(EXPORT), asked=asked, place="choice")
    assert [fact.path for fact in now.of(DirectChange)] == ["src/report.py"]
    _, now = hear("no", known(EXPORT), asked=asked, place="choice")
    assert not now.of(DirectChange)


def test_yes_but_is_stored_with_its_but() -> None:
    code = Code(["src/report.py", "src/mail.py"])
    asked = Ask(
        text="I would plan with `src/report.py`. Does that fit?",
        kinds=("direct_change",),
        offers=(DirectChange(path="src/report.py"),),
    )
    said = "Yes, but the mail text must not change."
    _, now = hear(said, known(EXPORT), asked=asked, place="choice", code=code)
    assert [fact.path for fact in now.of(DirectChange)] == ["src/report.py"]
    assert any("the mail text must not change" in text for text in texts(now))


@pytest.mark.parametrize("said", ["I don't know.", "no idea, honestly", "weiß ich nicht"])
def test_whoever_does_not_know_leaves_an_open_point_and_no_fact(said: str) -> None:
    thought, now = hear(said, known(EXPORT), asked=RULES)
    assert [fact.text for fact in now.of(OpenQuestion)] == [RULES.text]
    assert len(now.facts) == 2
    assert RULES.about in thought.settled


@pytest.mark.parametrize("said", ["That does not apply here.", "There is no figure for this.", "none"])
def test_a_refusal_settles_the_question_and_is_no_fact(said: str) -> None:
    asked = Ask(text="How fast must it be?", kinds=("quality",), about="requirements-definition: figures")
    thought, now = hear(said, known(EXPORT), asked=asked)
    assert len(now.facts) == 1
    assert not now.of(Quality)
    assert asked.about in thought.settled


def test_a_corrected_value_changes_the_one_sentence_that_has_it() -> None:
    before = known(
        EXPORT,
        Criterion(
            requirement="FR-001", text="Two warnings with a limit of 1: it prints a line and exits with 5"
        ),
        BusinessRule(text="Exactly the limit is still fine"),
    )
    thought, now = hear(
        "No wait, it exits with 6, not 5. 5 is taken.", before, asked=REVIEWING, place="review"
    )
    assert now.of(Criterion)[0].text == "Two warnings with a limit of 1: it prints a line and exits with 6"
    assert len(now.facts) == len(before.facts)
    assert "before:" in words(thought)
    assert "After:" in words(thought)


@pytest.mark.parametrize(
    ("before", "said", "after"),
    [
        ('a line "Discount -5.00"', "The line says Rebate, not Discount.", 'a line "Rebate -5.00"'),
        (
            "None when nothing is close",
            "it is an empty list, not None",
            "an empty list when nothing is close",
        ),
        (
            "a URL of 9000 characters",
            "Wrong: it was 16 KB in our case, not 9000 characters.",
            "a URL of 16 KB",
        ),
        ("since 0.40 it is refused", "it's 0.41, not 0.40", "since 0.41 it is refused"),
        ("we count fifty steps", "No wait, it's 100, not fifty.", "we count 100 steps"),
        (
            "as a heading of level two",
            "It is a heading of level one, not level two.",
            "as a heading of level one",
        ),
        ("after fifty small steps", "It's 100 steps, not fifty.", "after 100 small steps"),
        ("up to 2,500 orders an hour", "We take 4,000 orders, not 2,500.", "up to 4,000 orders an hour"),
        ("between 1 and 2,500 orders", "BR-001: the most is 4,000, not 2,500.", "between 1 and 4,000 orders"),
        ("it asks every 20 seconds", "It asks every 90 seconds, not every 20.", "it asks every 90 seconds"),
        ("it waits 20 seconds", "it's 3 minutes, not 20 seconds", "it waits 3 minutes"),
        (
            "we had 4 of those in spring",
            "it was 3 of those in the whole of the spring, not 4, I looked",
            "we had 3 of those in spring",
        ),
        ("a 9000 character request", "it was 16 KB in our case, not 9000 characters", "a 16 KB request"),
        (
            "ten rows at most",
            "BR-001 lost its end: it should say that ten rows are shown",
            "ten rows are shown",
        ),
        (
            'the lines "3,Eva" and "4" print "3 read", it ends with 3',
            "BR-001 ends with 4, not 3.",
            'the lines "3,Eva" and "4" print "3 read", it ends with 4',
        ),
        (
            "the page is blank and says nothing",
            'BR-001 should say "shows the last order" instead of "says nothing".',
            "the page is blank and shows the last order",
        ),
        (
            "mail them at night",
            "BR-001 should be: mail them at noon, with a copy.",
            "mail them at noon, with a copy.",
        ),
    ],
)
def test_the_new_value_takes_the_place_of_the_old_one_and_nothing_more(
    before: str, said: str, after: str
) -> None:
    _, now = hear(said, known(EXPORT, BusinessRule(text=before)), asked=REVIEWING, place="review")
    assert now.of(BusinessRule)[0].text == after


@pytest.mark.parametrize(
    "said",
    [
        "In BR-001 the code is 4.",
        "BR-001 is no rule, it is what comes with an empty cart.",
        "At noon it prints everything.",
    ],
)
def test_what_cannot_be_put_in_its_place_exactly_destroys_nothing(said: str) -> None:
    rule = BusinessRule(text="It prints 3 lines at noon, ends with 3 and mails everything")
    _, now = hear(said, known(EXPORT, rule), asked=REVIEWING, place="review")
    assert now.of(BusinessRule)[0].text == rule.text


def test_a_figure_corrected_in_the_middle_of_an_answer_is_put_right_and_the_rest_is_told() -> None:
    before = known(EXPORT, Criterion(requirement="FR-001", text="a bad line ends it with 3"))
    said = "A line without a date is bad, too. Actually it ends with 4, not 3."
    _, now = hear(said, before, asked=RULES)
    assert now.of(Criterion)[0].text == "a bad line ends it with 4"
    assert [text for text in texts(now) if "Actually" in text] == []
    assert any("without a date" in text for text in texts(now))


def test_a_sentence_may_correct_the_one_before_it_in_the_same_answer() -> None:
    _, now = hear("Orders are numbered from 5. Actually it should be 1, not 5.", known(EXPORT), asked=RULES)
    assert texts(now)[1:] == ["Orders are numbered from 1."]


def test_two_corrections_in_one_sentence_are_both_made() -> None:
    before = known(EXPORT, BusinessRule(text="2,500 orders a day"), BusinessRule(text="Pages begin at 5."))
    said = "It's 4,000, not 2,500, and pages begin at 1, not 5."
    _, now = hear(said, before, asked=REVIEWING, place="review")
    assert texts(now)[1:] == ["4,000 orders a day", "Pages begin at 1."]


def test_a_quoted_text_with_a_not_in_it_is_no_correction_of_a_value() -> None:
    before = known(EXPORT, BusinessRule(text="it prints 7 Gone, then stops"))
    said = "BR-001: it prints `7 Order not Found`, then goes on."
    _, now = hear(said, before, asked=REVIEWING, place="review")
    assert texts(now)[1:] == ["It prints `7 Order not Found`, then goes on."]


def test_two_ids_ranked_in_one_breath_get_each_its_own() -> None:
    mail = Requirement(title="Mail it", text="Mail it")
    _, now = hear(
        "FR-001 is a must and FR-002 is a could", known(EXPORT, mail), asked=REVIEWING, place="review"
    )
    assert (now.priority_of("FR-001"), now.priority_of("FR-002")) == ("Must", "Could")


@pytest.mark.parametrize(
    "said", ["Also, BR-001 says the same as FR-001, so BR-001 can go", "BR-009: nothing"]
)
def test_whoever_names_an_id_at_the_review_adds_nothing(said: str) -> None:
    before = known(EXPORT, BusinessRule(text="Only managers may export"))
    thought, now = hear(said, before, asked=REVIEWING, place="review")
    assert now.of(Requirement) == before.of(Requirement)
    assert not now.of(Note)
    assert words(thought)


def test_a_figure_of_something_else_is_left_alone() -> None:
    before = known(EXPORT, BusinessRule(text="we retry 50 times"))
    _, now = hear("The limit is 100, not 50.", before, asked=RULES)
    assert now.of(BusinessRule)[0].text == "we retry 50 times"


def test_dropping_by_id_removes_that_and_adds_nothing() -> None:
    before = known(EXPORT, Requirement(title="Mail it on Mondays", text="Mail it on Mondays"))
    _, now = hear("Drop FR-002", before, asked=REVIEWING, place="review")
    assert [fact.id for fact in now.facts] == ["FR-001"]


def test_dropping_a_part_keeps_the_rest_of_the_sentence() -> None:
    before = known(
        EXPORT,
        SuccessMetric(
            text="the build goes red the day a warning appears, and we lower the number every sprint"
        ),
    )
    _, now = hear("drop the sprint bit from the success thing", before, asked=REVIEWING, place="review")
    assert [fact.text for fact in now.of(SuccessMetric)] == ["the build goes red the day a warning appears"]


def test_a_priority_is_set_by_id_and_the_text_stays() -> None:
    thought, now = hear("FR-001 should be a Must", known(EXPORT), asked=REVIEWING, place="review")
    assert now.priority_of("FR-001") == "Must"
    assert len(now.of(Requirement)) == 1
    assert "Must" in words(thought)


def test_two_priorities_in_one_sentence_go_to_what_each_names() -> None:
    before = known(
        EXPORT,
        Requirement(title="A flag for the limit", text="A flag for the limit on the command line"),
        BusinessRule(text="The same can be set as max_rows in the config file"),
    )
    said = "the config file entry is a should, the flag is the must"
    _, now = hear(said, before, asked=REVIEWING, place="review")
    levels = {now.get(p.target).headline: p.level for p in now.of(Priority)}  # type: ignore[union-attr]
    assert levels == {
        "A flag for the limit on the command line": "Must",
        "The same can be set as max_rows in the config file": "Should",
    }
    assert len(now.of(Requirement)) == 2


def test_two_ranks_of_parts_of_one_thing_are_kept_in_words_and_rank_nothing() -> None:
    both = Requirement(title="Mails and letters", text="Mails and letters carry the order number")
    said = "The part about letters is only a Should, mails are the Must."
    _, now = hear(said, known(EXPORT, both), asked=REVIEWING, place="review")
    assert not now.of(Priority)
    assert [(note.text, note.about) for note in now.of(Note)] == [(said, "rank")]


def test_a_rank_that_two_facts_could_mean_goes_to_neither() -> None:
    before = known(
        EXPORT,
        BusinessRule(text="A log line for each mail"),
        BusinessRule(text="A log line for each letter"),
    )
    _, now = hear("the log line is a must", before, asked=REVIEWING, place="review")
    assert not now.of(Priority)
    assert len(now.of(BusinessRule)) == 2


def test_a_rank_for_two_things_at_once_is_kept_in_words_and_ranks_neither() -> None:
    one = Criterion(text="A failing run exits with code 3 and prints a message.", requirement="FR-001")
    said = "The exit code and the message are the most important, the docs page can wait."
    _, now = hear(said, known(EXPORT, one), asked=REVIEWING, place="review")
    assert not now.of(Priority)
    assert said in texts(now)


def test_left_open_is_said_of_what_is_open_and_of_nothing_else() -> None:
    worry = Ask(text="What could this break, and for whom?", kinds=("risk",))
    for asked, told in ((RULES, "Left open."), (worry, "All right.")):
        thought, now = hear("I don't know.", known(EXPORT), asked=asked)
        assert words(thought).startswith(told)
        assert bool(now.of(OpenQuestion)) is (told == "Left open.")


def test_what_cannot_be_found_is_not_removed() -> None:
    before = known(EXPORT, BusinessRule(text="Only managers may export"))
    thought, now = hear("take out the thing about penguins", before, asked=REVIEWING, place="review")
    assert now.facts == before.facts
    assert words(thought)


def test_two_statements_that_disagree_are_both_quoted_and_asked_about() -> None:
    before = known(EXPORT, BusinessRule(text="everything comes in one single file"))
    thought, _ = hear("everything comes in each article's own file", before, asked=RULES)
    assert thought.question is not None
    assert "one single file" in thought.question.text
    assert "Which of the two holds?" in thought.question.text


def test_what_is_said_again_with_less_is_no_contradiction() -> None:
    before = known(EXPORT, BusinessRule(text="The default is 0, and 0 means no limit."))
    thought, _ = hear("the default is 0", before, asked=RULES)
    assert thought.question is None or "Which of the two holds?" not in thought.question.text


def test_figures_of_today_are_no_targets() -> None:
    asked = Ask(text="What goes wrong today?", kinds=("problem",))
    _, now = hear("We have 140 warnings and new ones slip in every week.", known(EXPORT), asked=asked)
    assert not now.of(Quality)
    assert [fact.text for fact in now.of(Problem)] == [
        "We have 140 warnings and new ones slip in every week."
    ]


def test_another_language_is_kept_whole_under_what_was_asked_about() -> None:
    asked = Ask(
        text="Whose headers are believed when the list is empty?", kinds=("business_rule",), label="Default"
    )
    _, now = hear("Leer heißt, dass keinem vertraut wird, und nicht allen.", known(EXPORT), asked=asked)
    note = now.of(Note)[0]
    assert (note.text, note.question) == (
        "Leer heißt, dass keinem vertraut wird, und nicht allen.",
        "Default",
    )


def test_an_answer_of_a_word_is_kept_with_its_question() -> None:
    asked = Ask(text="What is the default?", kinds=("business_rule",), label="Default")
    _, now = hear("Empty. And empty means that nobody is trusted.", known(EXPORT), asked=asked)
    assert [(note.text, note.question) for note in now.of(Note)] == [
        ("Empty. And empty means that nobody is trusted.", "Default")
    ]
    assert not now.of(BusinessRule)


def test_what_was_said_before_is_not_recorded_twice() -> None:
    before = known(EXPORT, BusinessRule(text="Only managers may export."))
    _, now = hear("Only managers may export.", before, asked=RULES)
    assert len(now.facts) == len(before.facts)


def test_nobody_at_the_table_becomes_a_user() -> None:
    thought, now = hear("Alex, what would break if we reused exit code 1?", known(EXPORT), asked=RULES)
    assert not now.of(UserType)
    assert now.facts == known(EXPORT).facts
    assert thought.question is not None


def test_a_signature_is_kept_whole_and_only_where_one_was_given() -> None:
    asked = Ask(text="What exactly will people call?", kinds=("interface",))
    _, now = hear(
        "open_resource(resource, mode='rb', encoding=None) is the whole signature.",
        known(EXPORT),
        asked=asked,
    )
    assert [fact.signature for fact in now.of(Interface)] == [
        "open_resource(resource, mode='rb', encoding=None)"
    ]


def test_left_out_of_the_product_is_scope_and_left_out_of_a_list_is_a_rule() -> None:
    asked = Ask(text="What is deliberately not part of this?", kinds=("out_of_scope",))
    _, now = hear("No limits per category, one number is enough.", known(EXPORT), asked=asked)
    assert len(now.of(OutOfScope)) == 1
    asked = Ask(text="What happens to an entry that is not valid?", kinds=("error_case", "business_rule"))
    _, now = hear("leave it out and log it", known(EXPORT), asked=asked)
    assert not now.of(OutOfScope)
    assert "leave it out and log it" in texts(now)


def test_files_are_proposed_and_not_recorded() -> None:
    asked = Ask(text="What must keep working?", kinds=("constraint",), about="technical-analysis: stays")
    scan = a_scan("src/report.py", "src/export.py")
    thought, now = hear("Existing exports stay as they are.", known(EXPORT), asked=asked, scan=scan)
    assert not now.of(DirectChange)
    assert thought.question is not None


def test_of_a_removal_only_the_ids_that_stand_together_go() -> None:
    rules = [BusinessRule(text=f"Rule about the {thing}.") for thing in ("date", "sum", "name")]
    for said, left in (
        ("Remove BR-001, BR-002 says it already.", ["BR-002", "BR-003"]),
        ("Drop BR-001 and BR-003.", ["BR-002"]),
        ("Remove BR-001, BR-002 and BR-003.", []),
    ):
        _, now = hear(said, known(EXPORT, *rules), asked=REVIEWING, place="review")
        assert [fact.id for fact in now.of(BusinessRule)] == left, said


def test_behind_a_removal_new_words_for_another_id_change_that_one() -> None:
    rules = [BusinessRule(text="Rule about the date."), BusinessRule(text="Rule about the sum.")]
    said = "Remove BR-001. And BR-002: the sum is rounded down."
    _, now = hear(said, known(EXPORT, *rules), asked=REVIEWING, place="review")
    assert [(fact.id, fact.text.rstrip(".")) for fact in now.of(BusinessRule)] == [
        ("BR-002", "The sum is rounded down")
    ]


def test_a_removal_that_names_a_file_takes_nothing_that_does_not() -> None:
    check = Criterion(requirement="FR-001", text="With --output the given name is checked instead.")
    said = "Remove the check about core.py, that's not a requirement."
    _, now = hear(said, known(EXPORT, check), asked=REVIEWING, place="review")
    assert [fact.text for fact in now.of(Criterion)] == [check.text]


def test_how_it_goes_wrong_today_is_no_check() -> None:
    asked = Ask(text="What is the shortest example that makes it happen?", kinds=("problem", "criterion"))
    said = 'Start the server, run curl on a missing page, and it prints "Empty reply from server".'
    _, now = hear(said, known(EXPORT), asked=asked)
    assert not now.of(Criterion)
    assert [fact.headline for fact in now.of(Problem)] == [said]


def test_what_somebody_does_not_know_is_an_open_point_and_no_rule() -> None:
    asked = Ask(text="Which rules and limits hold?", kinds=("business_rule",))
    _, now = hear(
        "Messages wait until seven. How long we keep them I don't know.", known(EXPORT), asked=asked
    )
    assert [fact.kind for fact in now.facts[1:]] == ["business_rule", "open_question"]


def test_blanks_inside_quotes_are_kept_as_they_were_typed() -> None:
    asked = Ask(text="Show one real call.", kinds=("criterion",))
    thought, _ = hear('strip("  Ada ") gives "Ada"', known(EXPORT), asked=asked)
    assert 'strip("  Ada ")' in words(thought)
