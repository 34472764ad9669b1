"""Whatever people say, documents keep their shape: headings, tables and fences are ours alone."""

import json

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from hostile import PIECES, TEXTS, fact_of, facts
from roundtable.analysis.analysis import Analysis
from roundtable.analysis.changes import add
from roundtable.documents.escaping import (
    block,
    code,
    heading,
    inline,
    label,
    lead,
    one_line,
    plain,
    uncode,
)
from roundtable.documents.page import RenderContext
from roundtable.documents.typography import table
from roundtable.facts import Fact
from roundtable.language.markdown import read_markdown
from roundtable.language.markdown_blocks import split_row
from sample import render_documents, shared_matrix

HTML = MarkdownIt("commonmark").enable(["table", "strikethrough"])
STEPS = RenderContext(date="2031-04-02", slug="x", title="X", mode="steps", gaps=("security",))
SLOW_TO_DRAW = settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def visible(markdown: str) -> str:
    """The words a reader sees, code in back-quotes."""
    tokens: list[Token] = [child for token in HTML.parse(markdown) for child in token.children or []]
    parts = [f"{t.markup}{t.content}{t.markup}" if t.type == "code_inline" else t.content for t in tokens]
    return "".join(parts)


@given(TEXTS | st.text())
def test_words_show_as_they_were_said_and_are_read_back(text: str) -> None:
    said = one_line(text)
    assert plain(inline(text)) == plain(lead(text)) == said
    row = table(("A", "B"), [(inline(text), "x")]).split("\n")[2]
    assert plain(split_row(row)[0]) == said
    assert uncode(code(text)) == said
    if "`" not in said:
        assert visible(lead(text)) == said
        assert visible(f"- **X**: {inline(text)}") == f"X: {said}".strip()


@given(TEXTS | st.text())
def test_a_heading_is_one_line_and_keeps_its_words(text: str) -> None:
    (section,) = read_markdown(f"## {heading(text)}").sections
    assert len(plain(section.title)) <= 160
    if len(one_line(text)) <= 160:
        assert plain(section.title) == one_line(text)


@given(TEXTS | st.text())
def test_a_block_of_words_opens_nothing_but_paragraphs_and_lists(text: str) -> None:
    allowed = {"paragraph", "list_item", "bullet_list", "ordered_list"}
    kinds = {token.type.removesuffix("_open").removesuffix("_close") for token in HTML.parse(block(text))}
    assert kinds <= allowed | {"inline"}


@given(TEXTS | st.text())
def test_a_label_has_no_character_that_a_diagram_could_stumble_over(text: str) -> None:
    shown = label(text)
    assert shown
    assert "\n" not in shown
    assert '"' not in shown
    assert len(shown) < 600


def an_analysis_of(found: list[Fact]) -> Analysis:
    grown, _ = add(Analysis(slug="x", title="X"), found)
    return grown


@pytest.mark.rule("P-ART-01", "P-ART-02", "P-ART-04", "P-ART-05", "P-ART-06")
@SLOW_TO_DRAW
@given(st.lists(facts(), max_size=14))
def test_no_words_break_the_shape_of_a_document(found: list[Fact]) -> None:
    for name, text in render_documents(an_analysis_of(found), STEPS).items():
        text.encode("utf-8")
        if name.endswith(".json"):
            json.loads(text)
        elif name.endswith(".yaml"):
            yaml.safe_load(text)
        elif name.endswith(".md"):
            tokens = HTML.parse(text)
            ours = [(f"h{s.level}") for s in read_markdown(text).sections]
            assert ours == [t.tag for t in tokens if t.type == "heading_open"]
            assert {t.type for t in tokens} & {"html_block", "code_block"} == set()
            assert len(read_markdown(text).fences) == sum(t.type == "fence" for t in tokens)
            assert all(t.info in {"mermaid", "json", "text"} for t in tokens if t.type == "fence")
            inside = [child for t in tokens for child in t.children or []]
            assert not [child for child in inside if child.type == "html_inline"]


@given(st.lists(fact_of("quality"), max_size=3), st.lists(fact_of("quality"), max_size=3))
@SLOW_TO_DRAW
def test_one_item_never_touches_the_rows_of_another_in_the_shared_matrix(
    mine: list[Fact], theirs: list[Fact]
) -> None:
    other = shared_matrix(None, "other-item", an_analysis_of(theirs))
    both = shared_matrix(other, "my-item", an_analysis_of(mine))
    again = shared_matrix(both, "my-item", an_analysis_of(mine))
    assert again == both
    kept = read_markdown(other).find("other-item")
    if kept is not None:
        assert read_markdown(other).whole(kept).rstrip() in both
    without = shared_matrix(both, "my-item", an_analysis_of([]))
    assert read_markdown(without).find("my-item") is None
    assert other.rstrip() in without


@given(st.sampled_from(PIECES))
def test_rendering_twice_gives_the_same_bytes(piece: str) -> None:
    found = an_analysis_of([])
    assert render_documents(found, STEPS.model_copy(update={"title": piece})) == render_documents(
        found, STEPS.model_copy(update={"title": piece})
    )
