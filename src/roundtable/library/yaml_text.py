"""Front matter as plain values: YAML without its traps.

`read_yaml` gives a mapping with the line of every key, or raises `BadYaml` with the line and a reason. Refused before any
value is built: tags of any kind, nesting deeper than a person writes, and aliases, which can blow a page up to any size. Dates
stay text.

Elsewhere: where front matter begins and ends (`content_files`).
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple, cast

import yaml

_DEEPEST: Final = 20

try:
    from yaml import CSafeLoader as _Loader
except ImportError:  # PyYAML built without libyaml: slower, same answers
    from yaml import SafeLoader as _Loader


class BadYaml(ValueError):
    """The text is not YAML that we accept."""

    def __init__(self, reason: str, line: int, fix: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line  # counted from 1 within the text
        self.fix = fix


class YamlFields(NamedTuple):
    values: dict[str, Any]
    lines: Mapping[str, int] = {}
    item_lines: Mapping[str, tuple[int, ...]] = {}
    repeated: tuple[str, ...] = ()  # keys given more than once; the last one counts

    def line(self, key: str, item: int | None = None) -> int:
        """The line of a key, or of one item of its list; 1 when it is not there."""
        items = self.item_lines.get(key, ())
        if item is not None and item < len(items):
            return items[item]
        return self.lines.get(key, 1)


class _PlainLoader(_Loader):  # pyright: ignore[reportGeneralTypeIssues, reportUntypedBaseClass]
    """Text, numbers, flags, lists and mappings; a date is text."""


_PlainLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith((":timestamp", ":value"))]
    for first, resolvers in _Loader.yaml_implicit_resolvers.items()
}


def read_yaml(text: str) -> YamlFields:
    """The mapping that `text` writes down; nothing at all is the empty mapping. Raises `BadYaml`."""
    try:
        _refuse_traps(text)
        return _fields(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        reason = f"The front matter is not YAML: {error.problem or error.context or 'it cannot be parsed'}"
        words = "".join(text.split("\n")[line - 1 : line])
        if re.search(r":\s+!", words):
            reason += "; put values that start with ! in quotes"
        fix = next((mend for slip, mend in _SLIPS if re.match(slip, words)), "")
        raise BadYaml(reason, line, fix) from None
    except (yaml.YAMLError, ValueError, ArithmeticError) as error:
        # Values such as an integer of five thousand digits fail in Python, not in the parser.
        if isinstance(error, BadYaml):
            raise
        reason = " ".join(str(error).split())[:200]
        raise BadYaml(f"The front matter holds a value that cannot be read: {reason}", 1) from None


_SLIPS: Final = (
    (r" *\t", "Indent with spaces; YAML does not take tabs."),
    (r"[\w-]+:\S", "Put a space after the colon."),
    (r"[\w-]+: [^\"'\[{]*: ", "Put the value in quotes; it holds a colon."),
    (r"[\w-]+:\s+[{\[]", "Close the bracket, or put the value in quotes."),
)
"""How a line begins that is not YAML, and what to do about it."""


def _fields(text: str) -> YamlFields:
    loader = _PlainLoader(text)
    try:
        node = cast("yaml.Node | None", loader.get_single_node())
        if node is None:
            return YamlFields({})
        if not isinstance(node, yaml.MappingNode):
            raise BadYaml("It is not a list of `key: value` lines", node.start_mark.line + 1)
        lines: dict[str, int] = {}
        item_lines: dict[str, tuple[int, ...]] = {}
        repeated: list[str] = []
        for key, value in cast("list[tuple[yaml.Node, yaml.Node]]", node.value):
            if not isinstance(key, yaml.ScalarNode):
                continue
            if key.value in lines and key.value != "<<":
                repeated.append(str(key.value))
            lines[str(key.value)] = key.start_mark.line + 1
            if isinstance(value, yaml.SequenceNode):
                items = cast("list[yaml.Node]", value.value)
                item_lines[str(key.value)] = tuple(item.start_mark.line + 1 for item in items)
        built = cast("dict[object, Any]", loader.construct_document(node))
        values = {str(key): value for key, value in built.items()}
        return YamlFields(values, lines, item_lines, tuple(repeated))
    finally:
        loader.dispose()


def _refuse_traps(text: str) -> None:
    depth = 0
    for event in cast("Iterable[yaml.Event]", yaml.parse(text, Loader=_PlainLoader)):
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent):
            raise BadYaml(f"Aliases such as *{event.anchor} are not allowed; write the value out", line)
        if getattr(event, "tag", None) not in (None, "!"):
            raise BadYaml("Tags are not allowed; put values that start with ! in quotes", line)
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _DEEPEST:
            raise BadYaml(f"It is nested deeper than {_DEEPEST} levels", line)
