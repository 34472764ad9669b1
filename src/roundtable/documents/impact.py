"""impact-analysis.md: the files that change, what was said about each and what the code shows, and what is near them.

The table under "Directly Affected Files" has back-quoted paths in its first cells: staleness checks read them. The document
ends with a JSON block from which other tools size the work; its numbers are those of the table.

Elsewhere: where files come from (`from_scan`), what was said of each (`said_of_files`), what is near them (`occurrences`).
"""

import json
import re
from collections.abc import Sequence, Set
from typing import Final

from roundtable import facts
from roundtable.analysis.analysis import Analysis
from roundtable.analysis.scanning import Level
from roundtable.documents import occurrences, typography
from roundtable.documents.catalog import IMPACT
from roundtable.documents.escaping import code, fenced, inline
from roundtable.documents.from_scan import direct_changes, is_sorted, shown
from roundtable.documents.insights import MACHINE_READABLE
from roundtable.documents.occurrences import Neighbour, neighbours, reached
from roundtable.documents.old_forms import told
from roundtable.documents.page import Page, RenderContext
from roundtable.documents.said_of_files import about_each, is_argued, is_named, of_several
from roundtable.documents.typography import code_link, ended, joined, listed, paragraphs, table
from roundtable.facts.evidence import CodeAnchor
from roundtable.facts.record import Record

_Changes = Sequence[facts.DirectChange]
DIRECT_FILES: Final = f"{IMPACT}#directly-affected-files"
ALSO_SHOWN: Final = "The code also points to:"
IN_BUILD_ORDER: Final = "In build order: what others import comes first."
_MOST_ENTRIES: Final = 6
_DESCRIBES: Final = (facts.Requirement, facts.Criterion, facts.Interface, facts.Decision, facts.Journey)
"""Kinds of sentences that say what will be: an entry point that they name is one of this change."""


class ImpactData(Record):
    """The JSON block at the end."""

    files_directly_affected: int
    modules_affected: int
    risk_level: Level
    blast_radius: Level
    coverage_gaps: int


def impact_page(analysis: Analysis, context: RenderContext) -> Page:
    direct = direct_changes(analysis, context)
    paths = _planned(direct)
    near = neighbours(analysis, context, paths)
    page = Page(IMPACT, analysis, context, direct)
    page.opening(_summary(direct, near))
    named, seen = told_apart(direct)
    plan, beside = (named, seen) if named else (seen, ())
    ordered = IN_BUILD_ORDER if is_sorted(plan, analysis, context) else ""
    page.section("Directly Affected Files", ordered, _direct(page, plan), _also_shown(page, beside))
    page.section("Indirectly Affected Files", occurrences.render_neighbours(page, near))
    page.section("Entry Points", _entries(page, paths))
    page.section("Risk Zones", _risks(page, paths), *_untested(page, paths))
    page.section("Implementation Order", _asked_order(page))
    if direct:
        data = size_of(analysis, context)
        page.tail = f"## {MACHINE_READABLE}\n\n{fenced('json', json.dumps(data.model_dump()))}"
    return page


def build_order(page: Page) -> str:
    """The files as a numbered list with links, for README.md."""
    named, shown = told_apart(direct_changes(page.analysis, page.context))
    scan = page.context.scan
    if not named and (page.analysis.of(facts.NoChange) or (scan is not None and scan.confidence == "low")):
        return ""  # what is left behind a denial, or a mere guess, is no plan
    lines: list[str] = []
    for at, (fact, said, seen) in enumerate(about_each(page, named or shown), start=1):
        argued = page.words(fact.why, fact.path) if fact.text and is_argued(fact) else ""
        about = "; ".join(filter(None, (said, "" if fact.text else seen)))
        about = f"{ended(about)} {argued}" if argued else about
        about = about if about.startswith("[^") or not about else f": {ended(about)}"
        lines.append(f"{at}. {_link(fact, page.context)}{about}")
    is_ordered = is_sorted(named or shown, page.analysis, page.context)
    said_once = of_several(page, named or shown)
    return paragraphs(IN_BUILD_ORDER if is_ordered else "", "\n".join(lines), said_once)


