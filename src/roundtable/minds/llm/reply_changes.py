"""The operations of a reply on known facts: amend, merge, settle, withdraw, misread.

Nothing here decides whether an operation may stand: the guards do, one by one.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from roundtable.engine.briefing import Amendment, Briefing, Merge
from roundtable.facts import Criterion, Decision, Fact, Note, OpenQuestion
from roundtable.facts.evidence import CodeAnchor, Evidence, Inferred
from roundtable.minds.guards.text import one_line
from roundtable.minds.llm.citing import known_ids, places_in, quoted, read_again
from roundtable.minds.llm.guide_words import words_of
from roundtable.minds.llm.reply_items import scenario
from roundtable.minds.llm.schema import Change
from roundtable.ports import CodeView

_MAIN_FIELDS: Final = ("text", "choice", "summary", "title", "why", "name")

_GIVES_UP: Final = frozenset({"withdraw", "misread"})


class ReadChanges(NamedTuple):
    amended: tuple[Amendment, ...] = ()
    merged: tuple[Merge, ...] = ()
    confirmed: tuple[str, ...] = ()
    retracted: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


def read_changes(
    changes: Iterable[Change],
    briefing: Briefing,
    code: CodeView | None = None,
    refs: Mapping[str, str] | None = None,
) -> ReadChanges:
    """The operations; `refs` are the names that new facts have in the same answer, with their temporary ids."""
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
            if field := _field(fact, change.field):
                updates = {field: _value(change.value, fact, field)}
                if isinstance(fact, Criterion):
                    updates = scenario(fact, updates)
                amended.append(Amendment(fact_id=fact_id, updates=updates, evidence=evidence))
            else:
                known = ", ".join(f"`{name}`" for name in words_of(fact) or ("text",))
                unread.append(f"{change.op} of {fact_id}: {fact.kind} has no `{change.field}`, only {known}.")
        elif change.op == "merge":
            into = change.into.strip()
            merged.append(Merge(fact_id=fact_id, into=(refs or {}).get(into, into), evidence=evidence))
        elif (change.op == "settle" and isinstance(fact, OpenQuestion)) or (
            evidence and (isinstance(fact, Note) or (change.op in _GIVES_UP and fact.kind != "open_question"))
        ):
            merged.append(Merge(fact_id=fact_id, evidence=evidence))
        elif change.op == "settle" and isinstance(fact, Decision) and evidence:
            amended.append(Amendment(fact_id=fact_id, updates={"status": "Accepted"}, evidence=evidence))
        elif change.op == "settle":
            confirmed.append(fact_id)
        elif change.op == "amend":
            unread.append(f"amend of {fact_id}: give the new value.")
        else:
            retracted.append(fact_id)
    return ReadChanges(tuple(amended), tuple(merged), tuple(confirmed), tuple(retracted), tuple(unread))


def _field(fact: Fact, name: str) -> str:
    """The field that is meant: as the guide calls it, under which the fact was told; empty where the fact has none."""
    if not (name := name.strip()):
        return next((one for one in _MAIN_FIELDS if getattr(fact, one, "")), "text")
    return words_of(fact).get(name, name if name in type(fact).model_fields else "")


def _value(value: str, fact: Fact, field: str) -> str | tuple[str, ...]:
    """The new value; of a field that holds several, its parts."""
    if not isinstance(getattr(fact, field, ""), tuple):
        return one_line(value)
    parts = re.split(r"[,;\s]+" if field in fact.refers else r"[;\n]+", value)
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
    if change.op == "withdraw" and change.why.strip() and not evidence:
        evidence.append(Inferred(because=one_line(change.why)))
    if change.rests_on.strip() and not evidence:
        return f'"{one_line(change.rests_on)[:60]}" is no line and no known fact.'
    return tuple(evidence)
