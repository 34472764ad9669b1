"""`SessionState`: all that `decide` looks at. Frozen; `fold` makes the next one.

`brief` makes a briefing of it and a task: what a mind is told. Facts, never a replay of the transcript.
"""

from typing import Any, Literal

from pydantic import Field

from roundtable.analysis.analysis import Analysis, Turn
from roundtable.analysis.content import Library, Persona, Step
from roundtable.analysis.phases import PHASES, Depth, Phase
from roundtable.analysis.scanning import QuickScan, ScanResult
from roundtable.engine.briefing import Ask, Briefing, Spoken, Task
from roundtable.engine.coverage import Coverage, cover_all
from roundtable.engine.events import AnyEvent
from roundtable.engine.place import (
    Aside,
    AtMenu,
    AtStart,
    InConversation,
    InDiscussion,
    InStep,
    Place,
    resting,
)
from roundtable.engine.thresholds import ready_documents
from roundtable.engine.validation import unmet
from roundtable.facts.record import Record


class Progress(Record):
    phases_completed: tuple[str, ...] = ()
    steps_completed: tuple[str, ...] = ()
    steps_skipped: tuple[str, ...] = ()
    depth_overrides: dict[str, str] = Field(default_factory=dict)
    elaborations: tuple[dict[str, Any], ...] = ()
    elaboration_config: dict[str, Any] = Field(default_factory=dict)
    topics_covered: tuple[str, ...] | None = None
    recommended_tier: str = ""


class SessionState(Record):
    slug: str
    title: str
    mode: Literal["steps", "conversation"] = "steps"
    mind: str = "offline"
    headless: bool = False
    resumed: bool = False
    library: Library
    analysis: Analysis
    progress: Progress = Progress()
    quick_scan: QuickScan = QuickScan()
    scan: ScanResult | None = None
    depth_flag: Depth | None = None  # `--depth`: an override for each phase that is entered
    head_moved: int | None = None
    """Commits since the finished analysis; none when the code is the same. -1: changed by an unknown number."""
    open_errors: int = 0  # what a check finds wrong with an item that was finished before
    mended: str = ""  # what to say first: analysis.json was not whole
    place: Place = AtStart()
    phase_key: str = ""
    depth: Depth = Depth.STANDARD
    acknowledged: dict[str, int] = Field(default_factory=dict)
    said: tuple[Spoken, ...] = ()
    looked: tuple[str, ...] = ()  # lines of code that whoever thinks has looked at
    wanted: AnyEvent | None = None  # the open request
    warned_steps: tuple[str, ...] = ()
    past: tuple[Analysis, ...] = ()  # the analysis before each of the latest turns, for undo
    asks: dict[str, Ask] = Field(default_factory=dict)
    """The questions that were put in this session, by their words."""

    @property
    def persona(self) -> Persona:
        return self.library.persona_of_phase(self.phase_key)

    @property
    def coverage(self) -> tuple[Coverage, ...]:
        return cover_all(self.library, self.analysis)

    @property
    def ready(self) -> tuple[str, ...]:
        """The documents whose threshold is met now."""
        return ready_documents(self.analysis, self.coverage, scanned=self.scan is not None)

    @property
    def open_phase(self) -> Phase | None:
        return next((phase for phase in PHASES if phase.key not in self.progress.phases_completed), None)

    @property
    def lacks_analyst(self) -> bool:
        """Whether the roundtable is switched off here: the standard phase agents stand in for it."""
        return bool(self.library.agents) and self.library.agent("roundtable-analyst") is None

    def step(self, step_id: str) -> Step | None:
        return self.library.step(step_id)


_ANSWERING = "take_answer take_draft_reply take_feedback contribute converse answer_back recap"
"""Tasks that answer what the person just said."""


def brief(state: SessionState, task: Task, now: str) -> Briefing:
    place = resting(state.place)
    step = state.step(place.step_id) if isinstance(place, InStep | AtMenu | InDiscussion) else None
    in_step = place if isinstance(place, InStep) else None
    discussed = place if isinstance(place, InDiscussion) else None
    coverage = state.coverage if state.mode == "conversation" else ()
    heard = _heard(state, place, task)
    return Briefing(
        task=task,
        mode=state.mode,
        persona=state.library.persona(task.persona),
        library=state.library,
        analysis=state.analysis,
        scan=state.scan,
        step=step,
        phase_key=state.phase_key,
        depth=in_step.depth if in_step else state.depth,
        asked=place.asked if isinstance(place, InStep | AtMenu | InDiscussion | InConversation) else None,
        heard=heard,
        acts=getattr(state.place, "acts", ()) if heard is not None else (),
        pending=in_step.pending if in_step else (),
        said=discussed.said if discussed else state.said,
        looked=state.looked,
        focus=discussed.focus if discussed else "",
        unmet=tuple(one.text for one in unmet(state.analysis, step.criteria)) if step else (),
        topics=state.library.topics,
        unmet_by_topic={item.topic_id: item.unmet for item in coverage},
        follow_ups_left=in_step.follow_ups_left if in_step and task.may_ask else 0,
        acknowledgements=state.acknowledged.get(task.persona, 0),
        now=now,
    )


def _heard(state: SessionState, place: Place, task: Task) -> Turn | None:
    """The person's latest words, for the tasks that answer them; those that are no turn have the number of the next one."""
    if task.kind not in _ANSWERING.split():
        return None
    latest = next((turn for turn in reversed(state.analysis.turns) if turn.number > 0), None)
    said = state.place.said if isinstance(state.place, InDiscussion) else state.said
    spoken = next((line.text for line in reversed(said) if line.persona is None), "")
    if not isinstance(state.place, InDiscussion | Aside):
        return None if isinstance(place, InConversation) and place.asked is None else latest
    if latest is not None and latest.text == spoken:
        return latest
    return Turn(number=state.analysis.next_turn, text=spoken) if spoken else None
