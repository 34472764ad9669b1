"""What people may type: every command, its arguments, and help in plain words.

Only words and argparse here, so that help and mistakes answer at once; the work is in the module of each command.

Elsewhere: how a mistake is answered (`parser`), running the command that was chosen (`roundtable.cli`).
"""

import argparse
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from roundtable import __version__
from roundtable.commands.parser import Parser
from roundtable.errors import WrongUse

__all__ = ["build_parser", "parse"]

ITEM_HELP: Final = "the item: its slug, its number in BACKLOG.md, #20, KEY-7, or words of its title"
JSON_HELP: Final = "print JSON for programs"


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


# -- the arguments of each command -------------------------------------------------------------------------------------


def _item(parser: Parser) -> None:
    parser.add_argument("item", metavar="SLUG", help=ITEM_HELP)


def _json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help=JSON_HELP)


def _mode(parser: Parser, when: str) -> None:
    mode = parser.add_mutually_exclusive_group()
    steps, conversation = "step by step, with menus and phases", "one free conversation with all three"
    mode.add_argument("--steps", dest="mode", action="store_const", const="steps", help=steps)
    mode.add_argument(
        "--conversation", dest="mode", action="store_const", const="conversation", help=conversation + when
    )


def _analyze(parser: Parser) -> None:
    parser.add_argument(
        "what",
        metavar="WHAT",
        nargs="*",
        help="an idea in quotes, a slug, a number in BACKLOG.md, #20, KEY-7, a file with a draft, or - for "
        "standard input; without it the unfinished items are offered",
    )
    _mode(parser, " (default; an item remembers its last mode)")
    parser.add_argument(
        "--depth", choices=("brief", "standard", "deep"), help="how much to ask in each phase"
    )
    mind = parser.add_mutually_exclusive_group()
    mind.add_argument("--model", metavar="PROVIDER:NAME", help="the language model to think with")
    mind.add_argument(
        "--offline", action="store_true", help="no model and no network, whatever is configured"
    )
    parser.add_argument(
        "--base-url",
        metavar="URL",
        help="a server with OpenAI's interface, for instance http://127.0.0.1:8080/v1",
    )
    parser.add_argument(
        "--budget",
        metavar="AMOUNT",
        help="stop asking the model after so much: 2.50 (dollars) or 200k (tokens)",
    )
    parser.add_argument(
        "--no-code",
        action="store_true",
        help="send the model nothing about the code, not even names of files",
    )
    parser.add_argument(
        "--show-prompt", action="store_true", help="show everything that is sent to the model"
    )
    parser.add_argument(
        "--headless",
        action="store_true",
        help="no conversation: write every document from the draft and the code",
    )
    parser.add_argument(
        "--protocol",
        choices=("text", "jsonl"),
        default="text",
        help="text (default), or JSON lines for programs",
    )


def _add(parser: Parser) -> None:
    parser.add_argument(
        "what",
        metavar="WHAT",
        nargs="+",
        help="an idea in quotes, a file with a draft, #20, KEY-7, or - for standard input",
    )
    parser.add_argument("--title", metavar="T", help="a title, for instance that of the issue #20")
    _json(parser)


def _status(parser: Parser) -> None:
    parser.add_argument("item", metavar="SLUG", nargs="?", help=f"{ITEM_HELP} (default: an overview)")
    _json(parser)


def _show(parser: Parser) -> None:
    _item(parser)
    parser.add_argument(
        "document", metavar="DOCUMENT", nargs="?", help="its name or the beginning of it (default: list them)"
    )
    _json(parser)


def _scan(parser: Parser) -> None:
    parser.add_argument(
        "what", metavar="WHAT", nargs="+", help="a description, an item, or - for standard input"
    )
    parser.add_argument("--top", metavar="N", type=_positive, default=20, help="how many files (default: 20)")
    _json(parser)


def _check(parser: Parser) -> None:
    parser.add_argument(
        "what",
        metavar="SLUG|FOLDER|FILE",
        nargs="*",
        help="what to check (default: every item of the repository)",
    )
    parser.add_argument("--format", choices=("text", "json", "sarif"), default="text", help="default: text")
    parser.add_argument(
        "--json", dest="format", action="store_const", const="json", help="the same as --format json"
    )
    parser.add_argument("--strict", action="store_true", help="exit 1 for warnings too")


def _library(parser: Parser) -> None:
    tasks = parser.add_subparsers(title="tasks", metavar="TASK", dest="task", required=True)
    for name, command in LIBRARY_TASKS.items():
        _add_command(tasks, _common(), name, command)


def _library_list(parser: Parser) -> None:
    _json(parser)


def _library_check(parser: Parser) -> None:
    parser.add_argument(
        "path", metavar="PATH", nargs="?", help="a file or folder (default: all content this repository uses)"
    )
    _json(parser)


def _library_new(parser: Parser) -> None:
    parser.add_argument(
        "kind", metavar="step|topic|persona", choices=("step", "topic", "persona"), help="what"
    )
    parser.add_argument(
        "name", metavar="NAME", help="a file name such as 01-requirements/09-compliance, or a title"
    )


