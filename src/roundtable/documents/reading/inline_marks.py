"""Words as a document has them, told apart from what stands behind them (footnotes, a source note, a confidence); words to compare.

“Codes expire after a month.[^t3]”     “Gift cards. (Low)”     “Codes expire. *(Said in turn 3)*”
"""

import re
from typing import Final

from roundtable.language.markdown import LINK
from roundtable.language.markdown_blocks import Block
from roundtable.language.phrases import rows
from roundtable.language.tokens import content_stems, tokens
from roundtable.language.tongue import small_words

_NOTE: Final = re.compile(r"(?<!\*)\*\((?P<note>[^*]*)\)\*$")
FOOTNOTE: Final = re.compile(r"\[\^(?P<name>[^\]\s]{1,60})\]")
TURN_MARK: Final = re.compile(r"\[\^t(?P<turn>\d+)\]")
_MARK: Final = re.compile(r"\((?P<mark>Medium|Low)\)(?=\W{0,20}$)")
_TARGET: Final = re.compile(
    r"\[[^\]\n]{0,200}\]\(\s*<?(?P<file>[^)\s>#]{0,300}+)(?:#(?P<place>[^)\s>]{0,300}+))?>?[^)\n]{0,100}+\)"
)
_LABEL: Final = re.compile(r"^(?:\*\*|__)?(?P<label>[^*:\n]{1,60}?)\s*:?\s*(?:\*\*|__)?\s*:?$")
_SEGMENT: Final = re.compile(r"(?<=\])\s+(?!\[\^)")
_SAYS_NOTHING: Final = frozenset(rows("given|only|system|user|users|application|app|data|able|want"))
"""Words that stand in any requirement."""
_BETWEEN: Final = re.compile(r"(?:\[\^\w+\]|[\W_])+")


def words_of(text: str) -> str:
    """The words alone, without emphasis; code marks stay, so that code can be told from words."""
    bare = _bare(text)
    if found := _MARK.search(bare):
        bare = bare[: found.start()].rstrip() + bare[found.end() :]
    words = bare.replace("**", "").strip()
    return words.replace("__", "") if words.startswith("__") else words


def label_of(text: str) -> str:
    """`**Success is measured by:**` or `Acceptance criteria:` alone on a line, as its words; empty for anything else."""
    line = text.strip()
    found = _LABEL.match(line) if line.startswith(("**", "__")) or line.endswith(":") else None
    return found["label"] if found else ""


def bare_field(line: str) -> tuple[str, str] | None:
    """`Status: Accepted`, written without emphasis, as (`status`, `Accepted`)."""
    key, _, value = line.partition(": ")
    words = key.split()
    is_key = key[:1].isupper() and 0 < len(words) <= 3 and all(word.isalpha() for word in words)
    return (key.lower(), value.strip()) if is_key and value.strip() else None


def bare_fields(block: Block) -> list[tuple[str, str]]:
    """The fields of a block, also where each of its lines is one without emphasis."""
    found = [bare_field(line.text) for line in block.lines] if block.kind in ("paragraph", "item") else []
    return block.fields or ([one for one in found if one] if all(found) else [])


def unlinked(text: str) -> str:
    return LINK.sub(r"\1", text) if "](" in text else text


def links_in(text: str) -> list[tuple[str, str]]:
    """Where the links of a text lead: the file, and the place in it."""
    return [(found["file"], found["place"] or "") for found in _TARGET.finditer(text)] if "](" in text else []


def note_of(text: str) -> str:
    """The source note at the end, or the names of its footnotes."""
    return found["note"] if (found := _NOTE.search(text.rstrip())) else " ".join(FOOTNOTE.findall(text))


def mark_of(text: str) -> str:
    """The confidence that stands behind the words, where it differs from that of its section."""
    return found["mark"] if (found := _MARK.search(_bare(text))) else ""


def turns_in(text: str) -> str:
    """The footnotes that name the turns in which a person said it."""
    return "".join(found[0] for found in TURN_MARK.finditer(text))


def is_said(text: str) -> bool:
    return TURN_MARK.search(text) is not None


def segments(text: str) -> list[str]:
    """A paragraph in the parts that have sources of their own: behind a footnote begins what somebody said at another time."""
    parts = [part.strip() for part in _SEGMENT.split(text)] if "[^" in text else [text]
    joined: list[str] = []
    for part in parts:
        # A bracket that is no footnote ends nothing.
        if joined and not FOOTNOTE.search(joined[-1][-64:]):
            joined[-1] += f" {part}"
        else:
            joined.append(part)
    return joined


def content_words(text: str) -> frozenset[str]:
    """The stems of the words that are not merely grammar."""
    small = _SAYS_NOTHING | small_words("en") | small_words("de")
    return content_stems(word for word in tokens(text) if len(word) > 1 and word not in small)


def plain_words(text: str) -> str:
    """The words in small letters, one space between them; marks, footnotes and what ends a sentence do not count."""
    return _BETWEEN.sub(" ", text.casefold()).strip()


def _bare(text: str) -> str:
    return FOOTNOTE.sub("", _NOTE.sub("", text.rstrip()).rstrip()).strip()
