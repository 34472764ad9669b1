"""Reading priorities: how much each requirement matters, by id, by its words, "the first two", "the rest", "all"."""

import re
from collections.abc import Sequence
from typing import Final

from roundtable.analysis.facts import (
    Priority,
    PriorityLevel,
    Requirement,
)
from roundtable.minds.facilitator.answers.choices import level_in, split_reason
from roundtable.minds.facilitator.answers.plain_kinds import keep_as_note
from roundtable.minds.facilitator.answers.reading import Reading, has_content
from roundtable.minds.facilitator.spans import Piece, split_names
from roundtable.minds.facilitator.words import likeness

__all__ = ["read_priorities"]

_LABELLED: Final = re.compile(
    r"^\s*(?:\*\*|__)?(?P<label>must|should|could|won['’]?t)(?:[- ]haves?)?(?:\*\*|__)?\s*[:：-]\s+",
    re.IGNORECASE,
)

_ALL: Final = re.compile(
    r"\b(?:all(?: of (?:them|these|it))?|everything|every one|each of them|both|alles|alle|全部|都)\b",
    re.IGNORECASE,
)
_REST: Final = re.compile(
    r"\b(?:the )?(?:rest|others?|remaining(?: ones)?|everything else|übrigen?|andere)\b", re.IGNORECASE
)
_COUNT: Final = re.compile(
    r"\b(?:the )?(?:(?P<first>first|last)\s+)?(?P<n>one|two|three|four|five|\d)\b", re.IGNORECASE
)
_NUMBERS: Final = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_CLAUSE: Final = re.compile(
    r"[,;.\n]\s*(?:and\s+|but\s+|while\s+)?|\s+(?:and|but|while)\s+(?=[^,;.]*\b(?:must|should|could|won['’]?t|can wait|later|nice))",
    re.IGNORECASE,
)


def read_priorities(reading: Reading, pieces: Sequence[Piece]) -> None:
    """How much each requirement matters: by id, by its words, "the first two", "the rest", "all"."""
    known = reading.all_of(Requirement)
    given: dict[str, PriorityLevel] = {}
    for piece in pieces:
        before = len(given) + len(reading.facts)
        for part in _clauses(piece):
            _one_priority(reading, part, known, given)
        if len(given) + len(reading.facts) == before and has_content(piece.text):
            keep_as_note(reading, [piece], ("priority",))


def _clauses(piece: Piece) -> list[Piece]:
    if _LABELLED.match(piece.text):
        starts = [
            0,
            *(
                cut.end()
                for cut in re.finditer(
                    r"[;.\n]\s*(?=(?:must|should|could|won['’]?t)\b[^:]{0,8}:)", piece.text, re.IGNORECASE
                )
            ),
        ]
        return [
            piece.part(start, end) for start, end in zip(starts, [*starts[1:], len(piece.text)], strict=True)
        ]
    cuts = [
        hit
        for hit in _CLAUSE.finditer(piece.text)
        if level_in(piece.text[: hit.start()]) and level_in(piece.text[hit.end() :])
    ]
    starts = [0, *(cut.end() for cut in cuts)]
    ends = [*(cut.start() for cut in cuts), len(piece.text)]
    return [
        piece.part(start, end)
        for start, end in zip(starts, ends, strict=True)
        if piece.text[start:end].strip()
    ]


def _one_priority(
    reading: Reading, part: Piece, known: Sequence[Requirement], given: dict[str, PriorityLevel]
) -> None:
    asked = reading.asked.text if reading.asked else ""
    said = level_in(part.text) or (level_in(part.label) if part.label else None)
    owners = _targets(part, said, known, given) if said else []
    if said is not None and not owners and not _without_level(part.text).strip(" .,!"):
        # "Must." answers for the requirement that the question names.
        owners = [r for r in known if r.id in re.findall(r"\bFR-\d{3,6}\b", asked)]
    level = said[0] if said else _level_asked(asked)
    if said is None and level is not None:
        named = [_best(name.text, known) for name in split_names(part)]
        owners = [owner for owner in dict.fromkeys(named) if owner is not None]
    if level is None:
        return
    _, reason = split_reason(part.text)
    for owner in owners:
        if given.get(owner.id) == level:
            continue
        earlier = [p for p in reading.analysis.of(Priority) if p.target == owner.id]
        given[owner.id] = level
        if earlier and earlier[-1].level == level:
            reading.reused.append(earlier[-1].id)
        elif earlier:
            reading.amend(earlier[-1], part, level=level, reason=reason)
        else:
            reading.fact(Priority, part, target=owner.id, level=level, reason=reason, anchors=False)


def _level_asked(question: str) -> PriorityLevel | None:
    """The rank that a question gives to whatever is named in answer to it."""
    if re.search(r"\b(?:wait for|can wait|could wait|give up first)\b", question, re.IGNORECASE):
        return "Could"
    if re.search(r"\bif only one\b|\bonly one (?:of these|part)\b", question, re.IGNORECASE):
        return "Must"
    return None


def _targets(
    part: Piece,
    said: tuple[PriorityLevel, int, int],
    known: Sequence[Requirement],
    given: dict[str, PriorityLevel],
) -> list[Requirement]:
    ids = set(re.findall(r"\bFR-\d{3,6}\b", part.text, re.IGNORECASE))
    if ids:
        return [r for r in known if r.id.upper() in {i.upper() for i in ids}]
    words = part.text[: said[1]] + " " + part.text[said[2] :]
    named = [r for name in split_names(part) if (r := _best(_without_level(name.text), known)) is not None]
    if named and len(_without_level(words).split()) > 1:
        return list(dict.fromkeys(named))
    if _REST.search(words):
        return [r for r in known if r.id not in given]
    if _ALL.search(words):
        return list(known)
    count = _COUNT.search(words)
    if count and (count["first"] or re.search(r"\bthe (?:first|last)\b", words, re.IGNORECASE)):
        n = _NUMBERS.get(count["n"].lower()) or int(count["n"])
        return list(known[-n:] if (count["first"] or "").lower() == "last" else known[:n])
    if re.search(r"\bfirst\b", words, re.IGNORECASE) and known:
        return [known[0]]
    if re.search(r"\blast\b", words, re.IGNORECASE) and known:
        return [known[-1]]
    if len(known) == 1:
        return list(known)
    return []


def _best(text: str, known: Sequence[Requirement]) -> Requirement | None:
    """The requirement whose title a phrase means; none when two fit equally well."""
    scores = sorted(((likeness(text, r.title), len(r.title), at) for at, r in enumerate(known)), reverse=True)
    if not scores or scores[0][0] < 0.5 or (len(scores) > 1 and scores[1][0] == scores[0][0]):
        return None
    return known[scores[0][2]]


def _without_level(text: str) -> str:
    return re.sub(
        r"\b(?:must|should|could|won['’]?t|have|haves|can wait|later|nice|optional|essential|critical)\b",
        " ",
        text,
        flags=re.IGNORECASE,
    )
