"""Requests, tokens, cost and bytes of one session, and the budget that ends them politely."""

from dataclasses import dataclass, field
from decimal import Decimal

from roundtable.engine.briefing import Spending


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a session may spend: dollars, or tokens in and out."""

    dollars: Decimal | None = None
    tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Sent:
    """The size of one request."""

    task: str
    stable: int
    """Bytes of the beginning that stays the same."""
    changing: int


@dataclass(slots=True)
class Ledger:
    """What this session used."""

    model: str
    budget: Budget = Budget()
    requests: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    cost: Decimal = Decimal(0)
    has_price: bool = False
    sent: list[Sent] = field(default_factory=list[Sent])
    _reported: tuple[int, int, int, int, Decimal] = (0, 0, 0, 0, Decimal(0))

    def enter(
        self, *, input_tokens: int, cached_tokens: int, output_tokens: int, cost: Decimal | None
    ) -> None:
        """One answer arrived."""
        self.input_tokens += input_tokens
        self.cached_tokens += cached_tokens
        self.output_tokens += output_tokens
        if cost is not None:
            self.cost += cost
            self.has_price = True

    @property
    def is_spent(self) -> bool:
        """Whether the budget is used up."""
        if self.budget.dollars is not None and self.cost >= self.budget.dollars:
            return True
        return self.budget.tokens is not None and self.input_tokens + self.output_tokens >= self.budget.tokens

    def since_last(self) -> Spending | None:
        """What came on the account since this was last asked."""
        now = (self.requests, self.input_tokens, self.cached_tokens, self.output_tokens, self.cost)
        before, self._reported = self._reported, now
        if now == before:
            return None
        return Spending(
            model=self.model,
            requests=now[0] - before[0],
            input_tokens=now[1] - before[1],
            cached_tokens=now[2] - before[2],
            output_tokens=now[3] - before[3],
            cost=str(now[4] - before[4]) if self.has_price else None,
        )


def parse_budget(text: str) -> Budget | None:
    """`2.50`, `$2.50` (dollars) or `200k`, `1M`, `50000 tokens`; none when it is neither."""
    words = text.strip().lower().replace(",", "").removesuffix("tokens").strip()
    try:
        if words.endswith(("k", "m")):
            return Budget(tokens=int(Decimal(words[:-1]) * (1000 if words.endswith("k") else 1_000_000)))
        if text.strip().lower().endswith("tokens"):
            return Budget(tokens=int(words))
        amount = Decimal(words.removeprefix("$").removesuffix("$").removesuffix("usd").strip())
    except (ArithmeticError, ValueError):
        return None
    return Budget(dollars=amount) if amount.is_finite() and amount > 0 else None
