"""From a sentence to a fact: one statement, one fact, the person's words whole.

The kind comes from the one decider (`language.statements`), with the kinds of the question first. Where no kind clearly
wins, the sentence is a note under its question. Slots are filled by exact forms (`slots`); nothing is rephrased.

Elsewhere: which parts of an input are statements (`language.acts`), changes to known facts (`operations`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.scanning import is_below
from roundtable.engine.hearing import REVIEW
from roundtable.facts import (
    FACT_TYPES,
    STORED_AS,
    DirectChange,
    Fact,
    NoChange,
    Note,
    Requirement,
)
from roundtable.facts.evidence import DRAFT_TURN, CodeAnchor, Evidence, Quote
from roundtable.interview.denials import objects
from roundtable.interview.named import files_in, files_named
from roundtable.interview.placing import placings
from roundtable.interview.situation import Situation
from roundtable.interview.slots import given_when_then, reason_in, signature_in, target_in
from roundtable.interview.stating import TODAY, Statement, leans
from roundtable.interview.which_fact import ID
from roundtable.interview.wording import content_words, likeness, title_of
from roundtable.language.acts import main_act
from roundtable.language.phrases import leading_phrase, rows
from roundtable.language.records import is_about_record
from roundtable.language.sentences import is_fragment, is_pasted
from roundtable.language.statements import AREAS
from roundtable.language.tongue import language_of

_SAME_REQUIREMENT: Final = 0.5
_TELLS_LITTLE: Final = 6
_ORDERS_IN: Final = content_words(
    "yes sure ok add put take include belongs goes file files list plan change touch place module next beside plus also well "
    "new test right correct fits fine forgot forget missing mentioned others other wait only just out stays stay leave left alone untouched"
)
"""What says of a file that it is one of those that change or not, and no more."""
_SAFE: Final = frozenset({"why", "who", "what", "limits", "not"})
_MAY_STRAY: Final = {"who": "what", "not": ""}
"""Behind the word on who uses it, or what is left out, comes what may be about anything: it is filed there, or nowhere."""
_OF_PLACES: Final = frozenset({"direct_change", "no_change", "module"})
"""Kinds of sentences that say no more than what becomes of the files they name."""
_PASTED: Final = 12
"""Lines of what nobody said: a log, a table, a file. It is kept whole and is nobody's rule or check."""
_NEEDS_ITS_QUESTION: Final = frozenset({"business_rule", "error_case", "constraint"})
"""Kinds that a word or two ("Empty.") do not state: they are kept with what was asked."""
_WANTED: Final = frozenset(
    {"requirement", "business_rule", "constraint", "decision", "out_of_scope", "quality"}
)
_TODAY: Final = frozenset({"criterion", "error_case", "stakeholder"})
"""Kinds of sentences that tell what goes wrong, where that was asked."""
_PLAIN: Final = rows(
    "problem | success_metric | need | user_type | stakeholder | journey | constraint | assumption | integration "
    "| out_of_scope | technology | data_flow | state | order | open_question | module"
)
"""Kinds whose fact is the sentence and nothing else."""


def best_requirement(analysis: Analysis, text: str, new: Sequence[Fact] = ()) -> str:
    """The requirement a sentence belongs to: the one it shares most words with, else the latest, else none."""
    known = [*analysis.of(Requirement), *(fact for fact in new if isinstance(fact, Requirement))]
    if not known:
        return ""
    best = max(known, key=lambda fr: (likeness(f"{fr.title} {fr.text}", text), fr is known[0]))
    score = likeness(f"{best.title} {best.text}", text)
    return best.id if score >= _SAME_REQUIREMENT else known[0].id


