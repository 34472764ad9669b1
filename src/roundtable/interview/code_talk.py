"""What Alex and Jordan have to say about this change, from the code: places, callers, tests, forms.

Literal search for what the person quoted or named, callers of a definition, tests that contain a text. What is said is
what was looked up; with nothing true about this change at hand they are silent, or say that the code shows nothing.

They speak of a name only if the person wrote it as code, if it is no built-in's, and if it does not lead to a file that is ruled
out. Every number is counted whole. To whoever asks they also tell what a plain word is the name of (`names_asked`).
"""

import builtins
import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import takewhile
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
    IS_TEST,
    code_names,
    files_in,
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
    """What the person named, in the code; else what the scan is sure of; empty when there is nothing to say."""
    heard = situation.heard.text
    for act in situation.briefing.acts:  # what was asked was answered
        if act.kind == "question_back":
            heard = f"{heard[: act.start]}{' ' * (act.end - act.start)}{heard[act.end :]}"
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
    path = _first_guess(situation, analysis)
    guess = f"I can see from the codebase that the words of the request lead first to `{path}`."
    return guess if path else NO_PLACE


NO_PLACE: Final = "No place in the code stands out for this yet."


def _first_guess(situation: Situation, analysis: Analysis) -> str:
    """The file that the words lead to, where the scan does not call that a mere guess."""
    scan = situation.briefing.scan
    if scan is None or scan.confidence == "low":
        return ""
    return next((path for path in likely_files(situation) if path not in _decided(analysis)), "")


def _of_files(situation: Situation, analysis: Analysis, text: str) -> str:
    """Who imports the first file that a text names, or what it defines; nothing of one that is ruled out."""
    out = {fact.path for fact in analysis.of(NoChange)}
    written = (situation.sight.resolve(file.text) for file in files_in(text))
    paths = [found.path for found in written if found is not None and found.path not in out]
    return next(filter(None, (_around(situation, path) or _defines(situation, path) for path in paths)), "")


def _defines(situation: Situation, path: str) -> str:
    told = [one.name for one in situation.sight.signatures(path) if not one.parent]
    names = [f"`{name}`" for name in told if not name.startswith("_")]
    return f"`{path}` defines {some(names)}." if names else ""


def where_it_stands(situation: Situation, text: str) -> str:
    """Where the first quoted message or name of a text that the source has stands, and whether a test has it."""
    told = (
        _stands(situation, *one, most=_MOST_HITS) or _is_at(situation, *one)
        for one in _worth_searching(situation, text)
    )
    return next(filter(None, told), "")


def _is_at(situation: Situation, shown: str, name: str) -> str:
    """Where a member is that the code never spells with its owner."""
    found = situation.sight.resolve(name) if "." in name else None
    return f"{shown} is at `{found.path}:{found.line}`." if found and found.line else ""


def _stands(situation: Situation, shown: str, wanted: str, *, most: int | None = None) -> str:
    """Where a text stands in the source, word for word; empty where it does not, or in more lines than `most`."""
    hits = [hit for hit in situation.sight.search(wanted) if not _ASIDE.search(hit.path)]
    hits.sort(key=lambda hit: _IS_COMMENT.match(hit.text) is not None)
    source = [hit for hit in hits if not hit.is_test]
    if not source or len(source) > (most or len(source)):
        return ""
    tests = [hit for hit in hits if hit.is_test]
    tested = f", and in the tests at {_places(tests)}" if tests else ""
    if most is None and shown.startswith("`") and source[0].text.strip() != wanted:
        first = source[0]  # whoever asks sees how it stands there
        tested += f". The first is {_as_code_line(first.text.strip())}"
    return f"{shown} stands at {_places(source, _MOST_PLACES if most else _MOST_ASKED)}{tested}."


_ASIDE: Final = re.compile(r"(?:^|/)(?:docs?|examples?|benchmarks?|vendor|third_party|dist)/", re.IGNORECASE)
_IS_COMMENT: Final = re.compile(r"\s*(?:#|//|/?\*|--|<!--)")
_MOST_HITS: Final = 12
"""What stands in more lines than that is a word of the language here, and says nothing about this change."""


