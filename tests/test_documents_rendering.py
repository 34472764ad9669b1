"""Documents from the analysis: headers, sections, confidence, what is pending, and the bytes themselves."""

import csv
import json
import re
from pathlib import Path

import pytest
import yaml

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.changes import add, amend, retract
from roundtable.analysis.evidence import Assumed, Quote
from roundtable.analysis.facts import Module, Note, Quality, UserType
from roundtable.documents.catalog import CATALOG, document
from roundtable.documents.markdown import fences, read_header, split
from roundtable.documents.nfr_matrix import update_nfr_matrix
from roundtable.documents.page import RenderContext
from roundtable.documents.published import schema_texts
from roundtable.documents.rendering import document_names, render_document, render_documents, sections_showing
from roundtable.documents.stories import csv_line
from roundtable.documents.tables import tables_in
from sample import CONTEXT, SCAN, SLUG, an_analysis, golden

GOLDEN = Path(__file__).parent / "golden" / "documents"
SCHEMAS = Path(__file__).parent.parent / "src" / "roundtable" / "documents" / "schemas"
SAID = Quote(turn=1, start=0, end=1, text="I")
EMPTY = RenderContext(date="2031-04-02", slug="x", title="X")


def text_of(name: str, analysis: Analysis, context: RenderContext = CONTEXT) -> str:
    text = render_document(name, analysis, context)
    assert text is not None
    return text


@pytest.mark.parametrize("name", sorted(golden()))
def test_the_sample_reads_as_it_was_last_looked_at(name: str) -> None:
    assert golden()[name] == (GOLDEN / name).read_bytes().decode("utf-8"), (
        "run `uv run python tests/sample.py`"
    )


@pytest.mark.rule("L-WRITE-03", "L-WRITE-04")
def test_the_header_has_the_exact_form() -> None:
    head = text_of("requirements-spec.md", an_analysis()).split("\n## ")[0]
    assert [line.rstrip() for line in head.splitlines()] == [
        "# Requirements Specification: Add discount codes",
        "",
        "**Source**: GitHub GH-20",
        "**Date**: 2031-04-02",
        "**Status**: Draft",
        "**Confidence**: Mixed",
        "**Last Updated**: Turn 6",
        "**Coverage**: 11 of 11 sections",
        "",
        "---",
    ]


@pytest.mark.rule("L-WRITE-03", "P-ART-05", "P-ART-06")
def test_every_markdown_document_starts_with_the_same_fields() -> None:
    for name, text in render_documents(an_analysis(), CONTEXT, every=True).items():
        if name.endswith(".md"):
            fields = read_header(text)
            assert {"source", "date", "status", "confidence", "last updated", "coverage"} <= set(fields), name
            assert fields["confidence"] in {"High", "Medium", "Low", "Mixed"}


@pytest.mark.rule("L-WRITE-04")
def test_status_turn_and_coverage_come_from_the_context() -> None:
    context = CONTEXT.model_copy(
        update={
            "status": {"data-flow.md": "Complete"},
            "last_turn": 12,
            "coverage": {"data-flow.md": "5 of 8 steps"},
        }
    )
    fields = read_header(text_of("data-flow.md", an_analysis(), context))
    assert (fields["status"], fields["last updated"], fields["coverage"]) == (
        "Complete",
        "Turn 12",
        "5 of 8 steps",
    )
    assert read_header(text_of("module-design.md", an_analysis(), context))["status"] == "Draft"


@pytest.mark.rule("L-WRITE-08", "P-ART-01", "P-ART-02", "P-ART-04", "P-ART-05", "P-ART-06")
def test_sections_are_those_of_the_catalog_in_its_order() -> None:
    extra = {"Pending Sections", "Gaps and Assumptions", "Machine-Readable Summary"}
    for name, text in render_documents(an_analysis(), CONTEXT).items():
        kind = document(name)
        assert kind is not None
        if kind.format == "markdown":
            titles = [section.title for section in split(text).sections if section.level == 2]
            known = [title for title in titles if title not in extra]
            assert known == [title for title in kind.sections if title in known], name


