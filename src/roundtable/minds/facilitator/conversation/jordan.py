"""Jordan's breaks: the shape (modules, contracts, path of the data) and the failures (errors, what is kept).

With code the contracts are the ones that the code spells; without, one call for each deed of the request, named after its
own words. Nothing is recorded that is not read off a signature or a sentence.
"""

import re
from typing import Final

from roundtable.analysis.evidence import Assumed, CodeAnchor, Evidence, Inferred
from roundtable.analysis.facts import (
    Assumption,
    DataFlow,
    DirectChange,
    ErrorCase,
    Fact,
    Interface,
    Module,
    Parameter,
    Problem,
    Requirement,
    StateModel,
)
from roundtable.minds.facilitator.conversation.alex import new_place
from roundtable.minds.facilitator.conversation.deeds import Deed
from roundtable.minds.facilitator.conversation.request import Action
from roundtable.minds.facilitator.conversation.talk import Talk, quote_from_draft
from roundtable.minds.facilitator.conversation.things import is_mass, singular
from roundtable.minds.facilitator.derive import derive
from roundtable.minds.facilitator.manner import JORDAN
from roundtable.minds.facilitator.rephrase import listed

__all__ = ["faults", "shapes"]

_TOPIC: Final = "specification"
_MOST: Final = 4


def shapes(talk: Talk) -> bool:
    """Modules, contracts and the path of the data; whether Jordan said something."""
    if talk.analysis.of(Module) or talk.analysis.of(Interface):
        return False
    sources = tuple(requirement.id for requirement in talk.analysis.of(Requirement)[:_MOST])
    modules = _modules(talk, sources)
    interfaces = _interfaces(talk, sources)
    talk.take([*modules, *interfaces], propose=True)
    talk.take(_flows(talk, interfaces), propose=True)
    preface = (
        talk.briefing.library.persona(JORDAN).voice.preface
        or "Based on what we've discussed, the interface would be"
    )
    first = not talk.has_spoken(JORDAN)
    lead = preface if first else "To make this concrete: the contract would be"
    calls = [interface.signature or interface.name for interface in interfaces[:2]]
    names = [f"`{module.name}`" for module in modules[:3]]
    if calls:
        carried = f", carried by {listed(names)}" if names else ""
        return talk.say(
            JORDAN,
            f"{lead} {listed([f'`{call}`' for call in calls])}{carried}. A call that cannot be answered returns an error and changes nothing.",
        )
    if names:
        return talk.say(
            JORDAN, f"{lead} one boundary around {listed(names)}, with everything else left as it is."
        )
    return (
        talk.say(
            JORDAN,
            f"{lead} as small as the request: one input, one output, one error that names what was refused.",
        )
        if first
        else False
    )


def _modules(talk: Talk, sources: tuple[str, ...]) -> list[Module]:
    titles = [r.title[:1].lower() + r.title[1:] for r in talk.analysis.of(Requirement)[:2]]
    if talk.has_code:
        found = [
            fact
            for fact in derive(talk.analysis, (), {"module"}, _TOPIC, talk.situation.sight)
            if isinstance(fact, Module)
        ]
        duty = (
            f"Holds what changes for: {listed([title.rstrip('.') for title in titles])}."
            if titles
            else "Holds what changes."
        )
        return [
            module.model_copy(update={"responsibility": duty, "requirements": sources})
            for module in found[:_MOST]
        ]
    modules: list[Module] = []
    for thing in talk.request.things[:3]:
        quote = quote_from_draft(talk.analysis, thing)
        if quote is None:
            continue
        verbs = list(dict.fromkeys(action.verb for action in talk.request.actions if action.thing == thing))
        duty = f"Everything that is done with {thing}{': ' + listed(verbs) if verbs else ''}."
        evidence: tuple[Evidence, ...] = (quote, CodeAnchor(path=new_place(thing), status="proposed-new"), Inferred(because="one module for each thing the request names"))  # fmt: skip
        modules.append(
            Module(
                id=f"new:mod-{len(modules) + 1}",
                step_id=_TOPIC,
                name=new_place(thing),
                responsibility=duty,
                paths=(new_place(thing),),
                requirements=sources,
                evidence=evidence,
            )
        )
    return modules


