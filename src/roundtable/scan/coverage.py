"""Which tests guard a file, and which files none was seen to reach. Pure: files are read through the function it is given.

"No test" is a claim, so everything that may be one counts: a test that imports the file, spells a name of its own, bears its
name or changes with it, the tests of a Go package, tests inside the file itself. Of examples, benchmarks, scripts and
settings nobody expects a test, so nothing is said.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable.analysis.scanning import CoverageGap
from roundtable.scan.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable.scan.corpus import Corpus
    from roundtable.scan.uses import Users

    Read = Callable[[str], bytes | None]

NO_TEST = "no test imports it, uses its names, bears its name or changes with it"
_TEST, _SOURCE = KINDS.index("test"), KINDS.index("source")
_INSIDE: dict[str, re.Pattern[bytes]] = {
    "Rust": re.compile(rb"#\[(?:cfg\(test\)|(?:\w+::)*test\b)|^\s*//[/!]\s*```", re.MULTILINE),
    "Python": re.compile(rb"^\s*>>> ", re.MULTILINE),
    "JavaScript": re.compile(rb"\bimport\.meta\.vitest\b"),
    "TypeScript": re.compile(rb"\bimport\.meta\.vitest\b"),
    "Zig": re.compile(rb"^test\b", re.MULTILINE),
}
"""How a language writes tests into the file that they test."""
_ASIDE = frozenset(
    (
        *("example", "examples", "sample", "samples", "demo", "demos", "tutorial", "tutorials"),
        *("bench", "benches", "benchmark", "benchmarks", "perf", "scripts", "script", "tools", "ci"),
    )
)
_ASIDE_NAME = re.compile(
    r"^(?:bench|benchmark|example|demo)s?[_.-]|[_-](?:bench|benchmark|example)\.\w+$|^build\.rs$"
)
_TEST_FOLDERS = ("tests", "test", "__tests__", "spec")
_SELDOM_TESTED = frozenset(("CSS", "HTML", "SQL", "Shell", "PowerShell", "Protocol", "Jupyter Notebook"))
"""Languages whose files no test names."""


def tests_of(corpus: Corpus, file: int, users: Users) -> list[int]:
    """Tests that import the file or spell its names, or carry its name, or were changed with it at least twice.

    The closest first: those that carry its name, then those that reach into it, then those that history moves with it.
    """
    kinds, graph, history = corpus.index.kinds, corpus.graph, corpus.history
    named = {test for test, sources in corpus.sources_of_tests.items() if file in sources}
    reaching = {int(graph.source[arrow]) for arrow in graph.importers(file)} | users.reaching(file)
    moved: dict[int, int] = dict(history.partners(file)) if history.commits else {}
    found = named | {test for test in reaching if kinds[test] == _TEST}
    found |= {test for test, together in moved.items() if kinds[test] == _TEST and together >= 2}
    return sorted(
        found, key=lambda test: (test not in named, test not in reaching, -moved.get(test, 0), test)
    )


def is_untested(corpus: Corpus, file: int, users: Users, read: Read) -> bool:
    """Whether a file that one would expect a test for has none."""
    path, language = corpus.index.paths[file], corpus.index.languages[file]
    if corpus.index.kinds[file] != _SOURCE or language in _SELDOM_TESTED or is_aside(path):
        return False
    if tests_of(corpus, file, users) or _has_tests_beside(corpus, path):
        return False
    inside = _INSIDE.get(language)
    return inside is None or inside.search(read(path) or b"") is None


def is_aside(path: str) -> bool:
    """Whether a file stands beside the product: an example, a benchmark, a script, a part of the build."""
    *folders, name = path.lower().split("/")
    return (
        not _ASIDE.isdisjoint(folders)
        or any(folder.startswith(".") for folder in folders)
        or _ASIDE_NAME.search(name) is not None
    )


def _has_tests_beside(corpus: Corpus, path: str) -> bool:
    """Tests of a folder go through its front door: they reach more of it than they name."""
    folder = path.rpartition("/")[0]
    beside = {folder, *(f"{folder}/{name}".lstrip("/") for name in _TEST_FOLDERS if folder)}
    return any(
        kind == _TEST and other.rpartition("/")[0] in beside
        for other, kind in zip(corpus.index.paths, corpus.index.kinds, strict=True)
    )


def coverage_gaps(corpus: Corpus, direct: list[int], users: Users, read: Read) -> tuple[CoverageGap, ...]:
    """Direct sources that no test was seen to reach."""
    return tuple(
        CoverageGap(path=corpus.index.paths[file], reason=NO_TEST)
        for file in direct
        if is_untested(corpus, file, users, read)
    )
