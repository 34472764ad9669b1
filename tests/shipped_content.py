"""Read the shipped content as it is written, for the tests that speak about it.

A small reader of its own on purpose: these tests are about the words in the files, not about how the product loads them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

import yaml

CONTENT: Final = Path(__file__).parents[1] / "src" / "roundtable" / "library" / "content"
PAGE: Final = Path(__file__).parents[1] / "docs" / "content-format.md"


def names(text: str) -> frozenset[str]:
    return frozenset(text.split())


KINDS: Final = names(
    "problem success_metric stakeholder user_type need journey constraint assumption integration quality risk"
    " requirement criterion business_rule story priority scope out_of_scope keyword file_count direct_change"
    " indirect_change entry_point risk_zone order option decision technology module interface data_flow state"
    " error_case open_question approval note"
)
PLACEHOLDERS: Final = names(
    "item draft problem success_metric stakeholders user_types needs journeys constraints assumptions integrations"
    " qualities risks requirements business_rules stories priorities scope complexity file_count keywords"
    " direct_changes indirect_changes entry_points risk_zones order coverage_gaps options decisions technologies"
    " modules interfaces data_flows states error_cases open_questions out_of_scope"
)
SECTIONS: Final = {
    "quick-scan.md": "1. Scope|2. Keywords|3. File Count|4. Final Scope",
    "requirements-spec.md": "Business Context|Stakeholders and Users|User Journeys|Technical Context|Quality and Risk"
    "|Functional Requirements|Quality Requirements|Out of Scope|Prioritization|Assumptions|Open Questions",
    "impact-analysis.md": "Summary|Directly Affected Files|Indirectly Affected Files|Distant Effects|Entry Points"
    "|Risk Zones|Coverage Gaps|Implementation Order|Open Questions",
    "architecture-overview.md": "Context|Options Considered|Decisions|Integration Points|Component View"
    "|Risks and Mitigations|Open Questions",
    "tech-stack-decision.md": "Technologies|Decisions",
    "component-interactions.md": "Components|Interactions",
    "module-design.md": "Modules|Dependencies|Data Structures",
    "data-flow.md": "Flows|State",
    "error-taxonomy.md": "Error Cases|Validation Rules",
    "design-summary.md": "Decision|What Changes|Risks|Open Questions",
    "user-stories.json": "",
    "traceability-matrix.csv": "",
    "nfr-matrix.md": "",
    "interface-spec.yaml": "",
    "interface-spec.md": "",
    "ADRs": "",
}
STEP_SECTIONS: Final = ["Brief Mode", "Standard Mode", "Deep Mode", "Validation", "Artifacts"]

QUESTION: Final = re.compile(r"^(?:\d+\.|-) (?P<text>[^<]*\?) <!-- (?P<tags>[^>]+) -->$")
FOLLOW_UP: Final = re.compile(r"^ {3}- (?P<when>If [^:?]+): (?P<text>[^<]*\?) <!-- (?P<tags>[^>]+) -->$")
TAGGED: Final = re.compile(r"^- (?P<text>[^<?]+\.) <!-- (?P<tag>[^>]+) -->$")
NEEDS: Final = re.compile(r"^(?P<kind>[a-z_]+)(?::(?:[1-9]\d*|per (?P<each>[a-z_]+)))?$")


@dataclass(frozen=True)
class Written:
    """One file: its front matter and its body, cut at second-level headings."""

    path: Path
    front: dict[str, Any]
    body: str
    sections: dict[str, str]


@dataclass(frozen=True)
class Asked:
    """One question where it stands."""

    where: str
    text: str
    tags: tuple[str, ...]


def read(path: Path) -> Written:
    _, front, body = path.read_text(encoding="utf-8").split("---\n", 2)
    pieces = re.split(r"^## (.+)\n", body, flags=re.MULTILINE)
    return Written(
        path,
        cast("dict[str, Any]", yaml.safe_load(front)),
        body,
        dict(zip(pieces[1::2], pieces[2::2], strict=True)),
    )


STEPS: Final = [read(path) for path in sorted((CONTENT / "steps").glob("*/*"))]
TOPICS: Final = [read(path) for path in sorted((CONTENT / "topics").iterdir())]
PERSONAS: Final = [read(path) for path in sorted((CONTENT / "personas").iterdir())]
AGENTS: Final = [read(path) for path in sorted((CONTENT / "agents").iterdir())]


def split_tags(tags: str) -> tuple[str, ...]:
    return tuple(tag.strip() for tag in tags.split(","))


def questions(step: Written, mode: str) -> list[Asked]:
    found = [QUESTION.match(line) for line in step.sections[mode].splitlines()]
    return [
        Asked(f"{step.path.name} {mode}", match["text"], split_tags(match["tags"]))
        for match in found
        if match
    ]


def follow_ups(step: Written) -> list[Asked]:
    found = [FOLLOW_UP.match(line) for line in step.sections["Deep Mode"].splitlines()]
    return [
        Asked(f"{step.path.name} {match['when']}", match["text"], split_tags(match["tags"]))
        for match in found
        if match
    ]


def closing(step: Written) -> Asked:
    line = step.sections["Brief Mode"].strip().splitlines()[-1]
    return Asked(f"{step.path.name} Brief Mode", line, ())


def all_asked(step: Written) -> list[Asked]:
    return [
        *questions(step, "Standard Mode"),
        *questions(step, "Deep Mode"),
        *follow_ups(step),
        closing(step),
    ]


def topic_questions(topic: Written) -> list[Asked]:
    found = [QUESTION.match(line) for line in topic.sections["Analytical Knowledge"].splitlines()]
    return [Asked(topic.path.name, match["text"], split_tags(match["tags"])) for match in found if match]


def asked_at_the_table() -> Iterator[Asked]:
    for step in STEPS:
        yield from all_asked(step)
    for topic in TOPICS:
        if not topic.front["source_step_files"]:  # the others ask in the words of their steps
            yield from topic_questions(topic)


def words(text: str) -> list[str]:
    return re.findall(r"[\w'-]+", text.lower())
