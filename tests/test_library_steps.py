"""Step files: discovery, fields, sections, and the exact words when one is skipped."""

from pathlib import Path

import pytest

from library_files import DISABLED, STEPS, a_step, discover_steps, write
from roundtable.analysis.phases import ANALYSIS_PHASES, Depth
from roundtable.library import load_library
from roundtable.library.loading import load


def step_ids(repo: Path, phase_key: str = "01-requirements") -> list[str]:
    return [step.step_id for step in load_library(repo).steps_of(phase_key)]


@pytest.mark.rule("P-STEP-06", "P-STEP-07", "P-STEP-19")
def test_a_good_file_becomes_a_step_with_its_sections_and_unknown_keys_kept(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        f"{STEPS}/09-compliance-check.md",
        a_step(depends_on='["01-01"]', skip_if="\"scope === 'small'\"", audience='["lawyers"]'),
    )
    library = load_library(tmp_path)
    step = library.step("01-09")
    assert step is not None
    assert (step.title, step.persona, step.depth) == ("Compliance Check", "business-analyst", Depth.STANDARD)
    assert (step.outputs, step.depends_on, step.skip_if) == (
        ("requirements-spec.md",),
        ("01-01",),
        "scope === 'small'",
    )
    assert (step.phase_key, step.path, step.extra) == (
        "01-requirements",
        str(path),
        {"audience": ["lawyers"]},
    )
    assert step.standard == "1. Which rule applies here? <!-- business_rule -->"
    assert step.brief is not None
    assert step.brief.endswith("What is wrong or missing in this?")
    assert step.validation == "- A rule is named. <!-- business_rule -->"
    assert step.artifacts is not None
    assert library.warnings == ()


@pytest.mark.rule("P-STEP-19", "P-STEP-26")
def test_headings_are_found_whatever_their_case_and_code_is_not_cut(tmp_path: Path) -> None:
    body = "Intro\n## STANDARD mode   \nask\n```md\n## Deep Mode\n```\n## Other\nnot ours\n## validation ##\n- x\n## Artifacts\n"
    write(tmp_path, f"{STEPS}/09-x.md", a_step(body))
    step = load_library(tmp_path).step("01-09")
    assert step is not None
    assert step.standard == "ask\n```md\n## Deep Mode\n```"
    assert (step.brief, step.deep, step.validation, step.artifacts) == (None, None, "- x", None)
    assert step.section(Depth.DEEP) == step.standard
    assert load_library(tmp_path).warnings == ()


@pytest.mark.rule("P-STEP-06")
@pytest.mark.parametrize("prefix", ["", "\ufeff", "\n\n"])
def test_byte_order_mark_blank_lines_and_windows_line_ends_do_no_harm(tmp_path: Path, prefix: str) -> None:
    write(tmp_path, f"{STEPS}/09-x.md", (prefix + a_step()).replace("\n", "\r\n"))
    step = load_library(tmp_path).step("01-09")
    assert step is not None
    assert step.standard == "1. Which rule applies here? <!-- business_rule -->"


@pytest.mark.rule("P-STEP-02", "P-STEP-03", "P-STEP-22", "P-STEP-27", "X-04")
def test_files_run_in_the_order_of_their_names_whatever_layer_they_come_from(tmp_path: Path) -> None:
    write(tmp_path, f"{STEPS}/02a-extra.md", a_step(step_id='"01-02a"'))
    write(tmp_path, f"{STEPS}/09-last.md", a_step())
    write(tmp_path, f"{STEPS}/notes.txt", "not a step")
    write(tmp_path, f"{STEPS}/.09-hidden.md", a_step())
    write(
        tmp_path, ".claude/skills/analysis-steps/01-requirements/05a-foreign.md", a_step(step_id='"01-05a"')
    )
    assert step_ids(tmp_path) == [
        *("01-01", "01-02", "01-02a", "01-03", "01-04", "01-05", "01-05a", "01-06", "01-07", "01-08", "01-09")
    ]
    paths = discover_steps(tmp_path, "01-requirements")
    assert [path.name for path in paths] == sorted(path.name for path in paths)
    assert all(path.is_absolute() for path in paths)
    assert discover_steps(tmp_path, "77-nowhere") == []


@pytest.mark.rule("P-STEP-01", "P-STEP-23")
def test_an_edited_file_counts_on_the_next_load(tmp_path: Path) -> None:
    name = "src/claude/skills/analysis-steps/01-requirements/09-x.md"
    write(tmp_path, name, a_step())
    before = load_library(tmp_path).step("01-09")
    write(tmp_path, name, a_step(title="Changed"))
    after = load_library(tmp_path).step("01-09")
    assert before is not None
    assert after is not None
    assert (before.title, after.title) == ("Compliance Check", "Changed")


SKIPPED = "Step file 09-x.md has an invalid value for "


