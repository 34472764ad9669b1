"""One document while it is written: title, one header line, opening words, sections, footnotes.

A `Page` sets words (`sentence`, `paragraph`, `bullets`), remembers whom it quoted (`footnotes`) and which facts each section shows.
A section without words is not written. What discussions brought stands at the end of the section it belongs to, notes and gaps
come last, and what programs read ends the file.

Elsewhere: what each document says (its own module), which are written (`rendering`).
"""

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from pydantic import Field

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.scanning import ScanResult
from roundtable.documents.catalog import README, document
from roundtable.documents.escaping import block, heading, inline, lead, one_line
from roundtable.documents.footnotes import Footnotes
from roundtable.documents.insights import insight_block
from roundtable.documents.old_forms import told
from roundtable.documents.own_files import home_of, section_of
from roundtable.documents.typography import anchor_of, ended, joined, listed, paragraphs, set_words, verbatim
from roundtable.facts import Fact, Interface, Module, Note, Requirement
from roundtable.facts.evidence import CodeAnchor, Confidence, overall
from roundtable.facts.record import Record
from roundtable.language.markdown import plain_title
from roundtable.language.sentences import is_fragment, sentences

GAPS: Final = "Gaps and Assumptions"
NOTES: Final = "Notes"
_SHORT_ANSWER: Final = 5
"""A note of fewer words is hardly understood without its question."""

Status = Literal["Draft", "In Progress", "Complete"]


class RenderContext(Record):
    """What a document shows that is not a fact. Rendering asks for nothing else."""

    date: str = ""
    slug: str = ""
    title: str = ""
    source: str = ""
    mode: Literal["steps", "conversation"] = "conversation"
    """In steps, those of the stepped mode name the documents."""
    status: dict[str, Status] = Field(default_factory=dict)
    """By file name; the others have `default_status`."""
    default_status: Status = "Draft"
    default_coverage: str = ""
    """As in `5 of 8 steps`; without it documents count their facts."""
    scan: ScanResult | None = None
    gaps: tuple[str, ...] = ()
    """What was not covered, as `topic: what is missing`; named in every document when there is any."""
    early_exit: bool = False
    """The session ended early: every document is a draft."""
    own_files: dict[str, tuple[tuple[str, str], ...]] = Field(default_factory=dict)
    """Documents that only a step of somebody's own knows: for each the ids of such steps, with the heading of each."""
    existing: tuple[str, ...] = ()
    """Files the item folder already has; an interface specification keeps its format."""
    there: tuple[str, ...] | None = None
    """Files that the folder will have: README.md links to no others. Without it to all that have something to say."""


class Section(Record):
    """A section of a document: Markdown without the heading, and the facts it shows."""

    heading: str
    body: str
    facts: tuple[str, ...] = ()


_POINTS = ("- ", *(f"{number}. " for number in range(1, 10)))


