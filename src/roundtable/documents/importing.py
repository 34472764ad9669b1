"""Facts from documents: for items made elsewhere, and for what people add to ours by hand.

- `read_back(files)`: everything the documents of an item say, ready for `analysis.changes.add`. What is not understood becomes
  notes, so no words are lost.
- `facts_from_edits(analysis, files, manifest)`: what stands in sections that people edited or added and the analysis does not
  know yet. An FR added by hand is in the traceability matrix after the next run.

Only this module reads documents back into facts; everything else renders them.
"""

import re
from collections.abc import Mapping
from typing import Final

from pydantic import ValidationError

from roundtable.analysis.analysis import Analysis, Discussion
from roundtable.analysis.evidence import HandEdit
from roundtable.analysis.facts import Criterion, Fact, Note, Priority, Requirement
from roundtable.analysis.ids import is_temporary
from roundtable.analysis.record import Record
from roundtable.documents.catalog import INTERFACE_SPECS, document
from roundtable.documents.escaping import plain
from roundtable.documents.markdown import Markdown, MarkdownSection, split
from roundtable.documents.merge import Manifest
from roundtable.documents.nfr_matrix import MATRIX
from roundtable.documents.pieces import HEADER, markdown_pieces
from roundtable.documents.read_design import READERS
from roundtable.documents.read_requirements import read_requirements
from roundtable.documents.read_stories import read_interfaces, read_stories
from roundtable.documents.reading import Reader, blocks_of
from roundtable.documents.stories import STORIES
from roundtable.documents.tables import tables_in

__all__ = ["ReadBack", "facts_from_edits", "read_back"]

_REQUIREMENTS: Final = "requirements-spec.md"
_MARKER: Final = re.compile(r"<!-- Elaboration: step (?P<step>.*?), (?P<at>[^,]*?) -->\s*\Z")
_HEADING: Final = re.compile(r"^Elaboration Insights \(Step (?P<step>[^:]*): (?P<title>.*)\)$")
_TURNS: Final = re.compile(
    r"\*\*Turns\*\*: (?P<turns>\d+) \| \*\*Exit\*\*: (?P<exit>user-initiated|turn-limit)"
)
_ATTRIBUTED: Final = re.compile(r"^\[(?P<who>[^\]]*)\] (?P<text>.*)$", re.DOTALL)
# Which topic an open question belongs to, by the document it stands in.
_TOPICS: Final = {
    "impact-analysis.md": "technical-analysis",
    "architecture-overview.md": "architecture",
    "design-summary.md": "specification",
}
# Decisions come from their own files first, because those say most.
_ORDER: Final = (
    "quick-scan.md", _REQUIREMENTS, "impact-analysis.md", "adr-*.md", "architecture-overview.md", "tech-stack-decision.md",
    "module-design.md", *INTERFACE_SPECS, "data-flow.md", "error-taxonomy.md", STORIES, "nfr-matrix.md",
)  # fmt: skip


class ReadBack(Record):
    """What the documents of an item say."""

    facts: tuple[Fact, ...] = ()
    """With ids where the documents give them; `analysis.changes.add` mints the others."""
    discussions: tuple[Discussion, ...] = ()
    leftovers: tuple[Note, ...] = ()
    """What was not understood; these notes are among the facts too."""


def read_back(files: Mapping[str, str]) -> ReadBack:
    """Facts from the documents of one item: file name -> text."""
    facts: list[Fact] = []
    discussions: list[Discussion] = []
    for name in sorted(files, key=_rank):
        reader = Reader(name)
        reader.step_id = _TOPICS.get(name)
        reader.facts = list(facts)
        _read(reader, name, files[name])
        facts = reader.finish()
        if name.endswith(".md"):
            discussions = _join(discussions, _discussions(name, files[name]))
    settled = _settled(facts)
    return ReadBack(
        facts=settled,
        discussions=tuple(discussions),
        leftovers=tuple(fact for fact in settled if isinstance(fact, Note)),
    )


def facts_from_edits(analysis: Analysis, files: Mapping[str, str], manifest: Manifest) -> tuple[Fact, ...]:
    """Facts that people wrote into our documents by hand, for `analysis.changes.add`.

    Only what stands in sections that are not as we wrote them, only facts with an id that the analysis has never given, and
    criteria of such requirements or of known ones. Changed words of a known fact stay in the document; they are not amended
    behind the person's back.
    """
    changed = {name: text for name, text in files.items() if _edited(name, text, manifest)}
    known = {*analysis.by_id, *analysis.retracted}
    found = read_back(changed).facts
    wanted = [
        fact
        for fact in found
        if isinstance(fact, Requirement | Criterion | Priority) and fact.id not in known
    ]
    wanted += [
        fact
        for fact in found
        if fact.id and fact.id not in known and fact not in wanted and not isinstance(fact, Note)
    ]
    requirements = {fact.id for fact in wanted if isinstance(fact, Requirement)}
    return tuple(fact for fact in wanted if _is_news(fact, requirements, analysis))


def _is_news(fact: Fact, requirements: set[str], analysis: Analysis) -> bool:
    if isinstance(fact, Criterion):
        if fact.id:
            return fact.requirement in requirements or fact.requirement in analysis.by_id
        same = {known.text for known in analysis.of(Criterion) if known.requirement == fact.requirement}
        return fact.requirement in requirements and fact.text not in same
    if isinstance(fact, Priority):
        return fact.target in requirements
    return bool(fact.id)