@pytest.mark.rule("L-WRITE-05")
def test_an_empty_section_is_listed_as_pending_and_has_no_heading() -> None:
    known, _ = add(Analysis(), [UserType(name="Shopper", evidence=(SAID,))])
    text = text_of("requirements-spec.md", known, EMPTY)
    assert [s.title for s in split(text).sections if s.level == 2] == [
        "Stakeholders and Users",
        "Pending Sections",
    ]
    assert "- **Functional Requirements**: what it must do, each with an acceptance criterion." in text
    assert "**Coverage**: 1 of 9 sections" in text


def test_no_heading_stands_without_words_below_it() -> None:
    for name, text in render_documents(an_analysis(), CONTEXT, every=True).items():
        parts = split(text)
        for section in parts.sections if name.endswith(".md") else ():
            assert parts.whole(section).removeprefix(section.text.split("\n")[0]).strip(), (
                name,
                section.title,
            )


@pytest.mark.rule("L-WRITE-05", "L-CONF-02")
def test_a_section_that_nobody_confirmed_says_so_and_why() -> None:
    known, _ = add(
        Analysis(), [Quality(category="Speed", text="It is fast.", evidence=(Assumed(because="x"),))]
    )
    section = split(text_of("requirements-spec.md", known, EMPTY)).find("Quality Requirements")
    assert section is not None
    assert "**Confidence**: Low -- assumed; nobody has said or confirmed it" in section.body
    assert "TBD -- the figure that decides it" in section.body


@pytest.mark.rule("L-CONF-01", "L-WRITE-09", "L-WRITE-05")
def test_every_requirement_shows_confidence_priority_source_and_criteria() -> None:
    parts = split(text_of("requirements-spec.md", an_analysis()))
    requirements = [section for section in parts.sections if section.title.startswith("FR-")]
    assert len(requirements) == 6
    for section in requirements:
        assert re.search(r"^\*\*Confidence\*\*: (High|Medium|Low)$", section.text, re.MULTILINE)
        assert re.search(
            r"^\*\*Priority\*\*: (Must|Should|Could|Won't|TBD -- .+?)\s*$", section.text, re.MULTILINE
        )
        assert re.search(
            r"^- (\*\*AC-\d{3}-\d{2}\*\*: Given .+, When .+, Then .+|TBD -- .+)$", section.text, re.MULTILINE
        )
    assert "> **Assumption**: The report may exist already. Flagged for validation." in requirements[5].text
    assert "*Said in turn 3: “each customer may use a code once”*" in requirements[3].text


@pytest.mark.rule("L-EXIT-02", "X-69")
def test_an_early_exit_names_the_gaps_in_every_document_and_trusts_none() -> None:
    context = CONTEXT.model_copy(
        update={"early_exit": True, "gaps": ("security", "architecture"), "default_status": "Complete"}
    )
    documents = render_documents(an_analysis(), context, every=True)
    for name, text in documents.items():
        if not name.endswith(".md"):
            continue
        fields = read_header(text)
        assert (fields["status"], fields["confidence"]) == ("Draft", "Low")
        gaps = split(text).find("Gaps and Assumptions")
        assert gaps is not None, name
        assert "- security:" in gaps.body
        assert "**Confidence**: Low -- the session ended before these topics were covered" in gaps.body
    assert yaml.safe_load(documents["interface-spec.yaml"])["gaps"] == ["security", "architecture"]


