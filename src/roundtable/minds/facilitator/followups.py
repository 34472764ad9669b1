"""One good follow-up to an answer, or none.

The step file's own follow-ups come first when their condition holds; then the signals in the answer, the most valuable for
this kind of question first. In stepped mode whoever leads the phase asks, in its own manner. Nothing is asked twice, and two
short answers in a row mean that it is time for another subject.
"""

import re
from typing import Final, cast

from roundtable.analysis.questions import FollowUp
from roundtable.engine.briefing import Ask
from roundtable.minds.facilitator.answers.reading import Reading, names_in
from roundtable.minds.facilitator.answers.roles import find_roles
from roundtable.minds.facilitator.manner import ALEX, JORDAN, MAYA, speakable
from roundtable.minds.facilitator.rephrase import clean
from roundtable.minds.facilitator.signals import signals_in
from roundtable.minds.facilitator.situation import Situation
from roundtable.minds.facilitator.standing_signals import Signal, SignalKind
from roundtable.minds.facilitator.words import FAILURE, content_words, likeness

__all__ = ["follow_up"]

_LONGEST: Final = 30
_SHORT: Final = 5


def follow_up(situation: Situation, asked: Ask, reading: Reading) -> Ask | None:
    """The one follow-up that is worth asking, or nothing."""
    tired = _is_tired(situation)
    if not tired and asked.origin != "follow_up":
        own = _from_step(situation, asked, reading)
        if own is not None:
            return own
    signals = {signal.kind: signal for signal in reversed(signals_in(reading, asked.kinds, situation.sight))}
    # A vague answer to a question about a vague word is not dug into a second time.
    signals.pop(cast("SignalKind", asked.about.partition(":")[0]), None)
    upcoming = {ask.kinds[0] for ask in situation.briefing.pending if ask.kinds}
    for kind in _order(asked.kinds):
        signal = signals.get(kind)
        if tired and not _is_urgent(kind, asked):
            continue
        if kind not in _ALWAYS and _FILLS[kind][0] in upcoming - {"note", "quality"}:
            continue
        if signal is not None and (ask := _worded(situation, signal)) is not None:
            return ask
    return None


def _is_urgent(kind: SignalKind, asked: Ask) -> bool:
    """Worth a question even to somebody who answers in a few words."""
    return kind in _ALWAYS or (kind == "vague" and "quality" in asked.kinds)


def _is_tired(situation: Situation) -> bool:
    """Two answers in a row of five words or fewer: change the subject instead of digging."""
    turns = [turn for turn in situation.briefing.analysis.turns if turn.number > 0][-2:]
    if not turns or turns[-1].number != situation.heard.number:
        turns = [*turns, situation.heard][-2:]
    return len(turns) == 2 and all(len(turn.text.split()) <= _SHORT and turn.text.isascii() for turn in turns)


# -- the step file's own ------------------------------------------------------------------------------------------------


def _from_step(situation: Situation, asked: Ask, reading: Reading) -> Ask | None:
    step = situation.briefing.step
    if step is None:
        return None
    for question in step.questions(situation.briefing.depth):
        if question.text != asked.text:
            continue
        for one in question.follow_ups:
            if (
                _applies(one, asked, reading)
                and not situation.was_asked(one.text)
                and speakable(situation.briefing.persona, one.text)
            ):
                return Ask(text=one.text, kinds=one.kinds, origin="follow_up", about=question.text)
    return None


_NEGATED: Final = re.compile(
    r"\b(?:no|not|nothing|nobody|none|without|isn't|aren't|never|lacks?|missing|vague|thin|unclear|unsure|short)\b",
    re.IGNORECASE,
)


def _applies(follow: FollowUp, asked: Ask, reading: Reading) -> bool:
    """Whether a condition such as "no number is given" or "a file is named" holds for this answer."""
    text, condition = reading.heard.text, follow.condition.lower()
    negated = _NEGATED.search(condition) is not None
    facts = {fact.kind for fact in reading.facts}
    if not condition:
        return len(content_words(text)) <= _SHORT
    tests: tuple[tuple[str, bool], ...] = (
        (r"number|figure|amount|quantit|percent|measur", bool(re.search(r"\d", text))),
        (r"\bdates?\b|deadline", bool(re.search(r"\b(?:\d{1,2}[./]\d{1,2}|20\d\d|january|february|march|april|june|july|august|september|october|november|december|monday|friday|week|month|quarter|q[1-4])\b", text, re.IGNORECASE))),
        (r"examples?", bool(re.search(r"\b(?:for example|for instance|e\.g\.|last (?:week|month|time|year)|yesterday|once|when )\b|\d", text, re.IGNORECASE))),
        (r"\bfiles?\b|\bpath", bool(names_in(text))),
        (r"several|more than one|many|multiple", len(re.findall(r",|;|\band\b|\n", text)) >= 1),
        (r"nobody|no one|somebody|someone|who\b|person|people|role", bool(find_roles(text)) or bool(facts & {"user_type", "stakeholder"})),
        (r"undone|undo|taken back|reverted|irreversible", not re.search(r"\b(?:can(?:no|')t|cannot|not|never|impossible|no way)\b", text, re.IGNORECASE)),
        (r"fail|error|wrong", FAILURE.search(text) is not None),
        (r"nothing|something|anything|one is|named|mentioned|given|listed", bool(facts - {"note"}) or len(content_words(text)) >= 2),
    )  # fmt: skip
    for pattern, holds in tests:
        if re.search(pattern, condition):
            return holds != negated
    # An unfamiliar condition holds when the answer speaks of the same things.
    return likeness(condition, text) >= 0.5 and len(content_words(condition)) > 0


