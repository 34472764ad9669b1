"""`Record`: the small frozen shape that every fact, event and content entry has."""

from typing import Any, Self

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """Frozen and closed: parse once at the edge, then rely on the type."""

    # Built when first used: most commands use few of these shapes, and building them all takes longer than reading a file.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    def changed(self, **updates: Any) -> Self:
        """The same with these fields replaced."""
        return self.model_copy(update=updates)
