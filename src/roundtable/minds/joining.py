"""A model's accepted thought and the offline mind's, put together: one author for each answer, and no word lost."""

import re
from collections.abc import Iterable, Mapping
from typing import Final, cast

from roundtable.analysis import changes
from roundtable.analysis.analysis import Turn
from roundtable.analysis.scanning import is_below
from roundtable.engine.briefing import Amendment, Ask, Briefing, Contribution, Thought
from roundtable.engine.thresholds import README
from roundtable.facts import AnyFact, Criterion, DirectChange, Fact, NoChange, Note, OpenQuestion, Priority
from roundtable.facts.evidence import Assumed, CodeAnchor, Inferred, Quote
from roundtable.facts.ids import is_temporary
from roundtable.interview.wording import changed, short_form
from roundtable.minds.guards import settling
from roundtable.minds.guards.reversal import says_otherwise
from roundtable.minds.guards.text import content_words, sentences
from roundtable.minds.guards.voice import is_echo
from roundtable.minds.phase_facts import ANYWHERE, PHASE_FACTS

_MOST: Final = 0.5  # the share of a sentence that quotes must cover, so that nothing of it is lost
_IN_PARTS: Final = frozenset({"given", "when", "then"})
"""Fields of a check that say again what its text says."""
_ALL: Final = 0.95  # the share of a note that quotes must cover, so that it need not be kept beside them


def with_more(kept: Thought, more: Thought, notes: list[str] | None = None) -> Thought:
    """What two tries for the same answer take in together: each fact and operation once; what was there already is noted."""
    new, taken = unlike(more.facts, kept.facts), {fact.id for fact in kept.facts}
    if notes is not None:
        twice = (fact for fact in more.facts if fact not in new)
        notes += [f'guard: said already, and left out: {fact.kind} "{fact.headline}"' for fact in twice]
    # Temporary ids must not collide.
    names = {fact.id: f"{fact.id}+" for fact in new if fact.id and fact.id in taken}
    fresh = [_renamed(fact, names) for fact in new]
    amended = {(one.fact_id, *one.updates) for one in kept.amended}
    return kept.changed(
        facts=(*kept.facts, *fresh),
        amended=(*kept.amended, *(one for one in more.amended if (one.fact_id, *one.updates) not in amended)),
        merged=tuple(dict.fromkeys((*kept.merged, *more.merged))),
        **{
            name: tuple(dict.fromkeys((*getattr(kept, name), *getattr(more, name))))
            for name in ("confirmed", "retracted", "none_of", "settled")
        },
    )


def as_recorded(briefing: Briefing, kept: Thought) -> tuple[Briefing, dict[str, str]]:
    """What will be known once a thought is on record, and the ids that its new facts will have then."""
    analysis = briefing.analysis
    for fact_id in (*kept.retracted, *(merge.fact_id for merge in kept.merged)):
        analysis = changes.retract(analysis, fact_id)
    for one in kept.amended:
        analysis = changes.amend(analysis, one.fact_id, one.updates, one.evidence)
    analysis, names = changes.add(analysis, kept.facts)
    return briefing.changed(analysis=analysis), names


def on_unrecorded(
    kept: Thought, more: Thought, told: Briefing, names: Mapping[str, str]
) -> tuple[Thought, Thought]:
    """Both, with what a second try does to facts of the first: they are on record only when both are.

    `told` and `names` are what the second try went by (`as_recorded`).
    """
    back = {given: temporary for temporary, given in names.items()}
    gone = {back.get(one) for one in (*more.retracted, *(merge.fact_id for merge in more.merged))}
    analysis = told.analysis
    for one in more.amended:
        analysis = changes.amend(analysis, one.fact_id, one.updates, one.evidence)
    now = {fact.id: _renamed(fact, back) for fact in analysis.facts if fact.id in back}
    facts = [now.get(names.get(fact.id, ""), fact) for fact in kept.facts if fact.id not in gone]
    own = {fact.id: f"{fact.id}again" for fact in more.facts if is_temporary(fact.id)}
    merged = [one for one in more.merged if one.fact_id not in back]
    more = more.changed(
        facts=tuple(_renamed(_renamed(fact, own), back) for fact in more.facts),
        amended=tuple(one for one in more.amended if one.fact_id not in back),
        retracted=tuple(one for one in more.retracted if one not in back),
        confirmed=tuple(one for one in more.confirmed if one not in back),
        merged=tuple(one.changed(into={**own, **back}.get(one.into, one.into)) for one in merged),
    )
    return kept.changed(facts=tuple(facts)), more


