"""What an answer shows that is worth a follow-up: vague words, missing actors, missing failure paths, open lists, …

Each signal carries the person's own words that gave it away, because the follow-up speaks about those and nothing else.

Elsewhere: which signal is followed up and in which words (`followups`).
"""

import re
from collections.abc import Callable, Iterator
from typing import Final, Literal, NamedTuple

from roundtable.analysis.facts import (
    ErrorCase,
    Interface,
    Priority,
    Problem,
    Quality,
    Requirement,
    SuccessMetric,
)
from roundtable.minds.facilitator.answers.numbers import bare_number, find_figures, measured_at
from roundtable.minds.facilitator.answers.reading import Reading, shorten
from roundtable.minds.facilitator.answers.roles import find_roles
from roundtable.minds.facilitator.answers.technologies import find_technologies
from roundtable.minds.facilitator.code_sight import Sight
from roundtable.minds.facilitator.rephrase import clean
from roundtable.minds.facilitator.spans import Piece, read_pieces
from roundtable.minds.facilitator.words import (
    AUXILIARIES,
    FAILURE,
    base_form,
    content_words,
    is_command,
    is_english,
    likeness,
    third_person,
    word_set,
    words_in,
)

__all__ = ["Signal", "SignalKind", "signals_in"]

SignalKind = Literal[
    "contradiction",
    "vague",
    "unit",
    "absolute",
    "actor",
    "technology",
    "example",
    "failure",
    "edges",
    "split",
    "open_list",
    "dangerous",
    "callers",
    "musts",
    "success",
]


class Signal(NamedTuple):
    """Something to follow up, and the words that show it."""

    kind: SignalKind
    term: str
    about: str = ""
    """A second term: the other of two contradicting answers, a number of callers."""


_VAGUE: Final = word_set(
    """
    fast faster quick quickly quicker slow slowly easy easier easily simple simpler secure secured safe safely reliable reliably robust flexible scalable
    scale responsive intuitive user-friendly friendly better best good nice clean efficient efficiently performant large big huge small many few several some
    often rarely sometimes soon recent modern powerful seamless smooth smoothly reasonable reasonably acceptable adequate sufficient appropriate appropriately
    convenient lightweight minimal optimal optimized significant significantly stable timely usable high low long short heavy frequent frequently almost
    """
)
_VAGUE_ENOUGH: Final = word_set(
    "good nice best some many few several small large big huge high low long short heavy almost sometimes often rarely simple clean safe"
)


def signals_in(reading: Reading, kinds: tuple[str, ...], sight: Sight) -> list[Signal]:
    """Everything worth a follow-up in an answer, in no order of merit. Other languages give no signals but numbers."""
    text = reading.heard.text
    pieces = [piece for piece in read_pieces(text) if not piece.code]
    if not pieces:
        return []
    signals: list[Signal] = (
        list(_contradictions(reading)) + list(_musts(reading)) + list(_callers(reading, sight))
    )
    if not is_english(text[:2000]):
        return signals
    for detect in _DETECTORS:
        signals += detect(reading, pieces, kinds)
    return [signal for signal in signals if signal.term.strip()]


_Detector = Callable[[Reading, list[Piece], tuple[str, ...]], Iterator[Signal]]


def _vague(_: Reading, pieces: list[Piece], kinds: tuple[str, ...]) -> Iterator[Signal]:
    """A comparative or soft word in a sentence without any number."""
    for piece in pieces:
        if re.search(r"\d", piece.text):
            continue
        for word in words_in(piece.text):
            lowered = word.lower()
            if lowered in _VAGUE and (
                lowered not in _VAGUE_ENOUGH or kinds[:1] in (("quality",), ("success_metric",))
            ):
                yield Signal("vague", word)
                return


def _unit(_: Reading, pieces: list[Piece], kinds: tuple[str, ...]) -> Iterator[Signal]:
    if not set(kinds) & {"quality", "success_metric", "constraint"}:
        return
    for piece in pieces:
        bare = bare_number(piece.text)
        if bare and not find_figures(piece.text):
            yield Signal("unit", bare, "unit")
            return
        figures = find_figures(piece.text)
        if kinds[0] == "quality" and figures and not measured_at(piece.text):
            yield Signal("unit", figures[0].text, "place")
            return


