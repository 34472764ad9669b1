"""What Alex and Jordan have to say about this change, from the code: places, callers, tests, forms.

Literal search for what the person quoted or named, callers of a definition, tests that contain a text. What is said is
what was looked up; with nothing true about this change at hand they are silent, or say that the code shows nothing.
"""

import re
from collections.abc import Sequence
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.scanning import Definition, Hit
from roundtable.engine.briefing import Ask
from roundtable.facts import AnyFact, DirectChange, Interface, NoChange
from roundtable.facts.evidence import CodeAnchor
from roundtable.interview.named import Named, code_names, messages_in, names_in
from roundtable.interview.situation import Situation, as_facts
from roundtable.interview.wording import listed

__all__ = ["ALEX", "JORDAN", "about_code", "alex_says", "jordan_says", "propose_files", "where_it_stands"]

ALEX: Final = "solutions-architect"
JORDAN: Final = "system-designer"
_MOST_FILES: Final = 3
_MOST_PLACES: Final = 2
_FIRM: Final = 0.55
"""How close to the best file another one has to score to be proposed beside it."""


def propose_files(situation: Situation, analysis: Analysis, ask: Ask) -> Ask | None:
    """The question about the place, with the files that the code points to; none when it points nowhere."""
    paths = [path for path in _likely(situation) if path not in _decided(analysis)][:_MOST_FILES]
    if not paths:
        return None
    names = listed([f"`{path}`" for path in paths])
    offers: tuple[AnyFact, ...] = as_facts(
        DirectChange(
            path=path, why=_reason(situation, path), evidence=(_anchor(situation, path),), step_id=ask.topic
        )
        for path in paths
    )
    text = f"I would plan with {names}. Does that fit, or which file or module would you touch?"
    return ask.model_copy(update={"text": text, "offers": offers, "persona": ALEX})


def _likely(situation: Situation) -> list[str]:
    scan = situation.briefing.scan
    if scan is None:
        return []
    direct = [item.path for item in scan.impact.direct]
    scores = {file.path: file.score for file in scan.files if file.kind == "source"}
    best = max(scores.values(), default=0.0)
    return [path for path in direct if scores.get(path, 0.0) >= best * _FIRM]


def _decided(analysis: Analysis) -> set[str]:
    return {fact.path for fact in (*analysis.of(NoChange), *analysis.of(DirectChange))}


def _reason(situation: Situation, path: str) -> str:
    scan = situation.briefing.scan
    files = {file.path: file for file in scan.files} if scan else {}
    return files[path].reasons[0] if path in files and files[path].reasons else ""


def _anchor(situation: Situation, path: str) -> CodeAnchor:
    scan = situation.briefing.scan
    line = next((file.line for file in scan.files if file.path == path), None) if scan else None
    return CodeAnchor(path=path, line=line)


# -- Alex --------------------------------------------------------------------------------------------------------------


def alex_says(situation: Situation, analysis: Analysis, *, must: bool) -> str:
    """Places, callers and tests of what the person named or the scan found; empty when there is nothing to say."""
    told = where_it_stands(situation, situation.heard.text) or where_it_stands(situation, analysis.draft)
    if told:
        return f"I can see from the codebase that {told}" if must else told[:1].upper() + told[1:]
    if not must:
        return _around_files(situation, analysis)
    paths = [f"`{path}`" for path in _likely(situation) if path not in _decided(analysis)][:2]
    if paths:
        return f"I can see from the codebase that the words of the request lead to {listed(paths)}; say so if that is the wrong place."
    return "The code shows nothing of this yet."


def where_it_stands(situation: Situation, text: str) -> str:
    """Where the first quoted message or name of a text that the source has stands, and whether a test has it."""
    for shown, wanted in _worth_searching(text):
        hits = [hit for hit in situation.sight.search(wanted) if not _ASIDE.search(hit.path)]
        source = [hit for hit in hits if not hit.is_test]
        if source and len(source) <= _MOST_HITS:
            tests = [hit for hit in hits if hit.is_test]
            tested = f", and in the tests at {_places(tests)}" if tests else ", and in no test"
            return f"{shown} stands at {_places(source)}{tested}."
    return ""