# -- signals ------------------------------------------------------------------------------------------------------------

_ALWAYS: Final[tuple[SignalKind, ...]] = ("contradiction", "musts", "callers")
_BY_KIND: Final[dict[str, tuple[SignalKind, ...]]] = {
    "problem": ("technology", "vague", "open_list", "actor"),
    "success_metric": ("success", "vague", "unit"),
    "quality": ("vague", "unit", "open_list"),
    "requirement": ("failure", "vague", "open_list", "actor", "edges", "split", "dangerous", "absolute"),
    "journey": ("failure", "actor", "vague", "dangerous", "open_list"),
    "business_rule": ("absolute", "example", "edges", "open_list"),
    "criterion": ("vague", "edges", "open_list"),
    "interface": ("failure", "edges", "dangerous", "open_list"),
    "data_flow": ("failure", "edges", "dangerous"),
    "integration": ("failure", "open_list", "dangerous"),
    "need": ("vague", "split", "technology", "actor", "open_list"),
    "story": ("split", "vague", "failure"),
    "scope": ("open_list", "split", "technology", "vague"),
    "constraint": ("vague", "absolute", "open_list", "unit"),
    "user_type": ("open_list",),
    "error_case": ("vague", "open_list"),
    "risk": ("vague", "open_list"),
    "state": ("open_list", "edges"),
    "module": ("open_list",),
}  # fmt: skip
_OTHERWISE: Final[tuple[SignalKind, ...]] = ("open_list",)


def _order(kinds: tuple[str, ...]) -> tuple[SignalKind, ...]:
    ranked: list[SignalKind] = [kind for name in kinds for kind in _BY_KIND.get(name, ())] or list(_OTHERWISE)
    return tuple(dict.fromkeys((*_ALWAYS, *ranked)))


def _worded(situation: Situation, signal: Signal) -> Ask | None:
    persona = situation.briefing.persona
    forms = _FORMS[signal.kind]
    wording = forms.get(persona.key) or forms[MAYA]
    term = clean(signal.term).strip(" .,;:\"'")
    about = clean(signal.about).strip(" .,;:\"'")
    if not term or len(term) > 80 or _asked_of(situation, wording, term, about):
        return None
    start = len(situation.asked_before) % len(wording)
    for form in wording[start:] + wording[:start]:
        text = form.format(term=term, about=about)
        fits = len(text.split()) <= _LONGEST and text.count("?") == 1
        if (
            fits
            and speakable(persona, text)
            and not situation.was_asked(text)
            and not _form_used(situation, form)
        ):
            return Ask(
                text=text, kinds=_FILLS[signal.kind], origin="follow_up", about=_subject(signal, situation)
            )
    return None


def _asked_of(situation: Situation, wording: tuple[str, ...], term: str, about: str) -> bool:
    """Whether the same was asked of the same words, in whichever of its wordings."""
    asked = set(situation.asked_before)
    return any(form.format(term=term, about=about) in asked for form in wording)


def _subject(signal: Signal, situation: Situation) -> str:
    named = signal.about if re.fullmatch(r"(?:FR-\d+|new:\S+)", signal.about) else ""
    if named and situation.briefing.analysis.get(named) is not None:
        return named
    return f"{signal.kind}: {signal.term}"


def _form_used(situation: Situation, form: str) -> bool:
    """Whether this wording was used in this step already, whatever it was about."""
    pattern = re.compile(
        "".join(
            ".{1,90}" if part in ("{term}", "{about}") else re.escape(part)
            for part in re.split(r"(\{term\}|\{about\})", form)
        ),
        re.DOTALL,
    )
    step_id = situation.briefing.step.step_id if situation.briefing.step else None
    asked = [turn.question for turn in situation.briefing.analysis.turns if turn.step_id == step_id]
    asked += [situation.briefing.asked.text] if situation.briefing.asked else []
    return any(pattern.fullmatch(text) for text in asked)


