"""How far words of a person bear out a statement in other words: learned from pairs of the two (`training/bearings`).

A statement is held clause by clause against the clause of the person's that it repeats most of: what is denied in the one and
not in the other, which words are new, left out, or come from another clause, and which small words that decide have come or
gone. No word of the matter itself is learned. `quoted_words` asks before one of its rules about meaning refuses anything.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from roundtable.language.linear import Groups, model
from roundtable.language.phrases import any_phrase, rows
from roundtable.minds.guards import reversal, support
from roundtable.minds.guards.figures import LONGEST_READ, bounds, figures
from roundtable.minds.guards.text import content_words

DECIDING: Final = {
    "only": "only | alone | just | nur | ausschließlich | sol[oa] | sólo | únicamente | seul\\w*",
    "all": "all | every | each | any | always | alle[sn]? | jede[rsnm]? | immer | todos | todas | cada | siempre | tous | toutes | chaque | toujours",
    "none": "no | none | nobody | never | nothing | nie | niemand | kein\\w* | nunca | nadie | ning\\w+ | jamais | aucun\\w*",
    "if": "if | when | whenever | once | while | wenn | falls | sobald | si | cuando | quand | lorsque",
    "unless": "unless | except\\w* | exempt | apart from | other than | außer | salvo | sauf | hormis",
    "until": "until | till | bis | hasta | jusqu\\S+",
    "before": "before | earlier | vor | bevor | antes | avant",
    "after": "after | then | later | nach | danach | después | après",
    "first": "first | newest | erst\\w* | primero | premi\\w+",
    "last": "last | oldest | letzt\\w* | último | derni\\w+",
    "without": "without | ohne | sin | sans",
    "may": "may | can | might | could | allowed | possible | optional | darf | dürfen | kann | können | pued\\w+ | peut | peuvent",
    "must": "must | have to | has to | needs? to | mandatory | required | soll\\w* | muss | müssen | deb\\w+ | tiene que | doi\\w+",
    "or": "or | oder | o | ou",
    "instead": "instead | rather | not | nicht | statt | pas",
    "more": "more | above | over | longer | beyond | older | mehr | über | más | plus",
    "less": "less | fewer | under | below | shorter | weniger | unter | menos | moins",
    "most": "at most | up to | within | höchstens | como máximo | au plus",
    "least": "at least | mindestens | al menos | au moins",
    "by itself": "automatic\\w* | by itself | on its own | automatisch | von selbst",
    "by hand": "manual\\w* | by hand | von hand | a mano | à la main",
    "at once": "at once | immediately | right away | sofort | en seguida | immédiatement | tout de suite",
    "also": "also | too | as well | even | auch | también | aussi",
}
"""Small words that decide what a sentence says, in four languages, by what they do."""
_WISHES: Final = frozenset(rows("requirement|story|quality|success_metric|need|criterion"))
_RULES: Final = frozenset(rows("business_rule|constraint|decision|error_case"))
_BORNE: Final = "borne out"
_SOME: Final = 2
_MOST: Final = 3
_BACK: Final = 0.3
"""How much it counts for a clause that a statement has all of it, beside how much of the statement it has."""

_Clause = Mapping[str, bool]
"""The words of a clause that carry meaning, and whether they are denied."""


class Place(NamedTuple):
    """Words in a longer text of a person's."""

    text: str
    start: int
    end: int


@lru_cache(maxsize=512)
def borne_out(kind: str, statement: str, place: Place) -> float:
    """How likely it is that the words say what the statement says."""
    return model("bearings").shares(bearing_features(kind, statement, place)).get(_BORNE, 0.0)


def bearing_features(kind: str, statement: str, place: Place) -> Groups:
    statement, said = statement[:LONGEST_READ], support.sentence_around(*place)[:LONGEST_READ]
    quoted = " ".join(support.touched(*place))[:LONGEST_READ]
    theirs = _clauses(quoted) or _clauses(said) or [{}]
    everything = content_words(said)
    shape = "wish" if kind in _WISHES else "rule" if kind in _RULES else kind
    marks = [f"kind {shape}", *_by_clause(_clauses(statement), theirs, everything)]
    marks += [
        *_words(statement, everything),
        *_small_words(statement, said, quoted),
        *_figures(statement, said),
    ]
    return {"Pair": list(dict.fromkeys(marks)), "Bias": ["always"]}


