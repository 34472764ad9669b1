"""A briefing for the offline mind, with what the test is about and nothing else."""

import asyncio
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from roundtable.analysis import changes
from roundtable.analysis.analysis import Analysis, Turn
from roundtable.analysis.content import Library
from roundtable.analysis.scanning import (
    Caller,
    Churn,
    Definition,
    Hit,
    Impact,
    Impacted,
    Occurrence,
    RankedFile,
    Resolved,
    ScanResult,
)
from roundtable.engine import hearing
from roundtable.engine.briefing import Ask, Briefing, Task, TaskKind, Thought
from roundtable.facts import Fact
from roundtable.facts.evidence import Quote
from roundtable.interview import Interviewer
from roundtable.language.acts import ActPlace, read_acts
from roundtable.library.loading import load_library

MAYA, ALEX, JORDAN = "business-analyst", "solutions-architect", "system-designer"


@cache
def shipped() -> Library:
    """The library as it ships."""
    return load_library(None)


class Code:
    """A repository of a few files, looked up by exact path or file name."""

    def __init__(
        self,
        files: Sequence[str] = (),
        *,
        hits: Mapping[str, Sequence[Hit]] | None = None,
        uses: Mapping[str, Sequence[Occurrence]] | None = None,
        callers: Mapping[str, Sequence[Caller]] | None = None,
        signatures: Mapping[str, Sequence[Definition]] | None = None,
        texts: Mapping[str, str] | None = None,
    ) -> None:
        self._texts = texts or {}
        self.files = tuple(files)
        self._symbols = {d.name: d for defined in (signatures or {}).values() for d in defined}
        self._uses = uses or {}
        self._hits, self._callers, self._signatures = hits or {}, callers or {}, signatures or {}

    def resolve(self, name: str) -> Resolved | None:
        found = [path for path in self.files if path == name or path.endswith(f"/{name}")]
        if name in self._symbols:
            where = self._symbols[name]
            return Resolved(path=where.path, line=where.line, symbol=name, kind="symbol")
        if "/" in name and any(path.startswith(f"{name.strip('/')}/") for path in self.files):
            return Resolved(path=name.strip("/"), kind="folder")
        return Resolved(path=found[0]) if len(found) == 1 else None

    def namesakes(self, name: str) -> Sequence[str]:
        return [path for path in self.files if path.endswith(f"/{name}")]

    def signatures(self, path: str) -> Sequence[Definition]:
        return self._signatures.get(path, ())

    def callers(self, path: str) -> Sequence[Caller]:
        return self._callers.get(path, ())

    def churn(self, path: str) -> Churn | None:
        return None

    def search(self, text: str) -> Sequence[Hit]:
        return self._hits.get(text, ())

    def lines(self, path: str, first: int, last: int) -> Sequence[str]:
        return self._texts.get(path, "").splitlines()[first - 1 : last]

    def uses(self, name: str) -> Sequence[Occurrence]:
        return self._uses.get(name, ())


def a_scan(*paths: str) -> ScanResult:
    """A scan that found these files, best first."""
    return ScanResult(
        description="",
        files=tuple(
            RankedFile(path=p, score=1 - at / 10, reasons=("says so",), line=1) for at, p in enumerate(paths)
        ),
        impact=Impact(direct=tuple(Impacted(path=p, reason="says so") for p in paths)),
        total_files=len(paths),
    )


def known(*facts: Fact, title: str = "Export the report as CSV", turns: Sequence[str] = ()) -> Analysis:
    """An analysis with these facts, each quoted from the request where it has no evidence of its own."""
    spoken = tuple(Turn(number=at, text=text) for at, text in enumerate((title, *turns)))
    basis = Analysis(slug="item", title=title, turns=spoken)
    quote = Quote(turn=0, start=0, end=len(title), text=title)
    proved = [fact if fact.evidence else fact.model_copy(update={"evidence": (quote,)}) for fact in facts]
    return changes.add(basis, proved)[0]


def think(
    kind: TaskKind, analysis: Analysis, *, code: Code | None = None, persona: str = MAYA, **parts: Any
) -> Thought:
    """What the offline mind thinks."""
    task = Task.model_validate({"kind": kind, "persona": persona, **parts.pop("task", {})})
    library = shipped()
    briefing = Briefing(
        task=task,
        mode=parts.pop("mode", "conversation"),
        persona=library.persona(persona),
        library=library,
        analysis=analysis,
        topics=library.topics,
        acknowledgements=parts.pop("acknowledgements", 1),
        **parts,
    )
    return asyncio.run(Interviewer(code).think(briefing))


def hear(
    said: str,
    analysis: Analysis,
    *,
    asked: Ask | None = None,
    place: ActPlace = "talk",
    kind: TaskKind = "converse",
    **parts: Any,
) -> tuple[Thought, Analysis]:
    """The person says this; the thought, and what is known afterwards."""
    asked = asked or Ask(text="What must it do?", kinds=("requirement",))
    analysis, turn = changes.hear(analysis, said, question=asked.text)
    earlier = hearing._on_record(analysis, said, looks_back=place in {"review", "menu"})
    acts = read_acts(said, place=place, question=asked.text, earlier=earlier)
    thought = think(kind, analysis, asked=asked, heard=turn, acts=acts, **parts)
    return thought, after(analysis, thought)


def after(analysis: Analysis, thought: Thought) -> Analysis:
    """What is known once a thought is taken in."""
    for fact_id in thought.retracted:
        analysis = changes.retract(analysis, fact_id)
    for one in thought.amended:
        analysis = changes.amend(analysis, one.fact_id, one.updates, one.evidence)
    analysis, _ = changes.add(analysis, thought.facts)
    return analysis.changed(none_of=thought.none_of, settled=thought.settled)


def words(thought: Thought) -> str:
    """Everything that is said."""
    return "\n".join(piece.text for piece in thought.contributions)
