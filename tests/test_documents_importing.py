"""Documents read back: our own exactly, those of others as well as they can be, and no words lost."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostile import TEXTS
from roundtable.analysis.analysis import Analysis
from roundtable.analysis.changes import add
from roundtable.documents.importing import read_back
from roundtable.documents.reading.identifiers import canonical, leading, references
from roundtable.facts import (
    Assumption,
    BusinessRule,
    Constraint,
    Criterion,
    Decision,
    DirectChange,
    ErrorCase,
    Fact,
    IndirectChange,
    Integration,
    Interface,
    Module,
    Note,
    OpenQuestion,
    Option,
    OutOfScope,
    Priority,
    Problem,
    Quality,
    Requirement,
    RiskZone,
    StateModel,
    Story,
    SuccessMetric,
)
from sample import CONTEXT, an_analysis, render_documents

SPEC = "requirements-spec.md"
FIXTURES = Path(__file__).parent / "fixtures"


def of(kind: type[Fact], read: tuple[Fact, ...]) -> list[Any]:
    return [fact for fact in read if isinstance(fact, kind)]


def an_item_from(read: tuple[Fact, ...]) -> Analysis:
    known = an_analysis()
    start = Analysis(slug=known.slug, title=known.title, turns=known.turns)
    grown, _ = add(start, read)
    return grown


def told(facts: Iterable[Fact], kind: type[Fact], *fields: str) -> list[tuple[str, ...]]:
    """The words of some facts; a capital, code marks and full stops are typography."""
    found = [[getattr(fact, field) for field in fields] for fact in facts if isinstance(fact, kind)]
    return sorted(tuple(bare(str(value)) for value in one) for one in found)


@pytest.mark.rule("X-80", "X-81")
@pytest.mark.parametrize("mode", ["steps", "conversation"])
@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (Requirement, ("id", "title", "text")),
        (Criterion, ("id", "requirement", "given", "when", "then")),
        (BusinessRule, ("id", "text", "example")),
        (Priority, ("target", "level")),
        (SuccessMetric, ("text",)),
        (Constraint, ("text",)),
        (Assumption, ("text", "settles")),
        (Story, ("id", "role", "want", "benefit", "requirements")),
        (DirectChange, ("path", "change", "requirements")),
        (IndirectChange, ("path",)),
        (RiskZone, ("level", "mitigation")),
        (Decision, ("id", "title", "choice", "status", "requirements")),
        (Option, ("title", "summary", "pros", "cons", "recommended")),
        (Integration, ("source", "target", "purpose", "carries", "on_failure")),
        (Module, ("name", "responsibility", "paths", "depends_on", "data", "requirements")),
        (Interface, ("name", "module", "signature", "errors", "requirements")),
        (StateModel, ("entity", "states", "transitions")),
        (ErrorCase, ("code", "condition", "message", "recovery", "requirement")),
    ],
)
def test_our_own_documents_say_what_they_were_written_from(
    mode: str, kind: type[Fact], fields: tuple[str, ...]
) -> None:
    known = an_analysis()
    documents = render_documents(known, CONTEXT.model_copy(update={"mode": mode}))
    assert told(an_item_from(read_back(documents)).facts, kind, *fields) == told(known.facts, kind, *fields)


def test_nothing_is_read_that_nobody_wrote() -> None:
    for folder in ("written_item", "clean_item"):
        files = {path.name: path.read_text(encoding="utf-8") for path in (FIXTURES / folder).iterdir()}
        written = bare(" ".join(files.values()))
        for fact in read_back(files):
            dumped = fact.model_dump(
                exclude={"kind", "id", "evidence", "step_id", "document"}, exclude_defaults=True
            )
            values: list[Any] = list(dumped.values())
            words = [text for value in values for text in _many(value)]
            told = [str(text) for text in words if isinstance(text, str) and not text.startswith("new:")]
            assert [text for text in told if bare(text) not in written] == [], fact.kind


def _many(value: Any) -> list[Any]:
    return list(value) if isinstance(value, tuple) else [value]  # pyright: ignore[reportUnknownArgumentType]


def bare(text: str) -> str:
    """Words alone: no marks, footnotes, links or line ends."""
    text = re.sub(r"\[\^\w+\]|\]\([^)]*\)", "", text)
    return " ".join(re.sub(r"[^\w\s]", " ", text).casefold().split())


def test_readme_is_a_view_and_no_source() -> None:
    readme = "# X\n\n## What it will do\n\n### FR-009: Print\n\nPrints.\n\n- [ ] It prints.\n"
    assert read_back({"README.md": readme}) == ()


@pytest.mark.rule("P-ART-03")
def test_a_document_that_items_share_is_read_only_in_the_items_own_section() -> None:
    table = "| Requirement | Target |\n| --- | --- |\n"
    shared = (
        f"# Matrix\n\n## gift-cards\n\n{table}| Export | 4 s |\n\n## codes\n\n{table}| Total | 300 ms |\n"
    )
    assert [fact.text for fact in of(Quality, read_back({"nfr-matrix.md": shared}, "codes"))] == ["Total"]
    assert read_back({"nfr-matrix.md": shared}, "other") == ()
    assert [
        fact.text for fact in of(Quality, read_back({"nfr-matrix.md": f"# Mine\n\n{table}| A | 1 s |\n"}))
    ] == ["A"]


def test_confidence_comes_back_as_it_was_marked() -> None:
    before = an_analysis()
    after = an_item_from(read_back(render_documents(before, CONTEXT)))
    for fact in before.of(Requirement):
        found = after.get(fact.id)
        assert found is not None
        assert after.confidence(found) is before.confidence(fact)


FOREIGN = """\
# Product Spec

