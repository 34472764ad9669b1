"""Brief depth: the step's own draft, filled with what is known, for the person to confirm or correct.

A line whose placeholders are all unknown is left out. When nothing at all is known the draft says so and the step's first
real question is asked instead. What the draft takes from the person's first words, or from the scan, is proposed as facts,
so that a plain "yes" confirms them.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.facts import (
    CoverageGap,
    Criterion,
    DataFlow,
    DirectChange,
    EntryPoint,
    Fact,
    IndirectChange,
    Journey,
    Keyword,
    OrderItem,
    Priority,
    Requirement,
    RiskZone,
    Scope,
)
from roundtable.analysis.questions import placeholders, plain_text
from roundtable.minds.facilitator.rephrase import listed
from roundtable.minds.facilitator.scan_words import entry_label

__all__ = ["KIND_OF_PLACEHOLDER", "fill_draft", "kinds_of_draft", "value_of"]

_MOST: Final = 5
_PLACEHOLDER: Final = re.compile(r"\{([a-z][a-z_]*)\}")
_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)

KIND_OF_PLACEHOLDER: Final[Mapping[str, str]] = {
    "problem": "problem",
    "success_metric": "success_metric",
    "stakeholders": "stakeholder",
    "user_types": "user_type",
    "needs": "need",
    "journeys": "journey",
    "constraints": "constraint",
    "assumptions": "assumption",
    "integrations": "integration",
    "qualities": "quality",
    "risks": "risk_zone",
    "requirements": "requirement",
    "business_rules": "business_rule",
    "stories": "story",
    "priorities": "priority",
    "scope": "scope",
    "complexity": "scope",
    "file_count": "scope",
    "keywords": "keyword",
    "direct_changes": "direct_change",
    "indirect_changes": "indirect_change",
    "entry_points": "entry_point",
    "risk_zones": "risk_zone",
    "order": "order",
    "coverage_gaps": "coverage_gap",
    "options": "option",
    "decisions": "decision",
    "technologies": "technology",
    "modules": "module",
    "interfaces": "interface",
    "data_flows": "data_flow",
    "states": "state",
    "error_cases": "error_case",
    "open_questions": "open_question",
    "out_of_scope": "out_of_scope",
}


_READ_AS: Final = {"risks": "risk", "coverage_gaps": "risk_zone"}
"""Placeholders whose lines people answer with another kind than the one they are filled with."""


def kinds_of_draft(section: str) -> tuple[str, ...]:
    """What the lines of a draft are about, in their order: what somebody who corrects it is likely to speak of."""
    names = placeholders(section)
    kinds = [_READ_AS.get(name) or KIND_OF_PLACEHOLDER.get(name, "") for name in names]
    return tuple(dict.fromkeys(kind for kind in kinds if kind))


def fill_draft(section: str, analysis: Analysis, proposed: list[Fact]) -> tuple[str, str, list[str]]:
    """The filled draft, its closing question, and the names of the placeholders that could be filled."""
    lines: list[str] = []
    filled: list[str] = []
    question = ""
    for raw in _COMMENT.sub("", section).splitlines():
        names = _PLACEHOLDER.findall(raw)
        if not names:
            if raw.strip().endswith(("?", "？")):
                question = plain_text(re.sub(r"^\s*(?:[-*+]|\d+[.)])\s+", "", raw))
            else:
                lines.append(raw.rstrip())
            continue
        values = {name: value_of(name, analysis, proposed) for name in names}
        if any(values.values()):
            filled += [name for name, value in values.items() if value and name not in ("item", "draft")]
            lines.append(
                _PLACEHOLDER.sub(lambda hit, known=values: known.get(hit[1]) or "not known yet", raw).rstrip()
            )
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    return text, question, list(dict.fromkeys(filled))


def value_of(name: str, analysis: Analysis, proposed: list[Fact]) -> str:
    """What is known for one placeholder, on one line; empty when nothing is."""
    if name == "item":
        return analysis.title or _first_line(analysis.draft)
    if name == "draft":
        return _first_line(analysis.draft)
    kind = KIND_OF_PLACEHOLDER.get(name)
    if kind is None:
        return ""
    facts = [fact for fact in (*analysis.facts, *proposed) if fact.kind == kind]
    special = _SPECIAL.get(name)
    if special is not None:
        return special(facts, analysis)
    texts = [_one_line(fact.headline) for fact in facts]
    return _joined(texts)


def _first_line(text: str) -> str:
    line = next((line.strip(" #-*") for line in text.splitlines() if line.strip()), "")
    return line if len(line) <= 160 else f"{line[:157].rpartition(' ')[0]}…"


def _one_line(text: str) -> str:
    flat = " ".join(text.split()).rstrip(".")
    return flat if len(flat) <= 140 else f"{flat[:137].rpartition(' ')[0]}…"


def _joined(texts: list[str]) -> str:
    texts = [text for text in dict.fromkeys(texts) if text]
    separator = "; " if any(len(text.split()) > 4 for text in texts) else ", "
    shown = separator.join(texts[:_MOST])
    return f"{shown} and {len(texts) - _MOST} more" if len(texts) > _MOST else shown


def _scope(facts: list[Fact], _: Analysis) -> str:
    scopes = [fact for fact in facts if isinstance(fact, Scope)]
    sized = [scope for scope in scopes if scope.size]
    if sized:
        return sized[-1].size or ""
    return _joined([_one_line(scope.text) for scope in scopes if not scope.file_count])


def _complexity(facts: list[Fact], _: Analysis) -> str:
    levels = [fact.complexity for fact in facts if isinstance(fact, Scope) and fact.complexity]
    return f"{levels[-1]} complexity" if levels else ""


def _file_count(facts: list[Fact], _: Analysis) -> str:
    scopes = [fact for fact in facts if isinstance(fact, Scope) and fact.file_count is not None]
    if not scopes:
        return ""
    last = scopes[-1]
    parts = [f"{number} {_PART.get(name, name)}" for name, number in last.breakdown.items() if number]
    count = f"about {last.file_count} file{'' if last.file_count == 1 else 's'}"
    return f"{count} ({', '.join(parts)})" if parts else count


_PART: Final = {
    "new": "new",
    "modify": "to modify",
    "test": "of tests",
    "config": "of configuration",
    "docs": "of documentation",
}


def _priorities(facts: list[Fact], analysis: Analysis) -> str:
    by_level: dict[str, list[str]] = {}
    for fact in facts:
        if isinstance(fact, Priority):
            owner = analysis.get(fact.target)
            name = f"{fact.target} {owner.title}" if isinstance(owner, Requirement) else fact.target
            by_level.setdefault(fact.level, []).append(name)
    return "; ".join(
        f"{level}: {listed(by_level[level])}"
        for level in ("Must", "Should", "Could", "Won't")
        if level in by_level
    )


def _requirements(facts: list[Fact], analysis: Analysis) -> str:
    texts: list[str] = []
    for fact in facts:
        if isinstance(fact, Requirement):
            criteria = sum(1 for c in analysis.of(Criterion) if c.requirement == fact.id)
            name = fact.title if fact.id.startswith("new:") else f"{fact.id} {fact.title}"
            texts.append(f"{name} ({criteria} criteri{'on' if criteria == 1 else 'a'})" if criteria else name)
    return _joined(texts)


def _ways(facts: list[Fact], _: Analysis) -> str:
    """A way through something, step by step."""
    ways = [
        " → ".join(_one_line(step) for step in fact.steps) if fact.steps else _one_line(fact.title)
        for fact in facts
        if isinstance(fact, Journey | DataFlow)
    ]
    return "; ".join(dict.fromkeys(ways[:2]))


def _paths(facts: list[Fact], _: Analysis) -> str:
    texts = [
        f"`{fact.path}`"
        for fact in facts
        if isinstance(fact, DirectChange | IndirectChange | CoverageGap | OrderItem) and fact.path
    ]
    return _joined(texts)


def _entries(facts: list[Fact], _: Analysis) -> str:
    return _joined([entry_label(fact) for fact in facts if isinstance(fact, EntryPoint)])


def _risk_zones(facts: list[Fact], _: Analysis) -> str:
    zones = [fact for fact in facts if isinstance(fact, RiskZone) and fact.path]
    texts = [
        f"`{zone.path}` ({zone.level}{': ' + _one_line(zone.why) if zone.why else ''})" for zone in zones
    ]
    return _joined(texts)


def _risks(facts: list[Fact], _: Analysis) -> str:
    return _joined(
        [_one_line(fact.title) for fact in facts if isinstance(fact, RiskZone) and fact.title != fact.path]
    )


def _keywords(facts: list[Fact], _: Analysis) -> str:
    words = [
        f"{fact.word} ({fact.hits} file{'' if fact.hits == 1 else 's'})" if fact.hits else fact.word
        for fact in facts
        if isinstance(fact, Keyword)
    ]
    return ", ".join(words[:8])


_SPECIAL: Final[Mapping[str, Callable[[list[Fact], Analysis], str]]] = {
    "scope": _scope,
    "complexity": _complexity,
    "file_count": _file_count,
    "priorities": _priorities,
    "requirements": _requirements,
    "journeys": _ways,
    "data_flows": _ways,
    "direct_changes": _paths,
    "indirect_changes": _paths,
    "coverage_gaps": _paths,
    "order": _paths,
    "entry_points": _entries,
    "risk_zones": _risk_zones,
    "risks": _risks,
    "keywords": _keywords,
}
