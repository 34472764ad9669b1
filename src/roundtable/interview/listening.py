"""What an input does to what is known: each of its acts, carried out exactly.

Only answers make facts, corrections change them, a denial removes what it names, "yes, but" is stored with its "but".
Whatever else was done leaves nothing.

Elsewhere: sentences into facts (`recording`), changes to facts (`operations`), what is said about it (`saying`).
"""

from dataclasses import replace
from typing import Final

from roundtable.engine.briefing import Ask
from roundtable.engine.hearing import REVIEW
from roundtable.facts import Assumption, NoChange
from roundtable.facts.evidence import Assumed, Confirmed
from roundtable.interview.contradictions import CONFLICT, conflict_in
from roundtable.interview.denials import OBJECTIONS, brought_up, objects
from roundtable.interview.filing import changed_mind, file_statements
from roundtable.interview.lead_ins import announces, wants_gone, without_lead
from roundtable.interview.left_open import WORTH_ASKING, leave_open, unblocked
from roundtable.interview.moving import heading_named
from roundtable.interview.named import files_named
from roundtable.interview.offers import (
    accept,
    adds,
    begins_with,
    names_places_instead,
    says_yes,
    take_or_leave,
    where_then,
    without_told,
)
from roundtable.interview.operations import Operations
from roundtable.interview.placing import left_as_offered, placings
from roundtable.interview.recording import Recorder
from roundtable.interview.replacing import keep_beside, settle_what_was_left, what_it_replaces
from roundtable.interview.situation import KEEPS, REPLACES, WHICH, Situation
from roundtable.interview.stating import label_of, statements_in
from roundtable.interview.table_questions import (
    Table,
    cannot_tell,
    carry_out_orders,
    names_others,
    settle_conflict,
)
from roundtable.interview.taken import Taken
from roundtable.interview.told_parts import (
    ONLY_CORRECTS,
    SAYS_SOMETHING,
    each_instruction,
    each_reading,
    only_corrects,
    only_swaps,
    picks,
    rewords,
    whole_sentences,
)
from roundtable.interview.which_fact import noun_of_line
from roundtable.language.acts import Act
from roundtable.language.contents import content_spans
from roundtable.language.records import is_about_record
from roundtable.language.sentences import sentences

_ASIDE: Final = frozenset({"direct_change", "no_change", "out_of_scope"})
"""What is told about places, whatever was asked."""
_REPLIES: Final = frozenset({"assent", "denial", "unknown", "delegate", "not_applicable"})
_PLACES: Final = _ASIDE | {"module", "decision", "file_count", "keyword"}


def listen(situation: Situation) -> Taken:
    """Carry out every act of what was heard."""
    taken = Taken()
    recorder = Recorder(situation)
    operations = Operations(recorder)
    at = Table(situation, taken, recorder, operations)
    acts: tuple[Act, ...] = ()
    if situation.asked.about.startswith(CONFLICT) and settle_conflict(situation, taken):
        return taken
    text, chooses = situation.heard.text, situation.asked.about == WHICH
    if settle_what_was_left(situation, operations):
        taken.outcome, taken.is_answered = "denied", True
    elif chooses and rewords(text):
        acts = (Act(kind="correction", end=len(text)),)
    elif chooses and len(picks(text).split()) <= ONLY_CORRECTS and not names_others(situation):
        chosen = operations.remove_chosen(picks(text), situation.asked.text)
        taken.trouble = "" if chosen else cannot_tell(text)
        taken.is_answered = True
        acts = each_reading(text, len(picks(text))) if chosen else ()
    else:
        acts = situation.briefing.acts
    said = bool(acts)
    if said:
        acts = carry_out_orders(at, acts)
    for act in each_instruction(acts, text, reviewing=situation.reviews):
        _carry_out(at, act)
    taken.facts = [*without_told(taken.facts, recorder.facts), *recorder.facts]
    taken.retracted += [*recorder.retracted, *operations.retracted]
    taken.amended += [*operations.amended, *unblocked(situation.analysis, taken.facts)]
    taken.lines += operations.lines
    taken.trouble = taken.trouble or operations.trouble
    now = {fact.id: fact for fact in recorder.facts}  # a sentence may correct the one before it
    taken.noted = [now.get(fact.id, fact) for fact in (*taken.noted, *operations.kept)]
    if taken.lines:
        taken.outcome = "changed"
    elif operations.kept:
        taken.outcome, taken.is_answered = "told", True
    if operations.asks and not taken.noted:
        taken.asks = Ask(text=operations.asks, kinds=situation.asked.kinds, about=WHICH, persona=None)
    taken.asks = taken.asks or what_it_replaces(operations, taken, acts) or where_then(situation, taken)
    is_past = said and not {act.kind for act in situation.briefing.acts} & _REPLIES
    if situation.asked.about.startswith(REPLACES) and is_past and situation.attempts <= 1:
        taken.asks = taken.asks or situation.asked  # whoever says something else has not heard it
    if situation.asked.about.startswith((REPLACES, KEEPS)) and said:
        taken.is_answered = True  # whatever was said to it
    if taken.is_answered and taken.asks is None and ": " in situation.asked.about:
        taken.settled.append(situation.asked.about)
    if situation.asked.about != REVIEW:
        # What is said last, at the review, corrects what was said before.
        taken.asks = taken.asks or conflict_in(situation, taken.noted)
    return taken


