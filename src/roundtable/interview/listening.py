"""What an input does to what is known: each of its acts, carried out exactly.

Only answers make facts, corrections change them, a denial removes what it names, "yes, but" is stored with its "but".
Whatever else was done leaves nothing.

Elsewhere: sentences into facts (`recording`), changes to facts (`operations`), what is said about it (`saying`).
"""

from collections.abc import Iterable
from typing import Final

from roundtable.engine.briefing import Amendment, Ask
from roundtable.engine.hearing import REVIEW
from roundtable.facts import Assumption, DirectChange, NoChange, OpenQuestion
from roundtable.facts.evidence import Assumed, Confirmed, Evidence
from roundtable.interview.contradictions import CONFLICT, conflict_in, resolved
from roundtable.interview.denials import brought_up, objects
from roundtable.interview.named import files_named
from roundtable.interview.operations import Operations, is_lead_in
from roundtable.interview.recording import Recorder
from roundtable.interview.situation import Situation
from roundtable.interview.stating import Statement, statements_in
from roundtable.interview.swaps import swaps_in
from roundtable.interview.taken import Taken
from roundtable.interview.which_fact import ID, facts_named
from roundtable.language.acts import Act
from roundtable.language.closed_forms import closed_form
from roundtable.language.phrases import leading_phrase, rows
from roundtable.language.sentences import sentences

_PLACES: Final = frozenset({"direct_change", "no_change", "module", "decision", "file_count", "keyword"})
_ADDS: Final = rows(
    "and | oh,? and | also | add | plus | another | one more | it must | it should | there must | there should"
)
_CONDITIONS: Final = rows("but | only | if | when | unless | except")
_WHAT_WITH: Final = (
    'What should become of {0}? "drop {0}", "{0}: new words" and "{0} is a Must" are understood.'
)
_WHICH: Final = "which"
_CANNOT_TELL: Final = (
    "I cannot tell which of the things we have that is. Its id or a few of its words will do."
)
_NO_SUCH: Final = "There is no {}; /status shows what there is."
_WHERE_THEN: Final = "Which file or module is it, then?"
_SAYS_SOMETHING: Final = 5
_ONLY_CORRECTS: Final = 12
_BLOCKING: Final = ("criterion", "business_rule", "error_case")
"""Without a single one of these there is only a title, and nobody can tell when it is built."""
_WORTH_ASKING: Final = frozenset(
    rows(
        "problem | requirement | criterion | business_rule | error_case | direct_change | constraint | interface | decision | user_type"
    )
)
"""Kinds without an answer to which a builder would have to guess."""


def listen(situation: Situation) -> Taken:
    """Carry out every act of what was heard."""
    taken = Taken()
    recorder = Recorder(situation)
    operations = Operations(recorder)
    if situation.asked.about.startswith(CONFLICT) and _settle_conflict(situation, taken):
        return taken
    text = situation.heard.text
    if situation.asked.about == _WHICH and len(text.split()) <= _ONLY_CORRECTS:
        taken.trouble = "" if operations.retract((0, len(text)), "") else _CANNOT_TELL
        taken.is_answered = True
        acts: tuple[Act, ...] = ()
    else:
        acts = situation.briefing.acts
    for act in acts:
        if act.kind in _ACTS:  # talk, commands and questions say nothing about the item
            _ACTS[act.kind](situation, act, taken, recorder, operations)
    taken.facts += recorder.facts
    taken.retracted += [*recorder.retracted, *operations.retracted]
    taken.amended += [*operations.amended, *_unblocked(situation, taken)]
    taken.lines += operations.lines
    taken.trouble = taken.trouble or operations.trouble
    now = {fact.id: fact for fact in recorder.facts}  # a sentence may correct the one before it
    taken.noted = [now.get(fact.id, fact) for fact in (*taken.noted, *operations.kept)]
    if taken.lines:
        taken.outcome = "changed"
    elif operations.kept:
        taken.outcome, taken.is_answered = "told", True
    if operations.asks and not taken.noted:
        taken.asks = Ask(text=operations.asks, kinds=situation.asked.kinds, about=_WHICH, persona=None)
    taken.asks = taken.asks or _where_then(situation, taken)
    if taken.is_answered and taken.asks is None and ": " in situation.asked.about:
        taken.settled.append(situation.asked.about)
    if situation.asked.about != REVIEW:
        # What is said last, at the review, corrects what was said before.
        taken.asks = taken.asks or conflict_in(situation, taken.noted)
    return taken


