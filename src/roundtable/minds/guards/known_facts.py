"""Operations on known facts: confirming, taking back, saying that there is none, merging. All but the last are for the person."""

import re
from collections.abc import Sequence
from typing import Final

from roundtable.engine.briefing import Briefing, Merge
from roundtable.facts import Fact, OpenQuestion, Priority
from roundtable.facts.evidence import Assumed, CodeAnchor, Evidence, Inferred, Quote
from roundtable.interview.slots import level_in
from roundtable.language.phrases import any_word
from roundtable.language.standings import standings
from roundtable.minds.guards import support
from roundtable.minds.guards.settling import leaves_open, takes_back
from roundtable.minds.guards.support import share_of, statement_of
from roundtable.minds.guards.text import content_words, sentences
from roundtable.minds.guards.verdict import Findings

_REFUSES: Final = re.compile(
    r"\W*(?:no(?! (?:problem|objection|doubt|issue|worries))|nope|nah|nein|non|niet|wrong|false|incorrect|"
    r"that(?:'s| is) (?:not|wrong)|not (?:right|quite|true|really))\b|[不没]",
    re.IGNORECASE,
)
_NONE: Final = re.compile(
    r"\b(?:no|not|none|nothing|nobody|no one|never|neither|nor|without|zero|nein|nicht\w*|kein\w*|niemand|pas|aucun\w*|"
    r"rien|sin|ningun\w*|nada|geen|niets|n/?a)\b|n['’]t\b|没|無|无|不",
    re.IGNORECASE,
)
_SAYS_THE_SAME: Final = 0.6
"""The share of its words that a fact must find in another to be merged into it."""
_HALF: Final = 0.5
_POINTS: Final = any_word("it|they|this|that|es|das|eso|cela|ça")
_NAMES_IT: Final = 2
"""Words that a question needs to tell which point it is about."""
_ABOUT_IT: Final = 0.75
"""The share of a fact's words that an answer must contain to be about it."""


def confirmed(ids: tuple[str, ...], briefing: Briefing, findings: Findings) -> tuple[str, ...]:
    """Only what was put to the person, or what their words are plainly about."""
    if not ids:
        return ()
    if (heard := briefing.heard) is not None and _REFUSES.match(heard.text):
        findings.dropped.append(f"{', '.join(ids)}: the person said no")
        return ()
    put = set(briefing.asked.proposes) if briefing.asked is not None else set[str]()
    kept: list[str] = []
    for fact_id in ids:
        if (fact := briefing.analysis.get(fact_id)) is not None and heard is not None:
            about = set(content_words(fact.headline))
            shared = about.intersection(content_words(heard.text))
            if fact_id in put or (about and len(shared) / len(about) >= _ABOUT_IT):
                kept.append(fact_id)
                continue
        findings.dropped.append(f"{fact_id}: the person did not confirm it")
    return tuple(kept)


def retracted(ids: tuple[str, ...], briefing: Briefing, findings: Findings) -> tuple[str, ...]:
    """Only what the person's words are about, and only when they take something back: nothing else may lose a fact."""
    said = sentences(briefing.heard.text) if briefing.heard is not None else ()
    kept: list[str] = []
    for fact_id in ids:
        fact = briefing.analysis.get(fact_id)
        put = briefing.asked is not None and fact_id in briefing.asked.proposes
        if fact is not None and any(_takes_it_back(one, fact, put=put) for one in said):
            kept.append(fact_id)
        else:
            label = f"withdraw of {fact_id}"
            findings.refuse("evidence", f"{label}: quote the person's words that take it back.", label)
    return tuple(kept)


