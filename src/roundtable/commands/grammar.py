"""What people may type: the whole command line, made of `grammar.toml`.

Only words and argparse here, so that help and mistakes answer at once; the work is in the module of each command.

Elsewhere: how a mistake is answered (`parser`), running the command that was chosen (`roundtable.cli`).
"""

import argparse
import shlex
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

from roundtable import __version__
from roundtable.commands.parser import Parser
from roundtable.errors import WrongUse

_GRAMMAR: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("grammar.toml").read_text(encoding="utf-8")
)
COMMANDS: Final[Mapping[str, Any]] = _GRAMMAR["commands"]
_SLUGS: Final = "sh -c 'ls ./`git rev-parse --show-cdup 2>/dev/null`docs/requirements 2>/dev/null'"
"""Names the items at once in any shell; asking ourselves would take longer than somebody waits for a Tab.

With back-quotes: fish takes `$(…)` for its own where it loads the file, and not where somebody stands.
"""
_COMPLETE: Final = {
    "bash": "_roundtable_slugs",
    "zsh": f"($({_SLUGS}))",
    "fish": f"({_SLUGS})",
    "preamble": {"bash": f'_roundtable_slugs() {{\n  compgen -W "$({_SLUGS})" -- "$1"\n}}'},
}


def parse(typed: Sequence[str]) -> argparse.Namespace:
    """The arguments of one command line; raises `WrongUse`, or `SystemExit` after `--help` and `--version`."""
    if not typed:
        raise WrongUse(
            'Say what to do, for example `roundtable analyze "an idea"`; `roundtable --help` shows all commands.'
        )
    parser = build_parser()
    _refuse_option_before_command(parser, typed)
    defaults = argparse.Namespace(repo=None, quiet=False, debug=False)
    arguments, unknown = parser.parse_known_args(typed, defaults)
    if refused := [word for word in unknown if word != "--"]:
        arguments.parser.refuse(refused[0])
    return arguments


def _refuse_option_before_command(parser: Parser, typed: Sequence[str]) -> None:
    """`--depth deep analyze x` would make a command of `deep`."""
    command = next((at for at, word in enumerate(typed) if word in COMMANDS), None)
    named = (word.partition("=")[0] for word in typed[:command])
    options = [option for option in named if option[:2] == "--" and option[2:3].islower()]
    unknown = next((option for option in options if not parser.knows(option)), None)
    if command is not None and unknown is not None:
        behind = shlex.join([typed[command], *typed[:command], *typed[command + 1 :]])
        raise WrongUse(f"`{unknown}` stands behind the command: `roundtable {behind}`.")


def build_parser() -> Parser:
    parser = Parser(
        prog="roundtable",
        description="Three specialists interview you about a backlog item and leave build-ready documents.",
        epilog="Start with `roundtable demo`. `roundtable COMMAND --help` explains a command and shows examples.",
        parents=[_common()],
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    for name, command in COMMANDS.items():
        _add_command(commands, name, command).set_defaults(module=name)
    return parser


def _common() -> Parser:
    """Options that every command takes, before or after its name.

    They have no defaults here: a default of the command would overwrite what was given before its name.
    """
    common = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    group = common.add_argument_group("common options")
    group.add_argument(
        "--repo", metavar="DIR", help="the repository (default: the git root above this folder)"
    )
    group.add_argument("--quiet", action="store_true", help="leave out remarks")
    group.add_argument("--debug", action="store_true", help="show the details of an unexpected error")
    group.add_argument(
        "--version", action="version", version=f"roundtable {__version__}", help="show the version"
    )
    return common


def _add_command(
    commands: "argparse._SubParsersAction[Parser]", name: str, command: Mapping[str, Any]
) -> Parser:
    summary, examples = command["help"], command["examples"].splitlines()
    parser = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[:1].upper()}{summary[1:]}.",
        epilog="\n".join(("examples:", *(f"  {example}" for example in examples))),
        parents=[_common()],
    )
    parser.set_defaults(parser=parser, **command.get("defaults", {}))
    for row in command.get("takes", ()):
        _add_argument(parser, row)
    if "tasks" in command:
        tasks = parser.add_subparsers(title="tasks", metavar="TASK", dest="task", required=True)
        for task, words in command["tasks"].items():
            _add_command(tasks, task, words)
    return parser


def _add_argument(to: "argparse._ActionsContainer", row: Any) -> None:
    row = _GRAMMAR["shared"][row] if isinstance(row, str) else row
    if isinstance(row, list):
        group = to.add_mutually_exclusive_group()
        for each in cast("list[Any]", row):
            _add_argument(group, each)
        return
    told: dict[str, Any] = {"help": argparse.SUPPRESS, **row}
    if choices := told.pop("one_of", None):
        told |= {"choices": choices, "metavar": "|".join(choices)}
    if "type" in told:
        told["type"] = _TYPES[told["type"]]
    action = to.add_argument(told.pop("name"), **told)
    if action.dest in {"item", "what"}:
        action.complete = _COMPLETE  # pyright: ignore[reportAttributeAccessIssue] - what shtab looks for


def _natural(text: str) -> int:
    return 0 if text == "0" else _positive(text)


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"`{text}` is not a number from 1 up")
    return int(text)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"`{text}` is not a port from 0 to 65535")
    return int(text)


_TYPES: Final[Mapping[str, Callable[[str], int]]] = {
    "natural": _natural,
    "positive": _positive,
    "port": _port,
}
