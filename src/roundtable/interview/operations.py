"""Changes to what is known: corrections, removals, priorities, "it belongs in X, not Y".

Each finds the fact it means (by id, by quoted words, by the value it replaces, by what was said last), changes that and
nothing else, and says the line before and after. What cannot be told apart is asked about; nothing becomes a requirement.

Elsewhere: new statements (`recording`), taking back the last turn (`roundtable.engine`).
"""

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.engine.briefing import Amendment
from roundtable.facts import (
    BusinessRule,
    Constraint,
    Criterion,
    ErrorCase,
    Fact,
    Interface,
    Note,
    Priority,
    Quality,
    Requirement,
)
from roundtable.facts.evidence import Quote
from roundtable.interview.recording import Recorder
from roundtable.interview.slots import level_in, rank_in
from roundtable.interview.wording import changed, clauses, content_words, likeness, listed, quoted, title_of
from roundtable.language.phrases import any_phrase, leading_phrase, rows
from roundtable.language.sentences import sentences
from roundtable.language.tongue import small_words

_ID: Final = re.compile(r"\b[A-Z]{2,4}-\d[\d-]*\b")
_PIECE: Final = r"(?:[^\s,;.]|\.(?=\w))+"
"""A word, a figure or a name; a dot belongs to it only inside ("0.41", "app.py")."""
_SWAPS: Final = rows(
    "NEW and not OLD | NEW not OLD | not OLD but NEW | not OLD rather NEW | NEW instead of OLD "
    "| said OLD(?: but)?(?: i)? meant NEW | said OLD(?: but)?(?: i)? mean NEW | wrote OLD(?: but)?(?: i)? meant NEW "
    "| not OLD, NEW"
)
"""How somebody says which value takes the place of which; a comma may stand between any two words."""
_FIGURE: Final = re.compile(r"(?<![\w.])\d[\d.,]*(?<![.,])(?:\s?[A-Za-z%]+)?")
_DISTINCT: Final = re.compile(r"\d{3}")
_ONLY_A_PART: Final = rows(
    "bit | part | piece | half | sentence | clause | mention | the last | words | from"
)
_ADDS: Final = rows("also | too | as well | not only")
"""What corrects by adding: the sentence that is there still holds."""
_WHOLE: Final = 0.4
"""Who names less of a sentence than this means a part of it."""
_REMOVES: Final = rows("drop | remove | delete | take | forget | scrap | strike | cut | leave")
_IS_ABOUT: Final = 0.2
"""Who names less of a sentence than this ranks only one of the things in it."""
_NEAR: Final = 0.34
_SURE: Final = 0.5
"""How much of the words that name a thing it has to share, to be changed; to be removed, half."""
_SAME: Final = 0.6
"""How alike a sentence and a recorded one have to be for the one to replace the other."""
_LEADS_IN: Final = rows("correction | one correction | small correction | no wait | wait | sorry | actually")
_PHRASE: Final = 3
_LONGEST: Final = 25


