"""Follow-ups (placeholder until the rules land)."""

from roundtable.engine.briefing import Ask
from roundtable.minds.facilitator.answers.reading import Reading
from roundtable.minds.facilitator.situation import Situation


def follow_up(situation: Situation, asked: Ask, reading: Reading) -> Ask | None:
    """None yet."""
    return None
