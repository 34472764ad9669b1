"""What people may type: every command, with help and examples in plain words.

Only words and argparse here, so that help and mistakes answer at once; the work is in the module of each command.

Elsewhere: what each command takes (`takes`), how a mistake is answered (`parser`), running the command that was chosen (`roundtable.cli`).
"""

import argparse
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from roundtable import __version__
from roundtable.commands import takes
from roundtable.commands.parser import Parser
from roundtable.errors import WrongUse


class Command(NamedTuple):
    """One command: a line of help, its arguments, and what it looks like in use."""

    summary: str
    arguments: Callable[[Parser], None]
    examples: tuple[str, ...]


def parse(typed: Sequence[str]) -> argparse.Namespace:
    """The arguments of one command line; raises `WrongUse`, or `SystemExit` after `--help` and `--version`."""
    if not typed:
        raise WrongUse(
            'Say what to do, for example `roundtable analyze "an idea"`; `roundtable --help` shows all commands.'
        )
    defaults = argparse.Namespace(repo=None, quiet=False, debug=False)
    arguments, unknown = build_parser().parse_known_args(typed, defaults)
    refused = [word for word in unknown if word != "--"]
    if refused:
        arguments.parser.refuse(refused[0])
    return arguments


def build_parser() -> Parser:
    """The whole command line."""
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
    commands: "argparse._SubParsersAction[Parser]", common: Parser, name: str, command: Command
) -> Parser:
    parser = commands.add_parser(
        name,
        help=command.summary,
        description=f"{command.summary[:1].upper()}{command.summary[1:]}.",
        epilog="\n".join(("examples:", *(f"  {example}" for example in command.examples))),
        parents=[common],
    )
    parser.set_defaults(parser=parser)
    command.arguments(parser)
    return parser


def _library(parser: Parser) -> None:
    tasks = parser.add_subparsers(title="tasks", metavar="TASK", dest="task", required=True)
    for name, command in LIBRARY_TASKS.items():
        _add_command(tasks, _common(), name, command)


def _agents(parser: Parser) -> None:
    tasks = parser.add_subparsers(title="tasks", metavar="TASK", dest="task", required=True)
    _add_command(tasks, _common(), "export", AGENTS_EXPORT)


COMMANDS: Final[dict[str, Command]] = {
    "analyze": Command(
        "talk an item through with the three specialists and get its documents",
        takes.analyze,
        (
            'roundtable analyze "Let people export the report as CSV"',
            "roundtable analyze export-the-report-as-csv --steps",
            "roundtable analyze                  (offers the unfinished items)",
        ),
    ),
    "add": Command(
        "add an item to the backlog and print its slug",
        takes.add,
        (
            'roundtable add "Export the report as CSV"',
            'roundtable add "#20" --title "Export fails for large reports"',
            "roundtable add draft.md",
            "pbpaste | roundtable add -",
        ),
    ),
    "list": Command(
        "list the items of this repository",
        takes.json,
        ("roundtable list", "roundtable list --json"),
    ),
    "status": Command(
        "show how far the items are, or one of them in detail",
        takes.status,
        ("roundtable status", "roundtable status export-the-report-as-csv"),
    ),
    "show": Command(
        "read an item's summary or one of its documents in the terminal",
        takes.show,
        (
            "roundtable show export-the-report-as-csv",
            "roundtable show export-the-report-as-csv requirements-spec.md",
            "roundtable show export-the-report-as-csv --json",
        ),
    ),
    "scan": Command(
        "find the files that a description is about, with reasons and blast radius",
        takes.scan,
        ('roundtable scan "Export the report as CSV" --top 10', "roundtable scan - --json < draft.md"),
    ),
    "check": Command(
        "check documents for consistency and quality",
        takes.check,
        (
            "roundtable check",
            "roundtable check export-the-report-as-csv --strict",
            "roundtable check docs/requirements --format sarif > findings.sarif",
        ),
    ),
    "library": Command(
        "list, check or extend the content that drives the conversation",
        _library,
        ("roundtable library list", "roundtable library check", "roundtable library new topic accessibility"),
    ),
    "demo": Command(
        "watch a whole session on a small example, offline, with prepared answers",
        takes.demo,
        ("roundtable demo", "roundtable demo --steps --fast --to /tmp/shop"),
    ),
    "agents": Command(
        "write agent, persona, step and command files for a coding agent",
        _agents,
        ("roundtable agents export claude", "roundtable agents export codex --to ../other"),
    ),
    "close": Command(
        "close an item that will not be built",
        takes.close,
        ('roundtable close export-the-report-as-csv --reason "the old export is enough"',),
    ),
    "rename": Command(
        "give an item a new title",
        takes.rename,
        ("roundtable rename export-the-report-as-csv Export reports as spreadsheets",),
    ),
    "delete": Command(
        "delete an item with all its documents",
        takes.delete,
        ("roundtable delete export-the-report-as-csv", "roundtable delete export-the-report-as-csv --yes"),
    ),
    "doctor": Command(
        "show what works here, what does not, and how to mend it",
        takes.doctor,
        ("roundtable doctor", "roundtable doctor --model-test"),
    ),
    "completion": Command(
        "print a completion script for your shell",
        takes.completion,
        (
            'bash:  eval "$(roundtable completion bash)"',
            "zsh:   roundtable completion zsh > ~/.zfunc/_roundtable",
        ),
    ),
}

AGENTS_EXPORT: Final = Command(
    "write the files where a coding agent looks for them; files you edited are kept",
    takes.agents_export,
    ("roundtable agents export claude", "roundtable agents export cursor --to ../other"),
)

LIBRARY_TASKS: Final[dict[str, Command]] = {
    "list": Command(
        "list the steps, topics and personas that are used here",
        takes.json,
        ("roundtable library list", "roundtable library list --json"),
    ),
    "check": Command(
        "explain every problem of the content with file and line",
        takes.library_check,
        ("roundtable library check", "roundtable library check .roundtable/steps"),
    ),
    "new": Command(
        "start a step, topic or persona of your own in .roundtable/",
        takes.library_new,
        (
            "roundtable library new step 01-requirements/09-compliance",
            "roundtable library new persona ops-engineer",
        ),
    ),
}
