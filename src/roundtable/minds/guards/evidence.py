"""Evidence: every proposed fact says truly where it comes from, before it can enter the analysis.

- A quote is found in the turn it names, or in another one (then the span is mended); words nobody said are refused.
- A place in the code resolves, or is marked as proposed-new; a file that is to be changed but is not there is refused.
- "Confirmed" and "edited by hand" are for the person to give, never for a mind.
- A fact that rests on the person's words alone may say no more than they do: a figure of its own is refused, a free
  rendering counts as inferred, and one that has next to nothing in common with them as assumed. A fact without evidence
  becomes an assumption, and an assumption brings no figures.
- Taking back, or saying that there is none of something, is for the person: their words must say so.
"""

import re
from collections.abc import Sequence
from typing import Final, cast

from pydantic import ValidationError

from roundtable.analysis.analysis import Analysis
from roundtable.engine.briefing import Amendment, Briefing, Thought
from roundtable.facts import Criterion, DirectChange, Fact, Requirement, parse_fact
from roundtable.facts.evidence import Assumed, CodeAnchor, Evidence, Inferred, Quote
from roundtable.facts.ids import is_temporary
from roundtable.interview.code_sight import Sight
from roundtable.minds.guards.claims import figures, unheard_figures
from roundtable.minds.guards.verdict import Findings
from roundtable.minds.guards.words import content_words, known_words

__all__ = ["check_facts", "find_quote"]

_TAKES_BACK: Final = re.compile(
    r"\b(?:no|not|never|none|nothing|without|drop|remove|forget|scratch|cancel|ignore|skip|instead|rather|actually|wrong|"
    r"mistake\w*|misunder\w*|change[ds]?|undo|delete|withdraw|take (?:that|it|this) back|revert|replace|out of scope|"
    r"nicht|kein\w*|statt|falsch|doch|pas|plutôt|faux|sino|mejor|quita\w*|non|niet|geen)\b|n['’]t\b|不|没|別|否",
    re.IGNORECASE,
)
_REFUSES: Final = re.compile(
    r"\W*(?:no(?! (?:problem|objection|doubt|issue|worries))|nope|nah|nein|non|niet|wrong|false|incorrect|"
    r"that(?:'s| is) (?:not|wrong)|not (?:right|quite|true|really))\b|[不没]",
    re.IGNORECASE,
)
_NONE: Final = re.compile(
    r"\b(?:no|not|none|nothing|nobody|no one|never|neither|nor|without|zero|nein|nicht\w*|kein\w*|niemand|pas|aucun\w*|"
    r"rien|sin|ningun\w*|nada|geen|niets|n/?a)\b|n['’]t\b|没|無|无|不",
    re.IGNORECASE,
)

_OWN_WORDS: Final = 0.5
"""The share of a fact's words that must be the person's own for it to count as said."""
_HARDLY_THEIRS: Final = 0.25
"""Below this share a quotation proves nothing: it was put beside a statement of somebody else's."""
_FORM: Final = frozenset({"system", "shall", "given", "then", "application", "app"})
"""Words that every requirement has."""
_ABOUT_IT: Final = 0.75
"""The share of a fact's words that an answer must contain to be about it."""
_PATH_KINDS: Final = frozenset(
    {"direct_change", "indirect_change", "entry_point", "risk_zone", "coverage_gap", "order"}
)
_WANTED: Final = frozenset(
    {"problem", "success_metric", "stakeholder", "user_type", "need", "journey", "constraint", "requirement"}
    | {"criterion", "business_rule", "quality", "story"}
)
"""What somebody wants is theirs to say; of how it could be done, and of doubts, one word in common is enough."""
_NOT_STATEMENTS: Final = frozenset({"id", "kind", "evidence", "step_id", "position"})


def check_facts(thought: Thought, briefing: Briefing, sight: Sight, findings: Findings) -> Thought:
    """The thought with facts, confirmations and amendments that hold."""
    analysis = briefing.analysis
    facts = _with_criteria(thought.facts, _standing(thought.facts, briefing, sight, findings))
    amended = [_amendment(amendment, analysis, sight, findings) for amendment in thought.amended]
    return thought.model_copy(
        update={
            "facts": tuple(facts),
            "amended": tuple(one for one in amended if one is not None),
            "confirmed": _confirmed(thought.confirmed, briefing, findings),
            "retracted": _retracted(thought.retracted, briefing, findings),
            "none_of": _none_of(thought.none_of, briefing, findings),
        }
    )


