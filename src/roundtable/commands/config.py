"""`roundtable config`: what is set, where, and what holds where nothing is."""

from argparse import Namespace
from typing import Any, Final

from roundtable.analysis.secrets import mask
from roundtable.commands.output import by_state, columns, faint, print_json, remark, say, strong
from roundtable.config import REPOSITORY_FILE, Config, user_file
from roundtable.wiring import open_workspace

_OTHERWISE: Final = {
    "model": "none: sessions are offline",
    "mode": "conversation, or an item's last one",
    "depth": "what each phase and its answers call for",
    "tracker": "none: a bare number means nothing",
    "jira_project": "none",
    "journal_in_git": "true: what was said is kept with the item",
    "base_url": "the provider's own address",
    "context": "what the model is known to read at once",
    "timeout": "90 seconds for an answer of a model",
    "budget": "no limit",
    "send_code": "true: a model hears about the code",
    "send_only": "every file of the repository",
    "send_except": "no file is left out",
    "mask_secrets": "true: what looks like a key is not sent",
    "team": "false: one mind speaks for all three",
    "database": "a file in .roundtable/queue/",
    "check": "every rule as it ships",
}
"""What holds where nobody says otherwise."""


def run(arguments: Namespace) -> int:
    config = open_workspace(arguments.repo).config()
    if arguments.json:
        print_json([_described(config, name) for name in _OTHERWISE])
        return 0
    rows = [
        (name, _shown(getattr(config, name)), _why(config, name))
        if name in config.origins
        else (name, "", _OTHERWISE[name])
        for name in _OTHERWISE
    ]
    for line in columns(
        rows, looks=(lambda name: strong(name) if name in config.origins else name, by_state, faint)
    ):
        say(line)
    for warning in config.warnings:
        remark(f"warning: {warning}", quiet=arguments.quiet)
    order = f"A flag wins over ROUNDTABLE_… in the environment, that over {REPOSITORY_FILE}, that over {user_file()}."
    remark("", quiet=arguments.quiet)
    remark(order, quiet=arguments.quiet)
    return 0


def _described(config: Config, name: str) -> dict[str, Any]:
    return {
        "name": name,
        "value": _told(getattr(config, name)),
        "origin": config.origins.get(name),
        "instead_of": [mask(one) for one in config.overruled.get(name, ())],
        "otherwise": _OTHERWISE[name],
    }


def _told(value: Any) -> Any:
    """The address of a database may hold a password."""
    return mask(value) if isinstance(value, str) else value


def _why(config: Config, name: str) -> str:
    overruled = [mask(one) for one in config.overruled.get(name, ())]
    return f"{config.origins[name]}, instead of {'; '.join(overruled)}" if overruled else config.origins[name]


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple | dict):
        return ", ".join(str(one) for one in value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return str(_told(value))
