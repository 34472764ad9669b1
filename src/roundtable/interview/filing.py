"""What becomes of each statement of an answer: a fact, or at the review an order, a question, or words that nobody can place.

Elsewhere: which parts of an input are statements (`listening`, `told_parts`), the facts themselves (`recording`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.engine.briefing import Ask
from roundtable.facts import Fact, Priority, PriorityLevel
from roundtable.interview.lead_ins import (
    JOINT,
    announces,
    takes_back,
    wants_gone,
    without_adding,
    without_fillers,
    without_lead,
)
from roundtable.interview.moving import heading_named
from roundtable.interview.offers import begins_by_adding
from roundtable.interview.placing import placings
from roundtable.interview.replacing import asks_what_it_replaces
from roundtable.interview.situation import KEEPS, as_facts
from roundtable.interview.slots import ranked_label
from roundtable.interview.stating import Statement
from roundtable.interview.table_questions import Table, cannot_tell
from roundtable.interview.told_parts import INSTEAD, plainly
from roundtable.interview.which_fact import (
    ID,
    fact_singled_out,
    fact_spoken_of,
    text_of,
    told_last,
    words_meant,
)
from roundtable.interview.wording import content_words, quoted
from roundtable.language.phrases import any_phrase, behind_leading, leading_phrase, rows
from roundtable.language.records import is_about_record, may_be_about_record
from roundtable.language.sentences import sentences
from roundtable.language.statements import AREAS
from roundtable.language.tongue import opened

_NO: Final = rows(r"no(?=[,:])")
_SAYS_SOMETHING: Final = 3
_FORGETS: Final = rows("forget | scratch | scrap")
_MAY_BE_NEWS: Final = frozenset({"change", "out_of_scope"})
"""What a sentence may well say first of something: "the importers are out of scope"."""


def file_statements(at: Table, statements: Iterable[Statement]) -> None:
    reviewing = at.situation.reviews
    for statement in statements if reviewing else _after_changes_of_mind(at, [*statements]):
        if (ranked := ranked_label(statement.text)) is not None:
            _file_ranked(at, statement, *ranked)
            continue
        ids = ID.findall(statement.text)
        ranks = statement.area == "rank" or reviewing or ids
        places = placings(at.situation, statement.start, statement.end)
        if ranks and not places and at.operations.rank((statement.start, statement.end)):
            continue
        if reviewing and at.operations.move((statement.start, statement.end)):
            continue
        if reviewing and at.operations.retitle(statement.text):
            continue
        if reviewing and wants_gone(statement.text):  # whoever wants something gone says nothing new
            found = at.operations.retract((statement.start, statement.end))
            at.taken.trouble = at.taken.trouble if found else cannot_tell(statement.text)
            continue
        kind, told = heading_named(statement.text)[0], without_lead(statement.text)
        is_new = begins_by_adding(statement.text) and not is_about_record(told)
        is_added = places or is_new or statement.is_labelled
        is_order = kind not in _MAY_BE_NEWS if kind else not is_added and is_about_record(told)
        if reviewing and is_order:
            at.taken.trouble = cannot_tell(statement.text)  # no part of the item
            continue
        if reviewing and not (is_added or kind or announces(statement.text)) and may_be_about_record(told):
            if (
                at.taken.asks is not None
            ):  # one question at a time; the words of the other are not lost without a word
                at.taken.trouble = cannot_tell(statement.text)
            elif len(told.split()) >= _SAYS_SOMETHING:
                at.taken.asks = _asks_to_keep(at, statement)
            continue
        if reviewing and kind:
            statement = replace(statement, kind=kind, area=AREAS[kind])
        before = len(at.recorder.facts)
        text = at.situation.heard.text
        whole = next((text[a:b] for a, b in sentences(text) if a <= statement.start < b), statement.text)
        is_added = is_added or begins_by_adding(whole)
        if reviewing and statement.kind == "requirement" and not is_added:
            # At the review only what is plainly added is new.
            at.recorder.note(statement)
        else:
            added = without_adding(statement.text) if reviewing else statement.text
            is_cut = added != statement.text
            at.recorder.take(replace(statement, text=opened(added)) if is_cut else plainly(statement))
        at.taken.noted += at.recorder.facts[before:]


def _after_changes_of_mind(at: Table, statements: Sequence[Statement]) -> list[Statement]:
    """The statements that take nothing back; those that do are carried out, or asked about where something takes its place."""
    left: list[Statement] = []
    forgotten: Fact | None = None
    for number, statement in enumerate(statements):
        following = statements[number + 1] if statements[number + 1 :] else None
        change = changed_mind(at.situation.analysis, statement.text)
        if change is None and forgotten is None:
            left.append(statement)
            continue
        first, words = change or (forgotten, statement.text)
        forgotten = None
        if words and first is not None:
            made = at.recorder.take(replace(statement, text=words))
            at.taken.noted += [made] if made else []
            at.taken.asks = asks_what_it_replaces(at.situation, first, made) if made else None
        elif first is not None and following and leading_phrase(INSTEAD, following.text):
            forgotten = first  # "Forget the port. Better keep 0"
        elif first is not None:
            at.operations.remove(first)
    return left


def changed_mind(analysis: Analysis, text: str) -> tuple[Fact, str] | None:
    """ "Forget the tags, better is a checkbox", where tags are on record: what is taken back, and the words that take its place."""
    text = without_lead(text[without_fillers(text) :])
    if not takes_back(text):
        return None
    joint = JOINT.search(text)
    behind = behind_leading(_NO, text[joint.end() :]) if joint else ""
    if joint is None or len(behind.split()) < _SAYS_SOMETHING:
        # "Drop the index" may be what is to be done; nobody forgets an index.
        first = _forgotten(analysis, text) if any_phrase(_FORGETS).search(text) else None
        return (first, "") if first is not None else None
    name = text[: joint.start()]
    first = fact_singled_out(analysis, name) or fact_spoken_of(analysis, name)
    # How it is today stays, whatever is wanted instead.
    return (first, opened(behind)) if first is not None and first.area != "why" else None


def _forgotten(analysis: Analysis, name: str) -> Fact | None:
    """What is meant: the one fact with these words, of several the one that was told last."""
    latest = [fact for fact in told_last(analysis) if words_meant(name) & content_words(text_of(fact))]
    return fact_singled_out(analysis, name) or (latest[0] if len(latest) == 1 else None)


def _asks_to_keep(at: Table, statement: Statement) -> Ask:
    """The question about a sentence of which nobody can tell whether it is about the page; a yes keeps it as a note."""
    fact = at.recorder.note(statement)
    at.recorder.facts.remove(fact)
    text = f"Is {quoted(statement.text)} part of the item?"
    return Ask(text=text, kinds=("note",), about=KEEPS, offers=as_facts([fact.model_copy(update={"id": ""})]))


def _file_ranked(at: Table, statement: Statement, level: PriorityLevel, begins: int) -> None:
    """ "Must have: a mail after three days": a requirement and its priority."""
    start = statement.start + begins
    wanted = opened(statement.text[begins:])
    made = at.recorder.take(Statement(wanted, start, statement.end, "requirement", "what", is_labelled=True))
    if made is not None:
        quote = at.situation.quote(statement.start, statement.end)
        at.recorder.add(Priority, (quote,), target=made.id, level=level)
        at.taken.noted.append(made)
