"""The simple items of a reply into typed facts with evidence.

Every fact gets the evidence it can show: the person's words, a file, or else an honest "inferred" or "assumed". In a run
without conversation nothing counts as said, so confidence stays Medium or Low.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, cast

from pydantic import ValidationError

from roundtable.analysis.kinds import FACT_KINDS
from roundtable.engine.briefing import Briefing
from roundtable.facts import AnyFact, Fact, Requirement, parse_fact
from roundtable.facts.evidence import Assumed, CodeAnchor, Evidence, Inferred, Quote
from roundtable.minds.guards.fact_text import find_quote
from roundtable.minds.guards.text import without_controls
from roundtable.minds.llm.citing import read_again
from roundtable.minds.llm.schema import Item
from roundtable.ports import CodeView

_SCENARIO: Final = re.compile(
    r"^\W*given\s+(?P<given>.+?)[,;]?\s+when\s+(?P<when>.+?)[,;]?\s+then\s+(?P<then>.+?)\W*$",
    re.IGNORECASE | re.DOTALL,
)
_LEVELS: Final = {"must": "Must", "should": "Should", "could": "Could", "won't": "Won't", "wont": "Won't"}
_ID: Final = re.compile(r"\b[A-Z]{2,4}-\d{3,4}(?:-\d{2})?\b")
_CITED: Final = re.compile(r"`?[\w@./-]+\.\w+:\d+(?:[-–]\d+)?`?")
_WITH_PLACE: Final = frozenset({"direct_change", "entry_point", "risk", "module", "interface"})
_CHANGES: Final = {"create": "create", "new": "create", "delete": "delete", "remove": "delete"}


class ReadItems(NamedTuple):
    """What the items of a reply say."""

    facts: tuple[AnyFact, ...] = ()
    none_of: tuple[str, ...] = ()
    """Kinds of which there are none."""
    notes: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    """What could not be understood, and why."""


@dataclass(slots=True)
class _Reader:
    """One reply: what its items are called among themselves, and what is behind their citations."""

    briefing: Briefing
    code: CodeView | None
    refs: dict[str, str]
    """From a name of the model's own to the temporary id of that fact."""
    before: list[Fact]

    def names_in(self, text: str) -> tuple[str, ...]:
        """The known ids, and those of new facts, that a text names."""
        known = [name for name in _ID.findall(text) if name in self.briefing.analysis.by_id]
        words = re.findall(r"[\w-]+", text)
        return tuple(dict.fromkeys((*known, *(self.refs[word] for word in words if word in self.refs))))


def read_items(items: Iterable[Item], briefing: Briefing, code: CodeView | None = None) -> ReadItems:
    """The facts in the items; one that makes no sense never costs the others."""
    listed = list(items)
    refs = {item.ref.strip(): _temporary(place) for place, item in enumerate(listed) if item.ref.strip()}
    reader = _Reader(briefing, code, refs, [])
    none_of: list[str] = []
    notes: list[str] = []
    unread: list[str] = []
    # What others belong to is read first, wherever it stands in the reply.
    for place, item in sorted(enumerate(listed), key=lambda one: one[1].kind != "requirement"):
        if not item.text.strip() and item.kind != "none_of":
            continue
        if item.kind == "none_of":
            kind = (item.value or item.text).strip().lower().replace(" ", "_")
            if kind in FACT_KINDS and briefing.heard is not None:
                none_of.append(kind)
            continue
        try:
            reader.before += _facts(item, _temporary(place), reader)
        except _Unclear as trouble:
            unread.append(f'{item.kind} "{_flat(item.text)[:80]}": {trouble}')
        except (ValidationError, KeyError) as error:
            notes.append(f"model: a {item.kind} could not be read ({type(error).__name__})")
    facts = cast("tuple[AnyFact, ...]", tuple(reader.before))
    return ReadItems(facts, tuple(dict.fromkeys(none_of)), tuple(notes), tuple(unread))


class _Unclear(Exception):
    """An item that cannot be understood; the words say why."""


def _temporary(place: int) -> str:
    return f"new:m{place + 1}"


def _facts(item: Item, fact_id: str, reader: _Reader) -> list[Fact]:
    common: dict[str, Any] = {
        "id": fact_id,
        "step_id": _where(reader.briefing),
        "evidence": _evidence(item, reader),
    }
    if item.kind == "requirement":
        return _requirement(item, common, reader.briefing)
    if item.kind == "criterion":
        owner = _owner(item, reader)
        return [] if owner is None else [_criterion(item.text, owner, common)]
    kind = "risk_zone" if item.kind == "risk" else item.kind
    if kind in _RELATED:
        fields = _RELATED[kind](item, _owner(item, reader))
    else:
        fields = _FIELDS[kind](item)
    if fields is None:
        return []
    return [
        parse_fact(
            {"kind": kind, **common, **{name: value for name, value in fields.items() if value is not None}}
        )
    ]


def _where(briefing: Briefing) -> str | None:
    if briefing.step is not None:
        return briefing.step.step_id
    if briefing.asked is not None and briefing.asked.topic:
        return briefing.asked.topic
    if briefing.task.topic_id:
        return briefing.task.topic_id
    steps = briefing.library.steps_of(briefing.phase_key)
    return steps[0].step_id if steps else None


