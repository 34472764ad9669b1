"""The question that stays open when nobody spoke of something that a topic asks for.

What was not said is not taken for granted: it goes to the open questions, in words that somebody could answer later.
"""

from collections.abc import Mapping
from typing import Final

__all__ = ["unsaid"]

_QUESTIONS: Final[Mapping[str, str]] = {
    "problem": "What goes wrong today, and for whom?",
    "user_type": "Who or what will use this?",
    "need": "What are its users trying to get done?",
    "journey": "What does one good run look like, from what sets it off to its result?",
    "success_metric": "What would show, half a year on, that it was worth it?",
    "scope": "What belongs to the change, and what does not?",
    "requirement": "What else must it do, if that is not all?",
    "criterion": "How would somebody check that each of these holds?",
    "business_rule": "Which rule decides what happens, and who may do it?",
    "constraint": "What is fixed from outside: a platform, a date, a law?",
    "quality": "Which figure decides what is good enough?",
    "story": "Who gains what from it?",
    "priority": "What matters most, if not everything can be had at once?",
    "option": "Which other way would there be to do it?",
    "decision": "Which way of doing it is chosen, and why?",
    "technology": "Which technologies does it take?",
    "integration": "Which other parts or systems does it touch?",
    "risk": "What can go wrong with the way that was chosen, and what would lessen it?",
    "module": "Which parts does it take, and what is the one job of each?",
    "interface": "Which call does it take, with which inputs and which result?",
    "data_flow": "Which way does the data take, from where it comes in to where it ends?",
    "state": "What is kept, and in which states can it be?",
    "error_case": "Which further failures need an answer of their own?",
    "keyword": "Which words lead to the code that this is about?",
    "file_count": "How many files does it take?",
    "direct_change": "Which files have to change?",
    "indirect_change": "Which files depend on those that change?",
    "entry_point": "Where does somebody or something get in?",
    "risk_zone": "Which places are risky to change?",
    "order": "In which order is it built?",
}


def unsaid(kind: str, criterion: str) -> str:
    """The open question for a criterion that nobody met; its own words where the kind is not known."""
    return _QUESTIONS.get(kind) or f"Still to be settled: {criterion.rstrip('.')}."