def _worth_searching(situation: Situation, text: str) -> list[tuple[str, str]]:
    words = [(f'"{message}"', message) for message in messages_in(text) if len(message.split()) > 1]
    words += [(f"`{name.text}`", name.text) for name in code_names(text) if name.text.startswith("--")]
    out = {fact.path for fact in situation.analysis.of(NoChange)}
    for name in _as_code(situation, text):
        found = situation.sight.resolve(name)
        if found is None or (found.path not in out and found.kind == "symbol"):
            words.append((f"`{name}`", name))
    return words


_BUILT_IN: Final = frozenset(dir(builtins))


def _as_code(situation: Situation, text: str) -> list[str]:
    """What a text names as code: no option, no file, nothing that the language itself has.

    JavaScript and FreeBSD are written like classes: such a name counts only if the code uses it as one.
    """
    return [
        name.text
        for name in code_names(text)
        if not name.text.startswith("-")
        and not _FILE.search(text[name.start : name.end + 7])
        and name.text.rpartition(".")[2] not in _BUILT_IN
        and (not _IS_HUMPED.fullmatch(text[name.start : name.end]) or _is_used(situation, name.text))
    ]


def _is_used(situation: Situation, name: str) -> bool:
    """Whether the code defines a name, or has it beside a sign that only code has there."""
    beside = re.compile(rf"(?:\.|->|::|&){re.escape(name)}\b|\b{re.escape(name)}(?:[(\[<]|\s*:?=)")
    hits = situation.sight.search(name)
    return situation.sight.resolve(name) is not None or any(beside.search(hit.text) for hit in hits)


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
            owner = name.rpartition(".")[0]
            is_member = (
                (owner and situation.sight.search(owner))
                or last != last.lower()
                or any(f"{last}(" in text for text in told)
            )
            if (
                last.isidentifier()
                and is_member
                and len(last) >= _TELLING
                and not situation.sight.search(last)
            ):
                return f"`{last}` is not in the code yet."
    path = _first_guess(situation, analysis)
    return f"If it is there: {told}" if path and (told := _around(situation, path)) else NO_FORM


NO_FORM: Final = "No call, option or format was named so far."
_TELLING: Final = 4
"""Letters: whether a shorter name is in the code, a search does not tell."""


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
            if IS_TEST.search(found.path) or _ASIDE.search(found.path):
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
    told += [_where_used(situation, *one, near) for one in _names_meant(situation, rest)[:_MOST_PLACES]]
    if not any(told):
        names = [*_coded(situation, rest), *(name.text for name in code_names(rest))]
        told.append(next(filter(None, (_stands(situation, f"`{name}`", name) for name in names)), ""))
    for path in sorted(near):
        if f"`{path}:" not in "".join(told):
            told.append(lines_with(situation, rest, [path]) or capital(_around(situation, path)))
    shown = " ".join(filter(None, told))
    return situation.says(f"{shown}{_ends(text)}" if shown else "", _who_looks_up(situation, text))


def _names_meant(situation: Situation, text: str) -> list[tuple[str, Sequence[Occurrence]]]:
    """Names that the code defines: as written in code, or by a plain word in a question about code or about nothing else."""
    found, written = names_asked(text, situation.sight), {name.text for name in code_names(text)}
    about_it = any_phrase(IN_CODE).search(text) or len(_words_asked(situation, text)) == 1
    return found if about_it else [one for one in found if one[0] in written or one[0].startswith("-")]


def _words_asked(situation: Situation, text: str) -> frozenset[str]:
    """What a question is about, without who is asked and the words with which people ask about code."""
    people = " ".join(persona.first_name for persona in situation.briefing.library.personas)
    return content_words(any_phrase(IN_CODE).sub(" ", text)) - content_words(people)


def by_words(situation: Situation, text: str) -> tuple[Contribution, ...]:
    """Where a question without a name leads by its words alone: into the files that change, else where the scan finds them."""
    plan, found = _likely_places(situation, text)
    told = lines_with(situation, text, plan, "By its words alone that is about {}.")
    if not any_phrase(_WEIGHS).search(text):  # what would follow stands in no line
        told = told or lines_with(
            situation, text, found, "By its words alone this leads to {}.", least=_TOGETHER
        )
    return situation.says(f"{told}{_ends(text)}" if told else "", _who_looks_up(situation, text))


def _ends(text: str) -> str:
    """Where the code ends: it does not weigh."""
    return " What follows from that, the code does not tell." if any_phrase(_WEIGHS).search(text) else ""


