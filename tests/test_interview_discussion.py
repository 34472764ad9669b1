"""The discussion of a step as the offline mind holds it: on its question, from evidence, each thing once."""

import re
from typing import Any

import pytest

from interview_table import ALEX, JORDAN, MAYA, Code, known, shipped, think, words
from play import Play, Progress, a_library, a_state
from roundtable.analysis.analysis import Turn
from roundtable.analysis.content import Persona, Step
from roundtable.analysis.questions import NATURES, applies
from roundtable.analysis.scanning import Caller, Definition, Hit, Occurrence
from roundtable.engine.briefing import Briefing, Spoken, Thought
from roundtable.engine.events import DiscussionClosed, Said
from roundtable.facts import Interface, Requirement
from roundtable.interview import Interviewer
from roundtable.language.acts import Act
from roundtable.language.natures import nature_of

EXPORT = Requirement(title="Export the report as CSV", text="Export the report as CSV")
FORM = Interface(text="export(rows, limit) takes a limit", signature="export(rows, limit)")
CODE = Code(
    ["src/report.py", "src/mail.py"],
    hits={"No rows": (Hit(path="src/report.py", line=7, text='raise ValueError("No rows")'),)},
    callers={"src/report.py": (Caller(path="src/mail.py", names=("export",)),)},
    signatures={
        "src/report.py": (
            Definition(
                name="export", kind="function", path="src/report.py", line=3, signature="def export(rows):"
            ),
        )
    },
)


def label(key: str) -> str:
    return shipped().persona(key).label


def spoken(key: str | None, text: str) -> Spoken:
    return Spoken(persona=key, text=f"{label(key)}: {text}" if key else text)


FRAMED = spoken(MAYA, "We just covered Core Feature Definition.")


def says(key: str, *said: Spoken, **parts: Any) -> str:
    parts.setdefault("step", shipped().step("01-06"))
    parts.setdefault("phase_key", "01-requirements")
    parts.setdefault("analysis", known(EXPORT, FORM))
    task = {"may_stay_silent": True, **parts.pop("task", {})}
    analysis = parts.pop("analysis")
    return words(think("contribute", analysis, persona=key, said=(FRAMED, *said), task=task, **parts))


# -- the focus ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("E-FRAME-04")
@pytest.mark.parametrize("step", shipped().steps, ids=lambda step: step.step_id)
@pytest.mark.parametrize(
    "request_", ["Export the report as CSV", "Login crashes with a 500 on empty passwords"]
)
def test_the_focus_is_a_question_of_the_step_that_fits_the_item(step: Step, request_: str) -> None:
    fact = Requirement(title=request_, text=request_)
    focus = think("frame", known(fact, title=request_), step=step, persona=step.persona).focus
    own = {q.text: q for section in (step.standard, step.deep) for q in step.questions_in(section)}
    assert focus in {"", *own}, "without one the engine asks what was not yet said about the step"
    if not focus:
        return
    nature = nature_of(request_)
    assert nature in NATURES
    assert applies(own[focus], nature, {"requirement", "code"}, said=request_, deep=True)


@pytest.mark.rule("E-FRAME-04")
def test_a_question_that_was_put_already_is_no_focus() -> None:
    step = shipped().step("01-06")
    assert step is not None
    first = think("frame", known(EXPORT), step=step).focus
    asked = known(EXPORT).changed(answered=(first,))
    assert think("frame", asked, step=step).focus not in {"", first}


@pytest.mark.rule("E-FOCUS-03")
def test_what_a_persona_brings_is_about_the_focus_the_step_or_what_was_just_said() -> None:
    focus = 'When should people see "No rows"?'
    assert "`src/report.py:7`" in says(ALEX, focus=focus, code=CODE, analysis=known(EXPORT))
    assert says(ALEX, focus="Who uses it?", code=CODE, analysis=known(EXPORT)) == ""
    assert says(JORDAN, focus="Who uses it?", code=CODE, analysis=known(EXPORT)) == ""


@pytest.mark.rule("E-FOCUS-03")
def test_a_fact_of_another_step_is_brought_only_where_it_bears_on_the_focus() -> None:
    elsewhere = Requirement(
        text='The export says "No rows" when empty', title="empty export", step_id="01-02"
    )
    here = elsewhere.model_copy(update={"step_id": "01-06"})
    assert says(ALEX, focus="Who uses it?", code=CODE, analysis=known(elsewhere)) == ""
    assert "`src/report.py:7`" in says(ALEX, focus="Who uses it?", code=CODE, analysis=known(here))
    near = "What does the empty export say?"
    assert "when empty" in says(MAYA, focus=near, analysis=known(elsewhere), phase_key="02-impact-analysis")
    assert says(MAYA, focus="How long may it take?", analysis=known(elsewhere)) == ""


@pytest.mark.rule("E-FOCUS-03")
def test_what_was_brought_is_not_brought_again() -> None:
    focus = 'When should people see "No rows"?'
    first = says(ALEX, focus=focus, code=CODE, analysis=known(EXPORT))
    assert says(ALEX, spoken(ALEX, first), focus=focus, code=CODE, analysis=known(EXPORT)) == ""


