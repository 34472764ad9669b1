"""The account of what a model was asked and what it cost, kept with the analysis and added up per model."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from pydantic import ValidationError

from roundtable.analysis.json_text import as_list
from roundtable.engine.briefing import Spending

KEY: Final = "spending"  # where the account stands in `Analysis.extra`
_COUNTS: Final = ("requests", "input_tokens", "cached_tokens", "output_tokens")


def account(extra: Mapping[str, Any], since: Iterable[object] = ()) -> tuple[Spending, ...]:
    by_model: dict[str, Spending] = {}
    for entry in (*as_list(extra.get(KEY)), *since):
        try:
            more = Spending.model_validate(entry)
        except ValidationError:
            continue
        before = by_model.get(more.model)
        by_model[more.model] = more if before is None else _sum(before, more)
    return tuple(by_model.values())


def add_spending(extra: Mapping[str, Any], more: Spending) -> dict[str, Any]:
    return {**extra, KEY: [entry.model_dump(mode="json") for entry in account(extra, (more,))]}


def not_on_account(total: Iterable[Spending], extra: Mapping[str, Any]) -> tuple[Spending, ...]:
    """What of all that was ever spent is not on the account; telling it again and again adds it once."""
    booked = {entry.model: entry for entry in account(extra)}
    found: list[Spending] = []
    for spent in total:
        before = booked.get(spent.model, Spending(model=spent.model))
        counts = {name: max(getattr(spent, name) - getattr(before, name), 0) for name in _COUNTS}
        cost = (_amount(spent.cost) or Decimal(0)) - (_amount(before.cost) or Decimal(0))
        if any(counts.values()):
            looked_at = tuple(path for path in spent.looked_at if path not in before.looked_at)
            price = str(cost) if spent.cost is not None else None
            found.append(Spending(model=spent.model, cost=price, looked_at=looked_at, **counts))
    return tuple(found)


def _sum(before: Spending, more: Spending) -> Spending:
    known = [cost for entry in (before, more) if (cost := _amount(entry.cost)) is not None]
    return more.changed(
        **{count: getattr(before, count) + getattr(more, count) for count in _COUNTS},
        cost=str(sum(known, Decimal(0))) if known else None,
        looked_at=tuple(dict.fromkeys((*before.looked_at, *more.looked_at))),
    )


def _amount(cost: str | None) -> Decimal | None:
    with suppress(InvalidOperation):
        return Decimal(cost) if cost is not None else None


def describe_spending(spent: Spending) -> str:
    """One line: `anthropic:…: 12 requests, 34,000 tokens in (28,000 from the cache), 2,100 out, about $0.12`."""
    cached = f" ({spent.cached_tokens:,} from the cache)" if spent.cached_tokens else ""
    cost = _amount(spent.cost)
    price = f", about ${cost:.2f}" if cost else ""
    requests = f"{spent.requests:,} request{'' if spent.requests == 1 else 's'}"
    return f"{spent.model}: {requests}, {spent.input_tokens:,} tokens in{cached}, {spent.output_tokens:,} out{price}"
