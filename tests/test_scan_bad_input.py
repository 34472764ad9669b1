"""Whatever the tree or the description is like: a useful result or one clear sentence."""

import os
import sys
from pathlib import Path

import pytest

from roundtable.analysis.scanning import ScanResult
from roundtable.scan.service import Scanner
from roundtable.scan.view import render_scan
from roundtable.scan.walk import Entry
from scan_repositories import SHOP, a_folder, a_repository, commit, git


def scan(root: Path, tmp_path: Path, text: str = "round the cart total") -> ScanResult:
    return Scanner(root, tmp_path / "cache-of-the-test").scan(text, top=100)


def paths(result: ScanResult) -> list[str]:
    return [file.path for file in result.files]


def test_a_folder_without_git_is_ranked_without_history_and_says_so(tmp_path: Path) -> None:
    result = scan(a_folder(tmp_path / "r", SHOP), tmp_path)
    assert paths(result)[0] == "shop/cart.py"
    assert any("Not a git repository" in note for note in result.notes)


def test_ignore_rules_hold_without_git(tmp_path: Path) -> None:
    root = a_folder(tmp_path / "r", {
        **SHOP, ".gitignore": "*.gen.py\n/private/\n!keep.gen.py\n", "cart.gen.py": "cart\n", "keep.gen.py": "cart\n",
        "private/cart.py": "cart\n", "shop/private/cart.py": "cart\n", "node_modules/cart/cart.js": "cart\n",
        "shop/.gitignore": "local_*\n", "shop/local_cart.py": "cart\n",
    })  # fmt: skip
    found = set(paths(scan(root, tmp_path)))
    assert {"keep.gen.py", "shop/private/cart.py"} <= found
    assert not found & {"cart.gen.py", "private/cart.py", "node_modules/cart/cart.js", "shop/local_cart.py"}


def test_ignored_files_are_left_out_and_new_ones_are_in(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "r", {**SHOP, ".gitignore": "secret_cart.py\n"})
    a_folder(root, {"secret_cart.py": "cart\n", "shop/new_cart.py": "cart total\n"})
    found = paths(scan(root, tmp_path))
    assert "shop/new_cart.py" in found
    assert "secret_cart.py" not in found


def test_a_repository_without_commits(tmp_path: Path) -> None:
    root = a_folder(tmp_path / "r", SHOP)
    git(root, "init", "-q")
    result = scan(root, tmp_path)
    assert paths(result)[0] == "shop/cart.py"
    assert "No commits yet: ranked without history." in result.notes


def test_a_shallow_clone_says_that_history_is_cut_off(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "r")
    commit(root, "More", {"shop/cart.py": SHOP["shop/cart.py"] + "#\n"})
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{root}", str(tmp_path / "s"))
    result = scan(tmp_path / "s", tmp_path)
    assert paths(result)[0] == "shop/cart.py"
    assert any("Shallow clone" in note for note in result.notes)


def test_submodules_are_named_not_scanned(tmp_path: Path) -> None:
    inner = a_repository(tmp_path / "inner", {"cart.py": "cart total\n"})
    root = a_repository(tmp_path / "r")
    git(root, "submodule", "add", "-q", str(inner), "vendor/inner")
    git(root, "commit", "-q", "-m", "Add")
    result = scan(root, tmp_path)
    assert "vendor/inner/cart.py" not in paths(result)
    assert any("vendor/inner" in note for note in result.notes)


