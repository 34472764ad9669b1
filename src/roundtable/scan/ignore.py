"""Ignore rules for a folder that git does not look after: `.gitignore` files and what nobody wants scanned. Pure."""

import re
from dataclasses import dataclass

NEVER = frozenset(
    [
        ".git",
        ".hg",
        ".svn",
        ".roundtable",
        "node_modules",
        "bower_components",
        "__pycache__",
        ".venv",
        "venv",
        ".tox",
        ".nox",
        ".mypy_cache",
        ".pytest_cache",
        ".ruff_cache",
        ".gradle",
        ".idea",
        ".vscode",
        ".terraform",
        ".next",
        ".nuxt",
        ".cache",
        ".eggs",
        "target",
        "dist",
        "build",
        "out",
        "coverage",
    ]
)
"""Folders that are left out of an unversioned tree even without a rule."""


_GLOBS = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def _pattern(glob: str) -> str:
    """One gitignore glob as a regular expression over a path relative to the rule's folder."""
    return re.sub(r"\*\*/|\*\*|\*|\?|[^*?]+", lambda part: _GLOBS.get(part[0]) or re.escape(part[0]), glob)


@dataclass(frozen=True)
class _Rule:
    folder: str
    matcher: re.Pattern[str]
    negated: bool
    folders_only: bool


@dataclass(frozen=True)
class IgnoreRules:
    """Rules of a folder and of those above it; the last one that matches decides."""

    rules: tuple[_Rule, ...] = ()

    def ignores(self, path: str, *, is_folder: bool) -> bool:
        decided = False
        for rule in self.rules:
            if rule.folders_only and not is_folder:
                continue
            inside = path[len(rule.folder) + 1 :] if rule.folder else path
            if rule.matcher.fullmatch(inside):
                decided = not rule.negated
        return decided


def parse_rules(text: str, folder: str, above: IgnoreRules) -> IgnoreRules:
    """Add the lines of a `.gitignore` that lies in `folder`."""
    rules = list(above.rules)
    for line in text.splitlines():
        glob = line.strip()
        if not glob or glob.startswith("#"):
            continue
        negated = glob.startswith("!")
        glob = glob.lstrip("!").removeprefix("\\")
        folders_only = glob.endswith("/")
        glob = glob.rstrip("/")
        anchored = "/" in glob
        prefix = "" if anchored else "(?:.*/)?"
        rules.append(_Rule(folder, re.compile(prefix + _pattern(glob.lstrip("/"))), negated, folders_only))
    return IgnoreRules(tuple(rules))
