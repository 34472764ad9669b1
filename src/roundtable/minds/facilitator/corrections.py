"""Corrections of what is known: "FR-002 should be a Should", "drop AC-001-02", "not the admin page", "5, not 3".

Only a clear reference changes a fact: its id, its file, or words that fit one fact and no other. A sentence that corrects
nothing is left to the readers of answers.
"""

import re
from collections.abc import Sequence
from typing import Final

from roundtable.analysis.facts import (
    Criterion,
    Decision,
    DirectChange,
    Fact,
    IndirectChange,
    Keyword,
    Option,
    Priority,
    Requirement,
    Story,
    UserType,
)
from roundtable.minds.facilitator.answers.choices import level_in, split_reason
from roundtable.minds.facilitator.answers.code_kinds import untouched
from roundtable.minds.facilitator.answers.reading import Reading, names_in
from roundtable.minds.facilitator.answers.requirements import phrase_requirement
from roundtable.minds.facilitator.spans import Piece
from roundtable.minds.facilitator.words import content_words, likeness, stems

__all__ = ["correct"]

_ID: Final = re.compile(r"\b(?:AC-\d{3,6}-\d{2,4}|[A-Z]{2,4}-\d{3,6})\b")
_DROP: Final = re.compile(
    r"\b(?:drop|remove|delete|forget|scrap|strike|kill|cut|get rid of|take (?:out|away|back)|throw out|retract|cancel|leave out|streiche?n?|entferne?n?|lösche?n?)\b|\b(?:is|are) (?:wrong|obsolete|no longer needed|not needed|nonsense)\b|删(?:除|掉)?|去掉",
    re.IGNORECASE,
)
_NOT_THE: Final = re.compile(
    r"^(?:no[,.]?\s+|but\s+|yes[,.]?\s+(?:but\s+)?)?(?:not|without|except(?: for)?|minus|nicht)\s+(?P<what>.+)$",
    re.IGNORECASE,
)
_RENAME: Final = re.compile(
    r"\b(?:rename|call)\s+(?P<old>.+?)\s+(?:to|into|as)?\s*[\"“'`]?(?P<new>[^\"”'`]+?)[\"”'`]?\s*(?:instead)?[.!]?$",
    re.IGNORECASE,
)
_INSTEAD: Final = re.compile(
    r"\b(?P<new>[\w.,%€$-]+(?:\s(?!not\b|instead\b|rather\b)[\w.%/-]+){0,5}?)[,\s]+(?:not|instead of|rather than|statt|anstatt)\s+(?P<old>[\w.,%€$-]+(?:\s[\w.%/-]+){0,3})",
    re.IGNORECASE,
)
_BECOMES: Final = re.compile(
    r"^(?:(?:that|this|it)\s+)?(?:should (?:say|read|be)|must (?:say|read|be)|is(?: actually)?|becomes?|means?|:)\s*:?\s+(?P<new>.+)$",
    re.IGNORECASE,
)


def correct(reading: Reading, pieces: Sequence[Piece]) -> list[Piece]:
    """Apply the corrections among the pieces; the pieces that were none come back."""
    return [piece for piece in pieces if not _one(reading, piece)]


def _one(reading: Reading, piece: Piece) -> bool:
    named = [
        fact
        for fact_id in dict.fromkeys(_ID.findall(piece.text))
        if (fact := reading.analysis.get(fact_id)) is not None
    ]
    if named:
        return _about_named(reading, piece, named)
    gone = untouched(reading, piece)
    if gone:
        for fact in gone:
            reading.drop(fact)
        return not names_in(piece.text) or (
            len(piece.text.split()) <= 10 and len(names_in(piece.text)) <= len(gone)
        )
    return _drop_by_words(reading, piece) or _renamed(reading, piece) or _replaced(reading, piece)


