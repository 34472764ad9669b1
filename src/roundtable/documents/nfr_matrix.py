"""docs/common/nfr-matrix.md: the quality requirements of all items, one section each.

Items share the file, so each writes its own section and nothing else: every other byte stays as it is.
"""

from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.evidence import overall
from roundtable.analysis.facts import Quality
from roundtable.documents.escaping import heading
from roundtable.documents.insights import insight_block
from roundtable.documents.markdown import lines_of, plain_title, split
from roundtable.documents.page import RenderContext, header_lines
from roundtable.documents.requirements import QUALITIES
from roundtable.documents.views import View, render_table

__all__ = ["MATRIX", "NAME", "update_nfr_matrix"]

NAME: Final = "nfr-matrix.md"
MATRIX: Final = View(
    kind="quality", columns=tuple(column for column in QUALITIES.columns if column.header != "For")
)
_TITLE: Final = (
    "# Quality Requirements Matrix\n\nOne section per item; the details are in its requirements-spec.md.\n"
)


def update_nfr_matrix(
    old_text: str | None, slug: str, analysis: Analysis, context: RenderContext | None = None
) -> str:
    """The shared matrix with this item's section brought up to date (added, replaced, or taken out when it is empty)."""
    context = context or RenderContext(slug=slug)
    old = old_text or ""
    written = _section(slug, analysis, context)
    parts = split(old)
    mine = next(
        (s for s in parts.sections if s.level == 2 and plain_title(s.title) == plain_title(slug)), None
    )
    if mine is None:
        if not written:
            return old
        start = old if old.strip() else _TITLE
        newline = "\r\n" if "\r\n" in start else "\n"
        gap = "" if not start or start.endswith(("\n", "\r")) else newline
        return f"{start}{gap}{newline}{written.replace(chr(10), newline)}"
    whole = parts.whole(mine)
    at = old.index(whole, sum(len(line) for line in lines_of(old)[: mine.line - 1]))
    before, after = old[:at], old[at + len(whole) :]
    newline = "\r\n" if "\r\n" in old else "\n"
    return before + written.replace("\n", newline) + (newline if written and after else "") + after


def _section(slug: str, analysis: Analysis, context: RenderContext) -> str:
    facts = sorted(analysis.of(Quality), key=lambda fact: fact.id)
    if not facts:
        return ""
    confidence = overall(analysis.confidence(fact) for fact in facts)
    coverage = f"{sum(bool(fact.target) for fact in facts)} of {len(facts)} with a figure"
    blocks = [
        insight_block(discussion) for discussion in analysis.discussions if (NAME, slug) in discussion.targets
    ]
    pieces = [
        f"## {heading(slug)}",
        header_lines(NAME, confidence, coverage, analysis, context),
        render_table(MATRIX, facts, analysis),
        *blocks,
    ]
    return "\n\n".join(pieces) + "\n"
