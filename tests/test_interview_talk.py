"""How the offline mind asks, answers questions back and sums up: short, from evidence, never twice."""

from typing import Any

import pytest

from interview_table import ALEX, JORDAN, MAYA, Code, a_scan, hear, known, shipped, think, words
from roundtable.analysis import changes
from roundtable.analysis.analysis import Analysis
from roundtable.analysis.scanning import (
    Caller,
    Definition,
    FileKind,
    Hit,
    Mention,
    Occurrence,
    Role,
    ScanResult,
)
from roundtable.engine.briefing import Ask, Briefing, Spoken, Task, TaskKind, Thought
from roundtable.facts import (
    BusinessRule,
    Criterion,
    Decision,
    DirectChange,
    Fact,
    NoChange,
    OpenQuestion,
    OutOfScope,
    Problem,
    Requirement,
    UserType,
)
from roundtable.facts.evidence import CodeAnchor, Quote
from roundtable.interview.code_answers import UNTOLD
from roundtable.interview.code_sight import Sight
from roundtable.interview.code_talk import propose_files
from roundtable.interview.named import code_names
from roundtable.interview.situation import Situation
from roundtable.language.acts import Act, read_acts

EXPORT = Requirement(title="Export the report as CSV", text="Export the report as CSV")
STEP = "01-06"


def briefing_of(analysis: Analysis, scan: ScanResult) -> Briefing:
    library = shipped()
    return Briefing(
        task=Task(kind="converse", persona=MAYA), mode="conversation", persona=library.persona(MAYA),
        library=library, analysis=analysis, scan=scan, topics=library.topics,
    )  # fmt: skip


@pytest.mark.rule("P-PERS-08", "X-12", "X-73")
def test_maya_first_acknowledges_in_the_words_of_the_rules_and_then_plainly() -> None:
    def said(persona: str, before: int) -> str:
        heard = "The checkout must accept one code per order."
        parts: Any = {"mode": "steps", "persona": persona, "acknowledgements": before}
        return words(hear(heard, known(title="Add codes"), kind="take_answer", **parts)[0])

    plain = 'Noted as a requirement: "The checkout must accept one code per order."'
    assert said(MAYA, 0) == (
        "That's important -- so the checkout must accept one code per order. Let me capture that."
    )
    assert said(MAYA, 1) == plain
    # Theirs claim more than the code shows (callers, an interface): without a model nobody says them.
    assert {said(persona, 0) for persona in (ALEX, JORDAN)} == {plain}


def test_of_a_few_things_it_is_said_as_what_each_was_noted_and_of_many_how_many() -> None:
    asked = Ask(text="Which rules hold?", kinds=("business_rule", "error_case"))
    parts: Any = {"asked": asked, "acknowledgements": 3}
    three = "Rows are sorted by their date. A bad value exits with 2. Every row must have an owner."
    said = words(hear(three, known(EXPORT), **parts)[0])
    assert 'two rules ("Rows are sorted by…", "Every row must have…")' in said
    assert 'what happens when it fails ("A bad value exits…")' in said
    many = f"{three} The total is never negative. Nobody may delete a row."
    assert "rules" in words(hear(many, known(EXPORT), **parts)[0])


# -- opening and asking ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("L-OPEN-04")
def test_the_opening_says_what_is_written_down_and_asks_for_what_is_not() -> None:
    thought = think("open_conversation", known(title="Let people export the report as CSV"))
    assert words(thought) == '"Let people export the report as CSV": that much is written down.'
    assert thought.question is not None
    assert thought.question.kinds[0] == "problem"
    assert [fact.kind for fact in thought.facts] == ["requirement"]


def test_whoever_begins_with_a_few_words_says_what_they_want() -> None:
    thought = think(
        "open_conversation", known(title="Let people pay by invoice. I want it for members, too.")
    )
    assert thought.facts[0].headline == "Let people pay by invoice."


def test_behind_the_wish_itself_stands_what_it_is_for() -> None:
    wish = "Let people export the report as CSV. We print once, the printer naps, and the report is gone."
    thought = think("open_conversation", known(title=wish))
    assert [fact.kind for fact in thought.facts] == ["requirement", "problem"]


def test_a_symptom_is_a_problem_and_no_requirement() -> None:
    thought = think("open_conversation", known(title="The export crashes when the report is empty"))
    assert [fact.kind for fact in thought.facts] == ["problem"]


