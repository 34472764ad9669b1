"""README.md: the page people read. What and why, for whom, what it will do, decisions, where in the code, what is open.

The only document that repeats: everything on it stands in another one too, with its source, except the open points. An item
with many checks shows the first ones of each requirement and links to the rest.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from textwrap import indent
from typing import Final

from roundtable import facts
from roundtable.analysis.analysis import Analysis
from roundtable.documents import catalog, requirements
from roundtable.documents.architecture import architecture_page, decision_lines
from roundtable.documents.escaping import code, inline, one_line
from roundtable.documents.impact import build_order, may_break
from roundtable.documents.old_forms import told
from roundtable.documents.page import Page, RenderContext
from roundtable.documents.requirements import anchor_to, checks_of, requirements_in_order, rules_of, said_at
from roundtable.documents.stories import story_entries
from roundtable.documents.typography import (
    ended,
    joined,
    listed,
    normal,
    paragraphs,
    set_heading,
    verbatim,
    without_lead_in,
)
from roundtable.facts.evidence import Confirmed, HandEdit, Quote
from roundtable.language.question_kinds import kinds_asked

_MANY_CHECKS: Final = 16
_FEW: Final = 2
_MANY_LINES: Final = 8
"""What was pasted in more lines than this is read where it stands."""
_CHECKS: Final = (facts.Criterion, facts.ErrorCase)
_BESIDE: Final = (
    facts.Constraint, facts.SuccessMetric, facts.Quality, facts.Interface, facts.Journey, facts.Assumption
)  # fmt: skip
"""What somebody may say of what it will do that is neither rule nor check."""
_SENTENCES: Final = (facts.Note, facts.BusinessRule, *_BESIDE)
_ALSO: Final = "Also said:"
"""Before what belongs to no single requirement: a list right behind the boxes would go on with them."""
_HAS_TO_STAY: Final = "**Has to stay**: "
"""Before an answer to what must not break, which may be no sentence."""
_LABELS: Final = {
    catalog.SPEC: "requirements", catalog.IMPACT: "impact", catalog.OVERVIEW: "architecture",
    catalog.TECHNOLOGY: "technologies", catalog.INTERACTIONS: "interactions", catalog.MODULES: "design",
    **dict.fromkeys(catalog.INTERFACE_SPECS, "interface"), catalog.FLOWS: "data", catalog.TAXONOMY: "errors",
    catalog.STORIES: "stories", catalog.MATRIX: "traces",
}  # fmt: skip
"""What the last line calls the documents, in its order; size and pointers are not worth a link."""


def readme_page(analysis: Analysis, context: RenderContext, others: Sequence[str] = ()) -> Page:
    """The page; `others` are the documents of the item that are written."""
    weighed = analysis.of(facts.Problem, facts.Requirement, facts.Decision)
    page = Page(catalog.README, analysis, context, weighed)
    page.title = subject = page.subject or "Item"
    why = sorted(_why(analysis), key=said_at)
    page.opening(page.paragraph(fact for fact in why if normal(fact.headline) != normal(subject)))
    users = page.paragraph([*analysis.of(facts.UserType, facts.Stakeholder), *_notes(analysis, "who")])
    gap = "\n\n" if users.startswith(("```", "- ", "1. ")) else " "
    page.opening(f"**For whom**:{gap}{users}" if users else "")
    page.section("What it will do", *_will_do(page))
    page.section("Decisions", listed(decision_lines(page)))
    page.section("Where in the code", build_order(page))
    page.section("What may break", may_break(page))
    out = page.paragraph((*analysis.of(facts.OutOfScope), *_notes(analysis, "not", "not_where")))
    page.section("Not part of it", out, _left_alone(page))
    page.section("Open points", requirements.open_points(page))
    page.last_words = _more(analysis, context, others)
    return page


def _why(analysis: Analysis) -> list[facts.Fact]:
    """What is wrong or wanted; what binds, where it was told with it, is part of the answer."""
    trouble = analysis.of(facts.Problem, facts.Need)
    told_with = {said_at(one)[1] for one in trouble}
    binding = [one for one in analysis.of(facts.Constraint) if said_at(one)[1] in told_with]
    return [*trouble, *_notes(analysis, "why"), *filter(_is_told, binding)]


def _notes(analysis: Analysis, *areas: str) -> list[facts.Note]:
    """Sentences that are about one of these, and no clear kind of fact."""
    return [note for note in analysis.of(facts.Note) if note.about in areas and not note.document]


def _will_do(page: Page) -> list[str]:
    """What each requirement says, and whatever else was said of what it will do: of the only one, as it was said."""
    analysis, required = page.analysis, requirements_in_order(page.analysis)
    notes = _notes(analysis, "what", "limits", "where", "how", "rank", "")
    else_ = [note for note in notes if normal(note.text) != normal(page.subject) and not _is_long(note)]
    why = _why(analysis)
    else_ = [*else_, *(one for one in analysis.of(*_BESIDE) if _is_told(one) and one not in why)]
    if not required:
        loose = analysis.of(facts.Criterion, facts.BusinessRule, facts.ErrorCase)
        return [_as_said(page, [*loose, *else_])]
    total = sum(len(checks_of(fact, analysis)) for fact in required)
    most = _FEW if total > _MANY_CHECKS else total
    if len(required) == 1:
        return [_requirement(page, required[0], most, else_)]
    also = page.bullets(sorted(else_, key=said_at))
    return [*(_requirement(page, fact, most) for fact in required), f"{_ALSO}\n\n{also}" if also else ""]


def _is_of_spec(fact: facts.Fact) -> bool:
    """Whether a note stands below the only requirement."""
    return isinstance(fact, facts.Note) and fact.about == "what"


def _is_long(note: facts.Note) -> bool:
    return note.text.count("\n") >= _MANY_LINES


def _is_told(fact: facts.Fact) -> bool:
    """Whether a fact rests on what somebody said, agreed to or wrote."""
    return any(isinstance(one, Quote | Confirmed | HandEdit) for one in fact.evidence)


def _box(page: Page, check: facts.Fact, *more: facts.Fact, traced: Sequence[facts.Fact]) -> str:
    """A check to tick, with what was said right behind it; what was pasted with it stands below it."""
    page.show(check)
    mark = "" if check in traced else page.mark(check, told(check))
    first, _, rest = told(check).strip().partition("\n")
    if rest and first.rstrip().endswith(":"):
        return f"- [ ] {page.words(first.rstrip())}{mark}\n\n{indent(verbatim(rest), '  ')}\n"
    if more:
        return f"- [ ] {ended(page.said(check))}{mark} {page.paragraph(more)}"
    return f"- [ ] {page.said(check)}{mark}"


def _requirement(page: Page, fact: facts.Requirement, most: int, beside: Sequence[facts.Fact] = ()) -> str:
    """The requirement with its title in bold, then what was said of it; its first checks, where there are many."""
    analysis = page.analysis
    level = analysis.priority_of(fact.id)
    link = f"[{fact.id}]({anchor_to(fact, page)})"
    title = f"**{set_heading(fact.title or fact.text, page.known)}**"
    rest = _rest(fact) if requirements.says_more(fact, analysis) else ""
    is_told = not requirements.says_more(fact, analysis) or bool(rest)
    rank = f" · {level}" if level else ""
    if level and rest.startswith(":"):
        # Behind the colon stands what the title announces.
        head, first = f"{link} {title}{rank}", rest.lstrip(": ")
    else:
        words, gap = page.words(rest.rstrip(" .") if level else rest, opens=False), " " * rest.startswith(" ")
        head, first = f"{link} {title}{gap}{words}{rank}", "" if is_told else fact.text
    page.show(fact)
    checks = checks_of(fact, analysis)
    heard = normal(fact.title.rstrip(" ."))  # a check in the words of the title is read there
    for check in checks:
        page.show(check)
    shown = [check for check in checks[:most] if normal(told(check).rstrip(" .")) != heard]
    traced = [*rules_of(fact, analysis), *shown, *(one for one in beside if _is_of_spec(one))]
    more = f"- and {len(checks) - most} more in [{catalog.SPEC}]({anchor_to(fact, page)})"
    return paragraphs(
        head,
        ended(page.words(first)) if first else "",
        _as_said(page, [*traced, *(one for one in beside if one not in traced)], traced),
        more if len(checks) > most else "",
    )


def _as_said(page: Page, told_: Iterable[facts.Fact], traced: Sequence[facts.Fact] = ()) -> str:
    """What was said, in its order: the sentences of an answer as a paragraph, checks as boxes to tick.

    The `traced` have their sources behind the link of their requirement.
    """
    pieces: list[list[facts.Fact]] = []
    for fact in sorted(told_, key=said_at):
        if pieces and _goes_on(pieces[-1], fact):
            pieces[-1].append(fact)
        else:
            pieces.append([fact])
    blocks: list[str] = []
    for is_check, run in groupby(pieces, key=lambda piece: isinstance(piece[0], _CHECKS)):
        if is_check:
            blocks.append("\n".join(_box(page, *piece, traced=traced) for piece in run))
        else:
            blocks += [_answer(page, piece, traced) for piece in run]
    return paragraphs(*blocks)


def _goes_on(piece: Sequence[facts.Fact], fact: facts.Fact) -> bool:
    """Whether a sentence stands in one answer with those before it; behind a check only what is no clear kind of thing goes on with it."""
    is_one = said_at(piece[0])[:2] == said_at(fact)[:2]
    return is_one and isinstance(fact, facts.Note if isinstance(piece[0], _CHECKS) else _SENTENCES)


def _answer(page: Page, told_: Sequence[facts.Fact], traced: Sequence[facts.Fact]) -> str:
    if all(one in traced for one in told_):
        for one in told_:
            page.show(one)
        words = " ".join(ended(page.said(one)) for one in told_)
    else:
        words = page.paragraph(told_)
    asked = page.analysis.turn(said_at(told_[0])[1])
    is_kept = asked is not None and kinds_asked(asked.question)[0] == "constraint"
    # A note brings the label of its question along.
    return f"{_HAS_TO_STAY}{words.replace(_HAS_TO_STAY, '')}" if is_kept else words


def _left_alone(page: Page) -> str:
    """The files that were ruled out, with the words in the footnotes."""
    out = [one for one in page.analysis.of(facts.NoChange) if one.path]
    marks = "".join(dict.fromkeys(map(page.mark, out)))
    return f"Left alone: {joined(code(one.path) for one in out)}.{marks}" if out else ""


def _rest(fact: facts.Requirement) -> str:
    """What follows the title in the sentence; empty where the title is no beginning of it."""
    title, text = fact.title.strip().rstrip("."), without_lead_in(one_line(fact.text))
    return text[len(title) :] if title and text[: len(title)].casefold() == title.casefold() else ""


def _more(analysis: Analysis, context: RenderContext, others: Sequence[str]) -> str:
    empty = set[str]() if story_entries(analysis) else {catalog.STORIES}
    overview = architecture_page(analysis, context).all_sections()
    empty |= set[str]() if any(part.heading for part in overview) else {catalog.OVERVIEW}
    links = [f"[{label}]({name})" for name, label in _LABELS.items() if name in others and name not in empty]
    source = context.source or analysis.source_id or analysis.source
    origin = "from the backlog (manual)" if source in {"", "manual"} else f"from {inline(source)}"
    dated = f"{origin}, {inline(context.date)}" if context.date else origin
    return f"**More**: {' · '.join([*links, dated])}"
