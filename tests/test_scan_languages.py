"""What each language gives up about its structure: definitions, owners, imports, documentation, messages."""

import time

import pytest

from roundtable.scan.extract import Words, definitions_in, extract
from roundtable.scan.imports import resolve_imports
from roundtable.scan.kinds import kind_of

SAMPLES: dict[str, tuple[str, set[str]]] = {
    "cart.py": (
        "LIMIT = 3\n\nclass Cart:\n    async def add(self, x):\n        def inner(): ...\n\ndef total(): pass\n",
        {"LIMIT", "Cart", "add", "inner", "total"},
    ),
    "cart.js": (
        "export default class Cart {\n  async add(item) {\n    if (item) { return 1 }\n  }\n}\n"
        "export const total = (a) => a\nfunction pay() {}\nmodule.exports.refund = function () {}\n",
        {"Cart", "add", "total", "pay", "refund"},
    ),
    "cart.ts": (
        "export interface Line { id: string }\nexport type Id = string\nenum Kind { A }\n"
        "export abstract class Cart {\n  private total(): number {\n    return 1\n  }\n}\nexport function pay<T>(x: T): T { return x }\n",
        {"Line", "Id", "Kind", "Cart", "total", "pay"},
    ),
    "Cart.java": (
        "package shop;\npublic class Cart {\n  public static final int LIMIT = 3;\n  @Override\n"
        "  public List<String> lines(int a, String b) throws Oops {\n    for (int i = 0; i < a; i++) { run(i); }\n  }\n"
        "  Cart(String owner) {\n  }\n}\ninterface Payable {}\nenum Kind { A }\n",
        {"Cart", "LIMIT", "lines", "Payable", "Kind"},
    ),
    "cart.go": (
        "package shop\n\ntype Cart struct {\n}\n\nfunc NewCart() *Cart {\n}\n\nfunc (c *Cart) Total(x int) int {\n}\n\nconst Limit = 3\n",
        {"Cart", "NewCart", "Total", "Limit"},
    ),
    "cart.rs": (
        "pub struct Cart;\nimpl Cart {\n    pub async fn total(&self) -> u32 { 1 }\n}\npub(crate) trait Payable {}\n"
        "const LIMIT: u32 = 3;\nmacro_rules! pay { () => {} }\nmod lines;\n",
        {"Cart", "total", "Payable", "LIMIT", "pay", "lines"},
    ),
    "cart.c": (
        "#define LIMIT 3\nstruct cart {\n  int n;\n};\nstatic int cart_total(const struct cart *c)\n{\n  if (c) { return 1; }\n}\n",
        {"LIMIT", "cart", "cart_total"},
    ),
    "cart.cpp": (
        "namespace shop {\nclass Cart : public Base {\n public:\n  int total() const {\n    return 1;\n  }\n};\n}\n"
        "void shop::Cart::add(int x) {\n  while (x) { x--; }\n}\n",
        {"shop", "Cart", "total", "add"},
    ),
    "Cart.cs": (
        "namespace Shop;\npublic sealed class Cart : ICart\n{\n    public int Count { get; set; }\n"
        "    public async Task<int> Total(int x)\n    {\n        foreach (var y in z) { }\n    }\n}\ninternal interface ICart { }\n",
        {"Cart", "Count", "Total", "ICart"},
    ),
    "cart.rb": (
        "module Shop\n  class Cart\n    LIMIT = 3\n    def total\n    end\n    def self.empty?\n    end\n  end\nend\n",
        {"Shop", "Cart", "LIMIT", "total", "empty?"},
    ),
    "Cart.php": (
        "<?php\nnamespace Shop;\nfinal class Cart {\n  const LIMIT = 3;\n  public static function total(int $x): int {\n  }\n}\ninterface Payable {}\n",
        {"Cart", "LIMIT", "total", "Payable"},
    ),
    "Cart.kt": (
        "package shop\n\ndata class Line(val id: String)\n\nclass Cart {\n    suspend fun total(): Int = 1\n    private val lines = 1\n}\n\nobject Shop\n\ninterface Payable\n",
        {"Line", "Cart", "total", "lines", "Shop", "Payable"},
    ),
    "schema.sql": ("CREATE TABLE IF NOT EXISTS carts (id int);\ncreate or replace view totals as select 1;\n", {"carts", "totals"}),
    "cart.md": ("# The cart\n\ntext\n\n## Paying\n", {"The cart", "Paying"}),
}  # fmt: skip
FLOW = {"if", "for", "while", "return", "foreach", "switch", "catch", "function", "else"}


