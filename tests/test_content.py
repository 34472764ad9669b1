"""The shipped steps and topics keep the promises that the rest of the product builds on.

Elsewhere: the personas (`test_content_personas`), and how the loader treats good and bad files.
"""

import re
from itertools import combinations, product
from pathlib import Path
from typing import Final

import pytest

from roundtable.analysis.content import Step, Topic
from roundtable.analysis.kinds import FACT_KINDS, PLACEHOLDERS, read_tags
from roundtable.analysis.phases import PHASES, Depth
from roundtable.analysis.questions import NATURES, SLOTS, applies, is_condition, placeholders
from roundtable.library import check_library
from shipped_content import (
    AGENTS,
    CONTENT,
    LIBRARY,
    PAGE,
    PERSONAS,
    SECTIONS,
    STEP_SECTIONS,
    STEPS,
    TAGGED,
    TOPICS,
    Written,
    agenda,
    asked_in_topics,
    everything_asked,
    read,
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
ASKING_WORD: Final = re.compile(r"\b(?:what|which|who|whom|whose|when|where|why|how)\b", re.IGNORECASE)
IN_CODE: Final = ("code", "requirement")
"""What is known of a change to something that exists: there is code, and the request says what is wished for."""

every_step = pytest.mark.parametrize("step", STEPS, ids=lambda step: step.front["step_id"])
every_topic = pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.front["topic_id"])
each_step = pytest.mark.parametrize("step", LIBRARY.steps, ids=lambda step: step.step_id)
every_nature = pytest.mark.parametrize("nature", NATURES)


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
    draft, _, question = step.sections["Brief Mode"].strip().partition("\n\n1. ")
    first, *lines = [line for line in draft.splitlines() if line]
    assert "{" not in first, "the first line stands whatever is known"
    assert all(re.fullmatch(r"- [^{}?]+: \{\w+\}", line) for line in lines), "one placeholder to a line"
    assert 2 <= len(placeholders(draft)) == len(lines)
    assert set(placeholders(draft)) <= set(PLACEHOLDERS)
    assert "?" not in draft
    assert question.splitlines()[0].partition(" <!--")[0].endswith("?")


@each_step
@pytest.mark.rule("P-LOOP-14")
def test_standard_mode_asks_at_most_two_questions_of_an_item_and_deep_mode_at_most_four(step: Step) -> None:
    standard, deep = step.questions(Depth.STANDARD), step.questions(Depth.DEEP)
    for nature, known in product(NATURES, (IN_CODE, ("requirement",))):
        assert sum(applies(question, nature, known) for question in standard) <= 2
        assert sum(applies(question, nature, known, deep=True) for question in deep) <= 4
    assert {question.text for question in standard} <= {question.text for question in deep}


@each_step
@pytest.mark.rule("P-LOOP-14")
def test_every_step_has_something_to_ask_of_a_product_and_more_of_it_when_going_deep(step: Step) -> None:
    standard = sum(applies(question, "product", IN_CODE) for question in step.questions(Depth.STANDARD))
    deep = sum(applies(question, "product", IN_CODE, deep=True) for question in step.questions(Depth.DEEP))
    assert 1 <= standard < deep >= 3


@pytest.mark.rule("P-PERS-11")
def test_a_question_is_short_open_and_only_one_and_says_why_and_how_to_put_it_more_simply() -> None:
    for where, _, question in everything_asked():
        for text in (question.text, question.simpler):
            assert text.count("?") == 1, (where, question)
            assert text.endswith("?")
            assert len(words(text)) <= 30, (where, text)
        assert ASKING_WORD.search(question.text), (where, question)
        assert len(words(question.simpler)) <= len(words(question.text)), (where, question)
        assert re.fullmatch(r"[a-z].*\.", question.purpose), (where, question, "it is said after 'because'")


def test_what_a_question_names_and_its_conditions_are_known() -> None:
    for where, _, question in everything_asked():
        assert set(question.kinds) <= set(FACT_KINDS), where
        assert [condition for condition in question.when if not is_condition(condition)] == [], where
        assert set(placeholders(question.text)) <= set(SLOTS), where


@every_nature
@pytest.mark.rule("P-PERS-11")
def test_no_question_is_asked_twice_of_one_item(nature: str) -> None:
    in_steps = [
        question.text
        for step in LIBRARY.steps
        for question in step.questions(Depth.DEEP)
        if applies(question, nature, IN_CODE, deep=True)
    ]
    in_talk = [question.text for _, question in agenda(nature, IN_CODE)]
    for asked in (in_steps, in_talk):
        too_close = [
            (one, other)
            for one, other in combinations(asked, 2)
            if len(set(words(one)) & set(words(other))) / min(len(set(words(one))), len(set(words(other))))
            > 0.8
        ]
        assert too_close == []


@every_nature
def test_a_conversation_about_a_change_asks_seven_to_ten_questions(nature: str) -> None:
    assert 7 <= len(agenda(nature, (*IN_CODE, "criterion"))) <= 10


@every_nature
def test_a_conversation_about_something_new_asks_six_to_eleven_questions(nature: str) -> None:
    assert 6 <= len(agenda(nature, ("requirement",))) <= 11


@every_nature
def test_what_is_left_out_and_how_one_sees_that_it_works_are_asked_of_every_change(nature: str) -> None:
    asked = {kind for _, question in agenda(nature, IN_CODE) for kind in question.kinds}
    assert {
        *("problem", "criterion", "out_of_scope", "constraint", "direct_change", "success_metric")
    } <= asked
    assert any("what else" in question.text.lower() for _, question in agenda(nature, IN_CODE))
    if nature in ("option", "command", "configuration", "ui", "product"):
        assert any("default" in question.text for _, question in agenda(nature, IN_CODE))


