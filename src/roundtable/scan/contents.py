"""What is in the files, as far as imports need to know: `Code` on top of an index. Pure."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from roundtable.scan.definitions import DEFINITION_KINDS

if TYPE_CHECKING:
    from collections.abc import Set

    from roundtable.scan.index import Index

_HEADING = DEFINITION_KINDS.index("heading")
_METHOD = DEFINITION_KINDS.index("method")


class IndexedCode:
    """Definitions and words of an index, file by file, each looked up once."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self.spelled = index.word
        self.defined = cache(self._defined)
        self.words = cache(self._words)
        self._starts: list[int] = np.searchsorted(index.def_file, np.arange(index.size + 1)).tolist()

    def _defined(self, file: int) -> frozenset[str]:
        low, high = self._starts[file : file + 2]
        index = self._index
        words = index.def_name[low:high][index.def_kind[low:high] != _HEADING]
        return frozenset(map(index.word, set[int](words.tolist())))

    def offered(self, file: int) -> list[int]:
        """The names on the top level, in order; methods belong to whoever has the value."""
        low, high = self._starts[file : file + 2]
        index = self._index
        names, kinds, parents = index.def_name[low:high], index.def_kind[low:high], index.def_parent[low:high]
        kept = names[(kinds != _HEADING) & (kinds != _METHOD) & (parents < 0) & (names > 0)]
        return list(dict.fromkeys(kept.tolist()))

    def _words(self, file: int) -> Set[int]:
        return frozenset(code_words(self._index, file))


def code_words(index: Index, file: int) -> Counter[int]:
    """How often each word occurs in the code of a file: comments, documentation and quotes do not count."""
    first, last = index.file_chunks[file : file + 2].tolist()
    found = Counter[int](
        index.chunks.tokens[index.chunks.offsets[first] : index.chunks.offsets[last]].tolist()
    )
    for field in (index.docs, index.messages, index.quoted):
        found.subtract(field.tokens[field.offsets[file] : field.offsets[file + 1]].tolist())
    return +found
