"""A host's model is the mind of a session: whole sessions, rules that a host breaks, hosts that crash or meet."""

import asyncio
import json
import os
import select
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from mcp_host import ANSWERS, IDEA, SLUG, Host, Step, in_process, think
from processes import start_command
from roundtable.hosts.exchange import listed_tools
from talking import a_shop

Play = Callable[[Host], Awaitable[None]]


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return a_shop(tmp_path / "shop")


def played(repo: Path, play: Play) -> None:
    """A host plays against the server, which is closed in the end."""

    async def run() -> None:
        call, exchange = in_process(repo)
        try:
            await play(Host(call))
        finally:
            await exchange.close()

    asyncio.run(run())


def item(repo: Path) -> Path:
    return repo / "docs/requirements" / SLUG


def on_disk(repo: Path) -> dict[str, bytes]:
    """Every file that is not ours alone."""
    return {
        str(path.relative_to(repo)): path.read_bytes()
        for path in repo.rglob("*")
        if path.is_file() and not {".git", ".roundtable"} & set(path.parts)
    }


def facts(repo: Path) -> dict[str, Any]:
    return json.loads((item(repo) / "analysis.json").read_text(encoding="utf-8"))["analysis"]["facts"]


# -- whole sessions ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["conversation", "steps"])
def test_a_host_that_behaves_leads_a_session_to_the_end(shop: Path, mode: str) -> None:
    async def play(host: Host) -> None:
        step = await host.go_on(await host.begin(mode))
        assert step.next == "over"
        assert "is ready to build" in step.shown
        assert not host.refusals
        assert host.thoughts > 5

    played(shop, play)
    told = str(facts(shop))
    assert all(words in told for words in ("nowhere to type it", "one code per order", "within 300 ms"))
    assert json.loads((item(shop) / "meta.json").read_text(encoding="utf-8"))["analysis_status"] == "analyzed"


def test_the_host_is_told_rules_once_and_later_only_what_is_new(shop: Path) -> None:
    async def play(host: Host) -> None:
        first = await host.begin()
        later = await host.next(await host.next(first))
        assert "Rules that always hold" in first.text
        assert "Rules that always hold" not in later.text
        assert ANSWERS[0] in later.text
        again = Step.of((await host.call("resume", {"item": SLUG}))[0])
        assert "Rules that always hold" in again.text
        assert (again.session, again.next) == (SLUG, "think")

    played(shop, play)


def test_a_line_can_be_cited_once_the_host_has_looked_at_it(shop: Path) -> None:
    (shop / "tools").mkdir()
    (shop / "tools/release.cfg").write_text("# nothing\n" * 99 + "VERSION = 7\n", encoding="utf-8")
    cited = {
        "kind": "direct_change",
        "path": "tools/release.cfg",
        "text": "The version is raised here.",
        "from": "tools/release.cfg:100",
        "code": "VERSION = 7",
    }

    async def play(host: Host) -> None:
        step = await host.go_on(await host.begin(), 2)
        reply = think(step.text)
        reply["items"] = [*reply["items"], cited]
        verdict, _ = await host.call("think", {"session": SLUG, "turn": step.turn, **reply})
        assert "tools/release.cfg" in verdict
        step = Step.of(verdict)
        shown, refused = await host.call(
            "look", {"at": "tools/release.cfg", "lines": "90-100", "session": SLUG}
        )
        assert not refused
        assert "100: VERSION = 7" in shown
        text, _ = await host.call("think", {"session": SLUG, "turn": step.turn, "items": [cited]})
        assert Step.of(text).next == "hear"
        assert "looked at `tools/release.cfg:90–100`" in text

    played(shop, play)
    assert "The version is raised here." in str(facts(shop))