def test_a_refactoring_is_asked_for_no_users_and_no_figures() -> None:
    kinds = {kind for _, question in agenda("refactoring", IN_CODE) for kind in question.kinds}
    assert not kinds & {"user_type", "need", "quality", "story", "journey"}


def test_a_choice_is_asked_about_only_where_there_are_ways_to_choose_from() -> None:
    architecture = next(topic for topic in LIBRARY.topics if topic.topic_id == "architecture")
    (question,) = architecture.asked_for(architecture.coverage_criteria[0])
    assert not applies(question, "product", IN_CODE)
    assert applies(question, "product", (*IN_CODE, "option"))


def test_the_variants_of_a_question_in_a_step_never_come_together() -> None:
    for step, nature in product(LIBRARY.steps, NATURES):
        put = [question for question in step.questions(Depth.STANDARD) if applies(question, nature, IN_CODE)]
        assert len({question.kinds[0] for question in put}) == len(put), (step.step_id, nature)


@every_step
@pytest.mark.rule("P-LOOP-09")
def test_what_a_step_checks_is_something_that_it_asks_about(step: Written) -> None:
    loaded = LIBRARY.step(step.front["step_id"])
    assert loaded is not None
    for line in step.sections["Validation"].strip().splitlines():
        tagged = TAGGED.match(line)
        assert tagged, line
        (tag,), unknown = read_tags(tagged["tag"])
        assert unknown == ()
        for depth in (Depth.STANDARD, Depth.DEEP):
            assert any(tag.kind in question.kinds for question in loaded.questions(depth)), (depth, line)


@pytest.mark.rule("P-LOOP-09")
def test_the_features_step_wants_a_check_for_each_requirement() -> None:
    features = LIBRARY.step("01-06")
    assert features is not None
    assert ("criterion", "requirement") in [(found.kind, found.per) for found in features.criteria]


@every_step
@pytest.mark.rule("P-LOOP-10")
def test_artifact_instructions_name_each_output_and_only_sections_that_exist(step: Written) -> None:
    named: list[str] = []
    for line in step.sections["Artifacts"].strip().splitlines():
        found = re.match(
            r'- `([^`]+)`(?:, section "([^"]+)":|, (?:one|the rows)| \(`adr-NNNN-title\.md`\), one|:) .+\.$',
            line,
        )
        assert found, line
        named.append(found[1])
        if found[2]:
            assert found[2] in SECTIONS[found[1]], line
    assert set(named) == set(step.front["outputs"])


def test_every_section_of_every_document_is_filled_by_some_step() -> None:
    said = "\n".join(step.sections["Artifacts"] for step in STEPS)
    for document, sections in SECTIONS.items():
        for section in sections if document not in ("ADRs", "interface-spec.md") else ():
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
        assert set(entry["sections"]) <= set(SECTIONS[entry["artifact"]])


@every_topic
@pytest.mark.rule("L-COV-02", "L-COV-13")
def test_each_criterion_of_a_topic_has_questions_that_could_meet_it(topic: Written) -> None:
    assert list(topic.sections) == ["Analytical Knowledge", "Validation Criteria", "Artifact Instructions"]
    loaded = next(found for found in LIBRARY.topics if found.topic_id == topic.front["topic_id"])
    criteria, met_by = topic.front["coverage_criteria"], topic.front["met_by"]
    assert 1 <= len(criteria) == len(met_by) <= 7
    headings = re.findall(r"^### (.+)$", topic.sections["Analytical Knowledge"], re.MULTILINE)
    assert [heading for heading in headings if heading != "Deeper"] == criteria
    for criterion, tag in zip(criteria, met_by, strict=True):
        (needs,), unknown = read_tags(tag)
        assert unknown == ()
        assert all(needs.kind in question.kinds for question in loaded.asked_for(criterion)), criterion
        assert loaded.asked_for(criterion)


@every_topic
@pytest.mark.rule("L-COV-13")
def test_a_topic_keeps_the_questions_checks_and_instructions_of_its_steps(topic: Written) -> None:
    sources = [step for step in STEPS if step.front["step_id"] in topic.front["source_step_files"]]
    asked = {question.text for _, _, question in asked_in_topics()}
    for step in sources:
        loaded = LIBRARY.step(step.front["step_id"])
        assert loaded is not None
        assert {question.text for question in loaded.questions(Depth.STANDARD)} <= asked
        for line in step.sections["Validation"].strip().splitlines():
            assert line in topic.sections["Validation Criteria"]
        for document in {*step.front["outputs"]} - {"interface-spec.yaml"}:
            assert f"`{document}`" in topic.sections["Artifact Instructions"]


def test_nothing_is_wrong_with_the_shipped_content() -> None:
    assert check_library(None) == []


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
    for name in (*FACT_KINDS, *PLACEHOLDERS, *SLOTS, *NATURES):
        assert re.search(rf"`{name}`", page), name
    for document, sections in SECTIONS.items():
        assert f"`{document}`" in page
        for section in sections:
            assert section in page, section
    fenced = re.findall(r"^````markdown\n(---\nstep_id.*?)^````$", page, re.DOTALL | re.MULTILINE)
    assert len(fenced) == 1
    copied = tmp_path / ".roundtable" / "steps" / "01-requirements" / "09-example.md"
    copied.parent.mkdir(parents=True)
    copied.write_text(fenced[0], encoding="utf-8")
    assert list(read(copied).sections) == STEP_SECTIONS
    assert check_library(tmp_path) == []
    test_brief_mode_is_a_draft_of_known_facts_and_one_question(read(copied))
