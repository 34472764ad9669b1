"""Words that fit no known place, and documents that only somebody's own step knows: all of it is shown somewhere."""

import pytest

from roundtable.analysis.analysis import Analysis, Turn
from roundtable.analysis.changes import add
from roundtable.analysis.evidence import Quote
from roundtable.analysis.facts import ErrorCase, Note
from roundtable.documents.importing import read_back
from roundtable.documents.own_files import home_of, is_own_file
from roundtable.documents.page import RenderContext
from roundtable.documents.rendering import document_names, render_document, render_documents, sole_homes

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
    assert [name for name, text in shown.items() if "Only totals leave the house" in text] == [home]


def test_a_note_outside_any_section_stands_below_its_question_with_its_turn() -> None:
    note = Note(text="Only totals leave the house", document="requirements-spec.md", evidence=(SAID,))
    text = render_document("requirements-spec.md", known(note), RenderContext())
    assert "## Notes\n\n**What may leave?**\n\nOnly totals leave the house\n\n*(Said in turn 1)*" in (
        text or ""
    )


def test_a_note_in_a_section_ends_with_its_turn_and_stays_the_same_when_read_back() -> None:
    note = Note(
        text="Only totals leave the house",
        document="requirements-spec.md",
        section="Technical Context",
        evidence=(SAID,),
    )
    text = render_document("requirements-spec.md", known(note), RenderContext()) or ""
    assert "## Technical Context\n\nOnly totals leave the house *(Said in turn 1)*\n" in text
    again = add(
        Analysis(slug="x", title="X", turns=(TURN,)), read_back({"requirements-spec.md": text}).facts
    )[0]
    assert render_document("requirements-spec.md", again, RenderContext()) == text


@pytest.mark.rule("P-LOOP-10")
def test_a_document_of_ones_own_holds_what_its_steps_heard_each_word_once() -> None:
    context = RenderContext(own_files={"threat-model.md": (("01-09", "Threats"),)})
    note = Note(
        text="Only totals leave the house", document="threat-model.md", step_id="01-09", evidence=(SAID,)
    )
    analysis = known(note)
    assert "threat-model.md" in document_names(analysis, context)
    text = render_document("threat-model.md", analysis, context) or ""
    assert "## Threats\n\n**What may leave?**\n\nOnly totals leave the house\n\n*(Said in turn 1)*" in text
    assert text.count("Only totals") == 1
    assert not is_own_file("draft.md")


def test_facts_that_only_one_document_shows_name_it() -> None:
    failure = ErrorCase(condition="the card is declined", evidence=(SAID,))
    assert sole_homes(add(Analysis(), [failure])[0], RenderContext()) == ("error-taxonomy.md",)
    assert sole_homes(known(Note(text="x", evidence=(SAID,))), RenderContext()) == ()
