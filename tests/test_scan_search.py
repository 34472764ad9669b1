"""Where a text stands in the code, word for word."""

from pathlib import Path

import pytest

from roundtable.scan.service import Scanner
from scan_repositories import SHOP, a_folder, a_repository

FILES: dict[str, str | bytes] = {
    **SHOP,
    "shop/odd.py": (
        'PATTERN = r"^a.*b$ [x] (y) \\\\ `z`"\n'
        'FLAG = "--dry-run"\n'
        "rounded = 1 if x else -1\n"
        'API_TOKEN = "ghp_0123456789abcdefghijklmnop"\n'
        "größe = '数据库'\n"
    ),
    "shop/many.py": "".join(f"again = {number}\n" for number in range(30)),
    "tests/test_odd.py": 'assert FLAG == "--dry-run"\n',
    "docs/odd.md": "Use `--dry-run`.\n",
    "credentials.py": 'FLAG = "--dry-run"\n',
    "data.bin": b"\0--dry-run\n",
    "static/words.min.js": 'var a="--dry-run";',
}


@pytest.fixture(scope="module")
def scanner(tmp_path_factory: pytest.TempPathFactory) -> Scanner:
    root = a_repository(tmp_path_factory.mktemp("shop"), FILES)
    a_folder(
        root,
        {
            "shop/fresh.py": 'NEW = "not committed yet"\n',
            ".gitignore": "built/\n",
            "built/x.py": "not committed yet\n",
        },
    )
    return Scanner(root, tmp_path_factory.mktemp("cache"))


def places(scanner: Scanner, text: str) -> list[str]:
    return [f"{hit.path}:{hit.line}" for hit in scanner.search(text)]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("unknown product in price list", "shop/prices.py:8"),
        ("^a.*b$ [x] (y)", "shop/odd.py:1"),
        ("`z`", "shop/odd.py:1"),
        ("\\\\ ", "shop/odd.py:1"),
        ("größe = '数据库'", "shop/odd.py:5"),
        ("-1", "shop/odd.py:3"),
    ],
)
def test_a_text_is_found_letter_for_letter(scanner: Scanner, text: str, place: str) -> None:
    assert place in places(scanner, text)


def test_a_text_that_begins_with_a_dash_is_no_option(scanner: Scanner) -> None:
    assert places(scanner, "--dry-run") == ["shop/odd.py:2", "tests/test_odd.py:1"]
    assert places(scanner, "--open-files-in-pager=touch") == []


def test_sources_come_before_tests_and_say_which_is_which(scanner: Scanner) -> None:
    assert [hit.is_test for hit in scanner.search("--dry-run")] == [False, True]


@pytest.mark.parametrize(
    "text", ["nowhere to be seen", "", "   ", "two\nlines", "nul\0byte", "Unknown Product"]
)
def test_what_stands_nowhere_has_no_hits(scanner: Scanner, text: str) -> None:
    assert scanner.search(text) == ()


def test_a_new_file_is_searched_and_an_ignored_one_is_not(scanner: Scanner) -> None:
    assert places(scanner, "not committed yet") == ["shop/fresh.py:1"]


def test_secrets_are_masked_and_files_of_secrets_left_out(scanner: Scanner) -> None:
    (hit,) = scanner.search("API_TOKEN")
    assert hit.path == "shop/odd.py"
    assert "ghp_" not in hit.text
    assert "credentials.py:1" not in places(scanner, "FLAG =")


def test_all_lines_are_found_so_that_they_can_be_counted(scanner: Scanner) -> None:
    assert len(scanner.search("again = ")) == 30
    assert len(scanner.search("again = ", most=3)) == 3


def test_a_name_is_found_whole_and_not_inside_a_longer_one(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "r", {"a.py": b"open_it()\nopen_item()\nreopen_it()\nx.open_it\n"})
    assert places(Scanner(root, tmp_path / "c"), "open_it") == ["a.py:1", "a.py:4"]


def test_a_folder_below_the_top_is_searched_by_its_own_paths(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "r")
    assert places(Scanner(root / "shop", tmp_path / "c"), "unknown product") == ["prices.py:8"]


def test_a_folder_without_git_is_searched_too(tmp_path: Path) -> None:
    root = a_folder(tmp_path / "r", SHOP)
    assert places(Scanner(root, tmp_path / "c"), "unknown product") == ["shop/prices.py:8"]


def test_a_form_feed_does_not_end_a_line(tmp_path: Path) -> None:
    root = a_repository(tmp_path, {"a.py": b"one = 1 \x0c two\nthree = 3\n"})
    assert places(Scanner(root, tmp_path / "c"), "three") == ["a.py:2"]
    assert places(Scanner(root, tmp_path / "c"), "two") == ["a.py:1"]
