"""How a correction begins: words that announce it, that ask for it, that take something away, that give others.

Elsewhere: what is then changed (`operations`), which sentence is meant (`which_fact`).
"""

import itertools
import re
from functools import lru_cache
from typing import Final

from roundtable.interview.which_fact import ID, clauses_with_commas
from roundtable.interview.wording import unquoted
from roundtable.language.phrases import any_form, any_phrase, behind_leading, leading_phrase, rows
from roundtable.language.records import record_share

_LEADS_IN: Final = rows(
    "correction | a correction | one correction | small correction | no wait | wait | sorry | actually | on second thoughts? | scratch that"
)
_ANNOUNCED: Final = re.compile(
    r"[^:.]{0,60}\b(?:correction|correct myself|(?:to|must|me) correct|chang(?:ed?|ing) (?:my )?mind)\b[^:.]{0,40}:\s+",
    re.IGNORECASE,
)
_COURTESY: Final = rows("please | you can | can you | by the way | btw")
JOINERS: Final = rows("and | but | also | oh | ah")
_ADDING: Final = rows("add that | add: | one more: | one more thing:")
_REMOVES: Final = rows(
    r"drop | remove | delete | strike | take out | take back | scrap | scratch(?!\s+that\b) | forget | throw out"
)
_GONE: Final = rows(
    r"is gone | are gone | can go | has to go | must go | take (?:this )?\w+(?: \w+)? away "
    r"| take (?:this )?\w+(?: \w+)? out | throw (?:this )?\w+(?: \w+)? out | get rid of it"
)
_RATHER, _PLAINLY = 0.5, 0.9
_EDITS: Final = rows("move | put | merge | split | mark | reword | shorten | make it | make that")
"""What somebody wants done with a line, beside having it taken away."""
_GIVES_WORDS: Final = rows("reads? | says? | be | becomes? | now")
"""What stands before new words for a fact that was named further in front."""
JOINT: Final = re.compile(r"\s*[,;:.]\s+(?=\S)|\s+[-–—]+\s+(?=\S)")
"""Behind the clause that names something."""
_COLON: Final = re.compile(r":\s+")
_FIXES: Final = re.compile(r"(?:fix|correct|change) (?:\S+ ){0,4}\S+:\s+", re.IGNORECASE)

_FILLERS: Final = rows(
    r"h+m+ | m+h+m* | u+h+m* | oh | ah | and | also | ok and | what else(?=[.…]) | as i said | like i said | (?:(?:as )?i )?told you(?=[,:]) | i already said(?=[,:]) | no,? no | yes and "
    r"| well(?=[,:]) | ok(?=,) | right(?=,) | yeah(?=,)"
)
"""What somebody says before they say something; no part of any sentence."""


def without_lead(text: str) -> str:
    """What is corrected, without the words that announce it."""
    text = _plainly(text)
    if given := gives_words(text):  # "It should read: …"
        text = unquoted(text[given.end() :])
    if announces(text):
        text = behind_leading(JOINERS, text)
    if announces(text) and (whole := _ANNOUNCED.match(text)):  # "A correction to what I said before: …"
        text = text[whole.end() :]
    while lead := leading_phrase(_LEADS_IN, text):
        text = text[lead.end() :].lstrip(" ,:")
    return text


def without_fillers(text: str) -> int:
    """Where what is said begins, behind "hm", "oh and", "ok and:"."""
    at = 0
    while found := _filler(_FILLERS).match(text, at):
        at = found.end()
    return at if any(letter.isalnum() for letter in text[at:]) else 0


@lru_cache(maxsize=32)
def _filler(fillers: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\s*(?:{any_form(fillers).pattern})(?:\s*[,:;.…]+\s+|\s+)", re.IGNORECASE)


def without_adding(text: str) -> str:
    """What is added, without the words that say so ("And please add that …"); as it is where none do."""
    plain = _plainly(behind_leading(JOINERS, text))
    lead = leading_phrase(_ADDING, plain)
    return plain[len(lead[0].rstrip(" ,.:-")) :].lstrip(" :,") if lead else text  # "--flag" keeps its dashes


def gives_words(text: str) -> re.Match[str] | None:
    """What names a thing for which a sentence only gives other words: "It should read: …"."""
    return _given(_GIVES_WORDS).match(text)


def words_given(text: str) -> bool:
    """Whether new words for something stand at the end of a text."""
    return _given(_GIVES_WORDS).search(text) is not None


@lru_cache(maxsize=16)
def _given(verbs: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(
        rf"(?P<name>(?:\S+ ){{1,6}}?)(?:(?:(?:should|must) )?(?:just |simply )?(?:{any_form(verbs).pattern})(?: so)?:"
        r"|(?:should|must) (?:say|read)(?: that|(?=\s+[\"“])))\s+(?=\S)",
        re.IGNORECASE,
    )


def about_item(text: str) -> str:
    """A sentence without the clauses in front that are about what was read back: not "FR-001 is still the old one,"."""
    text = behind_leading(JOINERS, text)
    starts = {
        *(start for start, _ in clauses_with_commas(text)),
        *(one.end() for one in _COLON.finditer(text)),
    }
    spans = [(a, b) for a, b in itertools.pairwise([*sorted(starts), len(text)]) if text[a:b].strip()]
    least = _PLAINLY if spans[2:] else _RATHER  # of a piece alone less can be told than of a whole sentence
    is_told = (
        (a, not (ID.search(text, a, b) or record_share(text[a:b].strip(" ,;:")) >= least)) for a, b in spans
    )
    return text[next((a for a, told in is_told if told), len(text)) :].strip(" ,;:")


def announces(text: str) -> bool:
    """Whether a sentence begins by announcing a correction."""
    text = _plainly(text)
    return (
        leading_phrase(_LEADS_IN, behind_leading(JOINERS, text)) is not None
        or _ANNOUNCED.match(text) is not None
    )


def removal_in(text: str) -> re.Match[str] | None:
    """The first word in a text that takes something away."""
    return any_phrase(_REMOVES).search(text)


def takes_back(text: str) -> bool:
    """Whether a text begins with a word that takes something away ("and please scrap the last bit")."""
    return leading_phrase(_REMOVES, _plainly(behind_leading(JOINERS, text))) is not None


def wants_gone(text: str) -> bool:
    """Whether a sentence about what was read back wants something taken away, wherever it says so."""
    is_said = any_phrase(_GONE).search(text) is not None and record_share(text) >= _RATHER
    return takes_back(text) or is_said


def edits_page(text: str) -> bool:
    """Whether a sentence at the review is an order about what was read back, and tells nothing of the item."""
    pieces = [_plainly(behind_leading(JOINERS, text[a:b].lstrip())) for a, b in clauses_with_commas(text)]
    edits = any(leading_phrase(_EDITS, piece) for piece in pieces)
    return bool(edits or takes_back(text) or gives_words(text))


def _plainly(text: str) -> str:
    """A text without "please" and the like in front."""
    while polite := leading_phrase(_COURTESY, text) or _FIXES.match(text):
        text = text[polite.end() :].lstrip(" ,")
    return text


def is_lead_in(words: str) -> bool:
    """Whether these words only announce a correction."""
    lead = leading_phrase(_LEADS_IN, words)
    return lead is not None and lead.end() == len(words)
