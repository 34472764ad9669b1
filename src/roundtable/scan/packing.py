"""Many extracts as one block of bytes: what a worker sends back and what the cache keeps.

A block is a line of JSON (lengths, a checksum), then the columns. No pickle: a cache lies in the repository, and
a repository may come from anybody. Whatever is wrong with a block, `open_block` says `BrokenBlock` and nothing else.
"""

from __future__ import annotations

import json
import zlib
from array import array
from typing import TYPE_CHECKING, Any, cast

from roundtable.scan.extract import Extract

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_COLUMNS = (
    "tokens", "chunk_sizes", "chunk_lines", "docs", "messages", "quoted", "def_names", "def_lines", "def_kinds", "def_parents"
)  # fmt: skip
WORD_COLUMNS = ("tokens", "docs", "messages", "quoted", "def_names")
_TEXT_SEPARATOR = "\x1f"
_FILE_SEPARATOR = "\x1e"
MAGIC = "roundtable-scan"


class BrokenBlock(Exception):
    """The bytes are not a whole block of this version."""


def make_block(version: int, parts: Mapping[str, bytes]) -> list[bytes]:
    """Pieces to write one after the other."""
    checksum = 0
    for part in parts.values():
        checksum = zlib.crc32(part, checksum)
    head = {
        "magic": MAGIC,
        "version": version,
        "crc": checksum,
        "parts": [[k, len(v)] for k, v in parts.items()],
    }
    return [json.dumps(head).encode() + b"\n", *parts.values()]


def open_block(version: int, data: bytes) -> dict[str, memoryview]:
    """The named parts of a block, without copying."""
    end = data.find(b"\n", 0, 1 << 16)
    try:
        head = cast("dict[str, Any]", json.loads(data[:end]))
        if head["magic"] != MAGIC or head["version"] != version:
            raise BrokenBlock("another version")
        sizes = [(str(name), int(size)) for name, size in head["parts"]]
        wanted = int(head["crc"])
    except (ValueError, KeyError, TypeError) as error:
        raise BrokenBlock(str(error)) from None
    body = memoryview(data)[end + 1 :]
    if any(size < 0 for _, size in sizes) or sum(size for _, size in sizes) != len(body):
        raise BrokenBlock("cut short")
    if zlib.crc32(body) != wanted:
        raise BrokenBlock("checksum")
    parts: dict[str, memoryview] = {}
    at = 0
    for name, size in sizes:
        parts[name] = body[at : at + size]
        at += size
    return parts


def pack(extracts: Sequence[Extract]) -> dict[str, bytes]:
    """The extracts column by column; `counts` says how much of each column belongs to which file."""
    parts: dict[str, bytes] = {}
    counts = array("i")
    for name in _COLUMNS:
        column = [cast("memoryview[int]", getattr(one, name)) for one in extracts]
        counts.extend(len(one) for one in column)
        parts[name] = b"".join(column)
    counts.extend(one.lines for one in extracts)
    parts["counts"] = counts.tobytes()
    parts["imports"] = _FILE_SEPARATOR.join(_TEXT_SEPARATOR.join(one.imports) for one in extracts).encode(
        "utf-8", "replace"
    )
    parts["notes"] = _FILE_SEPARATOR.join(one.note for one in extracts).encode()
    return parts


def unpack(parts: Mapping[str, memoryview], files: int) -> list[Extract]:
    """The opposite of `pack`; slices share the block's memory."""
    if files == 0:
        return []
    counts = parts["counts"].cast("i")
    imports = bytes(parts["imports"]).decode("utf-8", "replace").split(_FILE_SEPARATOR)
    notes = bytes(parts["notes"]).decode("utf-8", "replace").split(_FILE_SEPARATOR)
    if len(counts) != files * (len(_COLUMNS) + 1) or len(imports) != files or len(notes) != files:
        raise BrokenBlock("counts disagree")
    columns: list[list[memoryview[int]]] = []
    for place, name in enumerate(_COLUMNS):
        column = parts[name].cast("i")
        at = 0
        slices: list[memoryview[int]] = []
        for size in counts[place * files : (place + 1) * files].tolist():
            slices.append(column[at : at + size])
            at += size
        if at != len(column):
            raise BrokenBlock("a column has the wrong length")
        columns.append(slices)
    lines = counts[len(_COLUMNS) * files :].tolist()
    return [
        Extract(
            *(column[file] for column in columns),  # pyright: ignore[reportCallIssue] - one for each of _COLUMNS
            imports=tuple(imports[file].split(_TEXT_SEPARATOR)) if imports[file] else (),
            lines=lines[file],
            note=notes[file],
        )
        for file in range(files)
    ]
