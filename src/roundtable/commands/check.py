"""`roundtable check`: consistency and quality of items, folders and files. Exit 1 when something is wrong."""

from argparse import Namespace
from collections.abc import Iterator, Sequence

from roundtable import __version__
from roundtable.commands.check_targets import Target, find_targets
from roundtable.commands.code_facts import CodeFacts
from roundtable.commands.output import remark, say
from roundtable.commands.settings import settings
from roundtable.documents.checks import (
    CheckConfig,
    CheckContext,
    Finding,
    as_json,
    as_sarif,
    as_text,
    check_files,
    check_item,
    exit_code,
    parse_config,
)
from roundtable.wiring import Workspace, open_workspace


def run(arguments: Namespace) -> int:
    """Check what was named, or every item."""
    workspace = open_workspace(arguments.repo)
    config = parse_config(settings(workspace, quiet=arguments.quiet).check)
    targets = find_targets(workspace, arguments.what)
    code = CodeFacts(workspace, quiet=arguments.quiet) if _has_code(workspace) else None
    findings = sorted(
        (finding for target in targets for finding in _findings(target, config, code)),
        key=lambda finding: (finding.path, finding.line, finding.id),
    )
    if not targets:
        remark("There is nothing to check: no items in this repository.", quiet=arguments.quiet)
    if targets or arguments.format != "text":
        say(_report(findings, targets, arguments).rstrip("\n"))
    return exit_code(findings, strict=arguments.strict)


def _findings(target: Target, config: CheckConfig, code: CodeFacts | None) -> Iterator[Finding]:
    changes = code.changes_since(target.commit) if code is not None else None
    context = CheckContext(
        slug=target.slug,
        folder=target.folder,
        config=config,
        resolve_anchor=code.resolves if code is not None else None,
        read_file=code.text_of if code is not None else None,
        changed_symbols=changes.symbols if changes is not None else frozenset(),
        changed_files=changes.files if changes is not None else frozenset(),
        known_ids=target.known_ids,
        real_names=target.real_names,
    )
    if target.is_item:
        yield from check_item(target.files, None, context)
    else:
        yield from check_files(target.files, context)


def _report(findings: Sequence[Finding], targets: Sequence[Target], arguments: Namespace) -> str:
    match arguments.format:
        case "json":
            return as_json(findings, sum(len(target.files) for target in targets))
        case "sarif":
            return as_sarif(findings, __version__)
        case _:
            return as_text(findings, show_info=not arguments.quiet)


def _has_code(workspace: Workspace) -> bool:
    """Only a repository is read: a check of loose files in somebody's home must not walk through all of it."""
    places = workspace.places
    return (places.boundary / ".git").exists() or (places.root / "docs" / "requirements").is_dir()
