"""Is everything true that a session says about the code? What was said and written, checked against git and the files.

    uv run bench/scan_sessions.py TREE … [--show]

TREE is a clone in which items were analysed (`docs/requirements/*`). Read are the scans of the journal, what Alex and Jordan
said, and the documents: imports, places, forms, callers, ways in, missing tests, and every link to a line. A sentence about
a place in the code that no check understands counts as false: whoever adds one adds its check here or in `scan_reasons`.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from scan_facts import Facts
from scan_reasons import Said, check, is_dependent, reasons_of

from roundtable.analysis.scanning import ScanResult
from roundtable.scan.kinds import kind_of

_TICKS = re.compile(r"`([^`]+)`")
_PLACE = re.compile(r"`([^`:]+\.\w+):(\d+)`")
_LINK = re.compile(r"\[(?P<text>[^\]]+)\]\((?:\.\./)+(?P<path>[^)#]+)(?:#L(?P<a>\d+)(?:-L(?P<b>\d+))?)?\)")
_SEEN = re.compile(
    r"(?:(?P<verb>calls?|raises?|catch(?:es)?|overrides?|exports?|names?|ha(?:s|ve)) )?(?:`(?P<name>[^`]+)`|\"(?P<words>[^\"]+)\")$"
)
_IMPORT = re.compile(
    r"(?P<users>`[^`]+`(?:, `[^`]+`)*(?: and `[^`]+`)?) imports? (?P<used>`[^`]+`(?:, `[^`]+`)*(?: and `[^`]+`)?)[.;]"
)
_IMPORTED = re.compile(r"`(?P<used>[^`]+)` is imported by (?P<users>[^.]*?(?:`[^`]+`[^`.]*)+)\.(?: |$)")
_STANDS = re.compile(
    r"(?:`(?P<name>[^`]+)`|\"(?P<words>[^\"]+)\") stands at (?P<places>(?:`[^`]+`[^`]*?)+?)(?:\.(?:\s|$))"
)
_DEFINED = re.compile(
    r"`(?P<name>[^`]+)` is defined at (?P<places>.+?)\. (?:Calls by that name are at (?P<calls>.+?)\. |I see no call by that name in the source; it stands at (?P<spelled>.+?)\. |Nothing else)"
)
_FORM = re.compile(r"`(?P<form>[^`]+)` at `(?P<path>[^`:]+):(?P<line>\d+)`")
_WAYS = re.compile(r"`([^`]+)` \(`([^`]+)`\)")
_UNTESTED = re.compile(r"No test was seen to reach (?P<files>[^.]*?(?:`[^`]+`[^`.]*)+)\.(?:\s|$)")  # fmt: skip
_STARTS = re.compile(
    r"subprocess|child_process|os/exec|process::Command|assert_cmd|open3|execa|pexpect", re.IGNORECASE
)


class Heard:
    """What one session said about one tree: (sentence, whether it is true)."""

    def __init__(self, facts: Facts, item: Path) -> None:
        self.facts, self.item = facts, item
        self.told: list[tuple[str, str, bool]] = []
        events = [
            json.loads(line) for line in (item / "journal.jsonl").read_text(encoding="utf-8").splitlines()
        ]
        heard: list[str] = []
        for event in events:
            if event["kind"] == "heard":
                heard.append(event["text"])
            elif event["kind"] == "scan_taken" and event.get("scan"):
                self._scan(ScanResult.model_validate(event["scan"]), heard)
            elif event["kind"] == "said" and event.get("persona") in {
                "solutions-architect",
                "system-designer",
            }:
                self._said(event["text"])
        for document in sorted(item.glob("*.md")):
            if document.name != "draft.md":
                text = re.sub(
                    r"^\[\^.*$|\[\^\w+\]", "", document.read_text(encoding="utf-8"), flags=re.MULTILINE
                )
                for line in text.splitlines():
                    self._links(line)
                    self._said(line, is_document=True)

    def _note(self, kind: str, sentence: str, right: bool) -> None:
        self.told.append((kind, sentence, right))

    def _scan(self, scan: ScanResult, heard: list[str]) -> None:
        text = "\n".join((scan.description, *heard))
        direct = tuple(one.path for one in scan.impact.direct)
        for path, reason in dict.fromkeys(reasons_of(scan)):
            kind, right = check(Said(self.facts, path, text, direct), reason)
            self._note(f"scan: {kind}", f"{path}: {reason}", right)

    def _has(self, path: str, line: str | int, words: str) -> bool:
        lines = self.facts.lines(path)
        last = re.split(r"\.|::|#", words)[-1] if " " not in words else words
        return int(line) <= len(lines) and last in lines[int(line) - 1]

    def _said(self, text: str, *, is_document: bool = False) -> None:
        known = False
        for one in _IMPORT.finditer(text):
            pairs = [(a, b) for a in _TICKS.findall(one["users"]) for b in _TICKS.findall(one["used"])]
            for user, used in pairs:
                self._note("imports", f"{user} imports {used}", is_dependent(self.facts, user, used, ()))
            known = True
        for one in _IMPORTED.finditer(text):
            for user in _TICKS.findall(one["users"]):
                self._note(
                    "imported by",
                    f"{user} imports {one['used']}",
                    is_dependent(self.facts, user, one["used"], ()),
                )
            known = True
        for one in _DEFINED.finditer(text):
            for path, line in _PLACE.findall(one["places"]):
                right = self._has(path, line, one["name"]) and self.facts.defines(path, one["name"])
                self._note("defined", f"{one['name']} at {path}:{line}", right)
            for path, line in _PLACE.findall(one["calls"] or one["spelled"] or ""):
                self._note("used", f"{one['name']} at {path}:{line}", self._has(path, line, one["name"]))
            known = True
        for one in () if known else _STANDS.finditer(text):
            for path, line in _PLACE.findall(one["places"]):
                self._note(
                    "stands",
                    f"{one['name'] or one['words']} at {path}:{line}",
                    self._has(path, line, one["name"] or one["words"]),
                )
            known = True
        for one in () if known else _FORM.finditer(text):
            name = next(iter(re.findall(r"\w+(?=\s*[(<\[])", one["form"])), one["form"])
            self._note("form", one[0], self._has(one["path"], one["line"], name))
            known = True
        for one in _UNTESTED.finditer(text):
            for path in _TICKS.findall(one["files"]):
                self._note("no test", f"{path} {one[0]}", self._is_untested(path))
            known = True
        if "The code shows these ways in" in text:
            for name, path in _WAYS.findall(text):
                self._note(
                    "way in", f"{name} in {path}", path.endswith(name) or name in self.facts.text(path)
                )
            known = True
        if not known and not is_document and _PLACE.search(text):
            self._note("not understood", text, right=False)

    def _is_untested(self, path: str) -> bool:
        tests = [one for one in self.facts.files if kind_of(one) == "test"]
        if any(one.endswith((".sh", ".bats")) or _STARTS.search(self.facts.text(one)) for one in tests):
            return False
        return not any(self.facts.imports(one) and self.facts.does_import(one, path) for one in tests)

    def _links(self, line: str) -> None:
        """Each link to lines, and what stands before it: the name or the words that are there, or the file itself."""
        before = ""
        end = 0
        for link in _LINK.finditer(line):
            gap = line[end : link.start()]
            end = link.end()
            # "`x` [3](…), [5](…) and 2 more lines" speaks of one name all along.
            before = gap if "`" in gap or '"' in gap else before
            if link["a"] is None:
                continue
            path, first, last = link["path"], int(link["a"]), int(link["b"] or link["a"])
            if link["text"].strip("`") == path:
                code = self.facts.spoken(path).split("\n")
                self._note("link", f"{path}:{first}", last <= len(code) and bool(code[first - 1].strip()))
                continue
            seen = _SEEN.search(before.rstrip(" (·"))
            if seen is not None and seen["name"] == path:  # "`a.py` ([3](…)) and `b.py` ([5](…)) call `x`"
                seen = _SEEN.search(re.split(r"\.\s*$", line)[0])
            if seen is None:
                self._note("link", f"not understood: {line[:160]}", last <= len(self.facts.lines(path)))
                continue
            words = seen["name"] or seen["words"]
            right = all(self._has(path, at, words) for at in range(first, last + 1))
            if right and seen["verb"] in {"calls", "call"}:
                right = self.facts.has_in_code(path, re.split(r"\.|::", words)[-1])
            self._note("link", f"{seen[0]} {path}:{first}", right)


def sessions(tree: Path) -> Iterator[Path]:
    return (journal.parent for journal in sorted(tree.glob("docs/requirements/*/journal.jsonl")))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("trees", type=Path, nargs="+")
    parser.add_argument("--show", action="store_true", help="print what is false")
    arguments = parser.parse_args()
    print("| repository | session | sentences | false |\n| --- | --- | --- | --- |")
    for tree in arguments.trees:
        facts = Facts(tree.resolve())
        for item in sessions(tree):
            told = dict.fromkeys(Heard(facts, item).told)
            wrong = [one for one in told if not one[2]]
            for kind, sentence, _ in wrong if arguments.show else ():
                print(f"  {kind}: {sentence}")
            print(f"| {tree.name} | {item.name} | {len(told)} | {len(wrong)} |", flush=True)
            if arguments.show:
                counted = Counter(kind for kind, _, _ in told)
                print("  " + ", ".join(f"{kind} {many}" for kind, many in sorted(counted.items())))


if __name__ == "__main__":
    main()
