"""The shipped steps and topics keep the promises that the rest of the product builds on.

Elsewhere: the personas (`test_content_personas`), and how the loader treats good and bad files.
"""

import re
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest

from roundtable.analysis.content import Topic
from roundtable.analysis.phases import PHASES
from shipped_content import (
    AGENTS,
    CONTENT,
    FOLLOW_UP,
    KINDS,
    NEEDS,
    PAGE,
    PERSONAS,
    PLACEHOLDERS,
    QUESTION,
    SECTIONS,
    STEP_SECTIONS,
    STEPS,
    TAGGED,
    TOPICS,
    Asked,
    Written,
    all_asked,
    asked_at_the_table,
    follow_ups,
    names,
    questions,
    read,
    split_tags,
    topic_questions,
    words,
)

INVENTORY: Final = """
00-quick-scan/01-scope-estimation.md | 00-01 | Scope Estimation | standard | quick-scan.md
00-quick-scan/02-keyword-search.md | 00-02 | Keyword Search | brief | quick-scan.md
00-quick-scan/03-file-count.md | 00-03 | File Count Estimation | brief | quick-scan.md
01-requirements/01-business-context.md | 01-01 | Business Context Discovery | standard | requirements-spec.md
01-requirements/02-user-needs.md | 01-02 | User Needs Discovery | standard | requirements-spec.md
01-requirements/03-ux-journey.md | 01-03 | User Experience & Journeys | standard | requirements-spec.md
01-requirements/04-technical-context.md | 01-04 | Technical Context | standard | requirements-spec.md
01-requirements/05-quality-risk.md | 01-05 | Quality & Risk Assessment | standard | requirements-spec.md, nfr-matrix.md
01-requirements/06-feature-definition.md | 01-06 | Core Feature Definition | deep | requirements-spec.md
01-requirements/07-user-stories.md | 01-07 | User Story Writing | standard | user-stories.json
01-requirements/08-prioritization.md | 01-08 | MoSCoW Prioritization | brief | requirements-spec.md, traceability-matrix.csv
02-impact-analysis/01-blast-radius.md | 02-01 | Blast Radius Assessment | standard | impact-analysis.md
02-impact-analysis/02-entry-points.md | 02-02 | Entry Point Identification | standard | impact-analysis.md
02-impact-analysis/03-risk-zones.md | 02-03 | Risk Zone Analysis | deep | impact-analysis.md
02-impact-analysis/04-impact-summary.md | 02-04 | Impact Summary & User Review | brief | impact-analysis.md
03-architecture/01-architecture-options.md | 03-01 | Architecture Options & Tradeoffs | deep | architecture-overview.md
03-architecture/02-technology-decisions.md | 03-02 | Technology Decisions | standard | tech-stack-decision.md, ADRs
03-architecture/03-integration-design.md | 03-03 | Integration Architecture | standard | architecture-overview.md, component-interactions.md
03-architecture/04-architecture-review.md | 03-04 | Architecture Review & Approval | brief | architecture-overview.md
04-design/01-module-design.md | 04-01 | Module Design & Boundaries | deep | module-design.md
04-design/02-interface-contracts.md | 04-02 | Interface Contracts | deep | interface-spec.yaml
04-design/03-data-flow.md | 04-03 | Data Flow & State Management | standard | data-flow.md
04-design/04-error-handling.md | 04-04 | Error Handling & Validation | standard | error-taxonomy.md
04-design/05-design-review.md | 04-05 | Design Review & Approval | brief | design-summary.md
"""
YES_NO_OPENERS: Final = names(
    "is are was were am do does did has have had can could will would shall should may might must"
)
ASKING_WORD: Final = re.compile(r"\b(?:what|which|who|whom|whose|when|where|why|how)\b", re.IGNORECASE)


every_step = pytest.mark.parametrize("step", STEPS, ids=lambda step: step.front["step_id"])
every_topic = pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.front["topic_id"])


@pytest.mark.rule("P-STEP-24", "P-STEP-25")
def test_the_shipped_steps_are_the_24_of_the_inventory() -> None:
    shipped = [
        " | ".join(
            [
                f"{step.path.parent.name}/{step.path.name}",
                step.front["step_id"],
                step.front["title"],
                step.front["depth"],
                ", ".join(step.front["outputs"]),
            ]
        )
        for step in STEPS
    ]
    assert shipped == INVENTORY.strip().splitlines()


