"""Put the parts of an answer together: from a ranking to a `ScanResult`. Pure.

Files are read through the function it is given, only for excerpts and entry points; a file that cannot be read any
more costs its excerpt and nothing else.
"""

from collections import Counter

import numpy as np

from roundtable.analysis import scanning
from roundtable.scan.anchors import look_up
from roundtable.scan.clues import files_ending
from roundtable.scan.corpus import Corpus, Read
from roundtable.scan.coverage import coverage_gaps, is_example, tests_of
from roundtable.scan.danger import implementation_order, risk_zones
from roundtable.scan.entrypoints import entry_points_in, is_said_in
from roundtable.scan.estimate import estimate_complexity, estimate_files, scope_of
from roundtable.scan.excerpts import excerpt_of, line_to_show
from roundtable.scan.impact import arrows_between, find_impact
from roundtable.scan.kinds import is_secret_file
from roundtable.scan.likely import MOST_DIRECT, choose_direct, confidence_in
from roundtable.scan.mentions import definers
from roundtable.scan.notebooks import readable
from roundtable.scan.rank import Ranking
from roundtable.scan.reasons import reasons_for, words_in_chunk
from roundtable.scan.relations import co_change_of
from roundtable.scan.suggested import suggested
from roundtable.scan.uses import Users, find_users

_MOST_ENTRY_POINTS = 12
_MOST_TEST_ENTRIES = 3
_MOST_KEYWORDS = 12
_MOST_CO_CHANGES = 12
_MOST_SPEAKING = 300
_MOST_LINES = 5


def answer(
    ranking: Ranking,
    text: str,
    top: int,
    read: Read,
    notes: tuple[str, ...],
    focus: scanning.Focus,
    mentions: tuple[scanning.Mention, ...],
) -> scanning.ScanResult:
    corpus = ranking.corpus
    remark, goes_on = _remark(ranking, text, read)
    found = _before_ranking(corpus, text, focus, (*notes, *remark))
    if not goes_on:
        return found
    order, number_of = ranking.order, corpus.index.number_of
    reasons = {file: reasons_for(ranking, file) for file in order[: max(top, 10)]}
    plan = [number_of[path] for path in focus.plan if path in number_of]
    defining = {number_of[path]: why for path, why in definers(mentions, focus).items()}
    likely = choose_direct(ranking) if order else []
    direct = list(dict.fromkeys([*defining, *likely]))[:MOST_DIRECT]
    changing = list(dict.fromkeys([*plan, *direct]))
    users = find_users(corpus, changing, read)
    first = {file: said[0] for file, said in reasons.items()} | defining
    impact = _impact(ranking, direct, first, users, focus) if direct else scanning.Impact()
    if plan:
        edges = dict.fromkeys((*arrows_between(corpus, changing), *impact.edges))
        impact = impact.model_copy(update={"edges": tuple(edges)})
    tests = _tests(ranking, direct, users)
    count = estimate_files(ranking, direct, tests)
    confidence, confidence_reason = confidence_in(ranking)
    complexity, complexity_reason = estimate_complexity(ranking, direct, count)
    docs = [file for file in order[:30] if corpus.index.kind(file) == "docs"][: count.docs]
    return found.model_copy(
        update={
            "mentions": mentions,
            "suggested": suggested(corpus, likely, mentions, focus) if plan else (),
            "keywords": _keywords(ranking),
            "files": tuple(_ranked(ranking, file, reasons[file], read) for file in order[:top]),
            "impact": impact,
            "entry_points": _entry_points(corpus, impact, read, focus),
            "risk_zones": risk_zones(corpus, direct, users, read),
            "co_change": _co_changes(corpus, direct),
            "coverage_gaps": coverage_gaps(corpus, changing, users, read),
            "implementation_order": implementation_order(corpus, direct, tests[: count.test], docs, users),
            "scope": scope_of(count.total),
            "scope_reason": f"{_between(count)} ({_breakdown(count)})",
            "file_count": count,
            "confidence": confidence,
            "confidence_reason": confidence_reason,
            "complexity": complexity,
            "complexity_reason": complexity_reason,
        }
    )