def _where_then(situation: Situation, taken: Taken) -> Ask | None:
    """Files were offered, and neither they nor others are the place."""
    asked = situation.asked
    offered = any(isinstance(fact, DirectChange) for fact in asked.offers)
    if not offered or taken.outcome not in {"told", "denied"}:
        return None
    if any(isinstance(fact, DirectChange) for fact in taken.facts):
        return None
    denies = any(act.kind == "denial_instead" for act in situation.briefing.acts)
    if taken.outcome == "told" and not denies and not any(isinstance(f, NoChange) for f in taken.facts):
        taken.is_answered = False  # about something else
        return None
    taken.none_of = [kind for kind in taken.none_of if kind != "direct_change"]
    return asked.model_copy(update={"text": _WHERE_THEN, "simpler": "", "offers": ()})


def _settle_conflict(situation: Situation, taken: Taken) -> bool:
    loser, line = resolved(situation)
    if not loser:
        return False
    taken.retracted.append(loser)
    taken.lines.append(line)
    taken.outcome, taken.is_answered = "changed", True
    return True


# -- one function for each act -----------------------------------------------------------------------------------------


def _answer(situation: Situation, act: Act, taken: Taken, recorder: Recorder, operations: Operations) -> None:
    spans = _whole(situation.heard.text, act)
    told = [span for span in spans if not _corrects(situation, span, operations)]
    # What corrects a sentence of the same answer waits until that one is taken.
    later = [span for span in told[1:] if _is_swap(situation, span)]
    statements = statements_in(situation, [span for span in told if span not in later])
    _take(situation, statements, taken, recorder, operations)
    missed = [span for span in later if not operations.swap(span, only_exact=True)]
    _take(situation, statements_in(situation, missed), taken, recorder, operations)
    taken.outcome, taken.is_answered = "told", _answers(situation, taken)


def _take(
    situation: Situation,
    statements: Iterable[Statement],
    taken: Taken,
    recorder: Recorder,
    operations: Operations,
) -> None:
    reviewing = situation.asked.about == REVIEW
    for statement in statements:
        ids = ID.findall(statement.text)
        ranks = statement.kind == "priority" or reviewing or ids
        if ranks and operations.rank((statement.start, statement.end)):
            continue
        if reviewing and ids:
            # Whoever names an id means what is on record, and nothing new.
            known = bool(facts_named(situation.analysis, ids[0]))
            taken.trouble = (_WHAT_WITH if known else _NO_SUCH).format(ids[0])
            continue
        before = len(recorder.facts)
        if reviewing and statement.kind == "requirement" and not leading_phrase(_ADDS, statement.text):
            # At the review only what is plainly added is a new requirement.
            recorder.note(statement)
        else:
            recorder.take(statement)
        taken.noted += recorder.facts[before:]


def _is_swap(situation: Situation, span: tuple[int, int]) -> bool:
    text = situation.heard.text[slice(*span)]
    return len(text.split()) <= _ONLY_CORRECTS and any(swap.is_exact for swap in swaps_in(text))


def _corrects(situation: Situation, span: tuple[int, int], operations: Operations) -> bool:
    """Whether a sentence of an answer only puts a figure in the place of one on record; a longer one says more."""
    is_short = len(situation.heard.text[slice(*span)].split()) <= _ONLY_CORRECTS
    return operations.swap(span, only_exact=True) and is_short


def _whole(text: str, act: Act) -> list[tuple[int, int]]:
    """The sentences that hold what is told, each whole but for a yes, a no or a "one correction" in front.

    A longer sentence of an answer is kept although it seems to tell nothing: only greetings are that short.
    """
    parts = [(act.start + a, act.start + b) for a, b in sentences(text[act.start : act.end])]
    if not act.content:
        return parts
    found: list[tuple[int, int]] = []
    for start, end in parts:
        told = [a for a, b in act.content if a < end and b > start]
        if told:
            first = max(start, told[0])
            lead = text[start:first].strip(" ,.:;!-")
            # "Only when it is paid" says nothing without what the yes was said to.
            is_whole = leading_phrase(_CONDITIONS, text[first:end]) is not None
            found.append((first if _is_no_part(lead) and not is_whole else start, end))
        elif act.kind == "answer" and len(text[start:end].split()) >= _SAYS_SOMETHING:
            found.append((start, end))
    return found or parts


