"""`Record`: the small frozen shape that every fact, event and content entry has."""

import re
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """Frozen and closed: parse once at the edge, then rely on the type."""

    # Built when first used: most commands use few of these shapes, and building them all takes longer than reading a file.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    def changed(self, **updates: Any) -> Self:
        return self.model_copy(update=updates)


class Named(Record):
    """A record that says which one it is when it is saved: `kind` is the name of its class, as `menu_shown`, unless it is told."""

    kind: str = ""

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        if "kind" not in cls.__annotations__:
            cls.kind = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
            cls.__annotations__["kind"] = Literal[cls.kind]
