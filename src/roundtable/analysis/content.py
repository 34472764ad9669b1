"""What the content library holds, once loaded: personas, steps, topics and agent definitions.

The files are Markdown with YAML front matter; `roundtable.library` reads and checks them. These are the checked results.
Keys that we do not know are kept in `extra`, so that a file written for another tool loses nothing here.
"""

from functools import lru_cache
from typing import Any, Final

from pydantic import Field

from roundtable.analysis.blocks import sections_below, without_sections
from roundtable.analysis.kinds import read_tags
from roundtable.analysis.phases import FALLBACK_PERSONA, PHASES, Depth, phase_of
from roundtable.analysis.prose import read_questions, read_validation
from roundtable.analysis.questions import Criterion, Question
from roundtable.facts.record import Record
from roundtable.language.markdown import read_markdown
from roundtable.language.question_kinds import Setting


class Principle(Record):
    title: str
    text: str


class Voice(Record):
    """How a persona sounds, and what it never says."""

    lens: str = ""  # as in "what is your take from a {lens} perspective?"
    short_role: str = ""  # as in "Maya Chen (BA)" in a synthesis
    acknowledgement: str = ""  # the seed's pattern with one `{}`; used for the first acknowledgement
    preface: str = ""  # how the first unprompted contribution begins
    forbidden: tuple[str, ...] = ()  # regular expressions that must not match a contribution of this persona


class Persona(Record):
    key: str
    name: str
    role: str
    identity: str
    style: str
    phases: tuple[str, ...] = ()
    principles: tuple[Principle, ...] = ()
    voice: Voice = Voice()
    owns: tuple[str, ...] = ()  # documents this persona writes
    body: str = ""
    path: str = ""
    extra: dict[str, Any] = Field(default_factory=dict)

    @property
    def first_name(self) -> str:
        return self.name.split()[0] if self.name.split() else self.name

    @property
    def label(self) -> str:
        """`Maya Chen (Business Analyst)`."""
        return f"{self.name} ({self.role})"

    def section(self, title: str) -> str:
        """What its file says under a heading; empty when it has none of that name."""
        page = read_markdown(self.body)
        found = page.find(title)
        return "".join(page.lines[found.line : found.reach - 1]).strip() if found else ""


_NOT_ASKED: Final = ("validation", "artifacts", "validation criteria", "artifact instructions")


class Step(Record):
    step_id: str
    title: str
    persona: str
    depth: Depth
    outputs: tuple[str, ...]
    depends_on: tuple[str, ...] = ()
    skip_if: str = ""
    phase_key: str
    path: str
    brief: str | None = None
    standard: str | None = None
    deep: str | None = None
    validation: str | None = None
    artifacts: str | None = None
    body: str = ""
    extra: dict[str, Any] = Field(default_factory=dict)

    def section(self, depth: Depth) -> str:
        """The text for a depth: that section, else Standard, else the whole body."""
        return next((text for text in (self._of(depth), self.standard) if text is not None), self.body)

    def is_draft(self, depth: Depth) -> bool:
        """Whether a depth is served by the draft to confirm, because it was asked for or because there is nothing else."""
        return self.brief is not None and (depth is Depth.BRIEF or self._of(depth) is self.standard is None)

    def _of(self, depth: Depth) -> str | None:
        return {Depth.BRIEF: self.brief, Depth.STANDARD: self.standard, Depth.DEEP: self.deep}[depth]

    @property
    def setting(self) -> Setting:
        """What the file says about itself: it helps to tell what an untagged question is after."""
        return Setting(title=self.title, phase_key=self.phase_key, outputs=self.outputs)

    def questions(self, depth: Depth) -> tuple[Question, ...]:
        return self.questions_in(self.section(depth))

    def questions_in(self, section: str | None) -> tuple[Question, ...]:
        """What a text of this step asks. A file without a section for the purpose is asked from as a whole."""
        text = without_sections(section, _NOT_ASKED) if section and section == self.body else section
        asked = read_questions(text or "", self.setting)
        if section is None or section == self.standard or self.standard is None:
            return asked
        # What is said about a question of the standard mode need not be said again where another mode asks it too.
        told = {question.text: question for question in read_questions(self.standard, self.setting)}
        return tuple(_with_details(question, told.get(question.text)) for question in asked)

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        return read_validation(self.validation, self.setting) if self.validation else ()


def _with_details(question: Question, told: Question | None) -> Question:
    if told is None or question.purpose or question.simpler or question.when:
        return question
    return question.changed(purpose=told.purpose, simpler=told.simpler, label=told.label, when=told.when)


class ArtifactSections(Record):
    artifact: str
    sections: tuple[str, ...] = ()


