"""Other people's text as data: fenced, cut to size, secrets masked, files left out that must not leave the house.

Text of the person or of the repository is shown to a model between `<data>` marks. Marks inside the text are broken up, so
nothing in it can end the fence.
"""

import fnmatch
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from roundtable.analysis.secrets import MASK, mask_told

_MASK: Final = "[secret]"
_SECRETS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)",
        r"\b(?:sk|pk|rk)-(?:ant-|proj-|live-|test-)?[A-Za-z0-9_-]{16,}",
        r"\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}",
        r"\bey[JK][A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{5,}",
        r"(?i)\bbearer\s+[A-Za-z0-9._~+/-]{16,}=*",
        r"(?<=://)[^\s:/@]{1,80}:[^\s/@]{1,200}(?=@)",
    )
)
_ASSIGNED: Final = re.compile(
    r"(?i)(?P<name>[\w.-]*(?:passw(?:or)?d|passwort|secret|api[_-]?key|access[_-]?key|auth[_-]?token|private[_-]?key|credential)[\w.-]*"
    r"[\"']?\s*(?::=|=>|=|:)\s*)(?P<quote>[\"']?)(?P<value>(?!\[secret\])[^\s\"',;]{6,})(?P=quote)"
)
_PLAIN_WORD: Final = re.compile(
    r"^[a-z][a-z_.()]*$|^(?:none|null|true|false|required|string|str|os\.environ.*)$", re.IGNORECASE
)


def masked(text: str) -> str:
    """Text without what looks like a key, token or password."""
    for pattern in _SECRETS:
        text = pattern.sub(_MASK, text)
    return mask_told(_ASSIGNED.sub(_hide, text)).replace(MASK, _MASK)


def _hide(match: re.Match[str]) -> str:
    if _PLAIN_WORD.match(match["value"]):
        return match.group()
    return f"{match['name']}{match['quote']}{_MASK}{match['quote']}"


@dataclass(frozen=True, slots=True)
class Sending:
    """What may be sent: code at all, which files of it, and whether secrets are masked."""

    code: bool = True
    exclude: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    mask: bool = True

    def allows(self, path: str) -> bool:
        if not self.code or _matches(path, self.exclude):
            return False
        return not self.only or _matches(path, self.only)

    def clean(self, text: str) -> str:
        return masked(text) if self.mask else text


def _matches(path: str, patterns: Sequence[str]) -> bool:
    return any(
        fnmatch.fnmatchcase(path, pattern) or path.startswith(f"{pattern.rstrip('/')}/") or path == pattern
        for pattern in patterns
    )


def fence(name: str, text: str, sending: Sending, longest: int = 4000) -> str:
    """The text between marks; nothing in it can close them."""
    shown = sending.clean(text.strip())
    if len(shown) > longest:
        shown = f"{shown[: longest * 2 // 3]}\n[… {len(shown) - longest} characters left out …]\n{shown[-longest // 3 :]}"
    shown = re.sub(r"<(?=\s*/?\s*data\b)", "‹", shown, flags=re.IGNORECASE)
    return f'<data name="{name}">\n{shown}\n</data>'
