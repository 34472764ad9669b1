"""What a person does with a sentence: one closed set, one decider, and "unsure" where it cannot be told.

`read_acts` is asked about every input before anything else is done with it. Closed forms are looked up, everything else
is decided by learned weights over the words, their order and the place in the talk.

- Nothing is taken for something told unless that is likelier than talk, a command and a question together, and nothing
  is dropped as talk, or taken for the end, unless that is clear: what is left between is unsure.
- Sentences that clearly do different things become acts of their own; otherwise the whole input is one act.
- Spans point into the input; no word is changed.

Elsewhere: the features (`act_features`), what is kept (`contents`), who or what is meant (`targets`), the labelled
sentences and the learning (`training/` in the repository). The engine acts on what is found here.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby, takewhile
from typing import Final, Literal, NamedTuple, cast

from roundtable.facts.record import Record
from roundtable.language.act_features import act_features
from roundtable.language.closed_forms import closed_form
from roundtable.language.contents import content_spans
from roundtable.language.linear import model
from roundtable.language.phrases import any_form, any_phrase, rows
from roundtable.language.sentences import sentences
from roundtable.language.targets import asked_persona, target_of
from roundtable.language.tokens import CODE_NAME, NAMES

ActKind = Literal[
    "answer",
    "assent",
    "assent_but",
    "denial",
    "denial_instead",
    "unknown",
    "not_applicable",
    "delegate",
    "question_back",
    "correction",
    "retraction",
    "command",
    "done",
    "decline",
    "talk",
    "unsure",
]
ActPlace = Literal["opening", "talk", "choice", "review", "discussion", "menu"]

CONTENT_ACTS: Final = frozenset({"answer", "assent_but", "denial_instead", "correction"})
"""Acts with which something is said about the item."""


_TABLE: Final = (*NAMES, *rows("you | your | u | should i | shall i | may i"))
"""Words with which somebody at the table is spoken to."""
_TAGS: Final = (
    r",?\s+\w+n['’]?t (?:it|they|he|she|that|this|there|we)",
    *(rf",\s*{word}" for word in rows("right | correct | no | or | oder")),
)
"""With what somebody wants a nod to what they tell."""
_WISHES: Final = rows("should | must | shall | may | ought to")
"""With one of these a question about code is open, and not for the code to answer."""
_REPLIES: Final = CONTENT_ACTS | {"assent", "denial", "unknown", "not_applicable"}


class Act(Record):
    """One thing done with one part of an input."""

    kind: ActKind
    what: str = ""
    """A command's name, the target of a correction or retraction, who is asked."""
    start: int = 0
    end: int = 0
    """The part of the input that does it."""
    content: tuple[tuple[int, int], ...] = ()
    """The parts that are the person's statements about the item, as spans of the input."""
    candidates: tuple[ActKind, ...] = ()
    """What an unsure one might be, best first."""


_TELLING = 0.52
"""So much of the probability must lie on acts that tell something, before anything may become a fact."""
_SURE = 0.4
"""Below this no act that drops words is claimed: a needless question is better than words that are lost."""
_CLOSING: Final = frozenset({"decline", "done"})
_GRAVE = 0.7
"""What closes an item or ends the session has to be surer: of 5,298 rows by seventeen voices it had not heard 10 were taken
wrongly for that, and 26 without this."""
_MAY_TELL = 0.25
_A_FEW = 5
"""With so much on acts that tell something, words that are more than a few are asked about and not dropped. Of 1,037 rows
by seven voices it had not heard 23 answers more were kept, for seven needless questions."""
_MANY_WORDS: Final = 18
"""Whoever says with so many that there is nothing tells why, and that is kept: of 57 labelled ones 38 do."""
_LASTING: Final = frozenset({"undo", "pause", "stop_now"})
_LOOKS_UP: Final = frozenset({"status", "show", "who_said", "back_to", "help"})
_CLEAR = 0.5
"""So clear must it be that one of these commands was given; otherwise nothing is done, and nothing is lost."""
_TOLD_BEFORE = 0.6
_APART = 0.85
_APART_COMMAND = 0.95
"""So sure must a sentence's own act be to stand beside that of the whole input."""
_MOST_SENTENCES = 12
_OPERATIONS: Final = frozenset({"correction", "retraction", "command", "question_back", "done"})
"""What a single sentence may do beside the rest of an input."""
_ORDERS: Final = frozenset({"correction", "retraction", "command"})
_WITH_REASONS: Final = frozenset({"retraction", "command", "decline"})
"""What people give reasons for; the reason alone looks like an answer and is none."""


