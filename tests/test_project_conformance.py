"""The generator of docs/conformance.md finds every mark and refuses what would prove nothing."""

import ast
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def conformance() -> ModuleType:
    path = Path(__file__).resolve().parent.parent / "scripts" / "conformance.py"
    spec = importlib.util.spec_from_file_location("conformance", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["conformance"] = module
    spec.loader.exec_module(module)
    return module


SOURCE = """
import pytest
pytestmark = [pytest.mark.slow, pytest.mark.rule("A-01")]

@pytest.mark.rule("B-01", "B-02")
def test_one(): ...

class TestMore:
    @pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("C-01"))])
    async def test_two(self, x): ...

def helper(): ...
"""


def test_marks_are_found_on_functions_classes_modules_and_parameters(conformance: ModuleType) -> None:
    found = dict(conformance.marked_tests(ast.parse(SOURCE).body))
    assert found == {"test_one": ("A-01", "B-01", "B-02"), "test_two": ("A-01", "C-01")}


def test_a_mark_that_is_no_plain_string_is_refused(conformance: ModuleType) -> None:
    with pytest.raises(SystemExit, match="not a plain string"):
        list(conformance.marked_tests(ast.parse("@pytest.mark.rule(NAME)\ndef test_x(): ...").body))


def test_rows_say_what_proves_them_or_why_nothing_does(conformance: ModuleType) -> None:
    rules = [
        conformance.Rule("A-01", "S", "U", "one | two", ("X-01",)),
        conformance.Rule("A-02", "S", "U", "three"),
        conformance.Rule("A-03", "S", "J", "four"),
        conformance.Rule("A-04", "S", "U", "five", (), "Not now."),
        conformance.Rule("A-05", "S", "I", "six", measured="`bench/x.py`"),
    ]
    text = conformance.render(rules, {"X-01": "settled"}, {"A-01": [("tests/test_x.py", "test_one")]})
    assert "| A-01 | one \\| two (X-01) | unit | [test_one](../tests/test_x.py) |" in text
    assert "| A-02 | three | unit | none so far |" in text
    assert "| A-03 | four | judged by a reader | judged by a reader |" in text
    assert "| A-04 | five | unit | **Deferred.** Not now. |" in text
    assert "| A-05 | six | integration | Measured: `bench/x.py` |" in text
    assert (
        "5 rules: 1 proven by tests, 1 judged by a reader or held by design, 1 measured by a benchmark, "
        "1 deferred or not followed, 1 without a test so far." in text
    )
