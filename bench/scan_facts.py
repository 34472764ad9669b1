"""Facts about a repository that are read without the scan: git's own counts, imports by other means, lines as they are.

Used by `scan_reasons.py` to check what the scan says. Where both could share a mistake, this side is written differently:
Python's imports come from its own parser, JavaScript's from paths, counts from `git log` for one file at a time.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
from functools import cache, cached_property
from pathlib import Path
from posixpath import dirname, normpath

from roundtable.scan.languages import language_of
from roundtable.scan.lexicon import terms_of, words_in
from roundtable.scan.lexing import blanked, code_only, lex
from roundtable.scan.notebooks import readable
from roundtable.scan.repository import MOST_COMMITS

_DEFINES = r"\b(?:def|class|func|function|fn|fun|type|interface|struct|enum|trait|module|mod|const|static|let|var|val|record|namespace|union|macro_rules!|#\s*define)\s+(?:\([^)]*\)\s*)?(?:self\.)?{name}\b|^[ \t]*(?:(?:module\.)?exports|[\w$]+(?:\.prototype)?)\.{name}\s*=|^[ \t]*(?:export\s+)?{name}\s*[:=(<]|^[^=(\n#/]*[\s*&:~]{name}\s*(?:\(|<|\{{|=>)|^#+\s.*{name}|^{name}|^\s+{name}\s+[\w.]+\s+=\s"
_DECLARES = r"^[ \t]*(?:export\s+|pub(?:\(\w+\))?\s+|async\s+)*(?:def|class|func|function|fn|struct|trait)\s+(?:\([^)]*\)\s*)?{name}\b"
_CODE = ("*.py", "*.go", "*.rs", "*.js", "*.ts", "*.rb", "*.cs", "*.java", "*.php")
_SPECIFIER = re.compile(r"(?:\bfrom|\brequire\s*\(|\bimport\s*\(?)\s*['\"]([^'\"\n]+)['\"]")
_REQUIRE = re.compile(
    r"^\s*(require_relative|require|load|autoload\s+:\w+,)[\s(]+['\"]([^'\"\n]+)['\"]", re.MULTILINE
)
_INCLUDE = re.compile(r"^\s*#\s*include\s*[<\"]([^>\"]+)", re.MULTILINE)
_ENDINGS = ("", ".js", ".ts", ".tsx", ".jsx", ".mjs", ".cjs", ".vue", ".d.ts", ".json")


class Facts:
    """One clone with a work tree."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.files = [path for path in self.git("ls-files", "-z").split("\0") if path]
        latest = self.git("log", "--no-merges", f"-n{MOST_COMMITS}", "--format=%H").split()
        self.window = frozenset(latest)
        self.commits_of = cache(self._commits_of)
        self.text = cache(self._text)
        self.code = cache(self._code)
        self.imports = cache(self._imports)

    def git(self, *arguments: str) -> str:
        # What `grep` finds nowhere is no failure.
        must = arguments[0] != "grep"
        done = subprocess.run(["git", "-C", str(self.root), *arguments], capture_output=True, check=must)
        return done.stdout.decode("utf-8", "replace")

    def _commits_of(self, path: str, since: str = "") -> frozenset[str]:
        """The commits that touched a file, among those the scan looks at."""
        when = [f"--since={since}T00:00:00Z"] if since else []
        found = self.git("log", "--no-merges", "--full-history", *when, "--format=%H", "--", path).split()
        return self.window.intersection(found)

    def people(self, path: str) -> int:
        log = self.git("log", "--no-merges", "--full-history", "--format=%H %aN", "--", path).splitlines()
        return len({who for line in log for name, _, who in [line.partition(" ")] if name in self.window})

    def touched_by_subject(self, path: str, subject: str) -> bool:
        cut = subject.removesuffix("…").strip()
        subjects = self.git("log", "--no-merges", "--full-history", "--format=%s", "--", path).splitlines()
        return any(one.strip().startswith(cut) for one in subjects)

    def _text(self, path: str) -> str:
        try:
            return readable(path, (self.root / path).read_bytes()).decode("utf-8", "replace")
        except OSError:
            return ""

    def _code(self, path: str) -> str:
        return code_only(language_of(path), self.text(path).encode()).decode("utf-8", "replace")

    def spoken(self, path: str) -> str:
        """The text without its comments."""
        data = self.text(path).encode()
        return blanked(data, lex(language_of(path), data).comments).decode("utf-8", "replace")

    def lines(self, path: str) -> list[str]:
        return self.text(path).split("\n")

    def says(self, text: str, word: str) -> bool:
        """Whether a text has a word in one of its forms."""
        wanted = set(terms_of(word))
        return word.lower() in text.lower() or any(wanted & set(terms_of(one)) for one in set(words_in(text)))

    def has_word(self, path: str, name: str) -> bool:
        return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", self.text(path)) is not None

    def has_in_code(self, path: str, name: str) -> bool:
        return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", self.code(path)) is not None

    def defines(self, path: str, name: str) -> bool:
        last = re.escape(re.split(r"\.|::", name)[-1])
        return (
            re.search(_DEFINES.replace("{name}", last).replace("{{", "{"), self.text(path), re.MULTILINE)
            is not None
        )

    def declarers(self, name: str) -> list[str]:
        """Files whose code declares a name beyond doubt."""
        spelled = self.git("grep", "-lwFz", "-e", name, "--", *_CODE).split("\0") if name else []
        form = re.compile(_DECLARES.replace("{name}", re.escape(name)), re.MULTILINE)
        return [path for path in spelled if path and form.search(self.code(path))]

    # -- imports ---------------------------------------------------------------------------------------------------

    def does_import(self, source: str, target: str, names: tuple[str, ...] = ()) -> bool:
        """Whether a file imports another one, and takes these names from it."""
        found = self.imports(source)
        language = language_of(source).name
        if language in {"Python", "Jupyter Notebook"}:
            taken = [one for candidates, one in found if any(_is_tail(target, c) for c in candidates)]
            return bool(taken) and all(any(name in one for one in taken) for name in names)
        if language == "Go":
            return self._uses_go(source, target, names)
        if language == "C#":
            return self._sees_csharp(source, target) and self.uses_type(source, names or self.types(target))
        known = any(_is_tail(target, c) for candidates, _ in found for c in candidates)
        return (known or not found) and all(self.has_in_code(source, name) for name in names)

    def _imports(self, path: str) -> list[tuple[tuple[str, ...], frozenset[str]]]:
        """Paths (or tails of paths) that each import may mean, and the names it takes."""
        language, text = language_of(path).name, self.text(path)
        if language in {"Python", "Jupyter Notebook"}:
            return _python_imports(path, text)
        if language in {"JavaScript", "TypeScript"}:
            return [(_web_paths(path, self._unpacked(one)), frozenset()) for one in _SPECIFIER.findall(text)]
        if language in {"C", "C++", "Objective-C"}:
            return [
                ((normpath(f"{dirname(path)}/{one}"), one.lstrip("./")), frozenset())
                for one in _INCLUDE.findall(text)
            ]
        if language == "Ruby":
            return [
                (
                    (_ruby(normpath(f"{dirname(path)}/{one}") if how == "require_relative" else one),),
                    frozenset(),
                )
                for how, one in _REQUIRE.findall(text)
            ]
        return []

    def _unpacked(self, specifier: str) -> str:
        """A package of the workspace by its folder."""
        name = next(
            (one for one in self.packages if specifier == one or specifier.startswith(one + "/")), None
        )
        return specifier if name is None else (self.packages[name] + specifier[len(name) :]).lstrip("/")

    @cached_property
    def packages(self) -> dict[str, str]:
        homes = {path: dirname(path) for path in self.files if path.rpartition("/")[2] == "package.json"}
        named = {json.loads(self.text(path)).get("name"): home for path, home in homes.items()}
        return {name: home for name, home in named.items() if name and home}

    def types(self, path: str) -> tuple[str, ...]:
        found = re.findall(
            r"^[^\n/;=(]*\b(?:class|struct|interface|enum|record|delegate\s+\S+)\s+(\w+)",
            self.text(path),
            re.MULTILINE,
        )
        return tuple(dict.fromkeys(found))

    def uses_type(self, path: str, names: tuple[str, ...]) -> bool:
        code = self.code(path)
        return any(re.search(rf"(?<![\w.]){name}(?!\w|[ \t]*(?:=(?!=)|:(?!:)))", code) for name in names)

    def _sees_csharp(self, source: str, target: str) -> bool:
        """Whether the namespace of one file is in sight of another: its own, one around it, or one it is using."""
        own, other = (
            re.search(r"^\s*namespace\s+([\w.]+)", self.text(one), re.MULTILINE) for one in (source, target)
        )
        if other is None:
            return False
        around = own[1] if own else ""
        used = re.findall(
            r"^\s*(?:global\s+)?using\s+(?:static\s+|\w+\s*=\s*)?([\w.]+)\s*;",
            self.text(source),
            re.MULTILINE,
        )
        used += [
            name
            for path in self.files
            if path.endswith(".cs") and "global using" in self.text(path)
            for name in re.findall(r"global using (?:static )?([\w.]+)", self.text(path))
        ]
        seen = {around, *used, *(one.rpartition(".")[0] for one in used)}
        seen |= {".".join(around.split(".")[:end]) for end in range(1, around.count(".") + 1)}
        seen |= {f"{prefix}.{name}" for prefix in set(seen) if prefix for name in used}
        return other[1] in seen

    def _uses_go(self, source: str, target: str, names: tuple[str, ...]) -> bool:
        folder = dirname(target)
        if dirname(source) == folder:
            return all(self.has_in_code(source, name) for name in names)
        aliases = re.findall(
            rf'(?:^|\s)([\w.]+)?\s*"[^"\n]*{re.escape(folder.rpartition("/")[2])}"', self.text(source)
        )
        called = {alias for alias in aliases if alias and alias != "import"} | {
            folder.rpartition("/")[2].replace("-", ""),
            folder.rpartition("/")[2].removeprefix("go-"),
        }
        return bool(aliases) and all(
            any(re.search(rf"\b{re.escape(one)}\.{name}\b", self.code(source)) for one in called)
            for name in names
        )


