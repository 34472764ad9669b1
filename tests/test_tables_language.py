"""Every row of the tables that cut, place and sort what is typed is needed: without it a labelled sentence is misread."""

from itertools import product
from pathlib import Path
from typing import Final, cast, get_args

import pytest

from roundtable.interview.wording import content_words
from roundtable.language import acts, closed_forms, sentences, targets, tongue
from roundtable.language.acts import ActPlace, read_acts
from roundtable.language.closed_forms import CLOSED_FORMS, ClosedForm
from roundtable.language.targets import asked_persona
from roundtable.language.tokens import ID
from roundtable.language.tongue import language_of
from tables import check_rows

TONGUES: Final = Path(__file__).parent / "fixtures" / "language" / "tongues.txt"


def cut(text: str) -> int:
    return len(sentences.sentences(text))


# -- closed forms ------------------------------------------------------------------------------------------------------


QUESTIONS: Final = {
    "choice": "Shall the import run at night?",
    "review": "What would you like to change or explore further before I finalize this?",
}


def acts_of(text: str, place: ActPlace) -> list[tuple[str, str]]:
    question = QUESTIONS.get(place, "What happens when the import fails?")
    return [(act.kind, act.what) for act in read_acts(text, place=place, question=question)]


@pytest.mark.parametrize("row", CLOSED_FORMS, ids=lambda row: f"{row.kind} {row.what} {min(row.forms)}")
def test_each_closed_form_is_needed_at_some_place(row: ClosedForm, monkeypatch: pytest.MonkeyPatch) -> None:
    places = cast("tuple[ActPlace, ...]", row.places or get_args(ActPlace))
    at = CLOSED_FORMS.index(row)
    needless: list[str] = []
    for form in sorted(row.forms):
        word = "FR-002" if form == ID else form
        typed = (word, f"{word}...", f"{word.upper()}!!!", f"Only managers may export. {word.capitalize()}.")
        rest = row._replace(forms=row.forms - {form})
        less = (*CLOSED_FORMS[:at], rest, *CLOSED_FORMS[at + 1 :])
        for text, place in product(typed, places):
            monkeypatch.setattr(closed_forms, "CLOSED_FORMS", CLOSED_FORMS)
            read = acts_of(text, place)
            monkeypatch.setattr(closed_forms, "CLOSED_FORMS", less)
            if acts_of(text, place) != read:
                break
        else:
            needless.append(form)
    assert not needless


def test_each_edit_of_the_page_is_read_as_one_at_the_review_whatever_its_words_sound_like() -> None:
    check_rows(
        closed_forms,
        "EDITS",
        lambda text: acts_of(text, "review")[0][0],
        {"BR-009: nothing": "correction", 'drop "One more thing, I have to say"': "retraction"},
    )


# -- languages ---------------------------------------------------------------------------------------------------------


def labelled_tongues() -> dict[str, object]:
    found: dict[str, object] = {}
    language = ""
    for line in TONGUES.read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            language = line.removeprefix("== ")
        elif line and not line.startswith("#"):
            found[line] = (language, content_words(line) if language == "en" else None)
    return found


ENGLISH: Final = {
    "this is a list of the orders that are in an archive": {"list", "order", "archiv"},
    "it was sent to those who were on call and it has been read by them": {"sent", "call", "read"},
    "we do not print its number, for these two would be at odds from day two": {
        *("print", "numb", "two", "odd", "day"),
    },
    "they or their boss have no key with which you could open our safe": {"bos", "key", "open", "saf"},
    "he did as I said if she had your pin": {"said", "pin"},
    "what does one do when it rains, but how": {"rain"},
    "so there will only be more than any can eat": {"eat"},
    "all must wait, each should wait, some may wait, every clerk would just wait": {"wait", "clerk"},
    "then the same applies, also on Sunday": {"appl", "sunda"},
}


def test_each_small_word_decides_which_language_some_text_is_in_or_what_it_names() -> None:
    labelled = {
        **labelled_tongues(),
        **{said: ("en", frozenset(words)) for said, words in ENGLISH.items()},
    }

    def reads(said: str) -> object:
        language = language_of(said)
        return language, content_words(said) if language == "en" else None

    check_rows(tongue, "_SMALL_WORDS", reads, labelled)


