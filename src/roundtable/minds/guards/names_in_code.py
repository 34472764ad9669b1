"""Names in code: what is spoken of as there is there, a cited line was shown, and anything else is called new."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from roundtable.engine.briefing import Briefing
from roundtable.facts.evidence import CodeAnchor
from roundtable.interview.code_sight import Sight
from roundtable.language.phrases import any_word, spelled
from roundtable.minds.guards.text import plain, sentences, spoken_by_the_person

CALLED_NEW: Final = any_word(
    r"new(?:ly)?|creat\w+|add(?:s|ed|ing)?|introduc\w+|propos\w+|suggest\w*|call(?:ed)? it(?= [`A-Z_])|named?|such as|for example|e\.g\."
    r"|(?:does not|doesn't) exist|not (?:there|exist) yet|no such|there is no|missing"
)
"""What tells of something that is to be made, or is not there."""
_EXTENSION: Final = (
    r"py|pyi|ts|tsx|js|jsx|mjs|go|rs|java|kt|rb|c|h|cc|cpp|hpp|cs|php|swift|scala|ex|exs|lua|sh|sql|md|rst|txt|toml|yaml|yml|"
    r"json|cfg|ini|html|css|scss|vue|ipynb|proto|gradle|xml"
)
_PATH: Final = re.compile(
    rf"(?<![\w/:.@-])(?P<path>(?:\.{{0,2}}/)?(?:[\w@.-]+/)+[\w-][\w.-]*\.[A-Za-z]\w{{0,5}}|[\w-]+\.(?:{_EXTENSION}))"
    r"(?::(?P<line>\d+)(?:\s*[-–]\s*\d+)?)?(?![\w/(])"
)
_TICKED: Final = re.compile(r"`([^`\n]{2,160})`")
_IDENTIFIER: Final = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*(?:\(\))?")
_BARE: Final = re.compile(
    r"(?<![\w.`/-])(?:[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\(\)|[a-z]\w*_\w+|[A-Z][a-z0-9]+[A-Z]\w*\.[a-z_]\w*"
    r"|(?<=\bclass )[A-Z]\w+|(?<=\bexception )[A-Z]\w+)(?![\w/])"
)
_SHORTEST: Final = 4
_COMMON: Final = frozenset(
    [
        "none",
        "null",
        "true",
        "false",
        "nil",
        "undefined",
        "str",
        "int",
        "float",
        "bool",
        "list",
        "dict",
        "set",
        "tuple",
        "bytes",
        "object",
        "self",
        "this",
        "array",
        "promise",
        "void",
        "any",
        "valueerror",
        "typeerror",
        "keyerror",
        "exception",
        "runtimeerror",
        "oserror",
        "filenotfounderror",
        "string",
        "number",
        "boolean",
        "unknown",
        "utf-8",
        "readme",
    ]
)


def trouble_in(text: str, briefing: Briefing, sight: Sight) -> tuple[str, str] | None:
    """The first name in a text that is spoken of as there and is not: the name, and what is wrong with it."""
    for sentence in sentences(text):
        if CALLED_NEW.search(sentence):
            # What is proposed need not be there; a line that is cited must be, all the same.
            named = [(path, line) for path, line in _paths(sentence) if line is not None]
        else:
            named = list(_paths(sentence))
            unknown = next((name for name in _names(sentence) if not _is_known(name, briefing, sight)), None)
            if unknown is not None:
                return unknown, "is not in the repository"
        for path, line in named:
            if wrong := wrong_place(path, line, briefing, sight):
                return (path if line is None else f"{path}:{line}"), wrong
    return None


def _names(text: str) -> Iterator[str]:
    without_paths = _PATH.sub(" ", text)
    ticked = map(str.strip, _TICKED.findall(without_paths))
    named = [name for name in ticked if _IDENTIFIER.fullmatch(name)]
    names = [name for name in named if not (name.isalpha() and name.islower())]
    bare = _BARE.findall(_TICKED.sub(" ", without_paths))
    yield from (name.removesuffix("()") for name in (*names, *bare))


def _paths(text: str) -> Iterator[tuple[str, int | None]]:
    for found in _PATH.finditer(text):
        yield found["path"].removeprefix("./"), int(found["line"]) if found["line"] else None


def _is_known(name: str, briefing: Briefing, sight: Sight) -> bool:
    """Whether a name is in the index, in code that was shown, or in what somebody said; of `A.b` both parts."""
    parts = [part for part in name.replace("::", ".").replace("#", ".").split(".") if part]
    if name.lower() in _COMMON or sight.resolve(name) is not None:
        return True
    # A plain word by itself is a column, a parameter, a library.
    is_plain = len(parts) == 1 and name.isalpha() and name.islower()
    return is_plain or all(_is_known_part(part, briefing, sight) for part in parts)


def _is_known_part(part: str, briefing: Briefing, sight: Sight) -> bool:
    if part.lower() in _COMMON or len(part) < _SHORTEST or sight.resolve(part) is not None:
        return True
    whole = spelled(part.lower())
    return any(whole.search(text.lower()) for text in _spoken_or_shown(briefing)) or bool(sight.search(part))


def _spoken_or_shown(briefing: Briefing) -> Iterator[str]:
    yield from spoken_by_the_person(briefing)
    yield from (line.text for line in briefing.said)
    yield from (shown.text for shown in briefing.shown)
    for fact in briefing.analysis.facts:
        yield " ".join(_strings(fact.model_dump(exclude={"evidence"}).values()))


def _strings(values: Iterable[object]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list | tuple):
            yield from _strings(value)  # pyright: ignore[reportUnknownArgumentType]


def wrong_place(path: str, line: int | None, briefing: Briefing, sight: Sight) -> str:
    """What is wrong with a file that is named as there; nothing when it is there, or is somebody's proposal."""
    if (found := sight.resolve(path)) is None:
        said = any(plain(path) in plain(text) for text in spoken_by_the_person(briefing))
        return "" if said or _is_proposed(path, briefing) else "is not in the repository"
    if line is None or sight.view is None:
        return ""
    if (at_line := sight.resolve(f"{found.path}:{line}")) is None or at_line.line is None:
        return "is no line of that file"
    if briefing.shown and not _was_shown(found.path, line, briefing):
        return "was not shown to you"
    return ""


def _was_shown(path: str, line: int, briefing: Briefing) -> bool:
    if any(shown.path == path and shown.first <= line <= shown.last for shown in briefing.shown):
        return True
    if any(f"{path}:{line}" in file.look_at for file in (briefing.scan.files if briefing.scan else ())):
        return True
    items = (item for fact in briefing.analysis.facts for item in fact.evidence)
    return any(isinstance(one, CodeAnchor) and (one.path, one.line) == (path, line) for one in items)


def _is_proposed(path: str, briefing: Briefing) -> bool:
    items = (item for fact in briefing.analysis.facts for item in (fact, *fact.evidence))
    return any(getattr(item, "path", None) == path for item in items)
