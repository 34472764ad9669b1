"""Where sentences end: numbers, paths, quotations and pasted text stay whole, and long lines cost no more than others."""

from itertools import pairwise
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import roundtable.language.sentences as splitter
from roundtable.language.sentences import is_fragment, sentences


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    "text",
    [
        "at most 10,000 rows and 3.5 seconds each",
        "it is 1.234,56 euros, or 0.5 % of that",
        "use version 2.11.0 or v3.x for that",
        "the class sits in src/click/core.py, not in ./lib/a.b/c.js",
        "call os.path.join(a, b).strip() and Node.js does the rest",
        "see https://example.org/a.b?c=d.e for more",
        "some formats, e.g. CSV, i.e. plain text, etc. and so on",
        "old vs. new, approx. 40 of them, ca. half",
        'it prints "not found. try again!" and goes on',
        "pause gives “No such command. Did you mean push?” and stops",
        "`a. b. c` stays as it is",
        "ein Termin am 3. Dezember um 10 Uhr, z. B. im Saal",
        "photos, captions, credits... no, something else",
        "it starts at 2 a.m. and takes an hour",
        "the limit (see no. 5. of the list) holds",
        "Dr. Meyer and Mrs. Okafor decide",
        "it runs on .NET and in the .git folder",
        "what counts is p.ex. the date",
        "Robert J. Smith signs it",
        "one item; another: a third - a fourth",
    ],
)
def test_one_sentence_stays_whole(text: str) -> None:
    assert cut(text) == [text]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("not given. nothing changes", ["not given.", "nothing changes"]),
        ("Done. Next one! Why? Because.", ["Done.", "Next one!", "Why?", "Because."]),
        (
            "leave it out and log it. more than 10,000 of them, refuse to start",
            ["leave it out and log it.", "more than 10,000 of them, refuse to start"],
        ),
        ("see src/a.py. Then run it.", ["see src/a.py.", "Then run it."]),
        ("it needs version 3.11. nothing newer", ["it needs version 3.11.", "nothing newer"]),
        ('It says "done." Then it stops.', ['It says "done."', "Then it stops."]),
        ("we call foo(). It returns 1.", ["we call foo().", "It returns 1."]),
        ("no. only over 50 bucks", ["no.", "only over 50 bucks"]),
        ("I waited... Then it came.", ["I waited...", "Then it came."]),
        ("dates, names, etc. Then the rest", ["dates, names, etc.", "Then the rest"]),
        ("really?! yes", ["really?!", "yes"]),
        ("(It is late. Very late.) So what", ["(It is late. Very late.)", "So what"]),
        ("これは文です。次の文。", ["これは文です。", "次の文。"]),
        ("first line\nsecond line", ["first line", "second line"]),
        ("- one. two\n- three\n2. four", ["- one.", "two", "- three", "2. four"]),
        ("1. open the door\n2. go in", ["1. open the door", "2. go in"]),
    ],
)
def test_sentences_are_told_apart(text: str, parts: list[str]) -> None:
    assert cut(text) == parts


def test_a_line_that_the_editor_broke_runs_on() -> None:
    long = "the report has to be on the desk of the head of the department before\nhe arrives in the morning"
    assert len(cut(long)) == 1


@pytest.mark.parametrize(
    "pasted",
    [
        'Traceback (most recent call last):\n  File "a.py", line 3, in run\n    go()\nValueError: no. really no.',
        "2026-03-01 10:00:01 ERROR Cannot read. Giving up.\n2026-03-01 10:00:02 INFO bye. bye.",
        "```\nfirst. second.\nthird\n```",
        "| a | b |\n|---|---|\n| 1. | 2. |",
        'def go():\n    print("a. b.")\n    return 1',
        "java.lang.IllegalStateException: oh. no.\n  at a.b.C(C.java:3)\n  at a.b.D(D.java:4)",
        "$ roundtable analyze x\n>>> done. ok.",
    ],
)
def test_pasted_text_is_one_span(pasted: str) -> None:
    assert cut(pasted) == [pasted]
    assert cut(f"Look at this.\n{pasted}\nnot what I want!!") == [
        "Look at this.",
        pasted,
        "not what I want!!",
    ]


