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

REVIEW: Final = "review"  # what the closing question of a conversation is about
WHICH: Final = "which"
REPLACES: Final = "replaces:"
KEEPS: Final = "keeps:"
"""What a question is about that asks which line is meant, whether what was said takes the place of one, whether it is part of the item."""
Ending = Literal["", "done", "pause", "stop_now"]
"""What the person also wants, once what they said beside it is taken in."""


class AtStart(Named):
    """Nothing happened yet."""


class AtReanalysis(Named):
    """All phases are done and the code has moved on: analyse again?"""


class BetweenPhases(Named):
    phase_key: str


class InStep(Named):
    step_id: str
    depth: Depth
    asked: Ask | None = None
    draft: str = ""  # the draft that was put up for confirmation, so that a resumed session can show it again
    pending: tuple[Ask, ...] = ()
    follow_ups_left: int = 0
    rechecks_left: int = 0
    rechecked: tuple[str, ...] = ()  # criteria that were followed up already
    unanswered: int = 0  # answers in a row that said nothing
    left_open: tuple[str, ...] = ()
    """Fact kinds to which "I don't know" was the answer: logged, and not asked about again in this step."""
    amended: bool = False  # something that was known before was changed or taken back in this step
    stage: Literal["opening", "asking", "thinking", "rechecking", "writing", "recording"] = "opening"
    acts: tuple[Act, ...] = ()  # what was done with the words that are being thought about
    ending: Ending = ""


class AtMenu(Named):
    step_id: str
    stage: Literal["shown", "reading", "thinking", "writing", "filling", "saving"] = "shown"
    asked: Ask | None = None  # the one short question that a remark led to; the next remark may answer it
    acts: tuple[Act, ...] = ()
    ending: Ending = ""


class AtBoundary(Named):
    """A phase is complete, and the [Y/n] question may be open."""

    phase_key: str
    chosen: bool = False  # [C] at the phase menu answered the question already


class InDiscussion(Named):
    step_id: str
    lead: str
    others: tuple[str, ...]
    max_turns: int
    stage: Literal["framing", "talking", "waiting", "exit_asked", "synthesis", "writing", "saving"] = (
        "framing"
    )
    turns: int = 0
    silent_rounds: int = 0
    prompted: bool = False  # the inactivity prompt was given
    warned: bool = False
    focus: str = ""
    asked: Ask | None = None
    """The one short question that what was said led to; what is said next may answer it."""
    said: tuple[Spoken, ...] = ()
    queue: tuple[str, ...] = ()  # personas who still answer, in order
    addressed: str | None = None
    acts: tuple[Act, ...] = ()  # what was done with the person's latest words
    takes_in: bool = False  # those words are not taken in yet: whoever thinks next does it
    substance: bool = False  # the person has said something about the item
    doubted: str = ""  # what was typed before the question whether to end
    ending: Ending = ""
    retried: bool = False  # the synthesis came back empty once already
    exit: Literal["user-initiated", "turn-limit"] | None = None
    outcome: Discussion | None = None
    """The synthesis, once there is one: a session that was cut off while it was written does not think it out again."""


_Talking = Literal["opening", "waiting", "thinking", "writing", "saving"]
_Closing = Literal["completing", "reviewing", "finished"]
"""`finished`: it was so before, and the person was asked whether to go through it again, or to change something."""


class InConversation(Named):
    stage: _Talking | _Closing = "opening"
    exchanges: int = 0  # how often the person has spoken
    asked: Ask | None = None
    spoke: tuple[str, ...] = ()  # personas who have contributed
    stalled: int = 0  # turns in a row without anything new
    offered_stop: bool = False
    more: bool = False
    """The person asked for a topic or for more depth: one more question, even when everything is covered."""
    at_review: bool = False  # the closing question was put; what is asked since then only clears something up
    dones: int = 0  # how often in a row the person said that there is nothing more
    left_one: bool = False  # the last question was left open at the person's wish
    acts: tuple[Act, ...] = ()  # what was done with the words that are being thought about
    ending: Ending = ""
    later: tuple[Ask, ...] = ()  # questions that the person set aside for a topic of their choice

    @property
    def is_closing(self) -> bool:
        return self.asked is not None and self.asked.about == REVIEW


class Headless(Named):
    phase_key: str


class Over(Named):
    """The session has ended."""


Resting = AtReanalysis | InStep | AtMenu | AtBoundary | InDiscussion | InConversation


class Aside(Named):
    """Something came between; then `back` goes on."""

    back: Resting = Field(discriminator="kind")
    stage: Literal[
        "thinking", "writing", "doubt", "undo_asked", "stop_asked", "reason_asked", "close_asked", "closing"
    ]
    text: str = ""  # what was typed and may or may not be meant (`doubt`), or why the item will not be built
    acts: tuple[Act, ...] = ()


class Finishing(Named):
    """Everything is said: the last write, the check of what is on disk, what it corrects, and the record of it."""

    stage: Literal["writing", "reading", "repairing", "checking", "correcting", "saving"] = "writing"
    early: bool = False  # the person ended it before everything was covered
    phase_key: str = ""  # the phase that ends with it; none in a conversation, which has no phases to show
    left: tuple[str, ...] = ()  # what the check found and could not put right
    errors: int = 0  # how many of the findings are errors


_Passing = AtStart | Aside | Finishing | BetweenPhases | Headless | Over
Place = Annotated[Resting | _Passing, Field(discriminator="kind")]


def resting(place: Place) -> Place:
    """The place below an aside; any other is itself."""
    return place.back if isinstance(place, Aside) else place
