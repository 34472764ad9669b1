"""What sort of item a request is: something people use, a defect, a command, a library, data on its way, any other change.

The words that give it away are counted; a sentence that wants "a web site" or "an app" outright wins over all of them.
"""

import re
from typing import Final, Literal

__all__ = ["READ", "Nature", "nature_of"]

Nature = Literal["product", "bug", "command", "library", "pipeline", "change"]

READ: Final = 3000
"""How much of a draft is read; more than that is a log or a specification."""

_NATURES: Final[tuple[tuple[Nature, re.Pattern[str]], ...]] = (
    (
        "bug",
        re.compile(
            r"\b(?:bugs?|crash\w*|traceback|stack ?trace|exceptions?|regression|broken|fails?|failing|failed|fail|incorrect\w*|wrong(?:ly)?|"
            r"does(?:n['’]?t| not) (?:work|respect|handle|return|show|match|close|raise|support|allow)|do(?:n['’]?t| not) work|unexpected\w*|hangs?|leaks?|"
            r"instead of|should not|shouldn['’]?t|raises?|throws?|expected behaviou?r|actual behaviou?r|steps to reproduce|reproduce\w*|"
            r"drops?|cuts? off|skips?|swallows?|truncates?|overwrites?|forgets?|misses|rejects?|expected(?=\s*:)|actual(?=\s*:)|"
            r"typeerror|valueerror|keyerror|attributeerror|segfault|deadlock|no longer|stopped working|ignores?|ignored|loses?|duplicated?|"
            r"(?:is|are|was|gets?|got|becomes?|became|feels?|runs?) (?:too |very |so |really |painfully |extremely |quite |unusably )*(?:slow\w*|flaky|unstable|stuck|corrupt\w*)|"
            r"takes? (?:too long|forever|ages)|freezes?|times? out|out of memory)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "command",
        re.compile(
            r"(?<![\w-])--[a-z][\w-]+|\b(?:flags?|command[- ]line|cli|sub-?commands?|exit codes?|stdout|stderr|stdin|terminal|shell completion|dry[- ]run)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "pipeline",
        re.compile(
            r"\b(?:pipelines?|etl|ingest\w*|nightly|batch(?:es)?|cron|datasets?|data (?:lake|warehouse|quality)|csv|parquet|backfill|"
            r"scheduled jobs?|import jobs?|export jobs?|dags?|streams? of)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "library",
        re.compile(
            r"\b(?:apis?|librar(?:y|ies)|packages?|functions?|methods?|class(?:es)?|parameters?|arguments?|kwargs?|signatures?|decorators?|deprecat\w*|"
            r"type hints?|subclass\w*|callbacks?|middleware|endpoints?|webhooks?|plugins?|hooks?|modules?|serializ\w*|refactor\w*|thread[- ]safe\w*)\b",
            re.IGNORECASE,
        ),
    ),
)
_TROUBLE: Final = re.compile(
    r"\b(?:bugs?|crash\w*|fails?|failing|wrong|broken|traceback|regression|drops|cuts off|loses|skips|swallows|truncates|overwrites|ignores|hangs|leaks|"
    r"does(?:n['’]?t| not) \w+|no longer|takes? (?:too long|forever|ages)|freezes|times out|out of memory|"
    r"(?:is|are|was|gets?|becomes?|became) (?:too |very |so |really |painfully |extremely |quite )*(?:slow\w*|flaky|unstable|stuck))\b|\b(?:expected|actual)\s*:",
    re.IGNORECASE,
)
_PRODUCT: Final = re.compile(
    r"\b(?:web ?sites?|web ?pages?|web (?:app\w*|portal)|(?:mobile |web |desktop )?app(?:lication)?s?|platforms?|portals?|dashboards?|screens?|pages?|"
    r"online|game|forum|social network|mini-?program|marketplace|shop|store|sign[- ]?up|log ?in|buttons?|users? interface|ui|ux|editor|system|tool)\b",
    re.IGNORECASE,
)
_STRONG_PRODUCT: Final = re.compile(
    r"\b(?:I|we) (?:want|need|would like)(?: to (?:build|have|create))? (?:an?|the|my) [^.]{0,60}?\b(?:web ?site|web|app\w*|platform|portal|dashboard|system|tool|game|feature|mini-?program|page|shop|forum|service)\b",
    re.IGNORECASE,
)


_PIPELINE: Final = next(pattern for nature, pattern in _NATURES if nature == "pipeline")
_FORMAT: Final = re.compile(r"csv|parquet|batch(?:es)?", re.IGNORECASE)


def nature_of(text: str, names: tuple[str, ...] = ()) -> Nature:
    """What sort of item it is: for people to use, a defect, a command, a library, data on its way, or any other change."""
    if _STRONG_PRODUCT.search(text):
        return "product"
    scores: dict[Nature, int] = {nature: len(pattern.findall(text[:READ])) for nature, pattern in _NATURES}
    scores["library"] += min(len(names), 3)
    if all(_FORMAT.fullmatch(hit) for hit in _PIPELINE.findall(text[:READ])):
        # A format alone is no pipeline: people export reports as CSV, too.
        scores["pipeline"] = 0
    product = len(_PRODUCT.findall(text[:READ]))
    best = max(scores, key=lambda nature: (scores[nature], -list(scores).index(nature)))
    if scores["bug"] >= 2 or (scores["bug"] == 1 and _TROUBLE.search(text)):
        return "bug"
    if scores[best] and scores[best] >= product:
        return best
    return "product" if product else "change"
