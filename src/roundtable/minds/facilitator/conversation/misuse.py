"""Alex's last break: what could be misused, from the words of the draft.

Where neither words nor code give a reason to worry, that is said and noted as an assumption.
"""

import re
from typing import Final

from roundtable.analysis.evidence import DRAFT_TURN, Assumed, Evidence, Inferred
from roundtable.analysis.facts import Assumption, Constraint, ErrorCase, Fact, RiskZone
from roundtable.minds.facilitator.conversation.talk import Talk, quote_from_draft, subject_matter
from roundtable.minds.facilitator.manner import ALEX
from roundtable.minds.facilitator.spans import Heard

__all__ = ["security"]

_SECRET: Final = re.compile(
    r"\b(?:passwords?|tokens?|secrets?|credentials?|auth\w*|cookies?|permissions?|private keys?|personal data)\b",
    re.IGNORECASE,
)
_PERSONAL: Final = re.compile(
    r"\b(?:passwords?|tokens?|secrets?|credentials?|log ?in|sign ?in|auth\w*|accounts?|personal|emails?|profiles?|health|patients?|payments?|pay|"
    r"credit cards?|bank\w*|addresses|address|phone|permissions?|roles?|cookies?|sessions?|users?|customers?|members?|employees?)\b",
    re.IGNORECASE,
)
_OWN: Final = re.compile(
    r"\b(?:passwords?|credentials?|e-?mails?|phone(?: numbers?)?|addresses|address|payments?|credit cards?|bank accounts?|health|patients?|birthdays?|salar(?:y|ies))\b",
    re.IGNORECASE,
)
_OUTSIDE_CODE: Final = re.compile(
    r"\b(?:upload\w*|urls?|redirects?|headers?|html|sql|pickle|yaml|deserializ\w*|untrusted|user input|path traversal|shell (?:commands?|injection|scripts?)|eval)\b",
    re.IGNORECASE,
)
_OUTSIDE: Final = re.compile(
    r"\b(?:upload\w*|submit\w*|inputs?|enter\w*|urls?|links?|headers?|requests?|uploads?|forms?|files?|paths?|parse\w*|messages?|comments?|posts?|import\w*|html|sql)\b",
    re.IGNORECASE,
)


def security(talk: Talk) -> bool:
    """What could be misused, from the words of the draft; or that nothing of the kind shows."""
    topic = "security"
    if topic not in talk.unmet:
        return False
    draft = subject_matter(talk.analysis)
    told = "\n".join(turn.text for turn in talk.analysis.turns if turn.number > DRAFT_TURN)
    for_people = talk.request.nature in ("product", "change")
    # What was told later counts as well, where it names somebody's own data outright.
    personal = (_PERSONAL if for_people else _SECRET).search(draft) or (
        _OWN.search(told) if for_people else None
    )
    outside = (_OUTSIDE if for_people else _OUTSIDE_CODE).search(draft)
    facts: list[Fact] = []
    if outside is not None and talk.wants(topic, "error_case"):
        word = outside.group().lower()
        facts.append(
            ErrorCase(
                id="new:err-sec",
                step_id=topic,
                condition=f'Something harmful arrives through what the request calls "{word}"',
                recovery="It is checked before use and refused with the reason; nothing of it is kept",
                evidence=_proof(talk, word, "it comes from outside"),
            )
        )
    if personal is not None and talk.wants(topic, "constraint"):
        word = personal.group().lower()
        facts += [
            Constraint(
                id="new:con-sec",
                step_id=topic,
                category="legal",
                text=f'What belongs to one person ("{word}") is not shown to another',
                evidence=_proof(talk, word, "the request speaks of people's own data"),
            ),
            RiskZone(
                id="new:rz-sec",
                step_id=topic,
                title=f'Somebody reaches data of others through "{word}"',
                mitigation="check on every request who asks, and refuse by default",
                evidence=_proof(talk, word, "the request speaks of people's own data"),
            ),
        ]
    talk.take(facts, propose=True)
    seen = (
        "Looking at the codebase, I notice there's a security consideration here"
        if talk.has_code
        else "There is a security side to this"
    )
    if personal is not None or outside is not None:
        worries: list[str] = []
        if personal is not None:
            worries.append(
                f"\"{personal.group().lower()}\" points at people's own data, so I'd check on every access who asks"
            )
        if outside is not None:
            worries.append(
                f'what comes in as "{outside.group().lower()}" is checked before it is used, and refused with the reason'
            )
        said = talk.say(ALEX, f"{seen}: {'; '.join(worries)}.")
    else:
        said = talk.say(
            ALEX,
            "I find neither personal data nor untrusted input in this, so the plan carries no security work; I've noted that as an assumption.",
        )
    _rest_assumed(talk, topic, personal is not None or outside is not None)
    return said


def _proof(talk: Talk, word: str, because: str) -> tuple[Evidence, ...]:
    quote = quote_from_draft(talk.analysis, word)
    for turn in talk.analysis.turns:
        at = turn.text.lower().find(word.lower())
        if quote is None and at >= 0:
            quote = Heard(turn.number, turn.text).quote(at, at + len(word))
    return (quote, Inferred(because=because)) if quote is not None else (Assumed(because=because),)


def _rest_assumed(talk: Talk, topic: str, touched: bool) -> None:
    # Who may do it is asked where people have accounts; the question comes later, so it is left open here.
    keep = {"business_rule"} if talk.request.nature == "product" else set[str]()
    open_kinds = {talk.kind_of(topic, text) for text in talk.unmet.get(topic, ())} - keep
    if not open_kinds:
        return
    text = (
        "Beyond that, permissions, protection and the trace of who changed what stay as they are today."
        if touched
        else "It touches no personal data, no permissions and no input that cannot be trusted."
    )
    talk.take(
        [
            Assumption(
                id="new:as-sec",
                step_id=topic,
                text=text,
                evidence=(Assumed(because="nothing in the request or the code says otherwise"),),
            )
        ]
    )
    talk.settle(topic, *open_kinds)
