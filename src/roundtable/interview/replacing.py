"""A correction that does not say of what.

It is kept as a note, and the sentence on record that is most like it is asked about: a yes puts it in its place, a no that
names another sentence in the place of that one; after anything else both stand. Where nothing on record is like it, it is told
like anything else.

Elsewhere: which sentence is meant (`which_fact`), the change itself (`operations`).
"""

import re
from collections.abc import Iterable
from typing import Final

from roundtable.engine.briefing import Ask
from roundtable.engine.hearing import REVIEW
from roundtable.facts import Fact, Note
from roundtable.facts.evidence import Quote
from roundtable.interview.lead_ins import about_item, announces, edits_page, gives_words, without_lead
from roundtable.interview.operations import Operations
from roundtable.interview.situation import REPLACES, Situation
from roundtable.interview.taken import Taken
from roundtable.interview.which_fact import (
    ID,
    clause_like,
    fact_meant,
    fact_spoken_of,
    facts_named,
    shares_figure,
    text_of,
    told_last,
    two_facts,
)
from roundtable.interview.wording import quoted
from roundtable.language.acts import Act
from roundtable.language.closed_forms import first_word
from roundtable.language.phrases import any_phrase, leading_phrase, rows
from roundtable.language.records import record_share
from roundtable.language.sentences import sentences
from roundtable.language.tongue import opened

_LONGEST: Final = 25
"""Words of a reply that only says what is meant."""
_LEAD: Final = 20
"""Letters in front of what is asked about whole; of a part of what was said it is shown which."""
_A_CLAUSE: Final = 4
"""Words behind a colon that may take the place of a clause."""
_PARTLY: Final = rows("only | yes")
_ONLY: Final = rows("only")
_BUT: Final = rows("but | except | only")
_SAYS_SO: Final = 0.5
"""So likely must a no be about the two lines ("no, that one is new") to tell nothing else."""
_REPLACES_IT: Final = re.compile(
    rf"(?:no,? )?(?:it|that|this) replaces (?P<what>\S.*)|(?:yes,? |please |then )*replace (?P<id>{ID.pattern})[.!]?",
    re.IGNORECASE | re.DOTALL,
)


def asks_what_it_replaces(situation: Situation, first: Fact, new: Fact) -> Ask:
    """The question in the talk."""
    text = text_of(first)
    part = text[slice(*clause_like(text, text_of(new)))]
    is_whole = text_of(new).casefold() in situation.heard.text.casefold()[: len(text_of(new)) + _LEAD]
    that = "that" if is_whole else quoted(text_of(new))
    return Ask(
        text=f"Does {that} replace {first.id}, {quoted(part)}?",
        kinds=(first.kind,),
        about=f"{REPLACES}{first.id}|{new.headline}",
        topic=situation.asked.topic,
    )


def what_it_replaces(operations: Operations, taken: Taken, acts: Iterable[Act]) -> Ask | None:
    """Something was corrected in the talk, and nothing on record has changed by it: the question about that."""
    situation = operations.recorder.situation
    text = situation.heard.text
    spans = [(act.start, act.end) for act in acts if act.kind == "correction"]
    spans += [(start, end) for start, end in sentences(text) if announces(text[start:end])]
    if not spans or operations.lines or operations.trouble or situation.asked.about == REVIEW:
        return None
    new = [fact for fact in taken.noted if any(_is_said_in(fact, *span) for span in spans)]
    pair = operations.may_replace(new)
    return asks_what_it_replaces(situation, *pair) if pair is not None else None


def _is_said_in(fact: Fact, start: int, end: int) -> bool:
    """Whether a fact of this answer was said in a part of it."""
    quotes = [item for item in fact.evidence if isinstance(item, Quote)]
    return any(start < quote.end and quote.start < end for quote in quotes)


def keep_beside(operations: Operations, taken: Taken, start: int, end: int) -> bool:
    """The words as a note beside those that they seem to correct, and the question about both; whether there are such."""
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
    text = opened(about_item(without_lead(quote.text)))
    if not text or edits_page(quote.text):
        return False
    note = operations.recorder.add(Note, (quote,), text=text, about=near.area)
    taken.asks = asks_what_it_replaces(situation, near, note)
    operations.kept.append(note)
    return True


def settle_what_was_left(situation: Situation, operations: Operations) -> bool:
    """A reply to the question, "replace BR-001", "it replaces the line about the limit": whether it was one."""
    asked, text = situation.asked.about, situation.heard.text.strip()
    said = _REPLACES_IT.fullmatch(text)
    if asked.startswith(REPLACES) and not (said and said["id"]):
        return _replied(situation, operations)
    last = told_last(situation.analysis)
    first = _meant(situation, said["id"] or said["what"], last[-1]) if said and last else None
    return first is not None and operations.replace(f"{REPLACES}{first.id}|{last[-1].headline}")


def _replied(situation: Situation, operations: Operations) -> bool:
    """Whether what was heard says what the correction replaces: all, another sentence, or a part."""
    first, new = two_facts(situation.analysis, situation.asked.about)
    text = situation.heard.text
    if first is None or new is None or len(text.split()) > _LONGEST:
        return False
    acts = [act.kind for act in situation.briefing.acts]
    form = first_word(text)
    if acts == ["assent"]:
        return operations.replace(situation.asked.about)
    start, end = clause_like(text_of(first), text)
    given = text.partition(": ")[2]
    if any_phrase(_PARTLY).search(text) and len(given.split()) >= _A_CLAUSE:
        # "Only the number: the job exits with 2" gives the words itself.
        start, end = clause_like(text_of(first), given)
        stop = "." if text_of(first)[start:end].endswith(".") else ""
        whole = f"{text_of(first)[:start]}{given.rstrip(' .')}{stop}{text_of(first)[end:]}"
        operations.retracted.append(new.id)
        operations.amend(first, whole, situation.quote(0, len(text), corrects=True))
        return True
    if any_phrase(_ONLY).search(text) and end - start < len(text_of(first).rstrip(" .")):
        return operations.replace(situation.asked.about, named=text)  # "only the part about the exit code"
    if form is not None and form.kind == "denial":
        other = _meant(situation, text, new, but=first)
        if other is None:
            return record_share(text) >= _SAYS_SO
        return operations.replace(f"{REPLACES}{other.id}|{new.headline}")
    if any_phrase(_PARTLY).search(text) is None:
        return False
    behind = text.lstrip()[len(text.split()[0]) :].lstrip(" ,.;:!-–")
    says_yes = form is not None and form.kind == "assent" and leading_phrase(_BUT, behind) is None
    if says_yes and len(behind.split()) >= _A_CLAUSE:
        operations.retracted.append(new.id)  # "yes. It goes to the start page": these are the words that hold
        operations.amend(first, opened(behind), situation.quote(0, len(text), corrects=True))
        return True
    operations.trouble = f'Both stand. "{first.id}: …" with the words that hold puts it right.'
    return True


def _meant(situation: Situation, words: str, new: Fact, but: Fact | None = None) -> Fact | None:
    """The sentence that is named: by its id, by what is quoted, by what it is about; not the new one, nor the one asked about."""
    found: list[Fact | None] = [*facts_named(situation.analysis, words)]
    if not found:
        by_words = fact_meant(situation.analysis, words)[0] if '"' in words or "“" in words else None
        found = [by_words or fact_spoken_of(situation.analysis, words, but=new)]
    return next((one for one in found if one is not None and one != but), None)