@pytest.mark.rule("T-STALE-02", "P-ART-04")
@pytest.mark.parametrize("known", [an_analysis(), Analysis()], ids=["facts", "scan alone"])
def test_directly_affected_files_are_back_quoted_first_cells_of_one_table(known: Analysis) -> None:
    text = text_of("impact-analysis.md", known, CONTEXT.model_copy(update={"scan": SCAN}))
    section = split(text).find("Directly Affected Files")
    assert section is not None
    (table,) = tables_in(section.body)
    paths = [re.fullmatch(r"`(.+)`", row.cells[0]) for row in table.rows]
    assert all(paths)
    assert "shop/cart.py" in [found[1] for found in paths if found]


@pytest.mark.rule("T-SIZE-01")
def test_the_impact_analysis_ends_with_its_json_block() -> None:
    text = text_of("impact-analysis.md", an_analysis())
    assert text.endswith("}\n```\n")
    assert json.loads(fences(text)[-1].body) == {
        "files_directly_affected": 3,
        "modules_affected": 2,
        "risk_level": "high",
        "blast_radius": "low",
        "coverage_gaps": 1,
    }


def test_the_tiers_of_the_blast_radius_share_no_file() -> None:
    text = text_of("impact-analysis.md", Analysis(), CONTEXT.model_copy(update={"scan": SCAN}))
    found: list[str] = []
    for title in ("Directly Affected Files", "Indirectly Affected Files", "Distant Effects"):
        section = split(text).find(title)
        assert section is not None
        found += [row.cells[0] for table in tables_in(section.body) for row in table.rows]
    assert len(found) == len(set(found)) == 4
    assert "3 more files lie at this distance or further." in text


@pytest.mark.rule("L-WRITE-12", "P-ART-02")
def test_stories_and_matrix_have_the_agreed_fields() -> None:
    documents = render_documents(an_analysis(), CONTEXT)
    stories = json.loads(documents["user-stories.json"])
    assert {tuple(story) for story in stories} == {
        ("id", "title", "story", "acceptance_criteria", "priority", "traces")
    }
    rows = list(csv.reader(documents["traceability-matrix.csv"].splitlines()))
    assert rows[0] == ["FR_ID", "AC_ID", "User_Story_ID", "Confidence", "Source"]
    assert ["FR-003", "AC-003-02", "US-002", "High", "Said in turn 4"] in rows
    assert {row[0] for row in rows[1:]} == {f"FR-00{n}" for n in range(1, 7)}


def test_a_cell_that_looks_like_a_formula_is_text() -> None:
    assert csv_line(("=1+1", 'say "x", y', "a\nb")) == '\'=1+1,"say ""x"", y","a\nb"\n'


@pytest.mark.rule("X-18")
def test_the_interface_specification_keeps_the_form_it_has() -> None:
    known = an_analysis()
    conversation = CONTEXT.model_copy(update={"mode": "conversation"})
    kept = conversation.model_copy(update={"existing": ("interface-spec.yaml",)})
    assert "interface-spec.yaml" in document_names(known, CONTEXT)
    assert "interface-spec.md" in document_names(known, conversation)
    assert "interface-spec.md" not in document_names(known, kept)


@pytest.mark.rule("X-19", "P-ART-06")
def test_module_files_of_their_own_only_in_steps_and_from_two_modules_on() -> None:
    known = an_analysis()
    assert {"module-design.md", "module-design-cart.md", "module-design-pricing.md"} <= set(
        document_names(known, CONTEXT)
    )
    assert "module-design-cart.md" not in document_names(
        known, CONTEXT.model_copy(update={"mode": "conversation"})
    )
    alone, _ = add(Analysis(), [Module(name="One", evidence=(SAID,))])
    assert document_names(alone, CONTEXT).count("module-design.md") == 1
    twins, _ = add(Analysis(), [Module(name="A b"), Module(name="a-B")])
    assert len([name for name in document_names(twins, CONTEXT) if name.startswith("module-design-")]) == 2


