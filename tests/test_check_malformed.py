"""Whatever a file holds, a check answers with findings, never with an exception."""

import json
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from check_samples import Files, check, clean_files, rules_of
from roundtable.documents.checks import Unreadable, as_json, as_sarif, as_text, check_files, check_item

NAMES = [
    *sorted(clean_files()),
    "interface-spec.yaml",
    "notes.md",
    "adr-0002-other.md",
    "module-design-x.md",
    "x.csv",
    "x.json",
]

PIECES = st.sampled_from(
    [
        "### FR-001: Title\n", "- **AC-001-01**: Given a, When b\n", "| ID | A |\n| --- | --- |\n", "| FR-001 | x |\n", "```\n", "~~~mermaid\n",
        "---\n", "# ", "## Modules\n", "## Dependencies\n", "- **A** uses A.\n", "**Confidence**: Low\n", "**Status**: Complete\n", "<!--", "-->",
        "<!-- roundtable: ignore RT401 x -->\n", "FR-1", "AC-1.1.1.1", "US-000000", "ADR-9999", "|", "`", "[a](b.md)", "> quote\n", "\r", "\r\n", "\n",
        "\x00", "\ud800", "\u2028", "é" * 3, "shall be as fast as possible, etc. ", '{"id": "US-001"}', "[", "{", "]", "}", '"', ",", ":", "- ", "  ",
        "&a *a", "a: &x [*x]", "<<: *b", "phases_completed", "0" * 30, "**", "- [ ] ", "1. ", "uses ", "-->|x|", "TBD", "Errors", "paths:\n  /a:\n    get: {}\n",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=300), st.lists(PIECES, max_size=40).map("".join))


def spoken(findings: tuple[object, ...]) -> str:
    """Every way of showing findings; all of it has to be storable as UTF-8."""
    shown = as_text(findings) + as_json(findings) + as_sarif(findings)  # pyright: ignore[reportArgumentType]
    return shown.encode("utf-8").decode("utf-8")


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(NAMES), TEXTS)
def test_any_text_in_any_file_gives_findings_and_no_exception(name: str, text: str) -> None:
    files = clean_files()
    files[name] = text
    assert spoken(check(files))
    assert spoken(check_files({f"somewhere/{name}": text}))


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(st.sampled_from(NAMES), TEXTS, max_size=5),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda v: (
            st.lists(v, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["phases_completed", "slug", "steps_skipped", "analysis_status", "sizing_decision", "x"]
                ),
                v,
                max_size=4,
            )
        ),
    ),
)
def test_any_meta_beside_any_files_gives_findings_and_no_exception(files: Files, meta: object) -> None:
    files["meta.json"] = json.dumps(meta)
    assert spoken(check_item(files))
    assert spoken(
        check_item(
            files, {"phases_completed": meta, "slug": meta, "steps_skipped": meta, "analysis_status": meta}
        )
    )


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(NAMES), st.integers(min_value=0, max_value=4000))
def test_a_file_cut_off_anywhere_gives_findings_and_no_exception(name: str, at: int) -> None:
    files = clean_files()
    files[name] = str(files.get(name, ""))[:at]
    assert spoken(check(files))


@pytest.mark.parametrize(
    ("name", "text", "rule"),
    [
        ("user-stories.json", '[{"id": "US-001", "title": "Pa', "RT102"),
        ("user-stories.json", "[" * 100_000, "RT102"),
        ("user-stories.json", '{"stories": 7}', "RT108"),
        ("traceability-matrix.csv", 'FR_ID,AC_ID,User_Story_ID,Confidence,Source\nFR-001,"AC', "RT103"),
        ("traceability-matrix.csv", "FR_ID,AC_ID,User_Story_ID,Confidence,Source\nFR-001\n", "RT103"),
        ("interface-spec.yaml", "interfaces: [" * 5000, "RT104"),
        ("interface-spec.yaml", "- " * 5000, "RT104"),
        ("interface-spec.yaml", "a: &a [*a, *a]\nb: @\n", "RT104"),
        ("interface-spec.yaml", "x: \x01\n", "RT104"),
        ("meta.json", "not json", "RT107"),
        ("data-flow.md", "# Flow\n\n\x1b[31mred\x1b[0m\n", "RT105"),
        ("data-flow.md", "\x00" * 50, "RT105"),
        ("data-flow.md", "", "RT106"),
        ("data-flow.md", "---\na: [\n---\n\n# Flow\n\nText.\n", "RT104"),
    ],
)  # fmt: skip
def test_a_malformed_document_is_named(name: str, text: str, rule: str) -> None:
    files = clean_files()
    files[name] = text
    found = [finding for finding in check(files) if finding.rule == rule]
    assert [finding.path.rsplit("/", 1)[-1] for finding in found] == [name] * len(found) != []


@pytest.mark.rule("L-XCHK-07")
@pytest.mark.parametrize(
    "name", ["requirements-spec.md", "user-stories.json", "traceability-matrix.csv", "meta.json"]
)
def test_an_unreadable_document_is_an_error_and_the_rest_is_still_checked(name: str) -> None:
    files = clean_files()
    files[name] = Unreadable("it is not UTF-8")
    files["data-flow.md"] = str(files["data-flow.md"]).replace("**Status**: Complete", "**Status**: Almost")
    findings = check(files)
    assert {"RT101", "RT110"} <= rules_of(findings)
    assert next(finding for finding in findings if finding.rule == "RT101").severity == "error"


@pytest.mark.slow
def test_a_megabyte_of_markdown_is_read_to_the_end() -> None:
    files = clean_files()
    block = "### FR-{0:05d}: Title\n\nThe shop shall handle fast codes, etc.\n\n- **AC-{0:05d}-01**: Given x, When y, Then z fails\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\n"
    many = "".join(block.format(number) for number in range(5, 7_000))
    text = f"# Requirements\n\n## Functional Requirements\n\n{many}As decided in ADR-0777.\n"
    assert len(text) > 1_000_000
    files["requirements-spec.md"] = text
    findings = check(files)
    assert {"RT401", "RT405", "RT406"} <= rules_of(findings)
    assert [finding.line for finding in findings if "ADR-0777" in finding.message] == [text.count("\n")]
    assert len(findings) < 1000


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit", ["# a\n", "```\n", "- **FR-001**: x\n", "| a | b |\n|---|---|\n", "`", "**a**: b\n", "shall not be as x as ", "<!-- ", "FR-001 ", "[a](", "\r", "--- \n", "as a as ", "to add and add "]
)  # fmt: skip
def test_a_large_file_of_one_repeated_piece_takes_no_forever(unit: str) -> None:
    files = clean_files()
    files["requirements-spec.md"] = unit * (200_000 // len(unit))
    began = process_time()
    assert isinstance(check(files), tuple)
    # Three seconds at most; what takes the square of the length, or worse, takes minutes.
    assert process_time() - began < 60


def test_a_file_beyond_the_limit_is_looked_at_in_part() -> None:
    files = clean_files()
    files["notes.md"] = "# Notes\n\n" + "word " * 1_700_000
    assert rules_of(check(files)) == {"RT128"}
