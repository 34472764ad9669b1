"""The blast radius: which files change, who feels it, who might. Pure.

- Direct: the ranked files that will probably change (`likely`), and whatever the text names outright.
- Indirect: files that import or use what the direct files define, their tests, files that history moves with them,
  and the next ones of the ranking; the closest first.
- Distant: one or more steps further along the imports.

Each file is in the nearest tier that reaches it and says through which file. Widely imported files do not drag in the
whole repository: tiers are bounded, and what is left out is counted.
"""

from collections.abc import Callable

from roundtable.analysis.scanning import Edge, Impact, Impacted
from roundtable.scan.corpus import Corpus
from roundtable.scan.relations import RESTS_ON_WORDS, Reached, reached_from, said_import
from roundtable.scan.uses import Users

MOST_INDIRECT = 40
MOST_DISTANT = 40


def find_impact(
    corpus: Corpus,
    direct: list[int],
    order: list[int],
    reasons: dict[int, str],
    users: Users,
    said: Callable[[int], list[str]],
) -> Impact:
    """The three tiers around the direct changes, with their arrows.

    `users` are those of the direct files; `said` tells which words of the description a file contains, for reasons that
    rest on words alone.
    """
    paths = corpus.index.paths
    near = reached_from(corpus, direct, order, users)
    ordered = sorted(near, key=lambda file: (-near[file].strength, paths[file]))
    indirect, late = ordered[:MOST_INDIRECT], ordered[MOST_INDIRECT:]
    further = _one_step_further(corpus, direct, indirect)
    distant = list(dict.fromkeys([*further, *late]))
    shown = distant[:MOST_DISTANT]

    def impacted(file: int) -> Impacted:
        if file in further:
            via, reason = further[file], said_import(corpus, file, further[file])
        else:
            via, reason = near[file].via, _reason(near[file], said, file)
        return Impacted(path=paths[file], reason=reason, via=paths[via])

    first = "ranked among the first"
    return Impact(
        direct=tuple(Impacted(path=paths[file], reason=reasons.get(file, first)) for file in direct),
        indirect=tuple(impacted(file) for file in indirect),
        distant=tuple(impacted(file) for file in shown),
        edges=(
            *arrows_between(corpus, direct),
            *(edge for file in indirect if (edge := _arrow(corpus, file, near[file])) is not None),
            *(_import(corpus, f, further[f]) for f in shown if f in further),
        ),
        unlisted=len(distant) - len(shown),
        importers=len({user for file in direct for user in corpus.graph.importers(file)}.difference(direct)),
    )


def _reason(reached: Reached, said: Callable[[int], list[str]], file: int) -> str:
    if reached.kind not in RESTS_ON_WORDS:
        return reached.reason
    words = said(file)
    speaks = f"speaks of {', '.join(words)}" if words else "contains words of the text"
    return f"{reached.reason} {speaks}".strip()


def _one_step_further(corpus: Corpus, direct: list[int], indirect: list[int]) -> dict[int, int]:
    """Importers of the indirect files and through which of them; sources before tests, the most imported first."""
    graph, index = corpus.graph, corpus.index
    inside = {*direct, *indirect}
    found: dict[int, int] = {}
    for file in indirect:
        if index.kind(file) != "test":
            for source in graph.importers(file).keys() - inside:
                found.setdefault(source, file)

    def rank(file: int) -> tuple[bool, int, str]:
        return index.kind(file) == "test", -int(graph.in_degree[file]), index.paths[file]

    return {file: found[file] for file in sorted(found, key=rank)}


def arrows_between(corpus: Corpus, direct: list[int]) -> list[Edge]:
    """Who imports whom among these files."""
    chosen, imported = set(direct), corpus.graph.imported
    return [_import(corpus, file, target) for file in direct for target in imported(file) if target in chosen]


def _import(corpus: Corpus, source: int, target: int) -> Edge:
    paths, is_run = corpus.index.paths, corpus.graph.is_run(source, target)
    return Edge(source=paths[source], target=paths[target], kind="imports" if is_run else "types")


def _arrow(corpus: Corpus, file: int, reached: Reached) -> Edge | None:
    """The arrow that a reason tells of; likeness of words or place draws none."""
    own, other = corpus.index.paths[file], corpus.index.paths[reached.via]
    match reached.kind:
        case "folder" | "words" | "mentions":
            return None
        case "imported":
            return _import(corpus, reached.via, file)
        case "imports":
            return _import(corpus, file, reached.via)
        case "calls" | "tests" | "co-change":
            return Edge(source=own, target=other, kind=reached.kind)
