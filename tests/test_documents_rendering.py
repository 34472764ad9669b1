"""Documents from the analysis: what each says, once and in the person's words, and the bytes themselves."""

import csv
import json
import re
import runpy
from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.changes import add, amend, retract
from roundtable.analysis.scanning import Edge, Impacted, RankedFile, ScanResult
from roundtable.documents.catalog import CATALOG, document
from roundtable.documents.importing import read_back
from roundtable.documents.page import RenderContext
from roundtable.documents.rendering import (
    ALWAYS,
    document_names,
    documents_showing,
    list_facts,
    render_document,
)
from roundtable.documents.stories import csv_line
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
    NoChange,
    Note,
    OpenQuestion,
    OutOfScope,
    Parameter,
    Priority,
    Problem,
    Quality,
    Requirement,
    RiskZone,
    Story,
    SuccessMetric,
    UserType,
)
from roundtable.facts.evidence import Assumed, CodeAnchor, Confirmed, HandEdit, Quote
from roundtable.language.markdown import read_markdown
from sample import (
    CONTEXT,
    SCAN,
    SLUG,
    SMALL_CONTEXT,
    a_small_item,
    an_analysis,
    golden,
    render_documents,
    said,
    seen,
    shared_matrix,
)

GOLDEN = Path(__file__).parent / "golden" / "documents"
SCHEMAS = Path(__file__).parent.parent / "src" / "roundtable" / "documents" / "schemas"
SAID = Quote(turn=1, start=0, end=1, text="I")
EMPTY = RenderContext(date="2031-04-02", slug="x", title="X")
TALK = CONTEXT.model_copy(update={"mode": "conversation"})
SPEC, IMPACT, README = "requirements-spec.md", "impact-analysis.md", "README.md"


def of(*facts: Fact) -> Analysis:
    return add(Analysis(slug="x", title="X"), facts)[0]


def text_of(name: str, analysis: Analysis, context: RenderContext = EMPTY) -> str:
    text = render_document(name, analysis, context)
    assert text is not None
    return text


def section_of(text: str, title: str) -> str:
    found = read_markdown(text).find(title)
    assert found is not None, title
    return read_markdown(text).whole(found)


# -- the whole folder -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(golden()))
def test_the_small_item_reads_as_it_was_last_looked_at(name: str) -> None:
    assert golden()[name] == (GOLDEN / name).read_bytes().decode("utf-8"), (
        "run `uv run python tests/sample.py` and read what changed"
    )


def test_a_small_item_has_few_documents_and_few_words() -> None:
    texts = golden()
    assert len(texts) <= 8
    assert len(texts[README].split()) <= 450
    assert sum(len(text.split()) for name, text in texts.items() if name.endswith(".md")) <= 1200


@pytest.mark.rule("X-81", "L-WRITE-05")
def test_nothing_is_pending_and_no_heading_stands_without_words() -> None:
    for known, context in ((an_analysis(), CONTEXT), (a_small_item(), SMALL_CONTEXT), (Analysis(), EMPTY)):
        for name, text in render_documents(known, context).items():
            assert not re.search(r"\bTBD\b|\bPending\b", text), name
            parts = read_markdown(text)
            for section in parts.sections if name.endswith(".md") else ():
                assert parts.whole(section).removeprefix(section.text.split("\n")[0]).strip(), name


@pytest.mark.rule("L-WRITE-03", "L-WRITE-04", "X-80")
def test_the_header_is_one_line_below_the_title() -> None:
    for name, text in render_documents(a_small_item(), SMALL_CONTEXT).items():
        if name.endswith(".md"):
            title, empty, header, *_ = text.splitlines()
            assert title.startswith("# ")
            assert empty == ""
            assert re.fullmatch(
                r"\*\*Status\*\*: Complete · \*\*Confidence\*\*: (High|Medium|Low|Mixed) · "
                r"\*\*Last Updated\*\*: Turn 18 · \*\*Coverage\*\*: 6 of 6 topics",
                header,
            ), name
    assert text_of(README, a_small_item(), SMALL_CONTEXT).startswith(f"# {SMALL_CONTEXT.title}\n")
    assert text_of(SPEC, a_small_item(), SMALL_CONTEXT).startswith("# Requirements Specification: Pause")


@pytest.mark.rule("L-WRITE-04")
def test_status_turn_and_coverage_come_from_the_context() -> None:
    context = TALK.model_copy(update={"status": {SPEC: "In Progress"}, "default_coverage": "5 of 8 steps"})
    header = text_of(SPEC, an_analysis(), context).splitlines()[2]
    assert header.startswith("**Status**: In Progress · ")
    assert header.endswith("· **Last Updated**: Turn 6 · **Coverage**: 5 of 8 steps")
    assert "**Status**: Draft" in text_of(IMPACT, an_analysis(), context)


@pytest.mark.rule("X-84", "T-GATE-01", "P-ART-12")
def test_what_a_build_starts_from_is_there_however_little_is_known_and_nothing_else() -> None:
    assert set(render_documents(Analysis(), EMPTY)) == set(ALWAYS)
    one = of(Requirement(title="Sort by name", text="Sort by name.", evidence=(SAID,)))
    assert set(render_documents(one, EMPTY)) == {*ALWAYS, "traceability-matrix.csv"}
    assert "design-summary.md" in render_documents(one, EMPTY.model_copy(update={"mode": "steps"}))


@pytest.mark.rule("L-WRITE-08", "P-ART-01", "P-ART-02", "P-ART-04", "P-ART-05", "P-ART-06")
def test_sections_are_those_of_the_catalog_in_its_order() -> None:
    extra = {"Gaps and Assumptions", "Machine-Readable Summary", "Notes"}
    for name, text in render_documents(an_analysis(), CONTEXT).items():
        kind = document(name)
        assert kind is not None
        if kind.format == "markdown":
            titles = [section.title for section in read_markdown(text).sections if section.level == 2]
            known = [title for title in titles if title not in extra]
            assert known == [title for title in kind.headings if title in known], name


def test_every_document_of_the_catalog_can_be_rendered() -> None:
    names = {*render_documents(an_analysis(), CONTEXT), *render_documents(an_analysis(), TALK)}
    kinds = {kind.name for name in names if (kind := document(name)) is not None}
    assert {kind.name for kind in CATALOG} - kinds == {"nfr-matrix.md"}


def test_a_document_that_lost_its_content_is_not_left_as_it_was() -> None:
    context = EMPTY.model_copy(update={"existing": ("data-flow.md",)})
    assert "Nothing is left to say here." in text_of("data-flow.md", Analysis(), context)
    assert render_document("data-flow.md", Analysis(), EMPTY) is None


