"""What we last wrote: the hashes by which our text is told from theirs.

Elsewhere: what a piece is (`pieces`, `rows`), what the hashes decide (`threeway`).
"""

from typing import Final

from pydantic import Field

from roundtable.documents.threeway import fingerprint
from roundtable.facts.record import Record

WHOLE: Final = "="
"""The key of the hash of a whole text: no piece has it."""


class Manifest(Record):
    """Document -> key of a piece -> hash of its text as we last wrote it."""

    documents: dict[str, dict[str, str]] = Field(default_factory=dict)

    def of(self, name: str) -> dict[str, str]:
        """The pieces of one document as we last wrote them; empty when we never did."""
        return self.documents.get(name, {})

    def remembering(self, name: str, hashes: dict[str, str]) -> "Manifest":
        """The manifest after that document was written."""
        return Manifest(documents={**self.documents, name: hashes})

    def wrote(self, name: str, text: str) -> bool:
        """Whether the document still is what we last wrote, so that nobody can have edited it."""
        return self.of(name).get(WHOLE) == fingerprint(text)
