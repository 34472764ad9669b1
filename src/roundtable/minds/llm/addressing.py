"""Addresses of servers and keys for them: checked before anything is sent, because a kit would only say "no connection".

A key goes to the server of its maker and to no other: `ROUNDTABLE_API_KEY` is for whatever server was named, a maker's key
only for a server that was named as that maker's.
"""

import ipaddress
from collections.abc import Mapping, MutableMapping
from typing import Final
from urllib.parse import SplitResult, urlsplit

from roundtable.errors import WrongUse

_EXAMPLE: Final = "http://127.0.0.1:8080/v1"
_HERE: Final = "127.0.0.1,localhost,::1"


def checked_address(address: str) -> str:
    """The address without spaces around it; raises `WrongUse` when it cannot be one."""
    address = address.strip()
    try:
        parts = urlsplit(address)
        is_one = parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:  # a port beyond 65535, half a bracket
        parts, is_one = SplitResult("", "", "", "", ""), False
    if not is_one:
        raise WrongUse(f"{_shown(address)} is no address of a server. Write it like {_EXAMPLE}.")
    return address


def _shown(address: str) -> str:
    """An address without what may be a password in it."""
    before, at, after = address.rpartition("@")
    scheme = f"{before.partition('://')[0]}://" if "://" in before else ""
    return f"{scheme}{after}" if at else address


def is_here(address: str) -> bool:
    host = urlsplit(address).hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def keep_here(environment: MutableMapping[str, str]) -> None:
    """Whoever names this machine means this machine: a proxy between would carry the words out of it."""
    for name in ("NO_PROXY", "no_proxy"):
        known = environment.get(name, "")
        if _HERE not in known:
            environment[name] = f"{known},{_HERE}" if known else _HERE


def key_for(provider: str, environment: Mapping[str, str]) -> str:
    """The key for a server that was named as `provider`; empty when there is none."""
    makers = f"{provider.upper().replace('-', '_')}_API_KEY"
    names = (makers, "ROUNDTABLE_API_KEY") if provider == "anthropic" else ("ROUNDTABLE_API_KEY", makers)
    for name in names:
        key = environment.get(name, "").strip()
        if key and (not (key.isascii() and key.isprintable()) or " " in key):
            raise WrongUse(f"{name} holds characters that no key has. Copy the key anew; it is one word.")
        if key:
            return key
    return ""


def tidy_keys(environment: MutableMapping[str, str]) -> None:
    """Keys without the line end that files bring along; the kits read them from the environment themselves."""
    for name, value in list(environment.items()):
        if name.endswith("_API_KEY") and value != value.strip():
            environment[name] = value.strip()
