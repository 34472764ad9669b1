"""What a teammate is given when it is spawned: who it is, what the item is, how to report, and what it must not do."""

import re
from typing import Final

from roundtable.analysis.content import Persona
from roundtable.engine.briefing import Briefing
from roundtable.facts.record import Record
from roundtable.language.sentences import sentences
from roundtable.language.tongue import small_words

ARCHITECT: Final = "solutions-architect"
ANALYST: Final = "business-analyst"
DESIGNER: Final = "system-designer"
SPAWN_ORDER: Final = (ARCHITECT, ANALYST, DESIGNER)
"""Whoever reads the code begins at once; whoever designs comes last."""
_OF_THE_DRAFT: Final = 3
_MOST_KEYWORDS: Final = 12
_WORD: Final = re.compile(r"[A-Za-z_][\w.-]*\w")
PROTOCOL: Final = (
    "Report to the lead with JSON messages: progress (artifact, status written|updated|finalized, coverage_summary), "
    "finding (topic, content, confidence), complete (artifacts_written, open_questions), cross-check, error; "
    "each with type and persona."
)
CONSTRAINTS: Final = (
    "Do not write meta.json: only the lead does.",
    "Do not write state.json.",
    "Do not create or switch a branch.",
    "Do not write a document that another persona owns: send the lead a finding instead.",
)


class TeammateBrief(Record):
    """Everything a teammate starts with, and nothing else."""

    persona_text: str
    artifact_folder: str
    slug: str
    source_id: str
    summary: str  # three to five sentences
    protocol: str = PROTOCOL
    constraints: tuple[str, ...] = CONSTRAINTS
    keywords: tuple[str, ...] = ()  # where to begin in the code; for whoever reads it

    @property
    def text(self) -> str:
        lines = [
            self.persona_text,
            "You are one of three teammates and speak for yourself alone, in `lines`, under your own key.",
            f"ARTIFACT_FOLDER: {self.artifact_folder}\nSLUG: {self.slug}\nSOURCE_ID: {self.source_id}",
            f"The item: {self.summary}",
        ]
        if self.keywords:
            lines.append(f"Look in the code for: {', '.join(self.keywords)}")
        return "\n\n".join((*lines, self.protocol, "\n".join(self.constraints)))


def brief_for(persona: Persona, briefing: Briefing) -> TeammateBrief:
    analysis = briefing.analysis
    return TeammateBrief(
        persona_text=persona.body.strip() or f"{persona.label}. {persona.identity} {persona.style}",
        artifact_folder=f"docs/requirements/{analysis.slug}",
        slug=analysis.slug,
        source_id=analysis.source_id or "none",
        summary=summary_of(briefing),
        keywords=keywords_of(analysis.draft or analysis.title) if persona.key == ARCHITECT else (),
    )


def summary_of(briefing: Briefing) -> str:
    """The title, the first sentences of the draft, and how much is known: three to five sentences, nothing made up."""
    analysis = briefing.analysis
    text = analysis.draft
    draft = [f"{text[start:end].rstrip('.:;, ')}." for start, end in sentences(text)]
    known = len(analysis.facts)
    called = f"It is called {analysis.title.strip().rstrip('.') or analysis.slug}."
    facts = f"So far {known} fact{'' if known == 1 else 's'} about it {'is' if known == 1 else 'are'} known."
    return " ".join((called, *(draft[:_OF_THE_DRAFT] or ["There is no draft."]), facts))


def keywords_of(text: str) -> tuple[str, ...]:
    """The words that the scan looks for, in the order in which they were said."""
    small = small_words("en")
    words = (word for word in _WORD.findall(text) if word.lower() not in small)
    return tuple(dict.fromkeys(words))[:_MOST_KEYWORDS]
