"""Which parts of what was heard tell something: whole sentences, without what only answers somebody or only corrects.

Elsewhere: what becomes of them (`listening`), the sentences sorted (`stating`).
"""

from typing import Final

from roundtable.interview.operations import Operations, is_lead_in
from roundtable.interview.situation import Situation
from roundtable.interview.swaps import swaps_in
from roundtable.language.acts import Act, main_act
from roundtable.language.closed_forms import closed_form
from roundtable.language.phrases import leading_phrase, rows
from roundtable.language.sentences import sentences

_CONDITIONS: Final = rows("only | if | when | unless | except")
_JOINTS: Final = rows("and | but | oh")
SAYS_SOMETHING: Final = 5
ONLY_CORRECTS: Final = 12


def only_swaps(situation: Situation, span: tuple[int, int]) -> bool:
    text = situation.heard.text[slice(*span)]
    return len(text.split()) <= ONLY_CORRECTS and any(swap.is_exact for swap in swaps_in(text))


def uncorrected(
    situation: Situation, span: tuple[int, int], operations: Operations
) -> tuple[int, int] | None:
    """What a sentence tells beside putting a figure in the place of one on record: nothing when it is short, else its reason."""
    text = situation.heard.text[slice(*span)]
    if not operations.swap(span, only_exact=True):
        return span
    if len(text.split()) <= ONLY_CORRECTS:
        return None
    swaps = list(swaps_in(text))
    before, behind = text[: min(swap.start for swap in swaps)], max(swap.end for swap in swaps)
    behind += len(text[behind:]) - len(text[behind:].lstrip(" ,:;.-"))
    joint = leading_phrase(_JOINTS, before)
    only_leads = is_lead_in(before[joint.end() if joint else 0 :].strip(" ,:;.-") or "wait")
    return (
        (span[0] + behind, span[1]) if only_leads and len(text[behind:].split()) >= SAYS_SOMETHING else span
    )


def whole_sentences(text: str, act: Act) -> list[tuple[int, int]]:
    """The sentences that hold what is told, each whole but for a yes, a no or a "one correction" in front.

    A longer sentence of an answer is kept although it seems to tell nothing: only greetings are that short.
    """
    parts = [(act.start + a, act.start + b) for a, b in sentences(text[act.start : act.end])]
    if not act.content:
        return parts
    parts[0] = (_behind_unknown(text, *parts[0]), parts[0][1])
    found: list[tuple[int, int]] = []
    for start, end in parts:
        told = [a for a, b in act.content if a < end and b > start]
        if told:
            first = max(start, told[0])
            lead = text[start:first].strip(" ,.:;!-")
            # "Only when it is paid" says nothing without what the yes was said to.
            is_whole = leading_phrase(_CONDITIONS, text[first:end]) is not None
            found.append((first if _is_no_part(lead) and not is_whole else start, end))
        elif act.kind == "answer" and len(text[start:end].split()) >= SAYS_SOMETHING:
            found.append((start, end))
    return found or parts


def _behind_unknown(text: str, start: int, end: int) -> int:
    """Where a sentence begins that says "I don't know, …" and then knows."""
    comma = text.find(",", start, end)
    lead = text[start:comma].strip() if comma > 0 else ""
    is_short = 0 < len(lead.split()) < SAYS_SOMETHING
    return comma + 1 if is_short and main_act(lead, "talk", "", "").kind == "unknown" else start


def _is_no_part(lead: str) -> bool:
    """Whether the words in front of what is told are an answer to somebody, and no part of it ("Not given: …" is)."""
    form = closed_form(lead, "choice")
    return (form is not None and form.kind in {"assent", "denial"}) or is_lead_in(lead)
