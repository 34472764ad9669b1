"""What the person's words do: leave a point open, put something off, tell how it is today, take something back.

`fact_check` asks before words carry a wish, `known_facts` before they settle or withdraw anything. What words do is read by the
learned readers of acts, clause by clause, because people do two things in one breath; tables hold only the closed forms of time.
"""

from functools import lru_cache
from typing import Final

from roundtable.language.acts import act_shares
from roundtable.language.phrases import any_word
from roundtable.minds.guards.figures import LONGEST_READ
from roundtable.minds.guards.support import clauses

_LIKELY: Final = 0.5
_SURE: Final = 0.75
"""The shares at which an act is believed, where little and where much hangs on it."""
_TAKES_BACK: Final = frozenset({"retraction", "correction", "denial", "denial_instead", "decline"})
_DENIES: Final = frozenset({"denial", "denial_instead"})
_LEAVES_OPEN: Final = frozenset({"unknown", "delegate"})
_MOST_CLAUSES: Final = 24
PUT_OFF: Final = any_word(
    r"some ?day|(?<!exactly )(?<!for )(?<!than )one day(?! (?:before|after|ago|later|in|per|of|is))|at some point|(?:maybe|perhaps|probably) (?:later|next \w+)"
    r"|(?:another|different|separate) (?:year|ticket|release|project)|(?:in|for|until) (?:a |the )?(?:next|later) (?:year|quarter|release|version|round)"
    r"|not now|(?:not|nicht|no|pas) (?:for|in|für|en|para|dans|pour) (?:this|diese\w?|est[ae]|cette|ce) \w+|for later"
    r"|irgendwann|eines tages|jetzt (?:aber |noch )?nicht|(?:erst|vielleicht|wir) später"
    r"|alg[uú]n d[ií]a|más adelante|ahora no|un jour(?! (?:avant|après|par|de|ou))|(?:pour|peut-être|verra) plus tard|pas maintenant"
    r"|gehör\w* nicht dazu|nicht (?:dabei|vorgesehen|nötig)|no (?:entran?|hacen? falta)|pas (?:prévue?s?|nécessaires?|besoin|inclus\w*)"
)
"""What is not to be now; what is left out in English is read by the learned reader of statements."""
TODAY: Final = any_word(
    r"(?<!as )(?:today|right now|at the moment|currently|nowadays|these days|so far|heute|im moment|derzeit|zurzeit|bisher"
    r"|hoy|actualmente|aujourd['’]hui|actuellement|en ce moment)"
)
LEFT_ALONE: Final = any_word(
    r"leave (?:it|that|them|this)\b(?! (?:out|to))|(?:don['’]t|do not|never) (?:touch|change) (?:it|that|them|this)"
)


def leaves_open(text: str, question: str = "") -> bool:
    """Whether words say, for the better part, that it is not known, not decided, or somebody else's to decide."""
    whole, *parts = _parts(text)
    left = sum(len(part.split()) for part in parts if _does(part, question, _LEAVES_OPEN, _SURE, "talk"))
    return _does(whole, question, _LEAVES_OPEN, _LIKELY, "talk") or 3 * left > 2 * len(whole.split())


def takes_back(text: str) -> bool:
    """Whether words take back or correct something that was said before; a mere "may not" in one clause of them does not."""
    whole, *parts = _parts(text)
    wanted = [(whole, _TAKES_BACK), *((part, _TAKES_BACK - _DENIES) for part in parts)]
    return any(_does(said, "", acts, _LIKELY, "talk", "review") for said, acts in wanted)


def _parts(text: str) -> list[str]:
    """The whole, and each clause of more than one word."""
    short = text[:LONGEST_READ]
    return [short, *(part for part in clauses(short)[:_MOST_CLAUSES] if len(part.split()) > 1)]


def _does(text: str, question: str, acts: frozenset[str], least: float, *places: str) -> bool:
    return any(sum(_shares(text, place, question).get(act, 0.0) for act in acts) >= least for place in places)


@lru_cache(maxsize=512)
def _shares(text: str, place: str, question: str) -> dict[str, float]:
    return act_shares(text, place, question)
