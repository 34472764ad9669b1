"""What a session writes into meta.json: its own fields in one write, and nothing of anybody else's."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable.analysis.status import ANALYSIS_PHASES
from roundtable.engine.state import Progress
from roundtable.stores.items import load_item
from roundtable.stores.paths import Places
from roundtable.stores.session_store import ItemFolder
from stores_repositories import NOON, StoppedClock, a_repository, meta_of

OURS = {
    "phases_completed", "steps_completed", "steps_skipped", "depth_overrides", "elaborations", "elaboration_config",
    "topics_covered", "analysis_status", "codebase_hash", "source", "created_at", "phase_a_completed",
}  # fmt: skip


def save(places: Places, progress: Progress, *, phase_done: str | None = None) -> dict[str, Any]:
    """What stands in meta.json after a session saved its progress."""
    item = load_item(places, "dark-mode", NOON)
    folder = ItemFolder(places, item, StoppedClock(), command="test", mode="steps")
    folder.save_progress(progress, phase_done=phase_done)
    return meta_of(places, "dark-mode")


@pytest.mark.rule("P-PROG-05", "P-SKIP-03")
def test_steps_skips_and_depths_are_on_disk_after_the_same_write(tmp_path: Path) -> None:
    places = a_repository(tmp_path, dark_mode={"description": "Dark mode", "mine": 1})
    saved = save(
        places,
        Progress(
            steps_completed=("00-01",),
            steps_skipped=("00-02", "00-03"),
            depth_overrides={"00-quick-scan": "brief"},
        ),
    )
    assert saved["steps_completed"] == ["00-01"]
    assert saved["steps_skipped"] == ["00-02", "00-03"]
    assert saved["depth_overrides"] == {"00-quick-scan": "brief"}
    assert saved["mine"] == 1


@pytest.mark.rule("E-STATE-02")
def test_the_records_of_discussions_are_kept_in_the_order_they_were_held(tmp_path: Path) -> None:
    places = a_repository(tmp_path, dark_mode={"description": "Dark mode"})
    records = tuple({"step_id": "01-03", "turn_count": turns} for turns in (3, 7))
    assert save(places, Progress(elaborations=records[:1]))["elaborations"] == [records[0]]
    assert save(places, Progress(elaborations=records))["elaborations"] == list(records)


@pytest.mark.rule("T-ANL-01")
def test_starting_again_takes_back_progress_and_status_and_nothing_else(tmp_path: Path) -> None:
    before = {
        "description": "Dark mode",
        "phases_completed": list(ANALYSIS_PHASES),
        "steps_completed": ["00-01"],
        "topics_covered": ["architecture"],
        "mine": 1,
    }
    places = a_repository(tmp_path, dark_mode=before)
    saved = save(places, Progress(topics_covered=()))
    assert (saved["phases_completed"], saved["steps_completed"], saved["topics_covered"]) == ([], [], [])
    assert saved["analysis_status"] == "raw"
    assert saved["mine"] == 1


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
metas = st.dictionaries(st.sampled_from(sorted(OURS)) | st.text(), values, max_size=8)


@pytest.mark.rule("P-META-07")
@settings(max_examples=40)
@given(metas)
def test_whatever_the_file_holds_a_session_can_save_and_keeps_what_is_not_its_own(
    raw: dict[str, Any],
) -> None:
    with TemporaryDirectory() as root:
        places = a_repository(Path(root), dark_mode=json.dumps(raw))
        saved = save(places, Progress(steps_completed=("00-01",), phases_completed=("00-quick-scan",)))
    assert "00-01" in saved["steps_completed"]
    assert "00-quick-scan" in saved["phases_completed"]
    for key in raw.keys() - OURS:
        assert saved[key] == raw[key]
    theirs = [key for key in raw if key not in OURS]
    assert [key for key in saved if key in theirs] == theirs, "the order of the fields survives"
