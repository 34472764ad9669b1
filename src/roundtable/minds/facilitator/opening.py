"""Opening a step: a filled-in draft at brief depth; else, where the scan leads, what it found, and otherwise a word of context."""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from roundtable.analysis.analysis import Analysis, Turn
from roundtable.analysis.evidence import DRAFT_TURN, Inferred, Quote
from roundtable.analysis.facts import Fact, Problem, Requirement
from roundtable.analysis.questions import placeholders, plain_text
from roundtable.engine.briefing import Ask, Thought
from roundtable.minds.facilitator.answers.read import read_answer, read_pieces_as
from roundtable.minds.facilitator.derive import derive
from roundtable.minds.facilitator.drafts import KIND_OF_PLACEHOLDER, fill_draft, kinds_of_draft
from roundtable.minds.facilitator.foreign_drafts import draft_section
from roundtable.minds.facilitator.manner import ALEX, JORDAN, MAYA, first_speakable, speakable
from roundtable.minds.facilitator.scan_facts import SCAN_KINDS, propose
from roundtable.minds.facilitator.scan_words import describe
from roundtable.minds.facilitator.situation import Situation, proposals, unconfirmed
from roundtable.minds.facilitator.spans import Heard, read_pieces

__all__ = ["from_draft_text", "late_findings", "open_step"]

_SCAN_LED: Final = ("00-quick-scan", "02-impact-analysis")
_PLACEHOLDERS_OF_SCAN: Final = frozenset(
    {
        "keywords",
        "scope",
        "complexity",
        "file_count",
        "direct_changes",
        "indirect_changes",
        "entry_points",
        "risk_zones",
        "order",
        "coverage_gaps",
    }
)


def open_step(situation: Situation) -> Thought:
    """The first words of a step."""
    briefing = situation.briefing
    step = briefing.step
    if step is None:
        return Thought()
    if step.is_draft(briefing.depth) or (step.brief and _was_held(situation)):
        return _draft(situation, draft_section(step))
    if step.phase_key in _SCAN_LED:
        return _from_scan(situation)
    return _context(situation)


def _was_held(situation: Situation) -> bool:
    """Whether every question of the step was put before: whoever comes back wants to see what is on record."""
    briefing = situation.briefing
    step, analysis = briefing.step, briefing.analysis
    if step is None or not any(turn.step_id == step.step_id for turn in analysis.turns):
        return False
    return all(question.text in analysis.answered for question in step.questions(briefing.depth))


# -- brief -------------------------------------------------------------------------------------------------------------


def _draft(situation: Situation, section: str) -> Thought:
    briefing = situation.briefing
    analysis, step = briefing.analysis, briefing.step
    step_id = step.step_id if step else None
    names = placeholders(section)
    kinds = {KIND_OF_PLACEHOLDER[name] for name in names if name in KIND_OF_PLACEHOLDER}
    proposed: list[Fact] = []
    if briefing.scan is not None:
        proposed += propose(briefing.scan, analysis, kinds & set(SCAN_KINDS), step_id)
    proposed += from_draft_text(situation, kinds)
    proposed += derive(analysis, proposed, kinds, step_id, situation.sight)
    text, question, filled = fill_draft(section, analysis, proposed)
    if not filled:
        return _nothing_known(situation, section, question)
    shown = {KIND_OF_PLACEHOLDER.get(name, name) for name in filled}
    mine = tuple(fact.id for fact in proposed if fact.kind in shown)
    earlier = tuple(
        fact.id
        for fact in analysis.facts
        if fact.kind in shown and fact.id in unconfirmed(analysis.facts, fact.step_id)
    )
    kinds_asked = kinds_of_draft(section)
    if _is_review(situation):
        # Whoever approves may speak of anything.
        kinds_asked = ("approval", *kinds_asked)
    main = next((name for name in names if name in KIND_OF_PLACEHOLDER), "")
    if main and main not in filled and not _is_review(situation):
        text, question = _in_part(situation, section, text, kinds_of_draft(f"{{{main}}}"), question)
    if question and situation.was_asked(question):
        question = "What should be different here?"
    ask = Ask(
        text=question or "What is wrong or missing in this?",
        kinds=tuple(dict.fromkeys((*kinds_asked, "approval"))),
        origin="draft",
        proposes=(*earlier, *mine),
        about=step_id or "",
    )
    if not speakable(briefing.persona, text):
        text = _plainly(situation, text)
    return Thought(draft=text, facts=proposals(fact for fact in proposed if fact.kind in shown), question=ask)


