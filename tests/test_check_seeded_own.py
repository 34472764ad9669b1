"""Faults in an item that this tool wrote, record and code beside it: each is found; the item itself is clean.

The other half is in `test_check_seeded`: items of other houses. Both were written down before the checks that find them.
"""

import json
import re
from functools import cache

import pytest

from check_samples import FOLDER, SLUG, an_analysis, rendered_files
from roundtable.analysis.analysis import Turn
from roundtable.documents.checks import CheckContext, Finding, check_item
from roundtable.facts import Note
from roundtable.facts.evidence import Quote
from test_check_seeded import Edit, Seeded, append, both, meta, put, reshape, swap

OURS = "ours"
SPEC, STORIES, MATRIX = "requirements-spec.md", "user-stories.json", "traceability-matrix.csv"
IMPACT, OVERVIEW, DESIGN, INTERFACES = (
    "impact-analysis.md",
    "architecture-overview.md",
    "module-design.md",
    "interface-spec.md",
)
README, SCAN, DECISION = "README.md", "quick-scan.md", "adr-0001-keep-codes-in-a-table.md"
ERRORS, FLOWS = "error-taxonomy.md", "data-flow.md"
CODE = {
    "src/shop/pricing.py": "MOST = 5\n\n\ndef total(cart, code):\n    return sum(cart)\n",
    "src/shop/cart.py": "def post_cart(request):\n    return request\n",
    "src/shop/mail.py": "def send(order):\n    return order\n",
}
SAID = "Refunds take 40 hours a week. Overtime is never paid."


@cache
def clean(title: str = "Apply discount codes") -> tuple[tuple[str, str], ...]:
    """What the product writes today, with the record that it keeps."""
    analysis = an_analysis()
    notes = [
        Note(
            id=f"NT-{at:03d}",
            text=text,
            document=SPEC,
            evidence=(Quote(turn=5, start=0, end=len(text), text=text),),
        )
        for at, text in enumerate(SAID.split(". "), start=1)
    ]
    turns = (*analysis.turns, Turn(number=5, text=SAID))
    analysis = analysis.model_copy(
        update={"title": title, "turns": turns, "facts": (*analysis.facts, *notes)}
    )
    files = {name: str(text) for name, text in rendered_files(analysis).items()}
    files["analysis.json"] = json.dumps({"analysis": analysis.model_dump(mode="json"), "schema_version": 1})
    return tuple(files.items())


def check(files: dict[str, str]) -> tuple[Finding, ...]:
    """What there is to say about these files."""

    def resolves(anchor: str) -> bool:
        path, _, place = anchor.partition(":")
        return path in CODE and (not place or place.strip(":") in CODE[path])

    context = CheckContext(slug=SLUG, folder=FOLDER, resolve_anchor=resolves, read_file=CODE.get)
    return check_item(files, None, context)


def test_an_item_as_it_was_written_is_clean() -> None:
    findings = [f"{f.rule} {f.path}:{f.line} {f.message}" for f in check(dict(clean()))]
    assert findings == []


def test_lines_of_the_code_are_nobodys_figures_and_the_name_of_an_item_may_have_a_colon() -> None:
    files = dict(clean())
    lines = "[5](../../../src/shop/pricing.py#L5) and 7 more lines"
    swap(README, "Holds the total.[^t4]", f"Holds the total {lines}.[^t4]")(files)
    assert [f"{f.rule} {f.path}:{f.line} {f.message}" for f in check(files)] == []
    named = dict(clean("Shop: Apply discount codes"))
    assert [f"{f.rule} {f.path}:{f.line} {f.message}" for f in check(named)] == []
    named[README] = named[README].replace("# Shop: ", "# Shelf: ", 1)
    assert [f.rule for f in check(named)] == ["RT256"]


