"""The title and the text of an issue, from a tracker's own program (`gh`, `glab`), where somebody asked for that.

This is the one place beside a model that may reach the network, and only after `--fetch` or a yes at a terminal.
"""

import shutil
import subprocess
from pathlib import Path
from typing import Final, NamedTuple

from roundtable.analysis.json_text import json_object
from roundtable.analysis.sources import Source, SourceKind
from roundtable.errors import CannotDoHere

_PATIENCE: Final = 30
_KINDS: Final = {"/pull/": "pr", "/merge_requests/": "mr"}


class Issue(NamedTuple):
    title: str
    text: str


def program_for(source: Source) -> str | None:
    """What can be asked about it here: `gh`, `glab`, or nothing."""
    if source.kind is not SourceKind.GITHUB:
        return None
    is_gitlab = source.url is not None and ("gitlab" in source.url or "/-/" in source.url)
    program = "glab" if is_gitlab else "gh"
    return program if shutil.which(program) else None


def fetch(source: Source, root: Path) -> Issue:
    """Ask the program; raises `CannotDoHere` when there is none or it does not answer."""
    program = program_for(source)
    if program is None:
        raise CannotDoHere(
            f"Nothing here can be asked about {source.description}: --fetch needs `gh` (GitHub) or `glab` (GitLab). "
            "Without it, give the title with --title."
        )
    kind = next((short for part, short in _KINDS.items() if part in (source.url or "")), "issue")
    which = source.url or (source.id or "").partition("-")[2]
    shape = ["--json", "title,body"] if program == "gh" else ["--output", "json"]
    try:
        done = subprocess.run(
            [program, kind, "view", which, *shape],
            cwd=root,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise CannotDoHere(
            f"`{program}` did not answer ({type(error).__name__}); nothing was added."
        ) from error
    told = (json_object(done.stdout) if done.returncode == 0 else None) or {}
    title = told.get("title")
    if not isinstance(title, str) or not title.strip():
        why = done.stderr.decode("utf-8", "replace").strip().partition("\n")[0] or "no title came back"
        raise CannotDoHere(
            f"`{program}` could not tell about {source.description} ({why}); nothing was added."
        )
    body = told.get("body") or told.get("description")
    text = body.replace("\r\n", "\n").strip() if isinstance(body, str) else ""
    return Issue(title, "\n\n".join(part for part in (title, text, source.url or "") if part))
