"""RT201 to RT220, RT238: ids, criteria, stories, the matrix, confidence and priorities."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from roundtable.documents.catalog import MATRIX, README, SPEC, STORIES
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import Item, wrong
from roundtable.documents.checks.series import check_series
from roundtable.documents.reading import identifiers
from roundtable.documents.reading.entries import Entry
from roundtable.documents.reading.identifiers import family_of, key_of, leading, mentions, prefix_of
from roundtable.documents.reading.inline_marks import is_said, mark_of, plain_words
from roundtable.documents.reading.priorities import LISTED
from roundtable.documents.requirements import EXACT
from roundtable.language.tongue import language_of

_RULES: Final = {"AC": "RT203", "US": "RT204", "ADR": "RT205", "ERR": "RT206"}
"""Of any other kind: RT202."""
_NOUNS: Final = {
    "FR": "requirement", "NFR": "requirement", "BR": "requirement", "AC": "criterion", "US": "story",
    "ADR": "decision", "ERR": "error code", "OP": "option", "DC": "change", "IF": "interface", "RZ": "risk",
    "OQ": "open question",
}  # fmt: skip
_RANKS: Final = ("High", "Medium", "Low")
_DEFINED_ONCE: Final = frozenset({"FR", "NFR", "BR", "AC", "US", "ADR", "ERR", "UC", "MOD", "IF", "OQ"})
MOST_BARE: Final = 0.8
MOST_MUSTS: Final = 0.6
FEWEST_FOR_MUSTS: Final = 5


def check_traceability(item: Item) -> Iterator[Report]:
    checks = (_duplicates, _dangling, _criteria, _repeated, _stories, _matrix, _listed)
    for check in (*checks, _confidence, _priorities):
        yield from check(item)


def _duplicates(item: Item) -> Iterator[Report]:
    for name, one in item.documents.items():
        for second in one.entries.duplicates if "/" not in name else ():
            if family_of(second.key) in _DEFINED_ONCE and item.is_defined_in(second.key, name):
                first = one.entries.by_key[second.key]
                yield wrong("RT201", second, f"{second.id} is already defined at line {first.line}.")
    seen: set[str] = set()
    for story in item.stories if item.has_stories else ():
        if story.key and story.key in seen:
            yield Report("RT201", STORIES, story.line, story.key, f"{story.id} is the id of two stories.")
        seen.add(story.key)
        for text, times in Counter(story.criteria).items():
            if times > 1:
                yield Report(
                    "RT201", STORIES, story.line, f"{story.id} {text}", f"{story.id} lists {text} twice."
                )
    known: dict[str, int] = {}
    for name, found in item.interfaces:
        if (
            (own := found.text("id"))
            and known.setdefault(own, found.line) != found.line
            and name in item.trees
        ):
            yield Report("RT201", name, found.line, own, f"{own} is already defined at line {known[own]}.")
    numbers: dict[int, str] = {}
    for name, number in item.decision_files.items():
        if number in numbers:
            said = f"ADR-{number:04d} is the number of {numbers[number]} too."
            yield Report("RT201", name, 1, f"ADR-{number}", said)
        numbers.setdefault(number, name)


def _dangling(item: Item) -> Iterator[Report]:
    elsewhere = {key_of(known) for known in item.context.known_ids} | item.retired
    seen: set[tuple[str, str]] = set()
    for name, line, mention in item.mentioned:
        prefix, family = prefix_of(mention.key), family_of(mention.key)
        is_ours = _is_settled_here(item, prefix) or _is_numbered_here(item, mention.key)
        if family not in _NOUNS or not is_ours or (name, mention.key) in seen:
            continue
        if mention.key in item.homes.get(prefix, ()) or mention.key in elsewhere:
            continue
        seen.add((name, mention.key))
        said = f"{mention.id} is not defined anywhere: there is no such {_NOUNS[family]}."
        yield Report(_RULES.get(family, "RT202"), name, line, mention.key, said)
    yield from check_series(item, frozenset(_NOUNS))
    for one in item.own_documents if SPEC in item.documents else ():
        for line in one.page.prose if identifiers.misspelt(one.page.text) else ():
            for written in identifiers.misspelt(line.text):
                said = f"{written} is no id: it has a letter where a digit belongs."
                yield Report("RT202", one.name, line.number, written, said)


def _is_settled_here(item: Item, prefix: str) -> bool:
    """Whether this item is the place where such ids are defined, so that a missing one is a mistake."""
    by_its_document = {"FR": SPEC in item.documents, "OQ": item.is_ours and README in item.documents}
    by_its_document |= {"US": True} if item.is_ours or item.stories else {}
    needed = {"AC": SPEC in item.documents}
    return by_its_document.get(prefix, bool(item.homes.get(prefix)) and needed.get(prefix, True))


def _is_numbered_here(item: Item, key: str) -> bool:
    """Whether a criterion is numbered for a requirement that is there, and no place spells out what it says.

    Of our own items the record knows which criteria there are.
    """
    if item.saved_facts or family_of(key) != "AC" or item.numbered_for(key) not in item.requirements:
        return False
    told = [lead[1] for story in item.stories for text in story.criteria if (lead := leading(text))]
    return not any(told) and not any(key in one.entries.by_key for one in item.documents.values())


def _criteria(item: Item) -> Iterator[Report]:
    owned = {entry.under for entry in item.criteria.values()} | set(item.criteria_of)
    recorded = {str(fact.get("id")) for fact in item.saved_facts}
    for key, entry in item.criteria.items():
        named = item.numbered_for(key)
        if entry.id in recorded and entry.under in item.requirements and named not in item.spec:
            continue  # its requirement became something else, and numbers are not given twice
        if named is not None and named not in item.spec and prefix_of(named) == "FR" and item.requirements:
            said = f"{entry.id} is numbered for {identifiers.spelt(named)}, which does not exist."
            yield Report("RT203", SPEC, entry.line, f"owner {key}", said)
        elif named in item.spec and named != entry.under and entry.under in item.requirements:
            other = f"stands under {item.shown(entry.under)}, but its number belongs to another requirement"
            yield wrong("RT209", entry, f"{entry.id} {other}.")
    # A story that spells its criteria out, instead of naming them, speaks for the requirements it traces to.
    spoken = [story for story in item.stories if any(not mentions(text) for text in story.criteria)]
    owned |= {key for story in spoken for key in story.traces}
    rows_ = [row for one in item.own_documents for row in one.page.rows]
    tested = [
        row for row in rows_ if row.get("expected", "verification", "verified by", "test").strip(" -–—")
    ]
    owned |= {mention.key for row in tested for cell in row.cells for mention in mentions(cell)}
    bare: list[tuple[str, Entry]] = []
    for key, entry in item.requirements.items():
        named = {family_of(mention.key) for line in entry.lines[1:] for mention in mentions(line.text)}
        bare += [] if key in owned or entry.reading.criteria or "AC" in named else [(key, entry)]
    # Some keep their criteria with the stories and hardly any with a requirement; that is a habit, not an omission.
    if len(bare) >= MOST_BARE * len(item.requirements) and item.has_criteria_apart:
        return
    if not item.is_ours and language_of(item.get(SPEC).page.text) == "other":
        return  # how others call their criteria is not known here
    # A rule or an error case tells how one sees it, and so does a sentence with exact words; what nobody could say yet stands
    # as an open point, and is no mistake there.
    rules = [one for key, one in item.spec.items() if family_of(key) in ("BR", "ERR")]
    ruled = {rule.under for rule in rules if _is_said(rule)}
    open_ = {mention.key for _, line in item.open_points for mention in mentions(line.text)}
    saved = {str(fact.get("id")): str(fact.get("text", "")) for fact in item.saved_facts}
    for key, entry in bare:
        # A short sentence is its own heading.
        told = [said.text for said in entry.reading.statements] if _is_said(entry) else []
        exact = any(EXACT & set(text) for text in (saved.get(entry.id, ""), *told))
        if key not in open_ | ruled and not exact:
            yield wrong("RT207", entry, f"{entry.id} has no acceptance criterion.")


def _is_said(entry: Entry) -> bool:
    return any(is_said(said.raw) for said in entry.reading.statements)


def _repeated(item: Item) -> Iterator[Report]:
    """Criteria, and requirements, that say word for word the same."""
    for entries in (item.criteria, item.requirements):
        seen: dict[str, str] = {}
        for entry in entries.values():
            text = plain_words(" ".join(said.text for said in entry.reading.statements))
            if len(text) > 10 and text in seen:
                yield wrong("RT238", entry, f"{entry.id} says the same as {seen[text]}.")
            seen.setdefault(text, entry.id)


def _owners(item: Item) -> dict[str, str]:
    """The requirement of each criterion; those numbered for a requirement that does not exist are reported elsewhere."""
    known = [one for one in item.criteria.values() if (item.numbered_for(one.key) or one.key) in item.spec]
    return {one.key: item.owner(one.key, one) for one in known}


def _stories(item: Item) -> Iterator[Report]:
    traced = {key for story in item.stories for key in story.traces if family_of(key) == "FR"}
    taken = {key for story in item.stories for key in story.criteria_keys}
    owners = _owners(item)
    named_owners = {owners[key] for key in taken if key in owners}
    linked = sum(bool(story.traces or story.criteria_keys) for story in item.stories)
    if not (traced or taken) or (not item.has_stories and 2 * linked < len(item.stories)):
        return  # these stories never say what they belong to, or only name a requirement in passing
    for story in item.stories:
        if not story.traces and not story.criteria_keys:
            said = f"{story.id or 'A story'} names no requirement and no criterion."
            yield Report("RT212", story.file, story.line, story.id, said)
    # Not everything is somebody's wish: where the matrix leaves the story out, nobody forgot it.
    tells = item.matrix is not None and "User_Story_ID" not in item.matrix.missing_columns
    rows = item.rows if tells else ()
    told = {key for row in rows if row.stories for key in row.requirements}
    without = {key for row in rows for key in row.requirements} - told
    for key, entry in item.requirements.items():
        if key not in traced | named_owners | without and not item.is_wont(key):
            yield wrong("RT211", entry, f"No story traces to {entry.id}.")
    for key, entry in item.criteria.items():
        if key not in taken and owners.get(key) in named_owners:
            yield wrong("RT210", entry, f"No story takes up {entry.id}.")


def _matrix(item: Item) -> Iterator[Report]:
    if (matrix := item.matrix) is None or not item.requirements:
        return
    requirements = {key for row in matrix.rows for key in row.requirements}
    criteria = {key for row in matrix.rows for key in row.criteria}
    owners = _owners(item)
    missing = [entry for key, entry in item.requirements.items() if key not in requirements]
    left_out = [key for key in item.criteria if criteria and key not in criteria]
    missing += [item.criteria[key] for key in left_out if owners.get(key) in requirements]
    for entry in missing:
        yield Report("RT213", MATRIX, 1, entry.key, f"The matrix has no row for {entry.id}.")
    counted = Counter(story.key for story in item.stories)
    stories = {story.key: story for story in item.stories if counted[story.key] == 1}
    for row in matrix.rows:
        for key in (key for key in row.criteria if key in owners):
            if row.requirements and owners[key] not in row.requirements:
                other = row.requirements[0]
                said = f"The row gives {item.shown(key)} to {item.shown(other)}, to which it does not belong."
                yield Report("RT214", MATRIX, row.line, f"{key} {other}", said)
            for story_key in row.stories:
                story = stories.get(story_key)
                if story and story.criteria_keys and key not in story.criteria_keys:
                    said = f"The row links {item.shown(key)} to {story.id}, which does not take it up."
                    yield Report("RT214", MATRIX, row.line, f"{key} {story_key}", said)


def _listed(item: Item) -> Iterator[Report]:
    """A table under "Traceability" that lists the requirements and leaves one out."""
    for one in item.own_documents:
        for section in one.page.sections:
            blocks = one.page.below(section)
            cells = [cell for block in blocks for row in block.rows for cell in row.cells]
            there = {mention.key for cell in cells for mention in mentions(cell)} & item.requirements.keys()
            title = section.title.lower()
            is_titled = section.level > 1 and ("traceab" in title or "coverage" in title)
            is_list = is_titled and len(there) > 1 and 2 * len(there) > len(item.requirements)
            for key, entry in item.requirements.items() if is_list else ():
                if key not in there:
                    said = f"“{section.title}” has no row for {entry.id}."
                    yield Report("RT213", one.name, section.line, key, said)


def _confidence(item: Item) -> Iterator[Report]:
    said_by_spec = {key: entry.reading.confidence for key, entry in item.requirements.items()}
    for key, entry in item.requirements.items() if any(said_by_spec.values()) else ():
        if not said_by_spec[key]:
            yield wrong("RT217", entry, f"{entry.id} has no confidence.")
    seen: set[str] = set()
    for row in item.rows:
        # A criterion may be surer than its requirement; less sure only where it says so itself.
        own = [item.spec[key].reading.statements for key in row.criteria if key in item.spec]
        marks = {mark_of(said.raw) for statements in own for said in statements}
        for key in row.requirements:
            here = said_by_spec.get(key, "")
            differs = {here, row.confidence} <= set(_RANKS) and row.confidence not in {here, *marks}
            is_surer = differs and row.criteria and _RANKS.index(row.confidence) < _RANKS.index(here)
            if differs and key not in seen and not is_surer:
                seen.add(key)
                said = f"{item.shown(key)} has confidence {row.confidence} here and {here} in {SPEC}."
                yield Report("RT215", MATRIX, row.line, key, said)
    high = {key for key, said in said_by_spec.items() if said == "High"}
    for one in item.own_documents if high else ():
        if one.name in (SPEC, README, "quick-scan.md"):
            continue
        for section in one.page.sections:
            own = one.page.prose_between(section.line + 1, section.end) if section.level > 1 else ()
            bare = [(line, line.text.strip().lower().lstrip("- ").replace("*", "")) for line in own]
            low = next((line for line, text in bare if text.startswith("confidence: low")), None)
            if low is None:
                continue
            # A heading's confidence speaks for everything under it.
            below = one.page.prose_between(section.line + 1, section.reach)
            texts = [section.title, *(line.text for line in below)]
            if named := {m.key: m.id for text in texts for m in mentions(text) if m.key in high}:
                verb = "has" if len(named) == 1 else "have"
                said = f"{', '.join(named.values())} {verb} confidence High, but rests on “{section.title}”, which is marked Low."
                yield Report("RT218", one.name, low.number, section.title, said)


def _priorities(item: Item) -> Iterator[Report]:
    priorities = item.priorities
    one = item.get(SPEC)
    is_draft = one.status in ("", "draft")
    listed = {key for key, places in priorities.items() if any(one.where == LISTED for one in places)}
    levels: list[str] = []
    for key, entry in item.requirements.items():
        places = priorities.get(key, [])
        given = [place for place in places if place.file in (SPEC, README)]
        is_open = is_draft or "open" in entry.reading.fields.get("priority", "")
        is_empty = entry.reading.fields.get("priority") == "" and bool(given)
        if is_empty or (not given and any(priorities.values()) and not is_open):
            yield wrong("RT219", entry, f"{entry.id} has no priority.")
        elif key not in listed and len(listed) >= 2:
            yield wrong("RT219", entry, f"The prioritization leaves out {entry.id}.", "info")
        if len(entry.reading.levels) > 1:
            both = " and ".join(entry.reading.levels)
            yield wrong("RT216", entry, f"{entry.id} is {both} in its own text.")
        levels += [place.level for place in given[:1]]
        for other in [place for place in places if given and place.level != given[0].level][:1]:
            said = f"{entry.id} is {given[0].level} in {given[0].where} and {other.level} in {other.where}."
            yield Report("RT216", other.file, other.line, key, said)
    musts = levels.count("Must")
    if len(levels) >= FEWEST_FOR_MUSTS and musts > MOST_MUSTS * len(levels):
        line = next((section.line for section in one.about("priority")), 1)
        yield Report("RT220", SPEC, line, "musts", f"{musts} of {len(levels)} requirements are Must.")
