"""`SessionState`: all that `decide` looks at. Frozen; `fold` makes the next one."""

from typing import Any, Literal

from pydantic import Field

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.content import Library, Persona, Step
from roundtable.analysis.phases import PHASES, Depth, Phase
from roundtable.analysis.quick_scan import QuickScan
from roundtable.analysis.scanning import ScanResult
from roundtable.engine.briefing import Ask, Spoken
from roundtable.engine.events import AnyEvent
from roundtable.engine.place import AtStart, Place
from roundtable.facts.record import Record


class Progress(Record):
    """The part of meta.json that a session reads and writes."""

    phases_completed: tuple[str, ...] = ()
    steps_completed: tuple[str, ...] = ()
    steps_skipped: tuple[str, ...] = ()
    depth_overrides: dict[str, str] = Field(default_factory=dict)
    elaborations: tuple[dict[str, Any], ...] = ()
    elaboration_config: dict[str, Any] = Field(default_factory=dict)
    topics_covered: tuple[str, ...] | None = None
    recommended_tier: str = ""


class SessionState(Record):
    """One session on one item."""

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
    depth_flag: Depth | None = None
    """`--depth`: an override for each phase that is entered."""
    head_moved: int | None = None
    """Commits since the finished analysis; none when the code is the same. -1: changed by an unknown number."""
    open_errors: int = 0
    """What a check finds wrong with an item that was finished before."""
    mended: str = ""
    """What to say first: analysis.json was not whole."""
    place: Place = AtStart()
    phase_key: str = ""
    depth: Depth = Depth.STANDARD
    acknowledged: dict[str, int] = Field(default_factory=dict)
    said: tuple[Spoken, ...] = ()
    wanted: AnyEvent | None = None
    """The open request."""
    warned_steps: tuple[str, ...] = ()
    past: tuple[Analysis, ...] = ()
    """The analysis before each of the latest turns, for undo."""
    asks: dict[str, Ask] = Field(default_factory=dict)
    """The questions that were put in this session, by their words."""

    @property
    def persona(self) -> Persona:
        return self.library.persona_of_phase(self.phase_key)

    @property
    def open_phase(self) -> Phase | None:
        return next((phase for phase in PHASES if phase.key not in self.progress.phases_completed), None)

    @property
    def lacks_analyst(self) -> bool:
        """Whether the roundtable is switched off here: the standard phase agents stand in for it."""
        return bool(self.library.agents) and self.library.agent("roundtable-analyst") is None

    def step(self, step_id: str) -> Step | None:
        return self.library.step(step_id)