@pytest.mark.rule(
    "P-STEP-08", "P-STEP-09", "P-STEP-10", "P-STEP-11", "P-STEP-12", "P-STEP-15", "P-STEP-16", "P-STEP-17"
)
@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("no front matter at all", "Step file 09-x.md has invalid frontmatter. Skipping."),
        ("", "Step file 09-x.md has invalid frontmatter. Skipping."),
        ("---\nstep_id: [\n---\n", "Step file 09-x.md has invalid frontmatter. Skipping."),
        ("---\nstep_id: '01-09'\n", "Step file 09-x.md has invalid frontmatter. Skipping."),
        ("---\n- a list\n---\n", "Step file 09-x.md has invalid frontmatter. Skipping."),
        (a_step(step_id=None), "Step file 09-x.md is missing required field 'step_id'. Skipping."),
        (a_step(title=None), "Step file 09-x.md is missing required field 'title'. Skipping."),
        (a_step(persona="null"), "Step file 09-x.md is missing required field 'persona'. Skipping."),
        (a_step(depth=None, outputs=None), "Step file 09-x.md is missing required field 'depth'. Skipping."),
        (a_step(outputs=None), "Step file 09-x.md is missing required field 'outputs'. Skipping."),
        (a_step(step_id='""'), f"{SKIPPED}'step_id': ''. Skipping."),
        (a_step(step_id="9"), f"{SKIPPED}'step_id': 9. Skipping."),
        (a_step(title='"  "'), f"{SKIPPED}'title': '  '. Skipping."),
        (a_step(persona="gardener"), f"{SKIPPED}'persona': 'gardener'. Skipping."),
        (a_step(depth="medium"), f"{SKIPPED}'depth': 'medium'. Skipping."),
        (a_step(outputs="[]"), f"{SKIPPED}'outputs': []. Skipping."),
        (a_step(outputs="spec.md"), f"{SKIPPED}'outputs': 'spec.md'. Skipping."),
        (a_step(outputs="[1]"), f"{SKIPPED}'outputs': [1]. Skipping."),
    ],
)
def test_a_file_of_no_use_is_skipped_with_one_exact_warning(tmp_path: Path, text: str, warning: str) -> None:
    write(tmp_path, f"{STEPS}/09-x.md", text)
    library = load_library(tmp_path)
    assert library.step("01-09") is None
    assert library.warnings == (warning,)
    assert len(library.steps) == 24


@pytest.mark.rule("P-STEP-12", "P-STEP-17")
@pytest.mark.parametrize(
    "output",
    [
        "../x.md",
        "a/../../x.md",
        "/etc/passwd",
        "..\\x.md",
        "C:/x.md",
        "C:x.md",
        "a//b.md",
        ".",
        "nul",
        "x\\y",
        "meta.json",
        "journal.jsonl",
    ],
)
def test_an_output_that_leaves_the_item_folder_skips_the_step(tmp_path: Path, output: str) -> None:
    write(tmp_path, f"{STEPS}/09-x.md", a_step(outputs=f"[ok.md, '{output}']"))
    library = load_library(tmp_path)
    assert library.step("01-09") is None
    assert library.warnings == (
        f"Step file 09-x.md has an invalid value for 'outputs': {output!r}. Skipping.",
    )


@pytest.mark.rule("P-STEP-13", "P-STEP-14")
@pytest.mark.parametrize("value", ["'01-01'", "[1]", "{a: b}", "7"])
def test_a_wrong_depends_on_or_skip_if_is_ignored_and_the_step_runs(tmp_path: Path, value: str) -> None:
    wrong_condition = "true" if value == "'01-01'" else value
    write(tmp_path, f"{STEPS}/09-x.md", a_step(depends_on=value, skip_if=wrong_condition))
    library = load_library(tmp_path)
    step = library.step("01-09")
    assert step is not None
    assert (step.depends_on, step.skip_if) == ((), "")
    assert len(library.warnings) == 2
    assert all(warning.endswith("Ignoring it.") for warning in library.warnings)


@pytest.mark.rule("P-STEP-18")
def test_a_file_that_cannot_be_read_is_skipped(tmp_path: Path) -> None:
    folder = tmp_path / STEPS
    folder.mkdir(parents=True)
    (folder / "09-x.md").symlink_to(folder / "nothing-here.md")
    library = load_library(tmp_path)
    assert library.warnings == ("Step file 09-x.md could not be read. Skipping.",)
    assert len(library.steps) == 24


@pytest.mark.rule("P-STEP-20", "X-04")
def test_names_and_ids_that_disagree_are_a_warning_only(tmp_path: Path) -> None:
    write(tmp_path, f"{STEPS}/09-x.md", a_step(step_id='"02-77"'))
    write(tmp_path, f"{STEPS}/9-y.md", a_step(step_id='"01-98"'))
    library = load_library(tmp_path)
    assert library.step("02-77") is not None
    assert library.step("01-98") is not None
    assert library.warnings == (
        "Step file 09-x.md has step_id '02-77', but its folder and name say '01-09'.",
        "Step file 9-y.md has no two-digit prefix. Files run in the order of their names.",
    )