@pytest.mark.rule("L-OPEN-05")
def test_without_a_request_the_person_is_asked_to_describe_it() -> None:
    thought = think("open_conversation", known(title="(No draft available)"))
    assert thought.question is not None
    assert not thought.facts
    assert not thought.contributions


def test_what_an_earlier_answer_says_is_not_asked() -> None:
    told = known(EXPORT, Problem(text="They copy numbers by hand"), UserType(text="Controllers"))
    thought = think("converse", told)
    assert thought.question is not None
    assert thought.question.kinds[0] not in {"problem", "user_type"}


def test_when_everything_is_settled_nothing_is_asked_and_nothing_is_left_uncovered() -> None:
    analysis = known(EXPORT)
    every = [f"{t.topic_id}: {c}" for t in shipped().topics for c in t.coverage_criteria]
    thought = think("converse", analysis.changed(settled=tuple(every)))
    assert thought.question is None


def test_every_question_says_what_it_is_for_and_has_a_simpler_form() -> None:
    analysis, asked = known(EXPORT), 0
    while (question := think("converse", analysis).question) is not None:
        assert question.purpose
        assert question.simpler
        analysis = analysis.changed(settled=(*analysis.settled, question.about))
        asked += 1
        assert asked < 20
    assert asked >= 6


# -- who speaks ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("L-BATCH-02")
def test_alex_says_where_a_quoted_message_stands() -> None:
    hit = Hit(path="src/report.py", line=12, text='raise Error("no such report")')
    code = Code(["src/report.py"], hits={"no such report": [hit]})
    said = 'all they see is "no such report"'
    asked = Ask(text="What goes wrong today?", kinds=("problem",), persona=MAYA)
    thought, _ = hear(said, known(EXPORT), asked=asked, code=code, task={"slots": (ALEX,)})
    line = next(piece.text for piece in thought.contributions if piece.persona == ALEX)
    assert line == 'I can see from the codebase that "no such report" stands at `src/report.py:12`.'


def test_alex_first_speaks_of_the_file_that_was_named_and_not_of_those_that_the_words_lead_to() -> None:
    files = ["src/report.py", "src/words.py"]
    code = Code(files, callers={"src/report.py": [Caller(path="src/cli.py")]})
    asked = Ask(text="What goes wrong today?", kinds=("problem",), persona=MAYA)
    sure = a_scan("src/words.py").model_copy(update={"confidence": "high"})
    parts: Any = {"asked": asked, "code": code, "scan": sure, "task": {"slots": (ALEX,)}}
    named = words(hear("the last line is lost in report.py", known(EXPORT), **parts)[0])
    assert "I can see from the codebase that `src/report.py` is imported by `src/cli.py`" in named
    assert "`src/words.py`" not in words(hear("the last line is lost in words.py", known(EXPORT), **parts)[0])
    assert "`src/words.py`" in words(hear("the last line is lost", known(EXPORT), **parts)[0])


@pytest.mark.rule("L-CONV-06")
def test_whoever_has_nothing_to_show_says_so_in_one_short_sentence_and_not_what_the_code_lacks() -> None:
    asked = Ask(text="What goes wrong today?", kinds=("problem",), persona=MAYA)
    thought, _ = hear("they copy it by hand", known(EXPORT), asked=asked, task={"slots": (ALEX, JORDAN)})
    lines = {piece.persona: piece.text for piece in thought.contributions}
    assert lines[ALEX] == "I have not read the code yet."
    assert lines.get(JORDAN) is None, "by the next answer there may be something"
    guess = a_scan("src/words.py").model_copy(update={"confidence": "low"})
    told, _ = changes.hear(known(EXPORT), "they copy it by hand")
    parts: Any = {"asked": asked, "scan": guess, "task": {"slots": (ALEX, JORDAN)}}
    thought, _ = hear("twice a day", told, **parts)
    lines = {piece.persona: piece.text for piece in thought.contributions}
    assert lines[ALEX] == "Name a file, a function or a message, and I look up where it stands."
    assert lines[JORDAN] == "So far nothing named an interface that changes; tell me if one does."


def test_jordan_shows_the_form_of_what_the_person_named_and_nothing_else() -> None:
    shapes = [
        Definition(
            name=name, kind="function", path="src/report.py", line=line, signature=f"def {name}(rows):"
        )
        for line, name in ((3, "write_rows"), (9, "read_rows"))
    ]
    code = Code(["src/report.py"], signatures={"src/report.py": shapes})
    asked = Ask(text="What goes wrong today?", kinds=("problem",), persona=MAYA)
    thought, _ = hear(
        "write_rows drops the last line", known(EXPORT), asked=asked, code=code, task={"slots": (JORDAN,)}
    )
    assert "`def write_rows(rows):` at `src/report.py:3`" in words(thought)
    assert "read_rows" not in words(thought)