SEEDED = (
    Seeded(OURS, 'bullet id with title in parens dangling in overview', append(OVERVIEW, '\n## Trace\n\n- FR-019 (Pay with points)\n'), 'FR-019'),
    Seeded(OURS, 'bold bullet ADR dangling in overview', append(OVERVIEW, '\n- **ADR-0007**: Use a queue for redemption\n'), 'ADR-0007'),
    Seeded(OURS, 'bold bullet ADR dangling in README', swap(README, '## Where in the code', '- **ADR-0004**: Cache codes in memory\n\n## Where in the code'), 'ADR-0004'),
    Seeded(OURS, 'bullet FR in module design dangling', append(DESIGN, '\n## Covers\n\n- FR-007: Refund a code\n'), 'FR-007'),
    Seeded(OURS, 'table first cell FR dangling in impact', append(IMPACT, '\n## Requirements touched\n\n| Requirement | Why |\n| --- | --- |\n| FR-008 | changes the total |\n'), 'FR-008'),
    Seeded(OURS, 'bullet NFR dangling in overview', append(OVERVIEW, '\n## Quality\n\n- NFR-009: 99.9 % a month\n'), 'NFR-009'),
    Seeded(OURS, 'bullet AC dangling in README', swap(README, '## Decisions', '- [ ] **AC-002-07**: the cart shows a hint\n\n## Decisions'), 'AC-002-07'),
    Seeded(OURS, 'US dangling bold bullet in overview', append(OVERVIEW, '\n- **US-011**: Share a code\n'), 'US-011'),
    Seeded(OURS, 'ERR bullet dangling in interface', swap(INTERFACES, '`ERR-001`. In Pricing', '`ERR-009`. In Pricing'), 'ERR-009'),
    Seeded(OURS, 'dangling IF in module design', append(DESIGN, '\nThe book is called through IF-009.\n'), 'IF-009'),
    Seeded(OURS, 'dangling BR in story', swap(STORIES, 'so that I pay less.', 'so that I pay less (BR-014).'), 'BR-014'),
    Seeded(OURS, 'dangling BR in readme', swap(README, 'A code is five to twelve letters.', 'A code is five to twelve letters (BR-005).'), 'BR-005'),
    Seeded(OURS, 'dangling OP in adr', swap(DECISION, 'A signed code cannot be recalled.', 'OP-007 cannot be recalled.'), 'OP-007'),
    Seeded(OURS, 'dangling DC in impact', swap(IMPACT, 'Everything rests on it', 'Everything rests on DC-017'), 'DC-017'),
    Seeded(OURS, 'dangling RZ in overview', append(OVERVIEW, '\nSee RZ-012 for rounding.\n'), 'RZ-012'),
    Seeded(OURS, 'dangling OQ in readme', swap(README, '**More**', 'Waiting for OQ-003.\n\n**More**'), 'OQ-003'),
    Seeded(OURS, 'dangling CON in overview', append(OVERVIEW, '\nLimited by CON-044.\n'), 'CON-044'),
    Seeded(OURS, 'dangling SH in spec', swap(SPEC, 'Prices stay in whole cents.', 'Prices stay in whole cents (asked by SH-031).'), 'SH-031'),
    Seeded(OURS, 'in scope FR in out of scope table', swap(SPEC, 'Gift cards: they are sold, not given.[^t2]', '| What | Why |\n| --- | --- |\n| Gift cards | sold, not given |\n| FR-002 Limit a code | later |'), 'FR-002'),
    Seeded(OURS, 'out of scope bullet names FR', swap(SPEC, 'Gift cards: they', '- FR-001\n- Gift cards: they'), 'FR-001'),
    Seeded(OURS, 'not part of it in readme lists FR', swap(README, 'not given.[^t2]', 'not given. FR-002 is left for later.[^t2]'), 'FR-002'),
    Seeded(OURS, 'out of scope title repeated in words', swap(SPEC, 'Gift cards: they', '- Limit a code\n- Gift cards: they'), '(?i)limit a code|FR-002'),
    Seeded(OURS, 'ADR status against overview', swap(DECISION, '**Status**: Accepted', '**Status**: Rejected'), '(?i)ADR-0001|adr-0001'),
    Seeded(OURS, 'overview status against ADR', swap(OVERVIEW, '**Status**: Accepted ·', '**Status**: Superseded ·'), 'ADR-0001'),
    Seeded(OURS, 'ADR choice against readme', swap(README, 'One table holds the codes', 'Signed codes carry their discount'), 'ADR-0001'),
    Seeded(OURS, 'ADR decision is another option than marked', swap(DECISION, 'One table holds the codes.[^t2]', 'We use signed codes.[^t2]'), '(?i)adr-0001'),
    Seeded(OURS, 'ADR title against overview', swap(OVERVIEW, '### ADR-0001: Keep codes in a table', '### ADR-0001: Stream events to Kafka'), 'ADR-0001'),
    Seeded(OURS, 'ADR FR list against overview', swap(DECISION, 'FR-001, FR-002', 'FR-001'), 'ADR-0001|FR-002'),
    Seeded(OURS, 'ADR requirements dangling', swap(DECISION, 'FR-001, FR-002', 'FR-001, FR-006'), 'FR-006'),
    Seeded(OURS, 'ADR link to wrong file', swap(OVERVIEW, '](adr-0001-keep-codes-in-a-table.md)', '](adr-0001-keep-codes.md)'), 'adr-0001-keep-codes.md'),
    Seeded(OURS, 'ADR without context', swap(DECISION, 'Codes have to be withdrawn at once.\n', ''), '(?i)adr-0001.*context|context.*adr|Context'),
    Seeded(OURS, 'ADR no consequences text', swap(DECISION, '- One migration.\n', ''), '(?i)Consequences'),
    Seeded(OURS, 'ADR superseded by nothing', swap(DECISION, '**Status**: Accepted', '**Status**: Superseded'), '(?i)adr-0001'),
    Seeded(OURS, 'ADR two options chosen', swap(DECISION, '| Signed codes[^t2] |', '| **Signed codes**[^t2] |'), '(?i)adr-0001|chosen'),
    Seeded(OURS, 'priority in readme differs', swap(README, '**Apply a code** · Must', '**Apply a code** · Could'), 'FR-001'),
    Seeded(OURS, 'priority in story differs', swap(STORIES, '"priority": "Should"', '"priority": "Could"'), 'FR-002'),
    Seeded(OURS, 'nonsense priority spec', swap(SPEC, '**Priority**: Should', '**Priority**: Purple'), 'Purple'),
    Seeded(OURS, 'nonsense priority story', swap(STORIES, '"priority": "Should"', '"priority": "banana"'), 'banana'),
    Seeded(OURS, 'empty priority', swap(SPEC, '**Priority**: Should[^t2] · ', '**Priority**: · '), 'FR-002'),
    Seeded(OURS, 'nonsense confidence requirement', swap(SPEC, '**Priority**: Should[^t2] · **Confidence**: High', '**Priority**: Should[^t2] · **Confidence**: Bluish'), 'Bluish'),
    Seeded(OURS, 'matrix nonsense confidence', swap(MATRIX, 'FR-002,AC-002-01,US-002,High', 'FR-002,AC-002-01,US-002,Kinda'), 'Kinda|FR-002'),
    Seeded(OURS, 'created_at not a date', meta(created_at='yesterday-ish'), 'meta.json'),
    Seeded(OURS, 'created_at month 13', meta(created_at='2026-13-45T09:00:00.000Z'), 'meta.json'),
    Seeded(OURS, 'readme date nonsense', swap(README, '2026-11-02', '2026-02-31'), '2026-02-31'),
    Seeded(OURS, 'last updated nonsense', swap(SPEC, '**Last Updated**: Turn 5', '**Last Updated**: 2026-99-99'), '2026-99-99'),
    Seeded(OURS, 'signature against code: extra arg', swap(INTERFACES, '`total(cart, code) -> Cents`', '`total(cart, code, voucher, day) -> Cents`'), 'total'),
    Seeded(OURS, 'broken mermaid: unclosed bracket', swap(OVERVIEW, 'p1["Cart"]', 'p1["Cart"'), '(?i)mermaid|diagram'),
    Seeded(OURS, 'broken mermaid: no type', swap(OVERVIEW, 'flowchart LR\n', 'flowhcart LR\n'), '(?i)mermaid|diagram'),
    Seeded(OURS, 'broken mermaid: arrow to nothing', swap(OVERVIEW, '--> p3["Pricing"]', '-->'), '(?i)mermaid|diagram'),
    Seeded(OURS, 'broken json block', swap(IMPACT, '"coverage_gaps": 0}', '"coverage_gaps": 0'), '(?i)json'),
    Seeded(OURS, 'mermaid names unknown part', swap(OVERVIEW, 'p3["Pricing"]', 'p3["Loyalty engine"]'), '(?i)Loyalty|Pricing'),
    Seeded(OURS, 'broken yaml block', append(INTERFACES, '\n```yaml\nget: [a, b\nput: }\n```\n'), '(?i)yaml'),
    Seeded(OURS, 'count in sentence', swap(IMPACT, 'Two files were named', 'Five files were named'), '(?i)five|5'),
    Seeded(OURS, 'risk level json', swap(IMPACT, '"risk_level": "medium"', '"risk_level": "purple"'), '(?i)purple|risk'),
    Seeded(OURS, 'risk level json against table', swap(IMPACT, '"risk_level": "medium"', '"risk_level": "low"'), '(?i)risk'),
    Seeded(OURS, 'quick scan count', swap(SCAN, 'File Count: 2', 'File Count: 14'), '14'),
    Seeded(OURS, 'quick scan complexity nonsense', swap(SCAN, 'Complexity: low', 'Complexity: wobbly'), 'wobbly'),
    Seeded(OURS, 'scope nonsense', swap(SCAN, 'Estimated Scope: small', 'Estimated Scope: gigantic-ish'), 'gigantic'),
    Seeded(OURS, 'readme title against spec', swap(README, '**Limit a code**', '**Export invoices**'), 'FR-002'),
    Seeded(OURS, 'readme link anchor wrong', swap(README, '#fr-002-limit-a-code', '#fr-002-limit-codes'), 'fr-002-limit-codes'),
    Seeded(OURS, 'error message against criterion/taxonomy: ERR for wrong FR', swap(ERRORS, 'The total stays | FR-002', 'The total stays | FR-001'), 'ERR-002'),
    Seeded(OURS, 'state never reached', swap(FLOWS, 'States: open, used.', 'States: open, used, frozen.'), 'frozen'),
    Seeded(OURS, 'state transition unknown', swap(FLOWS, '- open -> used: redeemed', '- Open -> burned: redeemed'), 'burned'),
    Seeded(OURS, 'flow names unknown part', swap(FLOWS, '2. Code book -> Pricing: discount', '2. Code book -> Ledger: discount'), 'Ledger'),
    Seeded(OURS, 'implementation order names unaffected file', swap(IMPACT, '1. `src/shop/pricing.py`: Everything', '1. `src/shop/mail.py`: Everything'), 'mail.py'),
    Seeded(OURS, 'entry point code gone', swap(IMPACT, '](../../../src/shop/cart.py)', '](../../../src/shop/carts.py)'), 'carts.py'),
    Seeded(OURS, 'interface in unknown module', swap(INTERFACES, 'In Code book.', 'In Voucher vault.'), 'Voucher vault'),
    Seeded(OURS, 'interface module/requirement disagree with design', swap(INTERFACES, 'In Pricing. For FR-001.', 'In Pricing. For FR-009.'), 'FR-009'),
    Seeded(OURS, 'module path against impact', swap(DESIGN, 'Pricing (`src/shop/pricing.py`)', 'Pricing (`src/shop/prices.py`)'), 'prices.py'),
    Seeded(OURS, 'footnote without text', swap(SPEC, '[^t2]: Turn 2, a proposal accepted.\n', ''), 't2'),
    Seeded(OURS, 'footnote unused/extra malformed', swap(SPEC, '**Priority**: Must[^t2]', '**Priority**: Must[^t99]'), 't99'),
    Seeded(OURS, 'criterion duplicate words', swap(SPEC, 'Given a shopper who has used SAVE10, when the shopper enters SAVE10 again, then the cart shows error ERR-002', 'Given a cart of 50 EUR and the code SAVE10, when the shopper enters the code, then the total is 45 EUR'), 'RT238|AC-002-01'),
    Seeded(OURS, 'readme status against spec', swap(README, '**Status**: Complete', '**Status**: Draft'), 'README'),
    Seeded(OURS, "a figure that nobody said", swap(SPEC, "take 40 hours", "take 90 hours"), "RT256.*90"),
    Seeded(OURS, "a not that went", swap(SPEC, "is never paid", "is paid"), "RT256.*Overtime is paid.*recorded as “Overtime is never paid"),
    Seeded(OURS, "words that nobody said", swap(SPEC, "[^t5]: Turn 5.", '[^t5]: Turn 5: "Most refunds take 40 hours."'), "RT256.*Most refunds.*was recorded as.*Turn 5"),
    Seeded(OURS, "a turn that there was not", swap(SPEC, "[^t5]: Turn 5", "[^t5]: Turn 50"), "RT256.*50"),
    Seeded(OURS, "a turn of the matrix that there was not", swap(MATRIX, "turn 2", "turn 22"), "RT256.*22"),
    Seeded(OURS, "a constant with another value", append(OVERVIEW, "\n- `MOST` in `src/shop/pricing.py` is 8.\n"), "RT304.*MOST"),
    Seeded(OURS, "analyzed and no requirement", put(SPEC, "# Requirements Specification\n\nNothing yet.\n"), "RT115.*no requirement"),
    Seeded(OURS, "a phase twice", reshape("meta.json", lambda v: v["phases_completed"].append("04-design")), "RT116.*twice"),
    Seeded(OURS, "a step of no phase", meta(steps_completed=["09-77"]), "RT136.*09-77"),
    Seeded(OURS, "title of the readme is another one", swap(README, "**Limit a code**", "**Limit a card**"), "RT256 README.*Limit a card.*recorded as.*Limit a code"),
    Seeded(OURS, "story left open", swap(STORIES, '"priority": "Should"', '"priority": "open"'), "RT216.*open"),
    Seeded(OURS, "error case of the readme with other words", both(swap(SPEC, "**Priority**: Should", "- **ERR-009**: Given no code, when the shopper pays, then the page says so\n\n**Priority**: Should"), swap(README, "## Decisions", "- [ ] Given no code, when the shopper pays, then the page never says so\n\n## Decisions")), "RT242.*ERR-009"),
    Seeded(OURS, "a task of a series that nobody wrote", append(DESIGN, "\n## Tasks\n\n- T001 Write the table\n- T002 Read it, after T009\n"), "RT202.*T009"),
    Seeded(OURS, "a task twice in one list", append(DESIGN, "\n## Tasks\n\n- T001 Write the table\n- T001 Read it\n"), "RT201.*T001"),
    Seeded(OURS, "a link that shows another line", append(OVERVIEW, "\nSee [12](../../../src/shop/pricing.py#L4).\n"), "RT301.*12"),
    Seeded(OURS, "a name that is not at its line", append(OVERVIEW, "\n- `total` [1](../../../src/shop/pricing.py#L1)\n"), "RT301.*total"),
    Seeded(OURS, "a document about another item", swap(IMPACT, "# Impact Analysis: ", "# Impact Analysis: Bake a cake, not "), "impact-analysis.md:1 .*not Apply discount codes"),
    Seeded(OURS, "two priorities", swap(SPEC, "**Priority**: Should[^t2]", "**Priority**: Should[^t2] · **Priority**: Must"), "RT216.*Should and Must"),
    Seeded(OURS, "a phase without any of its steps", meta(steps_completed=["00-01", "01-01"]), "RT118.*03-architecture"),
    Seeded(OURS, "a step twice", meta(steps_completed=["00-01", "00-01"]), "RT116.*00-01 twice"),
    Seeded(OURS, "a key twice", put("contract.yaml", "name: a\nname: b\n"), "RT104.*name"),
    Seeded(OURS, "a reference to nothing", put("contract.yaml", 'all:\n  $ref: "#/parts/One"\nparts:\n  Two: {}\n'), "RT124.*parts/One"),
    Seeded(OURS, "one clause with two figures", append(OVERVIEW, "\nRefunds take 50 hours a week.\n"), "RT242.*50 hours"),
    Seeded(OURS, "a participant that nobody declared", append(OVERVIEW, "\n```mermaid\nsequenceDiagram\n  participant A\n  participant B\n  A->>C: hi\n```\n"), "RT135.*C"),
    Seeded(OURS, "an end before its start", append(OVERVIEW, "\n| Step | Start | End |\n| --- | --- | --- |\n| One | 2026-03-02 | 2026-03-01 |\n"), "RT136.*before it starts"),
    Seeded(OURS, "a state that the table does not have", append(FLOWS, "\n| State | Next |\n| --- | --- |\n| open | used |\n| used | burnt |\n"), "RT258.*burnt"),
    Seeded(OURS, "a head with another turn", swap(SPEC, "**Last Updated**: Turn 5", "**Last Updated**: Turn 2"), "RT256.*last updated: “Turn 2” was recorded as “Turn 5"),
    Seeded(OURS, "a sentence with its words turned", both(append(SPEC, "\nTheirs wins over ours whenever both are given.\n"), append(OVERVIEW, "\nOurs wins over theirs whenever both are given.\n")), "RT260.*theirs wins over ours"),
    Seeded(OURS, "a name that is nearly another", both(append(SPEC, "\nThe option is `--with-header`.\n"), both(append(OVERVIEW, "\nIt reads `--with-header`.\n"), append(DESIGN, "\nPass `--with-headers`.\n"))), "RT261.*--with-headers"),
    Seeded(OURS, "dashes of another table", append(DESIGN, "\n| a | b | c |\n| --- | --- |\n| 1 | 2 | 3 |\n"), "RT130.*other columns"),
    Seeded(OURS, "a hole of a template in braces", append(DESIGN, "\nNot chosen: {alternative}.\n"), "RT131.*alternative"),
    Seeded(OURS, "a link with another name", append(DESIGN, "\nSee [`cart.py`](../../../src/shop/pricing.py).\n"), "RT124.*cart.py, and leads to pricing.py"),
    Seeded(OURS, "a proposal that was accepted", swap(README, "- One table holds", "- Proposed: one table holds"), "RT256 README.*Proposed.*recorded as"),
    Seeded(OURS, "more new files than there are", swap(IMPACT, "one of them new", "two of them new"), "RT243.*says two"),
    Seeded(OURS, "more neighbours than there are", swap(IMPACT, "two more are near", "five more are near"), "RT243.*five more"),
    Seeded(OURS, "files that were named", swap(IMPACT, "Two files were named, one of them new", "Six files were named"), "RT243.*says Six"),
    Seeded(OURS, "files that the code points to", both(swap(IMPACT, "Two files were named, one of them new", "Two files were named; the code points to three more"), swap(IMPACT, "## Indirectly", "The code also points to:\n\n- `src/shop/mail.py`\n\n## Indirectly")), "RT243.*says three"),
    Seeded(OURS, "another build order", both(swap(README, "1. [`src/shop/pricing.py`](../../../src/shop/pricing.py): Holds the total.[^t4]\n2. `src/shop/codes.py`: new file · Keeps the codes.[^t4]", "In build order:\n\n1. `src/shop/codes.py`: new file · Keeps the codes.[^t4]\n2. [`src/shop/pricing.py`](../../../src/shop/pricing.py): Holds the total.[^t4]")), "RT256 README.*codes.py.*was recorded as"),
    Seeded(OURS, "other words about a file", swap(README, ": Holds the total.[^t4]", ": Does not hold the total.[^t4]"), "RT256 README.*Does not hold the total"),
    Seeded(OURS, "an import that is turned, by short names", both(append(DESIGN, "\n`src/shop/cart.py` and `src/shop/mail.py`.\n"), append(OVERVIEW, "\n`mail.py` is imported by `cart.py`.\n")), "RT304.*does not import"),
    Seeded(OURS, "a rule reversed where a turn says it", swap(SPEC, "- Refunds take 40 hours a week", "- Refunds do not take 40 hours a week"), "RT256.*do not take.*recorded as"),
    Seeded(OURS, "a criterion that stands nowhere any more", both(swap(SPEC, "- **AC-002-01**: Given a shopper who has used SAVE10, when the shopper enters SAVE10 again, then the cart shows error ERR-002[^t2]\n", "")), "RT203.*AC-002-01"),
    Seeded(OURS, "a message of the readme with other words", both(append(SPEC, '\nA code that is unknown shows "This code is not valid".\n'), append(OVERVIEW, '\nA code that is unknown shows "This code is wrong".\n')), "RT242.*not valid"),
    Seeded(OURS, "the way of the overview that its title does not name", append(OVERVIEW, "\n### ADR-0002: Keep codes in `code_table()`\n\n**Status**: Accepted\n\n| Option | For | Against |\n| --- | --- | --- |\n| `code_table()` | fast | big |\n| **`signed_link()`** | small | slow |\n"), "RT257.*ADR-0002 decides"),
    Seeded(OURS, "a class of a block that is nearly another", both(append(SPEC, "\nIt raises `CodeExpired`.\n"), both(append(OVERVIEW, "\nIt raises `CodeExpired`.\n"), append(DESIGN, "\n```python\nclass CodeExpird(Exception): ...\n```\n"))), "RT261.*CodeExpird"),
    Seeded(OURS, "a count above a column that tells what changes", put("impact-analysis.md", "# Impact Analysis: Apply discount codes\n\nThree files change.\n\n## Directly Affected Files\n\n| File | What changes |\n| --- | --- |\n| `src/shop/pricing.py` | new rule for the total |\n| `src/shop/cart.py` | new box for the code |\n| `src/shop/mail.py` | new line of the mail |\n| `src/shop/codes.py` | new file with the codes |\n"), "RT243.*says Three"),
    Seeded(OURS, "a sentence that says after for before", both(append(SPEC, "\nThe code lowers the subtotal before tax and shipping.\n"), append(OVERVIEW, "\nThe code lowers the subtotal after tax and shipping.\n")), "RT242.*after tax"),
    Seeded(OURS, "the words of one rule under the id of another", swap(SPEC, "**BR-001**", "**BR-004**"), "RT256.*BR-004.*was recorded as.*BR-001"),
    Seeded(OURS, "a footnote with another turn", swap(SPEC, "[^t5]: Turn 5", "[^t5]: Turn 2"), "RT256.*Turn 2.*was recorded as.*Turn 5"),
)  # fmt: skip


