"""What items have to do with each other is told from their facts, exactly or not at all."""

from roundtable.analysis.analysis import Analysis, Turn
from roundtable.analysis.between_items import Remark, between_items
from roundtable.facts import (
    AnyFact,
    BusinessRule,
    Decision,
    DirectChange,
    NoChange,
    OutOfScope,
    Quality,
    Requirement,
)
from roundtable.facts.evidence import Quote

SAID = (Quote(turn=0, start=0, end=1, text="x"),)


def item(slug: str, *facts: AnyFact, draft: str = "", source_id: str | None = None) -> Analysis:
    return Analysis(slug=slug, source_id=source_id, turns=(Turn(number=0, text=draft),), facts=facts)


def change(path: str, how: str = "modify") -> DirectChange:
    return DirectChange.model_validate({"id": "DC-001", "path": path, "change": how, "evidence": SAID})


def rule(text: str) -> BusinessRule:
    return BusinessRule(id="BR-001", text=text, evidence=SAID)


def kinds(remarks: tuple[Remark, ...]) -> list[tuple[str, tuple[str, ...]]]:
    return [(remark.kind, remark.items) for remark in remarks]


def test_items_that_change_one_file_are_named_together() -> None:
    found = between_items([item("b", change("x.py")), item("a", change("x.py"), change("y.py")), item("c")])
    assert found == (Remark("same file", ("a", "b"), "x.py is in the plans of a and b."),)


def test_a_sentence_that_differs_only_in_its_figure_is_a_contradiction_and_a_similar_one_is_not() -> None:
    thirty, fourteen = rule("A code is valid for 30 days."), rule("a code is valid for 14 days")
    found = between_items(
        [item("a", thirty), item("b", fourteen), item("c", rule("A code is valid for weeks."))]
    )
    assert kinds(found) == [("contradiction", ("a", "b"))]
    assert "“A code is valid for 30 days.”" in found[0].text
    assert between_items([item("a", thirty), item("b", thirty)]) == ()
    assert between_items([item("a", thirty), item("b", rule("A voucher is valid for 14 days."))]) == ()


def test_two_statements_of_one_item_are_that_items_own_business() -> None:
    other = BusinessRule(id="BR-002", text="A code is valid for 14 days.", evidence=SAID)
    assert between_items([item("a", rule("A code is valid for 30 days."), other)]) == ()


def test_one_metric_with_two_targets_and_one_decision_with_two_choices_contradict() -> None:
    fast = Quality(id="NFR-001", text="Fast.", metric="Response time", target="200 ms", evidence=SAID)
    slow = Quality(id="NFR-001", text="Slow.", metric="response time", target="2 s", evidence=SAID)
    assert kinds(between_items([item("a", fast), item("b", slow)])) == [("contradiction", ("a", "b"))]
    csv = Decision(id="ADR-0001", title="Export format", choice="CSV", evidence=SAID)
    json = Decision(id="ADR-0001", title="Export format", choice="JSON", evidence=SAID)
    assert kinds(between_items([item("a", csv), item("b", json)])) == [("contradiction", ("a", "b"))]


def test_what_one_item_wants_and_another_leaves_out_or_untouched_is_a_contradiction() -> None:
    wanted = Requirement(id="FR-001", title="Export", text="Managers export CSV.", evidence=SAID)
    left = OutOfScope(id="OUT-001", text="Managers export CSV", evidence=SAID)
    assert kinds(between_items([item("a", wanted), item("b", left)])) == [("contradiction", ("b", "a"))]
    kept = NoChange(id="NC-001", text="Not there.", path="x.py", evidence=SAID)
    assert kinds(between_items([item("a", change("x.py")), item("b", kept)])) == [
        ("contradiction", ("a", "b"))
    ]


def test_an_item_that_names_another_or_needs_its_file_depends_on_it() -> None:
    named = item("dark-mode", draft="After export-report and #20.")
    others = (item("export-report"), item("pay-later", source_id="#20"), item("export"))
    assert kinds(between_items([named, *others])) == [
        ("dependency", ("dark-mode", "export-report")),
        ("dependency", ("dark-mode", "pay-later")),
    ]
    made = between_items([item("a", change("new.py", "create")), item("b", change("new.py"))])
    assert ("dependency", ("b", "a")) in kinds(made)
