"""Conversation rules as reasons: what `engine.conversation_rules` finds, said so that a writer can mend it."""

from typing import Final

from roundtable.engine.conversation_rules import violations
from roundtable.minds.guards.verdict import Findings

_REASONS: Final = {
    "L-CONV-01": "Write no headings and name no phases: this is one conversation without visible structure.",
    "L-CONV-02": "Do not name steps.",
    "L-CONV-03": "Do not list questions; ask one.",
    "L-CONV-04": "Do not announce who speaks next or hand over; let the persona simply speak.",
    "L-CONV-05": "Show no menus, bracketed options or keys to press.",
    "L-STEER-02": "Do not announce a change of topic or say what is not covered yet; raise the matter itself.",
    "L-COV-01": "Never mention coverage, criteria or percentages of progress.",
    "L-OPEN-02": "Do not talk about scanning or searching the code; say what is there.",
}


def check_conversation(text: str, findings: Findings) -> None:
    """Refuse what no turn of a conversation may contain."""
    for rule in violations(text):
        findings.refuse("conversation", _REASONS.get(rule, f"This breaks the rule {rule} of conversations."))
