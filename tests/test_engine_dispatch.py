"""The lead's dispatch, and what a person is told when something goes wrong."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.engine.handler_prompts import Dispatch, parse_dispatch, render_dispatch
from roundtable.engine.troubles import TROUBLES, Severity, degradation, known_issues, told

META = st.dictionaries(
    st.text(max_size=8),
    st.one_of(st.integers(), st.text(max_size=20), st.lists(st.text(max_size=5), max_size=3)),
    max_size=4,
)


@pytest.mark.rule("L-DISP-01")
def test_the_dispatch_has_its_exact_form() -> None:
    text = render_dispatch(
        Dispatch(
            slug="gh-20-x",
            artifact_folder="docs/requirements/gh-20-x",
            source="github",
            source_id="GH-20",
            meta={"slug": "gh-20-x"},
            draft="Add it.",
            light_flag=True,
            sizing_decision={"effective_intensity": "light"},
        )
    )
    assert text == (
        "Analyze 'gh-20-x' using concurrent roundtable analysis.\n\n"
        "ARTIFACT_FOLDER: docs/requirements/gh-20-x\nSLUG: gh-20-x\nSOURCE: github\nSOURCE_ID: GH-20\n\n"
        'META_CONTEXT:\n{\n  "slug": "gh-20-x"\n}\n\nDRAFT_CONTENT:\nAdd it.\n\n'
        'SIZING_INFO:\n  light_flag: true\n  sizing_decision: {"effective_intensity": "light"}\n\n'
        "ANALYSIS_MODE: No state.json writes, no branch creation."
    )


@pytest.mark.rule("L-OPEN-01", "L-DISP-01", "L-DISP-03", "X-42")
@given(
    st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,20}", fullmatch=True),
    META,
    st.text(
        st.characters(codec="utf-8", exclude_characters="\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), max_size=80
    ),
    st.booleans(),
)
def test_what_is_dispatched_is_what_is_parsed_back(
    slug: str, meta: dict[str, Any], draft: str, light: bool
) -> None:
    given_ = Dispatch(
        slug=slug,
        artifact_folder=f"docs/requirements/{slug}",
        source="jira",
        source_id="AB-7",
        meta=meta,
        draft=draft.strip(),
        light_flag=light,
    )
    found, _codes = parse_dispatch(render_dispatch(given_))
    assert found == given_


@pytest.mark.rule("L-DISP-03", "L-OPEN-05")
def test_what_is_missing_is_named_by_its_code() -> None:
    assert parse_dispatch("SLUG: ") == (None, ("RT-100",))
    assert parse_dispatch("SLUG: a/../b\nARTIFACT_FOLDER: x")[1] == ("RT-100",)
    assert parse_dispatch("SLUG: a") == (None, ("RT-101",))
    found, codes = parse_dispatch(
        "SLUG: a\nARTIFACT_FOLDER: f\nSOURCE: carrier-pigeon\nMETA_CONTEXT:\n{oops\n\nDRAFT_CONTENT:\n(No draft available)"
    )
    assert found is not None
    assert (found.source, found.source_id, found.draft, codes) == (
        "manual",
        "unknown",
        "",
        ("RT-105", "RT-102"),
    )


@pytest.mark.rule("L-ERR-01", "L-ERR-02")
@pytest.mark.parametrize("code", sorted(TROUBLES))
def test_a_person_is_told_what_it_means_and_what_to_do_without_codes(code: str) -> None:
    sentence = told(code, name="module-design.md", who="Alex Rivera", count="3 commits")
    trouble = TROUBLES[code]
    if trouble.severity is Severity.INFO:
        assert sentence == ""
    else:
        assert sentence.startswith(f"{trouble.severity.value}: ")
        assert ". Impact: " in sentence
        assert ". Recovery: " in sentence
        assert "RT-" not in sentence
        assert "{" not in sentence


@pytest.mark.rule("L-ERR-03")
def test_known_issues_are_listed_once_at_the_end() -> None:
    assert (
        known_issues(("The matrix is stale.",))
        == "Analysis complete with 1 known issue: The matrix is stale."
    )
    assert known_issues(()) == ""


@pytest.mark.rule("L-ERR-04")
@pytest.mark.parametrize(
    ("present", "alive", "level"),
    [
        (3, True, "Full"),
        (3, False, "Single Agent Fallback"),
        (2, True, "Reduced Persona"),
        (0, False, "Minimal"),
    ],
)
def test_degradation_levels(present: int, alive: bool, level: str) -> None:
    assert degradation(present, minds_alive=alive) == level
