"""The three-way discussion of one step: frame it, speak from evidence, take up what the person said.

Maya has people and their words, Alex places, callers and tests, Jordan forms and data. A persona with nothing new is
silent; nobody says a line twice. Where a form that the person wants and the callers of today's form pull apart, each side
says so, and the lead asks the person.

Elsewhere: what it brought (`synthesis`), who speaks when (`roundtable.engine.discussion`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.phases import Depth
from roundtable.analysis.questions import filled
from roundtable.analysis.scanning import Definition
from roundtable.engine.briefing import Ask, Thought
from roundtable.engine.discussion import DIFFERS
from roundtable.engine.validation import facts_for, suits
from roundtable.facts import Fact, Interface
from roundtable.interview.agenda import slots_of
from roundtable.interview.answering import NO_MORE, answer_back, looked_up, question_in
from roundtable.interview.code_answers import NO_NAME
from roundtable.interview.code_talk import ALEX, JORDAN, around_files, form_of_change, some, where_it_stands
from roundtable.interview.listening import listen
from roundtable.interview.named import ticked_in
from roundtable.interview.saying import acknowledge
from roundtable.interview.situation import Situation
from roundtable.interview.taken import Taken, applied
from roundtable.interview.wording import capital, likeness, listed, quoted

_MAYA: Final = "business-analyst"
_SHOWN: Final = 2
_NEAR: Final = 0.5
_BUILDS_ON: Final = "Building on"
_UNASKED: Final = ("note", "business_rule")
"""What somebody says at the table is, unless it plainly is something else."""
_NOTHING: Final[Mapping[str, str]] = {
    _MAYA: "Nothing that was said so far bears on that.",
    ALEX: "The code shows nothing about that yet.",
    JORDAN: "No form in the code bears on that yet.",
}
"""What a persona says who is asked by name and has nothing."""


def frame(situation: Situation) -> Thought:
    """Where the step landed, in its facts, and the question that it left open."""
    summary = listed([quoted(fact.headline) for fact in _facts_of_step(situation)[-_SHOWN:]])
    return Thought(contributions=situation.says(summary), focus=_focus(situation))


def _facts_of_step(situation: Situation) -> list[Fact]:
    step = situation.briefing.step
    return [fact for fact in situation.analysis.facts if step is not None and fact.step_id == step.step_id]


def _focus(situation: Situation) -> str:
    """The first of the step's own questions that fits the item and was not put, best one about what nobody has spoken of.

    The engine words one when there is none.
    """
    step, analysis = situation.briefing.step, situation.analysis
    if step is None:
        return ""
    fitting = [
        question
        for section in (step.standard, step.deep)
        for question in step.questions_in(section)
        if question.text not in analysis.answered
        and filled(question.text, slots_of(analysis)) == question.text
        and suits(question, analysis, situation.briefing.scan, Depth.DEEP)
    ]
    unspoken = [question for question in fitting if not facts_for(analysis, question.kinds[0])]
    return next((question.text for question in (*unspoken, *fitting)), "")


# -- contributions -----------------------------------------------------------------------------------------------------


def contribute(situation: Situation) -> Thought:
    """What one persona says to what was said last; what the person said is taken in once."""
    taken = Taken()
    if situation.briefing.heard and situation.briefing.task.takes_in:
        asked = situation.briefing.asked or Ask(text=situation.briefing.focus, kinds=_UNASKED)
        taken = listen(situation.but(asked=asked))
    text = _words(situation, taken)
    question = taken.asks
    if question is not None:
        text = f"{text} {question.text}".strip()
    return taken.thought(situation.says(text), question)


def _if_new(situation: Situation, text: str) -> str:
    """The words, if they name something that nobody at the table has named yet, here or in an earlier discussion."""
    told = [line.text for line in situation.briefing.said[1:] if line.persona]  # the first one framed it
    told += [text for held in situation.analysis.discussions for _, text in held.insights]
    names = set(ticked_in(text))
    known = {name for line in told for name in ticked_in(line)}
    return "" if (names and names <= known) or any(text in line for line in told) else text


def _words(situation: Situation, taken: Taken) -> str:
    task = situation.briefing.task
    asks = any(act.kind == "question_back" for act in situation.briefing.acts)
    said = acknowledge(situation, taken) if taken.outcome != "nothing" else ""
    shown = looked_up(situation, question_in(situation)) if asks else ()
    if shown:  # one of them looks it up
        return " ".join((said, *(one.text for one in shown if one.persona == task.persona))).strip()
    if asks and (task.addressed or task.takes_in):
        answer = _answer(situation, taken)
        # Whoever goes on to answer their own question is not told that nobody can.
        return said if said and answer in _NOTHING.values() else " ".join(filter(None, (said, answer)))
    if said:
        return said
    own = _in_tension(situation, taken) or _linked(situation, _evidence(situation, taken))
    return own if own or task.may_stay_silent else _NOTHING.get(task.persona, _NOTHING[_MAYA])


def _answer(situation: Situation, taken: Taken) -> str:
    """The answer to a question; whoever is asked what they think says what they have and have not said yet."""
    answer = answer_back(situation)
    told = answer.contributions[0].text if answer.contributions else ""
    if told == NO_NAME or (told and not told.endswith(NO_NAME)):
        return told
    key = situation.briefing.task.persona
    spoke = any(line.persona == key and ticked_in(line.text) for line in situation.briefing.said[1:])
    return _evidence(situation, taken) or (NO_MORE if spoke else _NOTHING.get(key, told))


def _evidence(situation: Situation, taken: Taken) -> str:
    """What this persona has of its own, as far as it was not said."""
    return _if_new(situation, _EVIDENCE.get(situation.briefing.task.persona, _maya)(situation, taken))


def _maya(situation: Situation, taken: Taken) -> str:
    """A sentence of the person's that bears on the focus; in a step of her own it was shown when she framed it."""
    told = [fact.headline for fact in situation.analysis.facts if fact.area in {"why", "who", "what"}]
    near = [words for words in told if likeness(words, situation.briefing.focus) >= _NEAR]
    return f"On record we have {quoted(near[-1])}." if near else ""