# -- sentences ---------------------------------------------------------------------------------------------------------


def test_each_pair_of_marks_shelters_what_stands_in_it() -> None:
    check_rows(
        sentences,
        "_SHELTERS",
        cut,
        {
            "type `a. b` twice": 1,
            'it says "not found. try again" in red': 1,
            "it says “not found. try again” in red": 1,
            "le bouton «oui. merci» reste": 1,
            "da steht „leer. später“ in rot": 1,
            "it says 'not found. try again' in red": 1,
            "the rest (see below. or not) stays": 1,
        },
    )


def test_each_mark_of_a_list_begins_a_line_of_its_own() -> None:
    line = "the report has to lie on the desk of the head of the department"
    check_rows(
        sentences,
        "_BULLETS",
        cut,
        {"2. four copies": 1, f"{line}\nb) on paper": 2},
    )


def test_each_fence_keeps_what_was_pasted_whole() -> None:
    check_rows(sentences, "_FENCES", cut, {"```\none. two.\n```": 1, "~~~\none. two.\n~~~": 1})


def test_each_level_marks_a_line_of_a_log() -> None:
    lines = {
        f"{level} cannot read. giving up": 1
        for level in ("TRACE", "DEBUG", "INFO", "WARN", "WARNING", "ERROR", "FATAL", "CRITICAL")
    }
    check_rows(sentences, "_LOG_LEVELS", cut, {**lines, "ERRORS are shown. all of them": 2})


def test_each_word_of_code_marks_a_pasted_piece() -> None:
    code = {
        "def total(rows):\n    # adds up all of them.\n    return n": 1,
        "class Order:\n    # one of a customer.\n    rows = ()": 1,
        "import {\n  total\n  rows": 1,
        "from shop.orders import (\n    Order\n    Row": 1,
        "return {\n  total\n  rows": 1,
        "const total = {\n  paid\n  open": 1,
        "let total = {\n  paid\n  open": 1,
        "var total = {\n  paid\n  open": 1,
        "function total(rows) {\n  rows\n  open": 1,
        "func total() {\n  rows\n  open": 1,
        "fn total() {\n  rows\n  open": 1,
        "public int total() {\n  rows\n  open": 1,
        "private int total() {\n  rows\n  open": 1,
        "if rows:\n    # they are all there.\n    stop": 1,
        "for row in rows:\n    # each one by itself.\n    stop": 1,
        "while rows:\n    # until none is left.\n    stop": 1,
        "SELECT max(\n  total\n  paid": 1,
        "for customers it is free": 1,
        "if that fails. stop": 2,
    }
    check_rows(sentences, "_CODE_WORDS", cut, code)


def test_each_look_of_something_pasted_is_known() -> None:
    pasted = {
        "2026-03-01 10:00:01 cannot read. giving up": 1,
        "2026/03/01 10:00:01 cannot read. giving up": 1,
        "10:00:01 cannot read. giving up": 1,
        "Traceback (most recent call last. sorry)\n  go\n  on": 1,
        'File "a.py", line 3, in run\n  go. on': 1,
        "at shop.Order.pay(Order.java. 3)\n  go. on": 1,
        "Caused by: timeout. gone": 1,
        "ValueError: oh no. really": 1,
        "java.lang.IllegalStateException: oh no. really": 1,
        "DeprecationWarning: old call. use the new one": 1,
        "| name | age. or so | x. y |": 1,
        "name | age\n-----+----\n  Anna. B | 3": 2,
        "$ shop pay. now": 1,
        ">>> pay. now": 1,
        "diff --git a. b": 1,
        "@@ first. second": 1,
        "+++ b/shop. py": 1,
        "--- a/shop. py": 1,
        "{\n  total. open\n}": 1,
        '"total": "3. of 4"\n"open": 4. x': 1,
    }
    check_rows(sentences, "_PASTED", cut, pasted)


def test_each_mark_opens_a_block_of_code() -> None:
    check_rows(
        sentences,
        "_OPENS",
        cut,
        {
            "def total(rows):\n    # adds up all of them.\n    m": 1,
            "return total. rows;": 1,
            "if (paid) {\n  go\n  on": 1,
            "from shop import (\n    Order\n    Row": 1,
        },
    )


