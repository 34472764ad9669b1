"""Splitting Markdown into sections: byte-exact, and no heading where there is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.documents.catalog import CATALOG, document, documents_for_output, is_output, path_of
from roundtable.documents.markdown import fences, lines_of, read_header, split
from roundtable.documents.tables import split_row, tables_in

PIECES = st.sampled_from(
    ["# a", "## b", "### c ##", "#", "####### no", "```", "~~~~", "````python", "<!-- x", "-->", "---", "text", "", "\t# t",
     "   ## d", "    ## code", "| a | b |", "|---|---|", "key: v", "\x0b# vt", "\u2028## ls", "\x00", "٪ ## rtl"]
)  # fmt: skip
ENDS = st.sampled_from(["\n", "\r\n", "\r", ""])
TEXTS = st.lists(st.tuples(PIECES, ENDS)).map(lambda pairs: "".join(a + b for a, b in pairs)) | st.text()


@given(TEXTS)
def test_joining_the_sections_gives_the_text_back(text: str) -> None:
    assert str(split(text)) == text
    assert "".join(lines_of(text)) == text


@given(TEXTS)
def test_every_section_starts_where_its_line_number_says(text: str) -> None:
    lines = lines_of(text)
    for section in split(text).sections:
        assert section.text.startswith(lines[section.line - 1])


@given(TEXTS)
def test_no_text_is_too_strange_for_the_readers(text: str) -> None:
    fences(text)
    read_header(text)
    for table in tables_in(text):
        assert all(len(row.cells) == len(table.headers) for row in table.rows)


def test_headings_in_code_comments_and_front_matter_are_not_headings() -> None:
    text = "---\ntitle: x\n# y: z\n---\n# T\n```sh\n# no\n```\n<!--\n## no\n-->\n## Yes\n    # no\n### Sub\n## End"
    assert [(s.level, s.title, s.line) for s in split(text).sections] == [
        (1, "T", 5), (2, "Yes", 12), (3, "Sub", 14), (2, "End", 15)
    ]  # fmt: skip
    assert split(text).sections[2].path == ("Yes", "Sub")


def test_a_section_is_found_by_its_title_whatever_its_number_and_case() -> None:
    text = split("# T\r\n## 1. Scope\r\nbig\r\n### Detail\r\nmore\r\n## 2. Rest\r\n")
    section = text.find("scope")
    assert section is not None
    assert section.body == "big\r\n"
    assert text.whole(section) == "## 1. Scope\r\nbig\r\n### Detail\r\nmore\r\n"


@pytest.mark.rule("L-WRITE-03", "X-51")
@pytest.mark.parametrize(
    "text",
    [
        "# T\n\n**Status**: Draft  \n**Coverage**: 3 of 5\n\n---\n## A\n**Status**: other\n",
        "# T\n\n**Status:** Draft\n- **Coverage:** 3 of 5\n",
        "---\nstatus: Draft\ncoverage: '3 of 5'\n---\n# T\n",
        "# T\n**Status**: Draft | **Coverage**: 3 of 5\n",
    ],
)
def test_a_header_is_read_in_every_form_that_is_about(text: str) -> None:
    fields = read_header(text)
    assert (fields["status"], fields["coverage"]) == ("Draft", "3 of 5")


def test_fences_tell_language_body_and_place() -> None:
    text = "a\n```json\n{}\n```\nb\n~~~\n```\n~~~\n```mermaid\nopen"
    assert [(f.language, f.body, f.line) for f in fences(text)] == [
        ("json", "{}\n", 2), ("", "```\n", 6), ("mermaid", "open", 9)
    ]  # fmt: skip


def test_a_table_keeps_escaped_pipes_and_mends_ragged_rows() -> None:
    (table,) = tables_in("x\n| A | B |\n|---|:-:|\n| `a\\|b` | 2 |\n| 3\n| 4 | 5 | 6 |\n\n| no | table |\n")
    assert table.headers == ("A", "B")
    assert [row.cells for row in table.rows] == [("`a|b`", "2"), ("3", ""), ("4", "5")]
    assert table.rows[0].line == 4
    assert split_row("a | b") == ("a", "b")


@pytest.mark.rule("L-OWN-01", "P-ART-03", "P-ART-05", "P-ART-06")
def test_the_catalog_knows_owner_phase_and_place_of_every_document() -> None:
    owners = {kind.name: kind.owner for kind in CATALOG}
    assert owners["requirements-spec.md"] == owners["traceability-matrix.csv"] == "business-analyst"
    assert owners["impact-analysis.md"] == owners["architecture-overview.md"] == "solutions-architect"
    assert (
        owners["module-design.md"]
        == owners["design-summary.md"]
        == owners["error-taxonomy.md"]
        == "system-designer"
    )
    assert owners["quick-scan.md"] == "lead"
    assert path_of("nfr-matrix.md", "x") == "docs/common/nfr-matrix.md"
    assert path_of("adr-0001-use-sql.md", "x") == "docs/requirements/x/adr-0001-use-sql.md"
    kind = document("adr-0001-use-sql.md")
    assert kind is not None
    assert kind.phase == "03-architecture"
    assert document("notes.md") is None


@pytest.mark.rule("X-18", "X-19", "P-STEP-25")
@pytest.mark.parametrize(
    ("output", "names"),
    [
        ("ADRs", ("adr-*.md",)),
        ("adr-{NNNN}-{title}.md", ("adr-*.md",)),
        ("docs/common/nfr-matrix.md", ("nfr-matrix.md",)),
        ("module-design-*.md", ("module-design.md", "module-design-*.md")),
        ("interface-spec.yaml", ("interface-spec.yaml", "interface-spec.md")),
        ("interface-spec.md", ("interface-spec.md", "interface-spec.yaml")),
        ("compliance.md", ()),
    ],
)
def test_the_outputs_of_a_step_lead_to_documents(output: str, names: tuple[str, ...]) -> None:
    assert documents_for_output(output) == names


def test_a_file_of_its_own_is_its_own_output() -> None:
    assert is_output("compliance.md", "compliance.md")
    assert is_output("ADRs", "adr-0002-x.md")
    assert not is_output("ADRs", "data-flow.md")
