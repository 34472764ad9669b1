"""Facts that follow from other facts and from the code, with nobody asked: always inferred, never more than Medium.

Used when a step is drafted, when the rest of a phase was skipped, and by anybody who writes documents without a
conversation. What cannot be derived is not made up.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.evidence import CodeAnchor, Inferred
from roundtable.analysis.facts import (
    Criterion,
    DataFlow,
    Decision,
    DirectChange,
    ErrorCase,
    Fact,
    Integration,
    Interface,
    Journey,
    Module,
    Option,
    Parameter,
    Requirement,
    Story,
    UserType,
)
from roundtable.analysis.scanning import Definition
from roundtable.minds.facilitator.answers.criteria import read_condition
from roundtable.minds.facilitator.answers.signatures import find_signatures
from roundtable.minds.facilitator.code_sight import Sight
from roundtable.minds.facilitator.spans import Piece
from roundtable.minds.facilitator.words import FAILURE, likeness

__all__ = ["derive"]

_MOST_INTERFACES: Final = 8
_ROOTS: Final = frozenset(
    {"src", "lib", "app", "source", "sources", "pkg", "packages", "main", "java", "python", "code"}
)


def derive(
    analysis: Analysis, proposed: Sequence[Fact], kinds: Iterable[str], step_id: str | None, sight: Sight
) -> list[Fact]:
    """Facts of these kinds that follow from what is known (and from `proposed`)."""
    wanted = set(kinds)
    facts: list[Fact] = []
    if "story" in wanted:
        facts += _stories(analysis, step_id)
    if "module" in wanted:
        facts += _modules(analysis, proposed, step_id)
    if "interface" in wanted:
        facts += _interfaces(analysis, proposed, step_id, sight)
    if "error_case" in wanted:
        facts += _error_cases(analysis, step_id)
    if "decision" in wanted:
        facts += _decisions(analysis, step_id)
    if "data_flow" in wanted:
        facts += _flows(analysis, step_id)
    # Before the architecture an integration means other systems, not our own imports.
    if "integration" in wanted and (step_id or "03")[:2] >= "03":
        facts += _integrations(analysis, proposed, step_id, sight)
    return facts


def _stories(analysis: Analysis, step_id: str | None) -> list[Fact]:
    """A story for each requirement that has none and names a kind of user, or when there is only one kind."""
    users = analysis.of(UserType)
    facts: list[Fact] = []
    for requirement in analysis.of(Requirement):
        if analysis.stories_of(requirement.id):
            continue
        who = next(
            (user for user in users if likeness(user.name, requirement.text) >= 0.99),
            users[0] if len(users) == 1 else None,
        )
        want = _want(requirement, who)
        if who is None or not want:
            continue
        facts.append(
            Story(
                id=f"new:us-{requirement.id}", step_id=step_id, title=requirement.title, role=_singular(who.name), want=want, requirements=(requirement.id,),
                criteria=tuple(c.id for c in analysis.criteria_of(requirement)),
                evidence=(Inferred(sources=(requirement.id, who.id), because="follows from the requirement and its user"),),
            )
        )  # fmt: skip
    return facts


def _want(requirement: Requirement, who: UserType | None) -> str:
    """What the user does or gets, in the words of the requirement."""
    let = re.search(r"\bshall let (?:an? |the )?(?P<who>.+?)$", requirement.text.rstrip("."))
    if let and who is not None:
        rest = let["who"]
        name = re.match(
            rf"(?:{re.escape(who.name)}|{re.escape(_singular(who.name))})\s+", rest, re.IGNORECASE
        )
        return rest[name.end() :] if name else ""
    does = re.search(r"^(?:The system) shall (?P<not>not )?(?P<what>.+)$", requirement.text.rstrip("."))
    if does:
        return f"the system {'not ' if does['not'] else ''}to {does['what']}"
    return ""


def _singular(name: str) -> str:
    return re.sub(r"(?<=[a-z]{2})(?<!s)s$", "", name) if name.isascii() else name


def _modules(analysis: Analysis, proposed: Sequence[Fact], step_id: str | None) -> list[Fact]:
    """The folders in which files change."""
    known = {path for module in analysis.of(Module) for path in module.paths}
    names = {module.name.lower() for module in analysis.of(Module)}
    changes = [
        fact
        for fact in (*analysis.of(DirectChange), *proposed)
        if isinstance(fact, DirectChange) and fact.path not in known
    ]
    folders: dict[str, list[DirectChange]] = {}
    for change in changes:
        # A file that is yet to be made has no folder of its own to speak of.
        if change.change == "create" or re.search(
            r"(?:^|/)(?:tests?|docs?)(?:/|$)|\.(?:md|rst|txt)$", change.path
        ):
            continue
        folder = change.path.rpartition("/")[0]
        if folder.rpartition("/")[2].lower() in _ROOTS:
            # `src` holds everything, so it says nothing: there every file is a unit of its own.
            folder = change.path.rpartition(".")[0]
        folders.setdefault(folder or change.path.rpartition(".")[0], []).append(change)
    return [
        Module(
            id=f"new:mod-{at}", step_id=step_id, name=folder.rpartition("/")[2] or folder, paths=tuple(change.path for change in folders[folder]),
            requirements=tuple(dict.fromkeys(r for change in folders[folder] for r in change.requirements)),
            evidence=(
                *(CodeAnchor(path=change.path) for change in folders[folder][:3] if change.change != "create"),
                Inferred(sources=tuple(change.id for change in folders[folder]), because="the folder whose files change"),
            ),
        )
        for at, folder in enumerate(sorted(folders), start=1)
        if (folder.rpartition("/")[2] or folder).lower() not in names
    ]  # fmt: skip


def _interfaces(
    analysis: Analysis, proposed: Sequence[Fact], step_id: str | None, sight: Sight
) -> list[Fact]:
    """Public functions and classes of the files that change, as the code spells them."""
    known = {interface.name for interface in analysis.of(Interface)}
    about = " ".join([analysis.title, analysis.draft, *(r.text for r in analysis.of(Requirement))])
    found: list[tuple[float, DirectChange, Definition]] = []
    for change in (*analysis.of(DirectChange), *proposed):
        if not isinstance(change, DirectChange) or change.change == "create":
            continue
        for definition in sight.signatures(change.path):
            name = f"{definition.parent}.{definition.name}" if definition.parent else definition.name
            if (
                definition.kind in ("function", "method", "class")
                and not definition.name.startswith("_")
                and name not in known
            ):
                found.append(
                    (likeness(re.sub(r"[_.]|(?<=[a-z])(?=[A-Z])", " ", name), about), change, definition)
                )
    ranked = [
        entry
        for entry in sorted(found, key=lambda entry: (-entry[0], entry[2].path, entry[2].line))
        if entry[0] > 0
    ]
    return [
        _interface(change, definition, step_id, at)
        for at, (_, change, definition) in enumerate(ranked[:_MOST_INTERFACES], start=1)
    ]


def _interface(change: DirectChange, definition: Definition, step_id: str | None, at: int) -> Interface:
    signature = find_signatures(definition.signature)
    inputs: tuple[Parameter, ...] = signature[0].inputs if signature else ()
    output = signature[0].output if signature else ""
    name = f"{definition.parent}.{definition.name}" if definition.parent else definition.name
    anchor = CodeAnchor(path=definition.path, line=definition.line, symbol=name)
    return Interface(
        id=f"new:if-{at}", step_id=step_id, name=name, module=change.path, signature=definition.signature.rstrip(" :{"), summary=definition.doc, inputs=inputs,
        output=output, evidence=(anchor, Inferred(sources=(change.id,) if change.id else (), because="defined in a file that changes")),
    )  # fmt: skip


def _error_cases(analysis: Analysis, step_id: str | None) -> list[Fact]:
    """Failures that requirements, criteria and journeys mention, where no error case does yet."""
    known = [case.condition for case in analysis.of(ErrorCase)]
    facts: list[Fact] = []
    texts = [(r.id, r.text, r.id) for r in analysis.of(Requirement)]
    texts += [(c.id, c.text, c.requirement) for c in analysis.of(Criterion)]
    for source, text, owner in texts:
        scenario = read_condition(Piece(0, len(text), text))
        if (
            scenario is None
            or not FAILURE.search(scenario.when)
            or any(likeness(scenario.when, one) >= 0.7 for one in known)
        ):
            continue
        known.append(scenario.when)
        then = re.sub(r"^(?:then )?the system shall ", "", scenario.then)
        facts.append(
            ErrorCase(
                id=f"new:err-{len(facts) + 1}", step_id=step_id, condition=scenario.when, recovery=then, requirement=owner,
                evidence=(Inferred(sources=(source,), because="named in the requirement"),),
            )
        )  # fmt: skip
    return facts


def _decisions(analysis: Analysis, step_id: str | None) -> list[Fact]:
    """A recommended option that nobody decided on yet, as a proposal."""
    options = analysis.of(Option)
    if not options or analysis.of(Decision):
        return []
    best = next((option for option in options if option.recommended), None)
    if best is None:
        return []
    return [
        Decision(
            id="new:adr-1", step_id=step_id, title=best.title, choice=best.title, rationale="; ".join(best.pros), consequences=best.cons, options=tuple(o.id for o in options),
            evidence=(Inferred(sources=(best.id,), because="the option that was called the recommended one"),),
        )
    ]  # fmt: skip


def _flows(analysis: Analysis, step_id: str | None) -> list[Fact]:
    """A journey that was told is also the way the data takes."""
    if analysis.of(DataFlow):
        return []
    return [
        DataFlow(
            id=f"new:df-{journey.id}",
            step_id=step_id,
            title=journey.title,
            steps=journey.steps,
            evidence=(Inferred(sources=(journey.id,), because="follows the journey"),),
        )
        for journey in analysis.of(Journey)
        if len(journey.steps) > 1
    ]


def _integrations(
    analysis: Analysis, proposed: Sequence[Fact], step_id: str | None, sight: Sight
) -> list[Fact]:
    """Who calls the files that change, from the code."""
    if analysis.of(Integration):
        return []
    facts: list[Fact] = []
    for change in [f for f in (*analysis.of(DirectChange), *proposed) if isinstance(f, DirectChange)][:5]:
        callers = [caller for caller in sight.callers(change.path) if not caller.is_test][:3]
        facts += [
            Integration(
                id=f"new:in-{len(facts) + at}", step_id=step_id, source=caller.path, target=change.path, carries=", ".join(caller.names[:4]),
                evidence=(CodeAnchor(path=caller.path), CodeAnchor(path=change.path), Inferred(sources=(change.id,) if change.id else (), because="the import graph shows it")),
            )
            for at, caller in enumerate(callers, start=1)
        ]  # fmt: skip
    return facts[:8]
