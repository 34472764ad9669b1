"""`roundtable config`: what is set, where, and what holds where nothing is."""

from argparse import Namespace
from typing import Any

from roundtable.analysis.secrets import mask
from roundtable.commands.output import by_state, faint, print_json, remark, say_columns, strong
from roundtable.config import OTHERWISE, REPOSITORY_FILE, user_file
from roundtable.wiring import open_workspace


def run(arguments: Namespace) -> int:
    config = open_workspace(arguments.repo).config()
    overruled = {name: [mask(one) for one in others] for name, others in config.overruled.items()}
    if arguments.json:
        settings: list[dict[str, Any]] = []
        for name, otherwise in OTHERWISE.items():
            value, origin = _told(getattr(config, name)), config.origins.get(name)
            found = {"name": name, "value": value, "origin": origin}
            settings.append(found | {"instead_of": overruled.get(name, []), "otherwise": otherwise})
        print_json(settings)
        return 0
    rows = [(name, "", otherwise) for name, otherwise in OTHERWISE.items()]
    for at, name in enumerate(OTHERWISE):
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
