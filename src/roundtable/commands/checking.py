"""What is wrong with items, folders of items or single files, with the code beside them: for `check`, and for `analyze` of a
finished item.

A name of an item counts first, then a path, then whatever else names an item (its number, its key, words of its title).
"""

import os
import re
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Final

from roundtable.analysis.meta import parse_meta
from roundtable.analysis.slugs import slugify
from roundtable.commands.code_facts import Changes, CodeFacts
from roundtable.commands.item_choice import find_item
from roundtable.commands.settings import settings
from roundtable.documents import checks
from roundtable.documents.catalog import document
from roundtable.errors import CannotDoHere, WrongUse
from roundtable.stores.atomic import reading
from roundtable.stores.items import META, item_folders
from roundtable.stores.paths import NFR_MATRIX, REQUIREMENTS, Places
from roundtable.wiring import Workspace

_LARGEST: Final = 10_000_000
_DATA: Final = (".json", ".csv", ".yaml", ".yml")
_ENDINGS: Final = (".md", ".markdown", *_DATA)
_SPEC: Final = "requirements-spec.md"
_OTHER_SPECS: Final = (
    *("requirements.md", "spec.md", "specification.md", "requirements-specification.md"),
    *("software-requirements-specification.md", "srs.md", "prd.md", "lastenheft.md"),
)
"""What others call the document with the requirements; the first that is there counts."""
_DECISION_FOLDERS: Final = ("docs/adr", "docs/adrs", "docs/decisions", "doc/adr")
_DECISIONS: Final = frozenset({"adr", "adrs", "decisions"})
_NUMBERED: Final = re.compile(
    r"(?:adr-?)?(?P<number>\d{1,5})[-_ ](?P<title>.+)\.(?:md|markdown)", re.IGNORECASE
)


@dataclass(frozen=True)
class Target:
    """Files to check together (an item) or each by itself."""

    files: Mapping[str, str | checks.Unreadable]
    is_item: bool
    slug: str = ""
    folder: str = ""
    commit: str | None = None  # the commit that the analysis looked at
    real_names: Mapping[str, str] = field(default_factory=dict[str, str])


def find_targets(workspace: Workspace, named: Sequence[str]) -> list[Target]:
    places = workspace.places
    if not named:
        return [_item(places, places.item(folder)) for folder in _every_item(places)]
    return [target for what in dict.fromkeys(named) for target in _targets(workspace, what)]


def find_problems(workspace: Workspace, targets: Sequence[Target], *, quiet: bool) -> list[checks.Finding]:
    config = checks.parse_config(settings(workspace, quiet=quiet).check)
    places = workspace.places
    # Only a repository is read: a check of loose files in somebody's home must not walk through all of it.
    has_code = (places.boundary / ".git").exists() or (places.root / "docs" / "requirements").is_dir()
    code = CodeFacts(workspace, quiet=quiet) if has_code else None
    known_ids = _decisions(places)
    # Somewhere on earth it is tomorrow already.
    today = (workspace.now() + timedelta(days=1)).date().isoformat()
    return sorted(
        (finding for target in targets for finding in _findings(target, config, code, known_ids, today)),
        key=lambda finding: (finding.path, finding.line, finding.id),
    )


def _findings(
    target: Target, config: checks.CheckConfig, code: CodeFacts | None, known_ids: frozenset[str], today: str
) -> Iterator[checks.Finding]:
    changes = code.changes_since(target.commit) if code is not None else Changes()
    context = checks.CheckContext(
        slug=target.slug,
        folder=target.folder,
        config=config,
        resolve_anchor=code.resolves if code is not None else None,
        read_file=code.text_of if code is not None else None,
        today=today,
        changed_symbols=changes.symbols,
        changed_files=changes.files,
        known_ids=known_ids if target.is_item else frozenset(),
        real_names=target.real_names,
    )
    if target.is_item:
        yield from checks.check_item(target.files, None, context)
    else:
        yield from checks.check_files(target.files, context)


def _every_item(places: Places) -> list[str]:
    """The folders of all items, those without meta.json too: others may never have written one."""
    folder = places.requirements
    names = _names(folder) if folder.is_dir() else []
    return sorted({*item_folders(places), *(name for name in names if _looks_like_item(folder / name))})


def _targets(workspace: Workspace, what: str) -> Iterator[Target]:
    places = workspace.places
    path = Path(what).expanduser()
    if not what.strip():
        raise WrongUse("Name an item, a folder or a file to check; without a name every item is checked.")
    if what in _every_item(places):
        yield _item(places, places.item(what))
    elif path.is_dir():
        yield from _in_folder(places, path)
    elif os.path.lexists(path):
        yield Target({_shown(places, path): _read(path)}, is_item=False)
    elif any(separator in what for separator in ("/", "\\")) or what.lower().endswith(_ENDINGS):
        raise WrongUse(f"There is nothing at {what}. Name an item, a folder or a file.")
    else:
        yield _item(places, find_item(workspace, what).path)


