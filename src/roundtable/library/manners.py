"""The finer points of a content file: wording of questions and what is said about them, tags, placeholders, headings.

None of this stops a file from being used; it is what `library check` tells its author. How a question should sound is the
table's manners: at most thirty words, one question mark, nothing to be answered with yes or no.
"""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Final

from roundtable.analysis.blocks import Block, read_blocks
from roundtable.analysis.conditions import Circumstances, InvalidCondition, parse_condition
from roundtable.analysis.content import Step, Topic
from roundtable.analysis.kinds import FACT_KINDS, PLACEHOLDERS, read_tags
from roundtable.analysis.phases import Depth
from roundtable.analysis.prose import asked_in, conditions_in
from roundtable.analysis.questions import (
    LONGEST_QUESTION,
    SLOTS,
    Question,
    comments,
    is_condition,
    placeholders,
    plain_text,
)
from roundtable.library import steps as step_files
from roundtable.library import topics as topic_files
from roundtable.library.fields import Reader

__all__ = ["review_step", "review_topic"]

_SEQUENCING: Final = ("step_id", "depends_on", "skip_if")
_MOST_CRITERIA = 7


def review_step(step: Step, reader: Reader) -> None:
    """Note on the reader what the author of a step may want to know."""
    _review_file(reader, (*step_files.FIELDS, "enabled"), step_files.SECTIONS.values())
    _review_condition(step, reader)
    for field in ("brief", "standard", "deep"):
        _review_prose(reader, step_files.SECTIONS[field])
    _review_tags(reader, step_files.SECTIONS["validation"])
    asked = [question for depth in Depth for question in step.questions(depth)]
    _review_details(reader, asked)
    if not asked:
        reader.report(
            "asks-nothing",
            "This step asks nothing, so it only writes its documents.",
            severity="info",
            fix="Write at least one question, such as `1. What happens when this fails?`.",
        )


def review_topic(topic: Topic, reader: Reader) -> None:
    """Note on the reader what the author of a topic may want to know."""
    if reader.content.fault is not None:
        return
    _review_file(reader, (*topic_files.FIELDS, "enabled"), topic_files.SECTIONS.values())
    for field in _SEQUENCING:
        if field in reader.content.values:
            reader.report(
                "sequencing", f"{field} means nothing in a topic file.", key=field, fix="Remove the line."
            )
    count = len(topic.coverage_criteria)
    if count > _MOST_CRITERIA:
        reader.report(
            "criteria-count",
            f"It has {count} coverage criteria, and a conversation asks for each; up to seven work best.",
            severity="info",
            key="coverage_criteria",
        )
    for at, criterion in enumerate(topic.coverage_criteria):
        if not topic.asked_for(criterion):
            reader.report(
                "unasked-criterion",
                f"No question is asked for {criterion!r}, so a conversation passes over it.",
                severity="info",
                key="coverage_criteria",
                item=at,
                fix="Write a question under a `###` heading with the words of the criterion.",
            )
    _review_details(reader, topic.questions())
    _review_prose(reader, topic_files.SECTIONS["knowledge"])
    _review_tags(reader, topic_files.SECTIONS["validation"])


def _review_file(reader: Reader, fields: tuple[str, ...], headings: Iterable[str]) -> None:
    content = reader.content
    for key in content.fields.repeated:
        reader.report(
            "repeated-key", f"{key} is given twice; the last one counts.", key=key, fix="Keep one of them."
        )
    for key in content.values:
        close = get_close_matches(key, fields, n=1, cutoff=0.8) if key not in fields else []
        if close:
            reader.report(
                "unknown-key", f"{key} is not a field we know.", key=key, fix=f"Did you mean {close[0]}?"
            )
    if content.open_fence is not None:
        reader.report(
            "open-fence",
            "This code block is never closed, so every heading below it is code.",
            line=content.open_fence,
            fix="Close it with the same ``` or ~~~.",
        )
    wanted = {heading.lower(): heading for heading in headings}
    missing = [f"`## {heading}`" for name, heading in wanted.items() if content.section(name) is None]
    if missing:
        several = len(missing) > 1
        named = f"{', '.join(missing[:-1])} and {missing[-1]}" if several else missing[0]
        reader.report(
            "missing-section",
            f"The section{'s' if several else ''} {named} {'are' if several else 'is'} missing or empty.",
            severity="info",
        )
    for name, section in content.sections.items():
        close = get_close_matches(name, wanted, n=1, cutoff=0.75) if name not in wanted else []
        if close:
            reader.report(
                "unknown-heading",
                f"The section `## {name}` is not used.",
                line=max(1, section.line - 1),
                fix=f"Did you mean `## {wanted[close[0]]}`?",
            )


