"""Put foreign words into Markdown so that they show as they are and break nothing around them.

One function per place: running text, a table cell, a heading, a code span, a fence, a diagram label. Words in back-quotes stay
code; everything else that Markdown or HTML would take as markup is escaped. `plain(inline(x)) == one_line(x)` for every text.
"""

import re
from collections.abc import Callable
from typing import Final

from roundtable.language.markdown import lines_of
from roundtable.language.sentences import on_one_line

# Controls, bidirectional overrides (they would reorder the words after them), invisible joints, lone surrogates.
_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
_SPAN: Final = re.compile(r"(?<![`\\])(`{1,2})(?!`)(.+?)(?<!`)\1(?!`)")
_PUNCTUATION: Final = r"!-/:-@\[-`{-~"
# Back-slashes before punctuation, code marks, tags, entities, emphasis, links and footnotes, struck words.
_MARKUP: Final = re.compile(
    rf"\\(?=[{_PUNCTUATION}]|$)|`|<(?=[A-Za-z/!?])|&(?=#?\w{{1,32}};)|\*(?=\S)|(?<=\S)\*|(?<![^\W_])_|_(?![^\W_])|\[|~~"
)
_UNESCAPE: Final = re.compile(rf"\\([{_PUNCTUATION}])")
_OPENS_BLOCK: Final = re.compile(r"^(?:[#>|\[=~`]|[-+*](?=\s|$|[-*])|_{2}|-{2})")
_NUMBERED: Final = re.compile(r"^(\d{1,9})([.)])(?=\s|$)")
_BULLET: Final = re.compile(r"^\s*[-*+•]\s+(.*)$")
_NUMBER: Final = re.compile(r"^\s*(\d{1,3})[.)]\s+(.*)$")
CODE_SPAN: Final = re.compile(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
"""Opened and closed by rows of as many back-quotes."""
_CODED: Final = re.compile(r"^(`+) ?(.*?) ?\1$")
_BREAKS_LABEL: Final = re.compile(r'["#<>&%\\{}|]')


def one_line(text: str) -> str:
    """The words on one line: white space joined outside quotes and code, control and invisible characters gone."""
    return on_one_line(_UNSEEN.sub("", text))


def inline(text: str) -> str:
    """Words for the middle of a line."""
    return _outside_code(one_line(text), _escaped)


def lead(text: str) -> str:
    """Words for the start of a line: nothing in them opens a list, heading, quote or table."""
    line = inline(text)
    if _SPAN.match(line):
        return line  # a code span opens no block, and escaping its first mark would tear it apart
    if _OPENS_BLOCK.match(line):
        return f"\\{line}"
    return _NUMBERED.sub(r"\1\\\2", line)


def heading(text: str) -> str:
    """Words for a heading: one line of bounded length."""
    line = inline(shorten(text, 160))
    words = line.rstrip("#")
    closes = words != line and (not words or words[-1].isspace())
    return f"{words}\\{line[len(words) :]}" if closes else line


def block(text: str) -> str:
    """Words of several lines: paragraphs and lists stay, everything else becomes paragraphs."""
    lines: list[str] = []
    for raw in (line.rstrip("\r\n") for line in lines_of(text)):
        piece = f"- {lead(found[1])}" if (found := _BULLET.match(raw)) else lead(raw)
        if found := _NUMBER.match(raw):
            piece = f"{found[1]}. {lead(found[2])}"
        if lines and lines[-1] and piece and _is_item(lines[-1]) != _is_item(piece):
            lines.append("")
        if piece or (lines and lines[-1]):
            lines.append(piece)
    return "\n".join(lines).strip()


def plain(text: str) -> str:
    """The words that `inline`, `lead` or `heading` escaped."""
    return _outside_code(text, lambda words: _UNESCAPE.sub(r"\1", words))


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    pieces, at = list[str](), 0
    for span in _SPAN.finditer(text):
        pieces += [change(text[at : span.start()]), span[0]]
        at = span.end()
    return "".join([*pieces, change(text[at:])])


def code(text: str) -> str:
    """A code span that holds any text; empty for an empty one."""
    if not (line := one_line(text)):
        return ""
    ticks = "`" * (_longest_run(line) + 1)
    pad = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{ticks}{pad}{line}{pad}{ticks}"


def uncode(text: str) -> str:
    """What stands in a code span; text without one as it is."""
    return found[2] if (found := _CODED.match(text.strip())) else text.strip()


def spans_in(text: str) -> tuple[str, ...]:
    """What stands in the code spans of a text."""
    return tuple(uncode(found[0]) for found in CODE_SPAN.finditer(text))


def fenced(language: str, body: str) -> str:
    """A fenced block that its body cannot close."""
    ticks = "`" * max(3, _longest_run(body) + 1)
    return f"{ticks}{language}\n{body.rstrip()}\n{ticks}"


def shorten(text: str, limit: int) -> str:
    """At most `limit` characters on one line, cut between words where there are any."""
    line = one_line(text)
    if len(line) <= limit:
        return line
    cut = line[: limit - 1]
    space = cut.rfind(" ")
    return (cut[:space] if space > limit // 2 else cut).rstrip(" ,;:-–") + "…"


def label(text: str, limit: int = 60) -> str:
    """Words between the quotes of a Mermaid diagram."""
    line = shorten(text.replace("`", "'"), limit) or "…"
    return _BREAKS_LABEL.sub(lambda found: f"#{ord(found[0])};", line)


def _escaped(text: str) -> str:
    # A bracket opens something only where one closes behind it and goes on, or where it opens a footnote.
    links = max(text.rfind("]("), text.rfind("]["), text.rfind("]:"))

    def escape(found: re.Match[str]) -> str:
        if found[0] == "[" and found.start() > links and text[found.end() : found.end() + 1] != "^":
            return found[0]
        return "".join(f"\\{mark}" for mark in found[0])

    return _MARKUP.sub(escape, text)


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)


def _is_item(line: str) -> bool:
    return line.startswith("- ") or _NUMBER.match(line) is not None
