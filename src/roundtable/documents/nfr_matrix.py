"""docs/common/nfr-matrix.md: the quality requirements of all items that have a figure, one section each.

Items share the file, so each writes its own section and nothing else: every other byte stays as it is, and no item reads what
another wrote. A section that somebody edited stays theirs, one that they deleted stays away, by the rules that hold for all
documents (`threeway`). The sources are in the item's own requirements-spec.md.
"""

from collections.abc import Mapping
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.documents.catalog import NFR_MATRIX
from roundtable.documents.escaping import heading, inline
from roundtable.documents.insights import insight_block
from roundtable.documents.page import RenderContext, header_fields
from roundtable.documents.pieces import without_fields
from roundtable.documents.threeway import MergeResult, Piece, merge_pieces
from roundtable.documents.typography import set_words, table
from roundtable.facts import Quality
from roundtable.facts.evidence import overall
from roundtable.language.markdown import newline_of, plain_title, read_markdown

_TITLE: Final = "# Quality Requirements Matrix\n\nOne section per item.\n"
_SPEC: Final = "../requirements/{slug}/requirements-spec.md#quality-requirements"


def merge_nfr_matrix(
    old_text: str | None, slug: str, analysis: Analysis, context: RenderContext, known: Mapping[str, str]
) -> MergeResult:
    """The shared matrix with our news and their words in this item's section; `known` is what we last wrote there."""
    old = old_text or ""
    theirs = _pieces(slug, _find(old, slug)[1])
    ours = _pieces(slug, _section(slug, analysis, context))
    merged = merge_pieces(theirs, ours, known if old.strip() else {})
    if merged.edited or merged.deleted:
        return merged.put_together(old)
    return merged.put_together(put_section(old, slug, "".join(piece.text for piece in ours)))


def _pieces(slug: str, text: str) -> list[Piece]:
    return [Piece(key=slug, name=slug, text=text, level=2, stable=without_fields(text))] if text else []


def _find(old: str, slug: str) -> tuple[int, str]:
    """Where the item's section begins, and its text with what is below it; the end and nothing when there is none."""
    parts = read_markdown(old)
    items = [section for section in parts.sections if section.level == 2]
    mine = next((one for one in items if plain_title(one.title) == plain_title(slug)), None)
    return (parts.offset(mine.line), parts.whole(mine)) if mine else (len(old), "")


def section_of(text: str, slug: str) -> str:
    return _find(text, slug)[1]


def put_section(old: str, slug: str, written: str) -> str:
    """The matrix with another section for the item; every other byte stays."""
    at, whole = _find(old, slug)
    if not whole:
        if not written:
            return old
        start = old if old.strip() else _TITLE
        newline = newline_of(start)
        gap = "" if not start or start.endswith(("\n", "\r")) else newline
        return start + gap + newline + written.replace("\n", newline)
    newline = newline_of(old)
    before, after = old[:at], old[at + len(whole) :]
    return before + written.replace("\n", newline) + (newline if written and after else "") + after


def _section(slug: str, analysis: Analysis, context: RenderContext) -> str:
    facts = sorted((fact for fact in analysis.of(Quality) if fact.target.strip()), key=lambda fact: fact.id)
    if not facts:
        return ""
    confidence = overall(analysis.confidence(fact) for fact in facts)
    fields = header_fields(NFR_MATRIX, confidence, f"{len(facts)} with a figure", analysis, context)
    rows: list[tuple[str, str, str]] = []
    for fact in facts:
        metric = f"{inline(fact.metric)}: " if fact.metric else ""
        rows.append((set_words(fact.text), f"{metric}{inline(fact.target)}", set_words(fact.measured)))
    targeted = [one for one in analysis.discussions if (NFR_MATRIX, slug) in one.targets]
    pieces = [
        f"## {heading(slug)}",
        " · ".join(f"**{key}**: {inline(value)}" for key, value in fields.items()),
        f"Where each comes from: [requirements-spec.md]({_SPEC.format(slug=slug)}).",
        table(("Requirement", "Target", "Measured"), rows),
        *map(insight_block, targeted),
    ]
    return "\n\n".join(pieces) + "\n"
