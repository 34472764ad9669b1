"""One clean item for the tests of `roundtable check`: an analysis about discount codes.

`rendered_files` is what the product writes today; `written_files` is the same, kept in `tests/fixtures/written_item`, so that
seeded faults stand still while the renderers move. `clean_files` is the item as it was written before: header on seven lines,
id and source columns, machine-readable blocks. Both forms are read for good.
"""

import json
from pathlib import Path
from typing import Any

from roundtable.analysis.analysis import Analysis, Turn
from roundtable.documents.checks import CheckContext, Finding, Unreadable, check_item
from roundtable.documents.page import RenderContext
from roundtable.facts import (
    BusinessRule,
    Constraint,
    Criterion,
    DataFlow,
    Decision,
    DirectChange,
    EntryPoint,
    ErrorCase,
    Fact,
    IndirectChange,
    Integration,
    Interface,
    Journey,
    Keyword,
    Module,
    Option,
    OrderItem,
    OutOfScope,
    Parameter,
    Priority,
    Problem,
    Quality,
    Requirement,
    RiskZone,
    Scope,
    Stakeholder,
    StateModel,
    Story,
    SuccessMetric,
    Technology,
    UserType,
)
from roundtable.facts.evidence import CodeAnchor, Confirmed, Evidence
from sample import render_documents, shared_matrix

SLUG = "apply-discount-codes"
FOLDER = f"docs/requirements/{SLUG}"
NFR = "docs/common/nfr-matrix.md"
FIXTURES = Path(__file__).parent / "fixtures"
Files = dict[str, str | Unreadable]

SAID: tuple[Evidence, ...] = (Confirmed(turn=2, text="yes"),)
FOUND: tuple[Evidence, ...] = (
    CodeAnchor(path="src/shop/pricing.py", symbol="total"),
    Confirmed(turn=4, text="yes"),
)


