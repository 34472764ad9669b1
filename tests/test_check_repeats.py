"""What our own documents repeat of one another, and what they show of the code: each slip is found, the record gone or not."""

import json
import re

import pytest

from check_samples import FOLDER, SAID, SLUG, an_analysis, rendered_files
from roundtable.documents.checks import CheckContext, check_item
from roundtable.documents.pieces import markdown_pieces
from roundtable.facts import BusinessRule
from roundtable.language.markdown import read_markdown
from test_check_seeded import Edit, append, both, put, swap

SPEC, README, STORIES, MATRIX = (
    "requirements-spec.md",
    "README.md",
    "user-stories.json",
    "traceability-matrix.csv",
)
IMPACT, OVERVIEW, DESIGN, INTERFACES = (
    "impact-analysis.md",
    "architecture-overview.md",
    "module-design.md",
    "interface-spec.md",
)
ERRORS, SCAN, ADR = "error-taxonomy.md", "quick-scan.md", "adr-0001-keep-codes-in-a-table.md"
CODE = {
    "src/shop/pricing.py": "MOST = 5\n\n\nclass Basket:\n    rebate: int = 0\n\n    def total(self, cart, code):\n        return sum(cart)\n\n\ndef taxes(cart):\n    spent = cart\n    return spent\n",
    "src/shop/cart.py": "def post_cart(request: Request | None):\n    return request\n",
    "src/shop/mail.py": "def send(order):\n    return order\n",
}
LINK = "../../../src/shop"
AC, RULE = "- **AC-002-01**", "- **BR-001**"
ERROR = (
    "- **ERR-001**: When the code has expired, the answer is 410 with the text This code has expired.[^t2]\n"
)
ROW = "| Code | Status | Message |\n| --- | --- | --- |\n| ERR-001 | {} | {} |\n"
HEAD = "**Status**: Complete · **Confidence**: High · **Last Updated**: Turn 4 · **Coverage**: 2 facts"
YAML = "document:\n  status: {}\n  last_updated: Turn 4\n  coverage: 2 facts\ninterfaces:\n- id: IF-001\n  name: redeem\n  errors: none\n"


def told(edit: Edit, *said: str) -> list[str]:
    """The findings on our own item with this edit, its record beside it; `said` are rules that somebody told as well."""
    facts = [
        BusinessRule(id=f"BR-{at:03d}", text=text, requirement="FR-002", evidence=SAID)
        for at, text in enumerate(said, start=2)
    ]
    analysis = an_analysis()
    analysis = analysis.model_copy(update={"facts": (*analysis.facts, *facts)})
    files = {name: str(text) for name, text in rendered_files(analysis).items()}
    files["analysis.json"] = json.dumps({"analysis": analysis.model_dump(mode="json")})
    edit(files)

    def resolves(anchor: str) -> bool:
        path, _, place = anchor.partition(":")
        return path in CODE and (not place or place.strip(":").isdigit())

    context = CheckContext(slug=SLUG, folder=FOLDER, resolve_anchor=resolves, read_file=CODE.get)
    found = check_item(files, None, context)
    return [f"{f.rule} {f.path.rsplit('/', 1)[-1]}:{f.line} {f.message}" for f in found]


