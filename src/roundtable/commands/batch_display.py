"""How a batch looks: a table that moves at a terminal, a line for each item in a pipe, and the report at the end."""

import sys
import time
from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from roundtable.analysis.between_items import Remark
from roundtable.batches.jobs import Outcome
from roundtable.commands.output import (
    by_state,
    can_show_progress,
    columns,
    complain,
    counted,
    say,
    say_columns,
    strong,
    tell,
)

if TYPE_CHECKING:
    from rich.live import Live

    from roundtable.batches.batch import Entry


_IN_PASSING: Final = ("The page to read", "Phase ")  # what a session says on its way, and no report repeats


def cost_of(entry: "Entry") -> Decimal:
    return sum((Decimal(spent.cost) for spent in entry.standing.spending if spent.cost), Decimal(0))


class Display:
    """Use it with `with`: what it shows is gone before the report comes."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._live: Live | None = None
        self._told: set[str] = set()
        self._began = time.monotonic()
        self._done_before: int | None = None

    def __enter__(self) -> "Display":
        if not self._quiet and can_show_progress():
            from rich.console import Console
            from rich.live import Live

            self._live = Live(console=Console(file=sys.stderr), transient=True, auto_refresh=False)
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def show(self, entries: Sequence["Entry"]) -> None:
        ended = [entry for entry in entries if entry.state in {"done", "failed"}]
        if self._done_before is None:
            self._done_before = len(ended)
        if self._live is not None:
            at_work = [
                (one.slug, one.standing.phase or "beginning", _spent(one.standing.tokens, cost_of(one)))
                for one in entries
                if one.state == "working"
            ]
            lines = (*columns(at_work, indent="  "), self._totals(entries, len(ended)))
            self._live.update("\n".join(lines), refresh=True)
        elif not self._quiet:
            for entry in ended:
                if entry.slug not in self._told:
                    self._told.add(entry.slug)
                    complain(f"{len(self._told)}/{len(entries)}  {entry.state}  {entry.slug}")

    def _totals(self, entries: Sequence["Entry"], ended: int) -> str:
        tokens = sum(entry.standing.tokens for entry in entries)
        spent = _spent(tokens, sum(map(cost_of, entries), Decimal(0)))
        here = ended - (self._done_before or 0)
        left = ""
        if here and ended < len(entries):
            seconds = (time.monotonic() - self._began) / here * (len(entries) - ended)
            left = f"about {max(round(seconds / 60), 1)} min left"
        parts = (f"{ended} of {counted(len(entries), 'item')}", spent, left)
        return " · ".join(part for part in parts if part)


def _spent(tokens: int, cost: Decimal) -> str:
    return f"{tokens:,} tokens{f', about ${cost:.2f}' if cost else ''}" if tokens else ""


def print_report(entries: Sequence["Entry"], remarks: Sequence[Remark]) -> None:
    """The table, then what items have to do with each other."""
    rows = [
        (entry.state, entry.slug, _spent(entry.standing.tokens, cost_of(entry)), _last_word(entry))
        for entry in entries
    ]
    say_columns(rows, looks=(by_state, strong))
    if remarks:
        say()
    for kind, text in ((remark.kind, remark.text) for remark in remarks):
        tell(
            f"{kind}  {text}", len(kind) + 2, look=lambda line, kind=kind: line.replace(kind, strong(kind), 1)
        )


def _last_word(entry: "Entry") -> str:
    """Why it failed; or what was said about it, such as that a model did not answer, and the verdict on what was written."""
    if entry.failure or not isinstance(entry.standing, Outcome):
        return entry.failure
    return " ".join(said for said in entry.standing.remarks if not said.startswith(_IN_PASSING))
