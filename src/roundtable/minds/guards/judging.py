"""All guards on one thought, in one pass."""

from typing import Final

from roundtable.analysis.content import Persona
from roundtable.analysis.questions import LONGEST_QUESTION
from roundtable.engine.briefing import Ask, Briefing, Contribution, Synthesis, Thought
from roundtable.engine.conversation_rules import violations
from roundtable.interview.code_sight import Sight
from roundtable.minds.guards import protocol
from roundtable.minds.guards.claims import check_claims, unheard_figures
from roundtable.minds.guards.evidence import check_facts
from roundtable.minds.guards.text import one_line, plain, question_marks, sentences, word_count
from roundtable.minds.guards.verdict import Findings, Verdict
from roundtable.minds.guards.voice import check_echo, check_voice
from roundtable.ports import CodeView

_LONGEST_DRAFT: Final = 500
_LONGEST_FOCUS: Final = 45
_MOST_INSIGHTS: Final = 12
_LONGEST_SUMMARY: Final = 100
_REASONS: Final = {
    "L-CONV-01": "Write no headings and name no phases: this is one conversation without visible structure.",
    "L-CONV-02": "Do not name steps.",
    "L-CONV-03": "Do not list questions; ask one.",
    "L-CONV-04": "Do not announce who speaks next or hand over; let the persona simply speak.",
    "L-CONV-05": "Show no menus, bracketed options or keys to press.",
    "L-STEER-02": "Do not announce a change of topic or say what is not covered yet; raise the matter itself.",
    "L-COV-01": "Never mention coverage, criteria or percentages of progress.",
    "L-OPEN-02": "Do not talk about scanning or searching the code; say what is there.",
}
"""The rules of conversations as reasons that a writer can act on."""


def judge(thought: Thought, briefing: Briefing, code: CodeView | None = None) -> Verdict:
    findings = Findings()
    sight = Sight(code, briefing.scan)
    thought = _contributions(thought, briefing, sight, findings)
    thought = _question(thought, briefing, sight, findings)
    thought = _discussion(thought, briefing, sight, findings)
    if word_count(thought.draft) > _LONGEST_DRAFT:
        findings.refuse("length", f"The draft is too long. Use at most {_LONGEST_DRAFT} words.")
    thought = check_facts(thought, briefing, sight, findings)
    return Verdict(thought, tuple(findings.refusals), tuple(findings.dropped), tuple(findings.mended))


def may_be_shown(text: str, speaker: Persona, briefing: Briefing, code: CodeView | None = None) -> bool:
    """Whether these words alone may be shown: for text that arrives piece by piece."""
    findings = Findings()
    check_echo(speaker, text, briefing, findings)
    check_voice(speaker, text, briefing, findings)
    if not findings.refusals:
        _words(text, speaker, briefing, Sight(code, briefing.scan), findings)
    return not findings.refusals


def _words(text: str, speaker: Persona | None, briefing: Briefing, sight: Sight, findings: Findings) -> None:
    """What is claimed, and how; of a speaker's own words also what no contribution may contain."""
    if speaker is not None:
        protocol.check_lines(text, speaker, briefing, findings)
    check_claims(text, briefing, sight, findings)
    for rule in violations(text) if briefing.mode == "conversation" else ():
        findings.refuse("conversation", _REASONS.get(rule, f"This breaks the rule {rule} of conversations."))


def _contributions(thought: Thought, briefing: Briefing, sight: Sight, findings: Findings) -> Thought:
    task = briefing.task
    wanted, kept = protocol.speakers(briefing), dict[str, str]()
    for piece in thought.contributions:
        speaker = briefing.library.persona(piece.persona)
        if piece.persona not in wanted or speaker.key != piece.persona:
            names = " or ".join(sorted(briefing.library.persona(key).first_name for key in wanted))
            findings.refuse("protocol", f"Only {names} speaks now, not {piece.persona!r}.")
            continue
        if not (text := protocol.cleaned(piece.text, speaker, findings)):
            continue
        alongside = tuple((key, said) for key, said in kept.items() if key != piece.persona)
        _words(text, speaker, briefing, sight, findings)
        check_voice(speaker, text, briefing, findings, tuple(said for _, said in alongside))
        check_echo(speaker, text, briefing, findings, alongside)
        kept[piece.persona] = f"{kept[piece.persona]}\n{text}" if piece.persona in kept else text
    if missing := [key for key in task.slots if key not in kept]:
        names = " and ".join(briefing.library.persona(key).first_name for key in missing)
        findings.refuse("protocol", f"{names} must say something now, from their own angle.")
    if task.kind in {"contribute", "summarise_phase"} and not kept and not task.may_stay_silent:
        findings.refuse("protocol", f"{briefing.persona.first_name} must say something now.")
    pieces = tuple(Contribution(persona=key, text=text) for key, text in kept.items())
    return thought.changed(contributions=pieces)


