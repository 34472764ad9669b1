"""Circles in what depends on what."""

from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

from roundtable.documents.checks.findings import Report


def check_circles(
    rule: str, things: str, edges: Mapping[tuple[str, str], tuple[str, int]], names: Mapping[str, str]
) -> Iterator[Report]:
    """Each circle once; `edges` are (who, on whom) with file and line, `names` what each is called."""
    left: dict[str, dict[str, None]] = {}
    for who, whom in sorted(edges):
        left.setdefault(who, {})[whom] = None
    while True:
        try:
            TopologicalSorter(left).prepare()
        except CycleError as error:
            # Each depends on the one before it; the first stands there once more at the end.
            circle: list[str] = error.args[1][:0:-1]
            turn = circle.index(min(circle))
            circle = [*circle[turn:], *circle[:turn]]
            del left[circle[-1]][circle[0]]
            shown = " → ".join(names[one] for one in (*circle, circle[0]))
            said = f"{things} depend on each other in a circle: {shown}."
            yield Report(rule, *edges[circle[0], circle[1 % len(circle)]], " ".join(circle), said)
        else:
            return
