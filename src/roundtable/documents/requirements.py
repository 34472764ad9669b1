"""requirements-spec.md: why, for whom, what it must do and how one would know.

The words of requirements and criteria are never rewritten here; each shows its priority, its confidence and who said it.

Elsewhere: stories and the traceability matrix (`stories`), the shared matrix of quality requirements (`nfr_matrix`).
"""

from collections.abc import Sequence
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.facts import (
    Assumption,
    BusinessRule,
    Constraint,
    Criterion,
    Fact,
    Integration,
    Journey,
    Need,
    OutOfScope,
    Priority,
    Problem,
    Quality,
    Requirement,
    RiskZone,
    Stakeholder,
    SuccessMetric,
    UserType,
)
from roundtable.documents.diagrams import path_of_steps
from roundtable.documents.escaping import heading, inline, lead, shorten
from roundtable.documents.listing import assumption, fields, labelled, noted, open_questions
from roundtable.documents.page import Page, RenderContext, Section, page, section
from roundtable.documents.sources import assumption_line, marked_note, source_line
from roundtable.documents.views import ID, SOURCE, Column, View, render_table, tbd

__all__ = [
    "ACTOR",
    "BUSINESS_RULES",
    "CONSTRAINTS",
    "MEASURES",
    "NAME",
    "NEEDS",
    "OUT_OF_SCOPE",
    "PARTNERS",
    "PRIORITIES",
    "QUALITIES",
    "RISKS",
    "STAKEHOLDERS",
    "TROUBLE",
    "USERS",
    "criterion_text",
    "requirements_page",
]

NAME: Final = "requirements-spec.md"
MEASURES: Final = "Success is measured by"
NEEDS: Final = "What they need"
CONSTRAINTS: Final = "Fixed"
PARTNERS: Final = "Parts that talk to each other"
BUSINESS_RULES: Final = "Business Rules"
ACTOR: Final = "Actor"
TROUBLE: Final = "When It Goes Wrong"

USERS: Final = View(
    kind="user_type",
    columns=(
        Column(header="User", field="name", also=("User Type", "Persona", "Actor")),
        Column(header="Who They Are", field="description", also=("Description",)),
        SOURCE,
    ),
)
STAKEHOLDERS: Final = View(
    kind="stakeholder",
    columns=(
        Column(header="Stakeholder", field="name"),
        Column(header="Interest", field="interest", also=("Concern", "Role")),
        SOURCE,
    ),
)
QUALITIES: Final = View(
    kind="quality",
    columns=(
        ID,
        Column(header="Category", field="category", also=("Type", "Attribute")),
        Column(header="Requirement", field="text", also=("Description", "NFR")),
        Column(header="Metric", field="metric"),
        Column(
            header="Target", field="target", needs="the figure that decides it", also=("Threshold", "Value")
        ),
        Column(header="Measured", field="measured", also=("Measurement", "Verification", "How Measured")),
        Column(header="For", field="requirement", style="ids"),
        SOURCE,
    ),
)
RISKS: Final = View(
    kind="risk_zone",
    columns=(
        ID,
        Column(header="Risk", field="title", also=("Risk Zone", "Area")),
        Column(header="Level", field="level", style="level", also=("Severity", "Risk Level", "Impact")),
        Column(header="Why", field="why", also=("Reason", "Description")),
        Column(header="Mitigation", field="mitigation", needs="what would lessen it", also=("Mitigations",)),
        SOURCE,
    ),
)
OUT_OF_SCOPE: Final = View(
    kind="out_of_scope",
    columns=(
        Column(header="Not Included", field="text", also=("Item", "Out of Scope")),
        Column(header="Why", field="reason", also=("Reason", "Rationale")),
        SOURCE,
    ),
)
PRIORITIES: Final = View(
    kind="priority",
    columns=(
        Column(header="Requirement", field="target", style="ids", also=("ID", "FR", "Item")),
        Column(header="Priority", field="level", style="word", also=("MoSCoW",)),
        Column(header="Why", field="reason", also=("Reason", "Rationale")),
        SOURCE,
    ),
)