def _clauses(text: str) -> list[_Clause]:
    found: list[_Clause] = []
    for part in support.clauses(text):
        denied = {word for one in reversal.clauses_of(part) for word in one.denied_words}
        words = content_words(reversal.without_denials(part))
        found += [{word: word in denied for word in words if word not in support.FORM}]
    return [one for one in found if one]


def _by_clause(own: list[_Clause], theirs: list[_Clause], everything: Sequence[str]) -> Iterator[str]:
    """Each clause of a statement beside the one that it repeats most of."""
    met, same, turned = set[int](), 0, 0
    for clause in own:
        shares = [_likeness(clause, other) for other in theirs]
        nearest = shares.index(max(shares))
        met.add(nearest)
        other = theirs[nearest]
        pairs = [(one, two) for one in clause for two in other if support.is_form_of(one, two)]
        for one, two in pairs:
            same, turned = same + (clause[one] == other[two]), turned + (clause[one] != other[two])
            if clause[one] or other[two]:
                yield f"denied {clause[one]} {other[two]}"
        yield f"denials {any(clause.values())} {any(other.values())}"
        new, left = _missing(clause, other), _missing(other, clause)
        yield from (f"shared {min(_MOST, len(clause) - len(new))}", f"new {min(_MOST, len(new))}")
        yield from (
            f"left {min(_MOST, len(left))}",
            f"new {min(_SOME, len(new))} left {min(_SOME, len(left))}",
        )
        if len(new) == len(left) == 1 and len(clause) > _SOME:
            yield "one for another"
        if moved := len(new) - len(_missing(new, everything)):
            yield f"from elsewhere {min(_SOME, moved)} {bool(left)} {moved == len(new)}"
        order = [list(other).index(two) for _one, two in pairs]
        if any(one > two for one, two in pairwise(order)):
            yield f"other order {min(_SOME, len(new))}"
    yield from (f"turned {min(_SOME, turned)} {min(_SOME, same)}", f"same {min(_MOST, same)}")
    yield f"clauses {min(_MOST, len(own))} {min(_MOST, len(met))}"
    yield f"of {min(_MOST, len(theirs))}"


def _likeness(one: _Clause, other: _Clause) -> float:
    return support.covered(one, other) + _BACK * support.covered(other, one)


def _missing(words: Collection[str], others: Collection[str]) -> list[str]:
    return [word for word in words if not support.covered((word,), others)]


def _words(statement: str, everything: Sequence[str]) -> Iterator[str]:
    words = [word for word in content_words(statement) if word not in support.FORM]
    new = _missing(words, everything)
    yield f"unsaid {min(_MOST + 1, len(new))}"
    yield f"said {4 * (len(words) - len(new)) // (len(words) or 1)}"


def _small_words(statement: str, said: str, quoted: str) -> Iterator[str]:
    """Which words that decide are there on both sides, on one, and whether any word has its opposite on the other."""
    tables = {name: any_phrase(rows(words)) for name, words in DECIDING.items()}
    own, theirs = ({name for name, one in tables.items() if one.search(text)} for text in (statement, said))
    yield from (f"came {name}" for name in sorted(own - theirs))
    yield from (f"gone {name}" for name in sorted(theirs - own))
    yield from (f"kept {name}" for name in sorted(own & theirs))
    mine, others = (len(reversal.denials(text)) for text in (statement, quoted))
    yield f"nots {min(_SOME, mine)} {min(_SOME, others)}"
    if reversal.has_opposites(statement, said):
        yield f"opposite {mine == others}"
    for name, reads in (
        ("keeps", reversal.keeps),
        ("removes", reversal.removes),
        ("refuses", reversal.refuses),
    ):
        if reads(statement) != reads(said):
            yield f"{name} {reads(said)}"


def _figures(statement: str, said: str) -> Iterator[str]:
    own, theirs = figures(statement, spelled=True), figures(said, spelled=True)
    if own | theirs:
        yield f"figures {bool(own & theirs)} {bool(own - theirs)} {bool(theirs - own)}"
    mine, others = bounds(statement)[0], bounds(said)[0]
    if mine or others:
        yield f"bounds {mine == others} {bool(mine - others)} {bool(others - mine)}"
