"""The discussion: each persona from its own evidence, about this item, never twice, never out of voice."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facilitator_table import ALEX, JORDAN, MAYA, Shop, a_briefing, a_scan, an_analysis, think, words_of
from play import shipped
from roundtable.analysis.analysis import Analysis
from roundtable.analysis.content import Persona
from roundtable.analysis.facts import (
    Constraint,
    Criterion,
    DirectChange,
    Interface,
    Need,
    Option,
    OutOfScope,
    Priority,
    Problem,
    Requirement,
    RiskZone,
    UserType,
)
from roundtable.engine.briefing import Spoken, Thought
from roundtable.minds.facilitator import Facilitator
from roundtable.minds.facilitator.manner import speakable

MIND = Facilitator(Shop())
KEYS = (MAYA, ALEX, JORDAN)


def the_item() -> Analysis:
    return an_analysis(
        Problem(text="Support types discounts by hand", step_id="01-06"),
        UserType(name="customers", step_id="01-06"),
        UserType(name="support agents", step_id="01-06"),
        Requirement(id="new:1", title="Enter a code at checkout", text="The system shall let customers enter a code at checkout.", step_id="01-06"),
        Requirement(id="new:2", title="Delete codes", text="The system shall let admins delete codes.", step_id="01-06"),
        Criterion(requirement="new:1", text="the total drops", step_id="01-06"),
        Priority(target="new:1", level="Must"),
        DirectChange(path="shop/pricing.py"),
        RiskZone(title="shop/pricing.py", path="shop/pricing.py", level="high", why="4 files depend on it", mitigation="add tests first"),
        Interface(name="apply_code", signature="def apply_code(cart, code) -> Money"),
        OutOfScope(text="gift cards"),
        Constraint(text="Stay on Python 3.11"),
    )  # fmt: skip


def a_turn(
    persona: str | Persona, said: tuple[Spoken, ...] = (), text: str | None = None, **details: object
) -> Thought:
    task = {
        "may_stay_silent": details.pop("may_stay_silent", False),
        "addressed": details.pop("addressed", False),
    }
    details.setdefault("analysis", the_item())
    details.setdefault("focus", "What happens when entering a code fails?")
    if text is not None:
        said = (*said, Spoken(persona=None, text=text))
    briefing = a_briefing("contribute", text, persona=persona, said=said, scan=a_scan(), task=task, **details)  # type: ignore[arg-type]
    return think(MIND, briefing)


def spoken(persona: str, thought: Thought) -> Spoken:
    return Spoken(persona=persona, text=f"{shipped().persona(persona).label}: {words_of(thought)}")


def a_round(rounds: int = 1, messages: tuple[str, ...] = ()) -> tuple[Spoken, ...]:
    said: tuple[Spoken, ...] = (
        Spoken(persona=MAYA, text="Maya Chen (Business Analyst): We just covered it."),
    )
    for number in range(rounds):
        text = messages[number] if number < len(messages) else None
        said = (*said, Spoken(persona=None, text=text)) if text else said
        for key in KEYS:
            thought = a_turn(
                key,
                said[:-1] if text and said[-1].text == text else said,
                text if text and said[-1].text == text else None,
            )
            if thought.contributions:
                said = (*said, spoken(key, thought))
    return said


# -- framing -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("E-FRAME-01", "E-FRAME-04")
def test_the_lead_says_where_the_step_landed_and_puts_one_question_about_it() -> None:
    thought = think(MIND, a_briefing("frame", analysis=the_item(), scan=a_scan()))
    assert words_of(thought).startswith("we have 2 requirements, 2 kinds of user and 1 ")
    assert thought.focus.count("?") == 1
    assert "FR-00" in thought.focus
    assert len(thought.focus.split()) <= 30


def test_framing_a_step_without_facts_says_so() -> None:
    thought = think(MIND, a_briefing("frame", analysis=an_analysis(), step="01-03"))
    assert words_of(thought) == "nothing firm is on record from it yet"
    assert thought.focus.endswith("?")


# -- contributions -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("E-VOICE-01", "E-VOICE-02", "E-VOICE-03", "E-LOOP-12")
def test_each_persona_argues_from_its_own_evidence() -> None:
    maya, alex, jordan = (words_of(a_turn(key)) for key in KEYS)
    assert maya.split("?")[0].startswith(("What", "Who", "How", "Where"))
    assert "`shop/pricing.py`" in alex
    assert re.search(r"\brisk\b|Option A", alex)
    assert "contract" in jordan or "signature" in jordan
    assert "?" not in jordan


@pytest.mark.rule("E-LOOP-12")
def test_another_persona_is_referred_to_by_name_and_by_what_it_really_said() -> None:
    first = a_turn(ALEX)
    second = words_of(a_turn(JORDAN, (spoken(ALEX, first),)))
    assert "Alex" in second
    assert "`shop/pricing.py`" in second or "FR-001" in second


@pytest.mark.rule("E-LOOP-13")
def test_evidence_that_pulls_apart_is_shown_and_the_lead_asks_the_person_to_weigh_it() -> None:
    alex = a_turn(ALEX, focus="How do we get FR-001 early without gambling with the pricing file?")
    assert "There is a tension here: FR-001" in words_of(alex)
    said = (spoken(ALEX, alex),)
    lead = words_of(a_turn(MAYA, said, "hm, both have a point", addressed=True))
    assert "we still need to resolve its price: Alex" in lead
    assert lead.count("?") == 1


@pytest.mark.rule("E-VOICE-05")
def test_a_persona_that_has_nothing_of_its_own_stays_silent_when_it_may() -> None:
    bare = an_analysis(draft="", title="")
    assert a_turn(JORDAN, analysis=bare, may_stay_silent=True).contributions == ()
    assert words_of(a_turn(JORDAN, analysis=bare))


def test_nothing_is_said_twice_in_a_discussion() -> None:
    said = a_round(rounds=4)
    texts = [re.sub(r"^[^:]+: ", "", line.text) for line in said[1:]]
    assert len(texts) == len(set(texts))
    assert len(texts) >= 6


@pytest.mark.rule("E-LOOP-13")
@pytest.mark.parametrize(
    ("key", "message", "words"),
    [
        (MAYA, "What happens when a code is used twice by the same customer?", "The case that a code is used twice by the same customer belongs to FR-001"),
        (MAYA, "The warehouse staff also look at these totals", "warehouse staff"),
        (ALEX, "how risky is the pricing file?", "`shop/pricing.py`: 4 other files rely on it"),
        (ALEX, "What about loyalty points?", "Nothing in the code that we found speaks of loyalty points"),
        (JORDAN, "if the code is expired, the API should return 410", "When the code is expired, Then the API should return 410"),
        (JORDAN, "at most 3 codes per order", "at most 3 codes per order"),
        (MAYA, "Let's go with one code per customer because it is simple", "So we agree on one code per customer."),
    ],
)  # fmt: skip
def test_an_answer_takes_up_what_the_person_said(key: str, message: str, words: str) -> None:
    assert words in words_of(a_turn(key, text=message, addressed=True))


def test_everyone_answers_when_everyone_was_asked() -> None:
    for key in KEYS:
        assert a_turn(key, text="everyone, what about gift wrapping?", may_stay_silent=True).contributions


@pytest.mark.rule("E-FOCUS-02", "E-FOCUS-03")
def test_a_message_that_belongs_to_another_step_is_named_as_drift_by_the_one_who_was_asked() -> None:
    message = "Which database should we use, Postgres or MySQL? What about the tech stack?"
    lead = a_turn(MAYA, text=message, addressed=True)
    assert "Technology Decisions" in lead.drift_place
    assert lead.drift
    assert lead.contributions == ()
    assert a_turn(ALEX, text=message, may_stay_silent=True) == Thought()
    assert a_turn(ALEX, text=f"Alex, {message}", addressed=True).drift
    assert a_turn(MAYA, text=f"Alex, {message}", may_stay_silent=True) == Thought()


@pytest.mark.rule("E-FOCUS-03")
def test_what_belongs_to_the_step_is_no_drift() -> None:
    assert not a_turn(MAYA, text="Support agents should see which code was entered", addressed=True).drift


def test_a_fourth_persona_speaks_plainly() -> None:
    stranger = Persona(key="tester", name="Sam Ode", role="Tester", identity="I test.", style="dry")
    assert words_of(a_turn(stranger)).endswith(".")


# -- synthesis ---------------------------------------------------------------------------------------------------------


def a_synthesis(messages: tuple[str, ...]) -> tuple[Thought, Analysis]:
    analysis = the_item()
    said = a_round(rounds=1 + len(messages), messages=("", *messages))
    briefing = a_briefing("synthesise", analysis=analysis, said=said, scan=a_scan())
    for message in messages:
        briefing = briefing.model_copy(update={"analysis": a_briefing("take_feedback", message, analysis=briefing.analysis).analysis})  # fmt: skip
    return think(MIND, briefing), briefing.analysis


@pytest.mark.rule("E-SYN-04", "E-SYN-11", "E-SYN-14")
def test_the_synthesis_attributes_insights_and_keeps_every_decision_the_person_took() -> None:
    thought, analysis = a_synthesis(("Let's go with one code per order because it is simple",))
    found = thought.synthesis
    assert found is not None
    assert (
        len({name for owners, _ in found.insights for name in owners.split("/")} & {"Maya", "Alex", "Jordan"})
        >= 2
    )
    assert found.decisions == (("One code per order", "it is simple"),)
    assert found.summary == "we settled on one code per order"
    decision = next(fact for fact in thought.facts if fact.kind == "decision")
    assert analysis.confidence(decision).value == "high"
    assert {fact.kind for fact in thought.facts} >= {"insight", "decision", "open_question"}


def test_the_persons_words_in_a_discussion_become_facts_with_quotes() -> None:
    thought, analysis = a_synthesis(
        ("Given an expired code, when it is entered at checkout, then the total stays",)
    )
    criterion = next(fact for fact in thought.facts if isinstance(fact, Criterion))
    assert criterion.requirement == "FR-001"
    assert analysis.confidence(criterion).value == "high"


@pytest.mark.parametrize(
    "messages", [(), ("I don't know",), ("yes",), ("Nothing to add from my side, thanks a lot",)]
)
def test_the_summary_is_one_short_clause(messages: tuple[str, ...]) -> None:
    found = a_synthesis(messages)[0].synthesis
    assert found is not None
    assert 0 < len(found.summary) <= 100
    assert found.summary[0].islower()
    assert not found.summary.endswith(".")


# -- rules over any discussion -------------------------------------------------------------------------------------------

_MESSAGES = st.one_of(
    st.text(max_size=80),
    st.sampled_from(
        ["why?", "the schema is wrong", "let's refactor the middleware", "what about throughput?", "Alex, is it safe?", "everyone, thoughts?", "不知道", "if it fails, retry",
         "users will love the button colour", "business value first", "def f(x) -> y", "drop FR-002", "Given a, when b, then c"]
    ),
)  # fmt: skip


@pytest.mark.rule("E-VOICE-01", "E-VOICE-02", "E-VOICE-03")
@given(messages=st.lists(_MESSAGES, max_size=3), key=st.sampled_from(KEYS), addressed=st.booleans())
@settings(max_examples=150, deadline=None)
def test_no_contribution_ever_matches_what_its_speaker_must_not_say(
    messages: list[str], key: str, addressed: bool
) -> None:
    said: tuple[Spoken, ...] = ()
    for message in messages or [""]:
        thought = a_turn(key, said, message or None, addressed=addressed, may_stay_silent=not addressed)
        for piece in thought.contributions:
            assert speakable(shipped().persona(key), piece.text)
        said = (
            *said,
            *((Spoken(persona=None, text=message),) if message else ()),
            *(Spoken(persona=key, text=p.text) for p in thought.contributions),
        )


def test_options_on_record_are_put_side_by_side() -> None:
    item = an_analysis(Option(title="Extend the cart"), Option(title="Add a module", cons=("more code",)))
    assert "I see two approaches on record" in words_of(a_turn(ALEX, analysis=item, step="03-01", focus=""))


def test_a_question_of_the_person_is_answered_from_the_record_or_stays_open() -> None:
    known = an_analysis(Need(text="The crew wants to know which nodes need a battery.", user_type="crew"))
    asked = "Maya, what would the field crew miss most?"
    thought = a_turn(MAYA, text=asked, addressed=True, analysis=known)
    assert "The crew wants to know which nodes need a battery" in words_of(thought)
    thought = a_turn(
        ALEX, text="Alex, does the hourly rate matter for the radio?", addressed=True, analysis=known
    )
    assert "does the hourly" not in words_of(thought)
