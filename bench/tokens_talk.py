# The server lives with the tests, which a type checker of this folder cannot see.
# pyright: reportMissingImports=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportUnknownMemberType=false
"""How much a conversation of ten turns with code sends to a model, and how much of it was sent before.

    bench/tokens_talk.py [REPOSITORY]      (this one, unless another is named)

The "model" is a server on this machine that keeps every request. It looks at code thirteen times, writes down each sentence of
the person with its quote, and three of its answers hold a fact that goes back. A token is four characters of what is sent:
tools, the shape of the answer and the messages. What an earlier request begins with in the same way, up to the first character
that differs, a provider has in its cache.
"""

import asyncio
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from model_server import ModelServer, model_server  # noqa: E402
from roundtable.minds.llm.options import ModelOptions  # noqa: E402
from roundtable.sessions import Choices, open_session  # noqa: E402
from roundtable.stores.adding import add_item  # noqa: E402
from roundtable.wiring import open_workspace  # noqa: E402

IDEA = "Show in status what each phase of an item cost"
ANSWERS = (
    "Today status adds up what a model cost for the whole item. Nobody can see which phase was dear. A team lead asked me for it.",
    "Team leads who pay for the model read it, about once a week. Developers only want to know that nothing runs away.",
    "For each phase it must show requests, tokens in and out, and dollars. Phases that used no model are left out.",
    "The journal has what was spent with each thought. Reading it twice would be too slow for items with long journals.",
    "When the price of a model is not known, only tokens are shown. An old journal without phases is shown as one line, as today.",
    "With JSON output every phase is an object with the same names as the text. Numbers stay numbers, and dollars stay a string.",
    "It must answer within a second for a journal of ten thousand lines. It reads no more than one file.",
    "I decided against a table of its own on disk, because it could differ from the journal. So it is always added up anew.",
    "A line that cannot be read is skipped, and one notice says how many were. Nothing else of status may change.",
    "The help of the command and its page have to tell about it. There is nothing about rights, everybody may see it.",
)
KINDS = ("business_rule", "quality", "requirement", "constraint", "need", "assumption")
LOOKS = {2: 3, 3: 2, 4: 2, 5: 2, 7: 2, 8: 2}
"""How many looks in which turn."""
WRONG = (3, 6, 9)
"""Turns in which a fact is refused and goes back."""


class Talker:
    """A model that looks, quotes and asks."""

    def __init__(self) -> None:
        self.turn = 0

    def __call__(self, request: dict[str, Any]) -> dict[str, Any]:
        last = _text(next(one for one in reversed(request["messages"]) if one["role"] == "user"))
        heard = re.findall(r'<data name="answer">\n(.*?)\n</data>', last, re.DOTALL)
        if "About your last answer" in last or not heard:
            shape = request["response_format"]["json_schema"]["schema"]["properties"]
            begin = {"say": "So costs are to be seen by phase.", "question": "What happens today?"}
            return begin if "say" in shape else {"lines": [], "items": []}
        if not any(one["role"] == "tool" for one in request["messages"]):
            self.turn += 1
            files = re.findall(
                r"^([\w/.-]+\.\w+)(?: |$)", last.partition("files found in the code")[2], re.MULTILINE
            )
            if self.turn in LOOKS and files:
                return {"tool_calls": _looks(files, self.turn)}
        items = [
            {"kind": KINDS[(self.turn + at) % len(KINDS)], "text": words, "quote": words, "title": words[:40]}
            for at, words in enumerate(re.findall(r"[^.]+\.", heard[0].strip()))
        ]
        if self.turn in WRONG:
            items.append({"kind": "business_rule", "text": "All is free.", "quote": "nobody said this"})
        words = heard[0].split(".")[0].strip()
        lines = [{"persona": "business-analyst", "text": f"Clear: {words[:1].lower()}{words[1:]}."}]
        for key, name in (("solutions-architect", "Alex"), ("system-designer", "Jordan")):
            if f"{name} must say" in last or f"and {name} must" in last or f"{name} and " in last:
                words = (
                    "I need to see where it is added up"
                    if name == "Alex"
                    else "One line for each phase would do"
                )
                lines.append({"persona": key, "text": f"{words}."})
        return {
            "lines": lines,
            "question": f"What else matters to whoever reads line {self.turn}?",
            "asker": "business-analyst",
            "unfinished": "a builder would have to guess",
            "items": items,
        }


def _looks(files: list[str], turn: int) -> list[tuple[str, dict[str, Any]]]:
    calls: list[tuple[str, dict[str, Any]]] = [
        ("look", {"path": files[turn % len(files)], "lines": f"{10 * turn}-{10 * turn + 60}"}),
        ("search", {"text": ("input_tokens", "looked_at", "journal.jsonl")[turn % 3]}),
        ("find", {"symbol": "Spending"}),
    ]
    return calls[: LOOKS[turn]]


def measure(folder: Path) -> list[dict[str, Any]]:
    """Every request of the talk."""
    with model_server() as server:
        asyncio.run(_talk(folder, server))
        return server.requests


async def _talk(folder: Path, server: ModelServer) -> None:
    workspace = open_workspace(str(folder))
    item = add_item(workspace.places, IDEA, now=workspace.now()).item
    options = ModelOptions(name="openai:counted", base_url=f"{server.address}/v1")
    server.answer = Talker()
    with open_session(workspace, item.folder, Choices(mode="conversation", model=options)) as session:
        await session.begin()
        for text in ANSWERS:
            await session.hear(text)
        await session.pause()
        await session.close()


def sent(request: dict[str, Any]) -> str:
    """A request in the order in which it is read."""
    parts = [json.dumps(request.get("tools", [])), json.dumps(request.get("response_format", {}))]
    parts += [_text(one) + json.dumps(one.get("tool_calls", "")) for one in request["messages"]]
    return "\n".join(parts)


def _text(message: dict[str, Any]) -> str:
    content = message.get("content") or ""
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)


def seen_before(texts: list[str]) -> list[int]:
    """How many characters at the beginning of each are those of an earlier one."""
    return [
        max(
            (
                next(
                    (n for n, (a, b) in enumerate(zip(text, old, strict=False)) if a != b),
                    min(len(text), len(old)),
                )
                for old in texts[:at]
            ),
            default=0,
        )
        for at, text in enumerate(texts)
    ]


def main() -> None:
    """Measure and print."""
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "code"
        subprocess.run(["git", "clone", "--quiet", "--local", source, folder], check=True)
        requests = measure(folder)
    texts = [sent(one) for one in requests]
    before, total = seen_before(texts), sum(map(len, texts))
    print(f"{len(texts)} requests, {total // 4:,} tokens in, {sum(before) / total:.0%} of them sent before")
    print(
        "each:",
        ", ".join(f"{len(text) // 4:,} ({old // 4:,})" for text, old in zip(texts, before, strict=True)),
    )
    last = requests[-1]
    pieces = {"tools and shape": len(sent({**last, "messages": []}))}
    pieces["rules and personas"] = len(_text(last["messages"][0]))
    for name, text in re.findall(r'<data name="([^"]+)">\n(.*?)\n</data>', texts[-1], re.DOTALL):
        key = re.sub(r" \d+$", "", name)
        pieces[key] = pieces.get(key, 0) + len(text)
    print("the last:", ", ".join(f"{name} {size // 4:,}" for name, size in pieces.items()))


if __name__ == "__main__":
    main()
