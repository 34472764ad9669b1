"""What Alex and Jordan have to say about this change, from the code: places, callers, tests, forms.

Literal search for what the person quoted or named, callers of a definition, tests that contain a text. What is said is
what was looked up; with nothing true about this change at hand they are silent, or say that the code shows nothing.

They speak of a name only if the person wrote it as code, if it is no built-in's, and if it does not lead to a file that is ruled
out. Every number is counted whole.

Elsewhere: what a question about the code is answered with (`code_answers`).
"""

import re
from collections.abc import Sequence
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.scanning import Definition, Hit, Occurrence, ScanResult
from roundtable.engine.briefing import Ask
from roundtable.facts import DirectChange, Interface, NoChange
from roundtable.facts.evidence import CodeAnchor
from roundtable.interview.focus import focus_of
from roundtable.interview.named import IS_TEST, RAISED, code_names, files_in, messages_in, own_names
from roundtable.interview.situation import Situation, as_facts
from roundtable.interview.wording import blanked, capital, listed
from roundtable.language.phrases import rows

ALEX: Final = "solutions-architect"
JORDAN: Final = "system-designer"
MOST_FILES: Final = 3
MOST_PLACES: Final = 2
MOST_ASKED: Final = 6
"""Places that somebody is shown who asks for them."""
_FIRM: Final = 0.55
"""How close to the best file another one has to score to be proposed beside it."""


def propose_files(situation: Situation, analysis: Analysis, ask: Ask) -> Ask | None:
    """The question about the place, with the files that the code points to; none when it points nowhere."""
    paths = [path for path in likely_files(situation) if path not in _decided(analysis)][:MOST_FILES]
    if not paths:
        return None
    names = listed([f"`{path}`" for path in paths])
    offers = as_facts(_offered(situation, path, ask.topic) for path in paths)
    text = f"I would plan with {names}. Does that fit, or which file or module would you touch?"
    return ask.model_copy(update={"text": text, "offers": offers, "persona": ALEX})


def likely_files(situation: Situation) -> list[str]:
    """The files that the code points to: those that define what the person named, else those that score like the best."""
    scan = situation.briefing.scan
    if scan is None:
        return []
    direct = [item.path for item in scan.impact.direct if not is_aside(item.path)]
    wanted = _named_in_request(situation)
    named = {*wanted, *_defining(scan, _only_today(situation) if wanted else frozenset())}
    if wanted or any(path in named for path in direct):
        return [*wanted, *(path for path in direct if path in named and path not in wanted)]
    scores = {file.path: file.score for file in scan.files if file.kind == "source"}
    best = max(scores.values(), default=0.0)
    return [path for path in direct if scores.get(path, 0.0) >= best * _FIRM]


def _named_in_request(situation: Situation) -> list[str]:
    """The sources that define what the request itself names as code."""
    found = [situation.sight.resolve(name) for name in names_as_code(situation, situation.analysis.draft)]
    paths = [one.path for one in found if one is not None and one.kind == "symbol"]
    return [path for path in dict.fromkeys(paths) if not (IS_TEST.search(path) or is_aside(path))]


def _only_today(situation: Situation) -> frozenset[str]:
    """What was named only to tell how it goes today."""
    facts = [fact for fact in situation.analysis.facts if fact.area in {"why", "what", "limits", "how"}]
    today, wanted = (
        {name.text for fact in facts if (fact.area == "why") is is_today for name in own_names(fact.headline)}
        for is_today in (True, False)
    )
    return frozenset(today - wanted - {name.text for name in own_names(situation.analysis.draft)})


def _defining(scan: ScanResult, aside: frozenset[str]) -> set[str]:
    """The sources that were named, that define a name of the person's, or that have a message of theirs.

    What is raised says what happens, not where, unless the words of the request lead there first, too.
    """
    found = {path for path in scan.focus.plan if path not in scan.focus.ruled_out}
    for one in scan.mentions:
        if one.text in aside:
            continue
        source = [at for at in one.occurrences if at.kind == "source"]
        files = {at.path for at in source if at.role == "defines" or one.is_message}
        if one.text.endswith(RAISED) and not one.is_message:
            files &= {item.path for item in scan.impact.direct[:1]}
        found |= files if len(files) <= MOST_FILES else set()
    return found


def _decided(analysis: Analysis) -> set[str]:
    return {fact.path for fact in (*analysis.of(NoChange), *analysis.of(DirectChange))}


def _offered(situation: Situation, path: str, topic: str | None) -> DirectChange:
    scan = situation.briefing.scan
    file = next((file for file in scan.files if file.path == path), None) if scan else None
    why = file.reasons[0] if file and file.reasons else ""
    anchor = CodeAnchor(path=path, line=file.best_line if file else None)
    return DirectChange(path=path, why=why, evidence=(anchor,), step_id=topic)


# -- Alex --------------------------------------------------------------------------------------------------------------


