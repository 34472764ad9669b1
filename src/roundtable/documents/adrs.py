"""adr-NNNN-title.md: one file per architecture decision, with its context, options and consequences."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.facts import Decision, Option, Requirement
from roundtable.documents.escaping import inline, lead
from roundtable.documents.listing import fields, titled
from roundtable.documents.page import Page, RenderContext, page, section
from roundtable.documents.sources import marked_note
from roundtable.documents.views import tbd

__all__ = ["adr_name", "adr_page", "slug_of"]

_LONGEST_SLUG: Final = 50


def slug_of(text: str) -> str:
    """A file-name part that every system can store: lower-case ASCII letters, digits and hyphens."""
    ascii_only = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    return re.sub(r"[^a-z0-9]+", "-", ascii_only)[:_LONGEST_SLUG].strip("-") or "untitled"


def adr_name(decision: Decision, existing: Sequence[str] = ()) -> str:
    """`adr-0001-keep-codes-in-the-database.md`; a decision that already has a file keeps its name."""
    digits = decision.id.rpartition("-")[2]
    number = digits.zfill(4) if digits.isdecimal() else slug_of(decision.id)
    kept = sorted(name for name in existing if name.startswith(f"adr-{number}-") and name.endswith(".md"))
    return kept[0] if kept else f"adr-{number}-{slug_of(decision.title)}.md"


def adr_page(decision: Decision, analysis: Analysis, context: RenderContext) -> Page:
    """One decision as a document of its own."""
    name = adr_name(decision, context.existing)
    options = [option for entry in decision.options if isinstance(option := analysis.get(entry), Option)]
    requirements = [
        found for entry in decision.requirements if isinstance(found := analysis.get(entry), Requirement)
    ]
    own = (decision,)
    sections = (
        section(name, "Status", own, decision.status, analysis=analysis),
        section(name, "Context", own, lead(decision.context), analysis=analysis),
        section(
            name,
            "Decision",
            own,
            lead(decision.choice),
            fields(
                ("Why", inline(decision.rationale) or tbd("the reason")),
                ("Source", marked_note(decision, analysis)),
            ),
            analysis=analysis,
        ),
        section(
            name,
            "Options Considered",
            options,
            "\n".join(_option(option) for option in options),
            analysis=analysis,
        ),
        section(
            name,
            "Consequences",
            own,
            "\n".join(f"- {lead(entry)}" for entry in decision.consequences),
            analysis=analysis,
        ),
        section(
            name,
            "Requirements",
            requirements,
            "\n".join(f"- {titled(fact.id, fact.title)}" for fact in requirements),
            analysis=analysis,
        ),
    )
    return page(name, sections, own, analysis, title=f"{decision.id}: {decision.title}")


def _option(option: Option) -> str:
    words = [option.summary.rstrip(". ")] if option.summary else []
    words += [f"For it: {'; '.join(option.pros)}"] if option.pros else []
    words += [f"Against it: {'; '.join(option.cons)}"] if option.cons else []
    told = f" -- {inline('. '.join(words))}." if words else ""
    return f"- **{option.id}: {inline(option.title)}**{told}"
