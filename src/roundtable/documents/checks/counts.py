"""RT243: a number that counts something the documents list, and is wrong.

"5 files change" above a table of three, a total that is not the sum of its rows, a machine-readable block that says something
else than the labels above it, a plan in README.md with other files than the impact analysis, "9 requirements" where there are six.
"""

import re
from collections.abc import Iterator
from typing import Final, cast

from roundtable.analysis.json_text import json_object
from roundtable.documents.catalog import IMPACT, MODULES, OVERVIEW, QUICK_SCAN, README, SUMMARY
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import Item
from roundtable.documents.checks.structure import line_with
from roundtable.documents.escaping import spans_in
from roundtable.documents.quick_scan import read_quick_scan
from roundtable.documents.reading.document import Document
from roundtable.documents.reading.identifiers import key_of
from roundtable.documents.typography import NUMBER_WORDS
from roundtable.language.markdown import Section
from roundtable.language.markdown_blocks import Row

_N: Final = rf"(?P<n>\d{{1,5}}|{'|'.join(NUMBER_WORDS)})"
_DIRECT: Final = re.compile(
    rf"(?i)\b{_N}\s+(?:existing\s+|source\s+)?files?\s+(?:(?:will\s+)?changes?\b|(?:are|is)\s+(?:directly\s+)?(?:affected|changed|modified)\b"
    r"|directly\b|(?:must|have to|has to|need to|needs to)\s+change\b)"
)
_INDIRECT: Final = re.compile(
    rf"(?i)\b{_N}\s+(?:files?\s+)?(?:(?:are|is)\s+)?(?:indirectly\b|depends?\s+on\s+(?:them|it)\s+directly\b)"
)
_NEW: Final = re.compile(
    rf"(?i)\b{_N}\s+(?:files?\s+)?(?:is|are|will be)\s+(?:new|created|added|removed|deleted)\b"
)
_WERE_NAMED: Final = re.compile(rf"(?i)\b{_N}\s+files?\s+(?:was|were)\s+named\b")
_OF_THEM_NEW: Final = re.compile(rf"(?i)\b{_N}\s+of\s+them\s+new\b")
_NEAR: Final = re.compile(
    rf"(?i)\b{_N}\s+(?:more|others)\s+(?:calls?|overrides?|mentions?|names?|uses?|is near|are near)\b"
)
_POINTS_TO: Final = re.compile(rf"(?i)\bpoints\s+to\s+{_N}\s+more\b")
_MORE: Final = re.compile(r"\b\d{1,5}\s+more\b", re.IGNORECASE)
_THE_FILES: Final = re.compile(rf"^The {_N} files?: \[", re.IGNORECASE | re.MULTILINE)
_NEARLY: Final = 0.6
"""The share of words in common from which two sentences are one, told twice."""
_LEFT_ALONE: Final = "Left alone: "
_TOTAL: Final = frozenset({"total", "sum", "all", "gesamt", "summe"})
_NO_TOTAL: Final = r"(?<!\bof )(?<!\bother )(?<!\bmore )(?<!\bthese )(?<!\bleast )(?<!\bmost )\b"
_AFTER: Final = r"\b(?!\s+(?:are|is|with|of|have|has|cite|that|which|need|wait|in|for|points?))"
_NOUNS: Final = {
    "requirements": r"(?:functional\s+)?(?:requirements?|FRs?)", "stories": r"(?:user\s+)?stor(?:y|ies)",
    "criteria": r"(?:acceptance\s+)?criteri(?:a|on)", "quality requirements": r"(?:(?:non-functional|quality)\s+requirements?|NFRs?)",
    "decisions": r"(?:(?:architecture\s+)?decisions?|ADRs?)", "modules": "modules?",
    **{level: rf"{level}(?:[\s-]haves?)?" for level in ("Must", "Should", "Could")},
}  # fmt: skip
_COUNTS: Final = {noun: re.compile(rf"(?i){_NO_TOTAL}{_N}\s+{form}{_AFTER}") for noun, form in _NOUNS.items()}
_RISK: Final = re.compile(
    r"\b(?:overall\s+)?risk(?:\s+level)?(?:\*\*)?\s*(?::|is)\s*(?:\*\*)?\s*(?P<level>low|medium|high|critical)\b",
    re.IGNORECASE,
)