def find_quote(text: str, analysis: Analysis, prefer: int | None = None) -> Quote | None:
    """Where the person said this, letter for letter or but for spaces and capitals; the preferred turn first."""
    wanted = text.strip().strip("\"“”'‘’").strip()
    if len(wanted) < 2:
        return None
    loose = re.compile(
        r"\s+".join(re.escape(word).replace("’", "'").replace("'", "['’]") for word in wanted.split()),
        re.IGNORECASE,
    )
    for turn in sorted(analysis.turns, key=lambda turn: (turn.number != prefer, -turn.number)):
        start = turn.text.find(wanted)
        if start >= 0:
            return Quote(turn=turn.number, start=start, end=start + len(wanted), text=wanted)
        found = loose.search(turn.text)
        if found is not None:
            return Quote(turn=turn.number, start=found.start(), end=found.end(), text=found.group())
    return None


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


def _with_criteria(proposed: Sequence[Fact], kept: list[Fact]) -> list[Fact]:
    """A requirement that came with criteria has one, also when none of them held."""
    came = {fact.requirement for fact in proposed if isinstance(fact, Criterion)}
    left = {fact.requirement for fact in kept if isinstance(fact, Criterion)}
    whole: list[Fact] = []
    for fact in kept:
        whole.append(fact)
        if isinstance(fact, Requirement) and fact.id in came - left:
            text = fact.text[:1].lower() + fact.text[1:].rstrip(".")
            because = Inferred(sources=(fact.id,), because="follows from the requirement")
            whole.append(
                Criterion(
                    id=f"{fact.id}c",
                    step_id=fact.step_id,
                    requirement=fact.id,
                    text=f"It can be shown that {text}.",
                    evidence=(because,),
                )
            )
    return whole


# -- one fact ----------------------------------------------------------------------------------------------------------


def _held(fact: Fact, names: set[str], briefing: Briefing, sight: Sight, findings: Findings) -> Fact | None:
    analysis = briefing.analysis
    label = f"{fact.kind} ({fact.headline[:60]})"
    if fact.id and not is_temporary(fact.id):
        findings.mended.append(f"{label}: an id is not for a mind to give")
        fact = fact.model_copy(update={"id": ""})
    settled = _with_known_references(fact, names, label, findings)
    if settled is None:
        return None
    fact = settled
    evidence: list[Evidence] = []
    for item in fact.evidence:
        kept = _evidence(item, fact, label, names, analysis, sight, findings)
        if kept is not None:
            evidence.append(kept)
    evidence = _weighed(fact, evidence, analysis, label, findings)
    if not any(isinstance(item, Quote) for item in evidence):
        unheard = unheard_figures(_statement(fact), briefing)
        if unheard:
            findings.dropped.append(f"{label}: nobody gave the number {unheard[0]}")
            return None
        if not any(_leads_somewhere(item) for item in evidence) and _is_out_of_the_blue(fact, briefing):
            findings.dropped.append(f"{label}: nothing that is known leads to it")
            return None
    if _points_nowhere(fact, evidence, sight, briefing):
        findings.refuse(
            "evidence", f"{label} names a file that is not there. Use a file that was found, or leave it out."
        )
        return None
    if not evidence:
        findings.dropped.append(f"{label}: it has no evidence, so it counts as assumed")
        evidence = [Assumed(because="proposed without evidence")]
    return fact if tuple(evidence) == fact.evidence else fact.model_copy(update={"evidence": tuple(evidence)})


def _with_known_references(fact: Fact, names: set[str], label: str, findings: Findings) -> Fact | None:
    """Without ids that lead nowhere; nothing when the fact makes no sense without one."""
    updates: dict[str, object] = {}
    for field in fact.refers:
        value: object = getattr(fact, field)
        if isinstance(value, tuple):
            known = tuple(one for one in cast("tuple[object, ...]", value) if one in names)
            if known != value:
                updates[field] = known
        elif isinstance(value, str) and value not in names:
            if type(fact).model_fields[field].is_required():
                findings.dropped.append(f"{label}: it belongs to {value!r}, which is not there")
                return None
            updates[field] = None
    if updates:
        findings.mended.append(f"{label}: an id that is not there was left out")
    return fact.model_copy(update=updates) if updates else fact