_LEVELS: Final = ("Must", "Should", "Could", "Won't")


def requirements_page(analysis: Analysis, context: RenderContext) -> Page:
    """The specification as sections."""
    weighed = (
        *analysis.of(Problem),
        *analysis.of(Requirement),
        *analysis.of(Criterion),
        *analysis.of(Quality),
    )
    sections = (
        _business_context(analysis),
        _people(analysis),
        _journeys(analysis),
        _technical_context(analysis),
        _quality_and_risk(analysis),
        _requirements(analysis),
        _table("Quality Requirements", QUALITIES, analysis.of(Quality), analysis),
        _table("Out of Scope", OUT_OF_SCOPE, analysis.of(OutOfScope), analysis),
        _prioritization(analysis),
        section(
            NAME,
            "Assumptions",
            analysis.of(Assumption),
            "\n\n".join(assumption(fact) for fact in analysis.of(Assumption)),
            analysis=analysis,
            weighs=False,
        ),
        open_questions(NAME, analysis, "01"),
    )
    return page(NAME, sections, weighed, analysis)


def criterion_text(criterion: Criterion) -> str:
    """`Given …, When …, Then …` when the parts are known, else the words as said."""
    parts = [
        f"{word} {_without(word, part)}"
        for word, part in (("Given", criterion.given), ("When", criterion.when), ("Then", criterion.then))
        if part.strip()
    ]
    return ", ".join(parts) if len(parts) > 1 else criterion.text


def _without(word: str, text: str) -> str:
    """The part without the word it starts with and without what ends it."""
    first, _, rest = text.strip().partition(" ")
    body = rest if first.casefold() == word.casefold() else text.strip()
    return body.rstrip(" ,;") if word != "Then" else body


def _table(title: str, view: View, facts: Sequence[Fact], analysis: Analysis) -> Section:
    return section(NAME, title, facts, render_table(view, facts, analysis), analysis=analysis)


def _business_context(analysis: Analysis) -> Section:
    problems, metrics = analysis.of(Problem), analysis.of(SuccessMetric)
    return section(
        NAME,
        "Business Context",
        (*problems, *metrics),
        "\n\n".join(f"{lead(fact.text)} *({marked_note(fact, analysis)})*" for fact in problems),
        labelled(MEASURES, (noted(fact.text, fact, analysis) for fact in metrics)),
        analysis=analysis,
    )


def _people(analysis: Analysis) -> Section:
    users, others, needs = analysis.of(UserType), analysis.of(Stakeholder), analysis.of(Need)
    return section(
        NAME,
        "Stakeholders and Users",
        (*users, *others, *needs),
        render_table(USERS, users, analysis),
        render_table(STAKEHOLDERS, others, analysis),
        labelled(
            NEEDS,
            (
                (f"**{inline(need.user_type)}**: " if need.user_type else "")
                + noted(need.text, need, analysis)
                for need in needs
            ),
        ),
        analysis=analysis,
    )


def _journeys(analysis: Analysis) -> Section:
    journeys = analysis.of(Journey)
    return section(
        NAME,
        "User Journeys",
        journeys,
        *(_journey(journey, analysis) for journey in journeys),
        analysis=analysis,
    )


def _journey(journey: Journey, analysis: Analysis) -> str:
    steps = "\n".join(f"{at}. {lead(step)}" for at, step in enumerate(journey.steps, start=1))
    known = fields(
        (ACTOR, inline(journey.actor)),
        (TROUBLE, inline(journey.trouble)),
        ("Source", marked_note(journey, analysis)),
    )
    diagram = path_of_steps(journey.steps, trouble=journey.trouble, actor=journey.actor)
    return "\n\n".join(filter(None, (f"### {heading(journey.title)}", steps, known, diagram)))


