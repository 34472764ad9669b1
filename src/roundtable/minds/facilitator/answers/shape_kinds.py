"""Readers for how it flows: journeys, data flows, states, and parts that talk to each other."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from roundtable.analysis.facts import (
    DataFlow,
    ErrorCase,
    Integration,
    Journey,
    StateModel,
    Technology,
)
from roundtable.minds.facilitator.answers.criteria import read_condition, read_message
from roundtable.minds.facilitator.answers.plain_kinds import grouped, keep_as_note
from roundtable.minds.facilitator.answers.reading import Reading, has_content, names_in, shorten
from roundtable.minds.facilitator.answers.roles import find_roles
from roundtable.minds.facilitator.answers.technologies import find_technologies
from roundtable.minds.facilitator.spans import Piece
from roundtable.minds.facilitator.words import AUXILIARIES, FAILURE, base_form, is_clause, third_person

__all__ = ["read_data_flows", "read_integrations", "read_journeys", "read_states"]

_THEN: Final = re.compile(r"\s*(?:->|→|=>|⇒|>)\s*|[;；]\s*|[,，]?\s+(?:and\s+)?(?:then|after that|afterwards|next|finally|dann|danach|anschließend)[,\s]+|[，,](?:然后|接着|再|最后)|(?:然后|接着|最后)", re.IGNORECASE)  # fmt: skip


def _steps(pieces: Sequence[Piece]) -> list[str]:
    steps: list[str] = []
    for piece in pieces:
        for part in _by_commas(_THEN.split(piece.flat)):
            bare = re.sub(
                r"^(?:first(?:ly)?|then|next|finally|after that|and|zuerst|dann)[,:]?\s+",
                "",
                part.strip(" ,.;。，"),
                flags=re.IGNORECASE,
            )
            if re.search(r"\w", bare):
                steps.append(
                    bare[:1].upper() + bare[1:]
                    if bare.isascii() and not re.match(r"\S*[._/`]", bare)
                    else bare
                )
    return steps


def _by_commas(parts: Sequence[str]) -> list[str]:
    """ "opens the cart, enters the code" is two steps: a comma before a verb parts them."""
    found: list[str] = []
    for part in parts:
        rest = part
        for cut in re.finditer(r",\s+(?:and\s+)?(?=(\w+))|\s+and\s+(?=(\w+))", part):
            word = cut[1] or cut[2]
            new_clause = part[cut.start()] == "," and is_clause(re.split(r",\s", part[cut.end() :])[0])
            deed = base_form(word) and (third_person(word) or cut[1]) and word.lower() not in AUXILIARIES
            if new_clause or deed:
                head = rest[: len(rest) - (len(part) - cut.start())]
                found.append(head)
                rest = part[cut.end() :]
        found.append(rest)
    return found


def _title(pieces: Sequence[Piece], steps: Sequence[str]) -> str:
    label = pieces[0].label
    if not label and len(steps) > 2 and all(len(step.split()) <= 2 for step in steps):
        return f"From {steps[0]} to {steps[-1]}"
    return label or shorten(steps[0] if steps else pieces[0].flat)


def read_journeys(reading: Reading, pieces: Sequence[Piece]) -> None:
    """One path through the system; what can go wrong on the way is kept apart and also as an error case."""
    trouble = [
        piece for piece in pieces if (scenario := read_condition(piece)) and FAILURE.search(scenario.when)
    ]
    walk = [piece for piece in pieces if piece not in trouble]
    for piece in trouble:
        scenario = read_condition(piece)
        if scenario is not None:
            reading.fact(
                ErrorCase,
                piece,
                condition=scenario.when,
                recovery=scenario.then,
                message=read_message(scenario.then),
            )
    if not walk:
        return
    steps = _steps(walk)
    if len(steps) < 2 and reading.all_of(Journey):
        # A remark about the way is no way of its own.
        keep_as_note(reading, walk, ("journey",))
        return
    roles = find_roles(walk[0].text)
    reading.fact(
        Journey, pieces, title=_title(walk, steps), actor=roles[0][0] if roles else "", steps=tuple(steps),
        trouble=" ".join(piece.flat for piece in trouble),
    )  # fmt: skip


def read_data_flows(reading: Reading, pieces: Sequence[Piece]) -> None:
    """How data moves."""
    steps = _steps(pieces)
    if steps:
        reading.fact(DataFlow, pieces, title=_title(pieces, steps), steps=tuple(steps))


_ARROWS: Final = re.compile(r"\s*(?:-+>|→|=>|⇒)\s*")
_STATES: Final = re.compile(r"(?:states?|status(?:es)?|zustände?|状态)\s*(?:are|is|:|：|can be|sind|有)?\s*[:：]?\s*(?P<list>[\w\"'`一-鿿-]+(?:\s*(?:,|/|\||、|，|\bor\b|\band\b|\bund\b)\s*[\w\"'`一-鿿-]+)+)", re.IGNORECASE)  # fmt: skip


def read_states(reading: Reading, pieces: Sequence[Piece]) -> None:
    """The states of something: "draft -> active -> expired", or named in a list; else the text as it is."""
    for group in grouped(pieces):
        text = " ".join(piece.flat for piece in group)
        states: list[str] = []
        moves: list[str] = []
        chain = re.search(r"\w+(?:-\w+)*(?:\s*(?:-+>|→|=>|⇒)\s*\w+(?:-\w+)*)+", text)
        if chain is not None:
            states = [
                re.sub(r"^(?:from|to|is|are|goes)\s+", "", part.strip())
                for part in _ARROWS.split(chain.group())
            ]
            moves = [f"{one} -> {other}" for one, other in pairwise(states)]
        elif (listed := _STATES.search(text)) is not None:
            states = [
                part.strip(" \"'`")
                for part in re.split(r"\s*(?:,|/|\||、|，|\bor\b|\band\b|\bund\b)\s*", listed["list"])
                if part.strip(" \"'`")
            ]
        entity = re.search(
            r"\b(?:an?|the|each|every)\s+([\w-]+(?:\s[\w-]+)?)\s+(?:is|are|can|has|goes|moves|starts|stays)\b",
            text,
            re.IGNORECASE,
        )
        reading.fact(
            StateModel,
            group,
            entity=entity[1]
            if entity
            else f"From {states[0]} to {states[-1]}"
            if len(states) > 1
            else shorten(text, most=4),
            states=tuple(dict.fromkeys(states)),
            transitions=tuple(moves),
            text=text,
        )


_TALKS: Final = re.compile(
    r"^(?P<source>(?:the |our |an? )?[\w./` -]{2,50}?)\s+(?:calls?|talks? to|sends?(?: (?P<carries>[^,.;]{2,60}?))? to|writes?(?: (?P<carries2>[^,.;]{2,60}?))? to|reads?(?: (?P<carries3>[^,.;]{2,60}?))? from|posts? to|publishes?(?: (?P<carries4>[^,.;]{2,60}?))? to|subscribes? to|uses|depends on|connects? to|notifies|imports from|->|→)\s+(?P<target>(?:the |our |an? )?[\w./` -]{2,60}?)(?:\s+(?:for|to|when|with|via|over|in order to|so that)\s+(?P<purpose>.+))?$",
    re.IGNORECASE,
)


_COMES_FROM: Final = re.compile(
    r"^(?:(?:they|it|we|those|these|all|everything|(?:the|our) [\w -]{2,30}?)\s+)?(?:(?:all |both |usually )?(?:comes?|arrives?|(?:are|is|get) (?:sent|read|pulled|fetched|delivered|exported|imported|pushed|taken)|get (?:it|them))\s+)?from\s+"
    r"(?P<source>[^,;.]{2,60}?)(?:\s+(?:over|via|through|by|using)\s+(?P<way>[\w/-]+(?: [\w/-]+)?))?(?:\s+(?:as|in)\s+(?P<carries>[^,;.]{2,50}))?(?=\s*(?:[,;.]|$))",
    re.IGNORECASE,
)


def _subject_of(text: str) -> str:
    """The words before the first verb: "our ERP imports orders every night" speaks of our ERP."""
    words = text.split()
    for at, word in enumerate(words[1:6], start=1):
        if third_person(word) or word.lower() in AUXILIARIES:
            return " ".join(words[:at])
    return text


def read_integrations(reading: Reading, pieces: Sequence[Piece]) -> None:
    """Parts and systems that talk to each other."""
    for piece in pieces:
        text = piece.flat.rstrip(".")
        failure = re.search(
            r"[,;.]?\s*(?:if|when) (?:it|that|this|they|the call) (?:fails?|is down|are down|times out|is unavailable)[, ]+(.+)$",
            text,
            re.IGNORECASE,
        )
        on_failure = failure[1].strip() if failure else ""
        text = text[: failure.start()] if failure else text
        if match := _TALKS.match(text):
            carries = next(
                (match[name] for name in ("carries", "carries2", "carries3", "carries4") if match[name]), ""
            )
            reading.fact(
                Integration,
                piece,
                source=match["source"].strip(),
                target=match["target"].strip(),
                carries=carries or "",
                purpose=(match["purpose"] or "").strip(),
                on_failure=on_failure,
            )
            continue
        if origin := _COMES_FROM.match(text):
            reading.fact(
                Integration,
                piece,
                source=origin["source"].strip(),
                target="",
                carries=(origin["carries"] or "").strip(),
                purpose=f"over {origin['way'].strip()}" if origin["way"] else "",
                on_failure=on_failure,
            )
            if has_content(text[origin.end() :]):
                keep_as_note(reading, [piece], ("integration",))
            continue
        techs = find_technologies(piece.text)
        names = names_in(piece.text)
        head = re.match(
            r"^(?:the |our )?(?P<name>[^:–—,.;]{2,50}?)\s*(?::|\s[-–—]\s|\bfor\b|\bbecause\b|$)\s*(?P<rest>.*)$",
            text,
        )
        target = techs[0].name if techs else names[0] if names else head["name"].strip() if head else ""
        target = _subject_of(target)
        if target and len(target.split()) <= 6:
            known = {tech.name.lower() for tech in reading.all_of(Technology)}
            reading.fact(
                Integration,
                piece,
                source="",
                target=target,
                purpose=text if text != target else "",
                on_failure=on_failure,
            )
            for tech in techs:
                if tech.name.lower() not in known:
                    reading.fact(
                        Technology,
                        piece.part(tech.start, tech.end),
                        name=tech.name,
                        version=tech.version,
                        purpose=tech.purpose,
                        anchors=False,
                    )
        elif has_content(text):
            keep_as_note(reading, [piece], ("integration",))
