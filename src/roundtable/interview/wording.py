"""The person's words as titles and quotes: shortened only where a clause ends, never rephrased.

Pure typography: which clause stands alone, how words are compared, how a list of nouns is said.
"""

import re
from collections.abc import Sequence
from typing import Final

__all__ = ["changed", "clauses", "content_words", "likeness", "listed", "quoted", "short_form", "title_of"]

_TITLE: Final = 60
"""Characters of a title; a longer sentence is cut where its first clause ends."""
_SHOWN: Final = 90
_AROUND: Final = 5
"""Words around a change that is shown."""
_BREAK: Final = re.compile(
    r"(?<=\w)[:;](?=\s)|,\s+(?=(?:and|but|so|because|since|while|which|or)\b)|\s+[-–—]+\s+"
)
_WORD: Final = re.compile(r"[^\W_]+(?:[-_.'’][^\W_]+)*")
_COMMON: Final = frozenset(
    [
        "a",
        "an",
        "the",
        "this",
        "that",
        "these",
        "those",
        "it",
        "its",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "being",
        "am",
        "i",
        "we",
        "you",
        "they",
        "he",
        "she",
        "them",
        "us",
        "our",
        "your",
        "their",
        "my",
        "of",
        "to",
        "in",
        "on",
        "at",
        "by",
        "for",
        "from",
        "with",
        "without",
        "as",
        "and",
        "or",
        "but",
        "so",
        "if",
        "then",
        "than",
        "when",
        "while",
        "where",
        "what",
        "which",
        "who",
        "how",
        "why",
        "not",
        "no",
        "do",
        "does",
        "did",
        "done",
        "can",
        "could",
        "may",
        "might",
        "must",
        "shall",
        "should",
        "will",
        "would",
        "have",
        "has",
        "had",
        "having",
        "just",
        "only",
        "also",
        "too",
        "very",
        "more",
        "most",
        "there",
        "here",
        "all",
        "any",
        "some",
        "every",
        "each",
        "one",
        "thing",
        "things",
        "bit",
        "part",
        "something",
        "anything",
        "nothing",
        "really",
        "still",
        "now",
        "today",
        "out",
        "up",
    ]
)


def content_words(text: str) -> frozenset[str]:
    """The words of a text that carry meaning, in their shortest common form."""
    return frozenset(_stem(word) for word in map(str.casefold, _WORD.findall(text)) if word not in _COMMON)


_ENDINGS: Final = (
    "ations",
    "ation",
    "ions",
    "ings",
    "ments",
    "ion",
    "ing",
    "ment",
    "ies",
    "ed",
    "es",
    "er",
    "ly",
    "s",
)


def _stem(word: str) -> str:
    """Singular and plural, the forms of a verb and the noun made of it count as one word."""
    for ending in _ENDINGS:
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
    closed = _kept_whole(text)
    cuts = [m.start() for m in _BREAK.finditer(text) if not any(a <= m.start() < b for a, b in closed)]
    ends = [m.end() for m in _BREAK.finditer(text) if not any(a <= m.start() < b for a, b in closed)]
    return tuple(zip((0, *ends), (*cuts, len(text)), strict=True))


_WHOLE: Final = re.compile(r"`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”|\([^()\n]*\)")


def _kept_whole(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(match.span() for match in _WHOLE.finditer(text))


def title_of(sentence: str) -> str:
    """The sentence if it is short, else its first clause that stands alone, else all of it."""
    plain = " ".join(sentence.split()).rstrip(" .!")
    if len(plain) > _TITLE:
        start, end = clauses(plain)[0]
        first = plain[start:end].strip()
        if len(first.split()) >= 2:
            plain = first
    return plain[:1].upper() + plain[1:]


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
    same = next(
        (i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
    )
    tail = next(
        (i for i, (a, b) in enumerate(zip(old[same:][::-1], new[same:][::-1], strict=False)) if a != b),
        min(len(old), len(new)) - same,
    )
    start, ends = max(0, same - _AROUND), (len(old) - tail + _AROUND, len(new) - tail + _AROUND)
    parts = [words[start:end] for words, end in zip((old, new), ends, strict=True)]
    shown = [
        f"{'… ' if start else ''}{' '.join(part)}{' …' if end < len(words) else ''}"
        for part, words, end in zip(parts, (old, new), ends, strict=True)
    ]
    return shown[0], shown[1]


def quoted(sentence: str) -> str:
    """A sentence in quotation marks, for showing."""
    return f'"{short_form(sentence)}"'


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return "".join(parts) if len(parts) < 2 else f"{', '.join(parts[:-1])} and {parts[-1]}"
