"""The labelled sentences: read from the tables beside this file.

Every file is one voice: whoever judges what was learned leaves a whole voice out, never single rows, because the rows
of one voice are alike.
"""

import csv
import hashlib
import re
from pathlib import Path

from roundtable.language.places import FileNamed, Standing

HERE = Path(__file__).resolve().parent
Row = dict[str, str]
_FILE = re.compile(r"\{([-+~])([*=!]?)([^{}]+)\}")
_SAID = {"+": "in", "-": "out", "~": "mention"}
_STANDING: dict[str, Standing] = {"=": "in", "!": "out"}


def read_table(path: Path) -> list[Row]:
    """The rows of one file, each with its voice."""
    with path.open(encoding="utf-8-sig", newline="") as lines:
        return [
            {column: (cell or "").strip() for column, cell in row.items()} | {"voice": path.stem}
            for row in csv.DictReader(lines)
        ]


def tables(subject: str) -> list[Path]:
    """The files about a subject; what a question is after is also seen from those that statements answered."""
    folders = (subject, "statements") if subject == "questions" else (subject,)
    return [path for folder in folders for path in sorted((HERE / folder).glob("*.csv"))]


def labelled(subject: str) -> list[Row]:
    """All rows about a subject (`acts`, `statements`, `natures`, `questions`, `places`, `standings`, `bearings`), in the order of their files.

    What is said of several files is a row for each of them.
    """
    rows = [row for path in tables(subject) for row in read_table(path)]
    return [one for row in rows for one in each_file(row)] if subject == "places" else rows


def each_file(row: Row) -> list[Row]:
    """One row for each file that is marked in it, with its place among them (`at`) and what is said of it (`label`)."""
    marks = _FILE.finditer(row["said"])
    return [row | {"at": str(at), "label": _SAID[mark[1]]} for at, mark in enumerate(marks)]


def quoted_part(said: str) -> tuple[str, int, int]:
    """What was said, and where the part in double brackets stands in it."""
    before, _, rest = said.partition("[[")
    quoted, _, behind = rest.partition("]]")
    return f"{before}{quoted}{behind}", len(before), len(before) + len(quoted)


def without_marks(said: str) -> tuple[str, list[FileNamed]]:
    """The sentence as it was said, and the files that are marked in it."""
    text, named, done = "", list[FileNamed](), 0
    for mark in _FILE.finditer(said):
        text += said[done : mark.start()]
        named.append(
            FileNamed(len(text), len(text) + len(mark[3]), mark[2] == "*", _STANDING.get(mark[2], ""))
        )
        text, done = text + mark[3], mark.end()
    return text + said[done:], named


def fingerprint(subject: str) -> str:
    """A hash of the files a subject is learned from: stored with what was learned, so that nobody forgets to learn again."""
    digest = hashlib.sha256()
    beside = tables("statements") if subject == "standings" else []
    for path in tables(subject) + beside:
        digest.update(path.name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()[:16]


def content_of(row: Row) -> list[tuple[int, int]]:
    """The spans of what was said that a row keeps."""
    spans: list[tuple[int, int]] = []
    behind = 0
    for part in filter(None, row["content"].split(" ¦ ")):
        start = row["said"].find(part, behind)
        start = start if start >= 0 else row["said"].lower().index(part.lower())
        behind = start + len(part)
        spans.append((start, behind))
    return spans
