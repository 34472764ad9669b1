"""The second pair of hands: `python -m roundtable.scan.worker` reads files and sends back one block of extracts.

Standard input carries the root and the paths, separated by zero bytes; standard output the block. It uses the
standard library only, so that it starts in the time the parent needs to read its own first files. The parent does
the work itself when no worker can be had.
"""

import gc
import os
import sys
from collections.abc import Iterator, Mapping, Sequence

from roundtable.scan.extract import Extract, extract
from roundtable.scan.packing import make_block, pack

PROTOCOL = 6
_BLOCK = 1_000_000  # letters in a block: numbering more at once would not stay in the processor's own memory
READ_LIMIT = 4_000_000
"""More than `extract` looks at, so that it sees that a file is too large without reading 200 MB."""


def read_file(root: str, path: str) -> bytes | None:
    """The content, or None when the file vanished or may not be read."""
    try:
        opened = os.open(os.path.join(root, path), os.O_RDONLY | getattr(os, "O_BINARY", 0))  # noqa: PTH118 - a hot loop
        try:
            # As much room as the file needs: to get four megabytes and give them back takes longer than to read.
            return os.read(opened, min(os.fstat(opened).st_size + 1, READ_LIMIT))
        finally:
            os.close(opened)
    except (OSError, ValueError):
        return None


def read_blocks(root: str, paths: Sequence[str]) -> Iterator[tuple[list[str], dict[str, bytes]]]:
    """The extracts of these files, packed a megabyte of text at a time, with the paths of those that could be read."""
    read: dict[str, Extract] = {}
    size = 0
    for path in paths:
        data = read_file(root, path)
        if data is None:
            continue
        read[path] = extract(path, data)
        size += len(read[path].text)
        if size >= _BLOCK:
            yield list(read), pack(list(read.values()))
            read, size = {}, 0
    if read:
        yield list(read), pack(list(read.values()))


def main() -> None:
    gc.disable()  # as in the parent: nothing that is made here is a cycle
    root, *paths = sys.stdin.buffer.read().decode("utf-8", "surrogateescape").split("\0")
    parts: dict[str, bytes] = {}
    for number, (read, packed) in enumerate(read_blocks(root, paths)):
        parts[f"{number} paths"] = "\0".join(read).encode("utf-8", "surrogateescape")
        parts |= {f"{number} {name}": part for name, part in packed.items()}
    for piece in make_block(PROTOCOL, parts):
        sys.stdout.buffer.write(piece)


def blocks_in(sent: Mapping[str, memoryview]) -> Iterator[tuple[list[str], dict[str, memoryview]]]:
    """What `main` sent, block by block."""
    blocks: dict[str, dict[str, memoryview]] = {}
    for name, part in sent.items():
        number, _, own = name.partition(" ")
        blocks.setdefault(number, {})[own] = part
    for parts in blocks.values():
        yield bytes(parts["paths"]).decode("utf-8", "surrogateescape").split("\0"), parts


if __name__ == "__main__":
    main()
