"""Ask git: which files, which commits. I/O only; what the answers mean is elsewhere (`walk`, `history`).

Every call is bounded in time, reads only, takes no locks, runs no program that the repository names
(`analysis.safe_git`), and answers None when git is missing or refuses. The caller then carries on without that knowledge and says so.
"""

import os
import subprocess
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
