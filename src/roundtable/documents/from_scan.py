"""What a scan found, as facts whose only evidence is the code, and in which order files build on each other.

Documents show these where nobody has said anything yet. Confidence is Low until a person confirms them, because the code
alone does not say what has to change.

Elsewhere: what a scan finds (`roundtable.analysis.scanning`), which neighbours are worth telling (`occurrences`).
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final, Literal, TypeVar

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.scanning import ScanResult, is_below
from roundtable.documents.page import RenderContext
from roundtable.facts import CoverageGap, DirectChange, Fact, NoChange, OrderItem, Scope
from roundtable.facts.evidence import CodeAnchor

F = TypeVar("F", bound=Fact)
_MOST: Final = 30
"""Files of a plan that one page can hold."""
_MOST_SUGGESTED: Final = 4
"""Files that the scan alone may suggest as changing."""


def shown(kind: type[F], analysis: Analysis, context: RenderContext) -> tuple[F, ...]:
    """The facts of a kind; while there are none, what the scan suggests."""
    if (known := analysis.of(kind)) or context.scan is None:
        return known
    found = tuple(fact for fact in _facts_from(context.scan) if isinstance(fact, kind))
    return found[:_MOST_SUGGESTED] if kind is DirectChange else found


def is_ruled_out(path: str, analysis: Analysis) -> bool:
    """Whether the person said that this file, or the folder it is in, is left alone."""
    out = [fact.path for fact in analysis.of(NoChange) if fact.path]
    return is_below(path, out) or any(f"/{path}".endswith(f"/{place}") for place in out)


_LATER: Final = {"test": 1, "docs": 2}
_DOCS: Final = (".md", ".rst", ".adoc", ".txt")


def direct_changes(analysis: Analysis, context: RenderContext) -> list[DirectChange]:
    """The files that change, each once, in the person's order, else what others import first; named ones and those the code points to."""
    found: dict[str, DirectChange] = {}
    if "direct_change" in analysis.none_of and not analysis.of(DirectChange):
        # What the scan suggests was proposed, and the person said no.
        return []
    for fact in shown(DirectChange, analysis, context)[:_MOST]:
        if fact.is_stated or not is_ruled_out(fact.path, analysis):
            before = found.get(fact.path)
            found[fact.path] = fact if before is None else _both(before, fact)
    if analysis.of(DirectChange) and context.scan is not None:
        for one in context.scan.suggested:
            seen = DirectChange(path=one.path, why=one.reason, evidence=(CodeAnchor(path=one.path),))
            if not is_ruled_out(one.path, analysis):
                found.setdefault(one.path, seen)
    if places := _asked_places(analysis):
        return sorted(found.values(), key=lambda fact: places.get(fact.path, len(places)))
    later = _later(found, context)
    changes = sorted(found.values(), key=lambda fact: later.get(fact.path, 0))
    return _imported_first(changes, imports_between(tuple(found), context))


def _both(one: DirectChange, two: DirectChange) -> DirectChange:
    """Two places in one file: all that is said of either."""
    texts, whys = ([part for part in parts if part] for parts in ((one.text, two.text), (one.why, two.why)))
    evidence = tuple(dict.fromkeys((*one.evidence, *two.evidence)))
    text, why = (" ".join(dict.fromkeys(parts)) for parts in (texts, whys))
    return one.changed(text=text, why=why, evidence=evidence)


def _later(paths: Iterable[str], context: RenderContext) -> dict[str, int]:
    """The tests and documents among these files, which are written in this order once the sources are there."""
    kinds = {file.path: file.kind for file in context.scan.files} if context.scan is not None else {}
    docs = {path: "docs" for path in paths if path.endswith(_DOCS)}  # named, and not found by the scan
    return {path: _LATER[kind] for path, kind in (docs | kinds).items() if kind in _LATER}


def imports_between(
    paths: Collection[str], context: RenderContext, kind: Literal["imports", "types"] = "imports"
) -> set[tuple[str, str]]:
    """(importer, imported) among these files, as the code has it; `types` are those for a type checker alone."""
    edges = context.scan.impact.edges if context.scan is not None else ()
    pairs = {(edge.source, edge.target) for edge in edges if edge.kind == kind}
    return {(a, b) for a, b in pairs if a in paths and b in paths and a != b}


def is_sorted(changes: Sequence[DirectChange], analysis: Analysis, context: RenderContext) -> bool:
    """Whether imports tie all sources among these files together and give their order, and nobody asked for another."""
    later = _later((fact.path for fact in changes), context)
    at = {fact.path: place for place, fact in enumerate(changes) if fact.path not in later}
    pairs = imports_between(at, context)
    is_whole = bool(pairs) and {path for pair in pairs for path in pair} == at.keys()
    return is_whole and not _asked_places(analysis) and all(at[used] < at[user] for user, used in pairs)


def _imported_first(changes: list[DirectChange], pairs: set[tuple[str, str]]) -> list[DirectChange]:
    """In the order given, but for files that another one imports; a circle stays as it is."""
    pairs = {(user, used) for user, used in pairs if (used, user) not in pairs}
    waiting, result = list(changes), list[DirectChange]()
    while waiting:
        left = {fact.path for fact in waiting}
        free = [fact for fact in waiting if not any((fact.path, other) in pairs for other in left)]
        result.append((free or waiting)[0])
        waiting.remove(result[-1])
    return result


def _asked_places(analysis: Analysis) -> dict[str, int]:
    """Path to its place in the order of work that is on record; empty when there is none."""
    items = [item for item in analysis.of(OrderItem) if item.path]
    asked = [item for item in items if item.is_stated] or items
    return {item.path: at for at, item in enumerate(sorted(asked, key=lambda one: one.position))}


def _facts_from(scan: ScanResult) -> list[Fact]:
    lines = {file.path: file.best_line for file in scan.files}
    impact = scan.impact
    seen = tuple(CodeAnchor(path=entry.path) for entry in impact.direct[:1])
    known = {"size": scan.scope, "file_count": scan.file_count.total, "complexity": scan.complexity}
    facts: list[Fact] = [Scope.model_validate({"text": "", "evidence": seen, **known})]
    for one in impact.direct:
        anchor = CodeAnchor(path=one.path, line=lines.get(one.path))
        facts.append(DirectChange(path=one.path, why=one.reason, evidence=(anchor,)))
    gaps = [(gap.path, gap.reason) for gap in scan.coverage_gaps]
    facts += [CoverageGap(path=path, why=why, evidence=(CodeAnchor(path=path),)) for path, why in gaps]
    return facts
