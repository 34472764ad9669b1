"""One or two true sentences about a finished phase, from its facts: counts, and the things that matter most.

They stand behind "Here's what I'm working with:", so they start small and name this item's own contents.
"""

from collections.abc import Callable, Mapping
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.facts import (
    CoverageGap,
    Criterion,
    Decision,
    DirectChange,
    EntryPoint,
    ErrorCase,
    IndirectChange,
    Interface,
    Keyword,
    Module,
    OpenQuestion,
    Option,
    Problem,
    Quality,
    Requirement,
    RiskZone,
    Scope,
    Technology,
    UserType,
)
from roundtable.analysis.phases import PHASES, Phase, phase_of_step, previous_phase
from roundtable.engine.briefing import Thought
from roundtable.minds.facilitator.manner import first_speakable, speakable
from roundtable.minds.facilitator.rephrase import listed
from roundtable.minds.facilitator.situation import Situation

__all__ = ["counted", "summarise_phase", "summary_of"]


def counted(number: int, one: str, many: str = "") -> str:
    """`1 requirement`, `3 requirements`, `no requirements`."""
    many = many or f"{one}s"
    return f"{number or 'no'} {one if number == 1 else many}"


def summarise_phase(situation: Situation) -> Thought:
    """What the phase that just ended left behind."""
    briefing = situation.briefing
    phase = previous_phase(briefing.phase_key) or next(
        (p for p in PHASES if p.key == briefing.phase_key), PHASES[0]
    )
    sentences = summary_of(phase, briefing.analysis)
    spoken = [sentence for sentence in sentences if speakable(briefing.persona, sentence)]
    text = " ".join(spoken[:2])
    return Thought(
        contributions=situation.says(
            first_speakable(
                briefing.persona, [text] if text else ["not much was settled, so I start from your draft."]
            )
        )
    )


def summary_of(phase: Phase, analysis: Analysis) -> list[str]:
    """The sentences for one phase; what is open comes last."""
    sentences = [s for s in _SUMMARIES[phase.key](analysis) if s]
    open_here = [
        q
        for q in analysis.of(OpenQuestion)
        if q.step_id and (p := phase_of_step(q.step_id)) is not None and p.key == phase.key
    ]
    if open_here:
        tail = f"{counted(len(open_here), 'question')} stayed open"
        if sentences:
            sentences[-1] = f"{sentences[-1].rstrip('.')}; {tail}."
        else:
            sentences.append(f"{tail}.")
    return sentences or [f"the {phase.artifact} holds nothing firm yet."]


def _quick_scan(analysis: Analysis) -> list[str]:
    scopes = [scope for scope in analysis.of(Scope) if scope.size]
    files = analysis.of(DirectChange)
    size = f"a {scopes[-1].size} change" if scopes else "a change of unknown size"
    count = f" of about {counted(scopes[-1].file_count, 'file')}" if scopes and scopes[-1].file_count else ""
    where = f", most likely around `{files[0].path}`" if files else ""
    words = [keyword.word for keyword in analysis.of(Keyword)][:3]
    found = f"The words that lead there are {listed(words)}." if words else ""
    return [f"{size}{count}{where}.", found] if scopes or files or words else []


def _requirements(analysis: Analysis) -> list[str]:
    requirements, criteria = analysis.of(Requirement), analysis.of(Criterion)
    problems, users = analysis.of(Problem), analysis.of(UserType)
    sentences: list[str] = []
    if requirements:
        musts = [r for r in requirements if analysis.priority_of(r.id) == "Must"]
        first = f', starting with {requirements[0].id} ("{requirements[0].title}")'
        backed = (
            f" and {counted(len(criteria), 'acceptance criterion', 'acceptance criteria')}"
            if criteria
            else ""
        )
        must = f"; {len(musts)} of them must ship" if musts else ""
        sentences.append(f"{counted(len(requirements), 'requirement')}{backed}{first}{must}.")
    if problems:
        whom = f" for {listed([user.name for user in users[:3]])}" if users else ""
        sentences.append(f"The trouble to solve{whom}: {_first_words(problems[0].text)}.")
    elif users:
        sentences.append(f"It is for {listed([user.name for user in users[:3]])}.")
    if not requirements and analysis.of(Quality):
        sentences.append(f"{counted(len(analysis.of(Quality)), 'quality requirement')} so far.")
    return sentences


def _first_words(text: str, most: int = 18) -> str:
    words = text.split()
    shown = " ".join(words[:most]).rstrip(" .,;:")
    return f'"{shown}{"…" if len(words) > most else ""}"'


def _impact(analysis: Analysis) -> list[str]:
    direct, indirect = analysis.of(DirectChange), analysis.of(IndirectChange)
    zones = [zone for zone in analysis.of(RiskZone) if zone.path]
    gaps, entries = analysis.of(CoverageGap), analysis.of(EntryPoint)
    sentences: list[str] = []
    if direct:
        reach = f", {counted(len(indirect), 'more that notices', 'more that notice')}" if indirect else ""
        sentences.append(
            f"{counted(len(direct), 'file')} to change, {listed([f'`{change.path}`' for change in direct[:2]], len(direct) - 2)}{reach}."
        )
    risky = sorted(zones, key=lambda zone: {"high": 0, "medium": 1, "low": 2}[zone.level])
    if risky:
        untested = (
            f", and no test reaches {counted(len(gaps), 'of the files', 'of the files')}" if gaps else ""
        )
        sentences.append(f"The riskiest place is `{risky[0].path}`{untested}.")
    elif entries:
        sentences.append(f"It is reached through {listed([entry.name for entry in entries[:3]])}.")
    return sentences


def _architecture(analysis: Analysis) -> list[str]:
    decisions, options, techs = analysis.of(Decision), analysis.of(Option), analysis.of(Technology)
    sentences: list[str] = []
    if decisions:
        names = [f'"{decision.title}"' for decision in decisions[:2]]
        sentences.append(f"{counted(len(decisions), 'decision')}, {listed(names, len(decisions) - 2)}.")
    elif options:
        sentences.append(f"{counted(len(options), 'option')} on the table and none chosen yet.")
    if techs:
        sentences.append(f"It is built with {listed([tech.name for tech in techs[:3]], len(techs) - 3)}.")
    return sentences


def _design(analysis: Analysis) -> list[str]:
    modules, interfaces, errors = analysis.of(Module), analysis.of(Interface), analysis.of(ErrorCase)
    sentences: list[str] = []
    if modules or interfaces:
        names = listed([module.name for module in modules[:3]], len(modules) - 3)
        owners = f" ({names})" if modules else ""
        sentences.append(
            f"{counted(len(modules), 'module')}{owners} and {counted(len(interfaces), 'interface')}."
        )
    if errors:
        sentences.append(
            f"{counted(len(errors), 'failure')} {'has' if len(errors) == 1 else 'have'} a defined answer."
        )
    return sentences


_SUMMARIES: Final[Mapping[str, Callable[[Analysis], list[str]]]] = {
    "00-quick-scan": _quick_scan,
    "01-requirements": _requirements,
    "02-impact-analysis": _impact,
    "03-architecture": _architecture,
    "04-design": _design,
}
