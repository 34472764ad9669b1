"""Which repository this is, what git knows about it, and how fresh an analysis is."""

from pathlib import Path

import pytest

from roundtable.errors import WrongUse
from roundtable.stores.items import load_item
from roundtable.stores.repo import changed_files, check_freshness, commits_since, find_places, short_head
from stores_repositories import a_git_repository, a_repository, an_item, commit, git


def test_the_root_is_the_git_root_above_or_the_folder_itself(tmp_path: Path) -> None:
    a_git_repository(tmp_path / "r", a_py="")
    below = tmp_path / "r" / "src" / "deep"
    below.mkdir(parents=True)
    assert find_places(below).root == (tmp_path / "r").resolve()
    (tmp_path / "plain").mkdir()
    assert find_places(tmp_path / "plain").root == (tmp_path / "plain").resolve()


def test_a_worktree_is_a_repository_too(tmp_path: Path) -> None:
    a_git_repository(tmp_path / "r", a_py="")
    git(tmp_path / "r", "worktree", "add", "-q", str(tmp_path / "w"))
    assert find_places(tmp_path / "w").root == (tmp_path / "w").resolve()
    assert short_head(tmp_path / "w") == short_head(tmp_path / "r")


def test_a_named_folder_may_be_part_of_a_monorepo(tmp_path: Path) -> None:
    a_git_repository(tmp_path, a_py="")
    (tmp_path / "app").mkdir()
    places = find_places(tmp_path, Path("app"))
    assert (places.root, places.boundary) == ((tmp_path / "app").resolve(), tmp_path.resolve())
    with pytest.raises(WrongUse, match="There is no folder 'gone'"):
        find_places(tmp_path, Path("gone"))


@pytest.mark.rule("T-STALE-01")
def test_git_tells_head_commits_and_changed_files(tmp_path: Path) -> None:
    a_git_repository(tmp_path, a_py="1")
    old = git(tmp_path, "rev-parse", "--short", "HEAD")
    (tmp_path / "app").mkdir()
    commit(tmp_path, app__b_py="1")
    commit(tmp_path, **{"ü ber_py": "1", "a_py": "2"})
    assert short_head(tmp_path) == git(tmp_path, "rev-parse", "--short", "HEAD")
    assert commits_since(tmp_path, old) == 2
    assert changed_files(tmp_path, old) == ("a.py", "app/b.py", "ü ber.py")
    assert changed_files(tmp_path / "app", old) == ("b.py",)


@pytest.mark.rule("P-CON-03")
@pytest.mark.parametrize(
    "old", ["--output=stolen", "HEAD", "abc1234; touch stolen", "$(touch stolen)", "0" * 40, "", "xyz"]
)
def test_a_hash_that_is_none_gets_no_answer_and_does_nothing(tmp_path: Path, old: str) -> None:
    a_git_repository(tmp_path, a_py="1")
    assert changed_files(tmp_path, old) is None
    assert commits_since(tmp_path, old) is None
    assert not (tmp_path / "stolen").exists()


def test_without_repository_commit_or_git_there_is_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert short_head(tmp_path) is None
    git(tmp_path, "init", "-q")
    assert short_head(tmp_path) is None
    commit(tmp_path, a_py="")
    assert short_head(tmp_path) is not None
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    assert short_head(tmp_path) is None


def test_a_hook_of_another_repository_does_not_lead_us_astray(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_git_repository(tmp_path / "ours", a_py="1")
    a_git_repository(tmp_path / "theirs", a_py="2")
    ours = short_head(tmp_path / "ours")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "theirs" / ".git"))
    assert short_head(tmp_path / "ours") == ours


@pytest.mark.rule("P-CON-02")
def test_questions_to_git_change_nothing(tmp_path: Path) -> None:
    a_git_repository(tmp_path, a_py="1")
    old = short_head(tmp_path) or ""
    commit(tmp_path, a_py="2")
    before = {path: path.read_bytes() for path in (tmp_path / ".git").rglob("*") if path.is_file()}
    changed_files(tmp_path, old)
    commits_since(tmp_path, old)
    assert {path: path.read_bytes() for path in (tmp_path / ".git").rglob("*") if path.is_file()} == before


@pytest.mark.rule("T-STALE-01", "T-STALE-02", "L-META-11")
def test_an_item_is_as_fresh_as_the_code_it_looked_at(tmp_path: Path) -> None:
    places = a_git_repository(tmp_path, a_py="1", b_py="1")
    old = short_head(tmp_path) or ""
    home = an_item(tmp_path, "dark-mode", {"codebase_hash": old})
    assert check_freshness(places, load_item(places, "dark-mode")).level == "current"
    commit(tmp_path, b_py="2")
    stale = check_freshness(places, load_item(places, "dark-mode"))
    assert (stale.level, stale.commits, stale.reason) == ("fallback", 1, "no-impact-analysis")
    (home / "impact-analysis.md").write_text(
        "### Directly Affected Files\n| `a.py` | x |\n", encoding="utf-8"
    )
    assert check_freshness(places, load_item(places, "dark-mode")).level == "none"
    commit(tmp_path, a_py="2")
    found = check_freshness(places, load_item(places, "dark-mode"))
    assert (found.level, found.commits, found.touched) == ("info", 2, ("a.py",))


@pytest.mark.rule("T-STALE-02")
def test_a_commit_that_is_gone_is_stale_without_numbers(tmp_path: Path) -> None:
    places = a_git_repository(tmp_path, a_py="1")
    home = an_item(tmp_path, "dark-mode", {"codebase_hash": "0000000"})
    (home / "impact-analysis.md").write_text("## Directly Affected Files\n| `a.py` | x |\n", encoding="utf-8")
    found = check_freshness(places, load_item(places, "dark-mode"))
    assert (found.level, found.commits, found.reason) == ("fallback", None, "git-diff-failed")


def test_without_git_nothing_is_stale(tmp_path: Path) -> None:
    places = a_repository(tmp_path, None, dark_mode={"codebase_hash": "abc1234"}, odd={"codebase_hash": 7})
    assert not check_freshness(places, load_item(places, "dark-mode")).is_stale
    assert not check_freshness(places, load_item(places, "odd")).is_stale
