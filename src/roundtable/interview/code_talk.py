"""What Alex and Jordan have to say about this change, from the code: places, callers, tests, forms.

Literal search for what the person quoted or named, callers of a definition, tests that contain a text. What is said is
what was looked up; with nothing true about this change at hand they are silent, or say that the code shows nothing.

They speak of a name only if the person wrote it as code, if it is no built-in's, and if it does not lead to a file that is ruled
out. Every number is counted whole.
"""

import builtins
import re
from collections.abc import Sequence
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.scanning import Definition, Hit, ScanResult
from roundtable.engine.briefing import Ask
from roundtable.facts import AnyFact, DirectChange, Interface, NoChange
from roundtable.facts.evidence import CodeAnchor
from roundtable.interview.focus import focus_of
from roundtable.interview.named import Named, code_names, messages_in, names_in
from roundtable.interview.situation import Situation, as_facts
from roundtable.interview.wording import listed

ALEX: Final = "solutions-architect"
JORDAN: Final = "system-designer"
_MOST_FILES: Final = 3
_MOST_PLACES: Final = 2
_FIRM: Final = 0.55
"""How close to the best file another one has to score to be proposed beside it."""


def propose_files(situation: Situation, analysis: Analysis, ask: Ask) -> Ask | None:
    """The question about the place, with the files that the code points to; none when it points nowhere."""
    paths = [path for path in likely_files(situation) if path not in _decided(analysis)][:_MOST_FILES]
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


def likely_files(situation: Situation) -> list[str]:
    """The files that the code points to: those that define what the person named, else those that score like the best."""
    scan = situation.briefing.scan
    if scan is None:
        return []
    direct = [item.path for item in scan.impact.direct]
    named = _defining(scan)
    if any(path in named for path in direct):
        return [path for path in direct if path in named]
    scores = {file.path: file.score for file in scan.files if file.kind == "source"}
    best = max(scores.values(), default=0.0)
    return [path for path in direct if scores.get(path, 0.0) >= best * _FIRM]


def _defining(scan: ScanResult) -> set[str]:
    """The sources that were named, that define a name of the person's, or that have a message of theirs."""
    found = {path for path in scan.focus.plan if path not in scan.focus.ruled_out}
    for one in scan.mentions:
        files = {
            at.path
            for at in one.occurrences
            if at.kind == "source" and (at.role == "defines" or one.is_message)
        }
        found |= files if len(files) <= _MOST_FILES else set()
    return found


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
    if told and not must and any(told in line.text for line in situation.briefing.said):
        return ""
    if told:
        return f"I can see from the codebase that {told}" if must else told[:1].upper() + told[1:]
    if not must:
        return around_files(situation, analysis)
    paths = [f"`{path}`" for path in likely_files(situation) if path not in _decided(analysis)][:2]
    if paths:
        return f"I can see from the codebase that the words of the request lead to {listed(paths)}; say so if that is the wrong place."
    return "The code shows nothing of this yet."


def where_it_stands(situation: Situation, text: str) -> str:
    """Where the first quoted message or name of a text that the source has stands, and whether a test has it."""
    for shown, wanted in _worth_searching(situation, text):
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


def _stands_often(situation: Situation, text: str) -> str:
    """The first places of a name that stands in many; said to whoever asks for it, and to nobody else."""
    for shown, wanted in _worth_searching(situation, text):
        source = [
            hit for hit in situation.sight.search(wanted) if not hit.is_test and not _ASIDE.search(hit.path)
        ]
        if len(source) > _MOST_HITS:
            first = listed([f"`{hit.path}:{hit.line}`" for hit in source[:_MOST_PLACES]])
            return f"{shown} stands in more than {_MOST_HITS} lines, the first {first}."
    return ""


def _worth_searching(situation: Situation, text: str) -> list[tuple[str, str]]:
    words = [(f'"{message}"', message) for message in messages_in(text) if len(message.split()) > 1]
    out = {fact.path for fact in situation.analysis.of(NoChange)}
    for name in _as_code(situation, text):
        found = situation.sight.resolve(name)
        if found is None or (found.path not in out and found.kind == "symbol"):
            words.append((f"`{name}`", name))
    return words


_BUILT_IN: Final = frozenset(dir(builtins))


def _as_code(situation: Situation, text: str) -> list[str]:
    """What a text names as code: no option, no file, nothing that the language itself has.

    JavaScript and FreeBSD are written like classes: such a name counts only if the code defines it.
    """
    return [
        name.text
        for name in code_names(text)
        if not name.text.startswith("-")
        and not _FILE.search(text[name.start : name.end + 7])
        and name.text.rpartition(".")[2] not in _BUILT_IN
        and (not _IS_HUMPED.fullmatch(text[name.start : name.end]) or situation.sight.resolve(name.text))
    ]


_IS_HUMPED: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*[A-Z][A-Za-z0-9]*|[A-Z][A-Za-z0-9]*")


