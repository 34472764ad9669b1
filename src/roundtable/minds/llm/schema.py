"""What a model answers with: one flat shape for everything, so that the request's beginning stays the same and is cached.

Words and the question come before the facts, so that they can be shown while the facts are still being written.

A model gives quotes as plain text; where they stand in the person's words is worked out here, never by a model.

Elsewhere: from a reply to a thought (`replies`).
"""

from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from pydantic import BaseModel, Field

if TYPE_CHECKING:  # a host is told this shape before anything else is loaded
    from roundtable.engine.briefing import TaskKind

ItemKind = Literal[
    "problem", "success_metric", "stakeholder", "user_type", "need", "journey", "constraint", "assumption", "scope",
    "out_of_scope", "requirement", "criterion", "business_rule", "quality", "story", "priority", "direct_change",
    "entry_point", "risk", "option", "decision", "technology", "integration", "module", "interface", "data_flow",
    "state", "error_case", "open_question", "none_of",
]  # fmt: skip


def _text(most: int, words: str | None = None) -> Any:
    return Field("", max_length=most, description=words)


def _several(most: int, words: str | None = None) -> Any:
    return Field(default_factory=list, max_length=most, description=words)


class Line(BaseModel):
    """What one persona says."""

    persona: str = Field(max_length=40, description="key of the speaker, such as business-analyst")
    text: str = Field(max_length=1200)


class Item(BaseModel):
    """One fact. Leave out what does not apply."""

    kind: ItemKind
    ref: str = _text(20, "a short name of your own, so that other items can refer to this one")
    text: str = Field(max_length=1200, description="the fact in one sentence")
    quote: str = _text(1200, "the person's exact words that say it, copied; empty if they did not")
    title: str = _text(120, "a short name")
    who: str = _text(120, "actor, role or who could settle it")
    rests_on: str = Field(
        "",
        alias="from",
        max_length=200,
        description="evidence beside a quote: ids or refs of facts, or a cited line such as src/a.py:41",
    )
    code: str = _text(300, "the exact text of the cited line, copied")
    new: bool = Field(default=False, description="true for code that does not exist yet")
    why: str = _text(600, "reason, benefit, cost or mitigation; never the source")
    value: str = _text(120, "figure with unit, priority, level, category or version")
    path: str = _text(200, "file or symbol in the code, only if it was shown to you")
    parts: list[str] = _several(8, "criteria, steps, pros, states")
    against: list[str] = _several(8, "what speaks against it; consequences; errors")
    context: str = _text(600, "what made a decision necessary; result of a call")
    about: str = _text(40, "id or ref of the fact it belongs to, such as FR-001")


class Change(BaseModel):
    """An operation on a known fact."""

    op: Literal["amend", "merge", "settle", "withdraw", "misread"]
    id: str = Field(max_length=40, description="id of the known fact")
    field: str = _text(40, "the field to change, as known facts are told; its main text when empty")
    value: str = _text(1200, "the new value")
    into: str = _text(40, "merge: id or ref of the fact that stays")
    quote: str = _text(1200, "the person's exact words for it")
    rests_on: str = Field("", alias="from", max_length=200, description="or ids of facts, or a cited line")
    code: str = _text(300, "the exact text of the cited line, copied")
    why: str = _text(300, "withdraw: what is wrong with a fact that nobody said")


class Answered(BaseModel):
    """A question still to be asked that the person has answered already."""

    number: int = Field(description="its number in the list")
    quote: str = Field(
        max_length=1200, description="the person's exact words that answer it, or ids of facts that do"
    )


class Unsaid(BaseModel):
    """A statement that the words beside it do not say."""

    number: int
    why: str = Field("", max_length=300, description="what it says beyond them or against them")


class SecondReading(BaseModel):
    """Which of the numbered statements were not said; mostly none."""

    unsaid: list[Unsaid] = Field(default_factory=list[Unsaid], max_length=24)


class Insight(BaseModel):
    """What came out of a discussion, and from whom."""

    who: str = Field(max_length=40, description="first names with slashes, User, or All")
    text: str = Field(max_length=400)


class Pair(BaseModel):
    """A decision with its reason, or an open question with why it is open."""

    text: str = Field(max_length=300)
    why: str = _text(300)


class Reply(BaseModel):
    """The answer to a briefing. Fill in the fields that the task asks for, and leave the others out."""

    say: str = _text(1500, "the speaker's words")
    lines: list[Line] = _several(3, "who says what, in order")
    question: str = _text(300, "one question, or empty")
    asker: str = _text(40, "key of the persona who asks")
    topic: str = _text(60, "id of the topic of the question")
    unfinished: str = _text(200, "why it must still be asked, although everything on the list is known")
    items: list[Item] = _several(24, "facts")
    changes: list[Change] = _several(12, "operations on known facts")
    answered: list[Answered] = _several(8, "questions that need not be asked any more")
    focus: str = _text(300, "the focus question of the discussion")
    insights: list[Insight] = _several(8)
    decisions: list[Pair] = _several(6)
    open_questions: list[Pair] = _several(6)
    summary: str = _text(100, "one sentence")
    drift: str = _text(80, "the subject, if what was said belongs elsewhere")
    drift_place: str = _text(80, "where it belongs")


