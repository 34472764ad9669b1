"""Read stories and interfaces back from JSON and YAML, in the layouts that are about.

Stories: an array, `{"user_stories": […]}`, `{"epics": [{"stories": […]}]}`; a story as one sentence or as role, want and benefit.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Final, cast

import yaml

from roundtable.analysis.facts import Criterion, Priority
from roundtable.documents.identifiers import canonical, leading, references
from roundtable.documents.read_requirement import parts_of_criterion
from roundtable.documents.reading import Block, Reader
from roundtable.documents.rows import STORY_LISTS
from roundtable.documents.sources import confidence_of_word
from roundtable.documents.views import is_tbd

__all__ = ["read_interfaces", "read_stories"]

_SENTENCE: Final = re.compile(
    r"^\s*as\s+(?:an?\s+|the\s+)?(?P<role>.+?),?\s+I\s+(?:want|need|would like)(?P<want>\s+.+?)"
    r"(?:[,;]?\s+so\s+(?:that\s+)?(?P<benefit>.+?))?\.?\s*$",
    re.IGNORECASE | re.DOTALL,
)
_LEVELS: Final = {"must": "Must", "should": "Should", "could": "Could", "won't": "Won't", "wont": "Won't"}
_MOST_STORIES: Final = 2000


def read_stories(reader: Reader, text: str) -> None:
    """Every story of a JSON file; a file that cannot be read is kept as a note."""
    try:
        data = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        reader.leave(Block(kind="paragraph", text=text[:2000], raw=text[:2000]))
        return
    for at, story in enumerate(_stories(data)):
        if at >= _MOST_STORIES:
            break
        _story(reader, story)


def read_interfaces(reader: Reader, text: str) -> None:
    """Every interface of a YAML file; other layouts are kept as a note."""
    try:
        data = yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError, ValueError):
        data = None
    entries = _get(data, "interfaces")
    if not isinstance(entries, list):
        if text.strip():
            reader.leave(Block(kind="paragraph", text=text[:2000], raw=text[:2000]))
        return
    for entry in cast("list[Any]", entries):
        if isinstance(entry, dict):
            _interface(reader, cast("dict[str, Any]", entry))


def _stories(data: Any) -> Iterator[dict[str, Any]]:
    if isinstance(data, list):
        for entry in cast("list[Any]", data):
            if isinstance(entry, dict):
                nested = cast("dict[str, Any]", entry)
                if any(isinstance(nested.get(name), list) for name in STORY_LISTS):
                    yield from _stories(nested)
                else:
                    yield nested
    elif isinstance(data, dict):
        whole = cast("dict[str, Any]", data)
        lists = [
            whole[name] for name in (*STORY_LISTS, "epics", "features") if isinstance(whole.get(name), list)
        ]
        for entries in lists:
            yield from _stories(entries)


def _story(reader: Reader, raw: dict[str, Any]) -> None:
    said = _text(raw, "story", "user_story", "userStory", "description", "text", "narrative")
    found = _SENTENCE.match(said)
    role = _text(raw, "role", "as_a", "asA", "persona", "actor") or (found["role"] if found else "")
    want = _text(raw, "want", "i_want", "iWant", "goal", "action") or (found["want"] if found else said)
    benefit = _text(raw, "benefit", "so_that", "soThat", "value") or (found["benefit"] or "" if found else "")
    title = _text(raw, "title", "name", "summary") or want
    identifier = canonical(_text(raw, "id", "story_id", "storyId", "key")) or ""
    own = identifier if identifier.startswith("US-") else ""
    traces = references(
        json.dumps(
            [raw.get(k) for k in ("traces", "requirements", "requirement", "fr_ids", "linked_requirements")]
        )
    )
    requirements = tuple(trace for trace in traces if trace.startswith("FR-"))
    criteria = tuple(_criteria(reader, raw, requirements[0] if requirements else ""))
    if not (title or want):
        return
    reader.take(
        "story",
        id=own or f"new:story-{len(reader.facts)}",
        title=title.strip(),
        role=role.strip() or "user",
        want=want.strip(),
        benefit=benefit.strip(),
        requirements=requirements,
        criteria=criteria,
    )
    level = _LEVELS.get(_text(raw, "priority", "moscow").split(" ")[0].casefold())
    given = {fact.target: fact.level for fact in reader.facts if isinstance(fact, Priority)}
    if level and own and not any(given.get(trace) == level for trace in requirements[:1]):
        reader.take("priority", target=own, level=level)


def _criteria(reader: Reader, raw: dict[str, Any], requirement: str) -> Iterator[str]:
    """Ids of the story's criteria; those that nobody recorded yet are recorded."""
    known = {fact.id for fact in reader.facts if isinstance(fact, Criterion)}
    listed = [
        raw[k]
        for k in ("acceptance_criteria", "acceptanceCriteria", "criteria")
        if isinstance(raw.get(k), list)
    ]
    for entry in cast("list[Any]", listed[0]) if listed else ():
        text = _as_text(entry)
        found = leading(text) if text else None
        identifier = found[0] if found and re.fullmatch(r"AC-\d+-\d+", found[0]) else ""
        words = found[1] if found and identifier else text
        if identifier in known:
            yield identifier
            continue
        belongs = f"FR-{identifier.split('-')[1]}" if identifier else requirement
        if not words or not belongs:
            continue
        new = identifier or f"new:criterion-{len(reader.facts)}"
        if reader.take("criterion", id=new, requirement=belongs, text=words, **parts_of_criterion(words)):
            yield new


def _interface(reader: Reader, raw: dict[str, Any]) -> None:
    given = next((raw[k] for k in ("inputs", "parameters") if isinstance(raw.get(k), list)), None)
    errors = raw.get("errors")
    parameters = [
        {name: _text(entry, name) for name in ("name", "type", "note") if _text(entry, name)}
        for entry in (cast("list[Any]", given) if given else ())
        if isinstance(entry, dict)
    ]
    output = _text(raw, "output", "returns", "return")
    reader.take(
        "interface",
        _text(raw, "source"),
        confidence_of_word(_text(raw, "confidence")),
        id=canonical(_text(raw, "id")) or "",
        name=_text(raw, "name", "title", "id"),
        module=_text(raw, "module"),
        signature=_text(raw, "signature"),
        summary=_text(raw, "summary", "description"),
        inputs=tuple(entry for entry in parameters if entry.get("name")),
        output="" if is_tbd(output) else output,
        errors=tuple(_as_text(error) for error in cast("list[Any]", errors))
        if isinstance(errors, list)
        else (),
        requirements=references(json.dumps(raw.get("requirements"), default=str)),
    )


def _as_text(entry: Any) -> str:
    if isinstance(entry, str):
        return entry
    if not isinstance(entry, dict):
        return ""
    raw = cast("dict[str, Any]", entry)
    identifier = _text(raw, "id", "code")
    parts = [
        f"{word.capitalize()} {_text(raw, word)}" for word in ("given", "when", "then") if _text(raw, word)
    ]
    words = ", ".join(parts) or _text(raw, "description", "text", "criterion", "title")
    return f"{identifier}: {words}" if identifier and words else identifier or words


def _text(raw: Any, *names: str) -> str:
    for name in names:
        value = _get(raw, name)
        if isinstance(value, str) and value.strip():
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
    return ""


def _get(raw: Any, name: str) -> Any:
    return cast("dict[str, Any]", raw).get(name) if isinstance(raw, dict) else None
