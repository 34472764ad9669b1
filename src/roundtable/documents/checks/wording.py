"""RT4xx: the wording of what promises something. Sentences come from `statements`, judgements from `quality`."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from roundtable.documents.checks.context import CheckConfig
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import SPEC, STORIES, Item
from roundtable.documents.checks.quality import Smell, smells_in
from roundtable.documents.checks.statements import Statement
from roundtable.documents.checks.words_in import is_english

__all__ = ["check_sentences", "check_wording"]

LONGEST: Final = 50
_ANY_LANGUAGE: Final = frozenset({"RT424"})
_TROUBLE: Final = re.compile(
    r"\b(?:errors?|fail\w*|invalid|reject\w*|refus\w*|den(?:y|ied|ies)|not|no|never|without|missing|unavailable|unreachable|"
    r"time[sd]?[ -]?out|empty|exceed\w*|duplicate\w*|expired?|wrong|cannot|can't|unless|unauthori[sz]ed|forbidden|exceptions?|"
    r"warn\w*|conflict\w*|abort\w*|cancel\w*|offline|already|corrupt\w*|malformed|unknown|unsupported|lost|interrupt\w*|"
    r"too|only|blocked?|ignored?|unchanged|stays?|still|skipp?\w*|broken|[45]\d\d|otherwise|retr(?:y|ies)|over|above|below)\b",
    re.IGNORECASE,
)
_FIGURE: Final = re.compile(
    r"\d|\b(?:WCAG|ISO|RFC|OWASP|GDPR|PCI|TLS|SOC|HIPAA|none|zero|never|no|every|all|each|one|two|three|once|same|without|only|any|exactly|identical|unchanged)\b",
    re.IGNORECASE,
)
_THEN: Final = re.compile(
    r"\b(?:then|shall|must|should|will|is|are|sees?|shows?|gets?|receives?|returns?)\b", re.IGNORECASE
)
_OPEN_CELL: Final = re.compile(r"^\W*(?:TBD|TBC|TBA|TODO|\?{1,3})\W*$")
_SAYS_THEN: Final = re.compile(r"\bthen\b", re.IGNORECASE)
_GIVEN_WHEN: Final = re.compile(r"^(?:scenario:.*?)?\W*(?:given|when)\b", re.IGNORECASE)
_ROLE: Final = re.compile(r"\bas an?\b|\bas the\b|\bas (?=[a-z])", re.IGNORECASE)
_WANT: Final = re.compile(r"\bI (?:want|need|would like|can|wish|must)\b|\bwe (?:want|need)\b", re.IGNORECASE)
_BENEFIT: Final = re.compile(r"\b(?:so that|in order to|so I|so we|because)\b", re.IGNORECASE)


def check_wording(item: Item) -> Iterator[Report]:
    """Everything about the wording of an item."""
    statements = item.statements
    english = is_english(" ".join(statement.text for statement in statements))
    yield from check_sentences(statements, item.context.config, english=english)
    if english:
        yield from _error_paths(item)
    yield from _figures(item)
    yield from _story_forms(item)


def check_sentences(
    statements: Iterable[Statement], config: CheckConfig, *, english: bool = True
) -> Iterator[Report]:
    """Vague words and weak grammar, sentence by sentence; in other languages only what is not a matter of words."""
    for statement in statements:
        if statement.kind == "criterion" and english:
            yield from _outcome(statement)
        for sentence in statement.sentences:
            words = len(sentence.split())
            if words > LONGEST and statement.kind in ("requirement", "quality"):
                said = f"{_whose(statement)} has a sentence of {words} words."
                yield Report("RT420", statement.name, statement.line, f"{statement.id} {sentence[:40]}", said)
            for smell in smells_in(sentence, statement.kind):
                if config.wants(smell.rule) and (english or smell.rule in _ANY_LANGUAGE):
                    about = f"{statement.id} {smell.word.lower()}"
                    yield Report(smell.rule, statement.name, statement.line, about, _said(statement, smell))


def _whose(statement: Statement) -> str:
    return statement.id or "The requirement"


def _said(statement: Statement, smell: Smell) -> str:
    if smell.rule == "RT410":
        return f"{_whose(statement)}: “{smell.word}” {smell.why} actions in one {statement.kind}."
    return f"{_whose(statement)}: “{smell.word}” {smell.why}."


def _outcome(statement: Statement) -> Iterator[Report]:
    text = statement.text
    if not _GIVEN_WHEN.match(text):
        return
    # Without "then", what follows a comma after the condition has to say what one can observe.
    condition = re.split(r"\bwhen\b", text, flags=re.IGNORECASE)[-1]
    outcome = condition.partition(",")[2] or condition.partition(";")[2]
    told = _SAYS_THEN.search(text)
    if told is None and not (len(outcome.split()) > 1 and _THEN.search(outcome)):
        said = f"{statement.id or 'The criterion'} says when, but not what happens then."
        yield Report("RT419", statement.name, statement.line, statement.id + text[:40], said)
    if told is None:
        return
    given = re.match(r"^\W*given\b(?P<text>.*?)(?:,|\bwhen\b)", text, re.IGNORECASE)
    if given is not None and (known := _bare(given["text"])) and known == _bare(text[told.end() :]):
        said = f"{statement.id or 'The criterion'} only says afterwards what was given before."
        yield Report("RT426", statement.name, statement.line, statement.id + text[:40], said)


def _bare(text: str) -> tuple[str, ...]:
    return tuple(
        word
        for word in re.findall(r"\w+", text.lower())
        if word not in ("a", "an", "the", "that", "is", "are")
    )


def _error_paths(item: Item) -> Iterator[Report]:
    criteria: dict[str, list[str]] = {}
    for key, entry in item.criteria.items():
        owner = item.owner(key, entry.definition)
        criteria.setdefault(owner, []).append(" ".join(statement.text for statement in entry.statements))
    for key, entry in item.requirements.items():
        texts = [*criteria.get(key, ()), *(statement.text for statement in entry.criteria)]
        if len(texts) >= 2 and not any(_TROUBLE.search(text) for text in texts):
            said = f"No criterion of {entry.definition.id} says what happens when something goes wrong."
            yield Report("RT416", SPEC, entry.definition.line, key, said)


def _figures(item: Item) -> Iterator[Report]:
    for entry in item.qualities:
        row = entry.definition.row
        texts = row.cells[1:] if row is not None else [line.text for line in entry.definition.body]
        spoken = " ".join([entry.definition.title, *(s.text for s in entry.statements), *texts])
        # The source column may hold "turn 3", and ids hold digits; neither is a figure.
        if row is not None:
            spoken = " ".join(
                cell for cell, header in zip(row.cells[1:], row.headers[1:], strict=False)
                if header not in ("source", "for", "confidence", "known from", "fr", "requirements")
            )  # fmt: skip
        plain = re.sub(r"\b[A-Z]{2,5}-[\d-]+\b|\bturn \d+\b", "", spoken)
        name, line = entry.definition.name, entry.definition.line
        page = item.page(name)
        settled = page is not None and not page.status.startswith(("draft", "in progress"))
        if settled and row is not None and any(_OPEN_CELL.match(cell) for cell in row.cells[1:]):
            said = f"{entry.definition.id} is not decided yet."
            yield Report("RT424", name, line, entry.definition.key, said)
        if not _FIGURE.search(plain) and "TBD" not in spoken:
            said = f"{entry.definition.id} has no figure by which one could decide whether it is met."
            yield Report("RT417", name, line, entry.definition.key, said)


def _story_forms(item: Item) -> Iterator[Report]:
    for story in item.stories:
        text = story.text if story.file == STORIES else story.wording
        role = bool(story.role) or bool(_ROLE.search(text))
        want = bool(story.want) or bool(_WANT.search(text))
        benefit = bool(story.benefit) or bool(_BENEFIT.search(text))
        if not (role or want) or not (text or story.want):
            continue  # told in another form
        missing = [
            name for name, there in (("role", role), ("wish", want), ("benefit", benefit)) if not there
        ]
        if missing:
            said = f"{story.id or 'A story'} names no {' and no '.join(missing)}."
            yield Report("RT418", story.file, story.line, story.id, said)
