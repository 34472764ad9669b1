"""`roundtable completion`: a script that teaches a shell our commands and options."""

from argparse import Namespace

from roundtable.commands.grammar import build_parser
from roundtable.commands.output import say


def run(arguments: Namespace) -> int:
    import shtab

    shell: str = arguments.shell
    say(shtab.complete(build_parser(), shell).rstrip("\n"))
    return 0
