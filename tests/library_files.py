"""Builders of content files for the tests of the library."""

from pathlib import Path

from roundtable.library.overlays import discover, layers_of

STEP_FIELDS = {
    "step_id": '"01-09"',
    "title": '"Compliance Check"',
    "persona": '"business-analyst"',
    "depth": '"standard"',
    "outputs": '["requirements-spec.md"]',
}
STEP_BODY = """
## Brief Mode

Here is what I have: {problem}

What is wrong or missing in this?

## Standard Mode

1. Which rule applies here? <!-- business_rule -->

## Deep Mode

1. Which rule applies here? <!-- business_rule -->
   - If none is known: who could tell us? <!-- stakeholder -->

## Validation

- A rule is named. <!-- business_rule -->

## Artifacts

- `requirements-spec.md`, section "Functional Requirements": the rule.
"""


def a_step(body: str = STEP_BODY, **fields: str | None) -> str:
    """A step file; a field given as None is left out, others are YAML."""
    chosen = {**STEP_FIELDS, **fields}
    lines = [f"{key}: {value}" for key, value in chosen.items() if value is not None]
    return "\n".join(["---", *lines, "---", body])


def a_topic(**fields: str | None) -> str:
    """A topic file."""
    chosen = {
        "topic_id": "privacy",
        "topic_name": "Privacy",
        "primary_persona": "business-analyst",
        "coverage_criteria": "[The data is named, The owner is named]",
        **fields,
    }
    lines = [f"{key}: {value}" for key, value in chosen.items() if value is not None]
    return "\n".join(["---", *lines, "---", "## Analytical Knowledge", "- Which data is personal?"])


def write(repo: Path, name: str, content: str | bytes) -> Path:
    """A file below `repo`, folders made as needed."""
    path = repo / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return path


STEPS = ".roundtable/steps/01-requirements"
DISABLED = "---\nenabled: false\n---\n"


def discover_steps(repo: Path | None, phase_key: str) -> list[Path]:
    """The step files of a phase, in the order in which they run."""
    found, _problems = discover("steps", layers_of(repo))
    return [entry.path for entry in found if entry.name.rpartition("/")[0] == phase_key]
