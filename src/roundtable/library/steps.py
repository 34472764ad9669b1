"""Step files: fields checked, body cut into its five sections.

`read_step` answers with a step, or with none and the reason; `report_cycles` looks at all of them together. The sentences a session shows are exact: "Step file {filename} has invalid frontmatter. Skipping." and its kin.

Elsewhere: the questions in a section (`roundtable.analysis.questions`), manners of wording (`manners`).
"""

import re
from collections.abc import Collection, Iterable
from typing import Final

from roundtable.analysis.content import Step
from roundtable.analysis.phases import ANALYSIS_PHASES, Depth
from roundtable.analysis.slugs import path_problem
from roundtable.library.content_files import ContentFile
from roundtable.library.fields import A_TEXT, Entry, Reader, text_of, texts_of
from roundtable.library.overlays import Found, path_text

_REQUIRED: Final = ("step_id", "title", "persona", "depth", "outputs")
FIELDS: Final = (*_REQUIRED, "depends_on", "skip_if")

SECTIONS: Final[dict[str, str]] = {
    "brief": "Brief Mode",
    "standard": "Standard Mode",
    "deep": "Deep Mode",
    "validation": "Validation",
    "artifacts": "Artifacts",
}

ITEM_STORE_FILES: Final = frozenset({"meta.json", "analysis.json", "journal.jsonl", "draft.md"})
"""Files of an item folder that are no documents; a step may not claim them."""

_ADVISED_ID: Final = re.compile(r"[0-9]{2}-[0-9]{2}")
NUMBERED: Final = re.compile(r"(?P<number>[0-9]{2}[a-z]?)-(?P<words>.*)")
_LONGEST_TITLE: Final = 60


def read_step(found: Found, content: ContentFile, persona_keys: Collection[str]) -> Entry[Step]:
    """One step file. Which phase it belongs to is the folder it is in."""
    reader = Reader("Step", found, content)
    phase_key = found.name.rpartition("/")[0]
    if content.fault is not None:
        reader.report_fault()
        return Entry(None, reader)
    if not phase_key:
        reader.report("no-phase-folder", phases=", ".join(ANALYSIS_PHASES))
        return Entry(None, reader)
    if not _has_required_fields(reader):
        return Entry(None, reader)
    step = _step(reader, phase_key, persona_keys)
    if step is not None:
        _report_names(reader, step)
    return Entry(step, reader)


def _has_required_fields(reader: Reader) -> bool:
    missing = [field for field in _REQUIRED if reader.content.values.get(field) is None]
    for at, field in enumerate(missing):
        # One file, one warning: the first gap is reason enough to skip it.
        reader.report("missing-field" if at == 0 else "missing-field (again)", field, field=field)
    return not missing


def _step(reader: Reader, phase_key: str, persona_keys: Collection[str]) -> Step | None:
    values = reader.content.values
    chosen: dict[str, str] = {}
    for field in ("step_id", "title", "persona", "depth"):
        text = text_of(values[field])
        if text is None:
            reader.wrong_value(field, A_TEXT, skipping=True)
            return None
        chosen[field] = text
    if chosen["persona"] not in persona_keys:
        reader.wrong_value("persona", f"one of {', '.join(sorted(persona_keys))}", skipping=True)
        return None
    if chosen["depth"] not in tuple(Depth):
        reader.wrong_value("depth", f"one of {', '.join(Depth)}", skipping=True)
        return None
    outputs = _outputs(reader)
    if outputs is None:
        return None
    skip_if = values.get("skip_if")
    if skip_if is not None and not isinstance(skip_if, str):
        reader.wrong_value("skip_if", "a condition in quotes")
    return Step(
        step_id=chosen["step_id"],
        title=chosen["title"],
        persona=chosen["persona"],
        depth=Depth(chosen["depth"]),
        outputs=outputs,
        depends_on=reader.texts("depends_on") or (),
        skip_if=skip_if.strip() if isinstance(skip_if, str) else "",
        phase_key=phase_key,
        path=path_text(reader.found.path),
        body=reader.content.body,
        extra=reader.unknown_fields(FIELDS),
        **{field: reader.content.section(heading) for field, heading in SECTIONS.items()},
    )


def _outputs(reader: Reader) -> tuple[str, ...] | None:
    outputs = texts_of(reader.content.values["outputs"])
    if not outputs:
        reader.wrong_value("outputs", "a list of document names", skipping=True)
        return None
    for at, output in enumerate(outputs):
        unsafe = path_problem(output)
        if unsafe is None and output in ITEM_STORE_FILES:
            unsafe = f"{output!r} belongs to the item itself"
        if unsafe is not None:
            reader.report("unsafe-output", "outputs", at, problem=unsafe, output=output)
            return None
    return outputs


def _report_names(reader: Reader, step: Step) -> None:
    """What runs all the same, but is likely to surprise: odd names, ids that disagree with them."""
    numbered = NUMBERED.match(reader.found.filename)
    if numbered is None:
        reader.report("name-prefix")
    phase_number = step.phase_key[:2]
    wanted = f"{phase_number}-{numbered['number']}" if numbered and phase_number.isdigit() else None
    if wanted is not None and step.step_id != wanted:
        reader.report("id-mismatch", "step_id", id=step.step_id, wanted=wanted)
    elif not _ADVISED_ID.fullmatch(step.step_id) and wanted is None:
        reader.report("step-id", "step_id")
    if len(step.title) > _LONGEST_TITLE:
        reader.report("long-title", "title", most=_LONGEST_TITLE)


def report_cycles(entries: Iterable[Entry[Step]]) -> None:
    """Note on each step that waits for itself, directly or through others."""
    steps = [(entry.record, entry.reader) for entry in entries if entry.record is not None]
    needs = {step.step_id: step.depends_on for step, _reader in steps}
    for step, reader in steps:
        if circle := _way_back(step.step_id, needs):
            reader.report("cyclic-depends-on", "depends_on", id=step.step_id, way=" -> ".join(circle))


def _way_back(start: str, needs: dict[str, tuple[str, ...]]) -> list[str]:
    """The shortest path of dependencies from a step back to itself, or nothing. Breadth first, each id once."""
    came_from: dict[str, str] = {}
    frontier = [start]
    while frontier:
        following: list[str] = []
        for step_id in frontier:
            for needed in needs.get(step_id, ()):
                if needed == start:
                    way = [step_id]
                    while way[-1] != start:
                        way.append(came_from[way[-1]])
                    return [*reversed(way), start]
                if needed not in came_from:
                    came_from[needed] = step_id
                    following.append(needed)
        frontier = following
    return []
