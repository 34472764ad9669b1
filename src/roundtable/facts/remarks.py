"""What is open, what a discussion brought, and what was said without being any other kind."""

from typing import Literal

from roundtable.facts.fact import Area, Fact


class OpenQuestion(Fact, prefix="OQ", noun="an open point", area="open", home=("README.md", "Open points")):
    """Something nobody could answer yet."""

    text: str
    why: str = ""
    settles: str = ""  # who could settle it
    blocks: bool = False  # whether nobody can build before it is answered
    about: str = ""  # the fact or document it belongs to


class Insight(Fact, prefix="EI"):
    """What a discussion brought up."""

    text: str
    attribution: tuple[str, ...] = ()  # first names, `User` or `All`


class Note(Fact, prefix="NT", home=("", "Notes")):
    """The person's sentence, kept whole under the question it answered, because no kind clearly wins."""

    text: str
    document: str = ""
    section: str = ""  # the heading it stands under, where it came from a document
    about: Area | Literal[""] = ""  # what it is about, where that much is clear
    question: str = ""
