"""Options with their pros and cons, decisions with their reasons, and priorities."""

import re
from typing import Final, NamedTuple

from roundtable.analysis.facts import PriorityLevel

__all__ = ["Chosen", "level_in", "read_choice", "split_pros_and_cons", "split_reason"]

_REASON: Final = re.compile(
    r"[\s,;-]+(?:because|since|so that|due to|given that|the reason being|weil|da|因为)\s+",
    re.IGNORECASE,
)


def split_reason(text: str) -> tuple[str, str]:
    """What is said and why, when a reason is given."""
    parts = _REASON.split(text.strip(), maxsplit=1)
    return (
        (parts[0].strip(" ,;."), parts[1].strip(" ."))
        if len(parts) == 2 and parts[0].strip()
        else (text.strip(" ."), "")
    )


class Chosen(NamedTuple):
    """A choice that somebody made."""

    choice: str
    reason: str
    instead_of: str


_CHOICE: Final = re.compile(
    r"^(?:(?:ok(?:ay)?|yes|so|then|alright|right|agreed|fine)[,.:]?\s+)*"
    r"(?:(?:i|we)(?:'d|'ll| would| will| should)?\s+(?:prefer|choose|chose|pick|picked|go with|went with|going with|take|use|stick with|stay with|rather(?: have| use| go with)?|decided (?:on|to use|to go with|to|for)|decide (?:on|for)|recommend|favou?r)"
    r"|let['’]?s (?:just )?(?:go with|use|take|pick|do|choose|keep|stick with|stay with)|go with|(?:my|our) (?:choice|preference|pick) (?:is|would be)|decision:|decided:|we(?:'re| are) going with|wir nehmen|nehmen wir|我们(?:选择|决定|用))"
    r"\s*(?:for\s+)?(?P<choice>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_IN_THE_END: Final = re.compile(
    r"[,;]\s+(?:and )?(?:so|therefore|in the end|all in all)\s+(?:i|we)(?:'d|'ll| would| will)\s+(?:still |rather |probably )?(?P<choice>(?!be\b|say\b|think\b|like\b|know\b|see\b|drop it\b)[^,;]{3,80})$",
    re.IGNORECASE,
)
"""What a long thought ends with: "…, so I would still extend the module"."""
_INSTEAD: Final = re.compile(
    r"[\s,]+(?:over|instead of|rather than|not|statt|anstatt)\s+(?P<other>[^,.;]{2,80})", re.IGNORECASE
)


def read_choice(text: str) -> Chosen | None:
    """A decision in one sentence: "Let's go with Redis because it is already there"."""
    match = _CHOICE.match(text.strip().rstrip(".")) or _IN_THE_END.search(text.strip().rstrip("."))
    if match is None:
        return None
    choice, reason = split_reason(match["choice"])
    instead = _INSTEAD.search(choice)
    if instead:
        choice = choice[: instead.start()].strip(" ,")
    return (
        Chosen(
            " ".join(choice.split()), " ".join(reason.split()), instead["other"].strip() if instead else ""
        )
        if choice
        else None
    )


_PRO: Final = re.compile(
    r"(?:^|[\s,;(.])(?:pros?|advantages?|upsides?|benefits?|plus|\+|vorteile?|优点)\s*(?:is|are|:|-|=|：)?\s+",
    re.IGNORECASE,
)
_CON: Final = re.compile(r"(?:^|[\s,;(.])(?:cons?|disadvantages?|downsides?|drawbacks?|minus|nachteile?|缺点)\s*(?:is|are|:|-|=|：)?\s+|[\s,;]+but\s+|[\s,;]+however,?\s+|[\s,;]+aber\s+", re.IGNORECASE)  # fmt: skip


def split_pros_and_cons(text: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """What an option is, what speaks for it, what against it. Only what is marked as such is sorted."""
    marks = sorted(
        [(hit.start(), hit.end(), "pro") for hit in _PRO.finditer(text)]
        + [(hit.start(), hit.end(), "con") for hit in _CON.finditer(text)]
    )
    if not marks:
        return text.strip(), (), ()
    head = text[: marks[0][0]].strip(" ,;:.(-")
    pros: list[str] = []
    cons: list[str] = []
    for at, (_, end, side) in enumerate(marks):
        until = marks[at + 1][0] if at + 1 < len(marks) else len(text)
        said = " ".join(text[end:until].split()).strip(" ,;:.()")
        if said:
            (pros if side == "pro" else cons).append(said)
    return head, tuple(pros), tuple(cons)


_LEVELS: Final[tuple[tuple[PriorityLevel, str], ...]] = (
    ("Won't", r"won['’]?t(?:[- ]have)?|will not|wont|not (?:now|this time|in this (?:release|version|round))|drop(?:ped)?|never mind|out(?: of scope)?|nicht jetzt|不做"),
    ("Could", r"could(?:[- ]haves?)?|nice[- ]to[- ]haves?|nice to have|optional|can wait|may wait|later|low(?:est)?(?: priority)?|if there is time|if time|bonus|p3|p4|kann warten|可选"),
    ("Should", r"should(?:[- ]haves?)?|important|medium(?: priority)?|p2|soll(?:te)?|应该"),
    ("Must", r"must(?:[- ]haves?)?|essential|critical|mandatory|required|needed|indispensable|non-negotiable|crucial|vital|high(?:est)?(?: priority)?|p0|p1|muss|必须"),
)  # fmt: skip
_LEVEL_PATTERNS: Final[tuple[tuple[PriorityLevel, re.Pattern[str]], ...]] = tuple(
    (level, re.compile(rf"(?<![\w'-])(?:{words})(?![\w'-])", re.IGNORECASE)) for level, words in _LEVELS
)


def level_in(text: str) -> tuple[PriorityLevel, int, int] | None:
    """The first priority named in a text and where it stands."""
    hits: list[tuple[int, int, PriorityLevel]] = [
        (hit.start(), hit.end(), level) for level, pattern in _LEVEL_PATTERNS if (hit := pattern.search(text))
    ]
    if not hits:
        return None
    start, end, level = min(hits)
    return level, start, end
