"""In steps and without a person, too, what was written is read once more and repaired before it is over."""

import asyncio
from pathlib import Path

import pytest

from llm_table import Script, scripted
from play import Play, Progress, a_library, a_state, a_step, plain_mind, plain_reader
from roundtable.analysis.analysis import Analysis, Turn
from roundtable.analysis.phases import ANALYSIS_PHASES
from roundtable.driver.desk import Desk
from roundtable.driver.session import Session
from roundtable.engine.briefing import Amendment, Briefing, Contribution, Thought
from roundtable.engine.events import CrossCheckDue, DocumentsDue, MenuShown, ThinkingWanted
from roundtable.engine.state import SessionState
from roundtable.facts import Requirement
from roundtable.facts.evidence import Quote
from roundtable.interview import Interviewer
from roundtable.library.loading import load_library
from roundtable.minds.guarded import Guarded
from roundtable.stores.adding import add_item
from roundtable.stores.session_store import ItemFolder
from stores_repositories import NOON, StoppedClock, a_repository

__all__ = ["plain_reader"]

DRAFT = "Shoppers type a code and pay less. Codes end after a year."
WORDS = "The end of a code was missing."


def _known(slug: str = "discount-codes") -> Analysis:
    said = (Quote(turn=0, start=0, end=34, text=DRAFT[:34]),)
    fact = Requirement(id="FR-001", title="Codes", text="Shoppers type a code", evidence=said)
    return Analysis(slug=slug, title="codes", turns=(Turn(number=0, text=DRAFT),), facts=(fact,))


class Reader:
    """A mind that repairs what it reads, once."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, briefing: Briefing) -> Thought:
        if briefing.task.kind != "review":
            return plain_mind(briefing)
        self.times += 1
        if self.times > 1:
            return Thought()
        said = (Contribution(persona=briefing.task.persona, text=WORDS),)
        change = Amendment(fact_id="FR-001", updates={"text": "Shoppers type a code and pay less."})
        return Thought(contributions=said, amended=(change,))


def in_the_last_step(reader: Reader) -> Play:
    done = Progress(phases_completed=ANALYSIS_PHASES[:4])
    steps = a_library(a_step("04-01", persona="system-designer"), a_step("04-02", persona="system-designer"))
    return Play(a_state(steps, progress=done, analysis=_known()), reader).begin()


def text_of(play: Play) -> str:
    return play.state.analysis.of(Requirement)[0].text


def test_before_the_last_menu_what_was_written_is_read_repaired_and_written_again() -> None:
    play = in_the_last_step(Reader()).hear("It has one part.", "c")
    assert text_of(play) == "Shoppers type a code", "after an earlier step nothing is read"
    play.hear("It has a second part.")
    assert text_of(play) == "Shoppers type a code and pay less."
    assert any(WORDS in line for line in play.said(latest=True))
    order = [e.kind for e in play.latest if isinstance(e, ThinkingWanted | DocumentsDue | MenuShown)]
    assert order[-3:] == ["thinking_wanted", "documents_due", "menu_shown"]
    play.hear("undo that")
    assert play.awaiting == "menu"
    assert text_of(play) == "Shoppers type a code"
    assert len(play.state.analysis.facts) == 3, "undo takes back the repair alone"


def test_whoever_skips_the_last_menu_gets_the_reading_before_the_check() -> None:
    play = in_the_last_step(Reader()).hear("It has one part.", "s")
    assert play.ended == "completed"
    assert text_of(play) == "Shoppers type a code and pay less."
    order = [e.kind for e in play.latest if isinstance(e, ThinkingWanted | DocumentsDue | CrossCheckDue)]
    assert order[-4:] == ["documents_due", "thinking_wanted", "documents_due", "cross_check_due"]


def test_whoever_stops_early_waits_for_no_reading() -> None:
    reader = Reader()
    play = in_the_last_step(reader).hear("please write it up now", "y")
    assert play.ended == "completed"
    assert reader.times == 0


@pytest.mark.parametrize("quote", ["Codes end after a year.", "Codes end after a week."])
def test_a_headless_run_ends_with_a_reading_of_what_it_wrote(tmp_path: Path, quote: str) -> None:
    repair = {
        "lines": [{"persona": "business-analyst", "text": WORDS}],
        "items": [{"kind": "business_rule", "text": quote, "quote": quote}],
    }
    script = Script(*(['{"items": []}'] * len(ANALYSIS_PHASES)), repair)
    item = add_item(a_repository(tmp_path), "Discount codes", now=NOON).item
    store = ItemFolder(a_repository(tmp_path), item, StoppedClock(), command="test", mode="headless")
    state = SessionState(
        slug=item.folder, title=item.title, headless=True, library=load_library(None), analysis=_known(item.folder)
    )  # fmt: skip
    mind = Guarded(scripted(script), Interviewer())
    session = Session(
        state, mind=mind, store=store, desk=lambda: Desk(store), manifest={}, clock=StoppedClock()
    )
    asyncio.run(session.begin())
    assert session.ended is not None
    assert "Shoppers type a code" in script.heard[5]
    assert "requirements-spec.md" in script.heard[5]
    written = (item.path / "requirements-spec.md").read_text(encoding="utf-8")
    assert (quote in written) == (quote in DRAFT)
