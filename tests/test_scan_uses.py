"""A use is proven by an import or by the scope of the language; an equal word proves nothing."""

from pathlib import Path

import pytest

from roundtable.scan.languages import language_of
from roundtable.scan.lexing import code_only
from roundtable.scan.service import Scanner
from roundtable.scan.uses import place_of_use
from scan_repositories import a_folder

LEDGER = "def balance(): ...\n\n\ndef close_ledger(): ...\n\n\nclass Ledger:\n    def book_entry(self): ...\n"


def users(root: Path, path: str) -> dict[str, tuple[str, ...]]:
    return {one.path: one.names for one in Scanner(root, root.parent / "cache").callers(path)}


@pytest.mark.parametrize(
    "text",
    [
        "# close_ledger is called elsewhere\n",
        '"""See close_ledger."""\n',
        'print("close_ledger")\n',
        "run(close_ledger=True)\n",
        "bank.close_ledger()\n",
        "close_ledger()\n",
        '"""Like so:\n\n    from pay.ledger import close_ledger\n"""\n',
    ],
)
def test_an_equal_word_is_no_use_in_a_language_with_imports(tmp_path: Path, text: str) -> None:
    root = a_folder(tmp_path / "r", {"pay/__init__.py": "", "pay/ledger.py": LEDGER, "pay/report.py": text})
    assert users(root, "pay/ledger.py") == {}


def test_what_is_imported_is_used_also_through_a_package_that_hands_it_on(tmp_path: Path) -> None:
    root = a_folder(tmp_path / "r", {
        "pay/__init__.py": "from .ledger import Ledger, balance\n",
        "pay/ledger.py": LEDGER,
        "pay/report.py": "from pay.ledger import close_ledger\n",
        "web/view.py": "from pay import Ledger, other\n",
    })  # fmt: skip
    assert users(root, "pay/ledger.py") == {
        "pay/__init__.py": ("Ledger", "balance"), "pay/report.py": ("close_ledger",), "web/view.py": ("Ledger",),
    }  # fmt: skip
    by_way = Scanner(root, tmp_path / "c").callers("pay/ledger.py")
    assert [one.path for one in by_way if not one.imports] == ["web/view.py"]


SCOPES: dict[str, tuple[dict[str, str], str, dict[str, tuple[str, ...]]]] = {
    "a Go package is its folder": (
        {
            "go.mod": "module example.org/shop\n",
            "store.go": "package shop\n\nfunc SaveGadget() {\n}\n\nfunc reopen() {\n}\n",
            "view.go": "package shop\n\nfunc Show() {\n\tSaveGadget()\n}\n",
            "call.go": "package shop\n\nfunc Run() {\n\treopen()\n}\n",
            "other.go": "package shop\n\n// SaveGadget is elsewhere.\nfunc (t *T) Go() {\n\tt.SaveGadget()\n}\n",
            "word.go": "package shop\n\nfunc Is(reopen bool) {\n\tif reopen {\n\t}\n}\n",
            "view_test.go": "package shop_test\n\nfunc TestX() {\n\tSaveGadget()\n}\n",
        },
        "store.go",
        {"view.go": ("SaveGadget",), "call.go": ("reopen",)},
    ),
    "Go takes a name from another package by its selector": (
        {
            "go.mod": "module example.org/shop\n",
            "store/save.go": "package store\n\nfunc Save() {\n}\n",
            "store/load.go": "package store\n\nfunc Load() {\n}\n",
            "cmd/main.go": 'package main\n\nimport (\n\tdb "example.org/shop/store"\n)\n\n// Load is for others.\nfunc main() {\n\tdb.Save()\n\tconfig.Load()\n}\n',
        },
        "store/load.go",
        {},
    ),
    "a Java package needs no import": (
        {
            "a/Basket.java": "package shop;\n\npublic class Basket {\n}\n",
            "b/Pay.java": "package shop;\n\nclass Pay {\n  Basket cart;\n}\n",
            "c/Other.java": "package other;\n\nclass Other {\n  Basket cart;\n}\n",
            "d/Word.java": "package shop;\n\n// a Basket\nclass Word {\n}\n",
        },
        "a/Basket.java",
        {"b/Pay.java": ("Basket",)},
    ),
    "C is linked: both know the header, and the header is no user": (
        {
            "cart.h": "int cart_total(void);\n",
            "cart.c": '#include "cart.h"\n\nint cart_total(void)\n{\n  return 1;\n}\n',
            "pay.c": '#include "cart.h"\n\nint pay(void)\n{\n  return cart_total();\n}\n',
            "far.c": "int far(void)\n{\n  return cart_total();\n}\n",
        },
        "cart.c",
        {"pay.c": ("cart_total",)},
    ),
    "a constant of Ruby is found by its name": (
        {
            "app/models/gift_card.rb": "class GiftCard\nend\n",
            "app/jobs/send.rb": "def send\n  GiftCard.new\nend\n",
            "app/jobs/note.rb": "# GiftCard\nputs 'GiftCard'\n",
        },
        "app/models/gift_card.rb",
        {"app/jobs/send.rb": ("GiftCard",)},
    ),
    "a Ruby module around others is nobody's to use": (
        {
            "lib/adapter.rb": "module ActiveJob\n  class Adapter\n    def run\n    end\n  end\nend\n",
            "test/hello.rb": "class Hello < ActiveJob::Base\nend\n",
        },
        "lib/adapter.rb",
        {},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", sorted(SCOPES))
def test_a_name_is_meant_where_the_language_says_so(tmp_path: Path, case: str) -> None:
    files, path, wanted = SCOPES[case]
    assert users(a_folder(tmp_path / "r", files), path) == wanted


@pytest.mark.parametrize(
    ("line", "is_use"),
    [
        ("close_ledger()", True),
        ("x = close_ledger", True),
        ("if close_ledger == 1:", True),
        ("bank.close_ledger()", False),
        ("run(close_ledger=1)", False),
        ("{close_ledger: 1}", False),
        ("def close_ledger():", False),
        ("close_ledgers()", False),
        ("my_close_ledger()", False),
        ("# close_ledger()", False),
    ],
)
def test_a_use_stands_by_itself_in_the_code(line: str, is_use: bool) -> None:
    code = code_only(language_of("a.py"), f"one = 1\n{line}\n".encode())
    assert place_of_use(code, "close_ledger") == (2 if is_use else None)


def test_who_only_mentions_a_name_is_not_called_a_user(tmp_path: Path) -> None:
    root = a_folder(tmp_path / "r", {
        "pay/ledger.py": LEDGER,
        "pay/report.py": "print(balance)\nbank.close_ledger()\n",
        "docs/words.md": "Keep your balance. See `close_ledger`.\n",
        "web/scales.py": "print(balance)\n",
    })  # fmt: skip
    impact = Scanner(root, tmp_path / "c").scan("pay/ledger.py must round").impact
    told = {one.path: one.reason for one in (*impact.indirect, *impact.distant)}
    assert told["pay/report.py"] == "mentions `close_ledger`, which only `pay/ledger.py` defines"
    assert told["docs/words.md"] == "mentions `close_ledger`, which only `pay/ledger.py` defines"
    assert "web/scales.py" not in told
    assert impact.edges == ()