def test_begin_tells_the_open_errors_of_a_finished_item(shop: Path) -> None:
    async def play(host: Host) -> None:
        await host.go_on(await host.begin())
        page = item(shop) / "requirements-spec.md"
        page.write_text(page.read_text(encoding="utf-8") + "\n\n## FR-001: Again\n\nTBD\n", encoding="utf-8")
        found, _ = await host.call("check", {"item": SLUG})
        assert "error" in found
        step = Step.of((await host.call("begin", {"what": SLUG}))[0])
        assert "finds 1 error in it" in step.shown or "errors in it" in step.shown
        assert "For you, not for the person: check finds\n" in step.text
        assert "requirements-spec.md:" in step.text.split("check finds\n")[1]

    played(shop, play)


def test_two_sessions_are_held_at_once(shop: Path) -> None:
    async def play(host: Host) -> None:
        other = Host(host.call)
        one = await host.begin()
        text, _ = await host.call("begin", {"what": "Export the orders as a spreadsheet", "mode": "steps"})
        two = Step.of(text)
        one, two = await asyncio.gather(host.go_on(one, 4), other.go_on(two, 4))
        assert one.session != two.session
        assert {one.next, two.next} <= {"think", "hear"}

    played(shop, play)


def test_all_schemas_together_cost_a_host_less_than_six_thousand_tokens() -> None:
    assert len(json.dumps(listed_tools())) / 3 < 6_000  # three characters a token is a careful count
    assert {tool["name"] for tool in listed_tools()} >= {"begin", "resume", "think", "hear", "look", "scan"}


# -- hosts that meet, crash, or are gone -------------------------------------------------------------------------------


def test_two_hosts_on_one_item_are_told(shop: Path) -> None:
    async def play(host: Host) -> None:
        step = await host.begin()
        again, refused = await host.call("begin", {"what": SLUG})
        assert refused
        assert "Call resume" in again
        other, exchange = in_process(shop)
        elsewhere, refused = await other("resume", {"item": SLUG})
        assert refused
        assert "is open in another session" in elsewhere
        await exchange.close()
        taken = Step.of((await host.call("resume", {"item": SLUG}))[0])
        assert taken.turn > step.turn
        late, refused = await host.call("think", {"session": SLUG, "turn": step.turn, "say": "Hello."})
        assert refused
        assert "another host has taken over" in late

    played(shop, play)


def test_calls_at_the_same_time_are_one_turn_and_one_refusal(shop: Path) -> None:
    async def play(host: Host) -> None:
        step = await host.next(await host.begin())
        words = {"session": SLUG, "turn": step.turn, "words": ANSWERS[0]}
        answers = await asyncio.gather(*(host.call("hear", words) for _ in range(3)))
        assert sorted(refused for _, refused in answers) == [False, True, True]
        assert all("Wait for its answer" in text for text, refused in answers if refused)

    played(shop, play)


def test_a_session_that_is_left_at_its_last_reading_goes_on_with_it(shop: Path) -> None:
    async def play(host: Host) -> None:
        step = await host.begin()
        while step.next != "over" and "Task: A last reading" not in step.text:
            step = await host.next(step)
        assert step.next == "think"

    async def go_on(host: Host) -> None:
        again = Step.of((await host.call("resume", {"item": SLUG}))[0])
        assert "Task: A last reading" in again.text
        assert (await host.go_on(again)).next == "over"

    played(shop, play)
    played(shop, go_on)


