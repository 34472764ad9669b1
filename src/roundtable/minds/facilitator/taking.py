"""Taking in what the person said: an answer, the reply to a draft, a remark at a menu.

Facts first (every word is kept somewhere), then one sentence that shows it was heard, then at most one follow-up.
"""

import re
from itertools import groupby
from typing import Final

from roundtable.analysis.evidence import Assumed, Confirmed, Evidence
from roundtable.analysis.facts import (
    Assumption,
    Decision,
    DirectChange,
    Fact,
    IndirectChange,
    Note,
    OpenQuestion,
    Requirement,
)
from roundtable.analysis.no_more import says_no_more
from roundtable.analysis.phases import Depth
from roundtable.analysis.wording import kinds_asked
from roundtable.engine.briefing import Ask, Thought
from roundtable.minds.facilitator.answers.additions import bare_addition, read_additions
from roundtable.minds.facilitator.answers.asides import taken_back, without_asides
from roundtable.minds.facilitator.answers.places import place_for
from roundtable.minds.facilitator.answers.read import read_answer, read_pieces_as
from roundtable.minds.facilitator.answers.reading import Reading
from roundtable.minds.facilitator.asked_text import echoes_none, proposal_in, standing_question
from roundtable.minds.facilitator.corrections import correct
from roundtable.minds.facilitator.followups import follow_up
from roundtable.minds.facilitator.manner import manner_of, speakable
from roundtable.minds.facilitator.opening import late_findings
from roundtable.minds.facilitator.reflect import acknowledge, acknowledge_reply, fill, wants_clause
from roundtable.minds.facilitator.rephrase import as_topic, excerpt, gist_of, listed
from roundtable.minds.facilitator.replies import Reply, after_assent, reply_kind, who_knows
from roundtable.minds.facilitator.settling import who_could_settle
from roundtable.minds.facilitator.situation import Situation, proposals, thought_of, unconfirmed
from roundtable.minds.facilitator.spans import Piece, read_pieces
from roundtable.minds.facilitator.unasked import first_criteria

__all__ = ["take_answer", "take_draft_reply", "take_feedback"]

_WHOLE: Final = 300


def take_answer(situation: Situation) -> Thought:
    """An answer to a question of the step, or to a follow-up; with what the scan found, if that came in the meantime."""
    thought = _take_answer(situation)
    late = late_findings(situation)
    # What the scan found settles nothing that the person was to be asked.
    return thought.model_copy(
        update={
            "facts": (*thought.facts, *proposals(late.facts)),
            "contributions": thought.contributions + situation.says(late.text),
            "answered": (*thought.answered, *late.moot),
        }
    )


def _take_answer(situation: Situation) -> Thought:
    briefing = situation.briefing
    text = situation.heard.text
    asked = briefing.asked or Ask(text="", kinds=situation.step_kinds)
    reply = reply_kind(text)
    if reply == "answer" and echoes_none(text, asked.text):
        reply = "nothing"
    if reply == "yes" and (asked.proposes or asked.options or "approval" in asked.kinds):
        return _accepted(situation, asked)
    if reply == "unchanged" and (asked.proposes or "approval" in asked.kinds):
        return _accepted(situation, asked)
    if (
        reply in ("nothing", "no")
        and (asked.proposes or "approval" in asked.kinds)
        and _asks_what_is_wrong(asked.text)
    ):
        return _accepted(situation, asked)
    if reply in ("nothing", "no") and (taken := _proposal_taken(situation, asked)) is not None:
        return taken
    if reply in ("unknown", "passed", "empty", "delegated", "nothing", "no", "unchanged"):
        return _no_answer(situation, asked, reply)
    if reply == "question":
        return _asked_back(situation, asked)
    reading = situation.reading(asked=asked)
    kinds = asked.kinds or kinds_asked(asked.text)
    if reply == "yes":
        _keep_short(reading, asked, "Yes")
        return thought_of(
            reading,
            contributions=situation.says(
                acknowledge_reply(briefing.persona, "yes", briefing.acknowledgements)
            ),
        )
    pieces = _about_the_item(reading, read_pieces(text))
    if _may_correct(asked):
        pieces = correct(reading, pieces)
        read_pieces_as(reading, pieces, kinds)
    else:
        read_answer(reading, kinds, pieces)
    said = _taken_in(situation, reading)
    question = (
        follow_up(situation, asked, reading)
        if briefing.follow_ups_left > 0 and briefing.task.may_ask
        else None
    )
    return thought_of(
        reading,
        contributions=situation.says(said),
        question=question,
        answered=answered_by(situation, reading),
    )