FAULTS: tuple[tuple[str, Edit], ...] = (
    # -- one id, one value
    ("RT256 traceability.*“turn 3” was recorded as “turn 2”", swap(MATRIX, "US-001,High,turn 2", "US-001,High,turn 3")),
    ("RT256 traceability.*no turn 9", swap(MATRIX, "US-001,High,turn 2", "US-001,High,turn 2; turn 9")),
    ("RT256 README.*Apply a code.*was recorded as.*Must", swap(README, "**Apply a code** · Must", "**Apply a code**")),
    ("RT256 requirements.*“Urgent.*recorded as “Should", swap(SPEC, "**Priority**: Should", "**Priority**: Urgent")),
    ("RT256 README.*2025-01-03” was recorded as.*2026-11-02", swap(README, "(manual), 2026-11-02", "(manual), 2025-01-03")),
    ("RT256 data-flow.*status: “Draft” was recorded as “Complete", swap("data-flow.md", "**Status**: Complete", "**Status**: Draft")),
    ("RT256 interface-spec.yaml.*status: “Draft” was recorded as “Complete", put("interface-spec.yaml", YAML.format("Draft"))),
    ("RT256 README.*Clerks of the warehouse.*recorded as “Shopper", swap(README, "Shopper: Buys without an account. Finance: Knows what each campaign costs.", "Clerks of the warehouse.")),
    ("RT256 error-taxonomy.*ERR-001.*already gone.*was recorded as", swap(ERRORS, "The code has expired[^t2] |", "The code is already gone[^t2] |")),
    ("RT256 error-taxonomy.*code lives.*was recorded as", swap(ERRORS, "| This code has expired. |", "| This code lives. |")),
    ("RT256 error-taxonomy.*ERR-003.*was recorded as.*ERR-002", swap(ERRORS, "| `ERR-002` |", "| `ERR-003` |")),
    ("RT256 traceability.*recorded as “US-001", swap(MATRIX, "AC-001-02,US-001", "AC-001-02,")),
    ("RT201 interface-spec.yaml.*IF-001", put("interface-spec.yaml", YAML.format("Complete") + "- id: IF-001\n  name: total\n  errors: none\n")),
    ("RT202 requirements.*OQ-001", swap(SPEC, "**Priority**: Should[^t2]", "**Priority**: open, see [OQ-001](README.md#open-points)")),
    ("RT256 requirements.*AC-001-01.*was recorded as", swap(SPEC, "then the total is 45 EUR[^t2]", "then the total is 45 EUR")),
    ("RT256 impact.*Prints it.*was recorded as.*Prints it", swap(IMPACT, "Prints it.[^t4]", "Prints it.[^t2]")),
    # -- the words of a turn
    ("RT256 impact.*six days in the shop.*was recorded as.*Turn 2", swap(IMPACT, "[^t2]: Turn 2, a proposal accepted.", '[^t2]: Turn 2: "Codes live for six days in the shop."')),
    ("RT256 architecture.*“above the total of codes”.*was recorded as|RT256 architecture.*above the total of codes.*recorded as", swap(OVERVIEW, "| Keeps the codes |", '| "above the total of codes"[^t2] |')),
    ("RT256 requirements.*only a Could.*was recorded as.*Turn 2", swap(SPEC, "[^t2]: Turn 2, a proposal accepted.", '[^t2]: Turn 2: "The limit is only a Could, the code is the Must."')),
    # -- shapes
    ("RT256 traceability.*“AC_ID” was recorded", swap(MATRIX, "FR_ID,AC_ID", "FR_ID,AC")),
    ("RT256 traceability.*FR_ID;AC_ID|RT256 traceability.*“AC_ID” was recorded", put(MATRIX, "FR_ID;AC_ID;User_Story_ID;Confidence;Source\nFR-001;AC-001-01;US-001;High;turn 2\nFR-001;AC-001-02;US-001;High;turn 2\nFR-002;AC-002-01;US-002;High;turn 2\n")),
    ("RT256 user-stories.*“AC-001-02” was recorded", swap(STORIES, '["AC-001-01", "AC-001-02"]', '"AC-001-01, AC-001-02"')),
    ("RT256 user-stories.*“FR-002” was recorded", swap(STORIES, ',\n    "traces": ["FR-002"]', "")),
    ("RT256 user-stories.*“US-002” was recorded", swap(STORIES, '"US-002"', '"US-2"')),
    ("RT201.*lists AC-002-01 twice", swap(STORIES, '["AC-002-01"]', '["AC-002-01", "AC-002-01"]')),
    ("RT256 impact.*“.src/shop/cart.py. Shows it \\(Low", swap(IMPACT, "Shows it.", "Shows it (Low).")),
    ("RT256 requirements.*“Low” was recorded as “High", swap(SPEC, "Should[^t2] · **Confidence**: High", "Should[^t2] · **Confidence**: Low")),
    ("RT111 quick-scan", swap(SCAN, HEAD, "")),
    ("RT256.*“Impact Analysis: Apply discount codes” was recorded as “Module Design", swap(DESIGN, "# Module Design:", "# Impact Analysis:")),
    ("RT111 impact.*title", swap(IMPACT, "# Impact Analysis: Apply discount codes\n", "")),
    ("RT125 impact.*same line", swap(IMPACT, "- `src/shop/cart.py` Shows it.[^t4]\n", "- `src/shop/cart.py` Shows it.[^t4]\n" * 2)),
    ("RT124 README.*matrix.csw", swap(README, "(traceability-matrix.csv)", "(traceability-matrix.csw)")),
    ("RT256 impact.*Highish.*was recorded as", swap(IMPACT, "| Medium |", "| Highish |")),
    ("RT135.*is not closed", append(INTERFACES, "\n```python\ndef redeem(\n    code: str,  # a (code\n -> None: ...\n```\n")),
    ("RT123 README.*back-quote", swap(README, "2. `src/shop/codes.py`", "2. `src/shop/codes.py")),
    ("RT123 README.*back-quote", swap(README, "2. `src/shop/codes.py`", "2. ```src/shop/codes.py``")),
    ("RT123 README.*bold", swap(README, "**For whom**:", "**For whom:")),
    ("RT134 README.*Nothing names the footnote t3", append(README, "\n[^t3]: Turn 3.\n")),
    ("RT131.*A model's words", swap(SPEC, "## Success", "Sure! Here is the updated specification:\n\n## Success")),
    # -- counts and order
    ("RT243.*says three test files", both(swap(IMPACT, "two more are near.", "two more are near; three test files use them."), swap(IMPACT, "- `src/shop/mail.py`", "- `tests/test_cart.py` Tests it.\n- `src/shop/mail.py`"))),
    ("RT256.*modules affected: “7” was recorded as “2", swap(IMPACT, '"modules_affected": 2', '"modules_affected": 7')),
    ("RT243.*says all five", append(OVERVIEW, "\n## Asked\n\nOne person settles all five.\n\n- Who pays?\n- Who sees it?\n")),
    ("RT243.*Behind number 2 comes number 2", append(OVERVIEW, "\n1. one\n2. two\n2. three\n")),
    ("RT256 README.*`codes.py`.*was recorded as", swap(README, "1. [`src/shop/pricing.py`](../../../src/shop/pricing.py): Holds the total.[^t4]\n2. `src/shop/codes.py`: new file · Keeps the codes.[^t4]", "In build order, all under `src/shop/`:\n\n1. `codes.py`: new file · Keeps the codes.[^t4]\n2. [`pricing.py`](../../../src/shop/pricing.py): Holds the total.[^t4]")),
    # -- the same sentence with another sense
    ("RT256 user-stories.*two uses.*was recorded as", swap(STORIES, "to give out one use", "to give out two uses")),
    ("RT256 README.*in the cart", swap(README, "One table holds the codes,", "One table in the cart holds no codes,")),
    ("RT256 README.*src/shop/mail.py.*was recorded as", swap(README, "[`src/shop/pricing.py`](../../../src/shop/pricing.py)", "[`src/shop/mail.py`](../../../src/shop/mail.py)")),
    ("RT256 README.*src/shop/codes.py.*was recorded", swap(README, "2. `src/shop/codes.py`: new file · Keeps the codes.[^t4]\n", "")),
    ("RT242.*I want coupons", both(swap(OVERVIEW, "**Status**: Accepted · ", "**Status**: Accepted · **Why**: I don't want coupons printed · "), swap(README, "A signed code cannot be recalled", "I want coupons printed"))),
    ("RT242 architecture.*longer than 14 letters", both(append(SPEC, "\nThe checkout refuses a coupon longer than 12 letters.\n"), append(OVERVIEW, "\nA coupon is refused, at the checkout too, where it is longer than 14 letters.\n"))),
    ("RT242 architecture.*target is 50 ms", append(OVERVIEW, "\n| Requirement | Target |\n| --- | --- |\n| It takes at most 5 ms. | 50 ms |\n")),
    ("RT243 module-design.*says 3 tasks; 2 are", append(DESIGN, "\n- T001 Build it\n- T002 Test it\n\n3 tasks in all.\n")),
    ("RT136.*31 September 2026", append(OVERVIEW, "\nIt starts on 31 September 2026.\n")),
    ("RT136.*February 30, 2026", append(OVERVIEW, "\nIt starts on February 30, 2026.\n")),
    ("RT261 module-design.*shopper_remarks", both(append(SPEC, "\nThe table `shopper_notes` is read.\n"), append(OVERVIEW, "\nIt reads the table `shopper_notes`.\n"), append(DESIGN, "\nIt fills the table `shopper_remarks`.\n"))),
    ("RT201 architecture.*D2 is already", append(OVERVIEW, "\n| # | Way |\n| --- | --- |\n| D1 | by hand |\n| D2 | by mail |\n| D2 | by post |\n")),
    ("RT257 adr.*superseded by 0007, which is not", swap(ADR, "**Status**: Accepted", "**Status**: Superseded by 0007")),
    ("RT254 architecture.*pricing.py is not touched", append(OVERVIEW, "\n`src/shop/pricing.py` is not changed.\n")),
    # -- the code
    ("RT301.*shows line 9 and leads to line 7", append(OVERVIEW, f"\nSee [`pricing.py:9`]({LINK}/pricing.py#L7).\n")),
    ("RT301.*pricing.py#Lx7", append(OVERVIEW, f"\nSee [7]({LINK}/pricing.py#Lx7).\n")),
    ("RT301.*pricings.py:7", append(OVERVIEW, f"\nNew beside [7]({LINK}/pricings.py#L7).\n")),
    ("RT301.*back to line 4", append(OVERVIEW, f"\nSee [the basket]({LINK}/pricing.py#L7-L4).\n")),
    ("RT301.*shows cart.py and leads to src/shop/pricing.py", append(OVERVIEW, f"\nSee [cart.py:7]({LINK}/pricing.py#L7).\n")),
    ("RT301.*shows `?mail.py", append(OVERVIEW, f"\nThe mail `mail.py` ([7–8]({LINK}/pricing.py#L7-L8)) reads it.\n")),
    ("RT301.*Line 4 is told", append(OVERVIEW, f"\n[Tests]({LINK}/pricing.py#L7-L8) expect it (lines 4, 8).\n")),
    ("RT301.*`total` is not at line 12", append(INTERFACES, f"\n### IF-003: `Basket.total`\n\nErrors: none. As it is ([pricing.py:12]({LINK}/pricing.py#L12)).\n")),
    ("RT301.*`Response` is not at line 1", append(OVERVIEW, f"\nToday `Response | None` ([1]({LINK}/cart.py#L1)) goes in.\n")),
    ("RT301.*`totle` is not at line 7", append(OVERVIEW, f"\nIt has `rebate`, `totle` ([7]({LINK}/pricing.py#L7)).\n")),
    ("RT301.*`Basket.spent` stands only here", append(OVERVIEW, f"\nIt reads `Basket.spent` where the sum is ([pricing.py]({LINK}/pricing.py#L7)).\n")),
    ("RT301.*`tax_of_all\\(\\)` stands only here", append(OVERVIEW, "\n`src/shop/cart.py` calls `tax_of_all()`.\n")),
    ("RT304.*page of listed has 0 here, and 1", both(append(INTERFACES, "\n`listed(customer: str, page: int = 1)` gives a page.\n"), append(DESIGN, "\n`listed(customer: str, page: int = 0)` gives a page.\n"))),
)  # fmt: skip


