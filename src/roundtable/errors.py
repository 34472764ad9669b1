"""The error tree: whose turn it is, and what to do next.

    RoundtableError            one sentence for a person; `exit_code` says who can mend it
    ├── WrongUse        (2)    the command was not understood: what to type instead
    │   ├── UnknownItem        no item of that name
    │   └── UnsafePath         a path that leaves the repository, or a name no system can store
    └── CannotDoHere    (3)    the place does not allow it; nothing was lost
        ├── ItemLocked         another process is writing this item
        ├── MindUnavailable    a model did not answer; the offline mind carries on
        └── WriteFailed        disk full, read-only, no permission

Anything else that escapes is a bug: the command line prints one sentence and keeps the traceback for `--debug`.
"""

from typing import ClassVar, Final

_LONGEST_QUOTE: Final = 100


def quoted(words: str) -> str:
    """What somebody typed, as a sentence repeats it: on one line, not too long, `C:\\x` with the backslashes it had."""
    line = " ".join(words.split())
    cut = line if len(line) <= _LONGEST_QUOTE else f"{line[: _LONGEST_QUOTE - 1]}…"
    shown = "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in cut)
    mark = '"' if "'" in shown and '"' not in shown else "'"
    return f"{mark}{shown}{mark}"


class RoundtableError(Exception):
    """Something a person can act on. The message is one clear sentence (a second one may say what to do next)."""

    exit_code: ClassVar[int] = 3


class WrongUse(RoundtableError):
    """The request cannot be understood; the message says what to type instead."""

    exit_code: ClassVar[int] = 2


class UnknownItem(WrongUse):
    def __init__(
        self, what: str, hint: str = "`roundtable list` shows the items of this repository."
    ) -> None:
        super().__init__(f"No matching item found for {quoted(what)}. {hint}")
        self.what = what


class UnsafePath(WrongUse):
    """The path leaves the repository, or is a name that some system cannot store."""


class CannotDoHere(RoundtableError):
    """The place does not allow it: disk, permissions, a lock. Nothing was lost."""


class ItemLocked(CannotDoHere):
    def __init__(self, slug: str, holder: str) -> None:
        super().__init__(
            f"{slug} is open in another session ({holder}). Finish or pause that one, then run this again."
        )


class MindUnavailable(CannotDoHere):
    """A model did not answer, or not usably. The session is intact, and another mind carries on."""

    def __init__(self, reason: str, *, is_final: bool = False) -> None:
        super().__init__(
            f"The model did not answer ({reason}). Nothing was lost; `--offline` works without it."
        )
        self.reason = reason  # a few words for one line: `the key was refused`
        self.is_final = is_final  # whether asking again in this session is pointless


class WriteFailed(CannotDoHere):
    """A file could not be written; the previous version is intact."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(
            f"Could not write {path} ({reason}). The previous version is intact; "
            "free space or fix the permissions, then run the same command again."
        )
