"""`Problem`: one thing that is wrong with a content file, where it is, and how to mend it.

The same record serves two readers. `message` explains it to a person who runs the check; `warning` holds the exact words
that a session shows when the file is skipped or repaired, and is empty where a session says nothing. All these words are in
`problems.md` beside this module.
"""

from functools import cache
from importlib.resources import files
from typing import Final, Literal

from roundtable.facts.record import Record

Severity = Literal["error", "warning", "info"]
_SEVERITIES: Final[tuple[Severity, ...]] = ("error", "warning", "info")
_LONGEST_VALUE: Final = 60


class Problem(Record):
    file: str
    line: int = 1  # counted from 1; the first line where the whole file is meant
    severity: Severity
    rule: str
    message: str
    fix: str = ""
    warning: str = ""


def problem(name: str, place: str, line: int = 1, /, **values: object) -> Problem:
    """The problem of that name in `problems.md`, at a place, with the values that its words ask for."""
    told = _table()[name]
    severity: Severity = next(one for one in _SEVERITIES if one == told["Severity"])
    parts = {"message": "Says", "fix": "Fix", "warning": "Session"}
    words = {field: told.get(part, "").format(**values) for field, part in parts.items()}
    return Problem(file=place, line=line, severity=severity, rule=name.partition(" (")[0], **words)


@cache
def _table() -> dict[str, dict[str, str]]:
    text = files("roundtable.library").joinpath("problems.md").read_text(encoding="utf-8")
    entries = (entry.partition("\n") for entry in text.split("\n### ")[1:])
    return {
        name: dict(line[4:].split("**: ", 1) for line in rest.splitlines() if line.startswith("- **"))
        for name, _, rest in entries
    }


def in_order(problems: list[Problem]) -> list[Problem]:
    """By file, line and weight, each once."""
    rank = _SEVERITIES.index
    return sorted(set(problems), key=lambda one: (one.file, one.line, rank(one.severity), repr(one)))


def shown(value: object) -> str:
    """A value from a file, short and printable enough to stand in a sentence."""
    # repr of a hostile nested value may be huge; the reader of front matter limits how huge, this how much is shown.
    text = repr(value)
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}…"
