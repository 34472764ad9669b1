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

from itertools import groupby
from typing import Final, Literal, NamedTuple, cast

from roundtable.facts.record import Record
from roundtable.language.act_features import act_features
from roundtable.language.closed_forms import closed_form
from roundtable.language.contents import content_spans
from roundtable.language.linear import model
from roundtable.language.sentences import sentences
from roundtable.language.targets import asked_persona, target_of

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
_GRAVE: Final = {"decline": 0.75, "done": 0.7, "retraction": 0.45}
"""What closes an item, ends the session or takes something away has to be surer. Found by leaving one voice out at a time."""
_MAY_TELL = 0.25
_A_FEW = 5
"""With so much on acts that tell something, words that are more than a few are asked about and not dropped. Of 1,037 rows
by seven voices it had not heard 23 answers more were kept, for seven needless questions."""
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
    asks = readings[-1].kind == "question_back" and readings[-1].share >= _APART
    if (
        whole.kind in ("unsure", "question_back") and asks
    ):  # without the question it may be clear what the rest does
        told = read_acts(text[: parts[-1][0]], place=place, question=question, earlier=earlier)
        if whole.kind == "unsure" or all(act.kind in _REPLIES for act in told):
            return (*told, _act(readings[-1], text, parts[-1], place, question, earlier))
    if whole.kind == "unsure":
        own = readings if all(reading.share >= _APART for reading in readings) else [whole]
    else:
        # What is told before "… and what do you have so far?" is told; behind a command it may be the reason for it.
        asked = next((at for at, one in enumerate(readings) if one.kind in ("command", "question_back")), 0)
        asked = asked if whole.what in _LOOKS_UP else 0
        own = [
            reading
            if _stands_apart(reading, whole, last=reading is readings[-1])
            or (at < asked and reading.kind in CONTENT_ACTS and reading.share >= _TOLD_BEFORE)
            else whole
            for at, reading in enumerate(readings)
        ]
    if len(own) == 1:
        parts = ((0, len(text)),)
    acts: list[Act] = []
    for _, group in groupby(enumerate(own), key=lambda pair: pair[1].kind):
        stretch = list(group)
        span = (parts[stretch[0][0]][0], parts[stretch[-1][0]][1])
        acts.append(_act(stretch[0][1], text, span, place, question, earlier))
    return tuple(acts)


def main_act(text: str, place: str, question: str, earlier: str) -> Reading:
    """What an input does, taken as one."""
    form = closed_form(text, place)
    if form is not None:
        return Reading(cast("ActKind", form.kind), 1.0, form.what)
    shares = model("acts").shares(act_features(text, place, question, earlier))
    likeliest = cast("tuple[ActKind, ...]", tuple(shares)[:3])
    telling = sum(share for kind, share in shares.items() if kind in CONTENT_ACTS)
    kind = likeliest[0]
    # What may well be talk, a command or a question must not become a fact; nor may something told be dropped as talk.
    may_tell = telling >= _MAY_TELL and len(text.split()) >= _A_FEW
    sure = (
        telling >= _TELLING
        if kind in CONTENT_ACTS
        else shares[kind] >= _GRAVE.get(kind, _SURE) and not may_tell
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


def _stands_apart(part: Reading, whole: Reading, *, last: bool) -> bool:
    """Whether a sentence does something of its own, clearly other than the whole input."""
    if part.kind == whole.kind or part.share < (_APART_COMMAND if part.kind == "command" else _APART):
        return False
    if part.what == "show" and part.share == 1.0:
        return (
            False  # an id is looked up only when it is all that was typed: "CVE-2031-1. We trust the header."
        )
    if part.kind in ("done", "question_back"):
        return last  # a question that the person goes on to answer was asked of nobody
    told = part.kind in CONTENT_ACTS and whole.kind not in CONTENT_ACTS and whole.kind != "decline"
    return part.kind in _OPERATIONS or (told and (part.kind != "answer" or whole.kind not in _WITH_REASONS))


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
    if not content and reading.kind in CONTENT_ACTS:
        content = ((0, len(part)),)  # signs without a word are what was told, too
    return Act(
        kind=reading.kind,
        what=what,
        start=start,
        end=end,
        content=tuple((start + first, start + behind) for first, behind in content),
        candidates=reading.candidates,
    )
