"""What an answer shows that is worth a follow-up: vague words, missing actors, missing failure paths, open lists, …

Each signal carries the person's own words that gave it away, because the follow-up speaks about those and nothing else.

Elsewhere: which signal is followed up and in which words (`followups`).
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from roundtable.analysis.facts import (
    ErrorCase,
    Interface,
    Problem,
    Quality,
    Requirement,
)
from roundtable.minds.facilitator.answers.numbers import bare_number, find_figures, is_measurable, measured_at
from roundtable.minds.facilitator.answers.reading import Reading, shorten
from roundtable.minds.facilitator.answers.roles import find_roles
from roundtable.minds.facilitator.answers.technologies import find_technologies
from roundtable.minds.facilitator.code_sight import Sight
from roundtable.minds.facilitator.rephrase import clean
from roundtable.minds.facilitator.spans import Piece, read_pieces
from roundtable.minds.facilitator.standing_signals import Signal, callers, contradictions, musts
from roundtable.minds.facilitator.words import (
    AUXILIARIES,
    FAILURE,
    base_form,
    is_command,
    is_english,
    third_person,
    word_set,
    words_in,
)

__all__ = ["signals_in"]

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
        list(contradictions(reading)) + list(musts(reading)) + list(callers(reading, sight))
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
            best = next((one for one in reversed(figures) if is_measurable(one, piece.text)), figures[0])
            yield Signal("unit", best.text, "place")
            return


_ABSOLUTE: Final = re.compile(
    r"\b(?P<word>always|never|every|all|each)\s+(?P<what>(?:of\s+)?(?:the\s+)?[A-Za-z][\w-]*(?:\s+[a-z][\w-]*){0,3})",
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
        kept = words[: next(verbs, len(words))]
        stop = next((at for at, word in enumerate(kept) if at and word.lower() in _STOPS), len(kept))
        kept = kept[:stop]
        while len(kept) > 1 and kept[-1].lower() in (
            "the",
            "a",
            "an",
            "our",
            "its",
            "their",
            "and",
            "or",
            "with",
        ):
            kept.pop()
        yield Signal("absolute", clean(" ".join([found["word"], *kept])))
        return


_STOPS: Final = word_set("in on at by for from who that which when if with and or but to as of")
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
        if re.match(r"(?:and |but )?(?:if|when|unless|nothing|nobody)\b", piece.text, re.IGNORECASE):
            continue
        if (
            re.search(r"\b(?:the system|we|i|you|they)\b", piece.text, re.IGNORECASE)
            or find_roles(piece.text)
            or re.search(r"\bby (?:the|our|a|an)\b", piece.text)
        ):
            continue
        found = _PASSIVE.search(piece.text)
        if found and (
            FAILURE.search(found["verb"])
            or re.search(
                r"\b(?:if|when|unless|once|that|which|who)\b[^,;]*$",
                piece.text[: found.start()],
                re.IGNORECASE,
            )
        ):
            # What has to be so before anything is done needs nobody to do it.
            continue
        if found and found["verb"].lower() not in _STATES:
            before = clean(re.split(r"[,;:]\s", piece.text[: found.start()])[-1]).split()
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
        if _is_done_here(piece.text, hit.start(), hit.end()) and len(piece.text[hit.start() :].split()) > 1
    ]
    for known, _, start, piece in found:
        if known:
            yield Signal("failure", _to_do(shorten(clean(piece.text[start:]), most=5)))
            return


_LEADS_TO_VERB: Final = word_set(
    "to can could will would must should may might shall and then they we you i people please not never also automatically who which it he she"
)
_LEADS_TO_NOUN: Final = word_set(
    "a an the our your their its my this that these those each every all any no some of in on at by for with from per new old first last same"
)


def _is_done_here(text: str, start: int, end: int) -> bool:
    """Whether the word here is a verb in its place: "saves the file", not "the save" or "the export reads"."""
    word, before, after = text[start:end], words_in(text[:start]), words_in(text[end:])
    if base_form(word) is None or start == 0:
        return False
    previous = before[-1].lower() if before else ""
    following = after[0].lower() if after else ""
    if previous in _LEADS_TO_NOUN or following in AUXILIARIES or (third_person(following) and word.islower()):
        return False
    if third_person(word):
        return True
    return previous in _LEADS_TO_VERB or (previous.endswith("s") and not previous.endswith("ss"))


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
            r"\b(?:up to|at most|between|from|max(?:imum)?(?: of)?|minimum(?: of)?|at least)\s+\d[^.,;]{0,40}|(?<![\d.,])\d[\d.,]*\s+(?:items?|codes?|files?|rows?|users?|times|records?|characters?|entries)\b|\b(?:start|end|expiry|expiration|due)\s+dates?\b|\b(?:list|number) of [a-z]+s\b",
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


_BEGINS_LIST: Final = re.compile(r"such as|things like", re.IGNORECASE)


def _open_list(_: Reading, pieces: list[Piece], __: tuple[str, ...]) -> Iterator[Signal]:
    for piece in pieces:
        marks = list(_OPEN.finditer(piece.text))
        # "such as" begins a list; "etc." leaves one open, and says so more clearly.
        found = next((hit for hit in marks if not _BEGINS_LIST.match(hit.group())), None)
        if found is None and marks and not re.search(r"\band\b|,", piece.text[marks[0].end() :]):
            found = marks[0]
        if found:
            before = clean(piece.text[: found.start()]).rstrip(" ,;:").split()
            after = clean(piece.text[found.end() :]).split()
            words = before[-4:] if before else after[:4]
            while len(words) > 1 and words[0].lower() in (
                "and",
                "or",
                "maybe",
                "also",
                "the",
                "of",
                "to",
                "us",
                "too,",
            ):
                words = words[1:]
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
        if FAILURE.search(piece.text) or re.match(r"(?:if|when|unless)\b", piece.text, re.IGNORECASE):
            # What is done when something fails is nobody's wish.
            continue
        found = next(
            (
                hit
                for hit in _DANGEROUS.finditer(piece.text)
                if hit["what"].strip()
                and (hit.start() == 0 or _is_done_here(piece.text, hit.start(), hit.end("verb")))
            ),
            None,
        )
        if found:
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


def _small(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() or len(text) == 1 else text
