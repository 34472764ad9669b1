"""What a discussion brought: everything said and decided, once, under whoever said it."""

from typing import Final

from roundtable.engine.briefing import Spoken, Synthesis, Thought
from roundtable.facts import Decision, Fact, OpenQuestion, OutOfScope
from roundtable.facts.evidence import Quote
from roundtable.interview.situation import Situation
from roundtable.interview.wording import title_of

__all__ = ["synthesise"]

_LONGEST: Final = 100


def synthesise(situation: Situation) -> Thought:
    """Insights of the person and of the personas, decisions and open questions from this discussion's turns."""
    facts = _facts_of_discussion(situation)
    decided = [fact for fact in facts if isinstance(fact, Decision | OutOfScope)]
    still_open = [fact for fact in facts if isinstance(fact, OpenQuestion)]
    told = [fact for fact in facts if fact not in decided and fact not in still_open]
    insights = [("User", f'"{fact.headline}"') for fact in told]
    insights += [
        entry for line in situation.briefing.said if (entry := _of_persona(situation, line)) is not None
    ]
    found = Synthesis(
        insights=tuple(dict.fromkeys(insights)),
        decisions=tuple(
            (f.headline, f.rationale if isinstance(f, Decision) else "said in the discussion")
            for f in decided
        ),
        open_questions=tuple((f.text, f.why or "not answered") for f in still_open),
        summary=_summary(situation, [*decided, *told, *still_open]),
    )
    return Thought(synthesis=found)


def _facts_of_discussion(situation: Situation) -> list[Fact]:
    said = {line.text for line in situation.briefing.said if line.persona is None}
    turns = {turn.number for turn in situation.analysis.turns if turn.text in said and turn.number}
    return [
        fact
        for fact in situation.analysis.facts
        if any(isinstance(item, Quote) and item.turn in turns for item in fact.evidence)
    ]


def _of_persona(situation: Situation, line: Spoken) -> tuple[str, str] | None:
    """A persona's evidence: what names code. Acknowledgements and framings are no insights."""
    if line.persona is None or "`" not in line.text:
        return None
    persona = situation.briefing.library.persona(line.persona)
    return persona.first_name, line.text.removeprefix(f"{persona.label}: ")


def _summary(situation: Situation, facts: list[Fact]) -> str:
    if not facts:
        step = situation.briefing.step
        return f"we talked about {step.title.lower() if step else 'this step'}"
    text = title_of(facts[0].headline)
    return text if len(text) <= _LONGEST else text[:_LONGEST].rsplit(" ", 1)[0]
