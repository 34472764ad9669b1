"""Faults in documents of the form of today: header on one line, footnotes, README.md, no id columns. The right rule finds each."""

import json
from typing import Any

import pytest

from check_samples import Files, check, rules_of, written_files
from roundtable.documents.checks import RULES, check_files
from test_check_mutations import (
    ADR,
    ERRORS,
    FAULTS,
    FLOW,
    IMPACT,
    INTERFACES,
    MATRIX,
    MODULES,
    OVERVIEW,
    SCAN,
    SPEC,
    STORIES,
    Fault,
    Seed,
    append,
    both,
    put,
    swap,
)

README = "README.md"
SAID = "The shop shall accept each code once per shopper.[^t2]"


def before_notes(name: str, text: str) -> Seed:
    """Add text at the end of one file, before its footnotes."""
    return swap(name, "\n[^t2]: ", f"\n{text}\n\n[^t2]: ")


def statement(new: str) -> Seed:
    """Another wording of FR-002, typed by hand: no footnote names a turn."""
    return swap(SPEC, SAID, new)


def saved(**analysis: Any) -> Seed:
    """What the analysis holds."""
    return put("analysis.json", json.dumps({"analysis": analysis}))


DECISION = {"kind": "decision", "id": "ADR-0001"}
SEEDED: tuple[Fault, ...] = (
    # -- structure ---------------------------------------------------------------------------------------------------
    Fault("RT110", "a status nobody knows", swap(FLOW, "**Status**: Complete", "**Status**: Almost")),
    Fault("RT110", "a confidence nobody knows", swap(FLOW, "**Confidence**: High", "**Confidence**: Huge")),
    Fault("RT111", "a header without coverage", swap(FLOW, " · **Coverage**: 2 facts", "")),
    Fault("RT113", "a heading with nothing under it", append(FLOW, "\n## Retention\n")),
    Fault("RT114", "TBD in a complete document", before_notes(OVERVIEW, "TBD")),
    Fault("RT122", "a row with a cell too many", swap(IMPACT, "Holds the total[^t4] |", "Holds | the total |")),
    Fault("RT124", "a requirement that the link does not find", swap(README, "#fr-001-apply-a-code", "#fr-001-apply")),
    Fault("RT124", "a link to a document that is not there", swap(README, "(data-flow.md)", "(data-flows.md)")),
    Fault("RT134", "a footnote that is explained nowhere", swap(SPEC, SAID, SAID.replace("t2", "t9"))),
    # -- ids -----------------------------------------------------------------------------------------------------------
    Fault("RT201", "a requirement defined twice", swap(SPEC, "## Quality Requirements", f"### FR-002: Limit it\n\n**Confidence**: High\n\n{SAID}\n\n## Quality Requirements")),
    Fault("RT201", "a criterion defined twice", swap(SPEC, "- **BR-001**", "- **AC-001-02**: Without a code the total stays\n- **BR-001**")),
    Fault("RT201", "an error code defined twice", swap(ERRORS, "| `ERR-002` |", "| `ERR-001` | Again | Again | Again | FR-001 |\n| `ERR-002` |")),
    Fault("RT202", "a requirement that does not exist, in the summary", swap(README, "Nothing is open.", "- **OQ-001**: Does FR-020 ship?")),
    Fault("RT202", "a requirement that does not exist, among the modules", swap(MODULES, "| FR-002 |", "| FR-002, FR-020 |")),
    Fault("RT203", "a criterion of a requirement that does not exist", swap(SPEC, "- **BR-001**", "- **AC-009-01**: Without a code the total stays\n- **BR-001**")),
    Fault("RT205", "a decision that does not exist", swap(README, "Gift cards.", "Gift cards, by ADR-0042.")),
    Fault("RT206", "an error code that is not defined", swap(INTERFACES, "Errors: `ERR-001`. In", "Errors: `ERR-001` and `ERR-009`. In")),
    # -- what hangs together -------------------------------------------------------------------------------------------
    Fault("RT207", "a requirement without criterion", both(
        swap(SPEC, "- **AC-002-01**: Given a shopper who has used SAVE10, when the shopper enters SAVE10 again, then the cart shows error ERR-002[^t2]\n", ""),
        swap(MATRIX, "FR-002,AC-002-01,US-002", "FR-002,,US-002"),
        swap(STORIES, '["AC-002-01"]', '["AC-001-01"]'),
    )),
    Fault("RT209", "a criterion under the wrong requirement", both(
        swap(SPEC, "- **AC-001-02**", "- **AC-002-02**"),
        swap(MATRIX, "FR-001,AC-001-02,US-001", "FR-002,AC-002-02,US-002"),
        swap(STORIES, '["AC-002-01"]', '["AC-002-01", "AC-002-02"]'),
        swap(STORIES, '["AC-001-01", "AC-001-02"]', '["AC-001-01"]'),
    )),
    Fault("RT210", "a criterion without story", both(
        swap(STORIES, '["AC-001-01", "AC-001-02"]', '["AC-001-01"]'),
        swap(MATRIX, "AC-001-02,US-001", "AC-001-02,"),
    )),
    Fault("RT211", "a story that lost its requirement", both(
        swap(STORIES, '"traces": ["FR-002"]', '"traces": ["FR-001"]'), swap(STORIES, '["AC-002-01"]', '["It is refused"]'))),
    Fault("RT213", "a criterion without a row", swap(MATRIX, "FR-001,AC-001-02,US-001,High,turn 2\n", "")),
    Fault("RT214", "a row with a story that does not take the criterion up", swap(MATRIX, "AC-002-01,US-002", "AC-002-01,US-001")),
    Fault("RT215", "a confidence that differs in the matrix", swap(MATRIX, "US-002,High", "US-002,Low")),
    Fault("RT216", "a priority that differs in the summary", swap(README, "**Limit a code** · Should", "**Limit a code** · Must")),
    Fault("RT216", "a priority that differs in the story", swap(STORIES, '"priority": "Should"', '"priority": "Could"')),
    Fault("RT217", "a requirement without confidence", swap(SPEC, "Should[^t2] · **Confidence**: High", "Should[^t2]")),
    Fault("RT218", "a High requirement on a Low section", swap(MODULES, "## Modules\n", "## Modules\n\n**Confidence**: Low\n")),
    Fault("RT219", "a requirement without priority", both(
        swap(SPEC, "**Priority**: Should[^t2] · ", ""), swap(README, "**Limit a code** · Should", "**Limit a code**"),
        swap(STORIES, '"priority": "Should",', ""))),
    Fault("RT238", "two criteria with the same words", both(
        swap(SPEC, "- **BR-001**", "- **AC-001-03**: Given a cart of 50 EUR and the code SAVE10, when the shopper enters the code, then the total is 45 EUR[^t2]\n- **BR-001**"),
        append(MATRIX, "FR-001,AC-001-03,US-001,High,turn 2\n"), swap(STORIES, '"AC-001-02"]', '"AC-001-02", "AC-001-03"]'))),
    # -- architecture and design ---------------------------------------------------------------------------------------
    Fault("RT221", "a module that nothing needs", swap(MODULES, "| Pricing (", "| Ledger | Writes a line. | |\n| Pricing (")),
    Fault("RT222", "a dependency on a module that is not there", swap(MODULES, "Pricing uses Code book.", "Pricing uses Code book and Tax table.")),
    Fault("RT222", "an interface of a module that is not there", swap(INTERFACES, "In Pricing.", "In Prizing.")),
    Fault("RT223", "modules in a circle", swap(MODULES, "Pricing uses Code book.", "Pricing uses Code book. Code book uses Pricing.")),
    Fault("RT224", "a module without responsibility", swap(MODULES, "Turns a cart and a code into a total.[^t2]", "")),
    Fault("RT225", "an interface without errors", swap(INTERFACES, " Errors: `ERR-001`. In", " In")),
    Fault("RT227", "an integration without interface", swap(OVERVIEW, "| Cart[^t2] |", "| Parcels | Carrier | Ship | A parcel | Wait |\n| Cart[^t2] |")),
    Fault("RT228", "an error name that is not listed", swap(INTERFACES, "Errors: `ERR-001`. In", "Errors: `ERR-001` and `CodeBroken`. In")),
    Fault("RT230", "a decision with one option", swap(ADR, "| Signed codes[^t2] | The code carries its discount. | No table | No recall |\n", "")),
    Fault("RT231", "a decision without status", swap(ADR, "**Status**: Accepted · ", "")),
    Fault("RT231", "a proposed decision in a complete architecture", swap(ADR, "**Status**: Accepted", "**Status**: Proposed")),
    Fault("RT232", "a risk without remedy", swap(IMPACT, "| Test with odd cents |", "| |")),
    Fault("RT233", "a requirement that nobody designed", both(
        swap(IMPACT, "| FR-002 |", "| FR-001 |"), swap(OVERVIEW, ", FR-002", ""), swap(ADR, "FR-001, FR-002", "FR-001"), swap(MODULES, "| FR-002 |", "| FR-001 |"),
        swap(INTERFACES, "For FR-002.", "For FR-001."), swap(ERRORS, "| FR-002 |", "| FR-001 |"))),
    Fault("RT236", "a file that changes and is only near", swap(IMPACT, "- `src/shop/cart.py` Shows it.", "- `src/shop/codes.py` Shows it.")),
    Fault("RT240", "a decision file with another number in its heading", swap(ADR, "# ADR-0001:", "# ADR-0002:")),
    Fault("RT241", "a small change with forty files", both(swap(SCAN, "File Count: 2", "File Count: 40"), swap(SCAN, "The two files: ", ""))),
    Fault("RT255", "an integration that the design does not know", both(
        swap(OVERVIEW, "| Cart[^t2] | Code book |", "| Pricing[^t2] | Ledger |"),
        swap(MODULES, "| Pricing (", "| Ledger | Writes FR-001. | FR-001 |\n| Pricing ("))),
    # -- what is said twice --------------------------------------------------------------------------------------------
    Fault("RT243", "a wrong number in the text", swap(IMPACT, "Two files change, one of them new", "Four files change, one of them new")),
    Fault("RT243", "a wrong number in the block", swap(IMPACT, '"files_directly_affected": 2', '"files_directly_affected": 5')),
    Fault("RT243", "a wrong number in the quick scan", both(swap(SCAN, "The two files", "The three files"), swap(SCAN, "File Count: 2", "File Count: 3"))),
    Fault("RT245", "a requirement that the summary calls something else", swap(README, "**Limit a code**", "**Export all invoices**")),
    Fault("RT247", "a requirement that is out of scope too", swap(SPEC, "- Gift cards", "- FR-002: later\n- Gift cards")),
    Fault("RT242", "another figure for a requirement", swap(OVERVIEW, "| Look up a code |", "| Look up a code for 30 EUR (AC-001-01) |")),
    # -- what was taken back, and what was ruled out -------------------------------------------------------------------
    Fault("RT252", "a rule that was taken back", saved(retracted=["BR-001"], facts={"ADR-0001": DECISION})),
    Fault("RT252", "words that were taken back", saved(
        turns=[{"number": 2, "text": "Fine. Support staff type discounts into orders by hand."}], withdrawn=[{"turn": 2, "start": 6, "end": 56, "at": 3}],
        facts={"ADR-0001": DECISION})),
    Fault("RT253", "the file of a decision that is no more", put(
        "analysis.json", json.dumps({"analysis": {"facts": {"FR-001": {"kind": "requirement"}}}, "manifest": {ADR: {}}}))),
    Fault("RT254", "a file that was ruled out", saved(facts={"ADR-0001": DECISION, "NC-001": {"kind": "no_change", "path": "src/shop/codes.py"}})),
    Fault("RT254", "a file that a sentence leaves alone", swap(SPEC, "- Gift cards", "- `src/shop/codes.py` is not touched.\n- Gift cards")),
    # -- wording: by hand, as nobody said it ---------------------------------------------------------------------------
    Fault("RT401", "a subjective word", statement("The shop shall accept each code in a user-friendly way.")),
    Fault("RT403", "which ones?", statement("The shop shall accept each relevant code.")),
    Fault("RT404", "an escape clause", statement("If possible, the shop shall accept each code once per shopper.")),
    Fault("RT417", "a quality without a figure", swap(SPEC, "## Out of Scope", "- The list stays in step with the shop.\n\n## Out of Scope")),
    Fault("RT419", "a criterion without outcome", swap(SPEC, "- **BR-001**", "- When the shopper waits\n- **BR-001**")),
    Fault("RT424", "an undecided requirement", both(statement("The shop shall accept each code TBD times.[^t2]"), swap(SPEC, "**Status**: Complete", "**Status**: In Progress"))),
)  # fmt: skip