@pytest.mark.rule("L-EXIT-02", "X-69", "X-90")
def test_an_early_exit_names_the_gaps_in_every_document_and_calls_only_them_unsure() -> None:
    gaps = ("Security: who may see it", "Security: what is kept", "Architecture: a decision")
    context = CONTEXT.model_copy(update={"early_exit": True, "gaps": gaps, "default_status": "Complete"})
    documents = render_documents(an_analysis(), context)
    whole = render_documents(an_analysis(), CONTEXT)
    for name, text in documents.items():
        if name.endswith(".md"):
            assert text.splitlines()[2].startswith("**Status**: Draft · "), name
            assert text.splitlines()[2].split(" · ")[1] == whole[name].splitlines()[2].split(" · ")[1], name
            assert "Low" not in section_of(text, "Gaps and Assumptions"), name
            assert "Security" in section_of(text, "Gaps and Assumptions"), name
    assert "Security; Architecture. See [README.md]" in documents[SPEC]
    assert "of low confidence:\n\n- Security: who may see it\n- Security: what is kept" in documents[README]
    assert yaml.safe_load(documents["interface-spec.yaml"])["gaps"] == list(gaps)


# -- sources and confidence -------------------------------------------------------------------------------------------


def test_a_verbatim_sentence_needs_only_its_turn_and_sentences_of_one_turn_share_it() -> None:
    text = text_of(SPEC, a_small_item(), SMALL_CONTEXT)
    assert "laptop is dead. Last month that was 14 of our 60 support mails.[^t1] It came" in text
    assert "\n[^t1]: Turn 1.\n" in text
    assert len(re.findall(r"^\[\^t1\]:", text, re.MULTILINE)) == 1


def test_two_places_in_one_file_are_both_told() -> None:
    told = ("The check of the age moves.", "The age is handed on.")
    both = of(*(DirectChange(path="timed.py", text=text, evidence=(SAID,)) for text in told))
    for name in (README, IMPACT):
        assert all(text.rstrip(".") in text_of(name, both) for text in told), name


def test_what_is_not_shown_in_its_own_words_gets_the_quote() -> None:
    text = text_of(SPEC, a_small_item(), SMALL_CONTEXT)
    assert "**Priority**: Must[^t16]" in text
    assert '[^t16]: Turn 16: "Pausing is a must, --force can wait."\n' in text


def test_a_correction_and_a_withdrawal_leave_a_footnote_and_nothing_else() -> None:
    texts = render_documents(a_small_item(), SMALL_CONTEXT)
    assert "\n[^t13]: Turn 13, a correction.\n" in texts[SPEC]
    assert "\n[^t14]: Turn 14; one sentence was withdrawn in turn 15.\n" in texts[SPEC]
    everything = "".join(texts.values())
    assert "badge" not in everything
    assert "20 percent" not in everything
    assert "One correction" not in everything
    assert "Needs review" not in everything


def test_a_correction_is_named_without_its_order_and_without_what_stood_before() -> None:
    before = Quote(turn=2, start=0, end=9, text="ppl on intranets")
    order = Quote(turn=4, start=0, end=9, text="NT-002 is a rule", role="correction")
    rule = BusinessRule(text="people on intranets", evidence=(before, order))
    level = Priority(target="FR-001", level="Must", evidence=(order.model_copy(update={"turn": 5}),))
    wish = Requirement(title="Log in", text="Log in.", evidence=(SAID,))
    text = text_of(SPEC, of(wish, rule, level))
    assert "\n[^t2]: Turn 2.\n[^t4]: Turn 4, a correction.\n" in text
    assert '\n[^t5]: Turn 5: "NT-002 is a rule".' in text, "a rank that is changed corrects no sentence"


def test_an_accepted_proposal_says_so() -> None:
    text = text_of(
        SPEC, of(BusinessRule(text="Case does not matter.", evidence=(Confirmed(turn=3, text="yes"),)))
    )
    assert "Case does not matter.[^t3]" in text
    assert "[^t3]: Turn 3, a proposal accepted.\n" in text


def test_a_source_in_somebodys_words_is_a_footnote_too() -> None:
    theirs = HandEdit(document=SPEC, source="Workshop in May")
    text = text_of(
        SPEC,
        of(UserType(text="Clerks.", evidence=(theirs,)), BusinessRule(text="Twice.", evidence=(theirs,))),
    )
    assert text.count("[^s1]") == 3
    assert "[^s1]: Workshop in May" in text


@pytest.mark.rule("L-CONF-01", "L-CONF-02")
def test_confidence_stands_on_every_requirement_and_elsewhere_only_where_it_differs() -> None:
    text = text_of(SPEC, an_analysis(), TALK)
    requirements = [
        section.text for section in read_markdown(text).sections if section.title.startswith("FR-")
    ]
    assert len(requirements) == 6
    for block in requirements:
        assert re.search(
            r"^\*\*Priority\*\*: .+ · \*\*Confidence\*\*: (High|Medium|Low)$", block, re.MULTILINE
        )
    assert "the total is what it was (Low)\n" in requirements[0]
    assert "72.00 EUR (" not in requirements[0]
    guessed = of(*(Requirement(title=t, text=t, evidence=(Assumed(because="x"),)) for t in ("Sort", "Print")))
    assert "(Low)" not in text_of(SPEC, guessed)


def test_what_rests_on_something_withdrawn_asks_for_review_and_stands_under_the_first_requirement() -> None:
    rule = BusinessRule(text="Only on Mondays.", requirement="new:2", evidence=(SAID,))
    known = of(
        Requirement(id="new:1", title="Sort", text="Sort.", evidence=(SAID,)),
        Requirement(id="new:2", title="Print", text="Print.", evidence=(SAID,)),
        rule,
    )
    left = retract(known, "FR-002")
    assert "> **Needs review**: BR-001 rests on FR-002, which was withdrawn." in text_of(SPEC, left)
    assert "\n- **BR-001**: Only on Mondays.[^t1]\n" in text_of(SPEC, left)
    assert "\n\nOnly on Mondays.\n" in text_of(README, left)


_PARTS = (BusinessRule, Criterion, ErrorCase)
_APART = (Problem, UserType, Constraint, OutOfScope, Quality, SuccessMetric, Assumption, OpenQuestion, Note)


