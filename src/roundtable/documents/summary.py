"""design-summary.md: README.md is the summary; where a step must leave this file, it says so."""

from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.documents.page import Page, RenderContext
from roundtable.facts import Requirement

NAME: Final = "design-summary.md"


def summary_page(analysis: Analysis, context: RenderContext) -> Page:
    """Title, header line and a link."""
    page = Page(NAME, analysis, context, analysis.of(Requirement))
    page.opening("The summary of this item is [README.md](README.md).")
    return page
