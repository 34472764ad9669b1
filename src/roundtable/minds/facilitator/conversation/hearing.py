"""Taking in what was said: the readers of the stepped mode do the reading; this adds what a conversation needs.

Facts belong to the topic of the question. A plain yes takes the recommended option and confirms what was proposed with it. No
preference, no idea and nothing settle the criterion that the question was about, with the assumption or open question on
record, so that it is never asked again.
"""

import re
from typing import Final

from roundtable.analysis.evidence import Quote
from roundtable.analysis.facts import Assumption, Fact, Note, Quality, Requirement, UserType
from roundtable.engine.briefing import Ask, Thought
from roundtable.minds.facilitator.answers.reading import shorten
from roundtable.minds.facilitator.answers.requirements import phrase_requirement
from roundtable.minds.facilitator.conversation.anecdotes import without_anecdotes
from roundtable.minds.facilitator.conversation.choosing import (
    OPENLY,
    acknowledged,
    bare_yes,
    leave_open,
    settled_by,
    take_option,
    weigh,
)
from roundtable.minds.facilitator.conversation.compound import taken_apart
from roundtable.minds.facilitator.conversation.picking import picked, thinks_aloud
from roundtable.minds.facilitator.conversation.talk import Talk
from roundtable.minds.facilitator.replies import Reply, reply_kind
from roundtable.minds.facilitator.situation import proposals
from roundtable.minds.facilitator.spans import Heard
from roundtable.minds.facilitator.taking import take_answer
from roundtable.minds.facilitator.things import singular
from roundtable.minds.facilitator.words import is_clause, is_english

__all__ = ["Taken", "take_in"]

_LABEL: Final = 160
_LONGEST_LIST: Final = 30
_NO_ANSWERS: Final = frozenset[Reply](("delegated", "unknown", "passed", "nothing", "no", "empty"))


class Taken:
    """What came out: how the reply counts, and the thought to build on."""

    def __init__(self, reply: Reply, thought: Thought) -> None:
        self.reply = reply
        self.thought = thought


def take_in(talk: Talk, label: str = "") -> Taken:
    """Read the person's reply to the open question; `label` is the question's subject in a few words."""
    asked = talk.briefing.asked or Ask(text="")
    text = talk.situation.heard.text
    reply = reply_kind(text)
    pick = picked(asked, text, reply)
    if (
        asked.about == "all"
        and reply in ("yes", "no", "nothing", "delegated")
        and talk.analysis.of(Requirement)
    ):
        thought = acknowledged(talk, "yes").model_copy(update={"none_of": ("requirement",)})
    elif pick is not None:
        thought = take_option(talk, asked, pick)
    elif asked.options and reply == "answer" and (weighed := weigh(talk, asked, text)) is not None:
        thought = weighed
    elif reply == "answer" and asked.topic and thinks_aloud(text):
        thought = leave_open(talk, asked, "not thought through yet", OPENLY)
    elif reply == "yes" and asked.topic and not asked.options and asked.about != "review":
        thought = bare_yes(talk, asked)
    else:
        thought = _placed(take_answer(talk.situation), asked, Heard(talk.situation.heard.number, text))
        if reply == "answer":
            thought = _fragment_as_wish(thought, asked, label)
        if reply == "delegated":
            thought = _relabelled(thought, asked, label)
        if asked.about == "all" and reply == "answer":
            # Asked what else there is, they said it: with that the list is complete.
            thought = thought.model_copy(update={"none_of": (*thought.none_of, "requirement")})
    told_all = asked.about == "all" and bool(thought.none_of)
    if reply in (*_NO_ANSWERS, "yes") and pick is None and asked.topic and asked.kinds and not told_all:
        thought = thought.model_copy(update={"settled": settled_by(talk, asked)})
    talk.hear(thought)
    return Taken(reply, thought)


# -- where it belongs -------------------------------------------------------------------------------------------------------


def _placed(thought: Thought, asked: Ask, heard: Heard) -> Thought:
    """Facts belong to the topic of the question, and a wish reads as a requirement."""
    told = [fact for fact in thought.facts if not _is_only_told(fact, asked)]
    facts = [
        _own_clause(fact).model_copy(update={"step_id": asked.topic or fact.step_id})
        for fact in without_anecdotes(taken_apart([_reworded(fact, asked) for fact in told], heard))
    ]
    return thought.model_copy(update={"facts": proposals(facts)})