def _is_review(situation: Situation) -> bool:
    step = situation.briefing.step
    return step is not None and any(
        "approval" in question.kinds for question in step.questions_in(step.standard)
    )


def _in_part(
    situation: Situation, section: str, text: str, missing: tuple[str, ...], question: str
) -> tuple[str, str]:
    """A draft that lacks the very thing it is about: it says so, shows the rest, and asks for what is missing."""
    step = situation.briefing.step
    head = _PART_KNOWN.get(situation.briefing.persona.key, _PART_KNOWN[""])
    lines = text.splitlines()
    filled_in = next((at for at, line in enumerate(lines) if line not in section.splitlines()), len(lines))
    fresh = next(
        (
            one.text
            for one in (step.questions_in(step.standard) if step else ())
            if one.kinds[:1] == missing[:1] and not situation.was_asked(one.text)
        ),
        question,
    )
    return "\n".join((head, "", *lines[filled_in:])), fresh


def _plainly(situation: Situation, text: str) -> str:
    """The draft without the lines that this persona may not say; the words stay in the documents."""
    kept = [
        line for line in text.splitlines() if not line.strip() or speakable(situation.briefing.persona, line)
    ]
    return "\n".join(kept).strip()


def _nothing_known(situation: Situation, section: str, question: str) -> Thought:
    """Nothing to confirm: say so, and ask what the step would ask in full."""
    briefing = situation.briefing
    step = briefing.step
    questions = step.questions_in(step.standard or step.deep) if step else ()
    fresh = next((one for one in questions if not situation.was_asked(one.text)), None)
    if fresh is None and not question:
        return Thought(contributions=situation.says(_NOTHING_YET.get(briefing.persona.key, _NOTHING_YET[""])))
    ask = (
        Ask(text=fresh.text, kinds=fresh.kinds, origin="step", about=step.step_id if step else "")
        if fresh
        else Ask(
            text=question, kinds=situation.step_kinds, origin="draft", about=step.step_id if step else ""
        )
    )
    line = (
        _NO_SCAN_YET
        if _only_scan(section) and briefing.scan is None
        else _NOTHING_YET.get(briefing.persona.key, _NOTHING_YET[""])
    )
    # The draft's own question makes no sense without a draft.
    moot = tuple(one.text for one in step.questions_in(step.brief)) if step else ()
    return Thought(contributions=situation.says(line), question=ask, answered=moot)


def _only_scan(section: str) -> bool:
    names = set(placeholders(section)) - {"item", "draft"}
    return bool(names) and len(names & _PLACEHOLDERS_OF_SCAN) * 2 >= len(names)


_NOTHING_YET: Final = {
    MAYA: "I have nothing on this yet, neither in your words nor in the code, so I would rather ask than make something up.",
    ALEX: "Neither the code nor what was said so far gives me a draft here, so I ask instead of guessing.",
    JORDAN: "Nothing is specified here so far, so there is no draft to confirm.",
    "": "Nothing is known about this yet, so there is no draft to confirm.",
}
_PART_KNOWN: Final = {
    MAYA: "I can't draft the heart of this yet, because nobody has told me. This much I know.",
    ALEX: "The main part is still open, and I won't guess at it. This much is on the map.",
    JORDAN: "The main part is unspecified so far. This much is given.",
    "": "The main part is not known yet. This much is.",
}
_NO_SCAN_YET: Final = "The scan of the code has no result yet, so I can't draft this from it."


