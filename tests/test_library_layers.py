"""Layers of content: what replaces what, what may be taken away, and topics, personas and agents in each."""

from pathlib import Path

import pytest

from library_files import DISABLED, STEPS, a_step, a_topic, write
from roundtable.analysis.content import Library
from roundtable.library import list_library, load_library

TOPICS = ".roundtable/topics"
PERSONAS = ".roundtable/personas"
MAYA, ALEX, JORDAN = (
    "persona-business-analyst.md",
    "persona-solutions-architect.md",
    "persona-system-designer.md",
)


def topic_ids(library: Library) -> list[str]:
    return [topic.topic_id for topic in library.topics]


def test_the_highest_layer_wins_and_says_so_in_the_listing(tmp_path: Path) -> None:
    name = "01-requirements/01-business-context.md"
    origins: list[str] = []
    titles: list[str] = []
    for folder in (".claude/skills/analysis-steps", "src/claude/skills/analysis-steps", ".roundtable/steps"):
        write(tmp_path, f"{folder}/{name}", a_step(step_id='"01-01"', title=f'"From {folder}"'))
        step = next(
            entry
            for entry in list_library(tmp_path)["steps"]
            if isinstance(entry, dict) and entry["step_id"] == "01-01"
        )
        origins.append(step["origin"])
        titles.append(step["title"])
    assert origins == [".claude", "src/claude", ".roundtable"]
    assert titles[-1] == "From .roundtable/steps"
    assert len(load_library(tmp_path).steps) == 24


def test_a_disabled_file_takes_the_entry_away(tmp_path: Path) -> None:
    write(tmp_path, f"{STEPS}/03-ux-journey.md", DISABLED)
    write(tmp_path, f"{TOPICS}/security.md", "---\nenabled: 'no'\n---\n")
    write(tmp_path, ".roundtable/agents/roundtable-lead.md", DISABLED)
    library = load_library(tmp_path)
    assert library.step("01-03") is None
    assert "security" not in topic_ids(library)
    assert library.agent("roundtable-lead") is None
    assert library.warnings == ()


def test_a_link_that_leaves_the_repository_is_not_followed(tmp_path: Path) -> None:
    outside = write(tmp_path, "outside/09-x.md", a_step())
    repo = tmp_path / "repo"
    (repo / STEPS).mkdir(parents=True)
    (repo / STEPS / "09-x.md").symlink_to(outside)
    (repo / ".roundtable" / "topics").symlink_to(tmp_path / "outside")
    (repo / ".roundtable" / "personas").symlink_to(repo / ".roundtable" / "personas")
    library = load_library(repo)
    assert set(library.warnings) == {
        f"{STEPS}/09-x.md is a symbolic link that leaves the repository. Skipping.",
        ".roundtable/topics is a symbolic link that leaves the repository. Skipping.",
        *(
            warning
            for warning in library.warnings
            if warning.startswith((".roundtable/personas", "Could not list .roundtable/personas"))
        ),
    }
    assert len(library.warnings) == 3
    assert (len(library.steps), len(library.topics), len(library.personas)) == (24, 6, 3)


def test_a_link_inside_the_repository_is_fine(tmp_path: Path) -> None:
    inside = write(tmp_path, "docs/steps/09-x.md", a_step())
    (tmp_path / STEPS).mkdir(parents=True)
    (tmp_path / STEPS / "09-x.md").symlink_to(inside)
    assert load_library(tmp_path).step("01-09") is not None


@pytest.mark.rule("L-COV-02", "L-COV-03")
def test_a_topic_carries_everything_its_file_says(tmp_path: Path) -> None:
    write(
        tmp_path,
        f"{TOPICS}/legal/privacy.md",
        a_topic(
            contributing_personas="[system-designer]",
            met_by='["requirement:3", stakeholder]',
            artifact_sections="[{artifact: requirements-spec.md, sections: [Out of Scope]}]",
            depth_guidance="{brief: short, deep: long}",
            source_step_files='["01-05"]',
            colour="blue",
        ),
    )
    library = load_library(tmp_path)
    topic = next(topic for topic in library.topics if topic.topic_id == "privacy")
    assert library.warnings == ()
    assert topic.coverage_criteria == ("The data is named", "The owner is named")
    assert topic.met_by == ("requirement:3", "stakeholder")
    assert topic.contributing_personas == ("system-designer",)
    assert (topic.artifact_sections[0].artifact, topic.artifact_sections[0].sections) == (
        "requirements-spec.md",
        ("Out of Scope",),
    )
    assert topic.depth_guidance == {"brief": "short", "deep": "long"}
    assert topic.source_step_files == ("01-05",)
    assert topic.knowledge == "- Which data is personal?"
    assert topic.extra == {"colour": "blue"}


