"""Every command in a function of its own: what it takes, and in its docstring a line of help and what it looks like in use.

Elsewhere: the whole command line (`grammar`), what a command does (the module named like it).
"""

import argparse
from typing import Final

from roundtable.commands.parser import Parser

ITEM_HELP: Final = "the item: its slug, its number in BACKLOG.md, #20, KEY-7, or words of its title"


_DEPTHS: Final = ("brief", "standard", "deep")
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


AGENTS: Final = (
    *("claude", "claude-plugin", "codex", "cursor", "gemini", "copilot"),
    *("copilot-cli", "qwen", "opencode", "roo", "kiro", "amazonq", "factory"),
)
"""Rows of `library.agent_files.places`, which help does not wait for."""


def _word(parser: Parser, name: str, metavar: str, words: str, nargs: str | None = None) -> None:
    action = parser.add_argument(name, metavar=metavar, nargs=nargs, help=words)
    if name in {"item", "what"}:
        action.complete = _COMPLETE  # pyright: ignore[reportAttributeAccessIssue] - what shtab looks for


def _one_of(parser: Parser, name: str, choices: tuple[str, ...], words: str) -> None:
    parser.add_argument(name, metavar="|".join(choices), choices=choices, help=words)


def _value(parser: "argparse._ActionsContainer", name: str, metavar: str, words: str) -> None:
    parser.add_argument(name, metavar=metavar, help=words)


def _flag(parser: "argparse._ActionsContainer", name: str, words: str) -> None:
    parser.add_argument(name, action="store_true", help=words)


def _const(parser: "argparse._ActionsContainer", name: str, dest: str, const: str, words: str) -> None:
    parser.add_argument(name, dest=dest, action="store_const", const=const, help=words)


def _item(parser: Parser) -> None:
    _word(parser, "item", "SLUG", ITEM_HELP)


def _json(parser: Parser) -> None:
    _flag(parser, "--json", "print JSON for programs")


def _fetch(parser: Parser) -> None:
    _flag(parser, "--fetch", "ask `gh` or `glab` for the title and text of an issue; this uses the network")


def _mode(parser: Parser, when: str) -> None:
    mode = parser.add_mutually_exclusive_group()
    _const(mode, "--steps", "mode", "steps", "step by step, with menus and phases")
    _const(mode, "--conversation", "mode", "conversation", f"one free conversation with all three{when}")


def _asked_model(parser: Parser) -> None:
    mind = parser.add_mutually_exclusive_group()
    _value(mind, "--model", "PROVIDER:NAME", "the language model to think with")
    _flag(mind, "--offline", "no model and no network, whatever is configured")
    server = "a server with OpenAI's interface, for instance http://127.0.0.1:8080/v1"
    _value(parser, "--base-url", "URL", server)


def _model(parser: Parser) -> None:
    _asked_model(parser)
    budget = "stop asking the model after so much: 2.50 (dollars) or 200k (tokens)"
    _value(parser, "--budget", "AMOUNT", budget)
    _flag(parser, "--no-code", "send the model nothing about the code, not even names of files")
    _flag(parser, "--show-prompt", "show everything that is sent to the model")


def _database(parser: Parser) -> None:
    database = "where the queue is kept: sqlite:///PATH or postgresql://… (default: a file in .roundtable/)"
    _value(parser, "--database", "URL", database)


def analyze(parser: Parser) -> None:
    """talk an item through with the three specialists and get its documents

    roundtable analyze "Let people export the report as CSV"
    roundtable analyze export-the-report-as-csv --steps
    roundtable analyze                  (offers the unfinished items)
    """
    what = (
        "an idea in quotes, a slug, a number in BACKLOG.md, #20, KEY-7, the address of an issue, a file with a draft, "
        "or - for standard input; without it the unfinished items are offered"
    )
    _word(parser, "what", "WHAT", what, "*")
    _fetch(parser)
    _mode(parser, " (default; an item remembers its last mode)")
    parser.add_argument("--depth", choices=_DEPTHS, help="how much to ask in each phase")
    _model(parser)
    _flag(parser, "--team", "a mind for each of the three, working at the same time (needs a model)")
    _flag(parser, "--headless", "no conversation: write every document from the draft and the code")
    protocol = "text (default), or JSON lines for programs"
    parser.add_argument("--protocol", choices=("text", "jsonl"), default="text", help=protocol)


