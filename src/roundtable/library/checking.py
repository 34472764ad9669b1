"""What is wrong with content, explained: for the merged library, one folder, or one file.

`check_library` answers with every problem, each with file, line and a way to mend it, ordered by place. An error is what
keeps a file or a field from being used; a warning is what likely surprises; an info is advice.

Elsewhere: what makes a file unusable (`steps`, `topics`, `personas`), wording (`manners`).
"""

import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from roundtable.analysis.content import SHIPPED, AgentDefinition, Persona, Step, Topic
from roundtable.analysis.phases import phase_of_step
from roundtable.errors import WrongUse
from roundtable.library.content_files import ContentFile, read_content
from roundtable.library.fields import Entry, Reader
from roundtable.library.loading import load
from roundtable.library.manners import review_step, review_topic
from roundtable.library.overlays import Found, Kind, shown_path
from roundtable.library.personas import read_agent, read_persona
from roundtable.library.problems import Problem, in_order, problem
from roundtable.library.steps import read_step, report_cycles
from roundtable.library.topics import read_topic

_AnyEntry = Entry[Step] | Entry[Topic] | Entry[Persona] | Entry[AgentDefinition]

_FOLDER_KINDS: Final[dict[str, Kind]] = {
    "steps": "steps",
    "analysis-steps": "steps",
    "topics": "topics",
    "analysis-topics": "topics",
    "personas": "personas",
}
_FIELD_KINDS: Final[dict[str, Kind]] = {
    "topic_id": "topics",
    "step_id": "steps",
    "identity": "personas",
    "owned_skills": "agents",
}
_REPOSITORY_MARKS: Final = (".git", ".roundtable", ".claude", "src/claude")


def check_library(repo: Path | None = None, path: Path | None = None) -> list[Problem]:
    """Every problem of the library that `repo` has, or of the file or folder `path` alone."""
    if path is None or any(os.path.exists(path / mark) for mark in _REPOSITORY_MARKS):  # noqa: PTH110
        return _check_merged(repo if path is None else path)
    if not os.path.lexists(path):
        raise WrongUse(
            f"There is nothing at {path}. Give a content file, a folder of them, or nothing for the whole library."
        )
    return _check_apart(path, repo)


def _check_merged(repo: Path | None) -> list[Problem]:
    loaded = load(repo)
    _review(loaded.steps, loaded.topics, {step.step_id: at for at, step in enumerate(loaded.library.steps)})
    entries: tuple[_AnyEntry, ...] = (*loaded.personas, *loaded.steps, *loaded.topics, *loaded.agents)
    return in_order([*loaded.problems, *(problem for entry in entries for problem in entry.reader.problems)])


def _check_apart(path: Path, repo: Path | None) -> list[Problem]:
    """Files outside the layers, or one by one: read against the table and the step ids of the merged library."""
    library = load(repo).library
    keys = {*SHIPPED, *(persona.key for persona in library.personas)}
    unlisted: list[OSError] = []
    files = _gathered(path, repo, unlisted)
    personas = [read_persona(*file) for file in files["personas"]]
    keys |= {persona.record.key for persona in personas if persona.record is not None}
    steps = [read_step(*file, keys) for file in files["steps"]]
    topics = [read_topic(*file, keys) for file in files["topics"]]
    agents = [read_agent(*file) for file in files["agents"]]
    for read, field in ((personas, "key"), (topics, "topic_id"), (agents, "name")):
        _note_duplicates(read, field)
    # As when loading, the first file with an id is the step; a second must not hide it from what follows.
    again = _note_duplicates(steps, "step_id")
    steps = [Entry[Step](None, step.reader) if step.reader in again else step for step in steps]
    report_cycles(steps)
    own = [entry.record.step_id for entry in steps if entry.record is not None]
    _review(steps, topics, dict.fromkeys([*(step.step_id for step in library.steps), *own], 0))
    entries = (*personas, *steps, *topics, *agents)
    problems = [problem for entry in entries for problem in entry.reader.problems]
    for error in unlisted:
        folder = shown_path(Path(str(error.filename)), repo)
        problems.append(problem("unreadable-folder (named)", folder, reason=error.strerror))
    return in_order(problems)


def _gathered(
    path: Path, repo: Path | None, unlisted: list[OSError]
) -> dict[Kind, list[tuple[Found, ContentFile]]]:
    """The files to check and what each is meant to be; a single file that nothing gives away is taken for a step."""
    root = repo.resolve() if repo is not None else None
    gathered: defaultdict[Kind, list[tuple[Found, ContentFile]]] = defaultdict(list)
    for file in _markdown(path, unlisted) if os.path.isdir(path) else [path]:  # noqa: PTH112
        content = read_content(file)
        kind = _kind_of(file, content) or ("steps" if file == path else None)
        if kind is not None and not content.is_disabled:
            found = Found(_name_of(file, kind, content), file, "checked", shown_path(file, root))
            gathered[kind].append((found, content))
    return gathered


def _review(steps: list[Entry[Step]], topics: list[Entry[Topic]], place: dict[str, int]) -> None:
    """The finer points, and dependencies: `place` has every step id, with its position where that is known."""
    for step, reader in steps:
        if step is None:
            continue
        review_step(step, reader)
        for at, needed in enumerate(step.depends_on):
            if needed not in place:
                reader.report("unknown-depends-on", "depends_on", at, needed=needed)
            elif place[needed] > place.get(step.step_id, 0):
                reader.report("late-depends-on", "depends_on", at, needed=needed)
    for topic, reader in topics:
        if topic is not None:
            review_topic(topic, reader)


def _note_duplicates(entries: Sequence[_AnyEntry], field: str) -> list[Reader]:
    """Say of each file that an earlier one has the same id; which they are."""
    first_of: dict[str, Reader] = {}
    again: list[Reader] = []
    for record, reader in entries:
        key: str = getattr(record, field, "")
        if record is not None and (first := first_of.setdefault(key, reader)) is not reader:
            reader.report("duplicate-id (named)", field, field=field, id=key, first=first.found.shown)
            again.append(reader)
    return again


def _markdown(folder: Path, unlisted: list[OSError]) -> Iterator[Path]:
    for place, folders, names in os.walk(folder, onerror=unlisted.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if name.endswith(".md") and not name.startswith("."):
                yield Path(place) / name


def _kind_of(file: Path, content: ContentFile) -> Kind | None:
    """What a file is meant to be: by its name, the folder it is in, its fields. Nothing for somebody else's file."""
    if file.name.startswith("persona-"):
        return "personas"
    if file.name.startswith("roundtable-"):
        return "agents"
    absolute = Path(os.path.abspath(file))  # noqa: PTH100 - the folders as named, links not followed
    for folder in absolute.parents:
        if folder.name in _FOLDER_KINDS:
            return _FOLDER_KINDS[folder.name]
        if folder.name == "agents":
            return "agents" if folder.parent.name == ".roundtable" else None
    return next((kind for field, kind in _FIELD_KINDS.items() if field in content.values), None)


def _name_of(file: Path, kind: Kind, content: ContentFile) -> str:
    """The name within its kind: for a step with its phase folder, guessed from the id where the file lies elsewhere."""
    parent = Path(os.path.abspath(file)).parent.name  # noqa: PTH100
    if kind != "steps" or parent in _FOLDER_KINDS:
        return file.name
    if parent[:2].isdecimal() and parent[2:3] == "-":
        return f"{parent}/{file.name}"
    phase = phase_of_step(str(content.values.get("step_id", "")))
    return f"{phase.key if phase else parent}/{file.name}"
