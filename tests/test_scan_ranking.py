"""Which files come first, and what is said about them."""

from pathlib import Path

import pytest

from roundtable.analysis.scanning import ScanResult
from roundtable.scan.service import Scanner
from scan_repositories import SHOP, a_folder, a_repository, commit


def paths(result: ScanResult) -> list[str]:
    return [file.path for file in result.files]


def reasons(result: ScanResult, path: str) -> str:
    return " | ".join(next(file.reasons for file in result.files if file.path == path))


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = a_repository(tmp_path_factory.mktemp("shop"))
    for number in range(4):
        commit(root, f"Round totals, part {number}", {
            "shop/cart.py": SHOP["shop/cart.py"] + f"# {number}\n",
            "tests/test_cart.py": SHOP["tests/test_cart.py"] + f"# {number}\n",
        })  # fmt: skip
    commit(
        root,
        "Newsletters go out in plain text",
        {"shop/newsletter.py": SHOP["shop/newsletter.py"] + "# plain\n"},
    )
    return root


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The cart total ignores the quantity of a line", "shop/cart.py"),
        ("price_of raises KeyError for new products", "shop/prices.py"),
        ("Something is off in shop/newsletter.py", "shop/newsletter.py"),
        ("Charge the card only once when the customer pays", "shop/checkout.py"),
        ("Newsletters should go out as plain text", "shop/newsletter.py"),
        ("`Cart.add_line` must refuse a negative quantity", "shop/cart.py"),
        ('It breaks: "unknown product in price list"', "shop/prices.py"),
        ('Crash\n  File "/x/shop/cli.py", line 9, in main\n  File "/x/shop/prices.py", line 8, in price_of\nKeyError', "shop/prices.py"),
    ],
)  # fmt: skip
def test_the_file_a_person_would_open_comes_first(shop: Path, tmp_path: Path, text: str, wanted: str) -> None:
    assert paths(Scanner(shop, tmp_path).scan(text))[0] == wanted


def test_every_text_file_is_a_candidate(shop: Path, tmp_path: Path) -> None:
    assert set(paths(Scanner(shop, tmp_path).scan("cart", top=100))) == set(SHOP)


def test_tests_and_documents_are_weighed_down_not_left_out(shop: Path, tmp_path: Path) -> None:
    found = paths(Scanner(shop, tmp_path).scan("cart total quantity"))
    assert found.index("shop/cart.py") < found.index("tests/test_cart.py")
    assert found.index("shop/cart.py") < found.index("docs/cart.md")


def test_reasons_name_what_they_rest_on(shop: Path, tmp_path: Path) -> None:
    result = Scanner(shop, tmp_path).scan("Cart.total should round; see shop/checkout.py")
    assert "defines `Cart`" in reasons(result, "shop/cart.py") or "`total`" in reasons(result, "shop/cart.py")
    assert "changed in 5 of the 5 commits that changed `tests/test_cart.py`" in reasons(
        result, "shop/cart.py"
    )
    assert "named in the text" in reasons(result, "shop/checkout.py")


def test_a_similar_commit_is_quoted(shop: Path, tmp_path: Path) -> None:
    result = Scanner(shop, tmp_path).scan("Newsletters in plain text")
    assert "Newsletters go out in plain text" in reasons(result, "shop/newsletter.py")


def test_every_ranked_file_has_a_reason_and_scores_fall(shop: Path, tmp_path: Path) -> None:
    result = Scanner(shop, tmp_path).scan("round the cart total", top=50)
    assert all(file.reasons for file in result.files)
    assert [file.score for file in result.files] == sorted(
        (file.score for file in result.files), reverse=True
    )
    assert result.files[0].score == 1.0