def facts() -> tuple[Fact, ...]:
    """Every kind of fact that a document shows."""
    return (
        Problem(id="PB-001", text="Support staff type discounts into orders by hand.", evidence=SAID),
        SuccessMetric(id="SM-001", text="Manual discounts fall from 40 to 5 per week.", evidence=SAID),
        Stakeholder(id="SH-001", name="Finance", interest="Knows what each campaign costs", evidence=SAID),
        UserType(id="UT-001", name="Shopper", description="Buys without an account", evidence=SAID),
        Journey(
            id="JN-001",
            title="Pay less with a code",
            actor="Shopper",
            steps=("Open the cart", "Type the code", "Pay"),
            trouble="The code has expired",
            evidence=SAID,
        ),
        Constraint(id="CON-001", text="Prices stay in whole cents.", category="technical", evidence=SAID),
        Requirement(
            id="FR-001",
            title="Apply a code",
            text="When a shopper enters a discount code, the cart shall subtract the code's discount from the total.",
            evidence=SAID,
        ),
        Criterion(
            id="AC-001-01",
            requirement="FR-001",
            text="",
            given="a cart of 50 EUR and the code SAVE10",
            when="the shopper enters the code",
            then="the total is 45 EUR",
            evidence=SAID,
        ),
        Criterion(
            id="AC-001-02",
            requirement="FR-001",
            text="",
            given="a code that expired yesterday",
            when="the shopper enters the code",
            then="the cart shows error ERR-001 and keeps the total",
            evidence=SAID,
        ),
        Requirement(
            id="FR-002",
            title="Limit a code",
            text="The shop shall accept each code once per shopper.",
            evidence=SAID,
        ),
        Criterion(
            id="AC-002-01",
            requirement="FR-002",
            text="",
            given="a shopper who has used SAVE10",
            when="the shopper enters SAVE10 again",
            then="the cart shows error ERR-002",
            evidence=SAID,
        ),
        BusinessRule(
            id="BR-001",
            text="A code is five to twelve letters.",
            example="SAVE10",
            requirement="FR-001",
            evidence=SAID,
        ),
        Quality(
            id="NFR-001",
            category="Performance",
            text="The cart shall show the new total within 300 ms.",
            metric="95th percentile",
            target="300 ms",
            measured="load test with 200 carts",
            requirement="FR-001",
            evidence=SAID,
        ),
        Story(
            id="US-001",
            title="Pay less",
            role="shopper",
            want="to enter a discount code",
            benefit="I pay less",
            requirements=("FR-001",),
            criteria=("AC-001-01", "AC-001-02"),
            evidence=SAID,
        ),
        Story(
            id="US-002",
            title="One use per person",
            role="campaign manager",
            want="to give out one use per shopper",
            benefit="a campaign stays within its budget",
            requirements=("FR-002",),
            criteria=("AC-002-01",),
            evidence=SAID,
        ),
        Priority(
            id="PR-001",
            target="FR-001",
            level="Must",
            reason="without it there is no campaign",
            evidence=SAID,
        ),
        Priority(
            id="PR-002",
            target="FR-002",
            level="Should",
            reason="can be checked by hand at first",
            evidence=SAID,
        ),
        OutOfScope(id="OUT-001", text="Gift cards", reason="they are sold, not given", evidence=SAID),
        Scope(
            id="SC-001",
            text="Codes in the cart.",
            size="small",
            file_count=4,
            complexity="low",
            breakdown={"modify": 3, "test": 1},
            evidence=SAID,
        ),
        Keyword(id="KW-001", word="discount", hits=3, files=("src/shop/pricing.py",), evidence=FOUND),
        DirectChange(
            id="DC-001",
            path="src/shop/pricing.py",
            why="Holds the total",
            requirements=("FR-001",),
            evidence=FOUND,
        ),
        DirectChange(
            id="DC-002",
            path="src/shop/codes.py",
            change="create",
            why="Keeps the codes",
            requirements=("FR-002",),
            evidence=FOUND,
        ),
        IndirectChange(
            id="IC-001", path="src/shop/cart.py", via="src/shop/pricing.py", why="Shows it", evidence=FOUND
        ),
        IndirectChange(
            id="IC-002",
            path="src/shop/mail.py",
            tier="distant",
            via="src/shop/cart.py",
            why="Prints it",
            evidence=FOUND,
        ),
        EntryPoint(id="EP-001", name="POST /cart", category="route", path="src/shop/cart.py", evidence=FOUND),
        RiskZone(
            id="RZ-001",
            title="Rounding",
            path="src/shop/pricing.py",
            level="medium",
            why="12 commits in a year",
            mitigation="Test with odd cents",
            evidence=FOUND,
        ),
        RiskZone(
            id="RZ-002",
            title="Codes leak",
            level="low",
            why="People share them",
            mitigation="Withdraw a code",
            evidence=SAID,
        ),
        OrderItem(
            id="OI-001", position=1, path="src/shop/pricing.py", why="Everything rests on it", evidence=FOUND
        ),
        Option(
            id="OP-001",
            title="Table of codes",
            summary="One row per code.",
            pros=("Easy to report",),
            cons=("A migration",),
            recommended=True,
            evidence=SAID,
        ),
        Option(
            id="OP-002",
            title="Signed codes",
            summary="The code carries its discount.",
            pros=("No table",),
            cons=("No recall",),
            evidence=SAID,
        ),
        Decision(
            id="ADR-0001",
            title="Keep codes in a table",
            choice="One table holds the codes.",
            context="Codes have to be withdrawn at once.",
            rationale="A signed code cannot be recalled.",
            consequences=("One migration.",),
            options=("OP-001", "OP-002"),
            requirements=("FR-001", "FR-002"),
            status="Accepted",
            evidence=SAID,
        ),
        Technology(id="TE-001", name="SQLite", purpose="Keeps the codes", version="3.45", evidence=SAID),
        Integration(
            id="IN-001",
            source="Cart",
            target="Code book",
            purpose="Look up a code",
            carries="the code",
            on_failure="The cart keeps its total",
            evidence=SAID,
        ),
        Module(
            id="MOD-001",
            name="Code book",
            responsibility="Knows every code and who has used it.",
            paths=("src/shop/codes.py",),
            data=("Code: name, percent, expiry",),
            requirements=("FR-002",),
            evidence=SAID,
        ),
        Module(
            id="MOD-002",
            name="Pricing",
            responsibility="Turns a cart and a code into a total.",
            paths=("src/shop/pricing.py",),
            depends_on=("Code book",),
            data=("Total: cents",),
            requirements=("FR-001",),
            evidence=SAID,
        ),
        Interface(
            id="IF-001",
            name="redeem",
            module="Code book",
            signature="redeem(code, shopper) -> Discount",
            summary="Uses up a code.",
            inputs=(Parameter(name="code", type="str"), Parameter(name="shopper", type="ShopperId")),
            output="Discount",
            errors=("ERR-001", "ERR-002"),
            requirements=("FR-002",),
            evidence=SAID,
        ),
        Interface(
            id="IF-002",
            name="total",
            module="Pricing",
            signature="total(cart, code) -> Cents",
            summary="Works out what is left to pay.",
            output="Cents",
            errors=("ERR-001",),
            requirements=("FR-001",),
            evidence=SAID,
        ),
        DataFlow(
            id="DF-001",
            title="Redeem a code",
            steps=("Cart -> Code book: code", "Code book -> Pricing: discount"),
            evidence=SAID,
        ),
        StateModel(
            id="ST-001",
            entity="Code",
            states=("open", "used"),
            transitions=("open -> used: redeemed",),
            evidence=SAID,
        ),
        ErrorCase(
            id="ERR-001",
            condition="The code has expired",
            message="This code has expired.",
            recovery="The total stays",
            requirement="FR-001",
            evidence=SAID,
        ),
        ErrorCase(
            id="ERR-002",
            condition="The code was used before",
            message="You have used this code.",
            recovery="The total stays",
            requirement="FR-002",
            evidence=SAID,
        ),
    )


