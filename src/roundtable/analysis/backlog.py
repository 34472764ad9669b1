"""BACKLOG.md as text: read its lines, change one, add one. Every other byte stays as it was.

    - 1.2 [~] Dark mode          what we write
    - #30 [ ] Dark mode          read too
    - [x] #277 Dark mode         read too

Lines end where `\\n` is; a `\\r` before it belongs to the line end, so a file from Windows keeps its own.
Reading and writing the file itself: `roundtable.stores.backlog_file`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from roundtable.analysis.slugs import bare_slug, slugify
from roundtable.analysis.sources import same_source
from roundtable.analysis.status import Marker
from roundtable.analysis.titles import one_line

_FORM: Final = re.compile(
    r"^(?P<lead>\s*-\s+(?:(?P<named>\d+\.\d+|#\d+)\s+)?\[)(?P<marker>[ ~Ax])\]"
    r"(?P<gap>\s+(?(named)|(?P<issue>#\d+)\s+))(?P<title>.+)$"
)
_SECTION: Final = re.compile(r"^##\s+(?P<name>open\b|completed\b)?", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[0-9]{1,9}\.[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Entry:
    line: int  # counted from 0
    number: str | None  # `1.2`, as written
    issue: str | None  # `#30`, as written
    marker: str
    title: str


def parse(text: str) -> tuple[Entry, ...]:
    return tuple(entry for at, line in enumerate(text.split("\n")) if (entry := _entry(at, line)) is not None)


@dataclass(frozen=True, slots=True)
class Claim:
    """What an item can show for a line being its own."""

    slug: str
    title: str | None = None
    source_id: str | None = None
    rank: int = 0
    """How many items of the same title came before; such items take the lines of that title in turn."""


def own_line(entries: Sequence[Entry], claim: Claim) -> Entry | None:
    """The line that surely is the item's: its title, its issue number, or a title that slugifies to its slug."""
    same = [entry for entry in entries if claim.title and entry.title.lower() == claim.title.lower()]
    if same:
        return same[min(claim.rank, len(same) - 1)]
    for entry in entries:
        if entry.issue is not None and claim.source_id and same_source(claim.source_id, entry.issue):
            return entry
    slugs = {claim.slug.lower(), bare_slug(claim.slug.lower())}
    return next((entry for entry in entries if slugify(entry.title) in slugs), None)


def likely_line(entries: Sequence[Entry], claim: Claim) -> Entry | None:
    """The line whose marker follows the item.

    A line with the item's own title or number is its own. Without one, the family's rule: the first line whose title
    contains the slug, or whose hyphenated title is part of the slug; else the first whose title slugifies to it.
    """
    if claim.title or claim.source_id:
        named = own_line(entries, Claim("", claim.title, claim.source_id, claim.rank))
        if named is not None:
            return named
    wanted = claim.slug.lower()
    for entry in entries:
        lowered = entry.title.lower()
        if wanted in lowered or "-".join(lowered.split()) in wanted:
            return entry
    return own_line(entries, Claim(claim.slug))


def set_marker(text: str, entry: Entry, marker: Marker) -> str:
    return _rewrite(text, entry, marker=marker)


def retitle(text: str, entry: Entry, title: str) -> str:
    return _rewrite(text, entry, title=one_line(title))


def line_at(text: str, entry: Entry) -> str:
    return _body(text.split("\n")[entry.line])


def swap_line(text: str, before: str, after: str) -> str:
    """`text` with the first line that reads `before` reading `after`; as it is when there is none."""
    lines = text.split("\n")
    at = next((at for at, line in enumerate(lines) if _body(line) == before), None)
    if at is not None:
        lines[at] = after + lines[at][len(before) :]
    return "\n".join(lines)


def remove(text: str, entry: Entry) -> str:
    lines = text.split("\n")
    del lines[entry.line]
    return "\n".join(lines)


