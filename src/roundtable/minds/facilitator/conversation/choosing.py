"""What becomes of a choice: an option that was taken, a way of one's own, or a question that stays open with the words around it.

An option becomes a fact of the kind that was asked for, confirmed by this turn. Weighing without choosing decides nothing: the
question goes to the open ones and the person's words are kept beside it. A bare "yes" agrees with what was proposed and answers
no question that asks what, who or how.

Elsewhere: which option an answer takes (`picking`), everything else that is heard (`hearing`).
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from roundtable.analysis.evidence import Confirmed, Evidence
from roundtable.analysis.facts import (
    BusinessRule,
    Constraint,
    Decision,
    ErrorCase,
    Fact,
    Note,
    OpenQuestion,
    Requirement,
    StateModel,
)
from roundtable.engine.briefing import Amendment, Ask, Thought
from roundtable.minds.facilitator.answers.reading import shorten
from roundtable.minds.facilitator.answers.requirements import phrase_requirement
from roundtable.minds.facilitator.answers.volunteered import volunteered
from roundtable.minds.facilitator.conversation.disagreements import CONTRADICTION, losers
from roundtable.minds.facilitator.conversation.picking import OwnWay, Pick, is_undecided, own_way
from roundtable.minds.facilitator.conversation.splits import SPLIT, ranked
from roundtable.minds.facilitator.conversation.talk import Talk
from roundtable.minds.facilitator.manner import ALEX, JORDAN, MAYA, first_speakable
from roundtable.minds.facilitator.reflect import acknowledge, acknowledge_reply
from roundtable.minds.facilitator.replies import Reply, reply_kind
from roundtable.minds.facilitator.settling import who_could_settle
from roundtable.minds.facilitator.situation import proposals
from roundtable.minds.facilitator.spans import Heard, read_pieces

__all__ = ["OPENLY", "acknowledged", "bare_yes", "leave_open", "settled_by", "take_option", "weigh"]

OPENLY: Final = {
    MAYA: ("I'll leave that open and keep your words with it.", "Then nobody decides that today; your words stay with the question."),
    ALEX: ("Then both ways stay on the table, with what you said beside them.", "No decision there yet; I keep what you said as its context."),
    JORDAN: ("That stays open in the specification, with your words next to it.", "No value is fixed there; what you said is kept beside it."),
}  # fmt: skip
"""When somebody weighed a choice and settled on nothing."""
_SAY_WHAT: Final = {
    MAYA: ("Then something is there that I don't know yet; it goes on the list of open points.",),
    ALEX: ("Then something constrains the plan that I can't see yet; I note it as open.",),
    JORDAN: ("Then some of it differs, and which part stays open in the specification.",),
}
_SOMETHING: Final = re.compile(r"some(?:thing)?\b", re.IGNORECASE)
"""An option that only says that there is something."""
_BARE_YES: Final = {
    MAYA: "A yes alone doesn't tell me that, so I leave the question open.",
    ALEX: "That question stays open; a yes alone doesn't settle it.",
    JORDAN: "A yes is no value here, so it stays open in the specification.",
}
_HOMES: Final = {"architecture": "architecture-overview.md", "specification": "error-taxonomy.md"}
"""Where words about a choice are kept until it is made."""


# -- a choice that was not made ---------------------------------------------------------------------------------------------


def weigh(talk: Talk, asked: Ask, text: str) -> Thought | None:
    """An answer to a choice that takes none of its options: a way of their own, or a question that stays open.

    None where the answer is plain content, which is then read like any other.
    """
    mine = own_way(text) if asked.kinds[:1] == ("decision",) else None
    if mine is not None:
        return _own_decision(talk, asked, mine)
    if not is_undecided(text) and (asked.kinds[:1] != ("decision",) or _speaks_of_something_else(text)):
        return None
    return leave_open(talk, asked, "weighed without a choice", OPENLY)


def _speaks_of_something_else(text: str) -> bool:
    return all(volunteered(piece, "decision", "") for piece in read_pieces(text))


def leave_open(talk: Talk, asked: Ask, why: str, lines: Mapping[str, tuple[str, ...]]) -> Thought:
    """The question goes to the open ones, and the person's words stay with it."""
    heard = talk.situation.heard
    quote = Heard(heard.number, heard.text).quote(0, len(heard.text))
    facts: list[Fact] = [
        OpenQuestion(
            id="new:oq-choice",
            step_id=asked.topic,
            text=_choice_of(asked),
            why=why,
            settles=who_could_settle(asked.kinds, talk.analysis),
            evidence=(quote,),
        ),
        Note(
            id="new:nt-choice",
            step_id=asked.topic,
            text=heard.text.strip(),
            document=_HOMES.get(asked.topic or "", "requirements-spec.md"),
            evidence=(quote,),
        ),
    ]
    persona = talk.briefing.persona
    wording = lines.get(persona.key, lines[MAYA])
    at = talk.briefing.acknowledgements % len(wording)
    said = first_speakable(persona, (*wording[at:], *wording[:at]))
    return Thought(
        contributions=talk.situation.says(said), facts=proposals(facts), settled=settled_by(talk, asked)
    )


