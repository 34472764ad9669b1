"""A session in an editor's agent panel, driven by the protocol's own client."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import acp
import pytest
from acp import schema
from acp.client.connection import ClientSideConnection

from mcp_host import IDEA, SLUG, Host
from model_server import model_server
from processes import start_command
from talking import a_shop


@dataclass
class Panel:
    """An editor that keeps what it is told to show."""

    updates: list[Any] = field(default_factory=list[Any])

    async def session_update(self, session_id: str, update: Any, **more: Any) -> None:
        self.updates.append(update)

    def on_connect(self, conn: Any) -> None:
        self.agent = conn

    def words(self, since: int = 0) -> str:
        return "".join(
            update.content.text
            for update in self.updates[since:]
            if isinstance(update, schema.AgentMessageChunk)
        )

    @property
    def edits(self) -> list[Any]:
        return [update for update in self.updates if isinstance(update, schema.ToolCallStart)]


@dataclass
class Editor:
    """One editor and the agent it started."""

    panel: Panel
    agent: ClientSideConnection
    repo: Path
    kill: Callable[[], None]
    session: str = ""

    async def say(self, text: str) -> str:
        """What the table answers."""
        before = len(self.panel.updates)
        done = await self.agent.prompt(session_id=self.session, prompt=[acp.text_block(text)])
        assert done.stop_reason == "end_turn"
        return self.panel.words(before)


@asynccontextmanager
async def an_editor(repo: Path, *flags: str) -> AsyncGenerator[Editor]:
    panel: Any = Panel()
    command = [sys.executable, "-m", "roundtable", "acp", *flags]
    async with acp.spawn_agent_process(
        panel, *command, cwd=str(repo), env=dict(os.environ), use_unstable_protocol=True
    ) as (agent, process):
        told = await agent.initialize(protocol_version=acp.PROTOCOL_VERSION)
        assert told.agent_capabilities is not None
        assert told.agent_capabilities.load_session
        editor = Editor(panel, agent, repo, process.kill)
        editor.session = (await agent.new_session(cwd=str(repo), mcp_servers=[])).session_id
        yield editor


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return a_shop(tmp_path / "shop")


@pytest.mark.parametrize("mode", ["conversation", pytest.param("steps", marks=pytest.mark.slow)])
def test_a_session_in_an_editor_comes_to_its_end(shop: Path, mode: str) -> None:
    async def play() -> None:
        person = Host(call=None)  # pyright: ignore[reportArgumentType] - only its answers are needed
        async with an_editor(shop, "--offline") as editor:
            await editor.agent.set_session_mode(session_id=editor.session, mode_id=mode)
            said = await editor.say(IDEA)
            for _ in range(150):
                if "is ready to build" in said:
                    break
                said = await editor.say(person.person(said))
            assert "is ready to build" in said
            if mode == "conversation":
                assert all(f"**{name}:** " in editor.panel.words() for name in ("Maya", "Alex", "Jordan"))
            written = {edit.locations[0].path for edit in editor.panel.edits}
            assert str(shop / "docs/requirements" / SLUG / "README.md") in written
            (first, *_, last) = [
                edit for edit in editor.panel.edits if edit.locations[0].path.endswith("README.md")
            ]
            assert first.content[0].old_text is None
            assert last.content[0].new_text == Path(last.locations[0].path).read_text(encoding="utf-8")
            assert last.content[0].old_text != last.content[0].new_text
            names = {name.name for update in editor.panel.updates
                     if isinstance(update, schema.AvailableCommandsUpdate) for name in update.available_commands}  # fmt: skip
            assert {"items", "open", "undo", "done"} <= names

    asyncio.run(play())


def test_a_closed_editor_finds_its_session_again(shop: Path) -> None:
    async def play() -> None:
        async with an_editor(shop, "--offline") as editor:
            await editor.say(IDEA)
            asked = await editor.say("Shoppers have a code from a newsletter and nowhere to type it.")
            number = editor.session
            said_before = [line for line in editor.panel.words().splitlines() if line.startswith("**Maya")]
            last = asked.strip().splitlines()[-1]
        for known in (number, SLUG):
            async with an_editor(shop, "--offline") as editor:
                listed = await editor.agent.list_sessions(cwd=str(shop))
                assert [one.session_id for one in listed.sessions] == [SLUG]
                before = len(editor.panel.updates)
                await editor.agent.load_session(cwd=str(shop), session_id=known, mcp_servers=[])
                told = [
                    one.content.text
                    for one in editor.panel.updates
                    if isinstance(one, schema.UserMessageChunk)
                ]
                assert told[-1] == "Shoppers have a code from a newsletter and nowhere to type it."
                assert last in editor.panel.words(before)
                shown = editor.panel.words(before)
                assert all(shown.count(line) == 1 for line in said_before)  # all of it again, and once
                with pytest.raises(acp.RequestError, match="Invalid params"):
                    await editor.agent.load_session(cwd=str(shop), session_id="../../etc", mcp_servers=[])

    asyncio.run(play())


def test_commands_are_answered_and_a_mistake_is_a_sentence(shop: Path) -> None:
    async def play() -> None:
        async with an_editor(shop, "--offline") as editor:
            assert "Say in a sentence" in await editor.say("/help")
            assert "No matching item found for 'nothing'" in await editor.say("nothing")
            assert "Maya" in await editor.say(IDEA)
            assert SLUG in await editor.say("/items")
            assert "shop/cart.py" in await editor.say("/scan the items of the cart")
            assert "/undo" in await editor.say("/help")
            with pytest.raises(acp.RequestError):
                await editor.agent.prompt(session_id="nobody", prompt=[acp.text_block("yes")])

    asyncio.run(play())


def test_every_line_that_is_no_request_gets_one_clear_error_and_the_agent_goes_on(shop: Path) -> None:
    def request(method: str, **params: Any) -> bytes:
        return json.dumps({"id": 1, "method": method, "params": params}).encode()

    words = [{"type": "text", "text": "x " * 5_000_000}]
    agent = start_command(["acp", "--offline"], cwd=shop, env=dict(os.environ))
    assert agent.stdin is not None
    assert agent.stdout is not None
    assert agent.stderr is not None

    def told(line: bytes) -> dict[str, Any]:
        assert agent.stdin is not None
        assert agent.stdout is not None
        agent.stdin.write(line + b"\n")
        agent.stdin.flush()
        while "id" not in (answer := json.loads(agent.stdout.readline())):
            pass  # an update
        return answer

    assert "result" in told(request("initialize", protocolVersion=1))
    number = told(request("session/new", cwd=str(shop), mcpServers=[]))["result"]["sessionId"]
    wrong: list[tuple[bytes, int, str]] = [
        (b"nonsense", -32700, "one JSON-RPC message per line"),
        (b"[]", -32700, "one JSON-RPC message per line"),
        (b"\xff\xfe", -32700, "one JSON-RPC message per line"),
        (b'{"id": 1}', -32600, "a method"),
        (b'{"id": [1], "method": "initialize"}', -32600, "a method"),
        (b'{"id": 1, "method": "session/new", "params": []}', -32602, "must be an object"),
        (request("nope"), -32601, "nope"),
        (request("session/new", cwd="/nowhere/at/all", mcpServers=[]), -32602, "There is no folder"),
        (request("session/load", cwd=str(shop), sessionId="../../etc", mcpServers=[]), -32602, "not the name of an item"),
        (request("session/prompt", sessionId="nobody", prompt=[]), -32602, "No session 'nobody' is open"),
        (request("session/prompt", sessionId=number, prompt=words), -32602, "are too many"),
    ]  # fmt: skip
    for line, code, sentence in wrong:
        error = told(line)["error"]
        assert error["code"] == code, line[:80]
        assert sentence in str(error), line[:80]
    assert told(request("session/list", cwd=str(shop)))["result"] == {"sessions": []}
    agent.stdin.close()
    assert agent.wait() == 0
    assert b"Traceback" not in agent.stderr.read()
    agent.stdout.close()
    agent.stderr.close()


def test_a_model_speaks_as_its_words_come_and_stopping_keeps_what_was_said(shop: Path) -> None:
    words = "So a shopper has a code. It cannot be typed anywhere today."

    async def play() -> None:
        with model_server() as server:
            server.answer = lambda _request: {
                "say": words,
                "lines": [{"persona": "business-analyst", "text": words}],
            }
            flags = ("--model", "openai:fake", "--base-url", f"{server.address}/v1")
            async with an_editor(shop, *flags) as editor:
                await editor.say(IDEA)
                said = editor.panel.words()
                assert said.count(words) == 1
                assert f"**Maya:** {words}" in said
                chunks = [one for one in editor.panel.updates if isinstance(one, schema.AgentMessageChunk)]
                assert not any(words in one.content.text for one in chunks)  # it came in pieces
                server.faults = ["slow"]
                before = len(editor.panel.updates)
                going = asyncio.create_task(
                    editor.agent.prompt(
                        session_id=editor.session, prompt=[acp.text_block("They abandon the cart.")]
                    )
                )
                while len(server.requests) < 2:
                    await asyncio.sleep(0)
                await editor.agent.cancel(session_id=editor.session)
                assert (await going).stop_reason == "cancelled"
                server.faults = ["none"]
                assert len(editor.panel.updates) >= before
                await editor.say("Support staff see the code of an order.")
            kept = (shop / "docs/requirements" / SLUG / "journal.jsonl").read_text(encoding="utf-8")
            assert "They abandon the cart." in kept
            assert "Support staff see the code of an order." in kept

    asyncio.run(play())


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["conversation", "steps"])
def test_an_agent_that_is_killed_after_every_answer_goes_on_with_the_very_question(
    folder_in_memory: Path, mode: str
) -> None:
    """And a closed editor is the same to it: `an_editor` ends it by closing its input."""
    repo = a_shop(folder_in_memory / "shop")

    async def play() -> None:
        person = Host(call=None)  # pyright: ignore[reportArgumentType] - only its answers are needed
        number, said, shown = "", "", ""
        for point in range(25):
            async with an_editor(repo, "--offline") as editor:
                if number:
                    await editor.agent.load_session(cwd=str(repo), session_id=number, mcp_servers=[])
                    again = editor.panel.words()
                    assert again.endswith(said)
                    assert again == shown
                    editor.session = number
                    said = await editor.say(person.person(said))
                else:
                    await editor.agent.set_session_mode(session_id=editor.session, mode_id=mode)
                    number = editor.session
                    said = await editor.say(IDEA)
                shown = editor.panel.words()
                if point % 2:
                    editor.kill()
            if "is ready to build" in said:
                break

    asyncio.run(play())