def _renamed(fact: AnyFact, names: dict[str, str]) -> AnyFact:
    updates: dict[str, object] = {"id": names.get(fact.id, fact.id)}
    for field in fact.refers:
        value: object = getattr(fact, field)
        if isinstance(value, str):
            updates[field] = names.get(value, value)
        elif isinstance(value, tuple):
            updates[field] = tuple(names.get(str(one), one) for one in cast("tuple[object, ...]", value))
    evidence = list(fact.evidence)
    for at, item in enumerate(evidence):
        if isinstance(item, Inferred):
            evidence[at] = item.changed(sources=tuple(names.get(one, one) for one in item.sources))
    return fact.changed(**updates, evidence=tuple(evidence))


def joined(thought: Thought, own: Thought, briefing: Briefing) -> Thought:
    thought = keeping_evidence(thought, briefing)
    match briefing.task.kind:
        case "take_answer" | "take_feedback" | "converse" | "open_conversation":
            return _listening(thought, own, briefing)
        case "contribute" if briefing.task.takes_in and briefing.heard is not None:
            # Who has nothing to say at the table stays silent: only what the person said is taken in.
            taken = _listening(thought, own, briefing)
            return taken.changed(contributions=thought.contributions, question=thought.question)
        case "review":
            return _listening(thought, Thought(), briefing)
        case "fill_gaps":
            known = (*briefing.analysis.facts, *own.facts)
            more = unlike((fact for fact in thought.facts if _belongs(fact, briefing)), known)
            return own.changed(facts=_with_what_they_refer_to(own.facts, more, thought.facts))
        case "answer_back":
            return thought if thought.contributions else own
        case "ask_again":
            return own.changed(question=thought.question or own.question)
        case "synthesise":
            return thought.changed(facts=thought.facts or own.facts)
        case _:
            return thought


def telling_changes(thought: Thought, briefing: Briefing) -> Thought:
    """The thought, with what it changes in known facts told as before and after, where its words do not.

    What was merged is told with what it is part of now, and what was answered as settled: nobody took that back.
    """
    said = " ".join(piece.text for piece in thought.contributions)
    merged = {one.fact_id: one.into for one in thought.merged}
    lines: list[str] = []
    for one in thought.amended:
        fact = briefing.analysis.get(one.fact_id)
        told = one.updates.keys() - _IN_PARTS if "text" in one.updates else one.updates.keys()
        for name, value in one.updates.items() if fact is not None else ():
            if name not in told:
                continue
            was, now = _plain(getattr(fact, name, "")), _plain(value)
            old, new = changed(was, now)
            if old != new and f"{one.fact_id} before:" not in said:
                before = f'before: "{old}" After: "{new}"' if was else f'now also says: "{now}"'
                lines.append(f"{one.fact_id} {before}")
    for fact_id in thought.retracted:
        fact = briefing.analysis.get(fact_id)
        is_quoted = isinstance(fact, Note) and _is_covered(fact, thought, _ALL)
        is_ranked_anew = isinstance(fact, Priority) and any(
            isinstance(one, Priority) and one.target == fact.target for one in thought.facts
        )
        if fact is None or is_ranked_anew or is_quoted or f"Removed, {fact_id}" in said:
            continue
        into = merged.get(fact_id)
        is_settled = isinstance(fact, OpenQuestion) and fact_id in merged
        stays = next((f'"{short_form(one.headline)}"' for one in thought.facts if one.id == into), into)
        how = f"Now part of {stays}" if into else "Settled" if is_settled else "Removed"
        lines.append(f'{how}, {fact_id}: "{short_form(fact.headline)}"')
    thought = thought.changed(merged=())
    if not lines:
        return thought
    told = Contribution(persona=briefing.task.persona, text="\n".join(dict.fromkeys(lines)))
    return thought.changed(contributions=(*thought.contributions, told))


def _plain(value: object) -> str:
    parts = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
    return "; ".join(str(part) for part in parts if part)


def keeping_evidence(thought: Thought, briefing: Briefing) -> Thought:
    """The thought, so that a change costs no evidence that still speaks for what stands.

    - What is merged leaves its words and places to the fact that says it now, and a requirement what belongs to it.
    - A change beside the statement leaves the words for the statement alone, and any change the places in the code.
    """
    known = briefing.analysis
    amended = [_amended(one, known.get(one.fact_id)) for one in thought.amended]
    moved: list[AnyFact] = []
    facts = list(thought.facts)
    for merge in thought.merged:
        gone, stays = known.get(merge.fact_id), known.get(merge.into)
        stays = stays or next((fact for fact in facts if fact.id == merge.into), None)
        if gone is not None and stays is not None:
            before = next((one.evidence for one in amended if one.fact_id == stays.id), stays.evidence)
            more = [item for item in gone.evidence if isinstance(item, Quote | CodeAnchor)]
            evidence = tuple(dict.fromkeys((*before, *more)))
            facts = [one.changed(evidence=evidence) if one.id == stays.id else one for one in facts]
            amended = [one.changed(evidence=evidence) if one.fact_id == stays.id else one for one in amended]
            if stays.id in known.by_id and all(one.fact_id != stays.id for one in amended):
                amended.append(Amendment(fact_id=stays.id, updates={}, evidence=evidence))
            belonging = [fact for fact in known.facts if isinstance(fact, Criterion | Priority)]
            moved += [_renamed(one, {gone.id: stays.id}) for one in belonging if gone.id in one.references]
    fresh = [fact.changed(id=f"new:moved{at}") for at, fact in enumerate(moved)]
    gone_ids = (merge.fact_id for merge in thought.merged)
    return thought.changed(
        amended=tuple(amended),
        retracted=tuple(dict.fromkeys((*thought.retracted, *gone_ids))),
        facts=(*facts, *fresh),
    )


