"""A claim that rests on a line of code alone has something to do with that line, and is read once more beside it."""

import asyncio
from typing import Any

import pytest

from guards_samples import MAYA
from guards_thoughts import SHELF, a_talk
from llm_table import Script, at_once
from roundtable.interview import Interviewer
from roundtable.minds.guarded import Guarded
from roundtable.minds.guards import judge
from roundtable.minds.guards.renderings import renderings
from roundtable.minds.llm.connecting import Connection
from roundtable.minds.llm.mind import LanguageModel
from roundtable.minds.llm.replies import read_reply, to_thought

CITED = {"from": "stock/importer.py:17", "code": 'raise RowError("missing sku")'}
AT_NIGHT = "The import of a file stops at night."


def claim(text: str) -> dict[str, Any]:
    return {"kind": "constraint", "text": text, **CITED}


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("A row without SKU ends in an error.", True),
        ("The import reads with csv.", True),
        ("Colours of the printed label are cached.", False),
    ],
)
def test_a_cited_line_shares_a_word_with_what_rests_on_it(text: str, holds: bool) -> None:
    verdict = judge(to_thought(read_reply({"items": [claim(text)]}), a_talk(), SHELF), a_talk(), SHELF)
    assert bool(verdict.thought.facts) == holds, verdict.reasons
    assert ("the cited lines say nothing of it" in verdict.reasons) != holds


@pytest.mark.parametrize(("text", "again"), [("A missing SKU raises RowError.", False), (AT_NIGHT, True)])
def test_what_the_lines_do_not_repeat_is_read_again_beside_them(text: str, again: bool) -> None:
    found = renderings(to_thought(read_reply({"items": [claim(text)]}), a_talk(), SHELF), a_talk())
    assert bool(found) == again
    assert all("stock/importer.py:17: " in one.words and one.is_code for one in found)


def test_a_claim_about_code_that_its_lines_do_not_show_goes_back() -> None:
    said = {"lines": [{"persona": MAYA, "text": "Noted."}]}
    script = Script({**said, "items": [claim(AT_NIGHT)]}, {"items": []})
    script.unsaid = [[{"number": 1, "why": "nothing here is about nights"}]]
    connection = Connection(name="test:script", model=script.model(), native=True)
    guarded = Guarded(LanguageModel(connection, wait=at_once, code=SHELF), Interviewer(), SHELF)
    thought = asyncio.run(guarded.think(a_talk(shown=())))
    assert "Code:\nstock/importer.py:" in script.read_again[0]
    assert "is not what the code says: nothing here is about nights" in script.heard[1]
    assert not any("night" in fact.headline for fact in thought.facts)
