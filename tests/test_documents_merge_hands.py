"""What people do to documents by hand: line ends, moved and copied sections, fences, other layouts. Nothing of it is lost."""

import csv
import io
import json

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hostile import TEXTS
from roundtable.analysis.analysis import Analysis
from roundtable.analysis.changes import add
from roundtable.documents.merge import merge
from roundtable.documents.nfr_matrix import merge_nfr_matrix
from roundtable.documents.threeway import WHOLE, Manifest, MergeResult, fingerprint
from roundtable.facts import Interface, Quality
from roundtable.language.markdown import lines_of, newline_of, read_markdown
from sample import CONTEXT, SLUG
from test_documents_merge import (
    DOCUMENTS,
    GROWN_AND_CHANGED,
    ITEM,
    LATER,
    MANIFEST,
    SAID,
    SPEC,
    text_of,
)

YAML = "interface-spec.yaml"
MATRIX = "traceability-matrix.csv"
STORIES = "user-stories.json"
MARKDOWN = sorted(name for name in DOCUMENTS if name.endswith(".md"))
LINE_ENDS = ("\n", "\r\n", "\r")
OUR_FIELDS = ("**", "  ")
"""How the lines begin that tell about the document itself, in Markdown and in YAML: those are ours."""


def stays_as_it_is(name: str, result: MergeResult, ours: str) -> None:
    """Merging again changes nothing, finds nothing, and remembers the same."""
    again = merge(name, result.text, ours, MANIFEST.remembering(name, result.hashes))
    assert again.text == result.text
    assert again.hashes == result.hashes
    assert again.conflicts == ()


def typed(name: str, on_disk: str, ours: str) -> set[str]:
    """The lines that neither of us wrote; without white space at their ends."""
    known = {line.strip() for text in (DOCUMENTS[name], ours) for line in lines_of(text)}
    found = {line.rstrip() for line in lines_of(on_disk)}
    return {line for line in found if line.strip() not in known and not line.startswith(OUR_FIELDS)}


@st.composite
def by_hand(draw: st.DrawFn, names: list[str]) -> tuple[str, str]:
    """A document that somebody worked on in an editor."""
    name = draw(st.sampled_from(names))
    lines = list(lines_of(DOCUMENTS[name].replace("\n", draw(st.sampled_from(LINE_ENDS)))))
    for _ in range(draw(st.integers(1, 4))):
        lines = lines or ["\n"]
        at = draw(st.integers(0, len(lines) - 1))
        until = at + draw(st.integers(1, 40))
        end = draw(st.sampled_from(LINE_ENDS))
        match draw(st.sampled_from(["ends", "move", "copy", "delete", "add", "fence", "heading", "spaces"])):
            case "ends":
                lines[at:until] = [line.rstrip("\r\n") + end for line in lines[at:until]]
            case "move":
                block, lines[at:until] = lines[at:until], []
                lines[(to := draw(st.integers(0, len(lines)))) : to] = block
            case "copy":
                block = lines[at:until]
                lines[(to := draw(st.integers(0, len(lines)))) : to] = block
            case "delete":
                del lines[at:until]
            case "fence":
                lines[at:at] = [
                    f"```{end}",
                    f"## No heading{end}",
                    *draw(st.sampled_from([(), (f"```{end}",)])),
                ]
            case "heading":
                lines.insert(at, f"{'#' * draw(st.integers(1, 4))} {draw(TEXTS)}{end}")
            case "spaces":
                lines[at] = lines[at].rstrip("\r\n") + "  " + end
            case _:
                lines.insert(at, draw(TEXTS) + end)
    return name, "".join(lines)


def with_a_second_line_end() -> str:
    """One section with CRLF and an empty line more; the rest of the file as we wrote it."""
    at = DOCUMENTS[SPEC].index("### FR-001")
    return DOCUMENTS[SPEC][:at].replace("\n", "\r\n") + "\r\n" + DOCUMENTS[SPEC][at:]


@pytest.mark.rule("L-WRITE-02", "P-ART-08", "X-36")
@settings(deadline=None, max_examples=60)
@given(by_hand([*MARKDOWN, YAML]), st.sampled_from(sorted(LATER)))
@example((SPEC, with_a_second_line_end()), "grown and changed")
@example((SPEC, DOCUMENTS[SPEC].replace("**Date**", "my words\r**Date**")), "the same")
@example((YAML, DOCUMENTS[YAML].replace("interfaces:", "  # agreed on Monday\ninterfaces:")), "the same")
@example((YAML, DOCUMENTS[YAML].replace("interfaces:", "    deeper: than ours\ninterfaces:")), "the same")
def test_whatever_an_editor_does_nothing_typed_is_lost_and_merging_again_changes_nothing(
    edited: tuple[str, str], later: str
) -> None:
    name, on_disk = edited
    ours = text_of(name, LATER[later])
    result = merge(name, on_disk, ours, MANIFEST)
    if on_disk.strip("\ufeff \t\r\n\f\v"):
        assert not typed(name, on_disk, ours) - {line.rstrip() for line in lines_of(result.text)}
    stays_as_it_is(name, result, ours)


