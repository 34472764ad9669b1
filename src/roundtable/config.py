"""What people have configured, read once and typed.

    a flag  >  ROUNDTABLE_…  >  .roundtable/config.toml in the repository  >  config.toml in the user's folder

The nearer one wins, setting by setting, but a repository that somebody else wrote can neither turn masking off nor send
words elsewhere, and what protects the person it can only tighten (`_STRICTER`); a model that it names is a proposal
(`commands.model_choice`). An unknown key is a warning that names file and line, and so is a file of the user's that cannot be
read; a value that makes no sense, or a file that is not TOML, is one sentence (`WrongUse`). Nothing here is ever written.
"""

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final, Literal, cast

from roundtable.errors import CannotDoHere, WrongUse

REPOSITORY_FILE: Final = ".roundtable/config.toml"


@dataclass(frozen=True, slots=True)
class _Rule:
    """What a value must be, and how that is said."""

    fits: Callable[[Any], object]
    wanted: str


def _one_of(*allowed: str) -> _Rule:
    return _Rule(lambda value: value in allowed, f"be {' or '.join(allowed)}")


def _matching(pattern: str, example: str) -> _Rule:
    wanted = f'look like "{example}"'
    return _Rule(lambda value: isinstance(value, str) and re.fullmatch(pattern, value), wanted)


_SWITCH: Final = _Rule(lambda value: isinstance(value, bool), "be true or false")
_NUMBER: Final = _Rule(lambda value: type(value) is int and value > 0, "be a number from 1 up")
_LIST: Final = _Rule(
    lambda value: isinstance(value, list | tuple) and all(isinstance(one, str) for one in cast("Any", value)),
    'be a list of patterns, such as ["src/*"]',
)
_TABLE: Final = _Rule(lambda value: isinstance(value, dict), "be a table: [check]")


def _setting(rule: _Rule, otherwise: str, empty: Callable[[], Any] = lambda: None) -> Any:
    return field(default_factory=empty, metadata={"rule": rule, "otherwise": otherwise})


@dataclass(frozen=True, slots=True)
class Config:
    """Every setting, with what it must be and what holds where nobody says otherwise; what nobody set is `None`."""

    model: str | None = _setting(_matching(r"[^:\s]+:\S+", "provider:name"), "none: sessions are offline")
    """`PROVIDER:NAME`; without one, sessions are offline."""
    mode: Literal["steps", "conversation"] | None = _setting(
        _one_of("steps", "conversation"), "conversation, or an item's last one"
    )
    depth: Literal["brief", "standard", "deep"] | None = _setting(
        _one_of("brief", "standard", "deep"), "what each phase and its answers call for"
    )
    tracker: Literal["github", "jira"] | None = _setting(
        _one_of("github", "jira"), "none: a bare number means nothing"
    )
    """What a bare number such as `20` means."""
    jira_project: str | None = _setting(_matching(r"[A-Z][A-Z0-9]*", "SHOP"), "none")
    """The key before the number: `SHOP` in `SHOP-7`."""
    journal_in_git: bool | None = _setting(_SWITCH, "true: what was said is kept with the item")
    base_url: str | None = _setting(
        _matching(r"https?://\S+", "http://127.0.0.1:8080/v1"), "the provider's own address"
    )
    """The address of a server with OpenAI's interface; from the repository's file only on this machine."""
    context: int | None = _setting(_NUMBER, "what the model is known to read at once")
    """Tokens that the model can read at once, where that is little."""
    timeout: int | None = _setting(_NUMBER, "90 seconds for an answer of a model")
    """Seconds to wait for a model."""
    budget: str | None = _setting(_matching(r"\$?\d+(?:\.\d+)?\s*(?:[kKmM]|tokens|usd)?", "2.50"), "no limit")
    """Dollars (`2.50`) or tokens (`200k`) that one session may use."""
    send_code: bool | None = _setting(_SWITCH, "true: a model hears about the code")
    send_only: tuple[str, ...] | None = _setting(_LIST, "every file of the repository")
    """Patterns of the files that a model may hear about."""
    send_except: tuple[str, ...] | None = _setting(_LIST, "no file is left out")
    mask_secrets: bool | None = _setting(_SWITCH, "true: what looks like a key is not sent")
    team: bool | None = _setting(_SWITCH, "false: one mind speaks for all three")
    """Whether each specialist has a mind of its own."""
    database: str | None = _setting(
        _matching(r"(?:sqlite:///|postgres(?:ql)?(?:\+\w+)?://)\S+", "postgresql://user@host/name"),
        "a file in .roundtable/queue/",
    )
    """Where the queue of batches is kept, if not in a file of the repository."""
    check: Mapping[str, Any] = _setting(_TABLE, "every rule as it ships", dict[str, Any])
    """The table `[check]`: which rules, how seriously, what may stay (see `roundtable.documents.checks`)."""
    origins: Mapping[str, str] = field(default_factory=dict[str, str])
    """Setting -> where its value comes from."""
    overruled: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """Setting -> what it was set to further away, and where."""
    warnings: tuple[str, ...] = ()


