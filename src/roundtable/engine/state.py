"""`SessionState`: all that `decide` looks at. Frozen; `fold` makes the next one."""

from typing import Any, Literal

from pydantic import Field

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.content import Library, Persona, Step
from roundtable.analysis.phases import PHASES, Depth, Phase
from roundtable.analysis.scanning import QuickScan, ScanResult
from roundtable.engine.briefing import Ask, Spoken
from roundtable.engine.coverage import Coverage, cover_all
from roundtable.engine.events import AnyEvent
from roundtable.engine.place import AtStart, Place
from roundtable.engine.thresholds import ready_documents
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