_ABSOLUTE: Final = re.compile(
    r"\b(?P<word>always|never|every|all|each)\s+(?P<what>(?:of\s+)?(?:the\s+)?[A-Za-z][\w-]*(?:\s+[a-z][\w-]*){0,2})",
    re.IGNORECASE,
)


def _absolute(_: Reading, pieces: list[Piece], __: tuple[str, ...]) -> Iterator[Signal]:
    """A word that allows no exception, with what it is said of."""
    for piece in pieces:
        found = _ABSOLUTE.search(piece.text)
        if found is None or re.match(
            r"(?:of\s+)?(?:this|that|it|them|these|time)\b", found["what"], re.IGNORECASE
        ):
            continue
        words = found["what"].split()
        verbs = (
            at for at, word in enumerate(words) if at and (word.lower() in AUXILIARIES or third_person(word))
        )
        yield Signal("absolute", clean(" ".join([found["word"], *words[: next(verbs, len(words))]])))
        return


_PASSIVE: Final = re.compile(
    r"\b(?:(?:must|should|shall|will|has to|have to|needs? to|can|may)\s+(?:also\s+|then\s+|automatically\s+)?be|is|are|was|were|gets?|being)\s+(?:then\s+|automatically\s+|also\s+|usually\s+)?(?P<verb>\w+(?:ed|en)|sent|made|kept|built|lost|paid|put|set|read|run|cut|held|told|found)\b(?!\s+(?:by|to be)\b)",
    re.IGNORECASE,
)
_STATES: Final = word_set(
    "expired used limited based needed required supposed allowed closed logged finished related open broken interested tired involved affected deprecated detailed given been often even when then seen listed"
)


def _actor(reading: Reading, pieces: list[Piece], kinds: tuple[str, ...]) -> Iterator[Signal]:
    """Something is done and nobody is said to do it."""
    if not set(kinds) & {"requirement", "problem", "journey", "need", "business_rule", "story", "note"}:
        return
    for piece in pieces:
        if (
            re.search(r"\b(?:the system|we|i|you|they)\b", piece.text, re.IGNORECASE)
            or find_roles(piece.text)
            or re.search(r"\bby (?:the|our|a|an)\b", piece.text)
        ):
            continue
        found = _PASSIVE.search(piece.text)
        if found and found["verb"].lower() not in _STATES:
            before = clean(piece.text[: found.start()]).split()
            after = clean(piece.text[found.end() :]).split()
            term = " ".join([*before[-3:], found.group().strip(), *after[:2]])
            yield Signal("actor", shorten(term, most=8) if len(before) else found.group().strip())
            return


def _technology(reading: Reading, pieces: list[Piece], kinds: tuple[str, ...]) -> Iterator[Signal]:
    """A technology in answer to "what is the matter", before any problem is on record."""
    if kinds[:1] not in (("problem",), ("need",), ("requirement",), ("scope",)) or reading.analysis.of(
        Problem
    ):
        return
    for piece in pieces:
        found = find_technologies(piece.text)
        if found:
            yield Signal("technology", found[0].name)
            return


def _example(_: Reading, pieces: list[Piece], kinds: tuple[str, ...]) -> Iterator[Signal]:
    if kinds[:1] != ("business_rule",):
        return
    text = " ".join(piece.text for piece in pieces)
    if not re.search(
        r"\b(?:for example|for instance|e\.g\.|such as|given|say,|like \d)\b|\d", text, re.IGNORECASE
    ):
        yield Signal("example", shorten(clean(pieces[0].text), most=10))


_STEP_VERBS: Final = word_set(
    "import export upload download send save pay charge refund sync migrate convert process submit create update delete apply load write generate publish deploy book order transfer merge copy call fetch parse install run calculate redeem register sign log"
)


