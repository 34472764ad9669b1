"""Find the words that leave one requirement sentence open.

- Code, quotations, links and addresses are masked first: a button labelled "Easy" is not a vague word.
- A figure in the same clause settles words about speed, size and degree.
- A capitalised word inside a name ("Full Supervision") is a name.

The words and phrases are in `vague_words.toml`, each with the reason why it is a problem. Elsewhere: which sentences a document
holds (`wording`).
"""

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any, Final, NamedTuple

from roundtable.documents.reading.entries import StatementKind
from roundtable.language.phrases import any_of, any_word, rows

LONGEST: Final = 4000
"""Characters of one sentence that are looked at; nobody writes a longer one by hand."""


class Group(NamedTuple):
    """Words, or the pattern of a phrase, with one problem in common."""

    rule: str
    smell: str
    """What the problem is called, as in published lists of requirement smells."""
    why: str
    """Completes the sentence: "fast" …"""
    settled_by_figure: bool
    kinds: frozenset[str]
    words: frozenset[str]
    pattern: re.Pattern[str]
    """Of a phrase: the word that a finding shows is its group `word` or `word2`."""


_FILE: Final = files("roundtable.documents.checks").joinpath("vague_words.toml")
_TABLE: Final[dict[str, Any]] = tomllib.loads(_FILE.read_text(encoding="utf-8"))


def _group(row: dict[str, Any]) -> Group:
    pattern = row.get("pattern", "(?!)")
    for name, words in _TABLE["lists"].items():
        pattern = pattern.replace(f"<{name}>", words)
    kinds = frozenset(row.get("in", "requirement quality criterion story").split())
    words, settled = frozenset(row.get("words", "").split()), row.get("settled_by_figure", False)
    return Group(row["rule"], row["smell"], row["why"], settled, kinds, words, re.compile(pattern))


WORDS: Final = {word: group for group in map(_group, _TABLE["group"]) for word in group.words}
PHRASES: Final = [_group(row) for row in _TABLE["phrase"]]
UNLESS: Final = {word: re.compile(pattern) for word, pattern in _TABLE["unless"].items()}
"""By word: a pattern that is searched in the 40 characters on either side, with the word itself written as `@`."""


class Smell(NamedTuple):
    rule: str
    smell: str
    word: str
    why: str
    start: int


# A number or a named standard that settles a vague word in the same clause: "(< 200 ms)", "within 3 clicks", "95 %", "WCAG 2.1".
_FIGURE: Final = re.compile(
    r"(?i)[<>≤≥]=?\s*\d|\d\s*%|\b(?:within|under|below|over|above|than|most|least|exceed(?:s|ing)?|every|up to|to|by|of|after|for|in)"
    r"\s+(?:about\s+|a\s+)?\d|\b\d+(?:[.,]\d+)?\s*(?:ms|s|sec|seconds?|min|minutes?|hours?|days?|kb|mb|gb|tb|clicks?|steps?"
    r"|users?|requests?|items?|rows?|records?|lines?|characters?|pixels?|px|percent|per)\b|\b(?:WCAG|ISO|RFC|EN|DIN|NIST)[ -]\d"
)
_ACTIONS: Final = (
    "add|approve|archive|assign|attach|book|browse|buy|calculate|cancel|change|check|choose|compare|configure|confirm|copy|"
    "create|define|delete|disable|download|edit|email|enable|enter|export|filter|find|generate|get|import|install|invite|"
    "list|log|manage|merge|move|notify|open|order|pay|print|publish|receive|record|register|reject|remove|rename|report|"
    "request|reset|restore|review|save|schedule|search|see|select|send|set|share|show|sign|sort|store|submit|subscribe|"
    "sync|track|transfer|update|upload|validate|verify|view|write"
)
_MASK: Final = re.compile(
    r"``[^`]*``|`[^`]*`|<!--.*?-->|\]\([^)]*\)|https?://\S+|\b[\w.-]+/[\w./-]+\.\w+|"
    r'"[^"]{1,200}"|“[^”]{1,200}”|«[^»]{1,200}»|(?<!\w)\'[^\'\s][^\']{0,60}\'(?!\w)'
)
_TOKEN: Final = re.compile(r"[A-Za-z][A-Za-z'’-]*[A-Za-z]|[A-Za-z]")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"“])")
_CLAUSE_END: Final = re.compile(r"[.;:](?=\s|$)")
_FIGURE_REACHES: Final = re.compile(r"[.;:](?=\s|$)|,?\s\bthen\b", re.IGNORECASE)
"""How far a figure settles a word: what holds after "then" is not measured by what stands before it."""
_SENTENCE_START: Final = re.compile(r"(?:^|[.:!?)\]•*–—-]\s+|[“\"(])$")
_PASSIVE: Final = any_word(
    r"(?:shall|must|should|will)\s+(?:not\s+|also\s+|only\s+)?be\s+(?:\w+ly\s+)?"
    r"(?P<word>[a-z]{2,}ed|shown|sent|given|kept|made|set|built|held|written|taken|done|put|seen|found|chosen|drawn|hidden|read)"
)
_STATES: Final = rows(
    "based|related|limited|located|allowed|permitted|required|authorized|authorised|authenticated|logged|signed|supposed|"
    "expected|needed|used|fixed|localized|nested|sorted|ordered|dated|detailed|unchanged|unlimited|closed"
)
_TWO_ACTIONS: Final = any_word(
    rf"(?:shall|must|will|to|can|should)\s+(?P<first>{_ACTIONS})\b[^.;]*?\b(?:and|as well as|and also)\s+(?:then\s+|also\s+|to\s+)?"
    rf"(?P<word>{_ACTIONS})\s+(?:an?|the|my|our|their|its|it|them|all|every|each|new|\w+s)"
)
_DIMENSIONLESS: Final = any_of(
    "numbers? | counts? | quantity | versions? | scores? | ratings? | status | codes? | levels? | index | pages? | ages? | "
    "priority | factors? | ratios? | steps? | python | rows? | lines? | ids?"
)


