"""argv in, exit code out: the door of the `roundtable` command.

It promises a person one sentence and the right exit code, whatever happens: 0 done or politely paused, 1 `check` found
errors, 2 wrong use, 3 could not do it here. A traceback is shown only with `--debug`.

Only the chosen command is imported, so that `--help` and mistakes answer at once.

Elsewhere: what may be typed (`commands.grammar`), what each command does (`commands.*`), the real objects (`wiring`).
"""

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from roundtable.commands.grammar import parse
from roundtable.commands.output import complain
from roundtable.errors import RoundtableError

INTERRUPTED = 130
"""What shells expect of a program stopped by Ctrl-C. A session never ends so: it pauses."""


def main(argv: Sequence[str] | None = None) -> int:
    _replace_closed_streams()
    _speak_utf8()
    typed = [_decoded(argument) for argument in sys.argv[1:]] if argv is None else list(argv)
    try:
        code = _run(typed)
        _flush()
    except BrokenPipeError:
        # Whoever reads our output has seen enough (`roundtable list | head`): that is no error.
        _discard_output()
        return 0
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            complain("")  # the terminal shows ^C at the end of the line
        _complain("Stopped.", typed)
        return INTERRUPTED
    except RoundtableError as error:
        _complain(str(error), typed)
        return error.exit_code
    except OSError as error:
        where = f": {error.filename}" if error.filename else ""
        _complain(f"Could not do it here: {error.strerror or error}{where}.", typed)
        return 3
    except Exception as error:
        # Nothing here knows what went wrong, so the sentence does not pretend to.
        hint = "" if "--debug" in typed else " Run the same command again with --debug for the details."
        _complain(f"Something unexpected went wrong ({type(error).__name__}: {error}).{hint}", typed)
        return 3
    return code


def _run(typed: Sequence[str]) -> int:
    try:
        arguments = parse(typed)
    except SystemExit as stop:  # argparse ends `--help` and `--version` this way
        return int(stop.code or 0)
    command = import_module(f"roundtable.commands.{arguments.module}")
    return int(command.run(arguments))


def _complain(sentence: str, typed: Sequence[str]) -> None:
    if "--debug" in typed and sys.exc_info()[0] is not None:
        import traceback

        complain(traceback.format_exc().rstrip())
    try:
        _flush()
    except OSError:
        _discard_output()
    complain(f"roundtable: {' '.join(sentence.split())}")


def _replace_closed_streams() -> None:
    """A stream that the caller closed leads nowhere: commands may read and write without asking whether it is there."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(nowhere, mode, encoding="utf-8", closefd=False))


def _speak_utf8() -> None:
    """UTF-8 out, also where the locale says otherwise; what cannot be encoded is escaped, never fatal."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _decoded(argument: str) -> str:
    """The argument as UTF-8, where Python decoded it by a locale that is not."""
    if sys.getfilesystemencoding() == "utf-8":
        return argument
    try:
        return os.fsencode(argument).decode("utf-8")
    except UnicodeError:
        return argument


def _flush() -> None:
    """A full disk or a closed pipe shows itself here, while a sentence can still be said about it."""
    sys.stdout.flush()


def _discard_output() -> None:
    """Python flushes once more when it ends; let that go nowhere instead of failing."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
