"""README.md: the page people read. What and why, for whom, what it will do, decisions, where in the code, what is open.

The only document that repeats: everything on it stands in another one too, with its source, except the open points. An item
with many checks shows the first ones of each requirement and links to the rest.
"""

from collections.abc import Sequence
from textwrap import indent
from typing import Final

from roundtable import facts
from roundtable.analysis.analysis import Analysis
from roundtable.documents import catalog, requirements
from roundtable.documents.architecture import decision_lines
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
from roundtable.facts.evidence import Quote

_MANY_CHECKS: Final = 16
_FEW: Final = 2
_MANY_LINES: Final = 8
"""What was pasted in more lines than this is read where it stands."""
_BESIDE: Final = (facts.Quality, facts.Interface, facts.Journey, facts.Assumption)
"""What somebody may say of what it will do that is neither rule nor check."""
_ALSO: Final = "Also said:"
"""Before what is no clear rule or check: a list right behind the boxes would go on with them."""
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
    why = sorted((*analysis.of(facts.Problem, facts.Need), *_notes(analysis, "why")), key=said_at)
    page.opening(page.paragraph(fact for fact in why if normal(fact.headline) != normal(subject)))
    users = page.paragraph([*analysis.of(facts.UserType, facts.Stakeholder), *_notes(analysis, "who")])
    gap = "\n\n" if users.startswith(("```", "- ", "1. ")) else " "
    page.opening(f"**For whom**:{gap}{users}" if users else "")
    required = requirements_in_order(analysis)
    loose = [
        note
        for note in _notes(analysis, "what", "limits", "where", "how", "rank", "")
        if normal(note.text) != normal(subject) and note.text.count("\n") < _MANY_LINES
    ]
    beside = [note for note in loose if note.about == "what" and "\n" not in note.text and len(required) == 1]
    others_said = page.bullets(note for note in loose if note not in beside)
    page.section(
        "What it will do",
        *_will_do(page, beside),
        page.paragraph([*analysis.of(facts.SuccessMetric), *filter(_is_told, analysis.of(*_BESIDE))]),
        _must_not_break(page),
        f"{_ALSO}\n\n{others_said}" if others_said and required else others_said,
    )
    page.section("Decisions", listed(decision_lines(page)))
    page.section("Where in the code", build_order(page))
    page.section("What may break", may_break(page))
    out = page.paragraph((*analysis.of(facts.OutOfScope), *_notes(analysis, "not", "not_where")))
    page.section("Not part of it", out, _left_alone(page))
    page.section("Open points", requirements.open_points(page))
    page.last_words = _more(analysis, context, others)
    return page


def _notes(analysis: Analysis, *areas: str) -> list[facts.Note]:
    """Sentences that are about one of these, and no clear kind of fact."""
    return [note for note in analysis.of(facts.Note) if note.about in areas and not note.document]


def _will_do(page: Page, beside: Sequence[facts.Note]) -> list[str]:
    """What each requirement says; `beside`: what else was said of the only one."""
    required = requirements_in_order(page.analysis)
    if not required:
        loose = page.analysis.of(facts.Criterion, facts.BusinessRule, facts.ErrorCase)
        return [listed(map(page.sentence, loose))]
    total = sum(len(checks_of(fact, page.analysis)) for fact in required)
    return [_requirement(page, fact, _FEW if total > _MANY_CHECKS else total, beside) for fact in required]


def _is_told(fact: facts.Fact) -> bool:
    """Whether a fact rests on what somebody said."""
    return any(isinstance(one, Quote) for one in fact.evidence)


def _must_not_break(page: Page) -> str:
    """What somebody said has to stay as it is can be checked like anything else; what only the code shows is no demand."""
    known = page.analysis.of(facts.Constraint)
    kept = [one for one in known if any(at.kind != "code" for at in one.evidence)]
    return "\n".join(["Must not break:", "", *(_box(page, one) for one in kept)]) if kept else ""


def _box(page: Page, check: facts.Fact) -> str:
    """A check to tick; what was pasted with it stands below it."""
    page.show(check)
    first, _, rest = told(check).strip().partition("\n")
    if not rest or not first.rstrip().endswith(":"):
        return f"- [ ] {page.said(check)}"
    return f"- [ ] {page.words(first.rstrip())}\n\n{indent(verbatim(rest), '  ')}\n"


def _requirement(page: Page, fact: facts.Requirement, most: int, beside: Sequence[facts.Note]) -> str:
    """The requirement with its title in bold, its rules and what is said beside them as sentences, its checks as boxes to tick."""
    analysis = page.analysis
    level = analysis.priority_of(fact.id)
    link = f"[{fact.id}]({anchor_to(fact, page)})"
    title = f"**{set_heading(fact.title or fact.text, page.known)}**"
    rest = _rest(fact) if requirements.says_more(fact, analysis) else ""
    is_told = not requirements.says_more(fact, analysis) or bool(rest)
    rank = f" · {level}" if level else ""
    if level and rest.startswith(":"):
        # Behind the colon stands what the title announces.
        head, sentences = f"{link} {title}{rank}", [rest.lstrip(": ")]
    else:
        words, gap = page.words(rest.rstrip(" .") if level else rest, opens=False), " " * rest.startswith(" ")
        head, sentences = f"{link} {title}{gap}{words}{rank}", [] if is_told else [fact.text]
    # In the order in which it was said: "It is off by default" stands behind what it speaks of.
    said = sorted((*rules_of(fact, analysis), *beside), key=said_at)
    for one in (fact, *said):
        page.show(one)
    rules = list(map(page.said, said))
    checks = checks_of(fact, analysis)
    heard = normal(fact.title.rstrip(" ."))  # a check in the words of the title is read there
    shown = [check for check in checks[:most] if normal(told(check).rstrip(" .")) != heard]
    boxes = [_box(page, check) for check in shown]
    if len(checks) > most:
        boxes.append(f"- and {len(checks) - most} more in [{catalog.SPEC}]({anchor_to(fact, page)})")
    text = " ".join([*(ended(page.words(words)) for words in sentences), *map(ended, rules)])
    return paragraphs(head, text, "\n".join(boxes))


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
    links = [f"[{label}]({name})" for name, label in _LABELS.items() if name in others and name not in empty]
    source = context.source or analysis.source_id or analysis.source
    origin = "from the backlog (manual)" if source in {"", "manual"} else f"from {inline(source)}"
    dated = f"{origin}, {inline(context.date)}" if context.date else origin
    return f"**More**: {' · '.join([*links, dated])}"
