"""Bad places: read-only folders, closed pipes, full disks, unexpected errors. One sentence, the right exit code."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import CommandLine, a_command_line

needs_permissions = pytest.mark.skipif(
    os.name == "nt" or os.geteuid() == 0, reason="the superuser may write everywhere"
)


@pytest.fixture
def roundtable(tmp_path: Path) -> CommandLine:
    folder = tmp_path / "repository"
    folder.mkdir()
    return a_command_line(folder)


@needs_permissions
def test_a_folder_that_cannot_be_written_is_one_sentence(roundtable: CommandLine) -> None:
    roundtable.folder.chmod(0o555)
    try:
        answer = roundtable("add", "Dark mode")
    finally:
        roundtable.folder.chmod(0o755)
    assert answer.code == 3
    assert "Could not write" in answer.sentence


@needs_permissions
def test_a_folder_that_cannot_be_read_is_one_sentence(roundtable: CommandLine) -> None:
    roundtable("add", "Dark mode")
    requirements = roundtable.folder / "docs" / "requirements"
    requirements.chmod(0)
    try:
        answer = roundtable("list")
    finally:
        requirements.chmod(0o755)
    assert answer.code == 3
    assert "docs/requirements" in answer.sentence


def test_a_file_where_a_folder_should_be_is_one_sentence(roundtable: CommandLine) -> None:
    (roundtable.folder / "docs").write_text("not a folder", encoding="utf-8")
    answer = roundtable("add", "Dark mode")
    assert answer.code == 3
    assert answer.sentence


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("words", [["--help"], ["completion", "bash"]])
def test_output_that_cannot_be_written_is_one_sentence(roundtable: CommandLine, words: list[str]) -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-m", "roundtable", *words], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 3
    assert done.stderr.decode().count("\n") == 1
    assert "Could not do it here" in done.stderr.decode()


@pytest.mark.skipif(os.name == "nt", reason="POSIX pipes")
def test_a_reader_who_has_seen_enough_is_no_error(roundtable: CommandLine) -> None:
    script = f'"{sys.executable}" -m roundtable completion bash 2>err | true; echo "${{PIPESTATUS[0]}}"'
    done = subprocess.run(
        ["bash", "-c", script], cwd=roundtable.folder, capture_output=True, text=True, check=True
    )
    assert done.stdout == "0\n"
    assert (roundtable.folder / "err").read_text(encoding="utf-8") == ""


@pytest.mark.skipif(os.name == "nt", reason="POSIX shell")
@pytest.mark.parametrize(
    ("words", "closed", "code"),
    [
        ("--help", ">&-", 0),
        ("list", ">&- 2>&- <&-", 0),
        ("nonsense", "2>&-", 2),
        ("add -", "<&-", 2),
        *(
            pytest.param(words, closed, 0, marks=pytest.mark.slow)
            for words in ('analyze "Dark mode"', 'analyze "Dark mode" --protocol jsonl')
            for closed in ("<&-", ">&-", ">&- 2>&- <&-")
        ),
    ],
)
def test_closed_streams_do_not_confuse_it(
    roundtable: CommandLine, words: str, closed: str, code: int
) -> None:
    script = f'"{sys.executable}" -m roundtable {words} {closed}'
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=roundtable.folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == code, done.stderr
    assert "unexpected" not in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="such a folder cannot be removed on Windows")
def test_a_folder_that_is_gone_is_one_sentence(roundtable: CommandLine) -> None:
    script = f'mkdir gone && cd gone && rmdir ../gone && "{sys.executable}" -P -m roundtable list'
    done = subprocess.run(
        ["bash", "-c", script], cwd=roundtable.folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 3
    assert done.stderr == "roundtable: This folder is gone; change to one that exists, then run it again.\n"


UNEXPECTED = """
import sys
import roundtable.commands.list as command
def fail(arguments): raise {error}
command.run = fail
from roundtable.cli import main
sys.exit(main({words!r}))
"""


@pytest.mark.parametrize(
    ("error", "words", "code", "expected"),
    [
        ("ZeroDivisionError('odd')", ["list"], 3, "--debug for the details"),
        ("KeyboardInterrupt", ["list"], 130, "Stopped."),
        ("OSError(28, 'No space left on device', 'x.md')", ["list"], 3, "No space left on device: x.md"),
    ],
)
def test_an_error_nobody_foresaw_is_one_sentence(
    error: str, words: list[str], code: int, expected: str
) -> None:
    program = UNEXPECTED.format(error=error, words=words)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert expected in done.stderr
    assert done.stderr.count("\n") == 1


def test_debug_shows_the_details_of_an_unexpected_error() -> None:
    program = UNEXPECTED.format(error="ZeroDivisionError('odd')", words=["list", "--debug"])
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert "Traceback" in done.stderr
