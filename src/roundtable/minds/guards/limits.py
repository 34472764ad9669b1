"""Whether a statement reaches further than the words it rests on: a condition, an exception or an "only" left out, an "all" or "or" put in.

"The head may read them when a patient has complained" is no leave to read them always. A limit is kept by a word of it.
`quoted_words` asks this of everything that settles something.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from roundtable.language.phrases import any_phrase, negation, rows
from roundtable.minds.guards.figures import LONGEST_READ
from roundtable.minds.guards.support import clauses, covered
from roundtable.minds.guards.text import content_words

_CONDITIONS: Final = rows(
    "if | when | whenever | once | as soon as | as long as | provided | in case | while | wenn | falls | sobald | solange | bevor | nachdem | si | cuando"
    " | mientras | quand | lorsque | tant que"
)
_TIMES: Final = rows(
    "until|till|before|after|during|bis|nach|vor|hasta|antes de|después de|avant|après|pendant"
)
"""What stands before a noun that says when; the clause goes on behind it."""
EXCEPTIONS: Final = rows(
    "except | excepted | unless | other than | apart from | außer | es sei denn | ausgenommen | salvo | excepto | a menos que | sauf | hormis"
    " | à moins"
)
_ONLY: Final = rows("only|nur|ausschließlich|solo|sólo|solamente|únicamente|seulement|uniquement")
_REST: Final = rows("others? | rest | else | remaining | übrigen? | anderen? | demás | otr[oa]s | autres")
_ALL: Final = rows(
    r"all | every | each | any | everybody | everyone | anybody | anyone | always | alle[sn]? | jede[rsnm]? | immer | todos | todas | cada | siempre"
    r" | cualquier\w* | tous | toutes | chaque | toujours | whole | entire | ganze\w* | gesamte\w*"
)
_SOME: Final = rows(
    "some | most | many | few | several | usually | mostly | often | sometimes | manche | einige | meist\\w* | oft | algun[oa]s | muchos | muchas"
    " | a veces | certain\\w* | quelques | plupart | souvent | parfois"
)
_NOUN: Final = re.compile(r"\W+(?:(?:of|the|others?|die|der|den|anderen|los|las|demás|les|autres)\W+)*\w+")
_OR: Final = rows("or | oder | o | ou")
_AND: Final = rows("and | und | y | et")
_POINTS: Final = re.compile(r"\s+(?:that|this|it|another|which|das|dem|es|eso|cela|ça)\b", re.IGNORECASE)
_HALF: Final = 0.5
_NEXT: Final = 2
"""Words behind a preposition that say when: "after the third night somebody gets a ticket"."""


class _Limit(NamedTuple):
    text: str
    words: tuple[str, ...]
    """Of these a statement keeps one."""
    limited: tuple[str, ...]


def lost_limit(told: str, said: str) -> str:
    """The words that limit what a statement repeats, and that it leaves out; empty where it keeps them."""
    words = content_words(told)
    for limit in (one for part in said[:LONGEST_READ].split(";") for one in _limits(part)):
        is_repeated = limit.words and covered(limit.limited, words) > _HALF
        if is_repeated and not covered(limit.words, words):
            return limit.text
    return ""


def _limits(sentence: str) -> Iterator[_Limit]:
    parts = clauses(sentence)
    for at, part in enumerate(parts):
        if found := any_phrase(_ONLY).search(part):
            behind = content_words(part[found.end() :])
            others = (*content_words(part[: found.start()]), *behind[_NEXT:])
            if len(others) >= _NEXT:
                yield _Limit(part, behind[:_NEXT], others)
        if found := any_phrase((*_CONDITIONS, *EXCEPTIONS)).search(part):
            words, front = content_words(part[found.end() :]), part[: found.start()]
            yield from (_Limit(part, words, limited) for limited in _limited(parts, at, front))
        elif found := any_phrase(_TIMES).search(part):
            behind = () if _POINTS.match(part, found.end()) else content_words(part[found.end() :])
            yield _Limit(part, behind[:_NEXT], (*content_words(part[: found.start()]), *behind[_NEXT:]))


def _limited(parts: list[str], at: int, front: str) -> Iterator[tuple[str, ...]]:
    """What is limited: what stands in front in the same clause, or else before it; all that follows, where nothing does."""
    own, before = content_words(front), content_words("".join(parts[max(at - 1, 0) : at]))
    yield from (own or before,) if own or before else map(content_words, parts[at + 1 :])


def widened(told: str, said: str) -> str:
    """A word of a statement that makes it hold for more than the words it repeats do."""
    words, theirs = content_words(told), content_words(said)
    if covered(words, theirs) < _HALF:
        return ""
    is_part = not any_phrase((*_REST, *_SOME, *EXCEPTIONS)).search(told) and any(
        any_phrase((*_REST, *_SOME)).search(part) and covered(content_words(part), words) >= _HALF
        for part in clauses(said)
    )
    is_all = any_phrase(_ALL).search(said) is not None
    for found in any_phrase(_ALL).finditer(told):
        noun = content_words((_NOUN.match(told, found.end()) or found)[0])[:1]
        is_more = not noun or _qualifiers(noun[0], said).difference(words)
        if is_part or (is_more and not is_all):
            return found.group()
    is_either = any_phrase(_OR).search(told) and not any_phrase(_OR).search(said)
    return "or" if is_either and any_phrase(_AND).search(said) and not negation().search(told) else ""


def _qualifiers(noun: str, said: str) -> set[str]:
    """What stands right before a noun and tells which ones are meant: "Swiss sellers"."""
    words = [content_words(word) for word in said.split()]
    return {one[0] for one, two in pairwise(words) if one and two[:1] == (noun,)}
