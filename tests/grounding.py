"""Does everything on record trace back to a turn, the draft or the code?"""

import re
from collections.abc import Callable

from roundtable.analysis.analysis import Analysis
from roundtable.facts import BusinessRule, Constraint, Criterion, Fact, Quality, Requirement
from roundtable.facts.evidence import Assumed, CodeAnchor, Confirmed, HandEdit, Inferred, Quote

__all__ = ["ungrounded"]


def ungrounded(analysis: Analysis, exists: Callable[[str], bool]) -> list[str]:
    """What has no ground: facts, numbers and files, each as one line; empty when all is well."""
    found: list[str] = []
    for fact in analysis.facts:
        if not fact.evidence:
            found.append(f"{fact.id} has no evidence")
        found += [
            f"{fact.id}: {problem}" for item in fact.evidence for problem in _faults(analysis, item, exists)
        ]
        if not _reaches_ground(analysis, fact, frozenset()):
            found.append(f"{fact.id} rests on nothing")
        if isinstance(fact, Requirement | Criterion | Quality | BusinessRule | Constraint):
            known = " ".join(_words(analysis, fact, frozenset()))
            figures = re.findall(r"\d+(?:[.,]\d+)?", " ".join((fact.text, getattr(fact, "target", ""))))
            found += [
                f"{fact.id} has the number {figure} from nowhere" for figure in figures if figure not in known
            ]
    return found


def _faults(analysis: Analysis, item: object, exists: Callable[[str], bool]) -> list[str]:
    match item:
        case Quote():
            turn = analysis.turn(item.turn)
            return (
                []
                if turn is not None and turn.text[item.start : item.end] == item.text
                else [f"quote {item.text!r} is not there"]
            )
        case CodeAnchor():
            return (
                [] if item.status == "proposed-new" or exists(item.path) else [f"{item.path} does not exist"]
            )
        case Inferred():
            # What rested on a fact that was taken back is marked stale by the analysis itself.
            return [
                f"source {source} is unknown"
                for source in item.sources
                if source not in analysis.by_id and source not in analysis.retracted
            ]
        case _:
            return []


def _reaches_ground(analysis: Analysis, fact: Fact, seen: frozenset[str]) -> bool:
    for item in fact.evidence:
        if isinstance(item, Quote | CodeAnchor | Assumed | Confirmed | HandEdit):
            return True
        for source in item.sources:
            known = analysis.get(source)
            if known is not None and source not in seen and _reaches_ground(analysis, known, seen | {source}):
                return True
    return False


def _words(analysis: Analysis, fact: Fact, seen: frozenset[str]) -> list[str]:
    texts: list[str] = []
    for item in fact.evidence:
        if isinstance(item, Quote):
            texts.append(item.text)
        elif isinstance(item, Confirmed):
            turn = analysis.turn(item.turn)
            texts.append(turn.question if turn else "")
        elif isinstance(item, Inferred):
            for source in item.sources:
                known = analysis.get(source)
                if known is not None and source not in seen:
                    texts += [known.headline, *_words(analysis, known, seen | {source})]
    return texts
