"""What can go wrong in a conversation, and the one sentence a person is told about it.

The codes are for the journal. A person reads "{Severity}: {what}. Impact: {…}. Recovery: {…}.", in the table's own voice,
never a persona's, without codes or internal words. INFO is only logged; FATAL stops, after progress was saved.
"""

from enum import StrEnum
from typing import Final, Literal, NamedTuple

from roundtable.engine.counts import plural


class Severity(StrEnum):
    INFO = "Info"
    WARNING = "Warning"
    ERROR = "Error"
    FATAL = "Fatal"


_TABLE: Final = """
RT-100 | Fatal | the request names no item | nothing can be analysed | name the item and start again
RT-101 | Fatal | the request names no folder | nothing can be written | name the item and start again
RT-102 | Warning | there is no draft | the talk starts from nothing | describe the problem in your own words
RT-105 | Warning | the saved progress could not be read | the talk starts afresh | the old file is kept beside the new one
RT-106 | Warning | the code has changed by {count} since the analysis | files named in the documents may have changed | what the talk touches is looked up anew
RT-200 | Error | the description of {who} is missing | others cover that work, with low confidence | restore the file, then start again
RT-201 | Warning | the description of {who} is empty | others cover that work, with low confidence | fill the file, then start again
RT-202 | Warning | the description of {who} has no header | its text is used as it is | add the header lines
RT-300 | Warning | there are no topics | what is covered is judged without criteria | add topics, or switch the shipped ones on again
RT-502 | Error | {name} could not be written | the previous version stays as it was | free space or fix the permissions, then go on
RT-503 | Info | the folder of the item was missing | none | it was made
RT-504 | Fatal | the folder of the item cannot be made | no document can be written | check the permissions, then start again
RT-505 | Info | {name} is not ready to be written | none | the talk goes on until it is
RT-600 | Warning | the record of progress could not be read | the talk starts from what the documents say | the old file is kept
RT-602 | Error | progress could not be saved | this turn may have to be repeated | free space or fix the permissions
RT-700 | Warning | {name} could not be read | it is left out of the last check | repair or delete the file
RT-703 | Error | a correction in {name} could not be written | it stays as a known issue | make the file writable, then run the check again
RT-802 | Info | several turns brought nothing new | none | another subject was raised
"""


class Trouble(NamedTuple):
    severity: Severity
    what: str
    impact: str
    recovery: str


def _row(line: str) -> tuple[str, Trouble]:
    code, severity, *words = line.split(" | ")
    return code, Trouble(Severity(severity), *words)


TROUBLES: Final = dict(_row(line) for line in _TABLE.strip().splitlines())


def told(code: str, **details: str) -> str:
    """The sentence for a person; empty for what is only logged."""
    trouble = TROUBLES[code]
    if trouble.severity is Severity.INFO:
        return ""
    what = trouble.what.format(**details)
    return f"{trouble.severity.value}: {what}. Impact: {trouble.impact}. Recovery: {trouble.recovery}."


def known_issues(issues: tuple[str, ...]) -> str:
    """What stayed unresolved, said once at the end; empty when nothing did."""
    if not issues:
        return ""
    return f"Analysis complete with {plural(len(issues), 'known issue')}: {' '.join(issues)}"


def degradation(
    personas_present: int, *, minds_alive: bool
) -> Literal["Full", "Reduced Persona", "Single Agent Fallback", "Minimal"]:
    if personas_present >= 3:
        return "Full" if minds_alive else "Single Agent Fallback"
    if personas_present > 0:
        return "Reduced Persona"
    return "Minimal"