def _takes_it_back(words: str, fact: Fact, question: str = "", *, put: bool = False) -> bool:
    """Whether words take something back, and speak of this fact, unless it was just put to the person.

    A rank is taken back by who names what has it and says that it has none.
    """
    ids = (fact.id, *fact.references)
    is_named = any(re.search(rf"\b{re.escape(one)}\b", words) for one in ids if one)
    about = content_words(statement_of(fact))
    is_about = put or is_named or support.covered(content_words(f"{words} {question}"), about) > 0.0
    if isinstance(fact, Priority):
        parts = support.clauses(words)
        is_given = any(level_in(part) == fact.level and not says_none(part) for part in parts)
        return is_about and not is_given and (takes_back(words) or says_none(words))
    return is_about and takes_back(words)


def says_none(text: str) -> bool:
    return bool(_NONE.search(text))


def none_of(kinds: tuple[str, ...], briefing: Briefing, findings: Findings) -> tuple[str, ...]:
    if not kinds or (briefing.heard is not None and says_none(briefing.heard.text)):
        return kinds
    findings.dropped.append(f"none of {', '.join(kinds)}: the person did not say so")
    return ()


def may_merge(merge: Merge, new: Sequence[Fact], briefing: Briefing, findings: Findings) -> bool:
    """Whether the fact that stays, a known one or a `new` one, says what the other says; else whether this one may go.

    An open question goes with words that answer it, what was said with words that take it back, and what nobody said (it rests
    on code, or on nothing) with a line that shows it or a reason.
    """
    fact, stays = briefing.analysis.get(merge.fact_id), briefing.analysis.get(merge.into)
    stays = stays or next((one for one in new if one.id and one.id == merge.into), None)
    label = f"merge of {merge.fact_id}"
    if fact is None or stays is fact or (merge.into and stays is None):
        findings.refuse("evidence", f"{label} into {merge.into or 'nothing'}: there is no such fact.", label)
        return False
    if stays is not None:
        if share_of(fact.headline, statement_of(stays)) >= _SAYS_THE_SAME:
            return True
        reason = f'{label}: {merge.into} does not say "{fact.headline[:80]}". Amend it first, or leave both.'
        findings.refuse("evidence", reason, label)
        return False
    quotes = [item for item in merge.evidence if isinstance(item, Quote)]
    is_nobodys = not (isinstance(fact, OpenQuestion) or any(map(_is_theirs, fact.evidence)))
    if is_nobodys and merge.evidence and not quotes:
        return True
    found = [support.find_quote(quote.text, briefing.analysis, quote.turn) for quote in quotes]
    if found and all(quote is not None and _settles(quote, fact, briefing) for quote in found):
        return True
    is_open = isinstance(fact, OpenQuestion)
    op, verb = ("settle", "answer it") if is_open else ("withdraw", "take it back")
    label = f"{op} of {merge.fact_id}"
    findings.refuse("evidence", f"{label}: quote the person's words that {verb}.", label)
    return False


def _is_theirs(item: Evidence) -> bool:
    return not isinstance(item, CodeAnchor | Inferred | Assumed)


def _settles(quote: Quote, fact: Fact, briefing: Briefing) -> bool:
    """Whether words answer an open question, or take back what was said no later: with a word of it, or just asked for it."""
    if (turn := briefing.analysis.turn(quote.turn)) is None:
        return False
    sentence = support.sentence_around(turn.text, quote.start, quote.end)
    if not isinstance(fact, OpenQuestion):
        rests_on = [item.turn for item in fact.evidence if isinstance(item, Quote)]
        is_later = turn.number >= max(rests_on, default=0)
        return is_later and _takes_it_back(quote.text, fact, f"{turn.question} {sentence}")
    stands = next(iter(standings(turn.text, quote.start, quote.end)))
    if leaves_open(quote.text, turn.question) or "open" in (support.standing_of(sentence, turn), stands):
        return False
    # "What does it return?" asks for whatever is open: what is answered first is that.
    is_vague = _POINTS.search(turn.question) and len(content_words(turn.question)) < _NAMES_IT
    is_pointing = bool(is_vague) and not turn.text[: quote.start].strip()
    return is_pointing or share_of(fact.headline, f"{sentence} {turn.question}") >= _HALF
