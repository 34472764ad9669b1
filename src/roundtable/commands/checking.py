"""What is wrong with items and files, with the code beside them: for `check`, and for `analyze` of a finished item."""

from collections.abc import Iterator, Sequence

from roundtable.commands.check_targets import Target
from roundtable.commands.code_facts import Changes, CodeFacts
from roundtable.commands.settings import settings
from roundtable.documents.checks import (
    CheckConfig,
    CheckContext,
    Finding,
    check_files,
    check_item,
    parse_config,
)
from roundtable.wiring import Workspace


def find_problems(workspace: Workspace, targets: Sequence[Target], *, quiet: bool) -> list[Finding]:
    """Every finding, in the order of places."""
    config = parse_config(settings(workspace, quiet=quiet).check)
    code = CodeFacts(workspace, quiet=quiet) if _has_code(workspace) else None
    return sorted(
        (finding for target in targets for finding in _findings(target, config, code)),
        key=lambda finding: (finding.path, finding.line, finding.id),
    )


def _findings(target: Target, config: CheckConfig, code: CodeFacts | None) -> Iterator[Finding]:
    changes = code.changes_since(target.commit) if code is not None else Changes()
    context = CheckContext(
        slug=target.slug,
        folder=target.folder,
        config=config,
        resolve_anchor=code.resolves if code is not None else None,
        read_file=code.text_of if code is not None else None,
        changed_symbols=changes.symbols,
        changed_files=changes.files,
        known_ids=target.known_ids,
        real_names=target.real_names,
    )
    if target.is_item:
        yield from check_item(target.files, None, context)
    else:
        yield from check_files(target.files, context)


def _has_code(workspace: Workspace) -> bool:
    """Only a repository is read: a check of loose files in somebody's home must not walk through all of it."""
    places = workspace.places
    return (places.boundary / ".git").exists() or (places.root / "docs" / "requirements").is_dir()
