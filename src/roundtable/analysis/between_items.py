"""What items have to do with each other, seen in their facts: files in common, statements that cannot both hold, dependencies.

Exact on purpose. A file is the same path; a figure contradicts another where the rest of the sentence is the same, letter by
letter; an item is named by its slug or its number in a tracker. What only looks alike is left to people.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from roundtable import facts
from roundtable.analysis.analysis import Analysis, grouped
from roundtable.facts import Decision, DirectChange, NoChange, OutOfScope, Quality, Requirement

_STATEMENTS: Final = (
    Requirement, Quality, facts.Criterion, facts.BusinessRule, facts.ErrorCase, facts.Constraint
)  # fmt: skip
"""Facts whose text says what holds."""
_FIGURE: Final = re.compile(r"\d+(?:[.,]\d+)*")
_NAME: Final = re.compile(r"#\d+|[A-Z][A-Z0-9]*-\d+\b|[a-z0-9]+(?:-[a-z0-9]+)+")


class Remark(NamedTuple):
    kind: Literal["same file", "contradiction", "dependency"]
    items: tuple[str, ...]  # slugs; of a dependency first the one that has to wait
    text: str


class _Said(NamedTuple):
    slug: str
    id: str
    text: str


def between_items(items: Iterable[Analysis]) -> tuple[Remark, ...]:
    known = sorted(items, key=lambda item: item.slug)
    return (*_files(known), *_contradictions(known), *_dependencies(known))


def _files(items: Sequence[Analysis]) -> Iterator[Remark]:
    for path, changes in sorted(_changes(items).items()):
        slugs = tuple(dict.fromkeys(slug for slug, _ in changes))
        if len(slugs) > 1:
            yield Remark("same file", slugs, f"{path} is in the plans of {_listed(slugs)}.")


def _changes(items: Sequence[Analysis]) -> dict[str, tuple[tuple[str, DirectChange], ...]]:
    return grouped((change.path, (item.slug, change)) for item in items for change in item.of(DirectChange))


def _contradictions(items: Sequence[Analysis]) -> Iterator[Remark]:
    yield from _pairs(items)
    yield from _left_out(items)
    changes = _changes(items)
    for item in items:
        for kept in item.of(NoChange):
            for slug, change in changes.get(kept.path, ()):
                if slug != item.slug:
                    text = f"{slug} changes {kept.path} ({change.id}), which {item.slug} leaves untouched ({kept.id})."
                    yield Remark("contradiction", (slug, item.slug), text)


def _shaped(item: Analysis) -> Iterator[tuple[tuple[str, str], _Said]]:
    """Statements by what may not differ: a sentence but for its figures, a metric but for its target, what is decided."""
    for fact in item.facts:
        if isinstance(fact, Decision):
            yield ("decision", _plain(fact.title)), _Said(item.slug, fact.id, fact.choice)
        if isinstance(fact, Quality) and fact.metric and fact.target:
            said = _Said(item.slug, fact.id, f"{fact.metric}: {fact.target}")
            yield ("metric", _plain(fact.metric)), said
        elif isinstance(fact, _STATEMENTS) and _FIGURE.search(fact.text):
            shape = ("figures", _plain(_FIGURE.sub("0", fact.text)))
            yield shape, _Said(item.slug, fact.id, fact.text)


def _pairs(items: Sequence[Analysis]) -> Iterator[Remark]:
    shapes = grouped(entry for item in items for entry in _shaped(item))
    for _, said in sorted(shapes.items()):
        first: dict[str, _Said] = {}
        for one in said:
            first.setdefault(_plain(one.text), one)
        one, *others = first.values()
        for other in others:
            if other.slug != one.slug:
                first_, second = (f"{said.slug} says {said.id}: “{said.text}”" for said in (one, other))
                yield Remark("contradiction", (one.slug, other.slug), f"{first_} and {second}.")


def _left_out(items: Sequence[Analysis]) -> Iterator[Remark]:
    required = [(item.slug, fact) for item in items for fact in item.of(Requirement)]
    wanted = {_plain(fact.text): _Said(slug, fact.id, fact.text) for slug, fact in required}
    for item in items:
        for fact in item.of(OutOfScope):
            other = wanted.get(_plain(fact.text))
            if other is not None and other.slug != item.slug:
                ids = f"({fact.id}, {other.id})"
                text = f"{item.slug} leaves out what {other.slug} wants {ids}: “{fact.text}”."
                yield Remark("contradiction", (item.slug, other.slug), text)


def _dependencies(items: Sequence[Analysis]) -> Iterator[Remark]:
    names = {item.slug: item.slug for item in items}
    names |= {item.source_id: item.slug for item in items if item.source_id}
    for item in items:
        texts = [turn.text for turn in item.turns] + [fact.headline for fact in item.facts]
        named = {names[name] for text in texts for name in _NAME.findall(text) if name in names}
        for other in sorted(named - {item.slug}):
            yield Remark("dependency", (item.slug, other), f"{item.slug} speaks of {other}.")
    for path, changes in sorted(_changes(items).items()):
        makers = [slug for slug, change in changes if change.change == "create"]
        for slug, change in changes:
            if makers and change.change != "create" and slug not in makers:
                text = f"{slug} changes {path}, which {_listed(makers)} makes first."
                yield Remark("dependency", (slug, *makers), text)


def _plain(text: str) -> str:
    """Without what does not change the sense: case, spaces, the full stop."""
    return " ".join(text.lower().split()).rstrip(".")


def _listed(slugs: Sequence[str]) -> str:
    return slugs[0] if len(slugs) == 1 else f"{', '.join(slugs[:-1])} and {slugs[-1]}"
