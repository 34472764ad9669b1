"""What holds for every test: no language model is asked unless the test brings a server for it."""

import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

from model_server import ModelServer, model_server

# Continuous integration asks the same question twice alike; developers' machines go on looking for new cases.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")


@pytest.fixture(autouse=True)
def only_local_models(request: pytest.FixtureRequest) -> Iterator[None]:
    """Requests to models are off; the fixture `server` (and a real local model) turns them on for its test."""
    models = sys.modules.get("pydantic_ai.models")
    if models is not None:
        models.ALLOW_MODEL_REQUESTS = bool({"server", "real_model"} & set(request.fixturenames))  # pyright: ignore[reportAttributeAccessIssue]
    yield
    if models is not None:
        models.ALLOW_MODEL_REQUESTS = False  # pyright: ignore[reportAttributeAccessIssue]


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """A server that speaks like a provider."""
    with model_server() as running:
        yield running
