"""RT122 to RT131: Markdown that a reader sees otherwise than its author: tables, fences, headings, links, template text."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.pages import Page
from roundtable.documents.markdown import lines_of, plain_title

__all__ = ["check_layout"]

_LINK: Final = re.compile(r"(?<!!)\[[^\]\n]{0,200}\]\(\s*<?(?P<target>[^)\s>]{1,300})>?[^)\n]{0,100}\)")
_MAY_REPEAT: Final = re.compile(r"\b(?:discussion|elaboration|notes?)\b", re.IGNORECASE)
_NO_SPACE: Final = re.compile(r"^#{2,6}(?=[A-Za-z*`\[(])(?P<title>.{2,80})$")
_LOST: Final = re.compile(r"^#{2,6}[A-Za-z*`\[(]", re.MULTILINE)
_DASHES: Final = re.compile(r"^[\s|:-]*-[\s|:-]*$")
_TEMPLATE: Final = re.compile(
    r"\blorem ipsum\b|\{\{[^{}\n]{1,60}\}\}|<(?:insert|your|enter|describe|add)\b[^<>\n]{1,60}>|"
    r"\[(?:insert|describe|enter|fill in|replace|add|your|brief description|todo:)\b[^\]\n]{2,80}\](?![(\[:])",
    re.IGNORECASE,
)
_MARKS: Final = ("lorem ipsum", "{{", "<insert", "<your", "<enter", "<describe", "<add", "[insert", "[describe", "[enter", "[fill in",
                 "[replace", "[add", "[your", "[brief description", "[todo:")  # fmt: skip
_CODE: Final = re.compile(r"`[^`]*`")
_COMMENT: Final = re.compile(r"^ {0,3}<!--")


def check_layout(page: Page, pages: Mapping[str, Page], neighbours: frozenset[str]) -> Iterator[Report]:
    """One Markdown file as it is shown; `pages` are those that its links may lead to."""
    yield from _sections(page)
    yield from _tables(page)
    yield from _links(page, pages, neighbours)
    yield from _templates(page)


def _sections(page: Page) -> Iterator[Report]:
    seen: dict[str, int] = {}
    for heading in page.headings:
        if not any(page.raw[at].strip() for at in range(heading.line, heading.end - 1)):
            said = f"“{heading.title}” has nothing under it."
            yield Report("RT113", page.name, heading.line, heading.title, said)
        if heading.level == 1:
            seen.clear()  # another part of the document
        if heading.level == 2:
            title = plain_title(heading.title)
            if title in seen and not _MAY_REPEAT.search(title):
                said = f"“{heading.title}” is already the title of the section at line {seen[title]}."
                yield Report("RT125", page.name, heading.line, title, said)
            seen.setdefault(title, heading.line)
    for line in page.lines if _LOST.search(page.text) else ():
        if line.text.startswith("##") and (found := _NO_SPACE.match(line.text)):
            said = f"“{found['title'].strip()}” is no heading: there is no space after the #."
            yield Report("RT129", page.name, line.number, found["title"].strip(), said)
    if open_at := _open_fence(page):
        yield Report("RT123", page.name, open_at, "fence", "The code fence opened here is never closed.")
    elif open_at := _open_comment(page):
        yield Report("RT123", page.name, open_at, "comment", "The comment opened here is never closed.")


def _open_fence(page: Page) -> int:
    """The line of a fence that reaches the end of the text without its closing line; 0 when all are closed."""
    last_line = len(page.raw)
    while last_line and not page.raw[last_line - 1].strip():
        last_line -= 1
    if page.lines and page.lines[-1].number >= last_line:
        return 0  # the text ends in prose, so nothing is open
    if not page.fences:
        return 0
    last = page.fences[-1]
    return last.line if len(page.raw) - last.line <= len(lines_of(last.body)) else 0


def _open_comment(page: Page) -> int:
    """The line of a comment that swallows the rest of the text; 0 when there is none."""
    at = page.text.rfind("<!--")
    if at < 0 or "-->" in page.text[at:]:
        return 0
    number = page.text.count("\n", 0, at) + 1
    starts = number <= len(page.raw) and _COMMENT.match(page.raw[number - 1])
    return number if starts and not any(line.number >= number for line in page.lines) else 0


def _tables(page: Page) -> Iterator[Report]:
    for row in page.rows:
        if len(row.cells) != len(row.headers):
            said = f"The row has {len(row.cells)} cells, its table {len(row.headers)} columns."
            yield Report("RT122", page.name, row.line, row.cells[0] if row.cells else "row", said)
    rows = {row.line for row in page.rows}
    run: list[int] = []
    barred = [line for line in page.lines if line.text.lstrip().startswith("|")] if "|" in page.text else []
    for line in (*barred, None):
        text = line.text.strip() if line is not None else ""
        is_row = text.endswith("|") and text.count("|") > 2
        if line is not None and is_row and (not run or line.number == run[-1] + 1):
            run.append(line.number)
            continue
        if (
            len(run) >= 2
            and not rows.intersection(run)
            and not any(_DASHES.match(page.raw[at - 1]) for at in run)
        ):
            said = "These lines look like a table, but the line of dashes under the column names is missing."
            yield Report("RT130", page.name, run[0], page.raw[run[0] - 1].strip()[:60], said)
        run = [line.number] if line is not None and is_row else []


def _links(page: Page, pages: Mapping[str, Page], neighbours: frozenset[str]) -> Iterator[Report]:
    if "](" not in page.text:
        return
    for line in page.lines:
        if "](" not in line.text:
            continue
        for found in _LINK.finditer(line.text):
            target, _, anchor = found["target"].removeprefix("./").partition("#")
            target = target.split("?")[0]
            if "/" in target or ":" in target:
                continue
            if target and not re.search(r"\.(?:md|json|csv|ya?ml)$", target):
                continue
            if target and target not in neighbours:
                said = f"The link leads to {target}, which is not in this folder."
                yield Report("RT124", page.name, line.number, target, said)
            elif anchor and (other := pages.get(target) if target else page) and anchor not in other.anchors:
                said = f"The link leads to #{anchor}, and {other.name} has no such heading."
                yield Report("RT124", page.name, line.number, f"#{anchor}", said)


def _templates(page: Page) -> Iterator[Report]:
    lowered = page.text.lower()
    for line in page.lines if any(mark in lowered for mark in _MARKS) else ():
        found = _TEMPLATE.search(_CODE.sub("", line.text))
        if found is not None:
            said = f"“{found[0]}” is left over from a template."
            yield Report("RT131", page.name, line.number, found[0][:60], said)
