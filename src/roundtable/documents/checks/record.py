"""RT132, RT133, RT202, RT252, RT253, RT256: what is in the folder of our own items, against the record in analysis.json.

The record names every document and section that was written: one that is gone, or whose heading changed, is not found by the next
run, nor by tools that look for it under its name. It names what was taken back: neither its id nor its words may linger.

And it holds turns and facts: a footnote names a turn that there was and quotes what was said in it; a sentence with such a
footnote has the figures and the "not" of what it rests on; an id is one that some fact has, and a requirement, a rule or a file to leave alone
that is recorded stands somewhere. Elsewhere: sentences that are nearly those of a fact (`contradictions`).
"""

import re
from collections.abc import Iterator, Set
from typing import Any, Final

from roundtable.analysis.json_text import as_object
from roundtable.documents.catalog import README, SPEC, TAXONOMY, document
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import Item, list_of, wrong
from roundtable.documents.checks.sayings import LABEL, Saying, figures_in
from roundtable.documents.checks.structure import line_with
from roundtable.documents.footnotes import TURN
from roundtable.documents.pieces import FOOTNOTE as FOOTNOTE_PIECE
from roundtable.documents.pieces import markdown_pieces
from roundtable.documents.reading.document import Document
from roundtable.documents.reading.identifiers import family_of, key_of, mentions
from roundtable.documents.reading.inline_marks import FOOTNOTE, TURN_MARK, plain_words, segments, unlinked
from roundtable.facts import FACT_TYPES
from roundtable.language.phrases import rows

_ANALYSIS: Final = "analysis.json"
_SHORTEST: Final = 15
"""Characters of a sentence that was taken back; shorter ones occur by chance."""
_READ_BY_OTHERS: Final = frozenset({"directly affected files"})
_LEAVES: Final = ("(", "=", FOOTNOTE_PIECE, *rows("pending sections|elaboration|open questions|gaps|notes"))
"""Sections that come and go on their own, and what the record says of a document as a whole."""


def _gone(item: Item) -> Iterator[Report]:
    """Documents and sections that were written once and are no longer there."""
    for name, sections in sorted(as_object(item.saved.get("manifest")).items()):
        if (kind := document(name)) is None or kind.location != "item":
            continue
        # An interface specification may change its format.
        is_spec = name.startswith("interface-spec.")
        if not any(one == name or (is_spec and one.startswith("interface-spec.")) for one in item.files):
            said = f"{name} was written by the analysis and is not there any more."
            yield Report("RT132", _ANALYSIS, 1, name, said)
        one = item.documents.get(name)
        there = {piece.key for piece in markdown_pieces(one.page)} if one else set[str]()
        for key in sorted(set(as_object(sections)) - there) if one else ():
            # Sections of single facts come and go with them; only the document's own ones are its frame.
            if not (key.startswith(_LEAVES) or "/" in key or "#" in key):
                said = f"The section “{key}” was removed or renamed; the next run writes it anew beside yours"
                severity = "warning" if key in _READ_BY_OTHERS else None
                yield Report("RT133", name, 1, key, f"{said}.", severity=severity)


def _withdrawn(item: Item) -> Iterator[Report]:
    """What was taken back: by its id, by its words, and the file of a decision that is no more."""
    analysis = item.record
    retracted = {key_of(str(one)) for one in list_of(analysis.get("retracted"))}
    for one in item.own_documents:
        for key, entry in one.entries.by_key.items():
            if key in retracted and item.is_defined_in(key, one.name):
                yield wrong("RT252", entry, f"{entry.id} was taken back, and still stands here.")
    facts = item.saved_facts
    known = " ".join(_folded(str(one.get("text") or one.get("choice") or "")) for one in facts)
    for words in _taken_back(analysis):
        if words in known:
            continue  # somebody said it again
        for one in item.own_documents:
            for block in one.page.blocks if words in _folded(one.page.text) else ():
                if block.kind in ("paragraph", "item", "table", "heading") and words in _folded(block.text):
                    said = "These words were taken back, and still stand here."
                    yield Report("RT252", one.name, block.line, words[:60], said)
                    break
    decided = {key_of(str(one.get("id", ""))) for one in facts if one.get("kind") == "decision"}
    ours = as_object(item.saved.get("manifest"))
    for name, number in item.decision_files.items() if facts else ():
        key = f"ADR-{number}"
        if key not in decided and (name in ours or key in retracted):
            said = f"{name} tells a decision that the analysis no longer holds."
            yield Report("RT253", name, 1, f"ADR-{number}", said)


