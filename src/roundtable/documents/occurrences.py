"""What the code shows about what the person named: where it stands in the files that change, and which files around them have it.

Everything here is a line that was found by the scan (`ScanResult.mentions`), with a link to it, or what somebody said. Nothing is
counted that was not counted whole; what stands in many lines of a file is a word of that file, and who merely imports a changed
file, or changed with it before, is not told.

Elsewhere: looking it up (`roundtable.scan.mentions`), the pages that show it (`impact`, `readme`).
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.scanning import Mention, Role, ScanResult
from roundtable.documents.escaping import code, inline
from roundtable.documents.from_scan import direct_changes, is_ruled_out
from roundtable.documents.page import Page, RenderContext
from roundtable.documents.typography import ended, joined, line_link, listed
from roundtable.facts import (
    BusinessRule,
    Constraint,
    Criterion,
    Decision,
    DirectChange,
    IndirectChange,
    Interface,
    NoChange,
    Requirement,
)
from roundtable.language.phrases import any_phrase, negation, spelled

_MOST_NAMES: Final = 3
"""Names that one row can tell of a file."""
_NEAR_WORDS: Final = 3
_MOST_LINES: Final = 6
"""What stands in more lines of a file is a word of that file."""
_MOST_LINKS: Final = 3
_MOST_FILES: Final = 8
"""What more files have is told as a number."""
_MOST_DOCUMENTS: Final = 3
"""A name that more documents have is explained everywhere."""
_ROLES: Final[tuple[Role, ...]] = ("defines", "overrides", "calls", "raises", "catches", "names", "imports")
"""What tells most comes first."""
_FACES: Final = ("/__init__.py", "/index.js", "/index.ts", "/mod.rs", "/lib.rs")
"""Files that hand on the names of others."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A file that has a name or a message which changes elsewhere: what it does with it, and on which lines."""

    path: str
    verb: str
    shown: str
    lines: tuple[int, ...]
    is_test: bool
    more: int = 0
    """Files that do the same and are too many to name; `path` is empty then."""

    @property
    def links(self) -> str:
        return _linked(self.path, self.lines)


def seen_in(path: str, scan: ScanResult | None, analysis: Analysis, said: str = "") -> str:
    """What stands in a file of what the person named: what it defines once, messages, what was used in what was said of it (`said`)."""
    found: list[tuple[int, str]] = []
    for one in _changing(scan, analysis):
        role, lines = _strongest(path, one)
        is_meant = one.is_message or (role not in {"calls", "names", "imports"} and len(lines) == 1)
        is_told = (is_meant or _is_meant(one.text, said)) and (role != "imports" or path.endswith(_FACES))
        if lines and is_told and len(lines) <= _MOST_LINES:
            verb = "" if role in {"defines", "names"} else f"{_verb(role, one)} "
            rank = 0 if role == "defines" else 1 if one.is_message else 2
            found.append((rank, f"{verb}{_shown(one)} {_linked(path, lines)}"))
    return " · ".join(text for _, text in sorted(found, key=lambda entry: entry[0])[:_MOST_NAMES])


def _changing(scan: ScanResult | None, analysis: Analysis) -> Iterator[Mention]:
    """The mentions that speak of what changes: those in the request, in what is required, in an interface, in what is said of a file.

    What was named to tell how it is today, to give an example or a rule, is no place to change.
    """
    told = [analysis.title, *(one.headline for one in analysis.of(Requirement, Interface))]
    told += [one.text for one in analysis.of(DirectChange)]
    for one in scan.mentions if scan is not None else ():
        if any(_is_meant(one.text, words) for words in told):
            yield one


def first_line(path: str, scan: ScanResult | None, said: str = "") -> int | None:
    """The line of a file to look at first: where a name is defined, or a message stands, that was used in what was said of it.

    One of several calls is no better than another.
    """
    best: list[tuple[int, int, int]] = []
    for place, one in enumerate(scan.mentions if scan is not None else ()):
        role, lines = _strongest(path, one)
        is_place = lines and (one.is_message or role in {"defines", "overrides"} or len(lines) == 1)
        best += [(_ROLES.index(role), place, lines[0])] if is_place and _is_meant(one.text, said) else []
    return min(best)[2] if best else None


def _is_meant(name: str, said: str) -> bool:
    """Whether a sentence speaks of a name, and not in order to leave it alone ("don't touch `advance`")."""
    found = spelled(name).search(said)
    near = said[: found.start()].split()[-_NEAR_WORDS:] if found else ()
    return found is not None and negation().search(" ".join(near)) is None


