"""A draft to confirm for steps whose Brief Mode has no placeholders of ours.

Files written elsewhere say "Confirm background and audience" or "Summarise the request and ask whether it is right", and leave the
summary to whoever reads them. `draft_section` writes the section that such a file stands for: a line for each thing it
names or its questions are after, in its own words where it has some, and its own closing question.

Elsewhere: filling the lines (`drafts`), what is said when nothing can be filled (`opening`).
"""

import re
from typing import Final

from roundtable.analysis.blocks import read_blocks
from roundtable.analysis.content import Step
from roundtable.analysis.questions import placeholders, plain_text
from roundtable.analysis.wording import kinds_asked
from roundtable.minds.facilitator.drafts import KIND_OF_PLACEHOLDER

__all__ = ["draft_section"]

_MOST_LINES: Final = 6
_LONGEST_LABEL: Final = 8
_CLOSING: Final = "What is wrong or missing in this?"
_SLOT: Final = re.compile(r"\{\{?[^{}\n]*\}?\}|\[[^\[\]\n]*\](?!\()|<[^<>\n]*>")

_LINES: Final[dict[str, tuple[str, str]]] = {
    "problem": ("The trouble today", "problem"),
    "success_metric": ("How we would know that it worked", "success_metric"),
    "stakeholder": ("Who cares about it", "stakeholders"),
    "user_type": ("Who uses it", "user_types"),
    "need": ("What they want to get done", "needs"),
    "journey": ("How it goes", "journeys"),
    "constraint": ("What is fixed", "constraints"),
    "assumption": ("Taken for granted", "assumptions"),
    "integration": ("What it has to get along with", "integrations"),
    "quality": ("How good it has to be", "qualities"),
    "risk": ("What could go wrong", "risks"),
    "requirement": ("What it must do", "requirements"),
    "criterion": ("What it must do", "requirements"),
    "business_rule": ("Rules it follows", "business_rules"),
    "story": ("Stories", "stories"),
    "priority": ("What comes first", "priorities"),
    "scope": ("Size as it looks now", "scope"),
    "out_of_scope": ("Left alone", "out_of_scope"),
    "keyword": ("Words to search the code for", "keywords"),
    "file_count": ("Files that seem to be involved", "file_count"),
    "direct_change": ("Files that change", "direct_changes"),
    "indirect_change": ("Files that would notice", "indirect_changes"),
    "entry_point": ("Where it is reached", "entry_points"),
    "risk_zone": ("Handle with care", "risk_zones"),
    "order": ("In this order", "order"),
    "option": ("Ways to do it", "options"),
    "decision": ("Decided", "decisions"),
    "technology": ("Built with", "technologies"),
    "module": ("Parts", "modules"),
    "interface": ("Interfaces", "interfaces"),
    "data_flow": ("Path of the data", "data_flows"),
    "state": ("States", "states"),
    "error_case": ("When it fails", "error_cases"),
}


def draft_section(step: Step) -> str:
    """The step's Brief Mode, as it is or as it would be with placeholders."""
    section = step.brief or ""
    if any(name in KIND_OF_PLACEHOLDER for name in placeholders(section)):
        return section
    lines: dict[str, str] = {}
    for block in read_blocks(section):
        label = plain_text(_SLOT.sub("", block.text)).strip(" :–—-.\"'")
        if block.kind == "item" and "?" not in label and 0 < len(label.split()) <= _LONGEST_LABEL:
            known = _LINES.get(kinds_asked(label, step.setting)[0])
            if known is not None:
                lines.setdefault(known[1], label)
    for question in step.questions_in(step.standard or step.deep):
        known = _LINES.get(question.kinds[0])
        if known is not None:
            lines.setdefault(known[1], known[0])
    asked = [question.text for question in step.questions_in(section) if question.text.endswith("?")]
    drafted = "\n".join(f"- {label}: {{{name}}}" for name, label in list(lines.items())[:_MOST_LINES])
    closing = asked[-1] if asked else _CLOSING
    return f"This is what I have so far.\n\n- What you asked for: {{item}}\n{drafted}\n\n{closing}"
