"""RT244 to RT248: what is said about one thing in several places has to be the same thing.

Dependencies that run in a circle, an id whose title means something else elsewhere, a requirement that is out of scope and in
it, a row of the matrix that stands there twice.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from roundtable.documents.checks.circles import circles
from roundtable.documents.checks.definitions import ITEM
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.ids import REQUIREMENTS, key_of, leading_id, mentions, prefix_of
from roundtable.documents.checks.item import MATRIX, SPEC, Item
from roundtable.documents.checks.pages import field_of
from roundtable.documents.checks.words_in import content_words

__all__ = ["check_agreement"]

_DEPENDS: Final = frozenset(
    {"depends on", "dependencies", "depends", "dependency", "requires", "blocked by", "hängt ab von"}
)
_NAMED: Final = re.compile(
    r"^(?P<id>\S+)\s*(?:\((?P<in>[^()]{3,120})\)|[:–—-]\s*(?P<after>[^|]{3,120}?)\s*(?:\||$))"
)
FEWEST_WORDS: Final = 2
"""A title of one word ("Reminder") need not recur in what it is about."""


def check_agreement(item: Item) -> Iterator[Report]:
    """Everything that is said twice."""
    yield from _story_circles(item)
    yield from _requirement_circles(item)
    yield from _titles(item)
    yield from _scope(item)
    yield from _rows(item)


def _story_circles(item: Item) -> Iterator[Report]:
    stories = {story.key: story for story in item.stories if story.key}
    targets = {
        key: [other for other in story.depends_on if other in stories] for key, story in stories.items()
    }
    for circle in circles(targets):
        first = stories[circle[0]]
        shown = " → ".join(stories[key].id for key in (*circle, circle[0]))
        yield Report(
            "RT244",
            first.file,
            first.line,
            " ".join(circle),
            f"Stories depend on each other in a circle: {shown}.",
        )


def _requirement_circles(item: Item) -> Iterator[Report]:
    places: dict[tuple[str, str], int] = {}
    for key, entry in item.requirements.items():
        for line in entry.definition.body:
            named = field_of(line.text)
            if named is not None and named[0] in _DEPENDS:
                places |= {
                    (key, m.key): line.number for m in mentions(named[1]) if m.key in item.requirements
                }
    page = item.page(SPEC)
    for row in page.rows if page else ():
        to = next(
            (at for at, header in enumerate(row.headers) if header in _DEPENDS or header in ("to", "needs")),
            0,
        )
        source = leading_id(row.cells[0]) if row.cells and to and to < len(row.cells) else None
        if source is not None and key_of(source[0]) in item.requirements:
            places |= {
                (key_of(source[0]), m.key): row.line
                for m in mentions(row.cells[to])
                if m.key in item.requirements
            }
    targets: dict[str, list[str]] = {}
    for source_key, target in places:
        targets.setdefault(source_key, []).append(target)
    for circle in circles(targets):
        shown = " → ".join(item.requirements[key].definition.id for key in (*circle, circle[0]))
        line = places[circle[0], circle[1 % len(circle)]]
        said = f"Requirements depend on each other in a circle: {shown}."
        yield Report("RT244", SPEC, line, " ".join(circle), said)


def _titles(item: Item) -> Iterator[Report]:
    """Names that have nothing to do with the requirement; where they fit its text, its own title is the odd one."""
    seen: set[tuple[str, str]] = set()
    known = _words_by_id(item)
    for name, line, key, title in _titled(item):
        words, home = content_words(title), known.get(key)
        if home is None or (name, key) in seen or len(words) < FEWEST_WORDS:
            continue
        own, text = home
        shown = item.requirements[key].definition
        if not words & (own | text) and own | text:
            seen.add((name, key))
            said = f"{shown.id} is called “{title.strip()}” here; in {SPEC} it is about something else (line {shown.line})."
            yield Report("RT245", name, line, key, said)
        elif (
            len(own) >= FEWEST_WORDS and words & text and not own & (words | text) and (SPEC, key) not in seen
        ):
            seen.add((SPEC, key))
            said = (
                f"{shown.id} is called “{shown.title}” here, but neither its text nor {name} speaks of that."
            )
            yield Report("RT245", SPEC, shown.line, key, said)


def _words_by_id(item: Item) -> Mapping[str, tuple[frozenset[str], frozenset[str]]]:
    """Key -> the words of its title, and those of its statement and criteria."""
    criteria: dict[str, list[str]] = {}
    for key, entry in item.criteria.items():
        texts = criteria.setdefault(item.owner(key, entry.definition), [])
        texts += [statement.text for statement in entry.statements]
    return {
        key: (
            content_words(entry.definition.title) if entry.definition.form == "heading" else frozenset(),
            content_words(
                " ".join([*(s.text for s in (*entry.statements, *entry.criteria)), *criteria.get(key, ())])
            ),
        )
        for key, entry in item.requirements.items()
    }


def _titled(item: Item) -> Iterator[tuple[str, int, str, str]]:
    """Places outside the specification that give a requirement a name: (file, line, key, name)."""
    for row in item.matrix.rows if item.matrix else ():
        if row.title and len(row.requirements) == 1:
            yield MATRIX, row.line, row.requirements[0], row.title
    for name, page in item.pages.items():
        if name in (SPEC, "draft.md") or "/" in name:
            continue
        for line in page.with_ids:
            text = line.text.strip()
            listed = ITEM.match(line.text)
            shown = (
                (listed["text"] if listed else text.lstrip("#|").strip()).replace("**", "").replace("`", "")
            )
            named = _NAMED.match(shown)
            lead = leading_id(named["id"]) if named else None
            # Behind a colon in a list, or in brackets, others say what they do about it; only a heading or a cell names it.
            is_name = text.startswith(("#", "|")) and listed is None
            title = (
                ((named["in"] if item.is_ours else "") or (named["after"] if is_name else "") or "")
                if named
                else ""
            )
            if (
                lead is not None
                and not lead[1]
                and not mentions(title)
                and prefix_of(key_of(lead[0])) in REQUIREMENTS
            ):
                yield name, line.number, key_of(lead[0]), title


def _scope(item: Item) -> Iterator[Report]:
    page = item.page(SPEC)
    section = (
        page.section("Out of Scope", "Non-Goals", "Not in Scope", "Exclusions", "Nicht enthalten")
        if page
        else None
    )
    for line in page.within(section) if page and section else ():
        listed = ITEM.match(line.text)
        lead = leading_id(listed["text"]) if listed else None
        key = key_of(lead[0]) if lead else ""
        entry = item.requirements.get(key)
        if entry is None or line.number == entry.definition.line:
            continue
        if not any(placed.level == "Won't" for placed in item.priorities.get(key, ())):
            said = f"{entry.definition.id} is out of scope here and required at line {entry.definition.line}."
            yield Report("RT247", SPEC, line.number, key, said)


def _rows(item: Item) -> Iterator[Report]:
    seen: dict[tuple[Sequence[str], ...], int] = {}
    for row in item.matrix.rows if item.matrix else ():
        identity = (row.requirements, row.criteria, row.stories)
        if not row.requirements or not (row.criteria or row.stories):
            continue
        if identity in seen:
            shown = " and ".join(entry.definition.id for key in (*row.requirements, *row.criteria)
                                 if (entry := item.readings.get(key)) is not None)  # fmt: skip
            said = f"The row for {shown or row.requirements[0]} is already there at line {seen[identity]}."
            yield Report(
                "RT248", MATRIX, row.line, " ".join((*row.requirements, *row.criteria, *row.stories)), said
            )
        seen.setdefault(identity, row.line)