def _carry_out(at: Table, act: Act) -> None:
    """One act."""
    situation = at.situation
    reviewing, part = situation.reviews, situation.heard.text[act.start : act.end]
    if not reviewing and at.operations.move_last((act.start, act.end)):
        return
    if reviewing and at.operations.move((act.start, act.end)):
        return  # whatever files the sentence names that goes elsewhere
    if reviewing and act.kind == "answer" and announces(part):
        _correction(at, act)
    elif reviewing and act.kind == "answer" and wants_gone(part) and len(sentences(part)) == 1:
        _retraction(at, act)  # whoever wants something gone says nothing new
    elif act.kind in _ACTS:  # talk, commands and questions say nothing about the item
        of_files = _OF_FILES if placings(situation, act.start, act.end) else _ACTS
        of_files.get(act.kind, _ACTS[act.kind])(at, act)


def _answer(at: Table, act: Act) -> None:
    spans = whole_sentences(at.situation, act)
    told = [span for span in spans if not only_corrects(at.situation, span, at.operations)]
    # What corrects a sentence of the same answer waits until that one is taken.
    later = [span for span in told[1:] if only_swaps(at.situation, span)]
    statements = statements_in(at.situation, [span for span in told if span not in later])
    file_statements(at, statements)
    missed = [span for span in later if not at.operations.swap(span, only_exact=True)]
    file_statements(at, statements_in(at.situation, missed))
    at.taken.outcome, at.taken.is_answered = "told", _answers(at.situation, at.taken)
    if act.kind == "answer":
        take_or_leave(at.situation, at.taken, at.recorder, act)


def _answers(situation: Situation, taken: Taken) -> bool:
    """Whether what was told is about the question: a word about files, or a no to what was brought up, leaves it open."""
    asked = situation.asked
    if not asked.kinds or asked.kinds[0] in _PLACES or asked.offers or asked.proposes:
        return True
    if not taken.noted:
        return not files_named(situation.heard.text, situation.sight)
    told = {fact.kind for fact in taken.noted}
    if told & {*asked.kinds}:
        return True
    is_about_places = told <= _ASIDE and bool(told & {*OBJECTIONS})
    return not (is_about_places or (objects(situation) and told <= {*_ASIDE, "note"}))


def _assent(at: Table, act: Act) -> None:
    if at.situation.asked.offers and not says_yes(at.situation, act):
        _answer(at, act)  # "nothing fails there" puts no file into the plan
        at.taken.is_answered = any(getattr(fact, "path", "") for fact in at.recorder.facts)
        return
    words = at.situation.heard.text[act.start : act.end].strip()
    at.taken.confirmed += _proposed(at)
    witness = Confirmed(turn=at.situation.heard.number, text=words)
    accept(at.situation, at.taken, (witness,))
    # A yes to "what" or "who" is no answer; the question stays open.
    at.taken.outcome, at.taken.is_answered = "agreed", not _wants_words(at.situation)