_SET: Final = [one for one in fields(Config) if one.metadata]
_RULES: Final[Mapping[str, _Rule]] = {one.name: one.metadata["rule"] for one in _SET}
OTHERWISE: Final[Mapping[str, str]] = {one.name: one.metadata["otherwise"] for one in _SET}
"""What holds where nobody says otherwise."""
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
    for name in _RULES:
        variable = f"ROUNDTABLE_{name.upper()}"
        text = environment.get(variable, "").strip()
        if text and name != "check":  # a table does not fit into a variable
            take({name: _checked(name, _from_text(name, text), variable)}, variable)
    # A repository's server is for the repository's model: one's own is not to be led elsewhere.
    has_own_model = origins.get("model", REPOSITORY_FILE) != REPOSITORY_FILE
    if has_own_model and origins.get("base_url") == REPOSITORY_FILE:
        overruled["base_url"] = (f"{values.pop('base_url')} ({origins.pop('base_url')})",)
    return Config(**values, origins=origins, overruled=overruled, warnings=tuple(warnings))


def _from_text(name: str, text: str) -> Any:
    """The value that a variable holds, where it is not simply text."""
    if _RULES[name] is _SWITCH:
        return {"1": True, "true": True, "0": False, "false": False}.get(text.lower(), text)
    if _RULES[name] is _NUMBER:
        return int(text) if text.isdecimal() else text
    if _RULES[name] is _LIST:
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
        if key in _RULES:
            checked = _checked(key, value, where)
            if shown == REPOSITORY_FILE and (problem := _not_for_repositories(key, checked)):
                warnings.append(f"{where}: {problem} Set it in {user_file()}.")
                continue
            values[key] = tuple(checked) if _RULES[key] is _LIST else checked
            if key == "base_url" and shown == REPOSITORY_FILE and not _HERE.fullmatch(checked):
                # A repository that somebody else wrote must not decide where one's words and keys are sent.
                raise WrongUse(
                    f"{where}: base_url may name only this machine here. Set another one in {user_file()} or ROUNDTABLE_BASE_URL."
                )
        else:
            warnings.append(f"{where}: unknown setting {key!r} (known: {', '.join(_RULES)}).")
    return values, warnings


def _not_for_repositories(key: str, value: Any) -> str:
    """Why a repository, which somebody else may have written, cannot decide this; empty when it can."""
    if key == "mask_secrets" and not value:
        return "a repository cannot turn mask_secrets off, so secrets stay masked."
    if key == "database":
        return "a repository cannot name the database of a queue."
    return ""


def _checked(name: str, value: Any, where: str) -> Any:
    if not _RULES[name].fits(value):
        raise WrongUse(f"{where}: {name} must {_RULES[name].wanted}, not {value!r}.")
    return value


def _line_of(key: str, text: str) -> int:
    """The first line that sets `key` or opens a table of that name."""
    name = re.escape(key)
    for number, line in enumerate(text.splitlines(), start=1):
        if re.match(rf"""\s*\[*\s*["']?{name}["']?\s*[=\].]""", line):
            return number
    return 1
