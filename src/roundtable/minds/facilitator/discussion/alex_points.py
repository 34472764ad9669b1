"""What Alex can say: from the import graph, callers, history and risk. Each point names the place and what would lessen the risk."""

from collections.abc import Iterator

from roundtable.analysis.facts import (
    Constraint,
    CoverageGap,
    Decision,
    EntryPoint,
    Integration,
    Option,
    Quality,
    RiskZone,
    Technology,
)
from roundtable.minds.facilitator.discussion.points import Point, Table, short
from roundtable.minds.facilitator.rephrase import listed

__all__ = ["alex_points", "tension"]

_MANY = 3
_CODE = frozenset(
    {
        "direct_change",
        "indirect_change",
        "risk_zone",
        "file_count",
        "risk",
        "order",
        "module",
    }
)


def alex_points(table: Table) -> Iterator[Point]:
    """Alex's points, without an order of merit."""
    clash = tension(table)
    if clash is not None:
        yield clash
    yield from _callers(table)
    yield from _untested(table)
    yield from _zones(table)
    yield from _moves_along(table)
    yield from _connections(table)
    yield from _choices(table)
    yield from _limits(table)
    yield from _ways_in(table)
    yield from _no_code(table)


def tension(table: Table) -> Point | None:
    """A Must that lands in a risky file: two kinds of evidence that pull apart."""
    zones = {zone.path: zone for zone in table.analysis.of(RiskZone) if zone.path and zone.level == "high"}
    if table.scan is not None:
        for found in table.scan.risk_zones:
            if found.level == "high" and found.path not in zones:
                zones[found.path] = RiskZone(
                    title=found.path,
                    path=found.path,
                    level="high",
                    why="; ".join(found.reasons),
                    mitigation="; ".join(found.mitigations),
                )
    musts = [r for r in table.requirements if table.analysis.priority_of(r.id) == "Must"]
    paths = [change.path for change in table.changes if change.path in zones] or list(zones)[:1]
    if not musts or not paths:
        return None
    zone, must = zones[paths[0]], musts[0]
    cure = (
        f" We can mitigate it: {_clause(zone.mitigation)}."
        if zone.mitigation
        else " We can mitigate it with tests around that file before anything else."
    )
    return Point(
        topic=f"the price of {must.id}",
        text=f'There is a tension here: {must.id}, "{short(must.title)}", is a Must, yet it lands in `{zone.path}`, which is high risk ({_clause(zone.why) or "by the scan"}).{cure}',
        insight=f"{must.id} is a Must but lands in `{zone.path}`, a high-risk file ({_clause(zone.why) or 'by the scan'})",
        question=f'How do we get {must.id}, "{short(must.title)}", early without gambling with `{zone.path}`?',
        kinds=_CODE | {"priority", "requirement"},
        sources=tuple(i for i in (must.id, zone.id) if i),
        path=zone.path,
        weight=4,
    )


def _clause(text: str) -> str:
    return text.split(";")[0].strip().rstrip(".")


def _paths(table: Table) -> list[str]:
    paths = [change.path for change in table.changes if change.change != "create"]
    if table.scan is not None:
        paths += [item.path for item in table.scan.impact.direct]
    return list(dict.fromkeys(paths))[:6]


def _callers(table: Table) -> Iterator[Point]:
    for path in _paths(table):
        callers = [caller.path for caller in table.sight.callers(path) if not caller.is_test]
        if len(callers) < _MANY:
            continue
        shown = listed([f"`{name}`" for name in callers[:2]], len(callers) - 2)
        yield Point(
            topic=f"the callers of `{path}`",
            text=f"`{path}` has {len(callers)} callers, {shown}. The risk is that one of them relies on today's behaviour; we can mitigate it by keeping what they call unchanged and adding beside it.",
            insight=f"`{path}` has {len(callers)} callers, so its present behaviour has to survive",
            question=f"How do we change `{path}` without its {len(callers)} callers noticing?",
            kinds=_CODE,
            path=path,
            weight=3,
        )


def _untested(table: Table) -> Iterator[Point]:
    gaps = [(gap.path, gap.id) for gap in table.analysis.of(CoverageGap)]
    if not gaps and table.scan is not None:
        gaps = [(gap.path, "") for gap in table.scan.coverage_gaps]
    for path, fact_id in gaps[:2]:
        yield Point(
            topic=f"the missing tests of `{path}`",
            text=f"No test reaches `{path}`, so a mistake there would show up late. Option A is to pin down its present behaviour with tests first; option B is to go ahead and carry the risk. I would take A.",
            insight=f"No test reaches `{path}`; its behaviour should be pinned down before it changes",
            question=f"How much do we want to know about `{path}` before we touch it?",
            kinds=_CODE,
            sources=(fact_id,) if fact_id else (),
            path=path,
            weight=3,
        )


def _zones(table: Table) -> Iterator[Point]:
    zones = [(z.path, z.level, z.why, z.mitigation, z.id) for z in table.analysis.of(RiskZone) if z.path]
    if not zones and table.scan is not None:
        zones = [
            (z.path, z.level, "; ".join(z.reasons), "; ".join(z.mitigations), "")
            for z in table.scan.risk_zones
        ]
    for path, level, why, mitigation, fact_id in zones[:2]:
        cure = f" We can mitigate it: {_clause(mitigation)}." if mitigation else ""
        yield Point(
            topic=f"`{path}`",
            text=f"`{path}` is a {level} risk: {_clause(why) or 'the scan marks it'}.{cure} A change is as big as what it touches.",
            insight=f"`{path}` is a {level} risk ({_clause(why) or 'marked by the scan'})",
            question=f"What would make a change in `{path}` safe enough?",
            kinds=_CODE,
            sources=(fact_id,) if fact_id else (),
            path=path,
            weight=2,
        )