def _alex(situation: Situation, taken: Taken) -> str:
    """Where that stands which the person just named, else what the step is about; else who uses the files of the plan."""
    known = applied(situation.analysis, taken)
    of_step = [fact.headline for fact in reversed(_facts_of_step(situation))]
    about = (situation.heard.text, situation.briefing.focus, *of_step)
    told = next(filter(None, (where_it_stands(situation, text) for text in about)), "")
    told = told or around_files(situation, known)
    return capital(told)


def _jordan(situation: Situation, taken: Taken) -> str:
    form = form_of_change(situation, applied(situation.analysis, taken))
    return f"The form is {form}" if form else ""


_Says = Callable[[Situation, Taken], str]
_EVIDENCE: Final[Mapping[str, _Says]] = {_MAYA: _maya, ALEX: _alex, JORDAN: _jordan}


def _linked(situation: Situation, text: str) -> str:
    """The words with whom they build on, where another persona has just named the same code."""
    me, library = situation.briefing.persona, situation.briefing.library
    here = {name.partition(":")[0]: name for name in ticked_in(text)}
    lines = [line for line in situation.briefing.said if line.persona]
    if any(line.persona == me.key and _BUILDS_ON in line.text for line in lines):
        return text
    for line in reversed(lines[1:]):  # the first one framed the discussion
        if line.persona is None or line.persona == me.key:
            continue
        shared = [name for name in ticked_in(line.text) if name.partition(":")[0] in here]
        if shared:
            other = library.persona(line.persona).first_name
            start = text[:1].lower() + text[1:]
            return f"{_BUILDS_ON} {other}'s point about `{shared[0].partition(':')[0]}`: {start}"
    return text


# -- where evidence pulls apart ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Tension:
    """A form that the person wants, the one that the code has today, and who uses that."""

    name: str
    wanted: str
    today: Definition
    callers: tuple[str, ...]

    @property
    def risk(self) -> str:
        return f"the risk with changing `{self.name}` is its callers: {some([f'`{path}`' for path in self.callers])} use it as it is today."

    @property
    def form(self) -> str:
        return (
            f"you put it as `{self.wanted}`, so `{self.today.signature}` at `{self.today.path}:{self.today.line}` "
            "cannot stay as it is."
        )


_WEIGH: Final = (
    "what its callers get: the old form beside the new one, or only the new one. What should they notice on the day "
    "it ships?"
)


def _in_tension(situation: Situation, taken: Taken) -> str:
    """This persona's side of a disagreement that the code shows; for the lead, both sides and the question."""
    found = _tension(situation, applied(situation.analysis, taken))
    me, library = situation.briefing.persona, situation.briefing.library
    if found is None:
        return ""
    sides = {ALEX: found.risk, JORDAN: found.form}
    lines = [line.text for line in situation.briefing.said if line.persona]
    said = "\n".join(lines)
    spoken = {key: side in said or capital(side) in said for key, side in sides.items()}
    leads = library.persona_of_phase(situation.briefing.phase_key).key == me.key
    if me.key in sides:
        other = JORDAN if me.key == ALEX else ALEX
        own, answered = sides[me.key], spoken[other]
        if spoken[me.key]:
            return ""
        if not answered:
            return capital(own)
        ask = f" We still need to resolve {_WEIGH}" if leads else ""
        return f"{library.persona(other).first_name} and I {DIFFERS}: {own}{ask}"
    if leads and all(spoken.values()) and _WEIGH not in said:
        return f"So we agree that `{found.name}` changes, but we still need to resolve {_WEIGH}"
    return ""


def _tension(situation: Situation, analysis: Analysis) -> _Tension | None:
    for interface in reversed(analysis.of(Interface)):
        name = interface.signature.partition("(")[0].split()[-1:] or [""]
        found = situation.sight.resolve(name[0]) if "(" in interface.signature else None
        if found is None or found.kind != "symbol":
            continue
        last = name[0].rpartition(".")[2]
        defined = situation.sight.signatures(found.path)
        today = next((d for d in defined if d.name == last and found.line in {None, d.line}), None)
        callers = tuple(
            caller.path
            for caller in situation.sight.callers(found.path)
            if not caller.is_test and last in caller.names
        )
        wanted = "".join(interface.signature.split()).rstrip(":")
        known = "".join(today.signature.split()) if today is not None else wanted
        if today is not None and callers and wanted not in known and not _only_takes_more(known, wanted):
            return _Tension(last, interface.signature, today, callers)
    return None


def _only_takes_more(known: str, wanted: str) -> bool:
    """Whether a form takes the same as before and more that may be left out: nobody who calls it notices."""
    before, now = (
        form.partition("(")[2].rpartition(")")[0].removeprefix("self,") for form in (known, wanted)
    )
    more = now[len(before) :].strip(",").split(",")
    return now.startswith(before) and all("=" in one or "?" in one for one in more)
