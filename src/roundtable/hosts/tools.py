"""What a host may call: one row per tool, its arguments checked before anything happens.

Descriptions are short, because a host pays for them in every conversation; how to hold a session is told by the answers.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from roundtable.errors import WrongUse
from roundtable.minds.llm.schema import Reply, bare_schema

if TYPE_CHECKING:
    from roundtable.hosts.seats import Seats

Ask = Callable[[str], Awaitable[str | None]]
_LONGEST: Final = 200_000  # characters of one call; an answer of a model is a few thousand


class Jobs(Protocol):
    """What the commands do, for programs: each answers with text, or raises `RoundtableError`."""

    def seats(self, host: Callable[[], str]) -> "Seats": ...
    def folder(self, item: str) -> str: ...
    def folder_or_new(self, what: str) -> str: ...
    def run(self, command: str, *words: str) -> str: ...
    def add(self, idea: str, title: str | None) -> str: ...
    def scan(self, text: str, top: int) -> str: ...
    async def look(self, at: str, how: str, lines: str) -> str: ...
    def documents(self) -> Sequence[tuple[str, str]]: ...
    def document(self, folder: str, name: str) -> str: ...


class _Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid")


def _item() -> Any:
    return Field(max_length=300, description="slug, number in BACKLOG.md, or words of the title")


class Begin(_Arguments):
    what: str = Field(max_length=100_000, description="an item, or an idea in the person's own words")
    mode: Literal["conversation", "steps"] | None = Field(None, description="default: conversation")
    depth: Literal["brief", "standard", "deep"] | None = None
    direct: bool = Field(
        default=False, description="ask the person through the client's own form, where it has one"
    )


class Resume(_Arguments):
    item: str = _item()
    mode: Literal["conversation", "steps"] | None = None
    direct: bool = False


class Hear(_Arguments):
    session: str = Field(max_length=300)
    turn: int
    words: str = Field(max_length=100_000, description="what the person typed, letter for letter")


class Look(_Arguments):
    at: str = Field(max_length=300, description="a file, a name or a text")
    how: Literal["lines", "uses", "text", "history"] = Field(
        "lines", description="lines of a file; uses of a name; lines with a text; history of a file"
    )
    lines: str = Field("1-80", max_length=20)
    session: str = Field("", max_length=300, description="given: what is shown can be cited there")


class Scan(_Arguments):
    text: str = Field(max_length=20_000, description="an item or a description of a change")
    top: int = Field(10, ge=1, le=50)


class PerhapsItem(_Arguments):
    item: str = Field("", max_length=300, description="empty: all")


class Show(_Arguments):
    item: str = _item()
    document: str = Field("", max_length=120, description="empty: the summary")


class Add(_Arguments):
    idea: str = Field(min_length=1, max_length=100_000)
    title: str | None = Field(None, max_length=200)


class Nothing(_Arguments):
    pass


class Tool(NamedTuple):
    name: str
    description: str
    takes: type[BaseModel] | None  # none for `think`, whose fields are those of a model's reply
    reads_only: bool = False
    prints: str = ""  # the command whose words are the whole answer

    def schema(self) -> dict[str, Any]:
        """What it takes, without titles, defaults and lengths: a host pays for every word."""
        if self.takes is not None:
            return bare_schema(self.takes)
        reply = bare_schema(Reply)
        own = {"session": {"type": "string"}, "turn": {"type": "integer"}}
        return {**reply, "properties": {**own, **reply["properties"]}, "required": ["session", "turn"]}


TOOLS: Final = (
    Tool(
        "begin",
        "Seat three specialists for an interview with the person about an item or idea. Answers with the first briefing.",
        Begin,
    ),
    Tool("resume", "Go on with an item's session: after a crash, a pause, or in another host.", Resume),
    Tool(
        "think",
        "Your words and facts for the briefing of this turn. Answers with the verdict, or with the text to show the person.",
        None,
    ),
    Tool(
        "hear",
        "Hand in the person's exact words. Answers with the next briefing or the text to show. Never call it with your own words.",
        Hear,
    ),
    Tool("look", "Read code of the repository, with line numbers.", Look, reads_only=True),
    Tool("scan", "The files a change would touch, with reasons and blast radius.", Scan, reads_only=True),
    Tool("check", "Check the documents of an item for errors.", PerhapsItem, reads_only=True, prints="check"),
    Tool("list", "The items of this repository.", Nothing, reads_only=True, prints="list"),
    Tool("status", "How far the items are, or one of them.", PerhapsItem, reads_only=True, prints="status"),
    Tool("show", "A document of an item.", Show, reads_only=True, prints="show"),
    Tool("add", "Add an item to the backlog, without a session.", Add),
    Tool(
        "library", "The steps, topics and personas in use.", Nothing, reads_only=True, prints="library list"
    ),
)


class Toolbox:
    def __init__(self, jobs: Jobs, host: Callable[[], str] = lambda: "host") -> None:
        self._jobs = jobs
        self._host = host
        self.ask: Ask | None = None
        """Puts a text before the person and brings back what they typed, where the client can do that."""
        self._direct: set[str] = set()  # sessions in which the person is asked that way
        self._seats: Seats | None = None
        self._alone = asyncio.Lock()
        self._running: set[asyncio.Task[str]] = set()

    async def call(self, name: str, arguments: Mapping[str, Any]) -> str:
        """The text of the answer; raises `RoundtableError` with a sentence that says what to do."""
        size = sum(_size(value) for value in arguments.values())
        if size > _LONGEST:
            raise WrongUse(
                f"{size} characters are too many; {_LONGEST} fit into one call. Nothing was stored."
            )
        tool = next(tool for tool in TOOLS if tool.name == name)
        given = arguments if tool.takes is None else _validated(tool.takes, arguments)
        doing = self._printed(tool.prints, given) if tool.prints else getattr(self, f"_{name}")(given)
        # A host that no longer waits does not stop what it started: half a turn is no turn.
        task: asyncio.Task[str] = asyncio.create_task(doing)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def documents(self) -> Sequence[tuple[str, str]]:
        """Item and name of every document that can be read."""
        async with self._alone:
            return await asyncio.to_thread(self._jobs.documents)

    async def document(self, item: str, name: str) -> str:
        folder = self._jobs.folder(item)
        return await self._apart(lambda: self._jobs.document(folder, name))

    async def close(self) -> None:
        if self._seats is not None:
            await self._seats.close()

    def _table(self) -> "Seats":
        if self._seats is None:
            self._seats = self._jobs.seats(self._host)
        return self._seats

    async def _begin(self, given: Begin) -> str:
        folder = self._jobs.folder_or_new(given.what)
        told = await self._table().begin(folder, mode=given.mode, depth=given.depth)
        return await self._go_on(folder, told, direct=given.direct)

    async def _resume(self, given: Resume) -> str:
        folder = self._jobs.folder(given.item)
        told = await self._table().resume(folder, mode=given.mode)
        return await self._go_on(folder, told, direct=given.direct)

    async def _think(self, given: Mapping[str, Any]) -> str:
        session, turn = given.get("session"), given.get("turn")
        if not isinstance(session, str) or isinstance(turn, bool) or not isinstance(turn, int):
            raise WrongUse("think needs session (text) and turn (number), both from the last answer.")
        reply = {name: value for name, value in given.items() if name not in {"session", "turn"}}
        if unknown := sorted(set(reply) - set(Reply.model_fields)):
            raise WrongUse(f"think has no field {unknown[0][:60]!r}. Use {', '.join(Reply.model_fields)}.")
        _validated(Reply, reply)
        return await self._go_on(session, await self._table().think(session, turn, reply))

    async def _hear(self, given: Hear) -> str:
        told = await self._table().hear(given.session, given.turn, given.words)
        return await self._go_on(given.session, told)

    async def _go_on(self, session: str, told: str, *, direct: bool | None = None) -> str:
        """Where the client can ask the person itself, no word of theirs passes through a model."""
        if direct is not None:
            (self._direct.add if direct else self._direct.discard)(session)
        while self.ask is not None and session in self._direct:
            question = self._table().question(session)
            answer = None if question is None else await self.ask(question.text)
            if question is None or answer is None:
                break
            told = await self._table().hear(session, question.turn, answer)
        return told

    async def _look(self, given: Look) -> str:
        if not given.session:
            return await self._jobs.look(given.at, given.how, given.lines)
        return await self._table().look(given.session, given.at, given.how, given.lines)

    async def _scan(self, given: Scan) -> str:
        return await self._apart(lambda: self._jobs.scan(given.text, given.top))

    async def _add(self, given: Add) -> str:
        return await self._apart(lambda: self._jobs.add(given.idea, given.title))

    async def _printed(self, command: str, given: object) -> str:
        item, document = getattr(given, "item", ""), getattr(given, "document", "")
        words = (item and self._jobs.folder(item), document)
        return await self._apart(lambda: self._jobs.run(command, *filter(None, words)))

    async def _apart(self, work: Callable[[], str]) -> str:
        """In a thread, one after another: commands print, and what is printed is caught for one of them at a time."""
        async with self._alone:
            return await asyncio.to_thread(work)


def _validated(kind: type[BaseModel], values: Mapping[str, Any]) -> BaseModel:
    try:
        return kind.model_validate(values)
    except ValidationError as error:
        places = [(".".join(map(str, one["loc"])) or "arguments", one["msg"]) for one in error.errors()]
        problems = [f"{place}: {message}" for place, message in places]
        raise WrongUse(f"Call it again, corrected; nothing was stored. {'; '.join(problems[:5])}.") from error


def _size(value: object) -> int:
    if isinstance(value, dict):
        return sum(_size(key) + _size(one) for key, one in cast("dict[object, object]", value).items())
    if isinstance(value, list):
        return sum(_size(one) + 1 for one in cast("list[object]", value))
    return len(value) if isinstance(value, str) else 8
