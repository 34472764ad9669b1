"""What becomes of the files that were offered: all of them, those that are named, all but those that are ruled out.

Elsewhere: what is said of each file (`placing`), the offer itself (`code_talk`).
"""

from collections.abc import Iterable, Sequence
from typing import Final

from roundtable.engine.briefing import Ask
from roundtable.facts import DirectChange, Fact, NoChange
from roundtable.facts.evidence import Confirmed, Evidence
from roundtable.interview.named import IS_TEST, files_named
from roundtable.interview.operations import ADDS
from roundtable.interview.placing import left_as_offered, not_placed, others_out
from roundtable.interview.recording import Recorder
from roundtable.interview.situation import Situation
from roundtable.interview.taken import Taken
from roundtable.interview.which_fact import clauses_with_commas
from roundtable.interview.wording import listed
from roundtable.language.acts import Act, main_act
from roundtable.language.closed_forms import first_word
from roundtable.language.phrases import any_phrase, leading_phrase, rows

_ADDS: Final = rows(
    "and | oh,? and | also | add | plus | another | one more | it must | it should | there must | there should"
)
_PLAINLY: Final = 0.9
"""So sure must it be that an answer, or its first clause, is a yes to the files that were offered: of 1,192 labelled ones six are less."""
_WHICH_OF: Final = "Which `{0}`: {1}?"
_NOT_FOUND: Final = "I find no {0} in the code: which path will that be?"
_AND_THE_REST: Final = "And {0}: in, or which other file?"
_WHERE_THEN: Final = "Which file or module is it, then?"


def adds(text: str) -> bool:
    """Whether something comes beside what is there already."""
    return begins_by_adding(text) or any_phrase(ADDS).search(text) is not None


def begins_by_adding(text: str) -> bool:
    return leading_phrase(_ADDS, text) is not None


def accept(
    situation: Situation, taken: Taken, witness: tuple[Evidence, ...], *, left_to_code: bool = False
) -> None:
    """What was offered becomes part of what is known, with its own evidence and the person's yes.

    What is asked about a second time needs one, unless they leave it to what the code shows.
    """
    if situation.asked.origin == "follow_up" and not (witness or left_to_code):
        return
    for fact in situation.asked.offers:
        taken.facts.append(fact.model_copy(update={"evidence": (*fact.evidence, *witness)}))


def take_or_leave(situation: Situation, taken: Taken, recorder: Recorder, act: Act) -> None:
    """What an answer that is neither a yes nor a no makes of the offer."""
    if not situation.asked.offers:
        return
    told = [fact for fact in recorder.facts if isinstance(fact, NoChange | DirectChange)]
    offered = {fact.path for fact in situation.asked.offers if isinstance(fact, DirectChange)}
    said = situation.quote(act.start, act.end)
    if (told and adds(situation.heard.text)) or begins_with("assent", said.text):
        accept(situation, taken, (Confirmed(turn=said.turn, text=said.text),))  # "And x.py", "yep + x.py"
    elif 0 < len(told) < len(offered) and all(
        isinstance(f, NoChange) and _within(f.path, offered) for f in told
    ):
        accept(situation, taken, ())  # "all but x.py"
    elif any(isinstance(fact, DirectChange) for fact in told):
        left = left_as_offered(situation)
        taken.facts += [fact for fact in situation.asked.offers if getattr(fact, "path", "") in left]
        planned = {fact.path for fact in (*taken.facts, *told) if isinstance(fact, DirectChange)}
        for path in others_out(situation, planned):
            recorder.rule_out(path, said.text, (said,))


def begins_with(kind: str, text: str) -> bool:
    """Whether the first word is a yes (`assent`) or a no (`denial`)."""
    form = first_word(text)
    return form is not None and form.kind == kind


def names_places_instead(situation: Situation, act: Act) -> bool:
    """Whether files were offered, and the answer names files without a yes or an "and" before them."""
    text = situation.heard.text[act.start : act.end]
    offered = any(isinstance(fact, DirectChange) for fact in situation.asked.offers)
    if not offered or not files_named(text, situation.sight) or adds(text):
        return False
    return not says_yes(situation, act)


def says_yes(situation: Situation, act: Act) -> bool:
    """Whether an answer begins with a yes, in one word or in a clause: "that fits, but …"."""
    text = situation.heard.text[act.start : act.end]
    (start, end), *_ = clauses_with_commas(text)
    read = (
        main_act(said, "choice", situation.asked.text, "") for said in (text[start:end].strip(" ,;."), text)
    )
    return begins_with("assent", text) or any(one.kind == "assent" and one.share >= _PLAINLY for one in read)


def where_then(situation: Situation, taken: Taken) -> Ask | None:
    """What is asked about files that were said to be in and cannot be found, or offered and neither in nor out."""
    asked = situation.asked
    if taken.outcome not in {"told", "denied"}:
        return None
    unclear = not_placed(situation)
    asks = [_WHICH_OF.format(one.path, _either(one.options)) for one in unclear if one.options]
    if missing := _either([one.path for one in unclear if not one.options]):
        asks.append(_NOT_FOUND.format(missing))
    if asks and asks[0] != asked.text:
        return asked.model_copy(update={"text": asks[0], "simpler": "", "offers": ()})
    offered = {fact.path: fact for fact in asked.offers if isinstance(fact, DirectChange)}
    told = {fact.path for fact in taken.facts if isinstance(fact, NoChange | DirectChange)}
    out = {fact.path for fact in taken.facts if isinstance(fact, NoChange)}
    gone = [path for each in out for path in _within(each, offered)]
    rest = [path for path in offered if path not in told and path not in gone]
    named = [path for path in rest if path in left_as_offered(situation)]
    if named and not any(isinstance(fact, DirectChange) for fact in taken.facts):
        rest = named  # "x.py has nothing to do with it, only y.py"
    # Whoever denies one of several leaves the others open; whoever only names some has left out what they do not name.
    if rest and (rest == named or gone):
        text = _AND_THE_REST.format(listed([f"`{path}`" for path in rest]))
        offers = tuple(offered[path] for path in rest)
        return asked.model_copy(update={"text": text, "simpler": "", "offers": offers, "origin": "follow_up"})
    if not offered:
        return None
    taken.none_of = [kind for kind in taken.none_of if kind != "direct_change"]
    known = [fact for fact in (*situation.analysis.facts, *taken.facts) if isinstance(fact, DirectChange)]
    if any(not IS_TEST.search(fact.path) for fact in known):
        return None  # a test alone changes nothing
    denies = any(act.kind == "denial_instead" for act in situation.briefing.acts)
    if taken.outcome == "told" and not denies and not any(isinstance(f, NoChange) for f in taken.facts):
        taken.is_answered = False  # about something else
        return None
    return asked.model_copy(update={"text": _WHERE_THEN, "simpler": "", "offers": ()})


def _either(paths: Sequence[str]) -> str:
    return " or ".join(f"`{path}`" for path in paths)


def without_told(facts: Iterable[Fact], told: Iterable[Fact]) -> list[Fact]:
    """What was offered, without the files that the person's own words put in or out."""
    paths = {fact.path for fact in told if isinstance(fact, NoChange | DirectChange)}
    return [fact for fact in facts if not any(_within(path, [getattr(fact, "path", "")]) for path in paths)]


def _within(path: str, offered: Iterable[str]) -> list[str]:
    """What was offered that is this file, or in this folder."""
    return [one for one in offered if one == path or (path.endswith("/") and one.startswith(path))]
