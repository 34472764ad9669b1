"""Taking in what was said: the readers of the stepped mode do the reading; this adds what a conversation needs.

Facts belong to the topic of the question. A plain yes takes the recommended option and confirms what was proposed with it. No
preference, no idea and nothing settle the criterion that the question was about, with the assumption or open question on
record, so that it is never asked again.
"""

import re
from typing import Any, Final

from roundtable.analysis.evidence import Confirmed, Evidence, Quote
from roundtable.analysis.facts import (
    Assumption,
    BusinessRule,
    Constraint,
    Decision,
    ErrorCase,
    Fact,
    Note,
    Requirement,
    StateModel,
)
from roundtable.engine.briefing import Ask, Thought
from roundtable.minds.facilitator.answers.requirements import phrase_requirement
from roundtable.minds.facilitator.conversation.talk import Talk
from roundtable.minds.facilitator.conversation.things import singular
from roundtable.minds.facilitator.reflect import acknowledge_reply
from roundtable.minds.facilitator.replies import Reply, reply_kind
from roundtable.minds.facilitator.situation import proposals
from roundtable.minds.facilitator.spans import Heard
from roundtable.minds.facilitator.taking import take_answer
from roundtable.minds.facilitator.words import content_words, stem

__all__ = ["Taken", "take_in"]

_LABEL: Final = 160
_NO_ANSWERS: Final = frozenset[Reply](("delegated", "unknown", "passed", "nothing", "no", "empty"))
_FIRST: Final = re.compile(
    r"^(?:the )?(?:first|former|one|1|a|option (?:1|a|one))(?: (?:one|option))?[.!]?$", re.IGNORECASE
)
_SECOND: Final = re.compile(
    r"^(?:the )?(?:second|latter|other|two|2|b|option (?:2|b|two)|the other)(?: (?:one|option|way))?[.!]?$",
    re.IGNORECASE,
)


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
    picked = _picked(asked, text, reply)
    if (
        asked.about == "all"
        and reply in ("yes", "no", "nothing", "delegated")
        and talk.analysis.of(Requirement)
    ):
        thought = _acknowledged(talk, "yes").model_copy(update={"none_of": ("requirement",)})
    elif picked is not None:
        thought = _option_taken(talk, asked, picked)
    else:
        thought = _placed(take_answer(talk.situation), asked)
        if reply == "delegated":
            thought = _relabelled(thought, asked, label)
        if asked.about == "all" and reply == "answer":
            # Asked what else there is, they said it: with that the list is complete.
            thought = thought.model_copy(update={"none_of": (*thought.none_of, "requirement")})
    if reply in _NO_ANSWERS and picked is None and asked.topic and asked.kinds:
        thought = thought.model_copy(update={"settled": _settled(talk, asked)})
    talk.hear(thought)
    return Taken(reply, thought)


def _picked(asked: Ask, text: str, reply: Reply) -> int | None:
    """Which option a short reply takes; none when it says something of its own."""
    if not asked.options:
        return None
    plain = text.strip()
    if reply == "yes" or _FIRST.match(plain):
        return 0
    if len(asked.options) == 2 and (reply == "no" or _SECOND.match(plain)):
        return 1
    # "unchanged, please" says no more than its option; "refused with this message" does, and is read as an answer.
    words = {stem(word) for word in content_words(plain)}
    for at, option in enumerate(asked.options):
        known = {stem(word) for word in content_words(option)}
        if words and len(words & known) >= 0.8 * len(words) and len(words & known) >= min(2, len(known)):
            return at
    return None


def _acknowledged(talk: Talk, reply: Reply) -> Thought:
    briefing = talk.briefing
    said = acknowledge_reply(briefing.persona, reply, briefing.acknowledgements)
    return Thought(contributions=talk.situation.says(said))


