"""What the code shows of a name that somebody asks about: what they ask for, and nothing beside; and how two names meet.

Elsewhere: which names a question has (`named`), everything else that a question about code may have (`code_answers`).
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from roundtable.analysis.scanning import Occurrence
from roundtable.interview.code_talk import (
    MOST_ASKED,
    MOST_FILES,
    MOST_PLACES,
    as_code_line,
    is_aside,
    is_used,
    lines_at,
    stands_at,
)
from roundtable.interview.named import is_of_language, likely_names, own_names
from roundtable.interview.situation import Situation
from roundtable.interview.wording import listed
from roundtable.language.phrases import any_phrase, behind_leading, leading_phrase, rows, spelled


def of_name(
    situation: Situation, name: str, uses: Sequence[Occurrence], near: Collection[str], text: str
) -> str:
    """What a question asks of a name: what rests on it, its tests, its calls, or its place; else that nothing tells."""
    uses = sorted(uses, key=lambda at: (at.kind == "test", is_aside(at.path)))
    defined = [at for at in uses if at.role == "defines"]
    source = [at for at in defined if at.kind == "source"]
    defined = [at for at in defined if at.path in near] or source or defined
    place = f"`{name}` is defined at {_forms(situation, defined)}." if defined else ""
    asked = "" if _is_doing(name, text) else kind_asked(text)
    if place and not asked:
        return f"{UNTOLD}; {place}"
    if place and asked == "place":
        return place
    changed = [at for at in uses if at.role == "overrides"]
    overridden = f"Overridden at {_places(changed)}." if changed else f"Nothing overrides `{name}`."
    if asked == "overrides":
        return overridden
    told = list[str]()
    owner, _, last = name.rpartition(".")
    if owner and last.startswith("__"):  # Python calls these itself
        told.append(f"`{last}` runs without being named.")
        name, uses = owner, situation.sight.uses(owner)
        defined = [at for at in uses if at.role == "defines"]
    shown = f"`{name}` ({lines_at(defined)})" if defined else f"`{name}`"
    if asked != "tests":
        told.append(_calls(situation, shown, uses, defined))
    if asked == "breaks" and changed:
        told.append(overridden)
    if asked in {"breaks", "tests"}:
        told.append(_tests(shown, uses))
    return " ".join(told)


def kind_asked(text: str) -> str:
    return next((kind for kind, table in ASKED.items() if any_phrase(table).search(text)), "")


def _is_doing(name: str, text: str) -> bool:
    """Whether a question asks what a name itself uses or calls: what is used "by" it or "in" it, what "does it call"."""
    before, _, behind = text.partition(name)
    is_by = before.rstrip("` ").endswith((" by", " in", " from"))
    return is_by or leading_phrase(_TAKES, behind.lstrip("`()")) is not None


ASKED: Final = {
    "breaks": rows("breaks? | broken | affects? | affected"),
    "overrides": rows("overrides? | overridden"),
    "tests": rows("tests? | tested | touch | covers? | covered"),
    "calls": rows("calls? | called | callers? | uses? | used | reads? | who | needs? | imports? | imported"),
    "place": rows("where | defines? | defined | signature | takes? | returns? | have | has"),
}  # fmt: skip
"""What people ask of a name, and the words with which they do; what comes first counts."""
_TAKES: Final = rows("call | use | read | need | import | mention | pass | check")
"""What a name itself does with another one, behind it."""
UNTOLD: Final = "The code search does not tell that"


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
    return _and_more(shown, len(found) - len(first))


def _and_more(shown: Sequence[str], rest: int) -> str:
    return f"{', '.join(shown)} and {rest} more line{'s' if rest > 1 else ''}" if rest else listed(shown)


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


# -- two names ---------------------------------------------------------------------------------------------------------


def related_in(situation: Situation, text: str) -> str:
    """Where one of two names has the other in its body, for whoever asks whether it does; empty for any other question."""
    names = _two_names(situation, text)
    if len(names) != _TWO or any_phrase(_OPEN).search(text):
        return ""
    first, second = map(re.escape, names)
    if re.search(rf"{first}[`()]*(?:,| and| or) `?{second}", text):
        return ""  # each is asked about
    names.sort(key=lambda name: not _is_doing(name, text))
    for holder, held in (names, names[::-1]):
        if told := _has(situation, holder, held):
            return told
    if not (places := _places_of(situation, names[0])):
        return ""
    lacks = f"`{names[0]}` ({lines_at(places)}) does not name `{names[1]}`."
    return f"{lacks} {stands_at(situation, f'`{names[1]}`', names[1])}".strip()


def _two_names(situation: Situation, text: str) -> list[str]:
    """What is written as code; beside one name also a word that it is said to use, or that only code has."""
    names = list(dict.fromkeys(name.text for name in own_names(text)))
    if any_phrase((*_TAKES, *ASKED["calls"])).search(text):
        rare = dict.fromkeys(name for name in likely_names(text) if is_used(situation, name))
        names += [name for name in rare if not any(f".{one}".endswith(f".{name}") for one in names)]
    behind = text.partition(names[0])[2].lstrip("`()") if len(names) == 1 else ""
    taken = _TAKEN.match(behind_leading(_TAKES, behind)) if leading_phrase(_TAKES, behind) else None
    return [*names, taken[1]] if taken and not is_of_language(taken[1]) else names


def _places_of(situation: Situation, name: str) -> list[Occurrence]:
    return [at for at in situation.sight.uses(name) if at.role == "defines" and at.kind == "source"]


def _has(situation: Situation, holder: str, held: str) -> str:
    uses = situation.sight.uses(held)
    done = {(at.path, at.line) for at in uses if at.role not in {"names", "imports"}}
    *owners, last = held.split(".") if uses else [held]
    word = spelled(owners[-1] if owners and last.startswith("__") else last)
    places = _places_of(situation, holder)
    lines = [(at.path, *line) for at in places for line in _below(situation, at.path, at.line)]
    has = [(path, at, line.strip()) for path, at, line in lines if word.search(line)]
    has = [one for one in has if one[:2] in done] or has  # a comment only speaks of it
    shown = [f"`{path}:{at}` ({as_code_line(line)})" for path, at, line in has[:MOST_FILES]]
    return f"`{holder}` has `{held}` at {_and_more(shown, len(has) - len(shown))}." if has else ""


_TWO: Final = 2
_TAKEN: Final = re.compile(r"(?:the |its |an? )?`?(\w{3,})")
_OPEN: Final = rows("who | what | which")
"""Who asks so asks for more than a yes or no."""


def _below(situation: Situation, path: str, at: int) -> Iterator[tuple[int, str]]:
    """A definition's line and those set in below it, numbered; a bracket that closes its parameters ends nothing."""
    lines = situation.sight.lines(path)
    depth = indent(lines[at - 1]) if at <= len(lines) else 0
    for number, line in enumerate(lines[at - 1 :], at):
        is_inside = indent(line) > depth or not line.strip() or line.lstrip().startswith((")", "]", "}"))
        if number > at and not is_inside:
            return
        yield number, line


def indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def forms_of(situation: Situation, name: str) -> list[str]:
    """How code may spell a name: of an option its name as a text or a variable, of what a class holds the member alone."""
    if name.startswith("--"):
        first, *more = words = name.strip("-").split("-")
        variables = ["_".join(words), first + "".join(map(str.capitalize, more))] if more else []
        return [name, *(f"{mark}{name.strip('-')}{mark}" for mark in "\"'"), *variables]
    owner, _, last = name.rpartition(".")
    return [name, f".{last}"] if owner and situation.sight.uses(owner) else [name]