@pytest.mark.rule("X-80", "X-81", "X-84", "L-XCHK-02", "L-XCHK-03", "L-XCHK-04", "L-XCHK-05")
@pytest.mark.parametrize("fault", SEEDED, ids=lambda fault: f"{fault.rule}-{fault.what}".replace(" ", "-"))
def test_a_seeded_fault_is_found_by_its_rule_and_by_no_other(fault: Fault) -> None:
    files = written_files()
    fault.seed(files)
    findings = check(files)
    assert rules_of(findings) == {fault.rule}, [f"{f.rule} {f.path}:{f.line} {f.message}" for f in findings]


def test_the_item_itself_has_no_findings_together_or_alone() -> None:
    assert check(written_files()) == ()
    assert [check_files({name: text}) for name, text in written_files().items()] == [()] * len(
        written_files()
    )


def test_every_rule_about_documents_has_a_seeded_fault() -> None:
    code_needed = {"RT301", "RT302", "RT303"}  # these ask about the code: test_check_code.py
    record_needed = {
        "RT135",
        "RT136",
        "RT256",
        "RT257",
        "RT258",
        "RT260",
        "RT261",
        "RT304",
    }  # test_check_seeded_own.py
    elsewhere = {
        "RT128",
        "RT414",
        "RT415",
    }  # a large file, and rules that are off: test_check_malformed.py, test_check_wording.py
    assert {
        fault.rule for fault in (*FAULTS, *SEEDED)
    } == RULES.keys() - code_needed - elsewhere - record_needed


