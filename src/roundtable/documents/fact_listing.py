"""Every fact of an item for programs: its fields, how far to trust it, where it comes from and which documents show it.

Elsewhere: its JSON Schema (`schemas/`), the command that prints it (`roundtable.commands.show`).
"""

from typing import Any

from roundtable.analysis.analysis import Analysis
from roundtable.documents.page import RenderContext
from roundtable.documents.rendering import documents_showing
from roundtable.facts.evidence import Confidence, Evidence
from roundtable.facts.record import Record

_APART = {"kind", "id", "evidence", "step_id"}


class FactEntry(Record):
    """One fact."""

    id: str
    kind: str
    fields: dict[str, Any]
    """What it says; which fields there are depends on the kind."""
    confidence: Confidence
    evidence: tuple[Evidence, ...]
    documents: tuple[str, ...]
    """The documents of the item that show it."""
    step_id: str | None = None
    """The step or topic it was gathered in."""
    stale_because: tuple[str, ...] = ()
    """Facts it rests on that have changed since."""


class ItemFacts(Record):
    """What `roundtable show SLUG --json` prints."""

    slug: str
    title: str
    documents: tuple[str, ...]
    """The files of the item, those it shares with other items as paths from the root."""
    facts: tuple[FactEntry, ...]


def list_facts(analysis: Analysis, context: RenderContext, documents: tuple[str, ...]) -> ItemFacts:
    """The facts in the order they were recorded; of the documents only those that are there."""
    there = {name.rpartition("/")[2] for name in documents}
    shown = documents_showing(analysis, context)
    return ItemFacts(
        slug=analysis.slug or context.slug,
        title=analysis.title or context.title,
        documents=documents,
        facts=tuple(
            FactEntry(
                id=fact.id,
                kind=fact.kind,
                fields=fact.model_dump(mode="json", exclude=_APART),
                confidence=analysis.confidence(fact),
                evidence=fact.evidence,
                documents=tuple(name for name in shown.get(fact.id, ()) if name in there),
                step_id=fact.step_id,
                stale_because=analysis.stale.get(fact.id, ()),
            )
            for fact in analysis.facts
        ),
    )
