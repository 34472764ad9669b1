"""What a discussion brought: insights with their owners, decisions the person took, questions nobody could answer.

Only what was really said counts. The person's own words become facts again, with quotes; a persona's point is recorded as an
insight inferred from its evidence.
"""

import re
from typing import Final

from roundtable.analysis.analysis import Turn
from roundtable.analysis.content import Persona
from roundtable.analysis.evidence import CodeAnchor, Evidence, Inferred
from roundtable.analysis.facts import Decision, Fact, Insight, OpenQuestion
from roundtable.engine.briefing import Amendment, Spoken, Synthesis, Thought
from roundtable.minds.facilitator.answers.choices import read_choice
from roundtable.minds.facilitator.answers.read import read_pieces_as
from roundtable.minds.facilitator.answers.reading import shorten
from roundtable.minds.facilitator.corrections import correct
from roundtable.minds.facilitator.discussion.answering import Reply, answer_message, bare_message
from roundtable.minds.facilitator.discussion.points import Point, Table, short, without_label
from roundtable.minds.facilitator.discussion.speaking import points_of
from roundtable.minds.facilitator.replies import reply_kind, who_knows
from roundtable.minds.facilitator.settling import who_could_settle
from roundtable.minds.facilitator.situation import Situation, proposals
from roundtable.minds.facilitator.spans import Piece, read_pieces, sentences_in
from roundtable.minds.facilitator.words import content_words, likeness

__all__ = ["synthesise"]

_LONGEST_SUMMARY: Final = 100
_MOST: Final = 6


def synthesise(situation: Situation) -> Thought:
    """The structured summary and the facts in it."""
    table = Table(situation)
    insights = _insights(table)
    decisions, decided_facts = _decisions(table)
    questions, open_facts = _open_questions(table)
    user_facts, retracted, amended = _from_the_person(table, decided_facts)
    facts: list[Fact] = [*decided_facts, *user_facts, *open_facts, *_as_facts(table, insights)]
    found = Synthesis(
        insights=tuple((attribution, text) for attribution, text, _ in insights),
        decisions=tuple(decisions),
        open_questions=tuple(questions),
        summary=_summary(table, insights, decisions, questions),
    )
    return Thought(
        synthesis=found, facts=proposals(facts), retracted=tuple(retracted), amended=tuple(amended)
    )


# -- insights ----------------------------------------------------------------------------------------------------------

_Entry = tuple[str, str, Point | None]


def _insights(table: Table) -> list[_Entry]:
    entries: list[_Entry] = []
    for spoken in table.said[1:] if table.said and table.said[0].persona else table.said:
        for entry in _insight_of(table, spoken):
            double = next(
                (at for at, other in enumerate(entries) if likeness(other[1], entry[1]) >= 0.85), None
            )
            if double is None:
                entries.append(entry)
            elif entry[0] not in entries[double][0].split("/"):
                entries[double] = (f"{entries[double][0]}/{entry[0]}", entries[double][1], entries[double][2])
    return entries[:_MOST]


def _insight_of(table: Table, spoken: Spoken) -> list[_Entry]:
    if spoken.persona is None:
        if reply_kind(spoken.text) != "answer" or spoken.text.strip().endswith("?"):
            return []
        words = bare_message(table, spoken.text)
        return (
            [("User", _sentence(words), None)]
            if len(content_words(words)) >= 3 and read_choice(words) is None
            else []
        )
    persona = table.library.persona(spoken.persona)
    matched = [point for point in points_of(persona, table) if point.text in spoken.text]
    if matched:
        return [(persona.first_name, matched[0].insight, matched[0])]
    reply = _reply_in(table, persona, spoken)
    if reply is not None:
        return [(persona.first_name, reply.insight, None)]
    text = without_label(spoken.text, table.library.personas)
    statements = [
        s
        for a, b in sentences_in(text)
        if not (s := text[a:b].strip()).endswith("?") and len(content_words(s)) >= 4
    ]
    return [(persona.first_name, _sentence(statements[0]), None)] if statements else []


