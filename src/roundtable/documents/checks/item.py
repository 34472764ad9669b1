"""An item's folder, read once: documents, ids with where they are defined, requirements, stories, the matrix.

Elsewhere: how it is read (`check`), one document (`roundtable.documents.reading`), the checks (`structure`, `design`, …).
"""

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property, lru_cache
from typing import Any, Final

from pydantic import ValidationError

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.json_text import as_list, as_object, json_object
from roundtable.documents import catalog
from roundtable.documents.catalog import NFR_MATRIX, OVERVIEW, SPEC
from roundtable.documents.checks.context import CheckContext
from roundtable.documents.checks.findings import Report, Severity, Unreadable
from roundtable.documents.escaping import spans_in
from roundtable.documents.footnotes import TURN
from roundtable.documents.reading import identifiers
from roundtable.documents.reading.data_files import Matrix, MatrixRow, Story, Tree, read_interfaces
from roundtable.documents.reading.document import Document, Found
from roundtable.documents.reading.entries import Entry, Statement, is_about_criteria, is_scenario
from roundtable.documents.reading.identifiers import Mention, family_of, has_id, key_of, mentions, prefix_of
from roundtable.documents.reading.inline_marks import links_in
from roundtable.documents.reading.priorities import Placed, priorities_of
from roundtable.language.markdown_blocks import Line
from roundtable.language.phrases import spelled

OTHERS: Final = frozenset({"draft.md", "analysis.json", "journal.jsonl", "meta.json"})
"""What a person said word for word, and what programs keep: ids there are not references between documents."""
_DATA: Final = (".csv", ".json", ".yaml", ".yml")
_WITH_HOMES: Final = frozenset({"FR", "NFR", "AC", "US", "ADR"})
_STORIES: Final = f"{SPEC} user-stor*"
_HOMES: Final = {
    "FR": SPEC, "AC": SPEC, "BR": SPEC, "NFR": f"{SPEC} *{NFR_MATRIX}", "ERR": f"{SPEC} {catalog.TAXONOMY}",
    "ADR": f"{OVERVIEW} {catalog.TECHNOLOGY} adr-[0-9]*-*.md", "US": _STORIES, "UC": _STORIES,
}  # fmt: skip
"""Where ids are defined, by their family; all others anywhere."""
RETIRED: Final = re.compile(
    r"\b(?:retract\w*|withdrawn|superseded|dropped|removed|no longer|obsolete|formerly|originally|deferred|descoped|deleted|"
    r"do(?:es)? not exist)\b|~~|"
    # … or an id of another specification.
    r"\b(?:spec|specification|feature|item)[\s-]#?\d{2,4}\b|(?<![\w.-])\d{3,4}-[a-z]+-[a-z]",
    re.IGNORECASE,
)


def wrong(rule: str, entry: Entry, message: str, severity: Severity | None = None) -> Report:
    """What is wrong with something that has an id, at the place where that is defined."""
    return Report(rule, entry.name, entry.line, entry.key, message, severity=severity)


def first_path(text: str, otherwise: str = "") -> str:
    """What stands in the first code span of a text, as a path from the root."""
    return (*spans_in(text), otherwise)[0].removeprefix("./")


