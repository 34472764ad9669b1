"""Notebooks as text: the cells stay on the lines of the file on which they stand, everything else is blank. Pure.

A line number that is found here is one that an editor shows for the `.ipynb` file. Outputs, pictures and metadata say
nothing about the code and are left out. A notebook that is one long line has no lines to speak of and stays as it is.
"""

import json
import re

_CELL = re.compile(rb'^\s*"cell_type":\s*"(\w+)"')
_SOURCE = re.compile(rb'^\s*"source":\s*(\[\s*$|"|\[\s*")')
_FEWEST_LINES = 5
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def readable(path: str, data: bytes) -> bytes:
    """What of a file can be read as code or prose; only a notebook hides it."""
    data = data.removeprefix(_BYTE_ORDER_MARK)
    if not path.endswith(".ipynb") or data.count(b"\n") < _FEWEST_LINES:
        return data
    shown: list[bytes] = []
    kind, inside = b"", False
    for line in data.split(b"\n"):
        if (cell := _CELL.match(line)) is not None:
            kind = cell[1]
        if inside:
            inside = line.strip() not in {b"]", b"],"}
            shown.append(_spelled(line, kind) if inside else b"")
            continue
        source = _SOURCE.match(line)
        if source is None:
            shown.append(b"")
            continue
        inside = source[1].rstrip() == b"["
        shown.append(b"" if inside else _spelled(line.partition(b":")[2].strip().strip(b"[]"), kind))
    return b"\n".join(shown)


def _spelled(line: bytes, kind: bytes) -> bytes:
    """One line of a cell as it was typed; prose becomes a comment, so that nothing in it is taken for code."""
    try:
        text = json.loads(line.strip().rstrip(b","))
    except ValueError:
        return b""
    plain = " ".join(text.splitlines()) if isinstance(text, str) else ""
    return (plain if kind == b"code" else f"# {plain}").encode("utf-8", "replace")