class Reading(NamedTuple):
    """An act without its place in the text."""

    kind: ActKind
    share: float
    what: str = ""
    candidates: tuple[ActKind, ...] = ()


def read_acts(text: str, *, place: ActPlace, question: str = "", earlier: str = "") -> tuple[Act, ...]:
    """The acts of an input, in order; at least one for any text that is not blank."""
    if not text.strip():
        return ()
    whole = main_act(text, place, question, earlier)
    parts = sentences(text)
    if not 1 < len(parts) <= _MOST_SENTENCES:
        return (_act(whole, text, (0, len(text)), place, question, earlier),)
    readings = [main_act(text[start:end], place, question, earlier) for start, end in parts]
    if whole.kind in ("unsure", "question_back"):
        first, behind = _told_beside(readings, [text[end - 1] == "?" for _, end in parts])
        if 0 < behind - first < len(parts):
            start, end = parts[first][0], parts[behind - 1][1]
            told = read_acts(text[start:end], place=place, question=question, earlier=earlier)
            if whole.kind == "unsure" or all(act.kind in _REPLIES for act in told):
                asides = [
                    _act(reading, text, part, place, question, earlier)
                    for reading, part in zip(readings, parts, strict=True)
                ]
                return (*asides[:first], *(_shifted(act, start) for act in told), *asides[behind:])
    if whole.kind == "unsure":
        own = readings if all(reading.share >= _APART for reading in readings) else [whole]
    else:
        # What is told before "… and what do you have so far?" is told; behind a command it may be the reason for it.
        asked = next((at for at, one in enumerate(readings) if one.kind in ("command", "question_back")), 0)
        asked = asked if whole.what in _LOOKS_UP else 0
        own = [
            reading
            if _stands_apart(reading, whole, text[slice(*parts[at])], last=reading is readings[-1])
            or (at < asked and reading.kind in CONTENT_ACTS and reading.share >= _TOLD_BEFORE)
            else _of_order(reading, whole, last=reading is readings[-1])
            for at, reading in enumerate(readings)
        ]
    if own[1:] and own[1].kind == "question_back" != own[0].kind and _is_clear(readings[0], "talk"):
        own[0] = readings[0]  # "You said that already. Jordan, should it …?"
    if len(own) == 1:
        parts = ((0, len(text)),)
    acts: list[Act] = []
    for _, group in groupby(enumerate(own), key=lambda pair: pair[1].kind):
        stretch = list(group)
        span = (parts[stretch[0][0]][0], parts[stretch[-1][0]][1])
        acts.append(_act(stretch[0][1], text, span, place, question, earlier))
    return tuple(acts)


def _told_beside(readings: Sequence[Reading], marked: Sequence[bool]) -> tuple[int, int]:
    """From which sentence on and up to which something is told, without talk in front and questions around it.

    `marked`: which end with a question mark.
    """
    asks = [
        one.kind == "question_back" and (mark or one.share >= _APART)
        for one, mark in zip(readings, marked, strict=True)
    ]
    spent = [asked or _is_clear(one, "talk") for asked, one in zip(asks, readings, strict=True)]
    behind = len(asks) - len([*takewhile(bool, reversed(asks))])
    return len([*takewhile(bool, spent)]), behind


def _shifted(act: Act, by: int) -> Act:
    content = tuple((start + by, end + by) for start, end in act.content)
    return act.model_copy(update={"start": act.start + by, "end": act.end + by, "content": content})


def act_shares(text: str, place: str, question: str = "", earlier: str = "") -> dict[str, float]:
    """How likely each act is, for whoever asks about one of them and not for the likeliest."""
    form = closed_form(text, place)
    if form is not None:
        return {form.kind: 1.0}
    return dict(model("acts").shares(act_features(text, place, question, earlier)))