def _choice_of(asked: Ask) -> str:
    """The question with the ways it is about: "the first of the two" means nothing outside the talk."""
    ways = " or ".join(f'"{option}"' for option in asked.options)
    return f"Which way: {ways}?" if asked.kinds[:1] == ("decision",) and ways else asked.text


def _own_decision(talk: Talk, asked: Ask, mine: OwnWay) -> Thought:
    """A way of their own settles the decision on the table; only where there is none, it is a new one."""
    heard = talk.situation.heard
    quote = Heard(heard.number, heard.text).quote(0, len(heard.text))
    title = shorten(mine.choice)
    fields: dict[str, Any] = {
        "title": title[:1].upper() + title[1:],
        "choice": mine.choice[:1].upper() + mine.choice[1:],
        "rationale": mine.reason or "chosen in the conversation",
        "consequences": (),
        "status": "Accepted",
    }
    said = talk.situation.says(
        acknowledge(talk.briefing.persona, heard.text, talk.briefing.acknowledgements, talk.situation.item)
    )
    proposed = [
        fact for fact_id in asked.proposes if isinstance(fact := talk.analysis.get(fact_id), Decision)
    ]
    if proposed:
        change = Amendment(fact_id=proposed[0].id, updates=fields, evidence=(quote,))
        return Thought(contributions=said, amended=(change,))
    decision = Decision(id="new:own", step_id=asked.topic, context=asked.text, evidence=(quote,), **fields)
    return Thought(contributions=said, facts=proposals([decision]))


def bare_yes(talk: Talk, asked: Ask) -> Thought:
    """ "Yes" to an open question agrees with what was proposed beside it, and leaves the question itself unanswered."""
    heard = talk.situation.heard
    known = tuple(fact_id for fact_id in asked.proposes if fact_id in talk.analysis.by_id)
    persona = talk.briefing.persona
    agreed = acknowledge_reply(persona, "yes", talk.briefing.acknowledgements) if known else ""
    openly = _BARE_YES.get(persona.key, _BARE_YES[MAYA])
    said = first_speakable(persona, (f"{agreed} {openly}".strip(), openly))
    quote = Heard(heard.number, heard.text).quote(0, len(heard.text))
    question = OpenQuestion(
        id="new:oq-yes",
        step_id=asked.topic,
        text=asked.text,
        why="answered with a yes only",
        settles=who_could_settle(asked.kinds, talk.analysis),
        evidence=(quote,),
    )
    return Thought(contributions=talk.situation.says(said), facts=proposals([question]), confirmed=known)


def acknowledged(talk: Talk, reply: Reply) -> Thought:
    briefing = talk.briefing
    said = acknowledge_reply(briefing.persona, reply, briefing.acknowledgements)
    return Thought(contributions=talk.situation.says(said))


