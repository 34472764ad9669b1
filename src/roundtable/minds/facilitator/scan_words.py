"""What the scan found, said by a persona: the files with their reasons, the words, the size, the ways in, the risks."""

from typing import Final

from roundtable.analysis.analysis import Analysis
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
)
from roundtable.analysis.scanning import ScanResult
from roundtable.minds.facilitator.manner import ALEX
from roundtable.minds.facilitator.rephrase import listed

__all__ = ["describe", "entry_label"]

_MOST: Final = 5


def describe(
    persona_key: str,
    scan: ScanResult,
    proposed: list[Fact],
    analysis: Analysis,
    kinds: set[str],
    lead_in: str = "",
) -> str:
    """A short account of what the scan says about these kinds; empty when it says nothing.

    The step's own opening words come first; without any, Alex begins with what the codebase shows.
    """
    facts = [*analysis.facts, *proposed]
    accounts = (
        # The size is said once; the lists are wanted again wherever they are to be corrected.
        ("scope", lambda: _size(scan, proposed)),
        ("keyword", lambda: _words(facts)),
        ("direct_change", lambda: _files(facts, proposed)),
        ("indirect_change", lambda: _reach(facts)),
        ("entry_point", lambda: _ways_in(facts)),
        ("risk_zone", lambda: _risks(facts)),
        ("order", lambda: _order(facts)),
    )
    parts = [line for kind, account in accounts if kind in kinds and (line := account())]
    if not parts:
        return ""
    preface = "I can see from the codebase that" if persona_key == ALEX and not lead_in else ""
    if preface:
        return f"{preface} {parts[0]}" + _bullets(parts[1:])
    opening = lead_in or "The scan of the code gives us a start."
    if len(parts) == 1:
        return f"{opening} {_capital(parts[0])}"
    return opening + _bullets(parts)


def _bullets(parts: list[str]) -> str:
    return "\n\n" + "\n".join(f"- {_capital(part)}" for part in parts) if parts else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _size(scan: ScanResult, facts: list[Fact]) -> str:
    scopes = [fact for fact in facts if isinstance(fact, Scope) and fact.size]
    if not scopes:
        return ""
    last = scopes[-1]
    why = scan.scope_reason.rstrip(".")
    if not why and last.file_count is not None:
        why = f"about {last.file_count} file{'' if last.file_count == 1 else 's'}"
    return f"it looks like a {last.size} change{f', {why}' if why else ''}."


def _words(facts: list[Fact]) -> str:
    words = [
        f'"{fact.word}" ({fact.hits} file{"" if fact.hits == 1 else "s"})'
        for fact in facts
        if isinstance(fact, Keyword) and fact.hits
    ]
    if len(words) == 1:
        return f"one word leads somewhere: {words[0]}."
    return f"these words lead somewhere: {listed(words[:_MOST], len(words) - _MOST)}." if words else ""


def _files(facts: list[Fact], proposed: list[Fact]) -> str:
    """The likeliest places, best first; the reasons are given with those that are new at the table."""
    changes = [fact for fact in facts if isinstance(fact, DirectChange)]
    shown = [
        f"`{fact.path}`" + (f" ({_reason(fact.why)})" if fact.why and fact in proposed else "")
        for fact in changes[:_MOST]
    ]
    places = "places to change are" if len(changes) > 1 else "place to change is"
    return f"the likeliest {places} {listed(shown, len(changes) - _MOST)}." if shown else ""


def _reason(why: str) -> str:
    first = why.split(";")[0].strip().rstrip(".")
    return first if len(first) <= 90 else f"{first[:87].rpartition(' ')[0]}…"


def _reach(facts: list[Fact]) -> str:
    near = [fact for fact in facts if isinstance(fact, IndirectChange) and fact.tier == "indirect"]
    far = [fact for fact in facts if isinstance(fact, IndirectChange) and fact.tier == "distant"]
    if not near and not far:
        return ""
    shown = listed([f"`{fact.path}`" for fact in near[:3]], len(near) - 3) if near else "nothing directly"
    more = f", with {len(far)} more at a distance" if far else ""
    return f"{shown} would notice without being changed{more}."


def _ways_in(facts: list[Fact]) -> str:
    entries = [fact for fact in facts if isinstance(fact, EntryPoint)]
    shown = [entry_label(fact) for fact in entries[:4]]
    return f"people and programs reach it through {listed(shown, len(entries) - 4)}." if shown else ""


def entry_label(fact: EntryPoint) -> str:
    """A way in by its name and its file; by its file alone where the name is just that."""
    if fact.path and fact.path.rpartition("/")[2] == fact.name:
        return f"`{fact.path}`"
    return f"{fact.name} (`{fact.path}`)" if fact.path and fact.path != fact.name else fact.name


def _risks(facts: list[Fact]) -> str:
    zones = [fact for fact in facts if isinstance(fact, RiskZone) and fact.path]
    gaps = [fact for fact in facts if isinstance(fact, CoverageGap)]
    shown = [
        f"`{fact.path}` ({fact.level}{': ' + _reason(fact.why) if fact.why else ''})" for fact in zones[:3]
    ]
    risky = f"the risk sits in {listed(shown, len(zones) - 3)}" if shown else ""
    bare = f"no test reaches {listed([f'`{gap.path}`' for gap in gaps[:3]], len(gaps) - 3)}" if gaps else ""
    return (f"{risky}, and {bare}." if risky and bare else f"{risky or bare}.") if risky or bare else ""


def _order(facts: list[Fact]) -> str:
    items = sorted((fact for fact in facts if isinstance(fact, OrderItem)), key=lambda item: item.position)
    return (
        f"a sensible order would be {', then '.join(f'`{item.path}`' for item in items[:4])}."
        if items
        else ""
    )
