"""Anchors: what exists is resolved, what does not is refused."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.analysis.scanning import Resolved
from roundtable.scan.service import Scanner
from scan_repositories import SHOP, a_folder


@pytest.fixture(scope="module")
def scanner(tmp_path_factory: pytest.TempPathFactory) -> Scanner:
    root = a_folder(
        tmp_path_factory.mktemp("shop"),
        {
            **SHOP,
            "logo.png": b"\x89PNG\0\0",
            "web/cart.ts": "export class Cart {}\n",
            "bundle.min.js": "x()",
            "db/store.h": "namespace shop {\nclass Store {\n public:\n  int Get();\n};\n}\n",
            "db/store.cc": "namespace shop {\nint Store::Get() {\n}\nint Other::Get() {\n}\n}\n",
            "go/go.mod": "module example.org/basket\n",
            "go/basket.go": "package basket\n\ntype Basket struct {\n}\n",
            "go/fill.go": "package basket\n\nfunc (b *Basket) Fill() {\n}\n",
            "rust/kept.rs": "pub struct Kept;\n",
            "rust/more.rs": "impl Kept {\n    fn more() {}\n}\n",
            "php/Card.php": "<?php\nnamespace Shop\\Pay;\nclass Card\n{\n    function charge() {}\n}\n",
            "web/view.js": "class View {\n  show() {\n  }\n}\n",
        },
    )
    return Scanner(root, tmp_path_factory.mktemp("cache"))


@pytest.mark.parametrize(
    ("text", "path", "line", "kind"),
    [
        ("shop/cart.py", "shop/cart.py", None, "file"),
        ("./shop/cart.py", "shop/cart.py", None, "file"),
        ("`shop/cart.py`", "shop/cart.py", None, "file"),
        ("shop/cart.py:3", "shop/cart.py", 3, "line"),
        ("shop/cart.py#L3", "shop/cart.py", 3, "line"),
        ("newsletter.py", "shop/newsletter.py", None, "file"),
        ("price_of", "shop/prices.py", 6, "symbol"),
        ("price_of()", "shop/prices.py", 6, "symbol"),
        ("Cart.add_line", "shop/cart.py", 10, "symbol"),
        ("shop.cart.Cart", "shop/cart.py", 4, "symbol"),
        ("shop.cart.Cart.total", "shop/cart.py", 13, "symbol"),
        ("shop/cart.py::Cart.total", "shop/cart.py", 13, "symbol"),
        ("shop.prices", "shop/prices.py", None, "module"),
        ("shop/", "shop", None, "folder"),
        ("logo.png", "logo.png", None, "file"),
        ("shop\\cart.py:3", "shop/cart.py", 3, "line"),
        ("shop/cart.py:3-5", "shop/cart.py", 3, "line"),
        ("shop/cart.py:3:7", "shop/cart.py", 3, "line"),
        ("shop/cart.py#L3-L5", "shop/cart.py", 3, "line"),
        ("bundle.min.js:1", "bundle.min.js", 1, "line"),
        ("Store::Get", "db/store.cc", 2, "symbol"),
        ("shop::Store::Get()", "db/store.cc", 2, "symbol"),
        ("Basket.Fill", "go/fill.go", 3, "symbol"),
        ("basket.Basket", "go/basket.go", 3, "symbol"),
        ("Kept::more", "rust/more.rs", 2, "symbol"),
        ("Shop\\Pay\\Card::charge", "php/Card.php", 5, "symbol"),
        ("View#show", "web/view.js", 2, "symbol"),
        ("View->show", "web/view.js", 2, "symbol"),
    ],
)
def test_what_exists_is_resolved(scanner: Scanner, text: str, path: str, line: int | None, kind: str) -> None:
    found = scanner.resolve(text)
    assert found is not None
    assert (found.path, found.line, found.kind) == (path, line, kind)


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", "shop/basket.py", "shop/cart.py:999", "shop/cart.py:0", "Cart.fly", "fly_away", "shop.cart.Basket",
        "shop/cart.py::Basket", "/etc/passwd", "../outside.py", "shop/../shop/cart.py", "a sentence about carts",
        "Cart", "x" * 5_000, "shop/cart.py\nrm", "nowhere/", "Shop/Cart.py", "shop/cart.py:5-3", "shop/cart.py:3-999",
        "wrong.place.Cart.add_line", "Missing::Get", "shop/newsletter.py:4", "C:\\shop\\cart.py",
    ],
)  # fmt: skip
def test_what_does_not_exist_or_is_ambiguous_is_refused(scanner: Scanner, text: str) -> None:
    assert scanner.resolve(text) is None


@given(text=st.text())
def test_any_text_may_be_asked(scanner: Scanner, text: str) -> None:
    found = scanner.resolve(text)
    assert found is None or isinstance(found, Resolved)


@pytest.mark.parametrize(
    ("text", "candidates", "said"),
    [
        ("Cart", ["shop/cart.py", "web/cart.ts"], "may mean 2 places"),
        ("Shop/Cart.py", ["shop/cart.py"], "there is `shop/cart.py`"),
        ("shop/newsletter.py:999", ["shop/newsletter.py"], "so there is no line 999"),
        ("Basket.total", ["shop/cart.py"], "`total` is defined in shop/cart.py:13"),
        ("fly_away", [], "There is no `fly_away` here."),
    ],
)
def test_a_refusal_says_why_and_what_may_be_meant(
    scanner: Scanner, text: str, candidates: list[str], said: str
) -> None:
    anchor = scanner.look_up(text)
    assert anchor.found is None
    assert [one.path for one in anchor.candidates] == candidates
    assert said in anchor.problem


def test_a_file_deleted_a_moment_ago_is_refused(tmp_path: Path) -> None:
    root = a_folder(tmp_path / "r", {"a.py": "def one(): ...\n", "b.py": "def two(): ...\n"})
    scanner = Scanner(root, tmp_path / "c")
    assert scanner.resolve("one") is not None
    (root / "a.py").unlink()
    assert scanner.resolve("a.py") is None
    assert scanner.resolve("one") is None


def test_a_scan_for_one_ambiguous_place_says_so(scanner: Scanner) -> None:
    assert any("may mean 2 places" in note for note in scanner.scan("Cart").notes)
