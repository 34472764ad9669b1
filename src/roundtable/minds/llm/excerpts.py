"""The lines of code that matter now: around what the person named and what the scan ranks highest."""

from collections.abc import Iterator, Sequence
from typing import Final

from roundtable.analysis.scanning import RankedFile, ScanResult
from roundtable.engine.briefing import Briefing, Shown
from roundtable.minds.llm.bodies import bodies
from roundtable.minds.llm.fencing import Sending
from roundtable.ports import CodeView

_ROOM: Final = 6_500  # characters; with the numbers of their lines two to three thousand tokens
_MORE: Final = 2_000  # characters that a later request may add to what was shown before
_FILES: Final = 4
_PLACES: Final = 3
_BEFORE: Final = 4
_AFTER: Final = 16
_NAMED: Final = 6
_BEST: Final = 2


def excerpts_for(
    briefing: Briefing, code: CodeView | None, sending: Sending, known: Sequence[Shown] = ()
) -> tuple[Shown, ...]:
    """Excerpts for one request, best first, no line twice; beside what is `known`, a little more of the very best."""
    scan = briefing.scan
    if scan is None or not sending.code:
        return ()
    if code is None:
        return tuple(
            Shown(path=file.path, first=file.line or 1, text=file.excerpt)
            for file in scan.files[:_FILES]
            if file.excerpt and sending.allows(file.path)
        )
    chosen: list[Shown] = []
    room = _MORE if known else _ROOM
    wanted = _merged([place for place in _places(scan, code) if sending.allows(place[0])])
    if known:
        # Of later places only what the person named, and files that have risen to the top: the rest a model can look up.
        named = {at.path for mention in scan.mentions for at in mention.occurrences if at.role == "defines"}
        top = {file.path for file in scan.files[:_BEST]} - {one.path for one in known}
        wanted = [place for place in wanted if place[0] in named | top]
    of_now = [place for place in bodies(briefing, code, known) if sending.allows(place[0])]
    # What is being talked of now comes first, beside where it begins.
    wanted = _merged([*of_now, *wanted]) if known else _merged([*wanted[:1], *of_now, *wanted[1:]])
    for path, first, last in wanted:
        if any(one.path == path and first <= one.last and one.first <= last for one in known):
            continue
        text = "\n".join(code.lines(path, first, last)).rstrip()
        if not text.strip():
            continue
        if len(text) > room:
            break
        room -= len(text)
        chosen.append(Shown(path=path, first=first, text=text))
    return tuple(chosen)


def _places(scan: ScanResult, code: CodeView) -> Iterator[tuple[str, int, int]]:
    """Where to look: what the person named first, then each file's best lines, one round after another."""
    for mention in scan.mentions:
        sources = [one for one in mention.occurrences if one.kind == "source"] or mention.occurrences
        named = [one for one in sources if one.role in {"defines", "raises", "overrides"}]
        for one in (named or sources)[:_NAMED]:
            yield one.path, max(one.line - _BEFORE, 1), one.line + _AFTER
    files = scan.files[:_FILES]
    # Of a file without a line that speaks of the matter only the best are shown at all: their head tells what they are.
    lines = {file.path: _lines_of(file, code) or [1] * (at < _BEST) for at, file in enumerate(files)}
    for place in range(_PLACES):
        for file in files:
            if place < len(lines[file.path]):
                line = lines[file.path][place]
                yield file.path, max(line - _BEFORE, 1), line + _AFTER


def _lines_of(file: RankedFile, code: CodeView) -> list[int]:
    """The lines of a file that are worth looking at: those of the scan, else where its symbols are defined."""
    listed = [place.rpartition(":")[2] for place in file.look_at]
    lines = [int(line) for line in listed if line.isdigit()]
    wanted = {symbol.rpartition(".")[2] for symbol in file.symbols}
    lines += [one.line for one in code.signatures(file.path) if one.name in wanted]
    if file.line is not None:
        lines.append(file.line)
    return list(dict.fromkeys(lines))


def _merged(places: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """Places without overlaps, each as far as no earlier one covers it, in the same order."""
    kept: list[tuple[str, int, int]] = []
    for path, first, last in places:
        for n, (p, a, b) in enumerate(kept):
            if p == path and first <= b + 3 and a <= last + 3:
                kept[n] = (path, min(a, first), max(b, last))
                break
        else:
            kept.append((path, first, last))
    return kept
