"""Jordan's first break: the shape of it, which is modules, contracts and the path of the data.

With code the contracts are the ones that the code spells and the request speaks of; without, one call for each deed of the
request, named after its own words. A file is no contract: where no definition speaks of the request there is none, and that
is said. Nothing is recorded that is not read off a signature or a sentence.

Elsewhere: the path of the data (`flows`), what fails and what is kept (`faults`).
"""

import re
from typing import Final

from roundtable.analysis.evidence import CodeAnchor, Evidence, Inferred
from roundtable.analysis.facts import (
    DirectChange,
    Interface,
    Module,
    Parameter,
    Requirement,
)
from roundtable.analysis.scanning import Definition
from roundtable.minds.facilitator.conversation.actions import Action
from roundtable.minds.facilitator.conversation.alex import new_place
from roundtable.minds.facilitator.conversation.deeds import Deed
from roundtable.minds.facilitator.conversation.flows import flows
from roundtable.minds.facilitator.conversation.spelled import is_public, spelled
from roundtable.minds.facilitator.conversation.talk import Talk, quote_from_draft
from roundtable.minds.facilitator.derive import derive
from roundtable.minds.facilitator.manner import JORDAN
from roundtable.minds.facilitator.rephrase import listed
from roundtable.minds.facilitator.things import is_mass, singular
from roundtable.minds.facilitator.words import content_words, stem

__all__ = ["shapes"]

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
    talk.take(flows(talk, interfaces), propose=True)
    preface = (
        talk.briefing.library.persona(JORDAN).voice.preface
        or "Based on what we've discussed, the interface would be"
    )
    first = not talk.has_spoken(JORDAN)
    lead = preface if first else "To make this concrete: the contract would be"
    calls = [interface.signature or interface.name for interface in interfaces[:2]]
    names = [f"`{module.name}`" for module in modules[:3]]
    if calls:
        more = f"; {listed(names)} would hold it" if names and not talk.has_code else ""
        return talk.say(JORDAN, f"{lead} {listed([f'`{call}`' for call in calls])}{more}.")
    if names:
        return talk.say(
            JORDAN,
            f"{lead} inside {listed(names)}. No definition there speaks of this by name, so the signature stays open.",
        )
    return first and talk.say(
        JORDAN, f"{lead} new, and its signature is open until one real case is on the table."
    )


# -- modules ----------------------------------------------------------------------------------------------------------------


