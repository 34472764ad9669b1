"""When a document may be written first, what counts as covered, and which phase a document earns."""

import pytest

from play import a_state, shipped
from roundtable.analysis.analysis import Analysis
from roundtable.analysis.changes import add, retract
from roundtable.engine.coverage import Coverage, cover, cover_all
from roundtable.engine.thresholds import documents_at_end, phases_earned, ready_documents
from roundtable.facts import (
    BusinessRule,
    Criterion,
    DataFlow,
    Decision,
    DirectChange,
    ErrorCase,
    Fact,
    IndirectChange,
    Interface,
    Module,
    OpenQuestion,
    Option,
    Problem,
    Quality,
    Requirement,
    Story,
    UserType,
)
from roundtable.facts.evidence import Assumed, Confidence, Quote

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
    assert "README.md" in ready_documents(known(*WHO, *THREE), some, scanned=False)
    assert "nfr-matrix.md" not in ready_documents(known(*WHO, *THREE), some, scanned=False)
    fast = known(*WHO, *THREE, Quality(text="within a second"))
    assert "nfr-matrix.md" in ready_documents(fast, some, scanned=False)
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
    ready = ready_documents(decided, both, scanned=False)
    assert {"architecture-overview.md", "ADRs"} <= set(ready)
    assert "tech-stack-decision.md" not in ready, "nobody named a technology"
    assert "architecture-overview.md" not in ready_documents(decided, covered(architecture=50), scanned=False)
    guessed = known(Decision(title="d", choice="a", evidence=(Assumed(because="a guess"),)))
    assert "architecture-overview.md" not in ready_documents(guessed, both, scanned=False)


@pytest.mark.rule("X-83", "L-THR-04")
def test_a_decision_in_the_persons_own_words_needs_no_second_option() -> None:
    both = covered(architecture=10, technical_analysis=10)
    stated = known(Decision(title="d", choice="we keep it in one file, so that I can sort it"))
    assert "architecture-overview.md" in ready_documents(stated, both, scanned=False)


@pytest.mark.rule("X-84", "L-DONE-01")
def test_where_everything_is_settled_there_is_nothing_to_wait_for() -> None:
    settled = covered(architecture=100, technical_analysis=100, specification=100)
    assert {"architecture-overview.md", "module-design.md"} <= set(
        ready_documents(known(), settled, scanned=True)
    )


@pytest.mark.rule("X-82", "P-LOOP-09", "L-WRITE-09")
def test_a_requirement_without_a_check_counts_once_it_was_asked_about_or_is_an_open_point() -> None:
    some = covered(problem_discovery=10)
    bare = known(*WHO, *(Requirement(title=f"r{n}", text="It does.") for n in range(3)))
    assert "requirements-spec.md" not in ready_documents(bare, some, scanned=False)
    asked = bare.changed(answered=tuple(f"criterion: FR-00{n}" for n in (1, 2, 3)))
    assert "requirements-spec.md" in ready_documents(asked, some, scanned=False)
    open_points = [OpenQuestion(text="how?", about=f"FR-00{n}") for n in (1, 2, 3)]
    assert "requirements-spec.md" in ready_documents(add(bare, open_points)[0], some, scanned=False)


@pytest.mark.rule("X-84", "X-90", "T-GATE-01")
def test_at_the_end_the_gates_documents_are_due_and_others_only_with_something_to_say() -> None:
    gate = {
        "README.md",
        "quick-scan.md",
        "requirements-spec.md",
        "impact-analysis.md",
        "architecture-overview.md",
        "module-design.md",
    }
    assert set(documents_at_end(known())) == gate
    more = known(*WHO, *a_requirement(1), Interface(name="f"))
    assert set(documents_at_end(more)) == gate | {
        "user-stories.json",
        "traceability-matrix.csv",
        "interface-spec.md",
    }


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
    assert cover(topic, retract(some, "DC-001")) == nothing
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
    elsewhere = known(BusinessRule(text="one code per order", step_id="01-06"), UserType(name="u"))
    assert cover(topic, elsewhere).coverage_pct == 0
    own = known(BusinessRule(text="only admins may", step_id="security"))
    assert cover(topic, own).coverage_pct > 0
