"""Priorities in words: "FR-001 should be a Must", "the config entry is a should, the flag is the must, the rest can wait".

Each goes to the one requirement, rule, error, check or constraint that is named, by its id or by most of its words. What is
ranked and cannot be told is kept in the person's words.

Elsewhere: which words are ranks (`slots`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from roundtable.analysis.analysis import Analysis
from roundtable.facts import (
    BusinessRule,
    Constraint,
    Criterion,
    ErrorCase,
    Fact,
    Note,
    Priority,
    PriorityLevel,
    Requirement,
)
from roundtable.facts.evidence import Quote
from roundtable.interview.lead_ins import JOINERS, edits_page
from roundtable.interview.moving import by_position
from roundtable.interview.recording import Recorder
from roundtable.interview.slots import level_in, rank_in
from roundtable.interview.which_fact import (
    clauses_with_commas,
    covers,
    facts_named,
    text_of,
    told_last,
    words_meant,
)
from roundtable.interview.wording import content_words, quoted
from roundtable.language.phrases import any_phrase, behind_leading, leading_phrase, rows
from roundtable.language.sentences import sentences
from roundtable.language.tongue import opened, small_words

_LONGEST: Final = 400
"""Letters of what gives a priority: people say it in a sentence or two."""
_IS_ABOUT: Final = 0.2
"""Who names less of a sentence than this ranks only one of the things in it ("for articles and for pages")."""
_RANKED: Final = (Requirement, Criterion, BusinessRule, ErrorCase, Constraint)
"""What a priority may be meant for."""
_REST: Final = rows("rest | everything else | all else | others?")
_WHOLE: Final = rows("whole thing | whole item | everything")
_POINTS: Final = rows("it | it'?s | this | that | thats | this one | that one")
CANNOT_TELL: Final = "I cannot tell which line is meant by {0} Its id or a few of its words will do."
_WHICH: Final = "Which one? Its id or a few of its words will do."
_JOINS: Final = rows("and")
_BARE: Final = re.compile(r"(?<=\d)\s+(?:\w+[ -])?\w+[.!]*\s*$")


class _Rank(NamedTuple):
    """One thing that is given a priority; `fact` is none where it cannot be told which."""

    fact: Fact | None
    name: str
    level: PriorityLevel
    quote: Quote


@dataclass(slots=True)
class Ranks:
    """What an input changes by giving priorities, and the lines that say so."""

    recorder: Recorder
    retracted: list[str] = field(default_factory=list[str])
    lines: list[str] = field(default_factory=list[str])
    kept: list[Fact] = field(default_factory=list[Fact])
    """What could be neither applied nor told apart, in the person's words."""
    trouble: str = ""
    """What could not be done, in one sentence."""
    last: Fact | None = None
    """What the same input has just changed: "it is 100, not 50, and it is a should"."""
    meant: tuple[Fact, ...] = ()
    """What an order is carried out on, whatever ids stand in it: "NT-005 too"."""

    @property
    def _analysis(self) -> Analysis:
        return self.recorder.situation.analysis

    def named(self, text: str) -> list[Fact]:
        """The facts that an order is about, else those whose ids stand in a text."""
        return [*self.meant] or facts_named(self._analysis, text)

    def rank(self, part: tuple[int, int]) -> bool:
        """Whether a part of the input gives a priority to anything."""
        text = self.recorder.situation.heard.text[slice(*part)]
        said = list(self._said(text, part[0])) if len(text) <= _LONGEST else []
        known = [rank.fact.id for rank in said if rank.fact is not None]
        unclear: list[_Rank] = []
        for rank in said:
            if rank.fact is not None and known.count(rank.fact.id) == 1:
                self._give(rank.fact, rank)
            elif rank.fact is not None or not self._give_to_all(rank, known):
                unclear.append(rank)
        for start, end in sentences(text):
            begin, behind = part[0] + start, part[0] + end
            if any(begin <= rank.quote.start < behind for rank in unclear):
                quote = self.recorder.situation.quote(begin, behind)
                points = leading_phrase(_POINTS, behind_leading(JOINERS, quote.text))
                if self.recorder.situation.reviews and (points or edits_page(quote.text)):
                    self.trouble = CANNOT_TELL.format(quoted(quote.text))
                    continue
                self.kept.append(self.recorder.add(Note, (quote,), text=opened(quote.text), about="rank"))
        return bool(said)

    def _said(self, text: str, offset: int) -> list[_Rank]:
        found: list[_Rank] = []
        for start, end in _rank_clauses(text):
            clause = text[start:end]
            ids = facts_named(self._analysis, clause)
            # "FR-002 must": a word behind an id is its priority; one that stands alone is everything's.
            given = rank_in(clause) or (_BARE.search(clause) if ids else None)
            level = level_in(clause)
            if level is not None and (given is not None or len(clause.split()) == 1):
                named = self.named(text[:end])
                sides = (clause[: given.start()], clause[given.end() :]) if given is not None else ()
                name = "" if ids else next((side for one in sides if (side := one.strip(" .,;:"))), "")
                before = self.recorder.situation.heard.text[: offset + start][-_LONGEST:]
                is_named_before = self.recorder.situation.reviews and not named and self.last is None
                if is_named_before and _points(name) and words_meant(before):
                    name = before.strip(" .,;:")  # "the wording matters most, make it a must"
                quote = self.recorder.situation.quote(offset + start, offset + end, corrects=True)
                by_words = () if ids else (self._pointed_at(name, named) or self._ranked_by(name),)
                meant = by_position(self._analysis, clause) or by_words or self.named(clause)
                found += [_Rank(fact, name, level, quote) for fact in meant]
        return found

    def _give(self, fact: Fact, rank: _Rank) -> None:
        old = self._analysis.priority_of(fact.id)
        self.retracted += [p.id for p in self._analysis.of(Priority) if p.target == fact.id]
        self.recorder.add(Priority, (rank.quote,), target=fact.id, level=rank.level)
        name = "" if fact.id.startswith("new:") else f"{fact.id} "
        self.lines.append(f"{name}{quoted(text_of(fact))}: {old or 'no priority'} → {rank.level}.")

    def _give_to_all(self, rank: _Rank, known: list[str]) -> bool:
        """ "The rest is nice to have", "priority is low": every requirement, or every other one that has none yet.

        Whoever points at something that cannot be told means the only requirement, or is asked.
        """
        name = _bare(rank.name).casefold().removeprefix("the ")
        required = [fact for fact in self._analysis.of(Requirement) if fact.id not in known]
        unranked = [fact for fact in required if self._analysis.priority_of(fact.id) is None]
        if _points(rank.name):
            meant = required if len(required) == 1 else []
            self.trouble = "" if meant else _WHICH
        elif not name or any_phrase(_WHOLE).fullmatch(name):
            meant = unranked or required
        else:
            meant = unranked if any_phrase(_REST).fullmatch(name) else []
        for fact in meant:
            self._give(fact, rank)
        return bool(meant) or _points(rank.name)

    def _pointed_at(self, name: str, named: Sequence[Fact]) -> Fact | None:
        """ "That is a must": what was named or changed in the same breath, else what was told right before."""
        if not _points(name):
            return None
        if self.last is not None or named:
            last = self.last or named[-1]
            return last if isinstance(last, _RANKED) else None
        told = (*told_last(self._analysis), *self.recorder.facts)
        return next((fact for fact in reversed(told) if isinstance(fact, _RANKED)), None)

    def _ranked_by(self, name: str) -> Fact | None:
        """What a priority is given to: the one fact that has most of the words in its name, and not much else."""
        if any_phrase(_JOINS).search(name):  # two things, of which one may be on record
            return None
        wanted = words_meant(name)
        enough = max(1, -(-2 * len(wanted) // 3))
        scored = [
            (len(wanted & content_words(f.headline)), isinstance(f, Requirement), f)
            for f in self._analysis.facts
            if isinstance(f, _RANKED) and covers(wanted, text_of(f)) >= _IS_ABOUT
        ]
        best = max((entry[:2] for entry in scored), default=(0, False))
        holders = [fact for *score, fact in scored if tuple(score) == best]
        return holders[0] if best[0] >= enough and len(holders) == 1 else self._all_of_it(wanted)

    def _all_of_it(self, wanted: frozenset[str]) -> Fact | None:
        """The one requirement there is, where its title alone has a word of the name ("the new formatter")."""
        known = [fact for fact in self._analysis.facts if isinstance(fact, _RANKED)]
        required = [fact for fact in known if isinstance(fact, Requirement)]
        if len(required) != 1 or not wanted & content_words(required[0].title):
            return None
        others = [fact for fact in known if fact is not required[0]]
        return None if any(wanted & content_words(text_of(fact)) for fact in others) else required[0]


def _points(name: str) -> bool:
    return any_phrase(_POINTS).fullmatch(name.casefold().removesuffix(" is")) is not None


def _rank_clauses(text: str) -> list[tuple[int, int]]:
    """The clauses of a text; an "and" parts two that each give a priority."""
    found: list[tuple[int, int]] = []
    for begin, end in clauses_with_commas(text):
        start = begin
        for joint in any_phrase(_JOINS).finditer(text, begin, end):
            if not text[start : joint.start()].strip():
                start = joint.end()
            elif rank_in(text[start : joint.start()]) and rank_in(text[joint.end() : end]):
                found.append((start, joint.start()))
                start = joint.end()
        found.append((start, end))
    return found


def _bare(name: str) -> str:
    """A name without the small words that its rank leaves behind: "the two lists are what" must ship."""
    words = name.split()
    while words and words[-1].casefold() in small_words("en"):
        words.pop()
    return " ".join(words)
