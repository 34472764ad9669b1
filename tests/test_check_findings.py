"""Findings keep their ids, can be suppressed with a reason, and can be shown in three ways."""

import json
import re
from typing import Any

import pytest

from check_samples import FOLDER, Files, a_context, check, clean_files, rules_of
from roundtable.documents.checks import (
    RULES,
    CheckConfig,
    Finding,
    Ignore,
    as_json,
    as_sarif,
    as_text,
    check_files,
    check_item,
    exit_code,
    parse_config,
    summary_of,
)
from roundtable.documents.checks.smells import WORDS
from roundtable.errors import WrongUse

SPEC = "requirements-spec.md"
VAGUE = "The shop shall accept each code in a user-friendly way."


def vague(before: str = "", after: str = "") -> Files:
    files = clean_files()
    files[SPEC] = str(files[SPEC]).replace(
        "The shop shall accept each code once per shopper.", f"{before}{VAGUE}{after}"
    )
    return files


def test_a_footnote_may_quote_an_id_that_is_gone() -> None:
    files = clean_files()
    before = rules_of(check(files))
    files[SPEC] = f'{str(files[SPEC]).rstrip()}\n\n[^t2]: Turn 2, a correction: "drop FR-009".\n'
    quoted = str(files[SPEC]).replace("each code once per shopper.", "each code once per shopper.[^t2]")
    assert rules_of(check({**files, SPEC: quoted})) == before
    noted = (
        quoted.replace("drop FR-009", "NT-009 is a rule")
        + "\n## Notes\n\n- **NT-001**: One.\n- **NT-002**: Two.\n"
    )
    assert "RT202" not in rules_of(check({**files, SPEC: noted}))


# -- ids ---------------------------------------------------------------------------------------------------------------


def test_an_id_does_not_change_when_lines_are_added_above() -> None:
    first = check(vague())
    files = vague()
    files[SPEC] = str(files[SPEC]).replace(
        "## Business Context\n", "## Business Context\n\nOne more line.\n\nAnd another one.\n"
    )
    second = check(files)
    assert [f.id for f in first] == [f.id for f in second] != []
    assert second[0].line == first[0].line + 4


def test_ids_differ_by_rule_file_and_subject() -> None:
    files = vague(after=" The shop shall be fast and robust.")
    files["data-flow.md"] = f"{files['data-flow.md']}\nFR-701, FR-702\n"
    ids = [finding.id for finding in check(files)]
    assert len(ids) == len(set(ids)) >= 5
    assert all(re.fullmatch(r"RT\d{3}:[0-9a-f]{8}(-\d+)?", finding_id) for finding_id in ids)


def test_the_same_word_twice_gives_two_ids_in_order() -> None:
    findings = check(vague(after=" The page shall be fast. The cart shall be fast."))
    fast = [finding.id for finding in findings if "“fast”" in finding.message]
    assert len(fast) == 2
    assert fast[1] == f"{fast[0]}-2"


def test_findings_are_sorted_and_the_same_every_time() -> None:
    files = vague(after=" It may be slow, etc.")
    findings = check(files)
    assert findings == check(dict(reversed(list(files.items()))))
    assert list(findings) == sorted(findings, key=lambda f: (f.path, f.line, f.rule, f.message))


def test_every_finding_has_one_line_of_message_and_fix_and_a_place() -> None:
    for finding in check(vague(after=" It may be slow, etc.")):
        assert finding.path.startswith(FOLDER)
        assert finding.line >= 1
        assert finding.message.endswith(".")
        assert "\n" not in finding.message + finding.fix
        assert finding.fix


def test_a_flood_of_one_kind_ends_with_a_count() -> None:
    files = vague(after=" The page shall be fast." * 80)
    findings = [f for f in check(files) if f.rule == "RT401"]
    assert len(findings) == 50
    assert findings[-1].message.endswith("(and 31 more like it in this file)")


# -- severities --------------------------------------------------------------------------------------------------------


def test_only_broken_files_ids_criteria_and_claims_are_errors() -> None:
    errors = {rule.id for rule in RULES.values() if rule.severity == "error"}
    assert errors == {"RT101", "RT102", "RT103", "RT104", "RT107", "RT115", "RT126", "RT201", "RT202", "RT203", "RT204", "RT205", "RT206", "RT207"}  # fmt: skip


def test_the_exit_code_follows_the_severities() -> None:
    hint = check(vague())
    warning = check(vague(), config=CheckConfig(severity={"RT401": "warning"}))
    files = clean_files()
    del files["impact-analysis.md"]
    error = check(files)
    assert [exit_code(found) for found in ((), hint, warning, error)] == [0, 0, 0, 1]
    assert [exit_code(found, strict=True) for found in ((), hint, warning, error)] == [0, 0, 1, 1]