def _edited(name: str, text: str, manifest: Manifest) -> bool:
    known = manifest.of(name)
    if not name.endswith(".md") or not known:
        return bool(known) or document(name) is not None
    return any(piece.key != HEADER and known.get(piece.key) != piece.print for piece in markdown_pieces(text))


def _rank(name: str) -> tuple[int, str]:
    kind = document(name)
    family = kind.name if kind else name
    return (_ORDER.index(family) if family in _ORDER else len(_ORDER), name)


def _read(reader: Reader, name: str, text: str) -> None:
    kind = document(name)
    if name == _REQUIREMENTS:
        read_requirements(reader, text)
    elif name == STORIES:
        read_stories(reader, text)
    elif name == "interface-spec.yaml":
        read_interfaces(reader, text)
    elif name == "nfr-matrix.md":
        for table in tables_in(text):
            reader.take_table(MATRIX, table)
    elif kind is not None and kind.name in READERS:
        READERS[kind.name](reader, text)


def _settled(facts: list[Fact]) -> tuple[Fact, ...]:
    """Each fact once: documents repeat what they share, and the first one that gives an id says most.

    The same id for two different things in one document is a mistake of its author; the second one is kept as a note.
    """
    seen: dict[str, int] = {}
    kept: list[Fact] = []
    last_priority = {fact.target: fact for fact in facts if isinstance(fact, Priority)}
    for fact in facts:
        if isinstance(fact, Priority) and last_priority[fact.target] is not fact:
            continue
        at = seen.get(fact.id)
        if is_temporary(fact.id) or at is None:
            seen[fact.id] = len(kept)
            kept.append(fact)
        elif (place := _clash(kept[at], fact)) is not None:
            text = f"{fact.id}: {getattr(fact, 'text', '') or fact.headline}"
            kept.append(Note(text=text, document=place, evidence=fact.evidence))
        elif kept[at].kind == fact.kind:
            kept[at] = _filled(kept[at], fact)
    return tuple(kept)


def _filled(first: Fact, second: Fact) -> Fact:
    """The first fact, with what only the second says."""
    news = {
        name: getattr(second, name)
        for name in type(first).model_fields
        if not getattr(first, name) and getattr(second, name)
    }
    # A place that says where it knows it from is the better witness.
    if not any(isinstance(item, HandEdit) and item.source for item in first.evidence):
        news["evidence"] = second.evidence
    return first.model_copy(update=news) if news else first


def _clash(first: Fact, second: Fact) -> str | None:
    """The document in which one id means two things; none when the second only repeats the first."""
    places = [
        item.document for fact in (first, second) for item in fact.evidence if isinstance(item, HandEdit)
    ]
    same = first.headline == second.headline or first.kind != second.kind
    return places[-1] if not same and len(set(places)) == 1 else None


def _discussions(name: str, text: str) -> list[Discussion]:
    """What discussions brought, from the blocks they left in a document."""
    parts = split(text)
    found: list[Discussion] = []
    for at, section in enumerate(parts.sections):
        heading = _HEADING.match(plain(section.title))
        before = parts.sections[at - 1].text if at else parts.header
        marker = _MARKER.search(before)
        turns = _TURNS.search(section.body)
        if not (heading and marker and turns):
            continue
        lists = {part.title: _items(part) for part in parts.within(section)[1:]}
        who = re.search(r"\*\*Participants\*\*: (.*)", section.body)
        raw = {
            "step_id": marker["step"],
            "step_title": heading["title"],
            "at": marker["at"],
            "turn_count": int(turns["turns"][:6]),
            "exit": turns["exit"],
            "participants": tuple(plain(part) for part in who[1].strip().split(", ")) if who else (),
            "insights": tuple(
                (plain(m["who"]), plain(m["text"]))
                for item in lists.get("Key Insights", [])
                if (m := _ATTRIBUTED.match(item))
            ),
            "decisions": tuple(_pair(item) for item in lists.get("Decisions Made", [])),
            "open_questions": tuple(_pair(item) for item in lists.get("Open Questions", [])),
            "targets": ((name, plain(_top(parts, section))),),
        }
        try:
            found.append(Discussion.model_validate(raw))
        except ValidationError:
            continue
    return found


def _join(known: list[Discussion], more: list[Discussion]) -> list[Discussion]:
    """One discussion for the same marker, with all the places it left something in."""
    joined = list(known)
    for new in more:
        same = next(
            (at for at, old in enumerate(joined) if (old.step_id, old.at) == (new.step_id, new.at)), None
        )
        if same is None:
            joined.append(new)
        else:
            targets = tuple(dict.fromkeys((*joined[same].targets, *new.targets)))
            joined[same] = joined[same].model_copy(update={"targets": targets})
    return sorted(joined, key=lambda entry: entry.at)


def _items(section: MarkdownSection) -> list[str]:
    return [block.line for block in blocks_of(section.body) if block.kind == "item" and block.line != "None."]


def _pair(text: str) -> tuple[str, str]:
    what, _, why = text.partition(": ")
    return plain(what), plain(why)


def _top(parts: Markdown, section: MarkdownSection) -> str:
    above = [known.title for known in parts.sections if known.level == 2 and known.line < section.line]
    return above[-1] if above else ""