def alex_says(situation: Situation, analysis: Analysis, *, must: bool) -> str:
    """What the person named, in the code; else what the scan is sure of; empty when there is nothing to say."""
    heard = situation.heard.text
    for act in situation.briefing.acts:  # what was asked was answered
        if act.kind == "question_back":
            heard = blanked(heard, act.start, act.end)
    told = where_it_stands(situation, heard) or _of_files(situation, analysis, heard)
    told = told or where_it_stands(situation, analysis.draft)
    if told and not must and any(told in line.text for line in situation.briefing.said):
        return ""
    if told:
        return f"I can see from the codebase that {told}" if must else capital(told)
    if not must:
        return around_files(situation, analysis)
    scan = situation.briefing.scan
    if scan is None:
        return "I have not read the code yet."
    is_guess = scan.confidence == "low" or files_in(
        heard
    )  # nobody is told a mere guess, nor another file than theirs
    likely = [] if is_guess else likely_files(situation)
    path = next((path for path in likely if path not in _decided(analysis)), "")
    guess = f"I can see from the codebase that the words of the request lead first to `{path}`."
    return guess if path else NO_PLACE


NO_PLACE: Final = "Name a file, a function or a message, and I look up where it stands."


def _of_files(situation: Situation, analysis: Analysis, text: str) -> str:
    """Who imports the first file that a text names; nothing of one that is ruled out."""
    out = {fact.path for fact in analysis.of(NoChange)}
    written = (situation.sight.resolve(file.text) for file in files_in(text))
    paths = [found.path for found in written if found is not None and found.path not in out]
    return next(filter(None, (imported_by(situation, path) for path in paths)), "")


def where_it_stands(situation: Situation, text: str) -> str:
    """Where the first quoted message or name of a text that the source has stands, and whether a test has it."""
    wanted = _worth_searching(situation, text)
    told = (_is_at(situation, *one) or stands_at(situation, *one, most=_MOST_HITS) for one in wanted)
    return next(filter(None, told), "")


def _is_at(situation: Situation, shown: str, name: str) -> str:
    """Where a name is defined, if in one place."""
    found = situation.sight.resolve(name) if shown.startswith("`") else None
    is_one = found is not None and found.line and found.kind == "symbol" and not IS_TEST.search(found.path)
    return f"{shown} is at `{found.path}:{found.line}`." if found and is_one else ""


def stands_at(situation: Situation, shown: str, wanted: str, *, most: int | None = None) -> str:
    """Where a text stands in the source, word for word; empty where it does not, or in more lines than `most`."""
    hits = [hit for hit in situation.sight.search(wanted) if not is_aside(hit.path)]
    hits.sort(key=lambda hit: hit.text.lstrip().startswith(_COMMENTS))
    source = [hit for hit in hits if not hit.is_test]
    if not source or len(source) > (most or len(source)):
        return ""
    tests = [hit for hit in hits if hit.is_test]
    tested = f", and in the tests at {lines_at(tests)}" if tests else ""
    if most is None and shown.startswith("`") and source[0].text.strip() != wanted:
        first = source[0]  # whoever asks sees how it stands there
        tested += f". The first is {as_code_line(first.text.strip())}"
    return f"{shown} stands at {lines_at(source, MOST_PLACES if most else MOST_ASKED)}{tested}."


_WIDEST: Final = 160


def as_code_line(words: str) -> str:
    """A line of code as it is shown: in back-quotes, cut between words where it is long."""
    words = words if len(words) <= _WIDEST else f"{words[:_WIDEST].rsplit(' ', 1)[0]} …"
    return words if "`" in words else f"`{words}`"


_ASIDE: Final = rows("doc | docs | example | examples | benchmark | benchmarks | vendor | third_party | dist")
_COMMENTS: Final = ("#", "//", "/*", "*", "--", "<!--")
_MOST_HITS: Final = 4
"""What stands in more lines than that is a word of the language here, and says nothing about this change."""


def is_aside(path: str) -> bool:
    """Whether a file stands in a folder that is no part of the program."""
    return any(folder in _ASIDE for folder in path.lower().split("/")[:-1])


def _worth_searching(situation: Situation, text: str) -> list[tuple[str, str]]:
    words = [(f'"{message}"', message) for message in messages_in(text) if len(message.split()) > 1]
    words += [(f"`{name.text}`", name.text) for name in code_names(text) if name.text.startswith("--")]
    out = {fact.path for fact in situation.analysis.of(NoChange)}
    for name in names_as_code(situation, text):
        found = situation.sight.resolve(name)
        if found is None or (found.path not in out and found.kind == "symbol"):
            words.append((f"`{name}`", name))
    return words


def names_as_code(situation: Situation, text: str) -> list[str]:
    """What a text names as code: no option, no file, nothing of a library.

    JavaScript and FreeBSD are written like classes: such a name counts only if the code uses it as one.
    """
    return [
        name.text
        for name in own_names(text)
        if not name.text.startswith("-")
        and not HAS_FILE.search(text[name.start : name.end + 7])
        and (not _is_humped(text[name.start : name.end]) or is_used(situation, name.text))
    ]


