"""Put the parts of an answer together: from a corpus and a description to a `ScanResult`. Pure.

Files are read through the function it is given, only for excerpts and entry points; a file that cannot be read any
more costs its excerpt and nothing else.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from roundtable.analysis.scanning import (
    CoChange,
    EntryPoint,
    FileCount,
    Focus,
    HistoryWindow,
    Impact,
    Impacted,
    Keyword,
    Mention,
    RankedFile,
    ScanResult,
)
from roundtable.scan.anchors import look_up
from roundtable.scan.clues_names import files_ending
from roundtable.scan.coverage import coverage_gaps, tests_of
from roundtable.scan.danger import implementation_order, risk_zones
from roundtable.scan.entrypoints import entry_points_in, is_said_in
from roundtable.scan.estimate import estimate_complexity, estimate_files, scope_of
from roundtable.scan.excerpts import excerpt_of
from roundtable.scan.impact import arrows_between, find_impact
from roundtable.scan.kinds import KINDS, is_secret_file
from roundtable.scan.likely import MOST_DIRECT, choose_direct, confidence_in
from roundtable.scan.mentions import definers, missing_members
from roundtable.scan.notebooks import readable
from roundtable.scan.query import Query, read_description
from roundtable.scan.rank import load_weights, score_files, text_length
from roundtable.scan.reasons import qualified_name, reasons_for, words_in_chunk
from roundtable.scan.relations import co_change_of
from roundtable.scan.signals import compute_signals
from roundtable.scan.uses import Users, find_users

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable.scan.clues import Signals
    from roundtable.scan.corpus import Corpus
    from roundtable.scan.index import Floats

_MOST_ENTRY_POINTS = 12
_MOST_TEST_ENTRIES = 3
_MOST_KEYWORDS = 12
_MOST_CO_CHANGES = 12
_MOST_SPEAKING = 300
_MOST_LINES = 5


@dataclass(frozen=True)
class Ranking:
    """A description read, every file scored, and why."""

    query: Query
    signals: Signals
    scores: Floats
    parts: dict[str, Floats]
    order: list[int]
    """Files, best first; empty when nothing of the description occurs anywhere."""


def rank_files(corpus: Corpus, text: str, ruled_out: tuple[str, ...] = ()) -> Ranking:
    """Score every file for a description; what somebody ruled out is in no list."""
    query = read_description(text)
    signals = compute_signals(corpus, query)
    scores, parts = score_files(signals, load_weights(), text_length(query))
    found = any(
        float(signals.columns[name].max(initial=0.0)) > 0 for name in ("body", "path", "mention", "frame")
    )
    # Paths are sorted, so a stable sort breaks ties by name.
    order: list[int] = np.argsort(-scores, kind="stable").tolist() if found else []
    if ruled_out:
        order = [file for file in order if corpus.index.paths[file] not in ruled_out]
    return Ranking(query, signals, scores, parts, order)


def answer(
    corpus: Corpus,
    text: str,
    top: int,
    read: Callable[[str], bytes | None],
    notes: tuple[str, ...],
    focus: Focus,
    mentions: tuple[Mention, ...],
) -> ScanResult:
    """Everything one scan says. What was said since weighs like the body of a description, less than its title."""
    languages = Counter(language for language in corpus.index.languages if language)
    history = corpus.history
    empty = ScanResult(
        description=text,
        focus=focus,
        history=HistoryWindow(
            commits=history.commits,
            whole=history.whole,
            since=history.day(int(history.times.argmin())) if history.commits else None,
        ),
        languages=tuple(sorted(languages.items(), key=lambda pair: (-pair[1], pair[0]))),
        total_files=corpus.index.size,
        notes=notes,
    )
    if not corpus.index.size:
        return _with_note(empty, "There are no text files to scan here.")
    ranking = rank_files(corpus, "\n".join((text, *focus.statements)), focus.ruled_out)
    query, signals, order = ranking.query, ranking.signals, ranking.order
    if query.is_empty:
        return _with_note(empty, "The description has no words to search for; say what should change.")
    if len(text.split()) == 1:
        # One word may be meant as a place; when it is no place, a reader should know before the words are searched.
        place = look_up(corpus, text, read)
        if place.candidates and place.found is None:
            empty = _with_note(empty, place.problem)
    if not order:
        empty = _with_note(empty, "No file contains a word of the description; all of it would be new here.")
    reasons = {
        file: reasons_for(corpus, query, signals, ranking.parts, file, order[:10])
        for file in order[: max(top, 10)]
    }
    number_of = corpus.index.number_of
    plan = [number_of[path] for path in focus.plan if path in number_of]
    defining = {number_of[path]: why for path, why in definers(mentions, focus).items()}
    likely = choose_direct(corpus, signals, ranking.scores, order) if order else []
    direct = list(dict.fromkeys([*defining, *likely]))[:MOST_DIRECT]
    changing = list(dict.fromkeys([*plan, *direct]))
    first = {file: said[0] for file, said in reasons.items()} | defining
    users = find_users(corpus, changing, read)
    impact = _impact(corpus, ranking, direct, first, users) if direct else Impact()
    impact = _without(impact, focus.ruled_out)
    if plan:
        edges = dict.fromkeys((*arrows_between(corpus, changing), *impact.edges))
        impact = impact.model_copy(update={"edges": tuple(edges)})
    tests = _tests(corpus, ranking.scores, direct, users)
    count = estimate_files(corpus, query, signals, direct, tests)
    trust = confidence_in(corpus, signals, ranking.scores, order)
    complexity, complexity_reason = estimate_complexity(corpus, query, direct, count)
    docs = [file for file in order[:30] if KINDS[int(corpus.index.kinds[file])] == "docs"][: count.docs]
    return empty.model_copy(
        update={
            "mentions": mentions,
            "suggested": _suggested(corpus, likely, mentions, focus) if plan else (),
            "keywords": _keywords(corpus, ranking),
            "files": tuple(_ranked(corpus, ranking, file, reasons[file], read) for file in order[:top]),
            "impact": impact,
            "entry_points": _entry_points(corpus, impact, read, focus),
            "risk_zones": risk_zones(corpus, direct, users, read),
            "co_change": _co_changes(corpus, direct),
            "coverage_gaps": coverage_gaps(corpus, changing, users, read),
            "implementation_order": implementation_order(corpus, direct, tests[: count.test], docs, users),
            "scope": scope_of(count.total),
            "scope_reason": f"{_between(count)} ({_breakdown(count)})",
            "file_count": count,
            "confidence": trust.level,
            "confidence_reason": trust.reason,
            "complexity": complexity,
            "complexity_reason": complexity_reason,
        }
    )


def _with_note(result: ScanResult, note: str) -> ScanResult:
    return result.model_copy(update={"notes": (*result.notes, note)})


def _impact(
    corpus: Corpus, ranking: Ranking, direct: list[int], reasons: dict[int, str], users: Users
) -> Impact:
    """The tiers; only files that contain a word of the description count as speaking of it."""
    signals = ranking.signals
    speaking = signals.columns["body"] > 0
    order = [file for file in ranking.order[:_MOST_SPEAKING] if speaking[file]]

    def said(file: int) -> list[str]:
        return words_in_chunk(signals, ranking.query, int(signals.best_chunk[file]), 3)

    return find_impact(corpus, direct, order, reasons, users, said)


def _suggested(
    corpus: Corpus, likely: list[int], mentions: tuple[Mention, ...], focus: Focus
) -> tuple[Impacted, ...]:
    """Likely files whose code holds what was named, and modules under which somebody named what is not there yet."""
    paths = corpus.index.paths
    held = {
        at.path: one.text
        for one in reversed(mentions)
        for at in one.occurrences
        if at.kind == "source" and (one.is_message or at.role not in {"names", "imports"})
    }
    found = {paths[file]: f"has `{held[paths[file]]}`" for file in likely if paths[file] in held}
    found |= missing_members(corpus, focus, mentions)
    left = [path for path in found if path not in focus.plan and path not in focus.ruled_out]
    return tuple(Impacted(path=path, reason=found[path]) for path in left)


def _without(impact: Impact, ruled_out: tuple[str, ...]) -> Impact:
    """The same without files that somebody ruled out."""
    if not ruled_out:
        return impact
    tiers = {tier: getattr(impact, tier) for tier in ("direct", "indirect", "distant")}
    kept = {tier: tuple(one for one in files if one.path not in ruled_out) for tier, files in tiers.items()}
    return impact.model_copy(update=kept)


def _tests(corpus: Corpus, scores: Floats, direct: list[int], users: Users) -> list[int]:
    """The tests of the first direct changes, the most promising first."""
    found = {test for file in direct[:3] for test in tests_of(corpus, file, users)}
    return sorted(found, key=lambda file: (-float(scores[file]), file))


def _ranked(
    corpus: Corpus, ranking: Ranking, file: int, reasons: tuple[str, ...], read: Callable[[str], bytes | None]
) -> RankedFile:
    index, scores, order = corpus.index, ranking.scores, ranking.order
    path, chunk = index.paths[file], int(ranking.signals.best_chunk[file])
    excerpt, line = "", None
    if is_secret_file(path):
        excerpt = "(not shown: a file of this name may hold secrets)"
    elif chunk >= 0:
        data = read(path)
        if data is not None:
            words = words_in_chunk(ranking.signals, ranking.query, chunk, 8)
            excerpt, line = excerpt_of(readable(path, data), int(index.chunk_line[chunk]), words)
    rows = [row for _, row in ranking.signals.defined.get(file, ())][:5]
    best, worst = float(scores[order[0]]), float(scores[order[-1]])
    kind = KINDS[int(index.kinds[file])]
    return RankedFile(
        path=path,
        score=round((float(scores[file]) - worst) / ((best - worst) or 1.0), 4),
        reasons=reasons,
        excerpt=excerpt,
        line=line,
        look_at=_look_at(corpus, ranking.query, file, line, rows),
        symbols=tuple(dict.fromkeys(qualified_name(corpus, row) for row in rows)),
        is_test=kind == "test",
        kind=kind,
        language=index.languages[file],
    )


def _look_at(corpus: Corpus, query: Query, file: int, line: int | None, rows: list[int]) -> tuple[str, ...]:
    """Lines that the text names in this file, then the definitions it names, then the passage that fits best."""
    index = corpus.index
    named = [one.line for one in query.files if one.line and file in files_ending(corpus, one.path)]
    wanted = [*named, *(int(index.def_line[row]) for row in rows), line]
    found = dict.fromkeys(one for one in wanted if one is not None and 1 <= one <= int(index.lines[file]))
    return tuple(f"{index.paths[file]}:{one}" for one in list(found)[:_MOST_LINES])


def _entry_points(
    corpus: Corpus, impact: Impact, read: Callable[[str], bytes | None], focus: Focus
) -> tuple[EntryPoint, ...]:
    """Ways in: all of the files of the plan that were named, a few of the direct and the nearest indirect files; tests last."""
    said = " ".join(focus.statements)
    found: list[EntryPoint] = []
    for path in focus.plan:
        data = read(path) if path in corpus.index.number_of and not is_secret_file(path) else None
        found += [one for one in entry_points_in(path, data or b"", most=None) if is_said_in(one.name, said)]
    named = {(one.path, one.line) for one in found}
    tests: list[EntryPoint] = []
    for one in (*impact.direct, *impact.indirect[:20]):
        kind = KINDS[int(corpus.index.kinds[corpus.index.number_of[one.path]])]
        if kind == "test":
            name = one.path.rpartition("/")[2]
            tests.append(EntryPoint(path=one.path, name=name, kind="test", via=one.via, reason=one.reason))
            continue
        data = read(one.path) if kind in {"source", "config"} and not is_secret_file(one.path) else None
        if data is not None:
            ways = entry_points_in(one.path, data, one.via)[:3]
            found.extend(way for way in ways if (way.path, way.line) not in named)
    return (*found[:_MOST_ENTRY_POINTS], *tests[:_MOST_TEST_ENTRIES])


def _keywords(corpus: Corpus, ranking: Ranking) -> tuple[Keyword, ...]:
    """The words that weigh most, in how many files they are, and the best of those files."""
    signals, index = ranking.signals, corpus.index
    if signals.hits is None:
        return ()
    by_file = signals.hits.grouped(index.chunk_file, index.size)
    place = np.full(index.size, index.size, np.int64)
    place[ranking.order] = np.arange(len(ranking.order))
    found: dict[str, Keyword] = {}
    slots: list[int] = np.argsort(-signals.worth, kind="stable").tolist()
    for slot in slots:
        files = by_file.row[by_file.slot == slot]
        term = signals.terms[slot]
        word = ranking.query.spelled.get(term, term)
        if len(files) and word.lower() not in found:
            best: list[int] = files[np.argsort(place[files], kind="stable")][:3].tolist()
            found[word.lower()] = Keyword(
                word=word, hits=len(files), files=tuple(index.paths[f] for f in best)
            )
        if len(found) == _MOST_KEYWORDS:
            break
    return tuple(found.values())


def _co_changes(corpus: Corpus, direct: list[int]) -> tuple[CoChange, ...]:
    """The surprising partners first: those that imports do not show."""
    found = [one for file in direct[:6] for one in co_change_of(corpus, file, most=6)]
    found.sort(key=lambda one: (one.imported, -one.together / (one.of + 2), one.path, one.partner))
    return tuple(found[:_MOST_CO_CHANGES])


def _between(count: FileCount) -> str:
    """`about 3 files, probably 2 to 5`."""
    files = f"about {count.total} file{'s' if count.total != 1 else ''}"
    return f"{files}, probably {count.least} to {count.most}" if count.least < count.most else files


def _breakdown(count: FileCount) -> str:
    parts = (
        (count.modify, "to modify"),
        (count.new, "new"),
        (count.test, "of tests"),
        (count.config, "of configuration"),
        (count.docs, "of documentation"),
    )
    return ", ".join(f"{number} {what}" for number, what in parts if number) or "none"