def _proposal_taken(situation: Situation, asked: Ask) -> Thought | None:
    """ "I would add no dependency; what could you not do without one?" "Nothing." settles it the way it was proposed."""
    if "decision" not in asked.kinds:
        return None
    proposed = proposal_in(asked.text)
    if not proposed or (situation.briefing.analysis.of(Decision) and _is_decided(situation, proposed)):
        return None
    reading = situation.reading(asked=asked)
    text = situation.heard.text.strip()
    witness: Evidence = Confirmed(turn=situation.heard.number, text=text[:_WHOLE])
    because = re.sub(
        r"^(?:nothing|none|nobody|no one|nowhere|no)\b[\s,;:.–-]*", "", text, flags=re.IGNORECASE
    ).rstrip(".! ")
    reading.fact(
        Decision,
        _whole(situation),
        evidence=(witness,),
        title=proposed[:1].upper() + proposed[1:],
        choice=proposed[:1].upper() + proposed[1:],
        rationale=f"nothing speaks against it; {because}" if because else "nothing speaks against it",
        context=asked.text,
        status="Accepted",
        anchors=False,
    )
    briefing = situation.briefing
    said = acknowledge_reply(briefing.persona, "yes", briefing.acknowledgements)
    return thought_of(reading, contributions=situation.says(said))


def _is_decided(situation: Situation, choice: str) -> bool:
    return any(known.choice.lower() == choice.lower() for known in situation.briefing.analysis.of(Decision))


def _about_the_item(reading: Reading, pieces: list[Piece]) -> list[Piece]:
    """The pieces without those about the talk itself; what they take back is taken back."""
    step = reading.step.step_id if reading.step else None
    for fact in taken_back(pieces, reading.analysis, reading.heard.turn, step):
        reading.drop(fact)
    return without_asides(pieces)


def _close_questions(situation: Situation, reading: Reading) -> None:
    """What was left open in this step and is answered now is open no longer."""
    step = situation.briefing.step
    if step is None:
        return
    given = {fact.kind for fact in reading.facts} - {
        "note",
        "open_question",
        "assumption",
        "technology",
        "user_type",
    }
    sections = (step.brief, step.standard, step.deep)
    kinds = {one.text: one.kinds[:1] for section in sections for one in step.questions_in(section)}
    for known in situation.briefing.analysis.of(OpenQuestion):
        if known.step_id == step.step_id and given & set(kinds.get(known.text, ())):
            reading.drop(known)


def _asked_back(situation: Situation, asked: Ask) -> Thought:
    """The person answered with a question: it is one more thing that somebody has to settle."""
    briefing = situation.briefing
    reading = situation.reading(asked=asked)
    settles = who_could_settle(asked.kinds, briefing.analysis)
    reading.fact(
        OpenQuestion,
        _whole(situation),
        text=_whole(situation).flat,
        why="asked by the person",
        settles=settles,
        anchors=False,
    )
    said = acknowledge_reply(briefing.persona, "question", briefing.acknowledgements)
    return thought_of(reading, contributions=situation.says(said))


def _may_correct(asked: Ask) -> bool:
    """Questions about what the scan or a draft put on the table may be answered by taking something off it."""
    return (
        bool(asked.proposes)
        or asked.origin in ("draft", "validation")
        or bool(set(asked.kinds) & {"file_count", "keyword", "direct_change", "indirect_change", "approval"})
    )


def _asks_what_is_wrong(question: str) -> bool:
    return (
        re.search(
            r"\b(?:wrong|missing|forgotten|misread|off|correct|leave out|left out|mislead\w*|differ\w*|change|part from|stricter|less settled|surprises|unrelated|untouched|too small|too big|compare)\b",
            question,
            re.IGNORECASE,
        )
        is not None
    )


def _accepted(situation: Situation, asked: Ask) -> Thought:
    """ "Yes" to a proposal confirms it; "yes" to options takes the recommended one."""
    briefing = situation.briefing
    reading = situation.reading(asked=asked)
    known = tuple(fact_id for fact_id in asked.proposes if fact_id in briefing.analysis.by_id)
    if "approval" in asked.kinds:
        known = tuple(dict.fromkeys((*known, *_shown_in_phase(situation))))
    elif not known and asked.origin == "draft":
        known = _shown_in_step(situation)
    if asked.options and not known:
        witness: Evidence = Confirmed(turn=situation.heard.number, text=situation.heard.text.strip()[:_WHOLE])
        reading.fact(
            Decision,
            _whole(situation),
            evidence=(witness,),
            title=asked.options[0][:80],
            choice=asked.options[0],
            context=asked.text,
            status="Accepted",
            anchors=False,
        )
    if asked.origin == "draft":
        _complete(situation, reading)
    said = acknowledge_reply(briefing.persona, "yes", briefing.acknowledgements)
    return thought_of(reading, confirmed=known, contributions=situation.says(said))


