"""Jordan's second break: what can fail and what is kept.

Failures come from what was said (requirements, rules and the defect itself), from the deeds of the request, and from the
parameters of a function that the request names; none is made up for a function that merely stands nearby. States come from
verbs that keep something.
"""

import re
from typing import Final

from roundtable.analysis.evidence import Assumed, CodeAnchor, Inferred
from roundtable.analysis.facts import Assumption, ErrorCase, Fact, Interface, Problem, Requirement, StateModel
from roundtable.minds.facilitator.conversation.actions import Action
from roundtable.minds.facilitator.conversation.deeds import Deed, verb_base
from roundtable.minds.facilitator.conversation.talk import Talk, quote_from_draft
from roundtable.minds.facilitator.derive import derive
from roundtable.minds.facilitator.manner import JORDAN
from roundtable.minds.facilitator.things import is_mass, singular

__all__ = ["faults"]

_TOPIC: Final = "specification"


def faults(talk: Talk, *, final: bool = False) -> bool:
    """What can fail and what is kept; whether Jordan said something. `final`: nothing more will be asked about it."""
    before = len(talk.analysis.of(ErrorCase))
    talk.take(derive(talk.analysis, (), {"error_case"}, _TOPIC, talk.situation.sight), propose=True)
    if len(talk.analysis.of(ErrorCase)) < 2:
        known = {case.condition for case in talk.analysis.of(ErrorCase)}
        fresh = [case for case in _error_cases(talk) if case.headline not in known]
        talk.take(fresh[: 3 - before], propose=True)
    _tell_contracts(talk)
    kept = _state(talk, final=final)
    cases = talk.analysis.of(ErrorCase)[before:]
    if not cases and not kept:
        return False
    lines = [
        f"{case.condition[:1].upper()}{case.condition[1:]}: {_lower(case.recovery.rstrip('.'))}"
        for case in cases[:2]
        if case.recovery
    ]
    flagged = "; ".join([lines[0], *map(_lower, lines[1:])]) if lines else ""
    named = [f"`{name}`" for name in talk.request.names[:1]] if talk.request.nature != "product" else []
    subject = next(iter((*named, *talk.request.things)), "this")
    said = (
        f"Before we finalize, I want to flag the error handling for {subject}. {flagged}." if flagged else ""
    )
    return talk.say(JORDAN, f"{said} {kept}".strip(), said, kept)


def _tell_contracts(talk: Talk) -> None:
    """Each contract names the failures that follow from it."""
    for interface in talk.analysis.of(Interface):
        mine = tuple(
            case.id
            for case in talk.analysis.of(ErrorCase)
            if any(isinstance(item, Inferred) and interface.id in item.sources for item in case.evidence)
        )
        if mine and not interface.errors:
            talk.amend(interface, errors=mine)


def _lower(text: str) -> str:
    return text if text[1:2].isupper() or text.startswith("I ") else text[:1].lower() + text[1:]


def _roots(fact: Fact) -> frozenset[str]:
    return frozenset(
        source for item in fact.evidence if isinstance(item, Inferred) for source in item.sources
    )


def _error_cases(talk: Talk) -> list[Fact]:
    facts: list[Fact] = []
    named = {name.removesuffix("()").rpartition(".")[2].lower() for name in talk.request.names}
    for interface in talk.analysis.of(Interface):
        seen = any(isinstance(item, CodeAnchor) and item.status == "found" for item in interface.evidence)
        if interface.inputs and seen and interface.name.rpartition(".")[2].lower() in named:
            name = interface.inputs[0].name
            facts.append(
                ErrorCase(
                    id=f"new:err-{len(facts) + 1}",
                    step_id=_TOPIC,
                    condition=f"`{name}` of `{interface.name}` is missing or invalid",
                    recovery=f"The call fails before anything is changed, and the error names `{name}`",
                    evidence=(Inferred(sources=(interface.id,), because="the contract takes it"),),
                )
            )
    if talk.request.nature == "bug" and talk.analysis.of(Problem):
        problem = talk.analysis.of(Problem)[0]
        wishes = [fact for fact in talk.analysis.of(Requirement) if problem.id not in _roots(fact)]
        facts.append(
            ErrorCase(
                id="new:err-bug",
                step_id=_TOPIC,
                condition=problem.text.rstrip("."),
                recovery=wishes[0].text if wishes else "",
                requirement=wishes[0].id if wishes else None,
                evidence=(
                    Inferred(
                        sources=(problem.id, *(fact.id for fact in wishes[:1])),
                        because="it is what goes wrong",
                    ),
                ),
            )
        )
    for action in talk.request.actions if talk.request.nature in ("product", "change", "pipeline") else ():
        quote = quote_from_draft(talk.analysis, action.thing)
        # What can fail follows from the class of a verb; of an unknown one nothing follows.
        wording = _FAILS.get(action.deed) if verb_base(action.verb) else None
        if quote is None or wording is None or not action.thing or _is_no_record(talk, action):
            continue
        noun = action.thing if is_mass(action.thing) else singular(action.thing)
        condition = wording[0].format(noun, verb=action.verb)
        if any(isinstance(fact, ErrorCase) and fact.condition == condition for fact in facts):
            continue
        facts.append(
            ErrorCase(
                id=f"new:err-{len(facts) + 1}",
                step_id=_TOPIC,
                condition=condition,
                recovery=wording[1],
                evidence=(quote, Inferred(because=f"what can fail when somebody wants to {action.verb} it")),
            )
        )
    return facts