def from_draft_text(situation: Situation, kinds: set[str]) -> list[Fact]:
    """Facts of these kinds in the text that the item came with: their words, our reading, so only inferred."""
    analysis = situation.briefing.analysis
    draft = analysis.draft
    missing = {kind for kind in kinds if not analysis.kinds(kind)}
    if not draft.strip() or not missing:
        return []
    reading = situation.reading(Turn(number=DRAFT_TURN, text=draft), prefix="d")
    listed = _has_list(draft) and "requirement" in missing and _lists(draft, "requirement")
    if listed:
        # A list says what shall be, like whoever wants something; the other sentences around it say why.
        for wished, run in groupby(read_pieces(draft), lambda piece: piece.bullet or _wants(piece.flat)):
            read_pieces_as(reading, list(run), ("requirement",) if wished else ("problem",))
    else:
        read_answer(reading, ("problem",))
    told = ("note",) if listed else ("note", "problem")
    found = [fact for fact in reading.facts if fact.kind in missing and fact.kind not in told]
    if "problem" in missing and not any(fact.kind == "problem" for fact in found):
        found += _problem_from(draft, situation)
    if "requirement" in missing and not any(isinstance(fact, Requirement) for fact in found):
        asked = situation.reading(Turn(number=DRAFT_TURN, text=draft), prefix="r")
        read_answer(asked, ("requirement",))
        found += [fact for fact in asked.facts if isinstance(fact, Requirement) and _is_wish(fact.text)]
    because = "read from the draft"
    return [
        fact.model_copy(update={"evidence": (*fact.evidence, Inferred(because=because))}) for fact in found
    ]


def _wants(sentence: str) -> bool:
    return _WANTING.match(sentence) is not None


_WANTING: Final = re.compile(
    r"(?:(?!but\b|because\b|nobody\b)[\w'’-]+ ){1,4}(?:wants?|needs?|would like) (?:to|an?|the|some)\b",
    re.IGNORECASE,
)


def _is_wish(text: str) -> bool:
    """Something that shall be, not something that is wrong."""
    return "shall" in text and not re.search(
        r"\b(?:can(?:'|no)t|cannot|doesn't|does not|don't|fails?|crash\w*)\b", text
    )


def _has_list(text: str) -> bool:
    return len(re.findall(r"^\s*(?:[-*+]|\d+[.)])\s+\S", text, re.MULTILINE)) >= 2


_TROUBLE: Final = re.compile(
    r"\b(?:can(?:'|no)t|cannot|unable|fails?|failing|broken|crash\w*|slow\w*|wrong|error|bug|missing|lose[sn]?|lost|hard|difficult|confus\w*|manual\w*|by hand|nobody|no way|annoy\w*|complain\w*|doesn['’]?t|does not|don['’]?t|too (?:many|much|long|slow)|waste\w*|stuck|instead of)\b|nicht|fehler|langsam|不能|无法|错误|太慢",
    re.IGNORECASE,
)


def _problem_from(draft: str, situation: Situation) -> list[Fact]:
    """The sentences of the draft that speak of trouble; a plain wish is no problem and stays a wish."""
    pieces = [piece for piece in read_pieces(draft) if not piece.code and _TROUBLE.search(piece.text)]
    if not pieces:
        return []
    heard = Heard(DRAFT_TURN, draft)
    step = situation.briefing.step
    quotes: tuple[Quote, ...] = tuple(heard.quote(piece.start, piece.end) for piece in pieces[:2])
    return [
        Problem(
            id="new:draft-problem",
            text=" ".join(piece.flat for piece in pieces[:2]),
            evidence=quotes,
            step_id=step.step_id if step else None,
        )
    ]


# -- standard and deep -------------------------------------------------------------------------------------------------


