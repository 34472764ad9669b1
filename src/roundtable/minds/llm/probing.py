"""Whether a model answers: one tiny request of the real shape, sent only when somebody asks for it."""

import asyncio
from typing import Any, NamedTuple

from roundtable.errors import MindUnavailable
from roundtable.minds.guarded import Unreadable
from roundtable.minds.llm.asking import Asker
from roundtable.minds.llm.connecting import connect
from roundtable.minds.llm.ledger import Ledger
from roundtable.minds.llm.options import ModelOptions
from roundtable.minds.llm.prompt import Prompt


class Outcome(NamedTuple):
    problem: str
    tokens: int


def probe(options: ModelOptions) -> Outcome:
    """Ask for one sentence; raises `WrongUse` when the model cannot even be addressed."""
    connection = connect(options.name, base_url=options.base_url, context=options.context)
    ledger = Ledger(options.name, options.budget)
    asker = Asker(connection, ledger, timeout=options.timeout)
    prompt = Prompt("Answer with one JSON object.", "Put one short sentence of greeting into the field say.")

    async def asked() -> dict[str, Any]:
        async with connection.model:  # closes what the provider's kit keeps open
            return (await asker.ask(prompt, "summarise_phase", lambda _partial: None))[0]

    try:
        raw = asyncio.run(asked())
    except MindUnavailable as failure:
        return Outcome(failure.reason, 0)
    except Unreadable as error:
        return Outcome(f"it answers, but not in the shape asked for ({error})", 0)
    tokens = ledger.input_tokens + ledger.output_tokens
    return Outcome("" if str(raw.get("say", "")).strip() else "it answered with nothing", tokens)