def move(text: str, entry: Entry, *, to_completed: bool) -> str:
    """The line, with what is indented below it, at the end of the other section; as it is when it stands in neither."""
    lines = text.split("\n")
    stands_in = next((name for line in lines[entry.line :: -1] if (name := _section(line)) is not None), "")
    leaves, enters = ("open", "completed") if to_completed else ("completed", "open")
    if stands_in != leaves:
        return text
    below = entry.line + 1
    while below < len(lines) and lines[below][:1].isspace() and lines[below].strip():
        below += 1
    block = [_body(line) for line in lines[entry.line : below]]
    if below < len(lines) and not lines[below].strip() and not lines[entry.line - 1].strip():
        below += 1  # of two blank lines one is enough
    del lines[entry.line : below]
    _insert(lines, block, "\r" if "\r\n" in text else "", enters)
    return "\n".join(lines)


def append(text: str | None, title: str) -> tuple[str, Entry]:
    """A new line at the end of the open section, which is made when there is none; `text` is `None` without a file."""
    if text is None or not text.strip("\ufeff \t\r\n"):
        text = "# Backlog\n\n## Open\n\n## Completed\n"
    written = [entry.number or "" for entry in parse(text)]
    numbers = [tuple(map(int, number.split("."))) for number in written if _NUMBER.fullmatch(number)]
    major, minor = max(numbers, default=(1, 0))
    number = f"{major}.{minor + 1}"
    entry = f"- {number} [ ] {one_line(title)}"
    lines = text.split("\n")
    line = _insert(lines, [entry], "\r" if "\r\n" in text else "", "open")
    return "\n".join(lines), Entry(line, number, None, " ", one_line(title))


def _entry(at: int, line: str) -> Entry | None:
    # Most lines of a long backlog are no entries; this is the cheap way to know.
    found = _FORM.match(_body(line)) if "[" in line else None
    if found is None:
        return None
    named = found["named"] or found["issue"]
    number, issue = (None, named) if named.startswith("#") else (named, None)
    return Entry(at, number, issue, found["marker"], one_line(found["title"]))


def _rewrite(text: str, entry: Entry, marker: str | None = None, title: str | None = None) -> str:
    lines = text.split("\n")
    body = _body(lines[entry.line])
    tail = lines[entry.line][len(body) :]
    if found := _FORM.match(body):
        start = f"{found['lead']}{marker or found['marker']}]{found['gap']}"
        lines[entry.line] = f"{start}{title or found['title']}{tail}"
    return "\n".join(lines)


def _section(line: str) -> str | None:
    """The section that a line opens: `open`, `completed`, one without a name for us; none for any other line."""
    found = _SECTION.match(line)
    return (found["name"] or "").lower() if found else None


def _insert(lines: list[str], block: list[str], tail: str, section: str) -> int:
    """Put lines at the end of a section, which is made when there is none, with the blanks they need; where they are now."""
    is_ended = not lines[-1]
    if not is_ended:  # a file that stops without a line end goes on doing so
        lines[-1] += tail
        lines.append("")
    opened = next((at for at, line in enumerate(lines) if _section(line) == section), None)
    if opened is None:
        done = next((at for at, line in enumerate(lines) if _section(line) == "completed"), None)
        last = len(lines) - 1 if done is None else done
        before = ["", f"## {section.capitalize()}", ""][last == 0 or done is not None :]
        after = [] if done is None else [""]
    else:
        behind = range(opened + 1, len(lines))
        following = next((at for at in behind if _section(lines[at]) is not None), None)
        last = len(lines) - 1 if following is None else following
        while last - 1 > opened and not lines[last - 1].strip():
            last -= 1
        before, after = [""] * (last - 1 == opened), [""] * (last == following)
    lines[last:last] = [f"{line}{tail}" for line in (*before, *block, *after)]
    if not is_ended:
        lines.pop()
        lines[-1] = lines[-1].removesuffix(tail)
    return last + len(before)


def _body(line: str) -> str:
    return line.removesuffix("\r")
