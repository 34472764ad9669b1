"""The JSON Schemas of what programs read, made from the same types that write it: `src/roundtable/documents/schemas/*.json`.

Run it when such a type changes; a test keeps files and types together. Interfaces and matrix rows are described as the objects
that YAML and CSV stand for.
"""

import json
from pathlib import Path
from typing import Any, Final

from pydantic import Field, TypeAdapter

from roundtable.analysis.analysis import Analysis
from roundtable.documents.impact import ImpactData
from roundtable.documents.rendering import ItemFacts
from roundtable.documents.stories import StoryEntry
from roundtable.facts import AnyFact
from roundtable.facts.record import Record

FOLDER: Final = Path(__file__).parent.parent / "src" / "roundtable" / "documents" / "schemas"
_ID: Final = "urn:roundtable:schema:{name}:1"
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


class MatrixRow(Record):
    """One row of traceability-matrix.csv."""

    FR_ID: str = Field(pattern=r"^FR-\d{3,}$")
    AC_ID: str = Field(pattern=r"^(?:AC-\d{3,}-\d{2,})?$")
    User_Story_ID: str = Field(pattern=r"^(?:US-\d{3,})?$")
    Confidence: str = Field(pattern=r"^(?:High|Medium|Low)$")
    Source: str


class ParameterEntry(Record):
    """One input of an interface."""

    name: str
    type: str = ""
    note: str = ""


class InterfaceEntry(Record):
    """One contract of interface-spec.yaml."""

    id: str
    name: str
    module: str = ""
    summary: str = ""
    signature: str = ""
    inputs: tuple[ParameterEntry, ...] = ()
    output: str = ""
    errors: tuple[str, ...] = ()
    """Codes of error cases."""
    requirements: tuple[str, ...] = ()
    confidence: str
    source: str = ""


class ErrorEntry(Record):
    """An error that an interface names."""

    code: str
    condition: str


class InterfaceSpec(Record):
    """interface-spec.yaml as a whole."""

    document: dict[str, str]
    interfaces: tuple[InterfaceEntry, ...] = ()
    errors: tuple[ErrorEntry, ...] = ()
    gaps: tuple[str, ...] = ()


class StoredAnalysis(Analysis):
    """An analysis as it is stored: the facts by their ids, so that two branches merge, and the order they had."""

    facts: dict[str, AnyFact] = Field(default_factory=dict[str, AnyFact])  # pyright: ignore[reportIncompatibleVariableOverride]
    fact_order: tuple[str, ...] = ()


class AnalysisFile(Record):
    """analysis.json as a whole: the facts, and where the session stands."""

    schema_version: int
    analysis: StoredAnalysis
    mode: str = ""
    place: dict[str, Any] = Field(default_factory=dict[str, Any])
    manifest: dict[str, dict[str, str]] = Field(default_factory=dict[str, dict[str, str]])
    journal: str = ""


_TYPES: Final[dict[str, tuple[str, TypeAdapter[Any]]]] = {
    "analysis": ("analysis.json: the facts of an item with their evidence", TypeAdapter(AnalysisFile)),
    "impact-summary": ("The closing JSON block of impact-analysis.md", TypeAdapter(ImpactData)),
    "interface-spec": ("interface-spec.yaml", TypeAdapter(InterfaceSpec)),
    "item-facts": ("What `roundtable show SLUG --json` prints", TypeAdapter(ItemFacts)),
    "traceability-matrix": (
        "The rows of traceability-matrix.csv as objects",
        TypeAdapter(tuple[MatrixRow, ...]),
    ),
    "user-stories": ("user-stories.json", TypeAdapter(tuple[StoryEntry, ...])),
}


def schema_texts() -> dict[str, str]:
    """File name to text of every published schema."""
    return {f"{name}.schema.json": _text(name, title, adapter) for name, (title, adapter) in _TYPES.items()}


def _text(name: str, title: str, adapter: TypeAdapter[Any]) -> str:
    schema = {"$schema": _DIALECT, "$id": _ID.format(name=name), **adapter.json_schema(), "title": title}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for name, text in schema_texts().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
        print(f"Wrote {name}")
