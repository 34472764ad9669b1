"""Files that people name: in the plan, out of it, or in passing; beside what was offered, in a folder, or before they exist."""

import pytest

from interview_table import ALEX, Code, a_scan, hear, known, think
from roundtable.analysis.analysis import Analysis
from roundtable.analysis.changes import hear as hear_turn
from roundtable.analysis.scanning import Definition, Resolved
from roundtable.engine.briefing import Ask, Spoken
from roundtable.engine.hearing import REVIEW
from roundtable.facts import DirectChange, Fact, NoChange, Requirement
from roundtable.facts.evidence import CodeAnchor
from roundtable.interview import named
from roundtable.interview.code_sight import Sight
from roundtable.interview.named import files_named
from roundtable.language.acts import read_acts
from tables import check_rows, each

EXPORT = Requirement(title="Export the report as CSV", text="Export the report as CSV")
CASE = Ask(
    text="Take one real case from start to end: what does somebody do, and what exact result do they see?",
    kinds=("criterion",),
    about="requirements-definition: One real case is told with its exact result",
)
WHERE = Ask(text="Where in the code does it live?", kinds=("direct_change", "module"), about="x: place")


def plan(analysis: Analysis) -> list[str]:
    return [fact.path for fact in analysis.of(DirectChange)]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("It is forms.py and views.py in app/mail.", ["app/mail/forms.py", "app/mail/views.py"]),
        ("The work is in app/post, forms.py there.", ["app/post/forms.py"]),
        ("It is forms.py.", []),
        ("The variable goes into deploy/.env.example.", ["deploy/.env.example"]),
    ],
)
def test_a_name_that_several_files_have_means_the_one_in_the_folder_named_with_it(
    said: str, meant: list[str]
) -> None:
    there = ["app/mail/forms.py", "app/mail/views.py", "app/post/forms.py", "deploy/.env.example"]
    found = files_named(said, Sight(view=Code(there)))
    assert [name.found.path for name in found if name.found] == meant


class Folders(Code):
    """A repository that knows its folders, as the real one does."""

    def resolve(self, name: str) -> Resolved | None:
        is_folder = any(path.startswith(f"{name.rstrip('/')}/") for path in self.files)
        return Resolved(path=name, kind="folder") if is_folder else super().resolve(name)


def test_a_file_that_is_not_there_yet_is_new_where_its_folder_is() -> None:
    code = Folders(["tests/mail/test_forms.py"])
    said = "A new test tests/mail/test_limits.py comes with it, and one in other/test_x.py."
    _, now = hear(said, known(EXPORT), asked=WHERE, code=code)
    assert [(fact.path, fact.change) for fact in now.of(DirectChange)] == [
        ("tests/mail/test_limits.py", "create")
    ]


def test_files_told_in_passing_leave_the_open_question_open() -> None:
    code = Code(["src/forms.py", "src/send.py"])
    said = "The work is in src/forms.py and src/send.py."
    thought, now = hear(said, known(EXPORT), asked=CASE, code=code)
    assert plan(now) == ["src/forms.py", "src/send.py"]
    assert isinstance(thought.question, Ask)
    assert thought.question.text == CASE.text


def test_after_files_told_in_passing_alex_asks_for_the_others_once() -> None:
    told = known(EXPORT, DirectChange(path="src/forms.py", text="It is in src/forms.py."))
    asking = {"topic_id": "technical-analysis"}
    thought = think("converse", told, task=asking, scan=a_scan("src/forms.py"))
    assert isinstance(thought.question, Ask)
    assert (
        thought.question.text
        == "So far it is `src/forms.py`: which other file or module would you touch, if any?"
    )
    assert thought.question.persona == ALEX


def test_what_is_said_when_asked_for_the_place_counts_more_than_a_mention() -> None:
    code = Code(["src/forms.py"])
    before = DirectChange(path="src/forms.py", text="forms.py and others there")
    _, now = hear("The checks stand in src/forms.py.", known(EXPORT, before), asked=WHERE, code=code)
    assert [fact.text for fact in now.of(DirectChange)] == ["The checks stand in src/forms.py."]


