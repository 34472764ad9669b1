"""`roundtable batch`: which items, pausing and going on, the report; and the places where a queue is kept."""

import json
import os
import signal
from pathlib import Path

import pytest

from batch_crew import REQUESTS, a_backlog
from command_line import CommandLine, a_command_line
from model_server import ModelServer
from processes import finish, start_command
from roundtable.batches.database import application_of, database_url
from roundtable.commands import doctor
from roundtable.errors import WrongUse
from roundtable.stores.repo import find_places
from roundtable.wiring import open_workspace


def a_shop(folder: Path, items: int) -> tuple[CommandLine, list[str]]:
    home = folder / "shop"
    slugs = a_backlog(home, items)
    line = a_command_line(home)
    quiet = {name: value for name, value in line.environment.items() if name != "PYTHONWARNINGS"}
    return CommandLine(home, quiet), slugs


@pytest.mark.slow
def test_a_batch_of_ideas_makes_each_item_once_and_reports_what_they_share(folder_in_memory: Path) -> None:
    shop, _ = a_shop(folder_in_memory, 0)
    ideas = shop.folder / "ideas.txt"
    ideas.write_text("Let pay in shop.py take 30 days\n\nLet pay in shop.py round up\n", encoding="utf-8")
    first = shop("batch", "ideas.txt", "--offline", "--json", "--workers", "1")
    assert first.code == 0, first.err
    assert [item["state"] for item in first.json["items"]] == ["done", "done"]
    assert [remark["text"] for remark in first.json["remarks"] if remark["kind"] == "same file"] == [
        "shop.py is in the plans of let-pay-in-shoppy-round-up and let-pay-in-shoppy-take-30-days."
    ]
    again = shop("batch", "ideas.txt", "--offline", "--json", "--workers", "1")
    assert [item["slug"] for item in again.json["items"]] == [item["slug"] for item in first.json["items"]]
    assert len(list((shop.folder / "docs" / "requirements").iterdir())) == 2


@pytest.mark.slow
def test_an_item_that_fails_is_reported_with_its_reason_and_the_others_are_done(
    folder_in_memory: Path,
) -> None:
    shop, slugs = a_shop(folder_in_memory, 2)
    broken = shop.folder / "docs" / "requirements" / slugs[0] / "analysis.json"
    broken.write_text('{"schema_version": 99}', encoding="utf-8")
    done = shop("batch", "--all", "--offline", "--workers", "1")
    assert done.code == 1
    states = {line.split()[1]: line.split()[0] for line in done.out.splitlines()}
    assert states == {slugs[0]: "failed", slugs[1]: "done"}
    assert "written by a newer roundtable" in done.out


@pytest.mark.slow
def test_a_paused_batch_goes_on_with_the_same_command(server: ModelServer, folder_in_memory: Path) -> None:
    shop, slugs = a_shop(folder_in_memory, 3)
    words = [
        "batch",
        "--all",
        "--model",
        "local:fake",
        "--base-url",
        f"{server.address}/v1",
        "--json",
        "--workers",
        "1",
    ]
    running = start_command(words, cwd=shop.folder, env=shop.environment)

    def answer(_request: object) -> dict[str, object]:
        if len(server.requests) == 7:  # in the middle of the second item
            os.kill(running.pid, signal.SIGINT)
            server.released.wait(20)  # the worker is gone before it gets this answer
        return {"say": "", "facts": []}

    server.answer = answer
    code, out, err = finish(running)
    assert code == 0, err
    paused = json.loads(out)
    assert paused["paused"] == "paused"
    assert paused["items"][0]["state"] == "done"
    assert b"The same command goes on." in err
    server.answer = lambda _request: {"say": "", "facts": []}
    again = shop(*words)
    assert {item["slug"]: item["state"] for item in again.json["items"]} == dict.fromkeys(slugs, "done")
    assert len(server.requests) == REQUESTS * len(slugs) + 1


