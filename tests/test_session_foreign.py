"""Items made elsewhere: looking at them changes nothing, and what is said changes no more than it has to."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from foreign_houses import a_house, a_snapshot
from roundtable import cli
from roundtable.documents.importing import read_back
from stores_repositories import git


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    root = tmp_path_factory.mktemp("foreign") / "house"
    return root, a_house(root, range(16))


def run(patch: pytest.MonkeyPatch, root: Path, *words: str, typed: str = "") -> int:
    patch.setattr(sys, "stdin", io.StringIO(typed))
    return cli.main([*words, "--repo", str(root)])


def differences(before: dict[str, bytes], after: dict[str, bytes]) -> list[str]:
    return sorted(name for name in {*before, *after} if before.get(name) != after.get(name))


LOOKS = [
    (("analyze", "{}", "--offline"), ""),
    (("analyze", "{}", "--offline", "--steps"), "/help\n/status\n/quit\n"),
    (("analyze", "{}", "--offline"), "/quit\n"),
    (("analyze", "{}", "--offline", "--conversation"), "/show\n/status\nwhy do you ask?\n"),
    (("analyze", "{}", "--offline", "--steps", "--depth", "deep", "--protocol", "jsonl"), ""),
    (("show", "{}"), ""),
    (("show", "{}", "--json"), ""),
    (("check", "{}"), ""),
    (("check", "{}", "--strict", "--format", "json"), ""),
    (("status", "{}"), ""),
    (("list",), ""),
]


@pytest.mark.slow
@pytest.mark.parametrize(("words", "typed"), LOOKS, ids=lambda value: " ".join(value))
def test_whoever_looks_at_a_foreign_item_and_says_nothing_leaves_every_byte_as_it_was(
    house: tuple[Path, list[str]], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], typed: str
) -> None:
    root, names = house
    before = a_snapshot(root)
    for name in (
        names if words[-1:] == ("--offline",) and not typed else names[:: 1 if "--steps" in words else 3]
    ):
        run(monkeypatch, root, *(word.format(name) for word in words), typed=typed)
        assert differences(before, a_snapshot(root)) == [], name


ANSWER = "The clerk loses 20 minutes a day because the list is sorted by hand.\n"


@pytest.fixture
def talked_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, dict[str, bytes], list[str]]:
    """A house in which one sentence was said about each of four items; what it was before."""
    root = tmp_path / "house"
    names = a_house(root, range(4))[:4]
    before = a_snapshot(root)
    for name, mode in zip(names, ("--steps", "--conversation") * 2, strict=True):
        assert run(monkeypatch, root, "analyze", name, "--offline", mode, typed=ANSWER) == 0
    return root, before, names


@pytest.mark.slow
def test_what_was_talked_about_stays_as_it_is_when_it_is_opened_shown_checked_resumed_and_left_again(
    talked_about: tuple[Path, dict[str, bytes], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    root, _, names = talked_about
    left = a_snapshot(root)
    for name in names:
        for words, typed in LOOKS:
            run(monkeypatch, root, *(word.format(name) for word in words), typed=typed)
            assert differences(left, a_snapshot(root)) == [], (name, words, typed)


@pytest.mark.slow
def test_after_the_first_words_markers_topics_commit_and_foreign_keys_are_still_theirs(
    talked_about: tuple[Path, dict[str, bytes], list[str]],
) -> None:
    root, before, names = talked_about
    now = a_snapshot(root)
    mine = tuple(f"docs/requirements/{name}/" for name in names)
    strangers = [name for name in differences(before, now) if not name.startswith(mine)]
    assert set(strangers) <= {"BACKLOG.md", "docs/common/nfr-matrix.md"}
    for line in before["BACKLOG.md"].split(b"\r\n"):
        if b"[x]" in line or b"[A]" in line or b"[X]" in line:
            assert line in now["BACKLOG.md"].split(b"\r\n")
    for name in names:
        assert (root / "docs/requirements" / name / "journal.jsonl").exists()
        then, after = (
            json.loads(files[f"docs/requirements/{name}/meta.json"].decode("utf-8-sig"))
            for files in (before, now)
        )
        assert after["codebase_hash"] == then["codebase_hash"] or not then["phases_completed"]
        assert set(then["topics_covered"]) <= set(after["topics_covered"])
        assert after["workflow"] == then["workflow"]
        assert set(map(str, then["phases_completed"])) <= set(map(str, after["phases_completed"]))


@pytest.mark.slow
def test_an_item_that_waits_for_writing_asks_before_the_first_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every step of its open phase is on record: the next thing due is a document."""
    root = tmp_path / "house"
    name = a_house(root, range(1))[0]
    meta = root / "docs/requirements" / name / "meta.json"
    steps = [f"00-0{number}" for number in range(1, 9)]
    meta.write_text(json.dumps({"title": "Order list", "steps_completed": steps, "topics_covered": ["x"]}))
    before = a_snapshot(root)
    for typed in ("", "n\n", "what?\n/quit\n"):
        assert run(monkeypatch, root, "analyze", name, "--offline", "--steps", typed=typed) == 0
        assert "Go on? [Y/n]" in capsys.readouterr().out
        assert differences(before, a_snapshot(root)) == []
    assert run(monkeypatch, root, "analyze", name, "--offline", "--steps", typed="y\n") == 0
    assert json.loads(meta.read_text())["phases_completed"] == ["00-quick-scan"]


