"""The kinds of fact that an answer can fill, and the tags that name them.

Shipped content tags its questions and criteria (`<!-- problem, stakeholder -->`, `<!-- requirement:3 -->`,
`<!-- criterion:per requirement -->`). What is not a tag comes back by name, for the checker to complain about.

Elsewhere: questions and criteria themselves (`questions`), what an untagged one is after (`language.question_kinds`).
"""

import re
from typing import Final

from roundtable.facts import FACT_TYPES
from roundtable.facts.record import Record

_NOT_ASKED: Final = frozenset({"no_change", "coverage_gap", "insight"})
FACT_KINDS: Final = (*(one for one in FACT_TYPES if one not in _NOT_ASKED), "risk", "file_count", "approval")
"""What a question may be after: the kinds of fact that a person can state, and words that stand for several of them."""

_PLACEHOLDER_WORDS: Final = """
item draft problem success_metric stakeholders user_types needs journeys constraints assumptions integrations
qualities risks requirements business_rules stories priorities scope complexity file_count keywords direct_changes
indirect_changes entry_points risk_zones order coverage_gaps options decisions technologies modules interfaces
data_flows states error_cases open_questions out_of_scope
"""
PLACEHOLDERS: Final = tuple(_PLACEHOLDER_WORDS.split())


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
    read = [(piece, _read_tag(piece)) for raw in text.split(",") if (piece := raw.strip())]
    tags = tuple(tag for _, tag in read if tag is not None)
    return tags, tuple(piece for piece, tag in read if tag is None)


_TAG: Final = re.compile(r"(?P<kind>[a-z_]+)(?:\s*:\s*(?:(?P<count>[0-9]{1,3})|per\s+(?P<per>[a-z_]+)))?")


def _read_tag(piece: str) -> Tag | None:
    match = _TAG.fullmatch(piece)
    if match is None or match["kind"] not in FACT_KINDS:
        return None
    if match["per"] is not None:
        return Tag(kind=match["kind"], per=match["per"]) if match["per"] in FACT_KINDS else None
    count = int(match["count"]) if match["count"] else 1
    return Tag(kind=match["kind"], at_least=count) if count > 0 else None