_OPT_IN: Final = (
    "off by default",
    "opt-in",
    "default(?:s to| is)? (?:false|off)",
    "(?:nothing|no behaviou?r) changes (?:without|unless|by default|for (?:existing|any|every|other))",
    "without it nothing changes",
)
"""How people say that whoever does not ask for the change does not notice it."""


def _is_opt_in(analysis: Analysis) -> bool:
    told = analysis.of(Requirement, Criterion, BusinessRule, Constraint, Decision)
    return any(any_phrase(_OPT_IN).search(fact.headline) for fact in told)


def holders(
    changed: Collection[str], mentions: Iterable[Mention], *, is_opt_in: bool = False
) -> list[Holder]:
    """Who else calls, overrides, tests or spells what the changed files define or say, source before tests and documents.

    Whoever only calls what they do not have to ask for (`is_opt_in`) is as before.
    """
    found: list[Holder] = []
    for one in _owned(changed, mentions):
        files = {at.path: at.kind for at in one.occurrences if at.path not in changed}
        if sum(kind == "docs" for kind in files.values()) > _MOST_DOCUMENTS:
            files = {path: kind for path, kind in files.items() if kind != "docs"}
        told: list[Holder] = []
        for path, kind in files.items():
            role, lines = _strongest(path, one)
            # Of the same name, and something else; a word that is spelled there, and may mean anything.
            is_other = role == "defines" or (role == "names" and not one.text.startswith("-"))
            is_same = is_opt_in and role == "calls" and kind == "source"
            if (one.is_message or not (is_other or is_same)) and (role != "imports" or path.endswith(_FACES)):
                told.append(Holder(path, _verb(role, one), _shown(one), lines, kind == "test"))
        if len(told) > _MOST_FILES:
            tests = sum(one.is_test for one in told)
            told = [Holder("", "", _shown(one), (), is_test=tests == len(told), more=len(told))]
        found += told
    return sorted(found, key=lambda one: (bool(one.more), one.is_test, one.path.endswith((".md", ".rst"))))


def _owned(changed: Collection[str], mentions: Iterable[Mention]) -> Iterator[Mention]:
    """The mentions that a changed source defines, or says."""
    for one in mentions:
        here = [at for at in one.occurrences if at.path in changed and at.kind == "source"]
        if any(one.is_message or at.role == "defines" for at in here):
            meant = (at for at in one.occurrences if not at.meant or not set(changed).isdisjoint(at.meant))
            yield one.model_copy(update={"occurrences": tuple(meant)})


def _strongest(path: str, one: Mention) -> tuple[Role, tuple[int, ...]]:
    """The most telling thing that a file does with a name, and the lines on which it does."""
    here = [at for at in one.occurrences if at.path == path]
    for role in _ROLES:
        if lines := tuple(at.line for at in here if at.role == role):
            return role, lines
    return "names", ()


def _verb(role: Role, one: Mention) -> str:
    return "has" if one.is_message else "exports" if role == "imports" else role


def _shown(one: Mention) -> str:
    return f'"{inline(one.text)}"' if one.is_message else code(one.text)


def _linked(path: str, lines: Sequence[int]) -> str:
    """Links to lines: those that follow each other as one, the first few of many."""
    grouped = groupby(enumerate(sorted(set(lines))), key=lambda entry: entry[1] - entry[0])
    runs = [[line for _, line in run] for _, run in grouped]
    told = [(run[0], run[-1]) for run in runs[:_MOST_LINKS]]
    shown = [line_link(path, a, b, text=str(a) if a == b else f"{a}–{b}") for a, b in told]
    rest = sum(map(len, runs[_MOST_LINKS:]))
    return ", ".join(shown) if not rest else joined([*shown, f"{rest} more line{'s' if rest > 1 else ''}"])


