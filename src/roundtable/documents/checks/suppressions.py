"""`roundtable: ignore` comments: which findings somebody decided to live with, and why.

    <!-- roundtable: ignore RT401 the contract uses this word -->     this line and the next one with text
    <!-- roundtable: ignore-file RT412, RT408 taken over from law -->   the whole file
    # roundtable: ignore RT225 it cannot fail                           the same in YAML

A reason is required. JSON and CSV have no comments: use the configuration for those.
"""

import re
from dataclasses import dataclass, field
from typing import Final

from roundtable.documents.checks.findings import RULES, Report

_MARK: Final = "roundtable:"
_COMMENT: Final = re.compile(
    r"(?m)(?:<!--|#|//)\s*roundtable:\s*ignore(?P<file>-file)?\b(?P<rest>.*?)(?:-->|$)"
)
_RULES: Final = re.compile(r"^[\s,]*((?:\bRT\d+\b[\s,]*)+)")
_NAMES: Final = re.compile(r"RT\d+")


@dataclass(slots=True)
class Suppressions:
    by_line: dict[int, set[str]] = field(default_factory=dict[int, set[str]])
    whole_file: set[str] = field(default_factory=set[str])
    reports: list[Report] = field(default_factory=list[Report])

    def covers(self, rule: str, line: int) -> bool:
        """Whether a finding of that rule at that line is to be left out."""
        return rule in self.whole_file or rule in self.by_line.get(line, ())


def read_suppressions(name: str, text: str) -> Suppressions:
    """The comments of a file. One without reason, or with an unknown rule, hides nothing and is reported."""
    result = Suppressions()
    if _MARK not in text:
        return result
    lines = text.splitlines()
    line, counted = 1, 0
    for found in _COMMENT.finditer(text):
        line += text.count("\n", counted, found.start())
        counted = found.start()
        named = _RULES.match(found["rest"])
        rules = set(_NAMES.findall(named[1])) if named else set[str]()
        reason = found["rest"][named.end() :].strip(" -:—–\t") if named else ""
        unknown = sorted(rules - RULES.keys())
        if not rules or not reason or unknown:
            said = "The comment gives no reason." if rules else "The comment names no rule."
            said = f"The comment names {unknown[0]}, which is no rule." if unknown else said
            result.reports.append(Report("RT127", name, line, found[0], said))
        elif found["file"]:
            result.whole_file |= rules
        else:
            below = (at for at in range(line + 1, len(lines) + 1) if lines[at - 1].strip())
            for at in (line, next(below, line + 1)):
                result.by_line.setdefault(at, set()).update(rules)
    return result
