"""Small pieces of files for people: the lines that matter, and signatures. Pure; secrets are masked here."""

from roundtable.analysis.scanning import Definition
from roundtable.scan.extract import definitions_in
from roundtable.scan.kinds import looks_binary
from roundtable.scan.lexicon import terms_of
from roundtable.scan.notebooks import readable
from roundtable.scan.secrets import mask

_LINES = 6
_WINDOW = 90
_WIDTH = 160
_READ = 2_000
_SIGNATURE_LINES = 12
_MAX_BYTES = 2_000_000


def excerpt_of(data: bytes, first_line: int, words: list[str]) -> tuple[str, int | None]:
    """A few lines from `first_line` on, around the line that has most of the words; and where they begin."""
    lines = data[:_MAX_BYTES].decode("utf-8", "replace").splitlines()
    if not lines:
        return "", None
    start = min(max(first_line - 1, 0), len(lines) - 1)
    wanted = {term for word in words for term in terms_of(word)} or {""}
    best, most = start, -1
    for number in range(start, min(len(lines), start + _WINDOW)):
        line = lines[number][:_WIDTH].lower()
        have = sum(term in line for term in wanted)
        if have > most:
            best, most = number, have
    begin = max(start, best - 1)
    # Masked before it is cut: the first half of a key is one, too.
    masked = mask("\n".join(line.rstrip()[:_READ] for line in lines[begin : begin + _LINES]))
    shown = [line[:_WIDTH] for line in masked.split("\n")]
    while shown and not shown[-1].strip():
        shown.pop()
    return "\n".join(shown), begin + 1


def _signature(lines: list[str], line: int) -> str:
    """The defining line, with the rest of its parameters when they are spread over several."""
    text = lines[line - 1].strip() if line <= len(lines) else ""
    at = line
    while text.count("(") > text.count(")") and at < min(len(lines), line + _SIGNATURE_LINES):
        text += " " + lines[at].strip()
        at += 1
    return mask(" ".join(text[:_READ].split()).rstrip("{").rstrip())[:300]


def _doc(lines: list[str], line: int) -> str:
    """The first line of a Python docstring, or of the comment just above."""
    for number in range(line, min(len(lines), line + 8)):
        text = lines[number].strip()
        if text.startswith(('"""', "'''")):
            return mask(text.strip("\"' ")[:200])
        if text and not lines[number - 1].rstrip().endswith((",", "(")):
            break
    above = lines[line - 2].strip() if line >= 2 else ""
    return (
        mask(above.lstrip("/#* ").strip()[:200])
        if above.startswith(("//", "#", "*", "/**")) and "!" not in above[:3]
        else ""
    )


def signatures_of(path: str, data: bytes) -> list[Definition]:
    """Every definition of a file with its signature line."""
    if looks_binary(data):
        return []
    found = definitions_in(path, data)
    lines = readable(path, data[:_MAX_BYTES]).decode("utf-8", "replace").split("\n")
    names: list[str] = []
    made: list[Definition] = []
    for name, line, kind, parent in found:
        owner = names[parent] if parent >= 0 else None
        names.append(f"{owner}.{name}" if owner else name)
        # A function inside a class is what people call a method, whatever the pattern was called.
        told = (
            "method"
            if kind == "function" and parent >= 0 and made[parent].kind in {"class", "type"}
            else kind
        )
        made.append(
            Definition(
                name=name, kind=told, path=path, line=line, signature=_signature(lines, line), parent=owner,
                doc=_doc(lines, line),
            )
        )  # fmt: skip
    return made
