"""A content file as it was found: its bytes made text, its front matter made fields, its body cut at `## ` headings.

`read_content` never raises. What is wrong with the file as a whole is a `Fault` on it, and then there are no
fields: whoever asked words the warning.

- Front matter is the text between the first `---` line, which opens the file, and the next one. A byte order mark,
  Windows line ends and blank lines above it do no harm.
- Files over 1 MiB, front matter over 64 KiB, binary files and anything that is not UTF-8 are faults.
- A heading inside a code fence is no heading. Sections are found by name whatever the case.

Elsewhere: YAML and its traps (`yaml_text`), what the fields must be (`steps`, `topics`, `personas`).
"""

import re
import stat
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from roundtable.analysis.blocks import code_lines
from roundtable.library.yaml_text import BadYaml, YamlFields, read_yaml

_LARGEST_FILE: Final = 1024 * 1024
_LARGEST_FRONT_MATTER: Final = 64 * 1024

_NO_FIELDS: Final = YamlFields({})
_SAVE_AS_UTF8: Final = "Save it as UTF-8."
_BEGIN: Final = "Begin the file with --- , `key: value` lines, and --- again."
_STEERING: Final = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|[\x01-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f]")


FaultKind = Literal["unreadable", "empty", "no-front-matter", "bad-front-matter"]


class Fault(NamedTuple):
    kind: FaultKind
    reason: str
    line: int = 1
    fix: str = _BEGIN


class Section(NamedTuple):
    text: str
    line: int  # of its first line, counted in the file


class ContentFile(NamedTuple):
    fields: YamlFields
    fields_line: int  # how many lines stand above the front matter's first
    body: str
    sections: dict[str, Section]  # by heading, lower case
    open_fence: int | None  # the line of a code fence that is never closed
    fault: Fault | None = None

    @property
    def values(self) -> dict[str, Any]:
        return self.fields.values

    def line(self, key: str, item: int | None = None) -> int:
        """The line in the file of a front matter key, or of one item of its list."""
        return self.fields_line + self.fields.line(key, item) if key in self.values else 1

    def section(self, heading: str) -> str | None:
        found = self.sections.get(heading.lower())
        return found.text if found and found.text else None

    @property
    def is_disabled(self) -> bool:
        said = self.values.get("enabled", True)
        return said is False or (isinstance(said, str) and said.strip().lower() in ("false", "no", "off"))


def read_content(path: Path) -> ContentFile:
    try:
        # A pipe or device would block or never end.
        if not stat.S_ISREG(path.stat().st_mode):
            return _faulty("It is not a regular file", "unreadable")
        with path.open("rb") as file:
            data = file.read(_LARGEST_FILE + 1)
    except OSError as error:
        return _faulty(f"It cannot be read ({error.strerror or error})", "unreadable")
    return parse_content(data)


def parse_content(data: bytes) -> ContentFile:
    if len(data) > _LARGEST_FILE:
        too_large = f"It is larger than {_LARGEST_FILE // 1024} KiB"
        return _faulty(too_large, fix="Cut it down; a step is a page or two.")
    if b"\0" in data:
        line = data[: data.index(b"\0")].count(b"\n") + 1
        return _faulty("It is a binary file, not Markdown", line=line, fix=_SAVE_AS_UTF8)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        return _faulty("It is not UTF-8 text", line=line, fix=_SAVE_AS_UTF8)
    # What steers a terminal has no place in words that are shown in one.
    text = _STEERING.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    lines = text.split("\n")
    if not any(line.strip() for line in lines):
        return _faulty("It is empty", "empty", fix="Write into it, or delete it.")
    return _split(lines)


def _split(lines: list[str]) -> ContentFile:
    first = next(at for at, line in enumerate(lines) if line.strip())
    if lines[first].rstrip() != "---":
        return _with_body(lines, 0, Fault("no-front-matter", "It does not begin with a --- line", first + 1))
    close = next((at for at in range(first + 1, len(lines)) if lines[at].rstrip() == "---"), None)
    if close is None:
        return _faulty("The front matter is not closed by a second --- line", line=first + 1)
    body, above = lines[close + 1 :], close + 1
    front = "\n".join(lines[first + 1 : close]) + "\n"
    if len(front) > _LARGEST_FRONT_MATTER:
        too_large = f"The front matter is larger than {_LARGEST_FRONT_MATTER // 1024} KiB"
        return _with_body(body, above, Fault("bad-front-matter", too_large, first + 1))
    try:
        return _with_body(body, above, None, read_yaml(front), first + 1)
    except BadYaml as error:
        line = min(first + 1 + error.line, above)
        fault = Fault("bad-front-matter", error.reason, line, error.fix or _BEGIN)
        return _with_body(body, above, fault)


def _faulty(
    reason: str, kind: FaultKind = "bad-front-matter", *, line: int = 1, fix: str = _BEGIN
) -> ContentFile:
    return _with_body([], 0, Fault(kind, reason, line, fix))


def _with_body(
    body: list[str], above: int, fault: Fault | None, fields: YamlFields = _NO_FIELDS, fields_line: int = 0
) -> ContentFile:
    # Behind a code block that is never closed, one more line would belong to it.
    in_code = code_lines([*body, "and so on"])
    unclosed = len([*takewhile(bool, reversed(in_code))])
    fence = above + len(in_code) - unclosed + 1 if unclosed else None
    sections = _sections(body, in_code, above)
    return ContentFile(fields, fields_line, "\n".join(body).strip(), sections, fence, fault)


def _sections(body: list[str], in_code: list[bool], above: int) -> dict[str, Section]:
    """Cut at `## `. A heading that comes twice continues its section."""
    headings = [line.rstrip().startswith(("## ", "##\t")) for line in body]
    starts = [at for at, is_heading in enumerate(headings) if is_heading and not in_code[at]]
    sections: dict[str, Section] = {}
    for start, end in pairwise([*starts, len(body)]):
        name = " ".join(body[start][2:].rstrip().rstrip(" #:").lower().split())
        content = body[start + 1 : end]
        blank = next((at for at, line in enumerate(content) if line.strip()), 0)
        section = Section("\n".join(content[blank:]).rstrip(), above + start + blank + 2)
        earlier = sections.get(name)
        if earlier is not None and earlier.text:
            section = Section(f"{earlier.text}\n\n{section.text}".rstrip(), earlier.line)
        sections[name] = section
    return sections
