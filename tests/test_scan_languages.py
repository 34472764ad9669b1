"""What each language gives up about its structure: definitions, owners, imports, documentation, messages."""

import time

import pytest

from roundtable.scan.excerpts import signatures_of
from roundtable.scan.extract import definitions_in, extract
from roundtable.scan.imports import resolve_imports
from roundtable.scan.kinds import kind_of
from roundtable.scan.vocabulary import Words
from scan_repositories import columns_of, index_of

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


HARDER: dict[str, tuple[str, dict[str, str | None]]] = {
    "cart.py": (
        'class Cart:\n    """Use it so:\n\n    class Example(Cart):\n        def shown(self): ...\n    """\n\n    def total(self): ...\n',
        {"Cart": None, "total": "Cart"},
    ),
    "cart.js": (
        "/**\n * function example() {}\n */\nfunction View() {}\nView.prototype.lookup = function lookup(name) {\n};\n"
        "const clean = path.replace(/\\/*$/, '');\nfunction Pay({\n  card,\n}) {\n  const charge = async (\n    sum,\n  ) => sum;\n}\n/* end */\n",
        {"View": None, "lookup": "View", "clean": None, "Pay": None, "charge": "Pay"},
    ),
    "cart.ts": (
        "export interface $Line extends Base {\n  id: string\n}\nexport abstract class Cart<T> {\n  abstract pay(sum: number): void;\n"
        "  handle = async (event: Event): Promise<void> => {\n  };\n  static make<U extends Map<string, U>>(\n    a: U,\n  ): Cart<U> {\n  }\n}\n"
        "export { type Line as Row };\nconst found = (list as Line[]).map((one) => one);\n",
        {"Line": None, "Cart": None, "pay": "Cart", "handle": "Cart", "make": "Cart", "found": None},
    ),
    "Cart.java": (
        "/**\n * public void example() {\n */\npublic interface Cart {\n  Total total(\n      Line first,\n      Line second)\n      throws Oops;\n\n"
        "  @Override public void close() {}\n\n  class Line {\n    Line(String id) {\n      assertThat(id).isEqualTo(\"{}\");\n"
        "      run(new Runnable() {\n        public void run() {\n        }\n      });\n    }\n  }\n}\n",
        {"Cart": None, "total": "Cart", "close": "Cart", "Line": "Cart", "run": "Line"},
    ),
    "cart.go": (
        "package shop\n\ntype (\n\tCart struct {\n\t}\n)\n\nfunc (c *Cart) Total() int {\n}\n\nfunc (b Basket[T]) Add(x T) {\n}\n",
        {"Cart": None, "Total": "Cart", "Add": None},
    ),
    "cart.rs": (
        "pub struct Cart;\npub struct Line;\nimpl<'a> Payable for Cart {\n    fn pay(&self) {\n        const CENTS: u8 = 2;\n    }\n}\n"
        "impl Line {\n    const MOST: u8 = 9;\n    fn new() -> Self { Line }\n}\nimpl Elsewhere {\n    fn far() {}\n}\n",
        {"Cart": None, "Line": None, "pay": "Cart", "MOST": "Line", "new": "Line", "far": None},
    ),
    "cart.cpp": (
        "typedef struct cart_t cart_t;\nusing Money = long;\nclass API Cart {\n public:\n  explicit Cart(int n) : n_(n) {}\n  ~Cart();\n"
        "  virtual int Pay(const Card& card) = 0;\n  int size() const { return n_; }\n};\ntemplate <class T>\n"
        "inline void List<T, int>::Node::Grow() {\n}\nint Cart::Total(\n    int x) {\n}\nTEST_F(CartTest, IsEmpty) {\n}\n",
        {
            "cart_t": None, "Money": None, "Cart": None, "Pay": "Cart", "size": "Cart", "Grow": None, "Total": "Cart",
            "IsEmpty": None,
        },
    ),
    "Cart.cs": (
        "public class Cart\n{\n    public Total Sum\n    {\n        get { return x; }\n    }\n    public bool IsEmpty => n == 0;\n"
        "    [Fact] public void Pays() // why\n    {\n        Use(\n            new Line(1), new Line(2));\n    }\n    void IPay.Pay<T>(T x)\n        where T : new()\n    {\n    }\n"
        "    public (int, string) Both(\n        int a,\n        int b) => (a, b.ToString());\n    const int Most = 3;\n}\npublic interface IPay\n{\n    void Refund(int sum);\n}\n",
        {
            "Cart": None, "Sum": "Cart", "IsEmpty": "Cart", "Pays": "Cart", "Pay": "Cart", "Both": "Cart", "Most": "Cart",
            "IPay": None, "Refund": "IPay",
        },
    ),
    "cart.rb": (
        "class ::Shop::Cart\n  def self.[](key)\n  end\n\n  def pay!\n  end\nend\n",
        {"Cart": None, "pay!": "Cart"},
    ),
    "Cart.kt": (
        "internal actual class Cart {\n  @Test fun pays() {\n    val local = 1\n  }\n\n  fun one() = 1\n\n  companion object {\n    const val MOST = 3\n"
        "    fun <T : Comparable<T>> of(x: List<T>): Cart = Cart()\n  }\n}\nfun interface Payable\nenum class Kind { A }\nfun Cart.total() = 1\nval Cart?.size: Int get() = 1\n",
        {
            "Cart": None, "pays": "Cart", "one": "Cart", "MOST": "Cart", "of": "Cart", "Payable": None, "Kind": None,
            "total": "Cart", "size": "Cart",
        },
    ),
    "Cart.php": (
        "<?php\n/**\n * class Example\n */\nabstract class Cart\n{\n    abstract protected function pay(\n        int $sum,\n    ): void;\n\n    public function &lines(): array\n    {\n    }\n}\n",
        {"Cart": None, "pay": "Cart", "lines": "Cart"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("path", sorted(HARDER))
def test_every_definition_is_found_with_its_owner_and_nothing_else(path: str) -> None:
    text, wanted = HARDER[path]
    found = definitions_in(path, text.encode())
    owners = {name: found[parent][0] if parent >= 0 else None for name, _, _, parent in reversed(found)}
    assert owners == wanted


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
            "main.go": 'package main\n\nimport (\n\t"fmt"\n\n\tc "example.org/shop/cart"\n)\n\nfunc main() {\n\tc.New()\n}\n',
            "cart/cart.go": "package cart\n\nfunc New() {}\n",
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
        {"Shop/Program.cs": "using Shop.Carts;\nusing System;\nclass P { Cart cart; }\n", "Shop/Carts/Cart.cs": "namespace Shop.Carts;\nclass Cart {}\n"},
        {("Shop/Program.cs", "Shop/Carts/Cart.cs")},
    ),
}  # fmt: skip


@pytest.mark.parametrize("language", sorted(IMPORTS))
def test_imports_lead_to_files_of_the_repository(language: str) -> None:
    files, wanted = IMPORTS[language]
    index = index_of(files)
    paths = index.paths
    assert {(paths[one.source], paths[one.target]) for one in resolve_imports(index)} == wanted


def test_the_names_taken_from_a_module_are_kept() -> None:
    files = {"shop/__init__.py": "", "shop/cart.py": "", "shop/pay.py": "from shop.cart import Cart, Line\n"}
    found = resolve_imports(index_of(files))
    assert [(one.source, one.target, one.names) for one in found] == [(2, 1, ("Cart", "Line"))]


def test_what_is_said_is_told_from_code_where_a_name_needs_no_import() -> None:
    words = Words()
    text = b'// about totals\nfunc Oops() { say("no such product here") }\n'
    found = columns_of({"a.go": text, "a.py": b'"""Explains carts."""\n'}, words).data["spoken"]
    assert [words.listed[n] for n in found] == [b"about", b"totals", b"no", b"such", b"product", b"here"]


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
    [
        "(" * 30_000, "a " * 30_000, "public static " * 5_000, "<" * 20_000, '"' * 20_001, "x.y" * 20_000,
        "  void f(int a,\n" * 10_000, "  a b(c)\n" * 10_000, "  new X(" * 10_000, "impl a for " * 10_000,
        "typedef a " * 10_000, "class A {\n" * 10_000, "  a = (b) :" * 10_000, "/*\n" * 20_000, "  A(b) : c(d),\n" * 10_000,
    ],
)  # fmt: skip
def test_no_input_makes_a_pattern_slow(path: str, piece: str) -> None:
    began = time.process_time()
    extract(path, ("\n" + piece + "\n").encode())
    # A pattern that backtracks over this takes minutes; the limit is far from both sides.
    assert time.process_time() - began < 20


@pytest.mark.parametrize("mark", ['MARK = \'"""\'', '# not """', "MARK = '''\ndef hidden(): ...\n'''"])
def test_only_a_block_hides_a_definition(mark: str) -> None:
    text = f'{mark}\ndef total(): ...\n{mark}\nHELP = """\ndef shown(): ...\n"""\n'
    assert [name for name, *_ in definitions_in("cart.py", text.encode()) if name.islower()] == ["total"]


def test_a_name_of_any_length_is_a_name() -> None:
    name = "test_" + "_and_".join(["something_happens"] * 5)
    words = Words()
    found = columns_of({"tests/test_a.py": f"def {name}(): ...\n".encode()}, words).data["def_names"]
    assert [words.listed[word].decode() for word in found] == [name]
    assert words[b"QUJD" * 20 + b"1"] == 0


def test_an_owner_may_stand_behind_what_it_owns() -> None:
    code = b"handle.done = function () {\n};\nfunction handle() {\n}\n"
    told = {one.name: one.parent for one in signatures_of("a.js", code)}
    assert told == {"done": "handle", "handle": None}
    circle = b"a.b = function () {\n};\nb.a = function () {\n};\n"
    assert {one.name for one in signatures_of("a.js", circle)} == {"a", "b"}
