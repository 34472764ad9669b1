"""Facts that the scan proposes for the person to confirm: keywords, size, files, ways in, risks, gaps, order.

Each rests on an anchor that resolved when the scan ran. Nothing is proposed twice: what the analysis knows already (or the
person took back) is left out.
"""

import re
from collections.abc import Iterable
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.evidence import CodeAnchor, Inferred
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
from roundtable.minds.facilitator.spans import sentences_in

__all__ = ["SCAN_KINDS", "propose"]

SCAN_KINDS: Final[tuple[str, ...]] = (
    "keyword",
    "scope",
    "file_count",
    "direct_change",
    "indirect_change",
    "entry_point",
    "risk_zone",
    "coverage_gap",
    "order",
)
_MOST_KEYWORDS: Final = 8
_MOST_FILES: Final = 15
_MOST_REST: Final = 10


def propose(scan: ScanResult, analysis: Analysis, kinds: Iterable[str], step_id: str | None) -> list[Fact]:
    """The facts of these kinds that the scan shows and the analysis does not know."""
    wanted = set(kinds)
    facts: list[Fact] = []
    refused = _refused(analysis)
    words = {keyword.word.lower() for keyword in analysis.of(Keyword)}
    if "keyword" in wanted:
        facts += [
            _keyword(k.word, k.hits, k.files, step_id)
            for k in scan.keywords[:_MOST_KEYWORDS]
            if k.word.lower() not in words and k.word.lower() not in refused
        ]
    if (
        wanted & {"scope", "file_count"}
        and not any(s.size or s.file_count for s in analysis.of(Scope))
        and scan.total_files
    ):
        facts.append(_scope(scan, step_id))
    touched = {fact.path for fact in (*analysis.of(DirectChange), *analysis.of(IndirectChange))}
    if "direct_change" in wanted:
        facts += [f for f in _direct(scan, step_id) if f.path not in touched and _name(f.path) not in refused]
    if "indirect_change" in wanted:
        facts += [
            f for f in _indirect(scan, step_id) if f.path not in touched and _name(f.path) not in refused
        ]
    if "entry_point" in wanted:
        known = {(entry.name, entry.path) for entry in analysis.of(EntryPoint)}
        facts += [
            EntryPoint(
                id=f"new:ep{at}", step_id=step_id, name=entry.name, category=entry.kind, path=entry.path,
                evidence=(_seen(entry.path, entry.line), Inferred(because=entry.reason or "the scan found it")),
            )
            for at, entry in enumerate(scan.entry_points[:_MOST_REST], start=1)
            if (entry.name, entry.path) not in known
        ]  # fmt: skip
    if wanted & {"risk_zone", "risk"}:
        paths = {zone.path for zone in analysis.of(RiskZone) if zone.path}
        facts += [
            RiskZone(
                id=f"new:rz{at}", step_id=step_id, title=zone.path, path=zone.path, level=zone.level, why="; ".join(zone.reasons),
                mitigation="; ".join(zone.mitigations), evidence=(_seen(zone.path), Inferred(because="; ".join(zone.reasons) or "the scan found it")),
            )
            for at, zone in enumerate(scan.risk_zones[:_MOST_REST], start=1)
            if zone.path not in paths
        ]  # fmt: skip
    if wanted & {"coverage_gap", "risk_zone"}:
        gaps = {gap.path for gap in analysis.of(CoverageGap)}
        facts += [
            CoverageGap(
                id=f"new:cg{at}",
                step_id=step_id,
                path=gap.path,
                why=gap.reason,
                evidence=(_seen(gap.path), Inferred(because=gap.reason)),
            )
            for at, gap in enumerate(scan.coverage_gaps[:_MOST_REST], start=1)
            if gap.path not in gaps
        ]
    if "order" in wanted and not analysis.of(OrderItem):
        facts += _order(scan, analysis, refused, step_id)
    return facts


