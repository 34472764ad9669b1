"""The scan as a service: `Scanner(root).scan(text)`. This is what the rest of the product calls.

Calls on one scanner may come from several threads; they wait for each other. The tree is looked at again for every
new question, so an answer is never older than that.
"""

import atexit
import gc
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from roundtable.analysis import scanning
from roundtable.analysis.secrets import mask
from roundtable.scan import anchors
from roundtable.scan.answer import answer
from roundtable.scan.cache import Cache
from roundtable.scan.corpus import Corpus
from roundtable.scan.danger import churn_of
from roundtable.scan.excerpts import signatures_of
from roundtable.scan.kinds import is_secret_file, kind_of, looks_binary
from roundtable.scan.mentions import Mentions, find_uses
from roundtable.scan.rank import Ranking, rank_files
from roundtable.scan.repository import Repository
from roundtable.scan.searching import find_lines
from roundtable.scan.uses import find_users
from roundtable.scan.worker import read_file

_READ = 2_000
_WIDTH = 200


# The end of the process gives back all memory: to look for cycles in all that was read would take as long as to load it.
atexit.register(gc.freeze)


@contextmanager
def _collector_paused() -> Generator[None]:
    """Many small objects are made and none in cycles: looking for cycles meanwhile would cost a quarter of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Scanner:
    """One repository, or a folder in one, and the questions it can answer."""

    def __init__(
        self,
        root: Path,
        cache_dir: Path | None = None,
        progress: Callable[[str, int, int], None] | None = None,
    ) -> None:
        self.root = Path(root).resolve()
        cache = Cache(cache_dir if cache_dir is not None else self.root / ".roundtable" / "cache")
        self._repository = Repository(self.root, cache, progress)
        self._lock = threading.Lock()
        self._asked = ("", scanning.Focus())
        self._ranked: tuple[object, Ranking] | None = None
        self._mentions: Mentions | None = None

    def scan(self, text: str, top: int = 20, focus: scanning.Focus | None = None) -> scanning.ScanResult:
        """Rank the files for a description, and what was said since; draw the blast radius around the best."""
        began = time.perf_counter()
        asked = focus or scanning.Focus()
        with _collector_paused():
            with self._lock:
                # The same words with another plan: one answer of a person was understood, and its documents are written.
                last_text, last = self._asked
                is_second = (text, asked.statements) == (last_text, last.statements) and asked != last
                corpus = self._repository.recent() if is_second else self._repository.corpus()
                notes, self._asked = self._repository.notes, (text, asked)
            ranking, mentions = self._ranking_of(corpus, text, asked), self._mentions_of(corpus, asked)
            result = answer(ranking, text, max(top, 0), self._read, notes, asked, mentions)
        return result.model_copy(update={"duration_ms": int((time.perf_counter() - began) * 1000)})

    def _ranking_of(self, corpus: Corpus, text: str, focus: scanning.Focus) -> Ranking:
        """What was said since weighs like the body of a description, less than its title."""
        key = (corpus, text, focus.statements)  # a corpus equals only itself
        known = self._ranked  # another thread may ask something else meanwhile
        if known is None or known[0] != key:
            self._ranked = known = key, rank_files(corpus, "\n".join((text, *focus.statements)))
        return known[1].without(focus.ruled_out)

    def _mentions_of(self, corpus: Corpus, focus: scanning.Focus) -> tuple[scanning.Mention, ...]:
        """Where that stands which was named; most answers name nothing new, and most of the time the tree stays as it is."""
        known = self._mentions
        if known is None or known.corpus is not corpus:
            self._mentions = known = Mentions(corpus, self._read)
        return known.of(focus)

    def refresh(self) -> None:
        """Look at the tree now, so that the next question is answered at once."""
        with _collector_paused(), self._lock:
            self._repository.corpus()

    def resolve(self, text: str) -> scanning.Resolved | None:
        """Where a path, `path:line`, symbol or qualified name leads; None when it does not exist."""
        return self.look_up(text).found

    def look_up(self, text: str) -> anchors.Anchor:
        """Where an anchor leads, or which places it may mean and what the trouble is."""
        corpus = self._recent()
        anchor = anchors.look_up(corpus, text, self._read)
        if anchor.found is not None and not (self.root / anchor.found.path).exists():
            with self._lock:  # deleted since the last look
                corpus = self._repository.corpus()
            anchor = anchors.look_up(corpus, text, self._read)
        return anchor

    def namesakes(self, name: str) -> tuple[str, ...]:
        """The files that a name may mean where several have it; others than sources only where no source has it."""
        paths = [one.path for one in self.look_up(name).candidates if one.kind == "file"]
        sources = [path for path in paths if kind_of(path) == "source"]
        return tuple(sources or paths)

    def signatures(self, path: str) -> tuple[scanning.Definition, ...]:
        """What a file defines, with signature lines, in file order; nothing for an unknown or secret file."""
        return tuple(signatures_of(path, self._text(path)))

    def callers(self, path: str) -> tuple[scanning.Caller, ...]:
        """Files that import the file or, where the language needs no import, use its names; sources first."""
        corpus = self._recent()
        file = corpus.index.number_of.get(path)
        if file is None:
            return ()
        importers = corpus.graph.importers(file)
        found = {user: list(names) for user, names in importers.items()}
        for user, names in find_users(corpus, [file], self._read).uses[file].items():
            found.setdefault(user, []).extend(names)
        listed: list[scanning.Caller] = []
        for user, taken in found.items():
            names, is_test = tuple(dict.fromkeys(taken)), corpus.index.kind(user) == "test"
            caller, imports = corpus.index.paths[user], user in importers
            listed.append(scanning.Caller(path=caller, names=names, is_test=is_test, imports=imports))
        return tuple(sorted(listed, key=lambda one: (one.is_test, -len(one.names), one.path)))

    def churn(self, path: str) -> scanning.Churn:
        """How often the file was changed; zeros for a file that history does not know."""
        return churn_of(self._recent(), path)

    def search(self, text: str, most: int = 400) -> tuple[scanning.Hit, ...]:
        """The lines that contain a text, word for word, masked; source before tests, documents and data left out."""
        found: list[scanning.Hit] = []
        for path, line, words in find_lines(self._recent(), [text], self._read)[text]:
            kind = kind_of(path) if not is_secret_file(path) else None
            if kind in {"source", "test"}:
                # Masked before it is cut: the first half of a key is one, too.
                shown = mask(words.strip()[:_READ])[:_WIDTH]
                found.append(scanning.Hit(path=path, line=line, text=shown, is_test=kind == "test"))
        return tuple(sorted(found, key=lambda hit: (hit.is_test, hit.path, hit.line))[:most])

    def uses(self, name: str) -> tuple[scanning.Occurrence, ...]:
        """The lines of source and tests with an option or a name that the code defines, and what each does with it."""
        return find_uses(self._recent(), name, self._read)

    def lines(self, path: str, first: int, last: int) -> tuple[str, ...]:
        """Lines of a file, masked and no wider than a screen or two; none for an unknown, binary or secret file."""
        # The whole text is masked: a key may begin before the first line that is wanted.
        text = mask(self._text(path).decode("utf-8", "replace"))
        return tuple(line[:_WIDTH] for line in text.splitlines()[max(first, 1) - 1 : last])

    def _recent(self) -> Corpus:
        with self._lock:
            return self._repository.recent()

    def _text(self, path: str) -> bytes:
        """The text of a file; nothing of an unknown, binary or secret one."""
        known = path in self._recent().index.number_of and not is_secret_file(path)
        data = (self._read(path) if known else None) or b""
        return b"" if looks_binary(data) else data

    def _read(self, path: str) -> bytes | None:
        return read_file(str(self.root), path)
