"""A seat at the table for tests of the offline mind: briefings, a small scanned shop, and whole sessions in memory."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from play import Play, a_state, shipped
from roundtable.analysis import changes
from roundtable.analysis import scanning as found
from roundtable.analysis.analysis import Analysis, Turn
from roundtable.analysis.content import Library, Persona, Step
from roundtable.analysis.facts import Fact
from roundtable.analysis.phases import Depth
from roundtable.engine.briefing import Ask, Briefing, Spoken, Task, Thought
from roundtable.minds.facilitator import Facilitator
from roundtable.ports import CodeView

MAYA, ALEX, JORDAN = "business-analyst", "solutions-architect", "system-designer"
DRAFT = "Customers can't use discount codes at checkout. Support applies them by hand."
TITLE = "Discount codes at checkout"


class Shop:
    """The code of a small shop, as a mind may look at it."""

    def __init__(self) -> None:
        self._defined = {
            "shop/pricing.py": (
                _defined("apply_discount", "shop/pricing.py", 12, "def apply_discount(order: Order, percent: int) -> Money:"),
                _defined("_round", "shop/pricing.py", 30, "def _round(value):"),
            ),
            "shop/cart.py": (_defined("Cart", "shop/cart.py", 3, "class Cart:", kind="class"),),
        }  # fmt: skip

    def resolve(self, name: str) -> found.Resolved | None:
        paths = {path.rpartition("/")[2]: path for path in self._paths()} | {
            path: path for path in self._paths()
        }
        if name in paths:
            return found.Resolved(path=paths[name])
        symbols = {one.name: one for defined in self._defined.values() for one in defined}
        one = symbols.get(name)
        return found.Resolved(path=one.path, line=one.line, symbol=one.name, kind="symbol") if one else None

    def signatures(self, path: str) -> Sequence[found.Definition]:
        return self._defined.get(path, ())

    def callers(self, path: str) -> Sequence[found.Caller]:
        if path != "shop/pricing.py":
            return ()
        return tuple(found.Caller(path=f"shop/{name}.py") for name in ("cart", "checkout", "report", "tax"))

    def churn(self, path: str) -> found.Churn | None:
        return found.Churn(path=path, commits=40, recent_commits=23, authors=4)

    @staticmethod
    def _paths() -> tuple[str, ...]:
        return ("shop/pricing.py", "shop/cart.py", "shop/checkout.py", "shop/tax.py", "shop/report.py")


def _defined(name: str, path: str, line: int, signature: str, kind: str = "function") -> found.Definition:
    return found.Definition(name=name, kind=kind, path=path, line=line, signature=signature)


def a_scan() -> found.ScanResult:
    """What a scan of that shop brings back for discount codes."""
    return found.ScanResult(
        description=DRAFT,
        keywords=(
            found.Keyword(word="discount", hits=3, files=("shop/pricing.py", "shop/cart.py")),
            found.Keyword(word="checkout", hits=2, files=("shop/checkout.py",)),
        ),
        files=(
            found.RankedFile(path="shop/pricing.py", score=0.9, reasons=("defines apply_discount",), symbols=("apply_discount",)),
            found.RankedFile(path="shop/cart.py", score=0.7, reasons=("mentions discount",), symbols=("Cart",)),
        ),
        impact=found.Impact(
            direct=(
                found.Impacted(path="shop/pricing.py", reason="defines apply_discount"),
                found.Impacted(path="shop/cart.py", reason="mentions discount"),
            ),
            indirect=(
                found.Impacted(path="shop/checkout.py", reason="imports shop/cart.py", via="shop/cart.py"),
                found.Impacted(path="shop/tax.py", reason="imports shop/pricing.py", via="shop/pricing.py"),
            ),
            distant=(found.Impacted(path="shop/report.py", reason="imports shop/tax.py", via="shop/tax.py"),),
            edges=tuple(
                found.Edge(source=f"shop/{name}.py", target="shop/pricing.py", kind="imports")
                for name in ("cart", "checkout", "report", "tax")
            ),
        ),
        entry_points=(found.EntryPoint(path="shop/web.py", name="POST /checkout", kind="route", line=12),),
        risk_zones=(
            found.RiskZone(
                path="shop/pricing.py", level="high", reasons=("4 files depend on it",), mitigations=("add tests first",)
            ),
        ),
        co_change=(found.CoChange(path="shop/pricing.py", partner="docs/prices.md", together=8, of=11),),
        coverage_gaps=(found.CoverageGap(path="shop/pricing.py", reason="no test imports it"),),
        implementation_order=(
            found.OrderedChange(position=1, path="shop/pricing.py", reason="others depend on it"),
            found.OrderedChange(position=2, path="shop/cart.py", reason="uses pricing"),
        ),
        scope="small",
        scope_reason="2 files in one folder",
        file_count=found.FileCount(total=4, modify=2, test=1, docs=1),
        complexity="medium",
        total_files=60,
    )  # fmt: skip


def an_analysis(*facts: Fact, draft: str = DRAFT, title: str = TITLE, turns: Iterable[Turn] = ()) -> Analysis:
    """An item with these facts; their ids are minted."""
    empty = Analysis(slug="discount-codes", title=title, turns=(Turn(number=0, text=draft), *turns))
    return changes.add(empty, facts)[0]


def think(mind: Facilitator, briefing: Briefing) -> Thought:
    """What the mind thinks; it never waits for anything, so no loop is needed."""
    thinking = mind.think(briefing)
    try:
        thinking.send(None)
    except StopIteration as done:
        thought: Thought = done.value
        return thought
    raise AssertionError("the offline mind waited for something")


def a_briefing(
    kind: str,
    text: str | None = None,
    *,
    persona: str | Persona = MAYA,
    analysis: Analysis | None = None,
    asked: Ask | None = None,
    step: str | Step | None = "01-06",
    library: Library | None = None,
    task: Mapping[str, Any] | None = None,
    **details: Any,
) -> Briefing:
    """A briefing; `text` is heard as the next turn."""
    analysis = analysis or an_analysis()
    library = library or shipped()
    who = persona if isinstance(persona, Persona) else library.persona(persona)
    here = library.step(step) if isinstance(step, str) else step
    heard = None
    if text is not None:
        analysis, heard = changes.hear(
            analysis, text, question=asked.text if asked else "", step_id=here.step_id if here else None
        )
    fields: dict[str, Any] = {
        "task": Task.model_validate({"kind": kind, "persona": who.key, **(task or {})}),
        "mode": "steps",
        "persona": who,
        "library": library,
        "analysis": analysis,
        "step": here,
        "phase_key": here.phase_key if here else "01-requirements",
        "asked": asked,
        "heard": heard,
    }
    return Briefing.model_validate(fields | details)


def answer(
    kinds: str, text: str, *, question: str = "What about it?", code: CodeView | None = None, **details: Any
) -> Thought:
    """The thought about an answer to a question of these kinds."""
    asked = Ask(text=question, kinds=tuple(kinds.split()))
    return think(Facilitator(code), a_briefing("take_answer", text, asked=asked, **details))


def facts_of(thought: Thought, kind: str) -> list[dict[str, Any]]:
    """The facts of one kind, without evidence and empty fields."""
    return [
        fact.model_dump(exclude={"evidence", "step_id", "kind", "id"}, exclude_defaults=True)
        for fact in thought.facts
        if fact.kind == kind
    ]


def words_of(thought: Thought) -> str:
    """What was said."""
    return "\n".join(piece.text for piece in thought.contributions)


def a_session(
    *, depth: Depth | None = None, scan: found.ScanResult | None = None, draft: str = DRAFT, title: str = TITLE,
    library: Library | None = None, code: CodeView | None = None,
) -> Play:  # fmt: skip
    """A whole stepped session with the offline mind."""
    mind = Facilitator(code)
    analysis = an_analysis(draft=draft, title=title)
    state = a_state(library or shipped(), title=title, analysis=analysis, scan=scan, depth_flag=depth)
    return Play(state, lambda briefing: think(mind, briefing)).begin()


def said_by_people(said: Iterable[Spoken]) -> Iterator[str]:
    """Only the person's lines."""
    return (spoken.text for spoken in said if spoken.persona is None)
