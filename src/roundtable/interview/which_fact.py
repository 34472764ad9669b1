"""Which fact somebody means: by its id, by words that only it has, by most of its words; or the one question between two.

Elsewhere: what is then done with it (`operations`).
"""

import itertools
import re
from collections import Counter
from collections.abc import Collection
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.facts import FACT_TYPES, Fact, Priority
from roundtable.facts.evidence import DRAFT_TURN, Quote
from roundtable.interview.named import code_names, files_in, words_quoted
from roundtable.interview.swaps import DISTINCT
from roundtable.interview.wording import content_words, quoted
from roundtable.language.phrases import any_phrase, leading_phrase, rows
from roundtable.language.sentences import sentences, shelters

ID: Final = re.compile(
    rf"\b(?:{'|'.join(sorted({one.prefix for one in FACT_TYPES.values()}))})-\d{{3}}[\d-]*\b", re.IGNORECASE
)
"""An id of ours, in capitals or not; "UTF-8" is none."""
_SURE: Final = 0.5
"""How much of the words that name a thing it has to share."""
_MOST_OF_IT: Final = 0.6
_LONGEST_NAME: Final = 8
"""Words with which somebody names a line; more are a sentence of its own."""
_IN_WORDS: Final = re.compile(r"(?<=\w)[/._-](?=\w)")
_DEPENDS: Final = rows("so | which | but | if | when | unless | because")
"""How a clause begins that says nothing without the one before it."""
_STANDS: Final = 4
"""Words of a clause that may stand without the others of its sentence."""
_LEAST: Final = 2
_FEW: Final = 3
_TOLD: Final = frozenset({"why", "what", "limits", "not", "how"})
_PAGE_NOUNS: Final = rows("line | note | text | wording | sentence | bullet | paragraph | section | thing")
_ITS_KIND: Final = rows("bit | point | question | check | rule")
"""Nouns for what stands on a page, and for what sort of thing it is; neither says which."""
_ABOUT_TALK: Final = rows(
    "drop | remove | delete | take | back | forget | scrap | scratch | strike | cut | please | change | correction | wrong "
    "| said | wait | sorry | actually | leave | line | sentence | stuff | text"
)
"""Words about the talk itself, which name nothing that is on record."""


def facts_named(analysis: Analysis, words: str) -> list[Fact]:
    """The facts whose ids stand in these words."""
    found = [analysis.get(fact_id.upper()) for fact_id in dict.fromkeys(ID.findall(words))]
    return [fact for fact in found if fact is not None]


def two_facts(analysis: Analysis, about: str) -> tuple[Fact | None, Fact | None]:
    """The two that a question is about, which names the one by its id and the later one by its headline."""
    first_id, _, headline = about.partition(":")[2].partition("|")
    later = next((fact for fact in reversed(analysis.facts) if fact.headline == headline), None)
    return analysis.get(first_id), later


def fact_meant(analysis: Analysis, words: str) -> tuple[Fact | None, str]:
    """The fact that these words name, or the question which of two or three is meant."""
    for words_of_it in words_quoted(words):
        holding = [fact for fact in analysis.facts if _plain(words_of_it) in _plain(text_of(fact))]
        if holding:  # the one that says little else
            return min(holding, key=lambda fact: len(text_of(fact))), ""
    said = [
        fact
        for fact in analysis.facts
        if len(text_of(fact).split()) > _FEW and _plain(text_of(fact)) in _plain(words)
    ]
    if said:  # word for word, though in no marks
        return max(said, key=lambda fact: len(text_of(fact))), ""
    names = [name.text.casefold() for name in (*code_names(words), *files_in(words))]
    shown = [
        fact
        for fact in analysis.facts
        if fact.area != "code" and text_of(fact) and all(name in text_of(fact).casefold() for name in names)
    ]
    wanted = words_meant(words)
    least = min(_LEAST, len(wanted))
    scored = [(_share(wanted, fact, least), fact) for fact in shown]
    most = max((share for share, _ in scored), default=0.0)
    if most < _SURE:
        (start, end), *_ = clauses_with_commas(words)  # "drop the images", before any reason that follows
        named = words_meant(words[start:end])
        holding = [fact for fact in shown if named and named <= content_words(text_of(fact))]
        return (holding[0] if len(holding) == 1 else None), ""
    best = [fact for share, fact in scored if share == most]
    if 1 < len(best) <= _FEW:  # nothing is removed by the toss of a coin
        choices = [f"{fact.id} ({quoted(text_of(fact))})" for fact in best]
        return None, f"Which one do you mean: {', or '.join(choices)}?"
    return best[-1], ""


