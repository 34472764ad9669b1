"""The shipped personas are who the rules say they are, and can be told apart by what they may not say.

Elsewhere: what they ask (`test_content`).
"""

import re

import pytest

from roundtable.analysis.content import Persona
from roundtable.analysis.phases import PHASES
from shipped_content import (
    PERSONAS,
    SECTIONS,
    STEPS,
    Written,
    everything_asked,
)

every_persona = pytest.mark.parametrize("persona", PERSONAS, ids=lambda persona: persona.front["key"])


def as_persona(written: Written) -> Persona:
    return Persona.model_validate({**written.front, "body": written.body})


def persona(key: str) -> Persona:
    return next(as_persona(written) for written in PERSONAS if written.front["key"] == key)


def out_of_voice(speaker: Persona, line: str) -> list[str]:
    return [pattern for pattern in speaker.voice.forbidden if re.search(pattern, line, re.IGNORECASE)]


def sample_lines(written: Written) -> list[str]:
    return [line.removeprefix("- ") for line in written.sections["Sample Lines"].strip().splitlines()]


@pytest.mark.rule("P-PERS-01", "L-PERSF-01")
def test_there_are_three_personas_each_in_a_file_of_its_own() -> None:
    assert [(written.path.name, as_persona(written).label) for written in PERSONAS] == [
        ("persona-business-analyst.md", "Maya Chen (Business Analyst)"),
        ("persona-solutions-architect.md", "Alex Rivera (Solutions Architect)"),
        ("persona-system-designer.md", "Jordan Park (System Designer)"),
    ]


@every_persona
@pytest.mark.rule("P-PERS-02", "L-PERSF-01", "P-MAP-01", "P-MAP-02", "P-MAP-03")
def test_a_persona_file_stands_alone(persona: Written) -> None:
    speaker = as_persona(persona)
    assert speaker.phases == tuple(phase.key for phase in PHASES if phase.persona == speaker.key)
    assert speaker.identity.startswith(f"I'm {speaker.first_name}, your {speaker.role}.")
    assert speaker.style
    assert len(speaker.principles) == 4
    assert list(persona.sections) == [
        *("Identity", "Principles", "Voice", "Sample Lines", "Artifact Responsibilities", "Self-Validation"),
    ]
    flat = " ".join(speaker.body.split())
    assert speaker.identity in flat
    for principle in speaker.principles:
        assert f"**{principle.title}**: {principle.text}" in flat
    assert speaker.voice.preface.split(",")[0] in flat


@pytest.mark.rule("P-PERS-03")
def test_maya_is_the_maya_of_the_seed() -> None:
    maya = persona("business-analyst")
    assert maya.phases == ("00-quick-scan", "01-requirements")
    assert maya.identity == (
        "I'm Maya, your Business Analyst. I make sure we understand the problem before we solve it."
    )
    assert [principle.title for principle in maya.principles] == [
        *(
            "Understand before solving",
            "Surface the unstated",
            "Validate with examples",
            "Prioritize ruthlessly",
        ),
    ]


@pytest.mark.rule("P-PERS-04", "P-PERS-05")
def test_alex_and_jordan_have_their_styles() -> None:
    assert persona("solutions-architect").style.startswith("Strategic, tradeoff-focused, risk-aware.")
    assert persona("system-designer").style.startswith("Precise, interface-focused, pragmatic.")


@pytest.mark.rule("P-PERS-08", "L-BATCH-02")
@pytest.mark.parametrize(
    ("key", "acknowledgement", "preface"),
    [
        (
            "business-analyst",
            "That's important -- so {}. Let me capture that.",
            "One thing I want to make sure",
        ),
        (
            "solutions-architect",
            "Good point about {}. That affects the blast radius because ",
            "I can see from the codebase that",
        ),
        (
            "system-designer",
            "Noted. I'll revise the interface to account for {}.",
            "Based on what we've discussed, the interface would be",
        ),
    ],
)
def test_acknowledgements_and_prefaces_begin_in_the_words_of_the_rules(
    key: str, acknowledgement: str, preface: str
) -> None:
    voice = persona(key).voice
    assert voice.acknowledgement.startswith(acknowledgement)
    assert voice.preface.startswith(preface)
    assert voice.acknowledgement.count("{}") == 1


@pytest.mark.rule("E-SYN-02", "E-FRAME-02")
def test_lens_and_short_role_read_well_where_they_are_used() -> None:
    voices = [as_persona(written).voice for written in PERSONAS]
    assert [voice.short_role for voice in voices] == ["BA", "Architect", "Designer"]
    for voice in voices:
        assert re.match(r"[bcdfghjklmnpqrstvwxyz]|us", voice.lens), "reads after 'from a'"


