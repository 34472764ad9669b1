"""What Alex and Jordan have to say about this change, from the code: places, callers, tests, forms.

Literal search for what the person quoted or named, callers of a definition, tests that contain a text. What is said is
what was looked up; with nothing true about this change at hand they are silent, or say that the code shows nothing.

They speak of a name only if the person wrote it as code, if it is no built-in's, and if it does not lead to a file that is ruled
out. Every number is counted whole. To whoever asks they also tell what a plain word is the name of (`names_asked`).
"""

import builtins
import re
from collections.abc import Collection, Sequence
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.scanning import Definition, Hit, Occurrence, ScanResult
from roundtable.engine.addressing import EVERYBODY, address_of
from roundtable.engine.briefing import Ask, Contribution
from roundtable.facts import AnyFact, DirectChange, Interface, NoChange
from roundtable.facts.evidence import CodeAnchor
from roundtable.interview.focus import focus_of
from roundtable.interview.named import (
    IN_CODE,
    code_names,
    files_named,
    likely_names,
    messages_in,
    names_asked,
    pieces_in,
)
from roundtable.interview.situation import Situation, as_facts
from roundtable.interview.wording import capital, content_words, listed
from roundtable.language.phrases import any_phrase, rows

ALEX: Final = "solutions-architect"
JORDAN: Final = "system-designer"
_MOST_FILES: Final = 3
_MOST_PLACES: Final = 2
_MOST_ASKED: Final = 6
"""Places that somebody is shown who asks for them."""
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
    line = next((file.best_line for file in scan.files if file.path == path), None) if scan else None
    return CodeAnchor(path=path, line=line)


# -- Alex --------------------------------------------------------------------------------------------------------------


def alex_says(situation: Situation, analysis: Analysis, *, must: bool) -> str:
    """Places, callers and tests of what the person named or the scan found; empty when there is nothing to say."""
    told = where_it_stands(situation, situation.heard.text) or where_it_stands(situation, analysis.draft)
    if told and not must and any(told in line.text for line in situation.briefing.said):
        return ""
    if told:
        return f"I can see from the codebase that {told}" if must else capital(told)
    if not must:
        return around_files(situation, analysis)
    paths = [f"`{path}`" for path in likely_files(situation) if path not in _decided(analysis)][:2]
    if paths:
        return f"I can see from the codebase that the words of the request lead to {listed(paths)}; say so if that is the wrong place."
    if situation.briefing.scan is None:
        return "I have not read the code yet."
    return "The code shows nothing of this yet."


def where_it_stands(situation: Situation, text: str) -> str:
    """Where the first quoted message or name of a text that the source has stands, and whether a test has it."""
    wanted = _worth_searching(situation, text)
    return next(filter(None, (_stands(situation, *one, most=_MOST_HITS) for one in wanted)), "")


def _stands(situation: Situation, shown: str, wanted: str, *, most: int | None = None) -> str:
    """Where a text stands in the source, word for word; empty where it does not, or in more lines than `most`."""
    hits = [hit for hit in situation.sight.search(wanted) if not _ASIDE.search(hit.path)]
    source = [hit for hit in hits if not hit.is_test]
    if not source or len(source) > (most or len(source)):
        return ""
    tests = [hit for hit in hits if hit.is_test]
    tested = f", and in the tests at {_places(tests)}" if tests else ""
    return f"{shown} stands at {_places(source, _MOST_PLACES if most else _MOST_ASKED)}{tested}."


_ASIDE: Final = re.compile(r"(?:^|/)(?:docs?|examples?|benchmarks?|vendor|third_party|dist)/", re.IGNORECASE)
_MOST_HITS: Final = 12
"""What stands in more lines than that is a word of the language here, and says nothing about this change."""


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


def _places(hits: Sequence[Hit | Occurrence], most: int = _MOST_PLACES) -> str:
    first = [f"`{hit.path}:{hit.line}`" for hit in hits[:most]]
    rest = len(hits) - most
    return listed(first) if rest <= 0 else f"{', '.join(first)} and {rest} more line{'s' if rest > 1 else ''}"


def around_files(situation: Situation, analysis: Analysis) -> str:
    """Who imports the files of the plan, and which tests; empty when nobody does, or when only some of them are known."""
    paths = [fact.path for fact in analysis.of(DirectChange)][:2]
    return next(filter(None, (_around(situation, path) for path in paths)), "")


