"""Read requirements back: from our own requirements-spec.md and from the many ways others write one.

Sections are known by what their headings say; requirements are found wherever they stand: `### FR-001: …`, `#### FR-1 – …`,
`**FR-001**: …` in a list, a table with an id column. What is not understood stays as text of its section.

Elsewhere: one requirement with its criteria (`read_requirement`).
"""

import re
from typing import Any, Final

from roundtable.analysis.evidence import HandEdit
from roundtable.documents.escaping import plain
from roundtable.documents.identifiers import leading
from roundtable.documents.listing import OPEN_QUESTIONS
from roundtable.documents.markdown import MarkdownSection, plain_title, split
from roundtable.documents.page import GAPS, PENDING
from roundtable.documents.read_requirement import (
    RequirementReader,
    take_assumption,
    take_id_table,
    take_identified,
)
from roundtable.documents.reading import Block, Reader, blocks_of, fields_of, label_of, take_note
from roundtable.documents.requirements import (
    ACTOR,
    BUSINESS_RULES,
    CONSTRAINTS,
    MEASURES,
    NEEDS,
    OUT_OF_SCOPE,
    PARTNERS,
    PRIORITIES,
    QUALITIES,
    RISKS,
    STAKEHOLDERS,
    TROUBLE,
    USERS,
)
from roundtable.documents.views import View

__all__ = ["SKIPPED", "context_of", "is_insight", "read_requirements"]

SKIPPED: Final = frozenset({plain_title(GAPS), plain_title(PENDING)})
_UNDERLINED: Final = re.compile(
    r"^(?P<title>(?![-*+>|#]|\d{1,3}[.)]\s)[^\s|][^|\r\n]{0,100})\r?\n {0,3}(?P<mark>[=-])(?P=mark){2,}[ \t]*\r?\n",
    re.MULTILINE,
)
_CONTEXTS: Final = (
    ("problem", r"business context|problem|background|motivation|goals?|overview"),
    ("people", r"stakeholders?|users?$|user types|personas|actors"),
    ("journeys", r"journeys?|user flows?|scenarios"),
    ("fixed", r"technical context|constraints?"),
    ("risks", r"quality and risk|risks?"),
    (
        "qualities",
        r"quality requirements|non.?functional|nfrs?$|nicht.?funktional|qualit[äa]tsanforderungen|exigences non",
    ),
    ("outside", r"out of scope|non.?goals|exclusions"),
    ("priorities", r"prioriti[sz]ation|priorities|moscow"),
    ("assumptions", r"assumptions?"),
    ("questions", r"open (?:questions|issues|points)"),
    ("rules", r"business rules"),
    ("requirements", r"requirements?|features?|functional"),
)


def context_of(title: str) -> str:
    """What a section is about, by its heading."""
    name = plain_title(plain(title)).replace("&", "and")
    return next((context for context, words in _CONTEXTS if re.search(rf"\b(?:{words})", name)), "")


def read_requirements(reader: Reader, text: str) -> None:
    """Everything that a requirements document says."""
    current: RequirementReader | None = None
    context = ""
    for section in split(with_hashes(text)).sections:
        found = leading(section.title)
        starts = found is not None and found[0].startswith("FR-")
        if current is not None and (starts or section.level <= current.level):
            current.close()
            current = None
        if section.level <= 2:
            reader.open_section(plain(section.title))
            context = "" if section.level == 1 else context_of(section.title)
        if plain_title(section.path[0]) in SKIPPED or is_insight(section):
            continue
        if section.level == 1:
            _read_opening(reader, section)
            continue
        if found is not None and starts:
            current = RequirementReader(reader, found[0], plain(found[1]), section.level)
        if current is None:
            _read_section(reader, section, context)
        else:
            for block in blocks_of(section.body):
                current.read(block)
    if current is not None:
        current.close()


def with_hashes(text: str) -> str:
    """Underlined headings written with hashes; a text that has headings with hashes stays as it is."""
    if any(section.level > 1 for section in split(text).sections):
        return text
    return _UNDERLINED.sub(
        lambda found: f"{'#' if found['mark'] == '=' else '##'} {found['title'].strip()}\n", text
    )


def _read_opening(reader: Reader, section: MarkdownSection) -> None:
    """What stands under the document's own title: fields and prose are its header, but some list their requirements there."""
    for block in blocks_of(section.body):
        if block.table is not None:
            take_id_table(reader, block.table, "")
        elif block.kind in {"item", "number"}:
            words, note = take_note(block.line)
            take_identified(reader, words, note)


def is_insight(section: MarkdownSection) -> bool:
    """Whether the section holds what a discussion brought."""
    return any(title.startswith("Elaboration Insights (") for title in section.path)


