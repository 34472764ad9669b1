"""Readers for what is said about the code: files that change, ways in, order, words to search for.

A file counts as found only when the code knows it. One that the person calls new is proposed; anything else that looks like
a file stays in the text, so that no document names a place that is not there.
"""

import re
from collections.abc import Sequence
from typing import Final, Literal

from roundtable.analysis.evidence import CodeAnchor, Quote
from roundtable.analysis.facts import (
    DirectChange,
    EntryPoint,
    Fact,
    IndirectChange,
    Keyword,
    OrderItem,
    RiskZone,
    Scope,
)
from roundtable.minds.facilitator.answers.plain_kinds import keep_as_note, read_risks
from roundtable.minds.facilitator.answers.reading import Reading, has_content, names_in
from roundtable.minds.facilitator.spans import Piece, split_names
from roundtable.minds.facilitator.words import content_words

__all__ = [
    "read_direct",
    "read_entry_points",
    "read_indirect",
    "read_keywords",
    "read_order",
    "read_risk_zones",
    "untouched",
]

_NEW: Final = re.compile(
    r"\b(?:new|creat\w*|add(?:ed|ing|s)?|introduc\w*|neue?[rns]?|anlegen)\b|新建|新增", re.IGNORECASE
)
_GONE: Final = re.compile(r"\b(?:delet\w*|remov\w*|drop(?:ped)?|get rid of|löschen)\b", re.IGNORECASE)
_NOT: Final = re.compile(
    r"\b(?:not|isn['’]?t|aren['’]?t|won['’]?t|never|no|without|untouched|unaffected|unchanged|unrelated|leave|ignore|exclude|except|stays? (?:as|the same)|mislead\w*|nothing to do|wrong|misplaced|irrelevant|out of place|nicht|kein\w*|remove from)\b|不",
    re.IGNORECASE,
)


def untouched(reading: Reading, piece: Piece) -> list[Fact]:
    """Known changes that this sentence says are none: "tax.py is not affected"."""
    denied = " ".join(part for part in _clauses(piece.text) if _NOT.search(part))
    if not denied:
        return []
    found = {resolved.path for name in names_in(denied) if (resolved := reading.sight.resolve(name))}
    said = {name.strip("`").rpartition("/")[2].lower() for name in names_in(denied)}
    listed = (*reading.analysis.of(DirectChange), *reading.analysis.of(IndirectChange))
    return [fact for fact in listed if fact.path in found or fact.path.rpartition("/")[2].lower() in said]


def _clauses(text: str) -> list[str]:
    """ "a.py is right, b.py is wrong" says two things; "a.py and b.py are wrong" one."""
    if not re.search(r"\S+\.\w+`? (?:is|are|stays?|must|does|should|looks)\b", text):
        return [text]
    return re.split(
        r",\s+(?:and\s+|but\s+)?(?=\S+\.\w+`? (?:is|are|stays?|must|does|should|looks)\b)|;\s+|\s+but\s+",
        text,
    )


def read_direct(reading: Reading, pieces: Sequence[Piece]) -> None:
    """Files that have to change."""
    _read_files(reading, pieces, "direct_change")


def read_indirect(reading: Reading, pieces: Sequence[Piece]) -> None:
    """Files that notice the change."""
    _read_files(reading, pieces, "indirect_change")


def _read_files(
    reading: Reading, pieces: Sequence[Piece], kind: Literal["direct_change", "indirect_change"]
) -> None:
    for piece in pieces:
        taken = untouched(reading, piece)
        for fact in taken:
            reading.drop(fact)
        names = names_in(piece.text)
        if not names and len(piece.text.split()) <= 6:
            names = [word for word in content_words(piece.text) if reading.sight.resolve(word)]
        found = 0
        gone = {fact.path for fact in taken if isinstance(fact, DirectChange | IndirectChange)}
        for name in names:
            place = reading.sight.resolve(name)
            if place is None or place.path not in gone:
                found += _one_file(reading, piece, name, kind)
        _count_new(reading, piece)
        # What is said about the files matters as much as their names.
        if has_content(piece.text) and (not found or len(piece.text.split()) > 2 * found + 6):
            keep_as_note(reading, [piece], (kind,))


def _count_new(reading: Reading, piece: Piece) -> None:
    """Files that have to be made are more than the scan could count."""
    made = [
        fact
        for fact in reading.facts
        if isinstance(fact, DirectChange)
        and fact.change == "create"
        and any(
            isinstance(item, Quote) and item.start >= piece.start and item.end <= piece.end
            for item in fact.evidence
        )
    ]
    sized = [scope for scope in reading.analysis.of(Scope) if scope.file_count is not None]
    if not made or not sized or reading.step is None or not reading.step.step_id.startswith("00-"):
        return
    latest = sized[-1]
    new = latest.breakdown.get("new", 0) + len(made)
    total = (latest.file_count or 0) + len(made)
    reading.amend(
        latest,
        piece,
        breakdown={**latest.breakdown, "new": new},
        file_count=total,
        size=_larger(latest.size, "small" if total <= _SMALL else "medium" if total <= _MEDIUM else "large"),
    )


