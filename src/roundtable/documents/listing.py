"""Small pieces of Markdown that several documents share: lists of facts with their source, and labelled lines."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.facts import Assumption, Fact, OpenQuestion
from roundtable.documents.escaping import inline, lead
from roundtable.documents.page import Section, section
from roundtable.documents.sources import marked_note
from roundtable.documents.views import ID, SOURCE, Column, View, render_table

__all__ = ["OPEN_QUESTIONS", "assumption", "fields", "labelled", "noted", "open_questions", "titled"]

OPEN_QUESTIONS: Final = View(
    kind="open_question",
    columns=(
        ID,
        Column(header="Question", field="text"),
        Column(header="Why It Is Open", field="why", also=("Why", "Context", "Reason")),
        Column(header="Who Can Settle It", field="settles", needs="who can settle it", also=("Owner", "Who")),
        SOURCE,
    ),
)


_TOPIC_PHASES: Final = {"technical-analysis": "02", "architecture": "03", "specification": "04"}


def noted(text: str, fact: Fact, analysis: Analysis) -> str:
    """Words with their source in quiet type behind them."""
    return f"{lead(text)} *({marked_note(fact, analysis)})*"


def labelled(label: str, items: Iterable[str]) -> str:
    """A bold line and the list below it; nothing when the list is empty."""
    lines = [f"- {item}" for item in items]
    return "\n".join([f"**{label}:**", "", *lines]) if lines else ""


def fields(*pairs: tuple[str, str]) -> str:
    """`**Key**: value` lines, each on its own; those without a value are left out."""
    return "  \n".join(f"**{key}**: {value}" for key, value in pairs if value)


def titled(fact_id: str, title: str) -> str:
    """`FR-001 (Apply a code)`, for references in running text."""
    return f"{fact_id} ({inline(title)})" if title else fact_id


def assumption(fact: Assumption) -> str:
    """An assumption as a flagged quote."""
    text = inline(fact.text.rstrip(" .") or fact.text)
    settles = f" {inline(fact.settles)} can settle it." if fact.settles else ""
    return f"> **Assumption**: {text}. Flagged for validation.{settles}"


def open_questions(name: str, analysis: Analysis, phase: str = "", most: int = 0) -> Section:
    """The section that lists what nobody could answer yet; with a phase number, only what came up there.

    `most`: how many of those are shown that another document lists as well; where the others are is said below them.

    The requirements take what belongs to no later phase, so that each question stands in one place (and in the summary).
    """
    asked = [fact for fact in analysis.of(OpenQuestion) if not phase or _phase(fact) == phase]
    listed = [fact for fact in asked if _phase(fact) in _LISTED]
    left = listed[most:] if most and len(listed) > most + 1 else []
    table = render_table(OPEN_QUESTIONS, [fact for fact in asked if fact not in left], analysis)
    return section(name, "Open Questions", asked, table, _elsewhere(left), analysis=analysis, weighs=False)


_LISTED: Final = {
    "01": "requirements-spec.md",
    "02": "impact-analysis.md",
    "03": "architecture-overview.md",
}
"""Where the questions of a phase are listed; those of the design stand in the summary alone."""


def _elsewhere(left: Sequence[Fact]) -> str:
    """ "… and 12 more: 9 in requirements-spec.md, 3 in impact-analysis.md"."""
    if not left:
        return ""
    counts = Counter(_phase(fact) for fact in left)
    places = ", ".join(f"{counts[phase]} in [{_LISTED[phase]}]({_LISTED[phase]})" for phase in sorted(counts))
    return f"… and {len(left)} more: {places}."


def _phase(fact: Fact) -> str:
    step = fact.step_id or ""
    return _TOPIC_PHASES.get(step) or (step[:2] if step[:2] in {"02", "03", "04"} else "01")