def no_line(situation: Situation, text: str) -> tuple[Contribution, ...]:
    """That the code was looked at and no line has the words of a question together, and which file has all of them."""
    words = _words_asked(situation, text)
    plan, found = _likely_places(situation, text)
    holds = (
        path for path in (*plan, *found[:1]) if words <= _held(words, "\n".join(situation.sight.lines(path)))
    )
    best = next(holds, "") if len(words) >= _TOGETHER else ""
    where = (
        f"I would look in `{best}`; a name would tell more."
        if best
        else "Name a function, a file or a message."
    )
    return situation.says(f"{APART} {where}" if found else "", _who_looks_up(situation, text))


def _likely_places(situation: Situation, text: str) -> tuple[list[str], list[str]]:
    """The files that change, and those to which the words of a text lead."""
    out = {fact.path for fact in situation.analysis.of(NoChange)}
    found = [file.path for file in situation.sight.find(text) if not file.is_test and file.path not in out]
    plan = [fact.path for fact in situation.analysis.of(DirectChange) if not _IS_TEXT.search(fact.path)]
    return plan, found


APART: Final = "No line of the code has these words together."
_TOGETHER: Final = 2
"""So many words of a question a line has to hold where nothing else tells that it is meant."""
_MUCH: Final = 0.4
"""So much of them it has to hold together with the name of its file."""
_FEW_LINES: Final = 3
_BLOCK: Final = 8
_WIDEST: Final = 160


def lines_with(
    situation: Situation, text: str, paths: Sequence[str], says: str = "{}.", *, least: int = 1
) -> str:
    """The lines of these files that hold most of the words of a question, each with what stands below it.

    A single word tells only if people do not use it every day, and if it stands in few lines.
    """
    words = {word for word in _words_asked(situation, text) if len(word) >= _TELLING - 1}
    rare = content_words(" ".join(likely_names(text)))
    lines = {(path, at): line for path in paths for at, line in enumerate(situation.sight.lines(path), 1)}
    has = {place: _held(words, line) for place, line in lines.items()}
    often = Counter(word for held in has.values() for word in held)

    def counts(place: tuple[str, int]) -> tuple[int, int, float]:
        around = _held(words, place[0])
        return len(has[place] | around), len(has[place]), sum(1 / often[word] for word in has[place])

    telling = [
        place
        for place, held in has.items()
        if (len(held) >= _TOGETHER and counts(place)[0] >= _MUCH * len(words))
        or (least == 1 and any(word in rare and often[word] <= _FEW_LINES for word in held))
    ]
    best = sorted(telling, key=lambda place: (*(-count for count in counts(place)), place))[:_MOST_PLACES]
    best = [place for place in best if counts(place)[0] == counts(best[0])[0]]
    shown = [f"`{path}:{at}` ({_block(situation.sight.lines(path), at)})" for path, at in best]
    if len(best) > 1 and lines[best[1]].strip() in shown[0]:
        del shown[1]  # it stands below the first
    return says.format(listed(shown)) if shown else ""


def _held(words: Collection[str], line: str) -> set[str]:
    """Those of the words that begin a word of a line; `SearchPlugin` is two."""
    pieces = _PIECE.findall(line)
    return {word for word in words if any(piece.casefold().startswith(word) for piece in pieces)}


_PIECE: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")


def _block(lines: Sequence[str], at: int) -> str:
    """A line as it stands, with what is set in below it where it opens something."""
    first = lines[at - 1]
    depth = len(first) - len(first.lstrip())
    below = takewhile(lambda line: len(line) - len(line.lstrip()) > depth, lines[at : at + _BLOCK])
    opens = first.rstrip().endswith(("{", "[", "("))
    words = " ".join(line.strip() for line in (first, *(below if opens else ())))
    return _as_code_line(words)


def _as_code_line(words: str) -> str:
    words = words if len(words) <= _WIDEST else f"{words[:_WIDEST].rsplit(' ', 1)[0]} …"
    return words if "`" in words else f"`{words}`"


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
    places = {(at.path, at.line) for at in defined[:_MOST_PLACES]}
    found = (one for path, _ in places for one in situation.sight.signatures(path))
    owned = any(one.parent and (one.path, one.line) in places for one in found)
    if others:
        lead = "I see no call by that name in the source; it stands"
        if calls:
            lead = f"Calls by that name{', of this class or another,' if owned else ''} are"
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
