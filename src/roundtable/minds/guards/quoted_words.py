"""One fact against the words that are quoted for it: why they do not carry it. `fact_check` refuses it with what is said here.

Words carry no fact that says the opposite, gives one thing what was said of another, changes a unit or a bound, wants what was
left open, put off or left alone, makes a target of how it is today, or says of somebody what the speaker said of themselves.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from roundtable.analysis.analysis import Turn
from roundtable.engine.briefing import Briefing
from roundtable.facts import DirectChange, ErrorCase, Fact, OutOfScope, Stakeholder, UserType
from roundtable.facts.evidence import Quote
from roundtable.language.phrases import any_phrase, any_word, rows
from roundtable.language.standings import standings
from roundtable.minds.guards import reversal, settling, support
from roundtable.minds.guards.bearing import Place, borne_out
from roundtable.minds.guards.exchanged import is_exchanged
from roundtable.minds.guards.figures import LONGEST_READ, SMALL, bounds, figures, measures
from roundtable.minds.guards.limits import lost_limit, widened
from roundtable.minds.guards.protocol import speaks_to_assistants
from roundtable.minds.guards.text import FIRST_PERSON, content_words, sentences, stems

_WITH_PEOPLE: Final = frozenset(rows("problem|stakeholder|user_type|need|constraint|business_rule"))
_DEMANDS: Final = rows("asked|asks|demanded|demands|requested|insisted|insists|complained|promised")
"""What somebody is only said to have done if the person said so."""
ONLY_WANTED: Final = frozenset({"requirement", "need", "success_metric", "story", "priority"})
"""What no code can show: somebody has to want it."""
_WISHES: Final = frozenset(rows("requirement|need|success_metric|story|quality|criterion|out_of_scope"))
"""What somebody wishes: often the opposite of what is."""
_RULES: Final = frozenset(rows("business_rule|error_case|decision|constraint"))
_SETTLED: Final = _WISHES - {"out_of_scope"} | _RULES
"""What rests on words that settle something."""
_RANKS_OR_ASKS: Final = frozenset({"open_question", "priority"})
_PLACES: Final = frozenset({"path", "change"})
_TOLD_WHOLE: Final = (ErrorCase, DirectChange, UserType)
_LIMITED: Final = _RULES | {"requirement", "quality", "success_metric", "assumption"}
_HARDLY: Final = 0.2
"""Words that are wanted with no more than this share carry no wish. Of 80 thoughts that were written down before, by somebody who
had not seen the guards, this stops eight of the forty bad ones more, and one of the good ones."""
_NOT_AT_ALL: Final = 0.005
"""Where the words themselves ask for something ("should be kept")."""
_UNLIKELY: Final = 0.08
"""Words that bear a fact out no more than this do not say it, whatever the rules about meaning find."""
_UNMEASURED: Final = frozenset({"open_question", "out_of_scope", "assumption", "problem", "note"})
_DOUBT: Final = rows(
    "maybe | perhaps | not sure | unsure | no idea | don['’]t know | don['’]t care | undecided | torn | let['’]s see | we['’]ll see | mal sehen | ya veremos | on verra | in the air"
)
"""What says that nothing is settled."""
_TELLS: Final = any_word(
    "is|are|was|were|takes|took|had|have|has|do|does|did|gets?|got|about|around|roughly|ist|sind|war|liegt|dauert|etwa|rund|es|son|hay|tarda|unos"
    "|unas|hacemos|est|sont|prend|environ|or so"
)
_WANTS: Final = any_word(
    r"(?:want|should|must|ha[sv]e? to|enough|soll|muss|reicht|quiero|debe|basta|doit|veux|faut|suffit)\w*"
)
"""How people tell how much it is, and how they ask for so much."""


def objections(fact: Fact, quote: Quote, turn: Turn, briefing: Briefing, changed: str = "") -> Iterator[str]:
    """Why quoted words do not carry a fact, or what is `changed` in it, each as the end of a sentence about it."""
    place = (turn.text, quote.start, quote.end)
    sentence = support.sentence_around(*place)[:LONGEST_READ]
    # When it happens is half of an error; the other half says what is then done, or not.
    apart = _PLACES | {"message"} if _is_shown(getattr(fact, "message", ""), briefing) else _PLACES
    whole = support.statement_of(fact, without=apart) if isinstance(fact, _TOLD_WHOLE) else fact.headline
    told, statement = changed or whole, changed or support.statement_of(fact)
    if isinstance(fact, DirectChange):  # how the code is today is for the code to show
        told = " ".join(filter(_WANTS.search, support.clauses(told))) or told
    wishes, denies = fact.kind in _WISHES, reversal.says_no(told)
    stands = _standing(*_behind_lead(_part_of(quote, told), told, turn), turn, briefing)
    may_keep = isinstance(fact, DirectChange) and not (denies or _WANTS.search(told))
    is_kept = may_keep and reversal.rules_out(*place)
    is_out = fact.kind == "out_of_scope"
    is_part = is_out and reversal.obliges(sentence)
    borne = borne_out(fact.kind, told, Place(*place))
    may_reach = fact.kind in _LIMITED and borne < support.LIKELY
    # To be left out is a denial in itself; which rank is given, and denied, is read by itself (`fact_check`).
    is_turned = (
        not (is_out or fact.kind in _RANKS_OR_ASKS)
        and not (wishes and stands == "today" and not reversal.keeps(sentence))
        and borne < support.LIKELY
        and (
            (fact.kind in _LIMITED and not changed and apart == _PLACES and borne < _UNLIKELY)
            or reversal.is_turned_round(told, *place, wishes=wishes)
            or is_exchanged(told, sentence)
        )
    )
    is_left_out = stands == "dropped" and fact.kind in _SETTLED and not denies
    if wishes and settling.LEFT_ALONE.search(sentence):
        is_left_out |= not (is_out or reversal.keeps(told))
    if speaks_to_assistants(sentence):
        yield f': "{quote.text[:80]}" speaks to assistants, and is evidence of nothing.'
    # "Sales decides that" leaves it open, but not for a rule that says so itself.
    is_open = (
        (stands in {"open", "other"} or (stands == "example" and fact.kind != "criterion"))
        and fact.kind in _SETTLED
        and not any(map(settling.leaves_open, support.clauses(told)))
    )
    if is_left_out or is_open:
        yield f': the person left it open, or out: "{quote.text[:120]}". Write down that, or ask.'
    if wishes and not is_out and stands == "today" and _wishes_what_is(fact, statement, told, place):
        yield f': "{quote.text[:120]}" tells how it is today. Quote the words that ask for it.'
    elif fact.kind not in _UNMEASURED and (
        wrong := _changed_measure(fact, statement, turn, briefing, sentence)
    ):
        yield f': the person did not say "{wrong}", but "{quote.text[:120]}". Keep their unit and bound.'
    if is_kept or is_part or is_turned:
        yield f' turns round what the person said: "{quote.text[:120]}". Keep their meaning.'
    if may_reach and (lost := lost_limit(support.statement_of(fact), sentence)):
        yield f': the person said so only with "{lost[:120]}". Keep that.'
    if may_reach and (lost := widened(statement, sentence)):
        yield f': "{lost[:120]}" is more than the person said. Keep that.'
    if whom := _said_of_themselves(fact, sentence, briefing):
        yield f': the person said "{quote.text[:80]}" of themselves, not of {whom}.'
    asked_for = any_phrase(_DEMANDS).search(statement if fact.kind in _WITH_PEOPLE else "")
    if asked_for and not any_phrase(_DEMANDS).search(f"{sentence} {turn.question}"):
        yield f': nobody said that anybody "{asked_for.group()}". Say only what the person said of them.'


def _part_of(quote: Quote, told: str) -> Quote:
    """Of several quoted sentences those that a fact speaks of: how the person stands to the others is not asked."""
    words = content_words(told)
    about = [one for one in sentences(quote.text) if support.covered(content_words(one), words)]
    if not about:
        return quote
    start, end = quote.text.index(about[0]), quote.text.rindex(about[-1]) + len(about[-1])
    return quote.changed(start=quote.start + start, end=quote.start + end, text=quote.text[start:end])


def _is_shown(message: str, briefing: Briefing) -> bool:
    """Whether a message stands in code that was shown, be it in several strings: then nobody has to have said it."""
    words = content_words(message)
    return bool(words) and any(
        support.covered(words, content_words(one.text)) == 1.0 for one in briefing.shown
    )


def _behind_lead(quote: Quote, told: str, turn: Turn) -> tuple[Quote, str]:
    """A quote and its sentence without what takes back something else in front: "I take that back: X" wants X."""
    sentence = support.sentence_around(turn.text, quote.start, quote.end)
    begin, words = max(turn.text.rfind(sentence, 0, quote.end + len(sentence)), 0), content_words(told)
    starts = support.clause_starts(sentence)
    at = 0
    for start, end in pairwise(starts):
        lead = sentence[start:end]
        own = content_words(lead)
        announces = begin + end <= quote.start or lead.rstrip().endswith(":") or not own
        if not announces or support.covered(own, words) or not settling.takes_back(lead):
            break
        at = end
    start = max(quote.start, begin + at)
    if start >= quote.end:
        return quote, sentence[:LONGEST_READ]
    text = turn.text[start : quote.end]
    return quote.changed(start=start, text=text), sentence[at:][:LONGEST_READ]


def _standing(quote: Quote, sentence: str, turn: Turn, briefing: Briefing) -> str:
    """How the person stands to the quoted words, where they hardly want them; by a known fact that rests on them, or as they read."""
    left_out = [one for fact in briefing.analysis.of(OutOfScope) for one in fact.evidence]
    spans = [one for one in left_out if isinstance(one, Quote) and one.turn == quote.turn]
    if any(one.start < quote.end and quote.start < one.end for one in spans):
        return "dropped"
    shares = standings(turn.text, quote.start, quote.end)
    is_asked_for = reversal.obliges(quote.text)
    if shares["wanted"] < (_NOT_AT_ALL if is_asked_for else _HARDLY):
        return next(iter(shares))
    if is_asked_for:
        return ""
    if any_phrase(_DOUBT).search(quote.text) or settling.leaves_open(quote.text, turn.question):
        return "open"
    if settling.PUT_OFF.search(sentence):
        return "dropped"
    parts = support.touched(turn.text, quote.start, quote.end)
    is_wanted = any(map(_WANTS.search, parts))
    if any(map(settling.TODAY.search, parts)) and not is_wanted:
        return "today"
    reads = support.standing_of(sentence, turn, shares)
    return "" if reads == "today" and is_wanted else reads


def _wishes_what_is(fact: Fact, statement: str, told: str, place: tuple[str, int, int]) -> bool:
    """Whether a wish says again what is so today, or makes a measure of it the target."""
    sentence = support.sentence_around(*place)[:LONGEST_READ]
    told_today = [part for part in support.clauses(sentence) if not (bounds(part)[0] or _WANTS.search(part))]
    shared = figures(statement, spelled=True) & figures(" ".join(told_today), spelled=True)
    is_target = bool(shared) and (fact.kind in {"quality", "success_metric"} or bool(bounds(statement)[0]))
    return is_target or reversal.restates(told, *place)


def _changed_measure(fact: Fact, statement: str, turn: Turn, briefing: Briefing, sentence: str) -> str:
    """A figure of the person's with another unit, the opposite bound, or a bound where they only told how much it is."""
    theirs = measures(f"{sentence} {turn.question}")
    for figure, units in sorted(measures(statement).items()):
        if units.isdisjoint(theirs.get(figure, units)):
            return f"{figure} {min(units)}"
    known = briefing.analysis.get(fact.id) if fact.id else None
    told = f"{sentence} {turn.question} {support.statement_of(known) if known else ''}"
    asks = reversal.obliges(sentence) or _WANTS.search(sentence)
    may_bound = asks or not _TELLS.search(sentence) or bounds(told)[0]
    for clause in support.clauses(statement):
        (own, rest), given = bounds(clause), figures(clause, spelled=True) - SMALL
        for said in support.clauses(sentence) if own else ():
            other, beside = bounds(said)
            if given & figures(said, spelled=True):
                # Who is above the most is an error; who is not above it is within it.
                is_same_side = reversal.is_negated(rest) == reversal.is_negated(beside)
                is_opposite = other and own.isdisjoint(other) and is_same_side
                if not may_bound or (is_opposite and not isinstance(fact, ErrorCase)):
                    return clause.strip(" .,;")
    return ""


def _said_of_themselves(fact: Fact, sentence: str, briefing: Briefing) -> str:
    """Somebody whom the speaker named elsewhere, and to whom words are given that the speaker said of themselves."""
    if not FIRST_PERSON.search(sentence):
        return ""
    here, elsewhere = set(content_words(sentence)), " ".join(turn.text for turn in briefing.analysis.turns)
    if isinstance(fact, Stakeholder | UserType):
        name = set(content_words(fact.headline))
        return fact.name if not name & here and name <= set(content_words(elsewhere)) else ""
    names = (word.strip(".,;:!?") for word in fact.headline.split() if word.istitle())
    words, own = re.findall(r"\w+", elsewhere), re.findall(r"\w+", sentence)
    nouns = set(stems(" ".join(word for word in words if word.islower())))
    named = (one for one in names if one in words and one not in own and nouns.isdisjoint(stems(one)))
    return next((one for one in named if content_words(one)), "")
