"""A worker with a clone of its own: the item travels, its documents come back as a patch, and no branch is made."""

import json
import os
import re
import signal
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from batch_crew import a_backlog, finished_once
from command_line import a_command_line
from processes import finish, start_command
from roundtable.batches.database import database_url
from roundtable.batches.elsewhere import clone_of, files_of, lay_out, sent_back, take_in
from roundtable.batches.jobs import Sent
from roundtable.commands.grammar import build_parser
from roundtable.errors import CannotDoHere
from roundtable.wiring import Workspace, open_workspace

ROOT = Path(__file__).resolve().parent.parent
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docs" / "compose.yaml").read_text(encoding="utf-8"))
MATRIX = "## export-report-00000\n\nFast.\n"


def git(folder: Path, *words: str) -> str:
    author = ("-c", "user.name=Ana", "-c", "user.email=ana@example.com")
    return subprocess.run(
        ["git", *author, *words], cwd=folder, check=True, capture_output=True, text=True
    ).stdout


def an_origin_and_a_clone(folder: Path, items: int) -> tuple[str, Path, list[str]]:
    """A repository with code alone, and somebody's clone of it with items that nobody has committed."""
    source = folder / "source"
    source.mkdir(parents=True)
    (source / "shop.py").write_text("def pay(order):\n    return order.total\n", encoding="utf-8")
    for words in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-qm", "A shop"]):
        git(source, *words)
    address = f"file://{source}"
    git(folder, "clone", "-q", address, "shop")
    return address, folder / "shop", a_backlog(folder / "shop", items)


def composed(address: str) -> list[str]:
    """What a worker in a container runs."""
    command = COMPOSE["services"]["worker"]["command"]
    return [re.sub(r"\$\{ROUNDTABLE_REPOSITORY:\?.*\}", address, word) for word in command]


def a_workspace(folder: Path) -> tuple[Workspace, str]:
    folder.mkdir(exist_ok=True)
    (slug,) = a_backlog(folder / "shop", 1)
    return open_workspace(str(folder / "shop")), slug


@pytest.mark.slow
def test_a_worker_with_its_own_clone_sends_documents_back_and_makes_no_branch(folder_in_memory: Path) -> None:
    address, shop, (slug,) = an_origin_and_a_clone(folder_in_memory, 1)
    elsewhere = folder_in_memory / "elsewhere"
    elsewhere.mkdir()
    environment = {**a_command_line(shop).environment, "XDG_CACHE_HOME": str(folder_in_memory / "cache")}
    environment["ROUNDTABLE_DATABASE"] = f"sqlite:///{folder_in_memory}/queue.sqlite"
    environment.pop("PYTHONWARNINGS", None)
    words = ["batch", "--all", "--offline", "--workers", "0", "--json"]
    asking = start_command(words, cwd=shop, env=environment)
    working = start_command(composed(address)[1:], cwd=elsewhere, env=environment)
    code, out, err = finish(asking)
    os.kill(working.pid, signal.SIGTERM)
    assert finish(working)[0] == 0
    assert code == 0, err
    assert [item["state"] for item in json.loads(out)["items"]] == ["done"]
    finished_once(shop, slug)
    assert not any(elsewhere.iterdir())
    assert git(shop, "branch", "--format=%(refname:short)").split() == ["main"]
    assert git(shop, "log", "--oneline").count("\n") == 1


def test_what_a_session_wrote_in_a_clone_is_the_same_where_it_is_taken_in(folder_in_memory: Path) -> None:
    here, slug = a_workspace(folder_in_memory / "here")
    there, _ = a_workspace(folder_in_memory / "there")
    files = files_of(here.places, slug)
    (there.places.item(slug) / "left-over.md").write_text("From another batch.\n", encoding="utf-8")
    lay_out(there.places, slug, files)
    assert files_of(there.places, slug) == files
    odd = "No newline at the end, \u00e4 and \udce9"
    (there.places.item(slug) / "README.md").write_bytes(odd.encode("utf-8", "surrogateescape"))
    (there.places.item(slug) / "draft.md").unlink()
    common = there.places.root / "docs" / "common"
    common.mkdir()
    (common / "nfr-matrix.md").write_text(f"# Quality\n\n{MATRIX}", encoding="utf-8")
    sent = sent_back(there.places, slug, files)
    assert take_in(here, slug, sent)
    assert files_of(here.places, slug) == {"README.md": odd, "meta.json": files["meta.json"]}
    assert MATRIX in (here.places.root / "docs" / "common" / "nfr-matrix.md").read_text(encoding="utf-8")
    assert not take_in(here, slug, sent)


