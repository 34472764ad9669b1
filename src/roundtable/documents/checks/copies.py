"""RT259 to RT261: what several documents repeat is the same in all of them: their heads, a sentence, a name.

One document of several whose head says something else; a sentence whose words stand elsewhere in another order ("ours wins over
theirs"); a name that only one place has, and that differs by little from one that the others have (`--http-headers`).
"""

import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Final

from roundtable.documents.catalog import README, SPEC
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import Item
from roundtable.documents.checks.structure import line_with
from roundtable.documents.reading.document import Document
from roundtable.documents.reading.identifiers import family_of, key_of
from roundtable.documents.reading.inline_marks import plain_words, unlinked
from roundtable.language.sentences import sentences

_HEADS: Final = ("last updated", "coverage")
_FEWEST: Final = 3
"""Documents of which one can be the odd one."""
_SHORTEST: Final = 5
_LONGEST: Final = 60
"""Words of a sentence; shorter ones have the same words by chance."""
_NOTE: Final = re.compile(r"\[\^[^\]\s]{1,60}\]")
_NAME: Final = re.compile(
    r"(?<![\w/.-])--[a-z][a-z0-9-]{3,40}\b|\b[A-Za-z]\w*_\w{2,40}\b|\b[A-Z]?[a-z0-9]+[A-Z][A-Za-z0-9]{2,40}\b"
)
"""What only code is called: an option, a name with an underscore or a hump."""
_NEAR: Final = 5
"""Letters with which two names have to begin alike, and so many they may differ in at most."""
_OFTEN: Final = 2
_REPEATED: Final = frozenset({"BR", "AC", "ERR"})
"""What README.md tells in the words of the specification."""
_GROUPS: Final = re.compile(r"(?<=\d)[, ](?=\d{3})")
_NOT: Final = re.compile(r"n['’ ]t\b")
_ONE_WORD: Final = 0.85
_BEGINS: Final = 3
"""Two words that begin alike and share so much of their letters are one, spelled in two ways."""


def check_copies(item: Item) -> Iterator[Report]:
    yield from _heads(item)
    yield from _turned(item)
    yield from _names(item)
    yield from _against_record(item)


def _heads(item: Item) -> Iterator[Report]:
    """A head of ours counts turns and topics, and every document of an item has the same."""
    heads = {one.name: one.page.fields for one in item.own_documents}
    ours = {name: head for name, head in heads.items() if "turn" in head.get("last updated", "").lower()}
    for field in _HEADS if len(ours) >= _FEWEST else ():
        told = Counter(head[field] for head in ours.values() if field in head)
        usual, count = told.most_common(1)[0] if told else ("", 0)
        odd = [name for name, head in ours.items() if head.get(field, usual) != usual]
        if len(odd) == 1 and count >= _OFTEN:
            line = line_with(item.get(odd[0]), field)
            said = f"{field.capitalize()} is {ours[odd[0]][field]} here, and {usual} in the other documents."
            yield Report("RT259", odd[0], line, field, said)


def _turned(item: Item) -> Iterator[Report]:
    """The same words in another order."""
    known: dict[tuple[str, ...], dict[str, tuple[str, int]]] = {}
    for one in sorted(item.own_documents, key=lambda one: (one.name != SPEC, one.name)):
        for told in one.page.texts:
            text = unlinked(_NOTE.sub("", told.text))
            for start, end in sentences(text):
                words = plain_words(text[start:end]).split()
                if _SHORTEST <= len(words) <= _LONGEST:
                    known.setdefault(tuple(sorted(words)), {}).setdefault(
                        " ".join(words), (one.name, told.line)
                    )
    for orders in known.values():
        (first, (there, at)), *others = orders.items()
        for words, (name, line) in others:
            if name != there:
                said = f"“{_short(words)}” has the words of “{_short(first)}” in {there}, line {at}, in another order."
                yield Report("RT260", name, line, words[:60], said)


