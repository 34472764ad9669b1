"""Slots of a fact, filled by exact forms only: Given/When/Then, a target with its unit, a reason, a signature, a priority.

Whatever does not have the form stays inside its sentence.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from roundtable.facts import PriorityLevel
from roundtable.language.phrases import any_form, any_phrase, negation, rows
from roundtable.language.sentences import sentences

_GIVEN: Final = re.compile(
    r"^\s*given\s+(?P<given>.+?)[,;]?\s+when\s+(?P<when>.+?)[,;]?\s+then\s+(?P<then>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_DEMANDS: Final = rows("must | has to | have to | should | may | shall")
_BOUNDS: Final = rows(
    "at most | at least | no more than | no longer than | less than | within | under | up to"
)
UNITS: Final = rows(
    "ms | milliseconds? | s | sec | seconds? | min | minutes? | hours? | days? | times? | % | percent | kb | mb | gb "
    "| requests? | rows? | users? | items?"
)
LONG: Final = 600
"""Letters of what nobody says in one sentence."""
_LEAST: Final = 4
"""Letters of a reason."""
REASONS: Final = rows("because | since | so that | as otherwise")
_SIGNATURES: Final = (r"`[^`\n]*\([^`\n]*\)[^`\n]*`", r"(?<![\w.])[A-Za-z_][\w.]*\([^()\n]*\)")
_LEVELS: Final[Mapping[PriorityLevel, tuple[str, ...]]] = {
    "Must": rows(
        "must | must[- ]have | must ship | essential | most important | non-negotiable "
        "| top prio(?:rity)? | high prio(?:rity)? | prio(?:rity)?:?(?: is)? high"
    ),
    "Should": rows("should | should[- ]have | medium prio(?:rity)? | prio(?:rity)?:?(?: is)? medium"),
    "Could": rows(
        "could | could[- ]have | nice[- ]to[- ]have | optional | can wait | least important "
        "| low(?:er)? prio(?:rity)? | prio(?:rity)?:?(?: is)? low"
    ),
    "Won't": rows("(?<=a )won['’]?t | won['’]?t[- ]have | not this time | not in this release"),
}
_HAVE: Final = re.compile(r"(?:must|should|could|won['’]?t)[- ]haves?:\s+", re.IGNORECASE)
_NEAR: Final = 40
"""Letters before a word for a priority in which a "not" belongs to it."""
_GIVES: Final = rows("is | are | be | as | a | the | only | to | prio(?:rity)?:?")
"""What stands before a word for a priority that somebody gives: "is only a could", and not "the export must be fast"."""


def given_when_then(sentence: str) -> dict[str, str]:
    """The three parts of a sentence of that form; empty for any other."""
    found = _GIVEN.match(sentence)
    return {name: part.strip(" .") for name, part in found.groupdict().items()} if found else {}


def target_in(sentence: str) -> str:
    """The figure with its unit that a sentence makes a target; empty when it only mentions one."""
    found = _target(_DEMANDS, _BOUNDS, UNITS).search(sentence[:2000])
    return " ".join(found["figure"].split()) if found else ""


@lru_cache(maxsize=64)
def _target(demands: tuple[str, ...], bounds: tuple[str, ...], units: tuple[str, ...]) -> re.Pattern[str]:
    """A figure with its unit behind a word that demands it, or with a bound in front."""
    demand, bound, unit = any_phrase(demands).pattern, any_phrase(bounds).pattern, any_form(units).pattern
    return re.compile(
        rf"(?:{demand}[^.;]*?|(?={bound}))(?P<figure>(?:{bound}\s+)?\d[\d.,]*\s?(?:{unit}))(?!\w)",
        re.IGNORECASE,
    )


def reason_in(sentence: str) -> str:
    """The reason a sentence gives for itself."""
    found = any_phrase(REASONS).search(sentence)
    behind = sentence[found.end() :] if found else ""
    why = next((behind[start:end] for start, end in sentences(behind)), "").partition(";")[0].strip(" .")
    return why if len(why) >= _LEAST else ""


def signature_in(sentence: str) -> str:
    """The one call or signature that a sentence spells out, whole; empty when it has none or several."""
    found = [match[0].strip("`") for match in any_form(_SIGNATURES).finditer(sentence[:2000])]
    found = [text for text in found if "(" in text and not text.endswith("()")]
    return found[0] if len(found) == 1 else ""


def level_in(clause: str) -> PriorityLevel | None:
    """The priority that a clause gives: the last one it names and does not deny ("should be a must" is a Must)."""
    found: list[tuple[int, PriorityLevel]] = [
        (match.start(), level)
        for level, table in _LEVELS.items()
        for match in any_phrase(table).finditer(clause)
    ]
    kept = [entry for entry in found if not _is_denied(clause[max(0, entry[0] - _NEAR) : entry[0]])]
    return max(kept, key=lambda entry: entry[0])[1] if kept else None


def ranked_label(sentence: str) -> tuple[PriorityLevel, int] | None:
    """The priority that stands in front of what somebody wants ("Must have: …"), and where that begins."""
    found = _HAVE.match(sentence)
    level = level_in(found[0]) if found and sentence[found.end() :].strip() else None
    return (level, found.end()) if found and level else None


def rank_in(clause: str) -> re.Match[str] | None:
    """The words that give something a priority: a name for it that stands alone, or a bare word behind "is a"."""
    return _rank(_GIVES, tuple(row for table in _LEVELS.values() for row in table)).search(clause)


@lru_cache(maxsize=64)
def _rank(gives: tuple[str, ...], names: tuple[str, ...]) -> re.Pattern[str]:
    alone = tuple(row for row in names if " " in row or "-" in row)
    given = rf"(?:{any_phrase(gives).pattern}\s+){{1,4}}{any_phrase(names).pattern}"
    return re.compile(rf"{given}|{any_phrase(alone).pattern}", re.IGNORECASE)


def _is_denied(before: str) -> bool:
    """Whether a "not" or "isn't" stands right before, but for an article."""
    return re.search(rf"{negation().pattern}(?: an?| the)?\s*$", before, re.IGNORECASE) is not None