@pytest.mark.parametrize("newline", LINE_ENDS)
def test_what_we_write_takes_the_line_end_of_the_file(newline: str) -> None:
    on_disk = DOCUMENTS[SPEC].replace("\n", newline).replace("accept each code", "accept any code")
    result = merge(SPEC, on_disk, text_of(SPEC, GROWN_AND_CHANGED), MANIFEST)
    assert "FR-007" in result.text
    assert set(LINE_ENDS) & {line[len(line.rstrip("\r\n")) :] for line in lines_of(result.text)} == {newline}
    assert newline_of(result.text) == newline


@pytest.mark.parametrize(
    ("name", "gone"), [("tech-stack-decision.md", "[^t6]:"), ("README.md", "**Status**:")]
)
def test_what_is_taken_out_of_a_file_with_two_kinds_of_line_ends_comes_back_for_good(
    name: str, gone: str
) -> None:
    lines = lines_of(DOCUMENTS[name].replace("\n", "\r\n", 1))
    kept = [(at, line) for at, line in enumerate(lines) if not line.startswith(gone)]
    on_disk = "".join(line for at, line in kept if at != 3)  # and the empty line behind the header
    for later in sorted(LATER):
        ours = text_of(name, LATER[later])
        result = merge(name, on_disk, ours, MANIFEST)
        assert gone in result.text
        stays_as_it_is(name, result, ours)


def test_sections_moved_by_hand_stay_where_they_were_moved() -> None:
    parts = {section.title[:6]: section.text for section in read_markdown(DOCUMENTS[SPEC]).sections}
    on_disk = (
        DOCUMENTS[SPEC]
        .replace(parts["FR-001"], "")
        .replace(parts["FR-003"], parts["FR-003"] + parts["FR-001"])
    )
    for later in sorted(LATER):
        ours = text_of(SPEC, LATER[later])
        result = merge(SPEC, on_disk, ours, MANIFEST)
        titles = [section.title[:6] for section in read_markdown(result.text).sections]
        assert titles.index("FR-002") < titles.index("FR-001") < titles.index("FR-004")
        stays_as_it_is(SPEC, result, ours)


def test_a_sentence_that_looks_like_a_field_of_the_header_is_a_sentence() -> None:
    sentence = "**Status**: waiting for legal until May.\n"
    on_disk = DOCUMENTS[SPEC].replace("\n\n## ", f"\n\nRead this first.\n\n{sentence}\n\n## ", 1)
    result = merge(SPEC, on_disk, DOCUMENTS[SPEC], MANIFEST)
    assert sentence in result.text
    stays_as_it_is(SPEC, result, DOCUMENTS[SPEC])


def test_a_title_shown_in_code_is_no_place_for_the_fields() -> None:
    foreign = "```\n# how we start\n```\n\nIntro.\n\n## Notes\n\nx\n"
    result = merge(SPEC, foreign, DOCUMENTS[SPEC], Manifest())
    assert foreign.partition("## Notes")[0] in result.text
    stays_as_it_is(SPEC, result, DOCUMENTS[SPEC])


def test_a_list_that_an_editor_indented_differently_is_still_ours_and_still_yaml() -> None:
    head, _, lists = DOCUMENTS[YAML].partition("interfaces:\n")
    indented = "".join(line if line[0].isalpha() else f"  {line}" for line in lines_of(lists))
    more, _ = add(ITEM, [Interface(name="retire_code", output="None", evidence=(SAID,))])
    ours = text_of(YAML, more)
    on_disk = f"{head}interfaces:\n{indented}".replace("    output: Total\n", "    output: Total  # gross\n")
    result = merge(YAML, on_disk, ours, MANIFEST)
    assert [entry["id"] for entry in yaml.safe_load(result.text)["interfaces"]] == ["IF-001", "IF-002"]
    assert "    output: Total  # gross\n" in result.text
    assert result.edited == ("IF-001",)
    stays_as_it_is(YAML, result, ours)