def _names(item: Item) -> Iterator[Report]:
    """A name that stands once, and nearly as another one that stands in several documents."""
    places: dict[str, list[tuple[str, int]]] = {}
    for one in item.own_documents:
        for told in one.page.texts:
            for found in _NAME.finditer(unlinked(told.text)):
                places.setdefault(found[0], []).append((one.name, told.line))
    often = [name for name, where in places.items() if len({file for file, _ in where}) >= _OFTEN]
    known = f"{item.files.get('draft.md', '')} {item.files.get('analysis.json', '')}"
    for name, where in places.items():
        near = next((other for other in often if other != name and _is_near(name, other)), "")
        is_there = item.context.resolve_anchor is not None and item.context.resolve_anchor(name)
        spelled = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
        if near and len(where) == 1 and not is_there and not spelled.search(known):
            file, line = where[0]
            said = f"`{name}` stands only here; elsewhere it is `{near}`."
            yield Report("RT261", file, line, name, said)


def _against_record(item: Item) -> Iterator[Report]:
    """Words of our record that one of the two pages which repeat them still has, and the other one has otherwise."""
    spec, readme = (item.get(name) for name in (SPEC, README))
    told = {one.name: f" {plain_words(unlinked(_NOTE.sub('', one.page.text)))} " for one in (spec, readme)}
    section = readme.page.find("What it will do")
    for fact in item.saved_facts if section is not None else ():
        key, words = key_of(str(fact.get("id", ""))), plain_words(str(fact.get("text", "")))
        entry = item.spec.get(key)
        if entry is None or family_of(key) not in _REPEATED or len(words.split()) < _SHORTEST:
            continue
        here = {name: f" {words} " in text for name, text in told.items()}
        shown = plain_words(_NOTE.sub("", " ".join(said.text for said in entry.reading.statements)))
        if here[README] and not here[SPEC] and not are_spelled_alike(shown, words):
            said = f"{entry.id} has other words here than in {README} and in what was said."
            yield Report("RT242", SPEC, entry.line, f"{key} words", said)
        elif here[SPEC] and not here[README] and not _is_spelled_in(words, readme):
            said = f"{entry.id} of {SPEC}, line {entry.line}, is not told here in its words."
            yield Report("RT242", README, section.line if section else 1, f"{key} words", said)


def _is_spelled_in(words: str, one: Document) -> bool:
    """Whether a page has these words in another spelling."""
    texts = [unlinked(_NOTE.sub("", told.text)) for told in one.page.texts]
    parts = [text[a:b] for text in texts for a, b in sentences(text)]
    return any(are_spelled_alike(plain_words(text), words) for text in (*texts, *parts))


def _is_near(one: str, other: str) -> bool:
    """Whether two names are alike but for a little in one place."""
    same = next(
        (at for at in range(min(len(one), len(other))) if one[at] != other[at]), min(len(one), len(other))
    )
    rest, others = one[same:], other[same:]
    tail = next((at for at in range(1, min(len(rest), len(others)) + 1) if rest[-at] != others[-at]), 0)
    end = (tail or min(len(rest), len(others)) + 1) - 1
    differ = max(len(rest), len(others)) - end
    return same >= _NEAR and 0 < differ <= _NEAR and one.casefold() != other.casefold()


def are_spelled_alike(one: str, other: str) -> bool:
    """Whether two sentences are the same but for the spelling: "don't", "1,000", "colour", a slip of the pen."""
    words, others = (_GROUPS.sub("", _NOT.sub(" not", text.casefold())).split() for text in (one, other))
    return len(words) == len(others) and all(map(_is_spelling, words, others))


def _is_spelling(one: str, other: str) -> bool:
    if one == other:
        return True
    alike = SequenceMatcher(None, one, other).ratio() >= _ONE_WORD
    return alike and one[:_BEGINS] == other[:_BEGINS] and one.isalpha() and other.isalpha()


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79]}…"
