"""data-flow.md and error-taxonomy.md: how data moves, what is kept, and errors that have a code or a form of their own."""

from roundtable.analysis.analysis import Analysis
from roundtable.documents.belongings import errors_told
from roundtable.documents.catalog import FLOWS, TAXONOMY
from roundtable.documents.escaping import code, inline
from roundtable.documents.old_forms import told
from roundtable.documents.page import Page, RenderContext
from roundtable.documents.typography import listed, paragraphs, set_heading, table
from roundtable.facts import DataFlow, ErrorCase, StateModel


def error_code(error: ErrorCase) -> str:
    """The code that interfaces name; the fact's own id when nobody gave one."""
    return error.code or error.id


def data_flow_page(analysis: Analysis, context: RenderContext) -> Page:
    flows, states = analysis.of(DataFlow), analysis.of(StateModel)
    page = Page(FLOWS, analysis, context, (*flows, *states))
    said = [flow for flow in flows if flow.text]
    page.section("Flows", page.paragraph(said), *(_flow(page, flow) for flow in flows if not flow.text))
    kept = [state for state in states if not (state.states or state.transitions)]
    page.section(
        "State", page.paragraph(kept), *(_state(page, state) for state in states if state not in kept)
    )
    return page


def errors_page(analysis: Analysis, context: RenderContext) -> Page:
    """Errors with a code, a message or a way back; those told in a sentence stand under their requirement."""
    elsewhere = errors_told(analysis)
    errors = [error for error in analysis.of(ErrorCase) if error not in elsewhere]
    page = Page(TAXONOMY, analysis, context, errors)
    rows = [
        (
            code(error_code(error)),
            f"{page.words(error.condition or error.text)}{page.doubt(error)}{page.mark(error, told(error))}",
            page.words(error.message),
            page.words(error.recovery),
            inline(error.requirement or ""),
        )
        for error in errors
    ]
    page.section(
        "Error Cases", table(("Code", "When", "What the user sees", "What happens then", "For"), rows)
    )
    return page


def _flow(page: Page, flow: DataFlow) -> str:
    steps = "\n".join(f"{at}. {page.words(step)}" for at, step in enumerate(flow.steps, start=1))
    end = f"{page.doubt(flow)}{page.mark(flow, ' '.join(flow.steps))}"
    title = f"### {set_heading(flow.title, page.known)}" if flow.title.strip() else ""
    return paragraphs(title, f"{steps}{end}")


def _state(page: Page, state: StateModel) -> str:
    names = ", ".join(page.words(name, opens=False) for name in state.states)
    said = page.words(state.text) if state.text else f"States: {names}." if names else ""
    end = f"{page.doubt(state)}{page.mark(state, told(state))}"
    title = f"### {set_heading(state.entity, page.known)}" if state.entity.strip() else ""
    moves = listed(page.words(entry) for entry in state.transitions)
    return paragraphs(title, f"{said}{end}", moves)