def _is_tail(path: str, tail: str) -> bool:
    if tail.startswith("="):
        return path == tail[1:]
    return bool(tail) and (path == tail or path.endswith("/" + tail))


def _python_imports(path: str, text: str) -> list[tuple[tuple[str, ...], frozenset[str]]]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return []
    found: list[tuple[tuple[str, ...], frozenset[str]]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(_module_paths(alias.name.replace(".", "/")), frozenset()) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = (node.module or "").replace(".", "/")
            if node.level:
                home = "/".join(path.split("/")[: -node.level])
                base = "/".join(part for part in (home, base) if part)
            names = frozenset(alias.name for alias in node.names)
            inner = [one for name in names for one in _module_paths(f"{base}/{name}".lstrip("/"))]
            found.append(((*_module_paths(base), *inner), names))
    return found


def _module_paths(base: str) -> tuple[str, ...]:
    return (f"{base}.py", f"{base}/__init__.py", f"{base}.pyi", f"{base}.pyx") if base else ("__init__.py",)


def _ruby(required: str) -> str:
    return required if required.endswith((".rb", ".ru")) else f"{required}.rb"


def _web_paths(path: str, specifier: str) -> tuple[str, ...]:
    specifier = specifier.partition("?")[0]
    relative = specifier.startswith(".")
    base = normpath(f"{dirname(path) or '.'}/{specifier}") if relative else specifier.lstrip("@~/")
    stem = re.sub(r"\.[cm]?jsx?$", "", base)
    mark = "=" if relative else ""  # beside the file, so the whole path is known
    return tuple(
        mark + normpath(one)
        for ending in _ENDINGS
        for start in (base, stem)
        for one in (start + ending, f"{start}/index{ending}", f"{start}/src/index{ending}")
    )
