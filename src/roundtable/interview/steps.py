"""The stepped mode: prepare a step, take an answer, a reply to a draft or feedback at a menu, ask for what is missing.

Everything a person says goes through the same listening as in a conversation; only the questions come from step files. A
question is put when its answer could change a document: when it fits the item, and nobody has said, denied or left open
what it is after.

Elsewhere: the draft that a step shows (`drafts`), the discussion behind [E] (`discussion`).
"""

from collections.abc import Iterable, Mapping
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.content import Step
from roundtable.analysis.phases import ANALYSIS_PHASES, Depth
from roundtable.analysis.questions import Question, filled
from roundtable.engine.briefing import Ask, Briefing, Thought
from roundtable.engine.counts import plural
from roundtable.engine.hearing import REVIEW
from roundtable.engine.validation import facts_for, suits, unmet
from roundtable.facts import STORED_AS, DirectChange, NoChange, OpenQuestion, Requirement
from roundtable.interview.agenda import slots_of
from roundtable.interview.code_talk import alex_says, likely_files, propose_files
from roundtable.interview.drafts import draft_of, was_said
from roundtable.interview.listening import listen
from roundtable.interview.reading_draft import facts_of_draft
from roundtable.interview.saying import acknowledge
from roundtable.interview.situation import Situation, as_facts
from roundtable.interview.taken import Taken, applied
from roundtable.interview.wording import content_words, listed, quoted
from roundtable.language.acts import Act
from roundtable.ports import CodeView

_CONFIRM: Final = "Is that right, or what is wrong or missing?"
_NOTHING: Final = "Nothing here needs an answer for a change like this."
_WRONG: Final = "What is wrong or missing about {}?"
_CHECK: Final = "How would one see that {} works: one input, and what comes out?"
_PLACES: Final = frozenset({"direct_change", "file_count", "keyword"})
_ALWAYS: Final = frozenset({"note", "requirement", "business_rule", "open_question"})
"""Several questions are after these, and what is known of them does not answer the next one."""
_ONCE: Final = frozenset({"constraint", "criterion"})
"""What a stray sentence does not answer: asked for once, whatever is known of it."""
_FROM_CODE: Final = frozenset({"keyword", "file_count", "entry_point", "indirect_change"})
"""What the scan finds out by itself; a person is asked for it where it found nothing."""
_TOLD_BY: Final[Mapping[str, tuple[str, ...]]] = {
    "option": ("option", "decision"),
    "story": ("story", "user_type"),
    "module": ("module", "direct_change"),
}
"""Kinds that are known, too, where something else was said."""
_NEEDS_TWO: Final[Mapping[str, type[Requirement] | type[DirectChange]]] = {
    "priority": Requirement,
    "order": DirectChange,
}
"""What can only be asked where there are two of something."""
_A_BUILDER_ASKS: Final = frozenset(
    [
        *("problem", "user_type", "requirement", "criterion", "business_rule", "error_case"),
        *("direct_change", "constraint", "interface", "out_of_scope", "success_metric", "open_question"),
    ]
)
"""What is asked at brief depth, too."""
_UNASKED: Final = ("note", "business_rule")
"""What something that nobody asked for is, unless it plainly is something else."""
_TO_BUILD: Final = ("business_rule", "note")
"""What a builder would have to guess."""
_CHANGES: Final = frozenset({"correction", "retraction"})
_A_SENTENCE: Final = 3
"""Words with a meaning of their own; fewer are a yes or a no."""
_MOST: Final = 3
_IMPACT: Final = "02-impact-analysis"
_SHOWN: Final = "shown: "
"""Before the id of a fact that stood in a draft: a draft is put up when it shows something that none did before."""


# -- opening -----------------------------------------------------------------------------------------------------------


