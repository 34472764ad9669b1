"""Whether a statement says the opposite of the words it is put beside: `fact_check` asks this of everything that is quoted.

Statement and quotation are taken clause by clause. A clause of the statement is held against the clause of the person's that
it repeats most of: one of them denies and the other affirms, or one has a word and the other its opposite.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Final, NamedTuple

from roundtable.language.phrases import any_phrase, leading_phrase, rows
from roundtable.language.tongue import language_of
from roundtable.minds.guards.support import clauses, covered, sentence_around, share_of, touched
from roundtable.minds.guards.text import content_words, stems

_SAME_WORDS: Final = 0.7
_MOST_OF_IT: Final = 0.6
_HALF: Final = 0.5
_SOME: Final = 0.3
_NEARLY_ALL: Final = 0.8
_NEGATION: Final = re.compile(
    r"\b(?:no|not|never|none|nothing|nobody|neither|nor|without|cannot|nowhere|alone|"
    r"nicht|kein\w*|nie|niemals|niemand|pas|jamais|nunca|sin|geen|niet)\b|\b\w+n['’]t\b|(?<!we )(?<!they )(?<!you )(?<!it )\bonly\b",
    re.IGNORECASE,
)
_DENIES_BY_ITSELF: Final = re.compile(
    r"\b(?:(?:avoid|prevent|forbid|refus|exclud|reject|deny|denie|block|skip|omit|ignor|exempt|prohibit|disallow|lack|miss|fail)\w*"
    r"|(?:stays?|leaves?|left|keeps?|kept|rules?|ruled) (?:\w+ )?(?:out|aside)|instead|rather|at (?:most|least)|up to|max(?:imum)?|min(?:imum)?|or (?:less|fewer|more))\b",
    re.IGNORECASE,
)
"""Words that deny without a "not"; a bound denies whatever is beyond it."""
_PRESERVES: Final = re.compile(
    r"\b(?:keeps?|kept|keeping|stays?|stayed|remains?|retain\w*|preserv\w*|surviv\w*|as (?:it|they) (?:is|are|was|were)|left|fixed|constant"
    r"|un(?:changed|touched|modified|affected|altered)|bleib\w*)\b",
    re.IGNORECASE,
)
"""Words that say "no change" without a "not"."""
_REMOVES: Final = re.compile(
    r"\b(?:remov|delet|drop|discard|wip|eras|clear|los|strip|replac|chang|vanish|disappear|empt|gone)\w*\b",
    re.IGNORECASE,
)
"""Words that say that something does not stay."""
_FORBIDS: Final = re.compile(
    r"\b(?:never|only|(?:must|may|shall|should|do|does|will) not|nie(?:mals)?|nur|jamais|nunca)\b|\b(?:mustn|shan|shouldn|don|doesn|won)['’]t\b"
    r"|^\W*(?:but )?(?:no|not|nobody|kein\w*|nicht|pas de|sin)\s+(?=\w)",
    re.IGNORECASE,
)
"""What says of itself that it is not to be, and not only that it is not so today."""
_EXCEPTS: Final = rows("except | unless | other than | apart from")
_OBLIGES: Final = rows("must | shall | should | has to | have to | needs? to")
_LEAVES_OUT: Final = rows("out | later | leave | left | skip | wait")
_CONDITIONS: Final = rows("if | when | whenever | once | unless | until | given | wenn | falls")
_TURNING: Final = ("un", "in", "im", "ir", "il", "dis", "non-", "non")


class _Clause(NamedTuple):
    text: str
    words: frozenset[str]
    """Those that carry meaning, without denials."""
    every: frozenset[str]
    """All words, and each two neighbours."""
    is_condition: bool

    @property
    def denies(self) -> bool:
        """An odd number of denials: "not skipped" affirms."""
        return self.is_negated != (_DENIES_BY_ITSELF.search(self.text) is not None)

    def names_its_denial(self, words: Collection[str]) -> bool:
        """Whether words have what is denied here, which stands behind the "not": "never SEE names"."""
        return not self._behind or self._is_exclusive or covered(self._behind, words) == 1.0

    def excludes(self, words: Collection[str]) -> bool:
        """Whether it is about one thing alone, and words are about another: of that the rest of it is denied."""
        return self._is_exclusive and not covered(self._behind, words)

    @property
    def _is_exclusive(self) -> bool:
        found = _NEGATION.search(self.text)
        return found is not None and found.group().lower() == "only"

    @property
    def _behind(self) -> tuple[str, ...]:
        """The first word that carries meaning behind a denial."""
        found = _NEGATION.search(self.text)
        return content_words(self.text[found.end() :])[:1] if found else ()

    @property
    def is_negated(self) -> bool:
        return _NEGATION.search(self.text) is not None


def is_turned_round(statement: str, said: str, start: int, end: int, *, wishes: bool = False) -> bool:
    """Whether a statement denies what the quoted clauses affirm, affirms what they deny, or has the opposite of a word of theirs.

    What somebody wishes (`wishes`) is often the opposite of what is: there the clause must say what is to be, or not to be.
    """
    sentence = sentence_around(said, start, end)
    denied = _denies_the_exception(statement, sentence)
    if denied is not None:
        return denied
    theirs = [one for part in touched(said, start, end) for one in _read(part) if not one.is_condition]
    return any(_is_opposed(own, theirs, statement, sentence, wishes=wishes) for own in _clauses(statement))


def restates(statement: str, said: str, start: int, end: int) -> bool:
    """Whether a statement says again what the quoted clauses say, with nothing turned round."""
    said = " ".join(touched(said, start, end))
    own, theirs = next(_read(statement), None), next(_read(said), None)
    if own is None or theirs is None or share_of(statement, said) < _MOST_OF_IT:
        return False
    return own.denies == theirs.denies and not _contraries(own, theirs)


def says_no(text: str) -> bool:
    """Whether a text denies something, or says that it stays as it is."""
    return any(one.search(text) for one in (_NEGATION, _DENIES_BY_ITSELF, _PRESERVES))


def rules_out(said: str, start: int, end: int) -> bool:
    """Whether a clause says what is not to be touched or done."""
    return any(_FORBIDS.search(part) or _PRESERVES.search(part) for part in touched(said, start, end))


def obliges(sentence: str) -> bool:
    """Whether a sentence asks for something, and leaves nothing out: what it speaks of is part of the item."""
    asks = any_phrase(_OBLIGES).search(sentence)
    return bool(asks) and not (_NEGATION.search(sentence) or any_phrase(_LEAVES_OUT).search(sentence))


def _read(text: str) -> Iterator[_Clause]:
    """A text as one clause, if it says anything."""
    words = frozenset(content_words(_NEGATION.sub(" ", text)))
    if words:
        every = stems(text)
        pairs = (f"{one}-{two}" for one, two in pairwise(every))
        is_condition = leading_phrase(_CONDITIONS, text) is not None
        yield _Clause(text, words, frozenset((*every, *pairs)), is_condition)


def _clauses(text: str) -> list[_Clause]:
    return [one for part in clauses(text) for one in _read(part)]


def _is_opposed(own: _Clause, theirs: list[_Clause], statement: str, sentence: str, *, wishes: bool) -> bool:
    """Whether a clause of a statement says the opposite of the clause of the person's that it repeats most of."""
    whole = frozenset(content_words(statement))
    # Ways to deny are known for English; elsewhere only what is nearly the same is compared.
    least = _MOST_OF_IT if language_of(statement) == "en" else _NEARLY_ALL
    met: list[tuple[float, float, int, bool]] = []
    for clause in theirs:
        contrary = _contraries(own, clause)
        rest = clause.words - {two for _one, two in contrary}
        if contrary and not rest:  # "it is wiped": what it is stands beside it
            rest = frozenset(content_words(sentence)) - clause.words
        mine = own.words - {one for one, _two in contrary}
        here, all_in_all = covered(rest, own.words), covered(rest, whole)
        if contrary:
            is_same = max(all_in_all, covered(mine, content_words(sentence))) >= _HALF
        else:
            is_same = (
                here > (_HALF if own.is_condition else _SOME)
                and all_in_all >= (_HALF if clause.excludes(whole) else least)
                and clause.names_its_denial(whole)
            )
        if not is_same:
            continue
        # A word and its opposite say "not" to each other already; a denial may be that of another clause.
        denials = {one.denies for one in theirs} if own.denies else {clause.denies}
        # "It stays" is "it does not change", too, and "it is gone" is "it does not stay".
        stays = any(_PRESERVES.search(one.text) for one in theirs)
        is_either = stays and (own.denies or _REMOVES.search(own.text))
        differs = (
            own.is_negated == clause.is_negated if contrary else not is_either and own.denies not in denials
        )
        counts = not wishes or _is_to_be(clause, contrary=bool(contrary))
        met.append((here, all_in_all, len(rest), differs and counts))
    return bool(met) and max(met)[-1]


