"""The words of a field as its type wants them: ids, lists, one of a few words, a number, yes or no, or the words themselves."""

from typing import Any, Final, get_args

from roundtable.documents.escaping import plain, spans_in, uncode
from roundtable.documents.reading.identifiers import references
from roundtable.documents.reading.inline_marks import unlinked
from roundtable.facts import Fact

_CODE_FIELDS: Final = frozenset({"path", "via", "signature", "code", "output"})


def typed(cls: type[Fact], name: str, value: Any) -> Any:
    """The words of a field as its type wants them; nothing when they do not fit."""
    kind = cls.model_fields[name].annotation
    options = [
        option for part in (kind, *get_args(kind)) for option in get_args(part) if isinstance(option, str)
    ]
    text = value if isinstance(value, str) else ", ".join(map(str, value))
    if name in cls.refers:
        ids = references(text)
        return ids if "tuple" in str(kind) else (ids[0] if ids else None)
    if "tuple" in str(kind):
        if not isinstance(value, str):
            return tuple(value)
        is_code = name in ("paths", "files", "errors")
        parts = tuple(plain(part.strip()) for part in value.split("," if is_code else "; ") if part.strip())
        return (spans_in(value) if is_code else ()) or parts
    if options:
        words = plain(text).casefold().split()
        return next(
            (option for option in options if words and option.casefold() == words[0].strip(".,*")), None
        )
    if kind is int or "int" in str(kind):
        digits = "".join(letter for letter in text if letter.isdecimal() and letter.isascii())[:9]
        return int(digits) if digits else 0
    if kind is bool:
        return text.strip().casefold() in ("yes", "y", "true", "new", "x")
    # A link to a line of code says where it was seen; the words are what is told.
    return uncode(text) if name in _CODE_FIELDS else plain(unlinked(text))
