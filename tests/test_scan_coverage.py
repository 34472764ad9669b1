"""Whoever says that nothing tests a file must know where tests can be."""

from itertools import count
from pathlib import Path

import pytest

from roundtable.scan import coverage
from roundtable.scan.service import Scanner
from scan_repositories import a_folder
from tables import check_rows, each

TESTED: dict[str, dict[str, str]] = {
    "rust: a module of tests in the file": {
        "src/parcel.rs": "pub fn send_parcel() {}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn sends() {}\n}\n"
    },
    "rust: an example in the documentation": {"src/parcel.rs": "/// ```\n/// send_parcel();\n/// ```\npub fn send_parcel() {}\n"},
    "python: a doctest": {"app/parcel.py": 'def send_parcel():\n    """\n    >>> send_parcel()\n    1\n    """\n    return 1\n'},
    "go: the tests of the package": {
        "go.mod": "module example.org/post\n",
        "parcel.go": "package post\n\nfunc SendParcel() {\n}\n",
        "post_test.go": "package post\n\nfunc TestPost(t *T) {\n}\n",
    },
    "a folder of tests beside it, which go through the front door": {
        "shop/post/parcel.py": "def send_parcel(): ...\n",
        "shop/post/tests/test_front.py": "def test_front(client): client.post('/send/')\n",
    },
    "a test that shares a word of its name, and asks for a page": {
        "src/ParcelExport.php": "<?php class ParcelExport { function send_parcel() {} }\n",
        "tests/ExportControllerTest.php": "<?php class ExportControllerTest { function t() { get('/export'); } }\n",
    },
    "a test of what builds on it": {
        "app/parcel.py": "def send_parcel(): ...\n",
        "app/front.py": "from app.parcel import send_parcel as s\n",
        "app/main.py": "import app.front\n",
        "tests/test_all.py": "from app.main import app\n",
    },
    "a script that starts the program": {"app/parcel.py": "def send_parcel(): ...\n", "tests/all.sh": "./app\n"},
    "an example": {"examples/parcel.py": "def send_parcel(): ...\n"},
    "a benchmark": {"benches/parcel.rs": "pub fn send_parcel() {}\n"},
    "a part of the pipeline": {".github/scripts/parcel.py": "def send_parcel(): ...\n"},
    "a style sheet": {"web/parcel.css": ".send_parcel { color: red }\n"},
}  # fmt: skip
STARTS = {
    "tests/test_all.py": "import subprocess\n",
    "tests/test_talk.py": "from pexpect import spawn\n",
    "tests/all.test.js": "const { spawn } = require('node:child_process')\n",
    "tests/more.test.js": "import { execa } from 'execa'\n",
    "all_test.go": 'package post\n\nimport "os/exec"\n\nfunc TestAll(t *T) {\n\texec.Command("post")\n}\n',
    "tests/all.rs": "use std::process::Command;\n",
    "tests/more.rs": "use assert_cmd::prelude::*;\n",
    "spec/all_spec.rb": "require 'open3'\n",
    "spec/more_spec.rb": "require 'aruba/rspec'\n",
    "tests/AllTest.php": "<?php\nuse Symfony\\Component\\Process\\Process;\n",
}
UNTESTED: dict[str, dict[str, str]] = {
    "python": {"app/parcel.py": "def send_parcel(): ...\n", "tests/test_other.py": "x = 1\n"},
    "rust": {"src/parcel.rs": "pub fn send_parcel() {}\n"},
    "go without tests": {"go.mod": "module example.org/post\n", "parcel.go": "package post\n\nfunc SendParcel() {\n}\n"},
}  # fmt: skip


def gaps(root: Path) -> list[str]:
    return [
        gap.path
        for gap in Scanner(root, root.parent / "c").scan("send parcel with a signature").coverage_gaps
    ]


@pytest.mark.parametrize("case", sorted(TESTED))
def test_what_has_a_test_or_needs_none_is_no_gap(tmp_path: Path, case: str) -> None:
    assert gaps(a_folder(tmp_path / "r", TESTED[case])) == []


def test_nothing_is_said_where_a_test_starts_the_program(tmp_path: Path) -> None:
    def said_of(path: str) -> str:
        files = {"app/parcel.py": "def send_parcel(): ...\n", path: STARTS.get(path, "x = 1\n")}
        return "a gap" if gaps(a_folder(tmp_path / str(next(numbers)), files)) else "nothing"

    numbers = count()
    check_rows(
        coverage, "_STARTS_PROGRAMS", said_of, each("nothing", *STARTS) | each("a gap", "tests/test_other.py")
    )


@pytest.mark.parametrize("case", sorted(UNTESTED))
def test_what_no_test_reaches_is_a_gap(tmp_path: Path, case: str) -> None:
    assert [
        path.rpartition("/")[2].split(".")[0] for path in gaps(a_folder(tmp_path / "r", UNTESTED[case]))
    ] == ["parcel"]
