"""The terminal: what a person sees, at any width, with and without colour."""

import asyncio
import io
import os
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from play import NOON, Play, a_library, a_state, a_step
from roundtable.engine.events import (
    AnyEvent,
    DocumentsWritten,
    Ended,
    MenuOption,
    MenuShown,
    Said,
    SessionOpened,
)
from roundtable.engine.inputs import WrittenDocument
from roundtable.engine.place import InStep
from roundtable.engine.state import SessionState
from roundtable.faces.terminal.face import Terminal, answer_from_editor
from roundtable.faces.terminal.output import Output, clean, is_plain
from roundtable.faces.terminal.own_lines import help_for
from roundtable.faces.terminal.prompting import fitted, status_parts
from roundtable.faces.terminal.readers import Lines, PreparedAnswers, Stopped
from roundtable.faces.terminal.screen import Screen
from roundtable.faces.terminal.width import cut, width_of

MENU = "---\n[E] Elaboration Mode -- bring all perspectives to discuss this topic\n[C] Continue\nOr type naturally to provide feedback.\n---"


def opened(mode: str = "steps") -> SessionOpened:
    return SessionOpened.model_validate(
        {"at": NOON, "slug": "codes", "mode": mode, "mind": "offline", "resumed": False}
    )


def says(text: str, say: str = "contribution", persona: str | None = "business-analyst") -> Said:
    name, role = ("Maya Chen", "Business Analyst") if persona else ("", "")
    return Said.model_validate(
        {"at": NOON, "persona": persona, "name": name, "role": role, "say": say, "text": text}
    )


def wrote(*names: str, action: str = "created") -> DocumentsWritten:
    paths = [f"docs/requirements/codes/{name}" for name in names]
    return DocumentsWritten(
        at=NOON,
        written=tuple(WrittenDocument.model_validate({"path": path, "action": action}) for path in paths),
    )


def page(*events: AnyEvent, width: int = 80, colour: bool = False, root: Path | None = None) -> str:
    """The events on a page of this width."""
    stream = io.StringIO()
    console = Console(
        file=stream,
        width=width,
        force_terminal=True,
        color_system="standard" if colour else None,
        highlight=False,
        legacy_windows=False,
    )
    Screen(stream, console=console, root=root).show(events)
    return stream.getvalue()


def plain(*events: AnyEvent) -> str:
    stream = io.StringIO()
    Output(stream).show(events)
    return stream.getvalue()


# -- who speaks --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("P-PERS-06")
def test_in_a_step_the_name_stands_in_the_header_and_in_no_message() -> None:
    header = says("Maya Chen (Business Analyst) -- Step 01-01: Context", "header")
    for shown in (
        page(opened(), header, says("What hurts?", "question")),
        plain(opened(), header, says("What hurts?")),
    ):
        assert shown.count("Maya") == 1
        assert "Maya Chen (Business Analyst) -- Step 01-01: Context\n" in shown


@pytest.mark.parametrize("show", [page, plain])
def test_in_a_conversation_every_message_says_who_speaks(show: object) -> None:
    shown = (page if show is page else plain)(
        opened("conversation"), says("I see."), says("What hurts?", "question")
    )
    assert "Maya: I see.\n" in shown
    assert "Maya: What hurts?\n" in shown


def test_a_name_that_the_text_brings_is_not_put_before_it_again() -> None:
    shown = plain(opened("conversation"), says("Maya Chen: Welcome back."))
    assert "Maya: Maya" not in shown


def test_names_can_be_told_apart_without_colour() -> None:
    assert "\x1b" not in page(
        opened("conversation"), says("I see."), MenuShown(at=NOON, place="step", options=(), text=MENU)
    )


# -- exact words -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("P-MENU-01")
def test_the_menu_is_shown_to_the_letter() -> None:
    menu = MenuShown(at=NOON, place="step", options=(MenuOption(key="C", label="Continue"),), text=MENU)
    assert MENU + "\n" in plain(menu)
    assert MENU + "\n" in page(menu, width=100)


