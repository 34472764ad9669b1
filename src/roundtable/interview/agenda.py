"""What is asked next: one question for each criterion of a topic, from the content, as far as it fits this item.

A criterion is done when its question was answered in whatever way, when an earlier answer met it, or when none of its
questions fits an item of this nature. What the draft or an earlier answer says is not asked.

Elsewhere: the questions (`library/content`), coverage (`roundtable.engine.coverage`).
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.content import Topic
from roundtable.analysis.kinds import read_tags
from roundtable.analysis.phases import Depth
from roundtable.analysis.questions import Question, filled
from roundtable.engine.briefing import Ask, Briefing
from roundtable.engine.validation import facts_for, suits
from roundtable.facts import DirectChange, Note, Requirement
from roundtable.interview.named import messages_in, own_names
from roundtable.interview.situation import Situation
from roundtable.interview.wording import listed
from roundtable.language.statements import sort_statement
from roundtable.ports import CodeView

_ORDER: Final = (
    *("problem", "user_type", "requirement", "criterion", "journey", "business_rule", "interface", "state"),
    *("error_case", "direct_change", "constraint", "decision", "out_of_scope"),
    *("criterion:per requirement", "success_metric"),
)
"""Who is helped and with what comes before how; what is left out and how one sees that it works come last."""
_ALWAYS: Final = frozenset({"business_rule", "requirement", "direct_change"})
"""One rule does not answer the next, and a file that was mentioned in passing is seldom the only one: asked once in any case."""
_LISTS: Final = frozenset({"error_case", "constraint", "out_of_scope"})
"""Of these there are usually several: one that was mentioned in passing does not make the others known."""
_SEVERAL: Final = 2
_MANY: Final = 7
"""After so many questions one that was mentioned in passing has to do for what is left out."""
_HEARD: Final = frozenset({"user_type", "success_metric"})
"""Of these one sentence is enough, whatever it was said to."""
WHAT_ELSE: Final = "note"
"""The main kind of the question that is after everything else; only the person knows when that is nothing."""
_SPARED: Final = frozenset({"out_of_scope", "success_metric", "journey", "state"})
"""What whoever wants it short is not asked: a builder need not guess without it."""
_LAST: Final = len(_ORDER)
_OWN: Final = _ORDER.index("business_rule")
"""What a project's own topic asks comes once it is known what is wanted, whatever else answers that may fit."""


def next_question(situation: Situation, analysis: Analysis, topic_id: str | None = None) -> Ask | None:
    """The next question worth asking; none when everything is known, settled or open on purpose."""
    is_deep = situation.briefing.depth is Depth.DEEP
    due = [*_due(situation, analysis), *(_deeper(situation, analysis) if is_deep else ())]
    found = next((ask for ask in due if topic_id in {None, ask.topic}), None)
    if found is None and topic_id is not None and not is_deep:  # whoever names a topic wants more of it
        return next_question(situation.but(depth=Depth.DEEP), analysis, topic_id)
    return found


def prepared(briefing: Briefing, code: CodeView | None = None) -> tuple[Ask, ...]:
    """The questions that would be put one after another to whoever is asked nothing else, without the one that is open."""
    situation = Situation.of(briefing, code)
    return tuple(ask for ask in _due(situation, briefing.analysis) if ask.text != situation.asked.text)


def unanswerable(situation: Situation, analysis: Analysis) -> tuple[str, ...]:
    """Criteria that need no asking: no question under them fits an item of this nature, or all were asked."""
    due = {ask.about for ask in _due(situation, analysis)}
    every = [f"{topic.topic_id}: {text}" for topic, text, _ in _criteria(situation)]
    return tuple(key for key in every if key not in due and key not in analysis.settled)