@pytest.mark.parametrize(("found", "edit"), FAULTS, ids=[found for found, _ in FAULTS])
def test_a_slip_of_one_of_our_documents_is_found(found: str, edit: Edit) -> None:
    said = told(edit)
    assert any(re.search(found, one) for one in said), said


REPEATED = (
    ('"Total: 5 EUR" becomes "Sum: 5 EUR".', '"Sum: 5 EUR" becomes "Total: 5 EUR".', "RT260 README.*Sum: 5 EUR"),
    ("Don't refund them with points.", "Refund them with points.", "RT242 README.*Refund them"),
    ("The default is on.", "The default is off.", "RT256 README.*The default is off"),
    ("Tags of the shell are out of scope.", "Tags of the shell are in scope.", "RT242 README.*are in scope"),
    ("Old tables of codes must still load.", "Old tables of codes need not load.", "RT256 README.*need not load"),
    ("Old tables of codes may be kept.", "Old tables of codes should be kept.", "RT242 README.*should be kept"),
    ("The command then prints 2 lines.", "The command then prints every line.", "RT256 README.*prints every line"),
    ("It holds the total, read-only.", "It holds the total, read-write.", "RT256 README.*read-write"),
    ("Two shoppers share one code. Nobody pays twice.", "Two shoppers share one code.", "RT256 README.*share one code"),
    ("A code is kept for 3 days.", "A code is kept for 3 weeks.", "RT256 README.*3 weeks"),
)  # fmt: skip