@given(st.text(st.characters(blacklist_categories=["Cs", "Cc", "Cf"]), min_size=1))
def test_on_a_pipe_no_word_is_broken_or_left_out(text: str) -> None:
    assert clean(text) in plain(says(text))


@given(st.text(), st.integers(min_value=20, max_value=120))
def test_no_text_can_steer_the_terminal_or_leave_the_page(text: str, width: int) -> None:
    shown = page(
        says(text), says(text, "draft"), says(text, "header"), says(text, "notice", None), width=width
    )
    assert not any(ord(letter) < 32 and letter != "\n" for letter in shown)
    assert "\x9b" not in shown
    assert all(cell_len(line) <= width for line in shown.splitlines())


@given(st.text(alphabet="ab `*#->|1.[]()\n", max_size=200))
def test_markdown_of_any_kind_keeps_every_word(text: str) -> None:
    letters = [letter for letter in clean(text) if letter in "ab"]
    shown = page(says(text, "draft"), width=60)
    assert [letter for letter in shown if letter in "ab"] == letters


def test_markdown_is_rendered_and_lists_hang_under_their_words() -> None:
    text = "### Insights\n- [Alex] No test reaches `shop/api.py`, so a mistake there would show up late\n**Turns**: 6"
    shown = page(says(text, "synthesis"), width=40, colour=True)
    assert "###" not in shown
    assert "**" not in shown
    assert "\x1b[33mshop/api.py\x1b[0m" in shown
    assert "\n  " in shown


# -- documents ---------------------------------------------------------------------------------------------------------


def test_documents_that_come_together_share_a_line_and_are_links(tmp_path: Path) -> None:
    shown = page(wrote("a.md", "b.md"), colour=True, root=tmp_path)
    assert "]8;id=" in shown or "]8;" in shown
    assert (tmp_path / "docs/requirements/codes/a.md").as_uri() in shown
    assert "Created a.md, b.md" in page(wrote("a.md", "b.md"))
    assert "Created a.md, b.md\n" in plain(wrote("a.md", "b.md"))


@pytest.mark.rule("E-SYN-09")
def test_what_a_discussion_added_is_said_in_its_own_words() -> None:
    summary = 'Updated a.md, section "Scope": added 2 insights from the discussion.'
    event = DocumentsWritten(
        at=NOON, written=(WrittenDocument(path="a.md", action="updated", summary=summary),)
    )
    assert summary in plain(event)
    assert summary in page(event)


def test_words_that_are_still_coming_can_be_read_whole() -> None:
    stream = io.StringIO()
    screen = Screen(stream, console=Console(file=stream, force_terminal=True, width=60, height=20))
    shown: list[str] = []
    screen._waiting.on = lambda words: shown.append(words)  # pyright: ignore[reportPrivateUsage]
    screen.busy(
        "So the newest file stays, whatever its size, and all others make room, oldest first.\nAlex: Which?"
    )
    assert " ".join(shown[0].split()) == (
        "So the newest file stays, whatever its size, and all others make room, oldest first. Alex: Which?..."
    )
    assert max(map(len, shown[0].splitlines())) < 60
    assert shown[0].splitlines()[-1] == "Alex: Which?..."
    screen.busy("word " * 900)
    assert len(shown[1].splitlines()) == 18
    screen.busy("")
    assert shown[2] == ""


def test_a_wait_that_is_over_leaves_nothing_on_the_page() -> None:
    stream = io.StringIO()
    screen = Screen(stream, console=Console(file=stream, force_terminal=True, width=40))
    screen.busy("Reading the code")
    screen.busy("word " * 50)
    screen.busy("")
    assert stream.getvalue() == ""
    assert not [
        thread
        for thread in threading.enumerate()
        if isinstance(thread, threading.Timer) and not thread.finished.is_set()
    ]