@every_step
@pytest.mark.rule("P-STEP-07", "P-STEP-08", "P-STEP-09", "P-MAP-04")
def test_a_step_belongs_to_the_folder_it_lies_in_and_to_the_persona_of_that_phase(step: Written) -> None:
    phase = next(phase for phase in PHASES if phase.key == step.path.parent.name)
    assert step.front["persona"] == phase.persona
    assert step.front["step_id"] == f"{phase.number}-{step.path.name[:2]}"
    assert len(step.front["title"]) <= 60
    assert set(step.front) <= {"step_id", "title", "persona", "depth", "outputs", "depends_on", "skip_if"}


@every_step
def test_a_step_waits_only_for_earlier_steps_of_its_own_phase(step: Written) -> None:
    # A phase can be cut short, so a step that waited for another phase might never be asked.
    for awaited in step.front.get("depends_on", []):
        assert awaited[:2] == step.front["step_id"][:2]
        assert awaited < step.front["step_id"]


@every_step
def test_no_shipped_step_can_be_left_out_by_condition(step: Written) -> None:
    # Each step is the only one to fill some section; a small item is served by the brief mode instead.
    assert not step.front.get("skip_if")


@every_step
@pytest.mark.rule("P-STEP-19")
def test_a_step_has_the_five_sections_in_order(step: Written) -> None:
    assert list(step.sections) == STEP_SECTIONS


@every_step
@pytest.mark.rule("P-LOOP-14")
def test_brief_mode_is_a_draft_of_known_facts_and_one_question(step: Written) -> None:
    *draft, last = [line for line in step.sections["Brief Mode"].strip().splitlines() if line]
    filled = [re.findall(r"\{(.*?)\}", line) for line in draft]
    assert filled[0] == [], "the first line stands whatever is known"
    assert all(len(names) == 1 for names in filled[1:]), "one placeholder to a line"
    assert all(re.fullmatch(r"- [^{}?]+: \{\w+\}", line) for line in draft[1:])
    names = [name for line in filled for name in line]
    assert set(names) <= PLACEHOLDERS
    assert len(set(names)) == len(names) >= 2
    assert last.endswith("?")
    assert "{" not in last
    assert step.sections["Brief Mode"].count("?") == 1


@every_step
@pytest.mark.rule("P-LOOP-14")
def test_standard_mode_asks_two_or_three_questions_and_deep_mode_five_to_seven(step: Written) -> None:
    assert 2 <= len(questions(step, "Standard Mode")) <= 3
    assert 5 <= len(questions(step, "Deep Mode")) <= 7
    assert len(follow_ups(step)) >= 2


@every_step
def test_every_line_of_a_mode_is_an_opening_sentence_or_a_well_formed_question(step: Written) -> None:
    for mode in ("Standard Mode", "Deep Mode"):
        opening, *asked = [line for line in step.sections[mode].splitlines() if line]
        assert "?" not in opening
        assert "{" not in step.sections[mode]
        assert [line for line in asked if not QUESTION.match(line) and not FOLLOW_UP.match(line)] == []


@pytest.mark.parametrize("asked", list(asked_at_the_table()), ids=lambda asked: asked.where)
@pytest.mark.rule("P-PERS-11")
def test_a_question_is_short_open_and_only_one(asked: Asked) -> None:
    assert asked.text.count("?") == 1
    assert asked.text.endswith("?")
    assert len(words(asked.text)) <= 30
    assert ASKING_WORD.search(asked.text)
    last_sentence = re.split(r"[.;:] ", asked.text)[-1]
    assert words(last_sentence)[0] not in YES_NO_OPENERS


@pytest.mark.rule("P-PERS-11")
def test_no_question_is_asked_twice() -> None:
    too_close: list[tuple[str, str]] = []
    for one, other in combinations(asked_at_the_table(), 2):
        mine, theirs = set(words(one.text)), set(words(other.text))
        if len(mine & theirs) / min(len(mine), len(theirs)) > 0.8:
            too_close.append((one.text, other.text))
    assert too_close == []