def jordan_on(said: str, *facts: Fact, code: Code | None = None) -> str:
    asked = Ask(text="What goes wrong today?", kinds=("problem",), persona=MAYA)
    thought, _ = hear(said, known(EXPORT, *facts), asked=asked, code=code, task={"slots": (JORDAN,)})
    return next((piece.text for piece in thought.contributions if piece.persona == JORDAN), "")


def a_definition(name: str, path: str = "src/report.py", line: int = 3) -> Definition:
    return Definition(name=name, kind="function", path=path, line=line, signature=f"def {name}(rows):")


def test_what_is_raised_is_neither_the_form_nor_the_place_of_a_change() -> None:
    raised = a_definition("TooLongError", "src/errors.py")
    code = Code(signatures={"src/report.py": [a_definition("write_rows")], "src/errors.py": [raised]})
    told = "write_rows(range(9)) raises a TooLongError"
    assert "def write_rows" in jordan_on(told, code=code)
    assert "src/errors.py" not in jordan_on("it raises a TooLongError", code=code)
    places = (("TooLongError", "src/errors.py"), ("write_rows", "src/report.py"))
    mentions = tuple(
        Mention(text=name, occurrences=(Occurrence(path=path, line=3, role="defines"),))
        for name, path in places
    )
    scan = a_scan("src/words.py", "src/errors.py", "src/report.py").model_copy(update={"mentions": mentions})
    asked = Ask(text="Where does it live?", kinds=("direct_change",), topic="technical-analysis")
    proposal = propose_files(Situation.of(briefing_of(known(EXPORT), scan), None), known(EXPORT), asked)
    assert proposal is not None
    assert "I would plan with `src/report.py`." in proposal.text


def test_a_built_ins_name_leads_nowhere() -> None:
    code = Code(["src/report.py"], signatures={"src/report.py": [a_definition("open")]})
    assert "src/report.py" not in jordan_on("we just call open() without an encoding", code=code)
    hits = {"open": [Hit(path="src/report.py", line=3, text="def open(rows):")]}
    asked = Ask(text="What goes wrong today?", kinds=("problem",), persona=MAYA)
    thought, _ = hear(
        "we just call open() without an encoding", known(EXPORT), asked=asked, code=Code(hits=hits),
        task={"slots": (ALEX,)},
    )  # fmt: skip
    assert "`open`" not in words(thought)


def test_a_file_that_was_ruled_out_and_a_test_lend_no_form() -> None:
    code = Code(["src/report.py"], signatures={"src/report.py": [a_definition("write_rows")]})
    assert "def write_rows" in jordan_on("write_rows drops the last line", code=code)
    out = NoChange(path="src/report.py", text="Not the report.", evidence=(CodeAnchor(path="src/report.py"),))
    assert "def write_rows" not in jordan_on("write_rows drops the last line", out, code=code)
    tests = Code(signatures={"tests/test_report.py": [a_definition("write_rows", "tests/test_report.py")]})
    assert "def write_rows" not in jordan_on("write_rows drops the last line", code=tests)


def test_of_two_definitions_in_a_file_none_is_shown() -> None:
    twice = [a_definition("write_rows"), a_definition("write_rows", line=9)]
    code = Code(["src/report.py"], signatures={"src/report.py": twice})
    assert "def write_rows" not in jordan_on("write_rows drops the last line", code=code)


def test_a_name_that_several_files_define_lends_no_form_though_the_scan_saw_one_of_them() -> None:
    seen = a_scan("src/report.py")
    file = seen.files[0].model_copy(update={"symbols": ("write_rows",)})
    code = Code(
        ["src/report.py"], hits={"write_rows": [Hit(path="src/report.py", line=3, text="write_rows")]}
    )
    sight = Sight(view=code, scan=seen.model_copy(update={"files": (file,)}))
    assert sight.resolve("write_rows") is None


