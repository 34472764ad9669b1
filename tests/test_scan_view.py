"""A scan for programs and for the terminal."""

import json
from pathlib import Path

import pytest

from roundtable.analysis.scanning import ScanResult
from roundtable.scan.service import Scanner
from roundtable.scan.view import render_scan, scan_to_json
from scan_repositories import a_repository


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> ScanResult:
    root = a_repository(tmp_path_factory.mktemp("shop"))
    return Scanner(root, tmp_path_factory.mktemp("cache")).scan(
        "price_of should round, see shop/prices.py", top=5
    )


def test_programs_get_the_layout_they_rely_on(result: ScanResult) -> None:
    told = json.loads(json.dumps(scan_to_json(result)))
    assert list(told)[:5] == ["files", "impact", "scope", "file_count", "complexity"]
    assert set(told["files"][0]) >= {"path", "score", "reasons"}
    assert told["files"][0]["path"] == "shop/prices.py"
    assert set(told["impact"]) >= {"direct", "indirect", "distant"}
    assert told["impact"]["direct"][0]["path"] == "shop/prices.py"
    assert isinstance(told["file_count"], int)
    assert told["scope"] in {"small", "medium", "large"}
    assert told["complexity"] in {"low", "medium", "high"}
    assert told["confidence"] in {"low", "medium", "high"}
    assert told["history"] == {"commits": 1, "whole": True, "since": told["history"]["since"]}
    assert told["files"][0]["look_at"][0] == "shop/prices.py:6"
    count = told["file_count_breakdown"]
    assert 1 <= count["least"] <= count["total"] <= count["most"]


def test_people_see_files_reasons_and_the_blast_radius(result: ScanResult) -> None:
    lines = render_scan(result, 80)
    text = "\n".join(lines)
    assert "  1. shop/prices.py" in text
    assert "     - named in the text" in text
    assert "Blast radius" in text
    assert "shop/cart.py" in text[text.index("Blast radius") :]
    assert f"Scope {result.scope}: " in text


@pytest.mark.parametrize("width", [0, 40, 60, 80, 200])
def test_prose_is_wrapped_to_the_width(result: ScanResult, width: int) -> None:
    lines = render_scan(result, width)
    assert all(
        len(line) <= max(width, 48)
        for line in lines
        if not any("/" in word for word in line.split()) and "scope" not in line
    )


def test_an_empty_scan_can_be_shown() -> None:
    nothing = ScanResult(description="", notes=("There are no text files to scan here.",))
    assert "Note: There are no text files to scan here." in render_scan(nothing, 80)
    assert scan_to_json(nothing)["files"] == []


def test_the_line_to_look_at_is_code_and_the_function_that_is_meant(tmp_path: Path) -> None:
    files = {
        "app/parcel.py": (
            '"""Parcels."""\n\n\ndef weigh(box):\n    return box\n\n\n'
            'def frank(box):\n    """Frank a letter.\n\n    The postage meter prints the date.\n    """\n    return 1\n'
        ),
        "app/meter.py": '"""The postage meter prints the date."""\n\nINK = 1\n',
        "app/ink.py": 'class Ink:\n    """For the postage meter that prints the date."""\n\n    colour = 1\n',
        "app/stamp.go": "package app\n\nfunc Ink() {}\n\n// Stamp: the postage meter prints\n// the date.\nfunc Stamp() {}\n",
        "app/none.go": "package app\n\n// The postage meter prints the date.\n\nfunc None() {}\n",
    }
    found = Scanner(a_repository(tmp_path / "r", files), tmp_path / "c").scan("postage meter prints the date")
    lines = {one.path: one.best_line for one in found.files}
    in_python = {"app/parcel.py": 8, "app/meter.py": None, "app/ink.py": 1}
    assert lines == {**in_python, "app/stamp.go": 7, "app/none.go": None}
