"""The library as plain values, for `library list` and its `--json`: what there is, and which layer it comes from."""

from pathlib import Path
from typing import Any

from roundtable.library.loading import load
from roundtable.library.overlays import BUILT_IN

__all__ = ["list_library"]

_DERIVED = "derived from steps"


def list_library(repo: Path | None) -> dict[str, list[dict[str, Any]] | list[str]]:
    """`{"steps": […], "topics": […], "personas": […], "agents": […], "warnings": […]}` in the order of use."""
    loaded = load(repo)
    library = loaded.library

    def origin(path: str) -> str:
        return loaded.origins.get(path, BUILT_IN if path else _DERIVED)

    return {
        "steps": [
            {
                "step_id": step.step_id,
                "title": step.title,
                "phase": step.phase_key,
                "persona": step.persona,
                "depth": str(step.depth),
                "outputs": list(step.outputs),
                "depends_on": list(step.depends_on),
                "skip_if": step.skip_if,
                "origin": origin(step.path),
                "path": step.path,
            }
            for step in library.steps
        ],
        "topics": [
            {
                "topic_id": topic.topic_id,
                "topic_name": topic.topic_name,
                "primary_persona": topic.primary_persona,
                "contributing_personas": list(topic.contributing_personas),
                "coverage_criteria": list(topic.coverage_criteria),
                "source_step_files": list(topic.source_step_files),
                "origin": origin(topic.path),
                "path": topic.path,
            }
            for topic in library.topics
        ],
        "personas": [
            {
                "key": persona.key,
                "name": persona.name,
                "role": persona.role,
                "phases": list(persona.phases),
                "origin": origin(persona.path) if persona.path else BUILT_IN,
                "path": persona.path,
            }
            for persona in library.personas
        ],
        "agents": [
            {"name": agent.name, "model": agent.model, "origin": origin(agent.path), "path": agent.path}
            for agent in library.agents
        ],
        "warnings": list(library.warnings),
    }
