"""Which parts of what was heard tell something: whole sentences, without what only answers somebody or only corrects.

Elsewhere: what becomes of them (`listening`), the sentences sorted (`stating`).
"""

from collections.abc import Iterable, Iterator
from typing import Final

from roundtable.interview.lead_ins import announces, behind_removal, is_lead_in, removals_behind, removes
from roundtable.interview.named import files_in
from roundtable.interview.operations import Operations
from roundtable.interview.placing import placings
from roundtable.interview.situation import Situation
from roundtable.interview.slots import rank_in
from roundtable.interview.swaps import swaps_in
from roundtable.language.acts import CONTENT_ACTS, Act, main_act
from roundtable.language.closed_forms import closed_form
from roundtable.language.phrases import leading_phrase, rows
from roundtable.language.sentences import sentences

_CONDITIONS: Final = rows("only | if | when | unless | except")
SAYS_SOMETHING: Final = 5
ONLY_CORRECTS: Final = 12
_SPENT: Final = {"talk": 4, "assent": 4, "denial": 4, "unknown": 4, "done": 8}
"""How long a sentence may be at most that is only said to somebody."""
_CLEARLY: Final = 0.5


def each_instruction(acts: Iterable[Act], text: str) -> Iterator[Act]:
    """The acts, where what takes something away stands apart from what is said beside it.

    "It is a must; and drop the log", "… and drop BR-002", "drop BR-002, and x.py is a new file".
    """
    for act in acts:
        if removes(text[act.start : act.end]) and (after := behind_removal(text, act.start, act.end)):
            yield Act(kind="retraction", start=act.start, end=after)
            act = Act(kind="answer", start=after, end=act.end)
        for cut in removals_behind(text, act.start, act.end) if act.kind in CONTENT_ACTS else ():
            if rank_in(text[act.start : cut.start()]) or removes(text[cut.end() : act.end]):
                yield act.model_copy(update={"end": cut.start(), "content": ()})
                act = Act(kind="retraction", start=cut.end(), end=act.end)
        yield act


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
            lead = text[start:first].strip(" ,.:;!-")
            # "Only when it is paid" says nothing without what the yes was said to.
            is_whole = leading_phrase(_CONDITIONS, text[first:end]) is not None
            found.append((first if _is_no_part(lead) and not is_whole else start, end))
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


def _is_no_part(lead: str) -> bool:
    """Whether the words in front of what is told are an answer to somebody, and no part of it ("Not given: …" is)."""
    form = closed_form(lead, "choice")
    return (form is not None and form.kind in {"assent", "denial"}) or is_lead_in(lead)