def _proposed(at: Table) -> list[str]:
    """The facts that the open question proposes and that are there still."""
    return [fact_id for fact_id in at.situation.asked.proposes if at.situation.analysis.get(fact_id)]


def _wants_words(situation: Situation) -> bool:
    """Whether the open question proposes nothing, so that neither yes nor no says anything to it."""
    asked = situation.asked
    return asked.origin == "topic" and not (asked.offers or asked.proposes or asked.options)


def _assent_but(at: Table, act: Act) -> None:
    if at.situation.asked.offers and not says_yes(at.situation, act):
        _assent(at, act)  # what must stay as it is agrees to no file
    elif names_places_instead(at.situation, act):
        _answer(at, act)
        _accept_others(at)
    else:
        _assent(at, act)
        _answer(at, act)


def _denial(at: Table, act: Act) -> None:
    """A bare no: what was proposed is not recorded, what was recorded as a proposal goes; to anything else: none."""
    if _wants_words(at.situation) and not brought_up(at.situation):
        _not_applicable(at, act)
        return
    at.taken.retracted += _proposed(at)
    at.taken.none_of += list(
        dict.fromkeys(fact.kind for fact in at.situation.asked.offers if fact.kind != "note")
    )
    at.taken.outcome, at.taken.is_answered = "denied", True


def _denial_instead(at: Table, act: Act) -> None:
    """No, and what instead: what it names goes or comes.

    Of several places that were offered it removes those it names; the others stand, as the code shows them, unless it begins
    with a no. Where it names other places instead, those are the plan.
    """
    at.taken.retracted += _proposed(at)
    _of_places(at, act)
    _accept_others(at)


def _accept_others(at: Table) -> None:
    """ "All but x.py": what was offered and not ruled out, where nothing else is said of files or a yes stands in front."""
    told = {type(fact) for fact in at.recorder.facts if getattr(fact, "path", "")}
    text = at.situation.heard.text
    if begins_with("assent", text):
        accept(at.situation, at.taken, (Confirmed(turn=at.situation.heard.number, text=text.split()[0]),))
    elif told == {NoChange} and not begins_with("denial", text):
        accept(at.situation, at.taken, ())
    elif not begins_with("denial", text):  # "the counting is in x.py", which was offered
        left = left_as_offered(at.situation)
        at.taken.facts += [fact for fact in at.situation.asked.offers if getattr(fact, "path", "") in left]


def _of_places(at: Table, act: Act) -> None:
    """What is said of files: "it belongs in x.py, not in y.py" corrects no value, and is no answer to an open question."""
    keeps = act.kind == "denial_instead" and not at.situation.asked.offers
    at.recorder.is_about_places = True
    _answer(at, act if keeps else act.model_copy(update={"content": ()}))
    at.recorder.is_about_places = False


def _unknown(at: Table, act: Act) -> None:
    asked = at.situation.asked
    if act.content:
        _answer(at, act)
    accept(at.situation, at.taken, (), left_to_code=True)
    leave_open(at.situation, at.recorder, "nobody at the table knew")
    at.taken.outcome, at.taken.is_answered = ("told" if act.content else "unknown"), True
    if asked.kinds and not act.content:
        at.taken.none_of += [kind for kind in asked.kinds[:1] if kind not in WORTH_ASKING]


def _not_applicable(at: Table, act: Act) -> None:
    if act.content:  # why there is none is no answer to the question, and leaves nothing out
        without = at.situation.but(asked=Ask(text="", kinds=("note",)))
        told = statements_in(without, whole_sentences(without, act))
        file_statements(at, (replace(one, kind=None) if one.kind == "out_of_scope" else one for one in told))
    at.taken.none_of += list(at.situation.asked.kinds[:1])
    at.taken.outcome, at.taken.is_answered = ("told" if act.content else "none"), True


