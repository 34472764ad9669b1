"""`roundtable check`: consistency and quality of items, folders and files. Exit 1 when something is wrong."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import PurePath

from roundtable import __version__
from roundtable.commands.checking import Target, find_problems, find_targets
from roundtable.commands.output import remark, say, tell
from roundtable.documents.catalog import README, document
from roundtable.documents.checks import Finding, as_json, as_sarif, as_text, exit_code
from roundtable.stores.paths import REQUIREMENTS
from roundtable.wiring import open_workspace


def run(arguments: Namespace) -> int:
    workspace = open_workspace(arguments.repo)
    targets = find_targets(workspace, arguments.what)
    findings = find_problems(workspace, targets, quiet=arguments.quiet)
    if not targets:
        remark("There is nothing to check: no items in this repository.", quiet=arguments.quiet)
    if targets or arguments.format != "text":
        report = _report(findings, targets, arguments).rstrip("\n")
        say(report) if findings or arguments.format != "text" else tell(report)
    return exit_code(findings, strict=arguments.strict)


def _report(findings: Sequence[Finding], targets: Sequence[Target], arguments: Namespace) -> str:
    match arguments.format:
        case "json":
            return as_json(findings, sum(len(target.files) for target in targets))
        case "sarif":
            return as_sarif(findings, __version__)
        case _ if not findings and not any(target.is_item for target in targets):
            return _nothing_found([name for target in targets for name in target.files])
        case _:
            return as_text(findings, show_info=not arguments.quiet)


def _nothing_found(files: Sequence[str]) -> str:
    """A file by itself can show little, and one that is no document of an item less: that is not "consistent"."""
    # Every project has a README.md; only in the folder of an item is it one of ours.
    apart = {name: PurePath(name).name for name in files if not name.startswith(REQUIREMENTS)}
    foreign = [name for name, last in apart.items() if last == README or document(last) is None]
    alone = f"Nothing wrong was found in {', '.join(files)}, looked at without an item around it."
    if not foreign:
        return alone
    verb = "is no document" if len(foreign) == 1 else "are no documents"
    return f"{alone} {', '.join(foreign)} {verb} of an item, so there was little to check."
