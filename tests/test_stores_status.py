"""Status, marker, build start and staleness: what the phases and the commits say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.analysis.phases import PHASES
from roundtable.analysis.staleness import directly_affected, is_stale, judge, same_commit
from roundtable.analysis.status import ANALYSIS_PHASES, build_start, derive_status, marker_of

SCAN, REQUIREMENTS, IMPACT, ARCHITECTURE, DESIGN = ANALYSIS_PHASES
LIGHT = {"effective_intensity": "light", "light_skip_phases": [ARCHITECTURE, DESIGN]}

phase_lists = st.lists(st.sampled_from([*ANALYSIS_PHASES, "05-test-strategy", "whatever", ""]), max_size=9)


def test_the_phase_keys_are_those_of_the_phases() -> None:
    assert tuple(phase.key for phase in PHASES) == ANALYSIS_PHASES


@pytest.mark.rule("P-META-08", "T-STAT-02")
@given(phase_lists)
def test_the_status_counts_distinct_known_phases(phases: list[str]) -> None:
    known = len(set(phases) & set(ANALYSIS_PHASES))
    assert derive_status(phases) == ("raw" if known == 0 else "analyzed" if known == 5 else "partial")


@pytest.mark.rule("T-STAT-01")
def test_a_light_item_is_analyzed_without_the_phases_that_it_skips() -> None:
    assert derive_status([SCAN, REQUIREMENTS, IMPACT], LIGHT) == "analyzed"
    assert derive_status([SCAN, REQUIREMENTS], LIGHT) == "partial"
    assert (
        derive_status([], {"effective_intensity": "light", "light_skip_phases": list(ANALYSIS_PHASES)})
        == "raw"
    )


@pytest.mark.rule("T-STAT-01")
@pytest.mark.parametrize(
    "sizing",
    [
        None,
        "light",
        3,
        [],
        {},
        {"effective_intensity": "standard", "light_skip_phases": [DESIGN]},
        {"effective_intensity": "light"},
        {"effective_intensity": "light", "light_skip_phases": "03-architecture"},
    ],
)
def test_any_other_sizing_changes_nothing(sizing: object) -> None:
    assert derive_status([SCAN, REQUIREMENTS, IMPACT], sizing) == "partial"


@pytest.mark.rule("T-BL-01")
def test_every_status_has_its_marker_and_an_unknown_one_a_space() -> None:
    assert [marker_of(status) for status in ("raw", "partial", "analyzed", "completed", "odd")] == [
        " ",
        "~",
        "A",
        "x",
        " ",
    ]


@pytest.mark.rule("T-START-01")
def test_a_build_starts_behind_the_unbroken_run_of_phases() -> None:
    assert build_start([]).phase is None
    assert build_start([]).remaining == ANALYSIS_PHASES
    assert build_start([REQUIREMENTS, SCAN]).phase == IMPACT
    assert build_start(ANALYSIS_PHASES).phase == "05-test-strategy"
    light = build_start([SCAN, REQUIREMENTS, IMPACT], LIGHT)
    assert (light.phase, light.remaining) == ("05-test-strategy", ())


@pytest.mark.rule("T-START-01")
def test_a_light_item_with_all_phases_reports_all_of_them() -> None:
    assert build_start(ANALYSIS_PHASES, LIGHT).completed == ANALYSIS_PHASES
    assert build_start([SCAN, REQUIREMENTS, IMPACT, DESIGN], LIGHT).completed == (
        SCAN,
        REQUIREMENTS,
        IMPACT,
        DESIGN,
    )


@pytest.mark.rule("T-START-01")
def test_phases_behind_a_gap_are_done_again_with_a_warning() -> None:
    start = build_start([SCAN, IMPACT, ARCHITECTURE, DESIGN])
    assert (start.status, start.phase, start.completed) == ("partial", REQUIREMENTS, (SCAN,))
    assert start.warnings == (
        (
            "Non-contiguous phases detected: found [00-quick-scan, 02-impact-analysis, 03-architecture, 04-design] "
            "but only [00-quick-scan] form a contiguous prefix"
        ),
    )


@pytest.mark.rule("T-START-01")
@given(phase_lists)
def test_what_a_build_reuses_and_what_it_does_itself_make_up_the_whole(phases: list[str]) -> None:
    start = build_start(phases)
    assert start.completed + start.remaining == ANALYSIS_PHASES
    assert (start.phase is None) == (not start.completed)
    assert bool(start.warnings) == (len(start.completed) < len(set(phases) & set(ANALYSIS_PHASES)))


@pytest.mark.rule("T-STALE-01")
def test_an_analysis_is_stale_only_if_a_stored_hash_differs() -> None:
    assert not is_stale(None, "abc1234")
    assert not is_stale("", "abc1234")
    assert not is_stale("abc1234", None)
    assert not is_stale("abc1234", "abc12345")
    assert is_stale("abc1234", "abd1234")
    assert same_commit("ABC1234", "abc1234f")
    assert not same_commit("abc", "abc1234")


IMPACT_ANALYSIS = """# Impact

