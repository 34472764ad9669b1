"""Coming back to a conversation: what it is greeted with, and what is asked about an item that is finished."""

from typing import Final

from roundtable.analysis.phases import PHASES
from roundtable.engine import wrapping_up
from roundtable.engine.briefing import Ask
from roundtable.engine.counts import listed, plural
from roundtable.engine.coverage import cover_all
from roundtable.engine.events import Reset
from roundtable.engine.hearing import Utterance, keep_in_mind
from roundtable.engine.opening import as_it_stands
from roundtable.engine.place import InConversation
from roundtable.engine.scene import Scene
from roundtable.engine.speaking import lead_of
from roundtable.engine.troubles import told

ASKED_FIRST: Final = frozenset({"reanalysis_asked", "amending_asked"})
"""Where a finished item begins."""
_AMEND: Final = "Is there something you would like to change in it?"


def code_moved(commits: int) -> str:
    return told("RT-106", count=plural(commits, "commit") if commits > 0 else "an unknown number of commits")


def greeting(scene: Scene, asked: Ask | None) -> str:
    """What is covered, and where we go on."""
    coverage = cover_all(scene.state.library, scene.state.analysis)
    covered = [c for c in coverage if c.criteria_met]
    names = {topic.topic_id: topic.topic_name.lower() for topic in scene.state.library.topics}
    full = [names[c.topic_id] for c in covered if c.is_covered] or [names[c.topic_id] for c in covered][:2]
    opened = [names[c.topic_id] for c in coverage if not c.is_covered]
    if not full:
        phases = [p.name.lower() for p in PHASES if p.key in scene.state.progress.phases_completed]
        full = phases or ["what you asked for"]
    # The open question is put again right after this, so its topic is where we go on.
    upcoming = names.get((asked and asked.topic) or "") or (opened[0] if opened else "the last open points")
    return f"I can see we've covered {listed(full)}. Let's pick up from {upcoming}."


def finished_before(scene: Scene) -> None:
    """The code is the same: something may still be changed. It moved on: go through it again?"""
    commits = scene.state.head_moved
    if commits is None:
        scene.say("notice", as_it_stands(scene))
        scene.go(InConversation(stage="amending_asked"))
        scene.say("question", _AMEND, lead_of(scene))
        scene.wait("message")
        return
    count = plural(commits, "commit") if commits >= 0 else "commits unknown"
    text = f"Codebase has changed since analysis ({count}). Re-run analysis?"
    scene.go(InConversation(stage="reanalysis_asked"))
    scene.say("question", text)
    scene.wait("confirm")


def confirmed(scene: Scene, place: InConversation, said: Utterance) -> bool:
    """The answer to one of the questions about a finished item; False where something is to be taken in."""
    again = place.stage == "reanalysis_asked"
    if again and (said.agrees or said.text.strip().lower() == "r"):
        keep_in_mind(scene, said, keep=False)
        scene.tell(Reset(at=scene.at))
        scene.go(place)
        scene.save()
    elif said.refuses or said.ending or said.text.strip().lower() in {"", "c"}:
        keep_in_mind(scene, said, keep=False)
        scene.end("completed")
    elif said.agrees or (again and said.says_something):
        scene.say(
            "question", "Shall I go through it again?" if again else wrapping_up.ANYTHING, lead_of(scene)
        )
        scene.wait("confirm" if again else "message")
    else:
        return False
    return True
