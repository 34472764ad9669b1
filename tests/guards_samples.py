"""Thoughts that break a rule, and thoughts that come close but are fine: the adversarial set of the guards."""

from functools import cache
from typing import Literal, NamedTuple

from play import shipped
from roundtable.analysis.analysis import Analysis, Turn
from roundtable.analysis.content import Persona
from roundtable.analysis.scanning import RankedFile, ScanResult
from roundtable.engine.briefing import Ask, Briefing, Contribution, Spoken, Synthesis, Task, TaskKind, Thought
from roundtable.facts import (
    AnyFact,
    Constraint,
    DirectChange,
    EntryPoint,
    Need,
    Problem,
    Quality,
    Requirement,
    RiskZone,
    UserType,
)
from roundtable.facts.evidence import Assumed, CodeAnchor, Confirmed, Evidence, Inferred, Quote

Key = Literal["business-analyst", "solutions-architect", "system-designer"]
MAYA: Key = "business-analyst"
ALEX: Key = "solutions-architect"
JORDAN: Key = "system-designer"

DRAFT = (
    "Shop owners want discount codes. Orders over 50 euros should get free shipping with the code FREESHIP."
)
ANSWER = (
    "Customers leave at the checkout because the total is a surprise; support gets 40 mails a week about it."
)
LATER = "Only the shop manager may create a code, and the schema of the orders table must not change."
TURNS = (
    Turn(number=0, text=DRAFT),
    Turn(number=1, text=ANSWER, question="What goes wrong today?", step_id="01-01"),
    Turn(number=2, text=LATER, question="Who may do this?", step_id="01-02"),
)
SAID = (
    Spoken(
        persona=MAYA,
        text="Maya Chen (Business Analyst): Support hears about the surprising total forty times a week.",
    ),
    Spoken(
        persona=ALEX,
        text="Alex Rivera (Solutions Architect): Two modules import the checkout, so the blast radius stays small if we keep its totals function.",
    ),
    Spoken(persona=None, text="What about the coupling between checkout and shipping?"),
)
FILES = ("shop/checkout.py", "shop/shipping.py", "tests/test_checkout.py", "README.md")
SCAN = ScanResult(
    description=DRAFT,
    files=tuple(
        RankedFile(path=path, score=0.5, reasons=("it says so",), symbols=("total",)) for path in FILES
    ),
    total_files=12,
)
KNOWN: tuple[AnyFact, ...] = (
    Problem(id="PB-001", text="Customers leave at the checkout", evidence=(Assumed(because="test"),)),
    Requirement(
        id="FR-001", title="Codes", text="The shop shall accept codes", evidence=(Assumed(because="test"),)
    ),
)


@cache
def persona(key: str) -> Persona:
    return shipped().persona(key)


def a_briefing(
    kind: TaskKind = "take_answer",
    who: str = MAYA,
    mode: Literal["steps", "conversation"] = "steps",
    *,
    scan: ScanResult | None = SCAN,
    said: tuple[Spoken, ...] = SAID,
    slots: tuple[str, ...] = (),
    may_ask: bool = True,
    may_stay_silent: bool = False,
    asked: Ask | None = None,
    facts: tuple[AnyFact, ...] = KNOWN,
) -> Briefing:
    """A briefing on the shop with discount codes, half-way through the requirements."""
    library = shipped()
    return Briefing(
        task=Task(kind=kind, persona=who, slots=slots, may_ask=may_ask, may_stay_silent=may_stay_silent),
        mode=mode,
        persona=library.persona(who),
        library=library,
        analysis=Analysis(
            slug="codes",
            title="discount codes",
            turns=TURNS,
            facts=facts,
            answered=("Who may create a code?", "What goes wrong today?"),
        ),
        scan=scan,
        step=library.step("01-02"),
        phase_key="01-requirements",
        asked=asked or Ask(text="Who may do this?", kinds=("user_type",)),
        heard=TURNS[-1],
        said=said,
        follow_ups_left=1,
    )


class Sample(NamedTuple):
    """A thought with its briefing; `family` is the rule it breaks, or what it comes close to breaking."""

    family: str
    briefing: Briefing
    thought: Thought


