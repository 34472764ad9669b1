"""The operations of a reply on known facts: amend, merge, settle, withdraw, misread.

Nothing here decides whether an operation may stand: the guards do, one by one.
"""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from roundtable.engine.briefing import Amendment, Briefing, Merge
from roundtable.facts import Fact, OpenQuestion
from roundtable.facts.evidence import CodeAnchor, Evidence, Inferred, Quote
from roundtable.minds.guards.fact_text import find_quote
from roundtable.minds.guards.text import without_controls
from roundtable.minds.llm.citing import read_again
from roundtable.minds.llm.schema import Change
from roundtable.ports import CodeView

_MAIN_FIELDS: Final = ("text", "choice", "summary", "title", "why", "name")
_CITED: Final = re.compile(r"`?[\w@./-]+\.\w+:\d+(?:[-–]\d+)?`?")


class ReadChanges(NamedTuple):
    """What the operations of a reply say."""

    amended: tuple[Amendment, ...] = ()
    merged: tuple[Merge, ...] = ()
    confirmed: tuple[str, ...] = ()
    retracted: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


def read_changes(changes: Iterable[Change], briefing: Briefing, code: CodeView | None = None) -> ReadChanges:
    """The operations, each by itself."""
    amended: list[Amendment] = []
    merged: list[Merge] = []
    confirmed: list[str] = []
    retracted: list[str] = []
    unread: list[str] = []
    for change in changes:
        fact_id = change.id.strip()
        fact = briefing.analysis.get(fact_id)
        if fact is None:
            unread.append(f"{change.op} of {fact_id!r}: there is no such fact.")
            continue
        evidence = _evidence(change, briefing, code)
        if isinstance(evidence, str):
            unread.append(f"{change.op} of {fact_id}: {evidence}")
        elif change.op in {"amend", "misread"} and change.value.strip():
            updates = {_field(fact, change.field): _flat(change.value)}
            amended.append(Amendment(fact_id=fact_id, updates=updates, evidence=evidence))
        elif change.op == "merge":
            merged.append(Merge(fact_id=fact_id, into=change.into.strip(), evidence=evidence))
        elif change.op == "settle" and isinstance(fact, OpenQuestion):
            merged.append(Merge(fact_id=fact_id, evidence=evidence))
        elif change.op == "settle":
            confirmed.append(fact_id)
        elif change.op == "amend":
            unread.append(f"amend of {fact_id}: give the new value.")
        else:
            retracted.append(fact_id)
    return ReadChanges(tuple(amended), tuple(merged), tuple(confirmed), tuple(retracted), tuple(unread))


def _field(fact: Fact, name: str) -> str:
    wanted = name.strip()
    fields = type(fact).model_fields
    if wanted:
        return wanted
    return next((one for one in _MAIN_FIELDS if one in fields and getattr(fact, one)), "text")


def _evidence(change: Change, briefing: Briefing, code: CodeView | None) -> tuple[Evidence, ...] | str:
    evidence: list[Evidence] = []
    heard = briefing.heard.number if briefing.heard else 0
    quote = change.quote.strip()
    if quote:
        found = find_quote(quote, briefing.analysis, heard)
        said = found or Quote(turn=heard, start=0, end=len(quote), text=quote)
        evidence.append(said.model_copy(update={"role": "correction"}))
    for place in re.split(r"[\s,;]+", change.rests_on):
        if _CITED.fullmatch(place):
            cited = read_again(place, change.code, briefing, code)
            if cited.trouble:
                return f"{cited.trouble}. Copy the line as it stands, with its number."
            evidence.append(CodeAnchor(path=cited.path, line=cited.line))
    known = tuple(
        name
        for name in re.findall(r"[A-Z]{2,4}-\d{3,4}(?:-\d{2})?", change.rests_on)
        if briefing.analysis.get(name)
    )
    if known:
        evidence.append(Inferred(sources=known))
    return tuple(evidence)


def _flat(text: str) -> str:
    return " ".join(without_controls(text).split())