def noun_of_line(text: str) -> str:
    """The noun with which a sentence speaks of a line on a page: "the third note", "that webhooks thing"."""
    noun = any_phrase(_PAGE_NOUNS).pattern
    found = re.search(
        rf"\b(?:the|that|this|your) (?:[^\s,.;:]+ ){{0,4}}?(?P<noun>{noun})", text, re.IGNORECASE
    )
    return found["noun"] if found else ""


def without_page_nouns(name: str) -> str:
    """A name without the nouns for what stands on a page ("the crash question"), unless it is nothing else."""
    bare = any_phrase((*_PAGE_NOUNS, *_ITS_KIND)).sub(" ", name)
    return bare if words_meant(bare) else name


def fact_singled_out(analysis: Analysis, name: str) -> Fact | None:
    """The fact that a short name means: it has most of its words, and one that stands in no other ("the windows thing")."""
    name = without_page_nouns(name)
    signs = {word for word in name.split() if len(word) > 1 and not any(map(str.isalnum, word))}
    wanted = {*words_meant(_IN_WORDS.sub(" ", name)), *signs}
    shown = [fact for fact in analysis.facts if fact.area != "code" and text_of(fact)]
    has = {fact.id: wanted & _words_in(text_of(fact), signs) for fact in shown}
    often = Counter(word for words in has.values() for word in words)
    found = [
        fact
        for fact in shown
        if any(often[word] == 1 for word in has[fact.id]) and len(has[fact.id]) >= _MOST_OF_IT * len(wanted)
    ]
    return found[0] if len(found) == 1 and len(name.split()) <= _LONGEST_NAME else None


def _words_in(text: str, signs: Collection[str] = ()) -> set[str]:
    """The words of a text, those of its names too, and which of the signs it has."""
    words = content_words(text) | content_words(_IN_WORDS.sub(" ", text))
    return {*words, *(sign for sign in signs if sign in text)}


def told_last(analysis: Analysis) -> list[Fact]:
    """What the latest answer that told something left on record."""
    known = [(_turn_of(fact), fact) for fact in analysis.facts if fact.area != "code" and text_of(fact)]
    latest = max((turn for turn, _ in known), default=0)
    return [fact for turn, fact in known if turn == latest > 0]


def _turn_of(fact: Fact) -> int:
    """The turn in which it was last spoken of."""
    return max((item.turn for item in fact.evidence if isinstance(item, Quote)), default=0)


def _plain(words: str) -> str:
    return " ".join(words.split()).casefold().strip(" .,;:!?")


def fact_spoken_of(analysis: Analysis, words: str, but: Fact | None = None) -> Fact | None:
    """What was said of the item and shares most of the words, rare ones above all.

    None where that is little, or true of two.
    """
    wanted = words_meant(words)
    known = [
        (content_words(text_of(fact)) & wanted, fact)
        for fact in analysis.facts
        if (getattr(fact, "about", "") or fact.area) in _TOLD and _was_told(fact) and fact is not but
    ]
    often = Counter(word for shared, _ in known for word in shared)
    scored = [
        (sum(_weight(word) / often[word] for word in shared), fact)
        for shared, fact in known
        if sum(map(_weight, shared)) >= _LEAST
    ]
    most = max((score for score, _ in scored), default=0.0)
    best = [fact for score, fact in scored if score == most]
    return best[0] if len(best) == 1 else None