@dataclass(slots=True)
class Recorder:
    """Makes facts out of statements, one for each, and remembers which."""

    situation: Situation
    facts: list[Fact] = field(default_factory=list[Fact])
    retracted: list[str] = field(default_factory=list[str])
    is_about_places: bool = False
    """Whether what is being taken corrects a plan or says no to one: where it names files it says no more than that."""

    def take(self, statement: Statement) -> Fact | None:
        """Record one statement; none when it was known already."""
        if self._is_known(statement.text):
            return None
        kind = STORED_AS.get(statement.kind or "", statement.kind or "")
        if kind in _TODAY and self.situation.asked.kinds[:1] == ("problem",) and not statement.is_labelled:
            kind = "problem"  # how it goes wrong today is nothing that it will do, whoever complains
        if kind == "story" and self.situation.asked.kinds[:1] != ("story",):
            kind = "requirement"  # what somebody wants is what it will do
        is_called_so = statement.is_labelled or self._asks_for(kind)
        if kind == "requirement" and (
            not is_called_so or (not self._is_asked(kind) and leans(statement.text))
        ):
            kind = "business_rule"  # what is told beside something else is a part of what was asked for
        elif kind == "decision" and not is_called_so:
            kind, statement = "", replace(statement, kind=None, area=None)  # no choice that anybody put
        places = placings(self.situation, statement.start, statement.end, kind)
        if not places and self._names_what_is_known(statement.text):
            return None
        is_lines = statement.text.count("\n") >= _PASTED or self._is_log(kind, statement.text)
        is_unclear = self.is_about_places and not places and bool(files_in(statement.text))
        if (
            is_lines
            or is_unclear
            or (kind in _NEEDS_ITS_QUESTION and is_fragment(statement.text) and not places)
        ):
            return self.note(statement)
        quote = self.situation.quote(statement.start, statement.end)
        made: Fact | None = None
        # What is said of a file stands beside the file, and nowhere else if that is all, or what was asked for.
        asked = self.situation.asked
        is_asked = asked.kinds[:1] == ("direct_change",) or asked.about == REVIEW
        # "docs/v2, other algorithms: all out" leaves out more than a file.
        is_left_out = asked.kinds[:1] == ("out_of_scope",) and all(one.said == "out" for one in places)
        is_list = bool(places) and is_left_out and kind in _OF_PLACES and _tells_more(statement.text)
        kind = "out_of_scope" if is_list else kind
        is_all = is_asked or kind in _OF_PLACES or self.is_about_places or not _tells_more(statement.text)
        if not places or not is_all:
            made = self._stated(kind, statement.text, (quote,))
        placed = [
            self.change(one.path, statement.text, (quote,), is_new=one.is_new)
            if one.said == "in"
            else self.rule_out(one.path, statement.text, (quote,))
            for one in places
        ]
        made = made or next(filter(None, placed), None)
        is_order = bool(places) and asked.about == REVIEW and is_about_record(statement.text)
        is_done = made or is_order or self._names_what_is_known(statement.text)
        return made if is_done else self.note(statement)

    def _names_what_is_known(self, text: str) -> bool:
        """ "Ok, then core.go", which is in already, tells nothing."""
        facts = (*self.situation.analysis.of(DirectChange), *self.situation.analysis.of(NoChange))
        named = [one.path for one in files_named(text, self.situation.sight)]
        return bool(named) and not _tells_more(text) and {*named} <= {fact.path for fact in facts}

    def _is_log(self, kind: str, text: str) -> bool:
        """Whether lines of a log stand where something wanted is looked for; beside a requirement they may be a check."""
        is_wanted = kind in _WANTED or (kind == "criterion" and not self.home(""))
        return is_wanted and "\n" in text and is_pasted(text)

    def _is_asked(self, kind: str) -> bool:
        return kind in self.situation.asked.kinds[:1]

    def _asks_for(self, kind: str) -> bool:
        """Whether somebody asked for a requirement or a choice; the first requirement needs no question."""
        asked = self.situation.asked
        if kind == "requirement":
            return not self.home("") or (kind in asked.kinds[:1] and asked.about != REVIEW)
        return kind in asked.kinds or bool(asked.options)

    def put_under(self, fact: Fact, home: str, quote: Quote) -> None:
        """A rule, an error or a check once more, as part of another requirement."""
        said = {"requirement": home, "evidence": (*fact.evidence, quote), "id": f"new:{len(self.facts) + 1}"}
        self.facts.append(fact.model_copy(update=said))

    def restate(self, fact: Fact, kind: str, quote: Quote) -> Fact:
        """The words of a fact as another kind of fact."""
        name, evidence = STORED_AS.get(kind, kind), (*fact.evidence, quote)
        made = self._stated(name, fact.headline, evidence)
        return made or self.add(FACT_TYPES[name], evidence, text=fact.headline)

    def _stated(self, kind: str, said: str, evidence: tuple[Evidence, ...]) -> Fact | None:
        """A sentence as a fact of that kind with its slots; none of kinds that need more than a sentence."""
        if kind == "no_change":
            kind = "constraint"  # without a file it names it is something that stays as it is
        elif kind == "criterion" and not self.home(said):
            kind = "requirement"
        if kind not in (*_PLAIN, *_SLOTS):
            return None
        slots = _SLOTS[kind](self, said) if kind in _SLOTS else {}
        text = {"text": said} if "text" in FACT_TYPES[kind].model_fields else {}
        return self.add(FACT_TYPES[kind], evidence, **text, **slots)

    def note(self, statement: Statement) -> Fact:
        """Keep a sentence under its question."""
        quote = self.situation.quote(statement.start, statement.end)
        kind = FACT_TYPES.get(STORED_AS.get(statement.kind or "", statement.kind or ""))
        is_aside = objects(self.situation)  # what is said to Alex is no answer to Maya
        main = self.situation.asked.kinds[0] if self.situation.asked.kinds and not is_aside else ""
        is_short = len(statement.text.split()) < _TELLS_LITTLE
        area, asked_for = statement.area or (kind.area if kind else ""), AREAS.get(main, "")
        if kind is None and area == asked_for in _MAY_STRAY:
            area = ""  # no more than what was asked speaks for it
        strays = not area and not is_short and bool(self.facts) and asked_for in _MAY_STRAY
        # Where nothing else tells, it is about what was asked; so are a few words, and others than ours.
        tells_trouble = "problem" in self.situation.asked.kinds  # "who runs into it, and when?"
        astray = "why" if tells_trouble else _MAY_STRAY.get(asked_for, "")
        unclear = astray if strays else "what" if main in {"note", "success_metric"} else asked_for
        if leading_phrase(TODAY, statement.text):
            area = "why"
        elif main == "out_of_scope" and area not in {"", "not"}:
            area = ""  # neither what it will do nor what it will not
        elif main in {"problem", "out_of_scope"} or is_short or language_of(statement.text) != "en":
            area = unclear  # what is told about today, or left out, is not what it will do
        elif not area and unclear in _SAFE:
            area = unclear
        about = "" if area in {"note", "open", "code"} or statement.text.count("\n") >= _PASTED else area
        asked = self.situation.asked
        # What is said to "what else?" stands by itself; what a question is about says enough on a page.
        is_request = self.situation.heard.number == DRAFT_TURN
        may_be_in = main == "out_of_scope" and about != "not" and not is_short
        stands_alone = (
            asked.about == REVIEW or main == "note" or strays or is_request or is_aside or may_be_in
        )
        question = "" if stands_alone else asked.label
        return self.add(Note, (quote,), text=statement.text, question=question, about=about)

    def add(self, kind: type[Fact], evidence: tuple[Evidence, ...], **fields: Any) -> Fact:
        """A new fact with an id that others can name."""
        made = kind(
            id=f"new:{len(self.facts) + 1}", evidence=evidence, step_id=self.situation.place, **fields
        )
        self.facts.append(made)
        return made

    def home(self, text: str) -> str:
        """The requirement that a rule, an error or a check belongs to; empty when there is none."""
        about = self.situation.analysis.get(self.situation.asked.about)
        if isinstance(about, Requirement):
            return about.id
        return best_requirement(self.situation.analysis, text, self.facts)

    def change(
        self, path: str, said: str, evidence: tuple[Evidence, ...], *, is_new: bool = False
    ) -> Fact | None:
        """A file that changes because the person says so; what they say now counts more than what was ruled out before."""
        self.retracted += [fact.id for fact in self.situation.analysis.of(NoChange) if fact.path == path]
        known = [fact for fact in self.situation.analysis.of(DirectChange) if fact.path == path]
        # What is said when asked for the place tells more about a file than its being mentioned in passing.
        is_passing = self.situation.asked.kinds[:1] != ("direct_change",)
        if (is_passing and any(fact.text for fact in known)) or self._has(DirectChange, path):
            return None
        self.retracted += [fact.id for fact in known]
        if not _tells_more(said) or _is_order(
            said
        ):  # "the one that I mentioned", "you lost x.py, put it back"
            said = next((one.text for one in known if one.text), "")
        # What was said of it before was not taken back.
        evidence = (*evidence, *(item for fact in known for item in fact.evidence if isinstance(item, Quote)))
        if is_new:
            return self.add(DirectChange, evidence, path=path, text=said, change="create")
        return self.add(DirectChange, (*evidence, CodeAnchor(path=path)), path=path, text=said)

    def rule_out(self, path: str, said: str, evidence: tuple[Evidence, ...]) -> Fact | None:
        """A file or folder that the person denies: out of the plan, and nothing else goes with it."""
        planned = self.situation.analysis.of(DirectChange)
        self.retracted += [fact.id for fact in planned if is_below(fact.path, (path,))]
        if any(fact.path == path for fact in self.situation.analysis.of(NoChange)) or self._has(
            NoChange, path
        ):
            return None
        return self.add(NoChange, evidence, text=said, path=path)

    def _has(self, kind: type[DirectChange] | type[NoChange], path: str) -> bool:
        return any(isinstance(fact, kind) and fact.path == path for fact in self.facts)

    def _is_known(self, text: str) -> bool:
        plain = " ".join(text.split()).casefold()
        known = (*self.situation.analysis.facts, *self.facts)
        return any(" ".join(fact.headline.split()).casefold() == plain for fact in known)


