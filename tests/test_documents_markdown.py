"""The one Markdown reader: byte-exact, no heading where there is none, every part with its lines, any text in linear time."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.documents.catalog import CATALOG, document, documents_for_output, is_output, path_of
from roundtable.language.markdown import lines_of, read_markdown
from roundtable.language.markdown_blocks import fields_in, split_row

PIECES = st.sampled_from(
    ["# a", "## b", "### c ##", "#", "####### no", "```", "~~~~", "````python", "<!-- x", "-->", "---", "text", "", "\t# t",
     "   ## d", "    ## code", "| a | b |", "|---|---|", "key: v", "\x0b# vt", "\u2028## ls", "\x00", "٪ ## rtl"]
)  # fmt: skip
ENDS = st.sampled_from(["\n", "\r\n", "\r", ""])
TEXTS = st.lists(st.tuples(PIECES, ENDS)).map(lambda pairs: "".join(a + b for a, b in pairs)) | st.text()


@given(TEXTS)
def test_joining_the_sections_gives_the_text_back(text: str) -> None:
    page = read_markdown(text)
    assert page.header + "".join(section.text for section in page.sections) == text
    assert "".join(lines_of(text)) == text


@given(TEXTS)
def test_everything_stands_where_its_line_number_says(text: str) -> None:
    page = read_markdown(text)
    for section in page.sections:
        assert section.text.startswith(page.lines[section.line - 1])
        assert section.line < section.end <= section.reach
    for block in page.blocks:
        assert 1 <= block.line < block.end <= len(page.lines) + 1
    for row in page.rows:
        assert split_row(page.lines[row.line - 1].lstrip("> ")) == row.cells
    assert [line.text for line in page.prose] == [page.lines[n - 1].rstrip("\r\n") for n, _ in page.prose]


def test_headings_in_code_comments_and_front_matter_are_not_headings() -> None:
    text = "---\ntitle: x\n# y: z\n---\n# T\n```sh\n# no\n```\n<!--\n## no\n-->\n## Yes\n    # no\n### Sub\n## End"
    page = read_markdown(text)
    assert [(s.level, s.title, s.line) for s in page.sections] == [
        (1, "T", 5), (2, "Yes", 12), (3, "Sub", 14), (2, "End", 15)
    ]  # fmt: skip
    assert page.sections[2].path == ("Yes", "Sub")
    assert page.fields["title"] == "x"


def test_an_underlined_line_is_a_heading_unless_it_is_a_field_above_a_rule() -> None:
    text = "Night mode\n==========\n\n**Status**: Draft\n---\n\nGoals\n-----\n\nx\n"
    page = read_markdown(text)
    assert [(s.level, s.title) for s in page.sections] == [(1, "Night mode"), (2, "Goals")]
    assert page.fields == {"status": "Draft"}


def test_the_words_of_a_text_come_without_the_marks_around_them() -> None:
    text = "---\na: b\n---\n# T #\n\n1. [ ] one\n   more\n> said\n\n| A | B |\n| --- | --- |\n| c | `d` |\n\n```\ncode\n```\n<!-- no -->\n\n[^t1]: Turn 1.\n"
    assert [(one.line, one.kind, one.text, one.column) for one in read_markdown(text).texts] == [
        (4, "heading", "T", 0), (6, "item", "one", 0), (7, "item", "more", 0), (8, "quote", "said", 0),
        (12, "table", "c", 0), (12, "table", "`d`", 1), (19, "footnote", "[^t1]: Turn 1.", 0),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "front"),
    [("---\na: [\n...\n# T\n", "a: [\n"), ("---\n\nA rule.\n", ""), ("# T\n---\na: b\n---\n", ""), ("", "")],
)
def test_front_matter_is_what_stands_between_its_lines_at_the_very_top(text: str, front: str) -> None:
    assert read_markdown(text).front_matter == front


def test_a_section_is_found_by_its_title_whatever_its_number_and_case() -> None:
    page = read_markdown("# T\r\n## 1. Scope\r\nbig\r\n### Detail\r\nmore\r\n## 2. Rest\r\n")
    section = page.find("scope")
    assert section is not None
    assert section.body == "big\r\n"
    assert page.whole(section) == "## 1. Scope\r\nbig\r\n### Detail\r\nmore\r\n"
    assert [child.title for child in page.children(section)] == ["Detail"]


@pytest.mark.rule("L-WRITE-03", "X-51", "X-80")
@pytest.mark.parametrize(
    "text",
    [
        "# T\n\n**Status**: Draft · **Confidence**: High · **Coverage**: 3 of 5\n\n## A\n**Status**: other\n",
        "# T\n\n**Status**: Draft  \n**Coverage**: 3 of 5\n\n---\n## A\n**Status**: other\n",
        "# T\n\n**Status:** Draft\n- **Coverage:** 3 of 5\n",
        "---\nstatus: Draft\ncoverage: '3 of 5'\n---\n# T\n",
        "# T\n**Status**: Draft | **Coverage**: 3 of 5\n",
    ],
)
def test_a_header_is_read_in_every_form_that_is_about(text: str) -> None:
    fields = read_markdown(text).fields
    assert (fields["status"], fields["coverage"]) == ("Draft", "3 of 5")


def test_fields_share_a_line_and_keep_what_stands_behind_them() -> None:
    line = "**Status**: Accepted · **Why**: so both share it[^t10] · [the file](adr-0001-x.md)"
    assert list(fields_in(line)) == [
        ("status", "Accepted"),
        ("why", "so both share it[^t10] · [the file](adr-0001-x.md)"),
    ]
    assert list(fields_in("see **Status**: x")) == []


def test_lists_know_their_depth_their_number_and_all_that_hangs_on_them() -> None:
    text = "1. **FR-1**: one\n   more of it\n   - [ ] nested\n\n   a paragraph of it\n2. two\n\n> quoted\n> words\n"
    blocks = [(b.kind, b.line, b.end, b.level, b.mark, b.words) for b in read_markdown(text).blocks]
    assert blocks == [
        ("item", 1, 6, 1, "1", "**FR-1**: one more of it"),
        ("item", 3, 5, 2, "", "nested"),
        ("paragraph", 5, 6, 1, "", "a paragraph of it"),
        ("item", 6, 8, 1, "2", "two"),
        ("quote", 8, 10, 0, "", "quoted words"),
    ]


def test_fences_tell_language_words_and_place() -> None:
    text = "a\n```json\n{}\n```\nb\n~~~\n```\n~~~\n```mermaid\nopen"
    assert [(f.mark, f.text, f.line) for f in read_markdown(text).fences] == [
        ("json", "{}\n", 2), ("", "```\n", 6), ("mermaid", "open", 9)
    ]  # fmt: skip


def test_a_table_keeps_escaped_pipes_and_its_rows_as_they_were_written() -> None:
    page = read_markdown("x\n\n| A | B |\n|---|:-:|\n| `a\\|b` | 2 |\n| 3\n| 4 | 5 | 6 |\n\n| no | table |\n")
    (table,) = [block for block in page.blocks if block.kind == "table"]
    assert table.headers == ("A", "B")
    assert [row.cells for row in page.rows] == [("`a|b`", "2"), ("3",), ("4", "5", "6")]
    assert (page.rows[0].line, page.rows[0].get("b"), page.rows[1].get("b")) == (5, "2", "")
    assert split_row("a | b") == ("a", "b")


def test_footnotes_are_no_words_of_the_section_they_stand_in() -> None:
    page = read_markdown(
        "## A\n\nSaid.[^t1]\n\n[^t1]: Turn 1.\n[^mine]: So I heard.\n\n```\n[^no]: code\n```\n"
    )
    assert [(note.name, note.line, note.text) for note in page.footnotes] == [
        ("t1", 5, "Turn 1."),
        ("mine", 6, "So I heard."),
    ]
    assert [block.kind for block in page.blocks] == ["heading", "paragraph", "footnote", "fence"]


@pytest.mark.parametrize(
    "piece",
    ["a", "word ", "`", "**a**: b · ", "| a ", "[a](", "<!-- ", "- ", "> ", "1. ", "\\|", "[^a]: ", "# ", "*(", "  - a\n", "a\n"],
)  # fmt: skip
def test_fifty_kilobytes_of_anything_take_no_time(piece: str) -> None:
    text = piece * (50_000 // len(piece))
    start = time.process_time()
    page = read_markdown(text)
    assert page.sections is not None
    assert page.fields is not None
    assert time.process_time() - start < 2


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