def _about_named(reading: Reading, piece: Piece, facts: Sequence[Fact]) -> bool:
    if _DROP.search(piece.text):
        for fact in facts:
            reading.drop(fact)
        return True
    rest = _ID.sub(" ", piece.text).strip(" ,:;-–")
    rest = re.sub(r"^(?:and|,|&|\s)+", "", rest)
    level = level_in(rest)
    if (
        level is not None
        and _is_only_level(rest)
        and all(isinstance(fact, Requirement | Story) for fact in facts)
    ):
        _, reason = split_reason(piece.text)
        for fact in facts:
            earlier = [p for p in reading.analysis.of(Priority) if p.target == fact.id]
            if earlier:
                reading.amend(earlier[-1], piece, level=level[0], reason=reason)
            else:
                reading.fact(Priority, piece, target=fact.id, level=level[0], reason=reason, anchors=False)
        return True
    if len(facts) != 1:
        return False
    fact = facts[0]
    renamed = re.match(
        r"(?:rename|call|title)\b.*?(?:to|as|:)\s*[\"“'`]?(?P<new>.+?)[\"”'`]?\.?$", rest, re.IGNORECASE
    )
    if renamed and "title" in type(fact).model_fields:
        reading.amend(fact, piece, title=renamed["new"].strip())
        return True
    if _swap(reading, piece, fact):
        return True
    becomes = _BECOMES.match(rest)
    if becomes and (field := _text_field(fact)):
        new = " ".join(becomes["new"].split())
        if isinstance(fact, Requirement):
            phrased = phrase_requirement(new)
            reading.amend(fact, piece, text=phrased.text, title=phrased.title)
        else:
            reading.amend(fact, piece, **{field: new})
        return True
    return False


def _is_only_level(rest: str) -> bool:
    """Whether a remark about a fact says nothing but its priority (and perhaps why)."""
    said, _ = split_reason(rest)
    bare = re.sub(
        r"\b(?:must|should|could|won['’]?t|haves?|nice|wait|can|later|optional|essential|critical|priority|rated?|make|now|actually|only|prio|low|medium|high|important|drop)\b",
        " ",
        said,
        flags=re.IGNORECASE,
    )
    return not content_words(bare)


def _text_field(fact: Fact) -> str:
    return next(
        (
            name
            for name in ("text", "want", "choice", "condition", "name", "title", "word")
            if name in type(fact).model_fields
        ),
        "",
    )


def _swap(reading: Reading, piece: Piece, fact: Fact) -> bool:
    """ "5, not 3" within one fact: the old words are replaced by the new ones wherever they stand in it."""
    match = _INSTEAD.search(piece.text)
    if match is None:
        return False
    old, new = match["old"].strip(" .,"), match["new"].strip(" .,")
    old, new = _same_shape(old, _words_of(fact) + " " + _full(fact), new)
    updates = {
        name: re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", lambda _: new, value)
        for name in (
            "text",
            "title",
            "target",
            "given",
            "when",
            "then",
            "condition",
            "name",
            "want",
            "description",
        )
        if isinstance(value := getattr(fact, name, None), str)
        and re.search(rf"(?<!\w){re.escape(old)}(?!\w)", value)
    }
    if updates:
        reading.amend(fact, piece, **updates)
    return bool(updates)


def _same_shape(old: str, text: str, new: str) -> tuple[str, str]:
    """ "should be 5 … not 3": only the number is replaced, not the words around it.

    Of several new numbers the one that the text does not have is meant: "20 of 200, not 14".
    """
    numbers = re.findall(r"\d[\d.,]*", old)
    if len(numbers) > 1 and old in text:
        # "20 of 200, not 200 of 200": the whole phrase is meant, not each number in it.
        alike = re.search(re.sub(r"\\?\d(?:[\d,]|\\\.)*", r"\\d[\\d.,]*", re.escape(old)), new)
        if alike is not None:
            return old, alike.group()
    old_number, new_numbers = re.search(r"\d[\d.,]*", old), re.findall(r"\d[\d.,]*", new)
    if old_number and new_numbers:
        known = {number.rstrip(".,") for number in re.findall(r"\d[\d.,]*", text)}
        fresh = [number.rstrip(".,") for number in new_numbers if number.rstrip(".,") not in known]
        return old_number.group().rstrip(".,"), fresh[-1] if fresh else new_numbers[-1].rstrip(".,")
    return old, re.sub(r"^(?:it|this|that|should|must|is|be|the|a|an|to|actually)\s+", "", new)


