"""The shipped content for the tests that speak about it: as it is written, and as the product reads it."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

import yaml

from roundtable.analysis.phases import Depth
from roundtable.analysis.questions import Question, applies, placeholders
from roundtable.documents.catalog import CATALOG
from roundtable.library import load_library

CONTENT: Final = Path(__file__).parents[1] / "src" / "roundtable" / "library" / "content"
PAGE: Final = Path(__file__).parents[1] / "docs" / "content-format.md"
LIBRARY: Final = load_library(None)

SECTIONS: Final = {
    "ADRs" if kind.name == "adr-*.md" else kind.name: tuple(kind.headings)
    for kind in CATALOG
    if kind.name not in ("README.md", "module-design-*.md")
}
"""The documents that a step may name, each with its headings."""
STEP_SECTIONS: Final = ["Brief Mode", "Standard Mode", "Deep Mode", "Validation", "Artifacts"]
TAGGED: Final = re.compile(r"^- (?P<text>[^<?]+\.) <!-- (?P<tag>[^>]+) -->$")


@dataclass(frozen=True)
class Written:
    """One file: its front matter and its body, cut at second-level headings."""

    path: Path
    front: dict[str, Any]
    body: str
    sections: dict[str, str]


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


def asked_in_steps(depth: Depth) -> Iterator[tuple[str, str, Question]]:
    """Step id, persona and question, in order."""
    for step in LIBRARY.steps:
        for question in step.questions(depth):
            yield step.step_id, step.persona, question


def asked_in_topics() -> Iterator[tuple[str, str, Question]]:
    """Topic id, persona and question, in order."""
    for topic in LIBRARY.topics:
        for question in topic.questions():
            yield topic.topic_id, topic.primary_persona, question


def everything_asked() -> Iterator[tuple[str, str, Question]]:
    """Where it stands, who asks, and the question: steps at every depth, then topics."""
    for depth in Depth:
        yield from asked_in_steps(depth)
    yield from asked_in_topics()


def agenda(nature: str, known: Collection[str], said: str = "") -> list[tuple[str, Question]]:
    """What a conversation asks of an item: for each criterion its first question that fits and names nothing unknown."""
    found: list[tuple[str, Question]] = []
    for topic in LIBRARY.topics:
        for criterion in topic.coverage_criteria:
            fitting = (
                question
                for question in topic.asked_for(criterion)
                if applies(question, nature, known, said=said) and not placeholders(question.text)
            )
            found += [(criterion, question) for question in (next(fitting, None),) if question is not None]
    return found


def words(text: str) -> list[str]:
    return re.findall(r"[\w'-]+", text.lower())
