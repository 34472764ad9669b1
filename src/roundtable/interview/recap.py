"""What is known so far, on request: the person's sentences with their ids, what is missing, where a fact comes from."""

from collections.abc import Sequence
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.engine.briefing import Thought
from roundtable.facts import Fact, OpenQuestion, Priority
from roundtable.facts.evidence import CodeAnchor, Confirmed, HandEdit, Quote
from roundtable.interview.code_answers import IN_CODE, NO_NAME, about_code, asks_for_place
from roundtable.interview.contradictions import still_in_conflict
from roundtable.interview.named import messages_in
from roundtable.interview.own_words import own_words
from roundtable.interview.situation import Situation
from roundtable.interview.which_fact import facts_named
from roundtable.interview.wording import content_words, quoted
from roundtable.language.phrases import any_phrase, rows

_NEAR: Final = 0.4
_LONGEST: Final = 400
"""Letters of a sentence that is read back whole: what is wrong may stand in its middle."""
_SAID: Final = rows("said | say | told")
"""Words with which people ask who was the source of something."""
_READ_BACK: Final = (
    'This is what I have. "drop {0}", "{0}: new words" or "{0} is a constraint" changes a line.'
)
_AREAS: Final = ("why", "who", "what", "limits", "not", "how", "where", "not_where", "rank", "note", "open")


def recap(situation: Situation) -> Thought:
    """Status, one document's facts, or where something comes from: `criterion` says which."""
    kind, _, about = situation.briefing.task.criterion.partition(":")
    analysis = situation.analysis
    wanted = content_words(about)
    meant = [fact for fact in _said(analysis) if wanted & content_words(_matter(fact))]
    shown = facts_named(analysis, about) or meant
    if kind != "who_said" and (told := own_words(analysis, about)):
        return Thought(contributions=situation.says(told))
    is_place = kind != "who_said" and not shown and asks_for_place(about)
    is_code = any_phrase(IN_CODE).search(about) is not None or bool(messages_in(about))
    if is_place or (is_code and not any_phrase(_SAID).search(about)):
        found = about_code(situation, about) or situation.says(NO_NAME if is_place else "")
        if found:
            return Thought(contributions=found)
    if kind == "who_said":
        return Thought(contributions=situation.says(_source(analysis, about.strip())))
    return Thought(contributions=situation.says(_lines(analysis, shown or _said(analysis))))


def review(situation: Situation) -> Thought:
    """Before the closing question every sentence is read back under its id, and what cannot both hold is named."""
    analysis = situation.analysis
    known = _said(analysis)
    lead = _READ_BACK.format(known[-1].id) if known else ""
    told = situation.says(f"{lead}\n{_lines(analysis, known)}" if known else "")
    if (pair := still_in_conflict(analysis)) is not None:
        first, second = pair
        told += situation.says(
            f"{first.id} {quoted(first.headline)} and {second.id} {quoted(second.headline)} can hardly both hold. "
            f'"drop {first.id}" or "drop {second.id}" settles it.'
        )
    return Thought(contributions=told)


def known_about(analysis: Analysis, text: str) -> str:
    """The recorded sentence that a question is about; empty when none is near."""
    named = facts_named(analysis, text)
    if named:
        return f'On record, {named[0].id}: "{named[0].headline}"'
    words = content_words(text)
    shared = [(len(words & content_words(fact.headline)), fact) for fact in reversed(_said(analysis))]
    most, best = max(shared, key=lambda entry: entry[0], default=(0, None))
    if best is None or most < _NEAR * (len(words) or 1):
        return ""
    return f"On record, {best.id}: {quoted(best.headline)}"


def _said(analysis: Analysis) -> list[Fact]:
    facts = [f for f in analysis.facts if f.area != "code" and not isinstance(f, Priority)]
    return sorted(facts, key=lambda fact: _AREAS.index(fact.area) if fact.area in _AREAS else len(_AREAS))


def _matter(fact: Fact) -> str:
    return f"{fact.kind.replace('_', ' ')} {fact.noun} {fact.area} {fact.home[0].partition('.')[0].replace('-', ' ')}"


def _lines(analysis: Analysis, facts: Sequence[Fact]) -> str:
    if not facts:
        return "Nothing but your request so far."
    # All of them: an id is how one names a sentence, and what it counts as is what may be wrong.
    lines: list[str] = []
    for fact in facts:
        parts = (
            f"{fact.id} {quoted(fact.headline, longest=_LONGEST)}",
            fact.noun,
            analysis.priority_of(fact.id),
        )
        lines.append(" · ".join(filter(None, parts)))
    missing = sum(isinstance(fact, OpenQuestion) for fact in facts)
    return "\n".join([*lines, *([f"Open: {missing}."] if missing else [])])


def _source(analysis: Analysis, about: str) -> str:
    fact = analysis.get(about.strip(" .?").upper())
    if fact is None:
        near = known_about(analysis, about).partition(":")[0].removeprefix("On record, ")
        fact = analysis.get(near) or (analysis.facts[-1] if analysis.facts else None)
    if fact is None:
        return "Nothing is recorded yet."
    for item in reversed(fact.evidence):
        match item:
            case Quote() if item.turn:
                return f"{fact.id} is from your message {item.turn}: {quoted(item.text)}"
            case Quote():
                return f"{fact.id} is from the request."
            case Confirmed():
                return f"{fact.id} was proposed, and you agreed in message {item.turn}."
            case CodeAnchor():
                return f"{fact.id} was seen in the code, at `{item.path}`."
            case HandEdit():
                return f"{fact.id} stands in {item.document}, written by hand."
            case _:
                continue
    return f"{fact.id} is an assumption of ours."
