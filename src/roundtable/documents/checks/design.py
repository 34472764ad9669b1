"""RT221 to RT241, RT251, RT254, RT255, RT258: modules, interfaces, errors, integrations, decisions, risks and the impact against each other."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from roundtable.documents import catalog
from roundtable.documents.catalog import IMPACT, OVERVIEW, QUICK_SCAN, README, SPEC, TAXONOMY
from roundtable.documents.checks.agreement import check_circles
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import Item, first_path, wrong
from roundtable.documents.escaping import spans_in
from roundtable.documents.quick_scan import read_quick_scan
from roundtable.documents.reading.document import Document, Found, diagram_edges, names_in
from roundtable.documents.reading.identifiers import ID, family_of, key_of, leading, mentions
from roundtable.language.phrases import any_of, any_phrase, spelled
from roundtable.language.tongue import language_of

_STATUSES: Final = ("proposed", "accepted", "superseded", "deprecated", "rejected")
_OUTSIDE: Final = re.compile(
    r"(?i)\b(?:extern\w*|existing|library|third|database|package|standard library|stdlib|framework|api|sdk|\d)\b|[()@]"
)
_ERROR_NAME: Final = re.compile(r"^[`'\"]*(?P<name>[A-Z][A-Za-z0-9_]*[A-Za-z0-9])[`'\"]*(?=$|[\s:(,;—–-])")
_FILE: Final = re.compile(r"^[\w@.+\\-]+(?:/[\w@.+\\-]+)*\.[A-Za-z]\w{0,9}$")
_TASK: Final = re.compile(r"^\s*(?:[-*] )?\[[ xX]\] ")
_PATHS: Final = re.compile(r"(?<![\w/.@:-])(?:[\w@+-][\w@.+-]*/)+[\w@.+-]+\.[A-Za-z]\w{0,9}\b")
_FOLDED: Final = re.compile(r"[`*_\-/.\"']+")
_FILES: Final = ("file", "path", "files", "datei", "fichier")
_STAYS: Final = r"(?:not\s+(?:touched|changed|modified)|untouched|unchanged|as (?:it|they) (?:is|are))"
_CHANGES_NOT: Final = r"(?:isn't|aren't|not) touched|(?:do(?:es)?\s+not|don't|doesn't)\s+change"
_UNTOUCHED: Final = any_phrase((rf"(?:is|are|stays?|remains?)\s+{_STAYS}", _CHANGES_NOT, "left alone"))
_NOT_THE_FILE: Final = any_of("signatures? | behaviou?rs? | interfaces? | formats? | outputs? | messages?")
_AS_TODAY: Final = any_of("existing | unchanged")
_SMALL: Final = {"the", "and", "for", "service", "system"}
_WEIGHED: Final = ("Other ways were not discussed", "Asked was: (1)")
_MOVES: Final = ("next", "to", "transition")
_MANY_BOXES: Final = 4
_CONTRACT: Final = frozenset({"module", "output", "inputs"})
_SIZES: Final = {"small": range(1, 9), "medium": range(3, 26), "large": range(10, 1_000_000_000)}
_EARLY: Final = {SPEC, README, QUICK_SCAN, "draft.md", catalog.STORIES, catalog.MATRIX, "meta.json"}


def check_design(item: Item) -> Iterator[Report]:
    design = _Design(item)
    for check in (_modules, _serving, _integrations, _coverage):
        yield from check(design)
    for check in (_interfaces, _decisions, _risks, _impact, _flows):
        yield from check(item)


class _Design:
    """The modules of an item and what they use; what stands around the design is read only when somebody asks."""

    def __init__(self, item: Item) -> None:
        self.item = item
        self.file, self.modules = item.design.name, item.modules
        self.by_name: dict[str, Found] = {}
        for module in self.modules:
            self.by_name.setdefault(_folded(module.text("name")), module)
        self.uses: dict[str, dict[str, int]] = {name: {} for name in self.by_name}
        self.shown: dict[str, str] = {}
        for name, module in self.by_name.items():
            for other in names_in(module.text("depends_on")):
                self._use(name, other, module.line)
        for used in item.design.of("uses"):
            self._use(_folded(used.text("source")), used.text("target"), used.line)

    def _use(self, name: str, other: str, line: int) -> None:
        if name in self.uses:
            self.shown.setdefault(_folded(other), other)
            self.uses[name].setdefault(_folded(other), line)

    @cached_property
    def around(self) -> str:
        names = (OVERVIEW, "component-interactions.md", "tech-stack-decision.md", IMPACT, "data-flow.md")
        return " ".join(_folded(self.item.get(name).page.text) for name in names if name != self.file)


def _folded(name: str) -> str:
    """A name for comparing: case, marks and separators do not matter."""
    return " ".join(_FOLDED.sub(" ", name).casefold().split())


def _modules(design: _Design) -> Iterator[Report]:
    file, by_name = design.file, design.by_name
    for module in design.modules:
        name = _folded(module.text("name"))
        if by_name[name] is not module:
            said = f"Module {module.text('name')} is already defined at line {by_name[name].line}."
            yield Report("RT251", file, module.line, name, said)
    used = {other for targets in design.uses.values() for other in targets}
    offered = design.item.interfaces
    serving = {_folded(found.text("module")) for _, found in offered}
    traced = any(map(_serves, design.modules))  # else nothing can be said of the one that uses the others
    for name, module in by_name.items():
        shown = module.text("name")
        if not module.text("responsibility").strip():
            yield Report("RT224", file, module.line, name, f"Module {shown} does not say what it is for.")
        needed = _serves(module) or name in used | serving
        if len(by_name) > 1 and traced and not needed and name not in design.around:
            said = f"Module {shown} serves no requirement, and nothing uses it."
            yield Report("RT221", file, module.line, name, said)
        for other, line in design.uses[name].items():
            is_known = other in by_name or other in design.around
            if not is_known and not _OUTSIDE.search(design.shown[other]):
                said = f"Module {shown} uses {design.shown[other]}, which the design does not define."
                yield Report("RT222", file, line, f"{name} {other}", said)
    for name, found in offered if by_name else ():
        key = _folded(found.text("module"))
        if key and key not in by_name and key not in design.around and not key.startswith("tbd"):
            said = f"Interface {found.text('name')} belongs to module {found.text('module')}, which the design does not define."
            yield Report("RT222", name, found.line, f"interface {_folded(found.text('name'))}", said)
    uses = [(name, other, line) for name, used in design.uses.items() for other, line in used.items()]
    edges = {(name, other): (file, line) for name, other, line in uses if other in by_name}
    names = {name: module.text("name") for name, module in by_name.items()}
    yield from check_circles("RT223", "Modules", edges, names)


def _serves(module: Found) -> bool:
    return any(
        family_of(key) in ("FR", "NFR") for key in _keys(str(value) for value in module.values.values())
    )


def _keys(texts: Iterable[str]) -> set[str]:
    return {mention.key for text in texts for mention in mentions(text)}


def _serving(design: _Design) -> Iterator[Report]:
    """Which module serves which requirement, as the design has it and as other documents tell it."""
    item, modules = design.item, design.by_name
    home = [(key, name) for name, one in modules.items() for key in _keys([one.text("requirements")])]
    for one in item.own_documents if home else ():
        rows = [(row.line, row.cells, row.cells) for row in one.page.rows]
        heads = [
            (told, told.words.partition("**")[2].partition("**"))
            for told in one.page.blocks
            if told.kind == "item"
        ]
        rows += [(told.line, (name,), (rest,)) for told, (name, _, rest) in heads]
        told = [
            (key, _folded(name), line)
            for line, cells, texts in rows
            for name in (name for cell in cells for name in names_in(cell))
            if _folded(name) in modules
            for key in sorted(_keys(texts) & item.requirements.keys())
        ]
        for at, other in ((0, 1), (1, 0)):
            for pair in told if one.name not in (design.file, SPEC) else ():
                here = {each[other] for each in told if each[at] == pair[at]}
                there = {each[other] for each in home if each[at] == pair[at]}
                if there and here.isdisjoint(there):
                    shown = [
                        item.shown(part) if part not in modules else modules[part].text("name")
                        for part in pair[:2]
                    ]
                    said = f"{shown[0]} is given to {shown[1]} here, and not in {design.file}."
                    yield Report("RT242", one.name, pair[2], " ".join(shown), said)
                    break


def _interfaces(item: Item) -> Iterator[Report]:
    taxonomy = item.get(TAXONOMY)
    has_taxonomy = TAXONOMY in item.documents
    # Others tell a contract in running words; whoever lists errors once, or gives a contract its fields, means to list them.
    lists = any(found.values.get("errors") for _, found in item.interfaces)
    saved = [fact for fact in item.saved_facts if fact.get("kind") == "interface"]
    untold = {fact.get("id") for fact in saved if not fact.get("errors")}
    for file, found in item.interfaces:
        name, errors = found.text("name"), found.values.get("errors")
        is_known = found.text("id") in untold  # nobody at the table spoke of errors, and nothing is made up
        means_to = found.form == "row" or lists or _CONTRACT & found.values.keys()
        if errors is None and not is_known and means_to and not _AS_TODAY.search(name):
            said = f"Interface {name} does not say what can fail."
            yield Report("RT225", file, found.line, _folded(name), said)
        told = names_in(errors) if isinstance(errors, str) else list(errors or ())
        for text in told if has_taxonomy else ():
            error = _ERROR_NAME.match(text.strip())
            if error is None or ID.match(text.strip("`'\" ")) or error["name"].upper() in ("TBD", "NONE"):
                continue
            if not spelled(error["name"]).search(taxonomy.page.text):
                said = f"Interface {name} names the error {error['name']}, which {TAXONOMY} does not list."
                yield Report("RT228", file, found.line, f"{_folded(name)} {error['name']}", said)
    if has_taxonomy and item.interfaces:
        yield from _unused_errors(item, taxonomy)


def _unused_errors(item: Item, taxonomy: Document) -> Iterator[Report]:
    used = {mention.key for name, _, mention in item.mentioned if name != TAXONOMY}
    defined = {key: entry for key, entry in taxonomy.entries.by_key.items() if family_of(key) == "ERR"}
    apart = (TAXONOMY, "analysis.json", "journal.jsonl")
    texts = [text for name, text in item.files.items() if isinstance(text, str) and name not in apart]
    for key, entry in defined.items() if used & defined.keys() else ():
        cells = entry.row.cells if entry.row else ()
        serves = any(family_of(m.key) in ("FR", "NFR", "AC") for cell in cells for m in mentions(cell))
        codes = [span for cell in cells for span in spans_in(cell)]
        if key not in used and not serves and not any(code in text for code in codes for text in texts):
            yield wrong("RT229", entry, f"{entry.id} is defined, and nothing uses it.")


def _integrations(design: _Design) -> Iterator[Report]:
    specs = [text for name in catalog.INTERFACE_SPECS if isinstance(text := design.item.files.get(name), str)]
    specified = _folded(" ".join(specs))
    for found in design.item.get(OVERVIEW).of("integration"):
        sides = [side for side in (found.text("source"), found.text("target")) if side.strip()]
        names = [_folded(side) for side in sides]
        shown = " to ".join(sides)
        what = found.text("id") or shown
        if all(_FILE.match(side.strip(" `*")) for side in sides):
            continue  # two files of the code that already call each other
        words = [{word for word in name.split() if len(word) > 2} - _SMALL or {name} for name in names]
        if specified and names and not any(all(word in specified for word in name) for name in words):
            said = f"The integration of {shown} has no interface on either side."
            yield Report("RT227", OVERVIEW, found.line, what, said)
        uses = [design.uses[name] for name in names if name in design.by_name]
        both = len(names) == len(uses) == 2 and any(design.uses.values())
        if both and names[1] not in uses[0] and names[0] not in uses[1]:
            said = f"{shown} talk to each other here, but in {design.file} neither uses the other."
            yield Report("RT255", OVERVIEW, found.line, what, said)


def _decisions(item: Item) -> Iterator[Report]:
    overview = item.get(OVERVIEW)
    if not item.is_ours and language_of(overview.page.text) != "en":
        overview = Document(OVERVIEW, "")  # its fields have other names
    # Our own overview says so where nobody weighed anything, or only chose from what was asked.
    is_told = item.is_ours and any(told in overview.page.text for told in _WEIGHED)
    shared = 2 if is_told else len(overview.of("option"))
    complete = overview.status.startswith("complete")
    with_file: set[str] = set()
    for name, number in item.decision_files.items():
        one = item.documents[name]
        with_file.add(f"ADR-{number}")
        if not item.is_ours and language_of(one.page.text) != "en":
            continue
        found = one.found[0]
        own = found.text("id")
        if own.upper().startswith("ADR") and key_of(own) != f"ADR-{number}":
            said = f"The file is number {number:04d}, its heading says {own}."
            yield Report("RT240", name, one.page.sections[0].line, f"ADR-{number}", said)
        yield from _decision(name, own or f"ADR-{number:04d}", found, shared, complete=complete)
    for found in overview.of("decision"):
        own = leading(found.text("id"))
        if own is not None and found.form == "heading" and key_of(own[0]) not in with_file:
            yield from _decision(OVERVIEW, own[0], found, shared, complete=complete)


def _decision(name: str, shown: str, found: Found, shared: int, *, complete: bool) -> Iterator[Report]:
    """One decision: it weighed something or gives its reason, and it says whether it stands."""
    options = found.values.get("options")
    listed = len(names_in(options) if isinstance(options, str) else options or ())
    reasoned = bool(found.text("rationale").strip() or (name != OVERVIEW and found.text("choice").strip()))
    is_apart = bool(found.values.get("beside"))  # ways beside the one that was chosen, in whichever form
    if (options is None and shared < 2 and not reasoned) or (
        options is not None and listed < 2 and not is_apart
    ):
        line = found.values.get("options_line") or found.line
        yield Report("RT230", name, line, key_of(shown), f"{shown} names fewer than two options.")
    status = found.text("status")
    word = status.strip(" *_-").lower().partition(" ")[0].strip(".,;:*_")
    said = ""
    if word not in _STATUSES:
        said = f"has the status “{status.strip()}”, which is none" if status.strip() else "has no status"
    # Whoever marks it as less than sure puts it forward; anybody else forgot to accept it.
    elif word == "proposed" and complete and not found.confidence.lower().startswith(("medium", "low")):
        said = "is still Proposed although the architecture is complete"
    if said:
        yield Report("RT231", name, found.line, f"status {shown}", f"{shown} {said}.")


def _risks(item: Item) -> Iterator[Report]:
    for name in (SPEC, IMPACT, OVERVIEW, catalog.SUMMARY):
        for row in item.get(name).page.rows:
            columns = [header for header in row.headers if "mitigation" in header or header == "remedy"]
            if columns and len(row.cells) == len(row.headers) and not row.get(*columns).strip(" -–—/"):
                title = row.get("risk", "zone", "area") or row.cells[0]
                said = f"Nothing is said about what lessens the risk “{title}”."
                yield Report("RT232", name, row.line, title, said)


def _coverage(design: _Design) -> Iterator[Report]:
    """Where modules say which requirements they serve, each has to be served somewhere."""
    item = design.item
    if "04-design" not in item.claimed or not any(_serves(module) for module in design.modules):
        return
    later = {mention.key for name, _, mention in item.mentioned if name not in _EARLY and "/" not in name}
    for key, entry in item.requirements.items():
        if key not in later and not item.is_wont(key):
            yield wrong("RT233", entry, f"No impact, architecture or design document mentions {entry.id}.")


def _impact(item: Item) -> Iterator[Report]:
    one = item.get(IMPACT)
    rows = [(found.text("path"), found.line) for found in one.of("direct_change") if found.form == "row"]
    direct = {first_path(path, path): line for path, line in rows}
    for found in one.of("indirect_change"):
        path = first_path(found.text("path"), found.text("path"))
        # A bullet is about the file it begins with; others in it are where that one is used.
        begins = one.page.lines[found.line - 1].lstrip("-* ").startswith(f"`{path}`")
        if path in direct and (begins or found.form == "row"):
            said = f"{path} is already listed as directly affected at line {direct[path]}."
            yield Report("RT236", IMPACT, found.line, path, said)
    changing = {path: (IMPACT, line) for path, line in direct.items()}
    # Others have their table of files in any document.
    tables = [
        (other.name, row) for other in item.own_documents for row in other.page.rows if other is not one
    ]
    tables = [(name, row) for name, row in tables if row.headers[0] in _FILES]
    listed = [(name, row) for name, row in tables if not _UNTOUCHED.search(" ".join(row.cells))]
    changing |= {path: (name, row.line) for name, row in listed for path in spans_in(row.cells[0])}
    tasks = [(one.name, line) for one in item.own_documents if not item.is_ours for line in one.page.prose]
    tasks = [
        (name, line) for name, line in tasks if _TASK.match(line.text) and not _UNTOUCHED.search(line.text)
    ]
    changing |= {path: (name, line.number) for name, line in tasks for path in _PATHS.findall(line.text)}
    for name, line, path in _ruled_out(item):
        where, at = changing.get(path, ("", 0))
        if where:
            said = f"{path} is not touched here, and {where}, line {at}, lists it as changing."
            yield Report("RT254", name, line, path, said)
    for fact in item.saved_facts:
        path = str(fact.get("path", ""))
        if fact.get("kind") == "no_change" and path in direct:
            said = f"{path} was ruled out, and is listed here as changing."
            yield Report("RT254", IMPACT, direct[path], path, said)
    read = read_quick_scan(item.get(QUICK_SCAN).page.text)
    if read.file_count and read.file_count not in _SIZES.get(read.scope, (read.file_count,)):
        said = f"The scope is {read.scope}, the estimate {read.file_count} files."
        yield Report("RT241", QUICK_SCAN, 1, "scope", said)


def _flows(item: Item) -> Iterator[Report]:
    """Moves to no state of the table; a part of a diagram that nothing else names."""
    for one in item.own_documents:
        rows = [row for row in one.page.rows if row.headers[0] in ("state", "status") and row.get(*_MOVES)]
        listed = {_folded(row.cells[0]) for row in rows if row.cells}
        for row in rows:
            for other in names_in(row.get(*_MOVES)):
                if _folded(other) and _folded(other) not in listed and len(other.split()) < 3:
                    said = f"“{other}” is no state of this table."
                    yield Report("RT258", one.name, row.line, _folded(other), said)
    whole = " ".join(_folded(line.text) for one in item.own_documents for line in one.page.prose)
    for one in item.own_documents:
        edges = [(fence.line, edge) for fence in one.page.fences for edge in diagram_edges(fence.text)]
        ends = dict.fromkeys((line, end) for line, edge in edges for end in edge)
        odd = [(line, end) for line, end in ends if end.strip() and _folded(end) not in whole]
        odd = [(line, end) for line, end in odd if not item.stands_in_code(end.strip())]
        # Boxes are often named by nothing else; one among many that are is misnamed. Code is named where it is.
        is_misnamed = len(odd) == 1 and odd[0][1].replace(" ", "").isalpha() and len(ends) >= _MANY_BOXES
        for line, end in odd if is_misnamed else ():
            said = f"“{end.strip()}” is part of the flow here, and nothing else names it."
            yield Report("RT258", one.name, line, _folded(end), said)


def _ruled_out(item: Item) -> Iterator[tuple[str, int, str]]:
    for one in item.own_documents:
        for told in one.page.texts if "`" in one.page.text and _UNTOUCHED.search(one.page.text) else ():
            # A footnote tells what was said of several files.
            is_prose = told.kind != "table" and not one.page.lines[told.line - 1].startswith("[^")
            for sentence in told.text.split(". ") if is_prose else ():
                if _UNTOUCHED.search(sentence) and not _NOT_THE_FILE.search(sentence):
                    first = next((span for span in spans_in(sentence) if "/" in span), "")
                    yield one.name, told.line, first.removeprefix("./")
