"""What a sentence is by its own form, whatever was asked: "it must …" demands, "if … fails, …" names a failure.

The reply to a draft may speak of any line of it, and a remark at a menu of anything at all. There the question says little
about what a sentence is, so its form decides: `form_of` answers with a kind, or with nothing when the form tells none.
`sorted_runs` cuts a reply into stretches of one kind each.

Elsewhere: readers that turn a stretch into facts (`read`), sentences that are about the talk itself (`asides`).
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from roundtable.minds.facilitator.answers.choices import read_choice
from roundtable.minds.facilitator.answers.numbers import find_figures, is_measurable
from roundtable.minds.facilitator.answers.reading import names_in
from roundtable.minds.facilitator.answers.roles import find_roles
from roundtable.minds.facilitator.answers.signatures import find_signatures
from roundtable.minds.facilitator.spans import Piece
from roundtable.minds.facilitator.words import FAILURE, base_form, is_clause, third_person, words_in

__all__ = ["demands", "form_of", "names_a_failure", "sorted_runs"]


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(words, re.IGNORECASE)


_OPEN: Final = _pattern(
    r"\b(?:(?:we|i|nobody|no one) (?:do(?:es)?n['’]?t|do(?:es)? not)(?: yet)? know (?:yet )?(?:who|what|when|where|whether|if|how|which)"
    r"|knows (?:yet )?(?:who|what|when|where|whether|if|how|which)|(?:is|are) (?:still )?(?:unclear|undecided|an open question)|(?:has|have) not been decided|to be decided|tbd)\b"
)
_OUT: Final = _pattern(
    r"\b(?:out of scope|not (?:in|part of) (?:the )?scope|not part of (?:this|it)|for (?:a )?later|(?:in a )?later (?:version|release|phase)"
    r"|(?:we|it|this) (?:won['’]?t|will not|do(?:es)?n['’]?t need to|need not) (?:do|support|build|include|cover|handle|touch)"
    r"|(?:we|you|i) do(?:n['’]?t| not) need|no need (?:for|to)|leave (?:it |that |this )?out|not (?:for )?now)\b"
)
_OPTIONS: Final = _pattern(
    r"^(?:there are |i see |we have |i can think of )?(?:two|three|four|several|a few)\s+(?:\w+\s+)?(?:options|ways|alternatives|approaches|possibilities)\b|^(?:options?|alternatives?)\b.{0,12}[:-]\s|^either\b.+\bor\b|^option [A-C1-3]\b|^(?:we|one) could\b.+\bor\b"
)
_ASSUMED: Final = _pattern(
    r"\b(?:(?:i|we) (?:assume|presume|take (?:it )?for granted|take it that|believe)|assuming|presumably|taken for granted)\b"
)
_RISK: Final = _pattern(
    r"\b(?:the worst|worst case|(?:the |a |main |biggest |real )?risks?\b(?! appetite)|danger(?:ous)?|(?:i am|i['’]m|we are|we['’]re) (?:afraid|worried)|(?:worries|scares|frightens) (?:me|us)|disaster|catastroph\w*)\b"
    r"|\b(?:could|might|may|can|would)\b(?: \w+){0,4} (?:overwrite|lose|leak|break|corrupt|crash|collide|be lost|be charged|hurt|harm|deadlock|race|run out|blow up)\b"
)
_CONDITION: Final = _pattern(
    r"^(?:and |but |also |then )?(?:if|when(?:ever)?|in case|should|on|as soon as|unless)\b"
)
_RAISES: Final = _pattern(
    r"\b(?:raises?|throws?|fails? with|exits? with|answers? with|returns?)\b.{0,60}\b(?:error|exception|[A-Z]\w+(?:Error|Exception)|(?:exit )?(?:code|status) \d+|[45]\d\d)\b"
)
_TURNED_AWAY: Final = _pattern(
    r"\b(?:is|are|gets?|will be|must be) (?:then |simply )?(?:skipped|ignored|dropped|discarded|refused|quarantined|left out|cut off)\b"
)
_FIXED: Final = _pattern(
    r"\b(?:by (?:law|contract|policy|regulation)|(?:is|are|was) (?:fixed|given|already decided|set in stone)|will not change|(?:cannot|can['’]?t|must not) (?:change|be changed)|already decided"
    r"|no new (?:dependenc|librar|service|package|table|server)\w*|(?:we |it |this |they )?(?:stays?|staying|remains?) (?:on|with|in|as it is|the same|compatible)|(?:must|has to|have to|needs to) (?:stay|remain|run on|run in|work (?:on|with|in)|be compatible|use|fit (?:in|into))"
    r"|only (?:run|works?|available) (?:on|with|in)|deadline|(?:must|has to) be (?:done|ready|live|finished) (?:by|before|until)|gdpr|hipaa|pci|sox|budget of)\b"
)
_BY_LAW: Final = _pattern(r"\b(?:by (?:law|contract|policy|regulation)|gdpr|hipaa|pci|sox)\b")
_MUST: Final = _pattern(
    r"^(?:and |also |then |plus |first(?:ly)?,? )?(?P<who>(?!(?:i|you|that|this|which|what|who)\b)[\w`'’./ -]{1,60}?)\s+(?:must|shall|should|has to|have to|needs? to|ought to|may not|is to|are to|(?:must|should) be able to)\s+(?:not |never |only |always |also )?(?P<what>\w+)"
)
_NOW: Final = _pattern(
    r"\b(?:today|currently|at the moment|right now|these days|so far|last (?:week|month|quarter|year)|by hand|manually|every time|again and again|keeps? (?:on )?\w+ing|complain\w*|costs? (?:us|me|them)|cost us|forgets?|wast(?:e|es|ing)|annoy\w*|frustrat\w*|the (?:trouble|problem|pain|issue)(?: today| now)? (?:is|:)|nobody (?:knows|notices|sees)|too (?:slow|late|often|much work))\b|^(?:the )?(?:trouble|problem|pain)\b[^:]{0,20}:"
)
_SUCCESS: Final = _pattern(
    r"\b(?:success(?:ful)?\b(?! (?:page|message|code|response|status))|(?:we|you|i)(?:['’]d| would|['’]ll| will) (?:know|see|notice|tell)|how we (?:know|tell)|(?:six|three|twelve|\d+) (?:weeks|months) (?:later|on|after)|goal is|target is|fewer than|drops? (?:below|to|by)|halve[sd]?|cut (?:in half|by))\b"
)
_WANTS: Final = _pattern(
    r"\b(?:wants?|needs?|would like|tries|(?:is|are) trying|hopes?|expects?)\s+(?:to|a|an|the|some|more)\b"
)
_USES: Final = _pattern(
    r"\b(?:uses?|runs?|calls?|operates?|reads?|receives?|gets?|looks? at|works? with|starts?)\b"
)
_FLOW: Final = _pattern(
    r"->|→|\b(?:goes|go|flows?|moves?|travels?|passes|pass|comes?|is (?:read|written|copied|sent|passed))\s+(?:\w+\s+){0,3}?(?:from\b.+\b(?:to|into|through)|through|into)\b"
)
_STATE: Final = _pattern(
    r"\b(?:states?|status)\b.{0,20}(?::|\bare\b|\bis one of\b)|\b\w+(?:\s*(?:->|→)\s*\w+){2,}"
)
_HOW_GOOD: Final = _pattern(
    r"\b(?:must|should|has to|needs to|shall)\s+(?:\w+\s+)?(?:be|stay|feel)\s+(?:very |really |as |reasonably |more )*(?:fast\w*|quick\w*|secure|safe|reliable|robust|scalable|accessible|available|usable|responsive|stable|performant|easy|intuitive|maintainable)\b"
)

_TOLD: Final = frozenset({"interface", "option", "decision", "out_of_scope", "open_question", "error_case", "assumption"})  # fmt: skip
"""Forms that are plain enough to count wherever they turn up."""


_LONGEST: Final = 600
"""Characters that show the form of a sentence; what is longer is no sentence."""


def form_of(piece: Piece, wanted: Sequence[str]) -> str:
    """The kind a sentence has by its form; empty when its form does not tell. `wanted`: kinds the draft spoke of.

    A plain form counts anywhere. A suggestive one ("today …", "… wants to …") counts only where its kind is wanted, or
    where nothing is known about what is.
    """
    text = piece.flat[:_LONGEST]
    for kind, plain in _forms(text):
        if plain or kind in wanted or not wanted:
            return kind
    return ""


def _forms(text: str) -> Iterator[tuple[str, bool]]:
    """Every kind the form suggests, the most telling first, and whether it is plain."""
    found = find_signatures(text)
    if found and 10 * (found[0].end - found[0].start) >= 5 * len(text):
        yield "interface", True
    if _OPEN.search(text):
        yield "open_question", True
    if _OUT.search(text):
        yield "out_of_scope", True
    if _OPTIONS.search(text):
        yield "option", True
    if read_choice(text) is not None:
        yield "decision", True
    if _ASSUMED.search(text):
        yield "assumption", True
    if names_a_failure(text):
        yield "error_case", True
    if _BY_LAW.search(text):
        yield "constraint", True
    demanded = demands(text)
    figures = [figure for figure in find_figures(text) if is_measurable(figure, text)]
    if figures or _HOW_GOOD.search(text):
        yield "quality", not demanded or bool(_HOW_GOOD.search(text)) or _is_about_pace(text)
    if _FIXED.search(text):
        yield "constraint", True
    if demanded:
        yield "requirement", True
    if _RISK.search(text):
        yield "risk", True
    if _NOW.search(text):
        yield "problem", False
    if _SUCCESS.search(text):
        yield "success_metric", False
    yield from _quiet_forms(text)


_UNIT: Final = _pattern(r"\b(?:modules?|components?|class(?:es)?|packages?|services?|layers?)\b")
_FILES: Final = _pattern(
    r"\b(?:new|creat\w*|add(?:ed|s)?|chang\w*|modif\w*|touch\w*|edit\w*|updat\w*|adapt\w*|extend\w*|need(?:s|ed)?|affect\w*|delet\w*|remov\w*)\b"
)


def _quiet_forms(text: str) -> Iterator[tuple[str, bool]]:
    if (_UNIT.search(text) or find_signatures(text)) and names_in(text):
        yield "module", False
    if names_in(text) and _FILES.search(text):
        yield "direct_change", False
    if _STATE.search(text):
        yield "state", False
    if _FLOW.search(text):
        yield "data_flow", False
    if _steps_in(text) >= 3:
        yield "journey", False
    roles = find_roles(text)
    if roles and _WANTS.search(text):
        yield "need", False
    if roles and _USES.search(text):
        yield "user_type", False
    if _CONDITION.match(text) and "," in text:
        yield "business_rule", False


def names_a_failure(text: str) -> bool:
    """ "If the file is missing, …", "raises a ValueError", "when it is late, it is dropped"."""
    conditional, raises = _CONDITION.match(text) is not None, _RAISES.search(text) is not None
    return (FAILURE.search(text) is not None and (conditional or raises)) or (
        conditional and (raises or _TURNED_AWAY.search(text) is not None)
    )


def demands(text: str) -> bool:
    """ "It must add …", "customers should see …": an actor, a modal verb and something that is done."""
    said = _MUST.match(text)
    return said is not None and (
        base_form(said["what"]) is not None or said["what"].lower() in ("be", "not", "never")
    )


_PACE: Final = _pattern(
    r"\b(?:within|under|less than|below|at most|no more than|in)\s+[\d.,]+\s*(?:ms|milliseconds?|s|secs?|seconds?|min(?:ute)?s?|hours?)\b|\bper (?:second|minute|hour)\b|\d\s?%|\bp\d\d\b|\bat once\b|\bconcurrent\w*\b"
)


def _is_about_pace(text: str) -> bool:
    return _PACE.search(text) is not None


def _steps_in(text: str) -> int:
    """How many things are done one after the other in a sentence."""
    parts = re.split(r",\s+(?:and\s+)?(?:then\s+)?|\s+and\s+(?:then\s+)?|\s+then\s+|;\s+", text)
    return sum(_has_deed(part) for part in parts)


def _has_deed(part: str) -> bool:
    words = words_in(part)[:6]
    return bool(words) and (third_person(words[0]) or is_clause(part))


def sorted_runs(
    pieces: Sequence[Piece], wanted: Sequence[str], otherwise: str
) -> Iterator[tuple[str, list[Piece]]]:
    """Stretches of pieces of one kind each; `otherwise` for what has no telling form.

    A list item without a form of its own goes with the one before it: a list is about one thing.
    """
    run: list[Piece] = []
    kind = ""
    for piece in pieces:
        one = form_of(piece, wanted) or (kind if run and piece.bullet and run[-1].bullet else otherwise)
        if run and one != kind:
            yield kind, run
            run = []
        kind = one
        run.append(piece)
    if run:
        yield kind, run