@pytest.mark.rule("L-COV-05")
@pytest.mark.parametrize(
    ("text", "warning", "kept"),
    [
        ("Just advice.", "has no frontmatter. Its text is used as guidance and not tracked.", True),
        (
            a_topic(coverage_criteria=None),
            "has no coverage criteria. It is used as guidance and not tracked.",
            True,
        ),
        (
            a_topic(coverage_criteria="[]"),
            "has no coverage criteria. It is used as guidance and not tracked.",
            True,
        ),
        ("---\na: [\n---\n", "has invalid frontmatter. Skipping.", False),
        (a_topic(topic_id=None), "is missing required field 'topic_id'. Skipping.", False),
    ],
)
def test_a_topic_at_fault_is_untracked_or_skipped(
    tmp_path: Path, text: str, warning: str, kept: bool
) -> None:
    write(tmp_path, f"{TOPICS}/privacy.md", text)
    library = load_library(tmp_path)
    assert library.warnings == (f"Topic file privacy.md {warning}",)
    assert ("privacy" in topic_ids(library)) is kept
    assert [topic.coverage_criteria for topic in library.topics if topic.topic_id == "privacy"] == (
        [()] if kept else []
    )


def test_a_topic_without_met_by_has_it_inferred(tmp_path: Path) -> None:
    write(
        tmp_path,
        f"{TOPICS}/privacy.md",
        a_topic(coverage_criteria="[The risks are named, The users are named]"),
    )
    topic = next(topic for topic in load_library(tmp_path).topics if topic.topic_id == "privacy")
    assert topic.met_by == ("risk", "user_type")


def test_a_topic_of_the_same_id_in_a_higher_layer_takes_over_under_any_name(tmp_path: Path) -> None:
    write(tmp_path, f"{TOPICS}/ours.md", a_topic(topic_id="security", topic_name="Ours"))
    library = load_library(tmp_path)
    assert [topic.topic_name for topic in library.topics if topic.topic_id == "security"] == ["Ours"]
    assert library.warnings == ()


@pytest.mark.rule("L-COV-04", "L-DISC-01", "L-DISC-02")
def test_without_topic_files_topics_come_from_the_steps(tmp_path: Path) -> None:
    for topic in load_library(None).topics:
        write(tmp_path, f"{TOPICS}/{Path(topic.path).name}", DISABLED)
    write(tmp_path, f"{STEPS}/09-x.md", a_step(depends_on='["04-05"]', skip_if='"true"'))
    library = load_library(tmp_path)
    assert library.warnings == ("No topic files found. Topics are derived from the step files.",)
    assert topic_ids(library) == [
        *(
            "problem-discovery",
            "requirements-definition",
            "technical-analysis",
            "architecture",
            "specification",
        )
    ]
    by_id = {topic.topic_id: topic for topic in library.topics}
    assert by_id["problem-discovery"].source_step_files == ("00-01", "01-01", "01-02", "01-03")
    assert by_id["technical-analysis"].source_step_files == (
        "00-02",
        "00-03",
        "02-01",
        "02-02",
        "02-03",
        "02-04",
    )
    definition = by_id["requirements-definition"]
    assert definition.coverage_criteria[-1] == "A rule is named."
    assert definition.met_by[-1] == "business_rule"
    assert len(definition.met_by) == len(definition.coverage_criteria)
    assert definition.knowledge is not None
    assert "Which rule applies here?" in definition.knowledge


@pytest.mark.rule("P-PERS-10", "P-STEP-10", "X-10b")
def test_a_new_persona_can_lead_a_step(tmp_path: Path) -> None:
    write(
        tmp_path,
        f"{PERSONAS}/persona-security-engineer.md",
        "---\nkey: security-engineer\nname: Sam Lee\nrole: Security Engineer\nidentity: I'm Sam.\nstyle: Wary.\n"
        "principles:\n- {title: One, text: a}\n- {title: Two, text: b}\n- {title: Three, text: c}\n"
        "voice: {acknowledgement: 'Noted: {concern}.', forbidden: ['\\bpretty\\b', '(']}\n"
        "---\nBody.",
    )
    write(tmp_path, f"{STEPS}/09-x.md", a_step(persona="security-engineer"))
    library = load_library(tmp_path)
    step = library.step("01-09")
    assert step is not None
    sam = library.persona(step.persona)
    assert sam.label == "Sam Lee (Security Engineer)"
    assert [persona.key for persona in library.personas][-1] == "security-engineer"
    assert sam.voice.acknowledgement == "Noted: {}."
    assert sam.voice.forbidden == ("\\bpretty\\b",)
    assert library.warnings == (
        "Persona file persona-security-engineer.md has a forbidden pattern that is not a regular expression. Ignoring it.",
    )


@pytest.mark.rule("L-PERSF-03")
def test_an_empty_persona_file_is_as_good_as_missing(tmp_path: Path) -> None:
    write(tmp_path, f"{PERSONAS}/{MAYA}", "  \n")
    library = load_library(tmp_path)
    assert library.warnings == (f"Persona file {MAYA} is empty. Treating it as missing.",)
    assert library.persona("business-analyst") == load_library(None).persona("business-analyst")