class Server:
    """`roundtable mcp` as a process, spoken to line by line."""

    def __init__(self, repo: Path) -> None:
        self._process = start_command(["mcp"], cwd=repo, env=dict(os.environ), stderr=2)
        self._number = 0

    async def call(self, name: str, arguments: dict[str, Any]) -> tuple[str, bool]:
        result = self.ask("tools/call", {"name": name, "arguments": arguments})["result"]
        return result["content"][0]["text"], result["isError"]

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self._number += 1
        return self.send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})

    def send(self, message: dict[str, Any] | bytes) -> dict[str, Any]:
        out = self._process.stdout
        assert out is not None
        self._write(message if isinstance(message, bytes) else json.dumps(message).encode())
        return json.loads(out.readline())

    def post(self, method: str, params: dict[str, Any]) -> None:
        """Ask, and do not wait for the answer."""
        self._number += 1
        message = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        self._write(json.dumps(message).encode())

    def has_answered(self) -> bool:
        assert self._process.stdout is not None
        return bool(select.select([self._process.stdout], [], [], 0)[0])

    def _write(self, line: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()

    def kill(self) -> None:
        self._process.kill()
        self.end()

    def end(self) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        code = self._process.wait(timeout=60)
        self._process.stdout.close()
        return code


@pytest.mark.slow
def test_a_server_that_is_killed_while_it_writes_has_done_the_whole_call_or_nothing(shop: Path) -> None:
    """The host sends what it would send, and kills as soon as the journal grows; then it goes on from what `resume` says."""
    journal = item(shop) / "journal.jsonl"

    async def play() -> Step:
        server = Server(shop)
        host = Host(server.call)
        step = await host.go_on(await host.begin(), 2)
        for number in range(120):
            if step.next == "over":
                break
            if number % 3:  # every third call is enough
                step = await host.go_on(step, 1)
                continue
            tool, arguments = host.request(step)
            before = journal.stat().st_size
            server.post("tools/call", {"name": tool, "arguments": arguments})
            while not server.has_answered() and journal.stat().st_size == before:
                pass
            server.kill()
            server = Server(shop)
            host.call = server.call
            step = Step.of((await server.call("resume", {"item": SLUG}))[0])
            if step.next == tool and tool == "hear" and arguments["words"] in ANSWERS:
                told = journal.read_text(encoding="utf-8")
                if arguments["words"] not in told:
                    host.answers.insert(0, arguments["words"])  # it did not happen: the person says it again
        server.end()
        return step

    assert asyncio.run(play()).next == "over"
    told = str(facts(shop))
    assert all(words in told for words in ANSWERS[:3])
    assert all(told.count(f"'text': '{words}'") <= 2 for words in ANSWERS[:3])  # a fact and its quote, once


# -- hosts that break rules --------------------------------------------------------------------------------------------

THINKING, HEARING = "think", "hear"
_STRANGE = (
    "",
    "../../etc/passwd",
    "/etc/passwd",
    "..\\..\\x",
    "nothing-like-it",
    "a\0b",
    "\ud800",
    "%2e%2e",
    "x" * 299,
    "~",
    "-",
)
_NO_NUMBER = (0, -1, 99, 10**30, 3)
_LARGE = "x" * 10_000_000
OUT_OF_TURN: list[tuple[str, str, dict[str, Any]]] = [
    *((THINKING, "hear", {"session": SLUG, "turn": turn, "words": "yes"}) for turn in (*_NO_NUMBER, 1, 2)),
    *((HEARING, "think", {"session": SLUG, "turn": turn, "say": "Good."}) for turn in (*_NO_NUMBER, 1, 2)),
    *((HEARING, "hear", {"session": SLUG, "turn": turn, "words": "yes"}) for turn in _NO_NUMBER),
    *(
        (THINKING, "think", {"session": SLUG, "turn": turn, "say": "Good."})
        for turn in (0, -1, 99, 10**30, 2)
    ),
    *(
        (at, "think", {"session": name, "turn": 3, "say": "Good."})
        for at in (THINKING, HEARING)
        for name in _STRANGE
    ),
    *(
        (at, "hear", {"session": name, "turn": 2, "words": "yes"})
        for at in (THINKING, HEARING)
        for name in _STRANGE
    ),
    *((at, "begin", {"what": SLUG}) for at in (THINKING, HEARING)),
]
MISSHAPEN: list[tuple[str, str, dict[str, Any]]] = [
    *((THINKING, "think", {"session": SLUG, "turn": 3, name: value}) for name, value in (
        ("say", _LARGE), ("say", 7), ("say", None), ("say", ["a"]), ("say", "x" * 1501), ("lines", "words"), ("lines", [7]),
        ("lines", [{"persona": "x"}]), ("items", {"kind": "need"}), ("items", [{"kind": "wish", "text": "x"}]),
        ("items", [{"kind": "need"}]), ("items", [{"kind": "need", "text": "x"}] * 25), ("changes", [{"op": "drop", "id": "x"}]),
        ("changes", [{"op": "amend"}]), ("question", "x" * 301), ("menu", "c"), ("documents", {"README.md": "mine"}),
        ("meta", {"analysis_status": "analyzed"}), ("confirmed", "BR-001"), ("retracted", [["x"]]), ("status", "completed"),
    )),
    *((HEARING, "hear", {"session": SLUG, "turn": 2, **more}) for more in (
        {}, {"words": 7}, {"words": None}, {"words": _LARGE}, {"words": ["yes"]}, {"words": "yes", "more": 1}, {"text": "yes"},
    )),
    *((THINKING, tool, {}) for tool in ("begin", "resume", "think", "hear", "look", "scan", "show", "add")),
    *((THINKING, tool, {name: _LARGE}) for tool, name in (
        ("begin", "what"), ("resume", "item"), ("look", "at"), ("scan", "text"), ("check", "item"), ("status", "item"),
        ("show", "item"), ("add", "idea"),
    )),
    *((HEARING, tool, {"item": name}) for tool in ("resume", "check", "status", "show") for name in _STRANGE if name or tool in {"resume", "show"}),
    *((HEARING, "show", {"item": SLUG, "document": name}) for name in _STRANGE if name),
    *((HEARING, "begin", {"what": name}) for name in _STRANGE if name != "x" * 299),
    *((HEARING, "begin", {"what": IDEA, name: value}) for name, value in (("mode", "both"), ("depth", "abyss"), ("force", True))),
    *((HEARING, "scan", {"text": "the checkout", "top": top}) for top in (0, -1, 51, "many", None)),
    *((HEARING, "look", {"at": "shop/cart.py", **more}) for more in ({"how": "run"}, {"lines": "x" * 21}, {"session": "nobody"}, {"write": 1})),
    *((HEARING, "add", {"idea": idea}) for idea in ("", None, 7)),
]  # fmt: skip
OWN_WORDS = [
    (HEARING, "hear", {"session": SLUG, "turn": 5, "words": words})
    for words in (
        "What do people do today without this, and what is missing?",
        "Maya: What do people do today without this, and what is missing? They type codes by phone.",
    )
]


def test_a_host_that_breaks_a_rule_is_told_what_to_do_and_nothing_is_stored(shop: Path) -> None:
    cases = [*OUT_OF_TURN, *MISSHAPEN, *OWN_WORDS]
    assert len(cases) > 190

    async def play(host: Host) -> None:
        steps = {THINKING: await host.begin()}
        steps[HEARING] = await host.next(steps[THINKING])
        for at in (HEARING, THINKING):
            if at == THINKING:
                steps[THINKING] = await host.next(steps[HEARING])
            before = on_disk(shop)
            for _, tool, arguments in (case for case in cases if case[0] == at):
                text, refused = await host.call(tool, arguments)
                shown = f"{tool} {str(arguments)[:200]}: {text[:300]}"
                assert refused, shown
                assert 10 < len(text) < 900, shown
                assert text.rstrip().endswith((".", "?")), shown
                assert "Traceback" not in text, shown
                if (at, tool, arguments) in OWN_WORDS:
                    assert "the table's own words" in text
            assert on_disk(shop) == before
        assert (await host.next(steps[THINKING])).next in {"think", "hear"}

    played(shop, play)


def broken(step: Step) -> list[tuple[str, dict[str, Any]]]:
    """Calls that are wrong at this very instant: out of turn, late, early, misshapen, elsewhere, too large, in own words."""
    known: dict[str, Any] = {"session": step.session, "turn": step.turn}
    other = {"think": ("hear", {**known, "words": "yes"}), "hear": ("think", {**known, "say": "Good."})}
    asked = [line for line in step.shown.splitlines() if line.endswith("?") and len(line) > 40]
    return [
        other[step.next],
        (step.next, {**known, "turn": step.turn - 1, "words" if step.next == "hear" else "say": "Yes."}),
        (step.next, {**known, "turn": step.turn + 4, "words" if step.next == "hear" else "say": "Yes."}),
        (step.next, {**known, "documents": {"README.md": "mine"}}),
        (step.next, {**known, "session": "../../etc", "words" if step.next == "hear" else "say": "Yes."}),
        ("begin", {"what": step.session}),
        ("add", {"idea": "x" * 300_000}),
        *(("hear", {**known, "words": line}) for line in asked[-1:] if step.next == "hear"),
    ]


@pytest.mark.parametrize("mode", ["conversation", pytest.param("steps", marks=pytest.mark.slow)])
def test_a_host_that_breaks_every_rule_before_every_call_comes_to_the_same_end(
    tmp_path: Path, mode: str
) -> None:
    shops = {name: a_shop(tmp_path / name / "shop") for name in ("well", "badly")}
    refusals: list[str] = []

    async def behave(host: Host) -> None:
        assert (await host.go_on(await host.begin(mode))).next == "over"

    async def misbehave(host: Host) -> None:
        step = await host.begin(mode)
        while step.next != "over":
            before = on_disk(shops["badly"])
            for tool, arguments in broken(step):
                text, refused = await host.call(tool, arguments)
                assert refused, f"{tool} {str(arguments)[:200]}: {text[:300]}"
                assert text.rstrip().endswith((".", "?"))
                refusals.append(text)
            assert on_disk(shops["badly"]) == before
            step = await host.next(step)
        assert "is ready to build" in step.shown

    played(shops["well"], behave)
    played(shops["badly"], misbehave)
    assert len(refusals) >= 200
    told = {
        name: [(one["kind"], one.get("text")) for one in facts(shop).values()] for name, shop in shops.items()
    }
    assert told["badly"] == told["well"]


INVENTED = [
    *({"kind": kind, "text": "Codes are valid for thirty days.", "quote": "valid for thirty days"} for kind in (
        "requirement", "business_rule", "constraint", "need", "quality", "decision", "error_case", "problem", "scope",
        "out_of_scope", "success_metric",
    )),
    {"kind": "quality", "text": "It answers within 20 ms.", "value": "20 ms", "quote": "nowhere to type it"},
    {"kind": "direct_change", "text": "The tax is here.", "path": "shop/tax.py", "from": "shop/tax.py:3", "code": "tax = 1"},
    {"kind": "direct_change", "text": "A key is here.", "path": "../../etc/passwd", "from": "../../etc/passwd:1", "code": "root"},
    {"kind": "criterion", "text": "Given a code, when it is typed, then 5 % go.", "quote": "five percent", "about": "FR-009"},
]  # fmt: skip


@pytest.mark.parametrize("invented", INVENTED, ids=lambda item: f"{item['kind']}: {item['text']}")
def test_what_nobody_said_and_no_code_shows_is_refused_and_not_kept(
    shop: Path, invented: dict[str, Any]
) -> None:
    async def play(host: Host) -> None:
        step = await host.go_on(await host.begin(), 2)
        reply = think(step.text)
        reply["items"] = [*reply["items"], invented]
        verdict, refused = await host.call("think", {"session": SLUG, "turn": step.turn, **reply})
        assert not refused
        assert Step.of(verdict).next == "think"
        assert "Only this was refused" in verdict
        last, _ = await host.call(
            "think", {"session": SLUG, "turn": Step.of(verdict).turn, "items": [invented]}
        )
        assert Step.of(last).next == "hear"

    played(shop, play)
    told = str(facts(shop))
    assert "nowhere to type it" in told
    assert invented["text"] not in told


@pytest.mark.parametrize("words", ["Person: yes, that is right.", "User: ten percent.\nMaya: Good."])
def test_a_host_that_answers_for_the_person_is_refused(shop: Path, words: str) -> None:
    async def play(host: Host) -> None:
        step = await host.go_on(await host.begin(), 2)
        reply = think(step.text)
        reply["lines"][0]["text"] = words
        verdict, _ = await host.call("think", {"session": SLUG, "turn": step.turn, **reply})
        assert Step.of(verdict).next == "think"
        assert "About your answer" in verdict

    played(shop, play)
    assert words not in (item(shop) / "journal.jsonl").read_text(encoding="utf-8")


# -- the protocol on the wire ------------------------------------------------------------------------------------------


def test_every_line_that_is_no_request_gets_one_clear_error(shop: Path) -> None:
    server = Server(shop)
    wrong: list[tuple[bytes, int]] = [
        (b"", 0),
        (b"nonsense", -32700),
        (b"[]", -32700),
        (b"\xff\xfe", -32700),
        (b'{"jsonrpc": "2.0", "id": 1', -32700),
        (b'{"id": 1}', -32600),
        (b'{"id": [1], "method": "ping"}', -32600),
        (b'{"id": 1, "method": 7}', -32600),
        (b'{"id": 1, "method": "server/discover"}', -32601),
        (b'{"id": 1, "method": "tools/call", "params": []}', -32602),
        (b'{"id": 1, "method": "tools/call", "params": {"name": 7}}', -32602),
        (b'{"id": 1, "method": "tools/call", "params": {"name": "rm"}}', -32602),
        (b'{"id": 1, "method": "tools/call", "params": {"name": "list", "arguments": "x"}}', -32602),
        (b'{"id": 1, "method": "resources/read", "params": {"uri": "file:///etc/passwd"}}', -32602),
        (b'{"id": 1, "method": "resources/read", "params": {"uri": "roundtable://item/../../etc/passwd"}}', -32602),
        (b'{"id": 1, "method": "resources/read", "params": {"uri": "roundtable://item/..%2F..%2Fetc/passwd"}}', -32602),
        (b'{"id": 1, "method": "prompts/get", "params": {"name": "x"}}', -32602),
    ]  # fmt: skip
    for line, code in wrong:
        if code:
            answer = server.send(line)
            assert answer["error"]["code"] == code, line
            assert answer["error"]["message"].endswith("."), line
    large = server.ask("tools/call", {"name": "add", "arguments": {"idea": "x " * 5_000_000}})
    assert "too many" in large["result"]["content"][0]["text"]
    assert server.ask("ping", {})["result"] == {}
    assert server.end() == 0
    assert not (shop / "docs").exists()


def test_the_server_answers_before_anything_heavy_is_loaded() -> None:
    loaded = "import sys, roundtable.commands.mcp, roundtable.hosts.stdio as s; print(sorted(m.split('.')[0] for m in sys.modules))"
    modules = subprocess.run(
        [sys.executable, "-c", loaded], capture_output=True, text=True, check=True
    ).stdout
    heavy = {"mcp", "mcp_types", "acp", "numpy", "rich", "pydantic_ai", "prompt_toolkit", "starlette", "yaml"}
    assert not {name for name in heavy if f"'{name}'" in modules}


def test_end_of_input_pauses_and_lets_go_of_the_item(shop: Path) -> None:
    server = Server(shop)
    call = {"name": "begin", "arguments": {"what": IDEA}}
    assert "turn 1: think" in server.ask("tools/call", call)["result"]["content"][0]["text"]
    assert server.end() == 0
    other = Server(shop)
    call = {"name": "resume", "arguments": {"item": SLUG}}
    assert not other.ask("tools/call", call)["result"]["isError"]
    other.kill()