def _from_scan(situation: Situation) -> Thought:
    """What the scan found for this step, to be confirmed or corrected; without a result, that is said."""
    briefing = situation.briefing
    persona, step, scan = briefing.persona, briefing.step, briefing.scan
    lead_in = _lead_in(situation)
    if scan is None:
        line = "The scan is still running, so I go by your words for now."
        return Thought(contributions=situation.says(first_speakable(persona, [line])))
    if not scan.files and not scan.keywords:
        line = _NO_CODE if scan.total_files == 0 else _NO_MATCH
        return Thought(
            contributions=situation.says(first_speakable(persona, [line])),
            answered=_about_findings(situation),
        )
    kinds = _scan_kinds(situation)
    facts = propose(scan, briefing.analysis, kinds, step.step_id if step else None)
    # The first step of the architect's own phase opens with what the code shows, in the exact words of the role.
    first = persona.key == ALEX and step is not None and step in briefing.library.steps_of(step.phase_key)[:1]
    text = describe(persona.key, scan, facts, briefing.analysis, kinds, "" if first else lead_in)
    return Thought(
        contributions=situation.says(first_speakable(persona, [text])) if text else (),
        facts=proposals(facts),
        answered=_moot(situation, facts),
    )


def _moot(situation: Situation, proposed: Sequence[Fact]) -> tuple[str, ...]:
    """Questions about what the scan found, of a kind of which it found nothing."""
    step = situation.briefing.step
    known = {fact.kind for fact in (*situation.briefing.analysis.facts, *proposed)}
    return tuple(
        one.text
        for one in (step.questions(situation.briefing.depth) if step else ())
        if re.search(r"\bthe scan(?:['’]s)?\b", one.text, re.IGNORECASE)
        and one.kinds[0]
        in ("risk_zone", "direct_change", "indirect_change", "entry_point", "keyword", "order")
        and not known & {one.kinds[0]}
    )


_NO_CODE: Final = "There is no code here yet that speaks of this, so everything rests on your words."
_NO_MATCH: Final = "The scan found no file that clearly belongs to this, so everything rests on your words."


def _about_findings(situation: Situation) -> tuple[str, ...]:
    """Questions about what the scan found, which have no answer when it found nothing."""
    step = situation.briefing.step
    asked = step.questions(situation.briefing.depth) if step else ()
    return tuple(one.text for one in asked if _FINDINGS.search(one.text))


_FINDINGS: Final = re.compile(
    r"\b(?:the )?scan(?:['’]s)?\b|\bthese (?:files|words)\b|\bbest-ranked\b|\bfiles that depend\b|\b(?:riskiest|narrowest) \w+\b",
    re.IGNORECASE,
)
_EXISTING: Final = re.compile(
    r"\bwhat exists\b|\bexisting (?:modules?|callers?|code|files?|tests?)\b|\bbest-ranked\b|\briskiest file\b",
    re.IGNORECASE,
)


class Late(NamedTuple):
    """What came with a scan that finished after its step was opened."""

    text: str = ""
    facts: tuple[Fact, ...] = ()
    moot: tuple[str, ...] = ()


def late_findings(situation: Situation) -> Late:
    """What the scan found, when it came only after its step was opened: words to say, facts to confirm."""
    briefing = situation.briefing
    step, scan, analysis = briefing.step, briefing.scan, briefing.analysis
    if scan is None or step is None or step.phase_key not in _SCAN_LED:
        return Late()
    if not scan.files and not scan.keywords:
        pending = {ask.text for ask in briefing.pending}
        return Late(moot=tuple(text for text in _about_findings(situation) if text in pending))
    kinds = _scan_kinds(situation)
    mine = [fact for fact in analysis.facts if fact.kind in SCAN_KINDS and fact.step_id == step.step_id]
    if not scan.files or any(not _was_said(fact) for fact in mine):
        return Late()
    facts = propose(scan, analysis, kinds, step.step_id)
    text = describe("", scan, facts, analysis, kinds, "The scan is through by now.") if facts else ""
    return Late(text, tuple(facts)) if text and speakable(briefing.persona, text) else Late()


def _was_said(fact: Fact) -> bool:
    return any(isinstance(item, Quote) for item in fact.evidence)


