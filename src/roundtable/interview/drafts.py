"""The draft of a step: the lines of its Brief Mode, filled with what was said; a line with nothing in it is left out.

A file without such lines gets one for each thing that its questions are about. Only what a person said, agreed to or wrote
is shown: what the code alone suggests is offered as a question of its own (`code_talk.propose_files`).
"""

from collections.abc import Iterable, Mapping
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.blocks import read_blocks
from roundtable.analysis.content import Step
from roundtable.analysis.phases import Depth
from roundtable.analysis.questions import placeholders, plain_text
from roundtable.facts import DirectChange, Fact, Priority
from roundtable.interview.situation import Situation

Draft = tuple[str, tuple[Fact, ...]]
"""The text, and the facts in it."""
_KINDS: Final[Mapping[str, str]] = {
    "needs": "need",
    "qualities": "quality",
    "risks": "risk_zone",
    "stories": "story",
    "priorities": "priority",
    "technologies": "technology",
}
"""Placeholders whose kind is not their name without the last letter."""


def was_said(fact: Fact) -> bool:
    """Whether a person stands behind it: by their words, a yes or their own hand."""
    return any(item.kind in {"quote", "confirmed", "hand-edit"} for item in fact.evidence)


def draft_of(situation: Situation, analysis: Analysis, step: Step) -> Draft:
    """What the step shows for confirmation; nothing when nothing is known."""
    blocks = read_blocks(step.brief or "")
    lines = [block.text for block in blocks if block.kind == "item" and placeholders(block.text)]
    if not lines:
        return _without_lines(situation, analysis, step)
    opening = next((plain_text(block.text) for block in blocks if block.kind == "paragraph"), "")
    told: list[str] = []
    shown: list[Fact] = []
    for line in lines:
        label, name = plain_text(line).partition(": ")[0], placeholders(line)[0]
        facts = [fact for fact in _facts(analysis, name) if fact not in shown]
        sentences = [_sentence(analysis, fact) for fact in facts] or _of_item(situation, name)
        told += _under(label, sentences)
        shown += facts
    return ("\n".join([opening, *told]), tuple(shown)) if shown else ("", ())


def _without_lines(situation: Situation, analysis: Analysis, step: Step) -> Draft:
    asked = (*step.questions(situation.briefing.depth), *step.questions(Depth.STANDARD))
    kinds = {kind for question in asked for kind in question.kinds}
    known = tuple(fact for fact in analysis.facts if fact.kind in kinds and was_said(fact))
    return "\n".join(f"- {fact.headline}" for fact in known), known


def _facts(analysis: Analysis, placeholder: str) -> list[Fact]:
    kind = _KINDS.get(placeholder) or placeholder.removesuffix("s")
    return [fact for fact in analysis.facts if fact.kind in {kind, placeholder} and was_said(fact)]


def _sentence(analysis: Analysis, fact: Fact) -> str:
    if isinstance(fact, Priority) and (target := analysis.get(fact.target)) is not None:
        return f"{fact.level}: {target.headline}"
    return " ".join(fact.headline.split())


def _of_item(situation: Situation, placeholder: str) -> list[str]:
    """What the item itself gives: its title, its size as the scan has it."""
    scan = situation.briefing.scan
    known = {"item": situation.analysis.title, "draft": situation.analysis.title}
    if scan is not None and scan.total_files:
        named = sum(was_said(fact) for fact in situation.analysis.of(DirectChange))
        files = str(named or scan.file_count.total)
        known |= {"scope": scan.scope, "complexity": scan.complexity, "file_count": files}
    return [known[placeholder]] if known.get(placeholder) else []


def _under(label: str, sentences: Iterable[str]) -> list[str]:
    found = list(dict.fromkeys(sentences))
    if len(found) < 2:
        return [f"- {label}: {found[0]}"] if found else []
    return [f"- {label}:", *(f"  - {sentence}" for sentence in found)]
