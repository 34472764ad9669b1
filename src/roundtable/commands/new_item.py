"""Making an item from what somebody said, the same way for every command that does.

WHAT is words, a file with a draft, or standard input. Whatever arrives is text or one sentence: a binary file, an empty pipe or a
misspelt file name never becomes an item. The title and text of an issue come from a tracker's own program (`gh`, `glab`): the one
place beside a model that may reach the network, and only after `--fetch` or a yes at a terminal.
"""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from roundtable.analysis.json_text import json_object
from roundtable.analysis.secrets import mask_told
from roundtable.analysis.sources import Source, SourceKind, detect_source
from roundtable.commands.output import ask, complain, confirm, remark
from roundtable.errors import CannotDoHere, WrongUse
from roundtable.stores.adding import Added, add_item
from roundtable.stores.atomic import reading
from roundtable.stores.paths import REQUIREMENTS
from roundtable.stores.repo import is_ignored, short_head
from roundtable.wiring import Workspace, tracker_of


def make_item(
    workspace: Workspace,
    text: str,
    *,
    title: str | None = None,
    asking: bool = False,
    quiet: bool = False,
    fetching: bool | None = None,
) -> Added:
    """The new item; with `asking`, somebody is there to say what an issue such as #20 is called.

    Its tracker is asked with `fetching`; without a word on that, when somebody says yes.
    """
    places = workspace.places
    unseen = not (places.boundary / ".git").exists() and not places.requirements.is_dir()
    tracker = tracker_of(workspace.config())
    if mask_told(text) != text:
        complain("warning: there seems to be a password or a key in this text, which draft.md keeps.")
        if asking and not confirm("Keep it as it is?"):
            text = mask_told(text)
    source, draft = detect_source(text, tracker), None
    if source.kind is not SourceKind.MANUAL and (fetching or (asking and title is None)):
        if fetching or (fetching is None and _may_fetch(source)):
            issue = fetch(source, places.root)
            title, draft = title or issue.title, issue.text
        else:
            title = ask(f"Title for {source.description} (Enter leaves it open): ") or None
    now, head = workspace.now(), short_head(places.root)
    added = add_item(places, text, now=now, title=title, tracker=tracker, draft=draft, codebase_hash=head)
    if unseen:
        where = f"{places.root} is not in a git repository"
        remark(f"{where}; the files are written there all the same.", quiet=quiet)
    elif is_ignored(places.root, f"{REQUIREMENTS}/{added.item.folder}/draft.md"):
        remark(
            f"git ignores {REQUIREMENTS}/ here (.gitignore): nobody else will see these documents.",
            quiet=quiet,
        )
    return added


def _may_fetch(source: Source) -> bool:
    program = program_for(source)
    asked = f"Ask `{program}`, over the network, for the title and text of {source.description}?"
    return program is not None and confirm(asked)


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


_LARGEST: Final = 1_000_000
_DRAFT_ENDINGS: Final = (".md", ".markdown", ".txt", ".rst")


class Words(NamedTuple):
    text: str
    is_draft: bool
    """Read from a file or from standard input: somebody's text, even when it is a single word, and never a name."""


def read_words(typed: Sequence[str]) -> Words:
    """The text behind WHAT. Several words without quotes are one text."""
    what = " ".join(typed).strip()
    if what == "-":
        return Words(_text(sys.stdin.buffer.read(_LARGEST + 1), "standard input"), is_draft=True)
    if not what:
        raise WrongUse('There are no words in WHAT; say in quotes what it is about, as in "Dark mode".')
    if (draft := _file_named(what)) is not None:
        with reading(what), draft.open("rb") as file:
            return Words(_text(file.read(_LARGEST + 1), what), is_draft=True)
    return Words(_text(what.encode("utf-8", "surrogateescape"), "what was typed"), is_draft=False)


def _file_named(what: str) -> Path | None:
    try:
        path = Path(what).expanduser()
    except RuntimeError:  # there is no home folder
        path = Path(what)
    try:
        if path.is_file():
            return path
    except (OSError, ValueError):  # too long for a file name: then it is an idea
        return None
    if not any(letter.isspace() for letter in what) and what.lower().endswith(_DRAFT_ENDINGS):
        raise WrongUse(f"There is no file {what}; check the name, or say the idea in a few words.")
    return None


def _text(data: bytes, where: str) -> str:
    if len(data) > _LARGEST:
        raise WrongUse(f"There is more than 1 MB in {where}; a draft is a few pages at most.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise WrongUse(
            f"There is something other than UTF-8 text in {where}; save it as UTF-8 text."
        ) from error
    if "\0" in text:
        raise WrongUse(f"There is binary data in {where}; give plain text.")
    if not text.strip():
        raise WrongUse(f"There is no text in {where}; say in a few words what you want.")
    return text
