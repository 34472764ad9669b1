"""Answers that are kept: a request whose answer is there is not sent, whatever the words of the request are by now."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from pydantic_ai import Agent
from pydantic_ai.exceptions import ModelAPIError
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models.function import AgentInfo, FunctionModel

from roundtable.minds.llm.answers import KeptAnswers


class Shelf:
    """Keeps answers in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.permits = 0

    def get(self, key: str) -> str | None:
        return self.kept.get(key)

    async def put(self, key: str, answer: str) -> None:
        self.kept[key] = answer

    async def permit(self) -> None:
        self.permits += 1


class Provider:
    """Counts what it is asked; fails as often as it is told to."""

    def __init__(self, failures: int = 0) -> None:
        self.asked: list[str] = []
        self.failures = failures

    def model(self) -> FunctionModel:
        async def answer(messages: list[ModelMessage], _info: AgentInfo) -> AsyncIterator[str]:
            self.asked.append(str(messages[-1]))
            if self.failures:
                self.failures -= 1
                raise ModelAPIError("function", "gone")
            for piece in ("answer ", str(len(self.asked))):
                yield piece

        return FunctionModel(stream_function=answer)


def said(model: KeptAnswers, *prompts: str, place: str = "01-requirements/fill_gaps") -> list[str]:
    """What a model answers to each of these, in a place of its own."""
    agent: Agent[Any, str] = Agent(model)

    async def ask() -> list[str]:
        answers: list[str] = []
        for prompt in prompts:
            async with agent.run_stream(prompt) as stream:
                answers.append(await stream.get_output())
        return answers

    model.begin(place)
    return asyncio.run(ask())


def test_a_kept_answer_serves_again_and_the_next_question_is_asked() -> None:
    shelf, first, second = Shelf(), Provider(), Provider()
    assert said(KeptAnswers(first.model(), shelf), "one", "two") == ["answer 1", "answer 2"]
    again = said(KeptAnswers(second.model(), shelf), "one, put differently", "two", "three")
    assert again == ["answer 1", "answer 2", "answer 1"]
    assert len(second.asked) == 1
    assert "three" in second.asked[0]
    assert shelf.permits == 3


def test_a_request_that_failed_leaves_its_place_to_the_one_that_is_sent_again() -> None:
    shelf, provider = Shelf(), Provider(failures=1)
    model = KeptAnswers(provider.model(), shelf)
    with pytest.raises(ModelAPIError):
        said(model, "one")
    assert said(model, "one") == ["answer 2"]
    assert list(shelf.kept) == ["01-requirements/fill_gaps/0"]


def test_another_piece_of_thinking_has_answers_of_its_own() -> None:
    shelf, provider = Shelf(), Provider()
    model = KeptAnswers(provider.model(), shelf)
    assert said(model, "one") == ["answer 1"]
    assert said(model, "one", place="02-impact-analysis/fill_gaps") == ["answer 2"]
    assert list(shelf.kept) == ["01-requirements/fill_gaps/0", "02-impact-analysis/fill_gaps/0"]


def test_words_are_heard_as_they_come_and_an_answer_is_kept_although_whoever_read_it_could_not_use_it() -> (
    None
):
    shelf, provider = Shelf(), Provider()
    model = KeptAnswers(provider.model(), shelf)
    agent: Agent[Any, str] = Agent(model)
    heard: list[tuple[str, int]] = []

    async def listen() -> None:
        async with agent.run_stream("one") as stream:
            heard.extend([(text, len(shelf.kept)) async for text in stream.stream_text(debounce_by=None)])
            raise ValueError("no use")

    model.begin("01-requirements/fill_gaps")
    with pytest.raises(ValueError, match="no use"):
        asyncio.run(listen())
    assert heard == [("answer ", 0), ("answer 1", 0)]
    assert list(shelf.kept) == ["01-requirements/fill_gaps/0"]


def test_an_answer_that_was_cut_off_is_not_kept() -> None:
    shelf, provider = Shelf(), Provider()
    model = KeptAnswers(provider.model(), shelf)
    agent: Agent[Any, str] = Agent(model)

    async def leave() -> None:
        async with agent.run_stream("one") as stream:
            async for _text in stream.stream_text(debounce_by=None):
                raise ValueError("enough")

    model.begin("01-requirements/fill_gaps")
    with pytest.raises(ValueError, match="enough"):
        asyncio.run(leave())
    assert shelf.kept == {}
