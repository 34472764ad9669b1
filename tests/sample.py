"""A realistic analysis for tests: discount codes for a small web shop, with every kind of fact and evidence."""

from pathlib import Path

from roundtable.analysis.analysis import Analysis, Discussion, Turn
from roundtable.analysis.changes import add, confirm
from roundtable.analysis.evidence import Assumed, CodeAnchor, Evidence, Inferred, Quote
from roundtable.analysis.facts import (
    Assumption,
    BusinessRule,
    Constraint,
    CoverageGap,
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
    Need,
    Note,
    OpenQuestion,
    Option,
    OrderItem,
    OutOfScope,
    Parameter,
    Priority,
    PriorityLevel,
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
from roundtable.analysis.scanning import (
    CoverageGap as ScannedGap,
)
from roundtable.analysis.scanning import Edge, FileCount, Impact, Impacted, OrderedChange, ScanResult
from roundtable.analysis.scanning import EntryPoint as ScannedEntry
from roundtable.analysis.scanning import Keyword as ScannedKeyword
from roundtable.analysis.scanning import RiskZone as ScannedZone
from roundtable.documents.nfr_matrix import update_nfr_matrix
from roundtable.documents.page import RenderContext
from roundtable.documents.rendering import render_documents

SLUG = "add-discount-codes"

TURNS = (
    "Add discount codes to the shop. Marketing sends codes by hand today and support refunds the difference afterwards.",
    "Support spends about two hours a day refunding by hand, and customers wait three days for their money.",
    "Shoppers type a code in the cart. Marketing creates codes and sees how often each was used.",
    "A code takes a percentage or a fixed amount off. Codes expire, and each customer may use a code once.",
    "If the code is wrong or expired the shopper must see why, and the total must stay as it was.",
    "The cart must not get slower: 200 ms at the 95th percentile, measured at the load balancer.",
    "Yes, a separate pricing module is fine. Codes go in the database we have.",
)


def quote(turn: int, text: str) -> Quote:
    """The person's own words, found where they were said."""
    start = TURNS[turn].index(text)
    return Quote(turn=turn, start=start, end=start + len(text), text=text)


def seen(path: str, line: int | None = None, symbol: str | None = None) -> CodeAnchor:
    """A place in the code that resolved."""
    return CodeAnchor(path=path, line=line, symbol=symbol)


def _requirement(name: str, title: str, text: str, *evidence: Evidence) -> Requirement:
    return Requirement(id=f"new:{name}", title=title, text=text, evidence=evidence, step_id="01-06")


def _criterion(of: str, given: str, when: str, then: str, *evidence: Evidence) -> Criterion:
    return Criterion(
        requirement=f"new:{of}",
        text=f"Given {given}, when {when}, then {then}",
        given=given,
        when=when,
        then=then,
        evidence=evidence,
    )


def _priority(target: str, level: PriorityLevel, reason: str) -> Priority:
    return Priority(target=f"new:{target}", level=level, reason=reason, evidence=(quote(4, "must see why"),))


ONCE = quote(3, "each customer may use a code once")
OFF = quote(3, "A code takes a percentage or a fixed amount off")
WRONG = quote(4, "If the code is wrong or expired the shopper must see why")

FACTS: tuple[Fact, ...] = (
    Problem(
        text="Support refunds discounts by hand, two hours a day, and customers wait three days for their money.",
        evidence=(quote(1, "Support spends about two hours a day refunding by hand"),),
    ),
    SuccessMetric(
        text="Manual refunds for discounts fall to zero within one month.",
        evidence=(Inferred(because="the problem names the refunds"), quote(1, "refunding by hand")),
    ),
    Stakeholder(name="Marketing", interest="creates codes and sees how often each was used", evidence=(quote(2, "Marketing creates codes"),)),
    Stakeholder(name="Support", interest="stops refunding by hand", evidence=(quote(1, "Support"),)),
    UserType(name="Shopper", description="buys without an account or with one", evidence=(quote(2, "Shoppers"),)),
    UserType(name="Marketing editor", evidence=(quote(2, "Marketing"),)),
    Need(text="see the reduced total before paying", user_type="Shopper", evidence=(Inferred(), quote(2, "in the cart"))),
    Journey(
        title="Redeem a code",
        actor="Shopper",
        steps=("Fill the cart", "Type the code", "See the reduced total", "Pay"),
        trouble="The code has expired: the total stays and the reason is shown",
        evidence=(quote(2, "Shoppers type a code in the cart"),),
    ),
    Constraint(text="Codes live in the PostgreSQL database the shop already has.", category="technical", evidence=(quote(6, "Codes go in the database we have"),)),
    Constraint(text="Prices shown in the EU include VAT.", category="legal", evidence=(Assumed(because="the shop sells in the EU"),)),
    Assumption(text="A code never makes a total negative", settles="Marketing", evidence=(Assumed(because="nobody said what happens below zero"),)),
    _requirement("apply", "Apply a code in the cart", "When a shopper enters a valid code, the cart shall show the reduced total before payment.", OFF),
    _requirement("kinds", "Percentage and fixed amounts", "The shop shall support codes that take a percentage or a fixed amount off the total.", OFF),
    _requirement("refuse", "Refuse invalid codes with a reason", "If a code is unknown, expired or already used by the customer, then the cart shall keep the total and show the reason.", WRONG),
    _requirement("once", "One use per customer", "The shop shall accept each code at most once per customer.", ONCE),
    _requirement("create", "Create and retire codes", "Marketing editors shall create, edit and retire codes in the back office.", quote(2, "Marketing creates codes"), Inferred(because="retiring is implied by expiry")),
    _requirement("usage", "See how often a code was used", "The back office shall show the number of uses of each code.", Assumed(because="the report may exist already")),
    _criterion("apply", "a cart of 80.00 EUR and the code SPRING10 (10 %)", "the shopper applies the code", "the total is 72.00 EUR", OFF),
    _criterion("apply", "a reduced cart", "the shopper removes the code", "the total is what it was", Assumed(because="nobody spoke of removing")),
    _criterion("kinds", "a code of 5.00 EUR and a cart of 20.00 EUR", "the code is applied", "the total is 15.00 EUR", OFF),
    _criterion("refuse", "a code that expired yesterday", "it is applied", "the cart says “This code has expired” and the total stays", WRONG),
    _criterion("refuse", "a code nobody created", "it is applied", "the cart says “We do not know this code” and the total stays", WRONG),
    _criterion("once", "a customer who used SPRING10 in a paid order", "they apply it again", "it is refused", ONCE),
    _criterion("create", "an editor", "they create a code with an end date", "shoppers can use it until the end of that day", quote(2, "Marketing creates codes")),
    BusinessRule(text="A code is compared without regard to case.", example="spring10 equals SPRING10", requirement="new:apply", evidence=(Assumed(because="usual in shops"),)),
    BusinessRule(text="Codes do not combine: the last one applied wins.", evidence=(Assumed(because="nobody asked for more than one"),)),
    Quality(category="Performance", text="Showing the cart with a code stays fast.", metric="response time, p95", target="200 ms", measured="at the load balancer", evidence=(quote(5, "200 ms at the 95th percentile"),)),
    Quality(category="Security", text="Codes cannot be guessed by trying.", evidence=(Assumed(because="guessing is the usual attack"),)),
    Story(id="new:s1", title="Redeem a code", role="shopper", want="to type a code in the cart", benefit="I see the reduced price before I pay", requirements=("new:apply", "new:kinds"), evidence=(OFF,)),
    Story(title="Know why a code fails", role="shopper", want="to see why a code was refused", benefit="I can fix it or go on without", requirements=("new:refuse",), evidence=(WRONG,)),
    Story(title="Run a campaign", role="marketing editor", want="to create a code with an end date", benefit="a campaign ends by itself", requirements=("new:create",), evidence=(quote(2, "Marketing creates codes"),)),
    _priority("apply", "Must", "nothing works without it"),
    _priority("kinds", "Must", "the spring campaign needs both"),
    _priority("refuse", "Must", ""),
    _priority("once", "Should", "abuse is rare so far"),
    _priority("create", "Should", ""),
    OutOfScope(text="Gift cards", reason="another team owns them", evidence=(Assumed(because="not asked for"),)),
    Scope(text="Codes in the cart, their administration and a usage count.", size="medium", file_count=9, complexity="medium", breakdown={"new": 3, "modify": 4, "test": 2}, evidence=(seen("shop/cart.py"), Inferred(), quote(0, "Add discount codes to the shop"))),
    Keyword(word="cart", hits=7, files=("shop/cart.py", "shop/views/cart.py"), evidence=(seen("shop/cart.py"),)),
    Keyword(word="refund", hits=2, files=("shop/orders.py",), evidence=(seen("shop/orders.py"),)),
    DirectChange(path="shop/cart.py", why="the total is computed here", requirements=("new:apply", "new:refuse"), evidence=(seen("shop/cart.py", 41, "Cart.total"),)),
    DirectChange(path="shop/pricing/discounts.py", change="create", why="rules of a code", requirements=("new:kinds",), evidence=(CodeAnchor(path="shop/pricing/discounts.py", status="proposed-new"),)),
    DirectChange(path="shop/views/cart.py", why="shows the field and the reason", requirements=("new:apply",), evidence=(seen("shop/views/cart.py"), quote(2, "in the cart"), Inferred())),
    IndirectChange(path="shop/checkout.py", via="shop/cart.py", why="reads Cart.total", evidence=(seen("shop/checkout.py", 12),)),
    IndirectChange(path="shop/mail/receipt.py", tier="distant", via="shop/checkout.py", why="prints the total", evidence=(seen("shop/mail/receipt.py"),)),
    EntryPoint(name="POST /cart", category="route", path="shop/views/cart.py", evidence=(seen("shop/views/cart.py", 8),)),
    RiskZone(title="Totals in the cart", path="shop/cart.py", level="high", why="11 callers, changed 23 times last year", mitigation="pin the totals of ten real carts in tests before changing it", evidence=(seen("shop/cart.py", 41),)),
    RiskZone(title="Codes leak to bargain sites", level="medium", why="a public code costs margin", mitigation="a limit on uses per code", evidence=(Assumed(because="happens to every shop"),)),
    CoverageGap(path="shop/views/cart.py", why="no test imports it", evidence=(seen("shop/views/cart.py"),)),
    OrderItem(position=1, path="shop/pricing/discounts.py", why="nothing depends on it yet", evidence=(seen("shop/cart.py"),)),
    OrderItem(position=2, path="shop/cart.py", why="uses the new rules", evidence=(seen("shop/cart.py"),)),
    OrderItem(position=3, path="shop/views/cart.py", why="shows the result", evidence=(seen("shop/cart.py"),)),
    Option(id="new:o1", title="Pricing module", summary="Rules live in their own module; the cart asks it for a total.", pros=("testable without the web", "the receipt can use it too"), cons=("one more module",), recommended=True, evidence=(quote(6, "a separate pricing module is fine"),)),
    Option(id="new:o2", title="Inside the cart", summary="Cart.total applies the code itself.", pros=("fewest files",), cons=("the riskiest file grows",), evidence=(seen("shop/cart.py", 41),)),
    Decision(title="Keep discount rules in a pricing module", choice="A pricing module computes the reduced total; the cart asks it.", context="Cart.total has 11 callers and no pinned tests.", rationale="the riskiest file stays small", consequences=("the cart depends on pricing", "checkout needs no change"), options=("new:o1", "new:o2"), requirements=("new:apply", "new:kinds"), status="Accepted", evidence=(quote(6, "a separate pricing module is fine"),)),
    Technology(name="PostgreSQL", purpose="keeps codes and their uses", version="15", evidence=(quote(6, "the database we have"),)),
    Integration(source="Cart", target="Pricing", purpose="ask for the reduced total", carries="items, code, customer", on_failure="the total stays and the reason is shown", evidence=(quote(6, "pricing module"),)),
    Integration(source="Back office", target="Pricing", purpose="create and retire codes", carries="code, kind, amount, end date", evidence=(Inferred(sources=("new:create",)),)),
    Module(name="Pricing", responsibility="Decides whether a code counts and what the total is then.", paths=("shop/pricing/discounts.py",), data=("Code: text, kind (percent or amount), value, ends_on", "Use: code, customer, order"), requirements=("new:kinds", "new:once"), evidence=(quote(6, "a separate pricing module"),)),
    Module(name="Cart", responsibility="Holds the items and shows the total.", paths=("shop/cart.py", "shop/views/cart.py"), depends_on=("Pricing",), requirements=("new:apply",), evidence=(seen("shop/cart.py"), Inferred(), quote(2, "in the cart"))),
    ErrorCase(id="new:e1", code="CODE_EXPIRED", condition="the end date has passed", message="This code has expired", recovery="the total stays; another code can be typed", requirement="new:refuse", evidence=(WRONG,)),
    ErrorCase(id="new:e2", code="CODE_UNKNOWN", condition="no code of that text exists", message="We do not know this code", recovery="the total stays", requirement="new:refuse", evidence=(WRONG,)),
    Interface(name="apply_code", module="Pricing", signature="apply_code(items: list[Item], code: str, customer: CustomerId) -> Total", summary="The total of these items with this code.", inputs=(Parameter(name="items", type="list[Item]"), Parameter(name="code", type="str", note="as typed"), Parameter(name="customer", type="CustomerId | None", note="none for guests")), output="Total", errors=("CODE_EXPIRED", "CODE_UNKNOWN"), requirements=("new:apply", "new:refuse"), evidence=(Inferred(sources=("new:apply",)),)),
    DataFlow(title="Apply a code", steps=("Shopper -> Cart: types SPRING10", "Cart -> Pricing: items, code, customer", "Pricing -> Database: looks up code and uses", "Pricing -> Cart: reduced total or the reason"), evidence=(Inferred(sources=("new:apply",)),)),
    StateModel(entity="Code", states=("Draft", "Active", "Ended"), transitions=("Draft -> Active: an editor publishes it", "Active -> Ended: the end date passes or an editor retires it"), evidence=(Inferred(sources=("new:create",)),)),
    OpenQuestion(text="Do codes apply to shipping costs?", why="the examples have none", settles="Marketing", evidence=(quote(3, "takes a percentage"),)),
    OpenQuestion(text="Is the receipt's total computed again?", why="receipt.py was not read", step_id="02-03", evidence=(seen("shop/mail/receipt.py"),)),
    Note(text="Campaign of last spring:\n- 4 000 codes\n- 37 % redeemed", document="requirements-spec.md", section="Business Context", evidence=(quote(1, "by hand"),)),
)  # fmt: skip

DISCUSSION = Discussion(
    step_id="01-06",
    step_title="Core Feature Definition",
    at="2031-04-02T10:15:00Z",
    turn_count=4,
    exit="user-initiated",
    participants=("Maya Chen (BA)", "Alex Rivera (Architect)", "Jordan Park (Designer)"),
    insights=(("Maya", "Shoppers without an account need the once-only rule too."), ("Alex/Jordan", "Count uses when the order is paid, not when the code is typed.")),
    decisions=(("Guests are recognised by e-mail", "it is the only thing the shop knows about them"),),
    open_questions=(("What if a guest mistypes the e-mail?", "support has to say"),),
    summary="Uses count at payment.",
    targets=(("requirements-spec.md", "Functional Requirements"),),
)  # fmt: skip

SCAN = ScanResult(
    description=TURNS[0],
    keywords=(ScannedKeyword(word="cart", hits=7, files=("shop/cart.py",)),),
    impact=Impact(
        direct=(Impacted(path="shop/cart.py", reason="defines Cart.total"), Impacted(path="shop/views/cart.py", reason="names the cart")),
        indirect=(Impacted(path="shop/checkout.py", reason="imports shop.cart", via="shop/cart.py"),),
        distant=(Impacted(path="shop/mail/receipt.py", reason="imports shop.checkout", via="shop/checkout.py"),),
        edges=(Edge(source="shop/checkout.py", target="shop/cart.py", kind="imports"), Edge(source="shop/views/cart.py", target="shop/cart.py", kind="imports")),
        unlisted=3,
    ),
    entry_points=(ScannedEntry(path="shop/views/cart.py", name="POST /cart", kind="route", line=8),),
    risk_zones=(ScannedZone(path="shop/cart.py", level="high", reasons=("11 callers", "changed 23 times last year"), mitigations=("pin totals in tests",)),),
    coverage_gaps=(ScannedGap(path="shop/views/cart.py", reason="no test imports it"),),
    implementation_order=(OrderedChange(position=1, path="shop/cart.py", reason="others depend on it"),),
    scope="medium",
    scope_reason="Two files in the centre, one caller.",
    file_count=FileCount(total=6, modify=4, test=2, confidence="medium", reason="Files that name the cart, and their tests."),
    complexity="medium",
)  # fmt: skip

CONTEXT = RenderContext(
    date="2031-04-02",
    slug=SLUG,
    title="Add discount codes",
    source="GitHub GH-20",
    mode="steps",
    commit="1a2b3c4",
)


def an_analysis(*, discussed: bool = True) -> Analysis:
    """The whole sample, ids minted, one fact confirmed."""
    start = Analysis(
        slug=SLUG,
        title="Add discount codes",
        source="github",
        source_id="GH-20",
        turns=tuple(Turn(number=at, text=text) for at, text in enumerate(TURNS)),
    )
    grown, _ = add(start, FACTS)
    grown, _ = confirm(grown, ["FR-001"], turn=6)
    return grown.changed(discussions=(DISCUSSION,)) if discussed else grown


def main() -> None:
    """Write the golden documents anew; look at the difference before it is committed."""
    folder = Path(__file__).parent / "golden" / "documents"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, text in golden().items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def golden() -> dict[str, str]:
    """Every document of the sample, the shared matrix and the other form of the interfaces included."""
    known = an_analysis()
    conversation = CONTEXT.model_copy(update={"mode": "conversation"})
    return {
        **render_documents(known, CONTEXT),
        "interface-spec.md": render_documents(known, conversation)["interface-spec.md"],
        "nfr-matrix.md": update_nfr_matrix(None, SLUG, known, CONTEXT),
    }


if __name__ == "__main__":
    main()