def _is_no_part(lead: str) -> bool:
    """Whether the words in front of what is told are an answer to somebody, and no part of it ("Not given: …" is)."""
    form = closed_form(lead, "choice")
    return (form is not None and form.kind in {"assent", "denial"}) or is_lead_in(lead)


def _answers(situation: Situation, taken: Taken) -> bool:
    """Whether what was told is about the question: a word about a file that somebody brought up leaves it open."""
    asked = situation.asked
    if not taken.noted or not asked.kinds or asked.kinds[0] in _PLACES or asked.offers or asked.proposes:
        return True
    brought = brought_up(situation)
    if objects(situation):
        return any(fact.kind in asked.kinds for fact in taken.noted)
    return not all(fact.kind in {"direct_change", "no_change"} for fact in taken.noted) or not any(
        getattr(fact, "path", "") in brought for fact in taken.noted
    )


def _assent(situation: Situation, act: Act, taken: Taken, recorder: Recorder, operations: Operations) -> None:
    asked = situation.asked
    words = situation.heard.text[act.start : act.end].strip()
    taken.confirmed += [fact_id for fact_id in asked.proposes if situation.analysis.get(fact_id)]
    witness = Confirmed(turn=situation.heard.number, text=words)
    _accept(situation, taken, (witness,))
    # A yes to "what" or "who" is no answer; the question stays open.
    taken.outcome, taken.is_answered = "agreed", not _wants_words(situation)


def _wants_words(situation: Situation) -> bool:
    """Whether the open question proposes nothing, so that neither yes nor no says anything to it."""
    asked = situation.asked
    return asked.origin == "topic" and not (asked.offers or asked.proposes or asked.options)


def _assent_but(
    situation: Situation, act: Act, taken: Taken, recorder: Recorder, operations: Operations
) -> None:
    _assent(situation, act, taken, recorder, operations)
    _answer(situation, act, taken, recorder, operations)
    _drop_denied(taken, recorder)


def _denial(situation: Situation, act: Act, taken: Taken, recorder: Recorder, operations: Operations) -> None:
    """A bare no: what was proposed is not recorded, what was recorded as a proposal goes; to anything else: none."""
    if _wants_words(situation) and not brought_up(situation):
        _not_applicable(situation, act, taken, recorder, operations)
        return
    taken.retracted += [fact_id for fact_id in situation.asked.proposes if situation.analysis.get(fact_id)]
    taken.none_of += list(dict.fromkeys(fact.kind for fact in situation.asked.offers))
    taken.outcome, taken.is_answered = "denied", True


def _denial_instead(
    situation: Situation, act: Act, taken: Taken, recorder: Recorder, operations: Operations
) -> None:
    """No, and what instead: what it names goes or comes.

    Of several places that were offered it removes those it names; the others stand, as the code shows them. Where it
    names other places instead, those are the plan.
    """
    taken.retracted += [fact_id for fact_id in situation.asked.proposes if situation.analysis.get(fact_id)]
    recorder.is_denial = True
    whole = act.model_copy(update={"content": ((act.start, act.end),)}) if situation.asked.offers else act
    _answer(situation, whole, taken, recorder, operations)
    recorder.is_denial = False
    out = {fact.path for fact in recorder.facts if isinstance(fact, NoChange) and fact.path}
    if out and not any(isinstance(fact, DirectChange) for fact in recorder.facts):
        _accept(situation, taken, ())
        _drop_denied(taken, recorder)


def _unknown(
    situation: Situation, act: Act, taken: Taken, recorder: Recorder, operations: Operations
) -> None:
    asked = situation.asked
    if act.content:
        _answer(situation, act, taken, recorder, operations)
    _accept(situation, taken, ())
    _leave_open(situation, taken, recorder, "nobody at the table knew")
    taken.outcome, taken.is_answered = ("told" if act.content else "unknown"), True
    if asked.kinds and not act.content:
        taken.none_of += [kind for kind in asked.kinds[:1] if kind not in _WORTH_ASKING]