@every_step
def test_every_tag_is_a_known_kind_of_fact(step: Written) -> None:
    for asked in [*questions(step, "Standard Mode"), *questions(step, "Deep Mode"), *follow_ups(step)]:
        assert set(asked.tags) <= KINDS
        assert len(set(asked.tags)) == len(asked.tags)


@every_step
@pytest.mark.rule("P-LOOP-09")
def test_what_a_step_checks_is_something_that_it_asks_about(step: Written) -> None:
    lines = step.sections["Validation"].strip().splitlines()
    assert len(lines) >= 2
    for line in lines:
        tagged = TAGGED.match(line)
        assert tagged, line
        needs = NEEDS.match(tagged["tag"])
        assert needs, tagged["tag"]
        assert needs["kind"] in KINDS
        assert needs["each"] is None or needs["each"] in KINDS
        for mode in ("Standard Mode", "Deep Mode"):
            assert any(needs["kind"] in asked.tags for asked in questions(step, mode)), (mode, line)


@every_step
@pytest.mark.rule("P-LOOP-10")
def test_artifact_instructions_name_each_output_and_only_sections_that_exist(step: Written) -> None:
    named: list[str] = []
    for line in step.sections["Artifacts"].strip().splitlines():
        found = re.match(
            r'- `([^`]+)`(?:, section "([^"]+)":|, (?:one|the rows)| \(`adr-NNNN-title\.md`\), one) .+\.$',
            line,
        )
        assert found, line
        named.append(found[1])
        if found[2]:
            assert found[2] in SECTIONS[found[1]].split("|"), line
    assert set(named) == set(step.front["outputs"])


def test_every_section_of_every_document_is_filled_by_some_step() -> None:
    said = "\n".join(step.sections["Artifacts"] for step in STEPS)
    for document, sections in SECTIONS.items():
        for section in filter(None, sections.split("|")):
            assert f'`{document}`, section "{section}":' in said, (document, section)


@pytest.mark.rule("L-COV-11", "L-META-05")
def test_the_six_topics_stand_for_these_steps() -> None:
    assert {topic.front["topic_id"]: topic.front["source_step_files"] for topic in TOPICS} == {
        "architecture": ["03-01", "03-02", "03-03", "03-04"],
        "problem-discovery": ["00-01", "01-01", "01-02", "01-03"],
        "requirements-definition": ["01-04", "01-05", "01-06", "01-07", "01-08"],
        "security": [],
        "specification": ["04-01", "04-02", "04-03", "04-04", "04-05"],
        "technical-analysis": ["00-02", "00-03", "02-01", "02-02", "02-03", "02-04"],
    }
    assert all(topic.path.stem == topic.front["topic_id"] for topic in TOPICS)


@pytest.mark.rule("L-META-06")
def test_the_topics_together_stand_for_each_step_exactly_once() -> None:
    mapped = [step_id for topic in TOPICS for step_id in topic.front["source_step_files"]]
    assert sorted(mapped) == [step.front["step_id"] for step in STEPS]


@every_topic
@pytest.mark.rule("L-COV-03", "L-COV-12")
def test_a_topic_has_its_fields_and_none_that_put_topics_in_order(topic: Written) -> None:
    front = topic.front
    assert set(front) == {
        *(
            "topic_id",
            "topic_name",
            "primary_persona",
            "contributing_personas",
            "coverage_criteria",
            "met_by",
        ),
        *("artifact_sections", "depth_guidance", "source_step_files"),
    }
    assert Topic.model_fields.keys() >= set(front) - {"met_by"}
    assert set(front["depth_guidance"]) == {"brief", "standard", "deep"}
    keys = {written.front["key"] for written in PERSONAS}
    assert {front["primary_persona"], *front["contributing_personas"]} == keys
    for entry in front["artifact_sections"]:
        assert set(entry["sections"]) <= set(SECTIONS[entry["artifact"]].split("|")) - {""}


