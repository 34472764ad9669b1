"""`read_answer`: a whole answer into facts.

The question's kinds decide what an answer mainly is; headings, labels and the wording of single sentences may say otherwise
for a part of it; roles, technologies, figures and exclusions are picked up wherever they occur. What fits nothing is kept as
a note. Nothing is added that was not said.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from roundtable.analysis.facts import Quality, Technology, UserType
from roundtable.analysis.kinds import infer_kinds
from roundtable.minds.facilitator.answers import (
    choice_kinds,
    code_kinds,
    demand_kinds,
    design_kinds,
    plain_kinds,
    priority_kinds,
    shape_kinds,
)
from roundtable.minds.facilitator.answers.choices import read_choice
from roundtable.minds.facilitator.answers.criteria import find_scenarios
from roundtable.minds.facilitator.answers.numbers import find_figures, is_measurable
from roundtable.minds.facilitator.answers.reading import Reading
from roundtable.minds.facilitator.answers.roles import find_roles, is_role_of
from roundtable.minds.facilitator.answers.signatures import find_signatures
from roundtable.minds.facilitator.answers.stories import find_stories
from roundtable.minds.facilitator.answers.technologies import find_technologies
from roundtable.minds.facilitator.answers.volunteered import after_a_choice, volunteered
from roundtable.minds.facilitator.spans import Piece, read_pieces
from roundtable.minds.facilitator.words import word_set

__all__ = ["read_answer", "read_pieces_as"]

_Reader = Callable[[Reading, Sequence[Piece]], None]

_READERS: Final[Mapping[str, _Reader]] = {
    "problem": plain_kinds.read_problems,
    "success_metric": plain_kinds.read_success,
    "stakeholder": plain_kinds.read_stakeholders,
    "user_type": plain_kinds.read_users,
    "need": plain_kinds.read_needs,
    "journey": shape_kinds.read_journeys,
    "constraint": plain_kinds.read_constraints,
    "assumption": plain_kinds.read_assumptions,
    "integration": shape_kinds.read_integrations,
    "quality": plain_kinds.read_qualities,
    "risk": plain_kinds.read_risks,
    "requirement": demand_kinds.read_requirements,
    "criterion": demand_kinds.read_criteria,
    "business_rule": plain_kinds.read_rules,
    "story": demand_kinds.read_stories,
    "priority": priority_kinds.read_priorities,
    "scope": plain_kinds.read_scope,
    "out_of_scope": plain_kinds.read_out_of_scope,
    "keyword": code_kinds.read_keywords,
    "file_count": plain_kinds.read_scope,
    "direct_change": code_kinds.read_direct,
    "indirect_change": code_kinds.read_indirect,
    "entry_point": code_kinds.read_entry_points,
    "risk_zone": code_kinds.read_risk_zones,
    "order": code_kinds.read_order,
    "option": choice_kinds.read_options,
    "decision": choice_kinds.read_decisions,
    "technology": plain_kinds.read_technologies,
    "module": design_kinds.read_modules,
    "interface": design_kinds.read_interfaces,
    "data_flow": shape_kinds.read_data_flows,
    "state": shape_kinds.read_states,
    "error_case": demand_kinds.read_error_cases,
    "open_question": plain_kinds.read_open_questions,
}

_LABELS: Final[tuple[tuple[str, str], ...]] = (
    (
        "out_of_scope",
        r"out[- ]of[- ]scope|not in scope|non-?goals?|excluded|not now|won['’]?t(?: do)?|later|nicht im scope|不做",
    ),
    ("assumption", r"assum(?:ption|ptions|ing|e)|annahmen?|假设"),
    ("risk", r"risks?|risiken|risiko|风险"),
    ("constraint", r"constraints?|restrictions?|einschränkungen|约束"),
    ("criterion", r"acceptance(?: criteria)?|acs?|criteria|akzeptanzkriterien|验收(?:标准)?"),
    ("open_question", r"open(?: questions?)?|questions?|tbd|offene (?:fragen|punkte)|问题"),
    ("user_type", r"users?|roles?|personas?|actors?|nutzer|用户"),
    ("stakeholder", r"stakeholders?"),
    ("problem", r"problems?|current behaviou?r|actual(?: behaviou?r)?|bug|pain"),
    ("requirement", r"requirements?|features?|expected(?: behaviou?r)?|must|should|could|anforderungen|需求"),
    ("success_metric", r"success(?: metrics?)?|metrics?|kpis?"),
    ("option", r"options?|alternatives?"),
    ("quality", r"nfrs?|quality|non-functional|performance|security"),
    ("business_rule", r"(?:business )?rules?|regeln"),
    ("journey", r"(?:steps to )?reproduc\w*|steps|journey|workflow|flow"),
    ("decision", r"decisions?|decided"),
    ("technology", r"technolog\w*|stack"),
    ("error_case", r"errors?(?: cases?| handling)?|failures?|edge cases?"),
)
_LABEL_PATTERNS: Final = tuple((kind, re.compile(rf"(?:{words})", re.IGNORECASE)) for kind, words in _LABELS)
_INLINE: Final = re.compile(
    r"^\s*(?:\*\*|__)?(?P<label>[A-Za-zÄÖÜäöü' -]{2,32}?)(?:\*\*|__)?\s*[:：](?:\*\*|__)?\s+(?=\S)"
)
_OUT: Final = re.compile(
    r"\b(?:out of scope|not in scope|not part of (?:this|it)|for (?:a )?later|(?:in a )?later (?:version|release|phase)|(?:we|it|this) (?:won['’]?t|will not|do(?:es)?n['’]?t need to|need not) (?:do|support|build|include|cover|handle|touch|change)|"
    r"(?:we|you|i) do(?:n['’]?t| not) need|no need (?:for|to)|leave (?:it |that |this )?out|not (?:for )?now|nicht (?:im|in) scope|gehört nicht dazu)\b|不在范围|暂不|以后再",
    re.IGNORECASE,
)


_UNSETTLED: Final = re.compile(
    r"^(?:(?:mainly|mostly|perhaps|maybe|only|just|still)\s+)?(?:whether\b|(?:what|how|which|where|when|who) (?:exactly |much |many |long )?to\b|(?:what|how|which|who) (?:we|it|they|the|happens|should)\b(?=[^,?]*$))(?!.*\?).{4,}",
    re.IGNORECASE,
)
"""A question put as a statement: "whether upstream wants it", "what to do with old files"."""


def read_answer(reading: Reading, kinds: tuple[str, ...], pieces: Sequence[Piece] | None = None) -> None:
    """Read the whole of what was heard, or these pieces of it; `kinds` say what was asked for, main one first."""
    read_pieces_as(reading, read_pieces(reading.heard.text) if pieces is None else pieces, kinds)
    text = reading.heard.text
    if not (reading.facts or reading.amended or reading.retracted or reading.reused) and text.strip():
        whole = Piece(0, len(text), text).part(0, len(text))
        plain_kinds.keep_as_note(reading, [whole], kinds)


def read_pieces_as(reading: Reading, pieces: Sequence[Piece], kinds: tuple[str, ...]) -> None:
    """Read some of the pieces of what was heard."""
    text = reading.heard.text
    pieces = [part for whole in pieces for piece in _parted(whole) for part in after_a_choice(piece)]
    stretches = [(piece.start, piece.end) for piece in pieces]
    stories = [told for told in find_stories(text) if _within(told.start, told.end, stretches)]
    scenarios = [one for one in find_scenarios(text) if _within(one.start, one.end, stretches)]
    main = kinds[0] if kinds else "note"
    taken = [(told.start, told.end) for told in stories] + [(one.start, one.end) for one in scenarios]
    left = _outside(pieces, taken)
    for told in stories:
        demand_kinds.add_story(reading, told, with_requirement=main in ("requirement", "need", "scope"))
    _read_runs(reading, left, kinds)
    # After the requirements of the same answer, so that a scenario finds the one it belongs to.
    for scenario in scenarios:
        demand_kinds.add_scenario(reading, scenario)
    for piece in left:
        _pick_up(reading, piece, main, kinds)


def _parted(piece: Piece) -> list[Piece]:
    """A list item of several sentences of which only some leave something out is as many pieces."""
    spans = [hit.span() for hit in re.finditer(r"\S[^.!?]*(?:[.!?](?!\s|$)[^.!?]*)*[.!?]*", piece.text)]
    if not piece.bullet or len(spans) < 2:
        return [piece]
    parts = [piece.part(start, end) for start, end in spans]
    out = [_OUT.search(part.text) is not None for part in parts]
    return parts if any(out) and not all(out) else [piece]


def _within(start: int, end: int, stretches: Sequence[tuple[int, int]]) -> bool:
    return any(first < end and start < last for first, last in stretches)


def _outside(pieces: Sequence[Piece], taken: Sequence[tuple[int, int]]) -> list[Piece]:
    """The pieces without the stretches that were read as a whole."""
    left: list[Piece] = []
    for piece in pieces:
        parts = [(piece.start, piece.end)]
        for start, end in taken:
            parts = [
                part for a, b in parts for part in ((a, min(b, start)), (max(a, end), b)) if part[0] < part[1]
            ]
        for a, b in parts:
            part = piece.part(a - piece.start, b - piece.start)
            if re.search(r"\w", part.text):
                left.append(part)
    return left


def _read_runs(reading: Reading, pieces: Sequence[Piece], kinds: tuple[str, ...]) -> None:
    """Hand stretches of pieces that belong to one kind to its reader."""
    run: list[Piece] = []
    kind = ""
    for piece in pieces:
        one, part = _kind_of(piece, kinds, kind, reading)
        if one != kind and run:
            _hand_over(reading, run, kind, kinds)
            run = []
        kind = one
        run.append(part)
    if run:
        _hand_over(reading, run, kind, kinds)


def _hand_over(reading: Reading, run: Sequence[Piece], kind: str, kinds: tuple[str, ...]) -> None:
    reader = _READERS.get(kind)
    if reader is None:
        plain_kinds.keep_as_note(reading, run, kinds or ("note",))
    else:
        reader(reading, run)


def _kind_of(piece: Piece, kinds: tuple[str, ...], before: str, reading: Reading) -> tuple[str, Piece]:
    """What a piece is, and the piece without its label."""
    main = kinds[0] if kinds else "note"
    if piece.code:
        return (
            "interface"
            if find_signatures(piece.text) and main in ("interface", "module", "data_flow", "requirement")
            else "note"
        ), piece
    if main in ("criterion", "requirement", "error_case", "business_rule", "data_flow") and _is_signature(
        piece.text
    ):
        return "interface", piece
    labelled = _from_label(piece.label)
    inline = _INLINE.match(piece.text)
    if (
        inline
        and (kind := _from_label(inline["label"]))
        and kind != main
        and not (main == "priority" and kind == "requirement")
    ):
        if kind == "requirement" and re.fullmatch(
            r"must|should|could", inline["label"].strip(), re.IGNORECASE
        ):
            return kind, piece
        return kind, piece.part(inline.end(), len(piece.text))
    if labelled and main != "priority":
        return labelled, piece
    if piece.bullet and piece.level > 0 and before:
        return before, piece
    if main not in ("keyword", "criterion", "story") and _UNSETTLED.match(piece.text):
        return "open_question", piece
    if main not in ("out_of_scope", "priority", "open_question") and _OUT.search(piece.text):
        return "out_of_scope", piece
    if main in ("constraint", "requirement", "need", "scope") and _HOW_GOOD.search(piece.text):
        return "quality", piece
    if main in ("note", "approval"):
        return _by_wording(piece, reading), piece
    if (
        main not in ("decision", "option", "priority", "problem", "keyword")
        and read_choice(piece.text)
        and "decision" in kinds
    ):
        return "decision", piece
    question = reading.asked.text if reading.asked else ""
    return volunteered(piece, main, question) or main, piece


def _is_signature(text: str) -> bool:
    """Whether a piece is little else than a signature."""
    found = find_signatures(text)
    return bool(found) and 10 * (found[0].end - found[0].start) >= 6 * len(text.strip())


def _from_label(label: str) -> str:
    bare = label.strip(" *_:").lower()
    return next((kind for kind, pattern in _LABEL_PATTERNS if pattern.fullmatch(bare)), "") if bare else ""


_HOW_GOOD: Final = re.compile(
    r"^(?:it|this|that|the \w+(?: \w+)?|everything|performance)\s+(?:must|should|has to|needs to|shall|also has to)\s+(?:also\s+|always\s+)?(?:be|stay|feel)\s+(?:very |really |as |reasonably |more )*(?:fast\w*|quick\w*|secure|safe|reliable|robust|scalable|accessible|available|usable|responsive|stable|performant|easy|intuitive|simple|maintainable|slow\w*)\b",
    re.IGNORECASE,
)
_FROM_WORDING: Final = word_set(
    "out_of_scope constraint assumption quality risk criterion business_rule user_type stakeholder success_metric decision error_case"
)


def _by_wording(piece: Piece, reading: Reading) -> str:
    """The kind of a sentence nobody asked for: a strong form, else what its words and the step suggest."""
    if read_choice(piece.text):
        return "decision"
    figures = find_figures(piece.text)
    if any(is_measurable(figure, piece.text) for figure in figures):
        return "quality"
    guessed = infer_kinds(piece.text)[0]
    if guessed in _FROM_WORDING:
        return guessed
    return "note"


def _pick_up(reading: Reading, piece: Piece, main: str, kinds: tuple[str, ...]) -> None:
    """Roles, technologies and figures that occur beside the main matter."""
    if piece.code:
        return
    if main in ("problem", "need", "journey", "story", "requirement", "business_rule") or (
        "user_type" in kinds and main != "user_type"
    ):
        for name, start, end in find_roles(piece.text):
            if not any(is_role_of(name, known.name) for known in reading.all_of(UserType)):
                reading.fact(UserType, piece.part(start, end), name=name, anchors=False)
    if "stakeholder" in kinds[1:]:
        plain_names = find_roles(piece.text)
        if plain_names:
            plain_kinds.read_stakeholders(reading, [piece.part(plain_names[0][1], plain_names[0][2])])
    if main not in (
        "technology",
        "keyword",
        "constraint",
        "direct_change",
        "indirect_change",
        "out_of_scope",
    ):
        for tech in find_technologies(piece.text):
            if not any(known.name.lower() == tech.name.lower() for known in reading.all_of(Technology)):
                reading.fact(
                    Technology,
                    piece.part(tech.start, tech.end),
                    name=tech.name,
                    version=tech.version,
                    purpose=tech.purpose,
                    is_new=tech.is_new,
                    anchors=False,
                )
    if main not in ("quality", "success_metric", "scope", "file_count", "risk", "note", "approval"):
        figures = [figure for figure in find_figures(piece.text) if is_measurable(figure, piece.text)]
        if figures and not any(
            isinstance(fact, Quality) and fact.text == piece.flat for fact in reading.facts
        ):
            plain_kinds.read_qualities(reading, [piece])
