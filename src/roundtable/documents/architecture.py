"""architecture-overview.md, tech-stack-decision.md and component-interactions.md: the choices and how the parts talk.

Elsewhere: one file per decision (`adrs`).
"""

from collections.abc import Sequence
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.facts import (
    Constraint,
    Decision,
    Fact,
    Integration,
    Module,
    Option,
    Problem,
    RiskZone,
    Technology,
)
from roundtable.documents.adrs import adr_name
from roundtable.documents.diagrams import components
from roundtable.documents.escaping import heading, inline, lead
from roundtable.documents.from_scan import shown
from roundtable.documents.listing import fields, labelled, open_questions, titled
from roundtable.documents.page import Page, RenderContext, page, section
from roundtable.documents.requirements import RISKS
from roundtable.documents.sources import marked_note
from roundtable.documents.views import ID, SOURCE, Column, View, render_table, tbd

__all__ = [
    "CHOICES",
    "CONS",
    "INTEGRATIONS",
    "INTERACTIONS",
    "NAME",
    "PROS",
    "RECOMMENDED",
    "TECHNOLOGIES",
    "TECHNOLOGY",
    "architecture_page",
    "decision_block",
    "interactions_page",
    "option_block",
    "technology_page",
]

NAME: Final = "architecture-overview.md"
TECHNOLOGY: Final = "tech-stack-decision.md"
INTERACTIONS: Final = "component-interactions.md"
PROS: Final = "For"
CONS: Final = "Against"
RECOMMENDED: Final = "Recommended"

INTEGRATIONS: Final = View(
    kind="integration",
    columns=(
        ID,
        Column(header="From", field="source", also=("Source", "Caller", "Component")),
        Column(header="To", field="target", also=("Target", "Callee", "System")),
        Column(header="Purpose", field="purpose", also=("Description",)),
        Column(header="Carries", field="carries", also=("Data", "Payload")),
        Column(
            header="When It Fails",
            field="on_failure",
            needs="what happens when it fails",
            also=("On Failure",),
        ),
        Column(header="Known From", style="source", also=("Confidence",)),
    ),
)
TECHNOLOGIES: Final = View(
    kind="technology",
    columns=(
        Column(header="Technology", field="name", also=("Name", "Tool", "Library")),
        Column(
            header="Used For", field="purpose", also=("Purpose", "Description"), needs="what it is used for"
        ),
        Column(header="Version", field="version"),
        Column(header="New Here", field="is_new", style="flag", also=("New",)),
        SOURCE,
    ),
)
CHOICES: Final = View(
    kind="decision",
    columns=(
        ID,
        Column(header="Decision", field="title", also=("Title",)),
        Column(header="Choice", field="choice", also=("Chosen",)),
        Column(header="Why", field="rationale", needs="the reason", also=("Rationale", "Reason")),
        Column(header="Status", field="status", style="word"),
    ),
)


def architecture_page(analysis: Analysis, context: RenderContext) -> Page:
    """The overview as sections."""
    problems, constraints = analysis.of(Problem), analysis.of(Constraint)
    options, decisions = analysis.of(Option), analysis.of(Decision)
    links, modules = analysis.of(Integration), analysis.of(Module)
    risks = [risk for risk in shown(RiskZone, analysis, context) if risk.level != "low"]
    risks.sort(key=lambda risk: risk.id)
    sections = (
        section(
            NAME,
            "Context",
            (*problems, *constraints),
            "\n\n".join(lead(fact.text) for fact in problems),
            labelled("Fixed", (lead(fact.text) for fact in constraints)),
            analysis=analysis,
        ),
        section(NAME, "Options Considered", options, *_options(options, analysis), analysis=analysis),
        section(
            NAME,
            "Decisions",
            decisions,
            *(_decision(fact, analysis, context) for fact in decisions),
            analysis=analysis,
        ),
        section(
            NAME, "Integration Points", links, render_table(INTEGRATIONS, links, analysis), analysis=analysis
        ),
        section(NAME, "Component View", (*modules, *links), _diagram(modules, links), analysis=analysis),
        section(
            NAME, "Risks and Mitigations", risks, render_table(RISKS, risks, analysis), analysis=analysis
        ),
        open_questions(NAME, analysis, "03"),
    )
    return page(NAME, sections, (*options, *decisions, *links), analysis)


