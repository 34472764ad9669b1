"""What was saved of an item: analysis.json, and what the journal tells since it was written.

`read_saved` never fails on a damaged file. What cannot be read, or lacks what the journal told until then, is replayed from
there, and facts that only the file holds are kept. Nothing is written: the damaged file is kept beside the next one
(`analysis_file`).

Elsewhere: reading and writing the file (`session_store`), folding events (`roundtable.engine.fold`).
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from pydantic import TypeAdapter, ValidationError

from roundtable.analysis import changes
from roundtable.analysis.analysis import Analysis, Turn
from roundtable.analysis.content import Library
from roundtable.analysis.json_text import as_list, as_object
from roundtable.engine.fold import replayed
from roundtable.engine.place import AtStart, Place
from roundtable.engine.state import SessionState
from roundtable.facts import parse_fact
from roundtable.stores.journal import Events
from roundtable.stores.session_store import ItemFolder

_PLACE: Final[TypeAdapter[Place]] = TypeAdapter(Place)
_T = TypeVar("_T")
_MODES: Final = ("steps", "conversation")


@dataclass(frozen=True, slots=True)
class Saved:
    """One item as it was left."""

    analysis: Analysis
    place: Place
    mode: str | None
    manifest: dict[str, dict[str, str]]
    past: tuple[Analysis, ...] = ()  # the analysis before each of the latest turns
    looked: tuple[str, ...] = ()  # lines of code that were looked at
    notice: str = ""  # what to say when analysis.json was not whole
    journal: Events = ()  # what happened, as far as it was read


def read_saved(store: ItemFolder, basis: Analysis) -> Saved | None:
    """What was saved; `basis` is the item before the first word. None for an item that was never talked about here."""
    found = store.read_analysis() or {}
    raw = as_object(found.get("analysis"))
    whole = _whole(raw) if raw else None
    journal, since = store.read_journal(found.get("journal") if whole else None)
    told = replayed(SessionState(slug="", title="", library=Library(), analysis=basis), journal)
    mode, manifest, notice = _mode(found.get("mode")), _manifest(found.get("manifest")), ""
    if whole is not None and not _lacks(whole, told.analysis):
        # A journal that was cut, merged or edited must not bring back anything.
        past = told.past if list(told.analysis.by_id) == list(whole.by_id) else ()
        told = told.changed(analysis=whole, place=_place(found), past=past)
    else:
        known = whole or _salvaged(basis, raw)
        has_journal = any(line.get("kind") == "heard" for line in journal)
        if not has_journal and not store.has_analysis:
            return None
        store.is_damaged = True
        notice = _notice(told.analysis, store, has_journal=has_journal)
        if has_journal:
            told = told.changed(analysis=changes.add(told.analysis, known.facts)[0])
            mode, manifest = _last_mode(journal) or mode, _hashes(journal) or manifest
        else:
            told = told.changed(analysis=known, place=_place(found))
    # No document was written since: the hashes of its text are in analysis.json before it is.
    told = replayed(told, since)
    mode, happened = _last_mode(since) or mode, (*journal, *since)
    return Saved(told.analysis, told.place, mode, manifest, told.past, told.looked, notice, happened)


def _notice(told: Analysis, store: ItemFolder, *, has_journal: bool) -> str:
    answers = sum(turn.number > 0 for turn in told.turns)
    kept = " The damaged file is kept beside it." if store.has_analysis else ""
    if not has_journal:
        return f"analysis.json is not whole; what can still be read of it counts.{kept}"
    told_of = "1 answer" if answers == 1 else f"{answers} answers"
    return f"analysis.json was not whole, so it was made anew from journal.jsonl, with {told_of}.{kept}"


def _whole(raw: dict[str, Any]) -> Analysis | None:
    with suppress(ValidationError, RecursionError):
        return Analysis.model_validate(raw)


def _lacks(saved: Analysis, told: Analysis) -> bool:
    """Whether the journal tells more: of answers, or of facts where it tells everything else that is saved."""
    if not {turn.number for turn in told.turns} <= {turn.number for turn in saved.turns}:
        return True
    known, more = {*saved.by_id, *saved.retracted}, set(told.by_id)
    return not more <= known and set(saved.by_id) <= {*more, *told.retracted}


def _salvaged(basis: Analysis, raw: dict[str, Any]) -> Analysis:
    """A file that somebody edited: every fact that still reads as one is kept."""
    facts = _readable(raw.get("facts"), parse_fact)
    turns = _readable(raw.get("turns"), Turn.model_validate)
    return changes.add(basis.changed(turns=tuple(turns) or basis.turns), facts)[0]


def _readable(entries: object, read: Callable[[Any], _T]) -> list[_T]:
    found: list[_T] = []
    for entry in as_list(entries):
        with suppress(ValidationError, TypeError, RecursionError):
            found.append(read(entry))
    return found


def _place(found: Mapping[str, Any]) -> Place:
    with suppress(ValidationError, RecursionError):
        return _PLACE.validate_python(found.get("place"))
    return AtStart()


def _mode(value: object) -> str | None:
    return value if isinstance(value, str) and value in _MODES else None


def _last_mode(journal: Sequence[Mapping[str, Any]]) -> str | None:
    modes = [_mode(line.get("mode")) for line in journal if line.get("kind") == "session_opened"]
    return modes[-1] if modes else None


def _manifest(found: object) -> dict[str, dict[str, str]]:
    """Only what is a hash: what is not tells nobody's text from anybody else's."""
    known = {name: as_object(some).items() for name, some in as_object(found).items()}
    return {name: {key: one for key, one in some if isinstance(one, str)} for name, some in known.items()}


def _hashes(journal: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, str]]:
    """Which text was ours when it was last written."""
    found: dict[str, dict[str, str]] = {}
    for line in journal:
        if line.get("kind") == "texts_hashed":
            for name, pieces in _manifest(line.get("documents")).items():
                found[name] = {**found.get(name, {}), **pieces}
    return {name: {key: value for key, value in pieces.items() if value} for name, pieces in found.items()}


def mode_of(store: ItemFolder) -> str | None:
    found = store.read_analysis()
    return _mode(found.get("mode")) if found else _last_mode(store.read_journal()[0])