def open_step(situation: Situation) -> Thought:
    """What is known already is shown or left unasked; the scan's places are offered, not recorded."""
    briefing, step = situation.briefing, situation.briefing.step
    if step is None:
        return Thought()
    facts = facts_of_draft(situation)
    analysis = applied(situation.analysis, Taken(facts=facts))
    brief = step.is_draft(briefing.depth)
    questions = step.questions(Depth.STANDARD if brief else briefing.depth)
    fresh = [q for q in questions if q.text not in analysis.answered]
    worth = [q for q in fresh if _is_worth_asking(situation, analysis, q)]
    answered = [q.text for q in (*step.questions(briefing.depth), *questions) if q not in worth]
    reviews = any(question.kinds[0] == "approval" for question in questions)
    proposal, replaced = _places(situation, analysis, worth)
    # A file that does not say what its questions are for leaves it to the draft what is missing.
    if reviews or (brief and not any(question.purpose for question in worth)):
        draft, shown = draft_of(situation, analysis, step)
        own = {STORED_AS.get(kind, kind) for question in questions for kind in question.kinds}
        new = [fact for fact in shown if f"{_SHOWN}{fact.id}" not in analysis.answered]
        if new if reviews else any(fact.kind in own for fact in new):
            last = [q.text for q in worth if q.kinds[0] == "open_question"]
            proposes = tuple(fact.id for fact in shown)
            return Thought(
                facts=as_facts(facts),
                draft=draft,
                question=_confirm(step, last, proposes),
                answered=(*answered, *last, *(f"{_SHOWN}{fact_id}" for fact_id in proposes)),
            )
    context = ["" if brief else _context(situation, step), _choices(analysis, worth)]
    said = " ".join(filter(None, context))
    if not said and not worth:
        said = _found(situation, analysis, questions)
    return Thought(
        facts=as_facts(facts),
        contributions=situation.says(said),
        question=proposal,
        answered=(*answered, *replaced),
    )


def still_to_come(briefing: Briefing, code: CodeView | None = None) -> tuple[Ask, ...]:
    """The questions of later steps that would be put as things stand: what is said early answers some of them."""
    steps, here = briefing.library.steps, briefing.step
    asks: list[Ask] = []
    for step in steps[steps.index(here) + 1 :] if here in steps else ():
        there = Situation.of(briefing.model_copy(update={"step": step}), code)
        questions = step.questions(Depth.STANDARD if step.is_draft(briefing.depth) else briefing.depth)
        fresh = (one for one in questions if one.purpose and one.text not in briefing.analysis.answered)
        asks += [_ask(one) for one in fresh if _is_worth_asking(there, briefing.analysis, one)]
    return tuple(dict.fromkeys(asks))


def _confirm(step: Step, last: list[str], proposes: tuple[str, ...]) -> Ask:
    """The question under a draft; the last step asks for what else there is with it."""
    text = f"Is that right, and {last[0][:1].lower()}{last[0][1:]}" if last else _CONFIRM
    told = next((question for question in step.questions(Depth.BRIEF) if question.purpose), None)
    return Ask(
        text=text,
        kinds=_TO_BUILD if last else _UNASKED,
        origin="draft",
        proposes=proposes,
        purpose=told.purpose if told else "",
        simpler=told.simpler if told else "",
    )


def _is_worth_asking(situation: Situation, analysis: Analysis, question: Question) -> bool:
    """Whether the question fits this item and its answer is not known yet; what only deep asks digs into what is known."""
    briefing, kind = situation.briefing, question.kinds[0]
    if kind == "approval" or filled(question.text, slots_of(analysis)) != question.text:
        return False
    if not suits(question, analysis, briefing.scan, briefing.depth):
        return False
    if (several := _NEEDS_TWO.get(kind)) and len(analysis.of(several)) < 2:
        return False
    # What a question without a purpose of its own is after is only guessed, so it is put as it stands.
    if not question.purpose or (briefing.depth is Depth.DEEP and not _is_standard(briefing.step, question)):
        return True
    if briefing.step is not None and briefing.step.is_draft(briefing.depth) and kind not in _A_BUILDER_ASKS:
        return False
    after = [kind for kind in question.kinds if kind not in _FROM_CODE]
    if not after:
        return briefing.scan is not None and not likely_files(situation)
    return after[0] in _ALWAYS or not _is_known(situation, analysis, after[0], question)


