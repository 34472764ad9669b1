"""Hand edits survive byte for byte; what we wrote is replaced by what we write now."""

import csv
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostile import TEXTS
from roundtable.analysis.analysis import Analysis
from roundtable.analysis.changes import add, amend, retract
from roundtable.documents.importing import facts_from_edits
from roundtable.documents.insights import append_insights
from roundtable.documents.merge import merge
from roundtable.documents.rendering import render_document
from roundtable.documents.threeway import Manifest, MergeResult, fingerprint
from roundtable.facts import Interface, Requirement, Story
from roundtable.facts.evidence import Quote
from roundtable.language.markdown import read_markdown
from sample import CONTEXT, DISCUSSION, an_analysis, render_documents

SPEC = "requirements-spec.md"
SAID = Quote(turn=1, start=0, end=1, text="I")


def written(analysis: Analysis) -> tuple[dict[str, str], Manifest]:
    """All documents as a first run leaves them."""
    manifest = Manifest()
    documents = render_documents(analysis, CONTEXT)
    for name, text in documents.items():
        result = merge(name, None, text, manifest)
        assert result.text == text
        manifest = manifest.remembering(name, result.hashes)
    return documents, manifest


def text_of(name: str, analysis: Analysis) -> str:
    text = render_document(name, analysis, CONTEXT)
    assert text is not None
    return text


def again(name: str, result: MergeResult, ours: str, manifest: Manifest) -> MergeResult:
    return merge(name, result.text, ours, manifest.remembering(name, result.hashes))


ITEM = an_analysis()
DOCUMENTS, MANIFEST = written(ITEM)
EXPORT = Requirement(title="Export codes", text="The shop shall export codes.", evidence=(SAID,))
GROWN = retract(add(ITEM, [EXPORT])[0], "FR-003")
GROWN_AND_CHANGED = amend(GROWN, "FR-004", {"text": "The shop shall count uses."}, (SAID,))


@pytest.mark.rule("L-WRITE-02", "P-ART-08", "X-36")
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("name", sorted(DOCUMENTS))
def test_an_untouched_document_comes_out_as_rendered(name: str, newline: str) -> None:
    on_disk = DOCUMENTS[name].replace("\n", newline)
    for analysis in (ITEM, GROWN_AND_CHANGED):
        ours = text_of(name, analysis)
        result = merge(name, on_disk, ours, MANIFEST)
        assert result.text == ours.replace("\n", newline)
        assert (result.edited, result.conflicts, result.deleted) == ((), (), ())


@pytest.mark.rule("L-WRITE-02", "P-ART-08")
def test_an_edited_section_keeps_its_bytes_and_the_header_names_it() -> None:
    mine = "### FR-002: Percentage and fixed amounts\n\nOnly percentages,   for now.\n\n\n- **AC-002-01**: ten per cent\t\n\n"
    section = next(s for s in read_markdown(DOCUMENTS[SPEC]).sections if s.title.startswith("FR-002"))
    on_disk = DOCUMENTS[SPEC].replace(section.text, mine)
    result = merge(SPEC, on_disk, text_of(SPEC, GROWN_AND_CHANGED), MANIFEST)
    assert mine in result.text
    assert result.edited == ("FR-002",)
    assert result.conflicts == ()
    assert read_markdown(result.text).fields["edited by hand"] == "FR-002"
    assert "### FR-007: Export codes" in result.text
    assert "### FR-003" not in result.text
    assert again(SPEC, result, text_of(SPEC, GROWN_AND_CHANGED), MANIFEST).text == result.text


def test_when_both_changed_theirs_stays_and_ours_is_offered_once() -> None:
    on_disk = DOCUMENTS[SPEC].replace("accept each code at most once per customer", "accept a code twice")
    result = merge(SPEC, on_disk, text_of(SPEC, GROWN_AND_CHANGED), MANIFEST)
    (conflict,) = result.conflicts
    assert conflict.piece == "FR-004"
    assert "The shop shall count uses." in conflict.ours
    assert "accept a code twice" in result.text
    assert again(SPEC, result, text_of(SPEC, GROWN_AND_CHANGED), MANIFEST).conflicts == ()