class Page:
    title = status = ""
    """What stands in place of the item's title and of the session's status."""
    last_words = ""
    """A line behind everything but footnotes."""
    tail = ""
    """What programs read; nothing comes after it."""

    def __init__(
        self, name: str, analysis: Analysis, context: RenderContext, weighed: Iterable[Fact] = ()
    ) -> None:
        """`weighed` are the facts that its confidence is made of, the requirements where it has none of its own."""
        self.name, self.analysis, self.context = name, analysis, context
        self.subject = context.title or analysis.title or context.slug or analysis.slug
        self.footnotes = Footnotes(analysis)
        self.known = _names_in_code(analysis, context)
        self.sections: list[Section] = []
        facts = tuple(weighed) or analysis.of(Requirement)
        self.confidence = overall(analysis.confidence(fact) for fact in facts)
        self._shown: dict[str, None] = {}

    def words(self, text: str, path: str = "", *, opens: bool = True) -> str:
        return set_words(text, self.known, path, opens=opens)

    def show(self, fact: Fact) -> None:
        if fact.id:
            self._shown[fact.id] = None

    def mark(self, fact: Fact, shown: str = "") -> str:
        self.show(fact)
        return "".join(self.footnotes.marks(fact, shown))

    def doubt(self, fact: Fact) -> str:
        """` (Medium)` where a fact is less sure than its document."""
        confidence = self.analysis.confidence(fact)
        is_plain = confidence is Confidence.HIGH or confidence.label == self.confidence
        return "" if is_plain else f" ({confidence.label})"

    def said(self, fact: Fact, text: str = "", path: str = "") -> str:
        """The words of a fact, with the priority that it alone has: ` (Must)`; few words of a note behind what was asked."""
        asked = _asked(fact)
        words = self.words(text or told(fact), path, opens=not asked)
        # A requirement has a line for its own.
        level = None if isinstance(fact, Requirement) else self.analysis.priority_of(fact.id)
        return f"{asked}{words.rstrip('.')} ({level})" if level else f"{asked}{words}"

    def sentence(self, fact: Fact, text: str = "", path: str = "") -> str:
        """A fact in its own words on one line, with its doubt and its footnote."""
        words = text or told(fact)
        return f"{self.said(fact, words, path)}{self.doubt(fact)}{self.mark(fact, words)}"

    def whole(self, fact: Fact) -> str:
        return self.pasted(fact) if _is_pasted(told(fact)) else self.sentence(fact)

    def entry(self, fact: Fact) -> str:
        """A fact behind its id; what was pasted in several lines stands below it."""
        words = self.whole(fact)
        gap = "\n\n" if words.startswith(("```", "- ", "1. ")) else " "
        return f"**{fact.id}**:{gap}{words}"

    def pasted(self, fact: Fact) -> str:
        """Words of several lines: the line that announces them, then the others as they are; a list stays one."""
        words = told(fact).strip()
        marks = self.doubt(fact) + self.mark(fact, words)
        first, _, rest = words.partition("\n")
        if all(line.startswith(_POINTS) for line in block(rest).splitlines() if line):
            return f"{block(words)}{marks}"
        if first.rstrip().endswith(":"):
            return f"{self.words(first.rstrip())}{marks}\n\n{verbatim(rest)}"
        return f"{verbatim(words)}\n\n{marks.strip()}".rstrip()

    def paragraph(self, facts: Iterable[Fact]) -> str:
        """Facts as running text; sentences of one turn share their footnote."""
        blocks: list[str] = []
        before: str | None = None
        """The marks of the sentence before, which the next one goes on with."""
        for fact in facts:
            words = told(fact)
            if _is_pasted(words):
                blocks.append(self.pasted(fact))
                before = None
            elif words.strip():
                text, marks = ended(self.said(fact)) + self.doubt(fact), self.mark(fact, words)
                if before is not None:
                    start = blocks.pop()
                    text = f"{start.removesuffix(marks) if before == marks else start} {text}"
                blocks.append(f"{text}{marks}")
                before = marks
        return "\n\n".join(blocks)

    def few(self, facts: Sequence[Fact]) -> str:
        return self.paragraph(facts) if len(facts) < 2 else self.bullets(facts)

    def bullets(self, facts: Iterable[Fact]) -> str:
        """Facts as a list; what was pasted in several lines stands below it."""
        shown = tuple(facts)
        pasted = [fact for fact in shown if _is_pasted(told(fact))]
        items = listed(self.sentence(fact) for fact in shown if fact not in pasted)
        return paragraphs(items, *map(self.pasted, pasted))

    def opening(self, *parts: str) -> None:
        self.section("", *parts)

    def notes_in(self, title: str) -> list[Note]:
        wanted = plain_title(title)
        return [note for note in self._notes() if wanted and plain_title(section_of(note)) == wanted]

    def section(self, title: str, *parts: str) -> None:
        """A section of these parts and of the notes that none of them shows; nothing when all are empty."""
        notes = [note for note in self.notes_in(title) if note.id not in self._shown]
        read = map(self.whole, (note for note in notes if note.section))
        said = self.bullets(note for note in notes if not note.section)
        if pieces := [part for part in (*parts, *read, said) if part]:
            self.sections.append(Section(heading=title, body="\n\n".join(pieces), facts=tuple(self._shown)))
        self._shown.clear()

    def says_something(self) -> bool:
        targeted = any(name == self.name for d in self.analysis.discussions for name, _ in d.targets)
        return bool(self.sections or targeted or self._notes())

    def write(self) -> str:
        blocks = self._insights_by_section()
        pieces: list[str] = []
        for part in self.all_sections():
            pieces += [f"## {part.heading}"] if part.heading else []
            pieces += [*self._stale(part), part.body, *blocks.pop(plain_title(part.heading), [])]
        titles = {plain_title(t): t for d in self.analysis.discussions for _, t in d.targets}
        for key, texts in blocks.items():
            pieces += [f"## {heading(titles[key])}", *texts]
        pieces += [self.last_words, "\n".join(self.footnotes.lines()), self.tail]
        return "\n\n".join([self._header(), *filter(None, pieces)]) + "\n"

    def _header(self) -> str:
        words = self.name.rpartition(".")[0].replace("_", "-").split("-")
        kind = document(self.name)
        named = kind.title if kind else " ".join(word.capitalize() for word in words if word)
        title = self.title or (f"{named}: {self.subject}" if self.subject else named)
        count = len({fact_id for part in self.sections for fact_id in part.facts})
        coverage = f"{count} fact{'' if count == 1 else 's'}"
        fields = header_fields(self.name, self.confidence, coverage, self.analysis, self.context)
        if self.status and not self.context.early_exit:
            fields["Status"] = self.status
        line = " · ".join(f"**{key}**: {inline(value)}" for key, value in fields.items())
        return f"# {heading(title)}\n\n{line}"

    def all_sections(self) -> list[Section]:
        """The sections, then notes that no section took, then what is missing."""
        known = {plain_title(part.heading) for part in self.sections}
        told_in = {step_id for step_id, _title in self.context.own_files.get(self.name, ())}
        strays: dict[str, list[Note]] = {}
        for note in self._notes():
            title = section_of(note)
            if plain_title(title) not in known - {""} and note.step_id not in told_in:
                strays.setdefault(title or NOTES, []).append(note)
        last: list[Section] = []
        for title, notes in sorted(strays.items(), key=lambda entry: entry[0] == NOTES):
            body = self.bullets(notes) if title == NOTES else "\n\n".join(map(self.whole, notes))
            last.append(Section(heading=heading(title), body=body, facts=tuple(note.id for note in notes)))
        if self.context.gaps:
            last.append(Section(heading=GAPS, body=_gaps(self.context, whole=self.name == README)))
        return [*self.sections, *last]

    def _notes(self) -> list[Note]:
        return [note for note in self.analysis.of(Note) if home_of(note) == self.name]

    def _stale(self, part: Section) -> list[str]:
        """Facts that rest on something that was taken back; a correction needs no warning, its footnote tells."""
        gone = set(self.analysis.retracted)
        causes = {fact: [c for c in self.analysis.stale.get(fact, ()) if c in gone] for fact in part.facts}
        words = [f"{fact} rests on {joined(found)}" for fact, found in causes.items() if found]
        return [f"> **Needs review**: {'; '.join(words)}, which was withdrawn."] if words else []

    def _insights_by_section(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for discussion in self.analysis.discussions:
            for name, title in discussion.targets:
                if name == self.name:
                    found.setdefault(plain_title(title), []).append(insight_block(discussion))
        return found


def header_fields(
    name: str, confidence: str, coverage: str, analysis: Analysis, context: RenderContext
) -> dict[str, str]:
    """The fields that every document starts with; `coverage` is used when the context gives none."""
    turn = max((turn.number for turn in analysis.turns), default=0)
    return {
        "Status": "Draft" if context.early_exit else context.status.get(name, context.default_status),
        "Confidence": confidence,
        "Last Updated": f"Turn {turn}",
        "Coverage": one_line(context.default_coverage or coverage),
    }


def _gaps(context: RenderContext, *, whole: bool) -> str:
    """What was not covered: in README.md all of it, elsewhere the topics alone."""
    topics = dict.fromkeys(one_line(gap).partition(": ")[0] for gap in context.gaps)
    if whole:
        # A criterion says when something is covered; what is not covered is its subject.
        missing = (one_line(gap).removesuffix(".").removesuffix(" is known") for gap in context.gaps)
        return f"Not covered, and of low confidence:\n\n{listed(lead(gap) for gap in missing)}"
    link = f"[README.md](README.md#{anchor_of(GAPS)})"
    return f"Not covered: {inline('; '.join(topics))}. See {link}."


def _asked(fact: Fact) -> str:
    """What stands before a note that says too little without what was asked; an older one has the whole question."""
    if not isinstance(fact, Note) or not fact.question.strip():
        return ""
    first = next((fact.text[start:end] for start, end in sentences(fact.text)), "")
    if len(first.split()) >= _SHORT_ANSWER and not is_fragment(first):
        return ""
    asked = inline(fact.question).replace("*", "")
    return f"*{asked}* " if asked.endswith("?") else f"**{asked}**: "


def _is_pasted(text: str) -> bool:
    return "\n" in text.strip()


def _names_in_code(analysis: Analysis, context: RenderContext) -> frozenset[str]:
    """Names that are known to be code: files with their bare names, and symbols."""
    paths, names = list[str](), list[str]()
    for fact in analysis.facts:
        paths.append(str(getattr(fact, "path", "")))
        anchors = [item for item in fact.evidence if isinstance(item, CodeAnchor)]
        paths += [item.path for item in anchors]
        names += [item.symbol for item in anchors if item.symbol]
        names += [fact.name] if isinstance(fact, Interface) else []
        paths += fact.paths if isinstance(fact, Module) else ()
    if context.scan is not None:
        paths += [file.path for file in context.scan.files]
        names += [symbol for file in context.scan.files for symbol in file.symbols]
    parts = [part for name in names for part in (name, *name.split("."))]
    return frozenset((*paths, *(path.rpartition("/")[2] for path in paths), *parts)) - {""}
