"""`roundtable doctor`: what works here, what does not, and how to mend it.

It looks and changes nothing, and it always answers: what cannot be looked at is itself a finding.
"""

import locale
import os
import platform
import shlex
import shutil
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final, Literal, NamedTuple

from roundtable import __version__
from roundtable.batches.database import missing_extra as missing_durable
from roundtable.commands.model_choice import agreed_model
from roundtable.commands.output import at_terminal, by_state, faint, print_json, strong, tell
from roundtable.config import Config, user_file
from roundtable.errors import RoundtableError
from roundtable.library import load_library
from roundtable.minds.llm.connecting import connect, missing_extra
from roundtable.minds.llm.options import ModelOptions, suggestion
from roundtable.stores.items import list_items
from roundtable.stores.paths import BACKLOG, PRIVATE, REQUIREMENTS
from roundtable.stores.repo import is_refused, short_head
from roundtable.wiring import Workspace, open_workspace

_NO_TELEMETRY: Final = (
    "none: nothing is counted or reported; only a model or tracker that you ask hears anything"
)


class Finding(NamedTuple):
    state: Literal["ok", "note", "problem"]
    text: str
    mend: str = ""


Check = Callable[[Workspace], Iterator[Finding]]


def run(arguments: Namespace) -> int:
    """Print the report. Reporting a problem is success: the exit code is 0."""
    workspace = open_workspace(arguments.repo)
    checks: dict[str, Check] = {
        "version": _version,
        "repository": _repository,
        "items": _items,
        "configuration": _configuration,
        "content": _content,
        "index": _index,
        "model": _model,
        "durable": durable,
        "telemetry": lambda _workspace: iter([Finding("ok", _NO_TELEMETRY)]),
        "terminal": _terminal,
    }
    if arguments.model_test:
        checks["model test"] = lambda workspace: _model_test(workspace, arguments.model)
    report = {area: _safely(check, workspace) for area, check in checks.items()}
    if arguments.json:
        print_json([{"area": area, **one._asdict()} for area, found in report.items() for one in found])
        return 0
    for area, findings in report.items():
        for at, finding in enumerate(findings):
            tell(f"{'' if at else area:13}  {finding.state:7}  {finding.text}", indent=24, look=_line_look)
            if finding.mend:
                tell(f"{'':13}  {'':7}  -> {finding.mend}", indent=27, look=faint)
    return 0


def _line_look(text: str) -> str:
    """The area in bold, the state in its colour."""
    area, state = text[:13], text[15:22]
    return f"{strong(area)}  {by_state(state)}{text[22:]}"


def _safely(check: Check, workspace: Workspace) -> list[Finding]:
    try:
        return list(check(workspace))
    except (RoundtableError, OSError) as error:
        return [Finding("problem", str(error))]


def _version(_workspace: Workspace) -> Iterator[Finding]:
    text = f"roundtable {__version__}, Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    yield Finding("ok", text)


def _repository(workspace: Workspace) -> Iterator[Finding]:
    root = workspace.places.root
    if (head := short_head(root)) is not None:
        yield Finding("ok", f"{root} at commit {head}")
    elif shutil.which("git") is None:
        yield Finding("note", f"{root}; git is not installed", "install git for history and staleness")
    elif is_refused(root):
        yield Finding(
            "problem",
            f"git does not look into {root}, because it belongs to another user: no history, no staleness",
            f"git config --global --add safe.directory {shlex.quote(str(workspace.places.boundary))}",
        )
    elif (workspace.places.boundary / ".git").exists():
        yield Finding("note", f"{root}, without a commit so far", "history counts from the first commit")
    else:
        yield Finding("note", f"{root} is not a git repository", "`git init`, or name one with --repo")
    for name in (REQUIREMENTS, BACKLOG, PRIVATE):
        path = root / name
        while not path.exists():
            path = path.parent
        if not os.access(path, os.W_OK):
            yield Finding("problem", f"{name} cannot be written", f"change the permissions of {path}")


def _items(workspace: Workspace) -> Iterator[Finding]:
    items = list(list_items(workspace.places))
    yield Finding("ok", f"{len(items)} in {REQUIREMENTS}/")
    for item in items:
        if item.problem is not None:
            mend = f"repair {REQUIREMENTS}/{item.folder}/meta.json, or let the next change start it afresh"
            yield Finding("problem", item.problem, mend)