WORDS: Final = frozenset({"say", "lines", "question", "asker", "topic", "unfinished"})
"""What is said; everything else of a reply comes after it."""
_FIELDS: Final["dict[TaskKind, tuple[str, ...]]"] = {
    "take_answer": ("say", "question", "items", "changes", "answered"),
    "take_feedback": ("say", "items", "changes"),
    "ask_again": ("question",),
    "summarise_phase": ("say",),
    "fill_gaps": ("items",),
    "frame": ("say", "focus"),
    "contribute": ("say", "lines", "drift", "drift_place", "items", "changes"),
    "review": ("lines", "items", "changes"),
    "synthesise": ("insights", "decisions", "open_questions", "summary"),
    "answer_back": ("lines",),
    "open_conversation": ("say", "question", "topic"),
    "converse": ("lines", "question", "asker", "topic", "unfinished", "items", "changes", "answered"),
}
_TOO_MUCH: Final = frozenset({"changes", "answered", "drift", "drift_place", "asker", "topic", "unfinished"})
"""Fields that only confuse a small model."""
_OPTIONAL: Final = _TOO_MUCH | {"items", "decisions", "open_questions"}
_FOR_LARGE_MODELS: Final = (
    *("title", "who", "why", "value", "path", "parts", "about"),
    *("ref", "from", "code", "new", "against", "context"),
)


def fields_of(kind: "TaskKind") -> tuple[str, ...]:
    return _FIELDS.get(kind, ("say",))


def narrow_schema(kind: "TaskKind", personas: Sequence[str] = (), *, small: bool = False) -> dict[str, Any]:
    """Only the fields of one task, for servers that hold a model to a grammar: the grammar then leads a small model, too.

    Lengths are left out, because a grammar that counts characters is slow, and so are descriptions: the guide to facts has
    them, and they would be sent with every request. A small model gets short lists and speakers to choose from.
    """
    whole = deepcopy(_reply_schema())
    shapes: dict[str, Any] = whole["$defs"]
    if personas:
        shapes["Line"]["properties"]["persona"] = {"type": "string", "enum": list(personas)}
    if small:
        for name in _FOR_LARGE_MODELS:
            shapes["Item"]["properties"].pop(name, None)
    optional = _OPTIONAL | {"question"} if kind in {"take_answer", "converse"} else _OPTIONAL
    wanted = fields_of(kind)
    if kind in {"contribute", "review"}:
        optional |= {"lines"}
        wanted = tuple(name for name in wanted if not (small and name == "lines"))
    schema = {
        "type": "object",
        "properties": {
            name: whole["properties"][name] for name in wanted if not (small and name in _TOO_MUCH)
        },
        "required": [name for name in wanted if name not in optional],
        "additionalProperties": False,
    }
    return cast("dict[str, Any]", _trimmed(schema, shapes, 2 if small else None))


@cache
def _reply_schema() -> dict[str, Any]:
    """Made once: pydantic takes a while for it, and every session asks for it several times."""
    return Reply.model_json_schema()


def bare_schema(kind: type[BaseModel]) -> dict[str, Any]:
    """The shape of something without titles, lengths and references, described only where its fields are."""
    whole = kind.model_json_schema()
    shape = {"type": "object", "properties": whole["properties"], "additionalProperties": False}
    if "required" in whole:
        shape["required"] = whole["required"]
    return cast("dict[str, Any]", _trimmed(shape, whole.get("$defs", {}), None, described=True))


def _trimmed(
    part: object, shapes: dict[str, Any], most_items: int | None, *, described: bool = False
) -> object:
    """Without lengths and descriptions, and without references: not every server follows them."""
    if isinstance(part, list):
        return [_trimmed(one, shapes, most_items, described=described) for one in cast("list[object]", part)]
    if not isinstance(part, dict):
        return part
    fields = cast("dict[str, object]", part)
    target = fields.get("$ref")
    if isinstance(target, str):
        shape = {**shapes[target.rpartition("/")[2]], "additionalProperties": False}
        return _trimmed(shape, shapes, most_items)
    dropped = {"maxLength", "default", "title"} | (set[str]() if described else {"description"})
    kept = {
        name: _trimmed(cast("object", value), shapes, most_items, described=described)
        for name, value in fields.items()
        if isinstance(value, dict | list) or name not in dropped
    }
    if most_items is not None and "maxItems" in kept:
        kept["maxItems"] = most_items
    return kept
