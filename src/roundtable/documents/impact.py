"""impact-analysis.md: the files that change, what was said about each and what the code shows, and what is near them.

The table under "Directly Affected Files" has back-quoted paths in its first cells: staleness checks read them. The document
ends with a JSON block from which other tools size the work; its numbers are those of the table.

Elsewhere: where files come from (`from_scan`), what is near them (`occurrences`).
"""

import json
import re
from collections.abc import Iterator, Sequence, Set
from typing import Final

from roundtable import facts
from roundtable.analysis.analysis import Analysis
from roundtable.analysis.scanning import Level
from roundtable.documents import occurrences, typography
from roundtable.documents.catalog import IMPACT
from roundtable.documents.escaping import code, fenced, inline, one_line
from roundtable.documents.from_scan import direct_changes, is_sorted, shown
from roundtable.documents.insights import MACHINE_READABLE
from roundtable.documents.occurrences import Neighbour, neighbours, reached
from roundtable.documents.old_forms import told
from roundtable.documents.page import Page, RenderContext
from roundtable.documents.typography import code_link, ended, joined, listed, normal, paragraphs, table
from roundtable.facts.evidence import CodeAnchor, Confirmed, HandEdit, Quote
from roundtable.facts.record import Record
from roundtable.language.closed_forms import closed_form
from roundtable.language.places import FILE
from roundtable.language.sentences import shelters
from roundtable.language.tongue import small_words

_Changes = Sequence[facts.DirectChange]
DIRECT_FILES: Final = f"{IMPACT}#directly-affected-files"
ALSO_SHOWN: Final = "The code also points to:"
IN_BUILD_ORDER: Final = "In build order: what others import comes first."
_MOST_ENTRIES: Final = 6
_MOST_CALLERS: Final = 3
_ADDS: Final = frozenset({"plus", "too"})
"""Beside the small words, what joins a file to others and says nothing of it."""
_NAME_OR_WORD: Final = re.compile(rf"{FILE.pattern}|(?P<word>[^\W_]+|\()")
_SET_OFF: Final = re.compile(r"`?[,;:.]\s+|\s+(?=\()")
_JOINT: Final = re.compile(r"(?:(?P<join>and|also|plus)|(?P<word>\w+),)\s+", re.IGNORECASE)
_MOST_TESTS: Final = 3
_NOT_YET: Final = "is not in it yet"
_DESCRIBES: Final = (facts.Requirement, facts.Criterion, facts.Interface, facts.Decision, facts.Journey)
"""Kinds of sentences that say what will be: an entry point that they name is one of this change."""
_CLAUSE: Final = re.compile(r"[;,]\s+(?:and\s+)?|(?<=[.!?])\s+(?=[A-Z])")
_NAMED: Final = "named in the text"
"""The scan's reason for what the person named: nothing that was seen."""
_AND: Final = re.compile(r"(?<![,;\s])\s+and\s+")
_MARK: Final = re.compile(r"[;,.]\s|\sand\s")
_BRACKETS: Final = re.compile(r"\([^()]*\)")
_SAYS_SOMETHING: Final = 2
"""Words beside the name of a file, on either side of an "and" that parts what is said of two ("… and shown by b.py")."""


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
    lines: list[str] = []
    for at, (fact, said, seen) in enumerate(_about_each(page, named or shown), start=1):
        argued = page.words(fact.why, fact.path) if fact.text and _is_argued(fact) else ""
        about = "; ".join(filter(None, (said, "" if fact.text else seen)))
        about = f"{ended(about)} {argued}" if argued else about
        about = about if about.startswith("[^") or not about else f": {ended(about)}"
        lines.append(f"{at}. {_link(fact, page.context)}{about}")
    is_ordered = is_sorted(named or shown, page.analysis, page.context)
    said_once = _of_several(page, named or shown)
    return paragraphs(IN_BUILD_ORDER if is_ordered else "", "\n".join(lines), said_once)


def _also_shown(page: Page, shown: _Changes) -> str:
    """Files that nobody named, each with what the code has there."""
    told_of = _about_each(page, shown)
    lines = [_link(fact, page.context) + (f": {ended(seen)}" if seen else "") for fact, _, seen in told_of]
    return f"{ALSO_SHOWN}\n\n{listed(lines)}" if lines else ""


