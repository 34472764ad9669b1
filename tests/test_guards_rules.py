"""Single rules of the guards: what is mended, what is allowed, and what holds for every thought that passes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guards_samples import ALEX, JORDAN, KNOWN, MAYA, SCAN, TURNS, a_briefing, quote
from roundtable.engine.briefing import Amendment, Ask, Contribution, Spoken, Thought
from roundtable.facts import Criterion, DirectChange, Need, Problem, Requirement, Story
from roundtable.facts.evidence import Assumed, CodeAnchor, Confidence, Inferred, Quote
from roundtable.minds.gate import SentenceGate
from roundtable.minds.guards import judge

WHOLE = " ".join(turn.text for turn in TURNS)


def said(text: str, who: str = MAYA) -> Thought:
    return Thought(contributions=(Contribution(persona=who, text=text),))


@given(
    st.integers(-2, 9),
    st.integers(-5, 60),
    st.integers(-5, 90),
    st.one_of(st.text(max_size=20), st.integers(0, len(WHOLE) - 12).map(lambda at: WHOLE[at : at + 12])),
)
def test_a_quote_that_passes_is_exactly_what_the_person_said(
    turn: int, start: int, end: int, text: str
) -> None:
    fact = Problem(text=text or "x", evidence=(Quote(turn=turn, start=start, end=end, text=text),))
    verdict = judge(Thought(facts=(fact,)), a_briefing())
    by_number = {turn.number: turn.text for turn in TURNS}
    for kept in verdict.thought.facts:
        assert kept.evidence
        for item in kept.evidence:
            if isinstance(item, Quote):
                assert by_number[item.turn][item.start : item.end] == item.text
                assert item.text


@given(st.text(max_size=400), st.sampled_from(["take_answer", "contribute", "converse"]))
def test_any_text_gets_an_answer_and_what_passes_can_be_shown(text: str, kind: str) -> None:
    mode = "conversation" if kind == "converse" else "steps"
    verdict = judge(said(text), a_briefing(kind, MAYA, mode))  # pyright: ignore[reportArgumentType]
    if verdict.is_fine:
        shown = "".join(piece.text for piece in verdict.thought.contributions)
        assert "\x1b" not in shown
        assert "[C]" not in shown


@given(
    st.lists(
        st.sampled_from(["So managers decide.", " The throughput is fine.", " Who ends it?", " It holds."]),
        max_size=5,
    ),
    st.integers(1, 9),
)
def test_what_was_streamed_is_the_beginning_of_what_is_said(pieces: list[str], size: int) -> None:
    text = "".join(pieces)
    shown: list[str] = []
    gate = SentenceGate(a_briefing("take_answer"), shown.append)
    for end in range(size, len(text) + size, size):
        gate.hear(text[:end])
    verdict = judge(gate.pinned(said(text)), a_briefing("take_answer"))
    if verdict.is_fine:
        gate.finish(verdict.thought)
        asked = (verdict.thought.question,) if verdict.thought.question else ()
        final = "\n".join(one.text for one in (*verdict.thought.contributions, *asked))
        assert final.startswith("".join(shown).strip())
    assert "throughput" not in "".join(shown)


def test_a_word_that_another_persona_brought_in_may_be_taken_up() -> None:
    line = Spoken(persona=JORDAN, text="The schema has one column for the amount.")
    assert judge(
        said("So if the schema has one column, what does a customer see?"),
        a_briefing("contribute", said=(line,)),
    ).is_fine
    alone = judge(
        said("The middleware is the problem of the customer."), a_briefing("contribute", said=(line,))
    )
    assert [refusal.family for refusal in alone.refusals] == ["voice"]


def test_ones_own_label_is_taken_off_and_another_persons_is_refused() -> None:
    own = judge(said("Maya Chen (Business Analyst): So managers decide."), a_briefing("contribute"))
    assert own.thought.contributions[0].text == "So managers decide."
    assert not judge(said("So managers decide.\nAlex: I agree."), a_briefing("contribute")).is_fine


def test_a_question_among_the_words_is_moved_to_its_place() -> None:
    verdict = judge(said("So managers decide. Who ends a code?"), a_briefing())
    assert verdict.is_fine
    assert verdict.thought.contributions[0].text == "So managers decide."
    assert verdict.thought.question is not None
    assert verdict.thought.question.text == "Who ends a code?"


def test_a_question_is_left_out_when_none_is_wanted() -> None:
    thought = said("So managers decide.").model_copy(update={"question": Ask(text="Who ends it?")})
    assert judge(thought, a_briefing(may_ask=False)).thought.question is None


def test_a_free_rendering_of_an_answer_counts_as_inferred() -> None:
    fact = Need(
        text="mails about surprising totals cost support staff whole days",
        evidence=(quote("support gets 40 mails a week"),),
    )
    kept = judge(Thought(facts=(fact,)), a_briefing()).thought.facts[0]
    assert a_briefing().analysis.confidence(kept) is Confidence.MEDIUM
    literal = Problem(text="support gets 40 mails a week", evidence=(quote("support gets 40 mails a week"),))
    kept = judge(Thought(facts=(literal,)), a_briefing()).thought.facts[0]
    assert a_briefing().analysis.confidence(kept) is Confidence.HIGH


def test_a_fact_without_evidence_becomes_an_assumption() -> None:
    verdict = judge(Thought(facts=(Need(text="a report about codes"),)), a_briefing())
    assert isinstance(verdict.thought.facts[0].evidence[0], Assumed)
    empty = Need(text="a report about codes", evidence=(Inferred(because="it is usual"),))
    assert isinstance(judge(Thought(facts=(empty,)), a_briefing()).thought.facts[0].evidence[0], Assumed)


def test_a_file_that_the_person_named_may_be_new() -> None:
    briefing = a_briefing()
    turn = TURNS[2].model_copy(update={"text": "Put it into shop/codes.py please."})
    analysis = briefing.analysis.changed(turns=(*TURNS[:2], turn))
    words = Quote(turn=2, start=12, end=25, text="shop/codes.py")
    fact = DirectChange(path="shop/codes.py", evidence=(words, CodeAnchor(path="shop/codes.py")))
    verdict = judge(Thought(facts=(fact,)), briefing.model_copy(update={"analysis": analysis, "heard": turn}))
    assert verdict.is_fine
    assert [item.status for item in verdict.thought.facts[0].evidence if isinstance(item, CodeAnchor)] == [
        "proposed-new"
    ]


def test_ids_that_lead_nowhere_are_left_out() -> None:
    criterion = Criterion(requirement="FR-777", text="It holds.", evidence=(Assumed(because="x"),))
    story = Story(title="s", role="manager", want="codes", requirements=("FR-001", "FR-777"), evidence=(Assumed(because="x"),))  # fmt: skip
    kept = judge(Thought(facts=(criterion, story)), a_briefing()).thought.facts
    assert [fact.kind for fact in kept] == ["story"]
    assert isinstance(kept[0], Story)
    assert kept[0].requirements == ("FR-001",)


def test_a_mind_cannot_give_ids_or_confirm_for_the_person() -> None:
    fact = Requirement(
        id="FR-042", title="x", text="The shop shall accept codes", evidence=(Assumed(because="x"),)
    )
    verdict = judge(Thought(facts=(fact,), confirmed=("FR-001", "PB-001")), a_briefing())
    assert verdict.thought.facts[0].id == ""
    assert verdict.thought.confirmed == ()
    asked = a_briefing(asked=Ask(text="Right?", proposes=("FR-001",)))
    assert judge(Thought(confirmed=("FR-001",)), asked).thought.confirmed == ("FR-001",)


def test_an_amendment_needs_a_fact_a_field_and_words_for_it() -> None:
    good = Amendment(
        fact_id="PB-001",
        updates={"text": "the total is a surprise"},
        evidence=(quote("the total is a surprise"),),
    )
    assert judge(Thought(amended=(good,)), a_briefing()).thought.amended == (good,)
    for bad in (
        good.model_copy(update={"fact_id": "PB-999"}),
        good.model_copy(update={"evidence": ()}),
        good.model_copy(update={"updates": {"nonsense": 1}}),
    ):
        assert judge(Thought(amended=(bad,)), a_briefing()).thought.amended == ()


@pytest.mark.rule("L-CONV-04")
def test_nobody_claims_to_have_seen_code_that_was_not_read() -> None:
    claim = said("I can see from the codebase that the total is computed twice.", ALEX)
    assert not judge(claim, a_briefing("contribute", ALEX, scan=None)).is_fine
    assert judge(claim, a_briefing("contribute", ALEX, scan=SCAN)).is_fine


def test_a_broken_pattern_in_a_persona_of_ones_own_forbids_nothing() -> None:
    briefing = a_briefing("contribute")
    voice = briefing.persona.voice.model_copy(update={"forbidden": ("(unclosed", r"\bsynergy\b")})
    odd = briefing.persona.model_copy(update={"voice": voice})
    personas = tuple(odd if persona.key == odd.key else persona for persona in briefing.library.personas)
    library = briefing.library.model_copy(update={"personas": personas})
    changed = briefing.model_copy(update={"library": library, "persona": odd})
    assert judge(said("So managers decide."), changed).is_fine
    assert not judge(said("The synergy is obvious."), changed).is_fine


def test_known_facts_of_the_sample_are_left_alone() -> None:
    assert judge(Thought(), a_briefing("open_step")).thought == Thought()
    assert a_briefing().analysis.facts == KNOWN