def test_and_a_file_stands_beside_what_was_offered() -> None:
    offered: tuple[Fact, ...] = (DirectChange(path="src/send.py"),)
    asked = Ask(
        text="I would plan with `src/send.py`. Does that fit, or which file would you touch?",
        kinds=("direct_change",),
        offers=offered,
    )
    code = Code(["src/send.py", "src/settings.py"])
    said = "And src/settings.py, that is where the default lives."
    _, now = hear(said, known(EXPORT), asked=asked, place="choice", code=code)
    assert sorted(plan(now)) == ["src/send.py", "src/settings.py"]


def test_a_sentence_about_a_file_stands_beside_the_file_and_nowhere_else() -> None:
    code = Code(["src/send.py"])
    asked = Ask(text="What else?", kinds=("note",))
    said = "send.py has to change with the others."
    _, now = hear(said, known(EXPORT), asked=asked, code=code)
    assert [(fact.kind, fact.headline) for fact in now.facts[1:]] == [("direct_change", "src/send.py")]


def test_whoever_is_asked_for_the_place_may_name_classes() -> None:
    one = Definition(name="ShowOrder", kind="class", path="src/show.py", line=3, signature="class ShowOrder:")
    code = Code(["src/show.py"], signatures={"src/show.py": [one]})
    said = "It is ShowOrder that has to change."
    _, now = hear(said, known(EXPORT), asked=WHERE, code=code)
    assert plan(now) == ["src/show.py"]
    _, now = hear(said, known(EXPORT), asked=CASE, code=code)
    assert plan(now) == []


def test_a_short_sentence_that_says_no_to_one_file_rules_it_out_without_a_no_in_front() -> None:
    code = Code(["src/core.py"])
    rules = Ask(text="Which rules must hold?", kinds=("business_rule",))
    _, now = hear("core.py has nothing to do with it.", known(EXPORT), asked=rules, code=code)
    assert [(fact.kind, fact.path) for fact in now.of(NoChange)] == [("no_change", "src/core.py")]


def test_a_no_and_a_word_that_a_proposed_file_is_right_rule_it_out() -> None:
    offers = tuple(DirectChange(path=path) for path in ("src/table.py", "src/base.py"))
    asked = WHERE.model_copy(
        update={"offers": offers, "text": "I would plan with `src/table.py` and `src/base.py`."}
    )
    code = Code(["src/table.py", "src/base.py"])
    said = "No. The counting in base.py is correct and remains so, including its limit."
    _, now = hear(said, known(EXPORT), asked=asked, code=code)
    assert [fact.path for fact in now.of(NoChange)] == ["src/base.py"]


def test_whoever_does_not_know_about_the_rest_leaves_it_to_the_code() -> None:
    rest = WHERE.model_copy(
        update={
            "offers": (DirectChange(path="src/table.py"),),
            "text": "And `src/table.py`: in, or which other file?",
            "origin": "follow_up",
        }
    )
    _, now = hear("I don't know.", known(EXPORT), asked=rest, code=Code(["src/table.py"]))
    assert plan(now) == ["src/table.py"]
    _, now = hear("The logs are kept for a week.", known(EXPORT), asked=rest, code=Code(["src/table.py"]))
    assert plan(now) == []


def test_places_that_are_named_instead_are_no_yes_to_the_others() -> None:
    offers = tuple(DirectChange(path=path) for path in ("src/table.py", "src/base.py"))
    asked = WHERE.model_copy(
        update={"offers": offers, "text": "I would plan with `src/table.py` and `src/base.py`."}
    )
    code = Code(["src/table.py", "src/base.py", "src/route.py"])
    said = "It's in two places really, handle in src/table.py and then the same again in src/route.py."
    _, now = hear(said, known(EXPORT), asked=asked, code=code)
    assert "src/base.py" not in plan(now)
    assert {"src/table.py", "src/route.py"} <= {*plan(now)}


def test_more_than_a_no_to_a_file_answers_the_question() -> None:
    code = Code(["src/install.py"])
    heard = "No, install.py has nothing to do with it."
    lines = (Spoken(persona=ALEX, text="The words lead to `src/install.py`."),)
    for more, is_open in (("", True), (" Today each class looks the user up by hand.", False)):
        analysis, turn = hear_turn(known(EXPORT), heard + more, question=CASE.text)
        acts = read_acts(turn.text, place="talk", question=CASE.text)
        thought = think("converse", analysis, asked=CASE, heard=turn, acts=acts, code=code, said=lines)
        assert isinstance(thought.question, Ask)
        assert (thought.question.text == CASE.text) is is_open


