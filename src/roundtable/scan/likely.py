"""How likely the first files of a ranking are to change, each by itself, and how far the first is to be trusted. Pure.

The ranking puts files in order. How many of them belong to the change is another question, answered from how far each lies
behind the best, whether the text names it, and whether history or an import joins the two. The weights are in
`calibration.json`, learned by `bench/scan_calibrate.py` from commits of other projects and shipped with the package.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp, log1p
from typing import TYPE_CHECKING, Literal

from roundtable.scan.kinds import KINDS
from roundtable.scan.relations import times_together

if TYPE_CHECKING:
    from roundtable.analysis.scanning import Level
    from roundtable.scan.clues import Signals
    from roundtable.scan.corpus import Corpus
    from roundtable.scan.index import Floats

LEAST_CHANCE = 0.08
"""From this chance on a file is a direct change: as many are found as among the first four, with fewer false ones."""
CLOSE = 0.5
"""And so much of the best file's lead over the twentieth it needs, too: in a small tree all scores lie close together."""
MEDIUM, HIGH = 0.55, 0.8
"""From these chances on the first file is trusted that much."""
MOST_DIRECT = 10
_CONSIDERED = 30
_FLOOR = 20
_FAR, _ALONE = 8.0, 5.0
_TEST, _SOURCE, _DOCS = KINDS.index("test"), KINDS.index("source"), KINDS.index("docs")
_NAMED = ("mention", "frame", "module")
_DEFINED = ("defines", "qualified")


def candidates(corpus: Corpus, order: list[int]) -> list[int]:
    """The first files of a ranking that a change may be made to: tests and documents follow it."""
    kinds = corpus.index.kinds
    return [file for file in order[: 2 * _CONSIDERED] if kinds[file] not in (_TEST, _DOCS)][:_CONSIDERED]


def of_candidate(
    corpus: Corpus, signals: Signals, scores: Floats, fit: list[int], place: int
) -> dict[str, float]:
    """What speaks for the file at a place of the candidates."""
    best, file = fit[0], fit[place]
    columns, graph, paths = signals.columns, corpus.graph, corpus.index.paths
    together, of = times_together(corpus, best, file) if corpus.history.commits and place else (0, 0)
    linked = {int(graph.target[arrow]) for arrow in graph.imported(best)}
    linked |= {int(graph.source[arrow]) for arrow in graph.importers(best)}
    covered = float(columns["coverage"][file]) / max(float(columns["coverage"].max(initial=0.0)), 1e-6)
    return {
        "bias": 1.0,
        "first": float(place == 0),
        "behind": min(float(scores[best] - scores[file]), _FAR),
        "place": log1p(place),
        "named": _any(columns, _NAMED, file),
        "defined": _any(columns, _DEFINED, file),
        "together": together / (of + 2.0),
        "linked": float(file in linked),
        "beside": float(bool(place) and paths[file].rpartition("/")[0] == paths[best].rpartition("/")[0]),
        "other_kind": float(corpus.index.kinds[file] != _SOURCE),
        "covered": covered,
        "lead": _lead(scores, fit, 1),
    }


def of_first(corpus: Corpus, signals: Signals, scores: Floats, fit: list[int]) -> dict[str, float]:
    """What speaks for trusting the first file: how far it leads, whether its names are in the text, how much there is."""
    return {
        "bias": 1.0,
        "lead": _lead(scores, fit, 1),
        "lead_of_five": _lead(scores, fit, 4),
        "defined": _any(signals.columns, _DEFINED, fit[0]),
        "tree": log1p(corpus.index.size),
    }


def _any(columns: dict[str, Floats], names: tuple[str, ...], file: int) -> float:
    return float(any(columns[name][file] > 0 for name in names))


def _lead(scores: Floats, fit: list[int], place: int) -> float:
    """How far the first file is ahead of another place; nobody there is a long way."""
    if len(fit) <= place:
        return _ALONE
    return min(float(scores[fit[0]] - scores[fit[place]]), _ALONE if place == 1 else _FAR)


def chance(question: Literal["direct", "first"], found: dict[str, float]) -> float:
    """The learned chance for what was found."""
    weights = _weights()[question]
    total = sum(weights[name] * value for name, value in found.items())
    return 1.0 / (1.0 + exp(-total))


@cache
def _weights() -> dict[str, dict[str, float]]:
    return json.loads(files("roundtable.scan").joinpath("calibration.json").read_text(encoding="utf-8"))


def choose_direct(corpus: Corpus, signals: Signals, scores: Floats, order: list[int]) -> list[int]:
    """The files that will probably change, best first: sources and configuration, never tests or documents."""
    fit = candidates(corpus, order)
    if not fit:
        return order[:3]
    floor = float(scores[fit[min(len(fit), _FLOOR) - 1]])
    limit = floor + CLOSE * (float(scores[fit[0]]) - floor)

    def is_likely(place: int, file: int) -> bool:
        if place == 0 or signals.columns["mention"][file] > 0:
            return True
        if float(scores[file]) < limit:
            return False
        return chance("direct", of_candidate(corpus, signals, scores, fit, place)) >= LEAST_CHANCE

    return [file for place, file in enumerate(fit) if is_likely(place, file)][:MOST_DIRECT]


@dataclass(frozen=True)
class Confidence:
    level: Level
    reason: str


def confidence_in(corpus: Corpus, signals: Signals, scores: Floats, order: list[int]) -> Confidence:
    """How far the first file is to be trusted."""
    fit = candidates(corpus, order)
    if not fit:
        return Confidence("low", "nothing but tests and documents speaks of it")
    likely = chance("first", of_first(corpus, signals, scores, fit))
    level: Level = "high" if likely >= HIGH else "medium" if likely >= MEDIUM else "low"
    return Confidence(level, f"a first file like this one is right in about {round(10 * likely)} of 10 cases")
