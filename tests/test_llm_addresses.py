"""Addresses and keys: what cannot work is one sentence before anything is sent, and a key goes to its own maker alone."""

import contextlib
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guards_samples import a_briefing
from llm_table import asked, thoughts
from model_server import ModelServer
from roundtable.errors import WrongUse
from roundtable.minds.llm.addressing import checked_address, is_here, keep_here, key_for, tidy_keys
from roundtable.minds.llm.connecting import connect
from roundtable.minds.llm.mind import LanguageModel

KEY = "sk-made-up-0123456789"


@pytest.mark.parametrize(
    "address",
    [
        *(
            "",
            "127.0.0.1:8080/v1",
            "ftp://127.0.0.1/v1",
            "http://",
            "http://[::1/v1",
            "http://127.0.0.1:99999/v1",
        ),
        "http://127.0.0.1:port/v1",
    ],
)
def test_what_is_no_address_is_one_sentence_with_an_example(address: str) -> None:
    with pytest.raises(WrongUse, match=r"is no address of a server\. Write it like http://127"):
        checked_address(address)


@given(st.text(max_size=40))
def test_any_text_is_an_address_or_one_sentence(text: str) -> None:
    with contextlib.suppress(WrongUse):
        assert checked_address(text).lower().startswith(("http://", "https://"))


def test_a_password_in_an_address_is_not_repeated() -> None:
    with pytest.raises(WrongUse) as complaint:
        checked_address("ftp://somebody:geheim@127.0.0.1/v1")
    assert "geheim" not in str(complaint.value)


@pytest.mark.parametrize("address", ["http://127.0.0.1/v1", "http://localhost:1", "https://[::1]:8080/v1"])
def test_this_machine_is_known_by_all_its_names(address: str) -> None:
    assert is_here(checked_address(address))
    assert not is_here("https://127.example.org/v1")


def test_a_key_goes_to_its_own_maker_alone() -> None:
    everything = {"OPENAI_API_KEY": "openai", "ANTHROPIC_API_KEY": "anthropic", "GROQ_API_KEY": "groq"}
    assert key_for("local", everything) == ""
    assert key_for("openai", everything) == "openai"
    assert key_for("anthropic", everything) == "anthropic"
    assert key_for("local", {**everything, "ROUNDTABLE_API_KEY": " given \n"}) == "given"


def test_a_key_with_a_line_end_is_the_key_and_one_with_strange_letters_is_none() -> None:
    environment = {"OPENAI_API_KEY": f"{KEY}\r\n", "OTHER": " x "}
    tidy_keys(environment)
    assert environment == {"OPENAI_API_KEY": KEY, "OTHER": " x "}
    for broken in (f"{KEY}ü", f"export {KEY}", "\x07bell"):
        with pytest.raises(WrongUse) as complaint:
            key_for("local", {"ROUNDTABLE_API_KEY": broken})
        assert KEY not in str(complaint.value)


def test_a_server_on_this_machine_is_reached_without_a_proxy(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.setenv(name, "")
    thought = thoughts(asked(server), a_briefing())[0]
    assert thought.notice == ""
    assert len(server.requests) == 1
    keep_here(os.environ)
    assert os.environ["NO_PROXY"].count("localhost") == 1


def test_a_proxy_that_needs_more_than_is_installed_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "socks5://somebody:geheim@127.0.0.1:9")
    with pytest.raises(WrongUse) as complaint:
        connect("openai:x", base_url="http://192.0.2.1/v1")
    assert "SOCKS" in str(complaint.value)
    assert "geheim" not in str(complaint.value)


def test_the_makers_key_is_sent_to_no_other_server(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("ROUNDTABLE_API_KEY", raising=False)
    connection = connect("local:fake", base_url=f"{server.address}/v1")
    thoughts(LanguageModel(connection), a_briefing())
    assert server.requests
    assert KEY not in str(server.requests)


def test_ollama_is_looked_for_where_it_usually_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OLLAMA_BASE_URL", raising=False)
    assert str(connect("ollama:llama3").model.base_url).startswith("http://127.0.0.1:11434/v1")
    assert connect("ollama:llama3:8b").model.model_name == "llama3:8b"
    monkeypatch.setenv("OLLAMA_BASE_URL", "http://127.0.0.1:1/v1")
    assert str(connect("ollama:llama3").model.base_url).startswith("http://127.0.0.1:1/v1")
