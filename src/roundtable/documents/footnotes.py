"""Where the words of a document come from: footnotes named after the turn, each once, listed at the end.

A verbatim sentence needs only its turn; one that was shortened gets the quote, a correction says so, without the order nor what
stood before it, and a turn of which something was taken back says when. Where nobody said it, the cited line is the source. Files that programs
read name their sources in words (`source_words`).
"""

from dataclasses import dataclass, field
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.documents.escaping import inline, one_line, shorten
from roundtable.documents.typography import contains, counted, joined
from roundtable.facts import Fact, Priority
from roundtable.facts.evidence import DRAFT_TURN, CodeAnchor, Confirmed, Evidence, HandEdit, Quote
from roundtable.language.phrases import any_word

_LONGEST_QUOTE: Final = 300
_MOST_MARKS: Final = 3
TURN: Final = any_word(r"turn (\d{1,6})")


@dataclass(slots=True)
class _Footnote:
    turn: int | None = None
    quotes: list[str] = field(default_factory=list[str])
    is_said: bool = False
    is_correction: bool = False
    words: str = ""
    """As it stood in a document that somebody else wrote, or that was read back."""


class Footnotes:
    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._notes: dict[str, _Footnote] = {}

    def marks(self, fact: Fact, shown: str) -> tuple[str, ...]:
        """The marks to set behind a fact, for instance `[^t9]`; `shown` are the words it is shown in."""
        said = [item for item in fact.evidence if isinstance(item, Quote)]
        # A priority has no sentence of its own: its order is what was said.
        is_rank = isinstance(fact, Priority)
        is_corrected = not is_rank and any(item.role == "correction" for item in said)
        labels = [self._said(item, item.text if is_corrected else shown, is_rank=is_rank) for item in said]
        if not any(contains(shown, item.text) for item in said):
            labels += [self._turn(item.turn)[0] for item in fact.evidence if isinstance(item, Confirmed)]
        written = [item for item in fact.evidence if isinstance(item, HandEdit) and item.source]
        labels += [self._written(item) for item in written]
        # A file has links of its own.
        cited = () if said or hasattr(fact, "path") else fact.evidence
        lines = (item for item in cited if isinstance(item, CodeAnchor) and item.line)
        labels += [self._source(f"`{item.path}:{item.line}`") for item in lines]
        return tuple(f"[^{label}]" for label in dict.fromkeys(labels) if label)[:_MOST_MARKS]

    def mark_of_turn(self, number: int) -> str:
        label, note = self._turn(number)
        note.is_said = True
        return f"[^{label}]"

    def lines(self) -> list[str]:
        """The footnotes themselves, those of turns first."""
        ordered = sorted(self._notes.items(), key=lambda entry: (entry[1].turn is None, entry[1].turn or 0))
        return [f"[^{label}]: {self._text(note)}" for label, note in ordered]

    def _said(self, quote: Quote, shown: str, *, is_rank: bool) -> str:
        label, note = self._turn(quote.turn)
        note.is_said = True
        note.is_correction |= quote.role == "correction" and not is_rank
        words = one_line(quote.text)
        if not contains(shown, words) and not any(words in known for known in note.quotes):
            note.quotes = [known for known in note.quotes if known not in words] + [words]
        return label

    def _written(self, item: HandEdit) -> str:
        """A source in somebody's words: the turn they name, else a footnote of its own."""
        words = one_line(item.source)
        if found := TURN.search(words):
            label, note = self._turn(int(found[1]))
            note.is_said = True
            is_our_form = words.startswith(tuple(f"Turn {found[1]}{mark}" for mark in ",.:;"))
            note.words = words if is_our_form else note.words
            return label
        return self._source(words)

    def _source(self, words: str) -> str:
        known = [label for label, note in self._notes.items() if note.words == words and note.turn is None]
        label = known[0] if known else f"s{sum(note.turn is None for note in self._notes.values()) + 1}"
        self._notes.setdefault(label, _Footnote(words=words))
        return label

    def _turn(self, number: int) -> tuple[str, _Footnote]:
        return f"t{number}", self._notes.setdefault(f"t{number}", _Footnote(turn=number))

    def _text(self, note: _Footnote) -> str:
        if note.turn is None or (note.words and not note.quotes):
            return inline(note.words)
        text = f"Turn {note.turn}" + (", the request" if note.turn == DRAFT_TURN else "")
        text += ", a correction" if note.is_correction else "" if note.is_said else ", a proposal accepted"
        if note.quotes:
            text += ": " + " … ".join(f'"{inline(shorten(words, _LONGEST_QUOTE))}"' for words in note.quotes)
        text += self._taken_back(note.turn)
        return text if text.endswith(('."', '!"', '?"')) else f"{text}."

    def _taken_back(self, turn: int) -> str:
        """ "; one sentence was withdrawn in turn 17"; what another fact still quotes was only put elsewhere."""
        evidence = [item for fact in self._analysis.facts for item in fact.evidence]
        quoted = [item for item in evidence if isinstance(item, Quote) and item.turn == turn]
        withdrawn = [one for one in self._analysis.withdrawn if one.turn == turn]
        gone = [one for one in withdrawn if not any(one.start < q.end and q.start < one.end for q in quoted)]
        if not gone:
            return ""
        told = "one sentence was" if len(gone) == 1 else f"{counted(len(gone))} sentences were"
        return f"; {told} withdrawn in turn {joined(dict.fromkeys(str(item.at) for item in gone))}"


_MOST_SOURCES: Final = 3


def source_words(fact: Fact) -> str:
    """`turn 4; turn 9`, `src/cart.py:12`; empty for what was inferred or assumed."""
    found = [item for item in fact.evidence if isinstance(item, Quote)] or fact.evidence
    words = dict.fromkeys(word for item in found if (word := _words(item)))
    return "; ".join(list(words)[:_MOST_SOURCES])


def _words(item: Evidence) -> str:
    match item:
        case Quote() | Confirmed():
            return "request" if item.turn == DRAFT_TURN else f"turn {item.turn}"
        case CodeAnchor():
            return one_line(item.path if item.line is None else f"{item.path}:{item.line}")
        case HandEdit():
            return turn[0].lower() if (turn := TURN.search(item.source)) else one_line(item.source)
        case _:
            return ""