_POINTING: Final = re.compile(
    r"\b(?:sentences?|lines?|points?|parts?|bits?|rows?|items?|entry|entries|remarks?|words?|about|with|saying|that says|please|again|completely|altogether)\b",
    re.IGNORECASE,
)
"""Words that point at a line of a draft without being in it: "remove the line about the estimate"."""


def _candidates(reading: Reading) -> list[Fact]:
    return [fact for fact in reading.analysis.facts if fact.kind not in ("note", "insight", "priority")]


def _drop_by_words(reading: Reading, piece: Piece) -> bool:
    """ "remove gift cards", "not the admin page": the one fact whose words these are."""
    words = piece.flat
    drop = _DROP.search(words)
    without = _NOT_THE.match(words.rstrip("."))
    if not drop and not without:
        return False
    target = without["what"] if without else words[: drop.start()] + words[drop.end() :] if drop else ""
    wanted = stems(_POINTING.sub(" ", target))
    if not wanted or len(words.split()) > 12:
        return False
    fitting = [fact for fact in _candidates(reading) if wanted <= stems(_words_of(fact))]
    narrow = [
        fact
        for fact in fitting
        if fact.kind
        in (
            "user_type",
            "keyword",
            "direct_change",
            "indirect_change",
            "out_of_scope",
            "technology",
            "stakeholder",
        )
    ] or fitting
    if not narrow or len(narrow) > 3:
        return False
    for fact in narrow:
        reading.drop(fact)
    return True


def _words_of(fact: Fact) -> str:
    match fact:
        case Requirement() | Story():
            return f"{fact.title} {getattr(fact, 'text', '')}"
        case DirectChange() | IndirectChange():
            return re.sub(r"[/._-]", " ", fact.path)
        case Keyword():
            return fact.word
        case UserType():
            return fact.name
        case Option() | Decision():
            return fact.title
        case Criterion():
            return fact.text
        case _:
            return fact.headline


def _renamed(reading: Reading, piece: Piece) -> bool:
    match = _RENAME.search(piece.flat)
    if match is None:
        return False
    fitting = [
        fact
        for fact in _candidates(reading)
        if likeness(match["old"], _words_of(fact)) >= 0.99 and content_words(match["old"])
    ]
    if len(fitting) != 1:
        return False
    fact = fitting[0]
    field = "title" if "title" in type(fact).model_fields else _text_field(fact)
    reading.amend(fact, piece, **{field: match["new"].strip()})
    return True


def _replaced(reading: Reading, piece: Piece) -> bool:
    """ "the limit is 5, not 3": the one fact that speaks of the limit and says 3."""
    match = _INSTEAD.search(piece.text)
    if match is None:
        return False
    old, _ = _same_shape(match["old"].strip(" .,"), "", match["new"].strip(" .,"))
    pattern = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)")
    said = [fact for fact in _candidates(reading) if pattern.search(_full(fact))]
    about = [fact for fact in said if likeness(piece.text, _full(fact)) >= 0.3] or said
    if not about or len({_full(fact) for fact in about}) > 3:
        return False
    swapped = [fact for fact in about if _swap(reading, piece, fact)]
    return bool(swapped)


def _full(fact: Fact) -> str:
    return " ".join(
        str(getattr(fact, name, "") or "")
        for name in ("text", "title", "name", "target", "condition", "want", "description")
    )