_ASIDE: Final = re.compile(r"(?:^|/)(?:docs?|examples?|benchmarks?|vendor|third_party)/", re.IGNORECASE)
_MOST_HITS: Final = 12
"""What stands in more lines than that is a word of the language here, and says nothing about this change."""


def _worth_searching(text: str) -> list[tuple[str, str]]:
    words = [(f'"{message}"', message) for message in messages_in(text)]
    return words + [
        (f"`{name.text}`", name.text) for name in code_names(text) if not name.text.startswith("-")
    ]


def _places(hits: Sequence[Hit]) -> str:
    first = [f"`{hit.path}:{hit.line}`" for hit in hits[:_MOST_PLACES]]
    return (
        listed(first)
        if len(hits) <= _MOST_PLACES
        else f"{', '.join(first)} and {len(hits) - _MOST_PLACES} more lines"
    )


def _around_files(situation: Situation, analysis: Analysis) -> str:
    for path in [fact.path for fact in analysis.of(DirectChange)][:2]:
        callers = situation.sight.callers(path)
        source = [
            f"`{caller.path}`"
            for caller in callers
            if not caller.is_test and not _IS_TEXT.search(caller.path)
        ]
        tests = [f"`{caller.path}`" for caller in callers if caller.is_test]
        if source or tests:
            used = (
                f"`{path}` is imported by {_some(source)}"
                if source
                else f"nothing but tests imports `{path}`"
            )
            return (
                f"{used}, and {_some(tests)} {'test' if len(tests) > 1 else 'tests'} it."
                if tests
                else f"{used}; no test imports it."
            )
    return ""


_IS_TEXT: Final = re.compile(r"\.(?:md|rst|txt|adoc)$", re.IGNORECASE)


def _some(names: Sequence[str]) -> str:
    return listed(names) if len(names) <= _MOST_PLACES else f"{listed(names[:2])} and {len(names) - 2} more"


# -- Jordan ------------------------------------------------------------------------------------------------------------


def jordan_says(situation: Situation, analysis: Analysis, *, must: bool) -> str:
    """The form of what changes: as the person gave it, else as the code has it now."""
    told = [fact for fact in analysis.of(Interface) if fact.signature]
    if told:
        form = f"`{told[-1].signature}`, as you put it."
    else:
        found = _definition(situation, analysis)
        form = f"`{found.signature}` at `{found.path}:{found.line}` as it is today." if found else ""
    if form:
        return f"Based on what we've discussed, the interface would be {form}" if must else ""
    return "No interface is named yet, and the code shows none that has to change." if must else ""


def _definition(situation: Situation, analysis: Analysis) -> Definition | None:
    """The definition that the person named last."""
    for turn in reversed(analysis.turns):
        for name in names_in(turn.text, situation.sight):
            definition = _at(situation, name)
            if definition is not None:
                return definition
    return None


def _at(situation: Situation, name: Named) -> Definition | None:
    assert name.found is not None
    if name.found.kind != "symbol":
        return None
    last = (name.found.symbol or name.text).rpartition(".")[2]
    return next((d for d in situation.sight.signatures(name.found.path) if d.name == last), None)


# -- whoever is asked ---------------------------------------------------------------------------------------------------


def about_code(situation: Situation, text: str) -> str:
    """What the code shows about what a question names: where it stands, who uses it, which tests have it."""
    told = where_it_stands(situation, text)
    parts = [told[:1].upper() + told[1:]] if told else []
    for name in names_in(text, situation.sight)[:1]:
        assert name.found is not None
        callers = situation.sight.callers(name.found.path)
        source = [f"`{caller.path}`" for caller in callers if not caller.is_test]
        if source:
            parts.append(f"`{name.found.path}` is imported by {_some(source)}.")
    return " ".join(parts)