FILES = Code(
    ["cache/disk.py", "cache/memory.py", "lib/feed.py", "lib/sync.py", "app/models.py", "db/schema.sql"]
)
RULES = Ask(text="Which rules or limits must hold?", kinds=("business_rule",))
REVIEWING = Ask(
    text="What would you like to change before I finalize this?", kinds=("requirement",), about=REVIEW
)


def offering(*paths: str) -> Ask:
    named = " and ".join(f"`{path}`" for path in paths)
    offers = tuple(DirectChange(path=path) for path in paths)
    text = f"I would plan with {named}. Does that fit, or which file would you touch?"
    return Ask(text=text, kinds=("direct_change",), offers=offers)


def planned(said: str, asked: Ask, *before: str) -> str:
    """The files in and out after this was said; those before it are given in the same form."""
    facts: list[Fact] = [
        DirectChange(path=one[1:]) if one[0] == "+" else NoChange(path=one[1:], text="Not there.")
        for one in before
    ]
    place = "choice" if asked.offers else "review" if asked.about == REVIEW else "talk"
    _, now = hear(said, known(EXPORT, *facts), asked=asked, place=place, code=FILES)
    ins = [f"+{fact.path}" for fact in now.of(DirectChange)]
    return " ".join(sorted((*ins, *(f"-{fact.path}" for fact in now.of(NoChange)))))


@pytest.mark.parametrize(
    ("said", "offered", "meant"),
    [
        (
            "cache/disk.py is wrong, that's what survives a restart, it's cache/memory.py",
            ("cache/disk.py",),
            "+cache/memory.py -cache/disk.py",
        ),
        (
            "please drop lib/feed.py from there! feeds are fine as they are. And lib/sync.py yes.",
            ("lib/feed.py", "lib/sync.py"),
            "+lib/sync.py -lib/feed.py",
        ),
        (
            "memory.py yes: the counter. The switch goes into sync.py",
            ("cache/memory.py",),
            "+cache/memory.py +lib/sync.py",
        ),
        (
            "`lib/feed.py`: No. `lib/sync.py`: yes.",
            ("lib/feed.py", "lib/sync.py"),
            "+lib/sync.py -lib/feed.py",
        ),
        ("I would change sync.py as well", ("lib/feed.py",), "+lib/feed.py +lib/sync.py"),
        ("feed.py rather than sync.py", ("lib/sync.py",), "+lib/feed.py -lib/sync.py"),
        (
            "models.py. cache/ has nothing to do with it.",
            ("app/models.py", "cache/disk.py"),
            "+app/models.py -cache/",
        ),
        (
            "lib/sync.py and lib/feed.py. The screen has nothing to do with it, it stays as it is.",
            ("lib/sync.py", "lib/feed.py"),
            "+lib/feed.py +lib/sync.py",
        ),
    ],
)
def test_each_file_of_an_answer_to_a_proposal_is_read_by_what_is_said_of_it(
    said: str, offered: tuple[str, ...], meant: str
) -> None:
    assert planned(said, offering(*offered)) == meant


def test_a_file_that_was_left_alone_comes_back_with_a_plain_word_and_an_order_tells_nothing_of_it() -> None:
    assert planned("No, sync.py is in after all!", RULES, "-lib/sync.py") == "+lib/sync.py"
    said = "That is wrong, lib/sync.py will be changed, put it in and take NC-001 away."
    _, now = hear(said, known(EXPORT, NoChange(path="lib/sync.py", text="x")), asked=RULES, code=FILES)
    assert [fact.text for fact in now.of(DirectChange)] == [""]


@pytest.mark.parametrize("asked", [RULES, REVIEWING])
def test_a_file_comes_into_the_plan_and_leaves_it_whatever_was_asked(asked: Ask) -> None:
    assert planned("models.py is not changed", asked, "+app/models.py") == "-app/models.py"
    assert planned("Take sync.py off the list again.", asked, "+lib/sync.py") == "-lib/sync.py"
    turned = "No, the other way round: feed.py is in, sync.py is out."
    assert planned(turned, asked, "+lib/sync.py", "-lib/feed.py") == "+lib/feed.py -lib/sync.py"