def test_files_that_define_what_was_named_are_proposed_without_those_that_share_words() -> None:
    scan = a_scan("src/words.py", "src/report.py", "src/other.py")
    place = Occurrence(path="src/report.py", line=3, role="defines")
    named = scan.model_copy(update={"mentions": (Mention(text="write_rows", occurrences=(place,)),)})
    told = known(EXPORT, Problem(text="They copy numbers by hand"), UserType(text="Controllers"))
    asked = Ask(text="Which file?", kinds=("direct_change",), topic="technical-analysis")
    situation = Situation.of(briefing_of(told, named), None)
    proposal = propose_files(situation, told, asked)
    assert proposal is not None
    assert "I would plan with `src/report.py`." in proposal.text
    out = NoChange(path="src/report.py", text="No", evidence=(CodeAnchor(path="src/report.py"),))
    assert propose_files(situation, changes.add(told, [out])[0], asked) is None


def test_the_rest_of_the_lines_is_counted_whole() -> None:
    hits = [Hit(path="src/report.py", line=line, text="write_rows") for line in (3, 5, 8)]
    asked = Ask(text="What goes wrong today?", kinds=("problem",), persona=MAYA)
    thought, _ = hear(
        "write_rows drops the last line", known(EXPORT), asked=asked, code=Code(hits={"write_rows": hits}),
        task={"slots": (ALEX,)},
    )  # fmt: skip
    assert "`src/report.py:3`, `src/report.py:5` and 1 more line." in words(thought)


# -- questions back --------------------------------------------------------------------------------------------------------

PENDING = Ask(
    text="When nobody sets it, what holds?",
    kinds=("business_rule",),
    purpose="Whoever builds it has to know the default.",
    simpler="And if nobody sets it?",
)


def back(said: str, **parts: Any) -> tuple[str, str]:
    acts = (Act(kind="question_back", start=0, end=len(said)),)
    spoken = (Spoken(persona=None, text=said),)
    thought = think("answer_back", known(EXPORT), asked=PENDING, acts=acts, said=spoken, **parts)
    return words(thought), thought.question.text if thought.question else ""


def test_of_what_nobody_knows_only_that_is_said() -> None:
    assert (
        back("Is the moon in the house of the second harvest?")[0]
        == "Nothing that was said or that I have read tells that."
    )


def test_what_is_meant_by_a_word_is_told_also_beside_an_answer() -> None:
    said = "People at the desk. What do you mean by programs, like other tools?"
    acts = (
        Act(kind="answer", start=0, end=19, content=((0, 19),)),
        Act(kind="question_back", start=20, end=len(said)),
    )
    spoken = (Spoken(persona=None, text=said),)
    thought = think("answer_back", known(EXPORT), asked=PENDING, acts=acts, said=spoken)
    assert words(thought) == PENDING.purpose


def test_why_do_you_ask_gets_the_purpose_and_the_simpler_question() -> None:
    assert back("why do you ask?") == (PENDING.purpose, PENDING.simpler)


def test_a_question_with_an_id_is_answered_with_what_stands_under_it() -> None:
    told, _ = back("What does FR-001 say exactly?")
    assert told == f'On record, FR-001: "{EXPORT.text}"'


def test_what_do_you_mean_gets_the_simpler_question() -> None:
    assert back("what do you mean?") == ("", PENDING.simpler)


def a_use(place: str, role: Role, kind: FileKind = "source") -> Occurrence:
    path, _, line = place.rpartition(":")
    return Occurrence(path=path, line=int(line), role=role, kind=kind)


DUMP = Code(
    ["src/db.py"],
    hits={"dict(zip(names, row))": [Hit(path="src/cli.py", line=40, text="dict(zip(names, row))")]},
    callers={"src/db.py": [Caller(path="src/cli.py")]},
    uses={
        "iterdump": [
            *(a_use(f"src/cli.py:{line}", "calls") for line in range(1, 9)),
            a_use("src/db.py:20", "defines"),
            a_use("tests/test_db.py:3", "calls", "test"),
        ],
        "label": [a_use("src/db.py:30", "defines")],
        "row": [a_use("src/db.py:35", "defines")],
        "LIMIT": [a_use("src/db.py:1", "defines"), a_use("src/db.py:9", "names")],
        "create_index": [a_use("src/db.py:50", "defines"), a_use("src/old.py:5", "defines")],
        "--nl": [a_use("src/cli.py:70", "names")],
    },
    signatures={
        "src/db.py": [
            Definition(name="iterdump", kind="method", path="src/db.py", line=20, signature="def iterdump(self) -> str:")
        ]
    },
)  # fmt: skip


