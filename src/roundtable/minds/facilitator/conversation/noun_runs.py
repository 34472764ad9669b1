"""Noun phrases in running text: what stands behind a verb, without articles, fillers and whatever cannot be part of a name.

`objects` reads a list of tokens from a place on: "restaurants and recipes" are two. `phrase` trims one run of words to the noun
that it is about, or to nothing.
"""

import re
from collections.abc import Callable
from typing import Final

from roundtable.minds.facilitator.conversation.deeds import PARTICLES, verb_base
from roundtable.minds.facilitator.words import base_form, word_set

__all__ = ["EMPTY", "NOUN_TOO", "STOPS", "objects", "phrase"]

_SKIPPED: Final = word_set(
    "a an the my our your their his her its all any some various several different basic core relevant suitable available multiple many other"
    " others latest new own both each every more one certain essential important specific me us this these those such"
)
STOPS: Final = word_set(
    "and or but so that which who where when while if because as with without in on at by for from into through over to across within around"
    " than then is are was were be been can could should will would may must using via including include based between about under per also"
    " easily online together not it they we i you me them us rather instead up out before after during do does did has have had let lets"
)
EMPTY: Final = word_set(
    "website site web application app system platform page portal tool feature thing things way ways place one side sides part parts kind kinds"
    " type types me us you them it others someone something anything everything help touch time need needs lot variety access overview range i we"
    " what how everyone people user users experience experiences function functions informed interested life order mini-program program issue"
    " bug problem request option support change changes able possible case"
)
_AS_NOUNS: Final = word_set(
    "design answer result show offer purchase hire lease rent present access contact message set log form"
)
NOUN_TOO: Final = word_set(
    "report order design review contact search display support book test post match record plan rate trade message offer list share display"
    " request access check view comment answer question change process schedule play work score rank log sign limit export import format"
    " stock time file point map target sample step state document issue batch index log scan release build host risk service model game image"
    " version group label link lock login market note object page path project prompt proxy queue range record result return route rule scope"
    " selection setting sort source split stack status store style switch tag track transfer trigger type use user value voice vote wait walk"
    " stream cache queue backup copy load extract estimate measure count visit watch drop block run start stop test update upload download"
)


def objects(tokens: list[str], start: int, is_action: Callable[[list[str], int], bool]) -> list[str]:
    """The noun phrases behind a verb: "restaurants and recipes" are two. `is_action`: whether another deed begins there."""
    found: list[str] = []
    at = start
    while at < len(tokens):
        if at == start:
            while at < len(tokens) and tokens[at].lower() in PARTICLES:
                at += 1
        run: list[str] = []
        while at < len(tokens) and len(run) < 5:
            word = tokens[at]
            low = word.lower()
            if low == "of" and run:
                run = (
                    []
                    if run[-1].lower() in EMPTY | {"information", "list", "lists", "records", "history"}
                    else [*run, word]
                )
            elif not re.match(r"[A-Za-z]", word) or low in STOPS or re.match(r"(?:i|we|they|you)['’]", low):
                break
            elif low not in _SKIPPED and not (low.endswith("ly") and len(low) > 5):
                run.append(word)
            at += 1
        thing = phrase(run)
        if thing:
            found.append(thing)
        if (
            at + 1 < len(tokens)
            and tokens[at].lower() in {"and", "or", ","}
            and found
            and not is_action(tokens, at + 1)
        ):
            if tokens[at] == "," and tokens[at + 1].lower() in {"and", "or"}:
                if at + 2 < len(tokens) and is_action(tokens, at + 2):
                    break
                at += 1
            at += 1
            if len(found) >= 4 or tokens[at].lower() in STOPS:
                break
            continue
        break
    return found


def phrase(run: list[str]) -> str:
    """The noun that a run of words is about; empty when there is none."""
    words = [re.sub(r"['’]s$", "", word) for word in run]
    while words and (words[-1].lower() in EMPTY | {"of"} or words[-1].lower().endswith("ly")):
        words.pop()
    while words and words[0].lower() in EMPTY | {"of"}:
        words.pop(0)
    cut = next((at for at, word in enumerate(words) if at and _only_a_verb(word)), len(words))
    words = words[:cut]
    while words and _only_a_verb(words[0]):
        words.pop(0)
    words = words[-3:]
    if words and words[0].lower() in {"of", "and"}:
        words = words[1:]
    if len(words) == 1 and (words[0].lower() in STOPS | {"whether"} or _is_doing(words[0])):
        return ""
    return " ".join(
        words[1:]
        if len(words) > 1 and _is_doing(words[0]) and verb_base(words[0]) in {"manage", "get"}
        else words
    )


def _only_a_verb(word: str) -> bool:
    """A word that cannot stand in a noun phrase: `find`, `accept`, `appear`."""
    low = word.lower()
    return (
        (base_form(low) == low or low in {"appear", "mounted"})
        and low not in NOUN_TOO | _AS_NOUNS
        and not low.endswith(("ing", "ed"))
    )


def _is_doing(word: str) -> bool:
    """A verb in its -ing form, or one that is never a noun."""
    base = verb_base(word)
    return base is not None and (
        word.lower().endswith("ing")
        or (word.lower() == base and base not in NOUN_TOO and base not in _AS_NOUNS)
    )
