"""What a question of ours says beside asking: the proposal in it, and the question as somebody reads it weeks later."""

import re
from typing import Final

from roundtable.minds.facilitator.words import stems

__all__ = ["echoes_none", "proposal_in", "standing_question"]

_PROPOSAL: Final = re.compile(
    r"\bI(?:['’]d| would) (?P<what>(?!rather\b)[^;.?]{3,120}?)\s*[;.]", re.IGNORECASE
)


def proposal_in(question: str) -> str:
    """What a question proposes to do: "I would add no new dependency; what …?"; empty when it proposes nothing.

    A bare verb takes its object from the rest of the question: "We can extend what exists or …; I would extend."
    """
    found = _PROPOSAL.search(question)
    if found is None or not re.match(
        r"[;.\s]*(?:what|where|which|who)\b", question[found.end() - 1 :], re.IGNORECASE
    ):
        # "How much of that can you afford?" looks for no objection.
        return ""
    what = " ".join(found["what"].split())
    if len(what.split()) > 1:
        return what
    before = question[: found.start()]
    whole = re.search(rf"\b{re.escape(what)}\b(?P<rest>[^;.?]*?)(?=\s+or\b|[;.,]|$)", before, re.IGNORECASE)
    return f"{what}{whole['rest'].rstrip()}" if whole and whole["rest"].strip() else ""


_NONE: Final = re.compile(
    r"^(?:none(?: of (?:them|these|those|it))?|nothing|nobody|no one|nowhere|there (?:is|are) no|no)\b(?P<rest>[^,;:]*)$",
    re.IGNORECASE,
)


def echoes_none(answer: str, question: str) -> bool:
    """Whether an answer says "none" in the words of the question: "There are no states", "None are refused"."""
    said = _NONE.match(" ".join(answer.split()).rstrip(".! "))
    return (
        said is not None
        and len(answer.split()) <= _SHORT
        and bool(said["rest"].strip())
        and stems(said["rest"]) <= stems(question)
    )


_SHORT: Final = 8


_LEAD_INS: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (re.compile(r'^You said (?P<words>"[^"]+"): '), r"\g<words>: "),
    (re.compile(r'^Your list ended with "(?P<words>[^"]+)": .*$'), r'What else belongs to "\g<words>"?'),
    (re.compile(r"^(?:Before we go on|One more thing|Let me ask)[,:] "), ""),
)


def standing_question(question: str) -> str:
    """The question without what only makes sense at the table, for the list of open ones."""
    for pattern, put in _LEAD_INS:
        question = pattern.sub(put, question)
    first = question.split(maxsplit=1)[0] if question.split() else ""
    return question if any(mark in first for mark in "/._`") else question[:1].upper() + question[1:]
