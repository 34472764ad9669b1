"""The documents in an item's folder: which there are, and what their names are short for."""

from roundtable.commands.parser import did_you_mean
from roundtable.errors import CannotDoHere, WrongUse
from roundtable.stores.items import META, Item

__all__ = ["document_names", "find_document"]

_MACHINE_FILES = frozenset({META, "journal.jsonl"})


def document_names(item: Item) -> list[str]:
    """The names of everything that can be read, sorted; the files that only programs read are left out."""
    try:
        return sorted(
            path.name
            for path in item.path.iterdir()
            if path.is_file() and not path.name.startswith(".") and path.name not in _MACHINE_FILES
        )
    except OSError as error:
        raise CannotDoHere(f"Could not read the folder of {item.folder} ({error.strerror}).") from error


def find_document(item: Item, typed: str) -> str:
    """The document of that name, or the only one that begins so."""
    names = [
        *document_names(item),
        *(name for name in sorted(_MACHINE_FILES) if (item.path / name).is_file()),
    ]
    lowered = typed.lower()
    exact = [name for name in names if lowered == name.lower()]
    begun = exact or [name for name in names if name.lower().startswith(lowered)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise WrongUse(f"`{typed}` fits several documents: {', '.join(begun)}. Name one of them.")
    hint = did_you_mean(lowered, names) or f"; there are {', '.join(names)}"
    raise WrongUse(f"{item.folder} has no document `{typed}`{hint if names else ' so far'}".rstrip(".") + ".")