def test_a_question_about_code_gets_what_the_code_shows() -> None:
    code = Code(
        ["src/report.py"],
        hits={"write_rows": [Hit(path="src/report.py", line=4, text="def write_rows():")]},
        callers={"src/report.py": [Caller(path="src/mail.py")]},
    )
    said, _ = back("Alex, what would break if write_rows returned a list?", code=code, persona=ALEX)
    assert "`src/report.py:4`" in said


CALLS = (
    "Calls of `iterdump` (`src/db.py:20`) are at `src/cli.py:1`, `src/cli.py:2`, `src/cli.py:3`, `src/cli.py:4`, `src/cli.py:5`, "
    "`src/cli.py:6` and 2 more lines."
)
PLACE = "`iterdump` is defined at `src/db.py:20` (`def iterdump(self) -> str`)."
TESTS = "Tests name `iterdump` (`src/db.py:20`) at `tests/test_db.py:3`."


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Alex, who calls iterdump?", CALLS), ("where is iterdump called?", CALLS), ("Alex, who else calls iterdump?", CALLS),
        ("where is iterdump defined?", PLACE), ("which tests touch iterdump?", TESTS),
        ("what would iterdump break?", f"{CALLS} {TESTS}"), ("what overrides iterdump?", "Nothing overrides `iterdump`."),
        ("what is `iterdump` for?", f"{UNTOLD}; {PLACE}"), ("what does iterdump call?", f"{UNTOLD}; {PLACE}"),
    ],
)  # fmt: skip
def test_a_question_about_a_name_gets_what_it_asks_for_and_nothing_beside(question: str, told: str) -> None:
    assert back(question, code=DUMP)[0] == told


def test_what_is_not_called_or_stands_nowhere_else_is_told_as_that() -> None:
    assert back("who uses LIMIT?", code=DUMP)[0] == (
        "I see no call of `LIMIT` (`src/db.py:1`) in the source; it stands at `src/db.py:9`."
    )
    assert "Nothing else in the source names `label`" in back("who calls `label`?", code=DUMP)[0]
    assert back("which tests cover LIMIT?", code=DUMP)[0] == "No test names `LIMIT` (`src/db.py:1`)."


def test_a_file_in_the_question_chooses_between_definitions_and_an_option_is_looked_up_as_it_is() -> None:
    assert "`src/old.py:5`" in back("who uses create-index?", code=DUMP)[0]
    told = back("who uses create-index in src/db.py?", code=DUMP)[0]
    assert told.startswith(
        "I see no call of `create_index` (`src/db.py:50`) in the source; it stands at `src/old.py:5`."
    )
    assert back("who reads --nl?", code=DUMP)[0] == "`--nl` stands at `src/cli.py:70`."


def test_an_everyday_word_is_looked_up_only_where_it_is_written_as_code() -> None:
    assert "`src/db.py:30`" in back("what does `label` return?", code=DUMP)[0]
    assert back("what is a label?", code=DUMP) == ("", PENDING.simpler)
    assert "src/db.py" not in back("is the label used for the row?", code=DUMP)[0]


@pytest.mark.parametrize("piece", ["dict(zip(names, row))", "`dict(zip(names, row))`"])
def test_a_piece_of_code_in_a_question_is_searched_as_it_stands(piece: str) -> None:
    said, _ = back(f"is the row made with {piece} in one place or in two?", code=DUMP)
    assert said == "`dict(zip(names, row))` stands at `src/cli.py:40`."


def test_a_quoted_message_is_searched_whole_and_lends_no_names() -> None:
    hits = {"No iterdump here": [Hit(path="src/cli.py", line=8, text='"No iterdump here"')]}
    said, _ = back('which code prints "No iterdump here"?', code=Code(hits=hits, uses={"iterdump": ()}))
    assert said == '"No iterdump here" stands at `src/cli.py:8`.'


def test_a_word_in_single_quotes_is_looked_for_as_a_string() -> None:
    code = Code(hits={"'restart'": [Hit(path="lib/bus.js", line=15, text="bus.emit('restart')")]})
    said, _ = back("who emits 'restart' beside the watcher?", code=code)
    assert said.startswith('"restart" stands at `lib/bus.js:15`')


def test_a_name_that_the_code_only_uses_is_searched_and_what_is_reached_through_something_is_not_guessed() -> (
    None
):
    hits = {name: [Hit(path="src/cli.py", line=8, text=name)] for name in ("setTitle", "db.conn.iterdump")}
    code = Code(hits=hits, uses={"db.conn.iterdump": (a_use("src/db.py:20", "defines"),)})
    assert back("who calls setTitle?", code=code)[0] == "`setTitle` stands at `src/cli.py:8`."
    assert back("who calls db.conn.iterdump?", code=code)[0].startswith(
        "`db.conn.iterdump` stands at `src/cli.py:8`"
    )


