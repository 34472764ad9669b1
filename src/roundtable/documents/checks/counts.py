"""RT243: a number that counts something the documents list, and is wrong.

"5 files change" above a table of three, a total that is not the sum of its rows, a machine-readable block that says something
else than the labels above it, "9 requirements" where there are six.
"""

import json
import re
from collections.abc import Iterator
from typing import Final, cast

from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import Item
from roundtable.documents.checks.pages import Cells, Heading, Page

__all__ = ["check_counts"]

IMPACT: Final = "impact-analysis.md"
SCAN: Final = "quick-scan.md"
SUMMARY: Final = "design-summary.md"
_NUMBERS: Final = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_N: Final = rf"(?P<n>\d{{1,5}}|{'|'.join(_NUMBERS)})"
_DIRECT: Final = re.compile(
    rf"\b{_N}\s+(?:existing\s+)?files?\s+(?:(?:will\s+)?changes?\b|(?:are|is)\s+(?:directly\s+)?(?:affected|changed|modified)\b"
    r"|directly\b|(?:must|have to|has to|need to|needs to)\s+change\b)",
    re.IGNORECASE,
)
_INDIRECT: Final = re.compile(
    rf"\b{_N}\s+(?:files?\s+)?(?:(?:are|is)\s+)?(?:indirectly\b|depends?\s+on\s+(?:them|it)\s+directly\b)",
    re.IGNORECASE,
)
_NEW: Final = re.compile(
    rf"\b{_N}\s+(?:files?\s+)?(?:is|are|will be)\s+(?:new|created|added|removed|deleted)\b", re.IGNORECASE
)
_MORE: Final = re.compile(r"\b(?P<n>\d{1,5})\s+more\b", re.IGNORECASE)
_DIRECT_TITLE: Final = re.compile(r"\bdirect(?:ly)?\b", re.IGNORECASE)
_INDIRECT_TITLE: Final = re.compile(r"\bindirect(?:ly)?\b", re.IGNORECASE)
_TOTAL: Final = re.compile(r"^\W*(?:total|sum|all|gesamt|summe)\W*$", re.IGNORECASE)
_NOUNS: Final = {
    "requirements": re.compile(rf"(?<!\bof )(?<!\bother )(?<!\bmore )(?<!\bthese )(?<!\bleast )(?<!\bmost )\b{_N}\s+(?:functional\s+)?"
                               r"(?:requirements?|FRs?)\b(?!\s+(?:are|is|with|of|have|has|cite|that|which|need|wait|in|for))", re.IGNORECASE),
    "stories": re.compile(rf"(?<!\bof )(?<!\bother )(?<!\bmore )(?<!\bthese )(?<!\bleast )(?<!\bmost )\b{_N}\s+(?:user\s+)?"
                          r"stor(?:y|ies)\b(?!\s+(?:are|is|with|of|have|has|that|which|need|points?))", re.IGNORECASE),
}  # fmt: skip
_COVERAGE: Final = re.compile(r"^(?P<done>\d+) of (?P<all>\d+)\b")


def check_counts(item: Item) -> Iterator[Report]:
    """Everything that counts."""
    impact, scan, summary = item.page(IMPACT), item.page(SCAN), item.page(SUMMARY)
    if impact is not None:
        yield from _impact(impact)
    if scan is not None:
        yield from _scan(scan)
    if summary is not None:
        yield from _summary(item, summary)
    for name, page in item.pages.items():
        coverage = _COVERAGE.match(page.header.get("coverage", ""))
        if coverage and int(coverage["done"]) > int(coverage["all"]):
            yield Report(
                "RT243",
                name,
                _line_with(page, "coverage"),
                "coverage",
                f"Coverage is {coverage[0]}: more than all.",
            )


def _value(text: str) -> int:
    return int(text) if text.isdigit() else _NUMBERS.index(text.lower())


def _line_with(page: Page, word: str) -> int:
    return next((at for at, text in enumerate(page.raw[:80], start=1) if word in text.lower()), 1)


def _block(page: Page) -> tuple[dict[str, object], int]:
    """The machine-readable block at the end of a document and its line."""
    for fence in reversed(page.fences):
        if fence.language.lower() == "json":
            try:
                value: object = json.loads(fence.body)
            except (ValueError, RecursionError):
                continue
            if isinstance(value, dict):
                return cast("dict[str, object]", value), fence.line
    return {}, 0


def _line_of_key(page: Page, start: int, key: str) -> int:
    return (
        next(
            (at for at in range(start, min(start + 60, len(page.raw))) if f'"{key}"' in page.raw[at]),
            start - 1,
        )
        + 1
    )


def _listed(page: Page, heading: Heading | None) -> int | None:
    """How many files a section lists; none when it has no table, or says that the table is not everything."""
    if heading is None:
        return None
    rows = [row for row in page.rows_in(heading) if row.cells and row.cells[0].strip(" -–—")]
    more = any(
        _MORE.search(line.text) for line in page.within(heading) if not line.text.lstrip().startswith("|")
    )
    return None if more or not rows or not _names_files(rows) else len(rows)


def _changed(page: Page, heading: Heading) -> int:
    """How many of the listed files are there already, where the table says which are new."""
    actions = [row.get("change", "action", "type", "status").lower() for row in page.rows_in(heading)]
    return sum(not re.match(r"\W*(?:creat|new|add|delet|remov)", action) for action in actions)


