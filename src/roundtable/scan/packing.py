"""Many extracts as one block of bytes: what a worker sends back and what the cache keeps.

A block is a line of JSON (lengths, a checksum), then the columns. No pickle: a cache lies in the repository, and
a repository may come from anybody. Whatever is wrong with a block, `open_block` says `BrokenBlock` and nothing else.
"""

import json
import struct
import zlib
from array import array
from collections.abc import Mapping, Sequence
from itertools import accumulate, chain
from typing import Any, cast

from roundtable.scan.extract import Extract

EXTRACTED = (
    "chunk_begins", "spoken", "def_begins", "def_kinds", "def_parents"
)  # fmt: skip
"""What is known of a file in numbers."""
TEXT_SEPARATOR = "\x1f"
FILE_SEPARATOR = "\x1e"
MAGIC = "roundtable-scan"


class BrokenBlock(Exception):
    """The bytes are not a whole block of this version."""


def make_block(version: int, parts: Mapping[str, bytes]) -> list[bytes]:
    """Pieces to write one after the other."""
    checksum = 0
    for part in parts.values():
        checksum = zlib.crc32(part, checksum)
    sizes = [(name, len(part)) for name, part in parts.items()]
    head = {"magic": MAGIC, "version": version, "crc": checksum, "parts": sizes}
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
    ends = accumulate(size for _, size in sizes)
    return {name: body[end - size : end] for (name, size), end in zip(sizes, ends, strict=True)}


def pack(extracts: Sequence[Extract]) -> dict[str, bytes]:
    """The extracts column by column; `counts` says how much of each column belongs to which file. `Columns` reads it."""
    parts: dict[str, bytes] = {}
    counts = array("i")
    for name in EXTRACTED:
        column = [cast("Sequence[int]", getattr(one, name)) for one in extracts]
        counts.extend(map(len, column))
        values = list(chain.from_iterable(column))
        parts[name] = struct.pack(f"{len(values)}i", *values)  # twice as fast as an array made from a list
    counts.extend(len(one.def_names) for one in extracts)
    counts.extend(len(one.text) for one in extracts)
    counts.extend(one.lines for one in extracts)
    parts["counts"] = counts.tobytes()
    parts["text"] = b"\n".join(one.text for one in extracts)
    parts["names"] = b"\n".join(name for one in extracts for name in one.def_names)
    imports = FILE_SEPARATOR.join(TEXT_SEPARATOR.join(one.imports) for one in extracts)
    parts["imports"] = imports.encode("utf-8", "replace")
    parts["notes"] = FILE_SEPARATOR.join(one.note for one in extracts).encode()
    return parts