def test_alex_looks_up_what_a_question_names_and_the_others_leave_it_to_him() -> None:
    uses = (
        Occurrence(path="src/mail.py", line=9, role="calls"),
        Occurrence(path="src/report.py", line=3, role="defines"),
    )
    code = Code(["src/report.py"], uses={"export_rows": uses})

    def answer(key: str, text: str) -> str:
        acts = (Act(kind="question_back", start=0, end=len(text)),)
        heard = Turn(number=1, text=text)
        return says(key, spoken(None, text), heard=heard, acts=acts, code=code, task={"addressed": True})

    assert "`src/mail.py:9`" in answer(ALEX, "who calls export_rows?")
    assert answer(MAYA, "who calls export_rows?") == answer(JORDAN, "who calls export_rows?") == ""
    assert "`src/mail.py:9`" in answer(JORDAN, "Jordan, who calls export_rows?")
    assert answer(ALEX, "Jordan, who calls export_rows?") == ""


# -- the voices --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("E-LOOP-12")
def test_a_persona_builds_on_what_another_really_said_by_name() -> None:
    alex = spoken(ALEX, "`src/report.py` is imported by `src/mail.py`; no test imports it.")
    told = known(EXPORT, turns=["export drops the last row"])
    analysis = known(EXPORT, turns=["`export` drops the last row"])
    line = says(JORDAN, alex, code=CODE, analysis=analysis)
    assert line.startswith("Building on Alex's point about `src/report.py`: the form is `def export(rows):`")
    assert "Alex" not in says(JORDAN, code=CODE, analysis=told)
    other = spoken(ALEX, "`src/mail.py` stands alone.")
    unlinked = says(JORDAN, other, code=CODE, analysis=analysis)
    assert unlinked.startswith("The form is `def export(rows):`"), "Alex spoke of something else"


@pytest.mark.rule("E-LOOP-12")
def test_nobody_builds_on_the_framing_or_a_second_time() -> None:
    analysis = known(EXPORT, turns=["`export` drops the last row"])
    framing = spoken(MAYA, "We just covered Core Feature Definition in `src/report.py`.")
    task = {"may_stay_silent": True}
    line = words(
        think(
            "contribute",
            analysis,
            persona=JORDAN,
            said=(framing,),
            task=task,
            code=CODE,
            step=shipped().step("01-06"),
            phase_key="01-requirements",
        )
    )
    assert line.startswith("The form is")
    earlier = spoken(JORDAN, "Building on Alex's point about `src/mail.py`: nothing else reads it.")
    alex = spoken(ALEX, "`src/report.py` is imported by `src/mail.py`; no test imports it.")
    assert says(JORDAN, earlier, alex, code=CODE, analysis=analysis).startswith("The form is")


@pytest.mark.rule("E-LOOP-13")
def test_where_a_wanted_form_and_its_callers_pull_apart_each_side_says_why_and_the_lead_asks() -> None:
    alex = says(ALEX, code=CODE)
    assert "`src/mail.py`" in alex
    assert "risk" in alex
    jordan = says(JORDAN, spoken(ALEX, alex), code=CODE)
    assert jordan.startswith("Alex and I see this differently: you put it as `export(rows, limit)`")
    assert "`src/report.py:3`" in jordan
    lead = says(MAYA, spoken(ALEX, alex), spoken(JORDAN, jordan), code=CODE)
    assert lead.startswith("So we agree that `export` changes, but we still need to resolve")
    assert lead.count("?") == 1
    assert says(MAYA, spoken(ALEX, alex), spoken(JORDAN, jordan), spoken(MAYA, lead), code=CODE) == ""


def test_a_form_that_only_takes_more_than_today_puts_no_caller_at_risk() -> None:
    optional = Interface(text="export takes a limit", signature="export(rows, limit=None)")
    assert "risk" not in says(ALEX, code=CODE, analysis=known(EXPORT, optional))
    assert "risk" in says(ALEX, code=CODE)


@pytest.mark.rule("E-LOOP-13")
def test_after_a_disagreement_the_lead_has_the_word_before_the_person() -> None:
    def thinks(briefing: Briefing) -> Thought:
        key, name = briefing.task.persona, briefing.persona.first_name
        lines = {ALEX: "I would keep it.", JORDAN: "Alex and I see this differently: it has to change."}
        text = lines.get(key, "So what should people notice?")
        said = {"persona": key, "text": text if briefing.task.kind == "contribute" else name}
        return Thought.model_validate({"contributions": (said,)})

    library = a_library(*(step for step in shipped().steps if step.step_id in {"01-07", "01-08"}))
    done = Progress(phases_completed=("00-quick-scan",), steps_completed=("01-06",))
    play = Play(a_state(library, progress=done), thinks).begin()
    while play.awaiting != "menu":
        play.hear("people want it")
    play.hear("E")
    speakers = [
        event.persona for event in play.latest if isinstance(event, Said) and event.say == "contribution"
    ]
    assert speakers == [MAYA, ALEX, JORDAN, MAYA]
    assert play.awaiting == "message"


