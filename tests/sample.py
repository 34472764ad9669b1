"""Two analyses for tests: discount codes for a small web shop, with every kind of fact and evidence in the fields that models
fill; and a small change in a person's own words, whose folder is kept in `golden/documents` for reading."""

from pathlib import Path
from typing import Any, Literal

from roundtable.analysis.analysis import Analysis, Discussion, Turn
from roundtable.analysis.changes import add, amend, confirm, retract
from roundtable.analysis.scanning import (
    CoverageGap as ScannedGap,
)
from roundtable.analysis.scanning import (
    Edge,
    FileCount,
    Impact,
    Impacted,
    Mention,
    Occurrence,
    OrderedChange,
    RankedFile,
    ScanResult,
)
from roundtable.analysis.scanning import EntryPoint as ScannedEntry
from roundtable.analysis.scanning import Keyword as ScannedKeyword
from roundtable.analysis.scanning import RiskZone as ScannedZone
from roundtable.documents import nfr_matrix
from roundtable.documents.page import RenderContext
from roundtable.documents.rendering import document_names, render_document
from roundtable.facts import (
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
    NoChange,
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
from roundtable.facts.evidence import Assumed, CodeAnchor, Evidence, Inferred, Quote

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
    grown = confirm(grown, ["FR-001"], turn=6)
    return grown.changed(discussions=(DISCUSSION,)) if discussed else grown


def main() -> None:
    """Write the golden documents anew; look at the difference before it is committed."""
    folder = Path(__file__).parent / "golden" / "documents"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, text in golden().items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def render_documents(analysis: Analysis, context: RenderContext) -> dict[str, str]:
    """File name to text: all documents of the item's own folder that are due."""
    texts = {name: render_document(name, analysis, context) for name in document_names(analysis, context)}
    return {name: text for name, text in texts.items() if text is not None}


def shared_matrix(
    old: str | None, slug: str, analysis: Analysis, context: RenderContext | None = None
) -> str:
    """The matrix that items share, where the item's section is as it was last written."""
    there = nfr_matrix._pieces(slug, nfr_matrix._find(old or "", slug)[1])
    known = {piece.key: piece.print for piece in there}
    return nfr_matrix.merge_nfr_matrix(old, slug, analysis, context or RenderContext(slug=slug), known).text


def golden() -> dict[str, str]:
    """The folder of a small item, as a person who has to build it would open it."""
    return render_documents(a_small_item(), SMALL_CONTEXT)


# -- a small item in the person's own words ----------------------------------------------------------------------------

SMALL_TITLE = "Pause a backup when the laptop runs on battery"
SMALL_TURNS = (
    SMALL_TITLE,
    "People start a backup at home, unplug, and an hour later the laptop is dead. Last month that was 14 of our 60 support mails.",
    "Anybody with shelf on a laptop. Servers never see any of this.",
    "A running backup pauses within a minute after the plug is pulled. But when power comes back it goes on where it stopped, it doesn't start over.",
    'With 40 of 100 files copied the plug is pulled: shelf status prints "Paused: on battery" and exits with 0.',
    "Plugged in again it copies the other 60 and not one of the first 40.",
    "Below 20 percent nothing starts at all, unless --force is given.",
    "If the battery can't be read we treat it as plugged in and log one warning.",
    "No threshold to set, because nobody will ever touch it.",
    "The loop in shelf/runner.py has to ask for the power, and reading it goes into shelf/power.py.",
    "No, shelf/schedule.py only decides when, it stays as it is.",
    "Windows can come later. And nothing shows in the tray yet.",
    "There is no figure for how often to look, as long as the fans stay quiet.",
    "One correction: below 15 percent nothing starts at all, unless --force is given.",
    "We'll know it works when the mails stop. I also want a badge on the site.",
    "Forget the badge.",
    "Pausing is a must, --force can wait.",
    "No idea whether a paused backup counts as failed in the report, Ines would know.",
    "It came up twice at the summer meeting.",
)


def said(turn: int, text: str = "", role: Literal["said", "correction"] = "said") -> Quote:
    """A whole sentence of the small item; the whole turn when no words are given."""
    words = text or SMALL_TURNS[turn]
    start = SMALL_TURNS[turn].index(words)
    return Quote(turn=turn, start=start, end=start + len(words), text=words, role=role)


def _whole(kind: type[Fact], turn: int, text: str = "", **more: Any) -> Fact:
    quote_ = said(turn, text)
    return kind.model_validate({"text": quote_.text, "evidence": (quote_,), **more})


_RUNNER, _POWER, _SCHEDULE = "shelf/runner.py", "shelf/power.py", "shelf/schedule.py"
_WHERE = said(9)
SMALL_FACTS: tuple[Fact, ...] = (
    _whole(Problem, 1, "People start a backup at home, unplug, and an hour later the laptop is dead."),
    _whole(Problem, 1, "Last month that was 14 of our 60 support mails."),
    _whole(UserType, 2, "Anybody with shelf on a laptop."),
    _whole(Stakeholder, 2, "Servers never see any of this."),
    _whole(Requirement, 3, "A running backup pauses within a minute after the plug is pulled.", id="new:pause", title="A running backup pauses within a minute after the plug is pulled"),
    _whole(Requirement, 3, "But when power comes back it goes on where it stopped, it doesn't start over.", id="new:go-on", title="When power comes back it goes on where it stopped"),
    _whole(Requirement, 6, id="new:force", title="Below 15 percent nothing starts at all"),
    _whole(Criterion, 4, requirement="new:pause"),
    _whole(Criterion, 5, requirement="new:go-on"),
    _whole(ErrorCase, 7, requirement="new:pause"),
    _whole(Quality, 12),
    Decision(title="No threshold to set", choice=SMALL_TURNS[8], rationale="nobody will ever touch it", status="Accepted", evidence=(said(8),)),
    DirectChange(path=_RUNNER, text=SMALL_TURNS[9], evidence=(_WHERE, seen(_RUNNER, 41, "Runner.run"))),
    DirectChange(path=_POWER, text=SMALL_TURNS[9], evidence=(_WHERE, seen(_POWER, 7, "on_battery"))),
    DirectChange(path="shelf/cli.py", why="defines `status` (shelf/cli.py:60-74)", evidence=(seen("shelf/cli.py"), Inferred(), said(4, "shelf status"))),
    NoChange(path=_SCHEDULE, text=SMALL_TURNS[10], evidence=(said(10),)),
    _whole(OutOfScope, 11, "Windows can come later."),
    _whole(OutOfScope, 11, "And nothing shows in the tray yet."),
    _whole(SuccessMetric, 14, "We'll know it works when the mails stop."),
    _whole(SuccessMetric, 14, "I also want a badge on the site.", id="SM-002"),
    Priority(target="new:pause", level="Must", evidence=(said(16),)),
    Priority(target="new:force", level="Could", evidence=(said(16),)),
    OpenQuestion(text="Does a paused backup count as failed in the report?", settles="Ines", evidence=(said(17),)),
    _whole(Note, 18, about="why", question="Why now?"),
)  # fmt: skip

SMALL_SCAN = ScanResult(
    description=SMALL_TITLE,
    mentions=(
        Mention(
            text="on battery",
            is_message=True,
            occurrences=(
                Occurrence(path=_RUNNER, line=52, role="names", inside="Runner.run"),
                Occurrence(path=_SCHEDULE, line=9, role="names"),
                Occurrence(path="tests/test_runner.py", line=12, role="names", kind="test"),
                Occurrence(path="tests/test_runner.py", line=13, role="names", kind="test"),
            ),
        ),
    ),
    files=(RankedFile(path=_RUNNER, score=1.0, reasons=("defines `Runner`, named in the text",), line=30, symbols=("Runner", "Runner.run")),),
    impact=Impact(
        direct=(Impacted(path=_RUNNER, reason="defines `Runner`, named in the text"),),
        indirect=(
            Impacted(path=_SCHEDULE, reason=f"imports `{_RUNNER}`", via=_RUNNER),
            Impacted(path="tests/test_runner.py", reason="calls `Runner.run` (lines 12-30)", via=_RUNNER),
            Impacted(path="shelf/report.py", reason=f"changed with `{_RUNNER}` in 9 of 31 commits", via=_RUNNER),
        ),
        edges=(
            Edge(source=_RUNNER, target=_POWER, kind="imports"),
            Edge(source="shelf/cli.py", target=_RUNNER, kind="imports"),
            Edge(source=_SCHEDULE, target=_RUNNER, kind="imports"),
            Edge(source="tests/test_runner.py", target=_RUNNER, kind="tests"),
            Edge(source="shelf/report.py", target=_RUNNER, kind="co-change"),
        ),
    ),
    entry_points=(ScannedEntry(path="shelf/cli.py", name="shelf backup", kind="command", line=31),),
    risk_zones=(ScannedZone(path=_RUNNER, level="high", reasons=("31 commits",)),),
    coverage_gaps=(ScannedGap(path=_POWER, reason="no test imports it"),),
    implementation_order=(
        OrderedChange(position=1, path=_POWER, reason="before the runner"),
        OrderedChange(position=2, path=_RUNNER, reason="after the power"),
        OrderedChange(position=3, path="shelf/cli.py", reason="after the runner"),
    ),
    scope="medium",
    file_count=FileCount(total=6),
    complexity="low",
)  # fmt: skip

SMALL_CONTEXT = RenderContext(
    date="2031-05-06",
    slug="pause-on-battery",
    title=SMALL_TITLE,
    source="manual",
    default_status="Complete",
    default_coverage="6 of 6 topics",
    scan=SMALL_SCAN,
)


def a_small_item() -> Analysis:
    """A change told in eighteen turns, with a correction, a withdrawal and a denial."""
    start = Analysis(
        slug="pause-on-battery",
        title=SMALL_TITLE,
        turns=tuple(Turn(number=at, text=text) for at, text in enumerate(SMALL_TURNS)),
    )
    known, _ = add(start.changed(turns=start.turns[:16]), SMALL_FACTS)
    known = retract(known, "SM-002")
    known = amend(known, "FR-003", {"text": SMALL_TURNS[13]}, (said(13, role="correction"),))
    return known.changed(turns=start.turns)


if __name__ == "__main__":
    main()