def _interfaces(talk: Talk, sources: tuple[str, ...]) -> list[Interface]:
    flag = _flag(talk, sources)
    if flag is not None:
        return [flag]
    if talk.has_code:
        found = [fact for fact in _from_code(talk) if isinstance(fact, Interface)]
        if found:
            return [interface.model_copy(update={"requirements": sources}) for interface in found[:_MOST]]
    if talk.request.nature in ("bug", "command", "library"):
        return _from_files(talk, sources)
    calls: list[Interface] = []
    for action in talk.request.actions[:_MOST]:
        quote = quote_from_draft(talk.analysis, action.thing)
        if quote is None or not action.thing:
            continue
        because = Inferred(because="one call for each thing the request wants done")
        calls.append(_call(action, len(calls) + 1, (quote, because), sources))
    return calls or _from_files(talk, sources)


def _from_code(talk: Talk) -> list[Fact]:
    """Contracts that the code spells; a name of the request counts with each of its words."""
    spelled = " ".join(re.sub(r"[_.]|(?<=[a-z])(?=[A-Z])", " ", name) for name in talk.request.names)
    about = talk.analysis.changed(title=f"{talk.analysis.title} {spelled}")
    return derive(about, (), {"interface"}, _TOPIC, talk.situation.sight)


def _flag(talk: Talk, sources: tuple[str, ...]) -> Interface | None:
    """A new flag is its own contract: the spelling that the request gives it."""
    name = next((name for name in talk.request.names if name.startswith("--")), "")
    quote = quote_from_draft(talk.analysis, name) if talk.request.nature == "command" else None
    if quote is None:
        return None
    return Interface(
        id="new:if-flag",
        step_id=_TOPIC,
        name=name,
        signature=name,
        summary=talk.analysis.title,
        inputs=(Parameter(name=name, type="switch"),),
        output="text on stdout",
        requirements=sources,
        evidence=(quote, Inferred(because="the request spells it")),
    )


def _from_files(talk: Talk, sources: tuple[str, ...]) -> list[Interface]:
    """Code without any definition that speaks of this: the file itself is the boundary."""
    change = next((change for change in talk.analysis.of(DirectChange) if change.change == "modify"), None)
    if change is None:
        return []
    name = change.path.rpartition("/")[2]
    return [
        Interface(
            id="new:if-1",
            step_id=_TOPIC,
            name=name,
            module=change.path,
            summary="The behaviour of this file as its callers see it.",
            requirements=sources,
            evidence=(
                CodeAnchor(path=change.path),
                Inferred(sources=(change.id,), because="the file that changes"),
            ),
        )
    ]


_INPUT: Final[dict[Deed, tuple[str, str]]] = {
    "find": ("query", "text"),
    "see": ("id", "text"),
    "make": ("fields", "record"),
    "change": ("fields", "record"),
    "remove": ("id", "text"),
    "deal": ("id", "text"),
    "talk": ("message", "text"),
    "judge": ("period", "range"),
    "move": ("source", "file"),
    "warn": ("event", "record"),
    "run": ("settings", "record"),
    "guard": ("who", "account"),
}


def _call(action: Action, at: int, evidence: tuple[Evidence, ...], sources: tuple[str, ...]) -> Interface:
    noun = action.thing if is_mass(action.thing) else singular(action.thing)
    name = re.sub(r"[^a-z0-9]+", "_", f"{action.verb} {action.thing}".lower()).strip("_")
    parameter, kind = _INPUT[action.deed]
    record = "".join(word[:1].upper() + word[1:] for word in re.findall(r"[A-Za-z0-9]+", noun))
    output = {
        "find": f"list[{record}]",
        "deal": "Confirmation",
        "remove": "nothing",
        "warn": "nothing",
        "talk": "Receipt",
    }.get(action.deed, record)
    return Interface(
        id=f"new:if-{at}",
        step_id=_TOPIC,
        name=name,
        module=new_place(action.thing),
        signature=f"{name}({parameter}: {kind}) -> {output}",
        summary=f"{action.verb[:1].upper()}{action.verb[1:]} {action.thing}.",
        inputs=(Parameter(name=parameter, type=kind),),
        output=output,
        requirements=sources,
        evidence=evidence,
    )


