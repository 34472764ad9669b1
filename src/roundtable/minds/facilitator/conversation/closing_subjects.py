"""Questions that every item needs an answer to sooner or later, whatever it is about: they come after its own subjects.

Each belongs to a criterion of a topic and is asked only while that criterion is open.
"""

import re
from collections.abc import Iterator

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.facts import Requirement
from roundtable.minds.facilitator.conversation.splits import splits
from roundtable.minds.facilitator.conversation.subjects import Subject
from roundtable.minds.facilitator.manner import ALEX
from roundtable.minds.facilitator.rephrase import listed

__all__ = ["IS_THAT_ALL", "closing"]

IS_THAT_ALL = "is that all"
_MANY = 3


_VAGUE = re.compile(
    r"\b(?:fast(?:er)?|quick(?:ly|er)?|slow|instant(?:ly)?|real[- ]time|responsive|scalable|reliable|secure|large|huge|lots of|immediately)\b",
    re.IGNORECASE,
)
_TROUBLE = re.compile(r"\b(?:slow(?:er|ly)?)\b", re.IGNORECASE)


def closing(analysis: Analysis) -> Iterator[Subject]:
    """Problem, completeness, figures, fixed points, sign of success."""
    known = analysis.of(Requirement)
    yield Subject(
        "problem",
        "What is happening today that makes this worth changing, and for whom?",
        0.9,
        kinds=("problem", "stakeholder"),
        topic="problem-discovery",
        label="the problem behind it",
    )
    yield Subject(
        "users",
        "Who or what will use this directly, people and other programs alike?",
        0.6,
        kinds=("user_type", "need"),
        topic="problem-discovery",
        label="who uses it",
    )
    if len(known) < _MANY:
        titles = [
            title if '"' in title else f'"{title}"'
            for title in (requirement.title.rstrip(".") for requirement in known)
            if len(title) <= 80 and "?" not in title
        ]
        have = f"So far I have {listed(titles)}." if titles else ""
        yield Subject(
            "all",
            "What else must it do, or is that all?"
            if titles
            else "What must it do, put as one or two sentences that someone could check?",
            0.58,
            kinds=("requirement", "criterion"),
            why=have,
            label=IS_THAT_ALL,
        )
    vague = next(
        (
            hit.group()
            for turn in reversed(analysis.turns)
            # How the trouble looks today is no wish: only its own measure, "slow", asks for a number.
            if (hit := (_TROUBLE if turn.step_id == "problem-discovery" else _VAGUE).search(turn.text))
        ),
        "",
    )
    yield Subject(
        "figure",
        f'You said "{vague}": which number, in which unit, would make you say that it is not?'
        if vague
        else "A figure decides what is good enough: how fast, how many at once, or how often may it fail before someone complains?",
        0.33,
        kinds=("quality", "constraint"),
        label="the figure that decides what is good enough",
    )
    yield from splits(analysis)
    yield Subject(
        "fixed",
        "I would take the tools the team already uses, and I know of no fixed platform, deadline or law. Does that hold?",
        0.32,
        persona=ALEX,
        kinds=("constraint", "technology"),
        topic="architecture",
        options=("only what the team already uses", "something else is fixed"),
        label="what is fixed from outside",
    )
    yield Subject(
        "success",
        "Half a year after it ships, what would you look at to see that it was worth it?",
        0.31,
        kinds=("success_metric", "quality"),
        topic="problem-discovery",
        label="the sign of success",
    )
