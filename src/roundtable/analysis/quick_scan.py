"""The size of a change as quick-scan.md puts it: what the depth of a phase depends on."""

from typing import Literal

from roundtable.facts.record import Record


class QuickScan(Record):
    """Read from the document on every run and never stored anywhere else."""

    scope: Literal["small", "medium", "large", "unknown"] = "unknown"
    file_count: int = 0
    complexity: Literal["low", "medium", "high", "unknown"] = "unknown"
