"""What a title is about: the part of the code it is filed under, and what it says without words about the work. Pure.

`[processor/batch] Add a limit`, `promql: add a limit` and `feat(parser): add a limit` name a component and then ask for
something. The component is kept, the kind of work (`feat`) and the verb that asks (`add`) are not: "Add …" is no call of `add`.
"""

import re

_PREFIX = re.compile(
    r"(?:\[(?P<tag>[^\]\n]{1,60})\]:?\s*|(?P<part>[\w./@*+-]{1,40}(?:\s*,\s*[\w./@*+-]{1,40}){0,3})(?:\((?P<scope>[^)\n]{1,60})\))?!?:\s+)"
)
_KINDS_OF_WORK = frozenset([
    "feat", "feature", "fix", "bugfix", "hotfix", "bug", "docs", "doc", "chore", "refactor", "test", "tests",
    "perf", "build", "ci", "style", "revert", "wip", "deps", "enhancement", "improvement", "request", "rfc", "task"
])  # fmt: skip
_ASKS = re.compile(
    r"(?:please\s+)?(?:add|adds|adding|implement|introduce|provide|allow|enable)\s+(?=[^\s(.=]*\w)",
    re.IGNORECASE,
)
_SEPARATORS = re.compile(r"[\s,]+")


def matter_of(title: str) -> str:
    """The title as a search would want it: components and what is said. One without prefix or request is its own matter."""
    components: list[str] = []
    at = 0
    while (match := _PREFIX.match(title, at)) is not None:
        named = match["tag"] or match["scope"] or match["part"]
        parts = [part for part in _SEPARATORS.split(named) if part.lower() not in _KINDS_OF_WORK]
        components += [part for part in parts if re.search(r"[^\W\d]", part)]
        at = match.end()
    asked = _ASKS.match(title, at)
    rest = title[asked.end() if asked else at :]
    # Said twice: where something belongs is worth more than one word of what it is.
    return " ".join((*dict.fromkeys(components), *dict.fromkeys(components), rest)) if rest.strip() else title