def batch(parser: Parser) -> None:
    """analyze many items without a conversation; Ctrl-C pauses, the same command goes on

    roundtable batch --all --workers 4
    roundtable batch ideas.txt --model anthropic:claude-opus-5-5 --budget 20
    roundtable batch export-the-report dark-mode --headless --json
    """
    what = "items, or a file with one idea per line"
    _word(parser, "what", "SLUG|FILE", what, "*")
    _flag(parser, "--all", "every item that is not analyzed yet")
    _flag(parser, "--headless", "write every document from the draft and the code (always so in a batch)")
    parser.add_argument("--depth", choices=_DEPTHS, help="how much to say in each phase")
    _asked_model(parser)
    _value(parser, "--budget", "AMOUNT", "stop beginning items after so much: 20 (dollars) or 5M (tokens)")
    _flag(parser, "--no-code", "send the model nothing about the code, not even names of files")
    workers = "processes on this machine (default: 2); 0 leaves the work to `roundtable worker` elsewhere"
    parser.add_argument("--workers", metavar="N", type=_natural, default=2, help=workers)
    at_once = "items at a provider at the same time, over all workers"
    parser.add_argument("--at-once", metavar="N", type=_positive, help=at_once)
    rate = "requests to a provider in a minute, over all workers"
    parser.add_argument("--rate", metavar="N", type=_positive, help=rate)
    _database(parser)
    _json(parser)


def worker(parser: Parser) -> None:
    """work on the items of batches, beside any number of other workers

    roundtable worker --database postgresql://user@host/name
    roundtable worker --drain
    roundtable worker --clone https://git.example/acme/shop.git
    """
    _database(parser)
    clone = "work in a clone of this repository, made and kept by the worker; documents go back as a patch"
    _value(parser, "--clone", "URL", clone)
    server = "where the models of a batch are asked, if not at their makers'"
    _value(parser, "--base-url", "URL", server)
    _flag(parser, "--drain", "end when nothing is left to do")
    parser.add_argument("--with-parent", action="store_true", help=argparse.SUPPRESS)


def add(parser: Parser) -> None:
    """add an item to the backlog and print its slug

    roundtable add "Export the report as CSV"
    roundtable add "#20" --title "Export fails for large reports"
    roundtable add https://github.com/acme/shop/issues/20 --fetch
    roundtable add draft.md
    pbpaste | roundtable add -
    """
    what = (
        "an idea in quotes, a file with a draft, #20, KEY-7, the address of an issue, or - for standard input"
    )
    _word(parser, "what", "WHAT", what, "+")
    _value(parser, "--title", "T", "a title, for instance that of the issue #20")
    _fetch(parser)
    _json(parser)


def list_items(parser: Parser) -> None:
    """list the items of this repository

    roundtable list
    roundtable list --json
    """
    _json(parser)


def status(parser: Parser) -> None:
    """show how far the items are, or one of them in detail

    roundtable status
    roundtable status export-the-report-as-csv
    """
    _word(parser, "item", "SLUG", f"{ITEM_HELP} (default: an overview)", "?")
    _json(parser)


def show(parser: Parser) -> None:
    """read an item's summary or one of its documents in the terminal

    roundtable show export-the-report-as-csv
    roundtable show export-the-report-as-csv requirements-spec.md
    roundtable show export-the-report-as-csv --json
    """
    _item(parser)
    _word(parser, "document", "DOCUMENT", "its name or the beginning of it (default: README.md)", "?")
    _json(parser)


def scan(parser: Parser) -> None:
    """find the files that a description is about, with reasons and blast radius

    roundtable scan "Export the report as CSV" --top 10
    roundtable scan - --json < draft.md
    """
    _word(parser, "what", "WHAT", "a description, an item, or - for standard input", "+")
    parser.add_argument("--top", metavar="N", type=_positive, default=20, help="how many files (default: 20)")
    _json(parser)


def check(parser: Parser) -> None:
    """check documents for consistency and quality

    roundtable check
    roundtable check export-the-report-as-csv --strict
    roundtable check docs/requirements --format sarif > findings.sarif
    """
    _word(parser, "what", "SLUG|FOLDER|FILE", "what to check (default: every item of the repository)", "*")
    parser.add_argument("--format", choices=("text", "json", "sarif"), default="text", help="default: text")
    _const(parser, "--json", "format", "json", "the same as --format json")
    _flag(parser, "--strict", "exit 1 for warnings too")