def _technical_context(analysis: Analysis) -> Section:
    constraints, partners = analysis.of(Constraint), analysis.of(Integration)
    return section(
        NAME,
        "Technical Context",
        (*constraints, *partners),
        labelled(
            CONSTRAINTS,
            (
                (f"**{fact.category.capitalize()}**: " if fact.category != "other" else "")
                + noted(fact.text, fact, analysis)
                for fact in constraints
            ),
        ),
        labelled(
            PARTNERS,
            (f"**{fact.id}**: {inline(_link(fact))}" for fact in partners),
        ),
        analysis=analysis,
    )


def _link(fact: Integration) -> str:
    """Both ends and what for; where the purpose is a sentence that begins with the one end, the sentence alone."""
    if not fact.purpose:
        return fact.headline
    told = fact.purpose.casefold().startswith(fact.headline.casefold())
    return fact.purpose if told else f"{fact.headline}: {fact.purpose}"


def _quality_and_risk(analysis: Analysis) -> Section:
    # Risks that sit in one file are the impact analysis's; these are the ones that anybody can judge.
    return _table(
        "Quality and Risk", RISKS, [risk for risk in analysis.of(RiskZone) if not risk.path], analysis
    )


def _requirements(analysis: Analysis) -> Section:
    requirements = sorted(analysis.of(Requirement), key=lambda fact: fact.id)
    known = {fact.id for fact in requirements}
    criteria = analysis.of(Criterion)
    rules = analysis.of(BusinessRule)
    general = [rule for rule in rules if rule.requirement not in known]
    by_requirement: dict[str, list[BusinessRule]] = {}
    for rule in rules:
        by_requirement.setdefault(rule.requirement or "", []).append(rule)
    parts = [_requirement(fact, by_requirement.get(fact.id, []), analysis) for fact in requirements]
    if general:
        listed = "\n".join(_rule(rule, analysis) for rule in general)
        parts.append(f"### {BUSINESS_RULES}\n\n{listed}")
    return section(
        NAME, "Functional Requirements", (*requirements, *criteria, *rules), *parts, analysis=analysis
    )


def _requirement(fact: Requirement, rules: Sequence[BusinessRule], analysis: Analysis) -> str:
    criteria = analysis.criteria_of(fact)
    priority = analysis.priority_of(fact.id) or tbd("not yet prioritized")
    listed = [f"- **{criterion.id}**: {_criterion(criterion, analysis)}" for criterion in criteria]
    listed += [_rule(rule, analysis) for rule in rules]
    if not criteria:
        listed.append(f"- {tbd(f'an acceptance criterion for {fact.id}')}")
    return "\n\n".join(
        filter(
            None,
            (
                f"### {fact.id}: {heading(fact.title or fact.text, 120)}",
                lead(fact.text),
                fields(("Priority", priority), ("Confidence", analysis.confidence(fact).label)),
                f"*{source_line(fact)}*" if source_line(fact) else "",
                assumption_line(fact),
                "\n".join(listed),
            ),
        )
    )


def _criterion(criterion: Criterion, analysis: Analysis) -> str:
    # A criterion is as sure as its requirement unless it says otherwise; repeating "said in turn 3" would only tire.
    parent = analysis.get(criterion.requirement)
    same = parent is not None and analysis.confidence(parent) is analysis.confidence(criterion)
    text = criterion_text(criterion)
    return inline(text) if same else noted(text, criterion, analysis)


def _rule(rule: BusinessRule, analysis: Analysis) -> str:
    example = f" Example: {inline(rule.example)}" if rule.example else ""
    return f"- **{rule.id}**: {inline(rule.text)}{example} *({marked_note(rule, analysis)})*"


def _prioritization(analysis: Analysis) -> Section:
    latest = {fact.target: fact for fact in analysis.of(Priority)}
    ordered = sorted(latest.values(), key=lambda fact: (_LEVELS.index(fact.level), fact.target))
    named = [fact.model_copy(update={"target": _with_title(fact.target, analysis)}) for fact in ordered]
    return _table("Prioritization", PRIORITIES, named, analysis)


def _with_title(fact_id: str, analysis: Analysis) -> str:
    title = getattr(analysis.get(fact_id), "title", "")
    return f"{fact_id}: {shorten(title, 80)}" if title else fact_id
