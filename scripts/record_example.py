"""Record the example session anew: transcript, documents and picture for the documentation.

    uv run python scripts/record_example.py            write docs/example-session.md, docs/example/ and docs/session.svg
    uv run python scripts/record_example.py --check    only say whether they are up to date; exit 1 when they are not

It is the real program on the example repository that ships with it, answered as in `roundtable demo`. Three things are set, so
that recording twice gives the same bytes: the clock, how many milliseconds the scan took, and what the terminal can show.
"""

import asyncio
import io
import os
import re
import shutil
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.text import Text

from roundtable.commands.demo import read_answers, unpack_shop
from roundtable.engine.state import SessionState
from roundtable.faces.terminal.face import Terminal
from roundtable.faces.terminal.output import Output
from roundtable.faces.terminal.readers import PreparedAnswers, Stopped
from roundtable.faces.terminal.screen import Screen
from roundtable.sessions import Choices, Mode, open_session
from roundtable.stores.adding import add_item
from roundtable.stores.repo import find_places, short_head
from roundtable.wiring import SystemClock, Workspace

DOCS = Path(__file__).resolve().parent.parent / "docs"
SLUG = "add-discount-codes-to-the-checkout"
PICTURED = 3
"""Answers in the picture."""
_OWN = frozenset({"journal.jsonl", "analysis.json", "meta.json"})
_DURATION = re.compile(r'("search_duration_ms": )\d+')
_HEAD = """\
# An example session

The shop that ships with Roundtable, talked through {how}. This is what `{command}` prints, to the letter;
`uv run python scripts/record_example.py` records it anew. Lines with `>` are the answers of the person.

The documents it left: {documents}.

```text
"""


class SteadyClock(SystemClock):
    """A morning in which every look at the clock takes a second."""

    def __init__(self) -> None:
        self._now = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)

    def now(self) -> datetime:
        self._now += timedelta(seconds=1)
        return self._now


def play(folder: Path, mode: Mode, output: Output, out: TextIO, most: int | None = None) -> None:
    """One session in a fresh shop; `most` answers, or until it ends."""
    unpack_shop(folder)
    workspace = Workspace(find_places(folder, folder), SteadyClock())
    answers = read_answers()
    add_item(workspace.places, answers.idea, now=workspace.now(), codebase_hash=short_head(folder))
    given = 0

    def choose(state: SessionState) -> str:
        nonlocal given
        given += 1
        if most is not None and given > most:
            raise Stopped
        return answers.choose(state)

    async def talk() -> None:
        reader = PreparedAnswers(choose, out)
        with open_session(workspace, SLUG, Choices(mode=mode)) as session:
            await Terminal(output, reader, resume=f"roundtable analyze {SLUG}").run(session)
            await session.close()

    asyncio.run(talk())


def transcript(folder: Path, mode: Mode) -> str:
    """What a pipe gets."""
    out = io.StringIO()
    play(folder, mode, Output(out), out)
    return out.getvalue()


def documents(folder: Path) -> dict[str, str]:
    """What was written, by the path it has below docs/example/."""
    found: dict[str, str] = {}
    for path in sorted((folder / "docs").rglob("*")):
        if path.is_file() and path.name not in _OWN:
            text = path.read_text(encoding="utf-8")
            found[path.name] = _DURATION.sub(r"\g<1>40", text)
    return found


class _OnPage(io.StringIO):
    """Answers as they stand on the page."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console

    def write(self, text: str, /) -> int:
        self._console.print(Text.assemble((text[:2], "bold"), text[2:].rstrip("\n")))
        return len(text)


class _Still(Screen):
    """A page without the line that comes and goes: how long something took is different every time."""

    def busy(self, what: str) -> None:
        """Nothing."""


def picture(folder: Path) -> str:
    """The beginning of the session as a terminal shows it."""
    console = Console(
        record=True,
        width=92,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
        # Whoever records has a terminal of another width, or none, or wants no colours.
        _environ={},
    )
    play(folder, "conversation", _Still(io.StringIO(), console=console), _OnPage(console), most=PICTURED)
    recorded = console.export_svg(
        title='roundtable analyze "Add discount codes to the checkout"', unique_id="session"
    )
    # Fonts from elsewhere would make a page that shows the picture call home.
    return re.sub(r"@font-face \{.*?\}\s*", "", recorded, flags=re.DOTALL)


def record() -> dict[Path, str]:
    """Every file, with the text it should have."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # there no disk has to be waited for
    with tempfile.TemporaryDirectory(dir=memory) as name:
        folder = Path(name)
        spoken = transcript(folder / "conversation", "conversation")
        written = documents(folder / "conversation")
        drawn = picture(folder / "picture")
    links = ", ".join(f"[{name}](example/{name})" for name in written)
    page = (
        _HEAD.format(how="in a conversation", command="roundtable demo", documents=links) + f"{spoken}```\n"
    )
    return {
        DOCS / "example-session.md": page,
        DOCS / "session.svg": drawn,
        **{DOCS / "example" / name: text for name, text in written.items()},
    }


def main(words: list[str]) -> int:
    os.environ["TERM"] = "xterm-256color"
    files = record()
    stale = [
        path for path, text in files.items() if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    stale += [path for path in (DOCS / "example").glob("*") if path not in files]
    if "--check" in words:
        for path in stale:
            print(f"out of date: {path.relative_to(DOCS.parent)}; `./dev fix` records it anew")
        return 1 if stale else 0
    shutil.rmtree(DOCS / "example", ignore_errors=True)
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    print(f"Recorded {len(files)} files in docs/; {len(stale)} of them changed.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
