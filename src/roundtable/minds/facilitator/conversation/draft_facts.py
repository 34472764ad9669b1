"""What the draft already says, as facts: nobody is asked for what they wrote down.

A request for something people will use is cut into what it must do, by its verbs and their objects; any other draft is read
like an answer. Their words, our reading: every fact quotes the draft and counts as inferred until it is confirmed.
"""

import re
from typing import Final

from roundtable.analysis.evidence import DRAFT_TURN, Evidence, Inferred, Quote
from roundtable.analysis.facts import Fact, Problem, Requirement, UserType
from roundtable.minds.facilitator.answers.reading import shorten
from roundtable.minds.facilitator.answers.requirements import phrase_requirement
from roundtable.minds.facilitator.answers.roles import find_roles, same_role
from roundtable.minds.facilitator.conversation.asks import phrase_ask
from roundtable.minds.facilitator.conversation.compound import taken_apart
from roundtable.minds.facilitator.conversation.deeds import verb_base
from roundtable.minds.facilitator.conversation.request import Action, Request
from roundtable.minds.facilitator.conversation.talk import Talk, draft_of, quote_from_draft
from roundtable.minds.facilitator.opening import from_draft_text
from roundtable.minds.facilitator.spans import Heard, read_pieces
from roundtable.minds.facilitator.things import singular
from roundtable.minds.facilitator.words import base_form, is_clause, is_english, word_set

__all__ = ["facts_from_draft"]

_READ: Final = Inferred(because="read from the draft")
_MOST: Final = 8
_FROM_TEXT: Final = word_set(
    "problem requirement user_type constraint quality criterion out_of_scope technology story business_rule success_metric risk_zone option decision"
)


def facts_from_draft(talk: Talk) -> list[Fact]:
    """Requirements, users and, for a defect, the problem."""
    draft = draft_of(talk.analysis)
    if not draft.strip():
        return []
    facts: list[Fact] = []
    if talk.request.nature == "product" and (talk.request.actions or talk.request.asks) and len(draft) < 1500:
        facts += _requirements(talk.request, draft)
    else:
        facts += from_draft_text(talk.situation, set(_FROM_TEXT))
    troubled = talk.request.nature == "bug" or _states_trouble(draft)
    if not troubled and not any(isinstance(fact, Requirement) for fact in facts):
        facts += _whole_as_requirement(draft)
    if troubled and not any(isinstance(fact, Problem) for fact in facts):
        facts += _whole_as_problem(draft)
    if not any(isinstance(fact, Requirement) for fact in facts):
        facts += _expected(draft)
    facts = taken_apart(facts, Heard(DRAFT_TURN, draft))
    facts += _users(talk, draft, facts)
    return [
        _as_result(fact).model_copy(
            update={"step_id": _topic_of(fact), "id": f"new:draft-{at}" if fact.id == "" else fact.id}
        )
        for at, fact in enumerate(facts, start=1)
    ]


def _topic_of(fact: Fact) -> str:
    return (
        "problem-discovery"
        if fact.kind in {"problem", "user_type", "need", "success_metric"}
        else "requirements-definition"
    )


def _requirements(request: Request, draft: str) -> list[Fact]:
    found: list[tuple[int, int, Action]] = []
    for action in (*request.actions, *request.asks):
        place = _place(draft, action)
        if place is not None and not any(start <= place[0] and place[1] <= end for start, end, _ in found):
            found = [one for one in found if not (place[0] <= one[0] and one[1] <= place[1])]
            found.append((*place, action))
    heard = Heard(DRAFT_TURN, draft)
    who = request.actors[0].lower() if request.actors else "its users"
    facts: list[Fact] = []
    for start, end, action in sorted(found, key=lambda one: one[:2])[:_MOST]:
        words = draft[start:end].split()
        asked = phrase_ask(draft[start:end]) if action.asked else None
        if asked is not None:
            facts.append(
                Requirement(
                    id=f"new:draft-fr{len(facts) + 1}",
                    title=asked.title,
                    text=asked.text,
                    evidence=(heard.quote(start, end), _READ),
                )
            )
            continue
        by_system = words[0].lower() != action.verb and words[0].lower().endswith("s")
        phrase = _third(" ".join([action.verb, *words[1:]]))
        text = f"The system shall {phrase}." if by_system else f"The system shall let {who} {phrase}."
        facts.append(
            Requirement(
                id=f"new:draft-fr{len(facts) + 1}",
                title=_capital(shorten(phrase)),
                text=text,
                evidence=(heard.quote(start, end), _READ),
            )
        )
    return facts


def _as_result(fact: Fact) -> Fact:
    """A requirement that only repeats what the developer is asked to do says what holds when it is done."""
    quote = next((item.text for item in fact.evidence if isinstance(item, Quote)), "")
    asked = phrase_ask(quote) if isinstance(fact, Requirement) else None
    return fact if asked is None else fact.model_copy(update={"title": asked.title, "text": asked.text})