@given(
    st.integers(0, 3), st.lists(st.tuples(st.sampled_from(_PARTS), st.integers(0, 4)), max_size=6), st.data()
)
def test_whatever_is_recorded_stands_in_a_document_also_when_requirements_are_gone(
    count: int, parts: list[tuple[type[Fact], int]], data: st.DataObject
) -> None:
    wishes = [
        Requirement(id=f"FR-{n:03d}", title=f"Wish {n}", text=f"Wish {n}.") for n in range(1, count + 1)
    ]
    told = [
        kind.model_validate({"text": f"Sentence {at} holds.", "requirement": f"FR-{owner:03d}"})
        for at, (kind, owner) in enumerate(parts)
    ]
    apart = [kind.model_validate({"text": f"One {kind.__name__.lower()} is told."}) for kind in _APART]
    known = of(*(one.changed(evidence=(SAID,)) for one in (*wishes, *told, *apart)))
    for wish in data.draw(st.sets(st.sampled_from(wishes))) if wishes else ():
        known = retract(known, wish.id)
    everything = {name: text_of(name, known, TALK) for name in (SPEC, README)}
    for fact in known.facts:
        assert any(fact.headline.rstrip(".") in text for text in everything.values()), fact
        if isinstance(fact, _PARTS):
            assert all(fact.headline in text for text in everything.values()), fact


# -- README.md --------------------------------------------------------------------------------------------------------


def test_the_page_that_people_read_links_requirements_to_their_own_headings() -> None:
    texts = render_documents(a_small_item(), SMALL_CONTEXT)
    anchors = {
        re.sub(r"[^\w\- ]", "", section.title.replace("`", "").lower()).replace(" ", "-")
        for section in read_markdown(texts[SPEC]).sections
    }
    targets = re.findall(rf"\({re.escape(SPEC)}#([^)]+)\)", texts[README])
    assert len(targets) == 3
    assert set(targets) <= anchors


def test_checks_are_boxes_to_tick_and_a_title_is_the_beginning_of_its_sentence() -> None:
    text = section_of(text_of(README, a_small_item(), SMALL_CONTEXT), "What it will do")
    assert "**When power comes back it goes on where it stopped**, it doesn't start over.\n" in text
    assert "- [ ] Plugged in again it copies the other 60 and not one of the first 40.\n" in text
    assert "**Below 15 percent nothing starts at all**, unless `--force` is given · Could" in text


def test_an_item_with_many_checks_shows_the_first_and_links_to_the_rest() -> None:
    checks = [Criterion(requirement="new:1", text=f"Case {at} works.", evidence=(SAID,)) for at in range(20)]
    known = of(Requirement(id="new:1", title="Sort", text="Sort.", evidence=(SAID,)), *checks)
    text = text_of(README, known)
    assert text.count("- [ ] ") == 2
    assert f"- and 18 more in [{SPEC}]({SPEC}#fr-001-sort)" in text


def test_a_decision_is_one_line_with_its_reason_in_bold() -> None:
    text = section_of(text_of(README, a_small_item(), SMALL_CONTEXT), "Decisions")
    assert "- No threshold to set, because **nobody will ever touch it**.[^t8]\n" in text
    proposed = Decision(title="Cache it", choice="Cache it", rationale="it is read often", evidence=(SAID,))
    assert "- Proposed: Cache it, **it is read often**." in text_of(README, of(proposed))


@pytest.mark.rule("X-82")
def test_open_points_say_first_whether_one_blocks_and_who_can_settle_each() -> None:
    text = section_of(text_of(README, a_small_item(), SMALL_CONTEXT), "Open points")
    assert "## Open points\n\n- **OQ-001**: " in text
    assert "*Ines can say.*" in text
    assert "- Is FR-002 a Must or a Should? *Whoever asked for this can say.*" in text
    blocking = OpenQuestion(text="Which server?", blocks=True, step_id="03-01", evidence=(SAID,))
    other = OpenQuestion(text="Which colour?", evidence=(SAID,))
    text = text_of(README, of(blocking, other))
    assert "OQ-001 blocks the build." in text
    assert "**OQ-001**: Which server? *Whoever builds it can say.*" in text


def test_who_wonders_in_words_of_their_own_is_not_told_who_can_say() -> None:
    told = "Time in utc or local, jeremy decides."
    wish = Requirement(title="Sort", text="Sort the list.", evidence=(SAID,))
    for step in ("01-02", "03-01"):
        own = OpenQuestion(text=told, step_id=step, evidence=(Quote(turn=1, start=0, end=9, text=told),))
        text = section_of(text_of(README, of(wish, own), TALK), "Open points")
        assert f"- **OQ-001**: {told}[^t1]\n- How does one see that FR-001 holds?\n" in text
    ours = OpenQuestion(text="Must FR-001 ship first?", evidence=(SAID,))
    assert "ship first? *Whoever asked for this can say.*" in text_of(README, of(wish, ours), TALK)


def test_a_requirement_without_a_check_is_an_open_point_unless_it_is_exact_itself() -> None:
    vague = Requirement(title="Sort", text="Sort the list.", evidence=(SAID,))
    exact = Requirement(title="Print", text='Print "done" at the end.', evidence=(SAID,))
    assert "- How does one see that FR-001 holds?" in text_of(README, of(vague, exact))


def test_the_last_line_links_what_was_written_and_says_where_the_item_comes_from() -> None:
    last = [
        line for line in text_of(README, an_analysis(), CONTEXT).splitlines() if line.startswith("**More**")
    ]
    assert "[requirements](requirements-spec.md) · [impact](impact-analysis.md)" in last[0]
    assert "[interface](interface-spec.yaml)" in last[0]
    assert last[0].endswith(" · from GitHub GH-20, 2031-04-02")
    assert text_of(README, Analysis(), EMPTY).rstrip().endswith("from the backlog (manual), 2031-04-02")


# -- requirements -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("L-WRITE-09")
def test_checks_rules_and_errors_stand_under_their_requirement_or_under_the_first() -> None:
    known = of(
        Requirement(id="new:1", title="Sort", text="Sort.", evidence=(SAID,)),
        Requirement(id="new:2", title="Print", text="Print.", evidence=(SAID,)),
        Criterion(requirement="new:2", text="A page comes out.", evidence=(SAID,)),
        BusinessRule(text="At most ten.", evidence=(SAID,)),
        ErrorCase(text="No paper: say so.", requirement="new:2", evidence=(SAID,)),
    )
    text = text_of(SPEC, known)
    first, second = (section_of(text, title) for title in ("FR-001: Sort", "FR-002: Print"))
    assert "- **BR-001**: At most ten." in first
    assert "- **AC-002-01**: A page comes out.[^t1]\n- **ERR-001**: No paper: say so." in second
    assert "- **BR-001**: At most ten." in text_of(
        SPEC, of(BusinessRule(text="At most ten.", evidence=(SAID,)))
    )


