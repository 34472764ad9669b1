"""Answers of a model that outlive the process: a request whose answer was kept is not sent again.

An answer is known by its place (the phase, the task, and how many answers came before it), never by the words of the request:
after a crash a request may be put a little differently, and what was paid for serves all the same. Only answers count, so a
request that failed and was sent once more is still the same place.

Elsewhere: where they are kept (`roundtable.batches.kept_answers`).
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from pydantic_ai.messages import ModelMessage, ModelMessagesTypeAdapter, ModelResponse
from pydantic_ai.models import CompletedStreamedResponse, Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings

if TYPE_CHECKING:
    from roundtable.minds.llm.options import Keeping


class KeptAnswers(WrapperModel):
    """A model that is asked only for what is not kept yet."""

    def __init__(self, wrapped: Model, keeping: "Keeping") -> None:
        super().__init__(wrapped)
        self._keeping = keeping
        self._place = ""
        self._answers = 0

    def begin(self, place: str) -> None:
        """Another piece of thinking begins, and its answers are counted from zero."""
        self._place, self._answers = place, 0

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: Any = None,
    ) -> AsyncGenerator[StreamedResponse]:
        """The answer as it comes; before anything is made of it, it is kept."""
        key = f"{self._place}/{self._answers}"
        if (kept := self._keeping.get(key)) is not None:
            response = ModelMessagesTypeAdapter.validate_json(kept)[0]
            if not isinstance(response, ModelResponse):
                raise TypeError(f"{key} holds no answer of a model")
            self._answers += 1
            yield CompletedStreamedResponse(
                response, model_request_parameters=model_request_parameters, replay_events=True
            )
            return
        await self._keeping.permit()
        async with super().request_stream(
            messages, model_settings, model_request_parameters, run_context
        ) as stream:
            try:
                yield stream
            finally:
                response = stream.get()
                if response.state == "complete":  # also one that could not be used: it was paid for
                    self._answers += 1
                    await self._keeping.put(key, ModelMessagesTypeAdapter.dump_json([response]).decode())
