"""What a discussion adds to documents on disk: only additions, and a word where a document is not there."""

from pathlib import Path

import pytest

from play import a_state
from roundtable.analysis.analysis import Discussion
from roundtable.driver.desk import Desk
from roundtable.engine.events import DocumentsDue
from roundtable.stores.adding import add_item
from roundtable.stores.session_store import ItemFolder
from stores_repositories import NOON, StoppedClock, a_repository

SPEC = "requirements-spec.md"


@pytest.mark.rule("E-SYN-12", "E-STATE-04")
def test_a_document_that_is_missing_is_passed_over_with_its_notice_and_the_others_are_added_to(
    tmp_path: Path,
) -> None:
    places = a_repository(tmp_path)
    item = add_item(places, "Discount codes", now=NOON).item
    store = ItemFolder(places, item, StoppedClock(), command="test", mode="steps")
    (item.path / SPEC).write_text("# Requirements\n\n## User Journeys\n\nBy hand.\n", encoding="utf-8")
    discussion = Discussion(
        step_id="01-03",
        step_title="User Journeys",
        at="2026-02-19T12:00:00.000Z",
        turn_count=4,
        exit="user-initiated",
        participants=("Maya Chen (BA)",),
        insights=(("Maya", "people matter"),),
        summary="one point",
    )
    due = DocumentsDue(at="", names=(SPEC, "impact-analysis.md"), insights=discussion)
    desk = Desk(store)
    plan = desk.plan(a_state(slug=item.folder), due, NOON)
    assert plan.notices == (
        "Could not update impact-analysis.md (file not found). "
        "Elaboration insights are in the synthesis summary above.",
    )
    desk.carry_out(plan)
    assert [document.path for document in plan.written] == [f"docs/requirements/{item.folder}/{SPEC}"]
    text = (item.path / SPEC).read_text(encoding="utf-8")
    assert "By hand." in text
    assert "people matter" in text
    assert not (item.path / "impact-analysis.md").exists()