def _also_shown(page: Page, shown: _Changes) -> str:
    told_of = about_each(page, shown)
    lines = [_link(fact, page.context) + (f": {ended(seen)}" if seen else "") for fact, _, seen in told_of]
    return f"{ALSO_SHOWN}\n\n{listed(lines)}" if lines else ""


def told_apart(direct: _Changes) -> tuple[_Changes, _Changes]:
    """Those that somebody named, agreed to or argued for, and those that only the scan shows."""
    named = [fact for fact in direct if fact.text or is_named(fact) or is_argued(fact)]
    return named, [fact for fact in direct if fact not in named]


def _planned(direct: _Changes) -> list[str]:
    """The files that change; of what only the code points to nobody knows, where others were named."""
    return [fact.path for fact in told_apart(direct)[0] or direct]


def may_break(page: Page) -> str:
    """Risks somebody named, files that no test reaches: for README.md. Who calls what changes need not break."""
    paths = _planned(direct_changes(page.analysis, page.context))
    return listed([*map(page.sentence, _worth_telling(page.analysis, paths)), *_untested(page, paths)])


def _summary(direct: Sequence[facts.DirectChange], near: Sequence[Neighbour]) -> str:
    if not direct:
        return "Which files change is not known so far."
    named, shown = told_apart(direct)
    plan = named or direct
    new = sum(fact.change == "create" for fact in plan)
    # Where some are named, how many do change is not known.
    forms = ("file was named", "files were named") if named else ("file changes", "files change")
    forms = ("file will be new", "files will be new") if new == len(plan) else forms
    text = f"{typography.counted(len(plan)).capitalize()} {forms[len(plan) > 1]}"
    text += f", {typography.counted(new)} of them new" if 0 < new < len(plan) else ""
    if named and shown:
        text += f"; the code points to {typography.counted(len(shown))} more"
    others, is_seen = reached(near), all(one.holders or one.more for one in near)
    verbs = ("mentions what changes", "mention what changes") if is_seen else ("is near", "are near")
    what, more = verbs[others > 1], "others" if named and shown and others > 1 else "more"
    return f"{text}; {typography.counted(others)} {more} {what}." if others else f"{text}."


def _direct(page: Page, direct: Sequence[facts.DirectChange]) -> str:
    serves = len({fact.requirements for fact in direct}) > 1
    served = {fact.path: inline(", ".join(fact.requirements)) if serves else "" for fact in direct}
    rows = [(code(fact.path), said, seen, served[fact.path]) for fact, said, seen in about_each(page, direct)]
    files = table(("File", "Said about it", "Seen in the code", "For"), rows)
    return paragraphs(files, of_several(page, direct))


def _link(fact: facts.DirectChange, context: RenderContext) -> str:
    if fact.change == "create":
        return code(fact.path)
    anchors = [item for item in fact.evidence if isinstance(item, CodeAnchor) and item.path == fact.path]
    cited = [item.line for item in anchors if item.line]
    line = cited[0] if cited and is_argued(fact) else None
    line = line or occurrences.first_line(fact.path, context.scan, fact.text)
    lines = (line, None) if line else typography.cited_lines(fact.why, fact.path)
    return typography.line_link(fact.path, *(lines or (None, None)), text=code(fact.path))


def _entries(page: Page, paths: Sequence[str]) -> str:
    lines: list[str] = []
    for fact in page.analysis.of(facts.EntryPoint)[:_MOST_ENTRIES]:
        line = next((item.line for item in fact.evidence if isinstance(item, CodeAnchor) and item.line), None)
        where = f" ({code_link(fact.path, line)})" if fact.path else ""
        kind = f", {page.words(fact.category, opens=False)}" if fact.category.strip() else ""
        lines.append(f"{code(fact.name)}{kind}{where}{page.mark(fact, fact.name)}")
    scan = page.context.scan
    told = [fact.headline for fact in page.analysis.of(*_DESCRIBES)]
    said = " ".join([*told, *(fact.text for fact in page.analysis.of(facts.DirectChange))])
    known = [one for one in (scan.entry_points if scan is not None else ()) if one.path in paths]
    entries = [one for one in known if one.kind != "test" and _is_spelled(one.name, said)]
    lines += [f"{code(one.name)}, {one.kind} ({code_link(one.path, one.line)})" for one in entries]
    return listed(list(dict.fromkeys(lines))[:_MOST_ENTRIES])


