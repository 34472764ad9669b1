"""Builders for the tests of the stores: repositories on disk with just what a test is about."""

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from roundtable.stores.paths import Places

NOON = datetime(2026, 2, 19, 12, 0, tzinfo=UTC)


class StoppedClock:
    """It is always noon."""

    def now(self) -> datetime:
        return NOON


def a_repository(root: Path, backlog: str | None = None, **items: object) -> Places:
    """A folder with a backlog and items; each item is what its meta.json holds, as JSON or as text."""
    root.mkdir(parents=True, exist_ok=True)
    if backlog is not None:
        (root / "BACKLOG.md").write_bytes(backlog.encode("utf-8", "surrogateescape"))
    for name, meta in items.items():
        an_item(root, name.replace("_", "-"), meta)
    return Places(root.resolve(), root.resolve())


def an_item(root: Path, folder: str, meta: object) -> Path:
    home = root / "docs" / "requirements" / folder
    home.mkdir(parents=True)
    text = meta if isinstance(meta, str) else json.dumps(meta)
    (home / "meta.json").write_text(text, encoding="utf-8")
    return home


def meta_of(places: Places, folder: str) -> dict[str, Any]:
    return json.loads((places.item(folder) / "meta.json").read_text(encoding="utf-8"))


def backlog_of(places: Places) -> str:
    return (places.root / "BACKLOG.md").read_bytes().decode("utf-8")


def git(root: Path, *words: str) -> str:
    identity = ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(
        ["git", *identity, *words], cwd=root, check=True, capture_output=True, encoding="utf-8"
    )
    return done.stdout.strip()


def a_git_repository(root: Path, **files: str) -> Places:
    places = a_repository(root)
    git(root, "init", "-q")
    commit(root, **files)
    return places


def commit(root: Path, **files: str) -> str:
    for name, text in files.items():
        (root / name.replace("__", "/").replace("_py", ".py")).write_text(text, encoding="utf-8")
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", "change")
    return git(root, "rev-parse", "--short", "HEAD")


def start_python(script: str, *words: str) -> subprocess.Popen[str]:
    """A second, real process."""
    return subprocess.Popen(
        [sys.executable, "-c", script, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def run_python(script: str, *words: str) -> str:
    """What a second process prints; it must end well."""
    process = start_python(script, *words)
    out, err = process.communicate()
    assert process.returncode == 0, err
    return out