def test_a_folder_inside_a_repository_is_a_world_of_its_own(tmp_path: Path) -> None:
    root = a_repository(
        tmp_path / "r",
        {f"apps/one/{path}": text for path, text in SHOP.items()} | {"other/cart.py": "cart total\n"},
    )
    commit(root, "Round totals", {"apps/one/shop/cart.py": SHOP["shop/cart.py"] + "#\n"})
    scanner = Scanner(root / "apps/one", tmp_path / "c")
    assert paths(scanner.scan("cart total"))[0] == "shop/cart.py"
    assert scanner.churn("shop/cart.py").commits == 2


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("versioned", [True, False])
def test_symbolic_links_are_not_followed(tmp_path: Path, versioned: bool) -> None:
    outside = a_folder(tmp_path / "outside", {"cart.py": "cart total\n"})
    root = a_folder(tmp_path / "r", SHOP)
    (root / "loop").symlink_to(root)
    (root / "shop/again").symlink_to(root / "shop")
    (root / "linked.py").symlink_to(outside / "cart.py")
    (root / "broken.py").symlink_to(root / "nowhere.py")
    if versioned:
        a_repository(root, {})
    assert set(paths(scan(root, tmp_path))) == set(SHOP)


def test_files_that_vanish_while_scanning_are_simply_gone(tmp_path: Path) -> None:
    from roundtable.scan.gather import Gathered, gather

    root = a_folder(tmp_path / "r", SHOP)
    ghost = Entry("shop/ghost.py", 10, 1)
    real = Entry("shop/cart.py", 10, 1)
    found, _ = gather(str(root), [real, ghost], Gathered())
    assert list(found.columns.paths) == ["shop/cart.py"]


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="everything is readable there")
def test_unreadable_files_are_passed_over(tmp_path: Path) -> None:
    root = a_folder(tmp_path / "r", SHOP)
    (root / "shop/prices.py").chmod(0)
    assert "shop/prices.py" not in paths(scan(root, tmp_path))


def test_bytes_that_are_not_utf8_are_read_all_the_same(tmp_path: Path) -> None:
    root = a_folder(
        tmp_path / "r", {"latin.py": "# Währung cart_total\n".encode("latin-1"), "x.py": "pass\n"}
    )
    result = scan(root, tmp_path)
    assert paths(result)[0] == "latin.py"
    assert "cart_total" in result.files[0].excerpt


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse the name")
def test_a_file_name_that_is_not_utf8_does_no_harm(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "r")
    (root / os.fsdecode(b"caf\xe9_cart.py")).write_bytes(b"cart total\n")
    result = scan(root, tmp_path)
    assert "shop/cart.py" in paths(result)
    assert any("not valid UTF-8" in note for note in result.notes)
    result.model_dump_json()


@pytest.mark.slow
def test_a_file_of_two_hundred_megabytes_is_read_in_part(tmp_path: Path) -> None:
    root = a_folder(tmp_path / "r", SHOP)
    with (root / "dump.sql").open("wb") as opened:
        opened.write(b"-- cart dump\n")
        opened.truncate(200_000_000)
    with (root / "log.txt").open("wb") as opened:
        for _ in range(200):
            opened.write(b"cart total was rounded\n" * 45_000)
    result = scan(root, tmp_path)
    assert paths(result)[0] == "shop/cart.py"
    assert any("log.txt" in note for note in result.notes)


def test_a_bundle_on_one_line_is_known_by_name_only(tmp_path: Path) -> None:
    root = a_folder(
        tmp_path / "r", {**SHOP, "static/app.js": "var cart=total(" + "cart.total();" * 800_000 + ")"}
    )
    result = scan(root, tmp_path)
    assert paths(result)[0] == "shop/cart.py"
    assert paths(result).index("static/app.js") > 3


@pytest.mark.parametrize("text", ["", "   \n\t ", "the of and", "!!! ??? ..."])
def test_a_description_without_words_gets_a_clear_sentence(tmp_path: Path, text: str) -> None:
    result = scan(a_folder(tmp_path / "r", SHOP), tmp_path, text)
    assert result.files == ()
    assert any("no words to search for" in note for note in result.notes)


def test_a_description_that_nothing_matches_says_so(tmp_path: Path) -> None:
    result = scan(a_folder(tmp_path / "r", SHOP), tmp_path, "zeppelin hangar")
    assert result.files == ()
    assert any("would be new" in note for note in result.notes)
    assert result.file_count.new >= 1


