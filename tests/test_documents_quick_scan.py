"""quick-scan.md: the labels that other tools look for, and the reader for what others wrote."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.changes import add
from roundtable.analysis.scanning import QuickScan
from roundtable.documents.page import RenderContext
from roundtable.documents.quick_scan import read_quick_scan
from roundtable.documents.rendering import render_document
from roundtable.facts import DirectChange
from roundtable.facts.evidence import Quote
from sample import CONTEXT, SCAN, an_analysis


def the_quick_scan(analysis: Analysis, context: RenderContext) -> str:
    text = render_document("quick-scan.md", analysis, context)
    assert text is not None
    return text


@pytest.mark.rule("P-DEPTH-17", "P-ART-01", "X-58")
def test_the_three_labels_stand_on_lines_of_their_own() -> None:
    lines = [line.rstrip() for line in the_quick_scan(an_analysis(), CONTEXT).splitlines()]
    assert {"Estimated Scope: medium", "File Count: 3", "Complexity: medium"} <= set(lines)


@pytest.mark.rule("P-DEPTH-17", "L-THR-01")
def test_without_facts_the_scan_speaks_and_nobody_trusts_it() -> None:
    text = the_quick_scan(Analysis(), CONTEXT.model_copy(update={"scan": SCAN}))
    assert read_quick_scan(text) == QuickScan(scope="medium", file_count=6, complexity="medium")
    assert "**Confidence**: Low" in text.splitlines()[2]


@pytest.mark.rule("P-DEPTH-19", "X-54")
@pytest.mark.parametrize(
    ("count", "size", "complexity"),
    [
        (1, "small", "low"),
        (4, "small", "low"),
        (5, "medium", "medium"),
        (15, "medium", "medium"),
        (16, "large", "high"),
    ],
)
def test_a_size_that_nobody_stated_follows_the_files_that_change(
    count: int, size: str, complexity: str
) -> None:
    said = Quote(turn=1, start=0, end=1, text="I")
    files = [DirectChange(path=f"{at}.py", text="here", evidence=(said,)) for at in range(count)]
    context = CONTEXT.model_copy(update={"scan": SCAN})
    text = the_quick_scan(add(Analysis(), files)[0], context)
    assert read_quick_scan(text) == QuickScan.model_validate(
        {"scope": size, "file_count": count, "complexity": complexity}
    )


@pytest.mark.rule("P-DEPTH-17", "X-58")
@pytest.mark.parametrize(
    ("text", "scope", "count", "complexity"),
    [
        ("Estimated Scope: small\nFile Count: 3\nComplexity: low", "small", 3, "low"),
        ("Scope: LARGE (many parts)\nEstimated Files: ~40\nComplexity: High", "large", 40, "high"),
        ("**Estimated Scope**: medium\n**File Count Estimate**: ~12 files", "medium", 12, "unknown"),
        ("**Scope:** small\n- **Files:** 2-4\n* Complexity: medium", "small", 4, "medium"),
        ("| Scope | medium |\n|---|---|\n| File Count | 6–15 |\n| Complexity | low |", "medium", 15, "low"),
        ("### Scope Estimate\n\nScope Estimate: large\nFile Count Estimate: 5 to 20 files", "large", 20, "unknown"),
        ('```json\n{"scope_estimate": "small", "file_count_estimate": 4, "complexity": "low"}\n```', "small", 4, "low"),
        ("File Count: 1,200", "unknown", 1200, "unknown"),
        ("nothing of the kind, scope creep and complexity", "unknown", 0, "unknown"),
        ("```json\n{broken\n```\n", "unknown", 0, "unknown"),
        ("```json\n[1, 2]\n```\nScope: medium", "medium", 0, "unknown"),
        ("", "unknown", 0, "unknown"),
    ],
)  # fmt: skip
def test_what_others_wrote_is_read(text: str, scope: str, count: int, complexity: str) -> None:
    assert read_quick_scan(text).model_dump() == {
        "scope": scope,
        "file_count": count,
        "complexity": complexity,
    }


@given(st.text())
def test_any_text_has_an_answer(text: str) -> None:
    assert read_quick_scan(text).file_count >= 0