## 1. Problem Statement

Refunds take too long
and cost money.

## 2. Features

#### FR-1 – Apply a code
Shoppers can apply a code.

Priority: must have

**Acceptance Criteria:**
1. AC-1.1: Given a cart, when a code is applied, then the total falls.
2. [ ] The code is shown

### REQ2: Refuse a code
**Description:** Expired codes are refused.
**Priority:** P2
**Confidence:** low

- **AC-002-01** - GIVEN an expired code WHEN applied THEN a reason is shown
* plain words as a criterion

## 3. More

- **FR-003**: Export: The shop exports codes.

| ID | Requirement | Priority |
|---|---|---|
| FR-4 | The shop prints codes. | Could |

## Non-Functional Requirements

- NFR-1: Performance: under 200 ms

| x | y |

## Out of scope
- Gift cards

## Assumptions
- Prices are gross

## Open Issues
- Who prints?

## Strange Section

Some words that fit nowhere.
"""


def test_requirements_of_others_are_found_in_many_shapes() -> None:
    read = read_back({SPEC: FOREIGN})
    requirements = {fact.id: fact for fact in of(Requirement, read)}
    assert list(requirements) == ["FR-001", "FR-002", "FR-003", "FR-004"]
    assert (requirements["FR-001"].title, requirements["FR-001"].text) == (
        "Apply a code",
        "Shoppers can apply a code.",
    )
    assert requirements["FR-002"].text == "Expired codes are refused."
    assert requirements["FR-003"].text == "The shop exports codes."
    assert requirements["FR-004"].text == "The shop prints codes."
    criteria = of(Criterion, read)
    assert [(c.id, c.requirement) for c in criteria] == [
        ("AC-001-01", "FR-001"), ("", "FR-001"), ("AC-002-01", "FR-002"), ("", "FR-002")
    ]  # fmt: skip
    assert (criteria[0].given, criteria[0].when, criteria[0].then) == (
        "a cart",
        "a code is applied",
        "the total falls.",
    )
    assert criteria[2].then == "a reason is shown"
    known = an_item_from(read)
    assert [fact.id for fact in known.of(Criterion)] == ["AC-001-01", "AC-001-02", "AC-002-01", "AC-002-02"]
    assert known.priority_of("FR-001") == "Must"
    assert (known.priority_of("FR-002"), known.priority_of("FR-004")) == ("Should", "Could")
    found = known.get("FR-002")
    assert found is not None
    assert known.confidence(found).label == "Low"


def test_the_other_sections_of_others_are_understood_too() -> None:
    read = read_back({SPEC: FOREIGN})
    assert [fact.text for fact in of(Problem, read)] == ["Refunds take too long and cost money."]
    assert [(fact.id, fact.category, fact.text) for fact in of(Quality, read)] == [
        ("NFR-001", "Performance", "under 200 ms")
    ]
    assert [fact.text for fact in of(OutOfScope, read)] == ["Gift cards"]
    assert [fact.text for fact in of(Assumption, read)] == ["Prices are gross"]
    assert [fact.text for fact in of(OpenQuestion, read)] == ["Who prints?"]


def test_what_is_not_understood_stays_as_text_of_its_section() -> None:
    notes = {(note.section, note.text) for note in of(Note, read_back({SPEC: FOREIGN}))}
    assert ("Strange Section", "Some words that fit nowhere.") in notes


def test_one_id_for_two_things_loses_neither() -> None:
    read = read_back({SPEC: "## R\n\n### FR-001: One\n\nFirst.\n\n### FR-001: Other\n\nSecond.\n"})
    assert [fact.text for fact in of(Requirement, read)] == ["First."]
    assert [fact.text for fact in of(Note, read)] == ["FR-001: Second."]


LAYOUTS = {
    "array": "[STORY]",
    "user_stories": '{"user_stories": [STORY]}',
    "stories": '{"version": 1, "stories": [STORY]}',
    "epics": '{"epics": [{"id": "E1", "title": "Codes", "stories": [STORY]}]}',
}


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
@pytest.mark.parametrize(
    "story",
    [
        {"id": "US-1", "title": "Redeem", "story": "As a shopper, I want to type a code, so that I pay less.", "traces": ["FR-1"], "acceptance_criteria": ["AC-001-01: Given a, When b, Then c"]},
        {"story_id": "US1", "name": "Redeem", "as_a": "shopper", "i_want": "to type a code", "so_that": "I pay less", "requirements": "FR-001", "acceptanceCriteria": [{"id": "AC-1.1", "given": "a", "when": "b", "then": "c"}]},
        {"id": "STORY-001", "summary": "Redeem", "description": "As a shopper I want to type a code so that I pay less", "requirement": "REQ-1", "acceptance_criteria": ["Given a, When b, Then c"]},
    ],
)  # fmt: skip
def test_stories_are_read_in_every_layout(layout: str, story: dict[str, Any]) -> None:
    read = read_back(
        {
            "user-stories.json": LAYOUTS[layout].replace("STORY", json.dumps(story)),
            SPEC: "## R\n\n### FR-001: Codes\n\nCodes.\n",
        }
    )
    (found,) = of(Story, read)
    assert (found.id, found.title, found.role, found.want, found.benefit) == (
        "US-001", "Redeem", "shopper", "to type a code", "I pay less"
    )  # fmt: skip
    assert found.requirements == ("FR-001",)
    known = an_item_from(read)
    assert [fact.id for fact in known.of(Criterion)] == ["AC-001-01"]
    assert known.of(Story)[0].criteria == ("AC-001-01",)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("FR-001", "FR-001"), ("FR1", "FR-001"), ("FR_12", "FR-012"), ("REQ-0007", "FR-007"), ("AC-1.2", "AC-001-02"), ("AC-001-02", "AC-001-02"),
        ("ADR-1", "ADR-0001"), ("US 3", "US-003"), ("XFR-1", ""), ("FR", ""), ("UTF-8", ""), ("fr-1", ""), ("FR-1-2-3", ""),
    ],
)  # fmt: skip
def test_identifiers_are_brought_to_one_form(text: str, found: str) -> None:
    assert canonical(text) == found


def test_references_and_leading_ids() -> None:
    assert references("FR-1, FR-001 and AC-1.2 (see UTF-8)") == ("FR-001", "AC-001-02")
    for text in (
        "FR-1: Apply",
        "**FR-001**: Apply",
        "FR-1 – Apply",
        "[FR-1] Apply",
        "**FR-1: Apply",
        "FR-1. Apply",
        "FR 1 Apply",
    ):
        lead = leading(text)
        assert lead is not None
        assert (canonical(lead[0]), lead[1]) == ("FR-001", "Apply"), text
    assert leading("see FR-1: Apply") is None


NAMES = (SPEC, "user-stories.json", "impact-analysis.md", "architecture-overview.md", "module-design.md", "interface-spec.yaml", "adr-0001-x.md",
         "data-flow.md", "error-taxonomy.md", "quick-scan.md", "traceability-matrix.csv", "nfr-matrix.md", "notes.txt", "interface-spec.md")  # fmt: skip


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(NAMES), TEXTS | st.text(), max_size=4))
def test_any_text_can_be_read_back(files: dict[str, str]) -> None:
    read = read_back(files)
    grown, _ = add(Analysis(), read)
    assert len({fact.id for fact in grown.facts}) == len(grown.facts)


@st.composite
def damaged(draw: st.DrawFn) -> dict[str, str]:
    """Our documents, one of them cut, doubled or sprinkled with rubbish."""
    documents = dict(render_documents(an_analysis(), CONTEXT))
    name = draw(st.sampled_from(sorted(documents)))
    text = documents[name]
    at = draw(st.integers(0, len(text)))
    documents[name] = draw(
        st.sampled_from([text[:at], text[at:], text[:at] + draw(TEXTS) + text[at:], text + text])
    )
    return documents


@settings(deadline=None, max_examples=40)
@given(damaged())
def test_damaged_documents_are_read_without_complaint(files: dict[str, str]) -> None:
    grown, _ = add(Analysis(), read_back(files))
    assert len({fact.id for fact in grown.facts}) == len(grown.facts)


@pytest.mark.slow
@pytest.mark.parametrize("name", [SPEC, "impact-analysis.md", "user-stories.json", "interface-spec.yaml"])
@pytest.mark.parametrize(
    "piece",
    ["| a ", "- **FR-001**: x\n", "`", "[" * 50 + "\n", "### FR-001: x\n", "word " * 20 + "\n", "*(", "> "],
)
def test_a_large_file_of_anything_is_read(name: str, piece: str) -> None:
    began = process_time()
    read = read_back({name: piece * (200_000 // len(piece))})
    assert isinstance(read, tuple)
    # Five seconds at most; what takes the square of the length, or worse, takes minutes.
    assert process_time() - began < 60


@pytest.mark.parametrize(
    ("style", "requirements", "criteria"),
    [
        ("bold_names", 3, 6),
        ("family", 3, 7),
        ("french", 2, 4),
        ("german", 2, 4),
        ("numbered_scenarios", 2, 5),
        ("spec_list", 4, 0),
        ("underlined", 2, 0),
        ("word_tables", 3, 3),
    ],
)
def test_items_in_other_house_styles_are_read_back(style: str, requirements: int, criteria: int) -> None:
    folder = Path(__file__).parent / "fixtures" / "foreign_items" / style
    facts = read_back({path.name: path.read_bytes().decode() for path in folder.iterdir()})
    found = [fact for fact in facts if isinstance(fact, Requirement)]
    assert [fact.id for fact in found] == [f"FR-{number:03d}" for number in range(1, requirements + 1)]
    assert all(fact.text for fact in found)
    assert not [fact.text for fact in facts if isinstance(fact, Note) and "SHALL" in fact.text]
    assert sum(isinstance(fact, Criterion) for fact in facts) >= criteria


def test_ids_of_another_shape_are_given_numbers_and_keep_what_belongs_to_them() -> None:
    folder = FIXTURES / "foreign_items" / "area_ids"
    known = an_item_from(
        read_back({path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()})
    )
    assert [fact.id for fact in known.of(Requirement)] == ["FR-001", "FR-002", "FR-003"]
    assert [(fact.id, fact.requirement) for fact in known.of(Criterion)] == [
        ("AC-001-01", "FR-001"), ("AC-001-02", "FR-001"), ("AC-002-01", "FR-002"), ("AC-003-01", "FR-003"), ("AC-003-02", "FR-003")
    ]  # fmt: skip
    assert [known.priority_of(fact.id) for fact in known.of(Requirement)] == ["Must", "Must", "Should"]


def test_an_error_without_a_code_and_an_id_is_still_an_error() -> None:
    table = "## Error Cases\n\n| When | What the user sees |\n| --- | --- |\n| The code has expired | It is over |\n"
    (error,) = of(ErrorCase, read_back({"error-taxonomy.md": f"# Errors\n\n{table}"}))
    assert (error.condition, error.message) == ("The code has expired", "It is over")
