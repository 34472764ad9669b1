"""The offline mind: it interviews by rule, keeps the person's sentences whole, and adds only what the code shows."""

from roundtable.interview.mind import Interviewer

__all__ = ["Interviewer"]