_MOST_NEIGHBOURS: Final = 10
_VERBS: Final = "use call import test read name override raise export"
_PLURAL: Final = {f"{verb}s": verb for verb in _VERBS.split()} | {"catches": "catch", "has": "have"}


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Files that share one reason to be near the change: what somebody told of them, or what they do with what changes."""

    why: str = ""
    """As somebody told it."""
    facts: tuple[IndirectChange, ...] = ()
    holders: tuple[Holder, ...] = ()
    more: int = 0
    """Files that are too many to name."""

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.path for one in (*self.facts, *self.holders)))


def neighbours(analysis: Analysis, context: RenderContext, changed: Sequence[str]) -> list[Neighbour]:
    """What is near the files that change, what was told first."""
    relations = {(e.source, e.target): e.kind for e in context.scan.impact.edges} if context.scan else {}
    groups: dict[tuple[str, str], list[IndirectChange]] = {}
    seen = {*changed, *(fact.path for fact in direct_changes(analysis, context))}
    for fact in analysis.of(IndirectChange):
        known = fact.is_stated or is_ruled_out(fact.path, analysis)
        relation = relations.get((fact.path, fact.via), "")
        is_far = fact.tier == "distant" or relation in {"", "co-change"} or fact.via not in changed
        if fact.path not in seen and (known or context.scan is None or not is_far):
            seen.add(fact.path)
            groups.setdefault((fact.why, fact.via), []).append(fact)
    named = [(why or (f"uses `{via}`" if via else ""), group) for (why, via), group in groups.items()]
    told = [Neighbour(why, tuple(group)) for why, group in named]
    found = holders(set(changed), _changing(context.scan, analysis), is_opt_in=_is_opt_in(analysis))
    return [*told[:_MOST_NEIGHBOURS], *_from_code(found, seen, analysis)]


def reached(found: Sequence[Neighbour]) -> int:
    return len({path for one in found for path in one.paths}) + sum(one.more for one in found)


def _from_code(found: Sequence[Holder], seen: set[str], analysis: Analysis) -> list[Neighbour]:
    """Files that do one and the same together; one that does several things, or that was ruled out, by itself."""
    by_path: dict[str, list[Holder]] = {}
    for one in found:
        if one.path and one.path not in seen:
            by_path.setdefault(one.path, []).append(one)
    groups: dict[str | tuple[str, str, bool], list[Holder]] = {}
    for path, mine in by_path.items():
        is_alone = len(mine) > 1 or is_ruled_out(path, analysis)
        key = path if is_alone else (mine[0].verb, mine[0].shown, mine[0].is_test)
        groups.setdefault(key, []).extend(mine)
    near = [Neighbour(holders=tuple(group)) for group in groups.values()][:_MOST_NEIGHBOURS]
    many = [one for one in found if one.more]
    return near + [Neighbour(f"{one.shown} stands in {one.more} more files", more=one.more) for one in many]


def render_neighbours(page: Page, found: Sequence[Neighbour]) -> str:
    """The list; a file that was ruled out is told as left alone, with the denial in its footnote."""
    denied = {fact.path: fact for fact in page.analysis.of(NoChange) if fact.path}
    lines: list[str] = []
    told: set[str] = set()
    for one in found:
        if one.more:
            lines.append(ended(one.why))
            continue
        paths = [f"/{path}" for path in one.paths]
        no = next((no for path, no in denied.items() if any(p.endswith(f"/{path}") for p in paths)), None)
        reason = page.words(one.why, one.paths[0], opens=False)
        verb, space, rest = reason.partition(" ")
        if len(one.paths) > 1:  # "uses it" of one is "use it" of two
            reason = f"{_PLURAL.get(verb, verb)}{space}{rest}"
        somebody = f"{joined(code(path) for path in one.paths)} {reason}".rstrip()
        words = told_of(one) if one.holders else somebody
        marks = "".join(dict.fromkeys(page.mark(fact, one.why) for fact in one.facts))
        if no is not None:
            told.add(no.id)
            words = words.rstrip(".") + (" and" if one.why or one.holders else "") + " is not touched"
            marks += page.mark(no, one.why)
        lines.append(f"{ended(words)}{marks}")
    # What was ruled out and has nothing to do with it is not spoken of.
    others = [fact for fact in page.analysis.of(NoChange) if fact.id not in told and not fact.path]
    return listed([*lines, *map(page.sentence, others)])


def told_of(one: Neighbour) -> str:
    """What files do with what changes, with links to the lines."""
    if len(one.paths) == 1:
        deeds = joined(f"{at.verb} {at.shown} ({at.links})" for at in one.holders)
        return f"{code(one.paths[0])} {deeds}"
    first = one.holders[0]
    names = joined(f"{code(at.path)} ({at.links})" for at in one.holders)
    return f"{names} {_PLURAL.get(first.verb, first.verb)} {first.shown}"
