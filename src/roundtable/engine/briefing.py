"""What the engine asks of a mind, and what a mind may answer.

A `Briefing` says who speaks, what is wanted, what is known and what was just said. A `Thought` is words and proposed
facts; it never decides what happens next. The engine does: it drops what the protocol does not allow (a second question,
a persona that was not asked, a fact without evidence).

Elsewhere: who thinks (`roundtable.minds`), what may be said (`roundtable.minds.guards`).
"""

from typing import Any, Final, Literal

from pydantic import Field

from roundtable.analysis.analysis import Analysis, Turn
from roundtable.analysis.content import Library, Persona, Step, Topic
from roundtable.analysis.phases import Depth
from roundtable.analysis.questions import Question
from roundtable.analysis.scanning import ScanResult
from roundtable.facts import AnyFact
from roundtable.facts.evidence import Evidence
from roundtable.facts.record import Record
from roundtable.language.acts import Act

TaskKind = Literal[
    # stepped mode
    "open_step",  # brief: a filled-in draft to confirm; else facts from the scan and a word of context
    "take_answer",  # turn an answer into facts, reflect it, maybe follow up
    "take_draft_reply",  # the reply to a brief draft: confirmed, or corrections in it
    "ask_again",  # word a question that would meet one unmet validation criterion
    "take_feedback",  # free text at a menu
    "summarise_phase",  # 1-2 sentences for a hand-off, from the outgoing phase's facts
    "fill_gaps",  # the rest of a phase was skipped: draft facts from what is known
    # elaboration
    "frame",  # the lead: where the step landed, and one focus question
    "contribute",  # one persona speaks
    "synthesise",  # insights, decisions, open questions
    # conversation mode
    "open_conversation",
    "converse",
    "answer_back",  # a question of the person's: what is meant, why it is asked, what the code shows
    "review",  # what was written is read once more, in steps and headless too
    "recap",  # what is known so far, or one document, or where a fact comes from (`criterion` says which)
]


class Ask(Record):
    text: str
    kinds: tuple[str, ...] = ()  # the fact kinds that its answer fills, main one first
    origin: Literal["step", "follow_up", "validation", "topic", "draft", "steering"] = "step"
    options: tuple[str, ...] = ()  # where the choice is closed: the options, the recommended one first
    proposes: tuple[str, ...] = ()  # ids of facts that a plain "yes" confirms
    offers: tuple[AnyFact, ...] = ()  # facts that a plain "yes" records: until then nothing is
    purpose: str = ""  # what it is for, for whoever asks
    simpler: str = ""  # the same question in simpler words
    label: str = ""  # what it is about, in a word or two
    persona: str | None = None
    """Who asks it in a conversation; the first voice of the turn when nobody is named."""
    topic: str | None = None  # the topic it belongs to (conversation)
    insists: bool = False
    """Whoever asks it has a reason of their own: it is put although every topic is covered."""
    about: str = ""
    """What it is about: a criterion, a topic, a fact id, a path. Used so that nothing is asked twice."""

    @classmethod
    def of(cls, question: Question, **details: Any) -> "Ask":
        told = {"purpose": question.purpose, "simpler": question.simpler, "label": question.label}
        return cls(text=question.text, kinds=question.kinds, **told, **details)


class Task(Record):
    kind: TaskKind
    persona: str  # who speaks
    criterion: str = ""  # the unmet criterion (`ask_again`)
    addressed: bool = False  # whether the person named this persona (`contribute`)
    may_stay_silent: bool = False
    may_ask: bool = True  # whether a follow-up question is allowed now
    topic_id: str | None = None
    takes_in: bool = True
    """Whether this thinker records what was heard; in a discussion only the first who answers does."""
    slots: tuple[str, ...] = ()
    """Personas who must speak now (`converse`): nobody may be missing after three exchanges."""
    others: tuple[str, ...] = ()
    """Personas who have the word next (`contribute`): whoever thinks may find the words of all of them at once."""


class Spoken(Record):
    persona: str | None  # persona key; none for the person
    text: str


class Shown(Record):
    """Lines of the code that whoever thinks has been shown, from `first` on, secrets masked."""

    path: str
    first: int = 1
    text: str = ""

    @property
    def last(self) -> int:
        return self.first + self.text.count("\n")

    @property
    def place(self) -> str:
        return f"{self.path}:{self.first}-{self.last}"


class Contribution(Record):
    """What one persona says."""

    persona: str
    text: str


class Amendment(Record):
    """New field values for a known fact, with the evidence for them."""

    fact_id: str
    updates: dict[str, Any] = Field(default_factory=dict)
    evidence: tuple[Evidence, ...] = ()


