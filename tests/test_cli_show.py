"""`roundtable show`: the page first, readable where there is little room, and the facts for programs."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.markdown import Markdown

from command_line import CommandLine, a_command_line
from roundtable.commands import show
from roundtable.commands.show import for_terminal
from roundtable.documents.rendering import ItemFacts
from sample import golden

TABLE = "| File | Said |\n| --- | --- |\n| `a.py` | goes[^t2] |\n| b | |\n"


@pytest.fixture
def item(tmp_path_factory: pytest.TempPathFactory) -> CommandLine:
    line = a_command_line(tmp_path_factory.mktemp("project"))
    line("add", "Dark mode")
    return line


def write(line: CommandLine, name: str, text: str) -> None:
    path = line.folder / "docs" / "requirements" / "dark-mode" / name
    path.write_text(text, encoding="utf-8")


def test_an_items_page_is_shown_and_its_other_documents_are_named(item: CommandLine) -> None:
    assert item("show", "dark-mode").out.startswith("draft.md")
    write(item, "README.md", "# Dark mode\n")
    write(item, "impact-analysis.md", "# Impact\n")
    answer = item("show", "dark-mode")
    assert answer.out == "# Dark mode\n"
    assert "Also here: draft.md, impact-analysis.md" in answer.err
    assert item("show", "dark-mode", "--quiet").err == ""


def test_what_steers_a_terminal_or_turns_the_reading_round_is_not_passed_on(item: CommandLine) -> None:
    write(item, "README.md", "# Dark\x1b[31m \u202emode\u202c\u2066!\n")
    assert item("show", "dark-mode").out == "# Dark[31m mode!\n"


def test_facts_are_listed_for_programs_by_the_published_form(item: CommandLine) -> None:
    write(
        item,
        "requirements-spec.md",
        "# R\n\n## Functional Requirements\n\n### FR-001: Sort by name\n\nSort by name.\n",
    )
    raw = item("show", "dark-mode", "--json").json
    assert raw["documents"] == ["draft.md", "requirements-spec.md"]
    listed = ItemFacts.model_validate(raw)
    (fact,) = [fact for fact in listed.facts if fact.id == "FR-001"]
    assert (fact.kind, fact.fields["title"], fact.confidence) == ("requirement", "Sort by name", "high")
    assert fact.documents == ("requirements-spec.md",)
    assert (
        json.loads(item("show", "dark-mode", "requirements-spec.md", "--json").out)["document"]
        == "requirements-spec.md"
    )


def test_a_table_is_a_list_where_there_is_no_room_for_it() -> None:
    shown = for_terminal(f"# T\n\n{TABLE}\nEnd.[^t1]\n\n[^t1]: Turn 1.\n[^t2]: Turn 2, a correction.\n", 60)
    assert shown == "# T\n\n- `a.py`\n  - Said: goes [2]\n- **b**\n\nEnd.\n\n- [2] Turn 2, a correction.\n"
    assert "| File | Said |" in for_terminal(TABLE, 120)


@pytest.mark.parametrize("name", ["README.md", "impact-analysis.md", "requirements-spec.md"])
def test_documents_are_readable_in_sixty_columns(name: str) -> None:
    console = Console(width=60, file=None, record=True, force_terminal=False)
    with console.capture() as captured:
        console.print(Markdown(for_terminal(golden()[name], 60)))
    lines = captured.get().splitlines()
    assert max(map(cell_len, lines)) <= 60
    assert "[^" not in captured.get()
    assert "│" not in captured.get()


@pytest.mark.parametrize(("lines", "paged"), [(30, True), (5, False)])
def test_what_is_longer_than_the_window_goes_through_the_pager(
    lines: int,
    paged: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("LINES", "10")
    monkeypatch.setenv("PAGER", f"tee {tmp_path / 'paged'}")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
    show._page("\n".join("word" for _ in range(lines)))
    assert capfd.readouterr().out == "word\n" * lines
    assert (tmp_path / "paged").exists() is paged
