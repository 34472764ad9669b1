"""What a discussion brought, as a block of Markdown, and its place in a document.

`append_insights` only ever inserts: every line of the old text is in the new one, in its order. The block goes to the end of the
section whose heading fits the step's title best, else to the end of the file under a new heading.
"""

import re
from typing import Final

from roundtable.analysis.analysis import Discussion, synthesis
from roundtable.documents.catalog import CATALOG, document
from roundtable.documents.escaping import heading, inline, lead, one_line, plain
from roundtable.documents.pieces import end_of_words
from roundtable.language.markdown import Markdown, Section, lines_of, newline_of, plain_title, read_markdown

MACHINE_READABLE: Final = "Machine-Readable Summary"
"""The heading of the last section of some documents; nothing is put after it."""

_WORD: Final = re.compile(r"[^\W_]+")
_SMALL_WORDS: Final = frozenset({"a", "an", "and", "for", "in", "of", "on", "or", "the", "to", "with"})


def insight_block(discussion: Discussion) -> str:
    """The synthesis with the marker that tells where it came from."""
    # Two hyphens in a row would end the comment.
    told = f"{one_line(discussion.step_id)}, {one_line(discussion.at)}".replace("--", "-").replace(">", "")
    return f"<!-- Elaboration: step {told} -->\n{synthesis(discussion, inline=inline, lead=lead, heading=heading)}"


def append_insights(text: str, step_title: str, discussion: Discussion, name: str = "") -> tuple[str, str]:
    """The text with the block in its place, and the heading it stands under; `name` is the document's file name."""
    parts = read_markdown(text)
    newline = newline_of(text)
    written = insight_block(discussion).replace("\n", newline)
    if (place := best_section(parts, step_title, name)) is None:
        title = heading(step_title) or "Elaboration"
        tail = parts.find(MACHINE_READABLE)
        before = text if tail is None else text[: parts.offset(tail.line)]
        at = _before_footnotes(text, len(before))
        return _insert(text, at, f"## {title}{newline}{newline}{written}", newline), plain(title)
    at = _before_footnotes(text, parts.offset(place.reach))
    return _insert(text, at, written, newline), plain(place.title)


def best_section(parts: Markdown, step_title: str, name: str = "") -> Section | None:
    """The second-level section (first-level ones in a text without any) that shares most with the step's title."""
    level = 2 if any(section.level == 2 for section in parts.sections) else 1
    wanted = _stems(step_title)
    sections = [one for at, one in enumerate(parts.sections) if one.level == level and (at or level > 1)]
    best = max(sections, key=lambda one: _score(wanted, one.title, name), default=None)
    return best if best is not None and _score(wanted, best.title, name) > 0 else None


def _score(wanted: set[str], title: str, name: str) -> float:
    if plain_title(title) == plain_title(MACHINE_READABLE):
        return 0.0
    words = _stems(plain(title))
    kinds = [kind] if (kind := document(name)) is not None else list(CATALOG)
    headings = [known for kind in kinds for known in kind.headings.items()]
    led = [about for known, about in headings if plain_title(known) == plain_title(plain(title))]
    about = {stem for words_ in led for word in words_ for stem in _stems(word)}
    shared = len(wanted & words)
    # Ties go to the heading of which more was said; then, in the caller, to the earlier one.
    return 2 * shared + 2 * len((wanted - words) & about) + (shared / len(words) / 2 if words else 0.0)


def _stems(text: str) -> set[str]:
    words = {word.casefold() for word in _WORD.findall(text)} - _SMALL_WORDS
    return {re.sub(r"(?<=\w\w)s$", "", re.sub(r"ies$", "y", word)) for word in words}


def _before_footnotes(text: str, at: int) -> int:
    """Where the footnotes begin that stand before this place; the place itself when there are none."""
    before = read_markdown(text[:at])
    first = end_of_words(before, 0, len(before.lines) + 1)
    return before.offset(first) if first <= len(before.lines) else at


def _insert(text: str, at: int, written: str, newline: str) -> str:
    """Put a block behind the last words before `at`, one empty line around it, blank lines kept where they were."""
    lines = lines_of(text[:at])
    kept = next((count for count in range(len(lines), 0, -1) if lines[count - 1].strip()), 0)
    before, gap = "".join(lines[:kept]), "".join(lines[kept:])
    if before and not before.endswith(("\n", "\r")):
        before += newline
    after = text[at:]
    rest = (gap or newline) + after if after else gap
    return f"{before}{newline if before else ''}{written}{newline}{rest}"
