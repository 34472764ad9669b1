"""One response of the table: the answer taken in, whoever has something to add, and the next question.

At most one of Alex and Jordan joins in with a batch of findings, in an order that follows the talk: what changes, the shape of
it, the options, the failures, misuse. Then one question, asked by whoever spoke last where that fits.
"""

from typing import Final

from roundtable.analysis.evidence import Assumed
from roundtable.analysis.facts import OpenQuestion, Requirement, Story
from roundtable.engine.briefing import Ask, Thought
from roundtable.minds.facilitator.conversation.agenda import label_of, next_question
from roundtable.minds.facilitator.conversation.alex import findings
from roundtable.minds.facilitator.conversation.choices import has_options, options
from roundtable.minds.facilitator.conversation.contracts import shapes
from roundtable.minds.facilitator.conversation.derived import (
    from_requirements,
    good_run,
    problem_from_wish,
    stories_of,
    wish_from_problem,
)
from roundtable.minds.facilitator.conversation.disagreements import disagreement
from roundtable.minds.facilitator.conversation.failures_said import failures_said
from roundtable.minds.facilitator.conversation.faults import faults
from roundtable.minds.facilitator.conversation.hearing import take_in
from roundtable.minds.facilitator.conversation.misuse import security
from roundtable.minds.facilitator.conversation.talk import Talk
from roundtable.minds.facilitator.conversation.unsaid import unsaid
from roundtable.minds.facilitator.manner import ALEX, JORDAN, MAYA
from roundtable.minds.facilitator.settling import who_could_settle
from roundtable.minds.facilitator.situation import Situation, proposals

__all__ = ["converse"]

_TOLD: Final = 3
"""After so many answers a problem without a wish becomes the wish that it stops."""
_LATER: Final = 4
"""From which exchange on Alex weighs options in a talk about something new."""


def converse(situation: Situation) -> Thought:
    """Facts, words and one question in answer to what was said, or only the next question."""
    talk = Talk.of(situation)
    briefing = situation.briefing
    confirmed: tuple[str, ...] = ()
    heard: Thought = Thought()
    if briefing.heard is not None and briefing.asked is not None:
        heard = take_in(talk, label_of(talk, briefing.asked)).thought
        talk.said += [piece.model_copy(update={"text": _closed(piece.text)}) for piece in heard.contributions]
        confirmed = heard.confirmed
    asks = _join_in(talk) if briefing.heard is not None or briefing.task.slots else None
    if talk.exchanges > 1 or talk.analysis.kinds("criterion"):
        _derive(talk)
    speakers = tuple(piece.persona for piece in talk.said[len(heard.contributions) :])
    question = disagreement(talk, heard.facts) or asks or next_question(talk, speakers=speakers)
    if question is None:
        _conclude(talk)
    else:
        question = question.model_copy(update={"proposes": tuple(dict.fromkeys(talk.proposed))})
    return Thought(
        contributions=tuple(talk.said),
        facts=proposals(talk.facts),
        confirmed=confirmed,
        retracted=heard.retracted,
        amended=(*heard.amended, *talk.amended),
        none_of=tuple(dict.fromkeys(talk.none_of)),
        settled=tuple(dict.fromkeys(talk.settled)),
        question=question,
        answered=heard.answered,
    )


def _closed(text: str) -> str:
    """A sentence that ends in a quotation still ends: the question that follows must stand alone."""
    return f"{text}." if text.endswith(('…"', '"')) and not text.endswith(('."', '!"')) else text


# -- who joins in -----------------------------------------------------------------------------------------------------------


def _join_in(talk: Talk) -> Ask | None:
    """Let whoever must or can add something speak; a question of their own when the matter is a choice."""
    slots = talk.briefing.task.slots
    if ALEX in slots:
        if not findings(talk):
            talk.must_say(ALEX, "Going by your words alone, I can't tell the size of it yet.")
        if JORDAN not in slots:
            return None
    if JORDAN in slots:
        if not shapes(talk):
            talk.must_say(
                JORDAN,
                "Based on what we've discussed, the interface would be new, and its signature is open until one real case is on the table.",
            )
        return None
    if MAYA in slots:
        talk.must_say(MAYA, "I'd like to keep in mind whoever has to live with the result.")
    return _at_a_break(talk)


def _at_a_break(talk: Talk) -> Ask | None:
    if findings(talk) or (talk.exchanges > 1 and shapes(talk)):
        return None
    product = talk.request.nature == "product"
    if product and talk.exchanges < _LATER:
        return None
    if not has_options(talk):
        weighed = options(talk)
        if weighed and talk.say(ALEX, weighed):
            return None if product else _which_option(talk)
    if not (_faults_due(talk) and faults(talk)):
        security(talk)
    return None


def _faults_due(talk: Talk) -> bool:
    return talk.wants("specification", "error_case") or talk.wants("specification", "state")


def _which_option(talk: Talk) -> Ask | None:
    """In a change to code the choice is put as a question; yes or silence takes the recommended way."""
    titles = [fact.headline for fact in talk.analysis.kinds("option")]
    if len(titles) < 2 or talk.situation.was_asked(_SHALL_I):
        return None
    return Ask(
        text=_SHALL_I,
        kinds=("decision", "option"),
        origin="topic",
        options=(titles[0], titles[1]),
        persona=ALEX,
        topic="architecture",
        about="architecture",
    )


_SHALL_I: Final = "Shall I plan with the first of the two?"


# -- what follows without asking --------------------------------------------------------------------------------------------


def _derive(talk: Talk, *, final: bool = False) -> None:
    """Checks, ranks and stories for what was asked for, and what fails where two parts meet."""
    if talk.exchanges > _TOLD:
        talk.take(wish_from_problem(talk.analysis))
    talk.take(from_requirements(talk.analysis))
    talk.take(stories_of(talk.analysis, talk.situation.sight, final=final))
    _tell_stories(talk)
    talk.take(good_run(talk.analysis))
    for integration, answer in failures_said(talk.analysis):
        talk.amend(integration, on_failure=answer)


def _tell_stories(talk: Talk) -> None:
    """A story takes up every check of its requirements, also those that came later."""
    for story in talk.analysis.of(Story):
        known = [
            fact
            for fact_id in story.requirements
            if isinstance(fact := talk.analysis.get(fact_id), Requirement)
        ]
        checks = tuple(criterion.id for fact in known for criterion in talk.analysis.criteria_of(fact))
        more = tuple(fact_id for fact_id in checks if fact_id not in story.criteria)
        if more:
            talk.amend(story, criteria=(*story.criteria, *more))


def _conclude(talk: Talk) -> None:
    """Nothing is left to ask: every part says its last, and what stays unsaid becomes an assumption by name."""
    findings(talk)
    shapes(talk)
    if _faults_due(talk):
        faults(talk, final=True)
    security(talk)
    if not has_options(talk):
        weighed = options(talk)
        if weighed:
            talk.say(ALEX, weighed)
    talk.take(problem_from_wish(talk.analysis))
    _derive(talk, final=True)
    for topic_id, criteria in talk.unmet.items():
        talk.take(
            [
                OpenQuestion(
                    id=f"new:oq-{topic_id}-{at}",
                    step_id=topic_id,
                    text=unsaid(talk.kind_of(topic_id, text), text),
                    why="it did not come up",
                    settles=who_could_settle((talk.kind_of(topic_id, text),), talk.analysis),
                    evidence=(Assumed(because="nobody spoke of it"),),
                )
                for at, text in enumerate(criteria, start=1)
            ]
        )
        talk.settled += [f"{topic_id}: {text}" for text in criteria]