@every_topic
@pytest.mark.rule("L-COV-02")
def test_a_topic_has_five_to_seven_criteria_each_met_by_a_kind_of_fact_of_its_own(topic: Written) -> None:
    criteria, met_by = topic.front["coverage_criteria"], topic.front["met_by"]
    assert 5 <= len(criteria) == len(met_by) <= 7
    assert len(set(met_by)) == len(met_by)
    for tag in met_by:
        needs = NEEDS.match(tag)
        assert needs
        assert needs["kind"] in KINDS


@every_topic
@pytest.mark.rule("L-COV-13")
def test_each_criterion_of_a_topic_has_questions_that_could_meet_it(topic: Written) -> None:
    assert list(topic.sections) == ["Analytical Knowledge", "Validation Criteria", "Artifact Instructions"]
    pieces = re.split(r"^### (.+)\n", topic.sections["Analytical Knowledge"], flags=re.MULTILINE)
    assert pieces[1::2] == topic.front["coverage_criteria"]
    for tag, piece in zip(topic.front["met_by"], pieces[2::2], strict=True):
        lines = piece.strip().splitlines()
        matches = [QUESTION.match(line) for line in lines]
        assert len(lines) >= 2
        assert all(matches), piece
        kinds = {kind for match in matches if match for kind in split_tags(match["tags"])}
        assert tag.split(":")[0] in kinds <= KINDS


@every_topic
@pytest.mark.rule("L-COV-13")
def test_a_topic_keeps_the_questions_checks_and_instructions_of_its_steps(topic: Written) -> None:
    sources = [step for step in STEPS if step.front["step_id"] in topic.front["source_step_files"]]
    theirs = {(asked.text, asked.tags): step.path for step in sources for asked in all_asked(step)}
    mine = [(asked.text, asked.tags) for asked in topic_questions(topic)]
    assert len(set(mine)) == len(mine)
    if sources:
        assert set(mine) <= set(theirs)
        assert {theirs[question] for question in mine} == {step.path for step in sources}
    for step in sources:
        for line in step.sections["Validation"].strip().splitlines():
            assert line in topic.sections["Validation Criteria"]
        for document in {*step.front["outputs"]} - {"interface-spec.yaml"}:
            assert f"`{document}`" in topic.sections["Artifact Instructions"]


@pytest.mark.rule("P-AGENT-01", "L-MODE-04")
def test_the_two_agent_definitions_say_who_they_are() -> None:
    assert [(agent.front["name"], agent.front["model"], agent.front["owned_skills"]) for agent in AGENTS] == [
        ("roundtable-analyst", "opus", []),
        ("roundtable-lead", "opus", []),
    ]
    assert all(agent.front["description"] and agent.body.strip() for agent in AGENTS)


@pytest.mark.parametrize(
    "path",
    sorted([*CONTENT.rglob("*.md"), PAGE]),
    ids=lambda path: path.relative_to(PAGE.parents[1]).as_posix(),
)
def test_a_content_file_is_clean_text(path: Path) -> None:
    raw = path.read_bytes()
    text = raw.decode("utf-8")
    assert b"\r" not in raw
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert "\t" not in text
    assert all(line == line.rstrip() for line in text.splitlines())


def test_the_page_for_authors_lists_what_the_files_may_use_and_its_example_is_a_whole_step(
    tmp_path: Path,
) -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in sorted(KINDS | PLACEHOLDERS):
        assert re.search(rf"`{name}`", page), name
    for document, sections in SECTIONS.items():
        assert f"`{document}`" in page
        for section in filter(None, sections.split("|")):
            assert section in page, section
    fenced = re.findall(r"^````markdown\n(---\nstep_id.*?)^````$", page, re.DOTALL | re.MULTILINE)
    assert len(fenced) == 1
    copied = tmp_path / "09-example.md"
    copied.write_text(fenced[0], encoding="utf-8")
    example = read(copied)
    assert list(example.sections) == STEP_SECTIONS
    assert 2 <= len(questions(example, "Standard Mode")) <= 3
    assert 5 <= len(questions(example, "Deep Mode")) <= 7
    for asked in all_asked(example):
        test_a_question_is_short_open_and_only_one(asked)
        assert set(asked.tags) <= KINDS
    test_brief_mode_is_a_draft_of_known_facts_and_one_question(example)
    test_what_a_step_checks_is_something_that_it_asks_about(example)
