"""Imports lead to the file they mean, in every way a language has of naming one, and to no other."""

import pytest

from roundtable.scan.imports import resolve_imports
from scan_repositories import index_of

Tree = dict[str, str]
Edges = set[tuple[str, str]]

TREES: dict[str, tuple[Tree, Edges]] = {
    "python: a namespace package in a workspace": (
        {
            "packages/pay/src/shop/pay/card.py": "from shop.core.money import Money\n",
            "packages/core/src/shop/core/money.py": "",
        },
        {("packages/pay/src/shop/pay/card.py", "packages/core/src/shop/core/money.py")},
    ),
    "python: a service without __init__ below a folder": (
        {"services/api/app/main.py": "from app.db import session\n", "services/api/app/db.py": "", "services/web/app/db.py": ""},
        {("services/api/app/main.py", "services/api/app/db.py")},
    ),
    "python: a script named like a module of the library": (
        {"scripts/json.py": "", "scripts/dump.py": "import json\n", "src/shop/__init__.py": "", "src/shop/cart.py": "import json\nimport typing\n", "src/shop/typing.py": ""},
        {("scripts/dump.py", "scripts/json.py")},
    ),
    "python: relative imports of modules and names": (
        {"a/__init__.py": "from . import b\nfrom .b import *\n", "a/b.py": "from ..c import x\nfrom .. import c\n", "a/c/__init__.py": "from ..b import y\n"},
        {("a/__init__.py", "a/b.py"), ("a/c/__init__.py", "a/b.py")},
    ),
    "typescript: aliases of the closest tsconfig": (
        {
            "tsconfig.json": '{"compilerOptions": {"lib": ["dom"], "paths": {"@app/*": ["./apps/web/*"], "config": ["./config/main.ts"]}}}',
            "apps/api/tsconfig.json": '{"compilerOptions": {"baseUrl": ".", "paths": {"@app/*": ["src/*"]}}}',
            "apps/api/src/main.ts": "import { pay } from '@app/pay'\nimport { db } from 'tools/db'\nimport dom from 'dom'\n",
            "apps/api/src/pay.ts": "", "apps/api/tools/db.ts": "",
            "apps/web/pay.ts": "import config from 'config'\nimport { cart } from '@app/cart.js'\n", "apps/web/cart.tsx": "", "config/main.ts": "", "dom.ts": "",
        },
        {
            ("apps/api/src/main.ts", "apps/api/src/pay.ts"), ("apps/api/src/main.ts", "apps/api/tools/db.ts"),
            ("apps/web/pay.ts", "config/main.ts"), ("apps/web/pay.ts", "apps/web/cart.tsx"),
        },
    ),
    "typescript: packages of a workspace": (
        {
            "packages/core/package.json": '{\n  "name": "@shop/core"\n}\n', "packages/core/src/index.ts": "", "packages/core/src/money.ts": "",
            "apps/web/app.ts": "import { a } from '@shop/core'\nimport { m } from '@shop/core/money'\nimport x from 'lodash/money'\n",
        },
        {("apps/web/app.ts", "packages/core/src/index.ts"), ("apps/web/app.ts", "packages/core/src/money.ts")},
    ),
    "javascript: the folder above": (
        {"index.js": "module.exports = require('./lib/app')\n", "lib/app.js": "", "test/app.js": "const express = require('../')\n"},
        {("index.js", "lib/app.js"), ("test/app.js", "index.js")},
    ),
    "java: by what files declare, wherever they lie": (
        {
            "odd/place/Cart.java": "package org.shop.cart;\nclass Cart {\n  static class Line {}\n}\n",
            "other/Cart.java": "package org.other;\nclass Cart {}\n",
            "odd/Main.java": "package org.shop;\nimport org.shop.cart.Cart.Line;\nimport static org.shop.cart.Cart.of;\nimport java.util.*;\nclass Main {}\n",
            "odd/All.java": "package org.shop;\nimport org.shop.cart.*;\nclass All { Pay pay; }\n",
            "odd/place/Pay.java": "package org.shop.cart;\nclass Pay {}\n",
        },
        {("odd/Main.java", "odd/place/Cart.java"), ("odd/All.java", "odd/place/Pay.java")},
    ),
    "kotlin: functions and classes that are not called like their file": (
        {
            "src/Money.kt": "package shop.money\n\nfun cents(x: Int) = x\n\nclass Purse\n",
            "src/Main.kt": "package shop\n\nimport shop.money.cents\nimport shop.money.Purse as P\n",
            "src/Other.kt": "package shop\n\nimport shop.money.unknown\n",
        },
        {("src/Main.kt", "src/Money.kt")},
    ),
    "csharp: namespaces narrowed to the types in use, and global usings": (
        {
            "Shop/GlobalUsings.cs": "global using Shop.Pay;\n",
            "Shop/Program.cs": "using Shop.Carts;\nnamespace Shop;\nclass Program\n{\n    Cart cart;\n}\n",
            "Shop/Late.cs": "namespace Shop;\nclass Late\n{\n    Card card;\n}\n",
            "Shop/Any/Cart.cs": "namespace Shop.Carts;\npublic class Cart\n{\n}\n",
            "Shop/Any/Line.cs": "namespace Shop.Carts;\npublic class Line\n{\n}\n",
            "Shop/Pay/Card.cs": "namespace Shop.Pay\n{\n    public class Card\n    {\n    }\n}\n",
        },
        {("Shop/Program.cs", "Shop/Any/Cart.cs"), ("Shop/Late.cs", "Shop/Pay/Card.cs")},
    ),
    "csharp: what is around needs no using, and a using inside a namespace is relative to it": (
        {
            "Lib/Rule.cs": "\ufeffnamespace Lib;\n\nusing Inner;\n\npublic class Rule\n{\n    Helper helper;\n}\n",
            "Lib/Inner/Helper.cs": "namespace Lib.Inner;\n\nclass Helper\n{\n    // Other\n    string kind = \"Other\";\n    Rule rule;\n}\n",
            "Lib/Other.cs": "namespace Lib;\n\nclass Other\n{\n    int Rule = 1;\n    void Go() { x.Rule(); }\n}\n",
            "Far/Away.cs": "namespace Far;\n\nclass Away\n{\n    Rule rule;\n}\n",
        },
        {("Lib/Rule.cs", "Lib/Inner/Helper.cs"), ("Lib/Inner/Helper.cs", "Lib/Rule.cs")},
    ),
    "csharp: of a partial type the file that bears its name": (
        {
            "Lib/Map.cs": "namespace Lib;\n\npublic partial class Map\n{\n}\n",
            "Lib/Map.Async.cs": "namespace Lib;\n\npublic partial class Map\n{\n}\n",
            "Lib/User.cs": "namespace Lib;\n\nclass User\n{\n    Map map;\n}\n",
        },
        {("Lib/User.cs", "Lib/Map.cs"), ("Lib/Map.Async.cs", "Lib/Map.cs")},
    ),
    "an example in a comment imports nothing": (
        {
            "app/a.py": '"""Like so:\n\n    from app.b import x\n"""\n', "app/b.py": "", "app/__init__.py": "",
            "web/a.js": "// import x from './b'\n/*\nimport y from './b'\n*/\nconst z = 'from'\n", "web/b.js": "",
        },
        set(),
    ),
    "go: the files of a package that hold what is used": (
        {
            "go.mod": "module example.org/shop\n", "svc/go.mod": "module example.org/shop/svc\n",
            "cart/cart.go": "package cart\n\ntype Cart struct {\n}\n\nfunc helper() {\n}\n", "cart/line.go": "package cart\n\nfunc NewLine() {\n}\n",
            "svc/main.go": 'package main\n\nimport "example.org/shop/cart"\n\nfunc main() {\n\thelper := cart.NewLine()\n}\n',
        },
        {("svc/main.go", "cart/line.go")},
    ),
    "rust: crates, braces, super and inline modules": (
        {
            "Cargo.toml": '[workspace]\n', "crates/pay/Cargo.toml": '[package]\nname = "shop-pay"\n', "crates/pay/src/lib.rs": "pub mod card;\n",
            "crates/pay/src/card.rs": "mod tests {\n    use super::*;\n}\n",
            "crates/core/Cargo.toml": '[package]\nname = "core-app"\n', "crates/core/main.rs": "mod flags;\nuse shop_pay::card::Card;\n",
            "crates/core/flags/mod.rs": "mod parse;\nmod low;\nuse std::fmt;\n",
            "crates/core/flags/parse.rs": "use {\n    crate::flags::{low::{Low, Mode}, self},\n    std::io,\n};\n",
            "crates/core/flags/low.rs": "use super::parse::Parser;\n/// See crate::flags::parse.\nfn x() { crate::run() }\n",
        },
        {
            ("crates/pay/src/lib.rs", "crates/pay/src/card.rs"), ("crates/core/main.rs", "crates/core/flags/mod.rs"),
            ("crates/core/main.rs", "crates/pay/src/card.rs"), ("crates/core/flags/mod.rs", "crates/core/flags/parse.rs"),
            ("crates/core/flags/mod.rs", "crates/core/flags/low.rs"), ("crates/core/flags/parse.rs", "crates/core/flags/low.rs"),
            ("crates/core/flags/parse.rs", "crates/core/flags/mod.rs"), ("crates/core/flags/low.rs", "crates/core/flags/parse.rs"),
            ("crates/core/flags/low.rs", "crates/core/main.rs"),
        },
    ),
    "c: search paths, and headers of the library": (
        {"src/util/string.h": "", "src/db/db.cc": '#include <string.h>\n#include "util/coding.h"\n#include <shop/db.h>\n', "src/util/coding.h": "", "include/shop/db.h": ""},
        {("src/db/db.cc", "src/util/coding.h"), ("src/db/db.cc", "include/shop/db.h")},
    ),
    "ruby: the load path, autoload and what lies beside": (
        {
            "lib/shop.rb": "require 'json'\nautoload :Cart, 'shop/cart'\nrequire_relative 'shop/json'\n", "lib/shop/cart.rb": "", "lib/shop/json.rb": "",
            "test/cart_test.rb": "require 'test_helper'\nrequire 'shop/cart'\n", "test/test_helper.rb": "",
        },
        {
            ("lib/shop.rb", "lib/shop/cart.rb"), ("lib/shop.rb", "lib/shop/json.rb"), ("test/cart_test.rb", "test/test_helper.rb"),
            ("test/cart_test.rb", "lib/shop/cart.rb"),
        },
    ),
    "php: namespaces, groups and traits": (
        {
            "src/Pay/Card.php": "<?php\nnamespace Shop\\Pay;\nclass Card\n{\n    use Logs;\n}\n", "src/Pay/Logs.php": "<?php\nnamespace Shop\\Pay;\ntrait Logs\n{\n}\n",
            "src/Logs.php": "<?php\nnamespace Shop;\nclass Logs\n{\n}\n",
            "src/Main.php": "<?php\nnamespace Shop;\nuse Shop\\Pay\\{Card, Logs as L};\nuse Other\\Pay\\Card as C;\nrequire __DIR__ . '/../boot.php';\n", "boot.php": "<?php\n",
        },
        {("src/Pay/Card.php", "src/Pay/Logs.php"), ("src/Main.php", "src/Pay/Card.php"), ("src/Main.php", "src/Pay/Logs.php"), ("src/Main.php", "boot.php")},
    ),
}  # fmt: skip


