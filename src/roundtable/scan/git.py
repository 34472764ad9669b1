"""Ask git: which files, which commits. I/O only; what the answers mean is elsewhere (`walk`, `history`).

Every call is bounded in time, reads only, takes no locks, runs no program that the repository names
(`analysis.safe_git`), and answers None when git is missing or refuses. The caller then carries on without that knowledge and says so.
"""

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from roundtable.analysis.safe_git import git_command, git_environment
from roundtable.scan.history import Commit

_TIMEOUT = 120.0
_LOG_FORMAT = "--format=%x01%H%x02%ct%x02%aN%x02%B%x03"
"""The committer's date, by which `git log --since` goes, and the name that `git shortlog` counts."""
_MESSAGE_LIMIT = 2_000


class Git:
    def __init__(self, root: Path) -> None:
        self.root = root

    def run(self, *arguments: str) -> bytes | None:
        try:
            command, env = git_command(str(self.root), *arguments), git_environment(os.environ)
            done = subprocess.run(
                command, capture_output=True, check=False, timeout=_TIMEOUT, env=env, stdin=subprocess.DEVNULL
            )
        except (OSError, subprocess.SubprocessError, ValueError):
            return None
        return done.stdout if done.returncode == 0 else None

    def is_repository(self) -> bool:
        return self.run("rev-parse", "--is-inside-work-tree") == b"true\n"

    def head(self) -> str | None:
        answer = self.run("rev-parse", "--verify", "--quiet", "HEAD")
        return answer.decode().strip() if answer else None

    def is_shallow(self) -> bool:
        return self.run("rev-parse", "--is-shallow-repository") == b"true\n"

    def grep(self, *texts: str) -> list[tuple[str, int, str]]:
        """(path, line, words) of all lines that contain one of these texts, letter for letter.

        A text of several lines is on none, and an empty one says nothing. Without a repository the folder is searched.
        """
        wanted = [part for text in texts if text.strip() and "\n" not in text for part in ("-e", text)]
        if not wanted:
            return []
        where = ["--untracked"] if self.is_repository() else ["--no-index", "--exclude-standard"]
        found = self.run("grep", *where, "-z", "-n", "-I", "-F", *wanted)
        lines = (found or b"").decode("utf-8", "replace").split("\n")
        rows = (line.split("\0", 2) for line in lines)
        return [(row[0], int(row[1]), row[2]) for row in rows if len(row) == 3 and row[1].isdecimal()]

    def list_files(self) -> tuple[set[str], list[str]] | None:
        """Tracked files and new ones that are not ignored, symbolic links left out; then the submodules."""
        with ThreadPoolExecutor(1) as beside:
            listing = beside.submit(self.run, "ls-files", "-z", "--others", "--exclude-standard")
            tracked = self.run("ls-files", "-z", "--stage")
            new = listing.result()
        if tracked is None:
            return None
        files: set[str] = set()
        submodules: list[str] = []
        for line in tracked.decode("utf-8", "surrogateescape").split("\0"):
            meta, _, path = line.partition("\t")
            if meta.startswith("160000"):
                submodules.append(path)
            elif path and not meta.startswith("120000"):
                files.add(path)
        others = (new or b"").decode("utf-8", "surrogateescape").split("\0")
        return files.union(path for path in others if path and not path.endswith("/")), submodules

    def log_arguments(self, limit: int, since: str | None = None) -> list[str]:
        revisions = f"{since}..HEAD" if since else "HEAD"
        form = (
            "--no-merges", "--no-renames", "--no-show-signature", "--no-ext-diff", "--name-only", "-z", "--relative"
        )  # fmt: skip
        # Asking for a folder makes git compare trees to leave commits out, which is no use at the top; and below it,
        # git would leave out the commits of merged branches if not told otherwise.
        place = [] if (self.root / ".git").exists() else ["--full-history", "--", "."]
        return ["log", revisions, f"-n{limit}", *form, _LOG_FORMAT, *place]


def parse_log(output: bytes) -> list[Commit]:
    commits: list[Commit] = []
    for record in output.decode("utf-8", "replace").split("\x01")[1:]:
        head, _, files = record.partition("\x03")
        parts = head.split("\x02", 3)
        if len(parts) < 4:
            continue
        time = int(parts[1]) if parts[1].isdigit() else 0
        names = tuple(name for name in (part.strip("\n") for part in files.split("\0")) if name)
        commits.append(Commit(time, parts[2], parts[3][:_MESSAGE_LIMIT], names))
    return commits
