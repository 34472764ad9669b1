"""Readers for how it is built and how it flows: journeys, flows, states, options, decisions, integrations, modules,
interfaces."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from roundtable.analysis.facts import (
    DataFlow,
    Decision,
    ErrorCase,
    Integration,
    Interface,
    Journey,
    Module,
    Option,
    StateModel,
    Technology,
)
from roundtable.minds.facilitator.answers.choices import read_choice, split_pros_and_cons, split_reason
from roundtable.minds.facilitator.answers.criteria import read_condition, read_message
from roundtable.minds.facilitator.answers.plain_kinds import alike_requirement, grouped, keep_as_note
from roundtable.minds.facilitator.answers.reading import Reading, has_content, names_in, shorten
from roundtable.minds.facilitator.answers.roles import find_roles
from roundtable.minds.facilitator.answers.signatures import find_signatures
from roundtable.minds.facilitator.answers.technologies import find_technologies
from roundtable.minds.facilitator.spans import Piece
from roundtable.minds.facilitator.words import AUXILIARIES, FAILURE, base_form, third_person

__all__ = [
    "read_data_flows",
    "read_decisions",
    "read_integrations",
    "read_interfaces",
    "read_journeys",
    "read_modules",
    "read_options",
    "read_states",
]

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
            if base_form(word) and (third_person(word) or cut[1]) and word.lower() not in AUXILIARIES:
                head = rest[: len(rest) - (len(part) - cut.start())]
                found.append(head)
                rest = part[cut.end() :]
        found.append(rest)
    return found


def _title(pieces: Sequence[Piece], steps: Sequence[str]) -> str:
    label = pieces[0].label
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
            entity=entity[1] if entity else shorten(text, most=4),
            states=tuple(dict.fromkeys(states)),
            transitions=tuple(moves),
            text=text,
        )


_OPTION_NAME: Final = re.compile(r"^(?:\*{0,2}(?:option|approach|alternative|variante)\s+(?P<letter>[A-Za-z0-9]+)\*{0,2}\s*[:.)–-]\s*|(?:either|or|alternatively|another(?: option)?(?: is| would be)?|we could(?: also)?|one (?:option|way)(?: is| would be)?)[,:]?\s+(?:to\s+)?)", re.IGNORECASE)  # fmt: skip
_EITHER: Final = re.compile(
    r"^(?:either\s+)?(?P<one>[^,;?]{3,120}?)\s*,?\s+(?:or(?: else| alternatively)?|vs\.?|versus|oder|还是)\s+(?P<two>[^,;?]{3,160})$",
    re.IGNORECASE,
)
_SIDE: Final = re.compile(r"^(?P<mark>\+|-|−|pros?|cons?|advantages?|disadvantages?|downsides?|upsides?|vorteile?|nachteile?)\s*[:：]?\s*(?P<rest>.+)$", re.IGNORECASE | re.DOTALL)  # fmt: skip


def read_options(reading: Reading, pieces: Sequence[Piece]) -> None:
    """Ways of doing it, with what speaks for and against each; a stated preference becomes a decision."""
    for group in grouped(pieces):
        if not group[0].bullet:
            for piece in group:
                _options_in_sentence(reading, piece)
            continue
        _option(reading, group[0], group[1:])


def _options_in_sentence(reading: Reading, piece: Piece) -> None:
    if read_choice(piece.text) is not None:
        read_decisions(reading, [piece])
        return
    either = _EITHER.match(piece.text.strip().rstrip(".!"))
    if either is not None and not read_condition(piece):
        for group in ("one", "two"):
            _option(reading, piece.part(*either.span(group)), ())
        return
    last = reading.facts[-1] if reading.facts else None
    side = re.match(
        r"^(?:but|however|though|the (?:downside|drawback|upside|advantage)|aber|pros?\b|cons?\b)",
        piece.text,
        re.IGNORECASE,
    )
    if side and isinstance(last, Option):
        _, pros, cons = split_pros_and_cons(f" {piece.text}")
        quote = reading.heard.quote(piece.start, piece.end)
        reading.facts[-1] = last.model_copy(
            update={
                "pros": (*last.pros, *pros),
                "cons": (*last.cons, *cons),
                "evidence": (*last.evidence, quote),
            }
        )
        return
    _option(reading, piece, ())


def _option(reading: Reading, piece: Piece, nested: Sequence[Piece]) -> None:
    if read_choice(piece.text) is not None and not nested:
        read_decisions(reading, [piece])
        return
    lead = _OPTION_NAME.match(piece.text)
    body = piece.text[lead.end() :] if lead else piece.text
    head, pros, cons = split_pros_and_cons(body)
    more_pros, more_cons = list(pros), list(cons)
    notes: list[str] = []
    for one in nested:
        side = _SIDE.match(one.text)
        mark = side["mark"].lower() if side else ""
        said = " ".join((side["rest"] if side else one.text).split()).rstrip(".")
        if mark.startswith(("+", "pro", "adv", "up", "vor")):
            more_pros.append(said)
        elif mark:
            more_cons.append(said)
        else:
            notes.append(said)
    name, _, summary = head.partition(":") if 0 < head.find(":") <= 60 else (head, "", "")
    flat = " ".join(head.split()).rstrip(".")
    title = shorten(" ".join(name.split()))
    if not has_content(title):
        return
    recommended = bool(
        re.search(
            r"\b(?:recommended|preferred|favou?rite|my (?:choice|preference)|i['’]?d (?:pick|choose|prefer))\b",
            piece.text,
            re.IGNORECASE,
        )
    )
    summary = " ".join(summary.split()).rstrip(".") or (flat if flat.lower() != title.lower() else "")
    reading.fact(
        Option, (piece, *nested), title=title[:1].upper() + title[1:], summary="; ".join(part for part in (summary, *notes) if part), pros=tuple(more_pros), cons=tuple(more_cons),
        recommended=recommended,
    )  # fmt: skip


def _named_option(reading: Reading, choice: str) -> str:
    """ "option B" or "the second one" stands for the option it points at."""
    options = reading.all_of(Option)
    pointed = re.fullmatch(
        r"(?:the )?(?:option|approach|variant)?\s*(?P<mark>[A-Ea-e]|[1-5]|first|second|third)(?: (?:one|option|approach))?",
        choice.strip(),
        re.IGNORECASE,
    )
    if pointed is None:
        return choice
    mark = pointed["mark"].lower()
    at = {"first": 0, "second": 1, "third": 2}.get(
        mark, ord(mark) - ord("a") if mark.isalpha() and len(mark) == 1 else -1
    )
    at = int(mark) - 1 if mark.isdigit() else at
    return options[at].title if 0 <= at < len(options) else choice


def read_decisions(reading: Reading, pieces: Sequence[Piece]) -> None:
    """Choices that were made, with their reasons."""
    for piece in pieces:
        chosen = read_choice(piece.text)
        choice, reason = (chosen.choice, chosen.reason) if chosen else split_reason(piece.flat)
        if not has_content(choice):
            continue
        choice = _named_option(reading, choice)
        title = shorten(choice)
        options = tuple(option.id for option in reading.all_of(Option))
        asked = reading.asked.text if reading.asked else ""
        reading.fact(
            Decision, piece, title=title[:1].upper() + title[1:], choice=choice, rationale=reason, context=asked, options=options, status="Accepted",
            consequences=(f"Not taken: {chosen.instead_of}",) if chosen and chosen.instead_of else (),
        )  # fmt: skip


_TALKS: Final = re.compile(
    r"^(?P<source>(?:the |our |an? )?[\w./` -]{2,50}?)\s+(?:calls?|talks? to|sends?(?: (?P<carries>[^,.;]{2,60}?))? to|writes?(?: (?P<carries2>[^,.;]{2,60}?))? to|reads?(?: (?P<carries3>[^,.;]{2,60}?))? from|posts? to|publishes?(?: (?P<carries4>[^,.;]{2,60}?))? to|subscribes? to|uses|depends on|connects? to|notifies|imports from|->|→)\s+(?P<target>(?:the |our |an? )?[\w./` -]{2,60}?)(?:\s+(?:for|to|when|with|via|over|in order to|so that)\s+(?P<purpose>.+))?$",
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


_NAME_AND_REST: Final = re.compile(r"^(?P<name>`[^`]+`|[^\n:–—]{2,60}?)\s*(?::|\s[-–—]+\s|\s+(?=(?:is responsible|handles?|validates?|stores?|owns?|knows?|does|keeps?|holds?|contains?|reads?|writes?|parses?|computes?|applies|loads?|renders?|provides?|should|would|will|takes?|returns?|gets?|decides?|checks?)\b))\s*(?P<rest>.+)$", re.DOTALL)  # fmt: skip


def read_modules(reading: Reading, pieces: Sequence[Piece]) -> None:
    """Units and what each is responsible for."""
    for group in grouped(pieces):
        parts = [group] if group[0].bullet else [[piece] for piece in group]
        for part in parts:
            _module(reading, part)


def _module(reading: Reading, group: Sequence[Piece]) -> None:
    piece = group[0]
    match = _NAME_AND_REST.match(piece.text.strip().rstrip("."))
    paths = [anchor.path for name in names_in(piece.text) if (anchor := reading.sight.anchor(name))]
    name = (
        re.sub(r"^(?:the|an?|one|another)\s+", "", match["name"].strip(" `*"), flags=re.IGNORECASE)
        if match
        else ""
    )
    if not name or len(name.split()) > 5:
        names = names_in(piece.text)
        if not names:
            if has_content(piece.text):
                keep_as_note(reading, group, ("module",))
            return
        name = names[0]
    rest = " ".join(match["rest"].split()) if match else piece.flat
    depends = re.findall(
        r"\b(?:depends on|uses|calls|imports)\s+(?:the\s+)?([\w./-]+(?:\s(?:module|service|store|client|layer))?)",
        piece.text,
    )
    reading.fact(
        Module,
        group,
        name=name,
        responsibility=rest,
        paths=tuple(dict.fromkeys(paths)),
        depends_on=tuple(dict.fromkeys(depends)),
        data=tuple(one.flat for one in group[1:]),
    )


def read_interfaces(reading: Reading, pieces: Sequence[Piece]) -> None:
    """Contracts: signatures where they were written down, else a name and what it does."""
    for piece in pieces:
        signatures = find_signatures(piece.text)
        for one in signatures:
            rest = piece.text[: one.start] + " " + piece.text[one.end :]
            beside = piece.text[one.end :].partition("\n")[0]
            summary = (
                " ".join(re.sub(r"```\w*|`", " ", rest).split()).strip(" :,;.-–")
                if len(signatures) == 1 and not piece.code
                else ""
            )
            owner = alike_requirement(reading, piece.flat)
            reading.fact(
                Interface,
                piece,
                name=one.name,
                signature=one.text,
                inputs=one.inputs,
                output=one.output,
                errors=tuple(re.findall(r"\b(?:raises?|throws?)\s+`?([A-Z]\w+)", beside)),
                summary=summary,
                requirements=(owner,) if owner else (),
            )
        if signatures:
            continue
        match = re.match(
            r"^(?P<name>`[^`]+`|[^\n:–—]{2,50}?)\s*(?::|\s[-–—]+\s)\s*(?P<rest>.+)$",
            piece.text.strip(),
            re.DOTALL,
        )
        names = names_in(piece.text)
        if match or names:
            name = match["name"].strip(" `*") if match else names[0]
            returns = re.search(r"\breturns?\s+(?P<what>[^.;]{2,80})", piece.text, re.IGNORECASE)
            reading.fact(
                Interface,
                piece,
                name=name,
                summary=" ".join((match["rest"] if match else piece.text).split()),
                output=returns["what"].strip() if returns else "",
            )
        elif has_content(piece.text):
            words = piece.flat.split()
            if len(words) >= 3 and any(base_form(word) for word in words[:6]):
                reading.fact(Interface, piece, name=shorten(piece.flat, most=5), summary=piece.flat)
            else:
                keep_as_note(reading, [piece], ("interface",))
