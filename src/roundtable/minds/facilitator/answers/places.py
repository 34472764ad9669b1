"""Where words that fit no kind of fact are kept: the document and section that the step names for them."""

import re
from typing import Final

from roundtable.analysis.content import Step
from roundtable.minds.facilitator.words import likeness

__all__ = ["place_for", "sections_of"]

_ENTRY: Final = re.compile(r"`(?P<document>[\w.*{}-]+\.\w+)`(?:\s*,?\s*(?:in\s+)?(?:the\s+)?section\s+[\"“'`](?P<section>[^\"”'`\n]+)[\"”'`])?(?P<rest>[^\n]*)", re.IGNORECASE)  # fmt: skip
_BY_KIND: Final = {
    "problem": "Business Context",
    "success_metric": "Business Context",
    "stakeholder": "Stakeholders and Users",
    "user_type": "Stakeholders and Users",
    "need": "Stakeholders and Users",
    "journey": "User Journeys",
    "constraint": "Technical Context",
    "integration": "Technical Context",
    "quality": "Quality Requirements",
    "risk": "Quality and Risk",
    "requirement": "Functional Requirements",
    "criterion": "Functional Requirements",
    "priority": "Prioritization",
    "out_of_scope": "Out of Scope",
    "assumption": "Assumptions",
    "open_question": "Open Questions",
    "keyword": "2. Keywords",
    "file_count": "3. File Count",
    "scope": "1. Scope",
    "direct_change": "Directly Affected Files",
    "indirect_change": "Indirectly Affected Files",
    "entry_point": "Entry Points",
    "risk_zone": "Risk Zones",
    "order": "Implementation Order",
    "option": "Options Considered",
    "decision": "Decisions",
    "technology": "Technologies",
    "module": "Modules",
    "data_flow": "Flows",
    "state": "State",
    "error_case": "Error Cases",
}


def sections_of(step: Step | None) -> list[tuple[str, str, str]]:
    """(document, section, what goes there) for each line of a step's Artifacts section."""
    if step is None or not step.artifacts:
        return []
    return [
        (hit["document"], hit["section"] or "", hit["rest"].strip(" :."))
        for hit in _ENTRY.finditer(step.artifacts)
    ]


def place_for(step: Step | None, kinds: tuple[str, ...], question: str = "") -> tuple[str, str]:
    """The document and section for an answer that could not be typed."""
    entries = sections_of(step)
    wanted = [_BY_KIND[kind] for kind in kinds if kind in _BY_KIND]
    for section in wanted:
        for entry in entries:
            if entry[1] == section:
                return entry[0], entry[1]
    if entries:
        best = max(
            entries, key=lambda entry: (likeness(question, f"{entry[1]} {entry[2]}"), -entries.index(entry))
        )
        return best[0], best[1]
    if step is not None and step.outputs:
        return step.outputs[0], ""
    return "", ""