@pytest.mark.parametrize(("said", "there", "found"), REPEATED, ids=[there for _, there, _ in REPEATED])
def test_a_page_that_tells_a_recorded_sentence_otherwise_is_found(said: str, there: str, found: str) -> None:
    shown = told(swap(README, said, there), said)
    assert any(re.search(found, one) for one in shown), shown


@pytest.mark.parametrize(
    "edit",
    [
        both(),
        append(ADR, "\n## Alternatives\n\nDoing nothing was weighed as well, and dropped.\n"),
        append(OVERVIEW, f"\n`Basket.total` ([7]({LINK}/pricing.py#L7-L8)) and `Basket.rebate`; it adds `tax_of_all()`.\n"),
        append(OVERVIEW, f"\nIt stands in `Basket` [pricing.py:8]({LINK}/pricing.py#L8), as [said]({LINK}/pricing.py#L1).\n"),
        append(OVERVIEW, "\nA product `2 ** 3`, 2 ** 3 and ``a ` mark``.\n\n3. three\n4. four\n\n```python\nx = 1\n```\n"),
        append(OVERVIEW, "\nToday `listed(page: int = 0)` becomes `listed(page: int = 1)`.\n"),
        both(swap(MATRIX, "High,turn 2", "High,turn 2; turn 4"), swap(SPEC, "then the total is 45 EUR[^t2]", "then the total is 45 EUR[^t2]")),
        append(INTERFACES, "\n```python\nhint = \"(\"  # :)\n```\n"),
        swap(SCAN, "Complexity: low", "Complexity: low, by a guess"),
        swap(SCAN, "\n", "\r\n", everywhere=True),
        swap(IMPACT, "## Indirectly", "| Who | When |\n| --- | --- |\n| Ines | Monday |\n\n## Indirectly"),
        append(OVERVIEW, f"\n`POST /cart` ([1]({LINK}/cart.py#L1)) comes in.\n"),
        both(append(SPEC, "\nWe keep at most three tables of old codes.\n"), append(OVERVIEW, "\nWe keep at most 3 tables of the old codes.\n")),
        both(append(SPEC, "\nWhen two shoppers have the same code and both of them pay by card, one is refused.[^t2]\n"), append(OVERVIEW, "\nWhen two shoppers have the same code and both of them pay by card, two mails are sent.[^t4]\n\n[^t4]: Turn 4.\n")),
        append(ERRORS, "\nTwo tests cover all of them, and all two hundred codes.\n"),
    ],
)  # fmt: skip
def test_what_is_no_slip_is_left_alone(edit: Edit) -> None:
    assert told(edit) == []


def test_what_only_the_scan_saw_is_not_held_against_a_section_that_somebody_edited() -> None:
    seen = swap(IMPACT, "two more are near.", "five more call it.")

    def edit(files: dict[str, str]) -> None:
        seen(files)
        written = {piece.key: piece.print for piece in markdown_pieces(read_markdown(files[IMPACT]))}
        files["analysis.json"] = json.dumps(
            {**json.loads(files["analysis.json"]), "manifest": {IMPACT: written}}
        )
        swap(IMPACT, "five more call it.", "five more call it. Dana read this.")(files)

    assert not any(one.startswith("RT256") for one in told(edit))