def _taken_back(analysis: dict[str, Any]) -> Iterator[str]:
    told = map(as_object, list_of(analysis.get("turns")))
    turns = {one.get("number"): str(one.get("text", "")) for one in told}
    for place in map(as_object, list_of(analysis.get("withdrawn"))):
        start, end = place.get("start"), place.get("end")
        is_known = isinstance(start, int) and isinstance(end, int)
        text = turns.get(place.get("turn"), "")[start:end] if is_known else ""
        if len(words := _folded(text).strip(" .")) >= _SHORTEST:
            yield words


def _folded(text: str) -> str:
    """Words for comparing: our typography (code marks, escapes, a capital) does not count."""
    return " ".join(text.replace("`", "").replace("\\", "").casefold().split())


# Pull requests and criteria of success have these two as well.
_PREFIXES: Final = sorted({one.prefix for one in FACT_TYPES.values()} - {"PR", "SC"})
_ID: Final = re.compile(rf"(?<![\w/#.-])(?:{'|'.join(_PREFIXES)})-\d{{3,4}}(?![\w-])")
_SEEN: Final = re.compile(r"\[[^\]\n]*\]\([^)\s]*#L\d+[^)\s]*\)(?: and \d+ more lines?)?")
"""Lines of the code, which nobody has to say."""
_SAYS_NO: Final = re.compile(r"^\W*no\s*[,:;-]\s*", re.IGNORECASE)
"""A "no" to somebody, which is no part of what is said after it."""
_ENDS: Final = re.compile(r"[.!?;\n]+\s")
_ASKED: Final = re.compile(r"^\*[^*]+\?\*\s+")
"""The question that the words answer, before them."""
_SHOWN: Final = frozenset({"FR", "AC", "BR", "ERR"})
_ALIKE: Final = 0.8
"""Share of common words from which two sentences are one, and only their "not" is compared."""


def check_record(item: Item) -> Iterator[Report]:
    yield from _gone(item)
    yield from _withdrawn(item)
    saved = [as_object(one) for one in list_of(item.record.get("turns"))]
    turns = {one["number"]: str(one.get("text", "")) for one in saved if isinstance(one.get("number"), int)}
    is_whole = 0 in turns and bool(item.saved_facts)  # the request is turn 0 of every whole record
    if item.last_turn:
        yield from _numbers(item, turns.keys() if is_whole else frozenset(range(item.last_turn + 1)))
    if not is_whole:
        return
    # Everything that was said in a turn, and that facts from it say.
    texts = {number: f"{text}\n{number}" for number, text in turns.items()}
    for fact in item.saved_facts:
        said = "\n".join(_strings({key: value for key, value in fact.items() if key != "evidence"}))
        for turn in {as_object(one).get("turn") for one in list_of(fact.get("evidence"))} & turns.keys():
            texts[turn] += f"\n{said}"
    yield from _ids(item, turns)
    for one in item.own_documents:
        yield from _turns(one, turns)
        for told in one.page.texts if "[^t" in one.page.text else ():
            if told.text.lstrip().startswith("[^"):
                continue  # a footnote itself, which `_turns` looks at
            for part in segments(told.text) if "[^t" in told.text else ():
                if (named := [int(n) for n in TURN_MARK.findall(part)]) and set(named) <= turns.keys():
                    yield from _sentence(one, told.line, part, "\n".join(texts[turn] for turn in named))


def _strings(value: object) -> Iterator[str]:
    yield from (text for one in list_of(value) for text in _strings(one))
    if isinstance(value, str | int | float):
        yield str(value)


