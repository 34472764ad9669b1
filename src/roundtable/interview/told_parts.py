"""Which parts of what was heard tell something: whole sentences, without what only answers somebody or only corrects.

Elsewhere: what becomes of them (`listening`), the sentences sorted (`stating`).
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from roundtable.engine.hearing import REVIEW
from roundtable.interview.lead_ins import (
    announces,
    behind_removal,
    is_lead_in,
    removals_behind,
    removes,
    takes_back,
)
from roundtable.interview.named import files_in
from roundtable.interview.offers import adds
from roundtable.interview.operations import Operations
from roundtable.interview.placing import placings
from roundtable.interview.situation import Situation
from roundtable.interview.slots import rank_in
from roundtable.interview.stating import label_of
from roundtable.interview.swaps import swaps_in
from roundtable.interview.which_fact import ID
from roundtable.language.acts import CONTENT_ACTS, Act, main_act
from roundtable.language.closed_forms import EDITS, closed_form
from roundtable.language.phrases import any_form, any_phrase, leading_phrase, rows
from roundtable.language.sentences import sentences

_TALKERS: Final = rows("me | myself | you | your")
_LONGEST_LEAD: Final = 8
_LONGEST_ASIDE: Final = 4
"""Words in front of what is told that are cut off where the learned reader finds nothing in them."""
_CONDITIONS: Final = rows("only | if | when | unless | except")
_ORDERS: Final = rows("is | are | can | should | must | goes | belongs")
"""What is said of an id at the review: "NT-004 can go"."""
SAYS_SOMETHING: Final = 5
ONLY_CORRECTS: Final = 12
_SPENT: Final = {"talk": 4, "assent": 4, "denial": 4, "unknown": 4, "done": 8}
"""How long a sentence may be at most that is only said to somebody."""
_CLEARLY: Final = 0.5


def each_instruction(acts: Iterable[Act], text: str, *, by_id: bool) -> Iterator[Act]:
    """The acts, where what takes something away stands apart from what is said beside it, and each id of what was shown.

    "It is a must; and drop the log", "… and drop BR-002", "drop BR-002, and x.py is a new file", "BR-001 is a check, NT-001
    can go".
    """
    for act in [one for each in acts for one in (_by_id(each, text) if by_id else (each,))]:
        if removes(text[act.start : act.end]) and (after := behind_removal(text, act.start, act.end)):
            yield Act(kind="retraction", start=act.start, end=after)
            act = Act(kind="answer", start=after, end=act.end)
        for cut in removals_behind(text, act.start, act.end) if act.kind in CONTENT_ACTS else ():
            if rank_in(text[act.start : cut.start()]) or removes(text[cut.end() : act.end]):
                yield act.model_copy(update={"end": cut.start(), "content": ()})
                act = Act(kind="retraction", start=cut.end(), end=act.end)
        yield act


def _by_id(act: Act, text: str) -> Iterator[Act]:
    """One act for each id of which something is said."""
    cuts = [*_next_id(_ORDERS).finditer(text, act.start, act.end)]
    starts, ends = [cut.end() for cut in cuts], [cut.start() for cut in cuts]
    if not cuts:
        yield act
        return
    for start, end in zip([act.start, *starts], [*ends, act.end], strict=True):
        kind = main_act(text[start:end], "review", "", "").kind
        yield Act(kind=kind if kind == "retraction" else "correction", start=start, end=end)


@lru_cache(maxsize=8)
def _next_id(orders: tuple[str, ...]) -> re.Pattern[str]:
    """What stands before an id that something is said of, behind something else."""
    said = rf"{ID.pattern}\s+(?:{any_form(orders).pattern})\b"
    return re.compile(rf"(?:[,;.]\s+(?:and\s+|but\s+)?|\s+and\s+)(?={said})", re.IGNORECASE)


def rewords(text: str, start: int = 0) -> bool:
    """Whether new words for a fact begin there: "BR-001: …"."""
    return any_form(EDITS["correction"]).match(text, start) is not None


def with_its_words(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The sentences of a part, where those behind "BR-001: …" are its new words as well."""
    found: list[tuple[int, int]] = []
    for a, b in sentences(text[start:end]):
        span = (start + a, start + b)
        follows = found and rewords(text, found[-1][0])
        if follows and not (
            ID.search(text, *span) or takes_back(text[slice(*span)]) or adds(text[slice(*span)])
        ):
            span = (found.pop()[0], span[1])
        found.append(span)
    return found


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
    parts = [span for span in every if not _is_spent(text[slice(*span)], situation.asked.text)] or every
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
            is_cut = not is_whole if _is_reply(lead) else _is_talk(lead, is_spoken=is_spoken)
            found.append((first if is_cut else start, end))
        elif files_in(text[start:end]) or (
            len(text[start:end].split()) >= SAYS_SOMETHING
            and (act.kind == "answer" or not _said_to_somebody(text[start:end], situation.asked.text))
        ):
            found.append((start, end))
    return found or parts


def _is_spent(sentence: str, question: str) -> bool:
    """Whether a sentence beside others is only said to somebody: "Wrong.", "As I said.", "No idea."."""
    return not files_in(sentence) and len(sentence.split()) <= _SPENT.get(
        _said_to_somebody(sentence, question), 0
    )


def _said_to_somebody(sentence: str, question: str) -> str:
    """The act of a sentence that plainly tells nothing; empty for any other."""
    reading = main_act(sentence, "talk", question, "")
    return reading.kind if reading.kind in _SPENT and reading.share >= _CLEARLY else ""


def _is_reply(lead: str) -> bool:
    """Whether the words in front of what is told are an answer to somebody, or announce a correction."""
    form = closed_form(lead.strip(" ,:"), "choice")
    return (form is not None and form.kind in {"assent", "denial"}) or is_lead_in(lead.strip(" ,:"))


def _is_talk(lead: str, *, is_spoken: bool) -> bool:
    """Whether the words in front of what is told are said to somebody, and no part of it ("Not given: …" is).

    `is_spoken`: what stands before a colon is talk, as it is at the review.
    """
    # Before a colon stands what the rest is about, unless it speaks to somebody.
    is_talk = lead.endswith(":") and (is_spoken or any_phrase(_TALKERS).search(lead))
    longest = _LONGEST_LEAD if is_talk else _LONGEST_ASIDE if lead.endswith(",") else 0
    return not files_in(lead) and 0 < len(lead.split()) <= longest
