"""Which item somebody means."""

from pathlib import Path

import pytest

from roundtable.analysis.backlog import Entry
from roundtable.analysis.sources import SourceKind, Tracker
from roundtable.errors import UnsafePath
from roundtable.stores.adding import add_item
from roundtable.stores.paths import Places
from roundtable.stores.resolution import Found, NotFound, Several, resolve
from stores_repositories import NOON, a_repository, an_item

BACKLOG = """## Open
- 1.1 [ ] Dark mode
- 1.2 [ ] Export to PDF
- 1.3 [ ] Export to CSV
- 2.1 [~] Not started yet
- #77 [ ] Faster search
"""


@pytest.fixture
def places(tmp_path: Path) -> Places:
    made = a_repository(tmp_path, BACKLOG)
    for folder, meta in {
        "dark-mode": {"description": "Dark mode"},
        "GH-20-login": {"description": "Login", "source": "github", "source_id": "GH-20"},
        "REQ-0012-export-to-pdf": {"description": "As PDF"},
        "both": {"description": "Both", "source_id": "GH-60+GH-61"},
        "one": {"source_id": "SHOP-7"},
        "two": {"source_id": "shop-7"},
        "odd": {"source_id": "#12b"},
        "numbered": {"source_id": "9.9"},
        "gh-33-keyless": {},
    }.items():
        an_item(tmp_path, folder, meta)
    (tmp_path / "docs" / "requirements" / "no-meta").mkdir()
    return made


@pytest.mark.rule("T-RES-01", "L-DISP-03", "X-42")
@pytest.mark.parametrize(
    ("typed", "folder"),
    [
        ("dark-mode", "dark-mode"),  # exact
        ("  dark-mode ", "dark-mode"),
        ("GH-20-login", "GH-20-login"),
        ("login", "GH-20-login"),  # ends in
        ("export-to-pdf", "REQ-0012-export-to-pdf"),
        ("1.1", "dark-mode"),  # backlog number
        ("1.2", "REQ-0012-export-to-pdf"),  # the folder contains the hyphenated title
        ("2.1", None),
        ("9.9", "numbered"),  # no such line, but such a key
        ("#20", "GH-20-login"),
        ("gh-20", "GH-20-login"),
        ("#60", "both"),
        ("GH-61", "both"),
        ("#12b", "odd"),
        ("#33", "gh-33-keyless"),
        ("REQ-0012", "REQ-0012-export-to-pdf"),
        ("#77", None),  # a line without an item
        ("DARK-MODE", "dark-mode"),
        ("Dark", "dark-mode"),  # part of a title
        ("to pdf", "REQ-0012-export-to-pdf"),
        ("as pdf", "REQ-0012-export-to-pdf"),  # an item's own title
        ("Not started yet", None),
    ],
)
def test_the_first_way_that_finds_something_wins(places: Places, typed: str, folder: str | None) -> None:
    found = resolve(places, typed)
    assert isinstance(found, Found)
    assert found.folder == folder
    assert found.title


@pytest.mark.rule("T-RES-01")
def test_several_that_fit_are_all_offered(places: Places) -> None:
    found = resolve(places, "export to")
    assert isinstance(found, Several)
    assert [(match.title, match.folder) for match in found.matches] == [
        ("Export to PDF", "REQ-0012-export-to-pdf"),
        ("Export to CSV", None),
    ]
    twice = resolve(places, "SHOP-7")
    assert isinstance(twice, Several)
    assert [match.folder for match in twice.matches] == ["one", "two"]


@pytest.mark.rule("T-RES-01", "T-ANL-02")
@pytest.mark.parametrize("typed", ["no-meta", "nothing-like-it", "8.8", "#999", "ABC-1", ""])
def test_a_name_that_nobody_bears_is_not_found(places: Places, typed: str) -> None:
    assert resolve(places, typed) == NotFound(typed, is_text=False)


@pytest.mark.rule("T-RES-02", "T-ANL-02")
@pytest.mark.parametrize("typed", ["a new idea", "add CI/CD to ../x", "use C:\\temp again"])
def test_words_that_match_nothing_are_an_idea_whatever_is_in_them(places: Places, typed: str) -> None:
    assert resolve(places, typed) == NotFound(typed, is_text=True)


@pytest.mark.rule("T-RES-02")
@pytest.mark.parametrize(
    "typed", ["..", "../dark-mode", "dark-mode/..", "/etc/passwd", "a\\b", "requirements/dark-mode", "CI/CD"]
)
def test_a_name_with_path_parts_is_refused(places: Places, typed: str) -> None:
    with pytest.raises(UnsafePath, match="is not the name of an item"):
        resolve(places, typed)


def test_an_exact_title_goes_before_titles_that_contain_it(tmp_path: Path) -> None:
    places = a_repository(tmp_path)
    for title in ("Dark mode", "Dark mode for print"):
        add_item(places, title, now=NOON)
    assert resolve(places, "dark mode") == Found("dark-mode", "Dark mode", the_line(places, "1.1"))


def the_line(places: Places, number: str) -> Entry | None:
    found = resolve(places, number)
    assert isinstance(found, Found)
    return found.entry


def test_items_of_the_same_title_are_both_offered_and_told_apart(tmp_path: Path) -> None:
    places = a_repository(tmp_path)
    for _ in range(2):
        add_item(places, "Same thing", now=NOON)
    found = resolve(places, "same thing")
    assert isinstance(found, Several)
    assert [(match.folder, match.entry.number if match.entry else None) for match in found.matches] == [
        ("same-thing", "1.1"),
        ("same-thing-2", "1.2"),
    ]


@pytest.mark.parametrize(
    "text", ["An idea " * 60, "# Heading\n\nwith a body\n", "short one", "tabs\tand  spaces"]
)
def test_the_same_words_find_the_item_they_made(tmp_path: Path, text: str) -> None:
    places = a_repository(tmp_path)
    made = add_item(places, text, now=NOON).item.folder
    found = resolve(places, text)
    assert isinstance(found, Found)
    assert found.folder == made


def test_bare_digits_follow_the_tracker(places: Places) -> None:
    found = resolve(places, "7", Tracker(SourceKind.JIRA, "SHOP"))
    assert isinstance(found, Several)
    plain = resolve(places, "20")
    assert isinstance(plain, Found)
    assert plain.folder == "GH-20-login"