_FILLS: Final[dict[SignalKind, tuple[str, ...]]] = {
    "contradiction": ("decision",),
    "vague": ("quality",),
    "unit": ("quality",),
    "absolute": ("business_rule",),
    "actor": ("user_type", "need"),
    "technology": ("problem", "constraint"),
    "example": ("criterion", "business_rule"),
    "failure": ("error_case", "criterion"),
    "edges": ("criterion", "business_rule"),
    "split": ("priority", "scope"),
    "open_list": ("note", "open_question"),
    "dangerous": ("business_rule", "quality"),
    "callers": ("indirect_change", "constraint"),
    "musts": ("priority",),
    "success": ("success_metric", "risk"),
}

_FORMS: Final[dict[SignalKind, dict[str, tuple[str, ...]]]] = {
    "contradiction": {
        MAYA: ('Earlier you said "{term}", now "{about}": which one wins?',),
        ALEX: ('Two figures are on record, "{term}" and "{about}": which one do we plan with?',),
        JORDAN: ('The specification has "{term}" and "{about}" in the same place: which value is valid?',),
    },
    "vague": {
        MAYA: ('You said "{term}": which number would make you say it is not?', 'What would "{term}" look like as a number that someone could check?'),
        ALEX: ('"{term}" can rule an option in or out: at which number would it fail a review?',),
        JORDAN: ('"{term}" needs a value in the contract: which number, in which unit?',),
    },
    "unit": {
        MAYA: ('You said "{term}": of what, and where would you measure it?',),
        ALEX: ('"{term}" of what, measured where?',),
        JORDAN: ('For "{term}", what is the unit and where is it measured?',),
    },
    "absolute": {
        MAYA: ('You said "{term}": what is the one exception somebody will ask for?', 'Who would be the first to want an exception to "{term}"?'),
        ALEX: ('"{term}" is a strong rule: which single exception would change the plan?',),
        JORDAN: ('For "{term}", which input is the exception?',),
    },
    "actor": {
        MAYA: ('You said "{term}": who or what does that?', 'Who, or which program, is behind "{term}"?'),
        ALEX: ('"{term}": which part of the system, or which person, does that?',),
        JORDAN: ('"{term}": which caller does that?',),
    },
    "technology": {
        MAYA: ("What would people miss if {term} were not part of this?",),
        ALEX: ("What would be lost if {term} were taken off the table?",),
        JORDAN: ("Which requirement does {term} serve?",),
    },
    "example": {
        MAYA: ('What is one real case of "{term}", and how does it end?', 'Which real case shows best what you mean by "{term}"?'),
        ALEX: ('Which real case of "{term}" puts the most load on the design?',),
        JORDAN: ('For "{term}": one real input, and the exact result?',),
    },
    "failure": {
        MAYA: ("What does somebody see when the attempt to {term} fails half-way?", "Suppose the attempt to {term} fails: what happens then?"),
        ALEX: ("If the attempt to {term} fails half-way, what has to be rolled back?",),
        JORDAN: ("What is returned when the attempt to {term} fails half-way?",),
    },
    "edges": {
        MAYA: ('For "{term}": what happens with none at all, and what with one too many?',),
        ALEX: ('For "{term}": what is the largest case we have to survive?',),
        JORDAN: ('For "{term}": what is the result for zero, one, the maximum and a duplicate?',),
    },
    "split": {
        MAYA: ('Which ships first if only one can: "{term}" or "{about}"?',),
        ALEX: ('"{term}" and "{about}" can be built apart: which one goes first?',),
        JORDAN: ('"{term}" and "{about}" are two contracts: which one is needed first?',),
    },
    "open_list": {
        MAYA: ('Your list ended with "{term} {about}": what else belongs there, or do we leave it open?',),
        ALEX: ('"{term} {about}" leaves room: which further cases must the plan cover?',),
        JORDAN: ('"{term} {about}" is not a closed list: which members are missing?',),
    },
    "dangerous": {
        MAYA: ("Who may {term}, and who must not?", 'What if somebody manages to {term} twice by accident?'),
        ALEX: ('How is it undone after somebody managed to {term} by mistake?',),
        JORDAN: ('What is the result when the request to {term} arrives twice?',),
    },
    "callers": {
        MAYA: ("{about} other files rely on {term}: whose work must not be disturbed?",),
        ALEX: ("{term} has {about} callers; which of them must not notice?",),
        JORDAN: ("{term} has {about} callers: which of their calls must keep working unchanged?",),
    },
    "musts": {
        MAYA: ('Nearly everything is a Must now: what breaks if it ships without {about}, "{term}"?',),
        ALEX: ('With that many Musts nothing gives: what breaks if it ships without {about}, "{term}"?',),
        JORDAN: ('Which other requirement cannot work without {about}, "{term}"?',),
    },
    "success": {
        MAYA: ('Picture it half a year on, and "{term}" did not come true: what went wrong?',),
        ALEX: ('Which figure would show that "{term}" did not happen?',),
        JORDAN: ('Which value, in which report, would show "{term}"?',),
    },
}  # fmt: skip
