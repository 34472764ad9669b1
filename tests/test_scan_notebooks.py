"""Notebooks are read by their cells, on the lines of the file."""

import json
from pathlib import Path

from roundtable.scan.notebooks import readable
from roundtable.scan.service import Scanner
from scan_repositories import a_folder


def a_notebook(*cells: tuple[str, str]) -> str:
    made: list[dict[str, object]] = [
        {"cell_type": kind, "metadata": {}, "outputs": [{"text": ["secret_of_the_output\n"]}], "source": text.splitlines(keepends=True)}
        for kind, text in cells
    ]  # fmt: skip
    return json.dumps({"cells": made, "nbformat": 4}, indent=1) + "\n"


NOTEBOOK = a_notebook(
    ("markdown", "# Churn of customers\n\nimport nothing"),
    (
        "code",
        'from shop.prices import price_of\n\n\ndef fit_survival(data):\n    return "weibull \\"curve\\""',
    ),
)


def test_cells_stay_on_their_lines_and_the_rest_is_blank() -> None:
    shown = readable("a.ipynb", NOTEBOOK.encode()).decode().split("\n")
    raw = NOTEBOOK.split("\n")
    assert len(shown) == len(raw)
    line = shown.index("def fit_survival(data):")
    assert "def fit_survival(data):" in raw[line]
    assert '    return "weibull \\"curve\\""' in shown
    assert not any("secret_of_the_output" in one or "metadata" in one for one in shown)


def test_a_notebook_is_found_by_its_code_and_cited_by_its_lines(tmp_path: Path) -> None:
    root = a_folder(tmp_path / "r", {
        "analysis.ipynb": NOTEBOOK, "shop/__init__.py": "", "shop/prices.py": "def price_of(): ...\n", "notes.md": "survival\n",
    })  # fmt: skip
    scanner = Scanner(root, tmp_path / "c")
    first = scanner.scan("fit_survival should use another curve").files[0]
    assert first.path == "analysis.ipynb"
    line = (
        NOTEBOOK.split("\n").index(next(one for one in NOTEBOOK.split("\n") if "def fit_survival" in one)) + 1
    )
    assert f"analysis.ipynb:{line}" in first.look_at
    assert [one.path for one in scanner.callers("shop/prices.py")] == ["analysis.ipynb"]
    assert [one.name for one in scanner.signatures("analysis.ipynb")] == ["fit_survival"]


def test_a_notebook_on_one_line_stays_as_it_is() -> None:
    flat = json.dumps(json.loads(NOTEBOOK)).encode()
    assert readable("a.ipynb", flat) == flat
    assert readable("a.json", NOTEBOOK.encode()) == NOTEBOOK.encode()
