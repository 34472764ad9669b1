"""What can go wrong in a conversation, and the one sentence a person is told about it.

The codes are for the journal. A person reads "{Severity}: {what}. Impact: {…}. Recovery: {…}.", in the table's own voice,
never a persona's, without codes or internal words. INFO is only logged; FATAL stops, after progress was saved.
"""

from enum import StrEnum
from typing import Final, Literal

from roundtable.facts.record import Record


class Severity(StrEnum):
    """How much it matters."""

    INFO = "Info"
    WARNING = "Warning"
    ERROR = "Error"
    FATAL = "Fatal"


class Trouble(Record):
    """One thing that can go wrong."""

    code: str
    severity: Severity
    what: str
    impact: str
    recovery: str


def _trouble(code: str, severity: Severity, what: str, impact: str, recovery: str) -> Trouble:
    return Trouble(code=code, severity=severity, what=what, impact=impact, recovery=recovery)


_ALL: Final = (
    _trouble(
        "RT-100",
        Severity.FATAL,
        "the request names no item",
        "nothing can be analysed",
        "name the item and start again",
    ),
    _trouble(
        "RT-101",
        Severity.FATAL,
        "the request names no folder",
        "nothing can be written",
        "name the item and start again",
    ),
    _trouble(
        "RT-102",
        Severity.WARNING,
        "there is no draft",
        "the talk starts from nothing",
        "describe the problem in your own words",
    ),
    _trouble(
        "RT-105",
        Severity.WARNING,
        "the saved progress could not be read",
        "the talk starts afresh",
        "the old file is kept beside the new one",
    ),
    _trouble(
        "RT-106",
        Severity.WARNING,
        "the code has changed by {count} since the analysis",
        "files named in the documents may have changed",
        "what the talk touches is looked up anew",
    ),
    _trouble(
        "RT-200",
        Severity.ERROR,
        "the description of {who} is missing",
        "others cover that work, with low confidence",
        "restore the file, then start again",
    ),
    _trouble(
        "RT-201",
        Severity.WARNING,
        "the description of {who} is empty",
        "others cover that work, with low confidence",
        "fill the file, then start again",
    ),
    _trouble(
        "RT-202",
        Severity.WARNING,
        "the description of {who} has no header",
        "its text is used as it is",
        "add the header lines",
    ),
    _trouble(
        "RT-300",
        Severity.WARNING,
        "there are no topics",
        "what is covered is judged without criteria",
        "add topics, or switch the shipped ones on again",
    ),
    _trouble(
        "RT-502",
        Severity.ERROR,
        "{name} could not be written",
        "the previous version stays as it was",
        "free space or fix the permissions, then go on",
    ),
    _trouble("RT-503", Severity.INFO, "the folder of the item was missing", "none", "it was made"),
    _trouble(
        "RT-504",
        Severity.FATAL,
        "the folder of the item cannot be made",
        "no document can be written",
        "check the permissions, then start again",
    ),
    _trouble(
        "RT-505", Severity.INFO, "{name} is not ready to be written", "none", "the talk goes on until it is"
    ),
    _trouble(
        "RT-600",
        Severity.WARNING,
        "the record of progress could not be read",
        "the talk starts from what the documents say",
        "the old file is kept",
    ),
    _trouble(
        "RT-602",
        Severity.ERROR,
        "progress could not be saved",
        "this turn may have to be repeated",
        "free space or fix the permissions",
    ),
    _trouble(
        "RT-700",
        Severity.WARNING,
        "{name} could not be read",
        "it is left out of the last check",
        "repair or delete the file",
    ),
    _trouble(
        "RT-703",
        Severity.ERROR,
        "a correction in {name} could not be written",
        "it stays as a known issue",
        "make the file writable, then run the check again",
    ),
    _trouble(
        "RT-802", Severity.INFO, "several turns brought nothing new", "none", "another subject was raised"
    ),
)
TROUBLES: Final = {trouble.code: trouble for trouble in _ALL}


def told(code: str, **details: str) -> str:
    """The sentence for a person; empty for what is only logged."""
    trouble = TROUBLES[code]
    if trouble.severity is Severity.INFO:
        return ""
    what = trouble.what.format(**details) if details else trouble.what
    return f"{trouble.severity.value}: {what}. Impact: {trouble.impact}. Recovery: {trouble.recovery}."


def known_issues(issues: tuple[str, ...]) -> str:
    """What stayed unresolved, said once at the end; empty when nothing did."""
    if not issues:
        return ""
    noun = "issue" if len(issues) == 1 else "issues"
    return f"Analysis complete with {len(issues)} known {noun}: {' '.join(issues)}"


def degradation(
    personas_present: int, *, minds_alive: bool
) -> Literal["Full", "Reduced Persona", "Single Agent Fallback", "Minimal"]:
    """How much of the table is there."""
    if personas_present >= 3:
        return "Full" if minds_alive else "Single Agent Fallback"
    if personas_present > 0:
        return "Reduced Persona"
    return "Minimal"
