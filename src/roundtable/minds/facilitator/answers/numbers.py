"""Figures with units, and the quality they speak of.

`find_figures` reads "under 200 ms", "99.9 % uptime", "500 orders per day at the 95th percentile"; `category_of` says which
quality a sentence is about. A figure keeps the person's spelling.
"""

import re
from typing import Final, NamedTuple

__all__ = ["Figure", "bare_number", "category_of", "find_figures", "is_measurable", "measured_at"]


class Figure(NamedTuple):
    """A number with its unit and, where it was said, its bound: `under 200 ms`."""

    text: str
    number: str
    unit: str
    bound: str
    start: int
    end: int


_TIME: Final = r"ms|msec|milliseconds?|millis|µs|us|microseconds?|seconds?|secs?|s|minutes?|mins?|hours?|hrs?|h|Sekunden?|Minuten?|Stunden?|毫秒|秒钟?|分钟|小时"
_LONG_TIME: Final = r"days?|weeks?|months?|years?|Tagen?|Tage?|Wochen?|Monaten?|Jahren?|天|周|个?月|年"
_SIZE: Final = r"[KMGT]i?B|kB|bytes?|[KMGT]bit/s|mbps|gbps"
_SHARE: Final = r"%|percent|per ?cent|percentage points?|Prozent"
_RATE: Final = r"rps|qps|tps|req(?:uest)?s?/s(?:ec(?:ond)?)?|/s|/min|/h|per (?:second|minute|hour|day|week|month|year|user|request|customer|order)|a (?:second|minute|day|week|month|year)|pro (?:Sekunde|Minute|Stunde|Tag|Woche|Monat)|每(?:秒|分钟|小时|天)"
_THING: Final = r"(?:concurrent |simultaneous |active |daily |monthly |parallel )?(?:users?|customers?|requests?|orders?|rows?|records?|files?|items?|lines?|events?|messages?|connections?|clients?|queries|calls?|jobs?|documents?|pages?|entries|codes?|products?|emails?|tickets?|retries|attempts?|times|characters?|chars?|clicks?|steps?|people|sessions?|devices?|threads?|workers?|Nutzern?|Benutzern?|Kunden|Bestellungen|Anfragen|Zeilen|Dateien|用户|请求|订单|行|文件|次|个)"
_MONEY: Final = r"EUR|USD|GBP|euros?|dollars?|€|\$|£"
_BOUND: Final = r"(?:(?:well )?(?:under|below|within|at most|at least|less than|fewer than|more than|no more than|not more than|up to|max(?:imum)?(?: of)?|min(?:imum)?(?: of)?|(?:no|not) (?:be )?(?:longer|slower|later|larger|bigger|older) than|over|above|about|around|roughly|approximately|exactly|by|unter|höchstens|mindestens|maximal|bis zu|innerhalb(?: von)?|weniger als|mehr als|少于|不超过|至少|最多|大约)\s+|[<>]=?\s*|[≤≥~≈]\s*)"
_NUMBER: Final = r"(?:[€$£]\s?)?\d[\d.,  ]*(?:\s?(?:k|m|million|thousand|billion|hundred)\b)?(?:\s?(?:-|–|to|bis)\s?\d[\d.,]*)?"
_FIGURE: Final = re.compile(
    rf"(?P<bound>{_BOUND})?(?<![\w.-])(?P<number>{_NUMBER})\s?(?P<unit>(?:{_SHARE}|{_SIZE}|{_TIME}|{_LONG_TIME}|{_MONEY}|{_THING}|{_RATE})(?![A-Za-z])(?:\s?(?:{_RATE})(?![A-Za-z]))?)",
    re.IGNORECASE,
)
_BARE: Final = re.compile(r"(?<![\w.#/:-])(?P<number>\d{1,3}(?:[.,]\d{3})+|\d+(?:\.\d+)?)(?![\w%/:.-]|\.\d)")


def find_figures(text: str) -> list[Figure]:
    """Every number that has a unit."""
    return [
        Figure(
            " ".join(hit.group().split()),
            hit["number"].strip(),
            hit["unit"].strip(),
            (hit["bound"] or "").strip(),
            hit.start(),
            hit.end(),
        )
        for hit in _FIGURE.finditer(text[:20_000])
    ]


def bare_number(text: str) -> str:
    """The first number without a unit; empty when there is none. List numbers, ids, versions and paths do not count."""
    with_units = [(figure.start, figure.end) for figure in find_figures(text)]
    for hit in _BARE.finditer(text[:5000]):
        if any(start <= hit.start() < end for start, end in with_units):
            continue
        before = text[max(0, hit.start() - 12) : hit.start()].lower()
        if re.search(
            r"(?:[a-z]-|python |version |v|step |option |phase |http |error |code |status |port |line |section |№|no\.? ?|#)$",
            before,
        ):
            continue
        if re.search(r"(?:^|\s)[A-Z][\w+#]*\s$", text[: hit.start()]):
            # "Postgres 15" is a version.
            continue
        after = text[hit.end() :].lstrip()
        if hit["number"] in ("1", "2") or (
            after[:1].isalpha() and not re.match(r"(?:of|or|and|at|in)\b", after)
        ):
            continue
        return hit["number"]
    return ""


