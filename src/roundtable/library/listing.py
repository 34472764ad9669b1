"""The library as plain values, for `library list` and its `--json`: what there is, and which layer it comes from."""

from pathlib import Path
from typing import Any

from roundtable.facts.record import Record
from roundtable.library.loading import load
from roundtable.library.overlays import BUILT_IN

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
