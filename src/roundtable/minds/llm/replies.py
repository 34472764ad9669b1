"""A model's reply into a thought: lenient about form, strict about nothing, because the guards come next.

What does not fit is left out, one piece at a time: a fact that makes no sense never costs the others. Quotes become spans
here, or stay as they are for the guards to refuse.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Final, cast

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from roundtable.engine.briefing import Ask, Briefing, Contribution, Synthesis, Thought
from roundtable.facts.evidence import Quote
from roundtable.language.question_kinds import kinds_asked
from roundtable.minds.guarded import Unreadable
from roundtable.minds.guards.support import find_quote
from roundtable.minds.guards.text import word_count
from roundtable.minds.llm.citing import known_ids
from roundtable.minds.llm.reply_changes import read_changes
from roundtable.minds.llm.reply_items import read_items
from roundtable.minds.llm.schema import Answered, Change, Insight, Item, Line, Pair, Reply
from roundtable.minds.llm.tasks import listed_questions
from roundtable.ports import CodeView

_LISTS: Final[dict[str, type[BaseModel]]] = {
    "lines": Line,
    "items": Item,
    "changes": Change,
    "answered": Answered,
    "insights": Insight,
    "decisions": Pair,
    "open_questions": Pair,
}

_FEWEST_WORDS: Final = 3  # fewer words answer no question without it


def is_answer(raw: Mapping[str, Any]) -> bool:
    """Whether anything that was asked for is there: an empty list is an answer, and so is saying nothing."""
    return any(
        isinstance(raw.get(name), list if name in _LISTS or field.annotation is not str else str)
        for name, field in Reply.model_fields.items()
    )


def read_reply(raw: Mapping[str, Any]) -> Reply:
    """A reply from whatever JSON came: long text is cut, entries that do not fit are left out."""
    kept: dict[str, Any] = {}
    for name, field in Reply.model_fields.items():
        value: object = raw.get(name)
        if isinstance(value, str) and field.annotation is str:
            kept[name] = value[: _limit(field)]
        elif isinstance(value, list) and field.annotation is not str:
            entries = cast("list[object]", value)
            read = (
                [_entry(_LISTS[name], entry) for entry in entries]
                if name in _LISTS
                else [str(entry) if isinstance(entry, str | int) else None for entry in entries]
            )
            kept[name] = [one for one in read if one is not None][: _limit(field)]
    return Reply.model_validate({name: value for name, value in kept.items() if value})


def _limit(field: FieldInfo) -> int | None:
    return next((rule.max_length for rule in field.metadata if hasattr(rule, "max_length")), None)


def _entry(kind: type[BaseModel], entry: object) -> BaseModel | None:
    if not isinstance(entry, dict):
        return None
    fields: dict[str, Any] = {}
    for name, value in cast("dict[str, object]", entry).items():
        known = kind.model_fields.get("rests_on" if name == "from" else name)
        if known is None or value is None:
            continue
        if isinstance(value, bool) or known.annotation is bool:
            fields[name] = value is True or str(value).lower() in {"true", "yes", "new"}
        elif isinstance(value, list):
            fields[name] = [str(one)[:400] for one in cast("list[object]", value) if one][: _limit(known)]
        else:
            fields[name] = str(value)[: _limit(known)]
    with suppress(ValidationError):
        return kind.model_validate(fields)


def answered(raw: Mapping[str, Any], answer: str, briefing: Briefing, code: CodeView | None) -> Thought:
    """The thought in an answer, given as JSON and as text; raises `Unreadable` when nothing of it is what was asked for."""
    if not is_answer(raw) and not briefing.task.may_stay_silent:
        raise Unreadable(answer, "The answer had none of the fields that were asked for.")
    unread: list[str] = []
    for name, shape in _LISTS.items():
        given = raw.get(name)
        entries = cast("list[object]", given) if isinstance(given, list) else []
        if lost := sum(_entry(shape, entry) is None for entry in entries):
            needed = [f"`{field}`" for field, info in shape.model_fields.items() if info.is_required()]
            unread.append(f"{lost} of `{name}` could not be read: each needs {' and '.join(needed)}.")
            if name == "lines" and lost == len(entries):
                raise Unreadable(answer, unread[-1])
    thought = to_thought(read_reply(raw), briefing, code)
    return thought.changed(is_round=bool(briefing.task.others), unread=(*thought.unread, *unread))


def to_thought(reply: Reply, briefing: Briefing, code: CodeView | None = None) -> Thought:
    task = briefing.task
    lines = [Contribution(persona=line.persona.strip(), text=line.text.strip()) for line in reply.lines]
    if reply.say.strip() and (task.others or not lines):
        others = [line for line in lines if line.persona != task.persona]
        lines = [Contribution(persona=task.persona, text=reply.say.strip()), *others]
    read = read_items(reply.items, briefing, code)
    changed = read_changes(reply.changes, briefing, code, read.refs)
    question = _question(reply, briefing)
    return Thought(
        contributions=tuple(line for line in lines if line.text),
        facts=read.facts,
        none_of=read.none_of,
        confirmed=tuple(dict.fromkeys(changed.confirmed)),
        retracted=tuple(dict.fromkeys(changed.retracted)),
        amended=changed.amended,
        merged=changed.merged,
        unread=(*read.unread, *changed.unread),
        question=question,
        answered=_answered(reply, briefing),
        focus=reply.focus.strip(),
        drift=reply.drift.strip() if task.kind == "contribute" else "",
        drift_place=reply.drift_place.strip() if task.kind == "contribute" else "",
        synthesis=_synthesis(reply) if task.kind == "synthesise" else None,
        notes=(*read.notes, *_why_not_finished(question, briefing)),
    )


def _answered(reply: Reply, briefing: Briefing) -> tuple[str, ...]:
    """The questions that words of the person answer, read again where they stand, or facts that rest on such words.

    In a conversation what a question is about is done with it: no other way to ask for it is tried.
    """
    asks = dict(enumerate(listed_questions(briefing), 1))
    heard = briefing.heard.number if briefing.heard else 0
    known = [one for one in reply.answered if one.number in asks]
    done = [asks[one.number] for one in known if _says_it(one.quote, briefing, heard)]
    abouts = [ask.about for ask in done if ask.about and briefing.mode == "conversation"]
    return tuple(dict.fromkeys((*(ask.text for ask in done), *abouts)))


def _says_it(words: str, briefing: Briefing, heard: int) -> bool:
    known = [briefing.analysis.by_id[fact_id] for fact_id in known_ids(words, briefing)]
    if any(isinstance(item, Quote) for fact in known for item in fact.evidence):
        return True
    return word_count(words) >= _FEWEST_WORDS and find_quote(words, briefing.analysis, heard) is not None


def _question(reply: Reply, briefing: Briefing) -> Ask | None:
    text = " ".join(reply.question.split())
    if not text:
        return None
    personas = {persona.key for persona in briefing.library.personas}
    topics = {topic.topic_id for topic in briefing.topics}
    topic = reply.topic.strip() if reply.topic.strip() in topics else briefing.task.topic_id
    if topic is None and briefing.asked is not None:
        topic = briefing.asked.topic
    asker = reply.asker.strip()
    reason = " ".join(reply.unfinished.split())
    return Ask(
        text=text,
        purpose=reason,
        insists=briefing.mode == "conversation" and bool(reason or not briefing.everything_is_known),
        kinds=kinds_asked(text, briefing.step.setting) if briefing.step else kinds_asked(text),
        origin="follow_up" if briefing.mode == "steps" else "topic",
        persona=asker if asker in personas else briefing.task.persona,
        topic=topic if briefing.mode == "conversation" else None,
    )


def _why_not_finished(question: Ask | None, briefing: Briefing) -> Iterable[str]:
    """For the journal: what becomes of a question when everything on the list is known."""
    if question is not None and briefing.everything_is_known:
        if question.insists:
            yield f"model: not finished, because {question.purpose}"
        else:
            yield f"model: withdrew its question, for which it gave no reason: {question.text}"


def _synthesis(reply: Reply) -> Synthesis | None:
    if not (reply.insights or reply.decisions or reply.open_questions or reply.summary):
        return None
    return Synthesis(
        insights=tuple((one.who, one.text) for one in reply.insights if one.text.strip()),
        decisions=tuple((one.text, one.why) for one in reply.decisions if one.text.strip()),
        open_questions=tuple((one.text, one.why) for one in reply.open_questions if one.text.strip()),
        summary=reply.summary,
    )