def _evidence(item: Item, reader: _Reader) -> tuple[Evidence, ...]:
    """What a fact rests on: words, lines, other facts. `why` is its reason, never its source."""
    evidence: list[Evidence] = []
    briefing = reader.briefing
    heard = briefing.heard
    quote = item.quote.strip()
    if quote:
        found = find_quote(quote, briefing.analysis, heard.number if heard else 0)
        # Words that are found nowhere stay as they are: the guards refuse them and say why.
        evidence.append(
            found or Quote(turn=heard.number if heard else 0, start=0, end=len(quote), text=quote)
        )
    anchor = _anchor(item, reader)
    if anchor is not None:
        evidence.append(anchor)
    sources = reader.names_in(item.rests_on) or (() if quote else reader.names_in(f"{item.about} {item.why}"))
    if sources:
        evidence.append(Inferred(sources=sources, because=_flat(item.why)))
    elif evidence and briefing.heard is None:
        evidence.append(Inferred(because=_flat(item.why) or "read from the draft"))
    if not evidence:
        evidence.append(Assumed(because=_flat(item.why) or "proposed by the model"))
    return tuple(evidence)


def _anchor(item: Item, reader: _Reader) -> CodeAnchor | None:
    """The place that is cited, read again; new code is marked as that."""
    is_new = item.new or _CHANGES.get(item.value.strip().lower()) == "create"
    cited = next((place for place in re.split(r"[\s,;]+", item.rests_on) if _CITED.fullmatch(place)), "")
    place = cited or (_flat(item.path) if item.kind in _WITH_PLACE else "")
    if not place:
        return None
    found = read_again(place, item.code, reader.briefing, reader.code)
    if found.trouble and not is_new:
        raise _Unclear(f"{found.trouble}. Copy the line as it stands, with its number.")
    return CodeAnchor(
        path=found.path,
        line=None if is_new else found.line,
        symbol=_named(item) if is_new and item.kind in {"interface", "module"} else None,
        status="proposed-new" if is_new else "found",
    )


# -- requirements and their criteria -----------------------------------------------------------------------------------


def _requirement(item: Item, common: Mapping[str, Any], briefing: Briefing) -> list[Fact]:
    """A requirement never comes without a criterion; one that had to be made up says so."""
    text = _sentence(item.text)
    title = _flat(item.title) or _title(text)
    requirement = parse_fact({"kind": "requirement", **common, "title": title, "text": text})
    given = [part for part in item.parts if part.strip()]
    criteria: list[Fact] = []
    for number, part in enumerate(given or [f"It can be shown that {_lower(text.rstrip('.'))}."], start=1):
        evidence = (
            common["evidence"]
            if given
            else (Inferred(sources=(requirement.id,), because="follows from the requirement"),)
        )
        quote = find_quote(part, briefing.analysis)
        if given and quote is None:
            evidence = (Inferred(sources=(requirement.id,), because="worded by the model"),)
        made = {**common, "id": f"{common['id']}c{number}", "evidence": evidence}
        criteria.append(_criterion(part, requirement.id, made))
    return [requirement, *criteria]


def _criterion(text: str, owner: str, common: Mapping[str, Any]) -> Fact:
    found = _SCENARIO.match(text.strip())
    parts = {name: _flat(found[name]) for name in ("given", "when", "then")} if found else {}
    return parse_fact({"kind": "criterion", **common, "requirement": owner, "text": _sentence(text), **parts})


def _owner(item: Item, reader: _Reader) -> str | None:
    """The requirement something belongs to: the one that is named, or the only one there is."""
    known = [
        *reader.briefing.analysis.of(Requirement),
        *(one for one in reader.before if isinstance(one, Requirement)),
    ]
    wanted = item.about.strip()
    if wanted:
        named = reader.refs.get(wanted, wanted)
        if not any(fact.id == named for fact in known):
            raise _Unclear(f'it belongs to "{wanted}", which is no requirement. Name one by its id or ref.')
        return named
    fresh = [fact for fact in reader.before if isinstance(fact, Requirement)]
    if len(known) > 1 and len(fresh) != 1:
        raise _Unclear("say in `about` which requirement it belongs to.")
    return (fresh or known)[-1].id if known else None


# -- every other kind --------------------------------------------------------------------------------------------------

_Fields = Callable[[Item], dict[str, Any] | None]


def _text(item: Item) -> dict[str, Any]:
    return {"text": _flat(item.text)}


def _named(item: Item) -> str:
    return _flat(item.title or item.text)[:120]


def _level(item: Item, *allowed: str) -> str | None:
    word = item.value.strip().lower()
    return word if word in allowed else None


def _story(item: Item, owner: str | None) -> dict[str, Any] | None:
    if owner is None or not item.who.strip():
        return None
    return {
        "title": _flat(item.title) or _title(item.text),
        "role": _flat(item.who),
        "want": _flat(item.text),
        "benefit": _flat(item.why),
        "requirements": (owner,),
    }