def test_each_abbreviation_ends_no_sentence() -> None:
    said = (
        "formats, e.g. CSV",
        "plain text, i.e. CSV",
        "formats, eg. CSV",
        "plain text, ie. CSV",
        "Python vs. Java",
        "ca. half of them",
        "cf. the list",
        "approx. forty rows",
        "buyers resp. sellers",
        "incl. tax",
        "excl. tax",
        "Kunden bzw. Gäste",
        "Belege, z.B. Rechnungen",
        "Stammkunden, d.h. Abonnenten",
        "u.a. Excel",
        "formats, p.ex. Excel",
        "formatos, p.ej. Excel",
        "Mr. Okafor decides",
        "Mrs. Okafor decides",
        "Ms. Okafor decides",
        "Dr. Meyer decides",
        "Prof. Meyer decides",
        "the shop in St. Gallen",
        "see fig. three",
        "decide Sr. García",
        "decide Sra. García",
    )
    check_rows(sentences, "_NEVER_LAST", cut, dict.fromkeys(said, 1))


def test_each_short_form_of_number_belongs_to_its_figure() -> None:
    check_rows(
        sentences,
        "_BEFORE_NUMBER",
        cut,
        {"see no. 5 of the list": 1, "siehe Nr. 5 der Liste": 1},
    )


def test_each_german_month_belongs_to_its_day() -> None:
    months = ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober")
    said = {f"Start am 3. {month} um acht": 1 for month in (*months, "November", "Dezember")}
    check_rows(sentences, "_MONTHS", cut, said)


# -- who is asked ------------------------------------------------------------------------------------------------------


def test_each_way_to_ask_several_people_asks_the_table() -> None:
    asked = (
        "what would you three do?",
        "what do you all think?",
        "do you two agree?",
        "what do you people need?",
        "what would you lot do?",
        "does any of you know?",
        "do all of you agree?",
        "who of you knows?",
        "which of you knows?",
        "what do the three of you recommend?",
        "guys, is that enough?",
        "folks, is that enough?",
        "does everybody agree?",
        "does everyone agree?",
        "does anyone see a problem?",
        "does anybody see a problem?",
        "was meint ihr?",
        "reicht euch das?",
        "qué pensáis vosotros?",
        "qué piensan ustedes?",
        "vous trois, ça suffit?",
    )

    def reads(said: str) -> str:
        return asked_persona(said, "talk", "Jordan: What should the screen show?")

    check_rows(targets, "_SEVERAL", reads, {**dict.fromkeys(asked, "table"), "is that enough?": "jordan"})


def test_each_tag_at_the_end_of_what_is_told_asks_nothing() -> None:
    told = "it lives in the tokenizer"
    tags = ("isn't it?", "doesnt it alex?", "right?", "correct, Jordan?", "no?", "or?", "oder?")
    other = ("you keep that, right?", "what is right?")
    labelled = {**{f"{told}, {tag}": told for tag in tags}, **dict.fromkeys(other, "")}
    check_rows(acts, "_TAGS", acts._without_tag, labelled)


def test_each_word_with_which_the_table_is_spoken_to_makes_a_question_one_for_it() -> None:
    said = (
        "why do you ask?",
        "is that your list?",
        "should I tell of the docs, too?",
        "shall i go on?",
        "may I add one?",
        "do u have that?",
        "maya is it in?",
        "Alex why?",
        "jordan, how?",
    )
    labelled = {**dict.fromkeys(said, True), "is it breaking enough to wait?": False}
    check_rows(acts, "_TABLE", acts.asks_table, labelled)


def test_each_yes_and_no_needs_its_question() -> None:
    said = (
        "Yes, but only at night, when nobody else prints.",
        "Yeah, for the clerks of the branch office.",
        "Yep, and the sum has to stand below the list.",
        "No, the sum has to stand below the list.",
        "Nope, the sum has to stand below the list.",
    )
    whole = ("No clerk may print the list.", "Yesterday's list is printed at noon.")
    labelled = {**dict.fromkeys(said, True), **dict.fromkeys(whole, False)}
    check_rows(sentences, "_YES_OR_NO", sentences.is_fragment, labelled)
