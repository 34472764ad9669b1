"""The gate: what may be written, and that nothing else ever is."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.errors import RoundtableError, UnsafePath
from roundtable.stores.paths import Places
from stores_repositories import a_repository


@pytest.mark.rule("P-CON-05")
@pytest.mark.parametrize(
    "path",
    [
        "BACKLOG.md",
        "docs/common/nfr-matrix.md",
        ".roundtable/config.toml",
        ".roundtable/cache/index.db",
        "docs/requirements/dark-mode/meta.json",
        "docs/requirements/GH-20-x/designs/module-design.md",
    ],
)
def test_the_allowed_places_can_be_written(tmp_path: Path, path: str) -> None:
    assert a_repository(tmp_path).writable(path) == Path(os.path.realpath(tmp_path)) / path


@pytest.mark.rule("P-CON-01", "P-CON-05")
@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "src/main.py",
        ".git/config",
        "docs/requirements/loose.md",
        "docs/common/other.md",
        ".isdlc/state.json",
        "docs/requirements",
        ".roundtable",
        "docs/requirements/a/../../../x",
        "../outside.md",
        "/etc/passwd",
        "",
        ".",
        "C:/x.md",
        "C:\\x.md",
        "\\\\host\\share",
        "docs\\requirements\\a\\meta.json",
        "BACKLOG.md/",
        "state.json",
        "docs/requirements/a/con.md",
        "docs/requirements/nul/meta.json",
        "docs/requirements/a/x:y.md",
        "docs/requirements/a/tail.",
        "docs/requirements/a/tail ",
        "docs/requirements/a/a\x00b",
        "docs/requirements/a/\x1b.md",
        "docs/requirements/a/" + "x" * 300,
        "docs//requirements/a/meta.json",
        "docs/requirements/a/./meta.json",
    ],
)
def test_everything_else_is_refused_in_one_sentence(tmp_path: Path, path: str) -> None:
    with pytest.raises(UnsafePath) as refused:
        a_repository(tmp_path).writable(path)
    assert refused.value.exit_code == 2
    assert "\n" not in str(refused.value)


@given(
    st.lists(
        st.sampled_from(
            ["..", ".", "", "docs", "requirements", "a", "/", "\\", "~", "BACKLOG.md", "\0", "con"]
        ),
        max_size=7,
    )
)
def test_no_path_leads_out_of_the_repository(
    tmp_path_factory: pytest.TempPathFactory, parts: list[str]
) -> None:
    root = tmp_path_factory.getbasetemp() / "gate"
    root.mkdir(exist_ok=True)
    try:
        allowed = Places(root, root).writable("/".join(parts))
    except RoundtableError:
        return
    assert allowed.is_relative_to(os.path.realpath(root))


def link(where: Path, to: Path) -> None:
    where.parent.mkdir(parents=True, exist_ok=True)
    where.symlink_to(to)


@pytest.mark.rule("P-CON-05", "T-RES-02")
@pytest.mark.parametrize(
    ("where", "to", "path"),
    [
        ("docs", "../outside", "docs/requirements/a/meta.json"),
        ("docs/requirements", "../../outside", "docs/requirements/a/meta.json"),
        ("docs/requirements/a", "../../../outside", "docs/requirements/a/meta.json"),
        ("docs/requirements/a/meta.json", "../../../../outside/meta.json", "docs/requirements/a/meta.json"),
        ("docs/requirements/a/meta.json", "../../../src/main.py", "docs/requirements/a/meta.json"),
        ("docs/requirements/a", "../../src", "docs/requirements/a/meta.json"),
        ("docs/requirements/a/meta.json", "../b/meta.json", "docs/requirements/a/meta.json"),
        ("BACKLOG.md", "../outside/BACKLOG.md", "BACKLOG.md"),
        ("BACKLOG.md", ".git/config", "BACKLOG.md"),
        ("BACKLOG.md", "src/main.py", "BACKLOG.md"),
        (".roundtable", "../outside", ".roundtable/locks/x.lock"),
        (".roundtable", ".git", ".roundtable/config"),
        ("docs/common", "../../outside", "docs/common/nfr-matrix.md"),
    ],
)
def test_a_link_that_leads_elsewhere_is_refused(tmp_path: Path, where: str, to: str, path: str) -> None:
    root = tmp_path / "repository"
    places = a_repository(root)
    (tmp_path / "outside" / "requirements" / "a").mkdir(parents=True)
    for folder in (".git", "src"):
        (root / folder).mkdir()
    link(root / where, Path(to))
    with pytest.raises(UnsafePath, match="leads elsewhere"):
        places.writable(path)


def test_links_that_stay_in_the_repository_are_followed(tmp_path: Path) -> None:
    places = a_repository(tmp_path)
    (tmp_path / "notes").mkdir()
    link(tmp_path / "BACKLOG.md", Path("notes/backlog.md"))
    link(tmp_path / "docs", Path("notes"))
    assert places.writable("BACKLOG.md") == places.root / "notes" / "backlog.md"
    assert (
        places.writable("docs/requirements/a/meta.json")
        == places.root / "notes" / "requirements" / "a" / "meta.json"
    )


def test_in_a_monorepo_a_link_may_reach_the_rest_of_the_repository(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    link(tmp_path / "app" / "docs", Path("../shared"))
    root = tmp_path.resolve()
    assert (
        Places(root / "app", root).writable("docs/requirements/a/meta.json").is_relative_to(root / "shared")
    )
    with pytest.raises(UnsafePath):
        Places(root / "app", root / "app").writable("docs/requirements/a/meta.json")


def test_an_odd_name_that_exists_already_can_be_written_in(tmp_path: Path) -> None:
    places = a_repository(tmp_path)
    (tmp_path / "docs" / "requirements" / "REQ 12: odd?").mkdir(parents=True)
    assert places.in_item("REQ 12: odd?", "meta.json").parent.is_dir()


@pytest.mark.parametrize("folder", ["", ".", "..", "a/b", "../a", "a\\b", "a\0"])
def test_an_item_is_one_folder(tmp_path: Path, folder: str) -> None:
    with pytest.raises(UnsafePath):
        a_repository(tmp_path).item(folder)
