"""One of the things that a sentence lists, taken out of the list: "nginx, Caddy or Traefik" without Traefik.

Elsewhere: whole sentences and clauses taken back (`operations`).
"""

import re
from collections.abc import Sequence
from typing import Final

from roundtable.interview.wording import content_words

_LONGEST_NAME: Final = 3
_BETWEEN: Final = re.compile(r",?\s+(?:and|or)\s+|,\s+")
_ARTICLES: Final = frozenset({"the", "a", "an"})


def without_member(text: str, named: frozenset[str]) -> str:
    """The text without the one thing in a list that these words name; empty where they name no such thing."""
    cuts = [*_BETWEEN.finditer(text)]
    if len(cuts) == 1 and "," in cuts[0][0]:
        return ""  # two clauses: a list of two has no comma
    for before, after in zip([None, *cuts], [*cuts, None], strict=True):
        start = before.end() if before else _begins(text, after, named)
        end = after.start() if after else start + len(text[start:].rstrip(" ."))
        member = text[start:end]
        if len(member.split()) > _LONGEST_NAME or not named or content_words(member) != named:
            continue
        if before is None and after and "," in after[0] and not _is_listed(text, after, cuts):
            continue
        if before is None:
            rest = text[after.end() :] if after else ""
            first, _, others = rest.partition(" ")
            # "the test and the table" without the test has one "the".
            is_twice = {*text[:start].casefold().split()[-1:], first.casefold()} <= _ARTICLES and start
            return text[:start] + (others if is_twice else rest) if after else ""
        head, tail = text[: before.start()], text[end:]
        if before is cuts[0] and after and after[0].startswith(", "):
            tail = tail.removeprefix(",") if after[0].strip() != "," else tail  # two things need no comma
        first, comma, last = head.rpartition(", ")
        if before[0].strip() != "," and comma and len(last.split()) <= _LONGEST_NAME:
            head = f"{first}{before[0]}{last}"  # what stood behind "or" is gone
        return head + tail
    return ""


def _is_listed(text: str, comma: re.Match[str], cuts: Sequence[re.Match[str]]) -> bool:
    """Whether a thing of a list stands behind a comma, and no clause."""
    ends = next((cut.start() for cut in cuts if cut.start() > comma.start()), len(text))
    return len(text[comma.end() : ends].split()) <= _LONGEST_NAME


def _begins(text: str, after: re.Match[str] | None, named: frozenset[str]) -> int:
    """Where the first thing of a list begins: behind the words that lead to it."""
    start = end = after.start() if after else len(text)
    for word in text[:end].split()[: -_LONGEST_NAME - 1 : -1]:
        start = text.rindex(word, 0, start)
        if content_words(text[start:end]) == named:
            return start
    return 0