def _scan_kinds(situation: Situation) -> set[str]:
    """What this step is about, as far as a scan can tell."""
    step = situation.briefing.step
    kinds = set(situation.step_kinds) & set(SCAN_KINDS)
    if step is not None:
        kinds |= {
            KIND_OF_PLACEHOLDER[name]
            for name in placeholders(step.brief or "")
            if name in KIND_OF_PLACEHOLDER
        } & set(SCAN_KINDS)
        kinds |= {"coverage_gap"} if "risk_zone" in kinds else set()
    return kinds


def _lead_in(situation: Situation) -> str:
    """The sentences of the section before its first question."""
    step = situation.briefing.step
    if step is None:
        return ""
    section = step.section(situation.briefing.depth)
    before: list[str] = []
    for line in re.sub(r"<!--.*?-->", "", section, flags=re.DOTALL).splitlines():
        if (
            re.match(r"\s*(?:[-*+]|\d+[.)])\s", line)
            or "?" in line
            or line.lstrip().startswith(("#", "```", "|"))
        ):
            break
        before.append(line)
    if not any(mark in section for mark in "?？؟"):
        # Nothing is asked outright, so what stands here is what will be asked.
        return ""
    text = plain_text(" ".join(before))
    return text if len(text) <= 300 else ""


def _context(situation: Situation) -> Thought:
    """A word of context, and what the draft answers already, offered for confirmation in place of the question."""
    persona = situation.briefing.persona
    lead_in = _lead_in(situation)
    found = _answered_by_draft(situation)
    if found is not None:
        return (
            found
            if not lead_in
            else found.model_copy(update={"contributions": situation.says(lead_in) + found.contributions})
        )
    return Thought(
        contributions=situation.says(lead_in) if lead_in and speakable(persona, lead_in) else (),
        answered=_about_existing(situation),
    )


def _about_existing(situation: Situation) -> tuple[str, ...]:
    """Questions about code that exists, where there is none."""
    scan, step = situation.briefing.scan, situation.briefing.step
    if scan is None or scan.total_files or step is None:
        return ()
    asked = step.questions(situation.briefing.depth)
    return tuple(one.text for one in asked if _EXISTING.search(one.text))


_STRONG: Final = frozenset({"requirement", "criterion", "story", "out_of_scope"})


def _answered_by_draft(situation: Situation) -> Thought | None:
    """A pending question about requirements, stories or criteria that the draft lists outright is put as a proposal."""
    briefing = situation.briefing
    draft = briefing.analysis.draft
    pending = [ask for ask in briefing.pending if ask.kinds and ask.kinds[0] in _STRONG]
    if not pending or not _has_list(draft):
        return None
    ask = pending[0]
    kind = ask.kinds[0]
    if briefing.analysis.kinds(kind) or not _lists(draft, kind):
        return None
    facts = [fact for fact in from_draft_text(situation, {kind}) if fact.kind == kind]
    if len(facts) < 2:
        return None
    names = _names(facts, briefing.analysis)
    question = Ask(
        text=f"Your draft already names {len(facts)}, from {names}: what is missing or wrong there?",
        kinds=ask.kinds, origin="draft", proposes=tuple(fact.id for fact in facts), about=ask.text,
    )  # fmt: skip
    if len(question.text.split()) > 30 or not speakable(briefing.persona, question.text):
        return None
    return Thought(facts=proposals(facts), question=question, answered=(ask.text,))


def _lists(draft: str, kind: str) -> bool:
    """Whether the draft has a list of this kind: under a heading that says so, or in the usual form."""
    words = {
        "requirement": "require|feature|expected|must|should|scope|anforderung",
        "criterion": "accept|criteria|given",
        "story": "stor(?:y|ies)|as a",
        "out_of_scope": "out of scope|non-goal|not in scope",
    }[kind]
    return re.search(rf"(?:^|\n)[^\n]{{0,40}}\b(?:{words})", draft, re.IGNORECASE) is not None


def _names(facts: Sequence[Fact], _: Analysis) -> str:
    titles = [str(getattr(fact, "title", "") or fact.headline) for fact in facts]
    short = [" ".join(title.split()[:5]).strip(" .,;:") for title in titles]
    return f'"{short[0]}" to "{short[-1]}"'