def _tells_more(said: str) -> bool:
    """Whether there is a word in it beside the names of files and the order to have them in."""
    for name in reversed(files_in(said)):
        said = f"{said[: name.start]} {said[name.end :]}"
    return bool(content_words(said) - _ORDERS_IN)


def _is_order(said: str) -> bool:
    """Whether a sentence is about the record, and tells nothing of a file."""
    return bool(ID.search(said)) or main_act(said, "talk", "", "").kind in {"command", "retraction", "talk"}


def _titled(recorder: Recorder, said: str) -> dict[str, Any]:
    return {"title": title_of(said)}


def _of_home(recorder: Recorder, said: str) -> dict[str, Any]:
    return {"requirement": recorder.home(said) or None}


_SLOTS: Final[Mapping[str, Callable[[Recorder, str], dict[str, Any]]]] = {
    "requirement": _titled,
    "criterion": lambda recorder, said: {**_of_home(recorder, said), **given_when_then(said)},
    "business_rule": _of_home,
    "error_case": _of_home,
    "quality": lambda recorder, said: {"target": target_in(said)},
    "story": lambda recorder, said: {
        "title": title_of(said),
        "requirements": tuple(filter(None, (recorder.home(said),))),
    },
    "option": lambda recorder, said: {"title": title_of(said), "summary": said},
    "decision": lambda recorder, said: {
        "title": title_of(said),
        "choice": said,
        "rationale": reason_in(said),
        "status": "Accepted",
    },
    "risk_zone": _titled,
    "interface": lambda recorder, said: {"signature": signature_in(said)},
}
"""What a fact of these kinds has beside its sentence."""