def _amended(one: Amendment, fact: Fact | None) -> Amendment:
    if fact is None:
        return one
    is_statement = any(name == "text" or getattr(fact, name, "") == fact.headline for name in one.updates)
    still = [item for item in fact.evidence if not is_statement or isinstance(item, CodeAnchor)]
    return one.changed(evidence=tuple(dict.fromkeys((*one.evidence, *still))))


def _listening(thought: Thought, own: Thought, briefing: Briefing) -> Thought:
    """One author for each answer: the model's facts and operations stand alone.

    - What it only supposes is no fact: nobody said it, and no code shows it.
    - A sentence of the person's that none of its quotes covers is kept as a note, so that no word is lost; one to the table,
      about its documents and facts or about what is taken back, tells nothing of the item.
    - What the person agreed to, left open or changed is read by rule where the model took nothing in. Which questions need
      not be asked any more either of the two may say: the model with the words that answer them.
    """
    grounded = tuple(
        fact
        for fact in thought.facts
        if fact.kind in ANYWHERE or not all(isinstance(item, Assumed) for item in fact.evidence)
    )
    told = thought.changed(facts=_with_what_they_refer_to((), grounded, thought.facts))
    updates: dict[str, object] = {
        "facts": (*told.facts, *_left_over(told, own, briefing)),
        "none_of": thought.none_of or own.none_of,
        "settled": tuple(dict.fromkeys((*thought.settled, *own.settled))),
        "contributions": thought.contributions or own.contributions,
        "answered": tuple(dict.fromkeys((*thought.answered, *own.answered))),
        "question": thought.question or _question_by_rule(thought, own, briefing),
    }
    # What was only noted before is understood now, and of a file that is in and out what was said last counts.
    over = [note for note in briefing.analysis.of(Note) if _is_covered(note, told, _ALL)]
    out = [fact.path for fact in told.facts if isinstance(fact, NoChange)]
    over += [fact for fact in briefing.analysis.of(DirectChange) if is_below(fact.path, out)]
    changing = {fact.path for fact in told.facts if isinstance(fact, DirectChange)}
    over += [fact for fact in briefing.analysis.of(NoChange) if fact.path in changing]
    if over:
        updates["retracted"] = tuple(dict.fromkeys((*told.retracted, *(fact.id for fact in over))))
    if not told.takes_in_anything:
        updates |= {name: getattr(own, name) for name in ("confirmed", "retracted", "amended")}
    return told.changed(**updates)


def _question_by_rule(thought: Thought, own: Thought, briefing: Briefing) -> Ask | None:
    """What is asked where the model asks nothing: the agenda's next question that nobody has answered.

    Who asks nothing although everything is known has finished. What the model took the answer to is not put again, nor is
    anything put in its place that only the other mind's reading of the answer brings up: the model could not withdraw it.
    """
    if briefing.mode != "conversation" or briefing.everything_is_known or own.question is None:
        return None
    prepared = {ask.text for ask in briefing.pending}
    is_settled = bool(thought.contributions and prepared) and own.question.text not in prepared
    again = briefing.asked is not None and own.question.text == briefing.asked.text
    ways = (*(() if is_settled or (again and thought.contributions) else (own.question,)), *briefing.pending)
    return next((ask for ask in ways if ask.text not in thought.answered), None)


def _left_over(told: Thought, own: Thought, briefing: Briefing) -> Iterable[AnyFact]:
    """What the mind that works by rule read, and the model did not."""
    for fact in own.facts:
        if not _spans(fact) or isinstance(fact, OpenQuestion):
            if not told.takes_in_anything:
                yield fact
        elif not _is_covered(fact, told) and (left := _left_of(fact, told, briefing)):
            yield _as_note(fact, left, briefing)


