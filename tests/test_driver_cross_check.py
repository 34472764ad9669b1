"""The check at the end looks at what is really on disk, and tells what writing once more would put right."""

from pathlib import Path

import pytest

from play import a_state
from roundtable.analysis.analysis import Analysis, Turn
from roundtable.analysis.changes import add
from roundtable.driver.desk import Desk
from roundtable.engine.events import DocumentsDue
from roundtable.engine.inputs import NoteCrossCheck
from roundtable.engine.place import Finishing
from roundtable.engine.state import SessionState
from roundtable.engine.thresholds import documents_at_end
from roundtable.facts import Criterion, OpenQuestion, Problem, Requirement, UserType
from roundtable.facts.evidence import Quote
from roundtable.stores.adding import add_item
from roundtable.stores.session_store import ItemFolder
from stores_repositories import NOON, StoppedClock, a_repository

SAID = "Shoppers type a code and pay less."
IMPACT = "impact-analysis.md"


class Table:
    """A finished talk about one requirement, written to disk."""

    def __init__(self, root: Path) -> None:
        places = a_repository(root)
        item = add_item(places, "Discount codes", now=NOON).item
        store = ItemFolder(places, item, StoppedClock(), command="test", mode="conversation")
        self.folder = item.path
        self.store = store
        self.desk = Desk(store)
        self.state = _finished(item.folder)
        self.write()

    def write(self) -> None:
        due = DocumentsDue(at="", names=documents_at_end(self.state.analysis), final=True)
        self.desk.carry_out(self.desk.plan(self.state, due, NOON))

    def check(self) -> NoteCrossCheck:
        return self.desk.cross_check(self.state, NOON)


def _finished(slug: str) -> SessionState:
    quote = (Quote(turn=1, start=0, end=len(SAID), text=SAID),)
    facts = (
        Problem(text="Codes get lost.", evidence=quote),
        UserType(text="Shoppers.", evidence=quote),
        Requirement(id="new:a", title="Shoppers type a code", text=SAID, evidence=quote),
        Criterion(requirement="new:a", text="SUMMER10 takes ten off.", evidence=quote),
    )
    turns = (Turn(number=0, text="Add discount codes."), Turn(number=1, text=SAID))
    analysis = add(Analysis(slug=slug, title="Discount codes", turns=turns), facts)[0]
    return a_state(slug=slug, mode="conversation", analysis=analysis, place=Finishing(stage="checking"))


@pytest.mark.rule("L-XCHK-06")
def test_what_was_just_written_is_consistent(tmp_path: Path) -> None:
    found = Table(tmp_path).check()
    assert (found.corrected, found.left, found.errors, found.notices) == ((), (), 0, ())


@pytest.mark.rule("L-XCHK-02", "L-XCHK-06")
def test_a_fault_that_somebody_typed_into_a_document_stays_and_is_counted(tmp_path: Path) -> None:
    table = Table(tmp_path)
    impact = table.folder / IMPACT
    text = impact.read_text(encoding="utf-8")
    impact.write_text(f"{text}\n## Our own notes\n\nThis is because of FR-009.\n", encoding="utf-8")
    found = table.check()
    assert found.errors == 1
    assert len(found.left) == 1
    assert "FR-009" in found.left[0]


def test_checking_writes_nothing(tmp_path: Path) -> None:
    table = Table(tmp_path)
    said = table.state.analysis.facts[0].evidence
    more = Requirement(title="Codes expire", text="Codes expire.", evidence=said)
    analysis = add(table.state.analysis, [more])[0]
    table.state = table.state.model_copy(update={"analysis": analysis})
    table.check()
    assert "FR-002" not in (table.folder / "requirements-spec.md").read_text(encoding="utf-8")


@pytest.mark.rule("L-XCHK-07", "L-ERR-01", "L-ERR-02")
def test_a_document_that_cannot_be_read_is_left_out_with_a_word_about_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path)
    readable = table.store.read_documents()
    monkeypatch.setattr(table.store, "read_documents", lambda: {**readable, IMPACT: None})
    (notice,) = table.check().notices
    assert notice == (
        f"Warning: {IMPACT} could not be read. Impact: it is left out of the last check. "
        "Recovery: repair or delete the file."
    )


def test_what_a_builder_reads_first_is_read_back_with_what_the_check_says(tmp_path: Path) -> None:
    table = Table(tmp_path)
    impact = table.folder / IMPACT
    text = impact.read_text(encoding="utf-8")
    impact.write_text(f"{text}\n## Our own notes\n\nThis is because of FR-009.\n", encoding="utf-8")
    pages, findings = table.desk.read_back(table.state)
    assert list(pages) == ["README.md", "requirements-spec.md"]
    assert SAID in pages["requirements-spec.md"]
    assert any("FR-009" in finding for finding in findings)


def test_a_rule_that_a_document_lost_is_an_error_while_the_page_calls_itself_complete(tmp_path: Path) -> None:
    table = Table(tmp_path)
    spec = table.folder / "requirements-spec.md"
    text = spec.read_text(encoding="utf-8")
    spec.write_text(text.replace("- **AC-001-01**: SUMMER10 takes ten off.", ""), encoding="utf-8")
    found = table.check()
    assert (found.errors, found.left) == (1, ("AC-001-01 was recorded, and stands in no document.",))


def test_a_requirement_without_a_check_is_an_open_point_and_no_error(tmp_path: Path) -> None:
    table = Table(tmp_path)
    analysis = table.state.analysis
    for more in ("docs/api.md says that 0 is allowed", "Codes expire."):
        analysis = add(analysis, [Requirement(title=more, text=more, evidence=analysis.facts[0].evidence)])[0]
    table.state = table.state.model_copy(update={"analysis": analysis})
    table.write()
    assert table.check().errors == 0
    assert "How does one see that FR-003 holds?" in (table.folder / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("errors", "blocks", "headless", "status"),
    [
        (0, False, False, "Complete"),
        (1, False, False, "In Progress"),
        (0, True, False, "In Progress"),
        (0, True, True, "Draft"),
    ],
)
def test_a_page_calls_itself_complete_only_where_the_session_says_ready_to_build(
    tmp_path: Path, errors: int, blocks: bool, headless: bool, status: str
) -> None:
    table = Table(tmp_path)
    asked = OpenQuestion(
        text="Who may redeem a code?", blocks=blocks, evidence=table.state.analysis.facts[0].evidence
    )
    analysis, place = add(table.state.analysis, [asked])[0], Finishing(stage="correcting", errors=errors)
    told = {"analysis": analysis, "place": place, "headless": headless}
    table.state = table.state.model_copy(update=told)
    table.write()
    assert f"**Status**: {status} ·" in (table.folder / "README.md").read_text(encoding="utf-8")
