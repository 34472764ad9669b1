"""Read a description: which words carry it, and what it names outright.

A description may be one sentence, an issue with code and a traceback, or a hundred thousand characters of log, in
any language. `read_description` never fails; it bounds its work and keeps what points at code:

- terms with weights (the title counts most, names in code count more than prose);
- names that look like code, dotted paths, mentions of files, frames of tracebacks.
"""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from math import log1p

from roundtable.scan.languages import language_of
from roundtable.scan.lexicon import is_stop, stem, terms_of, words_in

MAX_TEXT = 40_000
_TITLE_LENGTH = 220

_URL = re.compile(r"https?://\S+")
_HTML_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_PATH = re.compile(
    r"(?<![\w/.\\-])((?:[A-Za-z]:)?[\w.@~+-]*(?:[/\\][\w.@+-]+)*[/\\]?[\w@+-][\w.@+-]*\.[A-Za-z][A-Za-z0-9]{0,7})(?![\w(])"
    r"(?:(?::|#L|\", line |', line |\()(\d+))?(?:, in ([\w<>]+))?"
)
_JAVA_FRAME = re.compile(r"\bat ([\w.$]+)\.([\w$<>]+)\(([\w$]+\.\w+)(?::(\d+))?\)")
_DOTTED = re.compile(r"(?<![\w/\\])([A-Za-z_]\w*(?:(?:\.|::|#|->)[A-Za-z_]\w*)+)(?!\w)")
_HYPHENATED = re.compile(r"\b[A-Za-z]\w*(?:-[A-Za-z]\w*)+\b")
_CALL = re.compile(r"(?<!\w)([A-Za-z_]\w*)\(")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w+|(?<!\w)[A-Z](?=\()")
_BACKTICK = re.compile(r"`{1,3}([^`\n]{2,200})`{1,3}")
_SHAPED = re.compile(r"[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|^[A-Z]{2,}[a-z]|^__\w+__$|^[A-Z][A-Z0-9_]{3,}$")
_NOT_A_FILE = re.compile(r"\.(?:com|org|net|io|png|jpg|jpeg|gif|pdf|log)$", re.IGNORECASE)


@dataclass(frozen=True)
class FileMention:
    """A file named in the text; `rank` 0 is the innermost frame of a traceback, or a plain mention."""

    path: str
    line: int | None = None
    function: str | None = None
    frame: bool = False
    rank: int = 0


@dataclass(frozen=True)
class Query:
    """What a description gives the ranking to work with."""

    text: str
    title: str
    terms: dict[str, float]  # term and weight, heaviest first
    title_terms: dict[str, float]
    prose_terms: dict[str, float]
    """The terms of what is said in sentences: code samples and tracebacks name much that is beside the point."""
    names: dict[str, float]  # identifiers as written, with how plainly they are meant as code
    prose_names: dict[str, float]
    plain: dict[str, float]  # ordinary words as written: they may still be the name of something
    dotted: tuple[tuple[str, ...], ...]
    files: tuple[FileMention, ...]
    spelled: dict[str, str]  # each term as the description spells it
    operators: tuple[str, ...] = ()  # the methods that the operators in its examples call
    components: tuple[str, ...] = ()  # what the title says it is about before it says what it wants

    @property
    def is_empty(self) -> bool:
        return not self.terms and not self.files


# `[processor/batch] Add a limit`, `promql: add a limit` and `feat(parser): add a limit` name a component and then ask for
# something. The component is kept, the kind of work (`feat`) and the verb that asks (`add`) are not: "Add …" is no call of `add`.
_PREFIX = re.compile(
    r"(?:\[(?P<tag>[^\]\n]{1,60})\]:?\s*|(?P<part>[\w./@*+-]{1,40}(?:\s*,\s*[\w./@*+-]{1,40}){0,3})(?:\((?P<scope>[^)\n]{1,60})\))?!?:\s+)"
)
_KINDS_OF_WORK = frozenset([
    "feat", "feature", "fix", "bugfix", "hotfix", "bug", "docs", "doc", "chore", "refactor", "test", "tests",
    "perf", "build", "ci", "style", "revert", "wip", "deps", "enhancement", "improvement", "request", "rfc", "task"
])  # fmt: skip
_ASKS = re.compile(
    r"(?:please\s+)?(?:add|adds|adding|implement|introduce|provide|allow|enable)\s+(?=[^\s(.=]*\w)",
    re.IGNORECASE,
)


def components_of(title: str) -> tuple[tuple[str, ...], str]:
    """The components that a title begins with, and what it says of them."""
    components: list[str] = []
    at = 0
    while (match := _PREFIX.match(title, at)) is not None:
        named = match["tag"] or match["scope"] or match["part"]
        parts = [part for part in named.replace(",", " ").split() if part.lower() not in _KINDS_OF_WORK]
        components += [part for part in parts if re.search(r"[^\W\d]", part)]
        at = match.end()
    asked = _ASKS.match(title, at)
    return tuple(dict.fromkeys(components)), title[asked.end() if asked else at :]


def matter_of(title: str) -> str:
    """The title as a search would want it: components and what is said. One without prefix or request is its own matter."""
    components, rest = components_of(title)
    # Said twice: where something belongs is worth more than one word of what it is.
    return " ".join((*components, *components, rest)) if rest.strip() else title


def _title_and_body(text: str) -> tuple[str, str]:
    first, _, rest = text.strip().partition("\n")
    first = first.strip().lstrip("#").strip()
    if len(first) > _TITLE_LENGTH:
        end = re.search(r"[.!?。！？]\s", first)
        cut = end.end() if end and end.end() <= _TITLE_LENGTH else _TITLE_LENGTH
        return first[:cut], first[cut:] + "\n" + rest
    return first, rest


def _files(text: str) -> list[FileMention]:
    found: list[FileMention] = []
    for match in _JAVA_FRAME.finditer(text):
        folder = "/".join(match[1].split(".")[:-1])
        line = int(match[4]) if match[4] else None
        found.append(FileMention(f"{folder}/{match[3]}".lstrip("/"), line, match[2], frame=True))
    in_frames = {one.path.rpartition("/")[2] for one in found}
    frames: list[FileMention] = []
    for match in _PATH.finditer(text):
        path = match[1].replace("\\", "/")
        # `models.CharField` looks like a file name, too: without a folder only an ending we know makes one.
        if not language_of(path).name and ("/" not in path or _NOT_A_FILE.search(path)):
            continue
        line = int(match[2]) if match[2] and len(match[2]) < 8 else None
        mention = FileMention(path, line, match[3], frame=match[3] is not None)
        (frames if mention.frame else found).append(mention)
    # Python prints the innermost frame last, Java and JavaScript print it first.
    frames.reverse()
    if in_frames:
        found = [one for one in found if one.frame or one.path not in in_frames]
        return [replace(one, rank=rank) for rank, one in enumerate(found)]
    return [*found, *(replace(one, rank=rank) for rank, one in enumerate(frames))]


def _names(title: str, body: str) -> tuple[dict[str, float], dict[str, float]]:
    names: defaultdict[str, float] = defaultdict(float)
    plain: defaultdict[str, float] = defaultdict(float)
    for text, factor in ((title, 3.0), (body, 1.0)):
        ticked = {name for span in _BACKTICK.findall(text) for name in _IDENTIFIER.findall(span)}
        called = set(_CALL.findall(text))
        dotted = {part for path in _DOTTED.findall(text) for part in _IDENTIFIER.findall(path)}
        for name, count in Counter(_IDENTIFIER.findall(text)).items():
            # i, os, db mean no place; Q(…) does.
            if len(name) < 3 and not (name[0].isupper() and name in called):
                continue
            shape = 1.0 if _SHAPED.search(name) else 0.0
            shape += 0.7 * (name in ticked) + 0.6 * (name in called) + 0.5 * (name in dotted)
            if shape:
                names[name] += factor * min(shape, 2.0) * log1p(count)
            elif not is_stop(name.lower()):
                plain[name] += factor * log1p(count)
    return dict(names), dict(plain)


_CODE_START = re.compile(
    r"^\s*(?:>>>|\.\.\.|\$ |#include|import |from \w[\w.]* import|def |class |@\w|File \"|at \w|Traceback|[{}\]\[)(]|//|function |const |let |var |public |private |return |\|)"
)
_CODE_MARKS = re.compile(r"[=(){}\[\]<>;_\"'/\\|@$%^&*+]")


def _prose(text: str) -> str:
    """The lines that read like sentences."""
    kept: list[str] = []
    fenced = False
    for line in text.splitlines():
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
            continue
        if fenced or _CODE_START.match(line):
            continue
        bare = line.strip()
        if bare and len(_CODE_MARKS.findall(bare)) / len(bare) < 0.09 and (" " in bare or not bare.isascii()):
            kept.append(line)
    return "\n".join(kept)


_OPERATORS = {
    "**": "pow", "//": "floordiv", "@": "matmul", "%": "mod", "&": "and", "|": "or", "^": "xor", "<<": "lshift", ">>": "rshift",
    "+": "add", "-": "sub", "*": "mul", "/": "truediv",
}  # fmt: skip
_OPERATION = re.compile(r"[\w)\]}'\"](?:( ?)(\*\*)\1| (//|<<|>>|[@%&|^+\-*/]) )(?=[\w(\[{'\"~-])")
"""Between two values: `**options`, paths and prompts are none."""


def _operators(body: str, prose: str) -> tuple[str, ...]:
    """The methods by which Python does what the operators in the examples ask for."""
    said = set(prose.splitlines())
    code = [*(line for line in body.splitlines() if line not in said), *_BACKTICK.findall(prose)]
    signs = {match[2] or match[3] for match in _OPERATION.finditer("\n".join(code))}
    return tuple(f"__{_OPERATORS[sign]}__" for sign in sorted(signs))


def _weigh(title: str, body: str, names: dict[str, float]) -> tuple[dict[str, float], dict[str, float]]:
    in_title: Counter[str] = Counter()
    in_body: Counter[str] = Counter()
    for text, into in ((title, in_title), (body, in_body)):
        for word, count in Counter(words_in(text)).items():
            for term in terms_of(word):
                if not is_stop(term):
                    into[term] += count
        # If-Modified-Since is written if_modified_since or IfModifiedSince in code.
        for word, count in Counter(_HYPHENATED.findall(text)).items():
            into[stem(word.replace("-", "").lower())] += count
    coded = {term for name in names for term in terms_of(name)}
    weights: dict[str, float] = {}
    for term in in_title.keys() | in_body.keys():
        weight = 2.0 * min(in_title[term], 2) + log1p(in_body[term])
        weights[term] = weight * (1.3 if term in coded else 1.0)
    ordered = sorted(weights.items(), key=lambda pair: (-pair[1], pair[0]))
    return dict(ordered), {term: log1p(count) for term, count in in_title.items()}


def _spellings(text: str) -> dict[str, str]:
    spelled: dict[str, str] = {}
    for word in words_in(text):
        for term in terms_of(word):
            if term not in spelled or (len(word) < len(spelled[term]) and not spelled[term].isupper()):
                spelled[term] = word
    for word in _HYPHENATED.findall(text):
        spelled.setdefault(stem(word.replace("-", "").lower()), word)
    return spelled


def read_description(text: str) -> Query:
    """Take a description apart. Long ones are read at both ends, where people put the point and the traceback."""
    text = text.replace("\0", " ")
    if len(text) > MAX_TEXT:
        text = text[: MAX_TEXT // 2] + "\n" + text[-MAX_TEXT // 2 :]
    without_links = _URL.sub(" ", _HTML_COMMENT.sub(" ", text))
    title, body = _title_and_body(without_links)
    matter = matter_of(title)
    names, plain = _names(matter, body)
    terms, title_terms = _weigh(matter, body, names)
    prose = _prose(body)
    prose_names, _ = _names(matter, prose)
    prose_terms, _ = _weigh(matter, prose, prose_names)
    dotted = tuple(dict.fromkeys(tuple(_IDENTIFIER.findall(path)) for path in _DOTTED.findall(without_links)))
    return Query(
        text=text, title=title, terms=terms, title_terms=title_terms, prose_terms=prose_terms, names=names,
        prose_names=prose_names, plain=plain, dotted=dotted[:200], files=tuple(_files(without_links)[:100]),
        spelled=_spellings(without_links), operators=_operators(body, prose),
        components=components_of(title)[0],
    )  # fmt: skip
