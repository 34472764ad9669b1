"""meta.json: what reading repairs, what writing derives, and that everything else survives."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.analysis.meta import Meta, parse_meta
from roundtable.analysis.status import ANALYSIS_PHASES, derive_status
from roundtable.stores.items import list_items, load_item, save_meta
from stores_repositories import NOON, a_repository, meta_of

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
known = st.sampled_from(
    [
        "description",
        "source",
        "source_id",
        "slug",
        "created_at",
        "analysis_status",
        "phases_completed",
        "codebase_hash",
        "steps_completed",
        "depth_overrides",
        "elaborations",
        "elaboration_config",
        "phase_a_completed",
        "topics_covered",
        "sizing_decision",
        "recommended_tier",
        "steps_skipped",
        "closed",
        "title",
    ]
)
phases = st.lists(st.sampled_from([*ANALYSIS_PHASES, "09-odd"]), max_size=7)
metas = st.dictionaries(st.one_of(known, st.text()), st.one_of(values, phases), max_size=12)

REPAIRED = {"steps_completed", "depth_overrides", "elaborations", "elaboration_config", "phases_completed"}
DERIVED = {"analysis_status", "source", "created_at"}


def read(raw: object) -> Meta:
    meta = parse_meta(json.dumps(raw), NOON)
    assert meta is not None
    return meta


@pytest.mark.rule("P-META-07", "P-META-02", "P-META-03", "P-META-08", "P-META-15", "L-META-08", "T-SIZE-01")
@given(metas)
def test_any_meta_survives_reading_and_writing_but_for_what_the_rules_repair(raw: dict[str, Any]) -> None:
    written = json.loads(read(raw).to_json())
    for key, value in raw.items():
        if key not in REPAIRED | DERIVED | {"phase_a_completed"}:
            assert written[key] == value
    for key in REPAIRED - {"phases_completed"}:
        expected = list if key in {"steps_completed", "elaborations"} else dict
        assert written[key] == (raw[key] if isinstance(raw.get(key), expected) else expected())
    assert "phase_a_completed" not in written
    assert written["analysis_status"] == derive_status(
        [each for each in written["phases_completed"] if isinstance(each, str)], raw.get("sizing_decision")
    )
    kept = [key for key in raw if key != "phase_a_completed"]
    assert [key for key in written if key in raw] == kept, "the order of the fields survives"
    assert ("topics_covered" in written) == ("topics_covered" in raw)


@given(metas)
def test_a_second_round_changes_nothing(raw: dict[str, Any]) -> None:
    once = read(raw).to_json()
    assert read(json.loads(once)).to_json() == once


@given(metas)
def test_no_type_of_value_makes_an_accessor_fail(raw: dict[str, Any]) -> None:
    meta = read(raw)
    told = (
        meta.title,
        meta.description,
        meta.source,
        meta.source_id,
        meta.created_at,
        meta.codebase_hash,
        meta.status,
    )
    assert all(value is None or isinstance(value, str) for value in told)
    progress = (
        meta.phases_completed,
        meta.steps_completed,
        meta.steps_skipped,
        meta.topics_covered,
        meta.elaborations,
    )
    assert all(isinstance(value, tuple) for value in progress)
    assert all(isinstance(depth, str) for depth in meta.depth_overrides.values())


@pytest.mark.rule("L-DISP-03")
def test_a_source_that_nobody_knows_is_manual() -> None:
    meta = read({"source": "carrier-pigeon"})
    assert (meta.source, meta.source_id) == ("manual", None)


@pytest.mark.rule("P-META-01")
def test_reading_gives_every_field_that_others_rely_on() -> None:
    raw = read({}).raw
    assert raw == {
        "analysis_status": "raw",
        "source": "manual",
        "created_at": "2026-02-19T12:00:00.000Z",
        "phases_completed": [],
        "steps_completed": [],
        "elaborations": [],
        "depth_overrides": {},
        "elaboration_config": {},
    }


@pytest.mark.rule("P-META-02", "P-META-03", "E-STATE-03")
@pytest.mark.parametrize("odd", [None, "text", 3, True])
def test_wrong_types_are_replaced_by_empty_ones(odd: object) -> None:
    raw = read(
        dict.fromkeys(["steps_completed", "elaborations", "depth_overrides", "elaboration_config"], odd)
    ).raw
    assert (raw["steps_completed"], raw["elaborations"]) == ([], [])
    assert (raw["depth_overrides"], raw["elaboration_config"]) == ({}, {})


@pytest.mark.rule("P-META-03", "E-STATE-03")
def test_an_array_is_no_object_and_an_object_no_array() -> None:
    raw = read(
        {"depth_overrides": ["a"], "elaboration_config": [], "elaborations": {"a": 1}, "steps_completed": {}}
    ).raw
    assert (
        raw["depth_overrides"],
        raw["elaboration_config"],
        raw["elaborations"],
        raw["steps_completed"],
    ) == ({}, {}, [], [])


@pytest.mark.rule("P-META-04", "P-META-05")
@pytest.mark.parametrize(
    "text", ["", "{", "null", "[]", "3", '"text"', "{'a': 1}", "[" * 100_000, "9" * 5000]
)
def test_what_is_not_an_object_reads_as_nothing(text: str) -> None:
    assert parse_meta(text) is None


@pytest.mark.rule("P-META-10")
def test_the_legacy_field_counts_only_where_there_is_no_status() -> None:
    assert read({"phase_a_completed": True}).phases_completed == ANALYSIS_PHASES
    assert read({"phase_a_completed": True}).analysis_status == "analyzed"
    assert read({"phase_a_completed": False}).analysis_status == "raw"
    both = read(
        {"phase_a_completed": True, "analysis_status": "partial", "phases_completed": ["00-quick-scan"]}
    )
    assert both.phases_completed == ("00-quick-scan",)
    assert "phase_a_completed" not in json.loads(both.to_json())


@pytest.mark.rule("P-META-06")
def test_the_text_is_indented_by_two_with_no_line_end_at_the_end() -> None:
    text = Meta({"description": "Straße", "phases_completed": [], "n": {"a": [1]}}).to_json()
    assert text == (
        '{\n  "description": "Straße",\n  "phases_completed": [],\n  "n": {\n    "a": [\n      1\n    ]\n  },\n'
        '  "analysis_status": "raw"\n}'
    )


@pytest.mark.rule("P-META-09")
def test_writing_succeeds_when_progress_fields_are_absent_and_they_default_on_the_next_read() -> None:
    text = Meta({"phases_completed": ["00-quick-scan"]}).to_json()
    assert json.loads(text) == {"phases_completed": ["00-quick-scan"], "analysis_status": "partial"}
    assert read(json.loads(text)).raw["steps_completed"] == []


@pytest.mark.rule("P-META-08", "L-META-07")
def test_nobody_can_set_the_status() -> None:
    meta = read({"analysis_status": "complete", "phases_completed": [], "steps_completed": ["00-01"]})
    assert meta.status == "raw"
    meta.raw["analysis_status"] = "analyzed"
    assert json.loads(meta.to_json())["analysis_status"] == "raw"


FOREIGN = {
    "array": "[1, 2]",
    "null": "null",
    "empty": "",
    "status-text": '{"analysis_status": "complete", "description": "Done elsewhere"}',
    "sizing-text": '{"sizing_decision": "light", "phases_completed": ["00-quick-scan", "77-deploy"]}',
    "numbers": '{"description": 12, "source": [], "source_id": 20, "phases_completed": "all", "closed": 7}',
    "bom": '\ufeff{"description": "With a mark"}',
    "conflict": "<<<<<<< HEAD\n{}\n=======\n",
    "half-a-pair": '{"description": "\\ud800", "odd \\udfff": 1}',
}


@pytest.mark.rule("P-META-04", "P-META-05", "L-META-10", "L-DISP-03")
def test_items_made_elsewhere_open_without_complaint(tmp_path: Path) -> None:
    places = a_repository(tmp_path, None, **FOREIGN)
    shown = {item.folder: item.status for item in list_items(places)}
    assert shown == dict.fromkeys(FOREIGN, "raw") | {"sizing-text": "partial"}
    for folder in FOREIGN:
        item = load_item(places, folder, NOON)
        assert item.title
        save_meta(places, folder, item.meta, NOON)
        assert meta_of(places, folder)["analysis_status"] == shown[folder]
    assert meta_of(places, "half-a-pair")["odd \udfff"] == 1
    assert meta_of(places, "numbers")["description"] == 12


@pytest.mark.rule("P-META-04", "L-META-10")
@pytest.mark.parametrize("original", [b"[1, 2]", b"{ torn", b'{"a": "\xff"}', b""])
def test_a_file_that_cannot_be_read_is_kept_before_it_is_overwritten(tmp_path: Path, original: bytes) -> None:
    places = a_repository(tmp_path, None, odd="{}")
    (places.item("odd") / "meta.json").write_bytes(original)
    item = load_item(places, "odd", NOON)
    assert item.problem is not None
    save_meta(places, "odd", item.meta, NOON)
    save_meta(places, "odd", item.meta, NOON)
    kept = sorted(places.item("odd").glob("meta.json.bak-*"))
    assert [copy.read_bytes() for copy in kept] == [original]
    assert load_item(places, "odd").problem is None