def _reply_in(table: Table, persona: Persona, spoken: Spoken) -> Reply | None:
    """The answer to the person's message that an utterance was, if it was one."""
    before = [s.text for s in table.said[: table.said.index(spoken)] if s.persona is None]
    replies = answer_message(table, persona, before[-1], must_answer=True) if before else ()
    return next((reply for reply in replies if reply.text in spoken.text), None)


def _sentence(text: str) -> str:
    flat = " ".join(text.split()).strip()
    words = flat.split()
    if len(words) > 30:
        flat = f"{' '.join(words[:30]).rstrip(' ,;:')}…"
    return flat.rstrip(".")


def _as_facts(table: Table, insights: list[_Entry]) -> list[Fact]:
    facts: list[Fact] = []
    step = table.situation.briefing.step
    for at, (attribution, text, point) in enumerate(insights, start=1):
        evidence: tuple[Evidence, ...]
        if point is not None:
            anchors = (CodeAnchor(path=point.path),) if point.path and table.sight.resolve(point.path) else ()
            evidence = (*anchors, Inferred(sources=point.sources, because="raised in a discussion"))
        elif attribution.startswith("User") and (turn := _turn_of(table, text)) is not None:
            whole = turn.text.strip()
            start = turn.text.find(whole)
            from_turn = table.situation.reading(turn).heard.quote(start, start + len(whole))
            evidence = (from_turn,)
        else:
            evidence = (Inferred(because="raised in a discussion"),)
        facts.append(
            Insight(
                id=f"new:ei{at}",
                step_id=step.step_id if step else None,
                text=text,
                attribution=tuple(attribution.split("/")),
                evidence=evidence,
            )
        )
    return facts


def _turn_of(table: Table, text: str) -> Turn | None:
    start = text.rstrip("…")[:40]
    return next(
        (turn for turn in reversed(table.analysis.turns) if start and start in " ".join(turn.text.split())),
        None,
    )


# -- decisions ---------------------------------------------------------------------------------------------------------


def _decisions(table: Table) -> tuple[list[tuple[str, str]], list[Fact]]:
    shown: list[tuple[str, str]] = []
    facts: list[Fact] = []
    step = table.situation.briefing.step
    for at, spoken in enumerate(table.said):
        if spoken.persona is not None:
            continue
        before = next((s for s in reversed(table.said[:at]) if s.persona), None)
        for piece in read_pieces(bare_message(table, spoken.text)):
            chosen = read_choice(piece.text)
            agreed = (
                reply_kind(piece.text) == "yes"
                and before is not None
                and not before.text.rstrip().endswith("?")
            )
            if chosen is None and not agreed:
                continue
            name = table.library.persona(before.persona).first_name if before and before.persona else ""
            choice = (
                chosen.choice
                if chosen
                else _proposal_in(without_label(before.text if before else "", table.library.personas))
            )
            if not choice:
                continue
            why = (
                chosen.reason
                if chosen and chosen.reason
                else f"the person agreed with {name}"
                if agreed
                else "the person's choice in the discussion"
            )
            shown.append((_capital(_sentence(choice)), why))
            turn = _turn_of(table, spoken.text)
            if turn is not None:
                quoted = table.situation.reading(turn).heard.quote(0, len(turn.text))
                title = shorten(choice)
                facts.append(
                    Decision(
                        id=f"new:adr{len(facts) + 1}",
                        step_id=step.step_id if step else None,
                        title=_capital(title),
                        choice=choice,
                        rationale=chosen.reason if chosen else why,
                        context=table.situation.briefing.focus,
                        status="Accepted",
                        evidence=(quoted,),
                    )
                )
    return shown[:_MOST], facts[:_MOST]


def _proposal_in(text: str) -> str:
    """What a persona proposed, in its own words: "I would …", "option A is to …"."""
    found = re.search(r"\bI would (?P<what>[^.;?]{4,120})", text) or re.search(
        r"\bwe can mitigate it by (?P<what>[^.;?]{4,120})", text
    )
    return found["what"].strip() if found else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# -- open questions ----------------------------------------------------------------------------------------------------