def _evidence(
    item: Evidence,
    fact: Fact,
    label: str,
    names: set[str],
    analysis: Analysis,
    sight: Sight,
    findings: Findings,
) -> Evidence | None:
    match item:
        case Quote():
            turn = analysis.turn(item.turn)
            if turn is not None and item.text and turn.text[item.start : item.end] == item.text:
                return item
            found = find_quote(item.text, analysis, item.turn)
            if found is None:
                findings.refuse(
                    "evidence", f'{label} quotes "{item.text[:80]}", which the person never said.'
                )
            else:
                findings.mended.append(f"{label}: the quote was found in turn {found.turn}")
            return found
        case CodeAnchor():
            return _anchor(item, fact, label, sight, findings)
        case Inferred():
            sources = tuple(source for source in item.sources if source in names and source != fact.id)
            if len(sources) < len(item.sources):
                findings.mended.append(f"{label}: it was inferred from a fact that is not there")
            return item.model_copy(update={"sources": sources})
        case Assumed():
            return item
        case _:
            findings.dropped.append(f"{label}: only the person can confirm")
            return None


def _anchor(item: CodeAnchor, fact: Fact, label: str, sight: Sight, findings: Findings) -> CodeAnchor | None:
    name = f"{item.path}:{item.line}" if item.line else item.path
    found = sight.resolve(name) or sight.resolve(item.path)
    if item.symbol and found is not None and sight.view is not None and sight.resolve(item.symbol) is None:
        findings.refuse("evidence", f"{label}: `{item.symbol}` is not defined in the repository.")
        return None
    if found is not None:
        if item.status == "proposed-new":
            findings.mended.append(f"{label}: {item.path} is there already")
        line = found.line if found.line == item.line else None
        return item.model_copy(update={"path": found.path, "line": line, "status": "found"})
    if item.status == "proposed-new" or (isinstance(fact, DirectChange) and fact.change == "create"):
        return item.model_copy(update={"status": "proposed-new", "line": None})
    if any(isinstance(other, Quote) and item.path in other.text for other in fact.evidence):
        findings.mended.append(f"{label}: the person named {item.path}, which is not there yet")
        return item.model_copy(update={"status": "proposed-new", "line": None})
    findings.refuse(
        "evidence", f"{label}: `{item.path}` is not in the repository. Mark it as new, or leave it out."
    )
    return None


def _weighed(
    fact: Fact, evidence: list[Evidence], analysis: Analysis, label: str, findings: Findings
) -> list[Evidence]:
    """Evidence that carries no more than it can."""
    kinds = {item.kind for item in evidence}
    inferred = [item for item in evidence if isinstance(item, Inferred)]
    if kinds == {"inferred"} and not any(item.sources for item in inferred):
        findings.mended.append(f"{label}: inferred from nothing, so it counts as assumed")
        return [Assumed(because=inferred[0].because or "nobody said it")]
    if "quote" not in kinds or not kinds <= {"quote", "inferred"}:
        return evidence
    said = " ".join(
        f"{turn.text} {turn.question}"
        for item in evidence
        if isinstance(item, Quote) and (turn := analysis.turn(item.turn)) is not None
    )
    statement = _statement(fact)
    if not figures(statement) <= figures(said):
        findings.refuse("evidence", f"{label} contains a number that the person did not give.")
    words = [word for word in content_words(statement) if word not in _FORM]
    own = set(content_words(said))
    theirs = sum(1 for word in words if word in own) / len(words) if words else 1.0
    if theirs < _HARDLY_THEIRS:
        findings.mended.append(f"{label}: the words it quotes do not say it, so it counts as assumed")
        return [Assumed(because="the person's words do not say it")]
    if theirs < _OWN_WORDS and "inferred" not in kinds:
        findings.mended.append(f"{label}: mostly other words than the person's, so it counts as inferred")
        return [*evidence, Inferred(because="put in other words")]
    return evidence


def _leads_somewhere(item: Evidence) -> bool:
    return isinstance(item, CodeAnchor) or (isinstance(item, Inferred) and bool(item.sources))


