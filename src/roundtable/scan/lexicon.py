"""Words out of code and prose: how a text becomes the terms that both the index and a description speak.

- `split_tokens` cuts bytes into identifiers at native speed; bytes above 127 stay inside a word.
- `terms_of` turns one identifier into terms: its parts, stemmed, and the whole (`getHTTPName` gives get, http,
  name, gethttpname). Chinese, Japanese and Korean runs become pairs of characters; accents are folded.
- `stem` is light and symmetric: both sides use it, so it only has to be consistent, not grammatical.

Pure and standard library only: extraction runs in worker processes that should start at once.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

_WORD_BYTES = bytes(
    c if (48 <= c < 58 or 65 <= c < 91 or 97 <= c < 123 or c == 95 or c >= 128) else 32 for c in range(256)
)
_SHORT_UNIT = r"[0-9]{1,2}(?:[a-z]{1,2}|[A-Z]{1,2})(?![A-Za-z0-9])"
"""3d, 2FA, 8s: a number that means nothing without its letters."""
_PARTS = re.compile(
    rf"{_SHORT_UNIT}|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+(?:(?!{_SHORT_UNIT})[0-9]+)?|[A-Z]+(?:(?!{_SHORT_UNIT})[0-9]+)?|[0-9]+"
)
_WORDS = re.compile(r"\w+")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+")
_UNICODE_PARTS = re.compile(r"[^\W\d_]+|\d+")


def words_only(data: bytes) -> bytes:
    """The same with a space for everything that is in no identifier."""
    return data.translate(_WORD_BYTES)


def split_tokens(data: bytes) -> list[bytes]:
    return words_only(data).split()


# Two rounds: what grammar adds (ordering, orders), then what derivation adds (order, validation, validator).
_INFLECTIONS = (("ies", "y"), ("sses", "ss"), ("edly", ""), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""))
_DERIVATIONS = (
    ("ization", "iz"), ("isation", "iz"), ("ation", "at"), ("ator", "at"), ("izer", "iz"), ("iser", "iz"),
    ("ize", "iz"), ("ise", "iz"), ("ate", "at"), ("ement", ""), ("ment", ""), ("ance", ""), ("ence", ""),
    ("able", ""), ("ible", ""), ("ness", ""), ("ion", ""), ("er", ""), ("or", ""), ("ly", ""), ("e", ""),
)  # fmt: skip
_INFLECTED = tuple(suffix for suffix, _ in _INFLECTIONS)
_DERIVED = tuple(suffix for suffix, _ in _DERIVATIONS)
_KEEP_S = ("ss", "us", "is")
_SHORTEST = 3


def _strip(word: str, suffixes: tuple[str, ...], rules: tuple[tuple[str, str], ...]) -> str:
    # Most words end in none of them, and one look at all of them is native.
    for suffix, replacement in rules if word.endswith(suffixes) else ():
        if word.endswith(suffix) and len(word) - len(suffix) >= _SHORTEST:
            return word[: -len(suffix)] + replacement
    return word


@cache
def stem(word: str) -> str:
    """A short common form of a lower-case word; words of up to three letters stay as they are."""
    if len(word) <= _SHORTEST or not word.isascii() or not word.isalpha():
        return word
    bare = word if word.endswith(_KEEP_S) else _strip(word, _INFLECTED, _INFLECTIONS)
    # stopped, stopping -> stop; but call, pass, add and diff keep their double letter.
    if bare != word and len(bare) > 4 and bare[-1] == bare[-2] and bare[-1] not in "lsdf":
        bare = bare[:-1]
    base = _strip(bare, _DERIVED, _DERIVATIONS)
    return base[:-1] + "i" if base.endswith("y") and len(base) > _SHORTEST else base


def _fold(text: str) -> str:
    """Lower case without accents: Größe and grösse become grosse."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    marks = {ord(c): None for c in set(decomposed) if unicodedata.combining(c)}
    return decomposed.translate(marks) if marks else decomposed


def _unicode_terms(word: str) -> list[str]:
    found: list[str] = []
    for run in _CJK.findall(word):
        found.extend([run] if len(run) == 1 else [run[i : i + 2] for i in range(len(run) - 1)])
    rest = _fold(_CJK.sub(" ", word))
    found.extend(stem(part) for part in _UNICODE_PARTS.findall(rest) if len(part) > 1)
    return found


def parts_of(name: str) -> list[str]:
    """The words that a name is made of, as it spells them."""
    return _PARTS.findall(name)


def terms_of(word: str) -> list[str]:
    """The terms of one identifier or word: stemmed parts, then the whole when it has several parts."""
    if not word.isascii():
        return _unicode_terms(word)
    if word.islower() and word.isalpha():
        return [stem(word)]
    parts = [stem(part.lower()) for part in parts_of(word) if len(part) > 1]
    if len(parts) > 1 or (parts and "_" in word):
        whole = stem(word.strip("_").lower().replace("_", ""))
        if whole not in parts:
            parts.append(whole)
    return parts


def folded(words: Sequence[bytes]) -> tuple[str, ...]:
    """The words as texts with a line for each, such that whoever has a term has `beginning_of(term)` in one of its lines."""
    text = b"\n".join(words).replace(b"_", b"").decode("utf-8", "replace")
    return (text.lower(),) if text.isascii() else (text, _fold(text))


def beginning_of(term: str) -> str:
    """What stemming left as it was: the only letters that it writes are a last `i` for `y` and a last `z` for `s`."""
    return term[:-1] if len(term) > _SHORTEST and term.endswith(("i", "z")) else term


def words_in(text: str) -> list[str]:
    return _WORDS.findall(text)


# Words that say nothing about a place in any code base. Words that are common in one (user, report, version) are
# left to their rarity: in another they are the subject.
_STOP_TEXT = """
a about above after again all almost also although always am an and another any anybody anyone anything are
around as at away be became because become been before behind being below between both but by came can
cannot come could did do does doing done down during each either else enough especially even ever every
few following for from further get gets getting go goes going gone got had has have having he hello here hi his
how however i if in indeed instead into is it its itself just know least less let like likely little look looks lot
made make makes making many may maybe me mean means might more most much must my need needs neither never no nor
not now of off often ok on once only onto or other others our out over own per perhaps please possible possibly put
quite rather really said same say see seem seems several shall she should so some somehow someone something
sometimes still such sure take than thank thanks that the their them then there therefore these they thing things
think this those though through thus to together too try trying two under unless until up upon us use used uses
using usually very via want was way ways we well went were what when where whether which while who whole whose why
will with within without would yes yet you your
actual actually bug description expected observed reproduce
"""
_STOP_WORDS = frozenset(_STOP_TEXT.split())
STOP_TERMS = frozenset(stem(word) for word in _STOP_WORDS) | _STOP_WORDS


def is_stop(term: str) -> bool:
    """Whether a term says nothing about where to look."""
    return len(term) < 2 or term in STOP_TERMS or term.isdigit()