class Topic(Record):
    """One topic file; `coverage_criteria` empty means the topic guides but is not tracked."""

    topic_id: str
    topic_name: str
    primary_persona: str
    contributing_personas: tuple[str, ...] = ()
    coverage_criteria: tuple[str, ...] = ()
    met_by: tuple[str, ...] = ()
    """Parallel to `coverage_criteria`: the tag of `analysis.kinds` that meets each one, written or inferred."""
    artifact_sections: tuple[ArtifactSections, ...] = ()
    depth_guidance: dict[str, str] = Field(default_factory=dict)
    source_step_files: tuple[str, ...] = ()  # step ids or step file names this topic stands for
    knowledge: str | None = None
    validation: str | None = None
    artifacts: str | None = None
    body: str = ""
    path: str = ""
    is_own: bool = False  # whether somebody wrote it for this project, be it in place of a shipped one
    extra: dict[str, Any] = Field(default_factory=dict)

    @property
    def _asked(self) -> str:
        return self.knowledge or without_sections(self.body, _NOT_ASKED)

    @property
    def _setting(self) -> Setting:
        return Setting(self.topic_name, outputs=tuple(entry.artifact for entry in self.artifact_sections))

    def questions(self) -> tuple[Question, ...]:
        return read_questions(self._asked, self._setting)

    def asked_for(self, criterion: str) -> tuple[Question, ...]:
        """What may be asked for a criterion, in order: the questions under its heading.

        A topic without that heading is searched for questions of the kind that meets the criterion.
        """
        by_heading = _questions_by_heading(self._asked, self._setting)
        if criterion in by_heading:
            return by_heading[criterion]
        met = [by for text, by in zip(self.coverage_criteria, self.met_by, strict=False) if text == criterion]
        kinds = {tag.kind for by in met for tag in read_tags(by)[0]}
        loose = [heading for heading in by_heading if heading not in self.coverage_criteria]
        return tuple(q for heading in loose for q in by_heading[heading] if q.kinds[0] in kinds)


@lru_cache(maxsize=64)
def _questions_by_heading(text: str, setting: Setting) -> dict[str, tuple[Question, ...]]:
    below = [(heading, section) for heading, section in sections_below(text) if heading or "?" in section]
    return {heading: read_questions(section, setting._replace(heading=heading)) for heading, section in below}


class AgentDefinition(Record):
    """The analyst or the lead as a library entry; an overlay may disable it."""

    name: str
    description: str = ""
    model: str = "opus"
    owned_skills: tuple[str, ...] = ()
    body: str = ""
    path: str = ""
    extra: dict[str, Any] = Field(default_factory=dict)


_SHIPPED: Final = """
business-analyst | Maya Chen | Business Analyst | I'm Maya, your Business Analyst. I make sure we understand the problem before we solve it. | Probing, detail-oriented, challenges assumptions.
solutions-architect | Alex Rivera | Solutions Architect | I'm Alex, your Solutions Architect. I look at how things fit together, and what breaks when they don't. | Strategic, tradeoff-focused, risk-aware.
system-designer | Jordan Park | System Designer | I'm Jordan, your System Designer. I turn the architecture into modules and interfaces one can build from. | Precise, interface-focused, pragmatic.
"""


def _shipped(row: str) -> Persona:
    key, name, role, identity, style = row.split(" | ")
    led = tuple(phase.key for phase in PHASES if phase.persona == key)
    return Persona(key=key, name=name, role=role, identity=identity, style=style, phases=led)


SHIPPED: Final = {one.key: one for one in map(_shipped, _SHIPPED.strip().splitlines())}
"""What is known of the three without any file, so that a table without files still has somebody at it."""


class Library(Record):
    personas: tuple[Persona, ...] = ()
    steps: tuple[Step, ...] = ()
    topics: tuple[Topic, ...] = ()
    agents: tuple[AgentDefinition, ...] = ()
    warnings: tuple[str, ...] = ()
    """What was skipped or repaired while loading, in the exact words of the rules."""

    def persona(self, key: str) -> Persona:
        by_key = {persona.key: persona for persona in self.personas}
        return by_key.get(key) or by_key.get(FALLBACK_PERSONA) or SHIPPED[FALLBACK_PERSONA]

    def persona_of_phase(self, phase_key: str) -> Persona:
        """Who leads a phase. An unknown phase falls back to Maya; the caller words the warning."""
        phase = phase_of(phase_key)
        return self.persona(phase.persona if phase else FALLBACK_PERSONA)

    def steps_of(self, phase_key: str) -> tuple[Step, ...]:
        return tuple(step for step in self.steps if step.phase_key == phase_key)

    def step(self, step_id: str) -> Step | None:
        return next((step for step in self.steps if step.step_id == step_id), None)

    def agent(self, name: str) -> AgentDefinition | None:
        return next((agent for agent in self.agents if agent.name == name), None)
