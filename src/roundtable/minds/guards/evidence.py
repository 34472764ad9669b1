"""Evidence: every proposed fact says truly where it comes from, before it can enter the analysis.

- A quote is found in the turn it names, or in another one (then the span is mended); words nobody said are refused.
- A place in the code resolves, or is marked as proposed-new; a file that is to be changed but is not there is refused.
- "Confirmed" and "edited by hand" are for the person to give, never for a mind.
- A fact that rests on the person's words alone says no more than they do, and never the opposite: a free rendering counts
  as inferred, one that has next to nothing in common with what it quotes is refused. A fact without evidence becomes an
  assumption.
- A figure that becomes a target is the person's or stands in the cited code; in an example it is free.
- A file that the person left alone changes only by words of theirs.
- A name in code is there, or the fact is marked as new. What somebody wants is theirs to say, never the code's.
- Each fact is judged by itself: what is refused costs no other.
- Taking back, or saying that there is none of something, is for the person: their words must say so.
"""

from collections.abc import Sequence

from pydantic import ValidationError

from roundtable.analysis.scanning import is_below
from roundtable.engine.briefing import Amendment, Briefing, Thought
from roundtable.facts import (
    Criterion,
    Decision,
    DirectChange,
    Fact,
    NoChange,
    Priority,
    Requirement,
    parse_fact,
)
from roundtable.facts.evidence import Assumed, CodeAnchor, Quote
from roundtable.facts.ids import is_temporary
from roundtable.interview.code_sight import Sight
from roundtable.minds.guards.fact_check import FactCheck
from roundtable.minds.guards.known_facts import confirmed, may_merge, none_of, retracted
from roundtable.minds.guards.support import bare_criterion, statement_of, what_is_new
from roundtable.minds.guards.verdict import Findings


def check_facts(thought: Thought, briefing: Briefing, sight: Sight, findings: Findings) -> Thought:
    proposed = _without_denied(thought.facts, briefing, findings)
    facts = _with_criteria(proposed, _standing(proposed, briefing, sight, findings))
    for trouble in thought.unread:
        findings.refuse("evidence", trouble, trouble[:80])
    amended = [_amendment(amendment, briefing, sight, findings) for amendment in thought.amended]
    return thought.changed(
        facts=tuple(facts),
        amended=tuple(one for one in amended if one is not None),
        merged=tuple(one for one in thought.merged if may_merge(one, facts, briefing, findings)),
        unread=(),
        confirmed=confirmed(thought.confirmed, briefing, findings),
        retracted=retracted(thought.retracted, briefing, findings),
        none_of=none_of(thought.none_of, briefing, findings),
    )


def _standing(facts: Sequence[Fact], briefing: Briefing, sight: Sight, findings: Findings) -> list[Fact]:
    """The facts that hold; one that leans on a fact that does not is looked at again without it."""
    names = set(briefing.analysis.by_id) | {fact.id for fact in facts if fact.id}
    while True:
        seen = Findings()
        held = [_held(fact, names, briefing, sight, seen) for fact in facts]
        gone = {fact.id for fact, kept in zip(facts, held, strict=True) if kept is None and fact.id in names}
        if not gone:
            findings.take(seen)
            return [fact for fact in held if fact is not None]
        names -= gone


def _without_denied(facts: Sequence[Fact], briefing: Briefing, findings: Findings) -> list[Fact]:
    """The facts without changes to files that the person left alone, be it in this answer, unless they now say otherwise."""
    alone = [one.path for one in (*briefing.analysis.of(NoChange), *facts) if isinstance(one, NoChange)]
    kept: list[Fact] = []
    for fact in facts:
        is_said = any(isinstance(item, Quote) for item in fact.evidence)
        if isinstance(fact, DirectChange) and not is_said and is_below(fact.path, alone):
            label = f'direct_change "{fact.path}"'
            findings.refuse(
                "evidence", f"{label}: the person said that it is left alone. Leave it out.", label
            )
        else:
            kept.append(fact)
    return kept


