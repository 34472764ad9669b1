"""The offline mind: an interviewer that works by rule, with no model and no network."""

from roundtable.minds.facilitator.mind import Facilitator

__all__ = ["Facilitator"]
