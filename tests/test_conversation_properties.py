"""Whatever people type, the table keeps its manners: random talks through engine and offline mind."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conversation_people import answers, drafts
from rehearsal import Rehearsal, shipped_library
from roundtable.analysis.content import Persona
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
    Heard,
    QuestionAsked,
    Said,
    Undone,
)
from roundtable.engine.finishing import CHECKING
from roundtable.engine.place import Aside, InConversation
from roundtable.engine.state import SessionState
from roundtable.engine.thresholds import documents_at_end, ready_documents

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
EACH = {
    text
    for topic in shipped_library().topics
    for text, tag in zip(topic.coverage_criteria, topic.met_by, strict=True)
    if ":per" in tag
}
"""What is wanted for each requirement is open again when a further one comes."""
PERSONAS = {"business-analyst", "solutions-architect", "system-designer"}
YES_OR_NO = {"assent", "denial"}
talks = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


class Watcher:
    """Looks at every batch of events for what must never happen."""

    def __init__(self) -> None:
        self.before: dict[str, int] = {}
        self.asked: list[str] = []
        self.answered: list[str] = []

    def __call__(self, state: SessionState, events: tuple[AnyEvent, ...]) -> None:
        for event in events:
            if isinstance(event, Said) and event.persona is not None and event.text != CHECKING:
                assert violations(event.text) == (), event.text
            if isinstance(event, QuestionAsked):
                self.note(event.ask.text)
            if isinstance(event, Heard) and event.keep and {act.kind for act in event.acts} - YES_OR_NO:
                self.answered.append(event.question)  # neither answers a question that begins with "what"
            if isinstance(event, Undone):
                self.answered = self.answered[:-1]
            if isinstance(event, DocumentsDue) and not (event.early or event.final):
                self.due(state, event)
        now = {
            item.topic_id: len(set(item.criteria_met) - EACH)
            for item in cover_all(state.library, state.analysis)
        }
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

    def due(self, state: SessionState, event: DocumentsDue) -> None:
        """While people talk a document comes when it is ready, or was there; the rest when nothing is left to ask."""
        coverage = cover_all(state.library, state.analysis)
        names = set(ready_documents(state.analysis, coverage, scanned=state.scan is not None))
        names |= set(state.analysis.written)
        if "architecture-overview.md" in names:
            names.add("ADRs")
        if isinstance(state.place, InConversation) and state.place.stage == "completing":
            assert all(item.is_covered or item.topic_id in state.analysis.declined for item in coverage)
            names |= set(documents_at_end(state.analysis))
        assert set(event.names) <= names

    def note(self, question: str) -> None:
        """What was answered is not asked again, unless the answer was taken back or was about something else."""
        if self.asked[-1:] != [question]:
            assert question not in self.answered, question
            self.asked.append(question)


def own_words(text: str) -> str:
    """What the table says itself: without the person's words in quotation marks and names of code."""
    return re.sub(r'“[^”]*”|"[^"]*"|`[^`]*`', "", text)


def speakable(persona: Persona, text: str) -> bool:
    return not any(re.search(rule, own_words(text)) for rule in persona.voice.forbidden)


def in_voice(briefing: Briefing, thought: Thought) -> None:
    for piece in thought.contributions:
        persona = briefing.library.persona(piece.persona)
        assert speakable(persona, piece.text), (piece.persona, piece.text)
        told = re.sub(r"What else(?:, tests or docs that come along)?\?$", "", piece.text)
        assert "?" not in own_words(told)
    if thought.question is not None:
        asker = briefing.library.persona(thought.question.persona or "")
        assert speakable(asker, thought.question.text)
        assert own_words(thought.question.text).count("?") == 1


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
@settings(parent=talks, max_examples=120)
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


def answers_given(table: Rehearsal) -> int:
    """Exchanges so far: a doubt, a command or a word of talk is none."""
    place = table.state.place
    here = place.back if isinstance(place, Aside) else place
    return here.exchanges if isinstance(here, InConversation) else 0


@pytest.mark.slow
@pytest.mark.rule("L-CONV-06")
@settings(parent=talks, max_examples=60)
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
    for text in (*said, *["Support agents lose an hour a day."] * 3):
        if table.ended is not None or answers_given(table) == 2:
            break
        table.hear(text)
    spoke = {event.persona for event in table.events if isinstance(event, Said) and event.persona}
    assert spoke >= PERSONAS