def _modules(talk: Talk, sources: tuple[str, ...]) -> list[Module]:
    if talk.has_code:
        found = derive(talk.analysis, (), {"module"}, _TOPIC, talk.situation.sight)
        return [
            module.model_copy(update={"responsibility": _duty(talk, module), "requirements": sources})
            for module in found[:_MOST]
            if isinstance(module, Module)
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


def _duty(talk: Talk, module: Module) -> str:
    """What a module is there for, read off what it defines: the names that speak of the request first."""
    defined = [
        d
        for path in module.paths
        for d in talk.situation.sight.signatures(path)
        if is_public(d) and not d.parent
    ]
    about = _stems(talk)
    ranked = sorted(defined, key=lambda d: -len(_parts(d.name) & about))
    names = list(dict.fromkeys(definition.name for definition in ranked))
    if names:
        return f"Holds {listed([f'`{name}`' for name in names[:3]], len(names) - 3)}."
    return f"Holds {listed([f'`{path}`' for path in module.paths[:3]], len(module.paths) - 3)}."


# -- contracts --------------------------------------------------------------------------------------------------------------


def _interfaces(talk: Talk, sources: tuple[str, ...]) -> list[Interface]:
    flag = _flag(talk, sources)
    if flag is not None:
        return [flag]
    if talk.has_code:
        found = _from_code(talk, sources)
        if found:
            return found
    if talk.request.nature in ("bug", "command", "library"):
        return []
    calls: list[Interface] = []
    for action in talk.request.actions[:_MOST]:
        quote = quote_from_draft(talk.analysis, action.thing)
        if quote is None or not action.thing:
            continue
        because = Inferred(because="one call for each thing the request wants done")
        calls.append(_call(action, len(calls) + 1, (quote, because), sources))
    return calls


def _stems(talk: Talk) -> frozenset[str]:
    """The words of the request that say what it is about; the verb that asks for the change says nothing about code."""
    asked = {stem(action.verb) for action in talk.request.asks}
    return _parts(f"{talk.analysis.title} {talk.analysis.draft[:3000]}") - asked


def _parts(name: str) -> frozenset[str]:
    spaced = re.sub(r"[_.\-]|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name)
    return frozenset(stem(word.lower()) for word in content_words(spaced))


_MAKERS: Final = ("__init__", "constructor", "__new__")
_BESIDE: Final = re.compile(r"(?:^|/)(?:tests?|docs?|examples?)/|\.(?:md|rst|txt)$")


def _from_code(talk: Talk, sources: tuple[str, ...]) -> list[Interface]:
    """Definitions in the files that change whose own name the request speaks of, the closest first."""
    about = _stems(talk)
    words = set(re.findall(r"\w+", f"{talk.analysis.title} {talk.analysis.draft[:3000]}"))
    found: list[tuple[tuple[float, ...], Definition, DirectChange]] = []
    for at, change in enumerate(talk.analysis.of(DirectChange)):
        if change.change == "create" or _BESIDE.search(change.path):
            continue
        for definition in talk.situation.sight.signatures(change.path):
            own = _parts(definition.name)
            hits = len(own & about)
            # A plain word may be a name by chance; one that is shaped like a name is meant.
            outright = (
                definition.name in words and re.search(r"_|[a-z][A-Z]|[A-Z]{2}", definition.name) is not None
            )
            if not is_public(definition) or not (hits or outright):
                continue
            called = definition.kind in ("function", "method")
            rank = (-outright, not (called or outright), -hits / max(1, len(own)), -hits, at, definition.line)
            found.append((rank, definition, change))
    found.sort(key=lambda one: one[0])
    # A type that merely shares a word says little where there is a function that does.
    calls = [one for one in found if not one[0][1]] or found
    once = {f"{one[1].parent}.{one[1].name}": one for one in reversed(calls)}
    calls = [one for one in calls if once[f"{one[1].parent}.{one[1].name}"] is one]
    return [
        _as_interface(talk, definition, change, at, sources)
        for at, (_, definition, change) in enumerate(calls[:_MOST], start=1)
    ]


def _as_interface(
    talk: Talk, definition: Definition, change: DirectChange, at: int, sources: tuple[str, ...]
) -> Interface:
    name = f"{definition.parent}.{definition.name}" if definition.parent else definition.name
    # A definition on one line brings its body along; the contract ends where that begins.
    signature = re.sub(r"(?<=[)\w>\]])\s*\{.*$", "", definition.signature, flags=re.DOTALL).rstrip(" :{;")
    making = next(
        (
            one
            for one in talk.situation.sight.signatures(change.path)
            if definition.kind == "class" and one.parent == definition.name and one.name in _MAKERS
        ),
        None,
    )
    if making is not None:
        # A class is called through its constructor.
        inputs, _ = spelled(making)
        signature = f"{name}({', '.join(one.name for one in inputs)})"
        output = name
    else:
        inputs, output = spelled(definition)
    return Interface(
        id=f"new:if-{at}",
        step_id=_TOPIC,
        name=name,
        module=change.path,
        signature=signature,
        summary=definition.doc,
        inputs=inputs,
        output=output,
        requirements=sources,
        evidence=(
            CodeAnchor(path=definition.path, line=definition.line, symbol=name),
            Inferred(sources=(change.id,) if change.id else (), because="the request speaks of it"),
        ),
    )


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