def test_a_question_without_a_name_is_answered_with_no_line_of_the_code() -> None:
    code = Code(texts={"src/runner.py": "def kill():\n    pass\n\n\ndef parent():\n    pass\n"})
    for asked in ("alex how does the parent kill it?", "Alex, where would one look for the search plugin?"):
        said, _ = back(asked, code=code)
        assert "src/runner.py" not in said
        assert "name a function, a file or a message" in said


def test_an_everyday_word_among_others_is_no_name() -> None:
    code = Code(uses={"markdown": [a_use("src/mod.rs:7", "defines")]})
    said, _ = back("Alex, what does the markdown exporter do when stddev is None?", code=code)
    assert "src/mod.rs" not in said


def test_calls_of_a_method_are_told_to_be_by_the_name_alone() -> None:
    form = Definition(
        name="alive", kind="method", path="a.py", line=2, signature="def alive(self):", parent="Worker"
    )
    uses = {"is_alive": [a_use("a.py:2", "defines"), a_use("a.py:9", "calls")]}
    code = Code(["a.py"], uses=uses, signatures={"a.py": [form]})
    assert (
        "Calls of `is_alive` (`a.py:2`), of this class or another, are at `a.py:9`."
        in back("what calls is_alive?", code=code)[0]
    )


def test_two_different_questions_never_get_the_same_answer() -> None:
    said = "is it true that src/db.py is imported?"
    told = "`src/db.py` is imported by `src/cli.py`."
    before = (Spoken(persona=None, text="who needs src/db.py?"), Spoken(persona=ALEX, text=told))
    thought = think(
        "answer_back",
        known(EXPORT),
        asked=PENDING,
        said=(*before, Spoken(persona=None, text=said)),
        code=DUMP,
    )
    assert words(thought) == "There is nothing on that beyond what was said."


def test_whoever_asks_what_a_word_means_that_the_simpler_question_has_too_gets_its_purpose() -> None:
    asked = PENDING.model_copy(
        update={"text": "What decides about a record?", "simpler": "Which record wins?"}
    )
    said = "what do you mean with record?"
    acts = (Act(kind="question_back", start=0, end=len(said)),)
    spoken = (Spoken(persona=None, text=said),)
    thought = think("answer_back", known(EXPORT), asked=asked, acts=acts, said=spoken)
    assert words(thought) == PENDING.purpose
    assert thought.question is not None


def test_a_question_that_names_ids_shows_these_lines_and_no_others() -> None:
    told = known(EXPORT, BusinessRule(text="Only managers may export"), Problem(text="They copy by hand"))
    shown = words(think("recap", told, task={"criterion": "show: what do you have as BR-001?"}))
    assert shown == 'BR-001 "Only managers may export" · a rule'


def test_alex_answers_what_the_code_tells_unless_somebody_else_is_asked() -> None:
    def speaker(said: str) -> str:
        spoken = (Spoken(persona=None, text=said),)
        return (
            think("answer_back", known(EXPORT), asked=PENDING, said=spoken, code=DUMP)
            .contributions[0]
            .persona
        )

    assert speaker("who calls iterdump?") == ALEX
    assert speaker("Jordan, who calls iterdump?") == JORDAN


def test_a_file_is_told_by_who_imports_it() -> None:
    assert back("what about src/db.py?", code=DUMP)[0] == "`src/db.py` is imported by `src/cli.py`."


def test_a_question_about_a_file_that_nobody_imports_is_not_answered_with_another_one() -> None:
    callers = {"src/db.py": (Caller(path="src/cli.py"),)}
    code, scan = Code(["src/db.py", "src/fish.py"], callers=callers), a_scan("src/db.py")
    said, _ = back("which tests cover src/fish.py?", code=code, scan=scan)
    assert said == "I see nothing that imports `src/fish.py`."


def test_what_the_code_does_not_have_is_said_not_to_be_found_once_it_was_read() -> None:
    assert (
        back("who calls drop_all?", code=DUMP, scan=a_scan("src/db.py"))[0]
        == "I do not find `drop_all` in the code."
    )
    assert back("who calls drop_all?", code=DUMP) == ("", PENDING.simpler)