def _before_ranking(
    corpus: Corpus, text: str, focus: scanning.Focus, notes: tuple[str, ...]
) -> scanning.ScanResult:
    """What can be said without any words to search for."""
    languages = Counter(language for language in sorted(corpus.index.languages) if language)
    history = corpus.history
    since = history.day(int(history.times.argmin())) if history.commits else None
    return scanning.ScanResult(
        description=text,
        focus=focus,
        history=scanning.HistoryWindow(commits=history.commits, whole=history.whole, since=since),
        languages=tuple(languages.most_common()),
        total_files=corpus.index.size,
        notes=notes,
    )


def _remark(ranking: Ranking, text: str, read: Read) -> tuple[list[str], bool]:
    """What a reader should know before the files are listed, and whether there is anything to list at all."""
    if not ranking.corpus.index.size:
        return ["There are no text files to scan here."], False
    if ranking.query.is_empty:
        return ["The description has no words to search for; say what should change."], False
    remarks: list[str] = []
    if len(text.split()) == 1:
        # One word may be meant as a place; when it is no place, a reader should know before the words are searched.
        place = look_up(ranking.corpus, text, read)
        if place.candidates and place.found is None:
            remarks.append(place.problem)
    if not ranking.order:
        remarks.append("No file contains a word of the description; all of it would be new here.")
    return remarks, True


def _impact(
    ranking: Ranking, direct: list[int], reasons: dict[int, str], users: Users, focus: scanning.Focus
) -> scanning.Impact:
    """The tiers without what is ruled out; only files that contain a word of the description count as speaking of it."""
    speaking, best_chunk = ranking.signals.columns["body"] > 0, ranking.signals.best_chunk
    order = [file for file in ranking.order[:_MOST_SPEAKING] if speaking[file]]

    def said(file: int) -> list[str]:
        return words_in_chunk(ranking, int(best_chunk[file]), 3)

    def kept(tier: tuple[scanning.Impacted, ...]) -> tuple[scanning.Impacted, ...]:
        return tuple(one for one in tier if not focus.rules_out(one.path))

    whole = find_impact(ranking.corpus, direct, order, reasons, users, said)
    tiers = {"direct": kept(whole.direct), "indirect": kept(whole.indirect), "distant": kept(whole.distant)}
    return whole.model_copy(update=tiers)


def _tests(ranking: Ranking, direct: list[int], users: Users) -> list[int]:
    """The tests of the first direct changes, the most promising first."""
    found = {test for file in direct[:3] for test in tests_of(ranking.corpus, file, users)}
    return sorted(found, key=lambda file: (-float(ranking.scores[file]), file))


def _ranked(ranking: Ranking, file: int, reasons: tuple[str, ...], read: Read) -> scanning.RankedFile:
    index, scores, order = ranking.corpus.index, ranking.scores, ranking.order
    path, chunk = index.paths[file], int(ranking.signals.best_chunk[file])
    excerpt, line, best_line = "", None, None
    if is_secret_file(path):
        excerpt = "(not shown: a file of this name may hold secrets)"
    elif chunk >= 0 and (data := read(path)) is not None:
        words = words_in_chunk(ranking, chunk, 8)
        text = readable(path, data)
        excerpt, line, fitting = excerpt_of(text, int(index.chunk_line[chunk]), words)
        best_line = line_to_show(ranking.corpus, file, text, fitting)
    rows = [row for _, row in ranking.signals.defined.get(file, ())][:5]
    best, worst = float(scores[order[0]]), float(scores[order[-1]])
    kind = index.kind(file)
    return scanning.RankedFile(
        path=path,
        score=round((float(scores[file]) - worst) / ((best - worst) or 1.0), 4),
        reasons=reasons,
        excerpt=excerpt,
        line=line,
        look_at=_look_at(ranking, file, best_line, rows),
        symbols=tuple(dict.fromkeys(ranking.corpus.qualified_name(row) for row in rows)),
        is_test=kind == "test",
        kind=kind,
        language=index.languages[file],
    )