_SMALL: Final = 5
_MEDIUM: Final = 15
_SIZES: Final[tuple[Literal["small", "medium", "large"], ...]] = ("small", "medium", "large")


def _larger(
    known: Literal["small", "medium", "large"] | None, counted: Literal["small", "medium", "large"]
) -> Literal["small", "medium", "large"]:
    return _SIZES[max(_SIZES.index(known or counted), _SIZES.index(counted))]


def _one_file(
    reading: Reading, piece: Piece, name: str, kind: Literal["direct_change", "indirect_change"]
) -> bool:
    anchor = reading.sight.anchor(name)
    change: Literal["modify", "create", "delete"] = "modify"
    if anchor is None:
        asked = reading.asked.text if reading.asked else ""
        new = _NEW.search(piece.text) or re.search(r"\b(?:created?|new|does(?:n't| not) exist)\b", asked)
        if not new or not re.search(r"[./]", name) or " " in name:
            return False
        anchor = CodeAnchor(path=name.strip("`"), status="proposed-new")
        change = "create"
    elif _GONE.search(piece.text):
        change = "delete"
    direct = [fact for fact in reading.all_of(DirectChange) if fact.path == anchor.path]
    indirect = [fact for fact in reading.all_of(IndirectChange) if fact.path == anchor.path]
    if direct or (indirect and kind == "indirect_change"):
        reading.reused += [fact.id for fact in (*direct, *indirect) if not fact.id.startswith("new:")]
        return True
    for fact in indirect:
        # It was thought only to notice the change; the person says that it changes.
        reading.drop(fact)
    why = piece.flat if len(piece.text.split()) > 3 else ""
    if kind == "direct_change":
        reading.fact(
            DirectChange, piece, evidence=(anchor,), path=anchor.path, change=change, why=why, anchors=False
        )
    else:
        reading.fact(IndirectChange, piece, evidence=(anchor,), path=anchor.path, why=why, anchors=False)
    return True


_WAYS_IN: Final[tuple[tuple[str, str], ...]] = (
    ("route", r"\b(?:GET|POST|PUT|PATCH|DELETE)\s+/|endpoint|route|url|/api/|page|webhook"),
    ("job", r"cron|nightly|scheduled|job|worker|queue|batch|timer"),
    ("command", r"command|cli|--\w|flag|subcommand|terminal"),
    ("test", r"\btests?\b"),
    ("public-api", r"\(\)|function|method|class|library|import|sdk|public api"),
)


def read_entry_points(reading: Reading, pieces: Sequence[Piece]) -> None:
    """Where somebody or something gets in."""
    for piece in pieces:
        names = names_in(piece.text)
        anchor = next((a for name in names if (a := reading.sight.anchor(name))), None)
        label = re.match(r"^(?P<name>[^:–—]{2,60}?)\s*(?::|\s[-–—]\s)", piece.text)
        name = label["name"].strip(" `*") if label else names[0] if names else piece.flat.rstrip(".")
        if len(name.split()) > 8:
            keep_as_note(reading, [piece], ("entry_point",))
            continue
        category = next(
            (word for word, pattern in _WAYS_IN if re.search(pattern, piece.text, re.IGNORECASE)), ""
        )
        known = [entry for entry in reading.analysis.of(EntryPoint) if entry.name.lower() == name.lower()]
        if known:
            reading.reused.append(known[0].id)
        elif has_content(name):
            reading.fact(EntryPoint, piece, name=name, category=category, path=anchor.path if anchor else "")


def read_risk_zones(reading: Reading, pieces: Sequence[Piece]) -> None:
    """Places where the change can hurt; a known zone that is named again is confirmed."""
    known = {zone.path: zone for zone in reading.analysis.of(RiskZone) if zone.path}
    for piece in pieces:
        paths = [r.path for name in names_in(piece.text) if (r := reading.sight.resolve(name))]
        zone = next((known[path] for path in paths if path in known), None)
        if zone is not None and not _NOT.search(piece.text):
            reading.reused.append(zone.id)
        if len(piece.text.split()) > 2 or zone is None:
            read_risks(reading, [piece])


def _reorder(reading: Reading, told: Sequence[str], pieces: Sequence[Piece]) -> None:
    """Known places in the order that was told; those that were not named come after them, in the order they had."""
    known = sorted(reading.analysis.of(OrderItem), key=lambda item: item.position)
    if len(told) < 2 or not any(item.path in told for item in known):
        reading.reused += [item.id for item in known if item.path in told]
        return
    said = [item for path in told for item in known if item.path == path]
    rest = [item for item in known if item.path not in told]
    for position, item in enumerate((*said, *rest), start=1):
        if item in said:
            why = (
                f"as told, after `{said[position - 2].path}`"
                if position > 1
                else "as told, before the others"
            )
            reading.amend(item, pieces[0], position=position, why=why)
        elif item.position != position:
            reading.amend(item, pieces[0], position=position)