def main_act(text: str, place: str, question: str, earlier: str) -> Reading:
    """What an input does, taken as one."""
    form = closed_form(text, place)
    if form is not None:
        return Reading(cast("ActKind", form.kind), 1.0, form.what)
    if told := _without_tag(text):  # a nod is wanted, and nothing else is asked
        reading = main_act(told, place, question, earlier)
        if reading.kind in CONTENT_ACTS:
            return reading
    shares = model("acts").shares(act_features(text, place, question, earlier))
    likeliest = cast("tuple[ActKind, ...]", tuple(shares)[:3])
    telling = sum(share for kind, share in shares.items() if kind in CONTENT_ACTS)
    kind = likeliest[0]
    # What may well be talk, a command or a question must not become a fact; nor may something told be dropped as talk.
    may_tell = telling >= _MAY_TELL and len(text.split()) >= _A_FEW
    may_tell = may_tell or (
        kind == "done" and CODE_NAME.search(text) is not None
    )  # "README.rst stays as it is"
    sure = (
        telling >= _TELLING
        if kind in CONTENT_ACTS
        else shares[kind] >= (_GRAVE if kind in _CLOSING else _SURE) and not may_tell
    )
    if sure and kind == "command":
        what, of_it = next(
            iter(model("commands").shares(act_features(text, place, question, earlier)).items())
        )
        is_clear = what not in _LASTING or shares[kind] * of_it >= _CLEAR
        return Reading(kind, shares[kind] * of_it, what) if is_clear else Reading("talk", shares[kind])
    if sure:
        return Reading(kind, shares[kind])
    return Reading("unsure", shares[kind], candidates=likeliest)


_LONGEST_TAGGED: Final = 1000
"""Letters of what somebody says with "isn't it?" behind it; looking for that takes the square of long stretches of space."""


def _without_tag(text: str) -> str:
    """What is told before a tag ("…, isn't it?"), which asks nothing; empty without one, or where the table is asked."""
    tag = (
        _tag_at_end(_TAGS).search(text)
        if text.rstrip().endswith("?") and len(text) < _LONGEST_TAGGED
        else None
    )
    return "" if tag is None or asks_table(text[: tag.start()]) else text[: tag.start()]


@lru_cache(maxsize=8)
def _tag_at_end(tags: tuple[str, ...]) -> re.Pattern[str]:
    named = rf"(?:,?\s+(?:{'|'.join(NAMES)}))?"
    return re.compile(rf"(?:{any_form(tags).pattern}){named}\s*\?+\s*$", re.IGNORECASE)


def asks_table(text: str) -> bool:
    """Whether a sentence speaks to somebody at the table."""
    return any_phrase(_TABLE).search(text) is not None


def _asks_of_code(text: str) -> bool:
    """Whether a question names code, and not what should become of it."""
    names = any(CODE_NAME.search(word) for word in text.split())
    return text.endswith("?") and names and any_phrase(_WISHES).search(text) is None


def _stands_apart(part: Reading, whole: Reading, words: str, *, last: bool) -> bool:
    """Whether a sentence does something of its own, clearly other than the whole input."""
    if last and part.kind == "question_back" != whole.kind and _asks_of_code(words):
        return part.share >= _CLEAR
    if part.kind == whole.kind or part.share < (_APART_COMMAND if part.kind == "command" else _APART):
        return False
    if part.what == "show" and part.share == 1.0:
        return (
            False  # an id is looked up only when it is all that was typed: "CVE-2031-1. We trust the header."
        )
    if part.kind in ("done", "question_back"):
        # A question that the person goes on to answer was asked of nobody, unless it speaks to somebody here.
        return last or (part.kind == "question_back" and asks_table(words))
    told = part.kind in CONTENT_ACTS and whole.kind not in CONTENT_ACTS and whole.kind != "decline"
    return part.kind in _OPERATIONS or (told and (part.kind != "answer" or whole.kind not in _WITH_REASONS))


def _of_order(part: Reading, whole: Reading, *, last: bool) -> Reading:
    """What is done with a sentence that does nothing of its own: "Must or should? Make it a should" has asked nobody."""
    is_asked = _is_clear(part, "question_back") and not last
    return part._replace(kind="talk") if is_asked and whole.kind in _ORDERS else whole


def _is_clear(reading: Reading, kind: ActKind) -> bool:
    return reading.kind == kind and reading.share >= _APART


def _act(
    reading: Reading, text: str, span: tuple[int, int], place: ActPlace, question: str, earlier: str
) -> Act:
    """An act with the part of the text that does it, what it is about and what is kept of it."""
    start, end = span
    part = text[start:end]
    what = reading.what
    if reading.kind in ("correction", "retraction"):
        what = target_of(part, question, earlier)
    elif reading.kind == "question_back":
        what = asked_persona(part, place, question)
    content = content_spans(part, reading.kind, question, earlier)
    is_long = reading.kind == "not_applicable" and len(part.split()) >= _MANY_WORDS
    if not content and (reading.kind in CONTENT_ACTS or is_long):
        content = ((0, len(part)),)  # signs without a word are what was told, too
    return Act(
        kind=reading.kind,
        what=what,
        start=start,
        end=end,
        content=tuple((start + first, start + behind) for first, behind in content),
        candidates=reading.candidates,
    )
