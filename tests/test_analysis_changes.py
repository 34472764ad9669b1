"""The analysis changes only through its operations: ids are unique for ever, evidence decides confidence, staleness is named."""

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hostile import evidence, fact_of, facts
from roundtable.analysis.analysis import Analysis
from roundtable.analysis.changes import add, amend, confirm, dependants_of, hear, retract
from roundtable.facts import (
    FACT_TYPES,
    BusinessRule,
    Criterion,
    Decision,
    Fact,
    Priority,
    Requirement,
    Story,
    parse_fact,
)
from roundtable.facts.evidence import (
    Assumed,
    CodeAnchor,
    Confidence,
    Confirmed,
    Evidence,
    HandEdit,
    Inferred,
    Quote,
    confidence_from,
    overall,
)
from roundtable.facts.ids import is_temporary

SAID = Quote(turn=1, start=0, end=1, text="I")
GUESS = Assumed(because="nobody said it")
FEW = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
OPERATIONS = st.lists(
    st.tuples(st.sampled_from(["add", "add", "confirm", "retract", "amend", "hear"]), st.lists(facts(), min_size=1, max_size=4), st.integers(0, 50)),
    max_size=8,
)  # fmt: skip


def a_requirement(name: str = "", *given: Evidence) -> Requirement:
    return Requirement(
        id=f"new:{name}" if name else "", title=name or "t", text="It shall.", evidence=given or (SAID,)
    )


def an_analysis_with(*found: Fact) -> Analysis:
    return add(Analysis(), found)[0]


def replayed(operations: Sequence[tuple[str, list[Fact], int]]) -> list[Analysis]:
    """Every state the analysis went through."""
    states = [Analysis()]
    for operation, found, number in operations:
        now = states[-1]
        ids = [fact.id for fact in now.facts]
        chosen = ids[number % len(ids)] if ids else "FR-001"
        match operation:
            case "add":
                now, _ = add(now, found)
            case "confirm":
                now = confirm(now, [chosen], turn=number)
            case "retract":
                now = retract(now, chosen)
            case "amend":
                now = amend(now, chosen, {"step_id": str(number)}, (SAID,))
            case _:
                now, _ = hear(now, "words")
        states.append(now)
    return states


@FEW
@given(OPERATIONS)
def test_an_id_is_given_once_and_never_again(operations: list[tuple[str, list[Fact], int]]) -> None:
    owner: dict[str, str] = {}
    for state in replayed(operations):
        ids = [fact.id for fact in state.facts]
        assert len(ids) == len(set(ids))
        assert not set(ids) & set(state.retracted)
        for fact in state.facts:
            assert not is_temporary(fact.id)
            assert owner.setdefault(fact.id, fact.kind) == fact.kind


@FEW
@given(OPERATIONS)
def test_every_fact_has_evidence_and_nothing_gone_is_stale(
    operations: list[tuple[str, list[Fact], int]],
) -> None:
    for state in replayed(operations):
        assert all(fact.evidence for fact in state.facts)
        assert set(state.stale) <= set(state.by_id)


@FEW
@given(OPERATIONS)
def test_saved_and_loaded_it_is_the_same(operations: list[tuple[str, list[Fact], int]]) -> None:
    last = replayed(operations)[-1]
    assert Analysis.model_validate_json(last.model_dump_json()) == last


@pytest.mark.parametrize("kind", sorted(FACT_TYPES))
def test_every_kind_of_fact_survives_being_saved(kind: str) -> None:
    @settings(max_examples=10)
    @given(fact_of(kind))
    def check(fact: Fact) -> None:
        assert parse_fact(fact.model_dump()) == fact

    check()


def test_a_retracted_number_leaves_a_gap() -> None:
    known = an_analysis_with(a_requirement("a"), a_requirement("b"))
    known = retract(known, "FR-002")
    known, _ = add(known, [a_requirement("c")])
    assert [fact.id for fact in known.facts] == ["FR-001", "FR-003"]


def test_an_id_from_outside_counts_as_given() -> None:
    known = an_analysis_with(Requirement(id="FR-007", title="t", text="x", evidence=(SAID,)))
    known, _ = add(known, [a_requirement(), Criterion(requirement="FR-007", text="x", evidence=(SAID,))])
    assert [fact.id for fact in known.facts] == ["FR-007", "FR-008", "AC-007-01"]
    same, _ = add(known, [Requirement(id="FR-007", title="other", text="y", evidence=(SAID,))])
    assert same.facts == known.facts


def test_facts_of_one_thought_find_each_other_whatever_their_order() -> None:
    known = an_analysis_with(
        Criterion(id="new:c", requirement="new:r", text="x", evidence=(SAID,)),
        Story(title="s", role="r", want="w", requirements=("new:r",), criteria=("new:c",), evidence=(Inferred(sources=("new:r",)),)),
        a_requirement("r"),
    )  # fmt: skip
    (story,) = known.of(Story)
    assert (story.requirements, story.criteria) == (("FR-001",), ("AC-001-01",))
    assert story.evidence == (Inferred(sources=("FR-001",)),)


@pytest.mark.rule("L-CONF-02", "L-COV-08")
@pytest.mark.parametrize(
    ("given_evidence", "expected"),
    [
        ((SAID,), Confidence.HIGH),
        ((Assumed(because="x"), Confirmed(turn=2)), Confidence.HIGH),
        ((HandEdit(document="d"),), Confidence.HIGH),
        ((HandEdit(document="d", marked=Confidence.LOW),), Confidence.LOW),
        ((HandEdit(document="d", marked=Confidence.LOW), Confirmed(turn=1)), Confidence.HIGH),
        ((SAID, CodeAnchor(path="a.py"), Inferred()), Confidence.MEDIUM),
        ((SAID, Inferred()), Confidence.MEDIUM),
        ((CodeAnchor(path="a.py"),), Confidence.LOW),
        ((CodeAnchor(path="a.py"), Inferred()), Confidence.LOW),
        ((SAID, GUESS), Confidence.LOW),
        ((), Confidence.LOW),
    ],
)
def test_confidence_follows_from_the_evidence(
    given_evidence: tuple[Evidence, ...], expected: Confidence
) -> None:
    assert confidence_from(given_evidence) is expected