def an_analysis() -> Analysis:
    """The analysis behind the clean item."""
    turns = tuple(Turn(number=at, text="yes") for at in range(5))
    return Analysis(slug=SLUG, title="Apply discount codes", turns=turns, facts=facts())  # type: ignore[arg-type]


def a_meta() -> dict[str, Any]:
    """meta.json of the clean item."""
    return {
        "description": "Apply discount codes",
        "source": "manual",
        "source_id": None,
        "slug": SLUG,
        "created_at": "2026-11-02T09:00:00.000Z",
        "analysis_status": "analyzed",
        "phases_completed": [
            "00-quick-scan",
            "01-requirements",
            "02-impact-analysis",
            "03-architecture",
            "04-design",
        ],
        "steps_completed": [],
    }


def clean_files() -> Files:
    """Every document of the clean item in the earlier form, with meta.json beside them."""
    return _kept("clean_item")


def written_files() -> Files:
    """Every document of the clean item in the form of today, with meta.json beside them."""
    return _kept("written_item")


def _kept(name: str) -> Files:
    files: Files = {
        path.name: path.read_text(encoding="utf-8") for path in sorted((FIXTURES / name).iterdir())
    }
    files[NFR] = files.pop("shared-nfr-matrix.md")
    return files


def rendered_files(analysis: Analysis | None = None, *, mode: str = "conversation") -> Files:
    """Every document of the clean item, or of another analysis, as the product writes them today."""
    analysis = analysis or an_analysis()
    context = RenderContext(
        date="2026-11-02",
        slug=SLUG,
        default_status="Complete",
        mode="steps" if mode == "steps" else "conversation",
    )
    files: Files = dict(render_documents(analysis, context))
    files[NFR] = shared_matrix(None, SLUG, analysis, context)
    files["analysis.json"] = "{}\n"
    files["meta.json"] = json.dumps(a_meta(), indent=2)
    files["draft.md"] = "Let people type FR-999 style codes, quickly and easily, etc.\n"
    return files


def a_context(**changes: Any) -> CheckContext:
    """Where the clean item is."""
    return CheckContext(slug=SLUG, folder=FOLDER, **changes)


def check(files: Files, meta: dict[str, Any] | None = None, **changes: Any) -> tuple[Finding, ...]:
    """The findings on these files; meta.json is read from them unless it is given."""
    return check_item(files, meta, a_context(**changes))


def rules_of(findings: tuple[Finding, ...]) -> set[str]:
    """Which rules spoke."""
    return {finding.rule for finding in findings}
