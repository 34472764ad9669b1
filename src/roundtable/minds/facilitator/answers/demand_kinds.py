"""Readers for what it must do: requirements, criteria, stories, priorities, error cases."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from roundtable.analysis.facts import (
    BusinessRule,
    Criterion,
    ErrorCase,
    Priority,
    PriorityLevel,
    Requirement,
    Story,
    UserType,
)
from roundtable.minds.facilitator.answers.choices import level_in
from roundtable.minds.facilitator.answers.criteria import Scenario, read_condition, read_message
from roundtable.minds.facilitator.answers.plain_kinds import alike_requirement, keep_as_note
from roundtable.minds.facilitator.answers.reading import Reading, has_content, shorten
from roundtable.minds.facilitator.answers.requirements import phrase_requirement, reads_as_requirement
from roundtable.minds.facilitator.answers.roles import find_roles, same_role
from roundtable.minds.facilitator.answers.stories import Told
from roundtable.minds.facilitator.spans import Piece
from roundtable.minds.facilitator.words import FAILURE, is_clause, likeness, stems, third_person

__all__ = [
    "add_scenario",
    "add_story",
    "read_criteria",
    "read_error_cases",
    "read_requirements",
    "read_stories",
]

_LABELLED: Final = re.compile(
    r"^\s*(?:\*\*|__)?(?P<label>must|should|could|won['’]?t)(?:[- ]haves?)?(?:\*\*|__)?\s*[:：-]\s+",
    re.IGNORECASE,
)
_TAGGED: Final = re.compile(
    r"\s*[\[(](?P<level>must|should|could|won['’]?t)(?:[- ]have)?[\])]\s*\.?\s*$", re.IGNORECASE
)


def read_requirements(reading: Reading, pieces: Sequence[Piece]) -> None:
    """One requirement per list item or sentence; a condition that follows one in prose becomes its criterion."""
    latest: Requirement | None = None
    for piece in pieces:
        if piece.bullet and piece.level > 0 and latest is not None:
            _criterion(reading, piece, latest.id)
            continue
        scenario = read_condition(piece)
        if (
            scenario is not None
            and latest is not None
            and not piece.bullet
            and re.match(r"(?:and |but |also )?(?:if|when|in case|otherwise)", piece.text, re.IGNORECASE)
            and _speaks_of(piece.text, latest)
        ):
            _criterion(reading, piece, latest.id, scenario)
            _maybe_error_case(reading, piece, scenario, latest.id)
            continue
        if not piece.bullet and not reads_as_requirement(piece.text):
            if has_content(piece.text):
                keep_as_note(reading, [piece], ("requirement",))
            continue
        level, body = _split_level(piece)
        if not has_content(body.text):
            continue
        phrased = phrase_requirement(body.text)
        latest = reading.fact(Requirement, piece, title=phrased.title, text=phrased.text)
        if level is not None:
            reading.fact(Priority, piece, target=latest.id, level=level, anchors=False)
        if scenario is not None:
            # A condition with its outcome can be checked as it stands.
            _criterion(reading, body, latest.id, scenario)
            _maybe_error_case(reading, piece, scenario, latest.id)


def _speaks_of(condition: str, requirement: Requirement) -> bool:
    """Whether a condition belongs to the requirement before it: it points back, or shares its words."""
    points_back = re.match(
        r"(?:and |but |also )?(?:otherwise|(?:if|when|in case) (?:it|that|this|they|not|so|there (?:is|are) no(?:ne)?)\b)",
        condition,
        re.IGNORECASE,
    )
    return points_back is not None or bool(
        stems(condition) & stems(f"{requirement.title} {requirement.text}")
    )


def _split_level(piece: Piece) -> tuple[PriorityLevel | None, Piece]:
    """A priority written beside a requirement: "(must)" behind it, "Must:" before it or as its heading."""
    for match, start, end in (
        (_LABELLED.match(piece.text), "end", None),
        (_TAGGED.search(piece.text), None, "start"),
    ):
        if match is not None:
            said = level_in(match.group())
            begin = match.end() if start else 0
            stop = match.start() if end else len(piece.text)
            if said is not None:
                return said[0], piece.part(begin, stop)
    heading = re.fullmatch(
        r"(must|should|could|won['’]?t)(?:[- ]haves?)?", piece.label.strip(), re.IGNORECASE
    )
    said = level_in(piece.label) if heading else None
    return (said[0] if said else None), piece


def read_criteria(reading: Reading, pieces: Sequence[Piece]) -> None:
    """Acceptance criteria; without any requirement to hang them on they are kept as rules."""
    for piece in pieces:
        owner = reading.requirement_for(piece.text)
        if owner is None:
            reading.fact(BusinessRule, piece, text=piece.flat)
        elif has_content(piece.text):
            _criterion(reading, piece, owner.id)


def _criterion(reading: Reading, piece: Piece, owner: str, scenario: Scenario | None = None) -> None:
    scenario = scenario or read_condition(piece)
    if scenario is not None and scenario.when and not scenario.given and not _happens(scenario.when):
        # "a file with 3 rows -> 3 rows": what is given, not what happens.
        scenario = scenario._replace(given=scenario.when, when="")
    text = re.sub(r"^(?:FR|AC)-[\d-]+\s*[:.)-]\s*", "", piece.flat)
    reading.fact(
        Criterion, piece, requirement=owner, text=text, given=scenario.given if scenario else "", when=scenario.when if scenario else "",
        then=scenario.then if scenario else "",
    )  # fmt: skip


def _happens(words: str) -> bool:
    return (
        is_clause(words)
        or any(third_person(word) for word in words.split()[:4])
        or bool(FAILURE.search(words))
    )


def add_scenario(reading: Reading, scenario: Scenario) -> None:
    """A Given/When/Then wherever it was said."""
    piece = Piece(scenario.start, scenario.end, reading.heard.text[scenario.start : scenario.end])
    owner = reading.requirement_for(piece.text)
    if owner is None:
        reading.fact(BusinessRule, piece, text=piece.flat)
        return
    reading.fact(
        Criterion,
        piece,
        requirement=owner.id,
        text=piece.flat,
        given=scenario.given,
        when=scenario.when,
        then=scenario.then,
    )


def add_story(reading: Reading, told: Told, *, with_requirement: bool) -> None:
    """A story as it was told; it also makes a requirement where there is none that it tells of."""
    piece = Piece(told.start, told.end, reading.heard.text[told.start : told.end])
    known = reading.all_of(Requirement)
    fitting = [r.id for r in known if likeness(told.want, f"{r.title} {r.text}") >= 0.5]
    if not fitting and (with_requirement or not known):
        title = shorten(told.want)
        made = reading.fact(Requirement, piece, title=title[:1].upper() + title[1:], text=_from_story(told))
        fitting = [made.id]
    title = shorten(told.want)
    reading.fact(
        Story,
        piece,
        title=title[:1].upper() + title[1:],
        role=told.role,
        want=told.want,
        benefit=told.benefit,
        requirements=tuple(fitting[:3]),
    )
    if not any(same_role(known_type.name) == same_role(told.role) for known_type in reading.all_of(UserType)):
        reading.fact(UserType, piece, name=told.role, anchors=False)


def _from_story(told: Told) -> str:
    if not told.want.isascii():
        return told.want
    article = "an" if told.role[:1].lower() in "aeiou" else "a"
    if re.match(r"(?:an?|the|my|our|some|more)\s", told.want, re.IGNORECASE):
        return f"The system shall provide {told.want}."
    return f"The system shall let {article} {told.role} {told.want}."


_WANTS: Final = re.compile(
    r"^(?P<who>[^,;]{2,60}?)\s+(?:wants?|needs?|would like|wish(?:es)?|should be able|must be able|can|has|have)\s+(?:to\s+)?(?:be able to\s+)?(?P<want>.{3,300}?)(?:[\s,]+(?:so that|so|in order to|because)\s+(?P<benefit>.{3,300}))?$",
    re.IGNORECASE | re.DOTALL,
)


def read_stories(reading: Reading, pieces: Sequence[Piece]) -> None:
    """Stories told without the usual form: "support agents need to see why a code failed"."""
    for piece in pieces:
        match = _WANTS.match(piece.text.strip().rstrip("."))
        roles = find_roles(match["who"]) if match else []
        if (match is None or not roles) and _gain_told(reading, piece):
            continue
        if match is None or not roles:
            if has_content(piece.text):
                keep_as_note(reading, [piece], ("story",))
            continue
        want = re.sub(r"^that\s+", "", " ".join(match["want"].split()), flags=re.IGNORECASE)
        fitting = [r.id for r in reading.all_of(Requirement) if likeness(want, f"{r.title} {r.text}") >= 0.5]
        title = shorten(want)
        reading.fact(
            Story, piece, title=title[:1].upper() + title[1:], role=roles[0][0], want=want, benefit=" ".join((match["benefit"] or "").split()), requirements=tuple(fitting[:3]),
        )  # fmt: skip


_GAIN: Final = re.compile(r"^(?P<who>[^:,;.]{2,40}):\s+(?P<gain>[^:]{4,200})$")


def _gain_told(reading: Reading, piece: Piece) -> bool:
    """ "Jo: less manual work": whoever gains, and what, from the requirement that the question is about."""
    said = _GAIN.match(piece.text.strip().rstrip("."))
    asked = reading.asked.text if reading.asked else ""
    known = reading.all_of(Requirement)
    if said is None or not known or not re.search(r"\bwho\b.*\b(?:gain|want|get)", asked, re.IGNORECASE):
        return False
    first = next((r for r in known if r.id in asked), known[0])
    does = re.match(r"The system shall (?P<what>.+?)\.?$", first.text)
    if does is None:
        return False
    reading.fact(
        Story,
        piece,
        title=first.title,
        role=said["who"].strip(),
        want=f"the system to {does['what']}",
        benefit=f"there is {said['gain'].strip()}" if not is_clause(said["gain"]) else said["gain"].strip(),
        requirements=(first.id,),
    )
    return True


def read_error_cases(reading: Reading, pieces: Sequence[Piece]) -> None:
    """What can fail and what happens then."""
    for piece in (part for whole in pieces for part in _cases(whole)):
        if not has_content(piece.text):
            continue
        scenario = read_condition(piece, loosely=True) or _outcome_of(piece)
        if scenario is not None and (known := _same_case(reading, scenario)) is not None:
            if not known.id.startswith("new:"):
                reading.reused.append(known.id)
            continue
        owner = alike_requirement(reading, piece.flat)
        if scenario is None:
            last = reading.facts[-1] if reading.facts else None
            if (
                isinstance(last, ErrorCase)
                and not last.recovery
                and not piece.bullet
                and not FAILURE.search(piece.text)
                and re.match(
                    r"(?:it|we|then|they|this|that|the (?:system|user|caller|job|program)|you|nothing|in that case|so)\b",
                    piece.text,
                    re.IGNORECASE,
                )
            ):
                # "The gateway is down. We retry twice." is one case in two sentences.
                updated = last.model_copy(
                    update={
                        "recovery": piece.flat,
                        "evidence": (*last.evidence, reading.heard.quote(piece.start, piece.end)),
                    }
                )
                reading.facts[-1] = updated
                continue
            asked = _asked_about(reading.asked.text) if reading.asked else ""
            if not piece.bullet and not FAILURE.search(piece.text) and asked:
                # The question names what fails, the answer only what happens then.
                reading.fact(
                    ErrorCase,
                    piece,
                    condition=asked,
                    recovery=piece.flat,
                    message=read_message(piece.text),
                    requirement=owner,
                )
                continue
            if not piece.bullet and not FAILURE.search(piece.text) and _RULE.search(piece.text):
                # "Always; masking must never raise" names no failure, but a rule about all of them.
                reading.fact(BusinessRule, piece, text=piece.flat, requirement=owner)
                continue
            reading.fact(
                ErrorCase, piece, condition=piece.flat, message=read_message(piece.text), requirement=owner
            )
            continue
        reading.fact(
            ErrorCase,
            piece,
            condition=scenario.when,
            recovery=scenario.then,
            message=read_message(scenario.then),
            requirement=owner,
        )


def _cases(piece: Piece) -> list[Piece]:
    """ "empty file -> skip; bad header -> reject" names two."""
    cuts = [0, *(hit.end() for hit in re.finditer(r";\s+", piece.text)), len(piece.text)]
    parts = [piece.part(start, end) for start, end in pairwise(cuts)]
    marked = [part for part in parts if re.search(r"->|→|=>|\w:\s", part.text)]
    return parts if len(parts) > 1 and len(marked) == len(parts) else [piece]


def _same_case(reading: Reading, scenario: Scenario) -> ErrorCase | None:
    """The case that is on record in other words: "malformed URL: the host only" and "if the URL is malformed, …"."""
    for known in reading.all_of(ErrorCase):
        if (
            stems(known.condition) == stems(scenario.when)
            and likeness(known.recovery, scenario.then) >= _ALIKE
        ):
            return known
    return None


_ALIKE: Final = 0.6
_RULE: Final = re.compile(r"\b(?:must|shall|should|always|never|has to|may not)\b", re.IGNORECASE)
_OUTCOME: Final = re.compile(
    r"^(?P<when>(?:an?|any|the|every|each)\s+(?:[^,;:]|,(?=\d)){2,80}?)\s+(?P<then>(?:(?:is|are)\s+(?!missing|invalid|wrong|empty|down|expired|unavailable)|(?:gets?|stays?|becomes?|remains?|raises?|returns?|shows?|leads? to|causes?|stops?|fails?)\s).+)$",
    re.IGNORECASE | re.DOTALL,
)
_ODD: Final = re.compile(
    r"\b(?:without|longer|larger|bigger|more than|less than|too|unknown|second|another|old|half)\b",
    re.IGNORECASE,
)


def _outcome_of(piece: Piece) -> Scenario | None:
    """ "An empty URL stays empty", "a row without a date is skipped": an odd case and what becomes of it."""
    said = _OUTCOME.match(piece.text.strip().rstrip("."))
    if said is None or not (FAILURE.search(said["when"]) or _ODD.search(said["when"])):
        return None
    return Scenario("", " ".join(said["when"].split()), " ".join(said["then"].split()))


def _asked_about(question: str) -> str:
    """The failure that a question asked about, in the question's words; empty when it names none."""
    found = re.search(r"\b(?:when|if|while)\s+([^?]{4,80})\?$", question.strip(), re.IGNORECASE)
    return found[1].strip() if found else ""


def _maybe_error_case(reading: Reading, piece: Piece, scenario: Scenario, owner: str) -> None:
    if FAILURE.search(scenario.when):
        reading.fact(
            ErrorCase,
            piece,
            condition=scenario.when,
            recovery=scenario.then,
            message=read_message(scenario.then),
            requirement=owner,
        )
