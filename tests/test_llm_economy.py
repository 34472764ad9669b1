"""A whole stepped analysis sends less than one that repeats everything, and has a beginning that providers can keep."""

import importlib.util
import sys
from pathlib import Path

import pytest

from model_server import ModelServer

BENCH = Path(__file__).parent.parent / "bench" / "tokens.py"


@pytest.mark.slow
def test_an_analysis_sends_much_less_than_the_naive_way(tmp_path: Path, server: ModelServer) -> None:
    spec = importlib.util.spec_from_file_location("bench_tokens", BENCH)
    assert spec is not None
    assert spec.loader is not None
    bench = importlib.util.module_from_spec(spec)
    sys.modules["bench_tokens"] = bench
    spec.loader.exec_module(bench)
    report = bench.measure(tmp_path / "shop")
    assert report.steps == 24
    assert report.requests >= 25
    assert report.last_step == 24  # the model is there to the end
    assert report.share < 0.6
    assert report.cacheable > 0.3
