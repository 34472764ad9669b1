"""Words that fit no known place, and documents that only somebody's own step knows: all of it is shown somewhere."""

import pytest

from roundtable.analysis.analysis import Analysis, Turn
from roundtable.analysis.changes import add
from roundtable.documents.own_files import home_of, is_own_file
from roundtable.documents.page import RenderContext
from roundtable.documents.rendering import document_names, render_document, sole_homes
from roundtable.facts import ErrorCase, Note
from roundtable.facts.evidence import Quote
from sample import render_documents

TURN = Turn(number=1, text="Only totals leave the house", question="What may leave?", step_id="01-09")
SAID = Quote(turn=1, text="Only totals leave the house", start=0, end=27)


def known(note: Note) -> Analysis:
    return add(Analysis(slug="x", title="X", turns=(TURN,)), [note])[0]


@pytest.mark.parametrize(
    ("document", "step_id", "home"),
    [
        ("requirements-spec.md", "04-01", "requirements-spec.md"),
        ("threat-model.md", "01-09", "threat-model.md"),
        ("user-stories.json", "01-07", "requirements-spec.md"),
        ("notes.txt", "02-09", "impact-analysis.md"),
        ("../evil.md", "03-09", "architecture-overview.md"),
        ("", None, "requirements-spec.md"),
        ("draft.md", "00-01", "quick-scan.md"),
    ],
)
@pytest.mark.rule("P-LOOP-10")
def test_a_note_is_shown_where_it_says_or_in_the_main_document_of_its_phase(
    document: str, step_id: str | None, home: str
) -> None:
    note = Note(text="Only totals leave the house", document=document, step_id=step_id, evidence=(SAID,))
    assert home_of(note) == home
    shown = render_documents(known(note), RenderContext())
    holding = [name for name, text in shown.items() if "Only totals leave the house" in text]
    # README.md repeats what was said and has no document of its own to stand in.
    assert [name for name in holding if name != "README.md"] == [home]
    assert ("README.md" in holding) == (not document)


def test_a_note_in_a_section_that_we_know_stands_there() -> None:
    note = Note(
        text="Only totals leave the house",
        document="requirements-spec.md",
        section="Technical Context",
        evidence=(SAID,),
    )
    text = render_document("requirements-spec.md", known(note), RenderContext()) or ""
    assert "## Technical Context\n\nOnly totals leave the house[^t1]\n" in text


@pytest.mark.rule("P-LOOP-10")
def test_a_document_of_ones_own_holds_what_its_steps_heard_each_word_once() -> None:
    context = RenderContext(own_files={"threat-model.md": (("01-09", "Threats"),)})
    note = Note(
        text="Only totals leave the house", document="threat-model.md", step_id="01-09", evidence=(SAID,)
    )
    analysis = known(note)
    assert "threat-model.md" in document_names(analysis, context)
    text = render_document("threat-model.md", analysis, context) or ""
    assert "## Threats\n\n**What may leave?**\n\nOnly totals leave the house[^t1]\n" in text
    assert text.count("Only totals") == 1
    assert not is_own_file("draft.md")


def test_documents_that_alone_show_some_facts_are_named() -> None:
    coded = ErrorCase(code="E_CARD", condition="the card is declined", evidence=(SAID,))
    assert sole_homes(add(Analysis(), [coded])[0], RenderContext()) == ("error-taxonomy.md",)
    told = ErrorCase(text="If the card is declined, say so.", evidence=(SAID,))
    assert sole_homes(add(Analysis(), [told])[0], RenderContext()) == ()