def test_sections_they_added_stay_where_they_put_them() -> None:
    mine = "#### My note\n\nkeep me\n\n"
    on_disk = (
        DOCUMENTS[SPEC]
        .replace("### FR-003", mine + "### FR-003")
        .replace("## Out of Scope", "## Mine\n\nx\n\n## Out of Scope")
    )
    result = merge(SPEC, on_disk, text_of(SPEC, GROWN_AND_CHANGED), MANIFEST)
    titles = [section.title for section in read_markdown(result.text).sections]
    assert titles[titles.index("My note") - 1].startswith("FR-002")
    assert titles[titles.index("Mine") + 1] == "Out of Scope"
    assert mine in result.text


def test_a_heading_of_ours_that_carries_their_section_is_not_taken_away() -> None:
    on_disk = DOCUMENTS[SPEC].replace("### FR-004", "#### My note\n\nabout refusing\n\n### FR-004")
    result = merge(SPEC, on_disk, text_of(SPEC, GROWN_AND_CHANGED), MANIFEST)
    note = next(section for section in read_markdown(result.text).sections if section.title == "My note")
    assert note.path[1].startswith("FR-003")


def test_a_deleted_section_stays_deleted() -> None:
    section = read_markdown(DOCUMENTS[SPEC]).find("Out of Scope")
    assert section is not None
    result = merge(SPEC, DOCUMENTS[SPEC].replace(section.text, ""), DOCUMENTS[SPEC], MANIFEST)
    assert "## Out of Scope" not in result.text
    assert len(result.deleted) == 1
    assert again(SPEC, result, DOCUMENTS[SPEC], MANIFEST).text == result.text


def test_a_new_title_is_not_a_new_section() -> None:
    renamed = amend(ITEM, "FR-001", {"title": "Redeem in the cart"}, (SAID,))
    on_disk = DOCUMENTS[SPEC].replace("before payment.", "before anything.")
    result = merge(SPEC, on_disk, text_of(SPEC, renamed), MANIFEST)
    assert [s.title[:6] for s in read_markdown(result.text).sections].count("FR-001") == 1


@pytest.mark.rule("P-ART-08", "X-51")
def test_a_file_of_others_keeps_everything_and_gains_our_sections() -> None:
    foreign = (
        "# Spec\n\nIntro.\n\n## Functional Requirements\n\n#### FR-1 – Apply\n\nApply it.\n\n## Notes\n\nx"
    )
    result = merge(SPEC, foreign, DOCUMENTS[SPEC], Manifest())
    kept = [line for line in result.text.splitlines() if line in set(foreign.splitlines())]
    assert [line for line in kept if line] == [line for line in foreign.splitlines() if line]
    assert "## Business Context" in result.text
    assert read_markdown(result.text).fields["status"] == "Draft"
    assert "### FR-001" not in result.text
    assert again(SPEC, result, DOCUMENTS[SPEC], Manifest()).text == result.text


@pytest.mark.parametrize("gone", [None, "", " \r\n\t"])
def test_a_deleted_or_emptied_file_is_written_anew(gone: str | None) -> None:
    assert merge(SPEC, gone, DOCUMENTS[SPEC], MANIFEST).text == DOCUMENTS[SPEC]


@pytest.mark.rule("P-ART-11")
@pytest.mark.parametrize(
    ("name", "broken"),
    [("user-stories.json", '[{"id": "US-001"'), ("user-stories.json", '"x"'), ("traceability-matrix.csv", "a,b\n1,2\n"), ("interface-spec.yaml", "- just\n- a list\n")],
)  # fmt: skip
def test_a_file_that_cannot_be_read_stays_and_ours_is_offered_once(name: str, broken: str) -> None:
    result = merge(name, broken, DOCUMENTS[name], MANIFEST)
    assert result.text == broken
    assert [conflict.ours for conflict in result.conflicts] == [DOCUMENTS[name]]
    assert again(name, result, DOCUMENTS[name], MANIFEST).conflicts == ()


def test_stories_edited_or_added_by_hand_survive() -> None:
    stories = json.loads(DOCUMENTS["user-stories.json"])
    stories[0]["title"] = "Mine"
    stories[0]["points"] = 5
    stories.append({"id": "US-900", "title": "New by hand"})
    on_disk = json.dumps({"user_stories": stories, "owner": "me"})
    more, _ = add(ITEM, [Story(title="Another", role="editor", want="to export", evidence=(SAID,))])
    result = merge("user-stories.json", on_disk, text_of("user-stories.json", more), MANIFEST)
    merged = json.loads(result.text)
    assert merged["owner"] == "me"
    assert [story["id"] for story in merged["user_stories"]] == [
        "US-001",
        "US-002",
        "US-003",
        "US-004",
        "US-900",
    ]
    assert merged["user_stories"][0]["points"] == 5
    assert set(result.edited) == {"US-001", "US-900"}


