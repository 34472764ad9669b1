"""RT3xx: what the documents cite from the code, against the code as it is now. Asks only through the context.

RT301 are places that the repository does not have, RT302 symbols and RT303 files that changed, RT304 signatures that differ.

Cited is what stands in back-quotes (`src/tax.py`, `src/tax.py:12`, `src/tax.py::compute`), what a link leads to, and a path in
plain text that gives a line or lies in a folder that other citations prove. A name in back-quotes counts where its file is
named beside it (`compute` in `src/tax.py`), a file's bare name where no path that ends with it is cited. What is marked as new
or deleted is not asked about.
"""

import posixpath
import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from roundtable.analysis.staleness import directly_affected, overlap
from roundtable.documents.catalog import IMPACT, MODULES, SPEC
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import Item
from roundtable.documents.escaping import spans_in
from roundtable.documents.reading.document import CODE_ENDINGS, Document
from roundtable.documents.reading.inline_marks import links_in, unlinked
from roundtable.language.markdown_blocks import Line, Row
from roundtable.language.phrases import any_of, spelled

_OWN: Final = "docs/requirements/"
_SPAN: Final = re.compile(r"`([^`\n]{2,200})`")
_ENDING: Final = r"\.(?P<ending>[A-Za-z][A-Za-z0-9]{0,9})"
_ANCHOR: Final = re.compile(
    rf"^(?:\./)?(?P<path>[\w@.+-]+(?:/[\w@.+\[\]-]+)*{_ENDING})(?P<place>:\d+(?:-\d+)?|#L\d+(?:-L?\d+)?|::[\w.]+)?$"
)
_PLAIN: Final = re.compile(
    rf"(?<![\w/.@:`\\-])(?P<path>(?:[\w@+-][\w@.+-]*/)+[\w@.+-]+{_ENDING})(?P<place>:\d+|#L\d+)?(?![\w/])"
)
_PLANNED: Final = any_of(
    "new|create[sd]?|proposed|planned|add|added|adds|to be|will be|delete[sd]?|removed?|rename[sd]?"
)
_MARKED: Final = re.compile(
    r"^\W*(?:new|created?|proposed|planned|added|deleted?|removed?|renamed?)\b|\bnew (?:file|module|class|function|endpoint|script|test)\b|"
    r"\b(?:to be|will be) (?:created|added|written|removed|deleted)\b",
    re.IGNORECASE,
)
_CALL: Final = re.compile(r"^(?:[\w.]+\.)?(?P<name>\w+)\((?P<inside>[^()]*)\)")
_DEFINED: Final = r"\b(?:def|function|func|fn)\s+(?:\([^)]*\)\s*)?{name}\s*\(([^()]*)\)"
_OUTER: Final = re.compile(r"\[[^\]]*\]|<[^<>]*>")
_CONSTANT: Final = re.compile(r"`([A-Z][A-Z0-9_]{2,})` in `([^`\s:]+)` (?:is|=) (\d[\d,_]*)\b")
_AS_BEFORE: Final = any_of("today | was | were | now | instead | becomes? | old | formerly | previous\\w*")
_UNCHANGED: Final = any_of("stays? | remains? | unchanged | existing | untouched")
_TO_LINE: Final = re.compile(
    r"(?:(?P<names>(?:`[^`\n]{3,80}`(?:, | and | ))+)(?P<beside>\()?)?\[`?(?P<text>[^\]`\n]{1,120})`?\]"
    r"\((?P<target>[^)\s#]{1,300})#L(?P<start>\d{1,6})(?:-L?(?P<end>\d{1,6}))?\)"
)
_LINES_SHOWN: Final = re.compile(
    r"(?:lines? )?(?:(?P<file>[\w./-]{1,100}):)?(?P<first>\d{1,6})(?:[–-](?P<last>\d{1,6}))?"
)
_LINES_TOLD: Final = re.compile(r"\(lines? (\d{1,6})\b")
_WORD: Final = re.compile(r"[A-Za-z_]\w{2,}")
_TYPE: Final = re.compile(r"(?=.*[\[|])[\w.\[\], |]+")
_NAME: Final = re.compile(r"(?:[A-Za-z_]\w*\.)*(?P<last>[A-Za-z_]\w{3,})(?:\(\))?")
_ROW: Final = re.compile(r"L(\d+)(?:-L\d+)?")
_ACTION: Final = ("change", "action", "type", "status", "operation", "kind", "new")