def test_a_priority_that_nobody_gave_points_to_its_question() -> None:
    facts = [Requirement(title=t, text=f"{t}.", evidence=(SAID,)) for t in ("Sort", "Print")]
    assert "see [open points]" not in text_of(SPEC, of(*facts)), "where nobody ranks, all of it is wanted"
    ranked = Priority(target="FR-001", level="Must", evidence=(SAID,))
    assert "**Priority**: open, see [open points](README.md#open-points)" in text_of(SPEC, of(*facts, ranked))
    asked = OpenQuestion(text="Is FR-002 a Must?", about="FR-002", evidence=(SAID,))
    assert "**Priority**: open, see [OQ-001](README.md#open-points)" in text_of(SPEC, of(*facts, asked))
    assert "**Priority**: open · " in text_of(SPEC, of(facts[0]))


def test_a_sentence_that_its_title_or_a_check_says_is_not_repeated() -> None:
    known = of(
        Requirement(id="new:1", title="Sort by name", text="Sort by name.", evidence=(SAID,)),
        Requirement(
            id="new:2", title="The empty list", text="An empty list prints nothing.", evidence=(SAID,)
        ),
        Criterion(requirement="new:2", text="An empty list prints nothing.", evidence=(SAID,)),
    )
    text = text_of(SPEC, known)
    assert text.count("Sort by name") == 1
    assert text.count("An empty list prints nothing") == 1


def test_what_was_pasted_stays_as_it_is() -> None:
    log = "E  12:01 disk full\n   12:02 retry"
    known = of(
        Requirement(id="new:1", title="Sort", text="Sort.", evidence=(SAID,)),
        Criterion(requirement="new:1", text=log, evidence=(SAID,)),
    )
    assert "- **AC-001-01**:\n\n  ```text\n  E  12:01 disk full\n     12:02 retry\n  ```\n" in text_of(
        SPEC, known
    )


@pytest.mark.parametrize(
    ("about", "section"),
    [
        ("why", "Business Context"),
        ("who", "Stakeholders and Users"),
        ("what", "Functional Requirements"),
        ("rank", "Functional Requirements"),
        ("limits", "Technical Context"),
        ("not", "Out of Scope"),
    ],
)
def test_a_sentence_that_is_clearly_about_something_stands_with_it_though_its_kind_is_not_clear(
    about: str, section: str
) -> None:
    note = Note.model_validate({"text": "Only at night.", "about": about, "evidence": (SAID,)})
    text = text_of(SPEC, of(note))
    shown = "- **NT-001**: Only" if section == "Functional Requirements" else "Only"
    assert f"## {section}\n\n{shown} at night.[^t1]\n" in text
    assert "## Notes" not in text


@pytest.mark.parametrize(
    ("about", "document", "home"),
    [
        ("how", "", "architecture-overview.md"),
        ("not_where", "", IMPACT),
        ("why", "module-design.md", "module-design.md"),
    ],
)
def test_a_note_stands_last_in_its_document_a_short_one_with_its_question(
    about: str, document: str, home: str
) -> None:
    note = Note.model_validate(
        {
            "text": "Only at night.",
            "about": about,
            "document": document,
            "question": "When?",
            "evidence": (SAID,),
        }
    )
    text = text_of(home, of(note))
    assert "## Notes\n\n- *When?* Only at night.[^t1]\n" in text
    assert "*When?*" not in text_of(
        home, of(note.model_copy(update={"text": "It runs only at night since the big outage."}))
    )


# -- impact -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T-STALE-02", "P-ART-04")
@pytest.mark.parametrize("known", [an_analysis(), Analysis()], ids=["facts", "scan alone"])
def test_directly_affected_files_are_back_quoted_first_cells_of_one_table(known: Analysis) -> None:
    text = text_of(IMPACT, known, CONTEXT.model_copy(update={"scan": SCAN}))
    rows = read_markdown(section_of(text, "Directly Affected Files")).rows
    assert len({row.table for row in rows}) == 1
    paths = [re.fullmatch(r"`(.+)`", row.cells[0]) for row in rows]
    assert all(paths)
    assert "shop/cart.py" in [found[1] for found in paths if found]


@pytest.mark.rule("T-SIZE-01", "X-89")
def test_text_table_and_closing_block_count_the_same_files() -> None:
    text = text_of(IMPACT, an_analysis(), TALK)
    assert text.endswith("}\n```\n")
    assert json.loads(read_markdown(text).fences[-1].text) == {
        "files_directly_affected": 3,
        "modules_affected": 2,
        "risk_level": "high",
        "blast_radius": "medium",
        "coverage_gaps": 1,
    }
    assert "\nThree files change, one of them new; two more are near.\n" in text
    assert len(read_markdown(section_of(text, "Directly Affected Files")).rows) == 3
    assert "File Count: 3" in text_of("quick-scan.md", an_analysis(), TALK)


def test_of_a_sentence_about_several_files_each_row_takes_its_clause() -> None:
    text = text_of(IMPACT, a_small_item(), SMALL_CONTEXT)
    assert "| `shelf/power.py` | reading it goes into `shelf/power.py`[^t9] |" in text
    assert "| `shelf/runner.py` | The loop in `shelf/runner.py` has to ask for the power[^t9] |" in text
    assert '[^t9]: Turn 9: "The loop in shelf/runner.py has to ask' in text
    both = "a.py and b.py change."
    known = of(*(DirectChange(path=p, text=both, evidence=(SAID,)) for p in ("a.py", "b.py")))
    assert "| `b.py` | [^t1] |" in text_of(IMPACT, known)
    assert "\n2. [`b.py`](../../../b.py)[^t1]\n" in text_of("README.md", known)
    told = "The price is computed in a.py and shown by b.py."
    known = of(*(DirectChange(path=p, text=told, evidence=(SAID,)) for p in ("a.py", "b.py")))
    assert "| `a.py` | The price is computed in `a.py`[^t1] |" in text_of(IMPACT, known)
    assert "| `b.py` | shown by `b.py`[^t1] |" in text_of(IMPACT, known)
    three = "a.py for the option, b.py for the counting, and c.py."
    known = of(*(DirectChange(path=p, text=three, evidence=(SAID,)) for p in ("a.py", "b.py", "c.py")))
    assert "| `c.py` | [^t1] |" in text_of(IMPACT, known)


def test_a_file_that_nobody_named_says_so_and_a_file_that_was_ruled_out_is_told_neutrally() -> None:
    text = text_of(IMPACT, a_small_item(), SMALL_CONTEXT)
    assert "The code also points to:\n\n- [`shelf/cli.py`](../../../shelf/cli.py" in text
    assert "defines `status` ([60–74](" in text
    assert (
        '- `shelf/schedule.py` has "on battery" ([9](../../../shelf/schedule.py#L9)) and is not touched.[^t10]'
        in text
    )
    assert '[^t10]: Turn 10: "No, shelf/schedule.py only decides when' in text
    denied = of(NoChange(path="shop/cart.py", text="No, not the cart.", evidence=(SAID,)))
    suggested = section_of(
        text_of(IMPACT, denied, TALK.model_copy(update={"scan": SCAN})), "Directly Affected Files"
    )
    assert "shop/cart.py" not in suggested


