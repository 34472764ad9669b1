"""The guards on sixty good and sixty bad thoughts beside code that was shown."""

from guards_thoughts import BAD, GOOD, SHELF, Case, a_talk, said
from roundtable.engine.briefing import Contribution, Thought
from roundtable.facts import BusinessRule, Constraint, Quality, UserType
from roundtable.facts.evidence import CodeAnchor, Inferred, Quote
from roundtable.minds.guards import Verdict, judge
from roundtable.minds.guards.figures import figures, targets


def verdict_of(case: Case) -> Verdict:
    return judge(case.thought, case.briefing, SHELF)


def stops(verdict: Verdict) -> bool:
    """Something of the thought is neither shown nor stored."""
    return bool(verdict.refusals or verdict.dropped)


def told(case: Case) -> str:
    thought = case.thought
    pieces = [piece.text for piece in thought.contributions]
    pieces += [thought.question.text] if thought.question else []
    pieces += [f"{fact.kind}: {fact.headline}" for fact in thought.facts]
    return f"{case.about}: {' | '.join(pieces) or thought!r}"[:200]


def test_at_least_57_of_60_bad_thoughts_are_caught() -> None:
    missed = [told(case) for case in BAD if not stops(verdict_of(case))]
    assert len(BAD) == 60
    assert len(missed) <= 3, "\n".join(missed)


def test_at_most_2_of_60_good_thoughts_are_refused() -> None:
    verdicts = [(case, verdict_of(case)) for case in GOOD]
    refused = [
        f"{told(case)} -> {verdict.reasons} {verdict.dropped}" for case, verdict in verdicts if stops(verdict)
    ]
    assert len(GOOD) == 60
    assert len(refused) <= 2, "\n".join(refused)


def test_one_doubtful_fact_never_costs_the_others_nor_the_words() -> None:
    doubtful = (
        UserType(name="auditor", evidence=(Quote(turn=2, start=0, end=7, text="our auditors"),)),
        Quality(category="speed", text="fast", target="5 ms", evidence=(said("Skip them"),)),
    )
    sound = BusinessRule(
        text="Never change the stock of a rejected row",
        evidence=(said("Never change the stock of a rejected row"),),
    )
    words = (Contribution(persona="business-analyst", text="So a rejected row is left alone."),)
    verdict = judge(Thought(contributions=words, facts=(doubtful[0], sound, doubtful[1])), a_talk(), SHELF)
    assert verdict.thought.facts == (sound,)
    assert verdict.thought.contributions == words
    assert verdict.may_be_said
    assert [refusal.operation for refusal in verdict.refusals][:2] == [
        'user_type "auditor"',
        'quality "fast"',
    ]


def test_what_is_refused_is_quoted_back() -> None:
    fact = Constraint(text="Files are kept for 90 days", evidence=(said("write them to a reject file"),))
    reasons = judge(Thought(facts=(fact,)), a_talk(), SHELF).reasons
    assert 'constraint "Files are kept for 90 days"' in reasons
    assert "90" in reasons.replace("90 days", "", 1)
    words = (Contribution(persona="business-analyst", text="Since you did not object, we go on."),)
    assert '"Since you did not object"' in judge(Thought(contributions=words), a_talk(), SHELF).reasons


def test_a_figure_that_the_cited_line_shows_is_no_invention() -> None:
    rule = BusinessRule(text="A batch has 500 rows", evidence=(Inferred(sources=("FR-001",)),))
    assert judge(Thought(facts=(rule,)), a_talk(), SHELF).refusals
    for line, fine in ((4, True), (9, False)):
        cited = rule.model_copy(update={"evidence": (CodeAnchor(path="stock/importer.py", line=line),)})
        assert judge(Thought(facts=(cited,)), a_talk(), SHELF).is_fine is fine


def test_ids_citations_and_names_are_no_figures_and_only_limits_and_measures_are_targets() -> None:
    assert figures("FR-002 and AC-001-01 at `core.py:41` use `retry3`, 1,200 rows and 7.5") == {"1200", "7.5"}
    assert figures("twice a week, v8.4", spelled=True) == {"2", "8.4"}
    assert targets("within 5 runs, 30 ms, 9 %, 12 mails a week, 8 or more") == {"5", "30", "9", "12", "8"}
    assert targets("row 17 of 40 rows costs 51 euros") == frozenset()