def _around(situation: Situation, path: str) -> str:
    callers = [
        one for one in situation.sight.callers(path) if one.imports and situation.sight.view is not None
    ]
    source = [f"`{one.path}`" for one in callers if not one.is_test and not _IS_TEXT.search(one.path)]
    tests = [f"`{one.path}`" for one in callers if one.is_test]
    if not source and not tests:
        return ""
    used = f"`{path}` is imported by {some(source)}" if source else f"nothing but tests imports `{path}`"
    tested = f", and {some(tests)} {'test' if len(tests) > 1 else 'tests'} it" if tests else ""
    return f"{used}{tested}."


_IS_TEXT: Final = re.compile(r"\.(?:md|rst|txt|adoc)$", re.IGNORECASE)


def some(names: Sequence[str]) -> str:
    """The first of them, and how many there are beside."""
    rest = len(names) - _MOST_PLACES
    return listed(names) if rest <= 0 else f"{', '.join(names[:_MOST_PLACES])} and {rest} more"


# -- Jordan ------------------------------------------------------------------------------------------------------------


def jordan_says(situation: Situation, analysis: Analysis, *, must: bool) -> str:
    """The form of what changes: as the person gave it, else as the code has it now, else that it is not there yet."""
    form = form_of_change(situation, analysis)
    if form:
        return f"Based on what we've discussed, the interface would be {form}" if must else ""
    return _no_form(situation, analysis) if must else ""


_LONGEST_FORM: Final = 120
"""Letters of a signature that one reads out."""


def form_of_change(situation: Situation, analysis: Analysis) -> str:
    """The form that the person gave, else the one of what they named, as the code has it; empty when there is neither."""
    told = [fact for fact in analysis.of(Interface) if fact.signature]
    if told:
        return f"`{told[-1].signature}`, as you put it."
    found = _definition(situation, analysis)
    if found is None:
        return ""
    form = found.signature
    form = form if len(form) <= _LONGEST_FORM else f"{form.partition('(')[0]}(…)"
    return f"`{form}` at `{found.path}:{found.line}` as it is today."


def _no_form(situation: Situation, analysis: Analysis) -> str:
    """What there is to say about what was named as code, where it has no one form."""
    told = _statements(analysis)
    names = [name for text in reversed(told) for name in _as_code(situation, text)]
    if situation.sight.view is not None:
        for name in names:
            last = name.rpartition(".")[2]
            # A bare word with underscores may as well be somebody's data.
            is_member = "." in name or last != last.lower() or any(f"{last}(" in text for text in told)
            if (
                last.isidentifier()
                and is_member
                and len(last) >= _TELLING
                and not situation.sight.search(last)
            ):
                return f"`{last}` is not in the code yet."
    return "I have no signature or format to show yet."


_TELLING: Final = 4
"""Letters: whether a shorter name is in the code, a search does not tell."""
_IS_TEST: Final = re.compile(
    r"(?:^|/)(?:tests?|specs?|__tests__|testing)/|(?:^|/)(?:test_|conftest)|[._](?:test|spec)\."
)


def _statements(analysis: Analysis) -> tuple[str, ...]:
    return (analysis.draft, *focus_of(analysis).statements)


def _definition(situation: Situation, analysis: Analysis) -> Definition | None:
    """The definition that the person named last, in code that is no test, made by nothing else, and not ruled out."""
    out = {fact.path for fact in analysis.of(NoChange)}
    for text in reversed(_statements(analysis)):
        for name in _as_code(situation, text):
            found = situation.sight.resolve(name)
            is_symbol = found is not None and found.kind == "symbol"
            if found is None or not is_symbol or found.path in out:
                continue
            if _IS_TEST.search(found.path) or _ASIDE.search(found.path):
                continue
            owner, _, last = (found.symbol or name).rpartition(".")
            same = [d for d in situation.sight.signatures(found.path) if d.name == last]
            owned = [
                d for d in same if owner and (d.parent or "").rpartition(".")[2] == owner.rpartition(".")[2]
            ]
            if len(owned or same) == 1:  # of several in a file, none is meant for sure
                return (owned or same)[0]
    return None


# -- whoever is asked ---------------------------------------------------------------------------------------------------


NO_NAME: Final = "I find no name in that to look up; name a function, a file or a message."
_WHERE_WE_ARE: Final = rows("are we | were we | we are | we stand | things stand")
_WEIGHS: Final = rows("would | could | should | why")
"""Words of a question that places alone do not answer."""