def masked(text: str) -> str:
    """The text with code, quotations, links and addresses made opaque; same length."""
    return _MASK.sub(lambda found: "¤" * len(found[0]), text)


def sentences_of(text: str) -> list[str]:
    """The sentences of a text; an abbreviation before a small letter ends none."""
    return [part for part in _SENTENCE_END.split(text) if part.strip()]


def smells_in(sentence: str, kind: StatementKind = "requirement") -> tuple[Smell, ...]:
    """Every word that leaves this sentence open, in order of place."""
    text = masked(" ".join(sentence[:LONGEST].split()))
    found = [*_phrases(text, kind)]
    taken = {place for smell in found for place in range(smell.start, smell.start + len(smell.word))}
    found += [smell for smell in _words(text) if smell.start not in taken]
    found += _grammar(text, kind)
    return tuple(sorted(set(found), key=lambda smell: (smell.start, smell.rule, smell.word)))


def _words(text: str) -> Iterator[Smell]:
    for token in _TOKEN.finditer(text):
        written = token[0]
        word = written.lower().replace("’", "'")
        if (group := _group_of(word)) is None or (written.isupper() and len(written) > 1):
            continue
        if _is_name(text, token):
            continue
        if group.settled_by_figure and _FIGURE.search(_clause(text, token.start())):
            continue
        left, right = text[max(0, token.start() - 40) : token.start()], text[token.end() : token.end() + 40]
        if word not in UNLESS or not UNLESS[word].search(f"{left}@{right}".lower()):
            yield Smell(group.rule, group.smell, written, group.why, token.start())


def _group_of(word: str) -> Group | None:
    """Listed itself, or made of a listed word: mobile-friendly; quickly, easily, simply, aesthetically."""
    if word.endswith(("-friendly", "-intuitive", "-efficient")):
        return WORDS["user-friendly"]
    made_of = (word[:-2], word[:-3] + "y", word[:-1] + "e", word[:-4]) if word.endswith("ly") else ()
    judged = (WORDS[base] for base in made_of if base in WORDS and WORDS[base].rule == "RT401")
    return WORDS.get(word) or next(judged, None)


def _phrases(text: str, kind: StatementKind) -> Iterator[Smell]:
    for phrase in PHRASES:
        for match in phrase.pattern.finditer(text) if kind in phrase.kinds else ():
            group = "word" if match["word"] is not None else "word2"
            if phrase.settled_by_figure and _FIGURE.search(_clause(text, match.start(group))):
                continue
            before = text[max(0, match.start() - 40) : match.start()]
            if phrase.rule != "RT409" or not _DIMENSIONLESS.search(before):
                yield Smell(phrase.rule, phrase.smell, match[group], phrase.why, match.start(group))


def _grammar(text: str, kind: StatementKind) -> Iterator[Smell]:
    """What takes more than a pattern: passives without an actor, two actions in one."""
    if kind == "requirement" and " be " in text:
        for match in _PASSIVE.finditer(text):
            clause_end = _CLAUSE_END.search(text, match.end())
            rest = text[match.end() : clause_end.start() if clause_end else len(text)]
            word, why = match["word"], "has nobody who does it"
            if word.lower() not in _STATES and not re.search(r"\bby\s+(?!means\b|default\b)", rest):
                yield Smell("RT408", "passive", word, why, match.start("word"))
    if kind in ("requirement", "story") and (" and " in text or " as well as " in text):
        for match in _TWO_ACTIONS.finditer(text):
            word = f"{match['first']} … {match['word']}"
            yield Smell("RT410", "compound", word, "are two", match.start("first"))


def _clause(text: str, at: int) -> str:
    start = 0
    for end in _FIGURE_REACHES.finditer(text):
        if end.start() >= at:
            return text[start : end.start()]
        start = end.end()
    return text[start:]


def _is_name(text: str, token: re.Match[str]) -> bool:
    """Capitalised inside a sentence, beside another capitalised word."""
    if not token[0][0].isupper() or _SENTENCE_START.search(text[: token.start()]):
        return False
    after = text[token.end() : token.end() + 2]
    before = re.search(r"([A-Z])[\w-]*\s$", text[max(0, token.start() - 30) : token.start()])
    return (len(after) == 2 and after[0] == " " and after[1].isupper()) or before is not None
