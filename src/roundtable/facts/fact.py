"""What every fact has: an id, evidence, and one declaration that says all there is to say about its kind.

A kind is declared once, as a class: its fields, of which some hold the ids of other facts (`Ref`), and in its first line how
its ids look (`prefix`, `width`), what people call it (`noun`), the part of a talk it belongs to (`area`) and the document
that shows it (`home`). Whoever adds a kind touches that declaration and, if it needs a look of its own, its document.
"""

from typing import Annotated, Any, ClassVar, Literal

from roundtable.facts.evidence import Confirmed, Evidence, HandEdit, Quote
from roundtable.facts.record import Named

Area = Literal[
    "why", "who", "what", "limits", "not", "rank", "how", "where", "not_where", "open", "note", "code"
]
"""What a statement is about, as a reader notices it; `code` is for what only the scan brings."""

Home = tuple[str, str]  # a document and the heading in it

_REFERS = "refers"
Ref = Annotated[str, _REFERS]
MaybeRef = Annotated[str | None, _REFERS]
Refs = Annotated[tuple[str, ...], _REFERS]  # ids of other facts


class Fact(Named):
    """Small, frozen and closed. A proposed one has no id yet, or a temporary one (`new:…`) that others can name."""

    prefix: ClassVar[str]
    width: ClassVar[int]
    refers: ClassVar[tuple[str, ...]]
    noun: ClassVar[str]  # as in "Noted as {noun}"
    area: ClassVar[Area]
    home: ClassVar[Home]
    headed_by: ClassVar[tuple[str, ...]]
    """The fields that may say what it is about; the first that says anything does."""

    id: str = ""
    evidence: tuple[Evidence, ...] = ()
    step_id: str | None = None  # the step or topic it was gathered in

    def __init_subclass__(
        cls,
        *,
        prefix: str,
        width: int = 3,
        noun: str = "a note",
        area: Area = "note",
        home: Home = ("", ""),
        headed_by: tuple[str, ...] = ("text", "title", "name", "condition", "code", "entity", "word"),
    ) -> None:
        super().__init_subclass__()
        cls.prefix, cls.width, cls.noun = prefix, width, noun
        cls.area, cls.home, cls.headed_by = area, home, headed_by

    @classmethod
    def __pydantic_init_subclass__(cls, **_settings: Any) -> None:
        cls.refers = tuple(name for name, field in cls.model_fields.items() if _REFERS in field.metadata)

    def ids_in(self, field: str) -> tuple[str, ...]:
        """The ids of other facts in one of the `refers` fields: a single one, several, or none."""
        value: str | tuple[str, ...] | None = getattr(self, field)
        return (value,) if isinstance(value, str) and value else tuple(value or ())

    @property
    def references(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(fact_id for field in self.refers for fact_id in self.ids_in(field)))

    @property
    def is_stated(self) -> bool:
        """Whether a person stands behind it: said, agreed to, or written by hand."""
        return any(isinstance(item, Quote | Confirmed | HandEdit) for item in self.evidence)

    @property
    def headline(self) -> str:
        """One line that says what the fact is about: the person's sentence where there is one."""
        return next((said for field in self.headed_by if (said := getattr(self, field, ""))), self.id)
