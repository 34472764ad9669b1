"""What Jordan can say: from signatures, data shapes and failure paths. Each point ends in something one could write down."""

import re
from collections.abc import Iterator

from roundtable.analysis.facts import BusinessRule, Criterion, ErrorCase, Interface, Module, StateModel
from roundtable.minds.facilitator.answers.numbers import find_figures
from roundtable.minds.facilitator.discussion.points import Point, Table, short
from roundtable.minds.facilitator.words import likeness

__all__ = ["jordan_points"]

_SHAPE = frozenset({"interface", "module", "data_flow", "state", "error_case", "requirement", "criterion", "business_rule", "journey", "integration", "story", "direct_change", "option", "technology", "entry_point"})  # fmt: skip


def jordan_points(table: Table) -> Iterator[Point]:
    """Jordan's points, without an order of merit."""
    yield from _contracts(table)
    yield from _failures(table)
    yield from _as_tests(table)
    yield from _edges(table)
    yield from _states(table)
    yield from _messages(table)
    yield from _in_the_code(table)
    yield from _nothing_written(table)


def _contracts(table: Table) -> Iterator[Point]:
    for one in table.analysis.of(Interface):
        if one.errors or not one.signature:
            continue
        yield Point(
            topic=f"the contract of `{one.name}`",
            text=f"To make this concrete: the contract is `{_plain(one.signature)}`, and it names no failure. It needs one line for invalid input and one for a missing dependency.",
            insight=f"`{one.name}` has a signature but no failure in its contract",
            question=f"What does the caller of `{one.name}` get when it cannot do its work?",
            kinds=_SHAPE,
            sources=(one.id,),
            weight=3,
        )
        return


def _plain(signature: str) -> str:
    return " ".join(signature.replace("`", "").split())[:120]


def _failures(table: Table) -> Iterator[Point]:
    for requirement in table.without_failure[:2]:
        name = short(requirement.title)
        yield Point(
            topic=f"the failure path of {requirement.id}",
            text=f'{requirement.id}, "{name}", has no failure path. The contract has to state three results: for a missing value, for an invalid one, and for the same request arriving twice.',
            insight=f'{requirement.id} ("{name}") has no failure path: missing, invalid and repeated input are undefined',
            question=f'What is the exact result when {requirement.id}, "{name}", gets missing, invalid or repeated input?',
            kinds=_SHAPE,
            sources=(requirement.id,),
            weight=3,
        )


def _as_tests(table: Table) -> Iterator[Point]:
    for criterion in table.analysis.of(Criterion):
        if criterion.then and criterion.given:
            continue
        when = short(criterion.when, 12) if criterion.when else ""
        then = short(criterion.then or criterion.text, 14)
        form = (
            f"Given (missing), When {when}, Then {then}"
            if when
            else f"Given (missing), When (missing), Then {then}"
        )
        yield Point(
            topic=f"{criterion.id} as a test",
            text=f"We're getting abstract. {criterion.id} as a test reads: {form}. The parts in brackets have to be filled before anyone can run it.",
            insight=f"{criterion.id} is not a complete test yet: {'its starting state is' if when else 'its starting state and trigger are'} missing",
            question=f"What is the starting state for {criterion.id}?",
            kinds=_SHAPE,
            sources=(criterion.id,),
            weight=2,
        )
        return


def _edges(table: Table) -> Iterator[Point]:
    rules = [(rule.id, rule.text) for rule in table.analysis.of(BusinessRule)] + [
        (r.id, r.text) for r in table.requirements
    ]
    for fact_id, text in rules:
        limit = (
            re.search(
                r"\b(?:up to|at most|only one|exactly one|one|at least|between|maximum|max)\b[^.,;]{0,40}",
                text,
                re.IGNORECASE,
            )
            or None
        )
        figure = find_figures(text)
        if limit is None and not figure:
            continue
        term = short(limit.group() if limit else figure[0].text, 6)
        yield Point(
            topic=f'the limit "{term}"',
            text=f'"{term}" is a boundary, and a boundary needs four rows: zero, one, the maximum, a duplicate. So far the record holds one of them.',
            insight=f'The boundary "{term}" is not specified for zero, the maximum and a duplicate',
            question=f'What is the result at "{term}" for zero, the maximum and a duplicate?',
            kinds=_SHAPE,
            sources=(fact_id,),
            weight=2,
        )
        return


