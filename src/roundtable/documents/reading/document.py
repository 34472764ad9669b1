"""A document, read once: its Markdown, the ids it defines, and every fact it holds, with the line it stands on.

The forms (`forms`) say what the parts of a document mean; this applies them. A `Found` is a fact as it is written: its fields are
words, nothing is judged and nothing filled in. What no form knows is left over, so that no words are lost.

Used by `importing` (facts) and `checks` (contradictions). Elsewhere: ids and what they say (`entries`), facts with a heading
of their own (`headed_facts`), JSON, CSV and YAML (`data_files`).
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final

from roundtable.documents.catalog import ADR_NAME, MODULES, SPEC
from roundtable.documents.escaping import plain, spans_in
from roundtable.documents.reading import headed_facts
from roundtable.documents.reading.defined_ids import Entries, find_entries
from roundtable.documents.reading.forms import Form, form_of_id, forms_in, forms_of_title, is_skipped
from roundtable.documents.reading.headed_facts import QUIET, Found, is_gap
from roundtable.documents.reading.identifiers import family_of, leading
from roundtable.documents.reading.inline_marks import label_of, mark_of, note_of, segments, unlinked, words_of
from roundtable.facts import FACT_TYPES
from roundtable.language.markdown import Section, plain_title, read_markdown
from roundtable.language.markdown_blocks import Block, Row
from roundtable.language.phrases import rows

_Forms = tuple[Form, ...]
_BOLD_HEAD: Final = re.compile(r"^\*\*(?P<head>[^*]+)\*\*\s*:?\s*(?P<rest>.*)$", re.DOTALL)
CODE_ENDINGS: Final = rows(
    "py|pyi|js|jsx|mjs|cjs|ts|tsx|vue|svelte|java|kt|kts|scala|go|rs|rb|php|cs|fs|swift|m|mm|c|h|cc|cpp|cxx|hpp|hh|sh|bash|ps1|sql|"
    "html|css|scss|less|xml|gradle|toml|ini|cfg|tf|proto|graphql|ex|exs|erl|hs|lua|pl|r|dart|groovy"
)
_KNOWN_ENDINGS: Final = (*CODE_ENDINGS, "md", "rst", "txt", "json", "yaml", "yml")
_FILE: Final = re.compile(r"^(?:[\w@.+-]+/)+[\w@.+-]+$|^[\w@.+-]+\.(?:md|rst|txt|json|ya?ml|[a-z]{1,6})$")
_USES: Final = re.compile(
    r"(?i)^[\s*_`]*(?P<a>[^*`|]{1,80}?)[\s*_`]*\s+(?:uses|depends on|requires|->|-->|→)\s+(?P<b>[^.]+)\.?\s*$"
)
_CONTRACT: Final = re.compile(r"^(?:[\d.]*\d\.?\s+)?`?[\w.]+\([^)]*\)|^`?(?:GET|POST|PUT|PATCH|DELETE) /")
_BETWEEN: Final = re.compile(r",|;|\band\b|<br\s*/?>")
_NOTHING: Final = rows("|none|no other module|nothing|n/a|na|keine|(none)|-|–|—")
_NODE: Final = re.compile(r"(?P<name>\w+)\s*(?:\[\(?\"?|\(\[?\"?|\{\"?)(?P<label>[^\"\]\)\}]{1,120})")
_EDGE: Final = re.compile(
    r"^\s*(?P<a>\w+)\S*?(?:[\[({].*?[\])}])?\s*(?:--[^>|]*-*>|-\.[^>]*->|==+>)\s*(?:\|[^|]*\|\s*)?(?P<b>\w+)"
)
_FILES: Final = frozenset({"direct_change", "indirect_change", "coverage_gap", "order"})
_LISTED: Final = _FILES | {"integration", "entry_point"}
"""Kinds that a bullet tells although none of their fields takes a whole sentence."""
_LABELS: Final = rows(
    "role|roles|name|persona|goal|goals|need|needs|pain|pains|pain points|frustrations|motivation|motivations|age|background|"
    "description|interest|interests|responsibility|responsibilities|frequency|type|context|tasks|skills|quote|rolle|ziel|ziele"
)
"""What stands beside a value on the card of a persona."""


class Document:
    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.page = read_markdown(text)
        self.unread: list[tuple[str, Block]] = []
        """(section, block): what no form knows; filled by `found`."""

    @cached_property
    def entries(self) -> Entries:
        return find_entries(self.name, self.page)

    @cached_property
    def status(self) -> str:
        """The first word of Status, in lower case."""
        return self.page.fields.get("status", "").strip(" *_").lower()

    @cached_property
    def found(self) -> list[Found]:
        """Every fact it holds, in order, except those that its ids define (`entries`)."""
        if ADR_NAME.match(self.name):
            return headed_facts.read_decision_page(self.page)
        is_module = self.name.startswith("module-design-")
        return headed_facts.read_module_page(self.page) if is_module else list(_Reader(self).read())

    def of(self, *kinds: str) -> list[Found]:
        return [one for one in self.found if one.kind in kinds]

    def about(self, kind: str) -> list[Section]:
        """The sections whose titles announce facts of a kind, in whichever document they are at home."""
        home = FACT_TYPES[kind].home[0]
        below = [one for one in self.page.sections if one.level > 1 and not leading(one.title, spoken=True)]
        return [one for one in below if any(form.kind == kind for form in forms_of_title(home, one.title))]

    def source_of(self, text: str) -> str:
        """Where words come from: the source note behind them, or what their footnotes say."""
        note = note_of(text)
        said = [self._notes[name] for name in note.split() if name in self._notes]
        return "; ".join(said) or (note if note[:1].isupper() else "")

    @cached_property
    def _notes(self) -> dict[str, str]:
        return {note.name: plain(note.text) for note in self.page.footnotes}


def names_in(text: str) -> list[str]:
    """The names of a list in one line: "Store, Mail and Clock"; none for "none"."""
    parts = [] if is_gap(text) else [part.strip(" `*.") for part in _BETWEEN.split(text)]
    return [part for part in parts if part.casefold() not in _NOTHING]


def diagram_edges(body: str) -> list[tuple[str, str]]:
    """The arrows of a Mermaid flowchart, by the labels of their ends."""
    labels = {found["name"]: found["label"].strip() for found in _NODE.finditer(body[:20_000])}
    edges = [edge for line in body[:20_000].splitlines() if (edge := _EDGE.match(line[:500]))]
    return [(labels.get(edge["a"], edge["a"]), labels.get(edge["b"], edge["b"])) for edge in edges]


class _Reader:
    """Goes through the sections from top to bottom, with the forms that the headings announce."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._name, self._page = document.name, document.page
        entries = document.entries
        self._entries = {place.line: place for place in (*entries.by_key.values(), *entries.duplicates)}
        self._section = self._confidence = ""
        self._problem_told = False

    def read(self) -> Iterator[Found]:
        first = self._page.sections[0].line if self._page.sections else len(self._page.lines) + 1
        yield from self._blocks(self._page.between(1, first), (), opening=True)
        above: list[tuple[int, _Forms]] = []
        done = owned = 0
        for section in self._page.sections:
            if section.line < done:
                continue
            title = plain(section.title)
            if section.level <= 2:
                self._section, self._confidence = title, ""
            above = [entry for entry in above if entry[0] < section.level]
            around = above[-1][1] if above else ()
            forms = forms_of_title(self._name, title) if section.level > 1 else ()
            thing = self._thing_form(section, () if forms else around)
            above.append((section.level, forms or around))
            if is_skipped(self._name, section.title):
                done = section.reach
            elif thing is not None:
                done = section.reach
                source_of = self._document.source_of
                yield from headed_facts.read_thing(thing, section, self._page, self._confidence, source_of)
            elif section.level > 2 and plain_title(self._section) == "data structures":
                data = tuple(plain(block.words) for block in self._page.own(section) if block.kind == "item")
                yield Found("module_data", {"name": title, "data": data}, section.line, "heading")
            elif entry := self._entries.get(section.line):
                owned = entry.body[-1].end if entry.body and section.level > 1 else 0
            elif section.line >= owned:  # under a requirement all words are its own
                yield from self._blocks(self._page.own(section), forms or around, opening=section.level == 1)

    def _thing_form(self, section: Section, around: Sequence[Form]) -> Form | None:
        """The form of a fact that has this heading to itself; none when the section holds several, or an id of another kind."""
        if (entry := self._entries.get(section.line)) is not None or section.level == 1:
            return form_of_id(family_of(entry.key)) if entry is not None and section.level > 1 else None
        if self._name.startswith("interface-spec") and _CONTRACT.match(section.title):
            return form_of_id("IF")
        if (module := form_of_id("MOD")) and self._name == MODULES and not around and self._page.own(section):
            # The whole document is about modules; a section that says what it is for or depends on is one.
            is_one = any(headed_facts.names_field(module, block) for block in self._page.own(section))
            return module if is_one else None
        return next((form for form in around if form.name), None)

    def _blocks(self, blocks: Sequence[Block], forms: _Forms, *, opening: bool = False) -> Iterator[Found]:
        labelled: _Forms = ()
        owned = 0
        about_uses = plain_title(self._section).endswith(("dependencies", "dependency graph"))
        about_uses = about_uses and self._name.startswith("module-design")
        for block in blocks:
            if block.line in self._entries and block.kind in ("item", "paragraph"):
                owned = max(owned, block.end)
            if block.line < owned or block.text.startswith(QUIET):
                continue
            if about_uses and block.kind in ("table", "fence", "item", "paragraph"):
                yield from self._dependencies(block)
            elif block.kind == "table":
                yield from self._table(block, labelled or forms, opening=opening)
            elif block.kind == "quote":
                yield from self._quote(block)
            elif block.kind == "paragraph" and (label := label_of(block.text)):
                if not (labelled := forms_of_title(self._name, label)) and not opening:
                    self._leave(block)
            elif block.kind == "item" or (block.kind == "paragraph" and not opening):
                parts = [block.words] if block.kind == "item" else segments(block.words)
                parts = [] if self._is_mark(block) else parts
                read = [self._words(block, part, labelled or forms) for part in parts]
                yield from (found for one in read for found in one or ())
                if None in read and not opening:
                    self._leave(block)

    def _is_mark(self, block: Block) -> bool:
        """`**Confidence**: Low`: what a whole section is marked with."""
        named = block.fields if block.kind == "paragraph" else []
        if {key for key, _ in named} != {"confidence"}:
            return False
        self._confidence = named[0][1]
        return True

    def _words(self, block: Block, raw: str, forms: Sequence[Form]) -> list[Found] | None:
        """Words of a paragraph or list item, by the first form that takes some; none when they are not understood."""
        form = next((one for one in forms if one.words or one.kind in _LISTED), None)
        if form is None or raw.startswith("|"):
            return None
        text, note = plain(words_of(raw)), self._document.source_of(raw)
        kind, is_item = form.kind, block.kind == "item"
        files = [span for span in spans_in(raw) if _FILE.match(span)]
        paths = [one for one in files if "/" in one or one.rsplit(".", 1)[-1].lower() in _KNOWN_ENDINGS]
        values: list[dict[str, Any]] = []
        if kind == "risk_zone" and text.startswith("No test") and paths:
            kind, values = "coverage_gap", [{"path": path} for path in paths]
        elif kind in _FILES:
            about = text.removeprefix(f"`{paths[0]}`").lstrip(" :") if len(paths) == 1 else text
            values = [{"path": path, "why": about} for path in dict.fromkeys(paths) if is_item]
        elif kind == "entry_point" and is_item and (spans := spans_in(raw)):
            values = [{"name": spans[0], "category": text.partition("`, ")[2].partition(" (")[0]}]
        elif kind == "integration":
            ends, _, purpose = text.partition(": ")
            source, arrow, target = ends.partition(" -> ")
            values = [{"source": source, "target": target, "purpose": purpose}] if arrow else []
        elif (kind == "user_type" or form.name) and is_item and (head := _BOLD_HEAD.match(raw)):
            if _is_label(form, plain(head["head"])):
                return None
            field = "description" if kind == "user_type" else form.words
            values = [{form.name or "name": plain(head["head"]), field: plain(words_of(head["rest"]))}]
        elif kind == "module":
            values = []  # a part of the design has a name
        elif kind in ("option", "decision"):
            values = [{form.name: text}]
        elif is_item or note or kind not in ("user_type", "problem"):
            values = [{form.words: text}]
        elif kind == "problem" and not self._problem_told:
            # Of an opening chapter without sources only the first paragraph is the problem.
            self._problem_told = True
            values = [{form.words: text}]
        mark, place = mark_of(raw) or self._confidence, "item" if is_item else "words"
        return [Found(kind, one, block.line, place, note, mark, self._section) for one in values] or None

    def _quote(self, block: Block) -> Iterator[Found]:
        words = block.words
        if words.startswith("**Assumption"):
            text, _, rest = words.partition(":")[2].strip(" *").partition(" Flagged for validation.")
            who = rest.strip().removesuffix("can settle it.").strip() if "can settle it." in rest else ""
            values = {"text": plain(text), "settles": plain(who)}
            yield Found("assumption", values, block.line, "words", "", "", self._section)
        elif not words.startswith("**Needs review**"):
            self._leave(block)

    def _table(self, block: Block, forms: Sequence[Form], *, opening: bool) -> Iterator[Found]:
        anywhere = self._name != SPEC and (opening or not forms)
        candidates = [*forms, *(forms_in(self._name) if anywhere else ())]
        form = next((one for one in candidates if block.rows and _recognizes(one, block.rows[0])), None)
        if form is None:
            if not any(row.line in self._entries for row in block.rows):
                self._leave(block)
            return
        for row in block.rows:
            if (found := self._row(form, row)) is not None:
                yield found
            elif row.line not in self._entries:
                self._leave(block._replace(kind="paragraph", text=" | ".join(row.cells)))

    def _row(self, form: Form, row: Row) -> Found | None:
        cells = {field: _cell(row, names) for field, names in form.columns.items()}
        values = {field: words_of(cell) for field, cell in cells.items() if cell and not is_gap(cell)}
        first = values.get(next(iter(form.columns)))
        # The headings of a table may stand once more further down.
        is_heading = [plain(cell).casefold() for cell in row.cells] == [plain(one) for one in row.headers]
        if first is None or _is_label(form, plain(first)) or is_heading:
            return None
        if form.kind == "module":
            values["name"], _, paths = unlinked(values["name"]).partition(" (`")
            values |= {"paths": f"`{paths}"} if paths else {}
        source = row.get("known from") or ("" if form.kind == "integration" else row.get("source"))
        note = source or self._document.source_of(" ".join(row.cells))
        marks = [mark for cell in row.cells if (mark := mark_of(cell))]
        mark = row.get("confidence") or next(iter(marks), self._confidence)
        return Found(form.kind, values, row.line, "row", note, mark, self._section)

    def _dependencies(self, block: Block) -> Iterator[Found]:
        """Which part uses which: rows, sentences, or the arrows of a diagram."""
        pairs: list[tuple[int, str, str]] = []
        for row in block.rows:
            source, targets = row.get("module", "from", "component"), row.get("depend", "uses", "to")
            pairs += [(row.line, source.strip(" `*"), target) for target in names_in(targets)]
        if block.kind == "fence" and block.mark.lower() == "mermaid":
            pairs = [(block.line, *edge) for edge in diagram_edges(block.text)]
        elif block.kind in ("item", "paragraph") and not self._is_mark(block):
            parts = [[_USES.match(one) for one in part.split(". ")] for part in segments(block.words)]
            told = [one for used in parts if all(used) for one in used if one]
            pairs = [(block.line, one["a"], target) for one in told for target in names_in(one["b"])]
            if not all(map(all, parts)):
                self._leave(block)
        form = "row" if block.rows else "words"
        yield from (Found("uses", {"source": a, "target": b}, line, form) for line, a, b in pairs)

    def _leave(self, block: Block) -> None:
        self._document.unread.append((self._section, block))


def _is_label(form: Form, name: str) -> bool:
    """Whether a name only says what stands beside it, as on the card of a persona: nobody is called "Goals"."""
    return form.kind in ("user_type", "stakeholder") and name.strip(" *:").casefold() in _LABELS


def _cell(row: Row, names: str) -> str:
    """The cell of the first column with one of these names; a longer name may begin with one."""
    named = [(name, at, header) for name in names.split("|") for at, header in enumerate(row.headers)]
    places = [at for name, at, header in named if header.strip("*` ") == name]
    places += [at for name, at, header in named if header.startswith(f"{name} ")]
    return next((row.cells[at] for at in places if at < len(row.cells)), "").strip()


def _recognizes(form: Form, row: Row) -> bool:
    """Whether a table has what such facts must have, and little else."""
    headed = row._replace(cells=row.headers)
    known = [field for field, names in form.columns.items() if _cell(headed, names)]
    return bool(known) and next(iter(form.columns)) in known and (len(known) + 1) * 2 > len(row.headers)