_FILE: Final = re.compile(
    r"/|\.(?:py|js|ts|tsx|jsx|go|rs|rb|php|java|kt|cs|c|h|cc|cpp|html|css|sql|md|rst|txt|json|ya?ml|toml|cfg|ini|db|csv)\b"
)


def _places(hits: Sequence[Hit]) -> str:
    first = [f"`{hit.path}:{hit.line}`" for hit in hits[:_MOST_PLACES]]
    rest = len(hits) - _MOST_PLACES
    return listed(first) if rest <= 0 else f"{', '.join(first)} and {rest} more line{'s' if rest > 1 else ''}"


def around_files(situation: Situation, analysis: Analysis) -> str:
    """Who imports the files of the plan, and which tests; empty when nobody does, or when only some of them are known."""
    if situation.sight.view is None:
        return ""
    for path in [fact.path for fact in analysis.of(DirectChange)][:2]:
        callers = [caller for caller in situation.sight.callers(path) if caller.imports]
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
    return (
        listed(names) if len(names) <= _MOST_PLACES else f"{', '.join(names[:2])} and {len(names) - 2} more"
    )


# -- Jordan ------------------------------------------------------------------------------------------------------------


def jordan_says(situation: Situation, analysis: Analysis, *, must: bool) -> str:
    """The form of what changes: as the person gave it, else as the code has it now, else that it is not there yet."""
    form = form_of_change(situation, analysis)
    if form:
        return f"Based on what we've discussed, the interface would be {form}" if must else ""
    return _no_form(situation, analysis) if must else ""


def form_of_change(situation: Situation, analysis: Analysis) -> str:
    """The form that the person gave, else the one of what they named, as the code has it; empty when there is neither."""
    told = [fact for fact in analysis.of(Interface) if fact.signature]
    if told:
        return f"`{told[-1].signature}`, as you put it."
    found = _definition(situation, analysis)
    return f"`{found.signature}` at `{found.path}:{found.line}` as it is today." if found else ""


def _no_form(situation: Situation, analysis: Analysis) -> str:
    """What there is to say about what was named as code, where it has no one form."""
    told = _statements(analysis)
    names = [name for text in reversed(told) for name in _as_code(situation, text)]
    if not names:
        return "No interface is named yet."
    if situation.sight.view is not None:
        for name in names:
            last = name.rpartition(".")[2]
            # A bare word with underscores may as well be somebody's data.
            is_member = "." in name or last != last.lower() or any(f"{last}(" in text for text in told)
            if is_member and len(last) >= _TELLING and not situation.sight.search(last):
                return f"`{last}` is not in the code yet."
    return "No interface is settled yet."


_TELLING: Final = 4
"""Letters: whether a shorter name is in the code, a search does not tell."""
_IS_TEST: Final = re.compile(
    r"(?:^|/)(?:tests?|specs?|__tests__|testing)/|(?:^|/)(?:test_|conftest)|[._](?:test|spec)\."
)


def _statements(analysis: Analysis) -> tuple[str, ...]:
    return (analysis.draft, *focus_of(analysis).statements)


def _definition(situation: Situation, analysis: Analysis) -> Definition | None:
    """The definition that the person named last, in code that is neither a test nor ruled out."""
    out = {fact.path for fact in analysis.of(NoChange)}
    for text in reversed(_statements(analysis)):
        for name in _as_code(situation, text):
            found = situation.sight.resolve(name)
            if found is None or found.path in out or _IS_TEST.search(found.path):
                continue
            definition = _at(situation, Named(name, 0, 0, found))
            if definition is not None:
                return definition
    return None


def _at(situation: Situation, name: Named) -> Definition | None:
    """The one definition that a name leads to; none where a file has several of that name."""
    assert name.found is not None
    if name.found.kind != "symbol":
        return None
    owner, _, last = (name.found.symbol or name.text).rpartition(".")
    found = [d for d in situation.sight.signatures(name.found.path) if d.name == last]
    owned = [d for d in found if owner and (d.parent or "").rpartition(".")[2] == owner.rpartition(".")[2]]
    one = owned or found
    return one[0] if len(one) == 1 else None


# -- whoever is asked ---------------------------------------------------------------------------------------------------


def about_code(situation: Situation, text: str) -> str:
    """What the code shows about what a question names: where it stands, who uses it, which tests have it."""
    told = where_it_stands(situation, text) or _stands_often(situation, text)
    parts = [told[:1].upper() + told[1:]] if told else []
    for name in names_in(text, situation.sight)[:1]:
        assert name.found is not None
        form = _at(situation, name) if situation.briefing.persona.key == JORDAN else None
        if form is not None:
            parts.append(f"Its form is `{form.signature}`, at `{form.path}:{form.line}`.")
        callers = situation.sight.callers(name.found.path)
        source = [f"`{caller.path}`" for caller in callers if caller.imports and not caller.is_test]
        if source:
            parts.append(f"`{name.found.path}` is imported by {_some(source)}.")
    return " ".join(parts)