def _demo(parser: Parser) -> None:
    _mode(parser, " (default)")
    parser.add_argument("--to", metavar="DIR", help="a new folder for it (default: roundtable-demo, here)")
    parser.add_argument("--fast", action="store_true", help="show the answers at once instead of typing them")


def _agents(parser: Parser) -> None:
    tasks = parser.add_subparsers(title="tasks", metavar="TASK", dest="task", required=True)
    _add_command(tasks, _common(), "export", AGENTS_EXPORT)


def _agents_export(parser: Parser) -> None:
    parser.add_argument(
        "agent", metavar="claude|codex|cursor", choices=("claude", "codex", "cursor"), help="the coding agent"
    )
    parser.add_argument("--to", metavar="DIR", help="the folder to write to (default: the repository)")


def _close(parser: Parser) -> None:
    _item(parser)
    parser.add_argument("--reason", metavar="WHY", help="why it will not be built (asked for at a terminal)")


def _rename(parser: Parser) -> None:
    _item(parser)
    parser.add_argument("title", metavar="TITLE", nargs="+", help="the new title")


def _delete(parser: Parser) -> None:
    _item(parser)
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _doctor(parser: Parser) -> None:
    parser.add_argument(
        "--model-test", action="store_true", help="ask the model one small question; this sends something"
    )
    parser.add_argument(
        "--model", metavar="PROVIDER:NAME", help="the model to test (default: the configured one)"
    )
    _json(parser)


def _completion(parser: Parser) -> None:
    parser.add_argument("shell", metavar="bash|zsh|tcsh", choices=("bash", "zsh", "tcsh"), help="your shell")


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"`{text}` is not a number from 1 up")
    return int(text)


COMMANDS: Final[dict[str, Command]] = {
    "analyze": Command(
        "talk an item through with the three specialists and get its documents",
        _analyze,
        (
            'roundtable analyze "Let people export the report as CSV"',
            "roundtable analyze export-the-report-as-csv --steps",
            "roundtable analyze                  (offers the unfinished items)",
        ),
    ),
    "add": Command(
        "add an item to the backlog and print its slug",
        _add,
        (
            'roundtable add "Export the report as CSV"',
            'roundtable add "#20" --title "Export fails for large reports"',
            "roundtable add draft.md",
            "pbpaste | roundtable add -",
        ),
    ),
    "list": Command(
        "list the items of this repository", _json, ("roundtable list", "roundtable list --json")
    ),
    "status": Command(
        "show how far the items are, or one of them in detail",
        _status,
        ("roundtable status", "roundtable status export-the-report-as-csv"),
    ),
    "show": Command(
        "read a document of an item in the terminal",
        _show,
        (
            "roundtable show export-the-report-as-csv",
            "roundtable show export-the-report-as-csv requirements-spec.md",
        ),
    ),
    "scan": Command(
        "find the files that a description is about, with reasons and blast radius",
        _scan,
        ('roundtable scan "Export the report as CSV" --top 10', "roundtable scan - --json < draft.md"),
    ),
    "check": Command(
        "check documents for consistency and quality",
        _check,
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
        _demo,
        ("roundtable demo", "roundtable demo --steps --fast --to /tmp/shop"),
    ),
    "agents": Command(
        "write agent, persona, step and command files for a coding agent",
        _agents,
        ("roundtable agents export claude", "roundtable agents export codex --to ../other"),
    ),
    "close": Command(
        "close an item that will not be built",
        _close,
        ('roundtable close export-the-report-as-csv --reason "the old export is enough"',),
    ),
    "rename": Command(
        "give an item a new title",
        _rename,
        ("roundtable rename export-the-report-as-csv Export reports as spreadsheets",),
    ),
    "delete": Command(
        "delete an item with all its documents",
        _delete,
        ("roundtable delete export-the-report-as-csv", "roundtable delete export-the-report-as-csv --yes"),
    ),
    "doctor": Command(
        "show what works here, what does not, and how to mend it",
        _doctor,
        ("roundtable doctor", "roundtable doctor --model-test"),
    ),
    "completion": Command(
        "print a completion script for your shell",
        _completion,
        (
            'bash:  eval "$(roundtable completion bash)"',
            "zsh:   roundtable completion zsh > ~/.zfunc/_roundtable",
        ),
    ),
}

AGENTS_EXPORT: Final = Command(
    "write the files where a coding agent looks for them; files you edited are kept",
    _agents_export,
    ("roundtable agents export claude", "roundtable agents export cursor --to ../other"),
)

LIBRARY_TASKS: Final[dict[str, Command]] = {
    "list": Command(
        "list the steps, topics and personas that are used here",
        _library_list,
        ("roundtable library list", "roundtable library list --json"),
    ),
    "check": Command(
        "explain every problem of the content with file and line",
        _library_check,
        ("roundtable library check", "roundtable library check .roundtable/steps"),
    ),
    "new": Command(
        "start a step, topic or persona of your own in .roundtable/",
        _library_new,
        (
            "roundtable library new step 01-requirements/09-compliance",
            "roundtable library new persona ops-engineer",
        ),
    ),
}
