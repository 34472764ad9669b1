"""Alex at a natural break: what the code shows, batched; without code, what the draft means for the size of it.

Everything said here is recorded as proposed facts in the same breath; a yes or silence lets it stand.

Elsewhere: options and security (`choices`).
"""

import re
from typing import Final

from roundtable.analysis.evidence import CodeAnchor, Evidence, Inferred, Quote
from roundtable.analysis.facts import (
    CoverageGap,
    DirectChange,
    EntryPoint,
    Fact,
    IndirectChange,
    Keyword,
    OrderItem,
    RiskZone,
    Scope,
    Technology,
)
from roundtable.analysis.scanning import Caller, ScanResult
from roundtable.minds.facilitator.conversation.talk import Talk, quote_from_draft
from roundtable.minds.facilitator.manner import ALEX
from roundtable.minds.facilitator.rephrase import listed
from roundtable.minds.facilitator.scan_facts import propose
from roundtable.minds.facilitator.words import word_set

__all__ = ["code_callers", "findings", "main_file", "new_place", "short_path", "spoken"]

_TOPIC: Final = "technical-analysis"
_KINDS: Final = (
    "keyword",
    "scope",
    "direct_change",
    "indirect_change",
    "entry_point",
    "risk_zone",
    "coverage_gap",
    "order",
)
_SOURCE: Final = word_set(
    "Python JavaScript TypeScript Go Rust Java Kotlin Ruby PHP C C++ C# Swift Scala Elixir Lua Dart Perl R Shell SQL"
)


def findings(talk: Talk) -> bool:
    """What changes and how far it reaches; whether there was anything to say."""
    scan = talk.briefing.scan
    if any(fact.step_id == _TOPIC for fact in talk.analysis.facts):
        return False
    if not talk.has_code and talk.has_spoken(ALEX) and (scan is None or not _named(talk)):
        return False
    if scan is not None and talk.has_code:
        return _from_code(talk, scan)
    return _from_draft(talk, scan)


def main_file(talk: Talk) -> str:
    """The file that changes most, as far as the scan can tell; empty without code."""
    changes = [change.path for change in talk.analysis.of(DirectChange) if change.change == "modify"]
    scan = talk.briefing.scan
    if scan is None:
        return changes[0] if changes else ""
    known = changes or [item.path for item in scan.impact.direct]
    ranked = _by_rank(known or [file.path for file in scan.files if not file.is_test], scan)
    return ranked[0] if ranked else ""


def _by_rank(paths: list[str], scan: ScanResult) -> list[str]:
    """Best first, as the scan ranks them; code before everything else."""
    rank = {file.path: (file.kind != "source" or file.is_test, at) for at, file in enumerate(scan.files)}
    return sorted(paths, key=lambda path: rank.get(path, (True, len(rank))))


def _from_code(talk: Talk, scan: ScanResult) -> bool:
    facts = propose(scan, talk.analysis, _KINDS, _TOPIC)
    facts += _languages(talk, scan)
    talk.take(facts, propose=True)
    # What the scan looked for and did not find needs no question.
    talk.settle(_TOPIC)
    preface = talk.briefing.library.persona(ALEX).voice.preface or "I can see from the codebase that"
    account = _account(facts, scan)
    first = not any(line.persona == ALEX and "codebase" in line.text for line in talk.briefing.said)
    return talk.say(ALEX, f"{preface} {account}" if first else f"Looking at the code, {account}")


def _account(facts: list[Fact], scan: ScanResult) -> str:
    direct = _by_rank([fact.path for fact in facts if isinstance(fact, DirectChange)], scan)
    near = [fact for fact in facts if isinstance(fact, IndirectChange)]
    zones = [fact for fact in facts if isinstance(fact, RiskZone)]
    gaps = [fact.path for fact in facts if isinstance(fact, CoverageGap)]
    order = sorted((fact for fact in facts if isinstance(fact, OrderItem)), key=lambda item: item.position)
    entries = [fact.name for fact in facts if isinstance(fact, EntryPoint) and not _TESTS.search(fact.path)]
    scope = next((fact for fact in facts if isinstance(fact, Scope)), None)
    lines = [
        f"this lands in {_paths(direct[:3], len(direct) - 3)}"
        if direct
        else "the words of the draft turn up here"
    ]
    if near:
        lines[0] += f", and {len(near)} more file{'s' if len(near) > 1 else ''} would notice"
    lines[0] += "."
    if zones:
        reason = zones[0].why.split(";")[0].strip().rstrip(".")
        lines.append(
            f"The risk sits in {spoken(zones[0].path)}{f' ({reason})' if reason and len(reason) < 90 else ''}."
        )
    gaps = [path for path in gaps if not zones or path != zones[0].path or "test" not in zones[0].why]
    if gaps:
        lines.append(f"No test reaches {_paths(gaps[:2], len(gaps) - 2)}.")
    if entries:
        lines.append(
            f"It is reached through {listed([f'`{name}`' for name in entries[:2]], len(entries) - 2)}."
        )
    if scope is not None and scope.file_count:
        count = scope.file_count
        begin = f", starting at {spoken(order[0].path)}" if order else ""
        lines.append(
            f"I'd plan a {scope.size} change over about {count} file{'s' if count != 1 else ''}{begin}."
        )
    return " ".join(lines)


_TESTS: Final = re.compile(
    r"(?:^|/)(?:tests?|testing|spec|__tests__)/|(?:^|/)test_|[_.](?:test|spec)\.\w+$|Tests?\.\w+$"
)


