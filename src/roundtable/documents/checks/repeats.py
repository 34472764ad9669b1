"""RT206, RT216, RT242, RT256, RT259: what our own documents repeat of one thing has one value, wherever it stands.

`_told` lists who says what of which thing, those first who have it from nobody; whoever comes later says the same. So it is with
the head of a document, the turn, the priority and the message of an id, the words of one turn. Without a record in analysis.json
the heads tell how many turns there were, and the footnotes what was said in them.
"""

import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Final, NamedTuple

from roundtable.analysis.json_text import as_object
from roundtable.documents.catalog import README, SPEC, TAXONOMY, document
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import Item, list_of, wrong
from roundtable.documents.checks.structure import MAIN, line_with
from roundtable.documents.footnotes import TURN
from roundtable.documents.reading.entries import level_of
from roundtable.documents.reading.identifiers import family_of, key_of
from roundtable.documents.reading.inline_marks import (
    FOOTNOTE,
    TURN_MARK,
    content_words,
    plain_words,
    segments,
)
from roundtable.language.phrases import any_of

_HEADS: Final = ("status", "last updated", "coverage")
_STANDINGS: Final = ("Draft", "In Progress", "Complete")
_FEWEST: Final = 3
"""Documents of which one can be the odd one."""
_LISTED: Final = re.compile(r"^\[(?P<id>FR-\d+)\]\(")
_DAY: Final = re.compile(r"\), (\d{4}-\d\d-\d\d)$")
_LEVEL: Final = any_of(r"must | should | could | won't")
_COLUMNS: Final = ("condition", "status", "http", "message")
_PLACES: Final = (("For whom", "Stakeholders and Users"), ("Not part of it", "Out of Scope"))
_NEARLY_ONE: Final = 0.8
"""Share of common words from which two quotations of one turn are one, and the other words a slip."""


class _Told(NamedTuple):
    rule: str
    thing: str
    what: str
    value: frozenset[str]
    file: str
    line: int


def check_repeats(item: Item) -> Iterator[Report]:
    homes: dict[tuple[str, str], _Told] = {}
    for one in _told(item) if item.is_ours else ():
        home = homes.setdefault((one.thing, one.what), one)
        # A place that names one turn of several says nothing else.
        if one is not home and one.value.isdisjoint(home.value):
            here, there = (" and ".join(sorted(side.value)) or "none" for side in (one, home))
            said = f"{one.thing} has the {one.what} {here} here, and {there} in {home.file}."
            yield Report(one.rule, one.file, one.line, f"{one.what} {one.thing}", said)
    for check in (_heads, _places, _rows, _quotes) if item.is_ours else ():
        yield from check(item)


def _told(item: Item) -> Iterator[_Told]:
    marked = [
        entry
        for entry in item.criteria.values()
        if TURN_MARK.search(item.get(SPEC).page.lines[entry.line - 1])
    ]
    for key, entry in item.criteria.items() if marked else ():
        turns = frozenset(TURN_MARK.findall(item.get(SPEC).page.lines[entry.line - 1]))
        yield _Told("RT256", entry.id, "turn", turns, SPEC, entry.line)
        rows = [row for row in item.rows if row.criteria == (key,) and TURN.search(row.source)]
        for row in rows:
            named = frozenset(TURN.findall(row.source))
            yield _Told("RT256", entry.id, "turn", named, "traceability-matrix.csv", row.line)
    for one in (item.get(SPEC), *(one for one in item.own_documents if one.name != SPEC)):
        for text in (text for text in one.page.texts if "[^t" in text.text):
            for part in segments(text.text):
                words, turns = (
                    plain_words(FOOTNOTE.sub("", part).rpartition("**: ")[2]),
                    TURN_MARK.findall(part),
                )
                if turns and len(words.split()) > _FEWEST:
                    yield _Told("RT256", f"“{words}”", "turn", frozenset(turns), one.name, text.line)
    for key, entry in item.requirements.items():
        level = frozenset({entry.reading.priority or "open"})
        yield _Told("RT216", entry.id, "priority", level, SPEC, entry.line)
        for block in item.get(README).page.blocks:
            named = _LISTED.match(block.text)
            if named and key_of(named["id"]) == key:
                shown = frozenset({level_of(block.words.partition(" · ")[2][:8]) or "open"})
                if "open" in shown | level:  # of two levels RT216 speaks elsewhere
                    yield _Told("RT216", entry.id, "priority", shown, README, block.line)
    created = str((item.meta or {}).get("created_at", ""))[:10]
    yield from [_Told("RT259", "The item", "day", frozenset({created}), "meta.json", 1)] if created else ()
    for line in item.get(README).page.prose if created else ():
        for day in _DAY.findall(line.text):
            yield _Told("RT259", "The item", "day", frozenset({day}), README, line.number)