def test_the_place_stays_in_a_clause() -> None:
    told = "The two flags are in src/cli.py, and the work is in src/walk.py, one line."
    known = of(
        *(DirectChange(path=path, text=told, evidence=(SAID,)) for path in ("src/cli.py", "src/walk.py"))
    )
    text = text_of(IMPACT, known)
    assert "| `src/cli.py` | The two flags are in `src/cli.py`[^t1] |" in text
    assert "| `src/walk.py` | the work is in `src/walk.py`, one line[^t1] |" in text


def test_a_colon_in_a_clause_cuts_nothing_off() -> None:
    told = "src/cli.py gets one test, and the tests with lambda: False in src/walk.py need a warning."
    known = of(
        *(DirectChange(path=path, text=told, evidence=(SAID,)) for path in ("src/cli.py", "src/walk.py"))
    )
    assert "the tests with lambda: False in `src/walk.py` need a warning" in text_of(IMPACT, known)


def test_neither_history_nor_an_import_makes_a_neighbour() -> None:
    assert "shelf/report.py" not in text_of(IMPACT, a_small_item(), SMALL_CONTEXT)
    cart = of(DirectChange(path="shop/cart.py", text="There.", evidence=(SAID,)))
    text = text_of(IMPACT, cart, TALK.model_copy(update={"scan": SCAN}))
    assert "One file was named.\n" in text
    assert "shop/checkout.py" not in text


def test_a_build_order_is_claimed_only_where_one_file_imports_another_and_comes_after_it() -> None:
    text = text_of(IMPACT, a_small_item(), SMALL_CONTEXT)
    assert "In build order" in text
    rows = [line.split("`")[1] for line in text.splitlines() if line.startswith("| `")]
    assert rows == ["shelf/power.py", "shelf/runner.py"]
    assert "Implementation Order" not in text
    edges = SMALL_CONTEXT.scan.impact.edges if SMALL_CONTEXT.scan else ()

    def with_edges(*kept: Edge) -> str:
        assert SMALL_CONTEXT.scan is not None
        impact = SMALL_CONTEXT.scan.impact.model_copy(update={"edges": kept})
        scan = SMALL_CONTEXT.scan.model_copy(update={"impact": impact})
        return text_of(IMPACT, a_small_item(), SMALL_CONTEXT.model_copy(update={"scan": scan}))

    assert "In build order" not in with_edges()
    circle = Edge(source="shelf/power.py", target="shelf/runner.py", kind="imports")
    assert "In build order" not in with_edges(*edges, circle)
    for_types = circle.model_copy(update={"kind": "types"})
    assert "In build order" in with_edges(*edges, for_types)
    tested = of(
        *(DirectChange(path=path, evidence=(SAID,)) for path in ("shop/cart.py", "tests/test_cart.py"))
    )
    files = (RankedFile(path="tests/test_cart.py", score=1, reasons=(), kind="test"),)
    imports = (Edge(source="tests/test_cart.py", target="shop/cart.py", kind="imports"),)
    scan = ScanResult(description="", files=files, impact=SCAN.impact.model_copy(update={"edges": imports}))
    assert "In build order" not in text_of(README, tested, TALK.model_copy(update={"scan": scan})), (
        "one source"
    )


def test_who_imports_whom_is_told_and_what_only_a_type_checker_follows_is_called_so() -> None:
    assert SMALL_CONTEXT.scan is not None
    back = Edge(source="shelf/power.py", target="shelf/runner.py", kind="types")
    impact = SMALL_CONTEXT.scan.impact
    scan = SMALL_CONTEXT.scan.model_copy(
        update={"impact": impact.model_copy(update={"edges": (*impact.edges, back)})}
    )
    text = text_of("module-design.md", a_small_item(), SMALL_CONTEXT.model_copy(update={"scan": scan}))
    assert "`shelf/runner.py` imports `shelf/power.py`." in text
    assert "`shelf/power.py` imports `shelf/runner.py` for types only." in text


def test_a_file_that_the_code_points_to_stands_beside_those_that_were_named() -> None:
    assert SMALL_CONTEXT.scan is not None
    more = Impacted(path="shelf/report.py", reason="`shelf.Paused` is not in it yet")
    scan = SMALL_CONTEXT.scan.model_copy(
        update={"suggested": (more, Impacted(path="shelf/schedule.py", reason="x"))}
    )
    text = text_of(IMPACT, a_small_item(), SMALL_CONTEXT.model_copy(update={"scan": scan}))
    assert "Two files were named; the code points to two more; " in text
    assert "- [`shelf/report.py`](../../../shelf/report.py): `shelf.Paused` is not in it yet (Low)." in text
    assert "| `shelf/schedule.py`" not in text, "it was ruled out"
    alone = text_of(IMPACT, Analysis(), TALK.model_copy(update={"scan": scan}))
    assert "shelf/report.py" not in alone, "without a plan there is nothing to stand beside"


def test_the_figures_for_programs_follow_from_the_page() -> None:
    text = text_of(IMPACT, a_small_item(), SMALL_CONTEXT)
    assert "Two files were named; the code points to one more; two others mention what changes." in text
    figures = json.loads(text.split("```json\n")[1].split("\n```")[0])
    assert figures == {
        "files_directly_affected": 2,
        "modules_affected": 1,
        "risk_level": "medium",
        "blast_radius": "low",
        "coverage_gaps": 1,
    }
    assert "Complexity: medium" in text_of("quick-scan.md", a_small_item(), SMALL_CONTEXT)
    calm = of(DirectChange(path="shop/cart.py", text="There.", evidence=(SAID,)))
    figures = json.loads(text_of(IMPACT, calm, TALK).split("```json\n")[1].split("\n```")[0])
    assert (figures["risk_level"], figures["blast_radius"]) == ("low", "low")
    assert "Complexity: low" in text_of("quick-scan.md", calm, TALK)


def test_risks_are_those_somebody_named_or_argued() -> None:
    zone = RiskZone(path="a.py", title="a.py", why="31 commits", level="high", evidence=(seen("a.py"),))
    told = RiskZone(text="Old clients may choke on it.", evidence=(SAID,))
    text = section_of(text_of(IMPACT, of(zone, told)), "Risk Zones")
    assert "Old clients may choke on it.[^t1]" in text
    assert "31 commits" not in text
    argued = told.model_copy(
        update={"text": "", "title": "Old clients", "why": "they crash", "mitigation": "ask first"}
    )
    assert "| Old clients: they crash[^t1] | Medium | ask first |" in text_of(IMPACT, of(argued))