@pytest.mark.parametrize("tree", sorted(TREES))
def test_imports_lead_where_the_language_says(tree: str) -> None:
    files, wanted = TREES[tree]
    index = index_of(files)
    paths = index.paths
    assert {(paths[one.source], paths[one.target]) for one in resolve_imports(index)} == wanted


def test_a_whole_package_is_narrowed_to_the_names_in_use() -> None:
    files, _ = TREES["go: the files of a package that hold what is used"]
    assert [one.names for one in resolve_imports(index_of(files))] == [("NewLine",)]


def test_what_only_a_type_checker_imports_is_told_apart() -> None:
    files = {
        "shop/__init__.py": "",
        "shop/cart.py": "import typing\nfrom shop.tax import rate\nif typing.TYPE_CHECKING:\n    from shop.user import User\n\n    from shop.tax import Tax\n\nimport shop.log\n",
        "shop/tax.py": "",
        "shop/user.py": "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    import shop.cart\n",
        "shop/log.py": "",
    }
    index = index_of(files)
    found = {(index.paths[one.source], index.paths[one.target]): one.is_run for one in resolve_imports(index)}
    assert found == {
        ("shop/cart.py", "shop/tax.py"): True,
        ("shop/cart.py", "shop/user.py"): False,
        ("shop/cart.py", "shop/log.py"): True,
        ("shop/user.py", "shop/cart.py"): False,
    }
