"""The person's words as titles and quotes: shortened only where a clause ends, never rephrased.

Pure typography: which clause stands alone, how words are compared, how a list of nouns is said.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Final

from roundtable.language.phrases import any_form, any_phrase, rows
from roundtable.language.sentences import on_one_line, sentences, shelters
from roundtable.language.tongue import small_words

_TITLE: Final = 60
"""Characters of a title; a longer sentence is cut where its first clause ends."""
_SHOWN: Final = 90
_AROUND: Final = 5
"""Words around a change that is shown."""
BREAKS: Final = rows("and | but | so | because | since | while | which | or")
"""A comma before one of these ends a clause."""
_MARKS: Final = (r"(?<=\w)[:;](?=\s)", r"\s+[-–—]+\s+")
_WORD: Final = re.compile(r"[^\W_]+(?:[-_.'’][^\W_]+)*")
_LITTLE = (
    "about being am them us my without while where why done might shall having too very most here one thing things bit part "
    "something anything nothing really still now today out up"
)
_SAYS_LITTLE: Final = frozenset(_LITTLE.split())
"""Words beside the small words of English that name nothing."""


def content_words(text: str) -> frozenset[str]:
    """The words of a text that carry meaning, in their shortest common form."""
    return _content_words(text, small_words("en"), _SAYS_LITTLE, _ENDINGS)


@lru_cache(maxsize=512)
def _content_words(
    text: str, small: frozenset[str], little: frozenset[str], endings: tuple[str, ...]
) -> frozenset[str]:
    """Every fact is compared with every sentence."""
    words = (word.casefold() for word in _WORD.findall(text))
    return frozenset(_stem(word, endings) for word in words if word not in small and word not in little)


_ENDINGS: Final = rows("ations | ation | ions | ings | ments | ion | ing | ment | ies | ed | er | ly | y | s")


def _stem(word: str, endings: tuple[str, ...]) -> str:
    """Singular and plural, the forms of a verb and the noun made of it count as one word."""
    for ending in endings:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)].rstrip("e")
    return word.rstrip("e") if len(word) > 3 else word


def likeness(some: str, others: str) -> float:
    """How much of the smaller text's meaning the other one shares, from 0 to 1."""
    one, two = content_words(some), content_words(others)
    least = min(len(one), len(two))
    return len(one & two) / least if least else 0.0


def clauses(text: str) -> tuple[tuple[int, int], ...]:
    """Where the clauses of a sentence are; quoted text and code are never cut."""
    closed = tuple(shelters(text))
    breaks = [match.span() for match in _break(BREAKS, _MARKS).finditer(text)]
    breaks = [cut for cut in breaks if not any(start <= cut[0] < end for start, end in closed)]
    cuts, ends = [cut for cut, _ in breaks], [end for _, end in breaks]
    return tuple(zip((0, *ends), (*cuts, len(text)), strict=True))


@lru_cache(maxsize=32)
def _break(words: tuple[str, ...], marks: tuple[str, ...]) -> re.Pattern[str]:
    return any_form((*marks, rf",\s+(?={any_phrase(words).pattern})"))


def unquoted(words: str) -> str:
    """Words that are quoted as a whole, without the marks."""
    inner = words[1:-1]
    is_quoted = words[:1] in set('"“') and words[-1:] in set('"”') and set('"“”').isdisjoint(inner)
    return inner if is_quoted and inner else words


def title_of(sentence: str) -> str:
    """The first sentence if it is short, else its first clause that stands alone, else all of it."""
    start, end = next(iter(sentences(sentence)), (0, len(sentence)))
    plain = " ".join(sentence[start:end].split()).rstrip(" .!")
    if len(plain) > _TITLE:
        start, end = clauses(plain)[0]
        first = plain[start:end].strip()
        if len(first.split()) >= 2:
            plain = first
    return plain


def short_form(sentence: str) -> str:
    """A sentence for showing in a reply: whole when it is short, else with its middle left out, never inside a word."""
    plain = " ".join(sentence.split())
    if len(plain) <= _SHOWN:
        return plain
    head, tail = plain[: _SHOWN * 2 // 3].rsplit(" ", 1)[0], plain[-_SHOWN // 4 :].split(" ", 1)[-1]
    return f"{head} … {tail}"


def changed(before: str, after: str) -> tuple[str, str]:
    """Two versions of a sentence for showing: whole when they are short, else the part in which they differ."""
    old, new = before.split(), after.split()
    if max(len(before), len(after)) <= _SHOWN:
        return " ".join(old), " ".join(new)
    same = _alike(old, new)
    tail = _alike(old[same:][::-1], new[same:][::-1])
    start, ends = max(0, same - _AROUND), (len(old) - tail + _AROUND, len(new) - tail + _AROUND)
    parts = [words[start:end] for words, end in zip((old, new), ends, strict=True)]
    shown = [
        f"{'… ' if start else ''}{' '.join(map(_short_word, part))}{' …' if end < len(words) else ''}"
        for part, words, end in zip(parts, (old, new), ends, strict=True)
    ]
    return shown[0], shown[1]


def _alike(some: Sequence[str], others: Sequence[str]) -> int:
    """How many words two sentences begin with in common."""
    return len([*takewhile(lambda pair: pair[0] == pair[1], zip(some, others, strict=False))])


def _short_word(word: str) -> str:
    return word if len(word) <= _SHOWN else f"{word[: _SHOWN // 2]}…"


def quoted(sentence: str, *, longest: int = _SHOWN) -> str:
    """A sentence in quotation marks, for showing; in others where it has such marks itself."""
    plain = on_one_line(sentence)
    words = plain if len(plain) <= longest else short_form(plain)
    return f"“{words}”" if '"' in words else f'"{words}"'


def blanked(text: str, start: int, end: int) -> str:
    """A text with nothing but space at one place, everything else where it was."""
    return f"{text[:start]}{' ' * (end - start)}{text[end:]}"


def capital(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return "".join(parts) if len(parts) < 2 else f"{', '.join(parts[:-1])} and {parts[-1]}"
