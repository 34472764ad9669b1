"""The finer points of a content file: wording of questions and what is said about them, tags, placeholders, headings.

None of this stops a file from being used; it is what `library check` tells its author. How a question should sound is the
table's manners: at most thirty words, one question mark, nothing to be answered with yes or no.
"""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Final

from roundtable.analysis import questions
from roundtable.analysis.blocks import Block, read_blocks
from roundtable.analysis.conditions import Circumstances, InvalidCondition, condition_holds
from roundtable.analysis.content import Step, Topic
from roundtable.analysis.kinds import FACT_KINDS, PLACEHOLDERS, read_tags
from roundtable.analysis.phases import Depth
from roundtable.analysis.prose import asked_in, conditions_in
from roundtable.analysis.questions import Question
from roundtable.engine.counts import listed
from roundtable.library import steps as step_files
from roundtable.library import topics as topic_files
from roundtable.library.fields import Reader

_SEQUENCING: Final = ("step_id", "depends_on", "skip_if")
_MOST_CRITERIA = 7
MOST_QUESTIONS: Final = 10  # of one step; a session has two dozen of them


def review_step(step: Step, reader: Reader) -> None:
    _review_file(reader, (*step_files.FIELDS, "enabled"), step_files.SECTIONS.values())
    _review_condition(step, reader)
    for field in ("brief", "standard", "deep"):
        _review_prose(reader, step_files.SECTIONS[field])
    _review_tags(reader, step_files.SECTIONS["validation"])
    asked = [question for depth in Depth for question in step.questions(depth)]
    _review_details(reader, asked)
    if not asked:
        reader.report("asks-nothing")
    deep = sum(not question.when for question in step.questions(Depth.DEEP))
    if deep > MOST_QUESTIONS:
        reader.report("many-questions", count=deep, most=MOST_QUESTIONS)


def review_topic(topic: Topic, reader: Reader) -> None:
    if reader.content.fault is not None:
        return
    _review_file(reader, (*topic_files.FIELDS, "enabled"), topic_files.SECTIONS.values())
    for field in _SEQUENCING:
        if field in reader.content.values:
            reader.report("sequencing", field, field=field)
    count = len(topic.coverage_criteria)
    if count > _MOST_CRITERIA:
        reader.report("criteria-count", "coverage_criteria", count=count)
    for at, criterion in enumerate(topic.coverage_criteria):
        if not topic.asked_for(criterion):
            reader.report("unasked-criterion", "coverage_criteria", at, criterion=criterion)
    _review_details(reader, topic.questions())
    _review_prose(reader, topic_files.SECTIONS["knowledge"])
    _review_tags(reader, topic_files.SECTIONS["validation"])


def _review_file(reader: Reader, fields: tuple[str, ...], headings: Iterable[str]) -> None:
    content = reader.content
    for key in content.fields.repeated:
        reader.report("repeated-key", key, field=key)
    for key in content.values:
        close = get_close_matches(key, fields, n=1, cutoff=0.8) if key not in fields else []
        if close:
            reader.report("unknown-key", key, field=key, close=close[0])
    if content.open_fence is not None:
        reader.report("open-fence", line=content.open_fence)
    wanted = {heading.lower(): heading for heading in headings}
    missing = [f"`## {heading}`" for name, heading in wanted.items() if content.section(name) is None]
    if missing:
        s, are = ("s", "are") if len(missing) > 1 else ("", "is")
        reader.report("missing-section", named=listed(missing), s=s, are=are)
    for name, section in content.sections.items():
        close = get_close_matches(name, wanted, n=1, cutoff=0.75) if name not in wanted else []
        if close:
            line = max(1, section.line - 1)
            reader.report("unknown-heading", line=line, name=name, close=wanted[close[0]])


def _review_condition(step: Step, reader: Reader) -> None:
    try:
        # Asking once with made-up values finds what only shows when asked, such as `scope < 3`.
        made_up = Circumstances(scope="small", complexity="low", file_count=1, depth="brief")
        condition_holds(step.skip_if, made_up)
    except InvalidCondition as error:
        reader.report("invalid-skip-if", "skip_if", column=error.column, reason=error.reason)


def _review_details(reader: Reader, asked: Iterable[Question]) -> None:
    """A file that says why it asks, or how to put it more simply, says it of every question."""
    questions = {question.text: question for question in asked}.values()
    for field, detail in (("purpose", "Why:"), ("simpler", "Simpler:")):
        lacking = [question for question in questions if not getattr(question, field)]
        if lacking and len(lacking) < len(questions):
            count, all_ = len(lacking), len(questions)
            reader.report("missing-detail", count=count, all=all_, detail=detail, first=lacking[0].text)


def _blocks(reader: Reader, heading: str) -> Iterator[tuple[int, Block]]:
    """The blocks of a section with their line in the file."""
    if (section := reader.content.sections.get(heading.lower())) is not None:
        for block in read_blocks(section.text):
            yield section.line + block.line - 1, block


_NOT_WORDS: Final = re.compile(r"`[^`]*`|https?://\S+")
_CLOSED: Final = re.compile(
    r"(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have|may|must)\b", re.IGNORECASE
)


def _review_prose(reader: Reader, heading: str) -> None:
    _review_tags(reader, heading)
    for line, block in _blocks(reader, heading):
        for name in questions.placeholders(block.text):
            if name not in (*PLACEHOLDERS, *questions.SLOTS):
                fix = _suggestion(name, PLACEHOLDERS, "the placeholders")
                reader.report("unknown-placeholder", line=line, name=name, fix=fix)
        if template := questions.unfillable(block.text):
            reader.report("unfillable", line=line, template=template)
        for condition in conditions_in(block):
            if not questions.is_condition(condition):
                reader.report("unknown-condition", line=line, condition=condition)
        marks = sum(_NOT_WORDS.sub("", questions.plain_text(block.text)).count(mark) for mark in "?？؟")
        if marks > 1:
            reader.report("several-questions", line=line, count=marks)
        for question in asked_in(block):
            words = len(question.split())
            if words > questions.LONGEST_QUESTION:
                reader.report("long-question", line=line, count=words, most=questions.LONGEST_QUESTION)
            if _CLOSED.match(question):
                reader.report("closed-question", line=line)


_LOOKS_LIKE_TAGS: Final = re.compile(
    r"[a-z_]+(?:\s*:\s*(?:[0-9]+|per\s+[a-z_]+))?(?:\s*,\s*[a-z_]+(?:\s*:\s*(?:[0-9]+|per\s+[a-z_]+))?)*"
)


def _review_tags(reader: Reader, heading: str) -> None:
    for line, block in _blocks(reader, heading):
        for said in questions.COMMENT.findall(block.text):
            if not _LOOKS_LIKE_TAGS.fullmatch(said.strip()):
                continue  # a remark for people
            for unknown in read_tags(said)[1]:
                fix = _suggestion(unknown.partition(":")[0], FACT_KINDS, "the kinds")
                reader.report("unknown-tag", line=line, tag=unknown, fix=fix)


def _suggestion(name: str, known: tuple[str, ...], what: str) -> str:
    close = get_close_matches(name, known, n=1, cutoff=0.6)
    return f"Did you mean {close[0]}?" if close else f"Use one of {what}: {', '.join(known)}."
