"""What people have configured, read once and typed.

    a flag  >  ROUNDTABLE_…  >  .roundtable/config.toml in the repository  >  config.toml in the user's folder

The nearer one wins, setting by setting, but a repository that somebody else wrote can neither turn masking off nor send
words elsewhere, and what protects the person it can only tighten (`_STRICTER`); a model that it names is a proposal
(`commands.agreement`). An unknown key is a warning that names file and line, and so is a file of the user's that cannot be
read; a value that makes no sense, or a file that is not TOML, is one sentence (`WrongUse`). Nothing here is ever written.
"""

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, cast

from roundtable.errors import CannotDoHere, WrongUse

REPOSITORY_FILE: Final = ".roundtable/config.toml"


@dataclass(frozen=True, slots=True)
class Config:
    """Every setting; what nobody set is `None`."""

    model: str | None = None
    """`PROVIDER:NAME`; without one, sessions are offline."""
    mode: Literal["steps", "conversation"] | None = None
    depth: Literal["brief", "standard", "deep"] | None = None
    tracker: Literal["github", "jira"] | None = None
    """What a bare number such as `20` means."""
    jira_project: str | None = None
    """The key before the number: `SHOP` in `SHOP-7`."""
    journal_in_git: bool | None = None
    base_url: str | None = None
    """The address of a server with OpenAI's interface; from the repository's file only on this machine."""
    context: int | None = None
    """Tokens that the model can read at once, where that is little."""
    timeout: int | None = None
    """Seconds to wait for a model."""
    budget: str | None = None
    """Dollars (`2.50`) or tokens (`200k`) that one session may use."""
    send_code: bool | None = None
    send_only: tuple[str, ...] | None = None
    """Patterns of the files that a model may hear about."""
    send_except: tuple[str, ...] | None = None
    mask_secrets: bool | None = None
    team: bool | None = None
    """Whether each specialist has a mind of its own."""
    database: str | None = None
    """Where the queue of batches is kept, if not in a file of the repository."""
    check: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """The table `[check]`: which rules, how seriously, what may stay (see `roundtable.documents.checks`)."""
    origins: Mapping[str, str] = field(default_factory=dict[str, str])
    """Setting -> where its value comes from."""
    overruled: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """Setting -> what it was set to further away, and where."""
    warnings: tuple[str, ...] = ()


def _one_of(*allowed: str) -> Callable[[Any], str | None]:
    def problem(value: Any) -> str | None:
        return None if value in allowed else f"must be {' or '.join(allowed)}"

    return problem


def _matching(pattern: str, example: str) -> Callable[[Any], str | None]:
    def problem(value: Any) -> str | None:
        if isinstance(value, str) and re.fullmatch(pattern, value):
            return None
        return f'must look like "{example}"'

    return problem


def _is_switch(value: Any) -> str | None:
    return None if isinstance(value, bool) else "must be true or false"


def _is_table(value: Any) -> str | None:
    return None if isinstance(value, dict) else "must be a table: [check]"


def _is_number(value: Any) -> str | None:
    is_number = isinstance(value, int) and not isinstance(value, bool) and value > 0
    return None if is_number else "must be a number from 1 up"


def _is_list(value: Any) -> str | None:
    entries = cast("list[object]", value) if isinstance(value, list | tuple) else [value, None]
    return (
        None
        if all(isinstance(one, str) for one in entries)
        else 'must be a list of patterns, such as ["src/*"]'
    )


_STRICTER: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "send_code": lambda own, theirs: own and theirs,
    "journal_in_git": lambda own, theirs: own and theirs,
    "send_except": lambda own, theirs: (*own, *theirs),
    "send_only": lambda own, theirs: own,
    "budget": lambda own, theirs: own,
    "base_url": lambda own, theirs: own,
}
"""What holds where a person and a repository both set it."""
_HERE: Final = re.compile(
    r"https?://(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])(?::\d+)?(?:/.*)?", re.IGNORECASE
)

_PROBLEMS: Final[dict[str, Callable[[Any], str | None]]] = {
    "model": _matching(r"[^:\s]+:\S+", "provider:name"),
    "mode": _one_of("steps", "conversation"),
    "depth": _one_of("brief", "standard", "deep"),
    "tracker": _one_of("github", "jira"),
    "jira_project": _matching(r"[A-Z][A-Z0-9]*", "SHOP"),
    "journal_in_git": _is_switch,
    "base_url": _matching(r"https?://\S+", "http://127.0.0.1:8080/v1"),
    "context": _is_number,
    "timeout": _is_number,
    "budget": _matching(r"\$?\d+(?:\.\d+)?\s*(?:[kKmM]|tokens|usd)?", "2.50"),
    "send_code": _is_switch,
    "send_only": _is_list,
    "send_except": _is_list,
    "mask_secrets": _is_switch,
    "team": _is_switch,
    "database": _matching(r"(?:sqlite:///|postgres(?:ql)?(?:\+\w+)?://)\S+", "postgresql://user@host/name"),
    "check": _is_table,
}


