"""Plain-language steering in a conversation: what somebody wants of the table rather than says about the item.

A message steers only when that is all it does: "go deeper" does, "the menu should go deeper" is an answer.
"""

import re
from typing import Final, Literal

from roundtable.analysis.record import Record
from roundtable.engine.depth import depth_command

__all__ = ["Steer", "SteerKind", "is_no", "is_yes", "steering"]

SteerKind = Literal[
    "deeper",
    "shorter",
    "move_on",
    "back_to",
    "recap",
    "show",
    "undo",
    "who_said",
    "done",
    "decline",
    "trivial",
]


class Steer(Record):
    """What was asked of the table."""

    kind: SteerKind
    about: str = ""
    """A topic, a document, a fact id, or the reason that was given."""


_PATTERNS: Final[tuple[tuple[SteerKind, str], ...]] = (
    (
        "done",
        r"(?:ok(?:ay)?,? |right,? |well,? |thanks,? )*(?:that'?s enough(?: for (?:now|today))?|i'?m done|i am done|we'?re done|we are done|i think we'?re done|i think i'?m done|let'?s stop(?: here)?|let'?s (?:leave|call) it (?:here|there|a day)|(?:please )?(?:stop|finish|wrap up)(?: here| now)?|let'?s wrap up|i have to (?:go|leave)|enough for (?:now|today)|das reicht|ich bin fertig|genug(?: für heute)?)(?:,? thanks| thank you)?",
    ),
    (
        "decline",
        r"(?:ok(?:ay)?,? |actually,? |no,? )*(?:(?:(?:i think )?we |(?:let'?s|please) )?(?:don'?t|do not|not|never|shouldn'?t|should not|won'?t|will not|should never) build (?:this|it)(?: at all)?|(?:let'?s )?(?:drop|scrap|cancel|kill|abandon) (?:this|it)(?: item| idea)?|(?:this|it) (?:isn'?t|is not) worth (?:it|building|doing)|we (?:don'?t|do not) need (?:this|it)(?: at all| any ?more)?|close (?:this|the) item)(?P<about_decline>(?:\s*[,;:.-]+\s*|\s+(?=(?:because|since|as|it|it's|this|that|nobody|no|we|there|the)\b)).*)?",
    ),
    (
        "trivial",
        r"(?:(?:this|it)(?: one)? (?:is|'?s)|that'?s) (?:really |just |quite |too )?(?:trivial|a one-liner|obvious|no big deal)(?P<about_trivial>[\s,;:.-]+.*)?",
    ),
    (
        "undo",
        r"(?:please |sorry,? |wait,? |no,? )*(?:undo(?: that| this| the last (?:one|answer|thing))?|scratch that|take (?:that|it) back|forget (?:that|what i (?:just )?said)|strike that)(?: please)?",
    ),
    (
        "recap",
        r"(?:so,? )?(?:what (?:do|have) you (?:have|got)(?: so far)?|what have we (?:got|covered)(?: so far)?|where are we(?: now)?|(?:give me a |a )?(?:recap|summary)(?: so far)?|summari[sz]e(?: what (?:you|we) have)?(?: so far)?|what do we know(?: so far)?)(?: please)?",
    ),
    (
        "show",
        r"(?:please )?(?:can you |could you )?(?:show|read|print|open|display)(?: me)?(?: the)? (?P<about_show>requirements?(?: spec\w*)?|user stories|stories|impact(?: analysis)?|architecture(?: overview)?|design(?: summary)?|modules?|interfaces?|errors?(?: cases)?|data flows?|quick scan|scan|risks?|open questions|decisions|assumptions|documents?)(?: so far| again| please)?",
    ),
    (
        "who_said",
        r"(?:who said (?P<about_who>that|this|it|[A-Z]{2,4}-\d[\d-]*|.{1,60})|where (?:does|did) (?P<about_where>that|this|it|[A-Z]{2,4}-\d[\d-]*) come from)",
    ),
    (
        "move_on",
        r"(?:ok(?:ay)?,? |please |right,? )*(?:(?:let'?s )?(?:move on|go on|skip (?:this|that|it)(?: one| question| topic)?|next(?: question| topic| please)?|change the subject)|(?:i (?:don'?t|do not) want to talk about (?:this|that))|enough (?:about|of|on) (?:this|that)(?: topic)?)(?: please| now)?",
    ),
    (
        "back_to",
        r"(?:ok(?:ay)?,? |please |can we |could we )*(?:(?:let'?s )?(?:go )?back to|(?:let'?s )?(?:talk|speak) (?:more )?about|let'?s (?:discuss|revisit)) (?P<about_back>(?:the )?[\w' -]{3,50})(?: again)?",
    ),
)
_COMPILED: Final[tuple[tuple[SteerKind, re.Pattern[str]], ...]] = tuple(
    (kind, re.compile(rf"^{pattern}$", re.IGNORECASE | re.DOTALL)) for kind, pattern in _PATTERNS
)
_LONGEST: Final = 160

_YES: Final = re.compile(
    r"^(?:y|yes|yep|yeah|yup|ja|oui|si|sí|ok|okay|sure|right|correct|exactly|agreed|fine|good|great|perfect|go ahead|do it|"
    r"sounds (?:good|right|fine)|looks (?:good|right|fine)|that'?s (?:right|correct|fine|it)|works for me|please do|"
    r"(?:yes|ok|okay|sure),? (?:please|go ahead|do it|that works|sounds good|looks good|stop|finish|thanks)|stimmt|genau|passt|对|是|好|好的|是的)[.!\s]*$",
    re.IGNORECASE,
)
_NO: Final = re.compile(
    r"^(?:n|no|nope|nah|nein|non|not yet|no,? (?:thanks|not yet|go on|continue|wait)|wait|不|不是)[.!\s]*$",
    re.IGNORECASE,
)


def is_yes(text: str) -> bool:
    """Whether the message is plain agreement."""
    return _YES.match(text.strip()) is not None


def is_no(text: str) -> bool:
    """Whether the message is plain refusal."""
    return _NO.match(text.strip()) is not None


def steering(text: str) -> Steer | None:
    """What the message asks of the table; none when it says something about the item."""
    plain = re.sub(r"\s+", " ", text.replace("’", "'")).strip().rstrip(".!?")
    if not plain or len(plain) > _LONGEST:
        return None
    depth = depth_command(plain)
    if depth is not None:
        return Steer(kind="deeper" if depth == "deep" else "shorter", about=depth.value)
    for kind, pattern in _COMPILED:
        found = pattern.match(plain)
        if found is not None:
            about = next((value for value in found.groupdict().values() if value), "")
            return Steer(kind=kind, about=about.strip(" ,;:.-"))
    return None
