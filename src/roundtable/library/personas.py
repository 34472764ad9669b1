"""Persona files: who sits at the table, and how they sound; and agent definitions, the analyst and the lead.

A persona must always be there to speak, so this reader mends rather than skips: an empty file is as good as missing (the
one below it counts), a file without front matter is used as it is, and fields that are not given come from the persona
of the same key in a lower layer. Only a file with front matter that cannot be parsed is skipped.

A file written for a coding agent (`name: persona-x`, no `key`) is understood: the key is in the file name. A persona may forbid
words by a pattern, and `(a|aa)+$` takes longer than anybody lives: one is used when no text could keep it busy for long.

An agent that is gone or corrupt means that the standard agents do the work; that is no error for a session.

Elsewhere: who is missing altogether (`loading`).
"""

import re
import warnings
from collections.abc import Iterator, Sequence
from re import _constants as kinds  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType] - no public way to its parts
from re import _parser as parser  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType]
from typing import Any, Final

from roundtable.analysis.content import SHIPPED, AgentDefinition, Persona, Principle, Voice
from roundtable.analysis.json_text import as_list
from roundtable.library.content_files import ContentFile
from roundtable.library.fields import Entry, Reader, text_of
from roundtable.library.overlays import BUILT_IN, Found, path_text
from roundtable.library.problems import shown

_KNOWN: Final = frozenset(
    {"key", "name", "role", "identity", "style", "phases", "principles", "voice", "owns"}
)
_LONGEST_PATTERN: Final = 500
_FEWEST_PRINCIPLES: Final = 3


def read_persona(found: Found, content: ContentFile, lower: Persona | None = None) -> Entry[Persona]:
    """One persona file; `lower` is the persona that the same file name gives in the layers below."""
    reader = Reader("Persona", found, content)
    if content.fault is not None and content.fault.kind == "empty":
        reader.report("empty-persona")
        return Entry(lower, reader)
    if content.fault is not None and content.fault.kind != "no-front-matter":
        reader.report_fault()
        return Entry(lower, reader)
    key = reader.text("key") or found.filename.removesuffix(".md").removeprefix("persona-")
    known = lower if lower is not None and lower.key == key else SHIPPED.get(key)
    if content.fault is not None:
        reader.report("front-matter (persona)")
        plain = known or Persona(key=key, name=_title(key), role=_title(key), identity="", style="")
        return Entry(plain.changed(body=content.body, path=path_text(found.path)), reader)
    return Entry(_persona(key, reader, known), reader)


def _persona(key: str, reader: Reader, known: Persona | None) -> Persona:
    content = reader.content
    given = {field: reader.text(field) for field in ("name", "role", "identity", "style")}
    if given["name"] is not None and given["name"] in (reader.found.path.stem, key):
        given["name"] = None  # the id of a coding agent's file, not what somebody is called
    fallback = {"name": _title(key), "role": _title(key), "identity": "", "style": ""}
    for field, value in given.items():
        if value is None and known is None:
            reader.report("missing-field (persona)", field, field=field)
    other = fallback if known is None else {field: getattr(known, field) for field in fallback}
    chosen = {field: value or other[field] for field, value in given.items()}
    principles = reader.entries("principles", _principle, "a list of {title, text}")
    if len(principles) < _FEWEST_PRINCIPLES and known is None:
        reader.report("few-principles", "principles", least=_FEWEST_PRINCIPLES, count=len(principles))
    return Persona(
        key=key,
        **chosen,
        phases=reader.texts("phases") or (known.phases if known else ()),
        principles=principles or (known.principles if known else ()),
        voice=_voice(reader, known.voice if known else Voice()),
        owns=reader.texts("owns") or (known.owns if known else ()),
        body=content.body,
        path=path_text(reader.found.path),
        extra=reader.unknown_fields(_KNOWN),
    )


def _principle(fields: dict[str, Any]) -> Principle | None:
    title, text = text_of(fields.get("title")), text_of(fields.get("text"))
    return Principle(title=title, text=text) if title and text else None


def _voice(reader: Reader, known: Voice) -> Voice:
    fields = reader.mapping("voice", "a mapping with lens, short_role, acknowledgement, preface, forbidden")
    single = _pattern(reader, fields.get("acknowledgement"))
    return Voice(
        lens=text_of(fields.get("lens")) or known.lens,
        short_role=text_of(fields.get("short_role")) or known.short_role,
        acknowledgement=single or known.acknowledgement,
        preface=text_of(fields.get("preface")) or known.preface,
        forbidden=_forbidden(reader, fields.get("forbidden"), known.forbidden) or known.forbidden,
    )