def says(text: str, who: str = MAYA, kind: TaskKind = "contribute", mode: Literal["steps", "conversation"] = "steps", family: str = "voice", **details: object) -> Sample:  # fmt: skip
    """One persona says this."""
    briefing = a_briefing(kind, who, mode, **details)  # pyright: ignore[reportArgumentType]
    return Sample(family, briefing, Thought(contributions=(Contribution(persona=who, text=text),)))


def talks(text: str, who: str = MAYA, family: str = "conversation") -> Sample:
    """The same in a conversation."""
    return says(text, who, "converse", "conversation", family)


def asks(
    text: str, who: str = MAYA, mode: Literal["steps", "conversation"] = "steps", family: str = "protocol"
) -> Sample:
    """A question."""
    kind: TaskKind = "take_answer" if mode == "steps" else "converse"
    return Sample(family, a_briefing(kind, who, mode), Thought(question=Ask(text=text, persona=who)))


def knows(*facts: AnyFact, **changes: object) -> Sample:
    """A thought that proposes facts."""
    thought = Thought(facts=facts).model_copy(update=changes)  # pyright: ignore[reportArgumentType]
    return Sample("evidence", a_briefing(), thought)


def quote(text: str, turn: int = 1) -> Quote:
    """A quote with the span where it stands, or with a wrong one."""
    start = max(TURNS[turn].text.find(text), 0)
    return Quote(turn=turn, start=start, end=start + len(text), text=text)


def change(
    path: str, *evidence: Evidence, how: Literal["modify", "create", "delete"] = "modify"
) -> DirectChange:
    return DirectChange(
        path=path, change=how, why="it holds the total", evidence=evidence or (CodeAnchor(path=path),)
    )


VOICE_BROKEN = [
    *(says(text, MAYA) for text in (
        "The throughput of the importer worries me.",
        "We should use a queue for the mails.",
        "Let's implement a cache so that nobody waits.",
        "We need to introduce middleware for the codes.",
        "That is a race condition waiting to happen.",
        "The call graph is what I would look at first.",
        "It has to be idempotent, or people pay twice.",
        "Dependency injection would keep this tidy.",
        "I would use a table for the codes and be done.",
        "You could cache the totals for a minute.",
        "I think the function signature is the problem.",
        "Let us refactor the checkout before anything else.",
        "I agree.",
        "Makes sense.",
        "We should migrate the old codes first, in one go.",
        "These microservices talk too much for my taste.",
        "The serialization of the order is where people lose money.",
    )),
    *(says(text, ALEX) for text in (
        "The acceptance criterion would be that the total never changes at the last step.",
        "Given a full basket, when the code is typed, then the total drops.",
        "The signature is apply(code: str) -> Order, nothing more.",
        "I would make the button colors calmer on that page.",
        "Users will love the new total, trust me.",
        "A sleek screen would sell this better than any module.",
        "def apply_code(order, code) is all we need in there.",
        "The look and feel of the basket is dated.",
        "AC-001-02: the total is shown at once.",
        "class Discount { code, amount } is the data we need.",
        "How does it feel to see the price jump at the end of the risk window.",
        "People would be frustrated by two fields, so one option remains.",
    )),
    *(says(text, JORDAN) for text in (
        "Who benefits from a code that expires?",
        "The business value of free shipping is obvious.",
        "Why do customers leave at that point?",
        "We have to weigh the architectural tradeoffs of the whole shop first.",
        "What problem does the code solve for the owner?",
        "This will increase revenue, so the contract can be loose.",
        "Tell me more about the people who use it.",
        "A platform-wide change is the cleaner way.",
        "Monolith or microservices, that is what this contract hangs on.",
        "Customer satisfaction is the return value here.",
        "What do users really want from this field?",
        "The buyer personas need two error messages.",
    )),
    says("Support hears about the surprising total forty times each week.", ALEX, family="echo"),
    says("Two modules import the checkout, and the blast radius stays small if we keep the totals function.", JORDAN, family="echo"),
    says("I agree with Alex.", JORDAN, family="echo"),
    says("Exactly.", ALEX, family="echo"),
    says("Maya is right.", JORDAN, family="echo"),
    says("I have nothing to add.", ALEX, family="echo"),
]  # fmt: skip

