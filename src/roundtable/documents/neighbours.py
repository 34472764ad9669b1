"""The files around a change that are worth telling: who calls, overrides, tests or spells what was named, and what somebody said.

Who merely imports a changed file is not told, nor what only the history or a likeness of words puts near it.

Elsewhere: the files that change (`impact`), where names stand (`occurrences`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.documents.escaping import code
from roundtable.documents.from_scan import is_ruled_out, is_said
from roundtable.documents.occurrences import Holder, holders
from roundtable.documents.page import Page, RenderContext
from roundtable.documents.typography import ended, joined, listed
from roundtable.facts import IndirectChange, NoChange

_MOST: Final = 10
_VERB: Final = re.compile(r"^(use|call|import|test|read|name)s\b")
_PLURAL: Final = {
    "overrides": "override",
    "calls": "call",
    "raises": "raise",
    "catches": "catch",
    "names": "name",
    "exports": "export",
    "has": "have",
    "defines its own": "define their own",
}


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Files that share one reason to be near the change: what somebody told of them, or what they do with what changes."""

    paths: tuple[str, ...]
    why: str = ""
    """As somebody told it."""
    facts: tuple[IndirectChange, ...] = ()
    holders: tuple[Holder, ...] = ()
    more: int = 0
    """Files that are too many to name."""


def neighbours(analysis: Analysis, context: RenderContext, changed: Sequence[str]) -> list[Neighbour]:
    """What is near the files that change, what was told first."""
    relations = {(e.source, e.target): e.kind for e in context.scan.impact.edges} if context.scan else {}
    groups: dict[tuple[str, str], list[IndirectChange]] = {}
    seen = set(changed)
    for fact in analysis.of(IndirectChange):
        known = is_said(fact) or is_ruled_out(fact.path, analysis)
        is_noise = context.scan is not None and (
            fact.tier == "distant"
            or relations.get((fact.path, fact.via), "") in {"", "co-change"}
            or fact.via not in changed
        )
        if fact.path not in seen and (known or not is_noise):
            seen.add(fact.path)
            groups.setdefault((fact.why, fact.via), []).append(fact)
    told = [
        Neighbour(tuple(fact.path for fact in facts), _reason(facts[0]), facts=tuple(facts))
        for facts in groups.values()
    ]
    return [*told[:_MOST], *_from_code(holders(set(changed), context.scan), seen, analysis)]


def reached(found: Sequence[Neighbour]) -> int:
    return len({path for one in found for path in one.paths}) + sum(one.more for one in found)


def tests_among(found: Sequence[Neighbour]) -> list[Neighbour]:
    return [one for one in found if one.paths and one.holders and all(at.is_test for at in one.holders)]


def _from_code(found: Sequence[Holder], seen: set[str], analysis: Analysis) -> list[Neighbour]:
    """Files that do one and the same together; one that does several things, or that was ruled out, by itself."""
    by_path: dict[str, list[Holder]] = {}
    for one in found:
        if one.path and one.path not in seen:
            by_path.setdefault(one.path, []).append(one)
    groups: dict[str | tuple[str, str, bool], list[Holder]] = {}
    for path, mine in by_path.items():
        is_alone = len(mine) > 1 or is_ruled_out(path, analysis)
        key = path if is_alone else (mine[0].verb, mine[0].shown, mine[0].is_test)
        groups.setdefault(key, []).extend(mine)
    near = [
        Neighbour(tuple(dict.fromkeys(one.path for one in group)), holders=tuple(group))
        for group in groups.values()
    ]
    many = [
        Neighbour((), f"{one.shown} stands in {one.more} more files", more=one.more)
        for one in found
        if one.more
    ]
    return [*near[:_MOST], *many]


def render_neighbours(page: Page, found: Sequence[Neighbour]) -> str:
    """The list; a file that was ruled out is told as left alone, with the denial in its footnote."""
    denied = {fact.path: fact for fact in page.analysis.of(NoChange) if fact.path}
    lines: list[str] = []
    told: set[str] = set()
    for one in found:
        if one.more:
            lines.append(ended(one.why))
            continue
        no = next(
            (denied[path] for path in denied if any(f"/{p}".endswith(f"/{path}") for p in one.paths)), None
        )
        words = told_of(one) if one.holders else _told_by_somebody(page, one)
        marks = "".join(dict.fromkeys(page.mark(fact, one.why) for fact in one.facts))
        if no is not None:
            told.add(no.id)
            words = words.rstrip(".") + (" and" if one.why or one.holders else "") + " is not touched"
            marks += page.mark(no, one.why)
        lines.append(f"{ended(words)}{marks}")
    lines += [
        f"{code(fact.path)} is not touched.{page.mark(fact)}" if fact.path else page.sentence(fact)
        for fact in page.analysis.of(NoChange)
        if fact.id not in told
    ]
    return listed(lines)


def told_of(one: Neighbour) -> str:
    """What files do with what changes, with links to the lines."""
    if len(one.paths) == 1:
        deeds = joined(f"{at.verb} {at.shown} ({at.links})" for at in one.holders)
        return f"{code(one.paths[0])} {deeds}"
    first = one.holders[0]
    names = joined(f"{code(at.path)} ({at.links})" for at in one.holders)
    return f"{names} {_PLURAL.get(first.verb, first.verb)} {first.shown}"


def _told_by_somebody(page: Page, one: Neighbour) -> str:
    reason = page.words(one.why, one.paths[0], opens=False)
    if len(one.paths) > 1:
        reason = _VERB.sub(r"\1", reason)  # "uses it" of one is "use it" of two
    return f"{joined(code(path) for path in one.paths)} {reason}".rstrip()


def _reason(fact: IndirectChange) -> str:
    return fact.why or (f"uses `{fact.via}`" if fact.via else "")