def _with_criteria(proposed: Sequence[Fact], kept: list[Fact]) -> list[Fact]:
    """A requirement that came with criteria has one, also when none of them held."""
    came = {fact.requirement for fact in proposed if isinstance(fact, Criterion)}
    left = {fact.requirement for fact in kept if isinstance(fact, Criterion)}
    bare = [fact for fact in kept if isinstance(fact, Requirement) and fact.id in came - left]
    after = {fact.id: [bare_criterion(fact)] for fact in bare}
    return [one for fact in kept for one in (fact, *after.get(fact.id, ()))]


def _held(fact: Fact, names: set[str], briefing: Briefing, sight: Sight, findings: Findings) -> Fact | None:
    """The fact as it may stand, or nothing; why not is said about this one alone."""
    label, own = f'{fact.kind} "{fact.headline[:80]}"', Findings()
    kept = _judged(FactCheck(fact, label, names, briefing, sight, own))
    findings.take(own, label)
    return None if own.refusals else kept


def _judged(check: FactCheck) -> Fact | None:
    if check.fact.id and not is_temporary(check.fact.id):
        check.mend("an id is not for a mind to give")
        check.fact = check.fact.changed(id="")
    if not check.refer_to_known():
        return None
    fact = check.fact
    evidence = check.evidence(fact.evidence)
    if check.findings.refusals:
        return None
    evidence = check.weighed(evidence)
    check.check_figures(evidence)
    check.check_statement(evidence)
    if not any(isinstance(item, Quote) for item in evidence):
        leads = (getattr(one, "sources", isinstance(one, CodeAnchor)) for one in evidence)
        if not any(leads) and check.is_out_of_the_blue():
            return check.drop("nothing that is known leads to it")
        if isinstance(fact, Priority):
            return check.drop("nobody ranked it")
        if isinstance(fact, Decision) and fact.status == "Accepted":
            check.drop("nobody accepted it, so it is a proposal")
            fact = fact.changed(status="Proposed")
    if isinstance(fact, Priority) and (trouble := check.rank_trouble(evidence)):
        return check.refuse(trouble)
    if check.points_nowhere(evidence):
        return check.refuse(" names a file that is not there. Use a file that was found, or leave it out.")
    if not evidence:
        check.drop("it has no evidence, so it counts as assumed")
        evidence = [Assumed(because="proposed without evidence")]
    return fact if tuple(evidence) == fact.evidence else fact.changed(evidence=tuple(evidence))


def _amendment(
    amendment: Amendment, briefing: Briefing, sight: Sight, findings: Findings
) -> Amendment | None:
    """The change as it may stand. The words for it are held against what it says, not against what was said before."""
    updates = amendment.updates
    own, label = Findings(), f"change of {amendment.fact_id} ({', '.join(updates)})"
    if (fact := briefing.analysis.get(amendment.fact_id)) is None:
        findings.dropped.append(f"{label}: there is no such fact")
        return None
    if not updates.keys() <= type(fact).model_fields.keys() - {"id", "kind", "evidence"}:
        findings.refuse("evidence", f"{label}: a {fact.kind} has no such field.", label)
        return None
    try:
        changed = parse_fact({**fact.model_dump(), **updates})
    except ValidationError:
        findings.refuse("evidence", f"{label}: the new value does not fit the field.", label)
        return None
    told = statement_of(changed, without=frozenset(type(fact).model_fields.keys() - updates.keys()))
    told = what_is_new(told, statement_of(fact)) or told
    check = FactCheck(changed, label, set(briefing.analysis.by_id), briefing, sight, own, told)
    evidence = check.weighed(check.evidence(amendment.evidence))
    check.check_figures(evidence)
    check.check_statement(evidence)
    if not evidence:
        check.refuse(": quote the person's words for it, or cite a line.")
    if isinstance(changed, Priority) and (trouble := check.rank_trouble(evidence)):
        check.refuse(trouble)
    decides = isinstance(changed, Decision) and updates.get("status") == "Accepted"
    if decides and not any(isinstance(item, Quote) for item in evidence):
        check.refuse(": only the person decides. Quote the words with which they did.")
    findings.take(own, label)
    return None if own.refusals else amendment.changed(evidence=tuple(evidence))