def _failure(reading: Reading, pieces: list[Piece], kinds: tuple[str, ...]) -> Iterator[Signal]:
    """Only the happy path: something is done, and no word says what happens when it cannot be."""
    if not set(kinds[:1]) & {"requirement", "journey", "interface", "data_flow", "story", "integration"}:
        return
    if FAILURE.search(reading.heard.text) or any(isinstance(fact, ErrorCase) for fact in reading.facts):
        return
    for fact in reading.facts:
        if isinstance(fact, Interface) and fact.signature:
            yield Signal("failure", f"call {fact.name}")
            return
        if isinstance(fact, Requirement) and is_command(fact.title):
            yield Signal("failure", _to_do(shorten(fact.title, most=6)), fact.id)
            return
    if kinds[:1] == ("requirement",):
        return
    found = [
        (base_form(hit.group()) in _STEP_VERBS, -at, hit.start(), piece)
        for at, piece in enumerate(pieces)
        for hit in re.finditer(r"[A-Za-z]+", piece.text)
        if base_form(hit.group()) and len(piece.text[hit.start() :].split()) > 1 and hit.start() > 0
    ]
    for known, _, start, piece in found:
        if known:
            yield Signal("failure", _to_do(shorten(clean(piece.text[start:]), most=5)))
            return


def _to_do(text: str) -> str:
    """A phrase that can follow "the attempt to": its verb in the base form, "pays by card" as "pay by card"."""
    words = text.split(maxsplit=1)
    verb = base_form(words[0]) or words[0]
    return " ".join([_small(verb), *words[1:]])


def _edges(_: Reading, pieces: list[Piece], kinds: tuple[str, ...]) -> Iterator[Signal]:
    """A range, an amount, a date or a list of things: what about none, one, the most, the same twice."""
    if not set(kinds[:2]) & {
        "requirement",
        "business_rule",
        "criterion",
        "interface",
        "data_flow",
        "journey",
    }:
        return
    for piece in pieces:
        found = re.search(
            r"\b(?:up to|at most|between|from \d|max(?:imum)?|minimum|at least)\b[^.,;]{0,40}|\b\d+\s+(?:items?|codes?|files?|rows?|users?|times|days?|records?|characters?|entries)\b|\b(?:start|end|expiry|expiration|due)\s+dates?\b|\b(?:list|amount|number|quantity) of [\w ]{2,20}",
            piece.text, re.IGNORECASE,
        )  # fmt: skip
        if found:
            yield Signal("edges", shorten(clean(found.group()), most=6))
            return


def _split(_: Reading, pieces: list[Piece], kinds: tuple[str, ...]) -> Iterator[Signal]:
    """Two actions in one breath."""
    if kinds[:1] not in (("requirement",), ("story",), ("scope",), ("need",)):
        return
    for piece in pieces:
        match = re.search(
            r"\b(?P<one>[a-z]+)(?P<rest>(?:\s+[\w'-]+){0,5}?)\s+(?P<join>and|or)\s+(?:also\s+|then\s+)?(?P<two>[a-z]+)(?P<tail>(?:\s+[\w'-]+){0,4})",
            piece.text,
            re.IGNORECASE,
        )
        if (
            match
            and base_form(match["one"])
            and base_form(match["two"])
            and match["rest"].strip()
            and match["tail"].strip()
            and match["two"].lower() not in ("is", "are", "be", "has", "have")
        ):
            one = shorten(clean(f"{match['one']}{match['rest']}"), most=5)
            two = shorten(clean(f"{match['two']}{match['tail']}"), most=5)
            yield Signal("split", _small(one), two)
            return


_OPEN: Final = re.compile(
    r"\b(?P<mark>etc|and so on|and so forth|and more|among others|tbd|to be defined|usw|such as|things like|and the like|or similar)\b|…|\.\.\.",
    re.IGNORECASE,
)


def _open_list(_: Reading, pieces: list[Piece], __: tuple[str, ...]) -> Iterator[Signal]:
    for piece in pieces:
        found = _OPEN.search(piece.text)
        if found:
            before = clean(piece.text[: found.start()]).rstrip(" ,;:").split()
            after = clean(piece.text[found.end() :]).split()
            words = before[-4:] if before else after[:4]
            yield Signal("open_list", " ".join(words), found.group())
            return


