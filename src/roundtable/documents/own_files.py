"""Documents that a step of somebody's own names, and where notes are at home.

`compliance.md` is in no catalogue, so nothing is known of its sections: it holds what the steps that name it heard, question by
question and word for word. A note stands in the document it names, else in the one its subject belongs to, else in the main
document of its phase: words are never without a place.

Elsewhere: the documents we know (`catalog`), the common form (`page`).
"""

import re
from collections.abc import Callable
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.phases import phase_of_step
from roundtable.documents.catalog import IMPACT, OVERVIEW, SPEC, document
from roundtable.documents.escaping import block, inline
from roundtable.facts import Note

_OWN_FILE: Final = re.compile(r"[A-Za-z0-9][\w.-]{0,80}\.md")
_FALLBACK: Final = SPEC
_ABOUT: Final = {"how": OVERVIEW, "where": IMPACT, "not_where": IMPACT}
"""What is about anything else of the item belongs to the requirements."""
_SECTIONS: Final = {
    "why": "Business Context", "who": "Stakeholders and Users", "what": "Functional Requirements",
    "rank": "Functional Requirements", "limits": "Technical Context", "not": "Out of Scope",
}  # fmt: skip
"""Where it is clear what a sentence is about, and not what kind of fact it is, it stands with what it is about."""


def is_own_file(name: str) -> bool:
    return _OWN_FILE.fullmatch(name) is not None and document(name) is None and name.casefold() != "draft.md"


def home_of(note: Note) -> str:
    """The Markdown document that shows a note."""
    name = note.document
    kind = document(name)
    if (kind is not None and kind.format == "markdown" and kind.location == "item") or is_own_file(name):
        return name
    if note.about:
        return _ABOUT.get(note.about, _FALLBACK)
    phase = phase_of_step(note.step_id) if note.step_id else None
    return phase.main_document if phase is not None else _FALLBACK


def section_of(note: Note) -> str:
    """The heading a note stands under; empty: the notes."""
    return note.section or (_SECTIONS.get(note.about, "") if home_of(note) == _FALLBACK else "")


def answers_of(analysis: Analysis, step_id: str, mark: Callable[[int], str]) -> str:
    """What was said in a step, as Markdown: each question with its answer below it and the mark of its turn."""
    told: list[str] = []
    for turn in analysis.turns:
        if turn.step_id == step_id and turn.number > 0 and turn.text.strip():
            told += [f"**{inline(turn.question)}**"] if turn.question.strip() else []
            told.append(f"{block(turn.text)}{mark(turn.number)}")
    return "\n\n".join(told)
