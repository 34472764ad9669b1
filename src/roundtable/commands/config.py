"""`roundtable config`: what is set, where, and what holds where nothing is."""

from argparse import Namespace
from typing import Any, Final

from roundtable.analysis.secrets import mask
from roundtable.commands.output import by_state, faint, print_json, remark, say_columns, strong
from roundtable.config import REPOSITORY_FILE, user_file
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
    overruled = {name: [mask(one) for one in others] for name, others in config.overruled.items()}
    if arguments.json:
        settings: list[dict[str, Any]] = []
        for name, otherwise in _OTHERWISE.items():
            value, origin = _told(getattr(config, name)), config.origins.get(name)
            found = {"name": name, "value": value, "origin": origin}
            settings.append(found | {"instead_of": overruled.get(name, []), "otherwise": otherwise})
        print_json(settings)
        return 0
    rows = [(name, "", otherwise) for name, otherwise in _OTHERWISE.items()]
    for at, name in enumerate(_OTHERWISE):
        if name in config.origins:
            instead = f", instead of {'; '.join(overruled[name])}" if overruled.get(name) else ""
            rows[at] = (name, _shown(getattr(config, name)), f"{config.origins[name]}{instead}")
    say_columns(rows, looks=(lambda name: strong(name) if name in config.origins else name, by_state, faint))
    for warning in config.warnings:
        remark(f"warning: {warning}", quiet=arguments.quiet)
    order = f"A flag wins over ROUNDTABLE_… in the environment, that over {REPOSITORY_FILE}, that over {user_file()}."
    remark("", quiet=arguments.quiet)
    remark(order, quiet=arguments.quiet)
    return 0


def _told(value: Any) -> Any:
    """The address of a database may hold a password."""
    return mask(value) if isinstance(value, str) else value


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple | dict):
        return ", ".join(str(one) for one in value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return str(_told(value))
