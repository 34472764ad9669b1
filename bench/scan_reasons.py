"""Is everything true that a scan says? Every reason of many scans, checked against git and the files.

    uv run bench/scan_reasons.py TREE … [--texts 12] [--show]

TREE is a clone with its files checked out. The descriptions are subjects of its own commits, asked as a session asks: what
the message says further is what was said since, with the names and messages in it, and the first file is planned. A reason
that no check understands counts as false: whoever adds a sentence to the scan adds its check here.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from scan_facts import Facts

from roundtable.analysis.scanning import Focus, ScanResult
from roundtable.interview.named import code_names, messages_in
from roundtable.scan.corpus import own_name
from roundtable.scan.coverage import is_example
from roundtable.scan.kinds import kind_of, source_stem_of_test
from roundtable.scan.service import Scanner

_TICKS = re.compile(r"`([^`]+)`")
_WINDOW = r"(?: \(last [\d,]+ commits\))?"


@dataclass(frozen=True)
class Said:
    """One sentence about one file, and what it was said on."""

    facts: Facts
    path: str
    text: str
    """The description."""
    others: tuple[str, ...] = ()
    """The direct files of the scan."""


Check = Callable[[Said, re.Match[str]], bool]


def _names(listed: str | None) -> tuple[str, ...]:
    return tuple(_TICKS.findall(listed or ""))


def imports(said: Said, match: re.Match[str]) -> bool:
    return said.facts.does_import(said.path, match["file"], _names(match["names"]))


def imported_by(said: Said, match: re.Match[str]) -> bool:
    return said.facts.does_import(match["file"], said.path) and _speaks_if_said(said, match)


def uses(said: Said, match: re.Match[str]) -> bool:
    names = _names(match["names"])
    seen = all(said.facts.has_in_code(said.path, name) for name in names)
    known = any(said.facts.defines(match["file"], name) for name in names) or match["file"].endswith(
        "__init__.py"
    )
    return seen and known and is_dependent(said.facts, said.path, match["file"], names)


def is_dependent(facts: Facts, user: str, used: str, names: tuple[str, ...]) -> bool:
    """An import of the file, of a package that hands the names on, or a common package."""
    if facts.does_import(user, used, names):
        return True
    faces = [one for one in facts.files if one.endswith(("/__init__.py", "/mod.rs", "/lib.rs"))]
    if any(facts.does_import(user, one, names) and facts.does_import(one, used) for one in faces):
        return True
    own, other = (
        re.search(r"^\s*(?:package|namespace)\s+([\w.\\]+)", facts.text(one), re.MULTILINE)
        for one in (user, used)
    )
    return own is not None and other is not None


def mentions(said: Said, match: re.Match[str]) -> bool:
    facts, names, file = said.facts, _names(match["names"]), match["file"]
    return all(
        facts.has_word(said.path, name)
        and facts.defines(file, name)
        and not set(facts.declarers(name)) - {file}
        for name in names
    )


def has(said: Said, match: re.Match[str]) -> bool:
    new = match.groupdict().get("new")
    return match["name"].rpartition(".")[2] in said.facts.text(said.path) and (
        not new or not said.facts.has_in_code(said.path, new)
    )


def has_not(said: Said, match: re.Match[str]) -> bool:
    return not said.facts.has_word(said.path, match["name"].rpartition(".")[2])


def defines_both(said: Said, match: re.Match[str]) -> bool:
    parts = re.findall(r"(defines|has) [`\"](.+?)[`\"](?=, (?:defines|has) |$)", match[0])
    return all(
        said.facts.defines(said.path, name)
        and not any(
            # Whoever imports it may override what it defines.
            kind_of(one) == "source" and not said.facts.does_import(one, said.path)
            for one in set(said.facts.declarers(name.rpartition(".")[2])) - {said.path}
            if "." not in name
        )
        if how == "defines"
        else name in said.facts.text(said.path)
        for how, name in parts
    )


def changed_together(said: Said, match: re.Match[str]) -> bool:
    other, own = said.facts.commits_of(match["file"]), said.facts.commits_of(said.path)
    return (len(other & own), len(other)) == (int(match["both"]), int(match["of"]))


def changed_since(said: Said, match: re.Match[str]) -> bool:
    counted = len(said.facts.commits_of(said.path)), len(said.facts.commits_of(said.path, match["since"]))
    return counted == (int(match["all"]), int(match["late"]))


def people(said: Said, match: re.Match[str]) -> bool:
    return said.facts.people(said.path) == int(match["n"])


def importers(said: Said, match: re.Match[str]) -> bool:
    found = [one for one in said.facts.files if one != said.path and _depends(said.facts, one, said.path)]
    return len(found) == int(match["n"])


def _depends(facts: Facts, user: str, used: str) -> bool:
    if used.endswith(".cs"):
        return user.endswith(".cs") and facts.does_import(user, used)
    if not used.endswith(".go"):
        return bool(facts.imports(user)) and facts.does_import(user, used)
    if not user.endswith(".go") or user.rpartition("/")[0] == used.rpartition("/")[0]:
        return False
    exported = set(
        re.findall(
            r"^(?:func|type|var|const)\s+([A-Z]\w*)|^\t([A-Z]\w*)\s+(?:=|struct|interface|\w+ =)",
            facts.text(used),
            re.MULTILINE,
        )
    )
    return any(facts.does_import(user, used, (name,)) for pair in exported for name in pair if name)


def long(said: Said, match: re.Match[str]) -> bool:
    return len((said.facts.root / said.path).read_bytes().splitlines()) == int(match["n"])


def no_test(said: Said, _: re.Match[str]) -> bool:
    facts, own = said.facts, own_name(said.path).lower()
    tests = [one for one in facts.files if kind_of(one) == "test"]
    if any(source_stem_of_test(one).lower() == own for one in tests):
        return False
    if re.search(r"#\[cfg\(test\)|^\s*>>> ", facts.text(said.path), re.MULTILINE):
        return False
    return not any(facts.imports(one) and facts.does_import(one, said.path) for one in tests)


def named(said: Said, match: re.Match[str]) -> bool:
    return said.path.rpartition("/")[2] in said.text


def namesakes(said: Said, match: re.Match[str]) -> bool:
    return sum(one.rpartition("/")[2] == match["file"] for one in said.facts.files) >= int(match["n"])


def defines(said: Said, match: re.Match[str]) -> bool:
    return all(said.facts.defines(said.path, name) and name in said.text for name in _names(match["names"]))


def own(said: Said, match: re.Match[str]) -> bool:
    name = match["name"].lower()
    words = re.findall(r"\w+", said.text.lower())
    forms = {
        form for word in words for form in (word, word.removesuffix("s"), word + "s", word.replace("_", ""))
    }
    return own_name(said.path) == match["name"] and name in forms


def speaks(said: Said, match: re.Match[str]) -> bool:
    lines = said.facts.lines(said.path)
    groups = match.groupdict()
    first = int(groups.get("a") or 1)
    last = int(groups.get("b") or (first if groups.get("a") and groups.get("rest") is None else len(lines)))
    symbol = (groups.get("symbol") or "").rpartition(".")[2].split("::")[-1]
    there = "\n".join(lines[first - 1 : last])
    begins = not symbol or symbol.strip("`? ")[:20] in "\n".join(lines[first - 1 : first + 3])
    return (
        last <= len(lines)
        and begins
        and all(said.facts.says(there, word) for word in match["words"].split(", "))
    )


def _speaks_if_said(said: Said, match: re.Match[str]) -> bool:
    words = match.groupdict().get("words")
    return not words or all(said.facts.says(said.facts.text(said.path), word) for word in words.split(", "))


def beside(said: Said, match: re.Match[str]) -> bool:
    return match["file"].rpartition("/")[0] == said.path.rpartition("/")[0] and _speaks_if_said(said, match)


def similar(said: Said, match: re.Match[str]) -> bool:
    shared = {word for word in re.findall(r"\w+", match["subject"]) if said.facts.says(said.text, word)}
    return said.facts.touched_by_subject(said.path, match["subject"]) and bool(shared)


def contains(said: Said, match: re.Match[str]) -> bool:
    taken, names = _names(match["taken"]), _names(match["names"])
    seen = all(said.facts.has_in_code(said.path, name) for name in taken)
    return seen and all(
        said.facts.has_word(said.path, name) and name in said.text for name in (*names, *taken)
    )


def contains_words(said: Said, match: re.Match[str]) -> bool:
    return all(said.facts.says(said.facts.text(said.path), word) for word in match["words"].split(", "))


def needed_by(said: Said, match: re.Match[str]) -> bool:
    return _leans(said.facts, match["file"], said.path, match["names"])


def needs(said: Said, match: re.Match[str]) -> bool:
    return _leans(said.facts, said.path, match["file"], match["names"])


def _leans(facts: Facts, user: str, used: str, names: str | None) -> bool:
    return is_dependent(facts, user, used, _names(names)) if names else facts.does_import(user, used)


def alone(said: Said, _: re.Match[str]) -> bool:
    rest = [one for one in said.others if one != said.path]
    pairs = ((said.path, one) for one in rest)
    return not any(said.facts.imports(a) and said.facts.does_import(a, b) for a, b in pairs)


def always(_said: Said, _match: re.Match[str]) -> bool:
    return True


_FILE, _LIST = r"`(?P<file>[^`]+)`", r"(?P<names>`[^`]+`(?:, `[^`]+`)*)"
CHECKS: tuple[tuple[re.Pattern[str], Check], ...] = tuple(
    (re.compile(pattern), check)
    for pattern, check in (
        (rf"imports {_FILE}(?: \({_LIST}\))?", imports),
        (rf"{_FILE} imports it(?P<names>)", imported_by),
        (rf"{_FILE} builds on it, and it (?:speaks of (?P<words>.+)|contains words of the text)", imported_by),
        (rf"uses {_LIST} of {_FILE}", uses),
        (rf"mentions {_LIST}, which only {_FILE} defines", mentions),
        (rf"changed in (?P<both>\d+) of the (?P<of>\d+) commits that changed {_FILE}{_WINDOW}", changed_together),
        (rf"changed in (?P<all>\d+) commits, (?P<late>\d+) of them since (?P<since>[\d-]+){_WINDOW}", changed_since),
        (rf"(?P<n>\d+) people have changed it{_WINDOW}", people),
        (r"(?P<n>\d+) files (?:import|use) it", importers),
        (r"(?P<n>\d+) lines long", long),
        (r"no test imports it, uses its names, bears its name or changes with it", no_test),
        (r"named in the text", named),
        (r"its module path is in the text", always),
        (rf"one of (?P<n>\d+) called {_FILE}", namesakes),
        (rf"defines {_LIST}, (?:named in the text|a word of the text)", defines),
        (r"the text speaks of its name, `(?P<name>[^`]+)`", own),
        (r"`(?P<symbol>.+)` \(lines? (?P<a>\d+)(?:–(?P<b>\d+))?\) speaks of (?P<words>.+)", speaks),
        (r"lines? (?P<a>\d+)(?:–(?P<b>\d+))?(?:, from `(?P<symbol>.+)` on,)? speaks? of (?P<words>.+)", speaks),
        (r"the part that was read from line (?P<a>\d+)(?P<rest>) on speaks of (?P<words>.+)", speaks),
        (rf"lies beside {_FILE}(?: and (?:speaks of (?P<words>.+)|contains words of the text))?", beside),
        (r"changed by a similar commit: “(?P<subject>.+)”", similar),
        (rf"contains {_LIST}|uses {_LIST.replace('names', 'taken')}, which it imports", contains),
        (r"speaks of (?P<words>.+)", contains_words),
        (rf"before {_FILE}, which (?:imports it|uses {_LIST})", needed_by),
        (rf"after {_FILE}: it (?:imports it|uses {_LIST})", needs),
        (r"has `(?P<name>[^`]+)`(?:, beside which `(?P<new>[^`]+)` is new)?", has),
        (r"hands out the names of `(?P<file>[^`]+)`(?P<names>)", imports),
        (r"`(?P<name>[^`]+)` is not in it yet", has_not),
        (r"(?:(?:^|, )(?:defines `[^`]+`|has \".+?\"))+", defines_both),
        (r"independent of the others", alone),
        (r"the main change|tests follow the change they prove|say what changed|nothing of its own.*|ranked among the first", always),
    )
)  # fmt: skip


def reasons_of(result: ScanResult) -> Iterator[tuple[str, str]]:
    """(file, sentence) of everything that a scan says about a file."""
    for file in result.files:
        yield from ((file.path, reason) for reason in file.reasons)
    tiers = (*result.impact.direct, *result.impact.indirect, *result.impact.distant)
    yield from ((one.path, one.reason) for one in tiers)
    yield from ((one.path, one.reason) for one in result.suggested)
    for zone in result.risk_zones:
        yield from ((zone.path, reason) for reason in zone.reasons)
    yield from ((gap.path, gap.reason) for gap in result.coverage_gaps)
    yield from ((step.path, step.reason) for step in result.implementation_order)
    for edge in result.impact.edges:
        if edge.kind == "imports" and not edge.source.endswith((".go", ".cs")):
            yield edge.source, f"imports `{edge.target}`"
    for one in result.co_change:
        yield one.partner, f"changed in {one.together} of the {one.of} commits that changed `{one.path}`"


def places_of(facts: Facts, result: ScanResult) -> Iterator[tuple[str, bool]]:
    """Lines that are cited, and whether they are there and hold what is quoted."""
    for file in result.files:
        for place in file.look_at:
            path, _, line = place.rpartition(":")
            yield place, path == file.path and int(line) <= len(facts.lines(path))
    for mention in result.mentions:
        name = mention.text if mention.is_message else mention.text.rpartition(".")[2]
        for at in mention.occurrences:
            line = facts.lines(at.path)[at.line - 1] if at.line <= len(facts.lines(at.path)) else ""
            told = f"{at.path}:{at.line} {at.role} {mention.text}"
            yield told, name in line and (at.role != "defines" or facts.defines(at.path, name))
    for one in result.entry_points:
        yield f"{one.path} is a way in", one.kind == "test" or not is_example(one.path)
        if one.line and "runs it" not in one.reason and one.kind != "test":
            line = (
                facts.lines(one.path)[one.line - 1].strip() if one.line <= len(facts.lines(one.path)) else ""
            )
            yield f"{one.path}:{one.line} {one.reason}", one.reason[:30] in line or "***" in one.reason
        elif one.kind != "test" and one.line is None:
            yield f"{one.path} {one.reason}", False


def _focus(scanner: Scanner, text: str) -> Focus:
    """What a session would know: the first file is planned, the rest of the message was said."""
    title, _, body = text.partition("\n")
    first = scanner.scan(title).impact.direct[:1]
    return Focus(
        statements=tuple(line for line in body.splitlines() if line.strip()),
        names=tuple(dict.fromkeys(name.text for name in code_names(text))),
        messages=messages_in(text),
        plan=tuple(one.path for one in first),
    )


def check(said: Said, reason: str) -> tuple[str, bool]:
    for pattern, is_true in CHECKS:
        match = pattern.fullmatch(reason)
        if match is not None:
            return is_true.__name__, is_true(said, match)
    return "not understood", False


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("trees", type=Path, nargs="+")
    parser.add_argument("--texts", type=int, default=12, help="descriptions per repository")
    parser.add_argument("--show", action="store_true", help="print what is false")
    arguments = parser.parse_args()
    print("| repository | scans | sentences | false |\n| --- | --- | --- | --- |")
    for tree in arguments.trees:
        facts = Facts(tree.resolve())
        messages = facts.git("log", "--no-merges", "-n600", "--format=%B%x00").split("\0")
        texts = [
            one
            for one in map(str.strip, messages)
            if len(one.partition("\n")[0].split()) >= 4 and not re.match(r"(?i)bump|release|merge", one)
        ]
        texts = texts[:: max(1, len(texts) // arguments.texts)][: arguments.texts]
        counted, wrong = Counter[str](), Counter[str]()
        with tempfile.TemporaryDirectory() as cache:
            scanner = Scanner(tree, Path(cache))
            for text in texts:
                result = scanner.scan(text.partition("\n")[0], focus=_focus(scanner, text))
                direct = tuple(one.path for one in result.impact.direct)
                told = [
                    (p, r, *check(Said(facts, p, text, direct), r))
                    for p, r in dict.fromkeys(reasons_of(result))
                ]
                told += [(p, "", "place", right) for p, right in places_of(facts, result)]
                for path, reason, kind, right in told:
                    counted[kind] += 1
                    wrong[kind] += not right
                    if arguments.show and not right:
                        print(f"  {kind}: {path}: {reason}   ({text[:60]})")
        print(f"| {tree.name} | {len(texts)} | {counted.total()} | {wrong.total()} |", flush=True)
        if arguments.show:
            print("  " + ", ".join(f"{kind} {wrong[kind]}/{counted[kind]}" for kind in sorted(counted)))


if __name__ == "__main__":
    main()
