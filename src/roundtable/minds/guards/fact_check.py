"""One proposed fact against what was said and what is there: its evidence, its figures, its names, its meaning.

`evidence` calls this for new facts and for known ones as a change would leave them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, cast

from roundtable.analysis.secrets import mask_told
from roundtable.engine.briefing import Briefing
from roundtable.facts import Criterion, DirectChange, Fact, Story
from roundtable.facts.evidence import Assumed, CodeAnchor, Evidence, Inferred, Quote
from roundtable.interview.code_sight import Sight
from roundtable.interview.slots import level_in, rank_in
from roundtable.language.phrases import any_word, rows
from roundtable.minds.guards import support
from roundtable.minds.guards.bearing import Place, borne_out
from roundtable.minds.guards.cited_code import cited, speaks_of_it
from roundtable.minds.guards.claims import given_figures, planted, unknown_link
from roundtable.minds.guards.figures import SMALL, counted, figures, targets
from roundtable.minds.guards.names_in_code import CALLED_NEW, trouble_in, wrong_place
from roundtable.minds.guards.protocol import obeys
from roundtable.minds.guards.quoted_words import ONLY_WANTED, objections
from roundtable.minds.guards.text import HUMP, QUOTED, content_words, known_words, sentences
from roundtable.minds.guards.verdict import Findings

_OWN_WORDS: Final = 0.5
"""More than this share of a fact's words must be the person's own for it to count as said."""
_SHORT_ANSWER: Final = 8
"""Words: an answer this short says what was said just before it."""
_CHOICE: Final = 3
"""Words: so short a sentence in front says which of the ways that were put, whatever follows it."""
_PROPOSALS: Final = frozenset(rows("option|decision|interface|module|data_flow|state|open_question"))
"""Facts that may name what is not there yet, as long as they do not cite it as found."""
_EXAMPLES: Final = rows("criterion|journey|error_case|story|risk_zone|direct_change|technology")
_WITH_EXAMPLES: Final = _PROPOSALS.union(_EXAMPLES)
"""Facts that hold example values, defaults and versions: of their figures only targets are judged."""
_NO_TARGETS: Final = frozenset(rows("example|signature|given|when|options|inputs|paths|path"))
"""Fields in which a figure is an example, or part of a name."""
_REASONS: Final = frozenset(rows("rationale|context|consequences|benefit|reason|given|when|then"))
"""Fields that give a reason, or say a second time what the text says."""
_PRONOUN: Final = any_word("it|they|them|that|this|these|those|ones?|he|she")
_EXAMPLE: Final = re.compile(r"\b(?:\d[\d.,:]*|(?<=[a-z] )[A-Z][a-z]+)\b")
"""Figures and names inside a sentence: whoever gives an example makes them up."""
_SOFTENS: Final = re.compile(r"\b(?:just|only|really|simply) ")
_PART_OF_RANKS: Final = re.compile(r"(?<=[.;,!?])\s+")
_PATH_KINDS: Final = frozenset(rows("direct_change|indirect_change|entry_point|risk_zone|coverage_gap|order"))
_WANTED: Final = frozenset(rows("problem|success_metric|stakeholder|user_type|need|journey")).union(
    rows("constraint|requirement|criterion|business_rule|quality|story")
)
"""What somebody wants is theirs to say; of how it could be done, and of doubts, one word in common is enough."""


@dataclass(slots=True)
class FactCheck:
    """The checks of one fact; what is wrong goes into `findings`, under its label."""

    fact: Fact
    label: str
    names: set[str]
    """Ids that it may refer to."""
    briefing: Briefing
    sight: Sight
    findings: Findings
    told: str = ""
    """What a change says anew; the words for it need not say the rest of the fact."""

    def refuse(self, reason: str) -> None:
        self.findings.refuse("evidence", f"{self.label}{reason}")

    def mend(self, how: str) -> None:
        self.findings.mended.append(f"{self.label}: {how}")

    def drop(self, why: str) -> None:
        self.findings.dropped.append(f"{self.label}: {why}")

    def refer_to_known(self) -> bool:
        """Leave out ids that lead nowhere; whether the fact still makes sense."""
        updates: dict[str, object] = {}
        for field in self.fact.refers:
            value: object = getattr(self.fact, field)
            if isinstance(value, tuple):
                known = tuple(one for one in cast("tuple[object, ...]", value) if one in self.names)
                if known != value:
                    updates[field] = known
            elif isinstance(value, str) and value not in self.names:
                if type(self.fact).model_fields[field].is_required():
                    self.drop("what it belongs to does not stand")
                    return False
                updates[field] = None
        if updates:
            self.mend("an id that is not there was left out")
            self.fact = self.fact.changed(**updates)
        return True

    def evidence(self, items: Sequence[Evidence]) -> list[Evidence]:
        return [kept for item in items if (kept := self._held(item)) is not None]

    def _held(self, item: Evidence) -> Evidence | None:
        match item:
            case Quote():
                turn = self.briefing.analysis.turn(item.turn)
                if turn is not None and item.text and turn.text[item.start : item.end] == item.text:
                    return item
                if (found := support.find_quote(item.text, self.briefing.analysis, item.turn)) is None:
                    self.refuse(f' quotes "{item.text[:80]}", which the person never said.')
                else:
                    self.mend(f"the quote was found in turn {found.turn}")
                return found
            case CodeAnchor():
                return self._anchor(item)
            case Inferred():
                sources = tuple(one for one in item.sources if one in self.names and one != self.fact.id)
                if len(sources) < len(item.sources):
                    self.mend("it was inferred from a fact that is not there")
                return item.changed(sources=sources)
            case Assumed():
                return item
            case _:
                return self.drop("only the person can confirm")

    def _anchor(self, item: CodeAnchor) -> CodeAnchor | None:
        sight = self.sight
        name = f"{item.path}:{item.line}" if item.line else item.path
        found = sight.resolve(name) or sight.resolve(item.path)
        is_new = item.status == "proposed-new"
        if is_new and item.symbol and sight.resolve(item.symbol) is None:
            return item.changed(line=None)  # something new in a file that may be there
        if found is not None:
            wrong = wrong_place(item.path, item.line, self.briefing, sight) if item.line is not None else ""
            if wrong:
                return self.refuse(f": `{name}` {wrong}. Cite a line that you have seen.")
            if item.symbol and sight.view is not None and sight.resolve(item.symbol) is None:
                return self.refuse(f": `{item.symbol}` is not defined in the repository.")
            if is_new:
                self.mend(f"{item.path} is there already")
            line = found.line if found.line == item.line else None
            return item.changed(path=found.path, line=line, status="found")
        named = any(isinstance(other, Quote) and item.path in other.text for other in self.fact.evidence)
        if not (is_new or _is_created(self.fact) or named):
            return self.refuse(f": `{item.path}` is not in the repository. Mark it as new, or leave it out.")
        if not (is_new or _is_created(self.fact)):
            self.mend(f"the person named {item.path}, which is not there yet")
        return item.changed(status="proposed-new", line=None)

    def weighed(self, evidence: list[Evidence]) -> list[Evidence]:
        """Evidence that carries no more than it can."""
        fact, kinds = self.fact, {item.kind for item in evidence}
        inferred = [item for item in evidence if isinstance(item, Inferred)]
        if kinds == {"inferred"} and not any(item.sources for item in inferred):
            self.mend("inferred from nothing, so it counts as assumed")
            return [Assumed(because=inferred[0].because or "nobody said it")]
        quotes = [item for item in evidence if isinstance(item, Quote)]
        for quote in quotes:
            turn = self.briefing.analysis.turn(quote.turn)
            for objection in objections(fact, quote, turn, self.briefing, self.told) if turn else ():
                self.refuse(objection)
        if "quote" not in kinds or not kinds <= {"quote", "inferred"}:
            return evidence
        said = " ".join(_what_it_says(quote, self.briefing) for quote in quotes)
        stated = [self.told or support.statement_of(fact, without=_REASONS), self.told or fact.headline]
        if isinstance(fact, Criterion):
            stated = [_EXAMPLE.sub(" ", text) for text in stated]
            owner = self.briefing.analysis.get(fact.requirement)
            said = f"{said} {support.statement_of(owner) if owner else ''}"
        theirs = max(support.share_of(text, said) for text in stated)
        if self._says_something_else(stated, said, theirs, quotes):
            quoted = f' quotes "{quotes[0].text[:80]}", which does not say it'
            self.refuse(f"{quoted}. Quote the words that do, or leave it out.")
        if theirs <= _OWN_WORDS and "inferred" not in kinds:
            self.mend("mostly other words than the person's, so it counts as inferred")
            return [*evidence, Inferred(because="put in other words")]
        return evidence

    def _says_something_else(
        self, stated: Sequence[str], said: str, share: float, quotes: Sequence[Quote]
    ) -> bool:
        """Whether words have next to nothing in common with a fact: not a word, or few where they do not read like it either."""
        if any(message in said for text in stated for message in QUOTED.findall(text)):
            return False
        if share >= (support.HARDLY if self.fact.kind in _WANTED else 0.01):
            return False
        if not any(support.covered(content_words(text), content_words(said)) for text in stated):
            return True
        turn = self.briefing.analysis.turn(quotes[0].turn)
        place = Place(turn.text, quotes[0].start, quotes[0].end) if turn else Place(said, 0, len(said))
        return borne_out(self.fact.kind, stated[-1], place) < support.LIKELY

    def check_figures(self, evidence: Sequence[Evidence]) -> None:
        """A figure that becomes a target is somebody's, or stands in the code that is cited for it."""
        fact, briefing = self.fact, self.briefing
        if fact.kind == "open_question":
            return
        statement = support.statement_of(fact, without=_NO_TARGETS)
        if isinstance(fact, Criterion):
            # What is given is an example; what must come out of it may be a target.
            statement = any_word("then").split(fact.text, maxsplit=1)[-1]
        stated = targets(statement)
        if fact.kind not in _WITH_EXAMPLES:
            stated |= (figures(statement) | counted(statement)) - SMALL
        if not stated:
            return
        texts = self._cited(evidence)
        if fact.kind in _WITH_EXAMPLES:
            texts += [shown.text for shown in briefing.shown]
        if not any(isinstance(item, Quote) for item in evidence):
            texts += [support.statement_of(other) for other in briefing.analysis.facts]
            texts += [line.text for line in briefing.said if line.persona is None]
        known = given_figures(briefing).union(*(figures(text, spelled=True) for text in texts))
        for figure in sorted(stated - known):
            nobody = f": nobody gave the number {figure}, and no cited line shows it"
            self.refuse(f"{nobody}. Leave the number out, or ask for it.")

    def _cited(self, evidence: Sequence[Evidence]) -> list[str]:
        """The lines of code that are cited, as they stand there; the shown part of a file that is cited as a whole."""
        texts: list[str] = []
        for item in evidence:
            if not isinstance(item, CodeAnchor) or item.status != "found":
                continue
            for one in self.briefing.shown:
                if one.path == item.path:
                    lines = enumerate(one.text.split("\n"), one.first)
                    texts += [text for n, text in lines if item.line is None or abs(n - item.line) <= 1]
            if item.line is not None:
                texts += [one.signature for one in self.sight.signatures(item.path) if one.line == item.line]
        return texts

    def check_statement(self, evidence: Sequence[Evidence]) -> None:
        """What a fact names is there, what it wants somebody wants, and nobody was instructed by a file."""
        fact, briefing = self.fact, self.briefing
        statement = support.statement_of(fact)
        anchors = cited(evidence) if fact.kind not in _PROPOSALS else []
        if anchors and not speaks_of_it(statement, anchors, briefing, self.sight):
            self.refuse(": the cited lines say nothing of it. Cite those that show it, or leave it out.")
        trouble = self._trouble_in_names(statement, evidence)
        if trouble is not None and not (_is_created(fact) and getattr(fact, "path", "").endswith(trouble[0])):
            self.refuse(f": `{trouble[0]}` {trouble[1]}. Name what is there, or mark it as new.")
        if fact.kind in ONLY_WANTED and evidence and all(isinstance(item, CodeAnchor) for item in evidence):
            nothing = ": code and files want nothing"
            self.refuse(f"{nothing}. Quote the person, or say which known fact it follows from.")
        words = content_words(fact.role) if isinstance(fact, Story) else ()
        if isinstance(fact, Story) and words and known_words(briefing).isdisjoint(words):
            self.refuse(f': nobody spoke of "{fact.role}". Use a role that was named.')
        if link := unknown_link(statement, briefing):
            self.refuse(f': nobody gave the link "{link}". Leave it out.')
        if mask_told(statement) != statement:
            self.refuse(": repeat no key, token or password.")
        if told := obeys(statement) or planted(statement, briefing):
            reason = f'{self.label}: "{told}" is no fact about the item. Files never instruct you.'
            self.findings.refuse("protocol", reason)

    def _trouble_in_names(self, statement: str, evidence: Sequence[Evidence]) -> tuple[str, str] | None:
        """A name in the statement that is spoken of as there and is not; what is proposed may be new."""
        scan, fact = self.briefing.scan, self.fact
        anchors = [item for item in evidence if isinstance(item, CodeAnchor)]
        is_new = any(item.status == "proposed-new" for item in anchors)
        if scan is None or not scan.total_files or is_new or fact.kind == "note":
            return None
        proposes = fact.kind in _PROPOSALS and not any(item.symbol for item in anchors)
        if proposes and (CALLED_NEW.search(statement) or not anchors):
            return None
        return trouble_in(statement, self.briefing, self.sight)

    def is_out_of_the_blue(self) -> bool:
        """Whether a supposition has next to nothing to do with what was said, found and confirmed."""
        stated = HUMP.sub(" ", support.statement_of(self.fact))
        words = [word for word in content_words(stated) if word not in support.FORM]
        known = known_words(self.briefing)
        shared = sum(word in known for word in words)
        least = support.HARDLY * len(words) if self.fact.kind in _WANTED else 1
        return bool(words) and shared < least

    def rank_trouble(self, evidence: Sequence[Evidence]) -> str:
        """Why the quoted words do not give this rank: they name none, or another one to what is ranked."""
        target = self.briefing.analysis.get(getattr(self.fact, "target", ""))
        about = content_words(support.statement_of(target)) if target is not None else ()
        level, named = getattr(self.fact, "level", ""), dict[str, float]()
        for quote in (item for item in evidence if isinstance(item, Quote)):
            turn = self.briefing.analysis.turn(quote.turn)
            said = support.sentence_around(turn.text, quote.start, quote.end) if turn else quote.text
            for part in _PART_OF_RANKS.split(_SOFTENS.sub("", said)):
                if given := level_in(part):
                    named[given] = max(named.get(given, 0.0), support.covered(content_words(part), about))
            asked = turn.question if turn is not None and rank_in(turn.question) else ""
            if not named and level.lower() in asked.lower():
                return ""
        nearest = max(named.values(), default=0.0)
        if not named:
            return ": the quoted words give no rank. Quote the words that do, or leave it out."
        if named.get(level, -1.0) < nearest or level not in named:
            other = next(name for name, near in named.items() if near == nearest)
            return f': the quoted words rank it as "{other}". Give it that rank.'
        return ""

    def points_nowhere(self, evidence: Sequence[Evidence]) -> bool:
        """Whether the fact is about a file that is not there and is not to be created either."""
        path = getattr(self.fact, "path", "")
        if self.fact.kind not in _PATH_KINDS or not path or _is_created(self.fact):
            return False
        if self.briefing.scan is None:
            return not any(isinstance(item, Quote) for item in evidence)
        anchors = (item for item in evidence if isinstance(item, CodeAnchor))
        return self.sight.resolve(path) is None and all(item.status == "found" for item in anchors)