def _question(thought: Thought, briefing: Briefing, sight: Sight, findings: Findings) -> Thought:
    task, ask = briefing.task, thought.question
    if ask is not None and not ask.text.strip():
        ask = None
    if task.kind in protocol.DISCUSSING:
        if any(question_marks(piece.text) > 1 for piece in thought.contributions):
            findings.refuse("protocol", "Ask at most one question.")
        return thought.changed(question=None)
    pieces, ask = _moved(thought.contributions, ask, briefing, findings)
    if ask is not None and not task.may_ask:
        findings.mended.append("no question is wanted now, so it was left out")
        ask = None
    if ask is not None:
        speaker = briefing.library.persona(ask.persona or task.persona)
        ask = ask.changed(text=protocol.cleaned(ask.text, speaker, findings))
        ask = protocol.check_question(ask, briefing, findings)
        for piece in pieces:
            if besides := protocol.asked_besides(piece.text):
                findings.refuse("protocol", f'Ask one question: "{besides}" asks for something else.')
        _words(ask.text, None, briefing, sight, findings)
        check_voice(speaker, ask.text, briefing, findings, tuple(piece.text for piece in pieces))
        why = Findings()
        _words(ask.purpose, speaker, briefing, sight, why)
        if why.refusals:  # the question may be put all the same; only nobody is told this as its reason
            ask = ask.changed(purpose="")
    return thought.changed(contributions=pieces, question=ask)


def _moved(
    pieces: tuple[Contribution, ...], ask: Ask | None, briefing: Briefing, findings: Findings
) -> tuple[tuple[Contribution, ...], Ask | None]:
    """A question that stands among the words is moved to where questions belong; a second one is refused."""
    kept: list[Contribution] = []
    for piece in pieces:
        if question_marks(piece.text) == 0:
            kept.append(piece)
            continue
        last = said[-1] if (said := sentences(piece.text)) else ""
        alone = question_marks(piece.text) == 1 and last.endswith(("?", "？", "؟"))
        rest = piece.text.strip()[: -len(last)].strip()
        if ask is None and alone and briefing.task.may_ask and word_count(last) <= LONGEST_QUESTION:
            insists = briefing.mode == "conversation" and not briefing.everything_is_known
            ask = Ask(text=last, persona=piece.persona, origin="follow_up", insists=insists)
            findings.mended.append("the question was moved to its place")
        elif ask is None or not alone or plain(last) != plain(ask.text):
            why = "Ask one question, in the field for it" if briefing.task.may_ask else "Ask nothing now"
            findings.refuse("protocol", f"{why}; what is said beside it contains no question.")
            rest = piece.text
        if rest:
            kept.append(piece.changed(text=rest))
    return tuple(kept), ask


def _discussion(thought: Thought, briefing: Briefing, sight: Sight, findings: Findings) -> Thought:
    kind, focus, found = briefing.task.kind, thought.focus.strip(), thought.synthesis
    if kind == "frame" and not focus:
        findings.refuse("protocol", "Give the focus question of the discussion.")
    elif kind == "frame":
        _words(focus, briefing.persona, briefing, sight, findings)
        check_voice(briefing.persona, focus, briefing, findings)
        if question_marks(focus) != 1 or word_count(focus) > _LONGEST_FOCUS:
            findings.refuse("protocol", f"The focus is one question of at most {_LONGEST_FOCUS} words.")
    if kind == "synthesise" and found and (found.insights or found.decisions or found.open_questions):
        return thought.changed(synthesis=_synthesis(found, briefing, sight, findings))
    if kind == "synthesise":
        findings.refuse("protocol", "Give at least one insight, decision or open question of the discussion.")
    return thought


def _synthesis(found: Synthesis, briefing: Briefing, sight: Sight, findings: Findings) -> Synthesis:
    names = {one.first_name.lower(): one.first_name for one in briefing.library.personas}
    names |= {one.name.lower(): one.first_name for one in briefing.library.personas}
    names |= {"user": "User", "all": "All"}
    insights: list[tuple[str, str]] = []
    for who, text in found.insights[:_MOST_INSIGHTS]:
        spoken = who.strip("[] ").replace(" and ", "/").replace(",", "/").replace("&", "/").split("/")
        parts = [names.get(part.strip().lower(), "") for part in spoken]
        known = "/".join(dict.fromkeys(part for part in parts if part))
        if not known or not text.strip():
            findings.dropped.append(f"an insight of nobody at the table: {who[:40]!r}")
            continue
        insights.append((known, one_line(text)))
    decisions, open_questions = _pairs(found.decisions), _pairs(found.open_questions)
    summary = one_line(found.summary)
    reasoned = (f"{text} {why}" for text, why in (*decisions, *open_questions))
    # Everything here goes into documents: a number that fell from the sky would stay there.
    for text in (*(text for _who, text in insights), *reasoned, summary):
        check_claims(text, briefing, sight, findings)
        if unheard := unheard_figures(text, briefing, only_targets=True):
            findings.refuse("evidence", f"Nobody in the discussion said {unheard[0]}. Leave it out.")
    if found.insights and not insights:
        known = ", ".join(dict.fromkeys(names.values()))
        findings.refuse("protocol", f"Each insight is attributed to {known}, or several with a slash.")
    if len(summary) > _LONGEST_SUMMARY:
        summary = summary[: _LONGEST_SUMMARY - 1].rsplit(" ", 1)[0].rstrip(",;:.") + "…"
    pairs = {"insights": tuple(insights), "decisions": decisions, "open_questions": open_questions}
    return found.changed(**pairs, summary=summary)


def _pairs(found: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    return tuple((one_line(text), one_line(why)) for text, why in found[:_MOST_INSIGHTS] if one_line(text))