def is_used(situation: Situation, name: str) -> bool:
    """Whether the code defines a name, or has it beside a sign that only code has there."""
    beside = re.compile(rf"(?:\.|->|::|&){re.escape(name)}\b|\b{re.escape(name)}(?:[(\[<]|\s*:?=)")
    hits = situation.sight.search(name)
    return situation.sight.resolve(name) is not None or any(beside.search(hit.text) for hit in hits)


def _is_humped(name: str) -> bool:
    return name.isascii() and name.isalnum() and name[0].isalpha() and name != name.lower()


HAS_FILE: Final = re.compile(
    r"/|\.(?:py|js|ts|tsx|jsx|go|rs|rb|php|java|kt|cs|c|h|cc|cpp|html|css|sql|md|rst|txt|json|ya?ml|toml|cfg|ini|db|csv)\b"
)


def lines_at(hits: Sequence[Hit | Occurrence], most: int = MOST_PLACES) -> str:
    first = [f"`{hit.path}:{hit.line}`" for hit in hits[:most]]
    rest = len(hits) - most
    return listed(first) if rest <= 0 else f"{', '.join(first)} and {rest} more line{'s' if rest > 1 else ''}"


def around_files(situation: Situation, analysis: Analysis) -> str:
    """Who imports the files of the plan, and which tests; empty when nobody does, or when only some of them are known."""
    paths = [fact.path for fact in analysis.of(DirectChange)][:2]
    return next(filter(None, (imported_by(situation, path) for path in paths)), "")


def imported_by(situation: Situation, path: str) -> str:
    callers = [one for one in situation.sight.callers(path) if one.imports]
    source = [f"`{one.path}`" for one in callers if not one.is_test and not one.path.lower().endswith(_TEXTS)]
    tests = [f"`{one.path}`" for one in callers if one.is_test]
    if not source and not tests:
        return ""
    used = f"`{path}` is imported by {some(source)}" if source else f"nothing but tests imports `{path}`"
    tested = f", and {some(tests)} {'test' if len(tests) > 1 else 'tests'} it" if tests else ""
    return f"{used}{tested}."


_TEXTS: Final = (".md", ".rst", ".txt", ".adoc")


def some(names: Sequence[str]) -> str:
    """The first of them, and how many there are beside."""
    rest = len(names) - MOST_PLACES
    return listed(names) if rest <= 0 else f"{', '.join(names[:MOST_PLACES])} and {rest} more"


# -- Jordan ------------------------------------------------------------------------------------------------------------


def jordan_says(situation: Situation, analysis: Analysis, *, must: bool) -> str:
    """The form of what changes: as the person gave it, else as the code has it now, else that it is not there yet."""
    form = form_of_change(situation, analysis) if must else ""
    told = f"Based on what we've discussed, the interface would be {form}" if form else ""
    return told or (NO_FORM if must else "")


_LONGEST_FORM: Final = 120
"""Letters of a signature that one reads out."""


def form_of_change(situation: Situation, analysis: Analysis) -> str:
    """The form that the person gave, else the one of what they named, as the code has it; empty when there is neither."""
    told = [fact for fact in analysis.of(Interface) if fact.signature]
    if told:
        return f"`{told[-1].signature}`, as you put it."
    found = definition_meant(situation, analysis)
    if found is None:
        return ""
    form = found.signature
    form = form if len(form) <= _LONGEST_FORM else f"{form.partition('(')[0]}(…)"
    return f"`{form}` at `{found.path}:{found.line}` as it is today."


NO_FORM: Final = "So far nothing named an interface that changes; tell me if one does."
TELLING: Final = 4
"""Letters: whether a shorter name is in the code, a search does not tell."""


def _statements(analysis: Analysis) -> tuple[str, ...]:
    return (analysis.draft, *focus_of(analysis).statements)


def definition_meant(situation: Situation, analysis: Analysis) -> Definition | None:
    """The definition that the person called or named last, in code that is no test, made by nothing else, and not ruled out.

    What is said of those who use it, or of what is left out, names much that does not change; so does what is raised.
    """
    out = {fact.path for fact in analysis.of(NoChange)}
    beside = [fact.headline for fact in analysis.facts if fact.area in {"who", "not"}]
    for text in reversed(_statements(analysis)):
        for words in beside:
            text = text.replace(words, " ")
        names = [name for name in names_as_code(situation, text) if not name.endswith(RAISED)]
        for name in sorted(names, key=lambda name: f"{name}(" not in text):
            found = situation.sight.resolve(name)
            if found is None or found.kind != "symbol" or found.path in out:
                continue
            if IS_TEST.search(found.path) or is_aside(found.path):
                continue
            owner, _, last = (found.symbol or name).rpartition(".")
            holder = owner.rpartition(".")[2]
            same = [d for d in situation.sight.signatures(found.path) if d.name == last]
            owned = [d for d in same if owner and (d.parent or "").rpartition(".")[2] == holder]
            # Of several in a file none is meant for sure, unless they are forms of one member.
            if len(owned or same) == 1 or len({one.parent for one in owned}) == 1:
                return (owned or same)[-1]
    return None