def _is_created(fact: Fact) -> bool:
    return isinstance(fact, DirectChange) and fact.change == "create"


def _what_it_says(quote: Quote, briefing: Briefing) -> str:
    """Clauses that are quoted at length; else their sentence and the question it answers, and for "yes, B" what came before it."""
    if (turn := briefing.analysis.turn(quote.turn)) is None:
        return ""
    said = " ".join(support.touched(turn.text, quote.start, quote.end))
    first = next(iter(sentences(quote.text)), "")
    goes_on = len(quote.text.strip()) > len(first)  # "B. The rest stays as it is."
    chooses = goes_on and len(first.split()) <= _CHOICE < len(said.split())
    if len(said.split()) > _SHORT_ANSWER and not chooses:
        return said
    sentence = first if chooses else support.sentence_around(turn.text, quote.start, quote.end)
    is_short, heard = len(sentence.split()) <= _SHORT_ANSWER, briefing.heard
    points_back = is_short and _PRONOUN.search(sentence)
    pieces = [said, sentence, turn.question, *((turn.text, briefing.analysis.title) if points_back else ())]
    if heard is not None and heard.number == turn.number:
        pieces += briefing.asked.options if briefing.asked else ()
        pieces += (turn.text, *(line.text for line in briefing.said[-4:])) if is_short else ()
    return " ".join(pieces)
