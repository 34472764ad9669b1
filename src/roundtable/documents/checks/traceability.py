"""RT201 to RT220: ids, criteria, stories, the matrix, confidence and priorities."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.ids import (
    CRITERIA,
    QUALITIES,
    REQUIREMENTS,
    STORY_IDS,
    key_of,
    mentions,
    misspelt,
    prefix_of,
)
from roundtable.documents.checks.item import MATRIX, SPEC, STORIES, TAXONOMY, Item
from roundtable.documents.checks.statements import Reading
from roundtable.documents.checks.stories import MatrixRow, Story

__all__ = ["check_traceability"]

_RULES: Final = {
    **dict.fromkeys(sorted(REQUIREMENTS | QUALITIES | {"BR"}), "RT202"),
    **dict.fromkeys(sorted(CRITERIA), "RT203"),
    **dict.fromkeys(sorted(STORY_IDS), "RT204"),
    "ADR": "RT205",
    "ERR": "RT206",
}
_WORDS: Final = {
    "RT202": "requirement",
    "RT203": "criterion",
    "RT204": "story",
    "RT205": "decision",
    "RT206": "error code",
}
_TRACEABILITY: Final = re.compile(r"\btraceab", re.IGNORECASE)
MOST_BARE: Final = 0.8
MOST_MUSTS: Final = 0.6
FEWEST_FOR_MUSTS: Final = 5


def check_traceability(item: Item) -> Iterator[Report]:
    """Ids that are missing or doubled, and what does not hang together."""
    yield from _duplicates(item)
    yield from _dangling(item)
    yield from _criteria(item)
    yield from _stories(item)
    yield from _numbered(item)
    yield from _matrix(item)
    yield from _listed(item)
    yield from _confidence(item)
    yield from _priorities(item)


def _duplicates(item: Item) -> Iterator[Report]:
    for name, defined in item.definitions.items():
        if "/" in name:  # the shared matrix: every item numbers its own
            continue
        for second in defined.duplicates:
            if not item.is_defined_in(second.key, name):
                continue
            first = defined.by_key[second.key]
            said = f"{second.id} is already defined at line {first.line}."
            yield Report("RT201", name, second.line, second.key, said)
    seen: dict[str, str] = {}
    for story in item.stories if item.has_stories else ():
        if story.key and story.key in seen:
            yield Report("RT201", STORIES, story.line, story.key, f"{story.id} is the id of two stories.")
        seen.setdefault(story.key, story.id)
    numbers: dict[int, str] = {}
    for name in item.decision_files:
        number = int(name.split("-")[1])
        if number in numbers:
            said = f"ADR-{number:04d} is the number of {numbers[number]} too."
            yield Report("RT201", name, 1, f"ADR-{number}", said)
        numbers.setdefault(number, name)


def _dangling(item: Item) -> Iterator[Report]:
    outside = {key_of(known) for known in item.context.known_ids}
    seen: set[tuple[str, str]] = set()
    for name, line, mention in item.mentioned:
        prefix = prefix_of(mention.key)
        rule = _RULES.get(prefix)
        if rule is None or not _is_settled_here(item, prefix):
            continue
        if mention.key in item.homes.get(prefix, ()) or mention.key in outside or (name, mention.key) in seen:
            continue
        if mention.key in item.retired:
            continue
        seen.add((name, mention.key))
        said = f"{mention.id} is not defined anywhere: there is no such {_WORDS[rule]}."
        yield Report(rule, name, line, mention.key, said)
    if SPEC not in item.pages:
        return
    for name, page in item.pages.items():
        if name == "draft.md" or "/" in name or not misspelt(page.text):
            continue
        for line in page.lines:
            for written in misspelt(line.text):
                said = f"{written} is no id: it has a letter where a digit belongs."
                yield Report("RT202", name, line.number, written, said)


def _is_settled_here(item: Item, prefix: str) -> bool:
    """Whether this item is the place where such ids are defined, so that a missing one is a mistake."""
    defined = bool(item.homes.get(prefix))
    match prefix:
        case "FR":
            return SPEC in item.pages
        case "US":
            return bool(item.stories) and defined
        case "ERR":
            return TAXONOMY in item.pages
        case "AC":
            return SPEC in item.pages and defined
        case _:
            return defined


def _criteria(item: Item) -> Iterator[Report]:
    owned: dict[str, int] = {}
    for key, entry in item.criteria.items():
        definition = entry.definition
        named = item.numbered_for(key)
        if (
            named is not None
            and named not in item.readings
            and prefix_of(named) == "FR"
            and item.requirements
        ):
            said = f"{definition.id} is numbered for {_spelt(named)}, which does not exist."
            yield Report("RT203", SPEC, definition.line, f"owner {key}", said)
        elif (
            named is not None
            and definition.under
            and named != definition.under
            and prefix_of(definition.under) in REQUIREMENTS
        ):
            home = item.readings.get(definition.under)
            if home is not None and named in item.readings:
                said = f"{definition.id} stands under {home.definition.id}, but its number belongs to another requirement."
                yield Report("RT209", SPEC, definition.line, key, said)
        owner = item.owner(key, definition)
        owned[owner] = owned.get(owner, 0) + 1
        if definition.under:
            owned[definition.under] = owned.get(definition.under, 0) + 1
    # A story that spells its criteria out, instead of naming them, speaks for the requirements it traces to.
    told = {
        key
        for story in item.stories
        if any(not mentions(text) for text in story.criteria)
        for key in story.traces
    }
    bare = [
        (key, entry)
        for key, entry in item.requirements.items()
        if not owned.get(key) and not entry.criteria and key not in told and not _names_criterion(entry)
    ]
    # Some keep their criteria with the stories and hardly any with a requirement; that is a habit, not an omission.
    if not (len(bare) >= MOST_BARE * len(item.requirements) and item.has_criteria_apart):
        for key, entry in bare:
            said = f"{entry.definition.id} has no acceptance criterion."
            yield Report("RT207", SPEC, entry.definition.line, key, said)
    yield from _repeated(item)


def _names_criterion(entry: Reading) -> bool:
    texts = [line.text for line in entry.definition.body]
    texts += entry.definition.row.cells if entry.definition.row else ()
    return any(prefix_of(mention.key) in CRITERIA for text in texts for mention in mentions(text))


def _repeated(item: Item) -> Iterator[Report]:
    """Criteria, and requirements, that say word for word the same."""
    for entries in (item.criteria, item.requirements):
        seen: dict[str, str] = {}
        for key, entry in entries.items():
            text = " ".join(" ".join(s.text for s in entry.statements).lower().split()).rstrip(".")
            if len(text) > 10 and text in seen:
                said = f"{entry.definition.id} says the same as {seen[text]}."
                yield Report("RT238", SPEC, entry.definition.line, key, said)
            seen.setdefault(text, entry.definition.id)


def _spelt(key: str) -> str:
    """A key as such ids are usually written: `FR-001`."""
    parts = key.split("-")
    return "-".join([*parts[:-1], f"{int(parts[-1]):03d}"]) if parts[-1].isdigit() else key


def _owners(item: Item) -> dict[str, str]:
    """The requirement of each criterion; those numbered for a requirement that does not exist are reported elsewhere."""
    return {
        key: item.owner(key, entry.definition)
        for key, entry in item.criteria.items()
        if (named := item.numbered_for(key)) is None or named in item.readings
    }


def _stories(item: Item) -> Iterator[Report]:
    if not item.stories:
        return
    traced: set[str] = set()
    taken: set[str] = set()
    for story in item.stories:
        traced |= {key for key in story.traces if prefix_of(key) in REQUIREMENTS}
        taken |= story.criteria_keys
    owners = _owners(item)
    traced |= {owners[key] for key in taken if key in owners}
    if not traced and not taken:
        return  # these stories never say what they belong to
    linked = sum(bool(story.traces or story.criteria_keys) for story in item.stories)
    if not item.has_stories and 2 * linked < len(item.stories):
        return  # told in Markdown, where one may name a requirement in passing
    for story in item.stories:
        if not story.traces and not story.criteria_keys:
            said = f"{story.id or 'A story'} names no requirement and no criterion."
            yield Report("RT212", story.file, story.line, story.id, said)
    for key, entry in item.requirements.items():
        wont = any(level == "Won't" for level, _, _ in item.priorities.get(key, ()))
        if key not in traced and not wont:
            said = f"No story traces to {entry.definition.id}."
            yield Report("RT211", SPEC, entry.definition.line, key, said)
    named_owners = {owners[key] for key in taken if key in owners}
    for key, entry in item.criteria.items():
        if key not in taken and owners.get(key) in named_owners:
            said = f"No story takes up {entry.definition.id}."
            yield Report("RT210", SPEC, entry.definition.line, key, said)


def _numbered(item: Item) -> Iterator[Report]:
    """A plan that takes up the numbered criteria one by one ("Requirements: 1.1, 1.3") and leaves one out."""
    by_file: dict[str, set[str]] = {}
    for name, _, mention in item.mentioned:
        if mention.key in item.numbered:
            by_file.setdefault(name, set()).add(mention.key)
    plan = next((name for name in ("tasks.md", "plan.md", "implementation-plan.md") if name in by_file), None)
    if plan is None or 2 * len(by_file[plan]) <= len(item.numbered):
        return
    for key, line in item.numbered.items():
        if key not in by_file[plan]:
            _, _, requirement, number = key.split("-")
            said = f"{plan} takes up the other criteria, but not {requirement}.{number}."
            fix = f"Name it at a task of {plan}, or write the task that is missing."
            yield Report("RT210", SPEC, line, key, said, fix)


def _matrix(item: Item) -> Iterator[Report]:
    matrix = item.matrix
    if matrix is None or not item.requirements:
        return
    requirements = {key for row in matrix.rows for key in row.requirements}
    criteria = {key for row in matrix.rows for key in row.criteria}
    for key, entry in item.requirements.items():
        if key not in requirements:
            said = f"The matrix has no row for {entry.definition.id}."
            yield Report("RT213", MATRIX, 1, key, said)
    owners = _owners(item)
    for key, entry in item.criteria.items():
        if criteria and key not in criteria and owners.get(key) in requirements:
            said = f"The matrix has no row for {entry.definition.id}."
            yield Report("RT213", MATRIX, 1, key, said)
    counted = Counter(story.key for story in item.stories)
    stories = {story.key: story for story in item.stories if counted[story.key] == 1}
    for row in matrix.rows:
        for key in row.criteria:
            if key in owners and row.requirements and owners[key] not in row.requirements:
                said = f"The row gives {key_shown(item, key)} to {key_shown(item, row.requirements[0])}, to which it does not belong."
                yield Report("RT214", MATRIX, row.line, f"{key} {row.requirements[0]}", said)
            for story_key in row.stories:
                story = stories.get(story_key)
                if story and story.criteria_keys and key in owners and key not in story.criteria_keys:
                    said = f"The row links {key_shown(item, key)} to {story.id}, which does not take it up."
                    yield Report("RT214", MATRIX, row.line, f"{key} {story_key}", said)


def _listed(item: Item) -> Iterator[Report]:
    """A table under "Traceability" that lists the requirements and leaves one out."""
    for name, page in item.pages.items():
        for heading in page.headings if "/" not in name else ():
            if heading.level < 2 or not _TRACEABILITY.search(heading.title):
                continue
            rows = [row for row in page.rows_in(heading) if row.cells]
            there = {mention.key for row in rows for cell in row.cells for mention in mentions(cell)}
            there &= item.requirements.keys()
            if len(there) < 2 or 2 * len(there) <= len(item.requirements):
                continue
            for key, entry in item.requirements.items():
                if key not in there:
                    said = f"“{heading.title}” has no row for {entry.definition.id}."
                    yield Report("RT213", name, heading.line, key, said)


def key_shown(item: Item, key: str) -> str:
    """An id as its definition spells it."""
    entry = item.readings.get(key)
    return entry.definition.id if entry else key


def _confidence(item: Item) -> Iterator[Report]:
    said_by_spec = {key: entry.confidence for key, entry in item.requirements.items()}
    if any(said_by_spec.values()):
        for key, entry in item.requirements.items():
            if not entry.confidence:
                said = f"{entry.definition.id} has no confidence."
                yield Report("RT217", SPEC, entry.definition.line, key, said)
    seen: set[str] = set()
    for row in item.matrix.rows if item.matrix else ():
        for key in row.requirements:
            here = said_by_spec.get(key, "")
            if (
                here
                and row.confidence in ("High", "Medium", "Low")
                and row.confidence != here
                and key not in seen
            ):
                seen.add(key)
                shown = key_shown(item, key)
                said = f"{shown} has confidence {row.confidence} here and {here} in {SPEC}."
                yield Report("RT215", MATRIX, row.line, key, said)
    yield from _contradictions(item)


def _contradictions(item: Item) -> Iterator[Report]:
    high = {key for key, entry in item.requirements.items() if entry.confidence == "High"}
    if not high:
        return
    for name, page in item.pages.items():
        if name in (SPEC, "draft.md", "quick-scan.md") or "/" in name:
            continue
        following = [heading.line for heading in page.headings[1:]]
        for heading, after in zip(page.headings, [*following, page.last], strict=False):
            if heading.level < 2:
                continue
            low = next((line for line in page.between(heading.line + 1, after) if _is_low(line.text)), None)
            if low is None:
                continue
            # A heading's confidence speaks for everything under it.
            lines = [heading.title, *(line.text for line in page.within(heading))]
            named = {m.key: m.id for text in lines for m in mentions(text) if m.key in high}
            if named:
                shown = ", ".join(named.values())
                verb = "has" if len(named) == 1 else "have"
                said = f"{shown} {verb} confidence High, but rests on “{heading.title}”, which is marked Low."
                yield Report("RT218", name, low.number, heading.title, said)


def _is_low(text: str) -> bool:
    lowered = text.strip().lower()
    return lowered.startswith(
        ("**confidence**: low", "**confidence:** low", "- **confidence**: low", "confidence: low")
    )


def _priorities(item: Item) -> Iterator[Report]:
    priorities = item.priorities
    page = item.page(SPEC)
    is_draft = page is None or page.status in ("", "draft")
    levels: list[str] = []
    rows: dict[str, MatrixRow] = {}
    for row in item.matrix.rows if item.matrix else ():
        if len(row.requirements) == 1 and row.priority:
            rows.setdefault(row.requirements[0], row)
    tracing_to: dict[str, list[Story]] = {}
    for story in item.stories:
        for traced in story.traces:
            tracing_to.setdefault(traced, []).append(story)
    listed = {key for key, given in priorities.items() if any(one.where != "its own text" for one in given)}
    for key, entry in item.requirements.items():
        given = priorities.get(key, [])
        if not given and priorities and not is_draft:
            said = f"{entry.definition.id} has no priority."
            yield Report("RT219", SPEC, entry.definition.line, key, said)
        elif listed and key not in listed and len(listed) >= 2:
            said = f"The prioritization leaves out {entry.definition.id}."
            yield Report("RT219", SPEC, entry.definition.line, key, said, severity="info")
        if given:
            levels.append(given[0][0])
        other = next((place for place in given[1:] if place[0] != given[0][0]), None)
        if other is not None:
            said = f"{entry.definition.id} is {given[0][0]} in {given[0][1]} and {other[0]} in {other[1]}."
            yield Report("RT216", SPEC, other[2], key, said)
        in_matrix = rows.get(key)
        if given and other is None and in_matrix is not None and in_matrix.priority != given[0].level:
            said = f"{entry.definition.id} is {given[0].level} in {SPEC} and {in_matrix.priority} here."
            yield Report("RT216", MATRIX, in_matrix.line, key, said)
        tracing = tracing_to.get(key, [])
        if given and other is None and len(tracing) == 1 and len(tracing[0].traces) == 1:
            story = tracing[0]
            if story.priority and story.priority != given[0][0]:
                said = f"{entry.definition.id} is {given[0][0]} in {SPEC}, its story {story.id} is {story.priority}."
                yield Report("RT216", story.file, story.line, key, said)
    musts = levels.count("Must")
    if len(levels) >= FEWEST_FOR_MUSTS and musts > MOST_MUSTS * len(levels):
        section = page.section("Prioritization", "Priorities") if page else None
        said = f"{musts} of {len(levels)} requirements are Must."
        yield Report("RT220", SPEC, section.line if section else 1, "musts", said)
