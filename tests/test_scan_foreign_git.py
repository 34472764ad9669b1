"""A repository from elsewhere: nothing that its `.git/config` names is run, and no network is reached."""

import shutil
from contextlib import suppress
from pathlib import Path
from subprocess import CalledProcessError

import pytest

from roundtable.scan.service import Scanner
from roundtable.stores import repo
from scan_repositories import SHOP, a_repository, commit, git

SIGNATURE = "-----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----"
MISSING = "0123456789abcdef0123456789abcdef01234567"

SETTINGS: dict[str, dict[str, str]] = {
    "signatures": {"log.showSignature": "true", "gpg.program": "RUN"},
    "signatures of a kind": {"log.showSignature": "true", "gpg.openpgp.program": "RUN", "gpg.ssh.program": "RUN", "gpg.x509.program": "RUN"},
    "a watcher of files": {"core.fsmonitor": "RUN"},
    "hooks": {"core.hooksPath": "HOOKS"},
    "another diff": {"diff.external": "RUN", "diff.mark.command": "RUN", "diff.mark.textconv": "RUN", "diff.tool": "mark", "difftool.mark.cmd": "RUN"},
    "filters": {"filter.mark.clean": "RUN", "filter.mark.smudge": "RUN", "filter.mark.process": "RUN", "filter.mark.required": "true"},
    "a pager": {"core.pager": "RUN", "pager.log": "RUN", "pager.grep": "RUN", "pager.diff": "RUN"},
    "aliases": {f"alias.{name}": "!RUN" for name in ("log", "grep", "diff", "rev-parse", "ls-files", "cat-file", "rev-list")},
    "an editor": {"core.editor": "RUN", "sequence.editor": "RUN", "interactive.diffFilter": "RUN", "core.askPass": "RUN"},
    "alternates": {"core.alternateRefsCommand": "RUN", "uploadpack.packObjectsHook": "RUN"},
    "submodules": {"submodule.recurse": "true", "grep.recurseSubmodules": "true"},
    "colours": {"color.grep": "always", "color.ui": "always", "grep.column": "true", "grep.lineNumber": "true"},
    "a partial clone by ssh": {
        "core.repositoryFormatVersion": "1", "extensions.partialClone": "origin", "remote.origin.promisor": "true",
        "remote.origin.url": "ssh://nobody.invalid/x", "core.sshCommand": "RUN", "protocol.ssh.allow": "always",
    },
    "a partial clone by a program": {
        "core.repositoryFormatVersion": "1", "extensions.partialClone": "origin", "remote.origin.promisor": "true",
        "remote.origin.url": "ext::RUN %S", "protocol.ext.allow": "always", "protocol.allow": "always",
    },
    "a partial clone with a login": {
        "core.repositoryFormatVersion": "1", "extensions.partialClone": "origin", "remote.origin.promisor": "true",
        "remote.origin.url": "https://127.0.0.1:9/x", "credential.helper": "!RUN", "remote.origin.uploadpack": "RUN", "remote.origin.vcs": "mark",
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def signed_shop(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A repository with a signed commit on top whose attributes name drivers, and the commit before."""
    folder = tmp_path_factory.mktemp("signed")
    root = a_repository(folder / "shop")
    first = git(root, "rev-parse", "HEAD").strip()
    commit(root, "More", {"shop/more.py": "MORE = 1\n", ".gitattributes": "* diff=mark filter=mark\n"})
    made = git(root, "cat-file", "commit", "HEAD").partition("\n\n")
    (folder / "signed").write_text(f"{made[0]}\ngpgsig {SIGNATURE}\n\n{made[2]}", encoding="utf-8")
    signed = git(root, "hash-object", "-t", "commit", "-w", str(folder / "signed")).strip()
    git(root, "update-ref", "HEAD", signed)
    return root, first


@pytest.fixture
def shop(signed_shop: tuple[Path, str], tmp_path: Path) -> tuple[Path, str]:
    """A copy of it, to be configured."""
    return Path(shutil.copytree(signed_shop[0], tmp_path / "shop")), signed_shop[1]


def hostile(root: Path, settings: dict[str, str], *, included: bool) -> Path:
    """The settings in the repository's own configuration; whatever they name leaves the mark that is returned."""
    mark = root.parent / "mark"
    program = root.parent / "run"
    program.write_text(f"#!/bin/sh\necho run >> '{mark}'\nexit 1\n", encoding="utf-8")
    program.chmod(0o755)
    hooks = root.parent / "hooks"
    hooks.mkdir()
    for name in ("post-index-change", "reference-transaction", "post-checkout", "fsmonitor-watchman"):
        (hooks / name).symlink_to(program)
        (root / ".git/hooks" / name).unlink(missing_ok=True)
        (root / ".git/hooks").mkdir(exist_ok=True)
        (root / ".git/hooks" / name).symlink_to(program)
    lines: list[str] = []
    for name, value in settings.items():
        section, _, rest = name.partition(".")
        middle, _, key = rest.rpartition(".")
        named = value.replace("RUN", str(program)).replace("HOOKS", str(hooks))
        lines.append(f'[{section} "{middle}"]\n' if middle else f"[{section}]\n")
        lines.append(f'\t{key} = "{named}"\n')
    target = root.parent / "more" if included else root / ".git/config"
    with target.open("a", encoding="utf-8") as opened:
        opened.writelines(lines)
    if included:
        git(root, "config", "include.path", str(target))
    return mark


def ask_everything(root: Path, first: str, cache: Path) -> None:
    """Every question that the program has for git."""
    scanner = Scanner(root, cache)
    assert scanner.scan("price_of in shop/prices.py should know more products").history.commits == 2
    assert scanner.churn("shop/cart.py") is not None
    assert [hit.path for hit in scanner.search("MORE = 1")] == ["shop/more.py"]
    assert repo.short_head(root) is not None
    assert not repo.is_refused(root)
    assert repo.commits_since(root, first) == 1
    assert repo.changed_files(root, first) == (".gitattributes", "shop/more.py")
    assert repo.read_blobs(root, first, ["shop/cart.py"]) == {"shop/cart.py": SHOP["shop/cart.py"].encode()}


@pytest.mark.parametrize(
    ("name", "included"), [*((name, False) for name in sorted(SETTINGS)), ("signatures", True)]
)
def test_no_program_that_a_repository_names_is_run(
    shop: tuple[Path, str], tmp_path: Path, name: str, included: bool
) -> None:
    root, first = shop
    mark = hostile(root, SETTINGS[name], included=included)
    ask_everything(root, first, tmp_path / "cache")
    if name.startswith("a partial"):
        # What a partial clone lacks is not fetched: the object is gone, and git answers with nothing.
        blob = git(root, "rev-parse", "HEAD:shop/more.py").strip()
        (root / ".git/objects" / blob[:2] / blob[2:]).unlink()
        assert repo.read_blobs(root, "HEAD", ["shop/more.py"]) == {}
        assert repo.commits_since(root, MISSING) is None
        assert repo.changed_files(root, MISSING) is None
        tree = git(root, "rev-parse", f"{first}:shop").strip()
        (root / ".git/objects" / tree[:2] / tree[2:]).unlink()
        Scanner(root, tmp_path / "another").scan("prices")
    assert not mark.exists()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("signatures", ["log"]),
        ("a watcher of files", ["ls-files", "--others"]),
        ("a partial clone by ssh", ["cat-file", "-e", MISSING]),
        ("a partial clone by a program", ["cat-file", "-e", MISSING]),
    ],
)
def test_the_settings_of_these_tests_do_run_programs_where_nobody_minds(
    shop: tuple[Path, str], name: str, words: list[str]
) -> None:
    mark = hostile(shop[0], SETTINGS[name], included=False)
    with suppress(CalledProcessError):  # the program that was run is no real one
        git(shop[0], *words)
    assert mark.exists()