@given(st.lists(evidence(), max_size=4))
def test_confirming_raises_confidence_to_high(given_evidence: list[Evidence]) -> None:
    known = an_analysis_with(a_requirement("a", *given_evidence))
    known = confirm(known, ["FR-001"], turn=3)
    assert known.confidence(known.facts[0]) is Confidence.HIGH


def test_confidence_of_an_inference_moves_with_its_source() -> None:
    known = an_analysis_with(
        a_requirement("a", GUESS), BusinessRule(text="r", evidence=(Inferred(sources=("new:a",)),))
    )
    rule = known.of(BusinessRule)[0]
    assert known.confidence(rule) is Confidence.LOW
    known = confirm(known, ["FR-001"], turn=1)
    assert known.confidence(rule) is Confidence.MEDIUM


def test_two_inferences_that_rest_on_each_other_end() -> None:
    known = an_analysis_with(
        BusinessRule(id="new:a", text="a", evidence=(Inferred(sources=("new:b",)),)),
        BusinessRule(id="new:b", text="b", evidence=(Inferred(sources=("new:a",)),)),
    )
    assert {known.confidence(fact) for fact in known.facts} == {Confidence.LOW}
    assert dependants_of(known, "BR-001") == ("BR-002",)


def test_a_long_and_tangled_chain_of_inferences_has_an_answer() -> None:
    links = [
        BusinessRule(
            id=f"BR-{n:04d}", text="r", evidence=(Inferred(sources=(f"BR-{n - 1:04d}", f"BR-{n - 2:04d}")),)
        )
        for n in range(3, 3000)
    ]
    known = an_analysis_with(
        BusinessRule(id="BR-0001", text="r", evidence=(SAID,)),
        BusinessRule(id="BR-0002", text="r", evidence=(GUESS,)),
        *links,
    )
    assert known.confidence(known.facts[-1]) is Confidence.MEDIUM


def test_a_document_whose_facts_differ_is_mixed() -> None:
    assert overall([Confidence.HIGH, Confidence.LOW]) == "Mixed"
    assert overall([Confidence.MEDIUM]) == "Medium"
    assert overall([]) == "Low"


CHAIN = (
    a_requirement("a"),
    a_requirement("b"),
    Criterion(id="new:c", requirement="new:a", text="x", evidence=(SAID,)),
    Story(title="s", role="r", want="w", criteria=("new:c",), evidence=(SAID,)),
    Decision(title="d", choice="c", requirements=("new:b",), evidence=(SAID,)),
    Priority(target="new:a", level="Must", evidence=(SAID,)),
)


def test_amending_names_exactly_what_rests_on_it() -> None:
    known = amend(an_analysis_with(*CHAIN), "AC-001-01", {"text": "y"}, (SAID,))
    assert known.stale == {"US-001": ("AC-001-01",)}
    criterion = known.get("AC-001-01")
    assert isinstance(criterion, Criterion)
    assert criterion.text == "y"


def test_amending_without_a_change_changes_nothing() -> None:
    known = an_analysis_with(*CHAIN)
    assert amend(known, "FR-001", {"text": "It shall."}) is known


def test_retracting_takes_what_belongs_and_marks_what_depended() -> None:
    before = an_analysis_with(*CHAIN)
    known = retract(before, "FR-001")
    assert set(before.by_id) - set(known.by_id) == {"FR-001", "AC-001-01", "PR-001"}
    assert set(known.stale) == {"US-001"}
    assert set(known.stale["US-001"]) == {"FR-001", "AC-001-01"}
    assert "ADR-0001" not in known.stale


def test_confirming_or_looking_again_ends_staleness() -> None:
    stale = amend(an_analysis_with(*CHAIN), "FR-002", {"text": "y"}, (SAID,))
    assert "ADR-0001" in stale.stale
    assert confirm(stale, ["ADR-0001"], turn=1).stale == {}


@FEW
@given(OPERATIONS, st.integers(0, 50))
def test_a_change_leaves_every_fact_it_does_not_name_alone(
    operations: list[tuple[str, list[Fact], int]], number: int
) -> None:
    before = replayed(operations)[-1]
    if not before.facts:
        return
    chosen = before.facts[number % len(before.facts)].id
    for after in (amend(before, chosen, {"step_id": "x"}, (GUESS,)), retract(before, chosen)):
        for fact in before.facts:
            if fact.id not in after.by_id:
                assert fact.id == chosen or chosen in fact.references
            elif fact.id != chosen:
                assert after.get(fact.id) == fact
                assert after.stale.get(fact.id, ()) >= before.stale.get(fact.id, ())


def test_unknown_ids_are_no_trouble() -> None:
    known = an_analysis_with(*CHAIN)
    assert retract(known, "FR-999") is known
    assert amend(known, "FR-999", {}) is known
    assert confirm(known, ["FR-999"], turn=1) == known


def test_turns_are_numbered_from_one_and_kept_word_for_word() -> None:
    known, first = hear(Analysis(), "  Ünï\ncode ")
    known, second = hear(known, "", question="why?", persona="business-analyst")
    assert (first.number, second.number) == (1, 2)
    assert known.turns[0].text == "  Ünï\ncode "
