"""What each command takes: its arguments and options, with a word of help for each.

Elsewhere: the commands themselves, their summaries and examples (`grammar`).
"""

import argparse
from typing import Final

from roundtable.commands.parser import Parser

ITEM_HELP: Final = "the item: its slug, its number in BACKLOG.md, #20, KEY-7, or words of its title"
JSON_HELP: Final = "print JSON for programs"


def _item(parser: Parser) -> None:
    parser.add_argument("item", metavar="SLUG", help=ITEM_HELP)


def json(parser: Parser) -> None:
    """For programs, too."""
    parser.add_argument("--json", action="store_true", help=JSON_HELP)


def _mode(parser: Parser, when: str) -> None:
    mode = parser.add_mutually_exclusive_group()
    steps, conversation = "step by step, with menus and phases", "one free conversation with all three"
    mode.add_argument("--steps", dest="mode", action="store_const", const="steps", help=steps)
    mode.add_argument(
        "--conversation", dest="mode", action="store_const", const="conversation", help=conversation + when
    )


def analyze(parser: Parser) -> None:
    """WHAT to talk about, how, and with whom."""
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


def add(parser: Parser) -> None:
    """WHAT becomes an item."""
    parser.add_argument(
        "what",
        metavar="WHAT",
        nargs="+",
        help="an idea in quotes, a file with a draft, #20, KEY-7, or - for standard input",
    )
    parser.add_argument("--title", metavar="T", help="a title, for instance that of the issue #20")
    json(parser)


def status(parser: Parser) -> None:
    """One item, or all."""
    parser.add_argument("item", metavar="SLUG", nargs="?", help=f"{ITEM_HELP} (default: an overview)")
    json(parser)


def show(parser: Parser) -> None:
    """The item and one of its documents."""
    _item(parser)
    parser.add_argument(
        "document", metavar="DOCUMENT", nargs="?", help="its name or the beginning of it (default: README.md)"
    )
    json(parser)


def scan(parser: Parser) -> None:
    """A description, and how many files to name."""
    parser.add_argument(
        "what", metavar="WHAT", nargs="+", help="a description, an item, or - for standard input"
    )
    parser.add_argument("--top", metavar="N", type=_positive, default=20, help="how many files (default: 20)")
    json(parser)


def check(parser: Parser) -> None:
    """What to check, and how findings are told."""
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


def library_check(parser: Parser) -> None:
    """What to check."""
    parser.add_argument(
        "path", metavar="PATH", nargs="?", help="a file or folder (default: all content this repository uses)"
    )
    json(parser)


def library_new(parser: Parser) -> None:
    """What to start, and its name."""
    parser.add_argument(
        "kind", metavar="step|topic|persona", choices=("step", "topic", "persona"), help="what"
    )
    parser.add_argument(
        "name", metavar="NAME", help="a file name such as 01-requirements/09-compliance, or a title"
    )


def demo(parser: Parser) -> None:
    """How the example is shown, and where it is put."""
    _mode(parser, " (default)")
    parser.add_argument("--to", metavar="DIR", help="a new folder for it (default: roundtable-demo, here)")
    parser.add_argument("--fast", action="store_true", help="show the answers at once instead of typing them")


def agents_export(parser: Parser) -> None:
    """For which coding agent, and where to."""
    parser.add_argument(
        "agent", metavar="claude|codex|cursor", choices=("claude", "codex", "cursor"), help="the coding agent"
    )
    parser.add_argument("--to", metavar="DIR", help="the folder to write to (default: the repository)")


def close(parser: Parser) -> None:
    """The item, and why."""
    _item(parser)
    parser.add_argument("--reason", metavar="WHY", help="why it will not be built (asked for at a terminal)")


def rename(parser: Parser) -> None:
    """The item and its new title."""
    _item(parser)
    parser.add_argument("title", metavar="TITLE", nargs="+", help="the new title")


def delete(parser: Parser) -> None:
    """The item, and whether to ask."""
    _item(parser)
    parser.add_argument("--yes", action="store_true", help="do not ask")


def doctor(parser: Parser) -> None:
    """Whether to ask the model, too."""
    parser.add_argument(
        "--model-test", action="store_true", help="ask the model one small question; this sends something"
    )
    parser.add_argument(
        "--model", metavar="PROVIDER:NAME", help="the model to test (default: the configured one)"
    )
    json(parser)


def completion(parser: Parser) -> None:
    """The shell."""
    parser.add_argument("shell", metavar="bash|zsh|tcsh", choices=("bash", "zsh", "tcsh"), help="your shell")


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"`{text}` is not a number from 1 up")
    return int(text)
