"""A host that behaves: it reads briefings, thinks by a simple rule, shows what it is given, and passes on a person's words."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from roundtable.commands.jobs import CommandJobs
from roundtable.hosts.exchange import Exchange
from roundtable.hosts.tools import Toolbox
from roundtable.wiring import open_workspace

IDEA = "Add discount codes to the checkout"
SLUG = "add-discount-codes-to-the-checkout"
_HEAD = re.compile(r"^\[(?P<session>[^,\n]+), turn (?P<turn>\d+): (?P<next>\w+)\]")
_ANSWER = re.compile(r'<data name="answer">\n(?P<words>.*?)\n</data>', re.DOTALL)
_SPEAKER = re.compile(r"^Task: .*?Speaker: (?P<name>\w+)", re.MULTILINE | re.DOTALL)
_FIELDS = re.compile(r"Fill in: (?P<fields>[\w, ]+)\.")
_OWN = {"Maya": "That is a need.", "Alex": "I would keep it apart.", "Jordan": "No interface is named yet."}
PERSONAS = {"Maya": "business-analyst", "Alex": "solutions-architect", "Jordan": "system-designer"}
ANSWERS = (
    "Shoppers abandon the cart because they have a code from a newsletter and nowhere to type it.",
    "A shopper types a code at the checkout and the total goes down by ten percent.",
    "When a code has expired, the checkout says so and keeps the old total.",
    "Support staff must see which code an order used.",
    "Only one code per order. The total never goes below zero.",
    "It must answer within 300 ms.",
    "Codes live in a table of their own. No other integration is needed.",
)

Call = Callable[[str, dict[str, Any]], Awaitable[tuple[str, bool]]]
"""Calls a tool: the text of the answer, and whether it is a refusal."""


@dataclass
class Step:
    """What a host was told to do next."""

    text: str
    session: str = ""
    turn: int = 0
    next: str = ""

    @classmethod
    def of(cls, text: str) -> "Step":
        head = _HEAD.match(text)
        return cls(text, head["session"], int(head["turn"]), head["next"]) if head else cls(text)

    @property
    def shown(self) -> str:
        """What the person sees."""
        return self.text.split("-" * 8)[1].strip() if self.next != "think" else ""


@dataclass
class Host:
    """`call` reaches the server, however it is reached."""

    call: Call
    answers: list[str] = field(default_factory=lambda: list(ANSWERS))
    seen: list[str] = field(default_factory=list[str])
    """What the person was shown."""
    read: int = 0
    """Bytes that the host had to read."""
    refusals: list[str] = field(default_factory=list[str])
    thoughts: int = 0

    async def begin(self, mode: str = "conversation") -> Step:
        return await self._step("begin", {"what": IDEA, "mode": mode})

    async def go_on(self, step: Step, most: int = 400) -> Step:
        """To the end, or so many calls further."""
        for _ in range(most):
            if step.next not in {"think", "hear"}:
                break
            step = await self.next(step)
        return step

    async def next(self, step: Step) -> Step:
        return await self._step(*self.request(step))

    def request(self, step: Step) -> tuple[str, dict[str, Any]]:
        """The call that is due: a thought, or what the person types."""
        known = {"session": step.session, "turn": step.turn}
        if step.next == "think":
            self.thoughts += 1
            return "think", {**known, **think(step.text)}
        return "hear", {**known, "words": self.person(step.shown)}

    def person(self, shown: str) -> str:
        """What a person types who has a fixed list of things to say, and then agrees to everything."""
        last = shown.rstrip().splitlines()[-1]
        if "What else?" in last or "before I finalize" in last:
            return "done"
        if re.search(r"^\[C\]", shown, re.MULTILINE):
            return "c"
        if "[Y/n]" in last or re.search(r"\b(?:correct|right|accept|agree|look good|confirm)", last):
            return "yes"
        return self.answers.pop(0) if self.answers else "I don't know; that is all."

    async def _step(self, tool: str, arguments: dict[str, Any]) -> Step:
        text, refused = await self.call(tool, arguments)
        self.read += len(text.encode())
        if refused:
            self.refusals.append(text)
        step = Step.of(text)
        if step.shown:
            self.seen.append(step.shown)
        return step


def think(briefing: str) -> dict[str, Any]:
    """Words and facts for a briefing: every sentence of the answer is one fact, with itself as the quote."""
    wanted = list(_FIELDS.finditer(briefing))
    fields = wanted[-1]["fields"].split(", ") if wanted else []
    speakers = _SPEAKER.findall(briefing)
    speaker = PERSONAS.get(speakers[-1] if speakers else "Maya", "business-analyst")
    heard = _ANSWER.findall(briefing)
    words = heard[-1] if heard else ""
    reply: dict[str, Any] = {}
    spoken = (
        f"I take down that {words[0].lower()}{words[1:80]}".rstrip(".") + "."
        if words
        else "I read the draft."
    )
    if "lines" in fields:
        reply["lines"] = [{"persona": speaker, "text": spoken}] if heard else []
        due = re.findall(r"(\w+) must say something", briefing)
        reply["lines"] += [{"persona": PERSONAS[name], "text": _OWN[name]} for name in due[-1:]]
    elif "say" in fields:
        reply["say"] = spoken
    if "focus" in fields:
        reply["focus"] = "Which rule must hold for every code?"
    if "summary" in fields:
        reply["summary"] = "The codes were talked through."
    if "items" in fields:
        sentences = [one.strip() for one in re.split(r"(?<=[.!?])\s+", words) if len(one.split()) > 3]
        reply["items"] = [
            {"kind": "business_rule", "text": one, "quote": one} for one in sentences if "know" not in one
        ]
    return reply


def in_process(repo: Path) -> tuple[Call, Exchange]:
    """The server without a transport."""
    jobs = CommandJobs(open_workspace(str(repo)))
    exchange = Exchange(lambda host: Toolbox(jobs, host))

    async def call(name: str, arguments: dict[str, Any]) -> tuple[str, bool]:
        result = await exchange.answer("tools/call", {"name": name, "arguments": arguments})
        return result["content"][0]["text"], result["isError"]

    return call, exchange
