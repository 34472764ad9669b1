"""Verbs, by what people have in mind when they use them.

A deed is a class of verbs: whoever says "browse", "search" or "discover" will have thought about how a thing is found; whoever
says "book" or "buy" about how a deal is made and followed. The classes are general, so that a request about recipes, a
command line and a data pipeline are read by the same table.
"""

import re
from functools import lru_cache
from typing import Final, Literal

__all__ = ["PARTICLES", "Deed", "deed_of", "gerund", "is_deed_verb", "verb_base"]

Deed = Literal[
    "find",  # get to the right one among many
    "see",  # look at it, read it, follow it
    "make",  # bring it into being
    "change",  # keep it up to date
    "remove",
    "deal",  # buy, book, pay, order: something binding between two sides
    "talk",  # people reach people
    "judge",  # compute, compare, predict
    "move",  # import, export, convert: data from one form or place to another
    "warn",  # tell somebody without being asked
    "run",  # do work, on request or on a schedule
    "guard",  # who may do what
]

_DEEDS: Final[dict[Deed, str]] = {
    "find": "search find browse discover explore look locate lookup filter list query navigate identify detect match pick choose select",
    "see": "view see display show present read learn check monitor visualize visualise track review watch inspect understand follow"
    " observe preview visit present provide offer include access stay get receive keep know print render report",
    "make": "create generate produce build write post publish upload add submit register record enter input design draw compose"
    " customize customise log capture collect introduce make develop support allow showcase perform",
    "change": "edit update manage organize organise configure maintain handle adjust arrange set modify change rename replace improve"
    " extend refactor rewrite upgrade deprecate coordinate administer operate",
    "remove": "delete remove cancel archive drop purge clear discard",
    "deal": "buy sell pay order book lease rent trade purchase donate bid invest reserve hire subscribe enroll enrol complete",
    "talk": "contact message chat connect share comment discuss rate vote ask answer participate invite communicate interact join"
    " recommend reach collaborate send reply exchange",
    "judge": "analyze analyse compare predict calculate compute simulate evaluate test estimate score rank forecast assess measure"
    " summarize summarise aggregate count validate verify",
    "move": "import export convert sync synchronize synchronise migrate parse load transform merge download fetch read ingest extract"
    " copy transfer serialize serialise deserialize encode decode format stream backup restore",
    "warn": "notify remind alert warn inform announce tell",
    "run": "run execute schedule start stop retry deploy trigger process automate install restart cache queue play",
    "guard": "login authenticate authorize authorise restrict protect approve assign encrypt sign block limit",
}
_BY_VERB: Final[dict[str, Deed]] = {}
for _deed, _words in _DEEDS.items():
    for _word in _words.split():
        _BY_VERB.setdefault(_word, _deed)

_PHRASES: Final[dict[str, Deed]] = {
    "look up": "find",
    "look for": "find",
    "keep track": "see",
    "stay informed": "see",
    "stay updated": "see",
    "stay in touch": "talk",
    "get in touch": "talk",
    "get to know": "talk",
    "get notified": "warn",
    "take part": "talk",
    "sign in": "guard",
    "sign up": "guard",
    "log in": "guard",
    "set up": "make",
    "bring together": "talk",
}
PARTICLES: Final = frozenset(
    ["for", "about", "up", "of", "on", "in", "out", "with", "through", "at", "into", "to", "from"]
)
"""Small words between a verb and its object."""

_DOUBLING: Final = re.compile(r"([bdgklmnprt])\1$")


@lru_cache(maxsize=4096)
def verb_base(word: str) -> str | None:
    """The verb that a word is a form of, when its deed is known: base, third person or -ing."""
    word = word.lower()
    if word in _BY_VERB:
        return word
    for ending, puts in (("ies", ("y",)), ("es", ("", "e")), ("s", ("",)), ("ing", ("", "e"))):
        if word.endswith(ending):
            root = word[: -len(ending)]
            for put in puts:
                if root + put in _BY_VERB:
                    return root + put
            if ending == "ing" and _DOUBLING.search(root) and root[:-1] in _BY_VERB:
                return root[:-1]
    return None


def is_deed_verb(word: str) -> bool:
    """Whether the word is a verb of the table in some form."""
    return verb_base(word) is not None


def deed_of(verb: str, following: str = "") -> Deed:
    """The class of a verb in its base form; the next words decide where it is a phrase."""
    for phrase, deed in _PHRASES.items():
        if f"{verb} {following}".lower().startswith(phrase):
            return deed
    return _BY_VERB.get(verb.lower(), "change")


def gerund(verb: str) -> str:
    """`search` -> `searching`, `book` -> `booking`, `get` -> `getting`."""
    verb = verb.lower()
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")):
        return verb[:-1] + "ing"
    if re.fullmatch(r"[a-z]?[^aeiou]?[aeiou][bdgmnprt]", verb) or verb in {
        "submit",
        "enrol",
        "transfer",
        "refer",
    }:
        return verb + verb[-1] + "ing"
    return verb + "ing"
