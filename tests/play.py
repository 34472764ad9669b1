"""Plays the engine without a disk or a mind: requests are answered at once, so a test reads like a session."""

from collections.abc import Callable, Generator, Iterable
from functools import cache
from typing import cast

import pytest

from outcomes import outcome_of
from roundtable.analysis.analysis import Analysis, Turn
from roundtable.analysis.content import Library, Step
from roundtable.analysis.phases import Depth
from roundtable.analysis.scanning import QuickScan
from roundtable.engine import hearing
from roundtable.engine.briefing import Briefing, Contribution, Synthesis, Thought
from roundtable.engine.decide import decide
from roundtable.engine.events import AnyEvent, Awaited, Ended, MenuShown, Said
from roundtable.engine.fold import fold_all
from roundtable.engine.inputs import Begin, Hear, Input, NoteCrossCheck
from roundtable.engine.state import Progress, SessionState
from roundtable.facts import Fact, Note
from roundtable.facts.evidence import Quote
from roundtable.language.acts import Act, ActKind
from roundtable.language.closed_forms import closed_form
from roundtable.library.loading import load_library

NOON = "2026-02-20T12:00:00.000Z"
Thinker = Callable[[Briefing], Thought]


@cache
def shipped() -> Library:
    """The library as it ships."""
    return load_library(None)


def a_step(step_id: str = "01-01", **details: object) -> Step:
    """A small step with one question and no validation."""
    fields: dict[str, object] = {
        "step_id": step_id,
        "title": f"Step {step_id}",
        "persona": "business-analyst",
        "depth": Depth.STANDARD,
        "outputs": ("requirements-spec.md",),
        "phase_key": {
            "00": "00-quick-scan",
            "01": "01-requirements",
            "02": "02-impact-analysis",
            "03": "03-architecture",
            "04": "04-design",
        }[step_id[:2]],
        "path": f"{step_id}.md",
        "standard": f"1. What about {step_id}?",
        "body": f"1. What about {step_id}?",
    }
    return Step.model_validate(fields | details)


def a_library(*steps: Step) -> Library:
    """The shipped personas and agents with these steps."""
    return shipped().model_copy(update={"steps": steps})


def a_state(library: Library | None = None, **details: object) -> SessionState:
    """A fresh stepped session on a small item."""
    fields: dict[str, object] = {
        "slug": "discount-codes",
        "title": "discount codes",
        "library": library or shipped(),
        "analysis": Analysis(
            slug="discount-codes", title="discount codes", turns=(Turn(number=0, text="Add discount codes."),)
        ),
    }
    fields |= details
    return SessionState.model_validate(fields)


def plain_mind(briefing: Briefing) -> Thought:
    """Says a word, keeps every answer as a note, asks nothing of its own."""
    task = briefing.task
    name = briefing.persona.first_name
    match task.kind:
        case "frame":
            return Thought(
                contributions=(_word(task.persona, "we have a first idea"),), focus="What is missing?"
            )
        case "contribute":
            return Thought(contributions=(_word(task.persona, f"{name} has point {len(briefing.said)}."),))
        case "synthesise":
            return Thought(
                synthesis=Synthesis(
                    insights=(("Maya", "people matter"), ("Alex", "so does code")),
                    summary="we found two points",
                )
            )
        case "summarise_phase":
            return Thought(contributions=(_word(task.persona, "there are two requirements"),))
        case "answer_back":
            return Thought(contributions=(_word(task.persona, f"{name} answers that."),))
        case "recap":
            return Thought(contributions=(_word(task.persona, f"Here it is ({task.criterion})."),))
        case "take_answer" | "take_feedback" | "take_draft_reply" | "converse":
            heard = briefing.heard
            if heard is None:
                return Thought()
            quote = Quote(turn=heard.number, start=0, end=len(heard.text), text=heard.text)
            fact = Note(text=heard.text, evidence=(quote,), document="requirements-spec.md")
            return Thought(contributions=(_word(task.persona, "Noted."),), facts=(fact,))
        case _:
            return Thought()


def _word(persona: str, text: str) -> Contribution:
    return Contribution(persona=persona, text=text)


