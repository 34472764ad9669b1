"""What a sentence plainly is although something else was asked.

People answer the question they have in mind. Asked how a case begins they name the users, asked for users they state a limit:
filed by the question alone, a name would be a check and a measure of success a rule. `volunteered` recognises the few forms
that leave no doubt, and only for questions whose answer they cannot be; everything else stays an answer to its question.

Elsewhere: replies to a draft, where no question says what a sentence is (`sorting`).
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from roundtable.minds.facilitator.answers.choices import read_choice
from roundtable.minds.facilitator.answers.numbers import find_figures, is_measurable
from roundtable.minds.facilitator.answers.roles import find_roles
from roundtable.minds.facilitator.answers.sorting import demands, names_a_failure
from roundtable.minds.facilitator.spans import Piece
from roundtable.minds.facilitator.words import is_clause, is_english, word_set

__all__ = ["after_a_choice", "volunteered"]

_LONGEST: Final = 600
_SUCCESS: Final = re.compile(
    r"^(?:and |but |so |for (?:us|me),? )*(?:(?:it is |it's |this is |this would be |it would be )?(?:a )?success(?:ful)? (?:is|means|would be|would mean|looks like|if|when)\b"
    r"|success: |(?:the|our|my) (?:goal|target|kpi|measure of success) is (?:to )?(?:have |see |get |reach |cut |halve |reduce |bring |fewer |less |more )"
    r"|(?:we|i)(?:'d| would|'ll| will) (?:call it|know it is|know it's|know that it is) (?:a )?success)",
    re.IGNORECASE,
)
_LIMIT: Final = re.compile(
    r"^(?:and |but |also )*(?:at most|at least|(?:no|not) more than|(?:no|not) less than|no fewer than|up to|a (?:maximum|minimum) of|never|only (?:when|if|while|with|on|in|at))\s+\S",
    re.IGNORECASE,
)
_SETTLES: Final = re.compile(
    r"\b(?:(?:i|we)(?:'d|'ll| would| will)\s+(?:rather\s+)?(?:go with|prefer|pick|choose|stick with|stay with|use|take)|let'?s (?:go with|use|take|pick|choose)|(?:i|we)(?:'ve| have)? decided|going with)\b",
    re.IGNORECASE,
)
_TODAY: Final = re.compile(r"^(?:today|currently|right now|at the moment|these days|so far)\b", re.IGNORECASE)
_WAYS: Final = re.compile(
    r"^(?:we|i|one|you) (?:could|can|might)\b(?! (?:not|never)\b).+\bor\b", re.IGNORECASE
)
_HANDLES: Final = re.compile(
    r"\b(?:refus|reject|accept|warn|error|messag|ignor|skip|abort|stop|fail|log|show|say|tell|drop|rais|return|invalid|missing|wrong|duplicat|twice|again|crash)\w*\b",
    re.IGNORECASE,
)
"""Words of an answer to what happens when something goes wrong."""
_RELATIVE: Final = re.compile(r"\s+(?:who|that|which|whose)\s[^,;.]*", re.IGNORECASE)
_ASKS_WHO: Final = re.compile(r"\b(?:who|whom|whose|people|users?|roles?|audience)\b", re.IGNORECASE)
_FEW: Final = 3
"""Words before the first role of a list of people."""


def _is_success(text: str) -> bool:
    return _SUCCESS.match(text) is not None


def _is_people(text: str) -> bool:
    """A list of people and nothing that is said about the matter: "operators, and the night shift who reads the log"."""
    roles = find_roles(text)
    bare = _RELATIVE.sub("", text)
    return (
        bool(roles)
        and len(text[: roles[0][1]].split()) <= _FEW
        and not is_clause(bare)
        and not demands(text)
        and not re.search(r"[\d(]", text)
        and is_english(text)
    )


def _is_choice(text: str) -> bool:
    return read_choice(text) is not None and _SETTLES.search(text) is not None


def _is_limit(text: str) -> bool:
    return _LIMIT.match(text) is not None and not find_roles(text)


def _is_weighing(text: str) -> bool:
    return _WAYS.match(text) is not None


def _is_of_today(text: str) -> bool:
    return _TODAY.match(text) is not None and len(text.split()) > _FEW


def _is_measured(text: str) -> bool:
    return demands(text) and any(is_measurable(figure, text) for figure in find_figures(text))


def _is_demand(text: str) -> bool:
    return demands(text) and not find_roles(text) and _HANDLES.search(text) is None


_ABOUT_PEOPLE: Final = word_set("user_type stakeholder")
_NO_DEED: Final = _ABOUT_PEOPLE | word_set("success_metric problem open_question")
_MATTERS: Final = word_set(
    "problem success_metric criterion requirement journey business_rule constraint quality error_case decision option data_flow"
)
_UNDISPUTED: Final = _ABOUT_PEOPLE | word_set(
    "requirement success_metric need quality error_case criterion business_rule problem"
)
_FORMS: Final[Mapping[str, tuple[Callable[[str], bool], frozenset[str]]]] = {
    "problem": (_is_of_today, word_set("business_rule requirement decision option success_metric quality")),
    "success_metric": (_is_success, (_MATTERS | _ABOUT_PEOPLE | word_set("need")) - {"success_metric"}),
    "user_type": (_is_people, _MATTERS),
    "decision": (_is_choice, _UNDISPUTED),
    "option": (_is_weighing, _UNDISPUTED - word_set("error_case criterion business_rule")),
    "error_case": (names_a_failure, _NO_DEED | word_set("decision option")),
    "business_rule": (_is_limit, _NO_DEED | word_set("decision option")),
    "quality": (_is_measured, _NO_DEED | word_set("decision option")),
    "requirement": (_is_demand, _NO_DEED | word_set("decision option error_case")),
}
"""Each form, and the questions that it cannot be an answer to."""


def volunteered(piece: Piece, main: str, question: str) -> str:
    """The kind a sentence plainly has, when that is none the question could have asked for; else nothing."""
    text = piece.flat[:_LONGEST]
    for kind, (has_form, strangers) in _FORMS.items():
        if main in strangers and has_form(text):
            return "" if kind == "user_type" and _ASKS_WHO.search(question) else kind
    return ""


def after_a_choice(piece: Piece) -> list[Piece]:
    """ "We could do A or B; I'd go with A because …" weighs first and settles then: two pieces."""
    for hit in re.finditer(r"[;–—]\s+|,\s+(?:so|but) ", piece.text):
        rest = piece.part(hit.end(), len(piece.text))
        if _is_choice(rest.flat):
            return [piece.part(0, hit.start()), rest]
    return [piece]