def _is_standard(step: Step | None, question: Question) -> bool:
    return step is not None and any(other.text == question.text for other in step.questions(Depth.STANDARD))


def _is_known(situation: Situation, analysis: Analysis, kind: str, question: Question) -> bool:
    """Whether somebody said something of that kind, or that there is none; or another question, of either mode, asked for it."""
    same = {kind, STORED_AS.get(kind, kind)}
    if same & {STORED_AS.get(none, none) for none in analysis.none_of}:
        return True
    kinds = _TOLD_BY.get(kind, (kind,)) if kind not in _ONCE else ()
    if any(was_said(fact) for one in kinds for fact in facts_for(analysis, one)):
        return True
    if kind == "direct_change" and analysis.of(NoChange):
        return False  # what was proposed is partly wrong, and nobody has named the place
    briefing = situation.briefing
    every = (
        *(other for step in briefing.library.steps for other in step.questions(Depth.STANDARD)),
        *(other for topic in briefing.library.topics for other in topic.questions()),
    )
    return any(
        other.text in analysis.answered
        and STORED_AS.get(other.kinds[0], other.kinds[0]) in same
        and suits(other, analysis, briefing.scan, briefing.depth)
        for other in every
        if other.text != question.text
    )


def _places(
    situation: Situation, analysis: Analysis, questions: Iterable[Question]
) -> tuple[Ask | None, tuple[str, ...]]:
    """The question about places as a proposal from the code, in place of the step's own."""
    for question in questions:
        if question.kinds[0] in _PLACES and not any(was_said(f) for f in analysis.of(DirectChange)):
            plain = Ask.of(question.changed(kinds=("direct_change",)))
            proposal = propose_files(situation, analysis, plain)
            if proposal is not None:
                return proposal.model_copy(update={"persona": None}), (question.text,)
    return None, ()


def _context(situation: Situation, step: Step) -> str:
    """A word from the code before the questions of the phase that is about it, once."""
    if step.phase_key != _IMPACT:
        return ""
    text = alex_says(situation, situation.analysis, must=False)
    return "" if any(text in line.text for line in situation.briefing.said) else text


def _found(situation: Situation, analysis: Analysis, questions: Iterable[Question]) -> str:
    """One line in place of a question: how big it looks, what is on record, or that nothing is missing."""
    scan, kinds = situation.briefing.scan, {question.kinds[0] for question in questions}
    if "scope" in kinds and scan is not None and scan.total_files:
        files = plural(scan.file_count.total, "file")
        return f"From your words and the code it looks {scan.scope}: {files}, complexity {scan.complexity}."
    if "keyword" in kinds and (likely := likely_files(situation)):
        return f"The words of the request lead to {listed([f'`{path}`' for path in likely[:_MOST]])}."
    known = [quoted(fact.headline) for kind in kinds for fact in facts_for(analysis, kind) if was_said(fact)]
    return f"On record already: {listed(sorted(set(known))[:_MOST])}." if known else _NOTHING


def _choices(analysis: Analysis, questions: Iterable[Question]) -> str:
    """What a question about "these" means: the requirements that are to be ranked, the files of the plan."""
    kinds = {question.kinds[0] for question in questions}
    if "priority" in kinds:
        return f"On record are {listed([quoted(one.title) for one in analysis.of(Requirement)])}."
    files = [f"`{one.path}`" for one in analysis.of(DirectChange)]
    return f"The plan so far: {listed(files)}." if files and kinds & {"direct_change", "order"} else ""


# -- what the person says ----------------------------------------------------------------------------------------------


def take_answer(situation: Situation) -> Thought:
    """An answer to one of the step's questions."""
    taken = listen(situation)
    # Whoever does not take a question up after it came again is not pressed.
    again = None if taken.is_answered or situation.attempts > 1 else situation.briefing.asked
    words = situation.says(acknowledge(situation, taken))
    question = taken.asks or again
    return taken.thought(words, question)


