"""RT243: a number that counts something the documents list, and is wrong.

"5 files change" above a table of three, a machine-readable block that says something
else than the labels above it, a plan in README.md with other files than the impact analysis, "9 requirements" where there are six.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, cast

from roundtable.analysis.json_text import json_object
from roundtable.documents.catalog import IMPACT, QUICK_SCAN, README
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import Item, first_path
from roundtable.documents.checks.structure import line_with
from roundtable.documents.escaping import spans_in
from roundtable.documents.quick_scan import read_quick_scan
from roundtable.documents.reading.document import Document
from roundtable.documents.typography import NUMBER_WORDS
from roundtable.language.markdown import Section
from roundtable.language.markdown_blocks import Row
from roundtable.language.phrases import any_word

_N: Final = rf"(?P<n>\d{{1,5}}|{'|'.join(NUMBER_WORDS)})"
_COUNTED: Final = {
    "change": r"(?:existing\s+|source\s+)?files?\s+(?:(?:will\s+)?changes?|(?:are|is)\s+(?:directly\s+)?(?:affected|changed|modified)"
    r"|directly|(?:must|have to|has to|need to|needs to)\s+change)",
    "named": r"files?\s+(?:was|were)\s+named",
    "of them new": r"of\s+them\s+new",
    "new": r"(?:files?\s+)?(?:is|are|will be)\s+(?:new|created|added|removed|deleted)",
    "indirect": r"(?:files?\s+)?(?:(?:are|is)\s+)?(?:indirectly|depends?\s+on\s+(?:them|it)\s+directly)",
    "test": r"tests?\s+files?",
    "near": r"(?:more|others)\s+(?:calls?|overrides?|mentions?|names?|uses?|is near|are near)",
}
"""What sentences of the impact analysis count."""
_SENTENCES: Final = {
    **{what: any_word(rf"{_N}\s+{words}") for what, words in _COUNTED.items()},
    "pointed": any_word(rf"points\s+to\s+{_N}\s+more"),
}
_ALL: Final = any_word(rf"all\s+{_N}(?=[*_]*(?:[.,;:!?]|$))")
_A_SENTENCE: Final = 3
_MORE: Final = any_word(r"\d{1,5}\s+more")
_THE_FILES: Final = re.compile(rf"^The {_N} files?: \[", re.IGNORECASE | re.MULTILINE)
_ACTIONS: Final = ("creat", "new", "add", "delet", "remov")
_LEVELS: Final = ("critical", "high", "medium", "low")
_TOTAL: Final = re.compile(
    rf"(?:^|[.;:] |\bin )(?:in total,? |total: )?{_N} (?P<what>[a-z]+(?: [a-z]+)?)(?= in |[.:;,]|$| in total)",
    re.IGNORECASE,
)
_NUMBERED: Final = re.compile(r"(?i)^(?:\[[ x]\] )?[*_`]{0,2}([a-z]+(?: story)?)[ -]?\d{1,4}\b")
_LEFT_ALONE: Final = "Left alone: "
_RISK: Final = any_word(
    r"(?:overall\s+)?risk(?:\s+level)?(?:\*\*)?\s*(?::|is)\s*(?:\*\*)?\s*(?P<level>low|medium|high|critical)"
)


def check_counts(item: Item) -> Iterator[Report]:
    impact = item.get(IMPACT)
    direct = _section(impact, "direct")
    listed = _listed(impact, direct)
    yield from _impact(impact, direct, listed)
    yield from _scan(item.get(QUICK_SCAN), listed)
    yield from _lists(item)
    yield from _totals(item)
    changing = {first_path(row.cells[0]) for row in _rows(impact, direct)}
    alone = [line for line in item.get(README).page.prose if line.text.startswith(_LEFT_ALONE)]
    for path, at in ((path, line.number) for line in alone for path in spans_in(line.text)):
        if path in changing:
            yield Report("RT243", README, at, f"alone {path}", f"{path} is left alone here, and changes.")
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
    fences = (fence for fence in reversed(one.page.fences) if fence.mark.lower() == "json")
    told = ((json_object(fence.text), fence.line) for fence in fences)
    return next(((value, line) for value, line in told if value is not None), (dict[str, object](), 0))


def _line_of_key(one: Document, start: int, key: str) -> int:
    lines = enumerate(one.page.lines[start : start + 60], start=start + 1)
    return next((number for number, text in lines if f'"{key}"' in text), start)


def _section(one: Document, word: str) -> Section | None:
    below, words = (section for section in one.page.sections if section.level > 1), {word, f"{word}ly"}
    return next((section for section in below if words & set(section.title.lower().split())), None)


def _rows(one: Document, section: Section | None) -> list[Row]:
    blocks = one.page.below(section) if section else ()
    rows = [row for block in blocks for row in block.rows if row.cells and row.cells[0].strip(" -–—")]
    return [
        row for row in rows if any(word in row.headers[0] for word in ("file", "path", "datei", "fichier"))
    ]


def _listed(one: Document, section: Section | None) -> int | None:
    """How many files a section lists; none when it has no table, or says that the table is not everything."""
    blocks = one.page.below(section) if section else ()
    more = any(_MORE.search(block.text) for block in blocks if block.kind == "paragraph")
    return None if more else len(_rows(one, section)) or None


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
    expected = {what: known for what, known in _expected(one, direct).items() if known}
    seen: set[str] = set()
    for line in told:
        matches = {what: _SENTENCES[what].search(line.text) for what in expected}
        # "2 files change and 1 file is new": new ones stand in the same table.
        new = sum(_value(other["n"]) for other in _SENTENCES["new"].finditer(line.text))
        for what, found in matches.items():
            known = expected[what] | ({max(expected[what]) - new} if what == "change" else set[int]())
            if found and what not in seen and _value(found["n"]) not in known:
                said = f"The text says {found[0][found.start('n') - found.start() :]}; {max(expected[what])} are listed."
                yield Report("RT243", IMPACT, line.line, what, said)
            seen |= {what} if found else set()
    level = block.get("risk_level")
    rated = [row.get("level").strip(" *").lower() for row in one.page.rows if "risk" in row.headers[0]]
    highest = next((known for known in _LEVELS if known in rated), "")
    risks = [(line.line, found["level"].lower()) for line in told if (found := _RISK.search(line.text))]
    at = _line_of_key(one, start, "risk_level")
    given: list[tuple[str, int, str]] = [("the highest in the table is", 0, highest)]
    given += [("the text says", line, risk) for line, risk in risks[:1]]
    given += [("risk_level is", at, level.strip().lower())] if isinstance(level, str) else []
    (what, _, first), *others = [place for place in given if place[2]] or [("", 0, "")]
    for _, line, other in [place for place in others if place[2] != first][:1]:
        yield Report("RT243", IMPACT, line, "risk", f"The risk is {other} here; {what} {first}.")


def _expected(one: Document, direct: Section | None) -> dict[str, set[int]]:
    """What each kind of sentence may count, by what the sections list; nothing where a section says that it is not everything."""
    rows, listed = _rows(one, direct), _listed(one, direct)
    pointed = [block for block in one.page.below(direct) if block.kind == "item"] if direct else []
    cells = [row.get("change", "action", "type", "status").lower().lstrip("* `") for row in rows]
    # A column that tells what changes in words names no action.
    is_action = bool(cells) and all(len(cell.split()) < _A_SENTENCE for cell in cells)
    changed = {sum(not cell.startswith(_ACTIONS) for cell in cells)} if is_action else set[int]()
    new = sum(any("new file" in cell.lower() for cell in row.cells[1:]) for row in rows)
    near = _section(one, "indirect")
    items = [block for block in one.page.below(near) if block.kind == "item"] if near else []
    files = {span for block in items for span in spans_in(block.text) if "/" in span or "." in span}
    beside = [block for block in one.page.below(direct) if block.kind == "item"] if direct else []
    tests = [
        {span for block in told for span in spans_in(block.text) if _is_test(span)}
        for told in (items, beside)
    ]
    is_whole = not any(_MORE.search(block.text) for block in items)
    return {
        "change": {listed, *changed} if listed is not None else set(),
        "named": {len(rows)} - {0},
        "of them new": {new} - {0},
        "pointed": {len(pointed)} - {0},
        "indirect": {count} if (count := _listed(one, near)) is not None else set(),
        "test": {len(tests[0]), len(tests[1]), len(tests[0] | tests[1])} - {0},
        "near": set(range(len(items), len(files) + 1)) if items and is_whole else set(),
    }


def _scan(one: Document, listed: int | None) -> Iterator[Report]:
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
        known = ((f"{IMPACT} lists", listed), ("the estimate", read.file_count or None))
        odd = [f"{what} {count}" for what, count in known if count not in (None, _value(told["n"]))]
        for other in odd[:1]:
            yield Report("RT243", QUICK_SCAN, line, "files", f"The text says {told['n']} files, {other}.")


def _is_test(path: str) -> bool:
    return "/" in path and "test" in path.rpartition("/")[2]


def _lists(item: Item) -> Iterator[Report]:
    """ "All three" in a section that lists four; a list numbered 1, 2, 2, 4."""
    for one in item.own_documents:
        for section in one.page.sections:
            blocks = one.page.own(section)
            listed = sum(block.kind == "item" and block.level == 1 for block in blocks)
            for block in (block for block in blocks if block.kind == "paragraph" and listed > 1):
                for found in _ALL.finditer(block.words):
                    if _value(found["n"]) != listed:
                        said = f"The text says {found[0]}; {listed} are listed."
                        yield Report("RT243", one.name, block.line, found[0], said)
            above = 0
            for block in (block for block in blocks if block.level <= 1):
                number = int(block.mark) if block.kind == "item" and block.mark.isdecimal() else 0
                if above and number not in (0, 1, above + 1):
                    said = f"Behind number {above} comes number {number}."
                    yield Report("RT243", one.name, block.line, f"number {number}", said)
                above = number


def _totals(item: Item) -> Iterator[Report]:
    """ "7 tasks in 5 phases" where the document numbers eight: T001, T002; Phase 1, Phase 2."""
    stories = [story for story in item.stories if story.key]
    known = {"requirement": len(item.requirements), "module": len(item.modules), "story": len(stories)}
    for one in item.own_documents:
        begins = [told for told in one.page.texts if told.kind in ("heading", "item")]
        numbered = Counter(
            found[1].lower() for told in begins if (found := _NUMBERED.match(told.text)) is not None
        )
        for told in (told for told in one.page.texts if told.kind == "paragraph"):
            for found in _TOTAL.finditer(told.text):
                what = found["what"].lower().removesuffix("s").replace("storie", "story")
                count = numbered[what] or numbered[what[0]] or known.get(what, 0)
                if count and _value(found["n"]) != count:
                    said = f"The text says {found['n']} {found['what']}; {count} are numbered here."
                    yield Report("RT243", one.name, told.line, f"total {found['what']}", said)
