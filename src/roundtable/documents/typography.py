"""A person's words as a document sets them: nothing is rephrased, only set.

Code names, options and paths stand in back-quotes, but nothing inside the person's quotation marks; a sentence begins with a
capital; a leading "But" or "One correction:" is left out. `path:12-15` becomes a link to those lines.

Elsewhere: what Markdown would take for markup (`escaping`), where the words come from (`footnotes`).
"""

import re
from collections.abc import Collection, Iterable
from textwrap import indent
from typing import Final

from roundtable.documents.escaping import code, fenced, heading, inline, lead, one_line, plain
from roundtable.language.phrases import rows
from roundtable.language.tongue import opened

ROOT: Final = "../../../"
"""From the item's folder to the root of the repository."""

NUMBER_WORDS: Final = rows("zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve")
_LEAD_IN: Final = re.compile(
    r"(?i)^(?:(?:but|no|nope|no wait|(?:one |a )?correction|as (?:i|we) said|i said (?:so|that) already)[,:]\s+"
    r"|but\s+|yes, but:?\s+)+"
)
_LINES: Final = r"(?P<first>\d{1,7})(?:[-–](?P<last>\d{1,7}))?"
_TOKEN: Final = re.compile(
    r"(?P<whole>`[^`]+`|\"[^\"]*\"|“[^“”]*”|(?<!\w)'[^']+'(?!\w)|\w+://\S+)"
    rf"|(?<![\w/.@+-])(?P<cited>[\w@+.-]*(?:/[\w@+.-]+)*\.[A-Za-z]\w{{0,5}}):{_LINES}(?![\w:])"
    r"|(?P<rows>\blines? (?P<from>\d{1,7})(?:[-–](?P<to>\d{1,7}))?)"
    r"|(?<![\w-])(?P<option>--[A-Za-z][\w-]*(?:\.[\w-]+)*(?:=[^\s`,;:.]+(?:\.\w+)*)?|-[A-Za-z](?![\w-]))"
    r"|(?<![\w/.@-])(?P<name>[\w@.+-]*/[\w@.+/-]*\w|(?:\w+::)*\w[\w.]*\w"
    r"(?:\((?:[^()\s]*|[^()\n]{1,80}[=:,\"'][^()\n]{0,80})\)(?:\.\w+\([^()\n]{0,80}\))*)?)"
)
_CAMEL: Final = re.compile(r"[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+")
_HUMP: Final = re.compile(r"[A-Z][a-z]")
_PLACE: Final = re.compile("\ue000(\\d+)\ue001")
_TYPED: Final = re.compile(r"[\w.-]+ (?:`--?[\w.-]+=|:?= )")
"""A command with its option, a name with its value."""
_CLOSED: Final = re.compile(r"[.!?:;…,][)\"”'`*]*$")
_BLANKS: Final = re.compile(r"\s\s|[\"“]\s|\s[\"”]")
_RUN: Final = re.compile(
    r"(?<!\S)--?[a-z][\w-]*(?:[ =](?!and\b|or\b)[^\s-]\S*)?(?: --?[a-z][\w-]*(?:[ =](?!and\b|or\b)[^\s-]\S*)?)+"
)
"""Options one behind the other, each with at most one value: what is typed at a prompt."""
_MARKS: Final = re.compile(r"(?:\[\^\w+\])*$")


def set_words(text: str, known: Collection[str] = (), path: str = "", *, opens: bool = True) -> str:
    """The words as Markdown. `known` are names that the code has, `path` the file of bare line numbers; `opens` begins a sentence."""
    line = one_line(text).replace("\ue000", "").replace("\ue001", "")
    line = without_lead_in(line) if opens else line
    links: list[str] = []

    def put(link: str) -> str:
        links.append(link)
        return f"\ue000{len(links) - 1}\ue001"

    def dress(found: re.Match[str]) -> str:
        if cited := found["cited"]:
            if "/" not in cited and cited != path.rpartition("/")[2]:
                return found[0]  # `example.org:80` looks the same
            place = cited if "/" in cited else path
            return put(code_link(place, int(found["first"]), _number(found["last"]), near=path))
        if found["rows"]:
            if not path:
                return found[0]
            shown = found[0].replace("-", "–")
            return put(line_link(path, int(found["from"]), _number(found["to"]), text=shown))
        return _quoted(found, known)

    if "`" not in re.sub(r"`[^`]+`", "", line):  # a stray back-quote would pair with one of ours
        line = _TOKEN.sub(dress, line)
    line = opened(line) if opens else line
    shown = lead(line) if opens else inline(line)
    return _PLACE.sub(lambda at: links[int(at[1])], shown)


def _with_capital(line: str) -> str:
    """A heading with a capital in front; `iPhone`, `pip-tools` and what is typed at a prompt stay."""
    if _TYPED.match(line):
        return line
    first = line.split(" ", 1)[0].replace("'", "").replace("’", "").rstrip(".,:;!?")
    return line[:1].upper() + line[1:] if first.islower() and first.isalpha() else line


def without_lead_in(text: str) -> str:
    return _LEAD_IN.sub("", text.strip())


def set_heading(text: str, known: Collection[str] = ()) -> str:
    """The words for a heading, without a full stop and without links."""
    line = one_line(text).rstrip(" .")
    if "`" not in line:
        line = _TOKEN.sub(lambda found: _quoted(found, known), line)
    return heading(_with_capital(line))


