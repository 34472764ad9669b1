"""Items whose repository is on another machine: they travel with the job, and their documents come back as a patch.

A worker with a clone of its own (`roundtable worker --clone URL`) begins every item from the files in the job, so it does not matter
which worker takes it up again. The patch holds the item's own folder; the section in the matrix that all items share comes
beside it, and the line in BACKLOG.md is told by meta.json. Nothing is committed and no branch is made, on either side.
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from roundtable.analysis.safe_git import git_command, git_environment
from roundtable.batches.jobs import Sent
from roundtable.documents.nfr_matrix import put_section, section_of
from roundtable.errors import CannotDoHere
from roundtable.stores.atomic import make_folder, read_if_there, replace_file
from roundtable.stores.backlog_file import update_marker
from roundtable.stores.items import load_item
from roundtable.stores.locks import lock_item
from roundtable.stores.paths import NFR_MATRIX, REQUIREMENTS, Places
from roundtable.wiring import Workspace

_MOST_BYTES: Final = 2_000_000
_ODD_MODE: Final = re.compile(r"^(?:(?:new|deleted) file mode|(?:new|old) mode) (?!100644$)", re.MULTILINE)
"""A link or a program is no document."""


def files_of(places: Places, slug: str) -> dict[str, str]:
    """The item, to be sent along."""
    folder = places.item(slug)
    found = {path.name: path for path in sorted(folder.iterdir()) if path.is_file() and not path.is_symlink()}
    if sum(path.stat().st_size for path in found.values()) > _MOST_BYTES:
        raise CannotDoHere(f"{slug} is too large to be sent; share its folder with the worker instead.")
    return {name: path.read_bytes().decode("utf-8", "surrogateescape") for name, path in found.items()}


def take_in(workspace: Workspace, slug: str, sent: Sent) -> bool:
    """Write what came back; false when the item has changed here since and the patch does not fit any more."""
    places, command = workspace.places, "roundtable batch"
    now = workspace.now()
    with lock_item(places, slug, command=command, now=now):
        was = load_item(places, slug, now).meta.analysis_status
        inside = f"--include={REQUIREMENTS}/{slug}/*"
        is_odd = _ODD_MODE.search(sent.patch) is not None
        if is_odd or _git(places.root, "apply", inside, "-", given=sent.patch).returncode != 0:
            return False
        if sent.matrix:
            path = places.writable(NFR_MATRIX)
            old = (read_if_there(path, NFR_MATRIX) or b"").decode("utf-8", "surrogateescape")
            make_folder(path.parent, NFR_MATRIX)
            new = put_section(old, slug, sent.matrix).encode("utf-8", "surrogateescape")
            replace_file(path, new, NFR_MATRIX)
        update_marker(places, load_item(places, slug, now), command=command, now=now, was=was)
    return True


def clone_of(address: str, caches: Path) -> Path:
    """A clone for workers alone, as new as its origin."""
    home = caches / "clones" / sha256(address.encode()).hexdigest()[:16]
    if not (home / ".git").is_dir():
        home.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=home.parent) as fresh:  # a clone that was broken off is no clone
            _fetched("clone", "--quiet", "--no-recurse-submodules", "--", address, f"{fresh}/clone")
            if not home.exists():
                Path(fresh, "clone").rename(home)
    else:
        _fetched("-C", str(home), "fetch", "--quiet", "origin", "HEAD")
        _git(home, "reset", "--quiet", "--hard", "FETCH_HEAD")
    return home


def lay_out(places: Places, slug: str, files: Mapping[str, str]) -> None:
    """The item as it was sent, whatever stood there before."""
    shutil.rmtree(places.item(slug), ignore_errors=True)
    for name, text in files.items():
        path = places.in_item(slug, name)
        make_folder(path.parent, slug)
        replace_file(path, text.encode("utf-8", "surrogateescape"), name, sync=False)


def sent_back(places: Places, slug: str, files: Mapping[str, str]) -> Sent:
    with tempfile.TemporaryDirectory() as scratch:
        for side, texts in (("a", files), ("b", files_of(places, slug))):
            folder = Path(scratch, side, REQUIREMENTS, slug)
            folder.mkdir(parents=True)
            for name, text in texts.items():
                (folder / name).write_bytes(text.encode("utf-8", "surrogateescape"))
        words = ("diff", "--no-index", "--no-prefix", "--no-ext-diff", "--binary", "a", "b")
        done = _git(Path(scratch), *words)
    matrix = (read_if_there(places.root / NFR_MATRIX, NFR_MATRIX) or b"").decode("utf-8", "surrogateescape")
    patch = done.stdout.decode("utf-8", "surrogateescape")
    return Sent(patch=patch, matrix=section_of(matrix, slug))


def _git(root: Path, *words: str, given: str = "") -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        git_command(str(root), *words),
        input=given.encode("utf-8", "surrogateescape"),
        capture_output=True,
        check=False,
        env=git_environment(os.environ),
    )


def _fetched(*words: str) -> None:
    """The one place that asks a network for code, because whoever started the worker named the address."""
    calm = ("-c", "core.hooksPath=/dev/null", "-c", "submodule.recurse=false")
    done = subprocess.run(
        ["git", *calm, *words],
        capture_output=True,
        check=False,
        env={**os.environ, "GIT_TERMINAL_PROMPT": "0"},
    )
    if done.returncode != 0:
        reason = " ".join(done.stderr.decode("utf-8", "replace").split())[-200:]
        raise CannotDoHere(f"git could not fetch the repository ({reason}).")
