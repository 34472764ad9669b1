"""Where that stands which a person named: every line, what it does there, and nothing that cannot be told."""

from pathlib import Path

import pytest

from roundtable.analysis.scanning import Focus, Mention, ScanResult
from roundtable.scan import mentions
from roundtable.scan.service import Scanner
from scan_repositories import SHOP, a_repository
from tables import check_rows

FILES = {
    **SHOP,
    "shop/errors.py": (
        "class ShopError(Exception):\n    pass\n\n\n"
        "class NoSuchCode(ShopError):\n"
        "    def __init__(self, name):\n"
        '        super().__init__(f"No such code: {name}")\n'
    ),
    "shop/codes.py": (
        "from shop.errors import NoSuchCode\n\n\n"
        "class Codes:\n"
        "    def find_code(self, name):\n"
        "        # find_code is slow\n"
        "        raise NoSuchCode(name)\n\n\n"
        "class OldCodes(Codes):\n"
        "    def find_code(self, name):\n"
        "        try:\n"
        "            return super().find_code(name)\n"
        "        except NoSuchCode:\n"
        "            return None\n"
    ),
    "tests/test_codes.py": (
        "from shop.codes import Codes\n\n\n"
        "def test_unknown():\n    assert Codes().find_code('x') == 'No such code: x'\n"
    ),
    "docs/codes.md": "# Codes\n\nCall `find_code`.\n",
    "CHANGES.md": "# Changes\n\n- `find_code` is new\n",
}


@pytest.fixture(scope="module")
def scanner(tmp_path_factory: pytest.TempPathFactory) -> Scanner:
    folder = tmp_path_factory.mktemp("mentions")
    return Scanner(a_repository(folder / "r", FILES), folder / "c")


def scan(scanner: Scanner, **focus: tuple[str, ...]) -> ScanResult:
    return scanner.scan("Give a discount for a code", focus=Focus.model_validate(focus))


def mention(scanner: Scanner, text: str, **focus: tuple[str, ...]) -> Mention | None:
    return next((one for one in scan(scanner, **focus).mentions if one.text == text), None)


def roles(found: Mention | None) -> list[str]:
    assert found is not None
    return [f"{at.path}:{at.line} {at.role}" for at in found.occurrences]


def test_each_line_with_a_name_says_what_it_does_with_it(scanner: Scanner) -> None:
    assert roles(mention(scanner, "find_code", names=("codes.find_code",))) == [
        "docs/codes.md:3 names",
        "shop/codes.py:5 defines",
        "shop/codes.py:11 overrides",
        "shop/codes.py:13 calls",
        "tests/test_codes.py:5 calls",
    ]
    assert roles(mention(scanner, "NoSuchCode", names=("NoSuchCode",))) == [
        "shop/codes.py:1 imports",
        "shop/codes.py:7 raises",
        "shop/codes.py:14 catches",
        "shop/errors.py:5 defines",
    ]


def uses(scanner: Scanner, name: str) -> list[str]:
    return [f"{at.path}:{at.line} {at.role}" for at in scanner.uses(name)]


def test_whoever_asks_for_a_name_gets_every_line_of_source_and_tests_also_for_a_plain_word(
    scanner: Scanner,
) -> None:
    assert uses(scanner, "Codes.find_code") == [
        "shop/codes.py:5 defines",
        "shop/codes.py:6 names",
        "shop/codes.py:11 overrides",
        "shop/codes.py:13 calls",
        "tests/test_codes.py:5 calls",
    ]
    assert uses(scanner, "codes.find_code") == uses(scanner, "Codes.find_code")
    assert "shop/cart.py:13 defines" in uses(scanner, "total")
    assert uses(scanner, "print") == uses(scanner, "drop_code") == []


def test_a_method_behind_its_class_is_the_one_of_that_class_and_not_of_its_namesakes(tmp_path: Path) -> None:
    files = {
        "forms/check.py": (
            "class Check:\n    def __call__(self, value): ...\n\n\n"
            "class Both(Check):\n    def __call__(self, value): ...\n\n\n"
            "class Either(Both):\n    def __call__(self, value): ...\n\n\n"
            "class Length(Check):\n    def __call__(self, value): ...\n"
        ),
        "forms/errors.py": "class Lost:\n    def __call__(self, value): ...\n",
    }
    scanner = Scanner(a_repository(tmp_path / "r", files), tmp_path / "c")
    places = ["forms/check.py:6 defines", "forms/check.py:10 overrides"]
    found = mention(scanner, "Both.__call__", names=("Both.__call__",))
    assert roles(found) == places
    assert uses(scanner, "Both.__call__") == places


def test_a_member_behind_its_class_leads_to_that_class_and_not_to_its_namesakes(tmp_path: Path) -> None:
    files = {
        "forms/field.py": "class Field:\n    def write_out(self): ...\n",
        "forms/schema.py": "class Schema:\n    def write_out(self): ...\n",
    }
    found = Scanner(a_repository(tmp_path / "r", files), tmp_path / "c").scan(
        "Field.write_out should be strict"
    )
    defining = {file.path: file.symbols for file in found.files}
    assert "Field.write_out" in defining["forms/field.py"]
    assert defining.get("forms/schema.py", ()) == ()


