"""RT135, RT136: values that nobody can mean, and code blocks that no reader can show.

A priority, confidence, size or risk that is no such word, a day that is in no calendar, a step of no phase; JSON, YAML and
Mermaid in fences. Others have words of their own: theirs count as soon as they are usual somewhere.
"""

import re
from collections.abc import Iterator
from datetime import date, datetime
from typing import Final

from roundtable.documents.catalog import SPEC
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import Item, list_of
from roundtable.documents.checks.structure import line_with
from roundtable.documents.reading.data_files import Tree, parse_json, parse_yaml
from roundtable.documents.reading.entries import level_of
from roundtable.documents.reading.inline_marks import words_of
from roundtable.language.phrases import rows

_USUAL: Final = re.compile(
    r"(?i)^(?:p?\d|open|tbd|n/?a|none|-|–|—|(?:very )?(?:high|medium|low|hoch|mittel|niedrig|haute?|moyenne?|basse?|alta|media|baja)|mixed|"
    r"critical|urgent|major|minor|normal|trivial|blocker|essential|mandatory|required|optional|desirable|conditional|later|nice)\b"
)
_DAY: Final = re.compile(
    r"(?<![\w-])(?:19|2[01])\d\d-\d\d-\d\d(?![\w-]|T\d)|(?<![\w-])(?:19|2[01])\d\d-\d\d-\d\d(?=T)"
)
_MONTHS: Final = rows("january|february|march|april|may|june|july|august|september|october|november|december")
_IN_WORDS: Final = re.compile(
    rf"(?i)\b(?:(?P<day>\d{{1,2}})\.? (?P<month>{'|'.join(_MONTHS)})|(?P<first>{'|'.join(_MONTHS)}) (?P<second>\d{{1,2}})),? (?P<year>\d{{4}})\b"
)
"""31 May 2026, May 31, 2026"""
_LATER: Final = frozenset({"approved", "accepted", "reviewed", "updated", "last updated", "released"})
_SPAN: Final = (("start", "begin", "from"), ("end", "finish", "until", "to", "due"))
_WHEN: Final = ("date", "created", "created at", "last updated", "updated")
_ELIDED: Final = ("...", "…", "//", "<", "/*")
_DIAGRAMS: Final = re.compile(
    r"(?:flowchart|graph|sequenceDiagram|classDiagram|stateDiagram(?:-v2)?|erDiagram|journey|gantt|pie|mindmap|timeline|gitGraph|"
    r"quadrantChart|requirementDiagram|C4\w+|sankey(?:-beta)?|xychart(?:-beta)?|block(?:-beta)?|packet(?:-beta)?|kanban|architecture(?:-beta)?"
    r"|zenuml|info|---|%%)(?![\w-])"
)
_LOOSE: Final = re.compile(r"(?:--+>|---|==+>|-\.+->?)\s*(?:\|[^|]*\|)?\s*;?$")
_PARTICIPANT: Final = re.compile(r"(?:participant|actor)\s+(\w+)")
_WITH_BRACKETS: Final = frozenset(
    rows("python|py|js|javascript|ts|typescript|java|go|kotlin|csharp|cpp|swift|php|graphql|proto")
)
_LITERAL: Final = re.compile(r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`[^`]*`|(?:#|//).*""")
_FLAG: Final = re.compile(r"\w>[^\]]*\]")


def check_values(item: Item) -> Iterator[Report]:
    yield from _ranks(item)
    for one in item.own_documents:
        told = [(line, day[0]) for line, day in one.page.matches(_DAY)]
        told += [(1, day) for day in _DAY.findall(one.page.front_matter)]
        days = [(line, day) for line, day in told if not _is_day(day)]
        days += [(line, day[0]) for line, day in one.page.matches(_IN_WORDS) if not _is_day(_figures(day))]
        yield from (_unknown(one.name, line, "day", day) for line, day in days)
        for fence in one.page.fences:
            kind = fence.mark.split(maxsplit=1)[0].lower() if fence.mark.strip() else ""
            if problem := _broken(kind, fence.text):
                said = f"The block is no {kind.upper() if kind == 'json' else kind.capitalize()}: {problem}."
                yield Report("RT135", one.name, fence.line, f"{kind} {fence.text[:40]}", said)
        for row in one.page.rows:
            start, end = (_DAY.search(row.get(*names)) for names in _SPAN)
            if start and end and end[0] < start[0]:
                said = f"It ends on {end[0]}, before it starts."
                yield Report("RT136", one.name, row.line, f"{start[0]} {end[0]}", said)
    yield from _references(item)
    created = (item.meta or {}).get("created_at")
    if isinstance(created, str) and (item.is_ours or created[:4].isdigit()) and not _is_day(created):
        yield _unknown("meta.json", 1, "created_at", created)
    dated = [("meta.json", 1, created if isinstance(created, str) else "")]
    heads = [(one, key, value) for one in item.own_documents for key, value in one.page.fields.items()]
    dated += [(one.name, line_with(one, key), value) for one, key, value in heads if key in _WHEN]
    for name, line, day in dated if item.context.today else ():
        if _DAY.match(day) and _is_day(day[:10]) and day[:10] > item.context.today:
            yield Report("RT136", name, line, f"future {day}", f"“{day}” is still to come.")
    for one in item.own_documents:
        told = {key: day[0] for key, value in one.page.fields.items() if (day := _DAY.search(value))}
        later = [(key, day) for key, day in told.items() if key in _LATER and day < told.get("created", "")]
        for key, day in later:
            said = f"It was {key} on {day}, before it was created."
            yield Report("RT136", one.name, line_with(one, key), f"{key} {day}", said)
    for step in list_of((item.meta or {}).get("steps_completed")) if item.is_ours else ():
        phase = step[:2] if isinstance(step, str) else ""
        if isinstance(step, str) and phase >= "05" and phase not in {one[:2] for one in item.claimed}:
            yield _unknown("meta.json", 1, "a completed step", step)


def _references(item: Item) -> Iterator[Report]:
    """`$ref: "#/components/schemas/Pass"` in a contract that has no such place; a key that stands twice in one."""
    for name, tree in item.trees.items():
        for line, key in _twice(tree):
            yield Report("RT104", name, line, f"twice {key}", f"{key} stands twice here.")
    for name, text in sorted(item.files.items()):
        tree = item.trees.get(name)
        if tree is None and name.endswith(".json") and isinstance(text, str) and '"$ref"' in text:
            tree = parse_yaml(text)[0]
        for line, target in _refs(tree) if tree else ():
            place: Tree | None = tree
            for key in target[2:].split("/"):
                place = place.get(key.replace("~1", "/").replace("~0", "~")) if place else None
            if place is None:
                said = f"The reference leads to {target}, which is not there."
                yield Report("RT124", name, line, target, said)


def _twice(tree: Tree) -> Iterator[tuple[int, str]]:
    for table in tree.walk():
        seen: set[str] = set()
        for key, one in table.fields:
            if key in seen - {"", "<<"}:
                yield one.line, key
            seen.add(key)


def _refs(tree: Tree) -> list[tuple[int, str]]:
    told = [one for table in tree.walk() for key, one in table.fields if key == "$ref"]
    return [(one.line, one.text) for one in told if one.text.startswith("#/")]


def _ranks(item: Item) -> Iterator[Report]:
    """Priorities and confidences; among others' words only one beside our four levels can be told to be none."""
    known = any(entry.reading.priority for entry in item.requirements.values())
    required = [(one.line, one.id, one.reading.fields) for one in item.requirements.values()]
    given = [(SPEC, line, shown, fields.get("priority", "")) for line, shown, fields in required]
    given += [(one.file, one.line, one.id, one.rank) for one in item.stories]
    for name, line, shown, said in given if known or item.is_ours else ():
        if (word := words_of(said).strip(" *_`")) and not level_of(word) and not _USUAL.match(word):
            yield _unknown(name, line, f"the priority of {shown}", word)