def test_rows_and_columns_added_to_the_matrix_survive() -> None:
    lines = DOCUMENTS["traceability-matrix.csv"].splitlines()
    on_disk = (
        "\n".join(
            [
                lines[0] + ",Note",
                *(line + "," for line in lines[1:3]),
                lines[3] + ",mine",
                *lines[4:],
                "FR-099,,,High,me,",
            ]
        )
        + "\n"
    )
    result = merge("traceability-matrix.csv", on_disk, text_of("traceability-matrix.csv", GROWN), MANIFEST)
    rows = {tuple(row[:2]): row for row in csv.reader(result.text.splitlines())}
    assert rows[("FR-002", "AC-002-01")][5] == "mine"
    assert rows[("FR-099", "")][4] == "me"
    assert rows[("FR-007", "")][3] == "High"
    assert ("FR-003", "AC-003-01") not in rows


def test_an_interface_edited_in_yaml_keeps_its_comments() -> None:
    name = "interface-spec.yaml"
    on_disk = DOCUMENTS[name].replace("  output: Total\n", "  output: Total  # gross\n")
    more, _ = add(ITEM, [Interface(name="retire_code", output="None", evidence=(SAID,))])
    result = merge(name, on_disk, text_of(name, more), MANIFEST)
    assert "  output: Total  # gross\n" in result.text
    assert "- id: IF-002\n" in result.text
    assert 'edited_by_hand: "IF-001"' in result.text
    assert again(name, result, text_of(name, more), MANIFEST).text == result.text


def test_a_requirement_added_by_hand_is_in_the_matrix_after_the_next_run() -> None:
    by_hand = "### FR-007: Print codes\n\nThe shop shall print codes.\n\n**Priority**: Could\n\n- **AC-007-01**: Given a code, When printed, Then it is readable\n- it also fits A4\n\n"
    files = {
        **DOCUMENTS,
        SPEC: DOCUMENTS[SPEC].replace("## Quality Requirements", by_hand + "## Quality Requirements"),
    }
    news = facts_from_edits(ITEM, files, MANIFEST)
    grown, _ = add(ITEM, news)
    assert "FR-007,AC-007-01,,High," in text_of("traceability-matrix.csv", grown)
    assert grown.priority_of("FR-007") == "Could"
    assert len([fact for fact in news if fact.kind == "criterion"]) == 2
    result = merge(SPEC, files[SPEC], text_of(SPEC, grown), MANIFEST)
    assert by_hand in result.text
    again_news = facts_from_edits(
        grown, {**files, SPEC: result.text}, MANIFEST.remembering(SPEC, result.hashes)
    )
    assert again_news == ()


NOTE = "[^t3]: Turn 3:"
"""How a footnote of ours begins."""


def test_footnotes_are_written_anew_and_those_of_people_stay() -> None:
    edited = DOCUMENTS[SPEC].replace("before payment.", "before payment.[^mine]")
    on_disk = edited.replace("\n[^t1]: ", "\n[^mine]: Told by the lawyer.\n[^t1]: ", 1)
    result = merge(SPEC, on_disk, text_of(SPEC, GROWN_AND_CHANGED), MANIFEST)
    notes = [note.name for note in read_markdown(result.text).footnotes]
    assert notes.count("mine") == 1
    assert sorted(set(notes)) == sorted(notes)
    assert "[^mine]: Told by the lawyer.\n" in result.text
    assert again(SPEC, result, text_of(SPEC, GROWN_AND_CHANGED), MANIFEST).text == result.text


def test_a_footnote_that_somebody_took_out_comes_back_while_words_name_it() -> None:
    lines = [line for line in DOCUMENTS[SPEC].split("\n") if not line.startswith(NOTE)]
    result = merge(SPEC, "\n".join(lines), DOCUMENTS[SPEC], MANIFEST)
    assert NOTE in result.text
    assert again(SPEC, result, DOCUMENTS[SPEC], MANIFEST).text == result.text