def _heads(item: Item) -> Iterator[Report]:
    """A head counts turns and topics, or the steps of its phase; every document of an item, or phase, has the same."""
    heads = {one.name: (one.page.fields, line_with(one, "last updated")) for one in item.own_documents}
    for name, tree in item.trees.items():
        if head := tree.get("document"):
            heads[name] = {key.replace("_", " "): one.text for key, one in head.fields}, head.line
    ours = {name: head for name, head in heads.items() if "turn" in head[0].get("last updated", "").lower()}
    for field in _HEADS:
        groups: dict[str, list[str]] = {}
        for name, (head, _) in ours.items():
            kind = document(name) if "step" in head.get("coverage", "") and field == "coverage" else None
            # The status of a decision is another thing.
            if field != "status" or name not in item.decision_files:
                groups.setdefault(kind.phase if kind else "", []).append(name)
        for names in groups.values() if len(ours) >= _FEWEST else ():
            told = Counter(ours[name][0][field] for name in names if field in ours[name][0])
            usual, count = told.most_common(1)[0] if told else ("", 0)
            odd = [name for name in names if ours[name][0].get(field, usual) != usual]
            if field == "status" and any(ours[name][0][field] not in _STANDINGS for name in odd):
                continue  # RT110 speaks of a word that is none
            if field == "status" and item.claimed and set(odd) <= set(MAIN.values()) - {README}:
                continue  # RT120 speaks of a main document
            for name in odd if len(odd) == 1 and count > 1 else ():
                head, line = ours[name]
                said = f"{field.capitalize()} is {head[field]} here, and {usual} in the other documents."
                yield Report("RT259", name, line, field, said)


def _places(item: Item) -> Iterator[Report]:
    """README.md tells for whom it is, why, and what is no part of it, as the specification does."""
    readme, spec = item.get(README).page, item.get(SPEC).page
    for place, title in _PLACES:
        section, home = readme.find(place), spec.find(title)
        line = line_with(item.get(README), f"**{place.lower()}**")
        told = readme.whole(section) if section else readme.fields.get(place.lower(), "")
        own, there = content_words(told), content_words(home.body if home else "")
        if told and own and there and own.isdisjoint(there):
            said = f"“{place}” has no word in common with “{title}” of {SPEC}."
            yield Report("RT242", README, section.line if section else line, place, said)


def _rows(item: Item) -> Iterator[Report]:
    """An error case has the status and the message that the specification gives it."""
    home = {key: entry for key, entry in item.spec.items() if family_of(key) == "ERR"}
    listed = item.get(TAXONOMY).entries.by_key
    recorded = {str(fact.get("id")) for fact in item.saved_facts}
    for key, entry in listed.items() if home else ():
        if key not in home:
            # Some stand in the table alone; where one of the specification is missing, its number is wrong.
            said = f"{entry.id} is not defined anywhere: {SPEC} has no such error case, but another that is not here."
            is_other = (
                home.keys() - listed.keys() and home.keys() & listed.keys() and entry.id not in recorded
            )
            yield from [wrong("RT206", entry, said)] if is_other else ()
            continue
        told = plain_words(" ".join(line.text for line in home[key].lines))
        for cell in (entry.row.get(column) for column in _COLUMNS) if entry.row else ():
            if cell and plain_words(cell) not in told and entry.id not in cell:
                said = f"{entry.id} has “{cell}” here, and other words in {SPEC}, line {home[key].line}."
                yield wrong("RT242", entry, said)


def _quotes(item: Item) -> Iterator[Report]:
    """The words of one turn, wherever they are quoted; a rank that they do not give."""
    known: dict[str, list[tuple[str, int, str]]] = {}
    for one in item.own_documents:
        for note in one.page.footnotes:
            quoted = note.text[note.text.find('"') + 1 : note.text.rfind('"')] if '"' in note.text else ""
            pieces = [piece.strip(' ".') for piece in quoted.replace('" … "', "…").split("…")]
            known.setdefault(note.name, []).extend((one.name, note.line, piece) for piece in pieces if piece)
    for name, told in known.items():
        for at, (file, line, words) in enumerate(told):
            for other in [other for other in told[:at] if _is_another(words, other[2])][:1]:
                said = f"“{words}” is quoted as “{other[2]}” in {other[0]}."
                yield Report("RT256", file, line, f"quote {name}", said)
    spoken = {
        f"t{turn.get('number')}": str(turn.get("text"))
        for turn in map(as_object, list_of(item.record.get("turns")))
    }
    for one in item.own_documents:
        for text in one.page.texts if '"[^t' in one.page.text else ():
            for found in re.finditer(r'"([^"]{3,80})"\.?\[\^(t\d+)\]', text.text):
                quoted = [words for _, _, words in known.get(found[2], ())]
                said_ = plain_words(" ".join((*quoted, spoken.get(found[2], ""))))
                pieces = [plain_words(piece) for piece in found[1].split("…")]
                words = plain_words(found[1]).split()
                near = 2 * sum(word in said_.split() for word in words) >= len(words)
                if near and not all(piece in said_ for piece in pieces):
                    said = f"“{found[1]}” is not in the words of turn {found[2][1:]}."
                    yield Report("RT256", one.name, text.line, f"quote {found[1]}", said)
    ranks: dict[str, set[str]] = {}
    for entry in item.requirements.values():
        for mark in TURN_MARK.findall(entry.reading.fields.get("priority", "")):
            ranks.setdefault(f"t{mark}", set()).add(entry.reading.priority.lower())
    for name, levels in ranks.items():
        for file, line, words in known.get(name, ()):
            named = {level.lower() for level in _LEVEL.findall(words)}
            if named - levels and levels - named:
                said = f"“{words}” gives {', '.join(sorted(named))}; what rests on it is {', '.join(sorted(levels))}."
                yield Report("RT256", file, line, f"rank {name}", said)


def _is_another(one: str, other: str) -> bool:
    """Whether two quotations are nearly one, and neither is a part of the other."""
    here, there = plain_words(one), plain_words(other)
    share = SequenceMatcher(None, here.split(), there.split()).ratio()
    return here not in there and there not in here and share >= _NEARLY_ONE
