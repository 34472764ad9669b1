"""YAML with line numbers: nodes instead of values, so that a finding can point at its place.

Only what the checks need: mappings, sequences and scalars as text. Depth and size are bounded before the parser sees the
text, because a parser may not survive what a hostile file holds.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple, cast

import yaml

__all__ = ["Tree", "parse_yaml"]

DEEPEST: Final = 60
_LOADER: Final[type] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_BRACKETS: Final = re.compile(r"[\[{]|[\]}]")
_DASHES: Final = re.compile(r"^[ \t]*(?:[-?:][ \t]+){20,}", re.MULTILINE)


class Tree(NamedTuple):
    """A value with its line."""

    line: int
    text: str = ""
    items: tuple["Tree", ...] = ()
    fields: tuple[tuple[str, "Tree"], ...] = ()

    def get(self, *names: str) -> "Tree | None":
        """The first field with one of these names, whatever its case."""
        wanted = {name.lower() for name in names}
        return next((value for key, value in self.fields if key.lower() in wanted), None)

    @property
    def is_empty(self) -> bool:
        """Nothing was written here: null, an empty text, an empty list."""
        return (
            not self.items and not self.fields and self.text.strip().lower() in ("", "null", "~", "[]", "{}")
        )

    def texts(self) -> Iterator[tuple[int, str]]:
        """Every scalar below, with its line."""
        if self.text:
            yield self.line, self.text
        for item in self.items:
            yield from item.texts()
        for _, value in self.fields:
            yield from value.texts()


def parse_yaml(text: str) -> tuple[Tree | None, str, int]:
    """The tree, or one sentence and the line at which it is broken."""
    depth = 0
    for found in _BRACKETS.finditer(text):
        depth += 1 if found[0] in "[{" else -1
        if depth > DEEPEST:
            return None, "it is nested too deeply", text.count("\n", 0, found.start()) + 1
    dashes = _DASHES.search(text)
    if dashes is not None:
        return None, "it is nested too deeply", text.count("\n", 0, dashes.start()) + 1
    try:
        node = cast("yaml.Node | None", yaml.compose(text, Loader=_LOADER))
        return (_tree(node, 0, [0]) if node is not None else Tree(1)), "", 0
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        return None, (error.problem or "it cannot be parsed"), (mark.line + 1 if mark else 1)
    except (yaml.YAMLError, RecursionError, ValueError, OverflowError) as error:
        said = str(error).splitlines()
        return None, (said[0] if said else "it cannot be parsed"), 1


def _tree(node: yaml.Node, depth: int, count: list[int]) -> Tree:
    """A copy without anchors: an alias is copied where it stands, within bounds."""
    line = node.start_mark.line + 1
    count[0] += 1
    if depth > DEEPEST or count[0] > 200_000:
        raise ValueError("it is nested too deeply or repeats itself")
    if isinstance(node, yaml.ScalarNode):
        return Tree(line, text=str(node.value))
    if isinstance(node, yaml.SequenceNode):
        return Tree(line, items=tuple(_tree(entry, depth + 1, count) for entry in node.value))
    if isinstance(node, yaml.MappingNode):
        return Tree(
            line,
            fields=tuple(
                (str(key.value) if isinstance(key, yaml.ScalarNode) else "", _tree(value, depth + 1, count))
                for key, value in node.value
            ),
        )
    return Tree(line)
