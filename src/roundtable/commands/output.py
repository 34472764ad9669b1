"""How commands speak: results on standard output, remarks and questions on standard error, nothing that a pipe would choke on.

Bold and colour only at a terminal that can show them, and never with `NO_COLOR`. Columns are aligned by what a terminal shows
(a Chinese character takes two places) and fit its width, sentences are wrapped there; in a pipe nothing is cut or wrapped.
"""

import json
import os
import shlex
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, TextIO

from roundtable.errors import WrongUse, quoted
from roundtable.faces.terminal.width import cut, width_of

Look = Callable[[str], str]
_STYLES: Final = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
_STATES: Final = {
    **dict.fromkeys(("ok", "done", "analyzed", "true"), "green"),
    **dict.fromkeys(("note", "partial"), "yellow"),
    **dict.fromkeys(("problem", "unreadable"), "red"),
    **dict.fromkeys(("raw", "open", "closed"), "dim"),
}
_CLEAR_LINE: Final = "\r\x1b[2K"
_LEAST_ROOM: Final = 20  # for the last column beside the others; with less it goes below


def say(text: str = "") -> None:
    """One piece of the result."""
    _write(sys.stdout, text)


def tell(text: str, indent: int = 0, look: Look = str) -> None:
    """A sentence of the result; further lines start `indent` places in. `look` is given to it when it is wrapped."""
    _write(sys.stdout, look(_wrapped(text, indent) if at_terminal() else text))


def complain(text: str) -> None:
    """Something that a person should read, apart from the result."""
    is_sentence = _is_terminal(sys.stderr) and "\n" not in text
    _write(sys.stderr, _wrapped(text, 0) if is_sentence else text)


def remark(text: str, *, quiet: bool) -> None:
    """A friendly word beside the result, which `--quiet` leaves out."""
    if not quiet:
        complain(text)


def to_type(*words: str) -> str:
    """A command of ours as this person would type it: `roundtable analyze SLUG`, or `./dev run analyze SLUG` in a clone."""
    return f"{os.environ.get('ROUNDTABLE_COMMAND') or 'roundtable'} {shlex.join(words)}"


def seen_from_here(folder: Path) -> str:
    """A folder as somebody can type it from where they stand: `docs/x/`, `../docs/x/`, or from the root if that is shorter."""
    here = Path(os.path.realpath(Path.cwd()))
    try:
        way = os.path.relpath(folder, here)
    except ValueError:  # another drive
        way = str(folder)
    return f"{min(way, str(folder), key=len)}{os.sep}"


def print_json(value: Any) -> None:
    # JSON writes most control characters as numbers, but not those by which some terminals are steered, too.
    as_numbers = {code: f"\\u{code:04x}" for code in range(0x7F, 0xA0)}
    say(json.dumps(value, ensure_ascii=False, indent=2).translate(as_numbers))


def at_terminal() -> bool:
    """Whether a person reads standard output directly."""
    return _is_terminal(sys.stdout)


def can_ask() -> bool:
    return _is_terminal(sys.stdin) and _is_terminal(sys.stderr)


def can_show_progress() -> bool:
    """Whether a line on standard error can be written over."""
    return _is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"


def styled(text: str, style: str) -> str:
    """The text in the weight or colour of that name, as sessions use them."""
    told = os.environ.get
    declined = told("NO_COLOR") or told("ROUNDTABLE_PLAIN", "0") not in {"", "0"} or told("TERM") == "dumb"
    return text if declined or not text or not at_terminal() else f"\x1b[{_STYLES[style]}m{text}\x1b[0m"


def strong(text: str) -> str:
    return styled(text, "bold")


def faint(text: str) -> str:
    return styled(text, "dim")


def by_state(text: str) -> str:
    """Good news green, what waits yellow, trouble red, the rest as it is."""
    word = text.partition(" ")[0]
    return styled(text, _STATES[word]) if word in _STATES else text


