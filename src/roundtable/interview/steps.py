"""The stepped mode: prepare a step, take an answer, a reply to a draft or feedback at a menu, ask for what is missing.

Everything a person says goes through the same listening as in a conversation; only the questions come from step files.
"""

from collections.abc import Iterable
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.content import Step
from roundtable.analysis.phases import Depth
from roundtable.analysis.questions import Question, filled
from roundtable.engine.briefing import Ask, Thought
from roundtable.engine.suitability import suits
from roundtable.engine.validation import facts_for, unmet
from roundtable.facts import Fact, Requirement
from roundtable.interview.agenda import slots_of
from roundtable.interview.code_talk import alex_says, jordan_says, propose_files
from roundtable.interview.listening import Taken, applied, listen
from roundtable.interview.reading_draft import facts_of_draft
from roundtable.interview.saying import acknowledge
from roundtable.interview.situation import Situation, as_facts
from roundtable.interview.wording import quoted

__all__ = ["ask_again", "open_step", "take_answer", "take_draft_reply", "take_feedback"]

_CONFIRM: Final = "Is that right, or what is wrong or missing?"
_CHECK: Final = "How would one see that {} works: one input, and what comes out?"
_PLACES: Final = frozenset({"direct_change", "file_count", "keyword"})
_ALWAYS: Final = frozenset({"note", "requirement", "business_rule", "approval"})
"""Several questions are after these, and what is known of them does not answer the next one."""


def open_step(situation: Situation) -> Thought:
    """What is known already is shown or left unasked; the scan's places are offered, not recorded."""
    briefing, step = situation.briefing, situation.briefing.step
    if step is None:
        return Thought()
    facts = facts_of_draft(situation)
    analysis = applied(situation.analysis, Taken(facts=facts))
    questions = step.questions(briefing.depth)
    # A file may leave its draft to whoever reads it; what it is after shows in its questions.
    asked = (*questions, *step.questions(Depth.STANDARD)) if step.is_draft(briefing.depth) else questions
    kinds = dict.fromkeys(kind for question in asked for kind in question.kinds)
    known = [fact for fact in analysis.facts if fact.kind in kinds and _was_said(fact)]
    if step.is_draft(briefing.depth) and known:
        draft = "\n".join(f"- {fact.headline}" for fact in known)
        proposes = tuple(fact.id for fact in known)
        return Thought(
            facts=as_facts(facts),
            draft=draft,
            question=Ask(text=_CONFIRM, kinds=tuple(kinds), origin="draft", proposes=proposes),
        )
    if step.is_draft(briefing.depth):
        # There is nothing to confirm yet, so the step asks for it.
        fresh = [q for q in step.questions(Depth.STANDARD) if _is_worth_asking(situation, analysis, q)]
        put = _ask(fresh[0]) if fresh else None
        return Thought(facts=as_facts(facts), question=put, answered=tuple(q.text for q in questions))
    answered = [q.text for q in questions if not _is_worth_asking(situation, analysis, q)]
    proposal, replaced = _places(situation, analysis, questions)
    return Thought(
        facts=as_facts(facts),
        contributions=situation.says(_context(situation, step)),
        question=proposal,
        answered=(*answered, *replaced),
    )


def _is_worth_asking(situation: Situation, analysis: Analysis, question: Question) -> bool:
    """Whether the question fits this item and nobody has said anything of its main kind yet; deep asks all that fit."""
    if filled(question.text, slots_of(analysis)) != question.text:
        return False
    if not suits(question, analysis, situation.briefing.scan, situation.briefing.depth):
        return False
    main = question.kinds[0]
    # What a question without a purpose of its own is after is only guessed, so it is put as it stands.
    if situation.briefing.depth is Depth.DEEP or main in _ALWAYS or not question.purpose:
        return True
    return main not in analysis.none_of and not any(_was_said(fact) for fact in facts_for(analysis, main))


def _was_said(fact: Fact) -> bool:
    return any(item.kind in {"quote", "confirmed", "hand-edit"} for item in fact.evidence)


def _places(
    situation: Situation, analysis: Analysis, questions: Iterable[Question]
) -> tuple[Ask | None, tuple[str, ...]]:
    """The question about places as a proposal from the code, in place of the step's own."""
    for question in questions:
        if question.kinds[0] in _PLACES and not any(
            _was_said(f) for f in facts_for(analysis, "direct_change")
        ):
            plain = Ask(
                text=question.text,
                kinds=("direct_change",),
                purpose=question.purpose,
                simpler=question.simpler,
            )
            proposal = propose_files(situation, analysis, plain)
            if proposal is not None:
                return proposal.model_copy(update={"persona": None}), (question.text,)
    return None, ()


def _context(situation: Situation, step: Step) -> str:
    """A word from the code before the questions of the phases that are about it."""
    if step.phase_key in {"02-impact-analysis", "03-architecture"}:
        return alex_says(situation, situation.analysis, must=False)
    return jordan_says(situation, situation.analysis, must=False) if step.phase_key == "04-design" else ""


def take_answer(situation: Situation) -> Thought:
    """An answer to one of the step's questions."""
    taken = listen(situation)
    question = taken.asks or (None if taken.is_answered else situation.briefing.asked)
    words = situation.says(acknowledge(situation, taken))
    return Thought.model_validate({"contributions": words, **taken.parts(), "question": question})


def take_draft_reply(situation: Situation) -> Thought:
    """A reply to a draft: agreed, or what is wrong with it."""
    return take_answer(situation)


def take_feedback(situation: Situation) -> Thought:
    """Free text at a menu: heard like an answer to the step as a whole."""
    taken = listen(situation)
    words = acknowledge(situation, taken) or "Heard."
    if taken.asks is not None:
        words = f"{words} {taken.asks.text}"
    return Thought.model_validate({"contributions": situation.says(words), **taken.parts()})


def ask_again(situation: Situation) -> Thought:
    """A question that would meet the first unmet criterion: for each requirement without a check, about that one."""
    briefing, step = situation.briefing, situation.briefing.step
    if step is None:
        return Thought()
    missing = [c for c in unmet(situation.analysis, step.criteria) if c.text == briefing.task.criterion]
    if not missing:
        return Thought()
    if missing[0].per == "requirement":
        return Thought(question=_about_a_check(situation))
    every = [*step.questions(Depth.STANDARD), *step.questions(Depth.DEEP)]
    fitting = [
        q
        for q in every
        if q.kinds[0] == missing[0].kind and _is_worth_asking(situation, situation.analysis, q)
    ]
    unasked = [q for q in fitting if q.text not in situation.analysis.answered]
    return Thought(question=_ask(unasked[0]) if unasked else None)


def _about_a_check(situation: Situation) -> Ask | None:
    analysis = situation.analysis
    for requirement in analysis.of(Requirement):
        text = _CHECK.format(quoted(requirement.title))
        if not analysis.criteria_of(requirement) and text not in analysis.answered:
            return Ask(text=text, kinds=("criterion",), about=requirement.id)
    return None


def _ask(question: Question) -> Ask:
    return Ask(text=question.text, kinds=question.kinds, purpose=question.purpose, simpler=question.simpler)
