"""Where people and programs come in: commands, routes, public names, jobs, mains. Pure: text in, entry points out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable.analysis.scanning import EntryPoint

if TYPE_CHECKING:
    from typing import Literal

    Kind = Literal["command", "route", "public-api", "job", "main", "test"]

__all__ = ["entry_points_in"]

_BY_PATH: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("command", re.compile(r"(?:^|/)(?:management/commands|commands?|cli|cmd|bin|scripts?)/[^/]+\.\w+$|(?:^|/)(?:cli|manage|console|artisan)\.\w+$")),
    ("route", re.compile(r"(?:^|/)(?:urls|routes?|router|routing|controllers?|endpoints?|views|handlers?)(?:\.\w+$|/)|Controller\.\w+$", re.IGNORECASE)),
    ("job", re.compile(r"(?:^|/)(?:tasks|jobs?|workers?|cron|schedulers?|queues?|consumers?)(?:\.\w+$|/)", re.IGNORECASE)),
    ("main", re.compile(r"(?:^|/)(?:__main__\.py|main\.\w+|Main\.\w+|Program\.cs|app\.(?:py|js|ts)|server\.\w+|wsgi\.py|asgi\.py|index\.php)$")),
    ("public-api", re.compile(r"(?:^|/)(?:__init__\.py|index\.(?:ts|js|tsx|mjs)|lib\.rs|mod\.rs|api\.\w+)$")),
)  # fmt: skip
_BY_LINE: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("main", re.compile(r"^if __name__ == ['\"]__main__['\"]|^func main\(\)|^fn main\(\)|\bpublic static (?:async )?(?:void|int|Task) [Mm]ain\(|^fun main\(|^int main\(")),
    ("route", re.compile(r"@\w+(?:\.\w+)*\.(?:route|get|post|put|patch|delete|websocket)\(\s*[rf]?[\"']([^\"']*)|\b(?:app|router|server|api|r|mux|e|g)\.(?:get|post|put|patch|delete|GET|POST|PUT|DELETE|HandleFunc|Handle)\(\s*[\"'`]([^\"'`]*)|@(?:Get|Post|Put|Patch|Delete|Request)Mapping\(?[^\"]*\"?([^\")]*)|\[Http(?:Get|Post|Put|Delete|Patch)\b|^\s*(?:re_)?path\(\s*r?[\"']([^\"']*)|Route::\w+\(\s*[\"']([^\"']*)|^\s*(?:get|post|put|patch|delete|resources?)\s+[\"':](\S+)")),
    ("command", re.compile(r"@(?:\w+\.)*(?:command|cli)\(|\badd_parser\(\s*[\"']([^\"']+)|\.command\(\s*[\"']([^\"']+)|class Command\(|&cobra\.Command\{|#\[derive\([^)]*Parser|\bArgumentParser\(")),
    ("job", re.compile(r"@(?:\w+\.)*(?:task|shared_task|periodic_task|scheduled|job|on_event)\b|@Scheduled\b|\bperform_(?:later|async)\b|\bcron\.schedule\(|\bimplements ShouldQueue\b")),
)  # fmt: skip
_NAME_NEAR = re.compile(r"(?:def|class|func|fn|function|fun|void|Task|int)\s+(?:\([^)]*\)\s*)?([A-Za-z_]\w*)")
_MOST_PER_FILE = 4


def entry_points_in(path: str, text: str, via: str | None = None) -> list[EntryPoint]:
    """Entry points that a file holds, by what its lines do and by where it lies."""
    found: list[EntryPoint] = []
    lines = text.splitlines()
    for number, line in enumerate(lines[:6000], 1):
        if len(line) > 400:
            continue
        for kind, pattern in _BY_LINE:
            match = pattern.search(line)
            if match is None:
                continue
            named = next((group for group in match.groups() if group), None)
            near = _NAME_NEAR.search("\n".join(lines[number - 1 : number + 4]))
            name = named or (near[1] if near else path.rpartition("/")[2])
            found.append(
                EntryPoint(
                    path=path, name=name[:80], kind=kind, line=number, via=via, reason=line.strip()[:100]
                )
            )
            break
        if len(found) == _MOST_PER_FILE:
            break
    if not found:
        for kind, pattern in _BY_PATH:
            if pattern.search(path):
                name = path.rpartition("/")[2]
                return [
                    EntryPoint(path=path, name=name, kind=kind, via=via, reason="by its place in the tree")
                ]
    return found
