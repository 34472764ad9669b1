"""Where people and programs come in: commands, routes, public names, jobs, mains. Pure: text in, entry points out.

Only code opens a way in. A folder called `routes` or a file called `cli` proves nothing; `__main__.py` is the exception that
Python itself makes.
"""

import re
from functools import lru_cache
from typing import Literal

from roundtable.analysis.scanning import EntryPoint
from roundtable.analysis.secrets import mask
from roundtable.scan.languages import language_of
from roundtable.scan.lexing import blanked, lex
from roundtable.scan.notebooks import readable

Kind = Literal["command", "route", "public-api", "job", "main", "test"]

_VERBS = ("get", "post", "put", "patch", "delete")
_BY_LINE: tuple[tuple[Kind, tuple[str, ...], re.Pattern[str]], ...] = (
    ("main", ("__main__", "main(", "Main("), re.compile(
        r"^if __name__ == ['\"]__main__['\"]|^func main\(\)|^(?:pub )?(?:async )?fn main\(\)|^fun main\(|^int main\(|"
        r"\bpublic static (?:async )?(?:void|int|Task) [Mm]ain\("
    )),
    ("route", (
        *(f".{verb}(" for verb in ("route", "websocket", *_VERBS, *map(str.upper, _VERBS))),
        *(f"{verb}{behind}" for verb in _VERBS for behind in (" '", ' "', " :", "('", '("')),
        "Handle", "Mapping", "[Http", "path(", "Route::", "resource",
    ), re.compile(
        r"^\s*@\w+(?:\.\w+)*\.(?:route|get|post|put|patch|delete|websocket)\(\s*[rf]?[\"'](/[^\"']*)|"
        # With a handler behind it: alone it is a client that calls somebody.
        r"\b(?:app|router|server|r|mux|e|g)\.(?:get|post|put|patch|delete|GET|POST|PUT|PATCH|DELETE|HandleFunc|Handle)"
        r"\(\s*[\"'`]((?:[A-Z]+ )?[/*][^\"'`]*)[\"'`]\s*,|@(?:Get|Post|Put|Patch|Delete|Request)Mapping\b(?:\([^\"]*\"([^\"]*))?|"
        r"\[Http(?:Get|Post|Put|Delete|Patch)\b(?:\(\"([^\"]*))?|^\s*(?:re_)?path\(\s*r?[\"']([^\"']*)[\"']\s*,|"
        r"Route::(?:get|post|put|patch|delete|any|match|resource|view)\(\s*[\"']([^\"']*)|"
        r"^\s*(?:get|post|put|patch|delete)(?:\s+[\"'](/[^\"'\s]*)|\(\s*[\"'](/[^\"'\s]*)[^)]*\)\s*(?:do\b|\{))|"
        r"^\s*(?:get|post|put|patch|delete|resources?)\s+:(\w+)"
    )),
    ("command", ("command(", "cli(", "add_parser(", "class Command(", "cobra.Command{", "Parser"), re.compile(
        r"^\s*@(?:\w+\.)*(?:command|cli)\((?:\s*(?:name\s*=\s*)?[\"']([^\"']+))?|\badd_parser\(\s*[\"']([^\"']+)|"
        r"(?:^\s*|\b(?:program|yargs|cli|cac|commander))\.command\(\s*[\"'`]([^\"'`]+)|^\s*class Command\(|"
        r"&cobra\.Command\{|#\[derive\([^)]*\bParser\b|\bArgumentParser\("
    )),
    ("job", ("task", "@scheduled", "@Scheduled", "@job", ".job", "Sidekiq::", "ApplicationJob", "cron.schedule(", "ShouldQueue"), re.compile(
        r"^\s*@(?:\w+\.)*(?:task|shared_task|periodic_task|scheduled|job)\b(?!\s*=)|^\s*@Scheduled\b|"
        r"\binclude Sidekiq::(?:Worker|Job)\b|<\s*ApplicationJob\b|\bcron\.schedule\(|\bimplements ShouldQueue\b"
    )),
)  # fmt: skip
"""Kind, plain words of which a line must contain one, and the pattern that decides. The words keep it fast."""
_NAME_NEAR = re.compile(r"(?:def|class|func|fn|function|fun|void|Task|int)\s+(?:\([^)]*\)\s*)?([A-Za-z_]\w*)")
_MOST_PER_FILE = 4
_COMMENTS = ("*", "//", "# ", "--", "<!--", "/*")
_MOST_LINES = 400
_MOST_BYTES = 200_000
_GO_EXPORT = re.compile(r"^func (?:\((?:\w+ )?\*?[A-Z][^)\n]*\) )?([A-Z]\w*)\([^\n]*", re.MULTILINE)
_LONGEST_LINE = 400  # nobody declares a route on a longer line