def test_a_line_of_another_language_means_another_name_unless_it_only_shows_pages(tmp_path: Path) -> None:
    files = {
        "shop/lists.py": "def shorten(rows):\n    return rows\n",
        "shop/list.html": "{{ shorten(rows) }}\n",
        "shop/list.js": "rows.shorten(4)\n",
    }
    scanner = Scanner(a_repository(tmp_path / "r", files), tmp_path / "c")
    assert uses(scanner, "shorten") == ["shop/list.html:1 calls", "shop/lists.py:1 defines"]


def test_each_way_to_declare_a_name_is_no_call_of_it(tmp_path: Path) -> None:
    def reads(line: str) -> list[str]:
        where = tmp_path / str(abs(hash(line)))
        files = {"a.js": "function send_it() {\n}\n", "b.js": f"{line}\n"}
        scanner = Scanner(a_repository(where / "r", files), where / "c")
        return [at.role for at in scanner.uses("send_it") if at.path == "b.js" and at.role != "defines"]

    names, calls = ["names"], ["calls"]
    check_rows(
        mentions,
        "DECLARATIONS",
        reads,
        {
            "defineGetter(req, function send_it() {": names,
            "  public Sender send_it(": names,
            "  Sender send_it(int a);": names,
            "  send_it(format: boolean): Sender;": names,
            "  send_it(function () {": calls,
            "  return send_it(4);": calls,
            "  await send_it(4);": calls,
            "  other(send_it(4));": calls,
        },
    )


def test_a_line_knows_the_function_around_it(scanner: Scanner) -> None:
    found = mention(scanner, "NoSuchCode", names=("NoSuchCode",))
    assert found is not None
    inside = {at.line: at.inside for at in found.occurrences if at.path == "shop/codes.py"}
    assert inside == {1: "", 7: "Codes.find_code", 14: "OldCodes.find_code"}


def test_a_message_is_found_by_the_part_that_nothing_is_filled_into(scanner: Scanner) -> None:
    assert roles(mention(scanner, "No such code", messages=("No such code '7up'.",))) == [
        "shop/errors.py:7 names",
        "tests/test_codes.py:5 names",
    ]
    assert scan(scanner, messages=("schema.sql", ", encoding=", "nobody says this here")).mentions == ()


def test_a_plain_word_counts_only_behind_its_class_and_only_where_it_is_defined(scanner: Scanner) -> None:
    assert scan(scanner, names=("total", "open", "print", "cart.total")).mentions == ()
    found = mention(scanner, "Cart.total", names=("Cart.total",))
    assert roles(found) == ["shop/cart.py:13 defines"]
    assert found is not None
    assert not found.is_whole


def test_what_is_defined_nowhere_is_no_mention(scanner: Scanner) -> None:
    assert scan(scanner, names=("drop_code",)).mentions == ()


def test_a_file_that_defines_what_was_named_comes_before_those_that_share_words(scanner: Scanner) -> None:
    first = scan(scanner, names=("send_newsletter",)).impact.direct[0]
    assert (first.path, first.reason) == ("shop/newsletter.py", "defines `send_newsletter`")


def test_what_was_ruled_out_is_in_no_list_and_nothing_else_is_missing(scanner: Scanner) -> None:
    before = scan(scanner, names=("find_code",))
    after = scan(scanner, names=("find_code",), ruled_out=("shop/codes.py",))
    assert "shop/codes.py" in {file.path for file in before.files}
    lists = (after.files, after.impact.direct, after.impact.indirect, after.impact.distant, after.suggested)
    assert "shop/codes.py" not in {one.path for listed in lists for one in listed}
    assert {file.path for file in before.files} - {file.path for file in after.files} == {"shop/codes.py"}


def test_a_name_that_moved_is_found_where_it_is_now(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "r", FILES)
    scanner = Scanner(root, tmp_path / "c")
    before = roles(mention(scanner, "NoSuchCode", names=("NoSuchCode",)))
    (root / "shop/errors.py").write_text("\n" + FILES["shop/errors.py"], encoding="utf-8")
    after = roles(mention(scanner, "NoSuchCode", names=("NoSuchCode",)))
    assert "shop/errors.py:5 defines" in before
    assert "shop/errors.py:6 defines" in after


def test_what_was_said_moves_the_ranking(scanner: Scanner) -> None:
    alone = scanner.scan("Say it kindly")
    told = scanner.scan("Say it kindly", focus=Focus(statements=("The newsletter goes to one address.",)))
    assert told.files[0].path == "shop/newsletter.py"
    assert not alone.files or alone.files[0].path != "shop/newsletter.py"


