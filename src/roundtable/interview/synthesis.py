"""What a discussion brought: everything said and decided, once, under whoever said it."""

from typing import Final

from roundtable.engine.briefing import Spoken, Synthesis, Thought
from roundtable.facts import Decision, Fact, OpenQuestion, OutOfScope, Priority
from roundtable.facts.evidence import Quote
from roundtable.interview.named import ticked_in
from roundtable.interview.saying import UNDO
from roundtable.interview.situation import Situation
from roundtable.interview.wording import short_form
from roundtable.language.sentences import sentences

_LONGEST: Final = 100


def synthesise(situation: Situation) -> Thought:
    """Insights of the person and of the personas, decisions and open questions from this discussion's turns."""
    facts = _facts_of_discussion(situation)
    decided = [fact for fact in facts if isinstance(fact, Decision | OutOfScope)]
    still_open = [fact for fact in facts if isinstance(fact, OpenQuestion)]
    told = [fact for fact in facts if fact not in decided and fact not in still_open]
    # One sentence may have become several facts, one for each file it names; it was said once.
    insights = [("User", f'"{text}"') for text in dict.fromkeys(_words(situation, fact) for fact in told)]
    spoken = situation.briefing.said[1:]  # the first line framed the discussion
    insights += [entry for line in spoken if (entry := _of_persona(situation, line)) is not None]
    changes = [change for line in spoken if (change := _change_in(line))]
    found = Synthesis(
        insights=tuple(dict.fromkeys(insights)),
        decisions=(
            *(
                (f.headline.rstrip(" ."), f.rationale if isinstance(f, Decision) else "left out")
                for f in decided
            ),
            *((change, "changed in the discussion") for change in changes),
        ),
        open_questions=tuple((f.text, f.why or "not answered") for f in still_open),
        summary=_summary(situation, [*decided, *told, *still_open]),
    )
    return Thought(synthesis=found)


def _facts_of_discussion(situation: Situation) -> list[Fact]:
    """What the person's sentences became; what they only changed stands among the changes."""
    return [
        fact
        for fact in situation.analysis.facts
        if any(item.role == "said" for item in _heard_here(situation, fact))
    ]


def _heard_here(situation: Situation, fact: Fact) -> list[Quote]:
    said = {line.text for line in situation.briefing.said if line.persona is None}
    turns = {turn.number for turn in situation.analysis.turns if turn.text in said and turn.number}
    return [item for item in fact.evidence if isinstance(item, Quote) and item.turn in turns]


def _words(situation: Situation, fact: Fact) -> str:
    """The sentence as it stands now; for a file that is in or out and for a rank, what was said about it."""
    named = isinstance(fact, Priority) or getattr(fact, "path", "")
    return _heard_here(situation, fact)[0].text if named else fact.headline


def _of_persona(situation: Situation, line: Spoken) -> tuple[str, str] | None:
    """A persona's evidence: what cites a place in the code that the person did not name. An echo is no insight."""
    if line.persona is None:
        return None
    own = " ".join(said.text for said in situation.briefing.said if said.persona is None)
    if not any(place not in own for place in _places(line.text)) or UNDO in line.text:
        return None
    persona = situation.briefing.library.persona(line.persona)
    text = line.text.removeprefix(f"{persona.label}: ")
    # What they said to the person before it is no part of it: "Kept in your words. `a.py` is imported by …".
    start = next(start for start, end in sentences(text) if _places(text[start:end]))
    return persona.first_name, text[start:]


def _places(text: str) -> list[str]:
    """The files, lines and members that a persona cites."""
    return [name for name in ticked_in(text) if not set("./:").isdisjoint(name)]


def _change_in(line: Spoken) -> str:
    """A change to what was known, before and after, as the persona who carried it out said it."""
    if line.persona is None or UNDO not in line.text:
        return ""
    return line.text.partition(": ")[2].partition(UNDO)[0].strip()


def _summary(situation: Situation, facts: list[Fact]) -> str:
    """One clause that can follow "where": a sentence of the person's, else what it was about."""
    if not facts:
        step = situation.briefing.step
        return f"we talked about {step.title.lower() if step else 'this step'}"
    whole = f'you said "{short_form(facts[0].headline).rstrip(".")}"'
    return whole if len(whole) <= _LONGEST else f'{whole[: _LONGEST - 3].rsplit(" ", 1)[0]} …"'
