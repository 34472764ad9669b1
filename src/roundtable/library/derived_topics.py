"""Topics made of step files, for when an overlay took every topic file away.

Knowledge is grouped by what it is about, criteria are the steps' own Validation, and their sequence plays no part.
"""

from collections.abc import Collection

from roundtable.analysis.content import ArtifactSections, Step, Topic
from roundtable.analysis.kinds import Tag
from roundtable.analysis.phases import Depth

_Row = tuple[tuple[str, str], tuple[str, ...]]

_DOMAINS: tuple[_Row, ...] = (
    (("problem-discovery", "Problem discovery"), ("00-01", "01-01", "01-02", "01-03")),
    (("requirements-definition", "Requirements definition"), ("01-",)),
    (("technical-analysis", "Technical analysis"), ("00-", "02-")),
    (("architecture", "Architecture"), ("03-",)),
    (("specification", "Specification"), ("04-",)),
)
"""What a step is about, by the start of its id; the first row that fits wins. Within a row, phases stay together."""


def derive_topics(steps: Collection[Step], *, own: Collection[str] = ()) -> tuple[Topic, ...]:
    """Topics out of step files, for when every topic file is gone: knowledge by domain, criteria from Validation.

    `own` are the ids of steps that somebody wrote for this project. Sequence (`depends_on`, `skip_if`) plays no part; steps whose id fits no domain are grouped by their phase.
    """
    groups: dict[tuple[str, str], list[Step]] = {}
    for step in steps:
        fits = (domain for domain, starts in _DOMAINS if step.step_id.startswith(starts))
        groups.setdefault(next(fits, (step.phase_key, step.phase_key)), []).append(step)
    known = [domain for domain, _starts in _DOMAINS if domain in groups]
    others = sorted(domain for domain in groups if domain not in known)
    return tuple(
        _derived(topic_id, name, groups[topic_id, name], own) for topic_id, name in [*known, *others]
    )


def _derived(topic_id: str, name: str, steps: list[Step], own: Collection[str]) -> Topic:
    criteria = [criterion for step in steps for criterion in step.criteria]
    met_by = [Tag(kind=found.kind, at_least=found.at_least, per=found.per) for found in criteria]
    personas = tuple(dict.fromkeys(step.persona for step in steps))
    return Topic(
        topic_id=topic_id,
        topic_name=name,
        primary_persona=personas[0],
        contributing_personas=personas[1:],
        coverage_criteria=tuple(criterion.text for criterion in criteria),
        met_by=tuple(str(tag) for tag in met_by),
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
