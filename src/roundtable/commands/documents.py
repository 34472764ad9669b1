"""The documents of an item: which there are, where they lie, and what their names are short for.

All of them are in the item's folder, but for the matrix of quality requirements, which the items of a repository share.
"""

from pathlib import Path
from typing import Final

from roundtable.commands.parser import did_you_mean
from roundtable.errors import CannotDoHere, WrongUse
from roundtable.stores.analysis_file import ANALYSIS
from roundtable.stores.items import META, Item
from roundtable.stores.paths import NFR_MATRIX, Places

_MACHINE_FILES: Final = frozenset({META, ANALYSIS, "journal.jsonl"})


def document_names(item: Item) -> list[str]:
    """The names of everything in the folder that can be read, sorted; the files that only programs read are left out."""
    try:
        return sorted(
            path.name
            for path in item.path.iterdir()
            if path.is_file() and not path.name.startswith(".") and path.name not in _MACHINE_FILES
        )
    except OSError as error:
        raise CannotDoHere(f"Could not read the folder of {item.folder} ({error.strerror}).") from error


def shared_documents(places: Places) -> list[str]:
    """The documents beside the items, as paths from the root of the repository."""
    return [NFR_MATRIX] if (places.root / NFR_MATRIX).is_file() else []


def place_of(places: Places, item: Item, name: str) -> Path:
    return places.root / name if name in shared_documents(places) else item.path / name


def find_document(places: Places, item: Item, typed: str) -> str:
    """The document of that name, or the only one that begins so. The item's own come first."""
    machines = [name for name in sorted(_MACHINE_FILES) if (item.path / name).is_file()]
    own = [*document_names(item), *machines]
    shared = shared_documents(places)
    begun = _named(typed, own) or _named(typed, shared)
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise WrongUse(f"`{typed}` fits several documents: {', '.join(begun)}. Name one of them.")
    names = [*own, *shared]
    hint = did_you_mean(typed.lower(), names) or f"; there are {', '.join(names)}"
    raise WrongUse(f"{item.folder} has no document `{typed}`{hint if names else ' so far'}".rstrip(".") + ".")


def _named(typed: str, names: list[str]) -> list[str]:
    """What is called so, else what begins so; a path may be named by its last part."""
    lowered = typed.lower()
    ways = [(name, {name.lower(), Path(name).name.lower()}) for name in names]
    exact = [name for name, called in ways if lowered in called]
    return exact or [name for name, called in ways if any(each.startswith(lowered) for each in called)]