def told_apart(direct: _Changes) -> tuple[_Changes, _Changes]:
    """Those that somebody named or agreed to, and those that only the code shows."""
    named = [fact for fact in direct if fact.text or _is_named(fact)]
    return named, [fact for fact in direct if fact not in named]


def _planned(direct: _Changes) -> list[str]:
    """The files that change; of what only the code points to nobody knows, where others were named."""
    return [fact.path for fact in told_apart(direct)[0] or direct]


def may_break(page: Page) -> str:
    """Risks somebody named, tests that hold what changes, files that no test reaches: for README.md."""
    paths = _planned(direct_changes(page.analysis, page.context))
    lines = [page.sentence(risk) for risk in _worth_telling(page.analysis, paths)]
    near = neighbours(page.analysis, page.context, paths)
    tests = [one for one in near if one.paths and one.holders and all(at.is_test for at in one.holders)]
    lines += [ended(occurrences.told_of(one)) for one in tests[:_MOST_TESTS]]
    return listed([*lines, *_untested(page, paths)])


def _summary(direct: Sequence[facts.DirectChange], near: Sequence[Neighbour]) -> str:
    if not direct:
        return "Which files change is not known so far."
    named, shown = told_apart(direct)
    plan = named or direct
    new = sum(fact.change == "create" for fact in plan)
    count = typography.counted(len(plan)).capitalize()
    text = f"{count} file changes" if len(plan) == 1 else f"{count} files change"
    if named and shown:  # how many do change is not known
        text = f"{count} file was named" if len(plan) == 1 else f"{count} files were named"
    if new == len(plan):
        text = f"{count} file{'' if new == 1 else 's'} will be new"
    elif new:
        text += f", {typography.counted(new)} of them new"
    if named and shown:
        text += f"; the code points to {typography.counted(len(shown))} more"
    others, is_seen = reached(near), all(one.holders or one.more for one in near)
    what = "mention what changes" if is_seen else "are near"
    if others == 1:
        what = "mentions what changes" if is_seen else "is near"
    more = "others" if named and shown and others > 1 else "more"
    return f"{text}; {typography.counted(others)} {more} {what}." if others else f"{text}."


def _direct(page: Page, direct: Sequence[facts.DirectChange]) -> str:
    serves = len({fact.requirements for fact in direct}) > 1
    served = {fact.path: inline(", ".join(fact.requirements)) if serves else "" for fact in direct}
    told_of = _about_each(page, direct)
    rows = [(code(fact.path), said, seen, served[fact.path]) for fact, said, seen in told_of]
    files = table(("File", "Said about it", "Seen in the code", "For"), rows)
    return paragraphs(files, _of_several(page, direct))


def _about_each(page: Page, direct: _Changes) -> Iterator[tuple[facts.DirectChange, str, str]]:
    """Each file with what the person said about it, and what the code shows."""
    is_column = any(fact.text for fact in direct)
    denied = {one.path.rpartition("/")[2] for one in page.analysis.of(facts.NoChange)} - {""}
    elsewhere = page.analysis.of(facts.Requirement, facts.Problem)  # what the page says already
    known = {normal(one.text) for one in elsewhere}
    before = set[str]()
    for fact in direct:
        page.show(fact)
        said = _clause(fact, direct) if fact.text else ""
        is_new = normal(said) not in before and normal(fact.text) not in known
        is_told = is_new and _says_more(said, fact.path) and not any(name in said for name in denied)
        before.add(normal(said))
        if fact.text and not is_told:
            told_ = page.mark(fact, fact.text)  # it was named, and that is all
        elif said:
            told_ = f"{page.words(said.rstrip(' .'), opens=False)}{page.doubt(fact)}{page.mark(fact, said)}"
        else:
            is_unnamed = is_column and not _is_named(fact)
            told_ = f"nobody named it{page.doubt(fact)}{page.mark(fact)}" if is_unnamed else ""
        held = occurrences.seen_in(fact.path, page.context.scan, page.analysis)
        seen = _seen(page, fact, held) + (page.doubt(fact) if not is_column else "")
        is_worded = fact.why and (not held or _is_argued(fact))  # lines of the code are their own source
        if is_worded and not fact.text and (not is_column or _is_named(fact)):
            seen += page.mark(fact, fact.why)
        yield fact, told_, seen


