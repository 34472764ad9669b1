"""argparse with better manners: one sentence for a mistake, the nearest word that exists, options anywhere.

Elsewhere: the commands and their words (`grammar`).
"""

import argparse
import difflib
import itertools
import re
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, NoReturn

from roundtable.errors import WrongUse

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

_OPTION: Final = re.compile(r"--?[A-Za-z][^\s=]*(?:=|$)")  # `-` alone, `-5` and `- a list item` are words


class Parser(argparse.ArgumentParser):
    """Raises `WrongUse` instead of printing the usage and leaving; options may stand between the other words."""

    def __init__(self, **settings: Any) -> None:
        # Abbreviated options would change their meaning whenever an option is added.
        settings.setdefault("allow_abbrev", False)
        settings.setdefault("formatter_class", _Lines)
        super().__init__(**settings)

    def error(self, message: str) -> NoReturn:
        sentence = message[:1].upper() + message[1:]
        full_stop = "" if sentence.endswith((".", "?")) else "."
        raise WrongUse(f"{sentence}{full_stop} `{self.prog} --help` shows what can be typed.")

    def parse_known_args(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Options first, then the words between them: `show SLUG --quiet DOCUMENT` means what it says."""
        given = argparse.Namespace() if namespace is None else namespace
        if args is None or any(_has_commands(action) for action in self._actions):
            return super().parse_known_args(args, given)
        return super().parse_known_args(self._untangled(args), given)

    def knows(self, option: str) -> bool:
        return option in self._option_string_actions

    def refuse(self, unknown: str) -> NoReturn:
        """Say that a word is not understood, and which option is nearest to it."""
        options = [option for option in self._option_string_actions if option.startswith("--")]
        hint = did_you_mean(unknown.partition("=")[0], options) if unknown.startswith("-") else ""
        self.error(f"`{unknown}` is not understood here{hint}")

    def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
        # argparse would hide that help could not be written.
        if message:
            (file or sys.stderr).write(message)

    def _untangled(self, typed: Sequence[str]) -> list[str]:
        """Options with their values first, then every other word."""
        options: list[str] = []
        words: list[str] = []
        rest = iter(typed)
        for each in rest:
            if each == "--":
                words.extend(rest)
            elif not _OPTION.match(each):
                words.append(each)
            else:
                options.append(each)
                known = self._option_string_actions.get(each)
                if known is not None and known.nargs is None:
                    options.extend(itertools.islice(rest, 1))
        return [*options, "--", *words] if words else options

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        names = [str(choice) for choice in action.choices]
        if _has_commands(action):
            self.error(f"`{self.prog} {value}` is not a command{did_you_mean(str(value), names)}")
        name = "/".join(action.option_strings) or str(action.metavar or action.dest)
        self.error(f"`{value}` is no value for {name}{did_you_mean(str(value), names)}")


class _Lines(argparse.HelpFormatter):
    """Wraps sentences but keeps the lines of examples; lists commands without a line of their own above them."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if "\n" in text:
            return "\n".join(indent + line for line in text.splitlines())
        return super()._fill_text(text, width, indent)

    def _format_action(self, action: argparse.Action) -> str:
        if not _has_commands(action):
            return super()._format_action(action)
        self._dedent()
        lines = [self._format_action(command) for command in self._iter_indented_subactions(action)]
        self._indent()
        return "".join(lines)


def _has_commands(action: argparse.Action) -> bool:
    return action.nargs == argparse.PARSER


def did_you_mean(typed: str, known: Iterable[str]) -> str:
    """The nearest known word as the end of a sentence; all of them when there are few and none is near."""
    names = sorted(known)
    if near := difflib.get_close_matches(typed, names, n=1):
        return f"; did you mean `{near[0]}`?"
    return f"; choose from {', '.join(names)}" if len(names) <= 4 else ""