def _ids(item: Item, turns: dict[int, str]) -> Iterator[Report]:
    """Ids that no fact has, and facts that stand nowhere."""
    known = {key_of(str(one.get("id", ""))): one for one in item.saved_facts}
    gone = {key_of(str(one)) for one in list_of(item.record.get("retracted"))}
    passed = set(known) | gone | item.retired | {key for keys in item.homes.values() for key in keys}
    spoken, shown = " ".join(turns.values()), set[str]()
    for one in item.own_documents:
        for line in item.lines_of(one):
            shown |= {m.key for m in mentions(line.text)}
            for written in _ID.findall(line.text):
                judged = family_of(key_of(written)) in item.homes and family_of(key_of(written)) in _SHOWN
                if key_of(written) not in passed and written not in spoken and not judged:
                    said = f"{written} is not defined anywhere: nothing of that number was recorded."
                    yield Report("RT202", one.name, line.number, key_of(written), said)
    words = {key: plain_words(str(fact.get("text") or "")) for key, fact in known.items()}
    for one in item.own_documents:
        for key, entry in one.entries.by_key.items():
            told = plain_words(" ".join(line.text for line in entry.lines))
            alike = [
                other
                for other, said in words.items()
                if len(said) > _SHORTEST and (told.startswith(said) or told.endswith(said))
            ]
            if alike and key not in alike and words.get(key, "\0") not in told:
                said = f"{entry.id} has the words that were recorded as {known[alike[0]]['id']}."
                yield wrong("RT256", entry, said)
    is_done = item.get(README).status.startswith("complete")
    for key, fact in known.items() if SPEC in item.documents else ():
        if family_of(key) in _SHOWN and key not in shown:
            said = f"{fact['id']} was recorded, and stands in no document."
            yield Report("RT256", SPEC, 1, key, said, severity="error" if is_done else "info")
    prose = "\n".join(line.text for one in item.own_documents for line in item.lines_of(one))
    for fact in known.values() if is_done else ():
        path = str(fact.get("path") or "")
        if fact.get("kind") == "no_change" and path and path not in prose:
            said = f"{path} was ruled out, and no document says so."
            fix = "Put it back under “Left alone”, or say in the session what changes in it."
            yield Report("RT256", README, 1, path, said, fix)
    for key, entry in item.get(TAXONOMY).entries.by_key.items():
        serves = {m.key for cell in (entry.row.cells if entry.row else ()) for m in mentions(cell)}
        owner = key_of(str(known.get(key, {}).get("requirement") or ""))
        if owner and any(family_of(one) == "FR" for one in serves) and owner not in serves:
            said = f"was recorded for {known[key]['requirement']}, and stands here for another one"
            yield wrong("RT256", entry, f"{entry.id} {said}.")


def _numbers(item: Item, turns: Set[int]) -> Iterator[Report]:
    """Turns that there were not."""
    told = [(one.name, note.line, note.text) for one in item.own_documents for note in one.page.footnotes]
    heads = [(one, one.page.fields.get("last updated", "")) for one in item.own_documents]
    told += [(one.name, line_with(one, "last updated"), text) for one, text in heads]
    told = [(name, line, found[0]) for name, line, text in told if (found := TURN.match(text))]
    for name, line, text in (*told, *item.data_lines):
        for number in (n for n in TURN.findall(text) if int(n) not in turns):
            yield Report("RT256", name, line, f"turn {number}", f"There was no turn {number}.")


def _turns(one: Document, turns: dict[int, str]) -> Iterator[Report]:
    for note in one.page.footnotes:
        number = int(found[1]) if (found := TURN.match(note.text)) else -1
        quoted = note.text[note.text.find('"') + 1 : note.text.rfind('"')] if '"' in note.text else ""
        pieces = map(plain_words, quoted.replace('" "', "…").split("…"))
        if number in turns and any(piece not in plain_words(turns[number]) for piece in pieces):
            said = f"These are not the words of turn {number}."
            yield Report("RT256", one.name, note.line, f"quote {number}", said)


def _sentence(one: Document, line: int, part: str, behind: str) -> Iterator[Report]:
    """A figure that nobody gave, or a "not" that came or went."""
    text = _SEEN.sub("", _ASKED.sub("", FOOTNOTE.sub("", LABEL.sub("", part))))
    here = Saying(one.name, line, unlinked(text).strip())
    known = {figure for said in figures_in(behind) for figure in ((said.dimension, said.value), said.value)}
    odd = [said for said in figures_in(here.text) if not known & {(said.dimension, said.value), said.value}]
    figure = next((said.number for said in odd if said.number not in behind), "")
    start = " ".join(here.words)[:60]
    if figure:
        said = f"Nobody said “{figure}”: what the footnote names has another figure, or none."
        yield Report("RT256", one.name, line, f"figure {start}", said)
        return
    if plain_words(here.text) in plain_words(behind):
        return  # word for word
    told = [Saying("", 0, _SAYS_NO.sub("", text)) for text in _ENDS.split(behind) + behind.splitlines()]
    told = [one for one in told if len(one.content) > 1]
    own = here.content
    near = [one for one in told if len(one.content & own) >= _ALIKE * len(one.content | own)]
    if near and here.denials not in {said.denials for said in near}:
        said = "What the footnote names says the opposite: a “not” came or went."
        yield Report("RT256", one.name, line, f"not {start}", said)