def _telling(situation: Situation) -> tuple[Act, ...]:
    """The acts that say or change something; a yes, a no or "I don't know" by itself does not."""
    acts, text = situation.briefing.acts, situation.heard.text
    if not any(act.content or act.kind in _CHANGES for act in acts):
        return ()
    # To what is wrong or missing every sentence is an answer, be it a "no" of several words ("Never return nothing").
    heard = (
        act.model_copy(update={"kind": "answer", "content": ((act.start, act.end),)})
        if act.kind in {"answer", "denial", "denial_instead"}
        and len(content_words(text[act.start : act.end])) >= _A_SENTENCE
        else act
        for act in acts
    )
    return tuple(act for act in heard if act.content or act.kind in _CHANGES)


def take_draft_reply(situation: Situation) -> Thought:
    """A reply to a draft: agreed, or what is wrong with it. A "no" takes back nothing that the person said."""
    briefing, asked, telling = situation.briefing, situation.asked, _telling(situation)
    if not telling:
        if any(act.kind == "denial" for act in briefing.acts) and briefing.step is not None:
            return Thought(question=Ask(text=_WRONG.format(briefing.step.title)))
        return Thought(contributions=situation.says("Good."))
    unnamed = asked.model_copy(update={"text": "", "proposes": ()})
    taken = listen(situation.but(acts=telling, asked=unnamed))
    return taken.thought(situation.says(acknowledge(situation, taken)), taken.asks)


def take_feedback(situation: Situation) -> Thought:
    """Free text at a menu: heard like an answer to the step as a whole, at the last one like the closing review."""
    briefing = situation.briefing
    about = REVIEW if _is_last(situation) else ""
    asked = briefing.asked or Ask(text="", kinds=_UNASKED, origin="draft", about=about)
    taken = listen(situation.but(asked=asked))
    words = acknowledge(situation, taken) or "Heard."
    if taken.asks is not None:
        words = f"{words} {taken.asks.text}"
    return taken.thought(situation.says(words), taken.asks)


def _is_last(situation: Situation) -> bool:
    step = situation.briefing.step
    last = situation.briefing.library.steps_of(ANALYSIS_PHASES[-1])
    return step is not None and bool(last) and step.step_id == last[-1].step_id


# -- what is missing ---------------------------------------------------------------------------------------------------


def ask_again(situation: Situation) -> Thought:
    """A question that would meet the first unmet criterion: for each requirement without a check, about that one."""
    briefing, step = situation.briefing, situation.briefing.step
    if step is None:
        return Thought()
    missing = [c for c in unmet(situation.analysis, step.criteria) if c.text == briefing.task.criterion]
    if not missing:
        return Thought()
    if missing[0].per == "requirement" and missing[0].kind == "criterion":
        return Thought(question=_about_a_check(situation, step))
    fitting = [
        question
        for question in step.questions(Depth.STANDARD)
        if question.kinds[0] == missing[0].kind and _is_worth_asking(situation, situation.analysis, question)
    ]
    unasked = [question for question in fitting if question.text not in situation.analysis.answered]
    return Thought(question=_ask(unasked[0]) if unasked else None)


def _about_a_check(situation: Situation, step: Step) -> Ask | None:
    """Each requirement without a check is asked about; not the first one when nobody knew an example of the whole."""
    analysis = situation.analysis
    examples = {q.text for q in step.questions(Depth.STANDARD) if q.kinds[0] == "criterion"}
    left_open = any(one.text in examples for one in analysis.of(OpenQuestion))
    for requirement in analysis.of(Requirement)[1 if left_open else 0 :]:
        text = _CHECK.format(quoted(requirement.title))
        if not analysis.criteria_of(requirement) and text not in analysis.answered:
            return Ask(
                text=text,
                kinds=("criterion",),
                purpose="whoever builds it has to be able to see that it holds.",
                simpler=f"How does one see that {quoted(requirement.title)} works?",
                about=requirement.id,
            )
    return None


def _ask(question: Question) -> Ask:
    return Ask.of(question)
