# The server lives with the tests, which a type checker of this folder cannot see.
# pyright: reportMissingImports=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportUnknownMemberType=false
"""How much a whole stepped analysis sends to a model, and how much of it providers can keep in their cache.

The example item is analysed from the first step to the last with the prepared answers; the "model" is a server on this
machine that counts. Beside it stands the naive way: every request with the full transcript, all three persona files, the
step file, all documents so far and the files that the scan ranks highest, whole.
"""

import asyncio
import json
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from model_server import ModelServer, model_server  # noqa: E402
from roundtable.commands.demo import read_answers, unpack_shop  # noqa: E402
from roundtable.engine.events import AnyEvent, Heard, Said, StepRecorded  # noqa: E402
from roundtable.minds.llm.options import ModelOptions  # noqa: E402
from roundtable.sessions import Choices, open_session  # noqa: E402
from roundtable.stores.adding import add_item  # noqa: E402
from roundtable.wiring import open_workspace  # noqa: E402

_FILES = 8
_WORDS = ("clear", "noted", "useful", "good to know", "understood", "fine", "plain", "settled")


@dataclass
class Report:
    """What was counted."""

    requests: int = 0
    steps: int = 0
    last_step: int = 0
    """How many steps were recorded when the model was asked last."""
    sent: int = 0
    stable: int = 0
    naive: int = 0
    refused: int = 0
    before: str = ""
    """The request before."""
    kinds: dict[str, int] = field(default_factory=dict[str, int])

    @property
    def share(self) -> float:
        """Of the naive way."""
        return self.sent / self.naive

    @property
    def cacheable(self) -> float:
        """Share of what is sent that begins like the request before."""
        return self.stable / self.sent


def measure(folder: Path) -> Report:
    """Analyse the example item in `folder`."""
    with model_server() as server:
        return asyncio.run(_measured(folder, server))


async def _measured(folder: Path, server: ModelServer) -> Report:
    unpack_shop(folder)
    workspace = open_workspace(str(folder))
    answers = read_answers()
    item = add_item(workspace.places, answers.idea, now=workspace.now()).item
    report, transcript = Report(), list[str]()
    options = ModelOptions(name="openai:counted", base_url=f"{server.address}/v1")
    with open_session(workspace, item.folder, Choices(mode="steps", model=options)) as session:

        def show(events: Any) -> None:
            for event in events:
                _remember(event, transcript, report)

        def answer(request: dict[str, Any]) -> dict[str, Any]:
            body = len(json.dumps(request).encode())
            report.requests += 1
            report.last_step = report.steps
            report.sent += body
            sent = "".join(str(one["content"]) for one in request["messages"])
            same = zip(sent, report.before, strict=False)
            report.stable += next(
                (at for at, (one, other) in enumerate(same) if one != other), len(report.before)
            )
            report.before = sent
            report.naive += _naive(folder, item.folder, session.state, transcript)
            return _reply(request, report.requests)

        session.show = show
        server.answer = answer
        await session.begin()
        while session.ended is None:
            await session.hear(answers.choose(session.state))
        await session.close()
    return report


def _remember(event: AnyEvent, transcript: list[str], report: Report) -> None:
    if isinstance(event, Said | Heard):
        transcript.append(event.text)
    elif isinstance(event, StepRecorded):
        report.steps += 1


def _naive(folder: Path, slug: str, state: Any, transcript: list[str]) -> int:
    size = sum(len(text.encode()) for text in transcript)
    size += sum(len(Path(persona.path).read_bytes()) for persona in state.library.personas)
    documents = [
        path for path in (folder / "docs").rglob("*.*") if path.name not in {"analysis.json", "journal.jsonl"}
    ]
    size += sum(path.stat().st_size for path in documents if path.is_file())
    ranked = state.scan.files[:_FILES] if state.scan is not None else ()
    size += sum((folder / file.path).stat().st_size for file in ranked if (folder / file.path).is_file())
    step = getattr(state.place, "step_id", None)
    known = state.library.step(step) if step else None
    return size + (len(Path(known.path).read_bytes()) if known is not None else 0)


def _reply(request: dict[str, Any], number: int) -> dict[str, Any]:
    """Something short that passes the guards."""
    shape = request["response_format"]["json_schema"]["schema"]["properties"]
    word = _WORDS[number % len(_WORDS)]
    filled = {
        "say": f"That is {word}; I keep it as answer {number}.",
        "focus": f"What would break first in case {number}?",
    }
    if "say" not in shape:
        filled["question"] = ""  # nothing to ask is an answer, too
    told: dict[str, Any] = {name: value for name, value in filled.items() if name in shape}
    return told | ({"items": []} if "items" in shape else {})


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as place:
        report = measure(Path(place) / "shop")
    per_step = report.sent / max(report.steps, 1)
    print(
        f"{report.requests} requests for {report.steps} steps, {report.sent:,} bytes, {per_step:,.0f} per completed step"
    )
    print(f"{report.cacheable:.0%} of them in the part that stays the same")
    print(f"{report.share:.0%} of the naive way ({report.naive:,} bytes)")


if __name__ == "__main__":
    main()