@pytest.mark.rule("E-LOOP-13")
def test_a_contradiction_is_asked_about_and_the_reply_settles_it() -> None:
    play = in_discussion("At most 3 codes are allowed per order.")
    play.hear("At most 5 codes are allowed per order.")
    assert "Which of the two holds?" in play.said("contribution", latest=True)[-1]
    play.hear("The second one holds.")
    texts = [fact.headline for fact in play.state.analysis.facts]
    assert "At most 5 codes are allowed per order." in texts
    assert "At most 3 codes are allowed per order." not in texts


def in_discussion(answer: str) -> Play:
    """A discussion with the real mind and the real reader, after this answer to the features step."""
    mind = Interviewer(None)

    def thinks(briefing: Briefing) -> Thought:
        thinking = mind.think(briefing)
        try:
            thinking.send(None)
        except StopIteration as done:
            return done.value
        raise AssertionError("the offline mind waited for something")

    library = a_library(*(step for step in shipped().steps if step.step_id in {"01-06", "01-08"}))
    done = Progress(phases_completed=("00-quick-scan",))
    play = Play(a_state(library, progress=done), thinks).begin().hear(answer)
    for _ in range(6):
        if play.awaiting == "menu":
            break
        play.hear("I don't know")
    return play.hear("E")


@pytest.mark.rule("P-PERS-07")
def test_each_persona_asks_in_its_own_way() -> None:
    asked = {
        key: [q.text for step in shipped().steps if step.persona == key for q in step.questions_in(step.deep)]
        for key in (MAYA, ALEX, JORDAN)
    }
    assert share(asked[MAYA], "example", "one real", "shortest example") >= 6
    assert share(asked[MAYA], "who ", "people", "somebody", "someone") >= 6
    assert share(asked[ALEX], "i would", "ways", "simplest", "expensive to reverse", "rather") >= 4
    assert share(asked[ALEX], "break", "damage", "hurt", "risk", "callers", "depends") >= 4
    assert share(asked[JORDAN], "names, fields, types", "signatures", "type", "fields") >= 3
    assert share(asked[JORDAN], "error", "fails", "failure", "invalid") >= 5


@pytest.mark.rule("P-PERS-07", "P-PERS-09")
@pytest.mark.parametrize("persona", shipped().personas, ids=lambda persona: persona.key)
def test_no_persona_asks_what_it_must_not_say(persona: Persona) -> None:
    for step in shipped().steps:
        for question in step.questions_in(step.deep) if step.persona == persona.key else ():
            assert not [rule for rule in persona.voice.forbidden if re.search(rule, question.text)], question


def share(questions: list[str], *words: str) -> int:
    return sum(any(word in question.lower() for word in words) for question in questions)


# -- the synthesis -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("E-EXIT-07")
def test_without_a_word_of_the_person_the_summary_is_what_the_personas_showed() -> None:
    alex = spoken(ALEX, "`src/report.py` is imported by `src/mail.py`; no test imports it.")
    found = think("synthesise", known(EXPORT), said=(FRAMED, alex)).synthesis
    assert found is not None
    assert found.insights == (("Alex", "`src/report.py` is imported by `src/mail.py`; no test imports it."),)
    assert (found.decisions, found.open_questions) == ((), ())
    assert found.summary


@pytest.mark.rule("E-SYN-14")
def test_two_personas_who_brought_evidence_stand_in_the_synthesis_under_their_names() -> None:
    alex = spoken(ALEX, "`src/report.py` is imported by `src/mail.py`; no test imports it.")
    jordan = spoken(JORDAN, "The form is `def export(rows):` at `src/report.py:3` as it is today.")
    echo = spoken(MAYA, 'Noted as a rule: "keep `src/mail.py` as it is"')
    person = spoken(None, "keep `src/mail.py` as it is")
    said = (FRAMED, alex, jordan, person, echo)
    found = think("synthesise", known(EXPORT, turns=[person.text]), said=said).synthesis
    assert found is not None
    assert [who for who, _ in found.insights] == ["Alex", "Jordan"]


def test_a_change_made_in_a_discussion_stands_in_the_synthesis_before_and_after() -> None:
    play = in_discussion("The export stops after 500 rows.")
    play.hear("It is 600 rows, not 500.")
    play.hear("done")
    closed = [event for event in play.latest if isinstance(event, DiscussionClosed)]
    assert any("600" in what and "500" in what for what, _ in closed[-1].discussion.decisions)
    assert "500" not in " ".join(fact.headline for fact in play.state.analysis.facts)


def test_what_was_said_stands_in_the_synthesis_once_in_the_persons_words() -> None:
    play = in_discussion("The export stops after 500 rows.")
    said = "A second export may run while the first is still busy."
    play.hear(said)
    play.hear("done")
    closed = [event for event in play.latest if isinstance(event, DiscussionClosed)]
    told = [text for who, text in closed[-1].discussion.insights if who == "User"]
    assert told == [f'"{said}"']