def load_config(
    repository: Path, user: Path | None = None, environment: Mapping[str, str] = os.environ
) -> Config:
    """The settings for work in a repository. `user` is the user's own file, by default where the system keeps such files."""
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    overruled: dict[str, tuple[str, ...]] = {}
    warnings: list[str] = []

    def take(found: Mapping[str, Any], origin: str) -> None:
        for name, value in found.items():
            if origin == REPOSITORY_FILE and name in values and name in _STRICTER:
                theirs, value = value, _STRICTER[name](values[name], value)
                if value == values[name]:
                    overruled[name] = (f"{theirs} ({origin})",)
                    continue
            if name in values:
                overruled[name] = (*overruled.get(name, ()), f"{values[name]} ({origins[name]})")
            values[name], origins[name] = value, origin

    own = user or user_file()
    for path, shown in ((own, str(own)), (repository / REPOSITORY_FILE, REPOSITORY_FILE)):
        try:
            found, notes = _read(path, shown)
        except CannotDoHere as error:
            if path != own:
                raise
            # Somebody else's home, as under sudo, need not even hold such a file: no reason to stop.
            found, notes = {}, [str(error)]
        take(found, shown)
        warnings += notes
    for name in _PROBLEMS:
        variable = f"ROUNDTABLE_{name.upper()}"
        text = environment.get(variable, "").strip()
        if text and name != "check":  # a table does not fit into a variable
            take({name: _checked(name, _from_text(name, text), variable)}, variable)
    # A repository's server is for the repository's model: one's own is not to be led elsewhere.
    if (
        origins.get("base_url") == REPOSITORY_FILE
        and origins.get("model", REPOSITORY_FILE) != REPOSITORY_FILE
    ):
        overruled["base_url"] = (f"{values.pop('base_url')} ({origins.pop('base_url')})",)
    return Config(**values, origins=origins, overruled=overruled, warnings=tuple(warnings))


def _from_text(name: str, text: str) -> Any:
    """The value that a variable holds, where it is not simply text."""
    if _PROBLEMS[name] is _is_switch:
        return {"1": True, "true": True, "0": False, "false": False}.get(text.lower(), text)
    if _PROBLEMS[name] is _is_number:
        return int(text) if text.isdecimal() else text
    if _PROBLEMS[name] is _is_list:
        return tuple(one.strip() for one in text.split(",") if one.strip())
    return text


def user_file() -> Path:
    from platformdirs import user_config_path

    return user_config_path("roundtable", appauthor=False) / "config.toml"


def _read(path: Path, shown: str) -> tuple[dict[str, Any], list[str]]:
    try:
        text = path.read_bytes().decode("utf-8-sig")
        data = tomllib.loads(text)
    except (FileNotFoundError, NotADirectoryError):
        return {}, []
    except OSError as error:
        raise CannotDoHere(f"Could not read {shown} ({error.strerror}); check its permissions.") from error
    except UnicodeDecodeError as error:
        raise WrongUse(f"{shown} is not UTF-8 text; save it as UTF-8.") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise WrongUse(f"{shown} is not valid TOML: {error}.") from error
    values: dict[str, Any] = {}
    warnings: list[str] = []
    for key, value in data.items():
        where = f"{shown}, line {_line_of(key, text)}"
        if key in _PROBLEMS:
            checked = _checked(key, value, where)
            if shown == REPOSITORY_FILE and (problem := _not_for_repositories(key, checked)):
                warnings.append(f"{where}: {problem} Set it in {user_file()}.")
                continue
            values[key] = tuple(checked) if _PROBLEMS[key] is _is_list else checked
            if key == "base_url" and shown == REPOSITORY_FILE and not _HERE.fullmatch(checked):
                # A repository that somebody else wrote must not decide where one's words and keys are sent.
                raise WrongUse(
                    f"{where}: base_url may name only this machine here. Set another one in {user_file()} or ROUNDTABLE_BASE_URL."
                )
        else:
            warnings.append(f"{where}: unknown setting {key!r} (known: {', '.join(_PROBLEMS)}).")
    return values, warnings


def _not_for_repositories(key: str, value: Any) -> str:
    """Why a repository, which somebody else may have written, cannot decide this; empty when it can."""
    if key == "mask_secrets" and not value:
        return "a repository cannot turn mask_secrets off, so secrets stay masked."
    if key == "database":
        return "a repository cannot name the database of a queue."
    return ""


def _checked(name: str, value: Any, where: str) -> Any:
    problem = _PROBLEMS[name](value)
    if problem is not None:
        raise WrongUse(f"{where}: {name} {problem}, not {value!r}.")
    return value


def _line_of(key: str, text: str) -> int:
    """The first line that sets `key` or opens a table of that name."""
    name = re.escape(key)
    for number, line in enumerate(text.splitlines(), start=1):
        if re.match(rf"""\s*\[*\s*["']?{name}["']?\s*[=\].]""", line):
            return number
    return 1
