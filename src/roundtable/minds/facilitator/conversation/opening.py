"""Maya's first words: what the draft says, and one question about the problem. She waits for nobody."""

import re

from roundtable.analysis.evidence import DRAFT_TURN
from roundtable.analysis.facts import Problem, Requirement
from roundtable.engine.briefing import Ask, Thought
from roundtable.minds.facilitator.conversation.agenda import next_question
from roundtable.minds.facilitator.conversation.draft_facts import facts_from_draft
from roundtable.minds.facilitator.conversation.talk import Talk, draft_of
from roundtable.minds.facilitator.manner import MAYA
from roundtable.minds.facilitator.reflect import fill
from roundtable.minds.facilitator.rephrase import excerpt, listed
from roundtable.minds.facilitator.situation import Situation, proposals
from roundtable.minds.facilitator.words import base_form

__all__ = ["open_conversation"]


def open_conversation(situation: Situation) -> Thought:
    """The opening: an acknowledgement in the draft's own words, the facts in it, one question."""
    talk = Talk.of(situation)
    known = talk.analysis
    # A figure from a document that several items share is no beginning of a talk.
    if known.of(Requirement) or known.of(Problem) or any(turn.number > DRAFT_TURN for turn in known.turns):
        return _again(talk)
    talk.take(facts_from_draft(talk))
    talk.must_say(MAYA, *_acknowledgements(talk))
    return Thought(contributions=tuple(talk.said), facts=proposals(talk.facts), question=_question(talk))


def _again(talk: Talk) -> Thought:
    """Something is known already (begun in another way, or elsewhere): only the next question."""
    question = next_question(talk) or _question(talk)
    if talk.situation.was_asked(question.text):
        return Thought()
    return Thought(question=question)


def _acknowledgements(talk: Talk) -> tuple[str, ...]:
    """The draft said back in Maya's own manner; later wordings are for drafts that her voice cannot take up."""
    draft = draft_of(talk.analysis)
    if not draft.strip():
        return ("There is no draft yet, so I start with you.",)
    pattern = talk.briefing.library.persona(MAYA).voice.acknowledgement or "So {}."
    said = excerpt(draft, most=14)
    known = [fact for fact in talk.analysis.of(Requirement) if len(fact.title.split()) <= 8]
    # What follows "people should be able to" or "it should" is a verb.
    known = [fact for fact in known if base_form(fact.title.split()[0]) == fact.title.split()[0].lower()]
    people = [fact for fact in known if " shall let " in fact.text]
    wishes = [_lower(fact.title) for fact in (people or known)][:3]
    if talk.request.nature == "product" and wishes:
        clause = f"{'people should be able to' if people else 'it should'} {listed(wishes)}"
    elif talk.request.nature == "bug":
        clause = f"you report {said}"
    else:
        clause = f"you are after {said}"
    return (
        fill(pattern, clause),
        fill(pattern, f"your draft says {said}"),
        f"I've read your draft: {said}.",
        "I've read your draft.",
    )


def _lower(text: str) -> str:
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def _question(talk: Talk) -> Ask:
    draft = draft_of(talk.analysis)
    if not draft.strip():
        text, about = "What problem would you like to solve, and for whom?", "problem"
    elif talk.request.nature == "bug" or talk.analysis.of(Problem):
        text, about = (
            "What does this stop people from doing, and how badly does it hurt when it happens?",
            "problem",
        )
    elif talk.request.nature == "product":
        thing = talk.request.things[0] if talk.request.things else ""
        about_it = f" about {thing}" if thing and re.fullmatch(r"[\w' -]+", thing) else ""
        text, about = (
            f"Thinking of the last time you needed this, which information or help{about_it} was missing, and for whom?",
            "problem",
        )
    else:
        text, about = "What happens today without it, and who notices first?", "problem"
    return Ask(
        text=text,
        kinds=("problem", "stakeholder"),
        origin="topic",
        persona=MAYA,
        topic="problem-discovery",
        about=about,
    )
