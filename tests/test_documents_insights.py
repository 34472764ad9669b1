"""What a discussion brought: exact format, the right section, and nothing lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hostile import TEXTS
from roundtable.analysis.analysis import Discussion
from roundtable.documents.insights import append_insights, insight_block
from roundtable.documents.rendering import render_document
from roundtable.language.markdown import lines_of, read_markdown
from sample import CONTEXT, DISCUSSION, an_analysis

BLOCK = """\
<!-- Elaboration: step 01-06, 2031-04-02T10:15:00Z -->
### Elaboration Insights (Step 01-06: Core Feature Definition)

**Participants**: Maya Chen (BA), Alex Rivera (Architect), Jordan Park (Designer)
**Turns**: 4 | **Exit**: user-initiated

#### Key Insights
- [Maya] Shoppers without an account need the once-only rule too.
- [Alex/Jordan] Count uses when the order is paid, not when the code is typed.

#### Decisions Made
- Guests are recognised by e-mail: it is the only thing the shop knows about them

#### Open Questions
- What if a guest mistypes the e-mail?: support has to say"""


def is_subsequence(old: list[str], new: list[str]) -> bool:
    rest = iter(new)
    return all(any(line == candidate for candidate in rest) for line in old)


@pytest.mark.rule("E-SYN-01", "E-SYN-02", "E-SYN-03", "E-SYN-04", "E-SYN-08")
def test_the_block_has_the_exact_form() -> None:
    assert insight_block(DISCUSSION) == BLOCK


def test_an_empty_part_says_none_aloud() -> None:
    quiet = DISCUSSION.model_copy(update={"decisions": (), "open_questions": ()})
    assert "#### Decisions Made\n- None.\n\n#### Open Questions\n- None." in insight_block(quiet)


@pytest.mark.rule("E-SYN-06", "X-75")
@pytest.mark.parametrize(
    ("document", "step", "heading"),
    [
        ("quick-scan.md", "Scope Estimation", "Scope Estimation"),
        ("requirements-spec.md", "Business Context Discovery", "Business Context"),
        ("requirements-spec.md", "User Needs Discovery", "Stakeholders and Users"),
        ("requirements-spec.md", "User Experience & Journeys", "User Journeys"),
        ("requirements-spec.md", "Technical Context", "Technical Context"),
        ("requirements-spec.md", "Quality & Risk Assessment", "Quality Requirements"),
        ("requirements-spec.md", "Core Feature Definition", "Functional Requirements"),
        ("requirements-spec.md", "User Story Writing", "Functional Requirements"),
        ("requirements-spec.md", "MoSCoW Prioritization", "Functional Requirements"),
        ("impact-analysis.md", "Blast Radius Assessment", "Directly Affected Files"),
        ("impact-analysis.md", "Entry Point Identification", "Entry Points"),
        ("impact-analysis.md", "Risk Zone Analysis", "Risk Zones"),
        ("impact-analysis.md", "Impact Summary & User Review", "Directly Affected Files"),
        ("architecture-overview.md", "Architecture Options & Tradeoffs", "Decisions"),
        ("tech-stack-decision.md", "Technology Decisions", "Technologies"),
        ("architecture-overview.md", "Integration Architecture", "Context"),
        ("component-interactions.md", "Integration Architecture", "Interactions"),
        ("architecture-overview.md", "Architecture Review & Approval", "Decisions"),
        ("module-design.md", "Module Design & Boundaries", "Modules"),
        ("module-design.md", "Interface Contracts", "Modules"),
        ("data-flow.md", "Data Flow & State Management", "Flows"),
        ("error-taxonomy.md", "Error Handling & Validation", "Error Cases"),
        ("design-summary.md", "Design Review & Approval", "Design Review & Approval"),
        ("requirements-spec.md", "Compliance Check", "Compliance Check"),
    ],
)  # fmt: skip
def test_every_shipped_step_finds_its_section(document: str, step: str, heading: str) -> None:
    text = render_document(document, an_analysis(discussed=False), CONTEXT)
    assert text is not None
    written, place = append_insights(text, step, DISCUSSION, document)
    assert place == heading
    section = read_markdown(written).find(heading)
    assert section is not None
    own, _, notes = read_markdown(written).whole(section).partition("\n\n[^")
    assert own.rstrip().endswith(BLOCK)
    assert not notes or BLOCK not in notes


@pytest.mark.rule("E-SYN-07", "E-SYN-08")
@given(TEXTS | st.text(), TEXTS, st.sampled_from(["\n", "\r\n"]))
def test_old_lines_stay_in_their_order(text: str, title: str, newline: str) -> None:
    old = text.replace("\n", newline)
    written, _ = append_insights(old, title, DISCUSSION)
    before = [line.rstrip("\r\n") for line in lines_of(old)]
    assert is_subsequence(before, [line.rstrip("\r\n") for line in lines_of(written)])
    assert is_subsequence(list(old), list(written))


@pytest.mark.rule("E-SYN-07", "L-WRITE-02", "X-36")
@pytest.mark.parametrize(("document", "step"), [
    ("requirements-spec.md", "Core Feature Definition"), ("impact-analysis.md", "Risk Zone Analysis"),
    ("impact-analysis.md", "Compliance Check"), ("data-flow.md", "Compliance Check"), ("quick-scan.md", "Zen"),
])  # fmt: skip
def test_a_later_full_render_has_the_same_block_in_the_same_place(document: str, step: str) -> None:
    before = an_analysis(discussed=False)
    text = render_document(document, before, CONTEXT)
    assert text is not None
    held = DISCUSSION.model_copy(update={"step_title": step})
    written, place = append_insights(text, step, held, document)
    after = before.changed(discussions=(held.model_copy(update={"targets": ((document, place),)}),))
    assert render_document(document, after, CONTEXT) == written


def test_a_json_block_at_the_end_stays_at_the_end() -> None:
    text = render_document("impact-analysis.md", an_analysis(), CONTEXT)
    assert text is not None
    written, _ = append_insights(text, "Something Else Entirely", DISCUSSION, "impact-analysis.md")
    assert written.rstrip().endswith("}\n```")


@given(st.builds(
    Discussion, step_id=TEXTS, step_title=TEXTS, at=TEXTS, turn_count=st.integers(0, 9), exit=st.just("turn-limit"),
    participants=st.just(("Maya Chen (BA)",)), insights=st.lists(st.tuples(TEXTS, TEXTS), max_size=2).map(tuple),
))  # fmt: skip
def test_no_words_break_out_of_the_block(held: Discussion) -> None:
    sections = read_markdown("## A\n\nx\n\n" + insight_block(held)).sections
    assert [section.level for section in sections] == [2, 3, 4, 4, 4]
