"""Whether a question of the content suits this item: its nature, what is known, whether there is code, how deep we go."""

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.phases import Depth
from roundtable.analysis.questions import CODE, Question, applies
from roundtable.analysis.scanning import ScanResult
from roundtable.language.natures import nature_of


def suits(question: Question, analysis: Analysis, scan: ScanResult | None, depth: Depth) -> bool:
    """Whether to put the question; without a scan there may be code."""
    request = analysis.draft or analysis.title
    known = {fact.kind for fact in analysis.facts}
    if scan is None or scan.total_files:
        known.add(CODE)
    told = " ".join(turn.text for turn in analysis.turns if turn.number > 0)
    return applies(question, nature_of(request), known, said=request, told=told, deep=depth is Depth.DEEP)
