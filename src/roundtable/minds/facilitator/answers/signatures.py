"""Signatures and calls as people write them: Python, TypeScript, Go, Java, HTTP, command lines.

Only the form is read; types stay as they were spelled.
"""

import re
from typing import Final, NamedTuple

from roundtable.analysis.facts import Parameter

__all__ = ["Signature", "find_signatures"]


class Signature(NamedTuple):
    """A callable thing with what goes in and what comes out."""

    name: str
    text: str
    inputs: tuple[Parameter, ...]
    output: str
    start: int
    end: int


_CALL: Final = re.compile(
    r"(?P<lead>\b(?:async\s+)?(?:def|function|func|fn|fun|sub)\s+(?:\([^)]{0,60}\)\s*)?)?(?P<name>[A-Za-z_$][\w.$]*)\s?\((?P<params>[^()]*(?:\([^()]*\)[^()]*)*)\)"
    r"(?:\s*(?:->|→|=>|:)\s*(?P<output>[A-Za-z_][\w.]*(?:\[[^\]\n]*\]+|<[^>\n]*>)?\??(?:\s*\|\s*[A-Za-z_][\w.]*(?:\[[^\]\n]*\]+)?)*|\([^()]*\)|\{[^{}]*\}))?",
)
_HTTP: Final = re.compile(
    r"\b(?P<verb>GET|POST|PUT|PATCH|DELETE|HEAD)\s+(?P<path>/[\w/{}:.<>?=&-]*)(?:\s*(?P<body>\{[^{}\n]{1,300}\}))?(?:\s*(?:->|→|=>|returns?)\s*(?P<output>[^\n.;]{1,80}))?"
)
_COMMAND: Final = re.compile(
    r"(?P<text>(?:`|^|\s)(?P<name>[a-z][\w-]*(?:\s[a-z][\w-]*)?)(?P<flags>(?:\s+(?:--?[a-z][\w-]*(?:[= ](?:[A-Z][A-Z_]*|<[^>\s]+>|\[[^\]\s]+\]))?|<[^>\s]+>|[A-Z][A-Z_]{2,}))+))",
    re.MULTILINE,
)


def find_signatures(text: str) -> list[Signature]:
    """Every signature in a text. A word before brackets in prose ("the codes (old ones)") is none."""
    found: list[Signature] = []
    for hit in _CALL.finditer(text[:20_000]):
        params, name = hit["params"].strip(), hit["name"]
        is_definition = bool(hit["lead"] or hit["output"])
        if not is_definition and not (
            hit.group().count(" ") == params.count(" ") and _looks_like_code(name, params)
        ):
            continue
        if (
            hit["output"]
            and text[hit.end("params") : hit.start("output")].strip(") \n") == ":"
            and not hit["lead"]
            and not _typed(params)
        ):
            continue
        output = (hit["output"] or "").strip(" ,")
        found.append(
            Signature(
                name,
                " ".join(hit.group().split()).strip(" ,"),
                _parameters(params),
                output,
                hit.start(),
                hit.end(),
            )
        )
    for hit in _HTTP.finditer(text[:20_000]):
        fields = tuple(
            Parameter(name=part.partition(":")[0].strip(" \"'"), type=part.partition(":")[2].strip(" \"'"))
            for part in (hit["body"] or "").strip("{} ").split(",")
            if part.strip(" \"'")
        )
        in_path = tuple(
            Parameter(name=name, note="path") for name in re.findall(r"[{:<]([A-Za-z_]\w*)[}>]?", hit["path"])
        )
        found.append(
            Signature(
                f"{hit['verb']} {hit['path']}",
                " ".join(hit.group().split()),
                (*in_path, *fields),
                (hit["output"] or "").strip(),
                hit.start(),
                hit.end(),
            )
        )
    for hit in _COMMAND.finditer(text[:20_000]):
        if "--" not in hit["flags"]:
            continue
        flags = tuple(
            Parameter(name=flag, type=(value or "").strip("<>[]= "))
            for flag, value in re.findall(
                r"(--?[a-z][\w-]*)(?:[= ]([A-Z][A-Z_]*|<[^>\s]+>|\[[^\]\s]+\]))?", hit["flags"]
            )
        )
        start = hit.start("name")
        found.append(
            Signature(
                hit["name"], " ".join(text[start : hit.end()].split()).strip("`"), flags, "", start, hit.end()
            )
        )
    return sorted(_apart(found), key=lambda signature: signature.start)


def _apart(found: list[Signature]) -> list[Signature]:
    kept: list[Signature] = []
    for one in sorted(found, key=lambda signature: (signature.start - signature.end, signature.start)):
        if not any(other.start < one.end and one.start < other.end for other in kept):
            kept.append(one)
    return kept


def _looks_like_code(name: str, params: str) -> bool:
    return ("_" in name or "." in name or re.search(r"[a-z][A-Z]", name) is not None) and re.fullmatch(
        r"[\w\s,.:=*\[\]|\"'-]*", params
    ) is not None


def _typed(params: str) -> bool:
    return ":" in params or params == ""


def _parameters(params: str) -> tuple[Parameter, ...]:
    found: list[Parameter] = []
    for raw in re.split(r",(?![^\[<({]*[\]>)}])", params):
        part = " ".join(raw.split())
        if not part or part in ("self", "cls", "/", "*"):
            continue
        left, equals, default = part.partition("=")
        note = f"default {default.strip()}" if equals and default.strip() else ""
        name, colon, kind = left.partition(":")
        words = name.split()
        if not colon and len(words) == 2:
            # Go writes the name first, Java the type; a type begins with a capital or is a known primitive.
            first_is_type = words[0][:1].isupper() or words[0] in (
                "int",
                "long",
                "double",
                "float",
                "boolean",
                "bool",
                "char",
                "string",
            )
            name, kind = (words[1], words[0]) if first_is_type else (words[0], words[1])
        found.append(Parameter(name=name.strip().strip("?$&"), type=kind.strip(), note=note))
    return tuple(found)
