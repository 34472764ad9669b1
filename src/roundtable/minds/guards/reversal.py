"""Whether a statement says the opposite of the words it is put beside: `fact_check` asks this of everything that is quoted.

Statement and quotation are taken clause by clause. A clause of the statement is held against the clause of the person's that
it repeats most of: one of them denies and the other affirms, or one has a word and the other its opposite.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import islice, pairwise
from typing import Final, NamedTuple

from roundtable.language.phrases import any_phrase, any_word, leading_phrase, rows
from roundtable.language.tongue import language_of
from roundtable.minds.guards.figures import LONGEST_READ, bounds, figures
from roundtable.minds.guards.limits import EXCEPTIONS
from roundtable.minds.guards.support import clauses, covered, sentence_around, share_of, touched
from roundtable.minds.guards.text import QUOTED, content_words, stems, without_quotations

_SAME_WORDS: Final = 0.7
_MOST_OF_IT: Final = 0.6
_HALF: Final = 0.5
_SOME: Final = 0.3
_A_LITTLE: Final = 0.25
_FEWEST: Final = 2
_EXCLUSIVE: Final = frozenset({"only", "alone"})
_OF_NOUNS: Final = re.compile(r"without|ohne|sin|sans", re.IGNORECASE)
"""What denies the noun behind it and nothing more."""
_OF_A_NOUN: Final = 2
_MOST_DENIALS: Final = 8
_DENIES_ITS_VERB: Final = re.compile(
    r"n['’]t\b|\b(?:cannot|never|nobody|nothing|niemals|nie|niemand|kein\w*|nunca|nadie|jamais|ne|n['’]\w+)\b|^\W*no\b|(?<!\by )(?<!, )\bno (?=\w)"
    r"|\b(?:do|does|did|is|are|was|were|may|must|shall|should|will|would|can|could|ha[sd]|have|be|need) not\b|(?<!\bund )\bnicht\b",
    re.IGNORECASE,
)
_AUXILIARY: Final = re.compile(
    r"^\W*(?:need|have|want|get|be|become|do)\b(?: (?:to|it|that|so)\b)*", re.IGNORECASE
)
"""What may stand between a "not" and what it denies, or in place of it: "the cook doesn't need to"."""
_NEARLY_ALL: Final = 0.8
_NEGATION: Final = re.compile(
    r"\b(?:no|not|never|none|nothing|nobody|neither|nor|without|cannot|nowhere|alone|instead of|rather than|statt|anstatt|au lieu d\w+|en lugar de|"
    r"nicht|kein\w*|nie|niemals|niemand|ohne|nichts|pas|jamais|personne ne|rien|non|nunca|nada|nadie|tampoco|ning[uú]n\w*|sin|sans|geen|niet)\b|\b\w+n['’]t\b|\bonly\b",
    re.IGNORECASE,
)
_DENIES_BY_ITSELF: Final = any_word(
    r"(?:avoid|prevent|forbid|refus|exclud|reject|deny|denie|block|skip|omit|ignor|exempt|prohibit|disallow|lack|miss|fail)\w*"
    r"|(?:stays?|leaves?|left|keeps?|kept|rules?|ruled) (?:\w+ )?(?:out|aside)|instead(?! of)|rather(?! than)"
)
"""Words that deny without a "not"."""
_TROUBLE: Final = frozenset({"error", "exception", "invalid", "fail"})
_PRESERVES: Final = any_word(
    r"keeps?|kept|keeping|stays?|stayed|remains?|retain\w*|preserv\w*|surviv\w*|as (?:it|they) (?:is|are|was|were)|left|fixed|constant"
    r"|un(?:changed|touched|modified|affected|altered)|bleib\w*|rest(?:e|ent|er)|sigue\w*|queda\w*"
)
"""Words that say "no change" without a "not"."""
_REMOVES: Final = any_word(
    r"(?:remov|delet|drop|discard|wip|eras|clear|los|strip|replac|chang|vanish|disappear|empt|gone|roll(?:s|ed)? back|stop(?:s|ped)?(?= \w)|revert|undo|undone|geänder|änder|lösch|gelösch|entfern|ersetz|elimin|borr|cambi|supprim|modifi|effac)\w*"
)
"""Words that say that something does not stay."""
_FORBIDS: Final = re.compile(
    r"\b(?:never|only|(?:nobody|no one|niemand|nadie|personne ne) (?:may|must|shall|should|can|will|darf|soll|kann|puede|debe|peut|doit)\w*|(?:must|may|shall|should|do|does|will) not|nie(?:mals)?|nur|jamais|nunca)\b|\b(?:mustn|shan|shouldn|don|doesn|won)['’]t\b"
    r"|^\W*(?:(?:but|please|et|y|und|aber|bitte)\W+)*(?:no|not|non|kein\w*|nicht|pas|sin)\s+(?=\w)",
    re.IGNORECASE,
)
"""What says of itself that it is not to be, and not only that it is not so today."""
_DENIALS: Final = (_NEGATION, _DENIES_BY_ITSELF, _PRESERVES)
_OTHERS: Final = rows("only | others? | rest | else")
_OBLIGES: Final = rows("must | shall | should | has to | have to | needs? to")
_LEAVES_OUT: Final = rows("out | later | leave | left | skip | wait")
_CONDITIONS: Final = rows("if | when | whenever | once | unless | until | given | wenn | falls")
_MODAL: Final = re.compile(r"\b(?:shall|must|should|will|may|can)\b")
_NO_LONGER: Final = any_word("no longer|nicht mehr|ya no")
_NOT: Final = re.compile(r"\b(?:not|nicht) (\w+)")
_TURNING: Final = ("un", "in", "im", "ir", "il", "dis", "non-", "non")


class _Clause(NamedTuple):
    text: str
    words: frozenset[str]
    """Those that carry meaning, without denials."""
    every: frozenset[str]
    """All words, and each two neighbours."""
    is_condition: bool

    @property
    def begins(self) -> tuple[str, ...]:
        """Its first word that carries meaning: mostly what it is about."""
        return content_words(self.text)[:1]

    def denies(self, beside: Collection[str] = ()) -> bool:
        """An odd number of denials: "not skipped" affirms. A word that the other side has as well denies nothing against it."""
        return self.is_negated != self.denies_by_itself(beside)

    def denies_by_itself(self, beside: Collection[str]) -> bool:
        if not _TROUBLE.isdisjoint(beside):
            return False  # whoever asks for an error asks for a refusal
        found = (stems(one.group()) for one in _DENIES_BY_ITSELF.finditer(self.text))
        return any(any(word not in beside for word in words) for words in found)

    def denied(self) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        """For each denial the words that it denies, up to the end of the clause or its noun, and those in front of it."""
        for found in islice(_NEGATION.finditer(self.text), _MOST_DENIALS):
            if found.group().lower() not in _EXCLUSIVE:
                before, behind = self.text[: found.start()], _NEGATION.sub(" ", self.text[found.end() :])
                behind = first if (first := _MODAL.split(behind, maxsplit=1)[0]).strip() else behind
                words = content_words(_AUXILIARY.sub("", behind))
                words = words[:_OF_A_NOUN] if _OF_NOUNS.fullmatch(found.group()) else words
                yield (words, content_words(before)) if words else (content_words(before), ())

    @property
    def affirmed(self) -> frozenset[str]:
        """What it says without a "not": nothing, where its verb is denied; "the wallet and not the card" affirms the first."""
        if found := _DENIES_ITS_VERB.search(self.text):
            # "What is not finished SHALL go to the head": that is said of what is denied.
            behind = _MODAL.split(self.text[found.end() :], maxsplit=1)
            return frozenset(content_words(behind[1])) if len(behind) > 1 else frozenset()
        return self.words.difference(*(words for words, _before in self.denied()))

    @property
    def denied_words(self) -> frozenset[str]:
        """All words that a denial reaches."""
        reached: frozenset[str] = frozenset(word for words, _before in self.denied() for word in words)
        return reached | (self.words - self.affirmed) if _DENIES_ITS_VERB.search(self.text) else reached

    def names_its_denial(self, words: Collection[str]) -> bool:
        """Whether words have what is denied here, which stands behind the "not": "never SEE names"."""
        return not self._behind or self.is_exclusive or covered(self._behind, words) == 1.0

    def excludes(self, words: Collection[str]) -> bool:
        """Whether it is about one thing alone, and words are about another: of that the rest of it is denied."""
        return self.is_exclusive and not covered(self._behind, words)

    @property
    def is_exclusive(self) -> bool:
        found = _NEGATION.search(self.text)
        return found is not None and found[0].lower() == "only"

    @property
    def _behind(self) -> tuple[str, ...]:
        """The first word that carries meaning behind a denial."""
        return content_words(self.text[found.end() :])[:1] if (found := _NEGATION.search(self.text)) else ()

    @property
    def says_not(self) -> bool:
        """Negated by more than "only", which a word and its opposite leave as they are."""
        return any(found.lower() not in _EXCLUSIVE for found in _NEGATION.findall(self.text))

    @property
    def is_negated(self) -> bool:
        return is_negated(self.text)


def is_turned_round(statement: str, said: str, start: int, end: int, *, wishes: bool = False) -> bool:
    """Whether a statement denies what the quoted clauses affirm, affirms what they deny, or has the opposite of a word of theirs.

    What somebody wishes (`wishes`) is often the opposite of what is: there the clause must say what is to be, or not to be.
    """
    sentence = sentence_around(said, start, end)
    if (denied := _denies_the_exception(statement, sentence)) is not None:
        return denied
    heard = _as_errors(" ".join(touched(said, start, end)), statement)
    sentence, statement = _as_errors(sentence, statement), _as_errors(statement, sentence)
    theirs = [one for one in clauses_of(_in_one_word(heard, statement)) if not one.is_condition]
    own = clauses_of(_in_one_word(statement, sentence))
    return _lost_a_denial(theirs, own, wishes=wishes) or any(
        _is_opposed(one, theirs, own, sentence, wishes=wishes) for one in own
    )


def _lost_a_denial(denied: list[_Clause], told: list[_Clause], *, wishes: bool = False) -> bool:
    """Whether words that one side denies are all affirmed in a clause of the other, and denied nowhere in it."""
    affirmed = [(one, one.affirmed) for one in told if not one.is_condition]
    negated = [words for one in told for words, _before in one.denied()]
    negated += [one.words - one.affirmed for one in told if _DENIES_ITS_VERB.search(one.text)]
    everything = {word for one in denied for word in one.words}
    for at, clause in enumerate(denied):
        if clause.is_condition or (wishes and not _FORBIDS.search(clause.text)):
            continue
        for words, front in clause.denied():
            before = front or (tuple(denied[at - 1].words) if at and len(words) < _FEWEST else ())
            # "archived, not deleted"
            is_bare = not front and len(clause.words) < _FEWEST and not _OF_NOUNS.search(clause.text)
            if len({*words, *before}) < _FEWEST or any(covered(words, others) >= _HALF for others in negated):
                continue
            about, least = (everything, _A_LITTLE) if is_bare else (before, _HALF)
            for one, others in affirmed:
                is_same = covered(words, others) == 1.0 and (not before or covered(about, others) >= least)
                is_kept = (
                    _PRESERVES.search(one.text)
                    or (is_bare and _REMOVES.search(one.text))
                    or (_bounds(one.text)[0] and (bounds(clause.text)[0] or _bounds(clause.text)[0]))
                    or one.denies_by_itself(clause.every)
                )
                if is_same and not (is_kept or one.is_exclusive or _contraries(one, clause)):
                    return True
    return False


def restates(statement: str, said: str, start: int, end: int) -> bool:
    """Whether a statement says again what the quoted clauses say, with nothing turned round."""
    parts, counts = touched(said, start, end), figures(statement, spelled=True)
    own = next(_read(statement), None)
    for theirs in (one for part in (" ".join(parts), *parts) for one in _read(part) if own):
        is_whole = counts <= figures(theirs.text[:LONGEST_READ], spelled=True)
        if own and is_whole and share_of(statement, theirs.text) >= _MOST_OF_IT:
            is_same = own.denies(theirs.every) == theirs.denies(own.every)
            if is_same and not _contraries(own, theirs):
                return True
    return False


def says_otherwise(one: str, other: str) -> bool:
    """Whether texts in much the same words differ in a "not" or "without", in a figure, or in a word and its opposite."""
    is_opposed = any(_contraries(mine, theirs) for mine in _read(one) for theirs in _read(other))
    denials = [len(_NEGATION.findall(text)) for text in (one, other)]
    return (
        is_opposed or denials[0] != denials[1] or figures(one, spelled=True) != figures(other, spelled=True)
    )


def says_no(text: str) -> bool:
    """Whether a text denies something, or says that it stays as it is."""
    return any(one.search(text) for one in _DENIALS) or bool(_bounds(text)[0])


def is_negated(text: str) -> bool:
    return _NEGATION.search(text) is not None


def denials(text: str) -> list[str]:
    return _NEGATION.findall(text)


def without_denials(text: str) -> str:
    return _NEGATION.sub(" ", text)


def has_opposites(one: str, other: str) -> bool:
    """Whether a word that only one text has is the opposite of one that only the other has."""
    mine, others = set(stems(one)), set(stems(other))
    return any(opposites().get(word, frozenset()) & (others - mine) for word in mine - others)


def removes(text: str) -> bool:
    return _REMOVES.search(text) is not None


def refuses(text: str) -> bool:
    return _DENIES_BY_ITSELF.search(text) is not None


def keeps(text: str) -> bool:
    return _PRESERVES.search(text) is not None


def rules_out(said: str, start: int, end: int) -> bool:
    return any(_FORBIDS.search(part) or _PRESERVES.search(part) for part in touched(said, start, end))


def obliges(sentence: str) -> bool:
    """Whether a sentence asks for something, and leaves nothing out: what it speaks of is part of the item."""
    asks = any_phrase(_OBLIGES).search(sentence)
    return bool(asks) and not (_NEGATION.search(sentence) or any_phrase(_LEAVES_OUT).search(sentence))


def _read(text: str) -> Iterator[_Clause]:
    """A text as one clause, if it says anything."""
    if words := frozenset(content_words(_NEGATION.sub(" ", text))):
        every = stems(text)
        pairs = (f"{one}-{two}" for one, two in pairwise(every))
        # Without a comma "If it fails it must not …" is both, what happens and when.
        is_condition = leading_phrase(_CONDITIONS, text) is not None and not any_phrase(_OBLIGES).search(text)
        yield _Clause(text, words, frozenset((*every, *pairs)), is_condition)


def _as_errors(text: str, other: str) -> str:
    """With an "error" for each quoted message that both sides have: a "not" in it denies nothing."""
    return QUOTED.sub(
        lambda found: "error" if " " in found[0] and found[0][1:-1] in other else found[0], text
    )


def _in_one_word(text: str, other: str) -> str:
    """ "Not signed" as "unsigned", where the other side says that, and "no longer" as "stop"."""
    turned = _NOT.sub(lambda found: f"un{found[1]}" if f"un{found[1]}" in other else found[0], text)
    return _NO_LONGER.sub("stop", turned)


def clauses_of(text: str) -> list[_Clause]:
    return [one for part in clauses(text) for one in _read(part)]


def _is_opposed(
    own: _Clause, theirs: list[_Clause], statement: list[_Clause], sentence: str, *, wishes: bool
) -> bool:
    """Whether a clause of a statement says the opposite of the clause of the person's that it repeats most of."""
    whole = frozenset(word for one in statement for word in one.words)
    mine_all, theirs_all = {word for one in statement for word in one.every}, set(stems(sentence))
    negated = [one.words for one in statement if one.is_negated and one is not own]
    # Ways to deny are known for English; elsewhere only what is nearly the same is compared.
    least = _MOST_OF_IT if language_of(sentence) == "en" else _NEARLY_ALL
    denies, any_denial = own.denies(theirs_all), {one.denies(mine_all) for one in theirs}
    stays = any(keeps(one.text) for one in theirs)
    spread = Counter(word for one in theirs for word in one.words)
    met: list[tuple[float, float, int, bool]] = []
    for clause in theirs:
        pairs = _contraries(own, clause)
        contrary = {(one, two) for one, two in pairs if one not in theirs_all or not one.endswith(two)}
        kept = {word for found in _PRESERVES.findall(clause.text) for word in stems(found)}
        rest = clause.words - {two for _one, two in contrary} - kept
        is_bare = bool(contrary) and not rest  # "it is wiped": what it is stands beside it
        if is_bare:
            rest = frozenset(content_words(sentence)) - clause.words
        mine = own.words - {one for one, _two in contrary}
        here, all_in_all = covered(rest, own.words), covered(rest, whole)
        if contrary:
            shared = max(all_in_all, covered(mine, content_words(sentence)))
            is_same = own.begins == clause.begins or shared >= _HALF
        else:
            is_near = all_in_all >= least and here > (_HALF if own.is_condition else _SOME)
            is_same = is_near and clause.names_its_denial(whole)
        if not is_same:
            continue
        # A word and its opposite say "not" to each other already; a denial may be that of another clause.
        denials = any_denial if denies else {clause.denies(mine_all)}
        if clause.is_exclusive and len(rest) <= _OF_A_NOUN and not clause.excludes(whole):
            denials = {*denials, denies}  # "only Meta": that is affirmed, and the rest denied
        if clause.is_negated and any(covered(words, clause.words) >= _HALF for words in negated):
            denials = {*denials, denies}  # "the ward is named, but no patient": another clause says the "not"
        # A bound denies what is beyond it. "It stays" is "it does not change", too, and "it is gone" is "it does not stay".
        is_either = _is_bounded(own, clause) or (stays and (denies or _REMOVES.search(own.text)))
        differs = own.says_not == clause.says_not if contrary else not is_either and denies not in denials
        counts = not wishes or _is_to_be(clause, mine_all, contrary=bool(contrary))
        alone = {word for word in clause.words if spread[word] == 1}
        if contrary and differs and counts and (is_bare or own.words & alone):
            return True  # it speaks of what this clause alone speaks of
        met.append((here, all_in_all, len(rest), differs and counts))
    return bool(met) and max(met)[-1]


