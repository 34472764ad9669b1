"""RT242 to RT251: figures, counts, names and dependencies that contradict each other."""

from typing import Final

from roundtable.documents.checks.findings import Rule

__all__ = ["AGREEMENT"]

AGREEMENT: Final = (
    Rule(
        "RT242",
        "figures-disagree",
        "warning",
        "One requirement, quality or criterion with 800 ms in one document and 300 ms in another, or with another quoted message.",
        "Figures without a unit, places that share one figure of that kind, and sentences that name no id or several.",
        "Decide which figure is right, and write it in both places.",
    ),
    Rule(
        "RT243",
        "count-disagrees",
        "warning",
        "A number that counts what a table or list shows, and is wrong: affected files, a total, requirements in the summary.",
        "Counts in other documents; tables that say how many more there are.",
        "Correct the number, or complete the list.",
    ),
    Rule(
        "RT244",
        "circular-dependency",
        "warning",
        "Stories or requirements that depend on each other in a circle, so that none can be built first.",
        "Dependencies told in a sentence.",
        "Turn one dependency around, or move what both need into a requirement of its own.",
    ),
    Rule(
        "RT245",
        "name-differs",
        "warning",
        "A requirement that another document calls something else, or whose title has nothing to do with its text.",
        "Names that share a word with the requirement or its criteria; names of one word.",
        "Check the id: it probably means another requirement. Otherwise use the same name.",
    ),
    Rule(
        "RT247",
        "in-and-out-of-scope",
        "warning",
        "A requirement that is listed as out of scope and not as Won't.",
        "What is out of scope in words without an id.",
        "Remove it from one of the two, or give it the priority Won't.",
    ),
    Rule(
        "RT248",
        "matrix-row-twice",
        "warning",
        "The same requirement, criterion and story in two rows of the matrix.",
        "Rows that name only a requirement.",
        "Remove one row; a copied row usually should have named another criterion.",
    ),
    Rule(
        "RT251",
        "module-twice",
        "warning",
        "Two modules of one name.",
        "Modules of different names that do the same.",
        "Merge them, or rename one.",
    ),
)
