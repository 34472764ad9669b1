"""Where a fact comes from, and how far to trust it.

Nothing enters a document without evidence. Confidence is never set by hand: it is computed here from the evidence, so it
changes when the evidence does.

- said or confirmed by the person: High
- inferred from their words, alone or together with the code: Medium
- taken from the code alone, or assumed: Low
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from roundtable.facts.record import Record

DRAFT_TURN = 0  # the draft is turn 0: what was asked, before anybody spoke


class Confidence(StrEnum):
    """How far a fact may be trusted; lower case in state, title case in documents."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"

    @property
    def label(self) -> str:
        return self.value.capitalize()


class Quote(Record):
    """The person's own words: `text` is exactly characters `start` to `end` of that turn."""

    kind: Literal["quote"] = "quote"
    turn: int
    start: int
    end: int
    text: str
    role: Literal["said", "correction"] = "said"
    """A correction replaced what had been said before; its footnote says so."""


class CodeAnchor(Record):
    """A place in the code that resolved when the fact was recorded, or one that is proposed as new."""

    kind: Literal["code"] = "code"
    path: str
    line: int | None = None
    symbol: str | None = None
    status: Literal["found", "proposed-new"] = "found"


class Inferred(Record):
    """Derived from other facts (by id), or from the quotes and anchors that stand beside it."""

    kind: Literal["inferred"] = "inferred"
    sources: tuple[str, ...] = ()
    because: str = ""


class Assumed(Record):
    """Nobody said it and no code shows it: an explicit assumption, with its reason."""

    kind: Literal["assumed"] = "assumed"
    because: str


class Confirmed(Record):
    """The person accepted a proposal at that turn."""

    kind: Literal["confirmed"] = "confirmed"
    turn: int
    text: str = ""


class HandEdit(Record):
    """It stands in a document that a person wrote or edited by hand."""

    kind: Literal["hand-edit"] = "hand-edit"
    document: str
    text: str = ""
    source: str = ""  # where it comes from, in the words that stood beside it in the document
    marked: Confidence | None = None
    """The confidence mark that stood beside it; without one a person's own words count as said."""


Evidence = Annotated[
    Quote | CodeAnchor | Inferred | Assumed | Confirmed | HandEdit, Field(discriminator="kind")
]


def confidence_from(evidence: Iterable[Evidence], sources: Iterable[Confidence] = ()) -> Confidence:
    """The confidence that this evidence earns; `sources` are the confidences of the facts it was inferred from."""
    given = tuple(evidence)
    by_kind = {item.kind for item in given}
    if "confirmed" in by_kind:
        return Confidence.HIGH
    marks = [item.marked or Confidence.HIGH for item in given if isinstance(item, HandEdit)]
    if marks:
        # The latest hand on it decides: somebody who lowers a mark by hand means it.
        return marks[-1]
    if "assumed" in by_kind or not by_kind:
        return Confidence.LOW
    if "inferred" in by_kind:
        rests_on_words = "quote" in by_kind or any(source is not Confidence.LOW for source in sources)
        return Confidence.MEDIUM if rests_on_words else Confidence.LOW
    return Confidence.HIGH if "quote" in by_kind else Confidence.LOW


def overall(confidences: Iterable[Confidence]) -> str:
    """One word for a whole document: the common confidence, or `Mixed`; `Low` when there is nothing."""
    distinct = set(confidences)
    if not distinct:
        return Confidence.LOW.label
    return distinct.pop().label if len(distinct) == 1 else "Mixed"