def _is_bounded(own: _Clause, theirs: _Clause) -> bool:
    """Whether bounds say already what is denied: "nobody more than ten" is "ten at most"."""
    (mine, rest), (others, beside) = _bounds(own.text), _bounds(theirs.text)
    if mine and others:
        return (mine == others) == (is_negated(rest) == is_negated(beside))
    return bool(mine or others)


def _bounds(text: str) -> tuple[frozenset[str], str]:
    return bounds(text) if figures(text[:LONGEST_READ], spelled=True) else (frozenset(), text)


def _is_to_be(clause: _Clause, beside: Collection[str], *, contrary: bool) -> bool:
    """Whether a clause tells what shall be or shall not be, rather than what is."""
    if clause.denies(beside):
        return bool(_FORBIDS.search(clause.text) or _PRESERVES.search(clause.text))
    return contrary or bool(any_phrase(_OBLIGES).search(clause.text))


def _contraries(own: _Clause, theirs: _Clause) -> set[tuple[str, str]]:
    """Words of the one whose opposites the other has, where neither has both."""
    mine, others = own.every - theirs.every, theirs.every - own.every
    found = {(one, two) for one in mine for two in opposites().get(one, ()) if two in others}
    for kept, gone in ((own, theirs), (theirs, own)):
        staying, going = without_quotations(kept.text), without_quotations(gone.text)
        stays, goes = _PRESERVES.search(staying), _REMOVES.search(going)
        if stays and goes and not (_PRESERVES.search(going) or _REMOVES.search(staying)):
            one, two = stems(stays.group())[0], stems(goes.group())[0]
            found.add((one, two) if kept is own else (two, one))
    pairs = ((one, two, turning) for one in mine for two in others for turning in _TURNING)
    return found | {(a, b) for a, b, turning in pairs if turning + b == a or turning + a == b}


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
    if (found := any_phrase(EXCEPTIONS).search(sentence)) is None:
        return None
    if any_phrase((*EXCEPTIONS, *_OTHERS)).search(statement):
        return False
    rule, exception = sentence[: found.start()], set(content_words(sentence[found.end() :]))
    if (exception - set(content_words(rule))).isdisjoint(content_words(statement)):
        return None
    return share_of(statement, sentence) >= _SAME_WORDS and says_no(statement) == says_no(rule)
