"""Lines that nobody types, made of one piece again and again, and the whole way of an input: for how long it takes."""

import time
from collections.abc import Callable, Iterator
from itertools import islice, product
from typing import Any

from rehearsal import Rehearsal
from roundtable.analysis.secrets import mask, mask_told
from roundtable.documents.checks import check_files, check_item
from roundtable.documents.importing import read_back
from roundtable.documents.page import RenderContext
from sample import render_documents

__all__ = ["PIECES", "REPETITIONS", "longest_reply", "repeated", "seconds"]

PIECES = (
    "1,", "5% ", "10 ms ", "a.b.", "a, ", "a; ", "a-", "--", "given when then ", "1234567890", "([{", "\"'", "`", "` `", "|", "| a ", "#", "# ",
    "a", "A", " ", "*", "**a", "_", "~", "<", "<!--", "-->", "[", "](", "[a](b)", "\\", "&amp;", "http://a", "a@b.", "a/b/", "a_b", "FR-001 ",
    "FR-001, ", "AC-001-01", "not ", "no, ", "but ", "instead of ", "change a to b ", "and ", "or ", "must ", "if a then b, ", "1.", "1. ", "- ",
    "a: ", "a=b ", "$1", "€5 ", "10-20 ", "2024-01-01 ", "12:30 ", "...", "? ", "! ", "…", "日本", "שלום ", "é", "\t", "\u00a0", "\u2028", "()",
    "(a) ", "a (b) ", "“a” ", "'a' ", "’", "a'b ", "a's ", "{}", "{a} ", "%", "% of ", "x.py ", "src/a.py:12 ", "a() ", "🙂", "TBD ", "->",
    "a -> b ", "=>", "^", "[^t1]", "$x$", "\x1b[31m", "password ", "token=", "eyJ", "-----BEGIN ", "no more than 5 ", "Maya, ", "the ", "is ", "“", "«", "„", "[a](", "``a",
)  # fmt: skip
_MIXED = (
    "".join(pair) for pair in product(("1,", "a.", "must ", "`", "[", "not ", "5 ms, ", "“", "- ", "FR-001: "), PIECES[:37:3])
)  # fmt: skip
REPETITIONS = tuple(dict.fromkeys((*PIECES, *islice(_MIXED, 200 - len(PIECES)))))


def repeated(piece: str, size: int) -> str:
    """One line of that many letters."""
    return (piece * (size // len(piece) + 1))[:size]


def seconds(text: str) -> dict[str, float]:
    """How long each part of the way takes this process: what is said, changed, swapped, written, checked and read back."""
    spent: dict[str, float] = {}

    def measured(name: str, do: Callable[[], Any]) -> Any:
        began = time.process_time()
        done = do()
        spent[name] = time.process_time() - began
        return done

    talk = Rehearsal("Export the report as CSV")
    talk.begin()
    talk.hear("The export must take at most 10 seconds. Only admins may export.")
    measured("answer", lambda: talk.hear(text))
    measured("demand", lambda: talk.hear(f"It must do this: {text}"))
    measured("rewrite", lambda: talk.hear(f"Change FR-001 to {text}"))
    measured("swap", lambda: talk.hear(f"No, not 10 seconds but {text}"))
    context = RenderContext(date="2031-04-02", slug="x", title="X", mode="conversation")
    written = measured("documents", lambda: render_documents(talk.state.analysis, context))
    measured("check", lambda: check_item(written))
    measured("check of files", lambda: check_files(dict(_foreign(text))))
    spec = f"{written.get('requirements-spec.md', '')}\n{text}"
    measured("reading back", lambda: read_back({**written, "requirements-spec.md": spec}))
    measured("masking", lambda: (mask(text), mask_told(text)))
    return spent


def _foreign(text: str) -> Iterator[tuple[str, str]]:
    yield "notes.md", text
    yield "spec.md", f"### FR-001: It\n\nThe shop shall {text}\n"
    yield "table.md", f"| a | b |\n|---|---|\n| FR-001 | {text} |\n"


def longest_reply(*said: str) -> int:
    """Letters of the longest thing that the table says to this."""
    talk = Rehearsal("Export the report as CSV")
    talk.begin()
    return max(len(line.text) for text in said for line in talk.hear(text))