def _in_folder(places: Places, folder: Path) -> Iterator[Target]:
    names = _names(folder)
    if _is_item_of(names):
        yield _item(places, folder)
        return
    for below in (folder / REQUIREMENTS, folder / "requirements"):
        if below.is_dir() and below != folder:
            yield from _in_folder(places, below)
            return
    visible = [folder / name for name in names]
    if items := [path for path in visible if path.is_dir() and _looks_like_item(path)]:
        yield from (_item(places, path) for path in items)
        return
    files = [path for path in visible if path.is_file() and path.name.lower().endswith(_ENDINGS)]
    if not files:
        raise WrongUse(f"There are no documents in {folder}. Name an item, a folder of items, or a file.")
    yield Target({_shown(places, path): _read(path) for path in files}, is_item=False)


def _looks_like_item(folder: Path) -> bool:
    try:
        return folder.is_dir() and _is_item_of(_names(folder))
    except CannotDoHere:
        return False


def _is_item_of(names: Sequence[str]) -> bool:
    return META in names or any(document(name) is not None for name in names) or bool(_renamed(names))


def _renamed(names: Sequence[str]) -> dict[str, str]:
    """The specification under another name, when there is none under ours."""
    by_name = {name.lower(): name for name in reversed(names)}
    if _SPEC in by_name:
        return {}
    real = next((by_name[other] for other in _OTHER_SPECS if other in by_name), None)
    return {} if real is None else {_SPEC: real}


def _item(places: Places, folder: Path) -> Target:
    names = [name for name in _names(folder) if name.lower().endswith(_ENDINGS)]
    renamed = _renamed(names)
    known_as = {real: known for known, real in renamed.items()}
    files = {known_as.get(name, name): _read(folder / name) for name in names if not (folder / name).is_dir()}
    for below in [folder / name for name in _names(folder) if (folder / name).is_dir()]:
        # Contracts and schemas, which some keep in a folder of their own.
        apart = [below / name for name in _names(below) if name.lower().endswith(_DATA)]
        files |= {_shown(places, path): _read(path) for path in apart if not path.is_dir()}
        for name in _names(below) if below.name.lower() in _DECISIONS else ():
            # "adr/0001-use-a-queue.md" is read like our "adr-0001-use-a-queue.md".
            found = _NUMBERED.fullmatch(name)
            ours = f"adr-{found['number']}-{slugify(found['title'])}.md" if found else ""
            if ours and ours not in files:
                files[ours], renamed[ours] = _read(below / name), _shown(places, below / name)
    shared = places.root / NFR_MATRIX
    if shared.is_file():
        files[NFR_MATRIX] = _read(shared)
    said = files.get(META)
    meta = parse_meta(said) if isinstance(said, str) else None
    return Target(
        files,
        is_item=True,
        slug=folder.resolve().name,
        folder=_shown(places, folder),
        commit=None if meta is None else meta.codebase_hash,
        real_names=renamed,
    )


def _names(folder: Path) -> list[str]:
    """What is in a folder, sorted, without what hides."""
    with reading(str(folder)):
        return sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))


def _read(path: Path) -> str | checks.Unreadable:
    try:
        # A named pipe would wait for a writer for ever; one that the shell made (/dev/fd/63) has its writer.
        if not path.is_relative_to("/dev") and not stat.S_ISREG(path.stat().st_mode):
            return checks.Unreadable("it is no regular file")
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except OSError as error:
        return checks.Unreadable(error.strerror or type(error).__name__)
    if len(data) > _LARGEST:
        return checks.Unreadable("more than 10 MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return checks.Unreadable("not UTF-8 text")


def _shown(places: Places, path: Path) -> str:
    """As findings name it: from the root of the repository, where it is inside."""
    for real in (path.absolute(), path.resolve()):
        if real.is_relative_to(places.root):
            return real.relative_to(places.root).as_posix()
    return path.as_posix()


def _decisions(places: Places) -> frozenset[str]:
    """The ids of decisions that the project keeps outside its items."""
    found: set[str] = set()
    for folder in _DECISION_FOLDERS:
        names = _names(places.root / folder) if (places.root / folder).is_dir() else []
        found |= {f"ADR-{match['number']}" for name in names if (match := _NUMBERED.fullmatch(name))}
    return frozenset(found)