def _paths(paths: list[str], more: int) -> str:
    return listed([spoken(path) for path in paths], more)


def _languages(talk: Talk, scan: ScanResult) -> list[Fact]:
    """The languages that the code is written in, seen in a file of each."""
    known = {tech.name.lower() for tech in talk.analysis.of(Technology)}
    found: list[Fact] = []
    for name, _count in scan.languages[:3]:
        file = next((file.path for file in scan.files if file.language.lower() == name.lower()), None)
        title = next((language for language in _SOURCE if language.lower() == name.lower()), "")
        if file is None or not title or title.lower() in known:
            continue
        evidence: tuple[Evidence, ...] = (
            CodeAnchor(path=file),
            Inferred(because="the code is written in it"),
        )
        found.append(
            Technology(
                id=f"new:te-{title}",
                step_id="architecture",
                name=title,
                purpose="the code is written in it",
                evidence=evidence,
            )
        )
    return found


_PAGES: Final = re.compile(
    r"\.(?:md|rst|txt|adoc|html?)$|(?:^|/)(?:docs?|examples?)/|(?:^|/)(?:CHANGE\w*|HISTORY|LICENSE|AUTHORS)[^/]*$"
)
_LONG_PATH: Final = 40
_GENERIC: Final = word_set("__init__ index main mod lib utils util helpers types common base")


def short_path(path: str) -> str:
    """A file as one speaks of it: its name, with its folder where the name alone says nothing."""
    folder, _, name = path.rpartition("/")
    generic = name.partition(".")[0].lower() in _GENERIC
    return f"{folder.rpartition('/')[2]}/{name}" if folder and generic else name


def code_callers(talk: Talk, path: str) -> list[Caller]:
    """The code that relies on a file: neither tests nor pages that only mention it."""
    known = talk.situation.sight.callers(path)
    return [caller for caller in known if not caller.is_test and not _PAGES.search(caller.path)]


def spoken(path: str) -> str:
    """A path in a sentence: whole while it is short, else its end, which is what one looks for."""
    return f"`{path}`" if len(path) <= _LONG_PATH else f"`{short_path(path)}`"


# -- nothing to build on yet --------------------------------------------------------------------------------------------


def new_place(thing: str) -> str:
    """Where a new part would live: a folder named after the thing."""
    return re.sub(r"[^a-z0-9]+", "-", thing.lower()).strip("-")


def _from_draft(talk: Talk, scan: ScanResult | None) -> bool:
    """Without code Alex argues from the draft, and does not claim to have seen anything."""
    things = _named(talk)
    talk.take(_new_parts(talk, things, scan), propose=True)
    if scan is not None and things:
        talk.settle(_TOPIC)
    count = max(len(talk.request.actions) + len(talk.request.asks), len(things))
    fresh = "There is no existing code to respect, so all of it is new." if scan is not None and scan.total_files == 0 else (
        "No existing file speaks of it, so I count it as new." if scan is not None else "I'll weigh the code once I have it in front of me."
    )  # fmt: skip
    plan = (
        f"Going by your words, the plan has {_number(count, 'thing')} to deliver around {listed(things)}. {fresh} "
        f"I'd start with {things[0]}, because the rest depends on it."
        if things
        else ""
    )
    return talk.say(ALEX, plan, f"Going by your words alone, I can't tell the size of it yet. {fresh}")


def _named(talk: Talk) -> list[str]:
    """The things of the request that its own words can prove."""
    return [thing for thing in talk.request.things if quote_from_draft(talk.analysis, thing)][:4]


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' if count != 1 else ''}"


def _new_parts(talk: Talk, things: list[str], scan: ScanResult | None) -> list[Fact]:
    if scan is None or not things:
        return []
    because = "no code speaks of it yet" if scan.total_files else "the repository holds no code yet"
    quotes: dict[str, Quote] = {thing: q for thing in things if (q := quote_from_draft(talk.analysis, thing))}
    count = len(talk.request.actions) + len(talk.request.asks)
    size = "small" if count <= 2 else "medium" if count <= 6 else "large"
    facts: list[Fact] = [
        Scope(
            id="new:scope",
            step_id=_TOPIC,
            text=f"A {size} piece of new work around {listed(things)}",
            size=size,
            evidence=(*quotes.values(), Inferred(because=because)),
        ),
        RiskZone(
            id="new:rz-new",
            step_id=_TOPIC,
            title=f"{things[0][:1].upper()}{things[0][1:]}: all of it is new, and nothing has been tried with real users",
            why=because,
            mitigation=f"deliver {things[0]} first and let somebody use it before the rest is built",
            evidence=(quotes[things[0]], Inferred(because=because)),
        ),
    ]
    for at, thing in enumerate(things, start=1):
        place = new_place(thing)
        proof: tuple[Evidence, ...] = (
            quotes[thing],
            CodeAnchor(path=place, status="proposed-new"),
            Inferred(because=f"a part of its own for {thing}"),
        )
        facts += [
            Keyword(id=f"new:kw-{at}", step_id=_TOPIC, word=thing, evidence=(quotes[thing],)),
            DirectChange(id=f"new:dc-{at}", step_id=_TOPIC, path=place, change="create", why=f"a new part for {thing}", evidence=proof),
            OrderItem(id=f"new:oi-{at}", step_id=_TOPIC, position=at, path=place, why="the rest depends on it" if at == 1 else "after the parts before it", evidence=proof),
        ]  # fmt: skip
    return facts