VOICE_FINE = [
    *(says(text, MAYA) for text in (
        "So the coupling you mention, what does a customer notice of it?",
        "You want the schema left alone; what would the shop manager lose by that?",
        "So if somebody types the code twice, what do they find in the basket?",
        "The acceptance criterion here would be that the total never surprises anybody.",
        "That sounds elegant, but what does the customer actually see?",
        "Let's use an example: a basket of 49 euros and a code.",
        "What happens if we ship without this?",
        "We agree on who creates a code; we still differ on when it ends.",
        "Let us build on that story: the manager is ill, and a code must end today.",
        "I agree that support suffers most, and a wrong total on a Friday night reaches nobody.",
        "The manager needs to stop a code within a minute, or the loss is theirs.",
        "What the owner calls a code is a promise to a customer.",
        "Somebody who gets 40 mails a week about one thing has a need, not a wish.",
        "We should keep the story small: one owner, one code, one order.",
        "Could we ask the people in support what they answer today?",
        "The people at the counter would use this on a bad connection.",
    )),
    *(says(text, ALEX) for text in (
        "I see two approaches: extend the checkout, or put the codes beside it. I would extend it, at the price of a longer test run.",
        "Maya's acceptance criteria imply that the total is computed once.",
        "The risk with this is a code that is used twice. We can mitigate it by reserving it first.",
        "Jordan, your contract would have to account for callers that never upgrade.",
        "This is an architectural decision; the tradeoff belongs in a record.",
        "shop/checkout.py and its tests change together, so I would move them in one step.",
        "If we go this way, Jordan has to say which errors callers see.",
        "Only `shop/shipping.py` knows the threshold today; a second place would drift.",
        "Given what Maya found, I would keep the change inside the checkout.",
        "When two orders arrive at once, the later one must see the code as spent.",
        "The table stays as it is, so the code has to live beside the order.",
        "Whoever calls the totals function would notice a new argument; I would avoid it.",
    )),
    *(says(text, JORDAN) for text in (
        "To make this concrete: apply_code(order, code) -> Order, with an error for a code that has ended.",
        "What happens when the code ends while the basket is open? We need an error for that.",
        "The contract between checkout and shipping would be one amount in cents.",
        "Maya, your criterion would translate to this test: given 49 euros, when FREESHIP is typed, then shipping stays.",
        "We are getting abstract. The data flow is basket, code, total, receipt.",
        "An unknown code and an ended code need two messages, not one.",
        "Alex keeps one place for the threshold, so the interface takes it as a value.",
        "I would return the reason together with the refusal.",
        "The empty string is not a code; the parser refuses it before anything is stored.",
        "Zero, one and many codes on one order are three cases, and only the first two are defined.",
    )),
    says("Building on Maya's point, forty mails a week suggest that the total has to be computed before the address is typed, not after.", ALEX, family="echo"),
    says("The blast radius Alex names holds for reads; a write of a spent code adds a third caller with its own failure path.", JORDAN, family="echo"),
    says("Alex keeps the totals function; its return type then needs a field for the reason of a refusal.", JORDAN, family="echo"),
]  # fmt: skip