@pytest.mark.parametrize(
    "edit",
    [
        swap(README, "A code is five to twelve letters.", "A code is five to twelve leters."),
        swap(SPEC, "A code is five to twelve letters.", "A code is Five to twelve letters."),
        both(swap(SPEC, "Prices stay in whole cents.", "Prices of 1000000 stay in whole cents."), swap(README, "Prices stay in whole cents.", "Prices of 1,000,000 stay in whole cents.")),
        both(swap(SPEC, "Prices stay in whole cents.", "Prices don't stay in whole cents."), swap(README, "Prices stay in whole cents.", "Prices do not stay in whole cents.")),
        append(DESIGN, "\nThe route `/codes/{id}` and [`pricing.py`](../../../src/shop/pricing.py) are told above.\n"),
    ],
)  # fmt: skip
def test_another_spelling_is_no_fault(edit: Edit) -> None:
    files = dict(clean())
    edit(files)
    assert [f"{f.rule} {f.path}:{f.line} {f.message}" for f in check(files) if f.rule != "RT256"] == []


@pytest.mark.parametrize("fault", SEEDED, ids=lambda fault: fault.what.replace(" ", "-"))
def test_a_fault_in_our_own_item_is_found(fault: Seeded) -> None:
    files = dict(clean())
    fault.edit(files)
    new = [f"{f.rule} {f.path.rsplit('/', 1)[-1]}:{f.line} {f.message}" for f in check(files)]
    assert any(re.search(fault.found, said) for said in new), new


def test_a_day_to_come_is_told_where_somebody_says_which_day_it_is() -> None:
    files = dict(clean())
    meta(created_at="2026-12-24T09:00:00.000Z")(files)
    context = CheckContext(slug=SLUG, folder=FOLDER, today="2026-12-23")
    assert [f.rule for f in check_item(files, None, context) if "still to come" in f.message] == ["RT136"]
    assert not any("still to come" in f.message for f in check(files))