def check_code(item: Item) -> Iterator[Report]:
    yield from _unresolved(item)
    yield from _signatures(item)
    for symbol in sorted(item.context.changed_symbols):
        yield from _changed(item, symbol)
    page = item.get(IMPACT).page
    if touched := overlap(item.context.changed_files, directly_affected(page.text)):
        section = page.find("Directly Affected Files")
        shown = ", ".join(touched[:3]) + (f" and {len(touched) - 3} more" if len(touched) > 3 else "")
        count = f"{len(touched)} directly affected file{'s' * (len(touched) > 1)}"
        said = f"{count} changed since the analysis: {shown}."
        severity = "info" if len(touched) <= 3 else "warning"
        yield Report("RT303", IMPACT, section.line if section else 1, "changed", said, severity=severity)


def _unresolved(item: Item) -> Iterator[Report]:
    """Every citation that leads nowhere, once per document."""
    if (resolve := item.context.resolve_anchor) is None:
        return
    is_there = cache(resolve)
    documents = list(item.own_documents)
    cited = {one.name: [*_quoted(item, one), *_linked(item, one)] for one in documents}
    anchors = [anchor for places in cited.values() for _, anchor in places]
    there = [anchor for anchor in anchors if "/" in anchor and is_there(anchor)]
    proven = {anchor.split("/")[0] for anchor in there}
    # What some line of the item calls new, no other line has to call so again.
    lines = [line for one in documents for line in one.page.prose if _MARKED.search(_SPAN.sub("", line.text))]
    new = {_SPAN.findall(line.text)[0].removeprefix("./") for line in lines if _SPAN.search(line.text)}
    names = {_file_of(anchor).rsplit("/", 1)[-1] for anchor in there} | new
    for one in documents:
        seen: set[str] = set()
        bare = [(line.number, unlinked(_SPAN.sub(" ", line.text))) for line in _unplanned(one)]
        plain = [(at, anchor) for at, text in bare for anchor in _paths(text.replace("\\_", "_"), proven)]
        for line, anchor in (*cited[one.name], *plain):
            is_new = anchor not in seen and _file_of(anchor) not in names
            seen.add(anchor)
            if is_new and not is_there(anchor):
                yield Report("RT301", one.name, line, anchor, f"`{anchor}` is not in the repository.")
        yield from _lines(item, one)
        yield from _strangers(item, one, proven)
    for name, number, line in item.data_lines:
        is_asked = "/" in line and not _PLANNED.search(_PLAIN.sub("", line))
        for anchor in _paths(line.replace("`", " "), proven) if is_asked else ():
            if not is_there(anchor):
                yield Report("RT301", name, number, anchor, f"{anchor} is not in the repository.")


def _file_of(anchor: str) -> str:
    return anchor.partition(":")[0].partition("#")[0]


def _unplanned(one: Document) -> Iterator[Line]:
    """The lines that do not speak of something new or gone."""
    return (line for line in one.page.prose if not _PLANNED.search(unlinked(_SPAN.sub("", line.text))))


def _quoted(item: Item, one: Document) -> Iterator[tuple[int, str]]:
    rows = {row.line: row for row in one.page.rows}
    for line in one.page.prose:
        row = rows.get(line.number)
        if "`" not in line.text or (row is None and _PLANNED.search(_SPAN.sub("", line.text))):
            continue
        cells = [one for at, one in enumerate(row.cells) if not _is_planned(row, at)] if row else [line.text]
        for span in (span for cell in cells for span in _SPAN.findall(cell)):
            anchor = _ANCHOR.match(span)
            if anchor is None or anchor["path"] in item.files or span.startswith(_OWN):
                continue
            if "/" in span or anchor["ending"].lower() in CODE_ENDINGS:
                yield (line.number, span)


