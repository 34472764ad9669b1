"""Keep secrets out of whatever may leave the machine: excerpts, signatures, prompts. Pure.

`mask` hides values, not structure: a reader still sees that there is a password, and where. It rather hides a
harmless hash than shows a key.
"""

import re
from collections import Counter
from math import log2

__all__ = ["MASK", "mask"]

MASK = "•••"

_KNOWN = re.compile(
    r"AKIA[0-9A-Z]{12,}|ASIA[0-9A-Z]{12,}|gh[pousr]_\w{16,}|github_pat_\w{20,}|glpat-[\w-]{16,}|sk-[\w-]{16,}|"
    r"[sr]k_(?:live|test)_\w{10,}|xox[abposr]-[\w-]{10,}|AIza[\w-]{30,}|ya29\.[\w-]{20,}|npm_\w{30,}|pypi-[\w-]{30,}|"
    r"eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?|SG\.[\w-]{16,}\.[\w-]{16,}"
)
_PRIVATE_KEY = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.DOTALL
)
_ASSIGNED = re.compile(
    r"(?i)((?:[\w.-]*(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|"
    r"client[_-]?secret|auth[_-]?key|credential|encryption[_-]?key|connection[_-]?string))[\"']?\s*(?::=|=>|[:=])\s*)"
    r"([\"'])([^\"'\n]{4,})\2"
)
_ASSIGNED_BARE = re.compile(
    r"(?im)^(\s*(?:export\s+)?[A-Z][A-Z0-9_]*(?:PASSW(?:OR)?D|SECRET|TOKEN|KEY|CREDENTIALS?)[A-Z0-9_]*\s*[=:]\s*)([^\s\"'(]{4,})$"
)
_URL_PASSWORD = re.compile(r"(\b[a-z][a-z0-9+.-]*://[^\s:/@]*:)([^\s@/]{2,})(@)")
_LONG = re.compile(r"[A-Za-z0-9+/_=-]{20,}")
_WORDY = re.compile(r"^[A-Za-z]*(?:[_/.=+-]+[A-Za-z]*|[a-z]+\d{0,2}[A-Z]?)*$")
_LEAST_ENTROPY = 3.2


def _entropy(text: str) -> float:
    size = len(text)
    return -sum(count / size * log2(count / size) for count in Counter(text).values())


def _mask_long(match: re.Match[str]) -> str:
    text = match[0]
    digits = sum(c.isdigit() for c in text)
    letters = sum(c.isalpha() for c in text)
    mixed = digits >= 3 and letters >= 3
    mixed_case = any(c.islower() for c in text) and any(c.isupper() for c in text) and not _WORDY.match(text)
    if (mixed or mixed_case) and _entropy(text) >= _LEAST_ENTROPY and "__" not in text:
        # A path or a snake_case name with a number in it is no secret: its parts are words.
        parts = [part for part in re.split(r"[_/=-]", text) if part]
        if len(parts) > 1 and all(part.isalpha() or part.isdigit() or len(part) < 12 for part in parts):
            return text
        return MASK
    return text


def mask(text: str) -> str:
    """The text with keys, passwords and random-looking literals hidden."""
    text = _PRIVATE_KEY.sub(f"(private key {MASK})", text)
    text = _KNOWN.sub(MASK, text)
    text = _URL_PASSWORD.sub(rf"\g<1>{MASK}\g<3>", text)
    text = _ASSIGNED.sub(rf"\g<1>\g<2>{MASK}\g<2>", text)
    text = _ASSIGNED_BARE.sub(rf"\g<1>{MASK}", text)
    return _LONG.sub(_mask_long, text)