def _delegate(at: Table, act: Act) -> None:
    asked = at.situation.asked
    if act.content:
        _answer(at, act)
    if asked.options:
        because = (Assumed(because="left to the table"),)
        at.taken.facts.append(Assumption(text=asked.options[0], evidence=because, step_id=at.situation.place))
    elif not asked.offers:
        leave_open(at.situation, at.recorder, "left to whoever builds it")
    accept(at.situation, at.taken, ())
    at.taken.outcome, at.taken.is_answered = "delegated", True


def _correction(at: Table, act: Act) -> None:
    """What cannot be found among the known is told like an answer."""
    shown = at.situation.asked.about in {REVIEW, WHICH} or at.situation.asked.origin == "draft"
    text = at.situation.heard.text
    spans = [(act.start + a, act.start + b) for a, b in sentences(text[act.start : act.end])]
    if spans[1:] and at.situation.reviews and any(_is_apart(at, text[slice(*span)]) for span in spans):
        for start, end in spans:
            _correction(at, act.model_copy(update={"start": start, "end": end, "content": ()}))
        return
    rest = [span for span in spans if not at.operations.correct(span, anywhere=shown)]
    if len(rest) == len(spans):
        said = text[act.start : act.end]
        is_new = adds(said) or label_of(said) or heading_named(said)[0]
        is_of_one = at.situation.reviews and not is_new
        if shown and wants_gone(said):
            _retraction(at, act)
        elif is_of_one and keep_beside(at.operations, at.taken, act.start, act.end):
            return
        elif is_of_one and is_about_record(without_lead(said)):
            at.taken.trouble = cannot_tell(said)  # an order, whatever it wants
        else:
            _answer(at, act)
        return
    for start, end in rest:
        if len(text[start:end].split()) >= SAYS_SOMETHING:
            told = content_spans(text[start:end], "answer")
            content = tuple((start + a, start + b) for a, b in told)
            _answer(at, act.model_copy(update={"start": start, "end": end, "content": content}))


def _is_apart(at: Table, sentence: str) -> bool:
    """Whether a sentence of a message at the review is an order of its own, or says itself what it is."""
    return label_of(sentence) is not None or is_about_record(without_lead(sentence))


def _retraction(at: Table, act: Act) -> None:
    """What cannot be found is told like an answer, but for the review, where something shown is meant."""
    text, end = at.situation.heard.text, act.end
    change = None if at.situation.reviews else changed_mind(at.situation.analysis, text[act.start : end])
    if change is not None and change[1]:  # something takes its place
        _answer(at, act.model_copy(update={"content": ((act.start, end),)}))
        return
    spans = [(act.start + a, act.start + b) for a, b in sentences(text[act.start : end])]
    orders = [span for span in spans if wants_gone(said := text[slice(*span)]) or noun_of_line(said)]
    if at.situation.reviews and orders[1:]:
        for start, behind in orders:
            _retraction(at, act.model_copy(update={"start": start, "end": behind, "what": ""}))
        return
    if at.operations.move((act.start, end)) or at.operations.retract((act.start, end)):
        return
    if at.situation.asked.about != REVIEW or heading_named(text[act.start : end])[0] == "out_of_scope":
        _answer(at, act.model_copy(update={"content": ()}))
    else:
        at.taken.trouble = cannot_tell(text[act.start : end])


_ACTS: Final = {
    "answer": _answer,
    "assent": _assent,
    "assent_but": _assent_but,
    "denial": _denial,
    "denial_instead": _denial_instead,
    "unknown": _unknown,
    "not_applicable": _not_applicable,
    "delegate": _delegate,
    "correction": _correction,
    "retraction": _retraction,
}
_OF_FILES: Final = {
    "assent": _assent_but,
    "denial": _denial_instead,
    "unknown": _of_places,
    "not_applicable": _of_places,
    "correction": _of_places,
    "retraction": _of_places,
}
"""What becomes of an act that says of files that they are in or out."""