def _is_to_be(clause: _Clause, *, contrary: bool) -> bool:
    """Whether a clause tells what shall be or shall not be, rather than what is."""
    if clause.denies:
        return bool(_FORBIDS.search(clause.text) or _PRESERVES.search(clause.text))
    return contrary or bool(any_phrase(_OBLIGES).search(clause.text))


def _contraries(own: _Clause, theirs: _Clause) -> set[tuple[str, str]]:
    """Words of the one whose opposites the other has, where neither has both."""
    mine, others = own.every - theirs.every, theirs.every - own.every
    found = {(one, two) for one in mine for two in opposites().get(one, ()) if two in others}
    for kept, gone in ((own, theirs), (theirs, own)):
        stays, goes = _PRESERVES.search(kept.text), _REMOVES.search(gone.text)
        if stays and goes and not (_PRESERVES.search(gone.text) or _REMOVES.search(kept.text)):
            one, two = stems(stays.group())[0], stems(goes.group())[0]
            found.add((one, two) if kept is own else (two, one))
    return found | {
        (one, two)
        for one in mine
        for two in others
        if any(one == f"{turning}{two}" or two == f"{turning}{one}" for turning in _TURNING)
    }


@cache
def opposites() -> Mapping[str, frozenset[str]]:
    """From each word, without its ending, to those that say the opposite."""
    table: dict[str, set[str]] = {}
    for line in files(__package__ or "").joinpath("opposites.txt").read_text("utf-8").splitlines():
        for pair in () if line.startswith("#") else line.split():
            one, two = ("-".join(stems(word)) for word in pair.split("/"))
            table.setdefault(one, set()).add(two)
            table.setdefault(two, set()).add(one)
    return {word: frozenset(others) for word, others in table.items()}


def _denies_the_exception(statement: str, sentence: str) -> bool | None:
    """Whether a rule is stated of what was excepted from it, "no 4xx but 429" of 429; none where it is about other things."""
    found = any_phrase(_EXCEPTS).search(sentence)
    if found is None:
        return None
    if any_phrase((*_EXCEPTS, "only")).search(statement):
        return False
    rule, exception = sentence[: found.start()], set(content_words(sentence[found.end() :]))
    if (exception - set(content_words(rule))).isdisjoint(content_words(statement)):
        return None
    return share_of(statement, sentence) >= _SAME_WORDS and says_no(statement) == says_no(rule)
