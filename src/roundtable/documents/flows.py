"""data-flow.md and error-taxonomy.md: how data moves, what is kept, what can fail and which input is refused."""

from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.facts import BusinessRule, DataFlow, ErrorCase, StateModel
from roundtable.documents.diagrams import sequence, states
from roundtable.documents.escaping import heading, lead
from roundtable.documents.listing import fields, labelled
from roundtable.documents.page import Page, RenderContext, page, section
from roundtable.documents.sources import marked_note
from roundtable.documents.views import ID, SOURCE, Column, View, render_table

__all__ = [
    "ERRORS",
    "FLOWS",
    "RULES",
    "STATES",
    "TAXONOMY",
    "TRANSITIONS",
    "data_flow_page",
    "error_code",
    "errors_page",
]

FLOWS: Final = "data-flow.md"
TAXONOMY: Final = "error-taxonomy.md"
STATES: Final = "States"
TRANSITIONS: Final = "What moves it"

ERRORS: Final = View(
    kind="error_case",
    columns=(
        ID,
        Column(header="Code", field="code", style="code", also=("Error Code", "Error")),
        Column(header="When", field="condition", also=("Condition", "Trigger", "Cause", "Description")),
        Column(
            header="What the User Sees",
            field="message",
            needs="the message",
            also=("Message", "User Message"),
        ),
        Column(
            header="What Happens Then", field="recovery", needs="the way back", also=("Recovery", "Handling")
        ),
        Column(header="For", field="requirement", style="ids", also=("Requirement", "FR")),
        SOURCE,
    ),
)
RULES: Final = View(
    kind="business_rule",
    columns=(
        ID,
        Column(header="Rule", field="text", also=("Business Rule", "Description", "Validation")),
        Column(header="Example", field="example"),
        Column(header="For", field="requirement", style="ids", also=("Requirement", "FR")),
    ),
)


def error_code(error: ErrorCase) -> str:
    """The code that interfaces name; the fact's own id when nobody gave one."""
    return error.code or error.id


def data_flow_page(analysis: Analysis, context: RenderContext) -> Page:
    """Flows and states."""
    flows, models = analysis.of(DataFlow), analysis.of(StateModel)
    sections = (
        section(FLOWS, "Flows", flows, *(_flow(flow, analysis) for flow in flows), analysis=analysis),
        section(FLOWS, "State", models, *(_state(model, analysis) for model in models), analysis=analysis),
    )
    return page(FLOWS, sections, (*flows, *models), analysis)


def errors_page(analysis: Analysis, context: RenderContext) -> Page:
    """Error cases, and the rules that refuse input."""
    errors, rules = analysis.of(ErrorCase), analysis.of(BusinessRule)
    coded = [error.model_copy(update={"code": error_code(error)}) for error in errors]
    sections = (
        section(TAXONOMY, "Error Cases", errors, render_table(ERRORS, coded, analysis), analysis=analysis),
        section(TAXONOMY, "Validation Rules", rules, render_table(RULES, rules, analysis), analysis=analysis),
    )
    return page(TAXONOMY, sections, (*errors, *rules), analysis)


def _flow(flow: DataFlow, analysis: Analysis) -> str:
    steps = "\n".join(f"{at}. {lead(step)}" for at, step in enumerate(flow.steps, start=1))
    parts = (
        f"### {heading(flow.title)}",
        steps,
        fields(("Source", marked_note(flow, analysis))),
        sequence(flow.steps),
    )
    return "\n\n".join(filter(None, parts))


def _state(model: StateModel, analysis: Analysis) -> str:
    parts = (
        f"### {heading(model.entity)}",
        lead(model.text),
        labelled(STATES, (lead(state) for state in model.states)),
        labelled(TRANSITIONS, (lead(entry) for entry in model.transitions)),
        fields(("Source", marked_note(model, analysis))),
        states(model.states, model.transitions),
    )
    return "\n\n".join(filter(None, parts))