def sentence_like(text: str, words: str) -> tuple[int, int]:
    """Where the sentence of a text stands that shares most with these words; the first of several."""
    wanted = content_words(words)
    return max(sentences(text), key=lambda span: len(content_words(text[slice(*span)]) & wanted))


def clause_like(text: str, words: str) -> tuple[int, int]:
    """The one clause of that sentence which shares more with these words than any other; the sentence where none does."""
    start, end = sentence_like(text, words)
    wanted = words_meant(words)
    pieces = [(start + a, start + b) for a, b in clauses_with_commas(text[start:end])]
    shared = [sum(map(_weight, content_words(text[a:b]) & wanted)) for a, b in pieces]
    most = max(shared)
    if shared.count(most) > 1 or most < _LEAST:
        return start, end
    # What is left has to stand without it, and a longer correction says more than one clause did.
    stands = all(len(text[a:b].split()) >= _STANDS for a, b in pieces) and len(sentences(words)) == 1
    a, b = pieces[shared.index(most)]
    bare = text[a:b].rstrip(" ,;")
    a, b = a + len(bare) - len(bare.lstrip()), a + len(bare)
    return (a, b) if stands and not leading_phrase(_DEPENDS, text[a:b]) else (start, end)


def sentence_meant(text: str, name: str) -> tuple[int, int]:
    """The sentence of a text that has most of the words of a name, with what is answered to it; all where two have as many."""
    wanted = words_meant(_IN_WORDS.sub(" ", name))
    spans = sentences(text)
    shared = [len(wanted & _words_in(text[slice(*span)])) for span in spans]
    at = shared.index(max(shared))
    if shared.count(shared[at]) > 1:
        return 0, len(text)
    last = at + (text[slice(*spans[at])].endswith("?") and at + 1 < len(spans))
    return spans[at][0], spans[last][1]


def is_part(text: str, name: str) -> bool:
    """Whether a name means one sentence of several."""
    return sentence_meant(text, name) != (0, len(text))


def _weight(word: str) -> int:
    """A figure that two sentences share ("1000") tells as much as two words, a digit nothing."""
    return _LEAST if DISTINCT.search(word) else 0 if word.isdigit() else 1


def shares_figure(some: str, other: str) -> bool:
    """Whether two sentences have a figure in common that neither has by chance."""
    return any(DISTINCT.search(word) for word in content_words(some) & content_words(other))


def _was_told(fact: Fact) -> bool:
    return any(isinstance(item, Quote) and item.turn != DRAFT_TURN for item in fact.evidence)


def words_meant(words: str) -> frozenset[str]:
    """The words that name something, without those about the talk."""
    return content_words(words) - content_words(" ".join(_ABOUT_TALK))


def covers(words: frozenset[str], text: str) -> float:
    """How much of a text these words name."""
    known = content_words(text)
    return len(known & words) / (len(known) or 1)


def clauses_with_commas(text: str) -> list[tuple[int, int]]:
    """The pieces of a text between commas, semicolons and full stops."""
    closed = [*shelters(text)]
    ends = (match.end() for match in re.finditer(r"[,;.](?=\s|$)", text))
    cuts = [0, *(end for end in ends if not any(a < end < b for a, b in closed)), len(text)]
    return [(a, b) for a, b in itertools.pairwise(cuts) if text[a:b].strip()]


def field_of(fact: Fact) -> str:
    """The name of the field that holds a fact's words; a keyword or a count has none of these."""
    return next((name for name in ("text", "choice", "title", "name", "path") if hasattr(fact, name)), "text")


def text_of(fact: Fact) -> str:
    """The words of a fact, as the person knows it."""
    return str(getattr(fact, field_of(fact), "")) if not isinstance(fact, Priority) else ""


def _share(wanted: frozenset[str], fact: Fact, least: int) -> float:
    """How much of the words a fact shares; nothing when they are fewer than it takes."""
    kind = content_words(f"{fact.noun} {fact.kind.replace('_', ' ')}")
    shared = wanted & (content_words(text_of(fact)) | kind)
    return len(shared) / len(wanted) if wanted and len(shared) >= least else 0.0