@pytest.mark.slow
def test_a_budget_keeps_what_waits_from_being_begun(server: ModelServer, folder_in_memory: Path) -> None:
    shop, _slugs = a_shop(folder_in_memory, 3)
    server.answer = lambda _request: {"say": "", "facts": []}
    words = [
        "batch",
        "--all",
        "--model",
        "local:fake",
        "--base-url",
        f"{server.address}/v1",
        "--json",
        "--workers",
        "1",
    ]
    held = shop(*words, "--budget", "550 tokens")  # an item takes 600
    assert held.code == 0
    assert [item["state"] for item in held.json["items"]].count("held") >= 1
    assert "the budget is spent" in held.json["paused"]
    again = shop(*words, "--budget", "1M")
    assert {item["state"] for item in again.json["items"]} == {"done"}


def test_items_must_be_named_and_the_address_of_a_database_must_be_one(folder_in_memory: Path) -> None:
    shop, _ = a_shop(folder_in_memory, 1)
    assert "--all" in shop("batch").sentence
    assert "--all" in shop("batch", "--all", "export-report-00000").sentence
    assert "No matching item" in shop("batch", "nobody", "--offline").sentence
    with pytest.raises(WrongUse, match="sqlite:///PATH"):
        database_url(find_places(shop.folder), "mysql://here")


def test_without_the_extra_the_sentence_says_what_to_install(
    folder_in_memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without(_name: str) -> None:
        return None

    monkeypatch.setattr("importlib.util.find_spec", without)
    with pytest.raises(WrongUse, match=r'pip install "roundtable-analyst\[durable\]"'):
        database_url(find_places(folder_in_memory), None)
    (finding,) = doctor.durable(open_workspace(str(folder_in_memory)))
    assert finding.state == "note"
    assert finding.mend.endswith('pip install "roundtable-analyst[durable]".')


def test_the_doctor_says_where_batches_and_teams_are_kept(
    folder_in_memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (finding,) = doctor.durable(open_workspace(str(folder_in_memory)))
    assert finding.text == "batches and the work of teams are kept in .roundtable/queue/"
    monkeypatch.setenv("ROUNDTABLE_DATABASE", "postgresql://me:hunter2@db/x")
    (finding,) = doctor.durable(open_workspace(str(folder_in_memory)))
    assert finding.text.endswith("in PostgreSQL")


def test_clones_of_one_repository_share_its_queue_and_other_repositories_do_not(tmp_path: Path) -> None:
    addresses = {
        "one": "https://somebody:secret@github.com/Acme/shop.git",
        "two": "git@github.com:acme/shop",
        "three": "ssh://git@github.com:22/acme/shop.git/",
        "four": "https://github.com/acme/other",
    }
    names: dict[str, str] = {}
    for name, address in addresses.items():
        (tmp_path / name / ".git").mkdir(parents=True)
        for part in ("objects", "refs"):
            (tmp_path / name / ".git" / part).mkdir()
        (tmp_path / name / ".git" / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")
        (tmp_path / name / ".git" / "config").write_text(
            f'[remote "origin"]\n\turl = {address}\n', encoding="utf-8"
        )
        names[name] = application_of(find_places(tmp_path / name))
    assert names["one"] == names["two"] == names["three"] != names["four"]


def test_a_repository_cannot_name_the_database(folder_in_memory: Path) -> None:
    shop, _ = a_shop(folder_in_memory, 0)
    (shop.folder / ".roundtable").mkdir()
    (shop.folder / ".roundtable" / "config.toml").write_text(
        'database = "postgresql://evil/x"\n', encoding="utf-8"
    )
    assert "a repository cannot name the database" in shop("config").err
    assert "evil" not in shop("config").out


def test_the_password_of_a_database_is_shown_nowhere(folder_in_memory: Path) -> None:
    shop, _ = a_shop(folder_in_memory, 0)
    environment = {"ROUNDTABLE_DATABASE": "postgresql://me:hunter2@127.0.0.1:1/none"}
    for words in (("config",), ("config", "--json"), ("worker",), ("batch", "--all", "--offline")):
        answer = shop(*words, env=environment)
        assert "hunter2" not in answer.out + answer.err
    assert "The database of the queue cannot be used" in answer.err
    assert answer.code == 3
