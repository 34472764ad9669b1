"""Every clue about every file: one number per signal and file, for `rank` to weigh.

Signals are raw and at least zero; scaling and weighing come later. Groups can be switched off one by one, which
is how the benchmark shows that each earns its place.

Elsewhere: the clues themselves (`clues_text`, `clues_names`, `clues_history`, `clues_nearby`), the weights (`rank`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from roundtable.scan.clues import Signals
from roundtable.scan.clues_history import history_clues
from roundtable.scan.clues_names import mention_clues, name_clues
from roundtable.scan.clues_nearby import nearby_clues
from roundtable.scan.clues_text import text_clues

if TYPE_CHECKING:
    from roundtable.scan.corpus import Corpus
    from roundtable.scan.index import Floats
    from roundtable.scan.query import Query

GROUPS: dict[str, tuple[str, ...]] = {
    "text": ("body", "body_title", "body_prose", "coverage", "title_rare", "rare", "docs"),
    "chunks": ("chunk", "chunk_top", "chunk_prose"),
    "messages": ("message_chunk", "message_strings"),
    "path": ("path", "path_title", "stem_title", "own_name"),
    "mentions": ("mention", "mention_title", "frame", "module"),
    "names": ("defines", "defines_prose", "defines_plain", "qualified", "def_terms", "uses"),
    "history": ("commits", "commit_best", "commit_words", "churn", "recency", "fixes"),
    "tests": ("test_imports", "test_name", "test_moves"),
    "graph": ("imported_by_top", "imports_top", "called_from_named", "doc_moves"),
    "kind": ("is_source", "is_test", "is_docs", "is_config", "is_data", "vendored", "is_package", "main_language"),
    "size": ("lines", "importers"),
}  # fmt: skip
PRIORS = frozenset((*GROUPS["kind"], *GROUPS["size"], "churn", "recency", "fixes"))
"""Signals that do not depend on the description and are comparable as they are."""


def compute_signals(corpus: Corpus, query: Query) -> Signals:
    """All signals for one description."""
    size = corpus.index.size
    zero = np.zeros(size, np.float32)
    columns: dict[str, Floats] = {name: zero for names in GROUPS.values() for name in names}
    columns.update(corpus.priors)
    signals = Signals(columns, np.full(size, -1, np.int32))
    text_clues(corpus, query, signals)
    name_clues(corpus, query, signals)
    mention_clues(corpus, query, signals)
    history_clues(corpus, query, signals)
    nearby_clues(corpus, query, signals)
    return signals
