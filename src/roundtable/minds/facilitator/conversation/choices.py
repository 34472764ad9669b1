"""Alex's second break: two ways to do it, with a recommendation.

The options follow from what the scan says about the file that changes (how many rely on it, how risky it is) or, without
code, from the parts that the draft names.

Elsewhere: what could be misused (`misuse`).
"""

import re
from typing import Final

from roundtable.analysis.evidence import Assumed, CodeAnchor, Evidence, Inferred
from roundtable.analysis.facts import (
    Assumption,
    Decision,
    DirectChange,
    Integration,
    Option,
    Requirement,
    RiskZone,
)
from roundtable.minds.facilitator.conversation.alex import code_callers, main_file, short_path
from roundtable.minds.facilitator.conversation.talk import Talk, quote_from_draft
from roundtable.minds.facilitator.rephrase import listed

__all__ = ["has_options", "options"]

_TOPIC: Final = "architecture"
_MANY_CALLERS: Final = 8
_MOST: Final = 4


def has_options(talk: Talk) -> bool:
    """Whether the options are on the table already."""
    return bool(talk.analysis.of(Option))


def options(talk: Talk) -> str:
    """Put two options and a proposed decision on record; what Alex says about them, empty when there is nothing to weigh."""
    if has_options(talk):
        return ""
    path = main_file(talk)
    first, second, because, evidence = _in_code(talk, path) if path else _from_words(talk)
    if first is None or second is None:
        return ""
    sources = tuple(requirement.id for requirement in talk.analysis.of(Requirement)[:3])
    decision = Decision(
        id="new:adr",
        step_id=_TOPIC,
        title=first.title,
        choice=first.title,
        context=talk.analysis.title,
        rationale=because,
        consequences=first.cons,
        options=(first.id, second.id),
        requirements=sources,
        evidence=(*evidence, Inferred(sources=(first.id,), because=because)),
    )
    talk.take([first, second, decision, *_integrations(talk, path)], propose=True)
    if not talk.has_code or not talk.wants(_TOPIC, "integration"):
        _stands_alone(talk)
    price = f"; the price is that {first.cons[0]}" if first.cons else ""
    return (
        f"I see two approaches: {_lower(first.title)}, or {_lower(second.title)}. "
        f"I'd take the first because {because}{price}."
    )


_Weighed = tuple[Option | None, Option | None, str, tuple[Evidence, ...]]


def _in_code(talk: Talk, path: str) -> _Weighed:
    callers = code_callers(talk, path)
    zone = next((zone for zone in talk.analysis.of(RiskZone) if zone.path == path), None)
    seen: tuple[Evidence, ...] = (CodeAnchor(path=path),)
    risky = zone is not None and zone.level == "high"
    named = _named_in(talk, path)
    within = Option(
        id="new:op-1",
        step_id=_TOPIC,
        title=f"Extend `{short_path(path)}`",
        summary="Change the code where it already is.",
        pros=("one place to read, and it follows what is there",),
        cons=(_checked(len(callers)) if callers else "the file grows",),
        # Whoever names the function wants that one changed, however many rely on it.
        recommended=bool(named) or not (risky or len(callers) > _MANY_CALLERS),
        evidence=(*seen, Inferred(because="the scan puts the change there")),
    )
    beside = Option(
        id="new:op-2",
        step_id=_TOPIC,
        title=f"Add a new module beside `{short_path(path)}` and call it from there",
        summary="Keep the existing file nearly as it is.",
        pros=("existing callers see no difference until they ask for it",),
        cons=("there are two places to look at",),
        recommended=not within.recommended,
        evidence=(*seen, Inferred(because="the other way to reach the same callers")),
    )
    if named:
        return within, beside, f"`{named}`, which you name, is there", seen
    if within.recommended:
        few = (
            f"only {len(callers)} other file{'s' if len(callers) != 1 else ''} rely on it"
            if callers
            else "nothing else relies on it that I can see"
        )
        return within, beside, few if len(callers) != 1 else "only one other file relies on it", seen
    why = f"{len(callers)} files rely on it" if len(callers) > _MANY_CALLERS else "a change in it is risky"
    return beside, within, why, seen


def _named_in(talk: Talk, path: str) -> str:
    """A definition of the file that the request names; only names that no plain word could be."""
    words = set(re.findall(r"[A-Za-z_][A-Za-z0-9_]*", talk.analysis.draft))
    for definition in talk.situation.sight.signatures(path):
        if definition.name in words and ("_" in definition.name or re.search(r"[a-z][A-Z]", definition.name)):
            return definition.name
    return ""


def _checked(count: int) -> str:
    return f"{count} callers have to be checked" if count > 1 else "one caller has to be checked"


def _from_words(talk: Talk) -> _Weighed:
    things = [thing for thing in talk.request.things if quote_from_draft(talk.analysis, thing)][:3]
    if not things:
        return None, None, "", ()
    quotes: tuple[Evidence, ...] = tuple(
        q for thing in things if (q := quote_from_draft(talk.analysis, thing))
    )
    together = Option(
        id="new:op-1",
        step_id=_TOPIC,
        title=f"One application with a part for {listed(things)}"
        if len(things) > 1
        else f"One small application for {things[0]}",
        summary="Everything is released together.",
        pros=("one thing to build, release and repair",),
        cons=("the parts grow at one pace",),
        recommended=True,
        evidence=(*quotes, Inferred(because="the draft names these parts together")),
    )
    apart = Option(
        id="new:op-2",
        step_id=_TOPIC,
        title=f"A service of its own for {things[-1]}"
        if len(things) > 1
        else f"A part for {things[0]} inside an application that exists already",
        summary="It can change and be released alone.",
        pros=("it can change without the rest",),
        cons=("there are two things to keep running",),
        evidence=(*quotes, Inferred(because="the alternative to keeping it together")),
    )
    return together, apart, "nothing exists yet that would justify a second thing to keep running", quotes


def _integrations(talk: Talk, path: str) -> list[Integration]:
    """Who calls the files that change, the one that changes most first; pages and tests are no parts that talk."""
    if not path or talk.analysis.of(Integration):
        return []
    changes = [change for change in talk.analysis.of(DirectChange) if change.change != "create"]
    changes.sort(key=lambda change: change.path != path)
    return [
        Integration(
            id=f"new:in-{change.id}-{caller.path}",
            step_id=_TOPIC,
            source=caller.path,
            target=change.path,
            carries=", ".join(caller.names[:4]),
            evidence=(
                CodeAnchor(path=caller.path),
                CodeAnchor(path=change.path),
                Inferred(sources=(change.id,), because="the import graph shows it"),
            ),
        )
        for change in changes
        for caller in code_callers(talk, change.path)[:3]
        # A header and its source are two files of one part; what lies between them is no connection.
        if not _one_part(caller.path, change.path)
    ][:_MOST]


def _one_part(one: str, other: str) -> bool:
    return one.rpartition(".")[0] == other.rpartition(".")[0] != ""


def _stands_alone(talk: Talk) -> None:
    """No caller and no other system was named: that is an assumption, and said to be one."""
    if not talk.wants(_TOPIC, "integration") or talk.analysis.of(Integration):
        return
    talk.take(
        [
            _assumed(
                _TOPIC,
                "in-1",
                "It stands alone: no other system was named that it has to talk to.",
                "nobody named one",
            )
        ]
    )
    talk.settle(_TOPIC, "integration")


def _assumed(topic: str, mark: str, text: str, because: str) -> Assumption:
    return Assumption(id=f"new:as-{mark}", step_id=topic, text=text, evidence=(Assumed(because=because),))


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
