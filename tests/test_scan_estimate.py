"""How far a scan trusts itself, and how large a change it expects."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from roundtable.scan.cache import Cache
from roundtable.scan.likely import candidates, of_candidate, of_first
from roundtable.scan.rank import rank_files
from roundtable.scan.repository import Repository
from roundtable.scan.service import Scanner
from scan_repositories import SHOP, a_folder, a_repository, commit


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Commits that change two to four files about prices, and many that change one."""
    root = a_repository(tmp_path_factory.mktemp("shop"))
    for number in range(6):
        touched = ["shop/prices.py", "tests/test_cart.py", "docs/cart.md", "shop/cart.py"][: 2 + number % 3]
        commit(
            root, f"Prices rounded, part {number}", {path: SHOP[path] + f"# {number}\n" for path in touched}
        )
        commit(root, f"Wording {number}", {"README.md": f"# Shop {number}\n"})
    return root


def test_a_name_in_the_text_is_trusted_more_than_a_vague_word(shop: Path, tmp_path: Path) -> None:
    levels = ("low", "medium", "high")
    scanner = Scanner(shop, tmp_path)
    named, vague = (
        scanner.scan("send_newsletter in shop/newsletter.py must take a list"),
        scanner.scan("Make it nicer for customers"),
    )
    assert levels.index(named.confidence) > levels.index(vague.confidence)
    assert all(" of 10 cases" in one.confidence_reason for one in (named, vague))


def test_the_expected_size_is_that_of_changes_of_several_files(shop: Path, tmp_path: Path) -> None:
    result = Scanner(shop, tmp_path).scan("Prices should be rounded to five cents")
    count = result.file_count
    assert (count.least, count.most) == (2, 4)
    assert count.least <= count.total <= count.most
    assert "similar commits changed 2 to 4 files, 3 in the middle" in count.reason
    assert result.scope_reason.startswith(f"about {count.total} files, probably 2 to 4 (")


def test_without_history_a_range_is_told_all_the_same(tmp_path: Path) -> None:
    count = Scanner(a_folder(tmp_path / "r", SHOP), tmp_path / "c").scan("round the cart total").file_count
    assert 1 <= count.least <= count.total <= count.most
    assert "no similar commits" in count.reason


def test_a_text_that_speaks_of_everything_asks_for_more_files(shop: Path, tmp_path: Path) -> None:
    scanner = Scanner(shop, tmp_path)
    one, all_of_it = (
        scanner.scan("Rename price_of"),
        scanner.scan("Rename price_of everywhere in the codebase"),
    )
    assert all_of_it.file_count.total >= one.file_count.total
    assert all_of_it.file_count.total <= all_of_it.file_count.most


def test_every_clue_has_a_learned_weight(shop: Path, tmp_path: Path) -> None:
    corpus = Repository(shop, Cache(tmp_path), None).corpus()
    ranking = rank_files(corpus, "price_of in shop/prices.py")
    fit = candidates(ranking)
    learned = json.loads(files("roundtable.scan").joinpath("calibration.json").read_text(encoding="utf-8"))
    assert set(learned["direct"]) == set(of_candidate(ranking, fit, 1))
    assert set(learned["first"]) == set(of_first(ranking, fit))