def _read_section(reader: Reader, section: MarkdownSection, context: str) -> None:
    """A section that is not one requirement: by what it is about."""
    if section.level > 2 and context == "journeys":
        _journey(reader, section)
        return
    if section.level > 2 and plain_title(section.title) == plain_title(BUSINESS_RULES):
        context = "rules"
    label = ""
    said_problem = any(fact.kind == "problem" for fact in reader.facts)
    for block in blocks_of(section.body):
        fields = fields_of(block) if block.kind == "paragraph" else None
        if fields and "confidence" in fields and len(fields) == 1:
            reader.mark_section(fields["confidence"])
        elif block.kind in {"fence", "comment", "rule"} or block.line.startswith("**Needs review**"):
            continue
        elif block.table is not None:
            known = any(reader.take_table(view, block.table) for view in _views_for(context))
            if not known and not take_id_table(reader, block.table, ""):
                reader.leave(block)
        elif (found := label_of(block)) is not None:
            label = found
            if label not in _LABELS:
                reader.leave(block)
        elif not (_item(reader, block, context, label) if block.kind != "paragraph" else False):
            words, note = take_note(block.line)
            if context == "problem" and block.kind == "paragraph" and (note or not said_problem):
                reader.take("problem", note, text=plain(words))
                said_problem = True
            elif not take_identified(reader, words, note):
                reader.leave(block)


_LABELS: Final = frozenset(text.casefold() for text in (MEASURES, NEEDS, CONSTRAINTS, PARTNERS))


def _views_for(context: str) -> tuple[View, ...]:
    first = {
        "qualities": QUALITIES,
        "risks": RISKS,
        "outside": OUT_OF_SCOPE,
        "priorities": PRIORITIES,
        "questions": OPEN_QUESTIONS,
    }.get(context)
    if context == "people":
        return (USERS, STAKEHOLDERS)
    return (first,) if first else (QUALITIES,) if context == "requirements" else ()


def _item(reader: Reader, block: Block, context: str, label: str) -> bool:
    """A list item or quote, by the section and the label it stands under."""
    words, note = take_note(block.line)
    text = plain(words)
    if block.kind == "quote" or context == "assumptions":
        return take_assumption(reader, words)
    bold = re.match(r"^\*\*(?P<head>[^*]+)\*\*\s*:\s*(?P<rest>.*)$", words, re.DOTALL)
    if label == MEASURES.casefold():
        return reader.take("success_metric", note, text=text) is not None
    if label == NEEDS.casefold():
        head, rest = (plain(bold["head"]), plain(bold["rest"])) if bold else ("", text)
        return reader.take("need", note, text=rest, user_type=head) is not None
    if label == CONSTRAINTS.casefold():
        category = bold["head"].casefold() if bold else ""
        known = category in {"technical", "business", "legal", "time", "other"}
        rest = plain(bold["rest"]) if bold and known else text
        return reader.take("constraint", note, text=rest, category=category if known else "other") is not None
    if label == PARTNERS.casefold():
        return _link(reader, words, note)
    if take_identified(reader, words, note):
        return True
    simple = {
        "fixed": "constraint",
        "outside": "out_of_scope",
        "questions": "open_question",
        "rules": "business_rule",
    }
    if context in simple:
        return reader.take(simple[context], note, text=text) is not None
    if context == "people":
        head, rest = (plain(bold["head"]), plain(bold["rest"])) if bold else (text, "")
        return reader.take("user_type", note, name=head, description=rest) is not None
    return False


def _link(reader: Reader, words: str, note: str) -> bool:
    found = leading(words)
    ends, _, purpose = plain(found[1] if found else words).partition(": ")
    source, _, target = ends.partition(" -> ")
    # The list repeats what the architecture says in full, so it claims no source of its own.
    evidence = (HandEdit(document=reader.document, marked=reader.section_mark),)
    values: dict[str, Any] = {
        "source": source,
        "target": target or "?",
        "purpose": purpose,
        "evidence": evidence,
    }
    return reader.take("integration", note, id=found[0] if found else "", **values) is not None


def _journey(reader: Reader, section: MarkdownSection) -> None:
    steps: list[str] = []
    known: dict[str, str] = {}
    for block in blocks_of(section.body):
        fields = fields_of(block) if block.kind == "paragraph" else None
        if fields is not None:
            known |= fields
        elif block.kind in {"item", "number"}:
            steps.append(plain(block.line))
        elif block.kind not in {"fence", "comment", "rule"}:
            reader.leave(block)
    reader.take(
        "journey",
        known.get("source", ""),
        title=plain(section.title),
        actor=plain(known.get(ACTOR.casefold(), "")),
        trouble=plain(known.get(TROUBLE.casefold(), "")),
        steps=tuple(steps),
    )