@pytest.mark.parametrize("path", sorted(SAMPLES))
def test_definitions_are_found_and_flow_is_not_taken_for_them(path: str) -> None:
    text, wanted = SAMPLES[path]
    names = {name for name, _, _, _ in definitions_in(path, text.encode())}
    assert wanted <= names
    assert not names & FLOW


@pytest.mark.parametrize(("path", "member", "owner"), [
    ("cart.py", "add", "Cart"), ("cart.js", "add", "Cart"), ("cart.ts", "total", "Cart"), ("Cart.java", "lines", "Cart"),
    ("cart.rb", "total", "Cart"), ("Cart.php", "total", "Cart"), ("Cart.kt", "total", "Cart"), ("Cart.cs", "Total", "Cart"),
])  # fmt: skip
def test_members_know_their_owner(path: str, member: str, owner: str) -> None:
    found = definitions_in(path, SAMPLES[path][0].encode())
    parent = next(parent for name, _, _, parent in found if name == member)
    assert found[parent][0] == owner


def test_lines_are_those_of_the_file() -> None:
    found = definitions_in("cart.py", SAMPLES["cart.py"][0].encode())
    assert [(name, line) for name, line, _, _ in found] == [
        ("LIMIT", 1), ("Cart", 3), ("add", 4), ("inner", 5), ("total", 7),
    ]  # fmt: skip


IMPORTS: dict[str, tuple[dict[str, str], set[tuple[str, str]]]] = {
    "python": (
        {
            "src/shop/__init__.py": "",
            "src/shop/cart.py": "from .prices import price_of\nfrom shop import lines\nimport os, shop.pay as p\n",
            "src/shop/prices.py": "",
            "src/shop/lines.py": "from ..nowhere import x\n",
            "src/shop/pay.py": "from shop.cart import (\n    Cart,  # why\n    Line,\n)\n",
        },
        {
            ("src/shop/cart.py", "src/shop/prices.py"), ("src/shop/cart.py", "src/shop/lines.py"),
            ("src/shop/cart.py", "src/shop/pay.py"), ("src/shop/pay.py", "src/shop/cart.py"),
        },
    ),
    "javascript": (
        {
            "src/app.ts": "import { cart } from './cart'\nimport x from '@/lib/money'\nconst y = require('../tools/log.js')\nimport 'react'\n",
            "src/cart/index.ts": "",
            "src/lib/money.ts": "",
            "tools/log.js": "",
        },
        {("src/app.ts", "src/cart/index.ts"), ("src/app.ts", "src/lib/money.ts"), ("src/app.ts", "tools/log.js")},
    ),
    "java": (
        {
            "app/src/main/java/org/shop/Main.java": "import org.shop.cart.Cart;\nimport static org.shop.Money.of;\nimport java.util.List;\n",
            "app/src/main/java/org/shop/cart/Cart.java": "",
            "app/src/main/java/org/shop/Money.java": "",
        },
        {
            ("app/src/main/java/org/shop/Main.java", "app/src/main/java/org/shop/cart/Cart.java"),
            ("app/src/main/java/org/shop/Main.java", "app/src/main/java/org/shop/Money.java"),
        },
    ),
    "go": (
        {
            "go.mod": "module example.org/shop\n\ngo 1.22\n",
            "main.go": 'package main\n\nimport (\n\t"fmt"\n\n\tc "example.org/shop/cart"\n)\n',
            "cart/cart.go": "package cart\n",
            "cart/cart_test.go": "package cart\n",
        },
        {("main.go", "cart/cart.go")},
    ),
    "rust": (
        {
            "src/lib.rs": "mod cart;\npub mod pay;\n",
            "src/cart.rs": "use crate::pay::{charge, Card};\n",
            "src/pay/mod.rs": "use std::fmt;\n",
        },
        {("src/lib.rs", "src/cart.rs"), ("src/lib.rs", "src/pay/mod.rs"), ("src/cart.rs", "src/pay/mod.rs")},
    ),
    "c": (
        {"src/cart.c": '#include "cart.h"\n#include <stdio.h>\n#include "shop/pay.h"\n', "src/cart.h": "", "include/shop/pay.h": ""},
        {("src/cart.c", "src/cart.h"), ("src/cart.c", "include/shop/pay.h")},
    ),
    "ruby": (
        {"lib/shop.rb": "require 'shop/cart'\nrequire 'json'\n", "lib/shop/cart.rb": "require_relative 'line'\n", "lib/shop/line.rb": ""},
        {("lib/shop.rb", "lib/shop/cart.rb"), ("lib/shop/cart.rb", "lib/shop/line.rb")},
    ),
    "php": (
        {"src/Http/Pay.php": "<?php\nuse App\\Models\\Cart;\nuse Other\\Thing;\n", "src/Models/Cart.php": ""},
        {("src/Http/Pay.php", "src/Models/Cart.php")},
    ),
    "kotlin": (
        {"src/main/kotlin/shop/Main.kt": "import shop.cart.Cart\n", "src/main/kotlin/shop/cart/Cart.kt": ""},
        {("src/main/kotlin/shop/Main.kt", "src/main/kotlin/shop/cart/Cart.kt")},
    ),
    "csharp": (
        {"Shop/Program.cs": "using Shop.Carts;\nusing System;\n", "Shop/Carts/Cart.cs": ""},
        {("Shop/Program.cs", "Shop/Carts/Cart.cs")},
    ),
}  # fmt: skip