def check_counts(item: Item) -> Iterator[Report]:
    impact = item.get(IMPACT)
    direct = _section(impact, "direct")
    listed = _listed(impact, direct)
    yield from _impact(impact, direct, listed)
    yield from _scan(item.get(QUICK_SCAN), listed)
    yield from _summary(item)
    if direct is not None:
        yield from _plan(item.get(README), impact, direct)
        yield from _told_of_files(impact, direct)
    yield from _told_of_neighbours(impact)
    for one in item.documents.values():
        done, of, rest = (*one.page.fields.get("coverage", "").split(maxsplit=2), "", "", "")[:3]
        every = rest.partition(" ")[0].strip(",.;")
        counted = of == "of" and done.isdecimal() and every.isdecimal()
        too_few = counted and one.status.startswith("complete") and 2 * int(done[:9]) < int(every[:9])
        if counted and (too_few or int(done[:9]) > int(every[:9])):
            wrong = "but Status is Complete" if too_few else "more than all"
            said = f"Coverage is {done} of {every}: {wrong}."
            yield Report("RT243", one.name, line_with(one, "coverage"), "coverage", said)


def _value(text: str) -> int:
    return int(text) if text.isdigit() else NUMBER_WORDS.index(text.lower())


def _block(one: Document) -> tuple[dict[str, object], int]:
    """The machine-readable block at the end of a document and its line."""
    for fence in reversed(one.page.fences):
        value = json_object(fence.text) if fence.mark.lower() == "json" else None
        if value is not None:
            return value, fence.line
    return {}, 0


def _line_of_key(one: Document, start: int, key: str) -> int:
    lines = enumerate(one.page.lines[start : start + 60], start=start + 1)
    return next((number for number, text in lines if f'"{key}"' in text), start)


def _section(one: Document, word: str) -> Section | None:
    for section in one.page.sections:
        if section.level > 1 and any(found in (word, f"{word}ly") for found in section.title.lower().split()):
            return section
    return None


def _rows(one: Document, section: Section | None) -> list[Row]:
    blocks = one.page.below(section) if section else ()
    rows = [row for block in blocks for row in block.rows if row.cells and row.cells[0].strip(" -–—")]
    named = bool(rows) and any(word in rows[0].headers[0] for word in ("file", "path", "datei", "fichier"))
    return rows if named else []


def _listed(one: Document, section: Section | None) -> int | None:
    """How many files a section lists; none when it has no table, or says that the table is not everything."""
    rows = _rows(one, section)
    blocks = one.page.below(section) if section else ()
    more = any(_MORE.search(block.text) for block in blocks if block.kind == "paragraph")
    return None if more or not rows else len(rows)


def _impact(one: Document, direct: Section | None, listed: int | None) -> Iterator[Report]:
    block, start = _block(one)
    claimed = block.get("files_directly_affected")
    claimed = len(cast("list[object]", claimed)) if isinstance(claimed, list) else claimed
    if isinstance(claimed, int) and not isinstance(claimed, bool):
        line = _line_of_key(one, start, "files_directly_affected")
        other = f"; “{direct.title}” lists {listed}" if direct and listed not in (None, claimed) else ""
        if claimed and direct is None:
            other = ", but no section “Directly Affected Files” lists them"
        if other:
            yield Report("RT243", IMPACT, line, "block", f"files_directly_affected is {claimed}{other}.")
    told = [words for words in one.page.texts if words.kind != "table"]
    both = ((_DIRECT, direct, "direct"), (_INDIRECT, _section(one, "indirect"), "indirect"))
    for pattern, section, about in both:
        expected = _listed(one, section)
        for line in told:
            found = pattern.search(line.text)
            if found is None or section is None or expected is None:
                continue
            # "2 files change and 1 file is new": new ones stand in the same table.
            new = sum(_value(other["n"]) for other in _NEW.finditer(line.text)) if about == "direct" else 0
            actions = [row.get("change", "action", "type", "status").lower() for row in _rows(one, section)]
            changes = ("creat", "new", "add", "delet", "remov")
            there = sum(not action.lstrip("* `").startswith(changes) for action in actions)
            if _value(found["n"]) not in (expected, expected - new, there):
                said = f"The text says {found['n']}, “{section.title}” lists {expected}."
                yield Report("RT243", IMPACT, line.line, about, said)
            break
    level = block.get("risk_level")
    level = level.strip() if isinstance(level, str) else ""
    rated = [row.get("level").strip(" *").lower() for row in one.page.rows if "risk" in row.headers[0]]
    highest = next((known for known in ("critical", "high", "medium", "low") if known in rated), "")
    if highest and level.lower() not in ("", highest):
        said = f"risk_level is {level}; the highest risk in the table is {highest}."
        yield Report("RT243", IMPACT, _line_of_key(one, start, "risk_level"), "risks", said)
    risks = [(line.line, found["level"].lower()) for line in told if (found := _RISK.search(line.text))]
    for at, risk in risks[:1]:
        if not level and highest not in ("", risk):
            said = f"The risk is {risk} here, the highest in the table {highest}."
            yield Report("RT243", IMPACT, at, "risk", said)
        if level and risk != level.lower():
            said = f"The risk is {risk} here and risk_level {level.lower()} in the block at the end."
            yield Report("RT243", IMPACT, at, "risk", said)


