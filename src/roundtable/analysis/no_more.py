"""Whether somebody says that there is nothing to add: "that's all I have", "no, I think we're good, thanks". Pure.

Both the protocol (does the review end here?) and whoever reads answers ask this, so that it is said once. Whole replies
only: "that's all, except the export" adds something.
"""

import re
from typing import Final

__all__ = ["says_no_more"]

_WE: Final = r"(?:i|we|you|they)"
_HAVE: Final = r"(?:have|had|got|'ve got|need|needed|want|wanted|know|know of|can think of|could think of|can say|'d add|would add)"
_CORES: Final = (
    r"nothing(?: (?:else|more|further|new|really|comes to mind|i can think of))*(?: to (?:add|say|change|report|explore))?",
    rf"{_WE}(?: have|'ve| have got|'ve got| got) (?:nothing|no more|none)(?: (?:else|more|further))?(?: to (?:add|say|change))?",
    rf"{_WE}(?: do not|'d not| don't| wouldn't| would not) (?:have anything (?:else|more)|(?:want to )?(?:add|change) anything(?: else| more)?)(?: to (?:add|say|change))?",
    r"no(?: (?:more|further|other|additional))? (?:questions?|changes?|wishes|comments?|additions?|input|requirements?|points?|remarks?|corrections?|objections?)",
    rf"(?:that|this|it)(?:'s| is|'d be| would be| should be| will be| was) (?:about |pretty much |basically |really |probably |just )?(?:all|it|everything)(?: (?:that )?(?:{_WE} ?{_HAVE}|there is))?",
    r"(?:that|this) (?:about |pretty much )?(?:covers|sums up|says|does) (?:it|everything)(?: all)?",
    r"(?:i'm|i am|we're|we are) (?:all |quite )?(?:done|finished|good|set|fine|through|(?:happy|fine|ok|okay)(?: with (?:it|this|that|everything))?)(?: here)?",
    r"(?:(?:it|that|this)(?:'s| is) )?(?:done|finished|complete|fine as (?:it )?is|good as (?:it )?is|good to go|ready to go)",
    r"(?:you can |let's |we can |just |then )?(?:finali[sz]e|finish|ship|close|wrap)(?: (?:it|this|that|them|everything))?(?: up)?(?: now)?",
    r"all (?:good|fine|set|done)",
    r"(?:that|this|it)(?:'s| is) (?:fine|good|ok|okay|great|perfect)(?: as (?:it )?is)?",
    r"(?:no|none|nope)",
)
_FILLERS: Final = (
    r"(?:ok|okay|no|nope|yes|yep|well|so|right|alright|fine|good|great|perfect|thanks|thank you|thx|cheers|please|sorry|really"
    r"|i think|i guess|i suppose|i believe|i'd say|then|for now|so far|for today|for the moment|at the moment|right now|today|yet"
    r"|from me|from us|from my side|from our side|on my side|on our side|on this|about that|about this|and)"
)
_GAP: Final = r"[\s,;.!–—-]+"
_REPLY: Final = re.compile(
    # What follows is taken for good: a word that could be either must not double the work of a long reply.
    rf"(?:{_FILLERS}{_GAP})*(?:{'|'.join(_CORES)})(?:{_GAP}(?>(?:{'|'.join(_CORES)}|{_FILLERS})\b))*+",
    re.IGNORECASE,
)
_LONGEST: Final = 100
"""Characters; whoever says more has something to say."""


def says_no_more(text: str) -> bool:
    """Whether a whole reply says that there is nothing more to say."""
    plain = " ".join(text.replace("’", "'").split()).strip(" .!,;-–—…\"'()*_")
    return 0 < len(plain) <= _LONGEST and _REPLY.fullmatch(plain) is not None
