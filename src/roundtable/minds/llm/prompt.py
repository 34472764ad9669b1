"""What a model is told: a beginning that stays the same for a whole phase, and a small end for the task at hand.

The beginning holds rules, the persona or personas, and the guide to facts; providers keep it in their cache. The end holds
facts, never a replay of the conversation: what was said is in the facts, so every known fact is named (shortened when there
are many, never left out), and only the latest words are repeated. In stepped mode a model knows the one persona who speaks.

Elsewhere: the words of each task (`tasks`), fences and masking (`fencing`).
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from roundtable.analysis.content import Persona
from roundtable.engine.briefing import Briefing
from roundtable.facts import Fact
from roundtable.facts.evidence import CodeAnchor
from roundtable.minds.llm.fencing import Sending, fence
from roundtable.minds.llm.tasks import FACTS, RULES, RULES_OF_CONVERSATION, RULES_OF_STEPS, task_words

__all__ = ["Prompt", "compose"]

_SECTIONS: Final = ("## Identity", "## Principles", "## Voice")
_FACT_WIDTHS: Final = (160, 100, 60, 40)
_FACTS_SIZE: Final = 5000
_SMALL_FACTS_SIZE: Final = 600
_LATEST: Final = 6
_FILES: Final = 8
_LISTED_TOGETHER: Final = ("keyword", "indirect_change", "order", "coverage_gap", "entry_point")
"""Facts of the scan that are named in one line per kind: their words are already in the list of files."""


class Prompt(NamedTuple):
    """Both halves."""

    stable: str
    changing: str


def compose(
    briefing: Briefing, sending: Sending, refused: Iterable[tuple[str, str]] = (), *, small: bool = False
) -> Prompt:
    """The request for one piece of thinking; `small` for a model that cannot take much."""
    everyone = briefing.mode == "conversation"
    speakers = briefing.library.personas if everyone else (briefing.persona,)
    return Prompt(_stable(tuple(speakers), everyone, small), _changing(briefing, sending, refused, small))


# -- the beginning -----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _cached(blocks: tuple[str, ...]) -> str:
    return "\n\n".join(blocks)


def _stable(speakers: tuple[Persona, ...], everyone: bool, small: bool) -> str:
    rules = RULES_OF_CONVERSATION if everyone else RULES_OF_STEPS
    if small:
        # A small model reads slowly and remembers little: who it is, and the one rule that matters most.
        names = "\n".join(f"{p.key}: {p.label}. {p.identity}" for p in speakers)
        return _cached((RULES.split("\n\n")[0], names))
    return _cached((RULES, rules, *(_persona(persona) for persona in speakers), FACTS))


def _persona(persona: Persona) -> str:
    """Who somebody is: the parts of the persona file that say how to speak."""
    kept: list[str] = []
    section = ""
    for line in persona.body.splitlines():
        if line.startswith("## "):
            section = line.strip()
        if section in _SECTIONS and line.strip() and not line.startswith("## "):
            kept.append(line)
    body = "\n".join(kept) or f"{persona.identity}\n{persona.style}"
    return f"# {persona.label}, key {persona.key}\n{body}"


# -- the end -----------------------------------------------------------------------------------------------------------


def _changing(briefing: Briefing, sending: Sending, refused: Iterable[tuple[str, str]], small: bool) -> str:
    analysis = briefing.analysis
    blocks = [
        fence("item", analysis.title, sending, 300),
        fence("draft", analysis.draft, sending, 400 if small else 3000) if analysis.draft.strip() else "",
        _facts(briefing, sending, small),
        _code(briefing, sending, small),
        _place(briefing, small),
        _latest(briefing, sending, small),
    ]
    if briefing.heard is not None:
        question = briefing.asked.text if briefing.asked else briefing.heard.question
        blocks.append(f"Asked: {question}" if question else "")
        blocks.append(fence("answer", briefing.heard.text, sending, 1200 if small else 8000))
    blocks.append(task_words(briefing))
    for answer, reasons in refused:
        blocks.append(f"Your last answer was refused. {reasons}")
        if not small:
            blocks.append(fence("refused", answer, sending, 1200))
    # Questions and criteria are ours, but they may repeat words of the person: nothing leaves unmasked.
    whole = sending.clean("\n\n".join(block for block in blocks if block))
    return _without_withheld(whole, briefing, sending)


def _without_withheld(text: str, briefing: Briefing, sending: Sending) -> str:
    """No name of a file that must not be sent, wherever it came from: facts and earlier words name files, too."""
    if sending.code and not (sending.only or sending.exclude):
        return text
    scan = briefing.scan
    paths = {str(getattr(fact, "path", "")) for fact in briefing.analysis.facts}
    paths |= {
        item.path
        for fact in briefing.analysis.facts
        for item in fact.evidence
        if isinstance(item, CodeAnchor)
    }
    if scan is not None:
        tiers = (
            scan.impact.direct,
            scan.impact.indirect,
            scan.impact.distant,
            scan.entry_points,
            scan.risk_zones,
        )
        paths |= {file.path for file in scan.files} | {one.path for tier in tiers for one in tier}
    withheld = [path for path in paths if path and not sending.allows(path)]
    names = {path.rpartition("/")[2] for path in withheld} - {
        path.rpartition("/")[2] for path in paths if sending.allows(path)
    }
    for name in sorted({*withheld, *names}, key=lambda name: (-len(name), name)):
        text = re.sub(rf"(?<![\w/.-]){re.escape(name)}(?![\w/-])", "[a file]", text)
    return text


def _facts(briefing: Briefing, sending: Sending, small: bool) -> str:
    facts = briefing.analysis.facts
    if not facts:
        return "Known so far: nothing but the draft."
    apart = [fact for fact in facts if fact.kind not in _LISTED_TOGETHER]
    together: dict[str, list[str]] = {}
    for fact in facts:
        if fact.kind in _LISTED_TOGETHER:
            together.setdefault(fact.kind, []).append(fact.id)
    limit = _SMALL_FACTS_SIZE if small else _FACTS_SIZE
    text = ""
    for width in _FACT_WIDTHS:
        text = "\n".join(_fact_line(fact, width) for fact in apart)
        if len(text) <= limit:
            break
    lines = [f"{kind.replace('_', ' ')}s from the scan: {', '.join(ids)}" for kind, ids in together.items()]
    return fence("known facts", "\n".join((*lines, text)), sending, 1_000_000)


def _fact_line(fact: Fact, width: int) -> str:
    words = " ".join(fact.headline.split())
    shown = words if len(words) <= width else f"{words[: width - 1]}…"
    return f"{fact.id} {fact.kind}: {shown}"


def _code(briefing: Briefing, sending: Sending, small: bool) -> str:
    scan = briefing.scan
    if scan is None or not sending.code:
        return ""
    allowed = [file for file in scan.files if sending.allows(file.path)]
    lines: list[str] = []
    for file in allowed[: 3 if small else _FILES]:
        names = f" defines {', '.join(file.symbols[:3])}" if file.symbols else ""
        reason = f" ({file.reasons[0]})" if file.reasons and not small else ""
        lines.append(f"{file.path}{names}{reason}")
    if not lines:
        return ""
    if not small:
        lines.append(
            f"size of the change: {scan.scope}, about {scan.file_count.total} files, complexity {scan.complexity}"
        )
    return fence("files found in the code", "\n".join(lines), sending, 3000)


def _place(briefing: Briefing, small: bool) -> str:
    lines: list[str] = []
    if briefing.step is not None:
        lines.append(f"Step: {briefing.step.title}")
    if briefing.focus:
        lines.append(f"Focus of the discussion: {briefing.focus}")
    if briefing.task.criterion:
        lines.append(f"Not met yet: {briefing.task.criterion}")
    elif briefing.unmet and not small:
        lines += [f"Not known yet: {criterion}" for criterion in briefing.unmet[:5]]
    if briefing.mode == "conversation" and briefing.unmet_by_topic and not small:
        lines.append("Not known yet, by topic:")
        lines += [
            f"- {topic}: {'; '.join(unmet[:3])}" for topic, unmet in briefing.unmet_by_topic.items() if unmet
        ][:4]
    return "\n".join(lines)


def _latest(briefing: Briefing, sending: Sending, small: bool) -> str:
    """The last few utterances: enough to answer them, not to replay them."""
    if briefing.task.kind in {"take_answer", "take_draft_reply", "ask_again", "fill_gaps", "summarise_phase"}:
        return ""
    count = 2 if small else 40 if briefing.task.kind == "synthesise" else _LATEST
    lines: list[str] = []
    for line in briefing.said[-count:]:
        words = " ".join(line.text.split())
        who = briefing.library.persona(line.persona).first_name if line.persona else "Person"
        lines.append(f"{who}: {words[:400]}")
    return fence("said last", "\n".join(lines), sending, 6000) if lines else ""
