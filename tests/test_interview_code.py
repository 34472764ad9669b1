"""What Alex and Jordan say of a small repository that is really read: names by their owners, and answers to what was asked."""

from pathlib import Path
from typing import Any

import pytest

from interview_table import JORDAN, MAYA, a_scan, hear, known, think, words
from roundtable.analysis import changes
from roundtable.engine.briefing import Ask, Spoken
from roundtable.facts import Requirement
from roundtable.interview.code_answers import UNTOLD
from roundtable.scan.service import Scanner
from scan_repositories import a_repository

FILES = {
    "forms/__init__.py": "",
    "forms/check.py": (
        "class Check:\n    def __call__(self, value): ...\n\n\n"
        "class Both(Check):\n    def __call__(self, value):\n        return value\n\n\n"
        "class Text:\n    def load(self, value, limit=4):\n"
        "        if limit:\n            print(value[:limit])\n\n"
        "        return keep_all(\n            value,\n        )\n\n"
        "    def drop(self):\n        # keep_all stays\n        return keep_all(None)\n\n\n"
        "class Note(Text):\n    def load(self, value):\n        return super().load(value)\n\n\n"
        "def keep_all(value):\n    return Both()(value)\n\n\n"
        "class Link:\n    @overload\n    def join_all(self, one): ...\n\n    def join_all(self, one, two=None): ...\n"
    ),
    "forms/asyncio.py": "import asyncio\n\n\nasync def gather(*todo):\n    return await asyncio.gather(*todo)\n",
    "forms/cli.py": "import os\n\n\ndef run(parser):\n    return parser.get('max-width')\n",
    "tests/test_check.py": "from forms.check import Both\n\n\ndef test_both():\n    assert Both()(4) is False\n",
}  # fmt: skip
EXPORT = Requirement(title="Stop at the first check", text="Stop at the first check")


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> Scanner:
    folder: Path = tmp_path_factory.mktemp("forms")
    return Scanner(a_repository(folder / "r", FILES), folder / "c")


def asked(code: Any, question: str, *turns: str) -> str:
    told = known(EXPORT, title="Both.__call__ stops")
    for turn in turns:
        told, _ = changes.hear(told, turn)
    spoken = (Spoken(persona=None, text=question),)
    return words(think("answer_back", told, said=spoken, code=code, scan=a_scan("forms/check.py")))


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("what overrides Text.load?", "Overridden at `forms/check.py:25`."),
        (
            "does Text.load call keep_all?",
            "Calls of `keep_all` (`forms/check.py:29`) are at `forms/check.py:15` (in `Text.load`) and "
            "`forms/check.py:21` (in `Text.drop`).",
        ),
        (
            "where is --max-width read?",
            "`max-width` stands at `forms/cli.py:5`. The first is `return parser.get('max-width')`.",
        ),
        ("does Text.load strip spaces?", f"{UNTOLD}; `Text.load` is defined at `forms/check.py:11` (`def load(self, value, limit=4)`)."),
        ("does it swallow a CancelledError?", f"{UNTOLD}."),
    ],
)  # fmt: skip
def test_what_the_code_tells_is_said_with_its_place_and_else_that_it_does_not_tell(
    forms: Scanner, question: str, told: str
) -> None:
    assert asked(forms, question) == told


@pytest.mark.parametrize(
    "question", ["is `None` used there?", "who calls print()?", "which tests have `False`?"]
)
def test_a_word_of_the_language_is_never_looked_up(forms: Scanner, question: str) -> None:
    assert "forms/check.py:" not in asked(forms, question)
    assert "tests/" not in asked(forms, question)


def first_words(code: Any, persona: str, said: str) -> str:
    asking = Ask(text="What goes wrong today?", kinds=("problem",), persona=MAYA)
    thought, _ = hear(said, known(EXPORT), asked=asking, code=code, task={"slots": (persona,)})
    return next((piece.text for piece in thought.contributions if piece.persona == persona), "")


def test_jordan_gives_the_form_of_the_member_that_was_named_with_its_class(forms: Scanner) -> None:
    assert "at `forms/check.py:6` as it is today" in first_words(
        forms, JORDAN, "Both.__call__ runs everything"
    )
    assert "several places" not in first_words(forms, JORDAN, "Text.load cuts it off")
    assert "def join_all(self, one, two=None):" in first_words(forms, JORDAN, "Link.join_all is slow")


def test_the_programs_own_module_may_have_the_name_of_anothers(forms: Scanner) -> None:
    told = first_words(forms, JORDAN, "we call forms.asyncio.gather() today")
    assert "`async def gather(*todo):` at `forms/asyncio.py:4`" in told