def about_code(situation: Situation, text: str) -> tuple[Contribution, ...]:
    """What the code shows about what a question names, said by Alex unless another was asked; nothing without a name."""
    files, told, rest = files_named(text, situation.sight), list[str](), text
    for piece in pieces_in(text):
        told.append(_stands(situation, f"`{piece}`", piece))
        rest = rest.replace(piece, " ") if told[-1] else rest
    messages = [words for words in messages_in(text) if len(words.split()) > 1]
    told += [_stands(situation, f'"{words}"', words) for words in messages]
    for words in (*messages, *(file.text for file in files)):
        rest = rest.replace(words, " ")
    near = {file.found.path for file in files if file.found}
    told += [_where_used(situation, *one, near) for one in names_asked(rest, situation.sight)[:_MOST_PLACES]]
    if not any(told):
        spelled = [
            name.text for name in code_names(rest) if name.text[0].islower()
        ]  # `maxRows`, which nothing defines
        stands = (_stands(situation, f"`{name}`", name) for name in [*_coded(situation, rest), *spelled])
        told.append(next(filter(None, stands), ""))
    told += [capital(_around(situation, path)) for path in sorted(near) if f"`{path}:" not in "".join(told)]
    if any(told) and any_phrase(_WEIGHS).search(text):
        told.append("What follows from that, the code does not tell.")
    return situation.says(" ".join(filter(None, told)), _who_looks_up(situation, text))


def about_plan(situation: Situation, text: str) -> tuple[Contribution, ...]:
    """Who imports and tests the files that change, for whoever asks that without a name."""
    plan = [fact.path for fact in situation.analysis.of(DirectChange)] or likely_files(situation)
    if any_phrase(IN_CODE).search(text) is None:
        return ()
    if asked := [
        f"`{one.path}`" for one in files_named(text, situation.sight)
    ]:  # what was asked is not the plan
        return situation.says(f"I see nothing that imports {listed(asked)}.", _who_looks_up(situation, text))
    told = [capital(_around(situation, path)) for path in plan[:_MOST_FILES]]
    return situation.says(" ".join(filter(None, told)), _who_looks_up(situation, text))


def not_in_code(situation: Situation, text: str) -> tuple[Contribution, ...]:
    """That a name or a piece of code which a question has is nowhere, as far as that can be told."""
    wanted = [*pieces_in(text), *_coded(situation, text)] if situation.briefing.scan is not None else []
    lost = [one for one in wanted if len(one) >= _TELLING and not situation.sight.search(one)]
    words = f"I do not find `{lost[0]}` in the code." if lost else ""
    return situation.says(words, _who_looks_up(situation, text))


def _coded(situation: Situation, text: str) -> list[str]:
    """What a question names as code; in a question about code also by a word that is no everyday one."""
    if not any_phrase(IN_CODE).search(text):
        return _as_code(situation, text)
    people = {persona.first_name for persona in situation.briefing.library.personas}
    return [name for name in likely_names(text) if name not in people and not _FILE.search(name)]


def asks_for_place(text: str) -> bool:
    """Whether somebody wants to know where in the code something is; where we are is another question."""
    is_ours = any_phrase(_WHERE_WE_ARE).search(text) is not None
    return "where" in text.casefold().split() and not is_ours and len(content_words(text)) > 1


def _who_looks_up(situation: Situation, text: str) -> str:
    addressed = address_of(text, situation.briefing.library.personas)
    return addressed if addressed and addressed != EVERYBODY else ALEX


def _where_used(situation: Situation, name: str, uses: Sequence[Occurrence], near: Collection[str]) -> str:
    """Where a name is defined and in which form, who calls it, which tests have it."""
    uses = sorted(uses, key=lambda at: (at.kind == "test", _ASIDE.search(at.path) is not None))
    defined = [at for at in uses if at.role == "defines"]
    defined = [at for at in defined if at.path in near] or defined
    others = [at for at in uses if at not in defined and at.kind == "source"]
    calls = [at for at in others if at.role == "calls"]
    tests = [f"`{path}`" for path in dict.fromkeys(at.path for at in uses if at.kind == "test")]
    told = f"`{name}` is defined at {_forms(situation, defined)}. " if defined else ""
    if others:
        lead = "Calls by that name are" if calls else "I see no call by that name in the source; it stands"
        told += f"{lead if defined else f'`{name}` stands'} at {_places(calls or others, _MOST_ASKED)}. "
    else:
        told += "Nothing else in the source names it. "
    return f"{told}{f'Tests name it in {some(tests)}.' if tests else 'No test names it.'}"


def _forms(situation: Situation, defined: Sequence[Occurrence]) -> str:
    """The places of definitions, with the form that each has where they are few."""
    forms = {
        (one.path, one.line): f" (`{one.signature.rstrip(' :')}`)"
        for path in {at.path for at in defined[:_MOST_PLACES]}
        for one in situation.sight.signatures(path)
    }
    if len(defined) > _MOST_PLACES:
        return _places(defined, _MOST_FILES)
    return listed([f"`{at.path}:{at.line}`{forms.get((at.path, at.line), '')}" for at in defined])
