"""`Scene`: the page on which one `decide` writes its events.

It keeps the state that the events so far lead to, so that a later line of the protocol can rely on an earlier one. It is a
local value: `decide` stays a function of state and input.
"""

from collections.abc import Iterable

from roundtable.analysis import changes
from roundtable.analysis.content import Persona
from roundtable.engine import events
from roundtable.engine.briefing import RECORDED, Ask, Task, TaskKind, Thought
from roundtable.engine.fold import fold
from roundtable.engine.place import Place
from roundtable.engine.state import SessionState


class Scene:
    def __init__(self, state: SessionState, at: str) -> None:
        self.state = state
        self.at = at
        self.events: list[events.AnyEvent] = []
        self._minted: dict[str, str] = {}

    def tell(self, event: events.AnyEvent) -> None:
        self.events.append(event)
        self.state = fold(self.state, event)

    def say(self, say: events.SayKind, text: str, persona: Persona | None = None) -> None:
        who = {"persona": persona.key, "name": persona.name, "role": persona.role} if persona else {}
        self.tell(events.Said(at=self.at, say=say, text=text, **who))

    def go(self, place: Place) -> None:
        self.tell(events.PlaceTaken(at=self.at, place=place))

    def record(self, thought: Thought, *, turn: int | None = None, apart: bool = False) -> bool:
        """Take in a thought's facts; whether anything changed. `apart`: undo takes back these alone."""
        if not thought.takes_in_anything:
            return False
        self._minted |= changes.add(self.state.analysis, thought.facts)[1]
        taken = {field: getattr(thought, field) for field in RECORDED}
        self.tell(events.FactsRecorded(at=self.at, turn=turn, apart=apart, **taken))
        return True

    def with_ids(self, ask: Ask | None) -> Ask | None:
        """A question whose proposals were recorded with it, naming them by the ids that they were given."""
        if ask is None or not ask.proposes:
            return ask
        proposes = tuple(self._minted.get(fact_id, fact_id) for fact_id in ask.proposes)
        return ask.changed(proposes=proposes)

    def ask(self, ask: Ask, persona: Persona) -> None:
        """Put a question, as a line of its own. Only an interruption brings it again."""
        self.tell(events.QuestionAsked(at=self.at, ask=ask))
        self.say("question", ask.text, persona)

    def settle(self, texts: Iterable[str]) -> None:
        if known := tuple(texts):
            self.tell(events.QuestionsSettled(at=self.at, texts=known))

    # -- requests: each ends the scene ---------------------------------------------------------------------------------

    def wait(self, what: str) -> None:
        self.tell(events.Awaited.model_validate({"at": self.at, "what": what}))

    def think(self, kind: TaskKind, persona: Persona, **details: object) -> None:
        task = Task.model_validate({"kind": kind, "persona": persona.key, **details})
        self.tell(events.ThinkingWanted(at=self.at, task=task))

    def write(self, names: Iterable[str], *, final: bool = False, early: bool = False) -> None:
        once = tuple(dict.fromkeys(names))
        self.tell(events.DocumentsDue(at=self.at, names=once, final=final, early=early))

    def save(self, phase_done: str | None = None) -> None:
        self.tell(events.ProgressDue(at=self.at, phase_done=phase_done))

    def end(self, status: str, **details: object) -> None:
        self.tell(events.Ended.model_validate({"at": self.at, "status": status, **details}))
