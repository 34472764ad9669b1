"""The request as the first thing that was said: its title is what is wished, or for a defect what goes wrong."""

from collections.abc import Sequence
from typing import Final

from roundtable.analysis.analysis import Turn
from roundtable.engine.briefing import Ask
from roundtable.facts import Fact, Problem, Requirement
from roundtable.facts.evidence import Quote
from roundtable.interview.recording import Recorder
from roundtable.interview.situation import Situation
from roundtable.interview.stating import statements_in
from roundtable.interview.wording import title_of
from roundtable.language.natures import complains
from roundtable.language.phrases import leading_phrase, rows
from roundtable.language.sentences import sentences

_NO_DRAFT: Final = "(No draft available)"
_ASKED: Final = Ask(text="What should be built, and why?", kinds=("requirement", "problem"))
_REST: Final = _ASKED.model_copy(update={"kinds": ("problem", "requirement")})
"""Behind the wish itself mostly stands what it is for."""

_A_STORY: Final = 8
"""Words; whoever begins with fewer says what they want."""
_WISHES: Final = rows(
    "i would like | i'd like | i want | we want | we'd like | we need | please | it should | there should"
)
"""How a wish begins where what goes wrong was told first."""


def facts_of_draft(situation: Situation) -> list[Fact]:
    """One fact for each sentence of the request; nothing where there is none, or where facts are known already."""
    analysis = situation.analysis
    text = analysis.draft or analysis.title
    if analysis.facts or not text.strip() or text.strip() == _NO_DRAFT:
        return []
    reading = _as_heard(situation, text)
    recorder = Recorder(reading)
    spans = sentences(text)
    first = next(((a, b) for a, b in spans if any(sign.isalnum() for sign in text[a:b])), None)
    if first is None:
        return []
    rest = _as_heard(situation, text, _REST)
    wish = _wish(rest, spans)
    start, end = wish or first
    heading = text[start:end].lstrip("# ")
    start = end - len(heading)
    quote = reading.quote(start, end)
    _take_request(recorder, quote, is_complaint=wish is None and complains(text))
    for statement in statements_in(rest, [span for span in spans if span[1] <= start or span[0] >= end]):
        if not statement.text.lstrip().startswith("#"):
            recorder.take(statement)
    return recorder.facts


def _take_request(recorder: Recorder, quote: Quote, *, is_complaint: bool) -> None:
    if is_complaint:
        recorder.add(Problem, (quote,), text=quote.text)
    else:
        recorder.add(Requirement, (quote,), title=title_of(quote.text), text=quote.text)


def _wish(situation: Situation, spans: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """The wish of a request that tells first what goes wrong."""
    text = situation.heard.text
    kinds = [found[0].kind for span in spans if (found := statements_in(situation, [span]))]
    first = text[slice(*spans[0])]
    if kinds[:1] not in (["problem"], [None]) or len(first.split()) < _A_STORY:
        return None
    return next((span for span in spans if leading_phrase(_WISHES, text[slice(*span)])), None)


def _as_heard(situation: Situation, text: str, asked: Ask = _ASKED) -> Situation:
    return situation.but(heard=Turn(number=0, text=text), asked=asked)