## Directly Affected Files
text with `not/this.py`

| File | Why |
|---|---|
| `./src/a.py` | x |
| `/src/b.py` | `src/ignored.py` |
| src/plain.py | no quotes |

#### Detail
| `src/c.py` | still below |

### Indirectly Affected Files
| `src/far.py` | y |

## 2.1 Directly Affected Files (tests)
| `tests/d.py` | z |

## Next
| `src/e.py` | no |
"""


@pytest.mark.rule("T-STALE-02")
def test_the_affected_files_are_the_quoted_first_cells_below_the_heading() -> None:
    assert directly_affected(IMPACT_ANALYSIS)[:2] == ("src/a.py", "src/b.py")
    assert "tests/d.py" in directly_affected(IMPACT_ANALYSIS)
    assert not {"src/e.py", "not/this.py", "src/plain.py"} & set(directly_affected(IMPACT_ANALYSIS))
    assert directly_affected("## Indirectly Affected Files\n| `a.py` | x |\n") == ()


@pytest.mark.rule("T-STALE-02")
@pytest.mark.parametrize(
    ("count", "level"), [(0, "none"), (1, "info"), (3, "info"), (4, "warning"), (9, "warning")]
)
def test_the_overlap_decides_how_loud_to_be(count: int, level: str) -> None:
    table = "### Directly Affected Files\n" + "".join(f"| `f{n}.py` | |\n" for n in range(9))
    changed = ["other.py", *(f"f{n}.py" for n in range(count))]
    found = judge("aaaaaaa", "bbbbbbb", commits=5, changed=changed, impact_analysis=table)
    assert (found.level, len(found.touched), found.commits) == (level, count, 5)


@pytest.mark.rule("T-STALE-02")
def test_without_table_document_or_git_the_plain_warning_says_why() -> None:
    reasons = [
        judge("aaaaaaa", "bbbbbbb", changed=["a"]).reason,
        judge("aaaaaaa", "bbbbbbb", changed=["a"], impact_analysis="# nothing").reason,
        judge("aaaaaaa", "bbbbbbb", changed=None, impact_analysis=IMPACT_ANALYSIS).reason,
    ]
    assert reasons == ["no-impact-analysis", "no-parseable-table", "git-diff-failed"]
    assert not judge("aaaaaaa", "aaaaaaa").is_stale


@pytest.mark.rule("T-STALE-02")
def test_a_heading_inside_the_affected_files_ends_nothing() -> None:
    table = "\n\n| File | Why |\n| --- | --- |\n| `{}` | x |\n\n"
    titles = ("## Directly Affected Files", "### Tests", "### Indirectly Affected Files", "## Order")
    text = "".join(title + table.format(f"{at}.py") for at, title in enumerate(titles))
    assert directly_affected(text) == ("0.py", "1.py")