@pytest.mark.parametrize(
    "text",
    [
        "cart " * 25_000,
        "a" * 100_000,
        "cart(" * 20_000,
        "\0cart\x1b[31m",
        "cart " + "🛒" * 5_000,
        "`" * 50_000 + "cart",
    ],
)
def test_strange_and_endless_descriptions_are_answered(tmp_path: Path, text: str) -> None:
    scan(a_folder(tmp_path / "r", SHOP), tmp_path, text).model_dump_json()


@pytest.mark.parametrize("files", [{}, {"logo.png": b"\0\1\2"}])
def test_a_repository_without_text_says_so(tmp_path: Path, files: dict[str, bytes]) -> None:
    (tmp_path / "r").mkdir()
    result = scan(a_folder(tmp_path / "r", files), tmp_path)
    assert result.total_files == 0
    assert "There are no text files to scan here." in result.notes


def test_a_repository_with_prose_only_is_still_ranked(tmp_path: Path) -> None:
    root = a_folder(tmp_path / "r", {"guide/cart.md": "# Cart\n\nTotals.\n", "guide/other.md": "# Else\n"})
    assert paths(scan(root, tmp_path))[0] == "guide/cart.md"


def test_a_missing_folder_has_no_files(tmp_path: Path) -> None:
    assert scan(tmp_path / "nowhere", tmp_path).total_files == 0


def test_a_bare_repository_says_what_to_do(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "r")
    git(tmp_path, "clone", "-q", "--bare", str(root), str(tmp_path / "bare"))
    result = scan(tmp_path / "bare", tmp_path)
    assert not result.files
    assert "A bare repository has no files to read; scan a clone of it." in result.notes


def test_a_sparse_checkout_says_how_much_is_not_there(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "r", {**SHOP, "far/away.py": "cart\n"})
    git(root, "sparse-checkout", "set", "shop")
    result = scan(root, tmp_path)
    assert paths(result)[0] == "shop/cart.py"
    assert any(note.startswith("Sparse checkout: ") for note in result.notes)


def test_a_damaged_repository_is_not_called_no_repository(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "r")
    (root / ".git" / "index").write_bytes(b"nonsense")
    result = scan(root, tmp_path)
    assert paths(result)[0] == "shop/cart.py"
    assert any(note.startswith("Git cannot read this repository") for note in result.notes)


def test_without_git_on_the_machine_the_note_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = a_repository(tmp_path / "r")
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    result = scan(root, tmp_path)
    assert paths(result)[0] == "shop/cart.py"
    assert "Git is not installed: ranked without history." in result.notes


@pytest.mark.skipif(sys.platform == "win32", reason="no such names and files there")
def test_pipes_sockets_and_odd_names_do_no_harm(tmp_path: Path) -> None:
    root = a_folder(
        tmp_path / "r",
        {
            **SHOP,
            "shop/new\nline cart.py": "cart\n",
            'shop/"cart".py': "cart\n",
            "shop/\x1b[31mcart.py": "cart\n",
        },
    )
    os.mkfifo(root / "shop" / "pipe.py")
    result = scan(root, tmp_path)
    assert "shop/new\nline cart.py" in paths(result)
    assert "shop/pipe.py" not in paths(result)
    shown = render_scan(result, 80)
    assert all(line.isprintable() for line in shown)
    assert any("shop/new\\nline cart.py" in line for line in shown)


@pytest.mark.slow
def test_a_huge_ignore_file_is_read_in_time(tmp_path: Path) -> None:
    rules = "".join(f"/gen{number}/**/*.tmp\n*.x{number}\n" for number in range(20_000))
    root = a_folder(tmp_path / "r", {**SHOP, ".gitignore": rules + "shop/prices.py\n"})
    assert "shop/cart.py" in paths(scan(root, tmp_path))
