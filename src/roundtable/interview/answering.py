"""A question of the person's, answered: what a question is for, what is meant by it, what the facts and the code show.

Nothing is recorded; the interrupted question comes again.
"""

from typing import Final

from roundtable.engine.addressing import EVERYBODY, address_of
from roundtable.engine.at_menu import HINT
from roundtable.engine.briefing import Ask, Contribution, Thought
from roundtable.facts import DirectChange, NoChange
from roundtable.interview.code_answers import (
    IN_CODE,
    NO_NAME,
    about_code,
    about_plan,
    asks_for_place,
    not_in_code,
)
from roundtable.interview.code_talk import likely_files
from roundtable.interview.named import files_in, files_named
from roundtable.interview.own_words import own_words
from roundtable.interview.recap import known_about, recap
from roundtable.interview.situation import Situation
from roundtable.interview.which_fact import facts_named
from roundtable.interview.wording import capital, content_words, listed
from roundtable.language.acts import asks_table
from roundtable.language.phrases import any_phrase, rows
from roundtable.language.sentences import sentences

_WHY: Final = rows(
    "why | what for | what difference | matter | need that | need to know | warum | weshalb | wozu | pourquoi "
    "| por qu[eé] | para qu[eé]"
)
_MEANS: Final = rows("you mean")
_OF_ITS_OWN: Final = 4
"""So many words of its own has a question that is about something else than the open one."""
_NAMES_ONE: Final = 2
"""So many words a question to the table has to have that is about a sentence on record."""
_IS_IN: Final = rows("still | in | out | included | missing | part of | on the list | there")
"""What follows the file in a question whether it is in the plan."""
_FIRST: Final = 3
_BY_NAME: Final = "with the name of a function, a file or a message I can look it up."
NO_MORE: Final = "There is nothing on that beyond what was said."
_NOT_TOLD: Final = "Nothing that was said or that I have read tells that."
_UNKNOWN: Final = f"{_NOT_TOLD} {NO_NAME}"
_NOTHING_OPEN: Final = f"No question is open here, and nothing on record tells. {HINT}"


def answer_back(situation: Situation) -> Thought:
    """The answer, and where it ends; the same one is not given to two different questions."""
    text = question_in(situation)
    answer = _answer(situation, text)
    told = tuple(dict.fromkeys(_as_new(situation, text, piece) for piece in answer.contributions))
    return answer.model_copy(update={"contributions": told})


def _answer(situation: Situation, text: str) -> Thought:
    asked, step = situation.asked, situation.briefing.step
    if known := facts_named(situation.analysis, text):
        lines = [f'On record, {fact.id}: "{fact.headline}"' for fact in known]
        return Thought(contributions=situation.says("\n".join(lines)))
    if (
        told := own_words(situation.analysis, text)
        or _in_plan(situation, text)
        or _why_there(situation, text)
    ):
        return Thought(contributions=situation.says(told))
    if shown := looked_up(situation, text):
        return Thought(contributions=shown)
    is_place, absent = asks_for_place(text), not_in_code(situation, text)
    # "Are you sure?" and "Who are you people?" are about nobody's sentence.
    is_other = is_place or (asks_table(text) and len(content_words(text)) < _NAMES_ONE)
    on_record = situation.says("" if is_other else known_about(situation.analysis, text))
    missing = () if on_record else absent
    addressed = address_of(text, situation.briefing.library.personas)
    is_alone = all(act.kind == "question_back" for act in situation.briefing.acts)
    if is_place or missing or addressed not in {None, EVERYBODY, asked.persona or (step and step.persona)}:
        unknown = situation.says(_likely_place(situation) if is_place else _UNKNOWN)
        return Thought(contributions=missing or on_record or unknown)
    if any_phrase(_WHY).search(text) and (purpose := _purpose(situation)):
        return Thought(contributions=purpose, question=_simpler(asked))
    words, in_question = content_words(text), content_words(asked.text)
    own, about = words - in_question, words & in_question
    if is_alone and asked.simpler and (len(own) < _OF_ITS_OWN or any_phrase(_MEANS).search(text)):
        # Whoever asks what a word of the question means is not given it again without a word more.
        purpose = _purpose(situation) if about & content_words(asked.simpler) else ()
        return Thought(contributions=purpose, question=_simpler(asked))
    if not asked.text and step is not None and len(own) == 1 and not any_phrase(_WHY).search(text):
        return recap(situation)  # "What did you find?"
    if not own and not (is_alone and about):
        return Thought()  # "Huh?", "Since when what? It is a new setting."
    if any_phrase(_MEANS).search(text) and (purpose := _purpose(situation)):
        return Thought(contributions=purpose)  # beside an answer: it need not be asked again
    unknown = _UNKNOWN if any_phrase(IN_CODE).search(text) else _NOT_TOLD
    unknown = unknown if asked.text or step is None else _NOTHING_OPEN
    return Thought(contributions=on_record or situation.says(unknown))


