"""Show a scan: as JSON for programs, as lines for a terminal. Pure.

`render_scan` gives plain lines; the face decides about colour. The tree of the blast radius is kept short: what matters
is who is hit first and through what.
"""

from textwrap import shorten, wrap

from roundtable.analysis.scanning import ScanResult

_TREE_CHILDREN = 5
_TREE_ROOTS = 6
_LEAST_WIDTH = 48


def scan_to_json(result: ScanResult) -> dict[str, object]:
    """The layout of `scan --json`: ranked files first, everything else beside them."""
    whole = result.model_dump(mode="json")
    count = whole.pop("file_count")
    for said in ("focus", "mentions", "suggested"):  # nobody has said anything beside the description
        del whole[said]
    return {
        "files": whole.pop("files"),
        "impact": whole.pop("impact"),
        "scope": whole.pop("scope"),
        "file_count": count["total"],
        "complexity": whole.pop("complexity"),
        "confidence": whole.pop("confidence"),
        "history": whole.pop("history"),
        "file_count_breakdown": count,
        "languages": [{"language": name, "files": files} for name, files in whole.pop("languages")],
        **whole,
    }


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def render_scan(result: ScanResult, width: int = 80) -> list[str]:
    """The scan as plain lines no wider than `width` where words allow."""
    width = max(width, _LEAST_WIDTH)
    title = result.description.strip().partition("\n")[0] or "(no description)"
    lines = [shorten(title, width, placeholder=" …")]
    mostly = f", mostly {result.languages[0][0]}" if result.languages else ""
    size = f"scope {result.scope}, about {_plural(result.file_count.total, 'file')}, complexity {result.complexity}"
    trust = f"; confidence in the first file {result.confidence}" if result.files else ""
    lines += wrap(f"{_plural(result.total_files, 'file')} looked at{mostly}; {size}{trust}", width)
    for note in result.notes:
        lines.extend(wrap(f"Note: {note}", width))
    if result.files:
        lines += ["", "Files, best first"]
    for place, file in enumerate(result.files, 1):
        mark = "" if file.kind == "source" else f"  [{file.kind}]"
        lines.append(f"{place:3}. {file.path}{mark}")
        for reason in file.reasons[:3]:
            lines.extend(wrap(reason, width, initial_indent="     - ", subsequent_indent="       "))
    lines.extend(_tree(result, width))
    if result.risk_zones:
        lines += ["", "Careful here"]
        for zone in result.risk_zones[:5]:
            text = f"{zone.path} ({zone.level}): {'; '.join(zone.reasons)}"
            lines.extend(wrap(text, width, initial_indent="  ", subsequent_indent="    "))
    if result.scope_reason:
        lines += ["", *wrap(f"Scope {result.scope}: {result.scope_reason}.", width)]
        lines.extend(wrap(f"Complexity {result.complexity}: {result.complexity_reason}", width))
    return [_visible(line) for line in lines]


_JOINERS = frozenset("\u200c\u200d")
"""They hold letters and pictures together; every other sign that cannot be seen could play tricks on a terminal."""


def _visible(line: str) -> str:
    """A line in which names of files cannot break lines, colour the screen or turn the direction of writing."""
    hidden = {sign for sign in line if not sign.isprintable() and sign not in _JOINERS}
    return line.translate({ord(sign): sign.encode("unicode_escape").decode() for sign in hidden})


def _tree(result: ScanResult, width: int) -> list[str]:
    """Direct changes as roots; under each, who is reached through it and how."""
    impact = result.impact
    if not impact.direct:
        return []
    lines = ["", "Blast radius"]
    for root in impact.direct[:_TREE_ROOTS]:
        lines.append(f"  {root.path}")
        children = [one for one in impact.indirect if one.via == root.path]
        for place, child in enumerate(children[:_TREE_CHILDREN]):
            last = place == min(len(children), _TREE_CHILDREN) - 1 and len(children) <= _TREE_CHILDREN
            told = f"  {'└─' if last else '├─'} {child.path}: {child.reason.replace(f'`{root.path}`', 'it')}"
            lines.append(told if len(told) <= width else told[: width - 1].rstrip() + "…")
        if len(children) > _TREE_CHILDREN:
            lines.append(f"  └─ and {len(children) - _TREE_CHILDREN} more")
    if len(impact.direct) > _TREE_ROOTS:
        lines.append(f"  and {len(impact.direct) - _TREE_ROOTS} more direct changes")
    if impact.importers:
        verb = "imports" if impact.importers == 1 else "import"
        lines.append(f"  {_plural(impact.importers, 'other file')} {verb} what changes")
    return lines
