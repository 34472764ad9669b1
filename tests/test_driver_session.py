"""The loop of a session: kept before shown, kept before waited for, and undone when it could not be kept."""

import asyncio
import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lost_writes import watching
from play import plain_mind, plain_reader
from roundtable.analysis.analysis import Analysis, Turn
from roundtable.analysis.phases import Depth
from roundtable.analysis.scanning import Focus, ScanResult
from roundtable.driver import session as driving
from roundtable.driver.desk import Desk
from roundtable.driver.session import Session
from roundtable.engine.briefing import Ask, Briefing, Thought
from roundtable.engine.events import AnyEvent, Said
from roundtable.engine.place import InConversation, InStep
from roundtable.engine.state import Progress, SessionState
from roundtable.errors import WriteFailed
from roundtable.facts import DirectChange
from roundtable.facts.evidence import CodeAnchor
from roundtable.interview import Interviewer
from roundtable.library.loading import load_library
from roundtable.ports import Mind
from roundtable.stores.adding import add_item
from roundtable.stores.items import load_item
from roundtable.stores.saved import read_saved
from roundtable.stores.session_store import ItemFolder
from roundtable.wiring import SystemClock
from stores_repositories import NOON, a_repository

__all__ = ["plain_reader"]

IDEA = "Add discount codes to the checkout"
ANSWER = "A shopper types a code and pays less."


class SlowMind:
    """A mind that answers when it is let."""

    name = "slow"

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.answering = asyncio.Event()

    async def think(self, briefing: Briefing) -> Thought:
        self.asked.set()
        await self.answering.wait()
        return await Interviewer().think(briefing)


def seated(root: Path, mind: Mind, **details: object) -> tuple[Session, Path]:
    """A conversation about one item, or what the details make of it, and the folder it lives in."""
    item = add_item(a_repository(root), IDEA, now=NOON).item
    clock = SystemClock()
    store = ItemFolder(a_repository(root), item, clock, command="test", mode="conversation")
    analysis = Analysis(slug=item.folder, title=item.title, turns=(Turn(number=0, text=IDEA),))
    state = SessionState(
        slug=item.folder, title=item.title, mode="conversation", library=load_library(None), analysis=analysis
    ).changed(**details)
    session = Session(state, mind=mind, store=store, desk=lambda: Desk(store), manifest={}, clock=clock)
    return session, item.path


