"""`Problem`: one thing that is wrong with a content file, where it is, and how to mend it.

The same record serves two readers. `message` explains it to a person who runs the check; `warning` holds the exact words
that a session shows when the file is skipped or repaired, and is empty where a session says nothing.
"""

from typing import Final, Literal

from roundtable.facts.record import Record

__all__ = ["Problem", "Severity", "in_order", "shown"]

Severity = Literal["error", "warning", "info"]

_RANK: Final = {"error": 0, "warning": 1, "info": 2}
_LONGEST_VALUE: Final = 60


class Problem(Record):
    """One finding about one place."""

    file: str
    line: int = 1
    """Counted from 1; the first line where the whole file is meant."""
    severity: Severity
    rule: str
    message: str
    fix: str = ""
    warning: str = ""


def in_order(problems: list[Problem]) -> list[Problem]:
    """By file, line and weight, each once."""
    unique = dict.fromkeys(
        (p.file, p.line, _RANK[p.severity], p.rule, p.message, p.fix, p.warning) for p in problems
    )
    by_place = sorted(unique)
    severities: tuple[Severity, ...] = ("error", "warning", "info")
    return [
        Problem(
            file=file,
            line=line,
            severity=severities[rank],
            rule=rule,
            message=message,
            fix=fix,
            warning=warning,
        )
        for file, line, rank, rule, message, fix, warning in by_place
    ]


def shown(value: object) -> str:
    """A value from a file, short and printable enough to stand in a sentence."""
    # repr of a hostile nested value may be huge; the reader of front matter limits how huge, this how much is shown.
    text = repr(value)
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}…"
