"""Small rules of the engine: depth, menus, delegation, coverage, conversation rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from play import QuickScan, shipped
from roundtable.analysis.phases import PHASES, next_phase
from roundtable.engine.conversation_rules import is_clean, repaired, violations
from roundtable.engine.coverage import TOPIC_STEPS, steps_of_topic
from roundtable.engine.depth import depth_of_phase, trigger_of
from roundtable.engine.hearing import bare


@pytest.mark.rule(
    "P-DEPTH-01", "P-DEPTH-02", "P-DEPTH-03", "P-DEPTH-04", "P-DEPTH-05", "P-DEPTH-06", "P-DEPTH-19"
)
@pytest.mark.parametrize(
    ("override", "scope", "complexity", "files", "depth"),
    [
        (None, "small", "low", 9, "brief"),
        (None, "small", "high", 3, "brief"),
        (None, "small", "high", 5, "standard"),
        (None, "medium", "low", 1, "standard"),
        (None, "large", "high", 3, "deep"),
        (None, "large", "low", 16, "deep"),
        (None, "large", "low", 15, "standard"),
        (None, "unknown", "unknown", 0, "standard"),
        ("deep", "small", "low", 1, "deep"),
        ("bottomless", "small", "low", 1, "brief"),
    ],
)
def test_the_depth_chain(override: str | None, scope: str, complexity: str, files: int, depth: str) -> None:
    overrides = {"01-requirements": override} if override else {}
    quick_scan = QuickScan.model_validate({"scope": scope, "complexity": complexity, "file_count": files})
    assert depth_of_phase("01-requirements", overrides, quick_scan) == depth
    assert depth_of_phase("00-quick-scan", {}, quick_scan) == "standard"


@pytest.mark.rule("P-DEPTH-07", "P-DEPTH-08", "X-10", "X-09")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("deep", "deeper"),
        ("Go deeper!", "deeper"),
        ("more detail", "deeper"),
        ("let's dig in", "deeper"),
        ("dig in", "deeper"),
        ("full analysis", "deeper"),
        ("Thorough!", "deeper"),
        ("brief", "shorter"),
        ("keep it short", "shorter"),
        ("just the highlights", "shorter"),
        ("quick", "shorter"),
        ("fast", "shorter"),
        ("summarize", "shorter"),
        ("skip ahead", "shorter"),
        ("standard", "standard"),
        ("search must be fast", None),
        ("breakfast", None),
        ("deeply nested", None),
        ("brief the team", None),
        ("the quick-scan says 12 files", None),
        ("it is a thorough rewrite of billing", None),
    ],
)
def test_a_depth_word_is_a_request_when_it_is_the_whole_message(text: str, wanted: str | None) -> None:
    assert trigger_of(bare(text)) == wanted


@pytest.mark.rule("P-MAP-01", "P-MAP-02", "P-MAP-03", "P-MAP-04")
def test_each_phase_has_exactly_one_persona() -> None:
    assert {phase.key: shipped().persona_of_phase(phase.key).name for phase in PHASES} == {
        "00-quick-scan": "Maya Chen",
        "01-requirements": "Maya Chen",
        "02-impact-analysis": "Alex Rivera",
        "03-architecture": "Alex Rivera",
        "04-design": "Jordan Park",
    }
    assert next_phase("04-design") is None


@pytest.mark.rule("L-META-05", "L-META-06")
def test_the_six_topics_stand_for_each_step_exactly_once() -> None:
    mapped = [step for steps in TOPIC_STEPS.values() for step in steps]
    assert sorted(mapped) == sorted(step.step_id for step in shipped().steps)
    assert len(mapped) == len(set(mapped)) == 24
    for topic in shipped().topics:
        assert set(steps_of_topic(topic)) == set(topic.source_step_files)


@pytest.mark.rule(
    "L-CONV-01", "L-CONV-02", "L-CONV-03", "L-CONV-04", "L-CONV-05", "L-STEER-02", "L-COV-01", "L-OPEN-02"
)
@pytest.mark.parametrize(
    "text",
    [
        "Phase 01: Requirements",
        "## Requirements",
        "Step 01-02: User Needs",
        "Now in phase 2 we look at code.",
        "Handing off to Alex now.",
        "Now passing to Jordan.",
        "I'll hand this over to Alex.",
        "Over to you, Jordan.",
        "[E] Elaborate\n[C] Continue",
        "Shall we go on? [Y/n]",
        "Press C to continue.",
        "1. Who uses it?\n2. When?\n3. Why?",
        "(1) Who? (2) When? (3) Why does it fail?",
        "Now let's discuss error handling.",
        "We haven't covered security yet.",
        "That's 60% covered.",
        "I am scanning the codebase.",
        "Criteria met: 3",
    ],
)
def test_what_no_turn_may_contain_is_named_and_taken_out(text: str) -> None:
    assert violations(text)
    assert is_clean(repaired(text))
    kept = f"A plain sentence stays. {text}"
    assert is_clean(repaired(kept))


@pytest.mark.rule("L-CONV-03", "L-CONV-04")
@pytest.mark.parametrize(
    "text",
    [
        "What happens when a payment fails half-way?",
        "The checkout passes the order to the billing service.",
        "Two things: 1. who may do it? 2. how is it undone?",
        "I can see from the codebase that `cart.py` has 12 callers.",
        "The third phase of the moon matters to nobody.",
        "Before we finalize, I want to flag the error handling for expired codes.",
        "One thing I want to make sure we've thought about is what happens when a code expires.",
        "The list `items[0]` is never empty.",
        'FR-001 "OneOf([[1], [2]])([1]) still passes" · a requirement',
    ],
)
def test_what_sounds_close_is_left_alone(text: str) -> None:
    assert violations(text) == ()
    assert repaired(text) == text


@given(st.text(max_size=300))
@pytest.mark.rule("L-CONV-01", "L-CONV-05")
def test_whatever_is_repaired_is_clean(text: str) -> None:
    assert is_clean(repaired(text))
