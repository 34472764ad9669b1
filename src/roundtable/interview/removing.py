"""What is taken away, and new words for what stays.

A removal takes what it names and nothing else: a fact by its id or its words, a sentence or a clause of one, a member of a list.
What belonged to a requirement that goes stands without it.

Elsewhere: corrections (`operations`), which fact is meant (`which_fact`).
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from roundtable.engine.briefing import Amendment
from roundtable.facts import Fact, Requirement
from roundtable.facts.evidence import Quote
from roundtable.interview.lead_ins import JOINERS, removal_in
from roundtable.interview.lists import without_member
from roundtable.interview.named import words_quoted
from roundtable.interview.ranking import Ranks
from roundtable.interview.which_fact import (
    clauses_with_commas,
    fact_meant,
    facts_named,
    field_of,
    noun_of_line,
    text_of,
    words_meant,
)
from roundtable.interview.wording import changed, content_words, quoted, title_of
from roundtable.language.phrases import any_phrase, behind_leading, rows
from roundtable.language.sentences import sentences

_ONLY_A_PART: Final = rows("bit | part | piece | half | clause | mention | the last | words | from")
STAYS: Final = rows("leave it | leave that | keep it | keep that | as it was | stays?")
"""What is said of something that is not to change after all."""
_ALL: Final = rows("both | all")
_NTH: Final = rows("first | second | third | last")


@dataclass(slots=True)
class Removals(Ranks):
    """What an input takes away or words anew, and the lines that say so."""

    amended: list[Amendment] = field(default_factory=list[Amendment])
    asks: str = ""
    """The one short question, where two facts could be meant."""

    def as_amended(self, facts: Sequence[Fact]) -> list[Fact]:
        """The facts as this input has changed them so far."""
        updates = {one.fact_id: one.updates for one in self.amended}
        return [fact.model_copy(update=updates.get(fact.id, {})) for fact in facts]

    def amend(self, fact: Fact, text: str, quote: Quote) -> None:
        """New words for a fact. Its title follows when it was made of the old ones."""
        before = text_of(fact)
        field_name = field_of(fact)
        updates: dict[str, object] = {field_name: text}
        if getattr(fact, "title", "") == title_of(before):
            updates["title"] = title_of(text)
        for at, new in enumerate(self.recorder.facts):
            if new.id == fact.id:  # said in the same breath
                self.recorder.facts[at] = new.model_copy(update=updates)
                return
        # What was put in its place before was not withdrawn.
        self.amended.append(Amendment(fact_id=fact.id, updates=updates, evidence=(*fact.evidence, quote)))
        self.last = fact.model_copy(update=updates)
        old, new = changed(before, text)
        self.lines.append(f'{fact.id} before: "{old}" After: "{new}"')

    def retract(self, part: tuple[int, int]) -> bool:
        """Take back what was named: by id, else by its words; only the clause that was meant where one was."""
        text = self.recorder.situation.heard.text[slice(*part)]
        known = self.named(text)
        is_part = any_phrase(_ONLY_A_PART).search(text) is not None
        if known and not (
            is_part and len(known) == 1 and words_meant(text) & content_words(text_of(known[0]))
        ):
            for fact in known:
                self.remove(fact)
            return True
        whole = [fact for fact in map(self._said_so, words_quoted(text)) if fact is not None]
        if whole[1:]:  # "drop 'a' and the one with 'b'"
            for fact in dict.fromkeys(whole):
                self.remove(fact)
            return True
        if says_it_stays(text):
            self.trouble = "Then nothing changes."  # "remove the one about logs, no, leave it"
            return True
        target, self.asks = (known[0], "") if known else fact_meant(self._analysis, text)
        if target is None:
            return bool(self.asks)
        quote = self.recorder.situation.quote(*part, corrects=True)
        is_line = bool(noun_of_line(text))  # the whole of it
        if any(
            one.casefold().strip(" .") == text_of(target).casefold().strip(" .") for one in words_quoted(text)
        ):
            self.remove(target)
            return True
        quoted_ = next((one for one in words_quoted(text) if one in text_of(target) and not is_line), None)
        if quoted_ is not None and (left := text_of(target).replace(quoted_, "").strip(" ,.:;")):
            self.amend(target, left, quote)
            return True
        (start, end), *_ = clauses_with_commas(text)  # without the reason behind it
        named = words_meant(text[start:end]) & content_words(text_of(target))
        if rest := without_member(text_of(target), named):
            self.amend(target, rest, quote)
            return True
        words = named or content_words(text)
        often = Counter(word for fact in self._analysis.facts for word in content_words(text_of(fact)))

        def weight(piece: str) -> float:
            return sum(1 / often[word] for word in content_words(piece) & words)

        rest = _without(text_of(target), weight, is_part=is_part)
        if rest:
            self.amend(target, rest, quote)
        else:
            self.remove(target)
        return True

    def _said_so(self, words: str) -> Fact | None:
        """The one fact that has these words."""
        found = [fact for fact in self._analysis.facts if words.casefold() in text_of(fact).casefold()]
        return found[0] if len(found) == 1 else None

    def remove_chosen(self, reply: str, question: str) -> bool:
        """Which of those that were asked about go; whether that can be told."""
        offered = facts_named(self._analysis, question)
        chosen = [fact for fact in facts_named(self._analysis, reply) if fact in offered]
        if not chosen and any_phrase(_ALL).search(reply):
            chosen = offered
        if not chosen and (nth := any_phrase(_NTH).search(reply)):
            at = _NTH.index(nth[0].casefold())
            chosen = offered[at : at + 1] if at < len(_NTH) - 1 else offered[-1:]
        shared = [len(words_meant(reply) & content_words(text_of(fact))) for fact in offered]
        if not chosen and shared and shared.count(max(shared)) == 1:
            chosen = [offered[shared.index(max(shared))]]
        for fact in chosen:
            self.remove(fact)
        return bool(chosen)

    def remove(self, fact: Fact) -> None:
        if fact.id not in self.retracted:
            self.retracted.append(fact.id)
            self.lines.append(f"Removed, {fact.id}: {quoted(text_of(fact) or fact.headline)}")
            self.keep_parts(fact)

    def keep_parts(self, gone: Fact, *, is_moved: bool = False) -> None:
        """What was said of the only requirement stands without it: its first check is the requirement then, if it has one.

        What was said of one that is no requirement after all is said of the first that is left.
        """
        left = [one for one in self._analysis.of(Requirement) if one.id not in self.retracted]
        parts = [one for one in self._analysis.facts if getattr(one, "requirement", None) == gone.id]
        parts = [one for one in parts if one.id not in self.retracted]
        parts.sort(key=lambda one: one.kind != "criterion")
        if (left and not is_moved) or not parts or not isinstance(gone, Requirement):
            return
        quote = self.recorder.situation.quote(0, len(self.recorder.situation.heard.text), corrects=True)
        if left or parts[0].kind != "criterion":
            for part in parts:
                self.put_under_home(part, left[0] if left else None, quote)
            return
        home = self.recorder.restate(parts[0], "requirement", quote)
        self.lines.append(f"{parts[0].id} is now {home.noun}: {quoted(text_of(parts[0]))}")
        self.retracted.append(parts[0].id)
        for part in parts[1:]:
            self.put_under_home(part, home, quote)

    def put_under_home(self, part: Fact, home: Fact | None, quote: Quote) -> None:
        """A rule, an error or a check as part of another requirement, or of none; a check is named after its requirement."""
        if part.kind != "criterion" and (home is None or home.id in self._analysis.by_id):
            updates: dict[str, object] = {"requirement": home.id if home else None}
            self.amended.append(Amendment(fact_id=part.id, updates=updates, evidence=(*part.evidence, quote)))
        elif home is not None:
            self.recorder.put_under(part, home.id, quote)
            self.retracted.append(part.id)


def says_it_stays(text: str) -> bool:
    """Whether what a sentence names is not to change after all; "…, the other rule stays" is about something else."""
    found = any_phrase(STAYS).search(text)
    clause = next((text[a:b] for a, b in clauses_with_commas(text) if found and a <= found.start() < b), "")
    return found is not None and (not removal_in(text) or not words_meant(any_phrase(STAYS).sub(" ", clause)))


def _without(text: str, weight: Callable[[str], float], *, is_part: bool) -> str:
    """What was said in one breath, without the sentence of most weight, or only without the clause in it that has it.

    What stands behind the first clause of a sentence hardly stands without it; who speaks of a part means just that.
    """
    parts = [text[start:end] for start, end in sentences(text)]
    place = max(range(len(parts)), key=lambda at: weight(parts[at]))
    pieces = [parts[place][start:end].strip() for start, end in clauses_with_commas(parts[place])]
    heavy = max(range(len(pieces)), key=lambda at: (weight(pieces[at]), at))
    kept = " ".join([*pieces[:heavy], *pieces[heavy + 1 :]]) if heavy or is_part else ""
    kept = behind_leading(JOINERS, kept)
    kept = (
        f"{kept.rstrip(' ,;')}{'.' if parts[place].endswith('.') else ''}"
        if kept.endswith((",", ";"))
        else kept
    )
    return " ".join(filter(None, (*parts[:place], kept, *parts[place + 1 :])))