def _option_taken(talk: Talk, asked: Ask, at: int) -> Thought:
    """An option becomes a fact of the kind that was asked for, confirmed by this turn."""
    heard = talk.situation.heard
    whole = Heard(heard.number, heard.text).quote(0, len(heard.text))
    words = heard.text.strip()
    evidence: tuple[Evidence, ...] = (Confirmed(turn=heard.number, text=words[:300]),)
    if words:
        evidence = (whole, *evidence)
    choice = asked.options[at]
    known = tuple(fact_id for fact_id in asked.proposes if fact_id in talk.analysis.by_id)
    decisions = [fact for fact_id in known if isinstance(fact := talk.analysis.by_id[fact_id], Decision)]
    said = _acknowledged(talk, "yes" if at == 0 else "answer")
    if decisions and "decision" in asked.kinds[:1]:
        return _decided(talk, said, decisions, known, at, evidence, choice)
    fact = _as_fact(asked, choice, evidence)
    return said.model_copy(update={"facts": proposals([fact]), "confirmed": known if at == 0 else ()})


def _decided(
    talk: Talk, said: Thought, decisions: list[Decision], known: tuple[str, ...], at: int, evidence: tuple[Evidence, ...], choice: str
) -> Thought:  # fmt: skip
    """A proposed decision is accepted, or turned round to the other option."""
    updates: dict[str, Any] = {"status": "Accepted"}
    if at:
        updates |= {
            "title": choice[:1].upper() + choice[1:],
            "choice": choice[:1].upper() + choice[1:],
            "rationale": "chosen in the conversation",
            "consequences": (),
        }
    amended = [
        {
            "fact_id": decision.id,
            "updates": updates,
            "evidence": (*(decision.evidence if not at else ()), *evidence),
        }
        for decision in decisions
    ]
    others = tuple(fact_id for fact_id in known if fact_id not in {decision.id for decision in decisions})
    return Thought.model_validate(
        {**said.model_dump(), "amended": amended, "confirmed": others if at == 0 else ()}
    )


def _as_fact(asked: Ask, choice: str, evidence: tuple[Evidence, ...]) -> Fact:
    text = f"{choice[:1].upper()}{choice[1:]}."
    kind = asked.kinds[0] if asked.kinds else ""
    fields: dict[str, Any] = {"id": "new:picked", "step_id": asked.topic, "evidence": evidence}
    if kind in ("constraint", "technology", "integration"):
        return Constraint(**fields, text=text)
    if kind == "error_case":
        return ErrorCase(**fields, condition=_condition(asked.text), recovery=text)
    if kind == "state":
        return StateModel(**fields, entity="record", text=text)
    if kind in ("decision", "option"):
        title = text.rstrip(".")
        return Decision(**fields, title=title, choice=title, context=asked.text, status="Accepted")
    if kind in ("requirement", "need", "scope"):
        phrased = phrase_requirement(choice)
        return Requirement(**fields, title=phrased.title, text=phrased.text)
    return BusinessRule(**fields, text=text)


def _condition(question: str) -> str:
    """What fails, in the words of the question: "For records that are malformed: …"."""
    head = re.split(r"[:,.]\s", question, maxsplit=1)[0]
    return re.sub(r"^(?:For|When|On|In case of)\s+", "", head).strip(" ?")


# -- where it belongs -------------------------------------------------------------------------------------------------------


def _placed(thought: Thought, asked: Ask) -> Thought:
    """Facts belong to the topic of the question, and a wish reads as a requirement."""
    facts = [
        _reworded(fact, asked).model_copy(update={"step_id": asked.topic or fact.step_id})
        for fact in thought.facts
    ]
    return thought.model_copy(update={"facts": proposals(facts)})


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
    if not label or asked.options:
        return thought
    facts = [
        fact.model_copy(update={"text": f"No preference was stated on {label}; the team decides."[:_LABEL]})
        if isinstance(fact, Assumption)
        else fact
        for fact in thought.facts
    ]
    return thought.model_copy(update={"facts": proposals(facts)})


def _settled(talk: Talk, asked: Ask) -> tuple[str, ...]:
    """The criteria of the question's topic that its kinds would have met."""
    topic = asked.topic or ""
    return tuple(
        f"{topic}: {text}" for text in talk.unmet.get(topic, ()) if talk.kind_of(topic, text) in asked.kinds
    )
