"""Where a session is: one small record for each place. It is saved with the analysis, so a session resumes on the spot.

Where the person has the word is a *resting* place. `Aside` stands on top of one while something comes between: a question
of theirs, a look at what is known, a doubt about what they meant, the way out. Then the place below goes on.
"""

from typing import Annotated, Final, Literal

from pydantic import Field

from roundtable.analysis.analysis import Discussion
from roundtable.analysis.phases import Depth
from roundtable.engine.briefing import Ask, Spoken
from roundtable.facts.record import Named
from roundtable.language.acts import Act

REVIEW: Final = "review"
"""What the closing question of a conversation is about."""
Ending = Literal["", "done", "pause", "stop_now"]
"""What the person also wants, once what they said beside it is taken in."""


class AtStart(Named):
    """Nothing happened yet."""


class AtReanalysis(Named):
    """All phases are done and the code has moved on: analyse again?"""


class BetweenPhases(Named):
    """A phase is being entered; the hand-off summary is being thought out."""

    phase_key: str


class InStep(Named):
    """A step's questions are open."""

    step_id: str
    depth: Depth
    asked: Ask | None = None
    draft: str = ""
    """The draft that was put up for confirmation, so that a resumed session can show it again."""
    pending: tuple[Ask, ...] = ()
    follow_ups_left: int = 0
    rechecks_left: int = 0
    rechecked: tuple[str, ...] = ()
    """Criteria that were followed up already."""
    unanswered: int = 0
    """Answers in a row that said nothing."""
    left_open: tuple[str, ...] = ()
    """Fact kinds to which "I don't know" was the answer: logged, and not asked about again in this step."""
    amended: bool = False
    """Something that was known before was changed or taken back in this step."""
    stage: Literal["opening", "asking", "thinking", "rechecking", "writing", "recording"] = "opening"
    acts: tuple[Act, ...] = ()
    """What was done with the words that are being thought about."""
    ending: Ending = ""


class AtMenu(Named):
    """A step is done and recorded; its menu is on the screen."""

    step_id: str
    stage: Literal["shown", "reading", "thinking", "writing", "filling", "saving"] = "shown"
    asked: Ask | None = None
    """The one short question that a remark led to; the next remark may answer it."""
    acts: tuple[Act, ...] = ()
    ending: Ending = ""


class AtBoundary(Named):
    """A phase is complete; `asked` when the [Y/n] question is open."""

    phase_key: str
    asked: bool = False
    chosen: bool = False
    """[C] at the phase menu answered the question already."""


class InDiscussion(Named):
    """The three personas and the person discuss one step's topic."""

    step_id: str
    lead: str
    others: tuple[str, ...]
    max_turns: int
    stage: Literal["framing", "talking", "waiting", "exit_asked", "synthesis", "writing", "saving"] = (
        "framing"
    )
    turns: int = 0
    silent_rounds: int = 0
    prompted: bool = False
    """The inactivity prompt was given."""
    warned: bool = False
    focus: str = ""
    asked: Ask | None = None
    """The one short question that what was said led to; what is said next may answer it."""
    said: tuple[Spoken, ...] = ()
    queue: tuple[str, ...] = ()
    """Personas who still answer, in order."""
    addressed: str | None = None
    acts: tuple[Act, ...] = ()
    """What was done with the person's latest words."""
    takes_in: bool = False
    """Those words are not taken in yet: whoever thinks next does it."""
    substance: bool = False
    """The person has said something about the item."""
    doubted: str = ""
    """What was typed before the question whether to end."""
    ending: Ending = ""
    retried: bool = False
    """The synthesis came back empty once already."""
    exit: Literal["user-initiated", "turn-limit"] | None = None
    outcome: Discussion | None = None
    """The synthesis, once there is one: a session that was cut off while it was written does not think it out again."""


class InConversation(Named):
    """All three personas and the person talk; no steps, no menus."""

    stage: Literal[
        "opening",
        "waiting",
        "thinking",
        "writing",
        "saving",
        "completing",
        "reviewing",
        "reanalysis_asked",
        "amending_asked",
        "finished",
    ] = "opening"
    exchanges: int = 0
    """How often the person has spoken."""
    asked: Ask | None = None
    spoke: tuple[str, ...] = ()
    """Personas who have contributed."""
    stalled: int = 0
    """Turns in a row without anything new."""
    offered_stop: bool = False
    more: bool = False
    """The person asked for a topic or for more depth: one more question, even when everything is covered."""
    at_review: bool = False
    """The closing question was put; what is asked since then only clears something up."""
    dones: int = 0
    """How often in a row the person said that there is nothing more."""
    left_one: bool = False
    """The last question was left open at the person's wish."""
    acts: tuple[Act, ...] = ()
    """What was done with the words that are being thought about."""
    ending: Ending = ""
    later: tuple[Ask, ...] = ()
    """Questions that the person set aside for a topic of their choice."""

    @property
    def is_closing(self) -> bool:
        """Whether the closing question is open."""
        return self.asked is not None and self.asked.about == REVIEW


class Headless(Named):
    """The phase agents write the documents without a conversation."""

    phase_key: str
    stage: Literal["thinking", "writing", "saving"] = "thinking"


class Over(Named):
    """The session has ended."""


Resting = AtReanalysis | InStep | AtMenu | AtBoundary | InDiscussion | InConversation


class Aside(Named):
    """Something came between; then `back` goes on."""

    back: Resting = Field(discriminator="kind")
    stage: Literal[
        "thinking", "writing", "doubt", "undo_asked", "stop_asked", "reason_asked", "close_asked", "closing"
    ]
    text: str = ""
    """What was typed and may or may not be meant (`doubt`), or why the item will not be built."""
    acts: tuple[Act, ...] = ()


class Finishing(Named):
    """Everything is said: the last write, the check of what is on disk, what it corrects, and the record of it."""

    stage: Literal["writing", "reading", "repairing", "checking", "correcting", "saving"] = "writing"
    early: bool = False
    """The person ended it before everything was covered."""
    phase_key: str = ""
    """The phase that ends with it; none in a conversation, which has no phases to show."""
    left: tuple[str, ...] = ()
    """What the check found and could not put right."""
    errors: int = 0
    """How many of the findings are errors."""


Place = Annotated[
    Resting | AtStart | Aside | Finishing | BetweenPhases | Headless | Over, Field(discriminator="kind")
]


def resting(place: Place) -> Place:
    """The place below an aside; any other is itself."""
    return place.back if isinstance(place, Aside) else place