def test_the_same_question_gets_the_same_answer(shop: Path, tmp_path: Path) -> None:
    first = Scanner(shop, tmp_path / "a").scan("round the cart total")
    second = Scanner(shop, tmp_path / "b").scan("round the cart total")
    again = Scanner(shop, tmp_path / "a").scan("round the cart total")
    assert [r.model_copy(update={"duration_ms": 0}) for r in (second, again)] == [
        first.model_copy(update={"duration_ms": 0})
    ] * 2


def test_keywords_are_the_words_of_the_text_with_their_files(shop: Path, tmp_path: Path) -> None:
    keywords = {
        one.word.lower(): one for one in Scanner(shop, tmp_path).scan("The newsletter address").keywords
    }
    assert keywords["newsletter"].hits >= 1
    assert "shop/newsletter.py" in keywords["newsletter"].files


def test_top_bounds_the_list(shop: Path, tmp_path: Path) -> None:
    assert len(Scanner(shop, tmp_path).scan("cart", top=3).files) == 3
    assert Scanner(shop, tmp_path).scan("cart", top=0).files == ()


@pytest.mark.parametrize(
    "text",
    [
        "Der Warenkorb zeigt die falsche Summe in cart.py",
        "购物车 cart 总价错误",
        "Корзина: Cart.total неверно",
    ],
)
def test_a_description_in_another_language_finds_what_it_names(shop: Path, tmp_path: Path, text: str) -> None:
    assert paths(Scanner(shop, tmp_path).scan(text))[0] == "shop/cart.py"


def test_words_in_other_scripts_are_matched(tmp_path: Path) -> None:
    root = a_folder(
        tmp_path / "r",
        {"a.py": "# 数据库连接失败时重试\n", "b.py": "# Größe des Puffers\n", "c.py": "# nothing\n"},
    )
    scanner = Scanner(root, tmp_path / "c")
    assert paths(scanner.scan("数据库连接"))[0] == "a.py"
    assert paths(scanner.scan("Puffergröße: die GRÖSSE ist falsch"))[0] == "b.py"


def test_what_roundtable_wrote_itself_is_not_found(tmp_path: Path) -> None:
    root = a_folder(tmp_path / "r", {
        **SHOP,
        "BACKLOG.md": "- 1.1 [ ] loyalty points for regulars\n",
        "docs/requirements/points/meta.json": "{}",
        "docs/requirements/points/draft.md": "loyalty points for regulars\n",
        ".roundtable/config.toml": "# loyalty points\n",
    })  # fmt: skip
    assert paths(Scanner(root, tmp_path / "c").scan("loyalty points for regulars")) == []


def test_a_commit_is_called_similar_only_when_it_shares_more_than_one_word(tmp_path: Path) -> None:
    root = a_repository(tmp_path / "r", {"net.py": "def send(proxy, header): ...\n", "b.py": "x = 1\n"})
    commit(root, "Disable ignored linting rules", {"net.py": "def send(proxy, header): pass\n"})
    text = "The retry header is ignored behind a proxy"
    first = Scanner(root, tmp_path / "c").scan(text).files[0]
    assert first.path == "net.py"
    assert not [reason for reason in first.reasons if "similar commit" in reason]
    commit(root, "Send the header through a proxy", {"net.py": "def send(proxy, header): return 1\n"})
    first = Scanner(root, tmp_path / "c").scan(text).files[0]
    assert "changed by a similar commit: “Send the header through a proxy”" in first.reasons


def test_an_operator_in_an_example_leads_to_who_defines_it(tmp_path: Path) -> None:
    bodies = {"price": "__mul__", "worth": "__pow__", "sum": "__add__"}
    root = a_folder(
        tmp_path / "r",
        {
            f"{name}.py": f"class A{n}:\n    def {does}(self, other): ...\n"
            for n, (name, does) in enumerate(bodies.items())
        },
    )
    found = Scanner(root, tmp_path / "c").scan(
        "Wrong result of an operation on A0, A1 or A2\n\n    left ** right\n"
    )
    assert paths(found)[0] == "worth.py"