def _is_planned(row: Row, at: int) -> bool:
    """Whether a row marks what one of its cells cites as new or gone: in that cell, in its column for actions, or plainly elsewhere."""
    headers = (*row.headers, *[""] * len(row.cells))
    for place, (cell, header) in enumerate(zip(row.cells, headers, strict=False)):
        about_it = place == at or any(word in header for word in _ACTION)
        if (_PLANNED if about_it else _MARKED).search(_SPAN.sub("", cell)):
            return True
    return False


def _linked(item: Item, one: Document) -> Iterator[tuple[int, str]]:
    folder = item.context.folder
    unplanned = {line.number for line in _unplanned(one)}
    for line in one.page.prose if "](" in one.page.text and folder else ():
        for target, place in links_in(line.text):
            if line.number not in unplanned and not place:
                continue  # lines are there already
            absolute = target.startswith("/")
            path = posixpath.normpath(target.lstrip("/") if absolute else posixpath.join(folder, target))
            is_below = path.startswith(f"{folder}/") and target.endswith((".md", ".json", ".yaml", ".yml"))
            is_code = ":" not in target and (is_below or target.rsplit(".", 1)[-1].lower() in CODE_ENDINGS)
            if is_code and "/" in target and not path.startswith(".."):
                row = _ROW.fullmatch(place)
                yield (line.number, f"{path}:{row[1]}" if row else path + f"#{place}" * bool(place))


def _paths(text: str, proven: set[str]) -> Iterator[str]:
    for found in _PLAIN.finditer(text) if "/" in text else ():
        is_code = found["ending"].lower() in CODE_ENDINGS and not found["path"].startswith(_OWN)
        if is_code and (found["place"] or found["path"].split("/")[0] in proven):
            yield found["path"] + (found["place"] or "")


def _strangers(item: Item, one: Document, proven: set[str]) -> Iterator[Report]:
    """Names of code beside a place in the code, which the code does not have, nor any other line that somebody wrote."""
    for line in _unplanned(one) if item.context.read_file and item.context.folder else ():
        shows_lines = "#L" in line.text
        places = [*_paths(line.text.replace("`", " "), proven)]
        for span in spans_in(line.text) if shows_lines or places else ():
            name = _NAME.fullmatch(span)
            is_code = (
                name
                and name["last"].lower() not in CODE_ENDINGS
                and (shows_lines or not span.isalpha() or not span[1:].islower())
            )
            if name and is_code and item.times(name["last"]) == 1 and not item.stands_in_code(span):
                said = f"`{span}` stands only here, and the code does not have it."
                yield Report("RT301", one.name, line.number, f"name {span}", said)


def _lines(item: Item, one: Document) -> Iterator[Report]:
    """Links to lines of the code: what is shown is where they lead, and a name before one or above it stands there."""
    named = (section for section in one.page.sections if section.title.startswith("IF-"))
    heads = {section.line: spans_in(section.title) for section in named}
    above = ""
    for line in one.page.prose if "#L" in one.page.text and item.context.folder else ():
        above = (
            (*heads[line.number], "")[0]
            if line.number in heads
            else ""
            if line.text.startswith("#")
            else above
        )
        links = list(_TO_LINE.finditer(line.text))
        told = _LINES_TOLD.search(line.text)
        for link in links:
            first, end = int(link["start"]), int(link["end"] or link["start"])
            path = posixpath.normpath(posixpath.join(item.context.folder, link["target"]))
            shown, names = _LINES_SHOWN.fullmatch(link["text"]), spans_in(link["names"] or "") or (above,)
            numbers = [int(at) for at in (shown["first"], shown["last"]) if at] if shown else []
            ending = posixpath.splitext(path)[1]
            paths = filter(_ANCHOR.match, names)
            files = [name for name in paths if "/" in name or (ending and name.endswith(ending))]
            file = ((shown["file"] if shown else "") or (*files[-1:], "")[0]) if shown else ""
            places = (first, end, bool(link["beside"]))
            odd = [
                word
                for name in names
                if name and not files and (word := _elsewhere(item, path, name, *places))
            ]
            above = ""  # behind the first link others tell of more
            said = ""
            if file and posixpath.basename(file) != posixpath.basename(path):
                said = f"The link shows {file} and leads to {path}."
            elif end < first:
                said = f"The link leads from line {first} back to line {end}."
            elif numbers and numbers[0] != first:
                said = f"The link shows line {numbers[0]} and leads to line {first}."
            elif numbers and numbers[-1] not in (first, end):
                said = f"The link shows lines up to {numbers[-1]} and leads up to {end}."
            elif told and len(links) == 1 and int(told[1]) != first:
                said = f"Line {told[1]} is told here, and the link leads to line {first}."
            elif odd:
                said = f"`{odd[0]}` is not at line {first} of {path}."
            if said:
                yield Report("RT301", one.name, line.number, link["target"] + link["text"], said)


