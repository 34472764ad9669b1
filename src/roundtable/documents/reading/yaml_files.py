"""YAML with line numbers (nodes instead of values, so that a finding can point at its place), and the interfaces in it.

Depth and size are bounded before the parser sees the text, because it may not survive what a hostile file holds.
Elsewhere: JSON and CSV (`data_files`), cutting our own YAML for merging (`yaml_pieces`).
"""

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, cast

import yaml

from roundtable.documents.reading.data_files import too_deep
from roundtable.documents.reading.headed_facts import Found, is_gap
from roundtable.language.phrases import rows

_DEEPEST: Final = 60
_MOST_NODES: Final = 200_000
_INTERFACES: Final = rows("interfaces|endpoints|functions|operations|methods|contracts|apis|services")
_ERRORS: Final = rows("errors|raises|exceptions|error_codes|failures|error|throws")
_VERBS: Final = ("get", "post", "put", "patch", "delete", "head", "options")
_LOADER: Final[type] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DASHES: Final = re.compile(r"^[ \t]*(?:[-?:][ \t]+){20,}", re.MULTILINE)


class Tree(NamedTuple):
    """A value of a YAML file with its line."""

    line: int
    text: str = ""
    items: tuple["Tree", ...] = ()
    fields: tuple[tuple[str, "Tree"], ...] = ()

    def get(self, *names: str) -> "Tree | None":
        """The first field with one of these names, whatever its case."""
        known = {key.lower(): value for key, value in reversed(self.fields)}
        return next((known[name.lower()] for name in names if name.lower() in known), None)

    def word(self, *names: str) -> str:
        found = self.get(*names)
        return found.text if found else ""

    def texts(self) -> Iterator[tuple[int, str]]:
        """Every scalar below, with its line."""
        if self.text:
            yield self.line, self.text
        for value in (*self.items, *(value for _, value in self.fields)):
            yield from value.texts()


def parse_yaml(text: str) -> tuple[Tree | None, str, int]:
    """The tree, or one sentence and the line at which it is broken."""
    dashes = _DASHES.search(text)
    deep = too_deep(text, _DEEPEST) or (text.count("\n", 0, dashes.start()) + 1 if dashes else 0)
    if deep:
        return None, "it is nested too deeply", deep
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
    if depth > _DEEPEST or count[0] > _MOST_NODES:
        raise ValueError("it is nested too deeply or repeats itself")
    if isinstance(node, yaml.ScalarNode):
        return Tree(line, text=str(node.value))
    if isinstance(node, yaml.SequenceNode):
        return Tree(line, items=tuple(_tree(entry, depth + 1, count) for entry in node.value))
    pairs = node.value if isinstance(node, yaml.MappingNode) else ()
    names = [(str(key.value) if isinstance(key, yaml.ScalarNode) else "", value) for key, value in pairs]
    return Tree(line, fields=tuple((name, _tree(value, depth + 1, count)) for name, value in names))


def read_interfaces(tree: Tree) -> Iterator[Found]:
    """The interfaces of a YAML file: ours, an OpenAPI description, or a list under another name."""
    paths = tree.get("paths")
    for path, operations in paths.fields if paths else ():
        for verb, operation in operations.fields:
            if verb.lower() in _VERBS:
                responses = operation.get("responses") or Tree(1)
                failures = tuple(code for code, _ in responses.fields if code[:1] in "45d")
                summary = operation.word("summary", "description")
                values: dict[str, Any] = {"name": f"{verb.upper()} {path}", "summary": summary}
                values |= {"errors": failures} if failures else {}
                yield Found("interface", values, operation.line, "row")
    listed = tree.get(*_INTERFACES)
    entries = listed.items if listed and listed.items else tree.items
    named = [("", entry) for entry in entries] + [*(listed.fields if listed else ())]
    for key, entry in named:
        if entry.fields:
            source, mark = entry.word("source"), entry.word("confidence")
            yield Found("interface", _interface(key, entry), entry.line, "row", source, mark)


def _interface(key: str, entry: Tree) -> dict[str, Any]:
    own = entry.word("name", "function", "operation", "path", "endpoint", "operationId", "signature", "id")
    output = entry.word("output", "returns", "return")
    given = entry.get("inputs", "parameters")
    requirements = entry.get("requirements", "requirement")
    values: dict[str, Any] = {
        "id": entry.word("id"), "name": key or own or "an interface", "module": entry.word("module", "component", "service", "owner"),
        "signature": entry.word("signature"), "summary": entry.word("summary", "description"),
        "output": "" if is_gap(output) else output,
        "inputs": tuple((one.word("name"), one.word("type"), one.word("note")) for one in (given.items if given else ())),
        "requirements": ", ".join(text for _, text in requirements.texts()) if requirements else "",
    }  # fmt: skip
    errors = _errors(entry.get(*_ERRORS))
    return values if errors is None else values | {"errors": errors}


def _errors(tree: Tree | None) -> tuple[str, ...] | None:
    """What an interface says about failing; none when it says nothing."""
    if tree is None or not (tree.items or tree.fields or tree.text.strip().lower() not in ("", "null", "~")):
        return None
    if tree.text:
        return (tree.text,)
    found = [key for key, _ in tree.fields]
    for entry in tree.items:
        text = entry.word("code", "id", "name", "type", "error") if entry.fields else entry.text
        found += [text] if text else []
    return tuple(found)