def _names_files(rows: list[Cells]) -> bool:
    return (
        any(word in rows[0].headers[0] for word in ("file", "path", "datei", "fichier"))
        if rows[0].headers
        else False
    )


def _impact(page: Page) -> Iterator[Report]:
    titled = [heading for heading in page.headings if heading.level > 1]
    direct = next(
        (h for h in titled if _DIRECT_TITLE.search(h.title) and not _INDIRECT_TITLE.search(h.title)), None
    )
    indirect = next((h for h in titled if _INDIRECT_TITLE.search(h.title)), None)
    block, start = _block(page)
    claimed = block.get("files_directly_affected")
    listed = _listed(page, direct)
    if isinstance(claimed, list):
        claimed = len(cast("list[object]", claimed))
    if isinstance(claimed, int) and not isinstance(claimed, bool):
        line = _line_of_key(page, start, "files_directly_affected")
        if listed is not None and claimed != listed:
            said = f"files_directly_affected is {claimed}; “{direct.title if direct else ''}” lists {listed}."
            yield Report("RT243", IMPACT, line, "block", said)
        elif claimed and direct is None:
            said = (
                f"files_directly_affected is {claimed}, but no section “Directly Affected Files” lists them."
            )
            yield Report("RT243", IMPACT, line, "block", said)
    level = block.get("risk_level")
    for pattern, heading, about in ((_DIRECT, direct, "direct"), (_INDIRECT, indirect, "indirect")):
        expected = _listed(page, heading)
        for line in page.lines:
            found = pattern.search(line.text)
            if found is None or line.text.lstrip().startswith("|") or expected is None or heading is None:
                continue
            # "2 files change and 1 file is new": new ones stand in the same table.
            new = sum(_value(other["n"]) for other in _NEW.finditer(line.text)) if heading is direct else 0
            if _value(found["n"]) not in (expected, expected - new, _changed(page, heading)):
                said = f"The text says {found['n']}, “{heading.title}” lists {expected}."
                yield Report("RT243", IMPACT, line.number, about, said)
            break
    if isinstance(level, str) and level.strip():
        yield from _risk(page, level.strip().lower())


def _risk(page: Page, level: str) -> Iterator[Report]:
    said_in_text = re.compile(
        r"\b(?:overall\s+)?risk(?:\s+level)?(?:\*\*)?\s*(?::|is)\s*(?:\*\*)?\s*(?P<level>low|medium|high|critical)\b",
        re.IGNORECASE,
    )
    for line in page.lines:
        found = said_in_text.search(line.text)
        if found is not None and not line.text.lstrip().startswith("|"):
            if found["level"].lower() != level:
                said = f"The risk is {found['level'].lower()} here and risk_level {level} in the block at the end."
                yield Report("RT243", IMPACT, line.number, "risk", said)
            return


def _scan(page: Page) -> Iterator[Report]:
    for row, expected in _totals(page):
        said = f"The total is {row.cells[-1].strip(' *')}; its rows make {expected}."
        yield Report("RT243", SCAN, row.line, "total", said)
    block, start = _block(page)
    label = re.search(
        r"^\W*(?:Estimated\s+)?Scope\W+(?P<word>small|medium|large)\b",
        page.text,
        re.IGNORECASE | re.MULTILINE,
    )
    scope = block.get("scope_estimate")
    if label is not None and isinstance(scope, str) and scope.strip().lower() != label["word"].lower():
        line = _line_of_key(page, start, "scope_estimate")
        said = f"scope_estimate is {scope}; the text above says {label['word'].lower()}."
        yield Report("RT243", SCAN, line, "scope", said)
    searched = block.get("keywords_searched")
    rows = [row for row in page.rows if row.headers and "keyword" in row.headers[0] and row.cells]
    if isinstance(searched, list) and rows:
        listed = {row.cells[0].strip(" *`").casefold() for row in rows}
        extra = [word for word in cast("list[object]", searched) if str(word).casefold() not in listed]
        if extra and len(rows) < len(cast("list[object]", searched)):
            line = _line_of_key(page, start, "keywords_searched")
            said = f"keywords_searched names {extra[0]}, which the table of keywords does not list."
            yield Report("RT243", SCAN, line, "keywords", said)


def _totals(page: Page) -> Iterator[tuple[Cells, int]]:
    """Total rows that are not the sum of the rows above them."""
    sums: dict[int, list[int]] = {}
    for row in page.rows:
        last = row.cells[-1].strip(" *~") if row.cells else ""
        if not last.isdigit() or len(last) > 9:
            sums.setdefault(row.table, []).append(-1)
        elif _TOTAL.match(row.cells[0]):
            above = sums.get(row.table, [])
            if above and min(above) >= 0 and sum(above) != int(last):
                yield row, sum(above)
        else:
            sums.setdefault(row.table, []).append(int(last))


def _summary(item: Item, page: Page) -> Iterator[Report]:
    actual = {"requirements": len(item.requirements), "stories": len({story.key for story in item.stories})}
    everything = len(item.requirements) + len(item.qualities)
    for noun, pattern in _NOUNS.items():
        if not actual[noun]:
            continue
        for line in page.lines:
            found = pattern.search(line.text)
            if found is None or line.text.lstrip().startswith(("|", "#")):
                continue
            said_number = _value(found["n"])
            if said_number != actual[noun] and not (noun == "requirements" and said_number == everything):
                said = f"The summary counts {found['n']} {noun}; there are {actual[noun]}."
                yield Report("RT243", SUMMARY, line.number, noun, said)
            break
