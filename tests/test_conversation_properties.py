"""Whatever people type, the table keeps its manners: random talks through engine and offline mind."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conversation_people import answers, drafts
from rehearsal import Rehearsal
from roundtable.analysis.phases import ANALYSIS_PHASES
from roundtable.analysis.scanning import (
    Edge,
    EntryPoint,
    FileCount,
    Impact,
    Impacted,
    Keyword,
    OrderedChange,
    RankedFile,
    RiskZone,
    ScanResult,
)
from roundtable.analysis.status import derive_status
from roundtable.engine.briefing import Briefing, Thought
from roundtable.engine.conversation_rules import violations
from roundtable.engine.coverage import cover_all
from roundtable.engine.events import (
    AnyEvent,
    Awaited,
    DocumentsDue,
    Ended,
    FactsRecorded,
    QuestionAsked,
    Said,
    Undone,
)
from roundtable.engine.state import SessionState
from roundtable.engine.thresholds import ready_documents
from roundtable.engine.wrapping_up import CHECKING
from roundtable.minds.facilitator.manner import speakable

EMPTY = ScanResult(description="")
FOUND = ScanResult(
    description="",
    keywords=(Keyword(word="discount", hits=2, files=("shop/cart.py",)),),
    files=(RankedFile(path="shop/cart.py", score=1.0, reasons=("names it",), language="Python"),),
    impact=Impact(
        direct=(Impacted(path="shop/cart.py", reason="names it"),),
        indirect=(Impacted(path="shop/checkout.py", reason="imports it", via="shop/cart.py"),),
        edges=(Edge(source="shop/checkout.py", target="shop/cart.py", kind="imports"),),
    ),
    entry_points=(EntryPoint(path="shop/checkout.py", name="checkout", kind="command"),),
    risk_zones=(RiskZone(path="shop/cart.py", level="high", reasons=("no test reaches it",)),),
    implementation_order=(OrderedChange(position=1, path="shop/cart.py", reason="first"),),
    file_count=FileCount(total=2, modify=2),
    scope_reason="two files",
    languages=(("Python", 2),),
    total_files=5,
)
SHORT = ("yes", "fast and simple", "no idea", "Support agents", "Phase 03: [C]", "顾客")
PERSONAS = {"business-analyst", "solutions-architect", "system-designer"}
talks = settings(
    max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


class Watcher:
    """Looks at every batch of events for what must never happen."""

    def __init__(self) -> None:
        self.before: dict[str, int] = {}
        self.asked: list[str] = []

    def __call__(self, state: SessionState, events: tuple[AnyEvent, ...]) -> None:
        for event in events:
            if isinstance(event, Said) and event.persona is not None and event.text != CHECKING:
                assert violations(event.text) == (), event.text
            if isinstance(event, QuestionAsked):
                self.note(event.ask.text)
            if isinstance(event, DocumentsDue) and not (event.early or event.final):
                coverage = cover_all(state.library, state.analysis)
                ready = ready_documents(state.analysis, coverage, scanned=state.scan is not None)
                assert set(event.names) <= set(ready)
        now = {item.topic_id: len(item.criteria_met) for item in cover_all(state.library, state.analysis)}
        taken_back = any(
            isinstance(event, Undone)
            or (isinstance(event, FactsRecorded) and (event.retracted or event.amended))
            for event in events
        )
        if not taken_back:
            assert all(now[topic] >= count for topic, count in self.before.items())
        self.before = now
        if derive_status(state.progress.phases_completed) == "analyzed":
            assert set(state.progress.phases_completed) >= set(ANALYSIS_PHASES)

    def note(self, question: str) -> None:
        """A question comes once; put again after a recap or an undo it is still the same one."""
        bare = re.sub(r"^So far I have .*?\. ", "", question)
        if self.asked[-1:] != [bare]:
            assert bare not in self.asked, question
            self.asked.append(bare)


def in_voice(briefing: Briefing, thought: Thought) -> None:
    for piece in thought.contributions:
        persona = briefing.library.persona(piece.persona)
        assert speakable(persona, piece.text), (piece.persona, piece.text)
        assert "?" not in piece.text
    if thought.question is not None:
        asker = briefing.library.persona(thought.question.persona or "")
        assert speakable(asker, thought.question.text)
        assert thought.question.text.count("?") == 1
        assert len(thought.question.text.split()) <= 30


@pytest.mark.slow
@pytest.mark.rule(
    "L-CONV-01",
    "L-CONV-02",
    "L-CONV-03",
    "L-CONV-04",
    "L-CONV-05",
    "L-STEER-02",
    "L-COV-07",
    "L-THR-09",
    "L-OPEN-06",
    "L-META-02",
)
@settings(parent=talks, max_examples=400)
@given(draft=drafts(), said=answers(most=18), scan=st.sampled_from([None, EMPTY, FOUND]))
def test_no_talk_breaks_a_rule_repeats_a_question_or_writes_too_early(
    draft: str, said: list[str], scan: ScanResult | None
) -> None:
    table = Rehearsal(draft, scan=scan, watch=Watcher(), listen=in_voice)
    table.begin()
    for text in said:
        if table.ended is not None:
            break
        before = len(table.events)
        spoken = table.hear(text)
        batch = table.events[before:]
        assert [event for event in batch if isinstance(event, Awaited | Ended)] == batch[-1:]
        assert sum(line.say == "question" for line in spoken) <= 1


@pytest.mark.slow
@pytest.mark.rule("L-CONV-06")
@settings(parent=talks, max_examples=200)
@given(
    draft=drafts(),
    said=st.lists(st.sampled_from(SHORT), min_size=2, max_size=2),
    scan=st.sampled_from([None, EMPTY, FOUND]),
)
def test_all_three_have_spoken_by_the_third_response(
    draft: str, said: list[str], scan: ScanResult | None
) -> None:
    table = Rehearsal(draft, scan=scan)
    table.begin()
    for text in said:
        table.hear(text)
    spoke = {event.persona for event in table.events if isinstance(event, Said) and event.persona}
    assert spoke >= PERSONAS