def test_lines_of_code_are_links_relative_to_the_item() -> None:
    near = IndirectChange(
        path="src/b.py", why="calls it (src/b.py:3-5, src/c.py:9)", evidence=(CodeAnchor(path="src/b.py"),)
    )
    text = text_of(IMPACT, of(near))
    assert "calls it ([3–5](../../../src/b.py#L3-L5), [c.py:9](../../../src/c.py#L9))" in text


# -- architecture and design ------------------------------------------------------------------------------------------


@pytest.mark.rule("X-83", "L-WRITE-10")
def test_a_decision_in_the_persons_words_needs_no_options_and_no_file() -> None:
    text = text_of("architecture-overview.md", a_small_item(), SMALL_CONTEXT)
    assert (
        "### ADR-0001: No threshold to set\n\n**Status**: Accepted · **Why**: nobody will ever touch it[^t8]"
        in text
    )
    assert "Other ways were not discussed." in text
    assert not [name for name in document_names(a_small_item(), SMALL_CONTEXT) if name.startswith("adr-")]


def test_a_decision_that_says_more_than_title_and_reason_is_shown_whole() -> None:
    denied = Decision(
        title="We cache it",
        choice="We cache it not because of speed.",
        rationale="because of speed",
        evidence=(SAID,),
    )
    assert "We cache it not because of speed.[^t1]" in text_of("architecture-overview.md", of(denied))


@pytest.mark.rule("P-ART-05")
def test_a_decision_whose_ways_were_weighed_has_a_file_which_keeps_its_name_and_ends_with_it() -> None:
    known = amend(an_analysis(), "ADR-0001", {"title": "Other words"})
    context = TALK.model_copy(update={"existing": ("adr-0001-old-title.md",)})
    text = render_documents(known, context)["adr-0001-old-title.md"]
    assert "**Status**: Accepted · " in text.splitlines()[2]
    assert "| Option | What | For | Against |" in text
    assert "adr-0001-other-words.md" in render_documents(known, TALK)
    gone = render_documents(retract(known, "ADR-0001"), context)["adr-0001-old-title.md"]
    assert "This decision was withdrawn." in gone
    assert "pricing" not in gone


def test_a_diagram_shows_a_way_through_three_parts_and_no_more_than_six() -> None:
    def way(*ends: str) -> Analysis:
        return of(*(Integration(source=a, target=b, evidence=(SAID,)) for a, b in pairwise(ends)))

    name = "architecture-overview.md"
    assert "mermaid" not in text_of(name, way("a", "b"))
    assert "mermaid" in text_of(name, way("a", "b", "c"))
    assert "mermaid" not in text_of(name, way("a", "b", "c", "d", "e", "f", "g"))
    texts = render_documents(an_analysis(), TALK)
    assert sum(text.count("```mermaid") for text in texts.values()) == 1


@pytest.mark.rule("X-18")
def test_the_interface_specification_keeps_the_form_it_has() -> None:
    known = an_analysis()
    kept = TALK.model_copy(update={"existing": ("interface-spec.yaml",)})
    assert "interface-spec.yaml" in render_documents(known, CONTEXT)
    assert "interface-spec.md" in render_documents(known, TALK)
    assert "interface-spec.md" not in render_documents(known, kept)


def test_what_a_call_takes_and_gives_is_told_in_words_where_it_is_words_and_is_read_back() -> None:
    call = Interface(
        id="IF-001",
        name="drop-index",
        signature="drop-index PATH TABLE INDEX",
        summary="It drops one index.",
        inputs=(Parameter(name="path of the database"), Parameter(name="table")),
        output="prints nothing and exits 0",
        errors=("there is no such index",),
        evidence=(SAID, CodeAnchor(path="cli.py", symbol="drop_index", status="proposed-new")),
    )
    text = text_of("interface-spec.md", of(call))
    assert "New. It drops one index." in text
    assert "Result: prints nothing and exits 0. Errors: there is no such index." in text
    assert "Inputs: path of the database; table." in text
    assert "Returns `Total`" in text_of("interface-spec.md", of(call.model_copy(update={"output": "Total"})))
    (found,) = read_back({"interface-spec.md": text})
    assert isinstance(found, Interface)
    assert (found.output, found.errors) == (call.output, call.errors)
    assert [one.name for one in found.inputs] == ["path of the database", "table"]


def test_a_signature_is_never_cut() -> None:
    long = "apply(" + ", ".join(f"argument_{at}: int" for at in range(30)) + ") -> None"
    fact = an_analysis().of(type(an_analysis().by_id["IF-001"]))[0].model_copy(update={"signature": long})
    assert long in text_of("interface-spec.md", of(fact))


@pytest.mark.rule("X-19", "P-ART-06")
def test_module_files_of_their_own_only_in_steps_and_from_two_modules_on() -> None:
    known = an_analysis()
    assert {"module-design.md", "module-design-cart.md", "module-design-pricing.md"} <= set(
        document_names(known, CONTEXT)
    )
    assert "module-design-cart.md" not in document_names(known, TALK)
    steps = EMPTY.model_copy(update={"mode": "steps"})
    assert "module-design-one.md" not in document_names(of(Module(name="One", evidence=(SAID,))), steps)
    twins = of(Module(name="A b"), Module(name="a-B"))
    assert len([name for name in document_names(twins, steps) if name.startswith("module-design-")]) == 2


def test_a_module_told_in_a_sentence_is_shown_with_its_files() -> None:
    told = Module(text="The runner asks, power.py answers.", paths=("power.py",), evidence=(SAID,))
    assert "| `power.py` | The runner asks, `power.py` answers.[^t1] |" in text_of(
        "module-design.md", of(told)
    )


def test_errors_with_a_code_have_a_table_of_their_own_and_others_none() -> None:
    coded = ErrorCase(code="E_FULL", condition="the disk is full", message="No room", evidence=(SAID,))
    assert "| `E_FULL` | The disk is full[^t1] | No room |" in text_of("error-taxonomy.md", of(coded))
    amended = ErrorCase(text="A field is empty.", message="May not be empty", evidence=(SAID,))
    assert "May not be empty" in text_of("error-taxonomy.md", of(amended))
    told = of(ErrorCase(text="No paper: say so.", evidence=(SAID,)))
    assert render_document("error-taxonomy.md", told, EMPTY) is None


# -- what programs read -----------------------------------------------------------------------------------------------