def _unknown(name: str, line: int, what: str, word: str) -> Report:
    kind = "no such day" if what in ("day", "created_at") else "none of the known words"
    kind = "of no phase" if "step" in what else kind
    return Report("RT136", name, line, f"{what} {word}", f"“{word}” as {what} is {kind}.")


def _figures(day: re.Match[str]) -> str:
    month = _MONTHS.index((day["month"] or day["first"]).lower()) + 1
    return f"{day['year']}-{month:02d}-{int(day['day'] or day['second']):02d}"


def _is_day(text: str) -> bool:
    try:
        return bool((date if len(text) == len("2026-01-31") else datetime).fromisoformat(text))
    except ValueError:
        return False


def _broken(kind: str, text: str) -> str:
    if kind == "json" and not any(mark in text for mark in _ELIDED):
        return parse_json(text)[1]
    if kind in ("yaml", "yml") and text.strip():
        return parse_yaml(text)[1]
    if kind in _WITH_BRACKETS:
        bare = _LITERAL.sub("", text)
        odd = next((pair for pair in ("()", "[]", "{}") if bare.count(pair[0]) != bare.count(pair[1])), "")
        return f"a “{odd[0]}” is not closed, or closed twice" if odd else ""
    lines = [line.strip() for line in text.splitlines() if line.strip()] if kind == "mermaid" else []
    if lines and not _DIAGRAMS.match(lines[0]):
        return f"“{lines[0].split()[0][:30]}” is no kind of diagram"
    declared = {found[1] for line in lines if (found := _PARTICIPANT.match(line))}
    for line in lines[1:] if lines and lines[0].startswith("sequenceDiagram") else ():
        ends = line.partition(":")[0].replace("-->", "->").replace(">>", ">").split("->")
        odd = [end.strip(" +-") for end in ends if len(ends) == 2 and end.strip(" +->") not in declared]
        if len(declared) > 1 and len(odd) == 1 and odd[0].isalnum():
            return f"“{odd[0]}” is none of its participants"
        if len(ends) == 2 and (":" not in line or not all(end.strip(" +-") for end in ends)):
            return f"“{line[:60]}” goes from or to nobody, or says nothing"
    for line in lines if lines and lines[0].startswith(("flowchart", "graph")) else ():
        bare = re.sub(r'"[^"]*"', "", line)
        odd = '"' in bare or any(bare.count(a) != bare.count(b) for a, b in ("[]", "()", "{}"))
        if (odd and not _FLAG.search(bare)) or _LOOSE.search(bare):
            return f"“{line[:60]}” is not finished"
    return ""
