"""RT3xx: what the documents say about the code. Silent when nobody can be asked about the code."""

from typing import Final

from roundtable.documents.checks.findings import Rule

__all__ = ["CODE"]

CODE: Final = (
    Rule(
        "RT301",
        "citation-gone",
        "warning",
        "A file, line or symbol in back-quotes, a linked file, or a path with a line number that the repository does not have.",
        "Places marked as new, planned or deleted; patterns with `*`; names without their file beside them.",
        "Correct the citation, or mark the place as new.",
    ),
    Rule(
        "RT302",
        "cited-code-changed",
        "warning",
        "Requirements and documents that cite a symbol which changed after the analysis looked at it.",
        "Changes in files that nothing cites.",
        "Read the change, then confirm or amend what cites it.",
    ),
    Rule(
        "RT303",
        "affected-files-changed",
        "warning",
        "Directly affected files of the impact analysis that changed since (up to three: info).",
        "Changes elsewhere in the repository.",
        "Run `roundtable analyze` on the item again.",
    ),
)