def _order(scan: ScanResult, analysis: Analysis, refused: str, step_id: str | None) -> list[Fact]:
    """The order that the scan proposes, without what the person waved away, with the files that are to be made.

    New code comes before the tests and texts that speak of it, new tests after them.
    """
    kept: list[tuple[str, str, bool]] = [
        (item.path, _without_rank(item.reason), False)
        for item in scan.implementation_order[:_MOST_FILES]
        if _name(item.path) not in refused
    ]
    made = [change.path for change in analysis.of(DirectChange) if change.change == "create"]
    for path in made:
        follows = _FOLLOWS.search(path) is not None
        at = next((i for i, entry in enumerate(kept) if _FOLLOWS.search(entry[0])), len(kept))
        kept.insert(len(kept) if follows else at, (path, "new", True))
    return [
        OrderItem(
            id=f"new:oi{position}",
            step_id=step_id,
            position=position,
            path=path,
            why=why,
            evidence=(Inferred(because="named as a new file"),)
            if new
            else (_seen(path), Inferred(because=why)),
        )
        for position, (path, why, new) in enumerate(kept, start=1)
    ]


_FOLLOWS: Final = re.compile(
    r"(?:^|/)(?:tests?|docs?|spec)(?:/|$)|(?:^|/)test_|_test\.|\.(?:md|rst|txt)$", re.IGNORECASE
)


def _without_rank(reason: str) -> str:
    """ "first, because x builds on it" as "x builds on it": the position says the rest."""
    return re.sub(r"^first, because\s+", "", reason)


_REFUSED: Final = re.compile(
    r"\b(?:not|isn['’]?t|aren['’]?t|won['’]?t|no|never|without|untouched|unaffected|unrelated|remove|drop|ignore|exclude|except|mislead\w*|nothing to do|wrong|stays? (?:as|the same)|unchanged|nicht|kein\w*)\b|不",
    re.IGNORECASE,
)


def _refused(analysis: Analysis) -> str:
    """The sentences in which a person waved something away; a name in one of them is not proposed again."""
    texts = [
        turn.text[start:end]
        for turn in analysis.turns
        if turn.number
        for start, end in sentences_in(turn.text[:5000])
    ]
    return "\n".join(text.lower() for text in texts if _REFUSED.search(text))


def _name(path: str) -> str:
    return path.rpartition("/")[2].lower()


def _seen(path: str, line: int | None = None) -> CodeAnchor:
    return CodeAnchor(path=path, line=line)


def _keyword(word: str, hits: int, files: tuple[str, ...], step_id: str | None) -> Keyword:
    anchors = tuple(_seen(path) for path in files[:3])
    return Keyword(
        id=f"new:kw-{word}",
        step_id=step_id,
        word=word,
        hits=hits,
        files=files[:5],
        evidence=(*anchors, Inferred(because="a word of the request that the code knows")),
    )


def _scope(scan: ScanResult, step_id: str | None) -> Scope:
    count = scan.file_count
    breakdown = {
        name: getattr(count, name)
        for name in ("new", "modify", "test", "config", "docs")
        if getattr(count, name)
    }
    size = (
        f"{scan.scope} change, about {count.total} files"
        if count.total != 1
        else f"{scan.scope} change, about 1 file"
    )
    return Scope(
        id="new:scope", step_id=step_id, text=f"A {size}", size=scan.scope, file_count=count.total, complexity=scan.complexity, breakdown=breakdown,
        evidence=(*(_seen(item.path) for item in scan.impact.direct[:3]), Inferred(because=scan.scope_reason or "estimated from the files the scan found")),
    )  # fmt: skip


def _direct(scan: ScanResult, step_id: str | None) -> list[DirectChange]:
    listed = [(item.path, item.reason) for item in scan.impact.direct] or [
        (f.path, "; ".join(f.reasons)) for f in scan.files[:5] if not f.is_test
    ]
    return [
        DirectChange(
            id=f"new:dc{at}",
            step_id=step_id,
            path=path,
            why=why,
            evidence=(_seen(path), Inferred(because=why or "the scan ranks it high")),
        )
        for at, (path, why) in enumerate(listed[:_MOST_FILES], start=1)
    ]


def _indirect(scan: ScanResult, step_id: str | None) -> list[IndirectChange]:
    tiers = [("indirect", item) for item in scan.impact.indirect[:_MOST_FILES]] + [
        ("distant", item) for item in scan.impact.distant[:_MOST_REST]
    ]
    return [
        IndirectChange.model_validate(
            {
                "id": f"new:ic{at}", "step_id": step_id, "path": item.path, "tier": tier, "via": item.via or "", "why": item.reason,
                "evidence": (_seen(item.path), Inferred(because=item.reason or "reached through imports")),
            }
        )
        for at, (tier, item) in enumerate(tiers, start=1)
    ]  # fmt: skip
