"""The guards on a hundred and more thoughts that break a rule, and as many that only look like it."""

import pytest

from guards_samples import BROKEN, FINE, Sample
from roundtable.minds.guards import Verdict, judge


def words_of(sample: Sample) -> str:
    thought = sample.thought
    pieces = [piece.text for piece in thought.contributions]
    pieces += [thought.question.text] if thought.question else []
    pieces += [f"{fact.kind}: {fact.headline}" for fact in thought.facts]
    return f"{sample.family}: {' | '.join(pieces) or thought!r}"[:160]


def stops(verdict: Verdict) -> bool:
    """Nothing of what broke the rule is shown or stored as it was."""
    return bool(verdict.refusals or verdict.dropped)


@pytest.mark.rule("E-VOICE-01", "E-VOICE-02", "E-VOICE-03", "E-VOICE-05")
@pytest.mark.rule("L-CONV-01", "L-CONV-02", "L-CONV-03", "L-CONV-04", "L-CONV-05")
def test_at_least_95_of_100_broken_thoughts_are_caught() -> None:
    missed = [words_of(sample) for sample in BROKEN if not stops(judge(sample.thought, sample.briefing))]
    assert len(BROKEN) >= 100
    assert len(missed) <= len(BROKEN) * 0.05, missed


def test_at_most_5_of_100_fine_thoughts_raise_an_alarm() -> None:
    verdicts = [(sample, judge(sample.thought, sample.briefing)) for sample in FINE]
    alarms = [f"{words_of(sample)} -> {v.reasons} {v.dropped}" for sample, v in verdicts if stops(v)]
    assert len(FINE) >= 100
    assert len(alarms) <= len(FINE) * 0.05, alarms


def test_every_refusal_says_what_to_do_in_words() -> None:
    refusals = [refusal for s in BROKEN for refusal in judge(s.thought, s.briefing).refusals]
    assert refusals
    assert all(len(refusal.reason.split()) >= 4 and refusal.reason.endswith(".") for refusal in refusals)


def test_judging_twice_gives_the_same_and_a_mended_thought_passes() -> None:
    for sample in FINE:
        verdict = judge(sample.thought, sample.briefing)
        again = judge(verdict.thought, sample.briefing)
        assert again.is_fine or not verdict.is_fine
        assert again.thought == verdict.thought