def demo(parser: Parser) -> None:
    """watch a whole session on a small example, offline, with prepared answers

    roundtable demo
    roundtable demo --steps --fast --to /tmp/shop
    """
    _mode(parser, " (default)")
    _value(parser, "--to", "DIR", "a new folder for it (default: a temporary one)")
    _flag(parser, "--fast", "show the answers at once instead of typing them")


def close(parser: Parser) -> None:
    """close an item that will not be built

    roundtable close export-the-report-as-csv --reason "the old export is enough"
    """
    _item(parser)
    _value(parser, "--reason", "WHY", "why it will not be built (asked for at a terminal)")


def rename(parser: Parser) -> None:
    """give an item a new title

    roundtable rename export-the-report-as-csv Export reports as spreadsheets
    """
    _item(parser)
    _word(parser, "title", "TITLE", "the new title", "+")


def delete(parser: Parser) -> None:
    """delete an item with all its documents

    roundtable delete export-the-report-as-csv
    roundtable delete export-the-report-as-csv --yes
    """
    _item(parser)
    _flag(parser, "--yes", "do not ask")


def doctor(parser: Parser) -> None:
    """show what works here, what does not, and how to mend it

    roundtable doctor
    roundtable doctor --model-test
    """
    _flag(parser, "--model-test", "ask the model one small question; this sends something")
    _value(parser, "--model", "PROVIDER:NAME", "the model to test (default: the configured one)")
    _json(parser)


def config(parser: Parser) -> None:
    """show what is set, where and why

    roundtable config
    roundtable config --json
    """
    _json(parser)


def completion(parser: Parser) -> None:
    """print a completion script for your shell

    bash:  eval "$(roundtable completion bash)"
    zsh:   roundtable completion zsh > ~/.zfunc/_roundtable
    fish:  roundtable completion fish > ~/.config/fish/completions/roundtable.fish
    """
    _one_of(parser, "shell", ("bash", "zsh", "fish", "tcsh"), "your shell")


def mcp(parser: Parser) -> None:
    """serve coding agents over the Model Context Protocol: their model thinks, the table decides

    roundtable mcp                      (over standard input and output)
    roundtable mcp --http 8722          (on this machine, with a token)
    """
    port = "serve HTTP on this port of this machine, 0 for any free one; needs the extra [mcp]"
    parser.add_argument("--http", metavar="PORT", type=_port, help=port)


def acp(parser: Parser) -> None:
    """be an agent in an editor's panel (Zed, JetBrains, Neovim, Emacs) over the Agent Client Protocol

    roundtable acp
    roundtable acp --model anthropic:claude-sonnet-4-5
    """
    _model(parser)
    parser.set_defaults(protocol="jsonl")


def agents_export(parser: Parser) -> None:
    """write the few files with which a coding agent uses `roundtable mcp`; files you edited are kept

    roundtable agents export claude
    roundtable agents export cursor --to ../other
    roundtable agents export codex --prompts
    """
    _one_of(parser, "agent", AGENTS, "the coding agent")
    _flag(parser, "--prompts", "every agent, persona, step and topic as files that need no MCP server")
    _value(parser, "--to", "DIR", "the folder to write to (default: the repository)")


def library_list(parser: Parser) -> None:
    """list the steps, topics and personas that are used here

    roundtable library list
    roundtable library list --json
    """
    _json(parser)


def library_check(parser: Parser) -> None:
    """explain every problem of the content with file and line

    roundtable library check
    roundtable library check .roundtable/steps
    """
    _word(parser, "path", "PATH", "a file or folder (default: all content this repository uses)", "?")
    _json(parser)


def library_new(parser: Parser) -> None:
    """start a step, topic or persona of your own in .roundtable/

    roundtable library new step 01-requirements/09-compliance
    roundtable library new persona ops-engineer
    """
    _one_of(parser, "kind", ("step", "topic", "persona"), "what")
    _word(parser, "name", "NAME", "a file name such as 01-requirements/09-compliance, or a title")


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
