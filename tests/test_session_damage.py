"""An analysis.json that was cut, lost or scrambled: the journal tells it again, one line says so, and nothing is unopenable."""

import asyncio
import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.analysis.analysis import Analysis
from roundtable.driver.session import Session
from roundtable.engine.events import AnyEvent, Said
from roundtable.sessions import Choices, Mode, open_session, remembered_mode
from roundtable.stores.adding import add_item
from roundtable.stores.items import load_item
from roundtable.stores.paths import Places
from roundtable.stores.saved import read_saved
from roundtable.stores.session_store import ItemFolder
from roundtable.wiring import SystemClock, Workspace
from stores_repositories import NOON, a_repository

ANSWERS = (
    "A shopper types the code SPRING10 at the checkout and pays 10 % less.",
    "Support staff refund about 40 orders a week by hand because the shop takes no codes.",
    "The checkout must accept one code per order. The shop must refuse expired codes.",
)
MODES: tuple[Mode, Mode] = ("conversation", "steps")
ITEM = "add-discount-codes"


async def _talk(session: Session, words: tuple[str, ...]) -> list[str]:
    said: list[str] = []

    def show(events: Any) -> None:
        told: list[AnyEvent] = list(events)
        said.extend(event.text for event in told if isinstance(event, Said))

    session.show = show
    await session.begin()
    for text in words:
        while session.awaiting == "menu":
            await session.hear("C")
        await session.hear(text)
    await session.pause()
    await session.close()
    return said


def talk(places: Places, mode: Mode, *words: str) -> tuple[list[str], Analysis]:
    """What was said, and what is known at the end."""
    with open_session(Workspace(places, SystemClock()), ITEM, Choices(mode=mode)) as session:
        session._repo = None  # pyright: ignore[reportPrivateUsage]  # what the code says is not what this is about
        said = asyncio.run(_talk(session, words))
        return said, session.state.analysis


@pytest.fixture(scope="module")
def talked() -> Iterator[dict[Mode, Places]]:
    """An item in each mode, after three answers."""
    folder = Path(tempfile.mkdtemp(prefix="roundtable-damage-"))
    made: dict[Mode, Places] = {}
    for mode in MODES:
        made[mode] = a_repository(folder / mode)
        add_item(made[mode], "Add discount codes", now=NOON)
        talk(made[mode], mode, *ANSWERS)
    yield made
    shutil.rmtree(folder)


def a_copy(talked: dict[Mode, Places], mode: Mode, folder: Path) -> Places:
    root = folder / mode
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(talked[mode].root, root)
    return Places(root.resolve(), root.resolve())


def the_file(places: Places) -> Path:
    return places.item(ITEM) / "analysis.json"


def answers(analysis: Analysis) -> tuple[str, ...]:
    return tuple(turn.text for turn in analysis.turns if turn.number)


def saved(places: Places) -> Any:
    item = load_item(places, ITEM)
    store = ItemFolder(places, item, SystemClock(), command="", mode="")
    return read_saved(store, Analysis(slug=ITEM, title=item.title))


DAMAGES: dict[str, Any] = {
    "deleted": None,
    "empty": b"",
    "cut": 0.5,
    "zeros": b"\0" * 4096,
    "a list": {"analysis": []},
    "nothing in it": {"analysis": {}},
    "no turns": {"analysis": {"turns": []}},
    "no facts": {"analysis": {"facts": {}}},
    "facts of another type": {"analysis": {"facts": [1, None, "x"]}},
    "hashes that are none": {"manifest": {"requirements-spec.md": {"a": 1, "b": [2]}, "x": []}},
    "an order of lists": {"analysis": {"fact_order": [["FR-001"], {}, None]}},
    "no place": {"place": {"kind": "nowhere"}},
    "no mode": {"mode": ["steps"]},
}
HARMLESS = {"hashes that are none", "an order of lists", "no place", "no mode"}


def damage(path: Path, how: Any) -> None:
    if how is None:
        path.unlink()
    elif isinstance(how, bytes):
        path.write_bytes(how)
    elif isinstance(how, float):
        path.write_bytes(path.read_bytes()[: int(path.stat().st_size * how)])
    else:
        whole = json.loads(path.read_text(encoding="utf-8"))
        for key, value in how.items():
            is_part = key == "analysis" and bool(value) and isinstance(value, dict)
            whole[key] = {**whole[key], **value} if is_part else value
        path.write_text(json.dumps(whole), encoding="utf-8")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", DAMAGES)