def _due(situation: Situation, analysis: Analysis) -> list[Ask]:
    found: list[tuple[int, int, Ask]] = []
    for at, (topic, text, kind) in enumerate(_criteria(situation)):
        key = f"{topic.topic_id}: {text}"
        if key in (*analysis.settled, *analysis.answered) or topic.topic_id in analysis.declined:
            continue
        is_spared = situation.briefing.depth is Depth.BRIEF and kind in _SPARED
        if is_spared or (not topic.is_own and _is_known(analysis, kind)):
            continue
        question = _fitting(situation, analysis, topic.asked_for(text))
        if question is not None:
            rank = _OWN if topic.is_own else _ORDER.index(kind) if kind in _ORDER else _LAST
            found.append((rank, at, _ask(question, topic, key)))
    return [ask for _, _, ask in sorted(found, key=lambda entry: entry[:2])]


def _criteria(situation: Situation) -> Iterator[tuple[Topic, str, str]]:
    for topic in situation.briefing.topics:
        for at, text in enumerate(topic.coverage_criteria):
            tags, _ = read_tags(topic.met_by[at] if at < len(topic.met_by) else "")
            # What is wanted for each requirement comes last, and as long as one of them goes without.
            yield topic, text, next((str(tag) if tag.per else tag.kind for tag in tags), "note")


def _is_known(analysis: Analysis, kind: str) -> bool:
    """Whether somebody said something of that kind, or that there is none."""
    if kind == WHAT_ELSE:
        return kind in analysis.none_of
    if kind in analysis.none_of:
        return kind not in _ALWAYS
    if kind in _ALWAYS:
        return False
    said = [fact for fact in facts_for(analysis, kind) if any(e.kind != "code" for e in fact.evidence)]
    if kind == "problem":
        said = [fact for fact in said if fact.headline != analysis.title]  # a title is not yet what one sees
    is_late = kind == "out_of_scope" and len(analysis.answered) >= _MANY
    return len(said) >= (_SEVERAL if kind in _LISTS and not is_late else 1) or (
        kind in _HEARD and any(_reads_as(fact.headline, analysis.title) == kind for fact in analysis.of(Note))
    )


@lru_cache(maxsize=256)
def _reads_as(sentence: str, item: str) -> str | None:
    """What a sentence that was kept as it is would have been, had nobody asked for anything."""
    return sort_statement(sentence, question="", asked=(), item=item).kind


def _deeper(situation: Situation, analysis: Analysis) -> list[Ask]:
    """What no criterion asks for: questions about kinds that nobody has said anything of, for whoever wants more."""
    found: list[Ask] = []
    for topic in situation.briefing.topics:
        if topic.topic_id in analysis.declined:
            continue
        under = {question.text for text in topic.coverage_criteria for question in topic.asked_for(text)}
        for question in topic.questions():
            new = question.kinds[0] != "approval" and not _is_known(analysis, question.kinds[0])
            if new and question.text not in under:
                fitting = _fitting(situation, analysis, (question,))
                found += [_ask(fitting, topic, "")] if fitting else []
    return found


def _fitting(situation: Situation, analysis: Analysis, questions: Iterable[Question]) -> Question | None:
    """The first of these questions that suits the item and was not put yet, with its words filled in."""
    slots, briefing = slots_of(analysis), situation.briefing
    for question in questions:
        words = filled(question.text, slots)
        if words is None or words in analysis.answered:
            continue
        if suits(question, analysis, briefing.scan, briefing.depth):
            return question.changed(text=words, simpler=filled(question.simpler, slots) or "")
    return None


def slots_of(analysis: Analysis) -> dict[str, str]:
    """What a question may name: the item, the files, the person's latest name of code or message."""
    files = list(dict.fromkeys(fact.path for fact in analysis.of(DirectChange)))
    unchecked = [fr.title for fr in analysis.of(Requirement) if not analysis.criteria_of(fr)]
    spoken = [turn.text for turn in reversed(analysis.turns) if turn.number]
    named = [name for text in spoken for name in (*messages_in(text), *(n.text for n in own_names(text)))]
    found = {
        "item": analysis.title,
        "files": listed([f"`{path}`" for path in files]),
        "named": named[0] if named else "",
        "requirement": f'"{unchecked[0]}"' if unchecked else "",
    }
    return {name: text for name, text in found.items() if text}


def _ask(question: Question, topic: Topic, key: str) -> Ask:
    return Ask.of(question, origin="topic", topic=topic.topic_id, persona=topic.primary_persona, about=key)
