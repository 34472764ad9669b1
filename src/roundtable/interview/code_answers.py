"""What a question about the code is answered with: what it names, or the files that change.

Of a name it is told what was asked, its place, its calls, its tests, what overrides it; what a search cannot tell is said to
be untold. What is said is what was looked up.

Elsewhere: which names a question has (`named`), what Alex and Jordan say unasked (`code_talk`), which of the answers is given
(`answering`).
"""

from collections.abc import Collection, Sequence
from typing import Final

from roundtable.analysis.scanning import Occurrence
from roundtable.engine.addressing import EVERYBODY, address_of
from roundtable.engine.briefing import Contribution
from roundtable.facts import DirectChange
from roundtable.interview.code_talk import (
    ALEX,
    MOST_ASKED,
    MOST_FILES,
    MOST_PLACES,
    TELLING,
    imported_by,
    is_aside,
    likely_files,
    lines_at,
    names_as_code,
    stands_at,
)
from roundtable.interview.named import (
    files_named,
    names_asked,
    own_names,
    pieces_in,
    words_quoted,
)
from roundtable.interview.situation import Situation
from roundtable.interview.wording import capital, content_words, listed
from roundtable.language.phrases import any_phrase, leading_phrase, rows

NO_NAME: Final = "I can only look up names: name a function, a file or a message."
IN_CODE: Final = rows(
    "calls? | called | uses? | used | defines? | defined | imports? | imported | returns? | returned | function | class | method | the code | our code | this code | tests?"
)
"""Words with which people ask about code."""
UNTOLD: Final = "The code search does not tell that"
ASKED: Final = {
    "breaks": rows("breaks? | broken | affects? | affected"),
    "overrides": rows("overrides? | overridden"),
    "tests": rows("tests? | tested | touch | covers? | covered"),
    "calls": rows("calls? | called | callers? | uses? | used | reads? | who | needs? | imports? | imported"),
    "place": rows("where | defines? | defined | signature | takes? | returns? | have | has"),
}  # fmt: skip
"""What people ask of a name, and the words with which they do; what comes first counts."""
_TAKES: Final = rows("call | use | read | need | import")
"""What a name itself does with another one, behind it."""
_WHERE_WE_ARE: Final = rows("are we | were we | we are | we stand | things stand")


def about_code(situation: Situation, text: str) -> tuple[Contribution, ...]:
    """What the code shows about what a question names, said by Alex unless another was asked; nothing without a name."""
    files, told, rest = files_named(text, situation.sight), list[str](), text
    for piece in pieces_in(text):
        told.append(stands_at(situation, f"`{piece}`", piece))
        rest = rest.replace(piece, " ") if told[-1] else rest
    messages = words_quoted(text)
    for words in messages:
        # One word stands in the code in many places; as a string it is what was asked for.
        forms = (words,) if " " in words else (f"'{words}'", f'"{words}"')
        told.append(next(filter(None, (stands_at(situation, f'"{words}"', form) for form in forms)), ""))
    for words in (*messages, *(file.text for file in files)):
        rest = rest.replace(words, " ")
    near = {file.found.path for file in files if file.found}
    told.append(_of_names(situation, rest, near) or ("" if any(told) else _searched(situation, rest)))
    told += [
        capital(imported_by(situation, path)) for path in sorted(near) if f"`{path}:" not in "".join(told)
    ]
    return situation.says(" ".join(filter(None, dict.fromkeys(told))), _who_looks_up(situation, text))


def _of_names(situation: Situation, text: str, near: Collection[str]) -> str:
    """What is told of the names in a question that the code defines; a plain word is one only in a question about code."""
    written = {name.text for name in own_names(text)}
    found = names_asked(text, situation.sight)
    if not any_phrase(IN_CODE).search(text) and kind_asked(text) not in {"breaks", "overrides"}:
        found = [one for one in found if one[0] in written]
    told = [_of_name(situation, *one, near, text) for one in found[:MOST_PLACES]]
    return " ".join([one for one in told if not one.startswith(UNTOLD)] or told[:1])


def _searched(situation: Situation, text: str) -> str:
    """Where a name stands that nothing defines."""
    forms = [form for name in own_names(text) for form in _forms_of(name.text)]
    return next(filter(None, (stands_at(situation, f"`{form}`", form) for form in forms)), "")


def _forms_of(name: str) -> list[str]:
    """How code may spell a name: an option also without its dashes, and as a variable."""
    bare = name.lstrip("-")
    return [name, bare, bare.replace("-", "_")] if name.startswith("--") else [name]


def _of_name(
    situation: Situation, name: str, uses: Sequence[Occurrence], near: Collection[str], text: str
) -> str:
    """What a question asks of a name: what rests on it, its tests, its calls, or its place; else that nothing tells."""
    uses = sorted(uses, key=lambda at: (at.kind == "test", is_aside(at.path)))
    defined = [at for at in uses if at.role == "defines"]
    source = [at for at in defined if at.kind == "source"]
    defined = [at for at in defined if at.path in near] or source or defined
    place = f"`{name}` is defined at {_forms(situation, defined)}." if defined else ""
    asked = "" if _is_doing(name, text) else kind_asked(text)
    if place and asked in {"", "place"}:
        return place if asked else f"{UNTOLD}; {place}"
    changed = [at for at in uses if at.role == "overrides"]
    overridden = f"Overridden at {_places(changed)}." if changed else f"Nothing overrides `{name}`."
    if asked == "overrides":
        return overridden
    shown = f"`{name}` ({lines_at(defined)})" if defined else f"`{name}`"
    told = [_calls(situation, shown, uses, defined)] if asked != "tests" else []
    told += [overridden] if asked == "breaks" and changed else []
    told += [_tests(shown, uses)] if asked in {"breaks", "tests"} else []
    return " ".join(told)