CELLS = st.sampled_from(
    ["mine", "", "a,b", 'say "x"', "two\nlines", "two\r\nlines", "=1+1", "one\u2028two", " x "]
)


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.lists(CELLS, min_size=5, max_size=8), min_size=1, max_size=3),
    st.sampled_from(LINE_ENDS[:2]),
    st.sampled_from(sorted(LATER)),
)
def test_rows_of_the_matrix_keep_every_cell_and_their_quotes(
    rows: list[list[str]], newline: str, later: str
) -> None:
    written = io.StringIO(newline="")
    csv.writer(written, lineterminator=newline, quoting=csv.QUOTE_ALL).writerows(rows)
    on_disk = DOCUMENTS[MATRIX].replace("\n", newline) + written.getvalue()
    ours = text_of(MATRIX, LATER[later])
    result = merge(MATRIX, on_disk, ours, MANIFEST)
    there = list(csv.reader(io.StringIO(result.text, newline="")))
    assert [row for row in rows if any(cell.strip() for cell in row) and row not in there] == []
    stays_as_it_is(MATRIX, result, ours)


def test_a_file_of_stories_to_which_we_have_nothing_to_add_keeps_its_layout() -> None:
    stories = json.loads(DOCUMENTS[STORIES])
    stories[0]["points"] = 5
    on_disk = json.dumps(stories, indent=4)
    assert merge(STORIES, on_disk, DOCUMENTS[STORIES], MANIFEST).text == on_disk


def test_stories_that_say_something_twice_are_left_as_they_are() -> None:
    on_disk = DOCUMENTS[STORIES].replace('"title":', '"title": "mine", "title":', 1)
    assert merge(STORIES, on_disk, text_of(STORIES, GROWN_AND_CHANGED), MANIFEST).text == on_disk


def test_half_a_character_in_a_story_can_be_written() -> None:
    on_disk = DOCUMENTS[STORIES].replace('"title": "', '"title": "\\ud83d ', 1)
    more, _ = add(ITEM, [])
    result = merge(
        STORIES, on_disk.replace("[\n", '[\n  {"id": "US-900"},\n', 1), text_of(STORIES, more), MANIFEST
    )
    assert json.loads(result.text.encode().decode()) == json.loads(result.text)


@pytest.mark.rule("P-ART-03", "L-WRITE-02")
@pytest.mark.parametrize("newline", LINE_ENDS)
def test_what_somebody_wrote_into_their_section_of_the_shared_matrix_stays(newline: str) -> None:
    first = merge_nfr_matrix(None, SLUG, ITEM, CONTEXT, {})
    more, _ = add(ITEM, [Quality(text="Codes are nobody's business.", target="0 leaks", evidence=(SAID,))])
    news = merge_nfr_matrix(first.text.replace("\n", newline), SLUG, more, CONTEXT, first.hashes)
    assert "nobody's business" in news.text
    assert (news.edited, news.conflicts) == ((), ())
    on_disk = first.text.replace("200 ms", "150 ms").replace("\n", newline) + f"Agreed on Monday.{newline}"
    result = merge_nfr_matrix(on_disk, SLUG, more, CONTEXT, first.hashes)
    assert result.text == on_disk
    assert [conflict.piece for conflict in result.conflicts] == [SLUG]
    again = merge_nfr_matrix(result.text, SLUG, more, CONTEXT, result.hashes)
    assert (again.text, again.conflicts) == (on_disk, ())


def test_a_section_taken_out_of_the_shared_matrix_stays_out_until_the_file_is_made_anew() -> None:
    first = merge_nfr_matrix("# All\n\n## another\n\nx\n", SLUG, ITEM, CONTEXT, {})
    without = first.text.partition(f"## {SLUG}")[0]
    assert merge_nfr_matrix(without, SLUG, ITEM, CONTEXT, first.hashes).text == without
    assert f"## {SLUG}" in merge_nfr_matrix(None, SLUG, ITEM, CONTEXT, first.hashes).text
    assert (
        merge_nfr_matrix(first.text, SLUG, Analysis(), CONTEXT, first.hashes).text.rstrip()
        == without.rstrip()
    )


@pytest.mark.parametrize("about", ["document: {title: mine}", "document:\n- mine", "document: mine"])
def test_a_yaml_file_of_another_shape_is_still_yaml_afterwards(about: str) -> None:
    on_disk = f"{about}\ninterfaces:\n- id: IF-009\n  name: theirs\n"
    result = merge(YAML, on_disk, DOCUMENTS[YAML], MANIFEST)
    assert about in result.text
    assert "theirs" in str(yaml.safe_load(result.text))
    stays_as_it_is(YAML, result, DOCUMENTS[YAML])


def test_a_document_that_nobody_touched_is_known_by_its_whole_text() -> None:
    manifest = Manifest().remembering(SPEC, {WHOLE: fingerprint(DOCUMENTS[SPEC])})
    assert manifest.wrote(SPEC, DOCUMENTS[SPEC].replace("\n", "\r\n"))
    assert not manifest.wrote(SPEC, DOCUMENTS[SPEC].replace("code", "coupon", 1))
    assert not Manifest().wrote(SPEC, DOCUMENTS[SPEC])
