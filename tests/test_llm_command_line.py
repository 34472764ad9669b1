"""Models on the command line: chosen, tested, limited, accounted for; and one sentence when one cannot be used."""

import importlib.util
import io
import json
import re
import sys
import time
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pytest

from model_server import ModelServer
from roundtable.cli import main
from roundtable.config import load_config

IDEA = "Let shop managers create discount codes"


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "MISTRAL_API_KEY", "GROQ_API_KEY", "AZURE_OPENAI_ENDPOINT", "CO_API_KEY", "OLLAMA_BASE_URL", "ROUNDTABLE_MODEL", "ROUNDTABLE_BASE_URL"):  # fmt: skip
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    folder.mkdir()
    (folder / "shop.py").write_text("def total(order):\n    return 1\n", encoding="utf-8")
    return folder


def analyze(
    repository: Path, monkeypatch: pytest.MonkeyPatch, *words: str, typed: tuple[str, ...] = ()
) -> int:
    lines = "".join(json.dumps({"text": text}) + "\n" for text in typed)
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    return main(["--repo", str(repository), "analyze", IDEA, "--protocol", "jsonl", *words])


def events(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def local(server: ModelServer) -> tuple[str, ...]:
    return ("--model", "openai:fake", "--base-url", f"{server.address}/v1")


def talk(request: dict[str, Any]) -> dict[str, Any]:
    """Words and a question, in whichever shape is asked for."""
    shape = request["response_format"]["json_schema"]["schema"]["properties"]
    if "lines" in shape:
        number = len(str(request["messages"]))
        said = {
            "business-analyst": f"So codes are the manager's business alone, as note {number} says. That keeps it simple.",
            "solutions-architect": f"The risk is a code that is used twice; reserving it first would mitigate case {number}.",
            "system-designer": f"An unknown code and an ended one need two messages, say {number} and {number + 1}.",
        }
        lines = [{"persona": key, "text": text} for key, text in said.items()]
        return {"lines": lines, "question": f"Who ends code {number}?"}
    return {"say": "You want managers to create codes.", "question": "Who asked for codes first?"}


def test_a_model_that_cannot_be_used_is_one_sentence(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, words in (
        ("anthropic:claude-opus-5-5", "ANTHROPIC_API_KEY"),
        ("openai:gpt-5.4", "needs a key: set OPENAI_API_KEY in the environment."),
        ("azure:gpt", "AZURE_OPENAI_ENDPOINT"),
        ("nobody:x", "there is no provider 'nobody'. Known are anthropic, openai"),
        ("google-gla:gemini-2.5-pro", "Did you mean google:gemini-2.5-pro?"),
        ("anthropic/claude-opus-5-5", "PROVIDER:NAME"),
        ("cohere:x", 'pip install "pydantic-ai-slim[cohere]"'),
        ("opus", "PROVIDER:NAME"),
        ("local:x", "ROUNDTABLE_BASE_URL"),
        ("groq:x", 'pip install "roundtable-analyst[groq]"'),
    ):
        assert analyze(repository, monkeypatch, "--model", name) == 2
        complaint = capsys.readouterr().err
        assert words in complaint
        assert "Traceback" not in complaint
        assert "Pydantic" not in complaint
        assert not (repository / "docs").exists()


def test_without_the_extra_the_sentence_says_what_to_install(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = importlib.util.find_spec

    def without(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name == "pydantic_ai" else found(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", without)
    assert analyze(repository, monkeypatch, "--model", "openai:x") == 2
    assert 'pip install "roundtable-analyst[models]"' in capsys.readouterr().err
    main(["--repo", str(repository), "doctor"])
    advice = " ".join(capsys.readouterr().out.split())
    assert 'to use one you need an extra: pip install "roundtable-analyst[models]"' in advice


def test_a_session_with_a_model_says_so_streams_and_keeps_account(
    server: ModelServer,
    repository: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    server.answer = talk
    code = analyze(
        repository,
        monkeypatch,
        *local(server),
        "--conversation",
        typed=("Managers must be able to make codes themselves.",),
    )
    captured = capsys.readouterr()
    shown = events(captured.out)
    assert code == 0
    assert shown[0]["mind"] == "openai:fake"
    pieces = "".join(event["text"] for event in shown if event["event"] == "delta")
    said = [
        event["text"] for event in shown if event["event"] == "say" and event["kind"] == "acknowledgement"
    ]
    assert pieces
    assert pieces.startswith(said[0])
    assert "3 requests" in captured.err  # what the model overlooked went to it once more
    main(["--repo", str(repository), "status", "let-shop-managers-create-discount-codes", "--json"])
    usage = json.loads(capsys.readouterr().out)["model_usage"]
    assert usage[0]["requests"] == 3
    assert usage[0]["output_tokens"] == 60


def test_the_provider_going_away_in_the_middle_loses_nothing(
    server: ModelServer,
    repository: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    server.answer = talk
    server.faults = ["none", "401"]
    typed = ("Managers make codes; customers type them.", "Support must get fewer mails about codes.")
    assert analyze(repository, monkeypatch, *local(server), "--conversation", typed=typed) == 0
    captured = capsys.readouterr()
    notices = [event["text"] for event in events(captured.out) if event.get("kind") == "notice"]
    assert sum("the key was refused" in text for text in notices) == 1
    assert "Traceback" not in captured.err
    saved = json.loads(next(repository.rglob("analysis.json")).read_text(encoding="utf-8"))
    assert [turn["text"] for turn in saved["analysis"]["turns"]][1:] == list(typed)


def test_what_is_sent_is_shown_on_request_and_without_code_when_wanted(
    server: ModelServer,
    repository: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    server.answer = talk
    typed = ("Managers make codes.", "Customers type them.")
    analyze(
        repository, monkeypatch, *local(server), "--conversation", "--show-prompt", "--no-code", typed=typed
    )
    shown = capsys.readouterr().err
    assert "sent to the model" in shown
    assert "Managers make codes." in shown
    assert "shop.py" not in "".join(str(request["messages"]) for request in server.requests)


def test_a_budget_is_kept(
    server: ModelServer,
    repository: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    server.answer = talk
    typed = ("Managers make codes.", "Customers type them.", "Nobody else.")
    code = analyze(
        repository, monkeypatch, *local(server), "--conversation", "--budget", "100 tokens", typed=typed
    )
    assert code == 0
    assert len(server.requests) == 1
    assert "the budget is spent" in capsys.readouterr().out
    assert analyze(repository, monkeypatch, *local(server), "--budget", "plenty") == 2


@pytest.mark.rule("P-CON-04")
def test_a_key_alone_sends_nothing_and_suggests_a_model(
    server: ModelServer,
    repository: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-nothing")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", server.address)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["--repo", str(repository), "analyze", IDEA]) == 0
    captured = capsys.readouterr()
    assert "anthropic:claude-opus" in captured.err
    main(["--repo", str(repository), "doctor"])
    assert "anthropic:claude-opus" in capsys.readouterr().out
    assert server.requests == []


def test_doctor_tests_a_model_only_when_asked_to(
    server: ModelServer,
    repository: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ROUNDTABLE_MODEL", "openai:fake")
    monkeypatch.setenv("ROUNDTABLE_BASE_URL", f"{server.address}/v1")
    main(["--repo", str(repository), "doctor"])
    assert server.requests == []
    capsys.readouterr()
    assert main(["--repo", str(repository), "doctor", "--model-test"]) == 0
    assert "openai:fake answers" in capsys.readouterr().out
    server.faults = ["401"]
    main(["--repo", str(repository), "doctor", "--model-test"])
    assert "the key was refused" in capsys.readouterr().out


def test_a_repository_cannot_send_its_visitors_words_elsewhere(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = repository / ".roundtable" / "config.toml"
    settings.parent.mkdir()
    settings.write_text('model = "openai:x"\nbase_url = "https://elsewhere.example/v1"\n', encoding="utf-8")
    assert analyze(repository, monkeypatch) == 2
    assert "base_url may name only this machine" in capsys.readouterr().err


def test_the_settings_on_the_page_about_models_are_the_settings_there_are(tmp_path: Path) -> None:
    page = (Path(__file__).parent.parent / "docs" / "models.md").read_text(encoding="utf-8")
    block = re.search(r"```toml\n(.*?)```", page, flags=re.DOTALL)
    assert block is not None
    (tmp_path / ".roundtable").mkdir()
    (tmp_path / ".roundtable" / "config.toml").write_text(block.group(1), encoding="utf-8")
    config = load_config(tmp_path, tmp_path / "none.toml", {})
    assert config.warnings == ()
    assert config.send_except == ("src/secret/*",)
    assert len(config.origins) == 9


def test_settings_about_models_can_stand_in_the_environment(tmp_path: Path) -> None:
    environment = {
        "ROUNDTABLE_CONTEXT": "8192",
        "ROUNDTABLE_SEND_ONLY": "src/*, lib/*",
        "ROUNDTABLE_SEND_CODE": "0",
    }
    config = load_config(tmp_path, tmp_path / "none.toml", environment)
    assert (config.context, config.send_only, config.send_code) == (8192, ("src/*", "lib/*"), False)


def test_who_comes_back_to_a_talk_finds_what_the_table_said_and_looked_at(
    server: ModelServer,
    repository: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = "TAX = 1900  # hundredths of a percent"
    far = "".join(f"# {number}\n" for number in range(2, 90))
    (repository / "shop.py").write_text(f"def total(order):\n{far}{line}\n", encoding="utf-8")
    looks = iter([("look", {"path": "shop.py", "lines": "88-90"})] * 200)

    def looking(request: dict[str, Any]) -> dict[str, Any]:
        told = str(request["messages"])
        wants = "lines" in request["response_format"]["json_schema"]["schema"]["properties"]
        if wants and line not in told:  # not there as long as the code is still being read
            time.sleep(0.02)
            return {"tool_calls": [next(looks)]}
        return talk(request)

    server.answer = looking
    words = ("--conversation", *local(server))
    assert analyze(repository, monkeypatch, *words, typed=("Managers must be able to make codes.",)) == 0
    before = len(server.requests)
    server.answer = talk
    assert analyze(repository, monkeypatch, *words, typed=("Customers type them.",)) == 0
    capsys.readouterr()
    told = [str(request["messages"]) for request in server.requests[before:]]
    assert line in told[0]
    assert "Person: Managers must be able to make codes.\\nMaya: So codes are" in told[0]