MEANT = {
    "what do you have so far?": "command status",
    "let's continue tomorrow": "command pause",
    "undo that": "command undo",
    "please write it up now": "command stop_now",
    "Continue": "command move_on",
    "skip": "command move_on",
    "skip this one": "command move_on",
    "move on": "command move_on",
    "back to 01-01": "command back_to",
    "back to security": "command back_to",
    "back to specification": "command back_to",
    "who said PB-001": "command who_said",
    "let's go back to security": "command back_to",
    "let's discuss this with all three": "command elaborate",
    "go deeper please": "command deeper",
    "let's keep it short": "command shorter",
    "why do you ask?": "question_back",
    "can you say that more simply?": "question_back",
    "what is the budget?": "question_back",
    "thanks, you are doing great!": "talk",
    "hm": "talk",
    "don't build this": "decline",
    "I don't know": "unknown",
    "No strong preference.": "delegate",
    "it's 6 not 5": "correction",
    "please finish the discussion now": "done",
    "nothing": "done",
}


def plainly(text: str, *, place: str, question: str = "", earlier: str = "") -> tuple[Act, ...]:
    """A reader that is never in doubt: closed forms, a few messages by heart, and everything else says something."""
    form = closed_form(text, place)
    kind, _, what = MEANT.get(text, "answer").partition(" ")
    if form is not None:
        kind, what = form.kind, form.what
    elif text.startswith(("Alex,", "Jordan,")) and text.endswith("?"):
        kind, what = "question_back", text.partition(",")[0].lower()
    whole = ((0, len(text)),) if kind in {"answer", "correction"} else ()
    return (Act(kind=cast("ActKind", kind), what=what, start=0, end=len(text), content=whole),)


@pytest.fixture(autouse=True, scope="module")
def plain_reader() -> Generator[None]:
    """How an engine acts must not depend on how well sentences are read: a module that imports this reads plainly."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hearing, "read_acts", plainly)
        yield


class Play:
    """A session in memory. `events` holds everything that happened, `latest` what the last input brought."""

    def __init__(self, state: SessionState, think: Thinker = plain_mind) -> None:
        self.state = state
        self.think = think
        self.events: list[AnyEvent] = []
        self.latest: list[AnyEvent] = []
        self.failure = ""
        """Why meta.json cannot be written, when it cannot."""
        self.found: NoteCrossCheck | None = None
        """What the check of the written documents finds, when it finds something."""

    def begin(self) -> "Play":
        return self._play(Begin(at=NOON))

    def hear(self, *texts: str) -> "Play":
        for text in texts:
            self._play(Hear(at=NOON, text=text))
        return self

    def _play(self, received: Input | None) -> "Play":
        self.latest = []
        while received is not None:
            events = decide(self.state, received)
            self.state = fold_all(self.state, events)
            self.latest.extend(events)
            self.events.extend(events)
            received = outcome_of(events[-1], self.state, self.think, NOON, self.failure, self.found)
        return self

    # -- looking at it -------------------------------------------------------------------------------------------------

    def said(self, say: str | None = None, *, latest: bool = False) -> list[str]:
        """What was said, in order; only one kind of it when named."""
        events = self.latest if latest else self.events
        return [event.text for event in events if isinstance(event, Said) and say in (None, event.say)]

    def menus(self, *, latest: bool = False) -> list[MenuShown]:
        return [event for event in (self.latest if latest else self.events) if isinstance(event, MenuShown)]

    @property
    def menu(self) -> str:
        """The menu that the last input led to."""
        shown = self.menus(latest=True)
        return shown[-1].text if shown else ""

    @property
    def awaiting(self) -> str | None:
        return self.state.wanted.what if isinstance(self.state.wanted, Awaited) else None

    @property
    def ended(self) -> str | None:
        return self.state.wanted.status if isinstance(self.state.wanted, Ended) else None


def kinds(events: Iterable[AnyEvent]) -> list[str]:
    return [event.kind for event in events]


def in_menu_of(step_id: str, library: Library | None = None, **details: object) -> Play:
    """A session whose step has just been done."""
    play = Play(a_state(library or a_library(a_step(step_id), a_step(f"{step_id[:3]}02")), **details)).begin()
    return play.hear("an answer")


def facts_of(play: Play) -> tuple[Fact, ...]:
    return play.state.analysis.facts


__all__ = [
    "NOON",
    "Play",
    "Progress",
    "QuickScan",
    "a_library",
    "a_state",
    "a_step",
    "facts_of",
    "in_menu_of",
    "kinds",
    "plain_mind",
    "plain_reader",
    "plainly",
    "shipped",
]
