"""Names that every file system can store.

`name_problem` says, in words that fit behind "because", why one path segment cannot be used; `None` means it can.
A repository is shared between systems, so the strictest of them decides: what Windows reserves is refused on Linux too.
"""

import re
from typing import Final

_DEVICE: Final = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])", re.IGNORECASE)
_FORBIDDEN: Final = frozenset('<>:"|?*\\/')
_LONGEST: Final = 255  # bytes of UTF-8, the limit of the common file systems


def is_device_name(name: str) -> bool:
    """`con`, `NUL.txt`, `com1`…: Windows opens a device instead of a file, whatever the ending."""
    return _DEVICE.fullmatch(name.partition(".")[0].rstrip(" ")) is not None


def name_problem(name: str) -> str | None:
    if name in {"", ".", ".."}:
        return f"{name!r} is not a name"
    if not name.isprintable():
        return f"{name!r} contains a control character"
    found = sorted(_FORBIDDEN.intersection(name))
    if found:
        return f"{name!r} contains {found[0]!r}"
    if name[-1] in ". ":
        return f"{name!r} ends in a {'dot' if name[-1] == '.' else 'space'}"
    if is_device_name(name):
        return f"{name!r} is a reserved name on Windows"
    if len(name.encode("utf-8", "surrogatepass")) > _LONGEST:
        return f"a name of {len(name)} characters is too long"
    return None


def path_problem(path: str) -> str | None:
    """Why `path` cannot be a relative path that stays below where it starts, or `None`. Separators are `/`."""
    if path.startswith("/"):
        return f"{path!r} is an absolute path"
    if "\\" in path:
        return f"{path!r} contains a backslash"
    segments = path.split("/")
    if ".." in segments:
        return f"{path!r} leads out of its folder"
    return next((problem for problem in map(name_problem, segments) if problem is not None), None)
