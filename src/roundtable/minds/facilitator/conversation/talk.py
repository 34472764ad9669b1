"""`Talk`: one response of the table in the making, with what is known when this answer has been taken in.

The facts of an answer have no ids yet; what is derived from them needs some. `Talk.take` therefore looks ahead: it applies a
thought to a copy of the analysis exactly as the engine will, so that ids and references agree.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from roundtable.analysis import changes
from roundtable.analysis.analysis import Analysis
from roundtable.analysis.content import Persona
from roundtable.analysis.evidence import DRAFT_TURN, Quote
from roundtable.analysis.facts import Fact
from roundtable.analysis.kinds import read_tags
from roundtable.engine.briefing import Amendment, Briefing, Contribution, Thought
from roundtable.engine.conversation_rules import is_clean
from roundtable.engine.coverage import cover_all
from roundtable.minds.facilitator.conversation.request import Request, read_request
from roundtable.minds.facilitator.manner import first_speakable, speakable
from roundtable.minds.facilitator.situation import Situation
from roundtable.minds.facilitator.spans import Heard

__all__ = ["NO_DRAFT", "Talk", "quote_from_draft"]

NO_DRAFT: Final = "(No draft available)"


@dataclass(slots=True)
class Talk:
    """A response being put together."""

    situation: Situation
    request: Request
    analysis: Analysis
    """As it will be once everything gathered so far is recorded."""
    facts: list[Fact] = field(default_factory=list[Fact])
    said: list[Contribution] = field(default_factory=list[Contribution])
    proposed: list[str] = field(default_factory=list[str])
    """Ids of facts that a plain yes to the coming question confirms."""
    settled: list[str] = field(default_factory=list[str])
    none_of: list[str] = field(default_factory=list[str])
    amended: list[Amendment] = field(default_factory=list[Amendment])

    @classmethod
    def of(cls, situation: Situation) -> "Talk":
        """The talk at this point of the conversation."""
        analysis = situation.briefing.analysis
        return cls(situation, read_request(subject_matter(analysis), analysis.title), analysis)

    @property
    def briefing(self) -> Briefing:
        """What the engine told us."""
        return self.situation.briefing

    @property
    def exchanges(self) -> int:
        """How often the person has said something about the item."""
        return sum(1 for turn in self.analysis.turns if turn.number > DRAFT_TURN)

    @property
    def has_code(self) -> bool:
        """Whether the scan found code that speaks of this."""
        scan = self.briefing.scan
        return scan is not None and bool(scan.impact.direct or scan.files)

    def take(self, facts: Iterable[Fact], *, propose: bool = False) -> None:
        """Gather facts; those that are proposed can be confirmed by a yes."""
        new = list(facts)
        if not new:
            return
        self.analysis, change = changes.add(self.analysis, new)
        self.facts += new
        if propose:
            self.proposed += change.added

    def amend(self, fact: Fact, **updates: object) -> None:
        """New values for a known fact that follow from what was gathered; its evidence stays."""
        if fact.id in self.situation.briefing.analysis.by_id:
            self.amended.append(Amendment(fact_id=fact.id, updates=dict(updates)))
            self.analysis, _change = changes.amend(self.analysis, fact.id, updates)

    def hear(self, thought: Thought) -> None:
        """What taking in the answer brought."""
        for fact_id in thought.retracted:
            self.analysis, _change = changes.retract(self.analysis, fact_id)
        for amendment in thought.amended:
            self.analysis, _change = changes.amend(
                self.analysis, amendment.fact_id, amendment.updates, amendment.evidence
            )
        self.none_of += thought.none_of
        self.settled += thought.settled
        self.take(thought.facts)

    def say(self, persona: str, *wordings: str) -> bool:
        """Let a persona say the first of these wordings that its voice allows; whether it said anything."""
        speaker = self.briefing.library.persona(persona)
        fit = next((text for text in wordings if _is_fit(speaker, text)), "")
        if fit:
            self.said.append(Contribution(persona=persona, text=fit))
        return bool(fit)

    def must_say(self, persona: str, *wordings: str) -> None:
        """The same for somebody who has to speak now: a plain sentence when no wording fits."""
        if not self.say(persona, *wordings):
            speaker = self.briefing.library.persona(persona)
            self.said.append(Contribution(persona=persona, text=first_speakable(speaker, ())))

    def has_spoken(self, persona: str) -> bool:
        """Whether a persona has said something before this response."""
        return any(line.persona == persona for line in self.briefing.said)

    # -- criteria -------------------------------------------------------------------------------------------------------

    @property
    def unmet(self) -> dict[str, tuple[str, ...]]:
        """Open criteria by topic, after what was gathered so far; declined topics have none."""
        known = self.analysis.changed(
            none_of=(*self.analysis.none_of, *self.none_of), settled=(*self.analysis.settled, *self.settled)
        )
        return {
            item.topic_id: item.unmet
            for item in cover_all(self.briefing.library, known)
            if item.unmet and item.topic_id not in self.analysis.declined
        }

    def wants(self, topic_id: str, kind: str) -> bool:
        """Whether a topic still has an open criterion of this kind."""
        return any(self.kind_of(topic_id, text) == kind for text in self.unmet.get(topic_id, ()))

    def kind_of(self, topic_id: str, criterion: str) -> str:
        """The kind of fact that meets a criterion."""
        topic = next((topic for topic in self.briefing.topics if topic.topic_id == topic_id), None)
        if topic is None or criterion not in topic.coverage_criteria:
            return ""
        at = topic.coverage_criteria.index(criterion)
        tags, _unknown = read_tags(topic.met_by[at] if at < len(topic.met_by) else "")
        return tags[0].kind if tags else ""

    def settle(self, topic_id: str, *kinds: str) -> None:
        """These criteria need no fact of their kind any more; the caller has put the reason on record."""
        for text in self.unmet.get(topic_id, ()):
            if not kinds or self.kind_of(topic_id, text) in kinds:
                self.settled.append(f"{topic_id}: {text}")


def _is_fit(speaker: Persona, text: str) -> bool:
    """In the speaker's voice, within the rules of a talk, and no question: the one question comes last and alone."""
    return bool(text) and "?" not in text and "？" not in text and is_clean(text) and speakable(speaker, text)


def draft_of(analysis: Analysis) -> str:
    """What was asked, without the placeholder of an item that has no draft."""
    draft = analysis.draft.strip()
    return "" if draft == NO_DRAFT else analysis.draft


def subject_matter(analysis: Analysis) -> str:
    """The draft; without one, the first thing that the person said about the item."""
    first = next((turn.text for turn in analysis.turns if turn.number > DRAFT_TURN), "")
    return draft_of(analysis) or first


def quote_from_draft(analysis: Analysis, words: str) -> Quote | None:
    """Where the draft (or whatever stands for it) says this, letter for letter, case aside."""
    if not words:
        return None
    for turn in analysis.turns[:2]:
        at = turn.text.lower().find(words.lower())
        if at >= 0:
            return Heard(turn.number, turn.text).quote(at, at + len(words))
    return None
