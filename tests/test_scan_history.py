"""What is said about the past is what git counts, and of which commits it speaks is said, too."""

from pathlib import Path

import pytest

from roundtable.analysis.scanning import ScanResult
from roundtable.scan.service import Scanner
from scan_repositories import SHOP, a_repository, commit, git


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six commits of which five touch the prices, one on a branch that was merged."""
    root = a_repository(tmp_path_factory.mktemp("shop"))
    for number in range(3):
        commit(
            root,
            f"Prices {number}",
            {"shop/prices.py": SHOP["shop/prices.py"] + f"# {number}\n", "docs/cart.md": f"{number}\n"},
        )
    git(root, "checkout", "-q", "-b", "side")
    commit(root, "Prices on the side", {"shop/prices.py": SHOP["shop/prices.py"] + "# side\n"})
    git(root, "checkout", "-q", "main")
    commit(root, "Elsewhere", {"README.md": "# The shop\n"})
    git(root, "merge", "-q", "--no-ff", "-m", "Merge the side", "side")
    return root


def scan(root: Path, cache: Path) -> ScanResult:
    return Scanner(root, cache).scan("price_of in shop/prices.py should know more products")


def counted(root: Path, *paths: str) -> int:
    return len(git(root, "log", "--no-merges", "--full-history", "--format=%H", "--", *paths).split())


def test_counts_of_commits_are_those_of_git(shop: Path, tmp_path: Path) -> None:
    churn = Scanner(shop, tmp_path).churn("shop/prices.py")
    assert churn.commits == counted(shop, "shop/prices.py") == 5
    assert churn.authors == 1


def test_a_whole_history_is_told_as_one(shop: Path, tmp_path: Path) -> None:
    result = scan(shop, tmp_path)
    assert (result.history.commits, result.history.whole) == (6, True)
    assert result.history.since == git(shop, "log", "--reverse", "--format=%cs").split()[0]
    assert "last " not in str(result.impact)


def test_a_history_that_is_cut_off_says_where(
    shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundtable.scan.repository.MOST_COMMITS", 4)
    result = scan(shop, tmp_path)
    assert (result.history.commits, result.history.whole) == (4, False)
    told = {one.path: one.reason for one in result.impact.indirect}
    assert told["docs/cart.md"].endswith(" commits that changed `shop/prices.py` (last 4 commits)")


def test_changes_together_are_counted_in_one_way_everywhere(shop: Path, tmp_path: Path) -> None:
    result = scan(shop, tmp_path)
    pair = next(one for one in result.co_change if one.partner == "docs/cart.md")
    assert (pair.together, pair.of) == (4, 5)
    told = {one.path: one.reason for one in result.impact.indirect}
    assert told["docs/cart.md"] == "changed in 4 of the 5 commits that changed `shop/prices.py`"


def test_people_are_those_that_shortlog_counts(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "r", {**SHOP, ".mailmap": "Ada <ada@example.org> <old@example.org>\n"})
    (root / "shop/prices.py").write_text(SHOP["shop/prices.py"] + "# more\n")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "More", "--author", "A. Lovelace <old@example.org>")
    assert Scanner(root, tmp_path / "c").churn("shop/prices.py").authors == 1


def test_a_count_is_a_count_and_not_the_length_of_a_list(tmp_path: Path) -> None:
    users = {f"app/m{n}.py": "from app.core import widget\n" for n in range(95)}
    root = a_repository(
        tmp_path / "r", {"app/__init__.py": "", "app/core.py": "def widget(): ...\n", **users}
    )
    impact = Scanner(root, tmp_path / "c").scan("widget in app/core.py").impact
    direct = {one.path for one in impact.direct}
    assert impact.importers == len(users.keys() - direct) > len(impact.indirect)
