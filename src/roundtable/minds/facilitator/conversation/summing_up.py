"""The end and the way back: each owner sums up its part; and what is known so far, one document's part, or who said it."""

import re
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.evidence import Assumed, CodeAnchor, Confirmed, HandEdit, Inferred, Quote
from roundtable.analysis.facts import (
    Assumption,
    Decision,
    DirectChange,
    ErrorCase,
    Fact,
    Interface,
    Module,
    OpenQuestion,
    Problem,
    Requirement,
    RiskZone,
    UserType,
)
from roundtable.engine.briefing import Thought
from roundtable.minds.facilitator.answers.reading import shorten
from roundtable.minds.facilitator.conversation.alex import spoken
from roundtable.minds.facilitator.conversation.derived import main_users
from roundtable.minds.facilitator.conversation.talk import Talk
from roundtable.minds.facilitator.manner import ALEX, JORDAN, MAYA
from roundtable.minds.facilitator.rephrase import clean, excerpt, listed
from roundtable.minds.facilitator.situation import Situation
from roundtable.minds.facilitator.summaries import counted
from roundtable.minds.facilitator.words import likeness

__all__ = ["recap", "review"]

_MOST: Final = 3
_WORDS: Final = 14
_LONGEST: Final = 120


def review(situation: Situation) -> Thought:
    """Maya, Alex and Jordan each say in two or three lines what stands in their documents."""
    talk = Talk.of(situation)
    for persona, lines in (
        (MAYA, _maya(talk.analysis)),
        (ALEX, _alex(talk.analysis)),
        (JORDAN, _jordan(talk.analysis)),
    ):
        talk.say(persona, " ".join(lines), *lines)
    return Thought(contributions=tuple(talk.said))


def _title(fact: Fact) -> str:
    flat = clean(str(getattr(fact, "title", "") or fact.headline))
    # What is short enough is said whole; only a long one is cut where a thought ends.
    whole = len(flat.split()) <= _WORDS and len(flat) <= _LONGEST
    return (flat if whole else shorten(flat, most=_WORDS, longest=_LONGEST)).rstrip(".").replace("?", "")


def _maya(analysis: Analysis) -> list[str]:
    requirements, users = analysis.of(Requirement), main_users(analysis) or analysis.of(UserType)
    lines: list[str] = []
    if requirements:
        names = listed([_quote(_title(fact)) for fact in requirements[:2]], len(requirements) - 2)
        for_whom = f" for {listed([user.name for user in users[:2]], len(users) - 2)}" if users else ""
        lines.append(f"I wrote down {counted(len(requirements), 'thing')} it must do{for_whom}: {names}.")
    if told := [fact for fact in analysis.of(Problem) if _was_told(fact)]:
        lines.append(f"The reason behind it, as you told it: {excerpt(_bare(told[0].text), most=_WORDS)}.")
    elif analysis.of(Problem):
        lines.append("Nobody told me what goes wrong today, so the reason behind it is only inferred.")
    assumed, still_open = len(analysis.of(Assumption)), len(analysis.of(OpenQuestion))
    if assumed or still_open:
        lines.append(
            f"I took {counted(assumed, 'thing')} for granted and left {counted(still_open, 'question')} open."
        )
    return lines or ["I have little more than your first words so far."]


_LEAD_IN: Final = re.compile(
    r"^(?:(?:well|so|ok(?:ay)?|honestly|hm+|basically|you see|look|i mean|actually|the thing is(?: that)?|right)[,.:]?\s+)+",
    re.IGNORECASE,
)


def _bare(text: str) -> str:
    """Without what people say before they begin."""
    return _LEAD_IN.sub("", text.strip()) or text


def _quote(text: str) -> str:
    return text if '"' in text else f'"{text}"'


def _was_told(fact: Fact) -> bool:
    return any(isinstance(item, Quote) for item in fact.evidence)


def _alex(analysis: Analysis) -> list[str]:
    changes, risks = analysis.of(DirectChange), analysis.of(RiskZone)
    decisions = analysis.of(Decision)
    lines: list[str] = []
    if changes:
        lines.append(
            f"The plan touches {listed([spoken(change.path) for change in changes[:2]], len(changes) - 2)}."
        )
    if decisions:
        first = decisions[0]
        still_open = any(first.title in question.text for question in analysis.of(OpenQuestion))
        stands = (
            ""
            if first.status == "Accepted"
            else ", still open"
            if still_open
            else ", which stands unless you object"
        )
        lines.append(f"The decision on record{stands}: {_title(decisions[0])}.")
    if risks:
        lines.append(f"The risk to watch is {spoken(risks[0].path) if risks[0].path else _title(risks[0])}.")
    return lines or ["No file and no decision is on record yet, so the plan is open."]