def test_a_module_that_lacks_what_was_named_under_it_is_suggested_beside_the_plan(scanner: Scanner) -> None:
    found = scan(scanner, names=("shop.CodeExpired",), plan=("shop/codes.py",)).suggested
    assert [(one.path, one.reason) for one in found] == [
        ("shop/__init__.py", "`shop.CodeExpired` is not in it yet")
    ]
    assert scan(scanner, names=("shop.CodeExpired",)).suggested == (), "there is no plan yet"
    there = scan(scanner, names=("shop.NoSuchCode",), plan=("shop/codes.py",)).suggested
    assert [(one.path, one.reason) for one in there] == [("shop/errors.py", "defines `NoSuchCode`")]


def test_imports_between_the_files_of_the_plan_are_known(scanner: Scanner) -> None:
    plan = ("shop/cli.py", "shop/prices.py", "shop/cart.py")
    edges = {(e.source, e.target) for e in scan(scanner, plan=plan).impact.edges if e.kind == "imports"}
    assert {("shop/cli.py", "shop/cart.py"), ("shop/cart.py", "shop/prices.py")} <= edges


def test_secrets_and_the_history_of_releases_are_not_searched(tmp_path: Path) -> None:
    files = {**FILES, ".env": "find_code=1\n", "credentials.py": "find_code = 2\n"}
    found = Scanner(a_repository(tmp_path / "r", files), tmp_path / "c").scan(
        "a code", focus=Focus(names=("find_code",))
    )
    paths = {at.path for one in found.mentions for at in one.occurrences}
    assert paths == {"docs/codes.md", "shop/codes.py", "tests/test_codes.py"}


def test_a_products_name_that_looks_like_a_class_is_no_name_of_code(tmp_path: Path) -> None:
    files = {**FILES, "shop/web.py": "# not with JavaScript\nRUNS = 'JavaScript'\n"}
    found = Scanner(a_repository(tmp_path / "r", files), tmp_path / "c").scan(
        "a code", focus=Focus(names=("JavaScript", "NoSuchCode"))
    )
    assert [one.text for one in found.mentions] == ["NoSuchCode"]


def test_what_is_made_from_the_code_is_not_searched(tmp_path: Path) -> None:
    files = {**FILES, "dist/shop.py": "def find_code(): pass\n", "vendor/codes.py": "def find_code(): pass\n"}
    found = Scanner(a_repository(tmp_path / "r", files), tmp_path / "c").scan(
        "a code", focus=Focus(names=("find_code",))
    )
    paths = {at.path for one in found.mentions for at in one.occurrences}
    assert paths == {"docs/codes.md", "shop/codes.py", "tests/test_codes.py"}


def test_a_changed_file_is_looked_at_again(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "r", FILES)
    scanner, focus = Scanner(root, tmp_path / "c"), Focus(names=("find_code",))
    before = scanner.scan("a code", focus=focus).mentions
    assert scanner.scan("another code", focus=focus).mentions == before
    (root / "shop" / "more.py").write_text("find_code()\n", encoding="utf-8")
    after = scanner.scan("a code", focus=focus).mentions
    assert "shop/more.py" in {at.path for one in after for at in one.occurrences}


def test_a_call_means_only_what_its_file_can_mean_where_several_define_the_name(tmp_path: Path) -> None:
    files = {
        "shop/__init__.py": "from shop.orders import load_rows\n",
        "shop/orders.py": "def load_rows(): ...\n",
        "crm/people.py": "def load_rows(): ...\n",
        "shop/page.py": "from shop.orders import load_rows\n\nload_rows()\n",
        "crm/page.py": "from crm import people\n\npeople.load_rows()\n",
        "bin/all.py": "import shop\n\nshop.load_rows()\n",
        "bin/other.py": "def show(table):\n    return table.load_rows()\n",
    }
    found = mention(
        Scanner(a_repository(tmp_path / "r", files), tmp_path / "c"), "load_rows", names=("load_rows",)
    )
    assert found is not None
    told = {at.path: (at.role, at.meant) for at in found.occurrences}
    assert told["shop/page.py"] == ("calls", ("shop/orders.py",))
    assert told["crm/page.py"] == ("calls", ("crm/people.py",))
    assert told["bin/all.py"] == ("calls", ("shop/orders.py",))
    assert told["bin/other.py"] == ("names", ()), "whose it is, nobody can tell"


def test_a_call_in_ruby_needs_no_brackets(tmp_path: Path) -> None:
    text = (
        "def send_page(path)\n  send_page 'x'\n  send_page(1)\n  app.send_page\n  return send_page :all\n"
        "  send_page = 1\n  send_page if path\n  x = { send_page: 1 }\n  # send_page 'x'\nend\n"
    )
    scanner = Scanner(a_repository(tmp_path / "r", {"lib/app.rb": text}), tmp_path / "c")
    assert [at.line for at in scanner.uses("send_page") if at.role == "calls"] == [2, 3, 4, 5]