def test_a_footnote_stays_as_long_as_words_that_somebody_kept_name_it() -> None:
    on_disk = DOCUMENTS[SPEC].replace("keep the total and show the reason.", "keep the total.[^t9]")
    on_disk = on_disk.replace(f"\n{NOTE}", f"\n[^t9]: Turn 9.\n{NOTE}")
    manifest = MANIFEST.remembering(SPEC, {**MANIFEST.of(SPEC), "[^t9]": fingerprint("[^t9]: Turn 9.")})
    result = merge(SPEC, on_disk, text_of(SPEC, ITEM), manifest)
    assert "keep the total.[^t9]" in result.text
    assert "[^t9]: Turn 9.\n" in result.text
    assert again(SPEC, result, text_of(SPEC, ITEM), manifest).text == result.text
    gone = on_disk.replace("keep the total.[^t9]", "keep the total.")
    assert "[^t9]" not in merge(SPEC, gone, text_of(SPEC, ITEM), manifest).text


def test_what_people_write_into_the_summary_stays_and_brings_no_facts() -> None:
    note = "\n\n## For the sprint\n\nStart with FR-001.\n\n### FR-099: Not ours\n\nx\n\n## Decisions"
    on_disk = DOCUMENTS["README.md"].replace("\n\n## Decisions", note, 1)
    result = merge("README.md", on_disk, text_of("README.md", GROWN_AND_CHANGED), MANIFEST)
    assert "## For the sprint\n\nStart with FR-001.\n" in result.text
    assert facts_from_edits(ITEM, {**DOCUMENTS, "README.md": on_disk}, MANIFEST) == ()


def test_a_field_that_somebody_added_to_our_header_line_stays() -> None:
    on_disk = DOCUMENTS[SPEC].replace(" · **Coverage**", " · **Owner**: Dana · **Coverage**", 1)
    result = merge(SPEC, on_disk, text_of(SPEC, GROWN_AND_CHANGED), MANIFEST)
    assert read_markdown(result.text).fields["owner"] == "Dana"
    assert again(SPEC, result, text_of(SPEC, GROWN_AND_CHANGED), MANIFEST).text == result.text


@pytest.mark.rule("E-SYN-07", "L-WRITE-02")
def test_what_a_discussion_appended_is_ours_and_no_hand_edit() -> None:
    before = an_analysis(discussed=False)
    documents, manifest = written(before)
    appended, place = append_insights(documents[SPEC], DISCUSSION.step_title, DISCUSSION, SPEC)
    held = DISCUSSION.model_copy(update={"targets": ((SPEC, place),)})
    result = merge(SPEC, appended, text_of(SPEC, before.changed(discussions=(held,))), manifest)
    assert result.text == appended
    assert (result.edited, result.conflicts) == ((), ())


def test_untouched_documents_bring_no_news() -> None:
    assert facts_from_edits(ITEM, DOCUMENTS, MANIFEST) == ()


@st.composite
def edits(draw: st.DrawFn) -> str:
    """The specification after somebody changed, deleted, added or moved some of its lines."""
    lines = DOCUMENTS[SPEC].split("\n")
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["change", "delete", "add", "heading"])):
            case "change":
                lines[at] += draw(TEXTS)
            case "delete":
                del lines[at : at + draw(st.integers(1, 5))]
            case "add":
                lines.insert(at, draw(TEXTS))
            case _:
                lines.insert(at, f"{'#' * draw(st.integers(2, 4))} {draw(TEXTS)}")
        lines = lines or [""]
    return "\n".join(lines)


LATER = {"the same": ITEM, "grown": GROWN, "grown and changed": GROWN_AND_CHANGED}


@pytest.mark.rule("L-WRITE-02", "X-36")
@settings(deadline=None, max_examples=60)
@given(edits(), st.sampled_from(sorted(LATER)))
def test_whatever_was_edited_survives_and_merging_again_changes_nothing(on_disk: str, later: str) -> None:
    ours = text_of(SPEC, LATER[later])
    result = merge(SPEC, on_disk, ours, MANIFEST)
    before = {line for line in DOCUMENTS[SPEC].split("\n") if line.strip()}
    # White space at the end of a line is nobody's edit.
    theirs = [line for line in on_disk.split("\n") if line.strip() and line.rstrip() not in before]
    merged = result.text.split("\n")
    # The fields of the header are ours, whoever wrote there.
    assert not [line for line in theirs if line not in merged and not line.startswith("**")]
    assert again(SPEC, result, ours, MANIFEST).text == result.text
