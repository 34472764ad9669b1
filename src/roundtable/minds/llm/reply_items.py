"""The simple items of a reply into typed facts with evidence.

Every fact gets the evidence it can show: the person's words, a file, or else an honest "inferred" or "assumed". In a run
without conversation nothing counts as said, so confidence stays Medium or Low.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, cast

from pydantic import ValidationError

from roundtable.analysis.kinds import FACT_KINDS
from roundtable.engine.briefing import Briefing
from roundtable.facts import AnyFact, Criterion, Fact, Requirement, parse_fact
from roundtable.facts.evidence import DRAFT_TURN, Assumed, CodeAnchor, Evidence, Inferred
from roundtable.interview.code_sight import Sight
from roundtable.interview.named import files_named
from roundtable.language.places import FileNamed, places_said
from roundtable.language.tongue import opened
from roundtable.minds.guards.known_facts import says_none
from roundtable.minds.guards.support import bare_criterion, find_quote
from roundtable.minds.guards.text import content_words, one_line
from roundtable.minds.llm.citing import PLACE, known_ids, places_in, quoted, read_again
from roundtable.minds.llm.schema import Item
from roundtable.ports import CodeView

_SCENARIO: Final = re.compile(
    r"^\W*given\s+(?P<given>.+?)[,;]?\s+when\s+(?P<when>.+?)[,;]?\s+then\s+(?P<then>.+?)[\s.]*$",
    re.IGNORECASE | re.DOTALL,
)
_RANKS: Final = {"must": "Must", "should": "Should", "could": "Could", "won't": "Won't", "wont": "Won't"}
_WITH_PLACE: Final = frozenset({"direct_change", "entry_point", "risk", "module", "interface"})
_CHANGES: Final = {"create": "create", "new": "create", "delete": "delete", "remove": "delete"}


class ReadItems(NamedTuple):
    facts: tuple[AnyFact, ...] = ()
    refs: Mapping[str, str] = {}  # what the answer calls them, with their temporary ids
    none_of: tuple[str, ...] = ()  # kinds of which there are none
    notes: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()  # what could not be understood, and why


@dataclass(slots=True)
class _Reader:
    """One reply: what its items are called among themselves, and what is behind their citations."""

    briefing: Briefing
    code: CodeView | None
    refs: dict[str, str]  # from a name of the model's own to the temporary id of that fact
    before: list[Fact]

    def names_in(self, text: str) -> tuple[str, ...]:
        """The known ids, and those of new facts, that a text names."""
        new = [self.refs[word] for word in re.findall(r"[\w-]+", text) if word in self.refs]
        return tuple(dict.fromkeys((*known_ids(text, self.briefing), *new)))


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
            unread.append(f'{item.kind} "{one_line(item.title or item.about)[:80]}": it needs a text.')
            continue
        if item.kind == "none_of":
            kind = (item.value or item.text).strip().lower().replace(" ", "_")
            if item.quote.strip() and not says_none(item.quote):
                unread.append(
                    f'none_of {kind}: "{one_line(item.quote)[:80]}" does not say that there is none.'
                )
            elif kind in FACT_KINDS and briefing.heard is not None:
                none_of.append(kind)
            continue
        try:
            reader.before += _facts(item, _temporary(place), reader)
        except _Unclear as trouble:
            unread.append(f'{item.kind} "{one_line(item.text)[:80]}": {trouble}')
        except (ValidationError, KeyError) as error:
            notes.append(f"model: a {item.kind} could not be read ({type(error).__name__})")
    facts = cast("tuple[AnyFact, ...]", tuple(reader.before))
    return ReadItems(facts, refs, tuple(dict.fromkeys(none_of)), tuple(notes), tuple(unread))


class _Unclear(Exception):
    """An item that cannot be understood; the words say why."""


def _temporary(place: int) -> str:
    return f"new:m{place + 1}"


def _facts(item: Item, fact_id: str, reader: _Reader) -> list[Fact]:
    step_id, evidence = _where(reader.briefing), _evidence(item, reader)
    common: dict[str, Any] = {"id": fact_id, "step_id": step_id, "evidence": evidence}
    if item.kind == "requirement":
        return _requirement(item, common, reader.briefing)
    if item.kind == "criterion":
        owner = _owner(item, reader)
        if owner is None:
            raise _Unclear("there is no requirement yet that it could belong to.")
        return [_criterion(item.text, owner, common)]
    kind = "risk_zone" if item.kind == "risk" else item.kind
    if kind == "out_of_scope" and (alone := _left_alone(item.text, reader)):
        denial = {"kind": "no_change", **common, "text": _sentence(item.text)}
        return [parse_fact({**denial, "id": f"{fact_id}f{n}", "path": one}) for n, one in enumerate(alone, 1)]
    may_be_owned = kind in {"business_rule", "error_case"} and item.about.strip()
    is_owned = kind in {"story", "priority"} or may_be_owned
    said = _said(item, kind, _owner(item, reader) if is_owned else None)
    if missing := [words for name, words in _NEEDED.get(kind, {}).items() if not said[name]]:
        raise _Unclear(f"it needs {' and '.join(missing)}.")
    if kind == "decision":
        said["options"] = reader.names_in(item.about)
    fields = {field: said[name] for field, name in FIELDS[kind].items() if said[name]}
    return [parse_fact({"kind": kind, **common, **fields})]


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
    said = quoted(item.quote, reader.briefing)
    # The last reading of a talk quotes what was said in it; what nobody was asked about is only read from the draft.
    is_talk = reader.briefing.task.kind == "review" and any(one.turn > DRAFT_TURN for one in said)
    evidence: list[Evidence] = [*said]
    if (anchor := _anchor(item, reader)) is not None:
        evidence.append(anchor)
    sources = reader.names_in(item.rests_on) or (() if said else reader.names_in(f"{item.about} {item.why}"))
    if sources:
        evidence.append(Inferred(sources=sources, because=one_line(item.why)))
    elif item.rests_on.strip() and not evidence:
        raise _Unclear(
            f'"{one_line(item.rests_on)[:60]}" is no line, no known fact and no `ref` of this answer.'
        )
    elif evidence and reader.briefing.heard is None and not is_talk:
        evidence.append(Inferred(because=one_line(item.why) or "read from the draft"))
    if not evidence:
        evidence.append(Assumed(because=one_line(item.why) or "proposed by the model"))
    return tuple(evidence)


def _anchor(item: Item, reader: _Reader) -> CodeAnchor | None:
    """The place that is cited, read again; new code is marked as that."""
    is_new = item.new or _CHANGES.get(item.value.strip().lower()) == "create"
    cited = places_in(item.rests_on) or ([one_line(item.path)] if item.kind in _WITH_PLACE else [])
    place = cited[0] if cited else ""
    if not place:
        return None
    found = read_again(place, item.code, reader.briefing, reader.code)
    if not found.is_evidence:
        raise _Unclear(f"{found.trouble}. Leave it out.")
    if found.trouble and not is_new:
        raise _Unclear(f"{found.trouble}. Copy the line as it stands, with its number.")
    return CodeAnchor(
        path=found.path,
        line=None if is_new else found.line,
        symbol=_name(item) if (is_new and item.kind == "module") or _is_symbol(item, is_new=is_new) else None,
        status="proposed-new" if is_new else "found",
    )


def _is_symbol(item: Item, *, is_new: bool) -> bool:
    """Whether an interface is called by its name in code: then it is there, or new."""
    name = _name(item).removesuffix("()").replace("::", ".").replace("#", ".").rpartition(".")[2]
    return item.kind == "interface" and (is_new or name in re.findall(r"\w+", item.value))


def _left_alone(text: str, reader: _Reader) -> list[str]:
    """The files that a sentence about nothing else leaves as they are: they go out of the plan and of every document."""
    named = sorted(files_named(text, Sight(reader.code, reader.briefing.scan)), key=lambda one: one.start)
    if not named or content_words(text[: named[0].start]):
        return []  # "the old names in x.py" leaves these alone
    said = places_said(text, tuple(FileNamed(one.start, one.end) for one in named), "leave")
    return [
        one.path for one, place in zip(named, said, strict=True) if place.said == "out" and place.is_clear
    ]


def _requirement(item: Item, common: Mapping[str, Any], briefing: Briefing) -> list[Fact]:
    """A requirement never comes without a criterion; one that had to be made up says so."""
    text = _sentence(item.text)
    requirement = Requirement(**common, title=one_line(item.title) or _title(text), text=text)
    worded = (Inferred(sources=(requirement.id,), because="worded by the model"),)
    criteria: list[Fact] = []
    for number, part in enumerate((part for part in item.parts if part.strip()), start=1):
        evidence = common["evidence"] if find_quote(part, briefing.analysis) else worded
        made = {**common, "id": f"{common['id']}c{number}", "evidence": evidence}
        criteria.append(_criterion(part, requirement.id, made))
    return [requirement, *(criteria or [bare_criterion(requirement)])]


def _criterion(text: str, owner: str, common: Mapping[str, Any]) -> Fact:
    parts = {name: part for name, part in _parts_of(text).items() if part}
    return parse_fact({"kind": "criterion", **common, "requirement": owner, "text": _sentence(text), **parts})


def _parts_of(text: str) -> dict[str, str]:
    found = _SCENARIO.match(text.strip())
    return {name: one_line(found[name]) if found else "" for name in ("given", "when", "then")}


def scenario(fact: Criterion, updates: Mapping[str, Any]) -> dict[str, Any]:
    """New values of a criterion, with the text and the three parts of it that say the same."""
    if text := updates.get("text"):
        return {**_parts_of(str(text)), **updates}
    if not fact.then or not updates.keys() & _parts_of(""):
        return dict(updates)
    parts = {name: updates.get(name, getattr(fact, name)) for name in _parts_of("")}
    return {**updates, "text": _sentence("Given {given}, when {when}, then {then}".format(**parts))}


def _owner(item: Item, reader: _Reader) -> str | None:
    """The requirement something belongs to: the one that is named, or the only one there is."""
    fresh = [fact for fact in reader.before if isinstance(fact, Requirement)]
    known = [*reader.briefing.analysis.of(Requirement), *fresh]
    if wanted := item.about.strip():
        named = reader.refs.get(wanted, wanted)
        if not any(fact.id == named for fact in known):
            raise _Unclear(f'it belongs to "{wanted}", which is no requirement. Name one by its id or ref.')
        return named
    if len(known) > 1 and len(fresh) != 1:
        raise _Unclear("say in `about` which requirement it belongs to.")
    return (fresh or known)[-1].id if known else None


FIELDS: Final[dict[str, dict[str, str]]] = {
    **{kind: {"text": "text"} for kind in ("problem", "success_metric", "assumption")},
    "business_rule": {"text": "text", "requirement": "owner"},
    "stakeholder": {"name": "name", "interest": "more"},
    "user_type": {"name": "name", "description": "more"},
    "need": {"text": "text", "user_type": "who"},
    "journey": {"title": "name", "actor": "who", "steps": "parts"},
    "constraint": {"text": "text", "category": "level"},
    "scope": {"text": "text", "size": "level"},
    "out_of_scope": {"text": "text", "reason": "why"},
    "quality": {"category": "area", "text": "text", "target": "value"},
    "story": {"title": "title", "role": "who", "want": "text", "benefit": "why", "requirements": "owners"},
    "priority": {"target": "owner", "level": "rank", "reason": "why"},
    "direct_change": {"path": "path", "change": "change", "text": "told", "why": "shown"},
    "entry_point": {"name": "name", "path": "path"},
    "risk_zone": {
        "title": "heading",
        "text": "alone",
        "path": "path",
        "level": "level",
        "why": "under_it",
        "mitigation": "why",
    },
    "option": {"title": "name", "summary": "text", "pros": "parts", "cons": "cons"},
    "decision": {
        "title": "title",
        "choice": "text",
        "rationale": "why",
        "context": "context",
        "consequences": "against",
        "options": "options",
        "status": "status",
    },
    "technology": {"name": "name", "purpose": "more", "version": "value"},
    "integration": {"source": "who", "target": "value", "purpose": "text"},
    "module": {"name": "name", "responsibility": "text", "paths": "paths"},
    "interface": {
        "name": "name",
        "summary": "text",
        "signature": "value",
        "inputs": "inputs",
        "output": "context",
        "errors": "against",
    },
    "data_flow": {"title": "name", "steps": "steps"},
    "state": {"entity": "name", "states": "parts", "text": "text"},
    "error_case": {
        "text": "error",
        "condition": "condition",
        "message": "value",
        "recovery": "recovery",
        "requirement": "owner",
    },
    "open_question": {"text": "text", "why": "why", "settles": "who"},
}
"""For each kind the fields of the fact, and what of the item they hold: a field of it, or a word of `_said`."""
_NEEDED: Final[dict[str, dict[str, str]]] = {
    "story": {"owner": "a requirement in `about`", "who": "a role in `who`"},
    "priority": {"owner": "a requirement in `about`", "rank": "Must, Should, Could or Won't in `value`"},
    "direct_change": {"path": "a file in `path`"},
    "integration": {"who": "one side in `who`", "value": "the other side in `value`"},
}
"""Without these an item of the kind makes no sense, and what is told about it."""
_LEVELS: Final = {
    "constraint": ("technical", "business", "legal", "time"),
    "scope": ("small", "medium", "large"),
    "risk_zone": ("low", "medium", "high"),
}


def _said(item: Item, kind: str, owner: str | None) -> dict[str, Any]:
    """What an item says, in every form that a field may want it."""
    flat = {name: one_line(text) for name, text in item if isinstance(text, str)}
    parts, against = _lines(item.parts), _lines(item.against)
    text, title, value, path = flat["text"], flat["title"], flat["value"].lower(), _bare(item.path)
    return {
        **flat,
        "title": title or _title(text),
        "name": _name(item),
        "more": text if title else "",
        "area": title.lower() or "general",
        "level": value if value in _LEVELS.get(kind, ()) else "",
        "rank": _RANKS.get(value.partition(" ")[0]),
        "change": _CHANGES.get(value, "create" if item.new else "modify"),
        "path": path,
        "paths": (path,) if path else (),
        "parts": parts,
        "inputs": tuple(_input(part) for part in parts),
        "steps": parts or (text,),
        "against": against,
        "cons": against or _lines([item.why]),
        "heading": title,
        "under_it": _sentence(text) if title else "",
        "alone": "" if title else _sentence(text),
        "told": text if item.quote.strip() else "",
        "shown": _sentence(shown) if (shown := flat["why"] if item.quote.strip() else text) else "",
        "status": "Accepted" if item.quote.strip() else "Proposed",
        # With its own message it is a row of the taxonomy; else one sentence under its requirement.
        "error": ""
        if value
        else _sentence(": ".join(part for part in (text.rstrip("."), flat["why"]) if part)),
        "condition": text if value else "",
        "recovery": flat["why"] if value else "",
        "owner": owner,
        "owners": (owner,),
    }


def _input(part: str) -> dict[str, str]:
    """An input of a call; what follows its name is said about it."""
    found = re.match(r"`?(?P<name>[\w.\[\]-]+)`?(?:\s*[:,]|\s[-–—])\s+(?P<note>.+)", part)
    return found.groupdict() if found else {"name": part}


def _name(item: Item) -> str:
    return one_line(item.title or item.text)[:120]


def _lines(parts: Iterable[str]) -> tuple[str, ...]:
    return tuple(one_line(part) for part in parts if part.strip())


def _bare(path: str) -> str:
    place = one_line(path).strip("`")
    return found["path"] if (found := PLACE.match(place)) else place


def _sentence(text: str) -> str:
    flat = opened(one_line(text))  # any other word may be a name in code
    return flat if flat.endswith((".", "!", "?")) else f"{flat}."


def _title(text: str) -> str:
    start = r"^(?:when .+?, )?the (?:system|shop|app|application) shall (?:let \w+ )?"
    words = re.sub(start, "", one_line(text), flags=re.IGNORECASE)
    short = " ".join(words.rstrip(".").split()[:8])
    return short[:1].upper() + short[1:]