@pytest.mark.parametrize(
    "said",
    [
        "feed.py has priorities already, you may copy the idea from it.",
        "Today sync.py asks every server once an hour.",
        "sync.py is called by feed.py.",
        'A script calls open("schema.sql") at start and has to go on working.',
        "What would change in sync.py?",
    ],
)
def test_a_file_that_is_compared_or_told_of_is_neither_in_nor_out(said: str) -> None:
    assert planned(said, RULES) == ""
    assert planned(said, RULES, "+lib/sync.py", "-lib/feed.py") == "+lib/sync.py -lib/feed.py"


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("feed.py, sync.py. Asking less often is another ticket.", "-lib/feed.py -lib/sync.py"),
        ("feed.py and sync.py", "-lib/feed.py -lib/sync.py"),
        ("How often sync.py asks, and the other stores.", ""),
    ],
)
def test_files_named_as_left_alone_are_never_in(said: str, meant: str) -> None:
    asked = Ask(text="What do you deliberately leave alone?", kinds=("out_of_scope",), about="x: out")
    assert planned(said, asked) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("sync.py does it right already, feed.py too", "-lib/feed.py -lib/sync.py"),
        (
            "sync.py stays as it is, the stores (disk.py, memory.py) too",
            "-cache/disk.py -cache/memory.py -lib/sync.py",
        ),
        ("sync.py has to change, the same goes for feed.py", "+lib/feed.py +lib/sync.py"),
        ("sync.py calls it once an hour, so does feed.py", ""),
    ],
)
def test_a_file_that_is_as_the_one_before_shares_its_fate(said: str, meant: str) -> None:
    assert planned(said, RULES) == meant


@pytest.mark.parametrize("asked", [RULES, CASE])
def test_a_file_of_an_example_or_named_alone_is_not_in_where_nobody_asked_for_the_place(asked: Ask) -> None:
    assert planned("In schema.sql you write one table, run it, and the second run says so.", asked) == ""
    assert planned("feed.py, sync.py", asked) == ""


def test_of_what_was_offered_the_rest_is_asked_for_and_a_no_leaves_it() -> None:
    asked = offering("lib/feed.py", "lib/sync.py", "cache/disk.py")
    said = "feed.py no, it only reads it. The two others, plus models.py."
    thought, now = hear(said, known(EXPORT), asked=asked, place="choice", code=FILES)
    rest = thought.question
    assert rest is not None
    assert rest.text == "And `lib/sync.py` and `cache/disk.py`: in, or which other file?"
    both = ["lib/sync.py", "cache/disk.py"]
    for answer, more in (("yes", both), ("no", []), ("I don't know", both)):
        thought, then = hear(answer, now, asked=rest, place="choice", code=FILES)
        assert {*plan(then)} == {"app/models.py", *more}
        assert thought.question is None or "Which file" not in thought.question.text


def test_a_no_that_denies_one_file_leaves_the_others_open() -> None:
    asked = offering("lib/feed.py", "lib/sync.py")
    said = "No. sync.py stays as it is, it stores what it is told."
    thought, now = hear(said, known(EXPORT), asked=asked, place="choice", code=FILES)
    assert plan(now) == []
    assert thought.question is not None
    assert thought.question.text == "And `lib/feed.py`: in, or which other file?"


@pytest.mark.parametrize(
    "said",
    [
        "no, sync is for the cache, different thing",
        "nope, sync has nothing to do with that",
        "no, sync only stores what it is told",
    ],
)
def test_a_no_that_calls_an_offered_file_by_its_name_without_the_ending_rules_it_out(said: str) -> None:
    asked = offering("lib/feed.py", "lib/sync.py")
    thought, now = hear(said, known(EXPORT), asked=asked, place="choice", code=FILES)
    assert (plan(now), [fact.path for fact in now.of(NoChange)]) == ([], ["lib/sync.py"])
    assert thought.question is not None
    assert thought.question.text == "And `lib/feed.py`: in, or which other file?"