_MEASURABLE: Final = re.compile(
    rf"(?:{_SHARE}|{_SIZE}|{_TIME}|.*(?:{_RATE})|(?:concurrent|simultaneous|parallel) .*)$", re.IGNORECASE
)


def is_measurable(figure: Figure, sentence: str) -> bool:
    """Whether a figure says how good something has to be, rather than being a rule of the domain."""
    if not _MEASURABLE.match(figure.unit):
        return False
    bounded = bool(figure.bound) and figure.bound.lower() not in (
        "about",
        "around",
        "roughly",
        "approximately",
        "by",
        "over",
    )
    return bounded or category_of(sentence) != "General"


_CATEGORIES: Final = (
    ("Availability", r"uptime|availab\w*|downtime|out of order|verfügbar\w*|可用"),
    ("Privacy", r"gdpr|dsgvo|privacy|personal data|pii|data protection|consent|anonymi\w*|datenschutz|隐私"),
    ("Security", r"secur\w*|encrypt\w*|authenti\w*|authori[sz]\w*|permission\w*|passwords?|tokens?|secrets?|attack\w*|inject\w*|xss|csrf|access control|leak\w*|who may|sicher\w*|安全"),
    ("Accessibility", r"accessib\w*|wcag|screen ?readers?|keyboard|contrast|a11y|barrierefrei\w*"),
    ("Reliability", r"reliab\w*|data loss|lose|lost|recover\w*|backup\w*|retr(?:y|ies)|idempot\w*|consisten\w*|crash\w*|durab\w*|zuverlässig\w*"),
    ("Performance", r"respon\w+|latenc\w*|slow\w*|fast\w*|quick\w*|load(?:s|ing)? (?:time|in)|ms|milliseconds?|seconds?|p9\d|percentile|render\w*|speed|schnell\w*|langsam\w*|sekunden?|毫秒|秒|快"),
    ("Capacity", r"concurren\w*|simultaneous\w*|per (?:second|minute|hour|day|week|month)|rps|qps|throughput|scal\w*|volume|peak|rows|records|at once|many users|memory|disk|[kmgt]b"),
    ("Compatibility", r"compatib\w*|browsers?|windows|macos|linux|python \d|versions?|backwards?|mobile|safari|chrome|firefox"),
    ("Usability", r"usab\w*|clicks?|learn\w*|easy|intuitive|understand\w*|confus\w*|einfach\w*"),
    ("Observability", r"log(?:s|ged|ging)?|monitor\w*|alert\w*|metrics?|trac(?:e|ing)|dashboard"),
    ("Maintainability", r"maintain\w*|test coverage|coverage|readab\w*|documented|tests?"),
    ("Legal", r"legal|law|regulat\w*|complian\w*|audit\w*|licen[cs]\w*|retention"),
)  # fmt: skip
_CATEGORY_PATTERNS: Final = tuple(
    (name, re.compile(rf"(?<![a-z])(?:{words})(?![a-z])", re.IGNORECASE)) for name, words in _CATEGORIES
)


def category_of(text: str) -> str:
    """The quality a sentence is about; `General` when no word tells."""
    return next((name for name, pattern in _CATEGORY_PATTERNS if pattern.search(text)), "General")


_MEASURED: Final = re.compile(
    r"\b(?:(?:measured|checked|tested|counted|observed)\s+(?P<how>[^,.;]{2,80})|(?P<rank>(?:at|for|in) (?:the )?(?:p\d{2}(?:\.\d+)?|\d{2}(?:\.\d+)?(?:th|st|nd|rd) percentile|median|\d{2}(?:\.\d+)? ?% of [^,.;]{2,40})|p9\d(?:\.\d+)?)|(?P<place>(?:in|on) (?:production|staging|the (?:browser|server|client|ci|laptop|phone)|a (?:normal|typical|slow|mobile) [^,.;]{2,30})|(?:in|on|at) (?:the|our|an?|every|each) (?:[\w-]+ ){0,3}(?:server|machine|laptop|device|phone|browser|cluster|environment|network|board|controller|tablet|sensor|gateway|line|ci)\b|under (?:normal |peak |full )?load))",
    re.IGNORECASE,
)


def measured_at(text: str) -> str:
    """Where or how a figure is measured, in the person's words; empty when it was not said."""
    parts = [(hit["how"] or hit["rank"] or hit["place"]).strip() for hit in _MEASURED.finditer(text)]
    return ", ".join(dict.fromkeys(parts))
