"""Facts made of what one document says: ids, rows, sentences and stories, each as the kind of fact that it is.

`FactMaker(name, known).read(text)` gives the facts that are known and those of the document. Words are taken as they stand;
what does not make a fact is left out, and what nobody understood becomes a note.

Used by `importing`. Elsewhere: what stands where (`reading`).
"""

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

from pydantic import ValidationError

from roundtable.documents import catalog
from roundtable.documents.catalog import document
from roundtable.documents.escaping import plain, uncode
from roundtable.documents.quick_scan import read_quick_scan
from roundtable.documents.reading import data_files
from roundtable.documents.reading import identifiers as ids
from roundtable.documents.reading.document import Document, Found, is_gap
from roundtable.documents.reading.entries import Entry, Statement
from roundtable.documents.reading.forms import forms_of_title, typed
from roundtable.documents.reading.identifiers import canonical, family_of, leading, owner_keys
from roundtable.documents.reading.inline_marks import mark_of, note_of, words_of
from roundtable.documents.reading.priorities import priorities_of
from roundtable.facts import FACT_TYPES, Criterion, Fact, Module, Priority, parse_fact
from roundtable.facts.evidence import Assumed, Confidence, HandEdit
from roundtable.facts.ids import TEMPORARY, is_temporary
from roundtable.language.markdown import plain_title
from roundtable.language.markdown_blocks import Block

_VIEWS: Final = frozenset({catalog.README, catalog.SUMMARY})
"""What they say stands in other documents."""
# Which topic an open question belongs to, by the document it stands in.
_TOPICS: Final = {catalog.IMPACT: "technical-analysis", catalog.OVERVIEW: "architecture"}
_GIVEN: Final = re.compile(
    r"(?is)^\W*given\b[:\s]*(?P<given>.*?)[\s,;.*_]*\bwhen\b[:\s*_]*(?P<when>.*?)[\s,;.*_]*\bthen\b[:\s*_]*(?P<then>.*)$"
)
_AS_A: Final = re.compile(
    r"(?is)^\s*as\s+(?:an?\s+|the\s+)?(?P<role>.+?),?\s+I\s+(?:want|need|would like)(?P<want>\s+.+?)"
    r"(?:[,;]?\s+so\s+(?:that\s+)?(?P<benefit>.+?))?\.?\s*$"
)
_RANKS: Final = {"p0": "Must", "p1": "Must", "high": "Must", "critical": "Must", "p2": "Should", "medium": "Should",
                 "p3": "Could", "low": "Could"}  # fmt: skip
_SIMPLE: Final = {"AS": "assumption", "CON": "constraint", "OUT": "out_of_scope", "OQ": "open_question"}
_ANYWHERE: Final = ("NFR", "ERR", "OQ")
_CATEGORIES: Final = ("technical", "business", "legal", "time", "other")
_NOTES: Final = "Notes"
_ASKED: Final = re.compile(r"^\*(?P<question>[^*\n]+)\*\s+(?P<text>.*)$", re.DOTALL)
_MOST_STORIES: Final = 2000
_LONGEST_UNREAD: Final = 2000
_NO_SCOPE: Final = ("Estimated Scope", "File Count", "Complexity", "**", "The ")