def _shown_in_step(situation: Situation) -> tuple[str, ...]:
    step = situation.briefing.step
    return unconfirmed(situation.briefing.analysis.facts, step.step_id if step else None)


def _shown_in_phase(situation: Situation) -> tuple[str, ...]:
    """Whoever approves a phase's result approves what was proposed in its steps."""
    facts = situation.briefing.analysis.facts
    step = situation.briefing.step
    steps = situation.briefing.library.steps_of(step.phase_key) if step is not None else ()
    return tuple(fact_id for one in steps for fact_id in unconfirmed(facts, one.step_id))


def _whole(situation: Situation) -> Piece:
    text = situation.heard.text
    return Piece(0, len(text), text).part(0, len(text))


def _no_answer(situation: Situation, asked: Ask, reply: Reply) -> Thought:
    """No idea, your choice, nothing: logged for what it is, acknowledged, and never asked again."""
    briefing = situation.briefing
    reading = situation.reading(asked=asked)
    none_of: tuple[str, ...] = ()
    question = asked.text.strip()
    if reply in ("unknown", "passed", "empty") and question:
        why = "not known yet" if reply == "unknown" else "passed over for now"
        settles = who_knows(situation.heard.text) or who_could_settle(asked.kinds, briefing.analysis)
        reading.fact(
            OpenQuestion,
            _whole(situation),
            text=standing_question(question),
            why=why,
            settles=settles,
            anchors=False,
        )
    elif reply == "delegated" and question:
        choice = (
            f"{question.rstrip('?')}: {asked.options[0]}"
            if asked.options
            else f"Left to the team: {question}"
        )
        evidence: tuple[Evidence, ...] = (Assumed(because="no preference was stated"),)
        reading.fact(
            Assumption,
            _whole(situation),
            evidence=evidence,
            text=choice,
            settles=who_could_settle(asked.kinds, briefing.analysis),
            anchors=False,
        )
    elif reply == "unchanged":
        if question and asked.kinds[:1] != ("open_question",):
            _keep_short(reading, asked, "As it is today")
    elif question:
        # "None" settles a kind only while nothing of it is on record; else it was about something else.
        none_of = tuple(
            kind
            for kind in asked.kinds[:1]
            if kind not in ("note", "approval")
            and not briefing.analysis.kinds(kind)
            and not _asks_what_is_wrong(question)
        )
        said = situation.heard.text.strip().rstrip(".!")
        bare = "None" if reply == "nothing" else "No"
        if reply != "no" or not _OPEN_QUESTION.match(question):
            # A bare "no" to "which …?" adds nothing that anybody could read later.
            _keep_short(reading, asked, said if len(said.split()) > 2 and not says_no_more(said) else bare)
    spoken = acknowledge_reply(briefing.persona, reply, briefing.acknowledgements)
    offer = _WAY_OUT if reply != "unchanged" and _has_nothing_to_add(situation) else ""
    return thought_of(reading, none_of=none_of, contributions=situation.says(spoken) + situation.says(offer))


_IN_A_ROW: Final = 4
_WAY_OUT: Final = (
    'If this goes further than you can say today: "keep it short" makes the rest of this phase brief,'
    " and [S] at the next menu leaves it out."
)


def _has_nothing_to_add(situation: Situation) -> bool:
    """Whether this is the fourth answer in a row that adds nothing, for the first time in this analysis."""
    briefing = situation.briefing
    if briefing.mode != "steps" or briefing.depth is Depth.BRIEF:
        return False
    turns = [
        turn.text for turn in briefing.analysis.turns if turn.number and turn.number < situation.heard.number
    ]
    empty = [reply_kind(text) in ("unknown", "passed", "empty", "nothing", "no") for text in turns]
    runs = [len(list(group)) for nothing, group in groupby(empty) if nothing]
    trailing = next((at for at, nothing in enumerate(reversed(empty)) if not nothing), len(empty))
    return trailing == _IN_A_ROW - 1 and max(runs, default=0) < _IN_A_ROW


