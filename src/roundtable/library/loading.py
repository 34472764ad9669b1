"""The library, loaded: every layer discovered, every file read, what is skipped said in exact words.

`load_library(repo)` is what sessions use. `load(repo)` keeps the files and problems as well, for the check and for `list_library`.

- Always answers, whatever is in the folders. Nothing is cached: an edited file counts on the next call.
- Steps run in the order of their file names within a phase, whichever layer they come from.
- Two files with one id: among steps the later name is skipped; elsewhere the higher layer wins.

Elsewhere: the layers (`overlays`), one file of each kind (`steps`, `topics`, `personas`).
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from roundtable.analysis.content import SHIPPED, AgentDefinition, Library, Persona, Step, Topic
from roundtable.analysis.phases import ANALYSIS_PHASES
from roundtable.facts.record import Record
from roundtable.library.content_files import ContentFile, read_content
from roundtable.library.fields import Entry
from roundtable.library.overlays import BUILT_IN, Found, Kind, Layer, discover, layers_of, path_text
from roundtable.library.personas import read_agent, read_persona
from roundtable.library.problems import Problem, problem
from roundtable.library.steps import read_step, report_cycles
from roundtable.library.topics import derive_topics, read_topic

T = TypeVar("T", Step, Topic, Persona, AgentDefinition)
_FEW: Final = 3
"""From so many sentences about persona files on, one stands for all: a whole house of another tool came along."""


class Loaded(NamedTuple):
    library: Library
    steps: list[Entry[Step]]
    topics: list[Entry[Topic]]
    personas: list[Entry[Persona]]
    agents: list[Entry[AgentDefinition]]
    problems: list[Problem]  # everything noticed, in the order in which it was
    origins: dict[str, str]  # from the path of a file to the layer it is in


def load_library(repo: Path | None, *, without: str = "") -> Library:
    """Everything that drives a conversation, for a repository or (without one) as built in.

    `without` leaves out one layer by its name: what is exported into a layer must not be made from that layer.
    """
    return load(repo, without=without).library


def load(repo: Path | None, *, without: str = "") -> Loaded:
    layers = tuple(layer for layer in layers_of(repo) if layer.origin != without)
    return _Loader(layers).loaded()


class _Loader:
    def __init__(self, layers: tuple[Layer, ...]) -> None:
        self._layers = layers
        self._problems: list[Problem] = []
        self._origins: dict[str, str] = {}

    def loaded(self) -> Loaded:
        read = (_read_persona_in_layers(found) for found in self._found("personas"))
        persona_entries = self._one_of_each([entry for entry in read if entry is not None], "key")
        personas = self._table(persona_entries)
        # A step of a persona that an overlay took away still runs: somebody else covers for it.
        keys = {*SHIPPED, *(persona.key for persona in personas)}
        step_entries = self._steps(keys)
        steps = _records(step_entries)
        own = {one.record.step_id for one in step_entries if one.record and _is_own(one.reader.found)}
        topics_read = [_marked(read_topic(*file, keys)) for file in self._enabled("topics")]
        topic_entries = self._one_of_each(topics_read, "topic_id")
        agent_entries = self._one_of_each([read_agent(*file) for file in self._enabled("agents")], "name")
        for entry in (*persona_entries, *step_entries, *topic_entries, *agent_entries):
            self._problems += entry.reader.problems
        topics = _records(topic_entries)
        if not topics:
            self._problems.append(problem("no-topics", "topics"))
        library = Library(
            personas=personas,
            steps=steps,
            topics=topics or derive_topics(steps, own=own),
            agents=_records(agent_entries),
            warnings=_said_at_start(self._problems, persona_entries),
        )
        entries = (step_entries, topic_entries, persona_entries, agent_entries)
        return Loaded(library, *entries, self._problems, self._origins)

    def _found(self, kind: Kind) -> list[Found]:
        found, problems = discover(kind, self._layers)
        self._problems += problems
        for entry in found:
            lower: Found | None = entry
            while lower is not None:
                self._origins[path_text(lower.path)] = lower.origin
                lower = lower.below
        return found

    def _enabled(self, kind: Kind) -> Iterator[tuple[Found, ContentFile]]:
        for found in self._found(kind):
            content = read_content(found.path)
            if not content.is_disabled:
                yield found, content

    def _steps(self, persona_keys: set[str]) -> list[Entry[Step]]:
        entries: list[Entry[Step]] = []
        first_of: dict[str, Entry[Step]] = {}
        phases: set[str] = set()
        for found, content in self._enabled("steps"):
            entry = read_step(found, content, persona_keys)
            phase_key = found.name.rpartition("/")[0]
            if phase_key and phase_key not in ANALYSIS_PHASES and phase_key not in phases:
                known = ", ".join(ANALYSIS_PHASES)
                # Its steps are kept, but no phase leads to them.
                self._problems.append(problem("unknown-phase", found.shown, phase=phase_key, phases=known))
            phases.add(phase_key)
            step = entry.record
            if step is not None and (first := first_of.setdefault(step.step_id, entry)) is not entry:
                _report_duplicate(entry, "step_id", first)
                entry = Entry[Step](None, entry.reader)
            entries.append(entry)
        self._problems += [
            problem("no-steps", f"steps/{phase_key}", phase=phase_key)
            for phase_key in ANALYSIS_PHASES
            if phase_key not in phases
        ]
        report_cycles(entries)
        return entries

    def _table(self, entries: list[Entry[Persona]]) -> tuple[Persona, ...]:
        """Who sits there, the three first."""
        by_key = {entry.record.key: entry.record for entry in entries if entry.record is not None}
        missing = tuple(key for key in SHIPPED if key not in by_key)
        if len(missing) == len(SHIPPED):
            self._problems.append(problem("missing-persona (all)", "personas"))
            built_in, _problems = discover("personas", self._layers[-1:])
            shipped = [entry for found in built_in if (entry := _read_persona_in_layers(found))]
            by_key |= SHIPPED | {persona.key: persona for persona in _records(shipped)}
            missing = ()
        for key in missing:
            place, who = f"personas/persona-{key}.md", SHIPPED[key].label
            self._problems.append(problem("missing-persona", place, key=key, who=who))
        others = sorted(key for key in by_key if key not in SHIPPED)
        return tuple(by_key[key] for key in (*SHIPPED, *others) if key in by_key)

    def _one_of_each(self, entries: list[Entry[T]], field: str) -> list[Entry[T]]:
        """Keep one entry per key, which is in `field`: the highest layer's, within a layer the first by name."""
        rank = {layer.origin: at for at, layer in enumerate(self._layers)}
        best: dict[str, Entry[T]] = {}
        for entry in sorted(entries, key=lambda entry: rank[entry.reader.found.origin]):
            if entry.record is not None:
                best.setdefault(getattr(entry.record, field), entry)
        kept: list[Entry[T]] = []
        for entry in entries:
            record = entry.record
            if record is not None and (winner := best[getattr(record, field)]) is not entry:
                # An overlay that takes over an entry under a new file name did what it meant to do.
                if winner.reader.found.origin == entry.reader.found.origin:
                    _report_duplicate(entry, field, winner)
                entry = Entry[T](None, entry.reader)
            kept.append(entry)
        return kept