def test_whoever_asks_for_a_place_without_a_name_is_asked_for_one_and_gets_no_line_of_the_record() -> None:
    asked = "where is it decided that the report goes to CSV?"
    told = "I can only look up names: name a function, a file or a message."
    assert back(asked, code=DUMP)[0] == told
    for kind in ("recap", "show"):
        assert words(think("recap", known(EXPORT), task={"criterion": f"{kind}: {asked}"})) == told
    shown = think("recap", known(EXPORT), task={"criterion": "show: where are the written requirements?"})
    assert "FR-001" in words(shown)


def test_whoever_asks_why_a_file_was_brought_up_gets_what_led_to_it() -> None:
    code = Code(["src/report.py"])
    said, _ = back("why did you think of report.py by the way?", code=code, scan=a_scan("src/report.py"))
    assert said == "`src/report.py`: says so."


def test_a_part_of_a_files_name_is_no_name_of_code() -> None:
    assert [one.text for one in code_names("not shell/key-bindings.fish, `drop_all` is in it")] == [
        "drop_all"
    ]


def test_whoever_asks_for_a_place_without_a_name_gets_where_the_words_so_far_lead() -> None:
    asked = "where is it decided that the report goes to CSV?"
    said, _ = back(asked, code=DUMP, scan=a_scan("src/report.py", "src/csv.py"))
    assert said.startswith("The words so far lead to `src/report.py` and `src/csv.py`;")


def test_a_look_up_that_names_code_is_one_in_the_code() -> None:
    for criterion in ("recap: where is iterdump called?", "who_said: who calls iterdump?"):
        thought = think("recap", known(EXPORT), code=DUMP, task={"criterion": criterion})
        assert "`src/cli.py:1`" in words(thought)
        assert thought.contributions[0].persona == ALEX


@pytest.mark.parametrize("question", ["why do you ask?", "Why is the Spanish sentence not a rule?"])
def test_a_question_about_the_session_at_a_menu_gets_what_the_keys_do(question: str) -> None:
    spoken = (Spoken(persona=None, text=question),)
    said = words(think("answer_back", known(EXPORT), mode="steps", step=shipped().step(STEP), said=spoken))
    assert said.startswith("No question is open here, and nothing on record tells.")
    assert "type the single letter C" in said


def test_what_neither_facts_nor_code_tell_is_said_to_be_unknown() -> None:
    told = back("Jordan, would the moon mind?", persona=JORDAN)[0]
    assert told.startswith("Nothing that was said or that I have read tells that.")


# -- recap -----------------------------------------------------------------------------------------------------------------


def test_the_status_is_the_persons_sentences_with_their_ids() -> None:
    told = known(EXPORT, BusinessRule(text="Only managers may export"))
    thought = think("recap", told, task={"criterion": "status:"})
    assert words(thought).splitlines() == [
        'FR-001 "Export the report as CSV" · a requirement',
        'BR-001 "Only managers may export" · a rule',
    ]


def test_who_said_it_names_the_message() -> None:
    told = known(EXPORT)
    assert "from the request" in words(think("recap", told, task={"criterion": "who_said: FR-001"}))


# -- steps -----------------------------------------------------------------------------------------------------------------


def in_step(kind: TaskKind, analysis: Analysis, step_id: str = STEP, **parts: Any) -> Thought:
    return think(kind, analysis, mode="steps", step=shipped().step(step_id), **parts)


def test_a_step_offers_the_places_of_the_scan_and_records_none() -> None:
    thought = in_step("open_step", known(EXPORT), "02-01", scan=a_scan("src/report.py"), persona=ALEX)
    assert thought.question is not None
    assert [fact.headline for fact in thought.question.offers] == ["src/report.py"]
    assert not thought.facts


@pytest.mark.rule("P-LOOP-09")
def test_each_requirement_without_a_check_is_asked_about_by_name() -> None:
    told = known(
        EXPORT,
        Requirement(title="Mail it on Mondays", text="Mail it on Mondays"),
        Criterion(requirement="FR-001", text="Two rows give a file of three lines"),
    )
    step = shipped().step(STEP)
    assert step is not None
    per = next(c.text for c in step.criteria if c.per == "requirement")
    thought = in_step("ask_again", told, task={"criterion": per})
    question = thought.question
    assert question is not None
    assert "Mail it on Mondays" in question.text
    assert question.about == "FR-002"
    _, now = hear("On a Monday the mail is there at 8.", told, asked=question)
    assert now.criteria_by_requirement["FR-002"][0].text == "On a Monday the mail is there at 8."