@pytest.mark.rule("L-WRITE-12", "P-ART-02")
def test_stories_and_matrix_have_the_agreed_fields() -> None:
    documents = render_documents(an_analysis(), CONTEXT)
    stories = json.loads(documents["user-stories.json"])
    assert {tuple(story) for story in stories} == {
        ("id", "title", "story", "acceptance_criteria", "priority", "traces")
    }
    rows = list(csv.reader(documents["traceability-matrix.csv"].splitlines()))
    assert rows[0] == ["FR_ID", "AC_ID", "User_Story_ID", "Confidence", "Source"]
    assert ["FR-003", "AC-003-02", "US-002", "High", "turn 4"] in rows
    assert {row[0] for row in rows[1:]} == {f"FR-00{n}" for n in range(1, 7)}


@pytest.mark.rule("X-87")
def test_a_story_is_the_persons_own_or_the_wish_of_a_confirmed_user() -> None:
    wanted = Requirement(id="new:1", title="Sort", text="Sort by name.", evidence=(SAID,))
    user = UserType(text="Clerks in the branch, mostly.", evidence=(SAID,))

    def stories(*facts: Fact) -> list[str]:
        text = render_document("user-stories.json", of(*facts), EMPTY)
        return [entry["story"] for entry in json.loads(text or "[]")]

    own = Story(
        title="Find it",
        text="I type three letters and there it is.",
        requirements=("new:1",),
        evidence=(SAID,),
    )
    assert stories(wanted, user, own) == ["I type three letters and there it is."]
    assert stories(wanted, user) == ["Clerks in the branch: Sort by name."]
    two = UserType(text="clerks, people at the counter", evidence=(SAID,))
    assert stories(wanted, two) == ["clerks, people at the counter: Sort by name."]
    assert stories(wanted) == []
    assert stories(wanted, user.model_copy(update={"evidence": (Assumed(because="x"),)})) == []


def test_a_cell_that_looks_like_a_formula_is_text() -> None:
    assert csv_line(("=1+1", 'say "x", y', "a\nb")) == '\'=1+1,"say ""x"", y","a\nb"\n'


@pytest.mark.rule("P-ART-03", "X-57")
def test_the_shared_matrix_takes_one_section_per_item_and_only_what_has_a_figure() -> None:
    first = shared_matrix(None, SLUG, an_analysis(), CONTEXT)
    assert "200 ms" in first
    assert "guessed by trying" not in first
    foreign = f"# Mine\r\n\r\n| A |\r\n|---|\r\n| x |\r\n{first}"
    both = shared_matrix(foreign, "other", an_analysis(), CONTEXT)
    assert both.startswith(foreign.rstrip("\n"))
    gone = shared_matrix(both, "other", of(Quality(text="There is no figure.", evidence=(SAID,))), CONTEXT)
    assert read_markdown(gone).find("other") is None
    assert gone.startswith(foreign.rstrip("\n"))


def test_every_fact_is_listed_with_its_evidence_and_the_documents_that_show_it() -> None:
    known = a_small_item()
    shown = documents_showing(known, SMALL_CONTEXT)
    assert [fact.id for fact in known.facts if fact.id not in shown] == []
    listed = list_facts(known, SMALL_CONTEXT, tuple(golden()))
    entry = next(fact for fact in listed.facts if fact.id == "AC-001-01")
    assert entry.documents == (README, SPEC, "user-stories.json", "traceability-matrix.csv")
    assert entry.evidence == (said(4),)
    assert entry.confidence == "high"
    assert entry.fields["requirement"] == "FR-001"


def test_schemas_that_ship_are_those_of_the_types() -> None:
    shipped = {path.name: path.read_text(encoding="utf-8") for path in SCHEMAS.glob("*.json")}
    made = runpy.run_path("scripts/write_schemas.py")["schema_texts"]()
    assert shipped == made, "run `uv run python scripts/write_schemas.py`"
    assert len({json.loads(text)["$id"] for text in shipped.values()}) == len(shipped)


@pytest.mark.rule("P-STEP-22")
def test_a_step_of_ones_own_may_have_a_document_of_its_own() -> None:
    note = Note(
        text="Codes count as advertising.",
        document="compliance-check.md",
        section="Advertising",
        evidence=(SAID,),
    )
    known, _ = add(an_analysis(), [note, Note(text="x", document="../evil.md", evidence=(SAID,))])
    documents = render_documents(known, CONTEXT)
    assert documents["compliance-check.md"].startswith("# Compliance Check: Add discount codes\n")
    assert "## Advertising\n\nCodes count as advertising.[^t1]\n" in documents["compliance-check.md"]
    assert not [name for name in documents if "evil" in name]


def test_a_priority_that_nobody_gave_is_no_point_of_its_own_and_one_in_words_is_told() -> None:
    wish = Requirement(title="Pause on battery", text="Pause on battery", evidence=(SAID,))
    check = Criterion(requirement="FR-001", text="On battery the run stops within 2 s.", evidence=(SAID,))
    complete = TALK.model_copy(update={"default_status": "Complete"})
    assert "## Open points" not in text_of("README.md", of(wish, check), complete)
    assert "**Priority**: open" in text_of(SPEC, of(wish, check), complete)
    in_words = Note(text="Pausing matters most, the rest can wait.", about="rank", evidence=(SAID,))
    beside = Note(text="I do not want a prompt before it.", about="how", evidence=(SAID,))
    page = text_of("README.md", of(wish, in_words, beside))
    assert "\n\nPausing matters most, the rest can wait. I do not want a prompt before it.[^t1]\n" in page
    assert "## Decisions" not in page


def test_what_the_heading_says_is_not_said_again_where_the_problem_has_another_sentence() -> None:
    title, more = (Problem(text=text, evidence=(SAID,)) for text in ("Offset 0 is ignored", "0 gives 2."))
    context = TALK.model_copy(update={"title": "offset 0 is ignored"})
    assert "## Business Context\n\n0 gives 2.[^t1]\n" in text_of(SPEC, of(title, more), context)
    assert "## Business Context\n\nOffset 0 is ignored.[^t1]\n" in text_of(SPEC, of(title), context)
    assert documents_showing(of(title, more), context)["PB-001"] == (SPEC,)


def test_a_note_that_begins_with_a_word_or_two_stands_behind_what_was_asked() -> None:
    one = Note(text="no limit. not given means nothing changes", question="Default", about="what")
    other = one.model_copy(update={"text": "whoever gives none gets no limit. nothing changes for them"})
    assert "\n\n**Default**: no limit. not given means nothing changes.\n" in text_of(README, of(one), TALK)
    assert "**Default**" not in text_of(README, of(other), TALK)


def test_what_is_said_beside_the_rules_of_the_only_requirement_stands_with_them() -> None:
    required = Requirement(title="Add codes", text="Add codes", evidence=(SAID,))
    beside = Note(text="Codes are read aloud.", about="what", evidence=(SAID,))
    readme, spec = text_of(README, of(required, beside), TALK), text_of(SPEC, of(required, beside), TALK)
    assert "**Add codes**\n\nCodes are read aloud.\n" in readme
    assert "Also said" not in readme
    assert spec.index("### FR-001") < spec.index("- **NT-001**: Codes are read aloud.")