def anchor_of(shown: str) -> str:
    """The fragment under which GitHub finds a heading."""
    return re.sub(r"[^\w\- ]", "", plain(shown).replace("`", "").lower()).replace(" ", "-")


def code_link(path: str, first: int | None = None, last: int | None = None, *, near: str = "") -> str:
    """A link to lines of code: `[core.py:12–15](…)`, or the line numbers alone where the file is clear."""
    rows = f"{first}–{last}" if first is not None and last is not None and last > first else str(first)
    named = rows if path == near else f"{path.rpartition('/')[2]}:{rows}"
    return line_link(path, first, last, text=code(path) if first is None else named)


def line_link(path: str, first: int | None, last: int | None = None, *, text: str) -> str:
    """A link to lines of code under words of its own."""
    if first is None:
        return f"[{text}]({_target(path)})"
    end = f"-L{last}" if last is not None and last > first else ""
    return f"[{text}]({_target(path)}#L{first}{end})"


def cited_lines(text: str, path: str) -> tuple[int, int | None] | None:
    for found in _TOKEN.finditer(text):
        if found["cited"] == path:
            return int(found["first"]), _number(found["last"])
        if found["rows"]:
            return int(found["from"]), _number(found["to"])
    return None


def verbatim(text: str) -> str:
    """Lines that were pasted (a log, a table, code), as they are but for characters that nobody sees."""
    lines = ("".join(filter(str.isprintable, line.expandtabs(4))).rstrip() for line in text.splitlines())
    return fenced("text", "\n".join(lines).strip("\n"))


def ended(sentence: str) -> str:
    """A sentence that another one may follow: with a full stop, before its footnotes, if it has no end of its own."""
    found = _MARKS.search(sentence)
    assert found is not None  # it matches nothing, too
    words = sentence[: found.start()]
    return sentence if not words or _CLOSED.search(words) else f"{words}.{found[0]}"


def joined(words: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    parts = [word for word in words if word]
    return " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)


def listed(entries: Iterable[str]) -> str:
    """A bulleted list; further lines of an entry belong to its bullet."""
    return "\n".join("- " + indent(entry, "  ").lstrip() for entry in entries if entry)


def paragraphs(*parts: str) -> str:
    """Parts of a text with an empty line between them, those without words left out."""
    return "\n\n".join(part for part in parts if part)


def counted(number: int) -> str:
    """A small number in words."""
    return "no" if number == 0 else NUMBER_WORDS[number] if number < len(NUMBER_WORDS) else str(number)


def normal(text: str) -> str:
    """Words without typography, for telling whether two texts say the same."""
    return " ".join(re.findall(r"\w+", without_lead_in(text).casefold()))


def contains(text: str, words: str) -> bool:
    """Whether the words stand in the text, whole and in order, whatever the typography."""
    return f" {normal(words)} " in f" {normal(text)} "


def table(headers: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table; a column that is empty in every row is left out, and a table without rows altogether."""
    titles, cells = list(headers), [[entry.replace("\n", " ") for entry in row] for row in rows]
    if not cells:
        return ""
    kept = [at for at in range(len(titles)) if at == 0 or any(row[at] for row in cells)]
    lines = [[titles[at] for at in kept], ["---" for _ in kept]]
    lines += [[row[at].replace("|", "\\|") for at in kept] for row in cells]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _quoted(found: re.Match[str], known: Collection[str]) -> str:
    """A token, in back-quotes where it is code."""
    before, behind = found.string[: found.start()][-1:], found.string[found.end() :][:1]
    if (behind == "=" and not found["option"]) or behind in {"(", "[", "*"} or before == "[":
        return found[0]  # a piece of a call, of an index or of a pattern
    runs = _RUN.finditer(found.string) if found["option"] else ()
    if any(run.start() <= found.start() < run.end() for run in runs):
        return found[0]  # a command stays in one piece
    if "\\" in found.string[max(0, found.start() - 1) : found.end() + 1]:
        return found[0]  # a piece of something that is spelled with signs, as `src\0lib.rs\0`
    has_blanks = (
        found["whole"] and found[0][:1] != "`" and _BLANKS.search(found[0])
    )  # a page would show one of them
    is_code = has_blanks or found["option"] or (found["name"] and _is_code(found["name"], known))
    return f"`{found[0]}`" if is_code else found[0]


def _is_code(word: str, known: Collection[str]) -> bool:
    """Whether a word looks like a name in code; one that could be a product's name only if the code has it."""
    bare = word.partition("(")[0]
    if word in known or bare in known:
        return word.endswith("()") or not bare.isalpha() or bool(_CAMEL.fullmatch(bare))
    if "/" in word:
        return bool(re.search(r"\.[A-Za-z]\w{0,5}$", word))
    if "(" in word:
        return word.endswith("()") or "_" in bare or "." in bare
    parts = bare.split(".")
    if len(parts) > 1:
        return all(parts) and any("_" in part or _CAMEL.fullmatch(part) for part in parts)
    if "_" in bare.strip("_") or (bare.startswith("_") and bare.strip("_")):
        return True
    return bool(_CAMEL.fullmatch(bare)) and len(_HUMP.findall(bare)) > 2


def _number(digits: str | None) -> int | None:
    return int(digits) if digits else None


def _target(path: str) -> str:
    return ROOT + re.sub(r"[\s()<>\[\]\\#?%]", lambda found: f"%{ord(found[0]):02X}", one_line(path))
