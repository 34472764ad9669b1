"""What holds for every test: no clock decides, and no language model is asked unless the test brings a server for it."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from model_server import ModelServer, model_server

# A busy machine is no failure: how long an example takes to make or to run is measured in bench/, never here.
settings.register_profile("here", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# Continuous integration asks the same question twice alike; developers' machines go on looking for new cases.
settings.register_profile("ci", settings.get_profile("here"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The long ones first: whoever is done early then takes over short ones, and nobody waits for a long one at the end."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(autouse=True)
def only_local_models(request: pytest.FixtureRequest) -> Iterator[None]:
    """Requests to models are off; the fixture `server` (and a real local model) turns them on for its test."""
    models = sys.modules.get("pydantic_ai.models")
    if models is not None:
        models.ALLOW_MODEL_REQUESTS = bool({"server", "real_model"} & set(request.fixturenames))  # pyright: ignore[reportAttributeAccessIssue]
    yield
    if models is not None:
        models.ALLOW_MODEL_REQUESTS = False  # pyright: ignore[reportAttributeAccessIssue]


MEMORY = Path("/dev/shm")


@pytest.fixture
def folder_in_memory(tmp_path: Path) -> Iterator[Path]:
    """In memory where that is possible: what a killed process leaves is the same there, and no disk has to turn."""
    if not os.access(MEMORY, os.W_OK):
        yield tmp_path
        return
    made = Path(tempfile.mkdtemp(prefix="roundtable-crash-", dir=MEMORY))
    yield made
    shutil.rmtree(made)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """A server that speaks like a provider."""
    with model_server() as running:
        yield running