@pytest.mark.rule("L-PERSF-03")
def test_a_persona_file_without_front_matter_is_used_as_it_is(tmp_path: Path) -> None:
    write(tmp_path, f"{PERSONAS}/{MAYA}", "# Maya\nSpeaks in rhymes.")
    library = load_library(tmp_path)
    maya = library.persona("business-analyst")
    assert library.warnings == (f"Persona file {MAYA} has no frontmatter. Using its content as is.",)
    assert (maya.name, maya.body) == ("Maya Chen", "# Maya\nSpeaks in rhymes.")
    assert maya.principles == load_library(None).persona("business-analyst").principles


@pytest.mark.rule("L-PERSF-01")
def test_a_persona_file_written_for_a_coding_agent_keeps_who_it_is(tmp_path: Path) -> None:
    write(
        tmp_path,
        f".claude/agents/{ALEX}",
        "---\nname: persona-solutions-architect\nmodel: opus\n---\nBe brief.",
    )
    write(tmp_path, ".claude/agents/code-reviewer.md", "not ours: [")
    library = load_library(tmp_path)
    alex = library.persona("solutions-architect")
    assert (alex.name, alex.body, alex.extra) == ("Alex Rivera", "Be brief.", {"model": "opus"})
    assert library.warnings == ()


@pytest.mark.parametrize("folder", [PERSONAS, ".claude/agents"])
def test_many_persona_files_of_another_house_are_spoken_of_in_one_line(tmp_path: Path, folder: str) -> None:
    for number in range(20):
        text = f"---\nname: agent-{number}\ntools: Read\n---\nYou are."
        write(tmp_path, f"{folder}/persona-agent-{number:02}.md", text)
    (warning,) = load_library(tmp_path).warnings
    assert "persona-agent-00.md and 19 more" in warning


@pytest.mark.rule("L-PERSF-02", "L-ERR-01", "L-ERR-04")
def test_a_persona_that_was_taken_away_is_missed_but_its_steps_still_run(tmp_path: Path) -> None:
    write(tmp_path, f"{PERSONAS}/{JORDAN}", DISABLED)
    library = load_library(tmp_path)
    (warning,) = library.warnings
    assert warning == (
        f"Persona file {JORDAN} is missing. The lead covers for Jordan Park (System Designer); "
        "affected documents are marked low confidence."
    )
    assert len(library.steps_of("04-design")) == 5
    assert library.persona("system-designer").name == "Maya Chen"


@pytest.mark.rule("L-PERSF-04", "L-ERR-04")
def test_without_any_of_the_three_the_built_in_ones_speak(tmp_path: Path) -> None:
    for name in (MAYA, ALEX, JORDAN):
        write(tmp_path, f"{PERSONAS}/{name}", DISABLED)
    library = load_library(tmp_path)
    assert library.warnings == ("All three persona files are missing. Proceeding with built-in knowledge.",)
    assert library.personas == load_library(None).personas


@pytest.mark.rule("P-AGENT-03", "X-71")
def test_a_renamed_or_disabled_analyst_is_simply_not_there(tmp_path: Path) -> None:
    write(tmp_path, ".claude/agents/roundtable-analyst.md", "---\nname: somebody-else\n---\n")
    library = load_library(tmp_path)
    assert library.agent("roundtable-analyst") is None
    assert library.agent("roundtable-lead") is not None
    assert library.warnings == ()


@pytest.mark.rule("P-AGENT-04")
@pytest.mark.parametrize(
    "text", ["", "no front matter", "---\nname: [\n---\n", "---\nmodel: opus\n---\n", "---\nname: 3\n---\n"]
)
def test_a_corrupt_analyst_is_one_exact_warning(tmp_path: Path, text: str) -> None:
    write(tmp_path, "src/claude/agents/roundtable-analyst.md", text)
    library = load_library(tmp_path)
    assert library.agent("roundtable-analyst") is None
    told = "Warning: Roundtable agent file has invalid format. Falling back to standard analysis agents."
    assert told in library.warnings


@pytest.mark.rule("P-AGENT-01", "L-MODE-04")
def test_the_shipped_agents_are_as_the_record_says() -> None:
    for name in ("roundtable-analyst", "roundtable-lead"):
        agent = load_library(None).agent(name)
        assert agent is not None
        assert (agent.model, agent.owned_skills) == ("opus", ())


def test_the_listing_has_ids_origins_and_warnings(tmp_path: Path) -> None:
    write(tmp_path, f"{TOPICS}/privacy.md", a_topic())
    write(tmp_path, f"{STEPS}/10-bad.md", "")
    listing = list_library(tmp_path)
    assert list(listing) == ["steps", "topics", "personas", "agents", "warnings"]
    assert [entry["key"] for entry in listing["personas"] if isinstance(entry, dict)] == [
        *("business-analyst", "solutions-architect", "system-designer")
    ]
    origins = {entry["topic_id"]: entry["origin"] for entry in listing["topics"] if isinstance(entry, dict)}
    assert origins["privacy"] == ".roundtable"
    assert origins["security"] == "built-in"
    assert listing["warnings"] == ["Step file 10-bad.md has invalid frontmatter. Skipping."]