def _forbidden(reader: Reader, value: object, known: tuple[str, ...]) -> tuple[str, ...]:
    """The regular expressions as they were written, white space and all; those that are none, or endless, are left out."""
    items = as_list(value) or ([] if value is None or isinstance(value, list) else [value])
    ours = reader.found.origin == BUILT_IN
    texts = [item for item in items if _compiles(reader, item) and isinstance(item, str)]
    return tuple(item for item in texts if ours or item in known or _ends(reader, item))


def _pattern(reader: Reader, value: object) -> str | None:
    """An acknowledgement with its one gap as `{}`; a named gap is fine, two or none are not."""
    if value is None:
        return None
    text = text_of(value)
    pattern = re.sub(r"\{[A-Za-z_ ]*\}", "{}", text) if text else ""
    if pattern.count("{}") == 1 and pattern.count("{") == pattern.count("}") == 1:
        return pattern
    reader.report("acknowledgement", "voice")
    return None


def _compiles(reader: Reader, pattern: object) -> bool:
    try:
        if not isinstance(pattern, str) or not pattern.strip():
            raise re.error("not a text")
        if len(pattern) > _LONGEST_PATTERN:
            raise re.error(f"longer than {_LONGEST_PATTERN} characters")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(pattern, re.IGNORECASE)
    except (re.error, RecursionError, OverflowError) as error:
        reader.report("forbidden-pattern", "voice", pattern=shown(pattern), reason=error)
        return False
    return True


def _ends(reader: Reader, pattern: str) -> bool:
    """Whether it is done in time with any text."""
    reason = endless(pattern)
    if reason:
        reader.report("endless-pattern", "voice", pattern=shown(pattern), reason=reason)
    return not reason


def _title(key: str) -> str:
    return " ".join(word.capitalize() for word in key.replace("_", "-").split("-") if word) or key


_REPEATS: Final = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
_OPEN: Final = 200  # what `*` and `+` count for; two of them are fine, three are not
_MOST_WAYS: Final = 50_000


def endless(pattern: str) -> str:
    """Why a pattern could take too long, in a few words; empty when it cannot. Raises `re.error` for what is none.

    Nothing in it may repeat what repeats or branches or look back, and the ways to match it from one place must be few.
    """
    ways = 1
    for kind, value, around in _parts(parser.parse(pattern)):  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
        if kind.startswith("GROUPREF"):
            return "it refers back to a group"
        if around and (kind in _REPEATS or kind == "BRANCH"):
            return "it repeats what itself repeats or branches"
        if kind in _REPEATS and value[0] != value[1]:
            ways *= _OPEN if value[1] is kinds.MAXREPEAT else value[1] - value[0] + 1  # pyright: ignore[reportUnknownMemberType]
        elif kind == "BRANCH":
            ways *= len(value[1])
    return "it can match one text in too many ways" if ways > _MOST_WAYS else ""


def _parts(parsed: Sequence[Any], *, repeated: bool = False) -> Iterator[tuple[str, Any, bool]]:
    """Every part of a pattern: its kind, its values, and whether it may come more than once."""
    for kind, value in parsed:
        name = str(kind)
        yield name, value, repeated
        again = name in _REPEATS and value[1] > 1
        for inner in _inside(value):
            yield from _parts(inner, repeated=repeated or again)


def _inside(value: Any) -> Iterator[Sequence[Any]]:
    if isinstance(value, parser.SubPattern):  # pyright: ignore[reportUnknownMemberType]
        yield value  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(value, tuple | list):
        for each in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _inside(each)


_OF_AGENTS: Final = frozenset({"name", "description", "model", "owned_skills"})


def read_agent(found: Found, content: ContentFile) -> Entry[AgentDefinition]:
    reader = Reader("Agent", found, content)
    name = reader.text("name") if content.fault is None else None
    if name is None:
        reason = content.fault.reason if content.fault else "The required field name is missing"
        whose = "our agent" if found.filename.startswith("roundtable-") else "agent"
        line = content.fault.line if content.fault else None
        reader.report(f"front-matter ({whose})", "name", line=line, reason=reason)
        return Entry(None, reader)
    agent = AgentDefinition(
        name=name,
        description=reader.text("description") or "",
        model=reader.text("model") or "opus",
        owned_skills=reader.texts("owned_skills") or (),
        body=content.body,
        path=path_text(found.path),
        extra=reader.unknown_fields(_OF_AGENTS),
    )
    return Entry(agent, reader)
