"""Whatever goes wrong between us and a provider: the session goes on, one line says so, and no answer is lost."""

import ssl

import pytest
from pydantic_ai import exceptions as wrong

from guards_samples import a_briefing
from llm_table import asked, own_thought, thoughts
from model_server import FAULTS, Fault, ModelServer
from roundtable.minds.llm.failures import failure_of

FINAL = {"401", "404", "too long"}
protocols = pytest.mark.parametrize("protocol", ["openai", "anthropic"])


@pytest.mark.rule("L-ERR-04")
@protocols
@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_ends_with_the_offline_mind_and_one_line(
    server: ModelServer, protocol: str, fault: Fault
) -> None:
    server.faults = [fault]
    briefing = a_briefing()
    pieces: list[str] = []
    thought = thoughts(asked(server, protocol, 0.3 if fault == "slow" else 20.0), briefing, pieces=pieces)[0]
    own = own_thought(briefing)
    assert thought.facts == own.facts
    assert thought.contributions == own.contributions
    assert pieces == []
    assert thought.notice
    assert thought.notice.count("\n") == 0
    assert ("for the rest of this session" in thought.notice) == (fault in FINAL)
    assert any("the offline mind spoke instead" in note for note in thought.notes)


@protocols
def test_a_fault_that_passes_is_retried_and_nobody_hears_of_it(server: ModelServer, protocol: str) -> None:
    server.faults = ["500", "429", "none"]
    thought = thoughts(asked(server, protocol), a_briefing())[0]
    assert [piece.text for piece in thought.contributions] == ["So the manager decides."]
    assert thought.notice == ""
    assert len(server.requests) == 3


@protocols
def test_half_a_stream_is_never_shown_as_a_whole_answer(server: ModelServer, protocol: str) -> None:
    server.answer = lambda _request: {
        "say": "So the manager decides alone. " + "That is a lot of trust. " * 3
    }
    server.faults = ["cut", "none"]
    pieces: list[str] = []
    thought = thoughts(asked(server, protocol), a_briefing(), pieces=pieces)[0]
    said = "".join(piece.text for piece in thought.contributions)
    assert said.startswith("".join(pieces).strip())


def test_a_wrong_key_is_tried_once_and_then_left_alone(server: ModelServer) -> None:
    server.faults = ["401"]
    first, second = thoughts(asked(server), a_briefing(), a_briefing())
    assert first.notice
    assert second.notice == ""
    assert len(server.requests) == 1


def test_nobody_waits_three_times_for_a_server_that_does_not_answer(server: ModelServer) -> None:
    server.faults = ["slow"]
    thought = thoughts(asked(server, timeout=0.3), a_briefing())[0]
    assert "no answer in time" in thought.notice
    assert len(server.requests) == 1


def test_an_answer_without_end_is_cut_off(server: ModelServer) -> None:
    server.faults = ["endless", "none"]
    thought = thoughts(asked(server), a_briefing())[0]
    assert [piece.text for piece in thought.contributions] == ["So the manager decides."]
    assert len(str(server.requests[1]["messages"])) < 30_000


@protocols
def test_a_stream_that_ends_too_early_is_half_an_answer_and_asked_for_again(
    server: ModelServer, protocol: str
) -> None:
    server.faults = ["stopped"]
    thought = thoughts(asked(server, protocol), a_briefing())[0]
    assert "the answer broke off" in thought.notice
    server.faults = ["stopped", "none"]
    thought = thoughts(asked(server, protocol), a_briefing())[0]
    assert (thought.notice, [piece.text for piece in thought.contributions]) == (
        "",
        ["So the manager decides."],
    )


def test_after_an_outage_the_next_turn_is_the_models_again_and_that_is_said_once(server: ModelServer) -> None:
    server.faults = ["500", "500", "500", "none"]
    first, second, third = thoughts(asked(server), *[a_briefing()] * 3)
    assert first.contributions == own_thought(a_briefing()).contributions
    assert "this time" in first.notice
    assert [piece.text for piece in second.contributions] == ["So the manager decides."]
    assert second.notice.endswith("answers again.")
    assert third.notice == ""


def test_a_long_outage_is_one_line_and_costs_ever_fewer_requests(server: ModelServer) -> None:
    server.faults = ["500"]
    notices = [thought.notice for thought in thoughts(asked(server), *[a_briefing()] * 8)]
    assert "this time" in notices[0]
    assert notices[1:] == [""] * 7
    assert len(server.requests) == 4 * 3  # the first, second, fourth and eighth


def test_a_request_that_is_too_long_is_sent_again_in_short(server: ModelServer) -> None:
    server.faults = ["too long", "none"]
    thought = thoughts(asked(server), a_briefing())[0]
    assert thought.notice == ""
    sizes = [request["size"] for request in server.requests]
    assert sizes[1] < sizes[0] / 2


@protocols
def test_what_was_used_is_on_the_account(server: ModelServer, protocol: str) -> None:
    spending = thoughts(asked(server, protocol), a_briefing())[0].spending
    assert spending is not None
    assert (spending.requests, spending.output_tokens) == (1, 20)
    assert spending.input_tokens >= 100


@pytest.mark.rule("P-CON-04")
def test_the_beginning_of_a_request_is_marked_for_the_cache_and_stays_the_same(server: ModelServer) -> None:
    thoughts(asked(server, "anthropic"), a_briefing(), a_briefing("ask_again"), a_briefing("take_feedback"))
    systems = [str(request["system"]) for request in server.requests]
    tools = [str(request["tools"]) for request in server.requests]
    assert len(set(systems)) == len(set(tools)) == 1
    assert "cache_control" in systems[0] or "cache_control" in tools[0]


@pytest.mark.rule("P-CON-04")
def test_the_log_is_marked_for_the_cache_where_a_maker_wants_marks(server: ModelServer) -> None:
    thoughts(asked(server, "anthropic"), a_briefing())
    first, last = server.requests[0]["messages"][0]["content"]
    assert "cache_control" in first
    assert "What goes wrong today?" in first["text"]
    assert "cache_control" not in last
    assert "Task:" in last["text"]


def test_a_certificate_that_is_not_accepted_is_said_and_not_tried_again() -> None:
    try:
        try:
            raise ssl.SSLCertVerificationError(1, "self-signed certificate")
        except ssl.SSLError as cause:
            raise ConnectionError("Connection error.") from cause
    except ConnectionError as error:
        wrapped = wrong.ModelConnectionError("fake", "Connection error.")
        wrapped.__cause__ = error
    failure = failure_of(wrapped)
    assert failure.is_final
    assert "certificate" in failure.reason
    assert failure_of(wrong.ModelConnectionError("fake", "Connection error.")).retry
