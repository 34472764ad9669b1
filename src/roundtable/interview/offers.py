"""What becomes of the files that were offered: all of them, those that are named, all but those that are ruled out.

Elsewhere: what is said of each file (`placing`), the offer itself (`code_talk`).
"""

from collections.abc import Iterable
from typing import Final

from roundtable.engine.briefing import Ask
from roundtable.facts import DirectChange, Fact, NoChange
from roundtable.facts.evidence import Confirmed, Evidence
from roundtable.interview.named import files_named
from roundtable.interview.operations import ADDS
from roundtable.interview.placing import left_as_offered, others_out
from roundtable.interview.recording import Recorder
from roundtable.interview.situation import Situation
from roundtable.interview.taken import Taken
from roundtable.interview.which_fact import clauses_with_commas
from roundtable.language.acts import Act, main_act
from roundtable.language.closed_forms import closed_form
from roundtable.language.phrases import any_phrase, leading_phrase, rows

_ADDS: Final = rows(
    "and | oh,? and | also | add | plus | another | one more | it must | it should | there must | there should"
)
_WHERE_THEN: Final = "Which file or module is it, then?"


def adds(text: str) -> bool:
    """Whether something comes beside what is there already."""
    return begins_by_adding(text) or any_phrase(ADDS).search(text) is not None


def begins_by_adding(text: str) -> bool:
    return leading_phrase(_ADDS, text) is not None


def accept(situation: Situation, taken: Taken, witness: tuple[Evidence, ...]) -> None:
    """What was offered becomes part of what is known, with its own evidence and the person's yes."""
    taken.facts += [
        fact.model_copy(update={"evidence": (*fact.evidence, *witness)}) for fact in situation.asked.offers
    ]


def take_or_leave(situation: Situation, taken: Taken, recorder: Recorder, act: Act) -> None:
    """What an answer that is neither a yes nor a no makes of the offer."""
    told = [fact for fact in recorder.facts if isinstance(fact, NoChange | DirectChange)]
    offered = {fact.path for fact in situation.asked.offers if isinstance(fact, DirectChange)}
    if not situation.asked.offers:
        return
    said = situation.quote(act.start, act.end)
    if adds(situation.heard.text) or _begins_with_yes(said.text):
        accept(situation, taken, (Confirmed(turn=said.turn, text=said.text),))  # "And x.py", "yep + x.py"
    elif 0 < len(told) < len(offered) and all(isinstance(f, NoChange) and f.path in offered for f in told):
        accept(situation, taken, ())  # "all but x.py"
    elif any(isinstance(fact, DirectChange) for fact in told):
        left = left_as_offered(situation)
        taken.facts += [fact for fact in situation.asked.offers if getattr(fact, "path", "") in left]
        planned = {fact.path for fact in (*taken.facts, *told) if isinstance(fact, DirectChange)}
        for path in others_out(situation, planned):
            recorder.rule_out(path, said.text, (said,))


def _begins_with_yes(text: str) -> bool:
    first = next(iter(text.split()), "").strip(",.;:!")
    form = closed_form(first, "choice")
    return form is not None and form.kind == "assent"


def names_places_instead(situation: Situation, act: Act) -> bool:
    """Whether files were offered, and the answer names files without a yes or an "and" before them."""
    text = situation.heard.text[act.start : act.end]
    offered = any(isinstance(fact, DirectChange) for fact in situation.asked.offers)
    if not offered or not files_named(text, situation.sight) or adds(text) or _begins_with_yes(text):
        return False
    (start, end), *_ = clauses_with_commas(text)
    return main_act(text[start:end].strip(" ,;."), "choice", situation.asked.text, "").kind != "assent"


def where_then(situation: Situation, taken: Taken) -> Ask | None:
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


def without_told(facts: Iterable[Fact], told: Iterable[Fact]) -> list[Fact]:
    """What was offered, without the files that the person's own words put in or out."""
    paths = {fact.path for fact in told if isinstance(fact, NoChange | DirectChange)}
    return [fact for fact in facts if getattr(fact, "path", None) not in paths]
