"""When a document may be written first, what counts as covered, and which phase a document earns."""

import pytest

from play import a_state, shipped
from roundtable.analysis.analysis import Analysis
from roundtable.analysis.changes import add, retract
from roundtable.analysis.evidence import Assumed, Confidence, Quote
from roundtable.analysis.facts import (
    Criterion,
    DataFlow,
    Decision,
    DirectChange,
    ErrorCase,
    Fact,
    IndirectChange,
    Interface,
    Module,
    Option,
    Problem,
    Requirement,
    Story,
    UserType,
)
from roundtable.engine.coverage import Coverage, cover, cover_all
from roundtable.engine.thresholds import phases_earned, ready_documents

SAID = (Quote(turn=1, start=0, end=1, text="x"),)


def known(*facts: Fact) -> Analysis:
    told = [fact.model_copy(update={"evidence": fact.evidence or SAID}) for fact in facts]
    return add(Analysis(slug="x"), told)[0]


def covered(**percent: int) -> tuple[Coverage, ...]:
    """Topics covered to these percentages; the others not at all."""
    found: list[Coverage] = []
    for topic in shipped().topics:
        part = percent.get(topic.topic_id.replace("-", "_"), 0)
        total = tuple(str(n) for n in range(100))
        found.append(
            Coverage(
                topic_id=topic.topic_id,
                criteria_met=total[:part],
                criteria_total=total,
                confidence=Confidence.HIGH,
            )
        )
    return tuple(found)


def a_requirement(number: int) -> tuple[Fact, ...]:
    return (
        Requirement(id=f"new:{number}", title=f"r{number}", text="The system shall do it."),
        Criterion(requirement=f"new:{number}", text="it is done"),
    )


WHO = (Problem(text="it hurts"), UserType(name="shopper"))
THREE = (*a_requirement(1), *a_requirement(2), *a_requirement(3))


@pytest.mark.rule("L-THR-01")
def test_the_quick_scan_needs_only_the_scan() -> None:
    assert ready_documents(known(), covered(), scanned=True) == ("quick-scan.md",)
    assert ready_documents(known(), covered(), scanned=False) == ()


@pytest.mark.rule("L-THR-02", "X-77")
def test_requirements_need_problem_user_and_three_requirements_with_criteria_or_the_word_that_this_is_all() -> (
    None
):
    some = covered(problem_discovery=10)
    assert "requirements-spec.md" in ready_documents(known(*WHO, *THREE), some, scanned=False)
    assert "nfr-matrix.md" in ready_documents(known(*WHO, *THREE), some, scanned=False)
    assert "requirements-spec.md" not in ready_documents(known(*WHO, *THREE), covered(), scanned=False)
    assert "requirements-spec.md" not in ready_documents(known(WHO[0], *THREE), some, scanned=False)
    one = known(*WHO, *a_requirement(1))
    assert "requirements-spec.md" not in ready_documents(one, some, scanned=False)
    assert "requirements-spec.md" in ready_documents(
        one.changed(none_of=("requirement",)), some, scanned=False
    )


@pytest.mark.rule("L-THR-03")
def test_the_impact_analysis_needs_the_scan_and_a_direct_change() -> None:
    facts = known(DirectChange(path="a.py"), IndirectChange(path="b.py"))
    some = covered(technical_analysis=10)
    assert "impact-analysis.md" in ready_documents(facts, some, scanned=True)
    assert "impact-analysis.md" not in ready_documents(facts, some, scanned=False)
    assert "impact-analysis.md" not in ready_documents(known(), some, scanned=True)


@pytest.mark.rule("L-WRITE-10", "L-THR-04", "X-38")
def test_the_architecture_needs_a_decision_between_options_and_the_technical_analysis_begun() -> None:
    options = (Option(id="new:a", title="a"), Option(id="new:b", title="b"))
    decided = known(*options, Decision(title="d", choice="a", options=("new:a", "new:b")))
    both = covered(architecture=10, technical_analysis=10)
    assert {"architecture-overview.md", "ADRs", "tech-stack-decision.md"} <= set(
        ready_documents(decided, both, scanned=False)
    )
    assert "architecture-overview.md" not in ready_documents(decided, covered(architecture=50), scanned=False)
    assert "architecture-overview.md" not in ready_documents(
        known(Decision(title="d", choice="a")), both, scanned=False
    )


