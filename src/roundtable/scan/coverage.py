"""Which tests guard a file, and which files none was seen to reach. Pure: files are read through the function it is given.

"No test" is a claim, so everything that may be one counts: a test that imports the file, or what builds on it, spells a name of
its own, bears its name or changes with it, one that starts the program, the tests of a Go package, tests inside the file itself.
Of examples, benchmarks, scripts and settings nobody expects a test, so nothing is said.
"""

import re

from roundtable.analysis.scanning import CoverageGap
from roundtable.scan.corpus import Corpus, Read
from roundtable.scan.kinds import KINDS
from roundtable.scan.lexicon import terms_of
from roundtable.scan.uses import Users

NO_TEST = "no test imports it, uses its names, bears its name or changes with it"
_INSIDE = {
    "Rust": rb"#\[(?:cfg\(test\)|(?:\w+::)*test\b)|^\s*//[/!]\s*```",
    "Python": rb"^\s*>>> ",
    **dict.fromkeys(("JavaScript", "TypeScript"), rb"\bimport\.meta\.vitest\b"),
    "Zig": rb"^test\b",
}
"""How a language writes tests into the file that they test."""
_SHOWN = frozenset([
    "example", "examples", "sample", "samples", "demo", "demos", "tutorial", "tutorials",
    "bench", "benches", "benchmark", "benchmarks", "perf"
])  # fmt: skip
_WORK = frozenset(("scripts", "script", "tools", "ci"))
_ASIDE_NAME = re.compile(
    r"^(?:bench(?:mark)?|example|demo)s?[_.-]|[_-](?:bench(?:mark)?|example)\.\w+$|^build\.rs$"
)
_TEST_FOLDERS = ("tests", "test", "__tests__", "spec")
_LONG_WORD = 5  # letters of a word that two files do not share by chance ("export"), as "main" and "test" do
_SELDOM_TESTED = frozenset(("CSS", "HTML", "SQL", "Shell", "PowerShell", "Protocol", "Jupyter Notebook"))
"""Languages whose files no test names."""
_STARTS_PROGRAMS = (
    "subprocess", "pexpect", "child_process", "execa", "os/exec", "std::process", "assert_cmd", "open3", "aruba",
    "Symfony\\Component\\Process"
)  # fmt: skip
"""Modules with which a test starts the program itself: what it reaches then, no import shows."""


def tests_of(corpus: Corpus, file: int, users: Users) -> list[int]:
    """Tests that import the file or spell its names, or carry its name, or were changed with it at least twice.

    The closest first: those that carry its name, then those that reach into it, then those that history moves with it.
    """
    named = {test for test, sources in corpus.sources_of_tests.items() if file in sources}
    reaching = {*corpus.graph.importers(file), *users.reaching(file)}
    moved = corpus.history.partners(file)
    reached = reaching | {other for other, together in moved.items() if together >= 2}
    found = named | {other for other in reached if corpus.index.kind(other) == "test"}
    return sorted(found, key=lambda test: (test not in named, test not in reaching, -moved[test], test))


def is_untested(corpus: Corpus, file: int, users: Users, read: Read) -> bool:
    """Whether a file that one would expect a test for has none."""
    path, language = corpus.index.paths[file], corpus.index.languages[file]
    if corpus.index.kind(file) != "source" or language in _SELDOM_TESTED or is_aside(path):
        return False
    if tests_of(corpus, file, users) or _has_tests_near(corpus, path) or _is_reached(corpus, file):
        return False
    inside = _INSIDE.get(language)
    return inside is None or re.search(inside, read(path) or b"", re.MULTILINE) is None


def is_aside(path: str) -> bool:
    """Whether a file stands beside the product: an example, a benchmark, a script, a part of the build."""
    folders = path.lower().split("/")[:-1]
    return is_example(path) or any(folder in _WORK or folder.startswith(".") for folder in folders)


def is_example(path: str) -> bool:
    """Whether a file shows or measures the product: what it opens is no way into it."""
    *folders, name = path.lower().split("/")
    return not _SHOWN.isdisjoint(folders) or _ASIDE_NAME.search(name) is not None


def _is_reached(corpus: Corpus, file: int) -> bool:
    """Whether a test imports what builds on a file, or some test starts the program: which files that reaches, nobody sees."""
    index, seen, waiting = corpus.index, {file}, [file]
    while waiting:
        found = corpus.graph.importers(waiting.pop()).keys() - seen
        seen |= found
        waiting += found
    tests: list[int] = (index.kinds == KINDS.index("test")).nonzero()[0].tolist()
    modules = (one.removeprefix("node:") for test in tests for one in index.imports[test])
    is_started = any(index.languages[test] == "Shell" for test in tests)
    is_started = is_started or any(module.startswith(_STARTS_PROGRAMS) for module in modules)
    return not seen.isdisjoint(tests) or is_started


def _has_tests_near(corpus: Corpus, path: str) -> bool:
    """Tests go through the front door and reach more than they name: those of its folder, or that share a word of its name."""
    folder, _, name = path.rpartition("/")
    beside = {folder, *(f"{folder}/{name}".lstrip("/") for name in _TEST_FOLDERS if folder)}
    tests: list[int] = (corpus.index.kinds == KINDS.index("test")).nonzero()[0].tolist()
    places = [corpus.index.paths[test].rpartition("/") for test in tests]
    own = _long_words(name)
    return any(place in beside or own & _long_words(test) for place, _, test in places)


def _long_words(name: str) -> set[str]:
    """The parts of a file's name that say what it is about."""
    stem = name.partition(".")[0]
    return {term for term in terms_of(stem) if len(term) >= _LONG_WORD and term != stem.lower()}


def coverage_gaps(corpus: Corpus, direct: list[int], users: Users, read: Read) -> tuple[CoverageGap, ...]:
    untested = [file for file in direct if is_untested(corpus, file, users, read)]
    return tuple(CoverageGap(path=corpus.index.paths[file], reason=NO_TEST) for file in untested)
