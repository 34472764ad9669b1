"""RT4xx: the wording of what promises something. Sentences come from `entries`, judgements from `smells`.

What a person said, word for word (a footnote names the turn), is not judged: it is theirs, and was asked about where it was vague.
Only that something is still undecided counts there too.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from roundtable.documents.catalog import STORIES
from roundtable.documents.checks.context import CheckConfig
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import Item, wrong
from roundtable.documents.checks.smells import sentences_of, smells_in
from roundtable.documents.reading.entries import Statement
from roundtable.documents.reading.inline_marks import is_said, mark_of, plain_words
from roundtable.language.phrases import any_of, any_phrase
from roundtable.language.tongue import language_of

LONGEST: Final = 50
_UNDECIDED: Final = "RT424"
_NOT_MEASURED: Final = "has no figure by which one could decide whether it is met."
_TROUBLE: Final = any_of(
    r"errors? | fail\w* | invalid | reject\w* | refus\w* | deny | denied | denies | not | no | never | without | missing | "
    r"unavailable | unreachable | time[sd]?[ -]?out | empty | exceed\w* | duplicate\w* | expired? | wrong | cannot | can't | "
    r"unless | unauthori[sz]ed | forbidden | exceptions? | warn\w* | conflict\w* | abort\w* | cancel\w* | offline | already | "
    r"corrupt\w* | malformed | unknown | unsupported | lost | interrupt\w* | too | only | blocked? | ignored? | unchanged | "
    r"stays? | still | skipp?\w* | broken | [45]\d\d | otherwise | retry | retries | over | above | below"
)
_FIGURE: Final = any_of(
    r"WCAG | ISO | RFC | OWASP | GDPR | PCI | TLS | SOC | HIPAA | none | zero | never | no | every | all | each | one | "
    "two | three | once | same | without | only | any | exactly | identical | unchanged"
)
_NO_FIGURE: Final = re.compile(r"\b[A-Z]{2,5}-[\d-]+\b|\bturn \d+\b")
_OBSERVED: Final = any_of("then|shall|must|should|will|is|are|sees?|shows?|gets?|receives?|returns?")
_GIVEN_WHEN: Final = re.compile(r"(?i)^(?:scenario:.*?)?\W*(?:given\b.*?(?:,|\bwhen\b)|when\b)")
_THEN, _WHEN = any_phrase(("then",)), any_phrase(("when",))
_OPEN_CELL: Final = frozenset({"tbd", "tbc", "tba", "todo", "?", "??", "???"})
_ROLE: Final = any_of(r"as an? | as the | as [a-z]\w*")
_WANT: Final = any_of("I want | I need | I would like | I can | I wish | I must | we want | we need")
_BENEFIT: Final = any_of("so that | in order to | so I | so we | because")
_SOURCES: Final = frozenset({"source", "for", "confidence", "known from", "fr", "requirements"})


def check_wording(item: Item) -> Iterator[Report]:
    statements = item.statements
    english = language_of(" ".join(statement.text for statement in statements)) == "en"
    said = " ".join(plain_words(statement.text) for statement in statements if is_said(statement.raw))
    yield from check_sentences(statements, item.context.config, english=english, said=said)
    if english:
        yield from _error_paths(item)
    yield from _figures(item)
    yield from _story_forms(item)


def check_sentences(
    statements: Iterable[Statement], config: CheckConfig, *, english: bool = True, said: str = ""
) -> Iterator[Report]:
    """Vague words and weak grammar, sentence by sentence; in other languages only what is not a matter of words."""
    for statement in statements:
        theirs, is_story = is_said(statement.raw), statement.kind == "story"
        # A story that repeats what people said word for word is not judged either.
        repeats = is_story and bool(said) and plain_words(statement.text.partition(": ")[2]) in said
        judged = english and not theirs and not repeats
        if statement.kind == "criterion" and judged:
            yield from _outcome(statement)
        for sentence in sentences_of(statement.text):
            words = len(sentence.split())
            if words > LONGEST and statement.kind in ("requirement", "quality") and not theirs:
                told = f"{statement.id or 'The requirement'} has a sentence of {words} words."
                yield Report("RT420", statement.name, statement.line, f"{statement.id} {sentence[:40]}", told)
            for smell in smells_in(sentence, statement.kind):
                if config.wants(smell.rule) and (judged or smell.rule == _UNDECIDED):
                    about = f"{statement.id} {smell.word.lower()}"
                    why = smell.why + (f" actions in one {statement.kind}" if smell.rule == "RT410" else "")
                    told = f"{statement.id or 'The requirement'}: “{smell.word}” {why}."
                    yield Report(smell.rule, statement.name, statement.line, about, told)


def _outcome(statement: Statement) -> Iterator[Report]:
    text, shown = statement.text, statement.id or "The criterion"
    if _GIVEN_WHEN.match(text) and not _THEN.search(text):
        # Without "then", what follows a comma after the condition has to say what one can observe.
        condition = _WHEN.split(text)[-1]
        outcome = condition.partition(",")[2] or condition.partition(";")[2]
        if len(outcome.split()) < 2 or not _OBSERVED.search(outcome):
            said = f"{shown} says when, but not what happens then."
            yield Report("RT419", statement.name, statement.line, statement.id + text[:40], said)


def _error_paths(item: Item) -> Iterator[Report]:
    for key, entry in item.requirements.items():
        criteria = [one.reading.statements for one in item.criteria_of.get(key, ())]
        told = [said for statements in (*criteria, entry.reading.criteria) for said in statements]
        is_theirs = all(is_said(said.raw) or mark_of(said.raw) for said in told)
        if len(told) >= 2 and not is_theirs and not any(_TROUBLE.search(said.text) for said in told):
            said = f"No criterion of {entry.id} says what happens when something goes wrong."
            yield wrong("RT416", entry, said)


def _figures(item: Item) -> Iterator[Report]:
    for entry in item.qualities:
        row = entry.row
        spoken = " ".join(said.text for said in (*entry.reading.statements, *entry.lines))
        # The source column may hold "turn 3", and ids hold digits; neither is a figure.
        if row is not None:
            pairs = zip(row.cells[1:], row.headers[1:], strict=False)
            spoken = " ".join(cell for cell, header in pairs if header not in _SOURCES)
        settled = not item.get(entry.name).status.startswith(("draft", "in progress"))
        cells = row.cells[1:] if row is not None and settled else ()
        if any(cell.strip(" *_.").lower() in _OPEN_CELL for cell in cells):
            yield wrong(_UNDECIDED, entry, f"{entry.id} is not decided yet.")
        is_theirs = any(is_said(line.text) for line in entry.lines)
        if not _has_figure(_NO_FIGURE.sub("", spoken)) and "TBD" not in spoken and not is_theirs:
            yield wrong("RT417", entry, f"{entry.id} {_NOT_MEASURED}")
    for said in (one for one in item.statements if one.kind == "quality" and not one.id):
        if not _has_figure(said.text):
            yield Report("RT417", said.name, said.line, said.text[:60], f"This quality {_NOT_MEASURED}")


def _has_figure(text: str) -> bool:
    return any(map(str.isdigit, text)) or _FIGURE.search(text) is not None


def _story_forms(item: Item) -> Iterator[Report]:
    for story in item.stories:
        text = story.text if story.file == STORIES else story.wording
        # "Support agent: …" names who it is for as well as "As a support agent".
        in_front = text[:120].partition(": ")
        role = bool(story.role or _ROLE.search(text) or (in_front[1] and not _WANT.search(in_front[0])))
        want = bool(story.want or _WANT.search(text))
        benefit = bool(story.benefit or _BENEFIT.search(text))
        if not want and not (role and not in_front[1]):
            continue  # told in another form
        parts = {"role": role, "wish": want, "benefit": benefit}
        missing = [name for name, there in parts.items() if not there]
        if missing and (text or story.want):
            said = f"{story.id or 'A story'} names no {' and no '.join(missing)}."
            yield Report("RT418", story.file, story.line, story.id, said)