_OPEN_QUESTION: Final = re.compile(
    r"(?:.*[:;,]\s+)?(?:what|which|who|whom|where|when|how|in what|in which|of which|taking|following|walk)\b",
    re.IGNORECASE,
)


def _keep_short(reading: Reading, asked: Ask, word: str) -> None:
    """A bare yes or no means nothing without its question, so they are kept together."""
    text = reading.heard.text
    document, section = place_for(reading.step, asked.kinds, asked.text)
    piece = Piece(0, len(text), text).part(0, len(text))
    if piece.text and asked.text:
        reading.fact(
            Note, piece, text=f"{asked.text} {word}.", document=document, section=section, anchors=False
        )


def take_draft_reply(situation: Situation) -> Thought:
    """The reply to a brief draft: assent confirms all of it; corrections change it and confirm the rest."""
    briefing = situation.briefing
    asked = briefing.asked or Ask(text="", origin="draft")
    text = situation.heard.text
    reply = reply_kind(text)
    if reply in ("yes", "delegated", "passed", "unchanged") or (
        reply in ("nothing", "no") and (_asks_what_is_wrong(asked.text) or reply == "nothing")
    ):
        return _accepted(situation, asked)
    if reply in ("unknown", "empty"):
        return _no_answer(situation, asked, reply)
    if reply == "question":
        return _asked_back(situation, asked)
    if reply == "no":
        ask = Ask(
            text="Which line is wrong, and how should it read?",
            kinds=asked.kinds,
            origin="draft",
            proposes=asked.proposes,
            about=f"{asked.about}#wrong",
        )
        said = _asking_what(situation)
        question = (
            ask
            if briefing.follow_ups_left > 0
            and speakable(briefing.persona, ask.text)
            and not situation.was_asked(ask.text)
            else None
        )
        return Thought(contributions=situation.says(said), question=question)
    reading = situation.reading(asked=asked)
    agreed, start = after_assent(text)
    pieces = read_pieces(text)
    if agreed:
        pieces = [
            piece if piece.start >= start else piece.part(max(0, start - piece.start), len(piece.text))
            for piece in pieces
            if piece.end > start
        ]
    left = correct(reading, _about_the_item(reading, pieces))
    read_additions(reading, left, _kinds_for_reply(situation, asked))
    _close_questions(situation, reading)
    _complete(situation, reading)
    confirmed: tuple[str, ...] = ()
    if agreed or reading.retracted or reading.amended:
        # Whoever corrects one line has read the others.
        touched = {*reading.retracted, *(change.fact_id for change in reading.amended)}
        confirmed = tuple(
            fact_id
            for fact_id in asked.proposes
            if fact_id in briefing.analysis.by_id and fact_id not in touched
        )
    return thought_of(
        reading,
        confirmed=confirmed,
        contributions=situation.says(_taken_in(situation, reading, text[start:] if agreed else text)),
        answered=answered_by(situation, reading),
    )


def _complete(situation: Situation, reading: Reading) -> None:
    """After a brief step about requirements: what the item's own title stood in for is gone, and each has a first check.

    At brief depth nobody is asked requirement by requirement; the checks follow from their words and say so.
    """
    step, analysis = situation.briefing.step, situation.briefing.analysis
    wanted = (
        {(criterion.kind, criterion.per) for criterion in step.criteria}
        if step
        else set[tuple[str, str | None]]()
    )
    if step is None or ("criterion", "requirement") not in wanted:
        return
    told = [fact for fact in reading.facts if isinstance(fact, Requirement)]
    if len(told) > 1:
        for known in analysis.of(Requirement):
            if known.id in unconfirmed(analysis.facts, known.step_id) and known.step_id == step.step_id:
                reading.drop(known)
    left = [fact for fact in reading.facts if not isinstance(fact, Requirement)]
    made = first_criteria(analysis, [*told, *left], step.step_id)
    reading.facts += [fact for fact in made if getattr(fact, "requirement", "") not in reading.retracted]


def _asking_what(situation: Situation) -> str:
    manner = manner_of(situation.briefing.persona)
    return manner.plain[0] if situation.briefing.follow_ups_left == 0 else "Then I have read it wrongly."


def _kinds_for_reply(situation: Situation, asked: Ask) -> tuple[str, ...]:
    """What the lines of the draft are about, its main one first; where a phase is approved, nothing in particular."""
    kinds = tuple(kind for kind in asked.kinds if kind != "approval") or situation.step_kinds
    return ("note", *kinds) if asked.kinds[:1] == ("approval",) or not kinds else kinds