@pytest.mark.rule("P-STEP-08", "P-STEP-21")
def test_the_later_of_two_files_with_one_id_is_skipped(tmp_path: Path) -> None:
    write(tmp_path, f"{STEPS}/09-first.md", a_step(title="First"))
    write(tmp_path, f"{STEPS}/10-second.md", a_step(title="Second"))
    library = load_library(tmp_path)
    assert [step.title for step in library.steps if step.step_id == "01-09"] == ["First"]
    assert library.warnings[-1] == (
        "Step file 10-second.md has the duplicate step_id '01-09', already used by 09-first.md. Skipping."
    )


@pytest.mark.rule("P-STEP-04")
def test_a_phase_without_step_files_says_so(tmp_path: Path) -> None:
    for path in discover_steps(None, "00-quick-scan"):
        write(tmp_path, f".roundtable/steps/00-quick-scan/{path.name}", DISABLED)
    library = load_library(tmp_path)
    assert library.steps_of("00-quick-scan") == ()
    assert library.warnings == ("No step files found for phase 00-quick-scan.",)


@pytest.mark.rule("P-STEP-05")
def test_a_folder_that_cannot_be_listed_is_a_warning_and_the_rest_goes_on(tmp_path: Path) -> None:
    write(tmp_path, ".roundtable/steps", "a file where a folder should be")
    library = load_library(tmp_path)
    assert library.warnings == ("Could not list .roundtable/steps (Not a directory). Nothing in it is used.",)
    assert len(library.steps) == 24


@pytest.mark.rule("P-MAP-05")
def test_a_folder_that_is_no_phase_is_kept_and_reported(tmp_path: Path) -> None:
    write(tmp_path, ".roundtable/steps/09-launch/01-press.md", a_step(step_id='"09-01"'))
    write(tmp_path, ".roundtable/steps/stray.md", a_step())
    library = load_library(tmp_path)
    assert [step.step_id for step in library.steps_of("09-launch")] == ["09-01"]
    assert library.persona_of_phase("09-launch").name == "Maya Chen"
    assert library.warnings == (
        "Unknown phase key '09-launch'. Falling back to Maya Chen (Business Analyst).",
        "Step file stray.md is not in a phase folder. Skipping.",
    )


@pytest.mark.rule("P-LOOP-02")
def test_steps_that_wait_for_each_other_are_reported_with_the_way_round(tmp_path: Path) -> None:
    write(tmp_path, f"{STEPS}/09-a.md", a_step(step_id='"01-09"', depends_on='["01-10"]'))
    write(tmp_path, f"{STEPS}/10-b.md", a_step(step_id='"01-10"', depends_on='["01-01", "01-11"]'))
    write(tmp_path, f"{STEPS}/11-c.md", a_step(step_id='"01-11"', depends_on='["01-09"]'))
    write(tmp_path, f"{STEPS}/12-d.md", a_step(step_id='"01-12"', depends_on='["01-12"]'))
    write(tmp_path, f"{STEPS}/13-e.md", a_step(step_id='"01-13"', depends_on='["01-09"]'))
    assert load_library(tmp_path).warnings == (
        "Step file 09-a.md depends on itself (01-09 -> 01-10 -> 01-11 -> 01-09). The step will be skipped.",
        "Step file 10-b.md depends on itself (01-10 -> 01-11 -> 01-09 -> 01-10). The step will be skipped.",
        "Step file 11-c.md depends on itself (01-11 -> 01-09 -> 01-10 -> 01-11). The step will be skipped.",
        "Step file 12-d.md depends on itself (01-12 -> 01-12). The step will be skipped.",
    )


def test_the_built_in_library_loads_without_a_word() -> None:
    loaded = load(None)
    assert loaded.library.warnings == ()
    assert [problem for problem in loaded.problems if problem.severity != "info"] == []
    assert {step.phase_key for step in loaded.library.steps} == set(ANALYSIS_PHASES)
    assert {agent.name for agent in loaded.library.agents} == {"roundtable-analyst", "roundtable-lead"}


@pytest.mark.rule("P-LOOP-07", "P-STEP-26")
def test_a_file_with_nothing_but_a_draft_is_a_draft_at_every_depth(tmp_path: Path) -> None:
    write(
        tmp_path,
        f"{STEPS}/09-x.md",
        a_step("## Brief Mode\n- The trouble: {problem}\n\nWhat is wrong in this?\n"),
    )
    only, full = (
        next(step for step in load_library(tmp_path).steps if step.step_id == step_id)
        for step_id in ("01-09", "01-01")
    )
    assert [only.is_draft(depth) for depth in Depth] == [True, True, True]
    assert [depth for depth in Depth if full.is_draft(depth)] == [Depth.BRIEF]


def test_what_is_validated_or_written_is_not_asked_when_the_whole_body_is(tmp_path: Path) -> None:
    body = (
        "## Questions\n- Who pays?\n## Validation\n- Is the price plausible?\n## Artifacts\n- Which file?\n"
    )
    write(tmp_path, f"{STEPS}/09-x.md", a_step(body))
    step = next(step for step in load_library(tmp_path).steps if step.step_id == "01-09")
    assert [question.text for question in step.questions(Depth.STANDARD)] == ["Who pays?"]
