"""Loads the program and plays a short session, so that a process forked from here starts in milliseconds.

Imported by the process that `processes.py` forks from, and by `session_crashes.py`.
"""

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from roundtable import cli

COMMANDS = ("add", "analyze", "check", "close", "delete", "list", "rename", "scan", "show", "status")
TYPED = "Support staff refund 40 orders a week by hand.\n" * 2 + "C\n" * 2


def play_a_session() -> None:
    """What is loaded, compiled and kept at its first use is then there. No thread may be left: forks do not take it along."""
    with (
        TemporaryDirectory() as folder,
        pytest.MonkeyPatch.context() as patch,
        redirect_stdout(io.StringIO()),
        redirect_stderr(io.StringIO()),
    ):
        patch.setattr(sys, "stdin", io.StringIO(TYPED))
        (Path(folder) / "shop.py").write_text("import os\n\n\ndef pay():\n    pass\n", encoding="utf-8")
        words = ["analyze", "Add discount codes to the shop", "--steps", "--offline", "--repo", folder]
        assert cli.main(words) == 0


for module in (*(f"roundtable.commands.{name}" for name in COMMANDS), "roundtable.faces.jsonl"):
    import_module(module)
play_a_session()