def take_feedback(situation: Situation) -> Thought:
    """Free text at a menu: corrections first, then whatever else it says, then a word of acknowledgement."""
    briefing = situation.briefing
    text = situation.heard.text
    reply = reply_kind(text)
    if reply in ("yes", "nothing", "unchanged"):
        open_now = _shown_in_step(situation) if reply != "nothing" else ()
        said = acknowledge_reply(briefing.persona, "yes", briefing.acknowledgements)
        return Thought(confirmed=open_now, contributions=situation.says(said))
    if reply == "question":
        return _asked_back(situation, Ask(text="", kinds=situation.step_kinds))
    if reply in ("unknown", "passed", "delegated", "empty", "no"):
        return Thought(
            contributions=situation.says(
                acknowledge_reply(briefing.persona, reply, briefing.acknowledgements)
            )
        )
    reading = situation.reading()
    left = correct(reading, _about_the_item(reading, read_pieces(text)))
    read_additions(reading, left, ("note",))
    _close_questions(situation, reading)
    return thought_of(reading, contributions=situation.says(_taken_in(situation, reading)))


def _taken_in(situation: Situation, reading: Reading, said: str = "") -> str:
    """An acknowledgement; of a correction it says what was changed."""
    briefing = situation.briefing
    text = bare_addition(said or situation.heard.text)
    # What was corrected is said, unless more was added than taken away: then that is the news.
    changed = reading.amended or [
        fact_id
        for fact_id in reading.retracted
        if (fact := briefing.analysis.by_id.get(fact_id)) is not None and fact.kind != "open_question"
    ]
    if changed and len(reading.facts) < 2:
        what = _changes(situation, reading)
        pool = manner_of(briefing.persona).corrected
        first = briefing.persona.voice.acknowledgement
        if not briefing.acknowledgements and first and "{}" in first:
            pool = (first,) if wants_clause(first) else ()
            pool = pool or (first.replace("{}", "that"),)
        spoken = fill(pool[briefing.acknowledgements % len(pool)], what)
        if speakable(briefing.persona, spoken):
            return spoken
    kinds = {fact.kind for fact in reading.facts} - {"note", "technology", "user_type"}
    return acknowledge(briefing.persona, text, briefing.acknowledgements, situation.item, kinds)


def _changes(situation: Situation, reading: Reading) -> str:
    known = situation.briefing.analysis.by_id
    gone = [
        _called(known[fact_id])
        for fact_id in reading.retracted
        if fact_id in known and known[fact_id].kind != "open_question"
    ]
    changed = [_called(known[change.fact_id]) for change in reading.amended if change.fact_id in known]
    parts = [
        f"{listed(names[:3], len(names) - 3)} {'is' if len(names) == 1 else 'are'} {what}"
        for names, what in ((list(dict.fromkeys(gone)), "out"), (list(dict.fromkeys(changed)), "updated"))
        if names
    ]
    return ", and ".join(parts) or as_topic(gist_of(situation.heard.text), situation.item)


_SPOKEN_IDS: Final = ("requirement", "criterion", "story", "quality", "decision")


def _called(fact: Fact) -> str:
    """A fact as one speaks of it: by its number where people use one, else by its own words."""
    if fact.kind in _SPOKEN_IDS:
        return fact.id
    if isinstance(fact, DirectChange | IndirectChange):
        return f"`{fact.path}`"
    return {"scope": "the size of it"}.get(fact.kind) or excerpt(fact.headline, most=6)


def answered_by(situation: Situation, reading: Reading) -> tuple[str, ...]:
    """Pending questions that this answer settles: their main kind was given outright, and richly."""
    counts: dict[str, int] = {}
    for fact in reading.facts:
        if fact.kind not in ("note", "technology", "user_type"):
            counts[fact.kind] = counts.get(fact.kind, 0) + 1
    asked = situation.briefing.asked
    main = asked.kinds[0] if asked and asked.kinds else ""
    settled: list[str] = []
    for ask in situation.briefing.pending:
        kind = ask.kinds[0] if ask.kinds else ""
        # An answer to the same kind of question says nothing about the next aspect of it; another kind volunteered does.
        if kind and kind != main and counts.get(kind, 0) >= _ENOUGH.get(kind, 2):
            settled.append(ask.text)
    return tuple(settled)


_ENOUGH: Final = {
    "out_of_scope": 1,
    "journey": 1,
    "success_metric": 1,
    "priority": 2,
    "requirement": 3,
    "criterion": 2,
    "error_case": 2,
    "constraint": 2,
}
