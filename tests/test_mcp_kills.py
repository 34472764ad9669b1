"""`kill -9` of the server or of the host, after every call: `resume` brings back what was there, to the letter."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from mcp_host import IDEA, SLUG, Host, Step
from roundtable.analysis.analysis import Analysis
from roundtable.sessions import known_analysis
from roundtable.wiring import open_workspace
from talking import a_shop
from test_mcp_sessions import Server

_READ_ANEW = re.compile(r"(?s)<data name=\"(?:files found in the code|code that matters now)\">.*?</data>\s*")
"""The code is read again by every server, with everything that was said until then."""


def known(repo: Path) -> Analysis:
    return known_analysis(open_workspace(str(repo)), SLUG)


def exact(text: str) -> str:
    """What a host is told, but for the number of the turn."""
    return _READ_ANEW.sub("", re.sub(r"\bturn \d+", "turn", text))


async def resumed(server: Server) -> Step:
    text, refused = await server.call("resume", {"item": SLUG})
    assert not refused, text
    return Step.of(text)


async def ended_again_and_again(repo: Path, mode: str, who: str, every: int) -> tuple[Step, int]:
    """After so many calls. A host that is killed closes our input, and we end by ourselves."""
    server = Server(repo)
    host = Host(server.call)
    step, points = await host.begin(mode), 0
    while step.next != "over":
        before = await resumed(server)
        facts = known(repo)
        if who == "server":
            server.kill()
        else:
            assert server.end() == 0
        server = Server(repo)
        again = await resumed(server)
        points += 1
        assert exact(again.text) == exact(before.text)
        assert known(repo) == facts
        host.call = server.call
        step = await host.go_on(again, every)
    server.end()
    return step, points


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "every", "fewest"), [("conversation", 1, 30), ("steps", 2, 20)])
@pytest.mark.parametrize("who", ["server", "host"])
def test_whoever_is_killed_at_any_point_nothing_that_was_shown_is_lost_and_the_session_goes_on_to_the_letter(
    folder_in_memory: Path, mode: str, every: int, fewest: int, who: str
) -> None:
    repo = a_shop(folder_in_memory / "shop")
    step, points = asyncio.run(ended_again_and_again(repo, mode, who, every))
    assert points >= fewest  # fifty of each, in both modes together
    assert "is ready to build" in step.shown
    assert all(words in str(known(repo).facts) for words in ("nowhere to type it", "one code per order"))


def test_words_that_wait_for_an_answer_about_a_secret_are_masked_and_kept_when_the_host_is_gone(
    folder_in_memory: Path,
) -> None:
    repo = a_shop(folder_in_memory / "shop")

    async def play() -> None:
        server = Server(repo)
        host = Host(server.call)
        step = await host.next(await host.begin())
        told = "Staff type the password hunter2-is-secret by hand. Codes come from a newsletter."
        text, _ = await server.call("hear", {"session": SLUG, "turn": step.turn, "words": told})
        assert "looks like a password" in text
        assert server.end() == 0
        server = Server(repo)
        again = await resumed(server)
        server.end()
        assert again.next == "think"
        assert "Codes come from a newsletter." in again.text
        assert "hunter2" not in again.text

    asyncio.run(play())
    assert "hunter2" not in (repo / "docs/requirements" / SLUG / "journal.jsonl").read_text(encoding="utf-8")


def test_a_killed_server_is_resumed_with_one_call(folder_in_memory: Path) -> None:
    repo = a_shop(folder_in_memory / "shop")

    async def play() -> None:
        server = Server(repo)
        host = Host(server.call)
        await host.go_on(await host.begin("steps"), 3)
        before = await resumed(server)
        for _ in range(2):
            server.kill()
            server = Server(repo)
            assert exact((await resumed(server)).text) == exact(before.text)
        server.end()

    asyncio.run(play())


def test_a_refused_thought_stays_refused_when_the_server_is_killed(folder_in_memory: Path) -> None:
    repo = a_shop(folder_in_memory / "shop")

    async def play() -> None:
        server = Server(repo)
        host = Host(server.call)
        step = await host.go_on(await host.begin(), 2)
        words = {"lines": [{"persona": "business-analyst", "text": "Person: yes, that is right."}]}
        told, verdicts = step, list[str]()
        for _ in range(3):  # then the offline mind speaks
            told = Step.of((await server.call("think", {"session": SLUG, "turn": told.turn, **words}))[0])
            server.kill()
            server = Server(repo)
            told = await resumed(server)
            verdicts.append(told.next)
        server.end()
        assert verdicts == ["think", "think", "hear"]
        assert "could not be used" in told.shown

    asyncio.run(play())


def test_a_host_that_starts_a_server_for_every_call_holds_a_session_all_the_same(
    folder_in_memory: Path,
) -> None:
    repo = a_shop(folder_in_memory / "shop")

    async def call(name: str, arguments: dict[str, Any]) -> tuple[str, bool]:
        server = Server(repo)
        try:
            return await server.call(name, arguments)
        finally:
            server.end()

    async def play() -> None:
        host = Host(call)
        step = await host.go_on(await host.begin(), 6)
        assert not host.refusals
        assert step.turn > 6
        late, refused = await call("hear", {"session": SLUG, "turn": step.turn - 4, "words": "yes"})
        assert refused
        assert "nothing was stored" in late

    asyncio.run(play())
    assert "nowhere to type it" in str(known(repo).facts)


def test_a_call_for_a_session_that_nobody_left_open_begins_none(folder_in_memory: Path) -> None:
    repo = a_shop(folder_in_memory / "shop")

    async def play() -> None:
        server = Server(repo)
        await server.call("add", {"idea": IDEA})
        folder = repo / "docs/requirements" / SLUG
        before = {path.name: path.read_bytes() for path in folder.iterdir()}
        text, refused = await server.call("hear", {"session": SLUG, "turn": 1, "words": "yes"})
        server.end()
        assert refused
        assert "Call resume" in text
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == before

    asyncio.run(play())
