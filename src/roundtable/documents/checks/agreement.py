"""RT244, RT245, RT247, RT248, RT257: what is said about one thing in several places has to be the same thing.

Dependencies that run in a circle, an id whose title means something else elsewhere, a requirement that is out of scope and in
it, a row of the matrix that stands there twice, a decision that is another one elsewhere.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from graphlib import CycleError, TopologicalSorter
from typing import Final

from roundtable.documents.catalog import MATRIX, OVERVIEW, README, SPEC, document
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import Item
from roundtable.documents.reading.document import Found
from roundtable.documents.reading.identifiers import family_of, has_id, key_of, leading, mentions
from roundtable.documents.reading.inline_marks import content_words, plain_words, words_of
from roundtable.language.markdown_blocks import fields_in
from roundtable.language.phrases import rows

_DEPENDS: Final = rows("depends on|dependencies|depends|dependency|requires|blocked by|hängt ab von")
_NAMED: Final = re.compile(r"^(?P<id>\S+)\s*(?:\((?P<in>[^()]{3,120})\)|[:–—-]\s*(?P<after>.{3,120}?)\s*$)")
_SHOWN: Final = re.compile(r"^\[(?P<id>[^\]\s]{2,20})\]\([^)]*\) \*\*(?P<title>[^*]{3,160})\*\*")
"""As README.md names a requirement: `[FR-001](…) **Title**`."""
_SETTLED: Final = frozenset({"accepted", "superseded", "deprecated", "rejected"})
_MARKS: Final = str.maketrans("`_.()", "     ")
_MOST_AGREE: Final = 3
"""Documents with one and the same title, against which one that shares no more than half of its words is another."""
FEWEST_WORDS: Final = 2
"""A title of one word ("Reminder") need not recur in what it is about."""


def check_agreement(item: Item) -> Iterator[Report]:
    for check in (_circles, _titles, _scope, _rows, _decisions):
        yield from check(item)


def check_circles(
    rule: str, things: str, edges: Mapping[tuple[str, str], tuple[str, int]], names: Mapping[str, str]
) -> Iterator[Report]:
    """Each circle once; `edges` are (who, on whom) with file and line, `names` what each is called."""
    left: dict[str, dict[str, None]] = {}
    for who, whom in sorted(edges):
        left.setdefault(who, {})[whom] = None
    while True:
        try:
            TopologicalSorter(left).prepare()
            return
        except CycleError as error:
            # Each depends on the one before it; the first stands there once more at the end.
            circle: list[str] = error.args[1][:0:-1]
        turn = circle.index(min(circle))
        circle = [*circle[turn:], *circle[:turn]]
        del left[circle[-1]][circle[0]]
        shown = " → ".join(names[one] for one in (*circle, circle[0]))
        said = f"{things} depend on each other in a circle: {shown}."
        yield Report(rule, *edges[circle[0], circle[1 % len(circle)]], " ".join(circle), said)


def _circles(item: Item) -> Iterator[Report]:
    stories = {story.key: story for story in item.stories if story.key}
    known = [(story, key) for story in stories.values() for key in story.depends_on if key in stories]
    edges = {(story.key, key): (story.file, story.line) for story, key in known}
    yield from check_circles("RT244", "Stories", edges, {key: story.id for key, story in stories.items()})
    # A story depends on another one as its requirement does.
    owner = {story.key: next(iter(story.traces)) for story in item.stories if len(story.traces) == 1}
    turned = [(owner.get(who), owner.get(whom), place) for (who, whom), place in edges.items()]
    edges = {(who, whom): place for who, whom, place in turned if who and whom and who != whom}
    for key, entry in item.requirements.items():
        for line in entry.lines:
            told = [value for name, value in fields_in(line.text) if name in _DEPENDS]
            found = [m.key for value in told for m in mentions(value)]
            edges |= {(key, other): (SPEC, line.number) for other in found if other in item.requirements}
    for row in item.get(SPEC).page.rows:
        to = next((at for at, name in enumerate(row.headers) if name in (*_DEPENDS, "to", "needs")), 0)
        source = leading(row.cells[0]) if row.cells and 0 < to < len(row.cells) else None
        if source is not None and key_of(source[0]) in item.requirements:
            found = [m.key for m in mentions(row.cells[to]) if m.key in item.requirements]
            edges |= {(key_of(source[0]), key): (SPEC, row.line) for key in found}
    names = {key: item.shown(key) for edge in edges for key in edge}
    yield from check_circles("RT244", "Requirements", edges, names)


def _titles(item: Item) -> Iterator[Report]:
    """Names that have nothing to do with the requirement; where they fit its text, its own title is the odd one."""
    seen: set[tuple[str, str]] = set()
    known = _words_by_id(item)
    # "Impact Analysis: Late fees": what stands behind the colon is the item, the same in every document.
    heads = [(one, one.page.sections[0]) for one in item.own_documents if one.page.sections]
    heads = [(one, head) for one, head in heads if (kind := document(one.name)) and "*" not in kind.name]
    named: dict[str, tuple[int, str]] = {}
    for one, head in heads:
        title = head.title.partition(": ")[2]
        named |= {one.name: (head.line, title)} if content_words(title) else {}
    ((usual, count),) = Counter(title for _, title in named.values()).most_common(1) or (("", 0),)
    for name, (line, title) in named.items() if count >= FEWEST_WORDS else ():
        same, more = content_words(title) & content_words(usual), content_words(title) | content_words(usual)
        is_other = not same or (count >= _MOST_AGREE and len(same) <= len(more) / 2)
        if is_other:
            said = f"The title speaks of “{title}”; in the other documents it is “{usual}”."
            yield Report("RT245", name, line, "title", said)
    for name, line, key, title in _titled(item):
        words, home = content_words(title), known.get(key)
        if home is None or (name, key) in seen or len(words) < FEWEST_WORDS:
            continue
        own, text = home
        entry = item.requirements[key]
        if own | text and not words & (own | text):
            seen.add((name, key))
            said = f"{entry.id} is called “{title.strip()}” here; in {SPEC} it is about something else (line {entry.line})."
            yield Report("RT245", name, line, key, said)
            continue
        is_odd = len(own) >= FEWEST_WORDS and words & text and not own & (words | text)
        if is_odd and (SPEC, key) not in seen:
            seen.add((SPEC, key))
            others = f"neither its text nor {name} speaks of that"
            said = f"{entry.id} is called “{entry.title}” here, but {others}."
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
    for row in item.rows:
        if row.title and len(row.requirements) == 1:
            yield MATRIX, row.line, row.requirements[0], row.title
    for one in item.own_documents:
        texts = one.page.texts if one.name != SPEC and has_id(one.page.text) else ()
        for told in (told for told in texts if not told.column and has_id(told.text)):
            shown = _SHOWN.match(told.text) if one.name == README else None
            if shown is not None:
                yield one.name, told.line, key_of(shown["id"]), shown["title"]
                continue
            # Behind a colon in a list, or in brackets, others say what they do about it; only a heading or a cell names it.
            is_name = told.kind in ("heading", "table")
            named = _NAMED.match(told.text.replace("**", "").replace("`", ""))
            lead = leading(named["id"]) if named else None
            inside, after = (named["in"] or "", named["after"] or "") if named else ("", "")
            title = (inside if item.is_ours else "") or (after if is_name else "")
            key = key_of(lead[0]) if lead and not lead[1] and not mentions(title) else ""
            if family_of(key) == "FR":
                yield one.name, told.line, key, title


def _scope(item: Item) -> Iterator[Report]:
    titled = [one for one in item.requirements.values() if len(one.title.split()) > 1]
    titles = {plain_words(one.title): one.key for one in titled}
    for name in (SPEC, README):
        one = item.get(name)
        blocks = [block for section in one.about("out_of_scope")[:1] for block in one.page.below(section)]
        told = [(row.line, row.cells[0]) for block in blocks for row in block.rows if row.cells]
        told += [(block.line, block.text) for block in blocks if block.kind == "item"]
        prose = [block for block in blocks if block.kind == "paragraph"]
        told += [(block.line, text) for block in prose for text in block.words.split(". ")]
        for line, text in told:
            lead = leading(text)
            key = key_of(lead[0]) if lead else titles.get(plain_words(words_of(text)), "")
            entry = item.requirements.get(key)
            if entry is not None and (name, line) != (SPEC, entry.line) and not item.is_wont(key):
                said = f"{entry.id} is out of scope here and required at line {entry.line} of {SPEC}."
                yield Report("RT247", name, line, key, said)


def _decisions(item: Item) -> Iterator[Report]:
    """Each decision in its file against the overview and README.md, and its words against the way that it marks."""
    overview = {key_of(one.text("id")): one for one in item.get(OVERVIEW).of("decision") if one.text("id")}
    told = item.get(OVERVIEW).of("decision", "option")
    starts = [at for at, one in enumerate(told) if one.kind == "decision"]
    for at, end in zip(starts, [*starts[1:], len(told)], strict=False):
        for line, text in _weighed(told[at].text("id"), told[at], told[at + 1 : end]):
            yield Report("RT257", OVERVIEW, line, f"{told[at].text('id')} {text[9:40]}", text)
    numbers = list(item.decision_files.values())
    known = {f"ADR-{number}" for number in numbers}
    for name, number in item.decision_files.items():
        if numbers.count(number) > 1:
            continue
        found, *options = item.documents[name].found
        shown, there = found.text("id") or f"ADR-{number:04d}", overview.get(f"ADR-{number}")
        said: list[tuple[str, int, str]] = []
        status = found.text("status").strip(" *_").lower().strip(".")
        by = [int(one) for one in re.findall(r"\d{1,5}", status.partition("superseded")[2])]
        if status.startswith("superseded") and not any(one in numbers for one in by):
            what = f"by {by[0]:04d}, which is not there" if by else "and does not say by what"
            said.append((name, found.line, f"{shown} is superseded {what}."))
        differences = _differences(found, there, item.requirements.keys()) if there else ()
        at = there.line if there else 1
        said += [(OVERVIEW, at, f"{shown} has another {what} here than in {name}.") for what in differences]
        said += [(name, line, text) for line, text in _weighed(shown, found, options)]
        if there is None and len(overview) > 1 and 2 * len(overview.keys() & known) >= len(known):
            said.append((name, found.line, f"{shown} is missing among the decisions of {OVERVIEW}."))
        yield from (Report("RT257", file, line, f"{shown} {text[9:40]}", text) for file, line, text in said)


def _weighed(shown: str, found: Found, options: Sequence[Found]) -> Iterator[tuple[int, str]]:
    """A decision against the way that its table marks, or that its title names."""
    ways = {words: bool(one.text("recommended")) for one in options if (words := _way(one.text("title")))}
    title, choice = _way(found.text("title")), _way(found.text("choice"))
    if sum(ways.values()) > 1:
        yield options[0].line, f"{shown} marks two ways as chosen."
    elif any(ways.values()) and _nearest(choice or title, ways, title | choice) is False:
        yield found.line, f"{shown} decides for another way than the one that it marks."
    elif not any(ways.values()) and _turns_round(found):
        yield found.line, f"{shown} decides for another way than its title names."


def _way(text: str) -> frozenset[str]:
    """The words of a way to do it; of code every part."""
    return content_words(text.translate(_MARKS))


def _differences(found: Found, there: Found, known: Set[str]) -> Iterator[str]:
    one, other = (side.text("status").strip(" *_").lower().partition(" ")[0] for side in (found, there))
    if {one, other} <= _SETTLED and one != other:  # RT231 speaks of any other word
        yield "status"
    titles = [content_words(side.text("title")) for side in (found, there)]
    # Two words of its own on either side are more than another way to say it.
    apart = min(len(titles[0] - titles[1]), len(titles[1] - titles[0]))
    if all(titles) and (titles[0].isdisjoint(titles[1]) or apart > 1):
        yield "name"
    served = [{m.key for m in mentions(side.text("requirements"))} & known for side in (found, there)]
    if all(served) and served[0] != served[1]:
        yield "list of requirements"


def _turns_round(found: Found) -> bool:
    """Whether the title speaks of one of the ways that were weighed, and the choice of another."""
    options = found.values.get("options") or ()
    ways = [content_words(one) for one in (() if isinstance(options, str) else options)]
    both = [content_words(found.text(field)) for field in ("title", "choice")]
    near = [_nearest(words, {way: way == one for way in ways}, words) for words in both for one in ways]
    count = len(ways)
    return True in near[:count] and True in near[count:] and near[:count] != near[count:]


def _nearest(words: frozenset[str], ways: Mapping[frozenset[str], bool], all_: frozenset[str]) -> bool | None:
    """Whether the way that a choice speaks of most is the marked one; none when it speaks of several alike."""
    ranked = sorted(ways, key=lambda way: (-len(way & words), -len(way & all_), sorted(way)))
    clear = len(ranked) > 1 and len(ranked[0] & words) > len(ranked[1] & words)
    return ways[ranked[0]] if clear else None


def _rows(item: Item) -> Iterator[Report]:
    seen: dict[tuple[Sequence[str], ...], int] = {}
    for row in (one for one in item.rows if one.requirements and (one.criteria or one.stories)):
        identity = (row.requirements, row.criteria, row.stories)
        if identity in seen:
            keys = (*row.requirements, *row.criteria)
            shown = " and ".join(item.shown(key) for key in keys if key in item.spec)
            said = f"The row for {shown or row.requirements[0]} is already there at line {seen[identity]}."
            yield Report("RT248", MATRIX, row.line, " ".join((*keys, *row.stories)), said)
        seen.setdefault(identity, row.line)
