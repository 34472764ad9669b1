"""One persona speaks in a discussion: an answer to what the person said, or its own best unsaid point, or nothing.

Nothing is said twice. Another persona is referred to by first name, and only to something that was really said. Where
evidence pulls apart, the lead sums up the tradeoff and hands the choice to the person.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from roundtable.analysis.content import Persona
from roundtable.engine.addressing import address_of
from roundtable.engine.briefing import Spoken, Thought
from roundtable.minds.facilitator.discussion.alex_points import alex_points, tension
from roundtable.minds.facilitator.discussion.answering import answer_message, matter_of
from roundtable.minds.facilitator.discussion.drift import drifts_to, raises_it
from roundtable.minds.facilitator.discussion.jordan_points import jordan_points
from roundtable.minds.facilitator.discussion.maya_points import maya_points
from roundtable.minds.facilitator.discussion.points import Point, Table, without_label
from roundtable.minds.facilitator.manner import ALEX, JORDAN, MAYA, speakable
from roundtable.minds.facilitator.situation import Situation
from roundtable.minds.facilitator.words import content_words, likeness, stems

__all__ = ["contribute", "must_answer", "points_of", "said_point", "unsaid"]

_POINTS: Final[Mapping[str, Callable[[Table], Iterator[Point]]]] = {
    MAYA: maya_points,
    ALEX: alex_points,
    JORDAN: jordan_points,
}


def points_of(persona: Persona, table: Table) -> list[Point]:
    """What a persona could say. One that we have never met says what is missing, plainly."""
    own = _POINTS.get(persona.key)
    if own is not None:
        return list(own(table))
    found = [*maya_points(table), *jordan_points(table)]
    return [
        Point(p.topic, f"{p.insight}.", p.insight, p.question, p.kinds, p.sources, p.path, p.weight)
        for p in found
    ]


def said_point(point: Point, said: Sequence[Spoken]) -> bool:
    """Whether it was said in this discussion."""
    return any(point.text in spoken.text for spoken in said)


def unsaid(persona: Persona, table: Table) -> list[Point]:
    """Points that are not yet said by anyone, the most fitting for this step and focus first."""
    briefing = table.situation.briefing
    wanted, main = set(table.situation.step_kinds), set(table.situation.step_kinds[:1])
    focus = stems(briefing.focus)
    fresh = [
        point
        for point in points_of(persona, table)
        if not said_point(point, table.said)
        and speakable(persona, point.text)
        and not _echoes(point, table.said)
    ]

    def merit(point: Point) -> tuple[int, int, int]:
        fits = 2 if point.kinds & main else int(bool(point.kinds & wanted))
        return (len(point.words & focus), fits, point.weight)

    ranked = sorted(
        enumerate(fresh), key=lambda entry: (tuple(-value for value in merit(entry[1])), entry[0])
    )
    return [point for _, point in ranked]


def _echoes(point: Point, said: Sequence[Spoken]) -> bool:
    return any(
        likeness(point.insight, spoken.text) >= 0.9 and len(content_words(point.insight)) >= 6
        for spoken in said
        if spoken.persona
    )


def contribute(situation: Situation) -> Thought:
    """What the persona whose turn it is says."""
    briefing = situation.briefing
    table, persona = Table(situation), briefing.persona
    message = (
        briefing.heard.text
        if briefing.heard is not None and any(s.persona is None for s in briefing.said)
        else ""
    )
    must = must_answer(table, message)
    if message:
        place = drifts_to(table, message)
        if place is not None:
            if raises_it(table, message, persona):
                return Thought(drift=matter_of(table, message), drift_place=place)
            return Thought()
        thought = _to_message(table, persona, message, must=must)
        if thought is not None or not must:
            return thought or Thought()
    return _own_point(table, persona, must=must)


def must_answer(table: Table, message: str) -> bool:
    """Whether silence is no option: the persona was asked, or everyone was."""
    task = table.situation.briefing.task
    group = bool(message) and address_of(message, table.library.personas).to == "all"
    return task.addressed or group or not task.may_stay_silent


def _to_message(table: Table, persona: Persona, message: str, *, must: bool) -> Thought | None:
    if persona.key == table.lead().key and (summed := _sum_up(table, persona)) is not None:
        return Thought(contributions=table.situation.says(summed))
    others = [spoken.text for spoken in table.said if spoken.persona not in (None, persona.key)]
    for reply in answer_message(table, persona, message, must_answer=must):
        told = any(reply.text in spoken.text or _same_form(reply.text, spoken.text) for spoken in table.said)
        echoed = any(likeness(reply.text, other) >= 0.8 for other in others[-2:])
        if not told and not echoed and speakable(persona, reply.text):
            return Thought(contributions=table.situation.says(reply.text))
    words = stems(message)
    fitting = [point for point in unsaid(persona, table) if len(point.words & words) >= 2]
    if fitting:
        return Thought(contributions=table.situation.says(_with_reference(table, persona, fitting[0])))
    return None


def _same_form(text: str, other: str) -> bool:
    """The same sentence about something else: said once is enough within one discussion."""
    tail = text[-60:]
    return len(text) > 80 and tail in other and not re.search(r'FR-|`|"', tail)


def _own_point(table: Table, persona: Persona, *, must: bool) -> Thought:
    if persona.key == table.lead().key and (summed := _sum_up(table, persona)) is not None:
        return Thought(contributions=table.situation.says(summed))
    points = unsaid(persona, table)
    if points:
        return Thought(contributions=table.situation.says(_with_reference(table, persona, points[0])))
    if not must:
        return Thought()
    return Thought(contributions=table.situation.says(_nothing_own(table, persona)))


_NOTHING_OWN: Final[dict[str, tuple[str, ...]]] = {
    MAYA: ("What would change for {who} if we stopped here? Nothing that I can see, so I would rather hear what worries you.", "What have we not asked {who} yet? My own list is empty, so the next word should be yours."),
    ALEX: ("From the code I have nothing to add: no caller, no history and no risk speaks against it.", "Nothing further in the code bears on this, which is good news for the blast radius."),
    JORDAN: ("The contract holds as far as it is written; I have no open line left.", "Every line I could specify from this is written down."),
    "": ("I have nothing of my own to add here.", "Nothing further from my side."),
}  # fmt: skip


def _nothing_own(table: Table, persona: Persona) -> str:
    lines = _NOTHING_OWN.get(persona.key, _NOTHING_OWN[""])
    for line in lines:
        text = line.format(who=table.somebody)
        if speakable(persona, text) and not any(text in spoken.text for spoken in table.said):
            return text
    return lines[-1].format(who=table.somebody)


# -- each other --------------------------------------------------------------------------------------------------------

_LOOKS: Final[dict[str, tuple[str, ...]]] = {
    MAYA: (
        "{name} looked at {topic}; I look at the people. ",
        "{name} brought up {topic}, so let me bring it back to whoever is on the other end. ",
    ),
    ALEX: (
        "{name} raised {topic}; the code adds something to that. ",
        "{name} spoke of {topic}. From the architecture side: ",
    ),
    JORDAN: (
        "{name}'s point about {topic} needs a contract behind it. ",
        "{name} mentioned {topic}; to make it buildable: ",
    ),
    "": ("{name} mentioned {topic}. ",),
}


def _with_reference(table: Table, persona: Persona, point: Point) -> str:
    """The point, tied to what another persona just said when that was a point of its own."""
    earlier = _last_other(table, persona)
    if earlier is None:
        return point.text
    other, theirs = earlier
    count = sum(spoken.persona == persona.key for spoken in table.said)
    forms = _LOOKS.get(persona.key, _LOOKS[""])
    form = forms[count % len(forms)]
    # Two points about one file or one requirement build on each other; otherwise they only stand side by side.
    if set(point.sources) & set(theirs.sources) or (point.path and point.path == theirs.path):
        form = "Building on {name}'s point about {topic}: "
    text = form.format(name=other.first_name, topic=theirs.topic) + point.text
    return text if speakable(persona, text) else point.text


def _last_other(table: Table, persona: Persona) -> tuple[Persona, Point] | None:
    """The last other persona, if what it said was a point of its own, and that point."""
    for spoken in reversed(table.said):
        if spoken.persona is None or spoken.persona == persona.key:
            continue
        other = table.library.persona(spoken.persona)
        return next(((other, point) for point in points_of(other, table) if point.text in spoken.text), None)
    return None


def _sum_up(table: Table, lead: Persona) -> str | None:
    """After a tension was named the lead weighs both sides, once, and asks the person."""
    clash = tension(table)
    if clash is None or lead.key == ALEX or not said_point(clash, table.said):
        return None
    must = re.search(r'FR-\d+, "[^"]+"', clash.text)
    name = must.group() if must else "it"
    text = f"So we agree that {name} matters, but we still need to resolve its price: Alex sees a high risk in `{clash.path}`. Which weighs more for you, having it in the first release or leaving that file alone for now?"
    if any(
        "we still need to resolve its price" in without_label(s.text, table.library.personas)
        for s in table.said
    ):
        return None
    return text if speakable(lead, text) else None
