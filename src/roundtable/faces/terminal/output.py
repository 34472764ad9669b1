"""Where a session's words go, and what may be in them.

Nothing that a person or a file says may steer the terminal: control characters are taken out here, for every output.

Elsewhere: bare lines (`plain`), a coloured page (`screen`), which of them it is (`face`).
"""

import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from roundtable.engine.events import AnyEvent

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_DUMB: Final = frozenset({"", "dumb", "unknown"})


class Output(Protocol):
    def show(self, happened: Sequence[AnyEvent]) -> None: ...

    def lines(self, texts: Sequence[str]) -> None:
        """Lines of our own: help, and the last words. One that begins with two blanks is never broken."""

    def busy(self, what: str) -> None:
        """A passing word about work in the background; empty when it is done."""


def clean(text: str) -> str:
    """Text without control characters and without marks that turn the direction of reading around."""
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", "    "))


def is_plain(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a terminal gets bare lines: it can do no more, or somebody has them read aloud (`ROUNDTABLE_PLAIN=1`)."""
    wanted = environment.get("ROUNDTABLE_PLAIN", "") not in {"", "0"}
    is_dumb = os.name != "nt" and environment.get("TERM", "") in _DUMB
    return wanted or is_dumb


def put(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
