"""How likely the first files of a ranking are to change, each by itself, and how far the first is to be trusted. Pure.

The ranking puts files in order. How many of them belong to the change is another question, answered from how far each lies
behind the best, whether the text names it, and whether history or an import joins the two. The weights are in
`calibration.json`, learned by `bench/scan_calibrate.py` from commits of other projects and shipped with the package.
"""

import json
from functools import cache
from importlib.resources import files
from math import exp, log1p
from typing import Literal

import numpy as np

from roundtable.analysis.scanning import Level
from roundtable.scan.index import Floats
from roundtable.scan.rank import Ranking
from roundtable.scan.relations import times_together

LEAST_CHANCE = 0.08
"""From this chance on a file is a direct change: as many are found as among the first four, with fewer false ones."""
CLOSE = 0.5
"""And so much of the best file's lead over the twentieth it needs, too: in a small tree all scores lie close together."""
MEDIUM, HIGH = 0.55, 0.85  # from these chances on the first file is trusted that much
MOST_DIRECT = 10
_CONSIDERED = 30
_FLOOR = 20
_FAR, _ALONE = 8.0, 5.0


def candidates(ranking: Ranking) -> list[int]:
    """The first files of a ranking that a change may be made to: tests and documents follow it."""
    kind, first = ranking.corpus.index.kind, ranking.order[: 2 * _CONSIDERED]
    return [file for file in first if kind(file) not in {"test", "docs"}][:_CONSIDERED]


def of_candidate(ranking: Ranking, fit: list[int], place: int) -> dict[str, float]:
    """What speaks for the file at a place of the candidates."""
    best, file = fit[0], fit[place]
    corpus, columns, scores = ranking.corpus, ranking.signals.columns, ranking.scores
    paths = corpus.index.paths
    together, of = times_together(corpus, best, file) if place else (0, 0)
    covered = float(columns["coverage"][file]) / max(float(columns["coverage"].max(initial=0.0)), 1e-6)
    return {
        "bias": 1.0,
        "first": float(place == 0),
        "behind": min(float(scores[best] - scores[file]), _FAR),
        "place": log1p(place),
        "named": float(any(columns[name][file] > 0 for name in ("mention", "frame", "module"))),
        "defined": float(columns["defines"][file] > 0),
        "together": together / (of + 2.0),
        "linked": float(file in corpus.graph.linked(best)),
        "beside": float(bool(place) and paths[file].rpartition("/")[0] == paths[best].rpartition("/")[0]),
        "other_kind": float(corpus.index.kind(file) != "source"),
        "covered": covered,
        "lead": _lead(scores, fit, 1),
    }


def of_first(ranking: Ranking, fit: list[int]) -> dict[str, float]:
    """What speaks for trusting the first file: its lead, its names in the text, more than one word of it, a small tree."""
    return {
        "bias": 1.0,
        "lead": _lead(ranking.scores, fit, 1),
        "lead_of_five": _lead(ranking.scores, fit, 4),
        "defined": float(ranking.signals.columns["defines"][fit[0]] > 0),
        "alone": float(_has_one_word(ranking, fit[0])),
        "tree": log1p(ranking.corpus.index.size),
    }


def _has_one_word(ranking: Ranking, file: int) -> bool:
    """Whether a file has but one of the words of the text, or none: that may be chance."""
    hits, chunks = ranking.signals.hits, ranking.corpus.index.file_chunks
    if hits is None:
        return True
    own = (hits.row >= chunks[file]) & (hits.row < chunks[file + 1])
    return len(np.unique(hits.slot[own])) < 2


def _lead(scores: Floats, fit: list[int], place: int) -> float:
    """How far the first file is ahead of another place; nobody there is a long way."""
    if len(fit) <= place:
        return _ALONE
    return min(float(scores[fit[0]] - scores[fit[place]]), _ALONE if place == 1 else _FAR)


def chance(question: Literal["direct", "first"], found: dict[str, float]) -> float:
    weights = _weights()[question]
    total = sum(weights[name] * value for name, value in found.items())
    return 1.0 / (1.0 + exp(-total))


@cache
def _weights() -> dict[str, dict[str, float]]:
    return json.loads(files("roundtable.scan").joinpath("calibration.json").read_text(encoding="utf-8"))


def choose_direct(ranking: Ranking) -> list[int]:
    """The files that will probably change, best first: sources and configuration, never tests or documents."""
    fit, scores = candidates(ranking), ranking.scores
    if not fit:
        return ranking.order[:3]
    floor = float(scores[fit[min(len(fit), _FLOOR) - 1]])
    limit = floor + CLOSE * (float(scores[fit[0]]) - floor)

    def is_likely(place: int, file: int) -> bool:
        if place == 0 or ranking.signals.columns["mention"][file] > 0:
            return True
        is_close = float(scores[file]) >= limit
        return is_close and chance("direct", of_candidate(ranking, fit, place)) >= LEAST_CHANCE

    return [file for place, file in enumerate(fit) if is_likely(place, file)][:MOST_DIRECT]


def confidence_in(ranking: Ranking) -> tuple[Level, str]:
    fit = candidates(ranking)
    if not fit:
        return ("low", "nothing but tests and documents speaks of it")
    likely = chance("first", of_first(ranking, fit))
    level: Level = "high" if likely >= HIGH else "medium" if likely >= MEDIUM else "low"
    return (level, f"a first file like this one is right in about {round(10 * likely)} of 10 cases")
