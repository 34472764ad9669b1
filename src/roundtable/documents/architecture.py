"""architecture-overview.md: the choices with their reasons; tech-stack-decision.md and component-interactions.md.

A decision in the person's words stands here with its reason; one whose ways were weighed has a file of its own (`adrs`).
What a stepped session writes into the two other documents is not repeated here.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.documents.adrs import adr_name, has_adr, options_of, options_table
from roundtable.documents.catalog import INTERACTIONS, OVERVIEW, TECHNOLOGY
from roundtable.documents.escaping import fenced, inline, label
from roundtable.documents.page import Page, RenderContext
from roundtable.documents.typography import ended, normal, paragraphs, set_heading, table
from roundtable.facts import DataFlow, Decision, Fact, Integration, Module, Option, Technology

APART: Final = (TECHNOLOGY, INTERACTIONS)
"""Parts of the overview that may have documents of their own."""
_BETWEEN: Final = ("", "please", "because", "since", "so", "as")
"""What may stand between a choice and its reason without saying anything."""
_MOST_BOXES: Final = 6
_ARROW: Final = re.compile(
    r"^\s*(?P<a>[^:]{1,60}?)\s*(?:-+>+|=+>|→|⟶)\s*(?P<b>[^:]{1,60}?)\s*(?:[:;,]\s*(?P<c>.+))?\s*$"
)


def architecture_page(analysis: Analysis, context: RenderContext) -> Page:
    decisions, options = analysis.of(Decision), analysis.of(Option)
    page = Page(OVERVIEW, analysis, context, (*decisions, *options, *analysis.of(Integration)))
    page.section("Context", _diagram(page))
    page.section("Decisions", *(_decision(page, fact) for fact in decisions))
    weighed = {option.id for fact in decisions for option in options_of(fact, analysis)}
    page.section(
        "Options Considered", options_table(page, [option for option in options if option.id not in weighed])
    )
    if not has_own_file(INTERACTIONS, context):
        page.section("Integration Points", _interactions(page))
    if not has_own_file(TECHNOLOGY, context):
        page.section("Technologies", _technologies(page))
    if not page.says_something():
        page.opening(
            "What it must do: [requirements-spec.md](requirements-spec.md); "
            "what changes: [impact-analysis.md](impact-analysis.md)."
        )
    return page


def technology_page(analysis: Analysis, context: RenderContext) -> Page:
    page = Page(TECHNOLOGY, analysis, context, analysis.of(Technology))
    page.section("Technologies", _technologies(page))
    return page


def interactions_page(analysis: Analysis, context: RenderContext) -> Page:
    page = Page(INTERACTIONS, analysis, context, analysis.of(Integration))
    page.section("Interactions", _interactions(page))
    return page


def has_own_file(name: str, context: RenderContext) -> bool:
    """Whether a part of the overview is a document of its own: where a step names it, or where it is already."""
    return context.in_steps or name in context.existing


def decision_lines(page: Page) -> list[str]:
    """The decisions for README.md: one line each, the reason in bold."""
    return [_line(page, fact) for fact in page.analysis.of(Decision) if fact.status != "Superseded"]


def _line(page: Page, fact: Decision) -> str:
    choice, why = fact.choice or fact.title, fact.rationale.strip().rstrip(".")
    proposed = "Proposed: " if fact.status == "Proposed" else ""
    at = choice.casefold().find(why.casefold()) if why else -1
    if at > 0:
        start, reason, rest = choice[:at], choice[at : at + len(why)], choice[at + len(why) :]
        glue = start[len(start.rstrip()) :]
        words = f"{page.words(start, opens=not proposed)}{glue}**{page.words(reason, opens=False)}**{page.words(rest, opens=False)}"
    else:
        words = page.words(choice.rstrip(" .") if why else choice, opens=not proposed)
        words += f", **{page.words(why, opens=False)}**" if why else ""
    more = adr_name(fact, page.context.existing)
    link = f": [{fact.id}]({more})" if has_adr(fact, page.analysis, page.context) else ""
    end = f"{words.rstrip('.')}{link}." if link else ended(words)
    return f"{proposed}{end}{page.doubt(fact)}{page.mark(fact, choice)}"


def _decision(page: Page, fact: Decision) -> str:
    requirements = f"**Requirements**: {inline(', '.join(fact.requirements))}" if fact.requirements else ""
    head = f"### {fact.id}: {set_heading(fact.title or fact.choice, page.known)}"
    name = adr_name(fact, page.context.existing)
    if has_adr(fact, page.analysis, page.context):
        page.show(fact)
        line = " · ".join(filter(None, (f"**Status**: {fact.status}", requirements, f"[{name}]({name})")))
        return f"{head}\n\n{line}{page.doubt(fact)}"
    is_whole = _says_all(fact)
    mark = page.mark(fact, fact.choice)
    why = f"**Why**: {page.words(fact.rationale.rstrip(' .'), opens=False)}" if fact.rationale else ""
    line = " · ".join(
        filter(None, (f"**Status**: {fact.status}", why and f"{why}{mark if is_whole else ''}", requirements))
    )
    if is_whole and not why:
        line += mark
    choice = "" if is_whole else f"{page.words(fact.choice)}{mark}"
    alone = "Other ways were not discussed." if not options_of(fact, page.analysis) else ""
    return paragraphs(head, f"{line}{page.doubt(fact)}", choice, alone)


def _says_all(fact: Decision) -> bool:
    """Whether title and reason together are the sentence, so that it need not stand there again."""
    whole, title, why = normal(fact.choice), normal(fact.title), normal(fact.rationale)
    if not whole or whole == title:
        return True
    if not why or not whole.startswith(title) or not whole.endswith(why):
        return False
    return whole[len(title) : len(whole) - len(why)].strip() in _BETWEEN


def _technologies(page: Page) -> str:
    facts = page.analysis.of(Technology)
    said = [fact for fact in facts if fact.text]
    rows = [
        (
            f"{page.words(' '.join(filter(None, (fact.name, fact.version))))}{page.mark(fact, fact.name)}",
            f"{page.words(fact.purpose)}{page.doubt(fact)}",
            "yes" if fact.is_new else "",
        )
        for fact in facts
        if not fact.text
    ]
    return paragraphs(page.bullets(said), table(("Technology", "Used for", "New here"), rows))


def _interactions(page: Page) -> str:
    facts = page.analysis.of(Integration)
    said = [fact for fact in facts if fact.text]
    rows = [
        (
            f"{page.words(fact.source)}{page.mark(fact, fact.purpose)}",
            page.words(fact.target),
            f"{page.words(fact.purpose)}{page.doubt(fact)}",
            page.words(fact.carries),
            page.words(fact.on_failure),
        )
        for fact in facts
        if not fact.text
    ]
    return paragraphs(page.bullets(said), table(("From", "To", "What for", "Carries", "When it fails"), rows))


def _diagram(page: Page) -> str:
    """The way through the parts, from what somebody said about them."""
    analysis = page.analysis
    links = [(fact.source, fact.target, fact.carries) for fact in analysis.of(Integration)]
    drawn = _way_through([*links, *_uses(analysis.of(Module), links)])
    shown: Sequence[Fact] = (*analysis.of(Integration), *analysis.of(Module))
    if not drawn:
        for flow in analysis.of(DataFlow):
            drawn = drawn or _way_through(arrow for step in flow.steps if (arrow := _arrow_of(step)))
            shown = (flow,)
    for fact in shown if drawn else ():
        page.show(fact)
    return drawn


def _uses(modules: Sequence[Module], links: Sequence[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    linked = {(a.casefold(), b.casefold()) for a, b, _ in links}
    uses = [(module.name, other, "") for module in modules for other in module.depends_on]
    return [arrow for arrow in uses if (arrow[0].casefold(), arrow[1].casefold()) not in linked]


def _arrow_of(text: str) -> tuple[str, str, str] | None:
    """`cart -> pricing: code` as its two ends and what is said about them."""
    found = _ARROW.match(text)
    if found is None or not found["a"] or not found["b"] or re.search(r"-+>|=+>|→", found["b"]):
        return None
    return found["a"], found["b"], found["c"] or ""


def _way_through(arrows: Iterable[tuple[str, str, str]]) -> str:
    """The parts and what passes between them; nothing where a sentence says it as well."""
    drawn = {
        (_key(a), _key(b)): (a, b, words)
        for a, b, words in arrows
        if _key(a) and _key(b) and _key(a) != _key(b)
    }
    boxes = dict.fromkeys(key for pair in drawn for key in pair)
    leads_on = {b for _, b in drawn} & {a for a, _ in drawn}
    if not 3 <= len(boxes) <= _MOST_BOXES or not leads_on:
        return ""
    names = {key: f"p{at}" for at, key in enumerate(boxes, start=1)}
    shown: set[str] = set()

    def box(key: str, words: str) -> str:
        if key in shown:
            return names[key]
        shown.add(key)
        return f'{names[key]}["{label(words, 40)}"]'

    lines = ["flowchart LR"]
    for (start, end), (a, b, words) in drawn.items():
        carried = f' -- "{label(words, 40)}" -->' if words.strip() else " -->"
        lines.append(f"    {box(start, a)}{carried} {box(end, b)}")
    return fenced("mermaid", "\n".join(lines))


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()