def seeded(*seeds: Seed) -> Files:
    files = written_files()
    both(*seeds)(files)
    return files


@pytest.mark.rule("X-82")
def test_a_requirement_whose_check_is_an_open_point_is_no_mistake() -> None:
    bare = next(fault for fault in SEEDED if fault.rule == "RT207")
    asked = swap(
        README, "Nothing is open.", "- **OQ-001**: How would one see that FR-002 works? *Marketing can say.*"
    )
    assert check(seeded(bare.seed, asked)) == ()


@pytest.mark.rule("X-82")
@pytest.mark.parametrize(
    "words",
    [
        "The shop shall accept each code 2 times per shopper.[^t2]",
        'The cart says "used" when a code was used before.[^t2]',
        f"{SAID}\n\n- **BR-002**: Guests are told apart by their address.[^t2]",
        f"{SAID}\n\n- **ERR-003**: If nobody knows the code, the total stays.[^t2]",
    ],
)
def test_exact_words_a_rule_or_an_error_tell_how_one_sees_it(words: str) -> None:
    bare = next(fault for fault in SEEDED if fault.rule == "RT207")
    assert check(seeded(bare.seed, swap(SPEC, SAID, words))) == ()


@pytest.mark.rule("X-83")
def test_a_decision_that_gives_its_reason_needs_no_second_option() -> None:
    table = "\n".join(line for line in str(written_files()[ADR]).splitlines() if line.startswith("|")) + "\n"
    assert check(seeded(swap(ADR, f"## Options Considered\n\n{table}\n", ""))) == ()