@pytest.mark.parametrize(
    "patch",
    [
        "--- a/shop.py\n+++ b/shop.py\n@@ -1,2 +1,1 @@\n-def pay(order):\n-    return order.total\n+evil\n",
        "diff --git a/docs/requirements/{slug}/x.md b/docs/requirements/{slug}/x.md\nnew file mode 120000\n"
        "--- /dev/null\n+++ b/docs/requirements/{slug}/x.md\n@@ -0,0 +1 @@\n+/etc/passwd\n",
        "--- a/docs/requirements/{slug}/draft.md\n+++ b/docs/requirements/{slug}/draft.md\n@@ -1 +1 @@\n-Other words.\n+x\n",
    ],
    ids=["another file", "a link", "changed meanwhile"],
)
def test_a_patch_that_is_not_about_the_item_as_it_stands_changes_nothing(
    folder_in_memory: Path, patch: str
) -> None:
    here, slug = a_workspace(folder_in_memory)
    before = files_of(here.places, slug)
    take_in(here, slug, Sent(patch=patch.format(slug=slug)))
    assert files_of(here.places, slug) == before
    assert (here.places.root / "shop.py").read_text(encoding="utf-8").startswith("def pay")


def test_a_clone_is_made_once_and_is_as_new_as_its_origin(folder_in_memory: Path) -> None:
    address, _, _ = an_origin_and_a_clone(folder_in_memory, 0)
    first = clone_of(address, folder_in_memory)
    (folder_in_memory / "source" / "more.py").write_text("x = 1\n", encoding="utf-8")
    git(folder_in_memory / "source", "add", ".")
    git(folder_in_memory / "source", "commit", "-qm", "More")
    assert not (first / "more.py").exists()
    assert clone_of(address, folder_in_memory) == first
    assert (first / "more.py").is_file()
    with pytest.raises(CannotDoHere, match="git could not fetch"):
        clone_of(f"file://{folder_in_memory}/nowhere", folder_in_memory)


def test_a_clone_needs_a_database_and_an_item_must_be_small_enough_to_travel(folder_in_memory: Path) -> None:
    here, slug = a_workspace(folder_in_memory)
    assert "--database" in a_command_line(here.places.root)("worker", "--clone", "file:///nowhere").sentence
    (here.places.item(slug) / "large.md").write_bytes(b"x" * 2_000_001)
    with pytest.raises(CannotDoHere, match="too large"):
        files_of(here.places, slug)


def test_the_compose_file_speaks_of_what_there_is() -> None:
    database, worker = COMPOSE["services"]["database"], COMPOSE["services"]["worker"]
    address = worker["environment"]["ROUNDTABLE_DATABASE"]
    for name in ("POSTGRES_USER", "POSTGRES_DB"):
        assert database["environment"][name] in address
    assert "@database/" in address
    assert database_url(open_workspace(str(ROOT)).places, address.replace("${ROUNDTABLE_PASSWORD}", "x"))
    assert set(worker["depends_on"]) <= set(COMPOSE["services"])
    assert database["volumes"][0].split(":")[0] in COMPOSE["volumes"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (extras,) = re.findall(rf"{project['name']}\[(.+)\]", worker["build"]["dockerfile_inline"])
    assert set(extras.split(",")) <= set(project["optional-dependencies"])
    assert (
        build_parser().parse_args(composed("https://git.example/x.git")[1:]).clone
        == "https://git.example/x.git"
    )
