"""The guards on replies of a model to twenty-two talks, each in a repository of its own: those that are true, and those that are not.

Each talk was written before the guards had seen it. They cannot tell everything by rule (docs/models.md), but refuse nothing true.
"""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from guards_samples import MAYA
from play import shipped
from roundtable.analysis.analysis import Analysis, Turn
from roundtable.engine.briefing import Ask, Briefing, Shown, Spoken, Task
from roundtable.facts import Fact, parse_fact
from roundtable.facts.evidence import Evidence, Inferred
from roundtable.minds.guards import Verdict, judge
from roundtable.minds.guards.support import find_quote
from roundtable.minds.llm.fencing import masked
from roundtable.minds.llm.replies import read_reply, to_thought
from roundtable.scan.service import Scanner

FIXTURES = Path(__file__).parent / "fixtures"
TALKS: list[dict[str, Any]] = json.loads((FIXTURES / "guards_talks.json").read_text(encoding="utf-8"))
MORE: list[dict[str, Any]] = json.loads((FIXTURES / "guards_more_talks.json").read_text(encoding="utf-8"))


class Table:
    """One talk, as a model is briefed on it after the last answer."""

    def __init__(self, talk: dict[str, Any], folder: Path) -> None:
        root = folder / talk["about"]
        for path, text in talk["files"].items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        author = ["-c", "user.name=Ana", "-c", "user.email=ana@example.com"]
        for words in (["init", "-q"], ["add", "."], [*author, "commit", "-qm", "All of it"]):
            subprocess.run(["git", *words], cwd=root, check=True)
        self.code: Any = Scanner(root, cache_dir=folder / "index")
        turns = [Turn(number=0, text=talk["draft"])]
        turns += [
            Turn(number=n, question=asked, text=said) for n, (asked, said) in enumerate(talk["talk"], 1)
        ]
        said = Analysis(slug="talk", title=talk["draft"], turns=tuple(turns))
        known = said.changed(facts=tuple(self._fact(dict(one), said) for one in talk["facts"]))
        shown = {path: "\n".join(self.code.lines(path, 1, 1000)) for path in talk["shown"]}
        library = shipped()
        self.briefing = Briefing(
            task=Task(kind="converse", persona=MAYA),
            mode="conversation",
            persona=library.persona(MAYA),
            library=library,
            analysis=known,
            scan=self.code.scan(" ".join(turn.text for turn in turns)),
            phase_key="01-requirements",
            asked=Ask(text=turns[-1].question),
            heard=turns[-1],
            said=tuple(
                line
                for turn in turns[1:]
                for line in (Spoken(persona=MAYA, text=turn.question), Spoken(persona=None, text=turn.text))
            ),
            shown=tuple(Shown(path=path, text=masked(text)) for path, text in shown.items() if text),
        )

    @staticmethod
    def _fact(fields: dict[str, Any], analysis: Analysis) -> Fact:
        evidence: Evidence = find_quote(fields.pop("quote"), analysis) or Inferred(because="asked")
        return parse_fact({**fields, "evidence": (evidence,)})

    def verdict(self, reply: dict[str, Any]) -> Verdict:
        return judge(to_thought(read_reply(reply), self.briefing, self.code), self.briefing, self.code)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> list[Table]:
    folder = tmp_path_factory.mktemp("talks")
    return [Table(talk, folder) for talk in TALKS]


def test_of_220_replies_that_are_not_true_at_least_209_are_caught(tables: list[Table]) -> None:
    bad = [(table, *case) for table, talk in zip(tables, TALKS, strict=True) for case in talk["bad"]]
    missed = [why for table, why, reply in bad if not _stops(table.verdict(reply))]
    assert len(bad) == 220
    assert len(missed) <= 11, missed


def test_of_220_replies_that_are_true_none_is_refused(tables: list[Table]) -> None:
    good = [(table, *case) for table, talk in zip(tables, TALKS, strict=True) for case in talk["good"]]
    verdicts = [(why, table.verdict(reply)) for table, why, reply in good]
    assert len(good) == 220
    assert not [(why, verdict.reasons) for why, verdict in verdicts if _stops(verdict)]


def test_of_60_and_60_to_twelve_more_talks_most_are_caught_and_none_that_is_true_is_refused(
    tmp_path: Path,
) -> None:
    verdicts = {"good": list[bool](), "bad": list[bool]()}
    for talk in MORE:
        table = Table(talk, tmp_path)
        for kind, stopped in verdicts.items():
            stopped += [_stops(table.verdict(reply)) for _why, reply in talk[kind]]
    assert (len(verdicts["good"]), len(verdicts["bad"])) == (60, 60)
    assert not any(verdicts["good"])
    assert sum(verdicts["bad"]) >= 48, "what the rules let through a model's second reading is there for"


def _stops(verdict: Verdict) -> bool:
    return bool(verdict.refusals or verdict.dropped)
