"""A correction that does not say of what.

In the talk the sentence on record that is most like it is asked about: a yes puts it in its place, a no that names another
sentence in the place of that one, and anything between stands behind it ("Corrected: …"). At the review nothing is asked, because
whoever has said the last thing wants to go: the words stand behind what they seem to correct, and "replace BR-001" leaves
them alone there. Where nothing on record is like it, it is told like anything else.

Elsewhere: which sentence is meant (`which_fact`), the change itself (`operations`).
"""

import re
from typing import Final

from roundtable.engine.briefing import Ask
from roundtable.facts import Fact
from roundtable.facts.evidence import Quote
from roundtable.interview.lead_ins import gives_words, without_ids, without_lead
from roundtable.interview.operations import REPLACES, Operations
from roundtable.interview.situation import Situation
from roundtable.interview.which_fact import (
    ID,
    fact_meant,
    fact_spoken_of,
    facts_named,
    shares_figure,
    text_of,
    told_last,
)
from roundtable.interview.wording import content_words, quoted
from roundtable.language.closed_forms import closed_form
from roundtable.language.phrases import leading_phrase, rows
from roundtable.language.sentences import sentences
from roundtable.language.tongue import opened

CORRECTED: Final = "Corrected: "
_LONGEST: Final = 25
"""Words of a reply that only says what is meant."""
_PARTLY: Final = rows("only | yes")
_REPLACE: Final = re.compile(
    rf"(?:yes,? |please |then )*replace (?:it|that|(?P<id>{ID.pattern}))[.!]?", re.IGNORECASE
)
_INSTEAD: Final = re.compile(r"(?:no,? )?(?:it|that|this) replaces (?P<what>\S.*)", re.IGNORECASE | re.DOTALL)


def asks_what_it_replaces(situation: Situation, first: Fact, new: Fact) -> Ask:
    """The question in the talk."""
    return Ask(
        text=f"Does that replace {first.id}, {quoted(text_of(first))}?",
        kinds=(first.kind,),
        about=f"{REPLACES}{first.id}|{new.headline}",
        topic=situation.asked.topic,
    )


def is_said_in(fact: Fact, start: int, end: int) -> bool:
    """Whether a fact of this answer was said in a part of it."""
    quotes = [item for item in fact.evidence if isinstance(item, Quote)]
    return any(start < quote.end and quote.start < end for quote in quotes)


def put_behind(operations: Operations, start: int, end: int) -> bool:
    """The words behind those that they seem to correct; whether there are such."""
    situation = operations.recorder.situation
    quote = situation.quote(start, end, corrects=True)
    named = facts_named(situation.analysis, quote.text)
    near = named[0] if named else fact_spoken_of(situation.analysis, quote.text)
    # What is told of today may be counted anew; a correction of anything else says how it will be.
    if near is None or (near.area == "why" and not named and not shares_figure(quote.text, text_of(near))):
        return False
    given = [quote.text[a:b] for a, b in sentences(quote.text) if gives_words(quote.text[a:b])]
    if given:  # "That is muddled now. It should say: …"
        operations.amend(near, opened(without_lead(given[-1])), quote)
        return True
    words = without_lead(quote.text)
    _add(operations, near, without_ids(words) or words, quote)
    operations.lines.append(f'"replace {near.id}" leaves nothing but the correction.')
    return True


def settle_what_was_left(situation: Situation, operations: Operations) -> bool:
    """A reply to the question, "replace BR-001", "it replaces the line about the limit": whether it was one."""
    asked, text = situation.asked.about, situation.heard.text.strip()
    if asked.startswith(REPLACES):
        return _replied(situation, operations)
    last = told_last(situation.analysis)
    if (other := _INSTEAD.fullmatch(text)) is not None and last:
        first = _meant(situation, other["what"], last[-1])
        return first is not None and operations.replace(f"{REPLACES}{first.id}|{last[-1].headline}")
    said = _REPLACE.fullmatch(text)
    if said is None:
        return False
    wanted = (said["id"] or "").upper()
    corrected = [fact for fact in situation.analysis.facts if CORRECTED in text_of(fact)]
    known = [fact for fact in corrected if wanted in {"", fact.id}]
    if not known:
        return False
    quote = situation.quote(0, len(situation.heard.text), corrects=True)
    operations.amend(known[-1], text_of(known[-1]).rpartition(CORRECTED)[2], quote)
    return True


def _replied(situation: Situation, operations: Operations) -> bool:
    """Whether what was heard says what the correction replaces: all, another sentence, or a part."""
    first_id, _, headline = situation.asked.about.removeprefix(REPLACES).partition("|")
    first = situation.analysis.get(first_id)
    new = next((fact for fact in reversed(situation.analysis.facts) if fact.headline == headline), None)
    text = situation.heard.text
    if first is None or new is None or len(text.split()) > _LONGEST:
        return False
    acts = [act.kind for act in situation.briefing.acts]
    form = closed_form(next(iter(text.split()), "").strip(",.;:!"), "choice")
    if acts == ["assent"]:
        return operations.replace(situation.asked.about)
    if form is not None and form.kind == "denial":
        other = _meant(situation, text, new)
        if other is None or other.id == first.id:
            return False
        return operations.replace(f"{REPLACES}{other.id}|{headline}")
    if leading_phrase(_PARTLY, text) is None:
        return False
    is_more = content_words(text) & (content_words(text_of(first)) | content_words(text_of(new)))
    words = (
        f"{without_lead(text_of(new)).rstrip(' .')}. {text.strip()}"
        if is_more
        else without_lead(text_of(new))
    )
    operations.retracted.append(new.id)
    _add(operations, first, words, situation.quote(0, len(text), corrects=True))
    return True


def _meant(situation: Situation, words: str, but: Fact) -> Fact | None:
    """The sentence that is named: by its id, by what is quoted, by what it is about."""
    named = facts_named(situation.analysis, words)
    by_words = fact_meant(situation.analysis, words)[0] if '"' in words or "“" in words else None
    return named[0] if named else by_words or fact_spoken_of(situation.analysis, words, but=but)


def _add(operations: Operations, fact: Fact, words: str, quote: Quote) -> None:
    operations.amend(fact, f"{text_of(fact).rstrip(' .')}. {CORRECTED}{words}", quote)