def test_a_decision_with_a_new_title_keeps_its_file() -> None:
    known, _ = amend(an_analysis(), "ADR-0001", {"title": "Other words"})
    context = CONTEXT.model_copy(update={"existing": ("adr-0001-old-title.md",)})
    assert "adr-0001-old-title.md" in render_documents(known, context)
    assert "adr-0001-other-words.md" in render_documents(known, CONTEXT)


@pytest.mark.rule("P-ART-03", "X-57")
def test_the_shared_matrix_takes_one_section_per_item() -> None:
    first = update_nfr_matrix(None, SLUG, an_analysis(), CONTEXT)
    foreign = f"# Mine\r\n\r\n| A |\r\n|---|\r\n| x |\r\n{first}"
    both = update_nfr_matrix(foreign, "other", an_analysis(), CONTEXT)
    assert both.startswith(foreign.rstrip("\n"))
    gone = update_nfr_matrix(both, "other", Analysis(), CONTEXT)
    assert split(gone).find("other") is None
    assert gone.startswith(foreign.rstrip("\n"))


@pytest.mark.rule("L-WRITE-02", "X-36")
def test_amending_one_criterion_leaves_every_other_section_as_it_was() -> None:
    before = an_analysis()
    after, change = amend(before, "AC-003-01", {"then": "the cart shows a banner"}, (SAID,))
    told = set(sections_showing(after, change.touched, CONTEXT))
    assert ("requirements-spec.md", "Functional Requirements") in told
    assert ("user-stories.json", "US-002") in told
    assert ("traceability-matrix.csv", "FR-003") in told
    assert all(name != "data-flow.md" for name, _ in told)
    old, new = render_documents(before, CONTEXT), render_documents(after, CONTEXT)
    for name in old:
        if name.endswith(".md"):
            theirs = {s.title: split(new[name]).whole(s) for s in split(new[name]).sections if s.level == 2}
            for section in split(old[name]).sections:
                if section.level == 2 and split(old[name]).whole(section) != theirs[section.title]:
                    assert (name, section.title) in told


def test_what_rests_on_a_retracted_fact_asks_for_review() -> None:
    after, change = retract(an_analysis(), "FR-003")
    assert "US-002" in change.stale
    text = text_of("error-taxonomy.md", after)
    assert (
        "> **Needs review**: ERR-001 rests on FR-003; ERR-002 rests on FR-003, which changed since." in text
    )


def test_schemas_that_ship_are_those_of_the_types() -> None:
    shipped = {path.name: path.read_text(encoding="utf-8") for path in SCHEMAS.glob("*.json")}
    assert shipped == schema_texts(), "run `uv run python scripts/write_schemas.py`"
    assert len({json.loads(text)["$id"] for text in shipped.values()}) == len(shipped)


@pytest.mark.rule("P-STEP-22")
def test_a_step_of_ones_own_may_have_a_document_of_its_own() -> None:
    note = Note(
        text="Codes count as advertising.",
        document="compliance-check.md",
        section="Advertising",
        evidence=(SAID,),
    )
    known, _ = add(an_analysis(), [note, Note(text="x", document="../evil.md", evidence=(SAID,))])
    documents = render_documents(known, CONTEXT)
    assert documents["compliance-check.md"].startswith("# Compliance Check: Add discount codes\n")
    assert "## Advertising\n\nCodes count as advertising.\n" in documents["compliance-check.md"]
    assert not [name for name in documents if "evil" in name]


def test_the_summary_fits_a_page() -> None:
    text = text_of("design-summary.md", an_analysis())
    assert len(text.splitlines()) < 70
    assert "**Why**: Support refunds discounts by hand" in text
    assert "1. `shop/pricing/discounts.py`" in text


def test_every_document_of_the_catalog_can_be_rendered() -> None:
    names = set(document_names(an_analysis(), CONTEXT)) | {"interface-spec.md"}
    kinds = {kind.name for name in names if (kind := document(name)) is not None}
    assert {kind.name for kind in CATALOG} - kinds == {"nfr-matrix.md"}