@dataclass
class Item:
    context: CheckContext
    files: Mapping[str, str | Unreadable]
    meta: dict[str, Any] | None
    documents: dict[str, Document] = field(default_factory=dict[str, Document])
    trees: dict[str, Tree] = field(default_factory=dict[str, Tree])
    stories: list[Story] = field(default_factory=list[Story])
    has_stories: bool = False
    matrix: Matrix | None = None
    reports: list[Report] = field(default_factory=list[Report])

    def get(self, name: str) -> Document:
        """A Markdown file of the item; an empty one where there is none."""
        return self.documents.get(name) or Document(name, "")

    @property
    def rows(self) -> tuple[MatrixRow, ...]:
        return self.matrix.rows if self.matrix else ()

    @property
    def own_documents(self) -> Iterator[Document]:
        """The documents of the item's own folder that say something about it: not its draft, nothing that items share."""
        return (one for name, one in self.documents.items() if "/" not in name and name not in OTHERS)

    @cached_property
    def last_turn(self) -> int:
        """The latest turn that heads of ours name; 0 where no two documents have one."""
        fields = (one.page.fields for one in self.own_documents)
        heads = [one["last updated"] for one in fields if {"last updated", "coverage"} <= one.keys()]
        turns = [int(found[1]) for head in heads if (found := TURN.match(head))]
        return max(turns) if len(turns) > 1 else 0

    @property
    def is_ours(self) -> bool:
        """Whether this tool wrote the item, by its record or by its heads; others have their own habits."""
        return "analysis.json" in self.files or self.last_turn > 0

    @cached_property
    def cited_code(self) -> list[str]:
        """The text of every file of the code that a document links or names in back-quotes."""
        read, folder = self.context.read_file, self.context.folder
        text = "\n".join(one.page.text for one in self.own_documents) if read else ""
        linked = (posixpath.normpath(posixpath.join(folder, path)) for path, _ in links_in(text) if path)
        paths = {*linked, *(span.partition(":")[0] for span in spans_in(text) if "/" in span)}
        outside = [path for path in sorted(paths) if not path.startswith((f"{folder}/", "..", "/"))]
        return [code for path in outside if read and (code := read(path))]

    def stands_in_code(self, name: str) -> bool:
        """Whether the code knows a name; of a class (`Order.total`) where that is named, too."""
        resolve, (head, _, last) = self.context.resolve_anchor, name.removesuffix("()").rpartition(".")
        owner, texts = head.rpartition(".")[2], self.cited_code
        if owner[:1].isupper() and any(re.search(rf"\bclass {owner}\b", text) for text in texts):
            # Its own part of the file may have the word anywhere, other parts as what an object has.
            parts = [
                re.split(rf"(?m)^\s*(?:export )?class {owner}\b", text, maxsplit=1)[1:] for text in texts
            ]
            inside = [re.split(r"(?m)^(?=[\w@])", part[0], maxsplit=1)[0] for part in parts if part]
            other = re.compile(rf"(?:\.|\bdef |\bfunction ){re.escape(last)}\b")
            is_there = any(spelled(last).search(part) for part in inside) or any(map(other.search, texts))
        else:
            is_there = any(spelled(last).search(text) for text in texts)
        return is_there or bool(resolve and resolve(name))

    def times(self, name: str) -> int:
        """How often a name stands in the files of the item, in what was said too; a plain word only where it is code."""
        texts = [text for text in self.files.values() if isinstance(text, str)]
        if name.isalpha() and name.islower():
            texts = [span for one in self.own_documents for span in spans_in(one.page.text)]
            texts += [fence.text for one in self.own_documents for fence in one.page.fences]
        return sum(len(spelled(name).findall(text)) for text in texts)

    @cached_property
    def saved(self) -> dict[str, Any]:
        text = self.files.get("analysis.json")
        return (json_object(text) if isinstance(text, str) else None) or {}

    @cached_property
    def record(self) -> dict[str, Any]:
        return as_object(self.saved.get("analysis"))

    @cached_property
    def analysis(self) -> Analysis | None:
        """The record as it was when the documents were written; none where it cannot be read any more."""
        known = {key: value for key, value in self.record.items() if key != "fact_order"}
        if there := as_object(known.get("facts")):
            order = dict.fromkeys((*map(str, as_list(self.record.get("fact_order"))), *there))
            known["facts"] = [there[key] for key in order if key in there]
        try:
            return Analysis.model_validate(known) if known.get("facts") else None
        except (ValidationError, RecursionError):
            return None

    @cached_property
    def saved_facts(self) -> list[dict[str, Any]]:
        return [as_object(one) for one in list_of(self.record.get("facts"))]

    @cached_property
    def claimed(self) -> tuple[str, ...]:
        entries = list_of((self.meta or {}).get("phases_completed"))
        return tuple(dict.fromkeys(entry for entry in entries if isinstance(entry, str)))

    @cached_property
    def decision_files(self) -> dict[str, int]:
        found = [catalog.ADR_NAME.match(name) for name in sorted(self.documents)]
        return {one[0]: int(one["number"]) for one in found if one}

    @cached_property
    def homes(self) -> dict[str, set[str]]:
        """For each prefix, the keys that are defined where they belong."""
        found: dict[str, set[str]] = {"AC": set(), "ADR": set()}
        for name, one in self.documents.items():
            for key, entry in one.entries.by_key.items():
                if _is_home(key, name) and not self._only_lists(entry):
                    found.setdefault(prefix_of(key), set()).add(key)
        numbers = (f"ADR-{number}" for number in self.decision_files.values())
        for key in (*(story.key for story in self.stories if story.key), *self.numbered, *numbers):
            found.setdefault(prefix_of(key), set()).add(key)
        return found

    def _only_lists(self, entry: Entry) -> bool:
        """Whether a bullet of the overview speaks of a decision: where decisions have files or headings, as ours do, a bullet is none."""
        if entry.form != "item" or family_of(entry.key) != "ADR" or entry.name != OVERVIEW:
            return False
        others = self.get(OVERVIEW).entries.by_key.values()
        forms = {one.form for one in others if family_of(one.key) == "ADR"}
        return self.is_ours or bool(self.decision_files) or "heading" in forms

    def is_defined_in(self, key: str, name: str) -> bool:
        """Whether a document is where such an id is defined; elsewhere a list that leads with ids only speaks of them."""
        return _is_home(key, name) or key not in self.homes.get(prefix_of(key), ())

    @cached_property
    def numbered(self) -> dict[str, int]:
        """Criteria that only count within their requirement ("Requirement 1.2"): key -> line; none where ids are in use."""
        spoken = [one for one in self.spec.values() if " " in one.id]
        return {key: line for one in spoken for key, line in one.numbered_criteria.items()}

    @cached_property
    def spec(self) -> dict[str, Entry]:
        """What the specification defines, by key: requirements, criteria, quality requirements."""
        return self.get(SPEC).entries.by_key

    @cached_property
    def requirements(self) -> dict[str, Entry]:
        return {key: entry for key, entry in self.spec.items() if family_of(key) == "FR"}

    @cached_property
    def criteria(self) -> dict[str, Entry]:
        return {key: entry for key, entry in self.spec.items() if family_of(key) == "AC"}

    @cached_property
    def qualities(self) -> list[Entry]:
        """The quality requirements of the specification, and those of the item's own matrix."""
        known = {**self.get(NFR_MATRIX).entries.by_key, **self.spec}
        return [entry for key, entry in known.items() if family_of(key) == "NFR"]

    @cached_property
    def has_criteria_apart(self) -> bool:
        """Whether criteria stand in the specification away from any requirement: with its stories, or in a section of their own."""
        page = self.get(SPEC).page
        about = [one for one in page.sections if is_about_criteria(one.title)]
        apart = [one for one in about if "success" not in one.title.lower()]
        with_stories = any(story.criteria or story.criteria_keys for story in self.stories)
        # In whichever language the heading is: who writes Given, When, Then tells criteria.
        with_stories |= sum(is_scenario(block.words) for block in page.blocks if block.kind == "item") > 1
        kinds = {block.kind for one in apart for block in page.below(one)}
        return with_stories or not kinds.isdisjoint(("item", "table"))

    def owner(self, key: str, entry: Entry) -> str:
        """The requirement a criterion belongs to: the one its number names, else the one it stands under."""
        if (named := self.numbered_for(key)) is not None and (named in self.spec or not entry.under):
            return named
        return entry.under or named or ""

    def numbered_for(self, key: str) -> str | None:
        """The requirement that a criterion's number names: one that exists, else the likeliest; none for `AC-7`."""
        candidates = identifiers.owner_keys(key)
        return next((one for one in candidates if one in self.spec), candidates[0] if candidates else None)

    @cached_property
    def criteria_of(self) -> dict[str, list[Entry]]:
        found: dict[str, list[Entry]] = {}
        for key, entry in self.criteria.items():
            found.setdefault(self.owner(key, entry), []).append(entry)
        return found

    @cached_property
    def priorities(self) -> dict[str, list[Placed]]:
        """Key -> where a priority is given, in order: its own text, the prioritization, README.md, the matrix, its only story."""
        found = priorities_of(self.get(SPEC), self.requirements, self.get(catalog.README))
        for row in self.rows:
            if row.priority and len(row.requirements) == 1:
                place = Placed(row.priority, "the matrix", row.line, catalog.MATRIX)
                found.setdefault(row.requirements[0], []).append(place)
        for key in self.requirements:
            tracing = [story for story in self.stories if key in story.traces]
            if len(tracing) == 1 and tracing[0].traces == {key}:
                (story,) = tracing
                level = "open" if story.rank.lower() == "open" else story.priority
                place = Placed(level, f"its story {story.id}", story.line, story.file)
                found.setdefault(key, []).extend([place] if level else [])
        return found

    def shown(self, key: str) -> str:
        """An id as its definition spells it."""
        return self.spec[key].id if key in self.spec else key

    def is_wont(self, key: str) -> bool:
        return any(placed.level == "Won't" for placed in self.priorities.get(key, ()))

    @cached_property
    def open_points(self) -> list[tuple[str, Line]]:
        found: list[tuple[str, Line]] = []
        for one in self.own_documents:
            for section in one.about("open_question")[:1]:
                lines = one.page.prose_between(section.line + 1, section.reach)
                found += [(one.name, line) for line in lines if line.text.strip()]
        return found

    @cached_property
    def design(self) -> Document:
        """The document that defines the modules."""
        return self.get(catalog.MODULES if catalog.MODULES in self.documents else OVERVIEW)

    @cached_property
    def modules(self) -> list[Found]:
        found = [module for module in self.design.of("module") if module.form in ("row", "heading")]
        # Without a module design, a table of components that says what depends on what is one.
        is_design = self.design.name == catalog.MODULES or any("depends_on" in one.values for one in found)
        return [module for module in found if module.text("name")] if is_design else []

    @cached_property
    def interfaces(self) -> list[tuple[str, Found]]:
        specs = [(name, tree) for name, tree in self.trees.items() if name.startswith("interface-spec.")]
        told = [("interface-spec.md", found) for found in self.get("interface-spec.md").of("interface")]
        return [(name, one) for name, tree in specs[:1] for one in read_interfaces(tree)] if specs else told

    @cached_property
    def retired(self) -> frozenset[str]:
        found: set[str] = set()
        for one in self.own_documents:
            for block in one.page.blocks if RETIRED.search(one.page.text) else ():
                words = block.words if block.kind == "paragraph" and has_id(block.text) else ""
                if retired := RETIRED.search(words):
                    found.update(m.key for m in mentions(words) if not _succeeds(words, retired.end(), m))
        return frozenset(found - {key for keys in self.homes.values() for key in keys})

    @cached_property
    def mentioned(self) -> list[tuple[str, int, Mention]]:
        """Every id in every document that is not being defined there: (file, line, mention)."""
        found: list[tuple[str, int, Mention]] = []
        in_words = any(" " in one.id for one in self.spec.values())  # "Requirement 2", "User Story 1"
        for name, one in self.documents.items():
            if name in OTHERS:
                continue
            # Where such ids have a home, a list elsewhere that leads with one only speaks of it.
            defining: set[tuple[int, str]] = set()
            for at, key in one.entries.places:
                at_home = _is_home(key, name) and key in self.homes.get(prefix_of(key), ())
                apart = family_of(key) in _WITH_HOMES and (name != SPEC or family_of(key) == "US")
                defining |= {(at, key)} if at_home or not apart else set()
            for line in self.lines_of(one):
                ids = mentions(line.text) if has_id(line.text) else []
                ids += identifiers.spoken_mentions(line.text) if in_words else []
                if ids and (retired := RETIRED.search(line.text)) is not None:
                    ids = [m for m in ids if _succeeds(line.text, retired.end(), m)]
                found += [(name, line.number, m) for m in ids if (line.number, m.key) not in defining]
        stories = {story.key for story in self.stories}
        for name, number, line in self.data_lines:
            ids = mentions(line) if has_id(line) else ()
            found += [(name, number, m) for m in ids if name != catalog.STORIES or m.key not in stories]
        return found

    @cached_property
    def data_lines(self) -> list[tuple[str, int, str]]:
        ours = [name for name in sorted(self.files) if name.endswith(_DATA) and name not in OTHERS]
        texts = [(name, text.splitlines()) for name in ours if isinstance(text := self.files[name], str)]
        return [(name, at, line) for name, lines in texts for at, line in enumerate(lines, start=1)]

    def lines_of(self, one: Document) -> list[Line]:
        """The prose of a document; of one that items share only this item's section is ours to judge.

        A footnote is no part of it: it quotes what somebody said, also of what is gone since ("drop FR-002").
        """
        own = one.page.find(self.context.slug) if "/" in one.name else None
        lines = one.page.prose_between(own.line + 1, own.reach) if own else one.page.prose
        return [line for line in lines if not line.text.startswith("[^") and (own or "/" not in one.name)]

    @cached_property
    def statements(self) -> list[Statement]:
        """Every sentence that promises something, stories included."""
        found: list[Statement] = []
        for entry in (*self.requirements.values(), *self.criteria.values(), *self.qualities):
            found += [*entry.reading.statements, *entry.reading.criteria]
        listed = [told for told in self.get(SPEC).of("quality") if self.is_ours and told.form == "item"]
        by_hand = [told for told in listed if not (told.note or told.confidence)]
        found += [Statement("quality", "", SPEC, told.line, told.text("text")) for told in by_hand]
        for story in self.stories:
            if story.wording:
                found.append(Statement("story", story.id, story.file, story.line, story.wording))
            leads = [(text, identifiers.leading(text)) for text in story.criteria]
            told = [text for text, lead in leads if lead is None or family_of(key_of(lead[0])) != "AC"]
            found += [Statement("criterion", story.id, story.file, story.line, text) for text in told]
        return found


def list_of(value: object) -> list[Any]:
    """A value of a JSON file as a list: of an object its values; empty when it is neither."""
    return [*as_object(value).values(), *as_list(value)]


@lru_cache(maxsize=4096)
def _is_home(key: str, name: str) -> bool:
    return any(fnmatchcase(name.lower(), place) for place in _HOMES.get(family_of(key), "*").split())


def _succeeds(text: str, after: int, mention: Mention) -> bool:
    """Whether an id names what took the place of another ("superseded by ADR-0009"); that one has to be there."""
    return mention.start > after and text[after:].lstrip("* ").startswith("by ")
