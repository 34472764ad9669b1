"""BACKLOG.md: which lines are entries, and that a change leaves every other byte alone."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.analysis import backlog
from roundtable.analysis.backlog import Claim, likely_line, own_line, parse
from roundtable.analysis.status import Marker
from roundtable.stores.backlog_file import update_marker
from roundtable.stores.items import load_item
from stores_repositories import NOON, a_repository, backlog_of

MARKERS: tuple[Marker, ...] = (" ", "~", "A", "x")

SAMPLE = """# Backlog

## Open

- 1.1 [ ] Dark mode
  - 1.2 [~] Export to PDF
- #30 [A] Faster search
- [x] #277 Login page
- [ ] a plain task without a number
- 2.1 [?] not a marker of ours

## Completed

- 1.9 [x] Import
"""

lines = st.lists(
    st.one_of(
        st.sampled_from(
            ["# Backlog", "## Open", "## Completed", "## Later", "", "   ", "### Sub", "- 1.9 [x] Done thing"]
        ),
        st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=30),
        st.builds(
            "- {}.{} [{}] {}".format,
            st.integers(0, 30),
            st.integers(0, 30),
            st.sampled_from(" ~Ax"),
            st.just("Some item"),
        ),
    ),
    max_size=14,
)


def _joined(parts: list[str], end: str, last: str) -> str:
    return end.join(parts) + last


texts = st.builds(_joined, lines, st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "\n", "\r\n"]))


@pytest.mark.rule("T-BL-01")
def test_all_three_forms_of_a_line_are_read() -> None:
    found = [(entry.number, entry.issue, entry.marker, entry.title) for entry in parse(SAMPLE)]
    assert found == [
        ("1.1", None, " ", "Dark mode"),
        ("1.2", None, "~", "Export to PDF"),
        (None, "#30", "A", "Faster search"),
        (None, "#277", "x", "Login page"),
        ("1.9", None, "x", "Import"),
    ]


@pytest.mark.rule("T-BL-02")
@pytest.mark.parametrize(
    ("slug", "title"),
    [
        ("gh-20-dark-mode", "Dark mode"),  # the hyphenated title is part of the slug
        ("pdf", "Export to PDF"),  # the title contains the slug
        ("FASTER-SEARCH", "Faster search"),
        ("unknown", None),
    ],
)
def test_a_marker_goes_to_the_first_line_that_fits_the_slug(slug: str, title: str | None) -> None:
    found = likely_line(parse(SAMPLE), Claim(slug))
    assert (found.title if found else None) == title


@pytest.mark.rule("T-BL-02")
def test_a_title_that_slugifies_to_the_slug_fits_too() -> None:
    entries = parse("- 1.1 [ ] Überraschung: für (alle)!\n")
    assert likely_line(entries, Claim("uberraschung-fur-alle")) == entries[0]


@pytest.mark.rule("T-BL-02")
def test_an_items_own_title_goes_before_a_line_that_merely_resembles_it() -> None:
    entries = parse("- 1.1 [ ] Polish the dark-mode toggle\n- 1.2 [ ] Dark mode\n")
    assert likely_line(entries, Claim("dark-mode", "Dark mode")) == entries[1]
    assert likely_line(entries, Claim("dark-mode")) == entries[0]


def test_only_a_line_that_surely_is_the_items_may_be_changed_or_removed() -> None:
    entries = parse("- 1.1 [ ] Login page redesign\n- #30 [ ] Search\n")
    assert own_line(entries, Claim("login", "Login")) is None
    assert own_line(entries, Claim("gh-30-other", "Other", "GH-30")) == entries[1]
    assert own_line(entries, Claim("GH-7-login-page-redesign", "Something")) == entries[0]


def test_items_of_the_same_title_take_the_lines_of_that_title_in_turn() -> None:
    entries = parse("- 1.1 [ ] Same\n- 1.2 [ ] Other\n- 1.3 [ ] Same\n")
    assert own_line(entries, Claim("same-2", "Same", rank=1)) == entries[2]
    assert own_line(entries, Claim("same-9", "Same", rank=8)) == entries[2]


@pytest.mark.rule("T-BL-02")
@given(texts, st.sampled_from(MARKERS))
def test_changing_a_marker_changes_one_character(text: str, marker: Marker) -> None:
    for entry in parse(text):
        changed = backlog.set_marker(text, entry, marker)
        assert len(changed) == len(text)
        assert sum(one != other for one, other in zip(text, changed, strict=True)) == (entry.marker != marker)
        assert parse(changed)[parse(text).index(entry)].marker == marker


@given(texts)
def test_a_new_title_leaves_every_other_line_alone(text: str) -> None:
    for entry in parse(text):
        changed = backlog.retitle(text, entry, "New\ntitle")
        before, after = text.split("\n"), changed.split("\n")
        assert [line for at, line in enumerate(after) if at != entry.line] == [
            line for at, line in enumerate(before) if at != entry.line
        ]
        assert before[entry.line].endswith("\r") == after[entry.line].endswith("\r")
        assert "New title" in {each.title for each in parse(changed)}


@pytest.mark.rule("T-BL-03")
@given(texts)
def test_an_appended_line_is_found_again_and_the_rest_is_untouched(text: str) -> None:
    changed, entry = backlog.append(text, "A new item")
    assert entry in parse(changed)
    assert [each.title for each in parse(changed) if each.title == "A new item"] == ["A new item"]
    if text.strip("\ufeff \t\r\n"):
        rest = iter(changed)
        assert all(letter in rest for letter in text), "the old text must survive in order"
        assert ("\r\n" in changed) == ("\r\n" in text)
    numbers = [each.number for each in parse(text) if each.number]
    assert entry.number not in numbers


@pytest.mark.rule("T-BL-03")
def test_a_new_line_goes_to_the_end_of_the_open_section() -> None:
    changed, entry = backlog.append(SAMPLE, "Next")
    assert changed == SAMPLE.replace("not a marker of ours\n", "not a marker of ours\n- 1.10 [ ] Next\n")
    assert entry.number == "1.10"


@pytest.mark.rule("T-BL-03")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, "# Backlog\n\n## Open\n\n- 1.1 [ ] Next\n\n## Completed\n"),
        ("", "# Backlog\n\n## Open\n\n- 1.1 [ ] Next\n\n## Completed\n"),
        ("# Ours\n", "# Ours\n\n## Open\n\n- 1.1 [ ] Next\n"),
        ("# Ours", "# Ours\n\n## Open\n\n- 1.1 [ ] Next"),
        ("# B\n\n## Completed\n", "# B\n\n## Open\n\n- 1.1 [ ] Next\n\n## Completed\n"),
        ("## Open\n- 3.9 [ ] a", "## Open\n- 3.9 [ ] a\n- 3.10 [ ] Next"),
        ("## Open\r\n\r\n- 1.1 [ ] a\r\n", "## Open\r\n\r\n- 1.1 [ ] a\r\n- 1.2 [ ] Next\r\n"),
        ("## Open\n\n- 1.1 [ ] a\n\n\n## Later\n", "## Open\n\n- 1.1 [ ] a\n- 1.2 [ ] Next\n\n\n## Later\n"),
    ],
)
def test_file_and_section_are_made_when_they_are_missing(before: str | None, after: str) -> None:
    assert backlog.append(before, "Next")[0] == after


@pytest.mark.rule("T-BL-02")
def test_a_windows_file_with_foreign_bytes_keeps_all_of_them(tmp_path: Path) -> None:
    text = "\ufeff# Backlog\r\n\r\n## Open\r\n- 1.1 [ ] Caf\udce9 \r\n-  1.2 [ ] Dark mode  \r\nno end"
    places = a_repository(
        tmp_path, text, dark_mode={"description": "Dark mode", "phases_completed": ["00-quick-scan"]}
    )
    assert update_marker(places, load_item(places, "dark-mode"), command="test", now=NOON)
    written = (tmp_path / "BACKLOG.md").read_bytes()
    assert written == text.replace("1.2 [ ]", "1.2 [~]").encode("utf-8", "surrogateescape")


@pytest.mark.rule("T-BL-02")
def test_without_file_or_line_nothing_is_written(tmp_path: Path) -> None:
    places = a_repository(tmp_path, None, dark_mode={"description": "Dark mode"})
    item = load_item(places, "dark-mode")
    assert not update_marker(places, item, command="test", now=NOON)
    assert not (tmp_path / "BACKLOG.md").exists()
    (tmp_path / "BACKLOG.md").write_text("# Empty\n", encoding="utf-8")
    assert not update_marker(places, item, command="test", now=NOON)
    assert backlog_of(places) == "# Empty\n"