CONVERSATION_BROKEN = [
    talks(text, who)
    for text, who in (
        ("Phase 01: Requirements. Let me note that.", MAYA),
        ("Step 01-02: who uses it.", MAYA),
        ("## What I heard", MAYA),
        ("Handing off to Alex for the rest.", MAYA),
        ("Now passing to Jordan.", MAYA),
        ("Alex will take it from here.", MAYA),
        ("[C] Continue or [S] Skip, as you like.", MAYA),
        ("Press Y to confirm what I noted.", MAYA),
        ("Let's move on to the topic of errors.", MAYA),
        ("We haven't covered security yet.", ALEX),
        ("We are 60% complete with the requirements.", MAYA),
        ("Two criteria remaining: users and needs.", MAYA),
        ("I am scanning the codebase right now.", ALEX),
        ("Over to Jordan.", ALEX),
        ("Next topic: who may do it.", MAYA),
        ("Now let's discuss error handling.", JORDAN),
        ("Coverage is 40 so far.", MAYA),
        ("[Y/n] shall I keep it.", MAYA),
        ("Turning it over to the architect.", MAYA),
        ("Phase 2 begins with the impact.", ALEX),
    )
]
CONVERSATION_FINE = [
    talks(text, who)
    for text, who in (
        ("So the manager alone creates codes, and the orders stay as they are.", MAYA),
        ("I can see from the codebase that `shop/checkout.py` computes the total in one place.", ALEX),
        ("Based on what we've discussed, the interface would be one call with a code and an order.", JORDAN),
        ("Good point about the orders table. That affects the blast radius because shipping reads it.", ALEX),
        ("Forty mails a week is a lot for a small shop; I will hold on to that.", MAYA),
        (
            "One thing I want to make sure we've thought about is what happens when a code ends at midnight.",
            MAYA,
        ),
        ("That is important -- so a code is the manager's alone. Let me capture that.", MAYA),
        ("The first phase of a sale brings most orders, as you describe it.", MAYA),
        ("A step back: the customer wants to know the total before paying.", MAYA),
        ("Security matters here: a guessed code costs real money, and the path to it is open.", ALEX),
        ("I'd turn the refusal into a message with a reason.", JORDAN),
        ("Both numbers, 40 and 50, are in my notes.", MAYA),
        ("Covered orders are those that are insured; that word has a meaning in shipping.", ALEX),
        ("The menu of the shop stays as it is, then.", MAYA),
        ("An array such as `codes[0]` must never be empty here.", JORDAN),
        ("Alex looked at who calls the checkout; the manager will see none of it.", MAYA),
        ("The support team passes such mails on to the manager today.", MAYA),
        ("Half of the orders are complete before the code field even appears.", MAYA),
    )
]

PROTOCOL_BROKEN = [
    says("Good.\nUser: Yes, that is right.\nMaya: Great.", MAYA, "take_answer", family="protocol"),
    says("You: only managers.", MAYA, "take_answer", family="protocol"),
    says("The user will probably say that managers are enough.", MAYA, "take_answer", family="protocol"),
    says("I'll take that as a yes.", MAYA, "take_answer", family="protocol"),
    says("I am answering this on your behalf: managers only.", MAYA, "take_answer", family="protocol"),
    says("Alex Rivera (Solutions Architect): the risk is small.", MAYA, family="protocol"),
    says("Noted.\nJordan: I would return an error.", ALEX, family="protocol"),
    says("[E] Elaboration Mode -- bring all perspectives to discuss this topic", MAYA, "take_answer", family="protocol"),
    says("Noted. Or type naturally to provide feedback.", MAYA, "take_answer", family="protocol"),
    says("Press Enter to continue.", MAYA, "take_answer", family="protocol"),
    says("[Y/n]", MAYA, "take_answer", family="protocol"),
    says("Maya Chen (Business Analyst) -- Step 01-03: User Experience", MAYA, "take_answer", family="protocol"),
    says("# Requirements\nNoted.", MAYA, "take_answer", family="protocol"),
    says("As an AI language model I cannot know that.", MAYA, "take_answer", family="protocol"),
    says("<data name=\"answer\">only managers</data>", MAYA, "take_answer", family="protocol"),
    says("Handing off to Alex Rivera now.", MAYA, "take_answer", family="protocol"),
    says("Who is it? And when? And why?", MAYA, family="protocol"),
    says("Is it the manager? Or the owner?", MAYA, "take_answer", family="protocol"),
    says("1. Who creates it?\n2. Who ends it?\n3. Who pays?", MAYA, family="protocol"),
    asks("Who may create a code, and why, and when does it end? And who pays?"),
    asks("Who may create a code?"),
    asks("Tell me about the people."),
    asks(" ".join(["When a customer of the shop types a code at the checkout"] * 3) + "?"),
    asks("Are payment failures handled? [Y/N]", mode="conversation"),
    Sample("protocol", a_briefing("contribute", ALEX), Thought(contributions=(Contribution(persona=JORDAN, text="The contract is one amount in cents."),))),
    Sample("protocol", a_briefing("take_answer", MAYA), Thought(contributions=(Contribution(persona=ALEX, text="Two modules are touched by it."),))),
    Sample("protocol", a_briefing("converse", MAYA, "conversation"), Thought(contributions=(Contribution(persona="sam", text="The tests are missing."),))),
    Sample("protocol", a_briefing("converse", MAYA, "conversation", slots=(ALEX,)), Thought(contributions=(Contribution(persona=MAYA, text="So the manager creates it."),))),
    Sample("protocol", a_briefing("contribute", JORDAN), Thought()),
    Sample("protocol", a_briefing("frame", MAYA), Thought(contributions=(Contribution(persona=MAYA, text="the people are known"),))),
    Sample("protocol", a_briefing("synthesise", MAYA), Thought()),
    Sample("protocol", a_briefing("synthesise", MAYA), Thought(synthesis=Synthesis(insights=(("Sam", "tests are missing"),)))),
    says(" ".join(["A code is a promise to a customer."] * 30), MAYA, family="length"),
    says(" ".join(["I heard that managers create codes."] * 20), MAYA, "take_answer", family="length"),
]  # fmt: skip

