"""What a question about the code is answered with: what it names, or the files that change.

What is said is what was looked up; where the code ends, that is said, too.

Elsewhere: what Alex and Jordan say unasked (`code_talk`), which of the answers is given (`answering`).
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import takewhile
from typing import Final

from roundtable.analysis.scanning import Occurrence
from roundtable.engine.addressing import EVERYBODY, address_of
from roundtable.engine.briefing import Contribution
from roundtable.facts import DirectChange
from roundtable.interview.code_talk import (
    ALEX,
    HAS_FILE,
    MOST_ASKED,
    MOST_FILES,
    MOST_PLACES,
    TELLING,
    as_code_line,
    imported_by,
    is_aside,
    likely_files,
    lines_at,
    names_as_code,
    some,
    stands_at,
)
from roundtable.interview.named import (
    IN_CODE,
    code_names,
    files_named,
    likely_names,
    messages_in,
    names_asked,
    pieces_in,
)
from roundtable.interview.situation import Situation
from roundtable.interview.wording import capital, content_words, listed
from roundtable.language.phrases import any_phrase, rows

NO_NAME: Final = "I find no name in that to look up; name a function, a file or a message."
_WHERE_WE_ARE: Final = rows("are we | were we | we are | we stand | things stand")
_WEIGHS: Final = rows("would | could | should | why")
"""Words of a question that places alone do not answer."""


def about_code(situation: Situation, text: str) -> tuple[Contribution, ...]:
    """What the code shows about what a question names, said by Alex unless another was asked; nothing without a name."""
    files, told, rest = files_named(text, situation.sight), list[str](), text
    for piece in pieces_in(text):
        told.append(stands_at(situation, f"`{piece}`", piece))
        rest = rest.replace(piece, " ") if told[-1] else rest
    messages = [words for words in messages_in(text) if len(words.split()) > 1]
    told += [stands_at(situation, f'"{words}"', words) for words in messages]
    for words in (*messages, *(file.text for file in files)):
        rest = rest.replace(words, " ")
    near = {file.found.path for file in files if file.found}
    told += [_where_used(situation, *one, near) for one in _names_meant(situation, rest)[:MOST_PLACES]]
    if not any(told):
        names = [*_coded(situation, rest), *(name.text for name in code_names(rest))]
        told.append(next(filter(None, (stands_at(situation, f"`{name}`", name) for name in names)), ""))
    for path in sorted(near):
        if f"`{path}:" not in "".join(told):
            told.append(lines_with(situation, rest, [path]) or capital(imported_by(situation, path)))
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


def _ends(text: str) -> str:
    """Where the code ends: it does not weigh."""
    return " What follows from that, the code does not tell." if any_phrase(_WEIGHS).search(text) else ""


_TOGETHER: Final = 2
"""So many words of a question a line has to hold where nothing else tells that it is meant."""
_MUCH: Final = 0.4
"""So much of them it has to hold together with the name of its file."""
_FEW_LINES: Final = 3
_BLOCK: Final = 8


def lines_with(situation: Situation, text: str, paths: Sequence[str]) -> str:
    """The lines of these files that hold most of the words of a question, each with what stands below it.

    A single word tells only if people do not use it every day, and if it stands in few lines.
    """
    words = {word for word in _words_asked(situation, text) if len(word) >= TELLING - 1}
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
        or any(word in rare and often[word] <= _FEW_LINES for word in held)
    ]
    best = sorted(telling, key=lambda place: (*(-count for count in counts(place)), place))[:MOST_PLACES]
    best = [place for place in best if counts(place)[0] == counts(best[0])[0]]
    shown = [f"`{path}:{at}` ({_block(situation.sight.lines(path), at)})" for path, at in best]
    if len(best) > 1 and lines[best[1]].strip() in shown[0]:
        del shown[1]  # it stands below the first
    return f"{listed(shown)}." if shown else ""


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
    return as_code_line(words)


def about_plan(situation: Situation, text: str) -> tuple[Contribution, ...]:
    """Who imports and tests the files that change, for whoever asks that without a name."""
    plan = [fact.path for fact in situation.analysis.of(DirectChange)] or likely_files(situation)
    if any_phrase(IN_CODE).search(text) is None:
        return ()
    if asked := [
        f"`{one.path}`" for one in files_named(text, situation.sight)
    ]:  # what was asked is not the plan
        return situation.says(f"I see nothing that imports {listed(asked)}.", _who_looks_up(situation, text))
    told = [capital(imported_by(situation, path)) for path in plan[:MOST_FILES]]
    return situation.says(" ".join(filter(None, told)), _who_looks_up(situation, text))


def not_in_code(situation: Situation, text: str) -> tuple[Contribution, ...]:
    """That a name or a piece of code which a question has is nowhere, as far as that can be told."""
    wanted = [*pieces_in(text), *_coded(situation, text)] if situation.briefing.scan is not None else []
    lost = [one for one in wanted if len(one) >= TELLING and not situation.sight.search(one)]
    words = f"I do not find `{lost[0]}` in the code." if lost else ""
    return situation.says(words, _who_looks_up(situation, text))


def _coded(situation: Situation, text: str) -> list[str]:
    """What a question names as code; in one about code that names no file also by a word that is no everyday one."""
    if not any_phrase(IN_CODE).search(text) or files_named(text, situation.sight):
        return names_as_code(situation, text)
    people = {persona.first_name for persona in situation.briefing.library.personas}
    return [name for name in likely_names(text) if name not in people and not HAS_FILE.search(name)]


def asks_for_place(text: str) -> bool:
    """Whether somebody wants to know where in the code something is; where we are is another question."""
    is_ours = any_phrase(_WHERE_WE_ARE).search(text) is not None
    return "where" in text.casefold().split() and not is_ours and len(content_words(text)) > 1


def _who_looks_up(situation: Situation, text: str) -> str:
    addressed = address_of(text, situation.briefing.library.personas)
    return addressed if addressed and addressed != EVERYBODY else ALEX


def _where_used(situation: Situation, name: str, uses: Sequence[Occurrence], near: Collection[str]) -> str:
    """Where a name is defined and in which form, who calls it, which tests have it."""
    uses = sorted(uses, key=lambda at: (at.kind == "test", is_aside(at.path)))
    defined = [at for at in uses if at.role == "defines"]
    defined = [at for at in defined if at.path in near] or defined
    others = [at for at in uses if at not in defined and at.kind == "source"]
    calls = [at for at in others if at.role == "calls"]
    tests = [f"`{path}`" for path in dict.fromkeys(at.path for at in uses if at.kind == "test")]
    told = f"`{name}` is defined at {_forms(situation, defined)}. " if defined else ""
    places = {(at.path, at.line) for at in defined[:MOST_PLACES]}
    found = (one for path, _ in places for one in situation.sight.signatures(path))
    owned = any(one.parent and (one.path, one.line) in places for one in found)
    if others:
        lead = "I see no call by that name in the source; it stands"
        if calls:
            lead = f"Calls by that name{', of this class or another,' if owned else ''} are"
        told += f"{lead if defined else f'`{name}` stands'} at {lines_at(calls or others, MOST_ASKED)}. "
    else:
        told += "Nothing else in the source names it. "
    return f"{told}{f'Tests name it in {some(tests)}.' if tests else 'No test names it.'}"


def _forms(situation: Situation, defined: Sequence[Occurrence]) -> str:
    """The places of definitions, with the form that each has where they are few."""
    forms = {
        (one.path, one.line): f" (`{one.signature.rstrip(' :')}`)"
        for path in {at.path for at in defined[:MOST_PLACES]}
        for one in situation.sight.signatures(path)
    }
    if len(defined) > MOST_PLACES:
        return lines_at(defined, MOST_FILES)
    return listed([f"`{at.path}:{at.line}`{forms.get((at.path, at.line), '')}" for at in defined])
