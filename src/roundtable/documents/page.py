"""One document as sections that know which facts they show, and its text in the common form.

Header, sections, gaps, pending sections, extra sections, machine-readable tail, always in this order. A section without content
is not written but listed as pending. What discussions brought stands at the end of the section it belongs to.

Elsewhere: the content of each document (its own module), which are written (`rendering`).
"""

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from pydantic import Field

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.evidence import Confidence, Confirmed, Evidence, HandEdit, Quote, overall
from roundtable.analysis.facts import Fact, Note
from roundtable.analysis.record import Record
from roundtable.analysis.scanning import ScanResult
from roundtable.documents.catalog import document
from roundtable.documents.escaping import block, heading, inline, lead, one_line
from roundtable.documents.insights import insight_block
from roundtable.documents.markdown import plain_title
from roundtable.documents.own_files import home_of
from roundtable.documents.sources import low_because, marked_note

__all__ = [
    "GAPS",
    "PENDING",
    "Page",
    "RenderContext",
    "Section",
    "Status",
    "header_fields",
    "header_lines",
    "page",
    "section",
    "write_page",
]

GAPS: Final = "Gaps and Assumptions"
PENDING: Final = "Pending Sections"

Status = Literal["Draft", "In Progress", "Complete"]


class RenderContext(Record):
    """What a document shows that is not a fact. Rendering asks for nothing else."""

    date: str = ""
    slug: str = ""
    title: str = ""
    source: str = ""
    mode: Literal["steps", "conversation"] = "conversation"
    status: dict[str, Status] = Field(default_factory=dict)
    """By file name; the others have `default_status`."""
    default_status: Status = "Draft"
    last_turn: int | None = None
    """The highest turn of the analysis when not given."""
    coverage: dict[str, str] = Field(default_factory=dict)
    """By file name, as in `5 of 8 steps`; the others count their sections."""
    default_coverage: str = ""
    scan: ScanResult | None = None
    gaps: tuple[str, ...] = ()
    """Topics that were not covered; named in every document when there are any."""
    early_exit: bool = False
    """The session ended early: every document is Low."""
    commit: str = ""
    own_files: dict[str, tuple[tuple[str, str], ...]] = Field(default_factory=dict)
    """Documents that only a step of somebody's own knows: for each the ids of such steps, with the heading of each."""
    existing: tuple[str, ...] = ()
    """Files the item folder already has; an interface specification keeps its format."""


class Section(Record):
    """A section of a document. `body` is Markdown without the heading; empty means that nothing is known yet."""

    heading: str
    body: str = ""
    facts: tuple[str, ...] = ()
    needs: str = ""
    low: str = ""
    """Why the whole section is Low, if it is."""


class Page(Record):
    """A document before it is text."""

    name: str
    title: str
    """With the item's own title behind it, unless `stands_alone`."""
    sections: tuple[Section, ...]
    stands_alone: bool = False
    confidences: tuple[Confidence, ...] = ()
    tail: str = ""
    """A last section, heading included, that programs read; nothing comes after it."""


def section(
    name: str,
    title: str,
    facts: Iterable[Fact],
    *parts: str,
    analysis: Analysis,
    weighs: bool = True,
) -> Section:
    """A section of the document `name` with these parts, the empty ones left out.

    `weighs`: whether its facts count for confidence (an open question has none).
    """
    shown = [*facts, *_notes_for(analysis, name, title)]
    notes = [_said(fact, analysis) for fact in shown if isinstance(fact, Note)]
    body = "\n\n".join(part for part in (*parts, *notes) if part)
    kind = document(name)
    known = next((h for h in kind.headings if h.title == title), None) if kind else None
    all_low = bool(shown) and all(analysis.confidence(fact) is Confidence.LOW for fact in shown)
    return Section(
        heading=title,
        body=body,
        facts=tuple(fact.id for fact in shown if fact.id),
        needs=known.needs if known else "",
        low=low_because(shown) if body and weighs and all_low else "",
    )


def page(
    name: str,
    sections: Sequence[Section],
    facts: Iterable[Fact],
    analysis: Analysis,
    *,
    title: str = "",
    tail: str = "",
) -> Page:
    """A document from its sections; `facts` are those that its confidence is made of."""
    kind = document(name)
    return Page(
        name=name,
        title=title or (kind.title if kind else _title_of_file(name)),
        sections=tuple(sections),
        stands_alone=bool(title),
        confidences=tuple(analysis.confidence(fact) for fact in facts),
        tail=tail,
    )


def _title_of_file(name: str) -> str:
    """`compliance-check.md` as `Compliance Check`, for documents that a step of one's own names."""
    return " ".join(
        word.capitalize() for word in name.rpartition(".")[0].replace("_", "-").split("-") if word
    )


def write_page(document_page: Page, analysis: Analysis, context: RenderContext) -> str:
    """The text of a document."""
    filled = [part for part in document_page.sections if part.body]
    pending = [part for part in document_page.sections if not part.body and part.needs]
    blocks = _insights_by_section(document_page, analysis)
    pieces = [_header(document_page, analysis, context, len(filled), len(filled) + len(pending))]
    for part in filled:
        pieces += [f"## {part.heading}", *_warnings(part, analysis), part.body]
        pieces += blocks.pop(plain_title(part.heading), [])
    if context.gaps:
        pieces += [f"## {GAPS}", _gaps(context)]
    if pending:
        pieces += [f"## {PENDING}", "\n".join(f"- **{part.heading}**: {part.needs}." for part in pending)]
    known = {plain_title(part.heading) for part in document_page.sections}
    told = {step_id for step_id, _title in context.own_files.get(document_page.name, ())}
    for note in _stray_notes(analysis, document_page.name, known, told):
        pieces += [f"## {heading(note[0])}", note[1]]
    titles = {plain_title(target[1]): target[1] for d in analysis.discussions for target in d.targets}
    for key, texts in blocks.items():
        pieces += [f"## {heading(titles[key])}", *texts]
    if document_page.tail:
        pieces.append(document_page.tail)
    return "\n\n".join(pieces) + "\n"


