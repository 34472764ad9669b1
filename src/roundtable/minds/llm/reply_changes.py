"""The operations of a reply on known facts: amend, merge, settle, withdraw, misread.

Nothing here decides whether an operation may stand: the guards do, one by one.
"""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from roundtable.engine.briefing import Amendment, Briefing, Merge
from roundtable.facts import Decision, Fact, Note, OpenQuestion
from roundtable.facts.evidence import CodeAnchor, Evidence, Inferred
from roundtable.minds.guards.known_facts import takes_it_back
from roundtable.minds.guards.text import one_line
from roundtable.minds.llm.citing import known_ids, places_in, quoted, read_again
from roundtable.minds.llm.schema import Change
from roundtable.ports import CodeView

_MAIN_FIELDS: Final = ("text", "choice", "summary", "title", "why", "name")


class ReadChanges(NamedTuple):
    amended: tuple[Amendment, ...] = ()
    merged: tuple[Merge, ...] = ()
    confirmed: tuple[str, ...] = ()
    retracted: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


def read_changes(changes: Iterable[Change], briefing: Briefing, code: CodeView | None = None) -> ReadChanges:
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
            updates = {_field(fact, change.field): _value(fact, change)}
            amended.append(Amendment(fact_id=fact_id, updates=updates, evidence=evidence))
        elif change.op == "merge":
            merged.append(Merge(fact_id=fact_id, into=change.into.strip(), evidence=evidence))
        elif (change.op == "settle" and isinstance(fact, OpenQuestion)) or (
            isinstance(fact, Note) and evidence
        ):
            merged.append(Merge(fact_id=fact_id, evidence=evidence))
        elif change.op == "settle" and isinstance(fact, Decision) and evidence:
            amended.append(Amendment(fact_id=fact_id, updates={"status": "Accepted"}, evidence=evidence))
        elif change.op == "settle":
            confirmed.append(fact_id)
        elif change.op == "amend":
            unread.append(f"amend of {fact_id}: give the new value.")
        elif change.quote.strip() and not takes_it_back(change.quote, fact):
            unread.append(f'withdraw of {fact_id}: "{one_line(change.quote)[:80]}" does not take it back.')
        else:
            retracted.append(fact_id)
    return ReadChanges(tuple(amended), tuple(merged), tuple(confirmed), tuple(retracted), tuple(unread))


def _field(fact: Fact, name: str) -> str:
    return name.strip() or next((one for one in _MAIN_FIELDS if getattr(fact, one, "")), "text")


def _value(fact: Fact, change: Change) -> str | tuple[str, ...]:
    """The new value; of a field that holds several, its parts."""
    name = _field(fact, change.field)
    if not isinstance(getattr(fact, name, ""), tuple):
        return one_line(change.value)
    parts = re.split(r"[,;\s]+" if name in fact.refers else r"[;\n]+", change.value)
    return tuple(one_line(part) for part in parts if part.strip())


def _evidence(change: Change, briefing: Briefing, code: CodeView | None) -> tuple[Evidence, ...] | str:
    said = quoted(change.quote, briefing)
    evidence: list[Evidence] = [one.changed(role="correction") for one in said]
    for place in places_in(change.rests_on):
        cited = read_again(place, change.code, briefing, code)
        if cited.trouble:
            return f"{cited.trouble}. Copy the line as it stands, with its number."
        evidence.append(CodeAnchor(path=cited.path, line=cited.line))
    if known := known_ids(change.rests_on, briefing):
        evidence.append(Inferred(sources=tuple(known)))
    if change.rests_on.strip() and not evidence:
        return f'"{one_line(change.rests_on)[:60]}" is no line and no known fact.'
    return tuple(evidence)
