"""How a correction begins: words that announce it, that ask for it, that take something away, that give others.

Elsewhere: what is then changed (`operations`), which sentence is meant (`which_fact`).
"""

import re
from collections.abc import Iterator
from typing import Final

from roundtable.interview.which_fact import ID, clauses_with_commas
from roundtable.language.phrases import any_form, leading_phrase, rows

_LEADS_IN: Final = rows(
    "correction | a correction | one correction | small correction | no wait | wait | sorry | actually"
)
_ANNOUNCED: Final = re.compile(r"[^:.]{0,60}\bcorrection\b[^:.]{0,40}:\s+", re.IGNORECASE)
_COURTESY: Final = rows("please | you can | can you | by the way | btw")
JOINERS: Final = rows("and | but | also | oh | ah")
_ADDING: Final = rows("add that | add: | one more: | one more thing:")
_REMOVES: Final = rows("drop | remove | delete | strike | take out | take back | scrap | forget | throw out")
GIVES_WORDS: Final = rows("reads? | says? | be | becomes? | now")
"""What stands before new words for a fact that was named further in front."""
_GIVEN: Final = re.compile(
    rf"(?:\w+ ){{1,3}}(?:{any_form(GIVES_WORDS).pattern})(?: so)?:\s+(?=\S)", re.IGNORECASE
)


def without_lead(text: str) -> str:
    """What is corrected, without the words that announce it."""
    text = _plainly(text)
    if given := _GIVEN.match(text):  # "It should read: …"
        text = text[given.end() :]
    if announces(text) and (joined := leading_phrase(JOINERS, text)):
        text = text[joined.end() :]
    if announces(text) and (whole := _ANNOUNCED.match(text)):  # "A correction to what I said before: …"
        text = text[whole.end() :]
    while lead := leading_phrase(_LEADS_IN, text):
        text = text[lead.end() :].lstrip(" ,:")
    return text


def without_adding(text: str) -> str:
    """What is added, without the words that say so ("And please add that …"); as it is where none do."""
    joined = leading_phrase(JOINERS, text)
    plain = _plainly(text[joined.end() :] if joined else text)
    lead = leading_phrase(_ADDING, plain)
    return plain[len(lead[0].rstrip(" ,.:-")) :].lstrip(" :,") if lead else text  # "--flag" keeps its dashes


def gives_words(text: str) -> bool:
    """Whether a sentence only gives other words for something: "It should read: …"."""
    return _GIVEN.match(text) is not None


def without_ids(text: str) -> str:
    """What stands behind the clauses that name something on record: not "FR-001 is still the old one,"."""
    clear = [start for start, end in clauses_with_commas(text) if not ID.search(text, start, end)]
    return text[clear[0] :].strip() if clear else ""


def announces(text: str) -> bool:
    """Whether a sentence begins by announcing a correction."""
    text = _plainly(text)
    joined = leading_phrase(JOINERS, text)
    lead = leading_phrase(_LEADS_IN, text[joined.end() :] if joined else text)
    return lead is not None or _ANNOUNCED.match(text) is not None


def removes(text: str) -> bool:
    """Whether a sentence begins with "drop FR-001"."""
    lead = leading_phrase(_REMOVES, text)
    return lead is not None and ID.match(text, lead.end()) is not None


def removals_behind(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """What stands between a clause and one that takes something away."""
    verbs = any_form(_REMOVES).pattern
    apart = rf"[,;]\s+(?:and\s+)?(?=(?:{verbs})\s)|\s+and\s+(?=(?:{verbs})\s+{ID.pattern})"
    return re.compile(apart, re.IGNORECASE).finditer(text, start, end)


def behind_removal(text: str, start: int, end: int) -> int:
    """Where something else begins behind "drop FR-001, and …"; 0 where nothing does."""
    found = re.compile(rf"{ID.pattern}\s*[,;]\s+and\s+(?!{ID.pattern})", re.IGNORECASE).search(
        text, start, end
    )
    return found.end() if found else 0


def takes_back(text: str) -> bool:
    """Whether a text begins with a word that takes something away ("and please scrap the last bit")."""
    joined = leading_phrase(JOINERS, text)
    return (
        leading_phrase(_REMOVES, _plainly(text[joined.end() :].lstrip(" ,") if joined else text)) is not None
    )


def _plainly(text: str) -> str:
    """A text without "please" and the like in front."""
    while polite := leading_phrase(_COURTESY, text):
        text = text[polite.end() :].lstrip(" ,")
    return text


def is_lead_in(words: str) -> bool:
    """Whether these words only announce a correction."""
    lead = leading_phrase(_LEADS_IN, words)
    return lead is not None and lead.end() == len(words)