def test_what_a_list_of_words_finds_is_a_hint_unless_it_is_a_fixed_phrase() -> None:
    warned = {rule.id for rule in RULES.values() if rule.id.startswith("RT4") and rule.severity == "warning"}
    assert {
        rule for rule in warned if RULES[rule].is_on and rule in {group.rule for group in WORDS.values()}
    } == set()
    assert {"RT404", "RT405", "RT409"} <= warned


# -- suppression -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<!-- roundtable: ignore RT401 the contract uses this word -->\n", ""),
        ("<!-- roundtable: ignore RT402, RT401 the contract uses these words -->\n\n", ""),
        ("", " <!-- roundtable: ignore RT401 the contract uses this word -->"),
    ],
)
def test_a_comment_with_a_reason_hides_the_finding_on_its_line_and_the_next(before: str, after: str) -> None:
    assert check(vague(before, after)) == ()


def test_a_comment_for_the_file_hides_the_rule_everywhere_in_it() -> None:
    files = vague(after=" The page shall be fast.")
    files[SPEC] = f"{files[SPEC]}\n<!-- roundtable: ignore-file RT401 taken over from the contract -->\n"
    assert check(files) == ()


@pytest.mark.parametrize(
    "comment",
    [
        "<!-- roundtable: ignore RT401 -->",
        "<!-- roundtable: ignore -->",
        "<!-- roundtable: ignore RT9999 why -->",
    ],
)
def test_a_comment_without_reason_or_known_rule_hides_nothing_and_is_reported(comment: str) -> None:
    assert rules_of(check(vague(f"{comment}\n"))) == {"RT401", "RT127"}


def test_a_comment_elsewhere_or_for_another_rule_hides_nothing() -> None:
    assert rules_of(check(vague("<!-- roundtable: ignore RT402 wrong rule -->\n"))) == {"RT401"}
    far = "<!-- roundtable: ignore RT401 too far away -->\n\nThe shop takes codes.\n\n"
    assert rules_of(check(vague(far))) == {"RT401"}


def test_yaml_is_suppressed_with_its_own_comments() -> None:
    text = "interfaces:\n  # roundtable: ignore RT225 it cannot fail\n  - name: now\n    output: time\n"
    assert check_item({"interface-spec.yaml": text}) == ()


def test_the_configuration_switches_rules_off_changes_severity_and_ignores_with_a_reason() -> None:
    files = vague()
    assert check(files, config=CheckConfig(disable=frozenset({"RT401"}))) == ()
    assert check(files, config=CheckConfig(severity={"RT401": "error"}))[0].severity == "error"
    found = check(files)[0]
    for ignore in (
        Ignore(reason="why", rule="RT401"),
        Ignore(reason="why", path="docs/requirements/apply-*/requirements-*.md"),
        Ignore(reason="why", finding=found.id),
    ):
        assert check(files, config=CheckConfig(ignore=(ignore,))) == ()
    for ignore in (
        Ignore(reason="why", rule="RT402"),
        Ignore(reason="why", path="docs/other/*"),
        Ignore(reason="why", finding="RT401:0"),
    ):
        assert check(files, config=CheckConfig(ignore=(ignore,))) == (found,)


def test_the_configuration_is_read_from_its_table() -> None:
    config = parse_config(
        {
            "disable": ["RT412"],
            "enable": ["RT414"],
            "severity": {"RT408": "warning"},
            "ignore": [{"rule": "RT401", "path": "docs/*", "reason": "contract"}],
        }
    )
    assert config == CheckConfig(
        disable=frozenset({"RT412"}),
        enable=frozenset({"RT414"}),
        severity={"RT408": "warning"},
        ignore=(Ignore(reason="contract", rule="RT401", path="docs/*"),),
    )


@pytest.mark.parametrize(
    "raw",
    [
        {"disabled": []},
        {"disable": "RT401"},
        {"disable": ["RT9999"]},
        {"severity": {"RT401": "fatal"}},
        {"severity": ["RT401"]},
        {"ignore": [{"rule": "RT401"}]},
        {"ignore": [{"reason": "everything"}]},
        {"ignore": [{"rule": "RT401", "reason": "  "}]},
        {"ignore": ["RT401"]},
        {"enable": [7]},
    ],
)  # fmt: skip
def test_a_configuration_that_cannot_be_understood_is_one_sentence(raw: dict[str, Any]) -> None:
    with pytest.raises(WrongUse) as refused:
        parse_config(raw)
    assert "\n" not in str(refused.value)
    assert "check" in str(refused.value)