def _of_several(page: Page, direct: _Changes) -> str:
    """What was said of several files in one sentence that does not come apart."""
    denied = {one.path.rpartition("/")[2] for one in page.analysis.of(facts.NoChange)} - {""}
    shared = {fact.text: fact for fact in direct if fact.text and not _clause(fact, direct)}
    told_of = [
        fact
        for text, fact in shared.items()
        if _says_more(text, fact.path) and not any(name in text for name in denied)
    ]
    return page.paragraph(told_of)


def _says_more(said: str, path: str) -> bool:
    """Whether something is said of files beside their names and a yes ("Also `x.py`, yes.")."""
    return not all(map(_is_nod, re.findall(r"[^\W_]+", FILE.sub(" ", said.replace(path, " ")))))


def _is_nod(word: str) -> bool:
    return word.casefold() in small_words("en") | _ADDS or closed_form(word, "choice") is not None


def _without_yes(text: str) -> str:
    """What is said beside the names of files and a yes to them: "main()" of "`cli.py` yes, main()", "b.py" of "yep, and b.py"."""
    words = (one for one in _NAME_OR_WORD.finditer(text) if one["word"] and not _is_nod(one["word"]))
    end = next((one.start() + 1 for one in words), len(text))
    names = [one.end() for one in FILE.finditer(text, 0, end)]
    cuts = [one.end() for one in _SET_OFF.finditer(text, names[-1], end)] if names else []
    rest = text[cuts[-1] :] if cuts else text
    while (joint := _JOINT.match(rest)) and (joint["join"] or closed_form(joint["word"], "choice")):
        rest = rest[joint.end() :]
    return rest.removesuffix(")").lstrip("(") if rest.startswith("(") else rest


def _is_named(fact: facts.DirectChange) -> bool:
    """Whether the person named the file, agreed to it or wrote it down."""
    name = fact.path.rpartition("/")[2]
    quotes = [item for item in fact.evidence if isinstance(item, Quote)]
    by_hand = any(isinstance(item, Confirmed | HandEdit) for item in fact.evidence)
    return by_hand or any(name in quote.text for quote in quotes)


def _clause(fact: facts.DirectChange, others: Sequence[facts.DirectChange]) -> str:
    """The sentence, without the path that stands beside it; of one about several files the clause about this one, if it has one."""
    text, name, mine = one_line(fact.text), fact.path.rpartition("/")[2], [""]
    if any(other.text == fact.text for other in others if other is not fact):
        closed = [*shelters(text)]
        every = sorted((*_CLAUSE.finditer(text), *_ands_between(text, others)), key=lambda m: m.start())
        cuts = [m for m in every if not any(a <= m.start() < b for a, b in closed)]
        bounds = zip([0, *(m.end() for m in cuts)], [*(m.start() for m in cuts), len(text)], strict=True)
        names = {one for other in others for one in _names_of(other)}
        pieces: list[tuple[int, int]] = []
        # What names no file goes with what stands before it: "b.py for the counting, one line".
        for a, b in bounds:
            if any(one in text[a:b] for one in names) or (not pieces and _says_more(text[a:b], fact.path)):
                pieces.append((a, b))
            elif pieces:
                pieces[-1] = (pieces[-1][0], b)
        is_list = all(any(one in text[a:b] for one in names) for a, b in pieces)
        own = [text[a:b].strip() for a, b in pieces if any(one in text[a:b] for one in _names_of(fact))]
        mine = own if is_list else []
        along = [one for other in others if other is not fact for one in _names_of(other)]
        if len(mine) != 1 or any(one in _BRACKETS.sub("", mine[0]) for one in along):
            return ""  # said of several: below them
        text = re.sub(r"^[^:]{1,40}: (?=\S)", "", mine[0])
    text = _without_yes(text.rstrip(" .")) if len(mine) == 1 else text
    if announced := re.search(rf"{re.escape(name)}`?(?:\s+\w+){{0,2}}:\s+(?=\S)", text):
        text = text[announced.end() :]  # "but x.py is missing: …"
    if any(other.path.rpartition("/")[2] in text for other in others if other is not fact):
        return text  # without its own place it would speak of the other file
    return re.sub(rf"\s+in\s+`?(?:{re.escape(fact.path)}|{re.escape(name)})`?(?=\s+\w)", "", text)


