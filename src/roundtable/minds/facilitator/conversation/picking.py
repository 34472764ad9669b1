"""Which option an answer takes, if it takes one.

A plain "yes", "the second", or an option's own words take it, with or without a reason behind: "the first, because nobody else
calls it". An answer that weighs both and settles on neither takes none, however long it is; nor does one that says something of
its own.
"""

import re
from typing import Final, NamedTuple

from roundtable.engine.briefing import Ask
from roundtable.minds.facilitator.answers.choices import read_choice
from roundtable.minds.facilitator.answers.volunteered import volunteered
from roundtable.minds.facilitator.replies import Reply, reply_kind
from roundtable.minds.facilitator.spans import read_pieces
from roundtable.minds.facilitator.words import content_words, stem

__all__ = ["OwnWay", "Pick", "is_undecided", "own_way", "picked", "thinks_aloud"]


class Pick(NamedTuple):
    """An option that was taken, and what was said beside it."""

    at: int
    remark: str = ""


class OwnWay(NamedTuple):
    """A choice that is none of the options, in a few words, and what was said beside it."""

    choice: str
    reason: str = ""


_FIRST: Final = re.compile(
    r"^(?:i'?d (?:take|say|go with) |let'?s (?:take|go with) |go with |take )?(?:the )?(?:first|former|one|1|a|1st|option (?:1|a|one))(?: (?:one|option|way|approach))?(?: please| then)?[.!]?$",
    re.IGNORECASE,
)
_SECOND: Final = re.compile(
    r"^(?:i'?d (?:take|say|go with) |let'?s (?:take|go with) |go with |take )?(?:the )?(?:second|latter|other|two|2|b|2nd|option (?:2|b|two)|the other)(?: (?:one|option|way|approach))?(?: please| then)?[.!]?$",
    re.IGNORECASE,
)
_HEAD: Final = re.compile(r"^(?P<head>.+?)(?:\s*[,;:.!—–]\s+|\s+-\s+|\s+(?=(?:because|since|as|but|so|if|unless|until|except|for now)\b))(?P<rest>\S.*)$", re.DOTALL)  # fmt: skip
_TORN: Final = re.compile(
    r"\b(?:it (?:really |all |kind of )?depends|depends on|torn|on the other hand|then again|not (?:really |so |quite |entirely )?sure|unsure|can(?:['’]t|not) (?:decide|say)|"
    r"hard to (?:say|tell)|either way|either one|both have|both ways|good (?:question|one|point)|no idea|don['’]?t know|(?:have|need) to think|undecided|tricky|"
    r"we(?:['’]ll| will) see|let me think|kommt darauf an|schwer zu sagen)\b",
    re.IGNORECASE,
)
_HEDGE: Final = re.compile(
    r"\b(?:i (?:suppose|guess|mean|would say|think)|maybe|perhaps|you know|kind of|sort of|somehow|might|probably|honestly|though|but then|can we|could be|or so|vielleicht|eigentlich)\b|\bhmm*\b",
    re.IGNORECASE,
)
_LONGEST: Final = 14
"""Words of a choice; what is longer is a thought."""
_SHORTEST_REMARK: Final = 2
_FEW: Final = 4
"""Words of a reply that only points at an option."""


def picked(asked: Ask, text: str, reply: Reply) -> Pick | None:
    """The option that a reply takes; none when it weighs, asks or says something of its own."""
    if not asked.options:
        return None
    plain = " ".join(text.split())
    at = _taken(asked, plain, reply)
    if at is not None:
        return Pick(at)
    if _TORN.search(plain):
        return None
    head = _HEAD.match(plain)
    if head is None or len(head["head"].split()) > _LONGEST:
        return None
    at = _taken(asked, head["head"], reply_kind(head["head"]))
    if at is None or len(_HEDGE.findall(head["rest"])) > 1:
        return None
    rest = head["rest"].strip()
    return Pick(at, rest if len(content_words(rest)) >= _SHORTEST_REMARK else "")


def _taken(asked: Ask, plain: str, reply: Reply) -> int | None:
    if reply == "yes" or _FIRST.match(plain):
        return 0
    if len(asked.options) == 2 and (reply == "no" or _SECOND.match(plain)):
        return 1
    # "unchanged, please" says no more than its option; "refused with this message" does, and is read as an answer.
    words = {stem(word) for word in content_words(plain)} - {stem("please"), stem("thanks")}
    options = [{stem(word) for word in content_words(option)} for option in asked.options]
    hit = [at for at, known in enumerate(options) if words and words <= known]
    if len(hit) == 1 and len(plain.split()) <= _FEW:
        return hit[0]
    for at, known in enumerate(options):
        if words and len(words & known) >= 0.8 * len(words) and len(words & known) >= min(2, len(known)):
            return at
    return None


def is_undecided(text: str) -> bool:
    """Whether an answer to a choice weighs it and leaves it there."""
    return _TORN.search(text) is not None or len(_HEDGE.findall(text)) > 1


_ALOUD: Final = re.compile(
    r"^(?:(?:well|so|hm+|honestly|ok(?:ay)?|oh)\W+)*(?:(?:i|we)(?:'d| would| will)?(?: really)? (?:have|need) to think|let me think|(?:i|we) (?:have|'ve) not thought|(?:i|we) haven'?t thought)\b",
    re.IGNORECASE,
)
_FIRM: Final = re.compile(r"\d|\b(?:must|never|always|has to|cannot|can't|shall)\b", re.IGNORECASE)


def thinks_aloud(text: str) -> bool:
    """Whether an answer says that it has yet to be thought about, and nothing firm beside."""
    plain = text.replace("’", "'").strip()
    return _ALOUD.match(plain) is not None and _FIRM.search(plain) is None


def own_way(text: str) -> OwnWay | None:
    """A way that is none of the options, when it is said in so many words; none for thinking aloud."""
    pieces = [piece for piece in read_pieces(text) if not piece.code and content_words(piece.text)]
    for at, piece in enumerate(pieces):
        chosen = read_choice(piece.text)
        if chosen is not None and len(chosen.choice.split()) <= _LONGEST:
            rest = " ".join(one.flat for other, one in enumerate(pieces) if other != at)
            return OwnWay(chosen.choice, " ".join(part for part in (chosen.reason, rest) if part))
    if is_undecided(text) or not pieces or len(pieces[0].flat.split()) > _LONGEST:
        return None
    if len(pieces) > 1 or volunteered(pieces[0], "decision", ""):
        return None
    return OwnWay(pieces[0].flat.rstrip(".! "))
