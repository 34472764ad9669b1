"""The kinds of fact that an answer can fill, the tags that name them, and what a sentence nobody asked for is about.

Shipped content tags its questions and criteria (`<!-- problem, stakeholder -->`, `<!-- requirement:3 -->`,
`<!-- criterion:per requirement -->`).

- `read_tags` never fails: what is not a tag comes back by name, for the checker to complain about.
- `infer_kinds` always answers with at least one kind; `note` means that no word gave it away.

Elsewhere: questions and criteria themselves (`questions`), what an untagged one is after (`wording`).
"""

import re
from functools import cache
from typing import Final

from roundtable.analysis.record import Record

__all__ = ["FACT_KINDS", "PLACEHOLDERS", "Tag", "infer_kinds", "read_tags"]

FACT_KINDS: Final[tuple[str, ...]] = (
    "problem",
    "success_metric",
    "stakeholder",
    "user_type",
    "need",
    "journey",
    "constraint",
    "assumption",
    "integration",
    "quality",
    "risk",
    "requirement",
    "criterion",
    "business_rule",
    "story",
    "priority",
    "scope",
    "out_of_scope",
    "keyword",
    "file_count",
    "direct_change",
    "indirect_change",
    "entry_point",
    "risk_zone",
    "order",
    "option",
    "decision",
    "technology",
    "module",
    "interface",
    "data_flow",
    "state",
    "error_case",
    "open_question",
    "approval",
    "note",
)

PLACEHOLDERS: Final[tuple[str, ...]] = (
    "item",
    "draft",
    "problem",
    "success_metric",
    "stakeholders",
    "user_types",
    "needs",
    "journeys",
    "constraints",
    "assumptions",
    "integrations",
    "qualities",
    "risks",
    "requirements",
    "business_rules",
    "stories",
    "priorities",
    "scope",
    "complexity",
    "file_count",
    "keywords",
    "direct_changes",
    "indirect_changes",
    "entry_points",
    "risk_zones",
    "order",
    "coverage_gaps",
    "options",
    "decisions",
    "technologies",
    "modules",
    "interfaces",
    "data_flows",
    "states",
    "error_cases",
    "open_questions",
    "out_of_scope",
)

_MOST_KINDS: Final = 3


class Tag(Record):
    """`requirement:3` or `criterion:per requirement`, read."""

    kind: str
    at_least: int = 1
    per: str | None = None

    def __str__(self) -> str:
        if self.per is not None:
            return f"{self.kind}:per {self.per}"
        return self.kind if self.at_least == 1 else f"{self.kind}:{self.at_least}"


def read_tags(text: str) -> tuple[tuple[Tag, ...], tuple[str, ...]]:
    """The tags of a comma-separated list, and the pieces of it that are no tags."""
    tags: list[Tag] = []
    unknown: list[str] = []
    for piece in (raw.strip() for raw in text.split(",")):
        if not piece:
            continue
        tag = _read_tag(piece)
        if tag is None:
            unknown.append(piece)
        else:
            tags.append(tag)
    return tuple(tags), tuple(unknown)


_TAG: Final = re.compile(r"(?P<kind>[a-z_]+)(?:\s*:\s*(?:(?P<count>[0-9]{1,3})|per\s+(?P<per>[a-z_]+)))?")


def _read_tag(piece: str) -> Tag | None:
    match = _TAG.fullmatch(piece)
    if match is None or match["kind"] not in FACT_KINDS:
        return None
    if match["per"] is not None:
        return Tag(kind=match["kind"], per=match["per"]) if match["per"] in FACT_KINDS else None
    count = int(match["count"]) if match["count"] else 1
    return Tag(kind=match["kind"], at_least=count) if count > 0 else None