def header_fields(
    name: str, title: str, confidence: str, coverage: str, analysis: Analysis, context: RenderContext
) -> list[tuple[str, str]]:
    """Title and the fields that every document starts with; `coverage` is used when the context gives none."""
    last = context.last_turn
    turn = last if last is not None else max((turn.number for turn in analysis.turns), default=0)
    source = context.source or " ".join(filter(None, (analysis.source, analysis.source_id)))
    return [
        ("Title", one_line(title)),
        ("Source", one_line(source)),
        ("Date", one_line(context.date)),
        ("Status", "Draft" if context.early_exit else context.status.get(name, context.default_status)),
        ("Confidence", Confidence.LOW.label if context.early_exit else confidence),
        ("Last Updated", f"Turn {turn}"),
        ("Coverage", one_line(context.coverage.get(name) or context.default_coverage or coverage)),
    ]


def header_lines(
    name: str, confidence: str, coverage: str, analysis: Analysis, context: RenderContext
) -> str:
    """The fields as lines of their own."""
    known = header_fields(name, "", confidence, coverage, analysis, context)[1:]
    # Two spaces at the end keep the fields on lines of their own where Markdown is shown.
    return "  \n".join(f"**{key}**: {inline(value)}" for key, value in known)


def _header(
    document_page: Page, analysis: Analysis, context: RenderContext, filled: int, expected: int
) -> str:
    subject = context.title or analysis.title or context.slug or analysis.slug
    alone = document_page.stands_alone or not subject
    title = heading(document_page.title if alone else f"{document_page.title}: {subject}")
    lines = header_lines(
        document_page.name,
        overall(document_page.confidences),
        f"{filled} of {expected} sections" if expected else "notes",
        analysis,
        context,
    )
    return f"# {title}\n\n{lines}\n\n---"


def _warnings(part: Section, analysis: Analysis) -> list[str]:
    lines: list[str] = []
    if part.low:
        lines.append(f"**Confidence**: Low -- {part.low}")
    stale = [(fact_id, analysis.stale[fact_id]) for fact_id in part.facts if fact_id in analysis.stale]
    if stale:
        told = "; ".join(f"{fact_id} rests on {', '.join(causes)}" for fact_id, causes in stale)
        lines.append(f"> **Needs review**: {told}, which changed since.")
    return lines


def _gaps(context: RenderContext) -> str:
    why = "the session ended before these topics were covered" if context.early_exit else "not covered so far"
    lines = [f"**Confidence**: Low -- {why}", ""]
    lines += [f"- {lead(topic)}: what this document says about it is assumed." for topic in context.gaps]
    return "\n".join(lines)


def _insights_by_section(document_page: Page, analysis: Analysis) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for discussion in analysis.discussions:
        for name, title in discussion.targets:
            if name == document_page.name:
                found.setdefault(plain_title(title), []).append(insight_block(discussion))
    return found


def _notes_for(analysis: Analysis, name: str, title: str) -> list[Note]:
    return [
        note
        for note in analysis.of(Note)
        if home_of(note) == name and plain_title(note.section) == plain_title(title)
    ]


def _stray_notes(analysis: Analysis, name: str, known: set[str], told: set[str]) -> list[tuple[str, str]]:
    """Notes for sections that this document does not have: each under its own heading, in the order they came.

    The words of the steps in `told` stand in the document already.
    """
    found: dict[str, tuple[str, list[str]]] = {}
    for note in analysis.of(Note):
        if home_of(note) == name and plain_title(note.section) not in known and note.step_id not in told:
            title = note.section or "Notes"
            found.setdefault(plain_title(title), (title, []))[1].append(_with_question(note, analysis))
    return [(title, "\n\n".join(texts)) for title, texts in found.values()]


def _said(note: Note, analysis: Analysis) -> str:
    """The words with when they were said, if they are a paragraph that can end with it."""
    text = block(note.text)
    said = any(isinstance(item, Quote | Confirmed) or _has_source(item) for item in note.evidence)
    plain = "\n" not in text.strip() and text[:1].isalnum()
    return f"{text} *({marked_note(note, analysis)})*" if said and plain else text


def _has_source(item: Evidence) -> bool:
    return isinstance(item, HandEdit) and bool(item.source)


def _with_question(note: Note, analysis: Analysis) -> str:
    """The words with what was asked and when they were said: outside a section of their own, nothing else explains them."""
    said = {item.turn for item in note.evidence if isinstance(item, Quote | Confirmed)}
    if not said and not any(_has_source(item) for item in note.evidence):
        return block(note.text)
    asked = next((turn.question.strip() for turn in analysis.turns if turn.number in said), "")
    lead_in = f"**{inline(asked)}**\n\n" if asked and not note.text.startswith(asked) else ""
    return f"{lead_in}{block(note.text)}\n\n*({marked_note(note, analysis)})*"
