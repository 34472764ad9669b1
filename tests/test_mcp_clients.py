"""The official client drives whole sessions, over standard streams and over HTTP."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import mcp_types as types
import pytest
from mcp import Client, ClientSession, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from mcp_host import IDEA, SLUG, Call, Host, Step, think
from talking import a_shop

COMMAND = [sys.executable, "-m", "roundtable", "mcp"]


def calling(session: ClientSession | Client) -> Call:
    async def call(name: str, arguments: dict[str, Any]) -> tuple[str, bool]:
        result = await session.call_tool(name, arguments)
        (content,) = result.content
        assert content.type == "text"
        return content.text, bool(result.is_error)

    return call


@asynccontextmanager
async def over_stdio(repo: Path, **abilities: Any) -> AsyncGenerator[ClientSession]:
    server = StdioServerParameters(command=COMMAND[0], args=COMMAND[1:], cwd=repo, env=dict(os.environ))
    async with stdio_client(server) as (read, write), ClientSession(read, write, **abilities) as session:
        await session.initialize()
        yield session


@asynccontextmanager
async def over_http(repo: Path) -> AsyncGenerator[tuple[ClientSession, str]]:
    environment = {**os.environ, "ROUNDTABLE_MCP_TOKEN": "a-token-for-a-test"}
    process = subprocess.Popen(
        [*COMMAND, "--http", "0"], cwd=repo, env=environment, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    try:
        address = process.stderr.readline().split()[-1]
        assert "a-token-for-a-test" in process.stderr.readline()
        headers = {"Authorization": "Bearer a-token-for-a-test"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60, trust_env=False) as http,
            streamable_http_client(address, http_client=http) as streams,
            ClientSession(streams[0], streams[1]) as session,
        ):
            await session.initialize()
            yield session, address
    finally:
        process.terminate()
        process.wait(timeout=30)
        process.stderr.close()


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["conversation", "steps"])
@pytest.mark.parametrize("way", ["stdio", "http"])
def test_the_official_client_leads_a_session_to_the_end(tmp_path: Path, mode: str, way: str) -> None:
    repo = a_shop(tmp_path / "shop")

    async def play() -> Step:
        if way == "stdio":
            async with over_stdio(repo) as session:
                host = Host(calling(session))
                return await host.go_on(await host.begin(mode))
        async with over_http(repo) as (session, _):
            host = Host(calling(session))
            return await host.go_on(await host.begin(mode))

    step = asyncio.run(play())
    assert step.next == "over"
    assert "is ready to build" in step.shown


def test_the_official_client_finds_tools_documents_and_prompts(tmp_path: Path) -> None:
    repo = a_shop(tmp_path / "shop")

    async def play() -> None:
        async with over_stdio(repo) as session:
            names = {tool.name for tool in (await session.list_tools()).tools}
            assert {
                "begin",
                "resume",
                "think",
                "hear",
                "look",
                "scan",
                "check",
                "list",
                "status",
                "show",
            } <= names
            call = calling(session)
            assert SLUG in (await call("add", {"idea": "Add discount codes to the checkout"}))[0]
            for tool, arguments in (
                ("scan", {"text": "the total of the cart"}),
                ("list", {}),
                ("status", {"item": SLUG}),
                ("check", {"item": SLUG}),
                ("library", {}),
                ("show", {"item": SLUG, "document": "draft"}),
                ("look", {"at": "shop/cart.py"}),
                ("look", {"at": "Cart", "how": "uses"}),
                ("look", {"at": "shop/cart.py", "how": "history"}),
            ):
                text, refused = await call(tool, arguments)
                assert not refused, text
                assert text.startswith("<data name="), text  # text of the repository is marked as data
            (draft,) = [one for one in (await session.list_resources()).resources if "draft" in one.name]
            read = (await session.read_resource(draft.uri)).contents[0]
            assert "discount codes" in str(read)
            assert len((await session.list_resource_templates()).resource_templates) == 1
            prompts = {prompt.name for prompt in (await session.list_prompts()).prompts}
            assert prompts == {"analyze", "roundtable"}
            prompt = await session.get_prompt("analyze", {"item": "dark mode"})
            assert "dark mode" in str(prompt.messages[0])

    asyncio.run(play())


def test_over_http_nobody_without_the_token_is_answered_and_a_lost_client_goes_on(tmp_path: Path) -> None:
    repo = a_shop(tmp_path / "shop")

    async def play() -> None:
        async with over_http(repo) as (session, address):
            step = await Host(calling(session)).begin()
            async with httpx2.AsyncClient(trust_env=False) as stranger:
                for headers in (
                    {},
                    {"Authorization": "Bearer guessed"},
                    {"Authorization": "a-token-for-a-test"},
                ):
                    answer = await stranger.post(address, json={}, headers=headers)
                    assert answer.status_code == 401
                    assert "Send the token" in answer.text
                known = {
                    "Authorization": "Bearer a-token-for-a-test",
                    "Accept": "application/json, text/event-stream",
                }
                evil = await stranger.post(address, json={}, headers={**known, "Host": "evil.example"})
                assert evil.status_code in {403, 421}
                large = await stranger.post(address, content=b"x" * 10_000_000, headers=known)
                assert large.status_code == 413
                broken = await stranger.post(
                    address, content=b"{", headers={**known, "Content-Type": "application/json"}
                )
                assert re.search(r"-32700|[Pp]arse", broken.text)
            again = Step.of((await calling(session)("resume", {"item": SLUG}))[0])
            assert (again.next, again.turn) == ("think", step.turn + 1)

    asyncio.run(play())


def test_a_client_with_a_form_of_its_own_asks_the_person_and_no_model_passes_on_their_words(
    tmp_path: Path,
) -> None:
    repo = a_shop(tmp_path / "shop")
    shown: list[str] = []
    told = ["Shoppers have a code and nowhere to type it.", "Only one code per order."]
    answers = list(told)

    async def form(context: Any, params: types.ElicitRequestParams) -> types.ElicitResult:
        shown.append(params.message)
        if not answers:
            return types.ElicitResult(action="decline")
        return types.ElicitResult(action="accept", content={"answer": answers.pop(0)})

    async def play() -> None:
        async with over_stdio(repo, elicitation_callback=form) as session:
            call = calling(session)
            step = Step.of((await call("begin", {"what": IDEA, "direct": True}))[0])
            briefings = [step.text]
            while step.next == "think":  # until the person closes the form
                text, _ = await call("think", {"session": SLUG, "turn": step.turn, **think(step.text)})
                step = Step.of(text)
                briefings.append(text)
            assert all(any(said in text for text in briefings) for said in told)
            assert step.next == "hear"  # now the host shows the text itself
            assert shown[-1] in step.text
            assert "What do people do today" in shown[0]

    asyncio.run(play())
