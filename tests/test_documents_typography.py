"""A person's words as documents set them: nothing is rephrased, code looks like code, lines of code are links."""

import pytest
from hypothesis import given

from hostile import TEXTS
from roundtable.documents.escaping import one_line, plain
from roundtable.documents.typography import (
    anchor_of,
    cited_lines,
    counted,
    ended,
    joined,
    normal,
    set_heading,
    set_words,
    table,
)
from roundtable.language.markdown import read_markdown


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("run --help and -x please", "run `--help` and `-x` please"),
        ("it goes into src/shop/cart.py today", "It goes into `src/shop/cart.py` today"),
        ("resolve_command raises it", "`resolve_command` raises it"),
        ("list_commands(ctx) and stop() know it", "`list_commands(ctx)` and `stop()` know it"),
        ("shop.NoSuchCart is new", "`shop.NoSuchCart` is new"),
        ("NoSuchCartError is new", "`NoSuchCartError` is new"),
        ("__init__ exports MAX_SIZE", "`__init__` exports `MAX_SIZE`"),
        ('Print "No such option: --cat" then', 'Print "No such option: --cat" then'),
        ("'resolve_command' is what people type", "'resolve_command' is what people type"),
        ("The `--help` text", "The `--help` text"),
        ("But the cart stays", "The cart stays"),
        ("One correction: it exits with 6", "It exits with 6"),
        ("See http://example.org/a_b.html", "See http://example.org/a_b.html"),
        ("Ask example.org:8080 first", "Ask example.org:8080 first"),
        ("PostgreSQL, GitHub and JavaScript", "PostgreSQL, GitHub and JavaScript"),
        ("yes and/or no, file(s), e.g. 1.5/2.0", "yes and/or no, file(s), e.g. 1.5/2.0"),
        ("iPhone users, eBay too", "iPhone users, eBay too"),
        ("pip-tools compile prints it", "pip-tools compile prints it"),
        ("really - well-known -- odd", "really - well-known -- odd"),
        ("a stray ` and a_b", "A stray \\` and a_b"),
    ],
)
def test_code_names_options_and_paths_are_code_and_nothing_else_changes(said: str, shown: str) -> None:
    assert set_words(said) == shown


def test_a_name_that_could_be_a_product_is_code_only_where_the_code_has_it() -> None:
    assert set_words("UsageError stays, so does forms.py") == "UsageError stays, so does forms.py"
    known = {"UsageError", "forms.py", "Gotify", "priority"}
    assert set_words("UsageError stays, so does forms.py", known) == "`UsageError` stays, so does `forms.py`"
    assert set_words("Gotify has a priority", known) == "Gotify has a priority"


def test_a_plain_word_that_the_code_has_is_code_where_it_is_called() -> None:
    assert set_words("it runs main() and main is short", ["main"]) == "It runs `main()` and main is short"


def test_lines_of_code_become_links() -> None:
    assert set_words("see src/a.py:3-5") == "see [a.py:3–5](../../../src/a.py#L3-L5)"
    assert set_words("at src/a.py:3", path="src/a.py") == "At [3](../../../src/a.py#L3)"
    assert (
        set_words("lines 3-5 do it", path="src/a.py", opens=False)
        == "[lines 3–5](../../../src/a.py#L3-L5) do it"
    )
    assert set_words("line 3 of the file") == "line 3 of the file"
    assert cited_lines("x (lines 3–5)", "src/a.py") == (3, 5)
    assert cited_lines("x (src/b.py:9)", "src/a.py") is None


@given(TEXTS)
def test_no_words_are_lost(text: str) -> None:
    shown = plain(set_words(text, opens=False)).replace("`", "")
    if "lines" not in text and "../" not in shown:
        assert shown == one_line(text).replace("`", "")


def test_an_anchor_is_what_github_makes_of_the_heading() -> None:
    shown = f"FR-002: {set_heading('It becomes an error of its own, shop.NoSuchCart.')}"
    assert shown == "FR-002: It becomes an error of its own, `shop.NoSuchCart`"
    assert anchor_of(shown) == "fr-002-it-becomes-an-error-of-its-own-shopnosuchcart"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("It stops", "It stops."),
        ("It stops.", "It stops."),
        ('It says "stop."', 'It says "stop."'),
        ("It stops (Low)[^t1]", "It stops (Low).[^t1]"),
        ("It stops.[^t1][^t2]", "It stops.[^t1][^t2]"),
        ("", ""),
    ],
)
def test_a_sentence_gets_its_full_stop_before_its_footnotes(words: str, sentence: str) -> None:
    assert ended(words) == sentence


def test_small_things() -> None:
    assert joined(["a", "b", "c"]) == "a, b and c"
    assert joined([]) == ""
    assert (counted(3), counted(13)) == ("three", "13")
    assert normal("But `a_b`, c!") == normal("a_b c")
    assert table(("A", "B", "C"), [("1", "", "x|y"), ("2", "", "z")]) == (
        "| A | C |\n| --- | --- |\n| 1 | x\\|y |\n| 2 | z |"
    )


def test_an_argument_in_the_middle_of_a_call_is_no_code_of_its_own() -> None:
    assert (
        set_words('bar(label="Import", every_step=25) prints it')
        == 'bar(label="Import", every_step=25) prints it'
    )
    assert set_words("with every_step it prints") == "With `every_step` it prints"


def test_a_command_keeps_its_small_letter_in_a_heading() -> None:
    assert set_heading("pip-tools should print it.") == "pip-tools should print it"
    assert set_heading("printing takes long") == "Printing takes long"


def test_a_link_to_a_heading_is_one_that_the_reader_knows() -> None:
    for title in ("Print 'Cookie: *'", "`a_b` and _c", "-x, too", "50 % of what?"):
        shown = f"FR-001: {set_heading(title)}"
        assert anchor_of(shown) in read_markdown(f"### {shown}\n").anchors


def test_what_is_spelled_with_backslashes_is_shown_to_the_letter() -> None:
    said = r"prints src\0src/lib.rs\0src/error.rs\0"
    assert "`" not in set_words(said, ())
    assert r"\0src/lib.rs\0src/error.rs\0" in set_words(said, ())


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (
            "app serve --workers 4 --timeout-check 30 is fine",
            "app serve --workers 4 --timeout-check 30 is fine",
        ),
        ("the --timeout-* flags stay", "The --timeout-\\* flags stay"),
        ("use `--flag` or --other", "use `--flag` or `--other`"),
        ("rows[split_all(row_id)] is read", "rows[split_all(row_id)] is read"),
    ],
)
def test_what_is_typed_in_one_piece_is_not_cut_by_code_marks(said: str, shown: str) -> None:
    assert set_words(said) == shown


def test_a_call_with_what_it_is_given_is_one_piece_of_code() -> None:
    assert (
        set_words("Faker::Bank.iban(country: 'GB') prints it")
        == "`Faker::Bank.iban(country: 'GB')` prints it"
    )
    assert set_words("LsColors::from_string is called") == "`LsColors::from_string` is called"
    assert set_words("The file(s) and the total (see: below)") == "The file(s) and the total (see: below)"