def _flows(talk: Talk, interfaces: list[Interface]) -> list[Fact]:
    if talk.analysis.of(DataFlow) or not interfaces:
        return []
    path = interfaces[0].module or interfaces[0].name
    entry = next((fact for fact in talk.analysis.kinds("entry_point")), None)
    steps = [
        f"{entry.headline} takes the request" if entry is not None else "The request comes in",
        *(f"`{interface.name}` in {interface.module or path} handles it" for interface in interfaces[:3]),
        "The result, or one error, goes back to whoever asked",
    ]
    minted = talk.analysis.of(Interface)
    anchors = tuple(item for item in interfaces[0].evidence if isinstance(item, CodeAnchor))
    return [
        DataFlow(
            id="new:df-1",
            step_id=_TOPIC,
            title=talk.analysis.title or "The main path",
            steps=tuple(steps),
            evidence=(
                *anchors,
                Inferred(sources=tuple(i.id for i in minted[:3]), because="the calls in their order"),
            ),
        )
    ]


# -- failures and state -----------------------------------------------------------------------------------------------------


def faults(talk: Talk) -> bool:
    """What can fail and what is kept; whether Jordan said something."""
    before = len(talk.analysis.of(ErrorCase))
    talk.take(derive(talk.analysis, (), {"error_case"}, _TOPIC, talk.situation.sight), propose=True)
    if len(talk.analysis.of(ErrorCase)) < 2:
        talk.take(_error_cases(talk)[: 3 - before], propose=True)
    _tell_contracts(talk)
    kept = _state(talk)
    if talk.wants(_TOPIC, "error_case"):
        talk.take([Assumption(id="new:as-err", step_id=_TOPIC, text="Failures are reported the way the rest of the code reports them.", evidence=(Assumed(because="no failure was named"),))])  # fmt: skip
        talk.settle(_TOPIC, "error_case")
    cases = talk.analysis.of(ErrorCase)[before:]
    if not cases and not kept:
        return False
    lines = [f"{case.condition}: {_lower(case.recovery)}" for case in cases[:2] if case.recovery]
    flagged = "; ".join(lines)
    named = [f"`{name}`" for name in talk.request.names[:1]] if talk.request.nature != "product" else []
    subject = next(iter((*named, *talk.request.things)), "this")
    said = (
        f"Before we finalize, I want to flag the error handling for {subject}. {flagged}." if flagged else ""
    )
    return talk.say(
        JORDAN,
        f"{said} {kept}".strip(),
        kept,
        f"Before we finalize, I want to flag the error handling for {subject}: each failure gets a code of its own.",
    )


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
    return text[:1].lower() + text[1:]


def _error_cases(talk: Talk) -> list[Fact]:
    facts: list[Fact] = []
    for interface in talk.analysis.of(Interface):
        if interface.inputs and any(
            isinstance(item, CodeAnchor) and item.status == "found" for item in interface.evidence
        ):
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
        facts.append(
            ErrorCase(
                id="new:err-bug",
                step_id=_TOPIC,
                condition=problem.text.rstrip("."),
                recovery="Covered by a test that fails today",
                evidence=(Inferred(sources=(problem.id,), because="it is what goes wrong"),),
            )
        )
    for action in talk.request.actions if talk.request.nature in ("product", "change", "pipeline") else ():
        quote = quote_from_draft(talk.analysis, action.thing)
        wording = _FAILS.get(action.deed)
        if quote is None or wording is None or not action.thing:
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
_PAST: Final = {"buy": "bought", "sell": "sold", "pay": "paid", "send": "sent", "write": "written", "make": "made", "keep": "kept", "set": "set", "build": "built", "draw": "drawn"}  # fmt: skip


def _past(verb: str) -> str:
    if verb in _PAST:
        return _PAST[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    return f"{verb[:-1]}ied" if re.search(r"[^aeiou]y$", verb) else f"{verb}ed"


def _state(talk: Talk) -> str:
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
    return (
        f"The record of a {noun} moves from {' to '.join(states)}."
        if not is_mass(noun)
        else f"The {noun} moves from {' to '.join(states)}."
    )
