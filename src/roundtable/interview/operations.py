"""Changes to what is known: corrections, removals, priorities, "it belongs in X, not Y".

Each finds the fact it means (by id, by quoted words, by the value it replaces, by what was said last), changes that and
nothing else, and says the line before and after. What cannot be told apart is asked about; nothing becomes a requirement.

Elsewhere: new statements (`recording`), removals and new words (`removing`), priorities (`ranking`), taking back the last turn (`roundtable.engine`).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from roundtable.facts import Fact, Note, OpenQuestion
from roundtable.facts.evidence import Quote
from roundtable.interview.lead_ins import (
    announces,
    gives_words,
    removal_in,
    takes_back,
    without_lead,
    words_given,
)
from roundtable.interview.left_open import answer_behind
from roundtable.interview.moving import attached, heading_named, moved, title_wanted
from roundtable.interview.named import all_named, words_quoted
from roundtable.interview.removing import Removals, says_it_stays
from roundtable.interview.stating import leans
from roundtable.interview.swaps import FIGURE, Swap, swapped, swaps_in
from roundtable.interview.which_fact import (
    ID,
    clause_like,
    fact_singled_out,
    fact_spoken_of,
    facts_named,
    field_of,
    sentence_meant,
    text_of,
    told_last,
    two_facts,
    words_meant,
)
from roundtable.interview.wording import content_words, listed, quoted, unquoted
from roundtable.language.acts import main_act
from roundtable.language.closed_forms import EDITS
from roundtable.language.phrases import any_form, any_phrase, rows
from roundtable.language.records import is_about_record
from roundtable.language.sentences import sentences
from roundtable.language.tongue import opened

ADDS: Final = rows("also | too | as well | not only")
"""What corrects by adding: the sentence that is there still holds."""
_SAME: Final = 0.6
"""How alike a sentence and a recorded one have to be for the one to replace the other."""
_LIMITS: Final = rows("if | when | unless | except")
"""Behind a value that takes the place of another: then only in some cases."""
PLACES: Final = frozenset({"direct_change", "no_change"})
NO_SUCH: Final = "There is no {0}; /status shows what there is."
_LONGEST: Final = 25
_LONGEST_SWAP: Final = 400
"""Letters of a sentence that may swap a value or give a priority: people say it in one."""
_CLEARLY: Final = 0.75
"""So sure must it be that somebody who names an id wants it gone."""
_NEAR: Final = 2
_BRIEF: Final = 10
"""Words with which somebody says what the thing that was just noted is."""
_A_VALUE: Final = 5
"""Words behind "BR-001:" that may only give another value; more are its new words, whatever stands in them."""
_REWRITES: Final = rows("replace | rewrite")
_EXPLAINS: Final = rows("is | are")
_NEW_WORDS: Final = re.compile(r':\s+(?P<colon>\S.*)$|["“](?P<quoted>[^"“”]+)["”]\W*$', re.DOTALL)


@dataclass(slots=True)
class Operations(Removals):
    """What one input changes, and the lines that say so."""

    # -- corrections ---------------------------------------------------------------------------------------------------

    def correct(self, part: tuple[int, int], *, anywhere: bool) -> bool:
        """A correction in one sentence; whether it found what it means.

        In the middle of a talk only a short one that names a value or an id counts: a long sentence is an answer.
        """
        text = self.recorder.situation.heard.text[slice(*part)]
        if anywhere and self.retitle(text):
            return True
        edit = any_form(EDITS["correction"]).match(text)
        words = len(text[edit.end() :].split()) if edit else 0
        is_brief = anywhere and words <= _BRIEF
        if is_brief and self.swap(part, only_exact=True, is_correction=True, anywhere=True):
            self.rank(part)
            return True
        named = self.named(text)
        is_moved = words <= _A_VALUE and self.move(part)
        removes = _is_removal(text[edit.end() :].lstrip()) if edit else removal_in(text)
        takes_away = named and removes and not says_it_stays(text)
        if self.rank(part) or is_moved or (takes_away and self.retract(part)):
            return True
        if not anywhere and len(text.split()) > _LONGEST:
            return False
        exact = not anywhere and not named
        if words <= _A_VALUE and self.swap(part, only_exact=exact, is_correction=anywhere or announces(text)):
            return True
        quote = self.recorder.situation.quote(*part, corrects=True)
        if named:
            return self._rewrite(named[0], text, quote)
        given = gives_words(text) if anywhere else None
        if given is not None and leans(given["name"]) and len(last := told_last(self._analysis)) == 1:
            self.amend(
                last[0], opened(text[given.end() :]), quote
            )  # "It should read: …" of what was changed last
            return True
        if given is not None and (meant := fact_singled_out(self._analysis, given["name"])) is not None:
            self.amend(meant, opened(text[given.end() :]), quote)
            return True
        if anywhere and takes_back(text):
            return self.retract(part)
        told = without_lead(text)
        is_other = (
            any_phrase(ADDS).search(told) is not None or heading_named(told)[0] or is_about_record(told)
        )
        is_meant = anywhere and not is_other
        target = self._closest(told) if is_meant else None
        if target is None:
            return False
        self.amend(target, opened(told), quote)
        return True

    def order(self, part: tuple[int, int], ids: Sequence[str]) -> bool:
        """What a part of a message says of these ids; whether it can be told. Nothing is done to an id that is gone."""
        text = self.recorder.situation.heard.text[slice(*part)]
        known = [fact for one in ids if (fact := self._analysis.get(one)) is not None]
        if len(known) < len(ids):
            self.trouble = NO_SUCH.format(next(one for one in ids if self._analysis.get(one) is None))
        if not known:
            return True
        self.meant = tuple(known)
        is_done = (
            self._settles(part)
            or self.correct(part, anywhere=True)
            or self._leaves(text)
            or self._takes_away(part)
        )
        self.meant = ()
        return is_done

    def _settles(self, part: tuple[int, int]) -> bool:
        """Whether what stands behind an open point answers it; said back, and the point is gone."""
        question = self.meant[0]
        told = answer_behind(self.recorder, question, part) if isinstance(question, OpenQuestion) else ""
        if told:
            self.retracted.append(question.id)
            self.lines.append(told)
        return bool(told)

    def _leaves(self, text: str) -> bool:
        """ "Leave NT-001 as it was": said back, and nothing else."""
        if not says_it_stays(text) or len(ID.split(text)[-1].split()) > _BRIEF:
            return False
        self.lines.append(f"{listed([fact.id for fact in self.meant])} stays as it is.")
        return True

    def _takes_away(self, part: tuple[int, int]) -> bool:
        """ "NT-004 can go", "OQ-001 does not apply"."""
        act = main_act(self.recorder.situation.heard.text[slice(*part)], "review", "", "")
        is_open = all(isinstance(fact, OpenQuestion) for fact in self.meant)
        is_gone = act.kind == "retraction" or (is_open and act.kind == "not_applicable")
        return is_gone and act.share >= _CLEARLY and self.retract(part)

    def as_it_is(self, ids: Iterable[str]) -> None:
        """What to say of ids where an order cannot be told."""
        done = {*self.retracted, *(one.fact_id for one in self.amended)}
        left = [fact for one in ids if one not in done and (fact := self._analysis.get(one)) is not None]
        if left:
            still = listed([f"{fact.id} is still {quoted(text_of(fact))}" for fact in left])
            self.trouble = f'{still} Say "X, not Y", or {left[0].id}: and its new words.'

    def _rewrite(self, fact: Fact, text: str, quote: Quote) -> bool:
        """New words for a fact that was named, if they plainly begin: behind a colon, or in quotation marks."""
        at, behind = next((one.span() for one in ID.finditer(text) if one[0].upper() == fact.id), (0, 0))
        found = _NEW_WORDS.search(text, behind)
        between = text[behind : found.start()].split() if found else []
        # "AC-001-01 is wrong: …" gives no new words.
        explains = any_phrase(_EXPLAINS).search(" ".join(between))
        is_near = (len(between) <= _NEAR and not explains) or words_given(text)
        # "split FR-001: …" and "FR-001 is tested so: …" want something else.
        if found is None or not is_near or words_meant(any_phrase(_REWRITES).sub(" ", text[:at])):
            return False
        new = (found["colon"] or found["quoted"]).strip()
        said = next(iter(words_quoted(new)), "")
        if new[:1] in set('"“') and new[1:].startswith(said) and new[len(said) + 2 :].strip(" ."):
            new = said  # what follows says something of it
        new = (
            new[given.end() :] if (given := gives_words(new)) else new
        )  # "… lost its end: it should say that …"
        self.amend(fact, opened(unquoted(new)), quote)
        self.retracted += [note.id for note in self._analysis.of(Note) if self._corrects(note, fact)]
        return True

    def _corrects(self, note: Fact, fact: Fact) -> bool:
        """Whether a note is what somebody said in order to correct a fact, before they gave it its new words."""
        said = [item.text for item in note.evidence if isinstance(item, Quote) and item.role == "correction"]
        if any(facts_named(self._analysis, text) for text in said):
            return any(fact in facts_named(self._analysis, text) for text in said)
        return bool(said) and fact_spoken_of(self._analysis, text_of(note), but=note) == fact

    def may_replace(self, new: Sequence[Fact]) -> tuple[Fact, Fact] | None:
        """Somebody corrected something, and what was not plain: the sentence on record that is most like one of theirs."""
        told = [fact for fact in new if fact.kind not in PLACES and getattr(fact, "about", "") != "rank"]
        found = [
            (len(content_words(said) & content_words(text_of(first))), -at, first, fact)
            for at, fact in enumerate(told)
            if (first := self._corrected(said := self._sentence_of(fact))) is not None
        ]
        return max(found, key=lambda one: one[:2])[2:] if found else None

    def _corrected(self, sentence: str) -> Fact | None:
        """What a correction is about: "I changed my mind about the config file: …" names it in front."""
        head, colon, _ = sentence.partition(": ")
        named = fact_spoken_of(self._analysis, head) if colon and announces(sentence) else None
        return named or fact_spoken_of(self._analysis, sentence)

    def _sentence_of(self, fact: Fact) -> str:
        """The whole sentence in which something was just said: what it corrects is often named before it."""
        text = self.recorder.situation.heard.text
        said = next((item.start for item in fact.evidence if isinstance(item, Quote)), 0)
        return next((text[a:b] for a, b in sentences(text) if a <= said < b), text_of(fact))

    def replace(self, about: str, named: str = "") -> bool:
        """What was asked there was answered with a yes: the later words take the place of that clause; whether both are there.

        `named`: how somebody calls the part that goes, where they did.
        """
        first, second = two_facts(self._analysis, about)
        if first is None or second is None:
            return False
        said = next(item for item in second.evidence if isinstance(item, Quote))  # what was said of it first
        self.retracted.append(second.id)
        words, before = without_lead(text_of(second)), text_of(first)
        start, end = clause_like(before, named or words)
        rest = before[end:]
        is_first = before[:start].rstrip()[-1:] in {"", ".", "!", "?"}
        words = opened(words) if is_first else words
        whole = f"{before[:start]}{words.rstrip(' .') if rest[:1] in {',', ';', '.'} else words}{rest}"
        self.amend(first, whole, said.model_copy(update={"role": "correction"}))
        return True

    def _closest(self, text: str) -> Fact | None:
        """The recorded sentence that is nearly this one; it may not say much that this one does not."""
        words = content_words(text)

        def likeness(fact: Fact) -> float:
            known = content_words(text_of(fact))
            return len(words & known) / max(len(words), len(known), 1)

        best = max(self._analysis.facts, key=likeness, default=None)
        return best if best is not None and likeness(best) >= _SAME else None

    def swap(
        self,
        part: tuple[int, int],
        *,
        only_exact: bool = False,
        is_correction: bool = False,
        anywhere: bool = False,
    ) -> bool:
        """ "It is 6, not 5": the one value in the one sentence that has it.

        `only_exact`: figures and quoted words, in a sentence about the same thing; anything else may be meant otherwise.
        `is_correction`: what has the value is meant if it is the only one, whatever it is about; `anywhere`: even if not.
        """
        text = self.recorder.situation.heard.text[slice(*part)]
        if len(text) > _LONGEST_SWAP or any_phrase(ADDS).search(without_lead(text)):
            return False
        bare = ID.sub(lambda match: " " * len(match[0]), text)
        named = self.named(text)
        around = {word for word in words_meant(bare) if word.isalpha()}
        least = 1 if only_exact and around and not named and not anywhere else 0
        done: list[Swap] = []
        for swap in swaps_in(bare):
            is_done = any(swap.start < one.end and one.start < swap.end for one in done)
            if is_done or (only_exact and not swap.is_exact):
                continue
            if any_phrase(_LIMITS).search(text, swap.end) and not named:
                continue  # "2, not 1, if only some failed" says more than another value
            is_plain = is_correction or swap.is_distinct  # 860 is what it is, whatever is said around it
            facts = self.as_amended(named or (*self._analysis.facts, *self.recorder.facts))
            holders = [
                (shared, fact, after)
                for fact in facts
                if text_of(fact) and (after := swapped(text_of(fact), swap)) is not None
                if swap.old not in {one.old for one in swaps_in(text_of(fact))}  # it says so already
                if named or not _has(text_of(fact), swap.new)
                if is_correction or fact.area != "why"  # how it is today stays
                if (shared := len(content_words(text_of(fact)) & around)) >= least or is_plain
            ]
            if is_plain and len(holders) > 1:
                holders = [one for one in holders if one[0] >= least]
            if holders:
                done.append(swap)
                self._put(swap, holders, self.recorder.situation.quote(*part, corrects=True))
        return bool(done)

    def _put(self, swap: Swap, holders: Sequence[tuple[int, Fact, str]], quote: Quote) -> None:
        """The new value where it is meant, and a word on where the old one also stands."""
        old = swap.old.strip(" .\"'“”`")  # as it is spelled, first

        def weight(at: int) -> tuple[int, bool, bool, int]:
            shared, fact, _ = holders[at]
            return shared, old in text_of(fact), fact.kind != "note", at

        last, left = max(range(len(holders)), key=weight), list[str]()
        for at, (_, fact, after) in enumerate(holders):
            if at == last or swap.is_distinct:  # what can hardly mean two things, wherever it stands
                self.amend(fact, after, quote)
            elif "\n" not in text_of(fact):  # what was pasted has any figure
                left.append(f"{fact.id}, {quoted(text_of(fact))}")
        if left and self.lines and FIGURE.search(swap.old):
            self.lines.append(f"{swap.old} also stands in {listed(left)}")

    def move_last(self, part: tuple[int, int]) -> bool:
        """ "That is a rule, not an open point", of the one thing that was just noted; whether it was one."""
        text, last = self.recorder.situation.heard.text[slice(*part)], told_last(self._analysis)
        kind, words = heading_named(text)
        if not kind or len(last) != 1 or len(text.split()) > _BRIEF or words_meant(words):
            return False
        self.meant = (last[0],)
        is_moved = self.move(part)
        self.meant = ()
        return is_moved

    def move(self, part: tuple[int, int]) -> bool:
        """ "That is a risk, not a check": the same words under the heading they belong to; whether it was one."""
        text = self.recorder.situation.heard.text[slice(*part)]
        if len(text) > _LONGEST_SWAP:
            return False
        quote = self.recorder.situation.quote(*part, corrects=True)
        if (pair := attached(self._analysis, text)) is not None:
            fact, home = pair
            self.put_under_home(fact, home, quote)
            self.lines.append(f"{fact.id} now goes with {home.id}: {quoted(text_of(fact))}")
            return True
        head, _, words = text.partition(": ")
        has_words = bool(words) and len(facts_named(self._analysis, head)) == 1
        facts, kind, name = moved(self._analysis, head if has_words else text, self.named(text))
        if kind == "change" and not self.named(text):
            return False  # "x.py and y.py are the files that change" speaks of files, and of no line
        for fact in facts:
            said = fact.model_copy(update={field_of(fact): opened(words)}) if has_words else fact
            whole = text_of(said)
            low, high = (0, len(whole)) if self.named(text) else sentence_meant(whole, name)
            said = said.model_copy(update={field_of(said): opened(whole[low:high])})
            again = self._restated(said, kind, quote)
            if again is None:
                continue
            if rest := f"{whole[:low]}{whole[high:].lstrip()}".strip():
                self.amend(fact, rest, quote)
            else:
                self.retracted.append(fact.id)
                self.keep_parts(fact, is_moved=True)
            lead = f"Out of {fact.id}, now" if rest else f"{fact.id} is now"
            self.lines[-1 if rest else len(self.lines) :] = [f"{lead} {again.noun}: {quoted(text_of(said))}"]
            self.last = again
            self.meant = tuple(again if one.id == fact.id else one for one in self.meant)
        return bool(facts)

    def _restated(self, fact: Fact, kind: str, quote: Quote) -> Fact | None:
        """The words of a fact as another kind of fact; none where a file is wanted and none is named in them."""
        if kind != "change":
            return self.recorder.restate(fact, kind, quote)
        every = all_named(text_of(fact), self.recorder.situation.sight)
        named = [one for one in every if one.options is None]
        said, evidence = text_of(fact), (*fact.evidence, quote)
        made = [self.recorder.change(one.path, said, evidence, is_new=one.found is None) for one in named]
        self.trouble = self.trouble if named else f"{fact.id} names no file that I can find."
        return next(filter(None, made), None)

    def retitle(self, text: str) -> bool:
        """Another title is the item's, and not for us to give; whether somebody wants one."""
        told = title_wanted(self._analysis, text)
        self.trouble = told or self.trouble
        return bool(told)


def _is_removal(words: str) -> bool:
    """Whether words behind "BR-001:" only take it away; any others are its new ones, whatever they sound like."""
    return takes_back(words) and not words_meant(words.partition(",")[0])


def _has(text: str, value: str) -> bool:
    """Whether a text has the figure of a value already."""
    new = FIGURE.findall(value)
    return bool(new) and new[-1] in FIGURE.findall(text)