def _elsewhere(item: Item, path: str, name: str, first: int, end: int, is_beside: bool) -> str:
    """What of a name is not in these lines, nor at the head of what they are a part of; in brackets the file is enough."""
    code = (item.context.read_file(path) if item.context.read_file else None) or ""
    lines = code.splitlines()
    inside, depth = lines[first - 1 : end], 1_000
    for text in (text for text in reversed(lines[:first]) if text.strip()):
        if (indent := len(text) - len(text.lstrip())) < depth:
            depth = indent
            inside.append(text)
    words, is_name = _WORD.findall(name), _NAME.fullmatch(name)
    if not (is_name or _TYPE.fullmatch(name)):
        return ""  # a command, a route: what the code does not spell so
    there = code if is_beside and is_name else "\n".join(inside)
    odd = [word for word in (words[-1:] if is_name else words) if not spelled(word).search(there)]
    # What the file does not have may be what it gets; then more than this line speaks of it.
    known = [word for word in odd if spelled(word).search(code) or item.times(word) == 1 or not is_name]
    return (*known, "")[0] if code else ""


def _signatures(item: Item) -> Iterator[Report]:
    """What the documents say of functions, constants and imports that are there, against the code."""
    if (read := item.context.read_file) is None:
        return
    for name, line, told, files in _calls(item):
        code = "\n".join(read(path) or "" for path in files if "/" in path)
        defined = re.search(_DEFINED.format(name=re.escape(told["name"])), code)
        here, there = _parameters(told["inside"]), _parameters(defined[1]) if defined else []
        if defined and here != there:
            said = f"{told['name']} takes {', '.join(here) or 'nothing'} here, and {', '.join(there) or 'nothing'} in the code."
            yield Report("RT304", name, line, told["name"], said)
    seen: dict[tuple[str, str, str], tuple[str, str]] = {}
    for one in item.own_documents:
        for line in (line for line in one.page.prose if not _AS_BEFORE.search(line.text)):
            calls = [call for span in spans_in(line.text) if (call := _CALL.match(span))]
            for key, given in ((key, given) for call in calls for key, given in _given(call)):
                known, where = seen.setdefault(key, (given, one.name))
                if known != given:
                    said = f"{key[1]} of {key[0]} has {given} here, and {known} in {where}."
                    yield Report("RT304", one.name, line.number, " ".join(key), said)
    for one in item.own_documents:
        for line in _unplanned(one):
            stated = _CONSTANT.search(line.text) if line.text.count("`") >= 4 else None
            if stated:
                name, path, here = stated.groups()
                value = re.search(rf"(?m)^\s*(?:\w+ )*{name}\b[^=\n]*= *(\d[\d_]*)", read(path) or "")
                if value and value[1].replace("_", "") != here.replace(",", ""):
                    said = f"{name} is {here} here, and {value[1]} in the code."
                    yield Report("RT304", one.name, line.number, name, said)
            path, other = _imports(line.text, item)
            code = read(path) if path else None
            if code and posixpath.basename(other).partition(".")[0] not in code:
                said = f"`{path}` does not import `{other}` in the code."
                yield Report("RT304", one.name, line.number, f"{path} {other}", said)