def test_a_proposal_that_says_how_sure_it_is_may_stay_one() -> None:
    proposed = "### ADR-0002: Keep a log\n\n**Status**: Proposed · **Confidence**: Medium · **Why**: finance asks\n\n"
    assert check(seeded(swap(OVERVIEW, "## Integration Points", f"{proposed}## Integration Points"))) == ()


def test_a_priority_that_is_open_is_no_gap() -> None:
    opened = "**Priority**: open, see [open points](README.md#open-points)"
    seeds = (
        swap(SPEC, "**Priority**: Should[^t2]", opened),
        swap(README, "**Limit a code** · Should", "**Limit a code**"),
        swap(STORIES, '"priority": "Should",', ""),
    )
    assert check(seeded(*seeds)) == ()


@pytest.mark.rule("X-87")
def test_a_requirement_that_is_nobodys_wish_needs_no_story() -> None:
    stories = json.loads(str(written_files()[STORIES]))
    assert check(seeded(put(STORIES, json.dumps(stories[:1])), swap(MATRIX, ",US-002,", ",,"))) == ()
    told = [
        {
            **stories[0],
            "story": "Shopper: When a shopper enters a discount code, the cart shall subtract it.",
        },
        stories[1],
    ]
    assert check(seeded(put(STORIES, json.dumps(told)))) == ()


@pytest.mark.parametrize(
    "said",
    [
        "It is always fast and user-friendly, etc., and should be easy.[^t2]",
        "Careful with 0: it doesn't mean a very quiet code, it means none.[^t2]",
        f"The shop takes a code {'that somebody typed into the cart ' * 9}once.[^t2]",
    ],
)
def test_what_a_person_said_word_for_word_is_not_judged_for_its_wording(said: str) -> None:
    assert check(seeded(statement(said))) == ()


@pytest.mark.parametrize(
    "title", ["Summary of prices", "History of a code", "Pending orders", "Risks for shoppers"]
)
def test_a_criterion_is_defined_whatever_the_title_above_it_says(title: str) -> None:
    named = (
        swap(SPEC, "### FR-002: Limit a code", f"### FR-002: {title}"),
        swap(README, "**Limit a code**", f"**{title}**"),
    )
    anchor = title.lower().replace(" ", "-")
    linked = swap(README, "#fr-002-limit-a-code", f"#fr-002-{anchor}")
    assert "RT203" not in rules_of(check(seeded(*named, linked)))


def test_a_requirement_that_is_its_own_heading_and_names_a_figure_needs_no_other_criterion() -> None:
    spec = (
        "# Requirements Specification: X\n\n"
        "**Status**: Complete · **Confidence**: High · **Last Updated**: Turn 1 · **Coverage**: 1 fact\n\n"
        "## Functional Requirements\n\n### FR-001: Ctrl-C stops it with exit status 130\n\n"
        "**Priority**: open · **Confidence**: High\n"
    )

    def found(text: str) -> bool:
        facts = [{"kind": "requirement", "id": "FR-001", "title": text, "text": text}]
        known = json.dumps({"analysis": {"facts": facts}})
        return "RT207" in rules_of(check({"analysis.json": known, SPEC: spec}))

    assert not found("Ctrl-C stops it with exit status 130")
    assert found("Ctrl-C stops it")