def _look_at(ranking: Ranking, file: int, line: int | None, rows: list[int]) -> tuple[str, ...]:
    """Lines that the text names in this file, then the definitions it names, then the passage that fits best."""
    corpus, index = ranking.corpus, ranking.corpus.index
    named = [one.line for one in ranking.query.files if one.line and file in files_ending(corpus, one.path)]
    wanted = [*named, *(int(index.def_line[row]) for row in rows), line]
    found = dict.fromkeys(one for one in wanted if one is not None and 1 <= one <= int(index.lines[file]))
    return tuple(f"{index.paths[file]}:{one}" for one in list(found)[:_MOST_LINES])


def _entry_points(
    corpus: Corpus, impact: scanning.Impact, read: Read, focus: scanning.Focus
) -> tuple[scanning.EntryPoint, ...]:
    """Ways in: all of the files of the plan that were named, a few of the direct and the nearest indirect files; tests last."""
    said = " ".join(focus.statements)
    found: list[scanning.EntryPoint] = []
    for path in focus.plan:
        data = read(path) if path in corpus.index.number_of and not is_secret_file(path) else None
        found += [one for one in entry_points_in(path, data or b"", most=None) if is_said_in(one.name, said)]
    named = {(one.path, one.line) for one in found}
    tests: list[scanning.EntryPoint] = []
    for one in (*impact.direct, *impact.indirect[:20]):
        kind = corpus.index.kind(corpus.index.number_of[one.path])
        if kind == "test":
            path, name = one.path, one.path.rpartition("/")[2]
            tests.append(
                scanning.EntryPoint(path=path, name=name, kind="test", via=one.via, reason=one.reason)
            )
            continue
        is_way_in = kind in {"source", "config"} and not is_secret_file(one.path) and not is_example(one.path)
        if is_way_in and (data := read(one.path)) is not None:
            ways = entry_points_in(one.path, data, one.via)[:3]
            found.extend(way for way in ways if (way.path, way.line) not in named)
    return (*found[:_MOST_ENTRY_POINTS], *tests[:_MOST_TEST_ENTRIES])


def _keywords(ranking: Ranking) -> tuple[scanning.Keyword, ...]:
    """The words that weigh most, in how many files they are, and the best of those files."""
    signals, index = ranking.signals, ranking.corpus.index
    if signals.hits is None:
        return ()
    by_file = signals.hits.grouped(index.chunk_file, index.size)
    place = np.full(index.size, index.size, np.int64)
    place[ranking.order] = np.arange(len(ranking.order))
    found: dict[str, scanning.Keyword] = {}
    slots: list[int] = np.argsort(-signals.worth, kind="stable").tolist()
    for slot in slots:
        files = by_file.row[by_file.slot == slot]
        term = signals.terms[slot]
        word = ranking.query.spelled.get(term, term)
        if len(files) and word.lower() not in found:
            best: list[int] = files[np.argsort(place[files], kind="stable")][:3].tolist()
            paths = tuple(index.paths[file] for file in best)
            found[word.lower()] = scanning.Keyword(word=word, hits=len(files), files=paths)
        if len(found) == _MOST_KEYWORDS:
            break
    return tuple(found.values())


def _co_changes(corpus: Corpus, direct: list[int]) -> tuple[scanning.CoChange, ...]:
    """The surprising partners first: those that imports do not show."""
    found = [one for file in direct[:6] for one in co_change_of(corpus, file, most=6)]
    found.sort(key=lambda one: (one.imported, -one.together / (one.of + 2), one.path, one.partner))
    return tuple(found[:_MOST_CO_CHANGES])


def _between(count: scanning.FileCount) -> str:
    """`about 3 files, probably 2 to 5`."""
    files = f"about {count.total} file{'s' if count.total != 1 else ''}"
    return f"{files}, probably {count.least} to {count.most}" if count.least < count.most else files


def _breakdown(count: scanning.FileCount) -> str:
    parts = (
        (count.modify, "to modify"), (count.new, "new"), (count.test, "of tests"), (count.config, "of configuration"),
        (count.docs, "of documentation"),
    )  # fmt: skip
    return ", ".join(f"{number} {what}" for number, what in parts if number) or "none"