# -- showing -----------------------------------------------------------------------------------------------------------


def test_json_has_findings_and_a_summary() -> None:
    findings = check(vague(after=" It may be slow, etc."))
    shown = json.loads(as_json(findings, files=18))
    assert set(shown) == {"findings", "summary"}
    assert [set(entry) for entry in shown["findings"]] == [
        {"id", "rule", "severity", "path", "line", "message", "fix"}
    ] * len(findings)
    summary = shown["summary"]
    assert summary["findings"] == len(findings) == summary["errors"] + summary["warnings"] + summary["infos"]
    assert summary["files"] == 18
    assert json.loads(as_json(())) == {"findings": [], "summary": summary_of(())}


@pytest.mark.rule("L-XCHK-06", "X-45")
def test_text_names_file_line_rule_and_fix_and_sums_up() -> None:
    shown = as_text(check(vague()))
    assert f"{FOLDER}/{SPEC}\n" in shown
    assert f"  {SPEC}:" in shown
    assert "info     RT401  FR-002: “user-friendly” is a matter of who uses it." in shown
    assert shown.endswith("1 hint in 1 file.\n")
    assert as_text(()) == "All artifacts are consistent. Ready to finalize.\n"


def test_hints_can_be_left_out_of_the_text_and_are_counted() -> None:
    shown = as_text(check(vague(after=" It may be slow.")), show_info=False)
    assert "RT407" not in shown
    assert "not shown" in shown


def test_sarif_has_rules_levels_places_and_fingerprints() -> None:
    findings = check(vague(after=" It may be slow, etc."))
    log = json.loads(as_sarif(findings, version="1.2.3"))
    run = log["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-2.1.0.json")
    assert run["tool"]["driver"]["version"] == "1.2.3"
    assert len(run["results"]) == len(findings)
    for result, finding in zip(run["results"], findings, strict=True):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == finding.rule
        assert result["level"] == {"error": "error", "warning": "warning", "info": "note"}[finding.severity]
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == finding.path
        assert place["region"]["startLine"] == finding.line
        assert result["partialFingerprints"]["roundtableFindingId/v1"] == finding.id
    for rule in rules:
        assert rule["shortDescription"]["text"]
        assert rule["help"]["text"]
        assert rule["defaultConfiguration"]["level"] in {"error", "warning", "note"}


def test_sarif_paths_are_uris() -> None:
    finding = Finding(
        id="RT101:0", rule="RT101", severity="error", path="docs\\a b\\ü.md", line=1, message="m", fix="f"
    )
    log = json.loads(as_sarif([finding]))
    place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "docs/a%20b/%C3%BC.md"


# -- single files ------------------------------------------------------------------------------------------------------


def alone(path: str, text: str) -> set[str]:
    return rules_of(check_files({path: text}))


def test_a_single_specification_is_judged_without_its_neighbours() -> None:
    text = str(clean_files()[SPEC])
    assert alone(f"{FOLDER}/{SPEC}", text) == set()
    assert alone("x/requirements-spec.md", text.replace("- **AC-002-01**", "- **AC-001-01**")) == {"RT201"}


@pytest.mark.parametrize("name", sorted(clean_files()))
def test_every_clean_document_is_clean_alone(name: str) -> None:
    assert check_files({name: clean_files()[name]}) == ()


@pytest.mark.parametrize(
    ("path", "text", "rules"),
    [
        ("notes/wishes.md", "# Wishes\n\n### FR-001: Speed\n\nThe shop shall be fast.\n", {"RT401", "RT207"}),
        ("notes/wishes.md", "# Wishes\n\nThe shop shall be fast.\n\nIt is nice and easy.\n", {"RT401"}),
        ("wishes.md", "Nothing is promised here, however fast it is.\n", set[str]()),
        ("a.json", "{", {"RT102"}),
        ("a.csv", "a,b\n1\n", {"RT103"}),
        ("a.yml", "a: [", {"RT104"}),
        ("user-stories.json", '[{"id": "US-1", "story": "As a clerk, I want peace.", "acceptance_criteria": ["It is quiet"]}]', {"RT418"}),
        ("a.txt", "whatever \x00", {"RT105"}),
    ],
)  # fmt: skip
def test_any_file_can_be_checked_alone(path: str, text: str, rules: set[str]) -> None:
    findings = check_files({path: text})
    assert rules_of(findings) == rules
    assert {finding.path for finding in findings} <= {path}


def test_findings_on_several_files_name_each() -> None:
    findings = check_files({"b.json": "{", "a.json": "["}, a_context())
    assert [finding.path for finding in findings] == [f"{FOLDER}/a.json", f"{FOLDER}/b.json"]