def test_every_answer_is_there_again_one_line_says_so_and_the_damaged_file_is_kept(
    talked: dict[Mode, Places], tmp_path: Path, mode: Mode, name: str
) -> None:
    places = a_copy(talked, mode, tmp_path)
    whole = saved(places)
    damage(the_file(places), DAMAGES[name])
    damaged = the_file(places).read_bytes() if the_file(places).exists() else None
    said, known = talk(places, mode)
    assert answers(known) == answers(whole.analysis)
    assert sorted(known.by_id) == sorted(whole.analysis.by_id)
    notices = [text for text in said if "made anew from journal.jsonl, with 3 answers" in text]
    assert len(notices) == (0 if name in HARMLESS else 1)
    assert remembered_mode(Workspace(places, SystemClock()), ITEM) == (None if name == "no mode" else mode)
    assert (the_file(places).read_bytes() if the_file(places).exists() else None) == damaged, (
        "looking writes nothing"
    )
    talk(places, mode, "The code is case-insensitive.")
    assert len(answers(saved(places).analysis)) == len(ANSWERS) + 1
    kept = [path.read_bytes() for path in places.item(ITEM).glob("analysis.json.bak-*")]
    assert kept == ([damaged] if damaged is not None and name not in HARMLESS else [])
    assert saved(places).notice == ""


@pytest.mark.parametrize("mode", MODES)
def test_a_rebuilt_session_goes_on_at_the_same_question_with_the_same_documents_as_its_own(
    talked: dict[Mode, Places], tmp_path: Path, mode: Mode
) -> None:
    places = a_copy(talked, mode, tmp_path)
    whole = saved(places)
    the_file(places).unlink()
    again = saved(places)
    assert (again.place, again.mode, again.analysis) == (
        whole.place,
        whole.mode,
        whole.analysis.changed(turns=again.analysis.turns),
    )
    assert again.manifest == {
        name: hashes for name, hashes in whole.manifest.items() if not name.endswith(" (before)")
    }


REMARKS = (
    "The code is case-insensitive.",
    "undo",
    "undo",
    "Checkout answers within 2 seconds.",
    "drop FR-001",
    "undo",
)
"""Something more, and things taken back that were said before analysis.json was last written."""


@pytest.mark.parametrize("mode", MODES)
def test_whoever_looks_at_an_open_session_sees_what_it_knows(
    talked: dict[Mode, Places], tmp_path: Path, mode: Mode
) -> None:
    places = a_copy(talked, mode, tmp_path)
    file = the_file(places)
    seen: list[Analysis] = []
    unsaved = 0

    async def _look() -> None:
        nonlocal unsaved
        with open_session(Workspace(places, SystemClock()), ITEM, Choices(mode=mode)) as session:
            session._repo = None  # pyright: ignore[reportPrivateUsage]
            await session.begin()
            for text in REMARKS:
                while session.awaiting == "menu":
                    await session.hear("C")
                before = file.read_bytes()
                await session.hear(text)
                unsaved += file.read_bytes() == before
                known = saved(places)
                assert (known.analysis, known.place) == (session.state.analysis, session.state.place)
                assert known.notice == ""
                seen.append(known.analysis)
            await session.close()  # without an end: as if it were killed

    asyncio.run(_look())
    assert unsaved >= 2
    assert len(seen[0].facts) > len(seen[2].facts), "nothing was taken back"
    assert talk(places, mode)[1] == seen[-1]


@pytest.mark.parametrize("mode", MODES)
def test_a_file_cut_at_any_byte_loses_no_answer(
    talked: dict[Mode, Places], tmp_path: Path, mode: Mode
) -> None:
    places = a_copy(talked, mode, tmp_path)
    whole = the_file(places).read_bytes()
    for length in {*range(0, len(whole), max(1, len(whole) // 25)), 1, len(whole) - 2, len(whole) - 1}:
        the_file(places).write_bytes(whole[:length])
        assert answers(saved(places).analysis) == ANSWERS, length


VALUES: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, -1, 0, 10**30, 1.5, "", "FR-001", "\ud800", "x" * 300, [], {}, [[]], {"a": None}, [{"id": 1}], ["a", "a"]]
)  # fmt: skip


def places_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    parts: Any = ()
    if isinstance(value, dict):
        parts = cast("dict[str, Any]", value).items()
    elif isinstance(value, list):
        parts = enumerate(cast("list[Any]", value))
    for key, part in parts:
        yield from places_in(part, (*path, key))


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy: Any = dict(cast("dict[str, Any]", value)) if isinstance(value, dict) else list(value)
    copy[path[0]] = changed(value[path[0]], path[1:], new)
    return copy


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_no_value_of_another_type_makes_an_item_unopenable(
    talked: dict[Mode, Places], tmp_path: Path, mode: Mode
) -> None:
    places = a_copy(talked, mode, tmp_path)
    whole = json.loads(the_file(places).read_text(encoding="utf-8"))
    spots = [spot for spot in places_in(whole) if spot != ("schema_version",)]

    @settings(max_examples=60)
    @given(st.lists(st.tuples(st.sampled_from(spots), VALUES), min_size=1, max_size=3))
    def opens(mutations: list[tuple[tuple[Any, ...], Any]]) -> None:
        scrambled = whole
        for spot, value in mutations:
            try:
                scrambled = changed(scrambled, spot, value)
            except (KeyError, IndexError, TypeError):
                continue  # an earlier mutation took it away
        the_file(places).write_text(json.dumps(scrambled), encoding="utf-8")
        _, known = talk(places, mode)
        assert len(answers(known)) >= len(ANSWERS)

    opens()