def _is_out_of_the_blue(fact: Fact, briefing: Briefing) -> bool:
    """Whether a supposition has next to nothing to do with what was said, found and confirmed."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", _statement(fact))  # names in code are words put together
    words = [word for word in content_words(apart) if word not in _FORM]
    if not words:
        return False
    known = known_words(briefing)
    shared = sum(1 for word in words if word in known)
    return shared / len(words) < _HARDLY_THEIRS if fact.kind in _WANTED else shared == 0


def _statement(fact: Fact) -> str:
    """What the fact says, without ids and evidence."""
    pieces: list[str] = []
    for name in type(fact).model_fields:
        value: object = getattr(fact, name)
        if name in _NOT_STATEMENTS or name in fact.refers:
            continue
        if isinstance(value, str):
            pieces.append(value)
        elif isinstance(value, tuple):
            pieces.extend(str(one) for one in cast("tuple[object, ...]", value) if isinstance(one, str))
    return " ".join(pieces)


def _points_nowhere(fact: Fact, evidence: list[Evidence], sight: Sight, briefing: Briefing) -> bool:
    path = getattr(fact, "path", "")
    if fact.kind not in _PATH_KINDS or not isinstance(path, str) or not path:
        return False
    if isinstance(fact, DirectChange) and fact.change == "create":
        return False
    if briefing.scan is None:
        return not any(isinstance(item, Quote) for item in evidence)
    return sight.resolve(path) is None and not any(
        isinstance(item, CodeAnchor) and item.status == "proposed-new" for item in evidence
    )


# -- what happens to known facts ---------------------------------------------------------------------------------------


def _confirmed(ids: tuple[str, ...], briefing: Briefing, findings: Findings) -> tuple[str, ...]:
    """Only what was put to the person, or what their words are plainly about."""
    if not ids:
        return ()
    heard = briefing.heard
    if heard is not None and _REFUSES.match(heard.text):
        findings.dropped.append(f"{', '.join(ids)}: the person said no")
        return ()
    put = set(briefing.asked.proposes) if briefing.asked is not None else set[str]()
    kept: list[str] = []
    for fact_id in ids:
        fact = briefing.analysis.get(fact_id)
        if fact is not None and heard is not None:
            about = set(content_words(fact.headline))
            shared = [word for word in content_words(heard.text) if word in about]
            if fact_id in put or (about and len(set(shared)) / len(about) >= _ABOUT_IT):
                kept.append(fact_id)
                continue
        findings.dropped.append(f"{fact_id}: the person did not confirm it")
    return tuple(kept)


def _retracted(ids: tuple[str, ...], briefing: Briefing, findings: Findings) -> tuple[str, ...]:
    """Only what the person's words are about, and only when they take something back: nothing else may lose a fact."""
    heard = briefing.heard
    kept: list[str] = []
    for fact_id in ids:
        fact = briefing.analysis.get(fact_id)
        if fact is not None and heard is not None and _TAKES_BACK.search(heard.text):
            put = briefing.asked is not None and fact_id in briefing.asked.proposes
            if put or set(content_words(_statement(fact))) & set(content_words(heard.text)):
                kept.append(fact_id)
                continue
        findings.dropped.append(f"{fact_id}: the person did not take it back")
    return tuple(kept)


def _none_of(kinds: tuple[str, ...], briefing: Briefing, findings: Findings) -> tuple[str, ...]:
    if not kinds or (briefing.heard is not None and _NONE.search(briefing.heard.text)):
        return kinds
    findings.dropped.append(f"none of {', '.join(kinds)}: the person did not say so")
    return ()


def _amendment(
    amendment: Amendment, analysis: Analysis, sight: Sight, findings: Findings
) -> Amendment | None:
    fact = analysis.get(amendment.fact_id)
    label = f"change of {amendment.fact_id}"
    if fact is None:
        findings.dropped.append(f"{label}: there is no such fact")
        return None
    updates = {
        k: v
        for k, v in amendment.updates.items()
        if k in type(fact).model_fields and k not in {"id", "kind", "evidence"}
    }
    try:
        changed = parse_fact({**fact.model_dump(), **updates})
    except ValidationError:
        findings.refuse("evidence", f"{label}: the new value does not fit the field.")
        return None
    names = set(analysis.by_id)
    kept = [_evidence(item, changed, label, names, analysis, sight, findings) for item in amendment.evidence]
    evidence = _weighed(changed, [item for item in kept if item is not None], analysis, label, findings)
    if not updates or not evidence:
        findings.dropped.append(f"{label}: nothing the person said supports it")
        return None
    return amendment.model_copy(update={"updates": updates, "evidence": tuple(evidence)})
