"""What teammates tell the lead. The shape is published (`schemas/team-message.schema.json`).

A message may come from anything, so reading it never fails: what is wrong with it is a line for the journal, and what can be
used of it is used. Nobody can speak in another's name.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any, Final, Literal, NamedTuple, cast

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, WithJsonSchema

from roundtable.engine.briefing import Shown
from roundtable.facts import AnyFact, Fact, parse_fact
from roundtable.facts.record import Record

INCOMPLETE: Final = "RT-403"
UNKNOWN_TYPE: Final = "RT-404"
UNKNOWN_ARTIFACT: Final = "RT-406"


_FACTS: Final = {
    "type": "array",
    "items": {"type": "object", "required": ["kind"]},
    "description": "Facts as analysis.schema.json describes them, without ids.",
}


class _Message(Record):
    """A message of a later version may say more than is understood here."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    persona: str  # the key of whoever sends it


class Progress(_Message):
    """A document of the sender's was written."""

    type: Literal["progress"]
    artifact: str
    status: Literal["written", "updated", "finalized"] = "updated"
    coverage_summary: str = ""


class Finding(_Message):
    """Something the person should hear at the next natural break, and the facts in it."""

    type: Literal["finding"]
    topic: str = ""
    content: str = ""
    confidence: Literal["high", "medium", "low"] = "low"
    facts: Annotated[tuple[AnyFact, ...], WithJsonSchema(_FACTS)] = ()
    """Each with its evidence; the lead lets them through the same guards as those of any mind."""
    shown: tuple[Shown, ...] = ()  # the code that the sender saw and speaks of: only this can be cited


class Complete(_Message):
    """The sender has nothing left to do."""

    type: Literal["complete"]
    artifacts_written: tuple[str, ...] = ()
    open_questions: tuple[str, ...] = ()


class CrossCheck(_Message):
    """The sender compared its documents with the final requirements."""

    type: Literal["cross-check"]
    inconsistencies: tuple[str, ...] = ()


class Failure(_Message):
    """The sender cannot go on."""

    type: Literal["error"]
    reason: str = ""


Message = Annotated[Progress | Finding | Complete | CrossCheck | Failure, Field(discriminator="type")]
_TYPES: Final[Mapping[str, type[_Message]]] = {
    "progress": Progress,
    "finding": Finding,
    "complete": Complete,
    "cross-check": CrossCheck,
    "error": Failure,
}
_ADAPTER: Final[TypeAdapter[Message]] = TypeAdapter(Message)


class Read(NamedTuple):
    """A message as far as it could be understood, and what was wrong with it."""

    message: Message | None
    warnings: tuple[str, ...] = ()


def message_schema() -> dict[str, Any]:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What a teammate tells the lead",
        **_ADAPTER.json_schema(),
    }


def read_message(raw: object, sender: str, artifacts: Collection[str]) -> Read:
    if not isinstance(raw, Mapping):
        return Read(None, (f"{INCOMPLETE}: {sender} sent something that is no message.",))
    given = {str(name): value for name, value in cast("Mapping[object, object]", raw).items()}
    kind = _TYPES.get(str(given.get("type")))
    if kind is None:
        named = str(given.get("type"))[:40]
        return Read(None, (f"{UNKNOWN_TYPE}: {sender} sent a message of the type {named!r}.",))
    warnings: list[str] = []
    if given.get("persona") != sender:
        warnings.append(f"{INCOMPLETE}: a message of {sender} does not say so.")
        given["persona"] = sender
    if isinstance(facts := given.get("facts"), list | tuple):
        given["facts"], unusable = _usable(cast("Sequence[object]", facts))
        if unusable:
            warnings.append(f"{INCOMPLETE}: {unusable} of the facts of a finding of {sender} cannot be used.")
    try:
        message = kind.model_validate(given)
    except ValidationError as error:
        wrong = {str(problem["loc"][0]) for problem in error.errors() if problem["loc"]}
        warnings.append(
            f"{INCOMPLETE}: {', '.join(sorted(wrong))} of a {given['type']} of {sender} cannot be used."
        )
        try:
            message = kind.model_validate({name: value for name, value in given.items() if name not in wrong})
        except ValidationError:  # what it cannot do without is missing
            return Read(None, tuple(warnings))
    return _about_known(message, sender, artifacts, warnings)


def _usable(facts: Sequence[object]) -> tuple[list[Fact], int]:
    """The facts that can be read, and how many cannot."""
    read: list[Fact] = []
    for fact in facts:
        if isinstance(fact, dict):
            with suppress(ValidationError):
                read.append(parse_fact(cast("dict[str, Any]", fact)))
    return read, len(facts) - len(read)


def _about_known(message: Message, sender: str, artifacts: Collection[str], warnings: list[str]) -> Read:
    """A message about a document that does not exist is about nothing."""
    written = message.artifacts_written if isinstance(message, Complete) else ()
    named = (message.artifact,) if isinstance(message, Progress) else written
    unknown = [name for name in named if name not in artifacts]
    warnings += [f"{UNKNOWN_ARTIFACT}: {sender} speaks of {name[:80]!r}." for name in unknown]
    if unknown and isinstance(message, Progress):
        return Read(None, tuple(warnings))
    if unknown and isinstance(message, Complete):
        message = message.changed(artifacts_written=tuple(name for name in written if name in artifacts))
    return Read(message, tuple(warnings))
