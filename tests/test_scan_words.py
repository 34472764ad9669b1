"""How code and descriptions become the same words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.scan.lexicon import beginning_of, folded, is_stop, split_tokens, stem, terms_of
from roundtable.scan.query import read_description


@pytest.mark.parametrize(
    ("identifier", "terms"),
    [
        ("FILE_UPLOAD_PERMISSIONS", {"fil", "upload", "permiss"}),
        ("getHTTPName", {"get", "http", "nam"}),
        ("order_by", {"ord", "by", stem("orderby")}),
        ("Größe", {"gross"}),
        ("数据库", {"数据", "据库"}),
        ("base64", {"base64"}),
        ("3d", {"3d"}),
        ("2FA", {"2fa"}),
        ("plot3D", {"plot", "3d"}),
        ("enable_2fa", {"enabl", "2fa"}),
        ("utf8mb4", {"utf8", "mb4"}),
    ],
)
def test_an_identifier_is_found_by_its_parts(identifier: str, terms: set[str]) -> None:
    assert terms <= set(terms_of(identifier))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("permission", "permissions"),
        ("validator", "validation"),
        ("serializer", "serialize"),
        ("migrating", "migrations"),
        ("query", "queries"),
        ("ordering", "ordered"),
        ("stopped", "stopping"),
        ("classes", "class"),
    ],
)
def test_forms_of_one_word_meet(one: str, other: str) -> None:
    assert stem(one) == stem(other)


def test_words_that_carry_a_product_are_no_stop_words() -> None:
    assert not any(is_stop(stem(word)) for word in ("user", "report", "ticket", "version", "none", "order"))
    assert all(is_stop(word) for word in ("the", "with", "should", "42"))


@given(st.text())
def test_any_text_can_be_read_as_a_description(text: str) -> None:
    query = read_description(text)
    assert all(term and weight > 0 for term, weight in query.terms.items())


@given(st.binary())
def test_any_bytes_can_be_cut_into_words(data: bytes) -> None:
    words = split_tokens(data)
    assert all(word and not word.isspace() for word in words)
    assert all(word in data for word in words)


def test_the_title_weighs_more_than_the_rest() -> None:
    query = read_description("Cart total is wrong\n\nSeen once after the newsletter was sent.")
    assert query.terms["cart"] > query.terms["newslett"]


def test_a_python_traceback_is_read_from_the_inside_out() -> None:
    query = read_description(
        'It fails\nTraceback (most recent call last):\n  File "/srv/app/shop/cli.py", line 9, in main\n    pay()\n'
        '  File "/srv/app/shop/prices.py", line 7, in price_of\nKeyError: unknown product in price list\n'
    )
    frames = [
        (one.path.rpartition("/")[2], one.line, one.function, one.rank) for one in query.files if one.frame
    ]
    assert frames[0] == ("prices.py", 7, "price_of", 0)
    assert frames[1] == ("cli.py", 9, "main", 1)


def test_a_java_trace_names_its_files() -> None:
    query = read_description(
        "Boom\n\tat org.shop.cart.Cart.total(Cart.java:42)\n\tat org.shop.Main.main(Main.java:7)"
    )
    assert [(one.path, one.line) for one in query.files] == [
        ("org/shop/cart/Cart.java", 42),
        ("org/shop/Main.java", 7),
    ]


def test_code_in_a_report_counts_less_than_its_sentences() -> None:
    query = read_description("Totals\n\nThe discount is lost.\n\n```\nfrom shop.widgets import Banner\n```\n")
    assert "discount" in query.prose_terms
    assert "bann" in query.terms
    assert "bann" not in query.prose_terms


def test_names_qualified_names_and_short_classes_are_seen() -> None:
    query = read_description("Cart.add_line() drops `quantity` when Q(x) is given, see shop/cart.py:12")
    assert {"add_line", "quantity", "Q"} <= set(query.names)
    assert ("Cart", "add_line") in query.dotted
    assert any(one.path == "shop/cart.py" and one.line == 12 for one in query.files)


def test_a_very_long_description_is_bounded_at_both_ends() -> None:
    query = read_description("Start " + "filler " * 40_000 + " finaltraceback")
    assert "start" in query.terms
    assert "finaltraceback" in query.terms
    assert len(query.text) < 50_000


@pytest.mark.parametrize(
    "asked",
    [
        "Add a square root function",
        "feat: add a square root function",
        "Please implement a square root function",
    ],
)
def test_the_verb_of_a_request_is_no_word_to_look_for(asked: str) -> None:
    terms = read_description(asked).terms
    assert set(terms) == set(read_description("a square root function").terms)


@pytest.mark.parametrize(
    "text", ["`add` returns a string", "Sums are wrong when add is given floats", "add(1, 2) returns 4"]
)
def test_a_verb_that_is_the_matter_itself_stays(text: str) -> None:
    assert "add" in read_description(text).terms


@pytest.mark.parametrize(
    ("example", "method"),
    [
        ("price ** 2", "__pow__"), ("price**rate", "__pow__"), ("total // 2", "__floordiv__"), ("rows @ columns", "__matmul__"),
        ("total % 7", "__mod__"), ("Q(x) & Q(y)", "__and__"), ("Q(x) | Q(y)", "__or__"), ("one ^ other", "__xor__"), ("bits << 2", "__lshift__"),
        ("bits >> 2", "__rshift__"), ("price + tax", "__add__"), ("price - tax", "__sub__"), ("price * 2", "__mul__"), ("price / 2", "__truediv__"),
    ],
)  # fmt: skip
def test_an_operator_in_an_example_means_the_method_it_calls(example: str, method: str) -> None:
    assert read_description(f"It is wrong\n\n```\n{example}\n```\n").operators == (method,)
    assert read_description(f"It is wrong\n\nSee `{example}` for this.").operators == (method,)


@pytest.mark.parametrize(
    "body", ["f(**options)", ">>> run()", "see a/b and x-y", "@cache\ndef f(*rest): ..."]
)
def test_what_only_looks_like_an_operator_means_none(body: str) -> None:
    assert read_description(f"It is wrong\n\n```\n{body}\n```\n").operators == ()


def test_whoever_has_a_term_has_its_beginning_in_the_letters_that_are_searched_first() -> None:
    words = [
        "getHTTPName",
        "test_files_saved",
        "_x",
        "orders",
        "ordering",
        "Größe",
        "2FA",
        "x3d",
        "MAX_SIZE",
        "profile",
        "story",
        "organise",
        "__init__",
    ]
    for word in words:
        letters = folded([word.encode()])
        assert all(any(beginning_of(term) in one for one in letters) for term in terms_of(word))