def kind_asked(text: str) -> str:
    """What is asked of a name; empty where a search does not tell it."""
    return next((kind for kind, table in ASKED.items() if any_phrase(table).search(text)), "")


def _is_doing(name: str, text: str) -> bool:
    """Whether a question asks what a name itself uses or calls: what is used "by" it or "in" it, what "does it call"."""
    before, _, behind = text.partition(name)
    is_by = before.rstrip("` ").endswith((" by", " in", " from"))
    return is_by or leading_phrase(_TAKES, behind.lstrip("`()")) is not None


def _calls(
    situation: Situation, shown: str, uses: Sequence[Occurrence], defined: Sequence[Occurrence]
) -> str:
    places = {(at.path, at.line) for at in defined[:MOST_PLACES]}
    found = (one for path, _ in places for one in situation.sight.signatures(path))
    is_member = any(one.parent and (one.path, one.line) in places for one in found)
    others = [at for at in uses if at not in defined and at.kind == "source" and at.role != "overrides"]
    calls = [at for at in others if at.role == "calls"]
    if calls:
        whose = ", of this class or another," if is_member else ""
        return f"Calls of {shown}{whose} are at {_places(calls)}."
    if others:
        lead = f"I see no call of {shown} in the source; it" if defined else shown
        return f"{lead} stands at {_places(others)}."
    return f"Nothing else in the source names {shown}."


def _tests(shown: str, uses: Sequence[Occurrence]) -> str:
    tests = [at for at in uses if at.kind == "test"]
    return f"Tests name {shown} at {_places(tests)}." if tests else f"No test names {shown}."


def _places(found: Sequence[Occurrence]) -> str:
    """The first places, each function once, with its name."""
    first = list({(at.path, at.inside or at.line): at for at in reversed(found)}.values())[::-1][:MOST_ASKED]
    shown = [f"`{at.path}:{at.line}`{f' (in `{at.inside}`)' if at.inside else ''}" for at in first]
    rest = len(found) - len(first)
    return f"{', '.join(shown)} and {rest} more line{'s' if rest > 1 else ''}" if rest else listed(shown)


def _forms(situation: Situation, defined: Sequence[Occurrence]) -> str:
    """The places of definitions, with the form that each has where they are few."""
    if len(defined) > MOST_PLACES:
        return lines_at(defined, MOST_FILES)
    forms = {
        (one.path, one.line): f" (`{one.signature.rstrip(' :')}`)"
        for path in {at.path for at in defined}
        for one in situation.sight.signatures(path)
    }
    return listed([f"`{at.path}:{at.line}`{forms.get((at.path, at.line), '')}" for at in defined])


def about_plan(situation: Situation, text: str) -> tuple[Contribution, ...]:
    """Who imports and tests the files that change, for whoever asks that and nothing else; of a name nobody knows that it is not told."""
    plan = [fact.path for fact in situation.analysis.of(DirectChange)] or likely_files(situation)
    asked = [f"`{one.path}`" for one in files_named(text, situation.sight)]
    about_code = any_phrase(IN_CODE)
    told = ""
    if asked and about_code.search(text):  # what was asked is not the plan
        told = f"I see nothing that imports {listed(asked)}."
    elif own_names(text) and situation.briefing.scan is not None:
        told = f"{UNTOLD}."
    elif about_code.search(text) and not content_words(about_code.sub(" ", text)) - _people(situation):
        told = " ".join(filter(None, (capital(imported_by(situation, path)) for path in plan[:MOST_FILES])))
    return situation.says(told, _who_looks_up(situation, text))


def _people(situation: Situation) -> frozenset[str]:
    return content_words(" ".join(persona.first_name for persona in situation.briefing.library.personas))


def not_in_code(situation: Situation, text: str) -> tuple[Contribution, ...]:
    """That a name or a piece of code which a question has is nowhere, as far as that can be told."""
    is_read = situation.briefing.scan is not None
    wanted = [*pieces_in(text), *names_as_code(situation, text)] if is_read else []
    lost = [
        one
        for one in wanted
        if len(one) >= TELLING
        and not any(map(situation.sight.search, (*_forms_of(one), one.rpartition(".")[2])))
    ]
    words = f"I do not find `{lost[0]}` in the code." if lost else ""
    return situation.says(words, _who_looks_up(situation, text))


def asks_for_place(text: str) -> bool:
    """Whether somebody wants to know where in the code something is; where we are is another question."""
    is_ours = any_phrase(_WHERE_WE_ARE).search(text) is not None
    return "where" in text.casefold().split() and not is_ours and len(content_words(text)) > 1


def _who_looks_up(situation: Situation, text: str) -> str:
    addressed = address_of(text, situation.briefing.library.personas)
    return addressed if addressed and addressed != EVERYBODY else ALEX
