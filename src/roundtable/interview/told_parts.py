"""Which parts of what was heard tell something: whole sentences, without what only answers somebody or only corrects.

Elsewhere: what becomes of them (`listening`), the sentences sorted (`stating`).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from roundtable.engine.hearing import REVIEW
from roundtable.interview.lead_ins import (
    announces,
    edits_page,
    is_lead_in,
    takes_back,
    without_fillers,
    without_lead,
)
from roundtable.interview.moving import heading_named
from roundtable.interview.named import files_in
from roundtable.interview.operations import Operations
from roundtable.interview.placing import placings
from roundtable.interview.situation import Situation
from roundtable.interview.slots import LONG, rank_in
from roundtable.interview.stating import Statement, label_of, leans
from roundtable.interview.swaps import swaps_in
from roundtable.interview.which_fact import fact_spoken_of
from roundtable.language.acts import CONTENT_ACTS, Act, main_act
from roundtable.language.closed_forms import EDITS, closed_form
from roundtable.language.phrases import any_form, any_phrase, leading_phrase, rows
from roundtable.language.records import is_about_record, record_share
from roundtable.language.sentences import is_fragment, sentences
from roundtable.language.tongue import opened

_JOINTS: Final = re.compile(r"[,;.]\s+(?:and\s+)?|(?<!\s)\s+and\s+", re.IGNORECASE)
_CLAUSES: Final = re.compile(r"[,;:]\s+(?:but\s+|and\s+|so\s+)?")
_SELF: Final = rows("i | we | wrong")
INSTEAD: Final = rows("better | rather | instead | keep")
"""How a sentence begins that takes the place of what was taken back right before it."""
_SURELY: Final = 0.9
_LEAST_WORDS: Final = 3
"""Words of a clause that says something by itself."""
_MAY_ORDER: Final = CONTENT_ACTS | {"retraction"}
_TALKERS: Final = rows("me | myself | you | your")
_LONGEST_LEAD: Final = 8
_LONGEST_ASIDE: Final = 4
"""Words in front of what is told that are cut off where the learned reader finds nothing in them."""
_CONDITIONS: Final = rows("only | if | when | unless | except")
SAYS_SOMETHING: Final = 5
ONLY_CORRECTS: Final = 12
_SPENT: Final = {"talk": 4, "assent": 4, "denial": 4, "unknown": 4, "not_applicable": 4, "done": 8}
"""How long a sentence may be at most that is only said to somebody."""
_CLEARLY: Final = 0.5
_ASIDES: Final = frozenset({"talk", "question_back", "done"})
_PLAINLY: Final = 0.7
"""Of 222 sentences of labelled answers in which the reader finds nothing to keep this drops 66, one of them wrongly."""


def plainly(statement: Statement) -> Statement:
    """A statement without what stands before it."""
    at = without_fillers(statement.text)
    if announces(statement.text[at:]):
        at = len(statement.text) - len(without_lead(statement.text[at:]))
    text = statement.text[at:]
    lead, colon, rest = text.partition(": ")
    is_long = len(lead.split()) > _LEAST_WORDS <= len(rest.split())
    if colon and is_long and not statement.is_labelled and record_share(lead) >= _SURELY:
        at, text = at + len(lead) + len(colon), rest  # "scratch the sorting, no: keep the order"
    return replace(statement, text=opened(text) if at else text, start=statement.start + at)


def each_instruction(acts: Iterable[Act], text: str, *, reviewing: bool) -> Iterator[Act]:
    """The acts, where orders that stand in one sentence are parts of their own: "It is a must, and the log line is a rule"."""
    for act in _each_sentence(acts, text) if reviewing else _with_what_replaces([*acts], text):
        for cut in _JOINTS.finditer(text, act.start, act.end) if act.kind in _MAY_ORDER else ():
            # What orders stands near; looking at all that is before each joint would take the square of the length.
            left = text[max(act.start, cut.start() - LONG) : cut.start()]
            right = _until_joint(text, cut.end(), act.end)
            if rank_in(right) and rank_in(left):
                continue  # they are weighed together
            if (takes_back(right) and rank_in(left)) or (
                reviewing and _orders(right) and _orders(left) and not leans(right)
            ):
                yield act.model_copy(update={"end": cut.start(), "content": ()})
                kind = "retraction" if takes_back(right) else "correction"
                act = Act(kind=kind, start=cut.end(), end=act.end)
        yield act


def _with_what_replaces(acts: Sequence[Act], text: str) -> Iterator[Act]:
    """In the talk: the acts, where what is taken back is one with what takes its place: "Forget the port. Better keep 0"."""
    taken_back: Act | None = None
    for act in acts:
        said = text[act.start : act.end].lstrip()
        if taken_back and act.kind in CONTENT_ACTS and leading_phrase(INSTEAD, said):
            start = taken_back.start
            act, taken_back = act.model_copy(update={"start": start, "content": ((start, act.end),)}), None
        if taken_back:
            yield taken_back
        taken_back = act if act.kind == "retraction" else None
        if taken_back is None:
            yield act
    if taken_back:
        yield taken_back


def _each_sentence(acts: Iterable[Act], text: str) -> Iterator[Act]:
    """At the review: the acts, where a message that orders something does so sentence by sentence."""
    for act in acts:
        spans = [(act.start + a, act.start + b) for a, b in sentences(text[act.start : act.end])]
        said = [text[start:end] for start, end in spans]
        if (
            act.kind not in _MAY_ORDER
            or not spans[1:]
            or not any(_orders(one) or is_about_record(one) for one in said)
        ):
            yield act
            continue
        for (start, end), sentence in zip(spans, said, strict=True):
            kind = "retraction" if takes_back(sentence) else act.kind
            content = ((start, end),) if act.content else ()
            yield act.model_copy(update={"kind": kind, "start": start, "end": end, "content": content})


def _until_joint(text: str, start: int, end: int) -> str:
    joint = _JOINTS.search(text, start, end)
    return text[start : joint.start() if joint else end]


def _orders(text: str) -> bool:
    """Whether a part of a message wants something done with the page."""
    return bool(edits_page(text) or rank_in(text) or heading_named(text)[0])


def picks(text: str) -> str:
    """The sentence with which somebody picks one of several lines: the first."""
    return text[slice(*sentences(text)[0])] if sentences(text) else text


def each_reading(text: str, start: int) -> tuple[Act, ...]:
    """What is said from there on at the review, sentence by sentence."""
    spans = [(a, b) for a, b in sentences(text) if a >= start]
    return tuple(Act(kind=main_act(text[a:b], "review", "", "").kind, start=a, end=b) for a, b in spans)


def rewords(text: str, start: int = 0) -> bool:
    """Whether new words for a fact begin there: "BR-001: …"."""
    return any_form(EDITS["correction"]).match(text, start) is not None


def only_swaps(situation: Situation, span: tuple[int, int]) -> bool:
    """Whether a sentence only puts one value in the place of another; a file in the plan is no value."""
    text = situation.heard.text[slice(*span)]
    is_short = len(text.split()) <= ONLY_CORRECTS and not placings(situation, *span)
    return is_short and any(swap.is_exact for swap in swaps_in(text))


def only_corrects(situation: Situation, span: tuple[int, int], operations: Operations) -> bool:
    """Whether a sentence of an answer only puts a figure in the place of one on record; a longer one says more."""
    if placings(situation, *span):
        return False
    text = situation.heard.text
    whole = next(text[a:b] for a, b in sentences(text) if a <= span[0] < b)
    is_correction = announces(whole)
    # To what is wrong today, "it prints 2 instead of 0" is an answer.
    is_short = len(text[slice(*span)].split()) <= ONLY_CORRECTS and situation.asked.kinds[:1] != ("problem",)
    sounds_so = is_correction or main_act(whole, "talk", situation.asked.text, "").kind == "correction"
    return (is_short or sounds_so) and operations.swap(span, only_exact=True, is_correction=is_correction)


def whole_sentences(situation: Situation, act: Act) -> list[tuple[int, int]]:
    """The sentences that hold what is told, each whole but for a yes, a no or a "one correction" in front.

    A longer sentence is kept although it seems to tell nothing, unless it is plainly said to somebody; so is one that
    names a file.
    """
    text = situation.heard.text
    every = [(act.start + a, act.start + b) for a, b in sentences(text[act.start : act.end])]
    asks = [at for at, span in enumerate(every, 1) if text[slice(*span)].endswith("?")]
    # What follows a question belongs to it: "Should it warn? Ada knows."
    parts = [
        span
        for at, span in enumerate(every)
        if at in asks or not _is_spent(text[slice(*span)], situation.asked.text)
    ] or every
    if not act.content:
        return parts
    found: list[tuple[int, int]] = []
    for start, end in parts:
        told = [a for a, b in act.content if a < end and b > start]
        if told:
            first = max(start, told[0])
            lead = text[start:first].strip(" .;!-")
            # "Only when it is paid" says nothing without what the yes was said to.
            is_whole = leading_phrase(_CONDITIONS, text[first:end]) is not None
            is_spoken = situation.asked.about == REVIEW and label_of(text[start:end]) is None
            # Of a value ("off, i.e. 0") every word counts.
            is_talk = not is_fragment(text[start:end]) and _is_talk(lead, is_spoken=is_spoken)
            is_cut = not is_whole if _is_reply(lead) else is_talk
            # Without what it corrects on record the clause would stand alone: "I said 20, make that 30".
            corrects = act.kind == "correction" and fact_spoken_of(situation.analysis, text[start:end])
            begins = _new_words(text, start, first, end) if corrects else start
            found.append((first if is_cut else begins, end))
        elif (
            (found and text[found[-1][1] - 1] == "?")
            or files_in(text[start:end])
            or (
                (len(text[start:end].split()) >= SAYS_SOMETHING or _answers(text[start:end], situation))
                and not announces(text[start:end])
                and not _said_to_somebody(text[start:end], situation.asked.text, answers=act.kind == "answer")
            )
        ):
            found.append((start, end))
    return found or parts


def _new_words(text: str, start: int, value: int, end: int) -> int:
    """Where what will be begins, behind the clauses in which somebody says of themselves that they were wrong.

    "I said that it returns the context, but this is wrong, it must return undefined" says how it will be in its last clause;
    "I changed my mind, compare them exactly, byte for byte" in its last two.
    """
    begin = cut = start
    for joint in _CLAUSES.finditer(text, start, value):
        speaks_of_self = any_phrase(_SELF).search(text[cut : joint.start()]) is not None
        begin, cut = joint.end() if speaks_of_self else begin, joint.end()
    return begin if len(text[begin:end].split()) >= _LEAST_WORDS else start


def _answers(sentence: str, situation: Situation) -> bool:
    """Whether a sentence of few words is an answer by itself: "Off by default."."""
    return main_act(sentence, "talk", situation.asked.text, "").kind == "answer"


def _is_spent(sentence: str, question: str) -> bool:
    """Whether a sentence beside others is only said to somebody: "Wrong.", "As I said.", "No idea."."""
    return not files_in(sentence) and len(sentence.split()) <= _SPENT.get(
        _said_to_somebody(sentence, question), 0
    )


def _said_to_somebody(sentence: str, question: str, *, answers: bool = False) -> str:
    """The act of a sentence that plainly tells nothing; empty for any other. In an answer (`answers`) that has to be plainer."""
    reading = main_act(sentence, "talk", question, "")
    kinds, least = (_ASIDES, _PLAINLY) if answers else (_SPENT, _CLEARLY)
    return reading.kind if reading.kind in kinds and reading.share >= least else ""


def _is_reply(lead: str) -> bool:
    """Whether the words in front of what is told are an answer to somebody, or announce a correction."""
    form = closed_form(lead.strip(" ,:"), "choice")
    return (form is not None and form.kind in {"assent", "denial"}) or is_lead_in(lead.strip(" ,:"))


def _is_talk(lead: str, *, is_spoken: bool) -> bool:
    """Whether the words in front of what is told are said to somebody, and no part of it ("Not given: …" is).

    `is_spoken`: what stands before a colon is talk, as it is at the review.
    """
    # Before a colon stands what the rest is about, unless it speaks to somebody.
    is_condition = leading_phrase(_CONDITIONS, lead) is not None  # "if you don't want it: …"
    is_talk = lead.endswith(":") and not is_condition and (is_spoken or any_phrase(_TALKERS).search(lead))
    longest = _LONGEST_LEAD if is_talk else _LONGEST_ASIDE if lead.endswith(",") else 0
    return not files_in(lead) and 0 < len(lead.split()) <= longest
