"""`roundtable library`: the content that drives the conversation. List it, check it, start a piece of your own."""

from argparse import Namespace
from pathlib import Path
from typing import Any, cast

from roundtable.commands.output import counted, print_json, remark, say, say_columns, strong, tell
from roundtable.library import EntryKind, check_library, list_library, new_entry
from roundtable.wiring import open_workspace


def run(arguments: Namespace) -> int:
    repository = open_workspace(arguments.repo).places.root
    return {"list": _list, "check": _check, "new": _new}[arguments.task](repository, arguments)


def _list(repository: Path, arguments: Namespace) -> int:
    content = list_library(repository)
    if arguments.json:
        print_json(content)
        return 0
    rows = {
        "steps": ("step_id", "title", "persona"),
        "topics": ("topic_id", "topic_name", "primary_persona"),
        "personas": ("key", "name", "role"),
    }
    for kind, keys in rows.items():
        entries = cast("list[dict[str, Any]]", content[kind])
        say(strong(f"{kind} ({len(entries)})"))
        say_columns([[str(entry[key]) for key in (*keys, "origin")] for entry in entries], indent="  ")
    for warning in content["warnings"]:
        remark(f"warning: {warning}", quiet=arguments.quiet)
    return 0


def _check(repository: Path, arguments: Namespace) -> int:
    path = None if arguments.path is None else Path(arguments.path)
    problems = check_library(repository, path)
    errors = sum(problem.severity == "error" for problem in problems)
    warnings = sum(problem.severity == "warning" for problem in problems)
    if arguments.json:
        found = [problem.model_dump(exclude={"warning"}) for problem in problems]
        infos = len(problems) - errors - warnings
        summary = {"errors": errors, "warnings": warnings, "infos": infos}
        print_json({"problems": found, "summary": summary})
    else:
        for one in problems:
            tell(f"{one.file}:{one.line}: {one.severity}: {one.message} [{one.rule}]", indent=4)
            if one.fix:
                tell(f"    {one.fix}", indent=4)
        summary = f"{counted(errors, 'error')}, {counted(warnings, 'warning')}"
        remark(summary if problems else "No problems found.", quiet=arguments.quiet)
    return 1 if errors else 0


def _new(repository: Path, arguments: Namespace) -> int:
    kind: EntryKind = arguments.kind
    path = new_entry(kind, arguments.name, repository)
    shown = path.relative_to(repository).as_posix() if path.is_relative_to(repository) else str(path)
    say(shown)
    remark(f"Edit it, then run: roundtable library check {shown}", quiet=arguments.quiet)
    return 0