def _review_condition(step: Step, reader: Reader) -> None:
    try:
        # Asking once with made-up values finds what only shows when asked, such as `scope < 3`.
        parse_condition(step.skip_if).holds(
            Circumstances(scope="small", complexity="low", file_count=1, depth="brief")
        )
    except InvalidCondition as error:
        reader.report(
            "invalid-skip-if",
            f"skip_if cannot be understood at column {error.column}: {error.reason}. The step always runs.",
            severity="error",
            key="skip_if",
            fix="Write a condition such as scope === 'small' && file_count < 3.",
        )


def _review_details(reader: Reader, asked: Iterable[Question]) -> None:
    """A file that says why it asks, or how to put it more simply, says it of every question."""
    questions = {question.text: question for question in asked}.values()
    for lacking, line in (
        ([q for q in questions if not q.purpose], "Why:"),
        ([q for q in questions if not q.simpler], "Simpler:"),
    ):
        if lacking and len(lacking) < len(questions):
            reader.report(
                "missing-detail",
                f"{len(lacking)} of {len(questions)} questions have no `{line}` line, first {lacking[0].text!r}.",
                severity="info",
                fix=f"Write `- {line} …` as a nested item below the question.",
            )


def _blocks(reader: Reader, heading: str) -> Iterator[tuple[int, Block]]:
    """The blocks of a section with their line in the file."""
    section = reader.content.sections.get(heading.lower())
    if section is not None:
        for block in read_blocks(section.text):
            yield section.line + block.line - 1, block


_NOT_WORDS: Final = re.compile(r"`[^`]*`|https?://\S+")
_CLOSED: Final = re.compile(
    r"(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have|may|must)\b", re.IGNORECASE
)


def _review_prose(reader: Reader, heading: str) -> None:
    _review_tags(reader, heading)
    for line, block in _blocks(reader, heading):
        for name in placeholders(block.text):
            if name not in (*PLACEHOLDERS, *SLOTS):
                reader.report(
                    "unknown-placeholder",
                    f"{{{name}}} is not a placeholder; it will never be filled.",
                    line=line,
                    fix=_suggestion(name, PLACEHOLDERS, "the placeholders"),
                )
        for condition in conditions_in(block):
            if not is_condition(condition):
                reader.report(
                    "unknown-condition",
                    f"{condition!r} is not a condition; the question is asked all the same.",
                    line=line,
                    fix="Use natures, `not NATURE`, `has KIND`, `no KIND`, `says WORD / WORD` or `deep`.",
                )
        marks = sum(_NOT_WORDS.sub("", plain_text(block.text)).count(mark) for mark in "?？؟")
        if marks > 1:
            reader.report(
                "several-questions",
                f"{marks} question marks in one place; each question is asked on its own.",
                severity="info",
                line=line,
                fix="Give each question its own line.",
            )
        for question in asked_in(block):
            words = len(question.split())
            if words > LONGEST_QUESTION:
                reader.report(
                    "long-question",
                    f"This question has {words} words; {LONGEST_QUESTION} are plenty.",
                    severity="info",
                    line=line,
                )
            if _CLOSED.match(question):
                reader.report(
                    "closed-question",
                    "This question can be answered with yes or no.",
                    severity="info",
                    line=line,
                    fix="Begin with what, who, which, how, when or why.",
                )


_LOOKS_LIKE_TAGS: Final = re.compile(
    r"[a-z_]+(?:\s*:\s*(?:[0-9]+|per\s+[a-z_]+))?(?:\s*,\s*[a-z_]+(?:\s*:\s*(?:[0-9]+|per\s+[a-z_]+))?)*"
)


def _review_tags(reader: Reader, heading: str) -> None:
    for line, block in _blocks(reader, heading):
        for said in comments(block.text):
            if not _LOOKS_LIKE_TAGS.fullmatch(said):
                continue  # a remark for people
            for unknown in read_tags(said)[1]:
                reader.report(
                    "unknown-tag",
                    f"{unknown!r} is not a kind of fact.",
                    line=line,
                    fix=_suggestion(unknown.partition(":")[0], FACT_KINDS, "the kinds"),
                )


def _suggestion(name: str, known: tuple[str, ...], what: str) -> str:
    close = get_close_matches(name, known, n=1, cutoff=0.6)
    return f"Did you mean {close[0]}?" if close else f"Use one of {what}: {', '.join(known)}."