class FactMaker:
    def __init__(self, name: str, facts: Iterable[Fact], *, by_hand: bool) -> None:
        self.name = name
        self._by_hand = by_hand
        self._mark = ""
        """What the header says of the whole document; words that somebody typed into it are surer than that."""
        self.facts = list(facts)
        self._source: Callable[[str], str] = note_of
        self._ranked = {fact.target for fact in self.facts if isinstance(fact, Priority)}

    def read(self, text: str) -> list[Fact]:
        kind = document(self.name)
        if self.name == catalog.STORIES:
            self._stories(text)
        elif self.name.endswith(".yaml"):
            self._interfaces(text)
        elif kind is not None and kind.format == "markdown" and self.name not in _VIEWS and text.strip():
            self._markdown(Document(self.name, text))
        return self.facts

    def take(self, kind: str, note: str = "", mark: str = "", /, **values: Any) -> bool:
        """Record a fact; false when these values make none."""
        known = {key: value for key, value in values.items() if value not in ("", (), None)}
        if kind == "open_question" and self.name in _TOPICS:
            known["step_id"] = _TOPICS[self.name]
        first = (mark or ("" if note else self._mark)).strip().partition(" ")[0]
        marked = next((one for one in Confidence if one.value == first.strip("*`.").lower()), None)
        evidence = HandEdit(document=self.name, source=note.strip(), marked=marked)
        try:
            self.facts.append(parse_fact({"kind": kind, "evidence": (evidence,), **known}))
        except ValidationError:
            return False
        return True

    def _markdown(self, read: Document) -> None:
        self._source = read.source_of
        said = read.page.fields.get("confidence", "")
        self._mark = said if said in ("Medium", "Low") and not self._by_hand else ""
        if self.name == catalog.QUICK_SCAN:
            self._scope(read)
        things = {one.line for one in read.found if one.form in ("row", "heading")}
        entries = [*read.entries.by_key.values(), *read.entries.duplicates]
        at_home = [one for one in entries if self.name == catalog.SPEC or family_of(one.key) in _ANYWHERE]
        defined = [one for one in at_home if one.line not in things]
        told = [(one.line, partial(self._found, one)) for one in read.found]
        for entry in defined:
            told.append((entry.line, partial(self._entry, entry)))
            told += [(one.line, partial(self._unnumbered, entry, one)) for one in _unnumbered(entry)]
        for _, take in sorted(told, key=lambda pair: pair[0]):
            take()
        if self.name == catalog.SPEC:
            self._priorities(read)
        if self.name != catalog.QUICK_SCAN:
            self._leftovers(read.unread)

    def _priorities(self, read: Document) -> None:
        """Priorities that stand apart from their requirements, in a form that is no table of ours."""
        requirements = {key: entry for key, entry in read.entries.by_key.items() if family_of(key) == "FR"}
        for key, places in priorities_of(read, requirements).items():
            if _id(key) not in self._ranked and key in requirements:
                self.take("priority", target=_id(key), level=places[-1].level)
        sections = {section for section, _ in read.unread}
        forms = {section: forms_of_title(catalog.SPEC, section) for section in sections}
        apart = {section for section in sections if any(f.kind == "priority" for f in forms[section])}
        read.unread[:] = [one for one in read.unread if one[0] not in apart or not ids.mentions(one[1].text)]

    def _entry(self, entry: Entry) -> None:
        reading, own = entry.reading, _id(entry.key)
        words = [one for one in reading.statements if not one.is_item or entry.kind != "requirement"]
        text = " ".join(plain(one.text) for one in words)
        note = reading.note or next((note for one in words if (note := self._source(one.raw))), "")
        mark = next((mark for one in words if (mark := mark_of(one.raw))), "")
        under = _id(entry.under) if entry.under else None
        match family_of(entry.key):
            case "FR":
                self._requirement(entry, text, note)
            case "AC":
                if (belongs := owner_keys(entry.key)[:1] or ((entry.under,) if entry.under else ())) and text:
                    # Without a mark of its own it is as sure as its requirement.
                    owners = [fact for fact in self.facts if fact.id == _id(belongs[0])]
                    proofs = [one for fact in owners for one in fact.evidence]
                    marks = [one.marked.label for one in proofs if isinstance(one, HandEdit) and one.marked]
                    mark = mark or (marks[0] if marks and not note else "")
                    self._criterion(text, belongs[0], note, mark, own if own.count("-") > 1 else "")
            case "NFR" if text and ids.prefix_of(entry.key) == "SC":
                self.take("success_metric", note, mark, text=text)
            case "NFR" if text:
                category, _, rest = text.partition(":")
                named = bool(rest) and len(category) < 30
                category, text = (category.strip(), rest.strip()) if named else ("", text)
                self.take("quality", note, mark, id=own, category=category, text=text)
            case "BR" if text:
                rule, _, example = text.partition(" Example: ")
                self.take("business_rule", note, mark, id=own, text=rule, example=example, requirement=under)
            case "ERR" if text and self.name == catalog.SPEC:
                self.take("error_case", note, mark, id=own, text=text, requirement=under)
            case "US" if text and entry.form != "row":
                self.take("story", note, mark, id=own, title=plain(entry.title) or text, text=text)
                told = "\n".join(f"- {plain(one.text)}" for one in reading.criteria)
                self.take("note", text=told, document=self.name, section=plain(entry.title))
            case family if family in _SIMPLE and text:
                self.take(_SIMPLE[family], note, mark, id=own, text=text)
            case _:
                pass

    def _requirement(self, entry: Entry, text: str, note: str) -> None:
        reading, own = entry.reading, _id(entry.key)
        title = plain(words_of(entry.title))
        if entry.row is not None:
            title = plain(entry.row.get("title", "name", "feature")) or text
        elif entry.form == "item" and text:
            head, _, rest = text.partition(":") if ":" in text[:80] else ("", "", "")
            title, text = (head.strip(), rest.strip()) if rest.strip() else (text, text)
        if not (title or text):
            return
        quotes = (block.words for block in entry.body if block.kind == "quote")
        flag = next((words for words in quotes if "**Assumption" in words[:14]), "")
        because = flag.partition(":")[2].removesuffix("Flagged for validation.").strip(" *")
        proof = {"evidence": (Assumed(because=plain(because)),)} if because and not note else {}
        named = {"title": title or text[:80], "text": text or title}
        self.take("requirement", note, reading.confidence, id=own, **named, **proof)
        said = (reading.fields.get("priority") or "").strip().strip("*").casefold()
        if (level := reading.priority or _RANKS.get(said)) and own not in self._ranked:
            self._ranked.add(own)
            self.take("priority", self._source(reading.fields.get("priority", "")), target=own, level=level)

    def _unnumbered(self, entry: Entry, said: Statement) -> None:
        note = self._source(said.raw)
        mark = mark_of(said.raw) or ("" if note else entry.reading.confidence)
        self._criterion(plain(said.text), entry.key, note, mark, "")

    def _criterion(self, text: str, requirement: str, note: str, mark: str, own: str) -> None:
        parts = found.groupdict() if (found := _GIVEN.match(text)) else {}
        steps = {name: words.strip(" *_").rstrip(",;") for name, words in parts.items()}
        self.take("criterion", note, mark, id=own, requirement=_id(requirement), text=text, **steps)

    def _found(self, found: Found) -> None:
        kind, values = found.kind, dict(found.values)
        if kind in ("uses", "module_data"):
            self._about_module(kind, values)
            return
        cls = FACT_TYPES[kind]
        known = [name for name in values if name in cls.model_fields and name != "id"]
        given = {name: typed(cls, name, values[name]) for name in known}
        own = canonical(str(values.get("id", "")))
        match kind:
            case "option":
                own = own or _option(found.text("title"))
            case "direct_change" if str(given.get("why", "")).startswith("new file"):
                given |= {"change": "create", "why": str(given["why"]).removeprefix("new file").lstrip(" ·")}
            case "indirect_change" if plain_title(found.section).startswith(("distant", "transitive")):
                given["tier"] = "distant"
            case "constraint":
                head, _, rest = str(given["text"]).partition(": ")
                if rest and head.lower() in _CATEGORIES:
                    given |= {"text": rest, "category": head.lower()}
            case "decision":
                if own and any(fact.kind == "decision" and fact.id == own for fact in self.facts):
                    return
                titles = values.get("options", ())
                if titles and not given["options"] and not isinstance(titles, str):
                    given["options"] = tuple(_option(words_of(title)) for title in titles)
                filled = {name: value for name, value in given.items() if value}
                given = {"choice": given.get("title", ""), **filled}
            case "error_case" if given.get("code") in (own, values.get("id")):
                given.pop("code", None)  # one without a code of its own shows its id there
            case "interface":
                named = [(a, "" if is_gap(b) else b, c) for a, b, c in values.get("inputs", ()) if a]
                inputs = [{"name": uncode(a), "type": uncode(b), "note": plain(c)} for a, b, c in named]
                given["inputs"] = inputs
            case _:
                pass
        if not self.take(kind, found.note, found.confidence, id=own, **given):
            text = "; ".join(str(value) for value in given.values() if value)
            about = {"document": self.name, "section": found.section}
            self.take("note", found.note, found.confidence, text=text, **about)

    def _about_module(self, kind: str, values: dict[str, Any]) -> None:
        """What stands apart from a module: which others it uses, its data and files."""
        name = values.get("name", "")
        more = {one: typed(Module, one, values[one]) for one in ("data", "paths") if values.get(one)}
        if kind == "uses":
            name, more = values["source"], {"depends_on": (values["target"],)}
        for at, fact in enumerate(self.facts):
            if isinstance(fact, Module) and fact.name.casefold() == name.casefold():
                both = {field: (*getattr(fact, field), *value) for field, value in more.items()}
                grown = {field: tuple(dict.fromkeys(told)) for field, told in both.items()}
                self.facts[at] = fact.model_copy(update=grown)

    def _scope(self, read: Document) -> None:
        """The size of the change, and what is told about it at the top or under "Scope"."""
        size = read_quick_scan(read.page.text)
        place = read.page.find("Scope")
        first = next((one.line for one in read.page.sections if one.level > 1), len(read.page.lines) + 1)
        blocks = read.page.own(place) if place else read.page.between(1, first)
        told = [block.words for block in blocks if block.kind == "paragraph"]
        words = [text for text in told if not text.startswith(_NO_SCOPE)]
        known = {"size": size.scope, "file_count": size.file_count or None, "complexity": size.complexity}
        given = {name: value for name, value in known.items() if value not in (None, "unknown")}
        if words or given:
            text = " ".join(plain(words_of(one)) for one in words) or "Size of the change"
            self.take("scope", self._source(" ".join(words)), text=text, **given)

    def _leftovers(self, unread: Iterable[tuple[str, Block]]) -> None:
        """What nobody understood, as notes: one for each stretch of a section, list items kept together; of our own notes each."""
        notes: list[tuple[str, list[Block]]] = []
        for section, block in unread:
            if not notes or notes[-1][0] != section or section == _NOTES:
                notes.append((section, []))
            notes[-1][1].append(block)
        for section, blocks in notes:
            text = ""
            for at, block in enumerate(blocks):
                listed = block.kind == "item" and len(blocks) > 1
                mark = (f"{block.mark}. " if block.mark.isdigit() else "- ") if listed else ""
                text += ("\n" if listed and blocks[at - 1].kind == "item" else "\n\n") if text else ""
                text += mark + plain(words_of(block.text))
            asked = _ASKED.match(text) if section == _NOTES else None
            question, text = (asked["question"], asked["text"]) if asked else ("", text)
            source = next((note for block in blocks if (note := self._source(block.text))), "")
            place = "" if section == _NOTES else section
            self.take("note", source, text=text, document=self.name, section=place, question=question)

    def _stories(self, text: str) -> None:
        stories = data_files.read_stories(text, data_files.parse_json(text)[0])
        if stories is None:
            self._unreadable(text)
        for at, story in enumerate((stories or ())[:_MOST_STORIES]):
            self._story(story, at)

    def _story(self, story: data_files.Story, at: int) -> None:
        told = _AS_A.match(story.text)
        role, want, benefit = told.groups("") if told else (story.role, story.want, story.benefit)
        title = story.title or want or story.text
        requirements = tuple(sorted(_id(key) for key in story.traces if family_of(key) == "FR"))
        own = _id(story.key) if family_of(story.key) == "US" else f"{TEMPORARY}story-{at}"
        criteria = tuple(self._criteria_of(story, requirements[0] if requirements else "", at))
        if not title.strip():
            return
        self.take(
            "story", id=own, title=title.strip(), text="" if told else story.text, role=role.strip(), want=want.strip(),
            benefit=benefit.strip(), requirements=requirements, criteria=criteria,
        )  # fmt: skip
        given = {fact.target: fact.level for fact in self.facts if isinstance(fact, Priority)}
        if story.priority and not is_temporary(own) and given.get((*requirements, "")[0]) != story.priority:
            self.take("priority", target=own, level=story.priority)

    def _criteria_of(self, story: data_files.Story, requirement: str, at: int) -> Iterable[str]:
        """Ids of the story's criteria; those that nobody recorded yet are recorded."""
        known = {fact.id for fact in self.facts if isinstance(fact, Criterion)}
        for number, text in enumerate(story.criteria):
            lead = leading(text)
            key = ids.key_of(lead[0]) if lead else ""
            own = _id(key) if family_of(key) == "AC" and len(owner_keys(key)) else ""
            words = lead[1] if lead and own else text
            belongs = owner_keys(key)[0] if own else requirement
            if own in known:
                yield own
            elif words and belongs:
                own = own or f"{TEMPORARY}criterion-{at}-{number}"
                self._criterion(words, belongs, "", "", own)
                yield own

    def _interfaces(self, text: str) -> None:
        tree = data_files.parse_yaml(text)[0]
        found = list(data_files.read_interfaces(tree)) if tree is not None else []
        if not found:
            self._unreadable(text)
        for one in found:
            self._found(one)

    def _unreadable(self, text: str) -> None:
        if text.strip():
            self.take("note", text=text[:_LONGEST_UNREAD], document=self.name)


def _unnumbered(entry: Entry) -> list[Statement]:
    """The criteria of a requirement that have no id: those that say so, and every list below it."""
    if family_of(entry.key) != "FR":
        return []
    return [*entry.reading.criteria, *[one for one in entry.reading.statements if one.is_item]]


def _id(key: str) -> str:
    """An id as facts have it; one of another shape is given a number when it is taken in, and found again by its name."""
    return key if key.startswith(TEMPORARY) else canonical(key) or f"{TEMPORARY}{key}"


def _option(title: str) -> str:
    """The name of a way that has no id: a decision names it by its title."""
    return f"{TEMPORARY}option-{title.casefold()}"