class Merge(Record):
    """A known fact that another one says, too (`into`), or an open question that the person has answered."""

    fact_id: str
    into: str = ""
    evidence: tuple[Evidence, ...] = ()


class Synthesis(Record):
    insights: tuple[tuple[str, str], ...] = ()  # (attribution such as `Maya/Alex` or `User`, insight)
    decisions: tuple[tuple[str, str], ...] = ()
    open_questions: tuple[tuple[str, str], ...] = ()
    summary: str = ""  # one sentence of at most 100 characters


class Spending(Record):
    """What thinking cost: requests to a model and their tokens; nothing for a mind without one."""

    model: str
    requests: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0  # of the input, read from the provider's cache
    output_tokens: int = 0
    cost: str | None = None  # in dollars, as a decimal number; none when the price is not known
    looked_at: tuple[str, ...] = ()  # files of the repository that it looked at


RECORDED: Final = ("facts", "confirmed", "retracted", "amended", "none_of", "settled")
"""What of a thought goes on record as it is."""


class Thought(Record):
    contributions: tuple[Contribution, ...] = ()
    is_round: bool = False
    """The words of everybody who had the word next are there, too; who says nothing has nothing to add."""
    draft: str = ""  # the draft to confirm (`open_step` at brief depth)
    facts: tuple[AnyFact, ...] = ()  # proposed facts; ids empty or `new:…`
    confirmed: tuple[str, ...] = ()
    retracted: tuple[str, ...] = ()
    amended: tuple[Amendment, ...] = ()
    merged: tuple[Merge, ...] = ()
    """Known facts that need not stand any more, because another says the same or the answer is known."""
    unread: tuple[str, ...] = ()
    """What was proposed and could not be understood, in words that whoever proposed it can act on."""
    none_of: tuple[str, ...] = ()
    """Fact kinds of which the person said that there are none ("no integrations"); they count as settled."""
    settled: tuple[str, ...] = ()
    """Criteria (`topic_id: text`) that the person settled without a fact of their kind ("no preference")."""
    question: Ask | None = None
    answered: tuple[str, ...] = ()
    """Texts of pending questions that need not be asked any more, because the answer is known."""
    drift: str = ""  # set when what was said belongs elsewhere: the subject (`contribute`)
    drift_place: str = ""  # the step or phase where the subject belongs
    focus: str = ""  # the focus question of a discussion (`frame`)
    synthesis: Synthesis | None = None
    notes: tuple[str, ...] = ()  # lines for the journal, never shown (e.g. that a guard refused twice)
    notice: str = ""  # one line for the person about the mind itself, such as that the model did not answer
    spending: Spending | None = None
    looked: tuple[str, ...] = ()  # lines of code that were looked at for it, such as src/a.py:41-60
    reported: bool = False  # somebody who works beside the talk told of progress, which goes on record
    also_spent: tuple[Spending, ...] = ()  # what others spent beside it

    @property
    def takes_in_anything(self) -> bool:
        return any(getattr(self, field) for field in (*RECORDED, "merged"))


class Briefing(Record):
    """Everything a mind needs for one piece of thinking. It is handed over in memory and never saved."""

    task: Task
    mode: Literal["steps", "conversation"]
    persona: Persona
    library: Library
    analysis: Analysis
    scan: ScanResult | None = None
    step: Step | None = None
    phase_key: str = ""
    depth: Depth = Depth.STANDARD
    asked: Ask | None = None  # the question that was just answered
    heard: Turn | None = None  # what the person just said
    acts: tuple[Act, ...] = ()  # what the person did with it
    pending: tuple[Ask, ...] = ()  # questions of this step that are still to be put
    said: tuple[Spoken, ...] = ()  # the discussion or conversation so far, oldest first
    looked: tuple[str, ...] = ()  # lines that whoever thinks has looked at, in this session or in one before
    shown: tuple[Shown, ...] = ()
    """Code that was shown to whoever thinks: only this can be cited by its lines."""
    focus: str = ""
    unmet: tuple[str, ...] = ()  # criteria of the step or topic that are not met yet
    topics: tuple[Topic, ...] = ()
    unmet_by_topic: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    follow_ups_left: int = 0
    documents: dict[str, str] = Field(default_factory=dict)
    """What was written, by name, for whoever reads it once more before the review (`review`)."""
    findings: tuple[str, ...] = ()  # what the check of these documents found
    acknowledgements: int = 0  # how often this persona has acknowledged already, so that patterns vary
    now: str = ""  # ISO 8601, from the input that led here

    @property
    def everything_is_known(self) -> bool:
        topics = self.unmet_by_topic.items()
        return bool(topics) and not any(unmet for key, unmet in topics if key not in self.analysis.declined)
