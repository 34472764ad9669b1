"""An index with its import graph and history, and the tables every query needs. Pure.

Each table is made on first use and kept: the corpus of a tree lives as long as the tree does not change.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import islice

import numpy as np

from roundtable.scan.history import History, Size, size_of_change
from roundtable.scan.imports import Graph
from roundtable.scan.index import Field, Floats, Index, Ints, TermTable
from roundtable.scan.kinds import KINDS, source_stem_of_test
from roundtable.scan.lexicon import split_tokens
from roundtable.scan.paths import above, grouped

Read = Callable[[str], bytes | None]
"""How the content of a file is got; none for one that cannot be read any more."""
_MOST_NAMESAKES = 12
_LATEST = 300

_BY_PATHS = ("path_words", "stems", "by_name", "folders", "modules", "sources_of_tests")


class Corpus:
    """An index with its graph and history, and what can be prepared once for all queries."""

    def __init__(
        self, index: Index, graph: Graph, history: History, unread: frozenset[str] = frozenset()
    ) -> None:
        self.index = index
        self.graph = graph
        self.history = history
        self.unread = unread  # files that exist but hold no text
        self.rhythm: dict[str, Floats] = {}
        """Signals of history that no query changes; filled by the first one."""

    def take_over(self, earlier: Corpus) -> None:
        """What only the paths decide is not worked out again; for a corpus with the same paths and history."""
        for new, old, names in (
            (self, earlier, _BY_PATHS),
            (self.index, earlier.index, ("number_of", "kinds", "languages", "vendored")),
        ):
            vars(new).update({name: vars(old)[name] for name in names if name in vars(old)})
        self.rhythm = earlier.rhythm

    @cached_property
    def file_lengths(self) -> Floats:
        chunk_lengths = self.index.chunks.lengths
        return np.bincount(self.index.chunk_file, chunk_lengths, self.index.size).astype(np.float32)

    @cached_property
    def path_words(self) -> tuple[Field, TermTable, int]:
        numbers: dict[bytes, int] = {b"": 0}
        parts = [split_tokens(path.encode("utf-8", "replace")) for path in self.index.paths]
        field = Field.of([[numbers.setdefault(part, len(numbers)) for part in some] for some in parts])
        table = TermTable(list(numbers))
        table.grow()
        return field, table, len(numbers)

    @cached_property
    def definers(self) -> tuple[Ints, Ints]:
        """Definitions sorted by name: names, and rows into the definition arrays."""
        order = np.argsort(self.index.def_name, kind="stable").astype(np.int32)
        return self.index.def_name[order], order

    def qualified_name(self, row: int) -> str:
        """`Class.method` of a definition row."""
        name, parent = self.index.def_name, int(self.index.def_parent[row])
        own = self.index.word(int(name[row]))
        return f"{self.index.word(int(name[parent]))}.{own}" if parent >= 0 else own

    def definitions_of(self, word: int) -> Ints:
        names, order = self.definers
        low, high = np.searchsorted(names, [word, word + 1])
        return order[low:high]

    @cached_property
    def sole_definer(self) -> Ints:
        """For each word the one file that defines it; the number of files when none does, or several."""
        index = self.index
        pairs = np.unique(index.def_name.astype(np.int64) * index.size + index.def_file)
        words, files = pairs // max(index.size, 1), pairs % max(index.size, 1)
        sole = np.full(len(index.words), index.size, np.int32)
        alone = np.bincount(words, minlength=len(index.words))[words] == 1
        sole[words[alone]] = files[alone]
        return sole

    @cached_property
    def latest_sizes(self) -> list[Size]:
        """How large the latest changes of several files were."""
        sizes = (size_of_change(touched) for touched in self.history.names)
        return list(islice((size for size in sizes if size is not None), _LATEST))

    @cached_property
    def stems(self) -> dict[str, list[int]]:
        """Own names of files, lower case: the stem, and for `__init__`, `index` and `mod` the folder."""
        return grouped((own_name(path).lower(), number) for number, path in enumerate(self.index.paths))

    @cached_property
    def by_name(self) -> dict[str, list[int]]:
        """Files by their name in small letters."""
        names = (path.rpartition("/")[2].lower() for path in self.index.paths)
        return grouped((name, number) for number, name in enumerate(names))

    @cached_property
    def folders(self) -> frozenset[str]:
        return frozenset(folder for path in self.index.paths for folder in above(path) if folder)

    @cached_property
    def modules(self) -> dict[str, list[int]]:
        """Files by every tail of their module path: `db/models`, `models`."""
        index = self.index
        named = [n for n in range(index.size) if index.languages[n] and index.kind(n) != "docs"]
        parts = ((number, module_path(index.paths[number]).split("/")) for number in named)
        return grouped(
            ("/".join(some[start:]), number) for number, some in parts for start in range(len(some))
        )

    @cached_property
    def priors(self) -> dict[str, Floats]:
        index = self.index
        found = {f"is_{kind}": (index.kinds == code).astype(np.float32) for code, kind in enumerate(KINDS)}
        found["vendored"] = index.vendored.astype(np.float32)
        found["is_package"] = np.array([p.endswith("__init__.py") for p in index.paths], np.float32)
        return found

    @cached_property
    def sources_of_tests(self) -> dict[int, list[int]]:
        """Tests and the sources that carry their name: the file's own, else its folder's."""
        test = KINDS.index("test")
        kinds = self.index.kinds.tolist()
        found: dict[int, list[int]] = {}
        for number, path in enumerate(self.index.paths):
            if kinds[number] != test:
                continue
            folder = path.split("/")[-2].lower() if "/" in path else ""
            own = source_stem_of_test(path).lower()
            own = folder if own in {"tests", "test", ""} else own
            for name in (own, folder.removesuffix("_tests").removesuffix("s")):
                sources = [n for n in self.stems.get(name, ()) if kinds[n] != test]
                if 0 < len(sources) <= _MOST_NAMESAKES:
                    found[number] = sources
                    break
        return found


def own_name(path: str) -> str:
    """What people call the file: its stem, or its folder when the stem says nothing."""
    folder, _, name = path.rpartition("/")
    stem = name.split(".", 1)[0] if not name.startswith(".") else name
    if stem in {"__init__", "index", "mod", "main", "lib"} and folder:
        return folder.rpartition("/")[2]
    return stem


def module_path(path: str) -> str:
    """The path as code would import it: without ending, packages by their folder."""
    return path.rsplit(".", 1)[0].removesuffix("/__init__").removesuffix("/index").removesuffix("/mod")
