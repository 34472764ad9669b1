"""Readers for the design: units with one responsibility each, and the contracts between them."""

import re
from collections.abc import Sequence
from typing import Final

from roundtable.analysis.facts import (
    DirectChange,
    ErrorCase,
    Interface,
    Module,
)
from roundtable.minds.facilitator.answers.criteria import read_condition
from roundtable.minds.facilitator.answers.plain_kinds import alike_requirement, grouped, keep_as_note
from roundtable.minds.facilitator.answers.reading import Reading, has_content, names_in
from roundtable.minds.facilitator.answers.signatures import find_signatures
from roundtable.minds.facilitator.spans import Piece
from roundtable.minds.facilitator.words import word_set

__all__ = ["read_interfaces", "read_modules"]

_NAME_AND_REST: Final = re.compile(r"^(?P<name>`[^`]+`|[^\n:–—]{2,60}?)\s*(?::|\s[-–—]+\s|\s+(?=(?:is responsible|handles?|validates?|stores?|owns?|knows?|does|keeps?|holds?|contains?|reads?|writes?|parses?|computes?|applies|loads?|renders?|provides?|should|would|will|takes?|returns?|gets?|decides?|checks?)\b))\s*(?P<rest>.+)$", re.DOTALL)  # fmt: skip


def read_modules(reading: Reading, pieces: Sequence[Piece]) -> None:
    """Units and what each is responsible for."""
    for group in grouped(pieces):
        parts = [group] if group[0].bullet else [[piece] for piece in group]
        for part in parts:
            _module(reading, part)


_CALLS: Final = re.compile(
    r"^(?:only\s+)?(?:the\s+)?(?P<one>`?[\w./-]+`?)\s+(?:may |can |only |must |should )*(?:calls?|uses?|depends? on|imports?|knows?|reads from|writes to)\s+(?:only )?(?:the\s+)?(?P<two>`?[\w./-]+`?)(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)


def _depends(reading: Reading, piece: Piece) -> bool:
    """ "adapters calls utils, never the other way round": an arrow between two units that are known."""
    said = _CALLS.match(piece.text.strip().rstrip("."))
    if said is None or re.search(r"\b(?:not|never)\s*$", piece.text[: said.start("two")], re.IGNORECASE):
        return False
    units = {module.name.lower(): module for module in reading.all_of(Module)}
    one, two = (units.get(said[name].strip("`").lower()) for name in ("one", "two"))
    if one is None or two is None or one is two:
        return False
    depends = tuple(dict.fromkeys((*one.depends_on, two.name)))
    if one in reading.facts:
        quote = reading.heard.quote(piece.start, piece.end)
        reading.facts[reading.facts.index(one)] = one.model_copy(
            update={"depends_on": depends, "evidence": (*one.evidence, quote)}
        )
    else:
        reading.amend(one, piece, depends_on=depends)
    return True


def _home(reading: Reading, name: str) -> str:
    """The file that bears a unit's name, when just one of those that change does."""
    bare = name.strip("`").rpartition("/")[2].rpartition(".")[0] or name.strip("`")
    fitting = {
        change.path
        for change in reading.all_of(DirectChange)
        if change.path.rpartition("/")[2].rpartition(".")[0].lower() == bare.lower()
        or change.path == name.strip("`")
    }
    return fitting.pop() if len(fitting) == 1 else ""


def _module(reading: Reading, group: Sequence[Piece]) -> None:
    piece = group[0]
    if len(group) == 1 and _depends(reading, piece):
        return
    match = _NAME_AND_REST.match(piece.text.strip().rstrip("."))
    paths = [anchor.path for name in names_in(piece.text) if (anchor := reading.sight.anchor(name))]
    name = (
        re.sub(r"^(?:the|an?|one|another)\s+", "", match["name"].strip(" `*"), flags=re.IGNORECASE)
        if match
        else ""
    )
    if not name or len(name.split()) > 5 or not _is_a_name(name):
        names = names_in(piece.text)
        match = None
        if not names:
            if has_content(piece.text):
                keep_as_note(reading, group, ("module",))
            return
        name = names[0]
    home = _home(reading, name)
    paths = [path for path in paths if not home or path == home] or paths
    if home and home not in paths:
        paths = [home]
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


_NO_NAME: Final = word_set(
    "if when whenever while it they we i you he she this that these those there here then from to of in on at by with into through and or but"
    " because so as go goes going is are was were be has have had must should will would can could may not no nobody nothing everything"
)


def _is_a_name(words: str) -> bool:
    """Whether some words can name a unit: no sentence is hidden in them."""
    return not any(word.lower().strip(",.;'’`") in _NO_NAME for word in words.split())


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
        if _adds_errors(reading, piece):
            continue
        match = re.match(
            r"^(?P<name>`[^`]+`|[^\n:–—]{2,50}?)\s*(?::|\s[-–—]+\s)\s*(?P<rest>.+)$",
            piece.text.strip(),
            re.DOTALL,
        )
        names = names_in(piece.text)
        if match and not _is_a_name(match["name"]):
            match = None
        known = {face.name.lower() for face in reading.all_of(Interface)}
        if match is None and names and all(name.strip("`").lower() in known for name in names[:1]):
            keep_as_note(reading, [piece], ("interface",))
            continue
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
            keep_as_note(reading, [piece], ("interface",))


_ERRORS: Final = re.compile(
    r"\b(?:raises?|throws?|fails? with|returns? an?)\s+`?(?P<error>[A-Z]\w*(?:Error|Exception|Failure|Fault|Timeout)\w*)"
)


def _adds_errors(reading: Reading, piece: Piece) -> bool:
    """ "It raises FeeError when …" belongs to the contract before it, and names a failure."""
    errors = tuple(dict.fromkeys(hit["error"] for hit in _ERRORS.finditer(piece.text)))
    latest = next((fact for fact in reversed(reading.facts) if isinstance(fact, Interface)), None)
    if not errors or latest is None:
        return False
    updated = latest.model_copy(
        update={
            "errors": tuple(dict.fromkeys((*latest.errors, *errors))),
            "evidence": (*latest.evidence, reading.heard.quote(piece.start, piece.end)),
        }
    )
    reading.facts[reading.facts.index(latest)] = updated
    scenario = read_condition(piece)
    if scenario is not None:
        reading.fact(
            ErrorCase, piece, condition=scenario.when, recovery=scenario.then, code=errors[0], anchors=False
        )
    return True