def _said_at_start(problems: list[Problem], personas: list[Entry[Persona]]) -> tuple[str, ...]:
    """What a session says about the files, each sentence once; about many wanting personas one sentence in all."""
    foreign = [one.reader for one in personas if one.reader.found.origin != BUILT_IN]
    lines = {each.warning for reader in foreign for each in reader.problems if each.warning}
    said = dict.fromkeys(each.warning for each in problems if each.warning)
    if len(lines) < _FEW:
        return tuple(said)
    wanting = [reader.found.shown for reader in foreign if any(each.warning for each in reader.problems)]
    files = wanting[0] if len(wanting) == 1 else f"{wanting[0]} and {len(wanting) - 1} more"
    one = f"Persona files ({files}) are taken as far as they go; `roundtable library check` tells what they lack."
    return (one, *(line for line in said if line not in lines))


def _marked(entry: Entry[Topic]) -> Entry[Topic]:
    """The topic, with whether it is the project's own."""
    if entry.record is None or not _is_own(entry.reader.found):
        return entry
    return Entry[Topic](entry.record.changed(is_own=True), entry.reader)


def _is_own(found: Found) -> bool:
    """Whether a file says something that the built-in set does not: an exported copy of ours does not count."""
    if found.origin == BUILT_IN:
        return False
    lowest = found
    while lowest.below is not None:
        lowest = lowest.below
    if lowest.origin != BUILT_IN:
        return True
    return read_content(found.path).body != read_content(lowest.path).body


def _read_persona_in_layers(found: Found) -> Entry[Persona] | None:
    """The persona of one file name, the lower layers lending what the upper does not say; nothing when disabled."""
    content = read_content(found.path)
    if content.is_disabled:
        return None
    lower = _read_persona_in_layers(found.below) if found.below is not None else None
    return read_persona(found, content, lower.record if lower is not None else None)


def _records(entries: Iterable[Entry[T]]) -> tuple[T, ...]:
    return tuple(entry.record for entry in entries if entry.record is not None)


def _report_duplicate(entry: Entry[T], field: str, first: Entry[T]) -> None:
    found, key = first.reader.found, getattr(entry.record, field)
    name, shown = found.filename, found.shown
    entry.reader.report("duplicate-id", field, field=field, id=key, first=shown, filename=name)


_DERIVED = "derived from steps"


def list_library(repo: Path | None) -> dict[str, list[dict[str, Any]] | list[str]]:
    """`{"steps": […], "topics": […], "personas": […], "agents": […], "warnings": […]}` in the order of use."""
    loaded = load(repo)
    library = loaded.library

    def listed(record: Record, fields: str, without_file: str = _DERIVED) -> dict[str, Any]:
        """These fields of an entry (`name=field` where they are called differently), and where it comes from."""
        names = {name: field or name for name, _, field in (one.partition("=") for one in fields.split())}
        values = record.model_dump(mode="json", include={*names.values(), "path"})
        path: str = values["path"]
        origin = loaded.origins.get(path, BUILT_IN if path else without_file)
        return {**{name: values[field] for name, field in names.items()}, "origin": origin, "path": path}

    steps = "step_id title phase=phase_key persona depth outputs depends_on skip_if"
    topics = "topic_id topic_name primary_persona contributing_personas coverage_criteria source_step_files"
    return {
        "steps": [listed(step, steps) for step in library.steps],
        "topics": [listed(topic, topics) for topic in library.topics],
        "personas": [listed(persona, "key name role phases", BUILT_IN) for persona in library.personas],
        "agents": [listed(agent, "name model") for agent in library.agents],
        "warnings": list(library.warnings),
    }