def _ands_between(text: str, others: _Changes) -> Iterator[re.Match[str]]:
    """Each "and" with one file and a few words of its own on both sides, up to the next mark."""
    names = [one for other in others for one in _names_of(other)]

    def is_told(piece: str) -> bool:
        named = [one for one in names if one in piece]
        return len({one.partition(".")[0] for one in named}) == 1 and len(piece.split()) > _SAYS_SOMETHING

    for joint in _AND.finditer(text):
        before, after = _MARK.split(text[: joint.start()])[-1], _MARK.split(text[joint.end() :])[0]
        starts = any(after.lstrip("`").startswith(one) for one in (*names, *(fact.path for fact in others)))
        if is_told(after) and (is_told(before) or (not starts and FILE.search(before))):
            yield joint


def _names_of(fact: facts.DirectChange) -> list[str]:
    """How somebody may call a file: by its name, or without its ending where that is no plain word."""
    name = fact.path.rpartition("/")[2]
    stem = name.partition(".")[0]
    return [name, stem] if re.search(r"[a-z][A-Z]|_", stem) else [name]


def _seen(page: Page, fact: facts.DirectChange, held: str) -> str:
    """What the code shows: where that stands which was named, else the reason and the places it was found at."""
    parts = ["new file" if fact.change == "create" else "to be deleted" if fact.change == "delete" else ""]
    why = fact.why
    if held:
        parts += [page.words(why, fact.path) if _is_argued(fact) else "", held]
        parts += [page.words(why, fact.path, opens=False) if why.endswith(_NOT_YET) else ""]
    elif why != _NAMED:
        parts.append(page.words(why, fact.path, opens=False))
    for item in fact.evidence if not held else ():
        if isinstance(item, CodeAnchor) and item.path == fact.path and (item.symbol or not why):
            named = item.symbol and normal(item.symbol) in normal(why)
            line = typography.line_link(item.path, item.line, text=str(item.line)) if item.line else ""
            symbol = code(item.symbol or "") if not named else ""
            if f"#L{item.line}" not in parts[1]:
                parts.append(" ".join(part for part in (symbol, line) if part))
    return " · ".join(filter(None, parts))


def _is_argued(fact: facts.DirectChange) -> bool:
    """Whether the reason is a sentence of somebody's who read the code: the scan's own are no sentences."""
    return fact.why.endswith(".")


def _link(fact: facts.DirectChange, context: RenderContext) -> str:
    if fact.change == "create":
        return code(fact.path)
    anchors = [item for item in fact.evidence if isinstance(item, CodeAnchor) and item.path == fact.path]
    cited = [item.line for item in anchors if item.line]
    line = cited[0] if cited and _is_argued(fact) else None
    line = line or occurrences.first_line(fact.path, context.scan, fact.text)
    lines = (line, None) if line else typography.cited_lines(fact.why, fact.path)
    return typography.line_link(fact.path, *(lines or (None, None)), text=code(fact.path))


def _entries(page: Page, paths: Sequence[str]) -> str:
    """Ways in that somebody named, and the functions of the changed files that call what was named there."""
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
    calls = occurrences.callers_in(paths, scan)
    if len(calls) <= _MOST_CALLERS:  # where everything calls it, none of them is the way in
        lines += [f"{code(who)} calls {code(what)} ({links})" for who, what, links in calls]
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
    """Changed files that no test was seen to reach."""
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
    """The order of work, only where somebody gave one."""
    said = [item for item in page.analysis.of(facts.OrderItem) if item.is_stated]
    asked = sorted(said, key=lambda one: one.position)
    told_ = [item for item in asked if item.text]
    steps = [
        f"{at}. {code(item.path)}{f': {page.words(item.why)}' if item.why else ''}{page.mark(item, item.why)}"
        for at, item in enumerate((item for item in asked if not item.text), start=1)
    ]
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
        files_directly_affected=len(paths),
        modules_affected=len(modules or folders),
        risk_level=_highest(levels),
        blast_radius=radius,
        coverage_gaps=len(gaps),
    )


def complexity_of(size: ImpactData) -> Level:
    """Low where few files change and nothing is at risk; else whatever is higher of the two."""
    return _highest({level_of_size(size.files_directly_affected), size.risk_level})


def _highest(levels: Set[str]) -> Level:
    return "high" if "high" in levels else "medium" if "medium" in levels else "low"


def level_of_size(files: int) -> Level:
    return "low" if files < 5 else "medium" if files <= 15 else "high"
