"""Sentences about the talk itself: "sorry, that was a slip of the finger", "as I said", "hope that helps".

They are kept in the journal like every word, but they are no facts about the item. One that takes the last answer back takes
back what was read from it.
"""

import re
from collections.abc import Sequence
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.evidence import Quote
from roundtable.analysis.facts import Fact
from roundtable.minds.facilitator.spans import Piece

__all__ = ["stated", "taken_back", "told", "without_asides"]

_SLIP: Final = re.compile(
    r"^(?:oh|oops|ups|sorry|ah|hm+|no|wait|well|ok(?:ay)?|my (?:mistake|bad|fault))*[\s,.!:-]*"
    r"(?:(?:that|this|it|the last (?:one|answer|line)|my last (?:answer|line|message|reply))\s+(?:was|is)\s+(?:just |only |by )?(?:a |an |my )?(?:slip(?: of (?:the |my )?(?:finger|hand|keyboard|tongue))?|typo|mistake|accident|wrong (?:answer|key|button|line)|mistyped|not what i meant|nonsense|by (?:accident|mistake)|error of mine)"
    r"|(?:please )?(?:ignore|forget|scratch|disregard|strike|delete|discard)\s+(?:that|it|what i (?:just )?(?:said|wrote|typed)|(?:my|the) (?:last|previous) (?:answer|line|message|reply|one))(?: please)?"
    r"|i (?:hit|pressed|typed) (?:the )?wrong \w+|wrong (?:key|button|window))\W*$",
    re.IGNORECASE,
)
_SMALL_TALK: Final = re.compile(
    r"^(?:(?:oh|oops|ups|sorry|ah|hm+|well|ok(?:ay)?|thanks?|thank you|so|right|good question|great question|interesting question|let me (?:think|see)(?: about (?:that|it|this))?|as (?:i )?(?:said|mentioned)(?: before| already| above)?"
    r"|like i said|i (?:already )?(?:said|told you|answered) (?:that|this|it)(?: (?:before|already|above))?|see (?:above|before)|same as (?:above|before)|hope (?:that|this) helps|does (?:that|this) make sense|not sure (?:that|if) (?:this|that|it) helps|i hope so|my (?:mistake|bad|fault)|you know|where was i|anyway)[\s,.!:;…-]*)+$",
    re.IGNORECASE,
)


def without_asides(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces that say something about the item; all of them when none would be left."""
    left = [piece for piece in pieces if not (_SLIP.match(piece.flat) or _SMALL_TALK.match(piece.flat))]
    return left or list(pieces)


_FILLER: Final = re.compile(
    r"^(?:(?:well|so|ok(?:ay)?|yes|yeah|hm+|actually|basically|honestly|frankly|to be honest|you know|i mean|look|what i (?:keep thinking(?: about)?|mean|want to say) is|the thing is)[,:]?\s+)+(?:that\s+)?",
    re.IGNORECASE,
)
_STATED: Final = re.compile(
    r"^(?:that|(?:i|we) (?:take (?:it )?for granted|assume|think|believe|guess|am afraid|fear|would say)(?: that)?,?)\s+(?=\w+\s)",
    re.IGNORECASE,
)
_TRAILING: Final = re.compile(
    r",?\s+(?:i guess|i think|i suppose|you know|or so|or something|right)\s*(?=[.!]?$)", re.IGNORECASE
)


def told(text: str) -> str:
    """A sentence without the words one says while looking for the others: "well, basically, …, I guess"."""
    bare = _TRAILING.sub("", _FILLER.sub("", " ".join(text.split())))
    return (bare[:1].upper() + bare[1:]) if len(bare.split()) > 2 and bare != text else " ".join(text.split())


def stated(text: str) -> str:
    """What is feared or taken for granted, as a statement: "that we mask too much" as "We mask too much"."""
    bare = _STATED.sub("", told(text))
    return (bare[:1].upper() + bare[1:]) if len(bare.split()) > 2 else told(text)


def taken_back(pieces: Sequence[Piece], analysis: Analysis, turn: int, step_id: str | None) -> list[Fact]:
    """What was read from the turn before this one, when a sentence takes that turn back."""
    if not any(_SLIP.match(piece.flat) for piece in pieces):
        return []
    return [
        fact
        for fact in analysis.facts
        if (step_id is None or fact.step_id == step_id)
        and fact.evidence
        and all(isinstance(item, Quote) and item.turn == turn - 1 for item in fact.evidence)
    ]