def _open_questions(table: Table) -> tuple[list[tuple[str, str]], list[Fact]]:
    shown: list[tuple[str, str]] = []
    facts: list[Fact] = []
    step = table.situation.briefing.step
    said = table.said
    for at, spoken in enumerate(said):
        if spoken.persona is None:
            continue
        persona = table.library.persona(spoken.persona)
        later = [s.text for s in said[at + 1 :] if s.persona is None]
        point = next((p for p in points_of(persona, table) if p.text in spoken.text and p.question), None)
        reply = _reply_in(table, persona, spoken) if point is None else None
        # A persona's own question counts; one that leans on what was said before it would mean nothing alone.
        question = point.question if point else reply.question if reply else ""
        if (
            not question
            or _is_answered(question, later)
            or any(likeness(question, one) >= 0.8 for one, _ in shown)
        ):
            continue
        unknown = next((text for text in later if reply_kind(text) == "unknown"), "")
        kinds = tuple(sorted(point.kinds)) if point else ()
        who = who_knows(unknown) or who_could_settle(kinds, table.analysis)
        why = f"raised by {persona.first_name}, not settled; {who} could answer it"
        shown.append((question.rstrip("?") + "?", why))
        facts.append(
            OpenQuestion(
                id=f"new:oq{len(facts) + 1}", step_id=step.step_id if step else None, text=question, why="left open by the discussion", settles=who,
                evidence=(Inferred(sources=point.sources if point else (), because="raised in a discussion"),),
            )
        )  # fmt: skip
    return shown[:4], facts[:4]


def _is_answered(question: str, later: list[str]) -> bool:
    """Whether something the person said afterwards takes the question up."""
    return any(reply_kind(text) == "answer" and likeness(question, text) >= 0.3 for text in later)


# -- the person's words ------------------------------------------------------------------------------------------------


def _from_the_person(table: Table, known: list[Fact]) -> tuple[list[Fact], list[str], list[Amendment]]:
    facts: list[Fact] = []
    retracted: list[str] = []
    amended: list[Amendment] = []
    quoted = {item.turn for fact in known for item in fact.evidence if item.kind == "quote"}
    texts = {spoken.text for spoken in table.said if spoken.persona is None}
    for turn in table.analysis.turns:
        if (
            turn.text not in texts
            or turn.number in quoted
            or reply_kind(turn.text) != "answer"
            or turn.text.strip().endswith("?")
        ):
            continue
        reading = table.situation.reading(turn, prefix=f"t{turn.number}-")
        pieces: list[Piece] = correct(reading, read_pieces(turn.text))
        read_pieces_as(reading, pieces, ("note",))
        facts += [fact for fact in reading.facts if fact.kind not in ("note", "decision")]
        retracted += reading.retracted
        amended += reading.amended
    return facts, retracted, amended


# -- one sentence ------------------------------------------------------------------------------------------------------


def _summary(
    table: Table, insights: list[_Entry], decisions: list[tuple[str, str]], questions: list[tuple[str, str]]
) -> str:
    """A clause of at most a hundred characters that fits "… a discussion where {summary}"."""
    candidates: list[str] = []
    if decisions:
        choice = decisions[0][0]
        candidates.append(f"we settled on {choice[:1].lower()}{choice[1:]}")
        candidates.append(f'we decided "{short(choice, 6)}"')
    topics = [point.topic for _, _, point in insights if point is not None]
    left = f" and left {len(questions)} open" if questions else ""
    if topics:
        candidates.append(
            f"we looked into {topics[0]} and {topics[1]}{left}"
            if len(topics) > 1
            else f"we looked into {topics[0]}{left}"
        )
        candidates.append(f"we looked into {topics[0]}")
    if insights:
        candidates.append(f"we gathered {len(insights)} insight{'' if len(insights) == 1 else 's'}{left}")
    step = table.situation.briefing.step
    candidates.append(f"we talked about {step.title.lower() if step else 'the step'} and left it as it was")
    candidates.append("we talked it over and left it as it was")
    return next(
        (c for c in candidates if len(c) <= _LONGEST_SUMMARY and not c.endswith(".")), "we talked it over"
    )