def _configuration(workspace: Workspace) -> Iterator[Finding]:
    config = workspace.config()
    for name, origin in sorted(config.origins.items()):
        yield Finding("ok", f"{name} = {getattr(config, name)} ({origin})")
    for warning in config.warnings:
        mend = "remove or correct that line" if ", line " in warning else ""
        yield Finding("problem", warning, mend)
    if not config.origins and not config.warnings:
        yield Finding("ok", f"nothing is configured; yours would be {user_file()}")


def _content(workspace: Workspace) -> Iterator[Finding]:
    library = load_library(workspace.places.root)
    counts = f"{len(library.steps)} steps, {len(library.topics)} topics, {len(library.personas)} personas"
    yield Finding("ok", counts)
    for warning in library.warnings:
        yield Finding("problem", warning, "`roundtable library check` explains it")


def _index(workspace: Workspace) -> Iterator[Finding]:
    cache = workspace.places.root / PRIVATE / "cache"
    files = [path for path in cache.rglob("*") if path.is_file() and path.name != ".gitignore"]
    size = sum(path.stat().st_size for path in files)
    if files:
        yield Finding("ok", f"{size / 1024:.0f} kB in {PRIVATE}/cache/ (may be deleted at any time)")
    else:
        yield Finding("ok", "none so far; the first scan makes it")


def _config_or_none(workspace: Workspace) -> Config | None:
    with suppress(RoundtableError):  # reported under configuration
        return workspace.config()


def _model(workspace: Workspace) -> Iterator[Finding]:
    """What a session would think with. Looking sends nothing; `--model-test` does."""
    config = _config_or_none(workspace)
    if config is not None and config.model is not None:
        yield Finding("ok", f"{config.model} ({config.origins['model']})")
        try:
            connect(config.model, base_url=config.base_url, context=config.context)
        except RoundtableError as error:
            yield Finding("problem", str(error), "or work with --offline")
        return
    yield Finding("ok", "none configured: sessions work offline")
    if extra := missing_extra():
        yield Finding("note", "language models are not installed", f"to use one you need {extra}")
    if (found := suggestion()) is not None:
        # A key alone sends nothing anywhere: it is only worth a hint.
        key, model = found
        mend = f'to use it: --model {model}, or model = "{model}" in {PRIVATE}/config.toml'
        yield Finding("note", f"{key} is set but not used", mend)


def durable(workspace: Workspace) -> Iterator[Finding]:
    """Whether batches can be run and a team's work outlives its process."""
    if extra := missing_durable():
        text = "not installed: no batches, and what a team was answered ends with its process"
        yield Finding("note", text, extra)
        return
    config = _config_or_none(workspace)
    named = config.database if config is not None else None
    where = f"{PRIVATE}/queue/" if named is None or named.startswith("sqlite") else "PostgreSQL"
    yield Finding("ok", f"batches and the work of teams are kept in {where}")


def _model_test(workspace: Workspace, name: str | None) -> Iterator[Finding]:
    """Ask the model one small thing, because the person asked for it."""
    config = workspace.config()
    model = name or agreed_model(config, workspace.places.root, asking=True, quiet=False)
    if model is None:
        yield Finding("note", "no model is named or agreed to", "name one: --model PROVIDER:NAME")
        return
    timeout = float(config.timeout or 90)
    options = ModelOptions(name=model, base_url=config.base_url, context=config.context, timeout=timeout)
    from roundtable.minds.llm.probing import probe

    outcome = probe(options)
    if outcome.problem:
        yield Finding("problem", f"{model}: {outcome.problem}", "sessions fall back to the offline mind")
    else:
        yield Finding("ok", f"{model} answers; {outcome.tokens} tokens")


def _terminal(_workspace: Workspace) -> Iterator[Finding]:
    size = shutil.get_terminal_size()
    where = f"terminal, {size.columns} columns" if at_terminal() else "a pipe or file: plain text, no colour"
    yield Finding("ok", f"{where}{', NO_COLOR is set' if os.environ.get('NO_COLOR') else ''}")
    encoding = locale.getpreferredencoding(do_setlocale=False)
    if encoding.lower().replace("-", "") not in {"utf8", "cp65001"} and not sys.flags.utf8_mode:
        mend = "set LANG to a UTF-8 locale, such as C.UTF-8, if characters look wrong"
        yield Finding("note", f"the locale says {encoding}; roundtable writes UTF-8", mend)
