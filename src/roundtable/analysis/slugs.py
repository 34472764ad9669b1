"""Titles into folder names, and names that every file system can store.

`slugify` follows the family's rule to the letter, so that the same title gives the same folder in every tool; the one
addition is that accented letters are transliterated instead of dropped. The cut at fifty characters comes last, which
is why a slug may end in a hyphen.

`name_problem` says, in words that fit behind "because", why one path segment cannot be used. A repository is shared between
systems, so the strictest of them decides: what Windows reserves is refused on Linux too.
"""

import re
import unicodedata
from collections.abc import Collection
from itertools import chain, count
from typing import Final

from roundtable.analysis.sources import Source, SourceKind

_DEVICE: Final = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])", re.IGNORECASE)
_FORBIDDEN: Final = frozenset('<>:"|?*\\/')
_MOST_BYTES: Final = 255  # bytes of UTF-8, the limit of the common file systems


def is_device_name(name: str) -> bool:
    """`con`, `NUL.txt`, `com1`…: Windows opens a device instead of a file, whatever the ending."""
    return _DEVICE.fullmatch(name.partition(".")[0].rstrip(" ")) is not None


def name_problem(name: str) -> str | None:
    if name in {"", ".", ".."}:
        return f"{name!r} is not a name"
    if not name.isprintable():
        return f"{name!r} contains a control character"
    if found := sorted(_FORBIDDEN.intersection(name)):
        return f"{name!r} contains {found[0]!r}"
    if name[-1] in ". ":
        return f"{name!r} ends in a {'dot' if name[-1] == '.' else 'space'}"
    if is_device_name(name):
        return f"{name!r} is a reserved name on Windows"
    if len(name.encode("utf-8", "surrogatepass")) > _MOST_BYTES:
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


UNTITLED: Final = "untitled-item"
_LONGEST: Final = 50
_KEY: Final = re.compile(r"[A-Za-z]+-[0-9]+(?:-|$)")
_REFERENCE: Final = re.compile(r"\S+/\S+#[0-9]+")
"""`owner/repository#20`: all that is known of an issue of which only the address was given."""

# Letters that Unicode does not decompose into a base letter and an accent.
_PAIRS: Final = {"ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"}
_LETTERS: Final = str.maketrans("øđðłıħŋŧ", "oddlihnt") | str.maketrans(_PAIRS)


def slugify(text: object) -> str:
    """The slug of a title; anything that leaves nothing behind is `untitled-item`."""
    if not isinstance(text, str):
        return UNTITLED
    apart = unicodedata.normalize("NFKD", text)
    plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    kept = re.sub(r"[^a-z0-9\s-]", "", plain.lower().translate(_LETTERS))
    return "-".join(kept.replace("-", " ").split())[:_LONGEST] or UNTITLED


def folder_name(title: str, source: Source) -> str:
    """The slug alone, or the slug behind the lower-case key of a tracker: `gh-20-dark-mode`, `shop-7-dark-mode`.

    An item that is known by its key alone is not called by it twice: `#20` without a title is `gh-20`.
    """
    slug = slugify(title) if _REFERENCE.fullmatch(title) is None else UNTITLED
    if source.kind is not SourceKind.MANUAL and source.id is not None:
        key = source.id.lower()
        return key if slug in {key, key.partition("-")[2], UNTITLED} else f"{key}-{slug}"
    # A folder called `con` or `nul` cannot be checked out on Windows.
    return f"{slug}-item" if is_device_name(slug) else slug


def renamed_folder(folder: str, title: str, source: SourceKind) -> str:
    """The folder name for a new title; the key in front of the old one stays."""
    key = _KEY.match(folder)
    # A key in capitals was put there on purpose (`REQ-0012-`); one in small letters only counts where a tracker is recorded.
    if key is None or (source is SourceKind.MANUAL and not key[0].isupper()):
        return folder_name(title, Source(SourceKind.MANUAL, None, title))
    return f"{key.group().removesuffix('-')}-{slugify(title)}"


def bare_slug(folder: str) -> str:
    key = _KEY.match(folder)
    return folder[key.end() :] if key is not None and key.end() < len(folder) else folder


def free_name(wanted: str, taken: Collection[str]) -> str:
    """`wanted`, or `wanted-2`, `-3`… when it is among `taken`, in lower case: names that differ only in case collide on some systems."""
    numbered = (f"{wanted.removesuffix('-')}-{number}" for number in count(2))
    return next(name for name in chain((wanted,), numbered) if name.lower() not in taken)
