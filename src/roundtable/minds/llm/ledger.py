"""Requests, tokens, cost and bytes of one session, and the budget that ends them politely."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from roundtable.engine.briefing import Spending


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a session may spend: dollars, or tokens in and out."""

    dollars: Decimal | None = None
    tokens: int | None = None

    def is_spent(self, tokens: int, cost: Decimal) -> bool:
        by_dollars = self.dollars is not None and cost >= self.dollars
        return by_dollars or (self.tokens is not None and tokens >= self.tokens)

    def shared(self, number: int) -> "Budget":
        """What each of so many may spend, so that all together keep to it."""
        return Budget(
            None if self.dollars is None else self.dollars / number,
            None if self.tokens is None else self.tokens // number,
        )


@dataclass(slots=True)
class Ledger:
    model: str
    budget: Budget = Budget()
    requests: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    cost: Decimal = Decimal(0)
    has_price: bool = False
    _reported: tuple[int, int, int, int, Decimal] = (0, 0, 0, 0, Decimal(0))

    def enter(self, usage: Any) -> None:
        """One answer arrived; its first request was counted when it was sent."""
        self.requests += max(int(usage.requests) - 1, 0)
        self.input_tokens += int(usage.input_tokens)
        self.cached_tokens += int(usage.cache_read_tokens)
        self.output_tokens += int(usage.output_tokens)
        if usage.cost is not None:
            self.cost += usage.cost
            self.has_price = True

    @property
    def is_spent(self) -> bool:
        return self.budget.is_spent(self.input_tokens + self.output_tokens, self.cost)

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
