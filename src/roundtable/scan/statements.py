"""What a file says it imports, as statements for `imports` to resolve. Pure.

A statement is a module and, where the language names them, what is taken from it. An example in a comment imports
nothing. Go names a package and then uses it as `package.Name`, C# a namespace and then its types, so for these two the
names are read from the code.
"""

import re
from collections.abc import Iterator

from roundtable.scan.languages import Language
from roundtable.scan.lexing import Lexed, code_only

DECLARES = "package "  # how the statement begins by which a file says where it belongs
TYPES = "types "  # how the statement begins that lists the types which the code of a C# file names
FOR_TYPES = "? "  # how a statement begins that is read by a type checker alone and never runs
_CHECKED_ONLY = re.compile(
    rb"^if[ \t]+(?:\w+\.)?TYPE_CHECKING[ \t]*:[^\n]*\n(?:(?:[ \t][^\n]*)?\n)*+", re.MULTILINE
)
_NAME_SEPARATORS = re.compile(r"#[^\n]*|\bas\s+\w+|[(),\\;]")
_SELECTOR = re.compile(rb"(?<![\w.])([A-Za-z_]\w*)\.([A-Z]\w*)")
_TYPE_NAME = re.compile(rb"(?<![\w.])(?<!\bnamespace )([A-Z]\w*)(?!\w|[ \t]*(?:=(?!=)|:(?!:)))")
_PACKAGE_AFFIX = re.compile(r"^go-|-go$|\.v\d+$")


def imports_in(language: Language, data: bytes, spoken: Lexed) -> tuple[str, ...]:
    """The import statements of a file, each once, in the order of the language's patterns."""
    found = list(_statements(language, data, spoken))
    if language.name == "Go" and found:
        found = _with_selectors(found, code_only(language, data))
    elif language.name == "C#":
        # What may be a type: in capitals, not a member of something, not set, not a key.
        named = b" ".join(sorted(set(_TYPE_NAME.findall(code_only(language, data)))))
        found.append(TYPES + named.decode("utf-8", "replace"))
    return tuple(dict.fromkeys(" ".join(one.split()) for one in found))


def _statements(language: Language, data: bytes, spoken: Lexed) -> Iterator[str]:
    text = b"\n" + data
    unrun = [match.span() for match in _CHECKED_ONLY.finditer(text)] if b"TYPE_CHECKING" in text else []
    for pattern in language.imports:
        groups = pattern.groups
        main = next(group for group in "mlpr" if group in groups)
        for match in pattern.compiled.finditer(text):
            if spoken.is_comment(match.start(main) - 1):
                continue
            mark = FOR_TYPES if any(a <= match.start(main) < b for a, b in unrun) else ""
            said = mark + match[main].decode("utf-8", "replace")
            if "names" in groups:
                yield f"{said} {_NAME_SEPARATORS.sub(' ', match['names'].decode('utf-8', 'replace'))}"
            elif "a" in groups:
                yield f"{said} {(match['a'] or b'').decode()}"
            elif main == "l":
                yield from (mark + part.split()[0] for part in said.removeprefix(mark).split(","))
            else:
                yield {"p": DECLARES, "r": "./"}.get(main, "") + said


def _with_selectors(statements: list[str], code: bytes) -> list[str]:
    """Go: each import with the exported names that the code takes from it; `*` for what comes without a qualifier."""
    taken: dict[str, dict[str, None]] = {}
    for qualifier, name in _SELECTOR.findall(code):
        taken.setdefault(qualifier.decode("utf-8", "replace"), {})[name.decode("utf-8", "replace")] = None

    def with_names(statement: str) -> str:
        path, _, alias = statement.strip().partition(" ")
        names = ["*"] if alias == "." else [n for q in _go_names(path, alias) for n in taken.get(q, ())]
        return " ".join((path, *names))

    return [one if one.startswith(DECLARES) else with_names(one) for one in statements]


def _go_names(path: str, alias: str) -> list[str]:
    """How code may call an imported package: by its alias, else by the end of its path."""
    if alias:
        return [alias]
    *above, last = path.split("/")
    if above and last.startswith("v") and last[1:].isdecimal():
        last = above[-1]
    return list(dict.fromkeys((last, _PACKAGE_AFFIX.sub("", last).replace("-", "_"), last.replace("-", ""))))
