"""What a model is told: a beginning that stays the same, a log that only grows, and a small end for the task at hand.

The beginning holds rules, the persona or personas, and the guide to facts; then come the draft and the log of what was said
and seen. Providers keep all of that in their cache. The end holds every known fact, whole, what was just said, and the task.
In a step a model knows the one persona who speaks, in a discussion all three. A small model is sent little: facts in a line, the latest words.

Elsewhere: the words of each task (`tasks`), the log (`memory`), fences and masking (`fencing`).
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, cast

from pydantic import BaseModel

from roundtable.analysis.analysis import grouped
from roundtable.analysis.content import Persona
from roundtable.engine.briefing import Briefing
from roundtable.engine.validation import ALREADY_MET
from roundtable.facts import Fact
from roundtable.minds.guarded import Refused
from roundtable.minds.guards.protocol import DISCUSSING
from roundtable.minds.guards.text import sentences
from roundtable.minds.llm.fencing import Sending, fence
from roundtable.minds.llm.guide_words import words_of
from roundtable.minds.llm.memory import Memory, Piece, fitted
from roundtable.minds.llm.tasks import TOLD, listed_questions, task_words

_IN_DISCUSSION: Final = re.compile(r"^- \*\*In discussion\*\*.*\n(?: .*\n?)*", re.MULTILINE)
_FACT_WIDTHS: Final = (160, 100, 60, 40)
_SMALL_FACTS_SIZE: Final = 600
_PER_TOKEN: Final = 3  # characters, at the least: code and names take more tokens than prose
_FOR_THE_ANSWER: Final = 9_000  # tokens that are left for an answer
_LATEST: Final = 2
_NOT_SHOWN: Final = frozenset({"id", "kind", "evidence", "step_id", "position"})
_FILES: Final = 8
_ALL_KNOWN: Final = (
    "Everything on the list is known. If something is still missing that a builder could not decide alone, ask for it and say "
    "in `unfinished` why; without that reason the question is withdrawn, and the talk goes on to its review."
)
_PREPARED: Final = (
    "Prepared questions: if you ask none, the first that nobody answered is put. Give those that were answered in `answered`: "
    "the number, and in `quote` the person's exact words, or ids of facts that rest on them."
)
_ASKED_UNDER: Final = "by any answer to a question with this topic"
"""How a criterion is met that no kind of fact can show."""
_LISTED_TOGETHER: Final = ("keyword", "indirect_change", "order", "coverage_gap", "entry_point")
"""Facts of the scan that are named in one line per kind: their words are already in the list of files."""


class Prompt(NamedTuple):
    stable: str
    changing: str
    log: str = ""  # the beginning of `changing`: what the next request begins with, too


def compose(
    briefing: Briefing,
    sending: Sending,
    refused: Sequence[Refused] = (),
    *,
    small: bool = False,
    memory: Memory | None = None,
    context: int | None = None,
    told: Sequence[Fact] = (),
) -> Prompt:
    """The request for one piece of thinking.

    `small` is for a model that cannot take much, `context` its size in tokens; `told` are facts that need not be said again.
    """
    discussing = briefing.task.kind in DISCUSSING - {"frame"}
    everyone = briefing.mode == "conversation" or (discussing and not small)
    speakers = briefing.library.personas if everyone else (briefing.persona,)
    mode = "discussion" if discussing else "conversation" if everyone else "steps"
    if small:
        # A small model reads slowly and remembers little: who it is, and the one rule that matters most.
        names = "\n".join(f"{p.key}: {p.label}. {p.identity}" for p in speakers)
        stable = "\n\n".join((TOLD["Rules"].split("\n\n")[0], names))
    else:
        personas = (_persona(persona, discussing) for persona in speakers)
        stable = "\n\n".join((TOLD["Rules"], TOLD[f"Rules of {mode}"], *personas, TOLD["Facts"]))
    memory = memory if memory is not None else Memory()
    seen = {one.path for one in memory.shown}
    end = _cleaned(_end(briefing, sending, refused, small, seen, told), briefing, sending)
    if small:
        return Prompt(stable, end)
    memory.hear(briefing, sending)
    first = [fence("item", briefing.analysis.title, sending, 300)]
    if briefing.analysis.draft.strip():
        first.append(fence("draft", briefing.analysis.draft, sending, 100_000))
    room = None
    if context is not None:
        taken = len(stable) + len(end) + sum(len(block) for block in first)
        room = max((context - _FOR_THE_ANSWER) * _PER_TOKEN - taken, 0)
    # What was refused in an answer is mended with the words that were said, and the lines of code that are at fault.
    pieces = [piece for piece in memory.pieces if not (refused and piece.is_code)]
    pieces += [Piece(near, is_code=True) for one in refused if (near := memory.near(one.reasons, sending))]
    log = _cleaned([*first, *fitted(pieces, room)], briefing, sending)
    return Prompt(stable, f"{log}\n\n{end}", log)


def _persona(persona: Persona, discussing: bool) -> str:
    """Who somebody is: what they hold to, each in its first sentence, and how they speak, in discussions only in one."""
    voice = "\n".join(line for line in persona.section("Voice").splitlines() if line.strip())
    holds = [f"- {one.title}: {sentences(one.text)[0]}" for one in persona.principles if one.text]
    body = "\n".join((*holds, voice if discussing else _IN_DISCUSSION.sub("", voice))).strip()
    return f"# {persona.label}, key {persona.key}\n{persona.style}\n{body or persona.identity}"


def _end(
    briefing: Briefing,
    sending: Sending,
    refused: Sequence[Refused],
    small: bool,
    seen: set[str],
    told: Sequence[Fact] = (),
) -> list[str]:
    analysis = briefing.analysis
    blocks = [_facts(briefing, sending, small, told)]
    if not refused or briefing.task.may_ask:
        # Of an answer whose words were delivered only facts are wanted: what is open, and which files there are, is no matter.
        blocks += [_code(briefing, sending, small, seen), _place(briefing, small)]
    if small:
        draft = fence("draft", analysis.draft, sending, 400) if analysis.draft.strip() else ""
        blocks = [fence("item", analysis.title, sending, 300), draft, *blocks, _latest(briefing, sending)]
    if briefing.heard is not None:
        question = briefing.asked.text if briefing.asked else briefing.heard.question
        blocks.append(f"Asked: {question}" if question else "")
        name = "asked back" if briefing.task.kind == "answer_back" else "answer"
        blocks.append(fence(name, briefing.heard.text, sending, 1200 if small else 100_000))
    blocks += [fence(name, text, sending, 60_000) for name, text in briefing.documents.items()]
    if briefing.findings:
        blocks.append(fence("findings of the check", "\n".join(briefing.findings), sending, 8000))
    blocks.append(task_words(briefing))
    for answer, reasons in refused:
        blocks.append(f"About your last answer: {reasons}")
        if not small:
            blocks.append(fence("refused", answer, sending, 4000))
    return blocks


def _cleaned(blocks: Iterable[str], briefing: Briefing, sending: Sending) -> str:
    # Questions and criteria are ours, but they may repeat words of the person: nothing leaves unmasked.
    whole = sending.clean("\n\n".join(block for block in blocks if block))
    return _without_withheld(whole, briefing, sending)


def _without_withheld(text: str, briefing: Briefing, sending: Sending) -> str:
    """No name of a file that must not be sent, wherever it came from: facts and earlier words name files, too."""
    if sending.code and not (sending.only or sending.exclude):
        return text
    scan, facts = briefing.scan, briefing.analysis.facts
    paths = {str(getattr(one, "path", "")) for fact in facts for one in (fact, *fact.evidence)}
    if scan is not None:
        tiers = (*scan.impact.direct, *scan.impact.indirect, *scan.impact.distant)
        paths |= {one.path for one in (*scan.files, *tiers, *scan.entry_points, *scan.risk_zones)}
    withheld = {path for path in paths if path and not sending.allows(path)}
    allowed = {path.rpartition("/")[2] for path in paths - withheld}
    names = {path.rpartition("/")[2] for path in withheld} - allowed
    for name in sorted({*withheld, *names}, key=lambda name: (-len(name), name)):
        text = re.sub(rf"(?<![\w/.-]){re.escape(name)}(?![\w/-])", "[a file]", text)
    return text


def _facts(briefing: Briefing, sending: Sending, small: bool, told: Sequence[Fact] = ()) -> str:
    facts = [fact for fact in briefing.analysis.facts if fact not in told]
    if told:
        gone = [fact.id for fact in told if fact.id not in briefing.analysis.by_id]
        since = f"Known facts: as told before{', without ' if gone else ''}{', '.join(gone)}"
        return f"{since}, and these.\n{_listed(facts, sending, small)}" if facts else f"{since}."
    return _listed(facts, sending, small) if facts else "Known so far: nothing but the draft."


def _listed(facts: Sequence[Fact], sending: Sending, small: bool) -> str:
    apart = [fact for fact in facts if fact.kind not in _LISTED_TOGETHER]
    scanned = (fact for fact in facts if fact.kind in _LISTED_TOGETHER)
    together = grouped((one.kind, one.id if small else f"{one.id} {one.headline}") for one in scanned)
    text = "\n".join(_fact_line(fact) for fact in apart)
    for width in _FACT_WIDTHS if small else ():
        text = "\n".join(f"{fact.id} {fact.kind}: {_short(fact.headline, width)}" for fact in apart)
        if len(text) <= _SMALL_FACTS_SIZE:
            break
    lines = [f"{kind.replace('_', ' ')}s from the scan: {', '.join(ids)}" for kind, ids in together.items()]
    return fence("known facts", "\n".join((*lines, text)), sending, 1_000_000)


def _short(text: str, width: int) -> str:
    words = " ".join(text.split())
    return words if len(words) <= width else f"{words[: width - 1]}…"


def _fact_line(fact: Fact) -> str:
    """A fact whole: what it says, and every other field that says something, under the words of the guide."""
    shown = [" ".join(fact.headline.split())]
    called = {field: word for word, field in words_of(fact).items()}
    for name in type(fact).model_fields:
        value: object = getattr(fact, name)
        if name in _NOT_SHOWN or not value or (isinstance(value, str) and value in fact.headline):
            continue
        parts = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
        shown.append(f"{called.get(name, name)} = {'; '.join(_as_words(part) for part in parts)}")
    return f"{fact.id} {fact.kind}: {' | '.join(shown)}"


def _as_words(value: object) -> str:
    """A value as it is read: of a record what it holds, in order."""
    held = value.model_dump().values() if isinstance(value, BaseModel) else (value,)
    return " ".join(" ".join(str(one).split()) for one in held if one)


def _code(briefing: Briefing, sending: Sending, small: bool, seen: set[str]) -> str:
    """The files that the scan ranks highest; why, where their lines do not stand in the log."""
    scan = briefing.scan
    if scan is None or not sending.code:
        return ""
    allowed = [file for file in scan.files if sending.allows(file.path)]
    lines: list[str] = []
    for file in allowed[: 3 if small else _FILES]:
        names = f" defines {', '.join(file.symbols[:3])}" if file.symbols else ""
        reason = f" ({file.reasons[0]})" if file.reasons and not small and file.path not in seen else ""
        lines.append(f"{file.path}{names}{reason}")
    if not lines:
        return ""
    if not small:
        lines.append(
            f"size of the change: {scan.scope}, about {scan.file_count.total} files, complexity {scan.complexity}"
        )
    return fence("files found in the code", "\n".join(lines), sending, 3000)


def _place(briefing: Briefing, small: bool) -> str:
    lines: list[str] = []
    if briefing.step is not None:
        lines.append(f"Step: {briefing.step.title}")
    if briefing.focus:
        lines.append(f"Focus of the discussion: {briefing.focus}")
    if briefing.task.criterion:
        lines.append(f"Not met yet: {briefing.task.criterion}")
    elif briefing.unmet and not small:
        lines += [f"Not known yet: {criterion}" for criterion in briefing.unmet[:5]]
    waiting = listed_questions(briefing) if not small else ()
    if waiting:
        lines.append("Still to be asked, here or later:" if briefing.step else _PREPARED)
        lines += [f"{number}. {ask.text}" for number, ask in enumerate(waiting, 1)]
    if briefing.everything_is_known and not small:
        lines += [_ALL_KNOWN] if briefing.task.may_ask else []
    elif briefing.mode == "conversation" and briefing.unmet_by_topic and not small:
        lines.append("Not known yet, by topic:")
        kinds = {
            text: _ASKED_UNDER if (kind := tag.partition(" ")[0]) in ALREADY_MET else kind
            for topic in briefing.topics
            for text, tag in zip(topic.coverage_criteria, topic.met_by, strict=False)
        }
        for topic, unmet in briefing.unmet_by_topic.items():
            wanted = [
                f"{text.removesuffix(' is known')} ({kinds[text]})" if kinds.get(text) else text
                for text in unmet[:3]
            ]
            lines += [f"- {topic}: {'; '.join(wanted)}"] if wanted else []
    return "\n".join(lines)


def _latest(briefing: Briefing, sending: Sending) -> str:
    """The last two utterances, for a model that cannot take more."""
    if briefing.task.kind in {"take_answer", "take_draft_reply", "ask_again", "fill_gaps", "summarise_phase"}:
        return ""
    lines: list[str] = []
    for line in briefing.said[-_LATEST:]:
        words = " ".join(line.text.split())
        who = briefing.library.persona(line.persona).first_name if line.persona else "Person"
        lines.append(f"{who}: {words[:400]}")
    return fence("said last", "\n".join(lines), sending, 6000) if lines else ""
