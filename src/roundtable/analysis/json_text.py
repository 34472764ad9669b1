"""JSON as we write it: UTF-8 readable by people, and never a byte that UTF-8 cannot carry. And values of any type, taken with care."""

import json
from codecs import BOM_UTF8
from collections.abc import Mapping, Sequence
from typing import Any, cast


def json_text(value: Mapping[str, Any] | Sequence[Any], **layout: Any) -> str:
    """`value` as JSON. Half a surrogate pair, which UTF-8 cannot carry, is written as an escape instead of failing."""
    text = json.dumps(value, ensure_ascii=False, **layout)
    if text.encode("utf-8", "ignore").decode() != text:
        text = json.dumps(value, **layout)
    # Legal inside JSON strings, but many readers of lines take them for line ends.
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029").replace("\x85", "\\u0085")


def json_object(text: str | bytes) -> dict[str, Any] | None:
    """The object that a JSON text in UTF-8 holds; none when it is broken or holds anything else."""
    try:
        value: object = json.loads(text if isinstance(text, str) else text.removeprefix(BOM_UTF8).decode())
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def as_object(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []
