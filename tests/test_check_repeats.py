"""What our own documents repeat of one another, and what they show of the code: each slip is found, the record gone or not."""

import re

import pytest

from check_samples import FOLDER, SLUG, written_files
from roundtable.documents.checks import CheckContext, check_item
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


def told(edit: Edit) -> list[str]:
    """The findings on the written item with this edit; nothing is recorded, its heads alone say whose it is."""
    files = {name: str(text) for name, text in written_files().items() if name != "analysis.json"}
    edit(files)

    def resolves(anchor: str) -> bool:
        path, _, place = anchor.partition(":")
        return path in CODE and (not place or place.strip(":").isdigit())

    context = CheckContext(slug=SLUG, folder=FOLDER, resolve_anchor=resolves, read_file=CODE.get)
    found = check_item(files, None, context)
    return [f"{f.rule} {f.path.rsplit('/', 1)[-1]}:{f.line} {f.message}" for f in found]


FAULTS: tuple[tuple[str, Edit], ...] = (
    # -- one id, one value
    ("RT256 traceability.*AC-001-01 has the turn 3", swap(MATRIX, "US-001,High,turn 2", "US-001,High,turn 3")),
    ("RT256 traceability.*no turn 9", swap(MATRIX, "US-001,High,turn 2", "US-001,High,turn 2; turn 9")),
    ("RT216 README.*FR-001 has the priority open", swap(README, "**Apply a code** · Must", "**Apply a code**")),
    ("RT136.*Urgent|RT216.*FR-002", swap(SPEC, "**Priority**: Should", "**Priority**: Urgent")),
    ("RT259 README.*day 2025-01-03", swap(README, "(manual), 2026-11-02", "(manual), 2025-01-03")),
    ("RT259 data-flow.*Status is Draft", swap("data-flow.md", "**Status**: Complete", "**Status**: Draft")),
    ("RT259 interface-spec.yaml.*Status is Draft", put("interface-spec.yaml", YAML.format("Draft"))),
    ("RT242 README.*For whom", swap(README, "Shopper: Buys without an account. Finance: Knows what each campaign costs.", "Clerks of the warehouse.")),
    ("RT242 error-taxonomy.*ERR-001 has “403”", both(swap(SPEC, RULE, ERROR + RULE), append(ERRORS, "\n" + ROW.format(403, "This code has expired")), swap(ERRORS, "| `ERR-001` | The code has expired[^t2] | This code has expired. | The total stays | FR-001 |\n", ""))),
    ("RT242 error-taxonomy.*Too late", both(swap(SPEC, RULE, ERROR + RULE), swap(ERRORS, "| `ERR-001` | The code has expired[^t2] | This code has expired. | The total stays | FR-001 |\n", "\n" + ROW.format(410, "Too late")))),
    ("RT206 error-taxonomy.*ERR-002", both(swap(SPEC, RULE, f"{ERROR}{ERROR.replace('001', '003')}{RULE}"), append(ERRORS, ""))),
    ("RT214 traceability.*no story; US-001", swap(MATRIX, "AC-001-02,US-001", "AC-001-02,")),
    ("RT201 interface-spec.yaml.*IF-001", put("interface-spec.yaml", YAML.format("Complete") + "- id: IF-001\n  name: total\n  errors: none\n")),
    ("RT202 requirements.*OQ-001", swap(SPEC, "**Priority**: Should[^t2]", "**Priority**: open, see [OQ-001](README.md#open-points)")),
    ("RT256 requirements.*AC-001-01 has the turn 2 here|RT256 traceability.*AC-001-01", swap(SPEC, "then the total is 45 EUR[^t2]", "then the total is 45 EUR")),
    ("RT256 impact.*has the turn 2 here, and 4", both(append(SPEC, "\nCarts are kept for one day.[^t4]\n\n[^t4]: Turn 4.\n"), append(IMPACT, "\nCarts are kept for one day.[^t2]\n"))),
    # -- the words of a turn
    ("RT256.*is quoted as “Codes live for six days in the shop", both(swap(SPEC, "[^t2]: Turn 2, a proposal accepted.", '[^t2]: Turn 2: "Codes live for ten days in the shop."'), swap(IMPACT, "[^t2]: Turn 2, a proposal accepted.", '[^t2]: Turn 2: "Codes live for six days in the shop."'))),
    ("RT256.*“above the total of codes” is not in the words", both(swap(SPEC, "[^t2]: Turn 2, a proposal accepted.", '[^t2]: Turn 2: "It stands below the total of codes."'), swap(OVERVIEW, "| Keeps the codes |", '| "above the total of codes"[^t2] |'))),
    ("RT256.*gives could, must", both(swap(SPEC, "[^t2]: Turn 2, a proposal accepted.", '[^t2]: Turn 2: "The limit is only a Could, the code is the Must."'))),
    # -- shapes
    ("RT109.*no column AC_ID", swap(MATRIX, "FR_ID,AC_ID", "FR_ID,AC")),
    ("RT109", put(MATRIX, "FR_ID;AC_ID;User_Story_ID;Confidence;Source\nFR-001;AC-001-01;US-001;High;turn 2\nFR-001;AC-001-02;US-001;High;turn 2\nFR-002;AC-002-01;US-002;High;turn 2\n")),
    ("RT108.*acceptance_criteria", swap(STORIES, '["AC-001-01", "AC-001-02"]', '"AC-001-01, AC-001-02"')),
    ("RT108.*traces", swap(STORIES, ',\n    "traces": ["FR-002"]', "")),
    ("RT108.*US-2 is written US-002", swap(STORIES, '"US-002"', '"US-2"')),
    ("RT201.*lists AC-002-01 twice", swap(STORIES, '["AC-002-01"]', '["AC-002-01", "AC-002-01"]')),
    ("RT110 impact.*line 16 is less sure", swap(IMPACT, "Shows it.", "Shows it (Low).")),
    ("RT110 requirements.*less sure", swap(SPEC, "Should[^t2] · **Confidence**: High", "Should[^t2] · **Confidence**: Low")),
    ("RT111 quick-scan", swap(SCAN, HEAD, "")),
    ("RT245.*another document: Impact Analysis", swap(DESIGN, "# Module Design:", "# Impact Analysis:")),
    ("RT111 impact.*title", swap(IMPACT, "# Impact Analysis: Apply discount codes\n", "")),
    ("RT125 impact.*same line", swap(IMPACT, "- `src/shop/cart.py` Shows it.[^t4]\n", "- `src/shop/cart.py` Shows it.[^t4]\n" * 2)),
    ("RT124 README.*matrix.csw", swap(README, "(traceability-matrix.csv)", "(traceability-matrix.csw)")),
    ("RT136.*highish", swap(IMPACT, "| Medium |", "| Highish |")),
    ("RT135.*is not closed", append(INTERFACES, "\n```python\ndef redeem(\n    code: str,  # a (code\n -> None: ...\n```\n")),
    ("RT123 README.*back-quote", swap(README, "2. `src/shop/codes.py`", "2. `src/shop/codes.py")),
    ("RT123 README.*back-quote", swap(README, "2. `src/shop/codes.py`", "2. ```src/shop/codes.py``")),
    ("RT123 README.*bold", swap(README, "**For whom**:", "**For whom:")),
    ("RT134 README.*Nothing names the footnote t3", append(README, "\n[^t3]: Turn 3.\n")),
    ("RT131.*A model's words", swap(SPEC, "## Success", "Sure! Here is the updated specification:\n\n## Success")),
    # -- counts and order
    ("RT243.*says three test files", both(swap(IMPACT, "two more are near.", "two more are near; three test files use them."), swap(IMPACT, "- `src/shop/mail.py`", "- `tests/test_cart.py` Tests it.\n- `src/shop/mail.py`"))),
    ("RT243.*modules_affected is 7", swap(IMPACT, '"modules_affected": 2', '"modules_affected": 7')),
    ("RT243.*says all five", swap(README, "Nothing is open.", "One person settles all five.\n\n- Who pays?\n- Who sees it?")),
    ("RT243.*Behind number 2 comes number 2", append(OVERVIEW, "\n1. one\n2. two\n2. three\n")),
    ("RT243.*another order", swap(README, "1. [`src/shop/pricing.py`](../../../src/shop/pricing.py): Holds the total.[^t4]\n2. `src/shop/codes.py`: new file · Keeps the codes.[^t4]", "In build order, all under `src/shop/`:\n\n1. `codes.py`: new file · Keeps the codes.[^t4]\n2. [`pricing.py`](../../../src/shop/pricing.py): Holds the total.[^t4]")),
    # -- the same sentence with another sense
    ("RT242 user-stories.*literal|RT242 user-stories.*Take each code off the order", both(swap(SPEC, "### FR-002: Limit a code", "### FR-002: Take each code off the cart"), both(swap(README, "**Limit a code**", "**Take each code off the cart**"), both(swap(README, "#fr-002-limit-a-code", "#fr-002-take-each-code-off-the-cart"), swap(STORIES, "One use per person", "Take each code off the order"))))),
    ("RT260.*other way round", both(append(SPEC, '\n"Total: 5 EUR" becomes "Sum: 5 EUR".\n'), swap(README, "## Decisions", '- [ ] "Sum: 5 EUR" becomes "Total: 5 EUR".\n\n## Decisions'))),
    ("RT242 README.*in the cart", both(swap(ADR, "# ADR-0001: Keep codes in a table", "# ADR-0001: Codes are kept in the table"), swap(README, "One table holds the codes,", "Codes are kept in the cart, one table holds them,"))),
    ("RT242 README.*Refund them", both(swap(SPEC, RULE, f"- **BR-002**: Don't refund them with points.[^t2]\n{RULE}"), swap(README, "## Decisions", "- [ ] Refund them with points.\n\n## Decisions"))),
    ("RT242.*I want coupons", both(swap(OVERVIEW, "**Status**: Accepted · ", "**Status**: Accepted · **Why**: I don't want coupons printed · "), swap(README, "A signed code cannot be recalled", "I want coupons printed"))),
    ("RT242 README.*The default is off", both(append(SPEC, "\nThe default is on.\n"), swap(README, "## Decisions", "- [ ] The default is off.\n\n## Decisions"))),
    ("RT242 README.*are in scope", both(append(SPEC, "\nTags of the shell are out of scope.\n"), swap(README, "## Decisions", "- [ ] Tags of the shell are in scope.\n\n## Decisions"))),
    ("RT242 README.*need not load", both(append(SPEC, "\nOld tables of codes must still load.\n"), swap(README, "## Decisions", "- [ ] Old tables of codes need not load.\n\n## Decisions"))),
    ("RT242 README.*should be kept", both(append(SPEC, "\nOld tables of codes may be kept.\n"), swap(README, "## Decisions", "- [ ] Old tables of codes should be kept.\n\n## Decisions"))),
    ("RT242 README.*prints every line", both(append(SPEC, "\nThe command then prints 2 lines.\n"), swap(README, "## Decisions", "- [ ] The command then prints every line.\n\n## Decisions"))),
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
