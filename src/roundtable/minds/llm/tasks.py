"""The words a model is given: rules that hold always, rules of each mode, the guide to facts, and one paragraph per task.

They are in `tasks.md` beside this module.
"""

from importlib.resources import files
from typing import Final

from roundtable.engine.briefing import Ask, Briefing
from roundtable.minds.guards.protocol import longest
from roundtable.minds.llm.schema import fields_of
from roundtable.minds.phase_facts import PHASE_FACTS

_TEXT: Final = files("roundtable.minds.llm").joinpath("tasks.md").read_text(encoding="utf-8")
TOLD: Final = {
    title: words.strip() for title, _, words in (part.partition("\n") for part in _TEXT.split("\n## ")[1:])
}
_FEW_QUESTIONS: Final = 6
"""As many prepared questions of a conversation are shown: before, what is not known yet is enough to go by."""


def listed_questions(briefing: Briefing) -> tuple[Ask, ...]:
    """The questions still to be asked that a model is shown, and may withdraw because they were answered."""
    if briefing.task.kind == "take_answer":
        return briefing.pending
    is_short = len(briefing.pending) <= _FEW_QUESTIONS
    return briefing.pending if briefing.task.kind == "converse" and is_short and briefing.task.may_ask else ()


def _is_wanted_of_a_speaker(name: str, briefing: Briefing) -> bool:
    """In a discussion only the first who answers the person takes in what they said."""
    if name in {"items", "changes"}:
        return briefing.task.takes_in and briefing.heard is not None
    return name != "lines" or bool(briefing.task.others)


def task_words(briefing: Briefing) -> str:
    """The task, who speaks, and which fields to fill in."""
    task = briefing.task
    words = [f"Task: {TOLD.get(f'Task {task.kind}', 'Say what the speaker has to say.')}"]
    if task.kind == "fill_gaps":
        kinds = [kind.replace("risk_zone", "risk") for kind in PHASE_FACTS.get(briefing.phase_key, ())]
        words.append(f"This phase wants {', '.join((*kinds, 'open_question'))}; a requirement has criteria.")
    if task.kind != "fill_gaps":
        words.append(f"Speaker: {briefing.persona.label}, at most {longest(task.kind)} words.")
    if task.slots:
        names = " and ".join(briefing.library.persona(key).first_name for key in task.slots)
        words.append(f"{names} must say something this time, from their own evidence.")
    if task.others:
        names = " and ".join(briefing.library.persona(key).first_name for key in task.others)
        words.append(f"Then {names}: in `lines`, only what is their own and nobody said; else nothing.")
    if task.may_stay_silent:
        said = "say" if "say" in fields_of(task.kind) else "lines"
        words.append(f"If the speaker has nothing of their own to add, leave `{said}` empty.")
    fields = [
        name
        for name in fields_of(task.kind)
        if (task.may_ask or name not in {"question", "asker", "topic", "unfinished"})
        and (briefing.everything_is_known or name != "unfinished")
        and (name != "answered" or listed_questions(briefing))
        and (task.kind != "contribute" or _is_wanted_of_a_speaker(name, briefing))
    ]
    if task.kind == "contribute" and "items" in fields:
        words.append("Give every fact that the person's answer contains.")
    if not task.may_ask and "question" in fields_of(task.kind):
        words.append("Ask nothing this time.")
    words.append(f"Fill in: {', '.join(fields)}.")
    return " ".join(words)
