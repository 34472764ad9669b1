"""What documents cite from the code: gone, changed, or planned."""

import pytest

from check_samples import Files, check, clean_files, rules_of

SPEC = "requirements-spec.md"
THERE = {"src/shop/pricing.py", "src/shop/cart.py", "src/shop/mail.py", "src/shop/codes.py", "total"}


def resolve(anchor: str) -> bool:
    """A repository with four files of a hundred lines."""
    path, _, place = anchor.replace("#L", ":").partition(":")
    return path in THERE and (not place.strip(":").isdigit() or int(place) <= 100)


def with_source(words: str) -> Files:
    files = clean_files()
    files[SPEC] = str(files[SPEC]).replace("*Confirmed in turn 2*", f"*Seen in {words}*", 1)
    return files


def test_without_anybody_to_ask_nothing_is_said_about_code() -> None:
    assert check(with_source("`src/gone.py`")) == ()


def test_citations_that_resolve_are_fine() -> None:
    assert check(clean_files(), resolve_anchor=resolve) == ()


@pytest.mark.parametrize(
    "anchor",
    [
        "src/shop/gone.py",
        "src/shop/pricing.py:900",
        "src/shop/gone.py::total",
        "src/shop/cart.py#L101",
        "gone.py",
    ],
)
def test_a_citation_that_no_longer_resolves_is_named(anchor: str) -> None:
    findings = check(with_source(f"`{anchor}`"), resolve_anchor=resolve)
    assert [(finding.rule, finding.severity) for finding in findings] == [("RT301", "warning")]
    assert f"`{anchor}`" in findings[0].message


@pytest.mark.parametrize(
    "words",
    ["`src/shop/new.py` (new)", "the planned `src/shop/new.py`", "`src/**/*.py`", "`total`", "`requirements-spec.md`", "`e.g.`", "`{name}.py`", "`1.5`", "`https://x.org/a.py`"],
)  # fmt: skip
def test_planned_places_patterns_and_plain_words_are_not_asked_about(words: str) -> None:
    assert check(with_source(words), resolve_anchor=resolve) == ()


def test_each_requirement_that_cites_a_changed_symbol_is_counted() -> None:
    files = with_source("`shop.tax.compute`")
    findings = check(files, changed_symbols=frozenset({"tax.compute"}))
    assert [(f.rule, f.message) for f in findings] == [
        ("RT302", "1 of 2 FRs cites `tax.compute`, which changed.")
    ]
    files[SPEC] = str(files[SPEC]).replace("*Confirmed in turn 2*", "*Seen in `src/tax.py::compute`*")
    findings = check(files, changed_symbols=frozenset({"compute"}))
    assert [f.message for f in findings] == ["2 of 2 FRs cite `compute`, which changed."]


def test_other_documents_that_cite_a_changed_symbol_are_named() -> None:
    findings = check(clean_files(), changed_symbols=frozenset({"total"}))
    assert rules_of(findings) == {"RT302"}
    assert {f.path.rsplit("/", 1)[-1] for f in findings} >= {"impact-analysis.md"}


def test_a_symbol_that_only_ends_alike_is_another_one() -> None:
    assert check(with_source("`subtotal`"), changed_symbols=frozenset({"tot", "al", "ubtotal"})) == ()


@pytest.mark.parametrize(("count", "severity"), [(1, "info"), (2, "info")])
def test_directly_affected_files_that_changed_are_named(count: int, severity: str) -> None:
    changed = frozenset(["src/shop/codes.py", "src/shop/pricing.py", "README.md"][:count])
    findings = check(clean_files(), changed_files=changed)
    assert [(f.rule, f.severity) for f in findings] == [("RT303", severity)]
    assert f"{count} directly affected file" in findings[0].message


def test_four_changed_files_are_a_warning() -> None:
    files = clean_files()
    rows = "".join(f"| `src/m{at}.py` | Modify | x | FR-001 | Turn 2 |\n" for at in range(4))
    old = "| `src/shop/codes.py` |"
    text = (
        str(files["impact-analysis.md"])
        .replace(old, rows + old, 1)
        .replace("1 file changes", "5 files change")
    )
    files["impact-analysis.md"] = text.replace('"files_directly_affected": 2', '"files_directly_affected": 6')
    findings = check(files, changed_files=frozenset(f"src/m{at}.py" for at in range(4)))
    assert [(f.rule, f.severity) for f in findings] == [("RT303", "warning")]
    assert check(files, changed_files=frozenset({"src/other.py"})) == ()