@pytest.mark.parametrize("ending", ["md", "rst", "adoc", "txt"])
def test_documentation_comes_last_in_the_order_of_files(ending: str) -> None:
    page, code = f"docs/guide.{ending}", "zz/code.py"
    said = [
        DirectChange(path=path, text="Here.", evidence=(SAID, CodeAnchor(path=path))) for path in (page, code)
    ]
    text = text_of("README.md", of(*said), TALK)
    assert text.index(code) < text.index(page)


def test_what_is_said_of_two_files_is_not_cut_inside_brackets() -> None:
    said = "A helper build(view, name) moves into lib/view.js from lib/app.js, nothing else"
    both = [
        DirectChange(path=path, text=said, evidence=(SAID, CodeAnchor(path=path)))
        for path in ("lib/view.js", "lib/app.js")
    ]
    text = text_of("README.md", of(*both), TALK)
    assert "build(view, name) moves into" in text


def test_a_priority_in_words_leaves_no_question_about_the_others() -> None:
    wishes = [
        Requirement(title=title, text=title, evidence=(SAID,))
        for title in ("Pause on battery", "Show the charge")
    ]
    ranked = Priority(target="FR-001", level="Could", evidence=(SAID,))
    asked = "Is FR-002 a Must or a Should?"
    assert asked in text_of("README.md", of(*wishes, ranked), TALK)
    in_words = Note(text="The second one is a must.", about="rank", evidence=(SAID,))
    assert asked not in text_of("README.md", of(*wishes, ranked, in_words), TALK)


def test_a_class_names_the_file_that_is_called_like_it() -> None:
    told = "RowWriter.cs gets the flush, and OrderList the date."
    paths = ("src/RowWriter.cs", "src/OrderList.cs")
    known = of(*(DirectChange(path=path, text=told, evidence=(SAID,)) for path in paths))
    text = text_of(IMPACT, known)
    assert "| `src/OrderList.cs` | OrderList the date[^t1] |" in text
    assert "| `src/RowWriter.cs` | gets the flush[^t1] |" in text


def test_what_denies_another_file_is_no_reason_for_the_one_that_changes() -> None:
    told = "shop/cart.py has nothing to do with it, it's shop/tax.py"
    known = of(
        DirectChange(path="shop/tax.py", text=told, evidence=(SAID,)),
        NoChange(path="shop/cart.py", text=told, evidence=(SAID,)),
    )
    assert "| `shop/tax.py` | [^t1] |" in text_of(IMPACT, known)


def test_a_check_in_the_words_of_the_title_is_no_box_of_its_own() -> None:
    wish = Requirement(
        title="The bundle grows by 50 bytes at most",
        text="The bundle grows by 50 bytes at most.",
        evidence=(SAID,),
    )
    same = Criterion(requirement="FR-001", text="The bundle grows by 50 bytes at most.", evidence=(SAID,))
    more = Criterion(requirement="FR-001", text="A build of 51 bytes more fails.", evidence=(SAID,))
    text = text_of("README.md", of(wish, same, more), TALK)
    assert text.count("50 bytes at most") == 1
    assert "- [ ] A build of 51 bytes more fails." in text


def test_an_open_point_stands_for_a_missing_check_only_where_it_names_the_requirement() -> None:
    wish = Requirement(title="Log in", text="A user logs in.", evidence=(SAID,))
    for asked, is_named in (("What would one see?", False), ("What would one see of FR-001?", True)):
        point = OpenQuestion(text=asked, about="FR-001", evidence=(SAID,))
        text = text_of("README.md", of(wish, point), TALK)
        assert ("How does one see that FR-001 holds?" in text) is not is_named


def test_a_list_of_stories_that_has_become_empty_is_not_linked() -> None:
    context = TALK.model_copy(update={"existing": ("user-stories.json",)})
    assert text_of("user-stories.json", Analysis(), context).strip() == "[]"
    assert "user-stories.json" not in text_of("README.md", Analysis(), context)


@pytest.mark.parametrize(
    ("said", "path", "shown"),
    [
        ("cli.py yes, main().", "cli.py", ": `main()`.[^t1]"),
        ("yep, and a_test.rb and a line in LOG.md.", "a_test.rb", "[^t1]"),
        ("yep, and a_test.rb and a line in LOG.md.", "LOG.md", ": a line in `LOG.md`.[^t1]"),
        ("only cli.py, main(), plus the test in a_test.rb.", "cli.py", ": `main()`.[^t1]"),
        ("cli.py too (LOG.md is made of it).", "cli.py", ": `LOG.md` is made of it.[^t1]"),
        ("cli.py should have the loop.", "cli.py", ": should have the loop.[^t1]"),
        (
            "No test reaches cli.py, so one is needed.",
            "cli.py",
            ": No test reaches `cli.py`, so one is needed.[^t1]",
        ),
    ],
)
def test_of_an_answer_to_a_proposal_stands_what_changes_in_the_file(said: str, path: str, shown: str) -> None:
    paths = [one for one in ("cli.py", "a_test.rb", "LOG.md") if one in said]
    plan = of(*(DirectChange(path=one, text=said, evidence=(SAID,)) for one in paths))
    told = section_of(text_of(README, plan, TALK), "Where in the code")
    assert f"[`{path}`](../../../{path}){shown}\n" in told


@pytest.mark.parametrize("said", ["`a.py` plus `b.py`", "`a.py` too"])
def test_a_yes_to_a_file_is_no_reason(said: str) -> None:
    analysis = of(DirectChange(path="a.py", text=said, evidence=(SAID,)))
    told = section_of(text_of(README, analysis, TALK), "Where in the code")
    assert "1. [`a.py`](../../../a.py)[^t1]\n" in told


def test_what_a_requirement_holds_stands_in_the_order_in_which_it_was_said() -> None:
    def at(start: int) -> tuple[Quote, ...]:
        return (Quote(turn=3, start=start, end=start + 5, text="words"),)

    wish = Requirement(title="Log in", text="Log in.", evidence=(SAID,))
    moved = BusinessRule(text="Nobody else may.", requirement="FR-001", evidence=at(0))
    check = Criterion(requirement="FR-001", text="A wrong one is refused.", evidence=at(20))
    beside = Note(text="That goes for admins of the shop too.", about="what", evidence=at(40))
    text = text_of(SPEC, of(wish, beside, check, moved))
    places = [text.index(one.text) for one in (moved, check, beside)]
    assert places == sorted(places), "a rule that was moved keeps its neighbours"
    assert "\n\n- **NT-001**" not in text, "one list, not one for each kind"