@pytest.mark.rule("L-THR-05", "L-THR-06", "L-THR-07", "L-THR-08", "L-WRITE-11", "X-39")
def test_design_documents_wait_for_a_firm_architecture_and_for_what_they_show() -> None:
    options = (Option(id="new:a", title="a"), Option(id="new:b", title="b"))
    facts = known(
        *options,
        Decision(title="d", choice="a", options=("new:a", "new:b")),
        Module(name="m", responsibility="does one thing"),
        Interface(name="f"),
        DataFlow(title="flow"),
        ErrorCase(condition="it fails"),
    )
    firm = covered(specification=50, architecture=100, technical_analysis=10)
    assert {"module-design.md", "interface-spec.md", "data-flow.md", "error-taxonomy.md"} <= set(
        ready_documents(facts, firm, scanned=False)
    )
    assert "design-summary.md" not in ready_documents(facts, firm, scanned=False)
    full = covered(specification=100, architecture=100, technical_analysis=10)
    assert "design-summary.md" in ready_documents(facts, full, scanned=False)
    loose = covered(specification=50, architecture=99, technical_analysis=10)
    assert "module-design.md" not in ready_documents(facts, loose, scanned=False)
    nameless = known(*options, Decision(title="d", choice="a", options=("new:a", "new:b")), Module(name="m"))
    assert "module-design.md" not in ready_documents(nameless, firm, scanned=False)


@pytest.mark.rule("L-THR-07")
def test_stories_follow_the_requirements_and_the_matrix_waits_for_the_whole_topic() -> None:
    facts = known(*WHO, *THREE, Story(title="s", role="shopper", want="to pay"))
    some = covered(problem_discovery=10, requirements_definition=50)
    assert "user-stories.json" in ready_documents(facts, some, scanned=False)
    assert "traceability-matrix.csv" not in ready_documents(facts, some, scanned=False)
    whole = covered(problem_discovery=10, requirements_definition=100)
    assert "traceability-matrix.csv" in ready_documents(facts, whole, scanned=False)


@pytest.mark.rule("L-META-04")
def test_phases_follow_from_documents_in_any_order() -> None:
    assert phases_earned(["data-flow.md", "quick-scan.md", "user-stories.json"]) == (
        "00-quick-scan",
        "04-design",
    )
    assert phases_earned(["architecture-overview.md", "impact-analysis.md", "requirements-spec.md"]) == (
        "01-requirements",
        "02-impact-analysis",
        "03-architecture",
    )


@pytest.mark.rule("L-COV-06", "L-COV-07", "L-COV-08", "L-COV-09", "X-74")
def test_coverage_is_counted_from_facts_and_falls_only_when_they_are_taken_back() -> None:
    topic = next(topic for topic in shipped().topics if topic.topic_id == "technical-analysis")
    nothing = cover(topic, known())
    assert (nothing.coverage_pct, nothing.confidence) == (0, Confidence.LOW)
    some = known(DirectChange(path="a.py"))
    part = cover(topic, some)
    assert 0 < part.coverage_pct < 100
    assert part.confidence is Confidence.HIGH
    assert cover(topic, retract(some, "DC-001")[0]) == nothing
    guessed = known(DirectChange(path="a.py", evidence=(Assumed(because="a guess"),)))
    assert cover(topic, guessed).confidence is Confidence.LOW


@pytest.mark.rule("L-COV-10", "L-COV-11")
def test_a_topic_that_an_item_made_elsewhere_calls_covered_stays_covered() -> None:
    library = shipped()
    assert [c.topic_id for c in cover_all(library, known())] == [t.topic_id for t in library.topics]
    elsewhere = known().changed(covered=("architecture",))
    assert [c.topic_id for c in cover_all(library, elsewhere) if c.is_covered] == ["architecture"]
    assert a_state().analysis.covered == ()


def test_only_what_was_gathered_for_security_counts_for_security() -> None:
    topic = next(topic for topic in shipped().topics if topic.topic_id == "security")
    elsewhere = known(*(ErrorCase(condition=str(n), step_id="04-04") for n in range(9)), UserType(name="u"))
    assert cover(topic, elsewhere).coverage_pct == 0
    own = known(*(ErrorCase(condition=str(n), step_id="security") for n in range(2)))
    assert cover(topic, own).coverage_pct > 0