def _moves_along(table: Table) -> Iterator[Point]:
    if table.scan is None:
        return
    for pair in table.scan.co_change[:2]:
        if pair.imported:
            continue
        yield Point(
            topic=f"`{pair.partner}`",
            text=f"History says something the imports don't: `{pair.partner}` changed together with `{pair.path}` in {pair.together} of {pair.of} commits. Whoever touches one should look at the other.",
            insight=f"`{pair.partner}` changes together with `{pair.path}` in {pair.together} of {pair.of} commits, though neither imports the other",
            question=f"What ties `{pair.partner}` to `{pair.path}`, and does this change touch it?",
            kinds=_CODE,
            path=pair.partner,
            weight=2,
        )


def _connections(table: Table) -> Iterator[Point]:
    for one in table.analysis.of(Integration):
        if one.on_failure:
            continue
        name = one.target or one.source
        yield Point(
            topic=f"the link to {name}",
            text=f"The link to {name} has no plan for the day it is slow or gone. The risk is that our side hangs with it; we can mitigate it with a limit on the wait and a decision about what happens after.",
            insight=f"The link to {name} has no recorded answer for an outage",
            question=f"What should our side do while {name} is slow or gone?",
            kinds=frozenset(
                {"integration", "constraint", "journey", "error_case", "risk", "data_flow", "quality"}
            ),
            sources=(one.id,),
            weight=2,
        )


def _choices(table: Table) -> Iterator[Point]:
    options, decisions = table.analysis.of(Option), table.analysis.of(Decision)
    if len(options) >= 2 and not decisions:
        one, two = options[0], options[1]
        yield Point(
            topic=f'"{short(one.title)}" against "{short(two.title)}"',
            text=f'I see two approaches on record: "{short(one.title)}"{_cost(one)} and "{short(two.title)}"{_cost(two)}. This is an architectural decision and nobody has taken it yet; we should document the tradeoff.',
            insight=f'"{short(one.title)}" and "{short(two.title)}" are both open; the decision is not taken',
            question=f'What would tip the balance between "{short(one.title)}" and "{short(two.title)}"?',
            kinds=frozenset({"option", "decision", "technology", "constraint"}),
            sources=(one.id, two.id),
            weight=3,
        )
    new = [tech for tech in table.analysis.of(Technology) if tech.is_new]
    if new:
        yield Point(
            topic=new[0].name,
            text=f"{new[0].name} would be new here. It gives us something and it is a debt from the first day: somebody has to run it and to know it. I would want that written down as a decision.",
            insight=f"{new[0].name} would be new in this codebase and needs a recorded decision",
            question=f"What do we get from {new[0].name} that we could not have without it?",
            kinds=frozenset({"technology", "decision", "constraint", "option"}),
            sources=(new[0].id,),
            weight=2,
        )


def _cost(option: Option) -> str:
    return f" (its price: {short(option.cons[0])})" if option.cons else ""


def _limits(table: Table) -> Iterator[Point]:
    for quality in table.analysis.of(Quality):
        if quality.target:
            where = (
                f" {quality.measured}" if quality.measured else ", and nobody has said where it is measured"
            )
            yield Point(
                topic=f'"{short(quality.target)}"',
                text=f'"{short(quality.target)}" is the figure every option has to be measured against{where}. The risk is finding out late; we can mitigate it by measuring today\'s value first.',
                insight=f'"{short(quality.target)}" decides between the options and should be measured first',
                question=f'Where do we stand today against "{short(quality.target)}"?',
                kinds=frozenset({"quality", "constraint", "success_metric", "option"}),
                sources=(quality.id,),
                weight=2,
            )
            return
    for constraint in table.analysis.of(Constraint)[:1]:
        yield Point(
            topic=f'"{short(constraint.text)}"',
            text=f'"{short(constraint.text, 10)}" takes options off the table before we start. I would record it as a given, so that nobody reopens it by accident.',
            insight=f'"{short(constraint.text, 10)}" limits the options and counts as given',
            question=f'Which options does "{short(constraint.text)}" leave?',
            kinds=frozenset({"constraint", "technology", "option", "decision"}),
            sources=(constraint.id,),
            weight=1,
        )


def _ways_in(table: Table) -> Iterator[Point]:
    entries = [(entry.name, entry.id) for entry in table.analysis.of(EntryPoint)]
    if not entries and table.scan is not None:
        entries = [(entry.name, "") for entry in table.scan.entry_points]
    if entries:
        shown = listed([name for name, _ in entries[:3]], len(entries) - 3)
        yield Point(
            topic=f"the way in through {entries[0][0]}",
            text=f"The behaviour is reached through {shown}. Whatever we decide has to hold at each of these, not only at the one we have in mind.",
            insight=f"The behaviour is reached through {shown}, and the change has to hold at each of them",
            question=f"What has to stay the same for whoever comes in through {entries[0][0]}?",
            kinds=_CODE | {"entry_point", "journey", "integration"},
            sources=tuple(i for _, i in entries[:3] if i),
            weight=1,
        )


def _no_code(table: Table) -> Iterator[Point]:
    if table.scan is not None and (table.scan.files or table.scan.impact.direct):
        return
    title = short(table.analysis.title or table.analysis.draft, 8)
    if title:
        yield Point(
            topic="the lack of code to look at",
            text=f'I have no code that speaks of "{title}", so I can only go by the request. That keeps the options open, and it means that every estimate is a guess until somebody has tried.',
            insight=f'No existing code speaks of "{title}"; estimates are guesses until somebody has tried',
            question=f'Which part of "{title}" is the least certain to work?',
            kinds=_CODE,
            weight=1,
        )
