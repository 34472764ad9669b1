"""The three-way discussion of one step: frame it, speak from evidence, take up what the person said.

Maya has people and their words, Alex places, callers and tests, Jordan forms and data. A persona with nothing new is
silent; nobody says a line twice.
"""

from collections.abc import Callable, Mapping
from typing import Final

from roundtable.engine.briefing import Thought
from roundtable.facts import Fact
from roundtable.interview.answering import answer_back
from roundtable.interview.code_talk import ALEX, JORDAN, alex_says, jordan_says
from roundtable.interview.listening import Taken, applied, listen
from roundtable.interview.saying import acknowledge
from roundtable.interview.situation import Situation
from roundtable.interview.wording import likeness, listed, quoted

__all__ = ["contribute", "frame"]

_MAYA: Final = "business-analyst"
_SHOWN: Final = 2


def frame(situation: Situation) -> Thought:
    """Where the step landed, in its facts, and the question that it left open."""
    step = situation.briefing.step
    here = [fact for fact in situation.analysis.facts if step is not None and fact.step_id == step.step_id]
    summary = listed([quoted(fact.headline) for fact in here[-_SHOWN:]])
    return Thought(contributions=situation.says(summary), focus=_focus(situation))


def _focus(situation: Situation) -> str:
    """The first question of the step that nobody has answered; the engine words one when there is none."""
    step = situation.briefing.step
    if step is None:
        return ""
    sections = (step.standard, step.deep)
    questions = [question for section in sections for question in step.questions_in(section)]
    unasked = [q.text for q in questions if q.text not in situation.analysis.answered and "{" not in q.text]
    return unasked[0] if unasked else ""


def contribute(situation: Situation) -> Thought:
    """What one persona says to what was said last; what the person said is taken in once."""
    taken = listen(situation) if situation.briefing.heard and situation.briefing.task.takes_in else Taken()
    text = _words(situation, taken)
    spoken = {line.text.partition(": ")[2] or line.text for line in situation.briefing.said}
    if text in spoken:
        text = ""
    return Thought.model_validate({"contributions": situation.says(text), **taken.parts()})


def _words(situation: Situation, taken: Taken) -> str:
    task = situation.briefing.task
    asks = any(act.kind == "question_back" for act in situation.briefing.acts)
    if asks and (task.addressed or task.takes_in):
        answer = answer_back(situation)
        return answer.contributions[0].text if answer.contributions else ""
    said = acknowledge(situation, taken) if taken.outcome != "nothing" else ""
    if said:
        return said
    own = _EVIDENCE.get(task.persona, _maya)(situation, taken)
    return own if own or task.may_stay_silent else "I have nothing of my own to add to that."


def _maya(situation: Situation, taken: Taken) -> str:
    """A sentence of the person's that bears on the focus."""
    focus = situation.briefing.focus
    near = [fact for fact in situation.analysis.facts if _bears_on(fact, focus)]
    return f"On record we have {quoted(near[-1].headline)}." if near else ""


def _bears_on(fact: Fact, focus: str) -> bool:
    return fact.area in {"why", "who", "what"} and likeness(fact.headline, focus) >= 0.5


def _alex(situation: Situation, taken: Taken) -> str:
    return alex_says(situation, applied(situation.analysis, taken), must=False)


def _jordan(situation: Situation, taken: Taken) -> str:
    found = jordan_says(situation, applied(situation.analysis, taken), must=True)
    prefix = "Based on what we've discussed, the interface would be "
    return f"The form is {found.removeprefix(prefix)}" if found.startswith(prefix) else ""


_EVIDENCE: Final[Mapping[str, Callable[[Situation, Taken], str]]] = {
    _MAYA: _maya,
    ALEX: _alex,
    JORDAN: _jordan,
}