def _place(draft: str, action: Action) -> tuple[int, int] | None:
    """Where the draft says it: from the verb to its object, or to the end of the clause that stands for one."""
    if not action.thing:
        clause = re.search(
            rf"\b{re.escape(action.verb[:-1] if action.verb.endswith(('e', 'y')) else action.verb)}\w*\s+(?:me |us |them |people )?(?:whether|who|whom|which|what|when|where|how|if|that)\b[^,.;:!?\n]{{2,80}}",
            draft,
            re.IGNORECASE,
        )
        if clause is None:
            return None
        joints = re.finditer(r"\s+and\s+(?P<verb>[a-z]+)", clause.group())
        ends = (joint.start() for joint in joints if base_form(joint["verb"]) or verb_base(joint["verb"]))
        return clause.start(), clause.start() + next(ends, len(clause.group()))
    last = re.escape(action.thing.split()[-1])
    root = action.verb[:-1] if action.verb.endswith(("e", "y")) else action.verb
    for verb in re.finditer(rf"\b{re.escape(root)}\w*", draft, re.IGNORECASE):
        if verb_base(verb.group()) not in {action.verb, None}:
            continue
        thing = re.compile(rf"(?:[^.;:!?]{{0,80}}?)\b{last}\b", re.IGNORECASE).match(draft, verb.end())
        if thing is not None:
            return verb.start(), thing.end()
    return None


def _third(phrase: str) -> str:
    """Seen from outside: "keep track of my bookings" becomes "keep track of their bookings"."""
    flips = {
        "my": "their",
        "me": "them",
        "our": "their",
        "us": "them",
        "i": "they",
        "we": "they",
        "myself": "themselves",
    }
    return " ".join(flips.get(word.lower(), word) for word in phrase.split())


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _lower(text: str) -> str:
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def _first(draft: str) -> tuple[int, int, str] | None:
    pieces = [piece for piece in read_pieces(draft) if not piece.code]
    return (pieces[0].start, pieces[0].end, pieces[0].flat) if pieces else None


def _states_trouble(draft: str) -> bool:
    """A draft that begins by telling what is, not what shall be: "the import drops rows"."""
    first = _first(draft)
    if first is None or "shall" in phrase_requirement(first[2]).text:
        return False
    return is_english(first[2]) and is_clause(first[2])


def _whole_as_requirement(draft: str) -> list[Fact]:
    """A draft in which nothing else was recognised: its first sentence is what is wanted."""
    first = _first(draft)
    if first is None:
        return []
    phrased = phrase_requirement(first[2])
    if is_english(first[2]) and "shall" not in phrased.text and len(first[2].split()) <= 6:
        phrased = phrased._replace(text=f"The system shall provide {_lower(first[2]).rstrip('.')}.")
    quote = Heard(DRAFT_TURN, draft).quote(first[0], first[1])
    return [Requirement(id="new:draft-fr", title=phrased.title, text=phrased.text, evidence=(quote, _READ))]


_EXPECTED: Final = re.compile(
    r"\bexpected(?: behaviou?r| results?| output)?\s*:\**\s*(?P<what>[^\n]{3,300}?)(?=\.\s|\.?\s*(?:\n|$))",
    re.IGNORECASE,
)


def _expected(draft: str) -> list[Fact]:
    """What a report says should happen: "Expected: exit code 3."."""
    said = _EXPECTED.search(draft)
    if said is None:
        return []
    what = " ".join(said["what"].split()).strip(" *_`.")
    phrased = phrase_requirement(what)
    text = phrased.text
    if "shall" not in text:
        text = (
            f"It shall hold that {_lower(what)}."
            if is_clause(what)
            else f"The result shall be {_lower(what)}."
        )
    quote = Heard(DRAFT_TURN, draft).quote(said.start("what"), said.end("what"))
    return [Requirement(id="new:draft-exp", title=phrased.title, text=text, evidence=(quote, _READ))]


def _whole_as_problem(draft: str) -> list[Fact]:
    first = _first(draft)
    if first is None:
        return []
    quote = Heard(DRAFT_TURN, draft).quote(first[0], first[1])
    return [Problem(id="new:draft-pb", text=first[2], evidence=(quote,))]


def _users(talk: Talk, draft: str, facts: list[Fact]) -> list[Fact]:
    if talk.request.nature in ("bug", "command", "library"):
        # "Doctor" or "client" is a part of the program there; only several of them are people.
        facts[:] = [
            fact for fact in facts if not isinstance(fact, UserType) or singular(fact.name) != fact.name
        ]
    known = {same_role(fact.name) for fact in facts if isinstance(fact, UserType)}
    found: list[Fact] = []
    actors = talk.request.actors[:4] if talk.request.nature in ("product", "change", "pipeline") else ()
    for actor in actors:
        if same_role(actor) in known:
            continue
        quote = next(
            (
                q
                for name, _s, _e in find_roles(draft)
                if same_role(name) == same_role(actor) and (q := quote_from_draft(talk.analysis, name))
            ),
            None,
        )
        quote = quote or quote_from_draft(talk.analysis, actor)
        if quote is not None:
            known.add(same_role(actor))
            found.append(UserType(id=f"new:draft-ut{len(found) + 1}", name=actor, evidence=(quote, _READ)))
    first_person = re.search(r"\b(?:lets? me|helps? me|I can|me to|my|I)\b", draft)
    if not found and not known and first_person and talk.request.nature == "product":
        quote = Quote(
            turn=DRAFT_TURN, start=first_person.start(), end=first_person.end(), text=first_person.group()
        )
        evidence: tuple[Evidence, ...] = (quote, Inferred(because="the request speaks in the first person"))
        found.append(
            UserType(
                id="new:draft-ut",
                name="users",
                description="whoever asked for it, and people like them",
                evidence=evidence,
            )
        )
    return found