_DANGEROUS: Final = re.compile(
    r"\b(?P<verb>save|store|send|email|delete|remove|share|pay|charge|refund|transfer|publish|overwrite)s?\b(?P<what>(?:\s+(?!and\b|or\b|when\b|if\b|to\b)[\w'-]+){0,4})",
    re.IGNORECASE,
)


def _dangerous(_: Reading, pieces: list[Piece], kinds: tuple[str, ...]) -> Iterator[Signal]:
    if not set(kinds[:2]) & {
        "requirement",
        "journey",
        "integration",
        "interface",
        "data_flow",
        "need",
        "story",
        "constraint",
    }:
        return
    for piece in pieces:
        found = _DANGEROUS.search(piece.text)
        if found and found["what"].strip():
            yield Signal(
                "dangerous", _to_do(shorten(clean(found.group()), most=5)), base_form(found["verb"]) or ""
            )
            return


def _success(reading: Reading, pieces: list[Piece], kinds: tuple[str, ...]) -> Iterator[Signal]:
    """The sign of success is missing: the answer about it names nothing that could be counted or seen."""
    if kinds[:1] != ("success_metric",):
        return
    text = " ".join(piece.text for piece in pieces)
    if re.search(
        r"\d|\b(?:fewer|less|more|no longer|drop|rise|stop|nobody|percent|complain|tickets?|sales|orders)\b",
        text,
        re.IGNORECASE,
    ) or any(isinstance(fact, Quality) for fact in reading.facts):
        return
    yield Signal("success", shorten(clean(pieces[0].text), most=6))


_DETECTORS: Final[tuple[_Detector, ...]] = (
    _vague,
    _unit,
    _absolute,
    _actor,
    _technology,
    _example,
    _failure,
    _edges,
    _split,
    _open_list,
    _dangerous,
    _success,
)


def _contradictions(reading: Reading) -> Iterator[Signal]:
    """Two figures for one thing: what was said now, and what was said before."""
    now = [
        (fact, figures[0])
        for fact in reading.facts
        if isinstance(text := getattr(fact, "text", None), str) and (figures := find_figures(text))
    ]
    for fact, figure in now:
        for known in reading.analysis.facts:
            said = getattr(known, "text", None)
            if known.kind != fact.kind or not isinstance(said, str):
                continue
            earlier = [one for one in find_figures(said) if one.unit.lower() == figure.unit.lower()]
            mine = re.sub(r"\d[\d.,]*", "", str(getattr(fact, "text", "")))
            theirs = re.sub(r"\d[\d.,]*", "", said)
            if (
                earlier
                and earlier[0].number != figure.number
                and len(content_words(mine)) >= 2
                and likeness(mine, theirs) >= 0.6
            ):
                yield Signal("contradiction", earlier[0].text, figure.text)
                return


_MUST_SHARE: Final = 0.6


def _musts(reading: Reading) -> Iterator[Signal]:
    """Nearly everything is a Must."""
    given = [fact for fact in reading.facts if isinstance(fact, Priority)]
    if not given:
        return
    levels = {priority.target: priority.level for priority in (*reading.analysis.of(Priority), *given)}
    musts = [target for target, level in levels.items() if level == "Must"]
    if len(levels) >= 3 and len(musts) > _MUST_SHARE * len(levels):
        last = reading.analysis.get(musts[-1])
        if isinstance(last, Requirement):
            yield Signal("musts", shorten(last.title, most=7), last.id)


def _callers(reading: Reading, sight: Sight) -> Iterator[Signal]:
    """A file that many others depend on, or that no test reaches."""
    for fact in reading.facts:
        path = getattr(fact, "path", "")
        if fact.kind in ("direct_change", "risk_zone") and path:
            callers = [caller for caller in sight.callers(path) if not caller.is_test]
            if len(callers) >= 3:
                yield Signal("callers", path, str(len(callers)))
                return


def _small(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() or len(text) == 1 else text


def has_measure(reading: Reading) -> bool:
    """Whether anybody has said how one would see that it worked."""
    return bool(reading.all_of(SuccessMetric))