def entry_points_in(
    path: str, data: bytes, via: str | None = None, most: int | None = _MOST_PER_FILE
) -> list[EntryPoint]:
    """Entry points that a file holds, by what its lines do, a few or all of them; examples in comments are none."""
    text, hits = _ways_in(path, data[:_MOST_BYTES])
    found: list[EntryPoint] = []
    for begin, (kind, match) in sorted(hits.items())[:most]:
        named = next((group for group in match.groups() if group), None)
        near = _NAME_NEAR.search(text, begin, begin + _LONGEST_LINE)
        name = named or (near[1] if near else path.rpartition("/")[2])
        if name in {one.name for one in found} and not named:
            continue  # a parser and a main in one file are one way in
        line = text.count("\n", 0, begin) + 1
        said = mask(match.string.strip()[:100])
        found.append(EntryPoint(path=path, name=name[:80], kind=kind, line=line, via=via, reason=said))
    if not found and via is None and path.endswith(".go"):
        found = _exported(path, text)
    if not found and path.rpartition("/")[2] == "__main__.py":
        package = path.rpartition("/")[0].rpartition("/")[2] or "."
        said = f"`python -m {package}` runs it"
        found = [EntryPoint(path=path, name=package, kind="main", line=1, via=via, reason=said)]
    return found


@lru_cache(maxsize=64)
def _ways_in(path: str, data: bytes) -> tuple[str, dict[int, tuple[Kind, re.Match[str]]]]:
    """The text without comments, and its lines that are a way in. In a session the same files are asked again and again."""
    data = readable(path, data)
    text = data.decode("utf-8", "replace")
    hits = _hits(text)
    if hits:  # only now: reading comments costs more than looking for words
        text = blanked(data, lex(language_of(path), data).blocks).decode("utf-8", "replace")
        hits = _hits(text)
    return text, hits


def is_said_in(name: str, text: str) -> bool:
    """Whether a text names an entry point: by a name that no sentence has by chance, spelled as the code has it or with hyphens."""
    spelled = {name, name.replace("_", "-")}
    if not any(mark in name.strip("/") for mark in "-_/"):
        return False
    return any(re.search(rf"(?<![\w/-]){re.escape(one)}(?![\w/-])", text) for one in spelled)


def _hits(text: str) -> dict[int, tuple[Kind, re.Match[str]]]:
    """Where the lines begin that are a way in."""
    hits: dict[int, tuple[Kind, re.Match[str]]] = {}
    for kind, words, pattern in _BY_LINE:
        for begin in _lines_with(text, words):
            line = text[begin : begin + _LONGEST_LINE].partition("\n")[0]
            match = None if line.lstrip().startswith(_COMMENTS) else pattern.search(line)
            if match is not None and begin not in hits:
                hits[begin] = (kind, match)
    return hits


def _exported(path: str, text: str) -> list[EntryPoint]:
    """The first name that a Go package offers to everybody: `main` and `internal` offer none."""
    if "internal/" in path or re.search(r"^package main\b", text, re.MULTILINE):
        return []
    match = _GO_EXPORT.search(text)
    if match is None:
        return []
    line, said = text.count("\n", 0, match.start()) + 1, mask(match[0].strip()[:100])
    return [EntryPoint(path=path, name=match[1], kind="public-api", line=line, reason=said)]


def _lines_with(text: str, words: tuple[str, ...]) -> set[int]:
    """Where the lines begin that contain one of the words."""
    begins: set[int] = set()
    for word in words:
        at = text.find(word)
        while at >= 0 and len(begins) < _MOST_LINES:
            begins.add(text.rfind("\n", 0, at) + 1)
            at = text.find(word, at + len(word))
    return begins
