"""Readers for kinds whose facts are mostly the person's own sentences: why, who, what for, what is fixed."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, Literal

from roundtable.analysis.facts import (
    Assumption,
    BusinessRule,
    Constraint,
    Criterion,
    DirectChange,
    IndirectChange,
    Need,
    Note,
    OpenQuestion,
    OutOfScope,
    Problem,
    Quality,
    Requirement,
    RiskZone,
    Scope,
    Stakeholder,
    SuccessMetric,
    Technology,
    UserType,
)
from roundtable.minds.facilitator.answers.asides import stated, told
from roundtable.minds.facilitator.answers.choices import split_reason
from roundtable.minds.facilitator.answers.numbers import Figure, category_of, find_figures, measured_at
from roundtable.minds.facilitator.answers.places import place_for
from roundtable.minds.facilitator.answers.reading import Reading, has_content, names_in, shorten
from roundtable.minds.facilitator.answers.roles import Named, find_roles, is_role_of, read_names, same_role
from roundtable.minds.facilitator.answers.technologies import find_technologies
from roundtable.minds.facilitator.replies import who_knows
from roundtable.minds.facilitator.settling import who_could_settle
from roundtable.minds.facilitator.spans import Piece, split_names
from roundtable.minds.facilitator.words import is_clause, likeness

__all__ = [
    "alike_requirement",
    "grouped",
    "in_context",
    "keep_as_note",
    "read_assumptions",
    "read_constraints",
    "read_needs",
    "read_open_questions",
    "read_out_of_scope",
    "read_problems",
    "read_qualities",
    "read_risks",
    "read_rules",
    "read_scope",
    "read_stakeholders",
    "read_success",
    "read_technologies",
    "read_users",
]


def grouped(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """List items one by one with what is nested under them; sentences of one paragraph together."""
    groups: list[list[Piece]] = []
    for piece in pieces:
        last = groups[-1][-1] if groups else None
        nested = piece.bullet and piece.level > 0 and last is not None and last.bullet
        runs_on = (
            not piece.bullet and last is not None and not last.bullet and last.paragraph == piece.paragraph
        )
        if groups and (nested or runs_on):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    return groups


def _joined(group: Sequence[Piece]) -> str:
    return " ".join(told(piece.flat) for piece in group)


def keep_as_note(reading: Reading, pieces: Sequence[Piece], kinds: tuple[str, ...]) -> None:
    """What could not be typed stays as text, in the section where it belongs."""
    document, section = place_for(reading.step, kinds, reading.asked.text if reading.asked else "")
    for group in grouped(pieces):
        words = (
            group[0].text if len(group) == 1 and group[0].code else " ".join(piece.flat for piece in group)
        )
        reading.fact(Note, group, text=words, document=document, section=section)


def read_problems(reading: Reading, pieces: Sequence[Piece]) -> None:
    """What goes wrong today: one problem per paragraph or list item."""
    for group in grouped(pieces):
        reading.fact(Problem, group, text=_joined(group))


def read_success(reading: Reading, pieces: Sequence[Piece]) -> None:
    """Signs that it worked."""
    for group in grouped(pieces):
        reading.fact(SuccessMetric, group, text=_joined(group))


def read_users(reading: Reading, pieces: Sequence[Piece]) -> None:
    """Kinds of people or programs that use it."""
    for piece in (part for whole in pieces for part in _clauses(whole)):
        named = [one for one in (_doer(piece),) if one is not None] or read_names([piece])
        if not named:
            named = [n for n in (_role_in(piece),) if n is not None]
        for one in named:
            if not _is_known_role(reading, one.name):
                reading.fact(UserType, one.piece, name=one.name, description=one.about, anchors=False)
        if not named and has_content(piece.text):
            keep_as_note(reading, [piece], ("user_type",))


def _clauses(piece: Piece) -> list[Piece]:
    """ "Anna uses the list; customers receive the mail" speaks of two."""
    cuts = [0, *(hit.end() for hit in re.finditer(r";\s+", piece.text)), len(piece.text)]
    parts = [piece.part(start, end) for start, end in pairwise(cuts)]
    bare = [part.part(0, len(part.text.rstrip("; "))) for part in parts]
    return [part for part in bare if has_content(part.text)]


_DOER: Final = re.compile(
    r"^(?:and |then |also |only |just )*(?P<who>(?:(?:the|our|an?|all|every) )?[\w'’-]+(?: (?!only\b|just\b|also\b|will\b|would\b|can\b|must\b|should\b)[\w'’-]+){0,3}?)\s+(?:only |just |also |mostly |will |would |can )*(?P<does>(?:uses?|runs?|calls?|starts?|operates?|receives?|reads?|gets?|sees?|looks? at|works? with|triggers?|consumes?|imports?) (?:it|them|this|that|these|those|the|an?|our|their|its|his|her|one|every|each|all|no|to|with|from|only)\b.*)$",
    re.IGNORECASE,
)


def _doer(piece: Piece) -> Named | None:
    """Whoever does something with it: "the nightly job runs it"."""
    match = _DOER.match(piece.flat.rstrip("."))
    if match is None or re.match(
        r"(?:it|they|we|i|you|he|she|this|that|there)\b|.*\b(?:who|that|which|wants?|needs?|to|must|should|will|would|can|and|or|they)\b",
        match["who"],
        re.IGNORECASE,
    ):
        return None
    name = re.sub(r"^(?:the|our|an?|all|every)\s+", "", match["who"], flags=re.IGNORECASE)
    return Named(name, match["does"], piece)


def _role_in(piece: Piece) -> Named | None:
    roles = find_roles(piece.text)
    return Named(roles[0][0], piece.flat, piece) if roles else None


def _is_known_role(reading: Reading, name: str) -> bool:
    for known in reading.all_of(UserType):
        if is_role_of(name, known.name):
            if not known.id.startswith("new:"):
                reading.reused.append(known.id)
            return True
    return False


def read_stakeholders(reading: Reading, pieces: Sequence[Piece]) -> None:
    """People with an interest in the outcome."""
    for piece in pieces:
        named = read_names([piece])
        if not named and (role := _role_in(piece)) is not None:
            named = [role]
        for one in named:
            if not any(same_role(known.name) == same_role(one.name) for known in reading.all_of(Stakeholder)):
                reading.fact(Stakeholder, one.piece, name=one.name, interest=one.about, anchors=False)
        if not named and has_content(piece.text):
            keep_as_note(reading, [piece], ("stakeholder",))


def read_needs(reading: Reading, pieces: Sequence[Piece]) -> None:
    """What somebody is trying to get done, with whoever it is when the sentence says so."""
    for piece in pieces:
        roles = find_roles(piece.text)
        reading.fact(Need, piece, text=piece.flat, user_type=roles[0][0] if roles else None)


_Category = Literal["technical", "business", "legal", "time", "other"]
_CATEGORIES: Final[tuple[tuple[_Category, str], ...]] = (
    ("time", r"deadline|by (?:the )?(?:end|monday|tuesday|wednesday|thursday|friday|january|february|march|april|may|june|july|august|september|october|november|december|q[1-4]|next)|until|(?:by|until|before|on) (?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:january|february|march|april|may|june|july|august|september|october|november|december)|before (?:the )?(?:january|february|march|april|june|july|august|september|october|november|december|release|launch|christmas|summer)|sprint|weeks?|\bbis\b"),
    ("legal", r"law|legal|gdpr|dsgvo|regulat\w*|complian\w*|licen[cs]\w*|contract|audit|hipaa|pci|policy|retention"),
    ("business", r"budget|cost|money|price|compan\w*|team size|headcount|management|customers? (?:expect|demand)|€|\$|stakeholder"),
    ("technical", r"api|database|schema|version|server|library|framework|platform|browser|compatib\w*|migrat\w*|deploy\w*|config\w*|depend\w*|endpoint|format|legacy|import|python|java|sql|offline|backend|frontend"),
)  # fmt: skip


def _category_of(text: str) -> _Category:
    for category, words in _CATEGORIES:
        if re.search(rf"(?<!\w)(?:{words})", text, re.IGNORECASE):
            return category
    return "other"


def read_constraints(reading: Reading, pieces: Sequence[Piece]) -> None:
    """What is fixed; a technology in it is recorded as one, too."""
    for piece in pieces:
        techs = find_technologies(piece.text)
        category: Literal["technical", "business", "legal", "time", "other"] = (
            "technical" if techs else "other"
        )
        if not techs:
            category = _category_of(piece.text)
        reading.fact(Constraint, piece, text=piece.flat, category=category)
        _add_technologies(reading, piece)


def _add_technologies(reading: Reading, piece: Piece) -> bool:
    known = {tech.name.lower() for tech in reading.all_of(Technology)}
    found = find_technologies(piece.text)
    for tech in found:
        if tech.name.lower() not in known:
            reading.fact(
                Technology, piece.part(tech.start, tech.end), name=tech.name, version=tech.version, purpose=tech.purpose,
                is_new=tech.is_new, anchors=False,
            )  # fmt: skip
    return bool(found)


def read_technologies(reading: Reading, pieces: Sequence[Piece]) -> None:
    """Technologies that are used or chosen."""
    for piece in pieces:
        before = len(reading.facts)
        found = _add_technologies(reading, piece)
        if not found:
            listed = split_names(piece, longest=3) if len(piece.text.split()) <= 12 else [piece]
            names = [
                n
                for one in listed
                for n in re.findall(
                    r"`([^`\n]{2,40})`|\b([a-z][\w]*[-.][\w.-]+|[A-Z][\w.-]+(?: [A-Z][\w.-]+)?)\b(?! ?(?:said|says))",
                    one.text,
                )[:1]
            ]
            for name in names:
                reading.fact(Technology, piece, name=name[0] or name[1], purpose="", anchors=False)
        # A sentence says more than its names; names alone are done with.
        if len(reading.facts) == before or len(piece.text.split()) > 6:
            keep_as_note(reading, [piece], ("technology",))


def read_assumptions(reading: Reading, pieces: Sequence[Piece]) -> None:
    """What is taken for granted."""
    for piece in pieces:
        reading.fact(Assumption, piece, text=stated(piece.flat), settles=who_knows(piece.flat))


def read_qualities(reading: Reading, pieces: Sequence[Piece]) -> None:
    """How good it has to be: one quality per sentence, with its figure when there is one."""
    for piece in pieces:
        figures = find_figures(piece.text)
        about = f"{reading.asked.text if reading.asked and len(piece.text.split()) < 6 else ''} {piece.text}"
        text, figures = _limit(reading, piece, figures)
        reading.fact(
            Quality, piece, category=category_of(about), text=text, metric=_metric(piece.text, figures),
            target=", ".join(dict.fromkeys(figure.text for figure in figures)) or _never(piece.text), measured=measured_at(piece.text),
            requirement=alike_requirement(reading, piece.flat),
        )  # fmt: skip


_BREAKS: Final = re.compile(
    r"\b(?:so slow|complain\w*|fail|too (?:slow|late|long)|make you say it is not|not let it pass|rule .{0,30} out)\b",
    re.IGNORECASE,
)
_ABOVE: Final = re.compile(
    r"^(?:more than|over|above|longer than|slower than|beyond|after|anything (?:over|above))\s+(?=\d)",
    re.IGNORECASE,
)


def _limit(reading: Reading, piece: Piece, figures: Sequence[Figure]) -> tuple[str, Sequence[Figure]]:
    """What was said, as what is wanted: asked when it would be too slow, "more than 100 ms" allows at most 100 ms.

    A word or two mean nothing without their question, so it is kept with them.
    """
    asked = reading.asked.text.strip() if reading.asked else ""
    if _BREAKS.search(asked) and _ABOVE.match(piece.flat):
        text = _ABOVE.sub("At most ", piece.flat)
        return text, find_figures(text)
    return in_context(reading, piece), figures


def in_context(reading: Reading, piece: Piece) -> str:
    """A few words together with the question that they answer; a sentence stands alone."""
    asked = reading.asked.text.strip() if reading.asked else ""
    bare = piece.flat.rstrip(".! ")
    if not asked or len(bare.split()) > _FEW or find_figures(bare) or not piece.text.isascii():
        return piece.flat
    return f"{asked} {bare[:1].upper()}{bare[1:]}."


_FEW: Final = 3


def _never(text: str) -> str:
    """A quality that allows no exception needs no figure: the word is the limit."""
    absolute = re.search(
        r"\b(?:never|under no circumstances|not (?:a single|one)|no (?:one|body) may|niemals)\b",
        text,
        re.IGNORECASE,
    )
    return absolute.group().lower() if absolute else ""


def _metric(text: str, figures: Sequence[Figure]) -> str:
    """What the figure is a figure of: the words before it, without the verb that leads to it."""
    if not figures:
        return ""
    before = re.split(
        r"\b(?:must|should|shall|has to|have to|needs? to|may|can|will|would|cannot)\b",
        text[: figures[0].start],
    )[0]
    before = re.sub(r"\b(?:(?:must|should|shall|has to|needs to|may|can|will|would)\s+(?:not\s+)?(?:be|take|stay|finish|complete|respond|answer|load|return|run)?|is|are|be|takes?|in|of|to|at|for|stays?|remains?)\s*$", "", before.strip(), flags=re.IGNORECASE)  # fmt: skip
    words = before.strip(" ,:;-").split()
    if len(words) == 1 and words[0].lower() in ("it", "this", "that", "they", "we", "everything"):
        return ""
    return shorten(" ".join(words[-6:]), most=6) if words else ""


def alike_requirement(reading: Reading, text: str, least: float = 0.5) -> str | None:
    """The id of a requirement that a sentence names or clearly speaks of; none when in doubt."""
    known = reading.all_of(Requirement)
    named = re.search(r"\bFR-\d{3,6}\b", text)
    if named and any(requirement.id == named.group() for requirement in known):
        return named.group()
    scored = [
        (likeness(text, f"{requirement.title} {requirement.text}"), requirement.id) for requirement in known
    ]
    best = max(scored, default=(0.0, ""))
    return best[1] if best[0] >= least else None


_LEVEL: Final[tuple[tuple[Literal["high", "low"], str], ...]] = (
    ("high", r"high|serious|severe|critical|worst|catastroph\w*|huge|big risk|very likely|disaster|hoch"),
    ("low", r"low|minor|small risk|unlikely|negligible|not (?:a )?big|gering"),
)
_MITIGATION: Final = re.compile(r"[\s,;.]+(?:we (?:can|could|would|should) )?(?:mitigat\w+(?: (?:it|this|that))?(?: by| with|:)?|to (?:avoid|prevent|reduce) (?:it|this|that),?|so we (?:should|would|must|need to|will)|countermeasure:?)\s+(?P<what>.+)$", re.IGNORECASE | re.DOTALL)  # fmt: skip


_HARM: Final = re.compile(
    r"\b(?:worst|wrong\w*|badly|misus\w*|abus\w*|hurts?|harm\w*|risk\w*|fail\w*|worr\w*|danger\w*|afraid|break\w*|broke\w*|los[et]\w*|leak\w*|reason|false|unnoticed|threat\w*|attack\w*|slow\w*|expensive|crash\w*|corrupt\w*|double|twice|overwrit\w*|never|cannot|can['’]?t|too \w+|unclear|depends?|sure|doubt|trouble|missing|late|delay\w*|steal\w*|expos\w*|drain\w*)\b",
    re.IGNORECASE,
)


def read_risks(reading: Reading, pieces: Sequence[Piece]) -> None:
    """What could go badly, and what would lessen it when that was said."""
    latest: RiskZone | None = None
    asked = reading.asked
    mixed = (
        asked is not None and "risk" in asked.kinds and len(asked.kinds) > 1 and not _HARM.search(asked.text)
    )
    for piece in pieces:
        if mixed and not _HARM.search(piece.text):
            # "What happens to what people have?" "Nothing changes for them." names no risk.
            keep_as_note(reading, [piece], ("risk",))
            continue
        only = _MITIGATION.match(f" {piece.text}") if not piece.bullet else None
        if only is not None and latest is not None:
            # "… We can mitigate it by limiting uses." belongs to the risk before it.
            _mitigate(reading, piece, latest, " ".join(only["what"].split()).rstrip("."))
            continue
        level = next(
            (name for name, words in _LEVEL if re.search(rf"\b(?:{words})\b", piece.text, re.IGNORECASE)),
            "medium",
        )
        mitigation = _MITIGATION.search(piece.text)
        said = piece.text[: mitigation.start()] if mitigation else piece.text
        flat = stated(said)
        title = flat.rstrip(".") if len(flat) <= 90 else shorten(flat, most=12, longest=90)
        found = [a.path for name in names_in(piece.text) if (a := reading.sight.anchor(name))]
        latest = reading.fact(
            RiskZone, piece, title=title, path=found[0] if found else "", level=level, why="" if title == flat.rstrip(".") else flat,
            mitigation=" ".join(mitigation["what"].split()).rstrip(".") if mitigation else "",
        )  # fmt: skip


def _mitigate(reading: Reading, piece: Piece, risk: RiskZone, what: str) -> None:
    quote = reading.heard.quote(piece.start, piece.end)
    if risk in reading.facts:
        at = reading.facts.index(risk)
        reading.facts[at] = risk.model_copy(update={"mitigation": what, "evidence": (*risk.evidence, quote)})
    elif not risk.mitigation:
        reading.amend(risk, piece, mitigation=what)


_EXAMPLE: Final = re.compile(
    r"[\s,;.(-]*(?:for example|for instance|e\.g\.|example:|z\.\s?B\.|zum Beispiel|比如|例如)[:,]?\s*(?P<what>.+?)\)?$",
    re.IGNORECASE | re.DOTALL,
)


def _is_check(reading: Reading, piece: Piece, rule: str) -> bool:
    """A real case with its figures, told when a check was asked for too, is the check of the requirement it speaks of."""
    asked = reading.asked.kinds if reading.asked else ()
    if "criterion" not in asked or not re.search(r"\d", rule) or not is_clause(rule):
        return False
    owner = alike_requirement(reading, piece.flat, least=0.4)
    if owner is None:
        return False
    reading.fact(Criterion, piece, requirement=owner, text=piece.flat)
    return True


def read_rules(reading: Reading, pieces: Sequence[Piece]) -> None:
    """Rules of the domain, with the example that was given."""
    for piece in pieces:
        example = _EXAMPLE.search(piece.text)
        rule = piece.text[: example.start()] if example and example.start() > 3 else piece.text
        if _is_check(reading, piece, rule):
            continue
        reading.fact(
            BusinessRule, piece, text=" ".join(rule.split()).strip(" ,"), example=" ".join(example["what"].split()).rstrip(".") if example else "",
            requirement=alike_requirement(reading, piece.flat),
        )  # fmt: skip


_OUT: Final = re.compile(
    r"^(?:(?:and|also|but|then|we|i|it|that|this)\s+)*(?:(?:is |are |will be )?(?:explicitly |definitely )?(?:out of scope|not in scope|excluded|not included|not part of (?:it|this))\s*[:-]?\s*|(?:won['’]?t|will not|do(?:n['’]?t| not)) (?:do|support|build|include|cover|handle|touch|change|need)\s+|(?:no need (?:for|to)|leave out|exclude|skip|not now:?|not yet:?|later:?)\s+|no\s+)",
    re.IGNORECASE,
)


def read_out_of_scope(reading: Reading, pieces: Sequence[Piece]) -> None:
    """What will deliberately not be done."""
    for piece in pieces:
        found = {resolved.path for name in names_in(piece.text) if (resolved := reading.sight.resolve(name))}
        said = {name.strip("`").rpartition("/")[2].lower() for name in names_in(piece.text)}
        for change in (*reading.analysis.of(DirectChange), *reading.analysis.of(IndirectChange)):
            if change.path in found or change.path.rpartition("/")[2].lower() in said:
                reading.drop(change)
        for part in _left_out(piece):
            if re.fullmatch(
                r"(?:obviously|of course|maybe|perhaps|probably|naturally|also|please|i think|i guess|for now|\w+ly)\W*",
                part.flat,
                re.IGNORECASE,
            ):
                continue
            said, reason = split_reason(part.text)
            bare = _OUT.sub("", " ".join(said.split())).strip()
            text = bare if has_content(bare) else " ".join(said.split())
            if has_content(text):
                reading.fact(OutOfScope, part, text=text, reason=" ".join(reason.split()))


def _left_out(piece: Piece) -> list[Piece]:
    """The things of a short list, one by one; "a bar, we don't know the total" is one thing and its reason."""
    parts = split_names(piece, longest=5) if len(piece.text.split()) <= 14 else [piece]
    return [piece] if any(_REMARK.match(part.flat) for part in parts[1:]) else parts


_REMARK: Final = re.compile(r"(?:we|it|they|i|you|that|this|there|nobody|nothing)\b(?= \w)", re.IGNORECASE)
_SIZE: Final[tuple[tuple[Literal["small", "medium", "large"], str], ...]] = (
    ("small", r"small|tiny|trivial|little|minor|one[- ]liner|klein\w*|小"),
    ("medium", r"medium(?:[- ]sized)?|moderate|mittel\w*|中等"),
    ("large", r"large|big|huge|massive|major|groß\w*|很?大"),
)
_LETTERS: Final[Mapping[str, Literal["small", "medium", "large"]]] = {
    "XS": "small", "S": "small", "M": "medium", "L": "large", "XL": "large", "XXL": "large",
}  # fmt: skip
_LETTER: Final = re.compile(r"^(?:(?:an?|I['’]d say|about)\s+)?(?P<letter>XS|S|M|XXL|XL|L)(?=$|[\s,.;:!])")
_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_FILES: Final = re.compile(
    rf"(?P<n>\d{{1,5}}|\b(?:{'|'.join(_NUMBERS)}))\s*(?:or so |odd )?(?:files?|Dateien|个?文件)",
    re.IGNORECASE,
)


def _number(text: str) -> int:
    return int(text) if text.isdigit() else _NUMBERS.index(text.lower()) + 1


def _size_of(text: str) -> Literal["small", "medium", "large"] | None:
    """The size that a text gives: in words, or as a letter on a shirt."""
    letter = _LETTER.match(text.strip())
    if letter is not None:
        return _LETTERS[letter["letter"]]
    return next((name for name, words in _SIZE if re.search(rf"\b(?:{words})\b", text, re.IGNORECASE)), None)


def read_scope(reading: Reading, pieces: Sequence[Piece]) -> None:
    """The size of the change, or what counts as done. A size corrects the one that the scan proposed."""
    for piece in pieces:
        size = _size_of(piece.text)
        counts = [
            _number(hit["n"])
            for hit in _FILES.finditer(piece.text)
            if not re.search(r"\bnot\s*$", piece.text[: hit.start()])
        ]
        if not counts and reading.asked and "file_count" in reading.asked.kinds:
            bare = re.fullmatch(r"\D{0,30}?(\d{1,5})\D{0,20}", piece.text)
            counts = [int(bare[1])] if bare else []
        sized = [
            scope
            for scope in reading.analysis.of(Scope)
            if scope.size is not None or scope.file_count is not None
        ]
        short = len(piece.text.split()) <= 12
        if (size and short and _about_size(piece.text)) or counts:
            updates: dict[str, Any] = {}
            if size and short:
                updates["size"] = size
            if counts:
                updates["file_count"] = counts[0]
            if sized:
                reading.amend(sized[-1], piece, **updates)
                if short:
                    continue
            else:
                reading.fact(Scope, piece, text=piece.flat, **updates)
                continue
        if _about_estimate(reading, piece):
            if re.match(
                r"(?:it |that |this )?(?:looks?|seems?|sounds?|is|about|fine|right|yes|ok(?:ay)?|plausible|fits?)\b(?!.*\b(?:too|wrong|off|not|smaller|bigger|larger)\b)",
                piece.flat,
                re.IGNORECASE,
            ):
                reading.reused += [scope.id for scope in sized[-1:]]
            keep_as_note(reading, [piece], ("file_count",))
        elif has_content(piece.text):
            reading.fact(Scope, piece, text=told(piece.flat))


def _about_estimate(reading: Reading, piece: Piece) -> bool:
    """Whether a sentence judges the estimate instead of saying what counts as done."""
    asked = reading.asked.text if reading.asked else ""
    return bool(
        re.search(
            r"\b(?:too (?:small|big|large|high|low)|estimate|how does this count|compare)\b",
            asked,
            re.IGNORECASE,
        )
    ) or bool(
        re.match(
            r"(?:i think |i guess |honestly,? )?(?:it|that|this|the (?:estimate|count|number|size))(?:['’]s| is| looks| seems| sounds)(?: a (?:bit|little))? (?:too |much |far )?(?:small|big|large|high|low|right|fine|good|plausible|smaller|bigger|larger)",
            piece.flat,
            re.IGNORECASE,
        )
    )


def _about_size(text: str) -> bool:
    return len(text.split()) <= 4 or bool(
        re.search(
            r"\b(?:it['’]?s|that['’]?s|this is|change|size|scope|estimate|say|would call|looks?)\b",
            text,
            re.IGNORECASE,
        )
    )


def read_open_questions(reading: Reading, pieces: Sequence[Piece]) -> None:
    """What nobody could answer yet."""
    for piece in pieces:
        asked = reading.asked.text.strip() if reading.asked else ""
        reading.fact(
            OpenQuestion,
            piece,
            text=piece.flat,
            settles=who_knows(piece.flat)
            or who_could_settle(reading.asked.kinds if reading.asked else (), reading.analysis),
            why=f'said when asked "{asked}"' if asked else "raised in the conversation",
        )
