"""Front matter values taken with care: each taker gives a value of the right type, or reports why not.

`Reader` holds one file and collects its problems, so that the readers of steps, topics, personas and agents say what they
want and not how it can go wrong. `Entry` is what they answer with: the record, if the file makes one, and the reader.
"""

import unicodedata
from collections.abc import Callable, Collection
from typing import Any, Final, Generic, NamedTuple, TypeVar

from roundtable.analysis.json_text import as_list, as_object
from roundtable.library.content_files import ContentFile
from roundtable.library.overlays import Found
from roundtable.library.problems import Problem, problem, shown

T = TypeVar("T")

A_TEXT: Final = "a text that is not empty and holds no control characters"


class Reader:
    def __init__(self, noun: str, found: Found, content: ContentFile) -> None:
        self.noun = noun  # as in "Step file 01-x.md …"
        self.found = found
        self.content = content
        self.problems: list[Problem] = []

    def report(
        self, name: str, /, key: str = "", item: int | None = None, line: int | None = None, **values: object
    ) -> None:
        """Note a problem by its name in `problems.md`: at a line, at a field or at one item of its list."""
        at = line if line is not None else self.content.line(key, item)
        file = f"{self.noun} file {self.found.filename}"
        self.problems.append(problem(name, self.found.shown, at, file=file, **values))

    def wrong_value(self, key: str, wanted: str, *, skipping: bool = False, item: int | None = None) -> None:
        value = self.content.values.get(key)
        name = "bad-value (skipped)" if skipping else "bad-value"
        fix = _in_quotes(key, value, wanted)
        self.report(name, key, item, field=key, value=shown(value), wanted=wanted, fix=fix)

    def report_fault(self) -> None:
        """The file as a whole is of no use: unreadable, or without front matter that can be parsed."""
        if (fault := self.content.fault) is not None:
            name = "unreadable" if fault.kind == "unreadable" else "front-matter"
            self.report(name, line=fault.line, reason=fault.reason, fix=fault.fix)

    def text(self, key: str) -> str | None:
        """A string that is not blank, white space evened out; nothing when absent. A wrong type is reported."""
        return self._taken(key, text_of, A_TEXT)

    def texts(self, key: str) -> tuple[str, ...] | None:
        """A list of strings; nothing when absent. A wrong type is reported."""
        return self._taken(key, texts_of, "a list of texts")

    def _taken(self, key: str, read: Callable[[object], T | None], wanted: str) -> T | None:
        value = self.content.values.get(key)
        taken = None if value is None else read(value)
        if value is not None and taken is None:
            self.wrong_value(key, wanted)
        return taken

    def entries(self, key: str, read: Callable[[dict[str, Any]], T | None], wanted: str) -> tuple[T, ...]:
        """A list of mappings, each made into something; one that nothing can be made of is reported and ends it."""
        value = self.content.values.get(key)
        found: list[T] = []
        items = as_list(value)
        for at, entry in enumerate(items if isinstance(value, list) else [value]):
            one = read(as_object(entry))
            if one is None:
                if value is not None:
                    self.wrong_value(key, wanted, item=at)
                break
            found.append(one)
        return tuple(found)

    def mapping(self, key: str, wanted: str) -> dict[str, Any]:
        """A mapping; an empty one when absent. A wrong type is reported."""
        value = self.content.values.get(key)
        found = as_object(value)
        if value is not None and not isinstance(value, dict):
            self.wrong_value(key, wanted)
        return found

    def unknown_fields(self, known: Collection[str]) -> dict[str, Any]:
        ours = {*known, "enabled"}
        return {key: value for key, value in self.content.values.items() if key not in ours}


def _in_quotes(key: str, value: object, wanted: str) -> str:
    """How to mend a value: YAML reads unquoted words such as no and 1.10 as something else than text."""
    if wanted.startswith("a text") and isinstance(value, bool | int | float):
        return f"Put the value of {key} in quotes; YAML takes it for {'a flag' if isinstance(value, bool) else 'a number'}."
    return f"Make {key} {wanted}."


def text_of(value: object) -> str | None:
    """A string on one line that is not blank and holds no control characters, or nothing."""
    text = " ".join(value.split()) if isinstance(value, str) else ""
    # Not `isprintable`: joiners inside emoji and marks of right-to-left scripts are text too.
    is_fit = not any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text)
    return text if text and is_fit else None


def texts_of(value: object) -> tuple[str, ...] | None:
    """A list of strings that are not blank, or nothing."""
    texts = [text_of(item) for item in as_list(value)]
    return tuple(filter(None, texts)) if isinstance(value, list) and None not in texts else None


class Entry(NamedTuple, Generic[T]):
    """A file that was read: what it holds, if it is any good, and what was noticed."""

    record: T | None
    reader: Reader
