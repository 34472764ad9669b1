"""Slugs, titles, sources and safe names: the rules that give an item its folder."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.analysis.slugs import (
    bare_slug,
    folder_name,
    free_name,
    name_problem,
    path_problem,
    renamed_folder,
    slugify,
)
from roundtable.analysis.sources import Source, SourceKind, Tracker, detect_source, is_source_key, same_source
from roundtable.analysis.titles import one_line, title_of


@pytest.mark.rule("T-SLUG-01")
@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Dark mode", "dark-mode"),
        ("Ünïcode Straße", "unicode-strasse"),
        ("Łódź Øre Æsir", "lodz-ore-aesir"),
        ("İstanbul", "istanbul"),
        ("  --Fix: the  (big)\tBUG!-- ", "fix-the-big-bug"),
        ("snake_case.py", "snakecasepy"),
        ("日本語", "untitled-item"),
        ("!!!", "untitled-item"),
        ("", "untitled-item"),
        (None, "untitled-item"),
        (42, "untitled-item"),
        (["a"], "untitled-item"),
    ],
)
def test_a_title_becomes_a_slug(title: object, slug: str) -> None:
    assert slugify(title) == slug


@pytest.mark.rule("T-SLUG-01")
def test_the_cut_at_fifty_characters_comes_last_and_may_leave_a_hyphen() -> None:
    assert slugify("a" * 49 + " tail") == "a" * 49 + "-"
    assert slugify("b" * 80) == "b" * 50


@pytest.mark.rule("T-SLUG-01")
@given(st.text())
def test_any_text_becomes_a_slug_that_every_system_can_store(text: str) -> None:
    slug = slugify(text)
    assert re.fullmatch(r"[a-z0-9](?:[a-z0-9]|-(?!-)){0,49}", slug)
    assert name_problem(folder_name(text, Source(SourceKind.MANUAL, None, text))) is None


@pytest.mark.parametrize(
    ("title", "source", "folder"),
    [
        ("Dark mode", detect_source("Dark mode"), "dark-mode"),
        ("Dark mode", detect_source("#20"), "gh-20-dark-mode"),
        ("Dark mode", detect_source("SHOP-7"), "shop-7-dark-mode"),
        ("#20", detect_source("#20"), "gh-20"),
        ("SHOP-7", detect_source("SHOP-7"), "shop-7"),
        ("Con", detect_source("Con"), "con-item"),
    ],
)
def test_a_folder_is_called_by_its_slug_behind_the_key_of_its_tracker(
    title: str, source: Source, folder: str
) -> None:
    assert folder_name(title, source) == folder


def test_a_slug_that_is_taken_gets_a_number_whatever_the_case_of_the_other() -> None:
    assert free_name("dark-mode", set()) == "dark-mode"
    assert free_name("dark-mode", {"dark-mode"}) == "dark-mode-2"
    assert free_name("Dark-Mode", {"dark-mode", "dark-mode-2"}) == "Dark-Mode-3"
    assert free_name("cut-", {"cut-"}) == "cut-2"


@pytest.mark.parametrize(
    ("folder", "source", "renamed"),
    [
        ("dark-mode", SourceKind.MANUAL, "night-mode"),
        ("REQ-0012-dark-mode", SourceKind.MANUAL, "REQ-0012-night-mode"),
        ("gh-20-dark-mode", SourceKind.GITHUB, "gh-20-night-mode"),
        ("gh-20", SourceKind.GITHUB, "gh-20-night-mode"),
        ("fix-404-page", SourceKind.MANUAL, "night-mode"),
    ],
)
def test_a_rename_keeps_the_key_in_front_of_a_folder_name(
    folder: str, source: SourceKind, renamed: str
) -> None:
    assert renamed_folder(folder, "Night mode", source) == renamed


def test_a_bare_slug_is_what_stands_behind_the_key() -> None:
    assert [bare_slug(name) for name in ("GH-20-dark-mode", "dark-mode", "gh-20")] == [
        "dark-mode",
        "dark-mode",
        "gh-20",
    ]


@pytest.mark.rule("T-SRC-01")
@pytest.mark.parametrize(
    ("typed", "kind", "key"),
    [
        ("#20", "github", "GH-20"),
        ("  #20\n", "github", "GH-20"),
        ("GH-20", "github", "GH-20"),
        ("SHOP-7", "jira", "SHOP-7"),
        ("shop-7", "manual", None),
        ("#20 dark mode", "manual", None),
        ("A1-7", "manual", None),
        ("20", "manual", None),
        ("#२", "manual", None),
    ],
)
def test_the_form_of_what_was_typed_tells_its_source(typed: str, kind: str, key: str | None) -> None:
    found = detect_source(typed)
    assert (found.kind.value, found.id, found.description) == (kind, key, typed.strip())


@pytest.mark.rule("T-SRC-02")
def test_bare_digits_follow_the_configured_tracker() -> None:
    assert detect_source("20", Tracker(SourceKind.GITHUB)).id == "GH-20"
    assert detect_source("20", Tracker(SourceKind.JIRA, "SHOP")).id == "SHOP-20"
    assert detect_source("20", Tracker(SourceKind.JIRA)).kind is SourceKind.MANUAL


def test_keys_are_compared_the_way_people_write_them() -> None:
    assert same_source("GH-20", "#20")
    assert same_source("#20", "gh-20")
    assert same_source("20", "#20")
    assert same_source("GH-60+GH-61", "#61")
    assert same_source("#12b", "#12B")
    assert not same_source("GH-200", "#20")
    assert not same_source("", "#20")
    assert is_source_key("shop-7")
    assert is_source_key("#20")
    assert not is_source_key("dark-mode")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Dark mode", "Dark mode"),
        ("#20", "#20"),
        ("# Dark mode\n\nPeople ask for it.\n", "Dark mode"),
        ("---\n\n- [ ] Dark\tmode\nmore", "[ ] Dark mode"),
        ("", ""),
        ("\n\n!!\n", "!!"),
        (
            "A proxy for ranges (e.g. 10.0.0.0/8) is ignored. And then every request goes through it, all day and all night.",
            "A proxy for ranges (e.g. 10.0.0.0/8) is ignored.",
        ),
        ("One sentence that says it all. " + "And more. " * 40, "One sentence that says it all."),
    ],
)
def test_the_title_of_a_draft_is_its_first_line_that_says_something(text: str, title: str) -> None:
    assert title_of(text) == title


@given(st.text())
def test_a_title_is_always_one_short_line(text: str) -> None:
    title = title_of(text)
    assert len(title) <= 201
    assert title == one_line(title)
    assert "\n" not in title


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "a/b",
        "a\\b",
        "con",
        "NUL.md",
        "com1",
        "LPT9.txt",
        "COM¹",
        "a:b",
        "what?",
        "tail.",
        "tail ",
        "a\x00b",
        "new\nline",
        "x" * 256,
        "é" * 128,
        "aux.tar.gz",
        "CONIN$",
    ],
)
def test_a_name_that_some_system_cannot_store_is_refused_with_a_reason(name: str) -> None:
    assert name_problem(name)


@pytest.mark.parametrize(
    "name", ["meta.json", ".gitignore", "console", "com", "Übung.md", "REQ-0012-x", "nulls"]
)
def test_an_ordinary_name_is_fine(name: str) -> None:
    assert name_problem(name) is None


def test_a_relative_path_stays_below_where_it_starts() -> None:
    assert path_problem("module-design.md") is None
    assert path_problem("designs/module-design.md") is None
    for bad in ("../x.md", "/etc/passwd", "a/../../b", "C:\\x", "a//b", "a/con/b"):
        assert path_problem(bad), bad
