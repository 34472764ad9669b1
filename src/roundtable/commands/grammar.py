"""What people may type: the whole command line, put together from the commands.

Only words and argparse here, so that help and mistakes answer at once; the work is in the module of each command.

Elsewhere: each command with its help, examples and arguments (`takes`), how a mistake is answered (`parser`), running the
command that was chosen (`roundtable.cli`).
"""

import argparse
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from roundtable import __version__
from roundtable.commands import takes
from roundtable.commands.parser import Parser
from roundtable.errors import WrongUse

Taking = Callable[[Parser], None]
"""Adds the arguments of a command; its docstring has the line of help and the examples."""


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
    refused = [word for word in unknown if word != "--"]
    if refused:
        arguments.parser.refuse(refused[0])
    return arguments


def _refuse_option_before_command(parser: Parser, typed: Sequence[str]) -> None:
    """`--depth deep analyze x` would make a command of `deep`."""
    command = next((at for at, word in enumerate(typed) if word in COMMANDS), None)
    options = [word.partition("=")[0] for word in typed[:command] if re.match("--[a-z]", word)]
    unknown = next((option for option in options if not parser.knows(option)), None)
    if command is not None and unknown is not None:
        behind = shlex.join([typed[command], *typed[:command], *typed[command + 1 :]])
        raise WrongUse(f"`{unknown}` stands behind the command: `roundtable {behind}`.")


def build_parser() -> Parser:
    common = _common()
    parser = Parser(
        prog="roundtable",
        description="Three specialists interview you about a backlog item and leave build-ready documents.",
        epilog="Start with `roundtable demo`. `roundtable COMMAND --help` explains a command and shows examples.",
        parents=[common],
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    for name, command in COMMANDS.items():
        _add_command(commands, common, name, command).set_defaults(module=name)
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
    commands: "argparse._SubParsersAction[Parser]", common: Parser, name: str, command: Taking
) -> Parser:
    summary, *examples = [line.strip() for line in (command.__doc__ or name).splitlines() if line.strip()]
    parser = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[:1].upper()}{summary[1:]}.",
        epilog="\n".join(("examples:", *(f"  {example}" for example in examples))),
        parents=[common],
    )
    parser.set_defaults(parser=parser)
    command(parser)
    return parser


def _tasks(parser: Parser, tasks: Mapping[str, Taking]) -> None:
    chosen = parser.add_subparsers(title="tasks", metavar="TASK", dest="task", required=True)
    for name, task in tasks.items():
        _add_command(chosen, _common(), name, task)


def _library(parser: Parser) -> None:
    """list, check or extend the content that drives the conversation

    roundtable library list
    roundtable library check
    roundtable library new topic accessibility
    """
    _tasks(parser, {"list": takes.library_list, "check": takes.library_check, "new": takes.library_new})


def _agents(parser: Parser) -> None:
    """write agent, persona, step and command files for a coding agent

    roundtable agents export claude
    roundtable agents export codex --to ../other
    """
    _tasks(parser, {"export": takes.agents_export})


COMMANDS: Final[Mapping[str, Taking]] = {
    "analyze": takes.analyze,
    "batch": takes.batch,
    "worker": takes.worker,
    "add": takes.add,
    "list": takes.list_items,
    "status": takes.status,
    "show": takes.show,
    "scan": takes.scan,
    "check": takes.check,
    "library": _library,
    "demo": takes.demo,
    "agents": _agents,
    "mcp": takes.mcp,
    "acp": takes.acp,
    "close": takes.close,
    "rename": takes.rename,
    "delete": takes.delete,
    "config": takes.config,
    "doctor": takes.doctor,
    "completion": takes.completion,
}