@pytest.mark.rule("L-OWN-01")
def test_every_document_has_one_owner() -> None:
    owns = {written.front["key"]: set(written.front["owns"]) for written in PERSONAS}
    assert owns["business-analyst"] >= {
        "requirements-spec.md",
        "user-stories.json",
        "traceability-matrix.csv",
    }
    assert owns["solutions-architect"] >= {"impact-analysis.md", "architecture-overview.md"}
    assert owns["system-designer"] == {
        *("module-design.md", "interface-spec.md", "interface-spec.yaml"),
        *("data-flow.md", "error-taxonomy.md", "design-summary.md"),
    }
    owned = sorted(document for documents in owns.values() for document in documents)
    assert owned == sorted(set(SECTIONS) - {"quick-scan.md"}), "quick-scan.md is the lead's"


@every_persona
@pytest.mark.rule("E-VOICE-01", "E-VOICE-02", "E-VOICE-03")
def test_a_persona_never_breaks_its_own_voice(persona: Written) -> None:
    speaker = as_persona(persona)
    asked = [
        text
        for _, persona_key, question in everything_asked()
        if persona_key == speaker.key
        for text in (question.text, question.simpler, question.purpose)
    ]
    drafts = [
        s.sections["Brief Mode"].partition("\n1. ")[0] for s in STEPS if s.front["persona"] == speaker.key
    ]
    spoken = [
        *sample_lines(persona),
        speaker.voice.acknowledgement,
        speaker.voice.preface,
        speaker.identity,
    ]
    assert len(sample_lines(persona)) >= 6
    assert {
        line: out_of_voice(speaker, line)
        for line in [*spoken, *asked, *drafts]
        if out_of_voice(speaker, line)
    } == {}


@pytest.mark.rule("E-VOICE-01", "E-VOICE-02", "E-VOICE-03")
@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("business-analyst", "The coupling between these two worries me."),
        ("business-analyst", "What throughput does the schema allow?"),
        ("business-analyst", "We should use a cache for this."),
        ("business-analyst", "Let's implement it as a nightly job."),
        ("business-analyst", "Let us use Redis."),
        ("business-analyst", "Which API endpoint serves it?"),
        ("business-analyst", "I agree with Alex."),
        ("business-analyst", "Sounds good!"),
        ("solutions-architect", "The button colour should be calmer."),
        ("solutions-architect", "Users will love this."),
        ("solutions-architect", "How would the user feel about that?"),
        ("solutions-architect", "The acceptance criterion here would be a green build."),
        ("solutions-architect", "Given an empty cart, when they pay, then nothing is charged."),
        ("solutions-architect", "I would write load(path: str) -> Config and be done."),
        ("solutions-architect", "def load(path):"),
        ("system-designer", "Why do you want this now?"),
        ("system-designer", "Who benefits from it?"),
        ("system-designer", "What problem does this solve?"),
        ("system-designer", "What do your users really need?"),
        ("system-designer", "The business value is obvious."),
        ("system-designer", "The architectural tradeoff favours a queue."),
        ("system-designer", "A monolith would serve better than microservices."),
        ("system-designer", "Think of our user personas."),
    ],
)
def test_words_that_belong_to_another_persona_are_caught(key: str, line: str) -> None:
    assert out_of_voice(persona(key), line)


@pytest.mark.rule("E-VOICE-01", "E-VOICE-02", "E-VOICE-03")
@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("business-analyst", "Let's use a real example: an invoice of zero."),
        ("business-analyst", "Let's build on that for a moment."),
        (
            "business-analyst",
            "I agree with Alex that it can wait, and for the clerk that means one more click.",
        ),
        ("business-analyst", "Before you can use it, what do you have to know?"),
        ("solutions-architect", "Maya's acceptance criteria imply a second copy."),
        ("solutions-architect", "Given its fourteen callers, I would not change it when nobody tests it."),
        ("solutions-architect", "The class hierarchy: two levels, both public."),
        ("solutions-architect", "The function calls (twelve of them) all pass through colors.py."),
        ("system-designer", "What happens when the file is empty? The caller receives an empty list."),
        ("system-designer", "Two options for the record: one field or two. I recommend one."),
        ("system-designer", "The user id is a string and never empty."),
    ],
)
def test_ordinary_sentences_of_a_persona_pass(key: str, line: str) -> None:
    assert out_of_voice(persona(key), line) == []