def _states(table: Table) -> Iterator[Point]:
    for model in table.analysis.of(StateModel):
        if len(model.states) < 2:
            continue
        first, last = model.states[0], model.states[-1]
        yield Point(
            topic=f"the states of {model.entity}",
            text=f"The data structure has {len(model.states)} states, from {first} to {last}. The transition back from {last} is not in it; either it is forbidden, or it needs a line.",
            insight=f"The states of {model.entity} do not say what may follow {last}",
            question=f"What may follow the state {last}?",
            kinds=frozenset({"state", "data_flow", "module", "interface"}),
            sources=(model.id,),
            weight=2,
        )
        return


def _messages(table: Table) -> Iterator[Point]:
    for case in table.analysis.of(ErrorCase):
        if case.message and case.recovery:
            continue
        lacking = "its exact message" if not case.message else "what happens after it"
        yield Point(
            topic=f'the failure "{short(case.condition)}"',
            text=f'The failure "{short(case.condition)}" is recorded without {lacking}. The contract needs the code, the words and the state it leaves behind.',
            insight=f'The failure "{short(case.condition)}" is recorded without {lacking}',
            question=f'Which words and which state follow "{short(case.condition)}"?',
            kinds=frozenset({"error_case", "interface", "criterion", "journey", "requirement"}),
            sources=(case.id,),
            weight=2,
        )
        return


def _in_the_code(table: Table) -> Iterator[Point]:
    about = " ".join([table.analysis.title, table.analysis.draft, *(r.text for r in table.requirements)])
    known = {one.name for one in table.analysis.of(Interface)}
    best: tuple[float, str, str, int] | None = None
    for change in table.changes[:6]:
        for one in table.sight.signatures(change.path):
            if (
                one.kind not in ("function", "method")
                or one.name.startswith("_")
                or one.name in known
                or "(" not in one.signature
            ):
                continue
            score = likeness(re.sub(r"[_.]", " ", one.name), about)
            if score > 0 and (best is None or score > best[0]):
                best = (score, _plain(one.signature).rstrip(" :{"), change.path, one.line)
    if best is not None:
        _, signature, path, line = best
        yield Point(
            topic=f"`{signature.split('(')[0].split()[-1]}`",
            text=f"To make this concrete: the signature that changes is `{signature}` in `{path}`, line {line}. A new parameter needs a default there, or every call breaks.",
            insight=f"The signature `{signature}` in `{path}` is the one that changes; a new parameter needs a default",
            question=f"Which inputs and results of `{signature.split('(')[0].split()[-1]}` have to stay as they are?",
            kinds=_SHAPE,
            path=path,
            weight=3,
        )


def _nothing_written(table: Table) -> Iterator[Point]:
    modules = table.analysis.of(Module)
    if modules and not table.analysis.of(Interface):
        yield Point(
            topic=f"the boundary of {modules[0].name}",
            text=f"The module {modules[0].name} has a job but no interface on record. I would write down its input, its output and its failure before anything is built around it.",
            insight=f"The module {modules[0].name} has no interface on record",
            question=f"What goes into {modules[0].name}, and what comes out?",
            kinds=_SHAPE,
            sources=(modules[0].id,),
            weight=2,
        )
    title = short(table.analysis.title or table.analysis.draft, 8)
    if title and not table.requirements and not table.analysis.of(Interface):
        yield Point(
            topic="the missing contract",
            text=f'For "{title}" there is no input, no output and no error case on record. One real value for each would be enough to start a contract.',
            insight=f'For "{title}" no input, output or error case is on record',
            question=f'What is one real input of "{title}", and its exact result?',
            kinds=_SHAPE,
            weight=1,
        )