def test_whoever_names_other_files_beside_one_that_was_offered_has_said_which_it_is() -> None:
    asked = offering("lib/feed.py", "lib/sync.py")
    said = "It is in two places, lib/feed.py and app/models.py."
    thought, now = hear(said, known(EXPORT), asked=asked, place="choice", code=FILES)
    assert plan(now) == ["lib/feed.py", "app/models.py"]
    assert thought.question is None or "sync.py" not in thought.question.text


TWINS = Code(["web/main.py", "web/options.py", "tools/main.py", "tools/run.py"])


def test_a_name_that_several_files_have_means_the_one_beside_the_others_or_is_asked_about() -> None:
    _, now = hear("main.py (the flag), options.py", known(EXPORT), asked=WHERE, code=TWINS)
    assert plan(now) == ["web/main.py", "web/options.py"]
    both = known(EXPORT, DirectChange(path="docs/conf.py"))
    thought, now = hear("main.py, that is where it starts.", both, asked=WHERE, code=TWINS)
    assert thought.question is not None
    assert thought.question.text == "Which `main.py`: `web/main.py` or `tools/main.py`?"
    _, now = hear("tools/main.py", now, asked=thought.question, code=TWINS)
    assert plan(now) == ["docs/conf.py", "tools/main.py"]


def test_all_files_of_a_name_are_left_alone_where_nobody_can_tell_which_is_meant() -> None:
    _, now = hear("main.py has nothing to do with it.", known(EXPORT), asked=CASE, code=TWINS)
    assert [fact.path for fact in now.of(NoChange)] == ["web/main.py", "tools/main.py"]


def test_a_name_that_leads_nowhere_is_a_new_file_beside_one_with_its_folder_or_is_asked_about() -> None:
    said = "run.py, and a new file tools/limits.py with a test limits_test.py"
    _, now = hear(said, known(EXPORT), asked=WHERE, code=TWINS)
    assert plan(now) == ["tools/run.py", "tools/limits.py", "tools/limits_test.py"]
    thought, now = hear("run.py, limits.py and bounds.py.", known(EXPORT), asked=WHERE, code=TWINS)
    assert plan(now) == ["tools/run.py"]
    assert thought.question is not None
    assert (
        thought.question.text == "I find no `limits.py` or `bounds.py` in the code: which path will that be?"
    )


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("add lib/sync.py to the files", ""),
        ("The files are lib/sync.py.", ""),
        ("lib/sync.py changes, it forgets the last hour.", "lib/sync.py changes, it forgets the last hour."),
    ],
)
def test_an_order_to_have_a_file_in_is_no_reason_why_it_changes(said: str, why: str) -> None:
    _, now = hear(said, known(EXPORT), asked=WHERE, code=FILES)
    assert [fact.text for fact in now.of(DirectChange)] == [why]


def test_a_file_that_was_ruled_out_comes_back_when_it_is_said_to_be_in() -> None:
    assert planned("sync.py has to change after all.", RULES, "-lib/sync.py") == "+lib/sync.py"


def test_what_is_not_clear_leaves_the_files_as_they_were_and_the_sentence_is_kept() -> None:
    said = "sync.py came up last week."
    for before in ((), ("+lib/sync.py",), ("-lib/sync.py",)):
        assert planned(said, RULES, *before) == " ".join(before)
    _, now = hear(said, known(EXPORT), asked=RULES, code=FILES)
    assert [fact.headline for fact in now.facts[1:]] == [said]


def test_of_what_is_said_of_a_file_the_last_word_counts() -> None:
    assert planned("sync.py has to change. No wait, sync.py stays as it is.", RULES) == "-lib/sync.py"
    assert planned("sync.py stays as it is. No wait, sync.py has to change.", RULES) == "+lib/sync.py"


def test_a_rule_that_names_a_file_is_kept_as_a_rule_too() -> None:
    said = "Every feed is asked once an hour; sync.py has to enforce that."
    _, now = hear(said, known(EXPORT), asked=RULES, code=FILES)
    assert [(fact.kind, fact.headline) for fact in now.facts[1:]] == [
        ("business_rule", said),
        ("direct_change", "lib/sync.py"),
    ]