def test_skipping_a_phase_invents_nothing() -> None:
    thought = think("fill_gaps", known(EXPORT), mode="steps", phase_key="01-requirements")
    assert {fact.kind for fact in thought.facts} <= {"open_question"}
    assert len(thought.facts) <= 3


def test_nobody_there_leaves_the_request_and_the_places_that_the_code_shows() -> None:
    scan = a_scan("src/report.py")
    thought = think("fill_gaps", known(), mode="steps", phase_key="02-impact-analysis", scan=scan)
    assert [fact.path for fact in thought.facts if isinstance(fact, DirectChange)] == ["src/report.py"]


# -- the discussion --------------------------------------------------------------------------------------------------------


def test_what_is_said_in_a_discussion_is_taken_in_once() -> None:
    said = "refunds must go back to the card first"
    acts = (Act(kind="answer", start=0, end=len(said), content=((0, len(said)),)),)
    analysis = known(EXPORT, turns=[said])
    common: dict[str, Any] = {
        "heard": analysis.turns[-1],
        "acts": acts,
        "step": shipped().step(STEP),
        "focus": "What about refunds?",
    }
    first = think("contribute", analysis, **common)
    second = think(
        "contribute", analysis, persona=ALEX, task={"takes_in": False, "may_stay_silent": True}, **common
    )
    assert [fact.headline for fact in first.facts] == [said]
    assert not second.facts
    assert not second.contributions


@pytest.mark.rule("E-VOICE-05")
def test_a_persona_with_nothing_new_is_silent() -> None:
    thought = think("contribute", known(EXPORT), persona=JORDAN, task={"may_stay_silent": True})
    assert not thought.contributions


@pytest.mark.rule("E-SYN-04", "E-SYN-11")
def test_everything_said_and_decided_is_in_the_synthesis_once_under_whoever_said_it() -> None:
    turns = [
        "we keep the old format because the bank reads it",
        "per-category limits are for later",
        "no idea",
    ]
    analysis = known(EXPORT, turns=turns)
    for kind, fact in (
        (1, Decision(title="Keep the old format", choice=turns[0], rationale="the bank reads it")),
        (2, OutOfScope(text=turns[1])),
        (3, OpenQuestion(text="How many rows?", why="nobody knew")),
    ):
        analysis = with_quote(analysis, fact, kind)
    said = [Spoken(persona=None, text=text) for text in turns]
    said.insert(1, Spoken(persona=ALEX, text="Alex Rivera (Solutions Architect): `bank.py` reads it."))
    found = think("synthesise", analysis, said=tuple(said)).synthesis
    assert found is not None
    assert found.decisions == (
        (turns[0], "the bank reads it"),
        (turns[1], "left out"),
    )
    assert found.open_questions == (("How many rows?", "nobody knew"),)
    assert found.insights == (("Alex", "`bank.py` reads it."),)
    assert len(found.summary) <= 100


def with_quote(analysis: Analysis, fact: Fact, turn: int) -> Analysis:
    text = analysis.turns[turn].text
    quote = Quote(turn=turn, start=0, end=len(text), text=text)
    return changes.add(analysis, [fact.model_copy(update={"evidence": (quote,)})])[0]


def test_the_first_acknowledgement_comes_once_also_where_a_session_was_picked_up() -> None:
    heard = "The plain list stays as it is."
    before = Spoken(persona="business-analyst", text="That's important -- so x y z. Let me capture that.")
    for lines, is_said in (((), True), ((before,), False)):
        asked = Ask(text="What must not break?", kinds=("constraint",))
        analysis, turn = changes.hear(known(EXPORT), heard, question=asked.text)
        acts = read_acts(heard, place="talk", question=asked.text)
        thought = think("converse", analysis, asked=asked, heard=turn, acts=acts, said=lines)
        assert words(thought).startswith("That's important") is is_said


def test_every_word_of_a_value_is_kept_and_a_file_that_is_in_already_is_no_answer() -> None:
    asked = Ask(
        text="What is the default?", kinds=("business_rule",), persona=MAYA, origin="topic", about="x: y"
    )
    _, now = hear("off, i.e. 0", known(EXPORT), asked=asked)
    assert now.facts[-1].headline == "off, i.e. 0"
    core = DirectChange(path="src/core.go", evidence=(CodeAnchor(path="src/core.go"),))
    thought, now = hear("ok then core.go", known(EXPORT, core), asked=asked, code=Code(["src/core.go"]))
    assert len(now.facts) == len(known(EXPORT, core).facts)
    assert thought.question == asked
