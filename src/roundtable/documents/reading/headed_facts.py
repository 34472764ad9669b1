"""Facts that have a heading of their own (`### MOD-001: Code book`), and decisions that have a file of their own.

Below the heading stand fields, labelled lists, tables and words; the form says which field of the fact each of them fills.

Elsewhere: sections that hold several facts (`document`), the forms (`forms`).
"""

from collections.abc import Callable, Iterator
from typing import Any, Final, Literal, NamedTuple

from roundtable.documents.escaping import plain, spans_in
from roundtable.documents.reading.forms import Form, form_of_id, forms_of_title
from roundtable.documents.reading.identifiers import leading
from roundtable.documents.reading.inline_marks import bare_fields, label_of, note_of, words_of
from roundtable.language.markdown import Markdown, Section, plain_title
from roundtable.language.markdown_blocks import Block
from roundtable.language.phrases import any_of

_FAILS: Final = any_of(r"errors?|raises?|throws?|fails?|failures?|exceptions?|refus\w+|reject\w*")
QUIET: Final = (
    "Details: [",
    "TBD",
    "Other ways were not discussed",
    "Asked was: (1)",
    "**Needs review**",
    "In build order",
)
"""How lines begin that tell nothing of their own."""


_OPTION: Final = {"summary": ("what", "summary"), "pros": ("for", "pros"), "cons": ("against", "cons")}


class Found(NamedTuple):
    """A fact as a document words it."""

    kind: str
    values: dict[str, Any]
    """Field -> its words; a tuple where the document lists them."""
    line: int
    form: Literal["row", "heading", "item", "words"]
    note: str = ""
    """Where it comes from, in the words that stand beside it."""
    confidence: str = ""
    section: str = ""

    def text(self, field: str) -> str:
        value = self.values.get(field, "")
        return value if isinstance(value, str) else ", ".join(value)


def is_gap(text: str) -> bool:
    """`TBD -- what is needed`, as it was once written."""
    return text.strip().strip("*").upper().startswith("TBD")


def read_thing(
    form: Form, section: Section, page: Markdown, confidence: str, source_of: Callable[[str], str]
) -> Iterator[Found]:
    """The fact of a section, and the ways that a table below it weighs; `source_of` knows what stands behind words."""
    lead = leading(section.title)
    title = (lead[1] if lead else section.title).strip()
    name = title.strip("`* ") if title.count("`") == 2 else title
    values: dict[str, Any] = {"id": lead[0] if lead else "", form.name: name}
    texts: list[str] = []
    note, label = "", ""
    for block in page.below(section):
        named = block.fields
        # Flows and interfaces have sentences of such a form, but not in a list.
        is_bare = form.kind in ("module", "decision") or (form.kind, block.kind) == ("interface", "item")
        if is_bare and not named:
            named = [pair for pair in bare_fields(block) if _field(form, pair[0])]
        if block.kind == "heading":
            label = block.text
        elif named:
            note = next((value for key, value in named if key == "source"), note)
            note = note or next((source for _, value in named if (source := source_of(value))), "")
            for key, value in named:
                if (field := _field(form, key)) and words_of(value) and not is_gap(value):
                    values[field] = words_of(value)
            label = named[-1][0] if not named[-1][1] else label
        elif block.kind == "item" and (field := _field(form, label) or form.items):
            values[field] = (*(values.get(field) or ()), plain(words_of(block.words)))
        elif block.kind == "paragraph" and (found := label_of(block.text)):
            label = found
        elif block.kind == "fence" and form.kind == "interface" and block.mark != "mermaid":
            values.setdefault("signature", block.text.rstrip())
        elif block.kind == "table":
            _read_table(form, block, values)
        elif block.kind in ("paragraph", "item") and not block.text.startswith(QUIET):
            texts.append(plain(words_of(block.words)))
            note = note or source_of(block.words)
    if form.kind == "interface":
        texts = _read_contract(values, texts)
    if form.kind == "state" and texts and texts[0].startswith("States: "):
        values["states"] = tuple(texts.pop(0)[8:].rstrip(".").split(", "))
    if texts and form.words and not values.get(form.words):
        values[form.words] = " ".join(texts)
    if form.kind == "module" and " (`" in values["name"]:
        values["name"], _, paths = values["name"].partition(" (`")
        values.setdefault("paths", f"`{paths}")
    mark = str(values.pop("confidence", "")) or confidence
    yield Found(form.kind, values, section.line, "heading", note, mark, section.path[0])
    for block in page.below(section) if form.kind == "decision" else ():
        yield from _options(block, section.path[0])


def _read_table(form: Form, block: Block, values: dict[str, Any]) -> None:
    headers = block.rows[0].headers if block.rows else ()
    if form.kind == "decision" and headers[:1] in (("option",), ("alternative",)):
        values["options"] = tuple(row.cells[0].strip("* ") for row in block.rows)
    elif form.kind == "interface" and any("error" in header or "failure" in header for header in headers):
        values["errors"] = tuple(row.get("error", "code", "failure") for row in block.rows)
    elif form.kind == "interface" and headers[:1] in (("input",), ("parameter",), ("name",)):
        values["inputs"] = tuple((row.cells[0], row.get("type"), row.get("note")) for row in block.rows)


