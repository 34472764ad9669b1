"""adr-NNNN-title.md: one file per decision whose ways were weighed, with its context, options and consequences.

A decision that was only stated has no file of its own; the overview gives its reason.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.documents.escaping import inline
from roundtable.documents.page import Page, RenderContext
from roundtable.documents.typography import ended, listed, table
from roundtable.facts import Decision, Option
from roundtable.facts.evidence import Quote

_LONGEST_SLUG: Final = 50


def slug_of(text: str) -> str:
    """A file-name part that every system can store: lower-case ASCII letters, digits and hyphens."""
    ascii_only = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    return re.sub(r"[^a-z0-9]+", "-", ascii_only)[:_LONGEST_SLUG].strip("-") or "untitled"


def adr_name(decision: Decision, existing: Sequence[str] = ()) -> str:
    """`adr-0001-keep-codes-in-the-database.md`; a decision that already has a file keeps its name."""
    kept = _files_of(decision.id, existing)
    return kept[0] if kept else f"adr-{_number(decision.id)}-{slug_of(decision.title)}.md"


def has_adr(decision: Decision, analysis: Analysis, context: RenderContext) -> bool:
    """Whether it has a file of its own: ways were weighed, or the file is there already."""
    is_weighed = len(options_of(decision, analysis)) > 1 or bool(decision.context and decision.consequences)
    return is_weighed or bool(_files_of(decision.id, context.existing))


def withdrawn_adrs(analysis: Analysis, context: RenderContext) -> dict[str, str]:
    """Files of decisions that were taken back, with the ids of those."""
    gone = [fact_id for fact_id in analysis.retracted if fact_id.startswith(f"{Decision.prefix}-")]
    return {name: fact_id for fact_id in gone for name in _files_of(fact_id, context.existing)}


def options_of(decision: Decision, analysis: Analysis) -> list[Option]:
    return [option for entry in decision.options if isinstance(option := analysis.get(entry), Option)]


def options_table(page: Page, options: Sequence[Option], chosen: str = "") -> str:
    """Option, for, against; a list where nothing was weighed."""
    if not any(option.pros or option.cons for option in options):
        return page.bullets(options)
    rows: list[tuple[str, ...]] = []
    for option in options:
        name = page.words(option.title)
        name = f"**{name}**" if option.recommended or option.id == chosen else name
        summary = option.summary if option.summary.strip() != option.title.strip() else ""
        told = f"{name}{page.doubt(option)}{page.mark(option, option.title)}"
        rows.append((told, page.words(summary), _points(page, option.pros), _points(page, option.cons)))
    return table(("Option", "What", "For", "Against"), rows)


def adr_page(decision: Decision, analysis: Analysis, context: RenderContext) -> Page:
    name = adr_name(decision, context.existing)
    title = f"{decision.id}: {decision.title or decision.choice}"
    page = Page(name, analysis, context, (decision,), title=title, status=decision.status)
    is_said = any(isinstance(item, Quote) and item.text == decision.choice for item in decision.evidence)
    choice = f'"{page.words(decision.choice)}"' if is_said else ended(page.words(decision.choice))
    why = f"**Why**: {ended(page.words(decision.rationale))}" if decision.rationale else ""
    page.section("Context", page.words(decision.context))
    page.section("Decision", f"{choice}{page.mark(decision, decision.choice)}", why)
    page.section("Options Considered", options_table(page, options_of(decision, analysis)))
    page.show(decision)
    page.section("Consequences", listed(page.words(entry) for entry in decision.consequences))
    page.section("Requirements", inline(", ".join(decision.requirements)))
    return page


def withdrawn_page(name: str, fact_id: str, analysis: Analysis, context: RenderContext) -> Page:
    """What stands in the file of a decision that was taken back: nothing of it."""
    page = Page(name, analysis, context, title=f"{fact_id}: withdrawn", status="Superseded")
    page.opening("This decision was withdrawn. What was decided: [README.md](README.md).")
    return page


def _points(page: Page, points: Sequence[str]) -> str:
    return "; ".join(page.words(entry.rstrip(" ."), opens=False) for entry in points)


def _files_of(decision_id: str, existing: Sequence[str]) -> list[str]:
    start = f"adr-{_number(decision_id)}-"
    return sorted(name for name in existing if name.startswith(start) and name.endswith(".md"))


def _number(decision_id: str) -> str:
    digits = decision_id.rpartition("-")[2]
    return digits.zfill(4) if digits.isdecimal() else slug_of(decision_id)
