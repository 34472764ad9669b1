"""What a definition takes and gives back, as its language spells it.

Python, TypeScript and the like are read by `answers.signatures`. Here are the two families that put types elsewhere: C, C++,
Java, C# (`int16_t read_sensor(uint8_t bus)`) and Go (`func (c *Command) Help(out io.Writer) error`). What cannot be read stays
empty; nothing is guessed.
"""

import re
from typing import Final

from roundtable.analysis.facts import Parameter
from roundtable.analysis.scanning import Definition
from roundtable.minds.facilitator.answers.signatures import find_signatures

__all__ = ["is_public", "spelled"]

_C_LIKE: Final = (".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".java", ".cs", ".m", ".mm")
_MODIFIERS: Final = r"(?:(?:public|static|final|abstract|synchronized|inline|virtual|override|async|extern|native|default|constexpr|explicit|unsafe|sealed|@\w+)\s+)*"
_C: Final = re.compile(
    rf"^\s*{_MODIFIERS}(?:<[^>]{{1,60}}>\s+)?(?P<output>(?:const\s+|unsigned\s+|struct\s+)*[\w:.]+(?:<.{{1,80}}?>)?(?:\[\])*[\s*&]+)(?P<name>~?\w+)\s*\((?P<inputs>.*?)\)",
    re.DOTALL,
)
_GO: Final = re.compile(
    r"^func\s+(?:\([^)]*\)\s*)?\w+(?:\[[^\]]*\])?\s*\((?P<inputs>(?:[^()]|\([^()]*\))*)\)\s*(?P<output>[^{]*)"
)
_HIDDEN: Final = re.compile(r"^\s*(?:@\w+\s+)*(?:private|protected|internal|fileprivate|static\s+(?=.*;$))\b")
_CALLABLE: Final = ("function", "method", "class", "type", "struct", "interface")


def is_public(definition: Definition) -> bool:
    """Whether others may use it: not private by keyword or spelling, in Go by its first letter."""
    name = definition.name
    if definition.kind not in _CALLABLE or name.startswith(("_", "~")) or _HIDDEN.match(definition.signature):
        return False
    return not (definition.path.endswith(".go") and name[:1].islower() and name != "main")


def spelled(definition: Definition) -> tuple[tuple[Parameter, ...], str]:
    """Inputs and output of a function or method; both empty for anything else."""
    if definition.kind not in ("function", "method"):
        return (), ""
    if definition.path.endswith(_C_LIKE):
        found = _C.match(definition.signature)
        if found is not None:
            return _typed_first(found["inputs"]), " ".join(found["output"].split())
    if definition.path.endswith(".go"):
        found = _GO.match(definition.signature)
        if found is not None:
            return _typed_last(found["inputs"]), " ".join(found["output"].split()).strip()
    read = find_signatures(definition.signature)
    return (read[0].inputs, read[0].output) if read else ((), "")


def _parts(inputs: str) -> list[str]:
    return [" ".join(part.split()) for part in re.split(r",(?![^<(\[]*[>)\]])", inputs) if part.strip()]


def _typed_first(inputs: str) -> tuple[Parameter, ...]:
    found: list[Parameter] = []
    for part in _parts(inputs):
        split = re.match(r"^(?P<type>.+?[\s*&]+)(?P<name>\w+)(?:\[\])?(?:\s*=.*)?$", part)
        if split is not None and part != "void":
            found.append(Parameter(name=split["name"], type=" ".join(split["type"].split())))
    return tuple(found)


def _typed_last(inputs: str) -> tuple[Parameter, ...]:
    """Go: several names may share the type behind the last of them."""
    found: list[Parameter] = []
    kind = ""
    for part in reversed(_parts(inputs)):
        name, _, mine = part.partition(" ")
        kind = mine or kind
        if re.fullmatch(r"\w+", name) and kind:
            found.append(Parameter(name=name, type=kind))
    return tuple(reversed(found))
