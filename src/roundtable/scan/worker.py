"""The second pair of hands: `python -m roundtable.scan.worker` reads files and sends back one block of extracts.

Standard input carries the root and the paths, separated by zero bytes; standard output the block. It uses the
standard library only, so that it starts in the time the parent needs to read its own first files. The parent does
the work itself when no worker can be had.
"""

import gc
import os
import sys

from roundtable.scan.extract import Extract, Words, extract
from roundtable.scan.packing import make_block, pack

PROTOCOL = 3
READ_LIMIT = 4_000_000
"""More than `extract` looks at, so that it sees that a file is too large without reading 200 MB."""


def read_file(root: str, path: str) -> bytes | None:
    """The content, or None when the file vanished or may not be read."""
    try:
        with open(os.path.join(root, path), "rb", buffering=0) as opened:  # noqa: PTH118, PTH123 - a hot loop
            return opened.read(READ_LIMIT)
    except (OSError, ValueError):
        return None


def main() -> None:
    """Read the order, do it, send the block."""
    gc.disable()  # as in the parent: nothing that is made here is a cycle
    root, *paths = sys.stdin.buffer.read().decode("utf-8", "surrogateescape").split("\0")
    words = Words()
    done: list[Extract] = []
    vanished: list[int] = []
    for place, path in enumerate(paths):
        data = read_file(root, path)
        if data is None:
            vanished.append(place)
        else:
            done.append(extract(path, data, words))
    parts = pack(done)
    parts["words"] = b"\n".join(words.listed)
    parts["vanished"] = ",".join(map(str, vanished)).encode()
    for piece in make_block(PROTOCOL, parts):
        sys.stdout.buffer.write(piece)


if __name__ == "__main__":
    main()