def take_option(talk: Talk, asked: Ask, pick: Pick) -> Thought:
    """An option becomes a fact of the kind that was asked for, confirmed by this turn."""
    heard = talk.situation.heard
    whole = Heard(heard.number, heard.text).quote(0, len(heard.text))
    words = heard.text.strip()
    evidence: tuple[Evidence, ...] = (Confirmed(turn=heard.number, text=words[:300]),)
    if words:
        evidence = (whole, *evidence)
    at, remark = pick
    choice = asked.options[at]
    if _SOMETHING.match(choice) and not remark:
        return leave_open(talk, asked, "said to be so, without saying what", _SAY_WHAT)
    known = tuple(fact_id for fact_id in asked.proposes if fact_id in talk.analysis.by_id)
    decisions = [fact for fact_id in known if isinstance(fact := talk.analysis.by_id[fact_id], Decision)]
    said = acknowledged(talk, "yes" if at == 0 else "answer")
    if asked.about.startswith(f"{CONTRADICTION}:"):
        gone, wins = losers(talk.analysis, asked.about, at)
        return said.model_copy(update={"retracted": gone, "confirmed": (wins,)})
    if asked.about.startswith(f"{SPLIT}:"):
        return ranked(talk.analysis, asked, at, whole).model_copy(
            update={"contributions": said.contributions}
        )
    if decisions and "decision" in asked.kinds[:1]:
        return _decided(said, decisions, known, pick, evidence, choice)
    facts = [_as_fact(asked, choice, evidence, remark)]
    if remark and not isinstance(facts[0], Decision):
        home = _HOMES.get(asked.topic or "", "requirements-spec.md")
        facts.append(
            Note(id="new:remark", step_id=asked.topic, text=remark, document=home, evidence=(whole,))
        )
    agreed = known if reply_kind(words) in ("yes", "empty") else ()
    return said.model_copy(update={"facts": proposals(facts), "confirmed": agreed})


def _decided(
    said: Thought, decisions: list[Decision], known: tuple[str, ...], pick: Pick, evidence: tuple[Evidence, ...], choice: str
) -> Thought:  # fmt: skip
    """A proposed decision is accepted, or turned round to the other option; what was said beside it is a reason."""
    at, remark = pick
    updates: dict[str, Any] = {"status": "Accepted"}
    if at:
        updates |= {
            "title": choice[:1].upper() + choice[1:],
            "choice": choice[:1].upper() + choice[1:],
            "rationale": remark or "chosen in the conversation",
            "consequences": (),
        }
    amended = [
        {
            "fact_id": decision.id,
            "updates": updates
            if at or not remark
            else {**updates, "rationale": f"{decision.rationale}; {remark}"},
            "evidence": (*(decision.evidence if not at else ()), *evidence),
        }
        for decision in decisions
    ]
    others = tuple(fact_id for fact_id in known if fact_id not in {decision.id for decision in decisions})
    return Thought.model_validate(
        {**said.model_dump(), "amended": amended, "confirmed": others if at == 0 else ()}
    )


def _as_fact(asked: Ask, choice: str, evidence: tuple[Evidence, ...], remark: str = "") -> Fact:
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
        return Decision(
            **fields, title=title, choice=title, context=asked.text, rationale=remark, status="Accepted"
        )
    if kind in ("requirement", "need", "scope"):
        phrased = phrase_requirement(choice)
        return Requirement(**fields, title=phrased.title, text=phrased.text)
    return BusinessRule(**fields, text=text)


def _condition(question: str) -> str:
    """What fails, in the words of the question: "For records that are malformed: …"."""
    head = (
        re.split(r":\s", question, maxsplit=1)[0]
        if re.search(r":\s", question)
        else re.split(r"[,.]\s", question, maxsplit=1)[0]
    )
    bare = re.sub(r"^(?:For|When|On|In case of)\s+", "", head).strip(" ?")
    return bare[:1].upper() + bare[1:]


def settled_by(talk: Talk, asked: Ask) -> tuple[str, ...]:
    """The criteria of the question's topic that its answer would have met.

    Not knowing one case does not mean that all requirements are told: only "what else?" settles that.
    """
    topic = asked.topic or ""
    kinds = [
        kind for kind in asked.kinds[:1] if asked.about == "all" or kind not in ("requirement", "criterion")
    ]
    return tuple(
        f"{topic}: {text}" for text in talk.unmet.get(topic, ()) if talk.kind_of(topic, text) in kinds
    )
