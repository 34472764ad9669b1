"""Facts from documents: for items made elsewhere, and for what people add to ours by hand.

What is not understood becomes notes, so no words are lost; nothing is added that nobody wrote. README.md only shows what other
documents hold, so nothing is taken from it. Of a document that items share, only the item's own section is read. What discussions
left in documents stays there as it is. Elsewhere: facts made of one document (`fact_maker`).
"""

from collections.abc import Mapping
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.documents import catalog
from roundtable.documents.catalog import document
from roundtable.documents.fact_maker import FactMaker
from roundtable.documents.nfr_matrix import section_of
from roundtable.documents.pieces import HEADER, markdown_pieces
from roundtable.documents.threeway import Manifest
from roundtable.facts import Criterion, Fact, Note, Priority, Requirement
from roundtable.facts.evidence import HandEdit
from roundtable.facts.ids import is_temporary
from roundtable.language.markdown import read_markdown

# Decisions come from their own files first, because those say most.
_ORDER: Final = (
    catalog.QUICK_SCAN, catalog.SPEC, catalog.IMPACT, "adr-*.md", catalog.OVERVIEW, catalog.TECHNOLOGY,
    catalog.MODULES, *catalog.INTERFACE_SPECS, catalog.FLOWS, catalog.TAXONOMY, catalog.STORIES, catalog.NFR_MATRIX,
)  # fmt: skip


def read_back(files: Mapping[str, str], slug: str = "", *, by_hand: bool = False) -> tuple[Fact, ...]:
    """Facts from the documents of one item: file name -> text. `slug` names its section in documents that items share.

    They have ids where the documents give them; `analysis.changes.add` mints the others.
    `by_hand`: the documents are ours and somebody worked on them, so what bears no mark is what they typed.
    """
    facts: list[Fact] = []
    kinds = {name: kind.name if (kind := document(name)) else name for name in files}
    places = {name: _ORDER.index(kind) if kind in _ORDER else len(_ORDER) for name, kind in kinds.items()}
    for name in sorted(files, key=lambda name: (places[name], name)):
        facts = FactMaker(name, facts, by_hand=by_hand).read(_own_part(name, files[name], slug))
    return _settled(facts)


def facts_from_edits(analysis: Analysis, files: Mapping[str, str], manifest: Manifest) -> tuple[Fact, ...]:
    """Facts that people wrote into our documents by hand, for `analysis.changes.add`.

    Only what stands in sections that are not as we wrote them, only facts with an id that the analysis has never given, and
    criteria of such requirements or of known ones. Changed words of a known fact stay in the document; they are not amended
    behind the person's back.
    """
    changed = {name: text for name, text in files.items() if _edited(name, text, manifest)}
    known = {*analysis.by_id, *analysis.retracted}
    found = [fact for fact in read_back(changed, analysis.slug, by_hand=True) if fact.id not in known]
    requirements = {fact.id for fact in found if isinstance(fact, Requirement)}
    return tuple(fact for fact in found if _is_news(fact, requirements, analysis))


def _is_news(fact: Fact, requirements: set[str], analysis: Analysis) -> bool:
    if isinstance(fact, Criterion):
        if not is_temporary(fact.id):
            return fact.requirement in requirements or fact.requirement in analysis.by_id
        same = {known.text for known in analysis.of(Criterion) if known.requirement == fact.requirement}
        return fact.requirement in requirements and fact.text not in same
    if isinstance(fact, Priority):
        return fact.target in requirements
    return not is_temporary(fact.id) and not isinstance(fact, Note)


def _edited(name: str, text: str, manifest: Manifest) -> bool:
    known = manifest.of(name)
    if not name.endswith(".md") or not known:
        return bool(known) or (document(name) is not None and name != catalog.NFR_MATRIX)
    pieces = markdown_pieces(read_markdown(text))
    return any(piece.key != HEADER and known.get(piece.key) != piece.print for piece in pieces)


def _own_part(name: str, text: str, slug: str) -> str:
    """A document as one item sees it: where every section belongs to an item, the others are none of its business."""
    is_shared = name == catalog.NFR_MATRIX and any(one.level == 2 for one in read_markdown(text).sections)
    return section_of(text, slug) if is_shared else text


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
        # Without an id of its own, what says the same is the same.
        name = fact.id if not is_temporary(fact.id) else f"{fact.kind} {fact.headline.casefold()}"
        at = seen.get(name)
        if at is None or (is_temporary(fact.id) and fact.kind in ("criterion", "note", "option")):
            seen.setdefault(name, len(kept))
            seen.setdefault(f"{fact.kind} {fact.headline.casefold()}", len(kept))
            kept.append(fact)
        elif (place := _clash(kept[at], fact)) is not None:
            text = f"{fact.id}: {getattr(fact, 'text', '') or fact.headline}"
            kept.append(Note(text=text, document=place, evidence=fact.evidence))
        elif kept[at].kind == fact.kind:
            kept[at] = _filled(kept[at], fact)
    return tuple(kept)


def _filled(first: Fact, second: Fact) -> Fact:
    empty = [name for name in type(first).model_fields if not getattr(first, name)]
    news = {name: value for name in empty if (value := getattr(second, name))}
    # A place that says where it knows it from is the better witness.
    if not any(isinstance(item, HandEdit) and item.source for item in first.evidence):
        news["evidence"] = second.evidence
    return first.model_copy(update=news) if news else first


def _clash(first: Fact, second: Fact) -> str | None:
    """The document in which one id means two things; none when the second only repeats the first."""
    places = [item.document for item in (*first.evidence, *second.evidence) if isinstance(item, HandEdit)]
    is_other = first.kind == second.kind and first.headline != second.headline
    return places[-1] if is_other and len(set(places)) == 1 else None