def _jordan(analysis: Analysis) -> list[str]:
    modules, interfaces, errors = analysis.of(Module), analysis.of(Interface), analysis.of(ErrorCase)
    lines: list[str] = []
    if interfaces:
        lines.append(
            f"The specification has {counted(len(interfaces), 'contract')}, first `{interfaces[0].name}`."
        )
    if modules:
        lines.append(
            f"Boundaries: {listed([f'`{module.name}`' for module in modules[:_MOST]], len(modules) - _MOST)}."
        )
    if errors:
        answered = sum(1 for one in errors if one.recovery)
        rest = "" if answered == len(errors) else f"; for {len(errors) - answered} the answer is still open"
        lines.append(f"{counted(len(errors), 'failure').capitalize()} specified{rest}.")
    return lines or ["Nothing is specified yet."]


# -- recap ------------------------------------------------------------------------------------------------------------------


def recap(situation: Situation) -> Thought:
    """`recap:`, `show: requirements`, `who_said: FR-002` or `who_said: that`."""
    talk = Talk.of(situation)
    kind, _, about = situation.briefing.task.criterion.partition(":")
    about = about.strip()
    analysis = talk.analysis
    if kind == "who_said":
        text = _who_said(analysis, about)
    elif kind == "show":
        text = _shown(analysis, about)
    else:
        text = _known(analysis)
    persona = situation.briefing.persona.key
    if not talk.say(persona, text):
        talk.must_say(MAYA, text)
    return Thought(contributions=tuple(talk.said))


def _known(analysis: Analysis) -> str:
    lines = [*_maya(analysis)[:2], *_alex(analysis)[:1], *_jordan(analysis)[:1]] if analysis.facts else []
    return " ".join(lines).replace("?", "") or "So far I have your draft, and nothing that you confirmed."


_SHOWN: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("requirement", ("requirement",)),
    ("stor", ("story",)),
    ("impact", ("direct_change", "indirect_change")),
    ("architecture", ("option", "decision")),
    ("decision", ("decision",)),
    ("design", ("module", "interface")),
    ("module", ("module",)),
    ("interface", ("interface",)),
    ("error", ("error_case",)),
    ("data flow", ("data_flow",)),
    ("scan", ("keyword", "scope")),
    ("risk", ("risk_zone",)),
    ("open question", ("open_question",)),
    ("assumption", ("assumption",)),
)


def _shown(analysis: Analysis, about: str) -> str:
    kinds = next((kinds for word, kinds in _SHOWN if word in about.lower()), ())
    facts = [fact for fact in analysis.facts if fact.kind in kinds] if kinds else []
    if not facts:
        if not kinds and analysis.written:
            return f"Written so far: {listed(sorted(analysis.written))}."
        return f"There is nothing on {about or 'that'} yet."
    lines = [f"- {fact.id}: {_line(fact)}" for fact in facts[:12]]
    more = f"\n- and {len(facts) - 12} more" if len(facts) > 12 else ""
    return f"This is what I have on {about}:\n" + "\n".join(lines) + more


def _line(fact: Fact) -> str:
    return clean(fact.text if isinstance(fact, Requirement) else fact.headline)[:200]


def _who_said(analysis: Analysis, about: str) -> str:
    fact = _meant(analysis, about)
    if fact is None:
        return "I cannot find that in what was recorded."
    return f"{fact.id}, {_quoted(_line(fact))}: {_sources(analysis, fact)}."


def _meant(analysis: Analysis, about: str) -> Fact | None:
    named = re.search(r"[A-Z]{2,4}-\d[\d-]*", about.upper())
    if named is not None:
        return analysis.get(named.group())
    if about.lower() in {"", "that", "this", "it"}:
        return analysis.facts[-1] if analysis.facts else None
    scored = [(likeness(about, fact.headline), -at) for at, fact in enumerate(analysis.facts)]
    best = max(scored, default=(0.0, 0))
    return analysis.facts[-best[1]] if best[0] > 0.3 else None


def _sources(analysis: Analysis, fact: Fact, seen: frozenset[str] = frozenset()) -> str:
    parts: list[str] = []
    for item in fact.evidence:
        match item:
            case Quote(turn=0):
                parts.append(f"your draft says {_quoted(item.text)}")
            case Quote():
                parts.append(f"you said {_quoted(item.text)} in your answer number {item.turn}")
            case Confirmed():
                parts.append(f"you confirmed it in your answer number {item.turn}")
            case CodeAnchor():
                where = f"`{item.path}`" + (f", line {item.line}" if item.line else "")
                parts.append(
                    f"the code has it at {where}" if item.status == "found" else f"{where} is proposed as new"
                )
            case Inferred():
                sources = [s for s in item.sources if s in analysis.by_id and s not in seen][:2]
                below = [
                    f"{s} ({_sources(analysis, analysis.by_id[s], seen | {fact.id, s})})" for s in sources
                ]
                parts.append(
                    f"it follows from {listed(below)}"
                    if below
                    else f"inferred, because {item.because or 'it fits'}"
                )
            case Assumed():
                parts.append(f"nobody did, it is an assumption ({item.because})")
            case HandEdit():
                parts.append(f"it stands in {item.document}, written by hand")
    return "; ".join(dict.fromkeys(parts)) or "nobody did"


def _quoted(text: str) -> str:
    flat = clean(text).replace('"', "'")
    return f'"{flat if len(flat) <= 120 else flat[:117].rpartition(" ")[0] + "…"}"'
