"""From a sentence to a fact: one statement, one fact, the person's words whole.

The kind comes from the one decider (`language.statements`), with the kinds of the question first. Where no kind clearly
wins, the sentence is a note under its question. Slots are filled by exact forms (`slots`); nothing is rephrased.

Elsewhere: which parts of an input are statements (`language.acts`), changes to known facts (`operations`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from roundtable.analysis.analysis import Analysis
from roundtable.engine.hearing import REVIEW
from roundtable.facts import (
    FACT_TYPES,
    STORED_AS,
    BusinessRule,
    Constraint,
    Criterion,
    Decision,
    DirectChange,
    ErrorCase,
    Fact,
    Interface,
    Module,
    NoChange,
    Note,
    Option,
    Quality,
    Requirement,
    RiskZone,
    Story,
)
from roundtable.facts.evidence import CodeAnchor, Evidence
from roundtable.interview.denials import brought_up, is_denied, says_no
from roundtable.interview.named import files_named, new_files
from roundtable.interview.situation import Situation
from roundtable.interview.slots import given_when_then, reason_in, signature_in, target_in
from roundtable.interview.stating import Statement
from roundtable.interview.wording import likeness, title_of
from roundtable.language.phrases import rows
from roundtable.language.sentences import is_fragment
from roundtable.language.statements import AREAS
from roundtable.language.tongue import language_of

_SAME_REQUIREMENT: Final = 0.5
_TELLS_LITTLE: Final = 6
_LEAD: Final = 6
"""Letters of a no in front of a sentence."""

_SAFE: Final = frozenset({"why", "who", "what", "limits", "not"})
_NOT_HERE: Final = frozenset(
    [
        *("no_change", "out_of_scope", "priority", "open_question"),
        *("problem", "criterion", "journey", "user_type", "success_metric"),
    ]
)
"""Kinds of sentences that name files without planning anything in them: left alone, or part of a story."""
_PASTED: Final = 12
"""Lines of what nobody said: a log, a table, a file. It is kept whole and is nobody's rule or check."""
_NEEDS_ITS_QUESTION: Final = frozenset({"business_rule", "error_case", "constraint"})
"""Kinds that a word or two ("Empty.") do not state: they are kept with what was asked."""
_PLAIN: Final = frozenset(
    rows(
        "problem | success_metric | need | user_type | stakeholder | journey | constraint | assumption | integration "
        "| out_of_scope | technology | data_flow | state | order | open_question"
    )
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
    is_denial: bool = False
    """Whether what is being taken says no to a proposal."""

    def take(self, statement: Statement) -> Fact | None:
        """Record one statement; none when it was known already."""
        if self._is_known(statement.text):
            return None
        kind = STORED_AS.get(statement.kind or "", statement.kind or "")
        if kind == "criterion" and self.situation.asked.kinds[:1] == ("problem",):
            kind = "problem"  # how it goes wrong today is no check of what it will do
        if self._denies_a_file(statement.text):
            kind = "no_change"
        special = _SPECIAL.get(kind)
        is_pasted = statement.text.count("\n") >= _PASTED
        if is_pasted or (kind in _NEEDS_ITS_QUESTION and is_fragment(statement.text)):
            return self.note(statement)
        quote = self.situation.quote(statement.start, statement.end)
        made: Fact | None = None
        if self.situation.asked.kinds[:1] == ("direct_change",):
            # Whoever is asked for the place and names a file has named the place.
            made = _placed(self, statement, (quote,), inside=True)
        if made is not None:
            return made
        if special is not None:
            made = special(self, statement, (quote,))
        elif kind in _PLAIN:
            made = self.add(FACT_TYPES[kind], (quote,), text=statement.text)
        planned = len(self.facts)
        if kind not in _NOT_HERE:
            self._plan(statement.text, (quote,))
        # What is said of a file stands beside the file.
        return made or (self.facts[planned] if len(self.facts) > planned else self.note(statement))

    def _plan(self, text: str, evidence: tuple[Evidence, ...]) -> None:
        """Whatever else a sentence states, a file that it names by its name is part of the plan."""
        named = files_named(text, self.situation.sight, brought_up(self.situation))
        if says_no(text) or self.is_denial:
            return
        for path in new_files(text, self.situation.sight):
            self.change(path, text, evidence, is_new=True)
        ruled_out = {fact.path for fact in self.situation.analysis.of(NoChange)}
        for name in named:
            assert name.found is not None
            is_plain = "." in name.text and text[max(0, name.start - 1) : name.start] not in set("\"'“(=")
            if is_plain and name.found.path not in ruled_out and not is_denied(text, name, named):
                self.change(name.found.path, text, evidence)

    def note(self, statement: Statement) -> Fact:
        """Keep a sentence under its question."""
        quote = self.situation.quote(statement.start, statement.end)
        kind = FACT_TYPES.get(STORED_AS.get(statement.kind or "", statement.kind or ""))
        main = self.situation.asked.kinds[0] if self.situation.asked.kinds else ""
        asked_for = AREAS.get(main, "")
        # Where nothing else tells, it is about what was asked.
        area = statement.area or (kind.area if kind else "") or (asked_for if asked_for in _SAFE else "")
        is_short = len(statement.text.split()) < _TELLS_LITTLE
        if main == "problem" or is_short or language_of(statement.text) != "en":
            # What is told about today is not what it will do; a few words, or others than ours, are about what was asked.
            area = AREAS.get(main, area)
        about = "" if area in {"note", "open", "code"} or statement.text.count("\n") >= _PASTED else area
        asked = self.situation.asked
        # What is said to "what else?" stands by itself; the simpler words of a question say enough on a page.
        question = (asked.simpler or asked.text) if asked.about != REVIEW and main != "note" else ""
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
        if is_new:
            return self.add(DirectChange, evidence, path=path, text=said, change="create")
        return self.add(DirectChange, (*evidence, CodeAnchor(path=path)), path=path, text=said)

    def rule_out(self, path: str, said: str, evidence: tuple[Evidence, ...]) -> Fact | None:
        """A file that the person denies: out of the plan, and nothing else goes with it."""
        self.retracted += [fact.id for fact in self.situation.analysis.of(DirectChange) if fact.path == path]
        if any(fact.path == path for fact in self.situation.analysis.of(NoChange)) or self._has(
            NoChange, path
        ):
            return None
        return self.add(NoChange, evidence, text=said, path=path)

    def _denies_a_file(self, text: str) -> bool:
        """Whether the sentence says no to a file that the table has just brought up, whatever else it states."""
        if not (self.is_denial or says_no(text)):
            return False
        brought = brought_up(self.situation)
        named = files_named(text, self.situation.sight, brought)
        return any(
            name.found is not None
            and (name.found.path in brought or "." in name.text)
            and is_denied(text, name, named)
            for name in named
        )

    def _has(self, kind: type[DirectChange] | type[NoChange], path: str) -> bool:
        return any(isinstance(fact, kind) and fact.path == path for fact in self.facts)

    def _is_known(self, text: str) -> bool:
        plain = " ".join(text.split()).casefold()
        known = (*self.situation.analysis.facts, *self.facts)
        return any(" ".join(fact.headline.split()).casefold() == plain for fact in known)


# -- kinds that have more than their sentence --------------------------------------------------------------------------


def _requirement(recorder: Recorder, said: Statement, evidence: tuple[Evidence, ...]) -> Fact:
    return recorder.add(Requirement, evidence, title=title_of(said.text), text=said.text)


def _criterion(recorder: Recorder, said: Statement, evidence: tuple[Evidence, ...]) -> Fact:
    owner = recorder.home(said.text)
    if not owner:
        return _requirement(recorder, said, evidence)
    return recorder.add(Criterion, evidence, requirement=owner, text=said.text, **given_when_then(said.text))


def _rule(recorder: Recorder, said: Statement, evidence: tuple[Evidence, ...]) -> Fact:
    return recorder.add(BusinessRule, evidence, text=said.text, requirement=recorder.home(said.text) or None)


def _error(recorder: Recorder, said: Statement, evidence: tuple[Evidence, ...]) -> Fact:
    return recorder.add(ErrorCase, evidence, text=said.text, requirement=recorder.home(said.text) or None)


def _quality(recorder: Recorder, said: Statement, evidence: tuple[Evidence, ...]) -> Fact:
    return recorder.add(Quality, evidence, text=said.text, target=target_in(said.text))


def _story(recorder: Recorder, said: Statement, evidence: tuple[Evidence, ...]) -> Fact:
    owner = recorder.home(said.text)
    return recorder.add(
        Story, evidence, title=title_of(said.text), text=said.text, requirements=(owner,) if owner else ()
    )


def _option(recorder: Recorder, said: Statement, evidence: tuple[Evidence, ...]) -> Fact:
    return recorder.add(Option, evidence, title=title_of(said.text), summary=said.text)


def _decision(recorder: Recorder, said: Statement, evidence: tuple[Evidence, ...]) -> Fact:
    _placed(recorder, said, evidence, inside=True)
    return recorder.add(
        Decision,
        evidence,
        title=title_of(said.text),
        choice=said.text,
        rationale=reason_in(said.text),
        status="Accepted",
    )


def _risk(recorder: Recorder, said: Statement, evidence: tuple[Evidence, ...]) -> Fact:
    return recorder.add(RiskZone, evidence, title=title_of(said.text), text=said.text)


def _module(recorder: Recorder, said: Statement, evidence: tuple[Evidence, ...]) -> Fact:
    """A part with files that exist is a place that changes; one without is a part of the design."""
    return _placed(recorder, said, evidence, inside=True) or recorder.add(Module, evidence, text=said.text)


def _interface(recorder: Recorder, said: Statement, evidence: tuple[Evidence, ...]) -> Fact:
    return recorder.add(Interface, evidence, text=said.text, signature=signature_in(said.text))


def _change(recorder: Recorder, said: Statement, evidence: tuple[Evidence, ...]) -> Fact | None:
    """One fact for each file the sentence names; without a file that exists it stays a note."""
    return _placed(recorder, said, evidence, inside=True)


def _no_change(recorder: Recorder, said: Statement, evidence: tuple[Evidence, ...]) -> Fact | None:
    """Without a file it names it is something that stays as it is."""
    named = _placed(recorder, said, evidence, inside=False)
    return named or recorder.add(Constraint, evidence, text=said.text)


def _placed(
    recorder: Recorder, said: Statement, evidence: tuple[Evidence, ...], *, inside: bool
) -> Fact | None:
    """Files in and files out. The piece around a name decides ("not a.py, it is b.py"); where it contradicts what the
    sentence was taken for, nobody is reversed: the file is neither in nor out.
    """
    offered = brought_up(recorder.situation)
    is_asked = recorder.situation.asked.kinds[:1] == ("direct_change",)
    named = files_named(said.text, recorder.situation.sight, offered, by_class=is_asked)
    # The "no" itself may stand before what is kept of the sentence.
    before = recorder.situation.heard.text[max(0, said.start - _LEAD) : said.start]
    refuses = says_no(said.text) or says_no(before)
    # "No, a.py is for mails, and b.py for letters" says why not, of both: what is named in a no is not agreed to.
    explains = refuses and any(
        name.found and name.found.path in offered and not is_denied(said.text, name, named) for name in named
    )
    made: Fact | None = None
    for name in named:
        assert name.found is not None
        path, denied = name.found.path, is_denied(said.text, name, named)
        if explains and not denied:
            continue
        if denied and (not inside or len(named) > 1 or path in offered):
            made = recorder.rule_out(path, said.text, evidence) or made
        elif not denied and (inside or len(named) > 1):
            made = recorder.change(path, said.text, evidence) or made
    for path in new_files(said.text, recorder.situation.sight) if inside and not refuses else ():
        made = recorder.change(path, said.text, evidence, is_new=True) or made
    return made


_SPECIAL: Final[Mapping[str, Callable[[Recorder, Statement, tuple[Evidence, ...]], Fact | None]]] = {
    "requirement": _requirement,
    "criterion": _criterion,
    "business_rule": _rule,
    "error_case": _error,
    "quality": _quality,
    "story": _story,
    "option": _option,
    "decision": _decision,
    "risk_zone": _risk,
    "module": _module,
    "interface": _interface,
    "direct_change": _change,
    "no_change": _no_change,
}
