"""The labelled sentences: read from the tables beside this file.

Every file is one voice: whoever judges what was learned leaves a whole voice out, never single rows, because the rows
of one voice are alike.
"""

import csv
import hashlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
Row = dict[str, str]


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
    """All rows about a subject (`acts`, `statements`, `natures`, `questions`), in the order of their files."""
    return [row for path in tables(subject) for row in read_table(path)]


def fingerprint(subject: str) -> str:
    """A hash of the files about a subject: stored with what was learned, so that nobody forgets to learn again."""
    digest = hashlib.sha256()
    for path in tables(subject):
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
