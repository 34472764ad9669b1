"""architecture-overview.md: the choices with their reasons; tech-stack-decision.md, component-interactions.md and the ADRs.

A decision in the person's words stands in the overview with its reason; one whose ways were weighed has a file of its own. What a
stepped session writes into the two other documents is not repeated in the overview.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.documents.catalog import IMPACT, INTERACTIONS, OVERVIEW, SPEC, TECHNOLOGY
from roundtable.documents.escaping import fenced, inline, label
from roundtable.documents.page import Page, RenderContext
from roundtable.documents.typography import ended, listed, normal, paragraphs, set_heading, table
from roundtable.facts import DataFlow, Decision, Fact, Integration, Module, Option, Technology
from roundtable.facts.evidence import Quote

_LONGEST_SLUG: Final = 50


def slug_of(text: str) -> str:
    """A file-name part that every system can store: lower-case ASCII letters, digits and hyphens."""
    ascii_only = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    return re.sub(r"[^a-z0-9]+", "-", ascii_only)[:_LONGEST_SLUG].strip("-") or "untitled"


def adr_name(decision: Decision, existing: Sequence[str] = ()) -> str:
    """`adr-0001-keep-codes-in-the-database.md`; a decision that already has a file keeps its name."""
    kept = _files_of(decision.id, existing)
    return kept[0] if kept else f"adr-{_number(decision.id)}-{slug_of(decision.title)}.md"


def has_adr(decision: Decision, analysis: Analysis, context: RenderContext) -> bool:
    """Whether it has a file of its own: ways were weighed, or the file is there already."""
    is_weighed = len(options_of(decision, analysis)) > 1 or bool(decision.context and decision.consequences)
    return is_weighed or bool(_files_of(decision.id, context.existing))


def withdrawn_adrs(analysis: Analysis, context: RenderContext) -> dict[str, str]:
    """Files of decisions that were taken back, with the ids of those."""
    gone = [fact_id for fact_id in analysis.retracted if fact_id.startswith(f"{Decision.prefix}-")]
    return {name: fact_id for fact_id in gone for name in _files_of(fact_id, context.existing)}


def options_of(decision: Decision, analysis: Analysis) -> list[Option]:
    return [option for entry in decision.options if isinstance(option := analysis.get(entry), Option)]


def options_table(page: Page, options: Sequence[Option]) -> str:
    """Option, for, against; a list where nothing was weighed."""
    if not any(option.pros or option.cons for option in options):
        return page.bullets(options)
    rows: list[tuple[str, ...]] = []
    for option in options:
        name = page.words(option.title)
        name = f"**{name}**" if option.recommended else name
        summary = option.summary if option.summary.strip() != option.title.strip() else ""
        told = f"{name}{page.doubt(option)}{page.mark(option, option.title)}"
        rows.append((told, page.words(summary), _points(page, option.pros), _points(page, option.cons)))
    return table(("Option", "What", "For", "Against"), rows)


def adr_page(decision: Decision, analysis: Analysis, context: RenderContext) -> Page:
    page = Page(adr_name(decision, context.existing), analysis, context, (decision,))
    page.title, page.status = f"{decision.id}: {decision.title or decision.choice}", decision.status
    is_said = any(isinstance(item, Quote) and item.text == decision.choice for item in decision.evidence)
    choice = f'"{page.words(decision.choice)}"' if is_said else ended(page.words(decision.choice))
    why = f"**Why**: {ended(page.words(decision.rationale))}" if decision.rationale else ""
    page.section("Context", page.words(decision.context))
    page.section("Decision", f"{choice}{page.mark(decision, decision.choice)}", why)
    page.section("Options Considered", options_table(page, options_of(decision, analysis)))
    page.show(decision)
    page.section("Consequences", listed(page.words(entry) for entry in decision.consequences))
    page.section("Requirements", inline(", ".join(decision.requirements)))
    return page


def withdrawn_page(name: str, fact_id: str, analysis: Analysis, context: RenderContext) -> Page:
    """What stands in the file of a decision that was taken back: nothing of it."""
    page = Page(name, analysis, context)
    page.title, page.status = f"{fact_id}: withdrawn", "Superseded"
    page.opening("This decision was withdrawn. What was decided: [README.md](README.md).")
    return page


def _points(page: Page, points: Sequence[str]) -> str:
    return "; ".join(page.words(entry.rstrip(" ."), opens=False) for entry in points)


def _files_of(decision_id: str, existing: Sequence[str]) -> list[str]:
    start = f"adr-{_number(decision_id)}-"
    return sorted(name for name in existing if name.startswith(start) and name.endswith(".md"))


def _number(decision_id: str) -> str:
    digits = decision_id.rpartition("-")[2]
    return digits.zfill(4) if digits.isdecimal() else slug_of(decision_id)


APART: Final = (TECHNOLOGY, INTERACTIONS)
"""Parts of the overview that may have documents of their own."""
_BETWEEN: Final = ("", "please", "because", "since", "so", "as")
"""What may stand between a choice and its reason without saying anything."""
_MOST_BOXES: Final = 6
_ARROW: Final = re.compile(r"^\s*([^:]{1,60}?)\s*(?:-+>+|=+>|→|⟶)\s*([^:]{1,60}?)\s*(?:[:;,]\s*(.+))?\s*$")


def architecture_page(analysis: Analysis, context: RenderContext) -> Page:
    decisions, options = analysis.of(Decision), analysis.of(Option)
    page = Page(OVERVIEW, analysis, context, analysis.of(Decision, Option, Integration))
    page.section("Context", _diagram(page))
    page.section("Decisions", *(_decision(page, fact) for fact in decisions))
    weighed = {option.id for fact in decisions for option in options_of(fact, analysis)}
    others = [option for option in options if option.id not in weighed]
    page.section("Options Considered", options_table(page, others))
    if not has_own_file(INTERACTIONS, context):
        page.section("Integration Points", _interactions(page))
    if not has_own_file(TECHNOLOGY, context):
        page.section("Technologies", _technologies(page))
    if not page.says_something():
        must, changes = (f"[{name}]({name})" for name in (SPEC, IMPACT))
        page.opening(f"What it must do: {must}; what changes: {changes}.")
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
    return context.mode == "steps" or name in context.existing


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
    mark = page.mark(fact, fact.choice)
    choice, end = ("", mark) if _says_all(fact) else (f"{page.words(fact.choice)}{mark}", "")
    reason = page.words(fact.rationale.rstrip(" ."), opens=False)
    why = f"**Why**: {reason}{end}" if fact.rationale else ""
    line = " · ".join(filter(None, (f"**Status**: {fact.status}", why, requirements)))
    line += end if not why else ""
    others = (
        "" if options_of(fact, page.analysis) else _ways_put(fact, page) or "Other ways were not discussed."
    )
    return paragraphs(head, f"{line}{page.doubt(fact)}", choice, others)


def _ways_put(fact: Decision, page: Page) -> str:
    """The ways that stood in the question which the decision answers."""
    turns = [page.analysis.turn(item.turn) for item in fact.evidence if isinstance(item, Quote)]
    put = (turn.question[turn.question.find("(1)") :] for turn in turns if turn and "(1)" in turn.question)
    return f"Asked was: {page.words(ways.rstrip('?'))}." if (ways := next(put, "")) else ""


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
    rows: list[tuple[str, ...]] = []
    for fact in (fact for fact in facts if not fact.text):
        name, purpose = page.words(f"{fact.name} {fact.version}"), page.words(fact.purpose)
        new = "yes" if fact.is_new else ""
        rows.append((f"{name}{page.mark(fact, fact.name)}", f"{purpose}{page.doubt(fact)}", new))
    said = page.bullets(fact for fact in facts if fact.text)
    return paragraphs(said, table(("Technology", "Used for", "New here"), rows))


def _interactions(page: Page) -> str:
    facts = page.analysis.of(Integration)
    rows: list[tuple[str, ...]] = []
    for fact in (fact for fact in facts if not fact.text):
        source = f"{page.words(fact.source)}{page.mark(fact, fact.purpose)}"
        purpose = f"{page.words(fact.purpose)}{page.doubt(fact)}"
        target, carries, on_failure = map(page.words, (fact.target, fact.carries, fact.on_failure))
        rows.append((source, target, purpose, carries, on_failure))
    said = page.bullets(fact for fact in facts if fact.text)
    return paragraphs(said, table(("From", "To", "What for", "Carries", "When it fails"), rows))


def _diagram(page: Page) -> str:
    """The way through the parts, from what somebody said about them."""
    analysis = page.analysis
    links = [(fact.source, fact.target, fact.carries) for fact in analysis.of(Integration)]
    linked = {(a.casefold(), b.casefold()) for a, b, _ in links}
    uses = [(module.name, other, "") for module in analysis.of(Module) for other in module.depends_on]
    links += [arrow for arrow in uses if (arrow[0].casefold(), arrow[1].casefold()) not in linked]
    drawn = _way_through(links)
    shown: Sequence[Fact] = analysis.of(Integration, Module)
    if not drawn:
        for flow in analysis.of(DataFlow):
            drawn = drawn or _way_through(arrow for step in flow.steps if (arrow := _arrow_of(step)))
            shown = (flow,)
    for fact in shown if drawn else ():
        page.show(fact)
    return drawn


def _arrow_of(text: str) -> tuple[str, str, str] | None:
    """`cart -> pricing: code` as its two ends and what is said about them."""
    if (found := _ARROW.match(text)) is None or any(arrow in found[2] for arrow in ("->", "=>", "→")):
        return None
    return found[1], found[2], found[3] or ""


def _way_through(arrows: Iterable[tuple[str, str, str]]) -> str:
    """The parts and what passes between them; nothing where a sentence says it as well."""
    keyed = [((_key(arrow[0]), _key(arrow[1])), arrow) for arrow in arrows]
    drawn = {(a, b): arrow for (a, b), arrow in keyed if a and b and a != b}
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
