"""Topic files: fields checked, body cut into its three sections.

A topic that says nothing about coverage guides the conversation but is not tracked: no front matter (its text is used), no
criteria. Bad YAML or no `topic_id` skips the file. `met_by` always ends up parallel to the criteria: as written, else
inferred from the words of the criterion.

Where an overlay took every topic file away, topics are made of the step files (`derive_topics`).

Elsewhere: coverage itself (the engine), questions in the text (`roundtable.analysis.questions`).
"""

from collections.abc import Collection
from typing import Any, Final

from roundtable.analysis.analysis import grouped
from roundtable.analysis.content import ArtifactSections, Step, Topic
from roundtable.analysis.kinds import Tag, read_tags
from roundtable.analysis.phases import FALLBACK_PERSONA, Depth
from roundtable.engine.coverage import TOPIC_STEPS
from roundtable.language.question_kinds import kinds_asked
from roundtable.library.content_files import ContentFile
from roundtable.library.fields import Entry, Reader, texts_of
from roundtable.library.overlays import Found, path_text

SECTIONS: Final[dict[str, str]] = {
    "knowledge": "Analytical Knowledge",
    "validation": "Validation Criteria",
    "artifacts": "Artifact Instructions",
}
FIELDS: Final = (
    *("topic_id", "topic_name", "primary_persona", "contributing_personas", "coverage_criteria"),
    *("met_by", "artifact_sections", "depth_guidance", "source_step_files"),
)


def read_topic(found: Found, content: ContentFile, persona_keys: Collection[str]) -> Entry[Topic]:
    reader = Reader("Topic", found, content)
    fault = content.fault
    if fault is not None and fault.kind != "no-front-matter":
        reader.report_fault()
        return Entry(None, reader)
    if fault is not None:
        reader.report("front-matter (topic)")
        return Entry(_untracked(found.path.stem, reader), reader)
    topic_id = reader.text("topic_id")
    if topic_id is None:
        reader.report("missing-field", field="topic_id")
        return Entry(None, reader)
    return Entry(_topic(topic_id, reader, persona_keys), reader)


def _untracked(topic_id: str, reader: Reader) -> Topic:
    return Topic(
        topic_id=topic_id,
        topic_name=_title(topic_id),
        primary_persona=FALLBACK_PERSONA,
        knowledge=reader.content.body or None,
        body=reader.content.body,
        path=path_text(reader.found.path),
    )


def _topic(topic_id: str, reader: Reader, persona_keys: Collection[str]) -> Topic:
    criteria = reader.texts("coverage_criteria") or ()
    if not criteria:
        reader.report("no-criteria", "coverage_criteria")
    primary = reader.text("primary_persona")
    if primary is None or primary not in persona_keys:
        known, fallback = ", ".join(sorted(persona_keys)), FALLBACK_PERSONA
        reader.report("unknown-persona", "primary_persona", persona=primary, known=known, fallback=fallback)
        primary = FALLBACK_PERSONA
    contributing = reader.texts("contributing_personas") or ()
    for at, key in enumerate(contributing):
        if key not in persona_keys:
            reader.report("unknown-persona (contributing)", "contributing_personas", at, persona=key)
    content = reader.content
    return Topic(
        topic_id=topic_id,
        topic_name=reader.text("topic_name") or _title(topic_id),
        primary_persona=primary,
        contributing_personas=tuple(key for key in contributing if key in persona_keys),
        coverage_criteria=criteria,
        met_by=_met_by(reader, criteria),
        artifact_sections=reader.entries("artifact_sections", _sections, "a list of {artifact, sections}"),
        depth_guidance=_depth_guidance(reader),
        source_step_files=reader.texts("source_step_files") or (),
        body=content.body,
        path=path_text(reader.found.path),
        extra=reader.unknown_fields(FIELDS),
        knowledge=content.section(SECTIONS["knowledge"]),
        validation=content.section(SECTIONS["validation"]),
        artifacts=content.section(SECTIONS["artifacts"]),
    )


def _met_by(reader: Reader, criteria: tuple[str, ...]) -> tuple[str, ...]:
    written = reader.texts("met_by") or ()
    if written and len(written) != len(criteria):
        reader.report("met-by-length", "met_by", count=len(written), criteria=len(criteria))
        written = ()
    chosen: list[str] = []
    for at, criterion in enumerate(criteria):
        tags, unknown = read_tags(written[at]) if written else ((), ())
        if unknown:
            reader.report("unknown-tag (criterion)", "met_by", at, tag=unknown[0])
        chosen.append(str(tags[0]) if tags else str(Tag(kind=kinds_asked(criterion)[0])))
    return tuple(chosen)


def _sections(fields: dict[str, Any]) -> ArtifactSections | None:
    artifact, named = fields.get("artifact"), texts_of(fields.get("sections", []))
    if isinstance(artifact, str) and artifact.strip() and named is not None:
        return ArtifactSections(artifact=artifact.strip(), sections=named)
    return None


def _depth_guidance(reader: Reader) -> dict[str, str]:
    guidance = reader.mapping("depth_guidance", "a mapping from brief, standard and deep to texts")
    return {str(depth): text.strip() for depth in Depth if isinstance(text := guidance.get(str(depth)), str)}


def _title(topic_id: str) -> str:
    return " ".join(topic_id.replace("-", " ").replace("_", " ").split()).capitalize()


def derive_topics(steps: Collection[Step], *, own: Collection[str] = ()) -> tuple[Topic, ...]:
    """Topics out of step files: knowledge grouped by what it is about, criteria from the steps' own Validation.

    `own` are the ids of steps that somebody wrote for this project. Sequence (`depends_on`, `skip_if`) plays no part.
    """
    groups = grouped((_about(step), step) for step in steps)
    known = [topic_id for topic_id in TOPIC_STEPS if topic_id in groups]
    others = sorted(groups.keys() - known)
    return tuple(_derived(topic_id, groups[topic_id], own) for topic_id in (*known, *others))


def _about(step: Step) -> str:
    """The topic that stands for a step; for a new one the last that stands for steps of its phase, else the phase itself."""
    fits = [topic_id for topic_id, ids in TOPIC_STEPS.items() if step.step_id in ids]
    alike = [
        topic_id for topic_id, ids in TOPIC_STEPS.items() if any(one[:3] == step.step_id[:3] for one in ids)
    ]
    return next(iter((*fits, *alike[::-1])), step.phase_key)


def _derived(topic_id: str, steps: Collection[Step], own: Collection[str]) -> Topic:
    criteria = [criterion for step in steps for criterion in step.criteria]
    personas = tuple(dict.fromkeys(step.persona for step in steps))
    return Topic(
        topic_id=topic_id,
        topic_name=_title(topic_id) if topic_id in TOPIC_STEPS else topic_id,
        primary_persona=personas[0],
        contributing_personas=personas[1:],
        coverage_criteria=tuple(criterion.text for criterion in criteria),
        met_by=tuple(map(str, criteria)),
        artifact_sections=tuple(
            ArtifactSections(artifact=output)
            for output in dict.fromkeys(out for step in steps for out in step.outputs)
        ),
        source_step_files=tuple(step.step_id for step in steps),
        is_own=all(step.step_id in own for step in steps),
        knowledge="\n\n".join(f"### {step.title}\n\n{step.section(Depth.DEEP)}".strip() for step in steps),
        validation="\n\n".join(step.validation for step in steps if step.validation) or None,
        artifacts="\n\n".join(step.artifacts for step in steps if step.artifacts) or None,
    )
