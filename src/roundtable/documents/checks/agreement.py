"""RT244, RT245, RT247, RT248: what is said about one thing in several places has to be the same thing.

Dependencies that run in a circle, an id whose title means something else elsewhere, a requirement that is out of scope and in
it, a row of the matrix that stands there twice.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from roundtable.documents.checks.circles import circles
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import MATRIX, README, SPEC, Item
from roundtable.documents.checks.words_in import content_words
from roundtable.documents.identifiers import family_of, has_id, key_of, leading, mentions
from roundtable.language.markdown import fields_in

_DEPENDS: Final = frozenset(
    {"depends on", "dependencies", "depends", "dependency", "requires", "blocked by", "hängt ab von"}
)
_NAMED: Final = re.compile(
    r"^(?P<id>\S+)\s*(?:\((?P<in>[^()]{3,120})\)|[:–—-]\s*(?P<after>[^|]{3,120}?)\s*(?:\||$))"
)
_SHOWN: Final = re.compile(r"^\[(?P<id>[^\]\s]{2,20})\]\([^)]*\) \*\*(?P<title>[^*]{3,160})\*\*")
"""As README.md names a requirement: `[FR-001](…) **Title**`."""
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
    targets = {key: [one for one in story.depends_on if one in stories] for key, story in stories.items()}
    for circle in circles(targets):
        first = stories[circle[0]]
        shown = " → ".join(stories[key].id for key in (*circle, circle[0]))
        said = f"Stories depend on each other in a circle: {shown}."
        yield Report("RT244", first.file, first.line, " ".join(circle), said)


def _requirement_circles(item: Item) -> Iterator[Report]:
    places: dict[tuple[str, str], int] = {}
    for key, entry in item.requirements.items():
        for line in entry.lines:
            told = [value for name, value in fields_in(line.text) if name in _DEPENDS]
            found = [m.key for value in told for m in mentions(value)]
            places |= {(key, other): line.number for other in found if other in item.requirements}
    one = item.get(SPEC)
    for row in one.page.rows if one else ():
        to = next(
            (at for at, name in enumerate(row.headers) if name in _DEPENDS or name in ("to", "needs")), 0
        )
        source = leading(row.cells[0]) if row.cells and 0 < to < len(row.cells) else None
        if source is not None and key_of(source[0]) in item.requirements:
            found = [m.key for m in mentions(row.cells[to])]
            places |= {(key_of(source[0]), key): row.line for key in found if key in item.requirements}
    targets: dict[str, list[str]] = {}
    for source_key, target in places:
        targets.setdefault(source_key, []).append(target)
    for circle in circles(targets):
        shown = " → ".join(item.requirements[key].id for key in (*circle, circle[0]))
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
        entry = item.requirements[key]
        if not words & (own | text) and own | text:
            seen.add((name, key))
            said = f"{entry.id} is called “{title.strip()}” here; in {SPEC} it is about something else (line {entry.line})."
            yield Report("RT245", name, line, key, said)
        elif (
            len(own) >= FEWEST_WORDS and words & text and not own & (words | text) and (SPEC, key) not in seen
        ):
            seen.add((SPEC, key))
            said = (
                f"{entry.id} is called “{entry.title}” here, but neither its text nor {name} speaks of that."
            )
            yield Report("RT245", SPEC, entry.line, key, said)


def _words_by_id(item: Item) -> Mapping[str, tuple[frozenset[str], frozenset[str]]]:
    """Key -> the words of its title, and those of its statement and criteria."""
    found: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
    for key, entry in item.requirements.items():
        criteria = [said for one in item.criteria_of.get(key, ()) for said in one.reading.statements]
        texts = [said.text for said in (*entry.reading.statements, *entry.reading.criteria, *criteria)]
        own = content_words(entry.title) if entry.form == "heading" else frozenset[str]()
        found[key] = own, content_words(" ".join(texts))
    return found


def _titled(item: Item) -> Iterator[tuple[str, int, str, str]]:
    """Places outside the specification that give a requirement a name: (file, line, key, name)."""
    for row in item.matrix.rows if item.matrix else ():
        if row.title and len(row.requirements) == 1:
            yield MATRIX, row.line, row.requirements[0], row.title
    for one in item.own_documents:
        lines = one.page.prose if one.name != SPEC and has_id(one.page.text) else ()
        for line in (line for line in lines if has_id(line.text)):
            shown = _SHOWN.match(line.text) if one.name == README else None
            if shown is not None:
                yield one.name, line.number, key_of(shown["id"]), shown["title"]
                continue
            text = line.text.strip()
            # Behind a colon in a list, or in brackets, others say what they do about it; only a heading or a cell names it.
            is_name = text.startswith(("#", "|"))
            named = _NAMED.match(text.lstrip("#|-*+ ").replace("**", "").replace("`", ""))
            lead = leading(named["id"]) if named else None
            inside, after = (named["in"] or "", named["after"] or "") if named else ("", "")
            title = (inside if item.is_ours else "") or (after if is_name else "")
            if (
                lead is not None
                and not lead[1]
                and family_of(key_of(lead[0])) == "FR"
                and not mentions(title)
            ):
                yield one.name, line.number, key_of(lead[0]), title


def _scope(item: Item) -> Iterator[Report]:
    one = item.get(SPEC)
    titles = ("Out of Scope", "Non-Goals", "Not in Scope", "Exclusions", "Nicht enthalten")
    section = one.page.find(*titles) if one else None
    for block in one.page.below(section) if one and section else ():
        lead = leading(block.text) if block.kind == "item" else None
        key = key_of(lead[0]) if lead else ""
        entry = item.requirements.get(key)
        if entry is not None and block.line != entry.line and not item.is_wont(key):
            said = f"{entry.id} is out of scope here and required at line {entry.line}."
            yield Report("RT247", SPEC, block.line, key, said)


def _rows(item: Item) -> Iterator[Report]:
    seen: dict[tuple[Sequence[str], ...], int] = {}
    for row in item.matrix.rows if item.matrix else ():
        identity = (row.requirements, row.criteria, row.stories)
        if not row.requirements or not (row.criteria or row.stories):
            continue
        if identity in seen:
            keys = (*row.requirements, *row.criteria)
            shown = " and ".join(item.spec[key].id for key in keys if key in item.spec)
            said = f"The row for {shown or row.requirements[0]} is already there at line {seen[identity]}."
            yield Report("RT248", MATRIX, row.line, " ".join((*keys, *row.stories)), said)
        seen.setdefault(identity, row.line)