def _told_of_files(one: Document, direct: Section) -> Iterator[Report]:
    """What the first sentence counts: the files that were named, the new ones among them, those that the code points to."""
    rows = _rows(one, direct)
    pointed = [block for block in one.page.below(direct) if block.kind == "item"]
    is_new = [any("new file" in cell.lower() for cell in row.cells[1:]) for row in rows]
    for pattern, count in ((_WERE_NAMED, len(rows)), (_OF_THEM_NEW, sum(is_new)), (_POINTS_TO, len(pointed))):
        for line in one.page.texts:
            found = pattern.search(line.text) if line.kind != "table" else None
            if found is not None and count and _value(found["n"]) != count:
                said = f"The text says {found['n']}, “{direct.title}” has {count}."
                yield Report("RT243", IMPACT, line.line, found[0].lower(), said)


def _told_of_neighbours(one: Document) -> Iterator[Report]:
    """How many more files the first sentence counts, where each line below names one or a few."""
    near = _section(one, "indirect")
    items = [block for block in one.page.below(near) if block.kind == "item"] if near else []
    files = {span for block in items for span in spans_in(block.text) if "/" in span or "." in span}
    counted = any(_MORE.search(block.text) for block in items)
    for line in one.page.texts if items and not counted else ():
        found = _NEAR.search(line.text) if line.kind != "table" else None
        if near and found and not len(items) <= _value(found["n"]) <= len(files):
            said = f"The text says {found['n']} more, “{near.title}” has {len(items)}."
            yield Report("RT243", IMPACT, line.line, "near", said)


def _scan(one: Document, listed: int | None) -> Iterator[Report]:
    for row, expected in _totals(one):
        said = f"The total is {row.cells[-1].strip(' *')}; its rows make {expected}."
        yield Report("RT243", QUICK_SCAN, row.line, "total", said)
    block, start = _block(one)
    read = read_quick_scan(one.page.text.partition("```")[0])
    scope = block.get("scope_estimate")
    if isinstance(scope, str) and read.scope != "unknown" and scope.strip().lower() != read.scope:
        line = _line_of_key(one, start, "scope_estimate")
        said = f"scope_estimate is {scope}; the text above says {read.scope}."
        yield Report("RT243", QUICK_SCAN, line, "scope", said)
    searched = block.get("keywords_searched")
    rows = [row for row in one.page.rows if row.headers and "keyword" in row.headers[0] and row.cells]
    if isinstance(searched, list) and rows:
        words = cast("list[object]", searched)
        known = {row.cells[0].strip(" *`").casefold() for row in rows}
        extra = [word for word in words if str(word).casefold() not in known]
        if extra and len(rows) < len(words):
            said = f"keywords_searched names {extra[0]}, which the table of keywords does not list."
            yield Report("RT243", QUICK_SCAN, _line_of_key(one, start, "keywords_searched"), "keywords", said)
    for line, told in one.page.matches(_THE_FILES):
        known = {
            f"{IMPACT} lists {listed}": listed,
            f"the estimate {read.file_count}": read.file_count or None,
        }
        for other in [one for one, count in known.items() if count not in (None, _value(told["n"]))][:1]:
            yield Report("RT243", QUICK_SCAN, line, "files", f"The text says {told['n']} files, {other}.")