def _priority(item: Item, owner: str | None) -> dict[str, Any] | None:
    level = _LEVELS.get(item.value.strip().lower().split(" ")[0])
    return {"target": owner, "level": level, "reason": _flat(item.why)} if level and owner else None


def _change(item: Item) -> dict[str, Any] | None:
    if not _flat(item.path):
        return None
    return {
        "path": _bare(item.path),
        "change": _CHANGES.get(item.value.strip().lower(), "create" if item.new else "modify"),
        "why": _flat(item.text),
    }


def _integration(item: Item) -> dict[str, Any] | None:
    if not (item.who.strip() and item.value.strip()):
        return None
    return {"source": _flat(item.who), "target": _flat(item.value), "purpose": _flat(item.text)}


_FIELDS: Final[dict[str, _Fields]] = {
    **dict.fromkeys(("problem", "success_metric", "assumption", "business_rule"), _text),
    "stakeholder": lambda item: {
        "name": _named(item),
        "interest": _flat(item.text) if item.title else "",
    },
    "user_type": lambda item: {
        "name": _named(item),
        "description": _flat(item.text) if item.title else "",
    },
    "need": lambda item: {"text": _flat(item.text), "user_type": _flat(item.who) or None},
    "journey": lambda item: {"title": _named(item), "actor": _flat(item.who), "steps": _parts(item)},
    "constraint": lambda item: {
        "text": _flat(item.text),
        "category": _level(item, "technical", "business", "legal", "time"),
    },
    "scope": lambda item: {"text": _flat(item.text), "size": _level(item, "small", "medium", "large")},
    "out_of_scope": lambda item: {"text": _flat(item.text), "reason": _flat(item.why)},
    "quality": lambda item: {
        "category": _flat(item.title).lower() or "general",
        "text": _flat(item.text),
        "target": _flat(item.value),
    },
    "direct_change": _change,
    "entry_point": lambda item: {"name": _named(item), "path": _bare(item.path)},
    "risk_zone": lambda item: {
        "title": _named(item),
        "path": _bare(item.path),
        "level": _level(item, "low", "medium", "high"),
        "why": _flat(item.text),
        "mitigation": _flat(item.why),
    },
    "option": lambda item: {
        "title": _named(item),
        "summary": _flat(item.text),
        "pros": _parts(item),
        "cons": _against(item) or ((_flat(item.why),) if item.why.strip() else ()),
    },
    "decision": lambda item: {
        "title": _flat(item.title) or _title(item.text),
        "choice": _flat(item.text),
        "rationale": _flat(item.why),
        "context": _flat(item.context),
        "consequences": _against(item),
        "status": "Accepted" if item.quote.strip() else "Proposed",
    },
    "technology": lambda item: {
        "name": _named(item),
        "purpose": _flat(item.text) if item.title else "",
        "version": _flat(item.value),
    },
    "integration": _integration,
    "module": lambda item: {
        "name": _named(item),
        "responsibility": _flat(item.text),
        "paths": (_bare(item.path),) if _bare(item.path) else (),
    },
    "interface": lambda item: {
        "name": _named(item),
        "summary": _flat(item.text),
        "signature": _flat(item.value),
        "inputs": tuple({"name": part} for part in _parts(item)),
        "output": _flat(item.context),
        "errors": _against(item),
    },
    "data_flow": lambda item: {"title": _named(item), "steps": _parts(item) or (_flat(item.text),)},
    "state": lambda item: {"entity": _named(item), "states": _parts(item), "text": _flat(item.text)},
    "error_case": lambda item: {
        "condition": _flat(item.text),
        "message": _flat(item.value),
        "recovery": _flat(item.why),
    },
    "open_question": lambda item: {
        "text": _flat(item.text),
        "why": _flat(item.why),
        "settles": _flat(item.who),
    },
}
_RELATED: Final[dict[str, Callable[[Item, str | None], dict[str, Any] | None]]] = {
    "story": _story,
    "priority": _priority,
}
"""Kinds that belong to a requirement, and make no sense without one."""


def _parts(item: Item) -> tuple[str, ...]:
    return tuple(_flat(part) for part in item.parts if part.strip())


def _against(item: Item) -> tuple[str, ...]:
    return tuple(_flat(part) for part in item.against if part.strip())


def _bare(path: str) -> str:
    """A path without the line that was cited with it."""
    return re.sub(r":\d+(?:\s*[-–]\s*\d+)?$", "", _flat(path).strip("`"))


def _flat(text: str) -> str:
    return " ".join(without_controls(text).split())


def _sentence(text: str) -> str:
    flat = _flat(text)
    flat = flat[:1].upper() + flat[1:]
    return flat if flat.endswith((".", "!", "?")) else f"{flat}."


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _title(text: str) -> str:
    words = re.sub(
        r"^(?:when .+?, )?the (?:system|shop|app|application) shall (?:let \w+ )?",
        "",
        _flat(text),
        flags=re.IGNORECASE,
    )
    short = " ".join(words.rstrip(".").split()[:8])
    return short[:1].upper() + short[1:]