def _fragment_as_wish(thought: Thought, asked: Ask, label: str) -> Thought:
    """A list of nouns in answer to what it should have is a wish, not a remark: the question's subject completes it."""
    notes = [fact for fact in thought.facts if isinstance(fact, Note)]
    said = " ".join(notes[0].text.split()).strip(" .") if len(notes) == 1 else ""
    if asked.kinds[:1] != ("requirement",) or asked.about in ("all", "review") or not label or not said:
        return thought
    if len(said.split()) > _LONGEST_LIST or is_clause(said) or said.endswith("?") or not is_english(said):
        return thought
    # A limit says by itself what it limits, whatever was asked.
    subject = "" if _LIMIT.match(said) else f"{label[:1].upper()}{label[1:]}: "
    provided = said[:1].lower() + said[1:] if said[1:2].islower() else said
    text = f"{subject}the system shall provide {provided}."
    wish = Requirement(
        id=notes[0].id,
        step_id=asked.topic,
        title=f"{subject}{shorten(said, most=8)}",
        text=text[:1].upper() + text[1:],
        evidence=notes[0].evidence,
    )
    facts = [wish if fact is notes[0] else fact for fact in thought.facts]
    return thought.model_copy(update={"facts": proposals(facts)})


_LIMIT: Final = re.compile(r"(?:at least|at most|up to|no more than|exactly)\s", re.IGNORECASE)


def _own_clause(fact: Fact) -> Fact:
    """What is said of one kind of user, where the sentence speaks of several: "billing wants every kWh"."""
    if not isinstance(fact, UserType) or fact.name not in fact.description:
        return fact
    clauses = re.split(r"[,;]\s*(?:and\s+|while\s+|but\s+)?", fact.description)
    mine = (
        next((clause for clause in clauses if fact.name in clause), "")
        if len(clauses) > 1
        else fact.description
    )
    said = mine.partition(fact.name)[2].strip(" .")
    return fact.model_copy(update={"description": said}) if said else fact


_DEMANDS: Final = re.compile(
    r"\b(?:must|should|shall|need(?:s|ed)?|has to|have to|within|at most|at least|no more than|never|under|below|before|by \d|target|goal|maximum|minimum)\b",
    re.IGNORECASE,
)


def _is_only_told(fact: Fact, asked: Ask) -> bool:
    """A figure in the story of today's trouble, or of one case, is no target; the story itself keeps it."""
    told = asked.kinds[:1] in (("problem",), ("stakeholder",), ("user_type",), ("criterion",), ("journey",))
    return told and isinstance(fact, Quality) and _DEMANDS.search(fact.text) is None


_PREFER: Final = re.compile(
    r"^I (?:would )?(?:prefer|expect|want|value|like|need)\s+(?P<rest>.+)$", re.IGNORECASE | re.DOTALL
)
_TO: Final = re.compile(r"^to (?:be able to )?(?P<what>.+)$", re.IGNORECASE | re.DOTALL)
_WHO_TO: Final = re.compile(
    r"^(?P<who>(?:(?!\bto\b)[^,;])+?)\s+to (?P<what>(?:be |have |[a-z]+ ).+)$", re.IGNORECASE | re.DOTALL
)


def _reworded(fact: Fact, asked: Ask) -> Fact:
    """ "I prefer to search by name" is a requirement when one was asked for, and reads as one."""
    wanted = isinstance(fact, Requirement) or (isinstance(fact, Note) and "requirement" in asked.kinds)
    quote = next((item.text for item in fact.evidence if isinstance(item, Quote)), "")
    wish = _PREFER.match(" ".join(quote.split()).rstrip(".")) if wanted else None
    if wish is None:
        return fact
    rest = wish["rest"].strip()
    if (to := _TO.match(rest)) is not None:
        text, title = f"The system shall make it possible to {to['what']}.", to["what"]
    elif (who := _WHO_TO.match(rest)) is not None:
        subject = who["who"][:1].upper() + who["who"][1:]
        text, title = f"{subject} shall {who['what']}.", f"{who['who']} {_seen(who['who'], who['what'])}"
    else:
        text, title = f"The system shall provide {rest}.", rest
    short = phrase_requirement(title).title
    return Requirement(id=fact.id, step_id=fact.step_id, evidence=fact.evidence, title=short, text=text)


def _seen(who: str, what: str) -> str:
    return re.sub(r"^be ", "are " if singular(who) != who else "is ", what)


def _relabelled(thought: Thought, asked: Ask, label: str) -> Thought:
    """An assumption names its subject instead of repeating the question."""
    if asked.options:
        facts = [
            fact.model_copy(update={"text": f'No preference was stated; the plan is: "{asked.options[0]}".'})
            if isinstance(fact, Assumption)
            else fact
            for fact in thought.facts
        ]
        return thought.model_copy(update={"facts": proposals(facts)})
    if not label:
        return thought
    facts = [
        fact.model_copy(update={"text": f"No preference was stated on {label}; the team decides."[:_LABEL]})
        if isinstance(fact, Assumption)
        else fact
        for fact in thought.facts
    ]
    return thought.model_copy(update={"facts": proposals(facts)})
