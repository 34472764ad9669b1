"""`roundtable agents export`: the system as files for a coding agent. What a person edited is kept, and named.

What was written is remembered in a list beside the files, by hash; a file that differs from it is somebody's own. What we
wrote once and would not write today is removed, unless somebody edited it.
"""

import json
from argparse import Namespace
from contextlib import suppress
from pathlib import Path, PurePosixPath

from roundtable.commands.output import counted, remark, tell
from roundtable.errors import CannotDoHere, WrongUse
from roundtable.library import load_library
from roundtable.library.agent_files.places import CODING_AGENTS, CodingAgent, agent_files, thin_files
from roundtable.library.overlays import LIST, fingerprint, is_untouched, read_list
from roundtable.stores.atomic import make_folder, reason_of, replace_file
from roundtable.wiring import open_workspace


def run(arguments: Namespace) -> int:
    agent = CODING_AGENTS[arguments.agent]
    root = open_workspace(arguments.repo).places.root
    target = root if arguments.to is None else _folder(arguments.to)
    make_files = agent_files if arguments.prompts else thin_files
    files = make_files(arguments.agent, load_library(root, without=agent.root))
    list_path = target / agent.root / LIST
    known = read_list(list_path)
    written, kept = 0, list[str]()
    for name, text in files.items():
        data, path = text.encode(), target / name
        before = _read(path, name)
        if before is not None and before != data and known.get(name) != fingerprint(before):
            kept.append(name)
            continue
        if before != data:
            make_folder(path.parent, str(Path(name).parent))
            replace_file(path, data, name)
            written += 1
        known[name] = fingerprint(data)
    removed = _removed(target, agent, files, known)
    make_folder(list_path.parent, agent.root)
    listed = json.dumps(dict(sorted(known.items())), indent=2) + "\n"
    replace_file(list_path, listed.encode(), f"{agent.root}/{LIST}")
    tell(
        f"Wrote {counted(written, 'file')} for {agent.title} to {target / agent.root}; start with {agent.how}"
    )
    if removed:
        tell(f"  removed, as there is no such content any more: {', '.join(removed)}", indent=2)
    if agent.servers[0] in kept and not _names_us(target / agent.servers[0]):
        tell(f"  add this to your {agent.servers[0]}:\n{agent.servers[1]}", indent=2)
    for name in kept:
        tell(f"  kept as you made it: {name}", indent=2)
    if kept:
        remark("Delete or rename a kept file to get ours on the next export.", quiet=arguments.quiet)
    return 0


def _names_us(path: Path) -> bool:
    """Whether somebody's own list of servers has ours in it; it may have remarks, so it is not taken apart."""
    text = path.read_text(encoding="utf-8", errors="replace")
    return any(name in text for name in ('"roundtable":', '"roundtable" :', ".roundtable]"))


def _removed(target: Path, agent: CodingAgent, files: dict[str, str], known: dict[str, str]) -> list[str]:
    """Take away what we wrote once and would not write today; the list forgets it, and what somebody made of it."""
    removed: list[str] = []
    for name in [name for name in known if name not in files]:
        path, parts = target / name, PurePosixPath(name).parts
        # The list may come from anywhere: nothing outside the folder of the coding agent is touched because of it.
        inside = name.startswith(f"{agent.root}/") and ".." not in parts
        inside = (inside and path.suffix in {".md", ".toml", ".json"}) or name == agent.servers[0]
        if inside and not path.is_symlink() and is_untouched(path, name, known):
            path.unlink(missing_ok=True)
            removed.append(name)
            _tidy(path.parent, target)
        del known[name]
    return removed


def _tidy(folder: Path, target: Path) -> None:
    """Folders that are empty now go with what was in them."""
    with suppress(OSError):
        while folder != target:
            folder.rmdir()
            folder = folder.parent


def _folder(text: str) -> Path:
    folder = Path(text).expanduser()
    if folder.exists() and not folder.is_dir():
        raise WrongUse(f"{text} is not a folder. Name one with --to DIR.")
    return folder.absolute()


def _read(path: Path, shown: str) -> bytes | None:
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise CannotDoHere(
            f"Could not read {shown} ({reason_of(error)}); move it away and try again."
        ) from error