def _not_applicable(
    situation: Situation, act: Act, taken: Taken, recorder: Recorder, operations: Operations
) -> None:
    if act.content:
        _answer(situation, act, taken, recorder, operations)
    taken.none_of += list(situation.asked.kinds[:1])
    taken.outcome, taken.is_answered = ("told" if act.content else "none"), True


def _delegate(
    situation: Situation, act: Act, taken: Taken, recorder: Recorder, operations: Operations
) -> None:
    asked = situation.asked
    if act.content:
        _answer(situation, act, taken, recorder, operations)
    if asked.options:
        because = (Assumed(because="left to the table"),)
        taken.facts.append(Assumption(text=asked.options[0], evidence=because, step_id=situation.place))
    elif not asked.offers:
        _leave_open(situation, taken, recorder, "left to whoever builds it")
    _accept(situation, taken, ())
    taken.outcome, taken.is_answered = "delegated", True


def _correction(
    situation: Situation, act: Act, taken: Taken, recorder: Recorder, operations: Operations
) -> None:
    """What cannot be found among the known is told like an answer."""
    if len(files_named(situation.heard.text[act.start : act.end], situation.sight)) > 1:
        # "It belongs in x.py, not in y.py": a file in the plan is no value that another one replaces.
        asked = situation.asked.model_copy(update={"kinds": ("direct_change",)})
        recorder.situation = Situation(
            situation.briefing.model_copy(update={"asked": asked}), situation.sight
        )
        _answer(recorder.situation, act.model_copy(update={"content": ()}), taken, recorder, operations)
        recorder.situation = situation
        return
    shown = situation.asked.about == REVIEW or situation.asked.origin == "draft"
    text = situation.heard.text
    spans = [(act.start + a, act.start + b) for a, b in sentences(text[act.start : act.end])]
    rest = [span for span in spans if not operations.correct(span, anywhere=shown)]
    for start, end in rest:
        if len(rest) == len(spans) or len(text[start:end].split()) >= _SAYS_SOMETHING:
            one = act.model_copy(update={"start": start, "end": end, "content": ()})
            _answer(situation, one, taken, recorder, operations)


def _retraction(
    situation: Situation, act: Act, taken: Taken, recorder: Recorder, operations: Operations
) -> None:
    """What cannot be found is told like an answer, but for the review, where something shown is meant."""
    if operations.retract((act.start, act.end), act.what):
        return
    if situation.asked.about != REVIEW:
        _answer(situation, act.model_copy(update={"content": ()}), taken, recorder, operations)
    else:
        taken.trouble = _CANNOT_TELL


def _accept(situation: Situation, taken: Taken, witness: tuple[Evidence, ...]) -> None:
    """What was offered becomes part of what is known, with its own evidence and the person's yes."""
    taken.facts += [
        fact.model_copy(update={"evidence": (*fact.evidence, *witness)}) for fact in situation.asked.offers
    ]


def _drop_denied(taken: Taken, recorder: Recorder) -> None:
    """A "yes, but not x.py" takes x.py out of what it accepts."""
    out = {fact.path for fact in recorder.facts if isinstance(fact, NoChange)}
    taken.facts = [fact for fact in taken.facts if getattr(fact, "path", None) not in out]


def _leave_open(situation: Situation, taken: Taken, recorder: Recorder, why: str) -> None:
    asked = situation.asked
    if asked.offers or not set(asked.kinds[:1]) & _WORTH_ASKING:
        return
    quote = situation.quote(0, len(situation.heard.text))
    blocks = asked.kinds[0] in _BLOCKING and not any(map(situation.analysis.kinds, _BLOCKING))
    recorder.add(OpenQuestion, (quote,), text=asked.text, why=why, blocks=blocks)


def _unblocked(situation: Situation, taken: Taken) -> list[Amendment]:
    """What kept a builder from beginning no longer does, once something is known that can be checked."""
    if not any(fact.kind in _BLOCKING for fact in taken.facts):
        return []
    blocking = [question for question in situation.analysis.of(OpenQuestion) if question.blocks]
    return [Amendment(fact_id=question.id, updates={"blocks": False}) for question in blocking]


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
