"""Keep what was gathered under `.roundtable/cache/`, and never trust it further than its checksum.

Writing is beside-then-rename, so concurrent scans each leave a whole file; the last one stays. Reading takes one
block into memory; anything wrong with it means that it is made again, and one line says so. The folder ignores itself
in git. A folder that cannot be written costs time on the next scan and nothing else.
"""

import contextlib
import os
import tempfile
from array import array
from pathlib import Path

from roundtable.scan.columns import WORD_COLUMNS, Columns
from roundtable.scan.gather import Gathered
from roundtable.scan.packing import BrokenBlock, make_block, open_block
from roundtable.scan.vocabulary import Words
from roundtable.scan.walk import Entry

VERSION = 8
_SEPARATOR = b"\0"


class Cache:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def load(self) -> tuple[Gathered, str | None]:
        """What was saved, or an empty start; then a sentence if the saved index was unusable."""
        data = self._read("index.bin")
        if data is None:
            return Gathered(), None
        try:
            return _from_parts(open_block(VERSION, data)), None
        except (BrokenBlock, KeyError, ValueError, IndexError, TypeError):
            return Gathered(), "The saved index was unreadable or from another version and has been rebuilt."

    def save(self, gathered: Gathered) -> None:
        self._write("index.bin", make_block(VERSION, _to_parts(gathered)))

    def load_log(self) -> tuple[str, bytes] | None:
        """The commit up to which the log was saved, and the log as git printed it."""
        with contextlib.suppress(BrokenBlock, KeyError, ValueError):
            parts = open_block(VERSION, self._read("log.bin") or b"")
            return bytes(parts["head"]).decode(), bytes(parts["log"])

    def save_log(self, head: str, log: bytes) -> None:
        self._write("log.bin", make_block(VERSION, {"head": head.encode(), "log": log}))

    def _read(self, name: str) -> bytes | None:
        with contextlib.suppress(OSError):
            return (self.folder / name).read_bytes()

    def _write(self, name: str, pieces: list[bytes]) -> None:
        beside = ""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            ignore = self.folder / ".gitignore"
            if not ignore.exists():
                ignore.write_text("*\n", encoding="utf-8")
            handle, beside = tempfile.mkstemp(prefix=f".{name}.", dir=self.folder)
            with os.fdopen(handle, "wb") as opened:
                opened.writelines(pieces)
            os.replace(beside, self.folder / name)  # noqa: PTH105 - the same call for str and Path
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(beside)  # noqa: PTH108


def _to_parts(gathered: Gathered) -> dict[str, bytes]:
    parts = gathered.columns.to_parts()
    parts["words"] = b"\n".join(gathered.words.listed)
    parts["paths"] = _SEPARATOR.join(path.encode("utf-8", "surrogateescape") for path in gathered.entries)
    stamps = [stamp for entry in gathered.entries.values() for stamp in (entry.size, entry.changed_ns)]
    parts["stamps"] = array("q", stamps).tobytes()
    parts["looked"] = array("q", [gathered.looked_ns]).tobytes()
    return parts


def _from_parts(parts: dict[str, memoryview]) -> Gathered:
    saved = (path for path in bytes(parts["paths"]).split(_SEPARATOR) if path)
    paths = [path.decode("utf-8", "surrogateescape") for path in saved]
    stamps = parts["stamps"].cast("q").tolist()
    found = zip(paths, stamps[::2], stamps[1::2], strict=True)
    entries = {path: Entry(path, size, changed) for path, size, changed in found}
    words = Words(bytes(parts["words"]).split(b"\n"))
    columns = Columns.from_parts(tuple(paths), parts)
    if max(int(columns.data[name].max(initial=0)) for name in WORD_COLUMNS) >= len(words.listed):
        raise BrokenBlock("words disagree")
    return Gathered(words, entries, columns, parts["looked"].cast("q")[0])
