"""Anchors: what exists is resolved, what does not is refused."""

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
        {**SHOP, "logo.png": b"\x89PNG\0\0", "web/cart.ts": "export class Cart {}\n"},
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
    ],
)
def test_what_exists_is_resolved(scanner: Scanner, text: str, path: str, line: int | None, kind: str) -> None:
    found = scanner.resolve_anchor(text)
    assert found is not None
    assert (found.path, found.line, found.kind) == (path, line, kind)


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", "shop/basket.py", "shop/cart.py:999", "shop/cart.py:0", "Cart.fly", "fly_away", "shop.cart.Basket",
        "shop/cart.py::Basket", "/etc/passwd", "../outside.py", "shop/../shop/cart.py", "a sentence about carts",
        "Cart", "x" * 5_000, "shop/cart.py\nrm", "nowhere/",
    ],
)  # fmt: skip
def test_what_does_not_exist_or_is_ambiguous_is_refused(scanner: Scanner, text: str) -> None:
    assert scanner.resolve_anchor(text) is None


@given(text=st.text())
def test_any_text_may_be_asked(scanner: Scanner, text: str) -> None:
    found = scanner.resolve(text)
    assert found is None or isinstance(found, Resolved)