def _is_spelled(name: str, said: str) -> bool:
    """Whether a name that no sentence has by chance was said, as the code has it or with hyphens."""
    spelled = {name, name.replace("_", "-")} if re.search(r"\w[-_/]\w", name) else set[str]()
    return any(re.search(rf"(?<![\w/-]){re.escape(one)}(?![\w/-])", said) for one in spelled)


def _worth_telling(analysis: Analysis, paths: Sequence[str]) -> list[facts.RiskZone]:
    """Risks somebody named or argued; the scan's own, which count lines and commits, are left out."""
    risks = analysis.of(facts.RiskZone)
    near = [risk for risk in risks if risk.why.endswith(".") or risk.path in {"", *paths} or risk.is_stated]
    return [risk for risk in risks if risk.text or (risk in near and risk.title not in {"", risk.path})]


def _risks(page: Page, paths: Sequence[str]) -> str:
    risks = _worth_telling(page.analysis, paths)
    if not any(risk.mitigation for risk in risks):
        return page.few(risks)
    told_ = [page.sentence(risk, told(risk), risk.path) for risk in risks]
    remedies = [page.words(risk.mitigation, risk.path) for risk in risks]
    levels = [risk.level.capitalize() for risk in risks]
    return table(("Risk", "Level", "Remedy"), zip(told_, levels, remedies, strict=True))


def _untested(page: Page, paths: Sequence[str]) -> list[str]:
    gaps = _gaps(page.analysis, page.context, paths)
    for gap in gaps:
        page.show(gap)
    return [f"No test was seen to reach {joined(code(gap.path) for gap in gaps)}."] if gaps else []


def _gaps(analysis: Analysis, context: RenderContext, paths: Sequence[str]) -> list[facts.CoverageGap]:
    """Files that no test reaches; a test that names what they define reaches them."""
    named = [one.occurrences for one in (context.scan.mentions if context.scan else ())]
    in_tests = [places for places in named if any(at.kind == "test" for at in places)]
    tested = {at.path for places in in_tests for at in places if at.role == "defines"}
    found = shown(facts.CoverageGap, analysis, context)
    return [gap for gap in found if gap.path in paths and gap.path not in tested]


def _asked_order(page: Page) -> str:
    said = [item for item in page.analysis.of(facts.OrderItem) if item.is_stated]
    asked = sorted(said, key=lambda one: one.position)
    told_ = [item for item in asked if item.text]
    steps: list[str] = []
    for at, item in enumerate((item for item in asked if not item.text), start=1):
        why = f": {page.words(item.why)}" if item.why else ""
        steps.append(f"{at}. {code(item.path)}{why}{page.mark(item, item.why)}")
    return paragraphs(page.paragraph(told_), "\n".join(steps))


def size_of(analysis: Analysis, context: RenderContext) -> ImpactData:
    """How big it is, typography.counted from what the page shows."""
    paths = _planned(direct_changes(analysis, context))
    modules = {one.name for one in analysis.of(facts.Module) if one.name and set(paths) & set(one.paths)}
    folders = {path.rpartition("/")[0] for path in paths}
    files = len(paths) + reached(neighbours(analysis, context, paths))
    gaps = _gaps(analysis, context, paths)
    radius = level_of_size(files)
    levels = {risk.level for risk in _worth_telling(analysis, paths)}
    levels |= {"medium"} if gaps or radius == "high" else set()
    return ImpactData(
        files_directly_affected=len(paths), modules_affected=len(modules or folders), risk_level=_highest(levels),
        blast_radius=radius, coverage_gaps=len(gaps),
    )  # fmt: skip


def complexity_of(size: ImpactData) -> Level:
    """Low where few files change and nothing is at risk; else whatever is higher of the two."""
    return _highest({level_of_size(size.files_directly_affected), size.risk_level})


def _highest(levels: Set[str]) -> Level:
    return "high" if "high" in levels else "medium" if "medium" in levels else "low"


def level_of_size(files: int) -> Level:
    return "low" if files < 5 else "medium" if files <= 15 else "high"
