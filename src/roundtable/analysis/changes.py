"""The only way an analysis changes: hear, add, confirm, retract, amend.

Each function takes an analysis and returns a new one; nothing is changed in place. Ids are minted here
and never given twice. When a fact changes or goes, what depended on it is marked stale and named; the rest keeps its state.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from roundtable.analysis.analysis import Analysis, Turn, Withdrawal
from roundtable.facts import Criterion, Fact, Priority, parse_fact
from roundtable.facts.evidence import Assumed, Confirmed, Evidence, Inferred, Quote
from roundtable.facts.ids import format_id, is_temporary, numbers_in, scope_of_criterion

_Fields = Mapping[str, Any]


def hear(analysis: Analysis, text: str, **details: Any) -> tuple[Analysis, Turn]:
    """Keep what a person said, word for word; `details` are the other fields of a `Turn`."""
    turn = Turn(number=analysis.next_turn, text=text, **details)
    return analysis.changed(turns=(*analysis.turns, turn)), turn


def add(analysis: Analysis, proposed: Iterable[Fact]) -> tuple[Analysis, dict[str, str]]:
    """Mint ids for proposed facts, settle their references to each other, and take them in.

    A fact whose id is already known is left alone; one without evidence is taken in as an assumption, because nothing
    enters a document without saying where it comes from. Also told: which id each temporary one became.
    """
    counters = dict(analysis.counters)
    names: dict[str, str] = {}
    taken: list[Fact] = []
    known = {*analysis.by_id, *analysis.retracted}
    # Requirements first, so that a criterion in the same thought finds the number of the one it belongs to.
    for fact in sorted(proposed, key=lambda fact: isinstance(fact, Criterion)):
        fact = _with_references(fact, names)
        if fact.id in known:
            continue
        if is_temporary(fact.id):
            minted = _mint(counters, fact)
            names |= {fact.id: minted} if fact.id else {}
            fact = fact.changed(id=minted)
        else:
            _remember(counters, fact.id)
        if not fact.evidence:
            fact = fact.changed(evidence=(Assumed(because="nobody said it"),))
        known.add(fact.id)
        taken.append(fact)
    taken = [_with_references(fact, names) for fact in taken]
    return analysis.changed(facts=(*analysis.facts, *taken), counters=counters), names


def confirm(analysis: Analysis, fact_ids: Iterable[str], *, turn: int) -> Analysis:
    """The person accepted these facts: their confidence rises, and they are no longer stale."""
    known = [analysis.by_id[fact_id] for fact_id in fact_ids if fact_id in analysis.by_id]
    confirmed = {one.id: one.changed(evidence=(*one.evidence, Confirmed(turn=turn))) for one in known}
    facts = tuple(confirmed.get(one.id, one) for one in analysis.facts)
    stale = {fact_id: why for fact_id, why in analysis.stale.items() if fact_id not in confirmed}
    return analysis.changed(facts=facts, stale=stale)


def retract(analysis: Analysis, fact_id: str) -> Analysis:
    """Take a fact back. What depended on it stays, marked stale; criteria and priorities of a requirement go with it."""
    if fact_id not in analysis.by_id:
        return analysis
    gone = {fact_id, *(one.id for one in analysis.of(Criterion) if one.requirement == fact_id)}
    gone |= {one.id for one in analysis.of(Priority) if one.target == fact_id}
    now = analysis.next_turn - 1
    fact = analysis.by_id[fact_id]
    evidence = () if isinstance(fact, Priority) else fact.evidence  # a rank goes, and no sentence with it
    quotes = [item for item in evidence if isinstance(item, Quote) and item.turn < now]
    sentences = [Withdrawal(turn=one.turn, start=one.start, end=one.end, at=now) for one in quotes]
    stale = _stale_after(analysis, gone)
    removed = tuple(fact.id for fact in analysis.facts if fact.id in gone)
    return analysis.changed(
        facts=tuple(fact for fact in analysis.facts if fact.id not in gone),
        retracted=(*analysis.retracted, *removed),
        withdrawn=(*analysis.withdrawn, *sentences),
        stale={k: v for k, v in stale.items() if k not in gone},
    )


def amend(analysis: Analysis, fact_id: str, updates: _Fields, evidence: Iterable[Evidence] = ()) -> Analysis:
    """Change fields of one fact and give the new evidence; what depended on it becomes stale and is named.

    Evidence that spoke for the old words no longer counts, so it is replaced, not added to, when new evidence is given.
    """
    fact = analysis.get(fact_id)
    if fact is None:
        return analysis
    given = tuple(evidence)
    raw: dict[str, Any] = {**fact.model_dump(), **updates, "id": fact_id, "kind": fact.kind}
    amended = parse_fact(raw).changed(evidence=given or fact.evidence)
    if amended == fact:
        return analysis
    stale = _stale_after(analysis, {fact_id})
    stale.pop(fact_id, None)
    facts = tuple(amended if known.id == fact_id else known for known in analysis.facts)
    return analysis.changed(facts=facts, stale=stale)


def dependants_of(analysis: Analysis, fact_id: str) -> tuple[str, ...]:
    """Ids of the facts that rest on this one, directly or through others, in the order they were recorded."""
    found: set[str] = set()
    frontier = {fact_id}
    while frontier:
        others = [fact for fact in analysis.facts if fact.id not in found and fact.id != fact_id]
        frontier = {fact.id for fact in others if _rests_on(fact) & frontier}
        found |= frontier
    return tuple(fact.id for fact in analysis.facts if fact.id in found)


def _stale_after(analysis: Analysis, changed: set[str]) -> dict[str, tuple[str, ...]]:
    stale = dict(analysis.stale)
    for cause in sorted(changed):
        for dependant in dependants_of(analysis, cause):
            if dependant not in changed:
                stale[dependant] = tuple(dict.fromkeys((*stale.get(dependant, ()), cause)))
    return stale


def _rests_on(fact: Fact) -> set[str]:
    ids = {source for item in fact.evidence if isinstance(item, Inferred) for source in item.sources}
    return ids | set(fact.references)


def _with_references(fact: Fact, names: Mapping[str, str]) -> Fact:
    """The same fact with temporary ids in its references replaced by the minted ones."""
    if not names:
        return fact

    def settled(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(names.get(one, one) for one in ids)

    updates: dict[str, Any] = {}
    for field in fact.refers:
        if ids := settled(fact.ids_in(field)):
            updates[field] = ids[0] if isinstance(getattr(fact, field), str) else ids
    updates["evidence"] = tuple(
        one.changed(sources=settled(one.sources)) if isinstance(one, Inferred) else one
        for one in fact.evidence
    )
    return fact.changed(**updates)


def _mint(counters: dict[str, int], fact: Fact) -> str:
    if isinstance(fact, Criterion):
        scope = scope_of_criterion(fact.requirement)
        counters[scope] = counters.get(scope, 0) + 1
        return f"{scope}-{counters[scope]:02d}"
    counters[fact.prefix] = counters.get(fact.prefix, 0) + 1
    return format_id(fact.prefix, counters[fact.prefix], fact.width)


def _remember(counters: dict[str, int], fact_id: str) -> None:
    """An id that came from outside counts as given."""
    if (parts := numbers_in(fact_id)) is not None:
        scope, number = parts
        counters[scope] = max(counters.get(scope, 0), number)
