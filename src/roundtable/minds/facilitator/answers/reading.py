"""`Reading`: one answer being read, with what is known already and the facts found so far.

Every reader in this package takes one and adds to it. `Reading.fact` is the only way to make a fact here: it quotes the
piece that the fact rests on and adds an anchor for each name in it that the code knows.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, TypeVar

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.content import Step
from roundtable.analysis.evidence import Assumed, CodeAnchor, Evidence, Inferred
from roundtable.analysis.facts import Criterion, Fact, Requirement, Story
from roundtable.engine.briefing import Amendment, Ask
from roundtable.minds.facilitator.code_sight import Sight
from roundtable.minds.facilitator.spans import Heard, Piece
from roundtable.minds.facilitator.words import content_words, stem, stems, word_set

__all__ = ["Reading", "closest", "has_content", "is_enumeration", "names_in", "shorten"]

F = TypeVar("F", bound=Fact)


@dataclass(slots=True)
class Reading:
    """An answer on its way to becoming facts."""

    heard: Heard
    analysis: Analysis
    asked: Ask | None = None
    step: Step | None = None
    sight: Sight = field(default_factory=Sight)
    facts: list[Fact] = field(default_factory=list[Fact])
    reused: list[str] = field(default_factory=list[str])
    """Ids of known facts that the answer repeats: said again, so confirmed."""
    retracted: list[str] = field(default_factory=list[str])
    amended: list[Amendment] = field(default_factory=list[Amendment])
    prefix: str = ""
    """Keeps temporary ids apart when several texts are read for one thought."""
    _marks: dict[tuple[str, str], Fact] = field(default_factory=dict[tuple[str, str], Fact], repr=False)

    def fact(
        self, kind: type[F], piece: Piece | Iterable[Piece], *, evidence: Iterable[Evidence] = (), anchors: bool = True,
        **fields: Any,
    ) -> F:  # fmt: skip
        """A fact that rests on these words; it joins the reading unless the same thing is known."""
        pieces = (piece,) if isinstance(piece, Piece) else tuple(piece)
        said: list[Evidence] = [
            quote for one in pieces if (quote := self.heard.quote(one.start, one.end)).text
        ]
        said += evidence
        if anchors:
            known = {item.path for item in said if isinstance(item, CodeAnchor)}
            said += [
                a
                for one in pieces
                for name in names_in(one.text)[:8]
                if (a := self.sight.anchor(name)) and a.path not in known
            ]
        said = said or [Assumed(because="nothing was said")]
        made = kind(
            id=f"new:{self.prefix}{len(self.facts) + 1}",
            step_id=self.step.step_id if self.step else None,
            evidence=tuple(dict.fromkeys(said)),
            **fields,
        )
        twin = self._twin(made)
        if twin is not None:
            if not twin.id.startswith("new:"):
                self.reused.append(twin.id)
            return twin
        self.facts.append(made)
        return made

    def infer(self, kind: type[F], because: str, sources: Iterable[str] = (), **fields: Any) -> F:
        """A fact that follows from others in this reading."""
        made = kind(
            id=f"new:{self.prefix}{len(self.facts) + 1}",
            step_id=self.step.step_id if self.step else None,
            evidence=(Inferred(sources=tuple(sources), because=because),),
            **fields,
        )
        self.facts.append(made)
        return made

    def _twin(self, made: F) -> F | None:
        """The same fact, known already: same kind and, apart from case and plural, the same words."""
        if not self._marks:
            self._marks = {
                (known.kind, mark): known for known in reversed(self.analysis.facts) if (mark := _mark(known))
            }
        mark = _mark(made)
        if not mark:
            return None
        twin = self._marks.get((made.kind, mark))
        if isinstance(twin, type(made)):
            # A fact of this reading may have been completed since; the latest version counts.
            return next(
                (fact for fact in self.facts if fact.id == twin.id and isinstance(fact, type(made))), twin
            )
        self._marks[made.kind, mark] = made
        return None

    def amend(self, fact: Fact, piece: Piece, **updates: Any) -> None:
        """New values for a known fact, on the strength of these words."""
        quote = self.heard.quote(piece.start, piece.end)
        self.amended.append(Amendment(fact_id=fact.id, updates=updates, evidence=(quote,)))

    def drop(self, fact: Fact) -> None:
        """The person took it back or said that it is wrong."""
        if fact.id not in self.retracted:
            self.retracted.append(fact.id)

    def all_of(self, kind: type[F]) -> tuple[F, ...]:
        """Known facts of a type, then those of this reading."""
        return (*self.analysis.of(kind), *(fact for fact in self.facts if isinstance(fact, kind)))

    def requirement_for(self, text: str) -> Requirement | None:
        """The requirement a sentence speaks of: named by id, asked about, most alike, or the latest one."""
        known = self.all_of(Requirement)
        by_id = {requirement.id: requirement for requirement in known}
        named = re.search(r"\bFR-\d{3,6}\b", text)
        if named and named.group() in by_id:
            return by_id[named.group()]
        if self.asked is not None:
            about = re.search(r"\b(?:FR|US)-\d{3,6}\b", f"{self.asked.about} {self.asked.text}")
            story = self.analysis.get(about.group()) if about else None
            owners = story.requirements if isinstance(story, Story) else (about.group(),) if about else ()
            if owners and owners[0] in by_id:
                return by_id[owners[0]]
        return closest(text, known) or self._spoken_of(known)

    def _spoken_of(self, known: Sequence[Requirement]) -> Requirement | None:
        """Without a word that tells: the first where the question is about the most important, else the latest checked."""
        asked = self.asked.text if self.asked else ""
        if known and re.search(r"\bmost important\b|\bthis story\b", asked, re.IGNORECASE):
            return known[0]
        checked = [fact.requirement for fact in self.all_of(Criterion)]
        by_id = {requirement.id: requirement for requirement in known}
        latest = next((by_id[owner] for owner in reversed(checked) if owner in by_id), None)
        fresh = [one for one in known if one.id.startswith("new:")]
        return fresh[-1] if fresh else latest or (known[-1] if known else None)


_ANYWHERE: Final = frozenset(
    stem(word)
    for word in ("user", "users", "system", "value", "values", "must", "person", "customer", "thing", "case")
)
"""Words that turn up in requirements about anything."""


def closest(text: str, known: Sequence[Requirement]) -> Requirement | None:
    """The requirement that shares the most words with a text: two at least, or one that no other shares."""
    mine = stems(text) - _ANYWHERE
    shared = [len(mine & {stem(word) for word in content_words(f"{one.title} {one.text}")}) for one in known]
    most = max(shared, default=0)
    if most == 0 or (most == 1 and shared.count(1) > 1):
        return None
    return known[len(shared) - 1 - shared[::-1].index(most)]


def _mark(fact: Fact) -> str:
    if isinstance(fact, Requirement):
        return _plain(fact.text)
    for name in ("text", "path", "name", "word", "condition", "title", "entity"):
        value = getattr(fact, name, "")
        if value:
            more = "".join(
                str(getattr(fact, extra, "") or "")
                for extra in ("requirement", "target", "source", "signature")
            )
            return _plain(f"{value} {more}")
    more = " ".join(str(getattr(fact, extra, "") or "") for extra in ("source", "target", "level"))
    return _plain(more)


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    return " ".join(stem(word) for word in re.findall(r"\w+", text.lower()))


_CODE_NAME: Final = re.compile(
    r"`([^`\n]{2,200})`"
    r"|(?<![\w/.@])((?:[\w.-]+/)+[\w.-]*\w|[\w-]+(?:\.[\w-]+)*\.(?:py|pyi|js|jsx|ts|tsx|mjs|go|rs|rb|java|kt|cs|php|c|h|cc|cpp|hpp|swift|scala|sh|sql|html|css|scss|vue|svelte|md|rst|txt|toml|yaml|yml|json|xml|ini|cfg|conf|lock|proto|graphql|tf|ex|exs|erl|lua|pl|r|jl|dart))(?![\w/])(?::\d+)?"
    r"|\b([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\(\)"
    r"|\b([a-z]+(?:_[a-z0-9]+)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)\b"
)


def names_in(text: str) -> list[str]:
    """Words that look like files or symbols, in order, each once."""
    found = (next(group for group in hit.groups() if group) for hit in _CODE_NAME.finditer(text[:20_000]))
    return list(dict.fromkeys(found))


_TRAILING: Final = word_set(
    "a an the and or of to in on at by for per with from as that which who when if so because into is are be their its our your my this it"
    " und oder der die das mit für von zu"
)
_BREAK: Final = re.compile(
    r"[,;:.!?。，；：！？](?:\s|$)|[。，；：！？]|\s(?:so that|because|when|whenever|if|unless|which|while|until|before|after|instead of|in order to|even if|as long as|weil|damit|wenn|sodass)\s|\s[-–—]+\s|\s\(",
    re.IGNORECASE,
)


def shorten(text: str, most: int = 8, longest: int = 60) -> str:
    """A short phrase from the beginning of a text: up to a natural break, at most `most` words, no dangling article."""
    flat = " ".join(text.split()).strip(" .,;:!?\"'“”*_-–。，；！？")
    head = flat
    for cut in _BREAK.finditer(flat):
        if is_enumeration(flat, cut.start()):
            continue
        if len(flat[: cut.start()].split()) >= 2 or not flat[: cut.start()].isascii():
            head = flat[: cut.start()]
            break
    words = head.split()
    if len(words) > most:
        words = _without_half_list(words[:most])
    while len(words) > 1 and (words[-1].lower().strip(",;:") in _TRAILING):
        words.pop()
    phrase = " ".join(words)
    if len(phrase) > longest:
        clipped = phrase[:longest]
        words = (clipped.rpartition(" ")[0] or clipped).split()
        while len(words) > 1 and words[-1].lower().strip(",;:") in _TRAILING:
            words.pop()
        phrase = " ".join(words)
    return phrase.strip(' .,;:!?"“”*-–。，；！？') or flat[:longest]


def _without_half_list(words: list[str]) -> list[str]:
    """Words that were cut within a list end before the preposition that leads to it: no "with id, voltage"."""
    commas = [at for at, word in enumerate(words) if word.endswith(",")]
    if not commas or commas[-1] < len(words) - 4:
        return words
    leads = [at for at in range(3, commas[0] + 1) if words[at].lower() in _LEADS_TO_LIST]
    return words[: leads[-1]] if leads else words


_LEADS_TO_LIST: Final = frozenset({"with", "of", "for", "by", "from", "in", "on", "at", "to", "into", "as"})


def is_enumeration(text: str, at: int) -> bool:
    """Whether the comma here only parts the members of a list: "number, date and amount"."""
    return text[at] == "," and bool(_MEMBERS.match(text, at))


_MEMBERS: Final = re.compile(
    r"(?:,\s+(?:(?:the|a|an|its|their)\s+)?[\w'’/-]+(?:\s[\w'’/-]+)?)*,?\s+(?:and|or)\s+(?!then\b|so\b|it\b|they\b|we\b|that\b)(?:(?:the|a|an|its|their)\s+)?\w+"
)


def has_content(text: str) -> bool:
    """Whether a sentence says anything beyond small words."""
    return bool(content_words(text))
