"""What every fact has: an id, evidence, and one declaration that says all there is to say about its kind.

A kind is declared once, as a class: its fields, and in its first line how its ids look (`prefix`, `width`), which fields
hold other facts' ids (`refers`), what people call it (`noun`), the part of a talk it belongs to (`area`) and the document
that shows it (`home`). Whoever adds a kind touches that declaration and, if it needs a look of its own, its document.
"""

from typing import ClassVar, Literal

from roundtable.facts.evidence import Evidence
from roundtable.facts.record import Named

Area = Literal[
    "why", "who", "what", "limits", "not", "rank", "how", "where", "not_where", "open", "note", "code"
]
"""What a statement is about, as a reader notices it; `code` is for what only the scan brings."""

Home = tuple[str, str]
"""A document and the heading in it."""


class Fact(Named):
    """Small, frozen and closed. A proposed one has no id yet, or a temporary one (`new:…`) that others can name."""

    prefix: ClassVar[str]
    width: ClassVar[int]
    refers: ClassVar[tuple[str, ...]]
    noun: ClassVar[str]
    """As in "Noted as {noun}"."""
    area: ClassVar[Area]
    home: ClassVar[Home]
    headed_by: ClassVar[tuple[str, ...]]
    """The fields that may say what it is about; the first that says anything does."""

    id: str = ""
    evidence: tuple[Evidence, ...] = ()
    step_id: str | None = None
    """The step or topic it was gathered in."""

    def __init_subclass__(
        cls,
        *,
        prefix: str,
        width: int = 3,
        refers: tuple[str, ...] = (),
        noun: str = "a note",
        area: Area = "note",
        home: Home = ("", ""),
        headed_by: tuple[str, ...] = ("text", "title", "name"),
    ) -> None:
        super().__init_subclass__()
        cls.prefix, cls.width, cls.refers, cls.noun = prefix, width, refers, noun
        cls.area, cls.home, cls.headed_by = area, home, headed_by

    def ids_in(self, field: str) -> tuple[str, ...]:
        """The ids of other facts in one of the `refers` fields: a single one, several, or none."""
        value: str | tuple[str, ...] | None = getattr(self, field)
        return (value,) if isinstance(value, str) and value else tuple(value or ())

    @property
    def references(self) -> tuple[str, ...]:
        """The ids of all facts this one names."""
        return tuple(dict.fromkeys(fact_id for field in self.refers for fact_id in self.ids_in(field)))

    @property
    def headline(self) -> str:
        """One line that says what the fact is about: the person's sentence where there is one."""
        return next((said for field in self.headed_by if (said := getattr(self, field, ""))), self.id)