PROTOCOL_FINE = [
    says("So only the shop manager creates a code.", MAYA, "take_answer", family="protocol"),
    says("Maya Chen (Business Analyst): So only the shop manager creates a code.", MAYA, family="protocol"),
    says("I hear one thing: the manager decides.", MAYA, "take_answer", family="protocol"),
    says("What you told me is clear: managers create, customers use.", MAYA, "take_answer", family="protocol"),
    says("In your words, \"only the shop manager\" may do it.", MAYA, "take_answer", family="protocol"),
    says("There are two kinds of users: managers and customers.", MAYA, "take_answer", family="protocol"),
    says("I will keep it in the list under phase 02, where impact belongs.", MAYA, "take_answer", family="protocol"),
    says("That belongs to what Alex looks at later.", MAYA, "take_answer", family="protocol"),
    says("So the manager creates it. Who ends it?", MAYA, "take_answer", family="protocol"),
    says("Customers asked \"where is my discount?\" forty times, so the wording matters.", MAYA, "take_answer", family="protocol"),
    asks("Who ends a code?"),
    asks("What should a customer see when the code has ended?"),
    asks("If two codes are typed, which one wins?"),
    asks("I would keep one code per order, since the total stays easy to explain. Does that fit?", ALEX, "conversation"),
    asks("What happens when a payment fails half-way?", mode="conversation"),
    Sample("protocol", a_briefing("converse", MAYA, "conversation", slots=(ALEX,)), Thought(contributions=(Contribution(persona=MAYA, text="So the manager creates it."), Contribution(persona=ALEX, text="Two modules read the total, so both have to follow.")), question=Ask(text="Who ends it?", persona=MAYA))),
    Sample("protocol", a_briefing("contribute", JORDAN, may_stay_silent=True), Thought()),
    Sample("protocol", a_briefing("open_step", MAYA), Thought()),
    Sample("protocol", a_briefing("frame", MAYA), Thought(contributions=(Contribution(persona=MAYA, text="managers and customers are known"),), focus="What must a customer see when a code has ended?")),
    Sample("protocol", a_briefing("synthesise", MAYA), Thought(synthesis=Synthesis(insights=(("maya/Alex", "the total is computed once"), ("User", "managers only")), summary="the total is computed once"))),
    Sample("protocol", a_briefing("summarise_phase", MAYA), Thought(contributions=(Contribution(persona=MAYA, text="one requirement, and a checkout that surprises people"),))),
]  # fmt: skip

