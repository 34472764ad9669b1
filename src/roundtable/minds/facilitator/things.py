"""Nouns, by what people usually want to know about such a thing.

A person has a background and ways to be reached, an event has a time and a place, a deal has a state and a record. The classes
say which details to offer when somebody is asked what a thing should show; the question stays open for everything else.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["ThingKind", "details_of", "filters_of", "is_mass", "kind_of", "plural", "singular"]

ThingKind = Literal[
    "person",
    "group",
    "event",
    "goods",
    "place",
    "text",
    "figures",
    "deal",
    "work",
    "media",
    "lesson",
    "record",
    "thing",
]


@dataclass(frozen=True, slots=True)
class _Class:
    words: str
    details: str
    """Three or four things one usually wants to see, ready for a sentence."""
    filters: str
    """What one usually narrows a list by."""


_CLASSES: Final[dict[ThingKind, _Class]] = {
    "person": _Class(
        "person people profile member user customer client employee worker employer candidate partner player driver athlete artist"
        " patient doctor student teacher volunteer expert friend family team-member visitor seller buyer author contact animal biography",
        "personal background, skills, photos and contact details",
        "location, experience or personal traits",
    ),
    "group": _Class(
        "company organization organisation business institute institution band club office school agency brand firm advertiser"
        " department community charity church group team",
        "history, mission, members and contact details",
        "sector, size or location",
    ),
    "event": _Class(
        "event contest match game tournament race appointment class trip tour concert festival meeting session exhibition battle"
        " schedule calendar booking-slot simulation",
        "date, place, participants, rules and results",
        "date, place or kind",
    ),
    "goods": _Class(
        "product tool shirt car vehicle property house home apartment domain item service solution listing offer equipment book"
        " food dish gift ticket accommodation transportation cryptocurrency currency stock share coin insurance plan package"
        " option opportunity job device system resource",
        "description, price, pictures, features and availability",
        "price, category, location or availability",
    ),
    "place": _Class(
        "restaurant hotel shop store museum city country location room venue clinic hospital park station facility destination",
        "address, opening hours, photos and reviews",
        "distance, price or rating",
    ),
    "text": _Class(
        "report policy article news post page document content recipe question answer story blog review opinion idea information"
        " regulation guideline law message email comment memory topic website trend guide template file note",
        "title, summary, main sections, pictures and date",
        "topic, date or keyword",
    ),
    "figures": _Class(
        "data statistic result progress attendance weather nutrition measurement metric performance prediction analysis analytics"
        " calculation status consumption generation balance score ranking activity analysis finance dashboard",
        "current values, totals, and charts of trends over time",
        "period, source or category",
    ),
    "deal": _Class(
        "order booking payment transaction lease rental purchase reservation sale trade subscription donation invoice contract"
        " account bid deposit transfer refund",
        "status, amount, date, parties involved and confirmation",
        "status, date or amount",
    ),
    "work": _Class(
        "project task operation process workflow ticket issue assignment shift job-order resource activity campaign staff staffing",
        "responsible person, deadline, progress and resources used",
        "status, owner or deadline",
    ),
    "media": _Class(
        "photo image video music audio song film movie picture work creation design artwork gallery clip",
        "preview, title, author, description and comments",
        "category, author or popularity",
    ),
    "lesson": _Class(
        "course training lesson exam quiz workshop program programme curriculum certification skill exercise",
        "topics covered, schedule, level, instructor and certificates",
        "topic, level or date",
    ),
    "record": _Class(
        "record entry row history log survey form response submission dataset table field csv json export import",
        "who entered it, when, its values and its state",
        "date, person or state",
    ),
}
_DEFAULT: Final = _Class("", "description, pictures, status and date", "category, date or name")
_BY_WORD: Final[dict[str, ThingKind]] = {}
for _kind, _class in _CLASSES.items():
    for _word in _class.words.split():
        _BY_WORD.setdefault(_word, _kind)

_MASS: Final = frozenset(
    [
        "news",
        "data",
        "information",
        "content",
        "weather",
        "nutrition",
        "music",
        "food",
        "software",
        "equipment",
        "staff",
        "staffing",
        "attendance",
        "progress",
        "feedback",
        "entertainment",
        "transportation",
        "accommodation",
        "insurance",
        "history",
        "performance",
        "knowledge",
        "advice",
        "research",
        "traffic",
        "expertise",
        "money",
        "analysis",
        "finance",
        "analytics",
        "collaboration",
        "creativity",
        "background",
        "work",
        "compliance",
        "output",
        "input",
        "support",
    ]
)
_IRREGULAR: Final = {
    "people": "person", "children": "child", "men": "man", "women": "woman", "lives": "life", "wives": "wife", "mice": "mouse",
    "series": "series", "analyses": "analysis", "criteria": "criterion", "indices": "index", "matrices": "matrix", "statistics": "statistic",
    "movies": "movie", "cookies": "cookie", "buses": "bus", "statuses": "status", "bus": "bus", "status": "status", "news": "news",
}  # fmt: skip


def singular(noun: str) -> str:
    """One of them: `categories` -> `category`. Only the last word changes."""
    head, _, last = noun.rpartition(" ")
    lead = f"{head} " if head else ""
    low = last.lower()
    if low in _IRREGULAR:
        return lead + _IRREGULAR[low]
    if low.endswith("ies") and len(low) > 4:
        return lead + last[:-3] + "y"
    if re.search(r"(?:ss|sh|ch|x|z)es$", low):
        return lead + last[:-2]
    if low.endswith("s") and not low.endswith(("ss", "us", "is")) and len(low) > 3:
        return lead + last[:-1]
    return noun


def plural(noun: str) -> str:
    """Several of them; a mass noun stays as it is."""
    head, _, last = noun.rpartition(" ")
    lead = f"{head} " if head else ""
    low = last.lower()
    if is_mass(noun) or (singular(noun) != noun):
        return noun
    if low in _IRREGULAR.values():
        for many, one in _IRREGULAR.items():
            if one == low and many != low:
                return lead + many
    if re.search(r"[^aeiou]y$", low):
        return lead + last[:-1] + "ies"
    if re.search(r"(?:s|sh|ch|x|z)$", low):
        return lead + last + "es"
    return lead + last + "s"


def is_mass(noun: str) -> bool:
    """Whether one cannot count it: `news`, `data`."""
    return noun.rpartition(" ")[2].lower() in _MASS


def kind_of(noun: str) -> ThingKind:
    """The class of a noun phrase: by its last word, else by any of its words."""
    words = [singular(word).lower() for word in noun.split()]
    for word in reversed(words):
        if word in _BY_WORD:
            return _BY_WORD[word]
    return "thing"


def details_of(noun: str) -> str:
    """What one usually wants to see of it."""
    return _CLASSES.get(kind_of(noun), _DEFAULT).details


def filters_of(noun: str) -> str:
    """What one usually narrows a list of them by."""
    return _CLASSES.get(kind_of(noun), _DEFAULT).filters