def journal(folder: Path) -> list[dict[str, Any]]:
    text = (folder / "journal.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def saved_turns(folder: Path) -> list[str]:
    places = a_repository(folder.parents[2])
    store = ItemFolder(places, load_item(places, folder.name), SystemClock(), command="test", mode="")
    saved = read_saved(store, Analysis(slug=folder.name, title=IDEA, turns=(Turn(number=0, text=IDEA),)))
    return [turn.text for turn in saved.analysis.turns] if saved else []


@pytest.mark.rule("P-PROG-01")
def test_nothing_is_shown_that_is_not_on_disk(tmp_path: Path) -> None:
    async def talk() -> None:
        session, folder = seated(tmp_path, Interviewer())

        def look(events: Sequence[AnyEvent]) -> None:
            said = {event["text"] for event in journal(folder) if event["kind"] == "said"}
            assert {event.text for event in events if isinstance(event, Said)} <= said
            assert saved_turns(folder) == [turn.text for turn in session.state.analysis.turns]
            shown.extend(events)

        shown: list[AnyEvent] = []
        await session.begin()
        assert not (folder / "journal.jsonl").exists(), "nothing was said yet"
        session.show = look
        await session.hear(ANSWER)
        assert ANSWER in saved_turns(folder)
        assert len([event for event in shown if isinstance(event, Said)]) > 1

    asyncio.run(talk())


@pytest.mark.rule("P-PROG-01")
def test_what_was_typed_is_on_disk_while_a_slow_mind_thinks_about_it(tmp_path: Path) -> None:
    async def talk() -> None:
        mind = SlowMind()
        session, folder = seated(tmp_path, mind)
        mind.answering.set()
        await session.begin()
        mind.asked.clear()
        mind.answering.clear()
        busy: list[str] = []
        session.busy = busy.append
        hearing = asyncio.create_task(session.hear(ANSWER))
        await mind.asked.wait()
        while "Thinking" not in busy:
            await asyncio.sleep(0)
        assert ANSWER in {event.get("text") for event in journal(folder) if event["kind"] == "heard"}
        assert ANSWER in saved_turns(folder)
        mind.answering.set()
        await hearing
        assert session.awaiting == "message"

    asyncio.run(talk())


def test_a_slow_mind_that_is_interrupted_leaves_a_session_that_can_be_paused(tmp_path: Path) -> None:
    async def talk() -> None:
        mind = SlowMind()
        session, folder = seated(tmp_path, mind)
        mind.answering.set()
        await session.begin()
        mind.asked.clear()
        mind.answering.clear()
        hearing = asyncio.create_task(session.hear(ANSWER))
        await mind.asked.wait()
        hearing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await hearing
        await session.pause()
        assert session.ended is not None
        assert ANSWER in saved_turns(folder)

    asyncio.run(talk())


@pytest.mark.rule("X-70")
def test_what_could_not_be_kept_did_not_happen_and_nobody_saw_it(tmp_path: Path) -> None:
    async def talk() -> None:
        session, folder = seated(tmp_path, Interviewer())
        await session.begin()
        before = session.state
        shown: list[AnyEvent] = []
        session.show = shown.extend
        (folder / "journal.jsonl").mkdir()
        with pytest.raises(WriteFailed):
            await session.hear(ANSWER)
        assert session.state == before
        assert shown == []
        (folder / "journal.jsonl").rmdir()
        await session.hear(ANSWER)
        assert ANSWER in saved_turns(folder)

    asyncio.run(talk())


@pytest.mark.rule("P-PROG-01")
def test_a_turn_without_documents_is_one_write_and_one_sync_and_analysis_json_follows_at_the_end(
    tmp_path: Path,
) -> None:
    async def talk() -> None:
        session, folder = seated(tmp_path, Interviewer())
        await session.begin()
        await session.hear(ANSWER)
        before = (folder / "analysis.json").read_bytes()
        with watching(folder.parents[2]) as log:
            await session.hear("Support staff refund about 40 orders a week by hand.")
        assert [change.what for change in log.changes] == ["write", "sync"]
        assert (folder / "analysis.json").read_bytes() == before
        await session.pause()
        saved = json.loads((folder / "analysis.json").read_text(encoding="utf-8"))
        assert [turn["text"] for turn in saved["analysis"]["turns"]] == saved_turns(folder)
        assert len(saved["analysis"]["turns"]) == 3

    asyncio.run(talk())


def test_a_turn_waits_for_the_disk_only_where_something_depends_on_it(tmp_path: Path) -> None:
    async def talk() -> None:
        session, folder = seated(tmp_path, Interviewer())
        await session.begin()
        waits = 0

        async def before_writing() -> None:
            nonlocal waits
            waits += 1
            assert not (folder / "journal.jsonl").exists() or waits > 1

        session.before_writing = before_writing
        await session.hear(ANSWER)
        assert 1 <= waits <= 3

    asyncio.run(talk())


class Listener:
    """A repository that remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[Focus] = []

    def scan(self, text: str, focus: Focus) -> ScanResult:
        self.asked.append(focus)
        return ScanResult(description=text, focus=focus, notes=("long " * 2000,))


def test_the_code_is_asked_again_with_what_was_said(tmp_path: Path) -> None:
    async def talk() -> None:
        session, folder = seated(tmp_path, Interviewer())
        code = Listener()
        session._repo = code  # pyright: ignore[reportPrivateUsage]
        await session.begin()
        await session.hear(ANSWER)
        assert code.asked[-1].statements[-1] == ANSWER
        assert session.state.scan is not None
        assert session.state.scan.focus == code.asked[-1]
        before = len(code.asked)
        await session.hear("what do you have so far?")
        assert len(code.asked) == before, "nothing was said about the item"
        await session.hear("They call apply_code() today.")
        assert "apply_code" in code.asked[-1].names
        lines = [line for line in journal(folder) if line["kind"] == "scan_taken"]
        assert len(lines) == len(code.asked)
        assert all("notes" not in line["scan"] for line in lines), "the journal keeps what it pointed to"
        await session.close()

    asyncio.run(talk())


class Proposing:
    """A mind that proposes a file whatever is said."""

    name = "proposing"

    async def think(self, briefing: Briefing) -> Thought:
        offer = DirectChange(path="shop/cart.py", evidence=(CodeAnchor(path="shop/cart.py"),))
        ask = Ask(text="Where would you look?", kinds=("direct_change",), offers=(offer,))
        return Thought(question=ask)


class Held(Listener):
    """A repository that is read when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.reading = threading.Event()

    def scan(self, text: str, focus: Focus) -> ScanResult:
        assert self.reading.wait(60)
        return super().scan(text, focus)


def test_an_answer_to_the_question_that_was_left_open_waits_for_the_code_it_may_name(tmp_path: Path) -> None:
    async def talk() -> None:
        mind, code, busy = Proofreader(), Held(), list[str]()
        place = InStep(step_id="01-01", depth=Depth.BRIEF, stage="asking", asked=Ask(text="Who uses it?"))
        done = Progress(phases_completed=("00-quick-scan",))
        session, _folder = seated(tmp_path, mind, mode="steps", resumed=True, place=place, progress=done)
        session._repo = code  # pyright: ignore[reportPrivateUsage]
        session.busy = busy.append
        await session.begin()
        assert session.awaiting == "answer", "the question is put at once"
        hearing = asyncio.create_task(session.hear("shop/cart.py changes."))
        while "Reading the code" not in busy and not hearing.done():
            await asyncio.sleep(0)
        await asyncio.sleep(2 * driving._SCAN_PATIENCE)  # pyright: ignore[reportPrivateUsage]
        assert mind.read == []
        code.reading.set()
        await hearing
        assert mind.read[0].task.kind == "take_answer"
        assert all(briefing.scan is not None for briefing in mind.read)
        await session.close()

    asyncio.run(talk())


class Unreadable:
    """A repository whose code cannot be read."""

    def scan(self, text: str, focus: Focus) -> ScanResult:
        raise ZeroDivisionError("by zero")


def test_a_scan_that_fails_is_told_once_and_the_talk_goes_on(tmp_path: Path) -> None:
    async def talk() -> None:
        session, _folder = seated(tmp_path, Interviewer())
        shown: list[str] = []
        session.show = lambda happened: shown.extend(e.text for e in happened if isinstance(e, Said))  # type: ignore[method-assign]
        session._repo = Unreadable()  # pyright: ignore[reportPrivateUsage]
        await session.begin()
        await session.hear(ANSWER)
        await session.hear("Clerks in the branch office use it.")
        told = "The code could not be read (ZeroDivisionError: by zero); the talk goes on without it."
        assert shown.count(told) == 1
        assert session.state.analysis.turns[-1].text == "Clerks in the branch office use it."
        await session.close()

    asyncio.run(talk())


def test_a_file_that_was_proposed_and_refused_stays_out_of_the_next_scans(tmp_path: Path) -> None:
    async def talk() -> None:
        session, _folder = seated(tmp_path, Proposing())
        code = Listener()
        session._repo = code  # pyright: ignore[reportPrivateUsage]
        await session.begin()
        await session.hear(ANSWER)
        assert code.asked[-1].ruled_out == ()
        await session.hear("No. The cart is right.")
        assert code.asked[-1].ruled_out == ("shop/cart.py",)
        await session.close()

    asyncio.run(talk())


class Proofreader:
    """A mind that wants to see what was written before it is reviewed."""

    name = "proofreader"
    wants_documents = True

    def __init__(self) -> None:
        self.read: list[Briefing] = []

    async def think(self, briefing: Briefing) -> Thought:
        self.read.append(briefing)
        return plain_mind(briefing)


def test_a_mind_that_reads_documents_gets_them_before_the_review(tmp_path: Path) -> None:
    mind = Proofreader()
    session, _folder = seated(tmp_path, mind)
    covered = tuple(topic.topic_id for topic in session.state.library.topics)
    asked = Ask(text="What else is there?", persona="business-analyst", origin="topic")
    place = InConversation(stage="waiting", asked=asked, exchanges=4)
    session.state = session.state.changed(
        analysis=session.state.analysis.changed(covered=covered), place=place, resumed=True
    )

    async def talk() -> None:
        await session.begin()
        await session.hear(ANSWER)

    asyncio.run(talk())
    review = next(briefing for briefing in mind.read if briefing.task.kind == "review")
    assert ANSWER in "".join(review.documents.values())
    assert all(not briefing.documents for briefing in mind.read if briefing.task.kind != "review")
