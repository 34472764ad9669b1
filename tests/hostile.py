"""Facts with words that try to break documents: for properties that hold whatever people say."""

import types
from typing import Any, Literal, Union, get_args, get_origin

from hypothesis import strategies as st
from pydantic import BaseModel

from roundtable.facts import FACT_TYPES, Fact
from roundtable.facts.evidence import Assumed, CodeAnchor, Confirmed, Evidence, HandEdit, Inferred, Quote

PIECES = (
    "a | b", "`x`", "```", "~~~", "<b>", "<!-- c -->", "-->", "# h", "## h", "- item", "1. one", "> q", "\n", "\n\n", "\r\n", "|---|", "---",
    "**b**", "*i*", "_u_", "__init__", "[l](u)", "[x]: y", "end", "\\", "\\|", '"', "'", "{", "}", "%%", ";", ":", "#35;", "&amp;", "\x00",
    "\x1b[31m", "\u202e", "\u2028", "\ufeff", "שלום", "日本", "🙂", "Given a when b then c", "FR-001", "AC-001-01", "TBD -- x", "x" * 300,
    "; Low", "*(Said in turn 1)*", "A -> B: c", "$x$", "\t", "@x", "http://e.x/?a=b&c=d", "<script>", "Example: e", "~~s~~", "===",
)  # fmt: skip
WORDS = st.lists(st.sampled_from(PIECES) | st.text(max_size=8), min_size=1, max_size=5).map(" ".join)
TEXTS = WORDS | st.just("plain words")
"""Anything at all."""


def evidence(texts: st.SearchStrategy[str] = TEXTS) -> st.SearchStrategy[Evidence]:
    """Any kind of evidence."""
    return st.one_of(
        st.builds(Quote, turn=st.integers(0, 9), start=st.just(0), end=st.just(1), text=texts),
        st.builds(CodeAnchor, path=texts, line=st.none() | st.integers(1, 99), symbol=st.none() | texts),
        st.builds(Inferred, sources=st.just(("FR-001",)) | st.just(()), because=texts),
        st.builds(Assumed, because=texts),
        st.builds(Confirmed, turn=st.integers(0, 9)),
        st.builds(HandEdit, document=st.just("requirements-spec.md")),
    )


def facts(texts: st.SearchStrategy[str] = TEXTS) -> st.SearchStrategy[Fact]:
    """Any kind of fact with any kind of words."""
    return st.one_of(*(fact_of(kind, texts) for kind in sorted(FACT_TYPES)))


def fact_of(kind: str, texts: st.SearchStrategy[str] = TEXTS) -> st.SearchStrategy[Fact]:
    """A fact of one kind."""
    cls = FACT_TYPES[kind]
    given: dict[str, st.SearchStrategy[Any]] = {
        name: _values(field.annotation, texts)
        for name, field in cls.model_fields.items()
        if name not in {"kind", "id", "evidence", "step_id", "document", "section"}
    }
    if kind in {"criterion", "priority"}:
        given["requirement" if kind == "criterion" else "target"] = st.sampled_from(["FR-001", "FR-002"])
    for field in ("requirements", "criteria", "options"):
        if field in given:
            given[field] = st.lists(st.sampled_from(["FR-001", "AC-001-01", "OP-001"]), max_size=2).map(tuple)
    if "requirement" in given and kind != "criterion":
        given["requirement"] = st.none() | st.just("FR-001")
    return st.builds(cls, evidence=st.lists(evidence(texts), max_size=3).map(tuple), **given)


def _values(annotation: Any, texts: st.SearchStrategy[str]) -> st.SearchStrategy[Any]:
    origin, args = get_origin(annotation), get_args(annotation)
    if annotation is str:
        return texts
    if annotation is int:
        return st.integers(0, 30)
    if annotation is bool:
        return st.booleans()
    if origin is Literal:
        return st.sampled_from(args)
    if origin is tuple:
        return st.lists(_values(args[0], texts), max_size=3).map(tuple)
    if origin in {Union, types.UnionType}:
        return st.one_of(*(_values(arg, texts) for arg in args))
    if annotation is type(None):
        return st.none()
    if origin is dict:
        return st.just({})
    assert isinstance(annotation, type)
    assert issubclass(annotation, BaseModel)
    return st.builds(annotation, **dict.fromkeys(annotation.model_fields, texts))


__all__ = ["PIECES", "TEXTS", "evidence", "fact_of", "facts"]