def _likely_place(situation: Situation) -> str:
    """Where the words so far lead, for whoever asks for a place and names nothing."""
    scan = situation.briefing.scan
    ranked = [file.path for file in scan.files if file.kind == "source"] if scan else []
    paths = [f"`{path}`" for path in (likely_files(situation) or ranked)[:_FIRST]]
    return f"The words so far lead to {listed(paths)}; {_BY_NAME}" if paths else NO_NAME


def looked_up(situation: Situation, text: str) -> tuple[Contribution, ...]:
    """What the code shows: about what a question names, or about the files that change."""
    shown = about_code(situation, text)
    return shown if shown or not_in_code(situation, text) else about_plan(situation, text)


def _purpose(situation: Situation) -> tuple[Contribution, ...]:
    """What the open question is for; in a discussion, what the one is for that it is about."""
    asked, step = situation.asked, situation.briefing.step
    known = (q for section in (step.standard, step.deep) for q in step.questions_in(section)) if step else ()
    purpose = asked.purpose or next((q.purpose for q in known if q.text == asked.text), "")
    return situation.says(capital(f"{purpose.strip().rstrip('.')}.") if purpose else "")


def _as_new(situation: Situation, text: str, piece: Contribution) -> Contribution:
    """What is said, unless it was said to another question before: then that there is no more."""
    before = ""
    for line in situation.briefing.said:
        if line.persona is None:
            before = line.text
        elif piece.text in line.text and not content_words(text) <= content_words(before):
            return piece.model_copy(update={"text": NO_MORE})
    return piece


def _in_plan(situation: Situation, text: str) -> str:
    """Whether a file that somebody asks for is in the plan; empty for any other question."""
    files, analysis = files_in(text), situation.analysis
    if len(files) != 1 or not any_phrase(_IS_IN).match(text[files[0].end :].lstrip(" ,`")):
        return ""
    found = situation.sight.resolve(files[0].text)
    path = found.path if found else files[0].text
    for fact in (*analysis.of(DirectChange), *analysis.of(NoChange)):
        if f"/{fact.path}".endswith(f"/{path}"):
            is_in = isinstance(fact, DirectChange)
            return f"{'Yes' if is_in else 'No'}, `{fact.path}` {'changes' if is_in else 'is left untouched'}: {fact.id}."
    plan = [f"`{fact.path}`" for fact in analysis.of(DirectChange)]
    return f"No: so far it is {listed(plan)}." if plan else "No: no file is in the plan yet."


def _why_there(situation: Situation, text: str) -> str:
    """Why the code led to a file, for whoever asks that; empty for any other question."""
    files, scan = files_named(text, situation.sight), situation.briefing.scan
    if scan is None or len(files) != 1 or not any_phrase(_WHY).search(text):
        return ""
    ranked = (
        file for file in scan.files if files[0].found and file.path == files[0].found.path and file.reasons
    )
    return next((f"`{file.path}`: {file.reasons[0]}." for file in ranked), "")


def _simpler(asked: Ask) -> Ask:
    """The same question in simpler words; its answer is still an answer to it."""
    return asked.model_copy(update={"text": asked.simpler or asked.text})


def question_in(situation: Situation) -> str:
    """What the person asks, without what they say beside it."""
    said = [line.text for line in situation.briefing.said if line.persona is None]
    text = situation.briefing.heard.text if situation.briefing.heard else (said[-1] if said else "")
    acts = [act for act in situation.briefing.acts if act.kind == "question_back"]
    asked = " ".join(text[act.start : act.end] for act in acts).strip() or text
    parts = [asked[start:end] for start, end in sentences(asked)]
    return " ".join(part for part in parts if part.rstrip().endswith("?")) or asked