@pytest.mark.slow
def test_a_closed_item_is_open_again_when_something_is_said_and_not_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "house"
    name = a_house(root, range(1))[0]
    meta = root / "docs/requirements" / name / "meta.json"
    meta.write_text(json.dumps({"title": "Order list", "closed": {"reason": "sold"}}))
    run(monkeypatch, root, "analyze", name, "--offline", typed="/quit\n")
    assert "closed" in json.loads(meta.read_text())
    run(monkeypatch, root, "analyze", name, "--offline", typed=ANSWER)
    assert "closed" not in json.loads(meta.read_text())


@pytest.mark.slow
def test_a_second_visit_to_an_item_of_ours_without_a_word_leaves_it_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "house"
    a_house(root, range(1))
    assert run(monkeypatch, root, "analyze", "Sort the list by date", "--offline", typed=ANSWER) == 0
    git(root, "add", "-A")
    before = a_snapshot(root)
    for typed in ("", "/quit\n", "/help\n"):
        assert run(monkeypatch, root, "analyze", "sort-the-list-by-date", "--offline", typed=typed) == 0
        assert differences(before, a_snapshot(root)) == []


CARDS: list[tuple[str, list[str]]] = [
    ("| Persona | Maja |\n| --- | --- |\n| Role | nurse |\n| Goals | swap |\n| Pain points | nights |\n", []),
    ("- **Role**: nurse\n- **Goals**: swap shifts\n", []),
    ("| User | Description |\n| --- | --- |\n| Clerk | lists |\n| User | Description |\n| Boss | pays |\n", ["Clerk", "Boss"]),
    ("| Stakeholder | Role |\n| --- | --- |\n| **Name** | **Interest** |\n| Auditor | exports |\n", ["Auditor"]),
    ("| Role | Needs |\n| --- | --- |\n| Clerk | a list |\n", []),
]  # fmt: skip


@pytest.mark.parametrize(("table", "people"), CARDS)
def test_the_headings_of_a_table_and_the_labels_of_a_card_are_nobody(table: str, people: list[str]) -> None:
    facts: Any = read_back({"requirements-spec.md": f"# Spec\n\n## Stakeholders and Users\n\n{table}"})
    assert [fact.name for fact in facts if fact.kind in ("user_type", "stakeholder")] == people
    told = " ".join(str(fact.model_dump()) for fact in facts)
    assert [
        word for word in ("nurse", "swap", "Clerk", "exports") if word in table and word not in told
    ] == []
