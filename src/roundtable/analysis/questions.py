"""A question of the content: what it fills, what it is for, a simpler way to put it, and when it is asked.

`applies` and `filled` decide whether a question is put to this item, and in which words. A condition that nobody knows never keeps
a question from being asked; complaints are the library check's. `docs/content-format.md` shows how they are written.

Elsewhere: questions out of the prose of a file (`prose`), kinds and tags (`kinds`).
"""

import re
from collections.abc import Collection, Mapping
from typing import Final

from roundtable.analysis.blocks import read_blocks
from roundtable.analysis.kinds import FACT_KINDS, Tag
from roundtable.facts.record import Record

LONGEST_QUESTION: Final = 30  # words, by the manners of the table

_NATURES: Final = "product ui defect command option refactoring data configuration service upkeep other"
NATURES: Final = tuple(_NATURES.split())  # what sort of change an item is

CODE: Final = "code"
"""Beside the kinds of fact, `has code` and `no code` tell a change of something that exists from something new."""

SLOTS: Final = ("item", "files", "named", "requirement")
"""What a question may name: the item's title, the files that change, the last name of code, option or message that the
person used, a requirement without a check."""


class FollowUp(Record):
    """What to ask next when the answer calls for it; an empty condition means whenever the answer is thin."""

    condition: str
    text: str
    kinds: tuple[str, ...]


class Question(Record):
    """One thing to ask, and the kinds of fact its answer fills, main one first."""

    text: str
    kinds: tuple[str, ...]
    follow_ups: tuple[FollowUp, ...] = ()
    purpose: str = ""  # what it is for, said to whoever asks "why do you ask?"
    simpler: str = ""  # the same question in simpler words
    label: str = ""  # what it is about, in a word or two: stands before a short answer on the page
    when: tuple[str, ...] = ()  # conditions; see `applies`


class Criterion(Tag):
    """What must be known before a step or topic is done, in words and as a tag."""

    text: str


def applies(
    question: Question,
    nature: str,
    kinds: Collection[str],
    *,
    said: str = "",
    told: str = "",
    deep: bool = False,
) -> bool:
    """Whether a question is put to an item.

    `nature` is one of `NATURES`, `kinds` are the kinds of fact that are known (with `code` where there is code), `said`
    is the request, `told` the answers. Of the natures a question names one must be the item's; every other condition must
    hold.
    """
    natures = [condition for condition in question.when if condition in NATURES]
    if natures and nature not in natures:
        return False
    known = (nature, kinds, said, told, deep)
    return all(_holds(condition, *known) is not False for condition in question.when)


def _holds(one: str, nature: str, kinds: Collection[str], said: str, told: str, deep: bool) -> bool | None:
    """Whether it holds; none for what is no condition. A nature by itself holds: `applies` looks at all of them together."""
    word, _, rest = one.partition(" ")
    match word:
        case "deep" if not rest:
            return deep
        case "not" if rest in NATURES:
            return nature != rest
        case "has" | "no" if rest in (*FACT_KINDS, CODE):
            return (rest in kinds) is (word == "has")
        case "says" | "unsaid" if rest and all(start.strip() for start in rest.split("/")):
            words = re.findall(r"\w+", (said if word == "says" else f"{said} {told}").lower())
            has = any(word_.startswith(start.strip()) for start in rest.split("/") for word_ in words)
            return has is (word == "says")
        case _:
            return True if one in NATURES else None


def is_condition(text: str) -> bool:
    return _holds(text, "", (), "", "", False) is not None  # noqa: FBT003


_PLACEHOLDER: Final = re.compile(r"(?<![{$\w])\{([a-z][a-z_]*)\}(?!\})")
_TEMPLATE: Final = re.compile(r"(?<![{$\w])\{(?![a-z_]+\})[^{}\n]{2,120}\}(?!\})")
"""`{module list with responsibilities}`: what a template leaves to a writer; nothing of ours can fill it."""
COMMENT: Final = re.compile(r"<!--(.*?)-->", re.DOTALL)


def filled(text: str, slots: Mapping[str, str]) -> str | None:
    if any(not slots.get(name) for name in _PLACEHOLDER.findall(text)):
        return None
    return _PLACEHOLDER.sub(lambda match: slots[match[1]], text)


def unfillable(text: str) -> str:
    """The first part of a text that only whoever wrote the template could fill; empty when there is none."""
    found = _TEMPLATE.search(text)
    return found[0] if found else ""


def placeholders(text: str) -> tuple[str, ...]:
    """The names in `{braces}`, in order of first appearance, code fences left out."""
    names = (name for block in read_blocks(text) for name in _PLACEHOLDER.findall(block.text))
    return tuple(dict.fromkeys(names))


def plain_text(text: str) -> str:
    """The words of a piece of Markdown: no comments, emphasis, link targets or needless space."""
    text = COMMENT.sub(" ", text)
    text = re.sub(r"!?\[([^\[\]\n]*)\]\([^()\s]*\)", r"\1", text)
    text = re.sub(r"\*\*|__|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)", "", text)
    return " ".join(text.split())