EVIDENCE_BROKEN = [
    knows(Problem(text="Customers hate the colours", evidence=(Quote(turn=1, start=0, end=10, text="hate the colours"),))),
    knows(UserType(name="auditor", evidence=(Quote(turn=2, start=0, end=7, text="auditor"),))),
    knows(Need(text="a weekly report", evidence=(Quote(turn=9, start=0, end=5, text="I need a weekly report"),))),
    knows(Quality(category="performance", text="fast", target="200 ms", evidence=(quote("support gets 40 mails a week"),))),
    knows(Constraint(text="at most 3 codes per order", evidence=(quote("Only the shop manager may create a code", 2),))),
    knows(change("shop/pricing.py")),
    knows(change("shop/checkout.py", CodeAnchor(path="shop/nowhere.py", line=3))),
    knows(RiskZone(title="pricing", path="shop/pricing.py", evidence=(Inferred(because="it is big"),))),
    knows(EntryPoint(name="cli", path="bin/shop.py", evidence=(CodeAnchor(path="bin/shop.py"),))),
    knows(Requirement(title="x", text="The shop shall export codes", evidence=())),
    knows(Requirement(title="x", text="The shop shall export codes", evidence=(Confirmed(turn=2, text="yes"),))),
    knows(confirmed=("FR-001",)),
    knows(confirmed=("FR-999",)),
    knows(retracted=("FR-999",)),
    says('You said "make it as cheap as possible", so I keep it small.', MAYA, "take_answer", family="evidence"),
    says('Your draft mentions "loyalty points", and I noted them.', MAYA, "take_answer", family="evidence"),
    says("You mentioned 500 orders a day, which is a lot.", MAYA, "take_answer", family="evidence"),
    says("`shop/pricing.py` holds the total, so it changes first.", ALEX, family="evidence"),
    says("Fourteen callers depend on src/payments/core.ts today.", ALEX, family="evidence"),
    says("I can see from the codebase that codes are stored twice.", ALEX, family="evidence", scan=None),
    says("The repository shows two places for the total.", ALEX, family="evidence", scan=None),
    says("The user told us \"speed is everything\", so this is the risk.", ALEX, family="evidence"),
]  # fmt: skip

EVIDENCE_FINE = [
    knows(Problem(text="Customers leave at the checkout because the total is a surprise", evidence=(quote("Customers leave at the checkout because the total is a surprise"),))),
    knows(Problem(text="Customers leave at the checkout", evidence=(Quote(turn=2, start=5, end=9, text="Customers leave at the checkout"),))),
    knows(Problem(text="customers leave at the checkout", evidence=(Quote(turn=1, start=0, end=9, text="customers  leave at the CHECKOUT"),))),
    knows(UserType(name="shop manager", evidence=(quote("the shop manager", 2),))),
    knows(Constraint(text="the schema of the orders table must not change", evidence=(quote("the schema of the orders table must not change", 2),))),
    knows(Quality(category="support", text="mails about the total", target="40 mails a week", evidence=(quote("support gets 40 mails a week about it"),))),
    knows(Requirement(title="Free shipping", text="Orders over 50 euros get free shipping with the code FREESHIP", evidence=(quote("Orders over 50 euros should get free shipping with the code FREESHIP", 0),))),
    knows(Need(text="see the total before paying", evidence=(Inferred(sources=("PB-001",), because="the total is a surprise"),))),
    knows(Need(text="a report at the end of the month", evidence=(Assumed(because="shops usually want one"),))),
    knows(change("shop/checkout.py")),
    knows(change("checkout.py")),
    knows(change("shop/codes.py", CodeAnchor(path="shop/codes.py", status="proposed-new"), how="create")),
    knows(change("shop/codes.py", CodeAnchor(path="shop/codes.py"), how="create")),
    knows(RiskZone(title="totals", path="shop/checkout.py", evidence=(CodeAnchor(path="shop/checkout.py"), Inferred(because="two callers")))),
    says('You said "the total is a surprise", and that is the heart of it.', MAYA, "take_answer", family="evidence"),
    says("You mentioned 40 mails a week, and each one costs somebody time.", MAYA, "take_answer", family="evidence"),
    says("`shop/checkout.py` computes the total, so it changes first.", ALEX, family="evidence"),
    says("A new file such as shop/codes.py would keep the checkout small.", ALEX, family="evidence"),
    says("The risk is that shop/shipping.py and the tests drift apart. We can mitigate it by moving them together.", ALEX, family="evidence"),
    says("The draft asks for a code; without a look at more than that I would keep it in one place.", ALEX, family="evidence", scan=None),
    knows(confirmed=("PB-001",)).__class__("evidence", a_briefing(asked=Ask(text="Is that right?", proposes=("PB-001",))), Thought(confirmed=("PB-001",))),
]  # fmt: skip

BROKEN: list[Sample] = [*VOICE_BROKEN, *CONVERSATION_BROKEN, *PROTOCOL_BROKEN, *EVIDENCE_BROKEN]
FINE: list[Sample] = [*VOICE_FINE, *CONVERSATION_FINE, *PROTOCOL_FINE, *EVIDENCE_FINE]