def _imports(text: str, item: Item) -> tuple[str, str]:
    """Who imports whom, as a sentence says, by their whole paths or by names that one file of the plan has."""
    for verb, is_turned in (("` imports `", False), ("` is imported by `", True)):
        who, is_told, whom = text.partition(verb)
        path, other = who.rpartition("`")[2], whom.partition("`")[0]
        path, other = (other, path) if is_turned else (path, other)
        if is_told:
            known = {span for one in item.own_documents for span in spans_in(one.page.text) if "/" in span}
            ends = [span for span in known if span.endswith(f"/{path}")]
            return (path if "/" in path else ends[0] if len(ends) == 1 else ""), other
    return "", ""


def _calls(item: Item) -> Iterator[tuple[str, int, re.Match[str], tuple[str, ...]]]:
    """Functions as documents write them, and the files they may be in: those that an interface or its module, or else the document, names."""
    paths = {module.text("name"): spans_in(module.text("paths")) for module in item.get(MODULES).of("module")}
    for name, found in item.interfaces:
        text = " ".join(str(value) for value in found.values.values())
        calls = map(_CALL.match, (found.text("signature").strip("`"), *spans_in(found.text("summary"))))
        if (told := next((call for call in calls if call), None)) and not _PLANNED.search(text):
            yield name, found.line, told, (*spans_in(text), *paths.get(found.text("module"), ()))
    for one in item.own_documents:
        for line in _unplanned(one) if "(" in one.page.text else ():
            called = [call for span in spans_in(line.text) if (call := _CALL.match(span)) and call["inside"]]
            if called and _UNCHANGED.search(_SPAN.sub("", line.text)):
                yield from ((one.name, line.number, call, spans_in(one.page.text)) for call in called)


def _given(call: re.Match[str]) -> Iterator[tuple[tuple[str, str, str], str]]:
    """The type and the default of each parameter: ("total", "page", "=") and "1"."""
    for part in _OUTER.sub("", call["inside"]).split(","):
        name, _, kind = part.partition("=")[0].partition(":")
        for mark, value in ((":", kind), ("=", part.partition("=")[2])):
            if value.strip():
                yield (call["name"], name.strip(), mark), value.strip()


def _parameters(inside: str) -> list[str]:
    names = [re.split(r"[:=\s]", part.strip().lstrip("*&."))[0] for part in _OUTER.sub("", inside).split(",")]
    return [name for name in names if name not in ("", "self", "cls", "/")]


def _changed(item: Item, symbol: str) -> Iterator[Report]:
    name = symbol.removesuffix("()")
    end = re.compile(rf"(?:^|[.:/#]){re.escape(name)}(?:\(.*\))?$")

    def cites(text: str) -> bool:
        """In code marks: by its whole name, as a call, or behind its file."""
        return name in text and any(end.search(span) for span in spans_in(text))

    known = item.requirements
    citing = {key: one.line for key, one in known.items() if any(cites(line.text) for line in one.lines)}
    for row in item.rows:
        if cites(row.source) or cites(f"`{row.source}`"):
            citing = {**{key: known[key].line for key in row.requirements if key in known}, **citing}
    if citing:
        verb = "cites" if len(citing) == 1 else "cite"
        said = f"{len(citing)} of {len(known)} FRs {verb} `{symbol}`, which changed."
        yield Report("RT302", SPEC, min(citing.values()), symbol, said)
    for one in item.own_documents:
        lines = [line.number for line in one.page.prose if cites(line.text)] if one.name != SPEC else []
        if lines:
            times = "once" if len(lines) == 1 else f"{len(lines)} times"
            said = f"{one.name} cites `{symbol}` {times}, which changed."
            yield Report("RT302", one.name, lines[0], symbol, said)
