"""Small repositories for the tests of the scan: files in, a folder out, with as much git as a test asks for."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from roundtable.scan.columns import Columns
from roundtable.scan.extract import extract
from roundtable.scan.index import Index, TermTable, build_index
from roundtable.scan.packing import pack
from roundtable.scan.vocabulary import Numbering, Words

__all__ = ["SHOP", "a_folder", "a_repository", "commit", "git", "index_of"]

SHOP: dict[str, str] = {
    "shop/__init__.py": '"""A small shop."""\n',
    "shop/cart.py": (
        "from shop.prices import price_of\n\n\nclass Cart:\n"
        '    """What a customer is about to buy."""\n\n'
        "    def __init__(self) -> None:\n        self.lines: list[tuple[str, int]] = []\n\n"
        "    def add_line(self, product: str, quantity: int = 1) -> None:\n"
        "        self.lines.append((product, quantity))\n\n"
        "    def total(self) -> int:\n        return sum(price_of(p) * q for p, q in self.lines)\n"
    ),
    "shop/prices.py": (
        '"""Prices in cents."""\n\nPRICES = {"tea": 300}\n\n\n'
        "def price_of(product: str) -> int:\n"
        '    if product not in PRICES:\n        raise KeyError("unknown product in price list")\n'
        "    return PRICES[product]\n"
    ),
    "shop/checkout.py": (
        "from shop.cart import Cart\n\n\n"
        "def pay(cart: Cart, card: str) -> str:\n"
        '    """Charge the card for the whole cart."""\n    return f"charged {cart.total()}"\n'
    ),
    "shop/cli.py": (
        "import argparse\n\nfrom shop.checkout import pay\nfrom shop.cart import Cart\n\n\n"
        "def main() -> None:\n    parser = argparse.ArgumentParser()\n    parser.parse_args()\n    pay(Cart(), '')\n"
    ),
    "shop/newsletter.py": "def send_newsletter(address: str) -> None:\n    print(address)\n",
    "tests/test_cart.py": (
        "from shop.cart import Cart\n\n\ndef test_total() -> None:\n    cart = Cart()\n"
        "    cart.add_line('tea', 2)\n    assert cart.total() == 600\n"
    ),
    "docs/cart.md": "# The cart\n\nCustomers put products into the cart and pay at the checkout.\n",
    "README.md": "# Shop\n",
}


def git(root: Path, *arguments: str) -> str:
    """Run git in a folder, away from the configuration of whoever runs the tests."""
    environment = {
        **os.environ,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_AUTHOR_NAME": "Ada",
        "GIT_AUTHOR_EMAIL": "ada@example.org",
        "GIT_COMMITTER_NAME": "Ada",
        "GIT_COMMITTER_EMAIL": "ada@example.org",
    }
    done = subprocess.run(
        ["git", "-C", str(root), "-c", "protocol.file.allow=always", *arguments],
        capture_output=True,
        check=True,
        env=environment,
    )
    return done.stdout.decode()


def a_folder(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write the files below `root`."""
    for path, content in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def commit(root: Path, message: str, files: Mapping[str, str | bytes] | None = None) -> None:
    """Write some files and commit everything."""
    a_folder(root, files or {})
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", message)


def a_repository(root: Path, files: Mapping[str, str | bytes] = SHOP, message: str = "Start") -> Path:
    """A git repository with one commit."""
    root.mkdir(parents=True, exist_ok=True)
    git(root, "init", "-q", "-b", "main")
    commit(root, message, files)
    return root


def index_of(files: Mapping[str, str]) -> Index:
    """The index of these files, without a disk."""
    words = Words()
    columns = columns_of({path: files[path].encode() for path in sorted(files)}, words)
    return build_index(columns, words, TermTable(words.listed))


def columns_of(files: Mapping[str, bytes], words: Words) -> Columns:
    """These files read into numbers."""
    packed = pack([extract(path, data) for path, data in files.items()])
    return Columns.of(list(files), packed, Numbering(words))
