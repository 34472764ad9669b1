"""Readers for choices: options with what speaks for and against them, and decisions with their reasons."""

import re
from collections.abc import Sequence
from typing import Final

from roundtable.analysis.facts import (
    Decision,
    Option,
)
from roundtable.minds.facilitator.answers.choices import read_choice, split_pros_and_cons, split_reason
from roundtable.minds.facilitator.answers.criteria import read_condition
from roundtable.minds.facilitator.answers.plain_kinds import grouped, keep_as_note
from roundtable.minds.facilitator.answers.reading import Reading, has_content, shorten
from roundtable.minds.facilitator.spans import Piece

__all__ = ["read_decisions", "read_options"]

_OPTION_NAME: Final = re.compile(r"^(?:\*{0,2}(?:option|approach|alternative|variante)\s+(?P<letter>[A-Za-z0-9]+)\*{0,2}\s*[:.)–-]\s*|(?:either|or|alternatively|another(?: option)?(?: is| would be)?|we could(?: also)?|one (?:option|way)(?: is| would be)?)[,:]?\s+(?:to\s+)?)", re.IGNORECASE)  # fmt: skip
_EITHER: Final = re.compile(
    r"^(?:either\s+)?(?P<one>[^;?]{3,120}?)\s*,?\s+(?:or(?: else| alternatively)?|vs\.?|versus|oder|还是)\s+(?P<two>[^,;?]{3,160})$",
    re.IGNORECASE,
)
_COUNTED: Final = re.compile(
    r"^(?:there are|i see|we have|i can think of|we could go)?\s*(?:two|three|four|several|a few|the)?\s*(?:\w+\s+)?(?:options|ways|alternatives|approaches|possibilities)(?: (?:here|are|would be|on the table|to do (?:it|this)|of doing (?:it|this)))*\s*(?:[:.–—-]|$)\s*",
    re.IGNORECASE,
)
_SIDE: Final = re.compile(r"^(?P<mark>\+|-|−|pros?|cons?|advantages?|disadvantages?|downsides?|upsides?|vorteile?|nachteile?)\s*[:：]?\s*(?P<rest>.+)$", re.IGNORECASE | re.DOTALL)  # fmt: skip


_LONGEST_CHOICE: Final = 14
"""Words of a choice that is not put as one; what is longer is a thought."""
_ASKS_TO_CHOOSE: Final = re.compile(
    r"\bwhich\b.*\b(?:wins?|would you|do you|do we|decisions?|option|one|way|approach|value|choose|take|pick|plan with|valid)\b|\bwhich one\b|\bor\b[^?]*\?|\bwhat (?:do|did|would|have) (?:you|we) (?:choose|chosen|decide\w*|pick)\b|\bdecid\w*",
    re.IGNORECASE,
)
_UNDECIDED: Final = re.compile(
    r"^(?:whether|if|perhaps|maybe|not sure|how|when|where|who|what|nothing|none|nowhere|nobody|no one|it depends|depends|i guess|i don['’]?t|probably not|yes|no)\b",
    re.IGNORECASE,
)


def _settles(reading: Reading, choice: str) -> bool:
    """Whether a few words that are not put as a choice are one all the same: they answer a question for one."""
    asked = reading.asked.text if reading.asked else ""
    return (
        len(choice.split()) <= _LONGEST_CHOICE
        and not _UNDECIDED.match(choice)
        and (not asked or _ASKS_TO_CHOOSE.search(asked) is not None)
    )


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
    counted = _COUNTED.match(piece.text)
    if counted is not None:
        # "Two options: …" only announces them.
        piece = piece.part(counted.end(), len(piece.text))
        if not has_content(piece.text):
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
    if len(piece.text.split()) > _LONGEST_OPTION or _MUSES.match(piece.text):
        keep_as_note(reading, [piece], ("option",))
        return
    _option(reading, piece, ())


_LONGEST_OPTION: Final = 25
_MUSES: Final = re.compile(
    r"^(?:well|honestly|frankly|basically|i (?:went|think|thought|guess|don['’]?t|am|was)|so\b|it depends|hard to say|hm+)\b",
    re.IGNORECASE,
)


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
        if chosen is None and not _settles(reading, choice):
            # Somebody who says how much, where or perhaps has not decided anything yet.
            keep_as_note(reading, [piece], ("decision",))
            continue
        choice = re.sub(r"^that (?:we|it|they|i)\s+", "", choice, flags=re.IGNORECASE)
        choice = _named_option(reading, choice)
        title = shorten(choice)
        reading.fact(
            Decision, piece, title=title[:1].upper() + title[1:], choice=choice[:1].upper() + choice[1:], rationale=reason, context=_context(reading), options=_options_for(reading), status="Accepted",
            consequences=(f"Not taken: {chosen.instead_of}",) if chosen and chosen.instead_of else (),
        )  # fmt: skip


def _was_asked_to_choose(reading: Reading) -> bool:
    kinds = reading.asked.kinds if reading.asked else ()
    return not kinds or not {"decision", "option", "technology", "approval"}.isdisjoint(kinds)


def _context(reading: Reading) -> str:
    """The question that a choice answers; a choice that nobody asked for has another reason to be there."""
    if _was_asked_to_choose(reading):
        return reading.asked.text if reading.asked else ""
    return "Raised in the talk without being asked for."


def _options_for(reading: Reading) -> tuple[str, ...]:
    """The options a choice is between: those named with it, else those on the table when one was asked for."""
    own = tuple(fact.id for fact in reading.facts if isinstance(fact, Option))
    if own or not _was_asked_to_choose(reading):
        return own
    return tuple(option.id for option in reading.all_of(Option))
