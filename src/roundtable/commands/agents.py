"""`roundtable agents export`: the system as files for a coding agent. What a person edited is kept, and named.

What was written is remembered in a list beside the files, by hash; a file that differs from it is somebody's own.
"""

import hashlib
import json
from argparse import Namespace
from pathlib import Path
from typing import Final, cast

from roundtable.commands.output import counted, remark, tell
from roundtable.errors import CannotDoHere, WrongUse
from roundtable.library import load_library
from roundtable.library.agent_files import CODING_AGENTS, agent_files
from roundtable.stores.atomic import make_folder, reason_of, replace_file
from roundtable.wiring import open_workspace

__all__ = ["run"]

_LIST: Final = "roundtable-export.json"


def run(arguments: Namespace) -> int:
    """Write the files; say what was written, and what was left as somebody made it."""
    agent = CODING_AGENTS[arguments.agent]
    root = open_workspace(arguments.repo).places.root
    target = root if arguments.to is None else _folder(arguments.to)
    files = agent_files(arguments.agent, load_library(root, without=agent.root))
    known = _known(target / agent.root / _LIST)
    written, kept = 0, list[str]()
    for name, text in files.items():
        data = text.encode()
        path = target / name
        before = _read(path, name)
        if before == data:
            known[name] = _hash(data)
            continue
        if before is not None and known.get(name) != _hash(before):
            kept.append(name)
            continue
        make_folder(path.parent, str(Path(name).parent))
        replace_file(path, data, name)
        known[name] = _hash(data)
        written += 1
    list_path = target / agent.root / _LIST
    make_folder(list_path.parent, agent.root)
    listed = json.dumps(dict(sorted(known.items())), indent=2) + "\n"
    replace_file(list_path, listed.encode(), f"{agent.root}/{_LIST}")
    tell(
        f"Wrote {counted(written, 'file')} for {agent.title} to {target / agent.root}; start with {agent.how}"
    )
    for name in kept:
        tell(f"  kept as you made it: {name}", indent=2)
    if kept:
        remark("Delete or rename a kept file to get ours on the next export.", quiet=arguments.quiet)
    return 0


def _folder(text: str) -> Path:
    folder = Path(text).expanduser()
    if folder.exists() and not folder.is_dir():
        raise WrongUse(f"{text} is not a folder. Name one with --to DIR.")
    return folder.absolute()


def _known(path: Path) -> dict[str, str]:
    """What we wrote last time; nothing when the list is missing or not ours."""
    try:
        found: object = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    entries = cast("dict[object, object]", found).items() if isinstance(found, dict) else ()
    return {str(name): value for name, value in entries if isinstance(value, str)}


def _read(path: Path, shown: str) -> bytes | None:
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise CannotDoHere(
            f"Could not read {shown} ({reason_of(error)}); move it away and try again."
        ) from error


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
