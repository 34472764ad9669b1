"""What is open, what a discussion brought, and what was said without being any other kind."""

# Facts are frozen, so narrowing `kind` to a literal in a subclass is sound; the checker cannot see that.
# pyright: reportIncompatibleVariableOverride=false

from typing import ClassVar, Literal

from roundtable.facts.fact import Area, Fact, Home


class OpenQuestion(Fact):
    """Something nobody could answer yet."""

    prefix: ClassVar[str] = "OQ"
    noun: ClassVar[str] = "an open point"
    area: ClassVar[Area] = "open"
    home: ClassVar[Home] = ("README.md", "Open points")
    kind: Literal["open_question"] = "open_question"
    text: str
    why: str = ""
    settles: str = ""
    """Who could settle it."""
    blocks: bool = False
    """Whether nobody can build before it is answered."""
    about: str = ""
    """The fact or document it belongs to."""


class Insight(Fact):
    """What a discussion brought up."""

    prefix: ClassVar[str] = "EI"
    kind: Literal["insight"] = "insight"
    text: str
    attribution: tuple[str, ...] = ()
    """First names, `User` or `All`."""


class Note(Fact):
    """The person's sentence, kept whole under the question it answered, because no kind clearly wins."""

    prefix: ClassVar[str] = "NT"
    home: ClassVar[Home] = ("", "Notes")
    kind: Literal["note"] = "note"
    text: str
    document: str = ""
    section: str = ""
    """The heading it stands under, where it came from a document."""
    about: Area | Literal[""] = ""
    """What it is about, where that much is clear."""
    question: str = ""