def _totals(one: Document) -> Iterator[tuple[Row, int]]:
    """Total rows that are not the sum of the rows above them."""
    sums: dict[int, list[int]] = {}
    for row in one.page.rows:
        last = row.cells[-1].strip(" *~") if row.cells else ""
        above = sums.setdefault(row.table, [])
        if not last.isdecimal() or len(last) > 9:
            above.append(-1)
        elif row.cells[0].strip(" *_:.").lower() in _TOTAL:
            if above and min(above) >= 0 and sum(above) != int(last):
                yield row, sum(above)
        else:
            above.append(int(last))


def _plan(readme: Document, impact: Document, direct: Section) -> Iterator[Report]:
    """README.md and the impact analysis name the files that change; one of them left some out."""
    section = readme.page.find("Where in the code")
    blocks = readme.page.below(section) if section else ()
    items = [block for block in blocks if block.kind == "item"]
    planned = {(spans_in(block.text) or ("",))[0].removeprefix("./"): block.line for block in items}
    listed = {(spans_in(row.cells[0]) or ("",))[0].removeprefix("./") for row in _rows(impact, direct)}
    for path, line in planned.items():
        if path and listed and not any(one == path or one.endswith(f"/{path}") for one in listed):
            said = f"{path} changes here, and “{direct.title}” in {IMPACT} does not list it."
            yield Report("RT243", README, line, path, said)
    alone = [line for line in readme.page.prose if line.text.startswith(_LEFT_ALONE)]
    for path, at in ((path, line.number) for line in alone for path in spans_in(line.text)):
        if path in planned or path in listed:
            yield Report("RT243", README, at, f"alone {path}", f"{path} is left alone here, and changes.")
    both = [path for path in planned if path in listed]
    rows = [(spans_in(row.cells[0]) or ("",))[0].removeprefix("./") for row in _rows(impact, direct)]
    is_order = section is not None and "build order" in readme.page.whole(section).lower()
    if is_order and both != [path for path in rows if path in both]:
        at = planned[
            next(one for one, other in zip(both, (p for p in rows if p in both), strict=True) if one != other)
        ]
        yield Report("RT243", README, at, "build order", f"The files come in another order than in {IMPACT}.")
    order = impact.page.find("Implementation Order")
    for block in impact.page.below(order) if order and listed else ():
        path = (spans_in(block.text) or ("",))[0].removeprefix("./") if block.kind == "item" else ""
        if "/" in path and path not in listed:
            said = f"{path} has a place in the order, and “{direct.title}” does not list it."
            yield Report("RT243", IMPACT, block.line, f"order {path}", said)
    if section and 0 < len(planned) < len(listed) and "more" not in readme.page.whole(section):
        said = f"{len(planned)} files change here, {len(listed)} in {IMPACT}."
        yield Report("RT243", README, section.line, "plan", said)


def _summary(item: Item) -> Iterator[Report]:
    """What a sentence counts: in the summary requirements and stories, elsewhere only where it counts several things."""
    levels = [given[0].level for given in item.priorities.values()]
    decided = {key_of(one.text("id")) for one in item.get(OVERVIEW).of("decision") if one.text("id")}
    actual = {
        "requirements": len(item.requirements), "stories": len({story.key for story in item.stories}), "criteria": len(item.criteria),
        "quality requirements": len(item.qualities), "decisions": len(item.decision_files) or len(decided),
        "modules": len(item.get(MODULES).of("module")), **{level: levels.count(level) for level in ("Must", "Should", "Could")},
    }  # fmt: skip
    everything = actual["requirements"] + actual["quality requirements"]
    for one in item.own_documents:
        seen: set[str] = set()
        for line in one.page.texts:
            matches = {noun: match for noun, form in _COUNTS.items() if (match := form.search(line.text))}
            plain = ("requirements", "stories") if one.name == SUMMARY and line.kind != "heading" else ()
            told = matches if len(matches) > 1 else {noun: matches[noun] for noun in plain if noun in matches}
            for noun, found in told.items() if line.kind != "table" else ():
                number, is_rank = _value(found["n"]), noun in ("Must", "Should", "Could")
                known = {actual[noun], everything if noun == "requirements" else actual[noun]}
                if noun not in seen and number not in known and (actual[noun] or (is_rank and levels)):
                    said = f"The summary counts {found['n']} {noun}; there are {actual[noun]}."
                    yield Report("RT243", one.name, line.line, noun, said)
                seen.add(noun)
