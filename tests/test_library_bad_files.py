"""Files that nobody should have written: binary, huge, hostile. One warning each, never an exception."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from library_files import STEPS, a_step, write
from roundtable.analysis.content import SHIPPED
from roundtable.analysis.phases import Depth
from roundtable.library import check_library, load_library
from roundtable.library.content_files import parse_content
from roundtable.library.manners import review_step, review_topic
from roundtable.library.overlays import Found
from roundtable.library.personas import read_agent, read_persona
from roundtable.library.steps import read_step
from roundtable.library.topics import read_topic


def a_bomb(seed: str, layer: str, levels: int) -> bytes:
    """Each level holds nine of the one below; `layer` has a gap for its number and one for the aliases."""
    upper = [layer.format(level, level, ", ".join([f"*a{level - 1}"] * 9)) for level in range(1, levels)]
    return "\n".join(["---", f"a0: &a0 {seed}", *upper, "---", ""]).encode()


BAD = {
    "binary": (b"\x7fELF\x02\x01\x01\x00\x00", "binary"),
    "not UTF-8": (b"---\ntitle: caf\xe9\n---\n", "not UTF-8"),
    "UTF-16": ("---\ntitle: x\n---\n".encode("utf-16"), "binary"),
    "10 MB of front matter": (b"---\ntitle: " + b"x" * 10_000_000 + b"\n---\n", "larger than 1024 KiB"),
    "100 KB of front matter": (
        b"---\ntitle: " + b"x" * 100_000 + b"\n---\n",
        "front matter is larger than 64 KiB",
    ),
    "alias bomb": (a_bomb("[x, x, x]", "a{}: &a{} [{}]", 12), "Aliases such as *a0 are not allowed"),
    "merge bomb": (
        a_bomb("{k: v, l: w}", "a{}: &a{} {{<<: [{}]}}", 16),
        "Aliases such as *a0 are not allowed",
    ),
    "alias that contains itself": (b"---\na: &a [*a]\n---\n", "Aliases such as *a are not allowed"),
    "deep nesting": (b"---\na: " + b"[" * 30_000 + b"\n---\n", "nested deeper"),
    "python tag": (b"---\na: !!python/object/apply:os.system ['true']\n---\n", "Tags are not allowed"),
    "any tag": (b"---\ntitle: !mine x\n---\n", "Tags are not allowed"),
    "condition without quotes": (
        b"---\nskip_if: !(file_count > 3)\n---\n",
        "put values that start with ! in quotes",
    ),
    "unknown alias": (b"---\na: *nowhere\n---\n", "Aliases such as *nowhere"),
    "number too long": (b"---\na: " + b"9" * 5000 + b"\n---\n", "limit"),
    "unhashable key": (b"---\n? [a]\n: b\n---\n", "unhashable"),
}


@pytest.mark.rule("P-STEP-15")
@pytest.mark.parametrize("what", BAD)
def test_a_hostile_step_file_is_one_warning_and_the_check_explains_it(tmp_path: Path, what: str) -> None:
    data, reason = BAD[what]
    path = write(tmp_path, f"{STEPS}/09-x.md", data)
    library = load_library(tmp_path)
    assert library.warnings == ("Step file 09-x.md has invalid frontmatter. Skipping.",)
    assert len(library.steps) == 24
    for problems in (check_library(tmp_path), check_library(tmp_path, path)):
        (problem,) = [found for found in problems if found.severity == "error"]
        assert (problem.file, problem.rule) == (f"{STEPS}/09-x.md", "front-matter")
        assert reason in problem.message


def test_the_line_of_a_fault_is_the_line_in_the_file() -> None:
    assert parse_content(b"\n---\na: 1\nb: [\n---\n").fault is not None
    for data, line in (
        (b"---\na: 1\nb: !x y\n---\n", 3),
        (b"---\na: 1\nb: *c\n---\n", 3),
        (b"ok\nok\n\xff", 3),
        (b"a\n\0", 2),
    ):
        fault = parse_content(data).fault
        assert fault is not None
        assert fault.line == line


def test_dates_stay_text_and_the_last_of_two_equal_keys_counts() -> None:
    content = parse_content(b"---\nwhen: 2031-02-30\na: 1\na: 2\n---\n")
    assert content.values == {"when": "2031-02-30", "a": 2}


@pytest.mark.rule("P-STEP-18")
def test_a_pipe_in_place_of_a_file_does_not_block(tmp_path: Path) -> None:
    folder = tmp_path / STEPS
    folder.mkdir(parents=True)
    os.mkfifo(folder / "09-x.md")
    assert load_library(tmp_path).warnings == ("Step file 09-x.md could not be read. Skipping.",)


def test_a_file_name_that_is_no_text_is_shown_written_out(tmp_path: Path) -> None:
    folder = tmp_path / STEPS
    folder.mkdir(parents=True)
    (folder / os.fsdecode(b"09-\xff.md")).write_text(a_step(), encoding="utf-8")
    step = load_library(tmp_path).step("01-09")
    assert step is not None
    assert step.path.endswith("09-\\udcff.md")


HERE = Found("01-requirements/09-x.md", Path("/nowhere/09-x.md"), "checked", "09-x.md")
_FIELDS = [
    *(
        "step_id",
        "title",
        "persona",
        "depth",
        "outputs",
        "depends_on",
        "skip_if",
        "topic_id",
        "coverage_criteria",
        "met_by",
    ),
    *(
        "artifact_sections",
        "depth_guidance",
        "key",
        "name",
        "principles",
        "voice",
        "owned_skills",
        "enabled",
        "identity",
    ),
]
_VALUES = st.sampled_from(
    [
        "x",
        "'01-09'",
        "[a, b]",
        "[]",
        "{a: b}",
        "[{title: t, text: u}]",
        "{forbidden: ['(', 3], acknowledgement: '{} {}'}",
        "null",
        "3",
        "1.5e3",
        "true",
        "''",
        "business-analyst",
        "standard",
        "[../x]",
        "'a && b'",
        "[{artifact: a, sections: 3}]",
        "1:30:00",
        "0x_",
        "._",
        "=",
        "2026-01-01",
        "~",
        "*a",
        "&a b",
        "<<",
        "'\\x07'",
        '"\\x07"',
        "|\n  a\n  b",
    ]
)
_ALMOST_FRONT_MATTER = st.lists(st.tuples(st.sampled_from(_FIELDS), _VALUES), max_size=12).map(
    lambda pairs: (
        "---\n" + "".join(f"{key}: {value}\n" for key, value in pairs) + "---\n## Deep Mode\nWhy? {x}\n"
    ).encode()
)


@pytest.mark.rule("P-STEP-15", "L-COV-05", "P-AGENT-04")
@given(
    st.one_of(st.binary(), st.text().map(lambda text: f"---\n{text}\n---\n".encode()), _ALMOST_FRONT_MATTER)
)
@settings(max_examples=300)
def test_any_bytes_are_read_as_any_kind_of_file_without_an_exception(data: bytes) -> None:
    content = parse_content(data)
    step, step_reader = read_step(HERE, content, SHIPPED)
    topic, topic_reader = read_topic(HERE, content, SHIPPED)
    _persona, persona_reader = read_persona(HERE, content)
    agent, agent_reader = read_agent(HERE, content)
    if step is None:
        assert any(problem.warning for problem in step_reader.problems)
    else:
        review_step(step, step_reader)
    if topic is None:
        assert any(problem.warning for problem in topic_reader.problems)
    else:
        assert len(topic.met_by) == len(topic.coverage_criteria)
        review_topic(topic, topic_reader)
    assert (agent is None) == any(problem.severity == "error" for problem in agent_reader.problems)
    for reader in (step_reader, topic_reader, persona_reader, agent_reader):
        assert all(
            1 <= problem.line <= data.count(b"\n") + data.count(b"\r") + 2 for problem in reader.problems
        )


@pytest.mark.parametrize(
    ("data", "line", "fix"),
    [
        (b'---\nstep_id: "01-09"\n\ttitle: x\n---\n', 3, "Indent with spaces; YAML does not take tabs."),
        (a_step(title="A: B: C").encode(), 3, "Put the value in quotes; it holds a colon."),
        (a_step(title="No").encode(), 3, "Put the value of title in quotes; YAML takes it for a flag."),
        (
            a_step(step_id="1.10").encode(),
            2,
            "Put the value of step_id in quotes; YAML takes it for a number.",
        ),
        (b"---\ntitle: caf\xe9\n---\n", 2, "Save it as UTF-8."),
        (b"", 1, "Write into it, or delete it."),
    ],
    ids=["tab", "colon", "Norway", "number", "Latin-1", "empty"],
)
def test_the_check_says_how_to_mend_the_usual_slips(tmp_path: Path, data: bytes, line: int, fix: str) -> None:
    path = write(tmp_path, f"{STEPS}/09-x.md", data)
    problem = next(one for one in check_library(tmp_path, path) if one.severity == "error")
    assert (problem.line, problem.fix) == (line, fix)


def test_what_steers_a_terminal_is_taken_out_of_the_words_of_a_file(tmp_path: Path) -> None:
    body = "## Standard Mode\n1. What \x1b[31mabout\x1b[0m this\x07 thing?\n"
    write(tmp_path, f"{STEPS}/09-x.md", a_step(body))
    step = next(step for step in load_library(tmp_path).steps if step.step_id == "01-09")
    assert [question.text for question in step.questions(Depth.STANDARD)] == ["What about this thing?"]


def test_a_step_that_asks_nothing_is_pointed_out(tmp_path: Path) -> None:
    path = write(tmp_path, f"{STEPS}/09-x.md", a_step("## Standard Mode\n1. \n"))
    assert "asks-nothing" in {problem.rule for problem in check_library(tmp_path, path)}
    step = next(step for step in load_library(tmp_path).steps if step.step_id == "01-09")
    assert step.questions(Depth.STANDARD) == ()
