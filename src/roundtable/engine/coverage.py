"""The coverage tracker: which criteria of which topic are met, computed from the typed facts.

It is never shown. A topic is covered when all its criteria are met; coverage falls only when facts are taken back.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, repeat
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.content import Library, Topic
from roundtable.analysis.kinds import Tag, read_tags
from roundtable.analysis.questions import Criterion
from roundtable.engine.validation import ALREADY_MET, facts_for, is_met
from roundtable.facts.evidence import Confidence
from roundtable.facts.record import Record
from roundtable.language.question_kinds import kinds_asked

TOPIC_STEPS: Final[Mapping[str, tuple[str, ...]]] = {
    "problem-discovery": ("00-01", "01-01", "01-02", "01-03"),
    "requirements-definition": ("01-04", "01-05", "01-06", "01-07", "01-08"),
    "technical-analysis": ("00-02", "00-03", "02-01", "02-02", "02-03", "02-04"),
    "architecture": ("03-01", "03-02", "03-03", "03-04"),
    "specification": ("04-01", "04-02", "04-03", "04-04", "04-05"),
    "security": (),
}
"""The steps that a covered topic stands for; each of the 24 exactly once."""


class Coverage(Record):
    topic_id: str
    criteria_met: tuple[str, ...]
    criteria_total: tuple[str, ...]
    confidence: Confidence

    @property
    def coverage_pct(self) -> int:
        """0 to 100; a topic without criteria guides but is not tracked, and counts as covered."""
        if not self.criteria_total:
            return 100
        return 100 * len(self.criteria_met) // len(self.criteria_total)

    @property
    def is_covered(self) -> bool:
        return len(self.criteria_met) == len(self.criteria_total)

    @property
    def unmet(self) -> tuple[str, ...]:
        return tuple(text for text in self.criteria_total if text not in self.criteria_met)


def cover_all(library: Library, analysis: Analysis) -> tuple[Coverage, ...]:
    return tuple(cover(topic, analysis) for topic in library.topics if topic.coverage_criteria)


def cover(topic: Topic, analysis: Analysis) -> Coverage:
    """The coverage of one topic. A topic that was covered before (in a foreign item, say) stays covered."""
    criteria = tuple(_criteria(topic))
    if topic.topic_id in analysis.covered:
        met = criteria
    else:
        met = tuple(criterion for criterion in criteria if _is_met(topic, criterion, analysis))
    return Coverage(
        topic_id=topic.topic_id,
        criteria_met=tuple(criterion.text for criterion in met),
        criteria_total=tuple(criterion.text for criterion in criteria),
        confidence=_confidence(analysis, met),
    )


def steps_of_topic(topic: Topic) -> tuple[str, ...]:
    """The step ids that a covered topic stands for: the seeds' table, else what the topic file says."""
    known = TOPIC_STEPS.get(topic.topic_id)
    return known if known is not None else topic.source_step_files


def _criteria(topic: Topic) -> Iterator[Criterion]:
    for text, met_by in zip(topic.coverage_criteria, chain(topic.met_by, repeat("")), strict=False):
        tags = read_tags(met_by)[0] or (Tag(kind=kinds_asked(text)[0]),)
        yield Criterion(text=text, **tags[0].model_dump())


def _is_met(topic: Topic, criterion: Criterion, analysis: Analysis) -> bool:
    if f"{topic.topic_id}: {criterion.text}" in analysis.settled:
        return True
    if criterion.kind in ALREADY_MET and criterion.kind not in analysis.none_of:
        # Nothing on record can show it, so it takes somebody who was asked in this topic.
        places = {topic.topic_id, *steps_of_topic(topic)}
        return any(turn.step_id in places for turn in analysis.turns)
    if steps_of_topic(topic) or criterion.kind in analysis.none_of:
        return is_met(analysis, criterion)
    # A topic without steps of its own (security) has no kinds of its own either: only what was gathered for it counts.
    own = [fact for fact in facts_for(analysis, criterion.kind) if fact.step_id == topic.topic_id]
    return len(own) >= criterion.at_least


def _confidence(analysis: Analysis, met: Iterable[Criterion]) -> Confidence:
    """The weakest link: what a topic rests on is as sure as its least sure criterion."""
    order = (Confidence.LOW, Confidence.MEDIUM, Confidence.HIGH)
    by_criterion = (facts_for(analysis, criterion.kind) for criterion in met)
    found = [max(map(analysis.confidence, facts), key=order.index) for facts in by_criterion if facts]
    return min(found, key=order.index) if found else Confidence.LOW
