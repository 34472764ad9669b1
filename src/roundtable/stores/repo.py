"""Which repository this is, and what git knows about it.

The root is found without git: the nearest folder above that has `.git`, or the folder one stands in. Questions to git are
argument lists with a time limit, and every answer may be `None`: no git, no repository, no commit, a hash that is gone.
Nothing here changes a branch, the index or the working tree.
"""

import os
import re
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from roundtable.analysis.safe_git import git_command, git_environment
from roundtable.analysis.staleness import Staleness, is_stale, judge
from roundtable.errors import CannotDoHere, WrongUse, quoted
from roundtable.stores.items import Item, read_document
from roundtable.stores.paths import Places

_TIMEOUT: Final = 20
_HASH: Final = re.compile(r"[0-9a-fA-F]{4,64}")
_ADDRESS: Final = re.compile(
    r"(?:\w+://)?(?:[^@/\s]+@)?(?P<host>[\w.-]+)(?::\d+(?=/))?[:/]+(?P<path>\S+?)(?:\.git)?/?"
)
"""`https://host/path.git`, `ssh://git@host:22/path`, `git@host:path`; a folder on this disk has no host."""


def find_places(start: Path, repo: Path | None = None) -> Places:
    """The repository to work in: `repo` when somebody named one, else the git root above `start`, else `start`."""
    if repo is not None:
        named = start / repo
        if not named.is_dir():
            raise WrongUse(
                f"There is no folder {quoted(str(repo))}; give --repo the folder of your repository."
            )
        root = Path(os.path.realpath(named))
        return Places(root, _boundary(root))
    root = _boundary(Path(os.path.realpath(start)))
    return Places(root, root)


def short_head(root: Path) -> str | None:
    return (_ask(root, "rev-parse", "--short", "HEAD") or "").strip() or None


def origin_of(root: Path) -> str | None:
    """The address that clones have in common, without the way to get there: `github.com/acme/shop`."""
    found = _ADDRESS.fullmatch((_ask(root, "config", "--get", "remote.origin.url") or "").strip())
    return f"{found['host']}/{found['path']}".lower() if found is not None else None


def is_ignored(root: Path, path: str) -> bool:
    """Whether the repository's own rules keep a file out of git."""
    return bool(_ask(root, "check-ignore", "--", path))


def is_refused(root: Path) -> bool:
    """Whether git declines to look, because the repository belongs to somebody else (`safe.directory`)."""
    done = _run(root, "rev-parse", "--git-dir")
    return done is not None and done.returncode != 0 and b"safe.directory" in done.stderr


def commits_since(root: Path, old: str) -> int | None:
    answer = _ask(root, "rev-list", "--count", f"{old}..HEAD", "--") if _HASH.fullmatch(old) else None
    return int(answer) if answer is not None and answer.strip().isdigit() else None


def changed_files(root: Path, old: str) -> tuple[str, ...] | None:
    """The files that differ between `old` and HEAD, relative to `root`; both names of a renamed one."""
    # The hash comes from a file that anybody may have written: it must not be able to look like an option.
    if not _HASH.fullmatch(old):
        return None
    options = ("--name-only", "-z", "--no-renames", "--no-ext-diff", "--relative")
    answer = _ask(root, "diff", *options, f"{old}..HEAD", "--")
    return None if answer is None else tuple(name for name in answer.split("\0") if name)


def check_freshness(places: Places, item: Item) -> Staleness:
    """How an item stands to the current commit. Git is asked about changes only when the commit differs."""
    stored = item.meta.codebase_hash
    head = short_head(places.root) if stored else None
    if stored is None or not is_stale(stored, head):
        return Staleness("current")
    commits, changed = commits_since(places.root, stored), changed_files(places.root, stored)
    impact = read_document(item, "impact-analysis.md")
    return judge(stored, head, commits=commits, changed=changed, impact_analysis=impact)


def read_blobs(root: Path, commit: str, paths: Iterable[str]) -> dict[str, bytes]:
    """Files as they were in a commit, by path relative to `root`; those that were not there are left out."""
    if not (_HASH.fullmatch(commit) or commit == "HEAD"):
        return {}
    wanted = [path for path in paths if "\n" not in path]
    asked = "".join(f"{commit}:./{path}\n" for path in wanted).encode("utf-8", "surrogateescape")
    answer = _ask_bytes(root, "cat-file", "--batch", stdin=asked) or b""
    found: dict[str, bytes] = {}
    for path in wanted:
        head, _, answer = answer.partition(b"\n")
        parts = head.rsplit(b" ", 2)
        if len(parts) == 3 and parts[1] == b"blob" and parts[2].isdigit():
            size = int(parts[2])
            found[path], answer = answer[:size], answer[size + 1 :]
    return found


def _boundary(folder: Path) -> Path:
    """The git root above, else the folder itself, unless that lies in what only git may write to."""
    above = (folder, *folder.parents)
    root = next((each for each in above if (each / ".git").exists()), None)
    if root is None and any(_is_git_directory(each) for each in above):
        raise CannotDoHere(
            "This is a bare git repository, which has no place for documents; run this in a clone of it."
        )
    return root or folder


def _is_git_directory(folder: Path) -> bool:
    return (folder / "HEAD").is_file() and (folder / "objects").is_dir() and (folder / "refs").is_dir()


def _ask(root: Path, *words: str) -> str | None:
    answer = _ask_bytes(root, *words)
    return None if answer is None else answer.decode("utf-8", "surrogateescape")


def _ask_bytes(root: Path, *words: str, stdin: bytes = b"") -> bytes | None:
    done = _run(root, *words, stdin=stdin)
    return done.stdout if done is not None and done.returncode == 0 else None


def _run(root: Path, *words: str, stdin: bytes = b"") -> "subprocess.CompletedProcess[bytes] | None":
    command, env = git_command(str(root), *words), git_environment(os.environ)
    with suppress(OSError, subprocess.SubprocessError):
        return subprocess.run(
            command, capture_output=True, input=stdin, timeout=_TIMEOUT, check=False, env=env
        )