# The earliest match in a sentence names the main kind; at one place the upper row wins, so the special comes first.
_WORDING: Final[tuple[tuple[str, str], ...]] = (
    (
        "approval",
        r"approv\w*|sign(?:s|ed)?[- ]?off|what is (?:wrong|missing)|(?:wrong|missing) (?:in|with|from) (?:this|it)",
    ),
    (
        "out_of_scope",
        r"out of scope|not (?:in|part of) (?:the )?scope|left out|leave out|exclud\w*|deliberately not|will not (?:do|cover)|non-goals?",
    ),
    (
        "success_metric",
        r"success\w*|metrics?|measure of|(?:how )?(?:will|would|do) (?:you|we|they) (?:know|tell|notice)|kpis?|better off|worked out",
    ),
    ("open_question", r"open questions?|still unclear|undecided|unanswered|don'?t know yet|who could settle"),
    (
        "error_case",
        r"fail\w*|errors?|exceptions?|go(?:es)? wrong (?:half|with|when|if|during)|time[sd]? ?out|invalid|reject\w*|retry|retries|corrupt\w*|edge cases?|unavailable|crash\w*|interrupt\w*|(?:sent|asked for|arrives?|happens) twice|duplicates?|what (?:should )?happens? (?:when|if)",
    ),
    (
        "problem",
        r"problems?|pains?|painful|go(?:es|ing)? wrong|trouble\w*|hurts?|suffer\w*|frustrat\w*|why now|why (?:is|does|do) (?:this|it|that|we|you|they)|trigger\w*|motivat\w*|business (?:goal|driver|context|value)s?",
    ),
    (
        "priority",
        r"priorit\w*|must[- ]haves?|moscow|ships? first|first if only|most important|nice[- ]to[- ]haves?|wait until later",
    ),
    ("story", r"user stor(?:y|ies)|as an? \w+ i want|stor(?:y|ies)"),
    (
        "criterion",
        r"accept(?:ance|ed)?\b|given.{1,40}when|criteri(?:a|on)|testable|how (?:will|would|could|can) .{0,30}\btest\w*|examples? of (?:an )?inputs?|definition of done",
    ),
    ("business_rule", r"business rules?|rules?|polic(?:y|ies)|always|never|allowed to|may not"),
    ("assumption", r"assum\w*|take for granted|taken for granted"),
    (
        "risk_zone",
        r"risk zones?|fragile|hot ?spots?|untested|without tests|test coverage|coverage gaps?|complex(?:ity)? (?:code|areas?)|technical debt",
    ),
    (
        "risk",
        r"(?:could|might|may|can) go wrong|risks?|risky|worr(?:y|ies|ied)|danger\w*|threat\w*|attack\w*|abus\w*|misus\w*|harm\w*|leak\w*|worst|mitigat\w*",
    ),
    (
        "entry_point",
        r"entry points?|where (?:does|do|would|should) .{0,40}\b(?:start|begin|enter)\w*|endpoints?|commands?|triggered (?:by|from)|hook(?:s|ed)? into",
    ),
    (
        "order",
        r"in (?:what|which) order|sequence|implement\w* order|order of|comes? first|before (?:the|any) others?|built first|roll-?out|migrat\w*",
    ),
    (
        "indirect_change",
        r"indirect\w*|callers?|depends? on (?:it|this|them)|downstream|ripple\w*|side effects?|blast radius",
    ),
    (
        "direct_change",
        r"which (?:files?|parts|code)|(?:files?|code|parts|documents?) .{0,20}(?:chang|updat)\w*|modif(?:y|ied|ies)|touch(?:es|ed)?|affected",
    ),
    ("file_count", r"how many files|file count|number of files"),
    ("keyword", r"keywords?|search terms?|(?:which|what) (?:words|names|terms)|called in the code"),
    (
        "scope",
        r"scope|how (?:big|large)|size of|small(?:est)? .{0,20}(?:change|version|slice)|boundar(?:y|ies) of the (?:change|work)",
    ),
    (
        "integration",
        r"integrat\w*|third[- ]part(?:y|ies)|external (?:systems?|services?)|other (?:systems?|services?|teams' )|connect\w*|webhooks?",
    ),
    ("option", r"options?|alternatives?|approach(?:es)?|trade-?offs?|instead of|other ways?"),
    ("decision", r"decid\w*|decisions?|choos\w*|choice|chosen"),
    (
        "technology",
        r"technolog\w*|librar(?:y|ies)|frameworks?|databases?|stack|vendors?",
    ),
    (
        "interface",
        r"interfaces?|apis?|contracts?|signatures?|parameters?|payloads?|schemas?",
    ),
    (
        "state",
        r"states?|stored|store|persist\w*|cach\w*|lifecycle|transitions?|kept (?:in|where|for)|retention|session data",
    ),
    ("data_flow", r"data (?:flows?|moves?|travels?)|pipelines?|transform\w*|validated where"),
    ("module", r"modules?|components?|responsibilit\w*|packages?|class(?:es)?|boundar(?:y|ies)"),
    (
        "quality",
        r"qualit\w*|performan\w*|fast|slow|latency|throughput|(?:expected |peak )?load|scal\w*|secur\w*|availab\w*|reliab\w*|accessib\w*|usab\w*|maintainab\w*|how (?:many|much|often|long|quickly|fresh)|which (?:number|figure)|percent\w*|response times?|uptime|privacy|personal data|monitor\w*|alert\w*|logging|roll(?:ed)?[- ]?back|deploy\w*",
    ),
    (
        "constraint",
        r"constrain\w*|deadlines?|budget\w*|limit\w*|must not|cannot change|must stay (?:as|exactly)|legal\w*|laws?|licen[cs]\w*|regulat\w*|complian\w*|obligations?|standards?|gdpr|by when|restrict\w*|browsers?|devices?",
    ),
    (
        "journey",
        r"journeys?|walk (?:me|us) through|step by step|workflows?|happens? (?:next|first|then|before|after)|typical day|day looks?|from start to|screens?",
    ),
    (
        "stakeholder",
        r"stakeholders?|sponsors?|for whom|who (?:else|pays|decides|owns|cares|asked|is (?:affected|responsible)|gets|notices|would notice|could)|teams?|departments?|owners?|interested part(?:y|ies)",
    ),
    (
        "requirement",
        r"requirements?|functional\w*|capabilit\w*|must (?:the|it|they)|shall|should (?:it|the system)|able to do|behaviou?rs?",
    ),
    (
        "need",
        r"(?:user|customer|real|actual|unmet) needs?|what (?:do|does|would) .{0,40}\bneed|trying to (?:do|get|achieve)|get done|goals?",
    ),
    (
        "user_type",
        r"who (?:will |would |can |could )?(?:uses?|works?)|which (?:users|people|customers)|user types?|(?:kinds?|types?) of (?:users?|people|customers?)|roles?|personas?|actors?|audience",
    ),
)
# Words that turn up in questions about anything: they name a kind only when nothing above does, or after it.
_WEAK_WORDING: Final[tuple[tuple[str, str], ...]] = (
    ("priority", r"musts?|matters? most"),
    ("requirement", r"features?"),
    ("need", r"needs?|want\w*|expect\w*|wish\w*"),
    ("decision", r"recommend\w*|prefer\w*"),
    ("problem", r"why"),
    ("interface", r"inputs?|outputs?|returns?|requests?|responses?"),
    ("technology", r"languages?|tools?|versions?|platforms?"),
    ("data_flow", r"data|flows?"),
    ("user_type", r"who|users?|people|customers?|anyone|somebody"),
)


@cache  # compiled when first asked for: most commands never do
def _compiled(rows: tuple[tuple[str, str], ...]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((kind, re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)) for kind, words in rows)


def infer_kinds(text: str) -> tuple[str, ...]:
    """The kinds of fact that a statement is about, main one first; `("note",)` when no word tells."""
    kinds: list[str] = []
    for table in (_WORDING, _WEAK_WORDING):
        kinds += [kind for kind in _kinds_by_place(text[:2000], _compiled(table)) if kind not in kinds]
    return tuple(kinds[:_MOST_KINDS]) or ("note",)


def _kinds_by_place(text: str, table: tuple[tuple[str, re.Pattern[str]], ...]) -> tuple[str, ...]:
    hits = sorted(
        (match.start(), row, match.end(), kind)
        for row, (kind, pattern) in enumerate(table)
        for match in pattern.finditer(text)
    )
    kinds: list[str] = []
    covered = 0
    for start, _row, end, kind in hits:
        if start >= covered:
            covered = end
            kinds.append(kind)
    return tuple(dict.fromkeys(kinds))