def uncovered(thought: Thought, own: Thought, briefing: Briefing) -> tuple[str, ...]:
    """The person's sentences that tell something, and that no accepted quote of the model's rests on."""
    listening = {"take_answer", "take_feedback", "converse", "contribute"}
    if briefing.task.kind not in listening or not briefing.task.takes_in or briefing.heard is None:
        return ()
    left = [fact for fact in own.facts if _spans(fact) and not isinstance(fact, OpenQuestion)]
    spans = [
        span for fact in left if not _is_covered(fact, thought) for span in _left_of(fact, thought, briefing)
    ]
    return tuple(dict.fromkeys(span.text for span in spans if span.turn == briefing.heard.number))


def _left_of(fact: Fact, thought: Thought, briefing: Briefing) -> list[Quote]:
    """Of the words of a fact those sentences about the item that no quote rests on."""
    analysis, quoted = briefing.analysis, _quoted(thought)
    known = {*analysis.by_id, *analysis.retracted, *analysis.written} - {README}
    takes_back = any((thought.amended, thought.merged, thought.retracted))
    left: list[Quote] = []
    for span in _spans(fact):
        at = span.start
        for sentence in sentences(span.text):
            at += span.text[at - span.start :].index(sentence)
            one = span.changed(start=at, end=at + len(sentence), text=sentence)
            is_told = _is_mostly_in(quoted, [one]) or _chooses(sentence, analysis.turn(one.turn))
            is_told |= any(name in sentence for name in known)
            left += [one] if not (is_told or (takes_back and settling.takes_back(sentence))) else []
            at += len(sentence)
    return left


def _chooses(sentence: str, turn: Turn | None) -> bool:
    """Whether somebody only names one of the ways that were put to them: what it says stands there."""
    named = re.findall(r"\d+", sentence)
    ways = named and turn is not None and all(f"({number})" in turn.question for number in named)
    return bool(ways) and len(content_words(sentence)) <= 1


def _as_note(fact: AnyFact, words: Iterable[Quote], briefing: Briefing) -> Note:
    spans = tuple(words)
    asked = briefing.asked.text if briefing.asked else ""
    return Note(
        text=" ".join(one.text for one in spans), question=asked, evidence=spans, step_id=fact.step_id
    )


def _belongs(fact: Fact, briefing: Briefing) -> bool:
    """Whether a phase that nobody is asked about may bring this fact: each phase has its own, and any may be in doubt."""
    wanted = PHASE_FACTS.get(briefing.phase_key)
    return wanted is None or fact.kind in wanted or fact.kind in ANYWHERE


def _is_covered(fact: Fact, thought: Thought, share: float = _MOST) -> bool:
    """Whether accepted quotes of the model's rest on the same words, or on so many of them."""
    return _is_mostly_in(_quoted(thought), _spans(fact), share)


def _quoted(thought: Thought) -> set[tuple[int, int]]:
    """Every letter of the person's that the thought quotes: its turn and its place."""
    quotes = [span for other in thought.facts for span in _spans(other)]
    operations = (*thought.amended, *thought.merged)
    quotes += [item for one in operations for item in one.evidence if isinstance(item, Quote)]
    return _letters(quotes)


def _letters(spans: Iterable[Quote]) -> set[tuple[int, int]]:
    return {(span.turn, at) for span in spans for at in range(span.start, span.end)}


def _is_mostly_in(quoted: set[tuple[int, int]], spans: Iterable[Quote], share: float = _MOST) -> bool:
    letters = _letters(spans)
    return bool(letters) and len(letters & quoted) >= len(letters) * share


def _spans(fact: Fact) -> list[Quote]:
    return [item for item in fact.evidence if isinstance(item, Quote)]


def unlike(facts: Iterable[AnyFact], known: Iterable[Fact]) -> list[AnyFact]:
    """The facts that say something the known ones of their kind do not."""
    kept: list[AnyFact] = []
    by_kind: dict[str, list[str]] = {}
    for fact in known:
        by_kind.setdefault(fact.kind, []).append(_told(fact))
    for fact in facts:
        said = by_kind.setdefault(fact.kind, [])
        own = _told(fact)
        if not any(is_echo(own, earlier) and not says_otherwise(own, earlier) for earlier in said):
            said.append(own)
            kept.append(fact)
    return kept


def _told(fact: Fact) -> str:
    """What a fact says: of a file, also what is to be done there, because two places in one file are two facts."""
    return f"{fact.headline} {fact.text} {fact.why}" if isinstance(fact, DirectChange) else fact.headline


def _with_what_they_refer_to(
    basis: tuple[AnyFact, ...], extra: Iterable[AnyFact], source: tuple[AnyFact, ...]
) -> tuple[AnyFact, ...]:
    """Basis and extra; an extra fact that points at something left out goes, too."""
    chosen = list(extra)
    kept = {fact.id for fact in (*basis, *chosen)}
    left_out = {fact.id for fact in source if is_temporary(fact.id)} - kept
    return (*basis, *(fact for fact in chosen if not left_out.intersection(fact.references)))
