"""Seed one fault into a clean item: the right rule finds it, and no other rule speaks."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from check_samples import NFR, Files, check, clean_files, rendered_files, rules_of
from roundtable.documents.checks import Unreadable

SPEC = "requirements-spec.md"
STORIES = "user-stories.json"
MATRIX = "traceability-matrix.csv"
IMPACT = "impact-analysis.md"
OVERVIEW = "architecture-overview.md"
ADR = "adr-0001-keep-codes-in-a-table.md"
MODULES = "module-design.md"
INTERFACES = "interface-spec.md"
ERRORS = "error-taxonomy.md"
SUMMARY = "design-summary.md"
SCAN = "quick-scan.md"
FLOW = "data-flow.md"
STATEMENT = "The shop shall accept each code once per shopper."
CRITERION = "Given a shopper who has used SAVE10, When the shopper enters SAVE10 again, Then the cart shows error ERR-002"

Seed = Callable[[Files], None]


class Fault(NamedTuple):
    """One kind of fault."""

    rule: str
    what: str
    seed: Seed


def swap(name: str, old: str, new: str, count: int = 1) -> Seed:
    """Replace words in one file."""

    def seed(files: Files) -> None:
        text = files[name]
        assert isinstance(text, str)
        assert old in text, f"{name} no longer holds {old!r}"
        files[name] = text.replace(old, new, count)

    return seed


def append(name: str, text: str) -> Seed:
    """Add text at the end of one file."""

    def seed(files: Files) -> None:
        files[name] = f"{files[name]}{text}"

    return seed


def put(name: str, text: str | Unreadable) -> Seed:
    """Replace or add a whole file."""
    return lambda files: files.__setitem__(name, text)


def drop(name: str) -> Seed:
    """Remove a file."""
    return lambda files: files.__delitem__(name)


def meta(**changes: Any) -> Seed:
    """Change fields of meta.json."""

    def seed(files: Files) -> None:
        files["meta.json"] = json.dumps(json.loads(str(files["meta.json"])) | changes)

    return seed


def both(*seeds: Seed) -> Seed:
    """Several changes that make one fault."""

    def seed(files: Files) -> None:
        for one in seeds:
            one(files)

    return seed


def statement(new: str) -> Seed:
    """Another wording of FR-002."""
    return swap(SPEC, STATEMENT, new)


def criterion(new: str) -> Seed:
    """Another wording of AC-002-01."""
    return swap(SPEC, CRITERION, new)


def story(new: str) -> Seed:
    """Another wording of US-002."""
    return swap(STORIES, "As a campaign manager, I want to give out one use per shopper, so that a campaign stays within its budget.", new)  # fmt: skip


def quality(new: str) -> Seed:
    """Another wording of NFR-001 in the specification."""
    return swap(SPEC, "The cart shall show the new total within 300 ms.", new)


def requirements(*levels: str) -> Seed:
    """More requirements, each with a criterion, a story, a row and a priority."""

    def seed(files: Files) -> None:
        stories: list[dict[str, Any]] = json.loads(str(files[STORIES]))
        for number, level in enumerate(levels, start=3):
            fr, ac, us = f"FR-{number:03d}", f"AC-{number:03d}-01", f"US-{number:03d}"
            text = f"Given a cart of {number} EUR, When the shopper pays, Then the shop refuses a sum under {number} EUR"
            block = f"### {fr}: Pay {number}\n\nThe shop shall take {number} EUR.\n\n**Priority**: {level}  \n**Confidence**: High\n\n- **{ac}**: {text}\n\n"
            swap(SPEC, "## Quality Requirements", f"{block}## Quality Requirements")(files)
            append(MATRIX, f"{fr},{ac},{us},High,Turn 2\n")(files)
            wish = f"As a shopper, I want to pay {number} EUR, so that I get it."
            stories.append({"id": us, "title": "t", "story": wish, "acceptance_criteria": [f"{ac}: {text}"], "priority": level, "traces": [fr]})  # fmt: skip
            append(FLOW, f"\n{fr} uses the same flow.\n")(files)
            row = next(
                line for line in str(files[SPEC]).splitlines() if line.startswith("| FR-002: Limit a code")
            )
            swap(SPEC, row, f"{row}\n| {fr}: Pay {number} | {level} | It was said | Confirmed in turn 2 |")(
                files
            )
        swap(SUMMARY, "2 requirements", f"{2 + len(levels)} requirements")(files)
        files[STORIES] = json.dumps(stories, indent=2)

    return seed


FAULTS: tuple[Fault, ...] = (
    # -- structure ---------------------------------------------------------------------------------------------------
    Fault("RT101", "a file that is not UTF-8", put("component-interactions.md", Unreadable("it is not UTF-8"))),
    Fault("RT102", "a JSON file that ends too early", put("schema.json", '{"a": [1, 2')),
    Fault("RT103", "a CSV row with a cell too few", append(MATRIX, "FR-001,AC-001-01\n")),
    Fault("RT103", "a CSV quotation that never ends", append(MATRIX, 'FR-001,AC-001-01,US-001,High,"open\n')),
    Fault("RT104", "YAML that cannot be parsed", put("extra.yaml", "a: [1, 2\nb: }\n")),
    Fault("RT105", "a NUL in a document", append(FLOW, "\nbad \x00 character\n")),
    Fault("RT106", "a document with a title only", put("component-interactions.md", "# Component Interactions\n\n## Components\n")),
    Fault("RT107", "meta.json that is a list", put("meta.json", "[]")),
    Fault("RT108", "a story without acceptance criteria", swap(STORIES, '"acceptance_criteria"', '"notes"', 2)),
    Fault("RT109", "a matrix without its source column", swap(MATRIX, "Confidence,Source", "Confidence,Remark")),
    Fault("RT110", "a status nobody knows", swap(FLOW, "**Status**: Complete", "**Status**: Almost")),
    Fault("RT110", "a confidence nobody knows", swap(FLOW, "**Confidence**: High", "**Confidence**: Huge")),
    Fault("RT111", "a header without coverage", swap(FLOW, "**Coverage**", "**Scope**")),
    Fault("RT112", "pending sections in a complete document", append(FLOW, "\n## Pending Sections\n\n- **State**: what is kept.\n")),
    Fault("RT113", "a heading with nothing under it", append(FLOW, "\n## Retention\n")),
    Fault("RT114", "TBD in a complete document", append(FLOW, "\n## Retention\n\nTBD -- how long\n")),
    Fault("RT115", "a phase without its document", drop(IMPACT)),
    Fault("RT116", "a phase that does not exist", meta(phases_completed=["00-quick-scan", "01-requirements", "02-impact-analysis", "03-architecture", "04-design", "04-desing"])),
    Fault("RT117", "a status that does not follow", meta(analysis_status="partial")),
    Fault("RT118", "skipped steps in a complete phase", meta(steps_skipped=["01-04", "01-07"])),
    Fault("RT119", "a gap in the phases", both(meta(phases_completed=["00-quick-scan", "02-impact-analysis", "03-architecture", "04-design"], analysis_status="partial"), swap(SPEC, "**Status**: Complete", "**Status**: In Progress"))),
    Fault("RT120", "a complete document of a phase nobody claims", meta(phases_completed=["00-quick-scan", "01-requirements", "02-impact-analysis", "03-architecture"], analysis_status="partial")),
    Fault("RT121", "another item's slug", meta(slug="gift-cards")),
    Fault("RT122", "a table row with a cell too many", swap(FLOW, "## State", "| A | B |\n| --- | --- |\n| 1 | 2 | 3 |\n\n## State")),
    Fault("RT123", "a fence that is never closed", append(FLOW, "\n## More\n\n```python\nx = 1\n")),
    Fault("RT124", "a link to a document that is not there", append(FLOW, "\nSee [the flow](data-flows.md).\n")),
    Fault("RT125", "the same section twice", append(FLOW, "\n## State\n\nMore of it.\n")),
    Fault("RT126", "an unresolved merge", append(FLOW, "\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n")),
    Fault("RT127", "a suppression without a reason", append(FLOW, "\n<!-- roundtable: ignore RT113 -->\n")),
    Fault("RT127", "a suppression of a rule that does not exist", append(FLOW, "\n<!-- roundtable: ignore RT999 because -->\n")),
    # -- ids ---------------------------------------------------------------------------------------------------------
    Fault("RT201", "a requirement defined twice", swap(SPEC, "## Quality Requirements", "### FR-002: Limit it\n\n" + STATEMENT + "\n\n**Confidence**: High\n\n## Quality Requirements")),
    Fault("RT201", "a criterion defined twice", swap(SPEC, "- **BR-001**", "- **AC-001-02**: Given no code, When the shopper pays, Then the total stays\n- **BR-001**")),
    Fault("RT201", "two stories with one id", swap(STORIES, '  {\n    "id": "US-002"', '  {\n    "id": "US-001",\n    "title": "x",\n    "story": "As a shopper, I want to see the code, so that I know it.",\n    "acceptance_criteria": ["AC-001-01"],\n    "priority": "Must",\n    "traces": ["FR-001"]\n  },\n  {\n    "id": "US-002"')),
    Fault("RT201", "an error code defined twice", swap(ERRORS, "| ERR-002 | `ERR-002` |", "| ERR-001 | `ERR-002` | Again | Again | Again | FR-001 | Turn 2 |\n| ERR-002 | `ERR-002` |")),
    Fault("RT201", "two decision files with one number", put("adr-0001-another.md", "# Another\n\n## Status\n\nAccepted\n\n## Options\n\n- a\n- b\n")),
    Fault("RT202", "a requirement that does not exist, in the architecture", swap(OVERVIEW, "FR-002 (Limit a code)", "FR-002 (Limit a code), FR-020")),
    Fault("RT202", "a requirement that does not exist, in a story", swap(STORIES, '"FR-002"\n', '"FR-002", "FR-200"\n')),
    Fault("RT202", "a quality requirement that does not exist", append(FLOW, "\nNFR-007 limits the time.\n")),
    Fault("RT202", "a business rule that does not exist", append(FLOW, "\nBR-009 limits the code.\n")),
    Fault("RT203", "a criterion that does not exist, in the matrix", append(MATRIX, "FR-002,AC-002-09,US-002,High,Turn 2\n")),
    Fault("RT203", "a criterion of a requirement that does not exist", swap(SPEC, "- **BR-001**", "- **AC-009-01**: Given no code, When the shopper pays, Then the total stays\n- **BR-001**")),
    Fault("RT204", "a story that does not exist", append(FLOW, "\nUS-012 needs this.\n")),
    Fault("RT205", "a decision that does not exist", append(FLOW, "\nADR-0042 says why.\n")),
    Fault("RT206", "an error code that is not defined", swap(INTERFACES, "`ERR-001`, `ERR-002`", "`ERR-001`, `ERR-002`, `ERR-009`")),
    # -- traceability --------------------------------------------------------------------------------------------------
    Fault("RT207", "a requirement without criterion", both(swap(SPEC, f"- **AC-002-01**: {CRITERION}\n", ""), swap(MATRIX, "FR-002,AC-002-01,US-002", "FR-002,,US-002"), swap(STORIES, f'"AC-002-01: {CRITERION}"', ""), swap(STORIES, '"acceptance_criteria": [\n      \n    ]', '"acceptance_criteria": ["AC-001-01"]'))),
    Fault("RT209", "a criterion under the wrong requirement", both(swap(SPEC, f"- **AC-002-01**: {CRITERION}\n", "- Given a used code, When it is entered, Then it is refused\n"), swap(SPEC, "- **BR-001**", f"- **AC-002-01**: {CRITERION}\n- **BR-001**"))),
    Fault("RT210", "a criterion without story", both(swap(STORIES, "AC-001-02: Given a code", "Given a code"), swap(MATRIX, "FR-001,AC-001-02,US-001", "FR-001,AC-001-02,"))),
    Fault("RT211", "a requirement without story", both(swap(STORIES, '"FR-002"', '"FR-001"'), swap(STORIES, "AC-002-01: Given", "Given"))),
    Fault("RT212", "a story that belongs to nothing", swap(STORIES, "  }\n]", '  },\n  {\n    "id": "US-003",\n    "title": "x",\n    "story": "As a shopper, I want to see the code, so that I know it.",\n    "acceptance_criteria": ["The code is shown"],\n    "priority": "Could",\n    "traces": []\n  }\n]')),
    Fault("RT213", "a criterion without a row", swap(MATRIX, "FR-001,AC-001-02,US-001,High,Confirmed in turn 2\n", "")),
    Fault("RT213", "a requirement without a row", swap(MATRIX, "FR-002,AC-002-01,US-002,High,Confirmed in turn 2\n", "")),
    Fault("RT214", "a row that gives a criterion to another requirement", swap(MATRIX, "FR-002,AC-002-01,US-002", "FR-001,AC-002-01,US-002,High,Turn 2\nFR-002,,US-002")),
    Fault("RT214", "a row with a story that does not take the criterion up", swap(MATRIX, "FR-002,AC-002-01,US-002", "FR-002,AC-002-01,US-001")),
    Fault("RT215", "a confidence that differs in the matrix", swap(MATRIX, "US-002,High", "US-002,Low")),
    Fault("RT216", "a priority that differs in the prioritization", swap(SPEC, "FR-002: Limit a code | Should |", "FR-002: Limit a code | Could |")),
    Fault("RT216", "a priority that differs in the story", swap(STORIES, '"priority": "Should"', '"priority": "Could"')),
    Fault("RT217", "a requirement without confidence", swap(SPEC, "**Priority**: Should  \n**Confidence**: High", "**Priority**: Should")),
    Fault("RT218", "a High requirement on a Low section", swap(IMPACT, "## Directly Affected Files\n", "## Directly Affected Files\n\n**Confidence**: Low -- nobody said it\n")),
    Fault("RT219", "a requirement without priority", both(swap(SPEC, "**Priority**: Should  \n", ""), swap(SPEC, "| FR-002: Limit a code | Should | can be checked by hand at first | Confirmed in turn 2 |\n", ""))),
    Fault("RT220", "nothing but Musts", requirements("Must", "Must", "Must", "Must")),
    Fault("RT238", "two criteria with the same words", both(swap(SPEC, "- **BR-001**", "- **AC-001-03**: Given a code that expired yesterday, When the shopper enters the code, Then the cart shows error ERR-001 and keeps the total\n- **BR-001**"), append(MATRIX, "FR-001,AC-001-03,US-001,High,Turn 2\n"), swap(STORIES, '      "AC-001-02: Given', '      "AC-001-03",\n      "AC-001-02: Given'))),
    # -- architecture and design -----------------------------------------------------------------------------------------
    Fault("RT221", "a module that nothing needs", both(swap(MODULES, "## Dependencies", "### MOD-003: Ledger\n\nWrites a line.\n\n**Source**: Turn 2\n\n## Dependencies"), swap(MODULES, "- **Pricing** uses", "- **Ledger** uses no other module.\n- **Pricing** uses"), swap(OVERVIEW, "## Component View", "## Parts"))),
    Fault("RT222", "a dependency on a module that is not there", swap(MODULES, "- **Pricing** uses Code book.", "- **Pricing** uses Code book, Tax table.")),
    Fault("RT222", "an interface of a module that is not there", swap(INTERFACES, "**Module**: Pricing", "**Module**: Prizing")),
    Fault("RT223", "modules in a circle", swap(MODULES, "**Code book** uses no other module.", "**Code book** uses Pricing.")),
    Fault("RT224", "a module without responsibility", swap(MODULES, "Turns a cart and a code into a total.\n\n", "")),
    Fault("RT225", "an interface without errors", swap(INTERFACES, "**Errors**: `ERR-001`  \n", "")),
    Fault("RT227", "an integration without interface", swap(OVERVIEW, "| IN-001 | Cart | Code book |", "| IN-002 | Parcels | Carrier | Ship | a parcel | Wait | Turn 2 |\n| IN-001 | Cart | Code book |")),
    Fault("RT228", "an error name that is not listed", swap(INTERFACES, "**Errors**: `ERR-001`  \n", "**Errors**: `ERR-001`, `CodeBroken`  \n")),
    Fault("RT229", "an error code that nothing uses", swap(ERRORS, "| ERR-002 | `ERR-002` |", "| ERR-003 | `ERR-003` | Too late | Sorry. | Stop | | Turn 2 |\n| ERR-002 | `ERR-002` |")),
    Fault("RT230", "a decision with one option", swap(ADR, "- **OP-002: Signed codes** -- The code carries its discount. For it: No table. Against it: No recall.\n", "")),
    Fault("RT231", "a decision without status", swap(ADR, "## Status\n\nAccepted\n\n", "")),
    Fault("RT231", "a proposed decision in a complete architecture", swap(ADR, "Accepted", "Proposed")),
    Fault("RT232", "a risk without mitigation", swap(IMPACT, "| Test with odd cents |", "| |")),
    Fault("RT233", "a requirement that nobody designed", both(swap(IMPACT, "| Keeps the codes | FR-002 |", "| Keeps the codes | FR-001 |"), swap(OVERVIEW, ", FR-002 (Limit a code)", ""), swap(ADR, "- FR-002 (Limit a code)\n", ""), swap(MODULES, "FR-002 (Limit a code)", "FR-001 (Apply a code)"), swap(INTERFACES, "**Requirements**: FR-002", "**Requirements**: FR-001"), swap(ERRORS, "| FR-002 |", "| FR-001 |"), swap("design-summary.md", "- FR-002 (Limit a code): Should\n", ""))),
    Fault("RT236", "a file in two tiers", swap(IMPACT, "| `src/shop/cart.py` | `src/shop/pricing.py` |", "| `src/shop/codes.py` | `src/shop/pricing.py` |")),
    Fault("RT240", "a decision file with another number in its heading", both(swap(ADR, "# ADR-0001:", "# ADR-0002:"))),
    Fault("RT241", "a small change with forty files", swap(SCAN, "File Count: 4", "File Count: 40")),
    # -- wording -----------------------------------------------------------------------------------------------------
    # -- what is said twice -------------------------------------------------------------------------------------------
    Fault("RT129", "a heading without a space", append(FLOW, "\n##Retention\n\nCodes stay for a year.\n")),
    Fault("RT130", "a table without its line of dashes", append(FLOW, "\n| Code | Kept |\n| SAVE10 | 1 year |\n")),
    Fault("RT131", "text of a template", append(FLOW, "\n[Describe the flow here]\n")),
    Fault("RT123", "a comment that is never closed", append(FLOW, "\n<!-- later\n\nMore of it.\n")),
    Fault("RT124", "a link to a heading that is not there", append(FLOW, "\nSee [the state](#stat).\n")),
    Fault("RT132", "a document that was written and is gone", both(put("analysis.json", '{"manifest": {"component-interactions.md": {}}}'), drop("component-interactions.md"))),
    Fault("RT133", "a section that was renamed", both(put("analysis.json", '{"manifest": {"data-flow.md": {"state": "x"}}}'), swap(FLOW, "## State", "## Where it is kept"))),
    Fault("RT202", "an id with a letter for a digit", append(FLOW, "\nFR-O02 limits it.\n")),
    Fault("RT120", "a draft in a phase that is complete", swap(SCAN, "**Status**: Complete", "**Status**: Draft")),
    Fault("RT242", "another figure for a quality", append(FLOW, "\nThe total is there within 900 ms (NFR-001).\n")),
    Fault("RT242", "another figure in a story", swap(STORIES, "the total is 45 EUR", "the total is 40 EUR and 30 minutes pass")),
    Fault("RT243", "a wrong number of files", swap(IMPACT, '"files_directly_affected": 2', '"files_directly_affected": 5')),
    Fault("RT243", "more topics than there are", swap(FLOW, "**Coverage**: ", "**Coverage**: 9 of 2, ")),
    Fault("RT244", "requirements that wait for each other", both(swap(SPEC, "- **AC-001-01**", "**Depends on**: FR-002\n\n- **AC-001-01**"), swap(SPEC, "- **AC-002-01**", "**Depends on**: FR-001\n\n- **AC-002-01**"))),
    Fault("RT244", "a story that waits for itself", swap(STORIES, '"title": "Pay less",', '"title": "Pay less", "depends_on": ["US-001"],')),
    Fault("RT245", "an id that means something else elsewhere", swap(SUMMARY, "FR-002 (Limit a code)", "FR-002 (Export invoices)")),
    Fault("RT247", "a requirement that is out of scope too", swap(SPEC, "## Out of Scope\n\n", "## Out of Scope\n\n- FR-002: later\n\n")),
    Fault("RT248", "the same row twice", append(MATRIX, "FR-002,AC-002-01,US-002,High,Turn 2\n")),
    Fault("RT251", "a module twice", swap("module-design.md", "## Dependencies", "### MOD-003: Pricing\n\nCounts FR-001.\n\n## Dependencies")),
    Fault("RT401", "a subjective word", statement("The shop shall accept each code in a user-friendly way.")),
    Fault("RT401", "a speed without a figure", quality("The cart shall show the new total quickly.")),
    Fault("RT402", "a wish without an end", statement("The shop shall minimize the number of codes per shopper.")),
    Fault("RT404", "an escape clause", statement("If possible, the shop shall accept each code once per shopper.")),
    Fault("RT405", "a list without an end", statement("The shop shall accept codes for books, music, etc.")),
    Fault("RT406", "a verb that does not say what happens", statement("The shop shall handle codes once per shopper.")),
    Fault("RT407", "a verb that leaves open whether", statement("The shop might accept each code once per shopper.")),
    Fault("RT408", "a passive without actor", statement("Each code shall be accepted once per shopper.")),
    Fault("RT409", "a limit without unit", statement("The shop shall answer within 5.")),
    Fault("RT410", "a story with two actions", story("As a shopper, I want to enter a code and print the receipt, so that I pay less.")),
    Fault("RT411", "a technology in a requirement", statement("The shop shall store each code using PostgreSQL.")),
    Fault("RT412", "a negative requirement", statement("The shop shall not accept a code twice per shopper.")),
    Fault("RT413", "a claim about every case", statement("The shop shall always accept a code once per shopper.")),
    Fault("RT416", "criteria without an error path", both(swap(SPEC, "Given a code that expired yesterday, When the shopper enters the code, Then the cart shows error ERR-001 and keeps the total", "Given a cart of 30 EUR and the code SAVE10, When the shopper enters the code, Then the total is 27 EUR"))),
    Fault("RT417", "a quality requirement without figure", both(quality("The cart shall show the total in time."), swap(SPEC, "| 95th percentile | 300 ms | load test with 200 carts |", "| time to total | as agreed | load test |"))),
    Fault("RT418", "a story without benefit", story("As a campaign manager, I want to give out one use per shopper.")),
    Fault("RT419", "a criterion without outcome", criterion("Given a shopper who has used SAVE10, When the shopper enters SAVE10 again")),
    Fault("RT420", "a sentence without an end", statement(f"The shop shall accept a code {'that the shopper typed into the cart ' * 8}once.")),
    Fault("RT426", "a criterion that cannot fail", criterion("Given a used code, When it is entered, Then the cart works as expected")),
    Fault("RT426", "a criterion met whatever happens", criterion("Given a used code, When it is entered, Then the cart shows an error or not")),
    Fault("RT421", "a hedge", statement("The shop shall usually accept each code once per shopper.")),
    Fault("RT422", "and/or", statement("The shop shall accept a code and/or a card.")),
    Fault("RT424", "an undecided requirement", both(statement("The shop shall accept each code TBD times per shopper."), swap(SPEC, "**Status**: Complete", "**Status**: In Progress"))),
)  # fmt: skip


@pytest.mark.rule("L-XCHK-02", "L-XCHK-03", "L-XCHK-04", "L-XCHK-05", "L-WRITE-10", "L-WRITE-11", "X-53")
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.rule}-{fault.what}".replace(" ", "-"))
def test_a_seeded_fault_is_found_by_its_rule_and_by_no_other(fault: Fault) -> None:
    files = clean_files()
    fault.seed(files)
    findings = check(files)
    assert rules_of(findings) == {fault.rule}, [f"{f.rule} {f.path}:{f.line} {f.message}" for f in findings]


@pytest.mark.rule("L-XCHK-06")
def test_the_clean_item_has_no_findings() -> None:
    assert check(clean_files()) == ()


@pytest.mark.parametrize("mode", ["conversation", "steps"])
@pytest.mark.rule("X-18", "X-19", "X-57")
def test_what_the_product_writes_today_has_no_findings(mode: str) -> None:
    findings = check(rendered_files(mode=mode))
    assert findings == (), [f"{f.rule} {f.path}:{f.line} {f.message}" for f in findings]


def test_the_shared_matrix_may_hold_other_items_with_the_same_numbers() -> None:
    files = clean_files()
    append(
        NFR,
        "\n## gift-cards\n\n| ID | Requirement |\n| --- | --- |\n| NFR-001 | FR-077 answers within 2 s. |\n",
    )(files)
    assert check(files) == ()