def _read_contract(values: dict[str, Any], texts: list[str]) -> list[str]:
    """What an interface says in running words ("Errors: `A` and `B`. In Pricing. For FR-001."), and the words that are left."""
    left: list[str] = []
    for sentence in " ".join(texts).split(". ") if texts else ():
        head, colon, rest = sentence.rstrip(".").partition(": ")
        if head in ("Errors", "Raises") and colon:
            values.setdefault("errors", spans_in(rest) or (rest,))
        elif head == "Result" and colon:
            values.setdefault("output", rest)
        elif head == "Inputs" and colon:
            values.setdefault("inputs", tuple((name, "", "") for name in rest.split("; ")))
        elif sentence.rstrip(".") == "New":
            continue
        elif sentence.startswith("In ") and len(sentence) < 60:
            values.setdefault("module", head[3:])
        elif sentence.startswith("For FR-"):
            values.setdefault("requirements", head[4:])
        else:
            left.append(sentence)
    if any(_FAILS.search(text) for text in texts):
        values.setdefault("errors", ())
    return [f"{'. '.join(left).rstrip('.')}."] if left else []


def _options(block: Block, section: str) -> Iterator[Found]:
    """Ways that are weighed in a table: option, what it is, for, against; the chosen one is in bold type."""
    is_weighed = bool(block.rows) and block.rows[0].headers[:1] in (("option",), ("alternative",))
    for row in (row for row in block.rows if is_weighed and row.cells):
        chosen = "yes" if row.cells[0].startswith("**") else ""
        told = {field: words_of(row.get(*names)) for field, names in _OPTION.items()}
        values = {"title": words_of(row.cells[0]), **told, "recommended": chosen}
        yield Found("option", values, row.line, "row", "", "", section)


def read_decision_page(page: Markdown) -> list[Found]:
    """An ADR: one decision over several sections, and the ways it weighed."""
    title = page.sections[0].title if page.sections else ""
    lead = leading(title)
    values: dict[str, Any] = {"id": lead[0] if lead else "", "title": plain(lead[1] if lead else title)}
    known = {note.name: plain(note.text) for note in page.footnotes}
    options: list[Found] = []
    note = ""
    for section in page.sections[1:]:
        blocks = page.below(section)
        texts = [block for block in blocks if block.kind == "paragraph"]
        fields = dict(pair for block in texts for pair in block.fields)
        raw = [block.words for block in texts if not block.fields]
        said = " ".join(plain(words_of(text)) for text in raw)
        listed = [block.words for block in blocks if block.kind == "item" and block.level == 1]
        items = tuple(plain(words_of(words)) for words in listed)
        name = plain_title(section.title)
        if name == "status":
            values["status"] = said or next(iter(fields.values()), "")
        elif name in ("context", "consequences"):
            values[name] = said if name == "context" else items or ((said,) if said else ())
        elif name == "decision":
            values |= {"choice": said.strip('"“”'), "rationale": words_of(fields.get("why", ""))}
            names = " ".join(note_of(text) for text in raw).split()
            note = fields.get("source", "") or "; ".join(known[one] for one in names if one in known)
        elif name == "requirements":
            values["requirements"] = (*items, said)
        elif form_of_id("OP") in forms_of_title("architecture-overview.md", section.title):
            options += [found for block in blocks for found in _options(block, section.title)]
            rows = tuple(found.values["title"] for found in options)
            values["options"] = tuple(one.title for one in page.children(section)) or rows or items
            values["options_line"] = section.line
            values["beside"] = "alternative" in name or "rejected" in name
    first = page.sections[1].line if len(page.sections) > 1 else len(page.lines) + 1
    header = dict(pair for block in page.between(1, first) for pair in bare_fields(block)) | page.fields
    values["status"] = header.get("decision status") or values.get("status") or header.get("status", "")
    return [Found("decision", values, 1, "heading", note, page.fields.get("confidence", "")), *options]


def read_module_page(page: Markdown) -> list[Found]:
    """A module that has a file of its own: its data and its files; module-design.md says the rest."""
    title = page.sections[0].title if page.sections else ""
    section = page.find("Data Structures")
    data = tuple(plain(block.words) for block in page.own(section) if block.kind == "item") if section else ()
    fields = dict(pair for block in page.blocks for pair in block.fields)
    name = plain(title.partition(": ")[2] or title)
    values = {"name": name, "data": data, "paths": fields.get("files", "")}
    return [Found("module_data", values, 1, "heading")]


def names_field(form: Form, block: Block) -> bool:
    return any(_field(form, key) for key, _ in bare_fields(block))


def _field(form: Form, key: str) -> str:
    name = plain_title(key).strip("*_ ")
    return next((field for field, names in form.keys.items() if name in names.split("|")), "")
