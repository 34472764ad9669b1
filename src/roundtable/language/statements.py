"""What kind of fact a person's sentence states: the section first, the exact kind where it is clear.

`sort_statement` looks at one whole sentence under the question it answered. Where no section clearly wins it says so,
and the sentence stays a note under its question: a note is never wrong, a wrong heading is.

- The kinds that the question asked for count strongly; a sentence that says something else still wins against them.
- Only English is sorted; other languages are kept in their own words.

Elsewhere: what each kind is (`roundtable.facts`), what the decider sees (`statement_features`).
"""

from collections.abc import Mapping, Sequence
from typing import Final

from roundtable.facts.record import Record
from roundtable.language.linear import model
from roundtable.language.statement_features import statement_features
from roundtable.language.tongue import language_of

AREAS: Final = {
    kind: area
    for area, kinds in {
        "why": "problem success_metric need",
        "who": "user_type stakeholder",
        "what": "requirement criterion business_rule error_case journey story state",
        "limits": "constraint quality assumption risk integration",
        "not": "out_of_scope",
        "rank": "priority order",
        "how": "option decision technology module interface data_flow",
        "where": "change",
        "not_where": "no_change",
        "open": "open_question",
        "note": "note",
    }.items()
    for kind in kinds.split()
}
"""The section of the documents that each kind of statement belongs to."""

_CLEAR_AREA, _CLEAR_AREA_LATER = 0.3, 0.4
_CLEAR_KIND = 0.45
_CLEAR_STANDING, _BOTH_CLEAR = 0.35, 0.5
_CLEAR_WHEN_ASKED, _CLEAR_LATER = 0.25, 0.4
_CLEAR_UNASKED = 0.6
"""Shares below which nothing is claimed, found by leaving one voice out at a time (`bench/statements.py`). What an answer
begins with is nearly always what was asked for; what comes later may be anything."""
_CLEAR_AGAINST = 0.9
"""What is said to "what is left out?" must not come out as something that it will do."""
_GRAVE: Final = frozenset(
    ["order", "priority", "option", "decision", "technology", "module", "state", "story", "quality", "risk"]
)
"""What is read off a page as somebody's choice or worry has to be surer, where nobody asked for it."""


_GRAVE_AREAS: Final = {"not": 0.6, "who": 0.6, "why": 0.5}
"""Where a sentence that belongs elsewhere says the opposite, or makes a person or today's trouble of what is wanted."""
_STANDINGS: Final = {
    "today": ("problem",),
    "open": ("open_question", "assumption", "risk"),
    "dropped": ("open_question", "assumption", "risk", "out_of_scope"),
}
"""Kinds that tell how it is, settle nothing, or ask for nothing; all others say what shall be, or how."""


class Sorted(Record):
    """Where a statement belongs."""

    kind: str | None
    """None: not clear."""
    area: str | None
    """None: not clear either; a note."""


def sort_statement(
    sentence: str, *, question: str, asked: Sequence[str], before: str = "", item: str = ""
) -> Sorted:
    """The kind and area of a sentence said under a question that was after the kinds `asked`, main one first."""
    if language_of(sentence) != "en":
        return Sorted(kind=None, area=None)
    kinds = model("statements").shares(statement_features(sentence, question, asked, before, item))
    areas = dict.fromkeys(AREAS.values(), 0.0)
    for kind, share in kinds.items():
        areas[AREAS[kind]] += share
    area = max(areas, key=lambda each: areas[each])
    if area == "note" or areas[area] < (_CLEAR_AREA_LATER if before else _CLEAR_AREA):
        return Sorted(kind=None, area=None)
    kind = next(each for each in kinds if AREAS[each] == area)
    is_asked = any(AREAS.get(one) == area for one in asked)
    if not is_asked and areas[area] < _GRAVE_AREAS.get(area, 0.0):
        return Sorted(kind=None, area=None)
    when_asked = _CLEAR_LATER if before else _CLEAR_WHEN_ASKED
    least = when_asked if kind in asked else _CLEAR_UNASKED if kind in _GRAVE else _CLEAR_KIND
    if asked[:1] == ("out_of_scope",) and AREAS[kind] == "what":
        least = _CLEAR_AGAINST
    clear = kinds[kind] >= least
    return Sorted(kind=kind if clear else None, area=area)


def standing(
    sentence: str, *, question: str, asked: Sequence[str], beside: Mapping[str, float] | None = None
) -> str:
    """`today`, `open` or `dropped`; empty where a sentence may say what shall be.

    `beside` is what was learned of these very words (`language.standings`): one reader that doubts does not decide against
    another that is sure.
    """
    shares = model("statements").shares(statement_features(sentence, question, asked, "", ""))
    sums = {name: sum(shares[kind] for kind in kinds) for name, kinds in _STANDINGS.items()}
    agreed = {name: sums[name] + beside[name] >= _BOTH_CLEAR if beside else True for name in sums}
    return next((name for name, share in sums.items() if share >= _CLEAR_STANDING and agreed[name]), "")
