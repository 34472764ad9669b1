"""What a person may choose about the model of a session, and which model a key in the environment would open.

Light on purpose: the command line reads this without loading any library for models.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from roundtable.minds.llm.fencing import Sending
from roundtable.minds.llm.ledger import Budget
from roundtable.minds.llm.prompt import Prompt

_OPENED_BY: Final = {
    "ANTHROPIC_API_KEY": "anthropic:claude-opus-5-5",
    "OPENAI_API_KEY": "openai:gpt-5.4",
    "GEMINI_API_KEY": "google:gemini-2.5-pro",
    "GOOGLE_API_KEY": "google:gemini-2.5-pro",
    "MISTRAL_API_KEY": "mistral:mistral-large-latest",
    "GROQ_API_KEY": "groq:llama-3.3-70b-versatile",
}
"""An interview with three personas wants the most capable class of a maker; for Anthropic that is opus."""


class Keeping(Protocol):
    """Keeps answers beyond the life of this process."""

    def get(self, key: str) -> str | None:
        """The answer at that place, if it came already."""

    async def put(self, key: str, answer: str) -> None:
        """Keep an answer; when this returns, it is durable."""

    async def permit(self) -> None:
        """Wait until a request may be sent."""


@dataclass(frozen=True, slots=True)
class ModelOptions:
    name: str
    base_url: str | None = None
    context: int | None = None  # tokens that the model can read at once, where that is little
    timeout: float = 90.0
    budget: Budget = field(default_factory=Budget)
    sending: Sending = field(default_factory=Sending)
    show_prompt: Callable[[Prompt], None] | None = None
    keeping: Keeping | None = None
    """Where answers are kept, when nobody watches them come and none may be paid for twice."""


def suggestion(environment: Mapping[str, str] = os.environ) -> tuple[str, str] | None:
    """The first key that is set and the model it would open. Nothing is sent because of it."""
    return next(((key, model) for key, model in _OPENED_BY.items() if environment.get(key)), None)