def technology_page(analysis: Analysis, context: RenderContext) -> Page:
    """The technologies and the decisions that chose them."""
    technologies, decisions = analysis.of(Technology), analysis.of(Decision)
    sections = (
        section(
            TECHNOLOGY,
            "Technologies",
            technologies,
            render_table(TECHNOLOGIES, technologies, analysis),
            analysis=analysis,
        ),
        section(
            TECHNOLOGY, "Decisions", decisions, render_table(CHOICES, decisions, analysis), analysis=analysis
        ),
    )
    return page(TECHNOLOGY, sections, (*technologies, *decisions), analysis)


def interactions_page(analysis: Analysis, context: RenderContext) -> Page:
    """The parts and what passes between them."""
    modules, links = analysis.of(Module), analysis.of(Integration)
    said = {_key(module.name): module.responsibility for module in modules}
    outside = [end for link in links for end in (link.source, link.target) if end and _key(end) not in said]
    parts = [f"- **{inline(m.name)}**: {inline(m.responsibility) or tbd('what it is for')}" for m in modules]
    parts += [f"- **{inline(name)}**: {_part_in(name, links)}" for name in dict.fromkeys(outside)]
    sections = (
        section(INTERACTIONS, "Components", (*modules, *links), "\n".join(parts), analysis=analysis),
        section(
            INTERACTIONS,
            "Interactions",
            links,
            _diagram((), links),
            *(_interaction(link, analysis) for link in links),
            analysis=analysis,
        ),
    )
    return page(INTERACTIONS, sections, (*modules, *links), analysis)


def option_block(option: Option, analysis: Analysis, level: int = 3) -> str:
    """One option with what speaks for and against it."""
    return "\n\n".join(
        filter(
            None,
            (
                f"{'#' * level} {option.id}: {heading(option.title)}",
                lead(option.summary),
                labelled(PROS, (lead(entry) for entry in option.pros)),
                labelled(CONS, (lead(entry) for entry in option.cons)),
                fields(
                    (RECOMMENDED, "yes" if option.recommended else ""),
                    ("Source", marked_note(option, analysis)),
                ),
            ),
        )
    )


def decision_block(fact: Decision, analysis: Analysis) -> str:
    """The fields of a decision, as the overview shows them."""
    options = [titled(entry, _title(entry, analysis)) for entry in fact.options]
    requirements = [titled(entry, _title(entry, analysis)) for entry in fact.requirements]
    return fields(
        ("Choice", inline(fact.choice)),
        ("Why", inline(fact.rationale) or tbd("the reason")),
        ("Options", ", ".join(options)),
        ("Requirements", ", ".join(requirements)),
        ("Status", fact.status),
        ("Source", marked_note(fact, analysis)),
    )


def _options(options: Sequence[Option], analysis: Analysis) -> list[str]:
    parts = [option_block(option, analysis) for option in options]
    return [*parts, f"{tbd('a second option to compare with')}"] if len(options) == 1 else parts


def _decision(fact: Decision, analysis: Analysis, context: RenderContext) -> str:
    name = adr_name(fact, context.existing)
    link = f"Details: [{name}]({name})"
    return f"### {fact.id}: {heading(fact.title)}\n\n{decision_block(fact, analysis)}\n\n{link}"


def _interaction(link: Integration, analysis: Analysis) -> str:
    return f"### {heading(link.headline)}\n\n" + fields(
        ("Purpose", inline(link.purpose)),
        ("Carries", inline(link.carries)),
        ("When It Fails", inline(link.on_failure) or tbd("what happens when it fails")),
        ("Source", marked_note(link, analysis)),
    )


def _diagram(modules: Sequence[Module], links: Sequence[Integration]) -> str:
    known = {_key(module.name): module.name for module in modules}
    edges = [
        (module.name, known.get(_key(other), other), "") for module in modules for other in module.depends_on
    ]
    linked = [
        (known.get(_key(k.source), k.source), known.get(_key(k.target), k.target), k.carries) for k in links
    ]
    carried = {edge[:2] for edge in linked}
    bare = [edge for edge in edges if edge[:2] not in carried]
    return components([module.name for module in modules], [*bare, *linked])


def _part_in(name: str, links: Sequence[Integration]) -> str:
    """What a part that is no module of ours does here, from the links that name it."""
    told = [inline(link.purpose) for link in links if link.purpose and name in {link.source, link.target}]
    return "; ".join(dict.fromkeys(told)) or tbd("what it does here")


def _title(fact_id: str, analysis: Analysis) -> str:
    fact: Fact | None = analysis.get(fact_id)
    return str(getattr(fact, "title", "") or "") if fact else ""


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()