def counted(number: int, noun: str) -> str:
    """`1 item`, `2 items`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def columns(rows: Iterable[Sequence[str]], indent: str = "", looks: Sequence[Look] = ()) -> list[str]:
    """The rows as aligned lines. At a terminal the last column is cut to the room that is left, or gets its own line.

    `looks` has one for each column, given to its cells once they are measured.
    """
    table = [tuple(_printable(cell) for cell in row) for row in rows]
    if not table:
        return []
    look = [*looks, *[str] * (len(table[0]) - len(looks))]
    widths = [max(width_of(row[at]) for row in table) for at in range(len(table[0]) - 1)]
    whole = shutil.get_terminal_size().columns - len(indent)
    room = whole - sum(widths) - 2 * len(widths) if at_terminal() else None
    lines: list[str] = []
    for *row, last in table:
        cells = [style(cell) for style, cell in zip(look, row, strict=False)]
        if room is not None and room < _LEAST_ROOM:
            stacked = (f"{indent}{'  '.join(cells)}", f"{indent}    {look[-1](cut(last, whole - 4))}")
            lines += [line for line in stacked if line.strip()]
            continue
        gaps = [" " * (width - width_of(cell)) for cell, width in zip(row, widths, strict=True)]
        padded = [cell + gap for cell, gap in zip(cells, gaps, strict=True)]
        shown = look[-1](last if room is None else cut(last, room))
        lines.append(f"{indent}{'  '.join((*padded, shown))}".rstrip())
    return lines


def say_columns(rows: Iterable[Sequence[str]], indent: str = "", looks: Sequence[Look] = ()) -> None:
    for line in columns(rows, indent, looks):
        say(line)


def ask(question: str) -> str:
    """What somebody typed, trimmed; empty at the end of input."""
    sys.stderr.write(question)
    sys.stderr.flush()
    return sys.stdin.readline().strip()


def confirm(question: str) -> bool:
    """Whether somebody said yes. Anything else, Enter included, is no."""
    return ask(f"{question} [y/N] ").lower() in {"y", "yes"}


def pick(choices: Sequence[tuple[str, str]]) -> int:
    """Which of these, each a name and a title, somebody wants: they say its number or its name."""
    for line in columns([(str(number), *choice) for number, choice in enumerate(choices, start=1)]):
        complain(f"  {line}")
    answer = ask(f"Which one? [1-{len(choices)}] ")
    if answer.isdecimal() and 1 <= int(answer) <= len(choices):
        return int(answer) - 1
    names = [name for name, _ in choices]
    if answer in names:
        return names.index(answer)
    if not answer:
        raise WrongUse("Nothing was chosen. Run the command again with one of the names.")
    raise WrongUse(f"{quoted(answer)} is none of them. Run the command again with one of the names.")


class Progress:
    """How far a long look at the code is: one line at a terminal. Use it with `with`, so that it is gone before the result."""

    def __init__(self, *, quiet: bool) -> None:
        self._shown = False
        self._wanted = not quiet and can_show_progress()

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            sys.stderr.write(_CLEAR_LINE)
            sys.stderr.flush()

    def __call__(self, doing: str, done: int, of: int) -> None:
        """`reading`, 120, 5200."""
        if self._wanted and of:
            self._shown = True
            sys.stderr.write(f"{_CLEAR_LINE}{doing} {done} of {of} files")
            sys.stderr.flush()


def _printable(text: str) -> str:
    """Without control characters: a title from elsewhere must not be able to move the cursor."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _wrapped(text: str, indent: int) -> str:
    """Broken between words alone, so that a slug, path or command can still be copied."""
    lines = textwrap.wrap(
        text,
        width=max(shutil.get_terminal_size().columns - 1, 20),
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
    )
    return "\n".join(lines)


def _is_terminal(stream: TextIO) -> bool:
    return not stream.closed and stream.isatty()


def _write(stream: TextIO, text: str) -> None:
    stream.write(f"{text}\n")