@dataclass(slots=True)
class Operations:
    """What one input changes, and the lines that say so."""

    recorder: Recorder
    amended: list[Amendment] = field(default_factory=list[Amendment])
    retracted: list[str] = field(default_factory=list[str])
    lines: list[str] = field(default_factory=list[str])
    asks: str = ""
    """The one short question, where two facts could be meant."""

    @property
    def _analysis(self) -> Analysis:
        return self.recorder.situation.analysis

    # -- corrections ---------------------------------------------------------------------------------------------------

    def correct(
        self, part: tuple[int, int], what: str, content: Sequence[tuple[int, int]], *, anywhere: bool
    ) -> bool:
        """A correction; whether it found what it means.

        In the middle of a talk only a short one that names a value or an id counts: a long sentence is an answer.
        """
        text = self.recorder.situation.heard.text[slice(*part)]
        if self.rank(part):
            return True
        if not anywhere and len(text.split()) > _LONGEST:
            return False
        quote = self.recorder.situation.quote(*part, corrects=True)
        if self._swap(text, what, quote):
            return True
        by_id = bool(self._named(text))
        if not by_id and (not anywhere or any_phrase(_ADDS).search(text)):
            return False
        target = self._target(text, exact=what)
        self.asks = ""  # told beside what is on record nothing is lost, so a doubt is not worth a question
        if target is None:
            return False
        if not by_id and likeness(_text(target), text) < _SAME:
            return False
        said = [slice(*span) for span in content] if by_id else []
        whole = " ".join(self.recorder.situation.heard.text[one].strip() for one in said)
        lead = leading_phrase(_LEADS_IN, text)
        self._amend(target, _sentence(whole or text[lead.end() if lead else 0 :]), quote)
        return True

    def _swap(self, text: str, what: str, quote: Quote) -> bool:
        """ "It is 6, not 5": the one value in the one sentence that has it."""
        for form in _SWAPS:
            for match in _swapped(form).finditer(text):
                old, new = match["old"].strip("\"'“”"), match["new"].strip("\"'“”")
                found = self._holding(old, text)
                if found is None:
                    continue
                fact, held = found
                value = _value(new, held)
                if _FIGURE.search(held) and not _FIGURE.search(value) and len(value.split()) > 1:
                    continue  # "I must correct: not 23": words do not take the place of a figure
                if not (content_words(value) or _FIGURE.search(value)):
                    continue  # "it is not three names": that is no value
                for one in [fact, *self._others_with(held, fact)]:
                    self._amend(one, _replaced(_text(one), held, value), quote)
                return True
        return False

    def _holding(self, old: str, context: str) -> tuple[Fact, str] | None:
        """The fact that holds a value; of several, the one that shares most with what is said around it, else the latest.

        "not 5 any more" names the value by its first word, so the words are tried from all of them to the first.
        """
        words = old.split()
        around = content_words(context)
        for count in range(len(words), 0, -1):
            held = " ".join(words[:count]).strip(".,;:")
            pattern = _whole_value(held)
            holders = [f for f in self._analysis.facts if _text(f) and pattern.search(_text(f))]
            if holders and content_words(held):  # a small word stands in many sentences and is no value
                named = _ID.search(context)
                return max(
                    enumerate(holders),
                    key=lambda pair: (
                        named is not None and pair[1].id == named[0],
                        len(content_words(_text(pair[1])) & around),
                        pair[0],
                    ),
                )[1], held
        return None

    def _others_with(self, held: str, first: Fact) -> list[Fact]:
        """A value that can hardly mean two things is replaced wherever it stands."""
        if not _DISTINCT.search(held) and len(held.split()) < _PHRASE:
            return []
        pattern = _whole_value(held)
        return [f for f in self._analysis.facts if f.id != first.id and pattern.search(_text(f))]

    def _amend(self, fact: Fact, text: str, quote: Quote) -> None:
        """New words for a fact. Its requirement's title follows when it was made of the old ones."""
        before = _text(fact)
        field_name = _field(fact)
        updates: dict[str, object] = {field_name: text}
        if isinstance(fact, Requirement) and fact.title == title_of(before):
            updates["title"] = title_of(text)
        kept = tuple(item for item in fact.evidence if not isinstance(item, Quote) or item.role == "said")
        self.amended.append(Amendment(fact_id=fact.id, updates=updates, evidence=(*kept, quote)))
        old, new = changed(before, text)
        self.lines.append(f'{fact.id} before: "{old}" After: "{new}"')

    # -- removals ------------------------------------------------------------------------------------------------------

    def retract(self, part: tuple[int, int], what: str) -> bool:
        """Take back what was named: by id, else by its words; only the clause that was meant where one was."""
        text = self.recorder.situation.heard.text[slice(*part)]
        known = self._named(text)
        if known:
            for fact in known:
                self._remove(fact)
            return True
        target = self._target(text, exact=what, near=_SURE)
        if target is None:
            return bool(self.asks)
        words = content_words(text)
        is_part = any_phrase(_ONLY_A_PART).search(text) or _covers(words, _text(target)) < _WHOLE
        rest = _other_sentences(_text(target), words) or (_without(_text(target), words) if is_part else "")
        if rest:
            quote = self.recorder.situation.quote(*part, corrects=True)
            self._amend(target, rest, quote)
        else:
            self._remove(target)
        return True

    def _remove(self, fact: Fact) -> None:
        if fact.id not in self.retracted:
            self.retracted.append(fact.id)
            self.lines.append(f"Removed, {fact.id}: {quoted(_text(fact))}")

    # -- priorities ----------------------------------------------------------------------------------------------------

    def rank(self, part: tuple[int, int]) -> bool:
        """ "FR-001 should be a Must", "the config entry is a should, the flag is the must"; whether it was one."""
        text = self.recorder.situation.heard.text[slice(*part)]
        done = False
        for start, end in _clauses_with_commas(text):
            clause = text[start:end]
            level = level_in(clause)
            given = rank_in(clause)
            if level is None or given is None:
                continue
            ids = self._named(clause)
            name = (
                "" if ids else clause[: given.start()].strip(" .,;:") or clause[given.end() :].strip(" .,;:")
            )
            fact = ids[0] if ids else self._ranked_by(name)
            if isinstance(fact, _MAY_BECOME_ONE) and _covers(_meant(name), _text(fact)) < _IS_ABOUT:
                fact = None  # it says more than what is ranked ("for articles and for pages"), and stays as it is
            if fact is None:
                self._keep_unranked(part[0] + start, part[0] + end)
                done = True
                continue
            quote = self.recorder.situation.quote(part[0] + start, part[0] + end, corrects=True)
            owner = self._as_requirement(fact, name, quote)
            old = self._analysis.priority_of(owner)
            self.retracted += [p.id for p in self._analysis.of(Priority) if p.target == owner]
            self.recorder.add(Priority, (quote,), target=owner, level=level)
            self.lines.append(f"{fact.id} {quoted(_text(fact))}: {old or 'no priority'} → {level}.")
            done = True
        return done

    def _keep_unranked(self, start: int, end: int) -> None:
        """A priority of something that is not on record: the words are kept, nothing is ranked."""
        quote = self.recorder.situation.quote(start, end)
        self.recorder.add(
            Note, (quote,), text=quote.text, about="rank", question=self.recorder.situation.asked.text
        )
        self.lines.append(f"Kept in your words, for I do not find what it ranks: {quoted(quote.text)}")

    def _ranked_by(self, name: str) -> Fact | None:
        """What a priority is given to: the requirement, or what stands under one, that shares most with its name."""
        wanted = _meant(name)
        if "itself" in name.casefold().split():
            return next(iter(self._analysis.of(Requirement)), None)
        kinds = (Requirement, *_MAY_BECOME_ONE)
        scored = [
            (len(wanted & content_words(f.headline)), isinstance(f, Requirement), f)
            for f in self._analysis.facts
            if isinstance(f, kinds)
        ]
        best = max(scored, key=lambda entry: entry[:2], default=None)
        enough = max(1, -(-2 * len(wanted) // 3))
        return best[2] if best is not None and best[0] >= enough else None

    def _as_requirement(self, fact: Fact, name: str, quote: Quote) -> str:
        """Only requirements have a priority: a rule, an error or a check that gets one of its own becomes one,

        under the name that the person gave it.
        """
        if not isinstance(fact, _MAY_BECOME_ONE):
            return fact.id
        title = title_of(_without_tail(name) or _text(fact))
        wanted = _meant(name)
        made = self.recorder.add(Requirement, (*fact.evidence, quote), title=title, text=_text(fact))
        for other in self._analysis.facts:
            is_about = wanted <= content_words(_text(other)) and _covers(wanted, _text(other)) >= _IS_ABOUT
            if other is fact or (is_about and isinstance(other, _MAY_BECOME_ONE)):  # all that is said of it
                self.retracted.append(other.id)
                self.recorder.add(Criterion, other.evidence, requirement=made.id, text=_text(other))
        return made.id

    # -- which fact is meant -------------------------------------------------------------------------------------------

    def _target(self, words: str, exact: str = "", near: float = _NEAR) -> Fact | None:
        named = self._named(words)
        if named:
            return named[0]
        if exact and not _ID.fullmatch(exact):
            plain = exact.casefold().strip()
            holding = [f for f in _shown(self._analysis) if plain in _text(f).casefold()]
            if len(holding) == 1:
                return holding[0]
        return self._named_by(words, near)

    def _named(self, words: str) -> list[Fact]:
        """The facts whose ids stand in these words."""
        found = [self._analysis.get(fact_id) for fact_id in dict.fromkeys(_ID.findall(words))]
        return [fact for fact in found if fact is not None]

    def _only_one_with(self, words: str) -> Fact | None:
        """The one fact that has all the words of "drop the images", before any reason that follows."""
        (start, end), *_ = _clauses_with_commas(words)
        wanted = _meant(words[start:end])
        holding = [fact for fact in _shown(self._analysis) if wanted and wanted <= content_words(_text(fact))]
        return holding[0] if len(holding) == 1 else None

    def _named_by(self, words: str, near: float = _NEAR) -> Fact | None:
        """The fact that shares most with these words; the one question where two share as much."""
        wanted = _meant(words)
        if not wanted:
            return None
        least = min(_LEAST, len(wanted)) if near >= _SURE else 1
        scored = sorted(
            ((_share(wanted, f, least), at, f) for at, f in enumerate(_shown(self._analysis))),
            key=lambda entry: (entry[0], entry[1]),
            reverse=True,
        )
        if not scored or scored[0][0] < near:
            return self._only_one_with(words) if any_phrase(_REMOVES).search(words) else None
        best = [f for score, _, f in scored if score == scored[0][0]]
        unclear = len({type(f) for f in best}) == len(best) <= 3 and scored[0][0] < 0.5
        if len(best) > 1 and (
            unclear or (near >= _SURE and len(best) <= 3)
        ):  # nothing is removed by the toss of a coin
            choices = [f"{f.id} ({quoted(_text(f))})" for f in best]
            self.asks = f"Which one do you mean: {', or '.join(choices)}?"
            return None
        return best[0]


def is_lead_in(words: str) -> bool:
    """Whether these words only announce a correction."""
    lead = leading_phrase(_LEADS_IN, words)
    return lead is not None and lead.end() == len(words)


def _without_tail(name: str) -> str:
    """A name without the small words that its rank leaves behind: "the two lists are what" must ship."""
    words = name.split()
    while words and words[-1].casefold() in small_words("en"):
        words.pop()
    return " ".join(words)


def _meant(words: str) -> frozenset[str]:
    return content_words(words) - content_words(" ".join(_ABOUT_TALK))


def _share(wanted: frozenset[str], fact: Fact, least: int) -> float:
    """How much of the words a fact shares; nothing when they are fewer than it takes."""
    shared = wanted & (
        content_words(_text(fact)) | content_words(f"{fact.noun} {fact.kind.replace('_', ' ')}")
    )
    return len(shared) / len(wanted) if len(shared) >= least else 0.0


_MAY_BECOME_ONE: Final = (Criterion, BusinessRule, ErrorCase, Constraint, Interface, Quality, Note)
"""What becomes a requirement when somebody gives it a priority of its own."""
_LEAST: Final = 2
_ABOUT_TALK: Final = rows(
    "drop | remove | delete | take | back | forget | scrap | strike | cut | please | change | correction | wrong "
    "| said | wait | sorry | actually | leave"
)
"""Words about the talk itself, which name nothing that is on record."""


@lru_cache(maxsize=64)
def _swapped(form: str) -> re.Pattern[str]:
    """A form as a pattern: what comes first is as short as can be, what comes last as long."""
    old, new = rf"(?P<old>{_PIECE}(?:\s{_PIECE}){{0,3}}", rf"(?P<new>{_PIECE}(?:\s{_PIECE}){{0,5}}"
    first, last = ("?)", ")") if form.index("OLD") < form.index("NEW") else (")", "?)")
    words = form.replace(" ", r",?\s+").replace("OLD", old + first).replace("NEW", new + last)
    return re.compile(rf"(?<!\w){words}", re.IGNORECASE)


def _clauses_with_commas(text: str) -> list[tuple[int, int]]:
    cuts = [0, *(match.end() for match in re.finditer(r"[,;.](?=\s|$)", text)), len(text)]
    return [(a, b) for a, b in itertools.pairwise(cuts) if text[a:b].strip()]


def _shown(analysis: Analysis) -> Iterable[Fact]:
    """The facts that the person said, or agreed to."""
    return [fact for fact in analysis.facts if fact.area != "code" and _text(fact)]


def _field(fact: Fact) -> str:
    return next(name for name in ("text", "choice", "title", "name", "path") if hasattr(fact, name))


def _text(fact: Fact) -> str:
    return str(getattr(fact, _field(fact), "")) if not isinstance(fact, Priority) else ""


def _whole_value(held: str) -> re.Pattern[str]:
    """A value as a whole: "5" is not in "0.5" nor in "15"; "9000 characters" is also "9000 character"."""
    stem = held[:-1] + f"{held[-1]}?" if held.endswith("s") and " " in held else held
    return re.compile(rf"(?<![\w.]){stem if stem != held else re.escape(held)}(?!\w|\.\w)", re.IGNORECASE)


def _value(new: str, held: str) -> str:
    """The new value: for a figure the last figure, with its unit where the old one had one; else the words as given."""
    if _FIGURE.match(held) or _FIGURE.search(new):
        figures = [match[0] for match in _FIGURE.finditer(new)]
        if figures:
            unit = "" if " " in figures[-1] else held.partition(" ")[2]
            return f"{figures[-1]} {unit}".rstrip() if " " in held.strip() else figures[-1].split()[0]
    new = new.rpartition(": ")[2]
    leads = [0, *(match.end() for match in any_phrase(_BEFORE_VALUE).finditer(new))]
    return new[leads[-1] :].strip(" ,")


_BEFORE_VALUE: Final = rows(
    "is | are | was | be | it'?s | says? | prints? | reads? | with | to | means? | called | named | uses?"
)
"""What stands before a value in a sentence that gives one: "the line says", "it exits with"."""


def _replaced(text: str, old: str, new: str) -> str:
    return _whole_value(old).sub(lambda _: new, text)


def _covers(words: frozenset[str], text: str) -> float:
    """How much of a text these words name."""
    known = content_words(text)
    return len(known & words) / (len(known) or 1)


def _other_sentences(text: str, words: frozenset[str]) -> str:
    """What was said in one breath, without the sentences that hold the words; empty when it is but one."""
    parts = [text[start:end] for start, end in sentences(text)]
    kept = [part for part in parts if not content_words(part) & words]
    return " ".join(kept) if len(kept) < len(parts) else ""


def _without(text: str, words: frozenset[str]) -> str:
    """A sentence without the clauses that hold the words; empty when none would be left, or none holds one."""
    parts = [text[a:b].strip() for a, b in clauses(text)]
    kept = [part for part in parts if not content_words(part) & words]
    return listed(kept) if kept and len(kept) < len(parts) else ""


def _sentence(text: str) -> str:
    plain = text.strip()
    return plain[:1].upper() + plain[1:]