# -- status, widths ----------------------------------------------------------------------------------------------------


@given(st.integers(min_value=1, max_value=200), st.text(min_size=1, max_size=80))
def test_the_status_fits_any_window(room: int, slug: str) -> None:
    state = a_state(a_library(a_step("01-01"), a_step("01-02")), slug=slug, phase_key="01-requirements")
    assert width_of(fitted(status_parts(state), room)) <= room


def test_the_status_says_item_phase_step_depth_and_that_all_is_saved() -> None:
    play = Play(a_state(a_library(a_step("00-01")))).begin()
    assert (
        fitted(status_parts(play.state), 100)
        == "discount-codes · Quick Scan · step 00-01 · standard · saved · ? for help"
    )
    assert fitted(status_parts(play.state), 44) == "discount-codes · step 00-01 · ? for help"


@given(st.text(), st.integers(min_value=0, max_value=40))
def test_cutting_never_takes_more_room_than_there_is(text: str, room: int) -> None:
    assert width_of(cut(text, room)) <= room


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"TERM": "xterm-256color"}, False),
        ({"TERM": "xterm", "ROUNDTABLE_PLAIN": "0"}, False),
        ({"TERM": "xterm", "ROUNDTABLE_PLAIN": "1"}, True),
        ({"TERM": "dumb"}, True),
        ({}, os.name != "nt"),
    ],
)
def test_dumb_terminals_and_whoever_asks_for_it_get_bare_lines(
    environment: dict[str, str], expected: bool
) -> None:
    assert is_plain(environment) is expected


# -- the loop ----------------------------------------------------------------------------------------------------------


class Table:
    """A session played in memory, as a face sees it."""

    def __init__(self) -> None:
        self.play = Play(a_state(a_library(a_step("00-01"), a_step("00-02"))))
        self.show = self._ignore
        self.busy = self._quiet
        self.heard: list[str] = []
        self.paused = False

    @property
    def state(self) -> SessionState:
        return self.play.state

    @property
    def awaiting(self) -> str | None:
        return self.play.awaiting

    @property
    def ended(self) -> Ended | None:
        return Ended(at=NOON, status="paused") if self.paused else None

    async def begin(self) -> None:
        self.play.begin()
        self.show(self.play.latest)

    async def hear(self, text: str) -> None:
        self.heard.append(text)
        self.play.hear(text)
        self.show(self.play.latest)

    async def pause(self) -> None:
        self.paused = True

    def _ignore(self, events: Sequence[AnyEvent]) -> None: ...

    def _quiet(self, what: str) -> None: ...


def run(lines: str) -> tuple[Table, str]:
    table, out = Table(), io.StringIO()
    face = Terminal(Output(out), Lines(io.StringIO(lines)), resume="roundtable analyze codes")
    asyncio.run(face.run(table))  # pyright: ignore[reportArgumentType]
    return table, out.getvalue()


def test_a_question_mark_explains_and_is_not_said_to_the_table() -> None:
    told = "Orders are exported as CSV files."
    table, shown = run(f"?\n{told}\n/help\n")
    assert table.heard == [told]
    assert '"I don\'t know" is an answer' in shown
    assert "Any other text is feedback" in shown


@pytest.mark.rule("L-DISP-05")
def test_a_session_in_which_nothing_was_said_says_so() -> None:
    _, silent = run("?\n")
    assert silent.splitlines()[-2:] == [
        "Paused; nothing was said, so nothing new is on record. Resume with:",
        "  roundtable analyze codes",
    ]
    _, spoken = run("an answer\n")
    assert "nothing was said" not in spoken


def test_the_end_of_input_pauses_and_the_last_line_says_how_to_go_on() -> None:
    table, shown = run("an answer")
    assert table.heard == ["an answer"]
    assert table.paused
    assert shown.splitlines()[-2:] == [
        "Paused; everything you said is saved. Resume with:",
        "  roundtable analyze codes",
    ]


