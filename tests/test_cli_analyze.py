"""`analyze` over JSON lines and over a pipe: what a program sees, whatever it sends."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from journal_lines import read_journal
from talking import IDEA, SLUG, Talk, a_shop

GOLDEN = Path(__file__).parent / "golden"
FIXED = {"greeting", "transition", "announcement", "header", "notice"}
"""Kinds of `say` whose words belong to the protocol; the others belong to whoever thinks."""
STANDARD = ("--steps", "--depth", "standard")
"""A fixed depth, because what the scan makes of a tiny repository is not the subject here."""


def protocol_of(*talks: Talk) -> str:
    """The events whose words are fixed, one per line, session after session."""
    lines: list[str] = []
    for talk in talks:
        for event in talk.events:
            is_word = event["event"] == "say" and (event["kind"] in FIXED or "[Y/n]" in event["text"])
            if is_word or event["event"] in {"session", "menu", "end"}:
                lines.append(json.dumps(event, ensure_ascii=False))
    return "\n".join(lines) + "\n"


def matches_golden(name: str, text: str) -> bool:
    """Whether a transcript is the one on file. `UPDATE_GOLDEN=1` puts it on file instead, for a reviewer to read."""
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
    return True


# -- golden transcripts ------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.rule(
    "P-SESS-06", "P-SESS-07", "P-LOOP-08", "P-MENU-01", "P-BND-01", "P-BND-04", "P-SKIP-01", "P-INP-01"
)
def test_a_new_session_its_menu_a_skip_and_coming_back(tmp_path: Path) -> None:
    shop = a_shop(tmp_path / "shop")
    with Talk(shop, flags=STANDARD) as first:
        first.to_menu()
        feedback = first.say("Only the marketing team may create codes.")
        assert [event["event"] for event in feedback][-2:] == ["menu", "awaiting"]
    with Talk(shop, flags=STANDARD) as second:
        second.to_menu()
        second.say("s")
        second.say("n")
    with Talk(shop, flags=STANDARD) as third:
        third.say("y")
    assert (first.end, second.end, third.end) == ("paused", "paused", "paused")
    assert matches_golden("session-first-phase.jsonl", protocol_of(first, second, third))


@pytest.mark.slow
@pytest.mark.rule(
    "P-MENU-02",
    "P-MENU-03",
    "P-MENU-04",
    "P-SESS-10",
    "P-SESS-11",
    "P-BND-02",
    "P-DEPTH-13",
    "P-SKIP-01",
    "P-META-12",
)
def test_every_phase_hand_off_and_a_finished_item(tmp_path: Path) -> None:
    shop = a_shop(tmp_path / "shop")
    with Talk(shop, flags=("--steps", "--depth", "brief")) as talk:
        talk.to_menu()
        while talk.end is None:
            phase = len(talk.meta["phases_completed"])
            talk.say("S" if "[S]" in talk.menus[-1] and phase in {1, 2} else "C")
            if talk.awaiting == "confirm" and "[Y/n]" in talk.events[-2]["text"]:
                talk.say("")
            if talk.end is None:
                talk.to_menu()
    with Talk(shop) as again:
        pass
    assert talk.end == "completed"
    assert again.events[-1]["event"] == "end"
    assert talk.meta["analysis_status"] == "analyzed"
    assert matches_golden("session-all-phases.jsonl", protocol_of(talk, again))


@pytest.mark.slow
@pytest.mark.rule("E-ENTRY-04", "E-EXIT-04", "E-SYN-01", "E-SYN-02", "E-SYN-09", "E-REC-01", "P-DEPTH-11")
def test_a_discussion_a_change_of_depth_and_a_greeting_that_recalls_both(tmp_path: Path) -> None:
    shop = a_shop(tmp_path / "shop")
    with Talk(shop) as talk:
        talk.say("brief")
        talk.to_menu()
        talk.say("E")
        assert talk.awaiting == "message"
        talk.say("Alex, what breaks first?")
        talk.say("done")
        assert talk.awaiting == "menu"
    with Talk(shop) as again:
        pass
    assert "ELABORATION MODE" in talk.said("announcement")[-1]
    assert talk.said("acknowledgement")[0] == "Got it, switching to brief mode."
    assert talk.said("synthesis")[0].startswith("### Elaboration Insights (Step 00-01: Scope Estimation)")
    assert (
        "**Participants**: Maya Chen (BA), Alex Rivera (Architect), Jordan Park (Designer)"
        in talk.said("synthesis")[0]
    )
    assert "Wrapping up the discussion. Let me synthesize our key points." in talk.said("notice")[-1]
    assert "we also had a roundtable discussion on Scope Estimation where" in again.said("greeting")[0]
    assert len(talk.meta["elaborations"]) == 1


# -- whatever is sent --------------------------------------------------------------------------------------------------

BAD_LINES = [
    b"",
    b"   ",
    b"hello",
    b"[]",
    b"null",
    b"12",
    b'{"text": 5}',
    b'{"words": "yes"}',
    b'{"text": "cut off',
    b"\xff\xfe\x00",
    b"[" * 100_000,
    b'{"text": "' + b"x" * (8 * 1024 * 1024) + b'"}',
]


@pytest.mark.slow
def test_every_malformed_line_gets_one_error_and_the_same_wait_again(tmp_path: Path) -> None:
    with Talk(a_shop(tmp_path / "shop")) as talk:
        before = talk.awaiting
        for line in BAD_LINES:
            brought = talk.send(line)
            assert [event["event"] for event in brought] == ["error", "awaiting"], line[:30]
            assert brought[0]["recoverable"] is True
            assert brought[1]["what"] == before
    assert talk.end == "paused"
    assert talk.code == 0
    assert [
        event for event in read_journal(talk.item / "journal.jsonl").events if event["kind"] == "heard"
    ] == []


@pytest.mark.slow
def test_any_words_come_back_from_the_disk_as_they_were_sent(tmp_path: Path) -> None:
    words = [
        "Zahlungen für Müller & Söhne",
        "折扣码在结账时使用",
        "🛒 → 💸",
        'The receipt must show "A \\ B", \u2028 and \u0007 as they are.',
        "Codes must never be longer than this: " + "x" * 20_000,
    ]
    with Talk(a_shop(tmp_path / "shop")) as talk:
        for text in words:
            if talk.awaiting == "menu":
                talk.say("C")
            talk.say(text)
            if talk.awaiting == "confirm":
                talk.say("yes")  # whether that is part of the item
    turns = json.loads((talk.item / "analysis.json").read_text(encoding="utf-8"))["analysis"]["turns"]
    assert [turn["text"] for turn in turns if turn["text"] in words] == words


@pytest.mark.slow
def test_half_a_character_is_replaced_and_not_fatal(tmp_path: Path) -> None:
    with Talk(a_shop(tmp_path / "shop")) as talk:
        brought = talk.send(b'{"text": "It must accept a lone \\ud800 surrogate.", "and": "more"}')
    assert brought[-1]["event"] == "awaiting"
    turns = json.loads((talk.item / "analysis.json").read_text(encoding="utf-8"))["analysis"]["turns"]
    assert turns[1]["text"] == "It must accept a lone ? surrogate."


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_pauses_as_the_end_of_input_does(number: int, tmp_path: Path) -> None:
    with Talk(a_shop(tmp_path / "shop")) as talk:
        talk.say("A shopper pays less.")
        os.kill(talk._process.pid, number)
    assert talk.end == "paused"
    assert talk.code == 0


# -- a pipe without a protocol -----------------------------------------------------------------------------------------


def piped(shop: Path, lines: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "roundtable", "analyze", IDEA, "--steps"],
        cwd=shop,
        input=lines.encode(),
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


@pytest.mark.slow
@pytest.mark.parametrize(
    "environment", [{}, {"FORCE_COLOR": "1", "TERM": "xterm-256color"}, {"LC_ALL": "C", "COLUMNS": "20"}]
)
def test_on_a_pipe_a_line_is_an_input_and_the_words_are_exact(
    environment: dict[str, str], tmp_path: Path
) -> None:
    out = piped(a_shop(tmp_path / "shop"), "?\nEin Käufer zahlt weniger.\n", **environment)
    assert "\x1b" not in out
    assert out.startswith(f"Roundtable: {SLUG} (new; offline: no model, nothing leaves this machine)\n")
    greeting = "Maya Chen: Hi, I'm Maya, your Business Analyst. I'll be guiding you through quick scope estimation. Let's get started."
    assert greeting in out.splitlines()
    assert "Maya Chen (Business Analyst) -- Step 00-01: Scope Estimation" in out.splitlines()
    assert '"I don\'t know" is an answer' in out
    assert out.splitlines()[-1] == f"  roundtable analyze {SLUG}"
