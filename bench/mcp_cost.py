"""What MCP costs: bytes that a host reads for a session of ten turns, seconds to start, seconds for a `hear` without a thought.

.venv/bin/python bench/mcp_cost.py
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from mcp_host import Host, Step, in_process  # noqa: E402
from play import shipped  # noqa: E402
from roundtable.hosts.exchange import INSTRUCTIONS, listed_tools  # noqa: E402
from roundtable.library.agent_files.places import agent_files, thin_files  # noqa: E402
from talking import a_shop  # noqa: E402

TURNS = 10


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        shop = a_shop(Path(folder) / "shop")
        tools = len(json.dumps(listed_tools())) + len(INSTRUCTIONS)
        command = len(thin_files("claude", shipped())[".claude/commands/analyze.md"])
        print(f"tools and instructions {tools}, command file {command} bytes")
        for mode in ("conversation", "steps"):
            read, calls = asyncio.run(bytes_read(shop, mode))
            print(
                f"{mode}: {read} bytes in {calls} answers for {TURNS} turns, {tools + command + read} with the rest"
            )
        for name, size in prompts_only().items():
            print(f"prompts only, {name}: {size} bytes of files before the first question")
        print(f"start-up to the answer of `initialize` and `tools/list`: {start_up(shop)}")
        big = Path(folder) / "big"
        for at in range(3_000):
            path = big / f"pkg{at % 60}" / f"module{at}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"def total_{at}(cart):\n    return sum(cart) + {at}\n", encoding="utf-8")
        subprocess.run(["git", "init", "-q"], cwd=big, check=True)
        print(f"`hear` without a thought, 3,000 files: {asyncio.run(hearing(big))}")


async def bytes_read(repo: Path, mode: str) -> tuple[int, int]:
    call, exchange = in_process(a_shop(repo.parent / mode))
    host = Host(call)
    step, calls, turns = await host.begin(mode), 1, 0
    while step.next in {"think", "hear"} and turns < TURNS:
        turns += step.next == "hear"
        step, calls = await host.next(step), calls + 1
    await exchange.close()
    return host.read, calls


def prompts_only() -> dict[str, int]:
    files = agent_files("claude", shipped())
    parts = {
        "conversation": ("commands/", "roundtable-lead", "persona-", "analysis-topics"),
        "steps": ("commands/", "roundtable-analyst", "persona-", "analysis-steps"),
    }
    return {
        mode: sum(len(text.encode()) for name, text in files.items() if any(part in name for part in names))
        for mode, names in parts.items()
    }


def start_up(repo: Path) -> str:
    command = [sys.executable, "-m", "roundtable", "mcp"]
    asked = "".join(
        json.dumps({"jsonrpc": "2.0", "id": at, "method": method, "params": {}}) + "\n"
        for at, method in enumerate(("initialize", "tools/list"), 1)
    )
    seconds: list[tuple[float, float]] = []
    for _ in range(7):
        before, began = os.times(), time.perf_counter()
        process = subprocess.Popen(
            command, cwd=repo, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(asked)
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.readline()
        took = time.perf_counter() - began
        process.kill()
        process.wait()
        after = os.times()
        used = after.children_user + after.children_system - before.children_user - before.children_system
        seconds.append((took, used))
    return f"{min(took for took, _ in seconds):.2f} s, {min(used for _, used in seconds):.2f} s of processor time"


async def hearing(repo: Path) -> str:
    call, exchange = in_process(repo)
    host = Host(call)
    step = await host.go_on(await host.begin("conversation"), 3)
    seconds: list[float] = []
    for words in ("/status", "/help") * 5:
        began = time.perf_counter()
        text, refused = await call("hear", {"session": step.session, "turn": step.turn, "words": words})
        seconds.append(time.perf_counter() - began)
        step = Step.of(text)
        assert not refused
        assert step.next == "hear"
    await exchange.close()
    return f"best {min(seconds) * 1000:.0f} ms, middle {sorted(seconds)[len(seconds) // 2] * 1000:.0f} ms"


if __name__ == "__main__":
    main()