def test_an_answer_that_is_being_thought_about_when_ctrl_c_comes_was_said() -> None:
    class Thinking(Table):
        async def hear(self, text: str) -> None:
            await super().hear(text)
            raise asyncio.CancelledError

    table, out = Thinking(), io.StringIO()
    face = Terminal(Output(out), Lines(io.StringIO("an answer\n")), resume="roundtable analyze codes")
    asyncio.run(face.run(table))  # pyright: ignore[reportArgumentType]
    assert "everything you said is saved" in out.getvalue()


def test_the_page_to_read_is_named_as_it_can_be_opened_from_here() -> None:
    table, out = Table(), io.StringIO()
    face = Terminal(
        Output(out), Lines(io.StringIO("")), resume="", folder="../shop/docs/requirements/discount-codes/"
    )
    asyncio.run(face.run(table))  # pyright: ignore[reportArgumentType]
    table.show([says("The page to read: docs/requirements/discount-codes/README.md", "summary", None)])
    assert out.getvalue().endswith("The page to read: ../shop/docs/requirements/discount-codes/README.md\n")


def test_our_own_lines_break_between_words_and_a_command_not_at_all() -> None:
    stream = io.StringIO()
    console = Console(file=stream, width=100, force_terminal=True, color_system=None)
    command = f"  roundtable --repo {'somewhere/' * 12} analyze codes"
    Screen(stream, console=console).lines((*help_for("answer", "steps", editing=True), command))
    shown = stream.getvalue().splitlines()
    assert command in shown
    words = {word for line in help_for("answer", "steps", editing=True) for word in line.split()}
    assert {word for line in shown if line != command for word in line.split()} == words
    assert max(len(line) for line in shown if line != command) <= 100


def test_without_a_person_at_it_the_editor_is_just_a_word() -> None:
    table, _ = run("/edit\n")
    assert table.heard == ["/edit"]


def test_a_line_without_end_is_refused_and_the_next_one_heard() -> None:
    table, shown = run("x" * (8 * 1024 * 1024 + 10) + "\nan answer\n")
    assert table.heard == ["an answer"]
    assert "longer than 8 MiB" in shown


def test_prepared_answers_are_shown_and_given() -> None:
    table, out = Table(), io.StringIO()
    answers = ["first\nsecond line", "C"]

    def choose(state: SessionState) -> str:
        if not answers:
            raise Stopped
        assert isinstance(state.place, InStep) or answers == ["C"]
        return answers.pop(0)

    face = Terminal(Output(out), PreparedAnswers(choose, out), resume="")
    asyncio.run(face.run(table))  # pyright: ignore[reportArgumentType]
    assert table.heard == ["first\nsecond line", "C"]
    assert "> first\n  second line\n" in out.getvalue()


# -- the editor --------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ('printf "a long\\nanswer\\n" >> "$1"', "a long\nanswer"),
        ("true", ""),
        ("exit 3", None),
    ],
)
def test_an_answer_from_the_editor_comes_without_the_note(
    script: str, expected: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = tmp_path / "my editor"
    editor.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    editor.chmod(0o755)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", f"'{editor}'")
    assert answer_from_editor("What hurts -->?") == expected


@pytest.mark.skipif(os.name == "nt", reason="needs job control")
def test_ctrl_z_at_the_prompt_suspends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from prompt_toolkit.application import Application, create_app_session
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    from roundtable.faces.terminal.prompting import Prompt

    suspended: list[bool] = []

    def note(_application: object, suspend_group: bool = True) -> None:
        suspended.append(suspend_group)

    monkeypatch.setattr(Application, "suspend_to_background", note)
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text("\x1aan answer\r")
        assert asyncio.run(Prompt(tmp_path / "history", tmp_path / "unsent").read(a_state())) == "an answer"
    assert suspended == [True]