@given(st.text(alphabet=st.sampled_from("ab.!?… \n\t\"'`()-1,|A"), max_size=80) | st.text(max_size=60))
def test_spans_are_ordered_disjoint_and_hold_all_that_is_not_white_space(text: str) -> None:
    spans = sentences(text)
    assert all(start < end for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    covered = {place for start, end in spans for place in range(start, end)}
    assert all(letter.isspace() for place, letter in enumerate(text) if place not in covered)
    assert all(not text[start].isspace() and not text[end - 1].isspace() for start, end in spans)


@pytest.mark.parametrize(
    "unit", ["1,", "a.b.", "a. ", '"', "'a ", "(", "`x. ", "...", "a\n", "  a\n", "| |\n"]
)
def test_twice_the_text_is_looked_at_twice_as_often(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0
    is_end = splitter._is_end

    def counted(*looked_at: object) -> bool:
        nonlocal looks
        looks += 1
        return is_end(*looked_at)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(splitter, "_is_end", counted)
    sentences(unit * 5_000)
    once, looks = looks, 0
    sentences(unit * 10_000)
    assert looks <= 2 * once + 10


@pytest.mark.parametrize(
    "unit", ["1,", "a.b.", 'a "b. ', "(a ", "'a ", "a. B ", "```\n", "a\n  b\n", "\n", "$ a\n\n"]
)
def test_a_long_line_takes_no_longer_than_its_length_says(unit: str) -> None:
    # Generous: a text of 50,000 characters takes some milliseconds; a square would take minutes.
    began = process_time()
    sentences(unit * (50_000 // len(unit)))
    assert process_time() - began < 2


def test_a_name_that_ends_in_a_mark_ends_no_sentence() -> None:
    text = "The start_with? check stays. Is valid_path? Yes."
    assert [text[a:b] for a, b in sentences(text)] == [
        "The start_with? check stays.",
        "Is valid_path?",
        "Yes.",
    ]


def test_a_value_needs_its_question_and_a_short_sentence_does_not() -> None:
    assert is_fragment("False, decimal units like now.")
    assert is_fragment("None: an empty list")
    assert not is_fragment("One code per order of books.")
    assert not is_fragment("Empty, unless somebody has set a limit for their own account.")


def test_many_lines_that_say_nothing_one_by_one_are_one_piece() -> None:
    rows = "\n".join(
        f"2026-11-{number:02} item-{number} done tokens={13 * number}" for number in range(1, 29)
    )
    assert len(sentences(rows)) == 1
    assert len(sentences(f"This is the report:\n\n{rows}\n\nIt is too long. Nobody reads it.")) == 3
    assert len(sentences("\n".join(f"It does thing {number}." for number in range(30)))) == 30
    assert len(sentences("\n".join(f"- does thing {number}" for number in range(30)))) == 30
    assert len(sentences("\n".join(f"row {number}" for number in range(5)))) == 5


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (
            "The file says:\n\n[run]\nretries = 2\n\nand the run then prints:\n\nattempt 1 of 3\n\nNothing else changes there.",
            2,
        ),
        (
            "It prints:\n\nError: not a number\n\nA negative value is new, it must fail as well:\n\nError: below zero",
            2,
        ),
        (
            "The test fails so:\n\nExpected: 3\n\nAnd the new tests must reset the flag in a block before each",
            2,
        ),
        ("There is one of three texts:\nNever opened\nOpened once\nOpened 3 times", 1),
        ("It must raise the error with:\n\nThese are invalid:\n\n* user - blank", 1),
        ("Three rules:\n- only at night\n- never twice\n- at most 5 MB", 4),
        ("This holds:\nIt is sent once a day.\nIt is never sent at night.", 3),
    ],
)
def test_the_lines_behind_a_colon_are_one_piece_with_what_announces_them(text: str, count: int) -> None:
    assert len(sentences(text)) == count


def test_many_indented_lines_are_one_piece_also_where_each_ends_with_a_full_stop() -> None:
    report = "\n".join(
        f"  README.md:{line}  warning  `settings.py` is not in the repository." for line in range(40)
    )
    said = f"This is how it looks today:\n{report}"
    assert [said[start:end] for start, end in sentences(said)] == [said]
