"""Mermaid diagrams that always render: node names are ours, labels are escaped, sizes are bounded.

Elsewhere: escaping of labels (`escaping.label`).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from roundtable.documents.escaping import fenced, label

__all__ = ["arrow_of", "components", "path_of_steps", "radius", "sequence", "states"]

_MOST_STEPS: Final = 14
_FITS_IN_A_ROW: Final = 5
_MOST_PER_TIER: Final = 8
_MOST_EDGES: Final = 30
_MOST_PARTS: Final = 16
_ARROW: Final = re.compile(
    r"^\s*(?P<a>[^:]{1,60}?)\s*(?:-+>+|=+>|→|⟶)\s*(?P<b>[^:]{1,60}?)\s*(?:[:;,]\s*(?P<c>.+))?\s*$"
)


def arrow_of(text: str) -> tuple[str, str, str] | None:
    """`cart -> pricing: code` as its two ends and what is said about them."""
    found = _ARROW.match(text)
    if found is None or not found["a"] or not found["b"] or re.search(r"-+>|=+>|→", found["b"]):
        return None
    return found["a"], found["b"], found["c"] or ""


def path_of_steps(steps: Sequence[str], *, trouble: str = "", actor: str = "") -> str:
    """A path as boxes, a short one from left to right, with what can go wrong behind the last of them."""
    if len(steps) < 2:
        return ""
    shown = _bounded(steps, _MOST_STEPS)
    lines = ["flowchart LR" if len(shown) <= _FITS_IN_A_ROW else "flowchart TD"]
    if actor:
        lines += [f'    who(["{label(actor)}"]) --> s1']
    lines += [f'    s{at}["{label(step)}"]' for at, step in enumerate(shown, start=1)]
    lines += [f"    {' --> '.join(f's{at}' for at in range(1, len(shown) + 1))}"]
    if trouble:
        lines += [f'    s{len(shown)} -. "when it goes wrong" .-> trouble["{label(trouble, 90)}"]']
    return fenced("mermaid", "\n".join(lines))


def radius(tiers: Mapping[str, Sequence[str]], edges: Iterable[tuple[str, str]]) -> str:
    """The blast radius: one frame per tier, and an arrow from each file to what its change reaches.

    Arrows go outwards only: who uses whom inside a tier says nothing about its reach and hides what does.
    """
    names: dict[str, str] = {}
    tier_of = {file: number for number, files in enumerate(tiers.values()) for file in files}
    lines = ["flowchart LR"]
    for number, (title, files) in enumerate(tiers.items(), start=1):
        if not files:
            continue
        lines.append(f'    subgraph t{number}["{label(title)}"]')
        for file in files[:_MOST_PER_TIER]:
            names[file] = f"f{len(names) + 1}"
            lines.append(f'        {names[file]}["{label(_short_path(file))}"]')
        if len(files) > _MOST_PER_TIER:
            lines.append(f'        m{number}["… and {len(files) - _MOST_PER_TIER} more"]')
        lines.append("    end")
    if not names:
        return ""
    drawn = [
        f"    {names[a]} --> {names[b]}"
        for a, b in dict.fromkeys(edges)
        if a in names and b in names and tier_of[a] < tier_of[b]
    ]
    return fenced("mermaid", "\n".join([*lines, *drawn[:_MOST_EDGES]]))


def components(parts: Sequence[str], edges: Sequence[tuple[str, str, str]]) -> str:
    """Parts as boxes, with arrows that say what passes between them."""
    mentioned = [*parts, *(end for edge in edges for end in edge[:2])]
    names = {part: f"c{at}" for at, part in enumerate(dict.fromkeys(p for p in mentioned if p), start=1)}
    if not names:
        return ""
    lines = ["flowchart LR"]
    lines += [f'    {name}["{label(part)}"]' for part, name in list(names.items())[:_MOST_PARTS]]
    kept = set(list(names)[:_MOST_PARTS])
    for source, target, words in edges[:_MOST_EDGES]:
        if source in kept and target in kept:
            arrow = f'-- "{label(words, 40)}" -->' if words else "-->"
            lines.append(f"    {names[source]} {arrow} {names[target]}")
    return fenced("mermaid", "\n".join(lines))


def sequence(steps: Sequence[str]) -> str:
    """Steps as messages between parts when each of them names its two ends; as a path of boxes otherwise."""
    arrows = [arrow_of(step) for step in steps]
    if len(steps) < 2 or any(arrow is None for arrow in arrows):
        return path_of_steps(steps)
    names: dict[str, str] = {}
    messages: list[str] = []
    for arrow in arrows[:_MOST_EDGES]:
        assert arrow is not None
        source, target = (names.setdefault(_key(end), f"p{len(names) + 1}") for end in arrow[:2])
        messages.append(f"    {source}->>{target}: {label(arrow[2], 80, quoted=False)}")
    titles = {_key(end): end for arrow in arrows if arrow is not None for end in arrow[:2]}
    lines = ["sequenceDiagram"]
    lines += [
        f"    participant {name} as {label(titles[key], 40, quoted=False)}" for key, name in names.items()
    ]
    return fenced("mermaid", "\n".join([*lines, *messages]))


def states(known: Sequence[str], transitions: Sequence[str]) -> str:
    """States and what moves between them; transitions that name no two states are left to the text."""
    arrows = [arrow for text in transitions if (arrow := arrow_of(text))][:_MOST_EDGES]
    titles = {
        _key(state): state for state in [*known, *(end for arrow in arrows for end in arrow[:2])] if state
    }
    if len(titles) < 2:
        return ""
    names = {key: f"s{at}" for at, key in enumerate(list(titles)[:_MOST_PARTS], start=1)}
    lines = ["stateDiagram-v2"]
    lines += [f'    state "{label(titles[key], 40)}" as {name}' for key, name in names.items()]
    lines.append(f"    [*] --> {next(iter(names.values()))}")
    for source, target, words in arrows:
        if _key(source) in names and _key(target) in names:
            said = f" : {label(words, 50, quoted=False)}" if words else ""
            lines.append(f"    {names[_key(source)]} --> {names[_key(target)]}{said}")
    return fenced("mermaid", "\n".join(lines))


def _bounded(items: Sequence[str], most: int) -> list[str]:
    if len(items) <= most:
        return list(items)
    return [*items[: most - 1], f"… and {len(items) - most + 1} more steps"]


def _short_path(path: str) -> str:
    """The end of a long path, which tells files apart."""
    parts = path.split("/")
    return path if len(path) <= 44 or len(parts) < 3 else f"…/{'/'.join(parts[-2:])}"


def _key(text: str) -> str:
    return " ".join(text.split()).casefold()
