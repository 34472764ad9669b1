"""RT113, RT122 to RT131, RT134: Markdown that a reader sees otherwise than its author: tables, fences, headings, links, footnotes."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from roundtable.documents.checks.findings import Report
from roundtable.documents.escaping import CODE_SPAN
from roundtable.documents.reading.document import Document
from roundtable.documents.reading.inline_marks import FOOTNOTE, links_in
from roundtable.language.markdown import plain_title

_WORDS: Final = ("paragraph", "item", "heading", "table")
_LONG_ENOUGH: Final = 20
"""Characters of a line that nobody repeats below itself."""
_MAY_REPEAT: Final = ("discussion", "elaboration", "note")
_NO_SPACE: Final = re.compile(r"^#{2,6}(?=[A-Za-z*`\[(])(?P<title>.{2,80})$", re.MULTILINE)
_TEMPLATE: Final = re.compile(
    r"(?i)\blorem ipsum\b|\{\{[^{}\n]{1,60}\}\}|<(?:insert|your|enter|describe|add)\b[^<>\n]{1,60}>|"
    r"\[(?:insert|describe|enter|fill in|replace|add|your|brief description|todo:)\b[^\]\n]{2,80}\](?![(\[:])|"
    r"(?<= )\{[a-z][a-z _-]{2,40}\}(?=[.,;]?(?:\s|$))"
)
_NOTE: Final = re.compile(rf"{FOOTNOTE.pattern}(?!:)")
_NAMED_LINK: Final = re.compile(
    r"\[`(?P<text>[\w./-]{1,200}\.\w{1,8})`\]\(\s*<?(?P<file>[^)\s>#]{1,300}+)[^)\n]{0,200}+\)"
)
_CHAT: Final = re.compile(
    r"(?i)^(?:sure|certainly|of course|absolutely|great)[!,.] .*\b(?:here|i(?:'ve| have| will|'ll))\b|^here(?:'s| is| are) (?:the|your|an?) .*:$|"
    r"\b(?:as an ai\b|let me know if you|i hope this helps|(?:do|would) you (?:want|like) me to\b|feel free to (?:ask|reach))"
)
"""What a model says to whoever asked it, around the document."""
_DOCUMENTS: Final = (".md", ".json", ".csv", ".yml", ".yaml")


def check_layout(
    one: Document, others: Mapping[str, Document], there: frozenset[str], *, is_ours: bool
) -> Iterator[Report]:
    """One Markdown file as it is shown; `others` are those that its links may lead to, `there` all files."""
    for check in (_sections, _unclosed, _tables, _footnotes):
        yield from check(one)
    yield from _links(one, others, there, is_ours=is_ours)
    for told in one.page.texts:
        if told.kind == "paragraph" and _CHAT.search(told.text):
            yield Report(
                "RT131",
                one.name,
                told.line,
                told.text[:60],
                "A model's words to whoever asked it stand here.",
            )
    for line in one.page.prose if _TEMPLATE.search(one.page.text) else ():
        if found := _TEMPLATE.search(CODE_SPAN.sub("", line.text)):
            said = f"“{found[0]}” is left over from a template."
            yield Report("RT131", one.name, line.number, found[0][:60], said)


def _sections(one: Document) -> Iterator[Report]:
    seen: dict[str, int] = {}
    for section in one.page.sections:
        lines = one.page.lines[section.line : section.reach - 1]
        if all(not line.strip() or line.startswith("[^") for line in lines):
            said = f"“{section.title}” has nothing under it."
            yield Report("RT113", one.name, section.line, section.title, said)
        if section.level == 1:
            seen.clear()  # another part of the document
        if section.level == 2:
            title = plain_title(section.title)
            if title in seen and not any(word in title for word in _MAY_REPEAT):
                said = f"“{section.title}” is already the title of the section at line {seen[title]}."
                yield Report("RT125", one.name, section.line, title, said)
            seen.setdefault(title, section.line)
    before = ""
    for line in one.page.prose:
        if line.text.strip() == before and len(before) > _LONG_ENOUGH and set(before) - set("|-: "):
            yield Report(
                "RT125", one.name, line.number, f"twice {before[:60]}", "The same line stands here twice."
            )
        before = line.text.strip() or before
    for line, found in one.page.matches(_NO_SPACE):
        title = found["title"].strip()
        said = f"“{title}” is no heading: there is no space after the #."
        yield Report("RT129", one.name, line, title, said)


def _unclosed(one: Document) -> Iterator[Report]:
    lines = one.page.lines
    for block in one.page.blocks:
        bare = CODE_SPAN.sub("", block.text.replace("\\`", "").replace("\\*", ""))
        for mark, what in (("`", "back-quote"), ("**", "bold mark")) if block.kind in _WORDS else ():
            at = bare.rfind(mark)
            is_mark = mark == "`" or (bare[at + 2 : at + 3].strip() or bare[at - 1 : at].strip())
            if bare.count(mark) % 2 and is_mark and "***" not in bare:
                said = f"A {what} opened here is never closed."
                yield Report("RT123", one.name, block.line, f"{what} {block.text[:40]}", said)
    last = next((block for block in reversed(one.page.blocks) if block.kind in ("fence", "comment")), None)
    if last is None or any(line.strip() for line in lines[last.end - 1 :]):
        return
    inside = [line for line in lines[last.line : last.end - 1] if line.strip()]
    closing = inside[-1].strip(" >\t\r\n") if inside else ""
    if last.kind == "comment" and "-->" not in last.text:
        yield Report("RT123", one.name, last.line, "comment", "The comment opened here is never closed.")
    elif last.kind == "fence" and not (closing[:3] in ("```", "~~~") and not closing.strip("`~")):
        yield Report("RT123", one.name, last.line, "fence", "The code fence opened here is never closed.")


def _tables(one: Document) -> Iterator[Report]:
    for row in one.page.rows:
        if len(row.cells) != len(row.headers):
            said = f"The row has {len(row.cells)} cells, its table {len(row.headers)} columns."
            yield Report("RT122", one.name, row.line, row.cells[0] if row.cells else "row", said)
    for block in one.page.blocks:
        # What is no table although every line looks like a row stays a paragraph.
        lines = [line.text for line in block.lines] if block.kind == "paragraph" else []
        barred = [line for line in lines if line[:1] == line[-1:] == "|" and line.count("|") > 2]
        dashes = next((line for line in barred if set(line) <= set("|-: ")), "")
        said = "but the line of dashes under the column names is missing"
        if dashes and dashes.count("|") != lines[0].count("|"):
            said = "but the line of dashes has other columns than the names above it"
        if 2 <= len(barred) == len(lines) and (not dashes or "other" in said):
            said = f"These lines look like a table, {said}."
            yield Report("RT130", one.name, block.line, lines[0][:60], said)


def _links(
    one: Document, others: Mapping[str, Document], neighbours: frozenset[str], *, is_ours: bool
) -> Iterator[Report]:
    for line in one.page.prose if "](" in one.page.text else ():
        for link in _NAMED_LINK.finditer(line.text):
            shown, target = (link[part].rpartition("/")[2] for part in ("text", "file"))
            if shown != target and "." in target:
                said = f"The link is called {shown}, and leads to {target}."
                yield Report("RT124", one.name, line.number, f"{shown} {target}", said)
        for file, anchor in links_in(line.text):
            target = file.removeprefix("./").split("?")[0]
            there = others.get(target) if target else one
            is_document = target.endswith(_DOCUMENTS) or (is_ours and "." in target)
            if "/" in target or ":" in target or (target and not is_document):
                continue
            if target and target not in neighbours:
                said = f"The link leads to {target}, which is not in this folder."
                yield Report("RT124", one.name, line.number, target, said)
            elif anchor and there and anchor not in there.page.anchors:
                said = f"The link leads to #{anchor}, and {there.name} has no such heading."
                yield Report("RT124", one.name, line.number, f"#{anchor}", said)


def _footnotes(one: Document) -> Iterator[Report]:
    """Footnotes that are named and not there; who defines none may mean something else by these marks."""
    defined = {note.name for note in one.page.footnotes}
    named = {found["name"] for found in _NOTE.finditer(one.page.text)}
    for note in (note for note in one.page.footnotes if note.name not in named):
        said, fix = (
            f"Nothing names the footnote {note.name}.",
            "Remove it, or name it behind what it is the source of.",
        )
        yield Report("RT134", one.name, note.line, note.name, said, fix)
    seen: set[str] = set()
    for line in one.page.prose if "[^" in one.page.text else ():
        for found in _NOTE.finditer(CODE_SPAN.sub("", line.text)) if "[^" in line.text else ():
            # A name such as t12 is ours: it means a footnote even where none is left.
            if found["name"] not in defined | seen and (defined or found["name"].strip("t").isdigit()):
                seen.add(found["name"])
                said = f"The footnote {found['name']} is named here and explained nowhere."
                yield Report("RT134", one.name, line.number, found["name"], said)
