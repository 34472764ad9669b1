"""The power fails: what was acknowledged as saved is on the disk, whatever else is not."""

import asyncio
import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from lost_writes import Log, a_disk, left_after, watching
from roundtable.driver import session as driving
from roundtable.engine.events import AnyEvent, DocumentsWritten
from roundtable.sessions import Choices, Mode, open_session
from roundtable.stores.adding import add_item
from roundtable.wiring import SystemClock, Workspace
from stores_repositories import NOON, a_repository
from test_session_damage import ANSWERS, ITEM, MODES, answers, saved, talk

WORDS = (*ANSWERS, "The code is case-insensitive.", "Checkout answers within 2 seconds.")
Promise = tuple[int, str, bool]
"""How many changes were made when something was promised: an answer, or (true) a document."""


async def _play(session_of: Workspace, mode: Mode, log: Log, promises: list[Promise]) -> None:
    with open_session(session_of, ITEM, Choices(mode=mode)) as session:

        def show(events: Sequence[AnyEvent]) -> None:
            for event in events:
                if isinstance(event, DocumentsWritten):
                    promises.extend((len(log.changes), each.path, True) for each in event.written)

        session.show = show
        await session.begin()
        for text in WORDS:
            while session.awaiting == "menu":
                await session.hear("C")
            await session.hear(text)
            promises.append((len(log.changes), text, False))
        await session.pause()
        await session.close()


def versions(log: Log) -> set[bytes]:
    """Every text that was written whole under a name of its own."""
    whole = {change.file: b"" for change in log.changes}
    for change in log.changes:
        if change.what == "write":
            whole[change.file] += change.data
    return {*whole.values(), *log.first.values()}


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_after_a_power_failure_every_answer_and_document_that_was_promised_is_there(
    tmp_path: Path, mode: Mode, monkeypatch: pytest.MonkeyPatch
) -> None:
    for patience in ("_SCAN_PATIENCE", "_TALK_PATIENCE"):  # what is asked must not depend on a busy machine
        monkeypatch.setattr(driving, patience, 60.0)
    places = a_repository(tmp_path / "shop")
    add_item(places, "Add discount codes", now=NOON)
    promises: list[Promise] = []
    with watching(places.root) as log:
        asyncio.run(_play(Workspace(places, SystemClock()), mode, log, promises))
    assert len(log.changes) > 40, "the session was not watched"
    draw, whole = random.Random(7), versions(log)
    moments = sorted({*(at for at, _, _ in promises), *draw.sample(range(1, len(log.changes)), 30)})
    for number, moment in enumerate(moments):
        left = left_after(log, moment, draw)
        disk = a_disk(places.root, left, tmp_path / "left")
        known = saved(disk)
        heard = answers(known.analysis) if known else ()
        for at, text, is_document in promises:
            if at <= moment and is_document:
                assert (disk.root / text).read_bytes() in whole, f"{text} is torn"
            elif at <= moment:
                assert text in heard, f"{text} is lost at {moment}"
        json.loads((disk.item(ITEM) / "meta.json").read_text(encoding="utf-8"))
        for path, text in left.items():
            assert path.name == "journal.jsonl" or path.name.startswith(".") or text in whole, path
        if number % 6 == 0:
            talk(disk, mode, "One more sentence for the list.")  # it opens, and goes on