def read_order(reading: Reading, pieces: Sequence[Piece]) -> None:
    """The order of the work, as far as it names files; the rest stays as text."""
    told = [
        anchor.path
        for piece in pieces
        for name in names_in(piece.text)
        if (anchor := reading.sight.anchor(name)) is not None
    ]
    _reorder(reading, list(dict.fromkeys(told)), pieces)
    position = len(reading.analysis.of(OrderItem))
    for piece in pieces:
        listed = False
        for name in names_in(piece.text):
            anchor = reading.sight.anchor(name)
            if anchor is not None:
                listed = True
                if any(item.path == anchor.path for item in reading.all_of(OrderItem)):
                    continue
                position += 1
                reading.fact(
                    OrderItem, piece, evidence=(anchor,), position=position, path=anchor.path, why=piece.flat
                )
        if not listed and has_content(piece.text):
            keep_as_note(reading, [piece], ("order",))


_FILLER: Final = re.compile(r"^(?:(?:search(?: for)?|look for|try|also|maybe|only|just|the (?:words?|terms?|names?)|(?:the |our )?(?:code|team|people|we|they|docs?|database|users?)(?: mostly| usually| always)? (?:says?|uses?|calls? (?:it|this|that|them)|speaks? of|names? (?:it|this))|it['’]?s called|it is called|called|named|something like|and|or)\s+)+", re.IGNORECASE)  # fmt: skip
_NOT_THIS: Final = re.compile(
    r"[,;]?\s*\b(?:but |and )?(?:not|never|no|without|except(?: for)?|rather than|instead of)\s+(?:the (?:word|term|name) )?(?P<what>[`\"'“][^`\"'”\n]{2,40}[`\"'”]|[\w-]{2,30}(?: [\w-]{2,30})?(?=[\s]*(?:[,;.]|$|and\b|or\b)))",
    re.IGNORECASE,
)
_MISLEADS: Final = re.compile(
    r"\b(?:mislead\w*|unrelated|nothing to do|wrong|ignore|exclude|leave out|drop|remove|strike|irrelevant|means? something else|too (?:general|broad|common))\b",
    re.IGNORECASE,
)


def read_keywords(reading: Reading, pieces: Sequence[Piece]) -> None:
    """Words to search for; a word that is said to mislead is struck off."""
    for piece in pieces:
        refused = [hit["what"].strip("`\"'“”") for hit in _NOT_THIS.finditer(piece.text)]
        if _MISLEADS.search(piece.text):
            refused += _candidates(piece)
        known = {keyword.word.lower(): keyword for keyword in reading.all_of(Keyword)}
        struck = [known[word.lower()] for word in dict.fromkeys(refused) if word.lower() in known]
        for keyword in struck:
            if not keyword.id.startswith("new:"):
                reading.drop(keyword)
        if _MISLEADS.search(piece.text):
            keep_as_note(reading, [piece], ("keyword",))
            continue
        said = _NOT_THIS.search(piece.text)
        kept = piece.part(0, said.start()) if said and said.start() > 2 else piece
        added = _add_words(reading, kept) if not (said and said.start() <= 2) else 0
        if has_content(piece.text) and (not added or len(piece.text.split()) > 3 * added + 6 or refused):
            keep_as_note(reading, [piece], ("keyword",))


def _add_words(reading: Reading, piece: Piece) -> int:
    """The words that a piece names; one that the scan knows brings its hits along."""
    lead = _FILLER.match(piece.text)
    added = 0
    for part in split_names(piece.part(lead.end() if lead else 0, len(piece.text)), longest=4):
        quoted = re.findall(r"[`\"'“]([^`\"'”\n]{2,40})[`\"'”]", part.text)
        words = quoted or names_in(part.text) or [_FILLER.sub("", part.flat).strip(" .,:;\"'`")]
        for word in words:
            if not 0 < len(word.split()) <= 3 or not has_content(word):
                continue
            added += 1
            known = [k for k in reading.all_of(Keyword) if k.word.lower() == word.lower()]
            if known:
                reading.reused += [k.id for k in known if not k.id.startswith("new:")]
                continue
            hits, files = _searched(reading, word)
            reading.fact(Keyword, part, word=word, hits=hits, files=files)
    return added


def _searched(reading: Reading, word: str) -> tuple[int, tuple[str, ...]]:
    """What the scan found for a word, or where the name of something in the code leads; nothing when nobody searched."""
    scan = reading.sight.scan
    seen = next((k for k in scan.keywords if k.word.lower() == word.lower()), None) if scan else None
    if seen is not None:
        return seen.hits, seen.files
    place = reading.sight.resolve(word)
    return (0, (place.path,)) if place else (0, ())


def _candidates(piece: Piece) -> list[str]:
    return [*re.findall(r"[`\"'“]([^`\"'”\n]{2,40})[`\"'”]", piece.text), *content_words(piece.text)]
