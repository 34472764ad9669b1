"""Who changes their mind says two things in one breath: what is taken back, and what holds now."""

from typing import Any

import pytest

from guards_samples import MAYA
from play import shipped
from roundtable.analysis.analysis import Analysis, Turn
from roundtable.engine.briefing import Ask, Briefing, Task
from roundtable.facts import AnyFact, BusinessRule, Priority, Requirement
from roundtable.facts.evidence import Assumed
from roundtable.minds.guards import Verdict, judge
from roundtable.minds.llm.replies import read_reply, to_thought

FIRST = (
    "We need a keyword that skips zeros. Only the leading zeros go. It would be bad if a parser choked on it."
)
NEEDED = Requirement(id="FR-001", title="Keyword", text="The system shall offer a keyword that skips zeros.")
RULE = BusinessRule(id="BR-001", text="Only the leading zeros go.", requirement="FR-001")
RANK = Priority(id="PR-001", target="FR-001", level="Must", evidence=(Assumed(because="x"),))


def judged(said: str, question: str = "Is that right?", facts: tuple[AnyFact, ...] = (NEEDED, RULE, RANK), **reply: Any) -> Verdict:  # fmt: skip
    turns = (
        Turn(number=0, text="Zeros"),
        Turn(number=1, text=FIRST),
        Turn(number=2, question=question, text=said),
    )
    library = shipped()
    briefing = Briefing(
        task=Task(kind="converse", persona=MAYA),
        mode="conversation",
        persona=library.persona(MAYA),
        library=library,
        analysis=Analysis(slug="zeros", title="Zeros", turns=turns, facts=facts),
        asked=Ask(text=question),
        heard=turns[-1],
    )
    return judge(to_thought(read_reply(reply), briefing), briefing)


def amended(said: str, quote: str, value: str, fact_id: str = "BR-001", field: str = "text") -> bool:
    change = {"op": "amend", "id": fact_id, "field": field, "value": value, "quote": quote}
    return bool(judged(said, changes=[change]).thought.amended)


@pytest.mark.parametrize(
    "lead",
    [
        "I take that back: ",
        "Hm, no. I take that back: ",
        "No, actually ",
        "Scratch what I said about that: ",
        "Forget it: ",
        "I was wrong there: ",
        "I changed my mind. ",
    ],
)
@pytest.mark.parametrize("whole", [False, True])
def test_what_stands_behind_words_that_take_something_back_holds_now(lead: str, whole: bool) -> None:
    now = "every zero unit goes, wherever it stands"
    said = f"{lead}{now}, so exactly one day is short."
    quote = f"{lead}{now}" if whole else now
    assert amended(said, quote, "Every zero unit goes, wherever it stands.")
    rule = {"kind": "business_rule", "about": "FR-001", "text": "Every zero unit goes, wherever it stands.", "quote": quote}  # fmt: skip
    assert [fact.kind for fact in judged(said, items=[rule]).thought.facts] == ["business_rule"]


def test_what_is_taken_back_itself_holds_no_more() -> None:
    now = "Every zero unit goes, wherever it stands."
    assert not amended(f"{now} No, I take that back.", now, now)


@pytest.mark.parametrize("said", ["Exactly one day is short.", "The wait is longer than one day.", "They stay for one day."])  # fmt: skip
def test_one_day_is_a_time_and_not_some_day(said: str) -> None:
    rule = {"kind": "business_rule", "about": "FR-001", "text": said, "quote": said}
    assert judged(said, items=[rule]).thought.facts


# -- ranks -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "said", "level", "holds"),
    [
        ("Must it be read back?", "It would be bad if the keyword choked on it.", "Must", False),
        ("", "The keyword skips zeros.", "Must", False),
        ("", "The keyword is a must.", "Must", True),
        ("", "The keyword is a must.", "Should", False),
        ("", "The docs are a should, the keyword is a must.", "Should", False),
        ("", "FR-001 is not a Must.", "Must", False),
        ("Is the keyword a Must or a Should?", "The first.", "Must", True),
    ],
)
def test_a_rank_needs_words_that_give_it(question: str, said: str, level: str, holds: bool) -> None:
    item = {"kind": "priority", "about": "FR-001", "text": level, "value": level, "quote": said}
    assert bool(judged(said, question, (NEEDED,), items=[item]).thought.facts) == holds


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("And I never called anything a Must, take that off FR-001.", True),
        ("Nobody gave FR-001 a priority.", True),
        ("drop PR-001", True),
        ("FR-001 must be in.", False),
        ("No, FR-001 is a Must.", False),
        ("Yes, that is fine.", False),
    ],
)
def test_a_rank_goes_with_words_that_deny_it(said: str, goes: bool) -> None:
    withdrawn = judged(said, changes=[{"op": "withdraw", "id": "PR-001", "quote": said}]).thought.merged
    assert bool(withdrawn) == goes


@pytest.mark.parametrize(
    ("said", "level", "holds"),
    [
        ("FR-001 is not a Must, it is a Should.", "Should", True),
        ("FR-001 is not a Must, it is a Should.", "Could", False),
        ("The keyword skips zeros.", "Could", False),
    ],
)
def test_a_rank_changes_with_words_that_give_the_other(said: str, level: str, holds: bool) -> None:
    assert amended(said, said, level, "PR-001", "value") == holds