def _is_no_record(talk: Talk, action: Action) -> bool:
    """ "Show progress": what is named without an article and only once is nothing that one could look for in vain."""
    if action.deed != "see" or singular(action.thing) != action.thing:
        return False
    return (
        is_mass(action.thing) or quote_from_draft(talk.analysis, f"{action.verb} {action.thing}") is not None
    )


_FAILS: Final[dict[Deed, tuple[str, str]]] = {
    "find": ("No {} matches", "The result is empty and says so"),
    "see": ("The {} asked for does not exist", "The answer says so instead of showing nothing"),
    "make": ("The {} is incomplete or invalid", "It is refused with the reason, and nothing is saved"),
    "change": (
        "Two people {verb} the {} at the same time",
        "One of them wins; the other is told and can repeat it",
    ),
    "deal": (
        "The {} is no longer available, or the payment fails",
        "Nothing is charged, and both sides are told",
    ),
    "talk": ("The message about the {} cannot be delivered", "The sender is told and can try again"),
    "judge": ("The {} cannot be worked out from what is known", "The gap is named instead of a guess"),
    "move": ("Part of the {} cannot be read", "It is set aside with the reason"),
    "remove": ("The {} is already gone", "The result is the same as if it had been removed"),
    "run": ("The {} stops half-way", "It can be started again without doing anything twice"),
}

_KEEPING: Final[frozenset[Deed]] = frozenset(("make", "change", "remove", "deal"))
_PAST: Final = {"buy": "bought", "sell": "sold", "pay": "paid", "send": "sent", "write": "written", "make": "made", "keep": "kept", "set": "set", "build": "built", "draw": "drawn", "hold": "held", "lose": "lost", "find": "found", "take": "taken", "give": "given", "run": "run", "read": "read", "put": "put", "begin": "begun"}  # fmt: skip


def _past(verb: str) -> str:
    if verb in _PAST:
        return _PAST[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    return f"{verb[:-1]}ied" if re.search(r"[^aeiou]y$", verb) else f"{verb}ed"


_ASKED_LATER: Final = ("product", "pipeline", "change")
"""Natures whose own questions ask what is kept."""


def _state(talk: Talk, *, final: bool) -> str:
    """What is kept, from the verbs; else that nothing is, as an assumption. One sentence for Jordan."""
    if not talk.wants(_TOPIC, "state"):
        return ""
    kept = [action for action in talk.request.actions if action.deed in _KEEPING and action.thing]
    quote = (
        quote_from_draft(talk.analysis, kept[0].thing)
        if kept and talk.request.nature in ("product", "change")
        else None
    )
    if quote is None:
        # Whoever moves data keeps something, if only how far it got: nothing is assumed there.
        if talk.request.nature == "pipeline" or (talk.request.nature in _ASKED_LATER and not final):
            return ""
        text = "Nothing new is kept between two runs."
        talk.take([Assumption(id="new:as-state", step_id=_TOPIC, text=text, evidence=(Assumed(because="nothing in the request has to be remembered"),))])  # fmt: skip
        talk.settle(_TOPIC, "state")
        return "I keep no new state; that is marked as an assumption."
    thing = kept[0].thing
    noun = thing if is_mass(thing) else singular(thing)
    verbs = list(dict.fromkeys(action.verb for action in kept if action.thing == thing))
    states = ("new", *(_past(verb) for verb in verbs))
    talk.take(
        [
            StateModel(
                id="new:st-1",
                step_id=_TOPIC,
                entity=noun,
                states=states,
                transitions=tuple(f"{verb} it" for verb in verbs),
                text=f"{noun}: {', then '.join(states)}",
                evidence=(quote, Inferred(because="the verbs of the request are its moves")),
            )
        ],
        propose=True,
    )
    owner = f"record of {'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}" if not is_mass(noun) else noun
    return f"The {owner} moves from {' to '.join(states)}."
