"""The files around a change that are worth telling: few, each with its reason, importers of one file in one line.

What only the history or a likeness of words puts near a change is left out; so is what lies further away, unless somebody
said it.

Elsewhere: the files that change (`impact`).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.documents.escaping import code
from roundtable.documents.from_scan import is_ruled_out, is_said, shown
from roundtable.documents.page import Page, RenderContext
from roundtable.documents.typography import ended, joined, listed
from roundtable.facts import IndirectChange, NoChange

__all__ = ["Neighbour", "is_test", "neighbours", "render_neighbours"]

_MOST_IMPORTERS: Final = 3
_MOST: Final = 10
_VERB: Final = re.compile(r"^(use|call|import|test|read|name)s\b")
_TEST: Final = re.compile(
    r"(?:^|/)(?:tests?|specs?|__tests__)/|(?:^|/)test_|_test\.|\.(?:test|spec)\.|_spec\."
)


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Files that share one reason to be near the change."""

    facts: tuple[IndirectChange, ...]
    why: str
    is_counted: bool = False
    """Too many to name: only their number is told."""

    @property
    def paths(self) -> tuple[str, ...]:
        """The files that are named."""
        return () if self.is_counted else tuple(fact.path for fact in self.facts)


def neighbours(analysis: Analysis, context: RenderContext, changed: Sequence[str]) -> list[Neighbour]:
    """What is near the files that change, best reason first."""
    relations = _relations(context)
    groups: dict[tuple[str, str], list[IndirectChange]] = {}
    imported: dict[str, list[IndirectChange]] = {}
    seen = set(changed)
    for fact in shown(IndirectChange, analysis, context):
        relation = relations.get((fact.path, fact.via), "")
        known = is_said(fact) or is_ruled_out(fact.path, analysis)
        is_noise = context.scan is not None and (
            fact.tier == "distant" or relation in {"", "co-change"} or fact.via not in changed
        )
        if fact.path in seen or (is_noise and not known):
            continue
        seen.add(fact.path)
        if relation in {"imports", "tests"} and not known:
            imported.setdefault(fact.via, []).append(fact)
        else:
            groups.setdefault((fact.why, fact.via), []).append(fact)
    found = [Neighbour(tuple(facts), _reason(facts[0])) for facts in groups.values()]
    for via, facts in imported.items():
        if len(facts) > _MOST_IMPORTERS:
            found.append(Neighbour(tuple(facts), f"{len(facts)} files import `{via}`", is_counted=True))
        else:
            found += [Neighbour((fact,), _reason(fact)) for fact in facts]
    return found[:_MOST]


def render_neighbours(page: Page, found: Sequence[Neighbour]) -> str:
    """The list; a file that was ruled out is told as left alone, with the denial in its footnote."""
    denied = {fact.path: fact for fact in page.analysis.of(NoChange) if fact.path}
    lines: list[str] = []
    told: set[str] = set()
    for one in found:
        if one.is_counted:
            for fact in one.facts:
                page.show(fact)
            lines.append(ended(page.words(one.why)))
            continue
        no = next(
            (denied[path] for path in denied if any(f"/{p}".endswith(f"/{path}") for p in one.paths)), None
        )
        reason = page.words(one.why, one.paths[0], opens=False)
        marks = "".join(dict.fromkeys(page.mark(fact, one.why) for fact in one.facts))
        if no is not None:
            told.add(no.id)
            reason = f"{reason} and is not touched" if reason else "is not touched"
            marks += page.mark(no, one.why)
        names = joined(code(path) for path in one.paths)
        if len(one.paths) > 1:
            reason = _VERB.sub(r"\1", reason)  # "uses it" of one is "use it" of two
        lines.append(f"{ended(f'{names} {reason}'.rstrip())}{marks}")
    lines += [
        f"{code(fact.path)} is not touched.{page.mark(fact)}" if fact.path else page.sentence(fact)
        for fact in page.analysis.of(NoChange)
        if fact.id not in told
    ]
    return listed(lines)


def is_test(path: str) -> bool:
    """Whether a file is a test, by its place or name."""
    return bool(_TEST.search(path))


def _reason(fact: IndirectChange) -> str:
    return fact.why or (f"uses `{fact.via}`" if fact.via else "")


def _relations(context: RenderContext) -> Mapping[tuple[str, str], str]:
    """What the scan saw between two files."""
    edges = context.scan.impact.edges if context.scan is not None else ()
    return {(edge.source, edge.target): edge.kind for edge in edges}