def test_a_file_in_the_plan_is_not_taken_out_by_a_sentence_about_something_else() -> None:
    code = Code(["shop/rates.py"])
    asked = Ask(text="What has to keep working as it is?", kinds=("constraint",), about="x: keep")
    plan = known(EXPORT, DirectChange(path="shop/rates.py", text="The rate is computed in shop/rates.py."))
    said = "Amounts stay whole cents, and shop/rates.py stays the only place that computes a rate."
    _, now = hear(said, plan, asked=asked, code=code)
    assert [fact.path for fact in now.of(DirectChange)] == ["shop/rates.py"]
    assert not now.of(NoChange)


@pytest.mark.parametrize(
    "said",
    [
        "It goes into mail.py, neither into plot.py nor into report.py.",
        "In mail.py, and leave plot.py alone.",
        "mail.py changes, plot.py remains untouched.",
        "mail.py changes, plot.py is unaffected.",
        "mail.py changes, plot.py stays the same",
        "mail.py has to change, plot.py can stay as it is",
        "Change mail.py but leave plot.py alone",
    ],
)
def test_a_file_that_is_left_alone_stays_out_of_the_plan(said: str) -> None:
    _, now = hear(
        said, known(EXPORT), asked=WHERE, code=Code(["src/mail.py", "src/plot.py", "src/report.py"])
    )
    assert plan(now) == ["src/mail.py"]
    assert "src/plot.py" in [fact.path for fact in now.of(NoChange)]


def test_beside_a_file_a_class_is_what_one_uses_there() -> None:
    shapes = {
        "src/glob.py": [
            Definition(
                name="GlobBuilder", kind="class", path="src/glob.py", line=3, signature="class GlobBuilder:"
            )
        ]
    }
    code = Code(["src/glob.py", "src/words.py"], signatures=shapes)
    asked = Ask(text="Which file would you touch?", kinds=("direct_change",))
    _, now = hear("words.py, and I would take GlobBuilder there.", known(EXPORT), asked=asked, code=code)
    assert [fact.path for fact in now.of(DirectChange)] == ["src/words.py"]


def test_files_that_everybody_has_are_known_without_their_ending() -> None:
    names = ("CHANGELOG", "CHANGES", "README", "NEWS", "HISTORY")
    code = Code(["src/words.py", "CHANGELOG.md", "CHANGES.rst", "README.rst", "NEWS", "HISTORY.md"])
    asked = Ask(text="Which file would you touch?", kinds=("direct_change",))

    def planned(said: str) -> int:
        return len(plan(hear(said, known(EXPORT), asked=asked, code=code)[1]))

    check_rows(named, "_BARE", planned, each(2, *(f"words.py, and a line in {name}." for name in names)))


def test_an_offered_file_that_is_named_beside_a_denial_is_asked_about_and_not_forgotten() -> None:
    paths = ("src/words.py", "src/menu.py")
    offers = tuple(DirectChange(path=path, evidence=(CodeAnchor(path=path),)) for path in paths)
    asked = Ask(
        text="I would plan with `src/words.py` and `src/menu.py`. Does that fit?",
        kinds=("direct_change",),
        offers=offers,
    )
    code = Code([*paths, "src/sink.py"])
    said = "no, sink.py has nothing to do with it, only src/words.py"
    thought, now = hear(said, known(EXPORT), asked=asked, place="choice", code=code)
    assert [fact.path for fact in now.of(NoChange)] == ["src/sink.py"]
    if not plan(now):
        assert thought.question is not None
        assert thought.question.text == "And `src/words.py`: in, or which other file?"
        _, now = hear("yes", now, asked=thought.question, place="choice", code=code)
    assert plan(now) == ["src/words.py"]


@pytest.mark.parametrize("said", ["it is all in memory", "we use it twice a week"])
def test_what_is_no_plain_yes_takes_no_offered_file_and_is_kept(said: str) -> None:
    asked = offering("src/cart.py", "src/tax.py")
    thought, now = hear(said, known(EXPORT), asked=asked)
    assert plan(now) == []
    assert said in [fact.headline for fact in now.facts]
    assert thought.question is not None
    assert thought.question.text == asked.text