@pytest.mark.parametrize("language", sorted(IMPORTS))
def test_imports_lead_to_files_of_the_repository(language: str) -> None:
    files, wanted = IMPORTS[language]
    paths = sorted(files)
    words = Words()
    imports = [extract(path, files[path].encode(), words).imports for path in paths]
    found = {(paths[one.source], paths[one.target]) for one in resolve_imports(paths, imports)}
    assert found == wanted


def test_the_names_taken_from_a_module_are_kept() -> None:
    paths = ["shop/__init__.py", "shop/cart.py", "shop/pay.py"]
    found = resolve_imports(paths, [(), (), ("shop.cart Cart Line",)])
    assert [(one.source, one.target, one.names) for one in found] == [(2, 1, ("Cart", "Line"))]


def test_documentation_and_messages_are_told_from_code() -> None:
    words = Words()
    one = extract(
        "a.py",
        b'"""Explains carts."""\n# about totals\nraise Oops("no such product here")\nx = "id"\n',
        words,
    )
    assert {words.listed[n] for n in one.docs} == {b"Explains", b"carts", b"about", b"totals"}
    assert {words.listed[n] for n in one.messages} == {b"no", b"such", b"product", b"here"}


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("src/app/cart.py", "source"), ("tests/test_cart.py", "test"), ("src/cart.spec.ts", "test"),
        ("src/test/java/org/CartTest.java", "test"), ("pkg/cart_test.go", "test"), ("docs/guide.md", "docs"),
        ("README.md", "docs"), ("pyproject.toml", "config"), ("package.json", "config"), (".github/workflows/ci.yml", "config"),
        ("locale/de/LC_MESSAGES/django.po", "data"), ("src/contest/protest.py", "source"), ("CartController.cs", "source"),
        ("spec/models/cart_spec.rb", "test"), ("setup.py", "config"), ("Makefile", "config"),
    ],
)  # fmt: skip
def test_files_are_sorted_by_what_they_are(path: str, kind: str) -> None:
    assert kind_of(path) == kind


@pytest.mark.parametrize("path", sorted(SAMPLES))
@pytest.mark.parametrize(
    "piece",
    ["(" * 30_000, "a " * 30_000, "public static " * 5_000, "<" * 20_000, '"' * 20_001, "x.y" * 20_000],
)
def test_no_input_makes_a_pattern_slow(path: str, piece: str) -> None:
    began = time.process_time()
    extract(path, ("\n" + piece + "\n").encode(), Words())
    # A pattern that backtracks over this takes minutes; the limit is far from both sides.
    assert time.process_time() - began < 20
